//! Of rooms: what they refuse, and why they close a socket.

use bagarre_protocol::socket::Closing;
use bagarre_rules::contract::Lang;

use super::refusals;

refusals! {
    not_now = "room.phase", "Ce n'est pas le moment.", "Not now.";
    not_host = "room.host", "Seul l'hôte de la salle peut le faire.", "Only the host of the room may do that.";
    no_such_seat = "room.seat.unknown", "Cette place n'existe pas.", "There is no such seat.";
    seat_taken = "room.seat.taken", "Cette place est prise.", "That seat is taken.";
    no_seat = "room.seat.none", "Prenez d'abord une place.", "Take a seat first.";
    seat_held = "room.seat.held", "Son joueur est là : un bot ne prend qu'une place vide ou abandonnée.",
        "Its player is here: a bot only takes a seat that is empty or deserted.";
    seat_kept = "room.seat.kept",
        "Cette place est gardée pour qui vient de la perdre : attendez la question suivante, ou deux minutes.",
        "That seat is kept for whoever has just lost it: wait for the next question, or two minutes.";
    no_such_guest = "room.guest.unknown", "Cette personne n'est pas dans la salle.", "That person is not in the room.";
    not_oneself = "room.guest.self", "Pas à soi-même.", "Not to oneself.";
    no_such_bot = "room.bot.unknown", "Aucun bot ne porte ce nom.", "No bot has that name.";
    no_bot = "room.bot.none", "Aucun bot n'est assis là.", "No bot sits there.";
    ruleset_fixed = "room.settings.ruleset", "Le jeu d'une salle ne change pas : ouvrez-en une autre.",
        "The game of a room does not change: open another one.";
    start_empty = "room.start.empty", "Il reste des places vides : invitez quelqu'un ou mettez un bot.",
        "Some seats are empty: invite somebody or put a bot in.";
    withdrawn = "question.withdrawn", "Vous avez repris cette réponse dix fois : elle reste donnée.",
        "You have taken this answer back ten times: it stands.";
    draw_over = "draw.over", "Trop tard : les dés sont mélangés.", "Too late: the dice are mixed.";
    draw_bad = "draw.nonce", "Ce nombre n'est pas celui qui était promis.", "That number is not the one that was promised.";
    blind_none = "blind.none", "Rien à sceller ni à ouvrir pour cette place.", "Nothing to seal or to open for this seat.";
    blind_stale = "blind.question", "Trop tard : ce n'est plus la question posée.", "Too late: that is not the question any more.";
    blind_twice = "blind.sealed", "Cette place a déjà scellé : reprenez d'abord le sceau.",
        "This seat has sealed already: take the seal back first.";
    blind_open = "blind.open", "Tout le monde a scellé : les fiches s'ouvrent, un instant.",
        "Everybody has sealed: the sheets are being opened, one moment.";
    blind_early = "blind.early", "Pas encore : tout le monde n'a pas scellé.", "Not yet: not everybody has sealed.";
    blind_digest = "blind.digest", "Ce n'est pas ce qui a été scellé.", "That is not what was sealed.";
    blind_sheet = "blind.sheet", "Ici, la fiche reste chez vous : seule son empreinte se scelle.",
        "Here the sheet stays with you: only its digest is sealed.";
    draft_newer = "draft.newer", "Vous en avez écrit d'autres depuis : seuls les derniers sont examinés.",
        "You have written others since: only the last ones are looked at.";
    blind_draft = "blind.draft", "Ici, les brouillons restent chez vous.", "Here drafts stay with you.";
    blind_bot = "blind.bot", "Pas de bot quand les sceaux sont aveugles : le serveur connaîtrait sa fiche.",
        "No bots where seals are blind: the server would know their sheets.";
    start_ready = "room.start.ready", "Tout le monde n'est pas prêt.", "Not everybody is ready.";
    begun = "room.begun", "On a déjà joué ici : cette salle ne s'efface pas.", "There has been play here: this room is not deleted.";
    paused = "room.paused", "La partie est en pause.", "The game is paused.";
    pause_again = "room.pause.again", "La partie vient de sortir d'une pause : elle doit d'abord avancer d'un coup.",
        "The game has just come out of a pause: it has to move on first.";
    other_rules = "room.rules", "Ce serveur n'a pas les règles de cette partie : elle attend, intacte.",
        "This server does not have the rules of this game: it waits unharmed.";
    no_such_exercise = "exercise.unknown", "Cet exercice n'existe pas.", "There is no such exercise.";
    exercise_fixed = "exercise.fixed", "Ici se joue un exercice : il ne se règle pas.",
        "An exercise is played here: there is nothing to set.";
    rules_known = "room.rules.known", "Ce serveur a les règles de cette partie : elle peut se jouer.",
        "This server has the rules of this game: it can be played.";
    chat_length = "chat.length", "Un message a de 1 à 500 caractères.", "A message has 1 to 500 characters.";
    chat_rate = "chat.rate", "Doucement : 5 messages d'affilée au plus.",
        "Easy: at most 5 messages in a row.";
    id_taken = "command.id", "Cet identifiant a déjà servi à quelqu'un d'autre.", "Another person has used that id.";
    too_big = "payload.size", "C'est trop long.", "That is too long.";
    fault = "server.fault", "Le moteur a buté sur cet ordre ; rien n'a changé.",
        "The engine stumbled over that; nothing changed.";
    store = "server.store", "Rien ne peut être enregistré pour l'instant ; votre temps ne court pas.",
        "Nothing can be saved right now; your time does not run.";
    campaign_band = "campaign.band.fixed", "En campagne, les bandes viennent de la campagne.",
        "In a campaign, bands come from the campaign.";
    campaign_bot = "campaign.bot", "Un bot n'a pas de bande dans cette campagne.", "A bot has no band in this campaign.";
    campaign_seat = "campaign.seat", "Cette place est celle d'une autre bande de la campagne.",
        "That seat belongs to another band of the campaign.";
    campaign_stale = "campaign.stale", "La campagne a changé entre-temps : recommencez.",
        "The campaign has changed meanwhile: try again.";
    /// The first message came twice.
    hello_twice = "hello.twice", "On s'est déjà dit bonjour.", "We have said hello already.";
    more_unwritable = "room.settings.more", "Ces réglages ne peuvent pas être gardés.", "These settings cannot be kept.";
    exercise_room = "exercise.room", "Un exercice s’ouvre depuis la page des exercices.",
        "An exercise is opened from the page of the exercises.";
    room_name = "room.settings.name",
        "Le nom de la salle a de 1 à 60 caractères, tous visibles, sans mêler dans un mot des alphabets qui se ressemblent.",
        "The name of the room has 1 to 60 characters, all of them visible, with no word that mixes alphabets which look alike.";
    spectator_delay = "room.settings.delay", "Les spectateurs voient la partie avec 10 tours de retard au plus.",
        "Spectators see the game at most 10 turns late.";
    campaign_page = "room.settings.campaign", "Une partie de campagne s’ouvre depuis la page de sa campagne.",
        "A game of a campaign is opened from the page of its campaign.";
    nothing_sealed = "room.settings.blind", "Ce scénario ne demande rien en secret : il n'y a rien à sceller à l'aveugle.",
        "This scenario asks for nothing in secret: there is nothing to seal blindly.";
    clocks { shortest, smallest, increment } = "room.settings.clocks",
        "Une partie en direct laisse de {shortest} s à 1 h par question, avec une réserve de {smallest} s à 1 h et {increment} s au plus par réponse ; une partie lente, de 1 h à 14 jours.",
        "A live game gives {shortest} s to 1 h for a question, with a reserve of {smallest} s to 1 h and {increment} s at most for an answer; a slow one, 1 h to 14 days.";
    too_many_rooms = "room.limit", "Vous avez ouvert trop de salles aujourd'hui. Réessayez demain.",
        "You have opened too many rooms today. Try again tomorrow.";
    replay_not_kept { version, ruleset } = "game.rules",
        "Cette partie suit la version {version} de {ruleset}, que ce serveur ne joue pas, et son film n'a pas été gardé. Elle peut toujours être téléchargée.",
        "This game follows version {version} of {ruleset}, which this server does not play, and its replay was not kept. It can still be downloaded.";
    journal { why } = "journal", "Journal illisible : {why}", "the journal does not fold: {why}";
}

/// Returns the words for a person whose socket is closed.
pub(crate) fn closing(why: Closing, lang: Lang) -> &'static str {
    let (fr, en) = match why {
        Closing::Shutdown => ("Le serveur redémarre, on revient.", "The server restarts; back in a moment."),
        Closing::Slow => (
            "La connexion n'a pas suivi ; on reprend où vous en étiez.",
            "The connection could not keep up; going on from where you were.",
        ),
        Closing::Silent => {
            ("Plus de nouvelles de vous ; on se reconnecte.", "Nothing heard of you; reconnecting.")
        }
        Closing::Replaced => {
            ("La salle est ouverte dans une autre fenêtre.", "The room is open in another window.")
        }
        Closing::Kicked => ("L'hôte vous a mis dehors.", "The host showed you the door."),
        Closing::Rate => ("Trop de messages d'un coup.", "Too many messages at once."),
        Closing::Hello => (
            "Cette page est trop ancienne pour le serveur : rechargez-la.",
            "This page is too old for the server: reload it.",
        ),
        Closing::Unknown => ("Cette salle n'existe pas.", "There is no such room."),
        Closing::Denied => (
            "La salle est privée : demandez une invitation à l'hôte.",
            "The room is private: ask the host for an invitation.",
        ),
        Closing::Full => {
            ("Plus une place, et pas de spectateurs ici.", "No seat left, and no spectators here.")
        }
        Closing::Closed => ("La salle est fermée pour de bon.", "The room is closed for good."),
        Closing::Rebuilt => ("La salle se relève d'un incident.", "The room gets up again after a fault."),
        Closing::Busy => (
            "Toutes les tables de ce serveur sont prises ; on réessaie dans un moment.",
            "All tables of this server are taken; trying again in a moment.",
        ),
        Closing::Away => (
            "Le serveur n'atteint pas sa base de données ; on réessaie dans un moment.",
            "The server cannot reach its database; trying again in a moment.",
        ),
        Closing::Elsewhere => (
            "Cette salle se joue sur un autre de nos serveurs : on vous y amène.",
            "This room is played on another of our servers: taking you there.",
        ),
        Closing::Waiting => (
            "Aucun de nos serveurs n’a pour l’instant les règles de cette partie : elle attend, et son temps ne court pas.",
            "None of our servers has the rules of this game right now: it waits, and its clocks stand still.",
        ),
        Closing::Crowded => (
            "Il y a foule : on retente dans quelques secondes.",
            "It is crowded in here: trying again in a few seconds.",
        ),
        Closing::Revoked => (
            "Cet appareil a été déconnecté depuis un autre des vôtres.",
            "This device was signed out from another one of yours.",
        ),
        Closing::TooLarge => (
            "Un message était trop long pour le serveur : rechargez la page.",
            "A message was too long for the server: reload the page.",
        ),
    };
    match lang {
        Lang::Fr => fr,
        Lang::En => en,
    }
}

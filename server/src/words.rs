//! What the server itself says to people, in French and in English: refusals that no rule of a game makes, reminders and mail.

pub(crate) mod room;

use bagarre_rules::kit::refusal::Both;

/// Makes a function for each refusal: its code, its words in French and in English, which name its fields (`text::fill`).
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident),+ })? = $code:literal, $fr:literal, $en:literal;)+) => {
        $($(#[$doc])* pub(crate) fn $name($($($field: &str),+)?) -> bagarre_rules::any::Refusal {
            let words = bagarre_rules::presentation::Words::new($fr, $en);
            let words = words.filled(&[$($((stringify!($field), $field.into())),+)?]);
            bagarre_rules::any::Refusal::plain($code, words.fr, words.en)
        })+
    };
}
pub(crate) use refusals;

/// Of any request. A hard blank keeps `de` whole before an address.
pub(crate) mod http {
    refusals! {
        bad_json { why } = "bad_json", "La demande est illisible : {why}", "The request could not be read: {why}";
        missing = "http.not_found", "Il n'y a rien à cette adresse, ou ce n'est pas pour vous.",
            "There is nothing at this address, or it is not for you.";
        method = "http.method", "Cette adresse ne s'utilise pas ainsi.", "This address is not used like that.";
        unknown_guest = "guest.unknown", "Choisissez d'abord un surnom.", "Choose a nickname first.";
        media_type = "http.media_type", "Il faut du JSON (content-type: application/json).",
            "This takes JSON (content-type: application/json).";
        too_large = "http.too_large", "C'est trop long.", "This is too long.";
        too_many = "http.too_many", "Trop de demandes. Attendez un peu.", "Too many requests. Wait a little.";
        slow = "http.slow", "C'était trop long. Réessayez.", "That took too long. Try again.";
        away = "http.away", "Le serveur n'est pas prêt. Réessayez dans un instant.",
            "The server is not ready. Try again in a moment.";
        fault = "http.fault", "Le serveur a trébuché. Rien n'a été perdu ; réessayez.",
            "The server stumbled. Nothing was lost; try again.";
        upgrade { missing } = "http.upgrade",
            "Ceci n’est pas une demande de WebSocket : il manque {missing}. Si un proxy est devant ce serveur, il doit passer les en-têtes Upgrade et Connection, par HTTP/1.1 (docs/hosting.md).",
            "This is no request for a WebSocket: {missing} is missing. A proxy in front of this server has to pass the headers Upgrade and Connection on, by HTTP/1.1 (docs/hosting.md).";
        origin = "http.origin", "Cette demande vient d'un autre site et n'a pas été suivie.",
            "This request comes from another site and was not followed.";
        origin_elsewhere { expected } = "http.origin",
            "Cette demande vient d'un autre site et n'a pas été suivie. L’adresse de ce serveur est {expected} : ouvrez-le là.",
            "This request comes from another site and was not followed. The address of this server is {expected}: open it there.";
        origin_behind { origin, host } = "http.origin",
            "Cette demande vient d'un autre site et n'a pas été suivie. Elle vient de\u{a0}{origin} et a été reçue pour {host}. Si c’est un même serveur derrière un proxy, qui le tient lui donne BAGARRE_PUBLIC_URL={origin}.",
            "This request comes from another site and was not followed. It comes from {origin} and was received for {host}. If both are this server behind a proxy, whoever runs it sets BAGARRE_PUBLIC_URL={origin}.";
        host = "http.host", "Le nom d’hôte de cette demande est illisible.", "The host of this request cannot be read.";
        host_unknown { name } = "http.host",
            "Ce serveur ne répond pas au nom {name}. Ouvrez-le par son adresse IP ; ou qui le tient le relance avec BAGARRE_HOSTS={name} ou, derrière un proxy, avec BAGARRE_PUBLIC_URL et l’adresse que tapent les joueurs.",
            "This server does not answer to the name {name}. Open it by its IP address; or whoever runs it starts it again with BAGARRE_HOSTS={name} or, behind a proxy, with BAGARRE_PUBLIC_URL and the address that players type.";
        /// A message of a socket.
        unreadable = "frame.unreadable", "Ce message n'a pas pu être lu.", "That message could not be read.";
    }
}

/// Of people, of what they write, and of what they have written for them.
pub(crate) mod guest {
    refusals! {
        name = "guest.name",
            "Un surnom a de 1 à 24 caractères, tous visibles, sans mêler dans un mot des alphabets qui se ressemblent ni empiler les signes.",
            "A nickname has 1 to 24 characters, all of them visible, with no word that mixes alphabets which look alike, and few marks on a letter.";
        not_his_name = "guest.forget", "Ce n'est pas votre surnom : rien n'a été effacé.",
            "That is not your nickname: nothing was deleted.";
        marks = "text.marks", "Ce texte empile trop de signes sur une lettre : ôtez-en.",
            "This text stacks too many marks on a letter: take some away.";
        scripts = "text.scripts",
            "Ce nom mêle dans un mot des alphabets dont les lettres se ressemblent : écrivez-le dans un seul.",
            "This name mixes alphabets whose letters look alike in one word: write it in one of them.";
        invisible = "text.invisible", "Ce texte contient des caractères invisibles : effacez-les et tapez-le à la main.",
            "This text holds characters that cannot be seen: delete it and type it by hand.";
        too_many_bytes = "quota.bytes",
            "Vous avez fait écrire trop de données aujourd'hui, vous ou d'autres à votre adresse : réessayez plus tard. Ce qui est joué reste joué.",
            "You, or others at your address, have had too much written today: try again later. What was played stays played.";
    }
}

/// Of the operator.
pub(crate) mod house {
    refusals! {
        draining = "server.draining", "Le serveur va redémarrer : les parties en cours vont au bout, aucune ne commence.",
            "The server is about to restart: games go on to their end, none begins.";
        disk_low = "server.disk",
            "Le serveur n'a presque plus de place : les parties en cours vont au bout, rien de nouveau ne commence. Prévenez qui le tient, ou réessayez plus tard.",
            "The server is almost out of space: games go on to their end, nothing new begins. Tell the one who runs it, or try again later.";
        announcement = "admin.announcement", "Une annonce a de 1 à 300 caractères dans chaque langue.",
            "An announcement has 1 to 300 characters in each language.";
    }
}

/// Of the shelf, of fights at once and of scripts of the referee.
pub(crate) mod shelf {
    refusals! {
        name = "shelf.name", "Un nom a de 1 à 60 caractères, tous visibles, sans mêler dans un mot des alphabets qui se ressemblent.",
            "A name has 1 to 60 characters, all of them visible, with no word that mixes alphabets which look alike.";
        full = "shelf.full", "Votre étagère est pleine : ôtez-en quelque chose.",
            "Your shelf is full: take something off it.";
        too_big = "payload.size", "C'est trop long.", "That is too long.";
        another = "shelf.kind", "Un ouvrage ne change ni de nature ni de jeu : rangez-en un autre.",
            "A work stays of its kind and of its game: put another one on the shelf.";
        no_fight = "fight.none", "Ce jeu n’a pas de bagarre toute prête : ouvrez une salle.",
            "This game has no fight ready: open a room.";
        no_command = "bad_json", "Cette étape n'a pas d'ordre.", "This step has no command.";
        not_asked = "not_asked", "Ce siège n'a pas de question ouverte : « open » ne désigne rien.",
            "This seat has no open question: \"open\" stands for nothing.";
    }
}

/// Of campaigns, on their pages and in the rooms of their games.
pub(crate) mod campaign {
    refusals! {
        name = "campaign.name", "Le nom d'une campagne a de 1 à 60 caractères, tous visibles, sans mêler dans un mot des alphabets qui se ressemblent.",
            "The name of a campaign has 1 to 60 characters, all of them visible, with no word that mixes alphabets which look alike.";
        none = "campaign.none", "Ce jeu n'a pas de campagnes.", "This game has no campaigns.";
        too_many = "campaign.limit", "Vous avez ouvert trop de campagnes aujourd'hui. Réessayez demain.",
            "You have opened too many campaigns today. Try again tomorrow.";
        full = "campaign.full", "Cette campagne est au complet.", "This campaign is full.";
        closed = "campaign.closed", "Cette campagne est close.", "This campaign is closed.";
        invite = "campaign.invite", "Cette invitation ne vaut pas, ou plus.",
            "This invitation is not valid, or no longer.";
        sent_away = "campaign.sent_away", "L'hôte de la campagne vous en a écarté.",
            "The host of the campaign has sent you away.";
        not_host = "campaign.host", "Seul l'hôte de la campagne peut le faire.",
            "Only the host of the campaign may do that.";
        not_member = "campaign.member", "Il faut participer à la campagne : demandez une invitation.",
            "You have to take part in the campaign: ask for an invitation.";
        host_stays = "campaign.host_stays", "L'hôte ne quitte pas sa campagne : il peut la clore.",
            "The host does not leave the campaign, but may close it.";
        ruleset = "campaign.ruleset", "La campagne se joue à un autre jeu.", "The campaign is played by another game.";
        players = "campaign.players", "Il y a plus de joueurs que de places, ou deux fois le même.",
            "There are more players than seats, or one of them twice.";
        band_kept = "campaign.band.kept",
            "Votre bande est engagée : une autre ne viendra que si celle-ci est dissoute.",
            "Your band is committed: another one may only come once it is disbanded.";
        band_busy = "campaign.band.busy", "Une des bandes joue déjà une autre partie de la campagne.",
            "One of the bands is in another game of the campaign.";
        too_big = "payload.size", "C'est trop long.", "That is too long.";
        not_playing = "campaign.game", "Cette partie n'est pas en cours dans la campagne.",
            "That game is not being played in the campaign.";
    }
}

/// Of the ways by which people are reminded.
pub(crate) mod reach {
    refusals! {
        address = "reach.address",
            "Cette adresse ne se lit pas : donnez-la en entier, sans nom, mot de passe ni espace, par exemple https://exemple.fr/bagarre.",
            "That address cannot be read: give all of it, without a name, password or blank, such as https://example.org/bagarre.";
        plain = "reach.plain", "L’adresse doit commencer par https://.", "The address has to begin with https://.";
        private = "reach.private",
            "Cette adresse est celle d’une machine ou d’un réseau privé : ce serveur n’appelle que l’internet public.",
            "That address is one of a machine or network of its own: this server calls the public internet alone.";
        no_hours = "reach.hours", "Ce fuseau ou ces heures n’existent pas.", "There is no such time zone, or no such hours.";
        no_key = "reach.key", "Ce navigateur n’a pas donné de clé qui convienne.", "This browser gave no key that fits.";
        no_mail = "reach.mail", "Ce serveur n’envoie pas de courrier.", "This server sends no mail.";
        no_address = "reach.mail.address", "Ce n’est pas une adresse de courrier.", "That is no address for mail.";
        too_soon = "reach.limit",
            "Trop de codes sont partis pour vous, de chez vous ou vers cette adresse : attendez une minute, ou une heure s’il y en a eu beaucoup.",
            "Too many codes were sent for you, from where you are or to that address: wait a minute, or an hour if there were many.";
        not_sent = "reach.mail.away", "Le courrier n’est pas parti : vérifiez l’adresse, ou réessayez plus tard.",
            "The mail was not sent: check the address, or try again later.";
        wrong_code = "reach.mail.code", "Ce n’est pas le code, ou il a trop servi : vérifiez, ou demandez-en un autre.",
            "That is not the code, or it is worn out: check it, or ask for another.";
    }
}

/// The name of a room in which a person fights a bot at once.
pub(crate) const FIGHT: Both = Both("{host} contre {opponent}", "{host} v. {opponent}");

/// A reminder, and the mails of reminders.
pub(crate) mod reminder {
    use super::Both;

    pub(crate) const TITLE: Both = Both("À vous de jouer\u{a0}: {name}", "Your turn: {name}");
    pub(crate) const BODY: Both = Both(
        "{system}, {player}\u{a0}: c’est votre tour. Il reste {left}.",
        "{system}, {player}: it is your move. {left} left.",
    );
    pub(crate) const UNDER_A_MINUTE: Both = Both("moins d’une minute", "less than a minute");
    /// The sign of a day.
    pub(crate) const DAY: Both = Both("j", "d");
    pub(crate) const FOOT: Both = Both(
        "Pour ne plus recevoir ces messages\u{a0}: Réglages, «\u{a0}Quand c’est à vous\u{a0}»",
        "To stop these messages: Settings, “When it is your turn”",
    );
    pub(crate) const CODE_SUBJECT: Both = Both("Votre code pour Bagarre", "Your code for Bagarre");
    pub(crate) const CODE: Both = Both(
        "Quelqu’un, vous sans doute, veut recevoir ici un mot quand c’est à lui de jouer sur {page}.\n\n\
         Le code\u{a0}: {code}\n\nSi ce n’était pas vous, ne faites rien\u{a0}: sans ce code, rien ne sera envoyé.\n",
        "Somebody, you most likely, wants to hear at this address when it is his turn on {page}.\n\n\
         The code: {code}\n\nIf that was not you, do nothing: without this code nothing will be sent.\n",
    );
}

//! What campaigns refuse, on their pages and in the rooms of their games.

use super::refusals;

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

//! What GeneriK refuses: codes, rules and words.

use std::fmt::Display;
use std::sync::Arc;

use super::ids::Dec;
use super::setup::Setup;
use super::space::{Halt, NoClimb, NoPiece, NoPlace, Obstacle};
use super::words::words;
use bagarre_kit::contract::{Lang, Refuse as _, Seat};
use bagarre_kit::refusal::{Both, InLang, refusals};

refusals! {
    /// A refused set-up, position or command.
    pub enum Illegal of "generik" {
        Look = "generik.look", None,
            "Cette figurine n’est pas sur la table.",
            "This figure is not on the table.";
        AoClosed = "generik.ao.closed", Some("GEN-AO-01"),
            "Aucune occasion de réagir en ce moment.",
            "There is no opportunity to react at the moment.";
        Walk = "generik.walk", None,
            "Il n’y a pas de trajet à mesurer ici.",
            "There is no path to measure here.";
        Weigh = "generik.weigh", None,
            "Aucune question à choix n’est posée en ce moment.",
            "No question with a list of answers is open at the moment.";
        AfterMember { id: u8 } = "generik.after.member", None,
            "La bande n’a pas de figurine n° {id}.",
            "The band has no figure number {id}.";
        AfterTreasury { rule: &'static str, price: i32, treasury: i32 } = "generik.after.treasury", Some(*rule),
            "Cela coûte {price} points et le trésor en a {treasury}.",
            "That costs {price} points and the treasury has {treasury}.";
        AfterStep = "generik.after.step", Some("GEN-CMP-01"),
            "Ce n’est pas l’étape en cours.",
            "This is not the step under way.";
        AfterUnfit { rule: &'static str, name: String, why: Both } = "generik.after.unfit", Some(*rule),
            "La figurine {name} {why} : seuls les valides encore libres peuvent y aller.",
            "{name} {why}: only the unwounded who are still free can go.";
        AfterCare { name: String } = "generik.after.care", Some("GEN-CMP-04"),
            "{name} : rien à soigner, ou plus rien à tenter avant la prochaine partie.",
            "{name}: nothing to heal, or nothing more to try before the next game.";
        AfterDismissed { name: String } = "generik.after.dismissed", Some("GEN-CMP-05"),
            "{name} ne part qu’une fois.",
            "{name} leaves only once.";
        MemberName = "generik.member.name", None,
            "Chaque figurine a besoin d’un nom de 1 à 24 caractères.",
            "Each figure needs a name of 1 to 24 characters.";
        MemberWeapons { name: String, most: usize } = "generik.member.weapons", Some("GEN-BND-02"),
            "{name} porte au plus {most} armes.",
            "{name} carries at most {most} weapons.";
        MemberTwice { name: String, weapon: Both } = "generik.member.twice", Some("GEN-BND-02"),
            "{name} ne peut pas porter deux fois « {weapon} ».",
            "{name} cannot carry “{weapon}” twice.";
        MemberEra { weapon: Both, era: Both } = "generik.member.era", Some("GEN-BND-02"),
            "« {weapon} » n’est pas de l’armurerie {era}.",
            "“{weapon}” is not in the {era} armoury.";
        MemberSlot { name: String, weapon: Both } = "generik.member.slot", Some("GEN-BND-02"),
            "{name} : « {weapon} » n’est pas à sa place ; une armure se porte, une arme se tient.",
            "{name}: “{weapon}” is in the wrong place; armour is worn, a weapon is held.";
        MemberSkills { name: String, most: usize } = "generik.member.skills", Some("GEN-BND-04"),
            "{name} a au plus {most} compétences.",
            "{name} has at most {most} skills.";
        BandSkillTwice { skill: Both } = "generik.band.skill_twice", Some("GEN-BND-05"),
            "« {skill} » ne se prend qu’une fois par bande.",
            "“{skill}” can be taken only once in a band.";
        BandSkillBorne { skill: Both, bearer: String } = "generik.band.skill_twice", Some("GEN-BND-05"),
            "« {skill} » ne se prend qu’une fois par bande, et {bearer} l’a déjà.",
            "“{skill}” can be taken only once in a band, and {bearer} has it.";
        BandChief = "generik.band.chief", Some("GEN-BND-01"),
            "Une bande a un chef, et un seul.",
            "A band has one chief, and only one.";
        BandPurse = "generik.band.purse", None,
            "Ce trésor ou cette réputation ne peut venir d’aucune campagne.",
            "No campaign leads to such a treasury or reputation.";
        BandFounder { name: String } = "generik.band.founder", Some("GEN-BND-03"),
            "{name} : le fondateur de la bande en est le chef.",
            "{name}: the founder of a band is its chief.";
        BandDisbanded = "generik.band.disbanded", None,
            "Cette bande n’a plus personne à envoyer.",
            "This band has nobody left to send.";
        MemberHealth { name: String } = "generik.member.health", None,
            "{name} : hors campagne, tout le monde arrive en forme.",
            "{name}: outside campaigns everybody arrives unhurt.";
        BandBudget { cost: i32, budget: i32 } = "generik.band.budget", Some("GEN-BND-01"),
            "La bande coûte {cost} points et le budget est de {budget}.",
            "The band costs {cost} points and the budget is {budget}.";
        MemberNumber { name: String } = "generik.member.number", None,
            "{name} a le même numéro qu’un autre.",
            "{name} has the same number as another.";
        MemberNumberNew { name: String } = "generik.member.number", None,
            "{name} a un numéro que sa bande n’a pas encore donné.",
            "{name} has a number that the band has not given yet.";
        BandName = "generik.band.name", None,
            "La bande a besoin d’un nom de 1 à 32 caractères.",
            "The band needs a name of 1 to 32 characters.";
        BandSize { most: usize } = "generik.band.size", Some("GEN-BND-09"),
            "Une bande compte au plus {most} figurines.",
            "A band has at most {most} figures.";
        Era { band: String, own: Both, table: Both } = "generik.era", Some("GEN-BND-02"),
            "« {band} » est de l’époque « {own} » et la table de l’époque « {table} ».",
            "“{band}” is of the era “{own}” and the table of the era “{table}”.";
        Seats = "generik.seats", Some("GEN-SCA-02"),
            "GeneriK se joue de deux à quatre bandes.",
            "GeneriK is played by two to four bands.";
        SeatsScenario = "generik.seats.scenario", Some("GEN-TRN-01"),
            "À plus de deux bandes, on joue le scénario 1 : Mêlée générale.",
            "With more than two bands scenario 1 is played: Free-for-all.";
        Youngest = "generik.youngest", None,
            "Cette place n’existe pas.",
            "There is no such seat.";
        Figures = "generik.figures", Some("GEN-BND-09"),
            "Trop de figurines pour une table.",
            "Too many figures for one table.";
        Other { rule: &'static str } = "generik.other", Some(*rule),
            "Ce n’est pas la question posée.",
            "This is not what was asked.";
        Rout = "generik.rout", Some("GEN-ROU-04"),
            "On ne peut fuir qu’au début de sa phase, avant d’agir.",
            "A band routs at the start of its phase only, before it acts.";
        TakeBack = "generik.take_back", Some("GEN-ACT-02/R-354"),
            "Rien à reprendre : un dé est tombé, ou un ennemi qui pouvait réagir a vu le déplacement.",
            "There is nothing to take back: a die has fallen, or an enemy who could react has seen the move.";
        Standing = "generik.standing", None,
            "Trop de consignes : 32 au plus.",
            "Too many standing answers: 32 at most.";
        Out = "generik.out", Some("GEN-DEC-32"),
            "Ta bande n’est plus en jeu.",
            "Your band is out of the game.";
        Draw = "generik.draw", Some("GEN-DEC-32"),
            "C’est déjà dit.",
            "That is said already.";
        Champion = "generik.champion", Some("GEN-SCN-40"),
            "Le champion est un membre de ta bande présent à la partie.",
            "The champion is a member of your band that is in the game.";
        Unreadable { what: Both, why: String } = "generik.unreadable", None,
            "{what} illisible : {why}",
            "{what} could not be read: {why}";
        Scenario = "generik.scenario", None,
            "Scénario inconnu.",
            "Unknown scenario.";
        Options { rule: &'static str, key: &'static str, least: i32, most: i32 } = "generik.options", Some(*rule),
            "{key} va de {least} à {most}.",
            "{key} goes from {least} to {most}.";
        SeatsMost { most: u8 } = "generik.seats", Some("GEN-TRN-01"),
            "Ce scénario se joue de 2 à {most} bandes ; à plus de deux, c’est la Mêlée générale.",
            "This scenario is played by 2 to {most} bands; more than two play the Free-for-all.";
        Characters = "generik.characters", Some("GEN-BND-01"),
            "Les bandes se comptent en points, pas en figurines.",
            "Bands are counted in points, not in figures.";
        Bands { seats: u8, n: usize } = "generik.bands", None,
            "Il faut {seats} bandes, pas {n}.",
            "It takes {seats} bands, not {n}.";
        AttackDesignate = "generik.attack.designate", Some("GEN-CC-03"),
            "Plusieurs adversaires au contact : c’est l’adversaire qui désigne la cible.",
            "Several enemies in contact: the opponent designates the target.";
        AttackChoose = "generik.attack.choose", Some("GEN-CC-03"),
            "Plusieurs adversaires à terre au contact : dis lequel tu attaques.",
            "Several down enemies in contact: say which one you attack.";
        AttackTarget = "generik.attack.target", Some("GEN-CC-01"),
            "On n’attaque au corps à corps qu’un adversaire au contact.",
            "In close combat only an enemy in contact can be attacked.";
        AttackMulti = "generik.attack.multi", Some("GEN-CC-10"),
            "Les attaques multiples demandent deux armes de corps à corps.",
            "Multiple attacks take a pair of close-combat weapons.";
        AttackWeapon = "generik.attack.weapon", Some("GEN-CC-05"),
            "Cette figurine ne porte pas cette arme de corps à corps.",
            "This figure carries no such close-combat weapon.";
        AttackContact = "generik.attack.contact", Some("GEN-ACT-05"),
            "Il faut un adversaire au contact.",
            "This takes an enemy in contact.";
        AttackDefenceless = "generik.attack.defenceless", Some("GEN-SKL-19"),
            "Frapper une pôvre p’tite chose à terre coûte 1 DA de plus.",
            "Striking a poor little thing that is down takes 1 AD more.";
        HeroicNow = "generik.heroic.now", Some("GEN-HER-03"),
            "Le DA héroïque doit servir tout de suite, à cette figurine et pour une action à 1 DA ; sinon, abandonne-le.",
            "The heroic AD must be used at once, by that figure and for an action of 1 AD; or give it up.";
        Switch = "generik.switch", Some("GEN-TRN-02"),
            "À cette table on ne revient pas à une figurine qu’on a quittée dans la phase.",
            "At this table you cannot come back to a figure left earlier in the phase.";
        HeroicOne = "generik.heroic.one", Some("GEN-HER-03"),
            "Un DA héroïque ne paie qu’une action à 1 DA.",
            "A heroic AD pays for an action of 1 AD only.";
        Figure = "generik.figure", Some("GEN-TRN-02"),
            "Cette figurine n’est pas à toi, ou n’est plus sur la table.",
            "This figure is not yours, or is no longer on the table.";
        Down = "generik.down", Some("GEN-ACT-41"),
            "Cette figurine est à terre : elle doit d’abord se relever.",
            "This figure is down: it must stand up first.";
        Locked = "generik.locked", Some("GEN-ACT-33"),
            "Cette figurine est au corps à corps : elle ne peut que se battre.",
            "This figure is in close combat: it can only fight.";
        Facing = "generik.facing", Some("GEN-GEO-06"),
            "Une direction est un vecteur non nul, de 12000 au plus.",
            "A facing is a vector that is not zero, of 12000 at most.";
        ExitScenario = "generik.exit.scenario", Some("GEN-SCN-50"),
            "On ne quitte la table que dans le scénario 5, par le bord adverse.",
            "Figures leave the table in scenario 5 only, by the enemy edge.";
        ExitContact = "generik.exit.contact", Some("GEN-SCN-50"),
            "Un adversaire arrête cette figurine avant le bord : contourne-le.",
            "An enemy stops this figure before the edge: go round it.";
        ExitEdge = "generik.exit.edge", Some("GEN-SCN-50"),
            "Pour sortir, le chemin doit finir socle contre le bord adverse.",
            "To leave, the path has to end with the base against the enemy edge.";
        ClimbArmour = "generik.climb.armour", Some("GEN-WPN-M14"),
            "En armure complète on ne grimpe ni ne saute : fais le tour.",
            "No climbing or jumping in full armour: go round.";
        DragFriend = "generik.drag.friend", Some("GEN-ACT-40"),
            "On traîne un ami à terre que l’on touche : approche-toi d’abord.",
            "Only a friend who is down and in contact can be dragged: come up close first.";
        ChargeSkill = "generik.charge.skill", Some("GEN-SKL-10"),
            "Il faut la compétence Chargez!!!.",
            "This takes the skill Charge!!!.";
        ChargeNobody = "generik.charge.nobody", Some("GEN-SKL-10"),
            "Choisis au moins un ami à faire avancer.",
            "Choose at least one friend to send forward.";
        ChargeTwice { name: Named } = "generik.charge.twice", Some("GEN-SKL-10"),
            "{name} n’avance qu’une fois.",
            "{name} moves once only.";
        ChargeFriend = "generik.charge.friend", Some("GEN-SKL-10"),
            "On fait charger ses amis, pas l’adversaire ni soi-même.",
            "Friends alone can be sent, neither enemies nor the figure itself.";
        ChargeFar { name: Named } = "generik.charge.far", Some("GEN-SKL-10"),
            "{name} est trop loin pour entendre : 20 cm au plus.",
            "{name} is too far away to hear: 20 cm at most.";
        AoReactor = "generik.ao.reactor", Some("GEN-AO-04"),
            "Cette figurine ne peut pas réagir là : il faut être debout, libre, avoir 1 DA et voir celle qui agit.",
            "This figure cannot react there: it must stand, be free, have 1 AD and see the one that acts.";
        RestBlocked = "generik.rest.blocked", Some("GEN-AO-08"),
            "Le chemin annoncé n’est plus libre : choisis-en un autre, ou arrête-toi.",
            "The declared path is no longer free: choose another one, or stop.";
        RestMarker = "generik.rest.marker", Some("GEN-SCN-32"),
            "On ne s’arrête pas sur un objectif : continue le chemin annoncé, ou un autre.",
            "You cannot stop on an objective: go on along the declared path, or another one.";
        RestOther = "generik.rest.other", Some("GEN-AO-08"),
            "Pas d’autre chemin ici : continue celui qui est annoncé, ou arrête-toi.",
            "No other path here: go on along the declared one, or stop.";
        ShootTarget = "generik.shoot.target", Some("GEN-SHT-01"),
            "On ne tire que sur un adversaire présent sur la table.",
            "Only an enemy on the table can be shot at.";
        ShootWeapon = "generik.shoot.weapon", Some("GEN-SHT-02"),
            "Cette figurine ne porte pas cette arme de tir.",
            "This figure carries no such ranged weapon.";
        ShootMulti = "generik.shoot.multi", Some("GEN-SHT-09"),
            "Cette arme ne tire pas en rafale.",
            "This weapon has no multi-shot.";
        ShootVolley = "generik.shoot.volley", Some("GEN-SHT-10"),
            "Il faut deux pistolets à poudre, chargés tous les deux.",
            "This takes two powder pistols, both of them loaded.";
        ShootEmpty = "generik.shoot.empty", Some("GEN-SHT-01"),
            "Cette arme est vide : il faut la recharger.",
            "This weapon is empty: it must be reloaded.";
        ShootHidden { piece: Both } = "generik.shoot.sight", Some("GEN-LOS-01"),
            "D’ici, cette figurine ne voit pas sa cible : « {piece} » la cache.",
            "This figure does not see its target from here: “{piece}” hides it.";
        ShootContact = "generik.shoot.contact", Some("GEN-SHT-01"),
            "On ne tire pas sur un adversaire au contact (R-124).",
            "An enemy in contact cannot be shot at (R-124).";
        ShootSight = "generik.shoot.sight", Some("GEN-LOS-01"),
            "D’ici, cette figurine ne voit pas sa cible.",
            "This figure does not see its target from here.";
        CoverAlready = "generik.cover.already", Some("GEN-COV-05"),
            "Cette figurine est déjà à couvert.",
            "This figure is in cover already.";
        CoverNone = "generik.cover.none", Some("GEN-ACT-37"),
            "Rien ne couvre assez cette figurine de ce côté : il faut un élément juste devant elle.",
            "Nothing covers enough of this figure on that side: it takes an element just in front of it.";
        Reload = "generik.reload", Some("GEN-ACT-38"),
            "Aucune arme à recharger ainsi.",
            "No weapon to reload that way.";
        Stands = "generik.stands", Some("GEN-ACT-11"),
            "Cette figurine est debout.",
            "This figure stands already.";
        Sack = "generik.sack", Some("GEN-ACT-12"),
            "Il faut toucher un objectif adverse pour le saccager.",
            "To sack an enemy objective the figure has to touch it.";
        DistractUsed = "generik.distract.used", Some("GEN-ACT-16"),
            "Une fois par phase seulement.",
            "Only once in each phase.";
        Hook = "generik.hook", Some("GEN-CC-12"),
            "Le crochet vise un adversaire debout au contact.",
            "The hook catches a standing enemy in contact.";
        Drink = "generik.drink", Some("GEN-SKL-03"),
            "Il faut un sac à gnôle qui n’a pas encore servi, et une blessure à oublier.",
            "It takes a flask that was not used yet, and a wound to forget.";
        Gear { rule: &'static str, what: Both } = "generik.gear", Some(*rule),
            "Il faut {what}.",
            "This takes {what}.";
        Reach { rule: &'static str, cm: i32 } = "generik.reach", Some(*rule),
            "Il faut un adversaire visible à {cm} cm au plus.",
            "It takes a visible enemy within {cm} cm.";
        HeroicLocked = "generik.heroic.locked", Some("GEN-HER-02"),
            "Une action héroïque a échoué : plus aucune ce tour-ci.",
            "A heroic action failed: no other one this turn.";
        HeroicTried = "generik.heroic.tried", Some("GEN-HER-04"),
            "Une seule tentative héroïque par figurine et par tour.",
            "One heroic try for each figure and turn.";
        HeroicDa = "generik.heroic.da", Some("GEN-HER-01"),
            "Une action héroïque se tente une fois tous les DA utilisés.",
            "A heroic action is tried once all AD are used.";
        HeroicReload = "generik.heroic.reload", Some("GEN-HER-05"),
            "Il faut être blessé et avoir exactement 1 DA.",
            "It takes a wounded figure with exactly 1 AD.";
        Near = "generik.near", None,
            "Il n’y a rien à poser.",
            "There is nothing to put down.";
        DeployWho = "generik.deploy.who", Some("GEN-SET-08"),
            "Cette figurine n’attend pas d’être placée.",
            "This figure does not wait to be deployed.";
        AfterGear { name: String, weapon: Both } = "generik.after.gear", Some("GEN-CMP-06"),
            "{name} n’a pas « {weapon} ».",
            "{name} does not have “{weapon}”.";
        AfterTwice { name: String, weapon: Both } = "generik.member.twice", Some("GEN-BND-02"),
            "{name} a déjà « {weapon} ».",
            "{name} has “{weapon}” already.";
        AfterRecruit = "generik.after.recruit", Some("GEN-CMP-06"),
            "Une recrue arrive en forme et n’est pas chef.",
            "A recruit arrives unhurt and is no chief.";
        AfterRecruitSkills = "generik.after.recruit_skills", Some("GEN-CMP-06"),
            "Une recrue n’a qu’une compétence au plus.",
            "A recruit has one skill at most.";
        AfterRecruitPrice { price: i32, treasury: i32 } = "generik.after.treasury", Some("GEN-CMP-06"),
            "La recrue coûterait {price} points et le trésor en a {treasury}.",
            "The recruit would cost {price} points and the treasury has {treasury}.";
        BandFull { most: usize } = "generik.band.size", Some("GEN-BND-09"),
            "Une bande compte au plus {most} figurines et ne renumérote jamais les siennes.",
            "A band has at most {most} figures and never numbers its own anew.";
        BandOutsideCampaign = "generik.band.campaign", None,
            "Cette bande n’est pas inscrite à la campagne.",
            "This band is not in the campaign.";
        BandOfCampaign = "generik.band.campaign", None,
            "Cette bande appartient à une campagne et n’en sort pas.",
            "This band belongs to a campaign and stays in it.";
        Da { rule: &'static str, cost: u8, hold: u8 } = "generik.da", Some(*rule),
            "Il faut {cost} DA ; cette figurine en a {hold}.",
            "This takes {cost} AD; the figure has {hold}.";
        ShootTooNear { cm: i32 } = "generik.shoot.range", Some("GEN-SHT-02"),
            "Trop près : cette arme tire à plus de {cm} cm.",
            "Too near: it fires beyond {cm} cm.";
        ShootTooFar { cm: i32 } = "generik.shoot.range", Some("GEN-SHT-02"),
            "Trop loin : cette arme porte à {cm} cm.",
            "Too far: this weapon reaches {cm} cm.";
        PathEmpty = "generik.path.empty", Some("GEN-ACT-32"),
            "Ce trajet ne mène nulle part : touche un autre endroit.",
            "This path leads nowhere: tap another place.";
        PathPoints { most: u8 } = "generik.path.points", Some("GEN-ACT-32"),
            "Un tel trajet a au plus {most} point(s).",
            "Such a path has at most {most} point(s).";
        PathBlocked { point: u32, by: Obstacle } = "generik.path.blocked", Some("GEN-ACT-32"),
            "Avant le point {point}, {by} : contourne ou arrête-toi avant.",
            "Before point {point}, {by}: go round or stop short.";
        PathDifficult = "generik.path.difficult", Some("GEN-SKL-10"),
            "Une charge ne passe que par un terrain dégagé : arrête-toi avant l’autre.",
            "A charge goes over clear ground only: stop before the rest.";
        PathLong { rule: &'static str, cost: Length, budget: Length } = "generik.path.long", Some(*rule),
            "Trop loin : le trajet coûte {cost} cm, pour {budget}. Arrête-toi plus tôt.",
            "Too far: the path costs {cost} cm, out of {budget}. Stop earlier.";
        PathLongInArmour { rule: &'static str, cost: Length, budget: Length } = "generik.path.long", Some(*rule),
            "Trop loin : le trajet coûte {cost} cm, pour {budget}. Arrête-toi plus tôt. L’armure complète compte double.",
            "Too far: the path costs {cost} cm, out of {budget}. Stop earlier. Full armour counts double.";
        PathMarker = "generik.path.marker", Some("GEN-SCN-32"),
            "On ne s’arrête pas sur un objectif : arrête-toi à côté.",
            "You cannot stop on an objective: stop beside it.";
        ClimbMarker = "generik.climb.marker", Some("GEN-SCN-32"),
            "On ne s’arrête pas sur un objectif : arrête-toi à côté.",
            "You cannot stop on an objective: stop beside it.";
        ClimbWay = "generik.climb.way", Some("GEN-GEO-14"),
            "Rien à grimper ni à sauter par là : marche.",
            "Nothing to climb or to jump that way: walk.";
        ClimbFar = "generik.climb.far", Some("GEN-GEO-14"),
            "Trop loin : on grimpe contre le bord, on saute 5 cm au plus.",
            "Too far: a climb starts right beside the edge, a jump is 5 cm at most.";
        ClimbTouch = "generik.climb.touch", Some("GEN-ACT-35"),
            "Il faut d’abord toucher ce qu’on grimpe ou qu’on franchit.",
            "Touch what you climb or vault first.";
        ClimbBlocked { by: Obstacle } = "generik.climb.blocked", Some("GEN-GEO-14"),
            "Impossible d’y arriver : {by}.",
            "There is no getting there: {by}.";
        PlaceTable { rule: &'static str } = "generik.place.table", Some(*rule),
            "Cela dépasse de la table.",
            "That is not wholly on the table.";
        PlaceTurn = "generik.place.turn", Some("GEN-GEO-07"),
            "Un décor se tourne par pas de 15°, de 0 à 23.",
            "A piece turns by steps of 15°, from 0 to 23.";
        PlaceEra = "generik.place.era", Some("GEN-SET-03"),
            "Ce décor est d’une autre époque.",
            "This piece belongs to another era.";
        PlaceCopies = "generik.place.copies", Some("GEN-SET-03"),
            "Il ne reste plus de décor de cette sorte.",
            "No piece of this kind is left.";
        PlaceSpacing = "generik.place.spacing", Some("GEN-SET-03"),
            "Il faut 10 cm entre deux décors.",
            "Pieces keep 10 cm between them.";
        PlaceOverlap = "generik.place.overlap", Some("GEN-SET-03"),
            "Deux décors se chevauchent.",
            "Two pieces overlap.";
        PlaceCentre = "generik.place.centre", Some("GEN-SET-04"),
            "Rien à moins de 10 cm du centre de la table dans ce scénario.",
            "Nothing within 10 cm of the centre of the table in this scenario.";
        PlaceUnknown = "generik.place.unknown", Some("GEN-SETS-02"),
            "Cette époque n’a pas de table de ce nom.",
            "This era has no table of that name.";
        PlaceMany = "generik.place.many", Some("GEN-SET-02"),
            "Trop de décors pour une table : 40 au plus.",
            "Too many pieces for one table: 40 at most.";
        PlaceZone = "generik.place.zone", Some("GEN-SET-08"),
            "Il faut rester à 10 cm de son bord de table.",
            "Stay within 10 cm of your own table edge.";
        PlaceBlocked { by: Obstacle } = "generik.place.blocked", Some("GEN-SET-08"),
            "Impossible de se placer là : {by}.",
            "No place there: {by}.";
        PlaceMarker = "generik.place.marker", Some("GEN-SCN-60"),
            "Trop près d’un marqueur d’objectif.",
            "Too near an objective marker.";
        PlaceTerrain = "generik.place.terrain", Some("GEN-SCN-60"),
            "Un objectif se pose hors des décors.",
            "An objective lies off terrain.";
        PlaceRoom = "generik.place.room", Some("GEN-SET-08"),
            "Trop de décors le long d’un bord : une bande ne pourrait pas s’y placer. Dégage-le.",
            "Too much terrain along a table edge: a band could not be set up there. Clear it.";
    }
}

/// The rule by which terrain lies wholly on the table.
const TERRAIN: &str = "GEN-SET-03";

/// Returns the refusal of a place for something that has its own rule to stand wholly on the table: a figure, a marker.
pub(super) fn misplaced(no: NoPlace, rule: &'static str) -> Illegal {
    match no {
        NoPlace::OffTable => Illegal::PlaceTable { rule },
        no => no.into(),
    }
}

/// Rules by which something is asked that has no list of answers.
const OPEN: &[&str] = &[
    Dec::Terrain.id(),
    Dec::Champion.id(),
    Dec::Marker.id(),
    Dec::Deployment.id(),
    "GEN-TRN-01",
    Dec::Opportunity.id(),
    Dec::Rest.id(),
    "GEN-CMP-01",
];

/// Decisions that have a list of answers.
const CLOSED: &[Dec] = &[
    Dec::Scenario,
    Dec::Edge,
    Dec::Defence,
    Dec::Designated,
    Dec::Melee,
    Dec::Moustache,
    Dec::Guard,
    Dec::Wound,
    Dec::Morale,
    Dec::Finish,
    Dec::FollowUp,
    Dec::NextTarget,
];

/// Rules of acts that cost DA.
const PRICES: &[&str] = &[
    "GEN-ACT-01",
    "GEN-ACT-02",
    "GEN-ACT-03",
    "GEN-ACT-05",
    "GEN-ACT-06",
    "GEN-ACT-07",
    "GEN-ACT-08",
    "GEN-ACT-09",
    "GEN-ACT-10",
    "GEN-ACT-11",
    "GEN-ACT-12",
    "GEN-ACT-13",
    "GEN-ACT-14",
    "GEN-ACT-15",
    "GEN-ACT-16",
    "GEN-ACT-17",
    "GEN-ACT-18",
    "GEN-ACT-19",
    "GEN-ACT-20",
    "GEN-ACT-35",
    "GEN-ACT-36",
];

/// Returns every rule that a refusal of this code may name, where it hangs on what was wrong; none for a code that has a rule of its own.
pub fn reasons(code: &str) -> Vec<&'static str> {
    let closed = CLOSED.iter().map(|dec| dec.id());
    match code {
        "generik.after.treasury" => vec!["GEN-CMP-04", "GEN-CMP-05", "GEN-CMP-06", "GEN-CMP-07"],
        "generik.after.unfit" => vec!["GEN-CMP-02", "GEN-CMP-03"],
        "generik.choice" => closed.collect(),
        "generik.da" => PRICES.to_vec(),
        "generik.gear" => vec!["GEN-ACT-16", "GEN-ACT-17", "GEN-SKL-20"],
        "generik.not_asked" | "generik.other" => OPEN.iter().copied().chain(closed).collect(),
        "generik.options" => {
            words().switch.iter().filter(|it| it.range.is_some()).map(|it| it.rule.as_str()).collect()
        }
        "generik.path.long" => vec!["GEN-ACT-31", "GEN-ACT-40", "GEN-SKL-10"],
        "generik.place.table" => vec![TERRAIN, "GEN-SET-08", "GEN-SCN-60"],
        "generik.reach" => vec!["GEN-WPN-X1", "GEN-SKL-20"],
        _ => Vec::new(),
    }
}

impl Illegal {
    /// Whether the rule it names is one of those that its code may name (see [`reasons`]); a code that is not listed has a rule of its own.
    pub(crate) fn is_reasoned(&self) -> bool {
        let rules = reasons(self.code());
        rules.is_empty() || self.rule().is_none_or(|rule| rules.contains(&rule.id()))
    }
}

/// A figure of the game that is printed by its name when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What the game started from.
    pub(super) setup: Arc<Setup>,
    /// The seat that it belongs to.
    pub(super) seat: Seat,
    /// Which of the band.
    pub(super) member: u8,
}

impl InLang for Named {
    fn in_lang(&self, _: Lang) -> impl Display + '_ {
        let band = self.setup.bands.get(usize::from(self.seat.0));
        band.and_then(|band| band.members.get(usize::from(self.member))).map_or("?", |it| it.name.as_str())
    }
}

/// A length in u, told in centimetres, rounded up to a tenth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length(pub(super) i32);

impl InLang for Length {
    fn in_lang(&self, lang: Lang) -> impl Display + '_ {
        let comma = Both(",", ".").in_lang(lang);
        let tenths = (self.0 + 9) / 10;
        match tenths % 10 {
            0 => format!("{}", tenths / 10),
            rest => format!("{}{comma}{rest}", tenths / 10),
        }
    }
}

/// The refusal of a path that costs too much, both in u, by the rule of what is walked for; `armour` when the walker's armour
/// made the ground dearer.
pub(super) const fn too_far(rule: &'static str, cost: i32, budget: i32, armour: bool) -> Illegal {
    let (cost, budget) = (Length(cost), Length(budget));
    if armour {
        Illegal::PathLongInArmour { rule, cost, budget }
    } else {
        Illegal::PathLong { rule, cost, budget }
    }
}

impl From<Halt> for Illegal {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Empty => Self::PathEmpty,
            Halt::TooManyPoints(most) => Self::PathPoints { most },
            Halt::Blocked { point, by } => Self::PathBlocked { point: u32::from(point) + 1, by },
            Halt::Difficult { .. } => Self::PathDifficult,
            Halt::TooLong { cost, budget } => too_far("GEN-ACT-31", cost, budget, false),
            Halt::Marker(_) => Self::PathMarker,
        }
    }
}

impl From<NoClimb> for Illegal {
    fn from(no: NoClimb) -> Self {
        match no {
            NoClimb::NoWay => Self::ClimbWay,
            NoClimb::TooFar => Self::ClimbFar,
            NoClimb::NotTouching => Self::ClimbTouch,
            NoClimb::Blocked(by) => Self::ClimbBlocked { by },
            NoClimb::Marker(_) => Self::ClimbMarker,
        }
    }
}

impl From<NoPlace> for Illegal {
    fn from(no: NoPlace) -> Self {
        match no {
            NoPlace::OffTable => Self::PlaceTable { rule: TERRAIN },
            NoPlace::Turn => Self::PlaceTurn,
            NoPlace::TooNear(_) => Self::PlaceSpacing,
            NoPlace::Overlap(_) => Self::PlaceOverlap,
            NoPlace::Centre => Self::PlaceCentre,
            NoPlace::Zone => Self::PlaceZone,
            NoPlace::Blocked(by) => Self::PlaceBlocked { by },
            NoPlace::Marker(_) => Self::PlaceMarker,
            NoPlace::Terrain(_) => Self::PlaceTerrain,
        }
    }
}

impl From<NoPiece> for Illegal {
    fn from(no: NoPiece) -> Self {
        match no {
            NoPiece::Era => Self::PlaceEra,
            NoPiece::NoCopy => Self::PlaceCopies,
            NoPiece::TooMany => Self::PlaceMany,
            NoPiece::NoRoom(_) => Self::PlaceRoom,
            NoPiece::Place(no) => no.into(),
        }
    }
}
#[cfg(test)]
mod tests {
    use super::WRITTEN;
    use bagarre_kit::refusal::{Refusal, listed};

    #[test]
    fn every_code_with_its_rule_and_its_words() {
        let common = &[Refusal::NotAsked, Refusal::NotAskedBy(""), Refusal::ChoiceBy("")];
        assert_eq!(listed("generik", WRITTEN, common, []), include_str!("../tests/refusals.txt"));
    }
}

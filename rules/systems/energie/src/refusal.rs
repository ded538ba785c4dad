//! What énergie refuses: codes, rules and words.

use bagarre_kit::refusal::{Both, refusals};

refusals! {
    /// A refused set-up, position or command.
    pub enum Illegal of "energie" {
        Other { rule: &'static str } = "energie.other", Some(*rule),
            "Ce n’est pas la question posée.",
            "This is not what is asked.";
        Unreadable { what: Both, why: String } = "energie.unreadable", None,
            "{what} illisible : {why}",
            "{what} cannot be read: {why}";
        Scenario = "energie.scenario", Some("ENE-SCN-07"),
            "Ce scénario n’existe pas.",
            "There is no such scenario.";
        Format { format: String } = "energie.format", Some("ENE-PLY-01"),
            "Le format « {format} » ne va pas avec ce scénario ou ce nombre de places.",
            "The format “{format}” does not suit this scenario or this number of seats.";
        Size = "energie.size", Some("ENE-PLY-01"),
            "Le format dit combien de héros joue chaque place.",
            "The format says how many heroes each seat plays.";
        Menace { most: i32 } = "energie.menace", Some("ENE-SCN-07"),
            "Ces adversaires pèsent trop lourd : {most} points de menace au plus.",
            "These opponents weigh too much: {most} points of menace at most.";
        Free = "energie.free", Some("ENE-SCN-07"),
            "Une planche libre a son meneur de jeu, ses adversaires et son objectif, de 200 caractères au plus ; les autres scénarios ont les leurs.",
            "A free page has its game master, its opponents and its objective, of 200 characters at most; other scenarios have their own.";
        Map { faults: String } = "energie.map", None,
            "Cette carte ne va pas :\n{faults}",
            "This map will not do:\n{faults}";
        Bands { seats: u8, n: usize } = "energie.bands", None,
            "Il faut {seats} groupes, en voici {n}.",
            "It takes {seats} parties, here are {n}.";
        HeroTwice { name: String } = "energie.hero.twice", Some("ENE-PLY-05"),
            "{name} ne joue qu’une fois dans un camp.",
            "{name} plays only once on a side.";
        Heroes { many: u8 } = "energie.heroes", Some("ENE-PLY-01"),
            "Cette place joue exactement {many} héros.",
            "This seat plays exactly {many} heroes.";
        Name = "energie.name", None,
            "Un nom a de 1 à 32 caractères.",
            "A name has 1 to 32 characters.";
        Scores { name: String, most: u8 } = "energie.hero.scores", Some("ENE-CRE-04"),
            "{name} : Physique et Mental vont de 1 à {most}.",
            "{name}: Physique and Mental go from 1 to {most}.";
        Budget { name: String, cost: i32, budget: i32 } = "energie.hero.budget", Some("ENE-CRE-01"),
            "{name} coûte {cost} points sur {budget}.",
            "{name} costs {cost} points of {budget}.";
        PeBonus { name: String, most: u8 } = "energie.hero.pe", Some("ENE-COR-09"),
            "{name} : au plus {most} PE de plus.",
            "{name}: at most {most} more PE.";
        Armoury { name: String } = "energie.hero.weapon", Some("ENE-CRE-02"),
            "{name} : ces armes ne s’achètent pas ainsi. Rien de base 5, rien en double, deux armes à usage unique au plus, et une arme de rechange pas plus forte que la première.",
            "{name}: weapons are not bought like this. Nothing of base 5, nothing twice, two single-use weapons at most, and no spare weapon stronger than the main one.";
        Protections { name: String, most: u8 } = "energie.hero.protection", Some("ENE-CRE-03"),
            "{name} : une armure et un bouclier, {most} points de protection au plus, et rien de blindé.",
            "{name}: one armour and one shield, {most} points of protection at most, and no plating.";
        Skills { name: String, most: usize } = "energie.hero.skills", Some("ENE-CRE-03"),
            "{name} : au plus {most} maîtrises et prodiges, aucun deux fois.",
            "{name}: at most {most} masteries and wonders, none twice.";
        FpBought { name: String } = "energie.hero.fp", Some("ENE-CRE-03"),
            "{name} : un seul facteur de puissance, de +1, dans un domaine qui s’achète.",
            "{name}: a single power factor, of +1, in a domain that can be bought.";
        Nature { name: String } = "energie.hero.kind", Some("ENE-CRE-04"),
            "{name} : sa nature ne le permet pas. Un animal n’a que ses griffes et une protection de 1, un robot ne soigne pas, un humain ne vole pas.",
            "{name}: this kind of hero cannot. An animal has claws alone and a protection of 1, a robot heals nobody, a human does not fly.";
        Sequels { name: String } = "energie.hero.sequels", Some("ENE-COR-12"),
            "{name} : séquelles et blessures viennent d’une campagne, et chaque séquelle n’y est qu’une fois.",
            "{name}: lasting injuries and wounds come from a campaign, each injury once.";
        Purse = "energie.purse", Some("ENE-FIN-07"),
            "Une campagne compte des points gagnés, et une partie seule n’en a pas.",
            "A campaign counts points that were earned, and a single game has none.";
        Places = "energie.places", Some("ENE-DEC-16"),
            "Chacun se place dans une case de son camp qui a de la place, et une mine hors de celles des autres.",
            "Place everybody in a panel of your side that has room, and mines outside those of the others.";
        NotYours = "energie.act.slot", Some("ENE-ORD-01"),
            "Ce n’est pas à ce personnage d’agir.",
            "It is not this character’s turn to act.";
        Actions { rule: &'static str, need: u8, left: u8 } = "energie.act.actions", Some(*rule),
            "Il faudrait {need} actions, il en reste {left}.",
            "It would take {need} actions, {left} are left.";
        AttackedAlready { rule: &'static str } = "energie.act.attack", Some(*rule),
            "Une seule attaque par activation.",
            "One attack an activation.";
        Again { rule: &'static str } = "energie.act.again", Some(*rule),
            "Pas deux fois.",
            "Not twice.";
        UnknownFighter = "energie.act.nobody", None,
            "Personne ne porte ce numéro ici.",
            "Nobody has this number here.";
        Target { rule: &'static str } = "energie.act.target", Some(*rule),
            "La cible est un adversaire valide ou un véhicule qui roule encore.",
            "The target is an able enemy or a vehicle that still runs.";
        Ally { rule: &'static str } = "energie.act.ally", Some(*rule),
            "Choisis un camarade encore valide, pas le personnage lui-même.",
            "Choose a friend who is still standing, not the character itself.";
        Patient { rule: &'static str } = "energie.act.patient", Some(*rule),
            "Personne à soigner ainsi, au contact.",
            "Nobody at contact to care for like this.";
        NoZone = "energie.act.zone", Some("ENE-MAP-01"),
            "Cette case n’est pas sur la carte.",
            "This panel is not on the map.";
        Sight { rule: &'static str } = "energie.act.sight", Some(*rule),
            "La cible ne se voit pas d’ici.",
            "The target cannot be seen from here.";
        Range { rule: &'static str, zones: u8 } = "energie.act.range", Some(*rule),
            "Trop loin : {zones} cases de portée, le double au plus pour une arme.",
            "Too far: a range of {zones} panels, twice that at most for a weapon.";
        Contact { rule: &'static str } = "energie.act.contact", Some(*rule),
            "Il faut être au contact.",
            "You have to be in contact.";
        AreaAim = "energie.act.area", Some("ENE-ATT-08"),
            "Une arme de zone vise une case, les autres quelqu’un.",
            "An area weapon is aimed at a panel, the others at somebody.";
        NoWeapon { rule: &'static str } = "energie.act.weapon", Some(*rule),
            "Cette arme n’est pas là.",
            "This weapon is not there.";
        WeaponUnready { rule: &'static str } = "energie.act.unready", Some(*rule),
            "Cette arme ne peut pas servir : cassée, enrayée, vide, ou posée.",
            "This weapon cannot be used: broken, jammed, empty, or laid.";
        TwoHands { rule: &'static str } = "energie.act.hands", Some(*rule),
            "Il y faudrait deux mains libres.",
            "That would take two free hands.";
        DrewAlready = "energie.act.drew", Some("ENE-ACT-04"),
            "Une arme a déjà été dégainée dans cette activation.",
            "A weapon was drawn in this activation already.";
        NotThrown = "energie.act.thrown", Some("ENE-ATT-01"),
            "Cette arme ne se lance pas.",
            "This weapon is not thrown.";
        NotJammed = "energie.act.clear", Some("ENE-ACT-08"),
            "Cette arme n’est pas enrayée, ou elle est cassée.",
            "This weapon is not jammed, or it is broken.";
        Loaded = "energie.act.load", Some("ENE-ACT-08"),
            "Cette arme est chargée.",
            "This weapon is loaded.";
        Held = "energie.act.held", Some("ENE-ACT-04"),
            "Cette arme est déjà en main, ou ne se tient pas.",
            "This weapon is in hand already, or is not held at all.";
        Aboard = "energie.act.aboard", Some("ENE-VEH-01"),
            "Pas d’un véhicule, ni sur qui est dedans.",
            "Not from a vehicle, nor on whoever is inside.";
        NotAboard = "energie.act.not_aboard", Some("ENE-VEH-01"),
            "Ce personnage n’est pas à bord.",
            "This character is not aboard.";
        NoVehicle = "energie.act.vehicle", Some("ENE-VEH-02"),
            "Pas avec ce véhicule.",
            "Not with this vehicle.";
        Prone = "energie.act.prone", Some("ENE-MOV-09"),
            "À terre, on ne peut que se relever.",
            "On the ground one can only stand up.";
        Standing = "energie.act.standing", Some("ENE-MOV-04"),
            "Ce personnage est debout.",
            "This character is standing.";
        Path { rule: &'static str } = "energie.move.path", Some(*rule),
            "Ce trajet ne tient pas ensemble.",
            "This path does not hold together.";
        Barred { rule: &'static str } = "energie.move.barred", Some(*rule),
            "Le passage est fermé, ou n’est pas pour ce personnage.",
            "The way is shut, or not for this character.";
        Full { rule: &'static str } = "energie.move.full", Some(*rule),
            "Il n’y a plus de place.",
            "There is no room.";
        TooFar { rule: &'static str } = "energie.move.far", Some(*rule),
            "C’est plus loin qu’une action ne mène.",
            "That is farther than an action leads.";
        ChargeGround = "energie.move.charge", Some("ENE-MAI-03"),
            "On charge en terrain libre.",
            "A charge goes over free ground.";
        NoExit = "energie.move.exit", Some("ENE-MAP-06"),
            "Ton camp ne sort pas par là.",
            "Your side does not leave by here.";
        NoItem = "energie.act.item", Some("ENE-MAP-07"),
            "Cet objet n’est pas là.",
            "This thing is not there.";
        NoDoor = "energie.act.door", Some("ENE-MAP-07"),
            "Pas de porte ici.",
            "There is no door here.";
        NoConsole = "energie.act.console", Some("ENE-MAP-07"),
            "Rien à actionner ici.",
            "There is nothing to work here.";
        NoFire = "energie.act.fire", Some("ENE-DOT-04"),
            "Il faut brûler et être à terre.",
            "You have to be on fire, and on the ground.";
        NoSkill = "energie.act.skill", Some("ENE-MAI-01"),
            "Ce personnage n’a pas cette maîtrise.",
            "This character has no such mastery.";
        TooWeak = "energie.act.weak", Some("ENE-MAI-03"),
            "Le prix en PE mettrait ce personnage hors de combat.",
            "The price in PE would put this character out of action.";
        OrderOf = "energie.order", Some("ENE-DEC-01"),
            "L’ordre nomme chacun des égaux une fois.",
            "The order names each of the equals once.";
        StandingLong = "energie.standing", Some("ENE-PLY-07"),
            "Au plus 16 consignes, pour ses propres personnages.",
            "At most 16 standing orders, for one’s own characters.";
        NotMaster = "energie.master", Some("ENE-MJ-01"),
            "Cela revient au meneur de jeu.",
            "That is for the game master.";
        Meddle { rule: &'static str } = "energie.meddle", Some(*rule),
            "Le meneur de jeu ne peut pas aller jusque-là.",
            "The game master cannot go that far.";
        Reserve { reserve: i32 } = "energie.reserve", Some("ENE-MJ-05"),
            "La réserve a {reserve} points, et personne n’entre où se tient un héros ou quand c’est plein.",
            "The reserve has {reserve} points, and nobody enters where a hero stands or where it is full.";
        Calm = "energie.after.calm", Some("ENE-HEA-05"),
            "Il faut un lieu calme, un soigneur debout, et un patient qui n’a pas été soigné.",
            "It takes a calm place, a healer who stands, and a patient who has not been treated.";
        HalfDays = "energie.after.rest", Some("ENE-FIN-07/ENE-R50"),
            "Tout le temps de repos est passé.",
            "All the time to rest has gone by.";
        Shelf = "energie.shelf", None,
            "Les cartes de ce jeu sont celles du livre.",
            "The maps of this game are those of the book.";
    }
}

#[cfg(test)]
mod tests {
    use super::WRITTEN;
    use bagarre_kit::refusal::{Refusal, listed};

    #[test]
    fn every_code_with_its_rule_and_its_words() {
        let common = &[Refusal::NotAskedBy(""), Refusal::ChoiceBy("")];
        assert_eq!(listed("energie", WRITTEN, common, []), include_str!("../tests/refusals.txt"));
    }
}

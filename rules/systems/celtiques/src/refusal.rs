//! What Celtiques refuses: codes, rules and words.

use bagarre_kit::refusal::{Both, refusals};

refusals! {
    /// A refused set-up, position or command.
    pub enum Illegal of "celtiques" {
        Other = "celtiques.other", None,
            "On te demande autre chose.",
            "You are asked something else.";
        Terms { why: Both } = "celtiques.terms", Some("CEL-PLY-01"),
            "Cette partie ne peut pas se jouer ainsi : {why}.",
            "This game cannot be played like that: {why}.";
        Unreadable { what: Both, why: String } = "celtiques.unreadable", None,
            "{what} : illisible ({why}).",
            "{what} cannot be read ({why}).";
        Bands { seats: u8, n: usize } = "celtiques.bands", None,
            "{n} bandes pour {seats} places.",
            "{n} bands for {seats} seats.";
        Size { n: usize, needs: u8 } = "celtiques.band.size", Some("CEL-PLY-01"),
            "Il faut {needs} combattants ; il y en a {n}.",
            "It takes {needs} fighters; there are {n}.";
        Name = "celtiques.hero.name", None,
            "Chacun a besoin d’un nom de 1 à 32 caractères.",
            "Everybody needs a name of 1 to 32 characters.";
        Attribute { name: String } = "celtiques.hero.attribute", Some("CEL-CRE-01"),
            "{name} : un attribut va de 2 à 5.",
            "{name}: an attribute is from 2 to 5.";
        Attributes { name: String, spent: i32, points: i32 } = "celtiques.hero.attributes", Some("CEL-CRE-01"),
            "{name} : {spent} points d’attributs, pour {points} au plus.",
            "{name}: {spent} points of attributes, out of {points}.";
        SkillLevel { name: String } = "celtiques.hero.skill", Some("CEL-CRE-02"),
            "{name} : une compétence va de 0 à 7.",
            "{name}: a skill is from 0 to 7.";
        Skills { name: String, spent: i32, points: i32 } = "celtiques.hero.skills", Some("CEL-CRE-02"),
            "{name} : {spent} points de compétences, pour {points} au plus.",
            "{name}: {spent} points of skills, out of {points}.";
        Confiance { name: String } = "celtiques.hero.confiance", Some("CEL-CRE-02"),
            "{name} : au plus un point de confiance à la création.",
            "{name}: at most one point of confidence at creation.";
        Specialities { name: String } = "celtiques.hero.specialities", Some("CEL-CRE-02"),
            "{name} : au plus deux spécialités, chacune une fois.",
            "{name}: at most two specialities, each once.";
        Equipment { name: String, spent: i32, points: i32 } = "celtiques.hero.equipment", Some("CEL-CRE-03"),
            "{name} : {spent} points d’équipement, pour {points} au plus.",
            "{name}: {spent} points of equipment, out of {points}.";
        Hands { name: String } = "celtiques.hero.hands", Some("CEL-CRE-03"),
            "{name} : l’arme de départ prend deux mains, le bouclier n’a plus de bras.",
            "{name}: the first weapon takes both hands, which leaves no arm for the shield.";
        Gear { name: String } = "celtiques.hero.gear", Some("CEL-CRE-03"),
            "{name} : au plus six armes dont trois javelots, un bouclier, une pièce d’armure de chaque sorte.",
            "{name}: at most six weapons with three javelins among them, one shield, one piece of armour of each kind.";
        Heads { name: String } = "celtiques.hero.heads", Some("CEL-TET-02"),
            "{name} : pas plus de têtes à la ceinture que de dés de Présence.",
            "{name}: no more heads at the belt than dice of Presence.";
        Who = "celtiques.who", None,
            "Ce combattant n’est pas le tien.",
            "This fighter is not yours.";
        Place = "celtiques.place", Some("CEL-DEC-01"),
            "On commence dans sa zone, un combattant par case libre.",
            "You begin inside your zone, one fighter to a free hexagon.";
        Chief = "celtiques.chief", Some("CEL-DEC-01"),
            "Le chef et son second sont de ton camp, et debout.",
            "The chief and the second are of your side, and standing.";
        Cry = "celtiques.cry", Some("CEL-TER-10"),
            "Pas de terreur ainsi : le carnix se sonne à condition d’en avoir un, une mâchoire cassée ne crie pas.",
            "No terror that way: the carnyx has to be carried, and a broken jaw cannot cry.";
        Twice = "celtiques.twice", None,
            "Le même combattant est nommé deux fois.",
            "The same fighter is named twice.";
        Survival = "celtiques.survival", Some("CEL-SUR-06"),
            "Le Mode Survie se tente une fois par tour.",
            "Survival mode can be tried once a turn.";
        Dodge = "celtiques.dodge", Some("CEL-ESQ-07"),
            "Ce combattant ne peut pas esquiver en ce moment.",
            "This fighter cannot dodge at the moment.";
        Move = "celtiques.move", Some("CEL-MOV-11"),
            "Ce combattant ne peut pas se déplacer ainsi en ce moment.",
            "This fighter cannot move like that at the moment.";
        Shift = "celtiques.shift", Some("CEL-MOV-11"),
            "Engagé, on se décale d’une case en restant à portée de tous ses adversaires.",
            "Engaged, you shift by one hexagon and stay in reach of every adversary.";
        Leave = "celtiques.leave", Some("CEL-ENG-04"),
            "Il n’y a rien dont se dégager, ou ce combattant est tenu.",
            "There is nothing to break away from, or this fighter is held.";
        Minor = "celtiques.minor", Some("CEL-UND-07"),
            "Ce geste n’est pas possible en ce moment.",
            "This act is not possible at the moment.";
        Lost = "celtiques.lost", Some("CEL-COR-15"),
            "Cette action est perdue.",
            "This action is lost.";
        Target = "celtiques.target", Some("CEL-MEL-07"),
            "Cette cible n’est pas à portée.",
            "This target is not in reach.";
        Charge = "celtiques.charge", Some("CEL-SPE-04"),
            "Une charge finit une ligne droite d’au moins trois cases, à portée.",
            "A charge ends a straight line of at least three hexagons, in reach.";
        Trick = "celtiques.trick", Some("CEL-SPE-19"),
            "Ce coup spécial n’est pas possible ici.",
            "This special blow is not possible here.";
        Weapon = "celtiques.weapon", Some("CEL-DEG-01"),
            "Cette arme n’est pas en main, ou ne sert pas à cela.",
            "This weapon is not in hand, or is of no use for that.";
        Shot = "celtiques.shot", Some("CEL-TIR-02"),
            "Ce tir est impossible : trop loin, caché, un ami devant, ou l’arme n’est pas prête.",
            "This shot is impossible: too far, hidden, a friend in front, or the weapon is not ready.";
        Engaged = "celtiques.engaged", Some("CEL-ENG-02"),
            "Engagé, on ne fait que du corps à corps.",
            "Engaged, you can only do close combat.";
        Hold = "celtiques.hold", Some("CEL-SPE-17"),
            "Personne n’est tenu ainsi.",
            "Nobody is held like that.";
        Call = "celtiques.call", Some("CEL-CMD-01"),
            "Cet ordre ne peut pas être donné.",
            "This order cannot be given.";
        Task = "celtiques.task", Some("CEL-LNG-02"),
            "Cette tâche n’est pas possible ici.",
            "This task is not possible here.";
        Switch { rule: &'static str } = "celtiques.switch", Some(*rule),
            "Cette règle n’est pas en jeu dans cette salle.",
            "This rule is not in play in this room.";
        Standing = "celtiques.standing", Some("CEL-PLY-07"),
            "Les consignes sont pour tes combattants, une fois chacun.",
            "Standing orders are for your own fighters, once each.";
        Master = "celtiques.master", Some("CEL-MJ-02"),
            "Seul le meneur de jeu intervient, et dans ses limites.",
            "Only the game master steps in, and within limits.";
        Late = "celtiques.late", Some("CEL-MJ-02"),
            "Trop tard pour cette action : le meneur de jeu parle avant les dés.",
            "Too late for this action: the game master speaks before the dice.";
        Reserve = "celtiques.reserve", Some("CEL-MJ-05"),
            "La réserve ne permet pas cette entrée.",
            "The reserve does not allow this entry.";
        Concede = "celtiques.concede", Some("CEL-PLY-08"),
            "Il n’y a plus rien à abandonner.",
            "There is nothing left to give up.";
        Look = "celtiques.look", None,
            "Aucun coup à peser ici.",
            "There is no blow to weigh here.";
    }
}

#[cfg(test)]
mod tests {
    use super::WRITTEN;
    use bagarre_kit::refusal::listed;

    #[test]
    fn refusals_say_what_they_said() {
        assert_eq!(listed("celtiques", WRITTEN, []), include_str!("../tests/refusals.txt"));
    }
}

//! What Celtiques refuses: codes, rules and words.

use bagarre_kit::contract::Refuse as _;
use bagarre_kit::refusal::{Both, refusals};

refusals! {
    /// A refused set-up, position or command.
    pub enum Illegal of "celtiques" {
        NotAsked { rule: &'static str } = "celtiques.not_asked", Some(*rule),
            "On ne te demande rien en ce moment.",
            "Nothing is asked of you at the moment.";
        Other { rule: &'static str } = "celtiques.other", Some(*rule),
            "On te demande autre chose.",
            "You are asked something else.";
        Terms { why: Both } = "celtiques.terms", Some("CEL-PLY-01"),
            "Cette partie ne peut pas se jouer ainsi : {why}.",
            "This game cannot be played like that: {why}.";
        Map { faults: String } = "celtiques.map", None,
            "Cette carte ne va pas :\n{faults}",
            "This map will not do:\n{faults}";
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
        Who { rule: &'static str } = "celtiques.who", Some(*rule),
            "Ce combattant n’est pas le tien.",
            "This fighter is not yours.";
        Place = "celtiques.place", Some("CEL-DEC-01"),
            "On commence dans sa zone, un combattant par case libre.",
            "You begin inside your zone, one fighter to a free hexagon.";
        Chief = "celtiques.chief", Some("CEL-DEC-01"),
            "Le chef et son second sont de ton camp, et debout.",
            "The chief and the second are of your side, and standing.";
        Cry { rule: &'static str } = "celtiques.cry", Some(*rule),
            "Pas de terreur ainsi : le carnix se sonne à condition d’en avoir un, une mâchoire cassée ne crie pas.",
            "No terror that way: the carnyx has to be carried, and a broken jaw cannot cry.";
        Twice = "celtiques.twice", None,
            "Le même combattant est nommé deux fois.",
            "The same fighter is named twice.";
        Survival = "celtiques.survival", Some("CEL-SUR-06"),
            "Le Mode Survie se tente une fois par tour.",
            "Survival mode can be tried once a turn.";
        Dodge { rule: &'static str } = "celtiques.dodge", Some(*rule),
            "Ce combattant ne peut pas esquiver en ce moment.",
            "This fighter cannot dodge at the moment.";
        Move { rule: &'static str } = "celtiques.move", Some(*rule),
            "Ce combattant ne peut pas se déplacer ainsi en ce moment.",
            "This fighter cannot move like that at the moment.";
        Shift = "celtiques.shift", Some("CEL-MOV-11"),
            "Engagé, on se décale d’une case en restant à portée de tous ses adversaires.",
            "Engaged, you shift by one hexagon and stay in reach of every adversary.";
        Leave { rule: &'static str } = "celtiques.leave", Some(*rule),
            "Il n’y a rien dont se dégager, ou ce combattant est tenu.",
            "There is nothing to break away from, or this fighter is held.";
        Minor { rule: &'static str } = "celtiques.minor", Some(*rule),
            "Ce geste n’est pas possible en ce moment.",
            "This act is not possible at the moment.";
        Yield = "celtiques.yield", Some("CEL-PRI-05"),
            "On cède le pas une fois, sans rien faire d’autre, à un combattant dont la place n’est pas encore venue.",
            "You give way once, without doing anything else, to a fighter whose place has not come yet.";
        Lost = "celtiques.lost", Some("CEL-COR-15"),
            "Cette action est perdue.",
            "This action is lost.";
        Target { rule: &'static str } = "celtiques.target", Some(*rule),
            "Cette cible n’est pas à portée.",
            "This target is not in reach.";
        Charge { rule: &'static str } = "celtiques.charge", Some(*rule),
            "Une charge finit une ligne droite d’au moins trois cases, à portée.",
            "A charge ends a straight line of at least three hexagons, in reach.";
        Trick { rule: &'static str } = "celtiques.trick", Some(*rule),
            "Ce coup spécial n’est pas possible ici.",
            "This special blow is not possible here.";
        Weapon { rule: &'static str } = "celtiques.weapon", Some(*rule),
            "Cette arme n’est pas en main, ou ne sert pas à cela.",
            "This weapon is not in hand, or is of no use for that.";
        Shot { rule: &'static str } = "celtiques.shot", Some(*rule),
            "Ce tir est impossible : trop loin, caché, un ami devant, ou l’arme n’est pas prête.",
            "This shot is impossible: too far, hidden, a friend in front, or the weapon is not ready.";
        Engaged = "celtiques.engaged", Some("CEL-ENG-02"),
            "Engagé, on ne fait que du corps à corps.",
            "Engaged, you can only do close combat.";
        Hold { rule: &'static str } = "celtiques.hold", Some(*rule),
            "Personne n’est tenu ainsi.",
            "Nobody is held like that.";
        Call { rule: &'static str } = "celtiques.call", Some(*rule),
            "Cet ordre ne peut pas être donné.",
            "This order cannot be given.";
        Task { rule: &'static str } = "celtiques.task", Some(*rule),
            "Cette tâche n’est pas possible ici.",
            "This task is not possible here.";
        Switch { rule: &'static str } = "celtiques.switch", Some(*rule),
            "Cette règle n’est pas en jeu dans cette salle.",
            "This rule is not in play in this room.";
        Standing { rule: &'static str } = "celtiques.standing", Some(*rule),
            "Les consignes sont pour tes combattants, une fois chacun.",
            "Standing orders are for your own fighters, once each.";
        Master { rule: &'static str } = "celtiques.master", Some(*rule),
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

/// The rules that a refusal names, where they hang on what was wrong: codes, and rules that say why a refusal of each of them is made.
const REASONS: &[(&[&str], &[&str])] = &[
    (&["celtiques.not_asked"], &["CEL-PLY-02"]),
    (
        &["celtiques.not_asked", "celtiques.other"],
        &["CEL-DEC-01", "CEL-DEC-02", "CEL-PLY-04", "CEL-DEC-27", "CEL-ALG-03"],
    ),
    // The rule of each short question, which says who decides.
    (
        &["celtiques.not_asked", "celtiques.other", "celtiques.choice"],
        &[
            "CEL-DCL-02",
            "CEL-DEC-05",
            "CEL-DEC-09",
            "CEL-DEC-10",
            "CEL-DEC-11",
            "CEL-DEC-16",
            "CEL-DEC-17",
            "CEL-DEC-20",
            "CEL-DEC-22",
            "CEL-DEC-29",
            "CEL-DEC-30",
            "CEL-DEC-31",
        ],
    ),
    (&["celtiques.other"], &["CEL-FIN-05", "CEL-PLY-09"]),
    (
        &["celtiques.who"],
        &[
            "CEL-PLY-01",
            "CEL-PLY-03",
            "CEL-PLY-10",
            "CEL-COR-17",
            "CEL-TER-11",
            "CEL-R88",
            "CEL-DCL-04",
            "CEL-ALG-03",
        ],
    ),
    (&["celtiques.cry"], &["CEL-TER-10", "CEL-CRI-02", "CEL-COR-17"]),
    (&["celtiques.dodge"], &["CEL-COR-16", "CEL-UND-06", "CEL-MOV-08"]),
    (
        &["celtiques.move"],
        &[
            "CEL-MOV-08",
            "CEL-MOV-09",
            "CEL-MOV-11",
            "CEL-SPE-17",
            "CEL-EMP-05",
            "CEL-HEX-01",
            "CEL-HEX-05",
            "CEL-CRI-02",
            "CEL-COR-16",
            "CEL-TIR-14",
        ],
    ),
    (&["celtiques.leave"], &["CEL-ENG-04", "CEL-SPE-17", "CEL-EMP-05", "CEL-HEX-01"]),
    (
        &["celtiques.minor"],
        &[
            "CEL-INN-03",
            "CEL-UND-07",
            "CEL-MOV-09",
            "CEL-SPE-14",
            "CEL-SPE-17",
            "CEL-DEG-01",
            "CEL-EMP-05",
            "CEL-CRE-03",
            "CEL-SCN-06",
        ],
    ),
    (&["celtiques.target"], &["CEL-MEL-07", "CEL-DEC-08", "CEL-RES-04"]),
    (
        &["celtiques.charge"],
        &["CEL-SPE-04", "CEL-SPE-19", "CEL-HEX-04", "CEL-HEX-07", "CEL-MOV-09", "CEL-MOV-11"],
    ),
    (
        &["celtiques.trick"],
        &[
            "CEL-SPE-05",
            "CEL-SPE-07",
            "CEL-SPE-08",
            "CEL-SPE-09",
            "CEL-SPE-15",
            "CEL-SPE-17",
            "CEL-SPE-19",
            "CEL-ACT-07",
            "CEL-DEG-02",
            "CEL-EMP-05",
        ],
    ),
    (
        &["celtiques.weapon"],
        &["CEL-DEG-02", "CEL-DEG-03", "CEL-CRE-03", "CEL-EMP-01", "CEL-EMP-02", "CEL-EMP-05", "CEL-CHV-03"],
    ),
    (
        &["celtiques.shot"],
        &[
            "CEL-TIR-02",
            "CEL-TIR-09",
            "CEL-TIR-14",
            "CEL-TIR-15",
            "CEL-DEG-01",
            "CEL-DEG-02",
            "CEL-DEG-03",
            "CEL-DEG-04",
            "CEL-HEX-06",
            "CEL-EMP-05",
            "CEL-DEC-24",
            "CEL-DUE-01",
        ],
    ),
    (&["celtiques.hold"], &["CEL-SPE-15", "CEL-SPE-16", "CEL-SPE-17", "CEL-SPE-18"]),
    (
        &["celtiques.call"],
        &[
            "CEL-CMD-01",
            "CEL-CMD-02",
            "CEL-CMD-04",
            "CEL-CMD-07",
            "CEL-CMD-11",
            "CEL-CMD-12",
            "CEL-CMD-14",
            "CEL-CRI-02",
            "CEL-TER-09",
        ],
    ),
    (
        &["celtiques.task"],
        &["CEL-LNG-02", "CEL-LNG-03", "CEL-LNG-04", "CEL-TET-02", "CEL-TET-03", "CEL-TET-04", "CEL-TET-05"],
    ),
    (&["celtiques.switch"], &["CEL-LNG-03", "CEL-RES-04", "CEL-DUE-01"]),
    (&["celtiques.standing"], &["CEL-PLY-07", "CEL-PLY-10", "CEL-PLY-11"]),
    (
        &["celtiques.master"],
        &[
            "CEL-MJ-01",
            "CEL-MJ-02",
            "CEL-MJ-03",
            "CEL-MJ-04",
            "CEL-MJ-06",
            "CEL-PRI-03",
            "CEL-PRI-06",
            "CEL-UND-04",
            "CEL-INN-02",
            "CEL-ESQ-06",
            "CEL-RES-01",
            "CEL-TIR-10",
            "CEL-CMD-08",
            "CEL-CMD-09",
            "CEL-TER-09",
            "CEL-TET-04",
            "CEL-MOV-04",
            "CEL-LNG-02",
            "CEL-SCN-07",
        ],
    ),
];

/// Returns every rule that a refusal of this code may name, see `REASONS`; none for a code that has a rule of its own.
pub fn reasons(code: &str) -> Vec<&'static str> {
    let own = REASONS.iter().filter(|(codes, _)| codes.contains(&code));
    own.flat_map(|(_, rules)| rules.iter().copied()).collect()
}

/// Returns every code of `REASONS`, once.
#[cfg(feature = "testkit")]
pub fn reasoned() -> std::collections::BTreeSet<&'static str> {
    REASONS.iter().flat_map(|(codes, _)| codes.iter().copied()).collect()
}

impl Illegal {
    /// Whether the rule it names is one of those that its code may name (see [`REASONS`]); a code that is not listed has a rule of its own.
    pub(crate) fn is_reasoned(&self) -> bool {
        let rules = reasons(self.code());
        rules.is_empty() || self.rule().is_none_or(|rule| rules.contains(&rule.id()))
    }
}

#[cfg(test)]
mod tests {
    use super::WRITTEN;
    use bagarre_kit::refusal::{Refusal, listed};

    #[test]
    fn refusals_say_what_they_said() {
        assert_eq!(
            listed("celtiques", WRITTEN, &[Refusal::ChoiceBy("")], []),
            include_str!("../tests/refusals.txt")
        );
    }
}

//! Every weapon of the four armouries in action (section 20): what is loaded, spent and reloaded, how many shots and attacks there
//! are, what dice it adds to. Reach: `shooting`; prices: `weapons`.

use bagarre_generik::testkit::event::{Throw, What};
use bagarre_generik::testkit::ids::Era;

use crate::harness::{Case, Played};

/// Sum of the modifiers of the first dice of a kind.
fn mods(played: &Played, wanted: Throw) -> Option<i8> {
    played.facts.iter().find_map(|fact| match &fact.what {
        What::Rolled { throw, mods, .. } if *throw == wanted => Some(mods.iter().map(|it| it.n).sum()),
        _ => None,
    })
}

fn shot(era: Era, weapon: &str, act: &str, dice: &str) -> Case {
    Case::new(&format!("a1 6000,4000 {weapon}; b1 6000,5750 da=0; b2 11700,11700"))
        .era(era)
        .act(act)
        .dice(dice)
}

/// Rule, era, weapon, loads after a shot, loads after a natural 1.
const RANGED: [(&str, Era, &str, u8, u8); 22] = [
    ("GEN-WPN-W2", Era::Western, "fusil_de_chasse", 1, 0),
    ("GEN-WPN-W3", Era::Western, "winchester", 1, 0),
    ("GEN-WPN-W4", Era::Western, "fusil_a_bison", 1, 0),
    ("GEN-WPN-W5", Era::Western, "colt", 1, 0),
    ("GEN-WPN-W6", Era::Western, "double_colt", 1, 0),
    ("GEN-WPN-W7", Era::Western, "colt_long", 1, 0),
    ("GEN-WPN-W8", Era::Western, "derringer", 1, 0),
    ("GEN-WPN-P6", Era::Pirates, "tromblon", 1, 0),
    ("GEN-WPN-P7", Era::Pirates, "pistolet", 0, 0),
    ("GEN-WPN-P8", Era::Pirates, "deux_pistolets", 1, 1),
    ("GEN-WPN-P9", Era::Pirates, "p_fusil", 0, 0),
    ("GEN-WPN-P10", Era::Pirates, "couteau_de_lance", 1, 1),
    ("GEN-WPN-S2", Era::Ww2, "fusil", 1, 0),
    ("GEN-WPN-S5", Era::Ww2, "grenade", 1, 0),
    ("GEN-WPN-M5", Era::Medieval, "tromblon", 1, 0),
    ("GEN-WPN-M6", Era::Medieval, "pistolet", 0, 0),
    ("GEN-WPN-M7", Era::Medieval, "deux_pistolets", 1, 1),
    ("GEN-WPN-M8", Era::Medieval, "m_fusil", 0, 0),
    ("GEN-WPN-M9", Era::Medieval, "couteau_de_lance", 1, 1),
    ("GEN-WPN-M10", Era::Medieval, "arbalete", 0, 0),
    ("GEN-WPN-M11", Era::Medieval, "arc", 0, 0),
    ("GEN-WPN-S8", Era::Ww2, "fusil_de_sniper", 1, 0),
];

#[test]
fn loads_of_every_ranged_weapon() {
    for (rule, era, weapon, after, after_one) in RANGED {
        let played = shot(era, weapon, "a1 shoot b1", "A3 D6").check();
        assert_eq!(played.figure("a1").charges[0], after, "{rule}");
        let played = shot(era, weapon, "a1 shoot b1", "A1 D6").check();
        assert_eq!(played.figure("a1").charges[0], after_one, "{rule}");
    }
    // GEN-WPN-S9 cannot fire so near.
    let mortar = Case::new("a1 6000,1000 mortier_leger; b1 6000,6000 da=0").era(Era::Ww2).act("a1 shoot b1");
    mortar.dice("A1 D6").expect("a1 charges 0").check();
}

/// Three shots for 2 DA: GEN-WPN-W6, S3, S6, S7, and nothing else.
#[test]
fn three_shots() {
    for (rule, era, weapon, ..) in RANGED {
        if rule != "GEN-WPN-W6" {
            let case = shot(era, weapon, "", "");
            assert_eq!(case.refused("a1 multi b1").0, "generik.shoot.multi", "{rule}");
        }
    }
    for (rule, era, weapon) in [
        ("GEN-WPN-W6", Era::Western, "double_colt"),
        ("GEN-WPN-S3", Era::Ww2, "pistolet_mitrailleur"),
        ("GEN-WPN-S6", Era::Ww2, "mitrailleuse_legere"),
        ("GEN-WPN-S7", Era::Ww2, "mitrailleuse_lourde"),
    ] {
        let played = shot(era, weapon, "a1 multi b1", "A2 D6 A2 D6 A2 D6").defaults().check();
        let shots = played.facts.iter().filter(|fact| matches!(fact.what, What::Attack { .. })).count();
        assert_eq!((shots, played.figure("a1").da), (3, 0), "{rule}");
    }
}

/// Reloads for 1 DA: GEN-WPN-W3, W5, W7, S4, M11; the others take 2 (GEN-ACT-38, R-288).
#[test]
fn fast_reloads() {
    let fast = ["GEN-WPN-W3", "GEN-WPN-W5", "GEN-WPN-W7", "GEN-WPN-M11"];
    for (rule, era, weapon, ..) in RANGED {
        let empty = || Case::new(&format!("a1 6000,4000 {weapon} charges=0; b1 6000,5750")).era(era);
        assert_eq!(empty().allows("a1 reload fast"), fast.contains(&rule), "{rule}");
        let full = if rule == "GEN-WPN-P8" || rule == "GEN-WPN-M7" { 2 } else { 1 };
        empty().act("a1 reload all").expect(&format!("a1 da 0; a1 charges {full}")).check();
    }
    let pistol = Case::new("a1 6000,4000 s_pistolet charges=0; b1 6000,5750").era(Era::Ww2);
    pistol.act("a1 reload fast").expect("a1 da 1; a1 charges 1").check();
}

/// GEN-WPN-S4 shoots like a Colt; GEN-WPN-S6 and S7 wound more, GEN-WPN-S2 hits more, GEN-WPN-S8 only when it takes its time.
#[test]
fn weapons_of_the_war() {
    let attack = |weapon: &str, act: &str| mods(&shot(Era::Ww2, weapon, act, "A1 D6").check(), Throw::Attack);
    assert_eq!(attack("s_pistolet", "a1 shoot b1"), Some(0));
    assert_eq!(attack("fusil", "a1 shoot b1"), Some(1));
    assert_eq!(attack("fusil", "a1 powerful b1"), Some(2));
    assert_eq!(attack("fusil_de_sniper", "a1 shoot b1"), Some(0));
    assert_eq!(attack("fusil_de_sniper", "a1 powerful b1"), Some(2));
    let wound = |weapon: &str| mods(&shot(Era::Ww2, weapon, "a1 shoot b1", "A6 D1 W1").check(), Throw::Wound);
    assert_eq!(wound("mitrailleuse_legere"), Some(1));
    assert_eq!(wound("mitrailleuse_lourde"), Some(1));
    assert_eq!(wound("fusil"), Some(0));
}

/// GEN-WPN-W9, P11, X1: once a phase, a visible enemy within 10 cm, locked or not.
#[test]
fn cards_and_parrot() {
    for (rule, era, weapon) in
        [("GEN-WPN-W9", Era::Western, "jeu_de_carte"), ("GEN-WPN-P11", Era::Pirates, "perroquet")]
    {
        let case = || Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,7250 da=2")).era(era);
        for (face, left) in [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)] {
            let played = case().act("a1 distract b1").dice(&format!("X{face}")).expect("a1 da 1").check();
            assert_eq!(played.figure("b1").da, left, "{rule} {face}");
        }
        // T32: never below 0 (GEN-STA-10).
        Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,7250 da=1"))
            .era(era)
            .act("a1 distract b1")
            .dice("X6")
            .expect("b1 da 0; told GEN-WPN-X1")
            .check();
        let far = Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,7251")).era(era);
        assert_eq!(far.refused("a1 distract b1").1, "GEN-WPN-X1", "{rule}");
        let used = Case::new(&format!("a1 6000,6000 {weapon} distract_used; b1 6000,7250")).era(era);
        assert_eq!(used.refused("a1 distract b1").1, "GEN-ACT-16", "{rule}");
        let locked = Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,6250")).era(era);
        assert_eq!(locked.refused("a1 distract b1").1, "GEN-ACT-33", "{rule}");
    }
}

/// Close-combat weapons: what each adds to the attack die, the defence dice and the wound die of its bearer, against an enemy with
/// empty hands: GEN-WPN-W1, P1, P2, P3, P4, P5, S1, M1, M2, M3, M4, and GEN-WPN-M12, which is no weapon to strike with.
#[test]
fn close_combat_weapons() {
    for (rule, era, weapon, die, wound) in [
        ("GEN-WPN-W1", Era::Western, "couteau", 1, 0),
        ("GEN-WPN-P1", Era::Pirates, "epee", 0, 0),
        ("GEN-WPN-P2", Era::Pirates, "deux_mains", 0, 1),
        ("GEN-WPN-P3", Era::Pirates, "armes_diverses", 1, 0),
        ("GEN-WPN-P4", Era::Pirates, "deux_armes", 0, 0),
        ("GEN-WPN-P5", Era::Pirates, "crochet", 0, 0),
        ("GEN-WPN-S1", Era::Ww2, "baionnette", 0, 1),
        ("GEN-WPN-M1", Era::Medieval, "epee", 0, 0),
        ("GEN-WPN-M2", Era::Medieval, "deux_mains", 0, 1),
        ("GEN-WPN-M3", Era::Medieval, "armes_diverses", 1, 0),
        ("GEN-WPN-M4", Era::Medieval, "deux_armes", 0, 0),
    ] {
        let attacking = Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,6250 da=0")).era(era);
        let played = attacking.act("a1 attack b1").dice("A6 D1 W3").defaults().check();
        assert_eq!(
            (mods(&played, Throw::Attack), mods(&played, Throw::Wound)),
            (Some(die), Some(wound)),
            "{rule}"
        );
        let defending = Case::new(&format!("a1 6000,6000; b1 6000,6250 {weapon} da=0")).era(era);
        let played = defending.act("a1 attack b1").dice("A1 D6 W3").defaults().check();
        assert_eq!(
            (mods(&played, Throw::Defence), mods(&played, Throw::Wound)),
            (Some(die), Some(wound)),
            "{rule}"
        );
        // GEN-CC-10: two of them strike three times.
        let pair = rule == "GEN-WPN-P4" || rule == "GEN-WPN-M4";
        let case = Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,6250")).era(era);
        assert_eq!(case.allows("a1 flurry b1"), pair, "{rule}");
        // GEN-CC-12.
        assert_eq!(case.allows("a1 hook b1"), rule == "GEN-WPN-P5", "{rule}");
    }
}

/// GEN-WPN-M12, R-289: once a turn, any attack die, from any side; a new turn brings it back.
#[test]
fn shield_once_a_turn() {
    Case::new("a1 6000,6000; b1 6000,6250 da=0 bouclier >n")
        .era(Era::Medieval)
        .act("a1 attack b1")
        .act("a1 attack b1")
        .dice("A5 A2 D2 A5 D5")
        .answers(&["shield"])
        .expect("told GEN-WPN-M12; a1 da 0")
        .check();
    Case::new("a1 6000,6000 da=1; b1 6000,6250 da=0 bouclier")
        .era(Era::Medieval)
        .act("a1 attack b1")
        .act("end")
        .act("end")
        .act("end")
        .dice("A5 A2 D2")
        .answers(&["shield"])
        .expect("turn 2")
        .play()
        .holds("b1 da 2");
}

/// GEN-WPN-M13, M14, R-290: saves on 6 and on 5; plate climbs nothing.
#[test]
fn armours() {
    let saved = |armour: &str, face: u8| {
        let dice = if (armour == "armure_legere" && face == 6) || (armour == "armure_complete" && face >= 5) {
            format!("A6 D1 X{face}")
        } else {
            format!("A6 D1 X{face} W1")
        };
        let case = Case::new(&format!("a1 6000,6000 couteau_de_lance; b1 6000,7250 da=0 {armour}"));
        let played = case.era(Era::Medieval).act("a1 shoot b1").dice(&dice).check();
        !played.figure("b1").down
    };
    for face in 1..=6 {
        assert_eq!(saved("armure_legere", face), face == 6);
        assert_eq!(saved("armure_complete", face), face >= 5);
    }
}

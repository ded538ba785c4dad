//! Shooting (section 11) and the vectors of section 25.2 that shoot. Two figures on open ground are 10 cm apart unless the
//! text says otherwise: centres 1250 u apart.

use bagarre_generik::testkit::event::{Throw, Verdict, What, Why};
use bagarre_generik::testkit::ids::{Dec, Era, Weapon};

use crate::harness::{Case, Played};

/// A shot of `a1` at `b1`, 10 cm north of it; `a` and `b` say what they carry and are.
fn duel(a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,6000 {a}; b1 6000,7250 {b}")).act("a1 shoot b1")
}

/// The same at a distance from edge to edge in u.
fn at_range(u: i32, a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,2000 {a}; b1 6000,{} {b}", 2250 + u))
}

/// The modifiers of the attack die, by rule.
fn attack_mods(played: &Played) -> Vec<(String, i8)> {
    let mut found = Vec::new();
    for fact in &played.facts {
        if let What::Rolled { throw: Throw::Attack, mods, .. } = &fact.what {
            found = mods.iter().map(|it| (it.rule.id().to_owned(), it.n)).collect();
        }
    }
    found
}

/// T01: a hit, a knock-down that takes all DA, a push of 5 cm (GEN-SHT-04, GEN-WND-01, GEN-KND-01).
#[test]
fn t01_a_colt_knocks_down() {
    duel("colt", "da=0")
        .dice("A4 D3 W2")
        .expect("a1 da 1; b1 down; b1 da 0; b1 at 6000,7750; told GEN-KND-03; unasked 17; open")
        .check();
}

/// T02: a tie misses (GEN-SHT-04 step 8).
#[test]
fn t02_a_tie_misses() {
    let played = duel("colt", "da=0").dice("A4 D4").expect("b1 up; b1 at 6000,7250; a1 da 1").check();
    assert!(played.has_fact(|what| matches!(what, What::Verdict { verdict: Verdict::Miss, .. })));
}

/// T03: the defender pays for a second die (GEN-DEC-17) and is wounded at long range.
#[test]
fn t03_a_winchester_at_long_range_against_two_dice() {
    at_range(4500, "winchester", "")
        .act("a1 shoot b1")
        .dice("A6 D4,4 W4")
        .answers(&["1"])
        .expect("b1 wounded; b1 up; b1 da 0; asked 17; told GEN-WND-01")
        .check();
}

/// T04: a natural 1 of a powerful shot still hits, and empties the weapon (GEN-SHT-06, R-121).
#[test]
fn t04_a_powerful_one_hits_and_empties() {
    Case::new("a1 6000,6000 colt; b1 6000,7250 da=0")
        .act("a1 powerful b1")
        .dice("A1 D1 W3")
        .expect("b1 down; a1 charges 0; a1 da 0; told GEN-SHT-06; told GEN-ACT-39")
        .check();
}

/// T05: a throwing knife never empties.
#[test]
fn t05_a_throwing_knife_is_never_empty() {
    duel("couteau_de_lance", "da=0")
        .era(Era::Pirates)
        .dice("A1 D1")
        .expect("b1 up; a1 charges 1; untold GEN-SHT-06")
        .check();
}

/// T06: powder weapons are empty after every shot (GEN-SHT-07).
#[test]
fn t06_a_musket_is_empty_after_its_shot() {
    duel("p_fusil", "da=0")
        .era(Era::Pirates)
        .dice("A5 D2 W5")
        .expect("b1 wounded; a1 charges 0; told GEN-SHT-07; untold GEN-SHT-06")
        .check();
}

/// T07: cover and long range together (GEN-COV-02, GEN-COV-05).
#[test]
fn t07_cover_counts_from_the_front() {
    at_range(4500, "winchester", "da=0 cover >s")
        .act("a1 shoot b1")
        .dice("A5 D3")
        .expect("b1 up; b1 cover")
        .check();
}

/// T08: no cover from behind; the knock-down ends it.
#[test]
fn t08_cover_does_not_count_from_behind() {
    at_range(4500, "winchester", "da=0 cover >n")
        .act("a1 shoot b1")
        .dice("A5 D3 W1")
        .expect("b1 down; b1 bare")
        .check();
}

/// T09: −1 against a figure on the ground.
#[test]
fn t09_a_down_target_is_harder_to_hit() {
    duel("colt", "da=0 down").dice("A4 D3").expect("b1 at 6000,7250; b1 on").check();
    duel("colt", "da=0 down")
        .options(|options| options.down_target_shoot_mod = 0)
        .dice("A4 D3 W1")
        .expect("b1 at 6000,7750")
        .check();
}

/// T10: +1 to the wound of a figure that was down before (GEN-WND-02).
#[test]
fn t10_a_down_target_dies_sooner() {
    duel("colt", "da=0 down; b2 11000,11000").dice("A6 D3 W5").expect("b1 ooa; told GEN-WND-01").check();
}

/// T11 (GEN-WPN-W8), T12 (GEN-WND-03).
#[test]
fn t11_t12_a_derringer_and_a_second_wound() {
    duel("derringer", "da=0").dice("A6 D1 W4").expect("b1 down; b1 well").check();
    duel("colt", "da=0 wounded; b2 11000,11000").dice("A6 D1 W4").expect("b1 ooa; told GEN-WND-03").check();
}

/// T13, T14: armour (GEN-WND-05, GEN-WPN-M13, GEN-WPN-M14).
#[test]
fn t13_t14_armour() {
    duel("arbalete", "da=0 armure_legere")
        .era(Era::Medieval)
        .dice("A6 D1 X6")
        .expect("b1 up; b1 well; b1 at 6000,7250; told GEN-WND-05; untold GEN-WND-01")
        .check();
    duel("couteau_de_lance", "da=0 armure_complete; b2 11000,11000")
        .era(Era::Medieval)
        .dice("A6 D1 X4 W6")
        .expect("b1 ooa")
        .check();
    duel("couteau_de_lance", "da=0 armure_complete")
        .era(Era::Medieval)
        .dice("A6 D1 X5")
        .expect("b1 up")
        .check();
}

/// T23: a shot into a melee strikes the shooter's own friend (GEN-SHT-08, GEN-DEC-19): the phase ends (GEN-TRN-04 b).
#[test]
fn t23_redirected_into_an_own_friend() {
    let figures = "a1 6000,6000 colt; a2 6250,7250; b1 6000,7250 da=0";
    Case::new(figures)
        .act("a1 shoot b1")
        .dice("A6 D2 X1 W1")
        .answers(&["a2"])
        .expect("a2 down; b1 up; ended hurt; phase b; asked 19; told GEN-SHT-08")
        .check();
    // 4 to 6: the aimed figure.
    Case::new(figures)
        .act("a1 shoot b1")
        .dice("A6 D2 X4 W1")
        .expect("a2 up; b1 down; open; unasked 19")
        .check();
    // The default is the friend of the shooter who touches the aimed figure.
    let played = Case::new(figures).act("a1 shoot b1").dice("A6 D2 X3 W1").defaults().check();
    played.holds("a2 down");
}

/// T29: shotgun and blunderbuss push 10 cm (GEN-WPN-W2, P6, M5).
#[test]
fn t29_a_shotgun_pushes_ten_centimetres() {
    duel("fusil_de_chasse", "da=0").dice("A5 D2 W3").expect("b1 at 6000,8250").check();
    for era in [Era::Pirates, Era::Medieval] {
        duel("tromblon", "da=0").era(era).dice("A5 D2 W3").expect("b1 at 6000,8250").check();
    }
}

/// T30: a pair volley is a powerful shot, then a normal one (GEN-SHT-10, R-126, GEN-WPN-P8, M7).
#[test]
fn t30_pair_volley() {
    for era in [Era::Pirates, Era::Medieval] {
        Case::new("a1 6000,6000 deux_pistolets; b1 6000,7250 da=0; b2 7250,6000 da=0")
            .era(era)
            .act("a1 volley b1")
            .dice("A4 D4 W1 A3 D2 W4")
            .answers(&["b2"])
            .expect("b1 down; b2 wounded; a1 charges 0; a1 da 0; asked 28")
            .check();
        // Both at one target: the second meets a figure on the ground.
        Case::new("a1 6000,6000 deux_pistolets; b1 6000,7250 da=0")
            .era(era)
            .act("a1 volley b1")
            .dice("A4 D4 W1 A3 D2")
            .answers(&["b1"])
            .expect("b1 down; b1 well; a1 charges 0")
            .check();
        // One at a time.
        Case::new("a1 6000,6000 deux_pistolets; b1 6000,7250 da=0")
            .era(era)
            .act("a1 shoot b1")
            .dice("A4 D4")
            .expect("a1 charges 1; a1 da 1")
            .check();
    }
}

/// T31: a grenade (GEN-SHT-12, R-129, GEN-WPN-S5).
#[test]
fn t31_a_grenade() {
    Case::new("a1 6000,6000 grenade; b1 6000,7000 da=0; b2 6000,7650 da=1; b3 5500,7000 da=2; b4 6000,8260")
        .era(Era::Ww2)
        .act("a1 shoot b1")
        .dice("A5 D1 W2 X4 X3")
        .expect("b1 down; b1 da 0; b2 down; b2 da 1; b3 up; b4 up")
        .check();
}

/// GEN-SHT-01: no friend, no target out of sight, none in contact, no empty weapon.
#[test]
fn gen_sht_01_legal_targets() {
    let case = Case::new("a1 6000,6000 colt; a2 7000,6000; b1 6000,7250; b2 3000,6000 ooa");
    let code = |text: &str| case.refused(text).0;
    assert_eq!(code("a1 shoot a2"), "generik.shoot.target");
    assert_eq!(code("a1 shoot b2"), "generik.shoot.target");
    assert_eq!(code("a2 shoot b1"), "generik.shoot.weapon");
    assert_eq!(code("a1 multi b1"), "generik.shoot.multi");
    assert_eq!(code("a1 volley b1"), "generik.shoot.volley");
    let empty = Case::new("a1 6000,6000 colt charges=0; b1 6000,7250");
    assert_eq!(empty.refused("a1 shoot b1"), ("generik.shoot.empty".into(), "GEN-SHT-01".into()));
    // down or not; a standing one locks the shooter besides.
    let touching = Case::new("a1 6000,6000 colt; b1 6000,6250 down");
    assert_eq!(touching.refused("a1 shoot b1").0, "generik.shoot.contact");
    assert_eq!(Case::new("a1 6000,6000 colt; b1 6000,6250").refused("a1 shoot b1").1, "GEN-ACT-33");
    // Behind a saloon.
    let hidden = Case::new("a1 6000,4000 winchester; b1 6000,8000").terrain("W-1 6000,6000");
    assert_eq!(hidden.refused("a1 shoot b1"), ("generik.shoot.sight".into(), "GEN-LOS-01".into()));
    // GEN-ACT-34: an own shot turns to its target first.
    Case::new("a1 6000,6000 colt >s; b1 6000,7250 da=0")
        .act("a1 shoot b1")
        .dice("A1 D1")
        .expect("a1 faces 0,1250; told GEN-ACT-34")
        .check();
}

/// GEN-SHT-02, R-132: boundaries belong to the nearer band. The example of the Colt, to the tenth of a millimetre.
#[test]
fn gen_sht_02_bands() {
    let long = |u: i32| {
        let played = at_range(u, "colt", "da=0").act("a1 shoot b1").dice("A1 D6").check();
        played.has_fact(|what| matches!(what, What::Attack { long: true, .. }))
    };
    assert!(!long(2000));
    assert!(long(2001));
    assert!(long(3000));
    let far = at_range(3001, "colt", "");
    assert_eq!(far.refused("a1 shoot b1"), ("generik.shoot.range".into(), "GEN-SHT-02".into()));
    // "s/-": no long band.
    assert!(at_range(3000, "fusil_de_chasse", "").allows("a1 shoot b1"));
    assert!(!at_range(3001, "fusil_de_chasse", "").allows("a1 shoot b1"));
    // a mortar has only a long one.
    assert!(!at_range(4000, "mortier_leger", "").era(Era::Ww2).allows("a1 shoot b1"));
    assert!(at_range(9500, "mortier_leger", "").era(Era::Ww2).allows("a1 shoot b1"));
    let played =
        at_range(4001, "mortier_leger", "da=0").era(Era::Ww2).act("a1 shoot b1").dice("A1 D6").check();
    assert_eq!(attack_mods(&played), [("GEN-SHT-03".to_owned(), -1)]);
}

/// Reach of every ranged weapon, in both bands (GEN-WPN).
#[test]
fn gen_sht_02_reach_of_every_weapon() {
    for weapon in bagarre_generik::testkit::tables::weapons().iter().filter(|it| it.ranged()) {
        let reach = weapon.short.max(weapon.long);
        let case = |u: i32| at_range(u, weapon.id.id(), "da=0").era(weapon.era);
        if reach < 9500 {
            assert!(case(reach).allows("a1 shoot b1"), "{}", weapon.rule);
            assert!(!case(reach + 1).allows("a1 shoot b1"), "{}", weapon.rule);
        }
        if weapon.long > 0 && !weapon.no_short {
            let played = case(weapon.short + 1).act("a1 shoot b1").dice("A1 D6").check();
            assert_eq!(attack_mods(&played), [("GEN-SHT-03".to_owned(), -1)], "{}", weapon.rule);
        }
    }
}

/// GEN-SHT-03: Tir d'élite (GEN-SKL-07), Tremblote (GEN-SKL-16), the rifle of GEN-WPN-S2 and the sniper's of GEN-WPN-S8.
#[test]
fn gen_sht_03_modifiers() {
    let mods = |u: i32, a: &str, act: &str, era: Era| {
        let case = at_range(u, a, "da=0").era(era).act(act);
        let total = |mods: Vec<(String, i8)>| mods.iter().map(|it| it.1).sum::<i8>();
        total(attack_mods(&case.dice("A1 D6").check()))
    };
    assert_eq!(mods(1000, "colt", "a1 shoot b1", Era::Western), 0);
    assert_eq!(mods(1000, "colt", "a1 powerful b1", Era::Western), 1);
    assert_eq!(mods(1000, "colt tir_d_elite", "a1 powerful b1", Era::Western), 2);
    assert_eq!(mods(1000, "colt tir_d_elite", "a1 shoot b1", Era::Western), 0);
    assert_eq!(mods(2500, "colt", "a1 shoot b1", Era::Western), -1);
    assert_eq!(mods(2500, "colt tremblote", "a1 shoot b1", Era::Western), -2);
    assert_eq!(mods(1000, "colt tremblote", "a1 shoot b1", Era::Western), 0);
    assert_eq!(mods(3000, "fusil", "a1 shoot b1", Era::Ww2), 1);
    assert_eq!(mods(3001, "fusil", "a1 shoot b1", Era::Ww2), -1);
    assert_eq!(mods(1000, "fusil_de_sniper", "a1 shoot b1", Era::Ww2), 0);
    assert_eq!(mods(1000, "fusil_de_sniper", "a1 powerful b1", Era::Ww2), 2);
    assert_eq!(mods(1000, "fusil_de_sniper tir_d_elite", "a1 powerful b1", Era::Ww2), 3);
    assert_eq!(mods(5000, "fusil_de_sniper tir_d_elite", "a1 powerful b1", Era::Ww2), 2);
}

/// GEN-SHT-04 step 1: the shooter pays, loses cover and a load before anything is rolled.
#[test]
fn gen_sht_04_first_things_first() {
    Case::new("a1 6000,6000 p_fusil cover; b1 6000,7250 da=0")
        .era(Era::Pirates)
        .act("a1 shoot b1")
        .dice("A4 D4")
        .expect(
            "a1 da 1; a1 bare; a1 charges 0; tells GEN-ACT-01 GEN-COV-03 GEN-SHT-01 GEN-SHT-07 GEN-SHT-04",
        )
        .check();
}

/// GEN-SHT-05: the examples.
#[test]
fn gen_sht_05_examples() {
    at_range(4000, "winchester", "")
        .act("a1 shoot b1")
        .dice("A5 D3,4")
        .answers(&["1"])
        .expect("b1 up")
        .check();
    at_range(2500, "winchester", "")
        .act("a1 shoot b1")
        .dice("A5 D3,4 W1")
        .answers(&["1"])
        .expect("b1 down")
        .check();
    // 7 or more cannot be parried, 1 or less cannot hit: nothing is asked.
    at_range(1000, "winchester", "")
        .act("a1 powerful b1")
        .dice("A6 D6 W1")
        .expect("unasked 17; b1 down; told GEN-SHT-05")
        .check();
    at_range(4000, "winchester", "")
        .act("a1 shoot b1")
        .dice("A2 D1")
        .expect("unasked 17; b1 da 2; told GEN-SHT-05")
        .check();
    // A natural 6 is no automatic hit.
    at_range(1000, "winchester", "").act("a1 shoot b1").dice("A6 D6").answers(&["0"]).expect("b1 up").check();
}

/// GEN-SHT-06: the final face counts, and a weapon that empties anyway loses nothing more.
#[test]
fn gen_sht_06_out_of_ammunition() {
    duel("colt", "da=0").dice("A1 D1").expect("a1 charges 0; told GEN-SHT-06").check();
    duel("deux_pistolets", "da=0")
        .era(Era::Pirates)
        .dice("A1 D1")
        .expect("a1 charges 1; untold GEN-SHT-06")
        .check();
    // The moustache saves the weapon, Veinard may empty it.
    duel("colt grosse_moustache", "da=0")
        .dice("A1 A4 D4")
        .answers(&["yes"])
        .expect("a1 charges 1; told GEN-SKL-13")
        .check();
    duel("colt", "da=0 veinard").dice("A5 A1 D3").answers(&["lucky"]).expect("a1 charges 0").check();
    // GEN-WPN-S5: a grenade is an ordinary weapon.
    duel("grenade", "da=0").era(Era::Ww2).dice("A3 D4").expect("a1 charges 1").check();
}

/// GEN-SHT-07: crossbow and bow (GEN-WPN-M10, M11), pistols (P7, M6), muskets (P9, M8).
#[test]
fn gen_sht_07_empty_after_every_shot() {
    for (era, weapon) in [
        (Era::Pirates, "pistolet"),
        (Era::Pirates, "p_fusil"),
        (Era::Medieval, "pistolet"),
        (Era::Medieval, "m_fusil"),
        (Era::Medieval, "arbalete"),
        (Era::Medieval, "arc"),
    ] {
        duel(weapon, "da=0").era(era).dice("A3 D3").expect("a1 charges 0; told GEN-SHT-07").check();
    }
    for (era, weapon) in
        [(Era::Western, "winchester"), (Era::Ww2, "grenade"), (Era::Medieval, "couteau_de_lance")]
    {
        duel(weapon, "da=0").era(era).dice("A3 D3").expect("a1 charges 1").check();
    }
}

/// GEN-SHT-08, R-136: the victim's own armour and state count, the push goes away from the shooter, and a melee holds
/// all figures that are linked by enemy contacts.
#[test]
fn gen_sht_08_the_victim_is_himself() {
    // b2 is down and armoured; it belongs to the melee because a2, who stands, touches it.
    let played = Case::new(
        "a1 6000,6000 arbalete; a2 6000,7500 da=0; b1 6250,7500 da=0; b2 5750,7500 da=0 down armure_legere; b3 11000,11000",
    )
    .era(Era::Medieval)
    .act("a1 shoot b1")
    .dice("A6 D2 X2 X1 W4 M2")
    .answers(&["b2"])
    .expect("b2 ooa; b1 up; a2 up")
    .check();
    // 4, +1 crossbow at short range, +1 down.
    assert!(played.has_fact(|what| matches!(what, What::Rolled { throw: Throw::Wound, total: 6, .. })));
    let melee = &played.questions.iter().find(|it| it.dec == Dec::Melee).unwrap().options;
    assert_eq!(melee.len(), 3);
    // Two figures on the ground fight none: no redirect.
    Case::new("a1 6000,6000 colt; a2 6000,7500 down; b1 6000,7250 da=0 down")
        .act("a1 shoot b1")
        .dice("A6 D2 W1")
        .expect("unasked 19; untold GEN-SHT-08; b1 down")
        .check();
}

/// GEN-SHT-09, R-125: three normal shots, each with its own target and its own defence (GEN-SHT-11).
#[test]
fn gen_sht_09_multi_shot() {
    for (era, weapon) in [
        (Era::Western, "double_colt"),
        (Era::Ww2, "pistolet_mitrailleur"),
        (Era::Ww2, "mitrailleuse_legere"),
        (Era::Ww2, "mitrailleuse_lourde"),
    ] {
        Case::new(&format!("a1 6000,6000 {weapon}; b1 6000,7250 da=1; b2 7250,6000 da=0"))
            .era(era)
            .act("a1 multi b1")
            .dice("A3 D3,2 A4 D4 A3 D4")
            .answers(&["1", "b2", "b1"])
            .expect("a1 da 0; b1 da 0; b1 up; b2 up; a1 charges 1")
            .check();
    }
    // It ends with an empty weapon, without a target, or when the player stops it.
    let stopped = |case: Case, why: Why| {
        let played = case.check();
        assert!(played.has_fact(|what| matches!(what, What::Stopped { why: told, .. } if *told == why)));
    };
    let case = || Case::new("a1 6000,6000 double_colt; b1 6000,7250 da=0").act("a1 multi b1");
    stopped(case().dice("A1 D6"), Why::Empty);
    stopped(case().dice("A3 D6").answers(&["no"]), Why::Chosen);
    stopped(
        Case::new("a1 6000,6000 double_colt; b1 6000,7250 da=0; b2 11000,11000")
            .act("a1 multi b1")
            .dice("A6 D2 W6"),
        Why::NoTarget,
    );
    // GEN-DEC-28: by default it never stops early.
    case().dice("A3 D6 A3 D6 A3 D6").defaults().check();
    // Single and powerful shots stay possible.
    Case::new("a1 6000,6000 mitrailleuse_lourde; b1 6000,7250 da=0")
        .era(Era::Ww2)
        .act("a1 powerful b1")
        .dice("A3 D4")
        .expect("a1 da 0")
        .check();
}

/// GEN-DEC-28: the default is the same target, else the nearest legal one, ties by number.
#[test]
fn gen_dec_28_default_target() {
    let played = Case::new(
        "a1 6000,6000 double_colt; b1 6000,7250 da=0; b2 7400,6000 da=0; b3 4600,6000 da=0; b4 11000,11000",
    )
    .act("a1 multi b1")
    .dice("A6 D2 W6 M2 M2 A2 D6 A2 D6")
    .defaults()
    .expect("b1 ooa")
    .check();
    let at: Vec<_> = played
        .facts
        .iter()
        .filter_map(|fact| match fact.what {
            What::Attack { target, .. } => Some(target),
            _ => None,
        })
        .collect();
    assert_eq!(at, [played.fig("b1"), played.fig("b2"), played.fig("b2")]);
}

/// GEN-SHT-12: the dice of a blast fall by number, the pushes from the farthest on; friends and the shooter itself are
/// struck, those on the ground are not, walls do not protect, and a figure that falls over another has been struck
/// already.
#[test]
fn gen_sht_12_blast() {
    // a2 and b2 stand in one line behind the victim: b2, farther away, is pushed first and leaves room.
    Case::new("a1 6000,5000 grenade; a2 6000,6700 da=2; b1 6000,6000 da=0; b2 6000,7000 da=1; b3 7240,6000 da=1 down")
        .era(Era::Ww2)
        .act("a1 shoot b1")
        .dice("A5 D1 W4 X1 X5 X4")
        .expect("b1 wounded; b1 up; a2 down; a2 da 2; a2 at 6000,7200; b2 down; b2 at 6000,7500; b3 da 1; a1 up; ended hurt")
        .check();
    // With the option the DA are lost.
    Case::new("a1 6000,5000 grenade; b1 6000,6000 da=0; b2 6000,7000 da=2")
        .era(Era::Ww2)
        .options(|options| options.blast_knockdown_loses_da = true)
        .act("a1 shoot b1")
        .dice("A5 D1 W4 X1 X5")
        .expect("b2 da 0")
        .check();
    // Armour saves the victim of the shot, not those around it.
    Case::new("a1 6000,1000 mortier_leger; b1 6000,6000 da=0; b2 6000,7000 da=2")
        .era(Era::Ww2)
        .act("a1 shoot b1")
        .dice("A5 D1 W1 X4")
        .expect("b1 down; b2 down; b2 at 6000,7500")
        .check();
    // A miss bursts nowhere.
    duel("grenade", "da=0").era(Era::Ww2).dice("A3 D3").expect("untold GEN-SHT-12").check();
}

/// GEN-SHT-14: what weapons add to the wound die (GEN-WPN-W4, W7, S6, S7, M10, M11).
#[test]
fn gen_sht_14_wound_effects() {
    let wound = |era: Era, weapon: &str, u: i32| {
        let played = at_range(u, weapon, "da=0").era(era).act("a1 shoot b1").dice("A6 D2 W2").check();
        let mut sum = None;
        for fact in &played.facts {
            if let What::Rolled { throw: Throw::Wound, total, .. } = fact.what {
                sum = Some(total - 2);
            }
        }
        sum.unwrap()
    };
    for (era, weapon, near, far) in [
        (Era::Western, "fusil_a_bison", (4000, 1), (4001, 0)),
        (Era::Western, "colt_long", (2000, 1), (2001, 0)),
        (Era::Western, "derringer", (2000, -1), (1000, -1)),
        (Era::Western, "winchester", (3000, 0), (3001, 0)),
        (Era::Ww2, "mitrailleuse_legere", (3000, 1), (3001, 0)),
        (Era::Ww2, "mitrailleuse_lourde", (4000, 1), (4001, 1)),
        (Era::Medieval, "arbalete", (2000, 1), (2001, 0)),
        (Era::Medieval, "arc", (2000, 0), (2001, -1)),
    ] {
        assert_eq!(wound(era, weapon, near.0), near.1, "{weapon}");
        assert_eq!(wound(era, weapon, far.0), far.1, "{weapon}");
    }
}

/// GEN-DEC-20, 21 in the order of R-265, with their defaults; each serves once (GEN-SKL-09, 13, GEN-WPN-M12).
#[test]
fn r_265_order_of_re_rolls() {
    // The default re-rolls a 1, then the shield a 4, then luck a 5.
    Case::new("a1 6000,6000 couteau_de_lance grosse_moustache; b1 6000,7250 da=0 bouclier veinard")
        .era(Era::Medieval)
        .act("a1 shoot b1")
        .dice("A1 A4 A5 A2 D3")
        .defaults()
        .expect("tells GEN-SKL-13 GEN-WPN-M12 GEN-SKL-09; b1 up")
        .check();
    // Nothing is left of them: no question.
    Case::new(
        "a1 6000,6000 couteau_de_lance grosse_moustache moustache_used; b1 6000,7250 da=0 bouclier veinard shield_used lucky_used",
    )
    .era(Era::Medieval)
    .act("a1 shoot b1")
    .dice("A1 D3")
    .expect("unasked 20; unasked 21")
    .check();
    // By default a 3 stands, and luck alone waits for a 5.
    Case::new("a1 6000,6000 couteau_de_lance; b1 6000,7250 da=0 bouclier veinard")
        .era(Era::Medieval)
        .act("a1 shoot b1")
        .dice("A3 D4")
        .defaults()
        .expect("asked 21; untold GEN-WPN-M12; untold GEN-SKL-09")
        .check();
    duel("colt", "da=0 veinard").dice("A4 D4").defaults().expect("untold GEN-SKL-09").check();
    duel("colt", "da=0 veinard").dice("A5 A2 D2").defaults().expect("told GEN-SKL-09").check();
    // A player who takes luck first has let the shield pass.
    Case::new("a1 6000,6000 couteau_de_lance; b1 6000,7250 da=0 bouclier veinard")
        .era(Era::Medieval)
        .act("a1 shoot b1")
        .dice("A6 A5 D5")
        .answers(&["lucky"])
        .expect("untold GEN-WPN-M12")
        .check();
}

/// a die that cannot become better for who might have it rolled again is not asked about.
#[test]
fn r_316_no_useless_re_roll() {
    duel("colt grosse_moustache", "da=0").dice("A6 D6").expect("unasked 20").check();
    duel("colt", "da=0 veinard").dice("A1 D1").expect("unasked 21").check();
}

/// with the option a shield is of no use on the ground; luck is.
#[test]
fn r_317_no_shield_on_the_ground() {
    let case = || {
        Case::new("a1 6000,6000 couteau_de_lance; b1 6000,7250 da=0 down bouclier veinard")
            .era(Era::Medieval)
            .act("a1 shoot b1")
            .dice("A5 A2 D2")
    };
    case().answers(&["shield", "no"]).expect("told GEN-WPN-M12").check();
    let unarmed = case().options(|it| it.down_unarmed = true);
    unarmed.answers(&["lucky"]).expect("told GEN-SKL-09").check();
}

/// GEN-LOS-01: a shot that is refused for want of sight says what hides the target.
#[test]
fn gen_los_01_what_hides_the_target() {
    let case =
        Case::new("a1 6000,6000 winchester; b1 6000,8000").terrain("W-1 6000,7000 0").act("a1 shoot b1");
    let problem = case.play().problem().to_owned();
    let house = bagarre_generik::testkit::terrain::row(bagarre_generik::testkit::ids::Terrain::W1);
    assert!(problem.contains("generik.shoot.sight") && problem.contains(&house.en), "{problem}");
}

/// GEN-DEC-17: k of all the DA; with the option of R-120 chosen before the attack die.
#[test]
fn gen_dec_17_defence_dice() {
    let played = duel("colt", "da=2").dice("A4 D1,2,4").answers(&["2"]).expect("b1 da 0; b1 up").check();
    assert_eq!(played.questions[0].options.len(), 3);
    assert_eq!(played.questions[0].die, Some(4));
    duel("colt", "da=2").dice("A4 D4").defaults().expect("b1 da 2").check();
    let blind = duel("colt", "da=2")
        .options(|options| options.defence_blind = true)
        .dice("A2 D1,4")
        .answers(&["1"])
        .expect("b1 da 1")
        .check();
    assert_eq!(blind.questions[0].die, None);
}

/// A second weapon is fired by its number, with loads of its own (GEN-ACT-42, R-056).
#[test]
fn gen_act_42_two_weapons() {
    Case::new("a1 6000,6000 derringer colt charges=0,1; b1 6000,7250 da=0")
        .act("a1 shoot b1 w1")
        .dice("A1 D1")
        .expect("a1 charges 0,0")
        .check();
    let played = Case::new("a1 6000,6000 colt winchester; b1 6000,7250 da=0")
        .act("a1 shoot b1 w1")
        .dice("A3 D3")
        .expect("a1 charges 1,1")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::Attack { weapon: Some(Weapon::WWinchester), .. })));
}

/// GEN-SHT-13, R-135: height gives no modifier, and is not measured.
#[test]
fn gen_sht_13_height() {
    let played = Case::new("a1 6000,6300 z=500 winchester; b1 6000,7550 da=0")
        .terrain("W-2 6000,6000")
        .act("a1 shoot b1")
        .dice("A3 D3")
        .check();
    assert!(attack_mods(&played).is_empty());
    assert!(played.has_fact(|what| matches!(what, What::Attack { distance: 1000, .. })));
}

/// the shooter touches a down enemy that belongs to the melee it shoots into; the shooter is not among the victims.
#[test]
fn r_318_nobody_shoots_himself() {
    let played = Case::new(
        "a1 6000,6000 colt; a2 6000,6500 da=0; b1 6000,6250 da=0 down; b2 6000,6750 da=0; b3 11700,300",
    )
    .act("a1 shoot b2")
    .dice("A6 D2 X1 W1")
    .answers(&["a2"])
    .expect("a2 down")
    .check();
    let melee = &played.questions.iter().find(|it| it.dec == Dec::Melee).unwrap().options;
    assert_eq!(melee.len(), 3, "{melee:?}");
}

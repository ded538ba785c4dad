//! Blows, défense, dodges, damage, criticals (CEL-MEL, CEL-ESQ, CEL-DOM, CEL-CRI, CEL-ALG-05).

use bagarre_celtiques::testkit::command::{Act, Blow, Choice, Deed};
use bagarre_celtiques::testkit::ids::Zone;
use bagarre_celtiques::testkit::scene::{Posture, Stage, Status};

use super::harness::{A, B, Field, edit, engaged, put};

const DODGE: Choice = Choice::Dodge { acro: false, slot: false };

/// Ambiomaros strikes at an equal: défense 15.
fn even() -> Field {
    Field::pair(0, 0).fighting(3, &[1, 0], engaged)
}

/// CEL-MEL-03, CEL-MEL-04: an attack is held against the defence.
#[test]
fn cel_mel_03_an_attack_is_held_against_the_defence() {
    let mut field = even();
    // CEL-R19: a tie misses, and no dodge is asked (CEL-R72).
    field.act(0, Deed::blow(B), "1 2 4 3");
    assert_eq!(field.rolled("attack"), Some((vec![1, 2, 4, 3], 15, Some(false))));
    assert!(field.tells("CEL-MEL-04", "verdict"));
}

/// CEL-ESQ-03: a dodge above the defence takes its place.
#[test]
fn cel_esq_03_a_dodge_above_the_defence_takes_its_place() {
    // CEL-R16, CEL-R18.
    let mut field = even();
    // CEL-T04, CEL-T05.
    field.act(0, Deed::blow(B), "5 3 6 2");
    assert_eq!(field.rolled("attack"), Some((vec![5, 3, 6, 2], 21, Some(true))));
    field.choose(1, DODGE, "6 4 5 3");
    assert_eq!(field.rolled("dodge"), Some((vec![6, 4, 5, 3], 22, None)));
    assert!(field.tells("CEL-ESQ-03", "verdict") && !field.of(B).wounded());
}

/// CEL-ESQ-01, CEL-UND-03, CEL-ALG-04: a dodge costs a die.
#[test]
fn cel_esq_01_a_dodge_costs_a_die() {
    let mut field = Field::pair(0, 0).fighting(4, &[2, 3], |scene| {
        engaged(scene);
        // The defender's slot of the segment is gone already.
        edit(scene, B).turn.slots = 1 << 5;
    });
    field.act(0, Deed::blow(B), "5 6 6");
    // CEL-R73: one below the défense changes nothing. Two dice lost to three actions.
    field.choose(1, DODGE, "3 2 5 4 6 2 4 3");
    assert!(field.of(B).wounded());
    assert_eq!(field.of(B).turn.undeclared, 1);
}

/// CEL-DOM-01, CEL-DOM-02, CEL-DOM-03: damage against resistance.
#[test]
fn cel_dom_01_damage_against_resistance() {
    // CEL-R55.
    let mut field = even();
    field.act(0, Deed::blow(B), "5 3 6 2");
    // CEL-T06, CEL-T09: 14 does not help; 19 against 13 takes two levels.
    field.choose(1, DODGE, "3 2 4 1 5 4 6 2 4 3");
    assert_eq!(field.rolled("damage"), Some((vec![5, 4, 6], 19, None)));
    assert_eq!(field.rolled("resistance").unwrap().1, 13);
    assert_eq!(field.of(B).body.blessure, 2);
    // CEL-COR-05, CEL-R61: it shakes a point of confiance.
    assert_eq!((field.of(B).body.confiance, field.of(A).body.confiance), (0, 1));
}

/// CEL-ESQ-03: a failed dodge takes the place of the defence.
#[test]
fn cel_esq_03_a_failed_dodge_takes_the_place_of_the_defence() {
    // CEL-R21.
    let mut field = Field::pair(0, 0).fighting(3, &[1, 3], |scene| {
        engaged(scene);
        let fighter = edit(scene, B);
        fighter.turn.slots = 1 << 5;
        fighter.body.confiance = 0;
    });
    field.act(0, Deed::blow(B), "4 3 4 2");
    // CEL-T07 with défense 15: two dice, [1, 2] is an échec critique: 7. The margin is 11: a die more (CEL-MEL-06).
    field.choose(1, DODGE, "1 2 1 1 2 2 1 1 2");
    assert_eq!(field.rolled("damage").unwrap().0.len(), 4);
}

/// CEL-CRI-01, CEL-CRI-02: five levels and a critical.
#[test]
fn cel_cri_01_five_levels_and_a_critical() {
    // CEL-R44, CEL-R45.
    let mut field = Field::pair(2, 1).fighting(3, &[1, 0], engaged);
    field.act(0, Deed::blow(B), "4 4 4");
    // CEL-T10, CEL-T11: 30 against 8 takes five levels; 9 + 5 = 14 puts out. A two-handed axe does not impale.
    field.choose(1, Choice::No, "5 5 4 6 3 2 2 4 5 4");
    assert_eq!((field.of(B).body.blessure, field.of(B).body.status), (5, Status::Out));
    assert!(field.tells("CEL-CRI-01", "critical") && !field.tells("CEL-EMP-01", "impaled"));
    // CEL-FIN-01, CEL-TET-01, CEL-TET-05, CEL-DEC-22: beaten in single combat; 15 with two dice.
    assert_eq!(field.state.scene.stage, Stage::Heads);
    field.choose(0, Choice::Yes, "6 5");
    assert_eq!((field.of(A).gear.heads, field.state.scene.stage), (1, Stage::Over));
}

/// CEL-CRI-03: effects come after the levels.
#[test]
fn cel_cri_03_effects_come_after_the_levels() {
    let critical = |two: &str| {
        let mut field = Field::pair(2, 1).fighting(3, &[1, 2], engaged);
        field.edit(|scene| edit(scene, B).turn.slots = 1 << 5);
        field.act(0, Deed::blow(B), "4 4 4");
        // 19 against 9 takes three levels; the critical adds them.
        field.choose(1, Choice::No, &format!("3 2 2 3 2 3 3 3 {two}"));
        assert_eq!(field.of(B).body.blessure, 3, "{two}");
        field
    };
    assert_eq!(critical("1 1").of(B).mind.lost, 0);
    let lost = critical("2 1");
    assert_eq!((lost.of(B).mind.lost, lost.of(B).mind.stunned), (1, false), "CEL-COR-15");
    assert_eq!(critical("2 2").of(B).gear.hand, None, "7: it drops what it held");
    let stunned = critical("3 2");
    assert_eq!((stunned.of(B).mind.lost, stunned.of(B).mind.stunned), (2, true), "CEL-COR-16");
    assert!(critical("3 3").of(B).body.slow_dodge, "9");
    let down = critical("4 3");
    assert_eq!((down.of(B).pose.posture, down.of(B).gear.hand), (Posture::Fallen, None), "10");
    assert!(critical("4 4").of(B).body.arm, "11, weapon arm on an even die");
    assert!(critical("3 5").of(B).body.shield_arm && !critical("3 5").of(B).gear.shield, "11, the other arm");
    assert!(critical("6 3").of(B).body.leg, "12");
    assert_eq!(critical("6 4").of(B).body.status, Status::Out, "13");
}

/// CEL-SPE-02, CEL-DOM-05: aimed blows.
#[test]
fn cel_spe_02_aimed_blows() {
    // CEL-R29.
    let mut field = Field::pair(2, 1).fighting(3, &[1, 2], engaged);
    field.edit(|scene| edit(scene, B).turn.slots = 1 << 5);
    let aimed = Deed::of(Act::Strike(Blow { zone: Some(Zone::Torse), ..Blow::at(B) }));
    // 18 with 6, less 5: 14 does not beat 14.
    field.act(0, aimed, "5 4 4");
    assert_eq!(field.rolled("attack").unwrap().1, 14);
    let mut field = Field::pair(2, 1).fighting(3, &[1, 2], engaged);
    field.edit(|scene| edit(scene, B).turn.slots = 1 << 5);
    field.act(0, aimed, "5 5 4");
    // CEL-R28: two levels of Blessure, and it loses an action.
    field.choose(1, Choice::No, "3 2 2 1 1 3 3 4");
    assert_eq!((field.of(B).body.blessure, field.of(B).mind.lost), (2, 1));
}

/// CEL-SPE-02: what aiming at each zone costs the attack.
#[test]
fn cel_spe_02_each_zone_has_its_malus() {
    let malus = [
        (Zone::Torse, 5),
        (Zone::Jambe, 10),
        (Zone::Bras, 10),
        (Zone::Pied, 15),
        (Zone::Main, 15),
        (Zone::Tete, 15),
        (Zone::Gorge, 15),
        (Zone::Oeil, 20),
    ];
    assert_eq!(malus.len(), Zone::ALL.len());
    for (zone, malus) in malus {
        let mut field = Field::pair(2, 1).fighting(3, &[1, 2], engaged);
        let aimed = Deed::of(Act::Strike(Blow { zone: Some(zone), ..Blow::at(B) }));
        // Three dice and haches et masses 6.
        field.act(0, aimed, "5 4 4");
        assert_eq!(field.rolled("attack").unwrap().1, 19 - malus, "{zone:?}");
    }
}

/// CEL-MEL-05: behind many and higher.
#[test]
fn cel_mel_05_behind_many_and_higher() {
    // CEL-R20.
    let field = even();
    assert_eq!(field.state.public().situation(A, B), 0);
    let mut field = even();
    field.edit(|scene| edit(scene, B).pose.facing = bagarre_kit::hex::Side::E);
    assert_eq!(field.state.public().situation(A, B), 5, "CEL-MEL-08: the back");
}

/// CEL-UND-04, CEL-R81: a reaction to who comes from behind.
#[test]
fn cel_und_04_a_reaction_to_who_comes_from_behind() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, B).pose.facing = bagarre_kit::hex::Side::E;
    });
    // 16 and 5 for the back; the reaction misses 10 by 2: the dodge is 2 less.
    field.act(0, Deed::blow(B), "3 3 3 2");
    field.choose(1, DODGE, "3 3 2 6 6 5 3");
    assert_eq!(field.rolled("sudden").unwrap().2, Some(false));
    assert_eq!(field.rolled("dodge").unwrap().1, 20 + 4 - 2);
}

/// CEL-ENG-01, CEL-ENG-03, CEL-DEC-09: an attack may be refused.
#[test]
fn cel_eng_01_an_attack_may_be_refused() {
    let close = |scene: &mut _| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
    };
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], close);
    field.act(0, Deed::blow(B), "");
    field.choose(1, Choice::Yes, "5 3 6 2 6 6 6 1");
    // The dodge, 23, is better: no fighter is engaged.
    assert!(field.of(A).ties.engaged.is_empty() && field.tells("CEL-ENG-01", "verdict"));
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], close);
    field.act(0, Deed::blow(B), "");
    field.choose(1, Choice::No, "5 3 6 2");
    assert!(field.of(A).ties.engaged.contains(B) && field.of(B).ties.engaged.contains(A));
}

/// CEL-ARM-03, CEL-DEC-30, CEL-R82: the longer weapon strikes the comer first.
#[test]
fn cel_arm_03_the_longer_weapon_strikes_the_comer_first() {
    // A dagger comes to a sword that has an unused slot.
    let mut field = Field::pair(4, 0).fighting(3, &[1, 1], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, A).gear.hand = Some(1);
        edit(scene, B).turn.reaction = 5;
    });
    field.act(0, Deed::blow(B), "");
    field.choose(1, Choice::Yes, "1 1 2 3");
    // It missed; the comer strikes, and is asked nothing.
    assert!(field.tells("CEL-ARM-03", "acts"));
}

/// CEL-ACT-05, CEL-ACT-07: a weapon in each hand.
#[test]
fn cel_act_05_a_weapon_in_each_hand() {
    let mut field = Field::pair(3, 1).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).gear.shield = false;
    });
    let both = Deed::of(Act::Strike(Blow { second: Some((1, B)), ..Blow::at(B) }));
    // Litavis: five dice, one less for the double; 3 less with the main hand, 5 with the other.
    field.act(0, both, "1 2 3 4 1 2 3 5");
    assert_eq!(field.of(A).turn.double, 1);
    assert!(field.facts.iter().filter(|fact| fact.rule.id() == "CEL-MEL-03").count() == 2);
}

/// CEL-DEG-02, CEL-DEG-03: drawn and used in one go.
#[test]
fn cel_deg_02_drawn_and_used_in_one_go() {
    let mut field = Field::pair(2, 1).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).gear.hand = None;
    });
    let drawn = Deed::of(Act::Strike(Blow { draw: Some(1), ..Blow::at(B) }));
    // A knife from its sheath: a die less, and 5.
    field.act(0, drawn, "3 4");
    assert_eq!(field.rolled("attack").unwrap().1, 7 - 5);
}

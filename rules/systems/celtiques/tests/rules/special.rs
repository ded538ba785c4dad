//! Special blows, holds, impaling, long and two-handed weapons (CEL-SPE, CEL-EMP, CEL-ARM, CEL-RES, CEL-DUE).

use bagarre_celtiques::testkit::command::{Act, Blow, Choice, Command, Deed, Go, Goal, March, Trick};
use bagarre_celtiques::testkit::scene::{Posture, Prepared};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::json;

use super::harness::{A, B, Field, edit, engaged, put};

fn trick(trick: Trick) -> Deed {
    Deed::of(Act::Strike(Blow { trick: Some(trick), ..Blow::at(B) }))
}

/// CEL-SPE-03, CEL-SPE-04, CEL-SPE-06: a charge.
#[test]
fn cel_spe_03_a_charge() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 3, 7);
        put(scene, B, 8, 7);
    });
    let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(Hex::new(6, 7))) }));
    let charge = Deed { go, ..Deed::of(Act::Strike(Blow { charge: true, ..Blow::at(B) })) };
    // Three straight steps, and a sword reaches two. The one who comes is accepted.
    field.act(0, charge, "");
    field.choose(1, Choice::No, "5 3 6 2");
    field.choose(1, Choice::No, "4 3 4 2 4 3");
    // FO 3, the sword 4, the charge 4.
    assert_eq!(field.rolled("damage").unwrap().1, 19);
    assert_eq!(field.of(B).body.blessure, 2);
}

/// CEL-SPE-07: a coup en force is prepared and tires.
#[test]
fn cel_spe_07_a_coup_en_force_is_prepared_and_tires() {
    let mut field = Field::pair(0, 0).fighting(2, &[2, 0], engaged);
    assert_eq!(field.no_act(0, trick(Trick::Force)), "celtiques.trick");
    field.act(0, Deed::of(Act::Force), "");
    assert_eq!(field.of(A).mind.prepared, Some(Prepared::Force));
    field.play_on(|state| state.scene.segment == 4 && state.question().is_some());
    // AG 4, one for two actions, one for the force; the fatigue is missed.
    field.act(0, trick(Trick::Force), "6 5");
    field.choose(1, Choice::No, "3 3 3 4 4 4 4 4 4");
    assert_eq!(field.rolled("damage").unwrap().1, 9 + 4 + 5);
    assert_eq!(field.of(A).body.fatigue, 1);
}

/// CEL-SPE-07, CEL-ARM-02: a coup en force whose author is wounded by the longer weapon of the same batch is a plain blow.
#[test]
fn cel_spe_07_a_wound_in_between_makes_it_a_plain_blow() {
    let mut field = Field::pair(0, 4).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (15, 18);
        edit(scene, B).gear.hand = Some(1);
        edit(scene, B).mind.prepared = Some(Prepared::Force);
    });
    let question = field.ask().id();
    let deeds = |who, deed| Command::Deeds { question, deeds: Sealed(vec![(who, deed)]) };
    field.says(0, &deeds(A, Deed::blow(B)), "");
    let force = Blow { trick: Some(Trick::Force), ..Blow::at(A) };
    field.says(1, &deeds(B, Deed::of(Act::Strike(force))), "6 6 6 5");
    // One level: B's blow has all its dice, adds no level of the skill, and does not tire B.
    field.choose(1, Choice::No, "1 1 1 1 1 1 2 5 6 5 6");
    assert_eq!(field.of(B).mind.prepared, None);
    assert_eq!(field.rolled("attack").unwrap().0, [5, 6, 5, 6]);
    field.choose(0, Choice::No, "1 1 1 1 6 6 6");
    assert_eq!(field.rolled("damage").unwrap().1, 4 + 2);
    assert!(field.rolled("fatigue").is_none());
}

/// CEL-SPE-08, CEL-R33: an acrobatic attack leaps.
#[test]
fn cel_spe_08_an_acrobatic_attack_leaps() {
    let mut field = Field::pair(3, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 4, 7);
        put(scene, B, 7, 7);
        edit(scene, A).mind.prepared = Some(Prepared::Acrobatic);
    });
    // Acrobatie 6, five dice, 15 on clear ground: it fails with 1 1 2 1 2, and costs a die more.
    field.act(0, trick(Trick::Acrobatic), "1 1 2 1 1");
    assert!(field.of(A).ties.engaged.is_empty() && field.tells("CEL-SPE-08", "moved"));
}

/// CEL-SPE-09, CEL-SPE-10, CEL-SPE-11, CEL-SPE-12: faire tomber.
#[test]
fn cel_spe_09_faire_tomber() {
    let fight = || {
        Field::pair(0, 1).fighting(3, &[1, 2], |scene| {
            engaged(scene);
            edit(scene, B).turn.slots = 1 << 5;
        })
    };
    let mut field = fight();
    field.act(0, trick(Trick::Trip), "5 3 6 2");
    // CEL-T28 in its kind: agility and the level of Force, each: 14+3 against 10+4: one level, an action lost.
    field.choose(1, Choice::No, "5 4 3 2 2 3 4 1");
    assert_eq!(field.of(B).mind.lost, 1);
    let mut field = fight();
    field.act(0, trick(Trick::Trip), "5 3 6 2");
    // Two levels: it falls, and 13 against the shock costs a level of Fatigue.
    field.choose(1, Choice::No, "6 5 4 3 1 2 3 1 5 4 4");
    assert_eq!((field.of(B).pose.posture, field.of(B).body.fatigue), (Posture::Fallen, 1));
    let mut field = fight();
    field.act(0, trick(Trick::Throw), "5 3 6 2");
    // Strength, one level: both fall.
    field.choose(1, Choice::No, "6 6 5 4 4 3 2 5 5 5");
    assert_eq!((field.of(A).pose.posture, field.of(B).pose.posture), (Posture::Fallen, Posture::Fallen));
}

/// CEL-SPE-15, CEL-SPE-16, CEL-SPE-17, CEL-DEC-14: seizing and getting free.
#[test]
fn cel_spe_15_seizing_and_getting_free() {
    let mut field = Field::pair(0, 1).fighting(3, &[1, 2], |scene| {
        engaged(scene);
        edit(scene, B).turn.slots = 1 << 4;
    });
    field.act(0, trick(Trick::Seize), "5 3 6 3");
    // CEL-T29 in its kind: 15 against 10 with four dice: two levels of entrave.
    field.choose(1, Choice::No, "6 5 4 4 2 3 1");
    assert_eq!(
        (field.of(A).ties.holds, field.of(B).ties.held, field.of(B).ties.entrave),
        (Some(B), Some(A), 2)
    );
    // CEL-SPE-15: it dropped its sword for it.
    assert_eq!(field.of(A).gear.hand, None);
    field.play_on(|state| state.scene.segment == 4 && state.question().is_some());
    assert_eq!(field.state.public().penalty(B, bagarre_celtiques::testkit::figures::Sort::Action), 3);
    // CEL-R34: 10 and Fureur 4; Esquive 5. Two dice are left by confiance.
    field.act(1, Deed::of(Act::Escape { acro: false }), "5 5");
    assert_eq!(field.rolled("escape").unwrap().2, Some(true));
    assert_eq!((field.of(A).ties.holds, field.of(B).ties.held), (None, None));
}

/// CEL-SPE-18, CEL-DEC-13: who holds well throws.
#[test]
fn cel_spe_18_who_holds_well_throws() {
    let mut field = Field::pair(0, 1).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).ties.holds = Some(B);
        (edit(scene, B).ties.held, edit(scene, B).ties.entrave) = (Some(A), 3);
    });
    // FO 3 and Fureur 4 against 9: two levels of Fatigue, two hexagons away, lying.
    field.act(0, Deed::of(Act::Hurl), "4 4 4 3 3 3");
    assert_eq!((field.of(B).body.fatigue, field.of(B).pose.posture), (2, Posture::Fallen));
    assert_eq!(field.state.public().distance(A, B), 3);
}

/// CEL-EMP-02, CEL-EMP-04, CEL-EMP-05, CEL-DEC-15: a stuck weapon.
#[test]
fn cel_emp_02_a_stuck_weapon() {
    let mut field = Field::pair(1, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).gear.stuck = Some(B);
    });
    // CEL-EMP-05: the weapon does not defend, and binds both.
    assert_eq!(field.state.public().defence(A, B, false), 5 + 5 + 2);
    assert!(!field.state.public().can_move(A) && !field.state.public().can_move(B));
    field.act(0, Deed::of(Act::Pull), "3 4 3 1");
    assert_eq!(field.of(A).gear.stuck, None);
}

/// CEL-ARM-01: two hands tire of many actions.
#[test]
fn cel_arm_01_two_hands_tire_of_many_actions() {
    let field = Field::pair(2, 0).fighting(2, &[4, 0], engaged);
    // Drustan, AG 3: three dice lost to four actions; the floor is one.
    assert_eq!(field.state.public().announced(A), 4);
    let mut field = field;
    field.act(0, Deed::blow(B), "3");
    assert_eq!(field.rolled("attack").unwrap().0.len(), 1);
}

/// CEL-RES-01, CEL-RES-04: held at bay is a switch of the room.
#[test]
fn cel_res_01_to_held_at_bay_is_a_switch_of_the_room() {
    let off = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, B).gear.hand = None;
    });
    assert_eq!(off.no_act(0, Deed::of(Act::Bay(B))), "celtiques.switch");
    let on = json!({ "options": { "respect": true, "duel": true } });
    let mut field = Field::made("cercle", 2, &on, |_| {}).fighting(3, &[1, 0], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, B).gear.hand = None;
    });
    field.act(0, Deed::of(Act::Bay(B)), "");
    field.choose(1, Choice::Yes, "");
    assert_eq!(field.of(B).ties.bay, bagarre_celtiques::testkit::ids::Whos::NONE.with(A));
}

//! Throws and shots (CEL-TIR, CEL-ALG-06).

use bagarre_celtiques::testkit::command::{Act, Ask, Choice, Command, Deed, Order};
use bagarre_celtiques::testkit::ids::Whos;
use bagarre_celtiques::testkit::scene::{Aim, Posture, Prepared};
use bagarre_kit::hex::Cube;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, Field, edit, heroes, put};

/// Eponina and Viridovix, so many steps apart at the ford.
fn range(steps: i16, more: &Value) -> Field {
    let field = Field::made("gue", 2, more, |setup| {
        let heroes = heroes();
        for (seat, n) in [4, 1].into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(heroes[n]);
        }
    });
    field.fighting(3, &[1, 0, 0, 0], |scene| {
        put(scene, A, 0, 0);
        let side = scene.whos().nth(2).unwrap();
        put(scene, side, steps, 0);
        edit(scene, side).beat.saw = bagarre_celtiques::testkit::ids::Whos::NONE.with(A);
        edit(scene, side).pose.facing = bagarre_kit::hex::Side::W;
    })
}

const V: bagarre_celtiques::testkit::ids::Who = bagarre_celtiques::testkit::ids::Who(2);

fn shot(field: &Field) -> Option<bagarre_celtiques::testkit::Parts> {
    let public = field.state.public();
    public.shot(A, V, public.weapon(A))
}

/// CEL-TIR-01, CEL-TIR-02: difficulty by range.
#[test]
fn cel_tir_01_difficulty_by_range() {
    // A sling and FO 3: 18, 36, 60, 105 m.
    assert_eq!([10, 13].map(|steps| shot(&range(steps, &Value::Null)).unwrap().base), [5, 5]);
    let bases = |fo: u16, multiples: [u16; 4]| multiples.map(|n| n * fo);
    assert_eq!(bases(4, [2, 5, 8, 12]), [8, 20, 32, 48]);
}

/// CEL-TIR-03, CEL-TIR-07, CEL-TIR-10, CEL-TIR-16: parts of the difficulty.
#[test]
fn cel_tir_03_parts_of_the_difficulty() {
    let mut field = range(10, &Value::Null);
    let plain = shot(&field).unwrap();
    assert_eq!((plain.total(), plain.size, plain.cover, plain.melee), (5, 0, 0, 0));
    // CEL-ALG-07: it ran across in the segment before.
    field.edit(|scene| edit(scene, V).mind.before = Cube { x: -2, y: -2, z: 4 });
    assert_eq!(shot(&field).unwrap().movement, 10);
    field.edit(|scene| {
        let fighter = edit(scene, V);
        fighter.mind.before = Cube::default();
        fighter.beat.zigzag = true;
        fighter.beat.evasive = true;
    });
    // CEL-MOV-06, CEL-MOV-08: zigzag 15, and Feinte 3.
    assert_eq!(shot(&field).unwrap().movement, 18);
    field
        .edit(|scene| (edit(scene, V).beat.zigzag, edit(scene, V).pose.posture) = (false, Posture::Crouched));
    assert_eq!(shot(&field).unwrap().cover, 0, "no cover to crouch behind");
}

/// CEL-TIR-11: darkness.
#[test]
fn cel_tir_11_darkness() {
    // CEL-T33: 3 and a tenth of what eyes of five make of ten metres by poor light.
    let dark = range(10, &json!({ "options": { "lumiere": "faible" } }));
    assert_eq!(shot(&dark).unwrap().light, 3 + 10 / (2 * 5));
    assert_eq!(3 + 30 / (2 * 4), 6);
}

/// CEL-TIR-12, CEL-TIR-14, CEL-TIR-15, CEL-ALG-06: a shot that hits.
#[test]
fn cel_tir_12_a_shot_that_hits() {
    // CEL-R59.
    let mut field = range(10, &Value::Null);
    field.edit(|scene| edit(scene, A).mind.aim = Some(Aim { at: V, segments: 2 }));
    // Five dice, 6 and 4 for two segments of aim: 26 against 5. No dodge against a projectile (CEL-TIR-13).
    field.act(0, Deed::of(Act::Shoot { at: V, with: 0, draw: false }), "4 4 3 3 2 3 3 3 2 2 4 4 4");
    assert_eq!(field.rolled("shot").unwrap().1, 26);
    // The margin of 21 gives two dice more of damage.
    assert_eq!(field.rolled("damage").unwrap().0.len(), 5);
    assert_eq!(field.of(A).gear.shot, 1);
}

/// CEL-TIR-13, CEL-ESQ-02: a dodge against projectiles is ordered in s0.
#[test]
fn cel_tir_13_a_dodge_against_projectiles_is_ordered_in_s0() {
    let mut field = range(10, &Value::Null);
    field.edit(|scene| scene.stage = bagarre_celtiques::testkit::scene::Stage::Orders);
    field.orders(0, vec![], "");
    field.orders(1, vec![(V, Order { dodge: Some(false), ..Order::default() })], "6 6 6 5");
    assert_eq!((field.of(V).beat.dodge.unwrap().total, field.of(V).turn.undeclared), (28, 1));
    field.act(0, Deed::of(Act::Shoot { at: V, with: 0, draw: false }), "4 4 3 3 2");
    assert!(field.tells("CEL-TIR-12", "verdict") && !field.of(V).wounded());
}

/// CEL-TIR-13: what is thrown may be dodged at any time.
#[test]
fn cel_tir_13_what_is_thrown_may_be_dodged_at_any_time() {
    let mut field = range(6, &Value::Null);
    field.edit(|scene| edit(scene, A).gear.hand = Some(2));
    field.act(0, Deed::of(Act::Shoot { at: V, with: 2, draw: false }), "4 4 3 3 2");
    field.choose(1, Choice::Dodge { acro: false, slot: false }, "6 6 6 5");
    assert!(!field.of(V).wounded());
    // CEL-TIR-15: the javelin lies where its target stood.
    assert_eq!(field.state.scene.things.len(), 1);
}

/// The same, with a friend of the shooter engaged with its target.
fn into_melee() -> Field {
    let mut field = range(10, &Value::Null);
    field.edit(|scene| {
        let friend = scene.whos().nth(1).unwrap();
        let friend_at = edit(scene, V).pose.at;
        put(scene, friend, friend_at.col, friend_at.row + 1);
        edit(scene, friend).ties.engaged = Whos::NONE.with(V);
        edit(scene, V).ties.engaged = Whos::NONE.with(friend);
    });
    field
}

/// CEL-TIR-09: a friend in the melee asks for courage.
#[test]
fn cel_tir_09_a_friend_in_the_melee_asks_for_courage() {
    let mut field = into_melee();
    assert_eq!(shot(&field).unwrap().melee, 6);
    // Courage 3 and Armes de jet 6 against 10: 9 is not enough, and it does not shoot.
    field.act(0, Deed::of(Act::Shoot { at: V, with: 0, draw: false }), "1 1 1");
    assert!(field.tells("CEL-TIR-09", "skipped"));
}

/// CEL-TIR-09: after a failed test of courage the slot is there for something else, and nothing that a shot would have ended is over.
#[test]
fn cel_tir_09_a_failed_test_of_courage_leaves_the_slot() {
    let mut field = into_melee();
    field.edit(|scene| {
        let mind = &mut edit(scene, A).mind;
        (mind.aim, mind.prepared) = (Some(Aim { at: V, segments: 2 }), Some(Prepared::Force));
        edit(scene, A).turn.fast = Some(12);
    });
    let shoot = Deed::of(Act::Shoot { at: V, with: 0, draw: false });
    field.act(0, shoot, "1 1 1");
    assert!(matches!(field.ask(), Ask::Act { who: A, .. }));
    let fighter = field.of(A);
    assert!(fighter.slot(3) && !fighter.beat.spent && !fighter.beat.done);
    assert_eq!(fighter.mind.aim, Some(Aim { at: V, segments: 2 }));
    assert_eq!((fighter.mind.prepared, fighter.turn.fast), (Some(Prepared::Force), Some(12)));
    // No shot into this melee in this turn; something else may be done.
    assert_eq!(field.no_act(0, shoot), "celtiques.shot");
    field.act(0, Deed::of(Act::Aim(V)), "");
    assert_eq!(field.of(A).mind.aim.unwrap().segments, 3);
}

/// CEL-TIR-09, CEL-DEG-02: what was to be drawn for the shot stays where it is.
#[test]
fn cel_tir_09_a_shot_that_is_not_dared_draws_nothing() {
    let mut field = into_melee();
    field.edit(|scene| {
        let at = edit(scene, A).pose.at;
        put(scene, V, at.col + 4, at.row);
    });
    // A dagger thrown from the belt.
    field.act(0, Deed::of(Act::Shoot { at: V, with: 1, draw: true }), "1 1 1");
    assert_eq!((field.of(A).gear.hand, field.of(A).turn.double), (Some(0), 0));
    assert!(matches!(field.ask(), Ask::Act { who: A, .. }));
}

/// CEL-TIR-09, CEL-ALG-03: in a batch of several the slot that is left comes after the batch.
#[test]
fn cel_tir_09_the_slot_that_is_left_comes_after_the_batch() {
    let mut field = into_melee();
    field.edit(|scene| {
        for who in [A, V] {
            edit(scene, who).turn.slots = 1 << 3;
            edit(scene, who).turn.announced = Some(1);
            edit(scene, who).turn.reaction = 15;
        }
        edit(scene, A).mind.aim = Some(Aim { at: V, segments: 1 });
    });
    let Ask::Batch { id: question, .. } = field.ask() else { panic!() };
    let deeds = |who, act| Command::Deeds { question, deeds: Sealed(vec![(who, Deed::of(act))]) };
    field.says(0, &deeds(A, Act::Shoot { at: V, with: 0, draw: false }), "");
    field.says(1, &deeds(V, Act::Pass), "1 1 1");
    assert!(matches!(field.ask(), Ask::Act { who: A, .. }));
    assert!(field.of(V).beat.done && field.of(A).slot(3));
    assert_eq!(field.of(A).mind.aim.unwrap().segments, 1);
    field.act(0, Deed::of(Act::Pass), "");
    assert!(!field.of(A).slot(3));
}

//! Rulings of the specification (section F) that the other chapters leave.

use bagarre_celtiques::testkit::command::{
    Act, Blow, Call, Choice, Command, Deed, Go, Goal, March, Order, Trick,
};
use bagarre_celtiques::testkit::figures::{Gait, Sort};
use bagarre_celtiques::testkit::ids::{Attr, Foe, Ground, Size, Skill, Team, Weapon, Who, Whos};
use bagarre_celtiques::testkit::scene::{Posture, Stage, Survival};
use bagarre_celtiques::testkit::tables::{Flag, Roller, tables};
use bagarre_kit::hex::Hex;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, put};

#[test]
fn what_rulings_put_into_the_tables() {
    let rows = tables();
    // CEL-R01, CEL-R14: the core, and the crowd with the better of two attributes.
    assert_eq!((rows.core.level_step, rows.core.extra_die_step), (5, 10));
    assert!(matches!(rows.ground(Ground::Foule).roll[..], [Roller::Attr(Attr::Fo), Roller::Attr(Attr::Ag)]));
    // CEL-R22, CEL-R24: the épieu thrusts; a sword does both.
    assert!(rows.weapon(Weapon::Epieu).is(Flag::Estoc));
    assert!(rows.weapon(Weapon::Epee).is(Flag::Estoc) && rows.weapon(Weapon::Epee).is(Flag::Taille));
    // CEL-R25, CEL-R49, CEL-R60.
    assert_eq!((rows.heads.difficulty, rows.command.galvanise_blessure), (15, 30));
    assert_eq!([Skill::Religion, Skill::Plantes].map(|it| rows.skill(it).attribute), [Attr::Es; 2]);
    // CEL-R36, CEL-R42.
    assert_eq!((rows.size(Size::Homme).modifier, Size::ALL.len()), (0, 8));
    let bases = &rows.range_difficulty;
    assert_eq!([bases.courte, bases.moyenne, bases.longue, bases.extreme], [5, 15, 20, 25]);
}

/// CEL-R07, CEL-ACT-06: a slot pays for a dodge.
#[test]
fn cel_r07_a_slot_pays_for_a_dodge() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], engaged);
    field.act(0, Deed::blow(B), "5 3 6 2");
    field.choose(1, Choice::Dodge { acro: false, slot: true }, "6 6 5 5");
    assert_eq!((field.of(B).turn.undeclared, field.of(B).turn.slots), (0, 0));
}

/// CEL-R08, CEL-R79: survival is tried once and ends with the turn.
#[test]
fn cel_r08_survival_is_tried_once_and_ends_with_the_turn() {
    let mut field = Field::duel().fighting(4, &[1, 1], |scene| {
        scene.stage = Stage::Orders;
        edit(scene, A).turn.survival = Survival::Tried;
        edit(scene, B).turn.survival = Survival::On;
    });
    let again = Command::Orders {
        question: field.ask().id(),
        orders: bagarre_kit::procedure::Sealed(vec![(A, Order { survive: true, ..Order::default() })]),
        quiet: false,
    };
    assert_eq!(field.refused(0, &again), "celtiques.survival");
    field.play_on(|state| state.scene.turn == 2);
    assert_eq!([A, B].map(|who| field.of(who).turn.survival), [Survival::No; 2]);
}

/// CEL-R11, CEL-R68: speeds are whole centimetres over hexagons of a metre.
#[test]
fn cel_r11_speeds_are_whole_centimetres_over_hexagons_of_a_metre() {
    let field = Field::made("haut_roi", 2, &Value::Null, |_| {}).fighting(3, &[0, 0], |_| {});
    let public = field.state.public();
    // AG 4 up the steps: 400 / 3.
    let up = (Hex::new(12, 8), Hex::new(13, 8));
    assert_eq!(public.speed(A, up, Gait::default()), Some(400));
    let stairs = (Hex::new(10, 8), Hex::new(11, 8));
    assert_eq!(public.speed(A, stairs, Gait::default()), Some(133));
    assert_eq!(public.distance(A, A), 0);
}

/// CEL-R27, CEL-TER-04: terror is shared among those who hear it rounded down.
#[test]
fn cel_r27_terror_is_shared_among_those_who_hear_it_rounded_down() {
    // 3 points among four opponents: none has to be brave.
    let mut field = Field::made("gue", 4, &Value::Null, |_| {});
    field.edit(|scene| scene.stage = Stage::Terror);
    assert_eq!(3 / 4, 0);
    let none = |field: &Field| Command::Cries {
        question: field.ask().id(),
        cries: bagarre_kit::procedure::Sealed(vec![]),
    };
    for seat in 0..3 {
        let none = none(&field);
        field.says(seat, &none, "");
    }
    let dice: usize = field
        .state
        .public()
        .able()
        .map(|who| usize::from(field.state.fixed.profiles[who.n()].attr(Attr::Re)))
        .sum();
    let none = none(&field);
    // Only the head and the skin of one of them count, 2 among 2: the other side is brave first.
    let brave: usize = field
        .state
        .public()
        .able()
        .filter(|who| field.state.public().side(*who) == Team::First)
        .map(|who| usize::from(field.state.fixed.profiles[who.n()].attr(Attr::Co)))
        .sum();
    field.says(3, &none, &"4 ".repeat(brave + dice));
    let scores = field.facts.iter().map(|it| json!(it.what)).filter(|it| it["t"] == "terror");
    assert_eq!(scores.map(|it| it["score"].as_i64()).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

/// CEL-SPE-06, CEL-R32, CEL-T27: a lance breaks in a charge.
#[test]
fn cel_t27_a_lance_breaks_in_a_charge() {
    let charge = |face: &str| {
        let mut field = Field::pair(1, 3).fighting(3, &[1, 0], |scene| {
            put(scene, A, 3, 7);
            put(scene, B, 8, 7);
            edit(scene, B).beat.dodge =
                Some(bagarre_celtiques::testkit::scene::Dodge { total: 0, failed: false });
        });
        let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(Hex::new(6, 7))) }));
        let blow = Blow { charge: true, ..Blow::at(B) };
        field.act(0, Deed { go, ..Deed::of(Act::Strike(blow)) }, "");
        // Hast 5: 17 against 13; FO 4, the lance 4, the charge 4 against EN 3 and leather: five levels, and a critical of no effect.
        field.choose(1, Choice::No, &format!("4 3 3 2 6 6 4 3 1 1 2 1 1 {face}"));
        assert_eq!(field.of(B).body.blessure, 5);
        field
    };
    // Encumbrance 2 and a 2 are less than five levels; a 3 holds (CEL-T27).
    assert!(charge("2").tells("CEL-SPE-06", "breaks"));
    assert!(!charge("3").tells("CEL-SPE-06", "breaks"));
}

/// CEL-R31, CEL-R71: what a charge adds on both sides.
#[test]
fn cel_r31_what_a_charge_adds_on_both_sides() {
    // A fighter that is charged and strikes first gets half of it.
    let mut field = Field::pair(0, 1).fighting(3, &[1, 1], |scene| {
        put(scene, A, 3, 7);
        put(scene, B, 8, 7);
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (20, 9);
        edit(scene, A).beat.dodge =
            Some(bagarre_celtiques::testkit::scene::Dodge { total: 0, failed: false });
    });
    let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(Hex::new(6, 7))) }));
    let blow = Blow { charge: true, ..Blow::at(B) };
    field.act(0, Deed { go, ..Deed::of(Act::Strike(blow)) }, "");
    // The lance comes first: 16 + 5 against 15; FO 4 and the lance 4, half of 4 for the charge.
    field.choose(1, Choice::Yes, "6 5 3 2 1 1 1 1 6 6 6 1 1 1 3");
    assert_eq!(field.rolled("damage").unwrap().1, 4 + 4 + 2);
    let rows = &tables().charge;
    assert_eq!((rows.both_foot, rows.both_mounted, rows.both_mixed), (6, 12, 10));
}

/// CEL-R52, CEL-R69, CEL-R70: what wounds and the ground take.
#[test]
fn cel_r52_what_wounds_and_the_ground_take() {
    let field = Field::pair(0, 0).fighting(3, &[3, 0], |scene| {
        edit(scene, A).body.blessure = 3;
        edit(scene, A).turn.undeclared = 2;
        edit(scene, A).pose.posture = Posture::Fallen;
    });
    let public = field.state.public();
    // Reaction and contests lose two dice to three levels, and no others.
    assert_eq!(public.dice(A, Attr::Re, Sort::Test, None, 0), 1);
    assert_eq!(public.dice(A, Attr::Fo, Sort::Test, None, 0), 1);
    assert_eq!(public.dice(A, Attr::Co, Sort::Test, None, 0), 2);
    // Five, once, for dodges and everything else.
    assert_eq!((public.malus(A, true), public.malus(A, false)), (-5, -5));
}

/// CEL-R58: the margin of the attack brings a die to a trip.
#[test]
fn cel_r58_the_margin_of_the_attack_brings_a_die_to_a_trip() {
    let mut field = Field::pair(0, 1).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, B).beat.dodge =
            Some(bagarre_celtiques::testkit::scene::Dodge { total: 0, failed: false });
    });
    let deed = Deed::of(Act::Strike(Blow { trick: Some(Trick::Trip), ..Blow::at(B) }));
    // 21 + 5 against 14: twelve more: five dice of agility and Force 3 against four and 4.
    field.act(0, deed, "6 6 5 4 2 2 2 2 2 3 3 3 3");
    assert_eq!(field.facts.iter().filter(|it| json!(it.what)["throw"] == "agility").count(), 2);
    assert_eq!(field.rolled("agility").unwrap().1, 16);
}

/// CEL-R74, CEL-TER-12: fears do not add.
#[test]
fn cel_r74_fears_do_not_add() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 6, 8);
        put(scene, B, 4, 8);
        edit(scene, B).body.fear = 3;
    });
    let call = Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(B)));
    field.act(0, call, "3 3 3 3 1 2 1 1 2 2 2");
    // Two dice of new fear are less than three.
    assert_eq!(field.of(B).body.fear, 3);
}

/// CEL-R76, CEL-R77, CEL-CMD-03: chiefs who fail and sides without one.
#[test]
fn cel_r76_chiefs_who_fail_and_sides_without_one() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 6, 8);
        put(scene, B, 4, 8);
        edit(scene, B).body.fear = 1;
    });
    // The command roll fails at 9: no second roll, and the men hear nothing.
    field.act(0, Deed::of(Act::Call(Call::Rally, Whos::NONE.with(B))), "1 1 1 1");
    assert_eq!(field.of(B).body.fear, 1);
    assert!(field.tells("CEL-CMD-06", "skipped"));
    let levy = bagarre_celtiques::testkit::profile::Profile::of_foe(Foe::Levee, 1, Team::Second, 0);
    assert_eq!((levy.level(Skill::Commandement), Who(0)), (0, A));
}

//! Movement, engagement, dégagement (CEL-MOV, CEL-HEX, CEL-ENG).

use bagarre_celtiques::testkit::command::{Act, Blow, Choice, Deed, Go, Goal, March, Minor, Order, Pace};
use bagarre_celtiques::testkit::figures::Gait;
use bagarre_celtiques::testkit::scene::{Posture, Status};
use bagarre_kit::hex::Hex;
use serde_json::Value;

use super::harness::{A, B, Field, edit, engaged, put};

fn march(to: Hex, pace: Pace) -> Go {
    Go::March(March { pace, ..March::walk(Goal::Hex(to)) })
}

fn going(go: Go) -> Deed {
    Deed { go: Some(go), ..Deed::of(Act::Pass) }
}

/// CEL-MOV-01, CEL-HEX-01, CEL-HEX-04: a walk takes the units of a segment.
#[test]
fn cel_mov_01_a_walk_takes_the_units_of_a_segment() {
    let mut field = Field::duel().fighting(3, &[1, 0], |_| {});
    let from = field.of(A).pose.at;
    // AG 4 on plat: 150 units a hexagon, four of them.
    assert_eq!(field.state.public().cost(A, (from, Hex::new(4, 7)), Gait::default()), Some(150));
    field.act(0, going(march(Hex::new(9, 7), Pace::Walk)), "");
    assert_eq!(field.of(A).pose.at, Hex::new(7, 7));
    assert!(field.tells("CEL-MOV-01", "moved"));
}

/// CEL-SCN-03, CEL-HEX-09: off the map leads by the exit that counts.
#[test]
fn cel_scn_03_off_the_map_leads_by_the_exit_that_counts() {
    // CEL-R99: the own edge is two steps away, the far end of the road thirty.
    let road = |col| {
        let field = Field::made("chemin", 1, &Value::Null, |_| {});
        field.fighting(3, &[1, 0, 0], |scene| put(scene, A, col, 6))
    };
    let off = going(Go::March(March::walk(Goal::Off)));
    let mut field = road(2);
    field.act(0, off, "");
    assert!(field.of(A).pose.at.col > 2, "{:?}", field.of(A).pose.at);
    // A fighter that has gone back as far as the edge means it: that is flight.
    let mut field = road(0);
    field.act(0, off, "");
    assert_eq!(field.of(A).body.status, Status::Fled);
}

/// CEL-HEX-04: stairs cost more than half of them.
#[test]
fn cel_hex_04_stairs_cost_more_than_half_of_them() {
    let mut field = Field::made("etendard", 2, &Value::Null, |_| {});
    field.edit(|scene| put(scene, A, 10, 8));
    // CEL-T38: the steps of the mound, 133 cm a second: 451 units; 149 are left.
    let mut field = field.fighting(3, &[1, 0], |_| {});
    let cost = field.state.public().cost(A, (Hex::new(10, 8), Hex::new(11, 8)), Gait::default());
    assert_eq!(cost, Some(451));
    // They serve in the next segment, if it goes on.
    field.act(0, going(march(Hex::new(13, 8), Pace::Walk)), "");
    let kept = field.of(A).turn.kept;
    assert!(kept > 0 && field.of(A).pose.at != Hex::new(10, 8));
    assert_eq!(field.state.public().units(A), 600 + u32::from(kept));
    assert_eq!(600 - 451, 149);
}

/// CEL-MOV-02, CEL-MOV-05: a fast move is rolled once.
#[test]
fn cel_mov_02_a_fast_move_is_rolled_once() {
    // CEL-R10.
    let mut field = Field::duel().fighting(3, &[1, 0], |_| {});
    // Three dice of Force and Athlétisme 2: 12 is the second column: 400 and 350.
    field.act(0, going(march(Hex::new(10, 7), Pace::Run)), "3 3 4");
    assert_eq!(field.rolled("fast").unwrap().1, 12);
    assert_eq!(field.of(A).pose.at, Hex::new(10, 7));
    // CEL-ACT-06: in the place of a declared action it costs nothing more.
    assert_eq!(field.of(A).turn.undeclared, 0);
}

/// CEL-MOV-03: the speed of Agilité 4 on each ground, at a walk and by the result of a fast move.
#[test]
fn cel_mov_03_speeds_by_ground_and_result() {
    let results = [None, Some(1), Some(10), Some(11), Some(20), Some(30), Some(40), Some(41)];
    let speeds = |field: &Field, from: (i16, i16), to: (i16, i16)| {
        assert_eq!(field.state.fixed.profiles[0].attrs[1], 4, "Agilité");
        let step = (Hex::new(from.0, from.1), Hex::new(to.0, to.1));
        let public = field.state.public();
        results.map(|fast| public.speed(A, step, Gait { fast, ..Gait::default() }).unwrap())
    };
    let mound = Field::made("etendard", 2, &Value::Null, |_| {}).fighting(3, &[1, 0, 0, 0], |_| {});
    let ring =
        |posture| Field::pair(0, 0).fighting(3, &[1, 0], move |scene| edit(scene, A).pose.posture = posture);
    let (stands, crouches, lies) = (ring(Posture::Standing), ring(Posture::Crouched), ring(Posture::Lying));
    let plain = ((5, 7), (6, 7));
    let expected = [
        (speeds(&stands, plain.0, plain.1), [400, 700, 700, 750, 750, 800, 850, 900], "plat"),
        (speeds(&crouches, plain.0, plain.1), [150, 200, 200, 250, 250, 300, 350, 400], "baissé"),
        (speeds(&lies, plain.0, plain.1), [100, 125, 125, 150, 150, 175, 200, 225], "ramper"),
        (speeds(&stands, (4, 1), (3, 1)), [100, 200, 200, 250, 250, 300, 350, 400], "foule dense"),
        (speeds(&mound, (10, 7), (11, 7)), [200, 400, 400, 450, 450, 500, 550, 600], "accidenté"),
        (speeds(&mound, (10, 8), (11, 8)), [133, 183, 183, 233, 233, 283, 333, 383], "escalier, montée"),
        (speeds(&mound, (13, 8), (12, 8)), [200, 300, 300, 350, 350, 400, 450, 500], "escalier, descente"),
    ];
    for (told, wanted, ground) in expected {
        assert_eq!(told, wanted, "{ground}");
    }
}

/// CEL-MOV-04, CEL-MOV-06, CEL-MOV-07, CEL-MOV-08: what slows.
#[test]
fn cel_mov_04_what_slows() {
    let field = Field::duel().fighting(3, &[1, 0], |_| {});
    let public = field.state.public();
    let step = (Hex::new(5, 7), Hex::new(6, 7));
    let speed = |gait| public.speed(A, step, gait);
    assert_eq!(speed(Gait::default()), Some(400));
    assert_eq!(speed(Gait { evasive: true, ..Gait::default() }), Some(300));
    assert_eq!(speed(Gait { fast: Some(23), zigzag: true, evasive: false }), Some(400));
    assert_eq!(speed(Gait { fast: Some(23), ..Gait::default() }), Some(800));
}

/// CEL-MOV-09, CEL-DEC-21: standing up takes two segments and it is the default.
#[test]
fn cel_mov_09_standing_up_takes_two_segments_and_it_is_the_default() {
    let mut field = Field::duel().fighting(3, &[0, 0], |scene| {
        scene.stage = bagarre_celtiques::testkit::scene::Stage::Orders;
        edit(scene, A).pose.posture = Posture::Lying;
    });
    field.orders(0, vec![], "");
    field.orders(1, vec![], "");
    assert_eq!((field.of(A).pose.posture, field.of(A).pose.rising), (Posture::Lying, 1));
    field.orders(0, vec![], "");
    field.orders(1, vec![], "");
    assert_eq!(field.of(A).pose.posture, Posture::Standing);
}

/// CEL-MOV-11, CEL-ENG-02: who is engaged shifts and does not shoot.
#[test]
fn cel_mov_11_who_is_engaged_shifts_and_does_not_shoot() {
    let mut field = Field::pair(4, 0).fighting(3, &[1, 0], engaged);
    let away = going(march(Hex::new(3, 7), Pace::Walk));
    assert_eq!(field.no_act(0, away), "celtiques.shift");
    assert_eq!(field.no_act(0, Deed::of(Act::Shoot { at: B, with: 0, draw: false })), "celtiques.engaged");
    let to = field.state.public().shifts(A)[0];
    field.act(0, going(march(to, Pace::Walk)), "");
    assert_eq!(field.of(A).pose.at, to);
    assert!(field.of(A).ties.engaged.contains(B));
}

/// CEL-ENG-04, CEL-ENG-07, CEL-ENG-08, CEL-DEC-11: breaking away.
#[test]
fn cel_eng_04_breaking_away() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 5;
    });
    let leave = going(Go::Leave { acro: false, to: None });
    // 18; the adversary has a slot, and lets go.
    field.act(0, leave, "3 4 4 3");
    field.choose(1, Choice::No, "");
    assert!(field.of(A).ties.engaged.is_empty());
    assert!(field.state.public().distance(A, B) > 1, "it moves at once");
}

/// CEL-ENG-05: a blow at who leaves is five better and holds it.
#[test]
fn cel_eng_05_a_blow_at_who_leaves_is_five_better_and_holds_it() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 5;
    });
    let leave = going(Go::Leave { acro: false, to: None });
    field.act(0, leave, "3 4 4 3");
    // 14 and 5 and 5: 24 beats 18; one level.
    field.choose(1, Choice::Strike(None), "3 4 4 3 3 3 3 3 3 2");
    assert_eq!(field.rolled("attack").unwrap().1, 24);
    assert!(field.of(A).ties.engaged.contains(B), "still engaged");
}

/// CEL-ENG-06: who has no action may follow.
#[test]
fn cel_eng_06_who_has_no_action_may_follow() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], engaged);
    let leave = going(Go::Leave { acro: false, to: None });
    field.act(0, leave, "3 4 4 3");
    field.choose(1, Choice::Follow, "3 4 4 4");
    assert!(field.of(A).ties.engaged.contains(B) && field.state.public().close(A, B));
}

/// CEL-SPE-14, CEL-R35: standing up while engaged is a degagement.
#[test]
fn cel_spe_14_standing_up_while_engaged_is_a_degagement() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).pose.posture = Posture::Fallen;
    });
    assert_eq!(field.no_act(0, Deed { minor: Some(Minor::Rise), ..Deed::of(Act::Pass) }), "celtiques.minor");
    let at = field.of(A).pose.at;
    field.act(0, going(Go::Leave { acro: false, to: Some(at) }), "3 4 4 3");
    field.choose(1, Choice::No, "");
    assert_eq!(field.of(A).pose.posture, Posture::Standing);
    assert!(field.of(A).ties.engaged.contains(B), "it chose to stay");
}

/// CEL-UND-07, CEL-INN-01, CEL-INN-03, CEL-DEG-01: small acts.
#[test]
fn cel_und_07_small_acts() {
    let mut field = Field::pair(2, 1).fighting(3, &[0, 0], |scene| {
        scene.stage = bagarre_celtiques::testkit::scene::Stage::Orders;
    });
    field.orders(0, vec![(A, Order { minor: Some(Minor::Drop), ..Order::default() })], "");
    field.orders(1, vec![(B, Order { minor: Some(Minor::Shield), ..Order::default() })], "");
    assert!(field.tells("CEL-INN-03", "drops"));
    assert_eq!(field.of(A).gear.hand, None);
    assert!(!field.of(B).gear.shield);
    assert_eq!(field.of(B).turn.undeclared, 1, "one of limited attention costs a die");
    field.orders(0, vec![(A, Order { minor: Some(Minor::Draw(1)), ..Order::default() })], "");
    field.orders(1, vec![], "");
    assert_eq!(field.of(A).gear.hand, Some(1), "usable from the next segment");
}

/// CEL-HEX-03, CEL-MEL-07: a lance reaches two steps.
#[test]
fn cel_hex_03_a_lance_reaches_two_steps() {
    let field = Field::duel().fighting(3, &[1, 1], |scene| {
        put(scene, A, 5, 7);
        put(scene, B, 7, 7);
    });
    let public = field.state.public();
    assert!(public.in_reach(B, A), "the lance of Viridovix");
    assert!(public.in_reach(A, B), "a sword is of class 3");
    let field = Field::pair(2, 1).fighting(3, &[1, 1], |scene| {
        put(scene, A, 5, 7);
        put(scene, B, 7, 7);
        edit(scene, A).gear.hand = Some(1);
    });
    assert!(!field.state.public().in_reach(A, B), "a knife does not");
}

/// CEL-HEX-07: a charge is three straight steps and ends in reach.
#[test]
fn cel_hex_07_a_charge_is_three_straight_steps_and_ends_in_reach() {
    let field = Field::duel().fighting(3, &[1, 1], |_| {});
    let ways = field.state.public().charges(A, &Blow::at(B));
    assert!(ways.iter().all(|way| way.len() >= 3));
    assert!(ways.iter().any(|way| way.last().unwrap().distance(field.of(B).pose.at) <= 2));
}

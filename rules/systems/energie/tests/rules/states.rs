//! States (C13).

use super::harness::*;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Kind, Weapon};

fn pairs() -> Fight {
    Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2))
}

/// ENE-STA-01, ENE-R23: robots are never weakened.
#[test]
fn ene_sta_01_robots_are_never_weakened() {
    let mut robot = armed(hero("A", 3, 2), &[Weapon::LameBras]);
    robot.kind = Kind::Robot;
    let mut play = Fight::duel(robot, hero("B", 3, 2)).who(A, |it| it.pe = 1).play();
    play.act(blow(B), "4 2 2");
    assert_eq!(play.test().1, 4);
}

/// ENE-STA-08, ENE-R33, ENE-R45: a character that falls drops what it holds and guards no more.
#[test]
fn ene_sta_08_a_fall_drops_what_is_held_and_ends_the_guard() {
    let mut play = pairs().who(C, |it| (it.pe, it.position, it.pool, it.debt) = (2, 1, 0, false)).play();
    play.act(blow(C), "4 5 5");
    let fallen = play.f(C);
    assert!(fallen.prone && fallen.position == 0 && fallen.arms[0].gone);
    assert_eq!(play.state.scene.zones[2].weapons, [Weapon::Epee]);
    assert_eq!(fallen.pe, -2);
    play.act(Act::Pass, "");
    assert_eq!(play.refused(blow(C)), "energie.act.target", "no target any more");
}

/// ENE-STA-08: finishing blows are an option.
#[test]
fn ene_sta_08_finishing_blows_are_an_option() {
    let fight = pairs().who(C, |it| (it.pe, it.prone) = (-1, true));
    let mut play = fight.options(|it| it.finishing_blows = true).play();
    play.act(blow(C), "4 2 2");
    assert_eq!(play.pe(C), -4);
}

/// ENE-STA-02, ENE-R19: a minute of unconsciousness counted in slots.
#[test]
fn ene_sta_02_a_minute_of_unconsciousness_counted_in_slots() {
    let mut play = pairs().who(C, |it| (it.pe, it.prone, it.slots_down) = (0, true, 9)).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert!(play.f(C).marks.awake && play.pe(C) == 0 && !play.f(C).able());
}

/// ENE-STA-05: two minutes without loss and it wakes at zero.
#[test]
fn ene_sta_05_two_minutes_without_loss_and_it_wakes_at_zero() {
    let down = |it: &mut bagarre_energie::testkit::scene::Fighter| {
        (it.pe, it.prone, it.slots_down, it.marks.tried) = (-4, true, 19, true);
    };
    let mut play = pairs().who(C, down).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert_eq!((play.pe(C), play.f(C).marks.awake), (0, true));
}

/// ENE-STA-09, ENE-STA-10: first aid brings back prone.
#[test]
fn ene_sta_09_first_aid_brings_back_prone() {
    use bagarre_energie::testkit::ids::Skill;
    let medic = skilled(hero("A", 3, 4), &[Skill::PremiersSoins]);
    let fight = Fight::pairs(medic, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.who(B, |it| (it.pe, it.prone) = (0, true)).play();
    play.act(Act::FirstAid { at: B }, "4 5 1 2");
    assert_eq!((play.pe(B), play.f(B).prone), (2, true));
    assert!(play.facts.iter().any(|fact| matches!(fact.what, What::Rose { who: B })));
    assert!(matches!(play.ask(), bagarre_energie::Ask::Act { who: B, .. }), "it acts at its next slot");
    assert!(play.f(B).weakened(), "and is weak");
}

/// ENE-HEA-02, ENE-R21, ENE-R46: care wakes the fainted without a test.
#[test]
fn ene_hea_02_care_wakes_the_fainted_without_a_test() {
    let mut play = pairs().who(B, |it| (it.pe, it.prone) = (0, true)).play();
    play.act(Act::Care { who: B }, "");
    assert!(play.f(B).marks.awake && play.pe(B) == 0);
    let mut play = pairs().play();
    assert_eq!(play.refused(Act::Care { who: B }), "energie.act.patient");
}

/// ENE-STA-07, ENE-STA-11, ENE-STA-03: in a match no hero dies.
#[test]
fn ene_sta_07_in_a_match_no_hero_dies() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(B, |it| it.pe = 1).play();
    play.act(blow(B), "6 6 5").act(Act::Pass, "");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.scores.clone()), ("last_side", vec![3, 0]));
    assert!(play.state.scene.sequels.is_empty());
}

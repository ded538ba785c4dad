//! The ambush on the road of the pass: who is surprised (ENE-ORD-07) and who is out (ENE-SCN-03).

use super::harness::*;
use bagarre_energie::Ask;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::ids::{Scenario, Weapon, Who};
use bagarre_energie::testkit::scene::{Fighter, Status};
use bagarre_energie::testkit::setup::Setup;
use bagarre_kit::contract::{Seat, Verdict};

/// Heroes of side 0 at the van, with Physique 5 so that they act before every opponent.
fn ambush(format: &str, sides: &[usize]) -> Setup {
    let band = |many: &usize| (0..*many).map(|n| hero(&format!("H{n}"), 5, 4 - n as u8)).collect();
    let bands: Vec<_> = if let [heroes] = sides {
        (0..*heroes).map(|n| vec![hero(&format!("H{n}"), 5, 4 - n as u8)]).collect()
    } else {
        sides.iter().map(band).collect()
    };
    setup(Scenario::Embuscade, format, &bands)
}

/// The slot of one alone is left of a turn without danger.
fn last_slot(setup: &Setup, turn: u8, who: Who, out: &[Who]) -> Fight {
    let fight = Fight::of(setup).with(|scene| {
        (scene.turn, scene.burnt) = (turn, vec![true; 3].into());
        scene.order = vec![who];
    });
    out.iter().fold(fight, |fight, who| fight.who(*who, left)).acts(who)
}

fn left(it: &mut Fighter) {
    it.status = Status::Left;
}

fn down(it: &mut Fighter) {
    (it.pe, it.prone) = (0, true);
}

fn end(play: &Play) -> Option<(&str, Vec<u8>)> {
    let winners = |it: &bagarre_kit::contract::Outcome| it.winners.iter().map(|seat| seat.0).collect();
    play.outcome().map(|it| (it.reason.as_str(), winners(it)))
}

const LEAVE: Act = Act::Move { path: Vec::new(), leave: true };

/// A and B at the van, C and D on the road: no character has had a slot yet.
fn surprise(turn: u8) -> Fight {
    let band = |names: [&str; 2]| names.map(|name| armed(hero(name, 3, 2), &[Weapon::FusilAssaut])).to_vec();
    let setup = setup(Scenario::Embuscade, "2v2", &[band(["A", "B"]), band(["C", "D"])]);
    let fight = Fight::of(&setup).at(A, "fourgon").at(B, "fourgon").at(C, "fourgon").at(D, "route").asking();
    let fight = [A, B, C, D].iter().fold(fight, |fight, who| fight.who(*who, |it| it.marks.begun = false));
    fight.with(|scene| (scene.turn, scene.order) = (turn, vec![C, A, D, B]))
}

/// ENE-ORD-07: the surprised have no reaction in turn 1 before their first slot.
#[test]
fn ene_ord_07_the_surprised_have_no_reaction_in_turn_1_before_their_first_slot() {
    let mut play = surprise(1).acts(C).play();
    // The dice fall at once: no seat is asked, and no total position is taken.
    play.act(blow(A), "4 2 2");
    assert_eq!((play.test().0, play.f(A).position, play.f(A).debt), (1, 0, false));
    play.act(Act::Pass, "");
    // A has begun its slot: from here on it may, B still may not.
    assert!(matches!(play.ask(), Ask::Act { who: A, .. }));
    play.act(Act::Pass, "").act(blow(B), "4 2 2");
    assert!(matches!(play.ask(), Ask::Act { who: D, left: 1, .. }), "without a question");
    assert_eq!((play.f(B).position, play.f(B).debt), (0, false));
    let mut play = surprise(1).who(A, |it| it.marks.begun = true).acts(D).play();
    play.act(blow(A), "");
    assert!(matches!(play.ask(), Ask::React { who: A, .. }));
}

/// ENE-ORD-07: those that lie in wait are not surprised, nor is any character from turn 2 on.
#[test]
fn ene_ord_07_those_who_lie_in_wait_are_not_surprised_nor_is_anybody_from_turn_2_on() {
    let mut play = surprise(1).acts(A).play();
    play.act(blow(C), "");
    assert!(matches!(play.ask(), Ask::React { who: C, .. }), "it has not had its first slot either");
    let mut play = surprise(2).acts(C).play();
    play.act(blow(A), "");
    assert!(matches!(play.ask(), Ask::React { who: A, .. }));
    // ENE-R54: in 3 v 3 no character is.
    let setup = ambush("3v3", &[3, 3]);
    let fight = Fight::of(&setup).asking().who(A, |it| it.marks.begun = false).acts(D);
    let mut play = fight.play();
    play.act(blow(A), "");
    assert!(matches!(play.ask(), Ask::React { who: A, .. }));
}

/// ENE-SCN-03: two points for each hero out and three for the case.
#[test]
fn ene_scn_03_two_points_for_each_hero_out_and_three_for_the_case() {
    let setup = ambush("coop2", &[2]);
    let fight = Fight::of(&setup).at(A, "col").at(B, "col").who(A, |it| it.items = vec![0]);
    let fight = fight.with(|scene| (scene.items[0].zone, scene.order) = (None, vec![A, B]));
    let mut play = fight.acts(A).play();
    play.act(LEAVE, "");
    assert_eq!((play.state.scene.points.clone(), play.outcome().is_some()), (vec![2 + 3, 0], false));
    play.act(LEAVE, "");
    assert_eq!(
        (play.state.scene.points.clone(), end(&play)),
        (vec![2 + 3 + 2, 0], Some(("exit", vec![0, 1])))
    );
    assert_eq!(play.outcome().unwrap().scores, [7, 7]);
}

/// ENE-SCN-03, ENE-FIN-04: judged at the end of turn 9 and not before.
#[test]
fn ene_scn_03_judged_at_the_end_of_turn_9_and_not_before() {
    let setup = ambush("coop3", &[3]);
    let mut play = last_slot(&setup, 8, C, &[A, B]).play();
    play.act(Act::Pass, "");
    assert!(play.outcome().is_none() && play.state.scene.turn == 9, "one hero is still on the way");
    let mut play = last_slot(&setup, 9, C, &[A, B]).play();
    play.act(Act::Pass, "");
    assert_eq!(end(&play), Some(("exit", vec![0, 1, 2])), "two of three are more than half");
    let mut play = last_slot(&setup, 9, C, &[A]).play();
    play.act(Act::Pass, "");
    assert_eq!(end(&play), Some(("exit", vec![])));
    assert_eq!(play.outcome().unwrap().verdict(Seat(0)), Verdict::Lost);
}

/// ENE-SCN-03: between sides all of side 0 must be out.
#[test]
fn ene_scn_03_between_sides_all_of_side_0_must_be_out() {
    let three = ambush("3v3", &[3, 3]);
    let mut play = last_slot(&three, 9, C, &[A, B]).play();
    play.act(Act::Pass, "");
    assert_eq!(end(&play), Some(("exit", vec![1])), "two of three are not all");
    let mut play = last_slot(&three, 9, C, &[A, B]).at(C, "col").play();
    play.act(LEAVE, "");
    assert_eq!(end(&play), Some(("exit", vec![0])));
    let two = ambush("2v2", &[2, 2]);
    let mut play = last_slot(&two, 4, B, &[]).who(A, down).at(B, "col").play();
    play.act(LEAVE, "");
    assert_eq!(end(&play), Some(("exit", vec![1])), "no hero is able in play any more, and one is not out");
}

/// ENE-SCN-03: without an able opponent the able heroes count as out.
#[test]
fn ene_scn_03_without_an_able_opponent_the_able_heroes_count_as_out() {
    let setup = ambush("2v2", &[2, 2]);
    let fight = || last_slot(&setup, 4, A, &[]).who(C, down).who(D, down);
    let mut play = fight().play();
    play.act(Act::Pass, "");
    assert_eq!(end(&play), Some(("exit", vec![0])));
    let mut play = fight().who(B, down).play();
    play.act(Act::Pass, "");
    assert_eq!(end(&play), Some(("exit", vec![1])), "whoever lies on the road is not out");
}

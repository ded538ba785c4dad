//! How long each question may be thought about: the column of section E, question by question.

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Command, Meddle, Strike};
use bagarre_energie::testkit::ids::{Arena, Opponent, Scenario, Skill};
use bagarre_energie::testkit::setup::{Bring, Free, Hero, Purse, Setup};
use bagarre_energie::testkit::state::State;
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{BETWEEN_SECONDS, Pace, Ruleset, Seat};
use bagarre_kit::gather::{Gather, Terms};

const MJ: Seat = Seat(2);

/// Returns the seat that is asked, the kind of its clock and its seconds.
fn clock(state: &State, ask: &Ask) -> (Seat, Pace, u32) {
    let seat = ask.seats().iter().next().unwrap();
    (seat, Energie::pace(state, seat), Energie::time(state, seat))
}

#[track_caller]
fn takes(play: &Play, is: impl Fn(&Ask) -> bool, pace: Pace, seconds: u32) {
    let ask = play.ask();
    assert!(is(&ask), "{ask:?}");
    let (_, kind, time) = clock(&play.state, &ask);
    assert_eq!((kind, time), (pace, seconds), "{ask:?}");
}

/// A game at its very beginning.
fn begin_game(setup: &Setup) -> Play {
    let mut play = Play { state: Energie::new(setup).unwrap(), facts: Vec::new() };
    play.go_on("");
    play
}

fn four() -> [Hero; 4] {
    ["A", "B", "C", "D"].map(|name| hero(name, 3, 2))
}

fn pairs() -> Fight {
    let [a, b, c, d] = four();
    Fight::pairs(a, b, c, d)
}

fn duel() -> Setup {
    setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]])
}

/// ENE-DEC-16, ENE-DEC-01: before the first act.
#[test]
fn ene_dec_16_the_time_before_the_slots() {
    let [a, b, c, d] = four();
    let mut play = begin_game(&setup(Scenario::Embuscade, "2v2", &[vec![a, b], vec![c, d]]));
    takes(&play, |ask| matches!(ask, Ask::Deploy { .. }), Pace::Long(1), 60);
    for (seat, dice) in [(Seat(0), ""), (Seat(1), "3")] {
        let deployed = Energie::default_answer(&play.state, seat);
        play.say_as(seat, &deployed, dice);
    }
    takes(&play, |ask| matches!(ask, Ask::Order { .. }), Pace::Quick, 10);
}

/// ENE-DEC-02, ENE-DEC-03: the first action, then the second.
#[test]
fn ene_dec_02_the_time_of_an_action() {
    let mut play = pairs().play();
    takes(&play, |ask| matches!(ask, Ask::Act { left: 2, .. }), Pace::Short, 30);
    play.act(Act::Prepare, "");
    takes(&play, |ask| matches!(ask, Ask::Act { left: 1, .. }), Pace::Short, 20);
}

/// ENE-DEC-05, ENE-DEC-06, ENE-DEC-10: answers to what happens.
#[test]
fn ene_dec_05_the_time_of_an_answer() {
    let mut play = Fight::of(&duel()).acts(A).asking().play();
    play.act(blow(B), "");
    takes(&play, |ask| matches!(ask, Ask::React { .. }), Pace::Quick, 8);
    let guard = skilled(hero("A", 3, 2), &[Skill::GardeDuCorps]);
    let mut play = Fight::pairs(guard, hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2)).play();
    play.act(Act::Bodyguard, "").act(Act::Pass, "").act(Act::Pass, "").act(blow(B), "");
    takes(&play, |ask| matches!(ask, Ask::Guard { .. }), Pace::Quick, 6);
    let mut play = pairs().who(B, |it| (it.pe, it.prone) = (-3, true)).play();
    play.act(Act::Pass, "");
    takes(&play, |ask| matches!(ask, Ask::Stabilise { .. }), Pace::Quick, 8);
}

/// ENE-DEC-13, ENE-DEC-19: what a side or the table agrees to.
#[test]
fn ene_dec_13_the_time_of_an_assent() {
    let vote = |ask: &Ask| matches!(ask, Ask::Vote { .. });
    let bands = four().map(|hero| vec![hero]);
    let mut play = Fight::of(&setup(Scenario::Entrepot, "2v2", &bands)).acts(A).play();
    play.act(Act::SurrenderSide, "");
    takes(&play, vote, Pace::Quick, 20);
    let terms = Terms { scenario: "libre".to_owned(), seats: 3, size: 0, more: None };
    let bands = (0..3).map(|seat| Energie::ready_band(&terms, Seat(seat))).collect();
    let mut setup = Energie::gather(&terms, bands, Seat(0)).unwrap();
    setup.free = Some(Free {
        arena: Arena::Docks,
        opponents: vec![Bring { id: Opponent::Docker, count: 1 }],
        objective: "Sortir le docker du bar.".to_owned(),
    });
    let mut play = Fight::of(&setup).acts(A).play();
    play.say_as(MJ, &Command::Meddle { what: Meddle::Met }, "");
    takes(&play, vote, Pace::Quick, 20);
}

/// ENE-DEC-18, ENE-MJ-03, ENE-MJ-05, ENE-MJ-06: the referee plays, steps in, brings and rules.
#[test]
fn ene_dec_18_the_time_of_the_referee() {
    let mut play = Fight::of(&led(duel())).acts(A).options(|it| it.fenetre = true).play();
    play.act(blow(B), "");
    takes(&play, |ask| matches!(ask, Ask::Window { .. }), Pace::Window, 6);
    let hunt = led(setup(Scenario::Poursuite, "coop1", &[vec![hero("A", 3, 2)]]));
    let mut play = Fight::of(&hunt).acts(A).play();
    play.act(Act::Pass, "");
    takes(&play, |ask| matches!(ask, Ask::Act { seat: Seat(1), left: 2, .. }), Pace::Short, 20);
    let alone = Fight::of(&hunt).at(A, "place").acts(A).with(|scene| scene.reserve = 4);
    let mut play = alone.with(|scene| scene.order.truncate(1)).play();
    play.act(Act::Pass, "");
    takes(&play, |ask| matches!(ask, Ask::Bring { .. }), Pace::Short, 20);
    let [a, b, c, d] = four();
    let ambush = led(setup(Scenario::Embuscade, "2v2", &[vec![a, b], vec![c, d]]));
    let mut play = Fight::of(&ambush).at(A, "fourgon").acts(A).play();
    play.act(Act::Attack { arm: 0, at: Aim::Vehicle(0), strike: Strike::Normal }, "5 5 2");
    takes(&play, |ask| matches!(ask, Ask::Clause { .. }), Pace::Short, 20);
}

/// ENE-DEC-12: a death may stay open, and so do the steps after a fight (ENE-FIN-07): they are counted in hours.
#[test]
fn ene_dec_12_a_death_may_stay_open() {
    let mut setup = duel();
    setup.campaign = true;
    let mut setup = led(setup);
    setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
    let mut play = Fight::of(&setup).who(B, |it| it.pe = 1).acts(A).play();
    play.act(blow(B), "5 5 2").act(Act::Pass, "");
    let death = |ask: &Ask| matches!(ask, Ask::Death { .. });
    takes(&play, death, Pace::Between, BETWEEN_SECONDS);
    play.yes(true, "");
    takes(&play, death, Pace::Between, BETWEEN_SECONDS);
    play.yes(true, "");
    takes(&play, |ask| matches!(ask, Ask::After { .. }), Pace::Between, BETWEEN_SECONDS);
}

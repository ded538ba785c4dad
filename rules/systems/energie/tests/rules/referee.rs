//! The seat of the referee (G6).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Command, Meddle};
use bagarre_energie::testkit::ids::{Link, Opponent, Scenario, Zone};
use bagarre_energie::testkit::scene::{Boon, Change};
use bagarre_energie::testkit::setup::Setup;
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Actor, Audience, Ruleset, Seat, Verdict};
use bagarre_kit::gather::{Gather, Terms};

fn duel() -> Fight {
    Fight::of(&led(setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]))).acts(A)
}

fn hunt() -> Setup {
    led(setup(Scenario::Poursuite, "coop1", &[vec![hero("A", 3, 2)]]))
}

const MJ: Seat = Seat(2);

fn meddle(what: Meddle) -> Command {
    Command::Meddle { what }
}

/// ENE-MJ-01: the referee cannot win and runs the opponents or leaves them.
#[test]
fn ene_mj_01_he_cannot_win_and_runs_the_opponents_or_leaves_them() {
    let mut play = Fight::of(&hunt()).acts(A).play();
    play.act(Act::Pass, "");
    let Ask::Act { seat: Seat(1), who, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    assert!(play.f(who).sheet.seat.is_none());
    let terms = Terms {
        scenario: "poursuite".to_owned(),
        seats: 2,
        size: 0,
        more: Some(serde_json::json!({ "mj": true, "format": "coop1" })),
    };
    assert!(
        Energie::role(&terms, Seat(1)).is_some_and(|role| !role.wins)
            && Energie::role(&terms, Seat(0)).is_none()
    );
    let others = play.state.scene.all().filter(|(it, foe)| foe.sheet.seat.is_none() && *it != who);
    let others: Vec<_> = others.map(|(who, _)| who).collect();
    for other in &others {
        play.say_as(Seat(1), &meddle(Meddle::Alone(*other, true)), "");
    }
    assert!(others.iter().all(|other| play.f(*other).left_alone));
    let own = meddle(Meddle::Alone(who, true));
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(1)), &own).is_err(), "not in its own slot");
}

/// ENE-MJ-02, ENE-MJ-03: what the referee sets in advance is told and counts once.
#[test]
fn ene_mj_02_what_is_set_in_advance_is_told_and_counts_once() {
    let mut play = duel().play();
    let boon = Boon { need: 1, ..Boon::default() };
    play.say_as(MJ, &meddle(Meddle::Boon(A, boon)), "");
    assert!(play.has_rule("ENE-MJ-02"));
    play.act(blow(B), "4 5 2");
    assert_eq!(play.test().0, 2);
    assert!(play.state.scene.boons.is_empty());
    let by = Actor::Seat(Seat(0));
    assert!(Energie::decide(&play.state, by, &meddle(Meddle::Boon(A, boon))).is_err(), "he alone");
}

/// ENE-MJ-03, ENE-COR-05: what the referee sets in advance is heroic at most.
#[test]
fn ene_mj_03_what_the_referee_sets_is_heroic_at_most() {
    let play = Fight::of(&hunt()).acts(A).play();
    let by = Actor::Seat(Seat(1));
    let set = |difficulty| meddle(Meddle::Boon(A, Boon { difficulty: Some(difficulty), ..Boon::default() }));
    assert!(Energie::decide(&play.state, by, &set(4)).is_ok());
    assert!(Energie::decide(&play.state, by, &set(5)).is_err());
}

/// ENE-MJ-03, ENE-DEC-18: in the referee's window before the dice.
#[test]
fn ene_mj_03_in_the_window_before_the_dice() {
    let mut play = duel().options(|it| it.fenetre = true).play();
    play.act(blow(B), "");
    let Ask::Window { id, seat: MJ, who: A, need: 1, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    let boon = Boon { edge: -1, ..Boon::default() };
    play.say(&Command::Window { question: id, boon }, "4 4 2");
    assert_eq!(play.test(), (1, 5, 0));
}

/// ENE-MJ-07: between players the referee steps in once a turn and side.
#[test]
fn ene_mj_07_between_players_he_steps_in_once_a_turn_and_side() {
    let mut play = duel().play();
    let two = Boon { need: 2, ..Boon::default() };
    let one = Boon { need: 1, ..Boon::default() };
    let by = Actor::Seat(MJ);
    assert!(Energie::decide(&play.state, by, &meddle(Meddle::Boon(A, two))).is_err());
    play.say_as(MJ, &meddle(Meddle::Boon(A, one)), "").act(blow(B), "4 5 2");
    assert!(Energie::decide(&play.state, by, &meddle(Meddle::Boon(A, one))).is_err());
    assert!(Energie::decide(&play.state, by, &meddle(Meddle::Boon(B, one))).is_ok());
    assert_eq!(play.state.scene.reserve, 0);
}

/// ENE-MJ-04: changes come with the next slot and a line moves once.
#[test]
fn ene_mj_04_changes_come_with_the_next_slot_and_a_line_moves_once() {
    let mut play = duel().play();
    play.say_as(MJ, &meddle(Meddle::Change(Change::Smoke(Zone(2), true))), "");
    play.say_as(MJ, &meddle(Meddle::Change(Change::Difficult(Link(0), true))), "");
    assert!(!play.state.scene.zones[2].smoke);
    play.act(Act::Pass, "");
    assert!(play.state.scene.zones[2].smoke && play.state.scene.links[0].difficult);
    play.say_as(MJ, &meddle(Meddle::Shift(0, 1)), "");
    let again = meddle(Meddle::Shift(0, -1));
    assert!(Energie::decide(&play.state, Actor::Seat(MJ), &again).is_err());
}

/// ENE-MJ-05: the referee brings opponents for their menace.
#[test]
fn ene_mj_05_he_brings_opponents_for_their_menace() {
    let setup = hunt();
    let fight = Fight::of(&setup).at(A, "place").acts(A).with(|scene| scene.reserve = 4);
    let fight = fight.with(|scene| scene.order.truncate(1));
    let mut play = fight.play();
    play.act(Act::Pass, "");
    let Ask::Bring { id, reserve: 4, .. } = play.ask() else { panic!("{:?}", play.ask()) };
    let entry = play.state.public().map.entries[0];
    let dear =
        Command::Bring { question: id, opponents: vec![(Opponent::Garde, entry), (Opponent::Voyou, entry)] };
    assert!(Energie::decide(&play.state, Actor::Seat(Seat(1)), &dear).is_err());
    let before = play.state.scene.fighters.len();
    play.say(&Command::Bring { question: id, opponents: vec![(Opponent::Voyou, entry)] }, "");
    assert_eq!((play.state.scene.fighters.len(), play.state.scene.reserve), (before + 1, 4 - 2 + 2));
}

/// ENE-MJ-06, ENE-MJ-08, ENE-HEA-05: the referee declares a place calm and may stay silent.
#[test]
fn ene_mj_06_the_referee_declares_a_place_calm_and_may_stay_silent() {
    let mut play = duel().play();
    play.say_as(MJ, &meddle(Meddle::Calm(Some(false))), "");
    assert_eq!(play.state.scene.calm, Some(false));
    let view = Energie::view(&play.state, Audience::Seat(MJ));
    assert!(view.mine.is_some_and(|mine| mine.mines.is_empty()), "ENE-MJ-01: he sees no mines of theirs");
}

/// ENE-DEC-19, ENE-SCN-07: the table agrees that the objective is met.
#[test]
fn ene_dec_19_the_table_agrees_that_the_objective_is_met() {
    let terms = Terms { scenario: "libre".to_owned(), seats: 3, size: 0, more: None };
    let bands = (0..3).map(|seat| Energie::ready_band(&terms, Seat(seat))).collect();
    let setup = Energie::gather(&terms, bands, Seat(0)).unwrap();
    let mut setup = setup;
    setup.free = Some(bagarre_energie::testkit::setup::Free {
        arena: bagarre_energie::testkit::ids::Arena::Docks,
        opponents: vec![bagarre_energie::testkit::setup::Bring { id: Opponent::Docker, count: 1 }],
        objective: "Sortir le docker du bar.".to_owned(),
    });
    let mut play = Fight::of(&setup).acts(A).play();
    play.say_as(MJ, &meddle(Meddle::Met), "");
    play.yes(true, "").yes(false, "");
    assert!(play.outcome().is_none(), "half is not more than half");
    play.say_as(MJ, &meddle(Meddle::Met), "");
    play.yes(true, "").yes(true, "");
    let outcome = play.outcome().unwrap();
    assert_eq!(
        (outcome.reason.as_str(), outcome.verdict(Seat(0)), outcome.verdict(MJ)),
        ("objective", Verdict::Won, Verdict::Aside)
    );
}

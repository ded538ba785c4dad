//! Turn, order and activation (C1, C2).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Command, Places, Strike};
use bagarre_energie::testkit::event::What;
use bagarre_energie::testkit::ids::{Kind, Scenario, Weapon, Who};
use bagarre_energie::testkit::placing;
use bagarre_energie::testkit::state::{Sealed, State};
use bagarre_energie::{Ask, Energie};
use bagarre_kit::contract::{Next, Ruleset, Seat};

/// A game whose places are those that are usual, up to the first slot. `faces`: the dice of the pas.
pub fn begin_game(setup: &bagarre_energie::Setup, faces: &str) -> Play {
    let mut play = Play { state: Energie::new(setup).unwrap(), facts: Vec::new() };
    play.go_on("");
    let seats = setup.players();
    for seat in (0..seats).map(Seat) {
        let question = play.ask().id();
        let places = Sealed(placing::usual(setup, seat));
        let last = seat.0 + 1 == seats;
        play.say_as(seat, &Command::Deploy { question, places }, if last { faces } else { "" });
    }
    play
}

pub fn order(state: &State) -> Vec<u8> {
    state.scene.order.iter().map(|who| who.0).collect()
}

/// ENE-ORD-01, ENE-ORD-02, ENE-ORD-03, ENE-T20: by physique then kind then players.
#[test]
fn ene_t20_by_physique_then_kind_then_players() {
    let mut beast = armed(hero("Bête", 3, 2), &[Weapon::Griffes]);
    beast.kind = Kind::Animal;
    let setup =
        setup(Scenario::Epave, "coop3", &[vec![hero("P3", 3, 2)], vec![beast], vec![hero("P4", 4, 2)]]);
    let play = begin_game(&setup, "");
    // Sharks are animals with Physique 4; then the hero with 4, the beast, the human with 3.
    assert_eq!(order(&play.state), [3, 4, 5, 6, 7, 2, 1, 0]);
}

/// ENE-ORD-04, ENE-R05, ENE-T23: mental goes before the pas.
#[test]
fn ene_t23_mental_goes_before_the_pas() {
    let setup = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 3)]]);
    let play = begin_game(&setup, "1");
    assert_eq!((play.state.scene.pas, order(&play.state)), (0, vec![1, 0]));
    assert!(play.has_rule("ENE-ORD-06"));
}

/// ENE-ORD-04, ENE-PLY-04: the pas is drawn once and drawn again beyond the last whole share.
#[test]
fn ene_ord_04_the_pas_is_drawn_once_and_drawn_again_beyond_the_last_whole_share() {
    let duel = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]);
    let play = begin_game(&duel, "4");
    assert_eq!((play.state.scene.pas, order(&play.state)), (1, vec![1, 0]));
    // The side without the pas is on guard.
    assert_eq!((play.f(A).position, play.f(B).position), (2, 0));
    let bands: Vec<_> = ["A", "B", "C", "D"].iter().map(|name| vec![hero(name, 3, 2)]).collect();
    let four = setup(Scenario::Docks, "ffa4", &bands);
    let play = begin_game(&four, "5 6 3");
    assert_eq!((play.state.scene.pas, order(&play.state)), (2, vec![2, 3, 0, 1]));
}

/// ENE-ORD-07: an ambush puts no character on guard.
#[test]
fn ene_ord_07_an_ambush_puts_nobody_on_guard() {
    let bands = [vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]];
    let mut play = begin_game(&setup(Scenario::Embuscade, "2v2", &bands), "3");
    assert!(!play.has_rule("ENE-ORD-06"));
    // Equals of one seat: whose order is asked.
    assert!(matches!(play.ask(), Ask::Order { .. }));
    let question = play.ask().id();
    play.say(&Command::Order { question, order: vec![Who(1), Who(0)] }, "");
    let question = play.ask().id();
    play.say(&Command::Order { question, order: vec![Who(2), Who(3)] }, "");
    assert_eq!(order(&play.state), [1, 0, 2, 3], "ENE-DEC-01");
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert!(play.state.scene.slot > 2);
}

/// ENE-ORD-05, ENE-R31: the order is frozen and the inert keep their slot.
#[test]
fn ene_ord_05_the_order_is_frozen_and_the_inert_keep_their_slot() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let mut play = fight.who(C, |it| it.pe = 0).play();
    play.act(Act::Pass, "").act(Act::Pass, "");
    assert!(play.facts.iter().any(|fact| matches!(fact.what, What::Slot { who: C, .. })));
}

/// ENE-ACT-01, ENE-ACT-02, ENE-ACT-03: two actions and one attack.
#[test]
fn ene_act_01_two_actions_and_one_attack() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).play();
    play.act(blow(B), "4 2 2");
    assert_eq!(play.refused(blow(B)), "energie.act.attack");
    assert_eq!(play.refused(Act::Total), "energie.act.actions");
    play.act(Act::Defend, "");
    assert!(matches!(play.ask(), Ask::Act { who: B, left: 2, .. }));
    assert_eq!(play.f(A).position, 1);
}

/// ENE-ACT-04: free acts once and they spoil no aim.
#[test]
fn ene_act_04_free_acts_once_and_they_spoil_no_aim() {
    let two = armed(hero("A", 3, 2), &[Weapon::Baton, Weapon::Couteau]);
    let mut play = Fight::duel(two, hero("B", 3, 2)).play();
    play.act(Act::Prepare, "").act(Act::Draw { arm: 1 }, "");
    assert_eq!(play.f(A).prepared, 2);
    assert_eq!(play.refused(Act::Draw { arm: 0 }), "energie.act.drew");
    let thrust = Act::Attack { arm: 0, at: Aim::Who(B), strike: Strike::Normal };
    assert_eq!(play.refused(thrust), "energie.act.drew");
    play.act(Act::Attack { arm: 1, at: Aim::Who(B), strike: Strike::Normal }, "3 2 2");
    assert_eq!(play.test(), (1, 3, 1));
}

/// ENE-ACT-07, ENE-ACT-08: weapons are picked up cleared and loaded.
#[test]
fn ene_act_07_weapons_are_picked_up_cleared_and_loaded() {
    let bow = armed(hero("A", 3, 2), &[Weapon::Arbalete]);
    let fight = Fight::duel(bow, hero("B", 3, 2));
    let mut play = fight.with(|scene| scene.zones[2].weapons = vec![Weapon::Hache]).play();
    play.act(blow(B), "1 1 2");
    assert!(play.f(A).arms[0].jammed, "ENE-R14: inoperative, not broken");
    play.act(Act::Clear { arm: 0 }, "").act(Act::Pass, "");
    assert!(!play.f(A).arms[0].jammed);
    // Next turn: the shot that jammed is gone, so it is loaded; then the axe on the ground.
    assert_eq!(play.refused(blow(B)), "energie.act.unready");
    play.act(Act::Load { arm: 0 }, "").act(Act::Gather { weapon: Weapon::Hache }, "");
    assert!(play.f(A).arms.iter().any(|arm| arm.weapon == Weapon::Hache && arm.held));
    assert!(play.state.scene.zones[2].weapons.is_empty());
}

/// ENE-ACT-06: standing up is an action.
#[test]
fn ene_act_06_standing_up_is_an_action() {
    let mut play = Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).who(A, |it| it.prone = true).play();
    assert_eq!(play.refused(walk(&[3])), "energie.act.prone");
    play.act(Act::Stand, "");
    assert!(!play.f(A).prone);
    assert_eq!(play.state.scene.act.map(|act| act.left), Some(1), "ENE-MOV-04");
}

/// ENE-DEC-16: places are sealed and shown together.
#[test]
fn ene_dec_16_places_are_sealed_and_shown_together() {
    let setup = setup(
        Scenario::Docks,
        "2v2",
        &[vec![hero("A", 3, 2), hero("B", 3, 3)], vec![hero("C", 3, 2), hero("D", 3, 3)]],
    );
    let mut state = Energie::new(&setup).unwrap();
    bagarre_kit::contract::advance::<Energie>(&mut state, &mut dice(""), &mut |_, _| {}).unwrap();
    let Next::Ask { seats, ask } = Energie::next(&state) else { panic!() };
    assert_eq!(seats.len(), 2);
    let (question, zones) = (ask.id(), placing::zones(&setup, 0));
    let bad = Places { zones: vec![zones[0], bagarre_energie::testkit::ids::Zone(9)], mines: vec![] };
    let bad = Command::Deploy { question, places: Sealed(bad) };
    let by = bagarre_kit::contract::Actor::Seat(Seat(0));
    assert!(Energie::decide(&state, by, &bad).is_err());
    let good = Places { zones: vec![zones[0], zones[0]], mines: vec![] };
    let good = Command::Deploy { question, places: Sealed(good) };
    bagarre_kit::contract::submit::<Energie>(&mut state, by, &good, &mut dice(""), &mut |_, _| {}).unwrap();
    assert!(state.scene.fighters.iter().all(|it| it.zone.is_none()), "ENE-PLY-03");
    assert!(Energie::decide(&state, by, &good).is_err(), "sealed is sealed");
}

/// ENE-R60: a seat with one way to place what it has is not asked; a game from before it asks, and so does one with a choice.
#[test]
fn ene_r60_places_without_a_choice_are_not_asked() {
    let asks = |close: bool, only_choice: bool| {
        let mut setup = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 4, 2)], vec![hero("B", 3, 3)]]);
        (setup.options.close, setup.options.only_choice) = (close, only_choice);
        let mut state = Energie::new(&setup).unwrap();
        let mut dice = bagarre_kit::dice::Seeded::from_number(1);
        bagarre_kit::contract::advance::<Energie>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        let ask = match Energie::next(&state) {
            Next::Ask { ask, .. } => matches!(ask, Ask::Deploy { .. }),
            _ => false,
        };
        (ask, state.scene.fighters.iter().all(|it| it.zone.is_some()))
    };
    assert_eq!(asks(true, false), (true, false), "an older game");
    assert_eq!(asks(true, true), (false, true), "they stand on the only places");
}

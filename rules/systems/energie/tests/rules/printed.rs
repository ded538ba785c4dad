//! Vectors of section H and the worked example (C15) to the letter, where the shorter tests of `vectors.rs` leave something out.

use super::harness::*;
use super::turns::{begin_game, order};
use bagarre_energie::Ask;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::event::{Circumstance, What};
use bagarre_energie::testkit::ids::{Kind, Opponent, Protection, Scenario, Weapon};
use bagarre_energie::testkit::setup::{Aggravation, Hero};

fn why(play: &Play) -> Vec<(Circumstance, u8)> {
    match play.last(|what| matches!(what, What::Aims { .. })) {
        Some(What::Aims { why, .. }) => why.clone(),
        _ => panic!("nobody aims"),
    }
}

fn kind(mut hero: Hero, kind: Kind, weapon: Weapon) -> Hero {
    hero.kind = kind;
    armed(hero, &[weapon])
}

/// ENE-T01, ENE-EXA-01: Jules runs ten metres and rolls aside.
#[test]
fn ene_t01_jules_runs_ten_metres_and_rolls_aside() {
    let suspect = worn(armed(hero("Suspect", 3, 1), &[Weapon::PistoletLeger]), &[Protection::Cuir]);
    let fight = Fight::duel(armed(hero("Jules", 4, 2), &[]), suspect).at(A, "portail").at(B, "allee");
    let mut play = fight.acts(A).play();
    play.act(walk(&[0]), "").act(Act::Roll, "4 6 1 5");
    assert_eq!((play.f(A).zone, play.f(A).pool), (play.f(B).zone, 3), "ten metres are one action");
    play.act(blow(A), "5 6 3");
    assert_eq!((play.test(), play.f(A).pool, play.damage(), play.pe(A)), ((1, 4, 2), 1, None, 9));
}

/// ENE-T21, ENE-EXA-03: the punch takes two, and three by the option of the shot.
#[test]
fn ene_t21_the_punch_takes_two_and_three_by_the_option_of_the_shot() {
    let punch = |option| {
        let suspect = worn(armed(hero("Suspect", 3, 1), &[Weapon::PistoletLeger]), &[Protection::Cuir]);
        let fight = Fight::duel(armed(hero("Jules", 4, 2), &[]), suspect).who(B, |it| it.pe = 4);
        let mut play = fight.options(|it| it.aggravation = option).play();
        // ENE-ACT-07: the attacker seizes the suspect by aiming.
        play.act(Act::Prepare, "").act(blow(B), "4 5 6 2");
        (play.test().2, play.damage(), play.pe(B))
    };
    assert_eq!(punch(Aggravation::Texte), (3, Some(1 + 2 - 1), 2));
    assert_eq!(punch(Aggravation::Exemple), (3, Some(1 + 3 - 1), 1));
}

/// ENE-T17, ENE-R08: a reaction holds against all until the slot that it costs.
#[test]
fn ene_t17_a_reaction_holds_against_all_until_the_slot_that_it_costs() {
    let fight = Fight::pairs(hero("A", 3, 4), hero("B", 3, 3), hero("C", 3, 2), hero("D", 3, 1)).asking();
    let mut play = fight.play();
    play.act(blow(C), "").yes(true, "4 5 2");
    assert_eq!((play.test().0, play.damage(), play.f(C).debt), (3, None, true));
    // B strikes in the same turn: the same need, and no second question.
    play.act(Act::Pass, "").act(blow(C), "4 5 2");
    assert_eq!((play.test().0, play.damage()), (3, None));
    play.act(Act::Pass, "");
    assert!(matches!(play.ask(), Ask::Act { who: D, .. }), "the slot of C in this turn is lost");
    assert_eq!((play.f(C).position, play.f(C).debt), (0, false));
}

/// ENE-R08, ENE-DEF-05, ENE-DEF-06: after its own slot it holds into the next turn.
#[test]
fn ene_r08_after_its_own_slot_it_holds_into_the_next_turn() {
    let fight = Fight::pairs(hero("A", 3, 4), hero("B", 3, 3), hero("C", 3, 2), hero("D", 3, 1)).asking();
    let mut play = fight.with(|scene| scene.order = vec![C, D, A, B]).acts(A).play();
    play.act(blow(C), "").yes(true, "4 5 2").act(Act::Pass, "");
    play.act(blow(C), "4 5 2").act(Act::Pass, "");
    assert_eq!((play.state.scene.turn, play.test().0, play.f(C).position), (2, 3, 2));
    // Turn 2: A and B come before C again.
    play.act(blow(C), "4 5 2").act(Act::Pass, "").act(blow(C), "4 5 2");
    assert_eq!((play.test().0, play.damage(), play.f(C).debt), (3, None, true));
    play.act(Act::Pass, "");
    assert!(matches!(play.ask(), Ask::Act { who: D, .. }));
    assert_eq!((play.f(C).position, play.f(C).debt), (0, false), "now it is lost");
}

/// ENE-T20, ENE-ORD-01, ENE-ORD-02, ENE-ORD-03: the robot of a game master. No opponent is a robot with Physique 3: the
/// drone has 2, so that all have one less than printed, and a robot of a player stands beside the drones.
#[test]
fn ene_t20_the_robot_of_a_game_master() {
    let bands = [
        vec![hero("P2 humain", 2, 2)],
        vec![kind(hero("P2 animal", 2, 1), Kind::Animal, Weapon::Griffes)],
        vec![hero("P3 humain", 3, 1)],
        vec![kind(hero("P2 robot", 2, 1), Kind::Robot, Weapon::LameBras)],
    ];
    let play = begin_game(&led(setup(Scenario::Colosse, "coop4", &bands)), "");
    let opponents: Vec<_> =
        play.state.scene.fighters[4..].iter().filter_map(|it| it.sheet.opponent).collect();
    assert_eq!(opponents, [Opponent::Colosse, Opponent::Drone, Opponent::Drone, Opponent::Drone]);
    // The Colosse with 5; the human with 3; of those with 2 the animal, the robots, the player's first, and the human.
    assert_eq!(order(&play.state), [4, 2, 1, 3, 5, 6, 7, 0]);
}

/// ENE-T23, ENE-ORD-04, ENE-R05: mental goes before the pas every turn.
#[test]
fn ene_t23_mental_goes_before_the_pas_every_turn() {
    let setup = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 3)]]);
    let mut play = begin_game(&setup, "1");
    for turn in 1..=4 {
        let scene = &play.state.scene;
        assert_eq!((scene.turn, scene.pas, order(&play.state)), (turn, 0, vec![1, 0]));
        play.act(Act::Pass, "").act(Act::Pass, "");
    }
}

/// ENE-T25, ENE-ATT-03: cover, range and smoke are capped. No map lets a light pistol see so far into cover: a taser, whose normal
/// range is one zone, shoots two zones from the boat to the wreck.
#[test]
fn ene_t25_cover_range_and_smoke_are_capped() {
    let bands = [
        vec![armed(hero("A", 3, 2), &[Weapon::Taser]), hero("B", 3, 2)],
        vec![hero("C", 3, 2), hero("D", 3, 2)],
    ];
    let setup = setup(Scenario::Epave, "2v2", &bands);
    let fight = Fight::of(&setup).at(A, "bateau_ouest").at(B, "recif").at(C, "epave").at(D, "bateau_est");
    let mut play = fight.with(|scene| scene.zones[2].smoke = true).acts(A).play();
    play.act(blow(C), "4 5 2");
    let three = [(Circumstance::Cover, 1), (Circumstance::Far, 1), (Circumstance::Dark, 1)];
    assert_eq!(why(&play), [&three[..], &[(Circumstance::Cap, 1)]].concat());
    assert_eq!((play.test().0, play.damage()), (3, None));
}

/// ENE-T25, ENE-MAP-04: a light pistol at three zones, of which two are normal: from the barge at the crane, who lies there in smoke.
#[test]
fn ene_t25_a_light_pistol_at_three_zones() {
    let bands = [
        vec![armed(hero("A", 3, 2), &[Weapon::PistoletLeger]), hero("B", 3, 2)],
        vec![hero("C", 3, 2), hero("D", 3, 2)],
    ];
    let setup = setup(Scenario::Docks, "2v2", &bands);
    let fight = Fight::of(&setup).at(A, "peniche").at(B, "bar").at(C, "grue").at(D, "bar");
    let fight = fight.with(|scene| scene.zones[2].smoke = true).who(C, |it| it.prone = true);
    let mut play = fight.acts(A).play();
    play.act(blow(C), "4 5 2");
    let three = [(Circumstance::Far, 1), (Circumstance::Dark, 1), (Circumstance::Prone, 1)];
    assert_eq!(why(&play), [&three[..], &[(Circumstance::Cap, 1)]].concat());
    assert_eq!(play.test().0, 3);
}

//! Movement (C7) and what a map offers (G1).

use super::harness::*;
use bagarre_energie::testkit::command::Act;
use bagarre_energie::testkit::ids::{Door, Kind, Link, Protection, Scenario, Source, Weapon, Zone};
use bagarre_energie::testkit::scene::EnRoute;

fn duel() -> Fight {
    Fight::duel(hero("A", 3, 2), hero("B", 3, 2)).at(B, "quai")
}

fn zone(play: &Play, who: bagarre_energie::testkit::ids::Who) -> u8 {
    play.f(who).zone.unwrap().0
}

/// ENE-MOV-01, ENE-MOV-02: ten metres an action.
#[test]
fn ene_mov_01_ten_metres_an_action() {
    let mut play = duel().play();
    assert_eq!(play.refused(walk(&[4, 7])), "energie.move.far");
    play.act(walk(&[4]), "");
    assert_eq!(zone(&play, A), 4);
    play.act(walk(&[7]), "");
    assert_eq!(zone(&play, A), 6, "twenty with both");
}

/// ENE-MOV-08, ENE-R40: a hedge is crossed step by step.
#[test]
fn ene_mov_08_a_hedge_is_crossed_step_by_step() {
    let mut play = duel().play();
    play.act(walk(&[2]), "4 2 2");
    assert_eq!((zone(&play, A), play.f(A).en_route), (2, Some(EnRoute { link: Link(2), metres: 2 })));
    play.act(walk(&[2]), "4 2 2");
    assert_eq!((zone(&play, A), play.f(A).en_route), (1, None));
}

/// ENE-MOV-08: another way loses what was walked.
#[test]
fn ene_mov_08_another_way_loses_what_was_walked() {
    let mut play = duel().play();
    play.act(walk(&[2]), "4 2 2").act(walk(&[4]), "");
    assert_eq!((zone(&play, A), play.f(A).en_route), (4, None));
}

/// ENE-MOV-07: a critical failure ends on the ground.
#[test]
fn ene_mov_07_a_critical_failure_ends_on_the_ground() {
    let mut play = duel().play();
    play.act(walk(&[2]), "1 1 3");
    assert!(play.f(A).prone && play.f(A).en_route.is_none() && zone(&play, A) == 2);
}

/// ENE-MOV-09: the prone only stand up and strike badly.
#[test]
fn ene_mov_09_the_prone_only_stand_up_and_strike_badly() {
    let mut play = duel().at(B, "allee").who(A, |it| it.prone = true).play();
    assert_eq!(play.refused(walk(&[4])), "energie.act.prone");
    play.act(blow(B), "4 4 2");
    assert_eq!(play.test().1, 5);
}

/// ENE-MOV-10: a zone takes so many.
#[test]
fn ene_mov_10_a_zone_takes_so_many() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let fight = fight.at(A, "caisses").at(B, "passerelle").at(C, "passerelle").at(D, "passerelle");
    let mut play = fight.play();
    assert_eq!(play.refused(walk(&[3])), "energie.move.full");
}

/// ENE-MOV-11, ENE-R39: flyers use the void.
#[test]
fn ene_mov_11_flyers_use_the_void() {
    let mut bird = armed(hero("A", 3, 2), &[Weapon::Griffes]);
    (bird.kind, bird.vol) = (Kind::Animal, true);
    let mut play = Fight::duel(bird, hero("B", 3, 2)).at(A, "passerelle").at(B, "rayonnages").play();
    play.act(walk(&[6]), "");
    assert_eq!(zone(&play, A), 4);
    play.act(blow(B), "1 1 2");
    assert!(play.f(A).prone, "a critical failure lands it");
    let mut play = duel().at(A, "passerelle").play();
    assert_eq!(play.refused(walk(&[6])), "energie.move.barred");
}

fn wreck() -> Fight {
    let plated = worn(hero("A", 3, 2), &[Protection::Plaque]);
    let two = armed(hero("C", 3, 2), &[Weapon::FusilAssaut]);
    let setup = setup(Scenario::Epave, "2v2", &[vec![plated, hero("B", 3, 2)], vec![two, hero("D", 3, 2)]]);
    Fight::of(&setup).at(A, "bateau_ouest").at(B, "recif").at(C, "bateau_est").at(D, "bateau_est")
}

/// ENE-MOV-06, ENE-R12: reefs are tested with a disadvantage.
#[test]
fn ene_mov_06_reefs_are_tested_with_a_disadvantage() {
    let mut play = wreck().acts(B).play();
    play.act(walk(&[3]), "4 5 3");
    assert_eq!((play.test().1, play.f(B).en_route.map(|it| it.metres)), (5, Some(2)));
}

/// ENE-MOV-12: armour drowns and two hands do not swim.
#[test]
fn ene_mov_12_armour_drowns_and_two_hands_do_not_swim() {
    let mut play = wreck().at(A, "lagon_ouest").acts(D).play();
    play.act(Act::Pass, "");
    assert_eq!(play.pe(A), 7, "drowning as a danger of the zone");
    let mut play = wreck().at(C, "lagon_ouest").at(A, "epave").acts(C).play();
    assert_eq!(play.refused(blow(A)), "energie.act.hands");
}

/// ENE-MAP-07: doors are opened shut and forced.
#[test]
fn ene_map_07_doors_are_opened_shut_and_forced() {
    let mut play = duel().play();
    assert_eq!(play.refused(walk(&[5])), "energie.move.barred");
    play.act(Act::Door { link: Link(5) }, "").act(walk(&[5]), "");
    assert_eq!(zone(&play, A), 5);
    let locked =
        |scene: &mut bagarre_energie::testkit::scene::Scene| scene.links[5].door = Some(Door::Verrouillee);
    let mut play = duel().with(locked).play();
    play.act(Act::Door { link: Link(5) }, "4 2 2");
    assert_eq!(play.state.scene.links[5].door, Some(Door::Verrouillee), "it takes two");
    play.act(Act::Door { link: Link(5) }, "4 5 2");
    assert_eq!(play.state.scene.links[5].door, Some(Door::Ouverte));
}

/// ENE-MAP-07: a heavy thing takes both hands and slows.
#[test]
fn ene_map_07_a_heavy_thing_takes_both_hands_and_slows() {
    let mut play = wreck().at(C, "cale").acts(C).play();
    play.act(Act::Take { item: 0 }, "");
    assert_eq!(play.refused(Act::Put { item: 0 }), "energie.act.again", "free once");
    assert!(play.state.scene.items[0].zone.is_none());
    // Five metres of budget, two for a metre of water.
    play.act(walk(&[11]), "");
    assert_eq!(play.f(C).en_route.map(|it| it.metres), Some(2));
}

/// ENE-MAP-06: out by ones own exit.
#[test]
fn ene_map_06_out_by_ones_own_exit() {
    let mut play = wreck().at(A, "lagon_ouest").acts(A).play();
    play.act(Act::Move { path: vec![Link(0)], leave: true }, "");
    assert_eq!(play.f(A).status, bagarre_energie::testkit::scene::Status::Left);
    let mut play = wreck().acts(C).play();
    play.act(Act::Move { path: vec![], leave: true }, "");
    assert!(play.has_rule("ENE-MAP-06"));
}

/// ENE-MAP-08: a mine waits for the first enemy.
#[test]
fn ene_map_08_a_mine_waits_for_the_first_enemy() {
    let mut fight = duel();
    fight.position.mines = vec![(1, Zone(4))];
    let mut play = fight.play();
    play.act(walk(&[4]), "");
    // Two fixed successes: four and one more.
    assert_eq!((play.pe(A), zone(&play, A)), (8 - 5, 4));
    assert!(play.state.mines.is_empty());
    let mut fight = duel();
    fight.position.mines = vec![(0, Zone(4))];
    let mut play = fight.play();
    play.act(walk(&[4]), "");
    assert_eq!(play.pe(A), 8, "its own side knows where it lies");
}

/// ENE-DOT-04: water puts fire out.
#[test]
fn ene_dot_04_water_puts_fire_out() {
    let burning = |it: &mut bagarre_energie::testkit::scene::Fighter| it.sources = vec![Source::FeuTorche];
    let mut play = wreck().who(C, burning).acts(C).play();
    play.act(walk(&[9]), "");
    assert!(play.f(C).sources.is_empty());
}

/// ENE-MAP-05: shut doors and walls hide.
#[test]
fn ene_map_05_shut_doors_and_walls_hide() {
    let gun = armed(hero("A", 3, 2), &[Weapon::FusilAssaut]);
    let mut play = Fight::duel(gun, hero("B", 3, 2)).at(A, "allee").at(B, "bureau").play();
    assert_eq!(play.refused(blow(B)), "energie.act.sight");
    play.act(Act::Door { link: Link(5) }, "").act(blow(B), "5 5 5");
    assert_eq!(play.test().0, 3, "cover of the office");
}

//! Opponents and their doctrines (G5).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Strike};
use bagarre_energie::testkit::doctrine;
use bagarre_energie::testkit::ids::{Doctrine, Link, Scenario, Skill, Weapon, Who};
use bagarre_energie::testkit::state::PublicState;

/// Returns what a character would do by its doctrine.
fn act(fight: &Fight, who: Who) -> Act {
    doctrine::act(PublicState::new(&fight.position.setup, &fight.position.scene), who)
}

fn duel(weapon: Weapon) -> Fight {
    Fight::duel(armed(hero("A", 3, 2), &[weapon]), hero("B", 3, 2))
}

/// ENE-DOC-01, ENE-DOC-02: assaut strikes the weakest then guards else comes nearer.
#[test]
fn ene_doc_01_assaut_strikes_the_weakest_then_guards_else_comes_nearer() {
    let fight = Fight::pairs(hero("A", 3, 2), hero("B", 3, 2), hero("C", 3, 2), hero("D", 3, 2));
    let fight = fight.who(D, |it| it.pe = 3);
    assert_eq!(act(&fight, A), blow(D));
    let struck = fight.with(|scene| {
        let turn = scene.act.as_mut().unwrap();
        (turn.left, turn.attacked) = (1, true);
    });
    assert_eq!(act(&struck, A), Act::Defend);
    assert_eq!(act(&duel(Weapon::Epee).at(B, "quai"), A), walk(&[4]));
    let cat = skilled(hero("A", 3, 2), &[Skill::EsquiveFeline]);
    let fight = Fight::duel(cat, hero("B", 3, 2)).with(|scene| {
        let turn = scene.act.as_mut().unwrap();
        (turn.left, turn.attacked) = (1, true);
    });
    assert_eq!(act(&fight, A), Act::Roll);
}

/// ENE-DOC-03: tireur aims where it is hard and steps back from contact.
#[test]
fn ene_doc_03_tireur_aims_where_it_is_hard_and_steps_back_from_contact() {
    let fight = duel(Weapon::FusilAssaut).at(A, "portail").at(B, "rayonnages");
    assert_eq!(act(&fight, A), Act::Prepare, "cover and dark");
    let fight = duel(Weapon::FusilAssaut).at(B, "quai");
    assert_eq!(act(&fight, A), blow(B));
    let fight = duel(Weapon::FusilAssaut);
    assert!(matches!(act(&fight, A), Act::Move { .. }), "enemy at contact");
}

/// ENE-DOC-04: meute hunts what is hunted.
#[test]
fn ene_doc_04_meute_hunts_what_is_hunted() {
    let setup = setup(Scenario::Epave, "coop2", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]);
    let fight = Fight::of(&setup).at(A, "lagon_ouest").at(B, "lagon_ouest").acts(C);
    let mut fight = fight.who(A, |it| it.pe = 5).who(B, |it| it.marks.attacked = true);
    assert_eq!(fight.position.scene.fighters[2].sheet.doctrine, Doctrine::Meute);
    assert_eq!(act(&fight, C), blow(B));
    fight = fight.with(|scene| {
        let turn = scene.act.as_mut().unwrap();
        (turn.left, turn.attacked) = (1, true);
    });
    assert_eq!(act(&fight, C), Act::Hinder { who: B });
}

/// ENE-DOC-05: garde never leaves its zone and chef uses what it has.
#[test]
fn ene_doc_05_garde_never_leaves_its_zone_and_chef_uses_what_it_has() {
    let four: Vec<_> = ["A", "B", "C", "D"].map(|name| vec![hero(name, 3, 2)]).to_vec();
    let setup = setup(Scenario::Embuscade, "coop4", &four);
    let fight = Fight::of(&setup).at(A, "fourgon").at(B, "fourgon").at(C, "fourgon").at(D, "fourgon");
    let sniper = fight.position.scene.all().find(|(_, it)| it.sheet.doctrine == Doctrine::Garde).unwrap().0;
    let fight = fight.acts(sniper);
    // Cover of the van, less one from the height.
    assert!(matches!(act(&fight, sniper), Act::Attack { .. } | Act::Prepare));
    let setup =
        super::harness::setup(Scenario::Colosse, "coop2", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]);
    let fight = Fight::of(&setup).at(A, "fosse").at(B, "entree").acts(C);
    let Act::Charge { at, path, .. } = act(&fight, C) else { panic!("{:?}", act(&fight, C)) };
    assert_eq!((at, path), (A, vec![Link(6)]));
}

/// ENE-DOC-06: up first and out of the fire.
#[test]
fn ene_doc_06_up_first_and_out_of_the_fire() {
    let fight = duel(Weapon::Epee).who(A, |it| it.prone = true);
    assert_eq!(act(&fight, A), Act::Stand);
    let burning = |scene: &mut bagarre_energie::testkit::scene::Scene| {
        scene.zones[2].dangers = vec![bagarre_energie::testkit::ids::Source::FeuTorche];
    };
    assert!(matches!(act(&duel(Weapon::Epee).with(burning), A), Act::Move { .. }));
}

/// ENE-DOC-07: fuite runs for the exit.
#[test]
fn ene_doc_07_fuite_runs_for_the_exit() {
    let setup = setup(Scenario::Poursuite, "coop1", &[vec![hero("A", 3, 2)]]);
    let fight = Fight::of(&setup).at(A, "depart");
    let runner = fight.position.scene.all().find(|(_, it)| it.sheet.runner).unwrap().0;
    let fight = fight.acts(runner);
    assert!(matches!(act(&fight, runner), Act::Move { .. }));
    let fight = fight.at(runner, "gare");
    assert_eq!(act(&fight, runner), Act::Move { path: vec![], leave: true });
}

/// ENE-PLY-02, ENE-PLY-09: opponents act at once and figurants never react.
#[test]
fn ene_ply_02_opponents_act_at_once_and_figurants_never_react() {
    let setup = setup(Scenario::Poursuite, "coop1", &[vec![armed(hero("A", 4, 2), &[Weapon::FusilAssaut])]]);
    let fight = Fight::of(&setup).at(A, "place").acts(A);
    let mut play = fight.play();
    let target = play.state.scene.all().find(|(_, it)| it.side() == 1).unwrap().0;
    play.act(Act::Attack { arm: 0, at: Aim::Who(target), strike: Strike::Normal }, "2 2 2 3");
    assert!(!play.f(target).debt);
}

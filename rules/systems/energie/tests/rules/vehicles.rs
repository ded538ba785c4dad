//! Vehicles (G7): the van of the pass, as if it ran.

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim};
use bagarre_energie::testkit::ids::{Link, Scenario, Weapon};

fn pass() -> Fight {
    let bands = [
        vec![hero("A", 3, 2), hero("B", 3, 2)],
        vec![armed(hero("C", 3, 2), &[Weapon::FusilAssaut]), hero("D", 3, 2)],
    ];
    let setup = setup(Scenario::Embuscade, "2v2", &bands);
    let fight = Fight::of(&setup).at(A, "fourgon").at(B, "fourgon").at(C, "virage").at(D, "route");
    fight.with(|scene| scene.vehicles[0].stuck = false).acts(A)
}

fn inside() -> Fight {
    let fight = pass().with(|scene| scene.vehicles[0].driver = Some(A));
    fight.who(A, |it| it.aboard = Some(0))
}

/// ENE-VEH-01: getting in is an action and cover against shots.
#[test]
fn ene_veh_01_getting_in_is_an_action_and_cover_against_shots() {
    let mut play = pass().play();
    play.act(Act::Board { vehicle: 0 }, "");
    assert_eq!((play.f(A).aboard, play.state.scene.vehicles[0].driver), (Some(0), Some(A)));
    assert_eq!(play.refused(Act::Board { vehicle: 0 }), "energie.act.aboard");
}

/// ENE-VEH-01: getting out is an action and the cover is gone.
#[test]
fn ene_veh_01_getting_out_is_an_action_and_the_cover_is_gone() {
    let mut play = inside().play();
    assert_eq!(play.refused(walk(&[0])), "energie.act.aboard", "out first");
    play.act(Act::Alight, "");
    assert_eq!((play.f(A).aboard, play.state.scene.vehicles[0].driver), (None, None));
    assert_eq!(play.state.scene.act.map(|act| act.left), Some(1));
    assert_eq!(play.refused(Act::Alight), "energie.act.not_aboard");
    // On foot again, with the other action; from where the character stands the van is a cover like any other.
    play.act(walk(&[0]), "");
    assert_eq!(play.f(A).zone, play.f(C).zone);
    let mut play = inside().with(|scene| scene.order = vec![A, C]).acts(A).play();
    play.act(Act::Alight, "").act(Act::Pass, "").act(blow(A), "4 4 2");
    assert_eq!(play.test().0, 2, "the cover of the zone, not that of the crew");
    let mut play = inside().at(D, "fourgon").with(|scene| scene.order = vec![A, D]).acts(A).play();
    play.act(Act::Alight, "").act(Act::Pass, "").act(blow(A), "4 2 2");
    assert!(play.damage().is_some(), "a blade reaches again");
}

/// ENE-VEH-01, ENE-VEH-02: the occupant that is left inside drives, and a place is free again.
#[test]
fn ene_veh_01_the_last_occupant_drives_and_a_place_is_free_again() {
    let full = |scene: &mut bagarre_energie::testkit::scene::Scene| {
        scene.vehicles[0].places = 2;
        scene.order = vec![D, A, B];
    };
    let fight = inside().who(B, |it| it.aboard = Some(0)).at(D, "fourgon").with(full);
    let mut play = fight.acts(D).play();
    assert_eq!(play.refused(Act::Board { vehicle: 0 }), "energie.move.full");
    play.act(Act::Pass, "").act(Act::Alight, "");
    assert_eq!((play.f(A).aboard, play.state.scene.vehicles[0].driver), (None, Some(B)));
    play.act(Act::Board { vehicle: 0 }, "");
    assert_eq!(
        (play.f(A).aboard, play.state.scene.vehicles[0].driver),
        (Some(0), Some(B)),
        "B keeps the wheel"
    );
    assert!(matches!(play.ask(), bagarre_energie::Ask::Act { who: B, .. }), "two actions, in and out");
    play.act(Act::Drive { path: vec![Link(0)], ram: None }, "");
    assert_eq!((play.f(A).zone, play.f(B).zone), (play.f(C).zone, play.f(C).zone));
}

/// ENE-VEH-01: shots at the crew need two more and blades do not reach.
#[test]
fn ene_veh_01_shots_at_the_crew_need_two_more_and_blades_do_not_reach() {
    let mut play = inside().acts(C).play();
    play.act(blow(A), "5 5 5");
    assert_eq!(play.test().0, 3);
    let mut play = inside().at(D, "fourgon").acts(D).play();
    assert_eq!(play.refused(blow(A)), "energie.act.aboard");
    let mut play = inside().at(D, "fourgon").play();
    assert_eq!(play.refused(blow(D)), "energie.act.aboard");
}

/// ENE-VEH-02: it drives twenty metres of road and rams.
#[test]
fn ene_veh_02_it_drives_twenty_metres_of_road_and_rams() {
    let mut play = inside().play();
    play.act(Act::Drive { path: vec![Link(1)], ram: Some(D) }, "5 2 2");
    assert_eq!((play.damage(), play.pe(D)), (Some(5), 3));
    assert_eq!(play.f(A).zone, play.f(D).zone);
    play.act(Act::Drive { path: vec![Link(1)], ram: None }, "");
    assert_eq!(play.state.scene.vehicles[0].drives, 2);
}

/// ENE-VEH-03: a mounted weapon until the vehicle is down.
#[test]
fn ene_veh_03_a_mounted_weapon_until_the_vehicle_is_down() {
    let mounted = |scene: &mut bagarre_energie::testkit::scene::Scene| {
        let car = &mut scene.vehicles[0];
        (car.weapon, car.fp) = (Some(Weapon::CanonMonte), 1);
    };
    let mut play = inside().with(mounted).play();
    play.act(Act::Fire { at: Aim::Who(D) }, "5 2 2");
    assert_eq!(play.damage(), Some(5 + 1));
    let mut play = inside().with(mounted).with(|scene| scene.vehicles[0].pe = 0).play();
    assert_eq!(play.refused(Act::Fire { at: Aim::Who(D) }), "energie.act.weapon");
    assert_eq!(play.refused(Act::Drive { path: vec![Link(1)], ram: None }), "energie.act.vehicle");
}

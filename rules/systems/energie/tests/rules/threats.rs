//! The opponents that can strike a character or shoot at it where it is.

use bagarre_energie::Energie;
use bagarre_energie::testkit::ids::{Weapon, Who};
use bagarre_kit::contract::{Place, Ruleset, Threat, Threatened};

use super::harness::{A, B, C, D, Fight, armed, hero};

/// Two with swords, in these zones of the warehouse; the second may have something else besides.
fn duel(a: &str, b: &str, weapons: &[Weapon]) -> Fight {
    let b_hero = armed(hero("B", 4, 3), &[&[Weapon::Epee], weapons].concat());
    Fight::duel(hero("A", 4, 3), b_hero).at(A, a).at(B, b)
}

#[track_caller]
fn threats(fight: Fight, who: Who) -> Vec<Threat> {
    Energie::threats(&fight.play().state, Threatened::here(who.0)).expect("it fights")
}

/// Whether a foe can strike A, and shoot at it.
fn of(fight: Fight, foe: Who) -> (bool, bool) {
    let found = threats(fight, A).into_iter().find(|threat| threat.who == foe.0);
    found.map_or((false, false), |it| (it.reach, it.shoot))
}

#[test]
fn a_sword_strikes_in_the_zone_and_one_movement_away() {
    assert_eq!(of(duel("allee", "allee", &[]), B), (true, false));
    assert_eq!(of(duel("allee", "portail", &[]), B), (true, false));
    assert_eq!(of(duel("portail", "quai", &[]), B), (false, false));
    // The door of the office is shut.
    assert_eq!(of(duel("allee", "bureau", &[]), B), (false, false));
}

#[test]
fn a_pistol_shoots_where_it_sees_and_not_where_it_does_not() {
    let pistol = [Weapon::PistoletLeger];
    assert_eq!(of(duel("allee", "quai", &pistol), B), (false, true));
    assert_eq!(of(duel("portail", "quai", &pistol), B), (false, false));
    let hit = |position| {
        let fight = duel("allee", "quai", &pistol).who(A, |it| it.position = position);
        threats(fight, A)[0].hit.expect("it shoots")
    };
    assert!(hit(2) < hit(0), "cover counts");
}

#[test]
fn the_own_side_is_no_threat_and_who_is_down_is_not_told_of() {
    let four = || {
        let all = ["A", "B", "C", "D"].map(|name| hero(name, 4, 3));
        let [a, b, c, d] = all;
        Fight::pairs(a, b, c, d)
    };
    let found = threats(four(), A);
    assert_eq!(found.iter().map(|threat| threat.who).collect::<Vec<_>>(), [C.0, D.0]);
    let down = four().who(B, |it| it.pe = 0).play();
    assert_eq!(Energie::threats(&down.state, Threatened::here(B.0)), None);
    assert_eq!(Energie::threats(&down.state, Threatened::here(200)), None);
}

#[test]
fn a_zone_is_asked_about_as_if_the_character_stood_there() {
    let fight = || duel("allee", "quai", &[Weapon::PistoletLeger]).play();
    let state = fight().state;
    let zones = 0..40;
    let told: Vec<_> =
        zones.map(|zone| Energie::threats(&state, Threatened::there(A.0, Place::Zone(zone)))).collect();
    let here = Energie::threats(&state, Threatened::here(A.0));
    let zone = |who: Who| usize::from(state.scene.fighters[who.n()].zone.unwrap().0);
    assert_eq!(told[zone(A)], here);
    // Where the opponent is it comes to blows; of no zone nothing is told.
    assert!(told[zone(B)].as_ref().unwrap()[0].reach);
    assert!(!here.unwrap()[0].reach);
    assert_eq!(told.last(), Some(&None));
    assert_eq!(Energie::threats(&state, Threatened::there(A.0, Place::At([1, 1]))), None);
    assert!(state == fight().state);
}

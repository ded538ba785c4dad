//! Who can strike a character or shoot at it where it is.

use bagarre_rules::contract::{Ruleset, Threat, Threatened};
use bagarre_rules::energie::Energie;
use bagarre_rules::energie::ids::{Weapon, Who};

use super::harness::{A, B, C, D, Fight, armed, hero};

/// Two with swords, in these zones of the warehouse; the second may have something else besides.
fn duel(a: &str, b: &str, weapons: &[Weapon]) -> Fight {
    let b_hero = armed(hero("B", 4, 3), &[&[Weapon::Epee], weapons].concat());
    Fight::duel(hero("A", 4, 3), b_hero).at(A, a).at(B, b)
}

#[track_caller]
fn threats(fight: Fight, who: Who) -> Vec<Threat> {
    Energie::threats(&fight.play().state, Threatened { who: who.0 }).expect("it fights")
}

/// Whether somebody can strike A, and shoot at it.
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
    assert_eq!(Energie::threats(&down.state, Threatened { who: B.0 }), None);
    assert_eq!(Energie::threats(&down.state, Threatened { who: 200 }), None);
}

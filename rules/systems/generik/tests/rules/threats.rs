//! The opponents that can strike a figure or shoot at it where it stands.

use bagarre_generik::Generik;
use bagarre_kit::contract::{Place, Ruleset, Threat, Threatened};

use crate::harness::Case;

/// The threats to a figure of a case.
#[track_caller]
fn threats(case: &Case, name: &str) -> Vec<Threat> {
    Generik::threats(&case.state(), Threatened::here(case.fig(name).0)).expect("it is on the table")
}

/// Whether one figure can strike another, and whether it can shoot at it.
#[track_caller]
fn of(case: &Case, foe: &str, target: &str) -> (bool, bool) {
    let who = case.fig(foe).0;
    threats(case, target)
        .into_iter()
        .find(|threat| threat.who == who)
        .map_or((false, false), |it| (it.reach, it.shoot))
}

#[test]
fn a_figure_that_runs_into_contact_can_strike() {
    assert_eq!(of(&Case::new("a1 6000,6000; b1 6000,7250"), "b1", "a1"), (true, false));
    assert_eq!(of(&Case::new("a1 6000,1000; b1 6000,11000"), "b1", "a1"), (false, false));
    // In contact it strikes where it stands; on the ground it does not.
    assert_eq!(of(&Case::new("a1 6000,6000; b1 6000,6250"), "b1", "a1"), (true, false));
    assert_eq!(of(&Case::new("a1 6000,6000; b1 6000,7250 down"), "b1", "a1"), (false, false));
}

#[test]
fn a_loaded_weapon_in_range_can_shoot() {
    let far = "a1 6000,2000; b1 6000,6250 winchester";
    assert_eq!(of(&Case::new(far), "b1", "a1"), (false, true));
    assert_eq!(of(&Case::new(&format!("{far} charges=0")), "b1", "a1"), (false, false));
    let hit = threats(&Case::new(far), "a1")[0].hit;
    assert!(hit.is_some_and(|percent| percent > 0 && percent < 100), "{hit:?}");
}

#[test]
fn cover_lowers_the_chance_and_a_wall_hides() {
    let at = |words: &str| Case::new(&format!("a1 6000,2000 {words}; b1 6000,6250 winchester"));
    let hit = |case: &Case| threats(case, "a1")[0].hit.unwrap();
    assert!(hit(&at("cover")) < hit(&at("")));
    let hidden = at("").terrain("W-1 6000,4000 0");
    assert_eq!(of(&hidden, "b1", "a1"), (false, false));
}

#[test]
fn the_own_side_is_no_threat_and_who_is_gone_is_not_told_of() {
    let case = Case::new("a1 6000,6000; a2 6000,6300 colt; b1 6000,7250 colt");
    assert_eq!(of(&case, "a2", "a1"), (false, false));
    assert_eq!(threats(&case, "a1").len(), 1);
    let state = Case::new("a1 6000,6000; a2 6500,6000 ooa; b1 6000,7250").state();
    assert_eq!(Generik::threats(&state, Threatened::here(1)), None);
    assert_eq!(Generik::threats(&state, Threatened::here(200)), None);
}

#[test]
fn a_place_is_asked_about_as_if_the_figure_stood_there() {
    let case = Case::new("a1 6000,1000 cover; b1 6000,11000 winchester");
    let told = |at| Generik::threats(&case.state(), Threatened::there(case.fig("a1").0, Place::At(at)));
    let first = |at| told(at).unwrap().first().map(|it| (it.reach, it.shoot));
    assert_eq!(first([6_000, 1_000]), None);
    assert_eq!(first([6_000, 10_000]).map(|it| it.0), Some(true));
    assert_eq!(first([6_000, 6_900]), Some((false, true)));
    // On another figure, off the table, and in a zone of another system it cannot stand.
    for at in [[6_000, 11_000], [6_000, 12_500], [-4, 6_000]] {
        assert_eq!(told(at), None, "{at:?}");
    }
    let zone = Threatened::there(0, Place::Zone(1));
    assert_eq!(Generik::threats(&case.state(), zone), None);
}

//! The opponents that can strike a fighter or shoot at it where it stands.

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::ids::Who;
use bagarre_kit::contract::{Place, Ruleset, Threat, Threatened};
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, heroes, put};

const V: Who = Who(2);
const W: Who = Who(3);

/// Eponina with a sling and Viridovix with a spear at the ford; their companions in far corners.
fn ford(a: (i16, i16), v: (i16, i16)) -> Field {
    let field = Field::made("gue", 2, &Value::Null, |setup| {
        let heroes = heroes();
        for (seat, n) in [4, 1].into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(heroes[n]);
        }
    });
    field.fighting(3, &[1, 0, 0, 0], |scene| {
        put(scene, A, a.0, a.1);
        put(scene, B, 0, 15);
        put(scene, V, v.0, v.1);
        put(scene, W, 31, 0);
    })
}

/// Puts Viridovix' companion beside Eponina, engaged with her.
fn engage(field: &mut Field) {
    field.edit(|scene| {
        put(scene, W, 1, 0);
        for (one, other) in [(A, W), (W, A)] {
            let fighter = edit(scene, one);
            fighter.ties.engaged = fighter.ties.engaged.with(other);
        }
    });
}

#[track_caller]
fn threats(field: &Field, who: Who) -> Vec<Threat> {
    Celtiques::threats(&field.state, Threatened::here(who.0)).expect("it fights")
}

/// Whether one fighter can strike another, and whether it can shoot at it.
fn of(field: &Field, foe: Who, target: Who) -> (bool, bool) {
    let found = threats(field, target).into_iter().find(|threat| threat.who == foe.0);
    found.map_or((false, false), |it| (it.reach, it.shoot))
}

#[test]
fn a_fighter_that_comes_near_enough_in_a_segment_can_strike() {
    assert!(of(&ford((5, 6), (6, 6)), V, A).0);
    assert!(of(&ford((5, 6), (8, 6)), V, A).0);
    assert!(!of(&ford((0, 0), (13, 6)), V, A).0);
    // One that has moved already strikes from where it stands alone.
    let mut field = ford((5, 6), (8, 6));
    field.edit(|scene| edit(scene, V).beat.moved = true);
    assert!(!of(&field, V, A).0);
}

#[test]
fn a_sling_shoots_over_open_ground_and_not_behind_a_house() {
    let field = ford((0, 0), (10, 0));
    assert_eq!(of(&field, A, V), (false, true));
    assert!(threats(&field, V)[0].hit.is_some_and(|percent| percent > 0 && percent <= 100));
    let board = &field.state.public().fixed.board;
    let hidden = ford((20, 2), (27, 2));
    let at = |who: Who| hidden.of(who).pose.at;
    assert!(!board.sees(at(A), at(V)), "the houses hide");
    assert_eq!(of(&hidden, A, V), (false, false));
}

#[test]
fn an_engaged_shooter_does_not_shoot() {
    let mut field = ford((0, 0), (10, 0));
    engage(&mut field);
    assert_eq!(of(&field, A, V), (false, false));
}

#[test]
fn the_own_side_is_no_threat_and_who_is_not_there_is_not_told_of() {
    let mut field = ford((5, 6), (20, 6));
    field.edit(|scene| put(scene, B, 6, 6));
    assert_eq!(of(&field, B, A), (false, false));
    assert_eq!(Celtiques::threats(&field.state, Threatened::here(200)), None);
}

/// Whether one fighter could strike another on a hexagon, and shoot at it; `None` where it cannot stand.
fn there(field: &Field, foe: Who, target: Who, at: [i32; 2]) -> Option<(bool, bool)> {
    let found = Celtiques::threats(&field.state, Threatened::there(target.0, Place::At(at)))?;
    let found = found.into_iter().find(|threat| threat.who == foe.0);
    Some(found.map_or((false, false), |it| (it.reach, it.shoot)))
}

#[test]
fn a_hexagon_is_asked_about_as_if_the_fighter_stood_there() {
    let field = ford((0, 0), (13, 6));
    assert!(!of(&field, V, A).0);
    assert_eq!(there(&field, V, A, [0, 0]).map(|it| it.0), Some(false));
    assert_eq!(there(&field, V, A, [12, 6]).map(|it| it.0), Some(true));
    // One that would leave the fight it is in is engaged no longer, and neither is its opponent.
    let mut field = ford((0, 0), (10, 0));
    engage(&mut field);
    assert_eq!(there(&field, A, W, [10, 1]), Some((false, true)));
}

#[test]
fn a_hexagon_where_nobody_can_stand_is_refused() {
    let field = ford((5, 6), (6, 6));
    for at in [[6, 6], [-1, 0], [999, 0], [70_000, 0]] {
        assert_eq!(there(&field, V, A, at), None, "{at:?}");
    }
    assert_eq!(Celtiques::threats(&field.state, Threatened::there(A.0, Place::Zone(1))), None);
}

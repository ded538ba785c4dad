//! The opponents that can strike a fighter or shoot at it in a segment, from the scene alone: everything there is
//! public (CEL-PLY-02).

use super::command::{Act, Deed};
use super::figures::Gait;
use super::ids::{Who, Whos};
use super::scene::Scene;
use super::state::{PublicState, State};
use super::{legal, odds};
use bagarre_kit::contract::{Place, Threat, Threatened};
use bagarre_kit::hex::Hex;

/// Fighters that can strike or shoot another one where it stands: with the weapon in hand, after a movement of one segment
/// without haste; with any weapon they may shoot or throw.
pub(super) fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
    let (public, target) = (state.public(), Who(about.who));
    public.scene.fighters.get(target.n()).filter(|fighter| fighter.able())?;
    let scene = about.scene(public.scene, |at| moved(public, target, at))?;
    let public = PublicState { scene: &scene, ..public };
    let foes = public.enemies(target);
    Some(
        foes.filter_map(|foe| Threat::of(foe.0, strikes(public, foe, target), shots(public, foe, target)))
            .collect(),
    )
}

/// The scene as if a fighter stood on another hexagon, without its ties. `None` where it cannot stand.
fn moved(public: PublicState<'_>, who: Who, at: Place) -> Option<Scene> {
    let at = Hex::from(at.pair()?);
    public.free(who, at, true).then_some(())?;
    let mut scene = public.scene.clone();
    if scene.of(who).pose.at == at {
        return Some(scene);
    }
    for fighter in &mut scene.fighters {
        let ties = &mut fighter.ties;
        (ties.engaged, ties.bay) = (ties.engaged.without(who), ties.bay.without(who));
        ties.holds = ties.holds.filter(|other| *other != who);
        ties.held = ties.held.filter(|other| *other != who);
    }
    let fighter = &mut scene.fighters[who.n()];
    fighter.pose.at = at;
    let ties = &mut fighter.ties;
    (ties.engaged, ties.bay, ties.holds, ties.held) = (Whos::default(), Whos::default(), None, None);
    Some(scene)
}

/// Whether a fighter reaches another with the weapon in hand, where it stands or where it can come to in this segment (CEL-MEL-07,
/// CEL-MOV-11).
fn strikes(public: PublicState<'_>, foe: Who, target: Who) -> bool {
    if !public.strikes(foe) {
        return false;
    }
    if public.in_reach(foe, target) {
        return true;
    }
    let (to, steps) = (public.of(target).pose.at, PublicState::steps(public.guard(foe)));
    let near = |hex: Hex| {
        let far = hex.distance(to);
        far <= steps && (far <= 1 || public.fixed.board.sees(hex, to))
    };
    if !public.can_move(foe) {
        return false;
    }
    if !public.of(foe).ties.engaged.is_empty() {
        return public.shifts(foe).into_iter().any(near);
    }
    let ways = public.ways(foe, Gait::default(), public.units(foe));
    ways.all().any(|(hex, _)| near(hex) && public.free(foe, hex, true))
}

/// The chances of the shots and throws a fighter may make at another one, in percent: none while it is engaged (CEL-TIR-02).
fn shots(public: PublicState<'_>, foe: Who, target: Who) -> impl Iterator<Item = u8> {
    let free = public.of(foe).ties.engaged.is_empty();
    let weapons = 0..if free { public.profile(foe).weapons.len() as u8 } else { 0 };
    weapons.flat_map(|with| [(with, false), (with, true)]).filter_map(move |(with, draw)| {
        legal::shoot(public, foe, target, (with, draw)).ok()?;
        let deed = Deed { act: Act::Shoot { at: target, with, draw }, go: None, after: false, minor: None };
        odds::weigh(public, foe, &deed).map(|advice| (advice.chance / 100) as u8)
    })
}

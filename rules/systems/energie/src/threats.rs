//! The opponents that can strike a character or shoot at it, from the scene alone: everything there is public.

use super::command::{Aim, Strike};
use super::ids::{Who, Zone};
use super::legal::{self, Reach};
use super::scene::Scene;
use super::state::{PublicState, State};
use super::tables::weapon;
use bagarre_kit::contract::{Place, Threat, Threatened};

/// Characters that can strike or shoot another one where it is: hand to hand after one action of movement, at range from where
/// they are.
pub(super) fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
    let target = Who(about.who);
    state.public().scene.fighters.get(target.n()).filter(|fighter| fighter.able())?;
    // It does not matter which activation is open.
    let idle = Scene { act: None, ..state.scene.clone() };
    let setup = state.public().setup;
    let scene = about.scene(&idle, |at| moved(PublicState::new(setup, &idle), target, at))?;
    let public = PublicState::new(setup, &scene);
    let zone = scene.fighter(target).zone?;
    let foes = scene.all().filter(|(foe, fighter)| fighter.able() && scene.enemies(*foe, target));
    Some(
        foes.filter_map(|(foe, _)| {
            let shots = shots(public, foe, (target, zone));
            Threat::of(foe.0, strikes(public, foe, target), shots.into_iter())
        })
        .collect(),
    )
}

/// The scene as if a character stood in another zone that takes it, out of its vehicle and off its link. `None` where it cannot be.
fn moved(public: PublicState<'_>, who: Who, at: Place) -> Option<Scene> {
    let zone = Zone(at.zone()?);
    let mut scene = public.scene.clone();
    if public.fighter(who).zone == Some(zone) {
        return Some(scene);
    }
    (zone.n() < public.map.places.len() && !public.full(zone)).then_some(())?;
    let fighter = &mut scene.fighters[who.n()];
    (fighter.zone, fighter.aboard, fighter.en_route) = (Some(zone), None, None);
    Some(scene)
}

/// How the weapons of a character reach something.
fn arms(public: PublicState<'_>, foe: Who, aim: Aim) -> impl Iterator<Item = Reach> {
    let all = 0..public.fighter(foe).arms.len() as u8;
    let ways = all.flat_map(|arm| [(arm, Strike::Normal), (arm, Strike::Thrown)]);
    ways.filter_map(move |(arm, strike)| legal::reach(public, foe, arm, aim, strike).ok())
}

/// Whether a blow is struck hand to hand.
fn by_hand(reach: Reach) -> bool {
    let row = weapon(reach.weapon);
    row.zones == 0 && !reach.is_throw && !row.area
}

/// Whether a character can strike another one hand to hand, where it is or where one action of movement takes it
/// (ENE-MOV-08, ENE-ATT-09).
fn strikes(public: PublicState<'_>, foe: Who, target: Who) -> bool {
    let hits = |public: PublicState<'_>| arms(public, foe, Aim::Who(target)).any(by_hand);
    if hits(public) {
        return true;
    }
    if public.fighter(foe).aboard.is_some() {
        return false;
    }
    ends(public, foe).into_iter().any(|zone| {
        let mut scene = public.scene.clone();
        scene.fighters[foe.n()].zone = Some(zone);
        hits(PublicState::new(public.setup, &scene))
    })
}

/// Zones that a character gets to with one action of movement, without those that it only starts for (ENE-MOV-08).
fn ends(public: PublicState<'_>, foe: Who) -> Vec<Zone> {
    let mut found: Vec<Zone> = Vec::new();
    for (path, zone) in legal::paths(public, foe, None) {
        let Ok(links) = legal::entered(public, foe, &path, false) else { continue };
        let water = links.first().is_some_and(|it| it.step.water);
        let cost: u32 = links.iter().map(|it| u32::from(it.metres) * u32::from(it.step.per_metre)).sum();
        if cost <= u32::from(public.budget(foe, water)) && !found.contains(&zone) {
            found.push(zone);
        }
    }
    found
}

/// The chances of the shots and throws of a character at another one, in percent: weapons of area strike its zone, the
/// weapon of a vehicle shoots for its occupants (ENE-ATT-08, ENE-VEH-03).
fn shots(public: PublicState<'_>, foe: Who, (target, zone): (Who, Zone)) -> Vec<u8> {
    let chance = |reach, force| legal::shown_with(public, (foe, target), reach, force, false).odds.percent();
    let aims = [Aim::Who(target), Aim::Zone(zone)];
    let own = aims.into_iter().flat_map(|aim| arms(public, foe, aim)).filter(|it| !by_hand(*it));
    let own = own.map(|reach| chance(reach, legal::force(public, foe, reach, 0)));
    let mounted = aims.into_iter().filter_map(|aim| legal::reach_mounted(public, foe, aim).ok());
    own.chain(mounted.map(|reach| chance(reach, legal::force_aboard(public, foe, reach, false)))).collect()
}

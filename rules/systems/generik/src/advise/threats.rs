//! The opponents that can strike a figure or shoot at it, everything being public.

use crate::command::Fire;
use crate::ids::{ActKind, Fig};
use crate::legal::{self, Going};
use crate::odds;
use crate::scene::Scene;
use crate::space::{CONTACT, Course, Goal, STEP, near};
use crate::state::{State, Table};
use bagarre_kit::contract::{Place, Threat, Threatened};
use bagarre_kit::plane::Pt;

/// Figures that can strike or shoot another one where it stands, with all their dice: on foot as far as a run takes them, with
/// the weapons they have loaded.
pub(crate) fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
    let (table, target) = (state.table(), Fig(about.who));
    table.scene.figures.get(target.i()).filter(|figure| figure.on_table())?;
    let scene = about.scene(table.scene, |at| moved(table, target, at))?;
    let table = Table { scene: &scene, ..table };
    let foes = table.space().enemies(target).filter(|(_, foe)| foe.stands());
    Some(
        foes.filter_map(|(foe, _)| Threat::of(foe.0, strikes(table, foe, target), shots(table, foe, target)))
            .collect(),
    )
}

/// The scene as if a figure stood at another place, out of cover. `None` where its base cannot stand.
fn moved(table: Table<'_>, fig: Fig, at: Place) -> Option<Scene> {
    let at = Pt::from(at.pair()?);
    let mut scene = table.scene.clone();
    if scene.figure(fig).at == at {
        return Some(scene);
    }
    let z = table.space().may_stand(fig, at)?;
    let figure = scene.figures.get_mut(fig.i())?;
    (figure.at, figure.z, figure.in_cover) = (at, z, false);
    Some(scene)
}

/// Whether a figure touches another one, or gets into contact with it by running (GEN-ACT-33).
fn strikes(table: Table<'_>, foe: Fig, target: Fig) -> bool {
    let space = table.space();
    if space.contact(foe, target) {
        return true;
    }
    if legal::able(table, foe, ActKind::Move).is_err() {
        return false;
    }
    let gait = legal::gait(table.profile(foe), Going::Run);
    let Some(way) = space.route(foe, Goal::Touch(target), gait.speed) else { return false };
    let (own, other) = (space.figure(foe), space.figure(target));
    Course::new(space, foe, &way, gait).along(gait.budget).is_some_and(|(_, walked)| {
        walked.cut == Some(target)
            || near(walked.end, other.at, CONTACT) && (own.z - other.z).abs() <= STEP && walked.cut.is_none()
    })
}

/// The chances of the shots a figure may fire at another one, in percent: none out of close combat (GEN-SHT-01).
fn shots(table: Table<'_>, foe: Fig, target: Fig) -> impl Iterator<Item = u8> {
    let free = legal::able(table, foe, ActKind::Shoot).is_ok();
    let weapons = 0..if free { table.profile(foe).weapons.len() as u8 } else { 0 };
    weapons.filter_map(move |weapon| {
        legal::aim(table, foe, weapon, target, Fire::Normal).ok()?;
        let odds = odds::shot_odds(table, foe, weapon, target, Fire::Normal, 0)?;
        Some((odds.win.per_mille() / 10) as u8)
    })
}

//! Conditions of the actions that need no path and no fight (section 4).

use super::{able, due, facing_is_vector};
use crate::command::{Act, Mod};
use crate::ids::{ActKind, Fig, Skill, Weapon};
use crate::numbers::{self, numbers};
use crate::refusal::Illegal;
use crate::resolve::may_try;
use crate::state::{Profile, Table};
use crate::tables::{self, CM};
use bagarre_kit::contract::Rule;
use bagarre_kit::plane::Pt;
use bagarre_kit::refusal::Both;

/// The DA of an action of this kind, once its conditions hold.
pub(super) fn cost(table: Table<'_>, fig: Fig, act: &Act) -> Result<u8, Illegal> {
    match act {
        Act::Cover { facing } => cover(table, fig, *facing)?,
        Act::Reload { all } => return reload(table, fig, *all),
        Act::StandUp { facing } => {
            stand_up(table, fig, *facing)?;
            if jumps_up(table, fig) {
                return Ok(0);
            }
        }
        Act::Sack { marker } => sack(table, fig, *marker)?,
        Act::Distract { target } => distract(table, fig, *target)?,
        Act::Hook { target } => hook(table, fig, *target)?,
        Act::Drink => drink(table, fig)?,
        Act::Insult { target } => insult(table, fig, *target)?,
        Act::Pivot { facing } => facing_is_vector(Some(*facing))?,
        Act::Heroic => heroic(table, fig)?,
        Act::HeroicReload => {
            heroic_reload(table, fig)?;
            return Ok(numbers().heroic.reload_da);
        }
        Act::Shoot { .. }
        | Act::Move { .. }
        | Act::Climb { .. }
        | Act::Attack { .. }
        | Act::Drag { .. }
        | Act::Charge { .. } => {}
    }
    Ok(due(act))
}

/// GEN-ACT-06, 37: refused when nothing covers the figure with that facing.
pub(super) fn cover(table: Table<'_>, fig: Fig, facing: Option<Pt>) -> Result<(), Illegal> {
    facing_is_vector(facing)?;
    let figure = table.scene.figure(fig);
    if figure.in_cover && facing.is_none_or(|facing| facing == figure.facing) {
        return Err(Illegal::CoverAlready);
    }
    if table.space().can_cover(figure.at, figure.z, facing.unwrap_or(figure.facing)) {
        return Ok(());
    }
    Err(Illegal::CoverNone)
}

/// Weapons that a reload fills: all that are not full, or for fewer DA those that reload fast (GEN-ACT-38, R-050).
pub(crate) fn reload_set(table: Table<'_>, fig: Fig, all: bool) -> [bool; 2] {
    let figure = table.scene.figure(fig);
    let mut set = [false; 2];
    for (n, weapon) in table.profile(fig).weapons.iter().enumerate().take(2) {
        let row = tables::weapon(*weapon);
        set[n] = row.short.max(row.long) > 0
            && figure.charges[n] < row.charges
            && (all || row.reload_da == Some(numbers::act(ActKind::Reload).da_fast_weapons_only));
    }
    set
}

fn reload(table: Table<'_>, fig: Fig, all: bool) -> Result<u8, Illegal> {
    if reload_set(table, fig, all) != [false; 2] {
        let row = numbers::act(ActKind::Reload);
        return Ok(if all { row.da } else { row.da_fast_weapons_only });
    }
    Err(Illegal::Reload)
}

/// GEN-ACT-11, 41; free with Pois sauteur (GEN-SKL-05).
fn stand_up(table: Table<'_>, fig: Fig, facing: Option<Pt>) -> Result<(), Illegal> {
    facing_is_vector(facing)?;
    if table.scene.figure(fig).down { Ok(()) } else { Err(Illegal::Stands) }
}

fn jumps_up(table: Table<'_>, fig: Fig) -> bool {
    table.profile(fig).has(Skill::PoisSauteur) && table.scene.phase.heroic.is_none()
}

/// GEN-ACT-12, R-251.
fn sack(table: Table<'_>, fig: Fig, marker: u8) -> Result<(), Illegal> {
    let seat = table.scene.figure(fig).seat;
    let marker = table.scene.markers.get(usize::from(marker));
    let enemy = marker.filter(|it| it.owner.is_some_and(|owner| owner != seat) && !it.sacked);
    if enemy.is_some_and(|marker| table.space().touches_marker(fig, marker)) {
        return Ok(());
    }
    Err(Illegal::Sack)
}

fn carries(table: Table<'_>, fig: Fig, has: impl Fn(Weapon) -> bool) -> bool {
    table.profile(fig).weapons.iter().any(|weapon| has(*weapon))
}

/// An enemy on the table that is seen, once turned to it, within a distance (GEN-ACT-34).
fn sees_within(table: Table<'_>, fig: Fig, target: Fig, reach: i32) -> bool {
    let space = table.space();
    let scene = table.scene;
    scene.figures.get(target.i()).is_some_and(|it| it.on_table() && it.seat != scene.figure(fig).seat)
        && space.within(fig, target, reach)
        && space.sees_turned(fig, target, table.options().figures_block_los)
}

/// GEN-ACT-16, GEN-WPN-X1, R-282.
fn distract(table: Table<'_>, fig: Fig, target: Fig) -> Result<(), Illegal> {
    let rows = table.profile(fig).weapons.iter().map(|weapon| tables::weapon(*weapon));
    let Some(row) = rows.into_iter().find(|row| row.distract.is_some()) else {
        return Err(no_gear("GEN-ACT-16", "un jeu de cartes ou un perroquet", "cards or a parrot"));
    };
    if table.scene.figure(fig).distract_used {
        return Err(Illegal::DistractUsed);
    }
    if sees_within(table, fig, target, row.distract_range) {
        return Ok(());
    }
    Err(out_of_reach("GEN-WPN-X1", row.distract_range))
}

/// GEN-ACT-17, GEN-CC-12, R-283.
fn hook(table: Table<'_>, fig: Fig, target: Fig) -> Result<(), Illegal> {
    if !carries(table, fig, |weapon| tables::weapon(weapon).hook_da_loss > 0) {
        return Err(no_gear("GEN-ACT-17", "un crochet", "a hook"));
    }
    let stands = table.scene.figures.get(target.i()).is_some_and(super::super::scene::Figure::stands);
    if stands && table.space().touching_enemies(fig).any(|enemy| enemy == target) {
        return Ok(());
    }
    Err(Illegal::Hook)
}

/// GEN-ACT-18, GEN-SKL-03, R-262.
fn drink(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    let figure = table.scene.figure(fig);
    if table.profile(fig).has(Skill::SacAGnole) && figure.wounded && !figure.flask_used {
        return Ok(());
    }
    Err(Illegal::Drink)
}

/// GEN-ACT-20, GEN-SKL-20, R-272.
fn insult(table: Table<'_>, fig: Fig, target: Fig) -> Result<(), Illegal> {
    if !table.profile(fig).has(Skill::ProposOrduriers) {
        return Err(no_gear("GEN-SKL-20", "la compétence Propos orduriers", "the skill Propos orduriers"));
    }
    let reach = tables::skill(Skill::ProposOrduriers).range;
    if sees_within(table, fig, target, reach) {
        return Ok(());
    }
    Err(out_of_reach("GEN-SKL-20", reach))
}

fn no_gear(rule: &'static str, fr: &'static str, en: &'static str) -> Illegal {
    Illegal::Gear { rule, what: Both(fr, en) }
}

fn out_of_reach(rule: &'static str, reach: i32) -> Illegal {
    Illegal::Reach { rule, cm: reach / CM }
}

/// Returns the modifiers of a heroic die (GEN-SKL-11).
pub(crate) fn heroic_mods(profile: &Profile) -> Vec<Mod> {
    let n = tables::skill(Skill::HerosOuFou).heroic_bonus;
    let bold = profile.has(Skill::HerosOuFou).then(|| Mod { rule: Rule::new("GEN-SKL-11"), n });
    bold.into_iter().collect()
}

fn may_be_heroic(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    let figure = table.scene.figure(fig);
    if table.scene.force(figure.seat).heroic_locked {
        return Err(Illegal::HeroicLocked);
    }
    if figure.heroic_tried {
        return Err(Illegal::HeroicTried);
    }
    Ok(())
}

/// GEN-HER-01, R-070, R-075. Only in the own phase: opportunity actions and defence dice have no such command (GEN-HER-06).
fn heroic(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    may_be_heroic(table, fig)?;
    if table.scene.figure(fig).da == 0 && may_try(table, fig) {
        return Ok(());
    }
    Err(Illegal::HeroicDa)
}

/// GEN-HER-05, R-072.
fn heroic_reload(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    may_be_heroic(table, fig)?;
    able(table, fig, ActKind::Reload)?;
    reload(table, fig, true)?;
    let figure = table.scene.figure(fig);
    if figure.wounded && figure.da == numbers().heroic.reload_da {
        return Ok(());
    }
    Err(Illegal::HeroicReload)
}

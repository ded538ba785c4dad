//! Whether an action may be taken now, and what it costs (section 4). Reads only what is public, so that players'
//! tools and bots ask the same as the rules do.

mod fight;
mod moves;
mod react;
mod shoot;
mod simple;
mod wounds;

pub(super) use fight::{
    Prey, at_hand, best_weapon, extra, guard_mods, has_shield, multi_weapon, prey, row_of, strike_cost,
    strike_mods, sword_wins,
};
pub(super) use moves::{
    Going, charge, climb, drag, drag_gait, exit_allowed, exit_edge, gait, halted, speed, walk,
};
pub(super) use react::{
    comes_within_reach, opponents, opportune_cover, quota_left, reaction, reactors, rest, rest_gait,
    somebody_ready, stopped_at, tells,
};
pub(super) use shoot::{aim, attack, explained, measure, stray};
pub(super) use simple::{heroic_mods, reload_set};
pub(super) use wounds::{Hit, armour_save, wound_bonus, wound_mods, wound_of};

use super::command::{Act, Blow, Fire};
use super::ids::{ActKind, Fig};
use super::numbers::{self, numbers};
use super::space::{SCALE, Walked};
use super::state::Table;
use crate::refusal::Illegal;
use crate::space::Skirmish as _;
use bagarre_kit::contract::Seat;

/// What is known of an act that was found legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// The DA it costs.
    pub(super) cost: u8,
    /// The way that the figure goes.
    pub(super) walked: Option<Walked>,
}

impl Judged {
    /// An act on the spot.
    const fn still(cost: u8) -> Self {
        Self { cost, walked: None }
    }
}

/// Whether the player of the phase may have this figure do this now.
///
/// Everything is tested that can be known before dice are thrown: whose figure it is, its state, its DA, reach,
/// sight, the way. The refusal says which rule is broken.
pub(super) fn check(table: Table<'_>, seat: Seat, fig: Fig, act: &Act) -> Result<Judged, Illegal> {
    own(table, seat, fig)?;
    let heroic = table.scene.phase.heroic;
    if heroic.is_some_and(|hero| hero != fig) || (heroic.is_some() && free(act)) {
        return Err(Illegal::HeroicNow);
    }
    if !table.options().free_switching && table.scene.phase.left.contains(&fig) {
        return Err(Illegal::Switch);
    }
    let judged = judge(table, fig, act)?;
    let cost = judged.cost;
    if heroic.is_some() && cost > numbers().heroic.da_gained {
        return Err(Illegal::HeroicOne);
    }
    let hold = table.scene.figure(fig).da;
    if cost > hold {
        return Err(Illegal::Da { rule: price_rule(table, fig, act), cost, hold });
    }
    Ok(judged)
}

/// The rule that says what an action costs: climbs and jumps by the way they go.
fn price_rule(table: Table<'_>, fig: Fig, act: &Act) -> &'static str {
    use super::space::ClimbKind::{Climb, Descend};
    match act {
        Act::Climb { to, .. } => match climb(table, fig, *to) {
            Ok(way) if matches!(way.kind, Climb | Descend) => "GEN-ACT-35",
            _ => "GEN-ACT-36",
        },
        _ => act.rule(),
    }
}

/// Acts that cost nothing and are no use of a heroic die.
fn free(act: &Act) -> bool {
    matches!(act, Act::Pivot { .. } | Act::Heroic | Act::HeroicReload)
}

/// Whether a figure is the seat's own, on the table.
pub(super) fn own(table: Table<'_>, seat: Seat, fig: Fig) -> Result<(), Illegal> {
    let figure = table.scene.figures.get(fig.i());
    if figure.is_some_and(|figure| figure.seat == seat && figure.on_table()) {
        return Ok(());
    }
    Err(Illegal::Figure)
}

/// The action of the table that this is (section 4); a heroic try is none.
pub(super) const fn kind(act: &Act) -> Option<ActKind> {
    Some(match act {
        Act::Shoot { fire, .. } => shot_kind(*fire),
        Act::Move { run: false, .. } => ActKind::Move,
        Act::Move { run: true, .. } => ActKind::Run,
        Act::Climb { .. } => ActKind::Climb,
        Act::Attack { blow, .. } => blow_kind(*blow),
        Act::Cover { .. } => ActKind::TakeCover,
        Act::Reload { .. } => ActKind::Reload,
        Act::Drag { .. } => ActKind::Drag,
        Act::StandUp { .. } => ActKind::StandUp,
        Act::Sack { .. } => ActKind::SackObjective,
        Act::Distract { .. } => ActKind::Distract,
        Act::Hook { .. } => ActKind::Hook,
        Act::Drink => ActKind::Drink,
        Act::Charge { .. } => ActKind::Charge,
        Act::Insult { .. } => ActKind::Insult,
        Act::Pivot { .. } => ActKind::Pivot,
        Act::Heroic | Act::HeroicReload => return None,
    })
}

const fn shot_kind(fire: Fire) -> ActKind {
    match fire {
        Fire::Normal => ActKind::Shoot,
        Fire::Powerful => ActKind::PowerfulShot,
        Fire::Multi => ActKind::MultiShot,
        Fire::Volley => ActKind::PairVolley,
    }
}

const fn blow_kind(blow: Blow) -> ActKind {
    match blow {
        Blow::Normal => ActKind::CcAttack,
        Blow::Powerful => ActKind::PowerfulAttack,
        Blow::Multi => ActKind::MultiAttack,
    }
}

/// DA of an attack on every target but a down and defenceless figure (GEN-ACT-05, 09, 14).
pub(super) fn blow_cost(blow: Blow) -> u8 {
    numbers::act(blow_kind(blow)).da
}

/// The DA of the table for an action (of a shot GEN-ACT-01, 08, 13, 15); none for a heroic try.
#[inline(always)]
pub(super) fn due(act: &Act) -> u8 {
    kind(act).map_or(0, |kind| numbers::act(kind).da)
}

/// Whether cover lasts after an action (GEN-COV-03). A heroic try is no action by itself.
pub(super) fn keeps_cover(act: &Act) -> bool {
    kind(act).is_none_or(|kind| numbers::act(kind).keeps_cover)
}

/// The DA of an action that was found legal.
pub(super) fn price(table: Table<'_>, fig: Fig, act: &Act) -> u8 {
    match act {
        Act::Shoot { .. } | Act::Move { .. } | Act::Drag { .. } | Act::Charge { .. } => due(act),
        _ => judge(table, fig, act).map_or(0, |judged| judged.cost),
    }
}

/// What an action costs and the way it goes, once its own conditions hold (of a shot: GEN-ACT-30, R-040); either weapon is used
/// without an action of its own (GEN-ACT-42).
fn judge(table: Table<'_>, fig: Fig, act: &Act) -> Result<Judged, Illegal> {
    if let Some(kind) = kind(act) {
        able(table, fig, kind)?;
    }
    match act {
        Act::Shoot { weapon, target, fire } => {
            aim(table, fig, *weapon, *target, *fire)?;
            Ok(Judged::still(due(act)))
        }
        Act::Move { path, run, facing, exit } => {
            facing_is_vector(*facing)?;
            let going = if *run { Going::Run } else { Going::Move };
            let walked = walk(table, fig, path, going)?;
            if *exit {
                exit_allowed(table, fig, &walked)?;
            }
            Ok(Judged { cost: due(act), walked: Some(walked) })
        }
        Act::Climb { to, facing } => {
            facing_is_vector(*facing)?;
            Ok(Judged::still(climb(table, fig, *to)?.cost * due(act)))
        }
        Act::Attack { target, weapon, blow } => {
            strike_cost(table, fig, *target, *weapon, *blow).map(Judged::still)
        }
        Act::Drag { friend, to, facing } => {
            facing_is_vector(*facing)?;
            let walked = drag(table, fig, *friend, *to)?;
            Ok(Judged { cost: due(act), walked: Some(walked) })
        }
        Act::Charge { moves } => {
            charge(table, fig, moves)?;
            Ok(Judged::still(due(act)))
        }
        _ => simple::cost(table, fig, act).map(Judged::still),
    }
}

/// Whether a figure that is down, or locked in close combat, may act so: the row of the action says it (GEN-ACT-33, GEN-ACT-41); with the
/// option, a figure may walk out of a melee.
#[inline(always)]
pub(super) fn able(table: Table<'_>, fig: Fig, kind: ActKind) -> Result<(), Illegal> {
    let row = numbers::act(kind);
    if !row.down {
        standing(table, fig)?;
    }
    let disengages = matches!(kind, ActKind::Move | ActKind::Run) && table.options().allow_disengage;
    if row.locked || disengages { Ok(()) } else { out_of_the_lock(table, fig) }
}

/// A figure that is down may only stand up (GEN-ACT-41, R-054).
pub(super) fn standing(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    if !table.scene.figure(fig).down {
        return Ok(());
    }
    Err(Illegal::Down)
}

/// A figure locked in close combat may only fight (GEN-ACT-33, R-045).
pub(super) fn unlocked(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    standing(table, fig)?;
    out_of_the_lock(table, fig)
}

fn out_of_the_lock(table: Table<'_>, fig: Fig) -> Result<(), Illegal> {
    if table.space().locked(fig) { Err(Illegal::Locked) } else { Ok(()) }
}

/// A facing is any vector but zero, within the size of the table (GEN-GEO-06).
pub(super) fn facing_is_vector(facing: Option<bagarre_kit::plane::Pt>) -> Result<(), Illegal> {
    let too_long = |n: i32| n.unsigned_abs() > SCALE.facing.unsigned_abs();
    match facing {
        Some(v) if (v.x == 0 && v.y == 0) || too_long(v.x) || too_long(v.y) => Err(Illegal::Facing),
        _ => Ok(()),
    }
}

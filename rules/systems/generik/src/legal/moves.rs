//! Whether a figure may walk, climb, drag, charge, leave (section 4, GEN-SKL-01, 10, 14, 15, GEN-SCN-32, 50). Geometry
//! does the work; here it gets its limits.

use std::sync::Arc;

use super::{facing_is_vector, unlocked};
use crate::command::Charger;
use crate::ids::{Edge, Fig, Scenario, Skill};
use crate::numbers::numbers;
use crate::refusal::{Illegal, Named, too_far};
use crate::space::{self, Climb, Gait, Halt, Space, Speed, Trip, Walked};
use crate::state::{Profile, Table};
use crate::tables;
use bagarre_kit::plane::Pt;

/// What a figure walks for: it fixes how far and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Going {
    /// GEN-ACT-02.
    Move,
    /// GEN-ACT-03.
    Run,
    /// A move as opportunity action (GEN-AO-05).
    Ao,
    /// Moved by Chargez!!! (GEN-SKL-10).
    Charge,
    /// The forced move of skill 17 (GEN-SKL-17).
    Stumble,
}

/// What ground costs a figure: Pieds-plat and Coureur des bois change a factor, full armour forces both (GEN-TER-09,
/// GEN-SKL-01, 15, R-260, R-261).
#[inline(always)]
pub(crate) fn speed(profile: &Profile) -> Speed {
    let armour = profile.armour.map(tables::weapon);
    let movement = &numbers().movement;
    let clear = if profile.has(Skill::PiedsPlat) {
        tables::skill(Skill::PiedsPlat).cost_clear
    } else {
        movement.cost_clear
    };
    let difficult = if profile.has(Skill::CoureurDesBois) {
        tables::skill(Skill::CoureurDesBois).cost_difficult
    } else {
        movement.cost_difficult
    };
    Speed {
        clear: armour.and_then(|row| row.cost_clear).unwrap_or(clear),
        difficult: armour.and_then(|row| row.cost_difficult).unwrap_or(difficult),
    }
}

/// The limits of a walk.
#[inline(always)]
pub(crate) fn gait(profile: &Profile, going: Going) -> Gait {
    let movement = &numbers().movement;
    match going {
        Going::Move | Going::Ao => Gait::new(movement.move_budget, speed(profile)),
        Going::Run => Gait::new(movement.run_budget, speed(profile)),
        Going::Charge => Gait::charge(tables::skill(Skill::Chargez).distance),
        Going::Stumble => {
            let limits = Gait::new(tables::skill(Skill::PasTresFin).distance, speed(profile));
            Gait { straight: true, ..limits }
        }
    }
}

/// The limits of dragging a friend: the printed lengths for every figure that drags, but for Tas de muscle (GEN-ACT-40,
/// GEN-SKL-14, R-268, R-340).
pub(crate) fn drag_gait(profile: &Profile, friend: Fig) -> Gait {
    let movement = &numbers().movement;
    if profile.has(Skill::TasDeMuscle) {
        return Gait::drag(tables::skill(Skill::TasDeMuscle).drag_budget, Speed::FLAT, friend);
    }
    let speed = Speed { clear: movement.cost_clear, difficult: movement.cost_difficult };
    Gait::drag(movement.drag_budget, speed, friend)
}

/// Whether a figure may walk a path from where it stands (GEN-ACT-31, 32, GEN-GEO-11 to 13).
#[inline(always)]
pub(crate) fn walk(table: Table<'_>, fig: Fig, path: &[Pt], going: Going) -> Result<Walked, Illegal> {
    let gait = gait(table.profile(fig), going);
    let space = table.space();
    space.walk(&Trip::new(space, fig, path, gait)).map_err(|halt| halted(halt, gait, table.profile(fig)))
}

/// Returns a halt as the refusal of a move with these limits: where it is too long, the rule is that which sets the
/// length, and a figure that is slowed down by armour is told so (GEN-ACT-31, 40, GEN-SKL-10, R-290).
pub(crate) fn halted(halt: Halt, gait: Gait, profile: &Profile) -> Illegal {
    let Halt::TooLong { cost, budget } = halt else { return halt.into() };
    let rule = match gait {
        Gait { drags: Some(_), .. } => "GEN-ACT-40",
        Gait { clear_only: true, .. } => "GEN-SKL-10",
        _ => "GEN-ACT-31",
    };
    let heavy = profile.armour.and_then(|armour| tables::weapon(armour).cost_clear);
    too_far(rule, cost, budget, heavy == Some(gait.speed.clear))
}

/// The edge by which a figure may leave the table: that of the enemy, in scenario 5 (GEN-SCN-50).
pub(crate) fn exit_edge(table: Table<'_>, fig: Fig) -> Option<Edge> {
    let edge = table.scene.force(table.scene.figure(fig).seat).edge;
    edge.filter(|_| table.plays(Scenario::Sortie)).map(Edge::opposite)
}

/// Whether a figure may leave the table at the end of a path (GEN-SCN-50, R-250).
pub(crate) fn exit_allowed(table: Table<'_>, fig: Fig, walked: &Walked) -> Result<(), Illegal> {
    let Some(edge) = exit_edge(table, fig) else {
        return Err(Illegal::ExitScenario);
    };
    if walked.cut.is_some() {
        return Err(Illegal::ExitContact);
    }
    if space::touches_edge(edge, walked.end) {
        return Ok(());
    }
    Err(Illegal::ExitEdge)
}

/// How a figure climbs or jumps to a place, and what it costs (GEN-ACT-35, 36, GEN-GEO-14, R-046, R-047). Full armour bars
/// all of it.
pub(crate) fn climb(table: Table<'_>, fig: Fig, to: Pt) -> Result<Climb, Illegal> {
    if table.profile(fig).armour.is_some_and(|armour| tables::weapon(armour).no_climb) {
        return Err(Illegal::ClimbArmour);
    }
    Ok(table.space().climb(fig, to)?)
}

/// Whether a figure may drag a friend who is down straight to a place (GEN-ACT-40, R-052).
pub(crate) fn drag(table: Table<'_>, fig: Fig, friend: Fig, to: Pt) -> Result<Walked, Illegal> {
    let space = table.space();
    let down = table.scene.figures.get(friend.i()).is_some_and(|it| it.on_table() && it.down);
    if !down || !space.touching_friends(fig).any(|it| it == friend) {
        return Err(Illegal::DragFriend);
    }
    let gait = drag_gait(table.profile(fig), friend);
    space.walk(&Trip::new(space, fig, &[to], gait)).map_err(|halt| halted(halt, gait, table.profile(fig)))
}

/// Whether a figure may have its friends charge so, in this order (GEN-SKL-10, R-266). Each is judged from where the
/// ones before it would be; opportunity actions may change that, and then a figure whose way is barred goes as far as
/// it can.
pub(crate) fn charge(table: Table<'_>, fig: Fig, moves: &[Charger]) -> Result<(), Illegal> {
    if !table.profile(fig).has(Skill::Chargez) {
        return Err(Illegal::ChargeSkill);
    }
    if moves.is_empty() {
        return Err(Illegal::ChargeNobody);
    }
    let mut figures = table.scene.figures.clone();
    for (n, charger) in moves.iter().enumerate() {
        may_charge(table, fig, charger)?;
        if moves[..n].iter().any(|other| other.fig == charger.fig) {
            return Err(Illegal::ChargeTwice { name: named(table, charger.fig) });
        }
        let space = Space { figures: &figures, ..table.space() };
        let path = [charger.to];
        let profile = table.profile(charger.fig);
        let trip = Trip::new(space, charger.fig, &path, gait(profile, Going::Charge));
        let walked = space.walk(&trip).map_err(|halt| halted(halt, trip.gait, profile))?;
        figures[charger.fig.i()].at = walked.end;
    }
    Ok(())
}

/// Whether a figure may be sent: a friend within 20 cm that stands and is free, not the bearer (GEN-SKL-10, R-266).
fn may_charge(table: Table<'_>, fig: Fig, charger: &Charger) -> Result<(), Illegal> {
    let seat = table.scene.figure(fig).seat;
    let own = table.scene.figures.get(charger.fig.i()).is_some_and(|it| it.on_table() && it.seat == seat);
    if !own || charger.fig == fig {
        return Err(Illegal::ChargeFriend);
    }
    unlocked(table, charger.fig)?;
    facing_is_vector(charger.facing)?;
    if table.space().within(fig, charger.fig, tables::skill(Skill::Chargez).radius) {
        return Ok(());
    }
    Err(Illegal::ChargeFar { name: named(table, charger.fig) })
}

/// A figure, by name when it is read.
fn named(table: Table<'_>, fig: Fig) -> Named {
    let profile = table.profile(fig);
    Named { setup: Arc::clone(&table.fixed.setup), seat: profile.seat, member: profile.member }
}

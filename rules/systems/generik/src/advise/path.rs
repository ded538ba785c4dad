//! The advice on a path as it is drawn: its cost and where that arises, how far it goes, which figures could answer it.

use serde::{Deserialize, Serialize};

use crate::command::{Act, Ao, Charger, Interrupted, Reaction, Reactor, Resume, Window};
use crate::event::Unit;
use crate::ids::Fig;
use crate::legal::{self, Going};
use crate::numbers::numbers;
use crate::refusal::Illegal;
use crate::space::{Gait, Halt, MAX_POINTS, Stretch, TABLE, Trip, Walked};
use crate::state::Table;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

/// A path as it would be walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct PathAdvice {
    /// The figure that walks it.
    pub fig: Fig,
    /// DA it takes.
    pub da: u8,
    /// Where it ends.
    pub end: Pt,
    /// Its length in u, up to there.
    pub length: i32,
    /// What that costs, in u of clear ground (GEN-GEO-12).
    pub cost: i32,
    /// The highest cost.
    pub budget: i32,
    /// How much of the length is difficult ground.
    pub slow: i32,
    /// What 1 u of clear ground costs, and 1 u of difficult ground (GEN-TER-09).
    pub rates: [i32; 2],
    /// Difficult ground on the way: up to the cut, or all of what is drawn. Where a friend is dragged, on its way
    /// (GEN-ACT-40).
    pub difficult: Vec<Stretch>,
    /// The standing enemy whose contact ends it (GEN-ACT-32).
    pub cut: Option<Fig>,
    /// Why it cannot be walked as drawn: then it ends where it cannot go on.
    pub halt: Option<Halt>,
    /// Places at which it may be interrupted, in order (GEN-AO-06).
    pub checkpoints: Vec<Pt>,
    /// Enemies who could answer, and at which of those places.
    pub watchers: Vec<Reactor>,
}

/// A path that is drawn: who, where, within which limits, for how many DA, and who may answer it.
pub(super) struct Drawn<'p> {
    pub(super) fig: Fig,
    pub(super) path: &'p [Pt],
    pub(super) gait: Gait,
    pub(super) da: u8,
    pub(super) answering: Vec<Seat>,
}

impl<'p> Drawn<'p> {
    /// The path of an action of the own phase, if it has one.
    pub(super) fn act(table: Table<'_>, fig: Fig, act: &'p Act) -> Option<Self> {
        let profile = table.profile(fig);
        let (path, gait): (&[Pt], _) = match act {
            Act::Move { path, run, .. } if *run => (path, legal::gait(profile, Going::Run)),
            Act::Move { path, .. } => (path, legal::gait(profile, Going::Move)),
            Act::Drag { friend, to, .. } if table.scene.figures.get(friend.i()).is_some() => {
                (std::slice::from_ref(to), legal::drag_gait(profile, *friend))
            }
            _ => return None,
        };
        Some(Self { fig, path, gait, da: legal::due(act), answering: answering(table, fig) })
    }

    /// The move of an opportunity action: it cannot be answered.
    pub(super) fn reaction(table: Table<'_>, reaction: &'p Reaction) -> Option<Self> {
        let Ao::Move { path, .. } = &reaction.ao else { return None };
        let (fig, gait) = (reaction.fig, legal::gait(table.profile(reaction.fig), Going::Ao));
        Some(Self { fig, path, gait, da: numbers().opportunity.da, answering: Vec::new() })
    }

    /// Another path of an interrupted move, paid already: figures that come after the one that interrupted it may still
    /// answer (GEN-AO-08, 10, R-342).
    pub(super) fn rest(
        table: Table<'_>,
        interrupted: &Interrupted,
        resume: &'p Resume,
        unit: Option<&Unit>,
    ) -> Option<Self> {
        let Resume::Path { path, .. } = resume else { return None };
        let fig = interrupted.fig;
        let limits = legal::rest_gait(table, fig, unit).filter(|_| interrupted.other)?;
        let gait = Gait { budget: interrupted.budget, ..limits };
        let last = table.scene.phase.ledger.last().map(|(seat, _)| *seat);
        let later = legal::opponents(table, table.scene.figure(fig).seat);
        let later = later.into_iter().skip_while(|seat| last.is_some_and(|last| *seat != last)).skip(1);
        let answering = later.filter(|seat| legal::quota_left(table, *seat, fig)).collect();
        Some(Self { fig, path, gait, da: 0, answering })
    }

    /// Returns the advice. A path that cannot be walked is refused, or, when it is only `looked` at, shown as far as it goes.
    pub(super) fn advice(&self, table: Table<'_>, looked: bool) -> Result<PathAdvice, Illegal> {
        let space = table.space();
        let trip = Trip::new(space, self.fig, self.path, self.gait);
        let (walked, halt) = match space.walk(&trip) {
            Ok(walked) => (walked, None),
            Err(halt) if looked && measurable(self.path) => {
                let nowhere = Walked { end: trip.start, length: 0, cost: 0, cut: None, friend: None };
                (space.walk_as_far(&trip).unwrap_or(nowhere), Some(halt))
            }
            Err(halt) => return Err(legal::halted(halt, self.gait, table.profile(self.fig))),
        };
        let drawn = if walked.cut.is_some() { walked.length } else { space.length(&trip) };
        let checkpoints: Vec<Pt> = space.checkpoints(&trip, &walked).into_iter().map(|it| it.at).collect();
        let seats = self.answering.iter();
        let watchers = seats.flat_map(|seat| legal::reactors(table, *seat, self.fig, &checkpoints)).collect();
        let speed = self.gait.speed;
        Ok(PathAdvice {
            fig: self.fig,
            da: self.da,
            end: walked.end,
            length: walked.length,
            cost: walked.cost,
            budget: self.gait.budget,
            slow: space.slow_ground(&trip, walked.length).0,
            rates: [speed.clear, speed.difficult],
            difficult: space.slow_ground(&trip, drawn).1,
            cut: walked.cut,
            halt,
            checkpoints,
            watchers,
        })
    }
}

/// Whether a path is of points of the table, not too many.
fn measurable(path: &[Pt]) -> bool {
    let on = |p: &Pt| (0..=TABLE).contains(&p.x) && (0..=TABLE).contains(&p.y);
    path.len() <= MAX_POINTS && path.iter().all(on)
}

/// Opponents who have an opportunity action left against a figure (GEN-AO-03).
fn answering(table: Table<'_>, fig: Fig) -> Vec<Seat> {
    let opponents = legal::opponents(table, table.scene.figure(fig).seat);
    opponents.into_iter().filter(|seat| legal::quota_left(table, *seat, fig)).collect()
}

/// The paths of a charge, each from where those before it leave the table (GEN-SKL-10).
pub(super) fn charge(table: Table<'_>, moves: &[Charger]) -> Result<Vec<PathAdvice>, Illegal> {
    let mut scene = table.scene.clone();
    let mut paths = Vec::new();
    for charger in moves {
        let there = Table { scene: &scene, ..table };
        let gait = legal::gait(there.profile(charger.fig), Going::Charge);
        let path = std::slice::from_ref(&charger.to);
        let answering = answering(there, charger.fig);
        let advice = Drawn { fig: charger.fig, path, gait, da: 0, answering }.advice(there, false)?;
        scene.figures[charger.fig.i()].at = advice.end;
        paths.push(advice);
    }
    Ok(paths)
}

/// The table with the actor of a window on the place where a reaction stops it.
pub(super) fn at_checkpoint(table: Table<'_>, window: &Window, at: u8) -> Option<crate::scene::Scene> {
    let stop = window.checkpoints.get(usize::from(at))?;
    Some(legal::stopped_at(table, window, *stop))
}

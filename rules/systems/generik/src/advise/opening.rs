//! What each of those who may react would best do in an opportunity window: the shot that hits most often, and where on the way.

use serde::{Deserialize, Serialize};

use super::blow::{self, BlowAdvice};
use crate::command::{Ao, Fire, Reaction, Reactor, Window};
use crate::ids::Fig;
use crate::legal;
use crate::numbers::numbers;
use crate::odds::{Chance, snap_odds};
use crate::state::Table;

/// What one figure would best do in the window that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Opening {
    /// The figure.
    pub fig: Fig,
    /// Its best shot, if it has any.
    pub snap: Option<Snap>,
    /// How it takes cover once the acting figure has come to the last place where it sees it, if it can.
    pub cover: Option<Reaction>,
}

/// The best shot out of turn of a figure: of all its weapons and of all places where it may stop the acting figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Snap {
    /// The reaction to give.
    pub reaction: Reaction,
    /// Its odds.
    pub blow: BlowAdvice,
}

/// What all of them would best do, the best chance to hit first.
pub(super) fn openings(table: Table<'_>, window: &Window) -> Vec<Opening> {
    let mut openings: Vec<Opening> =
        window.reactors.iter().map(|reactor| opening(table, window, reactor)).collect();
    let chance = |it: &Opening| it.snap.as_ref().and_then(|snap| snap.blow.odds.first()).map(|odds| odds.win);
    openings.sort_by(|a, b| less(chance(a), chance(b)));
    openings
}

/// Whether the second chance is the better one: none is worst.
fn less(a: Option<Chance>, b: Option<Chance>) -> std::cmp::Ordering {
    let cross = |n: Option<Chance>, d: Option<Chance>| {
        n.map_or(0, |it| u64::from(it.n)) * u64::from(d.map_or(1, |it| it.d))
    };
    (a.is_none(), cross(b, a)).cmp(&(b.is_none(), cross(a, b)))
}

fn opening(table: Table<'_>, window: &Window, reactor: &Reactor) -> Opening {
    let fig = reactor.fig;
    let cover = reactor.at.last().and_then(|at| {
        let ao = legal::opportune_cover(table, window, fig, *at)?;
        Some(Reaction { fig, at: *at, ao })
    });
    Opening { fig, snap: snap(table, window, reactor), cover }
}

/// The earliest of the best shots: what stops an enemy is best done soon.
fn snap(table: Table<'_>, window: &Window, reactor: &Reactor) -> Option<Snap> {
    let fig = reactor.fig;
    let mut best: Option<(Option<Chance>, Reaction)> = None;
    for at in &reactor.at {
        for weapon in 0..table.profile(fig).weapons.len() as u8 {
            let reaction = Reaction { fig, at: *at, ao: Ao::Shoot { weapon } };
            if legal::reaction(table, window, &reaction).is_err() {
                continue;
            }
            let chance = snap_odds(table, window, (fig, weapon), *at).map(|odds| odds.win);
            if best.as_ref().is_none_or(|(known, _)| less(chance, *known).is_lt()) {
                best = Some((chance, reaction));
            }
        }
    }
    let (_, reaction) = best?;
    let Ao::Shoot { weapon } = reaction.ao else { return None };
    let scene = legal::stopped_at(table, window, *window.checkpoints.get(usize::from(reaction.at))?);
    let there = Table { scene: &scene, ..table };
    let da = numbers().opportunity.da;
    let blow = blow::shot(there, (fig, window.actor), weapon, Fire::Normal, da).into_iter().next()?;
    Some(Snap { reaction, blow })
}

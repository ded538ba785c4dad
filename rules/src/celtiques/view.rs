//! What an audience sees, built from nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::Standing;
use super::event::{Event, Fact};
use super::ids::Who;
use super::scene::Scene;
use super::setup::Setup;
use super::state::{Fixed, State};
use crate::contract::{Audience, Seat};
use crate::notice::{Notice, Set};

/// A fighter as everybody knows it: how it is now stands in the scene, under the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Known {
    /// Its number.
    pub who: Who,
    /// Its name.
    pub name: String,
    /// Its player; none for an opponent.
    pub seat: Option<Seat>,
    /// Its side.
    pub side: u8,
    /// Levels of Blessure and Fatigue at which it is hors de combat.
    pub out: [u8; 2],
}

/// What is private to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mine {
    /// Standing orders.
    pub standing: Standing,
}

/// What an audience sees. But for `mine` everything is public (CEL-PLY-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// Fighters by number.
    pub known: Vec<Known>,
    /// What moves or changes.
    pub scene: Scene,
    /// What is private to the seat that looks.
    pub mine: Option<Mine>,
}

fn known(fixed: &Fixed) -> Vec<Known> {
    let named = crate::kit::names::told_apart(fixed.profiles.iter().map(|it| it.name.as_str()));
    let each = (0u8..).zip(&fixed.profiles).zip(named);
    each.map(|((n, it), name)| Known { who: Who(n), name, seat: it.seat, side: it.side, out: it.out })
        .collect()
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    let setup = Arc::clone(&state.fixed.setup);
    View { setup, known: known(&state.fixed), scene: state.scene.clone(), mine: mine(state, to) }
}

fn mine(state: &State, to: Audience) -> Option<Mine> {
    let Audience::Seat(seat) = to else { return None };
    Some(Mine { standing: state.standing_shown(seat)? })
}

/// What an audience learns from an event.
pub(super) fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
    match event {
        Event::Sealed { .. } => Notice::set(vec![Set::to("scene.sealed", &after.scene.sealed)]),
        Event::Stood { seat, .. } => {
            let mine = mine(after, to).filter(|_| to == Audience::Seat(*seat))?;
            Notice::set(vec![Set::to("mine.standing", &mine.standing)])
        }
        Event::Began(_) | Event::Rolled(_) | Event::Answered(_) | Event::Said { .. } => {
            Notice::facts(event.facts())
        }
    }
}

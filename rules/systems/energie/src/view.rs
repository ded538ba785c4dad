//! What an audience sees, built from nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::arena::Named;
use super::command::{Places, Standing};
use super::event::{Event, Fact};
use super::ids::{Arena, Zone};
use super::scene::Scene;
use super::setup::Setup;
use super::state::{State, Wait};
use bagarre_kit::contract::{Audience, Seat};
use bagarre_kit::notice::{Notice, Set};
use bagarre_kit::shared::Shared;

/// The private part of a seat's view (ENE-PLY-03).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Mine {
    /// Standing orders.
    pub standing: Standing,
    /// Where it has placed its characters, until all are revealed.
    pub places: Option<Places>,
    /// The person who held the seat before has placed them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sealed: bool,
    /// Mines of its side that were not met.
    pub mines: Vec<Zone>,
}

/// What an audience sees. But for `mine` everything is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct View {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// The map it is fought on, unless the set-up states its own.
    pub arena: Arena,
    /// What its zones are called in the words of the presentation, by number, such as `docks.bar`: the map and the zone.
    pub places: Shared<String>,
    /// The same for the two ends of each link.
    pub ways: Shared<[String; 2]>,
    /// The state that moves or changes.
    pub scene: Scene,
    /// The private part of the seat that looks.
    pub mine: Option<Mine>,
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    let setup = Arc::clone(&state.fixed.setup);
    let arena = setup.arena();
    let Named { places, ways } = setup.map().named.clone();
    View { setup, arena, places, ways, scene: state.scene.clone(), mine: mine(state, to) }
}

/// Returns what is private to the seat that looks; no other audience has any.
fn mine(state: &State, to: Audience) -> Option<Mine> {
    let Audience::Seat(seat) = to else { return None };
    let standing = state.standing_shown(seat)?;
    let places = match state.wait() {
        Some(Wait::Deploy(seals)) => seals.of(seat).cloned(),
        _ => None,
    };
    let sealed = places.is_some() && state.inherited.answer.contains(seat);
    Some(Mine { standing, places: places.filter(|_| !sealed), sealed, mines: mines(state, seat) })
}

/// Mines of the side of a seat; a referee sees none (ENE-MJ-01).
fn mines(state: &State, seat: Seat) -> Vec<Zone> {
    let Some(own) = state.fixed.setup.side(seat) else { return Vec::new() };
    state.mines.iter().filter(|(side, _)| *side == own).map(|(_, zone)| *zone).collect()
}

/// What an audience learns from an event. Facts are public; standing orders, places and mines are their author's.
pub(super) fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
    match event {
        Event::Deployed { seat, .. } | Event::Withdrawn { seat } => {
            let open = matches!(after.wait(), Some(Wait::Deploy(_)));
            let mut set = vec![Set::to("scene.sealed", &after.scene.sealed)];
            match mine(after, to) {
                // With the last one the secret is over.
                Some(mine) if !open => set.push(Set::to("mine", &mine)),
                Some(mine) if to == Audience::Seat(*seat) => set.push(Set::to("mine.places", &mine.places)),
                _ => {}
            }
            Notice::set(set)
        }
        Event::Stood { seat, .. } => {
            let mine = mine(after, to).filter(|_| to == Audience::Seat(*seat))?;
            Notice::set(vec![Set::to("mine.standing", &mine.standing)])
        }
        _ => {
            let facts = event.facts();
            let mut notice = Notice::facts(facts)?;
            let met = facts.iter().any(|fact| matches!(fact.what, super::event::What::Mine { .. }));
            if met && let Some(mine) = mine(after, to) {
                notice.set.push(Set::to("mine.mines", &mine.mines));
            }
            Some(notice)
        }
    }
}

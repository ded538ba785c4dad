//! What an audience sees, built from nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::Standing;
use super::event::{Event, Fact};
use super::ids::Fig;
use super::scene::Scene;
use super::setup::Setup;
use super::state::{Profile, State, Wait};
use bagarre_kit::contract::{Audience, Seat};
use bagarre_kit::notice::{Notice, Set};
use bagarre_kit::shared::Shared;

/// A figure: its public part (GEN-STA-01). Its present state stands in the scene, under the same number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Known {
    /// Its number.
    pub fig: Fig,
    /// Its player.
    pub seat: Seat,
    /// Its place in the band of the set-up.
    pub member: u8,
    /// The price (GEN-BND-06).
    pub cost: i32,
}

/// The private part of a seat's view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Mine {
    /// Standing answers.
    pub standing: Standing,
    /// The champion it has sealed, until all are revealed.
    pub champion: Option<Fig>,
    /// The person who held the seat before has sealed its champion, who shows at the reveal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sealed: bool,
}

/// What an audience sees. But for `mine` everything is public (GEN-SCA-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct View {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// Figures by number.
    pub figures: Shared<Known>,
    /// The state that moves or changes.
    pub scene: Scene,
    /// The private part of the seat that looks.
    pub mine: Option<Mine>,
}

/// Returns the public part of some figures.
pub(super) fn known(profiles: &[Profile]) -> Shared<Known> {
    let profiles = (0u8..).zip(profiles);
    let known =
        profiles.map(|(n, it)| Known { fig: Fig(n), seat: it.seat, member: it.member, cost: it.cost });
    known.collect()
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    View {
        setup: Arc::clone(&state.fixed.shown),
        figures: state.fixed.known.clone(),
        scene: state.scene.clone(),
        mine: mine(state, to),
    }
}

/// Returns what is private to the seat that looks; no other audience has any.
#[inline(always)]
fn mine(state: &State, to: Audience) -> Option<Mine> {
    let Audience::Seat(seat) = to else { return None };
    let standing = state.standing_shown(seat)?;
    let champion = match state.wait() {
        Some(Wait::Champions(seals)) => seals.of(seat).copied(),
        _ => None,
    };
    let sealed = champion.is_some() && state.inherited.answer.contains(seat);
    Some(Mine { standing, champion: champion.filter(|_| !sealed), sealed })
}

/// What an audience learns from an event. Facts are public; standing answers and a champion are their author's.
pub(super) fn notice<'a>(after: &State, event: &'a Event, to: Audience) -> Option<Notice<'a, Fact>> {
    match event {
        Event::Championed { seat, .. } | Event::Withdrawn { seat } => {
            let open = matches!(after.wait(), Some(Wait::Champions(_)));
            let mut set = vec![Set::to("scene.sealed", &after.scene.sealed)];
            match mine(after, to) {
                // With the last one the secret is over.
                Some(mine) if !open => set.push(Set::to("mine", &mine)),
                Some(mine) if to == Audience::Seat(*seat) => {
                    set.push(Set::to("mine.champion", &mine.champion));
                }
                _ => {}
            }
            Notice::set(set)
        }
        Event::Stood { seat, .. } => {
            let mine = mine(after, to).filter(|_| to == Audience::Seat(*seat))?;
            Notice::set(vec![Set::to("mine.standing", &mine.standing)])
        }
        Event::Said { facts } => {
            let mut notice = Notice::facts(facts)?;
            // A game may end before champions are revealed.
            if let Some(mine) = mine(after, to)
                && after.scene.outcome.is_some()
                && !after.scene.sealed.is_empty()
            {
                notice.set.push(Set::to("mine", &mine));
            }
            Some(notice)
        }
        Event::Commanded(_) | Event::Began(_) | Event::Rolled(_) | Event::Answered(_) => {
            Notice::facts(event.facts())
        }
    }
}

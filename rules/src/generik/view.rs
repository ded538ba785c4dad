//! What an audience sees, built from nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::Standing;
use super::event::{Event, Fact};
use super::ids::Fig;
use super::scene::Scene;
use super::setup::Setup;
use super::state::{Fixed, State, Wait};
use crate::contract::{Audience, Seat};

/// A figure as everybody knows it (GEN-STA-01): how it is now stands in the scene, under the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Known {
    /// Its number.
    pub fig: Fig,
    /// Its player.
    pub seat: Seat,
    /// Its place in the band of the set-up.
    pub member: u8,
    /// What it costs (GEN-BND-06).
    pub cost: i32,
}

/// What is private to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Mine {
    /// Standing answers.
    pub standing: Standing,
    /// The champion it has sealed, until all are revealed.
    pub champion: Option<Fig>,
    /// Whoever held the seat before has sealed its champion, who shows at the reveal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sealed: bool,
}

/// What an audience sees. But for `mine` everything is public (GEN-SCA-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct View {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// Figures by number.
    pub figures: Vec<Known>,
    /// What moves or changes.
    pub scene: Scene,
    /// What is private to the seat that looks.
    pub mine: Option<Mine>,
}

/// What an audience learns from one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Notice {
    /// What happened: for each fact a row of its rule, its kind, and the values of the kind in the order of its fields.
    Facts(
        #[serde(with = "crate::row")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<serde_json::Value>>"))]
        #[cfg_attr(
            feature = "ts",
            ts(type = "Array<[rule: string, kind: string, ...values: Array<unknown>]>")
        )]
        Vec<Fact>,
    ),
    /// What happened, and what else there is to learn.
    More {
        /// What happened, as rows.
        #[serde(with = "crate::row")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<serde_json::Value>>"))]
        #[cfg_attr(
            feature = "ts",
            ts(type = "Array<[rule: string, kind: string, ...values: Array<unknown>]>")
        )]
        facts: Vec<Fact>,
        /// A seat has sealed its champion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        sealed: Option<Seat>,
        /// What is private to the seat that reads it, as it now is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        mine: Option<Mine>,
    },
}

fn known(fixed: &Fixed) -> Vec<Known> {
    let profiles = (0u8..).zip(&fixed.profiles);
    let known =
        profiles.map(|(n, it)| Known { fig: Fig(n), seat: it.seat, member: it.member, cost: it.cost });
    known.collect()
}

/// A view built from nothing for one audience.
pub(super) fn view(state: &State, to: Audience) -> View {
    View {
        setup: Arc::clone(&state.fixed.setup),
        figures: known(&state.fixed),
        scene: state.scene.clone(),
        mine: mine(state, to),
    }
}

/// What is private to the seat that looks; nobody else has any.
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
pub(super) fn notice(after: &State, event: &Event, to: Audience) -> Option<Notice> {
    match event {
        Event::Championed { seat, .. } => {
            let mine = if to.may_see(*seat) { mine(after, to) } else { None };
            Some(Notice::More { facts: Vec::new(), sealed: Some(*seat), mine })
        }
        Event::Stood { seat, .. } => {
            let own = || Notice::More { facts: Vec::new(), sealed: None, mine: mine(after, to) };
            to.may_see(*seat).then(own)
        }
        _ => {
            let facts = Some(event.facts()).filter(|facts| !facts.is_empty())?.to_vec();
            // The reveal ends the secret.
            let reveals = facts.iter().any(|fact| matches!(fact.what, super::event::What::Champion { .. }));
            let mine = if reveals { mine(after, to) } else { None };
            Some(match mine {
                Some(_) => Notice::More { facts, sealed: None, mine },
                None => Notice::Facts(facts),
            })
        }
    }
}

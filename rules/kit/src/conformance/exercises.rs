//! What a system tells the makers of its exercises.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::contract::{Seat, Seats};
use crate::gather::Terms;

/// What a system knows of the search.
pub struct Hunt {
    /// The terms of a game by its number.
    pub terms: fn(u64) -> Terms,
    /// Whether the player may begin with the open question, in this view.
    pub begins: fn(&Value, &Value, Seats) -> bool,
    /// Goals that a fact reaches, as conditions, for the player in this view.
    pub goals: fn(&Value, Seat, &Value) -> Vec<Value>,
    /// How many begun turns after the first are played.
    pub turns: u64,
}

/// Returns the condition that a fact was told that has the same values under these keys.
pub fn fact_condition(fact: &Value, keys: &[&str]) -> Value {
    let pattern = keys.iter().chain(&["t"]).map(|key| ((*key).to_owned(), fact[*key].clone()));
    json!({ "told": pattern.collect::<serde_json::Map<_, _>>() })
}

/// A position that was thought up: an opening of a scenario with what is different in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// Its scenario.
    pub scenario: String,
    /// How many seats it has.
    pub seats: u8,
    /// How large each side is, where the scenario leaves it open.
    #[serde(default)]
    pub size: u8,
    /// What only the system knows of its terms.
    #[serde(default)]
    pub more: Option<Value>,
    /// The first words of the names of ready-made heroes, seat by seat.
    pub heroes: Vec<Vec<String>>,
    /// The seat of the player.
    #[serde(default)]
    pub seat: u8,
    /// From which to which percent of the tries may reach the goal; left out, any.
    #[serde(default = "any")]
    pub wish: [u64; 2],
    /// The way that the hint speaks of: answers in their order, each as [`Poser::answer`] reads it. It must lead to the goal.
    #[serde(default)]
    pub way: Vec<Value>,
    /// The turn it begins in.
    #[serde(default = "second")]
    pub turn: u8,
    /// The characters that have a slot in the turn, first the one that acts, where the system orders slots.
    #[serde(default)]
    pub order: Vec<u8>,
    /// A number for the dice that are thrown on the way to the player's first question.
    #[serde(default)]
    pub dawn: u64,
    /// Fighters by number, and what is different about each; the others are not in play.
    pub who: BTreeMap<String, Map<String, Value>>,
    /// What else is different in the scene, by path.
    #[serde(default)]
    pub set: Map<String, Value>,
}

fn second() -> u8 {
    2
}

fn any() -> [u64; 2] {
    [0, 100]
}

/// What a system knows of it.
pub struct Poser {
    /// Whether the fight has begun, in a view.
    pub has_begun: fn(&Value) -> bool,
    /// Makes of a moment of the opening one in which nothing is under way.
    pub clear: fn(&mut Value, &Pose),
    /// A word of a pose that stands for something in the view: what stands in the position.
    pub word: fn(&Value, &str) -> Option<Value>,
    /// The command by which a step of a way answers a question; none where it answers another one.
    pub answer: fn(&Value, &Value) -> Option<Value>,
}

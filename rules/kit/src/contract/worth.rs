//! What a fighter costs and how fast it is: what the referee tells of a game beside its views.

use serde::{Deserialize, Serialize};

use super::rule::Rule;

/// Price and speed of a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// Its number in the game.
    pub who: u8,
    /// Its name; of an opponent without a name what the tables call it.
    pub name: String,
    /// Its price, or what an opponent is counted as.
    pub price: Vec<Figure>,
    /// How far it gets at its usual pace, as it is now, by ground.
    pub speed: Vec<Figure>,
}

/// A number with the rule that it follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// What it counts: a word of the system's tables, such as a kind of points or a ground.
    pub what: String,
    /// The number.
    pub n: i32,
    /// The rule.
    pub rule: Rule,
}

impl Figure {
    /// Returns a number with its rule.
    pub fn of(what: &str, n: impl Into<i32>, rule: &'static str) -> Self {
        Self { what: what.to_owned(), n: n.into(), rule: Rule::new(rule) }
    }
}

//! The score of a game as it stands, with the parts it is made of, and what is about to end the game. Worked out from what is
//! public of a state, so it is the same for all audiences; no part of a view, so old games fold as before.

use serde::{Deserialize, Serialize};

use super::rule::Rule;
use super::seat::Seats;

/// The scores of all sides, and what is about to end the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Scoreboard {
    /// The sides, by number; where there are no sides, the seats in order.
    pub sides: Vec<SideScore>,
    /// What ends the game soon, if anything is known to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub countdown: Option<Countdown>,
}

/// The score of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct SideScore {
    /// Its seats; none where the rules play it.
    pub seats: Seats,
    /// The sum of its parts.
    pub total: i32,
    /// How the score came about.
    pub parts: Vec<ScorePart>,
    /// How the side left the fight: a code with the words `out.CODE`; left out while the side is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub out: Option<String>,
}

/// A part of a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ScorePart {
    /// The rule that gives it.
    pub rule: Rule,
    /// What it is given for: a code with the words `score.CODE`.
    pub code: String,
    /// The character it is given for, by number, if it is for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub who: Option<u16>,
    /// The points.
    pub n: i32,
}

/// Something that ends the game unless the players do something about it, or in any case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Countdown {
    /// The rule that ends the game.
    pub rule: Rule,
    /// What ends it: a code with the words `countdown.CODE`.
    pub code: String,
    /// Turns that are left, the one that is played included.
    pub turns: u32,
}

impl ScorePart {
    /// Points that belong to no seat.
    pub fn new(rule: &'static str, code: &str, n: i32) -> Self {
        Self { rule: Rule::new(rule), code: code.to_owned(), who: None, n }
    }

    /// Points for a character.
    pub fn about(rule: &'static str, code: &str, who: u16, n: i32) -> Self {
        Self { who: Some(who), ..Self::new(rule, code, n) }
    }
}

impl SideScore {
    /// A side with the points of its parts.
    pub fn new(seats: Seats, parts: Vec<ScorePart>, out: Option<&str>) -> Self {
        Self { seats, total: parts.iter().map(|part| part.n).sum(), parts, out: out.map(str::to_owned) }
    }
}

impl Countdown {
    /// The turn that is played is the last one in any case.
    pub fn last_turn(rule: &'static str) -> Self {
        Self { rule: Rule::new(rule), code: "last_turn".to_owned(), turns: 1 }
    }
}

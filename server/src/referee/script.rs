//! A script as it is read, and the lines that are printed of it.

use std::collections::BTreeMap;

use bagarre_rules::any::Json;
use bagarre_rules::contract::{Outcome, Rule, Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script<'a> {
    pub(super) ruleset: String,
    pub(super) version: Option<u16>,
    #[serde(borrow)]
    pub(super) setup: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) position: Option<&'a RawValue>,
    #[serde(default = "no_dice")]
    pub(super) dice: Chance,
    #[serde(default, borrow)]
    pub(super) steps: Vec<Step<'a>>,
    /// Where to stop, whatever steps are left.
    pub(super) stop: Option<Stop>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "`dice` must be a list of {\"d\": sides, \"is\": face} or {\"seed\": \"hex\"}")]
pub(super) enum Chance {
    Given(Vec<Die>),
    Seed(Seed),
}

fn no_dice() -> Chance {
    Chance::Given(Vec::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Die {
    pub(super) d: u8,
    pub(super) is: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seed {
    pub(super) seed: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step<'a> {
    pub(super) seat: Seat,
    /// The clock answers for the seat, as when its time runs out.
    #[serde(default)]
    pub(super) clock: bool,
    /// Left out with `clock`: the default answer.
    #[serde(borrow)]
    pub(super) command: Option<&'a RawValue>,
    /// Nothing is answered: what the seat may answer is printed.
    #[serde(default)]
    pub(super) options: bool,
}

/// The end of a part of a turn: of a sequence of Baston, of a phase of GeneriK, counted from the start of its game.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stop {
    pub(super) turn: u32,
    #[serde(alias = "sequence", alias = "phase")]
    pub(super) part: u32,
}

#[derive(Serialize)]
pub(super) struct Offers {
    pub(super) options: Offered,
}

#[derive(Serialize)]
pub(super) struct Offered {
    /// Number of the step, from 1.
    pub(super) step: usize,
    pub(super) seat: Seat,
    /// All, or a fair sample.
    pub(super) commands: Vec<Json>,
}

#[derive(Serialize)]
pub(super) struct Accepted<'a> {
    pub(super) entry: u32,
    pub(super) events: &'a [Json],
}

#[derive(Serialize)]
pub(super) struct Refused {
    pub(super) refused: RefusedStep,
}

#[derive(Serialize)]
pub(super) struct RefusedStep {
    /// Number of the step, from 1.
    pub(super) step: usize,
    pub(super) code: String,
    pub(super) rule: Option<Rule>,
    pub(super) message: String,
    pub(super) message_fr: String,
}

#[derive(Serialize)]
pub(super) struct Ended {
    pub(super) end: End,
}

#[derive(Serialize)]
pub(super) struct End {
    pub(super) views: BTreeMap<String, Json>,
    pub(super) asking: Option<Asking>,
    pub(super) outcome: Option<Outcome>,
    pub(super) dice_left: usize,
}

#[derive(Serialize)]
pub(super) struct Asking {
    pub(super) seats: Seats,
    pub(super) ask: Json,
}

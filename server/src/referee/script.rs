//! A script as it is read, and the lines that are printed of it.

use std::collections::BTreeMap;

use bagarre_rules::any::Json;
use bagarre_rules::contract::{Outcome, Rule, Seat, Seats, Worth};
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
    /// Where to stop, even if steps are left.
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

/// Where a script ends, even if steps are left.
#[derive(Clone, Copy, Deserialize)]
#[serde(
    untagged,
    expecting = "`stop` must be {\"turn\", and \"sequence\", \"phase\", \"slot\" or \"segment\"}, or {\"entry\", \"event\"}"
)]
pub(super) enum Stop {
    /// After a part of a turn.
    Part(PartStop),
    /// After an event of an entry, as they are printed.
    Event(EventStop),
}

impl Stop {
    /// Whether a game that has come to a turn and the number of its parts that are over, and to an event of an entry, has passed it.
    pub(super) fn is_passed(self, progress: (u32, u32), event: (u32, u32)) -> bool {
        match self {
            Self::Part(PartStop { turn, part }) => progress >= (turn, part),
            Self::Event(stop) => event >= (stop.entry, stop.event),
        }
    }
}

/// The end of a part of a turn: of a sequence of Baston, a phase of GeneriK counted from the start of its game, a slot of énergie, a
/// segment of Celtiques.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartStop {
    pub(super) turn: u32,
    #[serde(alias = "sequence", alias = "phase", alias = "slot", alias = "segment")]
    pub(super) part: u32,
}

/// An event of an entry: what one deed comes to, also where the rules go on at once.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventStop {
    /// The entry, as it is printed: 0 before the first step.
    pub(super) entry: u32,
    /// Number of the event in its entry, from 1.
    pub(super) event: u32,
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
    /// What the fighters cost and how fast they are, where the system tells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fighters: Vec<Worth>,
    pub(super) dice_left: usize,
}

#[derive(Serialize)]
pub(super) struct Asking {
    pub(super) seats: Seats,
    pub(super) ask: Json,
}

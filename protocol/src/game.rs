//! A game on the wire: its entries, its clocks, and what remains of it when it is over.

use bagarre_kit::contract::{Actor, Outcome, Pace, Rule, Scoreboard, Seat, Seats};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fair::{Blind, Given, Link, Maker, Nameplate, Sealing};
use crate::payload::Payload;

/// A clock that runs, for one seat or for several that have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Clock {
    /// The seats that think.
    pub seats: Seats,
    /// What it thinks about.
    pub pace: Pace,
    /// When the time is over, that of the reserve included, in milliseconds since 1970 by the server's clock; `null` while the game is
    /// paused.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub deadline: Option<i64>,
    /// Milliseconds left when this was sent, those of the reserve included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub left: i64,
    /// Milliseconds the question was given, without the reserve.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total: i64,
    /// Milliseconds in the reserve when the question was put: it runs once no more than this is left. Left out where this clock draws on
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub bank: Option<i64>,
}

/// The question that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Asking {
    /// Who still has to answer.
    pub seats: Seats,
    /// The public question: the ruleset's `Ask`.
    pub ask: Payload,
    /// The question as you are asked it, with what is private to you; `null` when nothing is asked of you.
    pub mine: Option<Payload>,
    /// What counts for you if your time runs out and no legal draft is saved: the ruleset's `Command`.
    pub default: Option<Payload>,
    /// The answer that the numbers shown beside your answers speak for: the ruleset's `Command`. Left out where they do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub proposed: Option<Payload>,
    /// What takes your answer back, as long as others are still asked: the ruleset's `Command`. Left out when you have given none, or none
    /// that can be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub take_back: Option<Payload>,
    /// The clocks that run.
    pub clocks: Vec<Clock>,
    /// Milliseconds in the reserve of each seat, in seat order; of a seat whose clock runs, when the question was put. Left out where the
    /// room has no reserves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u32>>"))]
    pub banks: Vec<i64>,
    /// The answers are sealed blindly: sheets stay with their players until all have sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blind: Option<Sealing>,
}

/// The question of before is still open, and nothing of it has changed but this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Still {
    /// Who still has to answer. The clocks of the others have stopped.
    pub seats: Seats,
    /// Where seats have reserves: what is in them now, see [`Asking::banks`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u32>>"))]
    pub banks: Vec<i64>,
    /// Where answers are sealed blindly: how far that is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blind: Option<Sealing>,
}

impl Asking {
    /// The question as it stands now for a player, or for spectators.
    #[must_use]
    pub fn still(&self, still: &Still, seat: Option<Seat>) -> Self {
        let mut now = self.clone();
        if seat.is_none_or(|seat| !still.seats.contains(seat)) {
            (now.mine, now.default, now.proposed) = (None, None, None);
        }
        for clock in &mut now.clocks {
            clock.seats = clock.seats.iter().filter(|seat| still.seats.contains(*seat)).collect();
        }
        now.clocks.retain(|clock| !clock.seats.is_empty());
        Self { seats: still.seats, banks: still.banks.clone(), blind: still.blind.clone(), ..now }
    }
}

/// Entries that were made in one moment, for one audience, and what is open after the last of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// The question that is open is that of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub still: Option<Still>,
    /// The question that is open. With neither of the two none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub asking: Option<Asking>,
    /// How the game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<Outcome>,
}

impl Moment {
    /// The question that is open after it, for a player who knows the one before.
    pub fn asking(&self, before: Option<&Asking>, seat: Option<Seat>) -> Option<Asking> {
        match &self.still {
            Some(still) => before.map(|before| before.still(still, seat)),
            None => self.asking.clone(),
        }
    }
}

/// One entry of the journal, for one audience.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Entry {
    /// Its number. Entry 0 is the start; no number is ever left out for any audience.
    pub n: u32,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// The turn after it.
    pub turn: u32,
    /// What this audience learns: the ruleset's `Notice`s, in order. Empty when there is nothing to see.
    pub notices: Vec<Payload>,
    /// The score after it, where it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub scores: Option<Scoreboard>,
    /// SHA-256 in hex of a sealed command, as it can be checked once the game is over; left out for an open one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub seal: Option<String>,
    /// Who made it; left out of entry 0, and in games of before there was a chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub author: Option<Maker>,
    /// The head of the chain after it, 64 hex digits; left out in games of before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub head: Option<String>,
    /// What it says of a sheet that stays, or stayed, with its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blind: Option<Blind>,
    /// The public question that the clock answered: the ruleset's `Ask`. Left out where no time ran out, and in replays
    /// stored before this was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lapsed: Option<Payload>,
}

/// The game as one audience sees it at an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Table {
    /// Id of the game.
    pub game: Uuid,
    /// The ruleset.
    pub ruleset: String,
    /// Its version, pinned for the whole game.
    pub version: u16,
    /// SHA-256 in hex of the server's secret, from which the dice come together with what the seats gave. The secret is
    /// published when the game is over. Without `draw` the secret alone is the seed.
    pub commitment: String,
    /// What each seat gave to the dice, in seat order; `null` in games of before the seats were asked.
    #[serde(default)]
    pub draw: Option<Vec<Given>>,
    /// Whether sealed answers stay with their players until all have sealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
    pub blind: bool,
    /// The entry after which this is the view.
    pub entry: u32,
    /// The head of the chain after that entry, 64 hex digits; `null` in games of before there was one.
    #[serde(default)]
    pub head: Option<String>,
    /// The entry of `since.head`, when the journal does not hold that entry with that head: the client saw entries that the server
    /// has lost, the one named last, and this view replaces them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lost: Option<u32>,
    /// The turn.
    pub turn: u32,
    /// The ruleset's `View` for you. `null` when you said in `hello` which entry you had and the tail follows at once.
    pub view: Option<Payload>,
    /// The score in that view, where the ruleset counts any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub scores: Option<Scoreboard>,
    /// The question that is open.
    pub asking: Option<Asking>,
    /// Your saved draft: the ruleset's `Command`.
    pub draft: Option<Payload>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The format in which replays are stored today: notices are rows, of facts and of places that are set. In the second format only
/// facts were rows; in the first they were objects, and entries told the question and the end as well.
pub const REPLAY: u16 = 3;

/// The format of a replay that does not say.
fn first_replay() -> u16 {
    1
}

/// A finished game for readers who have its link: everything is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Replay {
    /// How this document is written: [`REPLAY`] today. A replay is served as it was stored when its game ended.
    #[serde(default = "first_replay")]
    pub format: u16,
    /// Id of the game.
    pub game: Uuid,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u16,
    /// Scenario of the room.
    pub scenario: String,
    /// Names of the seats, in order.
    pub players: Vec<String>,
    /// The ruleset's `View` before entry 0, with everything shown.
    pub view: Payload,
    /// Every entry, with everything shown.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A finished game as it is exported: enough to play it again and to check it for cheating. Fields that are left out
/// did not exist when the game was played, or when the file was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(optional_fields)]
pub struct Export {
    /// Always `bagarre-game`.
    pub format: String,
    /// Id of the game.
    pub game: Uuid,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u16,
    /// The scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Names of the seats, in order.
    pub players: Vec<String>,
    /// What the chain covers of names: first those of the seats in order, then those of people who sat down later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nameplates: Option<Vec<Nameplate>>,
    /// The ruleset's `Setup`.
    pub setup: Payload,
    /// When it started, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started: Option<i64>,
    /// The seed of the dice, 64 hex digits.
    pub seed: String,
    /// The server's secret, 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// SHA-256 in hex of the secret, as published at the start; of the seed, where there is no secret.
    pub commitment: String,
    /// What each seat gave to the dice, in seat order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Vec<Given>>,
    /// Whether sealed answers stayed with their players until all had sealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
    pub blind: bool,
    /// The journal.
    pub entries: Vec<ExportEntry>,
    /// How it ended.
    pub outcome: Outcome,
    /// The key that signed the file, 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Ed25519 signature of everything else that the file says, 128 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// One row of the journal of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(optional_fields)]
pub struct ExportEntry {
    /// Its number.
    pub n: u32,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// Who gave the command, or for whom the clock did: `null` for entry 0.
    #[cfg_attr(feature = "ts", ts(optional = false, type = "{ seat: number } | { clock: number } | null"))]
    pub by: Option<Actor>,
    /// The ruleset's `Command`, `null` for entry 0 and for what only seals a sheet or takes a seal back.
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub command: Option<Payload>,
    /// The ruleset's `Event`s, in order.
    pub events: Vec<Payload>,
    /// The seal, if the command was sealed.
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub seal: Option<Seal>,
    /// What it says of a sheet that stayed with its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blind: Option<Blind>,
    /// What ties it to the entry before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
}

/// A sealed command was promised by a digest: SHA-256 over the salt's 16 bytes followed by the canonical JSON of the
/// command (object keys sorted, no blanks).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Seal {
    /// The digest, 64 hex digits, as published with the entry.
    pub digest: String,
    /// The salt, 32 hex digits, published when the game is over.
    pub salt: String,
}

/// A refusal that explains itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Refusal {
    /// Stable dotted code, such as `room.seat.taken` or `baston.order.slot`.
    pub code: String,
    /// The rule that refuses, if one does.
    pub rule: Option<Rule>,
    /// What happened and what to do, in the language of the person.
    pub words: String,
}

//! What crosses plain HTTP: people, rooms, rulesets. Every error is a [`crate::game::Refusal`].

use bagarre_kit::contract::{Outcome, Seat};
use bagarre_kit::exercise::ExerciseCard;
use bagarre_kit::gather::Terms;
use bagarre_kit::presentation::{BotCard, Quick, Words};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::payload::Payload;
use crate::room::{Holder, Phase};

/// A person, to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Me {
    /// Public id.
    pub id: Uuid,
    /// Nickname.
    pub name: String,
}

/// A nickname to come in with, or another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Nickname {
    /// 1 to 24 characters.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 24)))]
    pub name: String,
}

/// To be forgotten: one's own nickname, typed again, so that it does not happen by accident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Forget {
    /// The nickname as it is.
    pub name: String,
}

/// What lets the same person in from another device: once, and only for a short time.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct DeviceLink {
    /// The secret part of the link. Never logged.
    pub token: String,
}

/// A browser that knows the person, to its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Device {
    /// What it is called in addresses.
    pub id: String,
    /// The family of browser and system, such as `Firefox · Linux`; empty when it is none of those that are known.
    pub label: String,
    /// When it first knew the person, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
    /// When it was last used, to the day, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub used: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A room as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct RoomCard {
    /// Id, as in its address.
    pub id: String,
    /// Name.
    pub name: String,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Where it stands.
    pub phase: Phase,
    /// How many seats it has.
    pub seats: u8,
    /// How many of them are held.
    pub taken: u8,
    /// Whether one may watch.
    pub spectators: bool,
    /// Whether the reader holds a seat there, as far as the list tells it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub mine: bool,
    /// Id of the campaign it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub campaign: Option<String>,
}

/// What is shown at the door of a room to see who invites there.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct AtDoor {
    /// The invitation: what the link carries behind the `#`. Never logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invite: Option<String>,
}

/// An invitation to a room, to a reader who may enter it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Invitation {
    /// The room.
    pub room: RoomCard,
    /// Nickname of its host; absent when the server no longer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub host: Option<String>,
}

/// A game of a person that is to come or runs, to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct MyGame {
    /// Its room.
    pub room: RoomCard,
    /// Who holds the seats.
    pub players: Vec<Holder>,
    /// The person's own seat.
    pub seat: Option<Seat>,
    /// Whether they host the room.
    pub host: bool,
    /// Whether they may delete the room: they host it, and nothing was ever played there.
    pub deletable: bool,
    /// Whose answers are waited for, as far as that is known.
    pub waited: Vec<Seat>,
    /// When the time is over of their own clock, or of the first one that runs, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub deadline: Option<i64>,
    /// The last move.
    pub last: Option<LastMove>,
    /// The newest blow in a line, for the players of the game.
    pub blow: Option<Words>,
    /// When anything last happened in the room, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub touched: i64,
}

/// The last move of a game: who made it, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct LastMove {
    /// The seat; none: the game has just begun.
    pub seat: Option<Seat>,
    /// Whether the clock moved for it.
    pub clock: bool,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// A game that a person has played to its end, to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct PlayedGame {
    /// Its id; its replay is public.
    pub game: Uuid,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Names of the seats; empty where one was taken out.
    pub players: Vec<String>,
    /// The person's seat at the start; none when they sat down later.
    pub seat: Option<Seat>,
    /// How it ended.
    pub outcome: Outcome,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended: i64,
}

/// Whether a person has a code to come back with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Recovery {
    /// When it was made, in milliseconds since 1970; none: there is none.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub made: Option<i64>,
}

/// A code that a person comes back with who has lost all their browsers.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct RecoveryCode {
    /// Twenty letters and digits; how they are grouped does not matter. Never logged.
    pub code: String,
}

/// A room that was opened.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Opened {
    /// Id of the room.
    pub id: String,
    /// Its invitation: what the link carries behind the `#`. Never logged.
    pub invite: String,
}

/// From a least to a most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Span {
    /// The least.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// A scenario for a number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ScenarioVariant {
    /// How many seats.
    pub seats: u8,
    /// The usual size of a band.
    pub usual: u8,
    /// How many members a band may bring; 0 where there is nothing to choose.
    pub size: Span,
}

/// A scenario as it can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ScenarioInfo {
    /// Id.
    pub id: String,
    /// Name.
    pub name: Words,
    /// What one has to do to win, in a plain sentence.
    pub goal: Words,
    /// The most turns it takes; 0: until it is decided.
    pub turns: u8,
    /// About how many minutes it takes between people: the least and the most.
    pub minutes: [u8; 2],
    /// What it is about, in its own mood.
    pub about: Words,
    /// Seats, over all variants.
    pub seats: Span,
    /// How many members a band may bring, over all variants.
    pub size: Span,
    /// What each number of seats allows.
    pub variants: Vec<ScenarioVariant>,
    /// Whether it asks for answers that stay sealed until all have given theirs, so that they can be sealed blindly.
    pub seals: bool,
    /// Whether it always has a game master, who holds the last seat.
    pub led: bool,
}

/// A bot that can take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct BotInfo {
    /// Id.
    pub id: String,
    /// Who it is.
    #[serde(flatten)]
    pub card: BotCard,
}

/// A request for a fight against a bot at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct QuickFight {
    /// Id of the ruleset.
    pub ruleset: String,
    /// The bot to meet; the one for a first time where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<String>,
    /// The nickname to come in with, for a browser that has none yet; it can be changed later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 24)))]
    pub name: Option<String>,
}

/// An exercise as it can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ExerciseInfo {
    /// Id of its ruleset.
    pub ruleset: String,
    /// Id of the scenario it is played in.
    pub scenario: String,
    /// What it is about.
    #[serde(flatten)]
    pub card: ExerciseCard,
}

/// A request to try an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct ChosenExercise {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Id of the exercise.
    pub id: String,
    /// The nickname to come in with, for a browser that has none yet; it can be changed later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 24)))]
    pub name: Option<String>,
}

/// A ruleset as it can be chosen. `GET /api/rulesets/ID` adds boards, equipment and ready-made bands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct RulesetInfo {
    /// Id.
    pub id: String,
    /// Name.
    pub name: Words,
    /// What it is about.
    pub about: Words,
    /// Version this server plays.
    pub version: u16,
    /// Scenarios, the one to start with first.
    pub scenarios: Vec<ScenarioInfo>,
    /// The bots that are offered, from the simplest to the best.
    pub bots: Vec<BotInfo>,
    /// Bots that are offered no more: they still hold seats of rooms of old, and have a name there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<BotInfo>>"))]
    pub retired: Vec<BotInfo>,
    /// The fight against a bot that one can have at once; absent where it offers none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub quick: Option<Quick>,
    /// What `more` of a new room starts with; absent where nothing is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub more: Option<serde_json::Value>,
    /// Seconds the rules give for each kind of question.
    pub seconds: Seconds,
    /// Whether bands can go from game to game in a campaign.
    pub campaigns: bool,
}

/// Seconds the rules give for each kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Seconds {
    /// A moment in which a seat may step in.
    pub window: u32,
    /// One decision.
    pub quick: u32,
    /// Several decisions that hang together.
    pub short: u32,
    /// A whole plan for a band of one.
    pub long: u32,
    /// A plan for each member more.
    pub long_more: u32,
    /// A step between two fights.
    pub between: u32,
}

/// A band that is being built, to be appraised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Unfinished {
    /// The terms of the game it is for.
    #[serde(deserialize_with = "terms")]
    pub terms: Terms,
    /// The seat it is for.
    #[serde(deserialize_with = "seat")]
    pub seat: Seat,
    /// The ruleset's band, however unfinished.
    pub band: Payload,
    /// The member that is being built, by place in the band: what may be put into it is listed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::whole::read_some")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub open: Option<u8>,
}

/// Terms, with whole numbers however they are written.
fn terms<'de, D: Deserializer<'de>>(from: D) -> Result<Terms, D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Read {
        scenario: String,
        #[serde(deserialize_with = "crate::whole::read")]
        seats: u8,
        #[serde(alias = "characters", deserialize_with = "crate::whole::read")]
        size: u8,
        #[serde(default)]
        more: Option<serde_json::Value>,
    }
    let Read { scenario, seats, size, more } = Read::deserialize(from)?;
    Ok(Terms { scenario, seats, size, more })
}

fn seat<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    crate::whole::read(from).map(Seat)
}

//! Putting a game together: from what a host chose and what each seat brought to the set-up of a ruleset.
//!
//! The engine contract starts at a set-up; rooms, simulations and tests start earlier, at a scenario and people who
//! are in a hurry. Both need the same answers of a ruleset, and they are here. So is what comes after a game: what
//! a band takes out of it into the next game of its campaign.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::appraisal::{Appraisal, Tally};
use crate::contract::{Data, Lang, Ruleset, Seat, Worth};
use crate::exercise::Exercise;
use crate::presentation::{Presentation, Words};

/// What the host of a room chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Terms {
    /// Id of the scenario.
    pub scenario: String,
    /// How many seats.
    pub seats: u8,
    /// How many members each band brings, where the scenario leaves that to the host; else 0. Once written `characters`.
    #[serde(alias = "characters")]
    pub size: u8,
    /// What only this system knows: era, terrain, switchable rulings. Absent where there is nothing to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub more: Option<Value>,
}

impl Terms {
    /// The greatest length of `more`, in bytes of JSON text.
    pub const MORE: usize = 32 * 1024;
}

/// A band of a campaign as standings show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Roster {
    /// Its name.
    pub name: String,
    /// It plays no more; its player may bring another.
    pub disbanded: bool,
    /// Its worth, the number that ranks it first. Once called `standing`, as in records of old.
    #[serde(alias = "standing")]
    pub worth: Vec<Tally>,
}

/// What history says of one member of a band after a game: wounded, healed, hired, left. The catalogue tells it in
/// both languages: `campaign.words.CODE = { fr, en }`, in which `{name}` and `{n}` stand for the name and the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct RecordLine {
    /// The member's number in the band, which stays with it.
    pub member: u8,
    /// Its name at the time.
    pub name: String,
    /// What became of it.
    pub code: String,
    /// A number that goes with the code; 0 where none does.
    pub n: i32,
}

/// What history says of a seat's game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(rename = "GameRecord")]
pub struct Record {
    /// Whether the seat won; `null` for a draw, and for who took no part.
    pub won: Option<bool>,
    /// The points it made.
    pub points: i32,
    /// What became of its members, in order.
    pub lines: Vec<RecordLine>,
    /// What the band is worth after the game. Once called `standing`, as in records of old.
    #[serde(alias = "standing")]
    pub worth: Vec<Tally>,
}

/// What a seat takes out of a game of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legacy<B> {
    /// The band as it enters the next game.
    pub band: B,
    /// What history says of this one.
    pub record: Record,
}

/// What people keep on their shelf outside of games. The ruleset knows what each holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum WorkKind {
    /// A band, as [`Gather::Band`].
    Band,
    /// A table to fight on.
    Table,
}

/// What a seat is there for, where the person who takes it is no player like the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Role {
    /// The key of its name: `words["role.KEY"]` of the presentation.
    pub key: String,
    /// Whether it can win. A seat that cannot, such as a game master's, brings no band and stands on no side of the outcome.
    pub wins: bool,
}

/// What a ruleset offers before the first state.
pub trait Gather: Ruleset {
    /// The band of one seat: its characters, with their equipment.
    type Band: Data;
    /// What clients show before a game.
    type Catalogue: Serialize;

    /// What a player in a hurry would choose for a scenario, with so many seats; `None` when there is no such
    /// scenario or when it does not take so many.
    fn usual(scenario: &str, seats: u8) -> Option<Terms>;

    /// Ids of the scenarios, the one to start with first.
    fn scenarios() -> Vec<String>;

    /// Everything a client shows before a game: scenarios with their limits, boards, equipment, ready-made bands,
    /// in French and English. Data only; the same for all.
    fn catalogue() -> Self::Catalogue;

    /// What the house shows of the system where the client has no panel of its own.
    fn presentation() -> &'static Presentation;

    /// The last thing in events that is worth a line to a player who was away, such as a blow that landed: public, and told
    /// from what the game started with alone. `None`: nothing of the kind.
    fn headline(_: &Self::Setup, _: &[Self::Event]) -> Option<Words> {
        None
    }

    /// Positions with one goal each, from the easiest to the hardest.
    fn exercises() -> &'static [Exercise] {
        &[]
    }

    /// Whether a game can be made on these terms.
    fn check_terms(terms: &Terms) -> Result<(), Self::Illegal>;

    /// What a seat is there for on these terms; `None`: to play like the others.
    fn role(_terms: &Terms, _seat: Seat) -> Option<Role> {
        None
    }

    /// Whether a game on these terms may ask for answers that stay sealed until all who are asked have given theirs. Every
    /// question that does has a default answer which is [`Ruleset::sealed`].
    fn seals(_terms: &Terms) -> bool {
        false
    }

    /// Whether a seat may play with this band.
    fn check_band(terms: &Terms, seat: Seat, band: &Self::Band) -> Result<(), Self::Illegal>;

    /// What a band comes to, however unfinished: what it costs, everything that is wrong with it, and what may be put into the
    /// member that is `open`. It has no faults when, and only when, [`Gather::check_band`] takes it.
    fn appraise(
        terms: &Terms,
        seat: Seat,
        band: &Self::Band,
        open: Option<u8>,
    ) -> Result<Appraisal, Self::Illegal>;

    /// A legal ready-made band of a seat's own, named in a language: neither its name nor those of its members are those of
    /// `others`. `from` says where among what is ready it is looked for first, counted round.
    fn own_band(terms: &Terms, seat: Seat, from: u8, lang: Lang, others: &[Self::Band]) -> Self::Band;

    /// A legal band for a player in a hurry: another one for each seat.
    fn ready_band(terms: &Terms, seat: Seat) -> Self::Band {
        Self::own_band(terms, seat, 0, Lang::Fr, &[])
    }

    /// Returns the band without the ready-made names that one of `others` bears: each is replaced by another ready-made name, in a
    /// language. Names that a player typed and everything else stay.
    fn renamed(band: Self::Band, _lang: Lang, _others: &[Self::Band]) -> Self::Band {
        band
    }

    /// The set-up of a game in which each seat plays with its band, in seat order. `youngest` is the seat of the player
    /// whose account is the youngest; bots are older than any person.
    fn gather(terms: &Terms, bands: Vec<Self::Band>, youngest: Seat) -> Result<Self::Setup, Self::Illegal>;

    /// Whether own work may be kept on the shelf: returns it in its normal form.
    fn check_shelf(kind: WorkKind, content: &Value) -> Result<Value, Self::Illegal>;

    /// The band as it enters a campaign, if it may; `None`: this system has no campaigns. A band that was enlisted and has not played
    /// may be enlisted again.
    fn enlist(_band: &Self::Band) -> Result<Option<Self::Band>, Self::Illegal> {
        Ok(None)
    }

    /// The same terms for a game inside a campaign.
    fn for_campaign(terms: &Terms) -> Terms {
        terms.clone()
    }

    /// Whether these terms are those of a game inside a campaign.
    fn in_campaign(_terms: &Terms) -> bool {
        false
    }

    /// A band of a campaign as standings show it. Never asked of a system without campaigns.
    fn roster(_band: &Self::Band) -> Roster {
        Roster { name: String::new(), disbanded: false, worth: Vec::new() }
    }

    /// What the fighters of a game cost and how fast they are, by number, from what is public; empty where a system does not tell.
    fn worths(_state: &Self::State) -> Vec<Worth> {
        Vec::new()
    }

    /// What a seat takes out of a game of a campaign that is over; `None` for any other game.
    fn after(_state: &Self::State, _seat: Seat) -> Option<Legacy<Self::Band>> {
        None
    }
}

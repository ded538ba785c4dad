//! What lets every reader check a game: where its dice come from, who made each entry, and the chain of the journal. How each
//! digest is made is told in `PROTOCOL.md`.

use bagarre_kit::contract::{Seat, Seats};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::payload::Payload;

/// The dice of a game that has not begun are being mixed: first every seat promises a number, then all give theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Draw {
    /// Id of the game.
    pub game: Uuid,
    /// SHA-256 in hex of the server's own secret, which was made before any player was asked.
    pub commitment: String,
    /// What each seat has promised, in seat order: a digest in hex, see [`Given::promise`].
    pub promises: Vec<Option<String>>,
    /// Whether promises are over and the numbers themselves are asked for.
    pub open: bool,
    /// Who is waited for.
    pub waiting: Seats,
}

/// What a seat gave to the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Given {
    /// What it promised before any number was known, 64 hex digits; `null` for bots and for players who did not answer in time.
    pub promise: Option<String>,
    /// Its number, 64 hex digits; `null` when it was not given in time.
    pub nonce: Option<String>,
}

/// Why the clock answered for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Why {
    /// The time was over: the draft that was saved counts.
    Draft,
    /// The time was over and nothing legal was saved.
    Default,
    /// A bot had no legal answer.
    Bot,
}

/// Who made an entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire]
pub enum Author {
    /// The person who held the seat.
    Player {
        /// The seat.
        seat: Seat,
        /// The digest of the nickname at that time, see [`Nameplate`].
        nameplate: String,
    },
    /// The bot that held the seat.
    Bot {
        /// The seat.
        seat: Seat,
        /// Name of the bot.
        bot: String,
    },
    /// The clock, for a seat.
    Clock {
        /// The seat.
        seat: Seat,
        /// The digest of the nickname of the person who held it.
        nameplate: Option<String>,
        /// Why.
        why: Why,
    },
}

/// Who made an entry, as it is told while the game runs: the [`Author`] without the nameplate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Maker {
    /// The person who held the seat.
    Player {
        /// The seat.
        seat: Seat,
    },
    /// The bot that held the seat.
    Bot {
        /// The seat.
        seat: Seat,
        /// Name of the bot.
        bot: String,
    },
    /// The clock, for a seat.
    Clock {
        /// The seat.
        seat: Seat,
        /// Why.
        why: Why,
    },
}

impl From<&Author> for Maker {
    fn from(author: &Author) -> Self {
        match author {
            Author::Player { seat, .. } => Self::Player { seat: *seat },
            Author::Bot { seat, bot } => Self::Bot { seat: *seat, bot: bot.clone() },
            Author::Clock { seat, why, .. } => Self::Clock { seat: *seat, why: *why },
        }
    }
}

impl Author {
    /// The seat in whose name the entry was made.
    pub fn seat(&self) -> Seat {
        match self {
            Self::Player { seat, .. } | Self::Bot { seat, .. } | Self::Clock { seat, .. } => *seat,
        }
    }
}

/// What an entry says of a sheet that stays on its player's device until all have sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(optional_fields)]
pub enum Blind {
    /// The seat has sealed: a digest, and nothing else, is known of its sheet.
    Sealed {
        /// The entry with which the question was put.
        question: u32,
        /// 64 hex digits.
        digest: String,
    },
    /// The seat takes its seal back.
    Withdrawn {
        /// The entry of that seal.
        seal: u32,
    },
    /// The seat has opened its seal: the command of this entry is what was sealed.
    Opened {
        /// The entry of that seal.
        seal: u32,
        /// 64 hex digits, published when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        /// What was sealed, where the rules write the same command in another way; published when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<Payload>,
    },
    /// The seat has opened its seal, and the rules refuse what was sealed: the clock answers.
    Refused {
        /// The entry of that seal.
        seal: u32,
        /// 64 hex digits, published when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        /// What was sealed, published when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<Payload>,
    },
    /// The seat has not opened its seal in time: the clock answers.
    Unopened {
        /// The entry of that seal.
        seal: u32,
        /// Something came, and it was not what was sealed.
        wrong: bool,
    },
}

impl Blind {
    /// The same without what stays hidden until the game is over.
    #[must_use]
    pub fn told(&self) -> Self {
        match self {
            Self::Opened { seal, .. } => Self::Opened { seal: *seal, salt: None, sheet: None },
            Self::Refused { seal, .. } => Self::Refused { seal: *seal, salt: None, sheet: None },
            Self::Sealed { .. } | Self::Withdrawn { .. } | Self::Unopened { .. } => self.clone(),
        }
    }
}

impl std::fmt::Debug for Blind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sealed { .. } => "Sealed",
            Self::Withdrawn { .. } => "Withdrawn",
            Self::Opened { .. } => "Opened",
            Self::Refused { .. } => "Refused",
            Self::Unopened { .. } => "Unopened",
        })
    }
}

/// A seal that is held for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct HeldSeal {
    /// The seat.
    pub seat: Seat,
    /// The entry with which it sealed.
    pub entry: u32,
    /// The digest of its sheet, 64 hex digits.
    pub digest: String,
}

/// Where the seals of an open question stand, when sheets stay on the devices of their players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Sealing {
    /// The entry with which the question was put: every digest names it.
    pub question: u32,
    /// All have sealed: no seal is taken back any more, and sheets and salts are asked for.
    pub open: bool,
    /// Who has sealed what.
    pub seals: Vec<HeldSeal>,
    /// Whose sheet and salt are there. None is shown before all are there, or the time is over.
    pub opened: Seats,
}

/// A name in the record of a game. The chain covers its digest alone, so that a person who wants to be forgotten can have the
/// name taken out, and the game can be checked all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Nameplate {
    /// What the chain covers, 64 hex digits.
    pub digest: String,
    /// The name; `null` when it was taken out.
    pub name: Option<String>,
    /// 32 hex digits that keep the digest from being guessed; `null` when the name was taken out.
    pub salt: Option<String>,
}

/// What ties an entry of an exported game to the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Link {
    /// Who made the entry; `null` for entry 0.
    pub author: Option<Author>,
    /// Every die of the entry in order, as sides and face.
    pub rolls: Vec<(u8, u8)>,
    /// Dice drawn since the start of the game, after this entry.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub drawn: u64,
    /// 32 hex digits, so that a sealed command cannot be guessed from the head.
    pub salt: String,
    /// The head of the chain after this entry, 64 hex digits, as it was published with the entry.
    pub head: String,
}

/// The key with which this server signs exports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct PublicKey {
    /// Always `ed25519`.
    pub algorithm: String,
    /// 64 hex digits.
    pub key: String,
}

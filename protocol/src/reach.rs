//! How a person hears that it is their turn, over HTTP.

use bagarre_kit::contract::Seat;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How a person hears of their turns, to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Reach {
    /// The key that a browser subscribes to pushes with, in base64url.
    pub push_key: String,
    /// Whether this browser is pushed to.
    pub pushed: bool,
    /// How many other browsers of the person are.
    pub others: u32,
    /// Whether this server sends mail.
    pub mail_offered: bool,
    /// Where mail goes.
    pub mail: Option<MailReach>,
    /// Where the webhook goes.
    pub hook: Option<String>,
    /// When they hear nothing, and where their hours are counted.
    pub rhythm: Rhythm,
}

/// An address for mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct MailReach {
    /// The address.
    pub address: String,
    /// Whether the code that was sent there was typed: only then anything else is sent there.
    pub confirmed: bool,
}

/// The hours in which no reminder is sent, and their time zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Rhythm {
    /// A place whose hours count, such as `Europe/Paris`.
    #[cfg_attr(feature = "schema", schemars(length(max = 64)))]
    pub zone: String,
    /// The quiet hours; none is none.
    pub quiet: Option<Quiet>,
}

/// Hours of each day, in minutes from midnight; they may go past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Quiet {
    /// Their first minute, from 0 to 1439.
    #[cfg_attr(feature = "schema", schemars(range(max = 1439)))]
    pub from: u16,
    /// The first minute after them, from 0 to 1439.
    #[cfg_attr(feature = "schema", schemars(range(max = 1439)))]
    pub to: u16,
}

/// What a browser says of its subscription to pushes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct PushTo {
    /// Where its push service takes messages.
    pub endpoint: String,
    /// Its public key (`p256dh`), in base64url.
    pub key: String,
    /// What it shares with us besides (`auth`), in base64url.
    pub auth: String,
}

/// Where mail should go.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct MailTo {
    /// The address.
    #[cfg_attr(feature = "schema", schemars(length(max = 254)))]
    pub address: String,
}

/// The code that was sent to an address.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct MailCode {
    /// As it stands in the mail.
    pub code: String,
}

/// Where a webhook should go.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct HookTo {
    /// The address, beginning with `https://`.
    #[cfg_attr(feature = "schema", schemars(length(max = 1024)))]
    pub url: String,
}

/// What a webhook is signed with; told once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct HookSecret {
    /// 32 bytes in hex: `Bagarre-Signature` is `v1=` and the HMAC-SHA-256 over `Bagarre-Timestamp`, a dot and the body.
    pub secret: String,
}

/// A move that an open page is about to remind its player of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Move {
    /// The game.
    pub game: Uuid,
    /// The seat.
    pub seat: Seat,
}

//! How people want to hear that it is their turn, and of which moves they were reminded.

use async_trait::async_trait;
use bagarre_protocol::room::Settings;
use bagarre_rules::contract::{Lang, Seat};
use uuid::Uuid;

use super::error::StoreError;
use super::records::Hash;

/// How a person wants to be reminded. Holds addresses and a secret: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Reach {
    /// Whose it is.
    pub guest: Uuid,
    /// The language the person is written to in.
    pub lang: Lang,
    /// The time zone in which the hours are counted, such as `Europe/Paris`.
    pub zone: String,
    /// From which minute of the person's day to which nothing is told.
    pub quiet: Option<(u16, u16)>,
    /// The public address of the server when this was written; links are made of the present one alone.
    pub page: String,
    /// Where mail goes.
    pub mail: Option<Mail>,
    /// Where the webhook goes, and what it is signed with.
    pub hook: Option<(String, [u8; 32])>,
}

/// An address for mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address.
    pub address: String,
    /// The digest of the code that was sent there, until it is typed.
    pub code: Option<Hash>,
    /// When the code was sent, in milliseconds since 1970.
    pub asked: i64,
    /// How often a wrong one was typed.
    pub tries: u32,
}

/// A browser that is pushed to. Holds its address and keys: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PushRecord {
    /// The hash of the token that the browser is known by.
    pub token: Hash,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// Its public key, uncompressed.
    pub public_key: Vec<u8>,
    /// What it shares with us besides.
    pub auth: [u8; 16],
}

/// A person whose answer is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The game.
    pub game: Uuid,
    /// The seat of the player.
    pub seat: Seat,
    /// The entry with which the seat was asked.
    pub entry: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// When the time of the seat is over, in the time of the tables.
    pub deadline: i64,
    /// Public id of the person.
    pub guest: Uuid,
    /// Its room.
    pub room: String,
    /// What its host chose.
    pub settings: Settings,
}

/// A reminder on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// The game.
    pub game: Uuid,
    /// The seat.
    pub seat: Seat,
    /// Public id of the person.
    pub guest: Uuid,
    /// The entry with which the seat was asked.
    pub entry: u32,
    /// When it goes on, in milliseconds since 1970; nothing once it is done.
    pub next: Option<i64>,
    /// How often it was tried.
    pub tries: u32,
    /// What is still to be tried; nothing before the first attempt.
    pub channels: Option<Vec<String>>,
}

/// What outlives the process, of reminders.
#[async_trait]
pub trait Reminders: Send + Sync + 'static {
    /// How a person wants to be reminded.
    async fn reach(&self, guest: Uuid) -> Result<Option<Reach>, StoreError>;
    /// Writes that.
    async fn set_reach(&self, reach: &Reach) -> Result<(), StoreError>;
    /// The browsers of a person that are pushed to.
    async fn pushes(&self, guest: Uuid) -> Result<Vec<PushRecord>, StoreError>;
    /// A browser is pushed to from now on, and no longer elsewhere.
    async fn set_push(&self, guest: Uuid, push: &PushRecord) -> Result<(), StoreError>;
    /// A browser is no longer pushed to. `false`: it was not.
    async fn drop_push(&self, token: &Hash) -> Result<bool, StoreError>;
    /// The people who were asked before a moment, have not answered, want to be reminded, and were not reminded of this move.
    async fn unreminded(&self, before: i64, limit: u32) -> Result<Vec<Turn>, StoreError>;
    /// Whether the answer of a person is still waited for, in a seat that they hold.
    async fn turn(&self, game: Uuid, seat: Seat, guest: Uuid) -> Result<Option<Turn>, StoreError>;
    /// A reminder begins, once a move; one that is done already takes the place of one that was not tried yet. `false`: there was one of
    /// this move.
    async fn remind(&self, reminder: &Reminder) -> Result<bool, StoreError>;
    /// A reminder is where it is now. `false`: another task goes on with it since `seen`.
    async fn set_reminder(&self, reminder: &Reminder, seen: Option<i64>) -> Result<bool, StoreError>;
    /// Reminders that go on now, the longest waiting first.
    async fn reminders_due(&self, now: i64, limit: u32) -> Result<Vec<Reminder>, StoreError>;
}

//! What outlives the process. [`Store`] is a small trait with two implementations, SQLite (the default) and
//! PostgreSQL, which pass one contract suite. Everything that rooms write goes through the [`writer`], which commits in
//! groups.

pub mod campaigns;
pub mod copy;
pub mod devices;
mod newcomers;
mod postgres;
pub mod replays;
pub mod shelf;
mod sqlite;
pub mod upkeep;
pub mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::fair::{Blind, Given};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, PastGame, Phase, Settings};
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::{Actor, Outcome, Seat};
use uuid::Uuid;

use crate::fair::{self, Link};
use campaigns::{Campaigns, Homecoming, Muster};
use devices::Devices;
use replays::{Replays, Rules};
use shelf::Shelf;
use upkeep::Upkeep;

/// How long the database is waited for at the start.
const OPENING: Duration = Duration::from_secs(10);
/// How long the database is waited for once the server runs, if nothing else is configured.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// SHA-256 of a secret: what is stored in its place.
pub type Hash = [u8; 32];

/// Opens the store: PostgreSQL when a URL is given, otherwise the SQLite file `bagarre.db` in the data folder, which is
/// made when it is missing. Migrations are applied.
pub async fn open(database_url: Option<&str>, data: &Path) -> Result<Arc<dyn Store>, StoreError> {
    open_with(database_url, data, PATIENCE).await
}

/// As [`open`], where a connection, and a file that another program has locked, are waited for so long; the statements of a
/// group of writes, and then its commit, may take four times that.
pub async fn open_with(
    database_url: Option<&str>,
    data: &Path,
    patience: Duration,
) -> Result<Arc<dyn Store>, StoreError> {
    crate::backup::finish(data)?;
    match database_url {
        Some(url) => Ok(Arc::new(postgres::open(url, patience).await?)),
        None => Ok(Arc::new(sqlite::open(&data.join(FILE), patience).await?)),
    }
}

/// The name of the SQLite file in the data folder.
pub const FILE: &str = "bagarre.db";

/// Copies everything out of the store at one moment, also while a server writes on. Nothing is changed.
pub async fn copy_out(
    database_url: Option<&str>,
    data: &Path,
    sink: &mut dyn copy::Sink,
) -> Result<(), copy::CopyError> {
    match database_url {
        Some(url) => postgres::copy_out(url, sink).await,
        None => sqlite::copy_out(&data.join(FILE), sink).await,
    }
}

/// Fills an empty database with a copy, whole or not at all; with `over` it need not be empty.
pub async fn copy_in_postgres(
    url: &str,
    over: bool,
    source: &mut dyn copy::Source,
) -> Result<(), copy::CopyError> {
    postgres::copy_in(url, over, source).await
}

/// Makes a new SQLite file of a copy.
pub async fn copy_in_sqlite(file: &Path, source: &mut dyn copy::Source) -> Result<(), copy::CopyError> {
    sqlite::copy_in(file, source).await
}

/// Whether an SQLite file is missing, or has nothing in it.
pub async fn is_empty_sqlite(file: &Path) -> Result<bool, copy::CopyError> {
    sqlite::is_empty(file).await
}

/// The files that SQLite keeps beside its own.
pub(crate) fn beside(file: &Path) -> [std::path::PathBuf; 2] {
    ["-wal", "-shm"].map(|part| sqlite::sibling(file, part))
}

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer at all.
    #[error("the database does not answer: {0}")]
    Away(String),
    /// The database refused or is away.
    #[error("the database could not answer: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the tables could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A row does not hold what it should.
    #[error("a row of `{table}` cannot be read: {why}")]
    Row {
        /// The table.
        table: &'static str,
        /// What is wrong; never the content.
        why: String,
    },
    /// Whether it was committed is not known: it must be read before anything else is done.
    #[error("whether the database committed is not known: {0}")]
    Unknown(String),
    /// What had to be written before an answer could be given was not.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The data folder could not be made.
    #[error("the data folder could not be made: {0}")]
    Folder(#[from] std::io::Error),
}

/// Why one job of a group was not written. The others were.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A row with this key exists: another writer was here, or the same thing was sent twice.
    #[error("this was written already")]
    Conflict,
    /// What it builds on has changed.
    #[error("what this builds on has changed")]
    Stale,
    /// Nothing was written: the database refused or is away.
    #[error("the database could not write: {0}")]
    Failed(String),
    /// The database did not say whether it was written: only reading can tell.
    #[error("whether it was written is not known")]
    Unknown,
}

/// Time in which nothing could be written, which no player loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// What was added now, in milliseconds.
    pub added: i64,
    /// All that there ever was, in milliseconds.
    pub total: i64,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Public id.
    pub id: Uuid,
    /// Nickname.
    pub name: String,
    /// When the person came first, in milliseconds since 1970.
    pub created: i64,
}

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRecord {
    /// Its public id.
    pub id: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Where it stands.
    pub phase: Phase,
    /// What the host chose.
    pub settings: Settings,
    /// Number of the invitation that is valid; the invitation itself is made from it and the server's secret.
    pub invite: i64,
    /// The game that runs, or the last one.
    pub game: Option<Uuid>,
    /// The campaign that its games belong to.
    pub campaign: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When anything last happened in it.
    pub touched: i64,
    /// When the pause of its game ends by itself, while it is paused.
    pub paused_until: Option<i64>,
    /// The entry at which its game was paused last.
    pub paused_entry: Option<u32>,
    /// Its seats, in order.
    pub seats: Vec<SeatRecord>,
    /// The last epoch in which it wrote. Each task of a room begins a new one, so that what an earlier one sent is refused if it
    /// arrives late. Only [`Write::Epoch`] changes it.
    pub epoch: i64,
}

/// A seat as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRecord {
    /// Who holds it.
    pub holder: Holder,
    /// What its player plays with, brought before the start.
    pub band: Option<Payload>,
    /// The clock answered for it, and its player has not been heard since.
    pub absent: bool,
}

/// Somebody who may enter a room, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Public id.
    pub guest: Uuid,
    /// Sent away by the host.
    pub kicked: bool,
}

/// Where the dice of a game come from, besides the server's secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// From nowhere else: a game of before the seats were asked. Its journal is no chain.
    Before,
    /// The seats are being asked; there is no entry yet.
    Asked,
    /// From what each seat gave.
    Drawn(Vec<Given>),
}

/// A game as it is stored. Holds the secret of its dice: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its id.
    pub id: Uuid,
    /// The room it is played in.
    pub room: String,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u16,
    /// The scenario.
    pub scenario: String,
    /// Names of the seats; empty where one was taken out.
    pub players: Vec<String>,
    /// What the chain covers of names: first those of the seats, then those of people who sat down later. Nothing in games of
    /// before there was a chain.
    pub nameplates: Vec<Nameplate>,
    /// The ruleset's set-up.
    pub setup: Payload,
    /// The server's secret, from which the dice come.
    pub secret: [u8; 32],
    /// SHA-256 of the secret, in hex.
    pub commitment: String,
    /// What the dice come from besides.
    pub draw: Draw,
    /// Whether sealed answers stay with their players until everybody has sealed.
    pub blind: bool,
    /// When it started, in milliseconds since 1970.
    pub started: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it was put aside.
    pub quarantined: Option<String>,
}

impl GameRecord {
    /// The seed of the dice; `None` before the seats were asked, or when what they gave cannot be read.
    pub fn seed(&self) -> Option<[u8; 32]> {
        match &self.draw {
            Draw::Before => Some(self.secret),
            Draw::Asked => None,
            Draw::Drawn(given) => Some(fair::seed(&self.secret, self.id, &fair::nonces(given)?)),
        }
    }
}

impl std::fmt::Debug for GameRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRecord").field("id", &self.id).field("room", &self.room).finish_non_exhaustive()
    }
}

/// A name in the record of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Nameplate {
    /// Whose name it is, for people.
    pub guest: Option<Uuid>,
    /// What the chain covers, in hex.
    pub digest: String,
    /// The name, and the salt of its digest; nothing once it was taken out.
    pub name: Option<(String, [u8; 16])>,
}

impl Nameplate {
    /// The nameplate of a name.
    pub fn new(guest: Option<Uuid>, name: &str, salt: [u8; 16]) -> Self {
        let digest = hex::encode(fair::nameplate(&salt, name));
        Self { guest, digest, name: Some((name.to_owned(), salt)) }
    }

    /// As it is exported.
    pub fn shown(self) -> bagarre_protocol::fair::Nameplate {
        let (name, salt) = self.name.map(|(name, salt)| (name, hex::encode(salt))).unzip();
        bagarre_protocol::fair::Nameplate { digest: self.digest, name, salt }
    }
}

/// A row of the journal. Holds sealed commands: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalRow {
    /// The game.
    pub game: Uuid,
    /// The number of the entry, from 0.
    pub entry: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; nobody for entry 0.
    pub actor: Option<Actor>,
    /// The client's id for the command.
    pub command_id: Option<Uuid>,
    /// The command, in normal form.
    pub command: Option<Payload>,
    /// The events, a JSON list.
    pub events: Payload,
    /// Dice drawn since the start of the game, after this entry.
    pub drawn: u64,
    /// The digest and the salt of a sealed command.
    pub seal: Option<(String, [u8; 16])>,
    /// What it says of a sheet that stays, or stayed, with its player.
    pub blind: Option<Blind>,
    /// What ties it to the row before; nothing in games of before there was a chain.
    pub link: Option<Link>,
}

impl std::fmt::Debug for JournalRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JournalRow")
            .field("game", &self.game)
            .field("entry", &self.entry)
            .finish_non_exhaustive()
    }
}

/// Somebody took a seat of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The seat.
    pub seat: Seat,
    /// The last entry before he sat down.
    pub entry: u32,
    /// Public id of the person.
    pub guest: Uuid,
}

/// A clock as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadlineRow {
    /// The seat that thinks.
    pub seat: Seat,
    /// When its time is over, in the time of the tables ([`crate::clock`]).
    pub deadline: i64,
    /// Milliseconds the question was given.
    pub total: i64,
    /// Milliseconds left, while the game is paused.
    pub paused_left: Option<i64>,
}

/// One thing to write.
#[derive(Clone)]
pub enum Write {
    /// A new person, with the first of his browsers.
    Guest {
        /// The person.
        guest: Guest,
        /// The digest of what the browser keeps.
        token: Hash,
        /// See [`devices::DeviceRecord::label`].
        label: String,
    },
    /// A room and its seats, new or changed.
    Room(Box<RoomRecord>),
    /// Somebody who may enter a room, or no longer.
    Member {
        /// The room.
        room: String,
        /// The person.
        member: Member,
    },
    /// A new game.
    Game(Box<GameRecord>),
    /// The dice of a game are mixed.
    Drawn {
        /// The game.
        game: Uuid,
        /// What each seat gave.
        draw: Vec<Given>,
    },
    /// A name that the journal of a game covers from now on.
    Nameplate {
        /// The game.
        game: Uuid,
        /// How many names the game has already.
        n: usize,
        /// The name.
        plate: Nameplate,
    },
    /// A new entry of a journal.
    Entry(Box<JournalRow>),
    /// Everything after this in a job is written by the task of a room, in an epoch of it: a conflict where a later one has written.
    Epoch {
        /// The room.
        room: String,
        /// See [`RoomRecord::epoch`].
        epoch: i64,
    },
    /// A conflict where the journal of a game goes on after this entry: whoever writes knows less than is stored.
    Upto {
        /// The game.
        game: Uuid,
        /// The last entry that the writer knows.
        entry: u32,
    },
    /// The end of a game; its drafts and clocks go.
    Over {
        /// The game.
        game: Uuid,
        /// When.
        at: i64,
        /// How.
        outcome: Outcome,
    },
    /// What is shown of a game that is over. One that is stored stays as it is.
    Replay {
        /// The game.
        game: Uuid,
        /// How the document is written.
        format: u16,
        /// The document, as gzip of JSON.
        replay: Vec<u8>,
    },
    /// A game is put aside; its clocks go. In a campaign it does not count.
    Quarantine {
        /// The game.
        game: Uuid,
        /// When.
        at: i64,
        /// Why.
        why: String,
    },
    /// A draft of a seat; none takes it away.
    Draft {
        /// The game.
        game: Uuid,
        /// The seat.
        seat: Seat,
        /// The ruleset's command.
        draft: Option<Payload>,
        /// When.
        at: i64,
    },
    /// Somebody took a seat of a game.
    Holding {
        /// The game.
        game: Uuid,
        /// Who, where and when.
        holding: Holding,
    },
    /// All drafts of a game go.
    DropDrafts {
        /// The game.
        game: Uuid,
    },
    /// The clocks of a game, all of them.
    Deadlines {
        /// The game.
        game: Uuid,
        /// The clocks.
        rows: Vec<DeadlineRow>,
    },
    /// A line of chat.
    Chat {
        /// The room.
        room: String,
        /// The line.
        line: ChatLine,
    },
    /// A game begins in a campaign; it was made by a `Game` of the same job. Stale when a band is no longer what it was.
    Muster(Muster),
    /// A game ends in a campaign.
    Homecoming(Homecoming),
}

/// Things to write together or not at all.
pub type Job = Vec<Write>;

/// What outlives the process.
#[async_trait]
pub trait Store: Campaigns + Devices + Shelf + Replays + Upkeep + Send + Sync + 'static {
    /// Another nickname.
    async fn rename_guest(&self, guest: Uuid, name: &str) -> Result<(), StoreError>;
    /// The people with these ids, in their order; unknown ones are left out.
    async fn guests(&self, ids: &[Uuid]) -> Result<Vec<Guest>, StoreError>;

    /// A room.
    async fn room(&self, id: &str) -> Result<Option<RoomRecord>, StoreError>;
    /// Rooms that are listed and not over, last touched first.
    async fn listed_rooms(&self, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// Rooms a person is a member of, last touched first.
    async fn rooms_of(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// Rooms opened by a person since a moment, for limits.
    async fn rooms_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError>;
    /// Everybody who may enter a room, or no longer.
    async fn members(&self, room: &str) -> Result<Vec<Member>, StoreError>;
    /// The last lines of chat, oldest first.
    async fn chat(&self, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError>;

    /// A game.
    async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError>;
    /// Games of a room that are over, oldest first.
    async fn past_games(&self, room: &str) -> Result<Vec<PastGame>, StoreError>;
    /// The whole journal of a game, in order.
    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError>;
    /// The last entry in the journal of a game.
    async fn last_entry(&self, game: Uuid) -> Result<Option<u32>, StoreError>;
    /// The ids of the commands in the journals of a room but for one game, with their entries.
    async fn earlier_commands(&self, room: &str, but: Option<Uuid>) -> Result<Vec<(Uuid, u32)>, StoreError>;
    /// The drafts of a game.
    async fn drafts(&self, game: Uuid) -> Result<Vec<(Seat, Payload)>, StoreError>;
    /// Who has held the seats of a game, in the order of entries.
    async fn holdings(&self, game: Uuid) -> Result<Vec<Holding>, StoreError>;
    /// The clocks of a game.
    async fn deadlines(&self, game: Uuid) -> Result<Vec<DeadlineRow>, StoreError>;
    /// For every room whose game follows known rules and that has a running clock or a pause: when the first one is over, in
    /// the time of the tables.
    async fn alarms(&self, known: &[Rules]) -> Result<Vec<(String, i64)>, StoreError>;

    /// A server that plays these rules is alive.
    async fn beat(&self, now: i64, known: &[Rules]) -> Result<(), StoreError>;
    /// Nothing could be written from `since` (none: the server was down) or the last sign of life, whichever is later, until
    /// now, which is read once the database takes writes. Noted once, however often it is called.
    async fn credit(&self, since: Option<i64>, now: fn() -> i64) -> Result<Credit, StoreError>;
    /// Writes a group of jobs with one flush. Each job is written as a whole or not at all, whatever becomes of the
    /// others; an error means that none was, [`WriteError::Unknown`] that nobody can tell without reading.
    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError>;
    /// Whether the database takes writes.
    async fn ping(&self, now: i64) -> Result<(), StoreError>;
    /// Lets the database go.
    async fn close(&self);
}

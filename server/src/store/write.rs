//! What can be written.

use std::sync::Arc;

use bagarre_protocol::fair::Given;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::{Outcome, Seat};
use uuid::Uuid;

use super::campaigns::{CampaignGameEnd, Muster};
use super::records::{
    DeadlineRow, GameRecord, Guest, Hash, Holding, JournalRow, Member, Nameplate, RoomRecord,
};

/// One thing to write.
#[derive(Clone)]
pub enum Write {
    /// A new person, with the first browser.
    Guest {
        /// The person.
        guest: Guest,
        /// The digest of what the browser keeps.
        token: Hash,
        /// See [`super::devices::DeviceRecord::label`].
        label: String,
    },
    /// A room and its seats, new or changed.
    Room(Box<RoomRecord>),
    /// A member of a room, or one who was sent away.
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
    Entry(Arc<JournalRow>),
    /// Begins an epoch of a room, and the job is written in it: [`super::WriteError::Fenced`] where the room is no longer in the epoch that was
    /// read. Of several tasks that have read the same epoch one begins the next.
    ClaimEpoch {
        /// The room.
        room: String,
        /// The epoch that was read.
        from: i64,
        /// The epoch that begins.
        epoch: i64,
        /// The game of the room whose journal is carried over from the old table, if any; see [`super::Store::has_old_journal`].
        carry_over: Option<Uuid>,
    },
    /// The job is written by the task of a room that has begun this epoch: [`super::WriteError::Fenced`] where the room is in another.
    Epoch {
        /// The room.
        room: String,
        /// See [`RoomRecord::epoch`].
        epoch: i64,
    },
    /// A conflict where the journal of a game goes on after this entry: the room that writes knows less than is stored.
    Upto {
        /// The game.
        game: Uuid,
        /// The last entry that the writer knows.
        entry: u32,
    },
    /// The end of a game; its drafts and clocks go, and its replay is pending.
    Over {
        /// The game.
        game: Uuid,
        /// When.
        at: i64,
        /// How.
        outcome: Outcome,
    },
    /// What is shown of a game that is over. One that is stored stays as it is. [`super::WriteError::Stale`] where a name has been taken out
    /// of the game meanwhile.
    Replay {
        /// The game.
        game: Uuid,
        /// The names of the seats that are shown in it.
        players: Vec<String>,
        /// How the document is written.
        format: u16,
        /// The document, as gzip of JSON.
        replay: Vec<u8>,
    },
    /// The replay of a game that is over cannot be made: no program waits for it any more.
    NoReplay {
        /// The game.
        game: Uuid,
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
    /// A person took a seat of a game.
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
    CampaignGameEnd(CampaignGameEnd),
}

/// Things to write together or not at all.
pub type Job = Vec<Write>;

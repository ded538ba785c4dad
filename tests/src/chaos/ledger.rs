//! What clients were told: compared at the end with what is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bagarre_protocol::game::{Asking, Entry};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Phase;
use bagarre_rules::contract::Seat;
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use uuid::Uuid;

/// A violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// Something was acknowledged or shown, and is not stored.
    Lost,
    /// Something was done twice, or acknowledged as two different things.
    Doubled,
    /// Two of one audience saw different things, or something else than what is stored.
    Diverged,
    /// A client was shown something that is for another seat or person.
    Leaked,
    /// A table did not go on although nothing was in its way.
    Stalled,
    /// A client was told that a command was not stored, and it was.
    Belied,
    /// A client waited without an answer.
    Silent,
    /// A server ended by itself, or would not end or start; a game was put aside; a person or a room was forgotten.
    Broken,
}

impl Wrong {
    /// All of them, as a report lists them.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Lost, "lost"),
        (Self::Doubled, "doubled"),
        (Self::Diverged, "diverged"),
        (Self::Leaked, "leaked"),
        (Self::Stalled, "stalled"),
        (Self::Belied, "belied"),
        (Self::Silent, "left in silence"),
        (Self::Broken, "broken"),
    ];
}

/// Something that happened to clients, for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// Commands of games that were acknowledged.
    Commands,
    /// Lines of chat that were acknowledged.
    Lines,
    /// Acts in rooms that were acknowledged.
    Acts,
    /// Entries that were shown.
    Shown,
    /// Sockets that were opened again.
    Reconnects,
    /// Sockets that stayed while their room moved to another server, or the link to it was lost.
    Moves,
    /// Refusals because the store could not write.
    Unsaved,
    /// Answers to what had been sent on a socket that ended.
    Resolved,
    /// Commands that a rule or a room refused, mostly because they came late.
    Refused,
}

/// An entry as a client was shown it.
pub struct Shown {
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The digest of its sealed command.
    pub seal: Option<String>,
    /// SHA-256 of its notices as JSON.
    pub notices: [u8; 32],
    /// SHA-256 of all of it but the clocks.
    whole: [u8; 32],
}

/// SHA-256 of a list of JSON texts.
pub fn digest<'a>(texts: impl Iterator<Item = &'a str>) -> [u8; 32] {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update((text.len() as u64).to_be_bytes());
        digest.update(text);
    }
    digest.finalize().into()
}

/// How far a table is: its game, its last entry, its phase.
pub type Mark = (Option<Uuid>, u32, Phase);

/// What clients were told.
#[derive(Default)]
pub struct LedgerState {
    /// Commands that were acknowledged, with the game and the entry.
    pub commands: BTreeMap<Uuid, (Uuid, u32)>,
    /// Lines of chat that were acknowledged, with their room.
    pub lines: BTreeMap<Uuid, String>,
    /// Commands that were said not to be stored, and were not sent again.
    pub given_up: Vec<Uuid>,
    /// Entries that were shown, by game, audience and number.
    pub shown: BTreeMap<(Uuid, Option<Seat>, u32), Shown>,
    /// When each entry was shown first, by game and number.
    pub first_shown: BTreeMap<(Uuid, u32), Instant>,
    /// Questions that seats were asked, by game, audience and entry: SHA-256 of their parts as JSON.
    pub asked: BTreeMap<(Uuid, Option<Seat>, u32), [u8; 32]>,
    /// Heads of the chain that were shown, by game and entry.
    pub heads: BTreeMap<(Uuid, u32), String>,
    /// Views that were shown: SHA-256 of each as JSON, by game, audience and the last entry in it.
    pub views: BTreeMap<(Uuid, Option<Seat>, u32), BTreeSet<[u8; 32]>>,
    /// Counts for the report.
    pub counts: BTreeMap<Count, u64>,
    /// How far each room was seen to be.
    pub marks: BTreeMap<String, Mark>,
    /// Rooms that stood still after all faults were over.
    pub stalled: Vec<String>,
    /// What went wrong: how often, and the first examples.
    pub wrong: BTreeMap<Wrong, (u64, Vec<String>)>,
    /// The longest time from sending something to hearing what became of it, while a socket stood, and the trouble before.
    pub slowest: (Duration, &'static str),
    /// The last trouble.
    pub trouble: &'static str,
}

/// How many examples of each wrong are kept.
const EXAMPLES: usize = 5;

/// Everything that the clients of one server were told. Shared by all of them.
#[derive(Default)]
pub struct Ledger(Mutex<LedgerState>);

impl Ledger {
    /// Locks the state of the ledger.
    pub fn state(&self) -> MutexGuard<'_, LedgerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes something that may not happen.
    pub fn wrong(&self, what: Wrong, example: String) {
        let mut state = self.state();
        let (count, examples) = state.wrong.entry(what).or_default();
        *count += 1;
        if examples.len() < EXAMPLES {
            examples.push(example);
        }
    }

    /// Counts something.
    pub fn count(&self, what: Count) {
        *self.state().counts.entry(what).or_default() += 1;
    }

    /// Notes that a client has the result of a command that it sent at a moment.
    pub fn note_result(&self, sent: Instant) {
        let mut state = self.state();
        state.slowest = state.slowest.max((sent.elapsed(), state.trouble));
    }

    /// A command was acknowledged.
    pub fn command(&self, id: Uuid, game: Uuid, entry: u32) {
        self.count(Count::Commands);
        let before = self.state().commands.insert(id, (game, entry));
        if before.is_some_and(|before| before != (game, entry)) {
            self.wrong(Wrong::Doubled, format!("{id} was entry {before:?}, then {entry} of {game}"));
        }
    }

    /// A line of chat was acknowledged.
    pub fn line(&self, id: Uuid, room: &str) {
        self.count(Count::Lines);
        self.state().lines.insert(id, room.to_owned());
    }

    /// Notes a head of the chain that was shown: every client is shown the same.
    pub fn head(&self, game: Uuid, entry: u32, head: &str) {
        let mut state = self.state();
        match state.heads.get(&(game, entry)) {
            Some(known) if known == head => {}
            Some(_) => {
                drop(state);
                self.wrong(Wrong::Diverged, format!("entry {entry} of {game} was shown with two heads"));
            }
            None => {
                state.heads.insert((game, entry), head.to_owned());
            }
        }
    }

    /// An entry was shown to an audience.
    pub fn shown(&self, game: Uuid, seat: Option<Seat>, entry: &Entry) {
        self.count(Count::Shown);
        if let Some(head) = &entry.head {
            self.head(game, entry.n, head);
        }
        let whole = serde_json::to_string(entry).unwrap_or_default();
        let shown = Shown {
            at: entry.at,
            seal: entry.seal.clone(),
            notices: digest(entry.notices.iter().map(Payload::text)),
            whole: digest(std::iter::once(&*whole)),
        };
        let before = {
            let mut state = self.state();
            state.first_shown.entry((game, entry.n)).or_insert_with(Instant::now);
            state.shown.insert((game, seat, entry.n), shown)
        };
        if before.is_some_and(|before| before.whole != digest(std::iter::once(&*whole))) {
            self.wrong(
                Wrong::Diverged,
                format!("entry {} of {game} for {seat:?} was shown twice, differently", entry.n),
            );
        }
    }

    /// Returns how long ago an entry was first shown to a client.
    pub fn shown_since(&self, game: Uuid, entry: u32) -> Option<Duration> {
        self.state().first_shown.get(&(game, entry)).map(Instant::elapsed)
    }

    /// Notes the question that an audience knows after an entry: every client of a seat is asked the same, whether it
    /// was there all the time or has come back.
    pub fn asked(&self, game: Uuid, seat: Option<Seat>, entry: u32, asking: &Asking) {
        let Asking { ask, mine: Some(mine), default, .. } = asking else { return };
        let texts = [Some(ask), Some(mine), default.as_ref()];
        let asked = digest(texts.into_iter().flatten().map(Payload::text));
        let before = self.state().asked.insert((game, seat, entry), asked);
        if before.is_some_and(|before| before != asked) {
            let what = format!("{seat:?} was asked two things after entry {entry} of {game}");
            self.wrong(Wrong::Diverged, what);
        }
    }

    /// A view was shown to an audience.
    pub fn viewed(&self, game: Uuid, seat: Option<Seat>, entry: u32, view: &Payload) {
        let view = digest(std::iter::once(view.text()));
        self.state().views.entry((game, seat, entry)).or_default().insert(view);
    }

    /// A room was seen to be somewhere.
    pub fn mark(&self, room: &str, mark: Mark) {
        let mut state = self.state();
        match state.marks.get_mut(room) {
            // A client that was away tells old news.
            Some(known) if known.0 == mark.0 && known.1 > mark.1 => {}
            Some(known) => *known = mark,
            None => {
                state.marks.insert(room.to_owned(), mark);
            }
        }
    }
}

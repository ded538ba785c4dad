//! Small things that the parts of a room share.

use std::collections::VecDeque;

use bagarre_protocol::room::{Phase, SeatState, Watcher};
use bagarre_protocol::socket::Answer;
use bagarre_rules::any::Refusal;
use uuid::Uuid;

/// Answers that a room remembers besides those in the journal.
const MAX_REMEMBERED_ANSWERS: usize = 512;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Refused; nothing changed.
    Refused(Refusal),
    /// It could not be saved; nothing changed.
    Unsaved,
    /// Another writer wrote this room's journal, or another task of the room has begun: this task is not the one that knows.
    Overtaken,
    /// Nobody knows whether it was saved: only the journal can tell, so the room is rebuilt from it.
    Unknown,
    /// The rules broke a law of the engine.
    Poisoned(String),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Who is there and where the sheets stand.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Presence {
    pub(super) phase: Phase,
    pub(super) seats: Vec<SeatState>,
    pub(super) watching: Vec<Watcher>,
    pub(super) watchers: u32,
}

/// First answers, by the person and the id that he gave; nothing where it was only done, as most things are.
#[derive(Default)]
pub(super) struct Answers(VecDeque<(Uuid, Uuid, Option<Box<Answer>>)>);

/// What was done, and is in no journal.
const DONE: Answer = Answer::Applied { entry: None };

impl Answers {
    pub(super) fn get(&self, guest: Uuid, id: Uuid) -> Option<&Answer> {
        let first = self.0.iter().find(|(who, which, _)| (*who, *which) == (guest, id));
        first.map(|(_, _, answer)| answer.as_deref().unwrap_or(&DONE))
    }

    pub(super) fn keep(&mut self, guest: Uuid, id: Uuid, answer: Answer) {
        if self.0.len() == MAX_REMEMBERED_ANSWERS {
            self.0.pop_front();
        }
        self.0.push_back((guest, id, (answer != DONE).then(|| Box::new(answer))));
    }
}

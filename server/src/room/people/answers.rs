//! Answers that a room remembers, so that what is sent again is not done again.

use std::collections::VecDeque;

use bagarre_protocol::socket::Answer;
use uuid::Uuid;

/// Answers that a room remembers besides those in the journal.
const MAX_REMEMBERED_ANSWERS: usize = 512;

/// First answers, by the person and the id that was given with the message; nothing where it was only done, as most things are.
#[derive(Default)]
pub(super) struct Answers(VecDeque<(Uuid, Uuid, Option<Box<Answer>>)>);

/// The answer to what was done, and is in no journal.
const DONE: Answer = Answer::Applied { entry: None };

impl Answers {
    /// Returns the first answer to a message.
    pub(super) fn get(&self, guest: Uuid, id: Uuid) -> Option<&Answer> {
        let first = self.0.iter().find(|(who, which, _)| (*who, *which) == (guest, id));
        first.map(|(_, _, answer)| answer.as_deref().unwrap_or(&DONE))
    }

    /// Remembers an answer, and drops the oldest one beyond the bound.
    pub(super) fn keep(&mut self, guest: Uuid, id: Uuid, answer: Answer) {
        if self.0.len() == MAX_REMEMBERED_ANSWERS {
            self.0.pop_front();
        }
        self.0.push_back((guest, id, (answer != DONE).then(|| Box::new(answer))));
    }
}

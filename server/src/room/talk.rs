//! What people say to each other: a line is stored, then answered and sent.

use bagarre_protocol::socket::{Answer, ChatLine, ServerMessage};
use uuid::Uuid;

use super::actor::Room;
use super::people::chat::Hearing;
use super::refuse;
use super::trouble::Trouble;
use crate::store::{Write, WriteError};

impl Room {
    /// Says a line of chat for the person behind a socket, and answers.
    pub(super) async fn talk(&mut self, number: u64, id: Uuid, text: &str) -> Result<(), Trouble> {
        if self.repeat_answer(number, id) {
            return Ok(());
        }
        let Some((guest, seat)) = self.who(number) else { return Ok(()) };
        let Some(name) = self.people.guest(number).map(|guest| guest.name.clone()) else { return Ok(()) };
        let admitted = self.shared.ledger.may_write(guest).and_then(|()| self.people.admit_line(guest, text));
        let text = match admitted {
            Ok(text) => text,
            Err(refusal) => return self.answer(number, id, Err(refusal.into())),
        };
        let channel = Hearing::new(guest, &self.seating, &self.game).channel();
        let line = ChatLine { id, at: self.world().now(), channel, from: guest, name, seat, text };
        let job = vec![Write::Chat { room: self.seating.record().id.clone(), line: line.clone() }];
        let done = match self.write(job).await {
            Err(WriteError::Conflict) => return self.answer_stored_line(number, id, guest).await,
            done => done.map_err(Trouble::from),
        };
        let stored = done.is_ok();
        self.answer(number, id, done.map(|()| None))?;
        if !stored {
            return Ok(());
        }
        self.mark_present(seat);
        self.shared.ledger.charge(guest, "chat", line.text.len());
        let (seating, game) = (&self.seating, &self.game);
        let of_spectators = Hearing::of_spectators(seating, game);
        self.people.send_line(line, of_spectators, |who| Hearing::new(who, seating, game));
        Ok(())
    }

    /// Answers a line of chat whose id is stored already: it was said before this task woke up and is sent again, or another person has
    /// used the id.
    async fn answer_stored_line(&mut self, number: u64, id: Uuid, guest: Uuid) -> Result<(), Trouble> {
        let (shared, room) = (self.shared.clone(), self.seating.record().id.clone());
        match self.patiently(shared.ask_store(shared.store.said_by(&room, id))).await {
            Ok(Some(by)) if by == guest => {
                let first = Box::new(Answer::Applied { entry: None });
                self.people.send(number, &ServerMessage::Answer { id, answer: Answer::Duplicate { first } });
                Ok(())
            }
            Ok(Some(_)) => self.answer(number, id, Err(refuse::id_taken().into())),
            // It was forgotten in between.
            Ok(None) => Err(Trouble::Unknown),
            Err(why) => {
                tracing::warn!(room = %self.seating.record().id, %why, "a line of chat could not be looked up");
                self.answer(number, id, Err(Trouble::Unsaved))
            }
        }
    }
}

//! Blind seals: sheets stay on the devices of their players until every seat has sealed. The room holds digests; once all are
//! there it asks for the sheets, keeps what comes in memory alone, and plays all of them in one job when no seat is waited
//! for any more. So no sheet is in the database before every one is bound and the turn resolves.

use bagarre_protocol::fair::{Author, Blind, Why};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Actor, Seat};
use uuid::Uuid;

use super::actor::Room;
use super::audience::AudienceKey;
use super::refuse;
use super::seals::{Opening, Spans};
use super::trouble::Trouble;
use crate::fair::{Hash, unhex};
use crate::text;

impl Room {
    /// Returns the time that seats have to open their seals, now.
    pub(super) fn spans(&self) -> Spans {
        Spans::new(
            self.seating.record().settings.clocks,
            &self.shared.config.limits,
            self.people.seats_here(&self.seating),
        )
    }

    /// Seals the answer of a person, or takes the seal back.
    pub(super) async fn seal(
        &mut self,
        number: u64,
        id: Uuid,
        question: (Uuid, u32),
        digest: Option<&str>,
    ) -> Result<(), Trouble> {
        if self.repeat_answer(number, id) {
            return Ok(());
        }
        let Some((_, key)) = self.who(number) else { return Ok(()) };
        let step = self.may_seal(key, question).and_then(|seat| Ok((seat, self.sealing(seat, digest)?)));
        let done = match step {
            Ok((seat, blind)) => self.note(seat, id, blind).await,
            Err(refusal) => Err(refusal.into()),
        };
        self.answer_entry(number, id, done)
    }

    /// Returns the seat of a person who may seal, or open, what this question asks for.
    fn may_seal(&self, key: AudienceKey, (game, question): (Uuid, u32)) -> Result<Seat, Refusal> {
        let seat = self.may_move(key)?;
        self.shared.ledger.may_write(self.seating.payer(seat))?;
        let play = self.game.play().filter(|play| play.id == game).ok_or_else(refuse::blind_stale)?;
        let seals = &play.question.seals;
        if !seals.asked || !play.asked().contains(seat) {
            return Err(refuse::blind_none());
        }
        if seals.question != question {
            return Err(refuse::blind_stale());
        }
        Ok(seat)
    }

    /// Returns what an entry says with which a seat seals, or takes its seal back.
    fn sealing(&self, seat: Seat, digest: Option<&str>) -> Result<Blind, Refusal> {
        let seals = &self.game.play().ok_or_else(refuse::not_now)?.question.seals;
        if seals.open {
            return Err(refuse::blind_open());
        }
        match (digest, seals.held(seat)) {
            (Some(digest), None) => {
                let digest: Hash = unhex(digest).ok_or_else(refuse::blind_digest)?;
                Ok(Blind::Sealed { question: seals.question, digest: hex::encode(digest) })
            }
            (Some(_), Some(_)) => Err(refuse::blind_twice()),
            (None, Some(held)) => Ok(Blind::Withdrawn { seal: held.entry }),
            (None, None) => Err(refuse::blind_none()),
        }
    }

    /// Opens what a person sealed. Nothing is acknowledged: it is kept in memory alone until all have opened.
    pub(super) fn open(&mut self, number: u64, question: (Uuid, u32), salt: &str, sheet: Payload) {
        let Some(guest) = self.people.guest(number) else { return };
        let guest = (guest.id, guest.name.clone());
        if let Err(refusal) = self.take_opening(guest, question, salt, sheet) {
            return self.people.send_unreadable(number, &refusal);
        }
        self.tell_clocks();
    }

    /// Takes what a player opens, or refuses it.
    fn take_opening(
        &mut self,
        guest: (Uuid, String),
        question: (Uuid, u32),
        salt: &str,
        sheet: Payload,
    ) -> Result<(), Refusal> {
        let seat = self.may_seal(self.seating.seat_of(guest.0), question)?;
        if sheet.text().len() > self.shared.config.limits.payload {
            return Err(refuse::too_big());
        }
        text::check(&sheet)?;
        let salt = unhex(salt).ok_or_else(refuse::blind_digest)?;
        self.game.open_seal(question.0, seat, Opening { guest, salt, sheet })
    }

    /// Ends the time to open for the seats whose clock was over at a moment of the tables.
    pub(super) fn end_openings(&mut self, moment: i64) {
        self.game.end_openings(moment);
        metrics::counter!("bagarre_timeouts_total").increment(1);
        self.tell_clocks();
    }

    /// Plays every sheet that was opened, in the order of seats, and lets the clock answer for the others: all at once.
    pub(super) async fn reveal(&mut self) -> Result<(), Trouble> {
        let judged = self.judge("clock", |play, told, fresh| {
            play.reveal(told, &mut |seat, opening| match opening {
                Some(Opening { guest: (guest, name), .. }) => {
                    Ok(Author::Player { seat, nameplate: play.nameplate(*guest, name, fresh)? })
                }
                None => self.author(play, Actor::Clock(seat), Why::Default, fresh),
            })
        })?;
        let (_, said) = self.commit(judged).await?;
        self.say(said);
        Ok(())
    }
}

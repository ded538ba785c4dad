//! What moves a game in a room: commands of players, answers of bots, clocks that are over, and drafts.

use std::time::Instant;

use bagarre_protocol::fair::{Author, Why};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, PastGame, Phase};
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Actor, Seat};
use tracing::Instrument as _;
use uuid::Uuid;

use super::actor::Room;
use super::audience::Ears;
use super::play::{Draft, Play, Said};
use super::round::Turned;
use super::state::Trouble;
use super::{camp, keeping, refuse};
use crate::app::{new_id, now};
use crate::store::{Nameplate, Write};
use crate::telemetry::traces::span;
use crate::text;

/// A name that a game does not know yet, and how many it knows.
struct Named {
    n: usize,
    plate: Nameplate,
}

impl Room {
    pub(super) async fn command(&mut self, number: u64, id: Uuid, command: &Payload) -> Result<(), Trouble> {
        if self.answered(number, id) {
            return Ok(());
        }
        let Some((_, ears)) = self.who(number) else { return Ok(()) };
        let done = match self.may_play(ears, command) {
            Ok(seat) => self.submit(Actor::Seat(seat), id, command.text(), false).await,
            Err(refusal) => Err(refusal.into()),
        };
        // The answer comes before the entry that it announces.
        match done {
            Ok((entry, said)) => {
                let answered = self.answer(number, id, Ok(Some(entry)));
                self.say(said);
                answered
            }
            Err(trouble) => self.answer(number, id, Err(trouble)),
        }
    }

    fn may_play(&self, ears: Ears, command: &Payload) -> Result<Seat, Refusal> {
        let seat = ears.ok_or_else(refuse::no_seat)?;
        match self.record.phase {
            Phase::Playing | Phase::Paused if self.other_rules.is_some() => return Err(refuse::other_rules()),
            Phase::Playing => {}
            Phase::Paused => return Err(refuse::paused()),
            _ => return Err(refuse::not_now()),
        }
        if command.text().len() > self.shared.config.limits.payload {
            return Err(refuse::too_big());
        }
        text::check(command)?;
        Ok(seat)
    }

    /// Judges a command, makes it durable, swaps it in. What it says to each audience is for the caller to send.
    async fn submit(
        &mut self,
        by: Actor,
        id: Uuid,
        command: &str,
        absent: bool,
    ) -> Result<(u32, Said), Trouble> {
        let time = self.time();
        let ears = self.ears();
        let play = self.play.as_ref().ok_or_else(refuse::not_now)?;
        let started = Instant::now();
        let by_whom = if matches!(by, Actor::Clock(_)) { "clock" } else { "seat" };
        let (author, fresh) = self.author(play, by, absent)?;
        let command_span = span!("command", ruleset = play.ruleset.name(), by = by_whom);
        let judged = command_span
            .in_scope(|| span!("judge").in_scope(|| play.judge(by, author, id, command, &ears, time)));
        metrics::histogram!("bagarre_judge_seconds").record(started.elapsed().as_secs_f64());
        let step = judged?;
        let now = step.row.at;
        let (game, entry) = (play.id, step.row.entry);
        let mut job = vec![Write::Entry(Box::new(step.row.clone()))];
        if let Some(Named { n, plate }) = &fresh {
            job.push(Write::Nameplate { game, n: *n, plate: plate.clone() });
        }
        match step.turned {
            Turned::Same => {}
            Turned::Again(seat) => job.push(Write::Draft { game, seat, draft: None, at: now }),
            Turned::New => job.push(Write::DropDrafts { game }),
        }
        let mut record = self.record.clone();
        if let Some(seat) = record.seats.get_mut(usize::from(by.seat().0)) {
            seat.absent = match by {
                Actor::Clock(_) => absent || seat.absent,
                Actor::Seat(_) => false,
            };
        }
        if let Some(outcome) = step.outcome.clone() {
            job.push(Write::Over { game, at: now, outcome: outcome.clone() });
            job.extend(camp::homecoming(&self.record, &step, game, now)?);
            job.extend(keeping::ending(&self.shared, step.row.clone(), outcome).await?);
            record.phase = Phase::Finished;
        } else {
            job.push(Write::Deadlines { game, rows: step.round.rows() });
        }
        if record != self.record {
            record.touched = now;
            job.push(Write::Room(Box::new(record.clone())));
        }
        self.write(job).instrument(command_span).await?;
        metrics::histogram!("bagarre_command_seconds").record(started.elapsed().as_secs_f64());
        metrics::counter!("bagarre_entries_total").increment(1);
        let (over, turned) = (step.outcome.is_some(), step.turned);
        self.record = record;
        let time = self.time();
        let said = self.play.as_mut().map(|play| {
            play.nameplates.extend(fresh.map(|named| named.plate));
            play.swap(step, time)
        });
        let said = said.unwrap_or_default();
        match turned {
            Turned::Same => {}
            Turned::Again(seat) => self.kept.free(seat),
            Turned::New => self.kept.free_all(),
        }
        if over {
            self.past.push(PastGame { game, ended: now });
            metrics::counter!("bagarre_games_ended_total").increment(1);
            if self.record.campaign.is_some() {
                metrics::counter!("bagarre_campaign_games_ended_total").increment(1);
                self.campaign_moved().await;
            }
        }
        self.has_news();
        Ok((entry, said))
    }

    /// Who makes an entry, as the journal names him; with what is to be written when the game does not know his name yet.
    fn author(&self, play: &Play, by: Actor, absent: bool) -> Result<(Author, Option<Named>), Trouble> {
        let (seat, holder) = (by.seat(), self.record.seats.get(usize::from(by.seat().0)));
        let (plate, fresh) = match holder.map(|seat| &seat.holder) {
            Some(Holder::Guest { id, name }) => {
                let (plate, new) = play.nameplate(*id, name)?;
                (Some(plate.digest.clone()), new.map(|n| Named { n, plate }))
            }
            Some(Holder::Bot { bot }) if matches!(by, Actor::Seat(_)) => {
                return Ok((Author::Bot { seat, bot: bot.clone() }, None));
            }
            Some(Holder::Bot { .. }) => {
                return Ok((Author::Clock { seat, nameplate: None, why: Why::Bot }, None));
            }
            Some(Holder::Open) | None => (None, None),
        };
        let author = match (by, plate) {
            (Actor::Seat(_), Some(nameplate)) => Author::Player { seat, nameplate },
            (Actor::Seat(_), None) => return Err(refuse::no_seat().into()),
            (Actor::Clock(_), nameplate) => {
                let why = if absent { Why::Default } else { Why::Draft };
                Author::Clock { seat, nameplate, why }
            }
        };
        Ok((author, fresh))
    }

    /// Everybody for whom entries are written down: people in seats, and those who watch.
    fn ears(&self) -> Vec<Ears> {
        let seats = (0u8..).map(Seat).zip(&self.record.seats);
        let held = seats.filter(|(_, seat)| matches!(seat.holder, Holder::Guest { .. }));
        held.map(|(seat, _)| Some(seat)).chain([None]).collect()
    }

    /// Sends what a game said.
    fn say(&mut self, said: Said) {
        for (ears, text) in said {
            for (_, socket) in self.sockets.iter() {
                if self.seat_of(socket.guest.id) == ears {
                    socket.outbox.send(text.clone());
                }
            }
        }
        if self.record.phase == Phase::Finished {
            self.tell_room();
        }
    }

    /// The first bot that has to answer.
    pub(super) fn bot_to_play(&self) -> Option<Seat> {
        let play = self.play.as_ref().filter(|_| self.running())?;
        play.asked().iter().find(|seat| {
            let holder = self.record.seats.get(usize::from(seat.0)).map(|seat| &seat.holder);
            matches!(holder, Some(Holder::Bot { .. }))
        })
    }

    pub(super) async fn bot_plays(&mut self, seat: Seat) -> Result<(), Trouble> {
        let Some(play) = &self.play else { return Ok(()) };
        let Some(Holder::Bot { bot }) = self.record.seats.get(usize::from(seat.0)).map(|seat| &seat.holder)
        else {
            return Ok(());
        };
        if !self.bots.contains_key(&seat)
            && let Some(bot) = play.ruleset.bot(bot)
        {
            self.bots.insert(seat, bot);
        }
        let bot = self.bots.get_mut(&seat);
        let command = bot.and_then(|bot| bot.answer(play.game(), seat, &mut self.luck));
        if let Some(command) = command {
            match self.submit(Actor::Seat(seat), new_id(), command.get(), false).await {
                Ok((_, said)) => {
                    self.say(said);
                    return Ok(());
                }
                Err(Trouble::Refused(refusal)) => {
                    tracing::warn!(room = %self.record.id, code = %refusal.code, "a bot was refused");
                }
                Err(trouble) => return Err(trouble),
            }
        }
        self.answer_by_default(seat, false).await
    }

    /// For every seat whose time is over: its legal draft, or what an absent player does.
    pub(super) async fn time_over(&mut self) -> Result<(), Trouble> {
        let due = |room: &Self| {
            room.play.as_ref().map(|play| play.round.due(room.time().table)).unwrap_or_default()
        };
        for seat in due(self) {
            let still = |room: &Self| due(room).contains(&seat);
            if !self.running() || !still(self) {
                continue;
            }
            metrics::counter!("bagarre_timeouts_total").increment(1);
            let draft =
                self.play.as_ref().and_then(|play| play.drafts.get(&seat)).filter(|draft| draft.legal);
            if let Some(draft) = draft.map(|draft| draft.draft.clone()) {
                match self.submit(Actor::Clock(seat), new_id(), draft.text(), false).await {
                    Ok((_, said)) => {
                        self.say(said);
                        continue;
                    }
                    Err(Trouble::Refused(_)) => {}
                    Err(trouble) => return Err(trouble),
                }
            }
            self.answer_by_default(seat, true).await?;
        }
        Ok(())
    }

    async fn answer_by_default(&mut self, seat: Seat, absent: bool) -> Result<(), Trouble> {
        let Some(command) = self.play.as_ref().map(|play| play.default_answer(seat)) else { return Ok(()) };
        match self.submit(Actor::Clock(seat), new_id(), command.get(), absent).await {
            Ok((_, said)) => {
                self.say(said);
                Ok(())
            }
            Err(Trouble::Refused(refusal)) => {
                Err(Trouble::Poisoned(format!("the default answer was refused: {}", refusal.code)))
            }
            Err(trouble) => Err(trouble),
        }
    }

    pub(super) async fn draft(
        &mut self,
        number: u64,
        seq: u32,
        draft: Option<Payload>,
    ) -> Result<(), Trouble> {
        let Some((_, ears)) = self.who(number) else { return Ok(()) };
        // What is only asked, and no answer in the making, is not kept.
        let kept =
            self.play.as_ref().zip(draft.as_ref()).is_none_or(|(play, draft)| play.keeps(draft.text()));
        let seat = match self.may_draft(ears, draft.as_ref(), kept) {
            Ok(seat) => seat,
            Err(refusal) => {
                let refusal = self.refusal(number, &refusal);
                self.sockets
                    .send(number, &ServerMessage::Advice { seq, saved: false, advice: None, refusal });
                return Ok(());
            }
        };
        let Some(play) = &self.play else { return Ok(()) };
        let advice = draft.as_ref().map(|draft| play.advise(seat, draft.text()));
        let (game, at) = (play.id, now());
        let mut job = Vec::new();
        if kept {
            job.push(Write::Draft { game, seat, draft: draft.clone(), at });
        }
        let saved = job.is_empty()
            || match self.write(job).await.map_err(Trouble::from) {
                Ok(()) => true,
                Err(Trouble::Unsaved) => false,
                Err(trouble) => return Err(trouble),
            };
        let (advice, refusal) = match advice.transpose() {
            Ok(advice) => (advice, None),
            Err(refusal) => (None, Some(refusal)),
        };
        if saved
            && kept
            && let Some(play) = &mut self.play
        {
            match draft {
                Some(draft) => play.drafts.insert(seat, Draft { draft, legal: refusal.is_none() }),
                None => play.drafts.remove(&seat),
            };
        }
        let refusal = if saved { refusal } else { Some(refuse::store()) };
        let refusal = refusal.and_then(|refusal| self.refusal(number, &refusal));
        self.sockets.send(number, &ServerMessage::Advice { seq, saved: saved && kept, advice, refusal });
        Ok(())
    }

    /// Drafts may be written while the game is paused, by whoever is asked or has answered and may think again; what is
    /// not kept may be asked by any seat at any time.
    fn may_draft(&self, ears: Ears, draft: Option<&Payload>, kept: bool) -> Result<Seat, Refusal> {
        let seat = ears.ok_or_else(refuse::no_seat)?;
        if self.other_rules.is_some() {
            return Err(refuse::other_rules());
        }
        let play = self.play.as_ref().filter(|_| matches!(self.record.phase, Phase::Playing | Phase::Paused));
        let round = &play.ok_or_else(refuse::not_now)?.round;
        if kept && !round.asked.contains(seat) && !round.confirmed.contains(seat) {
            return Err(refuse::not_now());
        }
        if draft.is_some_and(|draft| draft.text().len() > self.shared.config.limits.payload) {
            return Err(refuse::too_big());
        }
        draft.map_or(Ok(()), text::check)?;
        Ok(seat)
    }
}

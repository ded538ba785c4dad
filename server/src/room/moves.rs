//! What moves a game in a room: commands of players, answers of bots, and clocks that are over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use bagarre_protocol::fair::{Author, Blind, Why};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, PastGame, Phase};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Actor, Seat};
use tracing::Instrument as _;
use uuid::Uuid;

use super::actor::Room;
use super::audience::AudienceKey;
use super::judge::{Occasion, Submission};
use super::play::Play;
use super::question::Turned;
use super::step::{Broadcast, Step};
use super::trouble::Trouble;
use super::{campaign, refuse};
use crate::frame::Frame;
use crate::store::{Job, Nameplate, RoomRecord, Write};
use crate::telemetry::traces::span;
use crate::text;

/// What was judged and waits to become durable.
pub(super) struct Judgement {
    pub(super) steps: Vec<Step>,
    /// Names that the game does not know yet.
    fresh: Vec<Nameplate>,
    started: Instant,
    span: tracing::Span,
}

/// How much was judged at a moment.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize, usize);

impl Judgement {
    /// Takes up what was judged upon this.
    pub(super) fn add(&mut self, more: Self) {
        self.steps.extend(more.steps);
        self.fresh.extend(more.fresh);
    }

    /// Returns how much there is now.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.steps.len(), self.fresh.len())
    }

    /// Forgets what was added since.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.steps.truncate(mark.0);
        self.fresh.truncate(mark.1);
    }

    /// Returns the number of the last entry.
    pub(super) fn last_entry(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.row.entry)
    }
}

impl Room {
    /// Answers the socket that made an entry, and tells the entry. The answer comes before the entry that it announces.
    pub(super) fn answer_entry(
        &mut self,
        number: u64,
        id: Uuid,
        done: Result<(u32, Broadcast), Trouble>,
    ) -> Result<(), Trouble> {
        match done {
            Ok((entry, said)) => {
                let answered = self.answer(number, id, Ok(Some(entry)));
                self.say(said);
                answered
            }
            Err(trouble) => self.answer(number, id, Err(trouble)),
        }
    }

    pub(super) fn may_play(&self, key: AudienceKey, command: &Payload) -> Result<Seat, Refusal> {
        let seat = self.may_move(key)?;
        self.shared.ledger.may_write(self.seating.payer(seat))?;
        if command.text().len() > self.shared.config.limits.payload {
            return Err(refuse::too_big());
        }
        text::check(command)?;
        if let Some(play) = self.game.play().filter(|play| play.blind) {
            if play.ruleset.sealed(command.text()) == Ok(true) {
                return Err(refuse::blind_sheet());
            }
            if play.question.seals.open {
                return Err(refuse::blind_open());
            }
        }
        Ok(seat)
    }

    /// Returns the seat of a person who may move the game, as far as the room decides.
    pub(super) fn may_move(&self, key: AudienceKey) -> Result<Seat, Refusal> {
        let seat = key.ok_or_else(refuse::no_seat)?;
        match self.seating.record().phase {
            Phase::Playing | Phase::Paused if self.game.other_rules().is_some() => Err(refuse::other_rules()),
            Phase::Playing => Ok(seat),
            Phase::Paused => Err(refuse::paused()),
            _ => Err(refuse::not_now()),
        }
    }

    /// Judges a command, makes it durable, swaps it in. What it says to each audience is for the caller to send.
    async fn submit(
        &mut self,
        by: Actor,
        id: Uuid,
        command: &str,
        why: Why,
    ) -> Result<(u32, Broadcast), Trouble> {
        let missed = matches!(by, Actor::Clock(_)) && why == Why::Default;
        let absent = missed && self.is_absent(by.seat());
        let by_whom = if matches!(by, Actor::Clock(_)) { "clock" } else { "seat" };
        let judged = self.judge(by_whom, |play, told, fresh| {
            let author = self.author(play, by, why, fresh)?;
            let given = Submission { by, author, id, command, blind: None, absent };
            Ok(vec![play.judge(given, told)?])
        })?;
        let done = self.commit(judged).await?;
        // What was not stored has not happened: it is tried again, and counted then.
        if matches!(by, Actor::Clock(_)) && why != Why::Bot {
            metrics::counter!("bagarre_timeouts_total").increment(1);
        }
        if missed {
            self.game.count_missed(by.seat());
        } else if matches!(by, Actor::Seat(_)) {
            self.game.reset_missed(by.seat());
        }
        Ok(done)
    }

    /// Returns whether the player of a seat is absent when the clock answers one more question for it, for want of anything better. One question
    /// may slip past a player who is here; two in a row do not.
    fn is_absent(&self, seat: Seat) -> bool {
        let again = self.game.has_missed(seat);
        let holder = self.seating.holder(seat);
        again || !matches!(holder, Some(Holder::Guest { id, .. }) if self.people.online(*id))
    }

    /// Makes an entry durable with which a seat seals, or takes its seal back.
    pub(super) async fn note(
        &mut self,
        seat: Seat,
        id: Uuid,
        blind: Blind,
    ) -> Result<(u32, Broadcast), Trouble> {
        let judged = self.judge("seat", |play, told, fresh| {
            let author = self.author(play, Actor::Seat(seat), Why::Default, fresh)?;
            Ok(vec![play.note((seat, author), id, blind, told)?])
        })?;
        self.commit(judged).await
    }

    /// Judges something on copies of the game, and measures it.
    pub(super) fn judge(
        &self,
        by: &'static str,
        judge: impl FnOnce(&Play, Occasion<'_>, &mut Vec<Nameplate>) -> Result<Vec<Step>, Trouble>,
    ) -> Result<Judgement, Trouble> {
        let late = self.game.play().is_some_and(Play::is_watched_late);
        let audiences = self.people.audiences(&self.seating, late);
        let told =
            Occasion { audiences: &audiences, time: self.time(), grace: self.grace(), spans: self.spans() };
        let play = self.game.play().ok_or_else(refuse::not_now)?;
        let (started, mut fresh) = (Instant::now(), Vec::new());
        let span = span!("command", ruleset = play.ruleset.name(), by = by);
        if let Some(trace) = self.trace {
            trace.adopt(&span);
        }
        let steps = span.in_scope(|| span!("judge").in_scope(|| judge(play, told, &mut fresh)));
        metrics::histogram!("bagarre_judge_seconds").record(started.elapsed().as_secs_f64());
        Ok(Judgement { steps: steps?, fresh, started, span })
    }

    /// Makes steps that follow from each other durable, together, and swaps them in. Returns the last entry, and what all of
    /// them say to each audience.
    pub(super) async fn commit(&mut self, judged: Judgement) -> Result<(u32, Broadcast), Trouble> {
        let (job, record) = self.job(&judged)?;
        let span = judged.span.clone();
        self.write(job).instrument(span).await?;
        Ok(self.take_in(judged, record))
    }

    /// Swaps in what has become durable. Returns the last entry, and what all of it says to each audience.
    pub(super) fn take_in(&mut self, judged: Judgement, record: Option<RoomRecord>) -> (u32, Broadcast) {
        let Judgement { steps, fresh, started, .. } = judged;
        metrics::histogram!("bagarre_command_seconds").record(started.elapsed().as_secs_f64());
        if let Some(record) = record {
            self.seating.set_record(record);
        }
        let time = self.time();
        self.game.add_nameplates(fresh);
        let here = self.people.audiences_here(&self.seating);
        let (mut last, mut said) = (0, Broadcast::default());
        for step in steps {
            metrics::counter!("bagarre_entries_total").increment(1);
            let payer = step.row.actor.map_or(self.seating.record().host, |by| self.seating.payer(by.seat()));
            self.shared.ledger.charge(payer, "entries", step.row.bytes());
            let (over, game, at) = (step.outcome.is_some(), step.row.game, step.row.at);
            last = step.row.entry;
            said.unheard.extend(self.game.swap(step, &here));
            if over {
                self.seating.add_past(PastGame { game, ended: at });
                metrics::counter!("bagarre_games_ended_total").increment(1);
                // Without the task the replay stays pending.
                let _ = self.shared.ended.send(game);
                if self.seating.record().campaign.is_some() {
                    metrics::counter!("bagarre_campaign_games_ended_total").increment(1);
                    self.seating.note_campaign_change();
                }
            }
        }
        said.frames = self.game.tell(time, &here);
        self.people.note_change();
        (last, said)
    }

    /// Returns what steps write, and the room after them where they change it.
    pub(super) fn job(&self, judged: &Judgement) -> Result<(Job, Option<RoomRecord>), Trouble> {
        let Judgement { steps, fresh, .. } = judged;
        let mut job: Job = vec![self.pen.epoch()];
        job.extend(steps.iter().map(|step| Write::Entry(Arc::clone(&step.row))));
        let (Some(play), Some(last)) = (self.game.play(), steps.last()) else { return Ok((job, None)) };
        let numbered = (play.nameplates.len()..).zip(fresh);
        job.extend(numbered.map(|(n, plate)| Write::Nameplate { game: play.id, n, plate: plate.clone() }));
        for step in steps {
            let (game, at) = (step.row.game, step.row.at);
            match step.turned {
                Turned::Again(seat) if play.drafted => job.push(Write::Draft { game, seat, draft: None, at }),
                Turned::New if play.drafted => job.push(Write::DropDrafts { game }),
                Turned::Same | Turned::Again(_) | Turned::New => {}
            }
        }
        let mut record = self.seating.record_after(steps);
        let (game, at) = (last.row.game, last.row.at);
        if let Some(outcome) = last.outcome.clone() {
            job.push(Write::Over { game, at, outcome });
            job.extend(campaign::game_end(self.seating.record(), last, game, at)?);
            record.get_or_insert_with(|| self.seating.record().clone()).phase = Phase::Finished;
        } else {
            let rows = last.question.rows();
            if rows != play.question.rows() {
                job.push(Write::Deadlines { game, rows });
            }
        }
        if let Some(record) = &mut record {
            record.touched = at;
            job.push(Write::Room(Box::new(record.clone())));
        }
        Ok((job, record))
    }

    /// Returns who makes an entry, as the journal names that person; the clock says why it answers. A name that the game does not know yet is
    /// added to the `fresh` ones.
    pub(super) fn author(
        &self,
        play: &Play,
        by: Actor,
        why: Why,
        fresh: &mut Vec<Nameplate>,
    ) -> Result<Author, Trouble> {
        let (seat, holder) = (by.seat(), self.seating.record().seats.get(usize::from(by.seat().0)));
        let nameplate = match holder.map(|seat| &seat.holder) {
            Some(Holder::Guest { id, name }) => Some(play.nameplate(*id, name, fresh)?),
            Some(Holder::Bot { bot }) if matches!(by, Actor::Seat(_)) => {
                return Ok(Author::Bot { seat, bot: bot.clone() });
            }
            Some(Holder::Bot { .. }) => return Ok(Author::Clock { seat, nameplate: None, why: Why::Bot }),
            Some(Holder::Open) | None => None,
        };
        match (by, nameplate) {
            (Actor::Seat(_), Some(nameplate)) => Ok(Author::Player { seat, nameplate }),
            (Actor::Seat(_), None) => Err(refuse::no_seat().into()),
            (Actor::Clock(_), nameplate) => Ok(Author::Clock { seat, nameplate, why }),
        }
    }

    /// Sends what a game said.
    pub(super) fn say(&mut self, said: Broadcast) {
        if let Some(last) = self.game.last() {
            self.people.await_shown(last, self.time().table);
        }
        let heard: BTreeMap<AudienceKey, Frame> = said.frames.into_iter().collect();
        for (number, guest) in self.people.everybody() {
            let key = self.seating.seat_of(guest.id);
            if said.unheard.contains(&key) {
                // The socket came while it was on its way into the journal.
                self.show_table(number);
                continue;
            }
            if let Some(frame) = heard.get(&key) {
                self.people.send_frame(number, frame.clone());
            }
        }
        if said.unheard.contains(&None) {
            self.show_spectators_the_table();
        } else if let Some(frame) = heard.get(&None) {
            self.people.send_spectator_frame(frame);
        }
        if self.game.take_practice_change() || self.seating.record().phase == Phase::Finished {
            self.tell_room();
        }
    }

    pub(super) async fn play_bot(&mut self, seat: Seat) -> Result<(), Trouble> {
        if self.game.play().is_none() {
            return Ok(());
        }
        let Some(Holder::Bot { bot }) = self.seating.holder(seat) else {
            return Ok(());
        };
        let command = self.game.bot_answer(seat, bot);
        if let Some(command) = command {
            match self.submit(Actor::Seat(seat), self.world().new_id(), command.get(), Why::Bot).await {
                Ok((_, said)) => {
                    self.say(said);
                    return Ok(());
                }
                Err(Trouble::Refused(refusal)) => {
                    tracing::warn!(room = %self.seating.record().id, code = %refusal.code, "a bot was refused");
                }
                Err(trouble) => {
                    self.game.drop_bot(seat);
                    return Err(trouble);
                }
            }
        }
        self.answer_by_default(seat, Why::Bot).await
    }

    /// Answers for every seat whose time was over at a moment of the tables: with its legal draft, or with what an absent player does. A draft of
    /// which the rules have not said anything yet is tried.
    pub(super) async fn end_time(&mut self, moment: i64) -> Result<(), Trouble> {
        if self.game.play().is_some_and(|play| play.question.seals.open) {
            self.end_openings(moment);
            return Ok(());
        }
        let due = |room: &Self| room.game.play().map(|play| play.question.due(moment)).unwrap_or_default();
        for seat in due(self) {
            let still = |room: &Self| due(room).contains(&seat);
            if !self.seating.is_running() || !still(self) {
                continue;
            }
            let draft = self
                .game
                .play()
                .and_then(|play| play.drafts.get(&seat))
                .filter(|draft| draft.legal != Some(false));
            if let Some(draft) = draft.map(|draft| draft.draft.clone()) {
                match self.submit(Actor::Clock(seat), self.world().new_id(), draft.text(), Why::Draft).await {
                    Ok((_, said)) => {
                        self.say(said);
                        continue;
                    }
                    Err(Trouble::Refused(_)) => {}
                    Err(trouble) => return Err(trouble),
                }
            }
            self.answer_by_default(seat, Why::Default).await?;
        }
        Ok(())
    }

    async fn answer_by_default(&mut self, seat: Seat, why: Why) -> Result<(), Trouble> {
        let Some(command) = self.game.play().map(|play| play.default_answer(seat)) else { return Ok(()) };
        match self.submit(Actor::Clock(seat), self.world().new_id(), command.get(), why).await {
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
}

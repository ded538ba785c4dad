//! Commands of players: those that wait together are judged one upon the other and made durable at once, and one that is sent
//! before the writer has taken the others joins them.

use bagarre_protocol::fair::Why;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::ClientMessage;
use bagarre_rules::contract::{Actor, Seat};
use tokio::time::Instant;
use uuid::Uuid;

use super::actor::Room;
use super::judge::Submission;
use super::message::Msg;
use super::moves::Judgement;
use super::step::Step;
use super::trouble::Trouble;
use crate::store::RoomRecord;
use crate::store::writer::Pending;

/// Upper bound of the steps in one batch: a command waits for so many others at most.
const MAX_BATCH_STEPS: usize = 32;

/// The socket that waits for an entry, and the id of its command.
struct Waiting {
    number: u64,
    id: Uuid,
    entry: u32,
}

/// Commands that become durable together.
struct Batch {
    judged: Judgement,
    asked: Vec<Waiting>,
}

impl Batch {
    /// Returns whether another command may follow: the end of a game is the end of its batch.
    fn is_open(&self) -> bool {
        self.judged.steps.len() < MAX_BATCH_STEPS
            && self.judged.steps.last().is_none_or(|step| step.outcome.is_none())
    }
}

impl Room {
    /// Plays a command of a player, with those that wait behind it.
    pub(super) async fn command(&mut self, number: u64, id: Uuid, command: &Payload) -> Result<(), Trouble> {
        if self.repeat_answer(number, id) {
            return Ok(());
        }
        let Some((_, key)) = self.who(number) else { return Ok(()) };
        let judged = match self.may_play(key, command) {
            Ok(seat) => self.judge_of(&[], seat, id, command),
            Err(refusal) => Err(refusal.into()),
        };
        let judged = match judged {
            Ok(judged) => judged,
            Err(trouble) => return self.answer(number, id, Err(trouble)),
        };
        let asked = vec![Waiting { number, id, entry: judged.last_entry() }];
        let mut batch = Batch { judged, asked };
        while self.inbox.peek().is_some_and(|message| self.joins(&mut batch, message)) {
            self.inbox.pop();
        }
        self.settle(batch).await
    }

    fn judge_of(
        &self,
        before: &[Step],
        seat: Seat,
        id: Uuid,
        command: &Payload,
    ) -> Result<Judgement, Trouble> {
        self.judge("seat", |play, told, fresh| {
            let by = Actor::Seat(seat);
            let author = self.author(play, by, Why::Draft, fresh)?;
            let given = Submission { by, author, id, command: command.text(), blind: None, absent: false };
            Ok(vec![play.judge_after(before, given, told)?])
        })
    }

    /// Adds a command. `false`: it is something else, or has to be answered otherwise than by an entry.
    fn joins(&self, batch: &mut Batch, message: &Msg) -> bool {
        let Msg::From(incoming) = message else { return false };
        let ClientMessage::Command { id, command } = &incoming.message else { return false };
        let open = batch.is_open() && !self.rings_before(batch, incoming.arrived);
        let follows = if open { self.follow_up(batch, incoming.number, *id, command) } else { None };
        let Some((asked, judged)) = follows else { return false };
        batch.asked.push(asked);
        batch.judged.add(judged);
        true
    }

    /// Returns whether a clock that runs after these commands was over when a message arrived: it rings first.
    fn rings_before(&self, batch: &Batch, arrived: Instant) -> bool {
        let first = batch.judged.steps.last().and_then(|step| step.question.first());
        first.is_some_and(|over| over <= self.times().at(arrived))
    }

    fn follow_up(
        &self,
        batch: &Batch,
        number: u64,
        id: Uuid,
        command: &Payload,
    ) -> Option<(Waiting, Judgement)> {
        let who = self.who(number)?;
        // A sheet that is sealed blindly changes what may be done next.
        let plain = self.game.play().is_some_and(|play| !play.blind);
        if !plain
            || batch.asked.iter().any(|asked| asked.id == id)
            || self.find_answer(number, who, id).is_some()
        {
            return None;
        }
        let seat = self.may_play(who.1, command).ok()?;
        let judged = self.judge_of(&batch.judged.steps, seat, id, command).ok()?;
        Some((Waiting { number, id, entry: judged.last_entry() }, judged))
    }

    /// Makes a batch durable, answers each of its commands, and tells what came of it.
    async fn settle(&mut self, mut batch: Batch) -> Result<(), Trouble> {
        let (job, mut record) = match self.job(&batch.judged) {
            Ok(done) => done,
            Err(trouble) => return self.answer_all(&batch.asked, &trouble),
        };
        let mut pending = self.pen.offer(job);
        let done = loop {
            tokio::select! {
                biased;
                done = pending.done() => break done,
                () = self.pen.away_changed() => self.tell_away(),
                Some(message) = self.inbox.receive(), if self.inbox.has_room() => {
                    let Err(message) = self.grow(&mut batch, &pending, &mut record, message) else { continue };
                    self.meanwhile(message);
                }
            }
        };
        if let Err(why) = done {
            return self.answer_all(&batch.asked, &why.into());
        }
        self.pen.confirm();
        let Batch { judged, asked } = batch;
        let (_, said) = self.take_in(judged, record);
        // The answer comes before the entry that it announces.
        for Waiting { number, id, entry } in asked {
            self.answer(number, id, Ok(Some(entry)))?;
        }
        self.say(said);
        Ok(())
    }

    /// Adds a command to a batch that is on its way, unless it has been taken.
    fn grow(
        &self,
        batch: &mut Batch,
        pending: &Pending,
        record: &mut Option<RoomRecord>,
        message: Msg,
    ) -> Result<(), Msg> {
        let mark = batch.judged.mark();
        // Nothing overtakes what waits already.
        if !self.inbox.is_empty() || !pending.waits() || !self.joins(batch, &message) {
            return Err(message);
        }
        if let Ok((job, then)) = self.job(&batch.judged)
            && pending.replace(job)
        {
            *record = then;
            return Ok(());
        }
        batch.judged.back_to(mark);
        batch.asked.pop();
        Err(message)
    }

    fn answer_all(&mut self, asked: &[Waiting], trouble: &Trouble) -> Result<(), Trouble> {
        asked.iter().try_for_each(|asked| self.answer(asked.number, asked.id, Err(trouble.clone())))
    }
}

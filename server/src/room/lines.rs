//! What the sockets of a room ask of the rules: one line a socket, answered in its order. The first of each line is worked out; those
//! behind it wait.

use std::collections::{BTreeMap, VecDeque};

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use tokio::task::{AbortHandle, JoinSet};
use uuid::Uuid;

use super::refuse;

/// Upper bound of the questions of one socket that wait to be worked out. Pages ask for four at a time; beyond the bound the oldest drafts
/// are dropped.
const MAX_WAITING_QUESTIONS: usize = 8;

/// Upper bound of what is in the line of one socket; beyond it answers that are known are joined to one.
const MAX_QUEUED_ANSWERS: usize = 32;

/// What a client asks of the rules.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum What {
    /// What comes of a draft; whether it was saved.
    Draft { draft: Payload, saved: bool },
    /// What may be answered.
    Options,
    /// The answer is known, and waits for those before it.
    Known { saved: bool, refusal: Option<Refusal> },
}

/// Something that a socket asks.
pub(super) struct Asked {
    /// The numbers that the socket gave it.
    pub(super) seqs: Vec<u32>,
    pub(super) what: What,
    /// How often it was worked out for a state that was not the newest any more.
    pub(super) stale: u8,
}

impl Asked {
    pub(super) fn new(seq: u32, what: What) -> Self {
        Self { seqs: vec![seq], what, stale: 0 }
    }
}

/// What the rules say.
pub(super) enum Said {
    Advice(Result<Payload, Refusal>),
    Options(Vec<Payload>),
}

/// What something was worked out for: a seat, and how far its game had come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    pub(super) game: Uuid,
    pub(super) entry: u32,
    pub(super) seat: Seat,
}

/// Something that has been worked out.
pub(super) struct Consulted {
    pub(super) number: u64,
    pub(super) at: At,
    pub(super) said: Said,
}

/// The line of one socket.
#[derive(Default)]
struct Line {
    asked: VecDeque<Asked>,
    /// The task that works the first one out.
    task: Option<AbortHandle>,
}

impl Line {
    /// Keeps what waits behind the first one short: of too many drafts the oldest are not worked out, and what has the same answer is
    /// answered together.
    fn shorten(&mut self) {
        let newer = What::Known { saved: false, refusal: Some(refuse::draft_newer()) };
        let mut drafts = 0;
        for asked in self.asked.iter_mut().skip(1).rev() {
            drafts += usize::from(matches!(asked.what, What::Draft { .. }));
            if drafts > MAX_WAITING_QUESTIONS && asked.what != What::Options {
                asked.what = newer.clone();
            }
        }
        if self.asked.len() > MAX_QUEUED_ANSWERS {
            let known = |asked: &&mut Asked| matches!(asked.what, What::Known { .. });
            self.asked.iter_mut().skip(1).filter(known).for_each(|asked| asked.what = newer.clone());
        }
        let mut kept: VecDeque<Asked> = VecDeque::with_capacity(self.asked.len());
        for asked in std::mem::take(&mut self.asked) {
            match kept.back_mut().filter(|last| last.what == asked.what) {
                Some(last) if matches!(asked.what, What::Known { .. }) => last.seqs.extend(asked.seqs),
                _ => kept.push_back(asked),
            }
        }
        self.asked = kept;
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// The lines of all sockets of a room.
#[derive(Default)]
pub(super) struct Lines {
    lines: BTreeMap<u64, Line>,
    pub(super) tasks: JoinSet<Consulted>,
}

impl Lines {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Puts something at the end of the line of a socket. Returns whether nothing was in it.
    pub(super) fn push(&mut self, number: u64, asked: Asked) -> bool {
        let line = self.lines.entry(number).or_default();
        let first = line.asked.is_empty();
        let same = line.asked.iter_mut().find(|waits| waits.what == What::Options);
        match same.filter(|_| asked.what == What::Options) {
            Some(waits) => waits.seqs.extend(asked.seqs),
            None => line.asked.push_back(asked),
        }
        line.shorten();
        first
    }

    /// The first one in the line of a socket.
    pub(super) fn first(&mut self, number: u64) -> Option<&mut Asked> {
        self.lines.get_mut(&number)?.asked.front_mut()
    }

    /// The first one in the line of a socket is done.
    pub(super) fn done(&mut self, number: u64) -> Option<Asked> {
        let line = self.lines.get_mut(&number)?;
        line.task = None;
        let asked = line.asked.pop_front();
        if line.asked.is_empty() {
            self.lines.remove(&number);
        }
        asked
    }

    /// Works the first one in the line of a socket out.
    pub(super) fn work(&mut self, number: u64, work: impl Future<Output = Consulted> + Send + 'static) {
        let task = self.tasks.spawn(work);
        if let Some(line) = self.lines.get_mut(&number) {
            line.task = Some(task);
        }
    }

    /// Drops the lines of sockets that are gone.
    pub(super) fn keep(&mut self, is_here: impl Fn(u64) -> bool) {
        self.lines.retain(|number, _| is_here(*number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(seq: u32) -> Asked {
        Asked::new(seq, What::Draft { draft: Payload::parse("1").unwrap(), saved: seq.is_multiple_of(2) })
    }

    fn refused(seq: u32) -> Asked {
        let refusal = if seq.is_multiple_of(2) { refuse::not_now() } else { refuse::no_seat() };
        Asked::new(seq, What::Known { saved: false, refusal: Some(refusal) })
    }

    #[test]
    fn a_line_is_bounded_and_answers_everything_in_order() {
        let mut lines = Lines::default();
        for seq in 0..1_000 {
            assert_eq!(lines.push(7, draft(seq)), seq == 0);
            assert!(lines.lines[&7].asked.len() <= MAX_WAITING_QUESTIONS + 2);
        }
        let (mut worked, mut newer, mut order) = (Vec::new(), 0, Vec::new());
        while let Some(asked) = lines.done(7) {
            match asked.what {
                What::Known { refusal, .. } => {
                    assert_eq!(refusal.unwrap().code, "draft.newer");
                    newer += asked.seqs.len();
                }
                _ => worked.extend(asked.seqs.clone()),
            }
            order.extend(asked.seqs);
        }
        assert_eq!(worked, [0, 992, 993, 994, 995, 996, 997, 998, 999], "the first, and the newest");
        assert_eq!(newer, 1_000 - worked.len());
        assert_eq!(order, (0..1_000).collect::<Vec<_>>());
        assert!(lines.is_empty());
    }

    #[test]
    fn answers_of_many_kinds_take_no_more_room() {
        let mut lines = Lines::default();
        for seq in 0..1_000u32 {
            let asked = if seq.is_multiple_of(7) { draft(seq) } else { refused(seq) };
            lines.push(7, asked);
            assert!(lines.lines[&7].asked.len() <= MAX_QUEUED_ANSWERS, "{}", lines.lines[&7].asked.len());
        }
        let order: Vec<u32> = std::iter::from_fn(|| lines.done(7)).flat_map(|asked| asked.seqs).collect();
        assert_eq!(order, (0..1_000).collect::<Vec<_>>());
    }

    #[test]
    fn the_same_question_is_worked_out_once() {
        let mut lines = Lines::default();
        lines.push(7, draft(0));
        for seq in 1..50 {
            lines.push(7, Asked::new(seq, What::Options));
            if seq == 25 {
                lines.push(7, draft(100));
            }
        }
        assert_eq!(lines.done(7).unwrap().seqs, [0]);
        assert_eq!(lines.done(7).unwrap().seqs, (1..50).collect::<Vec<_>>());
        assert_eq!(lines.done(7).unwrap().seqs, [100]);
        assert!(lines.done(7).is_none());
    }
}

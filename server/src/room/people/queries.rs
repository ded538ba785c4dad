//! What the sockets of a room ask of the rules: one line a socket, answered in its order. The first of each line is worked out; those
//! behind it wait.

use std::collections::{BTreeMap, VecDeque};

use bagarre_protocol::payload::Payload;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use tokio::task::{AbortHandle, JoinError, JoinSet};
use uuid::Uuid;

use crate::room::refuse;

/// Upper bound of the questions of one socket that wait to be worked out. Pages ask for four at a time; beyond the bound the oldest drafts
/// are dropped.
const MAX_WAITING_QUESTIONS: usize = 8;

/// Upper bound of what is in the line of one socket; beyond it answers that are known are joined to one.
const MAX_QUEUED_ANSWERS: usize = 32;

/// What a client asks of the rules.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::room) enum QueryKind {
    /// What comes of a draft; whether it was saved.
    Draft { draft: Payload, saved: bool },
    /// What may be answered.
    Options,
    /// The answer is known, and waits for those before it.
    Known { saved: bool, refusal: Option<Refusal> },
}

/// Something that a socket asks.
pub(in crate::room) struct Query {
    /// The numbers that the socket gave it.
    pub(in crate::room) seqs: Vec<u32>,
    pub(in crate::room) what: QueryKind,
    /// How often it was worked out for a state that was not the newest any more.
    pub(in crate::room) stale: u8,
}

impl Query {
    pub(in crate::room) fn new(seq: u32, what: QueryKind) -> Self {
        Self { seqs: vec![seq], what, stale: 0 }
    }
}

/// What the rules say.
pub(in crate::room) enum Reply {
    Advice(Result<Payload, Refusal>),
    Options(Vec<Payload>),
}

/// What something was worked out for: a seat, and how far its game had come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::room) struct At {
    pub(in crate::room) game: Uuid,
    pub(in crate::room) entry: u32,
    pub(in crate::room) seat: Seat,
}

/// Something that has been worked out.
pub(in crate::room) struct Consultation {
    pub(in crate::room) number: u64,
    pub(in crate::room) at: At,
    pub(in crate::room) said: Reply,
}

/// The line of one socket.
#[derive(Default)]
struct Line {
    asked: VecDeque<Query>,
    /// The task that works the first one out.
    task: Option<AbortHandle>,
}

impl Line {
    /// Keeps what waits behind the first one short: of too many drafts the oldest are not worked out, and what has the same answer is
    /// answered together.
    fn shorten(&mut self) {
        let newer = QueryKind::Known { saved: false, refusal: Some(refuse::draft_newer()) };
        let mut drafts = 0;
        for asked in self.asked.iter_mut().skip(1).rev() {
            drafts += usize::from(matches!(asked.what, QueryKind::Draft { .. }));
            if drafts > MAX_WAITING_QUESTIONS && asked.what != QueryKind::Options {
                asked.what = newer.clone();
            }
        }
        if self.asked.len() > MAX_QUEUED_ANSWERS {
            let known = |asked: &&mut Query| matches!(asked.what, QueryKind::Known { .. });
            self.asked.iter_mut().skip(1).filter(known).for_each(|asked| asked.what = newer.clone());
        }
        let mut kept: VecDeque<Query> = VecDeque::with_capacity(self.asked.len());
        for asked in std::mem::take(&mut self.asked) {
            match kept.back_mut().filter(|last| last.what == asked.what) {
                Some(last) if matches!(asked.what, QueryKind::Known { .. }) => last.seqs.extend(asked.seqs),
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
pub(in crate::room) struct Queries {
    lines: BTreeMap<u64, Line>,
    tasks: JoinSet<Consultation>,
}

impl Queries {
    pub(in crate::room) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Puts something at the end of the line of a socket. Returns whether nothing was in it.
    pub(in crate::room) fn push(&mut self, number: u64, asked: Query) -> bool {
        let line = self.lines.entry(number).or_default();
        let first = line.asked.is_empty();
        let same = line.asked.iter_mut().find(|waits| waits.what == QueryKind::Options);
        match same.filter(|_| asked.what == QueryKind::Options) {
            Some(waits) => waits.seqs.extend(asked.seqs),
            None => line.asked.push_back(asked),
        }
        line.shorten();
        first
    }

    /// The first one in the line of a socket.
    pub(in crate::room) fn first(&mut self, number: u64) -> Option<&mut Query> {
        self.lines.get_mut(&number)?.asked.front_mut()
    }

    /// Takes the first one in the line of a socket, which is answered.
    pub(in crate::room) fn take(&mut self, number: u64) -> Option<Query> {
        let line = self.lines.get_mut(&number)?;
        line.task = None;
        let asked = line.asked.pop_front();
        if line.asked.is_empty() {
            self.lines.remove(&number);
        }
        asked
    }

    /// Works out the first one in the line of a socket in a task of its own.
    pub(in crate::room) fn work_out(
        &mut self,
        number: u64,
        work: impl Future<Output = Consultation> + Send + 'static,
    ) {
        let task = self.tasks.spawn(work);
        if let Some(line) = self.lines.get_mut(&number) {
            line.task = Some(task);
        }
    }

    /// Returns whether something is worked out in a task of its own.
    pub(in crate::room) fn is_consulting(&self) -> bool {
        !self.tasks.is_empty()
    }

    /// Returns the next thing that has been worked out; `None` while there is nothing to wait for.
    pub(in crate::room) async fn next_consultation(&mut self) -> Option<Result<Consultation, JoinError>> {
        self.tasks.join_next().await
    }

    /// Drops the lines of sockets that are gone.
    pub(in crate::room) fn keep(&mut self, is_here: impl Fn(u64) -> bool) {
        self.lines.retain(|number, _| is_here(*number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(seq: u32) -> Query {
        Query::new(
            seq,
            QueryKind::Draft { draft: Payload::parse("1").unwrap(), saved: seq.is_multiple_of(2) },
        )
    }

    fn refused(seq: u32) -> Query {
        let refusal = if seq.is_multiple_of(2) { refuse::not_now() } else { refuse::no_seat() };
        Query::new(seq, QueryKind::Known { saved: false, refusal: Some(refusal) })
    }

    #[test]
    fn a_line_is_bounded_and_answers_everything_in_order() {
        let mut lines = Queries::default();
        for seq in 0..1_000 {
            assert_eq!(lines.push(7, draft(seq)), seq == 0);
            assert!(lines.lines[&7].asked.len() <= MAX_WAITING_QUESTIONS + 2);
        }
        let (mut worked, mut newer, mut order) = (Vec::new(), 0, Vec::new());
        while let Some(asked) = lines.take(7) {
            match asked.what {
                QueryKind::Known { refusal, .. } => {
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
        let mut lines = Queries::default();
        for seq in 0..1_000u32 {
            let asked = if seq.is_multiple_of(7) { draft(seq) } else { refused(seq) };
            lines.push(7, asked);
            assert!(lines.lines[&7].asked.len() <= MAX_QUEUED_ANSWERS, "{}", lines.lines[&7].asked.len());
        }
        let order: Vec<u32> = std::iter::from_fn(|| lines.take(7)).flat_map(|asked| asked.seqs).collect();
        assert_eq!(order, (0..1_000).collect::<Vec<_>>());
    }

    #[test]
    fn the_same_question_is_worked_out_once() {
        let mut lines = Queries::default();
        lines.push(7, draft(0));
        for seq in 1..50 {
            lines.push(7, Query::new(seq, QueryKind::Options));
            if seq == 25 {
                lines.push(7, draft(100));
            }
        }
        assert_eq!(lines.take(7).unwrap().seqs, [0]);
        assert_eq!(lines.take(7).unwrap().seqs, (1..50).collect::<Vec<_>>());
        assert_eq!(lines.take(7).unwrap().seqs, [100]);
        assert!(lines.take(7).is_none());
    }
}

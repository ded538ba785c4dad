//! A cache of the last entries of a game as each audience got them, for clients that come back. They are kept in pieces, of
//! which those that several audiences have in common are there once, and put together again for each client.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bagarre_protocol::game::{Asking, Entry, Moment, Still};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::contract::scores::{ScorePart, SideScore};
use bagarre_rules::contract::{Outcome, Seat};
use tokio::time::Instant;

use super::audience::AudienceKey;
use crate::frame::{Frame, Thread};
use crate::numbers::Numbers;

/// Upper bound of the tails of one game, in bytes; a client that missed more gets a fresh view.
pub(crate) const MAX_TAIL_BYTES: usize = 48 * 1024;
/// How long tails are kept after the last entry; a client that was away for longer gets a fresh view.
pub(super) const TAIL_LIFETIME: Duration = Duration::from_mins(1);
/// About what an entry takes besides its texts, what an audience takes of it, and what a text takes besides its letters, in bytes.
const ENTRY_OVERHEAD_BYTES: usize = 480;
const AUDIENCE_OVERHEAD_BYTES: usize = size_of::<(AudienceKey, Vec<Payload>)>();
const TEXT_OVERHEAD_BYTES: usize = 40;

/// Entries for some audiences.
pub(super) type Frames = Vec<(AudienceKey, Frame)>;

/// What the tails of all rooms share: what they may take together, and the numbers of their threads.
pub(crate) struct Budget {
    most: usize,
    used: AtomicUsize,
    /// Numbers of threads.
    threads: Numbers,
}

impl Budget {
    /// Returns the numbers of threads.
    pub(crate) fn threads(&self) -> &Numbers {
        &self.threads
    }

    /// So many bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, used: AtomicUsize::new(0), threads: Numbers::default() })
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Returns whether tails take more than that.
    pub(crate) fn is_over(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }

    /// Notes that a tail takes so many bytes instead of others.
    pub(crate) fn change(&self, from: usize, to: usize) {
        let step = |bytes: usize| f64::from(u32::try_from(bytes).unwrap_or(u32::MAX));
        if from < to {
            self.used.fetch_add(to - from, Ordering::Relaxed);
            metrics::gauge!("bagarre_tail_bytes").increment(step(to - from));
        } else if to < from {
            self.used.fetch_sub(from - to, Ordering::Relaxed);
            metrics::gauge!("bagarre_tail_bytes").decrement(step(from - to));
        }
    }
}

/// An entry as it is kept: what all audiences are told, and what each learns.
struct Kept {
    entry: Entry,
    notices: Vec<(AudienceKey, Vec<Payload>)>,
    /// What it takes in memory, in bytes.
    weight: usize,
}

impl Kept {
    fn new(entry: Entry, mut notices: Vec<(AudienceKey, Vec<Payload>)>) -> Self {
        for (_, heard) in &mut notices {
            heard.shrink_to_fit();
        }
        let mut kept = Self { entry, notices, weight: 0 };
        kept.weigh();
        kept
    }

    fn weigh(&mut self) {
        let mut texts: Vec<&str> =
            self.notices.iter().flat_map(|(_, heard)| heard).map(Payload::text).collect();
        let weight =
            ENTRY_OVERHEAD_BYTES + self.notices.len() * AUDIENCE_OVERHEAD_BYTES + size_of_val(&*texts);
        // Those who learn the same share one text.
        texts.sort_unstable_by_key(|text| text.as_ptr());
        texts.dedup_by(|one, two| ptr::eq(*one, *two));
        let sides = self.entry.scores.iter().flat_map(|board| &board.sides);
        let scores = sides.map(|side| {
            size_of::<SideScore>() + side.parts.len() * (size_of::<ScorePart>() + TEXT_OVERHEAD_BYTES)
        });
        self.weight = weight
            + scores.sum::<usize>()
            + texts.iter().map(|text| text.len() + TEXT_OVERHEAD_BYTES).sum::<usize>();
    }

    /// The entry for one audience.
    fn told(&self, key: AudienceKey) -> Option<Entry> {
        let (_, notices) = self.notices.iter().find(|(whose, _)| *whose == key)?;
        Some(Entry { notices: notices.clone(), ..self.entry.clone() })
    }
}

/// The last entries, and how many of them were not told yet.
#[derive(Default)]
struct Tail {
    kept: VecDeque<Kept>,
    untold: usize,
}

impl Tail {
    /// Puts an entry behind those that it follows.
    fn push(&mut self, kept: Kept) {
        if self.kept.back().is_some_and(|before| before.entry.n + 1 != kept.entry.n) {
            *self = Self::default();
        }
        self.kept.push_back(kept);
        self.untold += 1;
    }

    fn get(&self, key: AudienceKey, number: u32) -> Option<Entry> {
        let after_first = number.checked_sub(self.kept.front()?.entry.n)?;
        self.kept.get(after_first as usize)?.told(key)
    }

    /// Returns the entries that were not told yet, for the audiences of `here`.
    fn news(&mut self, here: &BTreeSet<AudienceKey>) -> Vec<(AudienceKey, Vec<Entry>)> {
        let untold = std::mem::take(&mut self.untold);
        let news = self.kept.range(self.kept.len().saturating_sub(untold)..);
        let heard = |key: &AudienceKey| {
            Some((*key, news.clone().map(|kept| kept.told(*key)).collect::<Option<_>>()?))
        };
        if untold == 0 { Vec::new() } else { here.iter().filter_map(heard).collect() }
    }
}

/// The question that an audience was told after an entry.
struct Asked {
    entry: u32,
    asking: Option<Asking>,
}

/// Whether a question says the same as another. How much time is left follows from the clocks that run.
fn same(one: &Asking, other: &Asking) -> bool {
    let timeless = |asking: &Asking| {
        let mut asking = asking.clone();
        asking.clocks.iter_mut().filter(|clock| clock.deadline.is_some()).for_each(|clock| clock.left = 0);
        asking
    };
    timeless(one) == timeless(other)
}

/// The question that is open, for an audience that knows the one of before.
fn ask(
    before: Option<Asked>,
    first: u32,
    asking: Option<Asking>,
    key: AudienceKey,
) -> (Option<Still>, Option<Asking>) {
    let before = before.filter(|before| before.entry + 1 == first).and_then(|before| before.asking);
    if let (Some(before), Some(now)) = (before, &asking) {
        let still = Still { seats: now.seats, banks: now.banks.clone(), blind: now.blind.clone() };
        if same(&before.still(&still, key), now) {
            return (Some(still), None);
        }
    }
    (None, asking)
}

/// The tails of one game.
pub(super) struct Tails {
    budget: Arc<Budget>,
    /// For those who hear an entry at once, and for those who hear it some turns later.
    live: Tail,
    late: Tail,
    bytes: usize,
    threads: BTreeMap<AudienceKey, Thread>,
    asked: BTreeMap<AudienceKey, Asked>,
    /// When the last entry came.
    last: Option<Instant>,
}

impl Tails {
    /// Nothing yet.
    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            budget: budget.clone(),
            live: Tail::default(),
            late: Tail::default(),
            bytes: 0,
            threads: BTreeMap::new(),
            asked: BTreeMap::new(),
            last: None,
        }
    }

    /// Keeps an entry: what all audiences are told, and what each learns.
    pub(super) fn push(&mut self, entry: Entry, notices: Vec<(AudienceKey, Vec<Payload>)>) {
        self.last = Some(Instant::now());
        self.live.push(Kept::new(entry, notices));
    }

    /// Keeps an entry that those who watch hear late.
    pub(super) fn push_late(&mut self, mut entry: Entry) {
        let notices = std::mem::take(&mut entry.notices);
        self.last = Some(Instant::now());
        self.late.push(Kept::new(entry, vec![(None, notices)]));
    }

    /// The entries that were pushed since the last time as one frame for each audience that is `here`, with the question that is open
    /// now for each.
    pub(super) fn tell(
        &mut self,
        here: &BTreeSet<AudienceKey>,
        asking: &dyn Fn(AudienceKey) -> Option<Asking>,
        outcome: Option<&Outcome>,
    ) -> Frames {
        let news = self.live.news(here);
        self.say(news, asking, outcome)
    }

    /// The same for those who hear late.
    pub(super) fn tell_late(
        &mut self,
        here: &BTreeSet<AudienceKey>,
        asking: &dyn Fn(AudienceKey) -> Option<Asking>,
        outcome: Option<&Outcome>,
    ) -> Frames {
        let news = self.late.news(here);
        self.say(news, asking, outcome)
    }

    fn say(
        &mut self,
        news: Vec<(AudienceKey, Vec<Entry>)>,
        asking: &dyn Fn(AudienceKey) -> Option<Asking>,
        outcome: Option<&Outcome>,
    ) -> Frames {
        let mut frames = Vec::with_capacity(news.len());
        for (key, entries) in news {
            let (Some(first), Some(last)) = (entries.first(), entries.last()) else { continue };
            let (first, last, now) = (first.n, last.n, asking(key));
            let before = self.asked.insert(key, Asked { entry: last, asking: now.clone() });
            let (still, asking) = ask(before, first, now, key);
            let moment = Moment { entries, still, asking, outcome: outcome.cloned() };
            let thread = self.threads.entry(key).or_default();
            let frame = Frame::text(&ServerMessage::Entries(moment));
            frames.push((key, thread.follow(first, last, frame, &self.budget.threads)));
        }
        self.fit();
        frames
    }

    /// Gives the oldest up until the rest has its place.
    fn fit(&mut self) {
        self.count();
        while self.bytes > MAX_TAIL_BYTES || (self.bytes > 0 && self.budget.is_over()) {
            let (live, late) = (&mut self.live.kept, &mut self.late.kept);
            if late.len() > live.len() { late } else { live }.pop_front();
            self.count();
        }
    }

    fn count(&mut self) {
        let bytes = self.live.kept.iter().chain(&self.late.kept).map(|kept| kept.weight).sum();
        self.budget.change(std::mem::replace(&mut self.bytes, bytes), bytes);
    }

    fn told(&self, key: AudienceKey, number: u32) -> Option<Entry> {
        self.live.get(key, number).or_else(|| self.late.get(key, number))
    }

    /// Whether everything after `after` up to `last` is there.
    pub(super) fn has(&self, key: AudienceKey, after: u32, last: u32) -> bool {
        self.after(key, after, last).is_some()
    }

    /// Everything after `after` up to `last`; `None` when some of it is gone.
    pub(super) fn after(&self, key: AudienceKey, after: u32, last: u32) -> Option<Vec<Entry>> {
        let known = after <= last;
        known.then(|| (after..last).map(|number| self.told(key, number + 1)).collect())?
    }

    /// Another person holds the seat: what was sent before is not for that person.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.threads.remove(&Some(seat));
        self.asked.remove(&Some(seat));
        for kept in &mut self.live.kept {
            kept.notices.retain(|(key, _)| *key != Some(seat));
            kept.weigh();
        }
        self.count();
    }

    /// Until when they are kept, if there are any.
    pub(super) fn until(&self) -> Option<Instant> {
        self.last.map(|last| last + TAIL_LIFETIME)
    }

    /// Gives everything up.
    pub(super) fn clear(&mut self) {
        (self.live, self.late, self.last) = (Tail::default(), Tail::default(), None);
        self.count();
    }
}

impl Drop for Tails {
    fn drop(&mut self) {
        self.budget.change(self.bytes, 0);
    }
}

#[cfg(test)]
mod tests;

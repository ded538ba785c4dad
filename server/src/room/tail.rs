//! The last entries of a game as each audience got them, so that whoever comes back gets what he missed. They are kept in pieces, of
//! which those that several audiences or entries have in common are there once, and put together again for whoever asks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bagarre_protocol::game::Entry;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::contract::Seat;
use tokio::time::Instant;

use super::audience::Ears;
use crate::ws::{Frame, Thread};

/// Bytes that the tails of one game may take; whoever missed more gets a fresh view.
const KEPT: usize = 48 * 1024;
/// How long they are kept after the last entry: whoever was away for longer gets a fresh view.
const LINGER: Duration = Duration::from_mins(1);
/// About what an entry takes besides its texts, what an audience takes of it, and what a text takes besides its letters, in bytes.
const ENTRY: usize = 640;
const AUDIENCE: usize = size_of::<(Ears, Told)>();
const TEXT: usize = 40;

/// An entry for some audiences.
pub(super) type Frames = Vec<(Ears, Frame)>;

/// What the tails of all rooms may take together.
pub(crate) struct Budget {
    most: usize,
    used: AtomicUsize,
}

impl Budget {
    /// So many bytes.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, used: AtomicUsize::new(0) })
    }

    fn is_over(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }

    fn change(&self, from: usize, to: usize) {
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

/// What one audience is told of an entry, besides what all are.
#[derive(Default)]
pub(super) struct Told {
    pub(super) notices: Vec<Payload>,
    pub(super) mine: Option<Payload>,
    pub(super) default: Option<Payload>,
}

impl Told {
    /// The whole entry, from what all audiences are told.
    fn whole(&self, entry: &Entry) -> ServerMessage {
        let mut entry = Entry { notices: self.notices.clone(), ..entry.clone() };
        if let Some(asking) = &mut entry.asking {
            asking.mine.clone_from(&self.mine);
            asking.default.clone_from(&self.default);
        }
        ServerMessage::Entry(entry)
    }
}

/// An entry as it is kept.
struct Kept {
    /// What all audiences are told.
    entry: Entry,
    told: Vec<(Ears, Told)>,
    /// What it takes in memory besides what the entry before it has already, in bytes.
    weight: usize,
}

/// A text that two entries may have in common.
fn share(new: &mut Payload, old: Option<&Payload>) -> usize {
    match old.filter(|old| *new == **old) {
        Some(old) => {
            *new = old.clone();
            0
        }
        None => new.text().len() + TEXT,
    }
}

impl Kept {
    fn told(&self, ears: Ears) -> Option<&Told> {
        self.told.iter().find(|(whose, _)| *whose == ears).map(|(_, told)| told)
    }

    /// Takes over what the entry before it says in the same words, and weighs the rest.
    fn follow(&mut self, before: Option<&Self>) {
        let mut weight = ENTRY + self.told.len() * AUDIENCE;
        if let Some(asking) = &mut self.entry.asking {
            let old = before.and_then(|before| Some(&before.entry.asking.as_ref()?.ask));
            weight += share(&mut asking.ask, old);
        }
        for (ears, told) in &mut self.told {
            let old = before.and_then(|before| before.told(*ears));
            for (new, old) in [
                (&mut told.mine, old.and_then(|old| old.mine.as_ref())),
                (&mut told.default, old.and_then(|old| old.default.as_ref())),
            ] {
                weight += new.as_mut().map_or(0, |new| share(new, old));
            }
        }
        let mut notices: Vec<&str> =
            self.told.iter().flat_map(|(_, told)| &told.notices).map(Payload::text).collect();
        weight += size_of_val(&*notices);
        // Those who learn the same share one text.
        notices.sort_unstable_by_key(|text| text.as_ptr());
        notices.dedup_by(|one, two| ptr::eq(*one, *two));
        self.weight = weight + notices.iter().map(|text| text.len() + TEXT).sum::<usize>();
    }
}

/// The tails of one game.
pub(super) struct Tails {
    budget: Arc<Budget>,
    /// For those who hear an entry at once, and for those who hear it some turns later.
    live: VecDeque<Kept>,
    late: VecDeque<Kept>,
    bytes: usize,
    threads: BTreeMap<Ears, Thread>,
    /// When the last entry came.
    last: Option<Instant>,
}

impl Tails {
    /// Nothing yet.
    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            budget: budget.clone(),
            live: VecDeque::new(),
            late: VecDeque::new(),
            bytes: 0,
            threads: BTreeMap::new(),
            last: None,
        }
    }

    /// Keeps an entry: what all audiences are told, and what each is. Returns it for those audiences who are `here`.
    pub(super) fn push(&mut self, entry: Entry, told: Vec<(Ears, Told)>, here: &BTreeSet<Ears>) -> Frames {
        let said = self.tell(&entry, &told, here);
        keep(&mut self.live, entry, told);
        self.fit();
        said
    }

    /// Keeps an entry that those who watch hear late.
    pub(super) fn push_late(&mut self, mut entry: Entry, here: &BTreeSet<Ears>) -> Frames {
        let told = Told { notices: std::mem::take(&mut entry.notices), ..Told::default() };
        let told = vec![(None, told)];
        let said = self.tell(&entry, &told, here);
        keep(&mut self.late, entry, told);
        self.fit();
        said
    }

    fn tell(&mut self, entry: &Entry, told: &[(Ears, Told)], here: &BTreeSet<Ears>) -> Frames {
        let heard = told.iter().filter(|(ears, _)| here.contains(ears));
        heard
            .map(|(ears, told)| {
                let thread = self.threads.entry(*ears).or_insert_with(|| Thread::new(entry.n));
                (*ears, thread.follow(entry.n, Frame::text(&told.whole(entry))))
            })
            .collect()
    }

    /// Gives the oldest up until the rest has its place.
    fn fit(&mut self) {
        self.last = Some(Instant::now());
        self.count();
        while self.bytes > KEPT || (self.bytes > 0 && self.budget.is_over()) {
            give_up(if self.late.len() > self.live.len() { &mut self.late } else { &mut self.live });
            self.count();
        }
    }

    fn count(&mut self) {
        let bytes = self.live.iter().chain(&self.late).map(|kept| kept.weight).sum();
        self.budget.change(std::mem::replace(&mut self.bytes, bytes), bytes);
    }

    fn told(&self, ears: Ears, number: u32) -> Option<(&Entry, &Told)> {
        [&self.live, &self.late].into_iter().find_map(|tail| {
            let after_first = number.checked_sub(tail.front()?.entry.n)?;
            let kept = tail.get(after_first as usize)?;
            Some((&kept.entry, kept.told(ears)?))
        })
    }

    /// Whether everything after `after` up to `last` is there.
    pub(super) fn has(&self, ears: Ears, after: u32, last: u32) -> bool {
        after == last || (after < last && (after + 1..=last).all(|number| self.told(ears, number).is_some()))
    }

    /// Everything after `after` up to `last`; `None` when some of it is gone.
    pub(super) fn after(&self, ears: Ears, after: u32, last: u32) -> Option<Vec<Frame>> {
        if !self.has(ears, after, last) {
            return None;
        }
        let frame = |number| {
            let (entry, told) = self.told(ears, number)?;
            let frame = Frame::text(&told.whole(entry));
            Some(match self.threads.get(&ears) {
                Some(thread) => thread.again(number, frame),
                None => frame,
            })
        };
        (after..last).map(|number| frame(number + 1)).collect()
    }

    /// Another person holds the seat: what was sent before is not for him.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.threads.remove(&Some(seat));
        let mut kept = std::mem::take(&mut self.live);
        for Kept { entry, mut told, .. } in kept.drain(..) {
            told.retain(|(ears, _)| *ears != Some(seat));
            keep(&mut self.live, entry, told);
        }
        self.count();
    }

    /// Until when they are kept, if there are any.
    pub(super) fn until(&self) -> Option<Instant> {
        self.last.map(|last| last + LINGER)
    }

    /// Gives everything up.
    pub(super) fn clear(&mut self) {
        (self.live, self.late, self.last) = (VecDeque::new(), VecDeque::new(), None);
        self.count();
    }
}

/// Puts an entry behind those that it follows.
fn keep(tail: &mut VecDeque<Kept>, entry: Entry, mut told: Vec<(Ears, Told)>) {
    if tail.back().is_some_and(|before| before.entry.n + 1 != entry.n) {
        tail.clear();
    }
    for (_, told) in &mut told {
        told.notices.shrink_to_fit();
    }
    let mut kept = Kept { entry, told, weight: 0 };
    kept.follow(tail.back());
    tail.push_back(kept);
}

/// Drops the oldest entry: what the next one had in common with it now weighs there.
fn give_up(tail: &mut VecDeque<Kept>) {
    tail.pop_front();
    if let Some(first) = tail.front_mut() {
        first.follow(None);
    }
}

impl Drop for Tails {
    fn drop(&mut self) {
        self.budget.change(self.bytes, 0);
    }
}

#[cfg(test)]
mod tests;

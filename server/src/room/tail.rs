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
mod tests {
    use bagarre_protocol::game::Asking;
    use bagarre_rules::contract::Seats;

    use super::*;

    const ONE: Ears = Some(Seat(0));
    const TWO: Ears = Some(Seat(1));

    fn payload(text: &str) -> Payload {
        Payload::of(text).unwrap()
    }

    fn entry(n: u32) -> Entry {
        Entry {
            n,
            at: 0,
            turn: 1,
            notices: Vec::new(),
            seal: None,
            author: None,
            head: None,
            blind: None,
            asking: Some(Asking {
                seats: Seats::one(Seat(0)),
                ask: payload("what now"),
                mine: None,
                default: None,
                clocks: Vec::new(),
                blind: None,
            }),
            outcome: None,
        }
    }

    /// What one seat is told, what the other is, and what those who watch are.
    fn told(n: u32, common: &str) -> Vec<(Ears, Told)> {
        let common = payload(common);
        let notices = |own: &str| vec![common.clone(), payload(&format!("{own} {n}"))];
        let mine = Some(payload(&format!("{} his own question", "only ".repeat(400))));
        vec![
            (None, Told { notices: notices("seen"), ..Told::default() }),
            (ONE, Told { notices: notices("one"), mine, default: Some(payload("stay")) }),
            (TWO, Told { notices: notices("two"), ..Told::default() }),
        ]
    }

    fn all() -> BTreeSet<Ears> {
        BTreeSet::from([None, ONE, TWO])
    }

    /// Tails with some entries, and what each of them said.
    fn tails(budget: usize, entries: std::ops::RangeInclusive<u32>, common: &str) -> (Tails, Vec<Frames>) {
        let mut tails = Tails::new(&Budget::new(budget));
        let said = entries.map(|n| tails.push(entry(n), told(n, common), &all())).collect();
        (tails, said)
    }

    fn heard(said: &[Frames], ears: Ears) -> Vec<Frame> {
        said.iter().flatten().filter(|(whose, _)| *whose == ears).map(|(_, frame)| frame.clone()).collect()
    }

    #[test]
    fn a_tail_is_what_was_said_and_whole_or_nothing() {
        let (tails, said) = tails(usize::MAX, 5..=9, "the same for all");
        for ears in all() {
            let all = heard(&said, ears);
            assert_eq!(all.len(), 5);
            assert_eq!(tails.after(ears, 4, 9), Some(all.clone()));
            assert_eq!(tails.after(ears, 6, 9), Some(all[2..].to_vec()));
        }
        assert_ne!(heard(&said, ONE), heard(&said, TWO));
        assert_eq!(tails.after(None, 9, 9), Some(vec![]));
        assert_eq!(tails.after(None, 3, 9), None, "entry 4 is gone");
        assert_eq!(tails.after(None, 10, 9), None, "from the future");
        assert_eq!(tails.after(None, u32::MAX, 9), None);
        assert_eq!(tails.after(Some(Seat(2)), 6, 9), None, "no such audience");
        assert_eq!(tails.after(None, 6, 10), None, "entry 10 was not pushed");
    }

    #[test]
    fn who_is_not_here_gets_it_when_he_comes() {
        let mut tails = Tails::new(&Budget::new(usize::MAX));
        let said = tails.push(entry(1), told(1, "x"), &BTreeSet::from([ONE]));
        assert_eq!(said.iter().map(|(ears, _)| *ears).collect::<Vec<_>>(), [ONE]);
        assert_eq!(tails.after(TWO, 0, 1).unwrap().len(), 1);
    }

    #[test]
    fn a_gap_ends_a_tail() {
        let (mut tails, _) = tails(usize::MAX, 1..=3, "x");
        tails.push(entry(5), told(5, "x"), &all());
        assert!(!tails.has(None, 2, 3) && tails.has(None, 4, 5));
    }

    #[test]
    fn what_several_have_in_common_is_there_once() {
        let long = "x".repeat(5000);
        let (tails, _) = tails(usize::MAX, 1..=4, &long);
        let texts = 4 * long.len() + told(0, "")[1].1.mine.as_ref().unwrap().text().len();
        assert!((texts..texts + 4 * 1500).contains(&tails.bytes), "{} of {texts}", tails.bytes);
    }

    #[test]
    fn old_entries_make_place() {
        let (mut tails, _) = tails(usize::MAX, 1..=3, &"x".repeat(KEPT / 2 - 5000));
        assert!(tails.has(ONE, 1, 3) && !tails.has(ONE, 0, 3));
        // The question that only the first entry brought stays with those that have it too, and weighs there.
        let count = |tails: &Tails| tails.live.iter().map(|kept| kept.weight).sum::<usize>();
        assert_eq!((tails.bytes, tails.budget.used.load(Ordering::Relaxed)), (count(&tails), count(&tails)));
        let mine = |tails: &Tails| tails.live[0].told(ONE).unwrap().mine.as_ref().unwrap().text().as_ptr();
        let before = mine(&tails);
        give_up(&mut tails.live);
        assert_eq!(mine(&tails), before);
        assert!(tails.live[0].weight > tails.live[0].told(ONE).unwrap().mine.as_ref().unwrap().text().len());
    }

    #[test]
    fn all_tails_together_are_bounded() {
        let budget = Budget::new(20_000);
        let mut rooms: Vec<Tails> = (0..4).map(|_| Tails::new(&budget)).collect();
        for n in 1..=5 {
            for tails in &mut rooms {
                tails.push(entry(n), told(n, &"x".repeat(1000)), &all());
            }
        }
        let used = budget.used.load(Ordering::Relaxed);
        assert!(used <= budget.most && used > budget.most / 2, "{used}");
        assert_eq!(used, rooms.iter().map(|tails| tails.bytes).sum::<usize>());
        rooms[0].clear();
        assert!(!rooms[0].has(None, 4, 5) && rooms[0].until().is_none());
        drop(rooms);
        assert_eq!(budget.used.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn another_person_gets_nothing_of_what_the_seat_was_told() {
        let (mut tails, said) = tails(usize::MAX, 1..=3, "x");
        tails.forget(Seat(0));
        assert!(!tails.has(ONE, 2, 3));
        assert_eq!(tails.after(TWO, 1, 3), Some(heard(&said, TWO)[1..].to_vec()));
        tails.push(entry(4), told(4, "x"), &all());
        assert!(tails.has(ONE, 3, 4) && !tails.has(ONE, 2, 4));
    }

    #[test]
    fn who_hears_late_has_a_tail_of_his_own() {
        let mut tails = Tails::new(&Budget::new(usize::MAX));
        for n in 1..=4 {
            let seats = told(n, "x").split_off(1);
            tails.push(entry(n), seats, &all());
        }
        let late = Entry { notices: vec![payload("late")], ..entry(1) };
        let said = tails.push_late(late.clone(), &all());
        assert_eq!(said[0].1, Frame::text(&ServerMessage::Entry(late)));
        assert_eq!(tails.after(None, 0, 1), Some(heard(&[said], None)));
        assert!(!tails.has(None, 0, 2) && tails.has(TWO, 0, 4));
    }
}

use bagarre_protocol::game::Clock;
use bagarre_rules::contract::{Pace, Seats};

use super::*;

const ONE: AudienceKey = Some(Seat(0));
const TWO: AudienceKey = Some(Seat(1));

fn payload(text: &str) -> Payload {
    Payload::of(text).unwrap()
}

fn entry(n: u32) -> Entry {
    Entry {
        n,
        at: 0,
        turn: 1,
        notices: Vec::new(),
        scores: None,
        seal: None,
        author: None,
        head: None,
        blind: None,
        lapsed: None,
    }
}

fn clock(seats: &[u8], left: i64) -> Clock {
    let seats = seats.iter().map(|seat| Seat(*seat)).collect();
    Clock { seats, pace: Pace::Quick, deadline: Some(9000), left, total: 9000, bank: None }
}

/// A question to both seats, or to one of them.
fn question(seats: &[u8], left: i64, key: AudienceKey) -> Asking {
    let waits = key.is_some_and(|seat| seats.contains(&seat.0));
    Asking {
        seats: seats.iter().map(|seat| Seat(*seat)).collect(),
        ask: payload("what now"),
        mine: waits.then(|| payload(&format!("what now, {key:?}"))),
        default: waits.then(|| payload("stay")),
        proposed: None,
        take_back: None,
        clocks: vec![clock(seats, left)],
        banks: Vec::new(),
        blind: None,
    }
}

/// What one seat learns, what the other does, and what those who watch do.
fn told(n: u32, common: &str) -> Vec<(AudienceKey, Vec<Payload>)> {
    let common = payload(common);
    let notices = |own: &str| vec![common.clone(), payload(&format!("{own} {n}"))];
    vec![(None, notices("seen")), (ONE, notices("one")), (TWO, notices("two"))]
}

fn all() -> BTreeSet<AudienceKey> {
    BTreeSet::from([None, ONE, TWO])
}

/// Tells all audiences an entry: one that both seats are asked after.
fn tell(tails: &mut Tails, n: u32, common: &str) -> Frames {
    tails.push(entry(n), told(n, common));
    tails.tell(&all(), &|key| Some(question(&[0, 1], 5, key)), None)
}

/// Tails with some entries.
fn tails(budget: usize, entries: std::ops::RangeInclusive<u32>, common: &str) -> Tails {
    let mut tails = Tails::new(&Budget::new(budget));
    for n in entries {
        tell(&mut tails, n, common);
    }
    tails
}

/// What an audience was told.
fn heard(said: &Frames, key: AudienceKey) -> Option<Moment> {
    let (_, frame) = said.iter().find(|(whose, _)| *whose == key)?;
    match serde_json::from_slice(&frame.body()).unwrap() {
        ServerMessage::Entries(moment) => Some(moment),
        other => panic!("{other:?}"),
    }
}

fn numbers(entries: &[Entry]) -> Vec<u32> {
    entries.iter().map(|entry| entry.n).collect()
}

#[test]
fn a_tail_is_what_was_said_and_whole_or_nothing() {
    let mut tails = Tails::new(&Budget::new(usize::MAX));
    let said: Vec<Frames> = (5..=9).map(|n| tell(&mut tails, n, "the same for all")).collect();
    for key in all() {
        let all: Vec<Entry> = said.iter().flat_map(|said| heard(said, key).unwrap().entries).collect();
        assert_eq!(numbers(&all), [5, 6, 7, 8, 9]);
        assert_eq!(tails.after(key, 4, 9), Some(all.clone()));
        assert_eq!(tails.after(key, 6, 9), Some(all[2..].to_vec()));
    }
    assert_ne!(heard(&said[0], ONE), heard(&said[0], TWO));
    assert_eq!(tails.after(None, 9, 9), Some(vec![]));
    assert_eq!(tails.after(None, 3, 9), None, "entry 4 is gone");
    assert_eq!(tails.after(None, 10, 9), None, "from the future");
    assert_eq!(tails.after(None, u32::MAX, 9), None);
    assert_eq!(tails.after(Some(Seat(2)), 6, 9), None, "no such audience");
    assert_eq!(tails.after(None, 6, 10), None, "entry 10 was not pushed");
}

#[test]
fn entries_of_one_moment_are_one_message() {
    let mut tails = Tails::new(&Budget::new(usize::MAX));
    for n in 1..=3 {
        tails.push(entry(n), told(n, "x"));
    }
    let said = tails.tell(&all(), &|key| Some(question(&[0], 5, key)), None);
    assert_eq!(said.len(), 3);
    let moment = heard(&said, ONE).unwrap();
    assert_eq!(numbers(&moment.entries), [1, 2, 3]);
    assert_eq!((moment.still, moment.asking), (None, Some(question(&[0], 5, ONE))));
    let again = tails.tell(&all(), &|key| Some(question(&[0], 5, key)), None);
    assert!(again.is_empty(), "nothing is said twice");
}

#[test]
fn a_question_that_is_still_open_is_not_asked_again() {
    let mut tails = tails(usize::MAX, 1..=1, "x");
    let mut next = |n: u32, here: &BTreeSet<AudienceKey>, seats: &[u8], left: i64| {
        tails.push(entry(n), told(n, "x"));
        tails.tell(here, &|key| Some(question(seats, left, key)), None)
    };
    let said = next(2, &all(), &[1], 3);
    let still = Some(Still { seats: Seats::one(Seat(1)), banks: Vec::new(), blind: None });
    for key in all() {
        let moment = heard(&said, key).unwrap();
        assert_eq!((&moment.still, &moment.asking), (&still, &None));
        let now = moment.asking(Some(&question(&[0, 1], 3, key)), key);
        assert_eq!(now, Some(question(&[1], 3, key)), "who knows the one of before knows this one");
    }
    // A player takes an answer back: the seat has to be asked anew.
    let said = next(3, &BTreeSet::from([ONE]), &[0, 1], 3);
    assert_eq!(heard(&said, ONE).unwrap().asking, Some(question(&[0, 1], 3, ONE)));
    // Who was not there for an entry does not know what was asked after it.
    let said = next(4, &all(), &[0, 1], 2);
    assert!(heard(&said, ONE).unwrap().still.is_some());
    assert_eq!(heard(&said, TWO).unwrap().asking, Some(question(&[0, 1], 2, TWO)));
    tails.forget(Seat(0));
    let mut next = |n: u32| {
        tails.push(entry(n), told(n, "x"));
        tails.tell(&all(), &|key| Some(question(&[0, 1], 2, key)), None)
    };
    let said = next(5);
    assert!(heard(&said, ONE).unwrap().still.is_none(), "another person holds the seat");
    assert!(heard(&said, TWO).unwrap().still.is_some());
}

#[test]
fn clocks_that_were_put_right_are_told() {
    let mut tails = tails(usize::MAX, 1..=1, "x");
    tails.push(entry(2), told(2, "x"));
    let later = |key| {
        let mut asking = question(&[1], 5, key);
        asking.clocks[0].deadline = Some(9500);
        Some(asking)
    };
    let said = tails.tell(&all(), &later, None);
    assert_eq!(heard(&said, None).unwrap().asking, later(None));
}

#[test]
fn who_is_not_here_gets_it_when_he_comes() {
    let mut tails = Tails::new(&Budget::new(usize::MAX));
    tails.push(entry(1), told(1, "x"));
    let said = tails.tell(&BTreeSet::from([ONE]), &|_| None, None);
    assert_eq!(said.iter().map(|(key, _)| *key).collect::<Vec<_>>(), [ONE]);
    assert_eq!(tails.after(TWO, 0, 1).unwrap().len(), 1);
}

#[test]
fn a_gap_ends_a_tail() {
    let mut tails = tails(usize::MAX, 1..=3, "x");
    tell(&mut tails, 5, "x");
    assert!(!tails.has(None, 2, 3) && tails.has(None, 4, 5));
}

#[test]
fn what_several_have_in_common_is_there_once() {
    let long = "x".repeat(5000);
    let tails = tails(usize::MAX, 1..=4, &long);
    let texts = 4 * long.len();
    assert!((texts..texts + 4 * 1500).contains(&tails.bytes), "{} of {texts}", tails.bytes);
}

#[test]
fn old_entries_make_place() {
    let tails = tails(usize::MAX, 1..=3, &"x".repeat(MAX_TAIL_BYTES / 2 - 5000));
    assert!(tails.has(ONE, 1, 3) && !tails.has(ONE, 0, 3));
    let count = tails.live.kept.iter().map(|kept| kept.weight).sum::<usize>();
    assert_eq!((tails.bytes, tails.budget.used()), (count, count));
}

#[test]
fn what_is_too_long_to_be_kept_is_told() {
    let mut tails = Tails::new(&Budget::new(usize::MAX));
    for n in 1..=4 {
        tails.push(entry(n), told(n, &"x".repeat(MAX_TAIL_BYTES)));
    }
    let said = tails.tell(&all(), &|_| None, None);
    assert_eq!(numbers(&heard(&said, ONE).unwrap().entries), [1, 2, 3, 4]);
    assert!(!tails.has(ONE, 3, 4));
    assert_eq!(numbers(&heard(&tell(&mut tails, 5, "x"), ONE).unwrap().entries), [5]);
}

#[test]
fn all_tails_together_are_bounded() {
    let budget = Budget::new(20_000);
    let mut rooms: Vec<Tails> = (0..4).map(|_| Tails::new(&budget)).collect();
    for n in 1..=5 {
        for tails in &mut rooms {
            tell(tails, n, &"x".repeat(1000));
        }
    }
    let used = budget.used();
    assert!(used <= budget.most && used > budget.most / 2, "{used}");
    assert_eq!(used, rooms.iter().map(|tails| tails.bytes).sum::<usize>());
    rooms[0].clear();
    assert!(!rooms[0].has(None, 4, 5) && rooms[0].until().is_none());
    drop(rooms);
    assert_eq!(budget.used(), 0);
}

#[test]
fn another_person_gets_nothing_of_what_the_seat_was_told() {
    let mut tails = tails(usize::MAX, 1..=3, "x");
    tails.forget(Seat(0));
    assert!(!tails.has(ONE, 2, 3));
    assert_eq!(numbers(&tails.after(TWO, 1, 3).unwrap()), [2, 3]);
    tell(&mut tails, 4, "x");
    assert!(tails.has(ONE, 3, 4) && !tails.has(ONE, 2, 4));
}

#[test]
fn who_hears_late_has_a_tail_of_his_own() {
    let mut tails = Tails::new(&Budget::new(usize::MAX));
    for n in 1..=4 {
        tails.push(entry(n), told(n, "x").split_off(1));
        let said = tails.tell(&all(), &|_| None, None);
        assert!(heard(&said, None).is_none());
    }
    for n in 1..=2 {
        tails.push_late(Entry { notices: vec![payload("late")], ..entry(n) });
    }
    let said = tails.tell_late(&all(), &|_| None, None);
    assert_eq!(said.len(), 1);
    assert_eq!(tails.after(None, 0, 2), heard(&said, None).map(|moment| moment.entries));
    assert!(!tails.has(None, 0, 3) && tails.has(TWO, 0, 4));
}

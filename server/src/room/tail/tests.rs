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

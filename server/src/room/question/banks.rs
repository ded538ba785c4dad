//! Reserves of time.

use super::*;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
/// Five seconds, and one for each answer.
const RESERVE: Reserve = Reserve { bank: 5000, increment: 1000 };

fn both() -> Seats {
    Seats::one(A).with(B)
}

fn time(table: i64) -> Time {
    Time { wall: table, table, runs: true }
}

/// A question of one second.
fn question(mark: u64) -> impl Fn(Seat) -> Put {
    move |_| Put { pace: Pace::Quick, total: 1000, reserve: Some(RESERVE), mark }
}

/// A question of one second that draws on no reserve.
fn window(mark: u64) -> impl Fn(Seat) -> Put {
    move |_| Put { pace: Pace::Window, total: 1000, reserve: None, mark }
}

fn made(by: Option<Seat>, now: i64) -> Made {
    Made { by, by_clock: false, entry: 1, at: now, now, grace: 0, spans: Spans::STORED }
}

fn clock_of(seat: Seat, now: i64) -> Made {
    Made { by_clock: true, ..made(Some(seat), now) }
}

/// The question that is restored from its rows is the same in all that can be seen of it.
fn is_stored(question: &OpenQuestion) {
    let mut again = question.clone();
    again.banks = BTreeMap::from([(A, 1), (B, 2)]);
    for clock in again.clocks.values_mut().filter(|clock| clock.reserve.is_some()) {
        (clock.deadline, clock.bank) = (7, 7);
    }
    again.restore(&question.rows());
    let seen = |question: &OpenQuestion| {
        (question.rows(), question.first(), question.banks(2, RESERVE), question.clocks(time(0)))
    };
    assert_eq!(seen(&again), seen(question));
}

#[test]
fn the_seconds_of_a_question_run_first_and_then_the_reserve() {
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), Seats::one(A), question(1));
    assert_eq!((asked.first(), asked.due(5999), asked.due(6000)), (Some(6000), vec![], vec![A]));
    let clock = asked.clocks(time(400))[0];
    assert_eq!((clock.left, clock.total, clock.bank), (5600, 1000, Some(5000)));
    // Answered within its second: the reserve is untouched, and holds no more than at the start.
    asked.step(made(Some(A), 900), Seats::one(A), question(2));
    assert_eq!((asked.first(), asked.banks(2, RESERVE)), (Some(6900), vec![5000, 5000]));
    // Three seconds over: two are left, and one comes back.
    asked.step(made(Some(A), 4900), Seats::one(B), question(3));
    assert_eq!(asked.banks(2, RESERVE), [3000, 5000]);
    is_stored(&asked);
    asked.step(made(Some(B), 5000), Seats::one(A), question(4));
    assert_eq!((asked.first(), asked.banks(2, RESERVE)), (Some(9000), vec![3000, 5000]));
    is_stored(&asked);
}

#[test]
fn a_reserve_that_is_used_up_leaves_the_seconds_of_the_next_question() {
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), Seats::one(A), question(1));
    asked.step(clock_of(A, 6000), Seats::one(A), question(2));
    assert_eq!(asked.banks(2, RESERVE), [0, 5000], "the clock earns nothing");
    assert_eq!((asked.first(), asked.clocks(time(6000))[0].bank), (Some(7000), Some(0)));
    is_stored(&asked);
    asked.step(made(Some(A), 6500), Seats::one(A), question(3));
    assert_eq!((asked.banks(2, RESERVE), asked.first()), (vec![1000, 5000], Some(8500)));
}

#[test]
fn taking_an_answer_back_wins_no_reserve() {
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), both(), question(1));
    asked.step(made(Some(A), 3000), Seats::one(B), question(1));
    assert_eq!(asked.banks(2, RESERVE), [3000, 5000], "two seconds of it are gone");
    is_stored(&asked);
    asked.step(made(Some(A), 4000), both(), question(1));
    assert_eq!(asked.due(6000), [A, B], "the time in between counts");
    asked.step(made(Some(A), 4500), Seats::one(B), question(1));
    asked.step(made(Some(B), 5000), both(), question(2));
    assert_eq!(asked.banks(2, RESERVE), [2500, 2000], "each answer adds its second once");
}

#[test]
fn who_is_asked_no_more_has_used_what_has_passed() {
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), both(), question(1));
    // What A does ends the question of B too.
    asked.step(made(Some(A), 2500), Seats::one(A), question(2));
    assert_eq!(asked.banks(2, RESERVE), [4500, 3500]);
    // Another question to one of two: the other goes on.
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), both(), question(1));
    assert_eq!(asked.step(made(Some(A), 2500), both(), question(2)), Turned::Again(A));
    assert_eq!((asked.due(6000), asked.due(8000)), (vec![B], vec![A, B]));
    // The clock has answered for one of two: the question ends without a second for that seat.
    asked.step(clock_of(B, 6000), Seats::one(A), question(1));
    asked.step(made(Some(A), 6100), both(), question(3));
    assert_eq!(asked.banks(2, RESERVE), [2900, 0]);
}

#[test]
fn a_window_draws_on_no_reserve_and_keeps_it() {
    let mut asked = OpenQuestion::default();
    asked.step(made(None, 0), Seats::one(A), question(1));
    asked.step(made(Some(A), 4000), Seats::one(A), window(2));
    assert_eq!((asked.first(), asked.banks(2, RESERVE)), (Some(5000), vec![3000, 5000]));
    assert_eq!(asked.clocks(time(4000))[0].bank, None);
    is_stored(&asked);
    asked.step(clock_of(A, 5000), Seats::one(A), question(3));
    assert_eq!(asked.first(), Some(9000));
}

#[test]
fn a_pause_and_what_is_still_shown_cost_no_reserve() {
    let mut asked = OpenQuestion::default();
    asked.step(Made { grace: 300, ..made(None, 0) }, Seats::one(A), question(1));
    assert_eq!((asked.first(), asked.clocks(time(0))[0].left), (Some(6300), 6000));
    assert!(asked.shown(1, 100));
    assert_eq!(asked.first(), Some(6100));
    asked.pause(2100);
    is_stored(&asked);
    assert_eq!(asked.clocks(time(90_000))[0].left, 4000);
    asked.resume(90_000);
    assert_eq!(asked.first(), Some(94_000));
    asked.step(made(Some(A), 91_000), Seats::one(B), question(2));
    assert_eq!(asked.banks(2, RESERVE), [4000, 5000]);
}

#[test]
fn sealing_blindly_stops_the_reserve_and_opening_does_not_draw_on_it() {
    let sealed = Blind::Sealed { question: 1, digest: "ab".repeat(32) };
    let mut asked = OpenQuestion::default();
    asked.turn(made(None, 0), both(), true, question(1));
    asked.note(made(Some(A), 3000), &sealed);
    assert_eq!(asked.banks(2, RESERVE), [3000, 5000]);
    asked.note(made(Some(A), 3100), &Blind::Withdrawn { seal: 1 });
    assert_eq!(asked.due(6000), [A, B]);
    asked.note(made(Some(A), 4000), &sealed);
    asked.note(made(Some(B), 5000), &sealed);
    assert!(asked.seals.open);
    assert_eq!(asked.banks(2, RESERVE), [3000, 2000]);
    is_stored(&asked);
    asked.turn(made(Some(A), 9000), Seats::one(B), true, question(1));
    asked.turn(made(Some(B), 9000), both(), true, question(2));
    assert_eq!(asked.banks(2, RESERVE), [3000, 2000], "each is counted once");
}

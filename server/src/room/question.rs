//! Which seats are waited for, which have answered, and the clocks: everything about an open question that is not rules.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use bagarre_protocol::fair::Blind;
use bagarre_protocol::game::Clock;
use bagarre_protocol::room::{Clocks, Reserve};
use bagarre_rules::any::{AnyGame, Rest};
use bagarre_rules::contract::{Pace, Seat, Seats};

use super::seals::{Seals, Spans};
use crate::clock::Time;
use crate::store::{Asked, DeadlineRow};

/// A clock of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    pub(super) pace: Pace,
    /// In the time of the tables.
    pub(super) deadline: i64,
    /// Milliseconds.
    pub(super) total: i64,
    /// Milliseconds left, while the game is paused.
    pub(super) paused_left: Option<i64>,
    /// The reserve that it draws on once `total` is used up, if any.
    reserve: Option<Reserve>,
    /// Milliseconds in the reserve when it began; when the seat has answered, those left then. Part of the time up to `deadline`.
    bank: i64,
    /// With which entry the question was put, and when.
    asked: Asked,
    mark: u64,
    /// It begins, at the latest when it would anyway, once all players have been shown this entry.
    waits: Option<u32>,
}

impl Running {
    fn new(put: Put, made: Made, bank: i64) -> Self {
        // No longer than the clock itself: a slow player at most doubles the time of the others.
        let grace = made.grace.min(put.total);
        Self {
            pace: put.pace,
            deadline: made.now + grace + put.total + bank,
            total: put.total,
            paused_left: None,
            reserve: put.reserve,
            bank,
            asked: Asked { entry: made.entry, at: made.at },
            mark: put.mark,
            waits: (grace > 0).then_some(made.entry),
        }
    }

    /// Milliseconds left in its reserve at a moment.
    fn bank_at(&self, now: i64) -> i64 {
        self.paused_left.unwrap_or(self.deadline - now).clamp(0, self.bank)
    }
}

/// A question put to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Put {
    pub(super) pace: Pace,
    /// Milliseconds.
    pub(super) total: i64,
    /// The reserve that its clock draws on, if any.
    pub(super) reserve: Option<Reserve>,
    /// Tells one question from the next.
    pub(super) mark: u64,
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// What is put to each seat that has to answer, and for how long.
pub(super) fn put(game: &AnyGame, clocks: Clocks) -> impl Fn(Seat) -> Put {
    // What is public of a question tells it from the next; what is private to a seat may change meanwhile.
    let mark = match game.rest() {
        Rest::Ask { ask, .. } => hash(ask.get()),
        Rest::Over(_) | Rest::Moving => 0,
    };
    move |seat| {
        let pace = game.pace(seat);
        Put { pace, total: clocks.millis(pace, game.time(seat)), reserve: clocks.reserve_for(pace), mark }
    }
}

/// What an entry did to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    /// The same question is open: a seat gave an answer, or took it back.
    Same,
    /// The same question is open to the others; this seat has another one.
    Again(Seat),
    /// Another question, or none: sheets and clocks start anew.
    New,
}

/// The question that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OpenQuestion {
    /// Who still has to answer.
    pub(super) asked: Seats,
    /// Who has answered this question.
    pub(super) confirmed: Seats,
    /// The clocks. A seat that has answered keeps its own, so that taking an answer back wins no time.
    clocks: BTreeMap<Seat, Running>,
    /// What has been sealed blindly.
    pub(super) seals: Seals,
    /// How often each seat has taken its answer to this question back.
    withdrawn: BTreeMap<Seat, u8>,
    /// Milliseconds in the reserves that have been drawn on, but for those whose clock draws on them now.
    banks: BTreeMap<Seat, i64>,
    /// Whose answer to this question was given by the clock.
    lapsed: Seats,
}

/// An entry, as far as the question goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    /// The actor in whose name it was put; `None` for the start.
    pub(super) by: Option<Seat>,
    /// Whether the clock made it: it adds nothing to a reserve.
    pub(super) by_clock: bool,
    pub(super) entry: u32,
    /// When it was made, in milliseconds since 1970.
    pub(super) at: i64,
    /// The same in the time of the tables.
    pub(super) now: i64,
    /// How long a new clock waits, at most, for those who are still being shown what came before.
    pub(super) grace: i64,
    /// How long the seats have to open what they sealed.
    pub(super) spans: Spans,
}

impl OpenQuestion {
    /// An entry of the rules was made. Now `asked` have to answer what is `put` to each; with `sealing` they seal it blindly.
    pub(super) fn turn(
        &mut self,
        made: Made,
        asked: Seats,
        sealing: bool,
        put: impl Fn(Seat) -> Put,
    ) -> Turned {
        let turned = self.step(made, asked, put);
        match turned {
            Turned::Same => {}
            Turned::Again(seat) => self.seals.forget(seat),
            Turned::New => self.seals = Seals::anew(made.entry),
        }
        self.seals.asked = sealing;
        self.seals.keep(asked);
        self.settle(made);
        turned
    }

    /// An entry was made with which a seat seals, or takes its seal back.
    pub(super) fn note(&mut self, made: Made, blind: &Blind) {
        if let Some(seat) = made.by {
            self.seals.take(seat, made.entry, blind);
            if matches!(blind, Blind::Sealed { .. }) {
                self.stop(seat, made);
            }
            if matches!(blind, Blind::Withdrawn { .. }) {
                self.count_withdrawal(seat);
            }
        }
        self.settle(made);
    }

    /// How often a seat has taken its answer to this question back.
    pub(super) fn withdrawals(&self, seat: Seat) -> u8 {
        self.withdrawn.get(&seat).copied().unwrap_or(0)
    }

    fn count_withdrawal(&mut self, seat: Seat) {
        let count = self.withdrawn.entry(seat).or_default();
        *count = count.saturating_add(1);
    }

    /// Once every seat has sealed, the sheets are asked for, and other clocks run.
    fn settle(&mut self, made: Made) {
        let sealed = self.seals.sealed_seats();
        let all = !self.asked.is_empty() && self.asked.iter().all(|seat| sealed.contains(seat));
        if !all || self.seals.open || !self.seals.asked {
            return;
        }
        self.seals.open = true;
        for seat in sealed.iter() {
            self.fill(seat, made);
        }
        for (seat, clock) in self.clocks.iter_mut().filter(|(seat, _)| sealed.contains(**seat)) {
            clock.waits = None;
            (clock.reserve, clock.bank) = (None, 0);
            clock.total = made.spans.of(*seat);
            clock.deadline = made.now + clock.total;
        }
    }

    /// Who is waited for.
    pub(super) fn waiting(&self) -> Seats {
        let done = self.seals.done();
        self.asked.iter().filter(|seat| !done.contains(*seat)).collect()
    }

    /// Whether a seat has answered, or sealed its answer.
    pub(super) fn has_answered(&self, seat: Seat) -> bool {
        self.confirmed.contains(seat) || self.seals.held(seat).is_some()
    }

    /// Seats that were to open have to do it again, and get at least this long.
    pub(super) fn open_again(&mut self, now: i64, least: i64) {
        if !self.seals.open {
            return;
        }
        for clock in self.clocks.values_mut() {
            clock.deadline = clock.deadline.max(now + least);
            clock.paused_left = clock.paused_left.map(|left| left.max(least));
        }
    }

    /// An entry was made; now `asked` have to answer what is `put` to each.
    fn step(&mut self, made: Made, asked: Seats, put: impl Fn(Seat) -> Put) -> Turned {
        let before = std::mem::replace(&mut self.asked, asked);
        let Some(seat) =
            made.by.filter(|seat| !asked.is_empty() && asked.without(*seat) == before.without(*seat))
        else {
            return self.anew(made, put);
        };
        match (before.contains(seat), asked.contains(seat)) {
            (true, false) => {
                self.stop(seat, made);
                self.confirmed = self.confirmed.with(seat);
                if made.by_clock {
                    self.lapsed = self.lapsed.with(seat);
                }
                Turned::Same
            }
            (false, true) if self.confirmed.contains(seat) => {
                self.confirmed = self.confirmed.without(seat);
                self.lapsed = self.lapsed.without(seat);
                self.count_withdrawal(seat);
                Turned::Same
            }
            (false, false) => Turned::Same,
            (_, true) => {
                let put_now = put(seat);
                if self.clocks.get(&seat).is_some_and(|clock| clock.mark == put_now.mark) {
                    return Turned::Same;
                }
                if asked == Seats::one(seat) {
                    return self.anew(made, put);
                }
                self.fill(seat, made);
                let bank = self.bank(seat, put_now.reserve);
                self.clocks.insert(seat, Running::new(put_now, made, bank));
                self.withdrawn.remove(&seat);
                Turned::Again(seat)
            }
        }
    }

    fn anew(&mut self, made: Made, put: impl Fn(Seat) -> Put) -> Turned {
        for seat in self.clocks.keys().copied().collect::<Vec<_>>() {
            self.fill(seat, made);
        }
        self.confirmed = Seats::NONE;
        self.lapsed = Seats::NONE;
        self.withdrawn.clear();
        let clock = |seat| {
            let put = put(seat);
            (seat, Running::new(put, made, self.bank(seat, put.reserve)))
        };
        self.clocks = self.asked.iter().map(clock).collect();
        Turned::New
    }

    /// Milliseconds in the reserve of a seat whose clock does not draw on it.
    fn bank(&self, seat: Seat, reserve: Option<Reserve>) -> i64 {
        reserve.map_or(0, |reserve| self.banks.get(&seat).copied().unwrap_or(reserve.bank))
    }

    /// A seat has answered: its reserve runs no longer. What taking the answer back leaves of it follows from its clock.
    fn stop(&mut self, seat: Seat, made: Made) {
        if let Some(clock) = self.clocks.get_mut(&seat) {
            clock.bank = clock.bank_at(made.now);
        }
    }

    /// The question of a seat is over: its reserve is what its clock has left, with the increment for an answer that the clock did not
    /// give.
    fn fill(&mut self, seat: Seat, made: Made) {
        let Some(clock) = self.clocks.get(&seat) else { return };
        let Some(reserve) = clock.reserve else { return };
        let stopped = self.has_answered(seat);
        let answers = made.by == Some(seat) && !made.by_clock;
        let left = if stopped { clock.bank } else { clock.bank_at(made.now) };
        let added = if (stopped || answers) && !self.lapsed.contains(seat) { reserve.increment } else { 0 };
        let bank = (left + added).min(reserve.bank);
        if bank < reserve.bank {
            self.banks.insert(seat, bank);
        } else {
            self.banks.remove(&seat);
        }
    }

    /// Milliseconds in the reserve of each of so many seats; of those that still think, when their clock began.
    pub(super) fn banks(&self, seats: u8, reserve: Reserve) -> Vec<i64> {
        let drawn = |seat: Seat| self.clocks.get(&seat).filter(|clock| clock.reserve.is_some());
        let bank = |seat| drawn(seat).map_or_else(|| self.bank(seat, Some(reserve)), |clock| clock.bank);
        (0..seats).map(Seat).map(bank).collect()
    }

    /// Notes that all players who are waited for have been shown everything up to an entry: clocks that waited for that begin. Returns whether any did.
    pub(super) fn shown(&mut self, upto: u32, now: i64) -> bool {
        let mut begun = false;
        for clock in self.clocks.values_mut().filter(|clock| clock.waits.is_some_and(|entry| entry <= upto)) {
            clock.waits = None;
            begun = true;
            let most = clock.total + clock.bank;
            clock.deadline = clock.deadline.min(now + most);
            clock.paused_left = clock.paused_left.map(|left| left.min(most));
        }
        begun
    }

    /// Takes the stored clocks, after the question was folded from the journal.
    pub(super) fn restore(&mut self, rows: &[DeadlineRow]) {
        if !rows.is_empty() {
            self.banks.clear();
        }
        for row in rows {
            if let Some(clock) = self.clocks.get_mut(&row.seat) {
                clock.deadline = row.deadline;
                clock.total = row.total;
                clock.paused_left = row.paused_left;
                if let (Some(_), Some(bank)) = (clock.reserve, row.bank) {
                    clock.bank = bank;
                    continue;
                }
            }
            self.banks.extend(row.bank.map(|bank| (row.seat, bank)));
        }
    }

    /// The clocks as they are stored.
    pub(super) fn rows(&self) -> Vec<DeadlineRow> {
        let waiting = self.waiting();
        // They ring never: a clock with `paused_left` stands still.
        let resting =
            self.banks.iter().filter(|(seat, _)| !self.clocks.contains_key(seat)).map(|(seat, bank)| {
                DeadlineRow {
                    seat: *seat,
                    deadline: 0,
                    total: 0,
                    paused_left: Some(0),
                    asked: None,
                    bank: Some(*bank),
                }
            });
        self.clocks
            .iter()
            .map(|(seat, clock)| DeadlineRow {
                seat: *seat,
                deadline: clock.deadline,
                total: clock.total,
                paused_left: clock.paused_left,
                asked: waiting.contains(*seat).then_some(clock.asked),
                bank: clock.reserve.map_or_else(|| self.banks.get(seat).copied(), |_| Some(clock.bank)),
            })
            .chain(resting)
            .collect()
    }

    /// The clocks as they are shown: those of the seats that still have to answer.
    pub(super) fn clocks(&self, time: Time) -> Vec<Clock> {
        let mut clocks: Vec<Clock> = Vec::new();
        for (seat, clock) in self.running() {
            let alone = Clock {
                seats: Seats::NONE,
                pace: clock.pace,
                deadline: (time.runs && clock.paused_left.is_none()).then(|| time.to_wall(clock.deadline)),
                // What it waits before it begins is no time to think.
                left: clock
                    .paused_left
                    .unwrap_or(clock.deadline - time.table)
                    .clamp(0, clock.total + clock.bank),
                total: clock.total,
                bank: clock.reserve.map(|_| clock.bank),
            };
            match clocks.iter_mut().find(|known| Clock { seats: Seats::NONE, ..**known } == alone) {
                Some(known) => known.seats = known.seats.with(seat),
                None => clocks.push(Clock { seats: Seats::one(seat), ..alone }),
            }
        }
        clocks
    }

    /// When the first clock is over.
    pub(super) fn first(&self) -> Option<i64> {
        self.running().filter(|(_, clock)| clock.paused_left.is_none()).map(|(_, clock)| clock.deadline).min()
    }

    /// Whose time is over.
    pub(super) fn due(&self, now: i64) -> Vec<Seat> {
        self.running()
            .filter(|(_, clock)| clock.paused_left.is_none() && clock.deadline <= now)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Stops every clock.
    pub(super) fn pause(&mut self, now: i64) {
        for clock in self.clocks.values_mut() {
            clock.paused_left.get_or_insert((clock.deadline - now).max(0));
        }
    }

    /// Lets every clock run on.
    pub(super) fn resume(&mut self, now: i64) {
        for clock in self.clocks.values_mut() {
            if let Some(left) = clock.paused_left.take() {
                clock.deadline = now + left;
            }
        }
    }

    fn running(&self) -> impl Iterator<Item = (Seat, Running)> {
        let waiting = self.waiting();
        self.clocks
            .iter()
            .filter(move |(seat, _)| waiting.contains(**seat))
            .map(|(seat, clock)| (*seat, *clock))
    }
}

#[cfg(test)]
mod banks;

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn both() -> Seats {
        Seats::one(A).with(B)
    }

    fn plan(_: Seat) -> Put {
        Put { pace: Pace::Long(2), total: 1000, reserve: None, mark: 1 }
    }

    fn next(_: Seat) -> Put {
        Put { pace: Pace::Quick, total: 1000, reserve: None, mark: 2 }
    }

    fn made(by: Option<Seat>, entry: u32, now: i64) -> Made {
        Made { by, by_clock: false, entry, at: now, now, grace: 0, spans: Spans::STORED }
    }

    #[test]
    fn the_last_to_confirm_opens_a_new_question() {
        let mut question = OpenQuestion::default();
        assert_eq!(question.step(made(None, 0, 0), both(), plan), Turned::New);
        assert_eq!(question.step(made(Some(A), 0, 100), Seats::one(B), plan), Turned::Same);
        assert_eq!(question.confirmed, Seats::one(A));
        assert_eq!(question.step(made(Some(B), 0, 200), both(), next), Turned::New);
        assert_eq!(question.confirmed, Seats::NONE);
        assert_eq!(question.first(), Some(1200));
    }

    #[test]
    fn taking_a_sheet_back_wins_no_time() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), both(), plan);
        question.step(made(Some(A), 0, 900), Seats::one(B), plan);
        assert_eq!(question.due(1000), vec![B]);
        assert_eq!(question.step(made(Some(A), 0, 950), both(), plan), Turned::Same);
        assert_eq!(question.confirmed, Seats::NONE);
        assert_eq!(question.due(1000), vec![A, B]);
    }

    #[test]
    fn withdrawals_are_counted_by_seat_and_question() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), both(), plan);
        for count in 1..=3 {
            question.step(made(Some(A), 0, 900), Seats::one(B), plan);
            question.step(made(Some(A), 0, 950), both(), plan);
            assert_eq!((question.withdrawals(A), question.withdrawals(B)), (count, 0));
        }
        question.note(made(Some(B), 6, 960), &Blind::Withdrawn { seal: 5 });
        assert_eq!((question.withdrawals(A), question.withdrawals(B)), (3, 1));
        question.step(made(Some(A), 0, 970), both(), next);
        assert_eq!(
            (question.withdrawals(A), question.withdrawals(B)),
            (0, 1),
            "another question to one seat"
        );
        question.step(made(Some(B), 0, 980), Seats::one(A), next);
        question.step(made(Some(A), 0, 990), both(), plan);
        assert_eq!((question.withdrawals(A), question.withdrawals(B)), (0, 0), "another question to all");
    }

    #[test]
    fn the_next_question_to_the_same_seat_is_new() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), Seats::one(A), plan);
        assert_eq!(question.step(made(Some(A), 0, 10), Seats::one(A), next), Turned::New);
        assert_eq!(question.first(), Some(1010));
    }

    #[test]
    fn a_command_that_answers_nothing_wins_no_time() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), Seats::one(A), plan);
        assert_eq!(question.step(made(Some(A), 0, 10), Seats::one(A), plan), Turned::Same);
        assert_eq!(question.step(made(Some(B), 0, 20), Seats::one(A), plan), Turned::Same);
        assert_eq!(question.first(), Some(1000));
    }

    #[test]
    fn another_question_to_one_seat_leaves_the_others_alone() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), both(), plan);
        assert_eq!(question.step(made(Some(A), 0, 500), both(), next), Turned::Again(A));
        assert_eq!((question.due(1000), question.due(1500)), (vec![B], vec![A, B]));
    }

    #[test]
    fn sheets_are_asked_for_once_everybody_has_sealed() {
        let sealed = Blind::Sealed { question: 4, digest: "ab".repeat(32) };
        let mut question = OpenQuestion::default();
        question.turn(made(None, 4, 0), both(), true, plan);
        question.note(made(Some(A), 5, 100), &sealed);
        assert_eq!((question.waiting(), question.due(1000)), (Seats::one(B), vec![B]));
        assert!(question.has_answered(A) && !question.has_answered(B) && !question.seals.open);
        question.note(made(Some(A), 6, 200), &Blind::Withdrawn { seal: 5 });
        assert_eq!((question.waiting(), question.due(1000)), (both(), vec![A, B]), "no time is won");
        question.note(made(Some(A), 7, 300), &sealed);
        question.note(made(Some(B), 8, 400), &sealed);
        assert!(question.seals.open);
        assert_eq!((question.seals.question, question.waiting(), question.first()), (4, both(), Some(400)));
        // The last one asked seals, or the clock answers in its place: that comes to the same.
        let mut question = OpenQuestion::default();
        question.turn(made(None, 4, 0), both(), true, plan);
        question.note(made(Some(A), 5, 100), &sealed);
        assert_eq!(question.turn(made(Some(B), 6, 1000), Seats::one(A), true, plan), Turned::Same);
        assert!(question.seals.open && question.waiting() == Seats::one(A));
        question.open_again(5000, 700);
        assert_eq!(question.first(), Some(5700));
        // Nothing is held when the next question comes.
        assert_eq!(question.turn(made(Some(A), 7, 6000), both(), true, next), Turned::New);
        assert_eq!((question.waiting(), question.seals.question, question.seals.open), (both(), 7, false));
    }

    #[test]
    fn time_begins_when_everybody_has_seen_what_came_before() {
        let slow = |now| Made { grace: 300, ..made(None, 7, now) };
        let time = |table| Time { wall: table, table, runs: true };
        let mut question = OpenQuestion::default();
        question.step(slow(0), both(), plan);
        assert_eq!((question.first(), question.clocks(time(0))[0].left), (Some(1300), 1000), "at the latest");
        assert!(!question.shown(6, 100), "something is still to be shown");
        assert!(question.shown(7, 100) && !question.shown(7, 200));
        assert_eq!(question.first(), Some(1100));
        // Late is late: what has begun does not begin again, nor later than it would anyway.
        let mut question = OpenQuestion::default();
        question.step(slow(0), both(), plan);
        assert!(question.shown(9, 900));
        assert_eq!(question.first(), Some(1300));
        // A clock that is shorter than the wait waits no longer than it runs.
        let mut question = OpenQuestion::default();
        question.step(Made { grace: 5000, ..made(None, 7, 0) }, both(), next);
        assert_eq!(question.first(), Some(2000));
        // A pause in between keeps what is left to think, and no more.
        let mut question = OpenQuestion::default();
        question.step(slow(0), both(), plan);
        question.pause(50);
        question.shown(7, 60);
        question.resume(500);
        assert_eq!(question.first(), Some(1500));
    }

    #[test]
    fn clocks_stand_still_while_paused() {
        let mut question = OpenQuestion::default();
        question.step(made(None, 0, 0), both(), plan);
        question.pause(400);
        assert_eq!((question.first(), question.due(5000)), (None, vec![]));
        assert_eq!(question.clocks(Time { wall: 5000, table: 5000, runs: true })[0].left, 600);
        let mut again = question.clone();
        again.restore(&question.rows());
        assert_eq!(again, question);
        question.resume(5000);
        assert_eq!(question.first(), Some(5600));
    }
}

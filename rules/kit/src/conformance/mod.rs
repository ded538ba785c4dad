//! The conformance suite: random and adversarial play that every ruleset must pass.
//!
//! [`check`] plays one whole game. At its questions it looks at everything that the contract promises: what is
//! offered is accepted and what is not is refused, a saved game goes on as the live one does, the journal folds into
//! the live state, no seat learns what others have sealed, and no input makes the rules panic. It panics itself when
//! a promise is broken, with the seed and the question in the message.

pub mod balance;
mod bend;
mod bouts;
mod bytes;
pub mod data;
pub mod dealt;
pub mod exercises;
mod go_on;
mod import;
mod kit;
mod many;
mod maps;
mod moment;
pub mod proposals;
mod secrecy;
mod storm;

pub use bend::bent;
pub use bouts::{
    NAIVE, See, dice_to_hand_change_nothing, fight, first, is_a_beginner, play, play_with, remembers_nothing,
    won, won_by_the_best,
};
pub use go_on::Weather;
pub use import::import;
pub use kit::{Golden, Play, TestKit, Tested, ready, tables};
pub(crate) use many::changed_data;
pub use many::{CHANGED_DATA_ENV, all, commands, games, inputs, positions, rounds};
pub use maps::own_maps;
pub use moment::moments;
pub use storm::storm;

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Serialize, de::DeserializeOwned};

use crate::contract::{
    Actor, Audience, Bot, Next, Outcome, Refuse, Ruleset, Seat, Seats, SubmitError, Verdict, advance, submit,
};
use crate::dice::{Dice, Seeded};

/// How much is tried at a question that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// One question out of so many is looked at; the others are only answered.
    pub every: u32,
    /// Options judged for each seat.
    pub options: usize,
    /// Bent commands.
    pub commands: usize,
    /// Bent positions.
    pub positions: usize,
    /// Commands after which a game counts as endless.
    pub bound: u32,
}

/// Counts of what was tried, so that a test can see that nothing was empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Commands played.
    pub commands: u32,
    /// Events of the game.
    pub events: u32,
    /// Questions looked at.
    pub questions: u32,
    /// Offered commands that were accepted.
    pub offered: u32,
    /// Commands refused.
    pub refused: u32,
    /// Bent commands that still could be read.
    pub bent: u32,
    /// Bent positions that still could be read.
    pub bent_positions: u32,
    /// Times one secret was held against another.
    pub secrets: u32,
    /// Hash over the text of every event.
    pub digest: u64,
}

impl Report {
    /// Adds what another game tried; digests are combined.
    pub fn add(&mut self, other: &Self) {
        self.commands += other.commands;
        self.events += other.events;
        self.questions += other.questions;
        self.offered += other.offered;
        self.refused += other.refused;
        self.bent += other.bent;
        self.bent_positions += other.bent_positions;
        self.secrets += other.secrets;
        self.digest = self.digest.rotate_left(1) ^ other.digest;
    }
}

/// The players that answer in a game of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Random options, bots and time-outs in turn.
    Mixed,
    /// No player is there: the clock answers everything.
    Absent,
    /// One bot in every seat, made anew for each answer, as after a restart.
    Bot(&'static str),
}

/// Plays one whole game and checks it. Panics when the ruleset breaks a promise of the contract.
pub fn check<R: TestKit>(setup: &R::Setup, seed: u64, players: Players, effort: &Effort) -> Report {
    let state = R::new(setup).unwrap_or_else(|illegal| panic!("the set-up is refused: {illegal}"));
    let mut game = Game::<R> {
        folded: state.clone(),
        twin: state.clone(),
        state,
        dice: Seeded::from_number(seed),
        twin_dice: Seeded::from_number(seed),
        chance: Seeded::from_number(!seed),
        digest: DefaultHasher::new(),
        last: None,
        report: Report::default(),
        effort: *effort,
        seed,
    };
    game.play(players);
    game.report.digest = game.digest.finish();
    game.report
}

/// Whole text of a value. Everything that crosses the edge of the crate must have one.
fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data of a ruleset has string keys only, so it always serialises")
}

/// Written and read again, a value must be what it was.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T, what: &str) -> T {
    let written = text(value);
    let read = serde_json::from_str::<T>(&written);
    let read = read.unwrap_or_else(|why| panic!("{what} cannot be read again: {why}\n{written}"));
    assert!(read == *value, "{what} is another one when read again:\n{written}\n{}", text(&read));
    read
}

/// A game under test: the live state, a twin that is saved and loaded at every question looked at, and a third one
/// that only ever gets the events as text.
struct Game<R: Ruleset> {
    state: R::State,
    twin: R::State,
    folded: R::State,
    dice: Seeded,
    twin_dice: Seeded,
    chance: Seeded,
    digest: DefaultHasher,
    last: Option<(Seat, R::Command)>,
    report: Report,
    effort: Effort,
    seed: u64,
}

/// A number below `n`, from small dice.
pub fn below(chance: &mut dyn Dice, n: usize) -> usize {
    let mut number = 0;
    for _ in 0..3 {
        number = number * 250 + usize::from(chance.die(250)) - 1;
    }
    number % n.max(1)
}

/// Takes an element of a list.
fn pick<'a, T>(chance: &mut dyn Dice, list: &'a [T]) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(below(chance, list.len())) }
}

/// Every audience of a game.
fn audiences<R: Ruleset>(state: &R::State) -> Vec<Audience> {
    let seats = (0..R::seats(state)).map(|seat| Audience::Seat(Seat(seat)));
    seats.chain([Audience::Spectator, Audience::Omniscient]).collect()
}

/// Everything a seat may answer, as far as the ruleset lists it.
fn options<R: Ruleset>(state: &R::State, seat: Seat) -> Vec<R::Command> {
    let mut list = Vec::new();
    R::options(state, seat, &mut |command| list.push(command));
    list
}

impl<R: TestKit> Game<R> {
    fn play(&mut self, players: Players) {
        self.step(None);
        loop {
            assert!(
                self.report.commands < self.effort.bound,
                "seed {}: the game is still not over after {} commands, in turn {}",
                self.seed,
                self.report.commands,
                R::turn(&self.state)
            );
            let seats = match R::next(&self.state) {
                Next::Ask { seats, ask } => {
                    self.scores();
                    round_trip(&ask, "what is asked");
                    seats
                }
                Next::Over(outcome) => {
                    self.ended(&outcome);
                    break;
                }
                Next::Do(_) | Next::Roll(_) => panic!("seed {}: the game stopped on its way", self.seed),
            };
            assert!(!seats.is_empty(), "seed {}: a question to nobody", self.seed);
            if self.report.commands.is_multiple_of(self.effort.every) {
                self.look(seats);
            }
            if let Some((seat, command)) = R::unasked(&self.state, &mut self.chance) {
                self.step(Some((Actor::Seat(seat), command)));
                continue;
            }
            let asked: Vec<Seat> = seats.iter().collect();
            let seat = asked[below(&mut self.chance, asked.len())];
            let (by, command) = self.answer(seat, players);
            self.step(Some((by, command)));
        }
        self.over();
    }

    /// An answer of a seat that has to give one.
    fn answer(&mut self, seat: Seat, players: Players) -> (Actor, R::Command) {
        let absent = |game: &Self| (Actor::Clock(seat), R::default_answer(&game.state, seat));
        let kind = match players {
            Players::Absent => return absent(self),
            Players::Bot(name) => Some(name),
            Players::Mixed => match self.chance.die(8) {
                1 => return absent(self),
                2..=4 => pick(&mut self.chance, R::bots()).copied(),
                _ => None,
            },
        };
        let command = if let Some(bot) = kind.and_then(R::bot) {
            self.ask_bot(bot, seat)
        } else {
            let list = options::<R>(&self.state, seat);
            let command = pick(&mut self.chance, &list);
            command.unwrap_or_else(|| panic!("seed {}: asked, {seat:?} has no option", self.seed)).clone()
        };
        (Actor::Seat(seat), command)
    }

    fn ask_bot(&mut self, mut bot: Box<dyn Bot<R>>, seat: Seat) -> R::Command {
        let ask = R::ask_for(&self.state, seat);
        let ask = ask.unwrap_or_else(|| panic!("seed {}: {seat:?} is asked, but not what", self.seed));
        let command = bot.answer(&R::view(&self.state, Audience::Seat(seat)), &ask, seat, &mut self.chance);
        if let Err(illegal) = R::decide(&self.state, Actor::Seat(seat), &command) {
            panic!("seed {}: the answer of a bot is refused: {illegal}\n{}", self.seed, text(&command));
        }
        command
    }

    /// Plays a command, or the beginning of the game, on the three copies.
    fn step(&mut self, command: Option<(Actor, R::Command)>) {
        let (folded, digest) = (&mut self.folded, &mut self.digest);
        let mut events = 0;
        let mut sink = |after: &R::State, event: &R::Event| {
            events += 1;
            let written = text(event);
            written.hash(digest);
            R::apply(folded, &round_trip(event, "an event"));
            for to in [Audience::Seat(Seat(0)), Audience::Spectator] {
                if let Some(notice) = R::notice(after, event, to) {
                    round_trip(&notice, "a notice");
                }
            }
        };
        let mut told = Vec::new();
        let mut twin_sink = |_: &R::State, event: &R::Event| told.push(text(event));
        if let Some((by, command)) = &command {
            self.report.commands += 1;
            let done = submit::<R>(&mut self.state, *by, command, &mut self.dice, &mut sink);
            accepted::<R>(done, self.seed, command);
            let done = submit::<R>(&mut self.twin, *by, command, &mut self.twin_dice, &mut twin_sink);
            accepted::<R>(done, self.seed, command);
        } else {
            advance::<R>(&mut self.state, &mut self.dice, &mut sink).expect("a game begins");
            advance::<R>(&mut self.twin, &mut self.twin_dice, &mut twin_sink).expect("a game begins");
        }
        assert_eq!(told.len(), events as usize, "seed {}: the loaded game went on otherwise", self.seed);
        self.report.events += events;
        assert!(self.folded == self.state, "seed {}: the journal folds into another state", self.seed);
        assert!(self.twin == self.state, "seed {}: the loaded game goes on otherwise", self.seed);
        self.last = command.map(|(by, command)| (by.seat(), command));
    }

    /// Looks at one question.
    fn look(&mut self, seats: Seats) {
        self.report.questions += 1;
        self.save();
        self.offers(seats);
        self.strangers(seats);
        for to in audiences::<R>(&self.state) {
            round_trip(&R::view(&self.state, to), "a view");
        }
        self.bend_commands(seats);
        self.bend_positions();
        self.compare_secrets(seats);
    }

    /// Saved as text and loaded, a game is what it was; from here on its twin goes on from there.
    fn save(&mut self) {
        let position = round_trip(&R::position(&self.state), "a position");
        let loaded = R::from_position(&position);
        let loaded = loaded.unwrap_or_else(|illegal| {
            panic!("seed {}: a legal moment is refused: {illegal}\n{}", self.seed, text(&position))
        });
        assert!(loaded == self.state, "seed {}: a loaded game is another one", self.seed);
        let hash = |state: &R::State| {
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&loaded), hash(&self.state), "seed {}: equal states, unequal hashes", self.seed);
        self.twin = loaded;
    }

    /// Checks that all options and the answer of an absent player are accepted.
    fn offers(&mut self, seats: Seats) {
        for seat in seats.iter() {
            let ask = R::ask_for(&self.state, seat);
            round_trip(&ask.expect("who is asked is asked something"), "a question");
            let default = R::default_answer(&self.state, seat);
            if let Err(illegal) = R::decide(&self.state, Actor::Clock(seat), &default) {
                panic!("seed {}: what an absent {seat:?} does is refused: {illegal}", self.seed);
            }
            let list = options::<R>(&self.state, seat);
            assert!(!list.is_empty(), "seed {}: asked, {seat:?} has no option", self.seed);
            assert!(
                R::sealed(&default) || !list.iter().any(R::sealed),
                "seed {}: {seat:?} may seal an answer, and its default says that nothing sealed is asked",
                self.seed
            );
            let every = list.len().div_ceil(self.effort.options.max(1));
            let from = below(&mut self.chance, every);
            for command in list.iter().skip(from).step_by(every.max(1)) {
                round_trip(command, "a command");
                if let Err(illegal) = R::decide(&self.state, Actor::Seat(seat), command) {
                    panic!("seed {}: an option is refused: {illegal}\n{}", self.seed, text(command));
                }
                self.report.offered += 1;
            }
            if let Some(command) = pick(&mut self.chance, &list)
                && let Err(illegal) = R::advise(&self.state, seat, &R::Draft::from(command.clone()))
                    .map(|it| round_trip(&it, "advice"))
            {
                panic!("seed {}: no advice on an option: {illegal}\n{}", self.seed, text(command));
            }
        }
    }

    /// No other seat may answer, and nothing is played twice.
    fn strangers(&mut self, seats: Seats) {
        let Some(asked) = seats.iter().next() else { return };
        let list = options::<R>(&self.state, asked);
        let Some(command) = pick(&mut self.chance, &list).cloned() else { return };
        for seat in (0..R::seats(&self.state)).map(Seat) {
            if seats.contains(seat) {
                continue;
            }
            assert!(R::ask_for(&self.state, seat).is_none(), "seed {}: {seat:?} is not asked", self.seed);
            if !options::<R>(&self.state, seat).contains(&command) {
                self.refused(seat, &command, "of somebody who is not asked");
            }
        }
        for seat in [Seat(R::seats(&self.state)), Seat(15), Seat(255)] {
            self.refused(seat, &command, "of nobody");
            let default = R::default_answer(&self.state, seat);
            self.refused(seat, &default, "of nobody, given by the clock");
        }
        if let Some((seat, last)) = self.last.clone()
            && !options::<R>(&self.state, seat).contains(&last)
        {
            self.refused(seat, &last, "sent again");
        }
    }

    /// A command that must be refused in words, and change nothing.
    fn refused(&mut self, seat: Seat, command: &R::Command, what: &str) {
        let before = self.state.clone();
        let mut dice = self.dice.clone();
        let done = submit::<R>(&mut self.state, Actor::Seat(seat), command, &mut dice, &mut |_, _| {
            panic!("an event")
        });
        match done {
            Err(SubmitError::Illegal(illegal)) => explained(&illegal),
            _ => panic!("seed {}: the command {what} is accepted: {}", self.seed, text(command)),
        }
        assert!(self.state == before, "seed {}: a refused command changed the game", self.seed);
        self.report.refused += 1;
    }

    /// An outcome tells of the seats of the game, each on one side at most; who is on none has won nothing.
    fn ended(&self, outcome: &Outcome) {
        let seats = R::seats(&self.state);
        assert_eq!(outcome.scores.len(), usize::from(seats), "seed {}", self.seed);
        let sides = || outcome.sides.iter().flat_map(|side| side.iter());
        let known = outcome.winners.iter().chain(sides()).all(|seat| seat.0 < seats);
        let once = sides().collect::<Seats>().len() as usize == sides().count();
        let aside = |seat: Seat| outcome.verdict(seat) == Verdict::Aside;
        assert!(
            known && once && !outcome.winners.iter().any(aside),
            "seed {}: an outcome that cannot be: {outcome:?}",
            self.seed
        );
        let Some(board) = R::scoreboard(&self.state) else { return };
        assert!(board.countdown.is_none(), "seed {}: a countdown after the end", self.seed);
        for side in &board.sides {
            for seat in side.seats.iter() {
                let score = outcome.scores[usize::from(seat.0)];
                assert_eq!(side.total, score, "seed {}: two scores of {seat:?}: {board:?}", self.seed);
            }
        }
    }

    /// A score is the sum of its parts, and nothing of it is sealed: it is the same when other people hold the seats.
    fn scores(&self) {
        let Some(board) = R::scoreboard(&self.state) else { return };
        for side in &board.sides {
            let sum: i32 = side.parts.iter().map(|part| part.n).sum();
            assert_eq!(side.total, sum, "seed {}: a score that is not its parts: {board:?}", self.seed);
        }
        round_trip(&board, "the score");
    }

    /// Checks that nothing goes on after the end.
    fn over(&mut self) {
        self.save();
        for seat in (0..R::seats(&self.state)).map(Seat) {
            assert!(R::ask_for(&self.state, seat).is_none(), "seed {}: asked after the end", self.seed);
            let default = R::default_answer(&self.state, seat);
            self.refused(seat, &default, "given after the end");
        }
        if let Some((seat, last)) = self.last.clone() {
            self.refused(seat, &last, "given after the end");
        }
        for to in audiences::<R>(&self.state) {
            round_trip(&R::view(&self.state, to), "a view");
        }
    }
}

fn accepted<R: Ruleset>(done: Result<(), SubmitError<R::Illegal>>, seed: u64, command: &R::Command) {
    if let Err(why) = done {
        panic!("seed {seed}: {why}\n{}", text(command));
    }
}

/// A refusal of the edge has words in both languages.
fn explained_refusal(refusal: &crate::any::Refusal) {
    assert!(!refusal.fr.is_empty() && !refusal.en.is_empty(), "{} says nothing", refusal.code);
}

/// A refusal has a stable dotted code and words in both languages.
fn explained<I: Refuse>(illegal: &I) {
    use crate::contract::Lang;
    let code = illegal.code();
    assert!(
        code.split('.').count() >= 2 && !code.contains(char::is_whitespace),
        "“{code}” is no dotted code"
    );
    assert!(!illegal.say(Lang::Fr).is_empty() && !illegal.say(Lang::En).is_empty(), "{code} says nothing");
}

//! One game between two bots of a kind, and what many of them come to.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;

use super::bouts::{answer, play_out};
use crate::contract::{Outcome, Ruleset, Seat};

/// Plays a game in which every seat is played by one kind of bot: how it ended, and the state it ended in.
pub fn play<R: Ruleset>(setup: &R::Setup, bot: &str, number: u64) -> (Outcome, R::State) {
    play_between::<R>(setup, &[bot], number)
}

/// The same of several bots, dealt to the seats in turn.
pub fn play_between<R: Ruleset>(setup: &R::Setup, bots: &[&str], number: u64) -> (Outcome, R::State) {
    let state = R::new(setup).unwrap();
    let kind = |seat: u8| bots[usize::from(seat) % bots.len()];
    let mut players: Vec<_> = (0..R::seats(&state)).map(|seat| R::bot(kind(seat)).unwrap()).collect();
    play_out::<R>(state, number, |state, seat, chance| {
        answer::<R>(&mut *players[usize::from(seat.0)], state, seat, chance)
    })
}

/// Wins of each side, and the turns it took.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// How many games.
    pub games: u64,
    /// Games that a side won alone, by side.
    pub wins: Vec<u64>,
    turns: u64,
}

impl Score {
    /// Nothing yet, between so many sides.
    pub fn between(sides: usize) -> Self {
        Self { wins: vec![0; sides], ..Self::default() }
    }

    /// One game more; `side` tells on which side of the table a seat is.
    pub fn add(&mut self, outcome: &Outcome, side: impl Fn(Seat) -> usize, turns: u32) {
        self.games += 1;
        self.turns += u64::from(turns);
        self.wins.resize(self.wins.len().max(2), 0);
        let mut sides = outcome.winners.iter().map(side);
        if let Some(side) = sides.next().filter(|first| sides.all(|it| it == *first)) {
            self.wins.resize(self.wins.len().max(side + 1), 0);
            self.wins[side] += 1;
        }
    }

    /// Another score of the same sides besides.
    pub fn and(&mut self, other: &Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        for (sum, wins) in self.wins.iter_mut().zip(&other.wins) {
            *sum += wins;
        }
    }

    /// The same seen from the other one of two sides.
    pub fn mirrored(&self) -> Self {
        Self { wins: self.wins.iter().rev().copied().collect(), ..self.clone() }
    }

    /// A share of the games in tenths of a percent, rounded.
    pub fn share(&self, wins: u64) -> String {
        let tenths = (wins * 1_000 + self.games / 2) / self.games.max(1);
        format!("{}.{} %", tenths / 10, tenths % 10)
    }

    /// Games without a single winner.
    pub fn draws(&self) -> u64 {
        self.games - self.wins.iter().sum::<u64>()
    }

    /// Turns of a game.
    pub fn mean_turns(&self) -> String {
        let tenths = (self.turns * 10 + self.games / 2) / self.games.max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// Every one of a list against every other one, sides swapped at each game: wins of the row in percent of all games.
/// `game` plays a pair, in seat order, with a number.
pub fn matches(
    names: &[String],
    games: u64,
    game: impl Fn([usize; 2], u64) -> (Outcome, u32),
    out: &mut String,
) {
    let head = names.join(" | ");
    writeln!(out, "| | {head} | All |\n|---|{}", "---|".repeat(names.len() + 1)).unwrap();
    let mut cells = vec![vec![Score::default(); names.len()]; names.len()];
    let pairs = (0..names.len()).flat_map(|one| (one + 1..names.len()).map(move |two| (one, two)));
    for (one, two) in pairs {
        let mut score = Score::default();
        for number in 0..games {
            let swapped = number % 2 == 1;
            let (outcome, turns) = game(if swapped { [two, one] } else { [one, two] }, number / 2);
            score.add(&outcome, |seat| usize::from((seat == Seat(0)) == swapped), turns);
        }
        (cells[two][one], cells[one][two]) = (score.mirrored(), score);
    }
    for (name, line) in names.iter().zip(&cells) {
        write!(out, "| {name} |").unwrap();
        let mut all = Score::default();
        for score in line {
            all.and(score);
            let text = score.wins.first().map_or("–".to_owned(), |wins| score.share(*wins));
            write!(out, " {text} |").unwrap();
        }
        writeln!(out, " **{}** |", all.share(all.wins[0])).unwrap();
    }
}

//! The wins at the table that a new room deals: its terms and ready-made bands, seats as dealt, played by the best bot.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::TestKit;
use super::balance::{Score, play};
use crate::contract::{Lang, Outcome, Seat};
use crate::deals::{deal, new_room};
use crate::gather::{Gather, Terms};

/// The first number of the games that are played in tests.
const FIRST: u64 = 3_000_000;

/// A table as a new room deals it.
pub struct Dealt<R: Gather> {
    /// Its terms.
    pub terms: Terms,
    /// Its game.
    pub setup: R::Setup,
}

/// The side of a seat: its place among the sides of the game, or of its own where each seat stands alone.
fn side(outcome: &Outcome, seat: Seat) -> usize {
    outcome.sides.iter().position(|side| side.contains(seat)).unwrap_or(usize::from(seat.0))
}

/// Returns the table that a room for so many seats deals with these options, where it has two sides; `None` where the scenario does not take so
/// many, too.
pub fn dealt<R: Gather>(scenario: &str, seats: u8, more: Option<&Value>) -> Option<Dealt<R>> {
    let terms = Terms { more: more.cloned(), ..new_room::<R>(scenario, seats)? };
    R::check_terms(&terms).ok()?;
    let bands = deal::<R>(&terms, (0..seats).map(|_| None).collect(), Lang::Fr);
    let setup = R::gather(&terms, bands, Seat(0)).unwrap();
    two_sided::<R>(&setup, seats).then_some(Dealt { terms, setup })
}

/// Whether a game is played between two sides: the quickest bot plays it once.
fn two_sided<R: Gather>(setup: &R::Setup, seats: u8) -> bool {
    let (outcome, _) = play::<R>(setup, R::bots()[0], 0);
    match outcome.sides.len() {
        0 => seats == 2,
        sides => sides == 2,
    }
}

/// Plays so many games of a set-up between best bots, with numbers from `first` on.
pub fn score<R: Gather>(setup: &R::Setup, games: u64, first: u64) -> Score {
    let best = R::bots().last().unwrap();
    let mut score = Score::between(2);
    for number in first..first + games {
        let (outcome, state) = play::<R>(setup, best, number);
        score.add(&outcome, |seat| side(&outcome, seat), R::turn(&state));
    }
    score
}

/// The first side's share of the games that one side won, in tenths of a percent, rounded.
fn share(score: &Score) -> u64 {
    let decided: u64 = score.wins.iter().sum();
    (score.wins[0] * 1_000 + decided / 2) / decided.max(1)
}

/// Writes a table in Markdown: for every table of two sides, the share of each side of so many games, whose numbers begin with `first`.
pub fn table<R: TestKit>(name: &str, games: u64, first: u64, out: &mut String) {
    writeln!(out, "### {name}: as dealt\n\n{games} games a row.\n").unwrap();
    out.push_str(
        "| Scenario | Seats | Of each | Side 1 : side 2, decided | Drawn | Turns |\n|---|---|---|---|---|---|\n",
    );
    for (kind, more) in R::kinds_of_table() {
        rows::<R>(&kind, more.as_ref(), (games, first), out);
    }
}

/// Writes the rows of one kind of table.
fn rows<R: Gather>(kind: &str, more: Option<&Value>, (games, first): (u64, u64), out: &mut String) {
    let rooms = |scenario: String| (2..=6).filter_map(move |seats| dealt::<R>(&scenario, seats, more));
    for Dealt { terms, setup } in R::scenarios().into_iter().flat_map(rooms) {
        let score = score::<R>(&setup, games, first);
        let one = share(&score);
        let [one, two] = [one, 1_000 - one].map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
        let (drawn, turns) = (score.share(score.draws()), score.mean_turns());
        let Terms { scenario, seats, size, .. } = terms;
        let size = if size == 0 { "–".to_owned() } else { size.to_string() };
        let space = if kind.is_empty() { "" } else { ", " };
        writeln!(out, "| {scenario}{space}{kind} | {seats} | {size} | {one} : {two} | {drawn} | {turns} |")
            .unwrap();
    }
}

/// The shares of the first side, in tenths of a percent, beyond which a table is uneven.
const UNEVEN: RangeInclusive<u64> = 350..=650;

/// Plays the table of each scenario that has two sides, of each kind and with the fewest seats, and refuses one at which a side wins more
/// than 65 of 100 decided games, or a fifth is drawn. Where so many games say that it is uneven, three times as many more decide.
pub fn is_even<R: TestKit>(games: u64) {
    let mut tables = 0;
    let kinds = R::kinds_of_table();
    for (scenario, (kind, more)) in
        R::scenarios().iter().flat_map(|one| kinds.iter().map(move |kind| (one, kind)))
    {
        let fewest = (2..=6).find(|seats| new_room::<R>(scenario, *seats).is_some());
        let Some(Dealt { setup, .. }) = fewest.and_then(|seats| dealt::<R>(scenario, seats, more.as_ref()))
        else {
            continue;
        };
        let mut played = score::<R>(&setup, games, FIRST);
        if !UNEVEN.contains(&share(&played)) {
            played.and(&score::<R>(&setup, 3 * games, FIRST + games));
        }
        let (one, drawn) = (share(&played), played.draws());
        let at = format!(
            "{} {scenario} {kind}: {:?} of {} games, {drawn} drawn",
            R::ID,
            played.wins,
            played.games
        );
        assert!(UNEVEN.contains(&one), "one side is ahead in a new room: {at}");
        assert!(drawn * 5 < played.games, "a new room is too often drawn: {at}");
        tables += 1;
    }
    assert!(tables > 0, "{} has no table of two sides", R::ID);
}

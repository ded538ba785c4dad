//! How good the beginner is, in the fight at once of each system: against a naive player, against one that plays by chance, and
//! the best bot against it.

use std::fmt::Write as _;

use bagarre_rules::conformance::balance::Score;
use bagarre_rules::conformance::{NAIVE, TestKit, won};

/// One line: the shares of games that the first of each pair wins.
fn line<R: TestKit>(games: u64, first: u64, out: &mut String) {
    let best = R::bots().last().unwrap();
    let shares = [(NAIVE, "novice"), ("any", "novice"), (best, "novice")].map(|(one, other)| {
        let mut score = Score::between(2);
        score.games = games;
        score.share(won::<R>(one, other, games, first))
    });
    writeln!(out, "| {} | {} |", R::ID, shares.join(" | ")).unwrap();
}

/// The table, from a number of games and the first of their numbers.
pub(crate) fn table(games: u64, first: u64, out: &mut String) {
    writeln!(out, "### Beginner: in the fight at once\n\n{games} games a cell, seats swapped.\n").unwrap();
    out.push_str("| System | Naive player beats beginner | Chance beats beginner | Best bot beats beginner |\n|---|---|---|---|\n");
    bagarre_rules::for_offered!(line(games, first, out));
}

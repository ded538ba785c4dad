//! The wins at énergie: side against side and heroes against the game by scenario, the ready-made heroes in duels, and
//! the better bot against the other one.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;

use crate::Energie;
use crate::ids::Scenario;
use crate::library;
use crate::setup::{Band, Format, Hero, Options, Setup};
use crate::tables::scenario;
use bagarre_kit::contract::{Outcome, Ruleset, Seat};

use bagarre_kit::conformance::balance::{Score, matches, play, play_between};
use bagarre_kit::conformance::dealt;

/// The bot that knows what it is after, and the one that does anything.
const BOTS: [&str; 2] = ["daredevil", "any"];

/// A game of these heroes, by their place in their side.
fn setup(id: Scenario, format: &Format, heroes: &dyn Fn(usize) -> Hero) -> Setup {
    let mut placed = vec![0; format.sides.len()];
    let mut band = |(n, (side, many)): (usize, (u8, u8))| {
        let before = placed[usize::from(side)];
        placed[usize::from(side)] += usize::from(many);
        let heroes = (0..many).map(|id| Hero { id, ..heroes(before + usize::from(id)) }).collect();
        Band { name: format!("Groupe {}", n + 1), heroes, purse: None }
    };
    Setup {
        scenario: id,
        format: format.clone(),
        mj: false,
        free: None,
        map: None,
        options: Options::default(),
        campaign: false,
        bands: seats(format).into_iter().enumerate().map(&mut band).collect(),
    }
}

/// The fewest seats that a format takes, each with its side and the number of its heroes.
fn seats(format: &Format) -> Vec<(u8, u8)> {
    (1..=6).find_map(|players| format.seats(players)).unwrap()
}

/// Every scenario in each of its formats.
fn formats() -> impl Iterator<Item = (Scenario, String, Format)> {
    let played = Scenario::ALL.iter().filter(|id| **id != Scenario::Libre);
    let named = played.flat_map(|id| scenario(*id).formats.iter().map(move |name| (*id, name.clone())));
    named.map(|(id, name)| {
        let format = Format::parse(&name).unwrap();
        (id, name, format)
    })
}

/// The heroes of every side alike, all ready-made ones in turn.
fn alike(id: Scenario, format: &Format, number: u64) -> Setup {
    setup(id, format, &|n| library::ready(number as usize + n, 0))
}

/// Side against side, and heroes against the game.
fn sides(games: u64, first: u64, out: &mut String) {
    out.push_str("| Scenario | Format | Wins by side | Drawn or lost | Turns |\n|---|---|---|---|---|\n");
    for (id, name, format) in formats() {
        let mut score = Score::between(format.sides.len());
        for number in 0..games {
            let setup = alike(id, &format, number);
            let (outcome, state) = play::<Energie>(&setup, BOTS[0], first + number);
            score.add(&outcome, |seat| usize::from(setup.side(seat).unwrap()), Energie::turn(&state));
        }
        let wins = &score.wins[..format.sides.len()];
        let wins: Vec<String> = wins.iter().map(|wins| score.share(*wins)).collect();
        let (rest, turns) = (score.share(score.draws()), score.mean_turns());
        writeln!(out, "| {} | {name} | {} | {rest} | {turns} |", id.id(), wins.join(" · ")).unwrap();
    }
}

/// The better bot against the other, sides swapped; alone against the game, how often each wins.
fn bots(games: u64, first: u64, out: &mut String) {
    writeln!(out, "| Scenario | Format | {} | {} | Turns |\n|---|---|---|---|---|", BOTS[0], BOTS[1])
        .unwrap();
    for (id, name, format) in formats().filter(|(.., format)| !format.ffa) {
        let mut score = Score::between(2);
        let mut lone = [0; 2];
        for number in 0..games {
            let setup = alike(id, &format, number / 2);
            let swapped = usize::from(number % 2 == 1);
            let bots = [BOTS[swapped], BOTS[1 - swapped]];
            // Those of a side play alike.
            let bots = if format.coop() { &bots[..1] } else { &bots[..] };
            let (outcome, state) = play_between::<Energie>(&setup, bots, first + number);
            score.add(
                &outcome,
                |seat| usize::from(setup.side(seat).unwrap()) ^ swapped,
                Energie::turn(&state),
            );
            lone[swapped] += u64::from(outcome.winners.contains(Seat(0)));
        }
        let wins = if format.coop() { [lone[0] * 2, lone[1] * 2] } else { [score.wins[0], score.wins[1]] };
        let [good, any] = wins.map(|wins| score.share(wins));
        writeln!(out, "| {} | {name} | {good} | {any} | {} |", id.id(), score.mean_turns()).unwrap();
    }
}

/// Ready-made heroes in duels, each against each.
fn duels(games: u64, first: u64, out: &mut String) {
    let names: Vec<String> = (0..library::many()).map(|n| library::ready(n, 0).name).collect();
    let format = Format::parse("1v1").unwrap();
    let game = |pair: [usize; 2], number: u64| -> (Outcome, u32) {
        let mut setup = alike(Scenario::Entrepot, &format, 0);
        for (band, n) in setup.bands.iter_mut().zip(pair) {
            band.heroes = vec![library::ready(n, 0)];
        }
        // Dice of its own for each game: with those of the game before and other seats, many would go the same way twice.
        let seed = first + 2 * number + u64::from(pair[0] > pair[1]);
        let (outcome, state) = play::<Energie>(&setup, BOTS[0], seed);
        (outcome, Energie::turn(&state))
    };
    matches(&names, games, game, out);
}

/// All of its tables, from a number of games and the first of their numbers.
pub(super) fn tables(games: u64, first: u64, out: &mut String) {
    writeln!(out, "### Energie: side against side, and heroes against the game\n\n{games} games a row.\n")
        .unwrap();
    sides(games, first, out);
    writeln!(out, "\n### Energie: heroes in duels\n\n{games} games a pair, *L’entrepôt*.\n").unwrap();
    duels(games, first, out);
    writeln!(out, "\n### Energie: {} against {}\n\n{games} games a row, seats swapped.\n", BOTS[0], BOTS[1])
        .unwrap();
    bots(games, first, out);
    out.push('\n');
    dealt::table::<Energie>("Energie", games * 5, first, out);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_game_in_each_cell_fills_the_tables() {
        let mut out = String::new();
        super::tables(1, 5, &mut out);
        assert!(out.contains("| docks | ffa4 | "), "{out}");
        assert!(out.contains(" 100.0 % |") && out.contains(" 0.0 % |"), "{out}");
    }
}

//! The wins at GeneriK: attacker and defender by scenario, and the ready-made bands against each other.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;

use crate::Generik;
use crate::ids::{Era, Scenario};
use crate::library::{Ready, bands_of};
use crate::setup::{Ground, Options, Setup};
use crate::{tables, terrain};
use bagarre_kit::contract::{Lang, Outcome, Ruleset, Seat};

use bagarre_kit::conformance::balance::{Score, matches};
use bagarre_kit::conformance::dealt;

/// How a game ended, who attacked, and how long it took.
fn play(setup: &Setup, number: u64) -> (Outcome, Seat, u32) {
    let (outcome, state) = bagarre_kit::conformance::balance::play::<Generik>(setup, "skirmisher", number);
    let turns = Generik::turn(&state);
    (outcome, state.scene.attacker.unwrap(), turns)
}

/// On the ready tables of an era in turn.
fn setup(era: Era, scenario: Scenario, bands: [&Ready; 2], table: u64) -> Setup {
    let tables: Vec<_> = terrain::layouts_of(era).collect();
    let table = tables[table as usize % tables.len()];
    Setup {
        era,
        scenario: Some(scenario),
        ground: Ground::Named(table.id.clone()),
        options: Options { mixed_eras: bands[0].era != bands[1].era, ..Options::default() },
        close: false,
        campaign: false,
        youngest: Seat(0),
        bands: bands.map(|ready| ready.band(Lang::En)).into(),
    }
}

/// Attacker against defender: mirror games of every ready-made band, so that nothing but the side differs.
fn sides(games: u64, first: u64, out: &mut String) {
    out.push_str(
        "| Scenario | Era | Attacker wins | Defender wins | Drawn | Turns |\n|---|---|---|---|---|---|\n",
    );
    for scenario in Scenario::ALL {
        let mut total = Score::default();
        let mut rows = String::new();
        for era in Era::ALL {
            let mut score = Score::default();
            let bands: Vec<&Ready> = bands_of(*era).collect();
            for number in 0..games {
                let band = bands[number as usize % bands.len()];
                let setup = setup(*era, *scenario, [band, band], number / bands.len() as u64);
                let (outcome, attacker, turns) = play(&setup, first + number);
                score.add(&outcome, |seat| usize::from(seat != attacker), turns);
            }
            total.and(&score);
            row(&mut rows, "", era.id(), &score);
        }
        let row_of = tables::scenario(*scenario);
        row(out, &format!("{} {}", row_of.number, row_of.en), "all", &total);
        out.push_str(&rows);
    }
}

fn row(out: &mut String, first: &str, second: &str, score: &Score) {
    let [one, two] = [0, 1].map(|side| score.share(score.wins[side]));
    let (drawn, turns) = (score.share(score.draws()), score.mean_turns());
    writeln!(out, "| {first} | {second} | {one} | {two} | {drawn} | {turns} |").unwrap();
}

/// Bands against each other in the first scenario.
fn bands(
    games: u64,
    first: u64,
    bands: &[&Ready],
    era_of: impl Fn(&Ready, &Ready, u64) -> Era,
    out: &mut String,
) {
    let names: Vec<String> = bands.iter().map(|ready| ready.en.clone()).collect();
    let game = |[one, two]: [usize; 2], number: u64| {
        let (one, two) = (bands[one], bands[two]);
        let setup = setup(era_of(one, two, number), Scenario::BastonGenerale, [one, two], number / 2);
        let (outcome, _, turns) = play(&setup, first + number);
        (outcome, turns)
    };
    matches(&names, games, game, out);
}

/// The bands of an era against each other.
pub(super) fn of_an_era(games: u64, first: u64, era: Era, out: &mut String) {
    writeln!(out, "\n### GeneriK: bands of the era `{}`\n\n{games} games a pair.\n", era.id()).unwrap();
    let list: Vec<&Ready> = bands_of(era).collect();
    bands(games, first, &list, |_, _, _| era, out);
}

/// All of its tables, from a number of games and the first of their numbers.
pub(super) fn tables(games: u64, first: u64, out: &mut String) {
    writeln!(out, "### GeneriK: attacker and defender\n\n{games} games in each row of an era.\n").unwrap();
    sides(games, first, out);
    for era in Era::ALL {
        of_an_era(games, first, *era, out);
    }
    writeln!(out, "\n### GeneriK: the first band of each era against the others\n\n{games} games a pair, half of them on the table of each of the two eras.\n").unwrap();
    let firsts: Vec<&Ready> = Era::ALL.iter().filter_map(|era| bands_of(*era).next()).collect();
    let era_of = |one: &Ready, two: &Ready, number: u64| {
        // The same table for a game and for the one with sides swapped.
        if number.is_multiple_of(2) { one.era.min(two.era) } else { one.era.max(two.era) }
    };
    bands(games, first, &firsts, era_of, out);
    out.push('\n');
    dealt::table::<Generik>("GeneriK", games * 5, first, out);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_game_in_each_cell_fills_the_tables() {
        let mut out = String::new();
        super::of_an_era(1, 5, crate::ids::Era::Ww2, &mut out);
        assert!(out.contains("| The Patrol | "), "{out}");
        assert!(out.contains(" 100.0 % |") && out.contains(" 0.0 % |"), "{out}");
    }
}

//! The wins at Baston: by side of each scenario, and by ready-made gang.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;

use crate::Baston;
use crate::library::scenarios;
use crate::setup::{Band, Options, Setup};
use bagarre_kit::contract::Ruleset;

use bagarre_kit::conformance::balance::{Score, matches, play};
use bagarre_kit::conformance::dealt;

/// The ready-made gangs as clients are told of them.
fn gangs() -> Vec<(String, Band)> {
    let catalogue = serde_json::to_value(crate::catalogue()).unwrap();
    let list = catalogue["gangs"].as_array().unwrap();
    let gang = |gang: &serde_json::Value| {
        (gang["en"].as_str().unwrap().to_owned(), serde_json::from_value(gang["band"].clone()).unwrap())
    };
    list.iter().map(gang).collect()
}

/// A game of so many characters a side.
fn setup(scenario: &str, size: u8, bands: &[&Band]) -> Setup {
    let first = |band: &&Band| {
        let characters = band.characters.iter().take(usize::from(size)).cloned().collect();
        Band { name: band.name.clone(), characters }
    };
    Setup {
        scenario: scenario.to_owned(),
        board: None,
        turns: None,
        options: Options::default(),
        bands: bands.iter().map(first).collect(),
    }
}

/// Side against side: every seat plays the same gang, every gang in turn, so that nothing but the side differs.
fn sides(games: u64, first: u64, out: &mut String) {
    writeln!(out, "| Scenario | Seats | A side | Wins by seat | Drawn | Turns |\n|---|---|---|---|---|---|")
        .unwrap();
    let gangs = gangs();
    for scenario in scenarios() {
        for variant in &scenario.variants {
            let [_, least, most] = variant.size;
            for size in least..=most {
                let mut score = Score::between(usize::from(variant.players));
                for number in 0..games {
                    let gang = &gangs[number as usize % gangs.len()].1;
                    let bands = vec![gang; usize::from(variant.players)];
                    let (outcome, state) =
                        play::<Baston>(&setup(&scenario.id, size, &bands), "brawler", first + number);
                    score.add(&outcome, |seat| usize::from(seat.0), Baston::turn(&state));
                }
                let wins: Vec<String> = score.wins.iter().map(|wins| score.share(*wins)).collect();
                let (drawn, turns) = (score.share(score.draws()), score.mean_turns());
                let (name, seats) = (format!("{} {}", scenario.id, scenario.en), variant.players);
                writeln!(out, "| {name} | {seats} | {size} | {} | {drawn} | {turns} |", wins.join(" · "))
                    .unwrap();
            }
        }
    }
}

/// All of its tables, from a number of games and the first of their numbers.
pub(super) fn tables(games: u64, first: u64, out: &mut String) {
    writeln!(out, "### Baston: side against side\n\n{games} games a row.\n").unwrap();
    sides(games, first, out);
    let gangs = gangs();
    let names: Vec<String> = gangs.iter().map(|(name, _)| name.clone()).collect();
    for size in 2..=4 {
        writeln!(out, "\n### Baston: gangs, {size} a side\n\n{games} games a pair, *General brawl*.\n")
            .unwrap();
        let game = |[one, two]: [usize; 2], number: u64| {
            let setup = setup("SCN-00", size, &[&gangs[one].1, &gangs[two].1]);
            let (outcome, state) = play::<Baston>(&setup, "brawler", first + number);
            (outcome, Baston::turn(&state))
        };
        matches(&names, games, game, out);
    }
    out.push('\n');
    dealt::table::<Baston>("Baston", games * 5, first, out);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_game_in_each_cell_fills_the_tables() {
        let mut out = String::new();
        super::tables(1, 5, &mut out);
        for wanted in ["SCN-03 The cash box", "4 a side", "| The Dockers | "] {
            assert!(out.contains(wanted), "{wanted}");
        }
        assert!(out.contains(" 100.0 % |") && out.contains(" 0.0 % |"), "{out}");
    }
}

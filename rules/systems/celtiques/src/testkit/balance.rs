//! The wins at Celtiques: side against side, the ready-made heroes against each other, and heroes against what a
//! scenario brings.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use std::fmt::Write as _;

use crate::Celtiques;
use crate::ids::Scenario;
use crate::setup::{Band, Hero, Options, Setup};
use crate::tables::tables as rows;
use bagarre_kit::contract::{Outcome, Ruleset as _};

use bagarre_kit::conformance::balance::{Score, matches};
use bagarre_kit::conformance::dealt;

fn hero(n: usize) -> Hero {
    rows().character[n % rows().character.len()].hero()
}

/// A game of bands, each of heroes of the table by their places.
fn setup(scenario: Scenario, coop: bool, bands: &[Vec<usize>]) -> Setup {
    let band = |(seat, heroes): (usize, &Vec<usize>)| Band {
        name: format!("{}", seat + 1),
        heroes: heroes.iter().map(|n| hero(*n)).collect(),
        campaign: None,
    };
    Setup {
        scenario,
        arena: rows().scenario(scenario).unwrap().arena,
        map: None,
        coop,
        mj: false,
        adversaires: Vec::new(),
        objectif: None,
        options: Options::default(),
        campagne: false,
        bands: bands.iter().enumerate().map(band).collect(),
    }
}

fn play(setup: &Setup, number: u64) -> (Outcome, u32) {
    let (outcome, state) = bagarre_kit::conformance::balance::play::<Celtiques>(setup, "champion", number);
    (outcome, Celtiques::turn(&state))
}

/// So many heroes of the table, from one of them on.
fn company(number: u64, size: usize) -> Vec<usize> {
    (0..size).map(|n| (number as usize + n) % rows().character.len()).collect()
}

/// The scenarios between two sides, and the fighters on each.
const VERSUS: [(Scenario, usize); 9] = [
    (Scenario::Cercle, 1),
    (Scenario::Gue, 2),
    (Scenario::Gue, 3),
    (Scenario::Gue, 4),
    (Scenario::Chemin, 2),
    (Scenario::Chemin, 3),
    (Scenario::Etendard, 2),
    (Scenario::Etendard, 3),
    (Scenario::Etendard, 4),
];

/// The same heroes on both sides, each led by one seat, or four of them by two.
fn mirrored(heroes: &[usize]) -> Vec<Vec<usize>> {
    let seats = if heroes.len() > 3 { heroes.chunks(2) } else { heroes.chunks(3) };
    seats.flat_map(|led| [led.to_vec(), led.to_vec()]).collect()
}

/// Side against side: both bring the same heroes, so that nothing but the side differs.
fn sides(games: u64, first: u64, out: &mut String) {
    out.push_str("| Scenario | A side | Side 1 | Side 2 | Drawn | Turns |\n|---|---|---|---|---|---|\n");
    for (scenario, size) in VERSUS {
        let mut score = Score::default();
        for number in 0..games {
            let bands = mirrored(&company(number, size));
            let (outcome, turns) = play(&setup(scenario, false, &bands), first + number);
            score.add(&outcome, |seat| usize::from(seat.0 % 2), turns);
        }
        let [one, two] = [0, 1].map(|side| score.share(score.wins[side]));
        let (drawn, turns) = (score.share(score.draws()), score.mean_turns());
        writeln!(out, "| {} | {size} | {one} | {two} | {drawn} | {turns} |", scenario.id()).unwrap();
    }
}

/// Heroes together against what a scenario brings: how often they win, and how often a beginner does in their places.
fn together(games: u64, first: u64, out: &mut String) {
    out.push_str("| Scenario | Heroes | Won | Turns | A beginner wins |\n|---|---|---|---|---|\n");
    for (scenario, least) in [(Scenario::Chemin, 1), (Scenario::HautRoi, 2), (Scenario::Sanglier, 2)] {
        for heroes in least..=4usize {
            let [best, any] = ["champion", "any"].map(|bot| {
                let mut score = Score::default();
                for number in 0..games {
                    let bands: Vec<Vec<usize>> =
                        company(number, heroes).into_iter().map(|n| vec![n]).collect();
                    let game = setup(scenario, true, &bands);
                    let (outcome, state) =
                        bagarre_kit::conformance::balance::play::<Celtiques>(&game, bot, first + number);
                    // Won together is one win.
                    score.add(&outcome, |_| 0, Celtiques::turn(&state));
                }
                score
            });
            let (won, turns) = (best.share(best.wins[0]), best.mean_turns());
            let other = any.share(any.wins[0]);
            writeln!(out, "| {} | {heroes} | {won} | {turns} | {other} |", scenario.id()).unwrap();
        }
    }
}

/// The ready-made heroes against each other, in the ring of spears.
fn duels(games: u64, first: u64, out: &mut String) {
    let names: Vec<String> = rows().character.iter().map(|it| it.name.clone()).collect();
    let game = |[one, two]: [usize; 2], number: u64| {
        // Dice of its own for each game, as at énergie.
        let seed = first + 2 * number + u64::from(one > two);
        play(&setup(Scenario::Cercle, false, &[vec![one], vec![two]]), seed)
    };
    matches(&names, games, game, out);
}

/// All of its tables, from a number of games and the first of their numbers.
pub(super) fn tables(games: u64, first: u64, out: &mut String) {
    writeln!(out, "### Celtiques: side against side\n\n{games} games a row.\n").unwrap();
    sides(games, first, out);
    writeln!(out, "\n### Celtiques: heroes in duels\n\n{games} games a pair.\n").unwrap();
    duels(games, first, out);
    writeln!(out, "\n### Celtiques: together\n\n{games} games a row.\n").unwrap();
    together(games, first, out);
    writeln!(
        out,
        "\n### Celtiques: the champion against a beginner\n\n{games} games a row, sides swapped.\n"
    )
    .unwrap();
    against_any(games, first, out);
    out.push('\n');
    dealt::table::<Celtiques>("Celtiques", games * 5, first, out);
}

/// The better bot against the one that plays by chance, sides swapped at each game.
fn against_any(games: u64, first: u64, out: &mut String) {
    out.push_str("| Scenario | A side | The champion wins |\n|---|---|---|\n");
    // One seat leads a side here, and no more than three.
    for (scenario, size) in VERSUS.into_iter().filter(|(_, size)| *size < 4) {
        let mut score = Score::default();
        for number in 0..games {
            let own = (number % 2) as u8;
            let bots = [0, 1].map(|seat| if seat == own { "champion" } else { "any" });
            let heroes = company(number / 2, size);
            let game = setup(scenario, false, &[heroes.clone(), heroes]);
            let (outcome, state) =
                bagarre_kit::conformance::balance::play_between::<Celtiques>(&game, &bots, first + number);
            score.add(&outcome, |seat| usize::from(seat.0 != own), Celtiques::turn(&state));
        }
        writeln!(out, "| {} | {size} | {} |", scenario.id(), score.share(score.wins[0])).unwrap();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_game_in_each_cell_fills_the_tables() {
        let mut out = String::new();
        super::tables(1, 5, &mut out);
        assert!(out.contains("| haut_roi | 4 |"), "{out}");
        assert!(out.contains(" 100.0 % |") && out.contains(" 0.0 % |"), "{out}");
    }
}

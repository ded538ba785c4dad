//! Who wins at GeneriK: attacker and defender by scenario, and the ready-made bands against each other, played by the better
//! bot. Prints Markdown tables; the same number of games gives the same numbers on any machine.
//!
//! `cargo run --release -p bagarre-rules --example balance [-- GAMES]`; `make balance` writes `docs/balance.md` with it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool of the makers")]

use std::fmt::Write as _;

use bagarre_rules::contract::{Actor, Audience, Lang, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::ids::{Era, Scenario};
use bagarre_rules::generik::library::{Ready, bands_of};
use bagarre_rules::generik::setup::{Ground, Options, Setup};
use bagarre_rules::generik::state::State;
use bagarre_rules::generik::tables;

/// Plays a game between two skirmishers: how it ended, and who attacked.
fn play(setup: &Setup, number: u64) -> (Outcome, Seat, u32) {
    let mut state: State = Generik::new(setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    let mut bots = [0, 1].map(|_| Generik::bot("skirmisher").unwrap());
    advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match Generik::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => {
                return (outcome, state.scene.attacker.unwrap(), Generik::turn(&state));
            }
            _ => panic!("game {number} stopped on its way"),
        };
        let (view, ask) =
            (Generik::view(&state, Audience::Seat(seat)), Generik::ask_for(&state, seat).unwrap());
        let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

fn setup(era: Era, scenario: Scenario, bands: [&Ready; 2]) -> Setup {
    Setup {
        era,
        scenario: Some(scenario),
        ground: Ground::Ready,
        options: Options { mixed_eras: bands[0].era != bands[1].era, ..Options::default() },
        campaign: false,
        youngest: Seat(0),
        bands: bands.map(|ready| ready.band(Lang::En)).into(),
    }
}

/// Wins of two sides, and what is left.
#[derive(Clone, Copy, Default)]
struct Score {
    games: u64,
    wins: [u64; 2],
    turns: u64,
}

impl Score {
    fn add(&mut self, outcome: &Outcome, side: impl Fn(Seat) -> usize, turns: u32) {
        self.games += 1;
        self.turns += u64::from(turns);
        if let (1, Some(winner)) = (outcome.winners.len(), outcome.winners.iter().next()) {
            self.wins[side(winner)] += 1;
        }
    }

    /// A share in tenths of a percent, rounded.
    fn share(&self, wins: u64) -> String {
        let tenths = (wins * 1_000 + self.games / 2) / self.games.max(1);
        format!("{}.{} %", tenths / 10, tenths % 10)
    }

    fn draws(&self) -> u64 {
        self.games - self.wins[0] - self.wins[1]
    }

    fn mean_turns(&self) -> String {
        let tenths = (self.turns * 10 + self.games / 2) / self.games.max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// Attacker against defender: mirror games of every ready-made band, so that nothing but the side differs.
fn sides(games: u64, out: &mut String) {
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
                let (outcome, attacker, turns) = play(&setup(*era, *scenario, [band, band]), number);
                let side = |seat: Seat| usize::from(seat != attacker);
                score.add(&outcome, side, turns);
                total.add(&outcome, side, turns);
            }
            row(&mut rows, "", era.id(), &score);
        }
        let row_of = tables::scenario(*scenario);
        row(out, &format!("{} {}", row_of.number, row_of.en), "all", &total);
        out.push_str(&rows);
    }
}

fn row(out: &mut String, first: &str, second: &str, score: &Score) {
    let [one, two] = score.wins.map(|wins| score.share(wins));
    let (drawn, turns) = (score.share(score.draws()), score.mean_turns());
    writeln!(out, "| {first} | {second} | {one} | {two} | {drawn} | {turns} |").unwrap();
}

/// Every band against every other one of its list, sides swapped: wins of the row in percent of all games.
fn matches(games: u64, bands: &[&Ready], era_of: impl Fn(&Ready, &Ready, u64) -> Era, out: &mut String) {
    out.push_str("| |");
    for ready in bands {
        write!(out, " {} |", ready.en).unwrap();
    }
    out.push_str(" All |\n|---|");
    out.push_str(&"---|".repeat(bands.len() + 1));
    out.push('\n');
    let mut cells = vec![vec![Score::default(); bands.len()]; bands.len()];
    for one in 0..bands.len() {
        for two in one + 1..bands.len() {
            for number in 0..games {
                let swapped = number % 2 == 1;
                let pair = if swapped { [bands[two], bands[one]] } else { [bands[one], bands[two]] };
                let era = era_of(bands[one], bands[two], number);
                let (outcome, _, turns) = play(&setup(era, Scenario::BastonGenerale, pair), number / 2);
                let side = |seat: Seat| usize::from((seat == Seat(0)) == swapped);
                cells[one][two].add(&outcome, side, turns);
            }
            let Score { games, wins: [a, b], turns } = cells[one][two];
            cells[two][one] = Score { games, wins: [b, a], turns };
        }
    }
    for (ready, line) in bands.iter().zip(&cells) {
        write!(out, "| {} |", ready.en).unwrap();
        let mut all = Score::default();
        for score in line {
            all.games += score.games;
            all.wins[0] += score.wins[0];
            let text = if score.games > 0 { score.share(score.wins[0]) } else { "–".to_owned() };
            write!(out, " {text} |").unwrap();
        }
        writeln!(out, " **{}** |", all.share(all.wins[0])).unwrap();
    }
}

fn main() {
    let games = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(200);
    let mut out = String::new();
    writeln!(out, "### Attacker and defender\n\n{games} games in each row of an era.\n").unwrap();
    sides(games, &mut out);
    for era in Era::ALL {
        writeln!(out, "\n### Bands of the era `{}`\n\n{games} games a pair.\n", era.id()).unwrap();
        let bands: Vec<&Ready> = bands_of(*era).collect();
        matches(games, &bands, |_, _, _| *era, &mut out);
    }
    writeln!(out, "\n### The first band of each era against the others\n\n{games} games a pair, half of them on the table of each of the two eras.\n").unwrap();
    let firsts: Vec<&Ready> = Era::ALL.iter().filter_map(|era| bands_of(*era).next()).collect();
    // Sides are swapped at each game, tables at every other one.
    let era_of = |one: &Ready, two: &Ready, number: u64| {
        if (number / 2).is_multiple_of(2) { one.era } else { two.era }
    };
    matches(games, &firsts, era_of, &mut out);
    print!("{out}");
}

//! The bots: one does anything, the other plays to win. `make balance` measures the same with many games.

use bagarre_rules::contract::{Actor, Audience, Bot, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::energie::Energie;
use bagarre_rules::gather::{Gather, Terms};

/// A game of ready-made heroes between bots by seat.
fn play(scenario: &str, format: &str, bots: &[&str], seed: u64) -> Outcome {
    let more = serde_json::json!({ "format": format });
    let terms = Terms { scenario: scenario.to_owned(), seats: bots.len() as u8, size: 0, more: Some(more) };
    // The same heroes on both sides, all of them in turn.
    let bands =
        (0..terms.seats).map(|_| Energie::ready_band(&terms, Seat(seed as u8 % terms.seats))).collect();
    let mut state = Energie::new(&Energie::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut players: Vec<Box<dyn Bot<Energie>>> =
        bots.iter().map(|name| Energie::bot(name).unwrap()).collect();
    advance::<Energie>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match Energie::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => return outcome,
            _ => panic!("the game stopped on its way"),
        };
        let ask = Energie::ask_for(&state, seat).unwrap();
        let view = Energie::view(&state, Audience::Seat(seat));
        let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<Energie>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

#[test]
fn the_daredevil_beats_any_in_every_scenario_on_both_sides() {
    let tables = [
        ("entrepot", "1v1"),
        ("entrepot", "2v2"),
        ("docks", "2v2"),
        ("docks", "3v3"),
        ("embuscade", "2v2"),
        ("epave", "2v2"),
        ("poursuite", "1v1"),
    ];
    for (scenario, format) in tables {
        let won = |seed: &u64| {
            let own = (*seed % 2) as usize;
            let bots = if own == 0 { ["daredevil", "any"] } else { ["any", "daredevil"] };
            play(scenario, format, &bots, *seed).winners.contains(Seat(own as u8))
        };
        let won = (0..GAMES).filter(won).count() as u64;
        assert!(won * 10 >= GAMES * 7, "{scenario} {format}: the daredevil won {won} games of {GAMES}");
    }
}

/// Games of a row: few, so that chance alone does not bring one that wins eighty in a hundred below seventy.
const GAMES: u64 = 40;

#[test]
fn the_daredevil_wins_more_than_any_against_the_game() {
    for (scenario, format) in
        [("embuscade", "coop2"), ("colosse", "coop2"), ("epave", "coop2"), ("poursuite", "coop1")]
    {
        let won = |bot: &'static str| {
            (0..GAMES).filter(|seed| play(scenario, format, &[bot], *seed).winners.contains(Seat(0))).count()
        };
        let (best, any) = (won("daredevil"), won("any"));
        assert!(best > any, "{scenario}: {best} against {any} of {GAMES}");
    }
}

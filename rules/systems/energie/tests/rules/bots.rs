//! The bots: one does anything, the other plays to win. `make balance` measures the same with many games.

use bagarre_energie::Energie;
use bagarre_energie::testkit::library;
use bagarre_energie::testkit::setup::{Band, Format};
use bagarre_kit::contract::{Actor, Audience, Bot, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::Seeded;
use bagarre_kit::gather::{Gather, Terms};

const BEST: &str = "daredevil";

/// A game of ready-made heroes between bots by seat, those of every side alike, all of them in turn. A free table has a referee too,
/// who has nothing to say between sides.
fn play(scenario: &str, format: &str, bots: &[&str], seed: u64) -> Outcome {
    let mj = scenario == "libre";
    let more = serde_json::json!({ "format": format, "mj": mj });
    let players = bots.len() as u8;
    let seats = players + u8::from(mj);
    let terms = Terms { scenario: scenario.to_owned(), seats, size: 0, more: Some(more) };
    let plan = Format::parse(format).unwrap().seats(players).unwrap();
    let mut placed = [0; 6];
    let mut band = |(side, many): (u8, u8)| {
        let first = seed as usize / bots.len() + usize::from(placed[usize::from(side)]);
        placed[usize::from(side)] += many;
        let heroes = (0..many).map(|n| library::ready(first + usize::from(n), n)).collect();
        Band { name: format!("Groupe {side} {first}"), heroes, purse: None }
    };
    // A referee brings no band.
    let bands = plan.into_iter().chain(mj.then_some((0, 0))).map(&mut band).collect();
    let mut state = Energie::new(&Energie::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let names = bots.iter().copied().chain(mj.then_some("any"));
    let mut players: Vec<Box<dyn Bot<Energie>>> = names.map(|name| Energie::bot(name).unwrap()).collect();
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

/// How many of so many games the best bot wins alone against `any` on every other seat, from each seat in turn.
fn alone(scenario: &str, format: &str, seats: usize, games: u64) -> u64 {
    let won = |seed: &u64| {
        let own = *seed as usize % seats;
        let mut bots = vec!["any"; seats];
        bots[own] = BEST;
        play(scenario, format, &bots, *seed).winners.contains(Seat(own as u8))
    };
    (0..games).filter(won).count() as u64
}

/// Eighty in a hundred, on both sides.
fn beats_any(scenario: &str, formats: &[&str], games: u64) {
    for format in formats {
        let won = alone(scenario, format, 2, games);
        assert!(won * 100 >= games * 80, "{scenario} {format}: the daredevil won {won} games of {games}");
    }
}

/// ENE-SCN-01, ENE-SCN-02: in the warehouse and on the quays.
#[test]
fn ene_scn_01_the_daredevil_beats_any_in_the_warehouse_and_on_the_quays() {
    beats_any("entrepot", &["1v1", "2v2"], 100);
    beats_any("docks", &["2v2", "3v3"], 100);
}

/// ENE-SCN-03, ENE-SCN-06: in the ambush and the chase, whose sides are after different things.
#[test]
fn ene_scn_03_the_daredevil_beats_any_in_the_ambush_and_the_chase() {
    beats_any("embuscade", &["2v2", "3v3"], 100);
    beats_any("poursuite", &["1v1", "2v1"], 100);
}

/// ENE-SCN-05: at the wreck.
#[test]
fn ene_scn_05_the_daredevil_beats_any_at_the_wreck() {
    beats_any("epave", &["2v2", "3v3"], 100);
}

/// ENE-SCN-07: at a free table.
#[test]
fn ene_scn_07_the_daredevil_beats_any_at_a_free_table() {
    beats_any("libre", &["1v1", "2v2", "3v3"], 100);
}

/// ENE-SCN-02, ENE-FIN-08: a free-for-all, twice the quarter that chance would give.
#[test]
fn ene_scn_02_the_daredevil_alone_wins_more_than_its_quarter() {
    let won = alone("docks", "ffa4", 4, 100);
    assert!(won >= 50, "the daredevil won {won} games of 100");
}

/// Four times as often, or where the other never wins at all.
fn beats_the_game(scenario: &str, formats: &[&str], games: u64) {
    for format in formats {
        let parsed = Format::parse(format).unwrap();
        let seats = (1..=6).find(|seats| parsed.seats(*seats).is_some()).unwrap();
        let wins = |bot: &str, seed: u64| {
            play(scenario, format, &vec![bot; usize::from(seats)], seed).winners.contains(Seat(0))
        };
        let won = |bot: &str| (0..games).filter(|seed| wins(bot, *seed)).count();
        let (best, any) = (won(BEST), won("any"));
        assert!(best > 0 && best >= 4 * any, "{scenario} {format}: {best} against {any} of {games}");
    }
}

/// ENE-SCN-03: out by the pass.
#[test]
fn ene_scn_03_the_daredevil_wins_four_times_as_often_in_the_ambush() {
    beats_the_game("embuscade", &["coop1", "coop2", "coop3", "coop4"], 60);
}

/// ENE-SCN-04: against the Colosse.
#[test]
fn ene_scn_04_the_daredevil_wins_four_times_as_often_against_the_colosse() {
    beats_the_game("colosse", &["coop2", "coop3", "coop4"], 40);
}

/// ENE-SCN-05: the case out of the wreck.
#[test]
fn ene_scn_05_the_daredevil_wins_four_times_as_often_among_the_sharks() {
    beats_the_game("epave", &["coop2", "coop3", "coop4"], 40);
}

/// ENE-SCN-06: after the suspect.
#[test]
fn ene_scn_06_the_daredevil_wins_four_times_as_often_in_the_chase() {
    beats_the_game("poursuite", &["coop1", "coop2"], 60);
}

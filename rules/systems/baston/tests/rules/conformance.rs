//! The conformance suite.

use bagarre_baston::Baston;
use bagarre_baston::testkit::setup::Options;
use bagarre_kit::conformance::{
    Effort, Players, all, check, commands, games, positions, ready, rounds, tables,
};
use bagarre_kit::contract::Ruleset;

/// Commands in which a game of Baston must be over: 15 turns of four seats, with every decision they can hold.
const BOUND: u32 = 6_000;

/// House options: none, each one alone, all together.
fn house_options() -> Vec<Options> {
    let none = serde_json::to_value(Options::default()).unwrap();
    let names: Vec<String> = none.as_object().unwrap().keys().cloned().collect();
    let mut list = vec![none.clone()];
    for name in &names {
        let mut one = none.clone();
        one[name] = true.into();
        list.push(one);
    }
    list.push(names.iter().map(|name| (name.clone(), serde_json::Value::Bool(true))).collect());
    list.into_iter().map(|options| serde_json::from_value(options).unwrap()).collect()
}

#[test]
fn baston_keeps_its_promises_in_every_scenario_and_with_every_house_option() {
    let effort = Effort { every: 5, options: 40, commands: 20, positions: 16, bound: BOUND };
    let houses = house_options();
    let total = all(&tables::<Baston>(), |n, terms| {
        let mut setup = ready::<Baston>(terms);
        games(2 * rounds(), |k| {
            setup.options = houses[(n + k * 5) as usize % houses.len()];
            check::<Baston>(&setup, k * 100 + n, Players::Mixed, &effort)
        })
    });
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

#[test]
fn baston_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: BOUND };
    all(&tables::<Baston>(), |_, terms| {
        check::<Baston>(&ready::<Baston>(terms), 1, Players::Absent, &effort)
    });
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: BOUND };
    all(&tables::<Baston>(), |seed, terms| {
        let setup = ready::<Baston>(terms);
        let names = Baston::bots();
        let players = Players::Bot(names[seed as usize % names.len()]);
        let play = |seed| check::<Baston>(&setup, seed, players, &effort);
        let first = play(seed);
        assert_eq!(first, play(seed), "{terms:?}");
        assert_ne!(first.digest, play(seed + 100).digest, "{terms:?}");
        first
    });
}

#[test]
fn nobody_learns_what_is_not_his() {
    let effort = Effort { every: 8, options: 1, commands: 0, positions: 0, bound: BOUND };
    let brawls = all(&tables::<Baston>(), |n, terms| {
        let mut setup = ready::<Baston>(terms);
        setup.options.reveal_by_sequence = n % 2 == 0;
        games(rounds(), |k| check::<Baston>(&setup, 7_000 + k * 100 + n, Players::Mixed, &effort))
    });
    assert!(brawls.secrets > 100, "{brawls:?}");
}

#[test]
fn no_bytes_break_the_rules() {
    let total = commands::<Baston>(env!("CARGO_MANIFEST_DIR"), 80, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_baston() {
    let total = positions::<Baston>(env!("CARGO_MANIFEST_DIR"), 40, 400);
    assert!(total.refused > 20 && total.positions > 20, "{total:?}");
}

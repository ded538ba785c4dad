//! The conformance suite, run on every system.
#![cfg(feature = "testkit")]
#![allow(clippy::unwrap_used, reason = "a test")]

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::setup::Options;
use bagarre_rules::conformance::{Effort, Players, Report, Weather, check, storm};
use bagarre_rules::contract::{Ruleset, Seat};
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::ids::Era;
use bagarre_rules::generik::setup::{Ground, Options as Rulings, Quota, Setup};

/// Commands in which a game of Baston must be over: 15 turns of four seats, with every decision they can hold.
const BOUND: u32 = 6_000;

fn setup<R: Gather>(terms: &Terms) -> R::Setup {
    let bands = (0..terms.seats).map(|seat| R::ready_band(terms, Seat(seat))).collect();
    R::gather(terms, bands, Seat(0)).unwrap()
}

/// Every scenario with every number of seats it takes.
fn tables<R: Gather>() -> Vec<Terms> {
    let seats = |scenario: String| (2..=6).filter_map(move |seats| R::usual(&scenario, seats));
    R::scenarios().into_iter().flat_map(seats).collect()
}

/// How many times longer than usual: `CONFORMANCE_ROUNDS=100 cargo test --release …` hunts for a night.
fn rounds() -> usize {
    std::env::var("CONFORMANCE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

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
    let mut total = Report::default();
    let houses = house_options();
    for (n, terms) in tables::<Baston>().iter().enumerate() {
        let mut setup = setup::<Baston>(terms);
        for k in 0..2 * rounds() {
            setup.options = houses[(n + k * 5) % houses.len()];
            total.add(&check::<Baston>(&setup, (k * 100 + n) as u64, Players::Mixed, &effort));
        }
    }
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

#[test]
fn baston_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: BOUND };
    for terms in tables::<Baston>() {
        check::<Baston>(&setup::<Baston>(&terms), 1, Players::Absent, &effort);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: BOUND };
    for (seed, terms) in (0..).zip(tables::<Baston>()) {
        let setup = setup::<Baston>(&terms);
        let names = Baston::bots();
        let players = Players::Bot(names[seed as usize % names.len()]);
        let play = |seed| check::<Baston>(&setup, seed, players, &effort);
        assert_eq!(play(seed), play(seed), "{terms:?}");
        assert_ne!(play(seed).digest, play(seed + 100).digest, "{terms:?}");
    }
}

/// Commands in which a game of GeneriK must be over: 20 turns of four bands of six, with every window they can hold.
const SKIRMISH: u32 = 12_000;

/// Switchable rulings of GeneriK: as printed, each one alone, all together.
fn rulings() -> Vec<Rulings> {
    let printed = Rulings::default();
    let mut list = vec![
        printed,
        Rulings { free_switching: false, ..printed },
        Rulings { allow_disengage: true, ..printed },
        Rulings { heroic_after_da_removed: false, ..printed },
        Rulings { ao_quota: Quota::PerPhase, ..printed },
        Rulings { ao_quota: Quota::PerAction, ..printed },
        Rulings { figures_block_los: true, ..printed },
        Rulings { defence_blind: true, ..printed },
        Rulings { down_target_shoot_mod: 0, ..printed },
        Rulings { down_defender_can_wound: true, ..printed },
        Rulings { chain_knockdown_loses_da: true, ..printed },
        Rulings { blast_knockdown_loses_da: true, ..printed },
        Rulings { armour_uses_weapon_slot: false, mixed_eras: true, ..printed },
    ];
    list.push(Rulings {
        free_switching: false,
        allow_disengage: true,
        figures_block_los: true,
        defence_blind: true,
        down_defender_can_wound: true,
        chain_knockdown_loses_da: true,
        blast_knockdown_loses_da: true,
        ..printed
    });
    list
}

/// Every scenario with every number of seats, in every era, with ready terrain and placed in turn, single games and
/// games of a campaign.
fn skirmishes() -> Vec<Setup> {
    let rulings = rulings();
    let mut list = Vec::new();
    for terms in tables::<Generik>() {
        for era in Era::ALL {
            let n = list.len();
            let campaign = n % 3 == 1;
            let more = serde_json::json!({ "era": era, "campaign": campaign });
            let terms = Terms { more: Some(more), ..terms.clone() };
            let bands = (0..terms.seats).map(|seat| Generik::ready_band(&terms, Seat(seat))).collect();
            let mut setup = Generik::gather(&terms, bands, Seat(0)).unwrap();
            setup.options = rulings[n % rulings.len()];
            if n % 4 == 2 {
                setup.ground = Ground::InTurn;
            }
            list.push(setup);
        }
    }
    list
}

#[test]
fn generik_keeps_its_promises_in_every_scenario_and_with_every_ruling() {
    let effort = Effort { every: 40, options: 25, commands: 12, positions: 8, bound: SKIRMISH };
    let mut total = Report::default();
    for (n, setup) in (0u64..).zip(skirmishes()) {
        for k in 0..rounds() as u64 {
            total.add(&check::<Generik>(&setup, k * 100 + n, Players::Mixed, &effort));
        }
    }
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100, "{total:?}");
}

#[test]
fn generik_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: SKIRMISH };
    for setup in skirmishes() {
        check::<Generik>(&setup, 1, Players::Absent, &effort);
    }
}

#[test]
fn the_same_seed_gives_the_same_skirmish() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: SKIRMISH };
    for (seed, setup) in (0u64..).zip(skirmishes()).step_by(3) {
        let names = Generik::bots();
        let players = Players::Bot(names[seed as usize % names.len()]);
        let play = |seed| check::<Generik>(&setup, seed, players, &effort);
        assert_eq!(play(seed), play(seed));
        assert_ne!(play(seed).digest, play(seed + 100).digest);
    }
}

/// Every scenario with a few house options, in a fixed order.
fn weather_setups() -> Vec<<Baston as Ruleset>::Setup> {
    let houses = house_options();
    let tables = tables::<Baston>();
    let setups = tables.iter().enumerate().map(|(n, terms)| {
        let mut setup = setup::<Baston>(terms);
        setup.options = houses[n % houses.len()];
        setup
    });
    setups.collect()
}

/// Plays the corpus of the fuzz target of a system, then random bytes.
fn weather<R: Ruleset>(setups: &[R::Setup], random: usize) -> Weather {
    let corpus = format!("{}/fuzz/corpus/{}", env!("CARGO_MANIFEST_DIR"), R::ID);
    let mut files: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut inputs: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    let mut chance = Seeded::from_number(11);
    let bytes = |_| (0..1_500).map(|_| chance.die(255) ^ chance.die(2)).collect();
    inputs.extend((0..random * rounds()).map(bytes));
    let mut total = Weather::default();
    for input in &inputs {
        let weather = storm::<R>(setups, input);
        total.accepted += weather.accepted;
        total.refused += weather.refused;
        total.positions += weather.positions;
    }
    total
}

#[test]
fn no_bytes_break_the_rules() {
    let total = weather::<Baston>(&weather_setups(), 80);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_bytes_break_the_rules_of_generik() {
    let total = weather::<Generik>(&skirmishes(), 30);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

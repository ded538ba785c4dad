//! The conformance suite, run on every system.
#![cfg(feature = "testkit")]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::setup::Options;
use bagarre_rules::celtiques::Celtiques;
use bagarre_rules::conformance::{
    Effort, Play, Players, Report, TestKit, Tested, Weather, check, import, ready, tables,
};
use bagarre_rules::contract::{Lang, Ruleset, Seat};
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_rules::energie::Energie;
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::ids::Era;
use bagarre_rules::generik::setup::{Ground, Options as Rulings, Quota, Setup};
use bagarre_rules::toy::{self, Toy};
use bagarre_rules::{baston, celtiques, energie, generik};

/// Commands in which a game of Baston must be over: 15 turns of four seats, with every decision they can hold.
const BOUND: u32 = 6_000;

/// A fight at once takes its bands from anywhere in the list of ready ones, beyond the seats of its table too.
fn begins_with_bands_from_anywhere<R: Gather>() {
    for terms in tables::<R>() {
        for from in 0..16 {
            let mut bands = Vec::new();
            for seat in 0..terms.seats {
                bands.push(R::own_band(&terms, Seat(seat), from, Lang::Fr, &bands));
            }
            let at = format!("{} {}, {} seats, from place {from}", R::ID, terms.scenario, terms.seats);
            let setup = R::gather(&terms, bands, Seat(0)).unwrap_or_else(|why| panic!("{at}: {why}"));
            R::new(&setup).unwrap_or_else(|why| panic!("{at}: {why}"));
        }
    }
}

#[test]
fn a_table_begins_with_ready_made_bands_from_anywhere() {
    bagarre_rules::for_every!(begins_with_bands_from_anywhere());
}

/// How many times longer than usual: `CONFORMANCE_ROUNDS=100 cargo test --release …` hunts for a night.
fn rounds() -> usize {
    std::env::var("CONFORMANCE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Plays something for everything in a list, as many at once as the machine has cores; what all of it came to.
fn all<T: Sync>(list: &[T], play: impl Fn(u64, &T) -> Report + Sync) -> Report {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut total = Report::default();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = list.get(n) else { return total };
            total.add(&play(n as u64, one));
        }
    };
    let mut total = Report::default();
    scope(|scope| {
        let cores = available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores.min(list.len())).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            total.add(&worker.join().unwrap());
        }
    });
    total
}

/// As many games as rounds were asked for, told apart by the number they get.
fn games(count: usize, mut play: impl FnMut(u64) -> Report) -> Report {
    let mut total = Report::default();
    for k in 0..count as u64 {
        total.add(&play(k));
    }
    total
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
    let total = all(&skirmishes(), |n, setup| {
        games(rounds(), |k| check::<Generik>(setup, k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100, "{total:?}");
}

#[test]
fn nobody_learns_what_is_not_his() {
    // Seeds that once told somebody something stay here.
    let effort = Effort { every: 1, options: 1, commands: 0, positions: 0, bound: SKIRMISH };
    let mut toys = Report::default();
    for seed in 0..20 * rounds() as u64 {
        let setup = toy::Setup {
            seats: 2 + (seed % 5) as u8,
            turns: 5,
            bands: Vec::new(),
            youngest: Seat(0),
            led: false,
        };
        toys.add(&check::<Toy>(&setup, seed, Players::Mixed, &effort));
    }
    assert!(toys.secrets > 100, "{toys:?}");
    let effort = Effort { every: 8, ..effort };
    let brawls = all(&tables::<Baston>(), |n, terms| {
        let mut setup = ready::<Baston>(terms);
        setup.options.reveal_by_sequence = n % 2 == 0;
        games(rounds(), |k| check::<Baston>(&setup, 7_000 + k * 100 + n, Players::Mixed, &effort))
    });
    assert!(brawls.secrets > 100, "{brawls:?}");
    let effort = Effort { every: 90, ..effort };
    let every_other: Vec<Setup> = skirmishes().into_iter().step_by(2).collect();
    let fights = all(&every_other, |n, setup| {
        games(rounds(), |k| check::<Generik>(setup, 9_000 + k * 100 + 2 * n, Players::Mixed, &effort))
    });
    assert!(fights.secrets > 60, "{fights:?}");
}

#[test]
fn generik_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: SKIRMISH };
    all(&skirmishes(), |_, setup| check::<Generik>(setup, 1, Players::Absent, &effort));
}

#[test]
fn the_same_seed_gives_the_same_skirmish() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: SKIRMISH };
    let every_third: Vec<(u64, Setup)> = (0u64..).zip(skirmishes()).step_by(3).collect();
    all(&every_third, |_, (seed, setup)| {
        let names = Generik::bots();
        let players = Players::Bot(names[*seed as usize % names.len()]);
        let play = |seed| check::<Generik>(setup, seed, players, &effort);
        let first = play(*seed);
        assert_eq!(first, play(*seed));
        assert_ne!(first.digest, play(*seed + 100).digest);
        first
    });
}

/// Commands in which a game of énergie must be over: 12 turns of ten characters with two actions, their free acts and every
/// question, and a referee's moments.
const PANELS: u32 = 4_000;

/// énergie: the games that inputs are played against, and somebody alone against the game.
fn panels() -> Vec<<Energie as Ruleset>::Setup> {
    let alone = Energie::usual("embuscade", 1).unwrap();
    Energie::setups().into_iter().chain([ready::<Energie>(&alone)]).collect()
}

#[test]
fn energie_keeps_its_promises_in_every_scenario_alone_led_and_in_a_campaign() {
    let effort = Effort { every: 12, options: 20, commands: 10, positions: 8, bound: PANELS };
    let total = all(&panels(), |n, setup| {
        games(2 * rounds(), |k| check::<Energie>(setup, k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

#[test]
fn energie_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: PANELS };
    all(&panels(), |_, setup| check::<Energie>(setup, 1, Players::Absent, &effort));
}

#[test]
fn the_same_seed_gives_the_same_panels() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: PANELS };
    all(&panels(), |seed, setup| {
        let names = Energie::bots();
        let players = Players::Bot(names[seed as usize % names.len()]);
        let play = |seed| check::<Energie>(setup, seed, players, &effort);
        let first = play(seed);
        assert_eq!(first, play(seed));
        assert_ne!(first.digest, play(seed + 100).digest);
        first
    });
}

/// The toy has few commands: a game of it is looked at from the first question to the last.
#[test]
fn toy_keeps_its_promises_alone_and_in_a_campaign() {
    let effort = Effort { every: 1, options: 10, commands: 20, positions: 20, bound: 200 };
    let mut total = Report::default();
    for (n, setup) in (0u64..).zip(Toy::setups()) {
        for k in 0..2 * rounds() as u64 {
            total.add(&check::<Toy>(&setup, k * 100 + n, Players::Mixed, &effort));
        }
    }
    assert!(total.questions > 100 && total.offered > 500 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

/// The stored inputs of a fuzz target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no stored input");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// The stored inputs of a fuzz target, then random bytes.
fn inputs(target: &str, random: usize, long: usize) -> Vec<Vec<u8>> {
    let mut chance = Seeded::from_number(11);
    let mut inputs = corpus(target);
    inputs
        .extend((0..random * rounds()).map(|_| (0..long).map(|_| chance.die(255) ^ chance.die(2)).collect()));
    inputs
}

/// What commands came to, and positions: of a system, the stored inputs, then so many random ones of so many bytes.
fn weather(system: &dyn Tested, kind: &str, play: &Play, random: usize, long: usize) -> Weather {
    let folder = format!("systems/{}/fuzz/{kind}", system.ruleset());
    inputs(&folder, random, long).iter().map(|input| play(input)).fold(
        Weather::default(),
        |total, weather| Weather {
            accepted: total.accepted + weather.accepted,
            refused: total.refused + weather.refused,
            positions: total.positions + weather.positions,
        },
    )
}

/// Bytes as commands.
fn commands(system: &dyn Tested, random: usize, long: usize) -> Weather {
    weather(system, "commands", &system.storm(), random, long)
}

/// Bytes as positions.
fn positions(system: &dyn Tested, random: usize, long: usize) -> Weather {
    weather(system, "positions", &system.moments(), random, long)
}

#[test]
fn no_bytes_break_the_rules() {
    let total = commands(baston::testkit::TESTED, 80, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_bytes_break_the_rules_of_generik() {
    let total = commands(generik::testkit::TESTED, 30, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_baston() {
    let total = positions(baston::testkit::TESTED, 40, 400);
    assert!(total.refused > 20 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_generik() {
    let total = positions(generik::testkit::TESTED, 15, 200);
    assert!(total.refused > 5 && total.positions > 3, "{total:?}");
}

#[test]
fn no_bytes_break_the_rules_of_energie() {
    let total = commands(energie::testkit::TESTED, 40, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_energie() {
    let total = positions(energie::testkit::TESTED, 40, 400);
    assert!(total.refused > 20 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_the_toy() {
    let total = positions(toy::testkit::TESTED, 200, 400);
    assert!(total.refused > 50 && total.positions > 50, "{total:?}");
}

#[test]
fn what_people_bring_is_refused_or_played() {
    let taken = inputs("fuzz/imports", 480, 60).iter().filter(|input| import(input)).count();
    assert!(taken > 20, "{taken}");
}

/// Commands in which a game of Celtiques must be over: 12 turns of five segments for eight fighters.
const WARRIORS: u32 = 6_000;

#[test]
fn celtiques_keeps_its_promises_in_every_scenario_and_with_every_switch() {
    let effort = Effort { every: 80, options: 20, commands: 10, positions: 6, bound: WARRIORS };
    let total = all(&Celtiques::setups(), |n, setup| {
        games(rounds(), |k| check::<Celtiques>(setup, k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.questions > 20 && total.offered > 200 && total.refused > 50, "{total:?}");
    assert!(total.bent > 50 && total.bent_positions > 20, "{total:?}");
}

#[test]
fn nobody_learns_what_celts_have_sealed() {
    let effort = Effort { every: 12, options: 1, commands: 0, positions: 0, bound: WARRIORS };
    let every_fifth: Vec<_> = Celtiques::setups().into_iter().step_by(5).collect();
    let total = all(&every_fifth, |n, setup| {
        games(rounds(), |k| check::<Celtiques>(setup, 4_000 + k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.secrets > 15, "{total:?}");
}

#[test]
fn celtiques_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: WARRIORS };
    all(&Celtiques::setups(), |_, setup| check::<Celtiques>(setup, 1, Players::Absent, &effort));
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: WARRIORS };
    let some: Vec<(u64, _)> = (0u64..).zip(Celtiques::setups()).step_by(7).collect();
    all(&some, |_, (seed, setup)| {
        let names = Celtiques::bots();
        let players = Players::Bot(names[*seed as usize % names.len()]);
        let play = |seed| check::<Celtiques>(setup, seed, players, &effort);
        let first = play(*seed);
        assert_eq!(first, play(*seed));
        assert_ne!(first.digest, play(*seed + 100).digest);
        first
    });
}

#[test]
fn no_bytes_break_the_rules_of_celtiques() {
    let total = commands(celtiques::testkit::TESTED, 32, 1_200);
    assert!(total.accepted > 150 && total.refused > 50 && total.positions > 2, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_celtiques() {
    let total = positions(celtiques::testkit::TESTED, 15, 200);
    assert!(total.refused > 5 && total.positions > 3, "{total:?}");
}

/// Every name in a band: its own, and those of its members.
fn names(band: &serde_json::Value, found: &mut Vec<String>) {
    match band {
        serde_json::Value::Object(fields) => {
            let own = fields.iter().filter(|(key, _)| ["name", "motto"].contains(&key.as_str()));
            found.extend(own.filter_map(|(_, name)| name.as_str()).map(str::to_lowercase));
            fields.values().for_each(|value| names(value, found));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

/// Ready-made bands of every seat at every table, looked for from every place: no two of them share a name.
fn names_are_told_apart<R: Gather>() {
    let tables = tables::<R>();
    assert!(!tables.is_empty());
    for terms in tables.into_iter().flat_map(|terms| [R::for_campaign(&terms), terms]) {
        for (from, lang) in (0..16).flat_map(|from| [(from, Lang::Fr), (from, Lang::En)]) {
            let mut bands: Vec<R::Band> = Vec::new();
            let mut taken: Vec<String> = Vec::new();
            for seat in (0..terms.seats).map(Seat) {
                let band = R::own_band(&terms, seat, from, lang, &bands);
                let mut own = Vec::new();
                names(&serde_json::to_value(&band).unwrap(), &mut own);
                assert!(!own.is_empty(), "{} has names", R::ID);
                let twice = own.iter().find(|name| taken.contains(name));
                assert_eq!(twice, None, "{} {terms:?}: {seat:?} from {from}", R::ID);
                taken.append(&mut own);
                bands.push(band);
            }
        }
    }
}

#[test]
fn ready_made_names_are_unique_across_seats_at_every_table() {
    bagarre_rules::for_offered!(names_are_told_apart());
}

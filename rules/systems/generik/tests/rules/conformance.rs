//! The conformance suite.

use bagarre_generik::Generik;
use bagarre_generik::testkit::ids::Era;
use bagarre_generik::testkit::setup::{Ground, Options as Rulings, Quota, Setup};
use bagarre_kit::conformance::{Effort, Players, all, check, commands, games, positions, rounds, tables};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::gather::{Gather, Terms};

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
    let effort = Effort { every: 90, options: 1, commands: 0, positions: 0, bound: SKIRMISH };
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

#[test]
fn no_bytes_break_the_rules_of_generik() {
    let total = commands::<Generik>(env!("CARGO_MANIFEST_DIR"), 30, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_generik() {
    let total = positions::<Generik>(env!("CARGO_MANIFEST_DIR"), 15, 200);
    assert!(total.refused > 5 && total.positions > 3, "{total:?}");
}

//! Deterministic simulation of the whole: a fixed number of seeds, one fresh seed, and bugs planted on purpose. `make
//! dst` simulates as many as one likes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bagarre_server::sabotage::Sabotage;
use bagarre_tests::chaos::ledger::{Count, Wrong};
use bagarre_tests::sim::{self, Bug, Outcome, Plan};

/// Seeds that every run simulates.
const SEEDS: u64 = 40;

/// Two minutes of trouble, so that many seeds fit into a test.
const fn short(seed: u64) -> Plan {
    Plan { span: Duration::from_mins(2), ..Plan::new(seed) }
}

/// Shows what went wrong, and how it is done again.
fn show(outcome: &Outcome) {
    println!("{}", outcome.report);
    for line in &outcome.last {
        println!("    {line}");
    }
    println!("again: {}", outcome.again());
}

/// Simulates these, and looks whether people played, much was broken, and nothing was lost.
fn nothing_is_lost(plans: &[Plan]) {
    let (mut red, mut commands, mut faults, mut moves) = (Vec::new(), 0, 0, 0);
    sim::run_all(plans, |outcome| {
        if !outcome.report.clean() {
            show(&outcome);
            red.push(outcome.again());
        }
        commands += outcome.report.counted(Count::Commands);
        faults += outcome.report.faults();
        moves += outcome.report.counted(Count::Moves);
    });
    println!(
        "{commands} commands acknowledged, {faults} faults, {moves} sockets stayed while their room moved"
    );
    let least = plans.len() as u64 * 20;
    assert!(red.is_empty(), "{red:#?}");
    assert!(commands > least, "hardly anybody played: {commands}");
    assert!(faults > least, "hardly anything was broken: {faults}");
    let has_bus = plans.iter().any(|plan| plan.bus);
    assert!(!has_bus || moves > plans.len() as u64, "hardly any link was lost: {moves}");
}

#[test]
fn nothing_is_lost_whatever_breaks_and_when() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_millis() as u64;
    // A fresh seed: where it is red, its number says how to see it again.
    let fresh = SEEDS + 1 + now % 1_000_000_000;
    println!("the fresh seed is {fresh}");
    let plans: Vec<Plan> = (1..=SEEDS).chain([fresh]).map(short).collect();
    nothing_is_lost(&plans);
}

/// Seeds with three servers that every run simulates.
const SEEDS_OF_SEVERAL: u64 = 10;

/// The same with three servers on one store, which hold the rooms between them.
const fn short_of_several(seed: u64) -> Plan {
    Plan { servers: 3, ..short(seed) }
}

#[test]
fn nothing_is_lost_between_several_servers() {
    let plans: Vec<Plan> = (1..=SEEDS_OF_SEVERAL).map(short_of_several).collect();
    nothing_is_lost(&plans);
}

/// Seeds with three servers and a bus between them that every run simulates.
const SEEDS_WITH_A_BUS: u64 = 10;

/// The same with a bus between the servers, so that any of them takes the sockets of any room.
const fn short_with_a_bus(seed: u64) -> Plan {
    Plan { bus: true, ..short_of_several(seed) }
}

#[test]
fn nothing_is_lost_between_servers_whose_bus_delays_drops_doubles_and_reorders() {
    let plans: Vec<Plan> = (1..=SEEDS_WITH_A_BUS).map(short_with_a_bus).collect();
    nothing_is_lost(&plans);
}

#[test]
fn the_same_seed_does_the_same_again() {
    let twice = |seed| {
        let (one, two) = (sim::run(short(seed)), sim::run(short(seed)));
        assert_eq!((one.events, &one.digest), (two.events, &two.digest), "seed {seed}: {}", two.again());
        one.digest
    };
    assert_ne!(twice(1), twice(2), "two seeds do the same");
    for plan in [short_of_several(1), short_with_a_bus(1)] {
        let (one, two) = (sim::run(plan), sim::run(plan));
        assert_eq!((one.events, &one.digest), (two.events, &two.digest), "{}", two.again());
    }
}

/// What the simulation finds in a few nights with a bug.
fn found_in(plan: impl Fn(u64) -> Plan, bug: Bug, nights: u64, what: Wrong) -> u64 {
    let plans: Vec<Plan> = (1..=nights).map(|seed| Plan { bug: Some(bug), ..plan(seed) }).collect();
    let (mut found, mut red) = (0, 0);
    sim::run_all(&plans, |outcome| {
        found += outcome.report.found(what);
        red += u64::from(outcome.report.found(what) > 0);
    });
    println!("{bug:?}: {what:?} in {red} of {nights} nights, {found} times");
    found
}

fn found(bug: Bug, nights: u64, what: Wrong) -> u64 {
    found_in(short, bug, nights, what)
}

fn found_between_several(bug: Bug, nights: u64, what: Wrong) -> u64 {
    found_in(short_of_several, bug, nights, what)
}

fn found_with_a_bus(sabotage: Sabotage, nights: u64, what: Wrong) -> u64 {
    found_in(short_with_a_bus, Bug::Server(sabotage), nights, what)
}

#[test]
fn an_answer_before_the_fence_is_found() {
    assert!(found_with_a_bus(Sabotage::AnswersBeforeFence, 4, Wrong::Lost) > 0);
}

#[test]
fn entries_of_a_seat_that_reach_other_sockets_are_found() {
    assert!(found_with_a_bus(Sabotage::SharesSeatEntries, 2, Wrong::Diverged) > 0);
}

#[test]
fn a_link_without_numbers_is_found() {
    assert!(found_with_a_bus(Sabotage::LinksWithoutNumbers, 6, Wrong::Lost) > 0);
}

#[test]
fn a_store_that_does_not_fence_is_found() {
    assert!(found_between_several(Bug::Unfenced, 4, Wrong::Broken) > 0);
}

#[test]
fn a_store_that_keeps_the_rooms_of_the_dead_is_found() {
    assert!(found_between_several(Bug::Hoards, 2, Wrong::Stalled) > 0);
}

#[test]
fn a_store_that_forgets_is_found() {
    assert!(found(Bug::Forgets, 12, Wrong::Lost) > 0);
}

#[test]
fn a_store_that_lies_is_found() {
    assert!(found(Bug::Lies, 12, Wrong::Belied) > 0);
}

#[test]
fn a_store_that_holds_a_room_up_is_found() {
    assert!(found(Bug::Blocks, 2, Wrong::Stalled) > 0);
}

/// A group of writes that is never answered is given up, and what became of it is read.
#[test]
fn a_group_that_is_never_answered_stalls_no_table() {
    assert_eq!(found(Bug::Swallows, 2, Wrong::Stalled), 0);
}

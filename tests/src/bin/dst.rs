//! Deterministic simulation of a whole server: as many seeds as one likes, and one again with what happened in it.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bagarre_tests::chaos::ledger::Count;
use bagarre_tests::chaos::report::Report;
use bagarre_tests::chaos::trace::KEPT;
use bagarre_tests::sim::{self, Outcome, Plan};
use clap::Parser;

/// Simulates rooms, store, network and clients on one thread, in fake time.
#[derive(Parser)]
struct Args {
    /// How many seeds.
    #[arg(long, default_value_t = 1000)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// This one alone, twice: it must do the same again. Prints what happened last.
    #[arg(long)]
    seed: Option<u64>,
    /// How long there is trouble in each, in minutes of fake time.
    #[arg(long, default_value_t = 15)]
    minutes: u64,
    /// How many servers work on the same store.
    #[arg(long, default_value_t = 1)]
    servers: usize,
    /// Whether there is a bus between several servers, which delays, drops, doubles and reorders messages.
    #[arg(long)]
    bus: bool,
    /// How much of what happened last is shown.
    #[arg(long, default_value_t = KEPT)]
    last: usize,
}

fn tell(outcome: &Outcome) {
    println!("{}", outcome.report);
    for line in &outcome.last {
        println!("    {line}");
    }
    println!("again: {}", outcome.again());
}

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .without_time()
        .init();
    let args = Args::parse();
    let plan = |seed| {
        let span = Duration::from_secs(60 * args.minutes);
        Plan {
            span,
            servers: args.servers,
            bus: args.bus && args.servers > 1,
            last: args.last,
            ..Plan::new(seed)
        }
    };
    let begun = Instant::now();
    if let Some(seed) = args.seed {
        let (one, two) = (sim::run(plan(seed)), sim::run(plan(seed)));
        tell(&two);
        println!("digest {} of {} happenings, {:?}", two.digest, two.events, begun.elapsed());
        let same = one.digest == two.digest;
        println!("{}", if same { "the same twice" } else { "NOT the same twice" });
        return if same && two.report.clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let plans: Vec<Plan> = (args.first..args.first + args.seeds).map(plan).collect();
    let (mut red, mut fake) = (Vec::new(), Duration::ZERO);
    let mut reports: BTreeMap<u64, Report> = BTreeMap::new();
    sim::run_all(&plans, |outcome| {
        fake += outcome.span;
        if !outcome.report.clean() {
            tell(&outcome);
            red.push(outcome.again());
        }
        reports.insert(outcome.plan.seed, outcome.report);
        if reports.len().is_multiple_of(100) {
            eprintln!("{} of {} seeds, {:?}", reports.len(), plans.len(), begun.elapsed());
        }
    });
    let all = Report::sum("all seeds".to_owned(), reports.into_values());
    println!("{all}");
    println!(
        "{} seeds, {} red, {:.1} hours of fake time in {:.1?}",
        plans.len(),
        red.len(),
        fake.as_secs_f64() / 3600.0,
        begun.elapsed()
    );
    for again in &red {
        println!("red: {again}");
    }
    let played = all.faults() > 0 && all.counted(Count::Commands) > 0;
    if red.is_empty() && played { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

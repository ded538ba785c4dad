//! Whole bot games on one core: how many a second, where the time goes, and how large a stored game is.
//!
//! `cargo bench -p bagarre-rules --bench games [-- GAMES [RULESET BOTS]]`; `make bench` runs it. With a ruleset and bots
//! (`generik any,skirmisher`) it plays these alone, for a profiler, and prints a digest of their commands and events: what only
//! makes games faster leaves it as it was.

#![allow(clippy::cast_precision_loss, clippy::unwrap_used, reason = "rates for people to read")]

use std::io::Write;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use bagarre_rules::any::Visit;
use bagarre_rules::contract::{Actor, Audience, Next, Seat, advance, submit};
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_rules::gather::Gather;
use bagarre_rules::systems;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The allocator of the server.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Where the time of a game goes.
#[derive(Default)]
struct Parts {
    view: Duration,
    ask: Duration,
    bot: Duration,
    rules: Duration,
}

/// Totals of many games.
#[derive(Default)]
struct Total {
    commands: u64,
    events: u64,
    turns: u64,
    wins: [u64; 2],
}

fn setup<R: Gather>(scenario: &str) -> R::Setup {
    let terms = (2..=6).find_map(|seats| R::usual(scenario, seats)).unwrap();
    let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    R::gather(&terms, bands, Seat(0)).unwrap()
}

/// One game; `bots` are dealt to the seats in turn, one seat further when the number is odd.
fn play<R: Gather>(
    setup: &R::Setup,
    bots: &[&str],
    number: u64,
    total: &mut Total,
    mut parts: Option<&mut Parts>,
) {
    let mut state = R::new(setup).unwrap();
    let mut dice = Seeded::from_number(number);
    let mut chance = Seeded::from_number(!number);
    let shift = usize::from(!number.is_multiple_of(2));
    let mut players: Vec<_> = (0..usize::from(R::seats(&state)))
        .map(|seat| R::bot(bots[(seat + shift) % bots.len()]).unwrap())
        .collect();
    let mut events = 0;
    advance::<R>(&mut state, &mut dice, &mut |_, _| events += 1).unwrap();
    loop {
        let seat = match R::next(&state) {
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            Next::Over(outcome) => {
                total.turns += u64::from(R::turn(&state));
                if outcome.winners.len() == 1 {
                    let seat = usize::from(outcome.winners.iter().next().unwrap().0);
                    total.wins[(seat + shift) % bots.len().min(2)] += 1;
                }
                break;
            }
            _ => panic!("game {number} stopped on its way"),
        };
        // To read the clock takes longer than some of the parts.
        let now = || parts.as_ref().map(|_| Instant::now());
        let (t0, view) = (now(), R::view(&state, Audience::Seat(seat)));
        let (t1, ask) = (now(), R::ask_bot(&state, seat).unwrap());
        let (t2, command) = (now(), players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance));
        let t3 = now();
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| events += 1).unwrap();
        if let (Some(parts), Some(t0), Some(t1), Some(t2), Some(t3)) = (&mut parts, t0, t1, t2, t3) {
            parts.view += t1 - t0;
            parts.ask += t2 - t1;
            parts.bot += t3 - t2;
            parts.rules += t3.elapsed();
        }
        total.commands += 1;
    }
    total.events += events;
}

fn rate<R: Gather>(scenario: &str, bots: &[&str], games: u64) {
    let setup = setup::<R>(scenario);
    let mut total = Total::default();
    let started = core_time();
    for number in 0..games {
        play::<R>(&setup, bots, number, &mut total, None);
    }
    let seconds = core_time().saturating_sub(started).as_secs_f64();
    println!(
        "{:7} {:8} {:16} {:8.0} games/s  {:6.1} commands, {:6.1} events, {:4.1} turns a game; won {} to {}",
        R::ID,
        scenario,
        bots.join(","),
        games as f64 / seconds,
        total.commands as f64 / games as f64,
        total.events as f64 / games as f64,
        total.turns as f64 / games as f64,
        total.wins[0],
        total.wins[1],
    );
}

/// Millions of dice a second: how fast this machine is, now.
fn dice_rate() -> f64 {
    let mut dice = Seeded::from_number(1);
    let (mut rolled, mut sum) = (0_u32, 0_u64);
    let started = core_time();
    while rolled < 500_000 {
        sum += (0..1_000).map(|_| u64::from(dice.die(20))).sum::<u64>();
        rolled += 1_000;
    }
    assert!(sum > 0);
    f64::from(rolled) / 1e6 / core_time().saturating_sub(started).as_secs_f64()
}

fn where_time_goes<R: Gather>(scenario: &str, bots: &[&str], games: u64) {
    let setup = setup::<R>(scenario);
    let (mut total, mut parts) = (Total::default(), Parts::default());
    for number in 0..games {
        play::<R>(&setup, bots, number, &mut total, Some(&mut parts));
    }
    let all = parts.view + parts.ask + parts.bot + parts.rules;
    let share = |part: Duration| 100.0 * part.as_secs_f64() / all.as_secs_f64();
    println!(
        "{:33} rules {:.0} %, view {:.0} %, form {:.0} %, bot {:.0} %",
        format!("  {scenario} {}", bots.join(",")),
        share(parts.rules),
        share(parts.view),
        share(parts.ask),
        share(parts.bot)
    );
}

/// The journal of a game as it is stored: each accepted command with its events, as JSON.
fn stored_size<R: Gather>(scenario: &str, bots: &[&str], number: u64) -> (usize, usize, usize) {
    let setup = setup::<R>(scenario);
    let mut state = R::new(&setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    let mut journal = Vec::new();
    let mut entries = 0;
    let mut events = Vec::new();
    advance::<R>(&mut state, &mut dice, &mut |_, event| events.push(event.clone())).unwrap();
    while let Next::Ask { seats, .. } = R::next(&state) {
        let seat = seats.iter().next().unwrap();
        let ask = R::ask_bot(&state, seat).unwrap();
        let mut bot = R::bot(bots[usize::from(seat.0) % bots.len()]).unwrap();
        let command = bot.answer(&R::view(&state, Audience::Seat(seat)), &ask, seat, &mut chance);
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, event| {
            events.push(event.clone());
        })
        .unwrap();
        serde_json::to_writer(&mut journal, &(seat, &command, &events)).unwrap();
        journal.push(b'\n');
        events.clear();
        entries += 1;
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&journal).unwrap();
    (entries, journal.len(), gzip.finish().unwrap().len())
}

/// FNV-1a over the commands and events of some games, as JSON.
fn digest<R: Gather>(scenario: &str, bots: &[&str], games: u64) -> u64 {
    let setup = setup::<R>(scenario);
    let hash = std::cell::Cell::new(0xcbf2_9ce4_8422_2325_u64);
    let add = |bytes: &[u8]| {
        hash.set(
            bytes
                .iter()
                .fold(hash.get(), |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)),
        );
    };
    for number in 0..games {
        let mut state = R::new(&setup).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
        let mut players: Vec<_> = (0..usize::from(R::seats(&state)))
            .map(|seat| R::bot(bots[(seat + usize::from(!number.is_multiple_of(2))) % bots.len()]).unwrap())
            .collect();
        let mut told = |_: &R::State, event: &R::Event| add(&serde_json::to_vec(event).unwrap());
        advance::<R>(&mut state, &mut dice, &mut told).unwrap();
        while let Next::Ask { seats, .. } = R::next(&state) {
            let seat = seats.iter().next().unwrap();
            let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_bot(&state, seat).unwrap());
            let command = players[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
            add(&serde_json::to_vec(&command).unwrap());
            submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut told).unwrap();
        }
    }
    hash.get()
}

/// Time this thread has had on a core, so that a busy machine does not count; the clock where nothing tells.
fn core_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = stat.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    spent.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Everything of one system: the scenario most played between two bots, then the better one against the random one.
fn system<R: Gather>(games: u64) {
    let best = *R::bots().last().unwrap();
    let scenarios = R::scenarios();
    let first = &scenarios[0];
    println!("whole games of {}:", R::ID);
    for bots in [&["any"][..], &[best, "any"], &[best]] {
        rate::<R>(first, bots, if bots == ["any"] { games } else { games / 5 });
    }
    for scenario in &scenarios[1..] {
        rate::<R>(scenario, &[best, "any"], games / 20);
    }
    println!("where the time goes:");
    where_time_goes::<R>(first, &["any"], games / 5);
    where_time_goes::<R>(first, &[best], games / 20);
    println!("a stored game (one line of JSON for each entry):");
    for bots in [&["any"][..], &[best]] {
        let (entries, plain, gzip) = stored_size::<R>(first, bots, 1);
        println!(
            "  {first} {:10} {entries} entries, {} kB plain, {} kB with gzip",
            bots[0],
            plain / 1000,
            gzip / 1000
        );
    }
}

/// One rate and its shares, for a profiler.
struct Alone<'a> {
    bots: Vec<&'a str>,
    games: u64,
}

impl Visit for Alone<'_> {
    type Out = ();

    fn visit<R: Gather>(self) {
        let first = &R::scenarios()[0];
        rate::<R>(first, &self.bots, self.games);
        where_time_goes::<R>(first, &self.bots, self.games);
        println!("  digest {:016x}", digest::<R>(first, &self.bots, self.games));
    }
}

fn main() {
    let games = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(2_000);
    let words: Vec<String> = std::env::args().skip(1).collect();
    let known = |word: &String| systems::ALL.iter().any(|system| system.name() == word);
    if let Some(at) = words.iter().position(known) {
        let named = words.get(at + 1).map_or("any", String::as_str);
        let bots: Vec<&str> = named.split(',').collect();
        systems::visit(systems::parse(&words[at]).unwrap(), Alone { bots, games });
        return;
    }
    println!("reference: {:.1} million dice a second", dice_rate());
    bagarre_rules::for_offered!(system(games));
}

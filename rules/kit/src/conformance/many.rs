//! Many games at once, and stored inputs: what the tests of every system do with the suite.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

use super::{Play, Report, TestKit, Tested, Weather};
use crate::any::Typed;
use crate::dice::{Dice, Seeded};

/// How many times longer than usual: `CONFORMANCE_ROUNDS=100 cargo test --release …` hunts for a night.
pub fn rounds() -> usize {
    std::env::var("CONFORMANCE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// The variable that names a folder of changed data files: `PACKAGE/FILE` below it stands for `data/FILE` of a system.
pub const CHANGED_DATA_ENV: &str = "BAGARRE_CHANGED_DATA";

/// Returns the text of a changed data file; `None` where [`CHANGED_DATA_ENV`] names no folder, or the folder has no such file.
pub(crate) fn changed_data(package: &str, file: &str) -> Option<String> {
    let path = std::path::Path::new(&std::env::var_os(CHANGED_DATA_ENV)?).join(package).join(file);
    std::fs::read_to_string(path).ok()
}

/// Plays something for everything in a list, as many at once as the machine has cores; what all of it came to.
pub fn all<T: Sync>(list: &[T], play: impl Fn(u64, &T) -> Report + Sync) -> Report {
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
            total.add(&worker.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)));
        }
    });
    total
}

/// As many games as rounds were asked for, told apart by the number they get.
pub fn games(count: usize, mut play: impl FnMut(u64) -> Report) -> Report {
    let mut total = Report::default();
    for k in 0..count as u64 {
        total.add(&play(k));
    }
    total
}

/// The stored inputs in a folder, in the order of their names.
///
/// # Panics
/// When there are none.
fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let read = |fault| panic!("{folder}: {fault}");
    let files = std::fs::read_dir(folder).unwrap_or_else(read);
    let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no stored input");
    files.iter().map(|file| std::fs::read(file).unwrap_or_else(|fault| panic!("{folder}: {fault}"))).collect()
}

/// The stored inputs in a folder, then so many random ones of so many bytes for each round.
pub fn inputs(folder: &str, random: usize, long: usize) -> Vec<Vec<u8>> {
    let mut chance = Seeded::from_number(11);
    let mut inputs = corpus(folder);
    inputs
        .extend((0..random * rounds()).map(|_| (0..long).map(|_| chance.die(255) ^ chance.die(2)).collect()));
    inputs
}

fn weather(folder: &str, play: &Play, random: usize, long: usize) -> Weather {
    let each = inputs(folder, random, long);
    each.iter().map(|input| play(input)).fold(Weather::default(), |total, weather| Weather {
        accepted: total.accepted + weather.accepted,
        refused: total.refused + weather.refused,
        positions: total.positions + weather.positions,
    })
}

/// What bytes as commands came to: those stored with a system, whose crate lies in a folder, then so many random ones of so many bytes.
pub fn commands<R: TestKit>(crate_folder: &str, random: usize, long: usize) -> Weather {
    weather(&format!("{crate_folder}/fuzz/commands"), &Typed::<R>::NEW.storm(), random, long)
}

/// What bytes as positions came to.
pub fn positions<R: TestKit>(crate_folder: &str, random: usize, long: usize) -> Weather {
    weather(&format!("{crate_folder}/fuzz/positions"), &Typed::<R>::NEW.moments(), random, long)
}

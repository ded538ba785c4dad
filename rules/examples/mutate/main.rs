//! Changes each number of the data files once, and reports the numbers that change nothing.
//!
//! A number is doubled and one added; where that is refused, because it is beyond a bound, it is moved up by one instead. It is used if the
//! system no longer reads its data, if games of bots or what players are shown in them differ (see [`probe`]), or if a test of the rules
//! fails; tests that compare the data with the printed tables do not count. A number that is seen was changed by itself; those that are not
//! are changed together too, and where nothing comes of that, nothing comes of each. `make mutate` runs it:
//!
//! `mutate PROGRAMS REPORT [SYSTEM [FILE]]`: `PROGRAMS` holds what `cargo test --no-run --message-format=json` printed, `REPORT` is the
//! Markdown file to write. `GAMES` in the environment is the number of games for each set-up of a system.
//! `mutate probe SYSTEM GAMES WHICH`: prints a digest for each of the games `WHICH` (`3,0,1`); the tool runs itself so, because data is read
//! once for each process.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "a tool of the makers")]

mod judge;
mod numbers;
mod probe;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bagarre_rules::conformance::TestKit;
use bagarre_rules::for_offered;

use judge::{Judge, Verdict};
use numbers::{Number, numbers};

/// Games for each set-up of a system, where `GAMES` does not say.
const GAMES: usize = 2;

/// How many numbers that stand together are judged together.
const TOGETHER: usize = 24;

/// Files that are words and places for people to see, and moments of exercises: no numbers of the rules.
const SHOWN: &[&str] =
    &["presentation.toml", "exercises.toml", "facts.toml", "vocabulary.toml", "words.toml"];

/// One number of a file, and its text.
struct Case<'a> {
    file: &'a str,
    text: &'a str,
    number: Number,
}

impl Case<'_> {
    /// Returns what the number stands among; see [`Number::places`].
    fn places(&self) -> [String; 3] {
        self.number.places(self.file, self.text)
    }

    /// Returns where the number stands, and its line.
    fn shown(&self) -> String {
        let Self { file, text, number } = self;
        let line = text.lines().nth(number.line - 1).unwrap_or_default().trim();
        let start: usize = text.split_inclusive('\n').take(number.line - 1).map(str::len).sum();
        let digits = &text[number.digits.0..number.digits.1];
        format!("{file}:{}: {digits} at column {} of: {line}", number.line, number.digits.0 - start + 1)
    }
}

fn probe_of<R: TestKit>(system: &str, games: usize, which: &[usize]) {
    if R::ID == system {
        probe::digests::<R>(games, which, &mut |digest| println!("{digest:016x}"));
    }
}

fn data_files(system: &str, only: Option<&str>) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(system).join("data");
    let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    files.sort();
    let named = files.iter().map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
    named
        .filter(|(name, _)| !SHOWN.contains(&name.as_str()))
        .filter(|(name, _)| only.is_none_or(|only| only == name))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// Judges every number of a system, on all cores; returns verdicts in the order of the cases.
fn judged(judge: &Judge, cases: &[Case<'_>]) -> Vec<Verdict> {
    let of_files = cases.chunk_by(|a, b| a.file == b.file);
    let chunks: Vec<&[Case<'_>]> = of_files.flat_map(|own| own.chunks(TOGETHER)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let verdicts: Vec<Mutex<Vec<Verdict>>> = chunks.iter().map(|_| Mutex::default()).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (next, done, chunks, verdicts) = (&next, &done, &chunks, &verdicts);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chunk) = chunks.get(at) else { return };
                    let found = judge.neighbours(worker, chunk);
                    for (case, _) in chunk.iter().zip(&found).filter(|(_, it)| **it == Verdict::Nothing) {
                        println!("{}/{}", judge.system, case.shown());
                    }
                    *verdicts[at].lock().unwrap() = found;
                    let so_far = done.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len();
                    eprint!("\r{}: {so_far} of {} numbers", judge.system, cases.len());
                }
            });
        }
    });
    eprintln!();
    verdicts.into_iter().flat_map(|it| it.into_inner().unwrap()).collect()
}

fn system<R: TestKit>(
    programs: &str,
    wanted: (Option<&str>, Option<&str>),
    games: usize,
    report: &mut String,
) {
    if wanted.0.is_some_and(|only| only != R::ID) {
        return;
    }
    let files = data_files(R::ID, wanted.1);
    let of = |(file, text): &'_ (String, String)| (file.clone(), numbers(text));
    let found: Vec<(String, Vec<Number>)> = files.iter().map(of).collect();
    let mut cases = Vec::new();
    for ((file, text), (_, numbers)) in files.iter().zip(&found) {
        cases.extend(numbers.iter().map(|number| Case { file, text, number: *number }));
    }
    let judge = Judge::new(R::ID, programs, games, probe::count::<R>(games));
    let verdicts = judged(&judge, &cases);
    let count = |which: Verdict| verdicts.iter().filter(|it| **it == which).count();
    writeln!(
        report,
        "| {} | {} | {} | {} | {} | {} |",
        R::ID,
        cases.len(),
        count(Verdict::Refused),
        count(Verdict::Game),
        count(Verdict::Test),
        count(Verdict::Nothing),
    )
    .unwrap();
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let ["probe", name, games, which] = args[..] {
        let games = games.parse().unwrap();
        let which: Vec<usize> = which.split(',').map(|game| game.parse().unwrap()).collect();
        for_offered!(probe_of(name, games, &which));
        return;
    }
    let [programs, report, ref wanted @ ..] = args[..] else {
        eprintln!("mutate PROGRAMS REPORT [SYSTEM [FILE]] | mutate probe SYSTEM GAMES WHICH");
        std::process::exit(2);
    };
    let programs = std::fs::read_to_string(programs).unwrap();
    let games = std::env::var("GAMES").ok().map_or(GAMES, |games| games.parse().unwrap());
    let wanted = (wanted.first().copied(), wanted.get(1).copied());
    let mut table = String::from(
        "| system | numbers | data refused | games or odds differ | a test fails | nothing |\n| --- | --: | --: | --: | --: | --: |\n",
    );
    for_offered!(system(&programs, wanted, games, &mut table));
    std::fs::write(report, &table).unwrap();
    print!("{table}");
}

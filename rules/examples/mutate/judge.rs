//! Tells whether a changed number makes a difference.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use bagarre_rules::conformance::CHANGED_DATA_ENV;
use serde::Deserialize;

use crate::Case;

/// Seconds of processor time that a program may take before the system stops it, and the number counts as used: a game no longer ends.
const PROCESSOR_SECONDS: u32 = 60;

/// How long a program may print nothing before it is stopped likewise: it waits for something.
const SILENCE_TIMEOUT: Duration = Duration::from_mins(10);

/// How many games and how many tests that saw other numbers of a place are tried before all.
const SUSPECTS: usize = 3;

/// Chapters of tests that compare data with what is printed, and those that are long and see no more than the probe.
const SKIPPED_TESTS: &[&str] =
    &["data::", "tables::", "conformance::", "strength::", "is_played_in_bounded_time"];

/// What a changed number does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The data is not read, or the games stop: a bound or an invariant refuses the number.
    Refused,
    /// Games or what players are shown differ.
    Game,
    /// A test of the rules fails. The games that were played before it are the same.
    Test,
    /// No difference was seen.
    Nothing,
}

/// A line that cargo prints of a program it has built.
#[derive(Deserialize)]
struct Built {
    executable: Option<PathBuf>,
    manifest_path: PathBuf,
    target: Target,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// A number with its change.
#[derive(Clone, Copy)]
struct Change<'a> {
    /// Its place among the numbers that are judged.
    n: usize,
    case: &'a Case<'a>,
    /// It is moved by one, for the data is refused if it is doubled.
    by_one: bool,
}

/// What sees a difference.
#[derive(Clone)]
enum Witness {
    /// The data is not read, or the games stop.
    Refused,
    Game(usize),
    Test(String),
}

/// A test program, and the folder of its package.
struct TestProgram {
    path: PathBuf,
    folder: PathBuf,
}

/// What saw the changed numbers of a place, the latest first: numbers that stand together are often seen by the same game or test.
#[derive(Default)]
struct Seen {
    games: Vec<usize>,
    tests: Vec<String>,
}

/// What numbers of a system are judged by.
pub(super) struct Judge {
    /// The system.
    pub(super) system: &'static str,
    games: usize,
    /// The digest of each game with the numbers as they are.
    usual: Vec<String>,
    tests: Vec<TestProgram>,
    /// By place.
    seen: Mutex<BTreeMap<String, Seen>>,
    scratch: PathBuf,
}

impl Judge {
    /// Plays the games with the numbers as they are, `count` in all. `programs` are lines of `cargo test --no-run --message-format=json`.
    pub(super) fn new(system: &'static str, programs: &str, games: usize, count: usize) -> Self {
        let built = programs.lines().filter(|line| line.starts_with('{'));
        let built = built.filter_map(|line| serde_json::from_str::<Built>(line).ok());
        let own = built.filter(|it| it.target.kind.iter().any(|kind| kind == "test"));
        let own = own.filter(|it| it.manifest_path.ends_with(format!("systems/{system}/Cargo.toml")));
        let tests: Vec<TestProgram> = own
            .filter_map(|it| {
                let folder = it.manifest_path.parent()?.to_owned();
                Some(TestProgram { path: it.executable?, folder })
            })
            .collect();
        assert!(!tests.is_empty(), "no test program of {system} was built");
        let scratch = std::env::temp_dir().join(format!("bagarre-mutate-{system}-{}", std::process::id()));
        let mut judge = Self { system, games, usual: Vec::new(), tests, seen: Mutex::default(), scratch };
        let nothing = judge.scratch.join("nothing");
        let mut usual = Vec::new();
        let every: Vec<usize> = (0..count).collect();
        let ended = each_line(&mut judge.probe(&nothing, &every), |line| {
            usual.push(line.to_owned());
            true
        });
        assert_eq!(ended, Ended::Well, "games end with the numbers as they are");
        judge.usual = usual;
        let failing = judge.failing_test(&nothing, &[]);
        assert!(failing.is_none(), "{failing:?} of {system} fails with the numbers as they are");
        judge
    }

    /// Judges numbers of one file that stand together. Each worker has a number and a folder of its own.
    pub(super) fn neighbours(&self, worker: usize, cases: &[Case<'_>]) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Nothing; cases.len()];
        let mut left = Vec::new();
        for (n, case) in cases.iter().enumerate() {
            let mut change = Change { n, case, by_one: false };
            let mut verdict = self.likely(worker, change);
            if verdict == Verdict::Refused {
                change.by_one = true;
                verdict = self.likely(worker, change);
            }
            if verdict == Verdict::Nothing {
                left.push(change);
            }
            verdicts[n] = verdict;
        }
        self.together(worker, left, &mut verdicts);
        verdicts
    }

    /// Tries what saw other numbers of the places, games before tests.
    fn likely(&self, worker: usize, change: Change<'_>) -> Verdict {
        let places = change.case.places();
        let games = self.suspects(&places, |seen| &seen.games);
        let tests = self.suspects(&places, |seen| &seen.tests);
        self.with(worker, &[change], |changed| {
            let witness = self.play(changed, if games.is_empty() { &[0] } else { &games });
            let failing = || self.failing_test(changed, &tests).map(Witness::Test);
            let witness = witness.or_else(|| if tests.is_empty() { None } else { failing() });
            witness.map_or(Verdict::Nothing, |witness| self.remember(&places, &witness))
        })
    }

    /// Plays all games and runs all tests with all these numbers changed at once: where nothing comes of that, nothing comes of each. What sees a
    /// difference is tried on each number by itself, and the others go on.
    fn together(&self, worker: usize, mut left: Vec<Change<'_>>, verdicts: &mut [Verdict]) {
        while !left.is_empty() {
            let witness = self.with(worker, &left, |changed| {
                self.play(changed, &self.every())
                    .or_else(|| self.failing_test(changed, &[]).map(Witness::Test))
            });
            let Some(witness) = witness else { return };
            let before = left.len();
            left.retain(|change| {
                let seen =
                    before == 1 || self.with(worker, &[*change], |changed| self.sees(&witness, changed));
                if seen {
                    verdicts[change.n] = self.remember(&change.case.places(), &witness);
                }
                !seen
            });
            if left.len() == before {
                let half = left.split_off(before / 2);
                self.together(worker, half, verdicts);
            }
        }
    }

    /// Tells whether a game or a test sees a difference too.
    fn sees(&self, witness: &Witness, changed: &Path) -> bool {
        match witness {
            Witness::Refused => false,
            Witness::Game(game) => self.play(changed, &[*game]).is_some(),
            Witness::Test(test) => self.failing_test(changed, std::slice::from_ref(test)).is_some(),
        }
    }

    /// Passes on a folder in which a file has these numbers changed.
    fn with<T>(&self, worker: usize, changes: &[Change<'_>], judge: impl FnOnce(&Path) -> T) -> T {
        let folder = self.scratch.join(worker.to_string());
        let package = folder.join(format!("bagarre-{}", self.system));
        std::fs::create_dir_all(&package).unwrap();
        let case = changes[0].case;
        let file = package.join(case.file);
        let mut text = case.text.to_owned();
        // From the last on, so that places before it stay.
        for Change { case, by_one, .. } in changes.iter().rev() {
            text = if *by_one { case.number.moved(&text) } else { case.number.doubled(&text) };
        }
        std::fs::write(&file, text).unwrap();
        let judged = judge(&folder);
        std::fs::remove_file(file).unwrap();
        judged
    }

    fn every(&self) -> Vec<usize> {
        (0..self.usual.len()).collect()
    }

    /// Returns what saw the latest numbers of these places.
    fn suspects<T: Clone + PartialEq>(&self, places: &[String; 3], of: impl Fn(&Seen) -> &Vec<T>) -> Vec<T> {
        let seen = self.seen.lock().unwrap();
        let mut found = Vec::new();
        for place in places.iter().filter_map(|place| seen.get(place)) {
            let new: Vec<T> =
                of(place).iter().filter(|it| !found.contains(*it)).take(SUSPECTS).cloned().collect();
            found.extend(new);
        }
        found
    }

    /// Remembers what saw a number of these places.
    fn remember(&self, places: &[String; 3], witness: &Witness) -> Verdict {
        fn first<T: PartialEq>(known: &mut Vec<T>, it: T) {
            known.retain(|other| *other != it);
            known.insert(0, it);
        }
        let mut all = self.seen.lock().unwrap();
        for place in places {
            let seen = all.entry(place.clone()).or_default();
            match witness {
                Witness::Refused => {}
                Witness::Game(game) => first(&mut seen.games, *game),
                Witness::Test(test) => first(&mut seen.tests, test.clone()),
            }
        }
        match witness {
            Witness::Refused => Verdict::Refused,
            Witness::Game(_) => Verdict::Game,
            Witness::Test(_) => Verdict::Test,
        }
    }

    fn probe(&self, changed: &Path, which: &[usize]) -> Command {
        let which: Vec<String> = which.iter().map(ToString::to_string).collect();
        let mut probe = limited(&std::env::current_exe().unwrap());
        probe.args(["probe", self.system, &self.games.to_string(), &which.join(",")]);
        probe.env(CHANGED_DATA_ENV, changed);
        probe
    }

    /// Plays these games until one differs from what it is with the numbers as they are.
    fn play(&self, changed: &Path, which: &[usize]) -> Option<Witness> {
        let mut expected = which.iter();
        let mut differs = None;
        let ended = each_line(&mut self.probe(changed, which), |line| {
            differs = expected.next().filter(|game| self.usual[**game] != line);
            differs.is_none()
        });
        match ended {
            Ended::Badly => Some(Witness::Refused),
            Ended::Cut | Ended::Well => differs.map(|game| Witness::Game(*game)),
        }
    }

    /// Returns one of these tests, or of all, that fails, or the path of a program that stops.
    fn failing_test(&self, changed: &Path, only: &[String]) -> Option<String> {
        self.tests.iter().find_map(|program| program.first_failure(changed, only))
    }
}

impl TestProgram {
    /// Runs these tests, or all if none is named, until one fails; returns it.
    fn first_failure(&self, changed: &Path, only: &[String]) -> Option<String> {
        let mut test = limited(&self.path);
        for skipped in SKIPPED_TESTS {
            test.args(["--skip", skipped]);
        }
        if !only.is_empty() {
            test.arg("--exact").args(only);
        }
        test.arg("--test-threads=1").current_dir(&self.folder);
        test.env("CARGO_MANIFEST_DIR", &self.folder).env(CHANGED_DATA_ENV, changed);
        let mut failed = None;
        let ended = each_line(&mut test, |line| {
            failed = line
                .strip_prefix("test ")
                .and_then(|line| line.strip_suffix(" ... FAILED"))
                .map(str::to_owned);
            failed.is_none()
        });
        failed.or_else(|| (ended != Ended::Well).then(|| self.path.display().to_string()))
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // What is left in the temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// With success.
    Well,
    /// With a failure, or silent for [`SILENCE_TIMEOUT`] and stopped.
    Badly,
    /// It was stopped, because `next` returned `false`.
    Cut,
}

/// Returns a command that runs a program for [`PROCESSOR_SECONDS`] at most.
fn limited(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -t {PROCESSOR_SECONDS}; exec \"$0\" \"$@\"")]).arg(program);
    // The place of a failing test is not read.
    command.env("RUST_BACKTRACE", "0");
    command
}

/// Passes each line that a program prints to `next`, until that returns `false`.
fn each_line(command: &mut Command, mut next: impl FnMut(&str) -> bool) -> Ended {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let printed = BufReader::new(child.stdout.take().expect("its output is piped"));
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in printed.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    loop {
        match lines.recv_timeout(SILENCE_TIMEOUT) {
            Ok(line) if next(&line) => {}
            Ok(_) => return stopped(&mut child, Ended::Cut),
            Err(mpsc::RecvTimeoutError::Timeout) => return stopped(&mut child, Ended::Badly),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return if child.wait().unwrap().success() { Ended::Well } else { Ended::Badly };
            }
        }
    }
}

fn stopped(child: &mut Child, how: Ended) -> Ended {
    child.kill().unwrap();
    child.wait().unwrap();
    how
}

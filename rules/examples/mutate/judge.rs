//! Tells whether a changed number makes a difference.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use bagarre_rules::conformance::CHANGED_DATA_ENV;
use serde::Deserialize;

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

    /// Judges a file with a changed number that stands in these places, from the narrowest to the widest, which is the file. Each worker has a
    /// number and a folder of its own.
    pub(super) fn number(&self, worker: usize, places: &[String; 3], text: &str) -> Verdict {
        let folder = self.scratch.join(worker.to_string());
        let package = folder.join(format!("bagarre-{}", self.system));
        std::fs::create_dir_all(&package).unwrap();
        let file = package.join(&places[2]);
        std::fs::write(&file, text).unwrap();
        let verdict = self.verdict(places, &folder);
        std::fs::remove_file(file).unwrap();
        verdict
    }

    /// Tries what saw other numbers of the places, games before tests, and then all games and all tests.
    fn verdict(&self, places: &[String; 3], changed: &Path) -> Verdict {
        let likely = self.suspects(places, |seen| &seen.games);
        let found = self.play(places, changed, if likely.is_empty() { &[0] } else { &likely });
        if found != Verdict::Nothing {
            return found;
        }
        let suspects = self.suspects(places, |seen| &seen.tests);
        if !suspects.is_empty() && self.test(places, changed, &suspects) {
            return Verdict::Test;
        }
        let rest: Vec<usize> = (0..self.usual.len()).filter(|game| !likely.contains(game)).collect();
        match self.play(places, changed, &rest) {
            Verdict::Nothing if self.test(places, changed, &[]) => Verdict::Test,
            played => played,
        }
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
    fn remember<T: PartialEq + Clone>(
        &self,
        places: &[String; 3],
        of: impl Fn(&mut Seen) -> &mut Vec<T>,
        it: &T,
    ) {
        let mut seen = self.seen.lock().unwrap();
        for place in places {
            let known = of(seen.entry(place.clone()).or_default());
            known.retain(|other| other != it);
            known.insert(0, it.clone());
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
    fn play(&self, places: &[String; 3], changed: &Path, which: &[usize]) -> Verdict {
        let mut expected = which.iter();
        let mut differs = None;
        let ended = each_line(&mut self.probe(changed, which), |line| {
            differs = expected.next().filter(|game| self.usual[**game] != line);
            differs.is_none()
        });
        if let Some(game) = differs {
            self.remember(places, |seen| &mut seen.games, game);
        }
        match ended {
            Ended::Cut => Verdict::Game,
            Ended::Badly => Verdict::Refused,
            Ended::Well => Verdict::Nothing,
        }
    }

    /// Tells whether one of these tests fails, or any if none is named.
    fn test(&self, places: &[String; 3], changed: &Path, only: &[String]) -> bool {
        let failed = self.failing_test(changed, only);
        if let Some(test) = &failed {
            self.remember(places, |seen| &mut seen.tests, test);
        }
        failed.is_some()
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
    // Nobody reads where a test that fails was.
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

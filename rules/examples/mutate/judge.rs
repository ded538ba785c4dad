//! Tells whether a changed number makes a difference.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use bagarre_rules::conformance::CHANGED_DATA_ENV;
use serde::Deserialize;

/// How long a program may print nothing with a changed number before it is stopped, and the number counts as used: a game no longer ends.
const SILENCE_TIMEOUT: Duration = Duration::from_mins(2);

/// How many tests that failed for other numbers of a file are tried before all tests.
const SUSPECTS: usize = 6;

/// Chapters of tests that compare data with what is printed, and those that are long and see no more than the probe.
const SKIPPED_TESTS: &[&str] = &["data::", "tables::", "printed::", "conformance::", "strength::"];

/// What a changed number does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The data is not read, or the games stop: a bound or an invariant refuses the number.
    Refused,
    /// Games or what players are shown differ.
    Game,
    /// Games are the same, and a test of the rules fails.
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
    /// Tests that have failed, by file of the changed number, with the number of failures: numbers that stand together are often seen by the
    /// same test.
    failed: Mutex<BTreeMap<String, BTreeMap<String, usize>>>,
}

/// What numbers of a system are judged by.
pub(super) struct Judge {
    /// The system.
    pub(super) system: &'static str,
    games: u64,
    usual: Vec<String>,
    tests: Vec<TestProgram>,
    scratch: PathBuf,
}

impl Judge {
    /// Plays the games with the numbers as they are. `programs` are lines of `cargo test --no-run --message-format=json`.
    pub(super) fn new(system: &'static str, programs: &str, games: u64) -> Self {
        let built = programs.lines().filter(|line| line.starts_with('{'));
        let built = built.filter_map(|line| serde_json::from_str::<Built>(line).ok());
        let own = built.filter(|it| it.target.kind.iter().any(|kind| kind == "test"));
        let own = own.filter(|it| it.manifest_path.ends_with(format!("systems/{system}/Cargo.toml")));
        let tests: Vec<TestProgram> = own
            .filter_map(|it| {
                let folder = it.manifest_path.parent()?.to_owned();
                Some(TestProgram { path: it.executable?, folder, failed: Mutex::default() })
            })
            .collect();
        assert!(!tests.is_empty(), "no test program of {system} was built");
        let scratch = std::env::temp_dir().join(format!("bagarre-mutate-{system}-{}", std::process::id()));
        let mut judge = Self { system, games, usual: Vec::new(), tests, scratch };
        let nothing = judge.scratch.join("nothing");
        let mut usual = Vec::new();
        let ended = each_line(&mut judge.probe(&nothing), |line| {
            usual.push(line.to_owned());
            true
        });
        assert_eq!(ended, Ended::Well, "games end with the numbers as they are");
        judge.usual = usual;
        let failing = judge.failing_test("", &nothing);
        assert!(failing.is_none(), "{failing:?} of {system} fails with the numbers as they are");
        judge
    }

    /// Judges a file with a changed number. Each worker has a number and a folder of its own.
    pub(super) fn number(&self, worker: usize, file: &str, text: &str) -> Verdict {
        let folder = self.scratch.join(worker.to_string());
        let package = folder.join(format!("bagarre-{}", self.system));
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(package.join(file), text).unwrap();
        let verdict = match self.play(&folder) {
            Verdict::Nothing if self.failing_test(file, &folder).is_some() => Verdict::Test,
            played => played,
        };
        std::fs::remove_file(package.join(file)).unwrap();
        verdict
    }

    fn probe(&self, changed: &Path) -> Command {
        let mut probe = Command::new(std::env::current_exe().unwrap());
        probe.args(["probe", self.system, &self.games.to_string()]).env(CHANGED_DATA_ENV, changed);
        probe
    }

    /// Plays until a game differs from what it is with the numbers as they are.
    fn play(&self, changed: &Path) -> Verdict {
        let mut usual = self.usual.iter();
        let ended =
            each_line(&mut self.probe(changed), |line| usual.next().is_some_and(|usual| usual == line));
        match ended {
            Ended::Cut => Verdict::Game,
            Ended::Badly => Verdict::Refused,
            Ended::Well if usual.next().is_some() => Verdict::Game,
            Ended::Well => Verdict::Nothing,
        }
    }

    /// Returns a test that fails, or the path of a program that stops: first of those that failed for other numbers of the file, then of all.
    fn failing_test(&self, file: &str, changed: &Path) -> Option<String> {
        let suspected = self.tests.iter().find_map(|program| {
            let suspects = program.suspects(file);
            if suspects.is_empty() { None } else { program.first_failure(changed, &suspects) }
        });
        if suspected.is_some() {
            return suspected;
        }
        self.tests.iter().find_map(|program| {
            let failed = program.first_failure(changed, &[])?;
            let mut known = program.failed.lock().unwrap();
            *known.entry(file.to_owned()).or_default().entry(failed.clone()).or_default() += 1;
            Some(failed)
        })
    }
}

impl TestProgram {
    /// Returns the tests that failed most often for numbers of a file.
    fn suspects(&self, file: &str) -> Vec<String> {
        let failed = self.failed.lock().unwrap();
        let mut known: Vec<(&String, &usize)> = failed.get(file).into_iter().flatten().collect();
        known.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        known.into_iter().take(SUSPECTS).map(|(test, _)| test.clone()).collect()
    }

    /// Runs these tests, or all if none is named, until one fails; returns it.
    fn first_failure(&self, changed: &Path, only: &[String]) -> Option<String> {
        let mut test = Command::new(&self.path);
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

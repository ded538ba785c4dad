//! Tells whether a changed number makes a difference.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bagarre_rules::conformance::CHANGED_DATA_ENV;
use serde::Deserialize;

/// How long a program may play with a changed number before it is stopped, and the number counts as used: the games no longer end.
const PLAY_TIMEOUT: Duration = Duration::from_mins(1);

/// How often a running program is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

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

/// What numbers of a system are judged by.
pub(super) struct Judge {
    /// The system.
    pub(super) system: &'static str,
    games: u64,
    usual: Vec<u8>,
    tests: Vec<(PathBuf, PathBuf)>,
    scratch: PathBuf,
}

impl Judge {
    /// Plays the games with the numbers as they are. `programs` are lines of `cargo test --no-run --message-format=json`.
    pub(super) fn new(system: &'static str, programs: &str, games: u64) -> Self {
        let built = programs.lines().filter(|line| line.starts_with('{'));
        let built = built.filter_map(|line| serde_json::from_str::<Built>(line).ok());
        let own = built.filter(|it| it.target.kind.iter().any(|kind| kind == "test"));
        let own = own.filter(|it| it.manifest_path.ends_with(format!("systems/{system}/Cargo.toml")));
        let tests: Vec<(PathBuf, PathBuf)> =
            own.filter_map(|it| Some((it.executable?, it.manifest_path.parent()?.to_owned()))).collect();
        assert!(!tests.is_empty(), "no test program of {system} was built");
        let scratch = std::env::temp_dir().join(format!("bagarre-mutate-{system}-{}", std::process::id()));
        let mut judge = Self { system, games, usual: Vec::new(), tests, scratch };
        let nothing = judge.scratch.join("nothing");
        judge.usual = judge.play(&nothing).expect("games end with the numbers as they are");
        assert!(judge.tests_pass(&nothing), "tests of {system} fail with the numbers as they are");
        judge
    }

    /// Judges a file with a changed number. Each worker has a number and a folder of its own.
    pub(super) fn number(&self, worker: usize, file: &str, text: &str) -> Verdict {
        let folder = self.scratch.join(worker.to_string());
        let package = folder.join(format!("bagarre-{}", self.system));
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(package.join(file), text).unwrap();
        let verdict = match self.play(&folder) {
            None => Verdict::Refused,
            Some(played) if played != self.usual => Verdict::Game,
            Some(_) if !self.tests_pass(&folder) => Verdict::Test,
            Some(_) => Verdict::Nothing,
        };
        std::fs::remove_file(package.join(file)).unwrap();
        verdict
    }

    /// Returns what the probe prints; `None` if it fails or does not end.
    fn play(&self, changed: &Path) -> Option<Vec<u8>> {
        let mut probe = Command::new(std::env::current_exe().unwrap());
        probe.args(["probe", self.system, &self.games.to_string()]).env(CHANGED_DATA_ENV, changed);
        let mut child = probe.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        if !succeeds(&mut child) {
            return None;
        }
        Some(child.wait_with_output().unwrap().stdout)
    }

    fn tests_pass(&self, changed: &Path) -> bool {
        self.tests.iter().all(|(program, folder)| {
            let mut test = Command::new(program);
            for skipped in SKIPPED_TESTS {
                test.args(["--skip", skipped]);
            }
            test.arg("--test-threads=1").current_dir(folder);
            test.env("CARGO_MANIFEST_DIR", folder).env(CHANGED_DATA_ENV, changed);
            succeeds(&mut test.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
        })
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // What is left in the temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

/// Whether a program ends well within [`PLAY_TIMEOUT`]; it is stopped if it does not end.
fn succeeds(child: &mut Child) -> bool {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        if begun.elapsed() > PLAY_TIMEOUT {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

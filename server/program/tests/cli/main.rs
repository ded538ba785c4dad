//! The `bagarre` command as a person or a script uses it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bagarre_rules::systems;
use serde_json::Value;

mod admin;
mod away;
mod backup;
mod blind;
mod caddy;
mod doors;
mod export;
mod files;
mod manual;
mod nginx;
mod open;
#[cfg(target_os = "linux")]
mod packages;
mod referee;
mod serve;
mod settings;
mod simulate;
mod table;
mod takeover;
mod tamper;
mod traces;
mod verify;

fn bagarre() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagarre"));
    for name in ["DATABASE_URL", "BAGARRE_DATA", "BAGARRE_ADDR", "BAGARRE_ADMIN_ADDR", "BAGARRE_PUBLIC_URL"] {
        command.env_remove(name);
    }
    command
}

/// What a command came to.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// Every line of standard output as JSON.
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The whole of standard output as JSON.
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {}{}", self.out, self.err))
    }

    /// Ended with this code and told why in one clear line that names `word`.
    fn failed(&self, code: i32, word: &str) {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("bagarre: ") && self.err.contains(word), "{word}? {}", self.err);
    }
}

fn run(args: &[&str]) -> Ran {
    bagarre().args(args).output().unwrap().into()
}

fn run_on(args: &[&str], input: &str) -> Ran {
    let mut child = bagarre()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/punch.json")
}

#[test]
fn schema_describes_what_goes_in_and_out() {
    let all = run(&["schema"]).json();
    assert_eq!(all.as_object().unwrap().len(), systems::ALL.len());
    for name in systems::ALL.iter().map(|id| id.name()) {
        for part in
            ["setup", "band", "position", "command", "event", "ask", "view", "notice", "draft", "advice"]
        {
            assert!(all[name][part].is_object(), "{name}: {part}");
        }
        assert_eq!(run(&["schema", "--ruleset", name]).json(), all[name]);
        let command = run(&["schema", "--ruleset", name, "--part", "command"]).json();
        assert_eq!(command, all[name]["command"]);
    }
    run(&["schema", "--ruleset", "baston", "--part", "soup"]).failed(2, "setup");
}

#[test]
fn an_unknown_ruleset_names_the_known_ones() {
    let ran = run(&["schema", "--ruleset", "chess"]);
    assert_eq!(ran.code, 2);
    assert!(systems::ALL.iter().all(|id| ran.err.contains(id.name())), "{}", ran.err);
}

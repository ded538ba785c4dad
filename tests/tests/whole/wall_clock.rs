//! The wall clock of the machine leaps while a server runs: it is set, or the machine was suspended. Running clocks go on as if nothing had
//! happened. (A shim that moves the monotonic clock as well shows nothing: to the server that is time that has passed.)

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;

use bagarre_protocol::room::{Clocks, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage};
use bagarre_tests::chaos::program::{Program, Running};
use bagarre_tests::player::Player;
use bagarre_tests::toy::{bid, settings};
use tempfile::TempDir;

use super::store_faults::seated_with;

const HOUR: i64 = 3600;

/// A server as a process of its own, whose wall clock can be moved.
struct Shifted {
    server: Running,
    folder: TempDir,
}

impl Shifted {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (shim, shift) = (folder.path().join("shift.so"), folder.path().join("shift"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/whole/shift.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&shim).args([source, "-ldl"]);
        let built = compiler.output().expect("a C compiler, which the server is built with as well");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        std::fs::write(&shift, 0i64.to_ne_bytes()).unwrap();
        let program = Program {
            bin: PathBuf::from("env"),
            args: vec![
                format!("LD_PRELOAD={}", shim.display()),
                format!("BAGARRE_TEST_SHIFT={}", shift.display()),
                env!("CARGO_BIN_EXE_chaos").to_owned(),
                "serve".to_owned(),
            ],
            data: folder.path().join("data"),
            database_url: None,
            log: folder.path().join("log"),
        };
        Self { server: program.start().await.expect("the server starts"), folder }
    }

    /// Moves the wall clock of the server to so many seconds ahead of the machine's.
    fn set_ahead(&self, seconds: i64) {
        // In place: the server has the file mapped.
        let file = OpenOptions::new().write(true).open(self.folder.path().join("shift")).unwrap();
        file.write_all_at(&seconds.to_ne_bytes(), 0).unwrap();
    }
}

fn clocks_of(seconds: u32) -> Settings {
    Settings { clocks: Clocks::Live { long: seconds, short: seconds, quick: seconds }, ..settings() }
}

/// The server's wall clock, in seconds since 1970.
async fn wall(player: &mut Player) -> i64 {
    player.send(&ClientMessage::Ping { n: 1 }).await;
    let now = |message: &ServerMessage| match message {
        ServerMessage::Pong { n: 1, now } => Some(*now / 1000),
        _ => None,
    };
    player.expect("a pong", now).await
}

#[tokio::test]
async fn no_clock_rings_when_the_wall_clock_is_set_forward_or_back() {
    let shifted = Shifted::start().await;
    let (mut one, mut two) = seated_with(&shifted.server, &clocks_of(600)).await;
    let (mut entry, mut ahead) = (0, 0);
    for leap in [HOUR, -2 * HOUR, HOUR, 24 * 365 * HOUR] {
        one.until_asked().await;
        let before = wall(&mut one).await;
        ahead += leap;
        shifted.set_ahead(ahead);
        let after = wall(&mut one).await;
        assert!((after - before - leap).abs() < 600, "the server sees the leap");
        // The room looks at its clocks between two messages: a clock that is over would have rung before the second answer.
        one.catch_up().await;
        one.catch_up().await;
        for player in [&mut one, &mut two] {
            player.until_asked().await;
            entry += 1;
            let answer = player.command(&bid(3)).await;
            assert_eq!(answer, Answer::Applied { entry: Some(entry) }, "a clock answered for a player");
        }
        two.until_entry(entry).await;
    }
}

#[tokio::test]
async fn a_clock_rings_although_the_wall_clock_was_set_back() {
    let shifted = Shifted::start().await;
    let (mut one, _two) = seated_with(&shifted.server, &clocks_of(2)).await;
    one.until_asked().await;
    shifted.set_ahead(-HOUR);
    one.catch_up().await;
    // No player answers: the clock does, twice, long before the hour is over.
    one.until_entry(2).await;
}

//! The law of the fold: what an audience was told, folded over its view by the very code that clients run, gives its next view. For
//! every recorded game, for random games, and for every audience.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use bagarre_rules::any::{AnyBot, AnyGame, Moment, RulesetId};
use bagarre_rules::conformance::Tested;
use bagarre_rules::contract::{Actor, Audience, Seat};
use bagarre_rules::dice::{Dice, Scripted, Seeded};
use bagarre_rules::systems::{self, TESTED};
use serde::Deserialize;
use serde_json::{Value, json};

/// Commands of a random game.
const LONG: u32 = 60;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A client that folds.
struct Client {
    child: Child,
    to: BufWriter<ChildStdin>,
}

#[derive(Deserialize)]
struct Folded {
    entries: usize,
    kinds: BTreeSet<String>,
}

impl Client {
    fn of(system: RulesetId) -> Self {
        let mut child = Command::new("node")
            .arg("vite/law.mjs")
            .current_dir(folder("web-client"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("node is installed");
        let to = BufWriter::new(child.stdin.take().unwrap());
        let mut client = Self { child, to };
        client.tell(json!({ "system": system.presentation() }));
        client
    }

    /// Writes a line. A client that has found a fault reads no more: the end tells which.
    fn tell(&mut self, line: impl Display) {
        let _ = writeln!(self.to, "{line}");
    }

    /// Returns what was folded, once everything was right.
    fn done(self) -> Folded {
        let Self { child, to } = self;
        drop(to.into_inner());
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_slice(&done.stdout).unwrap()
    }
}

/// A game as every audience watches it.
struct Watched {
    name: String,
    game: AnyGame,
    /// For each audience: its first view, and what each entry told it with the view after it. All of it as text: the client reads it.
    audiences: Vec<(Audience, String, Vec<String>)>,
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

impl Watched {
    fn new(name: String, game: AnyGame) -> Self {
        let seats = (0..game.seats()).map(|seat| Audience::Seat(Seat(seat)));
        let all = seats.chain([Audience::Spectator, Audience::Omniscient]);
        let audiences = all.map(|to| (to, game.view(to).get().to_owned(), Vec::new())).collect();
        Self { name, game, audiences }
    }

    /// Plays something; `false` when it is refused.
    fn play(&mut self, command: Option<(Actor, &str)>, dice: &mut dyn Dice) -> bool {
        let audiences: Vec<Audience> = self.audiences.iter().map(|(to, ..)| *to).collect();
        let mut heard: Vec<Vec<String>> = vec![Vec::new(); audiences.len()];
        let mut sink = |moment: Moment<'_>| {
            for (heard, notice) in heard.iter_mut().zip(moment.notices(&audiences)) {
                heard.extend(notice.map(|notice| notice.get().to_owned()));
            }
        };
        let done = match command {
            None => self.game.advance(dice, &mut sink).is_ok(),
            Some((by, command)) => self.game.submit(by, command, dice, &mut sink).is_ok(),
        };
        if done {
            for ((to, _, told), notices) in self.audiences.iter_mut().zip(heard) {
                let (notices, view) = (notices.join(","), self.game.view(*to));
                told.push(format!(r#"{{"notices":[{notices}],"view":{}}}"#, view.get()));
            }
        }
        done
    }

    /// Has a client fold it; how many entries it has folded.
    fn fold(self, client: &mut Client) -> usize {
        let mut entries = 0;
        for (to, view, told) in self.audiences {
            let game = json!(format!("{} for {to:?}", self.name));
            client.tell(format_args!(r#"{{"game":{game},"view":{view}}}"#));
            entries += told.len();
            for entry in told {
                client.tell(entry);
            }
        }
        entries
    }
}

/// A recorded game of the rules: see `rules/tests/systems/golden.rs`.
fn recorded(path: &Path) -> (RulesetId, Watched) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(value).filter(|line| line.get("outcome").is_none());
    let head = lines.next().unwrap();
    let system = systems::parse(head["ruleset"].as_str().unwrap()).unwrap();
    let game = AnyGame::new(system, system.version(), &head["setup"].to_string()).unwrap();
    let mut watched = Watched::new(path.display().to_string(), game);
    let dice = |line: &Value| Scripted::parse(line["dice"].as_str().unwrap()).unwrap();
    assert!(watched.play(None, &mut dice(&head["begins"])));
    for line in lines {
        let by: Actor = serde_json::from_value(line["by"].clone()).unwrap();
        assert!(watched.play(Some((by, &line["command"].to_string())), &mut dice(&line)), "{line}");
    }
    (system, watched)
}

/// A random game: of what is offered, what bots do, and what may be said at any time.
fn random(system: RulesetId, setup: &str, seed: u64) -> Watched {
    let game = AnyGame::new(system, system.version(), setup).unwrap();
    let mut watched = Watched::new(format!("{system}, seed {seed}"), game);
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    assert!(watched.play(None, &mut dice));
    let mut bots: Vec<AnyBot> = system.bots().iter().filter_map(|name| system.bot(name)).collect();
    for _ in 0..LONG {
        let asked: Vec<Seat> = watched.game.asking().iter().collect();
        let Some(seat) = asked.get(usize::from(chance.die(120)) % asked.len().max(1)).copied() else { break };
        let turn = watched.game.turn();
        for aside in [
            json!({ "do": "stand", "standing": { "defaults": [] } }),
            json!({ "do": "withdraw", "turn": turn }),
        ] {
            let by = Seat(chance.die(watched.game.seats()) - 1);
            if chance.die(4) == 1 {
                // It may well be refused: then nothing has happened.
                watched.play(Some((Actor::Seat(by), &aside.to_string())), &mut dice);
            }
        }
        if !watched.game.asking().contains(seat) {
            continue;
        }
        let n = usize::from(chance.die(2)) - 1;
        let bot = bots.get_mut(n).and_then(|bot| bot.answer(&watched.game, seat, &mut chance));
        let mut offered = Vec::new();
        watched.game.options(seat, &mut |command| offered.push(command));
        let at = usize::from(chance.die(250)) * 250 + usize::from(chance.die(250));
        let picked = offered.get(at % offered.len().max(1)).cloned();
        let command = if chance.die(3) == 1 { bot.or(picked) } else { picked.or(bot) }
            .expect("who is asked may answer");
        assert!(watched.play(Some((Actor::Seat(seat), command.get())), &mut dice), "{command}");
    }
    watched
}

/// Some of the tables of a system, drawn evenly.
fn tables(tested: &dyn Tested) -> Vec<String> {
    let setups = tested.setups();
    let every = setups.len().div_ceil(8).max(1);
    setups.iter().step_by(every).map(Value::to_string).collect()
}

fn hold(tested: &dyn Tested) {
    let system = tested.ruleset();
    let mut client = Client::of(system);
    let mut entries = 0;
    let golden = folder(&format!("rules/systems/{system}/tests/golden"));
    // The toy has none.
    for file in std::fs::read_dir(golden).into_iter().flatten() {
        entries += recorded(&file.unwrap().path()).1.fold(&mut client);
    }
    for (seed, setup) in (0u64..).zip(tables(tested)) {
        entries += random(system, &setup, seed).fold(&mut client);
    }
    let folded = client.done();
    assert_eq!(folded.entries, entries);
    let missing: Vec<&&str> = tested.telling().iter().filter(|kind| !folded.kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "no game of {system} tells of {missing:?}");
}

#[test]
fn what_a_system_tells_folds_into_what_is_seen() {
    std::thread::scope(|scope| {
        for tested in TESTED {
            scope.spawn(|| hold(**tested));
        }
    });
}

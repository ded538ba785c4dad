//! Golden games: whole games on file, replayed command by command with the dice they had.
//!
//! A game that changes is a change of the rules: raise `VERSION`, then record again with
//! `BAGARRE_WRITE=1 cargo test -p bagarre-rules --features testkit --test systems golden`.
//!
//! A file has one line of JSON for the set-up, one for each command with its dice (`sides:face`) and the digest of
//! its events, and one for the end.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bagarre_rules::baston::Baston;
use bagarre_rules::conformance::{Golden, TestKit};
use bagarre_rules::contract::{Actor, Audience, Next, Outcome, Roll, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::{Dice, DiceError, Faces, Scripted, Seeded};
use bagarre_rules::gather::{Gather, Terms};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Head<R: Ruleset> {
    ruleset: String,
    version: u16,
    /// Digest of what happens before the first question, with its dice.
    begins: Happened,
    setup: R::Setup,
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Entry<R: Ruleset> {
    by: Actor,
    command: R::Command,
    #[serde(flatten)]
    happened: Happened,
}

/// Dice drawn, and a digest over the events they led to.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Happened {
    dice: String,
    events: usize,
    digest: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct End {
    outcome: Outcome,
    /// Digest of the public view at the end.
    view: String,
}

/// FNV-1a: the same for ever, unlike the hashers of the standard library.
struct Digest(u64);

impl Digest {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Dice that note what fell.
struct Noted {
    dice: Seeded,
    text: Vec<String>,
}

impl Dice for Noted {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let faces = self.dice.roll(roll)?;
        self.text.extend(faces.iter().map(|face| format!("{}:{face}", roll.sides)));
        Ok(faces)
    }

    fn die(&mut self, sides: u8) -> u8 {
        self.dice.die(sides)
    }
}

/// A game under way, on file or recorded.
struct Play<R: Ruleset> {
    state: R::State,
}

impl<R: Ruleset> Play<R> {
    /// Plays a command, or the beginning, and tells what happened but for the dice.
    fn step(&mut self, command: Option<(Actor, &R::Command)>, dice: &mut dyn Dice) -> (usize, String) {
        let (mut digest, mut events) = (Digest::new(), 0);
        let mut sink = |_: &R::State, event: &R::Event| {
            digest.add(&serde_json::to_vec(event).unwrap());
            events += 1;
        };
        match command {
            Some((by, command)) => submit::<R>(&mut self.state, by, command, dice, &mut sink).unwrap(),
            None => advance::<R>(&mut self.state, dice, &mut sink).unwrap(),
        }
        (events, digest.hex())
    }

    fn end(&self) -> Option<End> {
        let Next::Over(outcome) = R::next(&self.state) else { return None };
        let mut view = Digest::new();
        view.add(&serde_json::to_vec(&R::view(&self.state, Audience::Spectator)).unwrap());
        Some(End { outcome, view: view.hex() })
    }
}

fn folder(system: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("systems/{system}/tests/golden"))
}

fn path(system: &str, name: &str) -> PathBuf {
    folder(system).join(format!("{name}.jsonl"))
}

/// Plays a game anew and gives its file.
fn record<R: Gather>(game: &Golden) -> String {
    let seats = game.players.len() as u8;
    let usual = R::usual(game.scenario, seats).unwrap();
    let more = (!game.more.is_empty()).then(|| serde_json::from_str(game.more).unwrap());
    let terms = Terms { more, ..usual };
    let bands = (0..seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let mut written = serde_json::to_value(R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
    for name in game.options {
        let switch = &mut written["options"][*name];
        *switch = (!switch.as_bool().unwrap()).into();
    }
    let setup: R::Setup = serde_json::from_value(written).unwrap();
    let mut play = Play::<R> { state: R::new(&setup).unwrap() };
    let mut noted = Noted { dice: Seeded::from_number(game.seed), text: Vec::new() };
    let mut chance = Seeded::from_number(!game.seed);
    let mut bots: Vec<_> = game.players.iter().map(|name| R::bot(name)).collect();
    let mut lines = Vec::new();
    let (events, digest) = play.step(None, &mut noted);
    let begins = Happened { dice: std::mem::take(&mut noted.text).join(" "), events, digest };
    let head = Head::<R> { ruleset: R::ID.to_owned(), version: R::VERSION, begins, setup };
    lines.push(serde_json::to_string(&head).unwrap());
    while let Next::Ask { seats, .. } = R::next(&play.state) {
        let seat = seats.iter().next().unwrap();
        let (by, command) = match &mut bots[usize::from(seat.0)] {
            Some(bot) => {
                let ask = R::ask_for(&play.state, seat).unwrap();
                let view = R::view(&play.state, Audience::Seat(seat));
                (Actor::Seat(seat), bot.answer(&view, &ask, seat, &mut chance))
            }
            None => (Actor::Clock(seat), R::default_answer(&play.state, seat)),
        };
        let (events, digest) = play.step(Some((by, &command)), &mut noted);
        let happened = Happened { dice: std::mem::take(&mut noted.text).join(" "), events, digest };
        lines.push(serde_json::to_string(&Entry::<R> { by, command, happened }).unwrap());
    }
    lines.push(serde_json::to_string(&play.end().unwrap()).unwrap());
    lines.join("\n") + "\n"
}

/// Replays a file; the message names the first line that differs.
fn replay<R: Ruleset>(name: &str, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let (head, rest) = lines.split_first().unwrap();
    let (end, entries) = rest.split_last().unwrap();
    let head: Head<R> = serde_json::from_str(head).unwrap();
    assert_eq!((head.ruleset.as_str(), head.version), (R::ID, R::VERSION), "{name}");
    let mut play = Play::<R> { state: R::new(&head.setup).unwrap() };
    let mut check = |line: usize, command: Option<(Actor, &R::Command)>, happened: Happened| {
        let mut dice = Scripted::parse(&happened.dice).unwrap();
        let (events, digest) = play.step(command, &mut dice);
        assert_eq!(dice.left(), 0, "{name}, line {line}: dice are left over");
        let found = Happened { dice: happened.dice.clone(), events, digest };
        assert_eq!(found, happened, "{name}, line {line}: other events");
    };
    check(1, None, head.begins);
    for (n, line) in entries.iter().enumerate() {
        let entry: Entry<R> = serde_json::from_str(line).unwrap();
        check(n + 2, Some((entry.by, &entry.command)), entry.happened);
    }
    let end: End = serde_json::from_str(end).unwrap();
    assert_eq!(play.end(), Some(end), "{name}: another end");
}

/// The games of a system, recorded anew when that is told.
fn games<R: TestKit>() -> Vec<(&'static str, String)> {
    let file = |game: &Golden| {
        if std::env::var_os("BAGARRE_WRITE").is_some() {
            std::fs::write(path(R::ID, game.name), record::<R>(game)).unwrap();
        }
        (game.name, std::fs::read_to_string(path(R::ID, game.name)).unwrap())
    };
    R::golden().iter().map(file).collect()
}

fn go_as_they_went<R: TestKit>() {
    for (name, text) in games::<R>() {
        replay::<R>(name, &text);
    }
}

#[test]
fn golden_games_go_as_they_went() {
    bagarre_rules::for_every!(go_as_they_went());
}

/// How often a character that is released gets rounds back that were cancelled while it was held (BAS-CT-06), in a game
/// on file.
fn given_back(text: &str) -> usize {
    let view = |state: &<Baston as Ruleset>::State| {
        serde_json::to_value(Baston::view(state, Audience::Spectator)).unwrap()
    };
    let rounds = |view: &serde_json::Value, held: bool, lost: bool| -> BTreeSet<usize> {
        let fighters = view["fighters"].as_array().unwrap().iter().map(|one| &one["now"]).enumerate();
        let so = fighters.filter(|(_, now)| {
            let any_lost = now["cancelled"].as_array().unwrap().contains(&true.into());
            now["held_by"].is_number() == held && any_lost == lost
        });
        so.map(|(who, _)| who).collect()
    };
    let lines: Vec<&str> = text.lines().collect();
    let head: Head<Baston> = serde_json::from_str(lines[0]).unwrap();
    let mut state = Baston::new(&head.setup).unwrap();
    let mut before = view(&state);
    let mut given = 0;
    let mut look = |state: &<Baston as Ruleset>::State, event: &<Baston as Ruleset>::Event| {
        let after = view(state);
        let released = serde_json::to_string(event).unwrap().contains(r#""t":"released""#);
        if released {
            given += rounds(&before, true, true).intersection(&rounds(&after, false, false)).count();
        }
        before = after;
    };
    advance::<Baston>(&mut state, &mut Scripted::parse(&head.begins.dice).unwrap(), &mut look).unwrap();
    for line in &lines[1..lines.len() - 1] {
        let entry: Entry<Baston> = serde_json::from_str(line).unwrap();
        let mut dice = Scripted::parse(&entry.happened.dice).unwrap();
        submit::<Baston>(&mut state, entry.by, &entry.command, &mut dice, &mut look).unwrap();
    }
    given
}

/// A client that folded a release by hand once went on showing such rounds as lost: the law of the fold walks this game.
#[test]
fn somebody_released_gets_its_rounds_back_in_a_golden_game() {
    assert!(given_back(&std::fs::read_to_string(path(Baston::ID, "brawl-released")).unwrap()) > 0);
}

fn are_all_played<R: TestKit>() {
    let files: BTreeSet<String> = std::fs::read_dir(folder(R::ID))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let named: BTreeSet<String> = R::golden().iter().map(|game| format!("{}.jsonl", game.name)).collect();
    assert_eq!(files, named, "{}", R::ID);
    let played: BTreeSet<&str> = R::golden().iter().map(|game| game.scenario).collect();
    assert!(R::scenarios().iter().all(|scenario| played.contains(scenario.as_str())), "{}", R::ID);
    let switched: BTreeSet<&str> = R::golden().iter().flat_map(|game| game.options).copied().collect();
    assert_eq!(switched, R::switches().iter().copied().collect(), "{}", R::ID);
}

#[test]
fn every_golden_file_is_played_and_every_scenario_has_one() {
    bagarre_rules::for_offered!(are_all_played());
}

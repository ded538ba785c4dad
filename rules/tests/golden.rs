//! Golden games: whole games on file, replayed command by command with the dice they had.
//!
//! A game that changes is a change of the rules: raise `VERSION`, then record again with
//! `BAGARRE_WRITE=1 cargo test -p bagarre-rules --test golden`.
//!
//! A file has one line of JSON for the set-up, one for each command with its dice (`sides:face`) and the digest of
//! its events, and one for the end.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Once;

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::command::Command;
use bagarre_rules::baston::setup::Setup;
use bagarre_rules::contract::{Actor, Audience, Next, Outcome, Roll, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::{Dice, DiceError, Faces, Scripted, Seeded};
use bagarre_rules::gather::Gather;
use serde::{Deserialize, Serialize};

/// How a game was made: who played where, with which house options, from which seed.
struct Game {
    name: &'static str,
    scenario: &'static str,
    /// One for each seat; `absent` leaves everything to the clock.
    players: &'static [&'static str],
    options: &'static [&'static str],
    seed: u64,
}

const fn game(
    name: &'static str,
    scenario: &'static str,
    players: &'static [&'static str],
    options: &'static [&'static str],
    seed: u64,
) -> Game {
    Game { name, scenario, players, options, seed }
}

const ALL: &[&str] = &[
    "characteristic_8",
    "corner_test",
    "melee_one_step",
    "glass_from_windows",
    "thrown_breaks_window",
    "jostle_test",
    "reveal_by_sequence",
];

const GAMES: &[Game] = &[
    game("brawl-any", "SCN-00", &["any", "any"], &[], 1),
    game("brawl-brawlers", "SCN-00", &["brawler", "brawler"], &[], 2),
    game("brawl-absent", "SCN-00", &["brawler", "absent"], &[], 3),
    game("brawl-four", "SCN-00", &["brawler", "any", "brawler", "any"], &[], 4),
    game("brawl-six", "SCN-00", &["any", "brawler", "any", "any", "brawler", "any"], &[], 5),
    game("brawl-house", "SCN-00", &["any", "any", "any"], ALL, 6),
    game("brawl-sealed", "SCN-00", &["brawler", "brawler"], &["reveal_by_sequence"], 7),
    game("last-round", "SCN-01", &["brawler", "any"], &["melee_one_step"], 8),
    game("phone-call", "SCN-02", &["brawler", "any"], &[], 9),
    game("phone-destroyed", "SCN-02", &["any", "brawler"], &["glass_from_windows"], 10),
    game("cash-box-two", "SCN-03", &["brawler", "any"], &[], 11),
    game("cash-box-three", "SCN-03", &["any", "brawler", "brawler"], &["corner_test", "jostle_test"], 12),
    game("encore-three", "SCN-04", &["brawler", "any", "brawler"], &[], 13),
    game("encore-four", "SCN-04", &["any", "any", "any", "any"], &["thrown_breaks_window"], 14),
];

#[derive(Serialize, Deserialize)]
struct Head {
    ruleset: String,
    version: u16,
    /// Digest of what happens before the first question, with its dice.
    begins: Happened,
    setup: Setup,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    by: Actor,
    command: Command,
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
    /// Digest of what everybody sees at the end.
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
struct Play {
    state: <Baston as Ruleset>::State,
}

impl Play {
    /// Plays a command, or the beginning, and tells what happened but for the dice.
    fn step(&mut self, command: Option<(Actor, &Command)>, dice: &mut dyn Dice) -> (usize, String) {
        let (mut digest, mut events) = (Digest::new(), 0);
        let mut sink = |_: &_, event: &_| {
            digest.add(&serde_json::to_vec(event).unwrap());
            events += 1;
        };
        match command {
            Some((by, command)) => submit::<Baston>(&mut self.state, by, command, dice, &mut sink).unwrap(),
            None => advance::<Baston>(&mut self.state, dice, &mut sink).unwrap(),
        }
        (events, digest.hex())
    }

    fn end(&self) -> Option<End> {
        let Next::Over(outcome) = Baston::next(&self.state) else { return None };
        let mut view = Digest::new();
        view.add(&serde_json::to_vec(&Baston::view(&self.state, Audience::Spectator)).unwrap());
        Some(End { outcome, view: view.hex() })
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn path(name: &str) -> PathBuf {
    folder().join(format!("{name}.jsonl"))
}

/// Plays a game anew and gives its file.
fn record(game: &Game) -> String {
    let seats = game.players.len() as u8;
    let terms = Baston::usual(game.scenario, seats).unwrap();
    let bands = (0..seats).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    let mut setup = Baston::gather(&terms, bands, Seat(0)).unwrap();
    let switched: serde_json::Map<_, _> =
        game.options.iter().map(|name| ((*name).to_owned(), true.into())).collect();
    setup.options = serde_json::from_value(switched.into()).unwrap();
    let mut play = Play { state: Baston::new(&setup).unwrap() };
    let mut noted = Noted { dice: Seeded::from_number(game.seed), text: Vec::new() };
    let mut chance = Seeded::from_number(!game.seed);
    let mut bots: Vec<_> = game.players.iter().map(|name| Baston::bot(name)).collect();
    let mut lines = Vec::new();
    let (events, digest) = play.step(None, &mut noted);
    let begins = Happened { dice: std::mem::take(&mut noted.text).join(" "), events, digest };
    let head = Head { ruleset: Baston::ID.to_owned(), version: Baston::VERSION, begins, setup };
    lines.push(serde_json::to_string(&head).unwrap());
    while let Next::Ask { seats, .. } = Baston::next(&play.state) {
        let seat = seats.iter().next().unwrap();
        let (by, command) = match &mut bots[usize::from(seat.0)] {
            Some(bot) => {
                let ask = Baston::ask_for(&play.state, seat).unwrap();
                let view = Baston::view(&play.state, Audience::Seat(seat));
                (Actor::Seat(seat), bot.answer(&view, &ask, seat, &mut chance))
            }
            None => (Actor::Clock(seat), Baston::default_answer(&play.state, seat)),
        };
        let (events, digest) = play.step(Some((by, &command)), &mut noted);
        let happened = Happened { dice: std::mem::take(&mut noted.text).join(" "), events, digest };
        lines.push(serde_json::to_string(&Entry { by, command, happened }).unwrap());
    }
    lines.push(serde_json::to_string(&play.end().unwrap()).unwrap());
    lines.join("\n") + "\n"
}

/// Replays a file; the message names the first line that differs.
fn replay(name: &str, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let (head, rest) = lines.split_first().unwrap();
    let (end, entries) = rest.split_last().unwrap();
    let head: Head = serde_json::from_str(head).unwrap();
    assert_eq!((head.ruleset.as_str(), head.version), (Baston::ID, Baston::VERSION), "{name}");
    let mut play = Play { state: Baston::new(&head.setup).unwrap() };
    let mut check = |line: usize, command: Option<(Actor, &Command)>, happened: Happened| {
        let mut dice = Scripted::parse(&happened.dice).unwrap();
        let (events, digest) = play.step(command, &mut dice);
        assert_eq!(dice.left(), 0, "{name}, line {line}: dice are left over");
        let found = Happened { dice: happened.dice.clone(), events, digest };
        assert_eq!(found, happened, "{name}, line {line}: other events");
    };
    check(1, None, head.begins);
    for (n, line) in entries.iter().enumerate() {
        let entry: Entry = serde_json::from_str(line).unwrap();
        check(n + 2, Some((entry.by, &entry.command)), entry.happened);
    }
    let end: End = serde_json::from_str(end).unwrap();
    assert_eq!(play.end(), Some(end), "{name}: another end");
}

/// Records every game anew when told to, once for all tests.
fn recorded() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if std::env::var_os("BAGARRE_WRITE").is_some() {
            for game in GAMES {
                std::fs::write(path(game.name), record(game)).unwrap();
            }
        }
    });
}

#[test]
fn golden_games_go_as_they_went() {
    recorded();
    for game in GAMES {
        replay(game.name, &std::fs::read_to_string(path(game.name)).unwrap());
    }
}

#[test]
fn every_golden_file_is_played_and_every_scenario_has_one() {
    recorded();
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let named: BTreeSet<String> = GAMES.iter().map(|game| format!("{}.jsonl", game.name)).collect();
    assert_eq!(files, named);
    let played: BTreeSet<&str> = GAMES.iter().map(|game| game.scenario).collect();
    assert!(Baston::scenarios().iter().all(|scenario| played.contains(scenario.as_str())));
    let switched: BTreeSet<&str> = GAMES.iter().flat_map(|game| game.options).copied().collect();
    assert_eq!(switched, ALL.iter().copied().collect());
}

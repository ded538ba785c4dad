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

use bagarre_rules::any::RulesetId;
use bagarre_rules::baston::Baston;
use bagarre_rules::celtiques::Celtiques;
use bagarre_rules::contract::{Actor, Audience, Next, Outcome, Roll, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::{Dice, DiceError, Faces, Scripted, Seeded};
use bagarre_rules::energie::Energie;
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::generik::Generik;
use serde::{Deserialize, Serialize};

/// How a game was made: who played where, with which house options, from which seed.
struct Game {
    name: &'static str,
    scenario: &'static str,
    /// One for each seat; `absent` leaves everything to the clock.
    players: &'static [&'static str],
    /// Switches of the rules that are turned over.
    options: &'static [&'static str],
    /// What only the system knows of its terms, as JSON; empty for nothing.
    more: &'static str,
    seed: u64,
}

const fn game(
    name: &'static str,
    scenario: &'static str,
    players: &'static [&'static str],
    options: &'static [&'static str],
    seed: u64,
) -> Game {
    Game { name, scenario, players, options, more: "", seed }
}

const fn skirmish(
    name: &'static str,
    scenario: &'static str,
    players: &'static [&'static str],
    options: &'static [&'static str],
    more: &'static str,
    seed: u64,
) -> Game {
    Game { name, scenario, players, options, more, seed }
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
    game("brawl-released", "SCN-00", &["brawler", "brawler", "brawler"], &[], 2),
    game("last-round", "SCN-01", &["brawler", "any"], &["melee_one_step"], 8),
    game("phone-call", "SCN-02", &["brawler", "any"], &[], 9),
    game("phone-destroyed", "SCN-02", &["any", "brawler"], &["glass_from_windows"], 10),
    game("cash-box-two", "SCN-03", &["brawler", "any"], &[], 11),
    game("cash-box-three", "SCN-03", &["any", "brawler", "brawler"], &["corner_test", "jostle_test"], 12),
    game("encore-three", "SCN-04", &["brawler", "any", "brawler"], &[], 13),
    game("encore-four", "SCN-04", &["any", "any", "any", "any"], &["thrown_breaks_window"], 14),
    game("nose-to-nose", "SCN-05", &["brawler", "any"], &[], 15),
];

/// Switches of GeneriK's rulings.
const RULINGS: &[&str] = &[
    "free_switching",
    "allow_disengage",
    "heroic_after_da_removed",
    "figures_block_los",
    "defence_blind",
    "down_defender_can_wound",
    "chain_knockdown_loses_da",
    "blast_knockdown_loses_da",
    "armour_uses_weapon_slot",
    "mixed_eras",
];

const WESTERN: &str = r#"{"era":"western"}"#;
const PIRATES: &str = r#"{"era":"pirates","ground":"in_turn"}"#;
const WW2: &str = r#"{"era":"ww2"}"#;
const MEDIEVAL: &str = r#"{"era":"medieval"}"#;
const CAMPAIGN: &str = r#"{"era":"medieval","campaign":true}"#;

const SKIRMISHES: &[Game] = &[
    skirmish("generik-baston", "baston_generale", &["skirmisher", "any"], &[], WESTERN, 1),
    skirmish("generik-four", "baston_generale", &["any", "any", "any", "any"], &[], MEDIEVAL, 2),
    skirmish("generik-absent", "baston_generale", &["any", "absent"], &[], WW2, 3),
    skirmish("generik-chief", "tete_du_chef", &["any", "skirmisher"], &["allow_disengage"], PIRATES, 4),
    skirmish("generik-ravioli", "ravioli", &["any", "any"], &["figures_block_los", "defence_blind"], WW2, 5),
    skirmish(
        "generik-duel",
        "duel_d_honneur",
        &["skirmisher", "skirmisher"],
        &["down_defender_can_wound"],
        MEDIEVAL,
        6,
    ),
    skirmish("generik-exit", "sortie", &["any", "skirmisher"], &["free_switching"], WESTERN, 7),
    skirmish("generik-sack", "saccage", &["skirmisher", "any"], &["chain_knockdown_loses_da"], PIRATES, 8),
    skirmish("generik-dice", "hasard", &["any", "any"], &["blast_knockdown_loses_da"], WW2, 9),
    skirmish("generik-campaign", "baston_generale", &["any", "any"], &[], CAMPAIGN, 10),
    skirmish(
        "generik-mixed",
        "tete_du_chef",
        &["any", "any"],
        &["mixed_eras", "heroic_after_da_removed", "armour_uses_weapon_slot"],
        WESTERN,
        11,
    ),
];

const LED: &str = r#"{"mj":true,"options":{"fenetre":true}}"#;
const FREE: &str = r#"{"mj":true,"format":"coop2","free":{"arena":"ruelles","opponents":[{"id":"docker","count":3}],"objective":"Tenir la place."}}"#;
const EARNED: &str = r#"{"campaign":true}"#;
const BRAWL: &str = r#"{"format":"3v3"}"#;
const APART: &str = r#"{"format":"ffa4"}"#;
const HUNT: &str = r#"{"format":"coop2"}"#;

const STRIPS: &[Game] = &[
    skirmish("energie-duel", "entrepot", &["daredevil", "any"], &[], "", 1),
    skirmish("energie-absent", "entrepot", &["daredevil", "absent"], &[], "", 2),
    skirmish("energie-quays", "docks", &["daredevil", "any"], &[], BRAWL, 3),
    skirmish("energie-alone", "docks", &["any", "daredevil", "any", "daredevil"], &[], APART, 4),
    skirmish("energie-ambush", "embuscade", &["daredevil", "any", "daredevil"], &[], "", 5),
    skirmish("energie-colosse", "colosse", &["daredevil", "daredevil"], &[], "", 6),
    skirmish("energie-wreck", "epave", &["any", "daredevil"], &[], "", 7),
    skirmish("energie-sharks", "epave", &["daredevil", "daredevil"], &[], HUNT, 8),
    skirmish("energie-chase", "poursuite", &["daredevil", "any"], &[], "", 9),
    skirmish("energie-led", "colosse", &["daredevil", "any", "any"], &[], LED, 10),
    skirmish("energie-free", "libre", &["daredevil", "any", "any"], &[], FREE, 11),
    skirmish("energie-campaign", "entrepot", &["any", "any"], &[], EARNED, 12),
];

const NIGHT: &str = r#"{"options":{"lumiere":"faible","respect":true,"duel":true}}"#;
const WOODS: &str = r#"{"arena":"bois","adversaires":["chien","frondeur"]}"#;

const WARRIORS: &[Game] = &[
    skirmish("celtiques-duel", "cercle", &["any", "any"], &[], "", 1),
    skirmish("celtiques-champions", "cercle", &["champion", "champion"], &[], "", 2),
    skirmish("celtiques-absent", "cercle", &["champion", "absent"], &[], "", 3),
    skirmish("celtiques-ford", "gue", &["champion", "any"], &[], NIGHT, 4),
    skirmish("celtiques-road", "chemin", &["champion", "champion"], &[], "", 5),
    skirmish("celtiques-king", "haut_roi", &["champion", "champion", "any"], &[], LED, 6),
    skirmish("celtiques-boar", "sanglier", &["champion", "any"], &[], "", 7),
    skirmish("celtiques-standard", "etendard", &["champion", "any"], &[], "", 8),
    skirmish("celtiques-free", "libre", &["champion", "any"], &[], WOODS, 9),
];

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

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn path(name: &str) -> PathBuf {
    folder().join(format!("{name}.jsonl"))
}

/// Plays a game anew and gives its file.
fn record<R: Gather>(game: &Game) -> String {
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

/// Records every game anew when told to, once for all tests.
fn recorded() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if std::env::var_os("BAGARRE_WRITE").is_some() {
            for game in GAMES {
                std::fs::write(path(game.name), record::<Baston>(game)).unwrap();
            }
            for game in SKIRMISHES {
                std::fs::write(path(game.name), record::<Generik>(game)).unwrap();
            }
            for game in STRIPS {
                std::fs::write(path(game.name), record::<Energie>(game)).unwrap();
            }
            for game in WARRIORS {
                std::fs::write(path(game.name), record::<Celtiques>(game)).unwrap();
            }
        }
    });
}

#[test]
fn golden_games_go_as_they_went() {
    recorded();
    for game in GAMES {
        replay::<Baston>(game.name, &std::fs::read_to_string(path(game.name)).unwrap());
    }
    for game in SKIRMISHES {
        replay::<Generik>(game.name, &std::fs::read_to_string(path(game.name)).unwrap());
    }
    for game in STRIPS {
        replay::<Energie>(game.name, &std::fs::read_to_string(path(game.name)).unwrap());
    }
    for game in WARRIORS {
        replay::<Celtiques>(game.name, &std::fs::read_to_string(path(game.name)).unwrap());
    }
}

/// How often somebody who is released gets rounds back that were cancelled while it was held (BAS-CT-06), in a game on file.
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
    recorded();
    assert!(given_back(&std::fs::read_to_string(path("brawl-released")).unwrap()) > 0);
}

#[test]
fn every_golden_file_is_played_and_every_scenario_has_one() {
    recorded();
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let all = || GAMES.iter().chain(SKIRMISHES).chain(STRIPS).chain(WARRIORS);
    let named: BTreeSet<String> = all().map(|game| format!("{}.jsonl", game.name)).collect();
    assert_eq!(files, named);
    let played: BTreeSet<&str> = all().map(|game| game.scenario).collect();
    let scenarios = RulesetId::ALL.iter().flat_map(|system| system.scenarios());
    assert!(scenarios.into_iter().all(|scenario| played.contains(scenario.as_str())));
    let switched: BTreeSet<&str> = all().flat_map(|game| game.options).copied().collect();
    assert_eq!(switched, ALL.iter().chain(RULINGS).copied().collect());
}

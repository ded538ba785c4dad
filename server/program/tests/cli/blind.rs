//! Games whose sheets stayed with their players, exported and bent.

use bagarre_protocol::fair::{Blind, Link};
use bagarre_protocol::game::{Export, ExportEntry};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyBot, AnyGame, Moment};
use bagarre_rules::contract::{Actor, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_server::fair::sign::Signer;
use bagarre_server::fair::{self, Hash, Noted};
use bagarre_server::verify::{self, Known, Part};
use serde_json::{Value, json};

use super::files::{GAME, SALT, blind, exported, new_game, payload};
use super::tamper::{ByHand, all_found, entries, found_in, renumber};
use super::{run, run_on};

/// The journal of a game that two bots play.
struct Journal {
    game: AnyGame,
    seed: Hash,
    drawn: u64,
    entries: Vec<ExportEntry>,
    chance: Seeded,
    bots: [AnyBot; 2],
}

impl Journal {
    fn n(&self) -> u32 {
        self.entries.len() as u32
    }

    fn write(&mut self, by: Option<Actor>, command: Option<&str>, blind: Option<Blind>) {
        let (mut events, mut dice) = (Vec::new(), Noted::new(self.seed, self.drawn));
        let sink = &mut |moment: Moment<'_>| events.push(payload(moment.event()));
        let accepted = match (by, command) {
            (Some(by), Some(command)) => Some(self.game.submit(by, command, &mut dice, sink).unwrap()),
            (Some(_), None) => None,
            _ => {
                self.game.advance(&mut dice, sink).unwrap();
                None
            }
        };
        let (drawn, rolls) = dice.done();
        self.drawn = drawn;
        let opened = matches!(blind, Some(Blind::Opened { .. }));
        let seal = accepted.as_ref().filter(|it| it.sealed && !opened).map(|it| {
            let digest = fair::seal(&SALT, it.command.get()).unwrap();
            bagarre_protocol::game::Seal { digest, salt: hex::encode(SALT) }
        });
        let link = Link { author: None, rolls, drawn, salt: String::new(), head: String::new() };
        self.entries.push(ExportEntry {
            n: self.n(),
            at: 1_000 + i64::from(self.n()),
            by,
            command: accepted.map(|it| payload(it.command)),
            events,
            seal,
            blind,
            link: Some(link),
        });
    }

    fn answer(&mut self, seat: Seat) -> String {
        let bot = &mut self.bots[usize::from(seat.0)];
        bot.answer(&self.game, seat, &mut self.chance).unwrap().get().to_owned()
    }

    /// A question whose answers are sealed blindly.
    fn sealed(&mut self, question: u32, round: usize) {
        let asked: Vec<Seat> = self.game.asking().iter().collect();
        let mut held = Vec::new();
        for (number, seat) in asked.into_iter().enumerate() {
            let refused = round == 2 && number == 1;
            let sheet = if refused {
                r#"{"do":"programme","turn":99,"sheets":[]}"#.to_owned()
            } else if number == 1 {
                bare(&self.answer(seat))
            } else {
                self.answer(seat)
            };
            let salt = [self.entries.len() as u8; 32];
            let digest = hex::encode(fair::blind(GAME, question, seat, &salt, &sheet).unwrap());
            let sealed = Blind::Sealed { question, digest };
            self.write(Some(Actor::Seat(seat)), None, Some(sealed.clone()));
            if round == 0 && number == 0 {
                let seal = self.n() - 1;
                self.write(Some(Actor::Seat(seat)), None, Some(Blind::Withdrawn { seal }));
                self.write(Some(Actor::Seat(seat)), None, Some(sealed));
            }
            held.push((seat, self.n() - 1, salt, sheet, refused));
        }
        for (number, (seat, seal, salt, sheet, refused)) in held.into_iter().enumerate() {
            let default = self.game.default_answer(seat).get().to_owned();
            let salt = Some(hex::encode(salt));
            let kept = Some(Payload::parse(sheet.clone()).unwrap());
            let clock = Some(Actor::Clock(seat));
            if refused {
                self.write(clock, Some(&default), Some(Blind::Refused { seal, salt, sheet: kept }));
            } else if round == 1 && number == 0 {
                self.write(clock, Some(&default), Some(Blind::Unopened { seal, wrong: false }));
            } else {
                let sheet_kept = kept.filter(|_| number == 1 && sheet.contains("orders"));
                self.write(
                    Some(Actor::Seat(seat)),
                    Some(&sheet),
                    Some(Blind::Opened { seal, salt, sheet: sheet_kept }),
                );
            }
        }
    }
}

/// The same sheet without what the rules write by themselves.
fn bare(sheet: &str) -> String {
    let mut sheet: Value = serde_json::from_str(sheet).unwrap();
    for one in sheet["sheets"].as_array_mut().unwrap() {
        one.as_object_mut().unwrap().remove("instructions");
    }
    sheet.to_string()
}

/// A whole game of bots from a seed, with links that tie nothing yet.
pub(crate) fn played(seed: Hash) -> Export {
    let (ruleset, setup, game) = new_game();
    let bots = [ruleset.bot("any").unwrap(), ruleset.bot("brawler").unwrap()];
    let chance = Seeded::from_number(1);
    let mut journal = Journal { game, seed, drawn: 0, entries: Vec::new(), chance, bots };
    journal.write(None, None, None);
    let mut round = 0;
    while let Some(seat) = journal.game.asking().iter().next() {
        if journal.game.asks_sealed() {
            journal.sealed(journal.n() - 1, round);
            round += 1;
        } else {
            let answer = journal.answer(seat);
            journal.write(Some(Actor::Seat(seat)), Some(&answer), None);
        }
    }
    let mut export = exported(seed, setup, &journal.game, journal.entries);
    export.blind = true;
    export
}

fn game() -> Export {
    blind([7; 32], &Signer::new(&[1; 32]))
}

/// The entries with a step, by its name.
fn steps(file: &Value, step: &str) -> Vec<usize> {
    let list = file["entries"].as_array().unwrap();
    list.iter().enumerate().filter(|(_, entry)| entry["blind"]["step"] == step).map(|(n, _)| n).collect()
}

#[test]
fn an_honest_game_holds() {
    let export = game();
    let known = Known { key: export.key.clone(), ..Known::default() };
    let report = verify::game(&export, &known);
    assert!(report.ok, "{:?}", report.faults);
    assert_eq!([report.draw, report.chain, report.rules, report.signature], [Part::Holds; 4]);
    let file = serde_json::to_value(&export).unwrap();
    let found = |step| steps(&file, step).len();
    assert_eq!((found("withdrawn"), found("unopened"), found("refused")), (1, 1, 1));
    assert!(found("opened") > 8 && found("sealed") == found("opened") + 3);
    // Two seals of the clock are made as ever.
    assert_eq!(report.seals, found("opened") + 3);
    let written =
        steps(&file, "opened").into_iter().filter(|n| !file["entries"][*n]["blind"]["sheet"].is_null());
    assert!(written.count() > 3, "sheets that the rules write in another way");
}

#[test]
fn without_its_rules_it_is_checked_by_digests() {
    let signer = Signer::new(&[1; 32]);
    let mut export = game();
    export.version += 1;
    super::files::chain(&mut export);
    let report = verify::game(&signer.game(export.clone()).unwrap(), &Known::unsigned());
    assert!(report.ok, "{:?}", report.faults);
    assert_eq!((report.rules, report.chain), (Part::Unchecked, Part::Holds));
    let opened = export
        .entries
        .iter_mut()
        .find(|entry| matches!(entry.blind, Some(Blind::Opened { sheet: None, .. })));
    opened.unwrap().command =
        Some(Payload::of(&json!({ "do": "programme", "turn": 1, "sheets": [] })).unwrap());
    super::files::chain(&mut export);
    let report = verify::game(&signer.game(export).unwrap(), &Known::unsigned());
    assert!(report.faults[0].contains("not the one that was sealed"), "{:?}", report.faults);
}

/// Bent and left at that.
const BY_HAND: &[ByHand] = &[
    ("a game in the open", Some(0), |file| drop(file.as_object_mut().unwrap().remove("blind"))),
    ("another digest", None, |file| {
        let at = steps(file, "sealed")[0];
        file["entries"][at]["blind"]["digest"] = json!("ab".repeat(32));
    }),
    ("another salt", None, |file| {
        let at = steps(file, "opened")[0];
        file["entries"][at]["blind"]["salt"] = json!("ab".repeat(32));
    }),
    ("a salt left out", None, |file| {
        let at = steps(file, "opened")[0];
        drop(file["entries"][at]["blind"].as_object_mut().unwrap().remove("salt"));
    }),
];

/// A forger who bends a file makes its chain anew and signs it again: what was sealed still shows it, at the entry named.
type Forged = (&'static str, fn(&mut Value) -> usize);

const FORGED: &[Forged] = &[
    ("another sheet", |file| {
        let at = opened_bare(file, false);
        file["entries"][at]["command"]["sheets"] = json!([]);
        at
    }),
    ("another sheet, where the rules write it in another way", |file| {
        let at = opened_bare(file, true);
        file["entries"][at]["blind"]["sheet"]["sheets"] = json!([]);
        at
    }),
    ("another command than the sheet", |file| {
        let at = opened_bare(file, true);
        file["entries"][at]["command"]["sheets"] = json!([]);
        at
    }),
    ("another digest", |file| {
        let at = steps(file, "sealed")[2];
        file["entries"][at]["blind"]["digest"] = json!("ab".repeat(32));
        steps(file, "opened")[1]
    }),
    ("another salt", |file| {
        let at = steps(file, "opened")[3];
        file["entries"][at]["blind"]["salt"] = json!("ab".repeat(32));
        at
    }),
    ("no salt", |file| {
        let at = steps(file, "opened")[3];
        file["entries"][at]["blind"].as_object_mut().unwrap().remove("salt");
        at
    }),
    ("another question", |file| {
        let at = steps(file, "sealed")[3];
        let question = file["entries"][at]["blind"]["question"].as_u64().unwrap();
        file["entries"][at]["blind"]["question"] = json!(question - 1);
        // No other seat has sealed by then: the other seat is the first to contradict it.
        steps(file, "sealed")[4]
    }),
    ("a question of the future", |file| {
        let at = steps(file, "sealed")[3];
        file["entries"][at]["blind"]["question"] = json!(at);
        at
    }),
    ("a step left out of an opening", |file| {
        let at = steps(file, "opened")[0];
        file["entries"][at].as_object_mut().unwrap().remove("blind");
        at
    }),
    ("the seal of the other seat", |file| {
        let at = steps(file, "opened")[0];
        let seal = file["entries"][at]["blind"]["seal"].as_u64().unwrap();
        file["entries"][at]["blind"]["seal"] = json!(seal + 1);
        at
    }),
    ("a seal that was taken back", |file| {
        let at = steps(file, "opened")[0];
        let seal = file["entries"][at]["blind"]["seal"].as_u64().unwrap();
        file["entries"][at]["blind"]["seal"] = json!(seal - 2);
        at
    }),
    ("not opened, it says", |file| {
        let at = steps(file, "opened")[2];
        let seal = file["entries"][at]["blind"]["seal"].clone();
        file["entries"][at]["blind"] = json!({ "step": "unopened", "seal": seal, "wrong": false });
        at
    }),
    ("the clock is silent about a seal", |file| {
        let at = steps(file, "unopened")[0];
        file["entries"][at].as_object_mut().unwrap().remove("blind");
        at
    }),
    ("a refusal that the rules did not speak", |file| {
        let at = steps(file, "refused")[0];
        let seal = file["entries"][at]["blind"]["seal"].as_u64().unwrap();
        let salt = file["entries"][at]["blind"]["salt"].as_str().unwrap().to_owned();
        let sheet = json!({ "do": "programme", "turn": 3, "sheets": [] });
        let question = file["entries"][seal as usize]["blind"]["question"].as_u64().unwrap();
        let seat = file["entries"][at]["by"]["clock"].as_u64().unwrap();
        let digest = fair::blind(
            GAME,
            question as u32,
            Seat(seat as u8),
            &fair::unhex(&salt).unwrap(),
            &sheet.to_string(),
        );
        file["entries"][seal as usize]["blind"]["digest"] = json!(hex::encode(digest.unwrap()));
        file["entries"][at]["blind"]["sheet"] = sheet;
        at
    }),
    ("a refused sheet left out", |file| {
        let at = steps(file, "refused")[0];
        file["entries"][at]["blind"].as_object_mut().unwrap().remove("sheet");
        at
    }),
    ("a seal left out", |file| {
        let at = steps(file, "sealed").into_iter().next_back().unwrap();
        entries(file).remove(at);
        renumber(file);
        for link in at..file["entries"].as_array().unwrap().len() {
            let entry = &mut file["entries"][link];
            if let Some(seal) = entry["blind"]["seal"].as_u64().filter(|seal| *seal as usize > at) {
                entry["blind"]["seal"] = json!(seal - 1);
            }
        }
        at
    }),
    ("a seal doubled", |file| {
        let at = steps(file, "sealed")[1];
        let twice = file["entries"][at].clone();
        entries(file).insert(at + 1, twice);
        renumber(file);
        at + 1
    }),
    ("a seal with which something happens", |file| {
        let at = steps(file, "sealed")[1];
        let opened = steps(file, "opened")[0];
        file["entries"][at]["events"] = file["entries"][opened]["events"].clone();
        at
    }),
    ("a seal with a command", |file| {
        let at = steps(file, "sealed")[1];
        file["entries"][at]["command"] = json!({ "do": "withdraw", "turn": 1 });
        at
    }),
    ("a seal of the clock", |file| {
        let at = steps(file, "sealed")[1];
        let seat = file["entries"][at]["by"]["seat"].clone();
        file["entries"][at]["by"] = json!({ "clock": seat });
        at
    }),
    ("a seal of the other seat", |file| {
        let at = steps(file, "sealed")[1];
        let seat = 1 - file["entries"][at]["by"]["seat"].as_u64().unwrap();
        file["entries"][at]["by"] = json!({ "seat": seat });
        at
    }),
    ("a game in which nothing is sealed blindly", |file| {
        file.as_object_mut().unwrap().remove("blind");
        steps(file, "sealed")[0]
    }),
    ("a start that seals", |file| {
        file["entries"][0]["blind"] = file["entries"][steps(file, "sealed")[0]]["blind"].clone();
        0
    }),
];

/// The first opening that keeps a sheet of its own, or that keeps none.
fn opened_bare(file: &Value, own: bool) -> usize {
    steps(file, "opened")
        .into_iter()
        .find(|n| file["entries"][*n]["blind"]["sheet"].is_null() != own)
        .unwrap()
}

#[test]
fn every_bend_is_found_and_the_first_wrong_entry_is_named() {
    let signer = Signer::new(&[1; 32]);
    let honest = blind([7; 32], &signer);
    let file = serde_json::to_value(&honest).unwrap();
    let first = |step| steps(&file, step)[0];
    let shown = ["sealed", "withdrawn", "opened", "unopened", "refused"].map(first);
    let shown = shown.map(|n| format!("/entries/{n}/blind")).into_iter();
    let shown: Vec<String> = shown.chain([format!("/entries/{}/blind", opened_bare(&file, true))]).collect();
    let wanted = |place: &str| place == "/blind" || shown.iter().any(|blind| place.starts_with(blind));
    let (bends, forged) = all_found(&signer, &honest, BY_HAND, &wanted);
    assert!(bends > 30 && forged > 20, "{bends}, {forged}");
}

#[test]
fn a_chain_made_anew_does_not_hide_a_sheet_that_was_not_sealed() {
    let honest = serde_json::to_value(game()).unwrap();
    assert_eq!(found_in(&honest), (None, false));
    for (what, bend) in FORGED {
        let mut file = honest.clone();
        let at = bend(&mut file);
        assert_eq!(found_in(&file), (Some(at as u32), true), "{what}");
    }
    println!("{} bends found by what was sealed", FORGED.len());
}

/// The file on which the client's own check is tested. With `BAGARRE_WRITE=1` it is made again.
#[test]
fn the_file_that_the_client_checks_holds() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../web-client/src/fair/testdata/blind.json");
    let signer = Signer::new(&[1; 32]);
    if std::env::var_os("BAGARRE_WRITE").is_some() {
        std::fs::write(&file, serde_json::to_string(&game()).unwrap() + "\n").unwrap();
    }
    let ran = run(&["verify", file.to_str().unwrap(), "--key", &signer.key()]);
    assert_eq!((ran.code, &ran.json()["chain"]), (0, &json!("holds")), "{}", ran.err);
    let mut bent: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let at = steps(&bent, "opened")[0];
    bent["entries"][at]["blind"]["salt"] = json!("0".repeat(64));
    run_on(&["verify", "-", "--unsigned"], &bent.to_string()).failed(1, &format!("entry {at}"));
}

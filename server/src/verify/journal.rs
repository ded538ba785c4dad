//! The journal of an exported game, entry by entry.

use bagarre_protocol::fair::{Author, Blind, Given, Link};
use bagarre_protocol::game::{Export, ExportEntry, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, PlayError, RulesetId};
use bagarre_rules::contract::{Actor, Outcome, Seat};
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_rules::exercise::Staged;
use bagarre_rules::systems;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::blind::Seals;
use super::form::MAX_DICE;
use super::report::{Known, Part, Report};
use crate::fair::{self, Genesis, Hash, Hidden, Noted, Open, unhex};

/// Checks where the dice come from and every entry, and writes what it finds into the report.
pub(super) fn check(export: &Export, known: &Known, report: &mut Report) {
    let seed = seed(export, report);
    let genesis = genesis(export, report);
    let game = match playable(export) {
        Ok(game) => Some(game),
        Err(why) => {
            report.notes.push(format!("The rules were not checked. {why}"));
            None
        }
    };
    report.rules = if game.is_some() && seed.is_some() { Part::Holds } else { Part::Unchecked };
    let mut walk = Walk {
        known,
        last: (export.started.unwrap_or(i64::MIN), genesis),
        dice: seed.map(|seed| Seeded::new(seed, 0)),
        played: game.zip(seed).map(|(game, seed)| Played { game, seed, drawn: 0 }),
        ruleset: systems::parse(&export.ruleset).ok(),
        seals: export.blind.then(|| Seals::new(export.game)),
        ends: export.entries.last().map(|last| (last.n, &export.outcome)),
        cut: false,
        rolled: 0,
        faults: Vec::new(),
    };
    if report.chain == Part::Absent && !known.heads.is_empty() {
        report.chain = Part::Broken;
        report.first_wrong = Some(0);
        report.faults.push("entry 0: heads of its chain were kept, and the file has no chain".to_owned());
    }
    for (entry, expected) in export.entries.iter().zip(0..) {
        walk.entry(entry, expected, report);
        if !walk.faults.is_empty() {
            report.first_wrong.get_or_insert(expected);
            let named = walk.faults.iter().map(|fault| format!("entry {expected}: {fault}"));
            report.faults.extend(named);
            return;
        }
        report.entries += 1;
    }
    walk.end(export, report);
}

fn playable(export: &Export) -> Result<AnyGame, String> {
    let ruleset = systems::parse(&export.ruleset).map_err(|refusal| refusal.en)?;
    AnyGame::new(ruleset, export.version, export.setup.text()).map_err(|refusal| refusal.en)
}

/// The seed of the dice, if it is readable; what the seats gave and the commitment are checked on the way.
fn seed(export: &Export, report: &mut Report) -> Option<Hash> {
    let before = report.faults.len();
    let Some(seed) = unhex(&export.seed) else {
        report.faults.push("the seed is not 64 hex digits".to_owned());
        return None;
    };
    let promised = match (&export.draw, &export.secret) {
        (None, None) => {
            report.notes.push("The dice are the server's alone: an older game.".to_owned());
            seed
        }
        (Some(draw), Some(secret)) => {
            let Some(secret) = unhex(secret) else {
                report.faults.push("the secret is not 64 hex digits".to_owned());
                return Some(seed);
            };
            match Staged::read(export.setup.text()) {
                Some(staged) => check_exercise_dice(&staged, &seed, report),
                None => check_draw(export, draw, &secret, &seed, report),
            }
            secret
        }
        _ => {
            report.faults.push("the secret and what the seats gave come together".to_owned());
            return Some(seed);
        }
    };
    if export.commitment != hex::encode(Sha256::digest(promised)) {
        report.faults.push("the seed of the dice is not the one that was promised at the start".to_owned());
    }
    report.draw = match export.draw {
        _ if report.faults.len() > before => Part::Broken,
        Some(_) if Staged::read(export.setup.text()).is_some() => Part::Absent,
        Some(_) => Part::Holds,
        None => Part::Absent,
    };
    Some(seed)
}

/// The dice of an exercise, which its set-up gives.
fn check_exercise_dice(staged: &Staged, seed: &Hash, report: &mut Report) {
    report
        .notes
        .push("The dice are those of an exercise, the same at each try: nobody mixed them.".to_owned());
    if staged.seed() != *seed {
        report.faults.push("the seed of the dice is not the one that the exercise gives".to_owned());
    }
}

/// What the seats gave, against their promises and the seed.
fn check_draw(export: &Export, draw: &[Given], secret: &Hash, seed: &Hash, report: &mut Report) {
    if draw.len() != export.players.len() {
        report.faults.push("the draw has not one line for each player".to_owned());
    }
    for (seat, given) in (0u8..).map(Seat).zip(draw) {
        let Some(nonce) = &given.nonce else {
            if given.promise.is_some() {
                report.notes.push(format!("Seat {} promised a number and did not give it.", seat.0));
            }
            continue;
        };
        let digest = unhex(nonce).map(|nonce| hex::encode(fair::promise(export.game, seat, &nonce)));
        if digest.is_none() || given.promise != digest {
            report.faults.push(format!("the number of seat {} is not the one it promised", seat.0));
        }
    }
    let nonces = fair::nonces(draw);
    if nonces.is_none_or(|nonces| fair::seed(secret, export.game, &nonces) != *seed) {
        report.faults.push("the seed of the dice does not come from the secret and the numbers".to_owned());
    }
}

/// The head before entry 0; nothing for a game that has no chain.
fn genesis(export: &Export, report: &mut Report) -> Option<Hash> {
    let Some(draw) = &export.draw else {
        report.notes.push("There is no chain: an older game.".to_owned());
        return None;
    };
    report.chain = Part::Holds;
    // A draw and a set-up are plain data: they can always be written.
    Genesis::of_export(export, draw).head().ok()
}

/// A game that is played again.
struct Played {
    game: AnyGame,
    seed: Hash,
    drawn: u64,
}

struct Walk<'a> {
    known: &'a Known,
    /// The time of the entry before, and the head after it.
    last: (i64, Option<Hash>),
    dice: Option<Seeded>,
    played: Option<Played>,
    ruleset: Option<RulesetId>,
    /// What has been sealed blindly, in a game where it is.
    seals: Option<Seals>,
    /// The last entry, and how the game ends with it.
    ends: Option<(u32, &'a Outcome)>,
    /// The file ends where the game did not.
    cut: bool,
    /// Dice that the entries so far say they rolled.
    rolled: usize,
    /// What is wrong with the entry under way.
    faults: Vec<String>,
}

impl Walk<'_> {
    fn fault(&mut self, line: impl Into<String>) {
        self.faults.push(line.into());
    }

    fn entry(&mut self, entry: &ExportEntry, expected: u32, report: &mut Report) {
        if entry.n != expected {
            return self.fault(format!("it is missing: {} is in its place", entry.n));
        }
        if entry.at < self.last.0 {
            self.fault("it is earlier than what is before it");
        }
        self.last.0 = entry.at;
        self.rolled += entry.link.as_ref().map_or(0, |link| link.rolls.len());
        if self.rolled > MAX_DICE {
            return self
                .fault(format!("more than {MAX_DICE} dice have been rolled by then: no game rolls so many"));
        }
        let given = (entry.by.is_some(), entry.command.is_some());
        let only_seals = matches!(entry.blind, Some(Blind::Sealed { .. } | Blind::Withdrawn { .. }));
        if given != (entry.n > 0, entry.n > 0 && !only_seals) {
            self.fault(
                "only entry 0 and seals have no command, and every entry but 0 has somebody who made it",
            );
        }
        match (self.last.1, &entry.link) {
            (None, None) => {}
            (Some(before), Some(link)) => self.link(entry, link, &before, report),
            (Some(_), None) => {
                report.chain = Part::Broken;
                self.fault("its link to the entry before is missing");
            }
            (None, Some(_)) => self.fault("it has a link, and the game has no chain"),
        }
        self.seal(entry, report);
        self.blind(entry, report);
        self.replay(entry, report);
    }

    fn link(&mut self, entry: &ExportEntry, link: &Link, before: &Hash, report: &mut Report) {
        let outcome = self.ends.filter(|(last, _)| *last == entry.n).map(|(_, outcome)| outcome);
        if !matches(link.author.as_ref(), entry.by) {
            self.fault("who made it is not who gave the command");
        }
        let hidden = Hidden {
            command: entry.command.as_ref(),
            events: &entry.events,
            rolls: &link.rolls,
            drawn: link.drawn,
            seal: entry.seal.as_ref().map(|seal| seal.digest.as_str()),
            blind: entry.blind.as_ref(),
        };
        let made = |outcome| {
            let open = Open { n: entry.n, at: entry.at, author: link.author.as_ref(), outcome };
            let head = fair::head(before, open, &hidden, &unhex(&link.salt)?).ok()?;
            (hex::encode(head) == link.head).then_some(head)
        };
        let whole = made(outcome);
        // It follows as an entry with which nothing ends: those after it were cut off.
        self.cut = whole.is_none() && outcome.is_some() && made(None).is_some();
        if whole.is_none() && !self.cut {
            report.chain = Part::Broken;
            let start = if entry.n == 0 {
                " (names, bands, scenario, draw and what else is settled before)"
            } else {
                ""
            };
            self.fault(format!("it does not follow from what is before it{start}: another head"));
        }
        self.last.1 = unhex(&link.head).or(whole);
        if self.known.heads.get(&entry.n).is_some_and(|kept| *kept != link.head) {
            report.chain = Part::Broken;
            self.fault("its head is not the one that was kept while the game was played");
        }
        self.dice(link, report);
    }

    fn dice(&mut self, link: &Link, report: &mut Report) {
        let Some(dice) = &mut self.dice else { return };
        let wrong = link.rolls.iter().find(|(sides, face)| dice.die(*sides) != *face).copied();
        let drawn = dice.drawn();
        report.dice = drawn;
        if let Some((sides, face)) = wrong {
            return self.fault(format!("die {drawn} of the game, a d{sides}, is not {face} by the seed"));
        }
        if drawn != link.drawn {
            self.fault(format!("{drawn} dice have been rolled by then, not {}", link.drawn));
        }
    }

    fn seal(&mut self, entry: &ExportEntry, report: &mut Report) {
        let sealed = self.ruleset.zip(entry.command.as_ref());
        let sealed = sealed.and_then(|(ruleset, command)| ruleset.sealed(command.text()).ok());
        match (&entry.seal, &entry.command) {
            (Some(seal), Some(command)) if holds(seal, command) => report.seals += 1,
            (Some(_), _) => self.fault("the command is not the one that was sealed"),
            // It was sealed blindly, and that is looked at by itself.
            (None, _) if matches!(entry.blind, Some(Blind::Opened { .. })) => {}
            (None, _) if sealed == Some(true) => self.fault("a sealed command has no seal"),
            (None, _) => {}
        }
    }

    /// What the entry says of a sheet that stayed with its player.
    fn blind(&mut self, entry: &ExportEntry, report: &mut Report) {
        let Some(seals) = &mut self.seals else {
            if entry.blind.is_some() {
                self.fault("it speaks of a sheet that stayed with its player, and in this game none did");
            }
            return;
        };
        let game = self.played.as_ref().map(|played| &played.game);
        match seals.check(entry, self.ruleset, game) {
            Ok(opened) => report.seals += usize::from(opened),
            Err(why) => self.fault(why),
        }
    }

    fn replay(&mut self, entry: &ExportEntry, report: &mut Report) {
        let Some(played) = &mut self.played else { return };
        let mut dice = Noted::new(played.seed, played.drawn);
        let again = replay(&mut played.game, entry, &mut dice);
        let (drawn, rolls) = dice.done();
        played.drawn = drawn;
        let fault = match again {
            Err(line) => Some(line),
            Ok(again) => {
                report.events += again.len();
                let other = entry.link.as_ref().is_some_and(|link| link.rolls != rolls);
                differ(&again, &entry.events)
                    .or_else(|| other.then(|| "the rules roll other dice than it says".to_owned()))
            }
        };
        if entry.link.is_none() {
            report.dice = drawn;
        }
        if let Some(fault) = fault {
            report.rules = Part::Broken;
            self.fault(fault);
        }
    }

    /// After the last entry.
    fn end(self, export: &Export, report: &mut Report) {
        let count = u32::try_from(export.entries.len()).unwrap_or(u32::MAX);
        if let Some((last, _)) = self.known.heads.last_key_value()
            && *last >= count
        {
            report.first_wrong = Some(count);
            report.faults.push(format!("entry {count}: it is missing, and a head of entry {last} was kept"));
        }
        if self.cut {
            report.chain = Part::Broken;
            report.first_wrong = Some(count);
            report.faults.push(format!("entry {count}: it is missing: the game does not end before it"));
        }
        let Some(played) = self.played else { return };
        report.outcome = played.game.outcome();
        if report.outcome.is_none() && !self.cut {
            report.first_wrong.get_or_insert(count);
            report.faults.push(format!("entry {count}: it is missing: the game is not over"));
        }
        if report.outcome.as_ref() != Some(&export.outcome) {
            report.rules = Part::Broken;
            report.faults.push("the game does not end as the file says".to_owned());
        }
    }
}

/// Whether the author of an entry is the one in whose name the command was given.
fn matches(author: Option<&Author>, by: Option<Actor>) -> bool {
    match (author, by) {
        (None, None) => true,
        (Some(Author::Player { seat, .. } | Author::Bot { seat, .. }), Some(Actor::Seat(by)))
        | (Some(Author::Clock { seat, .. }), Some(Actor::Clock(by))) => *seat == by,
        _ => false,
    }
}

/// Plays one entry again and gives its events, or a line about what is wrong with it.
fn replay(game: &mut AnyGame, entry: &ExportEntry, dice: &mut Noted) -> Result<Vec<Json>, String> {
    let mut events = Vec::new();
    let sink = &mut |moment: bagarre_rules::any::Moment<'_>| events.push(moment.event());
    let played = match (&entry.by, &entry.command) {
        (Some(by), Some(command)) => game.submit(*by, command.text(), dice, sink).map(|_| ()),
        _ => game.advance(dice, sink),
    };
    match played {
        Ok(()) => Ok(events),
        Err(PlayError::Refused(refusal)) => {
            let rule = refusal.rule.map(|rule| format!(" ({})", rule.id())).unwrap_or_default();
            Err(format!("the rules refuse the command{rule}: {}", refusal.en))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn differ(again: &[Json], stored: &[Payload]) -> Option<String> {
    for ((again, stored), number) in again.iter().zip(stored).zip(1..) {
        let again = serde_json::from_str::<Value>(again.get());
        if again.ok() != stored.read::<Value>().ok() {
            return Some(format!("event {number} is not what the rules and the dice make"));
        }
    }
    (again.len() != stored.len())
        .then(|| format!("the file has {} events, the rules and the dice make {}", stored.len(), again.len()))
}

/// Whether a command is the one that was sealed.
fn holds(seal: &Seal, command: &Payload) -> bool {
    unhex(&seal.salt)
        .is_some_and(|salt| fair::seal(&salt, command.text()).is_ok_and(|digest| seal.digest == digest))
}

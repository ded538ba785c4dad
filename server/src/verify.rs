//! Checking an exported game: it is played again from its set-up, seed and commands.

use bagarre_protocol::game::{Export, ExportEntry, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, PlayError, Refusal, RulesetId};
use bagarre_rules::contract::Outcome;
use bagarre_rules::dice::Seeded;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::room::archive;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether everything holds.
    pub ok: bool,
    /// Entries played again.
    pub entries: usize,
    /// Events compared.
    pub events: usize,
    /// Dice rolled again.
    pub dice: u64,
    /// Sealed commands checked against their digests.
    pub seals: usize,
    /// How the game ends when it is played again.
    pub outcome: Option<Outcome>,
    /// What does not hold, one line each; empty when all does. The first fault of the journal ends the check of it.
    pub faults: Vec<String>,
}

/// Checks a game. Refuses one of another ruleset or version than this build plays, which says nothing about the game.
pub fn verify(export: &Export) -> Result<Report, Refusal> {
    let ruleset = RulesetId::parse(&export.ruleset)?;
    let mut check = Check {
        report: Report {
            ok: false,
            entries: 0,
            events: 0,
            dice: 0,
            seals: 0,
            outcome: None,
            faults: Vec::new(),
        },
    };
    if let Some(seed) = check.seed(export) {
        let game = AnyGame::new(ruleset, export.version, export.setup.text())?;
        check.journal(export, game, seed);
    }
    check.report.ok = check.report.faults.is_empty();
    Ok(check.report)
}

struct Check {
    report: Report,
}

impl Check {
    fn fault(&mut self, line: String) {
        self.report.faults.push(line);
    }

    fn seed(&mut self, export: &Export) -> Option<[u8; 32]> {
        let mut seed = [0; 32];
        if hex::decode_to_slice(&export.seed, &mut seed).is_err() {
            self.fault("the seed is not 64 hex digits".to_owned());
            return None;
        }
        if !export.commitment.eq_ignore_ascii_case(&hex::encode(Sha256::digest(seed))) {
            self.fault("the seed of the dice is not the one that was promised at the start".to_owned());
        }
        Some(seed)
    }

    fn journal(&mut self, export: &Export, mut game: AnyGame, seed: [u8; 32]) {
        let ruleset = game.ruleset();
        let mut dice = Seeded::new(seed, 0);
        for (entry, expected) in export.entries.iter().zip(0..) {
            if entry.n != expected {
                self.fault(format!("entry {expected} is missing: {} is in its place", entry.n));
                return;
            }
            self.seal(entry, ruleset);
            let played = replay(&mut game, entry, &mut dice);
            let again = match played {
                Ok(again) => again,
                Err(line) => return self.fault(format!("entry {expected}: {line}")),
            };
            self.report.entries += 1;
            self.report.events += again.len();
            self.report.dice = dice.drawn();
            if let Some(line) = differ(&again, &entry.events) {
                return self.fault(format!("entry {expected}: {line}"));
            }
        }
        self.report.outcome = game.outcome();
        if self.report.outcome.as_ref() != Some(&export.outcome) {
            self.fault("the game does not end as the file says".to_owned());
        }
    }

    fn seal(&mut self, entry: &ExportEntry, ruleset: RulesetId) {
        let Some(command) = &entry.command else { return };
        match (&entry.seal, ruleset.sealed(command.text())) {
            (Some(seal), Ok(true)) => {
                self.report.seals += 1;
                if !holds(seal, command) {
                    self.fault(format!("entry {}: the command is not the one that was sealed", entry.n));
                }
            }
            (None, Ok(true)) => self.fault(format!("entry {}: a sealed command has no seal", entry.n)),
            _ => {}
        }
    }
}

/// Plays one entry again and gives its events, or a line about what is wrong with it.
fn replay(game: &mut AnyGame, entry: &ExportEntry, dice: &mut Seeded) -> Result<Vec<Json>, String> {
    let mut events = Vec::new();
    let sink = &mut |moment: bagarre_rules::any::Moment<'_>| events.push(moment.event());
    let played = match (&entry.by, &entry.command) {
        (None, None) if entry.n == 0 => game.advance(dice, sink),
        (Some(by), Some(command)) if entry.n > 0 => game.submit(*by, command.text(), dice, sink).map(|_| ()),
        _ => {
            return Err(
                "only entry 0 has no command, and every other one has somebody who gave it".to_owned()
            );
        }
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
    let mut salt = [0; 16];
    hex::decode_to_slice(&seal.salt, &mut salt).is_ok()
        && archive::seal(&salt, command.text()).is_ok_and(|digest| seal.digest.eq_ignore_ascii_case(&digest))
}

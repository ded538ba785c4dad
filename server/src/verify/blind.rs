//! Sheets that stayed with their players, in an exported game: each must be what its digest says, and none was played
//! before all seats had sealed.

use std::collections::BTreeMap;

use bagarre_protocol::fair::Blind;
use bagarre_protocol::game::ExportEntry;
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, PlayError, RulesetId};
use bagarre_rules::contract::{Actor, Seat};
use bagarre_rules::dice::Seeded;
use serde_json::Value;
use uuid::Uuid;

use crate::fair::{self, unhex};

/// A seal that is held.
struct HeldSeal {
    entry: u32,
    question: u32,
    digest: String,
}

/// The seals that are held while a journal is read.
pub(super) struct Seals {
    game: Uuid,
    held: BTreeMap<Seat, HeldSeal>,
}

impl Seals {
    pub(super) fn new(game: Uuid) -> Self {
        Self { game, held: BTreeMap::new() }
    }

    /// Checks an entry against the seals before it. `game` is the game before the entry, where the rules are known. Returns
    /// whether a seal was found to hold.
    pub(super) fn check(
        &mut self,
        entry: &ExportEntry,
        ruleset: Option<RulesetId>,
        game: Option<&AnyGame>,
    ) -> Result<bool, String> {
        let Some(by) = entry.by else {
            return entry.blind.is_none().then_some(false).ok_or_else(|| "nobody seals with it".to_owned());
        };
        match (&entry.blind, by) {
            (None, _) => self.plain(entry, by, ruleset).map(|()| false),
            (Some(Blind::Sealed { question, digest }), Actor::Seat(seat)) => {
                self.sealed(entry, seat, *question, digest).map(|()| false)
            }
            (Some(Blind::Withdrawn { seal }), Actor::Seat(seat)) => {
                nothing_happens(entry)?;
                self.take(seat, *seal).map(|_| false)
            }
            (Some(Blind::Opened { seal, salt, sheet }), Actor::Seat(seat)) => {
                self.all_sealed(game)?;
                let command = entry.command.as_ref().ok_or("a seal is opened, and there is no command")?;
                self.holds((seat, *seal), salt.as_deref(), sheet.as_ref().unwrap_or(command))?;
                same(sheet.as_ref(), command, ruleset)?;
                Ok(true)
            }
            (Some(Blind::Refused { seal, salt, sheet }), Actor::Clock(seat)) => {
                self.all_sealed(game)?;
                let sheet = sheet.as_ref().ok_or("a sheet was refused, and is not there")?;
                self.holds((seat, *seal), salt.as_deref(), sheet)?;
                is_refused(seat, sheet, game)?;
                Ok(true)
            }
            (Some(Blind::Unopened { seal, .. }), Actor::Clock(seat)) => {
                self.all_sealed(game)?;
                self.take(seat, *seal).map(|_| false)
            }
            _ => Err("who made it is not who may seal, open or answer for a seal".to_owned()),
        }
    }

    /// An entry that says nothing of seals.
    fn plain(&mut self, entry: &ExportEntry, by: Actor, ruleset: Option<RulesetId>) -> Result<(), String> {
        let sealed = ruleset.zip(entry.command.as_ref());
        let sealed = sealed.and_then(|(ruleset, command)| ruleset.sealed(command.text()).ok());
        if sealed != Some(true) {
            return Ok(());
        }
        match by {
            Actor::Seat(_) => Err("a sheet was given to the server, and not sealed".to_owned()),
            Actor::Clock(seat) if self.held.contains_key(&seat) => {
                Err("the clock answers for a seat that had sealed, and does not say why".to_owned())
            }
            Actor::Clock(_) => Ok(()),
        }
    }

    fn sealed(&mut self, entry: &ExportEntry, seat: Seat, question: u32, digest: &str) -> Result<(), String> {
        nothing_happens(entry)?;
        if unhex::<32>(digest).is_none() {
            return Err("the digest of a sheet is not 64 hex digits".to_owned());
        }
        let others = self.held.values().any(|held| held.question != question);
        if question >= entry.n || others {
            return Err("it seals the answer to another question".to_owned());
        }
        match self.held.insert(seat, HeldSeal { entry: entry.n, question, digest: digest.to_owned() }) {
            None => Ok(()),
            Some(_) => Err("its seat had sealed already".to_owned()),
        }
    }

    /// Takes away the seal of a seat, which an entry names.
    fn take(&mut self, seat: Seat, entry: u32) -> Result<HeldSeal, String> {
        self.held
            .remove(&seat)
            .filter(|held| held.entry == entry)
            .ok_or_else(|| format!("entry {entry} is not the seal that its seat holds"))
    }

    fn holds(
        &mut self,
        (seat, seal): (Seat, u32),
        salt: Option<&str>,
        sheet: &Payload,
    ) -> Result<(), String> {
        let held = self.take(seat, seal)?;
        let salt = salt.and_then(unhex).ok_or("the salt of a seal is not 64 hex digits")?;
        let digest = fair::blind(self.game, held.question, seat, &salt, sheet.text());
        if digest.is_ok_and(|digest| hex::encode(digest) == held.digest) {
            return Ok(());
        }
        Err(format!("the sheet is not the one that was sealed with entry {seal}"))
    }

    /// No seat opens before all that are asked have sealed.
    fn all_sealed(&self, game: Option<&AnyGame>) -> Result<(), String> {
        let Some(game) = game else { return Ok(()) };
        if game.asking().iter().all(|seat| self.held.contains_key(&seat)) {
            return Ok(());
        }
        Err("it comes before everybody has sealed".to_owned())
    }
}

fn nothing_happens(entry: &ExportEntry) -> Result<(), String> {
    let link = entry.link.as_ref().is_none_or(|link| link.rolls.is_empty());
    if entry.events.is_empty() && entry.command.is_none() && link {
        return Ok(());
    }
    Err("something happens with it, and it only seals".to_owned())
}

/// The command that was played is the sheet, as the rules write it.
fn same(sheet: Option<&Payload>, command: &Payload, ruleset: Option<RulesetId>) -> Result<(), String> {
    let Some((sheet, ruleset)) = sheet.zip(ruleset) else { return Ok(()) };
    let normal = ruleset.normal(sheet.text()).map_err(|refusal| refusal.en)?;
    let normal = serde_json::from_str::<Value>(normal.get()).ok();
    if normal.is_some() && normal == command.read::<Value>().ok() {
        return Ok(());
    }
    Err("the command is not the sheet that was opened".to_owned())
}

/// The rules refuse the sheet indeed.
fn is_refused(seat: Seat, sheet: &Payload, game: Option<&AnyGame>) -> Result<(), String> {
    let Some(game) = game else { return Ok(()) };
    // Which dice it would roll does not matter: it is judged before any.
    let judged =
        game.clone().submit(Actor::Seat(seat), sheet.text(), &mut Seeded::new([0; 32], 0), &mut |_| {});
    match judged {
        Err(PlayError::Refused(_)) => Ok(()),
        _ => Err("the rules do not refuse the sheet that was opened".to_owned()),
    }
}

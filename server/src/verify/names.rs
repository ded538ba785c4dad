//! The names in an exported game, against what the chain covers of them.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::fair::{Author, Nameplate};
use bagarre_protocol::game::Export;

use super::report::Report;
use crate::fair::{self, Hash, unhex};

/// Checks every name, and writes what it finds into the report. What is wrong with the names of the seats belongs to entry 0,
/// as all that is settled before it.
pub(super) fn check(export: &Export, report: &mut Report) {
    let plates = match (&export.draw, &export.nameplates) {
        (None, None) => return,
        (Some(_), Some(plates)) if plates.len() >= export.players.len() => plates,
        _ => return wrong(report, 0, "what the chain covers of names is not complete"),
    };
    let (seats, later) = plates.split_at(export.players.len());
    for (seat, (player, plate)) in export.players.iter().zip(seats).enumerate() {
        if !holds(plate) || *player != plate.name.as_deref().unwrap_or_default() {
            wrong(report, 0, &format!("the name of seat {seat} is not the one that the chain covers"));
        }
    }
    let taken_out = plates.iter().filter(|plate| plate.name.is_none()).count();
    if taken_out > 0 {
        report.notes.push(format!("{taken_out} names were taken out at their owners' wish."));
    }
    let known: BTreeMap<&str, &Nameplate> =
        plates.iter().rev().map(|plate| (plate.digest.as_str(), plate)).collect();
    let mut unused: BTreeSet<&str> = later.iter().map(|plate| plate.digest.as_str()).collect();
    for entry in &export.entries {
        let Some(digest) = entry.link.as_ref().and_then(|link| named(link.author.as_ref()?)) else {
            continue;
        };
        let first = unused.remove(digest);
        match known.get(digest) {
            None => wrong(report, entry.n, "its author is nobody whom the file names"),
            Some(plate) if first && !holds(plate) => {
                wrong(report, entry.n, "the name of its author is not the one that the chain covers");
            }
            Some(_) => {}
        }
    }
    if !unused.is_empty() {
        report.faults.push("there are names of people who did nothing in this game".to_owned());
    }
}

fn wrong(report: &mut Report, entry: u32, what: &str) {
    report.first_wrong = Some(report.first_wrong.map_or(entry, |first| first.min(entry)));
    report.faults.push(format!("entry {entry}: {what}"));
}

/// Whether a name is what its digest says; one that was taken out says nothing.
fn holds(plate: &Nameplate) -> bool {
    let Some(digest) = unhex::<32>(&plate.digest) else { return false };
    let made = |name: &String, salt: &String| -> Option<Hash> { Some(fair::nameplate(&unhex(salt)?, name)) };
    match (&plate.name, &plate.salt) {
        (Some(name), Some(salt)) => made(name, salt) == Some(digest),
        (None, None) => true,
        _ => false,
    }
}

/// What the chain covers of the name of who made an entry.
fn named(author: &Author) -> Option<&str> {
    match author {
        Author::Player { nameplate, .. } => Some(nameplate),
        Author::Clock { nameplate, .. } => nameplate.as_deref(),
        Author::Bot { .. } => None,
    }
}

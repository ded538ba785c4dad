//! Checking exported files, offline: format, signature, where the dice come from, the chain, seals, dice, and the rules where
//! this build plays that version of them.

mod blind;
mod form;
mod journal;
mod names;
mod report;

use std::collections::BTreeMap;

use bagarre_protocol::campaign::CampaignExport;
use bagarre_protocol::game::{Export, ExportEntry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bounded;
use crate::fair::sign;
pub use report::{CampaignReport, Checked, Known, Part, Report};

/// Checks an exported game or campaign. Refuses text that is neither, and one that holds more than any game does, with the reason.
pub fn file(text: &str, known: &Known) -> Result<Checked, String> {
    #[derive(Deserialize)]
    struct Kind {
        matches: Option<serde::de::IgnoredAny>,
    }
    bounded::values(text, form::MAX_VALUES).map_err(|why| format!("not an exported game: {why}"))?;
    let kind: Kind = serde_json::from_str(text).map_err(|why| format!("not an exported game: {why}"))?;
    if kind.matches.is_some() {
        let (raw, export) = read::<CampaignExport>(text, "campaign")?;
        return Ok(Checked::Campaign(Box::new(campaign(&raw, &export, known))));
    }
    let (raw, export) = read::<Export>(text, "game").map_err(|why| match unreadable(text) {
        Some(entry) => format!("{why} (entry {entry})"),
        None => why,
    })?;
    Ok(Checked::Game(Box::new(game_of(&raw, &export, known))))
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<(Value, T), String> {
    // Read twice: as the type, which refuses fields it does not know and fields that come twice, and as what it says.
    let export = serde_json::from_str(text).map_err(|why| format!("not an exported {what}: {why}"))?;
    let raw = serde_json::from_str(text).map_err(|why| format!("not an exported {what}: {why}"))?;
    Ok((raw, export))
}

/// The first entry of a file that is not one.
fn unreadable(text: &str) -> Option<usize> {
    let raw: Value = serde_json::from_str(text).ok()?;
    let entries = raw.get("entries")?.as_array()?;
    entries.iter().position(|entry| ExportEntry::deserialize(entry).is_err())
}

/// Checks an exported game.
pub fn game(export: &Export, known: &Known) -> Report {
    // An export is plain data: it can always be written.
    game_of(&serde_json::to_value(export).unwrap_or_default(), export, known)
}

fn game_of(raw: &Value, export: &Export, known: &Known) -> Report {
    let mut report = Report {
        ok: false,
        game: export.game,
        first_wrong: None,
        draw: Part::Absent,
        chain: Part::Absent,
        rules: Part::Unchecked,
        signature: Part::Absent,
        entries: 0,
        events: 0,
        dice: 0,
        seals: 0,
        outcome: None,
        faults: Vec::new(),
        notes: Vec::new(),
    };
    if export.format != "bagarre-game" {
        report.faults.push(format!("the format is `{}`, not `bagarre-game`", export.format));
    }
    report.faults.extend(foreign(raw, export));
    form::complete(export, &mut report);
    journal::check(export, known, &mut report);
    names::check(export, &mut report);
    let signed = signature(raw, export.key.as_deref(), export.signature.as_deref(), known);
    report.signature = signed.part;
    report.faults.extend(signed.fault);
    report.notes.extend(signed.note);
    let checked = [report.chain, report.rules, report.signature].contains(&Part::Holds);
    if report.faults.is_empty() && !checked {
        report.faults.push(format!("nothing in this file can be checked: {}", report.notes.join(" ")));
    }
    report.ok = report.faults.is_empty();
    report
}

fn campaign(raw: &Value, export: &CampaignExport, known: &Known) -> CampaignReport {
    let mut faults: Vec<String> = foreign(raw, export).into_iter().collect();
    let signed = signature(raw, export.key.as_deref(), export.signature.as_deref(), known);
    faults.extend(signed.fault);
    if !known.heads.is_empty() {
        // Which game they are of is not said.
        faults.push("heads were kept, and the file is a campaign: check the game's own file".to_owned());
    }
    let known = Known { heads: BTreeMap::new(), ..known.clone() };
    let games: Vec<Report> = export.matches.iter().map(|export| game(export, &known)).collect();
    for report in &games {
        faults.extend(report.faults.iter().map(|fault| format!("game {}: {fault}", report.game)));
    }
    CampaignReport {
        ok: faults.is_empty(),
        campaign: export.campaign.id.clone(),
        signature: signed.part,
        faults,
        notes: signed.note.into_iter().collect(),
        games,
    }
}

/// What the file says that its type does not, at any depth.
fn foreign<T: Serialize>(raw: &Value, export: &T) -> Option<String> {
    let plain = serde_json::to_value(export).unwrap_or_default();
    differing(raw, &plain, String::new()).map(|place| format!("format: the file should not say `{place}`"))
}

/// Where two values differ first.
fn differing(raw: &Value, plain: &Value, place: String) -> Option<String> {
    match (raw, plain) {
        (Value::Object(raw), Value::Object(plain)) => {
            let of = |key: &String| format!("{place}{}{key}", if place.is_empty() { "" } else { "." });
            let more = plain.keys().find(|key| !raw.contains_key(*key));
            let inside = raw.iter().find_map(|(key, value)| match plain.get(key) {
                Some(plain) => differing(value, plain, of(key)),
                None => Some(of(key)),
            });
            inside.or_else(|| more.map(of))
        }
        (Value::Array(raw), Value::Array(plain)) if raw.len() == plain.len() => {
            let mut both = raw.iter().zip(plain).enumerate();
            both.find_map(|(at, (raw, plain))| differing(raw, plain, format!("{place}[{at}]")))
        }
        _ => (raw != plain).then_some(place),
    }
}

struct Signed {
    part: Part,
    fault: Option<String>,
    note: Option<String>,
}

fn signature(raw: &Value, key: Option<&str>, signature: Option<&str>, known: &Known) -> Signed {
    let broken = |fault: String| Signed { part: Part::Broken, fault: Some(fault), note: None };
    let noted = |part: Part, note: String| Signed { part, fault: None, note: Some(note) };
    let (key, signature) = match (key, signature) {
        (Some(key), Some(signature)) => (key, signature),
        (None, None) if known.unsigned && known.key.is_none() => {
            return noted(
                Part::Absent,
                "The file is not signed: nothing tells whom it comes from.".to_owned(),
            );
        }
        (None, None) => return broken("signature: the file is not signed".to_owned()),
        _ => return broken("signature: key and signature come together".to_owned()),
    };
    if !sign::holds(raw, key, signature) {
        return broken("signature: the file is not what its key signed".to_owned());
    }
    match &known.key {
        Some(known) if known.eq_ignore_ascii_case(key) => {
            Signed { part: Part::Holds, fault: None, note: None }
        }
        Some(_) => broken("signature: the file is signed by another key than the server's".to_owned()),
        None if known.unsigned => noted(
            Part::Unchecked,
            format!("Signed by {key}, which was not compared with the key that the server publishes."),
        ),
        None => Signed {
            part: Part::Unchecked,
            fault: Some(format!(
                "signature: the file is signed by {key}, and the key of the server was not given to compare"
            )),
            note: None,
        },
    }
}

//! A blow in one line, for players that were away.

use super::create;
use super::event::{Cause, Event, What};
use super::gathering::PRESENTATION;
use super::ids::Who;
use super::scene::Sheet;
use super::setup::Setup;
use bagarre_kit::presentation::Words;

/// Returns a line on the last of these events that cost a character strength, or changed its fate.
pub(super) fn headline(setup: &Setup, events: &[Event]) -> Option<Words> {
    let facts = || events.iter().flat_map(Event::facts).rev().map(|fact| &fact.what);
    let (key, who, by) = facts().find_map(|what| match *what {
        What::Fell { who, .. } => Some(("headline.fell", who, None)),
        What::Left { who } => Some(("headline.left", who, None)),
        What::Pe { who, by: Some(by), cause: Cause::Attack | Cause::Automatic, .. } => {
            Some(("headline.hurt", who, Some(by)))
        }
        _ => None,
    })?;
    // A character that fell did so by the last loss of PE that is told of it.
    let by = by.or_else(|| {
        facts().find_map(|what| match *what {
            What::Pe { who: hurt, by, .. } if key == "headline.fell" && hurt == who => Some(by),
            _ => None,
        })?
    });
    let sheets = create::sheets(setup);
    let name = |who: Who| sheets.get(who.n()).and_then(|sheet| name(sheet));
    let (who, by) = (name(who)?, by.map(name));
    let key = if by.is_some() { format!("{key}_by") } else { key.to_owned() };
    let by = by.flatten().unwrap_or_else(|| Words::new("", ""));
    let told = |who: &str, by: &str| PRESENTATION.naming(&key, &[("who", who), ("by", by)]);
    Some(Words::new(told(&who.fr, &by.fr)?.fr, told(&who.en, &by.en)?.en))
}

/// Returns the name of a character in both languages.
fn name(sheet: &Sheet) -> Option<Words> {
    let Some(id) = sheet.opponent else { return Some(Words::new(&*sheet.name, &*sheet.name)) };
    let kind = PRESENTATION.words.get(&format!("opponent.{}", id.id()))?;
    let numbered = |kind: &str| format!("{kind} {}", sheet.number);
    Some(Words::new(numbered(&kind.fr), numbered(&kind.en)))
}

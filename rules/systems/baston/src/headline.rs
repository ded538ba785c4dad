//! A blow in one line, for players that were away.

use super::event::{Event, What};
use super::gathering::PRESENTATION;
use super::ids::Who;
use super::setup::Setup;
use bagarre_kit::names::told_apart;
use bagarre_kit::presentation::Words;

/// Returns a line on the last blow that landed in these events, or on the last change of a fate.
pub(super) fn headline(setup: &Setup, events: &[Event]) -> Option<Words> {
    let (key, who, by) = events.iter().flat_map(Event::facts).rev().find_map(|fact| match fact.what {
        What::Out { who, by: Some(by) } => Some(("headline.out_by", who, by)),
        What::Out { who, by: None } => Some(("headline.out", who, who)),
        What::LeftBoard { who, by: Some(by), .. } => Some(("headline.off_by", who, by)),
        What::ToHit { who: by, target, hit: true, .. } => Some(("headline.hit", target, by)),
        _ => None,
    })?;
    let characters = setup.bands.iter().flat_map(|band| &band.characters);
    let names = told_apart(characters.map(|character| character.name.as_str()));
    let name = |who: Who| names.get(who.i()).map(String::as_str);
    PRESENTATION.naming(key, &[("who", name(who)?), ("by", name(by)?)])
}

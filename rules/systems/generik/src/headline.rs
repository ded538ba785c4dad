//! A wound in one line, for players that were away.

use super::event::{Event, Fact, What, Wound};
use super::gathering::PRESENTATION;
use super::ids::Fig;
use super::setup::Setup;
use bagarre_kit::names::told_apart;
use bagarre_kit::presentation::Words;

/// Returns a line on the last wound in these events, with its author where it has one.
pub(super) fn headline(setup: &Setup, events: &[Event]) -> Option<Words> {
    let facts: Vec<&Fact> = events.iter().flat_map(Event::facts).collect();
    let (at, who, key) = facts.iter().enumerate().rev().find_map(|(at, fact)| match fact.what {
        What::Wound { fig, wound: Wound::KnockedDown } => Some((at, fig, "headline.down")),
        What::Wound { fig, wound: Wound::Wounded } => Some((at, fig, "headline.wounded")),
        What::Wound { fig, wound: Wound::OutOfAction } => Some((at, fig, "headline.out")),
        _ => None,
    })?;
    // A figure that counters is named last in the attack that failed.
    let by = facts[..at].iter().rev().find_map(|fact| match fact.what {
        What::Attack { fig, target, .. } if target == who => Some(fig),
        What::Attack { fig, target, .. } if fig == who => Some(target),
        _ => None,
    });
    let members = setup.bands.iter().flat_map(|band| &band.members);
    let names = told_apart(members.map(|member| member.name.as_str()));
    let name = |fig: Fig| names.get(fig.i()).map(String::as_str);
    match by {
        Some(by) => PRESENTATION.naming(&format!("{key}_by"), &[("who", name(who)?), ("by", name(by)?)]),
        None => PRESENTATION.naming(key, &[("who", name(who)?)]),
    }
}

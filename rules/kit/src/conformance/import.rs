//! Imports from outside: bands, tables, terms of a game. An accepted import must be kept as it is, and make a game.

use serde_json::Value;

use super::bend::bent;
use super::bytes::Bytes;
use super::kit::Tested;
use super::{explained_refusal, pick};
use crate::any::{AnyGame, Json, RulesetId};
use crate::contract::{Audience, Lang, Seat};
use crate::dice::{Dice, Seeded};
use crate::gather::{Terms, WorkKind};

/// Reads bytes as own work, a band or terms, bent from ready-made ones or as text. Panics when a system panics, or when what it
/// accepted is not what it accepts. Whether something was accepted. The first bytes name one of the systems by its place.
pub fn import(systems: &[&dyn Tested], data: &[u8]) -> bool {
    let mut bytes = Bytes::new(data);
    let Some(system) = pick(&mut bytes, systems).copied() else {
        return false;
    };
    let ruleset = system.ruleset();
    let usual = |scenario: String| (2..=6).filter_map(move |seats| ruleset.usual(&scenario, seats));
    let tables: Vec<Terms> = ruleset.scenarios().into_iter().flat_map(usual).collect();
    let Some(terms) = pick(&mut bytes, &tables).cloned() else { return false };
    let terms = if bytes.die(2) == 1 { ruleset.for_campaign(&terms) } else { terms };
    let what = bytes.die(4);
    let seat = Seat(bytes.die(terms.seats) - 1);
    let as_text = bytes.die(2) == 1;
    let rest = bytes.rest();
    let source = match what {
        1 | 2 => value(&ruleset.ready_band(&terms, seat)),
        3 => system.own_table(),
        _ => serde_json::to_value(with_table(system, &terms)).unwrap_or_default(),
    };
    let text =
        if as_text { String::from_utf8_lossy(rest).into_owned() } else { bent(&source, rest).to_string() };
    match what {
        1 => shelf(ruleset, WorkKind::Band, &text),
        2 => band(ruleset, &terms, seat, &text),
        3 => shelf(ruleset, WorkKind::Table, &text),
        _ => serde_json::from_str(&text).is_ok_and(|terms| game(ruleset, &terms, &[])),
    }
}

fn value(json: &Json) -> Value {
    serde_json::from_str(json.get()).unwrap_or_default()
}

/// Terms with everything that can be chosen beside them.
fn with_table(system: &dyn Tested, terms: &Terms) -> Terms {
    let more = terms.more.clone().unwrap_or_else(|| system.more());
    Terms { more: Some(more), ..terms.clone() }
}

/// What the shelf keeps, it takes again as it is.
fn shelf(ruleset: RulesetId, kind: WorkKind, text: &str) -> bool {
    match ruleset.check_shelf(kind, text) {
        Err(refusal) => {
            explained_refusal(&refusal);
            false
        }
        Ok(kept) => {
            let again = ruleset.check_shelf(kind, kept.get());
            let again = again.unwrap_or_else(|why| panic!("what was kept is refused: {why:?}\n{kept}"));
            assert_eq!(again.get(), kept.get(), "what was kept is kept otherwise");
            true
        }
    }
}

/// A band that is accepted plays; one that a campaign takes can be shown there.
fn band(ruleset: RulesetId, terms: &Terms, seat: Seat, text: &str) -> bool {
    if let Ok(enlisted) = ruleset.enlist(text) {
        let roster = ruleset.roster(enlisted.get());
        roster.unwrap_or_else(|why| panic!("an enlisted band cannot be shown: {why:?}\n{enlisted}"));
    }
    match ruleset.check_band(terms, seat, text) {
        Err(refusal) => {
            explained_refusal(&refusal);
            false
        }
        Ok(kept) => {
            let mut bands = vec![None; usize::from(terms.seats)];
            bands[usize::from(seat.0)] = Some(kept.get());
            game(ruleset, terms, &bands)
        }
    }
}

/// A game on these terms, if they are accepted: it begins and can be looked at. Whether they are.
fn game(ruleset: RulesetId, terms: &Terms, bands: &[Option<&str>]) -> bool {
    if let Err(refusal) = ruleset.check_terms(terms) {
        explained_refusal(&refusal);
        return false;
    }
    let ready = vec![None; usize::from(terms.seats)];
    let setup = match ruleset.gather(terms, if bands.is_empty() { &ready } else { bands }, Seat(0), Lang::Fr)
    {
        Ok(setup) => setup,
        // Two bands may not go together.
        Err(refusal) if !bands.is_empty() => {
            explained_refusal(&refusal);
            return false;
        }
        Err(refusal) => panic!("ready-made bands are refused: {refusal:?}\n{terms:?}"),
    };
    let game = AnyGame::new(ruleset, ruleset.version(), setup.get());
    let mut game = game.unwrap_or_else(|why| panic!("what was put together is no game: {why:?}\n{setup}"));
    if let Err(why) = game.advance(&mut Seeded::from_number(7), &mut |_| {}) {
        panic!("a game that was put together does not begin: {why}\n{setup}");
    }
    for to in [Audience::Seat(Seat(0)), Audience::Spectator] {
        game.view(to);
    }
    true
}

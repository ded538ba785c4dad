//! Counts the questions that stop a person.

use std::collections::BTreeMap;

use bagarre_rules::contract::{Ruleset, Seat};
use serde::Serialize;
use serde_json::Value;

/// Counts the stops of all seats over all games.
///
/// A stop is one question put to one seat that no standing answer of this seat answers; a panel that holds several decisions is
/// answered by one command and counts once.
#[derive(Default)]
pub(super) struct Count {
    before: u64,
    stops: u64,
    windows: u64,
    most: u64,
    kinds: BTreeMap<String, u64>,
    /// The turn in which each seat was stopped last, and how often in this turn.
    latest: Vec<(u32, u64)>,
    games: u64,
    seat_turns: u64,
}

/// The stops of one seat, as means over all seats, turns and games.
#[derive(Debug, Serialize)]
pub(super) struct Prompts {
    /// Turns played, counted once for each seat.
    seat_turns: u64,
    /// Stops in these turns, without the windows.
    stops: u64,
    stops_per_seat_turn: f64,
    /// The most stops of one seat in one turn.
    most_in_a_turn: u64,
    /// Windows in which a seat may react to an action of another seat.
    windows: u64,
    windows_per_seat_turn: f64,
    /// Stops before the first turn.
    before: u64,
    before_per_seat: f64,
    /// Stops per seat and turn, by kind of question; windows included.
    kinds: BTreeMap<String, f64>,
}

impl Count {
    /// Counts a question put to a seat.
    pub(super) fn stop<R: Ruleset>(&mut self, seat: Seat, turn: u32, ask: &R::Ask) {
        if turn == 0 {
            self.before += 1;
            return;
        }
        let kind = serde_json::to_value(ask).map_or_else(|_| "unknown".to_owned(), |ask| kind(&ask));
        *self.kinds.entry(kind).or_default() += 1;
        if R::is_window(ask) {
            self.windows += 1;
            return;
        }
        self.stops += 1;
        let place = usize::from(seat.0);
        if self.latest.len() <= place {
            self.latest.resize(place + 1, (0, 0));
        }
        let latest = &mut self.latest[place];
        *latest = if latest.0 == turn { (turn, latest.1 + 1) } else { (turn, 1) };
        self.most = self.most.max(latest.1);
    }

    /// Ends a game of so many seats after so many turns.
    pub(super) fn over(&mut self, seats: u8, turns: u32) {
        self.games += u64::from(seats);
        self.seat_turns += u64::from(seats) * u64::from(turns);
        self.latest.clear();
    }

    pub(super) fn summary(self) -> Prompts {
        let each = |n: u64| per(n, self.seat_turns);
        Prompts {
            seat_turns: self.seat_turns,
            stops: self.stops,
            stops_per_seat_turn: each(self.stops),
            most_in_a_turn: self.most,
            windows: self.windows,
            windows_per_seat_turn: each(self.windows),
            before: self.before,
            before_per_seat: per(self.before, self.games),
            kinds: self.kinds.into_iter().map(|(kind, n)| (kind, each(n))).collect(),
        }
    }
}

/// A mean, to three places.
fn per(n: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { (n as f64 / all as f64 * 1000.0).round() / 1000.0 }
}

/// The kind of a question: its tag, followed by the number of the decision where the question names one.
fn kind(ask: &Value) -> String {
    let Some(fields) = ask.as_object() else { return ask.as_str().unwrap_or("unknown").to_owned() };
    let (tag, inner) = match (fields.get("ask").and_then(Value::as_str), fields.iter().next()) {
        (Some(tag), _) => (tag, ask),
        (None, Some((tag, inner))) => (tag.as_str(), inner),
        (None, None) => ("unknown", ask),
    };
    match inner.get("dec") {
        Some(Value::String(dec)) => format!("{tag} {dec}"),
        Some(dec) => format!("{tag} {dec}"),
        None => tag.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_kind_is_the_tag_and_the_decision() {
        for (ask, expected) in [
            (json!({ "ask": "decide", "dec": "DEC-08" }), "decide DEC-08"),
            (json!({ "choose": { "id": 4, "dec": 3 } }), "choose 3"),
            (json!({ "orders": { "id": 4 } }), "orders"),
            (json!("pass"), "pass"),
        ] {
            assert_eq!(kind(&ask), expected);
        }
    }
}

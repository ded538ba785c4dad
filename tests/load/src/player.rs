//! What a player answers: anything that the rules allow, by chance.

use std::sync::OnceLock;

use bagarre_rules::any::{RulesetId, Visit};
use bagarre_rules::contract::{Ruleset, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;
use bagarre_rules::systems;
use serde_json::{Value, json};

/// The decisions of Baston that its players answer in advance, so that a turn is four programmes and what they come to.
const DECISIONS: std::ops::RangeInclusive<u8> = 1..=21;

/// Answers questions of one ruleset as its simplest bot does.
pub struct Mind {
    ruleset: RulesetId,
    dice: Seeded,
    /// The view that came last, as JSON. It may be old: what it tells is used for nothing that changes.
    pub view: String,
}

struct Think<'a>(&'a mut Mind, &'a str, Seat);

impl Visit for Think<'_> {
    type Out = Option<Value>;

    fn visit<R: Gather>(self) -> Option<Value> {
        let Self(mind, ask, seat) = self;
        let (view, ask) = (serde_json::from_str(&mind.view).ok()?, serde_json::from_str(ask).ok()?);
        let name = <R as Ruleset>::bots().first()?;
        serde_json::to_value(R::bot(name)?.answer(&view, &ask, seat, &mut mind.dice)).ok()
    }
}

impl Mind {
    /// A mind with chance of its own.
    pub fn new(ruleset: RulesetId, seed: u64) -> Self {
        Self { ruleset, dice: Seeded::from_number(seed), view: String::new() }
    }

    /// An answer to a question that was asked of a seat; `None` when the question cannot be read.
    pub fn answer(&mut self, ask: &str, seat: Seat) -> Option<Value> {
        let ruleset = self.ruleset;
        let mut answer = systems::visit(ruleset, Think(self, ask, seat))?;
        // Instructions name things that are carried, which only a view of now tells.
        for sheet in answer.get_mut("sheets").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(sheet) = sheet.as_object_mut() {
                sheet.remove("instructions");
            }
        }
        Some(answer)
    }

    /// Returns the standing answers of the beginning of a game, if any.
    pub fn standing(&self) -> Option<&'static Value> {
        static STANDING: OnceLock<Value> = OnceLock::new();
        (self.ruleset == systems::BASTON).then(|| {
            STANDING.get_or_init(|| {
                let defaults: Vec<String> = DECISIONS.map(|n| format!("DEC-{n:02}")).collect();
                json!({ "do": "stand", "standing": { "defaults": defaults } })
            })
        })
    }
}

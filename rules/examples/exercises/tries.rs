//! Trying a position again and again, now with a bot's plan, now with any at all.

use bagarre_rules::any::{Json, RulesetId};
use bagarre_rules::dice::{Dice as _, Seeded};
use bagarre_rules::exercise::Start;
use bagarre_rules::exercise::attempt::{Answered, Attempt};
use serde_json::Value;

/// What came of one try.
pub(crate) struct Try {
    /// What was told, in order.
    pub(crate) facts: Vec<Value>,
    /// What the player answered.
    pub(crate) answers: Vec<Json>,
}

/// How many of ten answers are anything at all, by try: the others are the better bot's.
const WILD: [u8; 8] = [0, 2, 1, 4, 10, 0, 3, 7];

/// Facts of an event as the journal keeps it.
pub(crate) fn facts(event: &str) -> Vec<Value> {
    let event: Value = serde_json::from_str(event).unwrap();
    event["facts"].as_array().cloned().unwrap_or_default()
}

/// One try of the player, until what is told is enough.
pub(crate) fn one(
    ruleset: RulesetId,
    start: &Start,
    number: u64,
    enough: &mut dyn FnMut(&Value) -> bool,
) -> Option<Try> {
    let wild = WILD[number as usize % WILD.len()];
    let mut chance = Seeded::from_number(number);
    let [any, best] = [ruleset.bots()[0], ruleset.bots()[ruleset.bots().len() - 1]];
    let (mut any, mut best) = (ruleset.bot(any)?, ruleset.bot(best)?);
    let (mut told, mut answers) = (Vec::new(), Vec::new());
    let seat = start.seat;
    let played = Attempt::new(ruleset, start).ok()?.play(
        &mut |game| {
            let bot = if chance.die(10) <= wild { &mut any } else { &mut best };
            let Some(answer) = bot.answer(game, seat, &mut chance) else { return Answered::Nothing };
            answers.push(answer.clone());
            Answered::With(answer)
        },
        &mut |event| {
            let mut done = false;
            for fact in facts(event) {
                done |= enough(&fact);
                told.push(fact);
            }
            done
        },
    );
    // What the rules refuse of a bot's answer is no solution.
    played.ok().map(|()| Try { facts: told, answers })
}

/// What is told if the player does nothing.
pub(crate) fn idle(ruleset: RulesetId, start: &Start, enough: &mut dyn FnMut(&Value) -> bool) -> Vec<Value> {
    let mut told = Vec::new();
    let Ok(mut attempt) = Attempt::new(ruleset, start) else { return told };
    let _ = attempt.play(&mut |_| Answered::Absent, &mut |event| {
        let mut done = false;
        for fact in facts(event) {
            done |= enough(&fact);
            told.push(fact);
        }
        done
    });
    told
}

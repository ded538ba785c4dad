//! Proposals and defaults over games of bots: read as the room sends them to a seat, and compared with the numbers that
//! are shown beside the answers. An answer that another one dominates is never proposed.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, to_value};

use super::kit::TestKit;
use crate::contract::{Actor, Audience, Bot, Next, Seat, advance, submit};
use crate::dice::{Dice as _, Seeded};
use crate::gather::Gather;

/// A question to one seat as the client has it: what is asked, every answer, what is proposed and what counts without an answer.
pub struct Asked<'a> {
    /// The seat.
    pub seat: Seat,
    /// The question.
    pub ask: Value,
    /// Every answer.
    pub options: Vec<Value>,
    /// The proposed answer, if any.
    pub proposed: Option<Value>,
    /// The answer that counts when the seat gives none.
    pub default: Value,
    /// What the seat sees.
    pub view: Value,
    /// What the engine says of a draft.
    pub advise: &'a dyn Fn(&Value) -> Value,
}

/// An answer with the numbers shown beside it, as whole numbers of what the client shows, each turned so that more is better for its
/// seat.
pub type Shown = Vec<(Value, Vec<i64>)>;

/// A choice among answers that are shown with numbers: a question, or the part of one that is about one fighter.
pub struct Choices {
    /// Which of [`Proposals::kinds`] it is.
    pub kind: &'static str,
    /// The proposed answer here, if any.
    pub proposed: Option<Value>,
    /// The answers that have numbers; none where the system shows no numbers.
    pub shown: Shown,
}

/// What a system says of its proposals.
pub struct Proposals {
    /// Scenarios with their numbers of seats.
    pub tables: Vec<(String, u8)>,
    /// How many games of each are played.
    pub games: u64,
    /// The choices of a question.
    pub choices: fn(&Asked<'_>) -> Vec<Choices>,
    /// Kinds of choices, and how often something must have been proposed in each for the test to say anything.
    pub kinds: &'static [(&'static str, u32)],
    /// What only this system promises of a question: it panics where that is broken, and tells whether there was anything to see.
    pub promise: fn(&Asked<'_>) -> bool,
    /// How often there must have been.
    pub promised: u32,
}

/// Plays games between bots and calls `see` for each question to each seat. Every second answer is any answer, so that more is met.
///
/// # Panics
/// When a scenario or its games break a promise of the contract.
pub fn walk<R: Gather>(scenario: &str, seats: u8, games: u64, see: &mut dyn FnMut(&Asked<'_>)) {
    let best = *R::bots().last().unwrap();
    for seed in 1..=games {
        let terms = R::usual(scenario, seats).unwrap();
        let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
        let mut state = R::new(&R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
        let mut good: Vec<Box<dyn Bot<R>>> = (0..terms.seats).map(|_| R::bot(best).unwrap()).collect();
        let mut any: Vec<Box<dyn Bot<R>>> = (0..terms.seats).map(|_| R::bot("any").unwrap()).collect();
        advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        for _ in 0..4000 {
            let Next::Ask { seats, .. } = R::next(&state) else { break };
            for seat in seats.iter() {
                asked::<R>(&state, seat, see);
            }
            let seat = seats.iter().next().unwrap();
            let (ask, view) = (R::ask_for(&state, seat).unwrap(), R::view(&state, Audience::Seat(seat)));
            let bots = if chance.die(2) == 1 { &mut good } else { &mut any };
            let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
            submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
}

fn asked<R: Gather>(state: &R::State, seat: Seat, see: &mut dyn FnMut(&Asked<'_>)) {
    let mut options = Vec::new();
    R::options(state, seat, &mut |command| options.push(to_value(&command).unwrap()));
    let proposal = R::proposal(state, seat);
    if let Some(command) = &proposal {
        R::decide(state, Actor::Seat(seat), command).unwrap();
    }
    see(&Asked {
        seat,
        ask: to_value(R::ask_for(state, seat)).unwrap(),
        options,
        proposed: proposal.map(|command| to_value(command).unwrap()),
        default: to_value(R::default_answer(state, seat)).unwrap(),
        view: to_value(R::view(state, Audience::Seat(seat))).unwrap(),
        advise: &|draft| {
            let draft: R::Draft = serde_json::from_value(draft.clone()).unwrap();
            to_value(R::advise(state, seat, &draft).unwrap()).unwrap()
        },
    });
}

/// Whether one answer is worse than another in some number and better in none.
fn dominated(one: &[i64], by: &[i64]) -> bool {
    one.len() == by.len() && one.iter().zip(by).all(|(a, b)| a <= b) && one.iter().zip(by).any(|(a, b)| a < b)
}

/// Whether something was proposed among some choices.
///
/// # Panics
/// When it has no numbers, or is dominated.
fn proposes(choices: &Choices, asked: &Asked<'_>) -> bool {
    let Choices { proposed, shown, .. } = choices;
    let Some(proposed) = proposed else { return false };
    let own = shown.iter().find(|(answer, _)| answer == proposed);
    let Some((_, own)) = own else { panic!("{proposed} is proposed and has no numbers: {}", asked.ask) };
    for (other, numbers) in shown {
        assert!(
            !dominated(own, numbers),
            "{proposed} {own:?} is proposed under {other} {numbers:?}: {}",
            asked.ask
        );
    }
    true
}

/// Plays games of a system and holds every proposal against the numbers beside the answers.
///
/// # Panics
/// When a proposal is dominated or has no numbers, a promise of the system is broken, or too few proposals were met.
pub fn nothing_dominated_is_proposed<R: TestKit>() {
    let Some(Proposals { tables, games, choices, kinds, promise, promised }) = R::proposals() else {
        panic!("{} says nothing of its proposals", R::ID);
    };
    let mut met = vec![0; kinds.len()];
    let mut kept = 0;
    for (scenario, seats) in tables {
        walk::<R>(&scenario, seats, games, &mut |asked| {
            let all = choices(asked);
            let unshown = all.is_empty() && asked.proposed.is_some();
            assert!(!unshown, "{}: proposed without numbers: {:?} to {}", R::ID, asked.proposed, asked.ask);
            for choices in all {
                let kind = kinds.iter().position(|(kind, _)| *kind == choices.kind);
                met[kind.unwrap_or_else(|| panic!("{} is no kind", choices.kind))] +=
                    u32::from(proposes(&choices, asked));
            }
            kept += u32::from(promise(asked));
        });
    }
    for ((kind, least), met) in kinds.iter().zip(met) {
        assert!(met >= *least, "{}, {kind}: {met} proposals", R::ID);
    }
    assert!(kept >= promised, "{}: {kept} questions of which it promises more", R::ID);
}

/// A system that promises no more than all do.
pub fn no_more(_: &Asked<'_>) -> bool {
    false
}

/// A whole number of what is sent.
///
/// # Panics
/// When it is none.
pub fn number(of: &Value) -> i64 {
    of.as_i64().unwrap_or_else(|| panic!("{of} is no whole number"))
}

/// `n / of` in so many parts, rounded to the nearest one as the client does.
pub const fn parts(n: i64, of: i64, parts: i64) -> i64 {
    (2 * n * parts + of).div_euclid(2 * of)
}

/// A fraction that is sent as `n` and, under some name, of how many; in so many parts.
pub fn share(share: &Value, of: &str, count: i64) -> i64 {
    parts(number(&share["n"]), number(&share[of]), count)
}

#[cfg(test)]
mod tests {
    use super::{dominated, parts};

    #[test]
    fn parts_are_rounded_to_the_nearest() {
        assert_eq!(
            [(1, 3), (1, 2), (1, 200), (2, 3), (0, 7)].map(|(n, of)| parts(n, of, 100)),
            [33, 50, 1, 67, 0]
        );
    }

    #[test]
    fn what_is_worse_in_one_number_and_better_in_none_is_dominated() {
        assert!(dominated(&[1, 2], &[1, 3]) && !dominated(&[1, 2], &[1, 2]));
        assert!(!dominated(&[2, 2], &[1, 3]) && !dominated(&[1], &[1, 3]));
    }
}

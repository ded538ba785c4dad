//! The answer that the odds shown beside the answers speak for.

use super::blow::BlowAdvice;
use super::opening::openings;
use super::weigh::{Prospect, weigh};
use crate::command::{Ask, Choice, Command};
use crate::ids::{Dec, Fig};
use crate::next::open;
use crate::odds::{Chance, Fate};
use crate::state::State;
use bagarre_kit::contract::Seat;
use bagarre_kit::proposal::{best, rounded};

/// The answer with the best odds for its seat; in a window the best shot (GEN-DEC-15). `None` where an answer has no odds.
pub(crate) fn proposal(state: &State, seat: Seat) -> Option<Command> {
    let asked = open(state)?;
    match &*asked {
        Ask::React(window) if window.seat == seat => {
            let snap = openings(state.table(), window).into_iter().next()?.snap?;
            Some(Command::React { question: window.id, reaction: Some(snap.reaction) })
        }
        // Extra dice of a defence are paid for (GEN-DEC-17): what they are worth is for the player to say.
        Ask::Choose(question) if question.seat == seat && question.dec != Dec::Defence => {
            let (_, prospects) = weigh(state).ok()?;
            let own = |fig: Fig| state.scene.figure(fig).seat == seat;
            let weighed = question.options.iter().zip(&prospects);
            let weighed = weighed.map(|(choice, prospect)| Some((*choice, numbers(prospect, &own)?)));
            let weighed: Vec<(Choice, Vec<i64>)> = weighed.collect::<Option<_>>()?;
            let choice = best(alike(weighed)?, Some(&question.default_choice()))?;
            Some(Command::Choose { question: question.id, choice })
        }
        _ => None,
    }
}

/// Answers whose numbers can be held against each other: as many of the same.
fn alike(weighed: Vec<(Choice, Vec<i64>)>) -> Option<Vec<(Choice, Vec<i64>)>> {
    let length = weighed.first()?.1.len();
    weighed.iter().all(|(_, numbers)| numbers.len() == length).then_some(weighed)
}

/// The numbers of an answer, for the player of the seat that the `own` figures belong to.
fn numbers(prospect: &Prospect, own: &impl Fn(Fig) -> bool) -> Option<Vec<i64>> {
    match prospect {
        Prospect::Attack { blows } => match &blows[..] {
            [blow] => Some(struck(blow, own)),
            _ => None,
        },
        Prospect::Wound { fig, fate } => Some(turned(harm(fate), own(*fig)).to_vec()),
        Prospect::Test { passes } => Some(vec![percent(*passes)]),
        Prospect::Sure => None,
    }
}

/// An attack, for each number of dice that the defender may add: what it does to its target first, then who wins, then what it does to
/// others.
fn struck(blow: &BlowAdvice, own: &impl Fn(Fig) -> bool) -> Vec<i64> {
    let mine = own(blow.target);
    let sign = if mine { -1 } else { 1 };
    let mut list = Vec::new();
    for odds in &blow.odds {
        list.extend(turned(harm(&odds.target), mine));
        list.extend([sign * percent(odds.win), -sign * percent(odds.lose)]);
        list.push(-sign * harm(&odds.own)[2]);
        let stray =
            odds.stray.map_or(0, |(fig, fate)| if own(fig) { -harm(&fate)[2] } else { harm(&fate)[2] });
        list.extend([stray, -sign * percent(odds.balks)]);
    }
    list
}

/// Percent of being out of action, at least wounded, and at least knocked down.
fn harm(fate: &Fate) -> [i64; 3] {
    let (down, wounded, out) =
        (percent(fate.knocked_down), percent(fate.wounded), percent(fate.out_of_action));
    [out, out + wounded, out + wounded + down]
}

/// Harm is good where it comes to others.
fn turned(harm: [i64; 3], mine: bool) -> [i64; 3] {
    if mine { harm.map(|n| -n) } else { harm }
}

/// Whole percent, as clients show them.
fn percent(chance: Chance) -> i64 {
    rounded(chance.n.into(), chance.d.into(), 100)
}

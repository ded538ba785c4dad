//! The answer that the odds shown beside the answers speak for.

use super::Baston;
use super::command::{Ask, Command, Odds, Share};
use super::ids::Dec;
use super::state::State;
use bagarre_kit::contract::{Ruleset as _, Seat};
use bagarre_kit::proposal::{best, rounded};

/// The answer with the most wounds, then the most stuns, then the best chance to hit, as they are shown. `None` where an answer
/// has no odds: what it is worth is for the player to say.
pub(super) fn proposal(state: &State, seat: Seat) -> Option<Command> {
    let Ask::Decide(question) = Baston::ask_for(state, seat)? else { return None };
    // The chain may strike friends, whose wounds count in its odds: its default is to strike all where there are none (DEC-09).
    if question.odds.len() != question.options.len() || (question.dec == Dec::Chain && question.default == 0)
    {
        return None;
    }
    let usual = question.default_choice();
    let weighed = question.options.into_iter().zip(&question.odds);
    let weighed = weighed.map(|(choice, odds)| Some((choice, numbers(odds.as_ref()?))));
    let choice = best(weighed.collect::<Option<Vec<_>>>()?, Some(&usual))?;
    Some(Command::Answer { question: question.id, choice })
}

/// The numbers of some odds as clients show them: tenths of wounds and stuns, and whole percent.
fn numbers(odds: &Odds) -> Vec<i64> {
    let tenths = |share: Share| rounded(share.n.into(), share.of.into(), 10);
    vec![tenths(odds.wounds), tenths(odds.stuns), percent(odds.hit)]
}

/// Whole percent: what is neither sure nor impossible never reads as if it were.
fn percent(share: Share) -> i64 {
    let whole = rounded(share.n.into(), share.of.into(), 100);
    if share.n > 0 && share.n < share.of { whole.clamp(1, 99) } else { whole }
}

//! Warnings of choices that may empty a band in the steps after a game (section 16, R-228, R-230): told before the
//! choice, and no rule.

use crate::after::After;
use crate::aftermath::{Verdict, judge, patients, pay, rolled};
use crate::scene::{Aftermath, Step};
use crate::setup::{Health, Options};
use crate::survivors::living;
use crate::words::words;
use bagarre_kit::appraisal::Fault;
use bagarre_kit::contract::Rule;

/// Whether the band ends with what a choice leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// On some faces of the die that it calls for.
    May,
    /// On every face.
    Will,
}

/// Whether the band has no member left, or will have none: none can be paid where the pay is still to come, or none can
/// come to the next game where none can be healed or hired any more.
fn is_empty(after: &Aftermath) -> bool {
    let unpaid = matches!(after.step, Step::Money | Step::Reputation | Step::Care | Step::Pay);
    let settled = matches!(after.step, Step::Skills | Step::Chief | Step::Done);
    !living(after).any(|(member, survivor)| {
        (!unpaid || pay(member) <= after.purse.treasury) && (!settled || survivor.health != Health::Out)
    })
}

/// How a choice ends the band; `None` for one that does not, or that cannot be made.
fn end(after: &Aftermath, options: &Options, choice: &After) -> Option<End> {
    match judge(after, options, choice).ok()? {
        Verdict::Settled(next) => is_empty(&next).then_some(End::Will),
        Verdict::Roll => {
            let empty = (1..=6).filter(|face| is_empty(&rolled(after, options, choice, *face))).count();
            (empty > 0).then_some(if empty == 6 { End::Will } else { End::May })
        }
    }
}

fn fault(member: Option<u8>, end: End) -> Option<Fault> {
    let key = if end == End::Will { "empties" } else { "may_empty" };
    let words = words().warning.get(key)?.clone();
    Some(Fault { member, code: format!("generik.after.{key}"), rule: Some(Rule::new("GEN-CMP-08")), words })
}

/// What there is to know before a choice is made, and before each of those who may be cared for is: by place in the band.
pub(super) fn warnings(after: &Aftermath, options: &Options, choice: Option<&After>) -> Vec<Fault> {
    let of_choice = choice.and_then(|choice| fault(None, end(after, options, choice)?));
    let place = |id: u8| after.band.members.iter().position(|member| member.id == id);
    let cared = if after.step == Step::Care { patients(after) } else { Vec::new() };
    let of_care = cared.into_iter().filter_map(|(member, _)| {
        let end = end(after, options, &After::Care(Some(member.id)))?;
        fault(Some(u8::try_from(place(member.id)?).ok()?), end)
    });
    of_choice.into_iter().chain(of_care).collect()
}

//! The defaults in the steps after a game (GEN-DEC-40 to 46), and the other choices there.

use super::after::After;
use super::aftermath::{cures, pay, total_pay};
use super::band::cost;
use super::scene::{Aftermath, Step};
use super::setup::Options;
use super::shop;
use super::survivors::living;

/// Returns what happens without an answer (GEN-DEC-40 to 46). `None` once all is done.
pub fn default(after: &Aftermath) -> Option<After> {
    let free =
        || living(after).filter(|(_, it)| it.fit && !it.for_money).map(|(member, _)| member.id).collect();
    Some(match after.step {
        Step::Money => After::Money(free()),
        Step::Reputation => After::Reputation(free()),
        Step::Care => {
            // GEN-DEC-42: as long as the pay is not touched.
            let due = total_pay(after);
            After::Care(cures(after).find(|(_, price)| price + due <= after.purse.treasury).map(|(id, _)| id))
        }
        Step::Pay => After::Pay { dismissed: unpaid(after) },
        Step::Purchases => After::Buy(None),
        Step::Skills => After::Skill(None),
        Step::Chief => After::Chief(heir(after)?),
        Step::Done => return None,
    })
}

/// Returns the members that leave when no answer says so: the cheapest first, lowest number first, the chief only when
/// the chief alone is too dear (GEN-DEC-43).
fn unpaid(after: &Aftermath) -> Vec<u8> {
    let mut order: Vec<_> =
        living(after).map(|(member, _)| (member.chief, cost(member), member.id, pay(member))).collect();
    order.sort_unstable();
    let mut due = total_pay(after);
    let mut leaving = Vec::new();
    for (_, _, id, pay) in order {
        if due <= after.purse.treasury {
            break;
        }
        due -= pay;
        leaving.push(id);
    }
    leaving
}

/// Returns the new chief when no answer names one: the dearest member, lowest number first (GEN-DEC-46).
fn heir(after: &Aftermath) -> Option<u8> {
    living(after)
        .map(|(member, _)| member)
        .max_by_key(|it| (cost(it), std::cmp::Reverse(it.id)))
        .map(|it| it.id)
}

/// Calls `each` with legal choices of the step under way: a fair sample, the default among them.
pub fn choices(after: &Aftermath, options: &Options, each: &mut dyn FnMut(After)) {
    let Some(usual) = default(after) else { return };
    match after.step {
        Step::Money => each(After::Money(Vec::new())),
        Step::Reputation => each(After::Reputation(Vec::new())),
        Step::Care => {
            let others = cures(after).map(|(id, _)| After::Care(Some(id)));
            others.chain([After::Care(None)]).filter(|choice| *choice != usual).for_each(&mut *each);
        }
        Step::Pay => {
            let last = living(after).filter(|(member, _)| !member.chief).last();
            if let (After::Pay { dismissed }, Some((member, _))) = (&usual, last)
                && dismissed.is_empty()
            {
                each(After::Pay { dismissed: vec![member.id] });
            }
        }
        Step::Purchases => shop::wares(after, options, each),
        Step::Skills => shop::lessons(after).for_each(|lesson| each(After::Skill(Some(lesson)))),
        Step::Chief => {
            let others = living(after).map(|(member, _)| After::Chief(member.id));
            others.filter(|choice| *choice != usual).for_each(&mut *each);
        }
        Step::Done => {}
    }
    each(usual);
}

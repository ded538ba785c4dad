//! The answer that the chances shown beside the answers speak for.

use super::command::{Act, Ask, Choice, Command, Deed, Go, Goal, Question};
use super::ids::{Dec, Who};
use super::next;
use super::odds::{self, Advice};
use super::options;
use super::state::{PublicState, Sealed, State};
use bagarre_kit::contract::{Ruleset as _, Seat};
use bagarre_kit::proposal::{best, rounded};

/// The least chance, in percent, for which a dodge is worth its price (CEL-ALG-04).
const WORTH: i64 = 25;

/// The proposed answer to a question that shows chances: how to dodge, or which target to strike and how.
pub(super) fn proposal(state: &State, seat: Seat) -> Option<Command> {
    let public = state.public();
    match super::Celtiques::ask_for(state, seat)? {
        Ask::Choose(asked) if asked.dec == Dec::Dodge => {
            let choice = dodge(public, &asked)?;
            Some(Command::Choose { question: asked.id, choice })
        }
        Ask::Act { id, who, .. } => {
            let deed = blow(public, who)?;
            Some(Command::Act { question: id, deed })
        }
        Ask::Batch { id, whos, .. } => {
            // An intention that holds stays as it is (CEL-PLY-11).
            let own = whos.iter().filter(|who| public.owner(*who) == Some(seat));
            let open = own.filter(|who| {
                public.of(*who).slot(public.scene.segment) && next::intended(state, *who).is_none()
            });
            let deeds: Vec<_> = open.filter_map(|who| Some((who, blow(public, who)?))).collect();
            (!deeds.is_empty()).then_some(Command::Deeds { question: id, deeds: Sealed(deeds) })
        }
        _ => None,
    }
}

/// A dodge has a price: the blow is taken where no dodge can escape it, and nothing is proposed where one hardly can.
fn dodge(public: PublicState<'_>, asked: &Question) -> Option<Choice> {
    let chance = |choice: &Choice| match choice {
        Choice::Dodge { acro, .. } => percent(odds::escape(public, asked.who, *acro, asked.total).chance),
        Choice::No
        | Choice::Yes
        | Choice::Actions(_)
        | Choice::Strike(_)
        | Choice::Follow
        | Choice::Shift(_)
        | Choice::Surprise(_) => 0,
    };
    let weighed: Vec<_> = asked.options.iter().map(|choice| (*choice, vec![chance(choice)])).collect();
    let most = weighed.iter().map(|(_, numbers)| numbers[0]).max()?;
    if most == 0 {
        return Some(Choice::No).filter(|no| asked.options.contains(no));
    }
    let usual = asked.default_choice();
    best(weighed, Some(&usual)).filter(|_| most >= WORTH)
}

/// The blow or shot that costs its target the most levels on average, then the surest.
fn blow(public: PublicState<'_>, who: Who) -> Option<Deed> {
    let mut weighed: Vec<(Deed, Vec<i64>)> = Vec::new();
    for deed in options::deeds(public, who) {
        if !matches!(deed.act, Act::Strike(_) | Act::Shoot { .. }) {
            continue;
        }
        // Where a charge ends may change what it comes to.
        let own = numbers(&odds::come_to(public, who, &deed));
        if !weighed.iter().any(|(known, numbers)| *numbers == own && same(public, who, known, &deed)) {
            weighed.push((deed, own));
        }
    }
    let most = weighed.iter().map(|(_, numbers)| numbers[0]).max()?;
    best(weighed, None).filter(|_| most > 0)
}

/// Whether two deeds are one to the player: charges that only end elsewhere, and weapons of a kind.
fn same(public: PublicState<'_>, who: Who, one: &Deed, other: &Deed) -> bool {
    let weapons = &public.profile(who).weapons;
    let first = |n: u8| {
        let kind = weapons.get(usize::from(n));
        weapons.iter().position(|it| Some(it) == kind).map_or(n, |at| at as u8)
    };
    let plain = |deed: &Deed| {
        let mut deed = *deed;
        match &mut deed.act {
            Act::Shoot { with, .. } => *with = first(*with),
            Act::Strike(blow) => {
                blow.draw = blow.draw.map(first);
                blow.second = blow.second.map(|(n, at)| (first(n), at));
                if let (true, Some(Go::March(march))) = (blow.charge, &mut deed.go) {
                    march.to = Goal::Off;
                }
            }
            _ => {}
        }
        deed
    };
    plain(one) == plain(other)
}

/// The numbers of a blow as clients show them, after the levels it costs on average.
fn numbers(advice: &Advice) -> Vec<i64> {
    let (chance, dodged) = (percent(advice.chance), percent(advice.after_dodge));
    let levels = rounded(advice.levels.into(), 100, 10);
    vec![chance * levels, chance, dodged, levels]
}

/// Whole percent of ten thousandths.
pub(super) fn percent(chance: u16) -> i64 {
    rounded(chance.into(), 10_000, 100)
}

//! The beginner: it comes on and strikes, and counts neither its actions nor its chances well.

use super::champion::{Ways, attacks, escapes, fights, goal, worth};
use super::{Memory, usual};
use crate::Celtiques;
use crate::command::{Act, Ask, Choice, Command, Deed, Go, March, Question};
use crate::ids::{Dec, Who};
use crate::state::PublicState;
use crate::view::View;
use crate::{doctrine, legal};
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;
use bagarre_kit::looks::{Looks, chance};

/// The most that chance adds to a look. Measured: see `docs/balance.md`.
const BLUR: u8 = 90;

/// How often in a hundred it does not think of striking.
const HESITATES: u8 = 50;

/// Looks, in hundredths of a level.
mod look {
    pub(super) const BLOW: i32 = 60;
    pub(super) const NEARER: i32 = 60;
    pub(super) const WAIT: i32 = 20;
}

/// Comes on, strikes the enemies in its reach, dodges by chance.
#[derive(Debug, Default)]
pub struct Novice {
    memory: Memory,
}

impl Bot<Celtiques> for Novice {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let Some(public) = self.memory.public(view) else { return usual(ask) };
        fights(public, ask, seat, dice, Ways { deed, choose })
    }
}

/// The deed of a fighter: one of the blows that look good, or nearer to one.
fn deed(public: PublicState<'_>, who: Who, dice: &mut dyn Dice) -> Deed {
    let usual = doctrine::deed(public, who);
    let fighter = public.of(who);
    // A deed that has begun goes on: a hold, a weapon that is stuck, a blow that was prepared.
    let bound = fighter.ties.holds.is_some() || fighter.ties.held.is_some();
    if bound || fighter.gear.stuck.is_some() || fighter.mind.prepared.is_some() || usual.minor.is_some() {
        return usual;
    }
    let mut looks = Looks::new(BLUR);
    // It hesitates now and then, and waits.
    let hesitates = chance(dice, HESITATES);
    for deed in attacks(public, who).into_iter().filter(|deed| !hesitates && !bare(deed)) {
        let worth = worth(public, who, &deed);
        if worth > 0 {
            looks.add(dice, look::BLOW + worth.min(120), deed);
        }
    }
    if fighter.ties.engaged.is_empty()
        && let Some(to) = goal(public, who)
    {
        let go = Some(Go::March(March::walk(to)));
        looks.add(dice, look::NEARER, Deed { go, ..Deed::of(Act::Pass) });
    }
    if !hesitates {
        looks.add(dice, look::NEARER, usual);
    }
    looks.add(dice, look::WAIT, Deed::of(Act::Pass));
    looks.best(|deed| legal::deed(public, who, deed).is_ok()).unwrap_or(usual)
}

/// A blow with the fists.
fn bare(deed: &Deed) -> bool {
    matches!(&deed.act, Act::Strike(blow) if blow.fists)
}

/// Short answers.
fn choose(public: PublicState<'_>, asked: &Question, dice: &mut dyn Dice) -> Choice {
    let who = asked.who;
    if who.n() >= public.scene.fighters.len() {
        return asked.default_choice();
    }
    match asked.dec {
        Dec::Announce if escapes(public, who) => Choice::Actions(0),
        Dec::Announce => Choice::Actions(dice.die(3)),
        Dec::Refuse if escapes(public, who) => Choice::Yes,
        Dec::Dodge if chance(dice, 50) => Choice::Dodge { acro: false, slot: false },
        Dec::Refuse | Dec::Dodge | Dec::Duel => Choice::No,
        Dec::Answer => Choice::Strike(None),
        Dec::Head => Choice::Yes,
        Dec::Survive | Dec::Bay | Dec::GoOn | Dec::Window | Dec::StrikeFirst | Dec::Agree => {
            asked.default_choice()
        }
    }
}

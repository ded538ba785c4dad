//! The beginner: it knows what it may do and what a blow is for, and often takes the second-best blow.

use super::daredevil;
use super::{below, plain};
use crate::Energie;
use crate::command::{Act, Aim, Ask, Command, Strike};
use crate::doctrine::Mind;
use crate::ids::Who;
use crate::legal;
use crate::state::PublicState;
use crate::tables::weapon;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;
use bagarre_kit::looks::{Looks, chance};

/// The most that chance adds to a look. Measured: see `docs/balance.md`.
const BLUR: u8 = 90;
/// How often in a hundred it does not think of striking.
const HESITATES: u8 = 67;
/// Percent from which an attack frightens it into total defence.
const FRIGHTENING: u8 = 70;

/// Looks, in about the hundredths of PE that a blow costs.
mod look {
    pub(super) const BLOW: i32 = 60;
    pub(super) const GOAL: i32 = 90;
    pub(super) const NEARER: i32 = 60;
    pub(super) const AIM: i32 = 30;
    pub(super) const GUARD: i32 = 40;
    pub(super) const RETREAT: i32 = 10;
}

/// Gets up, gets out of the fire, goes for the goal or the enemy, strikes, and guards itself when it has struck.
#[derive(Debug, Default)]
pub struct Novice;

impl Bot<Energie> for Novice {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let public = PublicState::new(&view.setup, &view.scene);
        let question = ask.id();
        match ask {
            Ask::Act { who, .. } => Command::Act { question, act: choose(public, *who, dice) },
            Ask::React { percent, percent_total, .. } => {
                let helps = *percent >= FRIGHTENING && *percent_total < *percent;
                Command::Say { question, yes: helps && chance(dice, 50) }
            }
            Ask::Stabilise { .. } => Command::Say { question, yes: true },
            Ask::Guard { .. } | Ask::Vote { .. } => Command::Say { question, yes: false },
            _ => plain(view, ask, seat, dice),
        }
    }
}

/// Returns the next act of a character, which is always legal.
fn choose(public: PublicState<'_>, who: Who, dice: &mut dyn Dice) -> Act {
    let mind = Mind { public, who };
    if let Some(act) = mind.first_of_all().filter(|act| mind.may(act)) {
        return act;
    }
    let mut looks = Looks::new(BLUR);
    if let Some(act) = daredevil::goal(&mind) {
        looks.add(dice, look::GOAL, act);
    }
    // It hesitates now and then, and does something else before it strikes.
    if !chance(dice, HESITATES) {
        blows(&mind, dice, &mut looks);
    }
    let (struck, left) = (mind.attacked(), public.scene.act.map_or(0, |act| act.left));
    if !struck {
        for act in [mind.approach(), mind.closer()].into_iter().flatten() {
            looks.add(dice, look::NEARER, act);
        }
        if left > 1 && mind.fighter().prepared == 0 && mind.best_shot(true).is_some() {
            looks.add(dice, look::AIM, Act::Prepare);
        }
    } else if let Some(back) = mind.step_back().filter(|_| mind.shoots()) {
        looks.add(dice, look::RETREAT, back);
    }
    // With nothing better to do it guards itself. A guard before the blow is weak, but not silly.
    looks.add(dice, if struck { look::BLOW } else { look::GUARD }, Act::Defend);
    looks.best(|act| mind.may(act)).unwrap_or(Act::Pass)
}

/// Blows at enemies that can cost them something. Weapons of area only where no friend stands.
fn blows(mind: &Mind<'_>, dice: &mut dyn Dice, looks: &mut Looks<Act>) {
    let (public, who) = (mind.public, mind.who);
    for (arm, it) in (0u8..).zip(&mind.fighter().arms) {
        if weapon(it.weapon).area {
            area(mind, arm, dice, looks);
            continue;
        }
        for (target, reach) in legal::targets(public, who, arm, Strike::Normal) {
            let worth = legal::shown(public, who, reach, target, 0).odds.hundredths();
            if worth > 0 && public.scene.enemies(who, target) {
                let act = Act::Attack { arm, at: Aim::Who(target), strike: Strike::Normal };
                looks.add(dice, look::BLOW + worth.min(200) as i32 / 2, act);
            }
        }
    }
}

/// A weapon of area at one of the zones where only enemies are.
fn area(mind: &Mind<'_>, arm: u8, dice: &mut dyn Dice, looks: &mut Looks<Act>) {
    let public = mind.public;
    let all_foes = |zone: &crate::ids::Zone| {
        let mut there = public.able_in(*zone).peekable();
        there.peek().is_some() && there.all(|it| public.scene.enemies(mind.who, it))
    };
    let zones: Vec<_> = public.map.all().filter(all_foes).collect();
    if let Some(zone) = zones.get(below(dice, zones.len())) {
        let act = Act::Attack { arm, at: Aim::Zone(*zone), strike: Strike::Normal };
        looks.add(dice, look::BLOW, act);
    }
}

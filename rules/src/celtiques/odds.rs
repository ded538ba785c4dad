//! Chances, exactly, from open facts (CEL-PLY-06).

use serde::{Deserialize, Serialize};

use super::command::{Act, Command, Deed, Trick};
use super::figures::{Sort, level};
use super::ids::{Attr, Skill, Who};
use super::legal;
use super::state::{State, Table};
use super::tables::{Flag, tables};
use super::{decide, refusal::Illegal};
use crate::contract::{Actor, Hand, Seat};

/// What the engine says of a draft: of a blow or a shot its chances, of anything else that it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Dice of the attack.
    pub dice: u8,
    /// What is added to them.
    pub flat: i16,
    /// What has to be beaten: the défense, or the difficulty.
    pub against: i16,
    /// The chance to do so, in percent.
    pub chance: u8,
    /// The chance after an average dodge, in percent.
    pub after_dodge: u8,
    /// Levels expected of a hit, in hundredths.
    pub levels: i32,
}

/// In how many ways dice make each sum: the index is the sum.
pub(super) fn ways(dice: u8) -> Vec<u64> {
    let mut ways = vec![1u64];
    for _ in 0..dice.min(16) {
        let mut next = vec![0u64; ways.len() + 6];
        for (sum, n) in ways.iter().enumerate() {
            for face in 1..=6 {
                next[sum + face] += n;
            }
        }
        ways = next;
    }
    ways
}

/// In how many ways dice are an échec critique with a sum (CEL-COR-08): ones and twos, a one among them.
fn fumbles(dice: u8, sum: usize) -> u64 {
    let n = usize::from(dice);
    let Some(twos) = sum.checked_sub(n).filter(|twos| *twos < n) else { return 0 };
    (0..twos).fold(1u64, |c, k| c * (n - k) as u64 / (k as u64 + 1))
}

/// The chance in ten thousandths that dice with a flat part beat a score, criticals considered.
pub(super) fn beats(dice: u8, flat: i16, score: i16) -> u32 {
    let all = ways(dice);
    let total: u64 = all.iter().sum();
    let top = usize::from(dice) * 6;
    let mut good = 0u64;
    for (sum, n) in all.iter().enumerate() {
        let bonus = if sum == top && dice >= 2 { tables().core.critical_success_bonus } else { 0 };
        if sum as i16 + flat + bonus > score {
            good += n - fumbles(dice, sum).min(*n);
        }
    }
    (good * 10_000 / total.max(1)) as u32
}

/// Levels expected of a hit, in hundredths: damage dice with a bonus against resistance dice with another (CEL-DOM-01).
pub(super) fn expected(damage: (u8, i16), resistance: (u8, i16)) -> i32 {
    let (deal, take) = (ways(damage.0), ways(resistance.0));
    let (all, others) = (deal.iter().sum::<u64>(), take.iter().sum::<u64>());
    let mut sum = 0u128;
    for (a, n) in deal.iter().enumerate().filter(|(_, n)| **n > 0) {
        for (b, m) in take.iter().enumerate().filter(|(_, m)| **m > 0) {
            let margin = a as i16 + damage.1 - b as i16 - resistance.1;
            if margin > 0 {
                sum += u128::from(*n) * u128::from(*m) * level(margin) as u128;
            }
        }
    }
    (sum * 100 / (u128::from(all) * u128::from(others)).max(1)) as i32
}

/// The mean of a dodge (CEL-ESQ-03).
fn mean_dodge(table: Table<'_>, who: Who) -> i16 {
    let dice = i16::from(table.dice(who, Attr::Ag, Sort::Action, None, 0));
    table.profile(who).level(Skill::Esquive) + dice * 7 / 2 + table.malus(who, true)
}

/// The chances of a deed, if it is a blow or a shot.
pub(super) fn weigh(table: Table<'_>, who: Who, deed: &Deed) -> Option<Advice> {
    let (at, dice, flat, against, row, zone, more) = match &deed.act {
        Act::Strike(blow) => {
            let row = legal::arm(table, who, blow);
            let skill = if row.skill == Skill::Jet { Skill::Fureur } else { row.skill };
            let lost = u8::from(row.hands >= 2 && table.announced(who) >= 4)
                + u8::from(blow.trick == Some(Trick::Force));
            let dice = table.dice(who, Attr::Ag, Sort::Offensive, None, lost);
            let aimed = blow.zone.map_or(0, |zone| tables().zone(zone).malus);
            let flat = table.profile(who).level(skill)
                + row.attack
                + table.situation(who, blow.at)
                + aimed
                + table.tactics(who, true)
                + table.malus(who, false);
            let charge = if blow.charge { tables().charge.foot } else { 0 };
            let force = if blow.trick == Some(Trick::Force) { table.profile(who).level(skill) } else { 0 };
            (blow.at, dice, flat, table.defence(blow.at, who, false), row, blow.zone, charge + force)
        }
        Act::Shoot { at, with, .. } => {
            let row = table.profile(who).weapon(Some(*with));
            let parts = table.shot(who, *at, row)?;
            let skill = if row.is(Flag::Projectile) { row.skill } else { Skill::Jet };
            let dice = table.dice(who, Attr::Pe, Sort::Offensive, None, 0);
            let flat = table.profile(who).level(skill) + table.tactics(who, true) + table.malus(who, false);
            // A difficulty is met, a score is beaten.
            (*at, dice, flat, parts.total() - 1, row, None, 0)
        }
        _ => return None,
    };
    let dodge = mean_dodge(table, at).max(against);
    let damage = (table.profile(who).attr(Attr::Fo), row.damage + more);
    let resistance = (table.profile(at).attr(Attr::En), table.protection(at, zone, false));
    Some(Advice {
        dice,
        flat,
        against,
        chance: (beats(dice, flat, against) / 100) as u8,
        after_dodge: (beats(dice, flat, dodge) / 100) as u8,
        levels: expected(damage, resistance),
    })
}

/// What the engine says of a draft: its chances, or why it may not be (CEL-PLY-06).
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    let table = state.table();
    let deed = match draft {
        Command::Act { deed, .. } => state.question().and_then(|(_, ask)| match ask {
            super::command::Ask::Act { who, .. } => Some((*who, *deed)),
            _ => None,
        }),
        Command::Deeds { deeds, .. } => deeds.0.first().copied(),
        _ => None,
    };
    Ok(deed.and_then(|(who, deed)| weigh(table, who, &deed)).unwrap_or_default())
}

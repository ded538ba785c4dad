//! Chances, exactly, from open facts (CEL-PLY-06).

use serde::{Deserialize, Serialize};

use super::command::{Act, Ask, Choice, Command, Deed, Go, Trick};
use super::figures::{Gait, Sort, level};
use super::ids::{Attr, Skill, Who};
use super::legal;
use super::state::{State, Table};
use super::tables::{Flag, tables};
use super::{decide, refusal::Illegal};
use crate::contract::{Actor, Hand, Seat};
use crate::kit::hex::Hex;

/// What the engine says of a draft: of a blow or a shot its chances, of anything else that it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Advice {
    /// Dice of the attack.
    pub dice: u8,
    /// What is added to them.
    pub flat: i16,
    /// What has to be beaten: the défense, or the difficulty.
    pub against: i16,
    /// The chance to do so, in ten-thousandths.
    pub chance: u16,
    /// The chance after an average dodge, in ten-thousandths.
    pub after_dodge: u16,
    /// Levels expected of a hit, in hundredths.
    pub levels: i32,
    /// The way of a march, as far as this segment takes it.
    pub path: Vec<Hex>,
    /// Where its fighter can come to in this segment without haste.
    pub reach: Vec<Hex>,
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
        chance: beats(dice, flat, against) as u16,
        after_dodge: beats(dice, flat, dodge) as u16,
        levels: expected(damage, resistance),
        ..Advice::default()
    })
}

/// The chances of a dodge against an attack that is known (CEL-DEC-10): it has to come up to it (CEL-ESQ-03).
fn weigh_dodge(table: Table<'_>, who: Who, total: i16, acro: bool) -> Advice {
    let dice = table.dice(who, Attr::Ag, Sort::Action, None, 0);
    let level = table.profile(who).level(Skill::Esquive) + table.malus(who, true);
    let plain = |lost: u8, more: i16| {
        let dice = table.dice(who, Attr::Ag, Sort::Action, None, lost);
        u64::from(beats(dice, level + more, total - 1))
    };
    let chance = if acro {
        let skill = table.profile(who).level(Skill::Acrobatie);
        let flat = skill + table.malus(who, false);
        let difficulty = table.scene.rulings.acrobatics.unwrap_or(tables().dodge.acrobatic_difficulty);
        let lands = u64::from(beats(dice, flat, difficulty - 1));
        (lands * plain(0, skill) + (10_000 - lands) * plain(1, 0)) / 10_000
    } else {
        plain(0, 0)
    };
    Advice { dice, flat: level, against: total, chance: chance as u16, ..Advice::default() }
}

/// The dice that are left for the actions of a turn in which so many are announced (CEL-DCL-03).
fn weigh_count(table: Table<'_>, who: Who, actions: u8) -> Advice {
    let lost = tables().declared_penalty(actions).saturating_sub(tables().declared_penalty(table.announced(who)));
    Advice { dice: table.dice(who, Attr::Ag, Sort::Action, None, lost), ..Advice::default() }
}

/// Where a fighter can go, and how the march it is given goes.
fn weigh_move(table: Table<'_>, who: Who, go: Option<Go>, advice: &mut Advice) {
    if !table.can_move(who) {
        return;
    }
    let engaged = !table.of(who).ties.engaged.is_empty();
    let units = table.units(who);
    advice.reach = if engaged {
        table.shifts(who)
    } else {
        let known = table.ways(who, Gait::default(), units);
        let at = table.of(who).pose.at;
        known.all().map(|(hex, _)| hex).filter(|hex| *hex != at && table.free(who, *hex, true)).collect()
    };
    if let Some(Go::March(march)) = go {
        let gait = table.gait(who, &march);
        let way = table.way(who, march.to, gait);
        advice.path = table.walked(who, &way, gait, units).0;
    }
}

/// What the engine says of a draft: its chances, or why it may not be (CEL-PLY-06).
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    let table = state.table();
    if let Command::Choose { choice, .. } = draft {
        let asked = state.question().and_then(|(_, ask)| match ask {
            Ask::Choose(question) => Some(question),
            _ => None,
        });
        return Ok(match (asked, choice) {
            (Some(asked), Choice::Dodge { acro, .. }) if asked.dec == 10 => {
                weigh_dodge(table, asked.who, asked.total, *acro)
            }
            (Some(asked), Choice::Actions(n)) => weigh_count(table, asked.who, *n),
            _ => Advice::default(),
        });
    }
    let (who, deed, go) = match draft {
        Command::Act { deed, .. } => {
            let who = state.question().and_then(|(_, ask)| match ask {
                Ask::Act { who, .. } => Some(*who),
                _ => None,
            });
            (who, Some(*deed), deed.go)
        }
        Command::Deeds { deeds, .. } => {
            let first = deeds.0.first().copied();
            (first.map(|it| it.0), first.map(|it| it.1), first.and_then(|it| it.1.go))
        }
        Command::Orders { orders, .. } => {
            let first = orders.0.first().copied();
            (first.map(|it| it.0), None, first.and_then(|it| it.1.go))
        }
        _ => (None, None, None),
    };
    let Some(who) = who else { return Ok(Advice::default()) };
    let mut advice = deed.and_then(|deed| weigh(table, who, &deed)).unwrap_or_default();
    weigh_move(table, who, go, &mut advice);
    Ok(advice)
}

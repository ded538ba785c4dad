//! Chances, exactly, from open facts (CEL-PLY-06).

use std::sync::{LazyLock, OnceLock};

use serde::{Deserialize, Serialize};

use super::command::{Act, Ask, Blow, Choice, Command, Deed, Go, Goal, March, Order, Question, Trick};
use super::figures::{Gait, Sort, level};
use super::ids::{Attr, Skill, Who, Zone};
use super::legal;
use super::resolve::Parts;
use super::state::{PublicState, State};
use super::tables::{Flag, WeaponRow, tables};
use super::{decide, refusal::Illegal};
use bagarre_kit::contract::{Actor, Hand, Seat};
use bagarre_kit::hex::Hex;

/// What the engine says of a draft: of a blow, a shot or a dodge its chances, of a move where it leads in this segment, of anything
/// else that it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Advice {
    /// Dice of the roll.
    pub dice: u8,
    /// The number that is added to them.
    pub flat: i16,
    /// The number to beat: the défense, the difficulty, or the attack that is dodged.
    pub against: i16,
    /// The chance to do so, in ten thousandths; of a dodge, to escape the attack.
    pub chance: u16,
    /// The chance that is left if the target dodges, in ten thousandths.
    pub after_dodge: u16,
    /// Levels that a hit costs on average, in hundredths; none of a trick that does no damage by itself.
    pub levels: u32,
    /// Of a trick that a contest decides once it has hit, the chance to win the contest, in ten thousandths (CEL-SPE-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contest: Option<u16>,
    /// Of a shot, the parts of its difficulty.
    pub parts: Option<Parts>,
    /// Hexagons that a move enters in this segment.
    pub path: Vec<Hex>,
    /// Where its fighter can come to in this segment without haste.
    pub reach: Vec<Hex>,
}

/// All that so many dice can show.
struct Pool {
    /// Throws in all.
    all: u64,
    /// Throws that make each sum, and those of them that are an échec critique (CEL-COR-08).
    sums: Vec<(u64, u64)>,
    /// Throws that are no échec critique and make more than each value, by the value; all sixes count for more (CEL-COR-09).
    above: Vec<u64>,
    /// The same, those that are an échec critique included.
    any_above: Vec<u64>,
}

/// The most dice of a roll (CEL-COR-20).
const MOST: usize = 16;

static POOLS: LazyLock<Vec<Pool>> = LazyLock::new(|| (0..=MOST as u8).map(pool).collect());

fn pool(dice: u8) -> Pool {
    let faces = usize::from(tables().core.die_faces);
    let mut ways = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0u64; ways.len() + faces];
        for (sum, n) in ways.iter().enumerate() {
            for face in 1..=faces {
                next[sum + face] += n;
            }
        }
        ways = next;
    }
    let sums: Vec<(u64, u64)> =
        ways.iter().enumerate().map(|(sum, n)| (*n, fumbles(dice, sum).min(*n))).collect();
    let value = |sum: usize| value(dice, sum);
    let most = value(sums.len() - 1).max(0) as usize;
    let count = |more: &dyn Fn(&(u64, u64)) -> u64| -> Vec<u64> {
        (0..=most)
            .map(|than| {
                let good = sums.iter().enumerate().filter(|(sum, _)| value(*sum) > than as i16);
                good.map(|(_, n)| more(n)).sum()
            })
            .collect()
    };
    let above = count(&|(n, failed)| n - failed);
    let any_above = count(&|(n, _)| *n);
    Pool { all: ways.iter().sum(), sums, above, any_above }
}

/// In how many ways dice are an échec critique with a sum: ones and twos, a one among them.
fn fumbles(dice: u8, sum: usize) -> u64 {
    let n = usize::from(dice);
    let Some(twos) = sum.checked_sub(n).filter(|twos| *twos < n) else { return 0 };
    (0..twos).fold(1u64, |c, k| c * (n - k) as u64 / (k as u64 + 1))
}

/// What a sum of dice counts: all sixes of two dice or more ten more (CEL-COR-09).
fn value(dice: u8, sum: usize) -> i16 {
    let core = &tables().core;
    let all = dice >= 2 && sum == usize::from(dice) * usize::from(core.die_faces);
    sum as i16 + if all { core.critical_success_bonus } else { 0 }
}

fn of(dice: u8) -> &'static Pool {
    &POOLS[usize::from(dice).min(MOST)]
}

fn counted(list: &[u64], than: i16) -> u64 {
    if than < 0 { list[0] } else { list.get(than as usize).copied().unwrap_or(0) }
}

/// The chance in ten thousandths that dice with a flat part beat a score, criticals considered.
pub(super) fn beats(dice: u8, flat: i16, score: i16) -> u16 {
    let pool = of(dice);
    let good = if score < flat { pool.all - fumbled(pool) } else { counted(&pool.above, score - flat) };
    share(u128::from(good), u128::from(pool.all))
}

/// The chance that dice with a flat part make as much as a number: an échec critique counts as what it shows (CEL-ESQ-03).
pub(super) fn reaches(dice: u8, flat: i16, number: i16) -> u16 {
    let pool = of(dice);
    let good = if number <= flat { pool.all } else { counted(&pool.any_above, number - 1 - flat) };
    share(u128::from(good), u128::from(pool.all))
}

fn fumbled(pool: &Pool) -> u64 {
    pool.sums.iter().map(|(_, failed)| failed).sum()
}

/// To the nearest ten thousandth.
fn share(part: u128, all: u128) -> u16 {
    ((part * 20_000 + all) / (2 * all.max(1))) as u16
}

/// The chance that an attack hits in spite of a dodge (CEL-ESQ-03): the dodge takes the place of the score where it is better, or an
/// échec critique.
fn beats_dodge((dice, flat): (u8, i16), score: i16, (dodge, level): (u8, i16)) -> u16 {
    let (attack, pool) = (of(dice), of(dodge));
    let hits = |score: i16| {
        u128::from(if score < flat {
            attack.all - fumbled(attack)
        } else {
            counted(&attack.above, score - flat)
        })
    };
    let mut good = 0u128;
    for (sum, (n, failed)) in pool.sums.iter().enumerate().filter(|(_, (n, _))| *n > 0) {
        let total = value(dodge, sum) + level;
        good += u128::from(n - failed) * hits(total.max(score)) + u128::from(*failed) * hits(total);
    }
    share(good, u128::from(attack.all) * u128::from(pool.all))
}

/// Levels expected of damage dice against resistance dice, in hundredths, by the difference of their flat parts (CEL-DOM-01): counted
/// when first asked for, as few of the pairs ever are.
static LEVELS: [OnceLock<Vec<u32>>; PAIRS] = [const { OnceLock::new() }; PAIRS];

/// Pairs of numbers of dice.
const PAIRS: usize = (MOST + 1) * (TAKE as usize + 1);
/// The most dice of resistance, and the greatest difference of flat parts, that the table above holds.
const TAKE: u8 = 8;
/// See above.
const REACH: i16 = 60;

fn mean_levels(deal: u8, take: u8, more: i16) -> u32 {
    let (dealt, taken) = (of(deal), of(take));
    let mut sum = 0u128;
    for (a, (n, _)) in dealt.sums.iter().enumerate() {
        for (b, (m, _)) in taken.sums.iter().enumerate() {
            let margin = a as i16 + more - b as i16;
            if margin > 0 {
                sum += u128::from(*n) * u128::from(*m) * level(margin) as u128;
            }
        }
    }
    (sum * 100 / (u128::from(dealt.all) * u128::from(taken.all)).max(1)) as u32
}

/// Levels expected of damage against resistance, in hundredths.
pub(super) fn expected(damage: (u8, i16), resistance: (u8, i16)) -> u32 {
    let (deal, take) = (usize::from(damage.0).min(MOST), resistance.0.min(TAKE));
    let more = (damage.1 - resistance.1).clamp(-REACH, REACH) + REACH;
    let counted = LEVELS[deal * usize::from(TAKE + 1) + usize::from(take)]
        .get_or_init(|| (-REACH..=REACH).map(|more| mean_levels(deal as u8, take, more)).collect());
    counted[more as usize]
}

/// Levels that a hit costs on average, its margins considered: a die more for each ten (CEL-MEL-06).
fn levels_of_hit((dice, flat): (u8, i16), score: i16, damage: (u8, i16), resistance: (u8, i16)) -> u32 {
    let pool = of(dice);
    let step = tables().core.extra_die_step;
    let (mut sum, mut all) = (0u128, 0u128);
    for (shown, (n, failed)) in pool.sums.iter().enumerate().filter(|(_, (n, _))| *n > 0) {
        let margin = value(dice, shown) + flat - score;
        if margin > 0 {
            let more = (margin / step).clamp(0, 12) as u8;
            let good = u128::from(n - failed);
            sum += good * u128::from(expected((damage.0 + more, damage.1), resistance));
            all += good;
        }
    }
    sum.checked_div(all).unwrap_or(0) as u32
}

/// What an attack is made with: its dice and flat part, what it is held against, and its damage.
pub(super) struct Aimed {
    pub(super) at: Who,
    dice: u8,
    flat: i16,
    against: i16,
    row: &'static WeaponRow,
    zone: Option<Zone>,
    bonus: i16,
    parts: Option<Parts>,
}

/// The dice and the flat part of a blow as things stand.
fn blow(public: PublicState<'_>, who: Who, blow: &Blow) -> Aimed {
    let row = legal::arm(public, who, blow);
    let rows = tables();
    let skill = if row.skill == Skill::Jet { Skill::Fureur } else { row.skill };
    let double =
        u8::from(blow.second.is_some() || blow.draw.is_some()) * rows.double_action.extra_penalty_dice;
    let lost = double
        + public.two_handed_penalty(who, row)
        + u8::from(blow.trick == Some(Trick::Force)) * rows.special.coup_en_force_hit_dice.unsigned_abs();
    let dice = public.dice(who, Attr::Ag, Sort::Offensive, blow.special(), lost);
    let aimed = blow.zone.map_or(0, |zone| rows.zone(zone).malus);
    let second = if blow.second.is_some() { rows.double_action.two_weapons_main } else { 0 };
    let drawn = if blow.draw.is_some() { legal::carry_malus(row.carry) } else { 0 };
    let own = public.profile(who);
    let flat = own.level(skill)
        + row.attack
        + public.situation(who, blow.at)
        + aimed
        + second
        + drawn
        + public.tactics(who, true)
        + public.malus(who, false);
    let charge = if blow.charge { public.charge_bonus(who) } else { 0 };
    let bonus = public.trick_bonus(who, blow, row) + charge;
    let pressed = public.of(who).gear.stuck == Some(blow.at);
    let against = public.defence(blow.at, who, pressed);
    Aimed { at: blow.at, dice, flat, against, row, zone: blow.zone, bonus, parts: None }
}

/// The dice and the flat part of a throw or a shot.
fn shot(public: PublicState<'_>, who: Who, at: Who, (with, draw): (u8, bool)) -> Option<Aimed> {
    let row = public.profile(who).weapon(Some(with));
    let parts = public.shot(who, at, row)?;
    let rows = tables();
    let skill = if row.is(Flag::Projectile) { row.skill } else { Skill::Jet };
    let double = u8::from(draw) * rows.double_action.extra_penalty_dice;
    let dice = public.dice(who, Attr::Pe, Sort::Offensive, None, double);
    let drawn = if draw { legal::carry_malus(row.carry) } else { 0 };
    let flat = public.profile(who).level(skill)
        + public.tactics(who, true)
        + public.malus(who, false)
        + public.aimed_bonus(who, at, draw)
        + drawn;
    // A difficulty is met, a score is beaten.
    let against = parts.total() - 1;
    Some(Aimed { at, dice, flat, against, row, zone: None, bonus: 0, parts: Some(parts) })
}

/// The attack of a deed, if it is one.
pub(super) fn attack(public: PublicState<'_>, who: Who, deed: &Deed) -> Option<Aimed> {
    match &deed.act {
        Act::Strike(it) => Some(blow(public, who, it)),
        Act::Shoot { at, with, draw } => shot(public, who, *at, (*with, *draw)),
        _ => None,
    }
}

/// The chances of a deed, if it is a blow or a shot.
pub(super) fn weigh(public: PublicState<'_>, who: Who, deed: &Deed) -> Option<Advice> {
    let Aimed { at, dice, flat, against, row, zone, bonus, parts } = attack(public, who, deed)?;
    let made = public.of(at).beat.dodge;
    let score = match made {
        Some(dodge) if dodge.failed && parts.is_none() => dodge.total,
        Some(dodge) => against.max(dodge.total),
        None => against,
    };
    let chance = beats(dice, flat, score);
    let dodges = made.is_none() && public.can_dodge(at, who) && !row.is(Flag::Projectile);
    let after_dodge = if dodges {
        let own = (
            public.dice(at, Attr::Ag, Sort::Action, None, 0),
            public.profile(at).level(Skill::Esquive) + public.malus(at, true),
        );
        beats_dodge((dice, flat), against, own)
    } else {
        chance
    };
    let pressed = parts.is_none() && public.of(who).gear.stuck == Some(at);
    let damage = (public.profile(who).attr(Attr::Fo), row.damage + bonus);
    let resistance = (public.profile(at).attr(Attr::En), public.protection(at, zone, pressed));
    let trick = match &deed.act {
        Act::Strike(blow) => blow.trick,
        _ => None,
    };
    let harmless = matches!(trick, Some(Trick::Trip | Trick::Throw | Trick::Seize));
    let levels = if harmless { 0 } else { levels_of_hit((dice, flat), score, damage, resistance) };
    let contest = match trick {
        Some(Trick::Trip) => Some(contest(public, (who, at), (Attr::Ag, Attr::Fo))),
        Some(Trick::Throw) => Some(contest(public, (who, at), (Attr::Fo, Attr::Ag))),
        _ => None,
    };
    Some(Advice { dice, flat, against, chance, after_dodge, levels, contest, parts, ..Advice::default() })
}

/// The chance in ten thousandths to win the contest of Faire tomber without a margin on the attack: more than the other makes, with
/// one attribute in dice and the level of the other attribute (CEL-SPE-09, CEL-SPE-11).
fn contest(public: PublicState<'_>, (who, at): (Who, Who), (attr, other): (Attr, Attr)) -> u16 {
    let hand = |it: Who| (public.dice(it, attr, Sort::Test, None, 0), public.profile(it).attr(other));
    let ((mine, own), (his, added)) = (hand(who), hand(at));
    let (a, b) = (of(mine), of(his));
    let more = i16::from(own) - i16::from(added);
    let mut good = 0u128;
    for (sum, (n, _)) in a.sums.iter().enumerate() {
        let less = b.sums.iter().enumerate().filter(|(other, _)| sum as i16 + more > *other as i16);
        good += u128::from(*n) * less.map(|(_, (m, _))| u128::from(*m)).sum::<u128>();
    }
    share(good, u128::from(a.all) * u128::from(b.all))
}

/// Ten thousandths of a level that a plain blow costs on average, or a shot of who is not engaged, made with so many dice; of three
/// blows two are dodged, with so many dice.
pub(super) fn exchange(public: PublicState<'_>, who: Who, at: Who, (dice, dodge): (u8, u8)) -> i32 {
    let fighter = public.of(who);
    let ranged = fighter.gear.hand.filter(|n| public.profile(who).weapon(Some(*n)).is(Flag::Projectile));
    let shot =
        ranged.filter(|_| fighter.ties.engaged.is_empty()).and_then(|n| shot(public, who, at, (n, false)));
    let dodged = shot.is_none();
    let aimed = shot.unwrap_or_else(|| blow(public, who, &Blow::at(at)));
    let (attack, against) = ((dice, aimed.flat), aimed.against);
    let chance = u32::from(beats(dice, aimed.flat, against));
    let own = public.profile(at).level(Skill::Esquive) + public.malus(at, true);
    let less = if dodged { u32::from(beats_dodge(attack, against, (dodge, own))) } else { chance };
    let damage = (public.profile(who).attr(Attr::Fo), aimed.row.damage);
    let resistance = (public.profile(at).attr(Attr::En), public.protection(at, None, false));
    let levels = levels_of_hit(attack, against, damage, resistance);
    i32::try_from((chance + 2 * less) / 3 * levels / 100).unwrap_or(i32::MAX)
}

/// The chance that a dodge escapes an attack (CEL-DEC-10).
pub(super) fn escape(public: PublicState<'_>, who: Who, acro: bool, total: i16) -> Advice {
    let own = public.profile(who);
    let flat = own.level(Skill::Esquive) + public.malus(who, true);
    let dice = public.dice(who, Attr::Ag, Sort::Action, None, 0);
    let plain =
        Advice { dice, flat, against: total, chance: reaches(dice, flat, total), ..Advice::default() };
    if !acro {
        return plain;
    }
    let difficulty = public.acrobatics(who, tables().dodge.acrobatic_difficulty);
    let skill = own.level(Skill::Acrobatie);
    let made = u64::from(beats(dice, skill + public.malus(who, false), difficulty - 1));
    let good = u64::from(reaches(dice, flat + skill, total));
    let fewer = public.dice(who, Attr::Ag, Sort::Action, None, 1);
    let bad = u64::from(reaches(fewer, flat, total));
    let chance = ((made * good + (10_000 - made) * bad + 5_000) / 10_000) as u16;
    Advice { flat: flat + skill, chance, ..plain }
}

/// What the engine says of a short answer.
fn answer(public: PublicState<'_>, asked: &Question, choice: Choice) -> Advice {
    match choice {
        Choice::Dodge { acro, .. } => escape(public, asked.who, acro, asked.total),
        Choice::Actions(n) => {
            let dice = public.dice_if(asked.who, Attr::Ag, n);
            Advice { dice, ..Advice::default() }
        }
        _ => Advice::default(),
    }
}

/// Where a march leads in this segment at the pace that is certain.
fn path(public: PublicState<'_>, who: Who, march: &March) -> Vec<Hex> {
    let gait = public.gait(who, march);
    let way = public.way(who, march.to, gait);
    public.walked(who, &way, gait, public.units(who)).0
}

fn moved(public: PublicState<'_>, who: Who, go: Option<Go>) -> Vec<Hex> {
    match go {
        Some(Go::March(March { to: Goal::Hex(hex), .. })) if !public.of(who).ties.engaged.is_empty() => {
            vec![hex]
        }
        Some(Go::March(march)) => path(public, who, &march),
        _ => Vec::new(),
    }
}

/// Where a fighter can come to in this segment without haste: shifts of one who is engaged.
fn reach(public: PublicState<'_>, who: Who) -> Vec<Hex> {
    if !public.can_move(who) {
        return Vec::new();
    }
    if !public.of(who).ties.engaged.is_empty() {
        return public.shifts(who);
    }
    let known = public.ways(who, Gait::default(), public.units(who));
    let at = public.of(who).pose.at;
    known.all().map(|(hex, _)| hex).filter(|hex| *hex != at && public.free(who, *hex, true)).collect()
}

/// What the engine says of orders of a segment: the chance of Mode Survie, else where the move leads.
fn ordered(public: PublicState<'_>, who: Who, order: &Order) -> Advice {
    if order.survive {
        let against = public.scene.rulings.survival.unwrap_or(tables().core.survival_difficulty);
        let dice = public.dice(who, Attr::Re, Sort::Test, None, 0);
        let flat = if public.of(who).beat.surprised { -tables().core.initiative_gap } else { 0 };
        let chance = beats(dice, flat, against - 1);
        let (path, reach) = (moved(public, who, order.go), reach(public, who));
        return Advice { dice, flat, against, chance, path, reach, ..Advice::default() };
    }
    Advice { path: moved(public, who, order.go), reach: reach(public, who), ..Advice::default() }
}

/// What the engine says of a draft: its chances, or why it may not be (CEL-PLY-06).
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    let public = state.public();
    let asked = state.question().map(|(_, ask)| ask);
    let deed = match (draft, asked) {
        (Command::Choose { choice, .. }, Some(Ask::Choose(asked))) => {
            return Ok(answer(public, asked, *choice));
        }
        (Command::Announce { actions, .. }, Some(Ask::Choose(asked))) => {
            let Some((who, n)) = actions.0.last() else { return Ok(Advice::default()) };
            let asked = Question { who: *who, ..asked.clone() };
            return Ok(answer(public, &asked, Choice::Actions(*n)));
        }
        (Command::Act { deed, .. }, Some(Ask::Act { who, .. })) => Some((*who, *deed)),
        (Command::Deeds { deeds, .. }, _) => deeds.0.last().copied(),
        (Command::Orders { orders, .. }, _) => {
            let last = orders.0.last();
            return Ok(last.map(|(who, order)| ordered(public, *who, order)).unwrap_or_default());
        }
        _ => None,
    };
    let Some((who, deed)) = deed else { return Ok(Advice::default()) };
    Ok(come_to(public, who, &deed))
}

/// What a deed comes to: its chances from where its move leads, and that way.
pub(super) fn come_to(public: PublicState<'_>, who: Who, deed: &Deed) -> Advice {
    let (path, reach) = (moved(public, who, deed.go), reach(public, who));
    let Some(end) = path.last().copied().filter(|_| !deed.after) else {
        return Advice { path, reach, ..weigh(public, who, deed).unwrap_or_default() };
    };
    // As if the move had been made.
    let mut scene = public.scene.clone();
    let pose = &mut scene.fighters[who.n()].pose;
    (pose.at, scene.fighters[who.n()].beat.moved) = (end, true);
    let there = PublicState { fixed: public.fixed, scene: &scene };
    Advice { path, reach, ..weigh(there, who, deed).unwrap_or_default() }
}

//! What the champion measures before it says how often it acts: who is in its way, when they meet, what a turn costs either of them.

use crate::command::{Act, Call, Minor};
use crate::figures::Sort;
use crate::ids::{Attr, Skill, Who};
use crate::legal;
use crate::odds;
use crate::state::PublicState;
use crate::tables::{Flag, tables};

/// The number of actions assumed for a fighter that has not announced any yet.
const USUAL: u8 = 2;
/// The most that it announces: with more, nothing is left to dodge with.
const MOST: u8 = 4;
/// What an order to attack is worth to its chief, as [`toll`] counts.
const ORDER: i32 = 300;

/// Whether a fighter has a weapon in hand that shoots.
pub(super) fn shoots(public: PublicState<'_>, who: Who) -> bool {
    public.weapon(who).is(Flag::Projectile)
}

/// Steps that a fighter walks in a segment on even ground.
fn speed(public: PublicState<'_>, who: Who) -> u16 {
    u16::from(public.profile(who).attr(Attr::Ag)).max(1)
}

/// Segments until two of them are in reach of the longer weapon, if both come on: 0 where they are.
fn apart(public: PublicState<'_>, who: Who, at: Who) -> u16 {
    let reach = [who, at].map(|it| PublicState::steps(public.guard(it))).into_iter().max().unwrap_or(1);
    let gap = public.distance(who, at).saturating_sub(reach);
    gap.div_ceil(speed(public, who) + if shoots(public, at) { 0 } else { speed(public, at) })
}

/// Whether an enemy that fights hand to hand may come into contact in the next segment.
pub(super) fn threatened(public: PublicState<'_>, who: Who) -> bool {
    public.enemies(who).any(|at| {
        let comes = speed(public, at) + PublicState::steps(public.guard(at));
        !shoots(public, at) && public.distance(who, at) <= comes
    })
}

/// The weapon it is to have in hand: one for the melee where there is one, else the one that shoots, if it has one.
pub(super) fn arms(public: PublicState<'_>, who: Who) -> Option<Minor> {
    let fighter = public.of(who);
    let melee = !fighter.ties.engaged.is_empty() || threatened(public, who);
    let worth = |n: &u8| {
        let row = public.profile(who).weapon(Some(*n));
        let shot = row.is(Flag::Projectile);
        (shot != melee, public.profile(who).level(row.skill) + row.attack + row.defence + row.damage)
    };
    let hand = fighter.gear.hand.filter(|n| worth(n).0);
    let draws = |n: &u8| legal::minor(public, who, Minor::Draw(*n)).is_ok();
    if hand.is_some() || !melee && fighter.gear.hand.is_some() && far(public, who) <= 8 {
        return None;
    }
    let own = 0..public.profile(who).weapons.len() as u8;
    let best = own.filter(|n| worth(n).0 || fighter.gear.hand.is_none()).filter(draws);
    best.max_by_key(|n| (worth(n), std::cmp::Reverse(*n))).map(Minor::Draw)
}

/// Steps to the nearest enemy.
pub(super) fn far(public: PublicState<'_>, who: Who) -> u16 {
    public.enemies(who).map(|it| public.distance(who, it)).min().unwrap_or(u16::MAX)
}

/// The order that a chief gives while there is time for it: to attack, to as many men as hear it and can be led (CEL-CMD-08).
pub(super) fn tactics(public: PublicState<'_>, who: Who) -> Option<Act> {
    let camp = public.scene.camp(public.side(who));
    let able = camp.chief == Some(who) && !camp.headless && camp.bonus == 0;
    if !able || public.profile(who).level(Skill::ArtGuerre) == 0 {
        return None;
    }
    let capacity = public.profile(who).level(Skill::Commandement).max(0) as usize;
    let voice = tables().command.voice_range / tables().hex_rules.step_cm;
    let men = public.friends(who).filter(|it| public.distance(who, *it) <= voice).take(capacity);
    Some(Act::Call(Call::Tactics(true), men.collect()))
}

/// What one more strikes another for in a turn, in ten thousandths of what the other can still take: so many blows with so many dice
/// against so many of a dodge, two of three dodged.
fn toll(public: PublicState<'_>, who: Who, at: Who, (blows, dice, dodge): (u8, u8, u8)) -> i32 {
    let left = i32::from(public.profile(at).out[0].saturating_sub(public.of(at).body.blessure)).max(1);
    i32::from(blows) * odds::exchange(public, who, at, (dice, dodge)) / left
}

/// How many actions a fighter announces (CEL-DCL-03): those with which it gives most for what it takes.
pub(super) fn announces(public: PublicState<'_>, who: Who) -> u8 {
    let fighter = public.of(who);
    let engaged = fighter.ties.engaged.iter().filter(|it| public.of(*it).able());
    let mut foes: Vec<Who> = engaged.collect();
    if foes.is_empty() {
        foes.extend(public.enemies(who).min_by_key(|it| (public.distance(who, *it), *it)));
    }
    let Some(first) = foes.iter().copied().min_by_key(|it| (public.defence(*it, who, false), *it)) else {
        return 0;
    };
    let ranged = shoots(public, who) && fighter.ties.engaged.is_empty();
    let comes = apart(public, who, first);
    let from = if ranged { 1 } else { (comes + u16::from(comes == 0)).min(6) as u8 };
    let attr = if ranged { Attr::Pe } else { Attr::Ag };
    let fear = fighter.body.fear;
    let floor = 1 + fighter.body.confiance;
    let orders = !ranged && from > 1 && tactics(public, who).is_some();
    let value = |n: u8| {
        let slots = (from..=5).filter(|segment| tables().slots(n) & (1 << segment) != 0).count() as u8;
        let dice =
            public.dice_if(who, attr, n).saturating_sub(fear).max(floor.min(public.profile(who).attr(attr)));
        let dodge = public.dice_if(who, Attr::Ag, n);
        let gives = toll(public, who, first, (slots, dice, other_dodge(public, first)));
        let takes: i32 = foes.iter().map(|foe| toll(public, *foe, who, blows_of(public, *foe, dodge))).sum();
        let early = (1..from).any(|segment| tables().slots(n) & (1 << segment) != 0);
        gives - takes + if orders && early { ORDER } else { 0 }
    };
    (0..=MOST).max_by_key(|n| (value(*n), std::cmp::Reverse(*n))).unwrap_or(USUAL)
}

/// The dice with which another dodges.
fn other_dodge(public: PublicState<'_>, at: Who) -> u8 {
    if public.of(at).turn.announced.is_some() {
        public.dice(at, Attr::Ag, Sort::Action, None, 0)
    } else {
        public.dice_if(at, Attr::Ag, USUAL)
    }
}

/// The blows of another in a turn, and their dice.
fn blows_of(public: PublicState<'_>, foe: Who, dodge: u8) -> (u8, u8, u8) {
    let told = public.of(foe).turn.announced.map(|_| public.announced(foe));
    let n = told.unwrap_or(USUAL);
    let fear = public.of(foe).body.fear;
    let dice = public.dice_if(foe, Attr::Ag, n).saturating_sub(fear).max(1);
    (n, dice, dodge)
}

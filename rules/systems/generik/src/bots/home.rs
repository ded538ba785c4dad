//! The steps after a game of a campaign (section 16): who works, who is cared for, who goes, what is bought and learnt.

use std::cmp::Reverse;

use crate::after::{After, Purchase};
use crate::aftermath::{care_price, judge, pay, total_pay};
use crate::band::cost;
use crate::ids::{Skill, Weapon};
use crate::scene::{Aftermath, Step, Survivor};
use crate::setup::{Health, Member, Options};
use crate::shop;
use crate::survivors::living;
use crate::tables::{self, WeaponRow, weapon};
use crate::usual;

/// Points kept for those who are hurt in the next game.
const RESERVE: i32 = 10;
/// Points kept for a skill that may be learnt afterwards.
const LESSON: i32 = 15;
/// More than so many do not get in each other's way yet.
const MEMBERS: usize = 8;
/// The number of members sent for reputation beyond which the die no longer matters (GEN-CMP-03).
const ENVOYS: usize = 5;
/// The price up to which a gun is no reason to hire a member.
const DERRINGER: i32 = 5;
/// What a die brings on the average, rounded down.
const DIE: i32 = 3;

/// Skills for who shoots, best first; those left out are not worth a right.
const MARKSMAN: [Skill; 9] = [
    Skill::BigBoss,
    Skill::MemePasMal,
    Skill::TirDElite,
    Skill::MortVivant,
    Skill::Veinard,
    Skill::HerosOuFou,
    Skill::PoisSauteur,
    Skill::SacAGnole,
    Skill::GrosseMoustache,
];
/// Skills for who fights hand to hand, best first.
const FIGHTER: [Skill; 10] = [
    Skill::BigBoss,
    Skill::MemePasMal,
    Skill::ExpertCc,
    Skill::MauvaiseReputation,
    Skill::MortVivant,
    Skill::Boucher,
    Skill::CoureurDesBois,
    Skill::Veinard,
    Skill::PoisSauteur,
    Skill::SacAGnole,
];

/// What to answer in the step under way; `None` once all is done.
pub(super) fn answer(after: &Aftermath, options: &Options) -> Option<After> {
    let usual = usual::default(after)?;
    Some(match after.step {
        Step::Money => After::Money(workers(after)),
        Step::Reputation => After::Reputation(free(after).into_iter().take(ENVOYS).collect()),
        Step::Care => After::Care(patient(after)),
        Step::Pay => After::Pay { dismissed: dismissed(after) },
        Step::Purchases => After::Buy(purchase(after, options)),
        Step::Skills => After::Skill(lesson(after)),
        Step::Chief => heir(after).map_or(usual, After::Chief),
        Step::Done => return None,
    })
}

/// Those who may still be sent somewhere.
fn free(after: &Aftermath) -> Vec<u8> {
    living(after).filter(|(_, it)| it.fit && !it.for_money).map(|(member, _)| member.id).collect()
}

/// Returns as many members as it takes to pay and care for all; at least one, since the die and the reputation come
/// with the first. The others look after the reputation, which comes back in every game.
fn workers(after: &Aftermath) -> Vec<u8> {
    let care: i32 = living(after).filter_map(|(_, survivor)| care_price(*survivor)).sum();
    let short = total_pay(after) + care - after.purse.treasury - after.purse.reputation - DIE;
    let free = free(after);
    let count = usize::try_from(short).unwrap_or(0).max(1).max(free.len().saturating_sub(ENVOYS));
    free.into_iter().take(count).collect()
}

/// Returns the worth of a member in the next game.
fn worth(member: &Member, survivor: Survivor) -> i32 {
    let whole = cost(member) + if member.chief { 20 } else { 0 };
    match survivor.health {
        Health::Well => whole,
        Health::Wounded => whole * 3 / 4,
        Health::Out => whole / 2,
    }
}

/// The wounded first, whose healing is cheap and sure, then those out of action, the better ones first, as long as there is enough
/// for the pay.
fn patient(after: &Aftermath) -> Option<u8> {
    let left = after.purse.treasury - total_pay(after);
    let patients = living(after).filter(|(_, it)| care_price(**it).is_some_and(|price| price <= left));
    let first = |(member, it): &(&Member, &Survivor)| {
        (it.health == Health::Out, Reverse(worth(member, **it)), member.id)
    };
    patients.min_by_key(first).map(|(member, _)| member.id)
}

/// Returns the members that leave when there is not enough for all: those that are worth least, and none that could
/// have stayed.
fn dismissed(after: &Aftermath) -> Vec<u8> {
    let mut order: Vec<_> = living(after)
        .map(|(member, it)| (member.chief, worth(member, *it), member.id, pay(member)))
        .collect();
    order.sort_unstable();
    let mut short = total_pay(after) - after.purse.treasury;
    let mut leaving = Vec::new();
    for (_, _, id, pay) in order {
        if short <= 0 {
            break;
        }
        short -= pay;
        leaving.push((id, pay));
    }
    // The better ones are asked back first.
    for n in (0..leaving.len()).rev() {
        if short + leaving[n].1 <= 0 {
            short += leaving.remove(n).1;
        }
    }
    leaving.into_iter().map(|(id, _)| id).collect()
}

/// Guns for who has none, then recruits with a gun of their own, then blades for who has only a gun, then armour.
fn purchase(after: &Aftermath, options: &Options) -> Option<Purchase> {
    let kept = RESERVE + if after.rights > 0 { LESSON } else { 0 };
    let left = after.purse.treasury - kept;
    let room = |member: &Member| member.weapons.len() < 2;
    let arm = |of: fn(&WeaponRow) -> bool, lacks: fn(&Member) -> bool| {
        let pupil = living(after).find(|(member, _)| room(member) && lacks(member))?;
        let weapon = best(after, left, of)?;
        Some(Purchase::Arm { member: pupil.0.id, weapon, replaces: None })
    };
    let recruit = || {
        let bare = shop::recruit(after.purse.next_id);
        let weapon = best(after, left - cost(&bare), |row| row.ranged() && row.cost > DERRINGER)?;
        let enough = living(after).count() >= MEMBERS;
        (!enough).then(|| Purchase::Recruit(Member { weapons: vec![weapon], ..bare }))
    };
    let clad = || {
        let naked = living(after).find(|(member, _)| member.armour.is_none())?;
        let armour = best(after, left, |row| row.armour() && row.cost_clear.is_none())?;
        Some(Purchase::Armour { member: naked.0.id, armour })
    };
    let wishes = [
        arm(WeaponRow::ranged, |member| member.weapons.is_empty()),
        recruit(),
        arm(WeaponRow::ranged, |member| !shoots(member)),
        arm(|row| row.cc, |member| !member.weapons.iter().any(|it| weapon(*it).cc)),
        clad(),
    ];
    let allowed = |wish: &Purchase| judge(after, options, &After::Buy(Some(wish.clone()))).is_ok();
    wishes.into_iter().flatten().find(allowed)
}

fn shoots(member: &Member) -> bool {
    member.weapons.iter().any(|it| weapon(*it).ranged())
}

/// The dearest weapon of a kind that a sum buys, since prices go by use; the one that reaches farther among equals.
fn best(after: &Aftermath, sum: i32, of: fn(&WeaponRow) -> bool) -> Option<Weapon> {
    let rows = tables::weapons().iter().filter(|row| row.era == after.band.era && of(row) && row.cost <= sum);
    rows.max_by_key(|row| (row.cost, row.reach(), Reverse(row.id.i()))).map(|row| row.id)
}

/// Returns the best skill for its use that a member can learn, and the better figure to learn it.
fn lesson(after: &Aftermath) -> Option<(u8, Skill)> {
    let rank = |(id, skill): &(u8, Skill)| {
        let (member, survivor) = living(after).find(|(member, _)| member.id == *id)?;
        let list: &[Skill] = if shoots(member) { &MARKSMAN } else { &FIGHTER };
        let place = list.iter().position(|it| it == skill)?;
        Some((place, Reverse(worth(member, *survivor)), *id))
    };
    let known = shop::lessons(after).filter_map(|lesson| Some((rank(&lesson)?, lesson)));
    known.min_by_key(|(rank, _)| *rank).map(|(_, lesson)| lesson)
}

/// The best of those who can come to the next game.
fn heir(after: &Aftermath) -> Option<u8> {
    let best = living(after).max_by_key(|(member, it)| (worth(member, **it), Reverse(member.id)));
    best.map(|(member, _)| member.id)
}

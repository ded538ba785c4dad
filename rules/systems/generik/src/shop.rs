//! What a band buys after a game: gear, recruits, skills of thresholds (GEN-CMP-06, GEN-CMP-07).

use super::after::{After, Purchase};
use super::band::{
    check_gear, check_member, cost, shared, skill_borne, skill_price, skill_twice, too_many_skills,
};
use super::ids::{Skill, Weapon};
use super::numbers::numbers;
use super::refusal::Illegal;
use super::scene::{Aftermath, Survivor};
use super::setup::{Health, Member, Options};
use super::survivors::{afford, living, member};
use super::tables::{skills, weapon, weapons};
use bagarre_kit::refusal::Both;

/// Makes a purchase (GEN-CMP-06).
pub(super) fn buy(after: &mut Aftermath, options: &Options, purchase: &Purchase) -> Result<(), Illegal> {
    match purchase {
        Purchase::Arm { member, weapon, replaces } => arm(after, options, *member, *weapon, *replaces),
        Purchase::Armour { member, armour } => put_on(after, options, *member, *armour),
        Purchase::Discard { member, weapon } => discard(after, *member, *weapon),
        Purchase::Recruit(recruit) => hire(after, options, recruit),
    }
}

/// The member as it would be, if the band can pay and the gear fits: replaces the one of the same number.
fn equip(after: &mut Aftermath, options: &Options, bought: Weapon, new: Member) -> Result<(), Illegal> {
    check_gear(&new, after.band.era, options)?;
    let price = weapon(bought).cost;
    afford(after, price, "GEN-CMP-06")?;
    after.purse.treasury -= price;
    replace(after, new);
    Ok(())
}

fn replace(after: &mut Aftermath, new: Member) {
    if let Some(old) = after.band.members.iter_mut().find(|old| old.id == new.id) {
        *old = new;
    }
}

fn carries_not(member: &Member, what: Weapon) -> Illegal {
    let row = weapon(what);
    Illegal::AfterGear { name: member.name.clone(), weapon: Both(&row.fr, &row.en) }
}

/// Returns the refusal of what the member has already.
fn has_already(member: &Member, what: Weapon) -> Illegal {
    let row = weapon(what);
    Illegal::AfterTwice { name: member.name.clone(), weapon: Both(&row.fr, &row.en) }
}

fn arm(
    after: &mut Aftermath,
    options: &Options,
    id: u8,
    bought: Weapon,
    replaces: Option<Weapon>,
) -> Result<(), Illegal> {
    let (old, _) = member(after, id)?;
    if old.weapons.contains(&bought) {
        return Err(has_already(old, bought));
    }
    let mut new = old.clone();
    if let Some(thrown) = replaces {
        // without refund.
        let slot = old.weapons.iter().position(|it| *it == thrown).ok_or_else(|| carries_not(old, thrown))?;
        new.weapons.remove(slot);
    }
    new.weapons.push(bought);
    equip(after, options, bought, new)
}

fn put_on(after: &mut Aftermath, options: &Options, id: u8, bought: Weapon) -> Result<(), Illegal> {
    let (old, _) = member(after, id)?;
    if old.armour == Some(bought) {
        return Err(has_already(old, bought));
    }
    let new = Member { armour: Some(bought), ..old.clone() };
    equip(after, options, bought, new)
}

fn discard(after: &mut Aftermath, id: u8, thrown: Weapon) -> Result<(), Illegal> {
    let (old, _) = member(after, id)?;
    let mut new = old.clone();
    if new.armour == Some(thrown) {
        new.armour = None;
    } else if let Some(slot) = new.weapons.iter().position(|it| *it == thrown) {
        new.weapons.remove(slot);
    } else {
        return Err(carries_not(old, thrown));
    }
    replace(after, new);
    Ok(())
}

/// Whether one more can be hired; numbers are never used again, so that each figure's history stays its own.
fn room(after: &Aftermath) -> bool {
    living(after).count() < numbers().band.max_figures_engine && after.purse.next_id < u8::MAX
}

/// Hires a new member: built like the first ones, with one skill at most.
pub(super) fn hire(after: &mut Aftermath, options: &Options, recruit: &Member) -> Result<(), Illegal> {
    let new = Member { id: after.purse.next_id, ..recruit.clone() };
    if new.chief || new.founder || new.health != Health::Well {
        return Err(Illegal::AfterRecruit);
    }
    if new.skills.len() > 1 {
        return Err(Illegal::AfterRecruitSkills);
    }
    check_member(&new, after.band.era, options)?;
    new.skills.iter().try_for_each(|known| free(after, *known))?;
    if !room(after) {
        let most = numbers().band.max_figures_engine;
        return Err(Illegal::BandFull { most });
    }
    let (price, treasury) = (cost(&new), after.purse.treasury);
    if price > treasury {
        return Err(Illegal::AfterRecruitPrice { price, treasury });
    }
    after.purse.treasury -= price;
    after.purse.next_id += 1;
    let health = Health::Well;
    after.members.push(Survivor {
        id: new.id,
        health,
        fit: false,
        for_money: false,
        tried: false,
        gone: false,
    });
    after.band.members.push(new);
    Ok(())
}

/// Returns the member that has a skill of which a band may have only one (GEN-BND-05).
fn bearer(after: &Aftermath, wanted: Skill) -> Option<&Member> {
    let mut members = living(after).map(|(member, _)| member);
    if shared(wanted) { None } else { members.find(|member| member.skills.contains(&wanted)) }
}

/// Refuses a skill of which a band may have only one, when a member has it (GEN-BND-05).
fn free(after: &Aftermath, wanted: Skill) -> Result<(), Illegal> {
    bearer(after, wanted).map_or(Ok(()), |bearer| Err(skill_borne(wanted, &bearer.name)))
}

/// Price of one more skill for a member (GEN-BND-03, GEN-BND-04).
fn lesson_price(member: &Member, wanted: Skill) -> i32 {
    skill_price(wanted, member.skills.len(), member.chief && member.founder)
}

/// Refuses a member that has learnt all that it can (GEN-BND-04).
pub(super) fn teachable(member: &Member) -> Result<(), Illegal> {
    if member.skills.len() >= numbers().band.max_skills {
        return Err(too_many_skills(&member.name));
    }
    Ok(())
}

/// Buys a skill with a right of a threshold (GEN-CMP-07, R-224).
pub(super) fn learn(after: &mut Aftermath, id: u8, wanted: Skill) -> Result<(), Illegal> {
    let (old, _) = member(after, id)?;
    teachable(old)?;
    if old.skills.contains(&wanted) {
        return Err(skill_twice(wanted));
    }
    free(after, wanted)?;
    let price = lesson_price(old, wanted);
    afford(after, price, "GEN-CMP-07")?;
    let mut new = old.clone();
    new.skills.push(wanted);
    after.purse.treasury -= price;
    after.rights = after.rights.saturating_sub(1);
    replace(after, new);
    Ok(())
}

/// Every skill that could be learnt now, with its learner.
pub(super) fn lessons(after: &Aftermath) -> impl Iterator<Item = (u8, Skill)> {
    let pupils = living(after).filter(|(member, _)| member.skills.len() < numbers().band.max_skills);
    pupils.flat_map(move |(member, _)| {
        let free = skills().iter().map(|row| row.id);
        free.filter(move |wanted| {
            bearer(after, *wanted).is_none()
                && !member.skills.contains(wanted)
                && lesson_price(member, *wanted) <= after.purse.treasury
        })
        .map(|wanted| (member.id, wanted))
    })
}

/// Whether anything could be bought or thrown away.
pub(super) fn anything(after: &Aftermath, options: &Options) -> bool {
    let mut any = false;
    wares(after, options, &mut |_| any = true);
    any
}

/// A sample of the purchases that are possible: every weapon and armour for every member that it fits, discards, a bare
/// recruit.
pub(super) fn wares(after: &Aftermath, options: &Options, each: &mut dyn FnMut(After)) {
    let treasury = after.purse.treasury;
    let mut offer = |purchase: Purchase| each(After::Buy(Some(purchase)));
    for (member, _) in living(after) {
        let id = member.id;
        for row in weapons().iter().filter(|row| row.era == after.band.era && row.cost <= treasury) {
            let mut new = member.clone();
            let purchase = if row.armour() {
                new.armour = Some(row.id);
                Purchase::Armour { member: id, armour: row.id }
            } else {
                new.weapons.push(row.id);
                Purchase::Arm { member: id, weapon: row.id, replaces: None }
            };
            if member.armour != Some(row.id) && check_gear(&new, after.band.era, options).is_ok() {
                offer(purchase);
            }
        }
        for thrown in member.weapons.iter().chain(&member.armour) {
            offer(Purchase::Discard { member: id, weapon: *thrown });
        }
    }
    let recruit = recruit(after.purse.next_id);
    if room(after) && cost(&recruit) <= treasury {
        offer(Purchase::Recruit(recruit));
    }
}

/// A bare new member.
pub(super) fn recruit(id: u8) -> Member {
    Member {
        id,
        name: format!("Recrue {id}"),
        chief: false,
        weapons: Vec::new(),
        armour: None,
        skills: Vec::new(),
        look: id,
        health: Health::Well,
        founder: false,
    }
}

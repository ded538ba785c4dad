//! The steps of a campaign after a game, for one band (section 16). No dice are drawn here: a choice either settles at once
//! or calls for one die, whose face comes back to [`rolled`].
//!
//! Steps follow each other in the order of R-215 and those in which nothing can be chosen are passed over, so that an
//! [`Aftermath`] either has a question open or is done. GEN-CMP-09 goes through all of them.

use super::after::After;
use super::band::{MOST_REPUTATION, MOST_TREASURY, check_member};
use super::numbers::{Cure, numbers};
use super::refusal::Illegal;
use super::scene::{Aftermath, Step, Survivor};
use super::setup::{Band, Health, Member, Options};
use super::shop;
use super::survivors::{afford, living, member};
use bagarre_kit::refusal::Both;

/// What a choice comes to; either way it is one answer more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This is how things stand now.
    Settled(Aftermath),
    /// One die decides: give its face to [`rolled`].
    Roll,
}

/// The start of the steps (GEN-CMP-01): `points` and `reputation` are what the scenario gave, `ended` says how each member is
/// at the end of the game, in the order of the band; who stayed at home is still out of action.
pub fn start(band: &Band, points: i32, reputation: i32, ended: &[Health], options: &Options) -> Aftermath {
    let mut purse = band.purse.clone().unwrap_or_default();
    purse.treasury += points;
    purse.games = purse.games.saturating_add(1);
    let members = band.members.iter().zip(ended).map(|(member, health)| Survivor {
        id: member.id,
        health: *health,
        fit: *health == Health::Well,
        for_money: false,
        tried: false,
        gone: false,
    });
    let mut after = Aftermath {
        step: Step::Money,
        answered: 0,
        members: members.collect(),
        purse,
        rights: 0,
        band: Band { purse: None, ..band.clone() },
    };
    // it counts before the money step and never goes below 0.
    let now = (after.purse.reputation + reputation).max(0);
    set_reputation(&mut after, now);
    settle(&mut after, options);
    after
}

/// Sets the reputation; each threshold reached for the first time gives a right to a skill (GEN-CMP-07, R-224, R-227).
fn set_reputation(after: &mut Aftermath, reputation: i32) {
    after.purse.reputation = reputation;
    while let Some(next) = threshold_after(after.purse.threshold).filter(|next| *next <= reputation) {
        after.purse.threshold = next;
        after.rights = after.rights.saturating_add(1);
    }
}

/// The first reputation above `served` that gives a skill (GEN-CMP-07): 2, 5, 10, 15, 20, 30, then every tenth.
pub fn threshold_after(served: i32) -> Option<i32> {
    let campaign = &numbers().campaign;
    let printed = campaign.skill_thresholds.iter().copied().find(|threshold| *threshold > served);
    printed.or_else(|| {
        let last = campaign.skill_thresholds.last().copied()?;
        let step = campaign.skill_threshold_step_after;
        served.checked_add(step).map(|next| next - (next - last) % step)
    })
}

fn survivor_mut(after: &mut Aftermath, id: u8) -> Option<&mut Survivor> {
    after.members.iter_mut().find(|survivor| survivor.id == id)
}

/// Pay of a member (GEN-CMP-05).
pub fn pay(member: &Member) -> i32 {
    let campaign = &numbers().campaign;
    let gear = member.weapons.len() + usize::from(member.armour.is_some());
    campaign.pay_per_man
        + campaign.pay_per_skill * member.skills.len() as i32
        + campaign.pay_per_weapon * gear as i32
}

/// Pay of all living members, those at home too.
pub fn total_pay(after: &Aftermath) -> i32 {
    pay_without(after, &[])
}

/// Pay of all living members who are not dismissed (GEN-CMP-05).
pub(super) fn pay_without(after: &Aftermath, dismissed: &[u8]) -> i32 {
    living(after).filter(|(member, _)| !dismissed.contains(&member.id)).map(|(member, _)| pay(member)).sum()
}

/// Price of caring for a member now; `None` when nothing can be done for it any more (GEN-CMP-04, R-219).
pub fn care_price(survivor: Survivor) -> Option<i32> {
    let campaign = &numbers().campaign;
    match survivor.health {
        Health::Well => None,
        Health::Wounded => Some(campaign.care_wounded_cost),
        Health::Out => (!survivor.tried).then_some(campaign.care_ooa_cost),
    }
}

/// Judges a choice of the step under way. A refused choice changes nothing.
pub fn judge(after: &Aftermath, options: &Options, choice: &After) -> Result<Verdict, Illegal> {
    let mut next = after.clone();
    match (after.step, choice) {
        (Step::Money, After::Money(ids)) => {
            sent(after, ids, "GEN-CMP-02")?;
            if !ids.is_empty() {
                return Ok(Verdict::Roll);
            }
            next.step = Step::Reputation;
        }
        (Step::Reputation, After::Reputation(ids)) => {
            sent(after, ids, "GEN-CMP-03")?;
            if !ids.is_empty() {
                return Ok(Verdict::Roll);
            }
            next.step = Step::Care;
        }
        (Step::Care, After::Care(None)) => next.step = Step::Pay,
        (Step::Care, After::Care(Some(id))) => {
            if care(&mut next, *id)? {
                return Ok(Verdict::Roll);
            }
        }
        (Step::Pay, After::Pay { dismissed }) => pay_all(&mut next, dismissed)?,
        (Step::Purchases, After::Buy(None)) => next.step = Step::Skills,
        (Step::Purchases, After::Buy(Some(purchase))) => shop::buy(&mut next, options, purchase)?,
        (Step::Skills, After::Skill(None)) => next.rights = 0,
        (Step::Skills, After::Skill(Some((id, skill)))) => shop::learn(&mut next, *id, *skill)?,
        (Step::Chief, After::Chief(id)) => crown(&mut next, *id)?,
        _ => {
            return Err(Illegal::AfterStep);
        }
    }
    next.answered = next.answered.saturating_add(1);
    settle(&mut next, options);
    Ok(Verdict::Settled(next))
}

/// What the die of a choice that [`judge`] wants rolled brings.
pub fn rolled(after: &Aftermath, options: &Options, choice: &After, face: u8) -> Aftermath {
    let campaign = &numbers().campaign;
    let mut next = after.clone();
    let face_points = i32::from(face);
    match choice {
        After::Money(ids) => {
            // GEN-CMP-02: the die, one for each who went, and the reputation.
            next.purse.treasury += face_points + ids.len() as i32 + next.purse.reputation;
            for survivor in next.members.iter_mut().filter(|survivor| ids.contains(&survivor.id)) {
                survivor.for_money = true;
            }
            next.step = Step::Reputation;
        }
        After::Reputation(ids) => {
            // GEN-CMP-03, R-217: one point at most.
            if face_points + ids.len() as i32 >= campaign.reputation_min_total {
                let now = next.purse.reputation + campaign.reputation_gain;
                set_reputation(&mut next, now);
            }
            next.step = Step::Care;
        }
        After::Care(Some(id)) => {
            next.purse.treasury -= campaign.care_ooa_cost;
            if let Some(survivor) = survivor_mut(&mut next, *id) {
                survivor.tried = true;
                match campaign.care_ooa_table[usize::from(face.clamp(1, 6)) - 1] {
                    Cure::Dead => survivor.gone = true,
                    Cure::Wounded => survivor.health = Health::Wounded,
                    Cure::Healed => survivor.health = Health::Well,
                }
            }
        }
        _ => {}
    }
    next.answered = next.answered.saturating_add(1);
    settle(&mut next, options);
    next
}

/// Whether these may be sent: living, unwounded when the step began, each once and for one thing.
pub(super) fn sent(after: &Aftermath, ids: &[u8], rule: &'static str) -> Result<(), Illegal> {
    for (n, id) in ids.iter().enumerate() {
        let (member, survivor) = member(after, *id)?;
        if !survivor.fit || survivor.for_money || ids[..n].contains(id) {
            return Err(Illegal::AfterUnfit { rule, name: member.name.clone(), why: busy(*survivor) });
        }
    }
    Ok(())
}

/// Returns why a member cannot be sent.
fn busy(survivor: Survivor) -> Both {
    match survivor.health {
        _ if survivor.for_money => Both("cherche déjà de l’argent", "has gone for money"),
        _ if survivor.fit => Both("n’y va qu’une fois", "goes only once"),
        Health::Wounded => Both("a fini la partie blessée", "ended the game wounded"),
        Health::Out => Both("a fini la partie hors de combat", "ended the game out of action"),
        Health::Well => Both("n’était pas de la partie", "was not in the game"),
    }
}

/// Cares for a member (GEN-CMP-04). Returns whether a die decides: then nothing is paid yet.
pub(super) fn care(after: &mut Aftermath, id: u8) -> Result<bool, Illegal> {
    let (member, survivor) = member(after, id)?;
    let Some(price) = care_price(*survivor) else {
        let name = &member.name;
        return Err(Illegal::AfterCare { name: name.clone() });
    };
    afford(after, price, "GEN-CMP-04")?;
    if survivor.health == Health::Out {
        return Ok(true);
    }
    after.purse.treasury -= price;
    if let Some(survivor) = survivor_mut(after, id) {
        survivor.health = Health::Well;
    }
    Ok(false)
}

/// Pays all members except those dismissed, who leave with their gear (GEN-CMP-05, R-221).
fn pay_all(after: &mut Aftermath, dismissed: &[u8]) -> Result<(), Illegal> {
    for (n, id) in dismissed.iter().enumerate() {
        let (member, _) = member(after, *id)?;
        if dismissed[..n].contains(id) {
            return Err(Illegal::AfterDismissed { name: member.name.clone() });
        }
    }
    let due = pay_without(after, dismissed);
    afford(after, due, "GEN-CMP-05")?;
    after.purse.treasury -= due;
    for survivor in after.members.iter_mut().filter(|survivor| dismissed.contains(&survivor.id)) {
        survivor.gone = true;
    }
    after.step = Step::Purchases;
    Ok(())
}

/// Makes a living member the chief, free of charge and without a free skill (GEN-CMP-08, GEN-DEC-46, R-223).
fn crown(after: &mut Aftermath, id: u8) -> Result<(), Illegal> {
    member(after, id)?;
    if let Some(heir) = after.band.members.iter_mut().find(|member| member.id == id) {
        heir.chief = true;
    }
    after.step = Step::Done;
    Ok(())
}

/// Passes over the steps in which there is nothing to choose.
fn settle(after: &mut Aftermath, options: &Options) {
    if living(after).next().is_none() {
        //
        after.step = Step::Done;
        return;
    }
    loop {
        let free = |survivor: &Survivor| survivor.fit && !survivor.for_money;
        let (open, next) = match after.step {
            Step::Money => (living(after).any(|(_, survivor)| free(survivor)), Step::Reputation),
            Step::Reputation => (living(after).any(|(_, survivor)| free(survivor)), Step::Care),
            Step::Care => (cures(after).next().is_some(), Step::Pay),
            Step::Pay => (true, Step::Purchases),
            Step::Purchases => (shop::anything(after, options), Step::Skills),
            Step::Skills => (after.rights > 0 && shop::lessons(after).next().is_some(), Step::Chief),
            Step::Chief => (living(after).all(|(member, _)| !member.chief), Step::Done),
            Step::Done => return,
        };
        if open {
            return;
        }
        if after.step == Step::Skills {
            // A right that is not used in this post-game is lost.
            after.rights = 0;
        }
        after.step = next;
    }
}

/// Those who need care, in the order of GEN-DEC-42: the chief, the wounded, those out of action, each by number.
pub(super) fn patients(after: &Aftermath) -> Vec<(&Member, &Survivor)> {
    let mut list: Vec<_> = living(after).filter(|(_, survivor)| survivor.health != Health::Well).collect();
    list.sort_by_key(|(member, survivor)| (!member.chief, survivor.health == Health::Out, member.id));
    list
}

/// Those who can be cared for with what the treasury holds: number and price, in the order of GEN-DEC-42.
pub(super) fn cures(after: &Aftermath) -> impl Iterator<Item = (u8, i32)> {
    patients(after).into_iter().filter_map(|(member, survivor)| {
        let price = care_price(*survivor).filter(|price| *price <= after.purse.treasury)?;
        Some((member.id, price))
    })
}

/// Returns the band for the next game (GEN-CMP-08, R-220): members that are gone are struck off with their gear
/// the others are as they are now.
pub fn band(after: &Aftermath) -> Band {
    let members =
        living(after).map(|(member, survivor)| Member { health: survivor.health, ..member.clone() });
    Band { members: members.collect(), purse: Some(after.purse.clone()), ..after.band.clone() }
}

/// Returns the fault in the steps of a saved position, if there is any.
pub fn fault(after: &Aftermath, options: &Options) -> Option<&'static str> {
    let ids = || after.band.members.iter().map(|member| member.id);
    if !ids().eq(after.members.iter().map(|survivor| survivor.id)) {
        return Some("the members of a band and how they are do not go together");
    }
    if ids().enumerate().any(|(n, id)| ids().take(n).any(|other| other == id) || id >= after.purse.next_id) {
        return Some("members of a band have numbers of their own, below that of the next recruit");
    }
    if after.purse.treasury < 0 || after.purse.reputation < 0 {
        return Some("treasury and reputation are never below 0 (R-218)");
    }
    // What a band may come with, and what one game can add to it.
    let most = [2 * MOST_TREASURY, 2 * MOST_REPUTATION, 2 * MOST_REPUTATION];
    let owns = [after.purse.treasury, after.purse.reputation, after.purse.threshold];
    if owns.iter().zip(most).any(|(own, most)| !(0..=most).contains(own)) {
        return Some("no campaign leads to such a treasury or reputation");
    }
    if after.band.members.iter().any(|member| check_member(member, after.band.era, options).is_err()) {
        return Some("a member of a band breaks the rules of section 15");
    }
    if living(after).filter(|(member, _)| member.chief).count() > 1 {
        return Some("a band has one chief at most (GEN-BND-01)");
    }
    let mut settled = after.clone();
    settle(&mut settled, options);
    (settled != *after).then_some("a step in which nothing can be chosen is passed over")
}

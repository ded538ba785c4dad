//! Building a band: prices and limits (section 15).

use super::ids::{Era, Skill, Weapon};
use super::numbers::{era, numbers};
use super::refusal::Illegal;
use super::setup::{Band, Health, Member, Options, Purse};
use super::tables::{skill, weapon};
use bagarre_kit::appraisal::Faults;
use bagarre_kit::refusal::Both;

/// Price of a skill for a member that has `known` already (GEN-BND-03, GEN-BND-04): the first at list price, free for
/// the chief who founded the band; the second at double price unless it is a drawback.
pub fn skill_price(wanted: Skill, known: usize, founder: bool) -> i32 {
    let list = skill(wanted).cost;
    match known {
        0 if founder => 0,
        0 => list,
        _ if list > 0 => list * numbers().band.second_skill_multiplier,
        _ => list,
    }
}

/// Cost of a figure (GEN-BND-06).
pub fn cost(member: &Member) -> i32 {
    let prices = &numbers().band;
    let base = if member.chief { prices.chief_cost } else { prices.member_cost };
    let gear: i32 = member.weapons.iter().chain(&member.armour).map(|it| weapon(*it).cost).sum();
    let skills = member.skills.iter().enumerate();
    let skills: i32 = skills.map(|(known, it)| skill_price(*it, known, member.chief && member.founder)).sum();
    base + gear + skills
}

/// Cost of a band (GEN-BND-06).
pub fn band_cost(band: &Band) -> i32 {
    band.members.iter().map(cost).sum()
}

/// Members who come to the game: who is out of action stays at home.
pub fn fielded(band: &Band) -> impl Iterator<Item = &Member> {
    band.members.iter().filter(|member| member.health != Health::Out)
}

/// Value of a band in a game: what the figures fielded cost now (GEN-BND-08, R-204).
pub fn value(band: &Band) -> i32 {
    fielded(band).map(cost).sum()
}

/// Whether no member is left that could play: no living one, or none that can come.
pub fn disbanded(band: &Band) -> bool {
    fielded(band).next().is_none()
}

/// The band as it enters a campaign: unspent points are its treasury (GEN-BND-07, R-200), its reputation is 0, its members are
/// numbered anew.
pub fn enlist(band: &Band) -> Result<Band, Illegal> {
    let mut band = band.clone();
    // A band that is changed before its first game comes with the purse that it was given: what is left of its points is counted again.
    band.purse = band.purse.take().filter(|it| (it.games, it.reputation, it.threshold) != (0, 0, 0));
    check(&band, &Options::default(), false)?;
    for (member, id) in band.members.iter_mut().zip(0..) {
        member.id = id;
    }
    band.purse = Some(Purse {
        treasury: numbers().band.budget - band_cost(&band),
        next_id: band.members.len() as u8,
        ..Purse::default()
    });
    Ok(band)
}

fn named(name: &str, most: usize) -> bool {
    !name.trim().is_empty() && name.chars().count() <= most && !name.chars().any(char::is_control)
}

/// The name of a member.
pub(super) fn check_name(name: &str) -> Result<(), Illegal> {
    if named(name, 24) {
        return Ok(());
    }
    Err(Illegal::MemberName)
}

/// Everything that is wrong with what a figure carries (GEN-BND-02).
fn gear_faults(member: &Member, of: Era, options: &Options, faults: &mut Vec<Illegal>) {
    let name = &member.name;
    let most = numbers().band.max_weapons;
    let slots =
        member.weapons.len() + usize::from(options.armour_uses_weapon_slot && member.armour.is_some());
    if slots > most {
        faults.push(Illegal::MemberWeapons { name: name.clone(), most });
    }
    for (n, carried) in member.weapons.iter().enumerate() {
        if weapon(*carried).armour() {
            faults.push(wrong_slot(name, *carried));
        } else if member.weapons[..n].contains(carried) {
            let row = weapon(*carried);
            //
            faults.push(Illegal::MemberTwice { name: name.clone(), weapon: Both(&row.fr, &row.en) });
        }
    }
    faults.extend(member.armour.filter(|worn| !weapon(*worn).armour()).map(|worn| wrong_slot(name, worn)));
    for carried in member.weapons.iter().chain(&member.armour) {
        let row = weapon(*carried);
        if row.era != of {
            //
            faults.push(Illegal::MemberEra {
                weapon: Both(&row.fr, &row.en),
                era: Both(&era(of).fr, &era(of).en),
            });
        }
    }
}

/// Whether a figure may carry all this (GEN-BND-02).
pub(super) fn check_gear(member: &Member, of: Era, options: &Options) -> Result<(), Illegal> {
    let mut faults = Vec::new();
    gear_faults(member, of, options, &mut faults);
    faults.into_iter().next().map_or(Ok(()), Err)
}

fn wrong_slot(name: &str, carried: Weapon) -> Illegal {
    let row = weapon(carried);
    Illegal::MemberSlot { name: name.to_owned(), weapon: Both(&row.fr, &row.en) }
}

/// Everything that is wrong with the skills of a figure, leaving the rest of the band aside (GEN-BND-04).
fn skill_faults(member: &Member, faults: &mut Vec<Illegal>) {
    if member.skills.len() > numbers().band.max_skills {
        faults.push(too_many_skills(&member.name));
    }
    let twice = member.skills.iter().enumerate().filter(|(n, known)| member.skills[..*n].contains(known));
    faults.extend(twice.map(|(_, known)| skill_twice(*known)));
}

/// A third skill (GEN-BND-04).
pub(super) fn too_many_skills(name: &str) -> Illegal {
    let most = numbers().band.max_skills;
    Illegal::MemberSkills { name: name.to_owned(), most }
}

/// A skill that the band has already (GEN-BND-05).
pub(super) fn skill_twice(known: Skill) -> Illegal {
    let row = skill(known);
    Illegal::BandSkillTwice { skill: Both(&row.fr, &row.en) }
}

/// Returns the refusal of a skill that another member of the band has (GEN-BND-05).
pub(super) fn skill_borne(known: Skill, bearer: &str) -> Illegal {
    let row = skill(known);
    Illegal::BandSkillBorne { skill: Both(&row.fr, &row.en), bearer: bearer.to_owned() }
}

/// Whether several figures of a band may have the skill (GEN-BND-05, R-198).
pub fn shared(skill: Skill) -> bool {
    numbers().band.unique_skill_exceptions.contains(&skill)
}

/// Everything that is wrong with one figure by itself.
fn member_faults(member: &Member, of: Era, options: &Options) -> Vec<Illegal> {
    let mut faults = Vec::new();
    faults.extend(check_name(&member.name).err());
    gear_faults(member, of, options, &mut faults);
    skill_faults(member, &mut faults);
    faults
}

/// One figure by itself.
pub fn check_member(member: &Member, of: Era, options: &Options) -> Result<(), Illegal> {
    member_faults(member, of, options).into_iter().next().map_or(Ok(()), Err)
}

/// The chief of a band (GEN-BND-01, R-195).
fn check_chief(band: &Band) -> Result<(), Illegal> {
    if band.members.iter().filter(|member| member.chief).count() != 1 {
        return Err(Illegal::BandChief);
    }
    Ok(())
}

/// More than a thousand games bring.
pub(super) const MOST_TREASURY: i32 = 1_000_000;
/// More than a thousand games bring.
pub(super) const MOST_REPUTATION: i32 = 10_000;

/// Whether a band belongs where it comes to: in a campaign or out of any, with a purse that a campaign can give.
fn check_purse(band: &Band, campaign: bool) -> Result<(), Illegal> {
    match (&band.purse, campaign) {
        (None, true) => return Err(Illegal::BandOutsideCampaign),
        (Some(_), false) => return Err(Illegal::BandOfCampaign),
        _ => {}
    }
    let beyond = |purse: &Purse| {
        let (money, fame) = (0..=MOST_TREASURY, 0..=MOST_REPUTATION);
        !(money.contains(&purse.treasury)
            && fame.contains(&purse.reputation)
            && fame.contains(&purse.threshold))
    };
    if band.purse.as_ref().is_some_and(beyond) {
        return Err(Illegal::BandPurse);
    }
    Ok(())
}

/// What only a single game, or only a campaign, finds wrong with a band.
fn stage_faults(band: &Band, campaign: bool, faults: &mut Faults<Illegal>) {
    faults.extend(check_purse(band, campaign).err().map(|fault| (None, fault)));
    // The founder is the chief; in a single game the chief is the founder (GEN-BND-03).
    let odd = |member: &Member| {
        if campaign { member.founder && !member.chief } else { member.founder != member.chief }
    };
    for (at, member) in (0..).zip(&band.members).filter(|(_, member)| odd(member)) {
        let fault = Illegal::BandFounder { name: member.name.clone() };
        faults.push((Some(at), fault));
    }
    if campaign {
        if disbanded(band) {
            let fault = Illegal::BandDisbanded;
            faults.push((None, fault));
        }
        return;
    }
    for (at, member) in (0..).zip(&band.members).filter(|(_, member)| member.health != Health::Well) {
        let fault = Illegal::MemberHealth { name: member.name.clone() };
        faults.push((Some(at), fault));
    }
    let (cost, budget) = (band_cost(band), numbers().band.budget);
    if cost > budget {
        let fault = Illegal::BandBudget { cost, budget };
        faults.push((None, fault));
    }
}

/// The number of a member is its own, and in a campaign one that the next recruit does not get too.
fn check_number(band: &Band, n: usize) -> Result<(), Illegal> {
    let Member { id, name, .. } = &band.members[n];
    if band.members[..n].iter().any(|other| other.id == *id) {
        return Err(Illegal::MemberNumber { name: name.clone() });
    }
    if band.purse.as_ref().is_some_and(|purse| *id >= purse.next_id) {
        return Err(Illegal::MemberNumberNew { name: name.clone() });
    }
    Ok(())
}

/// Everything that is wrong with a band: every limit of section 15. `campaign`: it plays in one, so that it has a purse and no
/// budget.
pub(super) fn band_faults(band: &Band, options: &Options, campaign: bool) -> Faults<Illegal> {
    let mut faults: Faults<Illegal> = Vec::new();
    if !named(&band.name, 32) {
        let fault = Illegal::BandName;
        faults.push((None, fault));
    }
    let most = numbers().band.max_figures_engine;
    if band.members.len() > most {
        //
        let fault = Illegal::BandSize { most };
        faults.push((None, fault));
    }
    faults.extend(check_chief(band).err().map(|fault| (None, fault)));
    let mut skills: Vec<(Skill, &str)> = Vec::new();
    for (n, member) in band.members.iter().enumerate() {
        let at = u8::try_from(n).ok();
        faults.extend(member_faults(member, band.era, options).into_iter().map(|fault| (at, fault)));
        faults.extend(check_number(band, n).err().map(|fault| (at, fault)));
        for (known, skill) in member.skills.iter().enumerate().filter(|(_, known)| !shared(**known)) {
            let bearer = skills.iter().find(|(taken, _)| taken == skill);
            if let Some((_, bearer)) = bearer
                && !member.skills[..known].contains(skill)
            {
                faults.push((at, skill_borne(*skill, bearer)));
            }
            skills.push((*skill, &member.name));
        }
    }
    stage_faults(band, campaign, &mut faults);
    faults
}

/// Whether a band may play.
pub fn check(band: &Band, options: &Options, campaign: bool) -> Result<(), Illegal> {
    band_faults(band, options, campaign).into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
}

/// Returns the faults of a band at a table of an era: it comes with its own, unless the host lets eras meet.
pub(super) fn faults_at(band: &Band, table: Era, options: &Options, campaign: bool) -> Faults<Illegal> {
    let mut faults = band_faults(band, options, campaign);
    if band.era != table && !options.mixed_eras {
        let (own, table) = (era(band.era), era(table));
        let fault = Illegal::Era {
            band: band.name.clone(),
            own: Both(&own.fr, &own.en),
            table: Both(&table.fr, &table.en),
        };
        faults.push((None, fault));
    }
    faults
}

/// Whether a band may come to a table of an era.
pub fn check_at(band: &Band, table: Era, options: &Options, campaign: bool) -> Result<(), Illegal> {
    faults_at(band, table, options, campaign).into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
}

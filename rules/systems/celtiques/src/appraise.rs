//! The value of a band while it is being built (CEL-CRE).

use super::hero::{self, Faults, faults};
use super::ids::{Attr, Item, Skill, Special};
use super::refusal::Illegal;
use super::setup::{Band, Hero};
use super::tables::tables;
use bagarre_kit::appraisal::{Appraisal, BillLine, Fault, MemberAppraisal, Offer, first_new, tally};
use bagarre_kit::contract::Rule;

/// Everything that is wrong with a band of a game in which each seat leads so many.
fn all_faults(band: &Band, campaign: bool, size: u8) -> Faults {
    let mut list = faults(band, campaign);
    if band.heroes.len() != usize::from(size) {
        list.retain(|(_, fault)| !matches!(fault, Illegal::Size { .. }));
        list.push((None, Illegal::Size { n: band.heroes.len(), needs: size }));
    }
    list
}

/// What a band comes to, with what may be put into the member at `open`.
pub(super) fn appraise(band: &Band, campaign: bool, size: u8, open: Option<u8>) -> Appraisal {
    let known = all_faults(band, campaign, size);
    let few = band.heroes.len() <= 3;
    let refused = |next: &Band| {
        let dearer = |it: &Band| {
            it.heroes
                .iter()
                .map(|it| hero::skills(it) + hero::equipment(it) + hero::attributes(it))
                .sum::<i32>()
        };
        first_new(&known, &all_faults(next, campaign, size), dearer(next) > dearer(band))
    };
    let offers = match open.map(usize::from).filter(|at| few && *at < band.heroes.len()) {
        Some(at) => offers_for(band, at, &refused),
        None => Vec::new(),
    };
    Appraisal {
        tallies: vec![tally("members", band.heroes.len() as i32), tally("size", i32::from(size))],
        members: if few { band.heroes.iter().map(member).collect() } else { Vec::new() },
        faults: known.iter().map(|(at, illegal)| Fault::of(*at, illegal)).collect(),
        offers,
    }
}

fn line(what: &str, id: &str, price: i32, rule: &'static str) -> BillLine {
    BillLine {
        what: what.to_owned(),
        id: id.to_owned(),
        list: price,
        paid: price,
        note: None,
        rule: Rule::new(rule),
    }
}

/// What a hero costs, line by line, and what follows from it.
fn member(own: &Hero) -> MemberAppraisal {
    let rows = tables();
    let mut bill = Vec::new();
    for attr in Attr::ALL {
        let price = hero::attribute(own.attr(*attr));
        if price > 0 {
            bill.push(line("attribute", attr.id(), price, "CEL-CRE-01"));
        }
    }
    for skill in Skill::ALL {
        let price = hero::skill(own.skill(*skill));
        if price > 0 {
            bill.push(line("skill", skill.id(), price, "CEL-CRE-02"));
        }
    }
    let trust: i32 = rows.creation.confiance_cost.iter().take(usize::from(own.confiance)).sum();
    if trust > 0 {
        bill.push(line("confiance", "", trust, "CEL-CRE-02"));
    }
    bill.extend(
        own.specialities
            .iter()
            .map(|it| line("speciality", it.id(), rows.creation.speciality_cost, "CEL-CRE-02")),
    );
    bill.extend(own.weapons.iter().map(|it| line("weapon", it.id(), rows.weapon(*it).cost, "CEL-CRE-03")));
    bill.extend(own.shields.iter().map(|it| line("shield", it.id(), rows.shield(*it).cost, "CEL-CRE-03")));
    bill.extend(own.armours.iter().map(|it| line("armour", it.id(), rows.armour(*it).cost, "CEL-CRE-03")));
    bill.extend(own.items.iter().map(|it| line("item", it.id(), hero::item(*it), "CEL-CRE-03")));
    let points = &rows.creation;
    let tallies = vec![
        tally("attributes", hero::attributes(own)),
        tally("attributes_left", points.attribute_points - hero::attributes(own)),
        tally("skills", hero::skills(own)),
        tally("skills_left", points.skill_points + i32::from(own.won) - hero::skills(own)),
        tally("equipment", hero::equipment(own)),
        tally("equipment_left", points.equipment_points - hero::equipment(own)),
        tally("defence", i32::from(hero::defence(own))),
    ];
    MemberAppraisal { bill, tallies }
}

/// Returns the choices of a hero: one step more of each attribute and skill, and every ware.
fn offers_for(band: &Band, at: usize, refused: &impl Fn(&Band) -> Option<Fault>) -> Vec<Offer> {
    let own = &band.heroes[at];
    let mut offers = Vec::new();
    let mut offer = |place: &str, id: &str, price: i32, next: Hero| {
        let mut band = band.clone();
        band.heroes[at] = next;
        offers.push(Offer { place: place.to_owned(), id: id.to_owned(), price, refused: refused(&band) });
    };
    for attr in Attr::ALL {
        let mut next = own.clone();
        let value = own.attr(*attr).saturating_add(1);
        next.attributes.insert(*attr, value);
        offer("attribute", attr.id(), hero::attribute(value) - hero::attribute(own.attr(*attr)), next);
    }
    for skill in Skill::ALL {
        let mut next = own.clone();
        let level = own.skill(*skill).saturating_add(1);
        next.skills.insert(*skill, level);
        offer("skill", skill.id(), hero::skill(level) - hero::skill(own.skill(*skill)), next);
    }
    let next = Hero { confiance: own.confiance.saturating_add(1), ..own.clone() };
    offer("confiance", "", tables().creation.confiance_cost.first().copied().unwrap_or(0), next);
    for special in Special::ALL {
        let mut next = own.clone();
        next.specialities.push(*special);
        offer("speciality", special.id(), tables().creation.speciality_cost, next);
    }
    let (weapons, shields, armours) = hero::wares();
    for weapon in weapons {
        let mut next = own.clone();
        next.weapons.push(weapon);
        offer("weapon", weapon.id(), tables().weapon(weapon).cost, next);
    }
    for shield in shields {
        let next = Hero { shields: vec![*shield], ..own.clone() };
        offer("shield", shield.id(), tables().shield(*shield).cost, next);
    }
    for armour in armours {
        let mut next = own.clone();
        next.armours.push(*armour);
        offer("armour", armour.id(), tables().armour(*armour).cost, next);
    }
    for item in Item::ALL {
        let mut next = own.clone();
        next.items.push(*item);
        offer("item", item.id(), hero::item(*item), next);
    }
    offers
}

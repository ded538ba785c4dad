//! The value of a band while it is being built (ENE-CRE).

use super::band::{self, bill, budget, cost, faults, main_weapon};
use super::ids::{Domain, Kind, Protection, Skill, Weapon};
use super::library;
use super::setup::{Band, Fp, Hero};
use super::tables::tables;
use bagarre_kit::appraisal::{Appraisal, BillLine, Fault, MemberAppraisal, Offer, first_new, tally};
use bagarre_kit::contract::Rule;

/// What a band of so many heroes comes to, with what may be put into the hero at `open`.
pub(super) fn appraise(band: &Band, heroes: u8, campaign: bool, open: Option<u8>) -> Appraisal {
    let own = faults(band, heroes, campaign);
    let price = |band: &Band| band.heroes.iter().map(cost).sum::<i32>();
    let refused = |next: &Band| first_new(&own, &faults(next, heroes, campaign), price(next) > price(band));
    let mut offers = Vec::new();
    if band.heroes.len() < usize::from(heroes) {
        let mut next = band.clone();
        let fresh = library::ready(band.heroes.len(), next_id(band));
        let price = cost(&fresh);
        next.heroes.push(fresh);
        offers.push(Offer { place: "member".to_owned(), id: String::new(), price, refused: refused(&next) });
    }
    let fits = band.heroes.len() <= MOST_WEIGHED;
    if let Some(at) = open.map(usize::from).filter(|at| fits && *at < band.heroes.len()) {
        for (place, id, hero) in changes(&band.heroes[at]) {
            let price = cost(&hero) - cost(&band.heroes[at]);
            let mut next = band.clone();
            next.heroes[at] = hero;
            offers.push(Offer { place, id, price, refused: refused(&next) });
        }
    }
    Appraisal {
        tallies: vec![tally("budget", budget(band.purse)), tally("heroes", i32::from(heroes))],
        members: band.heroes.iter().map(|it| member(it, budget(band.purse))).collect(),
        offers,
        faults: own.iter().map(|(at, illegal)| Fault::of(*at, illegal)).collect(),
    }
}

/// A band that is far too large is not weighed piece by piece.
const MOST_WEIGHED: usize = 6;

fn next_id(band: &Band) -> u8 {
    (0..u8::MAX).find(|id| band.heroes.iter().all(|it| it.id != *id)).unwrap_or(u8::MAX)
}

fn member(hero: &Hero, budget: i32) -> MemberAppraisal {
    let line = |it: &band::Line| BillLine {
        what: it.what.to_owned(),
        id: it.id.clone(),
        list: it.price,
        paid: it.price,
        note: None,
        rule: Rule::new(it.rule),
    };
    let base = tables().core.pe_max_base.heros;
    let pe = base + i16::from(hero.physique) + i16::from(hero.mental) + i16::from(hero.pe_bonus);
    let total = cost(hero);
    MemberAppraisal {
        bill: bill(hero).iter().map(line).collect(),
        tallies: vec![tally("cost", total), tally("left", budget - total), tally("pe", i32::from(pe))],
    }
}

/// A hero with one thing more, or another in its place.
fn changes(hero: &Hero) -> Vec<(String, String, Hero)> {
    let mut all = Vec::new();
    let mut offer = |place: &str, id: &str, change: &dyn Fn(&mut Hero)| {
        let mut next = hero.clone();
        change(&mut next);
        all.push((place.to_owned(), id.to_owned(), next));
    };
    for score in 1..=tables().creation.physique_cost.len() as u8 {
        offer("physique", &score.to_string(), &|it| it.physique = score);
        offer("mental", &score.to_string(), &|it| it.mental = score);
    }
    for bonus in 0..=tables().creation.pe_bonus_max {
        offer("pe", &bonus.to_string(), &|it| it.pe_bonus = bonus);
    }
    for kind in Kind::ALL {
        offer("kind", kind.id(), &|it| it.kind = *kind);
    }
    let main = main_weapon(&hero.weapons);
    for id in Weapon::ALL {
        if let Some(at) = main {
            offer(&format!("weapon.{at}"), id.id(), &|it| it.weapons[at] = *id);
        }
        offer("weapon", id.id(), &|it| it.weapons.push(*id));
    }
    for id in Protection::ALL {
        offer("protection", id.id(), &|it| it.protections.push(*id));
    }
    for id in Skill::ALL {
        offer("skill", id.id(), &|it| it.skills.push(*id));
    }
    for domain in Domain::ALL {
        let fp = Fp { domain: *domain, value: tables().creation.fp_max };
        offer("fp", domain.id(), &|it| it.fp = vec![fp]);
    }
    offer("vol", "", &|it| it.vol = !it.vol);
    all
}

//! The value of a band while it is being built (section 15).

use super::band::{band_cost, cost, faults_at, shared, skill_price};
use super::ids::{Era, Skill, Weapon};
use super::numbers::numbers;
use super::setup::{Band, Health, Member, More};
use super::tables::{Slot, skill, skills, weapon, weapons};
use bagarre_kit::appraisal::{Appraisal, BillLine, Fault, MemberAppraisal, Offer, first_new, tally};
use bagarre_kit::contract::Rule;
use bagarre_kit::presentation::Words;

/// What a band comes to, with what may be put into each slot of the member at `open`.
pub(super) fn appraise(band: &Band, more: &More, open: Option<u8>) -> Appraisal {
    let faults = faults_at(band, more.era, &more.options, more.campaign);
    let refused = |next: &Band| {
        let need = band_cost(next) - band_cost(band);
        let why = first_new(&faults, &faults_at(next, more.era, &more.options, more.campaign), need > 0)?;
        Some(if why.code == "generik.band.budget" { Fault { words: short(band, need), ..why } } else { why })
    };
    let mut offers = vec![joining(band, &refused)];
    // A band that is far too large is not weighed piece by piece.
    let fits = band.members.len() <= numbers().band.max_figures_engine;
    if let Some(at) = open.map(usize::from).filter(|at| fits && *at < band.members.len()) {
        offers.push(twin(band, at, &refused));
        offers.extend(offers_for(band, at, &refused));
    }
    let (total, budget) = (band_cost(band), numbers().band.budget);
    Appraisal {
        tallies: vec![tally("total", total), tally("budget", budget), tally("left", budget - total)],
        members: band.members.iter().map(member).collect(),
        offers,
        faults: faults.iter().map(|(at, illegal)| Fault::of(*at, illegal)).collect(),
    }
}

/// Too few points for something that costs so many.
fn short(band: &Band, need: i32) -> Words {
    let budget = numbers().band.budget;
    let left = (budget - band_cost(band)).max(0);
    Words::new(
        format!("Il faudrait {need} points ; il en reste {left} sur {budget}."),
        format!("It would take {need} points; {left} of {budget} are left."),
    )
}

/// One figure more, with nothing: the first one founds the band.
fn joining(band: &Band, refused: &impl Fn(&Band) -> Option<Fault>) -> Offer {
    let chief = band.members.iter().all(|member| !member.chief);
    let fresh = Member {
        id: 0,
        name: "?".to_owned(),
        chief,
        weapons: Vec::new(),
        armour: None,
        skills: Vec::new(),
        look: 0,
        health: Health::Well,
        founder: chief,
    };
    more("member", band, fresh, refused)
}

/// The same figure once more: never a chief, and without the skills that only one may have (GEN-BND-05).
fn twin(band: &Band, at: usize, refused: &impl Fn(&Band) -> Option<Fault>) -> Offer {
    let own = &band.members[at];
    let skills = own.skills.iter().copied().filter(|skill| shared(*skill)).collect();
    more("twin", band, Member { chief: false, founder: false, skills, ..own.clone() }, refused)
}

fn more(place: &str, band: &Band, mut fresh: Member, refused: &impl Fn(&Band) -> Option<Fault>) -> Offer {
    fresh.id = (0..u8::MAX).find(|id| band.members.iter().all(|member| member.id != *id)).unwrap_or(u8::MAX);
    let price = cost(&fresh);
    let mut next = band.clone();
    next.members.push(fresh);
    Offer { place: place.to_owned(), id: String::new(), price, refused: refused(&next) }
}

/// Everything of the armoury of the era and of the list of skills, slot by slot.
fn offers_for(band: &Band, at: usize, refused: &impl Fn(&Band) -> Option<Fault>) -> Vec<Offer> {
    let own = &band.members[at];
    let pieces = arms(own, band.era).into_iter().chain(talents(own));
    let offer = |piece: Piece| {
        let mut next = band.clone();
        next.members[at] = piece.on(own);
        piece.offer(own, refused(&next))
    };
    pieces.map(offer).collect()
}

/// Something that a figure may have, and the slot it goes into.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    /// A weapon, with its slot.
    Arm(usize, Weapon),
    /// An armour.
    Armour(Weapon),
    /// A skill, the first or a later one.
    Talent(usize, Skill),
}

impl Piece {
    /// The figure with it, in the place of what is there.
    pub(super) fn on(self, own: &Member) -> Member {
        let mut next = own.clone();
        match self {
            Self::Arm(slot, id) => put(&mut next.weapons, slot, id),
            Self::Armour(id) => next.armour = Some(id),
            Self::Talent(slot, id) => put(&mut next.skills, slot, id),
        }
        next
    }

    /// Returns the cost for the figure, and why it cannot have it.
    pub(super) fn offer(self, own: &Member, refused: Option<Fault>) -> Offer {
        let (place, id, price) = match self {
            Self::Arm(slot, id) => (format!("weapon.{slot}"), id.id(), weapon(id).cost),
            Self::Armour(id) => ("armour".to_owned(), id.id(), weapon(id).cost),
            Self::Talent(slot, id) => {
                (format!("skill.{slot}"), id.id(), skill_price(id, slot, own.chief && own.founder))
            }
        };
        Offer { place, id: id.to_owned(), price, refused }
    }
}

/// The armoury of an era for the slots of a figure.
pub(super) fn arms(own: &Member, era: Era) -> Vec<Piece> {
    let slots = own.weapons.len().min(numbers().band.max_weapons - 1);
    let of_era = weapons().iter().filter(|row| row.era == era);
    let pieces = of_era.flat_map(|row| match row.slot {
        Slot::Armour => vec![Piece::Armour(row.id)],
        Slot::Weapon => (0..=slots).map(|slot| Piece::Arm(slot, row.id)).collect(),
    });
    pieces.collect()
}

/// The list of skills for the places of a figure.
pub(super) fn talents(own: &Member) -> impl Iterator<Item = Piece> + use<> {
    let places = own.skills.len().min(numbers().band.max_skills - 1);
    skills().iter().flat_map(move |row| (0..=places).map(|place| Piece::Talent(place, row.id)))
}

/// Puts something into a slot, in the place of what is there.
fn put<T>(list: &mut Vec<T>, slot: usize, what: T) {
    match list.get_mut(slot) {
        Some(place) => *place = what,
        None => list.push(what),
    }
}

/// What a figure costs, line by line (GEN-BND-06), and what it would save to have its two skills the other way round.
pub(super) fn member(member: &Member) -> MemberAppraisal {
    let prices = &numbers().band;
    let line =
        |what: &str, id: &str, (list, paid): (i32, i32), note: Option<&str>, rule: &'static str| BillLine {
            what: what.to_owned(),
            id: id.to_owned(),
            list,
            paid,
            note: note.map(str::to_owned),
            rule: Rule::new(rule),
        };
    let (what, base) =
        if member.chief { ("chief", prices.chief_cost) } else { ("member", prices.member_cost) };
    let mut bill = vec![line(what, "", (base, base), None, "GEN-BND-01")];
    let arms = member.weapons.iter().map(|it| ("weapon", it));
    for (what, id) in arms.chain(member.armour.iter().map(|it| ("armour", it))) {
        let price = weapon(*id).cost;
        bill.push(line(what, id.id(), (price, price), None, "GEN-BND-02"));
    }
    for (known, id) in member.skills.iter().enumerate() {
        let list = skill(*id).cost;
        let paid = skill_price(*id, known, member.chief && member.founder);
        let (note, rule) = match known {
            0 => ((paid != list).then_some("free"), "GEN-BND-03"),
            _ if list > 0 => (Some("double"), "GEN-BND-04"),
            _ => (Some("drawback"), "GEN-BND-04"),
        };
        bill.push(line("skill", id.id(), (list, paid), note, rule));
    }
    let turned = Member { skills: member.skills.iter().rev().copied().collect(), ..member.clone() };
    let saved = if member.skills.len() == 2 { (cost(member) - cost(&turned)).max(0) } else { 0 };
    MemberAppraisal { bill, tallies: vec![tally("cost", cost(member)), tally("swap", saved)] }
}

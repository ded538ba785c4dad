//! The value of a band while it is being built.

use super::create::{BAND_MOST, NAME_MOST, brought_faults, is_worn, kit_cost};
use super::ids::{ItemKind, Part};
use super::setup::{Band, Character, Purchase};
use super::tables::{Characteristics, tables};
use bagarre_kit::appraisal::{Appraisal, BillLine, Fault, MemberAppraisal, Offer, first_new, tally};
use bagarre_kit::contract::Rule;

/// Price of equipment (BAS-EQP-01).
const PRICE: Rule = Rule::new("BAS-EQP-01");

/// What a band comes to, with what the character at `open` may still buy.
pub(super) fn appraise(band: &Band, sizes: [u8; 3], open: Option<u8>) -> Appraisal {
    let faults = brought_faults(band, sizes);
    // A band that is far too large is not weighed piece by piece.
    let fits = band.characters.len() <= usize::from(sizes[2]);
    let offers = open.filter(|at| fits && band.characters.get(usize::from(*at)).is_some()).map(|at| {
        let offer = |kind: &ItemKind| {
            let mut next = band.clone();
            let kit = &mut next.characters[usize::from(at)].kit;
            // A second one of the same is carried, since only one is worn.
            let carried = kit.iter().any(|it| it.item == *kind && is_worn(*it));
            kit.push(Purchase { item: *kind, carried });
            let refused = first_new(&faults, &brought_faults(&next, sizes), true);
            let price = i32::from(tables().item(*kind).cost);
            let place = if is_worn(Purchase { item: *kind, carried }) { "worn" } else { "carried" };
            Offer { place: place.to_owned(), id: kind.id().to_owned(), price, refused }
        };
        ItemKind::ALL.iter().filter(|kind| tables().item(**kind).sold()).map(offer).collect()
    });
    Appraisal {
        tallies: vec![tally("name_most", BAND_MOST as u8), tally("member_name_most", NAME_MOST as u8)],
        members: band.characters.iter().map(member).collect(),
        offers: offers.unwrap_or_default(),
        faults: faults.iter().map(|(at, illegal)| Fault::of(*at, illegal)).collect(),
    }
}

fn member(character: &Character) -> MemberAppraisal {
    let limits = tables().characteristics();
    let stats = [character.strength, character.dexterity, character.speed, character.constitution];
    let given: i32 = stats.iter().map(|value| i32::from(*value)).sum();
    let slots = character.kit.iter().filter(|purchase| !is_worn(**purchase)).count();
    let com = character.strength.saturating_add(character.dexterity);
    let mut tallies = vec![
        tally("least", limits.min),
        tally("most", limits.max),
        tally("points_left", i32::from(limits.points) - given),
        tally("cost", kit_cost(character)),
        tally("budget", tables().budget()),
        tally("slots", slots.min(usize::from(u8::MAX)) as u8),
        tally("slots_most", tables().slots() as u8),
        tally("COM", Characteristics::combat(com, 0)),
    ];
    let points = tables().damage_points(character.constitution).unwrap_or_default();
    tallies.extend(Part::ALL.iter().zip(points).map(|(part, points)| tally(part.id(), points)));
    let line = |purchase: &Purchase| {
        let cost = i32::from(tables().item(purchase.item).cost);
        let id = purchase.item.id().to_owned();
        BillLine { what: "kit".to_owned(), id, list: cost, paid: cost, note: None, rule: PRICE }
    };
    MemberAppraisal { bill: character.kit.iter().map(line).collect(), tallies }
}

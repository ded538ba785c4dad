//! What the conformance suite asks of all systems alike, and of what people bring to any of them.

use bagarre_rules::conformance::{import, inputs, tables};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::gather::Gather;

/// A fight at once takes its bands from anywhere in the list of ready ones, beyond the seats of its table too.
fn begins_with_bands_from_anywhere<R: Gather>() {
    for terms in tables::<R>() {
        for from in 0..16 {
            let mut bands = Vec::new();
            for seat in 0..terms.seats {
                bands.push(R::own_band(&terms, Seat(seat), from, Lang::Fr, &bands));
            }
            let at = format!("{} {}, {} seats, from place {from}", R::ID, terms.scenario, terms.seats);
            let setup = R::gather(&terms, bands, Seat(0)).unwrap_or_else(|why| panic!("{at}: {why}"));
            R::new(&setup).unwrap_or_else(|why| panic!("{at}: {why}"));
        }
    }
}

#[test]
fn a_table_begins_with_ready_made_bands_from_anywhere() {
    bagarre_rules::for_every!(begins_with_bands_from_anywhere());
}

#[test]
fn what_people_bring_is_refused_or_played() {
    let taken = inputs(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/imports"), 480, 60)
        .iter()
        .filter(|input| import(input))
        .count();
    assert!(taken > 20, "{taken}");
}

/// Every name in a band: its own, and those of its members.
fn names(band: &serde_json::Value, found: &mut Vec<String>) {
    match band {
        serde_json::Value::Object(fields) => {
            let own = fields.iter().filter(|(key, _)| ["name", "motto"].contains(&key.as_str()));
            found.extend(own.filter_map(|(_, name)| name.as_str()).map(str::to_lowercase));
            fields.values().for_each(|value| names(value, found));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

/// Ready-made bands of every seat at every table, looked for from every place: no two of them share a name.
fn names_are_told_apart<R: Gather>() {
    let tables = tables::<R>();
    assert!(!tables.is_empty());
    for terms in tables.into_iter().flat_map(|terms| [R::for_campaign(&terms), terms]) {
        for (from, lang) in (0..16).flat_map(|from| [(from, Lang::Fr), (from, Lang::En)]) {
            let mut bands: Vec<R::Band> = Vec::new();
            let mut taken: Vec<String> = Vec::new();
            for seat in (0..terms.seats).map(Seat) {
                let band = R::own_band(&terms, seat, from, lang, &bands);
                let mut own = Vec::new();
                names(&serde_json::to_value(&band).unwrap(), &mut own);
                assert!(!own.is_empty(), "{} has names", R::ID);
                let twice = own.iter().find(|name| taken.contains(name));
                assert_eq!(twice, None, "{} {terms:?}: {seat:?} from {from}", R::ID);
                taken.append(&mut own);
                bands.push(band);
            }
        }
    }
}

#[test]
fn ready_made_names_are_unique_across_seats_at_every_table() {
    bagarre_rules::for_offered!(names_are_told_apart());
}

//! What the conformance suite asks of all systems alike, and of what people bring to any of them.

use bagarre_rules::any::Typed;
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
    let taken = inputs(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/systems/imports"), 480, 60)
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

/// A band that is enlisted, and changed before its first game, is enlisted again as it is.
fn is_enlisted_again<R: Gather>() {
    let mut enlisted = 0;
    for terms in tables::<R>() {
        for seat in (0..terms.seats).map(Seat) {
            // Bands of some scenarios are too small or too large for a campaign.
            let Ok(band) = R::enlist(&R::ready_band(&terms, seat)) else { continue };
            let Some(band) = band else { return };
            enlisted += 1;
            let again = R::enlist(&band).unwrap().unwrap();
            let [first, second] = [&band, &again].map(|band| serde_json::to_value(band).unwrap());
            assert_eq!(first, second, "{} {}: {seat:?}", R::ID, terms.scenario);
        }
    }
    assert!(enlisted > 0, "{}", R::ID);
}

#[test]
fn a_band_that_has_not_played_may_be_enlisted_again() {
    bagarre_rules::for_every!(is_enlisted_again());
}

/// A band without its names, to compare what else is in it.
fn nameless(band: &serde_json::Value) -> serde_json::Value {
    match band {
        serde_json::Value::Object(fields) => {
            let rest = fields.iter().filter(|(key, _)| *key != "name");
            rest.map(|(key, value)| (key.clone(), nameless(value))).collect()
        }
        serde_json::Value::Array(list) => list.iter().map(nameless).collect(),
        other => other.clone(),
    }
}

/// The same ready-made band at every seat of every table, where it fits: no two of them share a name in the game, no name has a number,
/// everything else stays, and the first seat plays with what it brought.
fn the_same_band_has_other_names_at_each_seat<R: Gather>() {
    for terms in tables::<R>().into_iter().flat_map(|terms| [R::for_campaign(&terms), terms]) {
        for (from, lang) in (0..16).step_by(3).flat_map(|from| [(from, Lang::Fr), (from, Lang::En)]) {
            let at = format!("{} {terms:?} from {from}", R::ID);
            let first = R::own_band(&terms, Seat(0), from, lang, &[]);
            let of = |seat| {
                let fits = R::check_band(&terms, seat, &first).is_ok();
                if fits { first.clone() } else { R::own_band(&terms, seat, from, lang, &[]) }
            };
            let plays = |seat: &Seat| R::role(&terms, *seat).is_none_or(|role| role.wins);
            let seats = (0..terms.seats).map(Seat);
            let bands: Vec<Option<String>> = seats
                .map(|seat| Some(seat).filter(plays).map(|seat| serde_json::to_string(&of(seat)).unwrap()))
                .collect();
            let brought: Vec<Option<&str>> = bands.iter().map(Option::as_deref).collect();
            let setup = Typed::<R>::RULES.gather(&terms, &brought, Seat(0), lang).unwrap();
            let setup: serde_json::Value = serde_json::from_str(setup.get()).unwrap();
            let mut taken: Vec<String> = Vec::new();
            for (n, band) in setup["bands"].as_array().unwrap().iter().enumerate() {
                let mut own = Vec::new();
                names(band, &mut own);
                own.sort();
                own.dedup();
                let twice = own.iter().find(|name| taken.contains(name));
                assert_eq!(twice, None, "{at}: seat {n}");
                let Some(brought) = brought[n] else { continue };
                let numbered = |name: &&String| name.split(' ').next_back().unwrap().parse::<u8>().is_ok();
                assert_eq!(own.iter().find(numbered), None, "{at}: seat {n}");
                let brought: serde_json::Value = serde_json::from_str(brought).unwrap();
                assert_eq!(nameless(band), nameless(&brought), "{at}: seat {n}");
                assert!(n > 0 || *band == brought, "{at}");
                let band: R::Band = serde_json::from_value(band.clone()).unwrap();
                R::check_band(&terms, Seat(n as u8), &band).unwrap_or_else(|why| panic!("{at}: {why}"));
                taken.append(&mut own);
            }
        }
    }
}

#[test]
fn ready_made_names_are_unique_where_several_seats_bring_the_same_band() {
    bagarre_rules::for_offered!(the_same_band_has_other_names_at_each_seat());
}

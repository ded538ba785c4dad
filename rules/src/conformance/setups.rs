//! Games that inputs of fuzzing are played against: each kind of table that a system has. A stored input names its game by its
//! place in the list.

use crate::any::toy;
use crate::baston::Baston;
use crate::baston::setup::{Options as HouseOptions, Setup as BastonSetup};
use crate::celtiques::{Celtiques, Setup as CeltiquesSetup};
use crate::contract::{Ruleset, Seat};
use crate::energie::Energie;
use crate::energie::setup::{Aggravation, Options as Switches, Setup as EnergieSetup};
use crate::gather::{Gather, Terms};
use crate::generik::Generik;
use crate::generik::ids::Era;
use crate::generik::setup::{Ground, Options as Rulings, Setup as GenerikSetup};

/// Every scenario with every number of seats it takes.
fn tables<R: Gather>() -> impl Iterator<Item = Terms> {
    let seats = |scenario: String| (2..=6).filter_map(move |seats| R::usual(&scenario, seats));
    R::scenarios().into_iter().flat_map(seats)
}

/// A game with ready-made bands.
fn ready<R: Gather>(terms: &Terms) -> <R as Ruleset>::Setup {
    let bands = (0..terms.seats).map(|seat| R::ready_band(terms, Seat(seat))).collect();
    R::gather(terms, bands, Seat(0)).unwrap_or_else(|illegal| panic!("ready-made bands fit: {illegal}"))
}

/// Baston: every table, with and without house options.
pub fn baston() -> Vec<BastonSetup> {
    let options = HouseOptions {
        characteristic_8: true,
        corner_test: true,
        melee_one_step: true,
        glass_from_windows: true,
        thrown_breaks_window: true,
        jostle_test: true,
        reveal_by_sequence: true,
        one_question: false,
    };
    tables::<Baston>()
        .map(|terms| ready::<Baston>(&terms))
        .flat_map(|setup| [BastonSetup { options, ..setup.clone() }, setup])
        .collect()
}

/// GeneriK: every table in every era, as printed, and as a game of a campaign with terrain in turn and most rulings switched.
pub fn generik() -> Vec<GenerikSetup> {
    let options = Rulings {
        free_switching: false,
        allow_disengage: true,
        figures_block_los: true,
        defence_blind: true,
        down_defender_can_wound: true,
        chain_knockdown_loses_da: true,
        blast_knockdown_loses_da: true,
        ..Rulings::default()
    };
    let mut setups = Vec::new();
    for terms in tables::<Generik>() {
        for (era, campaign) in Era::ALL.iter().flat_map(|era| [(era, false), (era, true)]) {
            let more = serde_json::json!({ "era": era, "campaign": campaign });
            let setup = ready::<Generik>(&Terms { more: Some(more), ..terms.clone() });
            setups.push(if campaign {
                GenerikSetup { options, ground: Ground::InTurn, ..setup }
            } else {
                setup
            });
        }
    }
    setups
}

/// The toy: every table, alone and in a campaign.
pub fn toy() -> Vec<toy::Setup> {
    let both = |terms: Terms| [toy::Toy::for_campaign(&terms), terms];
    tables::<toy::Toy>().flat_map(both).map(|terms| ready::<toy::Toy>(&terms)).collect()
}

/// énergie: every table as printed; led by a referee with his moments before tests, and as a game of a campaign.
pub fn energie() -> Vec<EnergieSetup> {
    let mut setups: Vec<EnergieSetup> = tables::<Energie>().map(|terms| ready::<Energie>(&terms)).collect();
    for terms in tables::<Energie>() {
        let more =
            serde_json::json!({ "mj": true, "options": { "fenetre": true, "aggravation": "exemple" } });
        let led = Terms { seats: terms.seats + 1, more: Some(more), ..terms.clone() };
        if led.seats <= 6 && Energie::check_terms(&led).is_ok() {
            setups.push(ready::<Energie>(&led));
        }
        let campaign = ready::<Energie>(&Energie::for_campaign(&terms));
        let options =
            Switches { aggravation: Aggravation::Exemple, finishing_blows: true, ..Switches::default() };
        setups.push(EnergieSetup { options, ..campaign });
    }
    setups
}

/// Celtiques: every table; with a game master who steps in, and with every switch of the room, in turn.
pub fn celtiques() -> Vec<CeltiquesSetup> {
    let mut setups = Vec::new();
    for terms in (1..=4).flat_map(|seats| {
        Celtiques::scenarios().into_iter().filter_map(move |id| Celtiques::usual(&id, seats))
    }) {
        let n = setups.len();
        setups.push(ready::<Celtiques>(&terms));
        let switches = serde_json::json!({
            "fenetre": n % 2 == 0, "respect": true, "duel": true, "montures": n % 3 == 0, "longue_marche": true,
            "lumiere": "reduite", "tactique": ["soleil_en_face"],
        });
        let mut more = terms.more.clone().unwrap_or_else(|| serde_json::json!({}));
        more["mj"] = true.into();
        more["options"] = switches;
        let led = Terms { more: Some(more), seats: terms.seats + 1, ..terms };
        if Celtiques::check_terms(&led).is_ok() {
            setups.push(ready::<Celtiques>(&led));
        }
    }
    setups
}

//! Ready-made bands (section 23.2) and putting a game together.

use bagarre_generik::Generik;
use bagarre_generik::testkit::band::{band_cost, check, cost, enlist};
use bagarre_generik::testkit::ids::Era;
use bagarre_generik::testkit::library::{bands, bands_of};
use bagarre_generik::testkit::setup::{Band, Ground, Member, Options};
use bagarre_generik::testkit::terrain::layout;
use bagarre_kit::contract::{Lang, Refuse, Ruleset, Seat, advance};
use bagarre_kit::dice::Seeded;
use bagarre_kit::gather::{Gather, Terms, WorkKind};
use serde_json::json;

/// What each figure of the four bands of section 23.2 costs.
#[test]
fn the_bands_of_the_catalogue() {
    let printed: [&[i32]; 4] =
        [&[30, 30, 25, 25, 15, 25], &[45, 35, 30, 20, 20], &[40, 40, 25, 25, 20], &[50, 30, 25, 25, 15, 5]];
    for (era, costs) in Era::ALL.iter().zip(printed) {
        let band = bands_of(*era).next().unwrap().band(Lang::En);
        assert_eq!(band.members.iter().map(cost).collect::<Vec<_>>(), costs);
    }
}

/// Every ready-made band is legal in both languages, spends all its points, and differs from all others.
#[test]
fn every_ready_made_band_is_legal() {
    for ready in bands() {
        for lang in [Lang::Fr, Lang::En] {
            let band = ready.band(lang);
            check(&band, &Options::default(), false).unwrap_or_else(|why| panic!("{}: {why}", ready.id));
            assert_eq!(band_cost(&band), 150, "{}", ready.id);
            assert_eq!(enlist(&band).unwrap().purse.unwrap().treasury, 0);
            for (n, member) in band.members.iter().enumerate() {
                assert!(band.members[..n].iter().all(|other| other.name != member.name), "{}", member.name);
            }
        }
        assert!(!ready.pitch_fr.is_empty() && ready.pitch_fr != ready.pitch_en);
        assert_eq!(bands().iter().filter(|other| other.id == ready.id || other.fr == ready.fr).count(), 1);
    }
    for era in Era::ALL {
        assert_eq!(bands_of(*era).count(), 4, "one for each seat of the largest game (R-031)");
    }
}

fn terms(scenario: &str, seats: u8, more: serde_json::Value) -> Terms {
    Terms { scenario: scenario.to_owned(), seats, size: 0, more: Some(more) }
}

fn refused(terms: &Terms) -> &'static str {
    Generik::check_terms(terms).unwrap_err().code()
}

/// GEN-SET-01, R-031: the six scenarios and the dice; more than two only in the first.
#[test]
fn scenarios_and_seats() {
    let ids = Generik::scenarios();
    assert_eq!((ids.len(), ids[0].as_str(), ids[6].as_str()), (7, "baston_generale", "hasard"));
    for id in &ids {
        for seats in 0..8 {
            let most = if id == "baston_generale" { 4 } else { 2 };
            let usual = Generik::usual(id, seats);
            assert_eq!(usual.is_some(), (2..=most).contains(&seats), "{id} with {seats}");
            if let Some(usual) = usual {
                Generik::check_terms(&usual).unwrap();
            }
        }
    }
    assert!(Generik::usual("SCN-00", 2).is_none());
    assert_eq!(refused(&terms("ravioli", 3, json!({}))), "generik.seats");
    assert_eq!(refused(&terms("hasard", 3, json!({}))), "generik.seats");
    assert_eq!(refused(&Terms { size: 4, ..terms("ravioli", 2, json!({})) }), "generik.characters");
}

/// Settings that only GeneriK knows are read or refused.
#[test]
fn further_settings() {
    let good =
        terms("hasard", 2, json!({ "era": "pirates", "ground": "in_turn", "options": { "max_turns": 0 } }));
    let bands = [Seat(0), Seat(1)].map(|seat| Generik::ready_band(&good, seat)).to_vec();
    let setup = Generik::gather(&good, bands.clone(), Seat(1)).unwrap();
    assert_eq!((setup.era, setup.scenario, &setup.ground), (Era::Pirates, None, &Ground::InTurn));
    assert_eq!((setup.options.max_turns, setup.options.idle_turns_draw, setup.youngest), (0, 3, Seat(1)));
    assert!(!setup.campaign);
    Generik::new(&setup).unwrap();
    assert_eq!(Generik::gather(&good, bands[..1].to_vec(), Seat(0)).unwrap_err().code(), "generik.bands");
    for bad in [json!({ "era": "futur" }), json!({ "colour": 1 }), json!(7)] {
        assert_eq!(refused(&terms("hasard", 2, bad)), "generik.unreadable");
    }
    for bad in [
        json!({ "idle_turns_draw": 0 }),
        json!({ "max_turns": 100 }),
        json!({ "down_target_shoot_mod": -128 }),
    ] {
        assert_eq!(refused(&terms("hasard", 2, json!({ "options": bad }))), "generik.options");
    }
    // A table of one's own, with a house in the middle: not for scenarios that keep it free (GEN-SET-04).
    let house = json!({ "ground": { "own": [{ "piece": "W-2", "at": [6000, 6000], "turn": 0 }] } });
    Generik::check_terms(&terms("saccage", 2, house.clone())).unwrap();
    assert!(Generik::check_terms(&terms("ravioli", 2, house)).is_err());
}

/// the bands of a table are of its era, unless the host lets eras meet.
#[test]
fn bands_are_of_the_tables_era() {
    let western = terms("saccage", 2, json!({ "era": "western" }));
    let pirates = Generik::ready_band(&terms("saccage", 2, json!({ "era": "pirates" })), Seat(0));
    assert_eq!(Generik::check_band(&western, Seat(0), &pirates).unwrap_err().code(), "generik.era");
    let any = terms("saccage", 2, json!({ "options": { "mixed_eras": true } }));
    Generik::check_band(&any, Seat(0), &pirates).unwrap();
}

/// A player who brings no band gets one of the era, each seat another, ready for a campaign if it is one.
#[test]
fn ready_bands_differ_by_seat() {
    for era in Era::ALL {
        let plain = terms("baston_generale", 4, json!({ "era": era }));
        let campaign = Generik::for_campaign(&plain);
        for terms in [plain, campaign] {
            let bands: Vec<Band> = (0..4).map(|seat| Generik::ready_band(&terms, Seat(seat))).collect();
            for (n, band) in bands.iter().enumerate() {
                Generik::check_band(&terms, Seat(n as u8), band).unwrap();
                assert!(bands[..n].iter().all(|other| other.name != band.name));
            }
            let setup = Generik::gather(&terms, bands, Seat(0)).unwrap();
            assert_eq!(setup.campaign, setup.bands[0].purse.is_some());
            Generik::new(&setup).unwrap();
        }
    }
}

/// GEN-BND-07: into a campaign once, and only into games of campaigns from then on.
#[test]
fn campaigns_have_their_own_games() {
    let plain = Generik::usual("saccage", 2).unwrap();
    let campaign = Generik::for_campaign(&plain);
    assert_eq!(Generik::for_campaign(&campaign), campaign);
    let band = Generik::ready_band(&plain, Seat(0));
    let enlisted = Generik::enlist(&band).unwrap().unwrap();
    let mut veteran = enlisted.clone();
    veteran.purse.as_mut().unwrap().games = 1;
    assert!(Generik::enlist(&veteran).is_err());
    Generik::check_band(&campaign, Seat(0), &enlisted).unwrap();
    assert_eq!(Generik::check_band(&plain, Seat(0), &enlisted).unwrap_err().code(), "generik.band.campaign");
    assert_eq!(Generik::check_band(&campaign, Seat(0), &band).unwrap_err().code(), "generik.band.campaign");
    assert_eq!(Generik::roster(&enlisted).name, band.name);
    // What cannot be read is left to be refused.
    let bad = terms("saccage", 2, json!(7));
    assert_eq!(Generik::for_campaign(&bad), bad);
    // Before the game is over no band takes anything out of it.
    let bands = vec![enlisted.clone(), enlisted];
    let state = Generik::new(&Generik::gather(&campaign, bands, Seat(0)).unwrap()).unwrap();
    assert!(Generik::after(&state, Seat(0)).is_none());
}

/// Bands and tables are kept on the shelf in their normal form.
#[test]
fn the_shelf() {
    let band = Generik::ready_band(&Generik::usual("saccage", 2).unwrap(), Seat(0));
    let kept = Generik::check_shelf(WorkKind::Band, &json!(band)).unwrap();
    assert_eq!(serde_json::from_value::<Band>(kept).unwrap(), band);
    let mut poor = json!(band);
    poor["members"][0]["chief"] = json!(false);
    assert_eq!(Generik::check_shelf(WorkKind::Band, &poor).unwrap_err().code(), "generik.band.chief");
    assert_eq!(Generik::check_shelf(WorkKind::Band, &json!([])).unwrap_err().code(), "generik.unreadable");
    let pieces = &layout(Era::Western, None).unwrap().pieces;
    let table = json!({ "era": "western", "pieces": pieces });
    assert_eq!(Generik::check_shelf(WorkKind::Table, &table).unwrap(), table);
    let twice = json!({ "era": "western", "pieces": [pieces[0], pieces[0]] });
    assert!(Generik::check_shelf(WorkKind::Table, &twice).is_err());
}

/// GEN-SETS-02: a ready table is asked for by name, and is one of the era.
#[test]
fn a_ready_table_is_chosen_by_name() {
    let named =
        |id: &str| terms("baston_generale", 2, json!({ "era": "western", "ground": { "named": id } }));
    assert_eq!(Generik::check_terms(&named("corral")), Ok(()));
    assert_eq!(Generik::check_terms(&named("harbour")).unwrap_err().code(), "generik.place.unknown");
    let begun = |id: &str| {
        let bands = [0, 1].map(|seat| Generik::ready_band(&named("corral"), Seat(seat)));
        let mut setup = Generik::gather(&named("corral"), bands.into(), Seat(0)).unwrap();
        setup.ground = Ground::Named(id.to_owned());
        let mut state = Generik::new(&setup).map_err(|why| why.code())?;
        advance::<Generik>(&mut state, &mut Seeded::from_number(1), &mut |_, _| {}).unwrap();
        Ok::<_, &str>(state.scene.pieces.to_vec())
    };
    assert_eq!(begun("corral").unwrap(), layout(Era::Western, Some("corral")).unwrap().pieces);
    assert_ne!(begun("corral"), begun("canyon"));
    assert_eq!(begun("hamlet"), Err("generik.place.unknown"));
}

/// A ready-made band that another seat has gets other names of its era; typed names stay.
#[test]
fn a_band_that_another_seat_has_gets_other_names_and_typed_names_stay() {
    let terms = Generik::usual("saccage", 2).unwrap();
    let first = bands_of(Era::Western).next().unwrap().band(Lang::Fr);
    let mut second = first.clone();
    second.members[0].name = "Raoul".to_owned();
    // What clients call who carries a rifle.
    second.members[1].name = "Gâchette".to_owned();
    let mut other = first.clone();
    other.members[0].name = "RAOUL".to_owned();
    other.members[1].name = "gâchette".to_owned();
    let band = Generik::renamed(second.clone(), Lang::Fr, &[first.clone(), other]);
    Generik::check_band(&terms, Seat(1), &band).unwrap();
    let names: Vec<&str> = band.members.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names[..3], ["Raoul", "Calamity Rose", "Billy Dust"]);
    assert_eq!((&*band.name, band_cost(&band)), ("Les Sept Moins Deux", band_cost(&second)));
    for (one, was) in band.members.iter().zip(&second.members) {
        assert_eq!(Member { name: was.name.clone(), ..one.clone() }, *was, "all else stays");
    }
    // In the other language it is the same band under other names.
    let english = bands_of(Era::Western).next().unwrap().band(Lang::En);
    let band = Generik::renamed(english, Lang::En, &[first]);
    let names: Vec<&str> = band.members.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names[..3], ["The Boss", "The Sharpshooter", "The Pistolero"]);
}

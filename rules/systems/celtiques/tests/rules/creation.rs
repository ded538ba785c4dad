//! Creation, ready-made heroes, terms, campaigns (CEL-CRE, CEL-PLY-01, CEL-TET-02).

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::ids::{Attr, Item, Skill, Special, Weapon};
use bagarre_celtiques::testkit::library::LENT;
use bagarre_celtiques::testkit::setup::{Band, Hero};
use bagarre_celtiques::testkit::tables::{Character, tables};
use bagarre_kit::contract::{Lang, Seat};
use bagarre_kit::gather::{Gather, Terms, WorkKind};
use serde_json::json;

fn terms() -> Terms {
    Celtiques::usual("cercle", 2).unwrap()
}

fn band(change: impl FnOnce(&mut Hero)) -> Band {
    let mut band = Celtiques::ready_band(&terms(), Seat(0));
    change(&mut band.heroes[0]);
    band
}

fn code(change: impl FnOnce(&mut Hero)) -> String {
    let band = band(change);
    let faults = Celtiques::appraise(&terms(), Seat(0), &band, Some(0)).unwrap().faults;
    assert_eq!(Celtiques::check_band(&terms(), Seat(0), &band).is_ok(), faults.is_empty());
    faults.first().map_or(String::new(), |fault| fault.code.clone())
}

/// CEL-CRE-04: ready made heroes cost what is written.
#[test]
fn cel_cre_04_ready_made_heroes_cost_what_is_written() {
    // CEL-R95: all within the points of creation.
    for row in &tables().character {
        let hero = row.hero();
        let band = Band { name: "Éduens".to_owned(), heroes: vec![hero], campaign: None };
        let appraisal = Celtiques::appraise(&terms(), Seat(0), &band, None).unwrap();
        assert!(appraisal.faults.is_empty(), "{}: {:?}", row.name, appraisal.faults);
        let tally = |key: &str| appraisal.members[0].tallies.iter().find(|it| it.key == key).unwrap().n;
        assert_eq!(
            (tally("skills"), tally("equipment")),
            (row.skill_points, row.equipment_points),
            "{}",
            row.name
        );
        assert_eq!(tally("defence"), i32::from(row.defence_armed), "{}", row.name);
        assert_eq!(tally("attributes"), tables().creation.attribute_points, "{}", row.name);
    }
}

/// CEL-CRE-01, CEL-CRE-02, CEL-CRE-03: what may not be.
#[test]
fn cel_cre_01_what_may_not_be() {
    assert_eq!(code(|_| {}), "");
    assert_eq!(
        code(|hero| {
            hero.attributes.insert(Attr::Fo, 6);
        }),
        "celtiques.hero.attribute"
    );
    assert_eq!(
        code(|hero| {
            hero.attributes.insert(Attr::Fo, 5);
        }),
        "celtiques.hero.attributes"
    );
    assert_eq!(
        code(|hero| {
            hero.skills.insert(Skill::Tir, 8);
        }),
        "celtiques.hero.skill"
    );
    assert_eq!(
        code(|hero| {
            hero.skills.insert(Skill::Tir, 5);
        }),
        "celtiques.hero.skills"
    );
    assert_eq!(code(|hero| hero.confiance = 2), "celtiques.hero.confiance");
    assert_eq!(
        code(|hero| hero.specialities = vec![Special::Force, Special::Force]),
        "celtiques.hero.specialities"
    );
    assert_eq!(code(|hero| hero.weapons.push(Weapon::Couteau)), "celtiques.hero.equipment");
    assert_eq!(
        code(|hero| (hero.weapons, hero.armours) = (vec![Weapon::Epieu], vec![])),
        "celtiques.hero.hands"
    );
    assert_eq!(
        code(|hero| (hero.weapons, hero.armours) = (vec![Weapon::Javelot; 4], vec![])),
        "celtiques.hero.gear"
    );
    // CEL-TET-02.
    let many = |hero: &mut Hero| {
        (hero.items, hero.weapons, hero.armours, hero.shields) =
            (vec![Item::Tete; 5], vec![], vec![], vec![]);
    };
    assert!(code(many).starts_with("celtiques.hero."));
    assert_eq!(code(|hero| hero.name = String::new()), "celtiques.hero.name");
}

/// CEL-PLY-01: formats of the scenarios.
#[test]
fn cel_ply_01_formats_of_the_scenarios() {
    let takes = |scenario: &str| -> Vec<(u8, u8)> {
        (1..=8)
            .filter_map(|seats| Celtiques::usual(scenario, seats))
            .map(|terms| (terms.seats, terms.size))
            .collect()
    };
    assert_eq!(takes("cercle"), [(2, 1)]);
    assert_eq!(takes("gue"), [(2, 2), (4, 1), (6, 1), (8, 1)]);
    assert_eq!(takes("chemin"), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    assert_eq!(takes("haut_roi"), [(1, 2), (2, 1), (3, 1), (4, 1)]);
    let led =
        Terms { seats: 3, more: Some(json!({ "mj": true })), ..Celtiques::usual("haut_roi", 2).unwrap() };
    assert!(Celtiques::check_terms(&led).is_ok());
    assert!(!Celtiques::role(&led, Seat(2)).unwrap().wins && Celtiques::role(&led, Seat(1)).is_none());
}

/// CEL-PLY-01: who shares a side reads it in the lobby.
#[test]
fn cel_ply_01_who_shares_a_side_reads_it_in_the_lobby() {
    let side = |seats: u8, seat: u8| {
        Celtiques::role(&Celtiques::usual("gue", seats).unwrap(), Seat(seat)).map(|role| role.key)
    };
    assert_eq!(side(2, 0), None);
    assert_eq!([0, 1, 2, 3].map(|seat| side(4, seat).unwrap()), ["side.0", "side.1", "side.0", "side.1"]);
}

#[test]
fn ready_made_heroes_bear_proper_names_in_either_language() {
    let terms = Celtiques::usual("cercle", 2).unwrap();
    let name = |lang| Celtiques::own_band(&terms, Seat(0), 0, lang, &[]).heroes[0].name.clone();
    assert_eq!([name(Lang::Fr), name(Lang::En)], ["Ambiomaros", "Ambiomaros"]);
}

#[test]
fn nobody_is_numbered_whose_name_nobody_else_bears() {
    let terms = Celtiques::usual("cercle", 2).unwrap();
    for from in 0..16 {
        let mut bands = Vec::new();
        for seat in [0, 1] {
            bands.push(Celtiques::own_band(&terms, Seat(seat), from, Lang::Fr, &bands));
        }
        let [one, other] = [0, 1].map(|n| bands[n].heroes[0].name.clone());
        assert!(one != other && !format!("{one}{other}").contains(char::is_numeric), "{one}, {other}");
    }
    let mut own = Vec::new();
    for _ in 0..=tables().character.len() {
        own.push(Celtiques::own_band(&terms, Seat(0), 0, Lang::Fr, &own));
    }
    let names: Vec<&str> = own.iter().map(|band| band.heroes[0].name.as_str()).collect();
    assert_eq!(
        (names[0], names[1].contains(char::is_numeric), names[6]),
        ("Ambiomaros", false, "Ambiomaros 2")
    );
}

#[test]
fn a_band_goes_to_the_shelf_and_comes_back_as_it_was() {
    let band = band(|_| {});
    let kept = Celtiques::check_shelf(WorkKind::Band, &serde_json::to_value(&band).unwrap()).unwrap();
    assert_eq!(serde_json::from_value::<Band>(kept.clone()).unwrap(), band);
    assert_eq!(Celtiques::check_shelf(WorkKind::Band, &kept).unwrap(), kept);
    // CEL-FIN-05: enlisted, it counts its games.
    let enlisted = Celtiques::enlist(&band).unwrap().unwrap();
    assert_eq!(enlisted.campaign, Some(0));
    let campaign = Celtiques::for_campaign(&terms());
    assert!(
        Celtiques::in_campaign(&campaign) && Celtiques::check_band(&campaign, Seat(0), &enlisted).is_ok()
    );
    assert!(Celtiques::check_band(&terms(), Seat(0), &enlisted).is_err());
}

/// Ready-made heroes that another band has get other names, of men or of women; typed names stay.
#[test]
fn a_band_that_another_has_gets_other_names_and_typed_names_stay() {
    let terms = Terms { size: 3, ..Celtiques::usual("gue", 2).unwrap() };
    let [chief, naked, _, acrobat, ..] = &tables().character[..] else { panic!("six are ready") };
    let heroes = vec![chief.hero(), acrobat.hero(), Hero { name: "Raoul".to_owned(), ..naked.hero() }];
    let first = Band { name: "Les Chênes Noirs".to_owned(), heroes, campaign: None };
    Celtiques::check_band(&terms, Seat(0), &first).unwrap();
    let band = Celtiques::renamed(first.clone(), Lang::En, std::slice::from_ref(&first));
    Celtiques::check_band(&terms, Seat(1), &band).unwrap();
    let names: Vec<&str> = band.heroes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        (&*band.name, names),
        ("Children of the Boar", vec!["Vercassivellaunos", "Catubodua", "Raoul"])
    );
    for (one, was) in band.heroes.iter().zip(&first.heroes) {
        assert_eq!(Hero { name: was.name.clone(), ..one.clone() }, *was, "all else stays");
    }
    // A third one is told apart from both.
    let third = Celtiques::renamed(first.clone(), Lang::Fr, &[first, band]);
    let names: Vec<&str> = third.heroes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((&*third.name, names), ("Les Enfants du Sanglier", vec!["Sedullos", "Andarta", "Raoul"]));
}

/// Names that are lent are those of men or women, as every ready-made hero is, and leave room for a number.
#[test]
fn every_ready_made_hero_is_lent_a_name_of_its_kind() {
    for hero in tables().character.iter().map(Character::hero) {
        let kinds = LENT.folk.iter().filter(|kind| kind.heroes.contains(&hero.name)).count();
        assert_eq!(kinds, 1, "{}", hero.name);
    }
    let mut names: Vec<&str> = LENT.all().collect();
    assert!(names.iter().all(|name| name.trim() == *name && name.chars().count() <= 28), "{names:?}");
    let many = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), LENT.bands.fr.len()), (many, LENT.bands.en.len()));
}

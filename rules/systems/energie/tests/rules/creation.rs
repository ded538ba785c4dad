//! Creation (G3).

use super::harness::*;
use bagarre_energie::Energie;
use bagarre_energie::testkit::band::{budget, cost};
use bagarre_energie::testkit::ids::{Domain, Kind, Protection, Scenario, Skill, Weapon};
use bagarre_energie::testkit::library;
use bagarre_energie::testkit::setup::{Band, Hero, Purse};
use bagarre_energie::testkit::tables::{Worn, tables};
use bagarre_kit::contract::{Lang, Refuse, Ruleset, Seat};
use bagarre_kit::gather::{Gather, Terms};
use serde_json::json;

fn terms() -> Terms {
    Energie::usual("entrepot", 2).unwrap()
}

/// The code of what is wrong with a hero.
fn fault(hero: Hero) -> Option<&'static str> {
    let band = Band { name: "Groupe".to_owned(), heroes: vec![hero], purse: None };
    Energie::check_band(&terms(), Seat(0), &band).err().map(|illegal| illegal.code())
}

/// ENE-CRE-01, ENE-CRE-05: scores and budget.
#[test]
fn ene_cre_01_scores_and_budget() {
    assert_eq!(fault(hero("A", 3, 2)), None);
    assert_eq!(fault(hero("A", 6, 1)), Some("energie.hero.scores"));
    let mut beast = armed(hero("A", 6, 1), &[Weapon::Griffes]);
    beast.kind = Kind::Animal;
    assert_eq!((fault(beast.clone()), cost(&beast)), (None, 47 + 7));
    assert_eq!(fault(skilled(hero("A", 5, 5), &[Skill::Charge])), Some("energie.hero.budget"));
    assert_eq!(fault(hero("A", 0, 2)), Some("energie.hero.scores"));
}

/// ENE-CRE-01, ENE-CRE-02, ENE-CRE-03: the price of each score, and of what else is bought.
#[test]
fn ene_cre_01_prices() {
    let physique = [1, 2, 3, 4, 5, 6].map(|score| cost(&armed(hero("A", score, 1), &[])));
    assert_eq!(physique, [0, 9, 18, 29, 38, 47]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|score| cost(&armed(hero("A", 1, score), &[]))), [0, 3, 6, 9, 12, 15]);
    let bare = armed(hero("A", 1, 1), &[]);
    let robot = Hero { kind: Kind::Robot, ..bare.clone() };
    assert_eq!((cost(&robot), cost(&Hero { vol: true, ..robot.clone() })), (2, 2 + 6));
    assert_eq!(cost(&powered(bare.clone(), Domain::Tir)), 5);
    assert_eq!(cost(&armed(bare.clone(), &[Weapon::Poing, Weapon::Molotov])), 3);
    assert_eq!(cost(&armed(bare.clone(), &[Weapon::Taser])), 3, "range alone");
    assert_eq!(cost(&skilled(Hero { pe_bonus: 4, ..bare }, &[Skill::Charge, Skill::OndeMentale])), 8 + 4 + 6);
}

/// ENE-CRE-01, ENE-CRE-02, ENE-R56: ready made heroes cost what the table says.
#[test]
fn ene_cre_01_ready_made_heroes_cost_what_the_table_says() {
    for (n, row) in tables().characters.iter().enumerate() {
        let hero = library::ready(n, 0);
        assert_eq!(cost(&hero), row.cost, "{}", row.name);
        let pe = 3 + i16::from(row.physique) + i16::from(row.mental) + i16::from(row.pe_bonus);
        assert_eq!(pe, row.pe_max, "{}: ENE-COR-09", row.name);
    }
}

/// ENE-FIN-07: a campaign gives a hero points up to 80.
#[test]
fn ene_fin_07_a_campaign_gives_points_up_to_eighty() {
    assert_eq!([0, 7, 500].map(|points| budget(Some(Purse { points, games: 1 }))), [60, 67, 80]);
}

/// ENE-STA-06, ENE-COR-12: what each sequel of a campaign takes.
#[test]
fn ene_sta_06_what_each_sequel_takes() {
    let sheet = |face: u8| {
        let hurt = Hero { sequels: vec![face], ..hero("A", 3, 2) };
        let mut setup = setup(Scenario::Entrepot, "1v1", &[vec![hurt], vec![hero("B", 3, 2)]]);
        setup.campaign = true;
        setup.bands.iter_mut().for_each(|band| band.purse = Some(Purse::default()));
        Energie::new(&setup).unwrap().scene.fighter(A).sheet.clone()
    };
    let found = [1, 2, 3, 4, 5, 6].map(sheet).map(|it| (it.land, it.weak_arm, it.weak_eye, it.pe_max));
    let (lame, arm, eye, weak) =
        ((8, false, false, 8), (10, true, false, 8), (10, false, true, 8), (10, false, false, 7));
    assert_eq!(found, [lame, lame, arm, arm, eye, weak]);
}

/// ENE-FIN-07: more points than a band can earn are refused, however many.
#[test]
fn ene_fin_07_no_purse_is_too_large_to_be_refused() {
    let more = Some(json!({ "campaign": true }));
    let terms = Terms { more, ..terms() };
    let purse = Some(Purse { points: i32::MAX, games: 1 });
    let band = Band { name: "Groupe".to_owned(), heroes: vec![hero("A", 3, 2)], purse };
    let refused = Energie::check_band(&terms, Seat(0), &band).err().map(|illegal| illegal.code());
    assert_eq!(refused, Some("energie.purse"));
}

/// ENE-CRE-02: weapons.
#[test]
fn ene_cre_02_weapons() {
    let price = |weapons: &[Weapon]| cost(&armed(hero("A", 1, 1), weapons));
    assert_eq!(price(&[Weapon::Couteau]), 7 + 1);
    assert_eq!(price(&[Weapon::FusilPompe]), 17 + 3);
    assert_eq!(price(&[Weapon::GrosCalibre, Weapon::Tonfa, Weapon::Couteau]), 13 + 3 + 1);
    assert_eq!(price(&[Weapon::Epee, Weapon::Grenade, Weapon::Mine]), 13 + 5 + 6);
    assert_eq!(
        fault(armed(hero("A", 2, 1), &[Weapon::Molotov, Weapon::Molotov, Weapon::Mine])),
        Some("energie.hero.weapon")
    );
    assert_eq!(fault(armed(hero("A", 2, 1), &[Weapon::CanonMonte])), Some("energie.hero.weapon"));
    assert_eq!(fault(armed(hero("A", 2, 1), &[Weapon::LameBras])), Some("energie.hero.weapon"));
}

/// ENE-CRE-03: protections maitrises and fp.
#[test]
fn ene_cre_03_protections_maitrises_and_fp() {
    let combat = worn(hero("A", 2, 1), &[Protection::Combat]);
    assert_eq!((fault(combat.clone()), cost(&combat) - cost(&hero("A", 2, 1))), (None, 15));
    let twice = worn(hero("A", 2, 1), &[Protection::Plaque, Protection::GrandBouclier]);
    assert_eq!(fault(twice), Some("energie.hero.protection"));
    let mage = skilled(combat, &[Skill::OndeMentale]);
    assert_eq!(fault(mage), Some("energie.hero.protection"), "two with a prodige");
    assert_eq!(fault(worn(hero("A", 2, 1), &[Protection::Blindage])), Some("energie.hero.protection"));
    assert_eq!(fault(powered(hero("A", 2, 1), Domain::Psychique)), Some("energie.hero.fp"));
    let four = [Skill::Charge, Skill::Feinte, Skill::Ralliement, Skill::Desarmement];
    assert_eq!(fault(skilled(hero("A", 2, 1), &four)), Some("energie.hero.skills"));
    let mut tough = hero("A", 2, 1);
    tough.pe_bonus = 5;
    assert_eq!(fault(tough), Some("energie.hero.pe"));
}

/// ENE-PRO-02, ENE-R61: every protection of the table is on a sheet that is taken, or on a vehicle of a map.
#[test]
fn ene_pro_02_every_protection_of_the_table_is_there_to_be_had() {
    for row in &tables().protections {
        let bought = Kind::ALL.iter().any(|kind| {
            let claws = if *kind == Kind::Animal { Weapon::Griffes } else { Weapon::Epee };
            let own = armed(worn(hero("A", 2, 1), &[row.id]), &[claws]);
            fault(Hero { kind: *kind, ..own }).is_none()
        });
        let cars = tables().arenas.iter().flat_map(|arena| &arena.vehicles);
        let built = row.kind == Worn::Vehicule && cars.into_iter().any(|car| car.protection == row.value);
        assert!(bought || built, "{} of {}", row.id.id(), row.value);
    }
}

/// ENE-CRE-04: what a kind allows.
#[test]
fn ene_cre_04_what_a_kind_allows() {
    let mut flyer = hero("A", 2, 1);
    flyer.vol = true;
    assert_eq!(fault(flyer), Some("energie.hero.kind"));
    let mut beast = armed(hero("A", 2, 1), &[Weapon::Epee]);
    beast.kind = Kind::Animal;
    assert_eq!(fault(beast), Some("energie.hero.kind"));
    let mut robot = skilled(armed(hero("A", 2, 1), &[Weapon::LameBras]), &[Skill::PremiersSoins]);
    robot.kind = Kind::Robot;
    assert_eq!(fault(robot), Some("energie.hero.kind"));
    assert_eq!(fault(skilled(hero("A", 2, 1), &[Skill::Autoreparation])), Some("energie.hero.kind"));
}

#[test]
fn a_bill_adds_up_and_offers_say_why_not() {
    let band = Energie::ready_band(&terms(), Seat(1));
    let told = Energie::appraise(&terms(), Seat(1), &band, Some(0)).unwrap();
    let sum: i32 = told.members[0].bill.iter().map(|line| line.paid).sum();
    assert_eq!((sum, told.faults.len()), (57, 0));
    assert!(
        told.offers.iter().any(|offer| offer.refused.is_some())
            && told.offers.iter().any(|offer| offer.refused.is_none())
    );
}

/// ENE-PLY-04: who shares a side reads it in the lobby.
#[test]
fn ene_ply_04_who_shares_a_side_reads_it_in_the_lobby() {
    let side = |scenario: &str, seats: u8, seat: u8| {
        Energie::role(&Energie::usual(scenario, seats).unwrap(), Seat(seat)).map(|role| role.key)
    };
    assert_eq!(side("entrepot", 2, 0), None);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| side("entrepot", 4, seat).unwrap()),
        ["side.0", "side.0", "side.1", "side.1"]
    );
}

#[test]
fn ready_made_heroes_and_their_bands_bear_proper_names_in_either_language() {
    let band = |seat, lang| Energie::own_band(&terms(), Seat(seat), 0, lang, &[]);
    for lang in [Lang::Fr, Lang::En] {
        let band = band(0, lang);
        assert_eq!((&*band.name, &*band.heroes[0].name), ("Jules", "Jules"));
    }
    let mut names = (0..library::many()).map(|n| library::ready(n, 0).name);
    assert!(names.all(|name| !name.contains(',')));
    // A later seat lends another hero, or another name.
    let [first, second] = [band(0, Lang::Fr), band(1, Lang::Fr)];
    let third = Energie::own_band(&terms(), Seat(0), 0, Lang::En, &[first, second]);
    assert_eq!((&*third.name, &*third.heroes[0].name), ("Alma Ferrand", "Alma Ferrand"));
    let called = Band { name: "jules".to_owned(), heroes: Vec::new(), purse: None };
    assert_eq!(Energie::own_band(&terms(), Seat(0), 0, Lang::En, &[called]).name, "Karim");
}

/// ENE-R62: each side is dealt the heroes named for it, whether one seat runs it or two; elsewhere they come in the order of the table.
#[test]
fn ene_r62_a_new_room_deals_heroes_by_scenario_and_format() {
    let names = |scenario: &str, seats: u8| -> Vec<String> {
        let terms = Energie::usual(scenario, seats).unwrap();
        let bands = (0..seats).map(|seat| Energie::ready_band(&terms, Seat(seat)));
        bands.flat_map(|band| band.heroes).map(|hero| hero.name).collect()
    };
    for seats in [2, 4] {
        assert_eq!(names("docks", seats), ["R-73", "Vasseur", "Karim", "Nyx"]);
    }
    assert_eq!(names("poursuite", 2), ["Alma Ferrand", "Jules"]);
    assert_eq!(names("colosse", 2), ["Jules", "Alma Ferrand"]);
}

/// ENE-PLY-05: a hero that gives way to one at the table is not twice in a band.
#[test]
fn ene_ply_05_a_hero_that_is_taken_gives_way_to_one_that_the_band_lacks() {
    let terms = Terms { more: Some(json!({ "format": "2v2" })), ..Energie::usual("docks", 2).unwrap() };
    let mut taken = Energie::ready_band(&terms, Seat(0));
    taken.heroes.truncate(1);
    let band = Energie::own_band(&terms, Seat(0), 0, Lang::Fr, &[taken]);
    let names: Vec<&str> = band.heroes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((&*band.name, names), ("Karim", vec!["Karim", "Vasseur"]));
}

#[test]
fn a_referee_without_heroes_is_called_by_the_role() {
    let terms =
        Terms { more: Some(json!({ "mj": true })), seats: 3, ..Energie::usual("entrepot", 2).unwrap() };
    let name = |lang| Energie::own_band(&terms, Seat(2), 0, lang, &[]).name;
    assert_eq!([name(Lang::Fr), name(Lang::En)], ["Meneur de jeu", "Game master"]);
}

/// Ready-made heroes that another band has get other names of their kind; typed names stay.
#[test]
fn a_party_that_another_band_has_gets_other_names_and_typed_names_stay() {
    let terms = Terms { more: Some(json!({ "format": "3v3" })), ..Energie::usual("docks", 2).unwrap() };
    let mut first = Energie::ready_band(&terms, Seat(0));
    first.name = "Les Oubliés".to_owned();
    first.heroes[2] = Hero { name: "Raoul".to_owned(), ..first.heroes[2].clone() };
    let mut second = first.clone();
    second.heroes[1] = Hero { id: second.heroes[1].id, ..library::ready(3, 0) };
    let robot = Band { heroes: vec![library::ready(3, 0)], name: "B-12".to_owned(), purse: None };
    let band = Energie::renamed(second.clone(), Lang::En, &[first.clone(), robot]);
    Energie::check_band(&terms, Seat(1), &band).unwrap();
    let names: Vec<&str> = band.heroes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((&*band.name, names), ("The Night Shift", vec!["Octave", "K-40", "Raoul"]));
    for (one, was) in band.heroes.iter().zip(&second.heroes) {
        assert_eq!(Hero { name: was.name.clone(), ..one.clone() }, *was, "all else stays");
    }
    // A band that is called after its first hero follows that hero.
    let called = |name: &str| Band { name: name.to_owned(), ..Energie::ready_band(&self::terms(), Seat(0)) };
    let band = Energie::renamed(called("Jules"), Lang::Fr, &[called("Jules")]);
    assert_eq!((&*band.name, &*band.heroes[0].name), ("Octave", "Octave"));
}

/// Names that are lent are of every kind that a ready-made hero is, and leave room for a number.
#[test]
fn every_ready_made_hero_is_lent_a_name_of_its_kind() {
    let lent = &library::LENT;
    for hero in (0..library::many()).map(|n| library::ready(n, 0)) {
        let kinds = lent.folk.iter().filter(|kind| kind.heroes.contains(&hero.name)).count();
        assert_eq!(kinds, 1, "{}", hero.name);
    }
    let mut names: Vec<&str> = lent.all().collect();
    assert!(names.iter().all(|name| name.trim() == *name && name.chars().count() <= 28), "{names:?}");
    let many = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), lent.bands.fr.len()), (many, lent.bands.en.len()));
}

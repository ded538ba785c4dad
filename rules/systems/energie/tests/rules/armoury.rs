//! What each weapon of the tables does in a fight (ENE-DMG-01, ENE-MAP-04, ENE-ACT-08, ENE-PRO-04).

use super::harness::*;
use bagarre_energie::testkit::command::{Act, Aim, Strike};
use bagarre_energie::testkit::ids::{Kind, Link, Protection, Scenario, Skill, Source, Weapon, Zone};
use bagarre_energie::testkit::legal::{reach, reach_mounted};
use bagarre_energie::testkit::setup::Setup;
use bagarre_energie::testkit::space::harms;
use serde_json::json;

/// Zones of the longest map.
const ZONES: u8 = 12;

/// A street of twelve zones in a row, each seen from each, with a car at its head.
fn street(a: &[Weapon], skills: &[Skill]) -> Fight {
    let id = |n: u8| format!("z{n}");
    let zones: Vec<_> = (0..ZONES).map(|n| json!({ "id": id(n), "x": n % 6, "y": n / 6 })).collect();
    let links: Vec<_> = (1..ZONES)
        .map(|n| json!({ "a": id(n - 1), "b": id(n), "m": 3, "sol": "libre", "route": true }))
        .collect();
    let views: Vec<_> = (0..ZONES).flat_map(|a| (a + 2..ZONES).map(move |b| json!([id(a), id(b)]))).collect();
    let bands = [vec![skilled(armed(hero("A", 3, 2), a), skills)], vec![hero("B", 3, 2)]];
    let mut stated = serde_json::to_value(setup(Scenario::Entrepot, "1v1", &bands)).unwrap();
    stated["map"] = json!({
        "id": "rue", "name": "La rue", "zones": zones, "links": links, "vues": views, "deploy": [["z0"], ["z11"]], "entrees": ["z0"], "danger": [],
        "vehicles": [{ "id": "car", "zone": "z0", "pe": 6, "protection": 0, "places": 2, "immobile": false }],
    });
    let setup: Setup = serde_json::from_value(stated).unwrap();
    Fight::of(&setup).who(A, |it| it.zone = Some(Zone(0))).acts(A)
}

/// The farthest zone that a strike reaches without and with the penalty of distance; `None` beyond the map.
fn ranges(weapons: &[Weapon], strike: Strike, area: bool) -> [Option<u8>; 2] {
    let reached = |n: u8| {
        let fight = street(weapons, &[]).who(B, |it| it.zone = Some(Zone(n)));
        let aim = if area { Aim::Zone(Zone(n)) } else { Aim::Who(B) };
        reach(fight.play().state.public(), A, 0, aim, strike).ok().map(|it| it.far)
    };
    let last = |far: bool| (0..ZONES).filter(|n| reached(*n).is_some_and(|it| far || !it)).max();
    [last(false), last(true)].map(|zone| zone.filter(|n| *n < ZONES - 1))
}

/// ENE-MAP-04: weapons reach as far as printed, and twice as far with a penalty.
#[test]
fn ene_map_04_weapons_reach_as_far_as_printed() {
    use Weapon::*;
    let shot = [
        (Taser, 1),
        (Arc, 3),
        (PistoletLeger, 2),
        (Arbalete, 4),
        (GrosCalibre, 2),
        (PistoletMitrailleur, 3),
        (CanonScie, 1),
        (FusilPompe, 1),
    ];
    for (weapon, zones) in shot {
        let found = ranges(&[weapon], Strike::Normal, false);
        assert_eq!(found, [Some(zones), Some(2 * zones)], "{weapon:?}");
    }
    assert_eq!(ranges(&[FusilAssaut], Strike::Normal, false), [Some(6), None]);
    assert_eq!(ranges(&[FusilSniper], Strike::Normal, false), [None, None]);
    let hurled = [(Couteau, 1), (Dague, 1), (Harpon, 1), (Javelot, 2), (Hache, 1), (Lance, 1), (Trident, 1)];
    for (weapon, zones) in hurled {
        let found = ranges(&[weapon], Strike::Thrown, false);
        assert_eq!(found, [Some(zones), Some(2 * zones)], "{weapon:?} thrown");
    }
    for (weapon, zones) in [(Molotov, 1), (Grenade, 2)] {
        assert_eq!(ranges(&[weapon], Strike::Normal, true), [Some(zones), Some(2 * zones)], "{weapon:?}");
    }
}

/// ENE-ATT-09: long weapons strike across a short link, others in their own zone.
#[test]
fn ene_att_09_long_weapons_strike_across_a_short_link() {
    use Weapon::*;
    let long = [Baton, Harpon, Javelot, Lance, Trident, FouetElectrique, Fouet];
    let short = [Poing, Pied, Improvisee, Tonfa, Couteau, Dague, CranArret, Rasoir, Epee, Hache, Machette];
    for (weapons, zone) in [(&long[..], 1), (&short[..], 0)] {
        for weapon in weapons {
            assert_eq!(ranges(&[*weapon], Strike::Normal, false), [Some(zone); 2], "{weapon:?}");
        }
    }
}

/// ENE-PRO-04, ENE-DMG-01: a shield leaves a hand for weapons of one hand, which strike with their damage.
#[test]
fn ene_pro_04_a_shield_leaves_a_hand_for_weapons_of_one() {
    use Weapon::*;
    let one = [
        (Improvisee, 1),
        (Tonfa, 1),
        (Taser, 1),
        (Couteau, 2),
        (Dague, 2),
        (CranArret, 2),
        (Rasoir, 2),
        (PistoletLeger, 2),
        (Javelot, 2),
        (Epee, 3),
        (Hache, 3),
        (Machette, 3),
        (GrosCalibre, 3),
        (FouetElectrique, 3),
        (CanonScie, 4),
        (Fouet, 1),
    ];
    let two = [
        (Arc, 2),
        (Baton, 2),
        (Harpon, 2),
        (Arbalete, 3),
        (Lance, 3),
        (Trident, 3),
        (PistoletMitrailleur, 3),
        (FusilPompe, 4),
        (FusilAssaut, 4),
        (FusilSniper, 4),
    ];
    let duel = |weapon, shield: bool| {
        let bare = armed(hero("A", 3, 2), &[weapon]);
        let a = if shield { worn(bare, &[Protection::PetitBouclier]) } else { bare };
        Fight::duel(a, hero("B", 3, 2)).play()
    };
    for (weapon, damage) in one {
        let mut play = duel(weapon, true);
        assert!(play.f(A).arms.iter().any(|arm| arm.weapon == weapon && arm.held), "{weapon:?}");
        play.act(blow(B), "5 2 3");
        assert_eq!(play.damage(), Some(damage), "{weapon:?}");
    }
    for (weapon, damage) in two {
        assert_eq!(duel(weapon, true).refused(blow(B)), "energie.act.hands", "{weapon:?}");
        let mut play = duel(weapon, false);
        play.act(blow(B), "5 2 3");
        assert_eq!(play.damage(), Some(damage), "{weapon:?}");
    }
}

/// ENE-VEH-03, ENE-DMG-01: mounted weapons strike with 5; a missile strikes a zone, a torpedo what is in water.
#[test]
fn ene_veh_03_mounted_weapons_strike_with_five() {
    let mounted = |weapon| {
        street(&[], &[]).with(move |scene| {
            scene.vehicles[0].weapon = Some(weapon);
            scene.vehicles[0].driver = Some(A);
            scene.fighters[0].aboard = Some(0);
            scene.fighters[1].zone = Some(Zone(ZONES - 1));
        })
    };
    for weapon in [Weapon::CanonMonte, Weapon::LaserMonte] {
        let mut play = mounted(weapon).play();
        play.act(Act::Fire { at: Aim::Who(B) }, "5 2 2");
        assert_eq!(play.damage(), Some(5), "{weapon:?}");
    }
    let mut play = mounted(Weapon::Missile).play();
    assert!(reach_mounted(play.state.public(), A, Aim::Who(B)).is_err());
    let before = play.pe(B);
    play.act(Act::Fire { at: Aim::Zone(Zone(ZONES - 1)) }, "5 2 2");
    assert_eq!(play.pe(B), before - 5);
    let play = mounted(Weapon::Torpille).play();
    assert!(reach_mounted(play.state.public(), A, Aim::Who(B)).is_err(), "no water");
}

/// ENE-ACT-08: a sawn-off gun shoots twice, and loading it takes one action.
#[test]
fn ene_act_08_a_sawn_off_gun_shoots_twice() {
    let mut play = Fight::duel(armed(hero("A", 3, 2), &[Weapon::CanonScie]), hero("B", 3, 2)).play();
    play.act(blow(B), "2 2 3").act(Act::Load { arm: 0 }, "");
    assert_eq!(
        play.f(A).arms.iter().find(|arm| arm.weapon == Weapon::CanonScie).map(|arm| arm.shots),
        Some(0)
    );
}

/// ENE-CRE-04, ENE-R29: claws take no hand and strike with their damage.
#[test]
fn ene_cre_04_claws_strike_with_their_damage() {
    for (weapon, damage) in [(Weapon::Griffes, 2), (Weapon::PetitesGriffes, 1)] {
        let mut beast = armed(hero("A", 3, 2), &[weapon]);
        beast.kind = Kind::Animal;
        let mut play = Fight::duel(beast, hero("B", 3, 2)).play();
        play.act(blow(B), "5 2 3");
        assert_eq!(play.damage(), Some(damage), "{weapon:?}");
    }
}

/// ENE-MAI-03: a wave goes two zones far.
#[test]
fn ene_mai_03_a_wave_goes_two_zones_far() {
    let wave = |n: u8| {
        let fight = street(&[], &[Skill::OndeMentale]);
        fight.who(B, |it| it.zone = Some(Zone(n))).play()
    };
    wave(2).act(Act::Wave { at: B }, "");
    assert_eq!(wave(3).refused(Act::Wave { at: B }), "energie.act.range");
}

/// ENE-VEH-02: a car drives twenty metres in an action.
#[test]
fn ene_veh_02_a_car_drives_twenty_metres() {
    let drive = |links: u8| Act::Drive { path: (0..links).map(Link).collect(), ram: None };
    let aboard = || {
        street(&[], &[]).with(|scene| {
            scene.vehicles[0].driver = Some(A);
            scene.fighters[0].aboard = Some(0);
        })
    };
    assert_eq!(aboard().play().refused(drive(7)), "energie.move.far", "21 m");
    aboard().play().act(drive(6), "");
}

/// ENE-DOT-04: robots suffer from heat, acid and the like alone.
#[test]
fn ene_dot_04_what_harms_robots() {
    let mut robot = hero("A", 3, 2);
    robot.kind = Kind::Robot;
    let play = Fight::duel(robot, hero("B", 3, 2)).play();
    let spared: Vec<Source> = Source::ALL.iter().copied().filter(|id| !harms(*id, play.f(A))).collect();
    assert_eq!(
        spared,
        [Source::Asphyxie, Source::Noyade, Source::Venin, Source::Poison, Source::PoisonVirulent]
    );
    assert!(Source::ALL.iter().all(|id| harms(*id, play.f(B))));
}

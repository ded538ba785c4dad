//! The tables are whole, and every map can be played.

use bagarre_energie::testkit::arena::map;
use bagarre_energie::testkit::ids::{Arena, Opponent, Scenario, Weapon};
use bagarre_energie::testkit::odds::{net, odds, threshold};
use bagarre_energie::testkit::tables::{opponent, scenario, tables, weapon};

/// ENE-COR-13: chances are those of the table.
#[test]
fn ene_cor_13_chances_are_those_of_the_table() {
    let percent = |dice, threshold, need| {
        let odds = odds(dice, threshold, need, 0, |_, _| 0);
        // Rounded to the nearest.
        (odds.hits * 200 / odds.of).div_ceil(2)
    };
    let rows = [(2, [75, 25, 0]), (3, [88, 50, 13]), (4, [94, 69, 31]), (5, [97, 81, 50])];
    for (dice, chances) in rows {
        assert_eq!([1, 2, 3].map(|need| percent(dice, 4, need)), chances, "{dice} dice");
    }
    assert_eq!([1, 2, 3].map(|need| percent(3, 3, need)), [96, 74, 30]);
    assert_eq!([1, 2, 3].map(|need| percent(3, 5, need)), [70, 26, 4]);
    assert_eq!([1, 2, 3].map(|need| percent(4, 3, need)), [99, 89, 59]);
    assert_eq!([1, 2, 3].map(|need| percent(4, 5, need)), [80, 41, 11]);
}

/// ENE-COR-04, ENE-COR-05, ENE-COR-06: edges never stack and successes pay net.
#[test]
fn ene_cor_04_edges_never_stack_and_successes_pay_net() {
    assert_eq!([threshold(2, 1), threshold(1, 1), threshold(0, 3), threshold(0, 0)], [3, 4, 5, 4]);
    assert_eq!([net(2, 1), net(2, 2), net(2, 3), net(0, 1)], [2, 1, 0, 0]);
}

/// ENE-MAP-01, ENE-MAP-02, ENE-MAP-03: every map holds together.
#[test]
fn ene_map_01_every_map_holds_together() {
    for id in Arena::ALL {
        let map = map(*id);
        assert!((5..=12).contains(&map.places.len()));
        let all = map.zones.steps(0, |_| true);
        assert!(all.iter().all(Option::is_some), "{}: every zone can be reached", map.row.name);
        assert!(map.deploy.len() >= 2 && !map.entries.is_empty());
        // ENE-FIN-02: the whole map burns at the end of turn 8 at the latest.
        let last = map.danger.last().unwrap();
        assert!(last.turn <= 8 && last.zones.len() == map.places.len());
    }
}

/// ENE-OPP-01, ENE-OPP-02: opponents are built as told.
#[test]
fn ene_opp_01_opponents_are_built_as_told() {
    for id in Opponent::ALL {
        let row = opponent(*id);
        assert!(row.menace > 0 && row.pe_max > 0 && !row.weapons.is_empty(), "{:?}", row.id);
    }
    let suspect = opponent(Opponent::Suspect);
    assert_eq!((suspect.physique, suspect.mental, suspect.pe_max), (3, 1, 4));
    assert_eq!(suspect.pe_max, i16::from(suspect.physique + suspect.mental), "ENE-R34: a figurant has P + M");
    assert_eq!(opponent(Opponent::Entite).onde_actions, 1);
}

/// ENE-DMG-01, ENE-DMG-05: weapons go from one to five.
#[test]
fn ene_dmg_01_weapons_go_from_one_to_five() {
    assert!(Weapon::ALL.iter().all(|id| (1..=5).contains(&weapon(*id).damage)));
    assert!(Weapon::ALL.iter().all(|id| (weapon(*id).damage == 5) == weapon(*id).mounted));
}

/// ENE-TUR-01, ENE-FIN-04: twelve turns or those of the scenario.
#[test]
fn ene_tur_01_twelve_turns_or_those_of_the_scenario() {
    let limits: Vec<u8> = Scenario::ALL.iter().map(|id| scenario(*id).turn_limit).collect();
    assert_eq!(limits, [12, 12, 9, 12, 12, 8, 12]);
}

/// ENE-DOT-01, ENE-PRO-02: sources and protections are those of the text.
#[test]
fn ene_dot_01_sources_and_protections_are_those_of_the_text() {
    let per_turn: Vec<u8> = tables().sources.iter().map(|it| it.per_turn).collect();
    assert_eq!(per_turn, [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    let values: Vec<u8> = tables().protections.iter().take(8).map(|it| it.value).collect();
    assert_eq!(values, [1, 1, 1, 1, 2, 2, 3, 4]);
    assert_eq!(
        (tables().healing.natural_living_hours, tables().healing.natural_robot_hours),
        (12, 1),
        "ENE-HEA-01"
    );
}

//! Maps that a set-up states itself: what may be stated, what is played on it, and what its faults say.

use bagarre_celtiques::testkit::ids::{ArenaId, Team};
use bagarre_celtiques::testkit::setup::Setup;
use bagarre_celtiques::testkit::tables::tables;
use bagarre_celtiques::{Celtiques, View};
use bagarre_kit::conformance::{Effort, Players, TestKit, all, check, own_maps, ready};
use bagarre_kit::contract::{Audience, Lang, Refuse, Ruleset};
use bagarre_kit::gather::Gather;
use bagarre_kit::hex::Hex;
use serde_json::{Value, json};

/// A clearing with a brook, a palisade and a mound.
fn clearing() -> Value {
    json!({
        "id": "clairiere", "name": "La clairière", "width": 12, "height": 7,
        "rows": [
            "ff...XX...ff",
            "f....XX....f",
            ".....gg.....",
            "...#.bb.#^..",
            ".....gg.....",
            "f....XX....f",
            "ff...XX...ff",
        ],
        "deploy": [[0, 2, 1, 4], [10, 2, 11, 4]],
        "entrees": [[11, 3]],
        "objective": { "letter": "g", "from_turn": 2, "points": 2 },
        "exit_side0": { "cols": [11, 11], "rows": [2, 4] },
        "exit_beast": { "cols": [0, 0], "rows": [2, 4] },
        "standard": [9, 3],
        "boss_at": [9, 3],
    })
}

fn played(scenario: &str, seats: u8) -> Setup {
    ready::<Celtiques>(&Celtiques::usual(scenario, seats).unwrap())
}

/// A set-up with a map of its own.
fn on(setup: &Setup, map: &Value) -> Setup {
    let mut value = serde_json::to_value(setup).unwrap();
    value["map"] = map.clone();
    serde_json::from_value(value).unwrap()
}

/// The map of the tables as a set-up would state it.
fn printed(id: ArenaId) -> Value {
    serde_json::to_value(tables().arena(id)).unwrap()
}

/// CEL-HEX-01, CEL-HEX-05, CEL-HEX-06: grounds, sight and places are those of the stated map, and a view shows it.
#[test]
fn cel_hex_05_a_set_up_may_state_its_own_map() {
    let setup = on(&played("gue", 4), &clearing());
    let state = Celtiques::new(&setup).unwrap();
    let view: View = Celtiques::view(&state, Audience::Spectator);
    assert_eq!(view.map.rows[3], "...#.bb.#^..");
    assert_eq!((view.map.deploy[1], view.map.objective), ([10, 2, 11, 4], Some(("g".to_owned(), 2))));
    let board = &state.fixed.board;
    assert_eq!(
        (board.size(), board.letter(Hex::new(9, 3)), board.height(Hex::new(9, 3))),
        ((12, 7), '^', 150)
    );
    assert!(board.sees(Hex::new(4, 3), Hex::new(7, 3)) && !board.sees(Hex::new(0, 3), Hex::new(7, 3)));
    assert!(board.is_edge(Team::Second, Hex::new(11, 3)));
    for fighter in &state.scene.fighters {
        assert!(board.stands(fighter.pose.at), "{:?}", fighter.pose.at);
    }
    assert_eq!(Celtiques::from_position(&Celtiques::position(&state)).unwrap(), state);
}

/// CEL-R96: how far those who march have come is told for the map of the scenario alone.
#[test]
fn cel_r96_on_a_stated_map_those_who_march_begin_in_its_zone() {
    let state = Celtiques::new(&on(&played("chemin", 2), &clearing())).unwrap();
    assert_eq!(state.fixed.zone(Team::First), [0, 2, 1, 4]);
}

/// A map of the tables that is stated is played as the map itself: the same facts from the same dice.
#[test]
fn a_stated_copy_of_a_map_is_played_as_the_map_itself() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: 6_000 };
    for scenario in ["cercle", "gue", "haut_roi", "sanglier", "etendard"] {
        let setup = played(scenario, 2);
        let stated = on(&setup, &printed(setup.arena));
        let [own, table] =
            [&stated, &setup].map(|it| check::<Celtiques>(it, 7, Players::Bot("any"), &effort));
        assert_eq!(own.digest, table.digest, "{scenario}");
    }
}

#[test]
fn games_on_a_stated_map_keep_all_promises() {
    let effort = Effort { every: 20, options: 20, commands: 10, positions: 6, bound: 6_000 };
    let tables: Vec<Setup> = ["libre", "gue", "etendard", "chemin"]
        .iter()
        .map(|scenario| on(&played(scenario, 2), &clearing()))
        .collect();
    let total = all(&tables, |n, setup| check::<Celtiques>(setup, n, Players::Mixed, &effort));
    assert!(total.questions > 5 && total.bent_positions > 5, "{total:?}");
}

/// What a refusal of a set-up says.
#[track_caller]
fn refused(setup: &Setup) -> String {
    let Err(illegal) = Celtiques::new(setup) else { panic!("the map is accepted") };
    assert_eq!(illegal.code(), "celtiques.map");
    illegal.say(Lang::En)
}

/// A change of a map.
type Change = fn(&mut Value);

/// Each fault of a map names the field that is wrong.
#[test]
fn cel_hex_05_faults_of_a_map_name_their_fields() {
    let cases: [(&str, Change); 22] = [
        ("map.id: a text of 1 to 40 letters", |map| map["id"] = json!(" ")),
        ("map.name: a text of 1 to 40 letters", |map| map["name"] = json!("x\u{7}")),
        ("map.width: 41, where it is 5 to 40 (CEL-HEX-01)", |map| map["width"] = json!(41)),
        ("map.height: -1, where it is 5 to 40 (CEL-HEX-01)", |map| map["height"] = json!(-1)),
        ("map.rows: 6 entries where `height` says 7", |map| drop(map["rows"].as_array_mut().unwrap().pop())),
        ("map.rows[2]: 12 letters, each one of the table (CEL-HEX-05)", |map| map["rows"][2] = json!("....")),
        ("map.rows[4]: 12 letters, each one of the table (CEL-HEX-05)", |map| {
            map["rows"][4] = json!(".....gg....?");
        }),
        ("map.rows[4]: 12 letters, each one of the table (CEL-HEX-05)", |map| {
            map["rows"][4] = json!("éééééé");
        }),
        ("map.deploy[0]: columns and rows of the map, from and to (CEL-DEC-01)", |map| {
            map["deploy"][0] = json!([1, 2, 0, 4]);
        }),
        ("map.deploy[1]: columns and rows of the map, from and to (CEL-DEC-01)", |map| {
            map["deploy"][1] = json!([10, 2, 12, 4]);
        }),
        ("map.deploy[1]: no hexagon of the other side (CEL-HEX-01)", |map| {
            map["deploy"][1] = json!([1, 4, 4, 5]);
        }),
        ("map.deploy[0]: no hexagon outside the fight (CEL-SCN-01)", |map| map["out_letters"] = json!(".")),
        ("map.deploy[1]: room for 2 fighters, one in a hexagon, where it has 0 (CEL-HEX-01)", |map| {
            map["deploy"][1] = json!([5, 0, 6, 1]);
        }),
        ("map.entrees[0]: a hexagon in the fight where a fighter can stand (CEL-MJ-05)", |map| {
            map["entrees"][0] = json!([5, 0]);
        }),
        ("map.entrees: 13 entries, 12 at most", |map| map["entrees"] = json!(vec![[11, 3]; 13])),
        ("map.out_letters: letters of the table (CEL-SCN-01)", |map| map["out_letters"] = json!("?")),
        ("map.objective.letter: one of the table (CEL-SCN-02)", |map| {
            map["objective"]["letter"] = json!("?");
        }),
        ("map.objective.points: 10, where it is 0 to 9 (CEL-SCN-02)", |map| {
            map["objective"]["points"] = json!(10);
        }),
        ("map.exit_side0: columns and rows of the map", |map| {
            map["exit_side0"]["cols"] = json!([11, 30_000]);
        }),
        ("map.exit_beast: columns and rows of the map", |map| {
            map["exit_beast"] = json!({ "cols": [5, 6], "rows": [0, 1] });
        }),
        ("map.standard: a hexagon in the fight where a fighter can stand (CEL-SCN-06)", |map| {
            map["standard"] = json!([3, 3]);
        }),
        ("map.boss_at: a hexagon in the fight where a fighter can stand (CEL-SCN-04)", |map| {
            map["boss_at"] = json!([-1, 3]);
        }),
    ];
    let setup = played("gue", 4);
    for (fault, change) in cases {
        let mut map = clearing();
        change(&mut map);
        let stated = on(&setup, &map);
        let said = refused(&stated);
        assert!(said.lines().any(|line| line.starts_with(fault)), "{fault} is missing in:\n{said}");
        let mut position = Celtiques::position(&Celtiques::new(&setup).unwrap());
        position.setup = stated;
        let said = Celtiques::from_position(&position).unwrap_err().say(Lang::En);
        assert!(said.lines().any(|line| line.starts_with(&format!("setup.{fault}"))), "{fault}:\n{said}");
    }
}

/// CEL-SCN-03, CEL-SCN-05, CEL-SCN-06: a scenario is refused on a map that lacks what its victory needs.
#[test]
fn cel_scn_03_a_map_without_what_its_scenario_needs_is_refused() {
    for (scenario, field, rule) in [
        ("chemin", "exit_side0", "CEL-SCN-03"),
        ("sanglier", "exit_beast", "CEL-SCN-05"),
        ("etendard", "standard", "CEL-SCN-06"),
    ] {
        let setup = played(scenario, 2);
        let mut map = clearing();
        Celtiques::new(&on(&setup, &map)).unwrap();
        map.as_object_mut().unwrap().remove(field);
        let fault = format!("map.{field}: stated, for the scenario ({rule})");
        assert!(refused(&on(&setup, &map)).contains(&fault));
    }
}

/// No map stops a game, and each refusal of one names a field.
#[test]
fn no_map_stops_a_game_of_celtiques() {
    let mut total = own_maps::<Celtiques>(&on(&played("gue", 4), &clearing()), "map", 600);
    for setup in Celtiques::setups().into_iter().step_by(5) {
        let weather = own_maps::<Celtiques>(&on(&setup, &printed(setup.arena)), "map", 20);
        total.positions += weather.positions;
        total.refused += weather.refused;
    }
    assert!(total.positions > 30 && total.refused > 60, "{total:?}");
}

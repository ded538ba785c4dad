//! Maps that a set-up states itself: what may be stated, what is played on it, and what its faults say.

use super::harness::*;
use bagarre_energie::testkit::arena::map;
use bagarre_energie::testkit::ids::{Arena, Scenario, Zone};
use bagarre_energie::testkit::setup::Setup;
use bagarre_energie::{Energie, View};
use bagarre_kit::conformance::{Effort, Players, TestKit, all, check, own_maps};
use bagarre_kit::contract::{Audience, Lang, Refuse, Ruleset};
use serde_json::{Value, json};

/// Five zones: two banks, a footbridge, a canal and a shelter.
fn canal() -> Value {
    json!({
        "id": "canal", "name": "Le canal",
        "zones": [
            { "id": "quai", "x": 0, "y": 0 },
            { "id": "passerelle", "x": 1, "y": 0, "haut": true, "capacite": 2 },
            { "id": "rive", "x": 2, "y": 0 },
            { "id": "eau", "x": 1, "y": 1, "eau": true },
            { "id": "abri", "x": 2, "y": 1, "couvert": 2 }
        ],
        "links": [
            { "a": "quai", "b": "passerelle", "m": 10, "sol": "libre" },
            { "a": "passerelle", "b": "rive", "m": 10, "sol": "libre" },
            { "a": "quai", "b": "eau", "m": 5, "sol": "eau" },
            { "a": "eau", "b": "rive", "m": 5, "sol": "eau" },
            { "a": "rive", "b": "abri", "m": 10, "sol": "libre", "porte": "ouverte" }
        ],
        "vues": [["quai", "rive"]],
        "deploy": [["quai"], ["rive"]],
        "entrees": ["quai", "abri"],
        "danger": [{ "turn": 6, "zones": ["passerelle"], "source": "feu_torche" }]
    })
}

fn pairs() -> Setup {
    setup(
        Scenario::Entrepot,
        "2v2",
        &[vec![hero("A", 3, 2), hero("B", 3, 2)], vec![hero("C", 3, 2), hero("D", 3, 2)]],
    )
}

/// A set-up with a map of its own.
fn on(setup: &Setup, map: &Value) -> Setup {
    let mut value = serde_json::to_value(setup).unwrap();
    value["map"] = map.clone();
    serde_json::from_value(value).unwrap()
}

/// The map of the tables as a set-up would state it.
fn printed(id: Arena) -> Value {
    serde_json::to_value(&*map(id).row).unwrap()
}

/// ENE-MAP-02, ENE-MAP-05: ranges, sight and moves are those of the stated map, and a view shows it.
#[test]
fn ene_map_02_a_set_up_may_state_its_own_map() {
    let setup = on(&pairs(), &canal());
    let state = Energie::new(&setup).unwrap();
    let view: View = Energie::view(&state, Audience::Spectator);
    assert_eq!(view.places[1], "canal.passerelle");
    assert_eq!(view.ways[4], ["canal.rive", "canal.abri"].map(str::to_owned));
    assert_eq!(
        serde_json::to_value(&view.setup).unwrap()["map"],
        serde_json::to_value(&setup).unwrap()["map"]
    );
    assert_eq!((state.scene.zones.len(), state.scene.links.len(), state.scene.burnt.len()), (5, 5, 1));
    let public = state.public();
    assert!(public.sees(Zone(0), Zone(2)) && !public.sees(Zone(0), Zone(4)));
    assert_eq!(public.range(Zone(0), Zone(4)), Some(3));
    let loaded = Energie::from_position(&Energie::position(&state)).unwrap();
    assert_eq!(loaded, state);
    let mut play = Fight::of(&setup).acts(A).with(|scene| scene.fighters[0].zone = Some(Zone(0))).play();
    assert_eq!(play.why_not(walk(&[4])).0, "energie.move.path");
    play.act(walk(&[0]), "");
    assert_eq!(play.f(A).zone, Some(Zone(1)));
}

/// A map of the tables that is stated is played as the map itself: the same facts from the same dice.
#[test]
fn a_stated_copy_of_a_map_is_played_as_the_map_itself() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: 4_000 };
    for setup in Energie::setups().into_iter().step_by(3) {
        let stated = on(&setup, &printed(setup.arena()));
        let [own, table] =
            [&stated, &setup].map(|it| check::<Energie>(it, 7, Players::Bot("daredevil"), &effort));
        assert_eq!(own.digest, table.digest, "{:?}", setup.scenario);
    }
}

#[test]
fn games_on_a_stated_map_keep_all_promises() {
    let effort = Effort { every: 12, options: 20, commands: 10, positions: 8, bound: 4_000 };
    let alone = setup(Scenario::Entrepot, "1v1", &[vec![hero("A", 3, 2)], vec![hero("B", 3, 2)]]);
    let total = all(&[on(&pairs(), &canal()), on(&alone, &canal())], |n, setup| {
        check::<Energie>(setup, n, Players::Mixed, &effort)
    });
    assert!(total.questions > 10 && total.bent_positions > 10, "{total:?}");
}

/// What a refusal of a set-up says.
#[track_caller]
fn refused(setup: &Setup) -> String {
    let Err(illegal) = Energie::new(setup) else { panic!("the map is accepted") };
    assert_eq!(illegal.code(), "energie.map");
    illegal.say(Lang::En)
}

/// A change of a map.
type Change = fn(&mut Value);

/// Each fault of a map names the field that is wrong.
#[test]
fn ene_map_01_faults_of_a_map_name_their_fields() {
    let cases: [(&str, Change); 30] = [
        ("map.id: a text of 1 to 40 letters", |map| map["id"] = json!("")),
        ("map.name: a text of 1 to 40 letters", |map| map["name"] = json!("x".repeat(1_000))),
        ("map.zones: 4 entries, 5 to 12 (ENE-MAP-01)", |map| {
            drop(map["zones"].as_array_mut().unwrap().pop());
        }),
        ("map.zones[1].id: a name", |map| map["zones"][1]["id"] = json!("quai")),
        ("map.zones[1].id: a name", |map| map["zones"][1]["id"] = json!("*")),
        ("map.zones[4].couvert: 3, where it is 0 to 2 (ENE-MAP-03)", |map| {
            map["zones"][4]["couvert"] = json!(3);
        }),
        ("map.zones[0].issue: a side, 0 to 5 (ENE-MAP-03)", |map| map["zones"][0]["issue"] = json!(6)),
        ("map.links: 67 entries, 66 at most", |map| map["links"] = json!(vec![map["links"][0].clone(); 67])),
        ("map.links[0].a: the id of a zone (ENE-MAP-02)", |map| map["links"][0]["a"] = json!("mer")),
        ("map.links[0].b: the id of another zone", |map| map["links"][0]["b"] = json!("quai")),
        ("map.links[1].b: the id of another zone", |map| {
            map["links"][1] = json!({ "a": "passerelle", "b": "quai", "m": 3, "sol": "vide" });
        }),
        ("map.links[2].m: 0, where it is 1 to 100 (ENE-MAP-02)", |map| map["links"][2]["m"] = json!(0)),
        ("map.vues[0]: the ids of two zones (ENE-MAP-05)", |map| map["vues"][0][1] = json!("quai")),
        ("map.deploy: 1 entries, 2 at least", |map| drop(map["deploy"].as_array_mut().unwrap().pop())),
        ("map.deploy: 7 entries, 6 at most", |map| map["deploy"] = json!(vec![["quai"]; 7])),
        ("map.deploy[1]: at least one zone (ENE-DEC-16)", |map| map["deploy"][1] = json!([])),
        ("map.deploy[0][1]: the id of a zone, once (ENE-DEC-16)", |map| {
            map["deploy"][0] = json!(["quai", "quai"]);
        }),
        ("map.deploy[1]: zones with room for the 2 characters of seat 1", |map| {
            map["zones"][2]["capacite"] = json!(1);
        }),
        ("map.deploy_ffa[0]: the id of a zone, once (ENE-FIN-08)", |map| map["deploy_ffa"] = json!(["mer"])),
        ("map.entrees: at least one zone (ENE-MJ-05)", |map| map["entrees"] = json!([])),
        ("map.entrees[0]: the id of a zone, once (ENE-MJ-05)", |map| map["entrees"] = json!(["mer"])),
        ("map.danger[0].zones[0]: the id of a zone, once (ENE-FIN-01)", |map| {
            map["danger"][0]["zones"] = json!(["mer"]);
        }),
        ("map.danger[0]: from a turn on, 1 to 99 (ENE-FIN-01)", |map| map["danger"][0]["turn"] = json!(0)),
        ("map.objectives[0].zone: the id of a zone (ENE-SCN-02)", |map| {
            map["objectives"] = json!([{ "id": "o", "zone": "mer", "from_turn": 1, "points": 1 }]);
        }),
        ("map.objectives[0].points: 10, where it is 0 to 9 (ENE-SCN-02)", |map| {
            map["objectives"] = json!([{ "id": "o", "zone": "quai", "from_turn": 1, "points": 10 }]);
        }),
        ("map.vehicles[0].pe: 11, where it is 5 to 10 (ENE-VEH-01)", |map| {
            map["vehicles"] = json!([{ "id": "v", "zone": "quai", "pe": 11, "protection": 4, "places": 2 }]);
        }),
        ("map.vehicles[0].places: 0, where it is 1 to 9 (ENE-VEH-01)", |map| {
            map["vehicles"] = json!([{ "id": "v", "zone": "quai", "pe": 6, "protection": 4, "places": 0 }]);
        }),
        ("map.consoles[0].req: 0, where it is 1 to 9 (ENE-MAP-07)", |map| {
            map["consoles"] = json!([{ "id": "c", "zone": "quai", "req": 0, "value": -1 }]);
        }),
        ("map.items[0].zone: the id of a zone (ENE-MAP-07)", |map| {
            map["items"] = json!([{ "id": "i", "zone": "mer" }]);
        }),
        ("map.items: 9 entries, 8 at most", |map| {
            map["items"] = json!(vec![json!({ "id": "i", "zone": "quai" }); 9]);
        }),
    ];
    for (fault, change) in cases {
        let mut map = canal();
        change(&mut map);
        let stated = on(&pairs(), &map);
        let said = refused(&stated);
        assert!(said.lines().any(|line| line.starts_with(fault)), "{fault} is missing in:\n{said}");
        let mut position = Energie::position(&Energie::new(&pairs()).unwrap());
        position.setup = stated;
        let said = Energie::from_position(&position).unwrap_err().say(Lang::En);
        assert!(said.lines().any(|line| line.starts_with(&format!("setup.{fault}"))), "{fault}:\n{said}");
    }
}

/// A scenario is refused on a map that lacks what its victory needs, and the zones that it names.
#[test]
fn a_map_without_what_its_scenario_needs_is_refused() {
    let ready = |scenario: &str, seats| {
        use bagarre_kit::gather::Gather;
        bagarre_kit::conformance::ready::<Energie>(&Energie::usual(scenario, seats).unwrap())
    };
    for (scenario, seats, faults) in [
        ("embuscade", 1, vec!["map.zones: one with the id `fourgon`", "map.zones: one with the id `talus`"]),
        ("colosse", 2, vec!["map.zones: one with the id `hangar`", "map.zones: one with the id `fosse`"]),
        (
            "epave",
            2,
            vec![
                "map.zones: one with the id `lagon_ouest`",
                "map.zones: one with `issue` 0",
                "map.items: the case",
            ],
        ),
        ("poursuite", 2, vec!["map.zones: one with `issue` 1"]),
    ] {
        let said = refused(&on(&ready(scenario, seats), &canal()));
        for fault in faults {
            assert!(said.lines().any(|line| line.starts_with(fault)), "{fault} is missing in:\n{said}");
        }
    }
}

/// Fields that are unknown or of another type are named by their path.
#[test]
fn what_is_no_map_is_named_by_its_path() {
    let mut value = serde_json::to_value(pairs()).unwrap();
    value["map"] = canal();
    value["map"]["zones"][0]["colour"] = json!("red");
    assert!(serde_json::from_value::<Setup>(value).unwrap_err().to_string().contains("colour"));
}

/// No map stops a game, and each refusal of one names a field.
#[test]
fn no_map_stops_a_game_of_energie() {
    let mut total = own_maps::<Energie>(&on(&pairs(), &canal()), "map", 900);
    for setup in Energie::setups().into_iter().step_by(4) {
        let weather = own_maps::<Energie>(&on(&setup, &printed(setup.arena())), "map", 40);
        total.positions += weather.positions;
        total.refused += weather.refused;
    }
    assert!(total.positions > 60 && total.refused > 30, "{total:?}");
}

/// Twelve zones, each joined to each by a metre: there are more ways than can be looked at.
#[test]
fn the_densest_map_is_played_in_bounded_time() {
    let zones: Vec<Value> =
        (0..12).map(|n| json!({ "id": format!("z{n}"), "x": n % 4, "y": n / 4 })).collect();
    let pairs_of = (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b)));
    let links: Vec<Value> = pairs_of
        .map(|(a, b)| json!({ "a": format!("z{a}"), "b": format!("z{b}"), "m": 1, "sol": "libre" }))
        .collect();
    let map = json!({
        "id": "dense", "name": "Partout", "zones": zones, "links": links,
        "deploy": [["z0"], ["z11"]], "entrees": ["z5"], "danger": [],
    });
    let effort = Effort { every: 20, options: 4, commands: 2, positions: 2, bound: 4_000 };
    let report = check::<Energie>(&on(&pairs(), &map), 3, Players::Mixed, &effort);
    assert!(report.commands > 4, "{report:?}");
}

use std::path::Path;

use bagarre_rules::systems;
use serde_json::{Value, json};

use super::{example, run, run_on};

fn script() -> Value {
    serde_json::from_str(&std::fs::read_to_string(example()).unwrap()).unwrap()
}

#[test]
fn the_example_of_the_readme_plays_to_its_end() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let named = readme.split_whitespace().find(|word| word.starts_with("docs/examples/")).unwrap();
    let ran = run(&["referee", root.join(named).to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.lines().last().unwrap()["end"]["dice_left"], 0);
    assert!(ran.out.contains("\"refused\"") && ran.out.contains("\"wounded\""), "{}", ran.out);
}

#[test]
fn the_run_down_main_street_is_stopped_by_a_shot() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/main-street.json");
    let ran = run(&["referee", script.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.lines();
    let refused = lines.iter().find(|line| line["refused"].is_object()).unwrap();
    assert_eq!(refused["refused"]["rule"], "GEN-SET-08");
    let end = &lines.last().unwrap()["end"];
    assert_eq!(end["dice_left"], 0);
    let runner = &end["views"]["spectator"]["scene"]["figures"][0];
    assert_eq!((&runner["wounded"], &runner["da"]), (&json!(true), &json!(0)));
    assert!(ran.out.contains("GEN-AO-06") && ran.out.contains("GEN-TRN-04"), "{}", ran.out);
}

fn path_of_example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(name)
}

fn example_of(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path_of_example(name)).unwrap()).unwrap()
}

/// An example with real commands of each system.
const EXAMPLES: [(&str, &str, &str); 6] = [
    ("baston", "first-blow.json", "BAS-PRG-07"),
    ("generik", "main-street.json", "GEN-SET-08"),
    ("energie", "warehouse.json", "ENE-MAP-05"),
    ("celtiques", "circle.json", "CEL-MEL-07"),
    ("energie", "footbridge.json", "ENE-DEC-16"),
    ("celtiques", "clearing.json", "CEL-DEC-01"),
];

#[test]
fn an_example_of_each_system_plays_commands_and_given_dice_to_its_end() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for ruleset in systems::ALL {
        assert!(EXAMPLES.iter().any(|(system, ..)| *system == ruleset.name()), "{ruleset}");
    }
    for (system, name, rule) in EXAMPLES {
        assert!(readme.contains(&format!("(docs/examples/{name})")), "{name}");
        let script = example_of(name);
        assert_eq!(script["ruleset"], system);
        assert!(script["dice"].is_array() && script["steps"][0]["command"].is_object(), "{name}");
        let ran = run(&["referee", path_of_example(name).to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let lines = ran.lines();
        let refused: Vec<_> = lines.iter().filter(|line| line["refused"].is_object()).collect();
        assert_eq!(refused.len(), 1, "{name}");
        assert_eq!(refused[0]["refused"]["rule"], rule, "{name}");
        assert_eq!(lines.last().unwrap()["end"]["dice_left"], 0, "{name}");
    }
}

#[test]
fn a_script_states_a_map_of_its_own_and_a_position_keeps_it() {
    for (name, id, place) in [
        ("footbridge.json", "canal", "/views/spectator/places/1"),
        ("clearing.json", "clairiere", "/views/spectator/map/rows/3"),
    ] {
        let path = path_of_example(name);
        let end = run(&["referee", path.to_str().unwrap()]).lines().pop().unwrap()["end"].take();
        assert_eq!(end["views"]["0"]["setup"]["map"]["id"], id, "{name}");
        let shown = end.pointer(place).unwrap();
        assert!(["canal.passerelle", "...#.bb.#^.."].contains(&shown.as_str().unwrap()), "{name}: {shown}");
        let position = run(&["referee", "--position", path.to_str().unwrap()]).json();
        assert_eq!(position["setup"]["map"], end["views"]["0"]["setup"]["map"], "{name}");
        let mut script = json!({ "ruleset": example_of(name)["ruleset"], "position": position });
        let ran = run_on(&["referee", "-"], &script.to_string());
        assert_eq!(ran.lines().last().unwrap()["end"]["asking"], end["asking"], "{name}: {}", ran.err);
        script["position"]["setup"]["map"]["deploy"][0] = json!([]);
        run_on(&["referee", "-"], &script.to_string()).failed(2, "setup.map.deploy[0]");
    }
}

#[test]
fn faults_of_a_map_name_their_fields_and_rules() {
    let mut script = example_of("footbridge.json");
    script["setup"]["map"]["links"][1]["b"] = json!("mer");
    script["setup"]["map"]["zones"][4]["couvert"] = json!(3);
    let ran = run_on(&["referee", "-"], &script.to_string());
    ran.failed(2, "map.links[1].b: the id of another zone");
    assert!(ran.err.contains("map.zones[4].couvert: 3, where it is 0 to 2 (ENE-MAP-03)"), "{}", ran.err);
    let mut script = example_of("clearing.json");
    script["setup"]["map"]["rows"][2] = json!(".....gg....?");
    script["setup"]["map"]["deploy"][1] = json!([5, 0, 6, 1]);
    let ran = run_on(&["referee", "-"], &script.to_string());
    ran.failed(2, "map.rows[2]: 12 letters, each one of the table (CEL-HEX-05)");
    script["setup"]["map"]["rows"][2] = json!(".....gg.....");
    run_on(&["referee", "-"], &script.to_string()).failed(2, "map.deploy[1]: room for 1 fighters");
    script["setup"]["map"]["width"] = json!("wide");
    run_on(&["referee", "-"], &script.to_string()).failed(2, "(map.width)");
}

#[test]
fn the_price_of_a_hero_and_the_speed_of_a_fighter_are_told() {
    let fighters = |name: &str| {
        let ran = run(&["referee", path_of_example(name).to_str().unwrap()]);
        ran.lines().pop().unwrap()["end"]["fighters"].take()
    };
    let figure = |what: &str, n: i32, rule: &str| json!({ "what": what, "n": n, "rule": rule });
    let told = fighters("warehouse.json");
    assert_eq!(told[0]["name"], "Jules");
    assert_eq!(told[0]["price"], json!([figure("points", 58, "ENE-CRE-01")]));
    let speed = [figure("libre", 10, "ENE-MOV-02"), figure("eau", 5, "ENE-MOV-05")];
    assert_eq!(told[1]["speed"], json!(speed));
    let told = fighters("main-street.json");
    assert_eq!(told[0]["price"], json!([figure("points", 35, "GEN-BND-06")]));
    let speed = [figure("clear", 10, "GEN-ACT-02"), figure("difficult", 5, "GEN-TER-09")];
    assert_eq!(told[0]["speed"], json!(speed));
    // A character of Baston is not bought, and each of its steps is an order.
    assert!(fighters("first-blow.json").is_null());
    let told = fighters("circle.json");
    let price = [
        figure("attributes", 10, "CEL-CRE-01"),
        figure("skills", 34, "CEL-CRE-02"),
        figure("equipment", 14, "CEL-CRE-03"),
    ];
    assert_eq!((&told[0]["who"], &told[0]["price"]), (&json!(0), &json!(price)));
    assert_eq!(told[0]["speed"][0], figure("plat", 400, "CEL-MOV-03"));
    assert_eq!(told[0]["speed"][1], figure("accidente", 200, "CEL-MOV-03"));
}

/// What was told before a script ended: each event as it is printed.
fn events(lines: &[Value]) -> Vec<Value> {
    lines.iter().filter_map(|line| line["events"].as_array()).flatten().cloned().collect()
}

#[test]
fn a_script_stops_after_any_event_of_any_system() {
    for (_, name, _) in EXAMPLES {
        let whole = run(&["referee", path_of_example(name).to_str().unwrap()]).lines();
        let told = events(&whole);
        let mut passed = 0;
        for line in whole.iter().filter(|line| line["events"].is_array()) {
            for event in 1..=line["events"].as_array().unwrap().len() {
                passed += 1;
                let mut script = example_of(name);
                script["stop"] = json!({ "entry": line["entry"], "event": event });
                let ran = run_on(&["referee", "-"], &script.to_string());
                assert_eq!(ran.code, 0, "{name}: {}", ran.err);
                assert_eq!(
                    events(&ran.lines()),
                    told[..passed],
                    "{name}, event {event} of {}",
                    line["entry"]
                );
            }
        }
    }
}

#[test]
fn a_script_stops_after_a_part_of_a_turn_of_any_system() {
    for (name, part, told) in [
        ("warehouse.json", "slot", json!({ "t": "slot", "slot": 2 })),
        ("circle.json", "segment", json!({ "t": "segment", "segment": 2 })),
    ] {
        let whole = events(&run(&["referee", path_of_example(name).to_str().unwrap()]).lines());
        let begins = |event: &Value| {
            let mut facts = event["facts"].as_array().into_iter().flatten();
            facts.any(|fact| fact["t"] == told["t"] && fact[part] == told[part])
        };
        let next = whole.iter().position(begins).unwrap_or(whole.len() - 1);
        let mut script = example_of(name);
        script["stop"] = json!({ "turn": 1, part: 1 });
        let stopped = events(&run_on(&["referee", "-"], &script.to_string()).lines());
        assert_eq!(stopped, whole[..=next], "{name}: the first {part} is over when the second begins");
    }
}

#[test]
fn what_cannot_be_read_is_named_by_its_path_and_the_expected_type() {
    let mut script = example_of("circle.json");
    script["steps"][5]["command"]["choose"]["choice"]["actions"] = json!("many");
    let lines = run_on(&["referee", "-"], &script.to_string()).lines();
    let refused = lines.iter().find(|line| line["refused"].is_object()).unwrap()["refused"].clone();
    assert_eq!((&refused["step"], &refused["code"]), (&json!(6), &json!("bad_json")));
    for message in ["message", "message_fr"] {
        let text = refused[message].as_str().unwrap();
        assert!(text.contains("(choose.choice.actions)") && text.contains("expected u8"), "{text}");
    }
    let mut script = example_of("circle.json");
    script["setup"]["bands"][1]["heroes"][0]["attributes"]["FO"] = json!([]);
    let ran = run_on(&["referee", "-"], &script.to_string());
    ran.failed(2, "(bands[1].heroes[0].attributes.FO)");
    let mut script = example_of("circle.json");
    script["steps"][3]["seat"] = json!("Momo");
    run_on(&["referee", "-"], &script.to_string()).failed(2, "steps[3].seat: invalid type: string \"Momo\"");
}

#[test]
fn open_is_refused_where_a_seat_is_asked_nothing() {
    let mut script = example_of("warehouse.json");
    let steps = script["steps"].as_array_mut().unwrap();
    steps.insert(2, json!({ "seat": 1, "command": { "act": { "question": "open", "act": "pass" } } }));
    let lines = run_on(&["referee", "-"], &script.to_string()).lines();
    let refused = &lines.iter().find(|line| line["refused"].is_object()).unwrap()["refused"];
    assert_eq!((&refused["step"], &refused["code"]), (&json!(3), &json!("not_asked")));
    assert!(refused["message"].as_str().unwrap().contains("\"open\""), "{refused}");
}

#[test]
fn a_script_plays_to_the_end_of_the_game() {
    let ran = run(&["referee", example().to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.lines();
    let entries = lines.iter().filter_map(|line| line["entry"].as_u64()).collect::<Vec<_>>();
    assert_eq!(entries, (0..=7).collect::<Vec<_>>());
    let refused = lines.iter().find(|line| line["refused"].is_object()).unwrap();
    assert_eq!(refused["refused"]["step"], 4);
    assert_eq!(refused["refused"]["code"], "baston.stale");
    let hit = ran.out.lines().filter(|line| line.contains("\"to_hit\"")).count();
    assert_eq!(hit, 2, "both punches are explained with their dice");
    let end = &lines.last().unwrap()["end"];
    assert_eq!(end["dice_left"], 0);
    assert_eq!(end["asking"], Value::Null);
    assert_eq!(end["outcome"]["scores"], json!([1, 1]));
    for audience in ["spectator", "0", "1"] {
        assert!(end["views"][audience].is_object(), "{audience}");
    }
}

#[test]
fn standard_input_and_left_over_dice() {
    let mut script = script();
    script["dice"].as_array_mut().unwrap().push(json!({ "d": 8, "is": 1 }));
    let ran = run_on(&["referee", "-"], &script.to_string());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.lines().last().unwrap()["end"]["dice_left"], 1);
}

#[test]
fn a_script_can_start_from_the_position_of_another() {
    let whole = run(&["referee", example().to_str().unwrap()]).lines();
    let mut first = script();
    let later = first["steps"].as_array_mut().unwrap().split_off(4);
    first["dice"].as_array_mut().unwrap().truncate(4);
    let position = run_on(&["referee", "--position", "-"], &first.to_string());
    assert!(position.err.contains("step 4 refused"), "{}", position.err);
    let second = json!({
        "ruleset": "baston",
        "position": position.json(),
        "dice": [{ "d": 20, "is": 17 }, { "d": 20, "is": 11 }],
        "steps": later,
    });
    let rest = run_on(&["referee", "-"], &second.to_string());
    assert_eq!(rest.code, 0, "{}", rest.err);
    let events = |lines: &[Value], from: usize| {
        let entries = lines.iter().filter(|line| line["entry"].is_u64());
        entries.skip(from).map(|line| line["events"].clone()).collect::<Vec<_>>()
    };
    // Entry 0 of a position is empty and not printed: the game waits where it was.
    assert_eq!(events(&rest.lines(), 0), events(&whole, 4));
    assert_eq!(rest.lines().last().unwrap()["end"]["outcome"], whole.last().unwrap()["end"]["outcome"]);
}

#[test]
fn a_seed_plays_the_same_game_again() {
    let mut script = script();
    script["dice"] = json!({ "seed": "ba57" });
    script["steps"] = json!([]);
    let (one, two) =
        (run_on(&["referee", "-"], &script.to_string()), run_on(&["referee", "-"], &script.to_string()));
    assert_eq!((one.code, &one.out), (0, &two.out));
    script["dice"]["seed"] = json!("ba58");
    assert_ne!(run_on(&["referee", "-"], &script.to_string()).out, one.out);
}

#[test]
fn the_clock_answers_with_the_default() {
    let mut script = script();
    script["steps"] = json!([{ "seat": 1, "clock": true }, { "seat": 0, "clock": true }]);
    script["dice"].as_array_mut().unwrap().truncate(4);
    let ran = run_on(&["referee", "-"], &script.to_string());
    assert_eq!(ran.lines().last().unwrap()["end"]["asking"]["ask"]["turn"], 1, "{}", ran.out);
}

#[test]
fn bad_input_is_one_line_and_code_2() {
    let good = script();
    let with = |key: &str, value: Value| {
        let mut script = good.clone();
        script[key] = value;
        script.to_string()
    };
    let mut illegal = good.clone();
    illegal["setup"]["bands"][0]["characters"][0]["FOR"] = json!(7);
    for (input, word) in [
        (String::new(), "script"),
        ("{".to_owned(), "line 1"),
        ("[]".to_owned(), "script"),
        (with("stpes", json!([])), "stpes"),
        (with("ruleset", json!("chess")), "baston"),
        (with("position", json!({})), "either"),
        (with("setup", json!({ "scenario": 3 })), "bad_json"),
        (with("setup", Value::Null), "either"),
        (with("dice", json!(3)), "dice"),
        (with("dice", json!([{ "d": 8, "is": 9 }])), "d8"),
        (with("dice", json!([{ "d": 0, "is": 0 }])), "d0"),
        (with("dice", json!({ "seed": "xyz" })), "hex"),
        (with("version", json!(999)), "version"),
        (with("steps", json!([{ "seat": 300 }])), "script"),
        (illegal.to_string(), "BAS-SET-02"),
    ] {
        run_on(&["referee", "-"], &input).failed(2, word);
    }
    run(&["referee", "/no/such/file.json"]).failed(2, "/no/such/file.json");
}

#[test]
fn refusals_do_not_stop_the_script() {
    let mut script = script();
    script["dice"].as_array_mut().unwrap().truncate(4);
    let steps = script["steps"].as_array_mut().unwrap();
    steps.truncate(2);
    steps.insert(0, json!({ "seat": 0, "command": { "do": "dance" } }));
    steps.insert(0, json!({ "seat": 15, "command": { "do": "withdraw", "turn": 1 } }));
    steps.insert(0, json!({ "seat": 0 }));
    let ran = run_on(&["referee", "-"], &script.to_string());
    let codes = ran.lines().iter().filter_map(|line| line["refused"]["step"].as_u64()).collect::<Vec<_>>();
    assert_eq!((ran.code, codes), (0, vec![1, 2, 3]), "{}", ran.out);
    assert_eq!(ran.lines().iter().filter(|line| line["entry"].is_u64()).count(), 3);
}

#[test]
fn dice_of_another_kind_or_too_few_are_code_3_and_name_roll_and_rule() {
    let mut script = script();
    script["dice"][2] = json!({ "d": 8, "is": 3 });
    let ran = run_on(&["referee", "-"], &script.to_string());
    ran.failed(3, "roll 3");
    assert!(
        ran.err.contains("BAS-SET-05") && ran.err.contains("1d20") && ran.err.contains("d8"),
        "{}",
        ran.err
    );
    assert_eq!(ran.lines().len(), 1, "what was played before is printed");
    script["dice"] = json!([{ "d": 20, "is": 12 }]);
    run_on(&["referee", "-"], &script.to_string()).failed(3, "no given die is left");
}

/// Up to the programmes of the first turn.
fn placed() -> Value {
    let mut script = script();
    script["steps"].as_array_mut().unwrap().truncate(2);
    script["dice"].as_array_mut().unwrap().truncate(4);
    script
}

#[test]
fn an_ungrammatical_order_is_refused_by_its_rule_in_both_languages() {
    let mut script = placed();
    let sheets = json!([{ "who": 0, "orders": ["X9/-", "-/-", "-/-"] }]);
    let step = json!({ "seat": 0, "command": { "do": "programme", "turn": 1, "sheets": sheets } });
    script["steps"].as_array_mut().unwrap().push(step);
    let ran = run_on(&["referee", "-"], &script.to_string());
    let lines = ran.lines();
    let refused = &lines.iter().find(|line| line["refused"].is_object()).unwrap()["refused"];
    assert_eq!((&refused["code"], &refused["rule"]), (&json!("baston.order.grammar"), &json!("BAS-PRG-12")));
    let (en, fr) = (refused["message"].as_str().unwrap(), refused["message_fr"].as_str().unwrap());
    assert!(en.contains("X9/-") && fr.contains("X9/-") && fr.contains("ordre"), "{en} {fr}");
}

#[test]
fn a_script_speaks_of_the_open_question() {
    let whole = run(&["referee", example().to_str().unwrap()]).lines();
    let mut open = script();
    for step in open["steps"].as_array_mut().unwrap() {
        for field in ["question", "turn"] {
            if step["command"][field].is_number() && step["command"][field] != 2
                || field == "question" && step["command"][field] == 2
            {
                step["command"][field] = json!("open");
            }
        }
    }
    let ran = run_on(&["referee", "-"], &open.to_string()).lines();
    assert_eq!(ran.last().unwrap()["end"]["outcome"], whole.last().unwrap()["end"]["outcome"]);
    let entries = |lines: &[Value]| lines.iter().filter(|line| line["entry"].is_u64()).count();
    assert_eq!(entries(&ran), entries(&whole));
}

#[test]
fn a_script_speaks_of_the_open_question_inside_of_a_command_too() {
    for system in ["energie", "celtiques"] {
        let file = format!("../../docs/examples/position-{system}.json");
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let mut script: Value = serde_json::from_str(&text).unwrap();
        let mut play = |step: Value| {
            script["steps"] = json!([step]);
            let ran = run_on(&["referee", "-"], &script.to_string());
            assert_eq!(ran.code, 0, "{system}: {}", ran.err);
            ran.lines()
        };
        let offered = play(json!({ "seat": 0, "options": true }));
        let mut command = offered[0]["options"]["commands"][0].clone();
        let by_number = play(json!({ "seat": 0, "command": command }));
        let part = command.as_object_mut().unwrap().values_mut().next().unwrap();
        assert!(part["question"].is_number(), "{system}: {part}");
        part["question"] = json!("open");
        let by_name = play(json!({ "seat": 0, "command": command }));
        assert!(by_number[0]["entry"].is_u64(), "{system}: {}", by_number[0]);
        assert_eq!(by_name[0], by_number[0], "{system}");
    }
}

#[test]
fn a_script_asks_for_the_legal_orders() {
    let mut script = placed();
    let steps = script["steps"].as_array_mut().unwrap();
    steps.insert(0, json!({ "seat": 0, "options": true }));
    steps.insert(1, json!({ "seat": 1, "options": true }));
    let ran = run_on(&["referee", "-"], &script.to_string());
    let lines = ran.lines();
    let offers: Vec<_> = lines.iter().filter(|line| line["options"].is_object()).collect();
    assert_eq!((ran.code, offers.len()), (0, 2), "{}", ran.err);
    assert_eq!((&offers[1]["options"]["seat"], &offers[1]["options"]["step"]), (&json!(1), &json!(2)));
    let commands = offers[1]["options"]["commands"].as_array().unwrap();
    assert_eq!(commands.len(), 8, "eight facings");
    assert!(commands.iter().all(|command| command["do"] == "answer"), "{commands:?}");
    assert_eq!(offers[0]["options"]["commands"], json!([]), "seat 0 is not asked yet");
}

#[test]
fn a_script_stops_after_any_sequence() {
    for sequence in 1..=3 {
        let mut script = script();
        script["stop"] = json!({ "turn": 1, "sequence": sequence });
        let ran = run_on(&["referee", "--position", "-"], &script.to_string());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let scene = &ran.json()["scene"];
        assert_eq!((&scene["turn"], &scene["sequence"]), (&json!(1), &json!(sequence)));
        assert!(["closing", "rewriting"].contains(&scene["phase"].as_str().unwrap()), "{scene}");
        let rest = json!({ "ruleset": "baston", "position": ran.json(), "dice": { "seed": "ba57" } });
        let rest = run_on(&["referee", "-"], &rest.to_string());
        assert_eq!(rest.code, 0, "after sequence {sequence}: {}", rest.err);
        assert!(rest.out.contains("\"asking\"") && rest.lines().last().unwrap()["end"].is_object());
    }
}

#[test]
fn strict_makes_refused_steps_and_left_over_dice_the_exit_code() {
    run_on(&["referee", "--strict", "-"], &script().to_string()).failed(4, "1 steps were refused");
    let mut clean = script();
    let refused = run(&["referee", example().to_str().unwrap()]).lines();
    let step = refused.iter().find_map(|line| line["refused"]["step"].as_u64()).unwrap() as usize;
    clean["steps"].as_array_mut().unwrap().remove(step - 1);
    let ran = run_on(&["referee", "--strict", "-"], &clean.to_string());
    assert_eq!(ran.code, 0, "{}", ran.err);
    clean["dice"].as_array_mut().unwrap().push(json!({ "d": 8, "is": 1 }));
    run_on(&["referee", "--strict", "-"], &clean.to_string()).failed(4, "1 given dice are left");
}

#[test]
fn the_positions_of_the_readme_play_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for ruleset in systems::ALL {
        let name = format!("docs/examples/position-{ruleset}.json");
        assert!(readme.contains(&name), "{name}");
        let ran = run(&["referee", "--strict", root.join(&name).to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        assert!(ran.lines().iter().any(|line| line["entry"].is_u64()), "{name}");
    }
}

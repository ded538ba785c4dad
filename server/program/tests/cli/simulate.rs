use bagarre_rules::systems;
use serde_json::{Value, json};

use super::run;

fn simulate(extra: &[&str]) -> Value {
    let mut args = vec!["simulate", "--ruleset", "baston", "--games", "4", "--digest", "--quiet"];
    args.extend(extra);
    let ran = run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

#[test]
fn one_seed_one_digest() {
    let one = simulate(&["--seed", "7"]);
    assert_eq!(one["digest"].as_str().unwrap().len(), 64);
    assert_eq!(one["digest"], simulate(&["--seed", "7"])["digest"]);
    assert_ne!(one["digest"], simulate(&["--seed", "8"])["digest"]);
    assert_eq!(one["games"], 4);
    assert_eq!(one["refused"], 0, "bots are never refused");
    for number in ["seconds", "games_per_second", "commands", "events"] {
        assert!(one[number].as_f64().unwrap() > 0.0, "{number}");
    }
}

#[test]
fn every_ruleset_is_simulated() {
    for name in systems::ALL.iter().map(|id| id.name()) {
        let play = |seed: &str| {
            let ran =
                run(&["simulate", "--ruleset", name, "--games", "2", "--digest", "--quiet", "--seed", seed]);
            assert_eq!(ran.code, 0, "{name}: {}", ran.err);
            ran.json()
        };
        let one = play("7");
        assert_eq!((one["games"].as_u64(), one["refused"].as_u64()), (Some(2), Some(0)), "{name}");
        assert!(one["turns"].as_u64().is_none_or(|turns| turns > 0), "{name}: {one}");
        assert_eq!(one["digest"], play("7")["digest"], "{name}");
        assert_ne!(one["digest"], play("8")["digest"], "{name}");
    }
}

#[test]
fn the_digest_is_told_when_it_is_asked_for_and_changes_no_game() {
    let plain = run(&["simulate", "--ruleset", "baston", "--games", "4", "--quiet", "--seed", "7"]).json();
    assert_eq!(plain.get("digest"), None);
    let told = simulate(&["--seed", "7"]);
    for number in ["commands", "events", "turns", "winners"] {
        assert_eq!(plain[number], told[number], "{number}");
    }
}

#[test]
fn a_system_is_told_what_only_it_asks() {
    let play = |more: &str| {
        let ruleset = ["--ruleset", "generik", "--scenario", "baston_generale"];
        let rest = ["--games", "3", "--seed", "1", "--digest", "--quiet", "--more", more];
        run(&["simulate"].into_iter().chain(ruleset).chain(rest).collect::<Vec<_>>())
    };
    let (pirates, knights) = (play(r#"{"era":"pirates"}"#), play(r#"{"era":"medieval"}"#));
    assert_eq!((pirates.code, knights.code), (0, 0), "{}", pirates.err);
    assert_eq!(pirates.json()["refused"], 0);
    assert_ne!(pirates.json()["digest"], knights.json()["digest"]);
    play(r#"{"era":"stone age"}"#).failed(2, "western");
}

#[test]
fn every_game_is_won_or_drawn_and_swapping_changes_the_games() {
    let straight = simulate(&["--scenario", "SCN-01", "--bots", "any,brawler"]);
    let swapped = simulate(&["--scenario", "SCN-01", "--bots", "any,brawler", "--swap"]);
    assert_ne!(straight["digest"], swapped["digest"]);
    for summary in [straight, swapped] {
        let winners = &summary["winners"];
        let sum = |list: &Value| list.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum::<u64>();
        let bots =
            winners["bots"].as_array().unwrap().iter().map(|it| it["wins"].as_u64().unwrap()).sum::<u64>();
        let number = |name: &str| winners[name].as_u64().unwrap();
        assert_eq!((number("decided") + number("draws"), sum(&winners["seats"])), (4, number("decided")));
        assert_eq!(winners.get("together"), None);
        assert_eq!(bots, sum(&winners["seats"]));
    }
}

#[test]
fn a_table_of_one_side_has_won_or_lost() {
    for (ruleset, scenario) in [("energie", "colosse"), ("celtiques", "sanglier")] {
        let rest = ["--games", "6", "--seats", "2", "--quiet"];
        let ran = run(&[&["simulate", "--ruleset", ruleset, "--scenario", scenario][..], &rest].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let winners = &ran.json()["winners"];
        let (won, lost) = (winners["together"]["won"].as_u64(), winners["together"]["lost"].as_u64());
        assert_eq!(won.zip(lost).map(|(won, lost)| won + lost), Some(6), "{winners}");
        assert_eq!((&winners["draws"], &winners["decided"]), (&json!(0), &json!(6)), "{winners}");
        assert_eq!(winners["seats"], json!([won, won]), "{winners}");
    }
}

#[test]
fn what_cannot_be_simulated_is_code_2_and_names_what_can() {
    run(&["simulate", "--ruleset", "baston", "--bots", "nobody"]).failed(2, "brawler");
    run(&["simulate", "--ruleset", "baston", "--scenario", "SCN-99"]).failed(2, "SCN-00");
    run(&["simulate", "--ruleset", "baston", "--scenario", "SCN-01", "--seats", "5"]).failed(2, "5 seats");
    run(&["simulate", "--ruleset", "baston", "--characters", "9"]).failed(2, "1 to 4");
}

fn prompts(ruleset: &str, extra: &[&str]) -> Value {
    let mut args = vec!["simulate", "--ruleset", ruleset, "--games", "3", "--quiet", "--prompts"];
    args.extend(extra);
    let ran = run(&args);
    assert_eq!(ran.code, 0, "{ruleset}: {}", ran.err);
    ran.json()
}

#[test]
fn prompts_count_every_question_of_every_system() {
    for name in systems::ALL.iter().map(|id| id.name()) {
        let told = prompts(name, &["--seed", "7"]);
        let counted = &told["prompts"];
        let number = |key: &str| counted[key].as_u64().unwrap();
        let all = number("stops") + number("windows") + number("before");
        assert_eq!(told["commands"].as_u64(), Some(all), "{name}: each command answers one question");
        assert_eq!(
            number("seat_turns"),
            told["turns"]["total"].as_u64().unwrap() * told["seats"].as_u64().unwrap()
        );
        assert!(number("stops") > 0 && number("most_in_a_turn") > 0, "{name}: {counted}");
        let mean = |key: &str| counted[key].as_f64().unwrap();
        let each = mean("stops") / mean("seat_turns");
        assert!((mean("stops_per_seat_turn") - each).abs() < 0.001, "{name}: {counted}");
        let kinds: f64 = counted["kinds"].as_object().unwrap().values().map(|it| it.as_f64().unwrap()).sum();
        let told = mean("stops_per_seat_turn") + mean("windows_per_seat_turn");
        assert!((kinds - told).abs() < 0.05, "{name}: the kinds add up: {counted}");
        assert_eq!(*counted, prompts(name, &["--seed", "7"])["prompts"], "{name}");
        assert_ne!(*counted, prompts(name, &["--seed", "8"])["prompts"], "{name}");
    }
}

#[test]
fn prompts_are_counted_when_they_are_asked_for_and_change_no_game() {
    let plain = simulate(&["--seed", "7"]);
    assert_eq!(plain.get("prompts"), None);
    let counted = simulate(&["--seed", "7", "--prompts"]);
    assert_eq!(plain["digest"], counted["digest"]);
}

#[test]
fn reaction_windows_are_counted_apart() {
    let scenario = ["--scenario", "baston_generale", "--seed", "1"];
    let counted = &prompts("generik", &scenario)["prompts"];
    assert!(counted["windows"].as_u64().unwrap() > 0, "{counted}");
    let react = counted["kinds"]["react"].as_f64().unwrap();
    assert!((react - counted["windows_per_seat_turn"].as_f64().unwrap()).abs() < 0.001, "{counted}");
    assert_eq!(prompts("baston", &["--seed", "1"])["prompts"]["windows"], 0);
}

/// With reactions that pass unless a figure is threatened, a player is stopped no more often than before; with reactions that always pass, never.
#[test]
fn what_every_seat_says_first_counts_in_its_games() {
    let windows = |said: &str| {
        let told = prompts("generik", &["--scenario", "baston_generale", "--seed", "1", "--say", said]);
        told["prompts"]["windows"].as_u64().unwrap()
    };
    let stand = |standing: &str| windows(&format!(r#"{{"do":"stand","standing":{{{standing}}}}}"#));
    let [every, threats, none] = ["", r#""lull":"threat""#, r#""lull":"recalled""#].map(stand);
    assert!(every >= threats && threats > none && none == 0, "{every}, {threats}, {none}");
    let args = ["simulate", "--ruleset", "generik", "--games", "1", "--quiet", "--say"];
    let ran = |said: &str| run(&args.into_iter().chain([said]).collect::<Vec<_>>());
    ran(r#"{"do":"dance"}"#).failed(2, "generik");
    ran(r#"{"do":"end","question":999}"#).failed(2, "generik.stale");
}

#[test]
fn a_turn_at_the_ford_stops_a_person_five_times_at_most() {
    let count = |more: &[&str]| {
        let mut args = vec!["simulate", "--ruleset", "celtiques", "--scenario", "gue", "--games", "25"];
        args.extend(["--seed", "1", "--swap", "--quiet", "--prompts"]);
        args.extend(more);
        let told = run(&args).json();
        (
            told["more"]["options"]["consignes"].clone(),
            told["prompts"]["stops_per_seat_turn"].as_f64().unwrap(),
        )
    };
    let (fresh, stops) = count(&[]);
    assert_eq!(fresh, true, "a new room starts with standing orders");
    assert!(stops <= 5.0, "{stops} stops");
    // What is stored without the switch is asked everything, and announcements of a seat in a row are still one question.
    let (stored, all) = count(&["--more", "{}"]);
    assert_eq!((stored, all > 7.0), (Value::Null, true), "{all} stops");
}

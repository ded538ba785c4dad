//! The bots: one plays anything, a beginner can be beaten, the best plays to win.

use std::collections::BTreeSet;

use bagarre_generik::Generik;
use bagarre_generik::testkit::command as skirmish;
use bagarre_generik::testkit::ids::{Era, Scenario};
use bagarre_generik::testkit::library::bands_of;
use bagarre_kit::conformance::{
    dice_to_hand_change_nothing, is_a_beginner, play_with, remembers_nothing, won_by_the_best,
};
use bagarre_kit::contract::{Lang, Seat};
use bagarre_kit::gather::{Gather, Terms};

#[test]
fn the_skirmisher_beats_any_in_eighty_games_of_a_hundred_on_both_sides() {
    let won = won_by_the_best::<Generik>("baston_generale", 2, 100);
    assert!(won >= 80, "the skirmisher won {won} games of 100");
}

#[test]
fn the_skirmisher_wins_the_scenarios_with_goals_too() {
    for scenario in Generik::scenarios().iter().skip(1) {
        let won = won_by_the_best::<Generik>(scenario, 2, 40);
        assert!(won >= 28, "{scenario}: the skirmisher won {won} games of 40");
    }
    // Four bands, three of them at random: a quarter would be fair.
    let won = won_by_the_best::<Generik>("baston_generale", 4, 40);
    assert!(won >= 20, "four bands: the skirmisher won {won} games of 40");
}

/// The name of what a command does: of the act, of the reaction, or of the command itself.
fn deed(command: &skirmish::Command) -> String {
    let value = serde_json::to_value(command).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let act = &value["what"];
    for (key, how) in [("fire", &act["fire"]), ("blow", &act["blow"])] {
        if how.is_string() {
            return format!("{}:{key}:{}", text(&act["act"]), text(how));
        }
    }
    if act["run"] == true || act["exit"] == true {
        return format!("{}:{}", text(&act["act"]), if act["exit"] == true { "exit" } else { "run" });
    }
    if act["act"].is_string() {
        return text(&act["act"]);
    }
    if value["reaction"].is_object() {
        return format!("ao:{}", text(&value["reaction"]["ao"]["ao"]));
    }
    text(&value["do"])
}

/// What bots do in many games of every scenario and era, with terrain ready and in turn.
fn deeds(bot: &str, games: u64) -> BTreeSet<String> {
    let mut done = BTreeSet::new();
    for seed in 0..games {
        let scenarios = Scenario::ALL.len() as u64;
        let scenario = Scenario::ALL[(seed % scenarios) as usize].id();
        let era = Era::ALL[(seed / scenarios) as usize % Era::ALL.len()];
        let ground = if seed % 5 == 0 { "in_turn" } else { "ready" };
        let more = serde_json::json!({ "era": era, "ground": ground });
        let terms = Terms { more: Some(more), ..Generik::usual(scenario, 2).unwrap() };
        let ready: Vec<_> = bands_of(era).map(|ready| ready.band(Lang::En)).collect();
        let bands = [0, 1].map(|seat| ready[(seed as usize * 2 + seat) / 3 % ready.len()].clone());
        play_with::<Generik>(&terms, bands.into(), &[bot, bot], seed, &mut |_, _, command| {
            done.insert(deed(command));
        });
    }
    done
}

#[test]
fn any_act_of_a_skirmish_gets_its_chance() {
    let done = deeds("any", 240);
    for deed in [
        "shoot:fire:normal",
        "shoot:fire:powerful",
        "shoot:fire:multi",
        "shoot:fire:volley",
        "move",
        "move:run",
        "move:exit",
        "climb",
        "attack:blow:normal",
        "attack:blow:powerful",
        "cover",
        "reload",
        "drag",
        "stand_up",
        "sack",
        "distract",
        "hook",
        "charge",
        "pivot",
        "heroic",
        "heroic_reload",
        "ao:shoot",
        "ao:move",
        "ao:cover",
        "end",
        "react",
        "resume",
        "choose",
        "place",
        "mark",
        "deploy",
        "champion",
    ] {
        assert!(done.contains(deed), "{deed} is never done by chance; done: {done:?}");
    }
}

#[test]
fn the_skirmisher_uses_what_its_bands_have() {
    let done = deeds("skirmisher", 240);
    for deed in [
        "shoot:fire:normal",
        "shoot:fire:powerful",
        "shoot:fire:multi",
        "shoot:fire:volley",
        "move",
        "move:run",
        "move:exit",
        "attack:blow:normal",
        "attack:blow:powerful",
        "cover",
        "reload",
        "stand_up",
        "sack",
        "charge",
        "drag",
        "heroic",
        "ao:shoot",
        "end",
        "react",
        "choose",
        "place",
        "mark",
        "deploy",
        "champion",
    ] {
        assert!(done.contains(deed), "the skirmisher never does {deed}; done: {done:?}");
    }
}

/// A game of a campaign to the end of the steps after it, in every era: the skirmisher takes them all, and ends its shopping.
#[test]
fn the_skirmisher_looks_after_its_band_between_games() {
    let mut steps = BTreeSet::new();
    for (seed, era) in Era::ALL.iter().enumerate() {
        let more = serde_json::json!({ "era": era });
        let usual = Terms { more: Some(more), ..Generik::usual("baston_generale", 2).unwrap() };
        let ready = |seat| Generik::enlist(&Generik::ready_band(&usual, Seat(seat))).unwrap().unwrap();
        let terms = Generik::for_campaign(&usual);
        let mut answers = 0;
        let bots = ["skirmisher"; 2];
        play_with::<Generik>(&terms, vec![ready(0), ready(1)], &bots, seed as u64, &mut |_, _, command| {
            if let skirmish::Command::After { after, .. } = command {
                answers += 1;
                let value = serde_json::to_value(after).unwrap();
                steps.extend(value.as_object().unwrap().keys().cloned());
            }
        });
        assert!((6..60).contains(&answers), "{era:?}: {answers} answers after the game");
    }
    for step in ["money", "reputation", "care", "pay", "buy"] {
        assert!(steps.contains(step), "{step} is never asked: {steps:?}");
    }
}

#[test]
fn the_beginner_loses_to_a_naive_player_and_beats_chance_in_the_fight_at_once() {
    is_a_beginner::<Generik>(80);
}

#[test]
fn a_bot_made_anew_answers_as_the_old_one_would() {
    remembers_nothing::<Generik>("baston_generale");
}

#[test]
fn dice_to_hand_change_no_event() {
    dice_to_hand_change_nothing::<Generik>();
}

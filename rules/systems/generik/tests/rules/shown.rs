//! What clients are shown before a game.

use bagarre_generik::testkit::catalogue::catalogue;
use bagarre_generik::testkit::setup::Options;
use serde_json::Value;

fn list<'a>(catalogue: &'a Value, key: &str) -> &'a Vec<Value> {
    catalogue[key].as_array().unwrap()
}

/// Every table is there in full, with words in both languages.
#[test]
fn the_catalogue_is_complete() {
    let shown = serde_json::to_value(catalogue()).unwrap();
    for (key, number) in [("scenarios", 7), ("weapons", 43), ("skills", 21), ("bands", 16)] {
        let rows = list(&shown, key);
        assert_eq!(rows.len(), number, "{key}");
        for row in rows {
            assert!(row["id"].is_string());
            for words in ["fr", "en"] {
                assert!(row[words].as_str().is_some_and(|text| !text.is_empty()), "{key} {}", row["id"]);
            }
        }
    }
    assert_eq!(list(&shown, "terrain").len(), 32);
    for piece in list(&shown, "terrain") {
        assert!(
            !list(piece, "polys").is_empty()
                && piece["name"]["fr"].is_string()
                && piece["name"]["en"].is_string()
        );
    }
    assert_eq!(list(&shown, "layouts").len(), 12);
    assert!(list(&shown, "layouts").iter().all(|layout| list(layout, "pieces").len() >= 15));
    assert_eq!(shown["numbers"]["band"]["budget"], 150);
    assert_eq!(shown["numbers"]["campaign"]["care_ooa_cost"], 10);
    assert_eq!(shown["weapons"][2]["long"], 6000);
    assert_eq!(shown["scenarios"][6]["id"], "hasard");
}

/// Every switch has its words, in the order of the options.
#[test]
fn switches_have_words() {
    let shown = serde_json::to_value(catalogue()).unwrap();
    let keys: Vec<&str> =
        list(&shown, "switches").iter().map(|switch| switch["key"].as_str().unwrap()).collect();
    let options = serde_json::to_value(Options::default()).unwrap();
    let mut named: Vec<&str> = options.as_object().unwrap().keys().map(String::as_str).collect();
    named.sort_unstable();
    let mut sorted = keys;
    sorted.sort_unstable();
    assert_eq!(sorted, named);
    for switch in list(&shown, "switches") {
        let key = switch["key"].as_str().unwrap();
        let chosen = &shown["options"][key];
        let values = switch["values"].as_array().map(|values| values.iter().any(|it| &it["value"] == chosen));
        assert!(values.unwrap_or(!chosen.is_string()), "{key}");
        assert!(switch["rule"].as_str().unwrap().starts_with("GEN-"));
        assert!(switch["ruling"].as_str().unwrap().starts_with("R-"));
    }
}

/// What history and standings say is said in both languages, with the places of what is filled in.
#[test]
fn campaigns_have_words() {
    let shown = serde_json::to_value(catalogue()).unwrap();
    let words = shown["campaign"]["words"].as_object().unwrap();
    assert_eq!(words.len(), 5 + 9 + 21 + 2 * 43, "tallies, plain lines, skills, weapons twice");
    for (key, said) in words {
        for lang in ["fr", "en"] {
            let text = said[lang].as_str().unwrap();
            assert!(!text.contains("{what}"), "{key}");
        }
    }
    assert_eq!(words["learnt.big_boss"]["en"], "{name} learns a skill: Big Boss.");
}

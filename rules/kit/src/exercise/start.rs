//! The file of the moments that exercises begin with: one of them in full, the others as patches (RFC 6902) of one another.

use std::collections::BTreeMap;

use json_patch::Patch;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Start;

#[cfg(feature = "testkit")]
pub mod write;

/// A start that differs little from another one.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Patched {
    /// The id of the exercise whose start is patched.
    from: String,
    /// The changes to it.
    patch: Patch,
}

/// Returns the starts of a file by the ids of their exercises. Positions have their keys in the order of the alphabet.
///
/// # Panics
/// When the text is no file of starts, a patch does not fit, or patches go round in a circle.
pub fn read(text: &str) -> BTreeMap<String, Start> {
    let mut patches: BTreeMap<String, Value> =
        serde_json::from_str(text).expect("the starts of the exercises are part of the program");
    let mut starts = BTreeMap::new();
    while let Some(id) = patches.keys().next().cloned() {
        resolve(&id, &mut patches, &mut starts);
    }
    let start = |(id, value)| match serde_json::from_value(value) {
        Ok(start) => (id, start),
        Err(why) => panic!("the start of `{id}`: {why}"),
    };
    starts.into_iter().map(start).collect()
}

/// Moves a start from those that are still to be patched to those that are complete, after the one it is made of.
fn resolve(id: &str, patches: &mut BTreeMap<String, Value>, starts: &mut BTreeMap<String, Value>) {
    let Some(entry) = patches.remove(id) else { return };
    if entry.get("from").is_none() {
        starts.insert(id.to_owned(), entry);
        return;
    }
    let Patched { from, patch } = match serde_json::from_value(entry) {
        Ok(patched) => patched,
        Err(why) => panic!("the patch of `{id}`: {why}"),
    };
    resolve(&from, patches, starts);
    let Some(mut start) = starts.get(&from).cloned() else { panic!("`{id}` is made of `{from}`") };
    if let Err(why) = json_patch::patch(&mut start, &patch) {
        panic!("the patch of `{id}`: {why}");
    }
    starts.insert(id.to_owned(), start);
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{"terms":{"scenario":"s","seats":2,"size":1},"seat":0,"bot":"any","dice":1,"position":{"b":[1,2],"a":null}}"#;

    fn file(entries: &[(&str, &str)]) -> String {
        let lines: Vec<String> = entries.iter().map(|(id, entry)| format!("\"{id}\":{entry}")).collect();
        format!("{{{}}}", lines.join(","))
    }

    #[test]
    fn a_start_is_patched_from_one_that_may_be_patched_itself() {
        let last = r#"{"from":"middle","patch":[{"op":"replace","path":"/position/b/1","value":4}]}"#;
        let middle = r#"{"from":"whole","patch":[{"op":"replace","path":"/dice","value":7},{"op":"add","path":"/position/b/0","value":3}]}"#;
        let starts = read(&file(&[("last", last), ("middle", middle), ("whole", WHOLE)]));
        let read = |id: &str| (starts[id].dice, starts[id].position.get());
        assert_eq!(read("whole"), (1, r#"{"a":null,"b":[1,2]}"#));
        assert_eq!(read("middle"), (7, r#"{"a":null,"b":[3,1,2]}"#));
        assert_eq!(read("last"), (7, r#"{"a":null,"b":[3,4,2]}"#));
    }

    #[test]
    #[should_panic(expected = "`b` is made of `a`")]
    fn patches_that_go_round_in_a_circle_are_refused() {
        let circle = |from: &str| format!(r#"{{"from":"{from}","patch":[]}}"#);
        read(&file(&[("a", &circle("b")), ("b", &circle("a"))]));
    }

    #[test]
    #[should_panic(expected = "unknown field `more`")]
    fn a_key_that_no_patch_has_is_refused() {
        read(&file(&[("a", WHOLE), ("b", r#"{"from":"a","patch":[],"more":1}"#)]));
    }

    #[test]
    #[should_panic(expected = "the patch of `b`")]
    fn a_patch_that_does_not_fit_is_refused() {
        read(&file(&[("a", WHOLE), ("b", r#"{"from":"a","patch":[{"op":"remove","path":"/position/c"}]}"#)]));
    }
}

//! Writing the file of starts: the smallest tree of patches in which each start can be followed to the one in full.

use std::collections::BTreeMap;

use json_patch::jsonptr::PointerBuf;
use json_patch::{AddOperation, Patch, PatchOperation, RemoveOperation, ReplaceOperation};
use serde_json::{Value, json};

use super::{Patched, Start};

/// The most patches between the start in full and another one.
const MAX_PATCHES: usize = 3;

/// An entry of the file, and how many patches it stands from the start in full.
struct Entry {
    text: String,
    depth: usize,
}

/// Returns the text of a file of starts, a line for each.
///
/// # Panics
/// When a start is no JSON, which it is.
pub fn text(starts: &BTreeMap<String, Start>) -> String {
    let values: BTreeMap<String, Value> =
        starts.iter().map(|(id, start)| (id.clone(), json!(start))).collect();
    let mut patches = BTreeMap::new();
    for (from, base) in &values {
        for (id, value) in values.iter().filter(|(id, _)| *id != from) {
            patches.insert((from, id), patched(from, base, value));
        }
    }
    let trees = values.keys().map(|whole| tree(whole, &values, &patches));
    let size = |tree: &BTreeMap<&String, Entry>| tree.values().map(|it| it.text.len()).sum::<usize>();
    let smallest = trees.min_by_key(size).unwrap_or_default();
    let lines: Vec<String> = smallest.iter().map(|(id, it)| format!("\"{id}\": {}", it.text)).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn patched(from: &str, base: &Value, value: &Value) -> String {
    let mut changes = Vec::new();
    diff(base, value, &mut PointerBuf::new(), &mut changes);
    json!(Patched { from: from.to_owned(), patch: Patch(changes) }).to_string()
}

/// Returns the entries when this start is in full: the others are added by the shortest patch that there is, one by one.
fn tree<'a>(
    whole: &'a String,
    values: &'a BTreeMap<String, Value>,
    patches: &BTreeMap<(&'a String, &'a String), String>,
) -> BTreeMap<&'a String, Entry> {
    let mut tree = BTreeMap::from([(whole, Entry { text: values[whole].to_string(), depth: 0 })]);
    loop {
        let fits = |(from, id): &(&String, &String)| {
            tree.get(from).is_some_and(|it| it.depth < MAX_PATCHES) && !tree.contains_key(id)
        };
        let shortest = patches.iter().filter(|(ends, _)| fits(ends)).min_by_key(|(_, text)| text.len());
        let Some(((from, id), text)) = shortest else { return tree };
        let depth = tree[from].depth + 1;
        tree.insert(id, Entry { text: text.clone(), depth });
    }
}

/// Adds the changes that make one value of another. What is shorter to replace as a whole is.
fn diff(from: &Value, to: &Value, path: &mut PointerBuf, changes: &mut Vec<PatchOperation>) {
    if from == to {
        return;
    }
    let mut inner = Vec::new();
    let both = match (from, to) {
        (Value::Object(from), Value::Object(to)) => {
            for key in from.keys().chain(to.keys().filter(|key| !from.contains_key(*key))) {
                entry(key, from.get(key), to.get(key), path, &mut inner);
            }
            true
        }
        (Value::Array(from), Value::Array(to)) => {
            for at in 0..from.len().max(to.len()) {
                // What is taken away moves the rest up.
                entry(&at.min(to.len()).to_string(), from.get(at), to.get(at), path, &mut inner);
            }
            true
        }
        _ => false,
    };
    let replaced = PatchOperation::Replace(ReplaceOperation { path: path.clone(), value: to.clone() });
    let size = |changes: &[PatchOperation]| json!(changes).to_string().len();
    if both && size(&inner) <= size(std::slice::from_ref(&replaced)) {
        changes.append(&mut inner);
    } else {
        changes.push(replaced);
    }
}

/// Adds the changes of one field or item.
fn entry(
    name: &str,
    from: Option<&Value>,
    to: Option<&Value>,
    path: &mut PointerBuf,
    changes: &mut Vec<PatchOperation>,
) {
    path.push_back(name);
    match (from, to) {
        (Some(from), Some(to)) => diff(from, to, path, changes),
        (None, Some(to)) => {
            changes.push(PatchOperation::Add(AddOperation { path: path.clone(), value: to.clone() }));
        }
        (Some(_), None) => changes.push(PatchOperation::Remove(RemoveOperation { path: path.clone() })),
        (None, None) => {}
    }
    path.pop_back();
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn start(dice: u32, position: &Value) -> Start {
        let terms = json!({ "scenario": "s", "seats": 2, "size": 1 });
        serde_json::from_value(
            json!({ "terms": terms, "seat": 0, "bot": "any", "dice": dice, "position": position }),
        )
        .unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let ground = "a description of the ground that all of them share, which is longer than all patches of its neighbours together";
        let positions = [
            json!({ "ground": ground, "items": [1, 2, 3], "who": { "at": null } }),
            json!({ "ground": ground, "items": [1], "who": { "at": [1, 2], "a/b": { "c~d": 1 } } }),
            json!({ "ground": ground, "items": [1, 5, 3, 4], "who": {} }),
            json!({ "ground": ground, "items": [], "who": [] }),
            json!({ "ground": ground, "items": {}, "more": [[1], [2, 2]] }),
            json!({ "ground": ground, "items": [2, 3], "more": [[1, 1], [2]] }),
        ];
        let starts: BTreeMap<String, Start> =
            (0..).zip(&positions).map(|(n, it)| (format!("e{n}"), start(n, it))).collect();
        let written = text(&starts);
        assert_eq!(written.matches("\"from\"").count(), positions.len() - 1, "{written}");
        assert_eq!(written.matches(ground).count(), 1, "{written}");
        assert_eq!(json!(read(&written)), json!(starts));
    }
}

//! Descriptions of the wire: the OpenAPI document and the JSON Schemas of every system.
//!
//! They follow from the types, so a build with the feature `schema` writes them (`make gen`), a test compares them, and every other build
//! embeds the files in `server/descriptions`, compressed by the build script.

use std::io::Read as _;

use flate2::read::GzDecoder;

/// The name of the OpenAPI document.
pub const OPENAPI: &str = "openapi";

/// The largest description, decompressed, in bytes.
const DESCRIPTION_LIMIT: u64 = 64 << 20;

include!(concat!(env!("OUT_DIR"), "/descriptions.rs"));

/// Returns a description as JSON text: [`OPENAPI`], or the name of a system. `None` where there is none of that name.
pub fn read(name: &str) -> Option<String> {
    let (_, packed) = DESCRIPTIONS.iter().find(|(known, _)| *known == name)?;
    let mut text = String::new();
    GzDecoder::new(*packed).take(DESCRIPTION_LIMIT).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Returns every description, made from the types: its name and its text, a line for each part.
#[cfg(feature = "schema")]
pub fn from_types() -> Vec<(&'static str, String)> {
    use bagarre_rules::systems;

    let openapi = lines(&crate::http::describe(), &["components", "paths", "schemas"]);
    let systems = systems::ALL.iter().map(|id| (id.name(), lines(&id.schema(), &[])));
    [(OPENAPI, openapi)].into_iter().chain(systems).map(|(name, text)| (name, text + "\n")).collect()
}

/// An object with a line for each of its parts, and for those of its parts of the names `opened`.
#[cfg(feature = "schema")]
fn lines(object: &serde_json::Value, opened: &[&str]) -> String {
    let parts = object.as_object().into_iter().flatten().map(|(name, part)| {
        let text = if opened.contains(&name.as_str()) { lines(part, opened) } else { part.to_string() };
        format!("{name:?}:{text}")
    });
    format!("{{\n{}\n}}", parts.collect::<Vec<_>>().join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refs<'a>(value: &'a serde_json::Value, into: &mut Vec<&'a str>) {
        match value {
            serde_json::Value::Object(map) => {
                into.extend(map.get("$ref").and_then(serde_json::Value::as_str));
                map.values().for_each(|value| refs(value, into));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| refs(value, into)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document: serde_json::Value = serde_json::from_str(&read(OPENAPI).unwrap()).unwrap();
        let mut found = Vec::new();
        refs(&document, &mut found);
        assert!(found.len() > 10);
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("references stay inside the document");
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
        }
    }

    #[test]
    fn what_is_not_described_is_none() {
        assert_eq!(read("chess"), None);
    }
}

//! The TypeScript types in the client are those of this crate.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

fn files(folder: &Path, under: &str, into: &mut BTreeMap<String, String>) {
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = format!("{under}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            files(&path, &format!("{name}/"), into);
        } else {
            into.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn the_client_has_the_types_of_this_crate() {
    // Cargo builds examples beside the tests: target/PROFILE/examples, where this runs from target/PROFILE/deps.
    let gen_types = std::env::current_exe().unwrap().parent().unwrap().join("../examples/gen");
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    let status = Command::new(gen_types).arg(&fresh).status().unwrap();
    assert!(status.success());
    let (mut expected, mut found) = (BTreeMap::new(), BTreeMap::new());
    files(&fresh, "", &mut expected);
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/src/protocol"), "", &mut found);
    let types =
        expected.values().flat_map(|text| text.lines()).filter(|line| line.starts_with("export type "));
    assert!(types.count() > 400);
    for (name, text) in &expected {
        assert_eq!(found.get(name), Some(text), "{name} is out of date: run `make gen`");
    }
    assert_eq!(expected.len(), found.len(), "there are types that no longer exist: run `make gen`");
}

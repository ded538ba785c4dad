//! Conventions that are tests: every rule id is in the catalogue, acts in the code and is tested; files stay small.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bagarre_rules::gather::Gather;
use bagarre_rules::row::Stated;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file below a folder with one of the endings.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|fault| panic!("{}: {fault}", folder.display())) {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["node_modules", "target", "dist", "protocol", ".svelte-kit"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Ids such as `BAS-MOV-03` (prefix, group, two digits) and rulings such as `ENE-R54` in a text; `bas_mov_03_…`, as in names of
/// tests, counts too.
fn ids(text: &str, prefix: &str) -> BTreeSet<String> {
    let text = text.to_uppercase().replace('_', "-");
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices(&format!("{prefix}-")) {
        let rest = &text[at + prefix.len() + 1..];
        let group: String = rest.chars().take_while(char::is_ascii_uppercase).collect();
        // A ruling has its number at once.
        let dash = if group == "R" { "" } else { "-" };
        let Some(rest) = rest[group.len()..].strip_prefix(dash) else { continue };
        let digits: String = rest.chars().take(2).filter(char::is_ascii_digit).collect();
        let third = rest.chars().nth(2).is_some_and(|ch| ch.is_ascii_digit());
        if (1..=4).contains(&group.len()) && digits.len() == 2 && !third {
            found.insert(format!("{prefix}-{group}{dash}{digits}"));
        }
    }
    found
}

fn ids_in(folder: &Path, prefix: &str) -> BTreeSet<String> {
    files(folder, &[".rs"]).iter().flat_map(|path| ids(&fs::read_to_string(path).unwrap(), prefix)).collect()
}

fn every_id_acts_and_is_tested<R: Gather<Fact: Stated>>() {
    let (system, prefix) = (R::ID, <R::Fact as Stated>::RULES.trim_end_matches('-'));
    let catalogue = fs::read_to_string(root().join(format!("docs/rules/{system}.md"))).unwrap();
    let known = ids(&catalogue, prefix);
    assert!(known.len() > 100, "the catalogue of {system} is there");
    let code = ids_in(&root().join(format!("rules/systems/{system}/src")), prefix);
    let tests = ids_in(&root().join(format!("rules/systems/{system}/tests")), prefix);
    let list = |missing: BTreeSet<&String>| missing.into_iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(list(known.difference(&code).collect()), "", "{system}: ids that no code cites");
    assert_eq!(list(known.difference(&tests).collect()), "", "{system}: ids that no test cites");
    assert_eq!(list(code.difference(&known).collect()), "", "{system}: ids that the catalogue does not have");
}

#[test]
fn every_rule_id_acts_and_is_tested() {
    bagarre_rules::for_offered!(every_id_acts_and_is_tested());
}

/// The lists of refusals name rules of the book alone; `*` depends on what is refused, and is a rule in the code.
fn every_refusal_names_a_rule_of_the_book<R: Gather<Fact: Stated>>() {
    let system = R::ID;
    let catalogue = fs::read_to_string(root().join(format!("docs/rules/{system}.md"))).unwrap();
    let list = fs::read_to_string(root().join(format!("rules/systems/{system}/tests/refusals.txt"))).unwrap();
    for line in list.lines() {
        let rule = line.split('\t').nth(1).unwrap();
        for id in rule.split('/').filter(|id| !["-", "*"].contains(id)) {
            assert!(catalogue.contains(id), "{system}: {line}");
        }
    }
}

#[test]
fn every_refusal_has_its_rule() {
    bagarre_rules::for_offered!(every_refusal_names_a_rule_of_the_book());
}

#[test]
fn decisions_and_scenarios_are_tested() {
    let catalogue = fs::read_to_string(root().join("docs/rules/baston.md")).unwrap();
    let tests: String = files(&root().join("rules/systems/baston/tests"), &[".rs"])
        .iter()
        .map(|path| fs::read_to_string(path).unwrap().to_uppercase().replace('_', "-"))
        .collect();
    for n in 1..=21 {
        let id = format!("DEC-{n:02}");
        assert!(catalogue.contains(&id) && tests.contains(&id), "{id} is tested");
    }
    for n in 0..=4 {
        let id = format!("SCN-{n:02}");
        assert!(catalogue.contains(&id) && tests.contains(&id), "{id} is tested");
    }
}

/// Entries of an armoury are named by a letter and a number: `GEN-WPN-W1`.
#[test]
fn every_weapon_is_tested() {
    let catalogue = fs::read_to_string(root().join("docs/rules/generik.md")).unwrap();
    let text = |folder: &str| -> String {
        let sources = files(&root().join(folder), &[".rs", ".toml"]);
        sources.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
    };
    let code = text("rules/systems/generik/src") + &text("rules/systems/generik/data");
    let tests = text("rules/systems/generik/tests");
    let mut seen = BTreeSet::new();
    for (at, _) in catalogue.match_indices("GEN-WPN-") {
        let rest = &catalogue[at + "GEN-WPN-".len()..];
        let entry: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        seen.insert(format!("GEN-WPN-{entry}"));
    }
    assert!(seen.len() > 40, "the armouries are there");
    for id in seen {
        assert!(code.contains(&id), "{id} acts");
        assert!(tests.contains(&id), "{id} is tested");
    }
}

#[test]
fn files_stay_small_and_nothing_is_left_for_later() {
    let mut sources: Vec<PathBuf> = ["rules", "protocol", "server", "tests", "web-client/src"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), &[".rs", ".ts", ".svelte"]))
        .collect();
    sources.retain(|path| !path.ends_with("systems/tidy.rs"));
    assert!(sources.len() > 100);
    let words = [
        "todo!(",
        "unimplemented!(",
        "FIXME",
        "XXX",
        "#[ignore",
        "test.only(",
        "it.only(",
        "it.skip(",
        "test.skip(",
    ];
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().count();
        assert!(lines <= 800, "{} has {lines} lines", path.display());
        for word in words {
            assert!(!text.contains(word), "{} holds {word}", path.display());
        }
    }
}

/// The name and the type of a constant that a line declares.
fn constant(line: &str) -> Option<(&str, &str)> {
    let (before, rest) = line.split_once("const ")?;
    let (name, rest) = rest.split_once(": ")?;
    let named = name.chars().all(|ch| ch.is_ascii_uppercase() || ch.is_ascii_digit() || ch == '_');
    (named && !before.contains("//")).then_some((name, rest.split_once([' ', ';'])?.0))
}

/// A duration says by its name what it bounds, a number what it counts: `EVENING` and `MOST` do not.
#[test]
fn constants_of_the_server_say_what_they_are() {
    let roles =
        ["TIMEOUT", "INTERVAL", "DELAY", "DURATION", "LIFETIME", "PAUSE", "AGE", "GAP", "HOUR", "DAY"];
    let numbers = ["usize", "u8", "u16", "u32", "u64", "i16", "i32", "i64", "f64"];
    let mut seen = 0;
    for path in
        ["server/src", "server/program/src"].iter().flat_map(|folder| files(&root().join(folder), &[".rs"]))
    {
        let text = fs::read_to_string(&path).unwrap();
        for (name, kind) in text.lines().filter_map(constant) {
            let told = match kind {
                "Duration" => roles.iter().any(|role| name.contains(role)),
                kind if numbers.contains(&kind) => name.contains('_'),
                _ => continue,
            };
            assert!(told, "{}: {name} does not say what it is", path.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "the constants are found");
}

#[test]
fn rules_are_pure() {
    let forbidden = [
        "std::time",
        "std::thread",
        "std::fs",
        "std::net",
        "std::env",
        "HashMap",
        "HashSet",
        "f32",
        "f64",
        "println!",
        "static mut",
        "Instant",
        "SystemTime",
    ];
    let sources = files(&root().join("rules"), &[".rs"]);
    let ours = |path: &&PathBuf| {
        let path = path.strip_prefix(root().join("rules")).unwrap();
        // `many.rs` runs tests.
        path.components().any(|part| part.as_os_str() == "src")
            && !path.starts_with("derive")
            && !path.ends_with("conformance/many.rs")
    };
    let sources: Vec<&PathBuf> = sources.iter().filter(ours).collect();
    assert!(sources.len() > 300, "the sources are there");
    for path in sources {
        let text = fs::read_to_string(path).unwrap();
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for word in forbidden {
            // A serializer has to name floats to refuse them.
            let refused = format!("serialize_{word}({word});");
            assert!(!code.replace(&refused, "").contains(word), "{} uses {word}", path.display());
        }
    }
}

//! Every field of a data row is used: read somewhere besides the tables that declare it, the catalogue that shows it and the appraisal of bands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bagarre_rules::gather::Gather;

use crate::tidy::{files, root};

/// Files of a system that declare rows.
const DECLARING: &[&str] = &[
    "tables.rs",
    "tables/scenarios.rs",
    "numbers.rs",
    "terrain.rs",
    "arena/data.rs",
    "board.rs",
    "board/data.rs",
];

/// Files that show numbers or ask for their price: a number that is used nowhere else plays no part.
const SHOWING: &[&str] = &["catalogue.rs", "appraise.rs"];

/// Fields that tell people where a row comes from, and its words: the rulebook and the catalogue show them.
const FOR_READERS: &[&str] = &["text_fr", "text_en", "cost_source", "costs"];

/// Fields that tests compare with what the rules work out; only builds with `testkit` have them.
const COMPARED: &[&str] = &["defence_armed", "protection_torso"];

/// Fields that boards of hosts have stated since the first version, and that follow from others: the edge of a window says what is across.
const STATED: &[&str] = &["outside"];

/// Returns the text of a source file without comments and without its own tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn is_name(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || ch == '_'
}

/// The words of a text, each with what stands right before and behind it, blanks left out.
fn words(text: &str) -> impl Iterator<Item = (char, &str, char)> {
    let starts = text.char_indices().filter(|(at, ch)| is_name(*ch) && !text[..*at].ends_with(is_name));
    starts.map(|(at, _)| {
        let end = text[at..].find(|ch| !is_name(ch)).map_or(text.len(), |len| at + len);
        let before = text[..at].trim_end().chars().next_back().unwrap_or(' ');
        (before, &text[at..end], text[end..].trim_start().chars().next().unwrap_or(' '))
    })
}

/// Whether a word is a field that is read: `row.bash`, `row.r#mod`, and no method.
fn is_read((before, _, after): &(char, &str, char)) -> bool {
    matches!(before, '.' | '#') && *after != '('
}

/// The structs of a file with what stands between their braces, as they are declared or taken apart: a name that begins with a capital,
/// then braces without braces inside.
fn braces(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('{').filter_map(|(at, _)| {
        let name = text[..at].trim_end();
        let name = &name[name.trim_end_matches(is_name).len()..];
        let body = &text[at + 1..];
        let body = &body[..body.find('}')?];
        (name.starts_with(|ch: char| ch.is_ascii_uppercase()) && !body.contains('{')).then_some((name, body))
    })
}

/// The text without attributes: `#[serde(default)]`.
fn without_attributes(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find("#[") {
        kept.push_str(&rest[..at]);
        let mut depth = 0;
        let end = rest[at..].char_indices().find(|(_, ch)| {
            depth += i32::from(*ch == '[') - i32::from(*ch == ']');
            *ch == ']' && depth == 0
        });
        rest = end.map_or("", |(end, _)| &rest[at + end + 1..]);
    }
    kept + rest
}

/// The fields that a file declares, with the struct that has them. A colon behind a name makes a field, two make a path.
fn declared(text: &str) -> BTreeSet<(String, String)> {
    let text = without_attributes(text).replace("::", "__");
    let fields = |(name, body)| {
        let fields = words(body).filter(|(before, _, after)| *after == ':' && !matches!(before, '<' | '$'));
        fields.map(move |(_, field, _)| (String::from(name), field.to_owned()))
    };
    braces(&text).flat_map(fields).collect()
}

fn unused<R: Gather>(found: &mut Vec<String>) {
    let folder = root().join("rules/systems").join(R::ID).join("src");
    let inside = |path: &Path| path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
    let mut fields = BTreeSet::new();
    let mut read = BTreeSet::new();
    for path in files(&folder, &[".rs"]) {
        let name = inside(&path);
        let text = code(&fs::read_to_string(&path).unwrap());
        let declares = DECLARING.contains(&name.as_str());
        if declares {
            fields.extend(declared(&text));
        }
        if SHOWING.contains(&name.as_str()) || name.starts_with("testkit") {
            continue;
        }
        read.extend(words(&text).filter(is_read).map(|it| it.1.to_owned()));
        // Rows that are taken apart: names alone, or with a name of their own.
        for (_, body) in
            braces(&text).filter(|(_, body)| !declares || body.contains("..") || !body.contains(':'))
        {
            read.extend(
                words(body).filter(|(before, ..)| matches!(before, ' ' | ',')).map(|it| it.1.to_owned()),
            );
        }
    }
    assert!(fields.len() > 50, "{}: the rows are found", R::ID);
    for (name, field) in fields {
        let exempt = [FOR_READERS, COMPARED, STATED].iter().any(|list| list.contains(&field.as_str()));
        if !read.contains(&field) && !exempt {
            found.push(format!("{}: {name}.{field}", R::ID));
        }
    }
}

#[test]
fn every_field_of_a_data_row_is_used() {
    let mut found = Vec::new();
    bagarre_rules::for_offered!(unused(&mut found));
    assert!(found.is_empty(), "nothing reads\n{}", found.join("\n"));
}

#[test]
fn fields_that_nothing_reads_are_found() {
    let rows =
        "rows! { ShieldRow { id: Shield, defence: i16, #[serde(default)] bash: i16, odd: Vec<[u8; 2]> } }";
    let named = |name: &str| ("ShieldRow".to_owned(), name.to_owned());
    assert_eq!(declared(rows), ["id", "defence", "bash", "odd"].map(named).into());
    let text = code("let a = row.defence + row.bash(); // row.bash\nlet ShieldRow { odd, .. } = row;");
    let read: Vec<&str> = words(&text).filter(is_read).map(|it| it.1).collect();
    assert_eq!(read, ["defence"]);
    assert!(braces(&text).any(|(name, body)| name == "ShieldRow" && body.contains("odd")));
    assert_eq!(code("a // b\nc\n#[cfg(test)]\nmod tests { d }"), "a \nc\n");
}

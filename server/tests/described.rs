//! The descriptions that the server embeds are those of its types.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bagarre_server::described;

#[test]
fn the_embedded_descriptions_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions");
    let made: BTreeMap<String, String> =
        described::from_types().into_iter().map(|(name, text)| (format!("{name}.json"), text)).collect();
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut kept: Vec<String> = files.collect();
    kept.sort();
    assert_eq!(kept, made.keys().cloned().collect::<Vec<_>>(), "run `make gen`");
    for (name, text) in &made {
        assert!(
            fs::read_to_string(folder.join(name)).unwrap() == *text,
            "{name} is out of date: run `make gen`"
        );
        let name = name.trim_end_matches(".json");
        assert_eq!(described::read(name).as_ref(), Some(text), "what is embedded");
    }
}

//! Plays the stored inputs of the fuzz targets: no bytes from outside may end the process.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

mod inputs;

/// Plays every stored input of a target, in the order of their names, then each sample bent by all single bytes. How many were
/// taken.
fn play(target: &str, samples: u8, play: impl Fn(&[u8]) -> bool) -> usize {
    let folder = format!("{}/tests/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let stored = files.iter().map(|file| std::fs::read(file).unwrap());
    let bent =
        (0..samples).flat_map(|sample| (0..4).map(move |bend| vec![sample, bend * 61, bend, sample, 9]));
    stored.chain(bent).filter(|input| play(input)).count()
}

#[test]
fn messages_are_read_or_not() {
    assert!(play("wire", 44, inputs::wire) > 20);
}

#[test]
fn scripts_are_played_or_refused() {
    assert!(play("scripts", 10, inputs::script) >= 2);
}

#[test]
fn exports_are_checked_or_refused() {
    play("exports", 4, inputs::export);
}

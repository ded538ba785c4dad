//! Writes the descriptions of the wire that the server embeds: `describe [FOLDER]`, by default `server/descriptions`.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("descriptions"), PathBuf::from);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in bagarre_server::described::from_types() {
        fs::write(folder.join(format!("{name}.json")), text)?;
    }
    Ok(())
}

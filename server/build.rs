//! Compresses what the server embeds.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=descriptions");
    descriptions()
}

/// Writes `descriptions.rs`: the name and the compressed text of every file in `descriptions`.
fn descriptions() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = fs::read_dir("descriptions")?
        .map(|file| Ok(file?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    files.sort();
    let mut list = String::new();
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).ok_or("a file without a name")?;
        let packed = out.join(format!("{name}.json.gz"));
        let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
        encoder.write_all(&fs::read(&file)?)?;
        encoder.finish()?;
        writeln!(list, "({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.json.gz\"))),")?;
    }
    let code = format!(
        "/// The name of each description, and its text, compressed.\nstatic DESCRIPTIONS: &[(&str, &[u8])] = &[\n{list}];\n"
    );
    Ok(fs::write(out.join("descriptions.rs"), code)?)
}

//! Writes the lists of files that the server embeds.

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
    println!("cargo:rerun-if-changed=../migrations");
    descriptions()?;
    migrations()
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

/// Writes `migrations.rs`: for each database the number, the description and the text of its migrations, in order. Their names are
/// `<number>_<description>.sql`, as sqlx names them.
fn migrations() -> Result<(), Box<dyn Error>> {
    let mut code = String::new();
    for database in ["postgres", "sqlite"] {
        let folder = fs::canonicalize(format!("../migrations/{database}"))?;
        let mut files = Vec::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a migration without a name")?;
            let (number, description) = name.split_once('_').ok_or("a migration without a number")?;
            let text = path.to_str().ok_or("a migration whose path is no text")?.to_owned();
            files.push((number.parse::<i64>()?, description.replace('_', " "), text));
        }
        files.sort();
        let mut list = String::new();
        for (number, description, text) in files {
            writeln!(list, "    ({number}, {description:?}, include_str!({text:?})),")?;
        }
        let constant = database.to_uppercase();
        writeln!(
            code,
            "/// The migrations in `migrations/{database}`.\npub(super) static {constant}: Files = &[\n{list}];"
        )?;
    }
    Ok(fs::write(PathBuf::from(env::var("OUT_DIR")?).join("migrations.rs"), code)?)
}

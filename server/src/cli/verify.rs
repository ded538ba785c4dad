//! `bagarre verify`: whether an exported game is what it says.

use std::io::{self, Write};
use std::path::PathBuf;

use bagarre_protocol::game::Export;
use bagarre_server::verify::verify;

use super::{Failure, read_input};

/// Check an exported game: its dice against their commitment, its sealed orders against their digests, and every event
/// against the rules. Exit code 1 when something is wrong, 2 when the file cannot be read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The exported game, or `-` for standard input.
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = read_input(&args.file)?;
    let export: Export =
        serde_json::from_str(&text).map_err(|why| Failure::input(format!("not an exported game: {why}")))?;
    let report = verify(&export).map_err(|refusal| Failure::input(refusal.en))?;
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &report).map_err(Failure::fault)?;
    writeln!(out)?;
    match report.faults.first() {
        None => Ok(()),
        Some(first) => Err(Failure::fault(format!("{} fault(s); the first: {first}", report.faults.len()))),
    }
}

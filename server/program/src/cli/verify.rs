//! `bagarre verify`: whether an exported game or campaign is what it says.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use bagarre_server::fair::unhex;
use bagarre_server::verify::{self, Known};

use super::failure::Failure;
use super::input::read_input;

/// Check an exported game or campaign, offline: signature, commitment, what the seats gave to the dice, the chain entry by
/// entry, seals, dice, and every event against the rules, where this build plays that version of them.
///
/// Give the key of the server with --key: a file can be made anew from its first entry to its last, and signed by its maker.
/// Without the key the check fails, unless --unsigned says that the signature does not matter; then the file is compared with
/// itself and with the heads that were kept, and nothing tells whom it comes from.
///
/// A part that every game of that version has (draw, chain, names) is a fault where it is missing. Exit code 1 when something is
/// wrong, 2 when the file cannot be read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The exported file, or `-` for standard input.
    file: PathBuf,
    /// The public key of the server, as it publishes it under /api/key: the file must be signed by it.
    #[arg(long, value_name = "HEX", value_parser = digits)]
    key: Option<String>,
    /// Accept a file that is not signed, or that is signed by a key which nothing is known of.
    #[arg(long, conflicts_with = "key")]
    unsigned: bool,
    /// A head of the chain that was kept during the game. May be given several times. A file without a chain is false then.
    #[arg(long = "head", value_name = "ENTRY:HEX", value_parser = known_head)]
    heads: Vec<(u32, String)>,
}

fn digits(text: &str) -> Result<String, String> {
    let text = text.to_ascii_lowercase();
    unhex::<32>(&text).map(|_| text).ok_or_else(|| "64 hex digits are needed".to_owned())
}

fn known_head(text: &str) -> Result<(u32, String), String> {
    let (entry, head) = text.split_once(':').ok_or("an entry and its head are needed, such as 12:0af3…")?;
    Ok((entry.parse().map_err(|_| "the number of an entry is needed before the colon")?, digits(head)?))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = read_input(&args.file)?;
    let heads: BTreeMap<u32, String> = args.heads.iter().cloned().collect();
    let known = Known { key: args.key.clone(), unsigned: args.unsigned, heads };
    let checked = verify::file(&text, &known).map_err(Failure::input)?;
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &checked).map_err(Failure::fault)?;
    writeln!(out)?;
    let faults = checked.faults();
    match faults.first() {
        None => Ok(()),
        Some(first) => Err(Failure::fault(format!("{} fault(s); the first: {first}", faults.len()))),
    }
}

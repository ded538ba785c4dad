//! `bagarre referee`: plays a script with given dice and no server.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use bagarre_server::referee::{Played, Shows, Stopped, play};

use super::failure::Failure;
use super::input::read_input;

/// Play a script with given dice, without a server: for clubs, bug reports and tests.
///
/// The script is JSON: {"ruleset", "setup" or "position", "dice", "steps"}. Each accepted step prints
/// {"entry", "events"}, each refused one {"refused"}, and the last line is {"end"}. Entry 0, before the first
/// step, holds what the set-up brings about by itself, if anything.
///
/// In a command, "open" stands for the number of the open question (and for its turn and sequence). A step {"seat", "options":
/// true} prints what the seat may answer. "stop": {"turn", "sequence"} ends the script after a sequence of Baston; {"turn", "phase"}
/// after a phase of GeneriK, counted from the start of the game; {"turn", "slot"} after a slot of énergie; {"turn", "segment"} after
/// a segment of Celtiques; {"entry", "event"} after a deed of any system: an event of an entry, as they are printed, from 1.
///
/// Exit code 2: bad input. Exit code 3: a die of another kind than asked for, or none left. Exit code 4, with --strict: a step
/// was refused, or given dice are left.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The script, or `-` for standard input.
    file: PathBuf,
    /// Print only the position at the end of the script, as another script can start from it.
    #[arg(long)]
    position: bool,
    /// Refused steps and dice that are left over make exit code 4.
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = read_input(&args.file)?;
    let shows = if args.position { Shows::Position } else { Shows::Everything };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut refused = Vec::new();
    let played = play(&text, shows, &mut out, &mut refused);
    out.flush()?;
    for line in String::from_utf8_lossy(&refused).lines() {
        eprintln!("bagarre: {line}");
    }
    let played = played.map_err(|stopped| match stopped {
        Stopped::Input(line) => Failure::input(line),
        Stopped::Dice(line) => Failure::dice(line),
        Stopped::Stuck(line) => Failure::fault(line),
        Stopped::Output(error) => Failure::from(error),
    })?;
    let Played { refused, dice_left } = played;
    if args.strict && (refused > 0 || dice_left > 0) {
        return Err(Failure::strict(format!(
            "{refused} steps were refused, {dice_left} given dice are left"
        )));
    }
    Ok(())
}

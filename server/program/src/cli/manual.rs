//! `bagarre manual`: manual pages and completions of shells, for packagers.

use std::fs;
use std::path::PathBuf;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use super::Cli;
use super::failure::Failure;

/// The shells whose completions are written.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Write the manual pages and the completions of Bash, Zsh and Fish.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that gets `man` and `completions`. It is made where it is missing.
    folder: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (pages, completions) = (args.folder.join("man"), args.folder.join("completions"));
    let mut command = documented();
    fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(command.clone(), &pages)?;
    fs::create_dir_all(&completions)?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command, "bagarre", &completions)?;
    }
    Ok(())
}

/// The command without the subcommands that are hidden.
fn documented() -> Command {
    let whole = Cli::command();
    let about = whole.get_about().cloned().unwrap_or_default();
    let shown = whole.get_subcommands().filter(|command| !command.is_hide_set());
    Command::new("bagarre").version(env!("CARGO_PKG_VERSION")).about(about).subcommands(shown.cloned())
}

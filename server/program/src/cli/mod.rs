//! One file per subcommand.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

mod admin;
mod backup;
mod environment;
mod export;
mod failure;
mod home;
mod input;
mod listen;
mod manual;
mod migrate;
mod referee;
mod report;
mod schema;
mod serve;
mod signal;
mod simulate;
mod store;
mod verify;

pub(crate) use failure::Failure;

/// French tabletop brawls, played in the browser.
#[derive(Debug, Parser)]
#[command(name = "bagarre", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Referee(referee::Args),
    Simulate(simulate::Args),
    Schema(schema::Args),
    Verify(verify::Args),
    Export(export::Args),
    Migrate(migrate::Args),
    Backup(backup::Args),
    Restore(backup::RestoreArgs),
    Admin(admin::Args),
    #[command(hide = true)]
    Manual(manual::Args),
}

impl Cli {
    /// What was asked on the command line and in the environment. Ends the process where that cannot be read.
    pub(crate) fn read() -> Self {
        Self::read_from(std::env::args_os())
    }

    fn read_from(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Self {
        let mut command = environment::without_empty(Self::command());
        let matches = command.try_get_matches_from_mut(args).unwrap_or_else(|why| why.exit());
        Self::from_arg_matches(&matches).unwrap_or_else(|why| why.format(&mut command).exit())
    }

    /// Does what was asked.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            // What `bagarre serve` would do: its options still come from the environment.
            None => Self::read_from(["bagarre", "serve"]).run(),
            Some(Command::Serve(args)) => serve::run(&args),
            Some(Command::Referee(args)) => referee::run(&args),
            Some(Command::Simulate(args)) => simulate::run(&args),
            Some(Command::Schema(args)) => schema::run(&args),
            Some(Command::Verify(args)) => verify::run(&args),
            Some(Command::Export(args)) => export::run(&args),
            Some(Command::Migrate(args)) => migrate::run(&args),
            Some(Command::Backup(args)) => backup::run(&args),
            Some(Command::Restore(args)) => backup::restore(&args),
            Some(Command::Admin(args)) => admin::run(&args),
            Some(Command::Manual(args)) => manual::run(&args),
        }
    }
}

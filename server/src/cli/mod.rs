//! One file per subcommand.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use bagarre_rules::any::RulesetId;
use clap::{Parser, Subcommand};

mod admin;
mod backup;
mod export;
mod migrate;
mod referee;
mod schema;
mod serve;
mod simulate;
mod store;
mod verify;

/// French tabletop brawls, played in the browser.
#[derive(Debug, Parser)]
#[command(name = "bagarre", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Args),
    Referee(referee::Args),
    Simulate(simulate::Args),
    Schema(schema::Args),
    Verify(verify::Args),
    Export(export::Args),
    Migrate(migrate::Args),
    Backup(backup::Args),
    Restore(backup::RestoreArgs),
    Admin(admin::Args),
}

impl Cli {
    /// Does what was asked.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            // What `bagarre serve` would do: its options still come from the environment.
            None => Self::parse_from(["bagarre", "serve"]).run(),
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
        }
    }
}

/// Why the command ends badly: one clear line, and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    pub(crate) line: String,
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
impl Failure {
    /// Something went wrong that is not the fault of the input.
    pub(crate) fn fault(line: impl ToString) -> Self {
        Self { code: 1, line: one_line(&line.to_string()) }
    }

    /// The input is bad.
    pub(crate) fn input(line: impl ToString) -> Self {
        Self { code: 2, line: one_line(&line.to_string()) }
    }

    /// Given dice do not answer what is asked of them.
    pub(crate) fn dice(line: impl ToString) -> Self {
        Self { code: 3, line: one_line(&line.to_string()) }
    }

    /// A script did not come out as it was written.
    pub(crate) fn strict(line: impl ToString) -> Self {
        Self { code: 4, line: one_line(&line.to_string()) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::fault(error)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a file, or of standard input when the path is `-`.
fn read_input(path: &Path) -> Result<String, Failure> {
    let read = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    read.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// For clap: a ruleset by name.
fn ruleset(name: &str) -> Result<RulesetId, String> {
    RulesetId::parse(name).map_err(|refusal| refusal.en)
}

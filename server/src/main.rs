//! The `bagarre` command.

use std::process::ExitCode;

use clap::Parser;

mod cli;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bagarre: {}", failure.line);
            ExitCode::from(failure.code)
        }
    }
}

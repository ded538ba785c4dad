//! The `bagarre` command.

use std::process::ExitCode;

use clap::Parser;

mod cli;

/// The rules make and drop many small things, which this allocator does much faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bagarre: {}", failure.line);
            ExitCode::from(failure.code)
        }
    }
}

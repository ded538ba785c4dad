//! The `bagarre` command.

use std::process::ExitCode;

mod cli;

/// Rooms make and drop many small things: this allocator is quick at it, and keeps little of what they leave.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    match cli::Cli::read().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bagarre: {}", failure.line);
            ExitCode::from(failure.code)
        }
    }
}

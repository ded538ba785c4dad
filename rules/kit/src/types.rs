//! TypeScript types of what a system and its clients say to each other.

use ts_rs::{Config, ExportError};

/// A system whose types are written for clients. They go into the folder of its name.
pub trait Exported {
    /// The folder of the house that its types are made of too.
    const HOUSE: Option<&'static str> = None;

    /// Writes its types.
    fn export(config: &Config) -> Result<(), ExportError>;
}

//! TypeScript types of what the system and its clients say to each other.

use bagarre_kit::types::Exported;
use ts_rs::{Config, ExportError, TS};

use crate::{Advice, Ask, Catalogue, Command, Energie, Fact, More, Setup, View};

impl Exported for Energie {
    fn export(config: &Config) -> Result<(), ExportError> {
        View::export_all(config)?;
        Fact::export_all(config)?;
        Ask::export_all(config)?;
        Command::export_all(config)?;
        Advice::export_all(config)?;
        Setup::export_all(config)?;
        More::export_all(config)?;
        Catalogue::export_all(config)
    }
}

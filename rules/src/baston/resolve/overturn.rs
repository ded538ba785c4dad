//! Overturning tables (chapter 15, REN).

use super::{Flow, Script};
use crate::baston::ids::Who;

impl Script<'_> {
    /// `REN` (BAS-REN-01 to 07).
    pub(super) fn overturn(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
}

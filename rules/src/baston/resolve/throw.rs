//! Throwing (chapter 14, LAN).

use super::{Flow, Script};
use crate::baston::ids::{ItemId, Who};

impl Script<'_> {
    /// `LAN` (BAS-LAN-01 to 08). `only` is the object just taken in PRE/LAN; `aimed` when the first round was `-`.
    pub(super) fn throw(&mut self, who: Who, only: Option<ItemId>, aimed: bool) -> Flow {
        let _ = (who, only, aimed);
        Ok(())
    }
}

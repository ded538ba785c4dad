//! Grappling (BAS-CT-01 to 07) and the beginning of an activation (BAS-EXE-06).

use super::{Flow, Script};
use crate::baston::ids::Who;

impl Script<'_> {
    /// One character begins to act: stun, freeing, hold, forced rest (BAS-EXE-06).
    pub(super) fn activate(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
}

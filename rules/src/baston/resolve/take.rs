//! Taking and breaking (chapter 14, PRE and BRI).

use super::{Flow, Script};
use crate::baston::ids::{ItemId, Who};
use crate::baston::order::R2;

impl Script<'_> {
    /// `PRE` in round `round`. `then` is the second half of a combination: it narrows the default (DEC-05). The
    /// object taken.
    pub(super) fn take(&mut self, who: Who, round: u8, then: Option<R2>) -> Flow<Option<ItemId>> {
        let _ = (who, round, then);
        Ok(None)
    }

    /// `BRI` in round `round` (BAS-BRI-01); `only` is the bottle just taken in PRE/BRI. The broken bottle.
    pub(super) fn break_bottle(&mut self, who: Who, round: u8, only: Option<ItemId>) -> Flow<Option<ItemId>> {
        let _ = (who, round, only);
        Ok(None)
    }
}

//! Destroying, robbing, dressing (chapter 15, DES, TAX, MET).

use super::{Flow, Script};
use crate::baston::ids::Who;

impl Script<'_> {
    /// `DES` (BAS-DES-01 to 04).
    pub(super) fn destroy(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }

    /// `TAX` when it is played: chooses the victim and starts the work (BAS-TAX-01, 02).
    pub(super) fn rob(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }

    /// `MET` when it is played: chooses the item and starts the work (BAS-MET-01).
    pub(super) fn dress(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }

    /// TAX or MET whose rest sequence has just ended (BAS-EXE-05, BAS-TAX-03, BAS-MET-01).
    pub(super) fn complete_task(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
}

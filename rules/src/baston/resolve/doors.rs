//! Opening and shutting doors and windows (chapter 14, OUV and FER).

use super::{Flow, Script};
use crate::baston::ids::Who;
use crate::kit::grid::Dir;

impl Script<'_> {
    /// `OUV` (`open`) or `FER` in the second round (BAS-OUV-01 to 09).
    pub(super) fn work_opening(&mut self, who: Who, open: bool) -> Flow {
        let _ = (who, open);
        Ok(())
    }

    /// Whether `Mx/OUV` is played as one: the line of the walk crosses a shut opening (BAS-OUV-04).
    pub(super) fn opens_on_the_way(&self, who: Who, dir: Dir) -> bool {
        let _ = (who, dir);
        false
    }

    /// The simultaneous version of `Mx/OUV` (BAS-OUV-04): opens, then steps through.
    pub(super) fn walk_through(&mut self, who: Who, dir: Dir) -> Flow {
        let _ = (who, dir);
        Ok(())
    }
}

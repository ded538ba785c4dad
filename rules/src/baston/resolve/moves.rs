//! Movement orders (chapter 7).

use super::{Flow, Script};
use crate::baston::ids::Who;
use crate::baston::order::R1;
use crate::kit::grid::Dir;

impl Script<'_> {
    /// Plays the movement order of a first round with its pivot suffix (BAS-PRG-04).
    pub(super) fn play_move(&mut self, who: Who, order: R1) -> Flow {
        let _ = (who, order);
        Ok(())
    }

    /// `Mx`: one point in any direction. `true` when he has arrived (BAS-M-01).
    pub(super) fn walk(&mut self, who: Who, dir: Dir) -> Flow<bool> {
        let _ = (who, dir);
        Ok(false)
    }
}

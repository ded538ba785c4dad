//! Falls and glass (chapter 12), and rolls on the stun table.

use super::{Flow, Script};
use crate::baston::ids::{Line, Who};
use crate::kit::grid::Point;

impl Script<'_> {
    /// Rolls on a line of the stun table, `bonus` on the die, and stuns (conventions, BAS-FAL-06). The sequences lost.
    pub(super) fn stun_line(&mut self, who: Who, line: Line, bonus: u8, rule: &'static str) -> Flow<u8> {
        let _ = (who, line, bonus, rule);
        Ok(0)
    }

    /// A fall where he is: beside the furniture from a top (BAS-FAL-04), down the stairs (BAS-FAL-05), else on the
    /// spot with line B (BAS-FAL-02). Nothing when already prone (BAS-FAL-01). `with_line` is false for a
    /// collapse, whose stun is already counted (BAS-STN-05, RUL-37).
    pub(super) fn fall(&mut self, who: Who, with_line: bool) -> Flow {
        let _ = (who, with_line);
        Ok(())
    }

    /// A fall from a height onto a lower point (BAS-FAL-03): an occupant is displaced as BAS-FAL-05 says. `levels`
    /// is the difference of level numbers.
    pub(super) fn fall_from(&mut self, who: Who, to: Point, levels: u8) -> Flow {
        let _ = (who, to, levels);
        Ok(())
    }

    /// Glass on the point of somebody who falls, crawls or is shoved prone there (BAS-FAL-07).
    pub(super) fn glass(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
}

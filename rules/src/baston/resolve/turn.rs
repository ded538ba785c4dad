//! The course of a turn: ranks, placement, reveal, rounds, end of sequence (chapters 1, 3, 5).

use super::{Flow, Script};
use crate::baston::ids::Who;
use crate::baston::order::Sequence;

impl Script<'_> {
    /// The orders of the current sequence of a character.
    pub(super) fn order_of(&self, who: Who) -> Sequence {
        self.fig(who).orders[usize::from(self.scene.sequence.clamp(1, 3)) - 1]
    }

    pub(super) fn place(&mut self, who: Who) -> Flow {
        let _ = who;
        Ok(())
    }
    pub(super) fn draw_ranks(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn open_turn(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn reveal(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn open_sequence(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn round(&mut self, who: Who, round: u8) -> Flow {
        let _ = (who, round);
        Ok(())
    }
    pub(super) fn open_closing(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn close_sequence(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn rewritten(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn end_turn(&mut self) -> Flow {
        Ok(())
    }
    pub(super) fn score_out(&mut self, who: Who, by: Option<Who>) {
        let _ = (who, by);
    }
    pub(super) fn score_left(&mut self, who: Who, by: Option<Who>) {
        let _ = (who, by);
    }
    pub(super) fn plot_left(&mut self, who: Who) {
        let _ = who;
    }
}

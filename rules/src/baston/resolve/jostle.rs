//! Jostles, chains of jostles, and bodies that are pushed (chapter 8).

use super::{Flow, Script};
use crate::baston::ids::Who;
use crate::kit::grid::Dir;

/// What became of a body that was to be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    /// He is somewhere else now (or off the board).
    Away,
    /// He could not be displaced; nothing has been rolled for it yet.
    Stuck,
}

impl Script<'_> {
    /// A contest of strength of `mover` against `other` (BAS-BOU-02). `true` when the mover is the stronger.
    pub(super) fn stronger(&mut self, mover: Who, other: Who) -> Flow<bool> {
        let _ = (mover, other);
        Ok(false)
    }

    /// `mover` tries to take the place of whoever is on his layer of the next point: contest, then the loser is
    /// pushed on (BAS-BOU-01 to 07, 09). `true` when the point is free for him now.
    pub(super) fn jostle(&mut self, mover: Who, other: Who, dir: Dir) -> Flow<bool> {
        let _ = (mover, other, dir);
        Ok(false)
    }

    /// Pushes a body one point in `dir`, or `dir±1` when `sideways` (BAS-BOU-05, 07): falls over edges, leaves the
    /// board, glass when prone. Chains of jostles inside. Says whether he went.
    pub(super) fn push_body(&mut self, who: Who, dir: Dir, sideways: bool) -> Flow<Pushed> {
        let _ = (who, dir, sideways);
        Ok(Pushed::Stuck)
    }
}

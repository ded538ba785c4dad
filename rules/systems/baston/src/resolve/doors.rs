//! Opening and shutting doors and windows (chapter 14, OUV and FER).

use super::answers::Assent;
use super::jostle::Pushed;
use super::{Flow, Script};
use crate::board::Edge;
use crate::command::Choice;
use crate::event::{Obstacle, Waived, What, Why};
use crate::ids::{Dec, Stat, StunLine, Who};
use crate::scene::WindowState;
use bagarre_kit::grid::Dir;

/// An opening that can be opened and shut: a leaf of a door, or a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Leaf(u8, u8),
    Window(u8),
}

impl From<Opening> for Choice {
    fn from(opening: Opening) -> Self {
        match opening {
            Opening::Leaf(door, leaf) => Self::Leaf(door, leaf),
            Opening::Window(window) => Self::Window(window),
        }
    }
}

impl Script<'_> {
    /// `OUV` (`open`) or `FER` in the second round (BAS-OUV-01 to 09).
    pub(super) fn work_opening(&mut self, who: Who, open: bool) -> Flow {
        let all = self.openings(who);
        if all.is_empty() {
            self.lost(who, 2, Why::NoTarget, "BAS-OUV-01");
            return Ok(());
        }
        if !all.iter().any(|opening| self.has_effect(*opening, open)) {
            self.lost(who, 2, Why::NoEffect, "BAS-OUV-09");
            return Ok(());
        }
        let opening = self.ask(who, Dec::Leaf, "BAS-OUV-01", None, |script| {
            let mut options = script.openings(who);
            options.retain(|opening| script.has_effect(*opening, open));
            let own = options.iter().position(|opening| script.is_beside(who, *opening)).unwrap_or(0);
            (options, own)
        })?;
        match opening {
            Some(Opening::Window(window)) => {
                let state = if open { WindowState::Open } else { WindowState::Shut };
                // BAS-OUV-03: it pushes nothing.
                self.tell("BAS-OUV-03", What::Window { window, state });
                Ok(())
            }
            Some(Opening::Leaf(door, leaf)) if open => self.open_leaf(who, door, leaf).map(drop),
            Some(Opening::Leaf(door, leaf)) => self.shut_leaf(who, door, leaf),
            None => Ok(()),
        }
    }

    /// Returns the leaves of the doors that the character stands beside, any leaf of a double one, and the windows it
    /// is on the inside of (BAS-OUV-01, 03), by number.
    fn openings(&self, who: Who) -> Vec<Opening> {
        let at = self.fig(who).at;
        let spec = &self.state.board.spec;
        let mut list = Vec::new();
        for (d, door) in spec.doors.iter().enumerate() {
            let beside = door.leaves.iter().any(|leaf| leaf.edge.point() == at || leaf.edge.across() == at);
            if beside {
                list.extend((0..door.leaves.len()).map(|leaf| Opening::Leaf(d as u8, leaf as u8)));
            }
        }
        let windows = spec.windows.iter().enumerate().filter(|(_, window)| window.inside == at);
        list.extend(windows.map(|(w, _)| Opening::Window(w as u8)));
        list
    }

    /// Whether a leaf or window would move: opening what is open, shutting what is shut, and either on something
    /// destroyed has no effect (BAS-OUV-09).
    fn has_effect(&self, opening: Opening, open: bool) -> bool {
        match opening {
            Opening::Leaf(door, leaf) => {
                let state = &self.scene.doors[usize::from(door)];
                !state.destroyed && state.open[usize::from(leaf)] != open
            }
            Opening::Window(window) => {
                let shut = if open { WindowState::Shut } else { WindowState::Open };
                self.scene.windows[usize::from(window)] == shut
            }
        }
    }

    /// Whether an opening is on an edge of the character's own point (DEC-03).
    fn is_beside(&self, who: Who, opening: Opening) -> bool {
        let at = self.fig(who).at;
        match opening {
            Opening::Leaf(door, leaf) => {
                let edge = self.state.board.leaf(door, leaf).edge;
                edge.point() == at || edge.across() == at
            }
            Opening::Window(_) => true,
        }
    }

    /// Opens a leaf (BAS-OUV-05 to 07): `true` when it is open now. A bolt yields only to its own side.
    fn open_leaf(&mut self, who: Who, door: u8, leaf: u8) -> Flow<bool> {
        let bolted = self.scene.doors[usize::from(door)].bolted;
        if bolted && !self.is_at_bolt(who, door) {
            self.lost(who, 2, Why::Barred, "BAS-OUV-07");
            return Ok(false);
        }
        self.fresh_event();
        if !self.swing(who, door, leaf)? {
            self.lost(who, 2, Why::Blocked, "BAS-OUV-05");
            return Ok(false);
        }
        if bolted {
            self.tell("BAS-OUV-07", What::Bolt { door, bolted: false });
        }
        self.tell("BAS-OUV-01", What::Leaf { door, leaf, open: true });
        Ok(true)
    }

    /// Shuts a leaf; a WC door shut from the inside may be bolted too (BAS-OUV-07, DEC-04).
    fn shut_leaf(&mut self, who: Who, door: u8, leaf: u8) -> Flow {
        self.fresh_event();
        if !self.swing(who, door, leaf)? {
            self.lost(who, 2, Why::Blocked, "BAS-OUV-05");
            return Ok(());
        }
        self.tell("BAS-OUV-01", What::Leaf { door, leaf, open: false });
        let shut = self.scene.doors[usize::from(door)].open == [false; 2];
        if shut && self.is_at_bolt(who, door) {
            let bolted =
                self.ask(who, Dec::Bolt, "BAS-OUV-07", None, |_| (vec![Assent::Yes, Assent::No], 0))?;
            match bolted {
                Some(Assent::Yes) => self.tell("BAS-OUV-07", What::Bolt { door, bolted: true }),
                Some(Assent::No) | None => {}
            }
        }
        Ok(())
    }

    /// Whether the character stands on the only point from which the bolt of a door is worked (BRD-04).
    fn is_at_bolt(&self, who: Who, door: u8) -> bool {
        self.state.board.spec.doors[usize::from(door)].lock_side == Some(self.fig(who).at)
    }

    /// Shuts an open leaf that a character pushes from its hinge: `POU`, or an involuntary push along hinge -> swept
    /// (BAS-OUV-08). `who` is the pusher or the character pushed against the leaf; the event goes on. Returns `true`
    /// when it is shut now.
    pub(super) fn shut_leaf_by_push(&mut self, who: Who, door: u8, leaf: u8) -> Flow<bool> {
        if !self.swing(who, door, leaf)? {
            return Ok(false);
        }
        self.tell("BAS-OUV-08", What::Leaf { door, leaf, open: false });
        Ok(true)
    }

    /// The swing of a leaf, either way, pushes away from the far side of its edge (BAS-OUV-05, 06, RUL-57): furniture
    /// stops it, a character there is jostled by the operator, items move one point on. Returns `true` when the leaf
    /// can move.
    fn swing(&mut self, who: Who, door: u8, leaf: u8) -> Flow<bool> {
        let spec = self.state.board.leaf(door, leaf);
        let (swept, far) = (spec.swept, spec.far());
        let Some(dir) = far.dir_to(swept) else { return Ok(false) };
        if let Some(piece) = self.scene.upright_at(swept) {
            self.tell("BAS-OUV-05", What::Barred { who, by: Obstacle::Piece(piece) });
            return Ok(false);
        }
        if let Some(other) = self.scene.figure_at(swept, false)
            && other != who
            && !self.shove_aside(who, other, dir)?
        {
            self.tell("BAS-OUV-06/RUL-57", What::Barred { who, by: Obstacle::Who(other) });
            return Ok(false);
        }
        self.sweep_things(swept, dir)?;
        Ok(true)
    }

    /// Pushes the leaf against a character on its way (BAS-OUV-06). Returns `true` when that character is out of the way.
    fn shove_aside(&mut self, who: Who, other: Who, dir: Dir) -> Flow<bool> {
        // RUL-55: a character that is held is released first.
        self.free("BAS-OUV-06/RUL-55", other);
        if self.fig(other).stunned() {
            self.tell("BAS-OUV-06", What::NoTest { who, stat: Stat::For, why: Waived::Stunned });
        } else if !self.stronger(who, other)? {
            return Ok(false);
        }
        if self.push_body(other, dir, true)? == Pushed::Stuck {
            return Ok(false);
        }
        if self.fig(other).in_play() {
            self.test_or_fall(other, "BAS-OUV-06")?;
            self.stun_line(other, StunLine::A, 0, "BAS-OUV-06")?;
        }
        Ok(true)
    }

    /// Whether `Mx/OUV` is played as one: the line of the walk crosses a shut opening (BAS-OUV-04).
    pub(super) fn opens_on_the_way(&self, who: Who, dir: Dir) -> bool {
        dir.is_orthogonal()
            && match self.state.board.edge(self.fig(who).at, dir) {
                Edge::Door(door, _) => !self.space().door_passes(door),
                Edge::Window(window) => self.scene.windows[usize::from(window)] == WindowState::Shut,
                _ => false,
            }
    }

    /// The simultaneous version of `Mx/OUV` (BAS-OUV-04): opens, then steps through. If the door does not open, the
    /// character stays, without line A.
    pub(super) fn walk_through(&mut self, who: Who, dir: Dir) -> Flow {
        let at = self.fig(who).at;
        let opened = match self.state.board.edge(at, dir) {
            Edge::Window(window) => self.open_window(who, window),
            Edge::Door(door, own) => match self.leaf_on_the_way(who, door, own)? {
                Some(Opening::Leaf(door, leaf)) => self.open_leaf(who, door, leaf)?,
                Some(Opening::Window(_)) | None => false,
            },
            _ => false,
        };
        if !opened {
            // BAS-OUV-04: the walk is not played either.
            self.lost(who, 1, Why::Barred, "BAS-OUV-04");
        } else if self.opens_on_the_way(who, dir) {
            // BAS-OUV-02: the other leaf of a double door is still shut.
            self.lost(who, 1, Why::Blocked, "BAS-OUV-02");
        } else if self.fig(who).stands() {
            self.walk(who, dir)?;
        }
        Ok(())
    }

    /// Returns the leaf of the door ahead that the character works: either of a double one, by default the one that it
    /// would walk through (BAS-OUV-01, DEC-03, RUL-83, RUL-85).
    fn leaf_on_the_way(&mut self, who: Who, door: u8, own: u8) -> Flow<Option<Opening>> {
        self.ask(who, Dec::Leaf, "BAS-OUV-01/RUL-83", None, |script| {
            let leaves = script.state.board.spec.doors[usize::from(door)].leaves.len() as u8;
            let mut options: Vec<Opening> = (0..leaves).map(|leaf| Opening::Leaf(door, leaf)).collect();
            options.retain(|opening| script.has_effect(*opening, true));
            let default = options.iter().position(|it| *it == Opening::Leaf(door, own)).unwrap_or(0);
            (options, default)
        })
    }

    /// Opens a shut window from its inside point (BAS-OUV-03).
    fn open_window(&mut self, who: Who, window: u8) -> bool {
        let inside = self.state.board.spec.windows[usize::from(window)].inside == self.fig(who).at;
        if inside {
            self.tell("BAS-OUV-03", What::Window { window, state: WindowState::Open });
        } else {
            self.lost(who, 2, Why::Barred, "BAS-OUV-03");
        }
        inside
    }
}

//! Falls and glass (chapter 12), and rolls on the stun table.

use super::{Flow, Script};
use crate::event::{Draw, Way, What};
use crate::ids::{StunLine, Who};
use crate::space::Passage;
use crate::tables::tables;
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// Rolls on a line of the stun table, `bonus` on the die, and stuns (conventions, BAS-FAL-06). The sequences lost.
    pub(super) fn stun_line(&mut self, who: Who, line: StunLine, bonus: u8, rule: &'static str) -> Flow<u8> {
        if !self.fig(who).in_play() {
            return Ok(0);
        }
        let die = self.die(8, rule, "stun line")?;
        let n = tables().stun(line, die + bonus);
        self.tell(rule, What::StunRoll { who, line, die, bonus, n });
        // BAS-FAL-06: it adds to what is pending.
        self.stun(who, n, rule)?;
        Ok(n)
    }

    /// Makes a character fall where it is: beside the furniture from a top (BAS-FAL-04), down the stairs (BAS-FAL-05),
    /// else on the spot with line B (BAS-FAL-02). Does nothing when it is prone already (BAS-FAL-01). `with_line` is
    /// false for a collapse, whose stun is already counted (BAS-STN-05, RUL-37); it counts on level ground only, since
    /// a collapse on furniture or stairs is a fall off them.
    pub(super) fn fall(&mut self, who: Who, with_line: bool) -> Flow {
        let figure = *self.fig(who);
        if !figure.stands() {
            return Ok(());
        }
        if figure.top {
            return self.fall_beside(who);
        }
        if self.state.board.stair(figure.at).is_some() {
            return self.fall_downstairs(who);
        }
        self.lie(who)?;
        if with_line {
            self.stun_line(who, StunLine::B, 0, "BAS-FAL-02")?;
        }
        self.glass(who)
    }

    /// Makes a character fall from a height onto a lower point (BAS-FAL-03): an occupant is displaced as BAS-FAL-05
    /// says. `levels` is the difference of level numbers. When the occupant cannot be displaced, the character comes
    /// down on its own point.
    pub(super) fn fall_from(&mut self, who: Who, to: Point, levels: u8) -> Flow {
        let figure = *self.fig(who);
        if !figure.in_play() {
            return Ok(());
        }
        if let Some(other) = self.scene.figure_at(to, false).filter(|other| *other != who) {
            let dir = figure.at.line_to(to).map_or(figure.facing, |(dir, _)| dir);
            let mut jostled = Vec::new();
            if !self.make_way_for(who, other, dir, &mut jostled)? {
                return self.fall_in_place(who);
            }
            self.come_down(who, to, levels, "BAS-FAL-03")?;
            return self.jostle_tests(&jostled);
        }
        self.come_down(who, to, levels, "BAS-FAL-03")
    }

    /// Resolves glass on the point where a character falls, crawls or is shoved prone (BAS-FAL-07): no protection
    /// applies (RUL-38).
    pub(super) fn glass(&mut self, who: Who) -> Flow {
        let figure = self.fig(who);
        if !figure.in_play() || figure.top || !self.scene.has_glass(figure.at) {
            return Ok(());
        }
        let die = self.die(8, "BAS-FAL-07", "glass")?;
        let (wounds, part) = tables().glass(die);
        self.tell("BAS-FAL-07", What::Location { target: who, part, die: Some(die) });
        self.wound(who, part, wounds, 0, "BAS-FAL-07/RUL-38")
    }

    /// What every fall begins with (BAS-FAL-01): prone, the chair in hand dropped, holds ended, work interrupted.
    fn lie(&mut self, who: Who) -> Flow {
        if !self.fig(who).prone {
            self.tell("BAS-FAL-01", What::Posture { who, prone: true });
        }
        self.drop_chair(who)?;
        self.release_by("BAS-FAL-01", who);
        self.free("BAS-FAL-01", who);
        self.interrupt("BAS-TAX-02", who);
        Ok(())
    }

    /// Comes down on a lower point, in any posture (BAS-FAL-03): line C, the die higher by 1 for each level number
    /// beyond the first. A stair point is no place to stay on (BAS-FAL-05).
    fn come_down(&mut self, who: Who, to: Point, levels: u8, rule: &'static str) -> Flow {
        let from = self.fig(who).at;
        self.tell(rule, What::Moved { who, from, to, top: false, way: Way::Fall });
        if self.state.board.stair(to).is_some() {
            return self.fall_downstairs(who);
        }
        self.lie(who)?;
        self.stun_line(who, StunLine::C, levels.saturating_sub(1), rule)?;
        self.glass(who)
    }

    /// A fall off the top of a table, baby-foot or bar: onto a random lower neighbour without furniture, a free one if
    /// there is one; else an occupant is jostled and always loses; else the character stays up, with line A
    /// (BAS-FAL-04, RUL-39).
    fn fall_beside(&mut self, who: Who) -> Flow {
        let from = self.fig(who).at;
        let space = self.space();
        let level = space.top_level(from);
        let mut near: Vec<(Point, Dir)> = Dir::ALL
            .into_iter()
            .map(|dir| (from.step(dir), dir))
            .filter(|(q, dir)| {
                self.state.board.contains(*q)
                    && space.line_clear(from, *dir, Passage::Walk)
                    && space.board.base(*q) < level
                    && !space.is_furnished(*q)
            })
            .collect();
        near.sort_unstable();
        let free: Vec<Point> =
            near.iter().map(|(q, _)| *q).filter(|q| self.scene.figures_at(*q).next().is_none()).collect();
        if !free.is_empty() {
            let to = free[self.pick(free.len(), "BAS-FAL-04", Draw::Point, Some(who))?];
            return self.come_down(who, to, level - self.state.board.base(to), "BAS-FAL-04");
        }
        near.retain(|(q, _)| self.scene.figure_at(*q, false).is_some_and(|other| !self.is_fixed(other)));
        while !near.is_empty() {
            let (to, dir) = near.remove(self.pick(near.len(), "BAS-FAL-04", Draw::Point, Some(who))?);
            let mut jostled = Vec::new();
            let freed = match self.scene.figure_at(to, false) {
                Some(other) => self.make_way_for(who, other, dir, &mut jostled)?,
                None => true,
            };
            if freed {
                self.come_down(who, to, level - self.state.board.base(to), "BAS-FAL-04")?;
                return self.jostle_tests(&jostled);
            }
        }
        self.stun_line(who, StunLine::A, 0, "BAS-FAL-04/RUL-39")?;
        Ok(())
    }

    /// A fall from a stair point to the bottom of its staircase, with a random facing and line C without bonus
    /// (BAS-FAL-05, RUL-40). A character at the bottom is jostled and always loses; if it cannot be displaced, the one
    /// that falls stays on the stairs.
    fn fall_downstairs(&mut self, who: Who) -> Flow {
        let from = self.fig(who).at;
        let Some(to) = self.state.board.stair(from).map(|stair| stair.bottom) else { return Ok(()) };
        let space = self.space();
        let mut jostled = Vec::new();
        let mut free = !space.is_furnished(to) || space.shelter_at(to).is_some();
        if let Some(other) = self.scene.figure_at(to, false)
            && free
        {
            let dir = from.dir_to(to).unwrap_or(self.fig(who).facing);
            free = self.make_way_for(who, other, dir, &mut jostled)?;
        }
        if free {
            self.tell("BAS-FAL-05/RUL-40", What::Moved { who, from, to, top: false, way: Way::Fall });
        }
        let dir = Dir::ALL[self.pick(8, "BAS-FAL-05", Draw::Facing, Some(who))?];
        self.tell("BAS-FAL-05", What::Faced { who, dir });
        self.lie(who)?;
        self.stun_line(who, StunLine::C, 0, "BAS-FAL-05")?;
        self.glass(who)?;
        self.jostle_tests(&jostled)
    }

    /// Brings a character down from a top that is gone, onto the ground of its own point, or beside it when another one
    /// lies there.
    fn fall_in_place(&mut self, who: Who) -> Flow {
        let figure = *self.fig(who);
        if !figure.top || self.scene.figure_at(figure.at, false).is_some() {
            return self.fall(who, true);
        }
        let levels = self.space().top_level(figure.at) - self.state.board.base(figure.at);
        self.come_down(who, figure.at, levels, "BAS-FAL-03")
    }

    /// Jostles the character on the point where another one comes down; it always loses (BAS-FAL-05). Returns `true`
    /// when it is gone.
    fn make_way_for(&mut self, faller: Who, other: Who, dir: Dir, jostled: &mut Vec<Who>) -> Flow<bool> {
        let known = self.notes.displaced.contains(&faller);
        if !known {
            self.notes.displaced.push(faller);
        }
        let gone = self.give_way(other, dir, jostled)?;
        if !known {
            self.notes.displaced.retain(|who| *who != faller);
        }
        Ok(gone)
    }
}

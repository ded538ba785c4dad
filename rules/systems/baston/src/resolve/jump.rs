//! Jumps and leaps (BAS-S-01 to 03, BAS-F-01, BAS-F-02).

use super::{Flow, Script};
use crate::event::{Obstacle, Waived, Way, What};
use crate::ids::{PieceKind, Stat, Who};
use crate::order::R1;
use crate::space::{Passage, Space, steps};
use bagarre_kit::grid::{Dir, Point};

/// A jump that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Landing {
    /// On top of what stands on the arrival point.
    top: bool,
    /// Level numbers down; 0 for a jump up or on the level.
    down: u8,
    /// A DEX test is due (BAS-S-02).
    test: bool,
}

/// Where a leap ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Off the board.
    Off,
    /// A point, on top of what stands there or on its ground.
    At(Point, bool),
    /// Nowhere.
    Impossible,
}

impl Script<'_> {
    /// `Sx` (BAS-S-01): to the neighbouring point, one step up or two down. An occupant is jostled first, and a lost
    /// jostle needs no test (BAS-S-02).
    pub(super) fn jump(&mut self, who: Who, dir: Dir) -> Flow {
        self.begin_move(who);
        let figure = *self.fig(who);
        let to = figure.at.step(dir);
        if !self.space().line_clear(figure.at, dir, Passage::Jump) {
            let by = self.on_the_line(figure.at, dir, Passage::Jump);
            return self.impossible(who, dir, by, "BAS-S-01");
        }
        if !self.state.board.contains(to) {
            self.walk_off(who);
            return Ok(());
        }
        let landing = match self.jump_landing(who, dir) {
            Ok(landing) => landing,
            Err(rule) => {
                let by = self.obstacle(who, dir, Passage::Jump);
                return self.impossible(who, dir, by, rule);
            }
        };
        let Some(jostled) = self.clear_point(who, to, landing.top, dir)? else {
            if landing.test {
                self.tell("BAS-S-02", What::NoTest { who, stat: Stat::Dex, why: Waived::Jostled });
            }
            return Ok(());
        };
        if !landing.test || self.test(who, Stat::Dex, "BAS-S-02")? {
            self.arrive(who, to, landing.top, Way::Jump, "BAS-S-01");
        } else if landing.down > 0 && !landing.top {
            self.fall_from(who, to, landing.down)?;
        } else {
            self.arrive(who, to, landing.top, Way::Jump, "BAS-S-02");
            self.fall(who, true)?;
        }
        self.jostle_tests(&jostled)
    }

    /// How a jump along a clear line would end, or the rule that makes it impossible.
    fn jump_landing(&self, who: Who, dir: Dir) -> Result<Landing, &'static str> {
        let (space, figure) = (self.space(), self.fig(who));
        let to = figure.at.step(dir);
        // BAS-S-01: never onto a pinball or a video game.
        let top = space.surface(to).ok_or("BAS-S-01")?;
        let (here, there) = (space.level(who), space.level_at(to, top));
        let rear = Space::is_rear(figure.facing, dir);
        let height = steps(here, there);
        if there > here {
            // BAS-S-03.
            return if height == 1 && !rear {
                Ok(Landing { top, down: 0, test: false })
            } else {
                Err("BAS-S-03")
            };
        }
        if there == here
            && space.cuts_corner(figure.at, dir, here, false)
            && !self.state.setup.options.corner_test
        {
            return Err("BAS-MOV-02");
        }
        Ok(Landing { top, down: here - there, test: height == 2 || rear || there == here })
    }

    /// `F`: straight ahead over the next point (BAS-F-01), with a DEX test (BAS-F-02). An occupant of the arrival
    /// point is jostled first; a lost jostle needs no test.
    pub(super) fn leap(&mut self, who: Who) -> Flow {
        self.begin_move(who);
        let dir = self.fig(who).facing;
        let (dest, top) = match self.leap_goal(who) {
            Goal::Off => {
                self.walk_off(who);
                return Ok(());
            }
            Goal::Impossible => {
                let (by, rule) = self.leap_obstacle(who);
                return self.impossible(who, dir, by, rule);
            }
            Goal::At(dest, top) => (dest, top),
        };
        let Some(jostled) = self.clear_point(who, dest, top, dir)? else {
            self.tell("BAS-F-02", What::NoTest { who, stat: Stat::Dex, why: Waived::Jostled });
            return Ok(());
        };
        let fine = self.test(who, Stat::Dex, "BAS-F-02")?;
        self.arrive(who, dest, top, Way::Leap, "BAS-F-01");
        if !fine {
            self.fall(who, true)?;
        }
        self.jostle_tests(&jostled)
    }

    /// Where a leap would end. Over what stands on the last point of the board it is leaving (BAS-MOV-06); with the border
    /// straight ahead there is nothing to leap over (BAS-F-01, RUL-99).
    fn leap_goal(&self, who: Who) -> Goal {
        let (space, figure) = (self.space(), self.fig(who));
        let dir = figure.facing;
        let mid = figure.at.step(dir);
        let dest = mid.step(dir);
        let clear = |p: Point| space.line_clear(p, dir, Passage::Jump);
        let over = space.board.contains(mid) && self.can_be_leapt(who, mid);
        if !over || !clear(figure.at) || !clear(mid) {
            return Goal::Impossible;
        }
        if !space.board.contains(dest) {
            return Goal::Off;
        }
        match space.surface(dest).filter(|top| space.level_at(dest, *top) == space.level(who)) {
            Some(top) => Goal::At(dest, top),
            None => Goal::Impossible,
        }
    }

    /// Returns what makes a leap impossible, and the rule: with the border ahead there is nothing to leap over
    /// (RUL-99); on the way there may be a barrier, a video game or a standing character.
    fn leap_obstacle(&self, who: Who) -> (Option<Obstacle>, &'static str) {
        let figure = self.fig(who);
        let (at, dir) = (figure.at, figure.facing);
        let mid = at.step(dir);
        if !self.state.board.contains(mid) {
            return (Some(Obstacle::Border), "BAS-F-01/RUL-99");
        }
        let line = self.on_the_line(at, dir, Passage::Jump);
        let line = line.or_else(|| self.on_the_line(mid, dir, Passage::Jump));
        let video = || self.scene.upright_at(mid).filter(|id| self.scene.piece(*id).kind == PieceKind::Video);
        let stands = || self.scene.figures_at(mid).find(|on| !self.fig(*on).prone);
        let by = line.or_else(|| video().map(Obstacle::Piece)).or_else(|| stands().map(Obstacle::Who));
        (by.or(Some(Obstacle::Level)), "BAS-F-01")
    }

    /// Whether nothing but its full hands keeps a character from an order of the first round (DEC-07).
    pub(super) fn is_possible(&self, who: Who, order: R1) -> bool {
        let figure = self.fig(who);
        match order {
            R1::Jump(dir, _) => {
                self.space().line_clear(figure.at, dir, Passage::Jump)
                    && (!self.state.board.contains(figure.at.step(dir))
                        || self.jump_landing(who, dir).is_ok())
            }
            R1::Leap(_) => self.leap_goal(who) != Goal::Impossible,
            R1::LieDown(_) => figure.top || self.state.board.stair(figure.at).is_none(),
            _ => true,
        }
    }

    /// Whether a point can be leapt over: one step above or below, no video game, no character standing on it
    /// (BAS-F-01). Its height is that of its furniture, a pinball as high as a table, else of its ground (RUL-26).
    fn can_be_leapt(&self, who: Who, mid: Point) -> bool {
        let space = self.space();
        let height = space.level_at(mid, space.is_furnished(mid));
        let video =
            self.scene.upright_at(mid).is_some_and(|id| self.scene.piece(id).kind == PieceKind::Video);
        steps(space.level(who), height) == 1
            && !video
            && self.scene.figures_at(mid).all(|on| self.fig(on).prone)
    }
}

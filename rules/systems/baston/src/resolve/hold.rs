//! Grappling (BAS-CT-01 to 07) and the beginning of an activation (BAS-EXE-06).

use super::{Flow, Script};
use crate::event::{Way, What, Why};
use crate::ids::{Stat, Who};
use crate::order::{Blow, R1, R2};
use crate::space::Passage;
use bagarre_kit::grid::Dir;

impl Script<'_> {
    /// One character begins to act: stun, freeing, hold, forced rest (BAS-EXE-06).
    pub(super) fn activate(&mut self, who: Who) -> Flow {
        self.notes.actor = Some(who);
        if !self.fig(who).in_play() {
            return Ok(());
        }
        // The orders cancelled here have not begun: `active` must not name the character yet.
        if self.fig(who).stunned() {
            self.skip(who, Why::Stunned, "BAS-STN-01");
            return Ok(());
        }
        if self.fig(who).held_by.is_some() {
            if !self.test(who, Stat::Com, "BAS-CT-06")? {
                self.skip(who, Why::Held, "BAS-CT-06");
                return Ok(());
            }
            self.free("BAS-CT-06", who);
        }
        self.tell("BAS-EXE-06", What::Acts { who });
        if self.fig(who).holding.is_some() && !self.keeps_hold(who) {
            self.release_by("BAS-CT-04", who);
        }
        if self.fig(who).resting {
            self.tell("BAS-PRG-07", What::Cancelled { who, rounds: [true; 2], why: Why::Rest });
            self.tell("BAS-PRG-07", What::Done { who, done: true });
        }
        Ok(())
    }

    fn skip(&mut self, who: Who, why: Why, rule: &'static str) {
        self.tell("BAS-EXE-06", What::Acts { who });
        if self.fig(who).cancelled != [true; 2] {
            self.tell(rule, What::Cancelled { who, rounds: [true; 2], why });
        }
        self.tell(rule, What::Done { who, done: true });
    }

    /// The hold goes on with M, a pivot or `-`, then CT (BAS-CT-04); it takes both arms (BAS-WND-05).
    fn keeps_hold(&self, who: Who) -> bool {
        let order = self.order_of(who);
        let first = matches!(order.r1, R1::Rest | R1::Walk(..) | R1::Turn(_) | R1::Face(_));
        first && order.r2 == R2::Blow(Blow::CT) && self.fig(who).arms() == 2 && !self.fig(who).resting
    }

    /// The first round of a character that holds another: only a walk has an effect, it drags (BAS-CT-05).
    pub(super) fn first_round_holding(&mut self, who: Who, order: R1) -> Flow {
        if let R1::Walk(dir, _) = order { self.drag(who, dir) } else { Ok(()) }
    }

    /// FOR test; success moves both if both arrival points can be entered (BAS-CT-05).
    fn drag(&mut self, who: Who, dir: Dir) -> Flow {
        let Some(victim) = self.fig(who).holding else { return Ok(()) };
        if !self.test(who, Stat::For, "BAS-CT-05")? {
            self.lost(who, 1, Why::Failed, "BAS-CT-05");
            return Ok(());
        }
        if !self.can_be_dragged(who, victim, dir) || !self.can_be_dragged(victim, who, dir) {
            self.lost(who, 1, Why::Blocked, "BAS-CT-05");
            return Ok(());
        }
        for mover in [who, victim] {
            let from = self.fig(mover).at;
            let (to, top) = (from.step(dir), self.fig(mover).top);
            self.tell("BAS-CT-05", What::Moved { who: mover, from, to, top, way: Way::Dragged });
        }
        Ok(())
    }

    /// Whether a body can step in a direction at its level, the point of its companion counting as free.
    fn can_be_dragged(&self, who: Who, companion: Who, dir: Dir) -> bool {
        let (space, figure) = (self.space(), self.fig(who));
        let to = figure.at.step(dir);
        let same_ground = if figure.top {
            space.has_top(to)
                && (space.board.is_bar(to) && space.board.is_bar(figure.at)
                    || self.scene.upright_at(to).is_some()
                        && self.scene.upright_at(to) == self.scene.upright_at(figure.at))
        } else {
            !space.is_furnished(to)
                && (space.board.base(to) == space.board.base(figure.at)
                    || space.board.on_stair_axis(figure.at, to))
        };
        self.state.board.contains(to)
            && same_ground
            && space.line_clear(figure.at, dir, Passage::Walk)
            && !space.cuts_corner(figure.at, dir, space.level(who), false)
            && self.scene.figure_at(to, figure.top).is_none_or(|other| other == companion)
    }
}

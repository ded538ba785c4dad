//! Runs (BAS-C-01 to 04).

use super::{Flow, Script};
use crate::event::{Way, What};
use crate::ids::{Stat, StunLine, Who};
use crate::scene::Figure;
use crate::space::{Passage, Step};
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// `Cn`: straight ahead, point by point, until something ends it (BAS-C-01). The next sequence is owed to rest
    /// from the moment the run begins (BAS-PRG-07, RUL-17).
    pub(super) fn run(&mut self, who: Who, n: u8) -> Flow {
        self.tell("BAS-PRG-07/RUL-17", What::Owes { who, owes: true });
        self.begin_move(who);
        let dir = self.fig(who).facing;
        for _ in 0..n {
            if !self.run_on(who, dir)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the points that a run straight ahead can come to as things stand, if no character were in the way
    /// (BAS-C-01, BAS-C-03).
    pub(crate) fn run_reach(&self, who: Who, most: u8) -> Vec<Point> {
        let mut figure = *self.fig(who);
        let mut path = Vec::new();
        while path.len() < usize::from(most) {
            let step = self.space().step(&figure, figure.facing, Passage::Run);
            if !self.runs_on(&figure, step) {
                break;
            }
            figure.at = figure.at.step(figure.facing);
            path.push(figure.at);
        }
        path
    }

    /// Whether a step keeps a run going, for all that the ground says.
    fn runs_on(&self, figure: &Figure, step: Step) -> bool {
        match step {
            Step::Level { top } => top == figure.top,
            Step::Corner { top } => top == figure.top && self.state.setup.options.corner_test,
            _ => false,
        }
    }

    /// One point of a run. `true` when it goes on.
    fn run_on(&mut self, who: Who, dir: Dir) -> Flow<bool> {
        let figure = *self.fig(who);
        let to = figure.at.step(dir);
        let step = self.space().step(&figure, dir, Passage::Run);
        let (top, corner) = match step {
            Step::Off => {
                self.walk_off(who);
                return Ok(false);
            }
            Step::Level { top } if self.runs_on(&figure, step) => (top, false),
            Step::Corner { top } if self.runs_on(&figure, step) => (top, true),
            _ => {
                // BAS-C-03: stopped on the last free point.
                let by = self.obstacle(who, dir, Passage::Run);
                self.tell("BAS-C-03", What::Impossible { who, to: Some(to) });
                self.tell_barred(who, by, "BAS-C-03");
                self.stun_line(who, StunLine::B, 0, "BAS-C-03")?;
                return Ok(false);
            }
        };
        // BAS-C-04, RUL-30: any jostle ends the run, won or lost.
        let contested = self.scene.figure_at(to, top).is_some();
        let kept_feet = if corner {
            self.cut_corner(who, dir, top, Way::Run)? == Some(true)
        } else {
            let rule = if contested { "BAS-C-04/RUL-30" } else { "BAS-C-01" };
            self.enter(who, dir, top, Way::Run, rule)?
        };
        if !kept_feet || !self.fig(who).stands() {
            return Ok(false);
        }
        let over_chair = top || self.scene.chair_at(to).is_none() || self.clear_chair(who, dir, contested)?;
        Ok(over_chair && !contested)
    }

    /// Resolves a chair under a runner's feet (BAS-C-02): a DEX test, or a fall one point further, on the chair's point
    /// where the runner cannot go on. Returns whether the runner still stands.
    fn clear_chair(&mut self, who: Who, dir: Dir, stopped: bool) -> Flow<bool> {
        if self.test(who, Stat::Dex, "BAS-C-02")? {
            return Ok(true);
        }
        let figure = *self.fig(who);
        let after = figure.at.step(dir);
        let free = matches!(self.space().step(&figure, dir, Passage::Run), Step::Level { .. })
            && self.scene.figure_at(after, false).is_none();
        if free && !stopped {
            self.arrive(who, after, false, Way::Fall, "BAS-C-02");
        }
        self.fall(who, true)?;
        Ok(false)
    }
}

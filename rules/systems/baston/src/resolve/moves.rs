//! Movement orders (chapter 7). Posture, limbs and hands have been looked at before an order comes here.

use super::{Flow, Script};
use crate::event::{Obstacle, Way, What, Why};
use crate::ids::{Stat, StunLine, Who};
use crate::order::R1;
use crate::space::{Passage, Step};
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// Plays the movement order of a first round with its pivot suffix (BAS-PRG-04).
    pub(super) fn play_move(&mut self, who: Who, order: R1) -> Flow {
        match order {
            R1::Walk(dir, _) => {
                self.walk(who, dir)?;
            }
            R1::Crawl(dir, _) => self.crawl(who, dir)?,
            R1::Jump(dir, _) => self.jump(who, dir)?,
            R1::Leap(_) => self.leap(who)?,
            R1::Run(n, _) => self.run(who, n)?,
            R1::Rise(_) => self.rise(who)?,
            R1::LieDown(_) => self.lie_down(who)?,
            R1::Turn(pivot) => {
                let dir = self.fig(who).facing.turn(pivot.eighths());
                self.tell("BAS-PIV-01", What::Faced { who, dir });
            }
            R1::Face(dir) => self.tell("BAS-PIV-02", What::Faced { who, dir }),
            R1::Rest | R1::Take | R1::Break => {}
        }
        self.turn_suffix(who, order);
        Ok(())
    }

    /// `Mx`: one point in any direction (BAS-M-01). Returns `true` when the character has arrived.
    pub(super) fn walk(&mut self, who: Who, dir: Dir) -> Flow<bool> {
        self.begin_move(who);
        let figure = *self.fig(who);
        match self.space().step(&figure, dir, Passage::Walk) {
            // BAS-MOV-05, RUL-99: what does not lead off the furniture does not lead off the board.
            Step::Off if figure.top => {
                self.impossible(who, dir, Some(Obstacle::Border), "BAS-MOV-05/RUL-99").map(|()| false)
            }
            Step::Off => {
                self.walk_off(who);
                Ok(false)
            }
            // BAS-MOV-05, RUL-25: a character cannot walk off a table or the bar, not even where the stage is as high.
            Step::Level { top } | Step::Corner { top } if top != figure.top => {
                self.impossible(who, dir, Some(Obstacle::Level), "BAS-MOV-05/RUL-25").map(|()| false)
            }
            Step::Level { top } => self.enter(who, dir, top, Way::Walk, "BAS-M-01"),
            Step::Corner { top } if self.state.setup.options.corner_test => {
                self.cut_corner(who, dir, top, Way::Walk).map(|fine| fine == Some(true))
            }
            Step::Corner { .. } => {
                let by = self.obstacle(who, dir, Passage::Walk);
                self.impossible(who, dir, by, "BAS-MOV-02").map(|()| false)
            }
            Step::Down(_) | Step::Barred => {
                let by = self.obstacle(who, dir, Passage::Walk);
                self.impossible(who, dir, by, "BAS-MOV-03").map(|()| false)
            }
        }
    }

    /// `Rx`: one point on the ground, under furniture too (BAS-R-01); glass there wounds (BAS-R-02).
    fn crawl(&mut self, who: Who, dir: Dir) -> Flow {
        self.begin_move(who);
        let figure = *self.fig(who);
        match self.space().step(&figure, dir, Passage::Crawl) {
            Step::Off => {
                self.walk_off(who);
                Ok(())
            }
            Step::Level { top } => {
                if self.enter(who, dir, top, Way::Crawl, "BAS-R-01")? {
                    // BAS-R-02.
                    self.glass(who)?;
                }
                Ok(())
            }
            Step::Corner { .. } | Step::Down(_) | Step::Barred => {
                let by = self.obstacle(who, dir, Passage::Crawl);
                let corner = matches!(self.space().step(&figure, dir, Passage::Crawl), Step::Corner { .. });
                self.impossible(who, dir, by, if corner { "BAS-MOV-02" } else { "BAS-MOV-03" })
            }
        }
    }

    /// `LEV` (BAS-LEV-01): under furniture the character stays down, with line A.
    fn rise(&mut self, who: Who) -> Flow {
        let figure = *self.fig(who);
        if self.space().is_under(&figure) {
            self.tell("BAS-LEV-01", What::Impossible { who, to: None });
            self.stun_line(who, StunLine::A, 0, "BAS-LEV-01")?;
        } else {
            self.tell("BAS-LEV-01", What::Posture { who, prone: false });
        }
        Ok(())
    }

    /// `TER` (BAS-TER-01): off the furniture from a top, lost on stairs; no roll and no glass elsewhere.
    fn lie_down(&mut self, who: Who) -> Flow {
        self.begin_move(who);
        let figure = *self.fig(who);
        if figure.top {
            return self.fall(who, true);
        }
        if self.state.board.stair(figure.at).is_some() {
            self.lost(who, 1, Why::Place, "BAS-TER-01");
        } else {
            self.tell("BAS-TER-01", What::Posture { who, prone: true });
        }
        Ok(())
    }

    /// A move is an event of its own; no chain of jostles comes back to the mover (BAS-BOU-07).
    pub(super) fn begin_move(&mut self, who: Who) {
        self.fresh_event();
        self.notes.displaced.push(who);
    }

    /// Makes a character walk over the border by itself (BAS-MOV-06, BAS-OFF-01, RUL-29).
    pub(super) fn walk_off(&mut self, who: Who) {
        self.leave_board(who, None);
    }

    /// Takes the next point, where a character on the same layer must be jostled first (BAS-MOV-07, BAS-BOU-01).
    /// Returns `true` when the mover is there.
    pub(super) fn enter(
        &mut self,
        who: Who,
        dir: Dir,
        top: bool,
        way: Way,
        rule: &'static str,
    ) -> Flow<bool> {
        let to = self.fig(who).at.step(dir);
        let Some(jostled) = self.clear_point(who, to, top, dir)? else { return Ok(false) };
        self.arrive(who, to, top, way, rule);
        self.jostle_tests(&jostled)?;
        Ok(true)
    }

    /// Jostles the characters on a layer of a point. Returns those displaced, or `None` when the point is not free.
    pub(super) fn clear_point(&mut self, who: Who, to: Point, top: bool, dir: Dir) -> Flow<Option<Vec<Who>>> {
        let mut jostled = Vec::new();
        if let Some(other) = self.scene.figure_at(to, top)
            && !self.jostle(who, other, dir, &mut jostled)?
        {
            return Ok(None);
        }
        Ok(Some(jostled))
    }

    /// Puts a character on a point; what follows can displace it in its turn.
    pub(super) fn arrive(&mut self, who: Who, to: Point, top: bool, way: Way, rule: &'static str) {
        let from = self.fig(who).at;
        self.tell(rule, What::Moved { who, from, to, top, way });
        self.notes.displaced.retain(|other| *other != who);
    }

    /// Option `corner_test` (BAS-MOV-02): a DEX test, failure = fall at the destination. Returns whether the character
    /// still stands; `None` when a jostle was lost and it did not move.
    pub(super) fn cut_corner(&mut self, who: Who, dir: Dir, top: bool, way: Way) -> Flow<Option<bool>> {
        let to = self.fig(who).at.step(dir);
        let Some(jostled) = self.clear_point(who, to, top, dir)? else { return Ok(None) };
        let fine = self.test(who, Stat::Dex, "BAS-MOV-02")?;
        self.arrive(who, to, top, way, "BAS-MOV-02");
        if !fine {
            self.fall(who, true)?;
        }
        self.jostle_tests(&jostled)?;
        Ok(Some(fine))
    }
}

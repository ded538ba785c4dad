//! Moves: walking, running, leaving, climbing, dragging, charging, stumbling (section 4, GEN-SKL-10, 17, GEN-SCN-50).
//! How a move is interrupted and goes on is in `window`.

use super::turn::Reason;
use super::window::{Journey, Occasion};
use super::{Flow, Script};
use crate::command::{Cause, Charger};
use crate::event::{Way, What, Why};
use crate::ids::{Fig, Scenario};
use crate::legal::{self, Going};
use crate::scene::Status;
use crate::space::Skirmish as _;
use crate::space::{ClimbKind, touches_edge};
use crate::tables;
use bagarre_kit::contract::Seats;
use bagarre_kit::plane::{Pt, at, seglen};

impl Script<'_> {
    /// Moves or runs along a path, and leaves the table at its end if so declared (GEN-ACT-02, GEN-ACT-03, GEN-ACT-22, GEN-ACT-31). A declared exit holds
    /// wherever the move ends at the enemy edge, and lapses elsewhere.
    pub(super) fn walk(&mut self, fig: Fig, path: &[Pt], run: bool, facing: Option<Pt>, exit: bool) -> Flow {
        let (going, way, rule) =
            if run { (Going::Run, Way::Run, "GEN-ACT-03") } else { (Going::Move, Way::Walk, "GEN-ACT-02") };
        let gait = legal::gait(self.profile(fig), going);
        let journey = Journey::new(fig, self.fig(fig).at, path, gait, (way, rule));
        self.travel(Journey { facing, exit, other: true, ..journey })
    }

    /// Climbs, descends, jumps or vaults: all or nothing, and only its end can be answered (GEN-ACT-35, 36, GEN-AO-11).
    pub(super) fn climb(&mut self, fig: Fig, to: Pt, facing: Option<Pt>) -> Flow {
        let Ok(climb) = self.space().climb(fig, to) else {
            self.tell("GEN-ACT-04", What::Stopped { fig, why: Why::Blocked });
            return Ok(());
        };
        let (way, rule) = match climb.kind {
            ClimbKind::Climb | ClimbKind::Descend => (Way::Climb, "GEN-ACT-35"),
            ClimbKind::JumpDown | ClimbKind::Gap => (Way::Jump, "GEN-ACT-36"),
            ClimbKind::Vault => (Way::Vault, "GEN-ACT-36"),
        };
        let heading = climb.to - self.fig(fig).at;
        self.tell(rule, What::Moved { fig, path: vec![climb.to], z: climb.z, way });
        self.face(fig, facing.unwrap_or(heading), "GEN-DEC-30");
        self.answer_on_the_spot(fig, Cause::Climb)
    }

    /// Drags a friend who is down: both go by the same vector (GEN-ACT-40, R-052).
    pub(super) fn drag(&mut self, fig: Fig, friend: Fig, to: Pt, facing: Option<Pt>) -> Flow {
        let gait = legal::drag_gait(self.profile(fig), friend);
        let journey = Journey::new(fig, self.fig(fig).at, &[to], gait, (Way::Drag, "GEN-ACT-40"));
        self.travel(Journey { facing, other: true, ..journey })
    }

    /// Chargez!!!: friends move one after the other, each an acting figure of its own (GEN-SKL-10, GEN-DEC-29, R-266).
    /// A figure that was hurt or caught before its turn stays; the others still go.
    pub(super) fn charge(&mut self, _leader: Fig, moves: &[Charger]) -> Flow {
        for charger in moves {
            let fig = charger.fig;
            if !self.fig(fig).on_table() {
                continue;
            }
            if self.fig(fig).down || self.space().locked(fig) {
                let why = if self.fig(fig).down { Why::Hurt } else { Why::Locked };
                self.tell("GEN-SKL-10/R-266", What::Stopped { fig, why });
                continue;
            }
            self.uncover(fig, "GEN-COV-03");
            let gait = legal::gait(self.profile(fig), Going::Charge);
            let way = (Way::Charge, "GEN-SKL-10");
            let journey = Journey::new(fig, self.fig(fig).at, &[charger.to], gait, way);
            self.travel(Journey { facing: charger.facing, other: true, as_far: true, ..journey })?;
        }
        Ok(())
    }

    /// Pas très fin le type, on a 6: straight at the nearest enemy, for nothing, until contact or an obstacle; not if down
    /// or locked (GEN-SKL-17, R-269). Interrupted, it goes on or stops: no other path is given.
    pub(super) fn stumble(&mut self, fig: Fig) -> Flow {
        let (space, start) = (self.space(), self.fig(fig).at);
        if self.fig(fig).down || space.locked(fig) {
            return Ok(());
        }
        let Some(enemy) = space.nearest(start, space.enemies(fig).map(|(enemy, _)| enemy)) else {
            return Ok(());
        };
        let gait = legal::gait(self.profile(fig), Going::Stumble);
        let (goal, way) = (self.fig(enemy).at, (Way::Stumble, "GEN-SKL-17"));
        let length = seglen(start, goal);
        if length == 0 {
            return Ok(());
        }
        let end = at(start, goal - start, gait.budget.min(length), length);
        self.uncover(fig, "GEN-COV-03");
        let journey = Journey::new(fig, start, &[end], gait, way);
        self.travel(Journey { as_far: true, ..journey })
    }

    /// A move has come to its end: the figure faces as declared, else as it went (GEN-DEC-30), and leaves the table if it
    /// was to (GEN-SCN-50).
    pub(super) fn arrive(&mut self, journey: &Journey) -> Flow {
        let fig = journey.fig;
        if journey.exit && self.leaves_from(fig, self.fig(fig).at) && !self.space().locked(fig) {
            return self.leave(fig);
        }
        self.face(fig, journey.facing.unwrap_or_else(|| journey.heading()), "GEN-DEC-30");
        Ok(())
    }

    /// Whether a figure may leave the table from a place: it touches the enemy edge there (GEN-SCN-50).
    pub(super) fn leaves_from(&self, fig: Fig, at: Pt) -> bool {
        legal::exit_edge(self.table(), fig).is_some_and(|edge| touches_edge(edge, at))
    }

    /// A figure leaves by the enemy edge; the second one of a band wins the game (GEN-SCN-50), and a band without a
    /// figure left on the table loses it.
    fn leave(&mut self, fig: Fig) -> Flow {
        self.tell("GEN-SCN-50", What::Status { fig, status: Status::Exited });
        let seat = self.seat(fig);
        let figures = self.scene.figures.iter();
        let gone = figures.filter(|it| it.seat == seat && it.status == Status::Exited).count();
        if gone >= usize::from(tables::scenario(Scenario::Sortie).exits_needed) {
            return self.finish(Seats::one(seat), Reason::Exit, "GEN-SCN-50");
        }
        self.check_empty_bands()
    }

    /// Opens the windows of what is over already: a shot, or a climb that has arrived (GEN-AO-07, 11).
    pub(super) fn answer_on_the_spot(&mut self, actor: Fig, cause: Cause) -> Flow {
        for seat in legal::opponents(self.table(), self.seat(actor)) {
            if !self.fig(actor).on_table() {
                break;
            }
            let stops = [self.fig(actor).at];
            let occasion = Occasion { actor, cause, stops: &stops, path: &[], drags: None };
            if let Some(reaction) = self.window(seat, &occasion)? {
                self.react(&reaction, actor)?;
            }
        }
        Ok(())
    }

    /// The windows after a shooting action, once all of it is resolved (GEN-AO-07, R-088).
    pub(super) fn shot_window(&mut self, actor: Fig) -> Flow {
        self.answer_on_the_spot(actor, Cause::Shot)
    }
}

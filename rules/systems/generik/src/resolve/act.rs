//! Actions of a phase: paying, skill 17, heroic actions, and the actions that are done at once (sections 4 and 5).

use super::turn::Reason;
use super::{Flow, Script};
use crate::command::Act;
use crate::event::{Mark, Throw, What, Why};
use crate::ids::{Fig, Skill};
use crate::legal;
use crate::numbers::numbers;
use crate::scene::{Back, PhaseEnd};
use crate::tables::{self, Whim};
use bagarre_kit::contract::Seats;
use bagarre_kit::plane::Pt;

impl Script<'_> {
    /// A figure acts. The command was found legal before the work began.
    pub(super) fn act(&mut self, fig: Fig, act: &Act) -> Flow {
        if let Act::Pivot { facing } = act {
            // a pivot is no act.
            self.face(fig, *facing, "GEN-ACT-21");
            self.recheck_cover(fig);
            return Ok(());
        }
        let heroic = self.scene.phase.heroic;
        if !self.wits(fig, act)? {
            return Ok(());
        }
        let cost = match &self.notes.judged {
            Some(judged) => judged.cost,
            None => legal::price(self.table(), fig, act),
        };
        self.tell(act.rule(), What::Acts { fig, act: act.clone(), cost });
        self.tell("GEN-TRN-06", What::Acted { fig });
        if heroic.is_some() {
            self.tell("GEN-HER-03", What::HeroicDie { fig: None });
        }
        self.spend(fig, if heroic.is_some() { cost.max(1) } else { cost }, act.rule());
        if !legal::keeps_cover(act) {
            self.uncover(fig, "GEN-COV-03");
        }
        self.carry_out(fig, act)
    }

    /// How things are before a figure acts, to go back to.
    pub(super) fn before(&self, fig: Fig) -> Back {
        let (figure, phase) = (self.fig(fig), &self.scene.phase);
        Back {
            fig,
            at: figure.at,
            z: figure.z,
            facing: figure.facing,
            da: figure.da,
            in_cover: figure.in_cover,
            last: phase.last,
            left: phase.left.clone(),
            acted: phase.acted,
            turn_acted: self.scene.turn_acted,
        }
    }

    /// Keeps what a move may be taken back to. A move may be taken back when no die was thrown and no enemy that could
    /// have answered saw it: whether its player was asked, or had answered in advance, makes no difference, so that
    /// nothing is learnt from it. Any other act settles those before it.
    pub(super) fn keep(&mut self, act: &Act, before: Back) {
        let moves = matches!(act, Act::Move { exit: false, .. } | Act::Climb { .. } | Act::Pivot { .. });
        if moves && self.is_undisturbed() && self.scene.phase.heroic.is_none() && before.da > 0 {
            self.tell("GEN-ACT-02/R-354", What::Kept { back: before });
        } else if !self.scene.phase.back.is_empty() {
            self.tell("GEN-ACT-02/R-354", What::Settled);
        }
    }

    /// The last move is taken back.
    pub(super) fn take_back(&mut self) {
        let mut back = self.scene.phase.back.clone();
        let Some(to) = back.pop() else { return };
        let Back { fig, at, z, facing, da, in_cover, last, left, acted, turn_acted } = to;
        let what = What::TakenBack { fig, at, z, facing, da, in_cover, last, left, acted, turn_acted, back };
        self.tell("GEN-ACT-02/R-354", what);
    }

    fn carry_out(&mut self, fig: Fig, act: &Act) -> Flow {
        match act {
            Act::Shoot { weapon, target, fire } => self.shoot(fig, *weapon, *target, *fire),
            Act::Move { path, run, facing, exit } => self.walk(fig, path, *run, *facing, *exit),
            Act::Climb { to, facing } => self.climb(fig, *to, *facing),
            Act::Attack { target, weapon, blow } => self.attack(fig, *target, *weapon, *blow),
            Act::Drag { friend, to, facing } => self.drag(fig, *friend, *to, *facing),
            Act::Charge { moves } => self.charge(fig, moves),
            Act::Cover { facing } => {
                self.take_cover(fig, *facing, "GEN-ACT-37");
                Ok(())
            }
            Act::Reload { all } => {
                self.reload(fig, *all, "GEN-ACT-38");
                Ok(())
            }
            Act::StandUp { facing } => {
                self.tell("GEN-ACT-41", What::Down { fig, down: false });
                self.face(fig, facing.unwrap_or(self.fig(fig).facing), "GEN-ACT-34");
                Ok(())
            }
            Act::Sack { marker } => self.sack(fig, *marker),
            Act::Distract { target } => self.distract(fig, *target),
            Act::Hook { target } => {
                self.face_figure(fig, *target, "GEN-ACT-34");
                let hooks =
                    self.profile(fig).weapons.iter().map(|weapon| tables::weapon(*weapon).hook_da_loss);
                self.lose_da(*target, hooks.max().unwrap_or(0), "GEN-CC-12/R-283");
                Ok(())
            }
            Act::Drink => {
                self.mark(fig, Mark::Flask, "GEN-SKL-03");
                self.tell("GEN-SKL-03", What::Wounded { fig, wounded: false });
                Ok(())
            }
            Act::Insult { target } => {
                self.face_figure(fig, *target, "GEN-ACT-34");
                self.lose_da(*target, tables::skill(Skill::ProposOrduriers).da_loss, "GEN-SKL-20");
                Ok(())
            }
            Act::Heroic => self.heroic(fig),
            Act::HeroicReload => self.heroic_reload(fig),
            Act::Pivot { .. } => Ok(()),
        }
    }

    /// Takes cover, turning first if a facing is given (GEN-ACT-37, GEN-COV-01).
    pub(super) fn take_cover(&mut self, fig: Fig, facing: Option<Pt>, rule: &'static str) {
        self.face(fig, facing.unwrap_or(self.fig(fig).facing), "GEN-ACT-34");
        self.tell(rule, What::Cover { fig, in_cover: true });
    }

    /// After a pivot cover lasts while the test still passes (GEN-COV-03, R-108).
    fn recheck_cover(&mut self, fig: Fig) {
        let figure = *self.fig(fig);
        if figure.in_cover && !self.space().can_cover(figure.at, figure.z, figure.facing) {
            self.uncover(fig, "GEN-COV-03");
        }
    }

    fn reload(&mut self, fig: Fig, all: bool, rule: &'static str) {
        let set = legal::reload_set(self.table(), fig, all);
        let mut charges = self.fig(fig).charges;
        for (n, weapon) in self.profile(fig).weapons.iter().enumerate().take(2) {
            if set[n] {
                charges[n] = tables::weapon(*weapon).charges;
            }
        }
        self.tell(rule, What::Charges { fig, charges });
    }

    /// GEN-SCN-60: the marker is removed; who has sacked all of an enemy's has won.
    fn sack(&mut self, fig: Fig, marker: u8) -> Flow {
        self.tell("GEN-ACT-12", What::Sacked { marker, fig });
        let seat = self.seat(fig);
        let left =
            self.scene.markers.iter().any(|it| it.owner.is_some_and(|owner| owner != seat) && !it.sacked);
        if left { Ok(()) } else { self.finish(Seats::one(seat), Reason::Sacked, "GEN-SCN-60") }
    }

    /// Cards or parrot (GEN-WPN-X1).
    fn distract(&mut self, fig: Fig, target: Fig) -> Flow {
        self.mark(fig, Mark::Distract, "GEN-ACT-16");
        self.face_figure(fig, target, "GEN-ACT-34");
        let face = self.plain_die(Throw::Distract, "GEN-WPN-X1", self.seat(fig), Some(fig))?;
        let loss = self.profile(fig).weapons.iter().find_map(|weapon| tables::weapon(*weapon).distract);
        let loss = loss.map_or(0, |table| table[usize::from(face.clamp(1, 6)) - 1]);
        self.lose_da(target, loss, "GEN-WPN-X1");
        Ok(())
    }

    /// A heroic die: 4 or more in all (GEN-HER-02). Whether it succeeded; a failure ends the phase and bars every
    /// other try of the turn.
    fn heroic_die(&mut self, fig: Fig) -> Flow<bool> {
        self.mark(fig, Mark::HeroicTried, "GEN-HER-04");
        let mods = legal::heroic_mods(self.profile(fig));
        let seat = self.seat(fig);
        let need = numbers().heroic.success_min;
        let (_, ok) = self.check_die(Throw::Heroic, "GEN-HER-02", (seat, Some(fig)), mods, need)?;
        if !ok {
            self.tell("GEN-HER-02", What::HeroicLocked { seat });
            self.tell("GEN-TRN-04", What::Ending { why: PhaseEnd::Heroic });
        }
        Ok(ok)
    }

    /// GEN-HER-01 to 03.
    fn heroic(&mut self, fig: Fig) -> Flow {
        if self.heroic_die(fig)? {
            let da = self.fig(fig).da + numbers().heroic.da_gained;
            self.tell("GEN-HER-03", What::Da { fig, da, taken: false });
            self.tell("GEN-HER-03", What::HeroicDie { fig: Some(fig) });
        }
        Ok(())
    }

    /// GEN-HER-05: the DA is spent with the die; success reloads everything.
    fn heroic_reload(&mut self, fig: Fig) -> Flow {
        if self.heroic_die(fig)? {
            self.reload(fig, true, "GEN-HER-05");
        }
        Ok(())
    }

    /// Pas très fin le type: the first command of a turn rolls a die before it is resolved (GEN-SKL-17, R-269). Whether
    /// the command goes on; else it is dropped free of charge, as it is when the phase is over by then.
    fn wits(&mut self, fig: Fig, act: &Act) -> Flow<bool> {
        if !self.has(fig, Skill::PasTresFin) || self.fig(fig).dim_rolled {
            return Ok(true);
        }
        self.mark(fig, Mark::Dim, "GEN-SKL-17");
        self.tell("GEN-TRN-06", What::Acted { fig });
        self.notes.judged = None;
        let face = self.plain_die(Throw::Dim, "GEN-SKL-17", self.seat(fig), Some(fig))?;
        let whims = tables::skill(Skill::PasTresFin).activation_roll;
        match whims.map(|table| table[usize::from(face.clamp(1, 6)) - 1]) {
            Some(Whim::LoseAllDa) => self.lose_da(fig, u8::MAX, "GEN-SKL-17"),
            Some(Whim::FreeMoveNearestEnemy) => self.stumble(fig)?,
            Some(Whim::None) | None => {}
        }
        if self.scene.phase.end.is_some() {
            return Ok(false);
        }
        self.notes.judged = legal::check(self.table(), self.seat(fig), fig, act).ok();
        if self.notes.judged.is_none() {
            self.tell("GEN-SKL-17", What::Stopped { fig, why: Why::NoLongerLegal });
            return Ok(false);
        }
        Ok(true)
    }
}

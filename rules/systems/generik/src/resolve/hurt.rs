//! Wounds, knock-downs and what they lead to, in the order of GEN-WND-08 (sections 10, 13 and 14).

use super::answers::Assent;
use super::{Casualty, Decision, Flow, Script, Stake, total};
use crate::command::Mod;
use crate::event::{Throw, Way, What, Wound};
use crate::ids::{Dec, Fig, Scenario, Skill};
use crate::legal::{self, Hit};
use crate::numbers::numbers;
use crate::scene::{Beaten, PhaseEnd, Status};
use crate::space::near;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

/// What a hit did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hurt {
    /// The wound; nothing when the armour held.
    pub(super) wound: Wound,
    /// The push made it fall to another level.
    pub(super) has_fallen: bool,
}

impl Script<'_> {
    /// A figure was hit: its wound block, its state, its push (GEN-WND-08, steps 1 and 2).
    pub(super) fn hit(&mut self, by: Fig, victim: Fig, hit: Hit, was_down: bool) -> Flow<Hurt> {
        let (from, seat) = (self.fig(by).at, self.seat(by));
        let wound = self.wound_block(seat, victim, hit, was_down)?;
        let has_fallen = if wound == Wound::KnockedDown {
            let push = match hit {
                Hit::Shot { row, .. } | Hit::Strike(Some(row)) => row.push,
                Hit::Strike(None) | Hit::Fall => numbers().knockdown.push,
            };
            self.push_away(victim, from, push, seat, was_down)?
        } else {
            false
        };
        Ok(Hurt { wound, has_fallen })
    }

    /// Armour, wound die, its re-roll, and the state that follows (section 25.1). `seat` rolls the wound die.
    fn wound_block(&mut self, seat: Seat, victim: Fig, hit: Hit, was_down: bool) -> Flow<Wound> {
        // before each wound roll of any origin.
        if let Some(save) = legal::armour_save(self.table(), victim) {
            let own = (self.seat(victim), Some(victim));
            if self.check_die(Throw::Armour, "GEN-WND-05/R-162", own, Vec::new(), save as i8)?.1 {
                // What the armour takes whole.
                self.tell("GEN-WND-05", What::Wound { fig: victim, wound: Wound::Nothing });
                return Ok(Wound::Nothing);
            }
        }
        let mods = legal::wound_mods(self.table(), victim, hit, was_down);
        let (wounded, fall) = (self.fig(victim).wounded, hit.is_fall());
        let mut sum = self.wound_die(if fall { "GEN-KND-07" } else { "GEN-WND-01" }, seat, victim, &mods)?;
        if self.has(victim, Skill::MemePasMal) {
            let out = legal::wound_of(sum, wounded, fall).0 == Wound::OutOfAction;
            let question = Decision {
                seat: self.seat(victim),
                fig: Some(victim),
                about: None,
                die: Some(sum),
                options: Assent::both(),
                default: u8::from(out),
                stake: Stake::Wound { add: mods.iter().map(|it| it.n).sum(), fall },
            };
            // GEN-WND-07, R-173: once for each wound roll.
            if self.choose(Dec::Wound, question)? == Some(Assent::Yes) {
                sum = self.wound_die("GEN-SKL-04", seat, victim, &mods)?;
            }
        }
        let (wound, rule) = legal::wound_of(sum, wounded, fall);
        let rule = if fall && rule == "GEN-WND-01" { "GEN-KND-07" } else { rule };
        self.inflict(victim, wound, rule);
        Ok(wound)
    }

    fn wound_die(&mut self, rule: &'static str, seat: Seat, victim: Fig, mods: &[Mod]) -> Flow<i8> {
        let face = self.die(Throw::Wound, rule)?;
        let sum = total(face, mods);
        let rolled = What::Rolled {
            throw: Throw::Wound,
            seat,
            fig: Some(victim),
            faces: vec![face],
            mods: mods.to_vec(),
            total: sum,
            need: None,
            ok: None,
        };
        self.tell(rule, rolled);
        Ok(sum)
    }

    /// Sets the state and the DA of a figure that takes a wound (GEN-WND-01, GEN-WND-08 step 1).
    pub(super) fn inflict(&mut self, victim: Fig, wound: Wound, rule: &'static str) {
        self.tell(rule, What::Wound { fig: victim, wound });
        match wound {
            Wound::Nothing => {}
            // GEN-KND-02: the wound table takes the DA; GEN-KND-05, R-164: of a figure that is down already, too.
            Wound::KnockedDown => self.topple(victim, true, "GEN-KND-01"),
            Wound::Wounded => {
                self.tell(rule, What::Wounded { fig: victim, wounded: true });
                self.lose_all(victim, rule);
                self.hurt(victim);
            }
            Wound::OutOfAction => {
                let at = self.fig(victim).at;
                // GEN-WND-09: its place is free at once.
                self.tell(rule, What::Status { fig: victim, status: Status::Ooa });
                self.notes.casualties.push(Casualty { fig: victim, at });
                self.hurt(victim);
            }
        }
    }

    fn lose_all(&mut self, fig: Fig, rule: &'static str) {
        let da = self.fig(fig).da;
        self.lose_da(fig, da, rule);
    }

    /// A figure goes down where it stands.
    pub(super) fn topple(&mut self, fig: Fig, loses_da: bool, rule: &'static str) {
        if !self.fig(fig).down {
            self.tell(rule, What::Down { fig, down: true });
            self.uncover(fig, "GEN-COV-03");
            self.hurt(fig);
        }
        if loses_da {
            self.lose_all(fig, rule);
        }
    }

    /// Ends the phase of a player one of whose figures went down, was wounded or put out of action, by an enemy or not
    /// (GEN-TRN-04 b, R-024).
    fn hurt(&mut self, fig: Fig) {
        if self.seat(fig) == self.scene.phase.seat && self.scene.phase.end.is_none() {
            self.tell("GEN-TRN-04/R-024", What::Ending { why: PhaseEnd::Hurt });
        }
    }

    /// Pushes a figure away from a point, with the chain and the fall that follow (GEN-KND-03, 04, 06, 07); which
    /// figures it locks or frees follows from where it ends (GEN-KND-09). `seat` caused it and rolls for the fall.
    /// Whether it fell to another level.
    pub(super) fn push_away(
        &mut self,
        fig: Fig,
        from: Pt,
        by: i32,
        seat: Seat,
        was_down: bool,
    ) -> Flow<bool> {
        let (start, level) = (self.fig(fig).at, self.fig(fig).z);
        let pushed = self.space().push(fig, from, by);
        let fell = pushed.z != level;
        if pushed.end != start || fell {
            let (rule, way) = if fell { ("GEN-KND-06", Way::Fell) } else { ("GEN-KND-03", Way::Pushed) };
            self.tell(rule, What::Moved { fig, path: vec![pushed.end], z: pushed.z, way });
            self.uncover(fig, "GEN-COV-03");
        }
        if let Some(by) = pushed.stopped {
            self.tell("GEN-KND-03", What::Barred { fig, by });
        }
        let loses_da = self.table().options().chain_knockdown_loses_da;
        for other in pushed.toppled {
            // it goes down where it stands, and the chain goes no further.
            self.topple(other, loses_da, "GEN-KND-04/R-167");
        }
        if pushed.drop >= numbers().knockdown.fall_wound_min_drop {
            self.wound_block(seat, fig, Hit::Fall, was_down)?;
        }
        Ok(fell)
    }

    /// Consequences of all that went out of action, in order of occurrence: morale, the scenario, the rout
    /// (GEN-WND-08 step 4, R-186, R-254).
    pub(super) fn settle(&mut self) -> Flow {
        let casualties = std::mem::take(&mut self.notes.casualties);
        for (n, Casualty { fig, at }) in casualties.iter().copied().enumerate() {
            let seat = self.seat(fig);
            if self.scene.force(seat).beaten.is_some() {
                continue;
            }
            // those that fell after this one do not count yet.
            let later = casualties[n + 1..].iter().filter(|it| self.seat(it.fig) == seat).count() as u8;
            let out = self.out_of_action(seat).saturating_sub(later);
            self.shaken_friends(seat, at)?;
            self.scenario_lost(seat, fig, out)?;
            if self.scene.force(seat).beaten.is_none() {
                self.rout_test(seat, out)?;
            }
        }
        Ok(())
    }

    /// Friends near a casualty test their morale, standing or down, seen or not (GEN-MOR-01, R-180).
    fn shaken_friends(&mut self, seat: Seat, at: Pt) -> Flow {
        let radius = numbers().morale.radius;
        let shaken: Vec<Fig> =
            self.scene.fielded(seat).filter(|fig| near(at, self.fig(*fig).at, radius)).collect();
        for fig in shaken {
            if self.has(fig, Skill::MortVivant) {
                // GEN-MOR-02: passes without a die.
                self.tell("GEN-MOR-02", What::Skill { fig, skill: Skill::MortVivant });
            } else if !self.morale(fig, "GEN-MOR-01")? {
                self.lose_da(fig, numbers().morale.da_loss, "GEN-MOR-01");
            }
        }
        Ok(())
    }

    /// A morale die, which Sang froid may roll once more (GEN-MOR-01 to 03, GEN-DEC-24, R-277). Whether it passes.
    pub(super) fn morale(&mut self, fig: Fig, rule: &'static str) -> Flow<bool> {
        if self.morale_die(fig, rule)? {
            return Ok(true);
        }
        if !self.has(fig, Skill::SangFroid) {
            return Ok(false);
        }
        // a test that is passed cannot become better, so only a failure is asked about.
        let question = Decision {
            seat: self.seat(fig),
            fig: Some(fig),
            about: None,
            die: Some(1),
            options: Assent::both(),
            default: 1,
            stake: Stake::Morale,
        };
        if self.choose(Dec::Morale, question)? == Some(Assent::Yes) {
            return self.morale_die(fig, "GEN-SKL-02");
        }
        Ok(false)
    }

    fn morale_die(&mut self, fig: Fig, rule: &'static str) -> Flow<bool> {
        let need = numbers().morale.fail_natural.iter().max().map_or(1, |worst| *worst as i8 + 1);
        let own = (self.seat(fig), Some(fig));
        Ok(self.check_die(Throw::Morale, rule, own, Vec::new(), need)?.1)
    }

    fn out_of_action(&self, seat: Seat) -> u8 {
        let out = |figure: &&crate::scene::Figure| figure.seat == seat && figure.status == Status::Ooa;
        self.scene.figures.iter().filter(out).count() as u8
    }

    /// Scenarios that a casualty decides, before any rout die (GEN-SCN-10, GEN-SCN-20, GEN-ROU-06).
    fn scenario_lost(&mut self, seat: Seat, fig: Fig, out: u8) -> Flow {
        let halved = 2 * out > self.scene.force(seat).initial_count;
        match self.scene.scenario {
            Some(Scenario::BastonGenerale) if halved => self.beaten(seat, Beaten::Scenario, "GEN-SCN-10"),
            Some(Scenario::TeteDuChef) if self.profile(fig).chief => {
                self.beaten(seat, Beaten::Scenario, "GEN-SCN-20")
            }
            _ => Ok(()),
        }
    }

    /// A band without figures has lost; one with more than half of its figures out of action may rout (GEN-ROU-01 to
    /// 03, R-182, R-183, R-187). No skill touches the die.
    fn rout_test(&mut self, seat: Seat, out: u8) -> Flow {
        if self.scene.fielded(seat).next().is_none() {
            return self.beaten(seat, Beaten::Eliminated, "GEN-ROU-03/R-252");
        }
        if 2 * out <= self.scene.force(seat).initial_count {
            return Ok(());
        }
        // GEN-ROU-02.
        let under_control = |fig: &Fig| {
            self.seat(*fig) == seat && matches!(self.fig(*fig).status, Status::OnTable | Status::Exited)
        };
        let remaining = self.scene.figs().filter(under_control).count() as u8;
        let face = self.die(Throw::Rout, "GEN-ROU-01")?;
        let stays = face <= remaining;
        let rolled = What::Rolled {
            throw: Throw::Rout,
            seat,
            fig: None,
            faces: vec![face],
            mods: Vec::new(),
            total: face as i8,
            need: Some(remaining as i8),
            ok: Some(stays),
        };
        self.tell("GEN-ROU-01", rolled);
        if stays { Ok(()) } else { self.beaten(seat, Beaten::Rout, "GEN-ROU-01") }
    }
}

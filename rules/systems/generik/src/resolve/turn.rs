//! Turns and phases (section 3), and what ends a game (GEN-TRN-09, 12, GEN-ROU-04, 05, GEN-SCN-31).

use super::{Flow, Script};
use crate::event::What;
use crate::ids::{Fig, Scenario, Skill};
use crate::numbers::numbers;
use crate::scene::{Beaten, Figure, PhaseEnd, Stage, Status};
use crate::state::Need;
use crate::state::{Profile, Table};
use crate::tables;
use bagarre_kit::contract::{Outcome, Seat, Seats};

/// DA of a figure at the start of a turn (GEN-STA-03, GEN-WND-04, GEN-SKL-21).
pub(crate) fn max_da(profile: &Profile, figure: &Figure) -> u8 {
    let da = &numbers().figure;
    let boss = tables::skill(Skill::BigBoss);
    match (profile.has(Skill::BigBoss), figure.wounded) {
        (false, false) => da.max_da,
        (false, true) => da.max_da_wounded,
        (true, false) => boss.max_da,
        (true, true) => boss.max_da_wounded,
    }
}

/// Whether a seat can still act in this turn (GEN-TRN-05): no geometry is asked.
#[inline(always)]
pub(crate) fn can_act(table: Table<'_>, seat: Seat) -> bool {
    let locked = table.scene.force(seat).heroic_locked;
    table.scene.fielded(seat).any(|fig| {
        let figure = table.scene.figure(fig);
        let free = table.options().free_switching || !table.scene.phase.left.contains(&fig);
        let jumps_up = figure.down && table.profile(fig).has(Skill::PoisSauteur);
        let heroic = figure.da == 0 && !figure.heroic_tried && !locked && may_try(table, fig);
        free && (figure.da >= 1 || jumps_up || heroic)
    })
}

/// Whether a figure without DA may try a heroic action: with the option off, only one that spent them itself
/// which is one that has acted in this turn's phases or reacted.
pub(crate) fn may_try(table: Table<'_>, fig: Fig) -> bool {
    table.options().heroic_after_da_removed || !table.scene.figure(fig).da_removed
}

/// Why a fight is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// One band is left, and how the last other one went.
    Beaten(Beaten),
    /// The objective was controlled for long enough (GEN-SCN-31).
    Control,
    /// Enough figures have left by the enemy edge (GEN-SCN-50).
    Exit,
    /// All objectives of an enemy are sacked (GEN-SCN-60).
    Sacked,
    /// Every band wants a draw (GEN-DEC-32).
    Agreed,
    /// No figure has acted for too many turns (GEN-TRN-09).
    Idle,
    /// The last turn is over (GEN-TRN-09).
    Turns,
}

impl Reason {
    /// The code of the outcome.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Beaten(Beaten::Rout) => "rout",
            Self::Beaten(Beaten::Voluntary) => "voluntary",
            Self::Beaten(Beaten::Conceded) => "conceded",
            Self::Beaten(Beaten::Eliminated) => "eliminated",
            Self::Beaten(Beaten::Scenario) => "scenario",
            Self::Control => "control",
            Self::Exit => "exit",
            Self::Sacked => "sacked",
            Self::Agreed => "agreed",
            Self::Idle => "idle",
            Self::Turns => "turns",
        }
    }
}

impl Script<'_> {
    /// The fight begins: full DA, loaded weapons, the attacker first (GEN-SET-09).
    pub(super) fn open_fight(&mut self) -> Flow {
        if self.fixed().setup.close {
            self.close_up();
        }
        self.tell("GEN-SET-09", What::Stage { stage: Stage::Fight });
        self.refill(1, 0);
        // No figure stands on the table: the band has nothing to play with.
        self.check_empty_bands()?;
        self.next_phase(None)
    }

    /// Gives every figure on the table its full DA (GEN-TRN-07).
    fn refill(&mut self, turn: u8, idle: u8) {
        let da = self.scene.figs().map(|fig| {
            let figure = self.fig(fig);
            if figure.on_table() { max_da(self.profile(fig), figure) } else { 0 }
        });
        let da = da.collect();
        self.tell("GEN-TRN-07", What::Turn { turn, da, idle });
    }

    /// After each completed action: whether the phase ends (GEN-TRN-04, R-025).
    pub(super) fn after_act(&mut self) -> Flow {
        let seat = self.scene.phase.seat;
        if self.scene.phase.end.is_none() && self.scene.force(seat).beaten.is_some() {
            self.tell("GEN-TRN-04", What::Ending { why: PhaseEnd::Beaten });
        }
        // A heroic die that was just won is still to be used (GEN-HER-03).
        if self.scene.phase.end.is_none() && self.scene.phase.heroic.is_none() && !can_act(self.table(), seat)
        {
            self.tell("GEN-TRN-05", What::Ending { why: PhaseEnd::Spent });
        }
        match self.scene.phase.end {
            Some(why) => self.next_phase(Some(why)),
            None => Ok(()),
        }
    }

    /// Ends the phase of a player, also with DA left: they stay for later in the turn (GEN-ACT-43, GEN-TRN-03);
    /// or gives a heroic die up, which leaves the phase open (GEN-DEC-13).
    pub(super) fn end(&mut self, why: PhaseEnd) -> Flow {
        if let Some(fig) = self.scene.phase.heroic {
            self.lose_da(fig, 1, "GEN-HER-03");
            self.tell("GEN-HER-03", What::HeroicDie { fig: None });
            return self.after_act();
        }
        self.tell("GEN-TRN-04", What::Ending { why });
        self.next_phase(Some(why))
    }

    /// Closes the phase that is open, if there is one, then opens the next one in which a figure can act. The phases
    /// before that are empty and end at once; enough of them in a row end the turn (GEN-TRN-06).
    pub(super) fn next_phase(&mut self, mut ending: Option<PhaseEnd>) -> Flow {
        loop {
            if let Some(why) = ending {
                self.close_phase(why)?;
            }
            let seat = self.next_seat();
            let number = self.scene.phase.number + 1;
            self.tell("GEN-TRN-01", What::Phase { number, seat });
            // A seat that has given up routs at the start of its phase, whether or not one of its figures could act in
            // it.
            if can_act(self.table(), seat) || self.scene.force(seat).conceding {
                return Ok(());
            }
            ending = Some(PhaseEnd::Spent);
        }
    }

    /// Returns the seat whose phase comes next: the rotation is never broken by the end of a turn (GEN-TRN-01, R-027).
    fn next_seat(&self) -> Seat {
        let order = &self.scene.order;
        let last = order.iter().position(|seat| *seat == self.scene.phase.seat);
        let start = match last {
            Some(at) if self.scene.phase.number > 0 => at + 1,
            _ => 0,
        };
        let mut seats = (0..order.len()).map(|n| order[(start + n) % order.len()]);
        seats.find(|seat| self.scene.force(*seat).beaten.is_none()).unwrap_or(Seat(0))
    }

    fn close_phase(&mut self, why: PhaseEnd) -> Flow {
        let phase = &self.scene.phase;
        let (seat, acted) = (phase.seat, phase.acted);
        // A band that has just left the game has not passed: the turn waits for those still in it.
        let passed = u8::from(self.scene.force(seat).beaten.is_none());
        let empty_run = if acted { 0 } else { self.scene.empty_run + passed };
        self.tell("GEN-TRN-06", What::PhaseOver { seat, why, empty_run });
        if usize::from(empty_run) < self.scene.playing().count() {
            return Ok(());
        }
        self.end_turn()
    }

    /// The end of a turn: checks of the scenario, then the next turn (GEN-TRN-08, R-029).
    fn end_turn(&mut self) -> Flow {
        self.control_objective()?;
        let idle = if self.scene.turn_acted { 0 } else { self.scene.idle_turns + 1 };
        let (idle_max, last) = (self.table().options().idle_turns_draw, self.table().options().max_turns);
        // GEN-TRN-09: a server must come to an end.
        if idle_max > 0 && idle >= idle_max {
            return self.finish(Seats::NONE, Reason::Idle, "GEN-TRN-09");
        }
        if last > 0 && self.scene.turn >= last {
            return self.finish(Seats::NONE, Reason::Turns, "GEN-TRN-09");
        }
        self.refill(self.scene.turn.saturating_add(1), idle);
        Ok(())
    }

    /// Settles which seat holds the objective of scenario 3 (GEN-SCN-30, 31).
    fn control_objective(&mut self) -> Flow {
        if !self.table().plays(Scenario::Ravioli) {
            return Ok(());
        }
        let space = self.space();
        let Some(marker) = self.scene.markers.first() else { return Ok(()) };
        let standing = self.scene.figs().filter(|fig| self.fig(*fig).stands());
        let holders: Seats =
            standing.filter(|fig| space.touches_marker(*fig, marker)).map(|fig| self.seat(fig)).collect();
        let holder = if holders.len() == 1 { holders.iter().next() } else { None };
        let control = holder.map(|seat| match self.scene.control {
            Some((before, turns)) if before == seat => (seat, turns + 1),
            _ => (seat, 1),
        });
        self.tell("GEN-SCN-31", What::Control { control });
        match control {
            Some((seat, turns)) if turns >= tables::scenario(Scenario::Ravioli).control_turns => {
                self.finish(Seats::one(seat), Reason::Control, "GEN-SCN-31")
            }
            _ => Ok(()),
        }
    }

    /// The player of the phase routs before doing anything (GEN-ROU-04, R-184); so does one who has given up.
    pub(super) fn rout_by_choice(&mut self, seat: Seat) -> Flow {
        let why = if self.scene.force(seat).conceding { Beaten::Conceded } else { Beaten::Voluntary };
        self.beaten(seat, why, "GEN-ROU-04")?;
        self.tell("GEN-TRN-04", What::Ending { why: PhaseEnd::Beaten });
        self.next_phase(Some(PhaseEnd::Beaten))
    }

    /// A band is out of the game: its figures leave with the state they have (GEN-ROU-05, R-185). With one band left
    /// the game is decided and stops here (GEN-TRN-12, R-033).
    pub(super) fn beaten(&mut self, seat: Seat, why: Beaten, rule: &'static str) -> Flow {
        self.tell(rule, What::Beaten { seat, why });
        for fig in self.scene.fielded(seat).collect::<Vec<_>>() {
            self.tell("GEN-ROU-05/R-185", What::Status { fig, status: Status::Routed });
        }
        let left: Vec<Seat> = self.scene.playing().collect();
        let reason = Reason::Beaten(why);
        match left[..] {
            [winner] => self.finish(Seats::one(winner), reason, "GEN-SET-10"),
            [] => self.finish(Seats::NONE, reason, "GEN-SET-10"),
            // All seats that are left may have offered a draw before.
            _ => self.agree(),
        }
    }

    /// The game is drawn once every band still in it wants a draw (GEN-DEC-32).
    fn agree(&mut self) -> Flow {
        if self.scene.playing().all(|seat| self.scene.force(seat).offers_draw) {
            return self.finish(Seats::NONE, Reason::Agreed, "GEN-DEC-32");
        }
        Ok(())
    }

    /// Bands without a figure on the table and with too few that left by the exit have lost.
    pub(super) fn check_empty_bands(&mut self) -> Flow {
        for seat in self.scene.playing().collect::<Vec<_>>() {
            if self.scene.fielded(seat).next().is_none() {
                self.beaten(seat, Beaten::Eliminated, "GEN-SET-10/R-252")?;
            }
        }
        Ok(())
    }

    /// The fight is over: the count, then the steps of a campaign. Nothing of it is resolved any further.
    /// In a campaign a draw in which nothing came of the fight is none: no count and no steps.
    pub(super) fn finish(&mut self, winners: Seats, reason: Reason, rule: &'static str) -> Flow {
        let campaign = self.fixed().setup.campaign;
        let idle = campaign && winners.is_empty() && !self.fought();
        let (scores, rule) = if idle {
            (vec![0; usize::from(self.state.seats())], "R-352")
        } else {
            (self.count(winners, reason), rule)
        };
        let outcome = Outcome::alone(winners, scores, reason.code());
        self.tell(rule, What::Ended { outcome });
        let stage = if campaign && !idle { Stage::After } else { Stage::Over };
        self.tell(rule, What::Stage { stage });
        if stage == Stage::After {
            self.open_after();
        }
        Err(Box::new(Need::Done))
    }

    /// A seat gives up (GEN-DEC-32, R-255): at once with two bands in a single game, else at the start of its next
    /// phase, its defaults answering until then (`defaults`).
    pub(crate) fn concede(&mut self, seat: Seat) -> Flow {
        if self.fixed().setup.campaign || self.scene.playing().count() > 2 {
            self.tell("GEN-DEC-32/R-255", What::Conceding { seat });
            return Ok(());
        }
        self.beaten(seat, Beaten::Conceded, "GEN-DEC-32/R-255")
    }

    /// A seat offers a draw, or no longer; when every band wants one the game is drawn (GEN-DEC-32).
    pub(crate) fn offer_draw(&mut self, seat: Seat, offer: bool) -> Flow {
        self.tell("GEN-DEC-32", What::DrawOffer { seat, offer });
        self.agree()
    }
}

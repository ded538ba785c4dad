//! The steps of a campaign after the fight (section 16): the arithmetic is in [`crate::aftermath`], the dice
//! are here.

use super::{Flow, Script};
use crate::after::After;
use crate::aftermath::{self, Verdict};
use crate::event::{Throw, What};
use crate::ids::Fig;
use crate::refusal::Illegal;
use crate::scene::{Stage, Step};
use crate::setup::Health;
use crate::state::State;
use crate::tables;
use bagarre_kit::contract::{Seat, Seats};

/// Whether a band may answer this in the step it is at.
pub(crate) fn check_after(state: &State, seat: Seat, after: &After) -> Result<(), Illegal> {
    let options = &state.fixed.setup.options;
    aftermath::judge(&state.scene.after[usize::from(seat.0)], options, after).map(|_| ())
}

impl Script<'_> {
    /// Every band begins its steps: points and reputation of the game first (GEN-CMP-01, R-218, R-253).
    pub(super) fn open_after(&mut self) {
        let Some(outcome) = self.scene.outcome.clone() else { return };
        let fixed = self.fixed();
        let options = fixed.setup.options;
        for (seat, band) in (0u8..).zip(&fixed.setup.bands) {
            let seat = Seat(seat);
            let points = outcome.scores.get(usize::from(seat.0)).copied().unwrap_or(0);
            let ended: Vec<Health> = self.figures_of(seat).map(|fig| self.fig(fig).health()).collect();
            let reputation = self.reputation(seat, outcome.winners);
            let aftermath = Box::new(aftermath::start(band, points, reputation, &ended, &options));
            self.tell("GEN-CMP-01", What::After { seat, aftermath });
        }
        self.close_after();
    }

    fn figures_of(&self, seat: Seat) -> impl Iterator<Item = Fig> {
        self.scene.figs().filter(move |fig| self.seat(*fig) == seat)
    }

    /// Reputation won or lost with the game; none in a draw.
    fn reputation(&self, seat: Seat, winners: Seats) -> i32 {
        let Some(scenario) = self.scene.scenario else { return 0 };
        let row = tables::scenario(scenario);
        match (winners.is_empty(), winners.contains(seat)) {
            (true, _) => 0,
            (false, true) => row.reputation_win,
            (false, false) => row.reputation_lose,
        }
    }

    /// A band takes a step; one die where the step needs it.
    pub(super) fn step_after(&mut self, seat: Seat, after: &After) -> Flow {
        let at = usize::from(seat.0);
        let options = self.fixed().setup.options;
        let Some(before) = self.scene.after.get(at).cloned() else { return Ok(()) };
        let (throw, rule) = match after {
            After::Money(_) => (Throw::Money, "GEN-CMP-02"),
            After::Reputation(_) => (Throw::Reputation, "GEN-CMP-03"),
            After::Care(_) => (Throw::Care, "GEN-CMP-04"),
            After::Pay { .. } => (Throw::Care, "GEN-CMP-05"),
            After::Buy(_) => (Throw::Care, "GEN-CMP-06"),
            After::Skill(_) => (Throw::Care, "GEN-CMP-07"),
            After::Chief(_) => (Throw::Care, "GEN-CMP-08"),
        };
        let mut aftermath = match aftermath::judge(&before, &options, after) {
            Ok(Verdict::Settled(aftermath)) => aftermath,
            Ok(Verdict::Roll) => {
                let face = self.plain_die(throw, rule, seat, None)?;
                aftermath::rolled(&before, &options, after, face)
            }
            Err(_) => return Ok(()),
        };
        aftermath.answered = before.answered.saturating_add(1);
        self.tell(rule, What::Did { seat, after: after.clone() });
        self.tell(rule, What::After { seat, aftermath: Box::new(aftermath) });
        self.close_after();
        Ok(())
    }

    /// When every band is done the game is over.
    fn close_after(&mut self) {
        if self.scene.after.iter().all(|it| it.step == Step::Done) {
            self.tell("GEN-CMP-08", What::Stage { stage: Stage::Over });
        }
    }
}

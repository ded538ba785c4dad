//! The score as it stands (section 18), and the draw of a fight in which no figure acts (GEN-TRN-09).

use super::Generik;
use super::resolve::rule_of;
use super::scene::{Beaten, Stage};
use super::state::State;
use bagarre_kit::contract::scores::{Countdown, ScorePart, Scoreboard, SideScore};
use bagarre_kit::contract::{Outcome, Rule, Seat, Seats};
use bagarre_kit::procedure::System;

const ENDLESS: &str = "GEN-TRN-09";
/// What gives points for the control of the objective.
const CONTROL: &str = "GEN-SCN-31";

/// The score of each band; once the fight is over, the one it ended with.
pub(super) fn scoreboard(state: &State) -> Scoreboard {
    state.tally.board(Generik::outcome(state), ENDLESS, || live(state, state.scene.outcome.as_ref()))
}

/// The score with which a fight ends: nothing is counted of one in which nothing came about.
pub(super) fn closing(state: &State, outcome: &Outcome) -> Scoreboard {
    state.tally.board(Some(outcome), ENDLESS, || live(state, Some(outcome)))
}

/// The score as the scene stands.
fn live(state: &State, outcome: Option<&Outcome>) -> Scoreboard {
    let scene = &state.scene;
    let band = |seat: Seat| {
        let lines = if scene.stage < Stage::Fight {
            Vec::new()
        } else {
            state.table().score_lines(seat, outcome.map(|it| (it.winners, it.reason.as_str())))
        };
        let of_scenario = scene.scenario.map_or(ENDLESS, rule_of);
        let parts = lines.into_iter().map(|line| ScorePart {
            rule: Rule::new(if line.code == "control" { CONTROL } else { of_scenario }),
            code: line.code,
            who: line.fig.map(|fig| u16::from(fig.0)),
            n: line.n,
        });
        let out = scene.force(seat).beaten.map(|why| match why {
            Beaten::Rout => "rout",
            Beaten::Voluntary => "voluntary",
            Beaten::Conceded => "conceded",
            Beaten::Eliminated => "eliminated",
            Beaten::Scenario => "scenario",
        });
        SideScore::new(Seats::one(seat), parts.collect(), out)
    };
    let fighting = scene.stage == Stage::Fight && outcome.is_none();
    Scoreboard {
        sides: (0..state.seats()).map(|seat| band(Seat(seat))).collect(),
        countdown: if fighting { countdown(state) } else { None },
    }
}

/// Turns without an act end the fight in a draw, and so does the last turn (GEN-TRN-09, R-030): the first of the two that is near.
fn countdown(state: &State) -> Option<Countdown> {
    let (scene, table) = (&state.scene, state.table());
    let (most, last) = (table.options().idle_turns_draw, table.options().max_turns);
    if last > 0 && scene.turn >= last {
        return Some(Countdown::last_turn(ENDLESS));
    }
    let left = most.saturating_sub(scene.idle_turns);
    let near = most > 0 && !scene.turn_acted && (scene.idle_turns > 0 || left <= 1);
    near.then(|| Countdown {
        rule: Rule::new(ENDLESS),
        code: "idle".to_owned(),
        turns: u32::from(left.max(1)),
    })
}

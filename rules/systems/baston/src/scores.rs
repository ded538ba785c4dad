//! The score as it stands (section 21).

use super::state::State;
use bagarre_kit::contract::scores::{Countdown, Scoreboard, SideScore};
use bagarre_kit::contract::{Seat, Seats};

const GOALS: &str = "BAS-END-01";

/// The score of each band, with what it was given for.
pub(super) fn scoreboard(state: &State) -> Scoreboard {
    let in_play = state.seats_in_play();
    let band = |seat: Seat| {
        let out = match (state.scene.gave_up.contains(&seat), in_play.contains(seat)) {
            (true, _) => Some("conceded"),
            (false, false) if state.scene.turn > 0 => Some("nobody"),
            (false, _) => None,
        };
        let points = state.scene.scores[usize::from(seat.0)];
        SideScore::new(Seats::one(seat), state.tally.parts(seat.0, points, GOALS), out)
    };
    let last = state.scene.plot.last_turn.map_or(state.turns, |turn| turn.min(state.turns));
    let ends = state.scene.outcome.is_none() && state.scene.turn > 0 && state.scene.turn >= last;
    Scoreboard {
        sides: (0..state.seats()).map(|seat| band(Seat(seat))).collect(),
        countdown: ends.then(|| Countdown::last_turn(GOALS)),
    }
}

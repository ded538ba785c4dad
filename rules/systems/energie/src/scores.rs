//! The score as it stands (ENE-FIN-05).

use super::Energie;
use super::resolve;
use super::scene::{Fighter, Stage, Status};
use super::state::State;
use super::tables::scenario;
use bagarre_kit::contract::scores::{Countdown, Scoreboard, SideScore};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure::System;

const SCORE: &str = "ENE-FIN-05";

/// The score of each side; once the fight is over, the one it ended with.
pub(super) fn scoreboard(state: &State) -> Scoreboard {
    state.tally.board(Energie::outcome(state), SCORE, || live(state))
}

/// The score as the scene stands.
pub(super) fn live(state: &State) -> Scoreboard {
    let (setup, scene) = (&state.fixed.setup, &state.scene);
    let sides = (0u8..).zip(&scene.points).map(|(side, points)| {
        let seats: Seats =
            (0..setup.players()).map(Seat).filter(|seat| setup.side(*seat) == Some(side)).collect();
        let mut parts = resolve::beaten(setup, scene, side);
        parts.extend(state.tally.parts(side, *points, SCORE));
        SideScore::new(seats, parts, out(state, side))
    });
    let fighting = scene.outcome.is_none() && scene.stage != Stage::Over && scene.turn > 0;
    let ends = fighting && scene.turn >= scenario(setup.scenario).turn_limit;
    Scoreboard { sides: sides.collect(), countdown: ends.then(|| Countdown::last_turn("ENE-FIN-04")) }
}

/// How a side left the fight, if it did (ENE-FIN-03).
fn out(state: &State, side: u8) -> Option<&'static str> {
    let own = || state.scene.fighters.iter().filter(|it| it.side() == side);
    if state.scene.turn == 0 || own().next().is_none() || own().any(Fighter::able) {
        return None;
    }
    Some(if own().any(|it| it.status == Status::Surrendered) {
        "surrendered"
    } else if own().any(|it| it.status == Status::Left) {
        "left"
    } else {
        "down"
    })
}

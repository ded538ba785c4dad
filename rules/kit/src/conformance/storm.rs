//! Bytes become play: what a fuzzer hands over is read as commands, answers and positions against a running game.

use super::bend::bend;
use super::bytes::Bytes;
use super::go_on::{Weather, asked};
use super::moment::bent_position;
use super::{below, explained, options, pick, text};
use crate::contract::{Actor, Ruleset, Seat, SubmitError, advance, submit};
use crate::dice::Seeded;

/// Plays bytes against one of the set-ups: the first four are the seed of the dice. Panics when the rules panic, when a refused command changes the game, or
/// when an accepted one leads to an illegal moment.
pub fn storm<R: Ruleset>(setups: &[R::Setup], data: &[u8]) -> Weather {
    let (seed, data) = data.split_at(data.len().min(4));
    let mut dice = Seeded::from_number(seed.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)));
    let mut bytes = Bytes::new(data);
    let mut weather = Weather::default();
    let Some(state) = pick(&mut bytes, setups).and_then(|setup| R::new(setup).ok()) else { return weather };
    let mut state = state;
    if advance::<R>(&mut state, &mut dice, &mut |_, _| {}).is_err() {
        return weather;
    }
    while let Some(kind) = bytes.byte() {
        let seat = Seat(bytes.byte().unwrap_or(0) % (R::seats(&state) + 1));
        match kind % 8 {
            // Play goes on, mostly.
            0..=2 => {
                let Some(asked) = asked::<R>(&state) else { return weather };
                let list = options::<R>(&state, asked);
                if let Some(command) = pick(&mut bytes, &list).cloned() {
                    try_command::<R>(&mut state, asked, &command, &mut dice, &mut weather);
                }
            }
            3 => {
                let Some(asked) = asked::<R>(&state) else { return weather };
                let command = R::default_answer(&state, asked);
                try_command::<R>(&mut state, asked, &command, &mut dice, &mut weather);
            }
            4 => {
                if let Ok(command) = serde_json::from_slice::<R::Command>(bytes.run()) {
                    try_command::<R>(&mut state, seat, &command, &mut dice, &mut weather);
                }
            }
            5 | 6 => {
                let list = asked::<R>(&state).map(|asked| options::<R>(&state, asked)).unwrap_or_default();
                let source = pick(&mut bytes, &list).and_then(|command| serde_json::to_value(command).ok());
                let Some(mut value) = source else { continue };
                let donor = value.clone();
                bend(&mut value, &donor, &mut bytes);
                if let Ok(command) = serde_json::from_value::<R::Command>(value) {
                    try_command::<R>(&mut state, seat, &command, &mut dice, &mut weather);
                }
            }
            _ => {
                let bends = 1 + below(&mut bytes, 2);
                if let Some(loaded) = bent_position::<R>(&state, bends, &mut bytes, &mut dice) {
                    weather.positions += 1;
                    state = loaded;
                }
            }
        }
    }
    weather
}

fn try_command<R: Ruleset>(
    state: &mut R::State,
    seat: Seat,
    command: &R::Command,
    dice: &mut Seeded,
    weather: &mut Weather,
) {
    let _ = R::advise(state, seat, &R::Draft::from(command.clone()));
    let before = state.clone();
    match submit::<R>(state, Actor::Seat(seat), command, dice, &mut |_, _| {}) {
        Ok(()) => {
            weather.accepted += 1;
            if let Err(illegal) = R::from_position(&R::position(state)) {
                panic!("a command leads to an illegal moment: {illegal}\n{}", text(command));
            }
        }
        Err(SubmitError::Illegal(illegal)) => {
            weather.refused += 1;
            explained(&illegal);
            assert!(*state == before, "a refused command changed the game: {}", text(command));
        }
        Err(why) => panic!("{why}: {}", text(command)),
    }
}

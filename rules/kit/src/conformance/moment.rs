//! Positions that may be no moment of any game: what is accepted must go on like every other game.

use super::bend::{bend, names_fields};
use super::bytes::Bytes;
use super::go_on::{Weather, asked, go_on_from, look_around};
use super::{explained, options, pick, text};
use crate::contract::{Actor, Ruleset, advance, submit};
use crate::dice::{Dice, Seeded};

/// Commands that a game from a bent position is played on for.
const GO_ON: usize = 8;
/// Commands played at most before a position is taken.
const LEAD: u8 = 64;

/// Plays one of the set-ups as far as bytes say, bends its position again and again, and goes on from what is accepted. Bytes
/// that begin with `{` are a position as text. Panics when the rules panic or the game stops.
pub fn moments<R: Ruleset>(setups: &[R::Setup], data: &[u8]) -> Weather {
    let mut weather = Weather::default();
    let mut dice = Seeded::from_number(u64::try_from(data.len()).unwrap_or(0));
    if data.first() == Some(&b'{') {
        if let Ok(position) = serde_json::from_slice::<R::Position>(data) {
            take_up::<R>(&position, &mut Bytes::new(&[]), &mut dice, &mut weather);
        }
        return weather;
    }
    let mut bytes = Bytes::new(data);
    let Some(state) = pick(&mut bytes, setups).and_then(|setup| R::new(setup).ok()) else { return weather };
    let Some(state) = lead::<R>(state, &mut bytes, &mut dice) else { return weather };
    while let Some(bends) = bytes.byte() {
        if let Some(position) = bent::<R>(&state, usize::from(bends % 4) + 1, &mut bytes) {
            take_up::<R>(&position, &mut bytes, &mut dice, &mut weather);
        }
    }
    weather
}

/// Plays on as bytes say: options, and now and then what an absent player does.
fn lead<R: Ruleset>(mut state: R::State, bytes: &mut Bytes<'_>, dice: &mut Seeded) -> Option<R::State> {
    advance::<R>(&mut state, dice, &mut |_, _| {}).ok()?;
    for _ in 0..bytes.byte()? % LEAD {
        let Some(seat) = asked::<R>(&state) else { break };
        let list = if bytes.die(4) == 1 { Vec::new() } else { options::<R>(&state, seat) };
        let command = pick(bytes, &list).cloned().unwrap_or_else(|| R::default_answer(&state, seat));
        submit::<R>(&mut state, Actor::Seat(seat), &command, dice, &mut |_, _| {}).ok()?;
    }
    Some(state)
}

fn take_up<R: Ruleset>(
    position: &R::Position,
    bytes: &mut Bytes<'_>,
    dice: &mut Seeded,
    weather: &mut Weather,
) {
    match R::from_position(position) {
        Ok(state) => {
            weather.positions += 1;
            go_on_from::<R>(state, position, GO_ON, bytes, dice);
        }
        Err(illegal) => {
            weather.refused += 1;
            explained(&illegal);
            names_fields(&illegal, position);
        }
    }
}

/// The position of a state with some of its nodes bent, if it can still be read.
fn bent<R: Ruleset>(state: &R::State, bends: usize, chance: &mut dyn Dice) -> Option<R::Position> {
    let source = serde_json::to_value(R::position(state)).ok()?;
    let mut value = source.clone();
    for _ in 0..bends {
        bend(&mut value, &source, chance);
    }
    serde_json::from_value(value).ok()
}

/// A game from a bent position, come to its next question, if that position is legal.
pub(super) fn bent_position<R: Ruleset>(
    state: &R::State,
    bends: usize,
    bytes: &mut Bytes<'_>,
    dice: &mut Seeded,
) -> Option<R::State> {
    let position = bent::<R>(state, bends, bytes)?;
    let mut loaded = R::from_position(&position).ok()?;
    if let Err(why) = advance::<R>(&mut loaded, dice, &mut |_, _| {}) {
        panic!("from an accepted position the game does not go on: {why}\n{}", text(&position));
    }
    look_around::<R>(&loaded, bytes);
    Some(loaded)
}

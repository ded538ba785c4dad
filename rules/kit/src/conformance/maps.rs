//! Maps that a set-up states itself, bent out of shape: what is accepted must be played on like every other map.

use super::bend::{bend, names_fields};
use super::explained;
use super::go_on::{Weather, go_on_from};
use super::kit::TestKit;
use crate::dice::{Dice, Seeded};

/// Commands that a game on a bent map is played on for.
const GO_ON: usize = 8;

/// Bends the map of a set-up so many times and plays on every map that is accepted. `field` is where the set-up states its map. Panics when
/// the rules panic, when a game stops, and when a refusal of the map names no field of it.
pub fn own_maps<R: TestKit>(setup: &R::Setup, field: &str, times: u64) -> Weather {
    let mut weather = Weather::default();
    let source = crate::fold::value(setup);
    for seed in 0..times {
        let (mut chance, mut dice) = (Seeded::from_number(seed), Seeded::from_number(!seed));
        let mut value = source.clone();
        for _ in 0..chance.die(3) {
            bend(&mut value[field], &source[field], &mut chance);
        }
        let Ok(setup) = serde_json::from_value::<R::Setup>(value) else { continue };
        match R::new(&setup) {
            Ok(state) => {
                weather.positions += 1;
                let position = R::position(&state);
                assert!(R::from_position(&position).is_ok_and(|loaded| loaded == state), "seed {seed}");
                go_on_from::<R>(state, &position, GO_ON, &mut chance, &mut dice);
            }
            Err(illegal) => {
                weather.refused += 1;
                explained(&illegal);
                names_fields(&illegal, &setup);
            }
        }
    }
    weather
}

//! Crowded rooms played at random: the scene always stays one that the rules allow.

use bagarre_baston::Baston;
use bagarre_baston::testkit::bots::AnyBot;
use bagarre_baston::testkit::ids::ItemKind;
use bagarre_baston::testkit::scene::{Layer, Place, Scene};
use bagarre_baston::testkit::state::{Frame, State};
use bagarre_kit::contract::{Actor, Audience, Bot, Next, Ruleset};
use bagarre_kit::dice::{Dice, Seeded};
use serde_json::json;

use super::harness::Case;

/// A room full of furniture, chairs, bottles, doors and edges, with seven people in it.
fn room() -> Case {
    let kit = "matraque, santiags, canette, tesson";
    let figures = ["A 0 >3", "B 1 >7", "C 0 >5", "D 1 >1", "E 0 >2", "F 1 >6", "G 0 >4"]
        .map(|figure| format!("{figure} [{kit}]"))
        .join("; ");
    Case::new(
        ". A h T T B .\n\
         - D - - F - +\n\
         T T C h . V .\n\
         \n\
         . h D o T h Q\n\
         \n\
         # # . E T . Q\n\
         \n\
         x . ^ =_h_=_h\n\
         \n\
         F . =_T_T_=_.\n\
         \n\
         Y Y =_=_h_G .",
        &figures,
    )
    .door((2, 2, "n"), "2,2", "2,3")
    .with("windows", json!({ "id": "w", "edge": [2, 5, "n"], "inside": [2, 5], "outside": [1, 5] }))
    .with("stairs", json!({ "id": "s", "point": [5, 3], "bottom": [4, 3], "top": [5, 4] }))
}

/// What must hold of the things on the board at every moment.
fn faults(scene: &Scene) -> Vec<String> {
    let mut faults = Vec::new();
    for (n, item) in scene.items.iter().enumerate() {
        if let Place::At(p, layer) = item.place {
            let upright = scene.upright_at(p).is_some();
            if item.kind == ItemKind::Chaise {
                let chairs = scene
                    .items
                    .iter()
                    .filter(|other| {
                        other.kind == ItemKind::Chaise && matches!(other.place, Place::At(q, _) if q == p)
                    })
                    .count();
                if chairs > 1 || upright {
                    faults.push(format!(
                        "chair {n} at {p:?}: {chairs} there, furniture {upright} (BAS-OBJ-03)"
                    ));
                }
            }
            if layer == Layer::Top && !upright && p.r != 4 {
                faults.push(format!("object {n} hangs in the air at {p:?}"));
            }
        }
    }
    for who in scene.whos().filter(|who| scene.figure(*who).in_play()) {
        if scene.chair_of(who).is_some() && scene.figure(who).arms() < 2 {
            faults.push(format!("{who:?} holds a chair with one arm (BAS-OBJ-06)"));
        }
        let chairs = scene.carried(who).filter(|(_, kind)| *kind == ItemKind::Chaise).count();
        if chairs > 1 || scene.carried(who).count() > 6 {
            faults.push(format!("{who:?} carries too much (BAS-OBJ-01)"));
        }
    }
    faults
}

fn play(seed: u64) -> u32 {
    let mut state: State = Baston::from_position(&room().position()).unwrap();
    let mut dice = Seeded::from_number(seed);
    let mut whims = Seeded::from_number(seed + 1_000_000);
    let mut told = 0;
    for _ in 0..1500 {
        let event = match Baston::next(&state) {
            Next::Over(_) => break,
            Next::Do(event) => event,
            Next::Roll(roll) => {
                let faces = dice.roll(&roll).unwrap();
                Baston::rolled(&state, &roll, &faces)
            }
            Next::Ask { seats, .. } => {
                let seat = seats.iter().next().unwrap();
                let view = Baston::view(&state, Audience::Seat(seat));
                let ask = Baston::ask_for(&state, seat).unwrap();
                let command = AnyBot.answer(&view, &ask, seat, &mut whims);
                Baston::decide(&state, Actor::Seat(seat), &command).unwrap()
            }
        };
        told += event.facts().len() as u32;
        Baston::apply(&mut state, &event);
        // Within a piece of work things may be half-way.
        let settled = !matches!(state.stack.last(), Some(Frame::Work(_)));
        let mut wrong = if settled { faults(&state.scene) } else { Vec::new() };
        if let Err(fault) = Baston::from_position(&Baston::position(&state)) {
            wrong.push(fault.to_string());
        }
        assert!(wrong.is_empty(), "seed {seed}, turn {}: {}\n{event:#?}", state.scene.turn, wrong.join("\n"));
    }
    told
}

/// BAS-POS-05, BAS-OBJ-03.
#[test]
fn bas_pos_05_whatever_happens_the_scene_is_sound() {
    // As for the conformance suite: more rounds hunt for longer.
    let rounds: u64 = std::env::var("CONFORMANCE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let told: u32 = (0..8 * rounds).map(play).sum();
    assert!(told > 1000);
}

//! What an absent player does (section 21).

use super::command::{Ask, Command, Resume};
use super::ids::Fig;
use super::next::open;
use super::placing;
use super::scene::Status;
use super::space::place;
use super::state::{Sealed, State};
use crate::contract::Seat;

pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let Some(ask) = open(state) else { return Command::Concede };
    let question = ask.id();
    let edge = placing::edge(&state.scene, seat);
    let space = state.table().space();
    let waiting = state.scene.figs().find(|fig| {
        let figure = state.scene.figure(*fig);
        figure.seat == seat && figure.status == Status::Waiting
    });
    let fig = waiting.unwrap_or(Fig(0));
    match ask {
        Ask::Phase { .. } => Command::End { question },
        Ask::React(_) => Command::React { question, reaction: None },
        Ask::Resume(_) => Command::Resume { question, resume: Resume::Stop },
        Ask::Choose(choice) => Command::Choose { question, choice: choice.default_choice() },
        Ask::Champions { .. } => Command::Champion { question, fig: Sealed(fig) },
        Ask::Deploy { .. } => Command::Deploy {
            question,
            fig,
            at: space.first_deployment(fig, edge).map_or_else(Default::default, |(at, _)| at),
            facing: None,
        },
        Ask::Marker { .. } => Command::Mark { question, at: space.first_marker(edge).unwrap_or_default() },
        Ask::Terrain { .. } => {
            let free = placing::centre_free(&state.scene);
            match place::first_piece(&state.scene.pieces, state.fixed.setup.era, free) {
                Some(piece) => Command::Place { question, piece },
                None => Command::Concede,
            }
        }
        Ask::After { .. } => Command::Concede,
    }
}

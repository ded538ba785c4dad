//! The answers that count when a player gives none (section 21, R-311).

use super::command::{Act, Ask, Blow, Command, Fire, Resume};
use super::ids::{Edge, Fig, Terrain};
use super::legal;
use super::next::open;
use super::scene::Status;
use super::setup::Placed;
use super::space::place;
use super::state::{Sealed, State};
use super::usual;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

/// Questions in a row that the clock answers before the band gives up.
const MAX_MISSED_QUESTIONS: u8 = 3;

/// The default of what a seat is asked; of a seat that is not there, an answer that is refused.
pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let question = state.questions + 1;
    if seat.0 >= state.seats() {
        return Command::End { question };
    }
    match open(state).as_deref() {
        Some(Ask::Terrain { .. }) => Command::Place { question, piece: piece(state) },
        Some(Ask::Champions { .. }) => Command::Champion { question, fig: Sealed(champion(state, seat)) },
        Some(Ask::Marker { .. }) => Command::Mark { question, at: marker(state, seat) },
        Some(Ask::Deploy { .. }) => deploy(state, seat, question),
        Some(Ask::Phase { may_rout, heroic, .. }) => phase(state, seat, question, *may_rout, *heroic),
        Some(Ask::React(window)) => Command::React { question: window.id, reaction: None },
        Some(Ask::Resume(rest)) => {
            let resume = if rest.free { Resume::Declared } else { Resume::Stop };
            Command::Resume { question: rest.id, resume }
        }
        Some(Ask::Choose(asked)) => Command::Choose { question: asked.id, choice: asked.default_choice() },
        Some(Ask::After { .. }) => after(state, seat, question),
        None => Command::End { question },
    }
}

/// GEN-DEC-02. The step ends before there is no place left (GEN-SET-03).
fn piece(state: &State) -> Placed {
    let free = state.scene.scenario.is_some_and(place::centre_free);
    let era = state.fixed.setup.era;
    place::first_piece(&state.scene.pieces, era, free).unwrap_or(Placed {
        piece: Terrain::ALL[0],
        at: Pt::default(),
        turn: 0,
    })
}

/// Figures of a seat that are not yet on the table, in the order of the roster.
fn waiting(state: &State, seat: Seat) -> impl Iterator<Item = Fig> + use<'_> {
    state.scene.figs().filter(move |fig| {
        let figure = state.scene.figure(*fig);
        figure.seat == seat && figure.status == Status::Waiting
    })
}

/// GEN-DEC-04: the chief, if it is in the game.
fn champion(state: &State, seat: Seat) -> Fig {
    let chief = waiting(state, seat).find(|fig| state.fixed.profiles[fig.i()].chief);
    chief.or_else(|| waiting(state, seat).next()).unwrap_or_default()
}

fn edge(state: &State, seat: Seat) -> Edge {
    state.scene.force(seat).edge.unwrap_or(Edge::S)
}

/// GEN-DEC-05.
fn marker(state: &State, seat: Seat) -> Pt {
    state.table().space().first_marker(edge(state, seat)).unwrap_or_default()
}

/// GEN-DEC-06: the next of the roster.
fn deploy(state: &State, seat: Seat, question: u32) -> Command {
    let fig = waiting(state, seat).next().unwrap_or_default();
    let spot = state.table().space().first_deployment(fig, edge(state, seat));
    Command::Deploy { question, fig, at: spot.map(|(at, _)| at).unwrap_or_default(), facing: None }
}

/// GEN-DEC-10, 11, 13: the phase ends; a heroic die is used for what is at hand; a band whose player has given up, or has
/// not answered three times in a row, routs before it does anything.
fn phase(state: &State, seat: Seat, question: u32, may_rout: bool, heroic: Option<Fig>) -> Command {
    if let Some(fig) = heroic {
        return heroic_act(state, seat, fig).map_or(Command::End { question }, |what| Command::Act {
            question,
            fig,
            what,
        });
    }
    let absent = state.missed.get(usize::from(seat.0)).is_some_and(|missed| *missed >= MAX_MISSED_QUESTIONS);
    if may_rout && (absent || state.scene.force(seat).conceding) {
        return Command::Rout { question };
    }
    Command::End { question }
}

/// GEN-DEC-13: stands up if down, else attacks or shoots the lowest-numbered target, else nothing.
fn heroic_act(state: &State, seat: Seat, fig: Fig) -> Option<Act> {
    let table = state.table();
    if state.scene.figure(fig).down {
        return Some(Act::StandUp { facing: None });
    }
    let allowed = |act: &Act| legal::check(table, seat, fig, act).is_ok();
    let strike = |target| Act::Attack { target, weapon: None, blow: Blow::Normal };
    let at = |target: Fig| {
        let shots = (0..2).map(move |weapon| Act::Shoot { weapon, target, fire: Fire::Normal });
        std::iter::once(strike(Some(target))).chain(shots)
    };
    let enemies = table.space().enemies(fig).map(|(enemy, _)| enemy);
    // Where the opponent designates, no target is named (GEN-CC-03).
    std::iter::once(strike(None)).chain(enemies.flat_map(at)).find(allowed)
}

/// GEN-DEC-40 to 46.
fn after(state: &State, seat: Seat, question: u32) -> Command {
    let Some(aftermath) = state.scene.after.get(usize::from(seat.0)) else {
        return Command::End { question };
    };
    match usual::default(aftermath) {
        Some(after) => Command::After { answered: aftermath.answered, after },
        None => Command::End { question },
    }
}

//! Whether terrain, markers and figures may be placed, in words (GEN-SET-03, 04, 08, GEN-SCN-60).

use super::command::Command;
use super::ids::{Edge, Fig, Scenario};
use super::scene::{Scene, Status};
use super::setup::Placed;
use super::space::place;
use super::state::{State, Table};
use crate::contract::Seat;
use crate::generik::refusal::Illegal;
use crate::kit::plane::Pt;

/// Whether the scenario keeps the centre of the table free (GEN-SET-04).
pub(super) fn centre_free(scene: &Scene) -> bool {
    scene.scenario.is_some_and(place::centre_free)
}

/// Whether a piece of terrain may be added (GEN-SET-03, 04).
pub(super) fn piece(table: Table<'_>, piece: Placed) -> Result<(), Illegal> {
    let free = centre_free(table.scene);
    Ok(place::may_place(&table.scene.pieces, piece, table.fixed.setup.era, free)?)
}

/// The edge of a seat; the south one before edges are known.
pub(super) fn edge(scene: &Scene, seat: Seat) -> Edge {
    scene.force(seat).edge.unwrap_or(Edge::S)
}

/// Whether a seat may place an objective marker there (GEN-SCN-60).
pub(super) fn marker(table: Table<'_>, seat: Seat, at: Pt) -> Result<(), Illegal> {
    Ok(table.space().may_mark(edge(table.scene, seat), at)?)
}

/// Whether a seat may deploy a figure there (GEN-SET-08).
pub(super) fn figure(table: Table<'_>, seat: Seat, fig: Fig, at: Pt) -> Result<i32, Illegal> {
    waits(table, seat, fig)?;
    Ok(table.space().may_deploy(fig, edge(table.scene, seat), at)?)
}

/// What a command would place, moved to the nearest legal place (GEN-DEC-02, 05, 06): somewhere to begin from.
pub(super) fn near(table: Table<'_>, seat: Seat, mut command: Command) -> Result<Command, Illegal> {
    match &mut command {
        Command::Place { piece, .. } => {
            let free = centre_free(table.scene);
            *piece = place::nearest_piece(&table.scene.pieces, *piece, table.fixed.setup.era, free)?;
        }
        Command::Mark { at, .. } => *at = table.space().nearest_mark(edge(table.scene, seat), *at)?,
        Command::Deploy { fig, at, .. } => {
            waits(table, seat, *fig)?;
            *at = table.space().nearest_deployment(*fig, edge(table.scene, seat), *at)?;
        }
        _ => {
            return Err(Illegal::Near);
        }
    }
    Ok(command)
}

/// Whether a figure is one that the seat still has to deploy.
fn waits(table: Table<'_>, seat: Seat, fig: Fig) -> Result<(), Illegal> {
    let figure = table.scene.figures.get(fig.i());
    if figure.is_some_and(|figure| figure.seat == seat && figure.status == Status::Waiting) {
        return Ok(());
    }
    Err(Illegal::DeployWho)
}

/// The facing toward the enemy edge (GEN-DEC-06).
pub(super) fn inward(state: &State, seat: Seat) -> Pt {
    place::inward(edge(&state.scene, seat))
}

/// Whether a scenario is for two bands only.
pub(super) fn for_two(scenario: Option<Scenario>) -> bool {
    scenario != Some(Scenario::BastonGenerale)
}

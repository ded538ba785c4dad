//! Whether terrain, markers and figures may be placed, in words (GEN-SET-03, 04, 08, GEN-SCN-60).

use super::command::{Command, Post};
use super::ids::{Edge, Fig, Scenario};
use super::legal;
use super::scene::{Scene, Stage, Status};
use super::setup::Placed;
use super::space::{R, TABLE, place};
use super::state::{State, Table, Wait};
use crate::refusal::{Illegal, misplaced};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

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
    let placed = table.space().may_mark(edge(table.scene, seat), at);
    placed.map_err(|no| misplaced(no, "GEN-SCN-60"))
}

/// Whether a seat may deploy a figure there (GEN-SET-08).
pub(super) fn figure(table: Table<'_>, seat: Seat, fig: Fig, at: Pt) -> Result<i32, Illegal> {
    waits(table, seat, fig)?;
    let placed = table.space().may_deploy(fig, edge(table.scene, seat), at);
    placed.map_err(|no| misplaced(no, "GEN-SET-08"))
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

/// Bases of a line stand so far apart, in u.
const LINE: i32 = 800;
/// How deep in its zone a line stands, in u.
const DEEP: i32 = 600;

/// Returns where all figures that a seat still has to deploy could stand: a figure that is named, where it is put or at
/// the nearest free place; the others, in a line along the edge.
pub(super) fn posts(state: &State, seat: Seat, wanted: &[Post]) -> Result<Vec<Post>, Illegal> {
    if state.scene.stage != Stage::Deployment {
        return Err(Illegal::Near);
    }
    let mut scene = state.scene.clone();
    let own = edge(&scene, seat);
    let waiting: Vec<Fig> = scene.figs().filter(|fig| waits(state.table(), seat, *fig).is_ok()).collect();
    let named = wanted.iter().filter(|post| waiting.contains(&post.fig));
    let rest = waiting.iter().filter(|fig| !wanted.iter().any(|post| post.fig == **fig));
    let all = waiting.len() as i32;
    let mut line = (0..all).map(|n| {
        // From the middle to both sides.
        let aside = (n + 1) / 2 * LINE * if n % 2 == 0 { 1 } else { -1 };
        place::spot(own, (TABLE / 2 + aside).clamp(R, TABLE - R), DEEP)
    });
    let in_line = rest.map(|fig| Post { fig: *fig, at: line.next().unwrap_or_default(), facing: None });
    let mut found: Vec<Post> = Vec::new();
    for post in named.copied().chain(in_line.collect::<Vec<_>>()) {
        if found.iter().any(|it| it.fig == post.fig) {
            continue;
        }
        legal::facing_is_vector(post.facing)?;
        let space = Table { scene: &scene, ..state.table() }.space();
        let at = space.nearest_deployment(post.fig, own, post.at)?;
        let z = space.may_deploy(post.fig, own, at)?;
        let figure = &mut scene.figures[post.fig.i()];
        (figure.at, figure.z, figure.status) = (at, z, Status::OnTable);
        found.push(Post { at, ..post });
    }
    Ok(found)
}

/// The next figure that a seat has said in advance where to deploy, if it may stand there.
pub(super) fn posted(state: &State, seat: Seat) -> Option<Command> {
    let Some(Wait::Deployment(_)) = state.wait() else { return None };
    let posts = &state.standing.get(usize::from(seat.0))?.posts;
    let next = posts.iter().find(|post| waits(state.table(), seat, post.fig).is_ok())?;
    let may = legal::facing_is_vector(next.facing).is_ok()
        && figure(state.table(), seat, next.fig, next.at).is_ok();
    let Post { fig, at, facing } = *next;
    may.then_some(Command::Deploy { question: state.questions + 1, fig, at, facing })
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

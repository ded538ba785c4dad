//! Whether terrain, markers and figures may be placed, in words (GEN-SET-03, 04, 08, GEN-SCN-60).

use super::ids::{Edge, Fig, Scenario};
use super::resolve::centre_free;
use super::scene::{Scene, Status};
use super::setup::{Ground, Placed, Setup};
use super::space::place::{self, NoPlace};
use super::state::{State, Table};
use super::terrain;
use crate::contract::Seat;
use crate::illegal::Illegal;
use crate::kit::plane::Pt;

/// Why a place will not do, in words, by the rule that says so.
fn refusal(rule: &'static str, why: NoPlace) -> Illegal {
    let (fr, en) = match why {
        NoPlace::OffTable => ("Cela dépasse de la table.", "That is not wholly on the table."),
        NoPlace::Turn => ("Une rotation va de 0 à 23 crans de 15°.", "A rotation is 0 to 23 steps of 15°."),
        NoPlace::NoCopy => (
            "Tous les exemplaires de cet élément sont déjà posés : prends-en un autre.",
            "Every copy of this piece is on the table: take another one.",
        ),
        NoPlace::TooNear(_) => (
            "C’est à moins de 10 cm d’un autre élément : éloigne-le.",
            "That is within 10 cm of another piece: move it away.",
        ),
        NoPlace::Overlap(_) => ("Deux éléments se chevauchent.", "Two pieces overlap."),
        NoPlace::Centre => (
            "Ce scénario garde 10 cm libres autour du centre.",
            "This scenario keeps 10 cm free round the centre.",
        ),
        NoPlace::TooMany => ("Il y a trop d’éléments.", "There are too many pieces."),
        NoPlace::Zone => (
            "Il faut rester dans les 10 cm de ton bord de table.",
            "It must be within 10 cm of your table edge.",
        ),
        NoPlace::Blocked(_) => (
            "La place est prise : il faut un endroit libre où poser un socle.",
            "There is no room: it takes a free spot for a base.",
        ),
        NoPlace::Marker(_) => (
            "C’est trop près d’un objectif, ou dessus.",
            "That is on an objective, or too near one.",
        ),
        NoPlace::Terrain(_) => (
            "Un objectif ne se pose pas sur un décor.",
            "An objective does not lie on terrain.",
        ),
    };
    Illegal::rule("generik.place", rule, fr, en)
}

/// Whether a piece of terrain may be added: of the era's set, and where (GEN-SET-03, 04).
pub(super) fn piece(table: Table<'_>, piece: Placed) -> Result<(), Illegal> {
    if terrain::row(piece.piece).era != table.fixed.setup.era {
        return Err(Illegal::rule(
            "generik.place.era",
            "GEN-SETS-01",
            "Cet élément n’est pas de l’époque de la table.",
            "This piece is not of the table’s era.",
        ));
    }
    let free = centre_free(table.scene.scenario);
    place::may_place(&table.scene.pieces, piece, free).map_err(|why| refusal("GEN-SET-03", why))
}

/// Whether a table of one's own is one; where the scenario may need it, its centre is free (GEN-SET-04).
pub(super) fn own_table(setup: &Setup) -> Result<(), Illegal> {
    let Ground::Own(pieces) = &setup.ground else { return Ok(()) };
    place::check_table(pieces).map_err(|(_, why)| refusal("GEN-SET-03", why))?;
    let may_need = setup.scenario.is_none() || centre_free(setup.scenario);
    if may_need && !place::centre_is_free(pieces) {
        return Err(refusal("GEN-SET-04", NoPlace::Centre));
    }
    Ok(())
}

/// The edge of a seat; the south one before edges are known.
pub(super) fn edge(scene: &Scene, seat: Seat) -> Edge {
    scene.force(seat).edge.unwrap_or(Edge::S)
}

/// Whether a seat may place an objective marker there (GEN-SCN-60).
pub(super) fn marker(table: Table<'_>, seat: Seat, at: Pt) -> Result<(), Illegal> {
    table.space().may_mark(edge(table.scene, seat), at).map_err(|why| refusal("GEN-SCN-60", why))
}

/// Whether a seat may deploy a figure there (GEN-SET-08).
pub(super) fn figure(table: Table<'_>, seat: Seat, fig: Fig, at: Pt) -> Result<i32, Illegal> {
    let waits = table.scene.figures.get(fig.i());
    if !waits.is_some_and(|figure| figure.seat == seat && figure.status == Status::Waiting) {
        return Err(Illegal::rule(
            "generik.deploy.who",
            "GEN-SET-08",
            "Cette figurine n’attend pas d’être placée.",
            "This figure does not wait to be deployed.",
        ));
    }
    table.space().may_deploy(fig, edge(table.scene, seat), at).map_err(|why| refusal("GEN-SET-08", why))
}

/// The facing toward the enemy edge (GEN-DEC-06).
pub(super) fn inward(state: &State, seat: Seat) -> Pt {
    place::inward(edge(&state.scene, seat))
}

/// Whether a scenario is for two bands only.
pub(super) fn for_two(scenario: Option<Scenario>) -> bool {
    scenario != Some(Scenario::BastonGenerale)
}

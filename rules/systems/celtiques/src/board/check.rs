//! Whether a map that a set-up states can be played on: each fault with the field that has it.

use std::sync::Arc;

use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::hex::Hex;

use super::data::MapData;
use super::{Board, cell_of};
use crate::create;
use crate::ids::{Scenario, Team};
use crate::setup::Setup;
use crate::tables::tables;

/// Columns and rows of a map.
const SIDE: std::ops::RangeInclusive<i64> = 5..=40;
/// The most entries of a map.
const MOST_ENTRIES: usize = 12;
/// The longest name of a map, in letters.
const MOST_LETTERS: usize = 40;

/// Checks the map that a set-up states: in itself, and for the scenario and the fighters that stand on it. `part` is the field of the map.
/// Returns the map where it has no faults.
pub(crate) fn check(setup: &Setup, data: &Arc<MapData>, part: &str, faults: &mut Faults) -> Option<Board> {
    check_size(data, part, faults);
    if !faults.is_empty() {
        return None;
    }
    let board = Board::new(Arc::clone(data))?;
    check_places(&board, part, faults);
    if faults.is_empty() {
        check_room(setup, &board, part, faults);
        check_victory(setup, data, part, faults);
    }
    faults.is_empty().then_some(board)
}

/// Checks names, sides and letters, in time bounded by the largest map.
fn check_size(data: &MapData, part: &str, faults: &mut Faults) {
    let mut faults = faults.of(part);
    for (field, text) in [("id", &data.id), ("name", &data.name)] {
        let short = text.len() <= 4 * MOST_LETTERS
            && (1..=MOST_LETTERS).contains(&text.trim().chars().count())
            && !text.chars().any(char::is_control);
        faults.ensure(short, field, format_args!("a text of 1 to {MOST_LETTERS} letters"));
    }
    faults.ensure_within("width", data.width, SIDE, "CEL-HEX-01");
    faults.ensure_within("height", data.height, SIDE, "CEL-HEX-01");
    let (width, height) = (usize::try_from(data.width), usize::try_from(data.height));
    let rows = data.rows.len();
    let even = height == Ok(rows);
    faults.ensure(even, "rows", format_args!("{rows} entries where `height` says {}", data.height));
    let known = |row: &String| row.chars().all(|letter| cell_of(letter).is_some());
    if even && SIDE.contains(&i64::from(data.height)) {
        // Bytes are counted first: all letters of the table take one.
        let whole = |row: &String| width == Ok(row.len()) && known(row);
        let expected = format!("{} letters, each one of the table (CEL-HEX-05)", data.width);
        faults.ensure_each("rows", &data.rows, whole, &expected);
    }
    faults.ensure_most("entrees", data.entrees.len(), MOST_ENTRIES);
    let few = data.out_letters.len() <= tables().hex.len();
    faults.ensure(few && known(&data.out_letters), "out_letters", "letters of the table (CEL-SCN-01)");
    if let Some(objective) = &data.objective {
        faults.ensure(
            cell_of(objective.letter).is_some(),
            "objective.letter",
            "one of the table (CEL-SCN-02)",
        );
        faults.ensure_within("objective.points", objective.points, 0..=9, "CEL-SCN-02");
    }
}

/// Zones, exits and single hexagons lie on the map.
fn check_places(board: &Board, part: &str, faults: &mut Faults) {
    let data = &board.arena;
    let (width, height) = board.size();
    let span = |from: i16, to: i16, most: i16| 0 <= from && from <= to && to < most;
    let inside = |[c0, r0, c1, r1]: &[i16; 4]| span(*c0, *c1, width) && span(*r0, *r1, height);
    let mut faults = faults.of(part);
    faults.ensure_each(
        "deploy",
        &data.deploy,
        inside,
        "columns and rows of the map, from and to (CEL-DEC-01)",
    );
    let [[a0, b0, a1, b1], [c0, d0, c1, d1]] = data.deploy;
    let apart = a1 < c0 || c1 < a0 || b1 < d0 || d1 < b0;
    faults.ensure(apart, "deploy[1]", "no hexagon of the other side (CEL-HEX-01)");
    let fights = |zone: &[i16; 4]| !within(board, *zone).any(|hex| board.is_outside(hex));
    faults.ensure_each("deploy", &data.deploy, fights, "no hexagon outside the fight (CEL-SCN-01)");
    let stands = |at: &[i16; 2]| board.stands(Hex::from(*at));
    faults.ensure_each(
        "entrees",
        &data.entrees,
        |at| stands(at) && !board.is_outside(Hex::from(*at)),
        "a hexagon in the fight where a fighter can stand (CEL-MJ-05)",
    );
    for (field, at, rule) in
        [("standard", &data.standard, "CEL-SCN-06"), ("boss_at", &data.boss_at, "CEL-SCN-04")]
    {
        let there = at.as_ref().is_none_or(|at| stands(at) && !board.is_outside(Hex::from(*at)));
        faults.ensure(
            there,
            field,
            format_args!("a hexagon in the fight where a fighter can stand ({rule})"),
        );
    }
    for (field, exit, rule) in
        [("exit_side0", &data.exit_side0, "CEL-SCN-03"), ("exit_beast", &data.exit_beast, "CEL-SCN-05")]
    {
        let Some(exit) = exit else { continue };
        let [[c0, c1], [r0, r1]] = [exit.cols, exit.rows];
        let open = inside(&[c0, r0, c1, r1]) && board.all().any(|hex| exit.has(hex) && board.stands(hex));
        let expected =
            format_args!("columns and rows of the map with a hexagon where a fighter can stand ({rule})");
        faults.ensure(open, field, expected);
    }
}

/// Each side has a hexagon of its zone for each of its fighters (CEL-HEX-01).
fn check_room(setup: &Setup, board: &Board, part: &str, faults: &mut Faults) {
    let foes = create::cast(setup).len();
    for (n, side) in Team::ALL.into_iter().enumerate() {
        let own = setup.bands.iter().zip(0u8..).filter(|(_, n)| setup.side(Seat(*n)) == side);
        let heroes: usize = own.map(|(band, _)| band.heroes.len()).sum();
        let fighters = heroes + if side == Team::Second { foes } else { 0 };
        let free = within(board, board.arena.deploy[side.n()]).filter(|hex| board.stands(*hex)).count();
        faults.ensure(
            free >= fighters,
            format_args!("{part}.deploy[{n}]"),
            format_args!("room for {fighters} fighters, one in a hexagon, where it has {free} (CEL-HEX-01)"),
        );
    }
}

/// The map has what its scenario cannot be won without.
fn check_victory(setup: &Setup, data: &MapData, part: &str, faults: &mut Faults) {
    let (field, there, rule) = match setup.scenario {
        Scenario::Chemin => ("exit_side0", data.exit_side0.is_some(), "CEL-SCN-03"),
        Scenario::Sanglier => ("exit_beast", data.exit_beast.is_some(), "CEL-SCN-05"),
        Scenario::Etendard => ("standard", data.standard.is_some(), "CEL-SCN-06"),
        Scenario::Cercle | Scenario::Gue | Scenario::HautRoi | Scenario::Libre => return,
    };
    faults.ensure(there, format_args!("{part}.{field}"), format_args!("stated, for the scenario ({rule})"));
}

/// The hexagons of a map in columns and rows, from and to.
fn within(board: &Board, [c0, r0, c1, r1]: [i16; 4]) -> impl Iterator<Item = Hex> {
    board.all().filter(move |hex| (c0..=c1).contains(&hex.col) && (r0..=r1).contains(&hex.row))
}

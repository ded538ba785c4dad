//! What one question of the geometry costs, on the ready tables with two bands of six.
//!
//! `cargo bench -p bagarre-generik --features testkit --bench space`

#![allow(clippy::cast_precision_loss, reason = "times for people to read")]

use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::board_of;
use std::hint::black_box;
use std::time::Instant;

use bagarre_generik::testkit::ids::{Era, Fig};
use bagarre_generik::testkit::scene::{Figure, Status};
use bagarre_generik::testkit::space::place::first_piece;
use bagarre_generik::testkit::space::{Board, Gait, Goal, Space, Speed, Trip};
use bagarre_generik::testkit::terrain;
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

const MOVE: Gait = Gait::new(1_000, Speed::NORMAL);
const RUN: Gait = Gait::new(3_000, Speed::NORMAL);

/// Two bands of six, spread over the middle of the table.
fn figures(board: &Board) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut seed = 1u32;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 8) % below) as i32
    };
    while figures.len() < 12 {
        let at = Pt::new(2_000 + next(8_000), 2_000 + next(8_000));
        let facing = Pt::new(next(201) - 100, 101);
        let seat = Seat((figures.len() % 2) as u8);
        figures.push(Figure { seat, at, facing, status: Status::OnTable, ..Figure::default() });
        let last = Fig(figures.len() as u8 - 1);
        if (Space { board, figures: &figures, markers: &[] }).legal_point(last, at, 0).is_err() {
            figures.pop();
        }
    }
    figures
}

/// Nanoseconds of one call, over every pair of figures on every table.
fn time(
    name: &str,
    rounds: u32,
    tables: &[(Board, Vec<Figure>)],
    ask: impl Fn(Space<'_>, Fig, Fig) -> usize,
) {
    let (mut calls, mut yes) = (0u64, 0usize);
    let start = Instant::now();
    for _ in 0..rounds {
        for (board, figures) in tables {
            let space = Space { board, figures, markers: &[] };
            for (a, _) in space.fielded() {
                for (b, _) in space.fielded().filter(|(b, _)| *b != a) {
                    yes += black_box(ask(space, a, b));
                    calls += 1;
                }
            }
        }
    }
    let each = start.elapsed().as_nanos() as f64 / calls as f64;
    println!("{name:<22} {each:>10.0} ns   {:>8.2} on average", yes as f64 / calls as f64);
}

/// A point 8 cm from one figure toward another.
fn toward(space: Space<'_>, a: Fig, b: Fig, length: i64) -> Pt {
    let d = space.figure(b).at - space.figure(a).at;
    let len = d.norm2().isqrt().max(1);
    space.figure(a).at
        + Pt::new((i64::from(d.x) * length / len) as i32, (i64::from(d.y) * length / len) as i32)
}

fn main() {
    let tables: Vec<(Board, Vec<Figure>)> = Era::ALL
        .iter()
        .map(|era| {
            let board = board_of(&terrain::layout(*era, None).expect("every era has a table").pieces);
            let figures = figures(&board);
            (board, figures)
        })
        .collect();
    time("sees", 400, &tables, |space, a, b| usize::from(space.sees_turned(a, b, false)));
    time("sees, figures block", 400, &tables, |space, a, b| usize::from(space.sees_turned(a, b, true)));
    time("covered", 400, &tables, |space, a, b| {
        let stance = space.stance(a).turned_to(space.figure(b).at);
        usize::from(space.covered(stance.at, stance.z, stance.facing))
    });
    time("locked", 400, &tables, |space, a, _| usize::from(space.locked(a)));
    time("walk, move", 400, &tables, |space, a, b| {
        let path = [toward(space, a, b, 900)];
        usize::from(space.walk(&Trip::new(space, a, &path, MOVE)).is_ok())
    });
    time("walk, run", 400, &tables, |space, a, b| {
        let path = [toward(space, a, b, 1_500), toward(space, a, b, 2_700)];
        usize::from(space.walk(&Trip::new(space, a, &path, RUN)).is_ok())
    });
    time("run and checkpoints", 100, &tables, |space, a, b| {
        let path = [toward(space, a, b, 2_700)];
        let trip = Trip::new(space, a, &path, RUN);
        space.walk(&trip).map_or(0, |walked| space.checkpoints(&trip, &walked).len())
    });
    time("as far as it goes", 100, &tables, |space, a, b| {
        let path = [space.figure(b).at];
        usize::from(space.walk_as_far(&Trip::new(space, a, &path, MOVE)).is_ok())
    });
    time("push", 400, &tables, |space, a, b| space.push(b, space.figure(a).at, 500).toppled.len());
    time("climbs near", 100, &tables, |space, a, _| space.climbs_near(a).len());
    time("route to contact", 20, &tables, |space, a, b| {
        space.route(a, Goal::Touch(b), Speed::NORMAL).map_or(0, |way| way.len())
    });
    time("reach, move", 1, &tables, |space, a, _| space.reach(a, MOVE).cells.len());
    time("reach, run", 1, &tables, |space, a, _| space.reach(a, RUN).cells.len());
    time("board", 20, &tables, |_, a, _| {
        usize::from(
            board_of(
                &terrain::layout(Era::ALL[a.i() % Era::ALL.len()], None)
                    .expect("every era has a table")
                    .pieces,
            )
            .pieces(),
        )
    });
    time("first piece", 1, &tables, |_, a, _| {
        let layout =
            &terrain::layout(Era::ALL[a.i() % Era::ALL.len()], None).expect("every era has a table").pieces;
        usize::from(first_piece(layout, Era::ALL[a.i() % Era::ALL.len()], true).is_some())
    });
}

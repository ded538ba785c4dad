//! Polygons about a place, against looking at every one.

use bagarre_kit::plane::{Board, Motion, Part, Poly, Pt, Screen, Shelter, Sort, seg_poly_lt};
use proptest::prelude::*;

fn part((x, y, wide, deep): (i32, i32, i32, i32)) -> Part {
    let corners = [(0, 0), (wide, 0), (wide, deep), (0, deep)].map(|(dx, dy)| Pt::new(x + dx, y + dy));
    Part {
        poly: Poly::new(&corners).unwrap(),
        piece: 0,
        height: 100,
        motion: Motion::Solid,
        los: Screen::Solid,
        cover: Shelter::Edge,
        surface: false,
        thin: false,
    }
}

/// The same, of every kind in turn.
fn varied((n, place): (usize, (i32, i32, i32, i32))) -> Part {
    Part {
        motion: [Motion::Clear, Motion::Difficult, Motion::Solid][n % 3],
        los: [Screen::None, Screen::Solid, Screen::Dense][n / 3 % 3],
        cover: [Shelter::None, Shelter::Edge, Shelter::Inside][n / 9 % 3],
        surface: n / 27 % 2 == 0,
        thin: n / 54 % 2 == 0,
        ..part(place)
    }
}

fn place() -> impl Strategy<Value = Pt> {
    (-20_000..20_000, -20_000..20_000).prop_map(|(x, y)| Pt::new(x, y))
}

proptest! {
    /// More polygons than have a bit, beyond the edges of every table too.
    #[test]
    fn whatever_comes_near_a_segment_is_found_in_order(
        parts in prop::collection::vec((-20_000..20_000, -20_000..20_000, 1..3_000, 1..3_000), 0..150),
        a in place(),
        b in place(),
        short in any::<bool>(),
        k in 0..500,
    ) {
        let b = if short { Pt::new(a.x + b.x % 300, a.y + b.y % 300) } else { b };
        let board = Board::of_parts(parts.into_iter().map(part).collect());
        let comes_near = |part: &&Part| seg_poly_lt(a, b, &part.poly, k);
        let found: Vec<&Part> = board.near(a, b, k).filter(comes_near).collect();
        let expected: Vec<&Part> = board.parts().iter().filter(comes_near).collect();
        prop_assert!(found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| std::ptr::eq(*a, *b)));
    }

    #[test]
    fn parts_of_a_sort_are_those_of_all_that_are_of_it(
        parts in prop::collection::vec((0usize..108, (-9_000..9_000, -9_000..9_000, 1..3_000, 1..3_000)), 0..150),
        a in place(),
        b in place(),
        k in 0..500,
    ) {
        let board = Board::of_parts(parts.into_iter().map(varied).collect());
        let same = |found: &[&Part], expected: &[&Part]| {
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| std::ptr::eq(*a, *b))
        };
        for sort in Sort::ALL {
            let near: Vec<&Part> = board.near(a, b, k).filter(|part| sort.has(part)).collect();
            prop_assert!(same(&board.near_of(sort, a, b, k).collect::<Vec<_>>(), &near));
            let all: Vec<&Part> = board.parts().iter().filter(|part| sort.has(part)).collect();
            prop_assert!(same(&board.parts_of(sort).collect::<Vec<_>>(), &all));
        }
    }
}

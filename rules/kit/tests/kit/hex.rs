//! The grid of hexagons against slow references.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_kit::hex::{Cube, Hex, Side, line, way as cheapest, ways};
use proptest::prelude::*;

fn hexes() -> impl Strategy<Value = Hex> {
    (0i16..200, 0i16..200).prop_map(|(col, row)| Hex::new(col, row))
}

/// Steps counted one by one, as far as asked.
fn walked(from: Hex, most: u16) -> BTreeMap<Hex, u16> {
    let (mut known, mut edge) = (BTreeMap::from([(from, 0)]), vec![from]);
    for n in 1..=most {
        let mut next = Vec::new();
        for hex in edge.drain(..).flat_map(Hex::around) {
            if let std::collections::btree_map::Entry::Vacant(free) = known.entry(hex) {
                free.insert(n);
                next.push(hex);
            }
        }
        edge = next;
    }
    known
}

/// The hexagon nearest to a point of a line, all of its neighbourhood looked at, the lower x and then the lower z where two are as near.
fn nearest(from: Hex, to: Hex, n: i64, of: i64) -> Hex {
    let (a, b) = (from.cube(), to.cube());
    let along = |a: i16, b: i16| i64::from(a) * (of - n) + i64::from(b) * n;
    let at = [along(a.x, b.x), along(a.y, b.y), along(a.z, b.z)];
    let round = |part: i64| part.div_euclid(of) as i16;
    let mut best: Option<(i64, i16, i16, Hex)> = None;
    for x in round(at[0]) - 1..=round(at[0]) + 2 {
        for z in round(at[2]) - 1..=round(at[2]) + 2 {
            let cube = Cube { x, y: -x - z, z };
            let off = |part: i16, at: i64| (i64::from(part) * of - at).pow(2);
            let far = off(cube.x, at[0]) + off(cube.y, at[1]) + off(cube.z, at[2]);
            let this = (far, x, z, cube.hex());
            if best.is_none_or(|best| this < best) {
                best = Some(this);
            }
        }
    }
    best.unwrap().3
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn distances_are_counted_steps(from in hexes(), col in -6i16..=6, row in -6i16..=6) {
        let to = Hex::new(from.col + col, from.row + row);
        let known = walked(from, 13);
        prop_assert_eq!(known.get(&to).copied(), Some(from.distance(to)));
        prop_assert_eq!(from.cube().hex(), from);
        prop_assert_eq!(from.distance(to), to.distance(from));
    }

    #[test]
    fn a_line_goes_through_the_nearest_hexagons(from in hexes(), to in hexes()) {
        let through = line(from, to);
        let steps = i64::from(from.distance(to));
        prop_assert_eq!(through.len() as i64, steps + 1);
        for (n, hex) in through.iter().enumerate() {
            prop_assert_eq!(*hex, nearest(from, to, n as i64, steps.max(1)));
        }
        prop_assert!(through.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
        let back: BTreeSet<Hex> = line(to, from).into_iter().collect();
        prop_assert_eq!(back, through.into_iter().collect::<BTreeSet<_>>());
    }

    #[test]
    fn a_side_faces_what_lies_in_its_sixth(from in hexes(), to in hexes()) {
        prop_assume!(from != to);
        let side = Side::towards(from.to(to)).unwrap();
        // The slow way: the neighbour that the target is nearest to, as the crow flies.
        let far = |side: &Side| from.beside(*side).to(to).square();
        let best = Side::ALL.iter().map(far).min().unwrap();
        prop_assert_eq!(Side::ALL.into_iter().find(|side| far(side) == best), Some(side));
        prop_assert_eq!(from.is_behind(side, to), false);
        if let Some((straight, steps)) = from.straight(to) {
            let mut at = from;
            for _ in 0..steps {
                at = at.beside(straight);
            }
            prop_assert_eq!(at, to);
        }
    }

    #[test]
    fn ways_are_the_cheapest(walls in proptest::collection::btree_set((0i16..9, 0i16..9), 0..30), slow in 1u32..5) {
        let from = Hex::new(4, 4);
        let cost = |a: Hex, b: Hex| {
            let inside = (0..9).contains(&b.col) && (0..9).contains(&b.row);
            (inside && !walls.contains(&(b.col, b.row))).then_some(if a.row == b.row { 1 } else { slow })
        };
        let found = ways(from, 20, cost);
        // The slow way: every step again and again until nothing becomes cheaper.
        let mut known = BTreeMap::from([(from, 0u32)]);
        loop {
            let before = known.clone();
            for (hex, spent) in &before {
                for next in hex.around() {
                    if let Some(step) = cost(*hex, next)
                        && spent + step <= 20
                    {
                        let best = known.entry(next).or_insert(u32::MAX);
                        *best = (*best).min(spent + step);
                    }
                }
            }
            if known == before {
                break;
            }
        }
        prop_assert_eq!(found.all().collect::<BTreeMap<_, _>>(), known.clone());
        for (hex, total) in known.into_iter().step_by(3) {
            let way = found.to(hex);
            let start = std::iter::once(from).chain(way.iter().copied());
            let spent: u32 = start.zip(&way).map(|(a, b)| cost(a, *b).unwrap()).sum();
            prop_assert_eq!(spent, total);
            // Looked for alone, with and without a hint, a hexagon costs the same.
            for hint in [0, 1] {
                let alone = cheapest(from, |it: Hex| it == hex, |it: Hex| hint * u32::from(it.distance(hex)), cost).unwrap();
                let start = std::iter::once(from).chain(alone.iter().copied());
                prop_assert_eq!(start.zip(&alone).map(|(a, b)| cost(a, *b).unwrap()).sum::<u32>(), total);
            }
        }
    }
}

#[test]
fn whoever_looks_along_an_axis_has_three_neighbours_behind() {
    let at = Hex::new(4, 5);
    for side in Side::ALL {
        let behind = at.around().into_iter().filter(|hex| at.is_behind(side, *hex)).count();
        assert_eq!(behind, 3, "{side:?}");
        assert_eq!(side.back().back(), side);
    }
    assert_eq!(at.straight(Hex::new(9, 5)), Some((Side::E, 5)));
    assert_eq!(at.straight(Hex::new(9, 6)), None);
}

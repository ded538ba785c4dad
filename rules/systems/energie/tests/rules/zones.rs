//! The map of zones against a slow reference: every way over every link, again and again until nothing changes.

use bagarre_kit::zones::{NoMap, Zones};
use proptest::prelude::*;

/// Costs between all zones, found the slow way. `cost` of a link from an end.
fn slow(zones: usize, links: &[[u8; 2]], cost: impl Fn(usize, u8) -> Option<u32>) -> Vec<Vec<Option<u32>>> {
    let mut all = vec![vec![None; zones]; zones];
    for (n, row) in all.iter_mut().enumerate() {
        row[n] = Some(0);
    }
    for _ in 0..=zones {
        for row in &mut all {
            for (n, &[a, b]) in links.iter().enumerate() {
                for (near, far) in [(a, b), (b, a)] {
                    let (Some(paid), Some(price)) = (row[usize::from(near)], cost(n, near)) else {
                        continue;
                    };
                    let place = &mut row[usize::from(far)];
                    *place = Some(place.map_or(paid + price, |known: u32| known.min(paid + price)));
                }
            }
        }
    }
    all
}

/// Zones, links without doubles, prices by link and direction, and which links are open.
type Drawn = (usize, Vec<[u8; 2]>, Vec<[u32; 2]>, Vec<bool>);

fn maps() -> impl Strategy<Value = Drawn> {
    (2usize..12).prop_flat_map(|zones| {
        let pairs: Vec<[u8; 2]> =
            (0..zones as u8).flat_map(|a| (a + 1..zones as u8).map(move |b| [a, b])).collect();
        let many = pairs.len();
        let links = proptest::sample::subsequence(pairs, 0..=many.min(20));
        links.prop_flat_map(move |links| {
            let many = links.len();
            let prices = proptest::collection::vec([0u32..30, 0u32..30], many);
            let open = proptest::collection::vec(any::<bool>(), many);
            (Just(zones), Just(links), prices, open)
        })
    })
}

proptest! {
    #[test]
    fn ene_map_04_ranges_and_ways_are_the_shortest((zones, links, prices, open) in maps()) {
        let map = Zones::new(zones, &links, &[]).unwrap();
        let side = |link: usize, near: u8| usize::from(links[link][1] == near);
        let steps = slow(zones, &links, |link, _| open[link].then_some(1));
        let costs = slow(zones, &links, |link, near| open[link].then(|| prices[link][side(link, near)]));
        for from in 0..zones {
            let ways = map.ways(from as u8, |link, near| {
                let n = usize::from(link);
                open[n].then(|| prices[n][side(n, near)])
            });
            for to in 0..zones {
                let range = map.range(from as u8, to as u8, |link| open[usize::from(link)]);
                prop_assert_eq!(range.map(u32::from), steps[from][to]);
                prop_assert_eq!(ways.cost(to as u8), costs[from][to]);
                // The path is one, and costs what it says.
                if let Some(path) = ways.path(to as u8) {
                    let (mut at, mut paid) = (from as u8, 0);
                    for link in path {
                        paid += prices[usize::from(link)][side(usize::from(link), at)];
                        at = map.beyond(link, at).unwrap();
                    }
                    prop_assert_eq!((usize::from(at), Some(paid)), (to, costs[from][to]));
                }
            }
        }
    }

    #[test]
    fn ene_map_05_sight_is_the_same_both_ways((zones, links, _, clear) in maps()) {
        let views: Vec<[u8; 2]> = (1..zones as u8).step_by(3).map(|b| [0, b]).collect();
        let map = Zones::new(zones, &links, &views).unwrap();
        for a in 0..zones as u8 {
            for b in 0..zones as u8 {
                let sees = map.sees(a, b, |link| clear[usize::from(link)]);
                let joined = links.iter().position(|link| *link == [a.min(b), a.max(b)]);
                let expected = a == b
                    || views.contains(&[a, b])
                    || views.contains(&[b, a])
                    || joined.is_some_and(|n| clear[n]);
                prop_assert_eq!(sees, expected);
                prop_assert_eq!(sees, map.sees(b, a, |link| clear[usize::from(link)]));
            }
        }
    }
}

#[test]
fn what_is_no_map_is_refused() {
    assert_eq!(Zones::new(2, &[[0, 2]], &[]), Err(NoMap::NoZone(2)));
    assert_eq!(Zones::new(2, &[[0, 1], [1, 0]], &[]), Err(NoMap::Twice(1)));
    assert_eq!(Zones::new(2, &[[1, 1]], &[]), Err(NoMap::Twice(0)));
    assert_eq!(Zones::new(33, &[], &[]), Err(NoMap::TooLarge));
    let one = Zones::new(1, &[], &[]).unwrap();
    assert_eq!((one.len(), one.links(), one.is_empty()), (1, 0, false));
    assert!(one.range(0, 5, |_| true).is_none() && one.ways(9, |_, _| Some(1)).path(0).is_none());
}

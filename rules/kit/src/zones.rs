//! A map of zones: links that join two of them, and pairs that see each other from afar. Exact whole numbers; what a link costs,
//! whether it is open and whether one sees through it is for the caller.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A zone, by its number.
pub type ZoneNo = u8;
/// A link, by its number.
pub type LinkNo = u8;

/// The most zones of a map: pairs that see each other are kept as bits.
pub const MOST_ZONES: usize = 32;
/// The most links of a map.
pub const MOST_LINKS: usize = 128;

/// Why something is no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMap {
    /// More zones or links than a map can have.
    #[error("a map has at most {MOST_ZONES} zones and {MOST_LINKS} links")]
    TooLarge,
    /// A link or a view names a zone that is not there.
    #[error("zone {0} is not on the map")]
    NoZone(ZoneNo),
    /// A link joins a zone to itself, or two links join the same two zones.
    #[error("link {0} joins what is joined already")]
    Twice(LinkNo),
}

/// Zones and what joins them. What changes in a game (doors, ground) is no part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zones {
    ends: Vec<[ZoneNo; 2]>,
    /// For each zone its links and where they lead, in the order of the links.
    around: Vec<Vec<(LinkNo, ZoneNo)>>,
    /// For each zone the zones that it sees from afar, as bits.
    views: Vec<u32>,
}

impl Zones {
    /// A map of so many zones, with links and pairs that see each other.
    ///
    /// # Errors
    /// See [`NoMap`].
    pub fn new(zones: usize, links: &[[ZoneNo; 2]], views: &[[ZoneNo; 2]]) -> Result<Self, NoMap> {
        if zones > MOST_ZONES || links.len() > MOST_LINKS {
            return Err(NoMap::TooLarge);
        }
        let stranger = links.iter().chain(views).flatten().find(|zone| usize::from(**zone) >= zones);
        if let Some(zone) = stranger {
            return Err(NoMap::NoZone(*zone));
        }
        let mut map = Self { ends: links.to_vec(), around: vec![Vec::new(); zones], views: vec![0; zones] };
        for (link, &[a, b]) in (0u8..).zip(links) {
            if a == b || map.link(a, b).is_some() {
                return Err(NoMap::Twice(link));
            }
            map.around[usize::from(a)].push((link, b));
            map.around[usize::from(b)].push((link, a));
        }
        for &[a, b] in views {
            map.views[usize::from(a)] |= 1 << b;
            map.views[usize::from(b)] |= 1 << a;
        }
        Ok(map)
    }

    /// How many zones there are.
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// Whether there is no zone at all.
    pub fn is_empty(&self) -> bool {
        self.around.is_empty()
    }

    /// How many links there are.
    pub fn links(&self) -> usize {
        self.ends.len()
    }

    /// The two zones that a link joins, as it was written.
    pub fn ends(&self, link: LinkNo) -> Option<[ZoneNo; 2]> {
        self.ends.get(usize::from(link)).copied()
    }

    /// The other end of a link; `None` when it does not begin there.
    pub fn beyond(&self, link: LinkNo, from: ZoneNo) -> Option<ZoneNo> {
        match self.ends(link)? {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        }
    }

    /// Links of a zone and where they lead.
    pub fn around(&self, zone: ZoneNo) -> &[(LinkNo, ZoneNo)] {
        self.around.get(usize::from(zone)).map_or(&[], Vec::as_slice)
    }

    /// The link that joins two zones.
    pub fn link(&self, a: ZoneNo, b: ZoneNo) -> Option<LinkNo> {
        self.around(a).iter().find(|(_, other)| *other == b).map(|(link, _)| *link)
    }

    /// Whether one zone sees another: itself, the other end of a link that can be seen through, or a pair that sees from afar.
    /// The same both ways.
    pub fn sees(&self, a: ZoneNo, b: ZoneNo, clear: impl Fn(LinkNo) -> bool) -> bool {
        a == b
            || self
                .views
                .get(usize::from(a))
                .is_some_and(|seen| usize::from(b) < self.len() && seen & (1 << b) != 0)
            || self.link(a, b).is_some_and(clear)
    }

    /// The fewest links to each zone over those that are open; `None` where no way leads.
    pub fn steps(&self, from: ZoneNo, open: impl Fn(LinkNo) -> bool) -> Vec<Option<u8>> {
        let mut found = vec![None; self.len()];
        let Some(first) = found.get_mut(usize::from(from)) else { return found };
        *first = Some(0);
        let (mut edge, mut steps) = (vec![from], 0);
        while !edge.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for zone in edge {
                for &(link, other) in self.around(zone) {
                    let place = &mut found[usize::from(other)];
                    if place.is_none() && open(link) {
                        *place = Some(steps);
                        next.push(other);
                    }
                }
            }
            edge = next;
        }
        found
    }

    /// The fewest links from one zone to another over those that are open.
    pub fn range(&self, from: ZoneNo, to: ZoneNo, open: impl Fn(LinkNo) -> bool) -> Option<u8> {
        if usize::from(from) >= self.len() || usize::from(to) >= self.len() {
            return None;
        }
        // Zones as bits: those that were reached, and those from which it goes on.
        let (mut seen, mut edge, mut steps) = (1u32 << from, 1u32 << from, 0);
        while seen & (1 << to) == 0 {
            let mut next = 0;
            while edge != 0 {
                let zone = edge.trailing_zeros() as ZoneNo;
                edge &= edge - 1;
                for &(link, other) in self.around(zone) {
                    let bit = 1u32 << other;
                    if (seen | next) & bit == 0 && open(link) {
                        next |= bit;
                    }
                }
            }
            if next == 0 {
                return None;
            }
            (seen, edge, steps) = (seen | next, next, steps + 1);
        }
        Some(steps)
    }

    /// The cheapest way to each zone, with the link it arrives by. `cost` of a link from its near end; `None`: it cannot be taken.
    /// Among equal costs the way whose zones have lower numbers counts.
    pub fn ways(&self, from: ZoneNo, cost: impl Fn(LinkNo, ZoneNo) -> Option<u32>) -> Ways {
        let mut ways = Ways { from, cost: vec![None; self.len()], by: vec![None; self.len()] };
        let mut heap = BinaryHeap::new();
        if usize::from(from) < self.len() {
            ways.cost[usize::from(from)] = Some(0);
            heap.push(Reverse((0, from)));
        }
        while let Some(Reverse((paid, zone))) = heap.pop() {
            if ways.cost[usize::from(zone)] != Some(paid) {
                continue;
            }
            for &(link, other) in self.around(zone) {
                let Some(price) = cost(link, zone) else { continue };
                let total = paid.saturating_add(price);
                if ways.cost[usize::from(other)].is_none_or(|known| total < known) {
                    ways.cost[usize::from(other)] = Some(total);
                    ways.by[usize::from(other)] = Some((link, zone));
                    heap.push(Reverse((total, other)));
                }
            }
        }
        ways
    }
}

/// The cheapest ways from a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    from: ZoneNo,
    cost: Vec<Option<u32>>,
    by: Vec<Option<(LinkNo, ZoneNo)>>,
}

impl Ways {
    /// What the way to a zone costs; `None` where none leads.
    pub fn cost(&self, to: ZoneNo) -> Option<u32> {
        self.cost.get(usize::from(to)).copied().flatten()
    }

    /// The links of the way to a zone, in order; nothing for the zone itself.
    pub fn path(&self, to: ZoneNo) -> Option<Vec<LinkNo>> {
        self.cost(to)?;
        let (mut path, mut at) = (Vec::new(), to);
        while at != self.from {
            let (link, before) = self.by[usize::from(at)]?;
            path.push(link);
            at = before;
        }
        path.reverse();
        Some(path)
    }
}

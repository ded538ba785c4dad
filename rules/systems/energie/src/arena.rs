//! Maps as the rules read them: zones and links by number (ENE-MAP).

use std::sync::LazyLock;

use super::ids::{Arena, Door, Ground, Link, Source, Zone};
use super::tables::{ArenaRow, tables};
use bagarre_kit::shared::Shared;
use bagarre_kit::zones::Zones;

/// What never changes about a zone (ENE-MAP-03).
#[derive(Debug)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Place {
    pub id: &'static str,
    pub at: [u8; 2],
    pub cover: u8,
    pub high: bool,
    pub dark: bool,
    pub water: bool,
    /// 0: as many as like.
    pub capacity: u8,
    pub exit: Option<u8>,
}

/// What never changes about a link (ENE-MAP-02).
#[derive(Debug)]
#[allow(missing_docs, clippy::struct_field_names, reason = "the names of the tables")]
pub struct Way {
    pub ends: [Zone; 2],
    pub metres: u8,
    pub ground: Ground,
    pub opaque: bool,
    pub door: Option<Door>,
    pub road: bool,
    pub one_way: bool,
}

/// A line of the danger: the zones and what burns there (ENE-FIN-01).
#[derive(Debug)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Line {
    pub turn: u8,
    pub zones: Vec<Zone>,
    pub source: Source,
}

/// What zones and the ends of links are called in the words of the presentation: the same in every view.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names of the view")]
pub struct Named {
    pub places: Shared<String>,
    pub ways: Shared<[String; 2]>,
}

impl Named {
    fn of(row: &ArenaRow) -> Self {
        let name = |id: &String| format!("{}.{id}", row.id.id());
        Self {
            places: row.zones.iter().map(|it| name(&it.id)).collect(),
            ways: row.links.iter().map(|it| [name(&it.a), name(&it.b)]).collect(),
        }
    }
}

/// A map.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Map {
    pub row: &'static ArenaRow,
    pub zones: Zones,
    pub places: Vec<Place>,
    pub ways: Vec<Way>,
    pub deploy: Vec<Vec<Zone>>,
    pub deploy_ffa: Vec<Zone>,
    pub entries: Vec<Zone>,
    pub danger: Vec<Line>,
    pub named: Named,
}

impl Map {
    /// A zone by its id.
    ///
    /// # Panics
    /// When the table names no such zone: it is part of the program and is tested.
    pub fn zone(&self, id: &str) -> Zone {
        zone_of(self.row, id)
    }

    /// What never changes about a zone.
    pub fn place(&self, zone: Zone) -> &Place {
        &self.places[zone.n()]
    }

    /// What never changes about a link.
    pub fn way(&self, link: Link) -> &Way {
        &self.ways[link.n()]
    }

    /// Every zone.
    pub fn all(&self) -> impl Iterator<Item = Zone> + use<> {
        (0..self.places.len() as u8).map(Zone)
    }
}

fn zone_of(row: &ArenaRow, id: &str) -> Zone {
    let found = row.zones.iter().position(|zone| zone.id == id);
    Zone(found.unwrap_or_else(|| panic!("{} has no zone {id}", row.name)) as u8)
}

fn read(row: &'static ArenaRow) -> Map {
    let zone = |id: &String| zone_of(row, id);
    let list = |ids: &Vec<String>| -> Vec<Zone> { ids.iter().map(zone).collect() };
    let links: Vec<[u8; 2]> = row.links.iter().map(|it| [zone(&it.a).0, zone(&it.b).0]).collect();
    let views: Vec<[u8; 2]> = row.vues.iter().map(|[a, b]| [zone(a).0, zone(b).0]).collect();
    let zones = Zones::new(row.zones.len(), &links, &views)
        .unwrap_or_else(|why| panic!("the map of {}: {why}", row.name));
    let danger = row.danger.iter().map(|line| {
        let all = line.zones.iter().any(|id| id == "*");
        let zones = if all { (0..row.zones.len() as u8).map(Zone).collect() } else { list(&line.zones) };
        Line { turn: line.turn, zones, source: line.source }
    });
    Map {
        zones,
        places: row
            .zones
            .iter()
            .map(|it| Place {
                id: &it.id,
                at: [it.x, it.y],
                cover: it.couvert,
                high: it.haut,
                dark: it.sombre,
                water: it.eau,
                capacity: it.capacite,
                exit: it.issue,
            })
            .collect(),
        ways: row
            .links
            .iter()
            .map(|it| Way {
                ends: [zone(&it.a), zone(&it.b)],
                metres: it.m,
                ground: it.sol,
                opaque: it.opaque,
                door: it.porte,
                road: it.route,
                one_way: it.sens,
            })
            .collect(),
        deploy: row.deploy.iter().map(list).collect(),
        deploy_ffa: list(&row.deploy_ffa),
        entries: list(&row.entrees),
        danger: danger.collect(),
        named: Named::of(row),
        row,
    }
}

static MAPS: LazyLock<Vec<Map>> = LazyLock::new(|| tables().arenas.iter().map(read).collect());

/// A map.
pub fn map(id: Arena) -> &'static Map {
    &MAPS[id.i()]
}

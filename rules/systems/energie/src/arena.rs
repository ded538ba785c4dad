//! Maps as the rules read them: zones and links by number (ENE-MAP).

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize, Serializer};

use super::ids::{Arena, Door, Ground, Link, Source, Zone};
use super::tables::tables;
use bagarre_kit::faults::Faults;
use bagarre_kit::shared::Shared;
use bagarre_kit::zones::Zones;

mod check;
mod data;

pub(super) use check::check;
pub use data::{CarData, ItemData, MapData};

/// What never changes about a zone (ENE-MAP-03).
#[derive(Debug)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct Place {
    pub id: String,
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
    fn of(row: &MapData) -> Self {
        let name = |id: &String| format!("{}.{id}", row.id);
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
    pub row: Arc<MapData>,
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
    /// Builds a map from its data; `None` where the data names a zone that it does not have, or joins what a map cannot join.
    fn read(row: Arc<MapData>) -> Option<Self> {
        let zone = |id: &String| row.zone(id).map(Zone);
        let list = |ids: &Vec<String>| ids.iter().map(zone).collect::<Option<Vec<Zone>>>();
        let pair = |a: &String, b: &String| Some([row.zone(a)?, row.zone(b)?]);
        let links: Vec<[u8; 2]> = row.links.iter().map(|it| pair(&it.a, &it.b)).collect::<Option<_>>()?;
        let views: Vec<[u8; 2]> = row.vues.iter().map(|[a, b]| pair(a, b)).collect::<Option<_>>()?;
        let zones = Zones::new(row.zones.len(), &links, &views).ok()?;
        let every = || (0..row.zones.len() as u8).map(Zone).collect();
        let danger = row.danger.iter().map(|line| {
            let all = line.zones.iter().any(|id| id == EVERY_ZONE);
            let zones = if all { every() } else { list(&line.zones)? };
            Some(Line { turn: line.turn, zones, source: line.source })
        });
        let places = row.zones.iter().map(|it| Place {
            id: it.id.clone(),
            at: [it.x, it.y],
            cover: it.couvert,
            high: it.haut,
            dark: it.sombre,
            water: it.eau,
            capacity: it.capacite,
            exit: it.issue,
        });
        let ways = row.links.iter().zip(&links).map(|(it, ends)| Way {
            ends: ends.map(Zone),
            metres: it.m,
            ground: it.sol,
            opaque: it.opaque,
            door: it.porte,
            road: it.route,
            one_way: it.sens,
        });
        Some(Self {
            zones,
            places: places.collect(),
            ways: ways.collect(),
            deploy: row.deploy.iter().map(list).collect::<Option<_>>()?,
            deploy_ffa: list(&row.deploy_ffa)?,
            entries: list(&row.entrees)?,
            danger: danger.collect::<Option<_>>()?,
            named: Named::of(&row),
            row,
        })
    }

    /// A zone by its id.
    ///
    /// # Panics
    /// When the map has no such zone: the tables are tested, and a set-up whose own map lacks a zone that is named is refused.
    pub fn zone(&self, id: &str) -> Zone {
        self.row.zone(id).map_or_else(|| panic!("{} has no zone {id}", self.row.name), Zone)
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

/// What a line of the danger names instead of all zones.
const EVERY_ZONE: &str = "*";

static MAPS: LazyLock<Vec<Map>> = LazyLock::new(|| {
    let map = |row: &MapData| Map::read(Arc::new(row.clone()));
    tables().arenas.iter().map(|row| map(row).unwrap_or_else(|| panic!("the map of {}", row.name))).collect()
});

/// A map of the tables.
pub fn map(id: Arena) -> &'static Map {
    &MAPS[id.i()]
}

/// A map that a set-up states itself. It is read and written as its data, built once, and cheap to clone.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "MapData")]
pub struct OwnMap {
    data: Arc<MapData>,
    /// Missing where the data has faults.
    map: Option<Arc<Map>>,
}

impl From<MapData> for OwnMap {
    fn from(data: MapData) -> Self {
        let data = Arc::new(data);
        let mut faults = Faults::default();
        check::check_data(&data, "", &mut faults);
        let map = faults.is_empty().then(|| Map::read(Arc::clone(&data))).flatten();
        Self { data, map: map.map(Arc::new) }
    }
}

impl Serialize for OwnMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(serializer)
    }
}

impl PartialEq for OwnMap {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl Eq for OwnMap {}

impl std::hash::Hash for OwnMap {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.data.hash(state);
    }
}

impl OwnMap {
    /// Returns the map; `None` where its data has faults.
    pub fn map(&self) -> Option<&Map> {
        self.map.as_deref()
    }
}

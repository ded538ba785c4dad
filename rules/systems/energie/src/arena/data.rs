//! A map as data: what the tables hold of a map, and what a set-up may state as its own.

use serde::{Deserialize, Serialize};

use crate::ids::{Door, Ground, Source};

/// Declares rows of a map, which tables, set-ups, schemas and the client read.
macro_rules! rows {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$own:meta])* $field:ident: $Type:ty),+ $(,)? })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[bagarre_kit::wire(export_to = "energie/")]
            pub struct $Name { $($(#[$own])* pub $field: $Type),+ }
        )+
    };
}

rows! {
    /// A zone of a map (ENE-MAP-03).
    ZoneData {
        /// Its name on the map.
        id: String,
        /// Column of its panel in the drawing.
        x: u8,
        /// Row of its panel in the drawing.
        y: u8,
        /// Cover, 0 to 2.
        #[serde(default)]
        couvert: u8,
        /// It lies high.
        #[serde(default)]
        haut: bool,
        /// It is dark.
        #[serde(default)]
        sombre: bool,
        /// It is water.
        #[serde(default)]
        eau: bool,
        /// How many characters it holds; 0 for any number.
        #[serde(default)]
        capacite: u8,
        /// The side that may leave the map there.
        #[serde(default)]
        issue: Option<u8>,
    }

    /// A link of a map (ENE-MAP-02).
    LinkData {
        /// The zone at one end.
        a: String,
        /// The zone at the other end.
        b: String,
        /// Its length in metres.
        m: u8,
        /// Its ground.
        sol: Ground,
        /// Nothing is seen through it.
        #[serde(default)]
        opaque: bool,
        /// The door that bars it, as it is at the start.
        #[serde(default)]
        porte: Option<Door>,
        /// Vehicles drive on it.
        #[serde(default)]
        route: bool,
        /// One way, from `a` to `b`.
        #[serde(default)]
        sens: bool,
    }

    /// A line of the danger (ENE-FIN-01).
    DangerData {
        /// The turn at whose end it begins.
        turn: u8,
        /// Its zones; `*` for all of them.
        zones: Vec<String>,
        /// What harms there.
        source: Source,
    }

    /// A console (ENE-MAP-07).
    ConsoleData {
        /// Its name on the map.
        id: String,
        /// Its zone.
        zone: String,
        /// Successes of Mental that it takes.
        req: u8,
        /// The addition to the protection of a boss once it is worked.
        value: i8,
    }

    /// A thing that can be carried (ENE-MAP-07).
    ItemData {
        /// Its name on the map.
        id: String,
        /// Its zone.
        zone: String,
        /// It slows its bearer.
        #[serde(default)]
        lourd: bool,
    }

    /// A vehicle of a map (ENE-VEH-01).
    CarData {
        /// Its name on the map.
        id: String,
        /// Its zone.
        zone: String,
        /// Its PE.
        pe: i16,
        /// Its protection.
        protection: u8,
        /// How many characters it takes.
        places: u8,
        /// It does not drive.
        #[serde(default)]
        immobile: bool,
    }

    /// A zone that is worth points (ENE-SCN-02).
    ObjectiveData {
        /// Its name on the map.
        id: String,
        /// The zone.
        zone: String,
        /// The first turn whose end it gives points at.
        from_turn: u8,
        /// Points for the only side with able characters there.
        points: i32,
    }

    /// A map.
    MapData {
        /// Its id.
        id: String,
        /// The name.
        name: String,
        /// Its zones.
        zones: Vec<ZoneData>,
        /// Its links.
        links: Vec<LinkData>,
        /// Pairs of zones that see each other though no link joins them (ENE-MAP-05).
        #[serde(default)]
        vues: Vec<[String; 2]>,
        /// Zones of the deployment of each side (ENE-DEC-16).
        deploy: Vec<Vec<String>>,
        /// Where the sides may start in a free-for-all (ENE-FIN-08).
        #[serde(default)]
        deploy_ffa: Vec<String>,
        /// Where reinforcements come in (ENE-MJ-05).
        entrees: Vec<String>,
        /// Zones that are worth points.
        #[serde(default)]
        objectives: Vec<ObjectiveData>,
        /// Vehicles.
        #[serde(default)]
        vehicles: Vec<CarData>,
        /// Consoles.
        #[serde(default)]
        consoles: Vec<ConsoleData>,
        /// Things that can be carried.
        #[serde(default)]
        items: Vec<ItemData>,
        /// The timeline of the danger (ENE-FIN-01).
        danger: Vec<DangerData>,
    }
}

impl MapData {
    /// Returns the number of a zone by its id; `None` where the map has no such zone.
    pub fn zone(&self, id: &str) -> Option<u8> {
        self.zones.iter().position(|zone| zone.id == id).and_then(|n| u8::try_from(n).ok())
    }
}

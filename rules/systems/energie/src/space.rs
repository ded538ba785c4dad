//! Ranges, sight, ground and places on a map of zones (ENE-MAP).

use super::ids::{Door, Ground, Link, Source, Who, Zone};
use super::scene::Fighter;
use super::state::PublicState;
use super::tables::{source, tables};

/// The cost of a link for a character that moves (ENE-MOV-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What a metre takes of the budget.
    pub per_metre: u8,
    /// It takes a test; with a disadvantage in water (ENE-MOV-06).
    pub difficult: bool,
    /// It is water.
    pub water: bool,
}

impl PublicState<'_> {
    /// Whether a door bars a link.
    pub fn shut(self, link: Link) -> bool {
        matches!(self.scene.links[link.n()].door, Some(Door::Fermee | Door::Verrouillee))
    }

    /// The fewest links between two zones, shut doors excluded (ENE-MAP-04).
    pub fn range(self, a: Zone, b: Zone) -> Option<u8> {
        self.map.zones.range(a.0, b.0, |link| !self.shut(Link(link)))
    }

    /// At a range of at most so many zones.
    pub fn within(self, a: Zone, b: Zone, zones: u8) -> bool {
        self.range(a, b).is_some_and(|range| range <= zones)
    }

    /// Whether one zone sees another (ENE-MAP-05).
    pub fn sees(self, a: Zone, b: Zone) -> bool {
        let clear = |link| !self.map.way(Link(link)).opaque && !self.shut(Link(link));
        self.map.zones.sees(a.0, b.0, clear)
    }

    /// Whether a zone has no room for another character (ENE-MOV-10).
    pub fn full(self, zone: Zone) -> bool {
        let capacity = self.map.place(zone).capacity;
        capacity > 0 && self.able_in(zone).count() >= usize::from(capacity)
    }

    /// PE that a source costs each turn (ENE-DOT-01), or as the referee has set it (ENE-MJ-06).
    pub fn rate(self, id: Source) -> u8 {
        let set = self.scene.rates.iter().find(|(it, _)| *it == id);
        set.map_or(source(id).per_turn, |(_, rate)| *rate)
    }

    /// Able characters of a zone.
    pub fn able_in(self, zone: Zone) -> impl Iterator<Item = Who> {
        self.scene.all().filter(move |(_, it)| it.able() && it.zone == Some(zone)).map(|(who, _)| who)
    }

    /// The ground of a link as it is now (ENE-MAP-02, ENE-MJ-04).
    pub fn ground(self, link: Link) -> Ground {
        let ground = self.map.way(link).ground;
        match ground {
            Ground::Libre if self.scene.links[link.n()].difficult => Ground::Difficile,
            Ground::Eau if self.scene.links[link.n()].difficult => Ground::EauDifficile,
            _ => ground,
        }
    }

    /// The cost of a link for a character from one of its ends: a metre of water costs as much as two on land
    /// (ENE-MOV-05). `None`: it cannot be taken.
    pub fn step(self, who: Who, link: Link, from: Zone) -> Option<Step> {
        let way = self.map.way(link);
        if self.shut(link) || (way.one_way && way.ends[0] != from) {
            return None;
        }
        let sheet = &self.fighter(who).sheet;
        let movement = &tables().movement;
        let [fly, swim] = [movement.air, movement.water].map(|metres| movement.land / metres);
        let ground = self.ground(link);
        if sheet.water_only {
            // ENE-MOV-12.
            let wet = matches!(ground, Ground::Eau | Ground::EauDifficile);
            let beyond = self.map.zones.beyond(link.0, from.0).map(Zone)?;
            let free = Step { per_metre: 1, difficult: false, water: true };
            return (wet && self.map.place(beyond).water).then_some(free);
        }
        if sheet.vol {
            // ENE-MOV-11.
            return Some(Step { per_metre: fly, difficult: false, water: false });
        }
        match ground {
            Ground::Libre => Some(Step { per_metre: 1, difficult: false, water: false }),
            Ground::Difficile => Some(Step { per_metre: 1, difficult: true, water: false }),
            Ground::Eau => Some(Step { per_metre: swim, difficult: false, water: true }),
            Ground::EauDifficile => Some(Step { per_metre: swim, difficult: true, water: true }),
            Ground::Vide => None,
        }
    }

    /// The budget of an action of movement (ENE-MOV-08, ENE-MAP-07, ENE-COR-12).
    pub fn budget(self, who: Who, water: bool) -> u8 {
        let fighter = self.fighter(who);
        let movement = &tables().movement;
        if self.loaded(fighter) {
            return movement.heavy_load_budget;
        }
        if fighter.sheet.water_only {
            return movement.swimmer_water;
        }
        if water { movement.land } else { fighter.sheet.land }
    }

    /// Whether a fighter carries a heavy thing.
    pub fn loaded(self, fighter: &Fighter) -> bool {
        fighter.items.iter().any(|item| self.scene.items.get(usize::from(*item)).is_some_and(|it| it.heavy))
    }

    /// Whether a character swims (ENE-MOV-12).
    pub fn swims(self, who: Who) -> bool {
        let fighter = self.fighter(who);
        !fighter.sheet.vol && fighter.zone.is_some_and(|zone| self.map.place(zone).water)
    }

    /// Whether a zone is dark or full of smoke.
    pub fn dark(self, zone: Zone) -> bool {
        let now = &self.scene.zones[zone.n()];
        self.map.place(zone).dark || now.dark || now.smoke
    }

    /// Dangers of a zone that a character would suffer there (ENE-DOT-03).
    pub fn dangers(self, who: Who, zone: Zone) -> Vec<Source> {
        let fighter = self.fighter(who);
        let now = &self.scene.zones[zone.n()];
        let mut dangers = now.dangers.clone();
        dangers.extend(self.scene.fire(zone));
        // ENE-MOV-12: body armour of 2 or more drowns.
        if self.map.place(zone).water && !fighter.sheet.vol && fighter.sheet.armour >= DROWNING_ARMOUR {
            dangers.push(Source::Noyade);
        }
        dangers.retain(|id| harms(*id, fighter));
        dangers
    }

    /// Whether no danger would hurt a character in a zone.
    pub fn safe(self, who: Who, zone: Zone) -> bool {
        let now = &self.scene.zones[zone.n()];
        let quiet = now.dangers.is_empty() && now.fire_until == 0 && !self.map.place(zone).water;
        quiet || self.dangers(who, zone).is_empty()
    }

    /// The zone of a character.
    pub fn zone(self, who: Who) -> Option<Zone> {
        self.fighter(who).zone
    }

    /// Whether two are in the same zone.
    pub fn together(self, a: Who, b: Who) -> bool {
        let zone = self.zone(a);
        zone.is_some() && zone == self.zone(b)
    }

    /// Links of a zone and where they lead.
    pub fn around(self, zone: Zone) -> impl Iterator<Item = (Link, Zone)> {
        self.map.zones.around(zone.0).iter().map(|&(link, other)| (Link(link), Zone(other)))
    }
}

/// Body armour that pulls a swimmer down (ENE-MOV-12): the second line of the protections (ENE-PRO-02).
const DROWNING_ARMOUR: u8 = 2;

/// Whether a source hurts a fighter (ENE-DOT-04).
pub fn harms(id: Source, fighter: &Fighter) -> bool {
    source(id).affects_robots || !fighter.sheet.robot()
}

//! What figures touch, hold and face (GEN-STA-09, GEN-GEO-04 to 06).

use super::{CONTACT, R, R_MARKER, SLACK, STEP, Space, TABLE};
use crate::generik::ids::{Edge, Fig};
use crate::generik::scene::{Figure, Marker};
use crate::kit::plane::Pt;

/// Distance of centres up to which bases touch.
pub(super) const TOUCH: i32 = 2 * R + CONTACT;
/// [`TOUCH`], squared.
pub(super) const TOUCH2: i64 = (TOUCH as i64).pow(2);
/// Centres nearer than this overlap.
pub(super) const APART: i32 = 2 * R - SLACK;
/// [`APART`], squared.
pub(super) const APART2: i64 = (APART as i64).pow(2);

/// How a figure stands, really or in thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stance {
    /// Centre.
    pub at: Pt,
    /// Level.
    pub z: i32,
    /// Facing.
    pub facing: Pt,
    /// Knocked down.
    pub down: bool,
}

impl From<&Figure> for Stance {
    fn from(figure: &Figure) -> Self {
        Self { at: figure.at, z: figure.z, facing: figure.facing, down: figure.down }
    }
}

impl Stance {
    /// Turned to a point (GEN-ACT-34); unchanged when it stands on it.
    pub fn turned_to(self, point: Pt) -> Self {
        let facing = point - self.at;
        Self { facing: if facing == Pt::default() { self.facing } else { facing }, ..self }
    }

    /// Whether a point lies in the closed half-plane in front of it (GEN-SCA-06, GEN-GEO-06).
    pub fn front(self, point: Pt) -> bool {
        self.facing.dot(point - self.at) >= 0
    }

    /// Whether the whole base round a point surely lies behind it.
    pub(super) fn turned_away(self, point: Pt) -> bool {
        let (ahead, reach) = (self.facing.dot(point - self.at), i64::from(R + 1));
        ahead < 0 && ahead * ahead > self.facing.norm2() * reach * reach
    }
}

/// Whether two levels count as one (GEN-GEO-05).
pub(super) const fn level(one: i32, other: i32) -> bool {
    (one - other).abs() <= STEP
}

impl<'a> Space<'a> {
    /// A figure.
    pub fn figure(self, fig: Fig) -> &'a Figure {
        &self.figures[fig.i()]
    }

    /// How a figure stands.
    pub fn stance(self, fig: Fig) -> Stance {
        self.figure(fig).into()
    }

    /// Figures on the table, by number.
    pub fn fielded(self) -> impl Iterator<Item = (Fig, &'a Figure)> {
        let all = self.figures.iter().enumerate();
        all.filter(|(_, figure)| figure.on_table()).map(|(i, figure)| (Fig(i as u8), figure))
    }

    /// Figures of other players on the table, by number.
    pub fn enemies(self, fig: Fig) -> impl Iterator<Item = (Fig, &'a Figure)> {
        let seat = self.figure(fig).seat;
        self.fielded().filter(move |(_, other)| other.seat != seat)
    }

    /// Whether two figures stand on one level (GEN-GEO-05).
    pub fn same_level(self, a: Fig, b: Fig) -> bool {
        level(self.figure(a).z, self.figure(b).z)
    }

    /// Squared distance of two centres: nearer and farther are told by it, ties by the lower number (GEN-GEO-04).
    pub fn distance2(self, a: Fig, b: Fig) -> i64 {
        self.figure(a).at.dist2(self.figure(b).at)
    }

    /// Whether the bases of two figures touch (GEN-GEO-05).
    pub fn contact(self, a: Fig, b: Fig) -> bool {
        a != b && self.same_level(a, b) && self.distance2(a, b) <= TOUCH2
    }

    /// Whether the bases of two figures overlap, which no stored state allows (GEN-GEO-05).
    pub fn overlap(self, a: Fig, b: Fig) -> bool {
        a != b && self.same_level(a, b) && self.distance2(a, b) < APART2
    }

    /// Whether two figures are at most `k` u apart, edge to edge (R-005, GEN-GEO-04, 17).
    pub fn within(self, a: Fig, b: Fig, k: i32) -> bool {
        near(self.figure(a).at, self.figure(b).at, k)
    }

    /// Whether a point lies in front of a figure (GEN-GEO-06).
    pub fn front(self, fig: Fig, point: Pt) -> bool {
        self.stance(fig).front(point)
    }

    /// The nearest of some figures to a point; ties go to the lowest number.
    pub fn nearest(self, from: Pt, figs: impl IntoIterator<Item = Fig>) -> Option<Fig> {
        figs.into_iter().min_by_key(|fig| (from.dist2(self.figure(*fig).at), *fig))
    }

    /// Enemies in contact, standing or down, by number.
    pub fn touching_enemies(self, fig: Fig) -> impl Iterator<Item = Fig> {
        self.touching(fig, self.figure(fig).at, self.figure(fig).z)
            .filter(move |other| self.figure(*other).seat != self.figure(fig).seat)
    }

    /// Friends in contact, standing or down, by number.
    pub fn touching_friends(self, fig: Fig) -> impl Iterator<Item = Fig> {
        self.touching(fig, self.figure(fig).at, self.figure(fig).z)
            .filter(move |other| self.figure(*other).seat == self.figure(fig).seat)
    }

    /// Whoever a figure would touch at a place, itself excepted, by number.
    pub fn touching(self, fig: Fig, at: Pt, z: i32) -> impl Iterator<Item = Fig> {
        self.fielded()
            .filter(move |(other, figure)| {
                *other != fig && level(figure.z, z) && figure.at.dist2(at) <= TOUCH2
            })
            .map(|(other, _)| other)
    }

    /// Whether a figure stands and touches a standing enemy (GEN-STA-09).
    pub fn locked(self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        figure.stands() && self.figures.iter().any(|other| !other.down && meets(figure, other))
    }

    /// Whether a figure touches an enemy and not both are down (GEN-STA-09).
    pub fn in_melee(self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let fights = |other: &Figure| !(figure.down && other.down) && meets(figure, other);
        figure.on_table() && self.figures.iter().any(fights)
    }

    /// Enemies in contact, but for a down one that touches a down one.
    fn fights(self, fig: Fig) -> impl Iterator<Item = Fig> {
        let down = self.figure(fig).down;
        self.touching_enemies(fig).filter(move |enemy| !(down && self.figure(*enemy).down))
    }

    /// Whoever is linked to a figure by contacts of enemies that are not both down, itself included, by number
    /// (GEN-STA-09, R-130).
    pub fn melee(self, fig: Fig) -> Vec<Fig> {
        let mut found = vec![fig];
        let mut next = 0;
        while next < found.len() {
            for enemy in self.fights(found[next]) {
                if !found.contains(&enemy) {
                    found.push(enemy);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    /// Whether a figure touches an objective marker (GEN-GEO-17, GEN-SCN-30).
    pub fn touches_marker(self, fig: Fig, marker: &Marker) -> bool {
        let reach = i64::from(R + R_MARKER + CONTACT);
        let figure = self.figure(fig);
        !marker.sacked && level(figure.z, 0) && figure.at.dist2(marker.at) <= reach * reach
    }

    /// The marker a base would cover at a place: no path may be declared to end there, and nobody may choose to stop
    /// there (GEN-SCN-32).
    pub fn covers_marker(self, at: Pt, z: i32) -> Option<u8> {
        let covered = |marker: &Marker| !marker.sacked && level(z, 0) && marker.at.dist2(at) < APART2;
        self.markers.iter().position(covered).map(|i| i as u8)
    }
}

/// Whether a figure touches one of another player that is on the table.
fn meets(figure: &Figure, other: &Figure) -> bool {
    other.seat != figure.seat
        && other.at.dist2(figure.at) <= TOUCH2
        && other.on_table()
        && level(other.z, figure.z)
}

/// Whether two bases are at most `k` u apart, edge to edge, wherever their figures are now (GEN-GEO-04).
pub fn near(a: Pt, b: Pt, k: i32) -> bool {
    let reach = i64::from(k + 2 * R);
    a.dist2(b) <= reach * reach
}

/// How far a point is from a table edge.
pub const fn depth(edge: Edge, at: Pt) -> i32 {
    match edge {
        Edge::S => at.y,
        Edge::N => TABLE - at.y,
        Edge::E => TABLE - at.x,
        Edge::W => at.x,
    }
}

/// Whether a base touches a table edge: where one may exit (GEN-GEO-17, GEN-SCN-50).
pub const fn touches_edge(edge: Edge, at: Pt) -> bool {
    depth(edge, at) <= R + CONTACT
}

//! What figures touch, and what is in front of them.

use super::{Body, Fig, Mark, Plane, Pt, Space, Stance};

impl<'a, P: Plane> Space<'a, P> {
    /// A figure.
    pub fn figure(self, fig: Fig) -> &'a P::Body {
        &self.figures[fig.i()]
    }

    /// How a figure stands.
    pub fn stance(self, fig: Fig) -> Stance {
        self.figure(fig).stance()
    }

    /// Figures on the table, by number.
    pub fn fielded(self) -> impl Iterator<Item = (Fig, &'a P::Body)> {
        let all = self.figures.iter().enumerate();
        all.filter(|(_, figure)| figure.is_there()).map(|(i, figure)| (Fig(i as u8), figure))
    }

    /// Figures of other sides on the table, by number.
    pub fn enemies(self, fig: Fig) -> impl Iterator<Item = (Fig, &'a P::Body)> {
        let side = self.figure(fig).side();
        self.fielded().filter(move |(_, other)| other.side() != side)
    }

    /// Enemies that stand on a level, by number.
    pub(super) fn standing_enemies(self, fig: Fig, z: i32) -> impl Iterator<Item = (Fig, &'a P::Body)> {
        self.enemies(fig).filter(move |(_, enemy)| !enemy.is_down() && Self::level(enemy.z(), z))
    }

    /// Whether two figures stand on one level.
    pub fn same_level(self, a: Fig, b: Fig) -> bool {
        Self::level(self.figure(a).z(), self.figure(b).z())
    }

    /// Squared distance of two centres: nearer and farther are told by it, ties by the lower number.
    pub fn distance2(self, a: Fig, b: Fig) -> i64 {
        self.figure(a).at().dist2(self.figure(b).at())
    }

    /// Whether the bases of two figures touch.
    pub fn contact(self, a: Fig, b: Fig) -> bool {
        a != b && Self::meets(self.figure(a), self.figure(b))
    }

    /// Whether two bases touch, wherever their figures are now.
    pub fn meets(a: &P::Body, b: &P::Body) -> bool {
        a.at().dist2(b.at()) <= Self::TOUCH2 && Self::level(a.z(), b.z())
    }

    /// Whether the bases of two figures overlap, as those of no table may.
    pub fn overlap(self, a: Fig, b: Fig) -> bool {
        a != b && self.same_level(a, b) && self.distance2(a, b) < Self::APART2
    }

    /// Whether two figures are at most `k` u apart, edge to edge.
    pub fn within(self, a: Fig, b: Fig, k: i32) -> bool {
        P::SCALE.near(self.figure(a).at(), self.figure(b).at(), k)
    }

    /// Whether a point lies in front of a figure.
    pub fn front(self, fig: Fig, point: Pt) -> bool {
        self.stance(fig).front(point)
    }

    /// The nearest of some figures to a point; ties go to the lowest number.
    pub fn nearest(self, from: Pt, figs: impl IntoIterator<Item = Fig>) -> Option<Fig> {
        figs.into_iter().min_by_key(|fig| (from.dist2(self.figure(*fig).at()), *fig))
    }

    /// Enemies in contact, standing or down, by number.
    pub fn touching_enemies(self, fig: Fig) -> impl Iterator<Item = Fig> {
        self.touching(fig, self.figure(fig).at(), self.figure(fig).z())
            .filter(move |other| self.figure(*other).side() != self.figure(fig).side())
    }

    /// Friends in contact, standing or down, by number.
    pub fn touching_friends(self, fig: Fig) -> impl Iterator<Item = Fig> {
        self.touching(fig, self.figure(fig).at(), self.figure(fig).z())
            .filter(move |other| self.figure(*other).side() == self.figure(fig).side())
    }

    /// The figures that a figure would touch at a place, itself excepted, by number.
    pub fn touching(self, fig: Fig, at: Pt, z: i32) -> impl Iterator<Item = Fig> {
        self.fielded()
            .filter(move |(other, figure)| {
                *other != fig && Self::level(figure.z(), z) && figure.at().dist2(at) <= Self::TOUCH2
            })
            .map(|(other, _)| other)
    }

    /// Whether a figure touches any other one.
    pub fn touches_any(self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let touches =
            |(n, other): (usize, &P::Body)| n != fig.i() && Self::meets(figure, other) && other.is_there();
        self.figures.iter().enumerate().any(touches)
    }

    /// Whether a figure touches a mark. All marks lie on the ground.
    pub fn touches_marker(self, fig: Fig, marker: &P::Mark) -> bool {
        let reach = i64::from(P::SCALE.base + P::SCALE.mark + P::SCALE.contact);
        let figure = self.figure(fig);
        let close = |place: Pt| figure.at().dist2(place) <= reach * reach;
        Self::level(figure.z(), 0) && marker.place().is_some_and(close)
    }

    /// The mark that a base would cover at a place: no path may be declared to end there, and no figure may choose to stop
    /// there.
    pub fn covers_marker(self, at: Pt, z: i32) -> Option<u8> {
        let covered = |place: Pt| Self::level(z, 0) && place.dist2(at) < Self::APART2;
        self.markers.iter().position(|mark| mark.place().is_some_and(covered)).map(|i| i as u8)
    }
}

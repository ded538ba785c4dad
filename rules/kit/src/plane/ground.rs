//! Where a base may stand and pass, and what the ground costs.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::{
    Body, Fig, Frac, Part, Plane, Pt, Sort, Space, Span, Speed, pt_poly_le, seg_poly_lt, seg_pt_lt, seglen,
};
use crate::contract::Lang;
use crate::refusal::{Both, InLang};

/// What a base may not touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
pub enum Obstacle {
    /// Another figure, standing or down.
    Figure(Fig),
    /// A solid piece, by number.
    Piece(u8),
    /// The table edge.
    Table,
    /// The edge of the top it stands on: it comes down by climbing or jumping only.
    Level,
}

/// What stands in the way.
const fn obstacle(by: Obstacle) -> Both {
    match by {
        Obstacle::Figure(_) => Both("une figurine barre le passage", "a figure is in the way"),
        Obstacle::Piece(_) => Both("un décor barre le passage", "a piece of terrain is in the way"),
        Obstacle::Table => Both("c’est hors de la table", "that is off the table"),
        Obstacle::Level => {
            Both("le bord est là : il faut descendre ou sauter", "there is an edge: climb down or jump")
        }
    }
}

impl InLang for Obstacle {
    fn in_lang(&self, lang: Lang) -> impl Display + '_ {
        obstacle(*self).in_lang(lang)
    }
}

impl Display for Obstacle {
    /// In English: refusals that players read have words of their own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(obstacle(*self).in_lang(Lang::En))
    }
}

/// A piece of way over ground that slows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Stretch {
    /// Where it begins.
    pub from: Pt,
    /// Where it ends.
    pub to: Pt,
    /// The piece of terrain, by number.
    pub piece: u8,
}

impl<P: Plane> Space<'_, P> {
    /// Whether the base of a figure could stand at a place: on the table, on a surface of that level, no overlap with
    /// another figure, clear of solid pieces. `Err` says what is wrong.
    pub fn legal_point(self, fig: Fig, at: Pt, z: i32) -> Result<(), Obstacle> {
        self.segment_clear(fig, None, at, at, z)
    }

    /// Whether the base of a figure may pass from `a` to `b` on its level without leaving it: clear of the other figures
    /// but `also`, of solid pieces and of the table edge, its centre on the same surface all the way.
    pub fn segment_clear(self, fig: Fig, also: Option<Fig>, a: Pt, b: Pt, z: i32) -> Result<(), Obstacle> {
        self.segment_eased(fig, also, (a, b), z, 0)
    }

    /// The same with every clearance less by `ease`.
    #[inline(always)]
    pub(super) fn segment_eased(
        self,
        fig: Fig,
        also: Option<Fig>,
        (a, b): (Pt, Pt),
        z: i32,
        ease: i32,
    ) -> Result<(), Obstacle> {
        if !P::SCALE.on_table(a) || !P::SCALE.on_table(b) {
            return Err(Obstacle::Table);
        }
        for (other, figure) in self.fielded() {
            let counts = other != fig && Some(other) != also && Self::level(figure.z(), z);
            if counts && seg_pt_lt(a, b, figure.at(), Self::APART - ease) {
                return Err(Obstacle::Figure(other));
            }
        }
        self.terrain_eased((a, b), z, ease)
    }

    /// Whether a base could stand at a place as far as the table and its pieces go.
    pub fn ground_clear(self, at: Pt, z: i32) -> Result<(), Obstacle> {
        if P::SCALE.on_table(at) { self.terrain_eased((at, at), z, 0) } else { Err(Obstacle::Table) }
    }

    /// Whether a base at a place would overlap a figure that was found to count, or touch a piece.
    pub(super) fn stands_in(self, at: Pt, z: i32, by: Obstacle) -> bool {
        match by {
            Obstacle::Figure(other) => self.figure(other).at().dist2(at) < Self::APART2,
            Obstacle::Piece(piece) => self.board.near_of(Sort::Wall, at, at, Self::CLEAR).any(|part| {
                part.piece == piece
                    && part.blocks(z, Self::STEP)
                    && seg_poly_lt(at, at, &part.poly, Self::CLEAR)
            }),
            Obstacle::Table | Obstacle::Level => false,
        }
    }

    /// Tells the places within the reach of what is in the way at a place, by more than rounded places stray from a straight line;
    /// `None` where that is not known of the place itself.
    pub(super) fn well_within(self, at: Pt, z: i32, by: Obstacle) -> Option<impl Fn(Pt) -> bool> {
        /// By so much, in u: a place is less than 1 u off its line.
        const WELL: i32 = 2;
        enum Reach<'b> {
            Disc(Pt),
            Part(&'b Part),
        }
        let within = move |reach: &Reach<'_>, p: Pt| match reach {
            Reach::Disc(centre) => centre.dist2(p) < i64::from(Self::APART - WELL).pow(2),
            Reach::Part(part) => seg_poly_lt(p, p, &part.poly, Self::CLEAR - WELL),
        };
        let reach = match by {
            Obstacle::Figure(other) => Some(Reach::Disc(self.figure(other).at())),
            Obstacle::Piece(piece) => {
                let walls = self.board.near_of(Sort::Wall, at, at, Self::CLEAR);
                let mut walls = walls.filter(|part| part.piece == piece && part.blocks(z, Self::STEP));
                walls.find(|part| within(&Reach::Part(part), at)).map(Reach::Part)
            }
            Obstacle::Table | Obstacle::Level => None,
        };
        let reach = reach.filter(|reach| within(reach, at))?;
        Some(move |p: Pt| within(&reach, p))
    }

    /// Whether the ground bars the way of a base from `a` to `b`, every clearance less by `ease`.
    pub(super) fn terrain_eased(self, (a, b): (Pt, Pt), z: i32, ease: i32) -> Result<(), Obstacle> {
        for part in self.board.near_of(Sort::Wall, a, b, Self::CLEAR - ease) {
            if part.blocks(z, Self::STEP) && seg_poly_lt(a, b, &part.poly, Self::CLEAR - ease) {
                return Err(Obstacle::Piece(part.piece));
            }
        }
        if z > Self::STEP && !self.stays_on_top(a, b, z, ease) { Err(Obstacle::Level) } else { Ok(()) }
    }

    /// Whether segment `ab` runs over tops of one level without a gap, or within `ease` u of one.
    fn stays_on_top(self, a: Pt, b: Pt, z: i32, ease: i32) -> bool {
        let near = self.board.near_of(Sort::Top, a, b, ease.max(0));
        let tops = || near.clone().filter(|part| part.height == z);
        // A top is convex: both ends on one is enough.
        if tops().any(|part| pt_poly_le(a, &part.poly, ease) && pt_poly_le(b, &part.poly, ease)) {
            return true;
        }
        let mut reached = Frac::ZERO;
        loop {
            let spans = tops().filter_map(|part| part.poly.clip(a, b)).filter(|span| !reached.lt(span.from));
            let ends = spans.map(|span| span.to).filter(|end| reached.lt(*end));
            match ends.reduce(|one, other| if one.lt(other) { other } else { one }) {
                Some(end) if end.n == end.d => return true,
                Some(end) => reached = end,
                None => return false,
            }
        }
    }

    /// Where segment `ab` runs over ground that slows, by piece; tops are clear.
    fn slowed(self, a: Pt, b: Pt, z: i32) -> impl Iterator<Item = (u8, Span)> {
        let on_the_ground = (z <= Self::STEP).then(|| self.board.near_of(Sort::Slow, a, b, 0));
        let parts = on_the_ground.into_iter().flatten().filter(|part| part.slows(Self::STEP));
        parts.filter_map(move |part| part.poly.clip(a, b).map(|span| (part.piece, span)))
    }

    /// How much of segment `ab` is difficult ground, in u: the centre counts, and each piece on its own is rounded up.
    pub fn difficult(self, a: Pt, b: Pt, z: i32) -> i32 {
        self.difficult_of(a, b, z, seglen(a, b))
    }

    /// The same of a segment whose length is known.
    fn difficult_of(self, a: Pt, b: Pt, z: i32, len: i32) -> i32 {
        self.slowed(a, b, z).map(|(_, span)| span.length(len)).sum::<i32>().min(len)
    }

    /// The pieces of segment `ab` over difficult ground, for showing: ends are rounded to the nearest place.
    pub fn stretches(self, a: Pt, b: Pt, z: i32) -> impl Iterator<Item = Stretch> {
        let long = self.slowed(a, b, z).filter(|(_, span)| span.is_long());
        long.map(move |(piece, span)| Stretch {
            from: span.from.between(a, b),
            to: span.to.between(a, b),
            piece,
        })
    }

    /// What walking segment `ab` costs, in u of budget.
    pub fn segment_cost(self, a: Pt, b: Pt, z: i32, speed: Speed) -> i32 {
        self.cost_of_length(a, b, z, speed, seglen(a, b))
    }

    /// The same of a segment whose length is known.
    pub(super) fn cost_of_length(self, a: Pt, b: Pt, z: i32, speed: Speed, len: i32) -> i32 {
        let slow = if speed.clear == speed.difficult { 0 } else { self.difficult_of(a, b, z, len) };
        speed.cost(len, slow)
    }
}

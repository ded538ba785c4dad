//! Climbing and descending, jumping and vaulting. A figure that climbs is up or is not: none stops on a wall.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Body, Fig, Obstacle, Part, Plane, Pt, STEPS, Sort, Space, at, pt_poly_le, seg_poly_lt, seglen};

/// How a figure changes its place by climbing or jumping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
pub enum ClimbKind {
    /// Up to a top it touches.
    Climb,
    /// Down beside the top it stands on.
    Descend,
    /// Down, no deeper and no farther than a jump.
    JumpDown,
    /// Across a gap between tops of one level.
    Gap,
    /// Over a thin obstacle.
    Vault,
}

/// A climb or jump that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Climb {
    /// How.
    pub kind: ClimbKind,
    /// Where to.
    pub to: Pt,
    /// The level there.
    pub z: i32,
    /// The cost: one for each height of a climb begun, one for a jump.
    pub cost: u8,
    /// The piece, by number: what is climbed, left, jumped to or vaulted.
    pub piece: u8,
}

/// Why a climb or jump is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
pub enum NoClimb {
    /// Neither the place nor its level is reached by climbing or jumping.
    #[error("nothing to climb or to jump leads there")]
    NoWay,
    /// Too far across, or too deep.
    #[error("too far to climb or to jump")]
    TooFar,
    /// It does not touch what it would climb or vault.
    #[error("the figure does not touch what it would climb or vault")]
    NotTouching,
    /// No base may stand there, or something solid is in between.
    #[error("no base may stand there")]
    Blocked(Obstacle),
    /// It would end on a mark.
    #[error("no climb ends on a mark")]
    Marker(u8),
}

impl<P: Plane> Space<'_, P> {
    /// Width of a jump, between centres.
    const LEAP: i32 = P::SCALE.jump + 2 * Self::BASE;
    /// The same, squared.
    const LEAP2: i64 = (Self::LEAP as i64).pow(2);
    /// Reach of climbing up or down, squared.
    const CLIMB2: i64 = (P::SCALE.climb_reach as i64).pow(2);
    /// How near a base is to what it touches, from its centre.
    const GRASP: i32 = Self::BASE + P::SCALE.contact;

    /// How a standing figure gets from where it is to a place by climbing or jumping, and what it costs. The level there
    /// is that of the highest top that holds it, else the ground.
    pub fn climb(self, fig: Fig, to: Pt) -> Result<Climb, NoClimb> {
        if !P::SCALE.on_table(to) {
            return Err(NoClimb::Blocked(Obstacle::Table));
        }
        if to.dist2(self.figure(fig).at()) > Self::LEAP2 {
            return Err(NoClimb::TooFar);
        }
        self.climb_onto(fig, to, self.board.support(to, i32::MAX))
    }

    /// The same as [`Space::climb`] for a place that is on the table and within the width of a jump, and whose level is `low`.
    fn climb_onto(self, fig: Fig, to: Pt, low: i32) -> Result<Climb, NoClimb> {
        let (from, z) = (self.figure(fig).at(), self.figure(fig).z());
        let (kind, cost, piece) = if low > z + Self::STEP {
            (ClimbKind::Climb, Self::climbs(low - z), self.up(from, to, low)?)
        } else if low < z - Self::STEP {
            self.down(from, to, z, z - low)?
        } else {
            self.across(from, to, z, low)?
        };
        self.legal_point(fig, to, low).map_err(NoClimb::Blocked)?;
        match self.covers_marker(to, low) {
            Some(marker) => Err(NoClimb::Marker(marker)),
            None => Ok(Climb { kind, to, z: low, cost, piece }),
        }
    }

    /// The only kind of climb that can lead from level `z` to level `low`. `None` where both count as one, and where the place is
    /// too far away for a climb up.
    fn kind_to(from: Pt, to: Pt, z: i32, low: i32) -> Option<ClimbKind> {
        let near = to.dist2(from) <= Self::CLIMB2;
        if low > z + Self::STEP {
            near.then_some(ClimbKind::Climb)
        } else if low < z - Self::STEP {
            Some(if near { ClimbKind::Descend } else { ClimbKind::JumpDown })
        } else {
            None
        }
    }

    /// Up to a top that holds `to`: its side is touched and its edge is near. Gives the piece.
    fn up(self, from: Pt, to: Pt, level: i32) -> Result<u8, NoClimb> {
        let holds = |part: &&Part| part.height == level && part.poly.contains(to);
        let mut tops = self.board.near_of(Sort::Top, to, to, 0).filter(holds);
        let top = tops.find(|part| pt_poly_le(from, &part.poly, Self::GRASP)).ok_or(NoClimb::NotTouching)?;
        if to.dist2(from) > Self::CLIMB2 { Err(NoClimb::TooFar) } else { Ok(top.piece) }
    }

    /// Down from the top that holds `from`: climbing when the place is near, else jumping when it is not too deep.
    fn down(self, from: Pt, to: Pt, z: i32, drop: i32) -> Result<(ClimbKind, u8, u8), NoClimb> {
        let own = |part: &&Part| part.height == z && part.poly.contains(from);
        let mut tops = self.board.near_of(Sort::Top, from, from, 0).filter(own);
        let left = tops.clone().next().ok_or(NoClimb::NoWay)?.piece;
        if let Some(part) = tops.find(|part| seg_poly_lt(to, to, &part.poly, Self::CLEAR)) {
            return Err(NoClimb::Blocked(Obstacle::Piece(part.piece)));
        }
        self.nothing_between(from, to, z, None)?;
        if to.dist2(from) <= Self::CLIMB2 {
            Ok((ClimbKind::Descend, Self::climbs(drop), left))
        } else if drop <= P::SCALE.jump {
            Ok((ClimbKind::JumpDown, 1, left))
        } else {
            Err(NoClimb::TooFar)
        }
    }

    /// Across a gap between two tops, or over a thin obstacle.
    fn across(self, from: Pt, to: Pt, z: i32, level: i32) -> Result<(ClimbKind, u8, u8), NoClimb> {
        let holds = |part: &&Part, at: Pt, h: i32| part.surface && part.height == h && part.poly.contains(at);
        let mut parts = self.board.near_of(Sort::Climb, from, to, 0);
        let one = parts.clone().find(|part| holds(part, from, z)).map(|part| part.piece);
        let other = parts.clone().find(|part| holds(part, to, level)).map(|part| part.piece);
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            self.nothing_between(from, to, z, None)?;
            return Ok((ClimbKind::Gap, 1, other));
        }
        if level != z {
            return Err(NoClimb::NoWay);
        }
        let thin = |part: &&Part| {
            part.thin && part.height - z <= P::SCALE.jump && part.poly.enters(from, to).is_some()
        };
        let Some(part) = parts.find(thin) else { return Err(NoClimb::NoWay) };
        if !pt_poly_le(from, &part.poly, Self::GRASP) {
            return Err(NoClimb::NotTouching);
        }
        if part.poly.contains(to) {
            return Err(NoClimb::NoWay);
        }
        self.nothing_between(from, to, z, Some(part.piece))?;
        Ok((ClimbKind::Vault, 1, part.piece))
    }

    /// Whether nothing solid and higher than a step above a level is in the way, one piece excepted.
    fn nothing_between(self, from: Pt, to: Pt, z: i32, but: Option<u8>) -> Result<(), NoClimb> {
        let wall = |part: &&Part| {
            part.blocks(z, Self::STEP)
                && Some(part.piece) != but
                && seg_poly_lt(from, to, &part.poly, Self::CLEAR)
        };
        match self.board.near_of(Sort::Wall, from, to, Self::CLEAR).find(wall) {
            Some(part) => Err(NoClimb::Blocked(Obstacle::Piece(part.piece))),
            None => Ok(()),
        }
    }

    /// Whether there is anything to climb or to jump where a figure stands.
    #[inline(always)]
    pub fn beside_a_climb(self, fig: Fig) -> bool {
        let (from, z) = (self.figure(fig).at(), self.figure(fig).z());
        let near = |part: &Part| pt_poly_le(from, &part.poly, Self::GRASP);
        z > 0 || self.board.near_of(Sort::Climb, from, from, Self::GRASP).any(near)
    }

    /// Climbs and jumps a figure could make from where it stands: for bots and for the client. In each of 24 directions
    /// the nearest place that each kind reaches, by direction and then by kind.
    pub fn climbs_near(self, fig: Fig) -> Vec<Climb> {
        let (from, z) = (self.figure(fig).at(), self.figure(fig).z());
        if !self.beside_a_climb(fig) {
            return Vec::new();
        }
        // Close places within the reach of climbing, wider ones for jumps.
        let (grain, reach) = (P::SCALE.grain, P::SCALE.climb_reach);
        let near = (Self::BASE + grain / 4..=reach).step_by(grain as usize);
        let far = (reach + 2 * grain..=Self::LEAP).step_by(2 * grain as usize);
        // From the ground one gets up to a top, or over what is thin: most places are neither on the one nor behind the other.
        let parts: Vec<&Part> = self.board.near_of(Sort::Climb, from, from, Self::LEAP + 2).collect();
        let on_the_ground = z <= Self::STEP;
        let leads = |part: &Part, to: Pt| {
            part.surface && part.poly.contains(to) || part.thin && part.poly.enters(from, to).is_some()
        };
        let leads_somewhere = |to: Pt| !on_the_ground || parts.iter().any(|part| leads(part, to));
        let mut found = Vec::new();
        for step in 0..STEPS {
            let d = Pt::new(1_000, 0).turned(step);
            let len = seglen(Pt::default(), d);
            let mut kinds = Vec::new();
            let places = near.clone().chain(far.clone()).map(|k| at(from, d, k, len));
            let may =
                |to: &Pt| P::SCALE.on_table(*to) && to.dist2(from) <= Self::LEAP2 && leads_somewhere(*to);
            for to in places.filter(may) {
                let low = self.board.support(to, i32::MAX);
                let kind = Self::kind_to(from, to, z, low);
                // A climb up cannot go so far, and a farther place of a kind that was found is not wanted.
                let too_far = kind.is_none() && low > z + Self::STEP;
                if too_far || kind.is_some_and(|kind| kinds.contains(&kind)) {
                    continue;
                }
                if let Ok(climb) = self.climb_onto(fig, to, low)
                    && !kinds.contains(&climb.kind)
                {
                    kinds.push(climb.kind);
                    found.push(climb);
                }
            }
        }
        found
    }

    /// What a difference of level costs: one for each height of a climb begun.
    const fn climbs(difference: i32) -> u8 {
        ((difference + P::SCALE.climb - 1) / P::SCALE.climb) as u8
    }
}

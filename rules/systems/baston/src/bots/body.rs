//! What a blow is worth: the exact mean over D20 and location of what it does to a body, in points of which a
//! knock-out makes about 140.

use super::map::Spot;
use super::sight::Sight;
use crate::ids::{ItemKind, Part, Stat, Who};
use crate::scene::Place;
use crate::space::Space;
use crate::tables::{BlowRow, Class, RowId, Sector, Stance, tables};
use crate::view::FighterView;
use bagarre_kit::grid::Dir;

/// Worth of one lost sequence.
const STUN: i32 = 15;
/// Worth of a knock-out beyond the wounds that lead to it.
const OUT: i32 = 70;

/// A row of the slide rule, and which it is.
pub(super) type Row = (RowId, &'static BlowRow);

/// A blow to be weighed.
#[derive(Clone, Copy)]
pub(super) struct Strike {
    /// Row of the slide rule.
    pub(super) row: Row,
    /// Characteristic and modifiers.
    pub(super) bonus: i32,
    /// The part is chosen.
    pub(super) aimed: bool,
    /// A hit is certain (BAS-CBT-11).
    pub(super) sure: bool,
}

/// The least final roll of a hit.
const LEAST: i32 = 13;
/// Final rolls that differ: what is above the last one counts like it.
const ROLLS: usize = 20;

/// What the final rolls of a row are worth on each part of a body: for each of them the sum of those below it.
#[derive(Clone, Debug)]
pub(super) struct Weighed([[i32; ROLLS + 1]; 5]);

impl Weighed {
    /// What the rolls from `first` to `last` are worth on a part in sum.
    fn sum(&self, part: usize, first: i32, last: i32) -> i32 {
        let sums = &self.0[part];
        let (lowest, highest) = (sums[1], sums[ROLLS] - sums[ROLLS - 1]);
        let all = ROLLS as i32;
        let below = |roll: i32| match roll - LEAST {
            n if n < 0 => n * lowest,
            n if n > all => sums[ROLLS] + (n - all) * highest,
            n => sums[n as usize],
        };
        if first > last { 0 } else { below(last + 1) - below(first) }
    }
}

/// Points of a characteristic as a view gives them.
pub(super) fn stat(fighter: &FighterView, stat: Stat) -> i32 {
    let [strength, dexterity, speed, constitution, com] = fighter.stats;
    i32::from(match stat {
        Stat::For => strength,
        Stat::Dex => dexterity,
        Stat::Vit => speed,
        Stat::Con => constitution,
        Stat::Com => com,
    })
}

/// The row of a blow.
pub(super) fn row(id: RowId) -> Row {
    (id, tables().blow(id))
}

impl Sight {
    /// What worn things take off wounds and stuns on each part of a body.
    fn protection(&self, who: Who) -> [(i32, i32); 5] {
        let mut saved = [(0, 0); 5];
        for (_, kind) in self.scene.items_in(Place::Worn(who)) {
            let row = tables().item(kind);
            for part in &row.covers {
                let (wounds, stuns) = &mut saved[part.i()];
                *wounds = i32::from(row.wound_reduction).max(*wounds);
                *stuns = i32::from(row.stun_reduction).max(*stuns);
            }
        }
        saved
    }

    /// Mean worth of a strike that goes for each part, in hundredths of a point.
    fn part_worths(&self, target: Who, strike: Strike) -> [i32; 5] {
        let (_, table) = strike.row;
        let mut bodies = self.bodies.borrow_mut();
        let rows = &mut bodies[target.i()].weighed;
        let known = rows.iter().position(|(row, _)| std::ptr::eq(*row, table)).unwrap_or_else(|| {
            rows.push((table, self.weigh(target, table)));
            rows.len() - 1
        });
        let weighed = &rows[known].1;
        let least = if strike.sure { 1 } else { (LEAST - strike.bonus).max(1) };
        std::array::from_fn(|part| weighed.sum(part, least + strike.bonus, 20 + strike.bonus) * 5)
    }

    fn weigh(&self, target: Who, table: &BlowRow) -> Weighed {
        let protection = self.protection(target);
        Weighed(Part::ALL.map(|part| {
            let left = i32::from(self.scene.figure(target).left[part.i()]);
            let (saved, spared) = protection[part.i()];
            let mut sums = [0; ROLLS + 1];
            for roll in 0..ROLLS {
                let total = LEAST as u8 + roll as u8;
                let wounds = (i32::from(table.wounds(part, total)) - saved).max(0).min(left);
                let stuns = (i32::from(table.stuns(part, total)) - spared).max(0);
                sums[roll + 1] = sums[roll] + wound_worth(part, wounds, left) + stuns.min(4) * STUN;
            }
            sums
        }))
    }

    /// The parts a strike can touch, by face of the D8 (section 19.1).
    fn locations(
        &self,
        from: Spot,
        target: Who,
        there: Spot,
        facing: Dir,
        class: Class,
    ) -> Option<&'static [Part; 8]> {
        let his = self.scene.figure(target);
        let (mine, level) = (self.level(from), self.level(there));
        let stance = if his.prone {
            if self.space().is_under(his) { Stance::Under } else { Stance::Prone }
        } else if mine == level {
            Stance::Standing
        } else if mine > level {
            Stance::AttackerAbove
        } else {
            Stance::AttackerBelow
        };
        let (dir, _) = there.at.line_to(from.at)?;
        let sector = match facing.eighths_to(dir) {
            7 | 0 | 1 => Sector::Front,
            2 => Sector::Right,
            6 => Sector::Left,
            _ => Sector::Back,
        };
        tables().locations(stance, class, sector)
    }

    /// Mean worth of a strike, in points, and the part to go for when it is aimed; `None` out of reach.
    pub(super) fn worth(
        &self,
        from: Spot,
        target: Who,
        there: Spot,
        facing: Dir,
        strike: Strike,
    ) -> Option<(i32, Part)> {
        let (_, table) = strike.row;
        let parts = self.locations(from, target, there, facing, table.class)?;
        let worths = self.part_worths(target, strike);
        let listed = |part: &Part| parts.contains(part);
        if strike.aimed {
            let best = Part::ALL.into_iter().filter(listed).max_by_key(|part| worths[part.i()])?;
            return Some((worths[best.i()] / 100, best));
        }
        Some((parts.iter().map(|part| worths[part.i()]).sum::<i32>() / 800, parts[0]))
    }

    /// Modifier of the target (BAS-CBT-07): `stunned` as it is foreseen for the moment of the blow.
    pub(super) fn target_bonus(
        &self,
        from: Spot,
        target: Who,
        there: Spot,
        facing: Dir,
        stunned: bool,
    ) -> i32 {
        let his = self.scene.figure(target);
        let dir = there.at.line_to(from.at).map(|(dir, _)| dir);
        if stunned || his.held_by.is_some() {
            3
        } else if dir.is_some_and(|dir| Space::is_rear(facing, dir)) {
            2
        } else {
            i32::from(his.prone || his.holding.is_some())
        }
    }

    /// Modifier of the attacker (BAS-CBT-08).
    pub(super) fn own_bonus(&self, who: Who, row: RowId, prone: bool) -> i32 {
        let by_arm = row.by_arm();
        let arm = if by_arm && !self.scene.figure(who).usable(Part::Bd) { -2 } else { 0 };
        arm - if prone { 3 } else { 0 }
    }

    /// Kinds of weapon a character carries, the bare fist left out.
    pub(super) fn weapons(&self, who: Who) -> impl Iterator<Item = ItemKind> + use<'_> {
        self.scene.carried(who).map(|(_, kind)| kind).filter(|kind| tables().item(*kind).blow_row.is_some())
    }
}

/// Worth of wounds on a part of which so many points are left.
fn wound_worth(part: Part, wounds: i32, left: i32) -> i32 {
    if wounds == 0 || left == 0 {
        return 0;
    }
    let whole = wounds >= left;
    let (share, end) = match part {
        Part::T | Part::Tr => (70, OUT),
        Part::J => (26, 24),
        Part::Bd => (12, 12),
        Part::Bg => (8, 8),
    };
    share * wounds / left + if whole { end } else { 0 }
}

/// Chance of a characteristic test in eighths.
pub(super) fn test_chance(value: i32, malus: i32) -> i32 {
    (value - malus).clamp(0, 8)
}

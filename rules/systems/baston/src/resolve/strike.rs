//! One roll to hit: location, modifiers, wounds and stuns (chapter 9).

use super::blow::Attack;
use super::odds::Stroke;
use super::{Flow, Script};
use crate::event::{Circumstance, What};
use crate::ids::{Dec, Part, Stat, Who};
use crate::space::{Space, steps};
use crate::tables::{Class, RowId, Sector, Stance, tables};
use bagarre_kit::grid::{Dir, Point};

/// What a hit does to a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Harm {
    pub(super) wounds: u8,
    /// Wounds taken off by what is worn.
    pub(super) saved: u8,
    pub(super) stuns: u8,
    /// Stuns taken off by it.
    pub(super) spared: u8,
}

impl Harm {
    /// What a hit on a part does once what is worn there has taken its share (BAS-CBT-10, BAS-EQP-02); `bonus` stuns come on top,
    /// `worn` is the [protection](Script::protection).
    pub(super) fn of(row: RowId, part: Part, total: u8, bonus: u8, worn: (u8, u8)) -> Self {
        let table = tables().blow(row);
        let (wounds, stuns) = (table.wounds(part, total), table.stuns(part, total) + bonus);
        let (saved, spared) = (worn.0.min(wounds), worn.1.min(stuns));
        Self { wounds: wounds - saved, saved, stuns: stuns - spared, spared }
    }
}

impl Script<'_> {
    /// Location, roll to hit, wounds, stuns (BAS-CBT-05 to 12, BAS-LAN-05, 08). Whether it hit, and the stun given
    /// after protection.
    pub(super) fn attack(&mut self, attack: Attack) -> Flow<(bool, u8)> {
        let Some(part) = self.locate(attack)? else { return Ok((false, 0)) };
        self.strike_part(attack, part, false)
    }

    /// The part a blow goes for (BAS-CBT-05).
    fn locate(&mut self, attack: Attack) -> Flow<Option<Part>> {
        let Attack { who, target, row, aimed, range } = attack;
        if self.fig(who).prone && range.is_none() {
            // A prone attacker always touches the legs.
            self.tell("BAS-CBT-05", What::Location { target, part: Part::J, die: None });
            return Ok(Some(Part::J));
        }
        let Some(parts) = self.locations(who, target, row).copied() else { return Ok(None) };
        if !aimed {
            let die = self.die(8, "BAS-CBT-05", "hit location")?;
            let part = parts[usize::from(die.clamp(1, 8)) - 1];
            self.tell("BAS-CBT-05", What::Location { target, part, die: Some(die) });
            return Ok(Some(part));
        }
        let preferred = self.instructions(who).and_then(|list| list.part).filter(|part| parts.contains(part));
        let chosen = self.notes.place.take().filter(|part| parts.contains(part));
        let part = if let Some(part) = chosen {
            part
        } else if let Some(part) = preferred {
            self.instructed(who, Dec::Location, "BAS-PRG-11", part);
            part
        } else {
            self.notes.stroke = Some(Stroke::Attack(attack));
            let part = self.ask(who, Dec::Location, "BAS-CBT-05", Some(target), |_| part_options(parts))?;
            let Some(part) = part else { return Ok(None) };
            part
        };
        self.tell("BAS-CBT-05", What::Location { target, part, die: None });
        Ok(Some(part))
    }

    /// The roll, and what a hit does to the part. `low` adds the DEX test of a CV before wounds and stuns
    /// (BAS-EXE-08, BAS-CV-02).
    pub(super) fn strike_part(&mut self, attack: Attack, part: Part, low: bool) -> Flow<(bool, u8)> {
        let Attack { who, target, row, range, .. } = attack;
        let table = tables().blow(row);
        let die = self.die(20, "BAS-CBT-06", "to hit")?;
        let value = self.stat(who, table.stat);
        let held = self.fig(target).held_by.is_some();
        let (target_mod, against) = self.target_modifier(who, target, range.is_some());
        let mut why: Vec<Circumstance> = against.into_iter().collect();
        let attacker_mod = self.attacker_modifier(who, row, &mut why);
        let range_mod = range.unwrap_or(0);
        let total = self.total(attack, die);
        let hit = total >= tables().to_hit().hit_from;
        let rule = if held { "BAS-CBT-11" } else { "BAS-CBT-09" };
        let row_name = row.id().to_owned();
        self.tell(
            rule,
            What::ToHit {
                who,
                target,
                row: row_name,
                die,
                stat: table.stat,
                value,
                target_mod,
                attacker_mod,
                range_mod,
                total,
                hit,
                why,
            },
        );
        if !hit {
            return Ok((false, 0));
        }
        let bonus = u8::from(low && self.test(who, Stat::Dex, "BAS-CV-02")?);
        let worn = self.protection(attack.target, part);
        let Harm { wounds, saved, stuns, spared } = Harm::of(attack.row, part, total, bonus, worn);
        self.wound(target, part, wounds, saved, "BAS-CBT-10")?;
        self.stun_through(target, stuns, spared, "BAS-CBT-10")?;
        Ok((true, stuns))
    }

    /// What a roll to hit comes to with a face of its die (BAS-CBT-06 to 09, BAS-CBT-11).
    pub(super) fn total(&self, attack: Attack, die: u8) -> u8 {
        let Attack { who, target, row, range, .. } = attack;
        let (target_mod, _) = self.target_modifier(who, target, range.is_some());
        let attacker_mod = self.attacker_modifier(who, row, &mut Vec::new());
        let value = self.stat(who, tables().blow(row).stat);
        let sum = die as i8 + value as i8 + target_mod + attacker_mod + range.unwrap_or(0);
        // BAS-CBT-11: a character that is held is always hit.
        let least = if self.fig(target).held_by.is_some() { tables().to_hit().hit_from as i8 } else { 0 };
        sum.max(least) as u8
    }

    /// The largest one only (BAS-CBT-07).
    fn target_modifier(&self, who: Who, target: Who, thrown: bool) -> (i8, Option<Circumstance>) {
        let (his, mods) = (self.fig(target), &tables().to_hit().target);
        if his.stunned() {
            return (mods.stunned, Some(Circumstance::Stunned));
        }
        if his.held_by.is_some() {
            return (mods.grappled, Some(Circumstance::Held));
        }
        let dir = if thrown { line_dir(his.at, self.fig(who).at) } else { his.at.dir_to(self.fig(who).at) };
        if dir.is_some_and(|dir| Space::is_rear(his.facing, dir)) {
            (mods.attacker_behind, Some(Circumstance::Behind))
        } else if his.prone {
            (mods.prone, Some(Circumstance::Prone))
        } else if his.holding.is_some() {
            (mods.grappling_someone, Some(Circumstance::Holding))
        } else {
            (0, None)
        }
    }

    /// Cumulative: right arm at 0 for CP and throws, prone (BAS-CBT-08, BAS-WND-06, BAS-LAN-08).
    fn attacker_modifier(&self, who: Who, row: RowId, why: &mut Vec<Circumstance>) -> i8 {
        let (own, mods) = (self.fig(who), &tables().to_hit().attacker);
        let by_arm = row.by_arm();
        let mut sum = 0;
        if by_arm && !own.usable(Part::Bd) {
            sum += mods.right_arm_lost;
            why.push(Circumstance::Arm);
        }
        if own.prone {
            sum += mods.prone;
            why.push(Circumstance::Low);
        }
        sum
    }

    /// Returns the wounds and stuns taken off on a part: at most 1, even where several layers are worn (BAS-EQP-02).
    pub(super) fn protection(&self, target: Who, part: Part) -> (u8, u8) {
        let worn = self.scene.items_in(crate::scene::Place::Worn(target));
        worn.map(|(_, kind)| tables().item(kind))
            .filter(|row| row.covers.contains(&part))
            .fold((0, 0), |(wounds, stuns), row| {
                (wounds.max(row.wound_reduction), stuns.max(row.stun_reduction))
            })
    }

    /// The parts a blow of a row can touch, by face; `None` when it cannot reach (BAS-CBT-02, section 19.1).
    pub(super) fn locations(&self, who: Who, target: Who, row: RowId) -> Option<&'static [Part; 8]> {
        let class = tables().blow(row).class;
        let his = self.fig(target);
        let space = self.space();
        let (mine, level) = (space.level(who), space.level(target));
        let stance = if his.prone {
            if space.is_under(his) { Stance::Under } else { Stance::Prone }
        } else if mine == level {
            Stance::Standing
        } else if mine > level {
            Stance::AttackerAbove
        } else {
            Stance::AttackerBelow
        };
        let dir = line_dir(his.at, self.fig(who).at)?;
        tables().locations(stance, class, sector(his.facing, dir))
    }

    /// Whether a blow of a row reaches the target on a front point (BAS-CBT-01, 02). The line is known to be clear.
    pub(super) fn reaches(&self, who: Who, target: Who, row: RowId) -> bool {
        let space = self.space();
        let (mine, level) = (space.level(who), space.level(target));
        let near = mine == level
            || self.state.setup.options.melee_one_step && steps(mine, level) == 1 && !row.by_head();
        if !near {
            return false;
        }
        if self.fig(who).prone {
            // Any blow of a prone attacker reaches one who lies under furniture; it touches the legs.
            return true;
        }
        let under = space.is_under(self.fig(target));
        let kick = tables().blow(row).class == Class::Foot;
        (!under || kick) && self.locations(who, target, row).is_some()
    }
}

/// Where the attacker stands around the target (BAS-CBT-12): `dir` leads from the target to the attacker.
fn sector(facing: Dir, dir: Dir) -> Sector {
    match facing.eighths_to(dir) {
        7 | 0 | 1 => Sector::Front,
        2 => Sector::Right,
        6 => Sector::Left,
        _ => Sector::Back,
    }
}

fn line_dir(from: Point, to: Point) -> Option<Dir> {
    from.line_to(to).map(|(dir, _)| dir)
}

/// The parts of a list; the default has most faces, ties in the order T, TR, J, BD, BG (DEC-11).
pub(super) fn part_options(parts: [Part; 8]) -> (Vec<Part>, usize) {
    let order = [Part::T, Part::Tr, Part::J, Part::Bd, Part::Bg];
    let listed: Vec<Part> = order.into_iter().filter(|part| parts.contains(part)).collect();
    let faces = |part: &Part| parts.iter().filter(|face| *face == part).count();
    let best =
        listed.iter().enumerate().max_by_key(|(n, part)| (faces(part), usize::MAX - n)).map_or(0, |(n, _)| n);
    (listed, best)
}

//! The tables as a reader of the rules sees them (section 19), from the numbers that the rules are played by.

use serde::Serialize;

use super::ids::{Part, Stat, StunLine};
use super::tables::{Class, RowId, Sector, Stance, tables};

/// What a blow does, by part and by roll.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct PrintedBlow {
    row: &'static str,
    /// The characteristic added to the die.
    stat: Stat,
    class: &'static str,
    /// For head, trunk, either arm and legs: wounds for a final roll of 13, 14 and so on up to 32.
    wounds: Vec<Vec<u8>>,
    /// In the same order: sequences of stun.
    stuns: Vec<Vec<u8>>,
}

/// Where a blow lands: the part for each face of the D8.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct PrintedLocation {
    stance: &'static str,
    class: &'static str,
    sector: &'static str,
    parts: Vec<Part>,
}

/// A line of the table of stuns: sequences for each face of the D8.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct PrintedStun {
    line: StunLine,
    sequences: Vec<u8>,
}

/// Tables of the rules, to be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Printed {
    /// Damage points in T, TR, BD, BG and J, from a constitution of 1 upwards.
    damage: Vec<Vec<u8>>,
    stuns: Vec<PrintedStun>,
    blows: Vec<PrintedBlow>,
    locations: Vec<PrintedLocation>,
}

/// Both arms have one column.
const COLUMNS: [Part; 4] = [Part::T, Part::Tr, Part::Bd, Part::J];
/// Final rolls of the slide rule.
const ROLLS: std::ops::RangeInclusive<u8> = 13..=32;

const STANCES: [(Stance, &str); 5] = [
    (Stance::Standing, "standing"),
    (Stance::Prone, "prone"),
    (Stance::Under, "under"),
    (Stance::AttackerAbove, "attacker_above"),
    (Stance::AttackerBelow, "attacker_below"),
];
const CLASSES: [(Class, &str); 5] = [
    (Class::Head, "head"),
    (Class::Short, "short"),
    (Class::Long, "long"),
    (Class::Foot, "foot"),
    (Class::Throw, "throw"),
];
const SECTORS: [(Sector, &str); 4] =
    [(Sector::Front, "front"), (Sector::Right, "right"), (Sector::Left, "left"), (Sector::Back, "back")];

fn blow(row: RowId) -> PrintedBlow {
    let found = tables().blow(row);
    let class = CLASSES.iter().find(|(class, _)| *class == found.class).map_or("", |(_, name)| name);
    let column = |of: &dyn Fn(Part, u8) -> u8| {
        COLUMNS.iter().map(|part| ROLLS.map(|total| of(*part, total)).collect()).collect()
    };
    PrintedBlow {
        row: row.id(),
        stat: found.stat,
        class,
        wounds: column(&|part, total| found.wounds(part, total)),
        stuns: column(&|part, total| found.stuns(part, total)),
    }
}

fn locations() -> Vec<PrintedLocation> {
    let mut all = Vec::new();
    for (stance, stance_name) in STANCES {
        for (class, class_name) in CLASSES {
            for (sector, sector_name) in SECTORS {
                if let Some(parts) = tables().locations(stance, class, sector) {
                    all.push(PrintedLocation {
                        stance: stance_name,
                        class: class_name,
                        sector: sector_name,
                        parts: parts.to_vec(),
                    });
                }
            }
        }
    }
    all
}

/// All of them.
pub fn printed() -> Printed {
    let most = tables().characteristics().max;
    let stun = |line| PrintedStun { line, sequences: (1..=8).map(|die| tables().stun(line, die)).collect() };
    Printed {
        damage: (1..=most).filter_map(|con| tables().damage_points(con)).map(Vec::from).collect(),
        stuns: [StunLine::A, StunLine::B, StunLine::C].map(stun).into(),
        blows: RowId::ALL.iter().copied().map(blow).collect(),
        locations: locations(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, printed, tables};

    #[test]
    fn what_is_printed_is_what_is_played() {
        let all = printed();
        assert_eq!(all.damage.len(), usize::from(tables().characteristics().max));
        assert_eq!(all.blows.len(), 16);
        for blow in &all.blows {
            assert!(!blow.class.is_empty());
            assert!(blow.wounds.iter().chain(&blow.stuns).all(|column| column.len() == 20));
        }
        // A standing target in front of a fist: RUL-60.
        let fist = all
            .locations
            .iter()
            .find(|one| (one.stance, one.class, one.sector) == ("standing", "short", "front"));
        assert_eq!(fist.map(|one| one.parts[0]), Some(Part::T));
        assert!(
            !all.locations.iter().any(|one| (one.stance, one.class) == ("prone", "head")),
            "no head-butt reaches the floor"
        );
    }
}

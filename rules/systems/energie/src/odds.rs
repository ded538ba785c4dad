//! Exact chances of a test, by counting every throw (ENE-COR-13, ENE-PLY-06).

use super::tables::tables;

/// Chances of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// Throws that hit.
    pub hits: u32,
    /// All throws.
    pub of: u32,
    /// Damage summed over all throws.
    pub damage: u32,
}

impl Odds {
    /// Percent of throws that hit, rounded down.
    pub fn percent(&self) -> u8 {
        (u64::from(self.hits) * 100 / u64::from(self.of.max(1))) as u8
    }

    /// Damage of a throw on average, in hundredths, rounded down.
    pub fn hundredths(&self) -> u32 {
        (u64::from(self.damage) * 100 / u64::from(self.of.max(1))) as u32
    }
}

/// The threshold with so many advantages and disadvantages (ENE-COR-03, ENE-COR-04).
pub fn threshold(good: usize, bad: usize) -> u8 {
    let core = &tables().core;
    match good.cmp(&bad) {
        std::cmp::Ordering::Greater => core.threshold_advantage,
        std::cmp::Ordering::Less => core.threshold_disadvantage,
        std::cmp::Ordering::Equal => core.threshold_normal,
    }
}

fn choose(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |all, i| all * (n - i) / (i + 1))
}

/// Chances of a test of so many dice. `pool` cancels successes before the need is looked at (ENE-DEF-09); `damage` of net
/// successes, and whether it is critical.
pub fn odds(dice: u8, threshold: u8, need: u8, pool: u8, damage: impl Fn(u8, bool) -> u8) -> Odds {
    let dice = u32::from(dice);
    // A six is always a success; other faces that are, and faces that are not.
    let (plain, bad) = (6 - u32::from(threshold), u32::from(threshold) - 1);
    let mut odds = Odds { of: 6u32.pow(dice), ..Odds::default() };
    for sixes in 0..=dice {
        for others in 0..=dice - sixes {
            let ways = choose(dice, sixes)
                * choose(dice - sixes, others)
                * plain.pow(others)
                * bad.pow(dice - sixes - others);
            let left = ((sixes + others) as u8).saturating_sub(pool);
            let net = net(left, need);
            if net > 0 {
                odds.hits += ways;
                let critical = sixes as usize >= tables().core.critical_success_min_sixes;
                odds.damage += ways * u32::from(damage(net, critical));
            }
        }
    }
    odds
}

/// Net successes (ENE-COR-06).
pub fn net(successes: u8, need: u8) -> u8 {
    successes.saturating_sub(need.saturating_sub(1))
}

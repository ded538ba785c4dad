//! How long tables stood still, for each kind of fault.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::fault::Fault;

/// The longest time in which a table was acknowledged nothing, without that in which its players thought, for each fault and each table.
#[derive(Default)]
pub struct Waits {
    by_fault: BTreeMap<Fault, Vec<Duration>>,
    /// The same of spans in which nothing was done to the servers.
    undisturbed: Vec<Duration>,
}

impl Waits {
    /// Adds what a fault did, or what was seen while there was none.
    pub(super) fn add(&mut self, fault: Option<Fault>, waits: Vec<Duration>) {
        match fault {
            Some(fault) => self.by_fault.entry(fault).or_default().extend(waits),
            None => self.undisturbed.extend(waits),
        }
    }

    /// Whether each kind of fault that has a goal came up to it.
    pub fn reached_goals(&self) -> bool {
        let reached = |(fault, waits): (&Fault, &Vec<Duration>)| {
            fault.goal().is_none_or(|goal| share(waits, 99) < goal)
        };
        self.by_fault.iter().all(reached)
    }
}

/// Returns the shortest span that so many of a hundred do not exceed.
fn share(spans: &[Duration], percent: usize) -> Duration {
    let mut spans = spans.to_vec();
    spans.sort();
    let rank = (spans.len() * percent).div_ceil(100);
    spans.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  time until play goes on, in ms      tables     p50     p99     max    goal of p99")?;
        let mut line = |name: &str, waits: &[Duration], goal: Option<Duration>| {
            let [p50, p99, max] = [50, 99, 100].map(|percent| share(waits, percent).as_millis());
            let goal = match goal {
                Some(goal) if share(waits, 99) < goal => format!("{} reached", goal.as_millis()),
                Some(goal) => format!("{} MISSED", goal.as_millis()),
                None => "-".to_owned(),
            };
            writeln!(f, "    {name:<34}{:>6}{p50:>8}{p99:>8}{max:>8}    {goal}", waits.len())
        };
        for (fault, waits) in &self.by_fault {
            line(fault.name(), waits, fault.goal())?;
        }
        line("undisturbed", &self.undisturbed, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_missed_where_more_than_one_of_a_hundred_tables_stands_longer() {
        let waits = |slow: usize| {
            let mut waits = Waits::default();
            let spans = [vec![Duration::from_millis(1); 200 - slow], vec![Duration::from_secs(2); slow]];
            waits.add(Some(Fault::Drain), spans.concat());
            waits.add(Some(Fault::CutFromNats), vec![Duration::from_mins(1)]);
            waits
        };
        assert!(waits(2).reached_goals());
        assert!(!waits(3).reached_goals());
    }
}

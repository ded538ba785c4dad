//! The results, for a person to read.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::ledger::{Count, Ledger, Wrong};

/// The results of one lane.
pub struct Report {
    how: String,
    struck: BTreeMap<&'static str, u64>,
    counts: BTreeMap<Count, u64>,
    wrong: BTreeMap<Wrong, (u64, Vec<String>)>,
    slowest: (Duration, &'static str),
}

impl Report {
    /// The report of a lane.
    pub fn new(how: String, struck: BTreeMap<&'static str, u64>, ledger: &Ledger) -> Self {
        let state = ledger.state();
        Self { how, struck, counts: state.counts.clone(), wrong: state.wrong.clone(), slowest: state.slowest }
    }

    /// How often something was counted.
    pub fn counted(&self, what: Count) -> u64 {
        self.counts.get(&what).copied().unwrap_or(0)
    }

    /// How many faults there were.
    pub fn faults(&self) -> u64 {
        self.struck.values().sum()
    }

    /// How often something happened that may not happen.
    pub fn found(&self, what: Wrong) -> u64 {
        self.wrong.get(&what).map_or(0, |(count, _)| *count)
    }

    /// Whether nothing happened that may not happen.
    pub fn clean(&self) -> bool {
        self.wrong.is_empty()
    }

    /// The reports of several lanes as one, by database.
    pub fn together(reports: Vec<Self>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for report in reports {
            match all.iter_mut().find(|one| one.how == report.how) {
                Some(one) => one.add(report),
                None => all.push(report),
            }
        }
        all
    }

    /// The sum of many reports.
    pub fn sum(how: String, reports: impl Iterator<Item = Self>) -> Self {
        let mut sum = Self {
            how,
            struck: BTreeMap::new(),
            counts: BTreeMap::new(),
            wrong: BTreeMap::new(),
            slowest: (Duration::ZERO, ""),
        };
        reports.for_each(|report| sum.add(report));
        sum
    }

    fn add(&mut self, other: Self) {
        for (what, count) in other.struck {
            *self.struck.entry(what).or_default() += count;
        }
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        for (what, (count, examples)) in other.wrong {
            let (sum, all) = self.wrong.entry(what).or_default();
            *sum += count;
            all.extend(examples);
        }
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.how)?;
        writeln!(
            f,
            "  acknowledged: {} commands, {} lines, {} acts; {} entries shown",
            self.counted(Count::Commands),
            self.counted(Count::Lines),
            self.counted(Count::Acts),
            self.counted(Count::Shown)
        )?;
        writeln!(
            f,
            "  {} sockets opened again, {} stayed while their room moved, {} refusals because nothing could be saved, {} \
             refusals of rules and rooms, {} unknown outcomes resolved; the longest wait for news was {} ms ({})",
            self.counted(Count::Reconnects),
            self.counted(Count::Moves),
            self.counted(Count::Unsaved),
            self.counted(Count::Refused),
            self.counted(Count::Resolved),
            self.slowest.0.as_millis(),
            self.slowest.1
        )?;
        let faults: Vec<String> = self.struck.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(f, "  {} faults: {}", self.faults(), faults.join(", "))?;
        let of = |what| self.wrong.get(&what).map_or(0, |(count, _)| *count);
        let wrong: Vec<String> =
            Wrong::ALL.iter().map(|(what, name)| format!("{} {name}", of(*what))).collect();
        writeln!(f, "  {}", wrong.join(", "))?;
        for (count, examples) in self.wrong.values() {
            writeln!(f, "  {count} times, such as:")?;
            for example in examples {
                writeln!(f, "    {example}")?;
            }
        }
        Ok(())
    }
}

//! Plans of simulations, and their results.

use std::time::Duration;

use super::store::Bug;
use crate::chaos::report::Report;
use crate::chaos::trace::KEPT;

/// The plan of a simulation.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Decides everything.
    pub seed: u64,
    /// How long there is trouble, in fake time.
    pub span: Duration,
    /// How many servers work on the store.
    pub servers: usize,
    /// Whether there is a bus between several servers.
    pub bus: bool,
    /// A bug, planted on purpose.
    pub bug: Option<Bug>,
    /// How much of what happened last is told.
    pub last: usize,
}

impl Plan {
    /// A quarter of an hour of trouble.
    pub const fn new(seed: u64) -> Self {
        Self { seed, span: Duration::from_mins(15), servers: 1, bus: false, bug: None, last: KEPT }
    }
}

/// The result of a simulation.
pub struct Outcome {
    /// The plan.
    pub plan: Plan,
    /// What people were told, what was broken, and what is wrong.
    pub report: Report,
    /// A digest of everything that was sent, shown and written, and when.
    pub digest: String,
    /// How much that was.
    pub events: u64,
    /// How long it took, in fake time.
    pub span: Duration,
    /// What happened last; what went wrong is among it.
    pub last: Vec<String>,
}

impl Outcome {
    /// The command that does it again.
    pub fn again(&self) -> String {
        let Plan { seed, span, servers, bus, .. } = self.plan;
        let bus = if bus { " BUS=1" } else { "" };
        format!("make dst SEED={seed} MINUTES={} SERVERS={servers}{bus}", span.as_secs() / 60)
    }
}

//! Deterministic simulation: a whole server, its store, its network and the people who play on it, on one thread, in fake time,
//! with chance from a seed. Everything that can break is broken; what people were told is compared with what is stored. The same
//! seed does the same again, to the byte.

mod net;
mod night;
mod oracle;
mod panics;
mod store;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bagarre_server::world::sim;
use tokio::runtime::Builder;

use crate::chaos::report::Report;
use crate::chaos::trace::KEPT;
pub use store::Bug;

/// What is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Decides everything.
    pub seed: u64,
    /// How long there is trouble, in fake time.
    pub span: Duration,
    /// A bug of the store, planted on purpose.
    pub bug: Option<Bug>,
    /// How much of what happened last is told.
    pub last: usize,
}

impl Plan {
    /// A quarter of an hour of trouble.
    pub const fn new(seed: u64) -> Self {
        Self { seed, span: Duration::from_mins(15), bug: None, last: KEPT }
    }
}

/// What came out of a simulation.
pub struct Outcome {
    /// What was simulated.
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
        format!("make dst SEED={} MINUTES={}", self.plan.seed, self.plan.span.as_secs() / 60)
    }
}

/// Simulates one seed, on this thread.
pub fn run(plan: Plan) -> Outcome {
    panics::watch();
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async {
        let stay = sim::enter(plan.seed);
        let outcome = night::pass(plan).await;
        drop(stay);
        outcome
    })
}

/// Simulates seeds on every core, and hands over what came out, in the order in which they are done.
pub fn run_all(plans: &[Plan], mut hear: impl FnMut(Outcome)) {
    let next = AtomicU64::new(0);
    let (tell, outcomes) = mpsc::channel();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(plans.len()) {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                while let Some(plan) = plans.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    if tell.send(run(*plan)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        while let Ok(outcome) = outcomes.recv() {
            hear(outcome);
        }
    });
}

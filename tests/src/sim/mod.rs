//! Deterministic simulation: a whole server, its store, its network and the people who play on it, on one thread, in fake time,
//! with chance from a seed. Everything that can break is broken; what people were told is compared with what is stored. The same
//! seed does the same again, to the byte.

mod bus;
mod net;
mod night;
mod oracle;
mod panics;
mod plan;
mod store;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use tokio::runtime::Builder;

pub use plan::{Outcome, Plan};
pub use store::Bug;

/// Simulates one seed, on this thread.
pub fn run(plan: Plan) -> Outcome {
    panics::watch();
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(night::pass(plan))
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

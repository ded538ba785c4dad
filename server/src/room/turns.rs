//! Turns of those who ask the rules what may take long. So many consultations go on at once; the others wait, each person in one queue
//! of their own, and the queues are served in turns. After a consultation the processor is left to commands for as long as it took,
//! if any command is on its way to be judged.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::task::JoinError;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::world::World;

/// The turns of all people. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Inner>);

struct Inner {
    world: World,
    state: Mutex<State>,
    /// Commands on their way to be judged.
    under_way: AtomicUsize,
}

struct State {
    free: usize,
    waiting: BTreeMap<Uuid, VecDeque<oneshot::Sender<Turn>>>,
    /// All people who wait, once each.
    order: VecDeque<Uuid>,
}

impl State {
    /// Takes the request that waits longest, of the person whose turn it is.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some(person) = self.order.pop_front() {
            let Some(queue) = self.waiting.get_mut(&person) else { continue };
            let next = std::iter::from_fn(|| queue.pop_front()).find(|waits| !waits.is_closed());
            if queue.is_empty() {
                self.waiting.remove(&person);
            } else {
                self.order.push_back(person);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

/// A turn. It goes to the next one who waits when it is dropped.
pub(crate) struct Turn(Option<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
        }
    }
}

/// Turns that a test holds.
#[cfg(feature = "testkit")]
#[must_use]
pub struct HeldTurns(#[expect(dead_code, reason = "held, never read")] Vec<Turn>);

/// A command on its way to be judged, until this is dropped.
pub(crate) struct UnderWay(Turns);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Turns {
    /// So many at once.
    pub(crate) fn new(most: usize, world: World) -> Self {
        let state = State { free: most, waiting: BTreeMap::new(), order: VecDeque::new() };
        Self(Arc::new(Inner { world, state: Mutex::new(state), under_way: AtomicUsize::new(0) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock can be left half done.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a command on its way to be judged.
    pub(crate) fn command(&self) -> UnderWay {
        self.0.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay(self.clone())
    }

    /// A turn, if one is free; otherwise the way on which it will come.
    pub(crate) fn take(&self, person: Uuid) -> Result<Turn, oneshot::Receiver<Turn>> {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            return Ok(Turn(Some(self.clone())));
        }
        let (tell, turn) = oneshot::channel();
        let queue = state.waiting.entry(person).or_default();
        queue.push_back(tell);
        if queue.len() == 1 {
            state.order.push_back(person);
        }
        Err(turn)
    }

    /// Takes every turn that is free.
    #[cfg(feature = "testkit")]
    pub(crate) fn hold(&self) -> HeldTurns {
        HeldTurns(std::iter::from_fn(|| self.take(Uuid::nil()).ok()).collect())
    }

    fn pass_on(self) {
        loop {
            let next = {
                let mut state = self.state();
                let next = state.next();
                state.free += usize::from(next.is_none());
                next
            };
            let Some(next) = next else { return };
            match next.send(Turn(Some(self.clone()))) {
                Ok(()) => return,
                // Gone in between: it is for the next one, and no drop of this one.
                Err(mut unsent) => drop(unsent.0.take()),
            }
        }
    }
}

impl Turn {
    /// Does work in this turn, on a thread of its own.
    pub(crate) async fn run<T: Send + 'static>(
        mut self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let turns = self.0.clone();
        let begun = Instant::now();
        // The turn stays with the work: the socket that asked may be gone before it is done.
        let world = turns.as_ref().map(|turns| turns.0.world.clone()).unwrap_or_default();
        let (answer, turn) = world
            .aside(move || {
                let turn = Self(self.0.take());
                (work(), turn)
            })
            .await?;
        let took = begun.elapsed();
        if turns.is_some_and(|turns| turns.0.under_way.load(Ordering::Relaxed) > 0) {
            tokio::spawn(async move {
                sleep(took).await;
                drop(turn);
            });
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    /// Who of those who wait has got a turn.
    fn come(waiting: &mut [(u128, oneshot::Receiver<Turn>)]) -> Vec<(u128, Turn)> {
        waiting.iter_mut().filter_map(|(who, turn)| Some((*who, turn.try_recv().ok()?))).collect()
    }

    #[test]
    fn people_are_served_in_turns_however_much_one_asks() {
        let turns = Turns::new(1, World::system());
        let mut held = turns.take(person(1)).ok();
        let mut waiting: Vec<_> = (0..50).map(|_| (1, turns.take(person(1)).err().unwrap())).collect();
        waiting.extend([2, 3].map(|who| (who, turns.take(person(who)).err().unwrap())));
        let mut order = Vec::new();
        while held.take().is_some() {
            let mut come = come(&mut waiting);
            assert!(come.len() < 2, "one at a time");
            if let Some((who, turn)) = come.pop() {
                order.push(who);
                held = Some(turn);
            }
        }
        assert_eq!(order[..4], [1, 2, 3, 1]);
        assert_eq!(order.len(), 52);
        assert!(turns.take(person(4)).is_ok(), "the last turn is free again");
    }

    #[test]
    fn a_turn_for_somebody_who_is_gone_goes_to_the_next() {
        let turns = Turns::new(1, World::system());
        let held = turns.take(person(1)).ok();
        let gone: Vec<_> = (2..5_000).map(|who| turns.take(person(who)).err().unwrap()).collect();
        let mut waits = turns.take(person(9_999)).err().unwrap();
        drop(gone);
        drop(held);
        let turn = waits.try_recv().unwrap();
        let late = turns.take(person(1)).err().unwrap();
        // Delivered, and never taken.
        drop(turn);
        drop(late);
        assert!(turns.take(person(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn the_processor_is_left_to_commands_only_while_there_are_any() {
        let turns = Turns::new(1, World::system());
        let work = || std::thread::sleep(std::time::Duration::from_millis(5));
        turns.take(person(1)).ok().unwrap().run(work).await.unwrap();
        assert!(turns.take(person(1)).is_ok(), "nobody plays: the turn is free at once");
        let command = turns.command();
        turns.take(person(1)).ok().unwrap().run(work).await.unwrap();
        // In paused time no time passes while a thread works; the turn comes back all the same.
        let next = turns.take(person(1)).err().unwrap();
        assert!(next.await.is_ok());
        drop(command);
    }

    #[tokio::test]
    async fn a_panic_gives_the_turn_back() {
        let turns = Turns::new(1, World::system());
        let fell = turns.take(person(1)).ok().unwrap().run(|| -> () { panic!("on purpose") }).await;
        assert!(fell.unwrap_err().is_panic());
        assert!(turns.take(person(1)).is_ok());
    }
}

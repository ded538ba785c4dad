//! A value that many wait for. Like `tokio::sync::watch`, where chance decides which task hears first; here it is the one that has waited
//! longest, so that a simulation repeats.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

struct Inner<T> {
    /// The value, and how often it was set.
    value: Mutex<(T, u64)>,
    changed: Notify,
}

impl<T> Inner<T> {
    fn value(&self) -> MutexGuard<'_, (T, u64)> {
        // A value is set in one step.
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets the value.
pub struct Sender<T>(Arc<Inner<T>>);

/// Reads the value, and hears when it is set.
#[derive(Clone)]
pub struct Receiver<T> {
    inner: Arc<Inner<T>>,
    seen: u64,
}

/// A value, and the two ways to it.
pub fn channel<T: Clone>(value: T) -> (Sender<T>, Receiver<T>) {
    let inner = Arc::new(Inner { value: Mutex::new((value, 0)), changed: Notify::new() });
    (Sender(inner.clone()), Receiver { inner, seen: 0 })
}

impl<T: Clone> Sender<T> {
    /// The value.
    pub fn get(&self) -> T {
        self.0.value().0.clone()
    }

    /// Sets the value, and returns the one before.
    pub fn set(&self, value: T) -> T {
        let before = {
            let mut now = self.0.value();
            now.1 += 1;
            std::mem::replace(&mut now.0, value)
        };
        self.0.changed.notify_waiters();
        before
    }
}

impl<T: Clone> Receiver<T> {
    /// The value. Whether it was seen stays as it was.
    pub fn get(&self) -> T {
        self.inner.value().0.clone()
    }

    /// The value, which counts as seen.
    pub fn look(&mut self) -> T {
        let value = self.inner.value();
        self.seen = value.1;
        value.0.clone()
    }

    /// Returns when the value was set since it was last seen; it is seen then.
    pub async fn changed(&mut self) {
        loop {
            let set = self.inner.changed.notified();
            let times = self.inner.value().1;
            if times != self.seen {
                self.seen = times;
                return;
            }
            set.await;
        }
    }

    /// Returns the value once it is one that is waited for.
    pub async fn until(&mut self, which: impl Fn(&T) -> bool) -> T {
        loop {
            let value = self.look();
            if which(&value) {
                return value;
            }
            self.changed().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_longest_hears_first() {
        let (sender, receiver) = channel(0);
        let order = Arc::new(Mutex::new(Vec::new()));
        let waiting: Vec<_> = (0..20)
            .map(|number| {
                let (mut receiver, order) = (receiver.clone(), order.clone());
                tokio::spawn(async move {
                    assert_eq!(receiver.until(|value| *value > 1).await, 2);
                    order.lock().unwrap().push(number);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!((sender.set(1), sender.set(2), sender.get()), (0, 1, 2));
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), (0..20).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn what_was_set_before_it_was_waited_for_is_heard() {
        let (sender, mut receiver) = channel(0);
        sender.set(1);
        receiver.changed().await;
        assert_eq!(receiver.get(), 1);
        sender.set(2);
        assert_eq!(receiver.look(), 2);
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(1), receiver.changed()).await;
        assert!(nothing.is_err(), "it was seen");
    }
}

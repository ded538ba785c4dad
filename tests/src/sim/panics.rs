//! Panics of this thread: the server survives those of its rooms, and none may happen.

use std::cell::Cell;
use std::panic;
use std::sync::Once;

thread_local! {
    static FALLS: Cell<u64> = const { Cell::new(0) };
}

/// From now on panics are counted.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            FALLS.set(FALLS.get() + 1);
            before(panic);
        }));
    });
    FALLS.set(0);
}

/// How many there were on this thread since it is watched.
pub(super) fn count() -> u64 {
    FALLS.get()
}

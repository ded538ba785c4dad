//! What the server logs, gathered for the tests that look for secrets in it.

use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tracing::Level;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Clone, Default)]
struct Gathered(Arc<Mutex<Vec<u8>>>);

impl io::Write for Gathered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Gathered {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Starts gathering everything that any server of this process logs, down to its finest level. Returns what was logged up to
/// now.
pub fn gathered() -> String {
    static LOGS: OnceLock<Gathered> = OnceLock::new();
    let logs = LOGS.get_or_init(|| {
        let logs = Gathered::default();
        // The frames of the test's own clients are logged by the socket library at its finest level.
        let levels = Targets::new().with_default(Level::DEBUG).with_target("bagarre", Level::TRACE);
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(logs.clone());
        tracing_subscriber::registry().with(lines.with_filter(levels)).init();
        logs
    });
    let bytes = logs.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    String::from_utf8_lossy(&bytes).into_owned()
}

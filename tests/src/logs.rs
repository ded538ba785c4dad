//! The log of the servers that run inside a test program: shown beside a test that fails, and gathered for the tests that look for
//! secrets in it.

use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

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

/// The one subscriber of a test program.
struct Logs {
    gathered: Gathered,
    /// The filter of the logs: nothing until a test asks for it.
    filter: reload::Handle<Targets, Registry>,
}

fn installed() -> &'static Logs {
    static LOGS: OnceLock<Logs> = OnceLock::new();
    LOGS.get_or_init(|| {
        let gathered = Gathered::default();
        let (filter, handle) = reload::Layer::new(Targets::new().with_default(LevelFilter::OFF));
        let kept = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(gathered.clone());
        // The test runner captures what the threads of a test print, those of its servers included, and shows it when the test fails.
        let shown = tracing_subscriber::fmt::layer().with_ansi(false).with_test_writer();
        let levels = Targets::new().with_default(Level::WARN).with_target("bagarre", Level::DEBUG);
        tracing_subscriber::registry().with(kept.with_filter(filter)).with(shown.with_filter(levels)).init();
        Logs { gathered, filter: handle }
    })
}

/// Prints what the servers of this process log, so that the test runner shows it with a test that fails.
pub fn show_on_failure() {
    installed();
}

/// Starts gathering everything that any server of this process logs, down to its finest level. Returns what was logged up to
/// now.
pub fn gathered() -> String {
    let logs = installed();
    // The frames of the test's own clients are logged by the socket library at its finest level.
    let levels = Targets::new().with_default(Level::DEBUG).with_target("bagarre", Level::TRACE);
    logs.filter.reload(levels).expect("the subscriber lives as long as the program");
    let bytes = logs.gathered.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    String::from_utf8_lossy(&bytes).into_owned()
}

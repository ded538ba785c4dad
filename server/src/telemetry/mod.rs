//! Logs, metrics and traces. None ever holds a secret, a sealed order, a name or an address of a person.

mod metrics;
pub(crate) mod traces;

use std::io::{self, IsTerminal};

use tracing::Level;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

pub(crate) use metrics::UPKEEP;
pub use metrics::{Kind, METRICS, metrics};
pub use traces::Traces;

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line, for machines.
    Json,
}

/// What no filter can lift. Our own lines hold no payload at any level. Those of libraries do below `INFO`: frames, headers, bodies
/// and rows pass through them.
pub fn ceiling() -> Targets {
    Targets::new().with_default(Level::INFO).with_target("bagarre", Level::TRACE)
}

/// Starts the log on standard error, and the traces when the environment names a collector. `filter` is what is logged, such as
/// `info,sqlx=warn`, under the [`ceiling`]. Called inside a runtime.
///
/// # Errors
/// A filter or an address that cannot be read; a log that was started before.
pub fn init(
    filter: &str,
    format: LogFormat,
) -> Result<Option<Traces>, Box<dyn std::error::Error + Send + Sync>> {
    let filter = EnvFilter::try_new(filter)?;
    let log = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    // Spans are for traces: lines of the log stand for themselves.
    let log = log
        .with_filter(filter)
        .with_filter(ceiling())
        .with_filter(filter_fn(|about| about.target() != traces::TARGET));
    let traces = Traces::start()?;
    let spans = traces.as_ref().map(|traces| {
        tracing_opentelemetry::layer()
            .with_tracer(traces.tracer())
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_filter(filter_fn(|about| about.is_span() && about.target() == traces::TARGET))
    });
    tracing_subscriber::registry().with(log).with(spans).try_init()?;
    Ok(traces)
}

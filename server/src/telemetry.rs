//! Logs and metrics. Neither ever holds a secret, a sealed order, a name or an address of a person.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

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

/// Starts the log on standard error. `filter` is what is logged, such as `info,sqlx=warn`, under the [`ceiling`].
///
/// # Errors
/// A filter that cannot be read; a log that was started before.
pub fn init(filter: &str, format: LogFormat) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let filter = EnvFilter::try_new(filter)?;
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    Ok(tracing_subscriber::registry().with(lines.with_filter(filter).with_filter(ceiling())).try_init()?)
}

/// Upper bounds of the buckets of durations, in seconds.
const SECONDS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];

static RECORDER: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// The metrics of this process, collected from the first call on.
pub fn metrics() -> Result<PrometheusHandle, BuildError> {
    let mut installed = RECORDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = installed.as_ref() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().set_buckets(SECONDS)?.install_recorder()?;
    describe();
    *installed = Some(handle.clone());
    Ok(handle)
}

/// How often old samples are folded together.
pub(crate) const UPKEEP: Duration = Duration::from_secs(5);

fn describe() {
    describe_counter!("bagarre_http_requests_total", Unit::Count, "Requests, by route, method and status.");
    describe_histogram!(
        "bagarre_http_seconds",
        Unit::Seconds,
        "Time to answer a request, by route and method."
    );
    describe_gauge!("bagarre_sockets", Unit::Count, "Open sockets.");
}

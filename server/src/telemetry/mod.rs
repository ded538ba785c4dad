//! Logs, metrics and traces. None ever holds a secret, a sealed order, a name or an address of a person.

mod metrics;
pub(crate) mod traces;

use std::io::{self, IsTerminal};

use tracing::Level;
use tracing_subscriber::filter::{Directive, LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

pub(crate) use metrics::METRIC_UPKEEP_INTERVAL;
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

/// Why a filter of the log is not taken.
#[derive(Debug, thiserror::Error)]
#[error(
    "BAGARRE_LOG: {part:?} cannot be read: {why}; give levels (error, warn, info, debug, trace, off) and, for parts of the program, target=level, such as `info,bagarre_server=debug`"
)]
pub struct FilterError {
    part: String,
    why: String,
}

/// Reads a filter of the log. A word that is no level would be taken for a part of the program, and nothing else would be logged.
fn read_filter(filter: &str) -> Result<EnvFilter, FilterError> {
    for part in filter.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let error = |why: String| FilterError { part: part.to_owned(), why };
        if !part.contains(['=', '[', ']', '"']) && part.parse::<LevelFilter>().is_err() {
            return Err(error("it is no level".to_owned()));
        }
        // Values of fields may hold commas: these are read as a whole below.
        if !part.contains(['[', ']', '{', '}', '"']) {
            part.parse::<Directive>().map_err(|why| error(why.to_string()))?;
        }
    }
    EnvFilter::try_new(filter).map_err(|why| FilterError { part: filter.to_owned(), why: why.to_string() })
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
    let filter = read_filter(filter)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_would_log_nothing_is_refused_by_name() {
        for good in [
            "info",
            "info,sqlx=warn",
            "off",
            "DEBUG",
            "bagarre_server=debug,info",
            "info,[request]=debug",
            "",
        ] {
            assert!(read_filter(good).is_ok(), "{good}");
        }
        for (bad, part) in
            [("inof", "inof"), ("info,bagarre_server=lots", "bagarre_server=lots"), ("info,,=", "=")]
        {
            let why = read_filter(bad).unwrap_err().to_string();
            assert!(why.contains("BAGARRE_LOG") && why.contains(&format!("{part:?}")), "{bad}: {why}");
        }
    }
}

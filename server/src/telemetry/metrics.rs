//! What is counted and measured. Every metric is in [`METRICS`], with words for its readers.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// What a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only ever grows.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Durations, in seconds.
    Seconds,
    /// Sizes, in bytes.
    Bytes,
    /// How many there were of something.
    Counts,
}

impl Kind {
    /// Upper bounds of the buckets of a histogram.
    const fn buckets(self) -> &'static [f64] {
        match self {
            Self::Counter | Self::Gauge => &[],
            Self::Seconds => &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0],
            Self::Bytes => &[64.0, 256.0, 1024.0, 4096.0, 16_384.0, 65_536.0, 262_144.0, 1_048_576.0],
            Self::Counts => &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0],
        }
    }
}

/// Every metric: its name, what it is, and what it tells.
pub const METRICS: &[(&str, Kind, &str)] = &[
    ("bagarre_http_requests_total", Kind::Counter, "Requests, by route, method and status."),
    ("bagarre_http_seconds", Kind::Seconds, "Time to answer a request, by route and method."),
    (
        "bagarre_exports_made_total",
        Kind::Counter,
        "Exports of games that were read and signed, and not kept from before.",
    ),
    ("bagarre_requests_waiting", Kind::Gauge, "Requests that wait for the share of their address."),
    ("bagarre_sockets", Kind::Gauge, "Open sockets."),
    ("bagarre_turned_away_total", Kind::Counter, "Connections turned away because there were too many."),
    ("bagarre_gave_way_total", Kind::Counter, "Connections that had to give way to newer ones."),
    ("bagarre_frame_bytes", Kind::Bytes, "Size of a message as text, counted once however many get it."),
    (
        "bagarre_broken_frames_total",
        Kind::Counter,
        "Messages that could not be written; whoever they were for is sent back to the door.",
    ),
    (
        "bagarre_tail_bytes",
        Kind::Gauge,
        "Memory of what was said in games and is kept for whoever comes back soon.",
    ),
    ("bagarre_slow_readers_total", Kind::Counter, "Sockets cut off because their reader fell behind."),
    ("bagarre_rooms_awake", Kind::Gauge, "Rooms that are awake."),
    ("bagarre_rooms_opened_total", Kind::Counter, "Rooms opened."),
    (
        "bagarre_rooms_refused_total",
        Kind::Counter,
        "Times that nobody was let in because too many rooms were awake.",
    ),
    (
        "bagarre_rooms_gave_way_total",
        Kind::Counter,
        "Lobbies and rooms of finished games that were put to sleep because others needed their place.",
    ),
    ("bagarre_room_panics_total", Kind::Counter, "Rooms that fell and were rebuilt from their journal."),
    ("bagarre_quarantined_total", Kind::Counter, "Games put aside because they could not go on."),
    ("bagarre_games_started_total", Kind::Counter, "Games begun."),
    ("bagarre_games_ended_total", Kind::Counter, "Games played to their end."),
    ("bagarre_campaigns_opened_total", Kind::Counter, "Campaigns opened."),
    ("bagarre_campaign_games_ended_total", Kind::Counter, "Games of campaigns played to their end."),
    ("bagarre_works_total", Kind::Counter, "Bands and tables put on shelves."),
    ("bagarre_entries_total", Kind::Counter, "Commands accepted and stored."),
    (
        "bagarre_written_bytes_total",
        Kind::Counter,
        "Bytes that people have had written, by what: entries, drafts, chat, bands, works, rooms.",
    ),
    ("bagarre_disk_free_bytes", Kind::Gauge, "Free bytes on the disk of the data folder."),
    ("bagarre_reminders_total", Kind::Counter, "Reminders of turns, by channel and how they came out."),
    ("bagarre_timeouts_total", Kind::Counter, "Questions that a clock answered."),
    ("bagarre_judge_seconds", Kind::Seconds, "Time the rules take for one command."),
    ("bagarre_command_seconds", Kind::Seconds, "Time from judging a command to its being durable."),
    ("bagarre_commit_jobs", Kind::Counts, "Jobs written by one commit."),
    ("bagarre_commit_seconds", Kind::Seconds, "Time of one commit, its flush included."),
    ("bagarre_draining", Kind::Gauge, "1 while no new rooms and games are taken, or rooms are handed over."),
    (
        "bagarre_deleted_total",
        Kind::Counter,
        "Deleted because of age or on request, by what: guests, rooms, chat.",
    ),
    ("bagarre_database_away", Kind::Gauge, "1 while nothing can be written: clocks stand still."),
    (
        "bagarre_database_switches_total",
        Kind::Counter,
        "How often another host of the database was found to take writes.",
    ),
    ("bagarre_bus_reached", Kind::Gauge, "1 while the bus between several servers can be reached."),
    (
        "bagarre_bus_dropped_total",
        Kind::Counter,
        "Messages, or runs of them, that came over the bus faster than they were taken.",
    ),
    ("bagarre_links", Kind::Gauge, "Ends of links to rooms of other servers, and of theirs to rooms here."),
    ("bagarre_links_lost_total", Kind::Counter, "Links that broke, or whose room moved."),
    ("bagarre_link_messages_total", Kind::Counter, "Messages sent over links."),
    (
        "bagarre_link_snapshots_total",
        Kind::Counter,
        "Snapshots asked for by servers of spectators, each for all who wait.",
    ),
    (
        "bagarre_leases_lapsed_total",
        Kind::Counter,
        "Leases of one of several servers that lapsed while it ran: its rooms were read again.",
    ),
    ("bagarre_commit_failures_total", Kind::Counter, "Commits that the database did not acknowledge."),
    (
        "bagarre_wall_clock_leaps_total",
        Kind::Counter,
        "Leaps of the machine's wall clock, which running clocks do not follow.",
    ),
];

static RECORDER: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// The metrics of this process, collected from the first call on.
pub fn metrics() -> Result<PrometheusHandle, BuildError> {
    let mut installed = RECORDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = installed.as_ref() {
        return Ok(handle.clone());
    }
    let mut builder = PrometheusBuilder::new();
    for (name, kind, _) in METRICS {
        if !kind.buckets().is_empty() {
            builder = builder.set_buckets_for_metric(Matcher::Full((*name).to_owned()), kind.buckets())?;
        }
    }
    let handle = builder.install_recorder()?;
    for (name, kind, words) in METRICS {
        match kind {
            Kind::Counter => describe_counter!(*name, Unit::Count, *words),
            Kind::Gauge => describe_gauge!(*name, Unit::Count, *words),
            Kind::Seconds => describe_histogram!(*name, Unit::Seconds, *words),
            Kind::Bytes => describe_histogram!(*name, Unit::Bytes, *words),
            Kind::Counts => describe_histogram!(*name, Unit::Count, *words),
        }
    }
    *installed = Some(handle.clone());
    Ok(handle)
}

/// How often old samples are folded together.
pub(crate) const METRIC_UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Every metric that the sources record, and as what.
    fn recorded(folder: &Path, found: &mut BTreeMap<String, &'static str>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                recorded(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                for kind in ["counter!(", "gauge!(", "histogram!("] {
                    for rest in source.split(kind).skip(1) {
                        let name =
                            rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
                        if let Some(name) = name.filter(|name| name.starts_with("bagarre_")) {
                            found.insert(name.to_owned(), kind);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_recorded_is_described_and_what_is_described_is_recorded() {
        let mut found = BTreeMap::new();
        recorded(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        let described: BTreeMap<String, &str> = METRICS
            .iter()
            .map(|(name, kind, _)| {
                let how = match kind {
                    Kind::Counter => "counter!(",
                    Kind::Gauge => "gauge!(",
                    Kind::Seconds | Kind::Bytes | Kind::Counts => "histogram!(",
                };
                ((*name).to_owned(), how)
            })
            .collect();
        assert_eq!(found, described);
        assert_eq!(described.len(), METRICS.len(), "named once");
    }

    #[test]
    fn a_name_tells_what_is_measured() {
        for (name, kind, _) in METRICS {
            assert_eq!(name.ends_with("_total"), *kind == Kind::Counter, "{name}");
            assert_eq!(name.ends_with("_seconds"), *kind == Kind::Seconds, "{name}");
            assert!(!name.ends_with("_bytes") || matches!(kind, Kind::Bytes | Kind::Gauge), "{name}");
            assert!(name.ends_with("_bytes") || *kind != Kind::Bytes, "{name}");
        }
    }

    #[test]
    fn counts_and_bytes_have_buckets_of_their_own() {
        let handle = metrics().unwrap();
        metrics::histogram!("bagarre_commit_jobs").record(3.0);
        metrics::histogram!("bagarre_frame_bytes").record(700.0);
        metrics::histogram!("bagarre_judge_seconds").record(0.003);
        let text = handle.render();
        assert!(text.contains(r#"bagarre_commit_jobs_bucket{le="4"} "#), "{text}");
        assert!(!text.contains(r#"bagarre_commit_jobs_bucket{le="0.001"}"#), "{text}");
        assert!(text.contains(r#"bagarre_frame_bytes_bucket{le="1024"} "#), "{text}");
        assert!(text.contains(r#"bagarre_judge_seconds_bucket{le="0.005"} "#), "{text}");
        assert!(text.contains("# HELP bagarre_commit_jobs Jobs written by one commit."), "{text}");
    }
}

//! What sessions and transactions are told, so that a server that has vanished holds no lock for long.

use std::time::Duration;

use super::dialect::BEGIN;
use super::pooler::Pooling;

/// What is sent first on a connection, and what a transaction begins with. A session that is this server's alone is told once, when it is
/// connected. Behind a pooler in transaction mode what a session is told stays behind on a connection of the database that other
/// programs use next, so that each transaction is told by itself, in the message that begins it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// On connections that write.
    pub(super) writing: String,
    /// On connections that read.
    pub(super) reading: String,
    /// On the connection of the heartbeat.
    pub(super) beating: String,
    /// At the beginning of a transaction.
    pub(super) begin: String,
}

impl Bounds {
    /// `patience`: see [`crate::store::open_with`].
    pub(super) fn new(patience: Duration, pooling: Pooling) -> Self {
        let (short, long) = ((2 * patience.as_millis()).to_string(), (4 * patience.as_millis()).to_string());
        let bounds = [
            ("lock_timeout", short.as_str()),
            ("statement_timeout", &long),
            ("idle_in_transaction_session_timeout", &long),
        ];
        // Arrays of any length have one plan; and what is always written to is never read from end to end, however small it was when
        // that plan was made.
        let plans = [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];
        if pooling == Pooling::Transaction {
            let own: Vec<String> = bounds
                .iter()
                .chain(&plans)
                .map(|(name, value)| format!("; SET LOCAL {name} = {value}"))
                .collect();
            let none = String::new;
            return Self {
                writing: none(),
                reading: none(),
                beating: none(),
                begin: format!("{BEGIN}{}", own.concat()),
            };
        }
        // A client that vanished between a statement and its end is noticed by the silence.
        let rest = patience.as_secs().max(1).to_string();
        let alive = [
            ("tcp_keepalives_idle", rest.as_str()),
            ("tcp_keepalives_interval", "1"),
            ("tcp_keepalives_count", "3"),
        ];
        // A lease that was renewed needs no flush: a database that falls takes the connections of its holder with it.
        let unflushed = [("synchronous_commit", "off")];
        let set = |lists: &[&[(&str, &str)]]| {
            let all = lists.iter().flat_map(|list| list.iter());
            all.map(|(name, value)| format!("SET {name} = {value}; ")).collect::<Vec<_>>().concat()
        };
        Self {
            writing: set(&[&bounds, &plans, &alive]),
            reading: set(&[&bounds]),
            beating: set(&[&bounds, &alive, &unflushed]),
            begin: BEGIN.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_told_once_and_its_transactions_nothing() {
        let bounds = Bounds::new(Duration::from_secs(2), Pooling::Session);
        assert_eq!(bounds.begin, "BEGIN");
        for settings in [&bounds.writing, &bounds.reading, &bounds.beating] {
            assert!(
                settings.contains("SET lock_timeout = 4000; SET statement_timeout = 8000; "),
                "{settings}"
            );
            assert!(!settings.contains("LOCAL"), "{settings}");
        }
    }

    #[test]
    fn behind_a_pooler_of_transactions_no_session_is_told_anything() {
        let bounds = Bounds::new(Duration::from_secs(2), Pooling::Transaction);
        assert_eq!((&*bounds.writing, &*bounds.reading, &*bounds.beating), ("", "", ""));
        let told: Vec<&str> = bounds.begin.split("; ").collect();
        assert_eq!(
            told[..3],
            ["BEGIN", "SET LOCAL lock_timeout = 4000", "SET LOCAL statement_timeout = 8000"]
        );
        assert!(told[1..].iter().all(|set| set.starts_with("SET LOCAL ")), "{told:?}");
    }
}

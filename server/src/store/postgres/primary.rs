//! The one of several hosts that takes writes. After a failover another one does: it is looked for, and every connection is made anew.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, query, raw_sql};
use tokio::time::{Instant, sleep, timeout};

use super::{CONNECT_RETRY_DELAY, OPEN_TIMEOUT};
use crate::store::doubt::Doubt;
use crate::store::error::StoreError;

/// How often it is looked whether the host that takes writes still does.
const PRIMARY_CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// How long one host may take to say whether it takes writes.
const HOST_ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest pause between two looks at all hosts.
const MAX_SEARCH_PAUSE: Duration = Duration::from_secs(2);

/// Says which branch of which cluster a host is on: the number of its cluster, and how often one of its replicas was promoted. A host that
/// was left behind by a failover is on a lower one than the host that took its place.
const BRANCH: &str = "SELECT (SELECT system_identifier FROM pg_control_system())::text AS cluster, \
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint AS branch";

/// Where a host stands among the branches of its cluster; nothing where it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Branch(Option<(String, i64)>);

impl Branch {
    async fn of(conn: &mut PgConnection) -> Self {
        let read = async {
            let row = raw_sql(BRANCH).fetch_one(conn).await?;
            Ok::<_, sqlx::Error>((row.try_get("cluster")?, row.try_get("branch")?))
        };
        Self(read.await.ok())
    }

    /// Whether a host of this branch was left behind by a failover to the other one.
    fn is_behind(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some((cluster, branch)), Some((others, newer))) => cluster == others && branch < newer,
            _ => false,
        }
    }
}

/// Whether a host takes writes: neither a replica, nor told to take none. Asked without preparing a statement.
pub(super) async fn takes_writes(conn: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let row = raw_sql("SHOW transaction_read_only").fetch_one(conn).await?;
    Ok(row.try_get::<String, _>(0)? == "off")
}

/// A host that takes writes, and a connection to it.
struct Found {
    at: usize,
    branch: Branch,
    conn: PgConnection,
}

/// Why a host is not taken.
enum Unfit {
    /// It takes no writes now.
    ReadOnly,
    /// It does not answer now.
    Silent(String),
    /// It refuses, and would again.
    Refuses(sqlx::Error),
}

async fn ask(options: &PgConnectOptions) -> Result<(Branch, PgConnection), Unfit> {
    let asked = async {
        let mut conn = options.connect().await?;
        Ok::<_, sqlx::Error>((takes_writes(&mut conn).await?, conn))
    };
    match timeout(HOST_ANSWER_TIMEOUT, asked).await {
        Ok(Ok((true, mut conn))) => {
            let branch = timeout(HOST_ANSWER_TIMEOUT, Branch::of(&mut conn)).await;
            Ok((branch.map_err(|_| Unfit::Silent(format!("nothing in {HOST_ANSWER_TIMEOUT:?}")))?, conn))
        }
        Ok(Ok((false, conn))) => {
            // It is over either way.
            let _ = conn.close().await;
            Err(Unfit::ReadOnly)
        }
        Ok(Err(sqlx::Error::Database(why))) if !why.code().is_some_and(|code| code.starts_with("57P")) => {
            Err(Unfit::Refuses(sqlx::Error::Database(why)))
        }
        Ok(Err(why)) => Err(Unfit::Silent(why.to_string())),
        Err(_) => Err(Unfit::Silent(format!("nothing in {HOST_ANSWER_TIMEOUT:?}"))),
    }
}

/// Asks all hosts at once. Of several that take writes the newest branch is taken, and then the first in the list; never one that was left
/// behind by a failover from it to the branch that was `known`.
async fn seek(hosts: &[PgConnectOptions], known: &Branch) -> Result<Found, Vec<Unfit>> {
    let (mut best, mut unfit): (Option<Found>, _) = (None, Vec::new());
    for (at, answer) in join_all(hosts.iter().map(ask)).await.into_iter().enumerate() {
        match answer {
            Ok((branch, _)) if branch.is_behind(known) => {
                unfit.push(Unfit::Silent("it was left behind by a failover".to_owned()));
            }
            Ok((branch, conn)) => {
                if best.as_ref().is_none_or(|best| best.branch.is_behind(&branch)) {
                    best = Some(Found { at, branch, conn });
                }
            }
            Err(why) => unfit.push(why),
        }
    }
    best.ok_or(unfit)
}

/// What is known of hosts none of which takes writes, for people. An address is not printed: it may have been misread.
fn describe(unfit: &[Unfit]) -> String {
    let one = |(number, why): (usize, &Unfit)| match why {
        Unfit::ReadOnly => format!("host {} takes no writes", number + 1),
        Unfit::Silent(why) => format!("host {}: {why}", number + 1),
        Unfit::Refuses(why) => format!("host {}: {why}", number + 1),
    };
    let all: Vec<String> = unfit.iter().enumerate().map(one).collect();
    format!("none of its hosts takes writes ({})", all.join("; "))
}

/// The hosts of a database, and the one of them that takes writes.
pub(super) struct Primary {
    hosts: Vec<PgConnectOptions>,
    state: Mutex<State>,
    pub(super) doubt: Arc<Doubt>,
}

#[derive(Default)]
struct State {
    at: usize,
    branch: Branch,
}

impl Primary {
    /// Looks for the host that takes writes. Returns a connection to it, too. There are several hosts.
    pub(super) async fn find(hosts: Vec<PgConnectOptions>) -> Result<(Self, PgConnection), StoreError> {
        let until = Instant::now() + OPEN_TIMEOUT;
        loop {
            match seek(&hosts, &Branch::default()).await {
                Ok(Found { at, branch, conn }) => {
                    let state = Mutex::new(State { at, branch });
                    return Ok((Self { hosts, state, doubt: Arc::default() }, conn));
                }
                Err(mut unfit) => {
                    if unfit.iter().all(|one| matches!(one, Unfit::Refuses(_)))
                        && let Some(Unfit::Refuses(why)) = unfit.pop()
                    {
                        return Err(why.into());
                    }
                    if Instant::now() + CONNECT_RETRY_DELAY >= until {
                        return Err(StoreError::Away(describe(&unfit)));
                    }
                }
            }
            sleep(CONNECT_RETRY_DELAY).await;
        }
    }

    /// The only host there is.
    pub(super) fn alone(host: PgConnectOptions) -> Self {
        Self { hosts: vec![host], state: Mutex::default(), doubt: Arc::default() }
    }

    /// Whether there are hosts to choose from.
    pub(super) fn has_choice(&self) -> bool {
        self.hosts.len() > 1
    }

    /// How the host is reached that takes writes, as far as is known.
    pub(super) fn options(&self) -> PgConnectOptions {
        let at = self.state().at;
        self.hosts[at].clone()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing under this lock can be left half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a new connection has to pass where there are hosts to choose from: its host takes writes, and nothing has come into doubt
    /// since that was asked.
    pub(super) async fn accept(&self, conn: &mut PgConnection) -> Result<(), sqlx::Error> {
        if !self.has_choice() {
            return Ok(());
        }
        let asked = Instant::now();
        if !takes_writes(conn).await? {
            self.doubt.wake();
            return Err(sqlx::Error::Protocol("this host takes no writes".to_owned()));
        }
        if self.doubt.is_after(asked) {
            return Err(sqlx::Error::Protocol("another host may take writes now".to_owned()));
        }
        Ok(())
    }

    /// Keeps the pools on the host that takes writes, until they are closed.
    pub(super) fn watch(self: &Arc<Self>, pools: [PgPool; 2]) {
        if !self.has_choice() {
            return;
        }
        let (primary, closed) = (self.clone(), pools[0].close_event());
        tokio::spawn(async move {
            let watching = primary.keep(pools);
            tokio::select! {
                () = closed => {}
                () = watching => {}
            }
        });
    }

    async fn keep(&self, pools: [PgPool; 2]) {
        let mut own = None;
        loop {
            // After a fault all hosts are asked, also where this one still answers: a failover may have left it behind.
            let doubtful = timeout(PRIMARY_CHECK_INTERVAL, self.doubt.raised()).await.is_ok();
            if doubtful || !stands(&mut own).await {
                own = Some(self.look(&pools).await);
            }
        }
    }

    /// Looks until a host takes writes. Returns a connection to it.
    async fn look(&self, pools: &[PgPool; 2]) -> PgConnection {
        let (mut pause, mut told) = (CONNECT_RETRY_DELAY, false);
        loop {
            let known = self.state().branch.clone();
            match seek(&self.hosts, &known).await {
                Ok(Found { at, branch, conn }) => {
                    // One that does not say where it stands is taken as it is.
                    let branch = if branch.0.is_some() { branch } else { known };
                    let before = std::mem::replace(&mut *self.state(), State { at, branch: branch.clone() });
                    // Another branch behind the same address is another database, too.
                    if before.at != at || before.branch != branch {
                        tracing::warn!(
                            host = at + 1,
                            before = before.at + 1,
                            "another host takes writes now"
                        );
                        metrics::counter!("bagarre_database_switches_total").increment(1);
                        for pool in pools {
                            pool.set_connect_options(self.hosts[at].clone());
                        }
                        self.doubt.renew();
                    }
                    return conn;
                }
                Err(unfit) if !told => {
                    tracing::error!(why = describe(&unfit), "no host takes writes");
                    told = true;
                }
                Err(_) => {}
            }
            sleep(pause).await;
            pause = (2 * pause).min(MAX_SEARCH_PAUSE);
        }
    }
}

/// Whether the host behind a connection still takes writes. A connection that does not say so is dropped.
async fn stands(own: &mut Option<PgConnection>) -> bool {
    let Some(mut conn) = own.take() else { return false };
    let stands = matches!(timeout(HOST_ANSWER_TIMEOUT, takes_writes(&mut conn)).await, Ok(Ok(true)));
    if stands {
        *own = Some(conn);
    }
    stands
}

/// Warns where what was acknowledged could be lost in a failover.
pub(super) async fn check_durability(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    let row = query(
        "SELECT current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS waits",
    )
    .persistent(false)
    .fetch_one(conn)
    .await?;
    let (names, waits): (String, String) = (row.try_get("names")?, row.try_get("waits")?);
    if names.trim().is_empty() || matches!(&*waits, "off" | "local") {
        tracing::warn!(
            synchronous_standby_names = names,
            synchronous_commit = waits,
            "DATABASE_URL names several hosts, and commits do not wait for a replica: a failover may lose the last moves (see docs/hosting.md)"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_behind_later_ones_of_its_own_cluster_only() {
        let branch = |cluster: &str, number| Branch(Some((cluster.to_owned(), number)));
        assert!(branch("a", 1).is_behind(&branch("a", 2)));
        assert!(!branch("a", 2).is_behind(&branch("a", 2)));
        assert!(!branch("a", 1).is_behind(&branch("b", 2)), "another cluster");
        assert!(!Branch::default().is_behind(&branch("a", 2)));
        assert!(!branch("a", 1).is_behind(&Branch::default()));
    }
}

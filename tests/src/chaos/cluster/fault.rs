//! The faults of several servers, of the bus between them and of their database.

use std::time::Duration;

/// One kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// A server is killed, and started again a moment later.
    Kill,
    /// A server stands still for longer than its lease runs, and goes on.
    Freeze,
    /// A server does not reach the bus for a while.
    CutFromNats,
    /// A server does not reach the database for a while.
    CutFromPostgres,
    /// A server reaches neither for a while.
    CutFromBoth,
    /// The bus is killed, and started again a moment later.
    NatsRestart,
    /// The database is killed, and started again a moment later.
    PostgresRestart,
    /// A server ends in order, while a new table opens, and is started again.
    Drain,
    /// Each server in turn ends in order and is started again.
    RollingDeploy,
}

impl Fault {
    /// Returns all faults that there are with or without a bus.
    pub(super) fn all(with_bus: bool) -> Vec<Self> {
        let mut all =
            vec![Self::Kill, Self::Freeze, Self::CutFromPostgres, Self::PostgresRestart, Self::Drain];
        all.push(Self::RollingDeploy);
        if with_bus {
            all.extend([Self::CutFromNats, Self::CutFromBoth, Self::NatsRestart]);
        }
        all
    }

    /// Returns how a report names it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kill => "killed",
            Self::Freeze => "frozen past its lease",
            Self::CutFromNats => "cut from NATS",
            Self::CutFromPostgres => "cut from PostgreSQL",
            Self::CutFromBoth => "cut from both",
            Self::NatsRestart => "NATS restarted",
            Self::PostgresRestart => "PostgreSQL restarted",
            Self::Drain => "drained",
            Self::RollingDeploy => "rolling deploy",
        }
    }

    /// Returns how long ninety-nine of a hundred tables may stand still with a bus.
    pub(super) const fn goal(self) -> Option<Duration> {
        match self {
            Self::Kill | Self::Freeze => Some(Duration::from_secs(5)),
            Self::Drain => Some(Duration::from_secs(1)),
            _ => None,
        }
    }
}

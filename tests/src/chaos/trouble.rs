//! The faults of a server and its database.

use std::sync::Arc;

use super::disk::Disk;
use super::proxy::{Fault, Proxy};
use crate::postgres::Cluster;

/// What a database stands on.
pub(super) enum Ground {
    Disk(Disk),
    Proxied { proxy: Proxy, name: String, url: String, _cluster: Arc<Cluster> },
}

/// One kind of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    Kill,
    Freeze,
    Full,
    Locked,
    Armed(Fault),
    Outage,
    Silence,
    Terminate,
}

impl Trouble {
    /// How a report names it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill -9",
            Self::Freeze => "process frozen",
            Self::Full => "disk full",
            Self::Locked => "file locked",
            Self::Armed(fault) => fault.name(),
            Self::Outage => "database away",
            Self::Silence => "database silent",
            Self::Terminate => "connections ended",
        }
    }

    /// Everything that can happen there.
    pub(super) fn of(ground: &Ground) -> Vec<Self> {
        let mut all = vec![Self::Kill, Self::Freeze];
        match ground {
            Ground::Disk(_) => all.extend([Self::Full, Self::Locked]),
            Ground::Proxied { .. } => {
                all.extend(Fault::ALL.map(Self::Armed));
                all.extend([Self::Outage, Self::Silence, Self::Terminate]);
            }
        }
        all
    }
}

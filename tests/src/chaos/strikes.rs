//! The faults as they are applied to a server and its database.

use std::time::Duration;

use tokio::time::sleep;

use super::lane::Lane;
use super::proxy::Fault;
use super::trouble::{Ground, Trouble};

/// How long an armed fault waits for its moment.
const MOMENT: Duration = Duration::from_secs(3);

impl Lane {
    /// Makes one kind of trouble.
    pub(super) async fn strike(&mut self, trouble: Trouble) {
        self.world.ledger.state().trouble = trouble.name();
        let struck = match trouble {
            Trouble::Kill => {
                self.kill().await;
                self.start().await;
                true
            }
            Trouble::Freeze => {
                let span = self.chance.span(300, 1500);
                if let Some(running) = &self.running {
                    running.freeze(span).await;
                }
                true
            }
            Trouble::Full => {
                self.full().await;
                true
            }
            Trouble::Locked => self.locked().await,
            Trouble::Armed(fault) => return self.armed(fault).await,
            Trouble::Outage | Trouble::Silence | Trouble::Terminate => {
                self.cut_off(trouble).await;
                true
            }
        };
        if struck {
            *self.struck.entry(trouble.name()).or_default() += 1;
        }
    }

    /// The disk is full for a while; now and then the server is killed meanwhile.
    async fn full(&mut self) {
        let span = self.chance.span(600, 3000);
        let killed = self.chance.one_in(6);
        let Some(process) = self.running.as_ref().map(|running| running.process) else { return };
        let Ground::Disk(disk) = &self.ground else { return };
        let full = disk.fill(process).await;
        sleep(span).await;
        if killed {
            self.kill().await;
        }
        drop(full);
        if killed {
            *self.struck.entry(Trouble::Kill.name()).or_default() += 1;
            self.start().await;
        }
    }

    async fn locked(&mut self) -> bool {
        let span = self.chance.span(600, 6000);
        let Ground::Disk(disk) = &self.ground else { return false };
        disk.lock(span).await
    }

    /// Something happens at a chosen moment of a transaction.
    async fn armed(&mut self, fault: Fault) {
        // Longer than every timeout, now and then.
        let span = if self.chance.one_in(12) {
            self.chance.millis(9_000, 12_000)
        } else {
            self.chance.span(400, 4000)
        };
        let Ground::Proxied { proxy, .. } = &self.ground else { return };
        if fault == Fault::BetweenJobs {
            // While one commit is slow, jobs gather for the next.
            proxy.arm(Fault::SlowCommit, Duration::from_millis(150));
            proxy.strikes(MOMENT).await;
        }
        proxy.arm(fault, span);
        proxy.strikes(MOMENT).await;
        proxy.disarm();
    }

    /// The connection to the database is down for a while; now and then the server is killed meanwhile.
    async fn cut_off(&mut self, trouble: Trouble) {
        let span = self.chance.span(500, 4000);
        let killed = self.chance.one_in(6);
        let Ground::Proxied { proxy, name, .. } = &self.ground else { return };
        match trouble {
            Trouble::Outage => proxy.outage(span).await,
            Trouble::Silence => proxy.silence(span).await,
            _ => proxy.terminate(name).await,
        }
        if killed {
            self.kill().await;
            *self.struck.entry(Trouble::Kill.name()).or_default() += 1;
            self.start().await;
        }
    }
}

//! The faults as they are applied to servers and what they stand on.

use std::time::Duration;

use tokio::time::sleep;

use super::House;
use super::fault::Fault;
use crate::chaos::line::Weather;
use crate::chaos::people::People;

/// How long a killed server stays away, in milliseconds, and one that was ended.
const KILLED_MS: (u64, u64) = (0, 3000);
const ENDED_MS: (u64, u64) = (0, 1000);
/// How long a frozen server stands still: longer than its lease runs.
const FREEZE_MS: (u64, u64) = (3500, 7000);
/// How long a server is cut from what it stands on.
const CUT_MS: (u64, u64) = (500, 6000);
/// How long NATS or PostgreSQL stay away.
const RESTART_MS: (u64, u64) = (0, 3000);

impl House {
    /// Breaks something, and brings it back.
    pub(super) async fn apply(&mut self, fault: Fault, people: &mut People) {
        let server = self.chance.below(self.programs.len() as u64) as usize;
        match fault {
            Fault::Kill => self.kill(server).await,
            Fault::Freeze => {
                let span = self.chance.millis(FREEZE_MS.0, FREEZE_MS.1);
                if let Some(running) = &self.running[server] {
                    running.freeze(span).await;
                }
            }
            Fault::CutFromNats => self.cut(server, false, true).await,
            Fault::CutFromPostgres => self.cut(server, true, false).await,
            Fault::CutFromBoth => self.cut(server, true, true).await,
            Fault::NatsRestart => {
                let after = self.chance.millis(RESTART_MS.0, RESTART_MS.1);
                self.ground.restart_nats(after).await;
            }
            Fault::PostgresRestart => {
                let after = self.chance.millis(RESTART_MS.0, RESTART_MS.1);
                self.ground.restart_postgres(after).await;
            }
            Fault::Drain => {
                let away = self.chance.millis(ENDED_MS.0, ENDED_MS.1);
                tokio::join!(self.replace(server, away), people.table(0));
            }
            Fault::RollingDeploy => {
                // The rooms of the last one are still arriving at the next one when that ends.
                let deploy = async {
                    for server in 0..self.programs.len() {
                        self.replace(server, Duration::ZERO).await;
                    }
                };
                tokio::join!(deploy, people.table(0));
            }
        }
    }

    async fn kill(&mut self, server: usize) {
        if let Some(running) = self.running[server].take() {
            running.kill().await;
        }
        self.balancer.remove(server);
        sleep(self.chance.millis(KILLED_MS.0, KILLED_MS.1)).await;
        self.start(server).await;
    }

    /// Ends a server in order, and starts it again after a while.
    async fn replace(&mut self, server: usize, away: Duration) {
        self.end(server).await;
        sleep(away).await;
        self.start(server).await;
    }

    /// Cuts a server from what it stands on for a while: its connections end, or nothing gets through.
    async fn cut(&mut self, server: usize, postgres: bool, nats: bool) {
        let weather = if self.chance.one_in(2) { Weather::Refusing } else { Weather::Silent };
        self.ground.set(server, weather, postgres, nats);
        sleep(self.chance.millis(CUT_MS.0, CUT_MS.1)).await;
        self.ground.set(server, Weather::Fair, postgres, nats);
    }
}

//! The trouble of a night.

use tokio::time::sleep;

use super::Night;
use crate::sim::store::Away;

impl Night<'_> {
    /// Makes trouble of one kind.
    pub(super) async fn strike(&mut self) {
        let several = self.plan.servers > 1;
        let server = if several { self.chance.below(self.plan.servers as u64) as usize } else { 0 };
        let kinds = 4 + 2 * u64::from(several) + 3 * u64::from(self.bus.is_some());
        let what = match self.chance.below(kinds) {
            0 => {
                self.kill(server).await;
                return;
            }
            1 => {
                self.stop(server).await;
                sleep(self.chance.span(300, 20_000)).await;
                self.start(server).await;
                "restarted"
            }
            2 => {
                self.fates.go_away(None, Away::Refuses, self.chance.span(4000, 60_000));
                "database away"
            }
            3 => {
                self.fates.go_away(None, Away::Silent, self.chance.span(4000, 60_000));
                "database silent"
            }
            4 => {
                self.fates.go_away(Some(server), Away::Refuses, self.chance.span(1000, 60_000));
                "one server cut from the database"
            }
            5 => {
                self.fates.go_away(Some(server), Away::Silent, self.chance.span(1000, 60_000));
                "one server without answers of the database"
            }
            which => self.strike_bus(server, which == 6),
        };
        *self.struck.entry(what).or_default() += 1;
    }

    /// Cuts a server from another on the bus, or from the bus.
    fn strike_bus(&mut self, server: usize, from_all: bool) -> &'static str {
        let Some(bus) = &self.bus else { return "nothing" };
        let span = self.chance.span(4000, 60_000);
        if from_all {
            let how = if self.chance.one_in(2) { Away::Refuses } else { Away::Silent };
            bus.go_away(server, how, span);
            return "one server cut from the bus";
        }
        let step = 1 + self.chance.below(self.plan.servers as u64 - 1) as usize;
        let other = (server + step) % self.plan.servers;
        bus.cut(server, other, span);
        if self.chance.one_in(2) {
            return "one server deaf to another";
        }
        bus.cut(other, server, span);
        "two servers cut from each other"
    }
}

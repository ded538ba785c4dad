//! Those who come to a server: tables where people play, and such that are left to their clocks.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::{Clocks, Settings};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::chance::Chance;
use super::client::{Client, Part};
use super::door;
use super::world::World;

/// How long a person tries to come in.
const ENTRY_TIMEOUT: Duration = Duration::from_mins(1);
/// The clock of a table that is not left to it, in seconds.
const LONG_CLOCK: u32 = 3600;

/// Does something outside of rooms until it is done: a store that fails by itself fails here too.
macro_rules! persist {
    ($work:expr) => {{
        let start = Instant::now();
        loop {
            match $work.await {
                Ok(done) => break done,
                Err(why) => assert!(start.elapsed() < ENTRY_TIMEOUT, "no client can come in: {why}"),
            }
            sleep(Duration::from_millis(50)).await;
        }
    }};
}

/// The people of one server, or of several behind a balancer.
pub(super) struct People {
    world: Arc<World>,
    to: SocketAddr,
    /// Tells the people of several servers apart that run at the same time.
    number: u64,
    seed: u64,
    tables: u32,
    persons: u32,
    /// What they do. Each returns how many of its messages were never answered.
    pub(super) clients: JoinSet<usize>,
}

impl People {
    /// No people yet.
    pub(super) fn new(world: Arc<World>, to: SocketAddr, number: u64, seed: u64) -> Self {
        Self { world, to, number, seed, tables: 0, persons: 0, clients: JoinSet::new() }
    }

    /// Opens a table where people play and so many watch.
    pub(super) async fn table(&mut self, watchers: u32) {
        let watchers = (0..watchers).map(|_| Part::Watcher);
        self.open(LONG_CLOCK, |seats| seats.map(Part::Player).chain(watchers).collect()).await;
    }

    /// Opens a table of each system that is left to its clocks, which run for so many seconds.
    pub(super) async fn sleepers(&mut self, clock: u32) {
        for _ in 0..2 {
            self.open(clock, |seats| seats.map(Part::Sleeper).collect()).await;
        }
    }

    async fn open(&mut self, clock: u32, parts: impl FnOnce(&mut dyn Iterator<Item = Seat>) -> Vec<Part>) {
        let settings = settings(self.tables, clock);
        self.tables += 1;
        let road = self.world.road.clone();
        let mut opened = None;
        for part in parts(&mut (0..settings.seats).map(Seat)) {
            self.persons += 1;
            let from = door::address(self.number as u32 * 256 + self.persons);
            let name = format!("P{}", self.persons);
            let guest = persist!(door::enter(road.as_ref(), from, self.to, &name));
            if opened.is_none() {
                opened = Some(persist!(door::open_room(road.as_ref(), &guest, self.to, &settings)));
            }
            let chance = Chance::new(self.seed, (self.number << 32) + u64::from(self.persons));
            let room = opened.clone().expect("a room");
            let client = Client::new(self.world.clone(), guest, room, part, chance);
            self.clients.spawn(client.run());
        }
    }
}

/// Settings of tables of both systems, with a clock in seconds.
fn settings(table: u32, clock: u32) -> Settings {
    let baston = table.is_multiple_of(2);
    let ruleset = if baston { "baston" } else { "generik" };
    let first = || systems::parse(ruleset).ok()?.scenarios().into_iter().next();
    Settings {
        name: format!("Table {table}"),
        ruleset: ruleset.to_owned(),
        scenario: if baston { "SCN-00".to_owned() } else { first().unwrap_or_default() },
        seats: 2,
        size: if baston { 2 } else { 0 },
        more: None,
        clocks: Clocks::Live { long: clock, short: clock, quick: clock },
        spectators: true,
        spectator_delay: 0,
        listed: false,
        blind: false,
        exercise: None,
    }
}

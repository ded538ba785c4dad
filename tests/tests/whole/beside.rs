//! One of several servers in simulated time: its heartbeat, and the time that it alone loses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::{ClientMessage, Closing};
use bagarre_rules::contract::Seat;
use bagarre_server::config::{Config, NodeConfig, NodeMode};
use bagarre_server::lease::Lease;
use bagarre_server::store::cluster::{Claimant, Claimed, Cluster as _, Joining};
use bagarre_server::store::nodes::{Node, Nodes as _};
use bagarre_server::store::writer::Writer;
use bagarre_server::store::{
    Asked, DeadlineRow, Job, JournalRow, Member, RoomRecord, Store, StoreError, Write, WriteError,
};
use bagarre_server::world::World;
use bagarre_tests::chaos::between::{Between, Committed};
use bagarre_tests::memory::MemoryStore;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::stand_between;
use bagarre_tests::toy::{bid, settings, table, turn};
use bagarre_tests::wait::until;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::store::{Handle, TOY, game_in, room, write};

const LONG: Duration = Duration::from_hours(1);

/// A store whose heartbeats fail, and whose groups are not answered, while a test wants that.
pub(crate) struct Cut {
    inner: Arc<MemoryStore>,
    handle: Arc<dyn Store>,
    pub(crate) silent: AtomicBool,
    stuck: AtomicBool,
    /// Groups are never answered.
    hangs: AtomicBool,
    /// Between the two steps of a server that joins, another one claims the data for itself.
    intrudes: AtomicBool,
}

impl Cut {
    pub(crate) fn new(inner: Arc<MemoryStore>) -> Self {
        let off = AtomicBool::default;
        Self { handle: inner.clone(), inner, silent: off(), stuck: off(), hangs: off(), intrudes: off() }
    }
}

#[async_trait]
impl Between for Cut {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.handle
    }

    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        if call == "nodes" && self.intrudes.swap(false, Ordering::Relaxed) {
            assert!(self.inner.claim(&node("alone"), None, LONG).await?);
        }
        let beats = matches!(call, "beat_as" | "join");
        let writes = matches!(call, "beat" | "credit_node");
        if beats && self.silent.load(Ordering::Relaxed) || writes && self.stuck.load(Ordering::Relaxed) {
            return Err(StoreError::Away("cut off on purpose".to_owned()));
        }
        Ok(())
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.handle.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        if self.stuck.load(Ordering::Relaxed) {
            return Err(StoreError::Away("cut off on purpose".to_owned()));
        }
        if self.hangs.load(Ordering::Relaxed) {
            return std::future::pending().await;
        }
        self.handle.commit(jobs).await
    }
}

stand_between!(Cut);

fn several() -> NodeConfig {
    NodeConfig { mode: NodeMode::Several, ..NodeConfig::default() }
}

fn node(address: &str) -> Node {
    Node { id: Uuid::new_v4(), address: address.to_owned(), plays: "[]".to_owned(), version: "1".to_owned() }
}

/// One of several servers, a day ahead of its database.
struct Server {
    store: Arc<Cut>,
    lease: Lease,
    writer: Writer,
}

impl Server {
    async fn start() -> Self {
        let database = World::simulated(1);
        let inner = Arc::new(MemoryStore::new(database));
        let store = Arc::new(Cut::new(inner));
        let world = World::simulated_since(tokio::time::Instant::now(), 86_400_000, 2);
        let (shared, stop): (Arc<dyn Store>, _) = (store.clone(), CancellationToken::new());
        let lease = Lease::take(&shared, &several(), &world, stop).await.unwrap();
        let (writer, _) = Writer::start_leased(shared, lease.clone(), world, 0, Duration::from_secs(2));
        Self { store, lease, writer }
    }

    fn memory(&self) -> Handle {
        self.store.inner.clone()
    }

    /// The servers whose leases run.
    async fn living(&self) -> Vec<Uuid> {
        let (nodes, now) = self.store.inner.nodes().await.unwrap();
        nodes.iter().filter(|node| node.until >= now).map(|node| node.id).collect()
    }

    /// Another server joins, whose lease does not end.
    async fn another(&self) -> Uuid {
        let node = node("there");
        let joining = Joining { node: &node, incarnation: 1, lost: 0, lease: LONG, known: &TOY };
        self.store.inner.join(joining).await.unwrap().unwrap();
        node.id
    }

    /// A room that a server claims, with a clock that is over in an hour.
    async fn claimed(&self, id: &str, node: Uuid) -> (RoomRecord, Uuid, i64) {
        let mut room = room(&self.memory(), id).await;
        let game = game_in(&room.id);
        (room.game, room.phase) = (Some(game.id), bagarre_protocol::room::Phase::Playing);
        let rows = Write::Deadlines { game: game.id, rows: vec![self.clock(3_600_000)] };
        let id = game.id;
        let job = vec![Write::Room(Box::new(room.clone())), Write::Game(Box::new(game)), rows];
        write(&self.memory(), job).await.unwrap();
        let claimant = Claimant { node, lease: Duration::from_millis(2500), known: Some(&TOY) };
        let Claimed::Held(epoch) = self.store.inner.claim_room(&room.id, claimant).await.unwrap() else {
            panic!("the room is free")
        };
        (room, id, epoch)
    }

    /// A clock that is over in so many milliseconds of the time of the tables of this server.
    fn clock(&self, left: i64) -> DeadlineRow {
        DeadlineRow {
            seat: Seat(0),
            deadline: self.writer.clock().read().table + left,
            total: 60,
            paused_left: None,
            asked: Some(Asked { entry: 0, at: 1 }),
            bank: None,
        }
    }

    async fn due(&self, game: Uuid) -> i64 {
        self.store.inner.deadlines(game).await.unwrap()[0].deadline
    }
}

fn job(room: &RoomRecord, epoch: i64) -> Job {
    let member = Member { guest: room.host, kicked: false };
    vec![Write::Epoch { room: room.id.clone(), epoch }, Write::Member { room: room.id.clone(), member }]
}

fn simulated(test: impl AsyncFnOnce(Server)) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        test(Server::start().await).await;
    });
}

/// The same once it has joined again, while the task of the room still waits for what it wrote before.
#[tokio::test]
async fn a_room_of_an_earlier_incarnation_lets_no_socket_in() {
    let (memory, data) = (Arc::new(MemoryStore::default()), Arc::new(tempfile::tempdir().unwrap()));
    let cut = Arc::new(Cut::new(memory.clone()));
    let tune: fn(&mut Config) = |config| config.node = several();
    let first = TestServer::on_store(data.clone(), cut.clone(), tune).await;
    let second = TestServer::on_store(data, memory.clone(), tune).await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    cut.hangs.store(true, Ordering::Relaxed);
    let command = Payload::of(&bid(3)).unwrap();
    one.send(&ClientMessage::Command { id: Uuid::new_v4(), command }).await;
    cut.silent.store(true, Ordering::Relaxed);
    one.come_back(second.addr).await;
    two.come_back(second.addr).await;
    turn(&mut one, &mut two).await;
    cut.silent.store(false, Ordering::Relaxed);
    until("it joins again", async || {
        let (nodes, now) = memory.nodes().await.unwrap();
        nodes.iter().filter(|node| node.until >= now).count() == 2
    })
    .await;
    let stale = Player::knock(first.addr, &one.token, &one.room.id, None, None).await;
    assert!(matches!(stale.err(), Some(Closing::Away | Closing::Elsewhere | Closing::Rebuilt)));
}

#[test]
fn a_server_that_joins_while_another_claims_the_data_for_itself_gives_way() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let world = World::simulated(1);
        let store = Arc::new(Cut::new(Arc::new(MemoryStore::new(world.clone()))));
        store.intrudes.store(true, Ordering::Relaxed);
        let (shared, stop): (Arc<dyn Store>, _) = (store.clone(), CancellationToken::new());
        let joins = timeout(Duration::from_mins(1), Lease::take(&shared, &several(), &world, stop)).await;
        assert!(joins.is_err(), "it waits");
        let (nodes, now) = store.inner.nodes().await.unwrap();
        let living: Vec<&str> =
            nodes.iter().filter(|node| node.until >= now).map(|node| &*node.address).collect();
        assert_eq!(living, ["alone"]);
    });
}

/// A server whose heartbeats fail does not know that its lease has lapsed, as one that was frozen for a while.
#[tokio::test]
async fn a_server_whose_lease_may_have_lapsed_shows_no_game_that_goes_on_elsewhere() {
    let (memory, data) = (Arc::new(MemoryStore::default()), Arc::new(tempfile::tempdir().unwrap()));
    let cut = Arc::new(Cut::new(memory.clone()));
    let tune: fn(&mut Config) = |config| config.node = several();
    let first = TestServer::on_store(data.clone(), cut.clone(), tune).await;
    let second = TestServer::on_store(data, memory, tune).await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    cut.silent.store(true, Ordering::Relaxed);
    // They are let in as soon as the lease of the first server has lapsed.
    one.come_back(second.addr).await;
    two.come_back(second.addr).await;
    turn(&mut one, &mut two).await;
    let stale = Player::knock(first.addr, &one.token, &one.room.id, None, None).await;
    assert_eq!(stale.err(), Some(Closing::Away));
}

#[test]
fn heartbeats_that_are_missed_move_nothing_until_the_lease_has_lapsed() {
    simulated(async |server| {
        let [node] = server.living().await[..] else { panic!("one server") };
        let (room, _, epoch) = server.claimed("abc", node).await;
        server.store.silent.store(true, Ordering::Relaxed);
        sleep(Duration::from_millis(1400)).await;
        assert_eq!(server.writer.write(job(&room, epoch)).await, Ok(()));
        server.store.silent.store(false, Ordering::Relaxed);
        sleep(Duration::from_secs(5)).await;
        assert_eq!(server.living().await, [node], "the same incarnation");
        // Two seconds after the last heartbeat it stops by its own clock, before the lease has lapsed for others.
        server.store.silent.store(true, Ordering::Relaxed);
        sleep(Duration::from_millis(2100)).await;
        assert!(matches!(server.writer.write(job(&room, epoch)).await, Err(WriteError::Failed(_))));
        sleep(Duration::from_secs(2)).await;
        assert!(server.living().await.is_empty());
        let other = server.another().await;
        let claimant = Claimant { node: other, lease: Duration::from_millis(2500), known: Some(&TOY) };
        let taken = server.store.inner.claim_room(&room.id, claimant).await.unwrap();
        assert_eq!(taken, Claimed::Held(epoch + 1));
        server.store.silent.store(false, Ordering::Relaxed);
        sleep(Duration::from_secs(5)).await;
        let living = server.living().await;
        assert!(living.len() == 2 && !living.contains(&node), "it is another incarnation");
        assert_eq!(server.writer.write(job(&room, epoch)).await, Err(WriteError::Fenced));
        assert!(server.lease.check_held().is_ok());
    });
}

#[test]
fn time_that_one_server_cannot_write_in_is_given_to_its_rooms_alone() {
    simulated(async |server| {
        let [node] = server.living().await[..] else { panic!("one server") };
        let other = server.another().await;
        let (mine, game, epoch) = server.claimed("mine", node).await;
        let (_, elsewhere, _) = server.claimed("elsewhere", other).await;
        let before = (server.due(game).await, server.due(elsewhere).await);
        let stands = server.writer.clock().read().table;
        server.store.stuck.store(true, Ordering::Relaxed);
        assert!(server.writer.write(job(&mine, epoch)).await.is_err());
        sleep(Duration::from_secs(30)).await;
        server.store.stuck.store(false, Ordering::Relaxed);
        sleep(Duration::from_secs(1)).await;
        assert_eq!(server.writer.write(job(&mine, epoch)).await, Ok(()));
        let given = server.due(game).await - before.0;
        assert!((28_000..36_000).contains(&given), "{given}");
        assert_eq!(server.due(elsewhere).await, before.1, "others have lost nothing");
        let passed = server.writer.clock().read().table - stands;
        assert!((0..5_000).contains(&passed), "the clock of its tables stood: {passed}");
        // What the room writes now is stored as moments that all servers share.
        let clock = server.clock(1_000_000);
        let rows = Write::Deadlines { game, rows: vec![clock] };
        let write = vec![Write::Epoch { room: mine.id.clone(), epoch }, rows];
        assert_eq!(server.writer.write(write).await, Ok(()));
        assert_eq!(server.due(game).await, clock.deadline + given);
    });
}

//! Two servers on the same data: one of them works on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::socket::{Answer, Closing};
use bagarre_server::config::{Config, NodeConfig};
use bagarre_server::error::AppError;
use bagarre_server::lease::{DataBusy, Lease, Sight, Watch};
use bagarre_server::store::nodes::{Holder, Node, NodeRecord, Nodes as _};
use bagarre_server::store::writer::Writer;
use bagarre_server::store::{Guest, Job, JournalRow, Store, StoreError, Write, WriteError};
use bagarre_server::world::World;
use bagarre_tests::chaos::between::{Between, Committed};
use bagarre_tests::memory::MemoryStore;
use bagarre_tests::pgbouncer::PgBouncer;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::stand_between;
use bagarre_tests::toy::{bid, settings, table, turn};
use bagarre_tests::wait::until;
use futures_util::future::join_all;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::store::{Handle, contract};

contract![
    a_lease_is_taken_by_one_of_many,
    a_late_claim_is_refused,
    a_lease_that_lapsed_is_taken_again_as_the_next_incarnation,
    a_server_whose_place_was_taken_renews_and_releases_nothing,
    a_server_hears_that_it_is_asked_for_the_data,
];

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_hours(1);

fn node(address: &str) -> Node {
    Node { id: Uuid::new_v4(), address: address.to_owned(), plays: "[]".to_owned(), version: "1".to_owned() }
}

async fn holder(store: &Handle) -> NodeRecord {
    store.holder().await.unwrap().unwrap().node
}

async fn a_lease_is_taken_by_one_of_many(store: Handle) {
    assert_eq!(store.holder().await.unwrap(), None);
    let nodes: Vec<Node> = (0..8).map(|number| node(&number.to_string())).collect();
    let taken = join_all(nodes.iter().map(|node| store.claim(node, None, LONG))).await;
    let taken: Vec<&Node> =
        nodes.iter().zip(taken).filter_map(|(node, taken)| taken.unwrap().then_some(node)).collect();
    let Holder { node, now } = store.holder().await.unwrap().unwrap();
    assert_eq!(taken.iter().map(|node| node.id).collect::<Vec<_>>(), [node.id]);
    assert_eq!((node.incarnation, &node.address, node.asked), (1, &taken[0].address, None));
    assert!(node.since <= now && now < node.until);
    store.release(node.id).await.unwrap();
    assert_eq!(store.holder().await.unwrap(), None);
}

async fn a_late_claim_is_refused(store: Handle) {
    let (one, two) = (node("one"), node("two"));
    assert!(store.claim(&one, None, LONG).await.unwrap());
    let seen = holder(&store).await;
    assert!(store.renew(one.id, 2 * LONG).await.unwrap().is_some());
    assert!(!store.claim(&two, Some(&seen), LONG).await.unwrap(), "it was renewed since");
    assert!(!store.claim(&two, None, LONG).await.unwrap(), "it is not free");
    let seen = holder(&store).await;
    assert_eq!(seen.id, one.id);
    assert!(store.claim(&two, Some(&seen), LONG).await.unwrap());
    assert!(!store.claim(&node("three"), Some(&seen), LONG).await.unwrap(), "another was quicker");
    let now = holder(&store).await;
    assert_eq!((now.id, now.incarnation, &*now.address), (two.id, 2, "two"));
}

async fn a_lease_that_lapsed_is_taken_again_as_the_next_incarnation(store: Handle) {
    let one = node("one");
    assert!(store.claim(&one, None, Duration::ZERO).await.unwrap());
    until("time goes on", async || {
        store.holder().await.unwrap().is_none_or(|holder| holder.now > holder.node.until)
    })
    .await;
    assert_eq!(store.renew(one.id, LONG).await.unwrap().unwrap().incarnation, 2);
    assert_eq!(store.renew(one.id, LONG).await.unwrap().unwrap().incarnation, 2, "this one has not lapsed");
}

async fn a_server_whose_place_was_taken_renews_and_releases_nothing(store: Handle) {
    let (one, two) = (node("one"), node("two"));
    assert!(store.claim(&one, None, LONG).await.unwrap());
    assert!(store.claim(&two, Some(&holder(&store).await), LONG).await.unwrap());
    assert_eq!(store.renew(one.id, LONG).await.unwrap(), None);
    store.release(one.id).await.unwrap();
    assert_eq!(holder(&store).await.id, two.id);
    store.release(two.id).await.unwrap();
    assert_eq!(store.renew(two.id, LONG).await.unwrap(), None, "what was released is not renewed");
}

async fn a_server_hears_that_it_is_asked_for_the_data(store: Handle) {
    let (one, by) = (node("one"), Uuid::new_v4());
    assert!(store.claim(&one, None, LONG).await.unwrap());
    store.ask_handover(Uuid::new_v4(), by).await.unwrap();
    assert_eq!(store.renew(one.id, LONG).await.unwrap().unwrap().asked, None, "another one was asked");
    store.ask_handover(one.id, by).await.unwrap();
    assert_eq!(store.renew(one.id, LONG).await.unwrap().unwrap().asked, Some(by));
}

/// Works on the data alone, as every server does outside of these tests.
fn as_served(config: &mut Config) {
    config.node = NodeConfig { address: "the first one".to_owned(), ..NodeConfig::default() };
}

/// The same, with a lease that a machine which does many other things does not let lapse.
fn alone(config: &mut Config) {
    as_served(config);
    (config.node.lease, config.node.margin) = (Duration::from_secs(5), Duration::from_secs(25));
}

/// A second server on data that is worked on: the refusal names the first one, which goes on. One that is started after its end works.
async fn second_is_refused(server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    match server.second(|_| {}).await {
        Err(AppError::Held(held @ DataBusy::AtWork(_))) => {
            let line = held.to_string();
            let version = format!("version {}", env!("CARGO_PKG_VERSION"));
            for word in ["at work", "the first one", &version, "since 20", "UTC", "id ", "--takeover"] {
                assert!(line.contains(word), "{word}: {line}");
            }
        }
        Err(why) => panic!("{why}"),
        Ok(_) => panic!("two servers work on the same data"),
    }
    turn(&mut one, &mut two).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_second_server_on_an_sqlite_folder_is_refused() {
    second_is_refused(TestServer::with(alone).await).await;
}

#[tokio::test]
async fn a_second_server_on_a_postgres_database_is_refused() {
    let cluster = postgres::shared();
    second_is_refused(TestServer::on_postgres_with(cluster.database(), alone).await).await;
}

#[tokio::test]
async fn a_second_server_behind_a_pooler_is_refused() {
    let cluster = postgres::shared();
    let pooler = PgBouncer::start(&cluster, "session");
    second_is_refused(TestServer::on_postgres_with(pooler.url(&cluster.database()), alone).await).await;
}

/// A server that crashed leaves a lease: the next one waits until it has lapsed, and then plays on.
async fn next_waits(server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let before = server.app.store().holder().await.unwrap().unwrap().node;
    let server = server.crash().await;
    let after = server.app.store().holder().await.unwrap().unwrap().node;
    assert!(after.id != before.id && after.incarnation > before.incarnation, "{before:?} {after:?}");
    let (lease, margin) = (NodeConfig::default().lease, NodeConfig::default().margin);
    let least = (lease / 5 + margin).as_millis() as i64;
    assert!(after.since >= before.since + least, "it did not wait for the lease to lapse");
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn after_a_crash_the_next_server_waits_for_the_lease_on_sqlite() {
    next_waits(TestServer::with(as_served).await).await;
}

#[tokio::test]
async fn after_a_crash_the_next_server_waits_for_the_lease_on_postgres() {
    let cluster = postgres::shared();
    next_waits(TestServer::on_postgres_with(cluster.database(), as_served).await).await;
}

/// The first server hands the data over: it takes its leave of the players, who go on at the second one.
async fn hands_over(server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let next = server.second(|config| config.node.takeover = true).await.unwrap();
    assert_eq!(one.until_closed().await, Some(Closing::Shutdown));
    assert_eq!(two.until_closed().await, Some(Closing::Shutdown));
    assert!(server.app.stop().is_cancelled());
    let holder = next.store().holder().await.unwrap().unwrap().node;
    assert_eq!(holder.asked, None, "who has taken over is not asked to hand over");
    next.close().await;
    drop(next);
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_server_hands_its_data_over_on_sqlite() {
    hands_over(TestServer::with(alone).await).await;
}

#[tokio::test]
async fn a_server_hands_its_data_over_on_postgres() {
    let cluster = postgres::shared();
    hands_over(TestServer::on_postgres_with(cluster.database(), alone).await).await;
}

#[tokio::test]
async fn a_handover_that_does_not_come_is_given_up() {
    let server = TestServer::start().await;
    let (store, deaf) = (server.app.store(), node("a deaf one"));
    assert!(store.claim(&deaf, None, LONG).await.unwrap());
    let renews = async {
        loop {
            assert!(store.renew(deaf.id, LONG).await.unwrap().is_some());
            sleep(Duration::from_millis(20)).await;
        }
    };
    let asks = server.second(|config| {
        alone(config);
        config.node.takeover = true;
        config.node.handover = Duration::from_millis(500);
    });
    let refused = tokio::select! {
        biased;
        refused = asks => refused,
        () = renews => unreachable!(),
    };
    match refused {
        Err(AppError::Held(held @ DataBusy::NotHandedOver(..))) => {
            assert!(held.to_string().contains("a deaf one"));
        }
        Err(why) => panic!("{why}"),
        Ok(_) => panic!("two servers work on the same data"),
    }
    assert!(holder_of(store).await.asked.is_some(), "it was asked");
}

async fn holder_of(store: &dyn Store) -> NodeRecord {
    store.holder().await.unwrap().unwrap().node
}

#[test]
fn a_holder_is_dead_by_the_clock_of_the_database_or_by_its_own_silence() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let (lease, margin) = (Duration::from_millis(2500), Duration::from_secs(2));
        let record = |until| NodeRecord {
            id: Uuid::from_u128(1),
            incarnation: 1,
            until,
            address: String::new(),
            plays: String::new(),
            version: String::new(),
            since: 0,
            asked: None,
            alone: true,
            draining: false,
            migration: 0,
        };
        let sees = |until, now| Some(Holder { node: record(until), now });
        let mut watch = Watch::new(lease, margin);
        assert_eq!(watch.look(None), Sight::Free);
        assert_eq!(watch.look(sees(1000, 2999)), Sight::Unknown(record(1000)));
        assert_eq!(watch.look(sees(1000, 3000)), Sight::Dead(record(1000)), "it lapsed long enough ago");
        // The clock of the database was set back: what does not change is dead all the same.
        let mut watch = Watch::new(lease, margin);
        assert_eq!(watch.look(sees(9_000_000, 0)), Sight::Unknown(record(9_000_000)));
        tokio::time::advance(Duration::from_millis(4499)).await;
        assert_eq!(watch.look(sees(9_000_000, 1)), Sight::Unknown(record(9_000_000)));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(watch.look(sees(9_000_000, 2)), Sight::Dead(record(9_000_000)));
        // And what changes lives, independent of the clock.
        let mut watch = Watch::new(lease, margin);
        watch.look(sees(1000, 900));
        assert_eq!(watch.look(sees(1100, 950)), Sight::Alive(record(1100)));
    });
}

/// A store whose heartbeat can be cut off, and whose groups can be held until they are let go.
struct Cut {
    inner: Arc<dyn Store>,
    silent: AtomicBool,
    holds: AtomicBool,
    held: Semaphore,
}

#[async_trait]
impl Between for Cut {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        if call == "renew" && self.silent.load(Ordering::Relaxed) {
            return Err(StoreError::Away("cut off on purpose".to_owned()));
        }
        Ok(())
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.inner.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        if self.holds.load(Ordering::Relaxed) {
            self.held.acquire().await.unwrap().forget();
        }
        self.inner.commit(jobs).await
    }
}

stand_between!(Cut);

/// A server with a lease, in simulated time.
struct Leased {
    memory: Arc<MemoryStore>,
    store: Arc<Cut>,
    lease: Lease,
    writer: Writer,
    stop: CancellationToken,
}

impl Leased {
    async fn start() -> Self {
        let world = World::simulated(1);
        let memory = Arc::new(MemoryStore::new(world.clone()));
        let store = Arc::new(Cut {
            inner: memory.clone(),
            silent: AtomicBool::new(false),
            holds: AtomicBool::new(false),
            held: Semaphore::new(0),
        });
        let (shared, stop): (Arc<dyn Store>, _) = (store.clone(), CancellationToken::new());
        let lease = Lease::take(&shared, &NodeConfig::default(), &world, stop.clone()).await.unwrap();
        let (writer, _) = Writer::start_leased(shared, lease.clone(), world, 0, Duration::from_secs(2));
        Self { memory, store, lease, writer, stop }
    }

    fn cut(&self, cut: bool) {
        self.store.silent.store(cut, Ordering::Relaxed);
    }

    /// Writes a guest. Returns how that came out, and whether the guest is stored.
    async fn write(&self) -> (Result<(), WriteError>, bool) {
        let (id, job) = somebody();
        let written = self.writer.write(job).await;
        (written, self.stored(id).await)
    }

    async fn stored(&self, id: Uuid) -> bool {
        !self.memory.guests(&[id]).await.unwrap().is_empty()
    }

    async fn another_takes_over(&self) {
        let seen = self.memory.holder().await.unwrap().unwrap().node;
        assert!(self.memory.claim(&node("another"), Some(&seen), LONG).await.unwrap());
    }
}

fn somebody() -> (Uuid, Job) {
    let id = Uuid::new_v4();
    let guest = Guest { id, name: "Raymond".to_owned(), created: 0 };
    (
        id,
        vec![Write::Guest {
            guest,
            token: *Uuid::new_v4().as_bytes().repeat(2).first_chunk().unwrap(),
            label: String::new(),
        }],
    )
}

/// A simulated night of one server.
fn simulated(test: impl AsyncFnOnce(Leased)) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        test(Leased::start().await).await;
    });
}

#[test]
fn a_server_that_cannot_renew_its_lease_writes_nothing_until_it_has_it_again() {
    simulated(async |server| {
        assert_eq!(server.write().await, (Ok(()), true));
        server.cut(true);
        sleep(Duration::from_millis(1400)).await;
        assert_eq!(server.write().await, (Ok(()), true), "a heartbeat that is missed moves nothing");
        sleep(Duration::from_millis(700)).await;
        let (written, there) = server.write().await;
        assert!(matches!(written, Err(WriteError::Failed(_))) && !there, "{written:?}");
        sleep(Duration::from_mins(10)).await;
        assert!(!server.write().await.1);
        assert!(!server.writer.clock().read().runs, "nobody loses time meanwhile");
        server.cut(false);
        sleep(Duration::from_secs(1)).await;
        assert_eq!(server.write().await, (Ok(()), true), "nobody else has taken it");
        assert_eq!(server.memory.holder().await.unwrap().unwrap().node.incarnation, 2);
        assert!(server.lease.check_held().is_ok() && !server.stop.is_cancelled());
    });
}

#[test]
fn what_is_written_while_another_server_takes_over_is_not_acknowledged() {
    simulated(async |server| {
        let (id, job) = somebody();
        server.store.holds.store(true, Ordering::Relaxed);
        let mut pending = server.writer.offer(job);
        sleep(Duration::from_millis(100)).await;
        server.cut(true);
        sleep(Duration::from_secs(5)).await;
        server.another_takes_over().await;
        server.store.held.add_permits(1);
        sleep(Duration::from_millis(100)).await;
        assert!(server.stored(id).await, "the database wrote it late");
        server.cut(false);
        assert_eq!(pending.done().await, Err(WriteError::Unknown));
        assert!(server.stop.is_cancelled(), "it stops");
        let Err(AppError::Superseded(holder)) = server.lease.check_held() else {
            panic!("the lease is lost")
        };
        assert!(holder.contains("another"), "{holder}");
        assert!(!server.write().await.1);
    });
}

#[test]
fn what_was_written_late_is_acknowledged_when_nobody_has_taken_over() {
    simulated(async |server| {
        let (id, job) = somebody();
        server.store.holds.store(true, Ordering::Relaxed);
        let mut pending = server.writer.offer(job);
        sleep(Duration::from_millis(100)).await;
        server.cut(true);
        sleep(Duration::from_secs(5)).await;
        server.store.held.add_permits(1);
        let early = timeout(Duration::from_secs(5), pending.done()).await;
        assert!(early.is_err(), "who holds the data is not known yet");
        server.cut(false);
        assert_eq!(pending.done().await, Ok(()));
        assert!(server.stored(id).await && !server.stop.is_cancelled());
    });
}

#[tokio::test]
async fn a_server_whose_place_was_taken_closes_its_sockets_and_stops() {
    let server = TestServer::with(alone).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    // Another one that took it for dead.
    let other = node("another");
    let taken = async {
        loop {
            let seen = holder_of(server.app.store()).await;
            if server.app.store().claim(&other, Some(&seen), LONG).await.unwrap() {
                break;
            }
        }
    };
    timeout(Duration::from_mins(1), taken).await.expect("it is taken between two heartbeats");
    assert_eq!(one.until_closed().await, Some(Closing::Shutdown));
    assert_eq!(two.until_closed().await, Some(Closing::Shutdown));
    server.app.close().await;
    let store = bagarre_server::store::open(None, server.data()).await.unwrap();
    assert_eq!(holder_of(store.as_ref()).await.id, other.id, "who has taken over keeps it");
    store.close().await;
}

#[tokio::test]
async fn a_heartbeat_is_not_kept_waiting_by_what_is_written() {
    let cluster = postgres::shared();
    for server in
        [TestServer::with(as_served).await, TestServer::on_postgres_with(cluster.database(), as_served).await]
    {
        let before = holder_of(server.app.store()).await;
        // As many writers as there are connections to write with, and more that wait for one, all the time.
        let store = server.app.store();
        let busy = join_all((0..6).map(async |_| {
            loop {
                let jobs: Vec<Job> = (0..64).map(|_| somebody().1).collect();
                assert!(store.commit(&jobs).await.unwrap().iter().all(Result::is_ok));
            }
        }));
        let renewed = async {
            let mut seen = (before.until, 0);
            while seen.1 < 3 {
                let until = holder_of(store).await.until;
                seen = if until > seen.0 { (until, seen.1 + 1) } else { seen };
                sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            biased;
            () = renewed => {}
            _ = busy => unreachable!(),
            () = sleep(Duration::from_mins(1)) => panic!("the heartbeat starves"),
        }
        let (mut one, mut two, _) = table(&server, settings()).await;
        one.until_asked().await;
        assert!(matches!(one.command(&bid(2)).await, Answer::Applied { .. }));
        two.until_entry(1).await;
    }
}

//! What every part of the server shares, from the start to the end.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::Settings;
use quick_cache::sync::Cache;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use uuid::Uuid;

use crate::assets::SharedAssets;
use crate::bus::Bus;
use crate::bus::nats::NatsBus;
use crate::clock::DAY_MS;
use crate::config::{BusConfig, Config, NodeMode};
use crate::disk;
use crate::drain::Drain;
use crate::error::AppError;
use crate::exports::Exports;
use crate::fair::sign::Signer;
use crate::folder::{self, Lock};
use crate::gate::Gate;
use crate::http::Readiness;
use crate::lease::{self, Lease};
use crate::link::Links;
use crate::notices::Notices;
use crate::reminders::{self, Reminding};
use crate::room::{Rooms, settings};
use crate::secrets::{Secret, SecretError, Secrets};
use crate::store::house::{HouseChange, HouseRecord};
use crate::store::replays::Rules;
use crate::store::writer::Writer;
use crate::store::{self, Guest, Hash, SeatRecord, Store, StoreError};
use crate::tokens::cookie_name;
use crate::upkeep::{self, Upkeep};
use crate::words;
use crate::world::World;

/// How long rooms may take to end at a shutdown: a database that does not answer must not delay it.
const ROOM_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// How long sockets may take to close at a shutdown.
const SOCKET_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);
/// What a new room takes in the database with its seats and members, roughly, in bytes.
const NEW_ROOM_BYTES: usize = 2000;
/// Upper bound of the browsers whose person is cached.
const MAX_KNOWN_BROWSERS: usize = 16_384;
/// How often a room that has just been closed is asked to end, and how long to wait before the next attempt.
const MAX_DROP_ATTEMPTS: u32 = 50;
const DROP_RETRY_DELAY: Duration = Duration::from_millis(20);
/// How long the database may take for the last sign of life at a shutdown, and again to close its connections.
const STORE_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

/// What every part of the server shares. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    lease: Lease,
    links: Option<Arc<Links>>,
    drain: Drain,
    /// Files of the web client that several servers share, where this one is one of several.
    assets: Option<Arc<SharedAssets>>,
    config: Arc<Config>,
    rooms: Rooms,
    signer: Signer,
    sockets: TaskTracker,
    gate: Gate,
    reminding: Reminding,
    /// Name of the cookie by which this server knows browsers.
    cookie: String,
    notices: Notices,
    readiness: Readiness,
    exports: Exports,
    browsers: Cache<Hash, Uuid>,
    stop: CancellationToken,
    /// A person is to be forgotten.
    going: Arc<Notify>,
    #[allow(dead_code, reason = "held, never read")]
    lock: Lock,
    secret: Secret,
}

/// One open socket, counted while it lives.
pub(crate) struct SocketSlot(#[allow(dead_code, reason = "held, never read")] TaskTrackerToken);

impl Drop for SocketSlot {
    fn drop(&mut self) {
        metrics::gauge!("bagarre_sockets").decrement(1.0);
    }
}

impl App {
    /// Opens the store and wakes what has to be awake. `stop` ends every room and socket.
    pub async fn start(config: Config, stop: CancellationToken) -> Result<Self, AppError> {
        folder::private(&config.data).map_err(StoreError::Folder)?;
        let _early = Lock::shared(&config.data).map_err(StoreError::Folder)?;
        let opening =
            store::prepare(config.database_url.as_deref(), &config.data, config.limits.database).await?;
        // The tables are not changed while another server works on them.
        lease::clear_the_way(opening.nodes(), &config.node, &config.world).await?;
        if config.node.mode == NodeMode::Several {
            opening.refuse_at_work().await?;
        }
        let store = Box::pin(opening.migrate(config.without_replays)).await?;
        Box::pin(Self::start_with(store, config, stop)).await
    }

    /// As [`App::start`], on a store that is open already.
    pub async fn start_with(
        store: Arc<dyn Store>,
        config: Config,
        stop: CancellationToken,
    ) -> Result<Self, AppError> {
        folder::private(&config.data).map_err(StoreError::Folder)?;
        let lock = Lock::shared(&config.data).map_err(StoreError::Folder)?;
        let lease = Lease::take(&store, &config.node, &config.world, stop.clone()).await?;
        let started = Self::start_leased(store, lease.clone(), lock, config, stop).await;
        if started.is_err() {
            lease.end();
            // Where even that fails it lapses.
            let _ = timeout(STORE_SHUTDOWN_TIMEOUT, lease.release()).await;
        }
        started
    }

    async fn start_leased(
        store: Arc<dyn Store>,
        lease: Lease,
        lock: Lock,
        config: Config,
        stop: CancellationToken,
    ) -> Result<Self, AppError> {
        let secret = config.secrets.secret(store.as_ref(), &config.data, &config.world).await?;
        let world = config.world.clone();
        // Of several servers the one that joins first has credited what is owed.
        let lost = if lease.is_several() { 0 } else { credit_downtime(store.as_ref(), &world).await? };
        let config = Arc::new(config);
        let (writer, _) =
            Writer::start_leased(store.clone(), lease.clone(), world, lost, config.limits.database);
        let signer = Signer::new(&secret);
        let reminding = Reminding::new(config.clone(), &secret).map_err(AppError::Reminders)?;
        let links = connect(&config, &lease, &secret, stop.clone()).await?;
        let rooms = Rooms::start(
            store.clone(),
            writer,
            lease.clone(),
            config.clone(),
            secret,
            links.clone(),
            stop.clone(),
        );
        let assets = share_assets(&store, &lease, &config, &stop).await?;
        let house = read_house(store.as_ref(), &lease).await?;
        rooms.house().update(house);
        let (going, sockets, gate) = (Arc::new(Notify::new()), TaskTracker::new(), Gate::new(&config.limits));
        start_upkeep(&store, &rooms, &config, going.clone(), &stop);
        if let Some(links) = &links {
            tokio::spawn(links.clone().listen(rooms.clone(), lease.clone(), gate.clone()));
        }
        let reminder = reminders::Task {
            store: store.clone(),
            rooms: rooms.clone(),
            gate: gate.clone(),
            with: reminding.clone(),
        };
        tokio::spawn(reminder.run(stop.clone()));
        let (cookie, notices) = (cookie_name(&secret), Notices::default());
        let (readiness, exports) = (Readiness::default(), Exports::default());
        let browsers = Cache::new(MAX_KNOWN_BROWSERS);
        let inner = Inner {
            store,
            lease,
            links,
            drain: Drain::default(),
            assets,
            config,
            rooms,
            signer,
            sockets,
            gate,
            reminding,
            cookie,
            notices,
            readiness,
            exports,
            browsers,
            stop,
            going,
            lock,
            secret,
        };
        Ok(Self(Arc::new(inner)))
    }

    /// Ends every room in order, then lets the database go. Within seven seconds, also when the database does not answer: what it has not
    /// acknowledged by then was not acknowledged to any player.
    pub async fn close(&self) {
        self.end_rooms().await;
        self.let_go().await;
    }

    /// Ends every room and socket.
    pub(crate) async fn end_rooms(&self) {
        self.0.stop.cancel();
        if timeout(ROOM_SHUTDOWN_TIMEOUT, self.0.rooms.ended()).await.is_err() {
            tracing::warn!("some rooms did not end in time");
        }
        if let Some(links) = &self.0.links {
            links.close().await;
        }
        self.0.sockets.close();
        if timeout(SOCKET_SHUTDOWN_TIMEOUT, self.0.sockets.wait()).await.is_err() {
            tracing::warn!(left = self.0.sockets.len(), "some sockets did not take their leave");
        }
    }

    /// Notes when the server was last alive, releases its lease, and lets the database go.
    pub(crate) async fn let_go(&self) {
        let kept = self.check_lease().is_ok();
        self.0.lease.end();
        let last = async {
            let alive = if kept {
                self.0.store.beat(self.0.rooms.followed_clock(), &Rules::known()).await
            } else {
                Ok(())
            };
            self.0.lease.release().await.and(alive)
        };
        match timeout(STORE_SHUTDOWN_TIMEOUT, last).await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(%why, "the last sign of life was not written"),
            Err(_) => tracing::warn!("the last sign of life was not written: the database does not answer"),
        }
        if timeout(STORE_SHUTDOWN_TIMEOUT, self.0.store.close()).await.is_err() {
            tracing::warn!("the database did not let go");
        }
    }

    /// Fails where another server has taken the data over from this one.
    pub(crate) fn check_lease(&self) -> Result<(), AppError> {
        self.0.lease.check_held()
    }

    /// Returns the files of the web client that several servers share.
    pub(crate) fn assets(&self) -> Option<&SharedAssets> {
        self.0.assets.as_deref()
    }

    /// Returns the drain of this server.
    pub(crate) fn drain(&self) -> &Drain {
        &self.0.drain
    }

    /// Returns the id under which this server is one of several now.
    pub(crate) fn node(&self) -> Option<Uuid> {
        self.0.lease.node()
    }

    /// Returns whether this server has a bus to others.
    pub(crate) fn has_links(&self) -> bool {
        self.0.links.is_some()
    }

    /// What the operator decided.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Time and chance.
    pub(crate) fn world(&self) -> &World {
        &self.0.config.world
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        self.0.store.as_ref()
    }

    /// The rooms.
    pub fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    /// Signs what is exported.
    pub fn signer(&self) -> &Signer {
        &self.0.signer
    }

    /// Ends every room and socket when cancelled.
    pub fn stop(&self) -> &CancellationToken {
        &self.0.stop
    }

    /// How many sockets are open.
    pub(crate) fn open_sockets(&self) -> usize {
        self.0.sockets.len()
    }

    /// Closes a room and drops it with its games and its chat. One of a campaign is only closed: its games count there.
    pub(crate) async fn drop_room(&self, room: &str) -> Result<(), AppError> {
        if !self.0.rooms.close_room(room).await? {
            return Err(AppError::Missing);
        }
        if self.0.store.room(room).await?.is_some_and(|room| room.campaign.is_none()) {
            upkeep::drop_room(&self.0.rooms, room).await?;
        }
        Ok(())
    }

    /// A host deletes a room in which nothing was ever played.
    pub(crate) async fn delete_room(&self, host: &Guest, room: &str) -> Result<(), AppError> {
        self.0.rooms.delete(room, host.id).await?;
        if self.0.store.room(room).await?.is_some_and(|room| room.campaign.is_none()) {
            // Its task ends at once. Were it later, an empty room would stay that no person can enter.
            for _ in 0..MAX_DROP_ATTEMPTS {
                if upkeep::drop_room(&self.0.rooms, room).await? {
                    break;
                }
                tokio::time::sleep(DROP_RETRY_DELAY).await;
            }
        }
        Ok(())
    }

    /// Forgets a person: what is left of the person is cleared away now.
    pub(crate) fn clear_away(&self) {
        self.0.going.notify_one();
    }

    /// The token of the operator.
    pub(crate) fn operator_token(&self) -> std::io::Result<String> {
        self.0.config.secrets.token(&self.0.secret, &self.0.config.data, self.world())
    }

    /// What people are reminded with.
    pub(crate) fn reminding(&self) -> &Reminding {
        &self.0.reminding
    }

    /// Name of the cookie by which this server knows browsers.
    pub fn cookie(&self) -> &str {
        &self.0.cookie
    }

    /// What the operator was told once.
    pub(crate) fn notices(&self) -> &Notices {
        &self.0.notices
    }

    /// Whose browser a token is, as it was known lately: to count requests without a query, never to authorize one.
    pub(crate) fn browsers(&self) -> &Cache<Hash, Uuid> {
        &self.0.browsers
    }

    /// Exports that were made lately.
    pub(crate) fn exports(&self) -> &Exports {
        &self.0.exports
    }

    /// Whether the database takes writes.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.0.readiness
    }

    /// The count of all connections.
    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    /// Counts one more open socket, whose leave the server waits for when it stops.
    pub(crate) fn socket_slot(&self) -> SocketSlot {
        metrics::gauge!("bagarre_sockets").increment(1.0);
        SocketSlot(self.0.sockets.token())
    }

    /// Opens a room, in whose first seat the host sits. Returns its id and its invitation.
    pub async fn open_room(&self, host: &Guest, chosen: Settings) -> Result<(String, String), AppError> {
        let chosen = settings::check(chosen, false, &self.0.config.limits)?;
        self.may_open_room(host).await?;
        self.0.rooms.open(host, chosen, None, vec![SeatRecord::of(host)]).await
    }

    /// Whether a person may open one more room today.
    pub(crate) async fn may_open_room(&self, host: &Guest) -> Result<(), AppError> {
        self.0.rooms.house().may_begin()?;
        self.0.rooms.ledger().spend(host.id, "rooms", NEW_ROOM_BYTES)?;
        if self.0.store.rooms_opened(host.id, self.world().now() - DAY_MS).await?
            >= self.0.config.limits.rooms_per_day
        {
            return Err(words::room::too_many_rooms().into());
        }
        Ok(())
    }
}

/// Connects to the bus, where this server is one of several that have one.
async fn connect(
    config: &Config,
    lease: &Lease,
    secret: &Secret,
    stop: CancellationToken,
) -> Result<Option<Arc<Links>>, AppError> {
    let bus: Arc<dyn Bus> = match &config.node.bus {
        _ if !lease.is_several() => return Ok(None),
        BusConfig::None => return Ok(None),
        BusConfig::InProcess(bus) => bus.clone(),
        BusConfig::Nats(urls) => Arc::new(NatsBus::connect(urls, &config.node.address).await?),
    };
    let silence = lease::fence(config.node.lease);
    Ok(Some(Links::new(bus, secret, config.world.clone(), silence, stop)))
}

/// Starts the tasks that clear away what is old, and watch the space on the disk.
fn start_upkeep(
    store: &Arc<dyn Store>,
    rooms: &Rooms,
    config: &Config,
    wake: Arc<Notify>,
    stop: &CancellationToken,
) {
    let upkeep = Upkeep {
        store: store.clone(),
        rooms: rooms.clone(),
        limits: config.limits.clone(),
        world: config.world.clone(),
        wake,
    };
    tokio::spawn(upkeep.run(stop.clone()));
    let (data, least) = (config.data.clone(), config.limits.min_free_disk);
    tokio::spawn(disk::watch(data, least, rooms.clone(), stop.clone()));
}

/// Stores the files of the web client for other servers, where this one is one of several, and keeps them while it runs.
async fn share_assets(
    store: &Arc<dyn Store>,
    lease: &Lease,
    config: &Config,
    stop: &CancellationToken,
) -> Result<Option<Arc<SharedAssets>>, StoreError> {
    if !lease.is_several() {
        return Ok(None);
    }
    let (world, timeout) = (config.world.clone(), config.limits.database);
    let assets = Arc::new(SharedAssets::new(store.clone(), world, config.client, timeout));
    assets.publish().await?;
    let (kept, stop) = (assets.clone(), stop.clone());
    tokio::spawn(async move { stop.run_until_cancelled(kept.keep()).await });
    Ok(Some(assets))
}

/// Returns what the operator has said to all servers. A server that starts while no other lives takes everything new.
async fn read_house(store: &dyn Store, lease: &Lease) -> Result<HouseRecord, StoreError> {
    let house = store.house().await?;
    if !house.draining {
        return Ok(house);
    }
    let living = lease::living(store).await?;
    let others = living.iter().any(|node| Some(node.id) != lease.node() && !node.alone);
    if others { Ok(house) } else { store.change_house(&HouseChange::Draining(false)).await }
}

/// Credits the time in which no server worked on the data. Returns all lost time, in milliseconds.
async fn credit_downtime(store: &dyn Store, world: &World) -> Result<i64, StoreError> {
    let down = store.credit(None, &|| world.now()).await?;
    // At the same moment: a server that played these rules all the time owes their clocks nothing, and changes none of them.
    store.credit_rules(down.now - down.total, &Rules::known()).await?;
    tracing::info!(down_ms = down.added, "store open");
    Ok(down.total)
}

/// Signs what is exported by a server, as that server would.
pub async fn signer(store: &dyn Store, secrets: &Secrets, data: &Path) -> Result<Signer, SecretError> {
    Ok(Signer::new(&secrets.secret(store, data, &World::system()).await?))
}

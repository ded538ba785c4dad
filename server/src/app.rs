//! What every part of the server shares, and what people do outside of rooms.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::Settings;
use bagarre_rules::any::Refusal;
use sha2::{Digest, Sha256};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use uuid::Uuid;

use crate::config::Config;
use crate::devices;
use crate::fair::sign::Signer;
use crate::folder::{self, Lock};
use crate::gate::Gate;
use crate::room::{Rooms, settings};
use crate::store::replays::Rules;
use crate::store::writer::Writer;
use crate::store::{self, Guest, Hash, Store, StoreError, Write, WriteError};
use crate::text;
use crate::upkeep::{self, Upkeep};
pub use crate::world::now;
pub(crate) use crate::world::{new_id, random};

/// Name of the cookie that knows a person.
pub const COOKIE: &str = "bagarre";

/// A day, in milliseconds: what limits are counted over.
pub(crate) const DAY: i64 = 24 * 3600 * 1000;

/// How long rooms may take to end: a database that is away must not hold them.
const EVENING: Duration = Duration::from_secs(3);
/// How long sockets may take for their leave.
const GOODBYE: Duration = Duration::from_secs(2);
/// How long the database may take for the last sign of life, and again to let go.
const LAST: Duration = Duration::from_secs(1);

/// Why something asked for outside of a room was not done.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Refused; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such thing, or it is not for this person.
    #[error("there is no such thing")]
    Missing,
    /// The store could not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store could not write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system gives no random bytes.
    #[error("no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// A stored game cannot be played again: it is named, never shown.
    #[error("game {0} cannot be read back")]
    Unreadable(Uuid),
}

/// A secret that a browser keeps: 64 hex digits. Never printed; stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

impl Token {
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        Ok(Self(hex::encode(random::<32>()?)))
    }

    /// What is stored in its place.
    pub fn hash(&self) -> Hash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// What every part of the server shares. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    config: Arc<Config>,
    rooms: Rooms,
    signer: Signer,
    sockets: TaskTracker,
    gate: Gate,
    stop: CancellationToken,
    /// Somebody goes.
    going: Arc<Notify>,
    #[allow(dead_code, reason = "held, never read")]
    lock: Lock,
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
        let store =
            store::open_with(config.database_url.as_deref(), &config.data, config.limits.database).await?;
        Self::start_with(store, config, stop).await
    }

    /// As [`App::start`], on a store that is open already.
    pub async fn start_with(
        store: Arc<dyn Store>,
        config: Config,
        stop: CancellationToken,
    ) -> Result<Self, AppError> {
        folder::private(&config.data).map_err(StoreError::Folder)?;
        let lock = Lock::shared(&config.data).map_err(StoreError::Folder)?;
        let secret = secret(&config.data).map_err(StoreError::Folder)?;
        let known = Rules::known();
        let down = store.credit(None, now).await?;
        store.credit_rules(now() - down.total, &known).await?;
        tracing::info!(down_ms = down.added, "store open");
        let config = Arc::new(config);
        let (writer, _) = Writer::start(store.clone(), down.total, config.limits.database);
        let signer = Signer::new(&secret);
        let rooms = Rooms::start(store.clone(), writer, config.clone(), secret, stop.clone()).await?;
        let (going, sockets) = (Arc::new(Notify::new()), TaskTracker::new());
        let limits = config.limits.clone();
        let upkeep = Upkeep { store: store.clone(), rooms: rooms.clone(), limits, wake: going.clone() };
        tokio::spawn(upkeep.run(stop.clone()));
        let gate = Gate::new(&config.limits);
        Ok(Self(Arc::new(Inner { store, config, rooms, signer, sockets, gate, stop, going, lock })))
    }

    /// Ends every room in order, then lets the database go. Within seven seconds, whatever the database does: what it has not
    /// acknowledged by then was not acknowledged to anybody.
    pub async fn close(&self) {
        self.end_rooms().await;
        self.let_go().await;
    }

    /// Ends every room and socket.
    pub(crate) async fn end_rooms(&self) {
        self.0.stop.cancel();
        if timeout(EVENING, self.0.rooms.ended()).await.is_err() {
            tracing::warn!("some rooms did not end in time");
        }
        self.0.sockets.close();
        if timeout(GOODBYE, self.0.sockets.wait()).await.is_err() {
            tracing::warn!(left = self.0.sockets.len(), "some sockets did not take their leave");
        }
    }

    /// Notes when the server was last alive, and lets the database go.
    pub(crate) async fn let_go(&self) {
        match timeout(LAST, self.0.store.beat(now(), &Rules::known())).await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(%why, "the last sign of life was not written"),
            Err(_) => tracing::warn!("the last sign of life was not written: the database does not answer"),
        }
        if timeout(LAST, self.0.store.close()).await.is_err() {
            tracing::warn!("the database did not let go");
        }
    }

    /// What the operator decided.
    pub fn config(&self) -> &Config {
        &self.0.config
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

    /// The count of all connections.
    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    /// Counts one more open socket, whose leave the server waits for when it stops.
    pub(crate) fn socket_slot(&self) -> SocketSlot {
        metrics::gauge!("bagarre_sockets").increment(1.0);
        SocketSlot(self.0.sockets.token())
    }

    /// A new person under a nickname of 1 to 24 characters.
    pub async fn new_guest(&self, name: &str) -> Result<(Guest, Token), AppError> {
        self.new_guest_on(name, None).await
    }

    /// The same, with the kind of browser, if that is told.
    pub(crate) async fn new_guest_on(
        &self,
        name: &str,
        agent: Option<&str>,
    ) -> Result<(Guest, Token), AppError> {
        let guest = Guest { id: new_id(), name: nickname(name)?, created: now() };
        let token = Token::new()?;
        let label = agent.map(devices::label).unwrap_or_default();
        self.0.rooms.write(vec![Write::Guest { guest: guest.clone(), token: token.hash(), label }]).await?;
        Ok((guest, token))
    }

    /// Forgets a person who types his nickname again: his name and his browsers at once, everything else within moments.
    pub async fn forget_person(&self, guest: &Guest, typed: &str) -> Result<(), AppError> {
        if nickname(typed)? != guest.name {
            return Err(not_his_name().into());
        }
        self.forget_by_id(guest.id).await.map(|_| ())
    }

    /// The same at the operator's word. `false`: there is no such person.
    pub(crate) async fn forget_by_id(&self, guest: Uuid) -> Result<bool, AppError> {
        for device in self.0.store.devices(guest).await? {
            self.drop_device(&device.token).await?;
        }
        let known = self.0.store.go(guest, now()).await?;
        self.0.going.notify_one();
        Ok(known)
    }

    /// Another nickname. Rooms show it when the person enters them next.
    pub async fn rename_guest(&self, guest: &Guest, name: &str) -> Result<Guest, AppError> {
        let guest = Guest { name: nickname(name)?, ..guest.clone() };
        self.0.store.rename_guest(guest.id, &guest.name).await?;
        Ok(guest)
    }

    /// Opens a room. The host holds no seat yet. Returns its id and its invitation.
    pub async fn open_room(&self, host: &Guest, chosen: Settings) -> Result<(String, String), AppError> {
        let chosen = settings::check(chosen, false, &self.0.config.limits)?;
        self.may_open_room(host).await?;
        self.0.rooms.open(host, chosen, None, &[]).await
    }

    /// Whether somebody may open one more room today.
    pub(crate) async fn may_open_room(&self, host: &Guest) -> Result<(), AppError> {
        self.0.rooms.house().may_begin()?;
        if self.0.store.rooms_opened(host.id, now() - DAY).await? >= self.0.config.limits.rooms_per_day {
            return Err(settings::too_many_rooms().into());
        }
        Ok(())
    }
}

fn not_his_name() -> Refusal {
    Refusal::plain(
        "guest.forget",
        "Ce n'est pas votre surnom : rien n'a été effacé.",
        "That is not your nickname: nothing was deleted.",
    )
}

/// 1 to 24 characters that can all be seen, blanks trimmed and joined.
fn nickname(name: &str) -> Result<String, Refusal> {
    text::name(name, 24).ok_or_else(|| {
        Refusal::plain(
            "guest.name",
            "Un surnom a de 1 à 24 caractères, tous visibles.",
            "A nickname has 1 to 24 characters, all of them visible.",
        )
    })
}

/// Signs what is exported from the data folder of a server.
pub fn signer(data: &Path) -> std::io::Result<Signer> {
    secret(data).map(|secret| Signer::new(&secret))
}

/// The secret of this server, made when the data folder has none.
fn secret(data: &Path) -> std::io::Result<[u8; 32]> {
    let file = data.join("secret.key");
    if let Ok(bytes) = std::fs::read(&file) {
        folder::close_if_there(&file)?;
        return bytes.try_into().map_err(|_| std::io::Error::other("secret.key does not hold 32 bytes"));
    }
    let secret = random::<32>().map_err(std::io::Error::other)?;
    folder::write_new(&file, &secret)?;
    Ok(secret)
}

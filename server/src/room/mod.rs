//! Rooms. Each live room is one task, the `Room` actor; [`Rooms`] finds it, wakes it from the store when it is first
//! needed or when one of its clocks is over, and forgets it when it goes to sleep.
//!
//! What is true here: nothing is broadcast or acknowledged before it is durable; a panic ends one room's task and
//! nothing else; a stored game costs no memory; no lock is held across an await.

mod actor;
pub mod archive;
mod audience;
mod batch;
mod blind;
mod camp;
mod chain;
mod chat;
mod consult;
mod door;
mod draw;
mod gone;
mod invite;
mod judge;
mod keeping;
mod kept;
mod late;
mod load;
mod lobby;
mod moves;
mod opened;
mod operator;
mod outbox;
mod pause;
mod play;
mod question;
mod refuse;
mod report;
pub(crate) mod settings;
mod state;
mod succession;
mod summary;
mod tail;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bagarre_protocol::room::{Holder, Phase, Settings};
use bagarre_protocol::socket::{ClientMessage, Closing, Since};
use bagarre_rules::contract::Lang;
use tokio::sync::{Notify, Semaphore, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::clock::Time;
use crate::config::Config;
use crate::error::AppError;
use crate::frame::Frame;
use crate::house::House;
use crate::store::replays::Rules;
use crate::store::writer::Writer;
use crate::store::{Guest, Job, Member, RoomRecord, SeatRecord, Store, StoreError, Write, WriteError};
use crate::world::{now, random};

use actor::Room;
pub(crate) use invite::{invitation, is_name, is_room, letters};
use opened::Opened;
pub(crate) use outbox::{Outbox, Outgoing, closing_words};
pub(crate) use report::Report;
pub use summary::Summary;
pub(crate) use summary::card;
use tail::Budget;

/// Messages that may wait in front of one room.
const INBOX: usize = 256;
/// Rooms of a campaign that are shown, and told that it has changed: the last touched ones.
pub(crate) const CAMPAIGN_ROOMS: u32 = 50;
/// After so many panics in a row the game of a room is put aside.
const FAULTS: u32 = 3;
/// Places beyond the limit for rooms that a clock wakes: they play and go to sleep again, and no visitor can take them.
const RESERVE: usize = 64;
/// How long a clock that found no place, or a room that could not be loaded, waits before it rings again, in milliseconds.
const RETRY: i64 = 1000;
/// How often the alarms are looked at when nothing else happens: wall clocks can be set.
const RECHECK: Duration = Duration::from_secs(30);
/// Panics further apart than this do not count as a row, in milliseconds.
const FAULT_MEMORY: i64 = 10 * 60 * 1000;

/// Somebody at the door.
pub(crate) struct Join {
    pub(crate) guest: Guest,
    pub(crate) invite: Option<String>,
    pub(crate) since: Option<Since>,
    pub(crate) lang: Lang,
    pub(crate) outbox: Outbox,
}

/// What a room is told.
pub(crate) enum Msg {
    /// Let in: the number of the socket, or why not. The welcome goes through the outbox.
    Join(Box<Join>, oneshot::Sender<Result<u64, Closing>>),
    /// A message of a socket.
    From(u64, Box<ClientMessage>),
    /// A socket is gone.
    Left(u64),
    /// A clock is over: wake up.
    Wake,
    /// The campaign of the room has changed.
    Campaign,
    /// The operator announces something: the frame for every socket.
    Announce(Frame),
    /// The operator asks how the room is.
    Inspect(oneshot::Sender<Box<Report>>),
    /// Somebody goes for good: whether he is out of the room.
    Gone(Uuid, oneshot::Sender<bool>),
    /// The operator closes the room: whether it is closed.
    Close(oneshot::Sender<bool>),
}

/// What all rooms share.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: Writer,
    pub(crate) config: Arc<Config>,
    pub(crate) secret: [u8; 32],
    pub(crate) house: House,
    /// What the tails of all rooms may take.
    pub(crate) tails: Arc<Budget>,
    /// Turns of those who ask the rules what may take long.
    pub(crate) consultations: Arc<Semaphore>,
    stop: CancellationToken,
    tasks: TaskTracker,
    desk: Mutex<Desk>,
    alarm_set: Notify,
}

/// Who is awake, and who has to be woken when.
#[derive(Default)]
struct Desk {
    awake: BTreeMap<String, Awake>,
    alarms: Alarms,
    faults: BTreeMap<String, (u32, i64)>,
    opened: Opened,
}

/// A room that is awake.
struct Awake {
    inbox: mpsc::Sender<Msg>,
    /// When one of its clocks was over before it was woken: it counts again if the room cannot be loaded.
    alarm: Option<i64>,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Nothing under this lock can be left half done.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the game of this room made its task panic again and again.
    pub(crate) fn poisoned(&self, room: &str) -> bool {
        let desk = self.desk();
        desk.faults.get(room).is_some_and(|(count, last)| *count >= FAULTS && now() - last < FAULT_MEMORY)
    }

    /// A room goes to sleep; it will be woken at `alarm`, in the time of the tables. Whoever still holds its inbox finds it
    /// shut.
    pub(crate) fn asleep(&self, room: &str, alarm: Option<i64>) {
        let mut desk = self.desk();
        desk.awake.remove(room);
        show_awake(&desk);
        if let Some(alarm) = alarm {
            desk.alarms.set(room, alarm);
            self.alarm_set.notify_one();
        }
    }

    /// A room could not be loaded: the clock that woke it, or would have, rings again.
    fn asleep_again(&self, room: &str) {
        let alarm = self.desk().awake.get(room).and_then(|awake| awake.alarm);
        self.asleep(room, alarm.map(|at| at.max(self.time().table + RETRY)));
    }

    /// The time of the tables.
    pub(crate) fn time(&self) -> Time {
        self.writer.clock().read()
    }

    /// Asks the store something that a table waits for. A database that does not answer in time is away.
    pub(super) async fn asked<T>(
        &self,
        question: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let patience = self.config.limits.database;
        timeout(patience, question)
            .await
            .unwrap_or_else(|_| Err(StoreError::Away(format!("no answer in {} ms", patience.as_millis()))))
    }

    /// Whether so many rooms are awake that those without anybody should go to sleep.
    fn crowded(&self) -> bool {
        self.desk().awake.len() >= self.config.limits.rooms
    }

    /// Tells the rooms of a campaign that it has changed, but for the one that knows. Those asleep will read it when they
    /// wake.
    pub(crate) async fn campaign_changed(&self, campaign: &str, but: Option<&str>) -> Result<(), StoreError> {
        let rooms = self.store.campaign_rooms(campaign, CAMPAIGN_ROOMS).await?;
        let desk = self.desk();
        for room in rooms.iter().filter(|room| Some(&*room.id) != but) {
            if let Some(awake) = desk.awake.get(&room.id) {
                // A room with that much to do reads its campaign again soon enough.
                let _ = awake.inbox.try_send(Msg::Campaign);
            }
        }
        Ok(())
    }

    fn fell(&self, room: &str) {
        tracing::error!(room, "a room fell; it will be rebuilt from its journal");
        metrics::counter!("bagarre_room_panics_total").increment(1);
        let mut desk = self.desk();
        // Whoever found its inbox shut may have started the next task already: that one stays.
        if desk.awake.get(room).is_some_and(|awake| awake.inbox.is_closed()) {
            desk.awake.remove(room);
        }
        show_awake(&desk);
        let now = now();
        let fault = desk.faults.entry(room.to_owned()).or_insert((0, now));
        *fault = if now - fault.1 < FAULT_MEMORY { (fault.0 + 1, now) } else { (1, now) };
        desk.alarms.set(room, self.time().table);
        self.alarm_set.notify_one();
    }
}

/// How many consultations go on at once.
fn consultations() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The way to all rooms. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

impl Rooms {
    /// Starts the desk: rooms whose clocks run will be woken in time.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        writer: Writer,
        config: Arc<Config>,
        secret: [u8; 32],
        stop: CancellationToken,
    ) -> Result<Self, StoreError> {
        let mut alarms = Alarms::default();
        store.alarms(&Rules::known()).await?.into_iter().for_each(|(room, at)| alarms.set(&room, at));
        let desk = Mutex::new(Desk { alarms, ..Desk::default() });
        let tasks = TaskTracker::new();
        let rooms = Self(Arc::new(Shared {
            store,
            writer,
            tails: Budget::new(config.limits.tails),
            config,
            secret,
            house: House::default(),
            consultations: Arc::new(Semaphore::new(consultations())),
            stop,
            tasks,
            desk,
            alarm_set: Notify::new(),
        }));
        rooms.0.tasks.spawn(rooms.clone().ring());
        rooms.0.tasks.spawn(keeping::catch_up(rooms.0.clone()));
        Ok(rooms)
    }

    /// Returns when every room has ended; they do when the server stops.
    pub(crate) async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// How many rooms are awake.
    pub fn awake(&self) -> usize {
        self.0.desk().awake.len()
    }

    /// Opens a room; the host is its first member. In a room of a campaign the first seats are kept for `players`;
    /// otherwise nobody holds a seat yet.
    pub(crate) async fn open(
        &self,
        host: &Guest,
        settings: Settings,
        campaign: Option<String>,
        players: &[Guest],
    ) -> Result<(String, String), AppError> {
        let now = now();
        let holder = |seat: usize| match players.get(seat) {
            Some(guest) => Holder::Guest { id: guest.id, name: guest.name.clone() },
            None => Holder::Open,
        };
        let seat = |seat| SeatRecord { holder: holder(seat), band: None, absent: false };
        let room = RoomRecord {
            id: letters::<10>(random()?),
            host: host.id,
            phase: Phase::Lobby,
            invite: 0,
            game: None,
            campaign,
            created: now,
            touched: now,
            paused_until: None,
            paused_entry: None,
            seats: (0..usize::from(settings.seats)).map(seat).collect(),
            settings,
            epoch: 1,
        };
        let invitation = invitation(&self.0.secret, &room.id, room.invite);
        let id = room.id.clone();
        if room.campaign.is_none() && players.is_empty() {
            self.0.desk().opened.put(room.clone());
        }
        let mut job = vec![Write::Room(Box::new(room))];
        job.extend(players.iter().chain([host]).map(|guest| {
            let member = Member { guest: guest.id, kicked: false };
            Write::Member { room: id.clone(), member }
        }));
        if let Err(why) = self.0.writer.write(job).await {
            self.0.desk().opened.take(&id);
            return Err(why.into());
        }
        metrics::counter!("bagarre_rooms_opened_total").increment(1);
        Ok((id, invitation))
    }

    /// Makes a job durable, in one group with those of rooms.
    pub(crate) async fn write(&self, job: Job) -> Result<(), WriteError> {
        self.0.writer.write(job).await
    }

    /// Rooms that anybody may enter.
    pub async fn listed(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        Ok(self.0.store.listed_rooms(limit).await?.into_iter().map(Summary::from).collect())
    }

    /// Rooms a person is a member of.
    pub async fn of(&self, guest: Uuid, limit: u32) -> Result<Vec<Summary>, StoreError> {
        Ok(self.0.store.rooms_of(guest, limit).await?.into_iter().map(Summary::from).collect())
    }

    /// A room as seen from its door, by whoever may enter it: by being a member, by invitation, or because it is
    /// listed. `None` otherwise, and when there is no such room.
    pub async fn peek(
        &self,
        room: &str,
        guest: Option<Uuid>,
        invite: Option<&str>,
    ) -> Result<Option<Summary>, StoreError> {
        let Some(record) = self.0.store.room(room).await? else { return Ok(None) };
        let member = match guest {
            Some(guest) => self.0.store.members(room).await?.into_iter().find(|member| member.guest == guest),
            None => None,
        };
        let kicked = member.is_some_and(|member| member.kicked);
        let open = record.settings.listed
            || member.is_some()
            || invite.is_some_and(|invite| invite::fits(&self.0.secret, room, record.invite, invite));
        Ok((open && !kicked).then(|| record.into()))
    }

    /// The invitation of a room, for its members only.
    pub async fn invitation(&self, room: &str, guest: Uuid) -> Result<Option<String>, StoreError> {
        let Some(record) = self.0.store.room(room).await? else { return Ok(None) };
        let member = self.0.store.members(room).await?.iter().any(|one| one.guest == guest && !one.kicked);
        Ok(member.then(|| invitation(&self.0.secret, room, record.invite)))
    }

    /// Tells the rooms of a campaign that it has changed.
    pub(crate) async fn campaign_changed(&self, campaign: &str) -> Result<(), StoreError> {
        self.0.campaign_changed(campaign, None).await
    }

    /// The invitation to a campaign, made like those of rooms, whose names have no slash.
    pub(crate) fn campaign_invitation(&self, campaign: &str, number: i64) -> String {
        invitation(&self.0.secret, &format!("campaign/{campaign}"), number)
    }

    /// Whether somebody holds the invitation to a campaign.
    pub(crate) fn fits_campaign(&self, campaign: &str, number: i64, given: &str) -> bool {
        invite::fits(&self.0.secret, &format!("campaign/{campaign}"), number, given)
    }

    /// Tells a room something, and wakes it if it sleeps; or says why it cannot be. Returns the way to it, which is shut when it
    /// goes to sleep or falls.
    pub(crate) async fn tell(&self, room: &str, message: Msg) -> Result<mpsc::Sender<Msg>, Closing> {
        let mut message = message;
        loop {
            let inbox = self.inbox(room, 0)?;
            match inbox.send(message).await {
                Ok(()) => return Ok(inbox),
                // It went to sleep in between: wake it again.
                Err(back) => message = back.0,
            }
        }
    }

    /// The inbox of a room, whose task is started if it has none, and if fewer than the configured number and `more` are
    /// awake.
    fn inbox(&self, room: &str, more: usize) -> Result<mpsc::Sender<Msg>, Closing> {
        let mut desk = self.0.desk();
        if self.0.stop.is_cancelled() {
            return Err(Closing::Shutdown);
        }
        if let Some(awake) = desk.awake.get(room).filter(|awake| !awake.inbox.is_closed()) {
            return Ok(awake.inbox.clone());
        }
        if desk.awake.len() >= self.0.config.limits.rooms + more {
            metrics::counter!("bagarre_rooms_refused_total").increment(1);
            return Err(Closing::Busy);
        }
        let (inbox, receiver) = mpsc::channel(INBOX);
        let (alarm, opened) = (desk.alarms.remove(room), desk.opened.take(room));
        desk.awake.insert(room.to_owned(), Awake { inbox: inbox.clone(), alarm });
        show_awake(&desk);
        let (rooms, id) = (self.clone(), room.to_owned());
        self.0.tasks.spawn(async move { rooms.watch(id, receiver, opened).await });
        Ok(inbox)
    }

    /// Runs the task of a room and catches its fall.
    async fn watch(self, id: String, inbox: mpsc::Receiver<Msg>, opened: Option<Box<RoomRecord>>) {
        let task = tokio::spawn(Room::run(self.0.clone(), id.clone(), inbox, opened));
        match task.await {
            Ok(left) => {
                for message in left {
                    // Came in while it fell asleep.
                    self.retell(&id, message);
                }
            }
            Err(fall) if fall.is_panic() => self.0.fell(&id),
            Err(_) => {}
        }
    }

    fn retell(&self, id: &str, message: Msg) {
        let (rooms, id) = (self.clone(), id.to_owned());
        self.0.tasks.spawn(async move {
            // Whoever waits for an answer sees that none will come.
            let _ = rooms.tell(&id, message).await;
        });
    }

    /// Wakes rooms when their clocks are over. A clock that finds no place for its room rings again.
    async fn ring(self) {
        let mut away = self.0.writer.away();
        while !self.0.stop.is_cancelled() {
            let (first, time) = (self.0.desk().alarms.first(), self.0.time());
            let wait = match first {
                // The clock of the tables stands still, or nobody waits.
                _ if !time.runs => RECHECK,
                Some(at) => millis(at - time.table).min(RECHECK),
                None => RECHECK,
            };
            tokio::select! {
                biased;
                () = self.0.stop.cancelled() => return,
                () = self.0.alarm_set.notified() => continue,
                () = away.changed() => continue,
                () = tokio::time::sleep(wait) => {}
            }
            let time = self.0.time();
            if !time.runs {
                continue;
            }
            let due = self.0.desk().alarms.due(time.table);
            for room in due {
                match self.inbox(&room, RESERVE) {
                    // A room with a full inbox is awake.
                    Ok(inbox) => drop(inbox.try_send(Msg::Wake)),
                    Err(Closing::Busy) => {
                        tracing::warn!(room, "no place for a room whose clock is over");
                        self.0.desk().alarms.set(&room, time.table + RETRY);
                    }
                    Err(_) => return,
                }
            }
        }
    }
}

/// When rooms that sleep have to be woken, in the time of the tables.
#[derive(Default)]
struct Alarms {
    rooms: BTreeMap<String, i64>,
    order: BTreeSet<(i64, String)>,
}

impl Alarms {
    fn set(&mut self, room: &str, at: i64) {
        self.remove(room);
        self.rooms.insert(room.to_owned(), at);
        self.order.insert((at, room.to_owned()));
    }

    fn remove(&mut self, room: &str) -> Option<i64> {
        let at = self.rooms.remove(room)?;
        self.order.remove(&(at, room.to_owned()));
        Some(at)
    }

    fn first(&self) -> Option<i64> {
        self.order.first().map(|(at, _)| *at)
    }

    /// The rooms whose time is over; their alarms stay until the rooms are awake.
    fn due(&self, now: i64) -> Vec<String> {
        self.order.iter().take_while(|(at, _)| *at <= now).map(|(_, room)| room.clone()).collect()
    }
}

fn show_awake(desk: &Desk) {
    metrics::gauge!("bagarre_rooms_awake").set(u32::try_from(desk.awake.len()).unwrap_or(u32::MAX));
}

/// A span that may have passed already.
fn millis(span: i64) -> Duration {
    Duration::from_millis(u64::try_from(span).unwrap_or(0))
}

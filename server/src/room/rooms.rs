//! The way to all rooms.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bagarre_protocol::http::Invitation;
use bagarre_protocol::room::{Phase, Settings};
use bagarre_protocol::socket::{ClientMessage, Closing};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::actor::Room;
use super::inbox::Inbox;
use super::invite::{self, invitation, letters};
use super::keeping;
use super::message::{MAX_WAITING_MESSAGES, Msg};
use super::place::{Owner, Place};
use super::registry::Awake;
use super::shared::Shared;
use super::summary::{Summary, card_for};
use super::tail::Budget;
#[cfg(feature = "testkit")]
use super::turns::HeldTurns;
use super::turns::{Turns, UnderWay};
use crate::bus::BusError;
use crate::clock::Time;
use crate::config::Config;
use crate::error::AppError;
use crate::house::House;
use crate::lease::Lease;
use crate::ledger::Ledger;
use crate::link::Links;
use crate::link::all::Broadcast;
use crate::numbers::Numbers;
use crate::store::campaigns::{MemberRecord, Membership};
use crate::store::writer::Writer;
use crate::store::{Guest, Job, Member, RoomRecord, SeatRecord, Store, StoreError, Write, WriteError};
use crate::world::World;

/// How many consultations go on at once.
fn consultations() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The way to all rooms. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(pub(super) Arc<Shared>);

impl Rooms {
    /// Starts the registry: rooms whose clocks run will be woken in time.
    pub(crate) fn start(
        store: Arc<dyn Store>,
        writer: Writer,
        lease: Lease,
        config: Arc<Config>,
        secret: [u8; 32],
        links: Option<Arc<Links>>,
        stop: CancellationToken,
    ) -> Self {
        let registry = Mutex::default();
        let tasks = TaskTracker::new();
        let (ended, games) = mpsc::unbounded_channel();
        let rooms = Self(Arc::new(Shared {
            store,
            writer,
            lease,
            tails: Budget::new(config.limits.tails),
            ledger: Ledger::new(&config.limits),
            turns: Turns::new(consultations(), config.world.clone()),
            config,
            secret,
            house: House::default(),
            links,
            stop,
            tasks,
            sockets: Numbers::default(),
            registry,
            alarm_set: Notify::new(),
            ended,
        }));
        rooms.0.tasks.spawn(rooms.clone().ring());
        rooms.0.tasks.spawn(rooms.clone().compare_versions());
        rooms.0.tasks.spawn(keeping::store_replays(rooms.0.clone(), games));
        rooms
    }

    /// Returns when every room has ended; they do when the server stops.
    pub(crate) async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// Tells the other servers something, where this one is one of several.
    pub(crate) async fn tell_others(&self, broadcast: Broadcast) {
        self.0.tell_others(broadcast).await;
    }

    /// Returns which of some people have a socket open at another server, and how long ago each was last heard.
    pub(crate) async fn presence_elsewhere(
        &self,
        people: Vec<Uuid>,
    ) -> Result<BTreeMap<Uuid, Duration>, BusError> {
        match &self.0.links {
            Some(links) => links.presence_elsewhere(people).await,
            None => Ok(BTreeMap::new()),
        }
    }

    /// Whether the bus between several servers can be reached, where there is one.
    pub(crate) fn reach_others(&self) -> bool {
        self.0.links.as_ref().is_none_or(|links| links.is_reached())
    }

    /// Counts a command on its way to be judged; of other messages nothing is counted.
    pub(crate) fn under_way(&self, message: &ClientMessage) -> Option<UnderWay> {
        matches!(message, ClientMessage::Command { .. }).then(|| self.0.turns.command())
    }

    /// Takes every permit to consult the rules, for a test: no draft is answered until the returned value is dropped.
    #[cfg(feature = "testkit")]
    pub fn hold_consultations(&self) -> HeldTurns {
        self.0.turns.hold()
    }

    /// Time and chance.
    pub(crate) fn world(&self) -> &World {
        &self.0.config.world
    }

    /// The time of the tables.
    pub(crate) fn time(&self) -> Time {
        self.0.time()
    }

    /// The time of the tables, as moments of it are stored.
    pub(crate) fn stored_time(&self) -> Time {
        self.0.writer.clock().read_stored()
    }

    /// What the clock shows that the time of the tables follows, in milliseconds since 1970.
    pub(crate) fn followed_clock(&self) -> i64 {
        self.0.writer.clock().followed()
    }

    /// Claims work that one of several servers at a time does for all.
    pub(crate) async fn claim_task(&self, task: &str, span: Duration) -> Result<bool, StoreError> {
        self.0.claim_task(task, span).await
    }

    /// How many rooms are awake.
    pub fn awake(&self) -> usize {
        self.0.registry().awake.len()
    }

    /// Opens a room. The host and the people of its first `seats` are members; the other seats are open.
    pub(crate) async fn open(
        &self,
        host: &Guest,
        settings: Settings,
        campaign: Option<String>,
        mut seats: Vec<SeatRecord>,
    ) -> Result<(String, String), AppError> {
        let world = &self.0.config.world;
        let now = world.now();
        seats.resize(usize::from(settings.seats), SeatRecord::empty());
        let others: Vec<Uuid> =
            seats.iter().filter_map(SeatRecord::person).filter(|id| *id != host.id).collect();
        let room = RoomRecord {
            id: letters::<10>(world.random()?),
            host: host.id,
            phase: Phase::Lobby,
            invite: 0,
            game: None,
            campaign,
            created: now,
            touched: now,
            paused_until: None,
            paused_entry: None,
            seats,
            settings,
            epoch: 1,
        };
        let invitation = invitation(&self.0.secret, &room.id, room.invite);
        let id = room.id.clone();
        // One of several servers does not hold the room yet: another one may let the host in.
        if room.campaign.is_none() && others.is_empty() && !self.0.lease.is_several() {
            self.0.registry().opened.put(room.clone());
        }
        let mut job = vec![Write::Room(Box::new(room))];
        job.extend(others.into_iter().chain([host.id]).map(|guest| {
            let member = Member { guest, kicked: false };
            Write::Member { room: id.clone(), member }
        }));
        if let Err(why) = self.0.writer.write(job).await {
            self.0.registry().opened.take(&id);
            return Err(why.into());
        }
        metrics::counter!("bagarre_rooms_opened_total").increment(1);
        Ok((id, invitation))
    }

    /// Makes a job durable, in one group with those of rooms.
    pub(crate) async fn write(&self, job: Job) -> Result<(), WriteError> {
        self.0.writer.write(job).await
    }

    /// The rooms that are listed, which any person may enter.
    pub async fn listed(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        Ok(self.0.store.listed_rooms(limit).await?.into_iter().map(Summary::from).collect())
    }

    /// Rooms a person is a member of.
    pub async fn of(&self, guest: Uuid, limit: u32) -> Result<Vec<Summary>, StoreError> {
        Ok(self.0.store.rooms_of(guest, limit).await?.into_iter().map(Summary::from).collect())
    }

    /// A room as a person may see it before entering, who may enter it: as a member, by invitation, or because it is
    /// listed. `None` otherwise, and when there is no such room.
    pub async fn peek(
        &self,
        room: &str,
        guest: Option<Uuid>,
        invite: Option<&str>,
    ) -> Result<Option<Summary>, StoreError> {
        Ok(self.at_door(room, guest, invite).await?.map(Summary::from))
    }

    /// What a room tells at its door, under the same conditions as [`Rooms::peek`]. A closed room tells nothing.
    pub(crate) async fn invitation_of(
        &self,
        room: &str,
        guest: Option<Uuid>,
        invite: Option<&str>,
    ) -> Result<Option<Invitation>, StoreError> {
        let Some(record) = self.at_door(room, guest, invite).await? else { return Ok(None) };
        if record.phase == Phase::Closed {
            return Ok(None);
        }
        let host = self.0.store.guests(&[record.host]).await?.into_iter().next().map(|host| host.name);
        Ok(Some(Invitation { room: card_for(record, guest), host }))
    }

    /// The record of a room that a reader may enter.
    async fn at_door(
        &self,
        room: &str,
        guest: Option<Uuid>,
        invite: Option<&str>,
    ) -> Result<Option<RoomRecord>, StoreError> {
        let Some(record) = self.0.store.room(room).await? else { return Ok(None) };
        let member = match guest {
            Some(guest) => self.0.store.members(room).await?.into_iter().find(|member| member.guest == guest),
            None => None,
        };
        let kicked = member.is_some_and(|member| member.kicked);
        let open = record.settings.listed
            || member.is_some()
            || invite.is_some_and(|invite| invite::fits(&self.0.secret, room, record.invite, invite));
        Ok((open && !kicked).then_some(record))
    }

    /// Turns away who may not enter a room that sleeps, by its record and its members alone: a stranger wakes no room, and no game
    /// is loaded for one. Where that is not known, the room decides.
    pub(crate) async fn knock(&self, room: &str, guest: Uuid, invite: Option<&str>) -> Result<(), Closing> {
        let shared = &self.0;
        let awake = shared.registry().awake.get(room).is_some_and(|awake| !awake.inbox.is_closed());
        if awake {
            return Ok(());
        }
        let answer = shared.ask_store(self.may_enter(room, guest, invite)).await;
        answer.unwrap_or_else(|why| {
            tracing::debug!(room, %why, "who may enter a room is not known");
            Ok(())
        })
    }

    async fn may_enter(
        &self,
        room: &str,
        guest: Uuid,
        invite: Option<&str>,
    ) -> Result<Result<(), Closing>, StoreError> {
        let store = self.0.store.as_ref();
        let Some(record) = store.room(room).await? else { return Ok(Err(Closing::Unknown)) };
        let members = store.members(room).await?;
        match members.iter().find(|member| member.guest == guest) {
            Some(member) if member.kicked => return Ok(Err(Closing::Kicked)),
            Some(_) => return Ok(Ok(())),
            None => {}
        }
        let fits = |invite| invite::fits(&self.0.secret, room, record.invite, invite);
        if record.settings.listed || invite.is_some_and(fits) {
            return Ok(Ok(()));
        }
        if record.phase == Phase::Closed {
            return Ok(Err(Closing::Closed));
        }
        let Some(campaign) = &record.campaign else { return Ok(Err(Closing::Denied)) };
        let comrades = store.campaign_members(campaign).await?;
        let here = |one: &MemberRecord| one.guest.id == guest && one.membership == Membership::Here;
        Ok(if comrades.iter().any(here) { Ok(()) } else { Err(Closing::Denied) })
    }

    /// The invitation of a room, for its members only.
    pub async fn invitation(&self, room: &str, guest: Uuid) -> Result<Option<String>, StoreError> {
        let Some(record) = self.0.store.room(room).await? else { return Ok(None) };
        let member = self.0.store.members(room).await?.iter().any(|one| one.guest == guest && !one.kicked);
        Ok(member.then(|| invitation(&self.0.secret, room, record.invite)))
    }

    /// Tells the rooms of a campaign that it has changed.
    pub(crate) async fn campaign_changed(&self, campaign: &str) {
        self.0.campaign_changed(campaign, None).await;
    }

    /// Tells the rooms of a campaign here that it has changed at another server.
    pub(crate) fn campaign_changed_elsewhere(&self, campaign: &str) {
        self.0.tell_campaign(campaign, None);
    }

    /// The invitation to a campaign, made like those of rooms, whose names have no slash.
    pub(crate) fn campaign_invitation(&self, campaign: &str, number: i64) -> String {
        invitation(&self.0.secret, &format!("campaign/{campaign}"), number)
    }

    /// Whether a person holds the invitation to a campaign.
    pub(crate) fn fits_campaign(&self, campaign: &str, number: i64, given: &str) -> bool {
        invite::fits(&self.0.secret, &format!("campaign/{campaign}"), number, given)
    }

    /// Tells a room something, and wakes it if it sleeps; or says why it cannot be. A task that ends before it has read the message
    /// passes it on to the task that follows it.
    pub(crate) async fn tell(&self, room: &str, message: Msg) -> Result<(), Closing> {
        let mut message = message;
        let owner = match &message {
            Msg::Join(join, _) => Some(Owner::new(join.guest.id, join.address)),
            _ => None,
        };
        loop {
            let inbox = self.inbox(room, 0, owner)?;
            match inbox.send(message).await {
                Ok(()) => return Ok(()),
                // It went to sleep in between: wake it again.
                Err(back) => message = back.0,
            }
        }
    }

    /// The inbox of a room, whose task is started if it has none and if there is a place for it: fewer than the configured number
    /// and `more` are awake, or one gives way. The room counts for its first owner.
    pub(super) fn inbox(
        &self,
        room: &str,
        more: usize,
        owner: Option<Owner>,
    ) -> Result<mpsc::Sender<Msg>, Closing> {
        let mut registry = self.0.registry();
        if self.0.stop.is_cancelled() {
            return Err(Closing::Shutdown);
        }
        if let Some(awake) = registry.awake.get_mut(room).filter(|awake| !awake.inbox.is_closed()) {
            awake.owner = awake.owner.or(owner);
            return Ok(awake.inbox.clone());
        }
        if let Err(why) = registry.make_place(owner, &self.0.config.limits, more) {
            metrics::counter!("bagarre_rooms_refused_total").increment(1);
            return Err(why);
        }
        let (inbox, receiver) = mpsc::channel(MAX_WAITING_MESSAGES);
        let place = Place::new();
        let (alarm, opened) = (registry.alarms.remove(room), registry.opened.take(room));
        let awake = Awake {
            inbox: inbox.clone(),
            alarm,
            place: place.clone(),
            owner,
            gives_way: false,
            campaign: None,
        };
        registry.wake(room, awake);
        let (rooms, id, own_sender) = (self.clone(), room.to_owned(), inbox.downgrade());
        let waiting = Inbox::new(receiver, own_sender);
        self.0.tasks.spawn(async move { rooms.watch(id, waiting, opened, place).await });
        Ok(inbox)
    }

    /// Runs the task of a room and catches its fall.
    async fn watch(self, id: String, inbox: Inbox, opened: Option<Box<RoomRecord>>, place: Arc<Place>) {
        let task = tokio::spawn(Room::run(self.0.clone(), id.clone(), inbox, opened, place));
        match task.await {
            Ok(left) => {
                for message in left {
                    // Came in while it fell asleep.
                    self.retell(&id, message);
                }
            }
            Err(fall) if fall.is_panic() => self.0.record_panic(&id),
            Err(_) => {}
        }
    }

    fn retell(&self, id: &str, message: Msg) {
        let (rooms, id) = (self.clone(), id.to_owned());
        self.0.tasks.spawn(async move {
            // The receiver of the answer sees that its sender was dropped.
            let _ = rooms.tell(&id, message).await;
        });
    }
}

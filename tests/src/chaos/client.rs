//! A client that loses nothing: it comes back with what it has, and sends again all that was not answered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::game::Asking;
use bagarre_protocol::http::Opened;
use bagarre_protocol::room::{Phase, RoomState};
use bagarre_protocol::socket::{ClientMessage, Closing, PROTOCOL, ServerMessage, Since, You};
use bagarre_rules::contract::{Lang, Seat};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::chance::Chance;
use super::door::{self, Person, Wire};
use super::ledger::{Count, Ledger, Wrong};
use super::world::World;
use crate::connection::mix;

/// The longest time that a client may wait for the result of a command while its socket stands.
const SILENCE: Duration = Duration::from_secs(20);
/// How long the answer to `hello` may take.
const WELCOME: Duration = Duration::from_secs(20);

/// The role of a client at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Plays at a seat; the first seat is the host's.
    Player(Seat),
    /// Takes a seat, and looks in now and then; its clock answers for it.
    Sleeper(Seat),
    /// Watches, takes seats that were left, and leaves them again.
    Rover,
    /// Watches.
    Watcher,
}

/// Something that was sent and has no answer yet.
pub(super) struct Pending {
    pub(super) message: ClientMessage,
    /// The game it was meant for.
    pub(super) game: Option<Uuid>,
    /// When it was sent on this socket.
    pub(super) sent: Option<Instant>,
    /// When it is sent again.
    pub(super) due: Instant,
    /// Whether the client was told, since this was sent, that nothing can be written.
    pub(super) is_told: bool,
    /// It was sent on a socket that ended.
    pub(super) unknown: bool,
}

/// A client.
pub struct Client {
    pub(super) world: Arc<World>,
    person: Person,
    pub(super) opened: Opened,
    pub(super) part: Part,
    pub(super) chance: Chance,
    pub(super) you: Option<You>,
    pub(super) room: Option<RoomState>,
    /// The game that the client knows, and the last entry of it.
    pub(super) game: Option<(Uuid, u32)>,
    /// The seat that the view was made for.
    pub(super) seat: Option<Seat>,
    pub(super) asking: Option<Asking>,
    pub(super) pending: BTreeMap<Uuid, Pending>,
    /// The ids of everything that the client has sent and that is answered.
    sent: BTreeSet<Uuid>,
    /// How often the client has asked for entries once more, and did not get them yet.
    pub(super) repeats: u32,
    /// When the client acts next.
    pub(super) next: Instant,
    /// When the client leaves its socket.
    leaves: Option<Instant>,
    /// Whether the client has just given what the dice of a new game ask for.
    pub(super) mixed: bool,
    /// Whether the client was told that nothing can be written, so that what it sends has to wait.
    pub(super) away: bool,
    /// Whether the client may not come back.
    pub(super) banished: bool,
}

/// Why a socket is left.
enum Left {
    /// It ended, or the client left it: the client comes back.
    Back,
    /// The client leaves for good.
    Home,
}

impl Client {
    /// A client who has not come yet.
    pub fn new(world: Arc<World>, person: Person, opened: Opened, part: Part, chance: Chance) -> Self {
        Self {
            world,
            person,
            opened,
            part,
            chance,
            you: None,
            room: None,
            game: None,
            seat: None,
            asking: None,
            pending: BTreeMap::new(),
            sent: BTreeSet::new(),
            repeats: 0,
            next: Instant::now(),
            leaves: None,
            mixed: false,
            away: false,
            banished: false,
        }
    }

    /// Whether the client has all that it waits for, and begins nothing new.
    fn done(&self) -> bool {
        self.banished || self.world.last_orders.is_cancelled() && self.pending.is_empty()
    }

    /// Returns the name of the client in the trace.
    fn name(&self) -> String {
        format!("{} {:?}", self.opened.id, self.part)
    }

    /// The client is told to leave. Messages that it had sent and may not ask after any more are forgotten.
    pub(super) fn turned_away(&mut self, code: Closing) {
        // The invitation was void before the client came, or the client was sent away.
        let late = code == Closing::Denied && self.you.is_none();
        if self.world.habits.restless && (late || code == Closing::Kicked) {
            self.banished = true;
            self.pending.clear();
        } else if !code.come_back() && code != Closing::Replaced {
            self.world.wrong(Wrong::Broken, format!("{:?} was turned away: {code:?}", self.part));
        }
    }

    pub(super) fn ledger(&self) -> &Ledger {
        &self.world.ledger
    }

    /// Lives until all clients leave. Returns how many of its commands were never answered.
    pub async fn run(mut self) -> usize {
        let closed = self.world.closed.clone();
        let mut addr = self.world.addr.clone();
        let mut before = false;
        while !closed.is_cancelled() && !self.done() {
            let Some(Some(to)) = closed.run_until_cancelled(addr.until(Option::is_some)).await else { break };
            if let Ok(wire) = door::socket(self.world.road.as_ref(), &self.person, to).await
                && let Some(wire) = self.greet(wire).await
            {
                if std::mem::replace(&mut before, true) {
                    self.ledger().count(Count::Reconnects);
                }
                let left = self.talk(wire).await;
                self.doubt_pending();
                if matches!(left, Left::Home) {
                    break;
                }
            }
            let away = match self.part {
                Part::Sleeper(_) if self.sleeps() => self.chance.millis(1500, 4000),
                _ => self.chance.span(self.world.habits.away.0, self.world.habits.away.1),
            };
            tokio::select! {
                biased;
                () = closed.cancelled() => break,
                () = sleep(away) => {}
            }
        }
        self.pending.len()
    }

    /// Says hello. Returns `None` when the client is not let in this time.
    async fn greet(&mut self, mut wire: Wire) -> Option<Wire> {
        let since = self.game.map(|(game, entry)| Since { game, entry, seat: self.seat, head: None });
        let invite = Some(self.opened.invite.clone());
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            room: self.opened.id.clone(),
            invite,
            since: since.clone(),
            lang: Lang::En,
            packed: false,
        };
        self.send(&mut wire, &hello).await?;
        match timeout(WELCOME, self.receive(&mut wire)).await {
            Ok(Some(ServerMessage::Welcome { you, room, table, .. })) => {
                self.repeats = 0;
                self.welcomed(you, room, table.as_ref(), since.as_ref());
                Some(wire)
            }
            Ok(Some(ServerMessage::Closing { code, .. })) => {
                self.turned_away(code);
                None
            }
            Ok(Some(other)) => {
                self.world.wrong(Wrong::Broken, format!("neither welcome nor closing: {other:?}"));
                None
            }
            Ok(None) => None,
            Err(_) if wire.get_ref().is_troubled() => None,
            Err(_) => {
                self.world.wrong(Wrong::Silent, format!("no answer to hello in {WELCOME:?}"));
                None
            }
        }
    }

    /// Nothing is known of what was sent and not answered: it is sent again.
    pub(super) fn doubt_pending(&mut self) {
        for pending in self.pending.values_mut() {
            pending.unknown |= pending.sent.take().is_some();
            pending.due = Instant::now();
        }
    }

    /// Whether an answer is for something that this client has sent.
    pub(super) fn has_sent(&self, id: Uuid) -> bool {
        self.sent.contains(&id)
    }

    /// Whether the client was not shown an entry, while its socket stood, that others were shown long ago, and was not told that it has to wait.
    fn misses_an_entry(&self, stood: Duration) -> bool {
        let next = self.game.and_then(|(game, last)| self.ledger().shown_since(game, last + 1));
        !self.away && next.is_some_and(|since| since > SILENCE && stood > SILENCE)
    }

    /// Whether the client need not be here.
    fn sleeps(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Playing) && self.pending.is_empty()
    }

    async fn talk(&mut self, mut wire: Wire) -> Left {
        let closed = self.world.closed.clone();
        self.leaves = match self.part {
            Part::Sleeper(_) => Some(Instant::now() + self.chance.millis(300, 900)),
            _ if self.chance.one_in(3) => {
                let (short, long) = self.world.habits.stay;
                Some(Instant::now() + self.chance.span(short, long))
            }
            _ => None,
        };
        self.next = Instant::now();
        let came = Instant::now();
        loop {
            let wake = self.next.min(self.leaves.unwrap_or(self.next));
            tokio::select! {
                biased;
                () = closed.cancelled() => {
                    let _ = wire.close(None).await;
                    return Left::Home;
                }
                message = self.receive(&mut wire) => match message {
                    Some(message) => if self.hear(message) { return Left::Back },
                    None => return Left::Back,
                },
                () = sleep_until(wake) => {
                    if self.done() {
                        let _ = wire.close(None).await;
                        return Left::Home;
                    }
                    if self.leaves.is_some_and(|at| at <= Instant::now()) {
                        if self.sleeps() || !matches!(self.part, Part::Sleeper(_)) {
                            return Left::Back;
                        }
                        self.leaves = Some(Instant::now() + self.chance.millis(300, 900));
                    }
                    for message in self.moves() {
                        if self.send(&mut wire, &message).await.is_none() {
                            return Left::Back;
                        }
                    }
                    self.next = Instant::now() + self.think();
                    if self.misses_an_entry(came.elapsed()) && !wire.get_ref().is_troubled() {
                        let what = format!("{:?} was not shown what came after {:?}", self.part, self.game);
                        self.world.wrong(Wrong::Silent, what);
                        return Left::Back;
                    }
                    if self.pending.values().any(|one| one.sent.is_some_and(|sent| sent.elapsed() > SILENCE)) {
                        if wire.get_ref().is_troubled() {
                            return Left::Back;
                        }
                        self.world.wrong(Wrong::Silent, format!("no answer in {SILENCE:?}"));
                        return Left::Back;
                    }
                }
            }
        }
    }

    fn think(&mut self) -> Duration {
        let (short, long) = self.world.habits.think;
        // A client that waits for an answer looks whether it has come.
        if self.pending.is_empty() { self.chance.span(short, long) } else { self.chance.millis(20, 120) }
    }

    /// Returns what the client gives to the dice of a new game, once for each time that it is asked.
    fn mixing(&mut self) -> Option<ClientMessage> {
        let draw = self.room.as_ref().and_then(|room| room.draw.as_ref()).filter(|_| !self.mixed)?;
        self.mixed = true;
        mix(draw, self.seat?, &self.person.token)
    }

    /// Returns what the client sends now: what is due again, and perhaps a new wish.
    fn moves(&mut self) -> Vec<ClientMessage> {
        let now = Instant::now();
        let mut messages: Vec<ClientMessage> = self.mixing().into_iter().collect();
        if self.pending.is_empty() && !self.world.last_orders.is_cancelled() {
            let passing = self.passing();
            self.repeats += u32::from(matches!(passing, Some(ClientMessage::Resync { .. })));
            messages.extend(passing);
            if let Some(message) = self.wants() {
                let game = self.game.map(|(game, _)| game);
                let pending = Pending { message, game, sent: None, due: now, is_told: false, unknown: false };
                let id = self.chance.id();
                self.sent.insert(id);
                self.pending.insert(id, pending);
            }
        }
        for (id, pending) in &mut self.pending {
            if pending.sent.is_none() && pending.due <= now {
                (pending.sent, pending.is_told) = (Some(now), self.away);
                messages.push(with_id(&pending.message, *id));
            }
        }
        messages
    }

    async fn send(&self, wire: &mut Wire, message: &ClientMessage) -> Option<()> {
        let text = serde_json::to_string(message).ok()?;
        self.world.trace.note(self.name(), format_args!("> {text}"));
        timeout(WELCOME, wire.send(Message::text(text))).await.ok()?.ok()
    }

    async fn receive(&self, wire: &mut Wire) -> Option<ServerMessage> {
        loop {
            match wire.next().await? {
                Ok(Message::Text(text)) => {
                    self.world.trace.note(self.name(), format_args!("< {text}"));
                    match serde_json::from_str(&text) {
                        Ok(message) => return Some(message),
                        Err(why) => panic!("{why}: {text}"),
                    }
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

fn with_id(message: &ClientMessage, id: Uuid) -> ClientMessage {
    match message.clone() {
        ClientMessage::Command { command, .. } => ClientMessage::Command { id, command },
        ClientMessage::Chat { text, .. } => ClientMessage::Chat { id, text },
        ClientMessage::Act { action, .. } => ClientMessage::Act { id, action },
        other => other,
    }
}

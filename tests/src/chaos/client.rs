//! A client that loses nothing: it comes back with what it has, and sends again whatever was not answered.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::game::{Asking, Table};
use bagarre_protocol::http::Opened;
use bagarre_protocol::room::{Phase, RoomState};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, PROTOCOL, ServerMessage, Since, You};
use bagarre_rules::contract::{Lang, Seat};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::chance::Chance;
use super::door::{self, Person, Wire};
use super::ledger::{Count, Ledger, Wrong};
use crate::line::mix;

/// Nobody waits longer than this for what became of something, while his socket stands.
const SILENCE: Duration = Duration::from_secs(20);
/// How long the answer to `hello` may take.
const WELCOME: Duration = Duration::from_secs(20);

/// What all clients of a server share.
pub struct World {
    /// What they were told.
    pub ledger: Ledger,
    /// Where the server listens, while it does.
    pub addr: watch::Receiver<Option<SocketAddr>>,
    /// Nobody begins anything new.
    pub last_orders: CancellationToken,
    /// Everybody goes home.
    pub closed: CancellationToken,
}

/// What somebody does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Plays at a seat; the first seat is the host's.
    Player(Seat),
    /// Takes a seat, and looks in now and then; his clock answers for him.
    Sleeper(Seat),
    /// Watches.
    Watcher,
}

/// Something that was sent and has no answer yet.
struct Pending {
    message: ClientMessage,
    /// The game it was meant for.
    game: Option<Uuid>,
    /// When it was sent on this socket.
    sent: Option<Instant>,
    /// When it is sent again.
    due: Instant,
    /// He was told that nothing can be written since it was sent.
    told: bool,
    /// It was sent on a socket that ended.
    unknown: bool,
}

/// A client.
pub struct Client {
    world: Arc<World>,
    person: Person,
    opened: Opened,
    pub(super) part: Part,
    pub(super) chance: Chance,
    pub(super) you: Option<You>,
    pub(super) room: Option<RoomState>,
    /// The game he knows, and the last entry of it.
    pub(super) game: Option<(Uuid, u32)>,
    /// The seat his view was made for.
    seat: Option<Seat>,
    pub(super) asking: Option<Asking>,
    pending: BTreeMap<Uuid, Pending>,
    /// When he does something next.
    next: Instant,
    /// He leaves his socket then.
    leaves: Option<Instant>,
    /// He has given what the dice of a new game ask for just now.
    mixed: bool,
}

/// Why a socket is left.
enum Left {
    /// It ended, or he left it: he comes back.
    Back,
    /// He goes home.
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
            next: Instant::now(),
            leaves: None,
            mixed: false,
        }
    }

    /// Whether he has everything he waits for, and nothing new begins.
    fn done(&self) -> bool {
        self.world.last_orders.is_cancelled() && self.pending.is_empty()
    }

    fn ledger(&self) -> &Ledger {
        &self.world.ledger
    }

    /// Lives until everybody goes home. Returns how much of what he sent was never answered.
    pub async fn run(mut self) -> usize {
        let closed = self.world.closed.clone();
        let mut addr = self.world.addr.clone();
        let mut before = false;
        while !closed.is_cancelled() && !self.done() {
            let to = tokio::select! {
                () = closed.cancelled() => break,
                to = addr.wait_for(Option::is_some) => match to {
                    Ok(to) => *to,
                    Err(_) => break,
                },
            };
            let Some(to) = to else { continue };
            if let Ok(wire) = door::socket(&self.person, to).await
                && let Some(wire) = self.greet(wire).await
            {
                if std::mem::replace(&mut before, true) {
                    self.ledger().count(Count::Reconnects);
                }
                let left = self.talk(wire).await;
                for pending in self.pending.values_mut() {
                    pending.unknown |= pending.sent.take().is_some();
                    pending.due = Instant::now();
                }
                if matches!(left, Left::Home) {
                    break;
                }
            }
            let away = match self.part {
                Part::Sleeper(_) if self.sleeps() => self.chance.millis(1500, 4000),
                _ => self.chance.millis(10, 150),
            };
            tokio::select! {
                () = closed.cancelled() => break,
                () = sleep(away) => {}
            }
        }
        self.pending.len()
    }

    /// Says hello. None when he is not let in this time.
    async fn greet(&mut self, mut wire: Wire) -> Option<Wire> {
        let since = self.game.map(|(game, entry)| Since { game, entry, seat: self.seat });
        let invite = Some(self.opened.invite.clone());
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            room: self.opened.id.clone(),
            invite,
            since,
            lang: Lang::En,
        };
        send(&mut wire, &hello).await?;
        match timeout(WELCOME, receive(&mut wire)).await {
            Ok(Some(ServerMessage::Welcome { you, room, table, .. })) => {
                self.seat = you.seat;
                self.you = Some(you);
                self.room = Some(room);
                self.mixed = false;
                if let Some(table) = table {
                    self.table(&table, since);
                } else {
                    (self.game, self.asking) = (None, None);
                }
                self.mark();
                Some(wire)
            }
            Ok(Some(ServerMessage::Closing { code, .. })) => {
                if !code.come_back() && code != Closing::Replaced {
                    self.ledger().wrong(Wrong::Broken, format!("{:?} was turned away: {code:?}", self.part));
                }
                None
            }
            Ok(Some(other)) => {
                self.ledger().wrong(Wrong::Broken, format!("neither welcome nor closing: {other:?}"));
                None
            }
            Ok(None) => None,
            Err(_) => {
                self.ledger().wrong(Wrong::Silent, format!("no answer to hello in {WELCOME:?}"));
                None
            }
        }
    }

    /// A table, with a view or with the promise of a tail.
    fn table(&mut self, table: &Table, since: Option<Since>) {
        let known = self.game.filter(|(game, _)| *game == table.game).map(|(_, entry)| entry);
        if table.view.is_none()
            && since.map(|since| (since.game, since.entry)) != Some((table.game, table.entry))
        {
            self.ledger()
                .wrong(Wrong::Diverged, format!("a tail after {} that nobody asked for", table.entry));
        }
        if known.is_some_and(|known| known > table.entry) && table.view.is_some() {
            self.ledger()
                .wrong(Wrong::Lost, format!("{} goes back from {known:?} to {}", table.game, table.entry));
        }
        self.game = Some((table.game, table.entry));
        self.asking.clone_from(&table.asking);
    }

    fn mark(&self) {
        let Some(room) = &self.room else { return };
        let entry = self.game.filter(|(game, _)| room.game == Some(*game)).map_or(0, |(_, entry)| entry);
        self.ledger().mark(&self.opened.id, (room.game, entry, room.phase));
    }

    /// Whether he need not be here.
    fn sleeps(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Playing) && self.pending.is_empty()
    }

    async fn talk(&mut self, mut wire: Wire) -> Left {
        let closed = self.world.closed.clone();
        self.leaves = match self.part {
            Part::Sleeper(_) => Some(Instant::now() + self.chance.millis(300, 900)),
            _ => self.chance.one_in(3).then(|| Instant::now() + self.chance.millis(500, 20_000)),
        };
        self.next = Instant::now();
        loop {
            let wake = self.next.min(self.leaves.unwrap_or(self.next));
            tokio::select! {
                () = closed.cancelled() => {
                    let _ = wire.close(None).await;
                    return Left::Home;
                }
                message = receive(&mut wire) => match message {
                    Some(message) => if self.hear(message) { return Left::Back },
                    None => return Left::Back,
                },
                () = sleep_until(wake) => {
                    if self.done() {
                        let _ = wire.close(None).await;
                        return Left::Home;
                    }
                    if self.leaves.is_some_and(|at| at <= Instant::now())
                        && (self.sleeps() || !matches!(self.part, Part::Sleeper(_)))
                    {
                        return Left::Back;
                    }
                    for message in self.moves() {
                        if send(&mut wire, &message).await.is_none() {
                            return Left::Back;
                        }
                    }
                    self.next = Instant::now() + self.chance.millis(20, 120);
                    if self.pending.values().any(|one| one.sent.is_some_and(|sent| sent.elapsed() > SILENCE)) {
                        self.ledger().wrong(Wrong::Silent, format!("no answer in {SILENCE:?}"));
                        return Left::Back;
                    }
                }
            }
        }
    }

    /// Hears a message. `true`: the socket is over.
    fn hear(&mut self, message: ServerMessage) -> bool {
        match message {
            ServerMessage::Entry(entry) => {
                let Some((game, last)) = &mut self.game else { return false };
                let game = *game;
                if entry.n > *last + 1 {
                    let gap = format!("entry {} of {game} came after {last}", entry.n);
                    self.ledger().wrong(Wrong::Lost, gap);
                    return true;
                }
                if entry.n == *last + 1 {
                    *last = entry.n;
                    self.asking.clone_from(&entry.asking);
                }
                self.ledger().shown(game, self.seat, &entry);
                self.mark();
            }
            ServerMessage::Table(table) => {
                self.table(&table, None);
                self.mark();
            }
            ServerMessage::Clocks { asking } => self.asking = asking,
            ServerMessage::You { you } => {
                self.seat = you.seat;
                self.you = Some(you);
            }
            ServerMessage::Room { room } => {
                if room.phase == Phase::Quarantined
                    && self.room.as_ref().is_some_and(|before| before.phase != Phase::Quarantined)
                {
                    self.ledger().wrong(Wrong::Broken, format!("the game of {} was put aside", room.id));
                }
                self.room = Some(room);
                self.mixed = false;
                self.mark();
            }
            ServerMessage::Presence { phase, seats, .. } => {
                if let Some(room) = &mut self.room {
                    (room.phase, room.seats) = (phase, seats);
                }
                self.mark();
            }
            ServerMessage::Answer { id, answer } => self.answered(id, answer),
            ServerMessage::Away { since } => self.away(since.is_some()),
            ServerMessage::Closing { .. } => {
                self.told();
                return true;
            }
            // For the dice he may come too late, or after a server that forgot his promise.
            ServerMessage::Unreadable { refusal } if refusal.code.starts_with("draw.") => {}
            ServerMessage::Unreadable { refusal } => {
                self.ledger().wrong(Wrong::Broken, format!("unreadable: {}", refusal.code));
            }
            ServerMessage::Welcome { .. } => {
                self.ledger().wrong(Wrong::Broken, "a second welcome".to_owned());
            }
            ServerMessage::Advice { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Pong { .. } => {}
        }
        false
    }

    /// He knows that what he sent has to wait, or will not be answered.
    fn told(&mut self) {
        for pending in self.pending.values_mut().filter(|pending| !pending.told) {
            if let Some(sent) = pending.sent {
                pending.told = true;
                self.world.ledger.heard(sent);
            }
        }
    }

    /// Nothing can be written, or it can again.
    fn away(&mut self, away: bool) {
        if away {
            self.told();
        }
        for pending in self.pending.values_mut().filter(|pending| !away && pending.sent.is_none()) {
            pending.due = Instant::now();
        }
    }

    fn answered(&mut self, id: Uuid, answer: Answer) {
        let Some(pending) = self.pending.get_mut(&id) else { return };
        if let Some(sent) = pending.sent.take()
            && !pending.told
        {
            self.world.ledger.heard(sent);
        }
        if pending.unknown {
            self.world.ledger.count(Count::Resolved);
        }
        let answer = match answer {
            Answer::Duplicate { first } => *first,
            answer => answer,
        };
        match answer {
            Answer::Applied { entry } => {
                match (&pending.message, entry, pending.game) {
                    (ClientMessage::Command { .. }, Some(entry), Some(game)) => {
                        self.world.ledger.command(id, game, entry);
                    }
                    (ClientMessage::Chat { .. }, None, _) => self.world.ledger.line(id, &self.opened.id),
                    (ClientMessage::Act { .. }, None, _) => self.world.ledger.count(Count::Acts),
                    (message, ..) => {
                        self.world.ledger.wrong(Wrong::Broken, format!("a strange answer to {message:?}"));
                    }
                }
                self.pending.remove(&id);
            }
            Answer::Refused { refusal } if refusal.code == "server.store" => {
                self.world.ledger.count(Count::Unsaved);
                // Some believe it and think again; the others insist.
                let command = matches!(pending.message, ClientMessage::Command { .. });
                if command && !pending.unknown && self.chance.one_in(3) {
                    self.pending.remove(&id);
                    self.world.ledger.told().given_up.push(id);
                } else {
                    pending.due = Instant::now() + self.chance.millis(50, 400);
                }
            }
            Answer::Refused { .. } => {
                self.world.ledger.count(Count::Refused);
                self.pending.remove(&id);
                self.next = self.next.max(Instant::now() + Duration::from_millis(200));
            }
            Answer::Duplicate { .. } => {
                self.world.ledger.wrong(Wrong::Broken, "a duplicate of a duplicate".to_owned());
            }
        }
    }

    /// What he gives to the dice of a new game, once for each time that he is asked.
    fn mixing(&mut self) -> Option<ClientMessage> {
        let draw = self.room.as_ref().and_then(|room| room.draw.as_ref()).filter(|_| !self.mixed)?;
        self.mixed = true;
        mix(draw, self.seat?, &self.person.token)
    }

    /// What he sends now: what is due again, and perhaps something new.
    fn moves(&mut self) -> Vec<ClientMessage> {
        let now = Instant::now();
        let mut messages: Vec<ClientMessage> = self.mixing().into_iter().collect();
        if self.pending.is_empty() && !self.world.last_orders.is_cancelled() {
            messages.extend(self.passing());
            if let Some(message) = self.wants() {
                let game = self.game.map(|(game, _)| game);
                let pending = Pending { message, game, sent: None, due: now, told: false, unknown: false };
                self.pending.insert(Uuid::new_v4(), pending);
            }
        }
        for (id, pending) in &mut self.pending {
            if pending.sent.is_none() && pending.due <= now {
                (pending.sent, pending.told) = (Some(now), false);
                messages.push(with_id(&pending.message, *id));
            }
        }
        messages
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

async fn send(wire: &mut Wire, message: &ClientMessage) -> Option<()> {
    let text = serde_json::to_string(message).ok()?;
    timeout(WELCOME, wire.send(Message::text(text))).await.ok()?.ok()
}

async fn receive(wire: &mut Wire) -> Option<ServerMessage> {
    loop {
        match wire.next().await? {
            Ok(Message::Text(text)) => match serde_json::from_str(&text) {
                Ok(message) => return Some(message),
                Err(why) => panic!("{why}: {text}"),
            },
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

//! One socket of a room: comes in, mixes the dice, answers what is asked, and checks every entry.

mod lobby;
mod moment;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bagarre_protocol::game::Asking;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, RoomState};
use bagarre_protocol::socket::{Answer, ClientMessage, PROTOCOL, ServerMessage};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::systems;
use bagarre_tests::chaos::door::{Person, Wire};
use bagarre_tests::chaos::ledger::Wrong;
use flate2::{Compress, Compression, FlushCompress};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::hall::{Hall, Pace};
use crate::player::Mind;
use crate::table::SharedTable;

/// A question that waits for its answer.
struct Question {
    ask: String,
    default: Option<String>,
    /// It is the first of its turn, and so waits until the turn is due.
    opens: bool,
}

/// How far a player has come on the way into a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The player asks for a seat.
    Sitting,
    /// The player brings a band.
    Bringing,
    /// The player is in the game.
    There,
}

/// An answer on its way.
struct Sent {
    id: Uuid,
    default: Option<String>,
    /// It was refused once, and is the default now.
    again: bool,
}

/// One socket of a room.
pub(crate) struct Socket {
    hall: Arc<Hall>,
    table: Arc<SharedTable>,
    person: Person,
    /// The seat it plays; none: it watches.
    seat: Option<Seat>,
    wire: Wire,
    mind: Mind,
    room: Option<RoomState>,
    /// The game, its last entry and its turn.
    game: Option<(Uuid, u32, u32)>,
    question: Option<Question>,
    /// The question that is open, where everything is checked.
    knows: Option<Asking>,
    sent: Option<Sent>,
    /// Questions of earlier entries are answered.
    answered: u32,
    /// The turn in which it last gave an answer.
    opened_turn: Option<u32>,
    stage: Stage,
    /// Acts that are under way.
    acting: Vec<Uuid>,
    /// Turns that it saw resolved: in all, and since the pace changed.
    turns: u64,
    since: u64,
    /// It tells when it has come in.
    joined: Option<oneshot::Sender<()>>,
    squeeze: Option<Compress>,
}

impl Socket {
    /// Says hello; who sits down goes on in [`Socket::live`].
    pub(crate) async fn hello(
        hall: Arc<Hall>,
        table: Arc<SharedTable>,
        person: Person,
        seat: Option<Seat>,
        mut wire: Wire,
        joined: oneshot::Sender<()>,
    ) -> io::Result<Self> {
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            room: table.opened.id.clone(),
            invite: Some(table.opened.invite.clone()).filter(|invite| !invite.is_empty()),
            since: None,
            lang: Lang::En,
            packed: false,
        };
        wire.send(text(&hello)).await.map_err(io::Error::other)?;
        let seed = table.number << 8 | seat.map_or(255, |seat| u64::from(seat.0));
        Ok(Self {
            squeeze: hall.squeeze.then(|| Compress::new(Compression::default(), false)),
            hall,
            table,
            person,
            seat,
            wire,
            mind: Mind::new(systems::BASTON, seed),
            room: None,
            game: None,
            question: None,
            knows: None,
            sent: None,
            answered: 0,
            opened_turn: None,
            stage: Stage::Sitting,
            acting: Vec::new(),
            turns: 0,
            since: 0,
            joined: Some(joined),
        })
    }

    /// Plays until all players leave.
    pub(crate) async fn live(mut self) {
        let closed = self.hall.closed.clone();
        let mut pace = self.hall.pace.subscribe();
        loop {
            let now = *pace.borrow_and_update();
            let due = self.due(now);
            tokio::select! {
                biased;
                () = closed.cancelled() => break,
                frame = self.wire.next() => match frame {
                    Some(Ok(Message::Text(frame))) => {
                        if self.hear(frame.as_str()).await.is_err() {
                            break;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                    end => {
                        self.hall.wrong(Wrong::Broken, format!("a socket ended: {end:?}"));
                        break;
                    }
                },
                changed = pace.changed() => {
                    if changed.is_err() {
                        break;
                    }
                    self.since = 0;
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    if self.give().await.is_err() {
                        break;
                    }
                }
            }
        }
        let _ = self.wire.close(None).await;
    }

    /// When it gives the answer to the question that is open.
    fn due(&self, pace: Pace) -> Option<Instant> {
        let question = self.question.as_ref().filter(|_| self.sent.is_none())?;
        if !question.opens {
            return Some(Instant::now());
        }
        let goes_on = self.turns < self.hall.last_turn.load(Ordering::Relaxed);
        goes_on.then(|| self.table.due(pace, self.since)).flatten()
    }

    async fn say(&mut self, message: &ClientMessage) -> io::Result<()> {
        self.wire.send(text(message)).await.map_err(io::Error::other)
    }

    async fn act(&mut self, action: Action) -> io::Result<()> {
        let id = Uuid::new_v4();
        self.acting.push(id);
        self.say(&ClientMessage::Act { id, action }).await
    }

    async fn give(&mut self) -> io::Result<()> {
        let (Some(question), Some(seat)) = (self.question.take(), self.seat) else { return Ok(()) };
        let answer = self.mind.answer(&question.ask, seat).and_then(|answer| Payload::of(&answer).ok());
        self.opened_turn = self.game.map(|(.., turn)| turn);
        let Some(command) = answer else {
            self.hall.wrong(Wrong::Broken, format!("no answer to {}", question.ask));
            return Ok(());
        };
        self.command(command, question.default, false).await
    }

    async fn command(&mut self, command: Payload, default: Option<String>, again: bool) -> io::Result<()> {
        let id = Uuid::new_v4();
        self.sent = Some(Sent { id, default, again });
        self.table.ordered(&self.hall, self.game.map_or(0, |(.., turn)| turn));
        self.say(&ClientMessage::Command { id, command }).await
    }

    async fn hear(&mut self, frame: &str) -> io::Result<()> {
        self.count(frame);
        if frame.starts_with(moment::ENTRIES) {
            return self.entries(frame).await;
        }
        let message = match serde_json::from_str(frame) {
            Ok(message) => message,
            Err(why) => {
                self.hall.wrong(Wrong::Broken, format!("{why}: {frame}"));
                return Ok(());
            }
        };
        match message {
            ServerMessage::Welcome { room, table, .. } => {
                if let Some(ruleset) =
                    systems::parse(&room.settings.ruleset).ok().filter(|_| self.room.is_none())
                {
                    self.mind = Mind::new(
                        ruleset,
                        self.table.number << 8 | self.seat.map_or(255, |seat| u64::from(seat.0)),
                    );
                }
                self.room = Some(room);
                if let Some(table) = table {
                    self.game = Some((table.game, table.entry, table.turn));
                }
                match self.seat {
                    Some(seat) => self.act(Action::Sit { seat }).await?,
                    None => self.arrived(),
                }
            }
            ServerMessage::Room { room } => self.room_changed(room).await?,
            ServerMessage::Table(table) => {
                self.game = Some((table.game, table.entry, table.turn));
                (self.answered, self.opened_turn) = (0, None);
                (self.question, self.sent) = (None, None);
                if self.seat == Some(Seat(0)) {
                    self.table.games.fetch_add(1, Ordering::Relaxed);
                }
                self.mind.view = table.view.map(|view| view.text().to_owned()).unwrap_or_default();
                if let Some(standing) = self.mind.standing().filter(|_| self.seat.is_some()) {
                    let (id, command) = (Uuid::new_v4(), Payload::of(standing).map_err(io::Error::other)?);
                    // It may answer what is open, so nothing else is given before it has come.
                    self.sent = Some(Sent { id, default: None, again: true });
                    self.say(&ClientMessage::Command { id, command }).await?;
                }
                self.knows.clone_from(&table.asking);
                if let Some(asking) = table.asking {
                    let default = asking.default.as_ref().map(Payload::text);
                    self.asked(asking.mine.as_ref().map(Payload::text), default);
                }
            }
            ServerMessage::Answer { id, answer } => self.settled(id, answer).await?,
            ServerMessage::Closing { code, .. } => {
                self.hall.wrong(Wrong::Broken, format!("a socket was closed: {code:?}"));
            }
            ServerMessage::Unreadable { refusal } if !refusal.code.starts_with("draw.") => {
                self.hall.wrong(Wrong::Broken, format!("unreadable: {}", refusal.code));
            }
            _ => {}
        }
        Ok(())
    }

    fn count(&mut self, frame: &str) {
        let counts = &self.hall.counts;
        let sum = if self.seat.is_some() { &counts.players } else { &counts.watchers };
        let mut squeezed = 0;
        if let Some(squeeze) = &mut self.squeeze {
            let mut out = Vec::with_capacity(frame.len() + 64);
            let before = squeeze.total_out();
            let _ = squeeze.compress_vec(frame.as_bytes(), &mut out, FlushCompress::Sync);
            squeezed = squeeze.total_out() - before;
        }
        if self.hall.records() {
            sum.frames.fetch_add(1, Ordering::Relaxed);
            sum.bytes.fetch_add(frame.len() as u64, Ordering::Relaxed);
            if squeezed > 0 {
                sum.squeezed.fetch_add(squeezed, Ordering::Relaxed);
                sum.of.fetch_add(frame.len() as u64, Ordering::Relaxed);
            }
        }
    }

    /// Takes the question after an entry.
    fn asked(&mut self, mine: Option<&str>, default: Option<&str>) {
        let Some(ask) = mine.filter(|_| self.seat.is_some()) else {
            self.question = None;
            return;
        };
        let opens = self.opened_turn != self.game.map(|(.., turn)| turn);
        self.question = Some(Question { ask: ask.to_owned(), default: default.map(str::to_owned), opens });
    }

    async fn settled(&mut self, id: Uuid, answer: Answer) -> io::Result<()> {
        if let Some(at) = self.acting.iter().position(|act| *act == id) {
            self.acting.remove(at);
            return self.acted(answer).await;
        }
        let own = self.sent.take_if(|sent| sent.id == id);
        match (answer, own) {
            (Answer::Applied { entry: Some(entry) }, own) => {
                if let Some((game, ..)) = self.game {
                    self.hall.ledger.command(id, game, entry);
                }
                if own.is_some() {
                    self.answered = entry;
                    if self.game.is_some_and(|(_, last, _)| last < entry) {
                        self.question = None;
                    }
                }
            }
            (Answer::Refused { .. }, Some(Sent { default: Some(default), again: false, .. })) => {
                let default = Payload::parse(default).map_err(io::Error::other)?;
                self.command(default, None, true).await?;
            }
            (answer, _) => self.hall.wrong(Wrong::Broken, format!("{answer:?}")),
        }
        Ok(())
    }
}

fn text(message: &ClientMessage) -> Message {
    Message::text(serde_json::to_string(message).unwrap_or_default())
}

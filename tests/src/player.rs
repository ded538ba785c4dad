//! A player who speaks the socket protocol, checks what all clients are promised, and remembers every frame.

use std::net::SocketAddr;

use bagarre_protocol::game::{Asking, Entry, Table};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, RoomState};
use bagarre_protocol::socket::{
    Answer, ChatLine, ClientMessage, Closing, KnownHead, PROTOCOL, ServerMessage, Since, You,
};
use bagarre_rules::contract::{Lang, Outcome, Seat};
use futures_util::SinkExt;
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use uuid::Uuid;

use crate::connection::Connection;
pub use crate::connection::{NEWS_TIMEOUT, Wire, mix, nonce};

/// Opens a socket with a cookie and an origin.
pub async fn open(
    addr: SocketAddr,
    token: &str,
    origin: &str,
) -> Result<Wire, Box<tokio_tungstenite::tungstenite::Error>> {
    let mut request = format!("ws://{addr}/ws").into_client_request()?;
    let header = |text: &str| HeaderValue::from_str(text).expect("a header");
    request.headers_mut().insert("cookie", header(&format!("bagarre={token}")));
    request.headers_mut().insert("origin", header(origin));
    Ok(connect_async(request).await?.0)
}

/// Tries to open a socket that must be refused. Returns the status of the answer and its body.
pub async fn refused(addr: SocketAddr, token: &str, origin: &str) -> (u16, Value) {
    match open(addr, token, origin).await.map_err(|why| *why) {
        Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
            let body = answer.body().as_deref().unwrap_or_default();
            (answer.status().as_u16(), serde_json::from_slice(body).unwrap_or_default())
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("let in"),
    }
}

/// A player or a spectator.
pub struct Player {
    connection: Connection,
    addr: SocketAddr,
    /// The secret of the cookie.
    pub token: String,
    /// Every frame that came, as text.
    pub frames: Vec<String>,
    /// The player's role in the room.
    pub you: You,
    /// The room, as the player last heard of it.
    pub room: RoomState,
    /// The game, as the player last heard of it: the view is the one of the last `table` or `welcome`.
    pub table: Option<Table>,
    /// The entries that came after it.
    pub entries: Vec<Entry>,
    asking: Option<Asking>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// Lines of chat that the player received.
    pub chat: Vec<ChatLine>,
    /// Why the server closed the socket.
    pub closed: Option<Closing>,
    /// Whether the room may move to another server, so that the socket is welcomed again.
    may_move: bool,
    /// How often the socket was welcomed.
    welcomes: u32,
}

impl Player {
    /// Comes to a room, which must let the player in.
    pub async fn join(addr: SocketAddr, token: &str, room: &str, invite: Option<&str>) -> Self {
        match Self::knock(addr, token, room, invite, None).await {
            Ok(player) => player,
            Err(why) => panic!("not let in: {why:?}"),
        }
    }

    /// Comes to a room, perhaps with what the player had before.
    pub async fn knock(
        addr: SocketAddr,
        token: &str,
        room: &str,
        invite: Option<&str>,
        since: Option<Since>,
    ) -> Result<Self, Closing> {
        let mut wire = open(addr, token, &format!("http://{addr}")).await.expect("a socket");
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            room: room.to_owned(),
            invite: invite.map(str::to_owned),
            since,
            lang: Lang::En,
            packed: false,
        };
        send(&mut wire, &hello).await;
        let mut connection = Connection::new(wire, token);
        let text = connection.receive().await.expect("an answer to hello");
        match serde_json::from_str(&text).expect("a server message") {
            ServerMessage::Welcome { you, room, table, chat, .. } => Ok(Self {
                connection,
                addr,
                token: token.to_owned(),
                frames: vec![text],
                you,
                room,
                asking: table.as_ref().and_then(|table| table.asking.clone()),
                outcome: table.as_ref().and_then(|table| table.outcome.clone()),
                table,
                entries: Vec::new(),
                chat,
                closed: None,
                may_move: false,
                welcomes: 1,
            }),
            ServerMessage::Closing { code, .. } => Err(code),
            other => panic!("neither welcome nor closing: {other:?}"),
        }
    }

    /// Loses the socket without a word, and comes back with what the player has.
    pub async fn come_back(&mut self, addr: SocketAddr) {
        let since = self.table.as_ref().map(|table| Since {
            game: table.game,
            entry: self.last(),
            seat: self.you.seat,
            head: self.known_head(),
        });
        let had = self.last();
        let room = self.room.id.clone();
        let knock = async {
            loop {
                match Self::knock(addr, &self.token, &room, None, since.clone()).await {
                    Ok(back) => return back,
                    // Into a room that is being dropped: as every client, the player tries again.
                    Err(why) if why.come_back() => tokio::task::yield_now().await,
                    Err(why) => panic!("not let in again: {why:?}"),
                }
            }
        };
        let mut back = timeout(NEWS_TIMEOUT, knock).await.expect("let in again");
        back.frames.splice(0..0, self.frames.drain(..));
        back.chat.splice(0..0, self.chat.drain(..));
        if let Some(table) = &mut back.table
            && table.view.is_none()
        {
            assert_eq!(table.entry, had, "the tail begins where the client stood");
            back.entries = std::mem::take(&mut self.entries);
            let old = self.table.as_ref().expect("a table to go on from");
            table.entry = old.entry;
            table.view.clone_from(&old.view);
        }
        *self = back;
        self.addr = addr;
    }

    /// Where the server of this player listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// From now on the player gives no number to the dice without being told to.
    pub fn silent(&self) {
        self.connection.hush();
    }

    /// The room may move to another server from now on: the socket is welcomed again.
    pub fn may_move(&mut self) {
        self.may_move = true;
    }

    /// How often the socket was welcomed.
    pub fn welcomes(&self) -> u32 {
        self.welcomes
    }

    /// Returns the seat of the player.
    pub fn seat(&self) -> Seat {
        self.you.seat.expect("a seat")
    }

    /// Returns the last entry that the player knows.
    pub fn last(&self) -> u32 {
        self.entries
            .last()
            .map_or_else(|| self.table.as_ref().map_or(0, |table| table.entry), |entry| entry.n)
    }

    /// Returns the newest head of the chain that the player knows, if the game has one.
    pub fn known_head(&self) -> Option<KnownHead> {
        let head = match self.entries.last() {
            Some(entry) => entry.head.clone(),
            None => self.table.as_ref()?.head.clone(),
        };
        Some(KnownHead { entry: self.last(), head: head? })
    }

    /// Returns the open question, as the player knows it.
    pub fn asking(&self) -> Option<&Asking> {
        self.asking.as_ref()
    }

    /// Whether a question is open for the player.
    pub fn is_asked(&self) -> bool {
        self.asking().is_some_and(|asking| asking.mine.is_some())
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("a client message");
        self.send_text(text).await;
    }

    /// Sends a message to a server that may have hung up. `false` when it has.
    pub async fn offer(&mut self, message: &ClientMessage) -> bool {
        let text = serde_json::to_string(message).expect("a client message");
        self.connection.send(text).await.is_ok()
    }

    /// Sends text as it is.
    pub async fn send_text(&mut self, text: String) {
        self.connection.send(text).await.expect("the socket is open");
    }

    /// The next message; none when the socket is closed.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        let text = self.connection.receive().await?;
        let message: ServerMessage =
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        self.frames.push(text);
        self.take(&message);
        Some(message)
    }

    fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { you, room, table, chat, .. } => {
                assert!(self.may_move, "a second welcome");
                self.welcomes += 1;
                self.you = you.clone();
                self.room = room.clone();
                self.asking = table.as_ref().and_then(|table| table.asking.clone());
                self.outcome = table.as_ref().and_then(|table| table.outcome.clone());
                self.table.clone_from(table);
                self.entries.clear();
                self.chat.clone_from(chat);
            }
            ServerMessage::Entries(moment) => {
                for entry in &moment.entries {
                    assert_eq!(entry.n, self.last() + 1, "entries have no gaps");
                    self.entries.push(entry.clone());
                }
                self.asking = moment.asking(self.asking.as_ref(), self.you.seat);
                self.outcome.clone_from(&moment.outcome);
            }
            ServerMessage::Table(table) => {
                assert!(table.view.is_some(), "a fresh view");
                self.table = Some(table.clone());
                self.asking.clone_from(&table.asking);
                self.outcome.clone_from(&table.outcome);
                self.entries.clear();
            }
            ServerMessage::Clocks { asking } => self.asking.clone_from(asking),
            ServerMessage::You { you } => self.you = you.clone(),
            ServerMessage::Room { room } => self.room = room.clone(),
            ServerMessage::Presence { phase, seats, watching, watchers } => {
                self.room.phase = *phase;
                self.room.seats.clone_from(seats);
                self.room.watching.clone_from(watching);
                self.room.watchers = *watchers;
            }
            ServerMessage::Chat { line } => self.chat.push(line.clone()),
            ServerMessage::Closing { code, .. } => self.closed = Some(*code),
            ServerMessage::Answer { .. }
            | ServerMessage::Advice { .. }
            | ServerMessage::Options { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Unreadable { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::Away { .. } => {}
        }
    }

    /// Listens until a condition holds for what the player knows.
    pub async fn until(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        while !holds(self) {
            assert!(self.next().await.is_some(), "the socket closed ({:?}) before: {what}", self.closed);
        }
    }

    /// Listens until a message of a kind comes.
    pub async fn expect<T>(&mut self, what: &str, mut pick: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.next().await;
            let message =
                message.unwrap_or_else(|| panic!("the socket closed ({:?}) before: {what}", self.closed));
            if let Some(found) = pick(&message) {
                return found;
            }
        }
    }

    /// Listens to the end of the socket.
    pub async fn until_closed(&mut self) -> Option<Closing> {
        while self.next().await.is_some() {}
        self.closed
    }

    /// The answer to an id.
    pub async fn answer(&mut self, id: Uuid) -> Answer {
        self.expect("an answer", |message| match message {
            ServerMessage::Answer { id: of, answer } if *of == id => Some(answer.clone()),
            _ => None,
        })
        .await
    }

    /// The answer to an id; none when the socket closes first.
    pub async fn answer_or_end(&mut self, id: Uuid) -> Option<Answer> {
        loop {
            if let ServerMessage::Answer { id: of, answer } = self.next().await?
                && of == id
            {
                return Some(answer);
            }
        }
    }

    /// Listens until an entry came; none when the socket closes first.
    pub async fn reaches(&mut self, entry: u32) -> Option<()> {
        while self.table.is_none() || self.last() < entry {
            self.next().await?;
        }
        Some(())
    }

    /// Does something in the room.
    pub async fn act(&mut self, action: Action) -> Answer {
        let id = Uuid::new_v4();
        self.send(&ClientMessage::Act { id, action }).await;
        self.answer(id).await
    }

    /// Does something in the room that must be done.
    pub async fn must(&mut self, action: Action) {
        let answer = self.act(action.clone()).await;
        assert_eq!(answer, Answer::Applied { entry: None }, "{action:?}");
    }

    /// Gives a command.
    pub async fn command(&mut self, command: &Value) -> Answer {
        self.command_as(Uuid::new_v4(), command).await
    }

    /// Gives a command under an id.
    pub async fn command_as(&mut self, id: Uuid, command: &Value) -> Answer {
        let command = Payload::of(command).expect("JSON");
        self.send(&ClientMessage::Command { id, command }).await;
        self.answer(id).await
    }

    /// Saves a draft: whether it is saved, and the code of the refusal it would get.
    pub async fn draft(&mut self, draft: Option<&Value>) -> (bool, Option<String>) {
        let draft = draft.map(|draft| Payload::of(draft).expect("JSON"));
        let number = u32::try_from(self.frames.len()).expect("few frames");
        self.consult(number, draft).await
    }

    /// The same under a number.
    pub async fn consult(&mut self, number: u32, draft: Option<Payload>) -> (bool, Option<String>) {
        self.send(&ClientMessage::Draft { seq: number, draft }).await;
        self.expect("an advice", |message| match message {
            ServerMessage::Advice { seq, saved, refusal, .. } if *seq == number => {
                Some((*saved, refusal.as_ref().map(|refusal| refusal.code.clone())))
            }
            _ => None,
        })
        .await
    }

    /// What the seat may answer, or the code of the refusal.
    pub async fn options(&mut self) -> Result<Vec<Payload>, String> {
        let number = u32::try_from(self.frames.len()).expect("few frames");
        self.send(&ClientMessage::Options { seq: number }).await;
        self.expect("what may be answered", |message| match message {
            ServerMessage::Options { seq, options, refusal } if *seq == number => {
                Some(refusal.as_ref().map_or_else(|| Ok(options.clone()), |why| Err(why.code.clone())))
            }
            _ => None,
        })
        .await
    }

    /// Says something.
    pub async fn say(&mut self, text: &str) -> Answer {
        let id = Uuid::new_v4();
        self.send(&ClientMessage::Chat { id, text: text.to_owned() }).await;
        self.answer(id).await
    }

    /// Whether any frame that came has these characters.
    pub fn has_heard(&self, words: &str) -> bool {
        self.frames.iter().any(|frame| frame.contains(words))
    }

    /// Everything the room has sent up to now has come: says nothing, which the room refuses to its sayer alone, in its turn.
    pub async fn catch_up(&mut self) {
        let answer = self.say("").await;
        assert!(matches!(answer, Answer::Refused { .. }), "{answer:?}");
    }

    /// The same, for a player who asked for known entries: they may come twice.
    pub async fn catch_up_unchecked(&mut self) {
        let own = Uuid::new_v4();
        self.send(&ClientMessage::Chat { id: own, text: String::new() }).await;
        loop {
            let text = self.connection.receive().await.expect("the socket is open");
            let answered = matches!(
                serde_json::from_str(&text).expect("a server message"),
                ServerMessage::Answer { id, .. } if id == own
            );
            self.frames.push(text);
            if answered {
                return;
            }
        }
    }

    /// Listens until the room stands somewhere.
    pub async fn until_phase(&mut self, phase: Phase) {
        self.until("another phase", |player| player.room.phase == phase).await;
    }

    /// Listens until an entry came.
    pub async fn until_entry(&mut self, entry: u32) {
        self.until("an entry", |player| player.table.is_some() && player.last() >= entry).await;
    }

    /// Listens until a question is open for the player.
    pub async fn until_asked(&mut self) {
        self.until("a question", Self::is_asked).await;
    }

    /// Waits to be asked, answers, and has seen what came of it: the answer of the server comes first, and until the entry does one
    /// believes oneself still asked.
    pub async fn play(&mut self, command: &Value) {
        self.until_asked().await;
        let answer = self.command(command).await;
        let Answer::Applied { entry: Some(entry) } = answer else { panic!("{answer:?}") };
        self.until("what came of it", |player| player.entries.last().is_some_and(|last| last.n >= entry))
            .await;
    }

    /// Lets the socket go without a word.
    pub fn vanish(self) -> String {
        self.token
    }
}

async fn send(wire: &mut Wire, message: &ClientMessage) {
    let text = serde_json::to_string(message).expect("a client message");
    wire.send(Message::text(text)).await.expect("the socket is open");
}

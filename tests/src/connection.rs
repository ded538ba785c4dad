//! The socket of a player, which is listened to all the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bagarre_protocol::fair::Draw;
use bagarre_protocol::socket::{ClientMessage, ServerMessage};
use bagarre_rules::contract::Seat;
use bagarre_server::fair::promise;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// How long a test waits for something that must come: long enough for a machine that does many other things.
pub const NEWS_TIMEOUT: Duration = Duration::from_mins(1);

/// A socket of a test.
pub type Wire = WebSocketStream<MaybeTlsStream<TcpStream>>;

type Sink = Arc<Mutex<SplitSink<Wire, Message>>>;

/// The connection of a player. It is listened to all the time, because what a client does by itself waits for no test: it gives
/// numbers to the dice.
pub(crate) struct Connection {
    sink: Sink,
    frames: UnboundedReceiver<String>,
    /// Whether the dice get no number from here.
    silent: Arc<AtomicBool>,
    _listening: AbortOnDropHandle<()>,
}

impl Connection {
    pub(crate) fn new(wire: Wire, token: &str) -> Self {
        let (sink, stream) = wire.split();
        let (frames_in, frames) = unbounded_channel();
        let sink = Arc::new(Mutex::new(sink));
        let silent = Arc::new(AtomicBool::new(false));
        let listening = listen(stream, sink.clone(), frames_in, token.to_owned(), silent.clone());
        Self { sink, frames, silent, _listening: AbortOnDropHandle::new(tokio::spawn(listening)) }
    }

    /// The next frame; none when the socket is closed.
    pub(crate) async fn receive(&mut self) -> Option<String> {
        timeout(NEWS_TIMEOUT, self.frames.recv()).await.expect("something within a minute")
    }

    /// Sends text as it is.
    pub(crate) async fn send(&self, text: String) -> Result<(), Error> {
        self.sink.lock().await.send(Message::text(text)).await
    }

    /// From now on the dice get no number from here.
    pub(crate) fn hush(&self) {
        self.silent.store(true, Ordering::Relaxed);
    }
}

async fn listen(
    mut stream: SplitStream<Wire>,
    sink: Sink,
    frames_in: UnboundedSender<String>,
    token: String,
    silent: Arc<AtomicBool>,
) {
    let mut seat = None;
    loop {
        let text = match stream.next().await {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => continue,
        };
        let room = match serde_json::from_str(&text) {
            Ok(ServerMessage::Welcome { you, room, .. }) => {
                seat = you.seat;
                Some(room)
            }
            Ok(ServerMessage::You { you }) => {
                seat = you.seat;
                None
            }
            Ok(ServerMessage::Room { room }) => Some(room),
            _ => None,
        };
        if frames_in.send(text).is_err() {
            return;
        }
        let draw = room.and_then(|room| room.draw).filter(|_| !silent.load(Ordering::Relaxed));
        if let Some(answer) = draw.zip(seat).and_then(|(draw, seat)| mix(&draw, seat, &token)) {
            let text = serde_json::to_string(&answer).expect("a client message");
            // The server may be gone by now.
            let _ = sink.lock().await.send(Message::text(text)).await;
        }
    }
}

/// Returns the number that a player gives to the dice of a game.
pub fn nonce(token: &str, game: Uuid) -> [u8; 32] {
    Sha256::new().chain_update(token).chain_update(game.as_bytes()).finalize().into()
}

/// What a client says while the dice are mixed.
pub fn mix(draw: &Draw, seat: Seat, token: &str) -> Option<ClientMessage> {
    let (game, nonce) = (draw.game, nonce(token, draw.game));
    let promise = hex::encode(promise(game, seat, &nonce));
    let given = draw.promises.get(usize::from(seat.0))?;
    match (draw.open, given) {
        (false, None) => Some(ClientMessage::Promise { game, promise }),
        (true, Some(given)) if *given == promise => {
            Some(ClientMessage::Nonce { game, nonce: hex::encode(nonce) })
        }
        _ => None,
    }
}

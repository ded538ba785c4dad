//! Sockets: frames to protocol types and back, limits, heartbeats. No game logic.

use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::header::{HOST, ORIGIN, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use axum_extra::extract::CookieJar;
use bagarre_protocol::game::Refusal;
use bagarre_protocol::socket::{ClientMessage, Closing, PROTOCOL, ServerMessage, Since};
use bagarre_rules::contract::Lang;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::oneshot;
use tokio::time::{Instant, interval, timeout};
use tungstenite::Error as WireError;

use crate::app::{App, COOKIE, Token, now};
use crate::config::{Config, Limits};
use crate::gate::{Full, Key, Ticket};
use crate::http::Caller;
use crate::room::{self, Join, Msg, Outbox, Outgoing, closing_words};
use crate::store::Guest;

/// Bytes that are read at once: most messages fit, and a socket that says nothing holds no more.
const READ: usize = 4 * 1024;

/// How long whoever has to give way may take for his leave.
const BRIEF: Duration = Duration::from_secs(1);

/// The route of the sockets.
pub fn routes() -> Router<App> {
    Router::new().route("/ws", get(upgrade))
}

/// Whether a request comes from a page of ours: its `Origin` is one of the configured ones or, when none are, names the
/// host that the request was sent to.
pub(crate) fn same_origin(config: &Config, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let Some(origin) = text(ORIGIN) else { return false };
    if !config.origins.is_empty() {
        return config.origins.iter().any(|allowed| allowed == origin);
    }
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == text(HOST)
}

async fn upgrade(
    State(app): State<App>,
    Extension(ticket): Extension<Ticket>,
    Extension(Caller(address)): Extension<Caller>,
    jar: CookieJar,
    headers: HeaderMap,
    ws: WebSocketUpgrade,
) -> Response {
    if !same_origin(app.config(), &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(token) = jar.get(COOKIE).map(|cookie| Token(cookie.value().to_owned())) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let guest = match admit(&app, &ticket, &token, agent, address).await {
        Ok(guest) => guest,
        Err(status) => return status.into_response(),
    };
    let slot = app.socket_slot();
    let limits = &app.config().limits;
    let ws = ws.max_message_size(limits.frame).max_frame_size(limits.frame).read_buffer_size(READ);
    ws.on_upgrade(async move |socket| {
        talk(&app, guest, socket, &ticket).await;
        drop(slot);
    })
}

/// Who opens a socket, with a place for it. It is known by its browser before the person is looked up: whoever signs the browser out
/// in between finds it.
async fn admit(
    app: &App,
    ticket: &Ticket,
    token: &Token,
    agent: Option<&str>,
    address: IpAddr,
) -> Result<Guest, StatusCode> {
    let turn_away = |full: Full| match full.0 {
        Key::All | Key::Sockets | Key::Silent => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::TOO_MANY_REQUESTS,
    };
    ticket.join(Key::Browser(token.hash())).map_err(turn_away)?;
    let guest = app.guest_on(token, agent).await.map_err(|why| {
        tracing::error!(%why, "a guest could not be looked up");
        StatusCode::SERVICE_UNAVAILABLE
    })?;
    let guest = guest.ok_or(StatusCode::UNAUTHORIZED)?;
    ticket.open_socket(guest.id, address).map_err(turn_away)?;
    Ok(guest)
}

/// A bucket that fills at a steady rate; every message takes one drop.
struct Bucket {
    drops: f64,
    burst: f64,
    rate: f64,
    last: Instant,
}

impl Bucket {
    fn new(limits: &Limits) -> Self {
        let burst = f64::from(limits.burst);
        Self { drops: burst, burst, rate: f64::from(limits.rate), last: Instant::now() }
    }

    fn take(&mut self) -> bool {
        let now = Instant::now();
        self.drops = (self.drops + now.duration_since(self.last).as_secs_f64() * self.rate).min(self.burst);
        self.last = now;
        if self.drops < 1.0 {
            return false;
        }
        self.drops -= 1.0;
        true
    }
}

/// What somebody sent.
enum Heard {
    Message(Box<ClientMessage>),
    Unreadable,
    /// A sign of life.
    Life,
    /// More than any message may be.
    TooLarge,
    Gone,
}

async fn hear(stream: &mut SplitStream<WebSocket>) -> Heard {
    match stream.next().await {
        Some(Ok(Message::Text(text))) => {
            serde_json::from_str(&text).map_or(Heard::Unreadable, |message| Heard::Message(Box::new(message)))
        }
        Some(Ok(Message::Binary(_))) => Heard::Unreadable,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Life,
        Some(Err(why)) if is_too_large(&why) => Heard::TooLarge,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
    }
}

fn is_too_large(why: &axum::Error) -> bool {
    let why = std::error::Error::source(why).and_then(|why| why.downcast_ref::<WireError>());
    matches!(why, Some(WireError::Capacity(_)))
}

/// The first thing a socket says.
struct Hello {
    room: String,
    invite: Option<String>,
    since: Option<Since>,
    lang: Lang,
}

/// Waits for the `hello`, or tells why there is none: nothing when nobody is there to hear it.
async fn greeted(
    app: &App,
    stream: &mut SplitStream<WebSocket>,
    ticket: &Ticket,
) -> Result<Hello, Option<(Closing, Lang)>> {
    let heard = tokio::select! {
        biased;
        heard = timeout(app.config().limits.hello, hear(stream)) => heard,
        why = ticket.cut() => return Err(Some((why, Lang::default()))),
        () = app.stop().cancelled() => return Err(Some((Closing::Shutdown, Lang::default()))),
    };
    let lang = match heard {
        Ok(Heard::Message(message)) => match *message {
            ClientMessage::Hello { protocol: PROTOCOL, room, invite, since, lang } => {
                return Ok(Hello { room, invite, since, lang });
            }
            ClientMessage::Hello { lang, .. } => lang,
            _ => Lang::default(),
        },
        Ok(Heard::Gone) => return Err(None),
        Ok(Heard::TooLarge) => return Err(Some((Closing::TooLarge, Lang::default()))),
        _ => Lang::default(),
    };
    Err(Some((Closing::Hello, lang)))
}

async fn talk(app: &App, guest: Guest, socket: WebSocket, ticket: &Ticket) {
    let limits = &app.config().limits;
    let (mut sink, mut stream) = socket.split();
    let Hello { room, invite, since, lang } = match greeted(app, &mut stream, ticket).await {
        Ok(hello) => hello,
        Err(Some((why, lang))) => return goodbye(limits, &mut sink, ticket, why, lang).await,
        Err(None) => return,
    };
    ticket.said_hello();
    if !room::is_room(&room) {
        return goodbye(limits, &mut sink, ticket, Closing::Unknown, lang).await;
    }
    let (outbox, mut outgoing) = Outbox::new(limits);
    let join = Join { guest, invite, since, lang, outbox };
    let (reply, admitted) = oneshot::channel();
    if let Err(why) = app.rooms().tell(&room, Msg::Join(Box::new(join), reply)).await {
        return goodbye(limits, &mut sink, ticket, why, lang).await;
    }
    let number = match admitted.await {
        Ok(Ok(number)) => number,
        Ok(Err(why)) => return goodbye(limits, &mut sink, ticket, why, lang).await,
        Err(_) => return goodbye(limits, &mut sink, ticket, Closing::Rebuilt, lang).await,
    };
    let mut line = Line { app, room: &room, number, lang, ticket };
    if let Some(why) = line.carry(&mut sink, &mut stream, &mut outgoing).await {
        goodbye(limits, &mut sink, ticket, why, line.lang).await;
    }
    // A room that cannot be told has ended, and its sockets with it.
    let _ = app.rooms().tell(&room, Msg::Left(number)).await;
}

/// A socket that was let in.
struct Line<'a> {
    app: &'a App,
    room: &'a str,
    number: u64,
    lang: Lang,
    ticket: &'a Ticket,
}

/// A message on its way into a room that has much to do.
type Told<'a> = Pin<Box<dyn Future<Output = Result<(), Closing>> + Send + 'a>>;

async fn arrived(message: &mut Option<Told<'_>>) -> Result<(), Closing> {
    match message {
        Some(told) => told.as_mut().await,
        None => std::future::pending().await,
    }
}

impl<'a> Line<'a> {
    /// Carries frames both ways until one side ends; returns what to say at the end, if there is somebody to hear it.
    async fn carry(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
        stream: &mut SplitStream<WebSocket>,
        outgoing: &mut Outgoing,
    ) -> Option<Closing> {
        let limits = &self.app.config().limits;
        let mut bucket = Bucket::new(limits);
        let mut ping = interval(limits.ping);
        let mut heard = Instant::now();
        let mut message: Option<Told<'a>> = None;
        loop {
            let frame = tokio::select! {
                // What is said comes before what is heard: whoever says more than he hears keeps only himself waiting.
                biased;
                why = self.ticket.cut() => return Some(why),
                told = arrived(&mut message), if message.is_some() => {
                    if let Err(why) = told {
                        return Some(why);
                    }
                    message = None;
                    continue;
                }
                _ = ping.tick() => {
                    // Nothing is heard of whoever has to wait for a room.
                    if heard.elapsed() > limits.silence && message.is_none() {
                        return Some(Closing::Silent);
                    }
                    Message::Ping(axum::body::Bytes::new())
                }
                said = hear(stream), if message.is_none() => {
                    heard = Instant::now();
                    if matches!(said, Heard::Message(_) | Heard::Unreadable) && !bucket.take() {
                        return Some(Closing::Rate);
                    }
                    match said {
                        Heard::Gone => return None,
                        Heard::TooLarge => return Some(Closing::TooLarge),
                        Heard::Life => continue,
                        Heard::Unreadable => Message::Text(unreadable(self.lang).into()),
                        Heard::Message(said) => match *said {
                            // Answered here: a room that waits for its writer keeps nobody in doubt about the line.
                            ClientMessage::Ping { n } => pong(n),
                            other => {
                                message = Some(self.pass_on(other));
                                continue;
                            }
                        },
                    }
                }
                next = outgoing.next() => match next {
                    Ok(text) => Message::Text(text),
                    Err(why) => return Some(why),
                },
            };
            // A reader that takes nothing must not hold the line when it is cut.
            tokio::select! {
                biased;
                sent = timeout(limits.silence, sink.send(frame)) => match sent {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(Closing::Slow),
                },
                why = outgoing.cut() => return Some(why),
                why = self.ticket.cut() => return Some(why),
            }
        }
    }

    /// Sends a message on its way into the room.
    fn pass_on(&mut self, message: ClientMessage) -> Told<'a> {
        if let ClientMessage::Lang { lang } = message {
            self.lang = lang;
        }
        let (app, room, number) = (self.app, self.room, self.number);
        Box::pin(async move { app.rooms().tell(room, Msg::From(number, Box::new(message))).await })
    }
}

fn pong(n: u32) -> Message {
    let text = serde_json::to_string(&ServerMessage::Pong { n, now: now() }).unwrap_or_default();
    Message::Text(text.into())
}

fn unreadable(lang: Lang) -> String {
    let words = match lang {
        Lang::Fr => "Ce message n'a pas pu être lu.",
        Lang::En => "That message could not be read.",
    };
    let refusal = Refusal { code: "frame.unreadable".to_owned(), rule: None, words: words.to_owned() };
    serde_json::to_string(&ServerMessage::Unreadable { refusal }).unwrap_or_default()
}

/// Says why, then closes; whoever does not take it is left behind.
async fn goodbye(
    limits: &Limits,
    sink: &mut SplitSink<WebSocket, Message>,
    ticket: &Ticket,
    why: Closing,
    lang: Lang,
) {
    let patience = if why == Closing::Crowded {
        BRIEF
    } else {
        ticket.linger();
        limits.silence
    };
    let words = closing_words(why, lang).to_owned();
    let closing = ServerMessage::Closing { code: why, words, wait: why.wait() };
    let text = serde_json::to_string(&closing).unwrap_or_default();
    let close = CloseFrame { code: why.close_code(), reason: axum::extract::ws::Utf8Bytes::default() };
    let parting = async {
        sink.send(Message::Text(text.into())).await?;
        sink.send(Message::Close(Some(close))).await?;
        sink.close().await
    };
    // The other side may be gone, which is what was wanted.
    let _ = timeout(patience, parting).await;
}

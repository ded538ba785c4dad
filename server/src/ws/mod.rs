//! Sockets: frames to protocol types and back, limits, heartbeats. No game logic.

use std::time::Instant;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum_extra::extract::CookieJar;
use bagarre_protocol::game::Refusal;
use bagarre_protocol::socket::{ClientMessage, Closing, PROTOCOL, ServerMessage};
use bagarre_rules::contract::Lang;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::oneshot;
use tokio::time::{interval, timeout};

use crate::app::{App, COOKIE, Token};
use crate::config::{Config, Limits};
use crate::room::{Join, Msg, Outbox, Outgoing, closing_words};
use crate::store::Guest;

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
    let guest = match app.guest(&token).await {
        Ok(Some(guest)) => guest,
        Ok(None) => return StatusCode::UNAUTHORIZED.into_response(),
        Err(why) => {
            tracing::error!(%why, "a guest could not be looked up");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let Some(slot) = app.socket_slot() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let limits = &app.config().limits;
    ws.max_message_size(limits.frame).max_frame_size(limits.frame).on_upgrade(async move |socket| {
        talk(&app, guest, socket).await;
        drop(slot);
    })
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
    Gone,
}

async fn hear(stream: &mut SplitStream<WebSocket>) -> Heard {
    match stream.next().await {
        Some(Ok(Message::Text(text))) => {
            serde_json::from_str(&text).map_or(Heard::Unreadable, |message| Heard::Message(Box::new(message)))
        }
        Some(Ok(Message::Binary(_))) => Heard::Unreadable,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Life,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
    }
}

async fn talk(app: &App, guest: Guest, socket: WebSocket) {
    let limits = &app.config().limits;
    let (mut sink, mut stream) = socket.split();
    let hello = timeout(limits.hello, hear(&mut stream)).await;
    let (room, join, lang, mut outgoing) = match hello {
        Ok(Heard::Message(message)) => match *message {
            ClientMessage::Hello { protocol: PROTOCOL, room, invite, since, lang } => {
                let (outbox, outgoing) = Outbox::new(limits);
                (room, Join { guest, invite, since, lang, outbox }, lang, outgoing)
            }
            ClientMessage::Hello { lang, .. } => {
                return goodbye(limits, &mut sink, Closing::Hello, lang).await;
            }
            _ => return goodbye(limits, &mut sink, Closing::Hello, Lang::Fr).await,
        },
        Ok(Heard::Gone) => return,
        _ => return goodbye(limits, &mut sink, Closing::Hello, Lang::Fr).await,
    };
    let (reply, admitted) = oneshot::channel();
    if let Err(why) = app.rooms().tell(&room, Msg::Join(Box::new(join), reply)).await {
        return goodbye(limits, &mut sink, why, lang).await;
    }
    let number = match admitted.await {
        Ok(Ok(number)) => number,
        Ok(Err(why)) => return goodbye(limits, &mut sink, why, lang).await,
        Err(_) => return goodbye(limits, &mut sink, Closing::Rebuilt, lang).await,
    };
    let mut line = Line { app, room: &room, number, lang };
    if let Some(why) = line.carry(&mut sink, &mut stream, &mut outgoing).await {
        goodbye(limits, &mut sink, why, line.lang).await;
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
}

impl Line<'_> {
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
        loop {
            let frame = tokio::select! {
                next = outgoing.next() => match next {
                    Ok(text) => Message::Text(text),
                    Err(why) => return Some(why),
                },
                _ = ping.tick() => {
                    if heard.elapsed() > limits.silence {
                        return Some(Closing::Silent);
                    }
                    Message::Ping(axum::body::Bytes::new())
                }
                said = hear(stream) => {
                    heard = Instant::now();
                    if !matches!(said, Heard::Life | Heard::Gone) && !bucket.take() {
                        return Some(Closing::Rate);
                    }
                    match said {
                        Heard::Gone => return None,
                        Heard::Life => continue,
                        Heard::Unreadable => Message::Text(unreadable(self.lang).into()),
                        Heard::Message(message) => {
                            if let ClientMessage::Lang { lang } = *message {
                                self.lang = lang;
                            }
                            if let Err(why) =
                                self.app.rooms().tell(self.room, Msg::From(self.number, message)).await
                            {
                                return Some(why);
                            }
                            continue;
                        }
                    }
                }
            };
            // A reader that takes nothing must not hold the line when it is cut.
            tokio::select! {
                sent = timeout(limits.silence, sink.send(frame)) => match sent {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(Closing::Slow),
                },
                why = outgoing.cut() => return Some(why),
            }
        }
    }
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
async fn goodbye(limits: &Limits, sink: &mut SplitSink<WebSocket, Message>, why: Closing, lang: Lang) {
    let words = closing_words(why, lang).to_owned();
    let text = serde_json::to_string(&ServerMessage::Closing { code: why, words }).unwrap_or_default();
    let close = CloseFrame { code: why.close_code(), reason: axum::extract::ws::Utf8Bytes::default() };
    let parting = async {
        sink.send(Message::Text(text.into())).await?;
        sink.send(Message::Close(Some(close))).await?;
        sink.close().await
    };
    // The other side may be gone, which is what was wanted.
    let _ = timeout(limits.silence, parting).await;
}

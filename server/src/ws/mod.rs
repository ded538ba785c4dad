//! Sockets: frames to protocol types and back, limits, heartbeats. No game logic.

mod connection;
mod heard;
mod pipe;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_KEY, UPGRADE, USER_AGENT};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use axum_extra::extract::CookieJar;
use bagarre_protocol::socket::{ClientMessage, Closing, PROTOCOL, ServerMessage, Since};
use bagarre_rules::contract::Lang;
use hyper::upgrade::{OnUpgrade, Upgraded};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::timeout;
use tungstenite::handshake::server::create_response_with_body;

use crate::app::App;
use crate::config::Limits;
use crate::frame::{Frame, Sent, Way};
use crate::gate::{Caller, Full, Key, Ticket};
use crate::http::{HttpError, token};
use crate::origin::own_origin;
use crate::room::{self, Admitted, Join, MESSAGES_PER_SOCKET, Msg, Outbox, Outgoing};
use crate::store::Guest;
use crate::tokens::Token;
use crate::words;
use connection::Connection;
use heard::{Heard, hear};
use pipe::Pipe;

/// How long a connection that gives way may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The route of the sockets.
pub fn routes() -> Router<App> {
    Router::new().route("/ws", get(upgrade))
}

async fn upgrade(
    State(app): State<App>,
    Extension(ticket): Extension<Ticket>,
    Extension(Caller(address)): Extension<Caller>,
    jar: CookieJar,
    mut request: Request,
) -> Response {
    let Ok(accepted) = create_response_with_body(&request, Body::empty) else {
        return no_upgrade(&app, &request).into_response();
    };
    let headers = request.headers();
    if let Err(foreign) = own_origin(app.config().public.as_ref(), headers) {
        return app.refuse_origin(foreign).into_response();
    }
    // Another server takes it: a proxy asks the next one.
    if !app.rooms().takes_people() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let Some(token) = token(&app, &jar) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let guest = match admit(&app, &ticket, &token, agent, address).await {
        Ok(guest) => guest,
        Err(status) => return status.into_response(),
    };
    let slot = app.socket_slot();
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // The server that waits for the slot waits for nothing else that the socket holds.
        converse(app, (guest, address), upgraded, ticket).await;
        drop(slot);
    });
    accepted
}

/// Whether a header that holds a list names something in it.
fn names(headers: &HeaderMap, list: HeaderName, what: &str) -> bool {
    let lines = headers.get_all(list).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|name| name.trim().eq_ignore_ascii_case(what))
}

/// Says what a request lacks to become a socket. Where a browser asked for one, a proxy has taken it out: the operator is told once.
fn no_upgrade(app: &App, request: &Request) -> HttpError {
    let headers = request.headers();
    let missing = if request.method() != Method::GET {
        "GET"
    } else if request.version() < Version::HTTP_11 {
        "HTTP/1.1"
    } else if !names(headers, UPGRADE, "websocket") {
        "Upgrade: websocket"
    } else if !names(headers, CONNECTION, "upgrade") {
        "Connection: Upgrade"
    } else {
        "Sec-WebSocket-Key, Sec-WebSocket-Version: 13"
    };
    if headers.contains_key(SEC_WEBSOCKET_KEY) && app.notices().is_new(format!("upgrade {missing}")) {
        tracing::warn!(
            missing,
            "a browser's request for a WebSocket arrived without what makes it one: the proxy in front of this server has to pass \
             Upgrade and Connection on by HTTP/1.1 (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; \
             proxy_set_header Connection \"upgrade\")"
        );
    }
    HttpError::Upgrade(missing)
}

/// Returns the person who opens a socket, with a place for it. It is known by its browser before the person is looked
/// up: a request that signs the browser out in between finds it.
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

/// The first thing a socket says.
struct Hello {
    room: String,
    invite: Option<String>,
    since: Option<Since>,
    lang: Lang,
    way: Way,
}

/// Waits for the `hello`, or returns why there is none; nothing where the connection has ended.
async fn greeted(app: &App, pipe: &mut Pipe, ticket: &Ticket) -> Result<Hello, Option<(Closing, Lang)>> {
    let heard = tokio::select! {
        biased;
        heard = timeout(app.config().limits.hello, hear(pipe)) => heard,
        why = ticket.cut() => return Err(Some((why, Lang::default()))),
        () = app.stop().cancelled() => return Err(Some((Closing::Shutdown, Lang::default()))),
    };
    let lang = match heard {
        Ok(Heard::Message(message)) => match *message {
            ClientMessage::Hello { protocol: PROTOCOL, room, invite, since, lang, packed } => {
                let way = if packed { Way::Packed(Sent::default()) } else { Way::Plain };
                return Ok(Hello { room, invite, since, lang, way });
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

/// The whole life of a socket.
async fn converse(app: App, who: (Guest, IpAddr), upgraded: OnUpgrade, ticket: Ticket) {
    // A connection that broke before it became a socket is told nothing.
    let Ok(stream) = upgraded.await else { return };
    // What only the beginning needs does not stay with a socket that lives for hours.
    let Some((mut pipe, mut connection)) = Box::pin(begin(&app, who, stream, &ticket)).await else {
        return;
    };
    if let Some(why) = connection.carry(&mut pipe).await {
        Box::pin(goodbye(&app.config().limits, &mut pipe, &ticket, why, connection.lang)).await;
    }
    connection.end().await;
}

/// Admits a person to the room of the `hello`, or tells them why not.
async fn begin<'a>(
    app: &'a App,
    (guest, address): (Guest, IpAddr),
    stream: Upgraded,
    ticket: &'a Ticket,
) -> Option<(Box<Pipe>, Connection<'a>)> {
    let limits = &app.config().limits;
    let mut pipe = Box::new(Pipe::new(stream, limits.frame));
    let Hello { room, invite, since, lang, way } = match greeted(app, &mut pipe, ticket).await {
        Ok(hello) => hello,
        Err(Some((why, lang))) => {
            goodbye(limits, &mut pipe, ticket, why, lang).await;
            return None;
        }
        Err(None) => return None,
    };
    ticket.said_hello();
    match enter(app, &room, |outbox| Join { guest, address, invite, since, lang, outbox, number: None }).await
    {
        Ok((inbox, number, outgoing)) => {
            let (rooms, places) = (app.rooms(), Arc::new(Semaphore::new(MESSAGES_PER_SOCKET)));
            let connection = Connection { limits, ticket, rooms, places, inbox, number, outgoing, lang, way };
            Some((pipe, connection))
        }
        Err(why) => {
            goodbye(limits, &mut pipe, ticket, why, lang).await;
            None
        }
    }
}

/// Knocks at a room. Returns the way in, the number of the socket there, and the way out.
async fn enter(
    app: &App,
    room: &str,
    join: impl FnOnce(Outbox) -> Join,
) -> Result<(mpsc::Sender<Msg>, u64, Outgoing), Closing> {
    if !room::is_room(room) {
        return Err(Closing::Unknown);
    }
    let (outbox, outgoing) = Outbox::new(&app.config().limits);
    let join = join(outbox);
    app.rooms().knock(room, join.guest.id, join.invite.as_deref()).await?;
    let (reply, admitted) = oneshot::channel();
    app.rooms().tell(room, Msg::Join(Box::new(join), reply)).await?;
    let Admitted { number, inbox } = admitted.await.unwrap_or(Err(Closing::Rebuilt))?;
    Ok((inbox, number, outgoing))
}

/// Sends the reason, then closes; a client that does not read it is not waited for.
async fn goodbye(limits: &Limits, pipe: &mut Pipe, ticket: &Ticket, why: Closing, lang: Lang) {
    let patience = if why == Closing::Crowded {
        CLOSE_TIMEOUT
    } else {
        ticket.linger();
        limits.silence
    };
    let words = words::room::closing(why, lang).to_owned();
    pipe.drop_unsent();
    for frame in
        [Frame::text(&ServerMessage::Closing { code: why, words, wait: why.wait() }), Frame::close(why)]
    {
        pipe.push(Way::Plain.bytes(frame));
    }
    // The other side may be gone, which is what was wanted.
    let _ = timeout(patience, pipe.flush()).await;
}

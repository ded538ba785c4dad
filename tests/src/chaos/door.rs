//! How people come to a server that is a process of its own: plain requests and sockets, each person from a different address.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::http::Opened;
use bagarre_protocol::room::Settings;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::server::token_in;

/// How long a request or the opening of a socket may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Bytes that a socket of a client reads at once.
const READ: usize = 8 * 1024;

/// A person with a loopback address of its own, known by a cookie.
#[derive(Clone, Debug)]
pub struct Person {
    /// The address of the person.
    pub from: Ipv4Addr,
    /// The secret of the cookie.
    pub token: String,
}

/// The `number`th loopback address.
pub fn address(number: u32) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(Ipv4Addr::LOCALHOST) + 256 * (number + 1))
}

/// Carries bytes between a person and a server.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {
    /// Whether something was done to it on purpose, so that nothing needs to come through.
    fn is_troubled(&self) -> bool {
        false
    }
}

impl Stream for TcpStream {}

/// How people come to a server.
#[async_trait]
pub trait Road: Send + Sync {
    /// Opens a connection.
    async fn connect(&self, from: Ipv4Addr, to: SocketAddr) -> io::Result<Box<dyn Stream>>;
}

/// The real network.
pub struct Tcp;

#[async_trait]
impl Road for Tcp {
    async fn connect(&self, from: Ipv4Addr, to: SocketAddr) -> io::Result<Box<dyn Stream>> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        let stream = socket.connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Box::new(stream))
    }
}

/// A plain request. Returns the status, the head and the body.
pub async fn ask(
    road: &dyn Road,
    (from, to): (Ipv4Addr, SocketAddr),
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> io::Result<(u16, String, Value)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {to}\r\nCookie: bagarre={token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let exchange = async {
        let mut stream = road.connect(from, to).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        io::Result::Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = timeout(REQUEST_TIMEOUT, exchange).await.map_err(io::Error::other)??;
    let parts = answer.split_once("\r\n\r\n").and_then(|(head, body)| {
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, head.to_owned(), serde_json::from_str(body).unwrap_or_default()))
    });
    parts.ok_or_else(|| io::Error::other("no answer"))
}

/// A new person.
pub async fn enter(road: &dyn Road, from: Ipv4Addr, to: SocketAddr, name: &str) -> io::Result<Person> {
    let (status, head, _) = ask(road, (from, to), "POST", "/api/me", "", &json!({ "name": name })).await?;
    match token_in(&head) {
        Some(token) if status == 200 => Ok(Person { from, token }),
        _ => Err(io::Error::other(format!("not let in: {status}"))),
    }
}

/// A new room.
pub async fn open_room(
    road: &dyn Road,
    person: &Person,
    to: SocketAddr,
    settings: &Settings,
) -> io::Result<Opened> {
    let settings = serde_json::to_value(settings)?;
    let (status, _, body) =
        ask(road, (person.from, to), "POST", "/api/rooms", &person.token, &settings).await?;
    if status != 201 {
        return Err(io::Error::other(format!("no room: {status} {body}")));
    }
    Ok(serde_json::from_value(body)?)
}

/// A socket that has said nothing yet.
pub type Wire = WebSocketStream<Box<dyn Stream>>;

/// Opens a socket.
pub async fn socket(road: &dyn Road, person: &Person, to: SocketAddr) -> io::Result<Wire> {
    let opening = async {
        let stream = road.connect(person.from, to).await?;
        let mut request = format!("ws://{to}/ws").into_client_request().map_err(io::Error::other)?;
        for (name, value) in
            [("cookie", format!("bagarre={}", person.token)), ("origin", format!("http://{to}"))]
        {
            request.headers_mut().insert(name, HeaderValue::from_str(&value).map_err(io::Error::other)?);
        }
        // One process holds thousands of them.
        let config = WebSocketConfig::default().read_buffer_size(READ);
        Ok(client_async_with_config(request, stream, Some(config)).await.map_err(io::Error::other)?.0)
    };
    timeout(REQUEST_TIMEOUT, opening).await.map_err(io::Error::other)?
}

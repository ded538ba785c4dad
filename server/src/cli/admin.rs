//! `bagarre admin`: what the operator asks of a server that runs.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Method, Request, header};
use bagarre_server::http::TOKEN;
use clap::Subcommand;
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

use super::failure::Failure;
use super::serve::{Admin, optional_addr};
use super::store::{block_on, folder};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Ask something of a server that runs: it must have `BAGARRE_ADMIN_ADDR`, and its data folder must be yours.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The operator's address of the server.
    #[arg(long, env = "BAGARRE_ADMIN_ADDR", value_parser = optional_addr, global = true)]
    admin_addr: Option<Admin>,
    /// The data folder of the server, where its token is; `bagarre` in the user's data folder otherwise.
    #[arg(long, env = "BAGARRE_DATA", value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    ask: Ask,
}

#[derive(Clone, Debug, Subcommand)]
enum Ask {
    /// Rooms that are awake, with their sockets and games.
    List,
    /// Tell everybody something, in both languages; without words, take it back.
    Announce {
        /// In French.
        #[arg(long, requires = "en")]
        fr: Option<String>,
        /// In English.
        #[arg(long, requires = "fr")]
        en: Option<String>,
    },
    /// Take no new rooms and games, tell everybody, and end when every room sleeps.
    Drain {
        /// Take them again.
        #[arg(long)]
        cancel: bool,
    },
    /// Close a room for good; a game that runs in it is put aside.
    Close {
        /// Its id.
        room: String,
    },
    /// A room or a game, without orders, dice and names.
    Inspect {
        /// Its id.
        id: String,
    },
    /// Forget a person with everything about him.
    ForgetGuest {
        /// His public id.
        guest: Uuid,
    },
    /// Close a room and drop it with its games and its chat.
    DropRoom {
        /// Its id.
        room: String,
    },
}

impl Ask {
    /// What is asked for.
    fn request(&self) -> Result<(Method, String, Option<Value>), Failure> {
        let plain = |room: &str| {
            let good =
                !room.is_empty() && room.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if good { Ok(room.to_owned()) } else { Err(Failure::input(format!("{room:?} is no id"))) }
        };
        Ok(match self {
            Self::List => (Method::GET, "rooms".to_owned(), None),
            Self::Announce { fr: Some(fr), en: Some(en) } => {
                (Method::PUT, "announcement".to_owned(), Some(json!({ "fr": fr, "en": en })))
            }
            Self::Announce { .. } => (Method::DELETE, "announcement".to_owned(), None),
            Self::Drain { cancel: false } => (Method::POST, "drain".to_owned(), None),
            Self::Drain { cancel: true } => (Method::DELETE, "drain".to_owned(), None),
            Self::Close { room } => (Method::POST, format!("rooms/{}/close", plain(room)?), None),
            Self::Inspect { id } => match Uuid::parse_str(id) {
                Ok(game) => (Method::GET, format!("games/{game}"), None),
                Err(_) => (Method::GET, format!("rooms/{}", plain(id)?), None),
            },
            Self::ForgetGuest { guest } => (Method::DELETE, format!("guests/{guest}"), None),
            Self::DropRoom { room } => (Method::DELETE, format!("rooms/{}", plain(room)?), None),
        })
    }
}

/// The address to call: one that listens everywhere is reached here.
fn reachable(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, addr.port())
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let addr = args.admin_addr.and_then(|admin| admin.0);
    let addr =
        addr.ok_or_else(|| Failure::input("say where the server listens for you: BAGARRE_ADMIN_ADDR"))?;
    let file = folder(args.data.as_deref())?.join(TOKEN);
    let token = std::fs::read_to_string(&file).map_err(|why| {
        Failure::input(format!("the token of the server cannot be read: {}: {why}", file.display()))
    })?;
    let (method, path, body) = args.ask.request()?;
    let answer = block_on(async {
        let request = Request::builder()
            .method(method)
            .uri(format!("http://{}/admin/{path}", reachable(addr)))
            .header(header::AUTHORIZATION, format!("Bearer {}", token.trim()))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_LANGUAGE, "en")
            .body(Full::new(Bytes::from(body.map(|body| body.to_string()).unwrap_or_default())))
            .map_err(Failure::fault)?;
        let sent = async {
            let answer = Client::builder(TokioExecutor::new()).build_http().request(request).await;
            let (head, body) = answer.map_err(|_| unreachable(addr))?.into_parts();
            let body = body.collect().await.map_err(Failure::fault)?.to_bytes();
            Ok((head.status, body))
        };
        timeout(PATIENCE, sent).await.map_err(|_| unreachable(addr))?
    });
    let (status, body) = answer?;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if !status.is_success() {
        let words = body["words"].as_str().map_or_else(|| status.to_string(), str::to_owned);
        return Err(Failure::input(words));
    }
    if !body.is_null() {
        let mut out = io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &body).map_err(Failure::fault)?;
        writeln!(out)?;
    }
    Ok(())
}

fn unreachable(addr: SocketAddr) -> Failure {
    Failure::fault(format!("no server answers at {addr}"))
}

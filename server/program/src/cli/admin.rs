//! `bagarre admin`: what the operator asks of a server that runs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, header};
use bagarre_server::http::TOKEN;
use clap::Subcommand;
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

use super::failure::Failure;
use super::listen::Listen;
use super::report;
use super::store::{block_on, folder};

/// How long the server may take to answer.
const ADMIN_TIMEOUT: Duration = Duration::from_secs(30);

/// Ask something of a server that runs: it must have `BAGARRE_ADMIN_ADDR`, and its data folder must be yours.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The operator's address of the server.
    #[arg(long, env = "BAGARRE_ADMIN_ADDR", global = true)]
    admin_addr: Option<Listen>,
    /// The data folder of the server, where its token is; `bagarre` in the user's data folder otherwise.
    #[arg(long, env = "BAGARRE_DATA", value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// Answer in JSON, for programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    ask: Ask,
}

#[derive(Clone, Debug, Subcommand)]
enum Ask {
    /// Rooms that are awake, with their sockets and games.
    List,
    /// The servers on the database: where they run, since when, until when, and how many rooms they hold.
    Nodes,
    /// Announce something to all players, in both languages; without words, take it back.
    Announce {
        /// In French.
        #[arg(long, requires = "en")]
        fr: Option<String>,
        /// In English.
        #[arg(long, requires = "fr")]
        en: Option<String>,
    },
    /// Let the server end. One of several with a bus hands its rooms over to the others; otherwise it takes no new rooms and games, tells all players, and
    /// ends when every room sleeps.
    Drain {
        /// Let all servers on the database end in that way: none hands anything over.
        #[arg(long, conflicts_with = "cancel")]
        all: bool,
        /// Take everything again, at all servers.
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
    /// Forget a person with everything about them.
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
    /// What was done, once the server has done it.
    fn done(&self, answer: &Value) -> String {
        match self {
            Self::Drain { .. } if answer == "hands_over" => "The rooms are handed over to the other servers one after the other; players come back there \
                within a second. Then the server ends. `bagarre admin drain --cancel` takes this back."
                .to_owned(),
            Self::List | Self::Nodes | Self::Inspect { .. } => String::new(),
            Self::Announce { fr: Some(_), .. } => "Announced to everybody who is here or comes.".to_owned(),
            Self::Announce { .. } => "The announcement is taken back.".to_owned(),
            Self::Drain { all: true, .. } => "Nothing new begins at any server, games go on, and everybody is told. Each server ends when every room of it \
                sleeps: `bagarre admin drain --cancel` takes this back."
                .to_owned(),
            Self::Drain { cancel: false, .. } => "Nothing new begins, games go on, and everybody is told. The server ends when every \
                room sleeps: `bagarre admin list` shows those that are awake, `bagarre admin drain --cancel` takes this back."
                .to_owned(),
            Self::Drain { cancel: true, .. } => "New rooms and games begin again; the announcement is taken back.".to_owned(),
            Self::Close { room } => format!("Room {room} is closed for good. A game that ran in it is put aside."),
            Self::ForgetGuest { guest } => {
                format!("Person {guest} is forgotten; what is left of him is deleted piece by piece.")
            }
            Self::DropRoom { room } => {
                format!("Room {room} is closed, and dropped with its games and its chat unless it is one of a campaign.")
            }
        }
    }

    /// What is asked for.
    fn request(&self) -> Result<(Method, String, Option<Value>), Failure> {
        let plain = |room: &str| {
            let good =
                !room.is_empty() && room.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if good { Ok(room.to_owned()) } else { Err(Failure::input(format!("{room:?} is no id"))) }
        };
        Ok(match self {
            Self::List => (Method::GET, "rooms".to_owned(), None),
            Self::Nodes => (Method::GET, "nodes".to_owned(), None),
            Self::Announce { fr: Some(fr), en: Some(en) } => {
                (Method::PUT, "announcement".to_owned(), Some(json!({ "fr": fr, "en": en })))
            }
            Self::Announce { .. } => (Method::DELETE, "announcement".to_owned(), None),
            Self::Drain { all: true, .. } => (Method::POST, "drain/all".to_owned(), None),
            Self::Drain { cancel: false, .. } => (Method::POST, "drain".to_owned(), None),
            Self::Drain { cancel: true, .. } => (Method::DELETE, "drain".to_owned(), None),
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

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let addr = args.admin_addr.as_ref();
    let addr =
        addr.ok_or_else(|| Failure::input("say where the server listens for you: BAGARRE_ADMIN_ADDR"))?;
    let file = folder(args.data.as_deref())?.join(TOKEN);
    let token = std::fs::read_to_string(&file).map_err(|why| {
        Failure::input(format!("the token of the server cannot be read: {}: {why}", file.display()))
    })?;
    let answer = ask(&addr.to_call(), token.trim(), args.ask.request()?)?;
    let mut out = io::stdout().lock();
    if args.json {
        // What only does something has no answer of its own.
        let answer = if answer.is_object() { answer } else { json!({ "done": args.ask.done(&answer) }) };
        serde_json::to_writer_pretty(&mut out, &answer).map_err(Failure::fault)?;
        writeln!(out)?;
    } else {
        let text = match &args.ask {
            Ask::List => report::overview(&answer),
            Ask::Nodes => report::nodes(&answer),
            Ask::Inspect { .. } => report::fields(&answer),
            ask => ask.done(&answer),
        };
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Asks the server; null or a word where it only did something.
fn ask(
    addr: &str,
    token: &str,
    (method, path, body): (Method, String, Option<Value>),
) -> Result<Value, Failure> {
    let answer = block_on(async {
        let request = Request::builder()
            .method(method)
            .uri(format!("http://{addr}/admin/{path}"))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
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
        timeout(ADMIN_TIMEOUT, sent).await.map_err(|_| unreachable(addr))?
    });
    let (status, body) = answer?;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if status.is_success() {
        return Ok(body);
    }
    Err(Failure::input(match (body["words"].as_str(), status) {
        (Some(words), _) => words.to_owned(),
        (None, StatusCode::UNAUTHORIZED) => {
            format!("the server at {addr} does not take this token: it has another data folder")
        }
        (None, status) => status.to_string(),
    }))
}

fn unreachable(addr: &str) -> Failure {
    Failure::fault(format!("no server answers at {addr}"))
}

//! `bagarre serve`: the server.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits, MailConfig, NodeConfig};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::failure::Failure;
use super::store::{StoreArgs, block_on};
use bagarre_server::telemetry::{self, LogFormat};

/// Serve the game (the default command).
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The address players reach.
    #[arg(long, env = "BAGARRE_ADDR", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
    /// An address for the operator alone: /metrics, /healthz, /readyz, and what `bagarre admin` asks for with the token in the data
    /// folder. None otherwise.
    #[arg(long, env = "BAGARRE_ADMIN_ADDR", value_parser = optional_addr)]
    admin_addr: Option<Admin>,
    /// What players type, such as <https://bagarre.example>, when it is not the address above: cookies are then for HTTPS
    /// only, and only its pages may open sockets.
    #[arg(long, env = "BAGARRE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<Origin>,
    /// The server that mail goes through, such as <smtps://name:password@mail.example:465>: who plays games of days can then hear of
    /// his turn by mail.
    #[arg(
        long,
        env = "BAGARRE_SMTP_URL",
        value_name = "URL",
        hide_env_values = true,
        default_value = "",
        hide_default_value = true
    )]
    smtp_url: String,
    /// The sender of that mail, such as `Bagarre <bagarre@mail.example>`.
    #[arg(
        long,
        env = "BAGARRE_MAIL_FROM",
        value_name = "ADDRESS",
        default_value = "",
        hide_default_value = true
    )]
    mail_from: String,
    /// Pushes and webhooks may go to this machine and its neighbours, also over plain HTTP.
    #[arg(long, env = "BAGARRE_PRIVATE_TARGETS", value_parser = clap::builder::FalseyValueParser::new(), num_args = 0)]
    private_targets: bool,
    /// Believe X-Forwarded-For: the server is behind a proxy of its own.
    #[arg(long, env = "BAGARRE_TRUST_PROXY", value_parser = clap::builder::FalseyValueParser::new(), num_args = 0)]
    trust_proxy: bool,
    /// Take the place of the server that is at work on the same data: it is asked to hand it over, ends its rooms in order and stops.
    /// Without this a second server refuses to start.
    #[arg(long)]
    takeover: bool,
    /// Rooms awake at the same time.
    #[arg(long, env = "BAGARRE_MAX_ROOMS", value_name = "N")]
    max_rooms: Option<usize>,
    /// Sockets in all.
    #[arg(long, env = "BAGARRE_MAX_SOCKETS", value_name = "N")]
    max_sockets: Option<usize>,
    /// Connections in all. Never more than the system gives files to this process, less what the database needs.
    #[arg(long, env = "BAGARRE_MAX_CONNECTIONS", value_name = "N")]
    max_connections: Option<usize>,
    /// Requests a second from one address; six times as many in one go.
    #[arg(long, env = "BAGARRE_HTTP_RATE", value_name = "N")]
    http_rate: Option<u32>,
    /// Requests a minute from one address that change something; twice as many in one go.
    #[arg(long, env = "BAGARRE_HTTP_CHANGES", value_name = "N")]
    http_changes: Option<u32>,
    /// Forget people who have not come for so many days, with everything about them. For ever otherwise.
    #[arg(long, env = "BAGARRE_KEEP_GUESTS", value_name = "DAYS", value_parser = days)]
    keep_guests: Option<Days>,
    /// Drop rooms in which nothing has happened for so many days, with their games and their chat. Rooms of campaigns stay.
    #[arg(long, env = "BAGARRE_KEEP_ROOMS", value_name = "DAYS", value_parser = days)]
    keep_rooms: Option<Days>,
    /// Drop lines of chat after so many days.
    #[arg(long, env = "BAGARRE_KEEP_CHAT", value_name = "DAYS", value_parser = days)]
    keep_chat: Option<Days>,
    /// What is logged, such as `info` or `info,bagarre_server=debug`. Lines of libraries are held back below `info`, whatever is asked
    /// for: they would tell what people send.
    #[arg(long, env = "BAGARRE_LOG", default_value = "info,sqlx=warn")]
    log: String,
    /// How the log is written on standard error.
    #[arg(long, env = "BAGARRE_LOG_FORMAT", value_enum, default_value_t)]
    log_format: LogFormat,
    #[command(flatten)]
    store: StoreArgs,
    #[cfg(feature = "testkit")]
    #[command(flatten)]
    test: Test,
}

/// What only a build for tests knows.
#[cfg(feature = "testkit")]
#[derive(Clone, Debug, clap::Args)]
struct Test {
    /// Games get their dice from this number: the same ones each time.
    #[arg(id = "test_seed", long = "test-seed", env = "BAGARRE_TEST_SEED", value_name = "N")]
    seed: Option<u64>,
    /// Seconds in which a sheet that was sealed blindly has to be opened.
    #[arg(id = "test_opening", long = "test-opening", env = "BAGARRE_TEST_OPENING", value_name = "SECONDS")]
    opening: Option<u64>,
    /// Seconds that the dice of a new game wait for what the seats give to them.
    #[arg(id = "test_draw", long = "test-draw", env = "BAGARRE_TEST_DRAW", value_name = "SECONDS")]
    draw: Option<u64>,
}

#[cfg(feature = "testkit")]
impl Test {
    fn apply(&self, limits: &mut Limits) {
        if let Some(seed) = self.seed {
            bagarre_server::world::fixed::fix(seed);
        }
        if let Some(seconds) = self.opening {
            limits.opening = Duration::from_secs(seconds);
            limits.opening_away = limits.opening;
        }
        if let Some(seconds) = self.draw {
            limits.draw = Duration::from_secs(seconds);
        }
    }
}

/// The address for the operator; an empty variable is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Admin(pub(super) Option<SocketAddr>);

pub(super) fn optional_addr(text: &str) -> Result<Admin, String> {
    if text.is_empty() {
        return Ok(Admin(None));
    }
    text.parse().map(|addr| Admin(Some(addr))).map_err(|why| format!("{why}"))
}

/// How long something is kept; an empty variable is for ever.
#[derive(Clone, Copy, Debug)]
struct Days(Option<Duration>);

fn days(text: &str) -> Result<Days, String> {
    if text.is_empty() {
        return Ok(Days(None));
    }
    match text.parse::<u16>() {
        Ok(days @ 1..) => Ok(Days(Some(Duration::from_hours(24 * u64::from(days))))),
        _ => Err("give whole days, from 1 to 65535".to_owned()),
    }
}

/// Scheme, host and port of a page; an empty variable is none.
#[derive(Clone, Debug)]
struct Origin(Option<String>);

fn public_url(text: &str) -> Result<Origin, String> {
    if text.is_empty() {
        return Ok(Origin(None));
    }
    let (scheme, rest) = text
        .split_once("://")
        .filter(|(scheme, _)| matches!(*scheme, "http" | "https"))
        .ok_or("give the whole address, beginning with https:// or http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if host.is_empty() || !path.is_empty() {
        return Err("give scheme and host alone: the game is served at the root".to_owned());
    }
    Ok(Origin(Some(format!("{scheme}://{host}"))))
}

/// How long a proxy of one's own may keep a connection for the next request: it waits for slow heads itself, and the usual ones keep
/// connections for a minute.
const PROXY_WAITS: Duration = Duration::from_secs(75);

/// Files that the database, the log and the listeners need.
const OWN_FILES: u64 = 64;

/// How many connections the system lets this process have, once it was asked for as many as it gives.
fn connections_left() -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(OWN_FILES).max(1)).unwrap_or(usize::MAX)
}

impl Args {
    /// Mail needs both a server and a sender.
    fn mail(&self) -> Result<Option<MailConfig>, Failure> {
        match (&*self.smtp_url, &*self.mail_from) {
            ("", "") => Ok(None),
            ("", _) | (_, "") => {
                Err(Failure::input("give BAGARRE_SMTP_URL and BAGARRE_MAIL_FROM, or neither"))
            }
            (url, from) => Ok(Some(MailConfig { url: url.to_owned(), from: from.to_owned() })),
        }
    }

    fn config(&self) -> Result<Config, Failure> {
        let origins: Vec<String> = self.public_url.iter().filter_map(|origin| origin.0.clone()).collect();
        let mut limits = Limits::default();
        limits.rooms = self.max_rooms.unwrap_or(limits.rooms);
        limits.sockets = self.max_sockets.unwrap_or(limits.sockets);
        limits.connections = self.max_connections.unwrap_or(limits.connections).min(connections_left());
        if let Some(rate) = self.http_rate {
            limits.http_rate = rate;
            limits.http_burst = rate.saturating_mul(6);
        }
        if let Some(changes) = self.http_changes {
            limits.http_change_rate = changes;
            limits.http_change_burst = changes.saturating_mul(2);
        }
        #[cfg(feature = "testkit")]
        self.test.apply(&mut limits);
        if self.trust_proxy {
            limits.head = PROXY_WAITS;
        }
        limits.keep_guests = self.keep_guests.and_then(|days| days.0);
        limits.keep_rooms = self.keep_rooms.and_then(|days| days.0);
        limits.keep_chat = self.keep_chat.and_then(|days| days.0);
        Ok(Config {
            data: self.store.data()?,
            database_url: self.store.database_url(),
            secure_cookies: origins.iter().any(|origin| origin.starts_with("https://")),
            origins,
            trust_proxy: self.trust_proxy,
            mail: self.mail()?,
            private_targets: self.private_targets,
            node: NodeConfig { address: place(self.addr), takeover: self.takeover, ..NodeConfig::default() },
            limits,
        })
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let config = args.config()?;
    block_on(async {
        let traces = telemetry::init(&args.log, args.log_format).map_err(Failure::input)?;
        let stop = CancellationToken::new();
        // What another server holds is bound once that has handed the data over.
        let early = if args.takeover { None } else { Some(listeners(args).await?) };
        let told = stop.clone();
        tokio::spawn(async move {
            signal().await;
            told.cancel();
        });
        let Some(app) = stop.run_until_cancelled(App::start(config, stop.clone())).await else {
            return Ok(());
        };
        let app = app.map_err(Failure::fault)?;
        let (listener, admin) = match early {
            Some(listeners) => listeners,
            None => match freed_listeners(args).await {
                Ok(listeners) => listeners,
                Err(why) => {
                    app.close().await;
                    return Err(why);
                }
            },
        };
        announce(listener.local_addr()?, args)?;
        if let Some(admin) = &admin {
            writeln!(io::stdout().lock(), "For its operator: http://{}/metrics", admin.local_addr()?)?;
        }
        let served = bagarre_server::serve(listener, admin, app).await;
        if let Some(traces) = traces {
            traces.close().await;
        }
        served.map_err(Failure::fault)
    })
}

/// Where this server runs, for the operator of another one.
fn place(addr: SocketAddr) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{addr} (process {} {})", std::process::id(), host.trim()).replace(" )", ")")
}

type Listeners = (TcpListener, Option<TcpListener>);

async fn listeners(args: &Args) -> Result<Listeners, Failure> {
    let listener = bind(args.addr).await?;
    let admin = match args.admin_addr.and_then(|admin| admin.0) {
        Some(addr) => Some(bind(addr).await?),
        None => None,
    };
    Ok((listener, admin))
}

/// How long a server that has handed its data over may take to let its addresses go.
const LETS_GO: Duration = Duration::from_secs(10);
/// How often that is tried.
const BIND_INTERVAL: Duration = Duration::from_millis(100);

/// The listeners, as soon as the server whose place is taken has let their addresses go.
async fn freed_listeners(args: &Args) -> Result<Listeners, Failure> {
    let until = Instant::now() + LETS_GO;
    loop {
        match listeners(args).await {
            Err(_) if Instant::now() < until => sleep(BIND_INTERVAL).await,
            done => return done,
        }
    }
}

async fn bind(addr: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(addr).await.map_err(|why| Failure::input(format!("cannot listen on {addr}: {why}")))
}

/// The address to open, for a person or a script that waits for it.
fn announce(addr: SocketAddr, args: &Args) -> Result<(), Failure> {
    let own = if addr.ip().is_unspecified() {
        format!("http://localhost:{}", addr.port())
    } else {
        format!("http://{addr}")
    };
    let url = args.public_url.as_ref().and_then(|origin| origin.0.clone()).unwrap_or(own);
    let mut out = io::stdout().lock();
    writeln!(out, "Bagarre is open: {url}/  (Ctrl-C closes it)")?;
    out.flush().map_err(Failure::from)
}

/// Ctrl-C, or what a service manager sends.
async fn signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminate) = terminate {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if interrupt.await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_scheme_and_host() {
        for (text, origin) in [
            ("https://bagarre.example", Some("https://bagarre.example")),
            ("https://bagarre.example/", Some("https://bagarre.example")),
            ("http://10.0.0.2:8080", Some("http://10.0.0.2:8080")),
            ("", None),
        ] {
            assert_eq!(public_url(text).unwrap().0.as_deref(), origin);
        }
        for text in ["bagarre.example", "ftp://bagarre.example", "https://", "https://a.example/game"] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}

//! `bagarre serve`: the server.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::time::Duration;

use bagarre_server::app::App;
use bagarre_server::config::{BusConfig, ClientFiles, Config, Limits, MailConfig, NodeConfig, NodeMode};
use bagarre_server::origin::{Hosts, Origin};
use bagarre_server::proxy::{Proxies, ProxyHeader, TrustedProxies};
use bagarre_server::world::World;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::environment;
use super::failure::Failure;
use super::home::{address, announce, open_in_browser};
use super::listen::Listen;
use super::signal::end_requested;
use super::store::{StoreArgs, block_on};
use bagarre_server::telemetry::{self, LogFormat};

/// Serve the game (the default command).
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Args {
    /// The address players reach: host and port.
    #[arg(long, env = "BAGARRE_ADDR", default_value = "127.0.0.1:8080")]
    addr: Listen,
    /// An address for the operator alone: /metrics, /healthz, /readyz, and what `bagarre admin` asks for with the token in the data
    /// folder. None otherwise.
    #[arg(long, env = "BAGARRE_ADMIN_ADDR")]
    admin_addr: Option<Listen>,
    /// What players type, such as <https://bagarre.example>, when it is not the address above: only its pages may open sockets, links
    /// lead there, and with https:// cookies are for HTTPS only.
    #[arg(long, env = "BAGARRE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<Origin>,
    /// Names that the server answers to where it has no public address, between commas, such as `bagarre.lan`. IP addresses and
    /// `localhost` always count.
    #[arg(long, env = "BAGARRE_HOSTS", value_name = "NAMES")]
    hosts: Option<Hosts>,
    /// The server that mail goes through, such as <smtps://name:password@mail.example:465>: who plays games of days can then hear of
    /// his turn by mail. Needs a public address, where the links in it lead.
    #[arg(long, env = "BAGARRE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// The sender of that mail, such as `Bagarre <bagarre@mail.example>`.
    #[arg(long, env = "BAGARRE_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Pushes and webhooks may go to this machine and its neighbours, also over plain HTTP.
    #[arg(long, env = "BAGARRE_PRIVATE_TARGETS", value_parser = clap::builder::FalseyValueParser::new(), num_args = 0)]
    private_targets: bool,
    /// Believe what proxies note of whom they speak for: `1` for one proxy in front of the server, `2` for two, one behind the other, or
    /// the networks of the proxies, such as `10.0.0.0/8,fd00::/8`.
    #[arg(
        long,
        env = "BAGARRE_TRUST_PROXY",
        value_name = "PROXIES",
        num_args = 0..=1,
        default_value = "0",
        default_missing_value = "1"
    )]
    trust_proxy: TrustedProxies,
    /// The only header that is read of what proxies note. Without it: X-Forwarded-For or, where that is missing, Forwarded.
    #[arg(long, env = "BAGARRE_PROXY_HEADER", value_enum)]
    proxy_header: Option<ProxyHeader>,
    /// Take the place of the server that is at work on the same data: it is asked to hand it over, ends its rooms in order and stops.
    /// Without this a second server refuses to start.
    #[arg(long)]
    takeover: bool,
    /// Work on the data beside other servers, each of which holds the rooms that it plays. Needs PostgreSQL, and secrets that all of them share
    /// (`BAGARRE_SECRET` or `BAGARRE_CLUSTER_KEY`, or the same data folder).
    #[arg(long, env = "BAGARRE_CLUSTER", value_parser = clap::builder::FalseyValueParser::new(), num_args = 0, conflicts_with = "takeover")]
    cluster: bool,
    /// NATS servers that carry messages between several servers, such as `nats://name:password@nats-1:4222,nats://nats-2:4222`: any server then takes
    /// the sockets of any room. Implies `--cluster`.
    #[arg(
        long,
        env = "BAGARRE_NATS_URL",
        value_name = "URLS",
        hide_env_values = true,
        conflicts_with = "takeover"
    )]
    nats_url: Option<String>,
    /// Seconds that a server of several with a bus may take to hand its rooms over when it is told to end.
    #[arg(long, env = "BAGARRE_DRAIN_SECONDS", value_name = "SECONDS", default_value_t = NodeConfig::default().drain.as_secs())]
    drain_seconds: u64,
    /// Start although games have ended whose replays were not stored and whose rules this program does not have. Their replays are never
    /// made then.
    #[arg(long)]
    without_replays: bool,
    /// Open the home page in the browser of this machine once the server listens.
    #[arg(long)]
    open: bool,
    /// Rooms awake at the same time.
    #[arg(long, env = "BAGARRE_MAX_ROOMS", value_name = "N", default_value_t = whole(Limits::default().rooms))]
    max_rooms: NonZeroU32,
    /// Sockets in all.
    #[arg(long, env = "BAGARRE_MAX_SOCKETS", value_name = "N", default_value_t = whole(Limits::default().sockets))]
    max_sockets: NonZeroU32,
    /// Connections in all. Never more than the system gives files to this process, less what the database needs.
    #[arg(long, env = "BAGARRE_MAX_CONNECTIONS", value_name = "N", default_value_t = whole(Limits::default().connections))]
    max_connections: NonZeroU32,
    /// Requests a second of one person, and from one address; six times as many in one go. People above the share of their address
    /// wait for their turn.
    #[arg(long, env = "BAGARRE_HTTP_RATE", value_name = "N", default_value_t = whole(Limits::default().http_rate))]
    http_rate: NonZeroU32,
    /// The same for requests a minute that change something; twice as many in one go.
    #[arg(long, env = "BAGARRE_HTTP_CHANGES", value_name = "N", default_value_t = whole(Limits::default().http_change_rate))]
    http_changes: NonZeroU32,
    /// Below so many free mebibytes on the disk of the data folder nothing new begins, and running games go on. Without: 1024, or a
    /// twentieth of a small disk.
    #[arg(long, env = "BAGARRE_MIN_FREE_DISK", value_name = "MIB", value_parser = mebibytes)]
    min_free_disk: Option<u64>,
    /// Forget people who have not come for so many days, with everything about them. For ever otherwise.
    #[arg(long, env = "BAGARRE_KEEP_GUESTS", value_name = "DAYS", value_parser = days)]
    keep_guests: Option<Duration>,
    /// Drop rooms in which nothing has happened for so many days, with their games and their chat. Rooms of campaigns stay.
    #[arg(long, env = "BAGARRE_KEEP_ROOMS", value_name = "DAYS", value_parser = days)]
    keep_rooms: Option<Duration>,
    /// Drop lines of chat after so many days.
    #[arg(long, env = "BAGARRE_KEEP_CHAT", value_name = "DAYS", value_parser = days)]
    keep_chat: Option<Duration>,
    /// What is logged, such as `info` or `info,bagarre_server=debug`. Lines of libraries are held back below `info`, even where `debug` is
    /// asked for: they would tell what people send.
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
    fn world(&self) -> World {
        let world = World::system();
        match self.seed {
            Some(seed) => world.with_fixed_games(seed),
            None => world,
        }
    }

    fn apply(&self, limits: &mut Limits) {
        if let Some(seconds) = self.opening {
            limits.opening = Duration::from_secs(seconds);
            limits.opening_away = limits.opening;
        }
        if let Some(seconds) = self.draw {
            limits.draw = Duration::from_secs(seconds);
        }
    }
}

/// A default as it is read from outside.
fn whole(limit: impl TryInto<u32>) -> NonZeroU32 {
    limit.try_into().ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MAX)
}

/// How long something is kept.
fn days(text: &str) -> Result<Duration, String> {
    match text.parse::<u16>() {
        Ok(days @ 1..) => Ok(Duration::from_hours(24 * u64::from(days))),
        _ => Err("give whole days, from 1 to 65535".to_owned()),
    }
}

/// An amount of space in bytes, given in mebibytes.
fn mebibytes(text: &str) -> Result<u64, String> {
    let amount = text.parse::<u32>().map_err(|_| "give whole mebibytes, from 0")?;
    Ok(u64::from(amount) << 20)
}

/// How long a proxy of one's own may keep a connection for the next request: it waits for slow heads itself, and the usual ones keep
/// connections for a minute.
const PROXY_IDLE_TIMEOUT: Duration = Duration::from_secs(75);

/// Files that the database, the log and the listeners need.
const RESERVED_FILES: u64 = 64;

/// How many connections the system lets this process have, once it was asked for as many as it gives.
fn connections_left() -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(RESERVED_FILES).max(1)).unwrap_or(usize::MAX)
}

impl Args {
    /// Mail needs a server, a sender, and an address for the links in it: what requests say of where they were sent to is no such
    /// address, for the sender chooses it.
    fn mail(&self) -> Result<Option<MailConfig>, Failure> {
        match (&self.smtp_url, &self.mail_from) {
            (None, None) => Ok(None),
            (None, _) | (_, None) => {
                Err(Failure::input("give BAGARRE_SMTP_URL and BAGARRE_MAIL_FROM, or neither"))
            }
            (Some(_), Some(_)) if self.public_url.is_none() => Err(Failure::input(
                "mail needs BAGARRE_PUBLIC_URL, the address that players type: the links in it lead there",
            )),
            (Some(url), Some(from)) => Ok(Some(MailConfig { url: url.clone(), from: from.clone() })),
        }
    }

    /// Several servers work on PostgreSQL alone: an SQLite file belongs to one machine, and has one writer.
    fn node(&self) -> Result<NodeConfig, Failure> {
        let several = self.cluster || self.nats_url.is_some();
        if several && self.store.database_url().is_none() {
            return Err(Failure::input(
                "several servers need PostgreSQL: give DATABASE_URL, or leave --cluster (BAGARRE_CLUSTER) and --nats-url (BAGARRE_NATS_URL) out",
            ));
        }
        let mode = if several { NodeMode::Several } else { NodeMode::Alone };
        let bus = self.nats_url.clone().map_or(BusConfig::None, BusConfig::Nats);
        let (address, takeover) = (place(&self.addr), self.takeover);
        let drain = Duration::from_secs(self.drain_seconds);
        Ok(NodeConfig { address, takeover, mode, bus, drain, ..NodeConfig::default() })
    }

    fn limits(&self) -> Limits {
        let size = |number: NonZeroU32| number.get() as usize;
        let mut limits = Limits {
            rooms: size(self.max_rooms),
            sockets: size(self.max_sockets),
            connections: size(self.max_connections).min(connections_left()),
            http_rate: self.http_rate.get(),
            http_burst: self.http_rate.get().saturating_mul(6),
            http_change_rate: self.http_changes.get(),
            http_change_burst: self.http_changes.get().saturating_mul(2),
            keep_guests: self.keep_guests,
            keep_rooms: self.keep_rooms,
            keep_chat: self.keep_chat,
            min_free_disk: self.min_free_disk,
            ..Limits::default()
        };
        if self.trust_proxy != TrustedProxies::None {
            limits.head = PROXY_IDLE_TIMEOUT;
        }
        #[cfg(feature = "testkit")]
        self.test.apply(&mut limits);
        limits
    }

    fn world(&self) -> World {
        #[cfg(feature = "testkit")]
        return self.test.world();
        #[cfg(not(feature = "testkit"))]
        World::system()
    }

    fn config(&self) -> Result<Config, Failure> {
        Ok(Config {
            data: self.store.data()?,
            database_url: self.store.database_url(),
            secrets: self.store.secrets()?,
            public: self.public_url.clone(),
            hosts: self.hosts.clone().unwrap_or_default(),
            proxies: Proxies { trusted: self.trust_proxy.clone(), header: self.proxy_header },
            mail: self.mail()?,
            private_targets: self.private_targets,
            node: self.node()?,
            without_replays: self.without_replays,
            client: ClientFiles { file: bagarre_client::file, paths: bagarre_client::paths },
            limits: self.limits(),
            world: self.world(),
        })
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let config = args.config()?;
    block_on(async {
        let traces = telemetry::init(&args.log, args.log_format).map_err(Failure::input)?;
        environment::warn_of_unknown();
        let stop = CancellationToken::new();
        // What another server holds is bound once that has handed the data over.
        let early = if args.takeover { None } else { Some(listeners(args).await?) };
        let ended = CancellationToken::new();
        let told = ended.clone();
        tokio::spawn(async move {
            end_requested().await;
            told.cancel();
        });
        let Some(app) = ended.run_until_cancelled(App::start(config, stop.clone())).await else {
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
        let open = listener.local_addr()?;
        if !open.ip().is_loopback() && args.public_url.is_none() && args.hosts.is_none() {
            tracing::info!(
                "players reach the server under its IP addresses; for a name, set BAGARRE_HOSTS or BAGARRE_PUBLIC_URL"
            );
        }
        let home = address(open, args.public_url.as_ref());
        announce(&home)?;
        if args.open {
            open_in_browser(home);
        }
        if let Some(admin) = &admin {
            writeln!(io::stdout().lock(), "For its operator: http://{}/metrics", admin.local_addr()?)?;
        }
        let retiring = app.clone();
        tokio::spawn(async move {
            ended.cancelled().await;
            retiring.retire().await;
            // Asked once more, it hands nothing over any more.
            end_requested().await;
            retiring.stop().cancel();
        });
        let served = bagarre_server::serve(listener, admin, app).await;
        if let Some(traces) = traces {
            traces.close().await;
        }
        served.map_err(Failure::fault)
    })
}

/// Where this server runs, for the operator of another one.
fn place(addr: &Listen) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{addr} (process {} {})", std::process::id(), host.trim()).replace(" )", ")")
}

type Listeners = (TcpListener, Option<TcpListener>);

async fn listeners(args: &Args) -> Result<Listeners, Failure> {
    let listener = bind(&args.addr).await?;
    let admin = match &args.admin_addr {
        Some(addr) => Some(bind(addr).await?),
        None => None,
    };
    Ok((listener, admin))
}

/// How long a server that has handed its data over may take to let its addresses go.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often that is tried.
const BIND_INTERVAL: Duration = Duration::from_millis(100);

/// The listeners, as soon as the server whose place is taken has let their addresses go.
async fn freed_listeners(args: &Args) -> Result<Listeners, Failure> {
    let until = Instant::now() + RELEASE_TIMEOUT;
    loop {
        match listeners(args).await {
            Err(_) if Instant::now() < until => sleep(BIND_INTERVAL).await,
            done => return done,
        }
    }
}

async fn bind(addr: &Listen) -> Result<TcpListener, Failure> {
    TcpListener::bind(addr.as_str())
        .await
        .map_err(|why| Failure::input(format!("cannot listen on {addr}: {why}")))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};

    fn read(args: &[&str]) -> Result<Args, clap::Error> {
        let cli = Cli::try_parse_from(["bagarre", "serve"].iter().chain(args))?;
        match cli.command {
            Some(Command::Serve(args)) => Ok(*args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn defaults_are_those_of_the_limits() {
        let (read, limits) = (read(&[]).unwrap().limits(), Limits::default());
        assert_eq!(
            (read.rooms, read.sockets, read.http_rate, read.http_burst, read.http_change_rate),
            (limits.rooms, limits.sockets, limits.http_rate, limits.http_burst, limits.http_change_rate)
        );
        assert_eq!((read.http_change_burst, read.head), (limits.http_change_burst, limits.head));
    }

    #[test]
    fn impossible_values_are_named() {
        for (name, value) in [
            ("--max-rooms", "0"),
            ("--max-sockets", "0"),
            ("--max-connections", "-1"),
            ("--http-rate", "0"),
            ("--http-changes", "many"),
            ("--keep-chat", "0"),
            ("--addr", "8080"),
            ("--addr", "localhost"),
            ("--admin-addr", "localhost:70000"),
            ("--public-url", "bagarre.example"),
            ("--hosts", "http://bagarre.lan"),
            ("--trust-proxy", "10.0.0.0/40"),
            ("--proxy-header", "via"),
        ] {
            let why = read(&[&format!("{name}={value}")]).unwrap_err().to_string();
            assert!(why.contains(name) && why.contains(value), "{name}={value}: {why}");
        }
        assert_eq!(read(&["--trust-proxy"]).unwrap().trust_proxy, TrustedProxies::Hops(1));
        assert_eq!(read(&["--addr", "localhost:8080"]).unwrap().addr.as_str(), "localhost:8080");
    }

    #[test]
    fn mail_needs_server_sender_and_public_address() {
        let (url, from) = ("--smtp-url=smtp://mail.example", "--mail-from=b@mail.example");
        for (args, word) in [
            (vec![url], "BAGARRE_MAIL_FROM"),
            (vec![from], "BAGARRE_SMTP_URL"),
            (vec![url, from], "BAGARRE_PUBLIC_URL"),
        ] {
            let why = read(&args).unwrap().mail().unwrap_err();
            assert!(why.code == 2 && why.line.contains(word), "{}", why.line);
        }
        assert!(read(&[url, from, "--public-url=https://b.example"]).unwrap().mail().unwrap().is_some());
    }
}

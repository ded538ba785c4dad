//! A club behind one address: thirty people load pages, play and reconnect for an evening, in fake time, and no request
//! is refused.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::PROTOCOL;
use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits};
use bagarre_server::world::World;
use bagarre_server::{Listener, serve};
use bagarre_tests::memory::MemoryStore;
use bagarre_tests::toy::settings;
use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::sync::mpsc;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_util::sync::CancellationToken;

/// People in the club.
const PEOPLE: u32 = 30;
/// How long they play.
const EVENING: Duration = Duration::from_hours(2);
/// What a page asks the server when it is loaded: more than any page of the client.
const PAGE: [&str; 15] = [
    "/assets/app.js",
    "/assets/app.css",
    "/assets/table.js",
    "/assets/house.js",
    "/favicon.svg",
    "/api/me",
    "/api/announcement",
    "/api/rulesets",
    "/api/me/rooms",
    "/api/me/games",
    "/api/rooms",
    "/api/me/reach",
    "/api/shelf",
    "/api/campaigns",
    "/api/me/devices",
];
/// Judgements of a band while a player makes it.
const APPRAISALS: u32 = 150;

struct Door(mpsc::UnboundedReceiver<(DuplexStream, SocketAddr)>);

impl Listener for Door {
    type Stream = DuplexStream;

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(arrival) => Ok(arrival),
            None => std::future::pending().await,
        }
    }
}

/// How often each status was answered.
type Statuses = BTreeMap<u16, u32>;

/// A browser somewhere.
#[derive(Clone)]
struct Browser {
    door: mpsc::UnboundedSender<(DuplexStream, SocketAddr)>,
    address: SocketAddr,
    cookie: Rc<RefCell<String>>,
    statuses: Rc<RefCell<Statuses>>,
}

impl Browser {
    fn connect(&self) -> DuplexStream {
        let (ours, theirs) = duplex(64 * 1024);
        self.door.send((theirs, self.address)).unwrap();
        ours
    }

    fn note(&self, status: u16) {
        *self.statuses.borrow_mut().entry(status).or_default() += 1;
    }

    /// Returns the status of the answer, and keeps the cookie that it sets.
    async fn ask(&self, method: &str, path: &str, body: &str) -> u16 {
        let mut stream = self.connect();
        let cookie = self.cookie.borrow().clone();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: club.example\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        if let Some(set) = set {
            set.clone_into(&mut self.cookie.borrow_mut());
        }
        self.note(status);
        status
    }

    async fn load_page(&self) {
        join_all(PAGE.map(|path| self.ask("GET", path, ""))).await;
    }

    /// Enters a room, and stays for a while.
    async fn visit(&self, room: &str, stay: Duration) {
        let mut request = "ws://club.example/ws".into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", "http://club.example".parse().unwrap());
        headers.insert("cookie", self.cookie.borrow().parse().unwrap());
        let mut socket = match client_async(request, self.connect()).await {
            Ok((socket, _)) => socket,
            Err(Error::Http(refused)) => return self.note(refused.status().as_u16()),
            Err(other) => panic!("{other}"),
        };
        self.note(101);
        let hello = json!({ "t": "hello", "protocol": PROTOCOL, "room": room, "lang": "fr" }).to_string();
        socket.send(Message::text(hello)).await.unwrap();
        let until = Instant::now() + stay;
        loop {
            tokio::select! {
                biased;
                () = sleep_until(until) => return,
                heard = socket.next() => match heard {
                    Some(Ok(Message::Text(text))) if text.contains("\"t\":\"closing\"") => panic!("{text}"),
                    Some(Ok(_)) => {}
                    ended => panic!("{ended:?}"),
                },
            }
        }
    }

    /// Plays the evening of one person.
    async fn play(self, number: u32, room: String, end: Instant) {
        let name = json!({ "name": format!("Membre {number}") }).to_string();
        self.load_page().await;
        assert_eq!(self.ask("POST", "/api/me", &name).await, 200);
        let mut round = 0;
        while Instant::now() < end {
            // All browsers load the page at the same moment: a game begins, or the server was restarted.
            self.load_page().await;
            if (round + number).is_multiple_of(4) {
                for _ in 0..APPRAISALS {
                    self.ask("POST", "/api/rulesets/toy/appraise", "{}").await;
                    sleep(Duration::from_millis(400)).await;
                }
            }
            for _ in 0..6 {
                // The line breaks now and then, for all of them at once.
                self.visit(&room, Duration::from_secs(150)).await;
            }
            round += 1;
        }
    }
}

/// What an evening comes to.
struct Evening {
    /// What the club was answered.
    club: Statuses,
    /// The statuses for a known person who sends requests without end, and for unknown ones.
    abuser: Statuses,
    strangers: Statuses,
    /// How long these two asked.
    lasted: Duration,
}

async fn evening(trouble: bool) -> Evening {
    let data = tempfile::tempdir().unwrap();
    let hosts = "club.example".parse().unwrap();
    let world = World::simulated(26);
    let config = Config { hosts, world: world.clone(), ..Config::local(data.path(), Limits::default()) };
    let stop = CancellationToken::new();
    let app = App::start_with(Arc::new(MemoryStore::new(world)), config, stop.clone()).await.unwrap();
    let (host, token) = app.new_guest("Hôte").await.unwrap();
    let listed = bagarre_protocol::room::Settings { listed: true, ..settings() };
    let (room, _) = app.open_room(&host, listed).await.unwrap();
    let (door, arrivals) = mpsc::unbounded_channel();
    let served = spawn_local(serve(Door(arrivals), None, app.clone()));
    let browser = |port, cookie: String, statuses: &Rc<RefCell<Statuses>>| Browser {
        door: door.clone(),
        address: SocketAddr::from(([203, 0, 113, 7], port)),
        cookie: Rc::new(RefCell::new(cookie)),
        statuses: statuses.clone(),
    };
    let [club, abuser, strangers] = std::array::from_fn(|_| Rc::new(RefCell::new(Statuses::new())));
    let end = Instant::now() + EVENING;
    let members: Vec<_> = (0..PEOPLE)
        .map(|n| spawn_local(browser(4000, String::new(), &club).play(n, room.clone(), end)))
        .collect();
    let mut lasted = Duration::ZERO;
    if trouble {
        // A known person, and one without a cookie, who send requests without end from the same address.
        sleep(Duration::from_mins(20)).await;
        let known = browser(4001, format!("{}={}", app.cookie(), token.0), &abuser);
        let unknown = browser(4002, String::new(), &strangers);
        let begun = Instant::now();
        for _ in 0..60 {
            let greedy = (0..200).map(|_| known.ask("GET", "/api/announcement", ""));
            let nobody = (0..200).map(|_| unknown.ask("GET", "/api/announcement", ""));
            tokio::join!(join_all(greedy), join_all(nobody), sleep(Duration::from_secs(1)));
        }
        lasted = begun.elapsed();
    }
    for member in members {
        member.await.unwrap();
    }
    stop.cancel();
    served.await.unwrap().unwrap();
    let taken = |statuses: Rc<RefCell<Statuses>>| statuses.take();
    Evening { club: taken(club), abuser: taken(abuser), strangers: taken(strangers), lasted }
}

fn passed(trouble: bool) -> Evening {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    LocalSet::new().block_on(&runtime, async { evening(trouble).await })
}

/// Checks that no request was told to come back later.
fn nobody_is_refused(statuses: &Statuses) {
    for refused in [0, 408, 429, 503] {
        assert_eq!(statuses.get(&refused), None, "{statuses:?}");
    }
    assert!(statuses[&200] > 1000 && statuses[&101] > 1000, "{statuses:?}");
}

#[test]
fn thirty_people_behind_one_address_play_all_evening_without_a_refusal() {
    nobody_is_refused(&passed(false).club);
}

#[test]
fn who_asks_without_end_is_refused_and_the_others_at_that_address_are_not() {
    let Evening { club, abuser, strangers, lasted } = passed(true);
    nobody_is_refused(&club);
    let limits = Limits::default();
    let share = limits.http_burst + limits.http_rate * (lasted.as_secs() as u32 + 1);
    for (who, statuses) in [("a person", abuser), ("strangers", strangers)] {
        assert!(statuses[&429] > 1000, "{who}: {statuses:?}");
        assert!(statuses[&200] <= share, "{who}: {statuses:?} in {lasted:?}");
    }
}

//! People who only ask: what a figure of GeneriK can see, reach and do, again and again.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use bagarre_tests::chaos::door::{self, Tcp};
use bagarre_tests::chaos::wishes;
use bagarre_tests::player::Player;
use bagarre_tests::toy;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::crowd::person;

/// Tables that come to their first fight at the same time.
const TABLES: usize = 8;

/// People who ask, two at each table.
pub struct Askers {
    players: Vec<Player>,
}

/// People who are asking.
pub struct Asking {
    /// Answers that came.
    pub answers: Arc<AtomicU64>,
    stop: CancellationToken,
    tasks: Vec<AbortOnDropHandle<()>>,
}

fn settings() -> Settings {
    let first = systems::GENERIK.scenarios().into_iter().next();
    Settings {
        name: "Banc".to_owned(),
        ruleset: "generik".to_owned(),
        scenario: first.unwrap_or_default(),
        seats: 2,
        size: 0,
        ..toy::settings()
    }
}

/// Returns what is asked of the player, as its tag.
fn asked(player: &Player) -> Option<String> {
    let mine: Value = player.asking()?.mine.as_ref()?.read().ok()?;
    Some(mine["ask"].as_str()?.to_owned())
}

/// Two people, in the first turn of a fight: the steps before it are those of people who are absent.
async fn table(addr: SocketAddr) -> io::Result<[Player; 2]> {
    let (host, guest) = (person(addr).await?, person(addr).await?);
    let opened = door::open_room(&Tcp, &host, addr, &settings()).await?;
    let come = async |token: &str| Player::join(addr, token, &opened.id, Some(&opened.invite)).await;
    let mut players = [come(&host.token).await, come(&guest.token).await];
    for (seat, player) in (0u8..).map(Seat).zip(&mut players) {
        player.must(Action::Sit { seat }).await;
        let band = wishes::band(&player.room, seat);
        player.must(Action::Bring { band }).await;
    }
    players[0].must(Action::Start).await;
    for player in &mut players {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    loop {
        for player in &mut players {
            player.catch_up().await;
            if asked(player).as_deref() == Some("phase") {
                return Ok(players);
            }
            let default = player.asking().and_then(|asking| asking.default.clone());
            if let Some(default) = default.filter(|_| player.is_asked()) {
                player.command(&default.read::<Value>()?).await;
            }
        }
    }
}

impl Askers {
    /// So many people, two at a table, in the middle of a fight.
    pub async fn come(addr: SocketAddr, sockets: u32) -> io::Result<Self> {
        let tables = stream::iter(0..sockets / 2).map(|_| table(addr)).buffer_unordered(TABLES);
        let tables: Vec<[Player; 2]> = tables.try_collect().await?;
        Ok(Self { players: tables.into_iter().flatten().collect() })
    }

    /// The players ask, each again as soon as the answer is there.
    pub fn ask(self) -> Asking {
        let (answers, stop) = (Arc::new(AtomicU64::new(0)), CancellationToken::new());
        let ask = |player: Player| {
            AbortOnDropHandle::new(tokio::spawn(look(player, answers.clone(), stop.clone())))
        };
        let tasks = self.players.into_iter().map(ask).collect();
        Asking { answers, stop, tasks }
    }
}

impl Asking {
    /// They have asked enough.
    pub async fn end(self) {
        self.stop.cancel();
        for task in self.tasks {
            task.await.expect("nobody falls");
        }
    }
}

/// Looks around with one figure after another.
async fn look(mut player: Player, answers: Arc<AtomicU64>, stop: CancellationToken) {
    for seq in 0u32.. {
        if stop.is_cancelled() {
            return;
        }
        let fig = seq % 2 + 2 * u32::from(player.seat().0);
        let draft = Payload::of(&json!({ "draft": "look", "fig": fig, "run": seq % 4 < 2 })).ok();
        player.consult(seq, draft).await;
        answers.fetch_add(1, Ordering::Relaxed);
    }
}

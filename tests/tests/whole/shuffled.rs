//! The same game on two servers, identical but for what one player cannot see: what others seal, draft and set in
//! private, how often, and what the former holder left on the seat. Every frame that this player gets is the same on
//! both, in content and order. At random; `SECRECY_ROUNDS=100 cargo test … shuffled` looks for longer.

use std::time::Duration;

use bagarre_protocol::room::{Action, Holder, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage};
use bagarre_rules::contract::Seat;
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_rules::systems;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::settings;
use bagarre_tests::twins::Plain;
use serde_json::{Value, json};

/// The people of a table: three players, the last of which never seals, and a spectator who may sit down.
const PEOPLE: [&str; 4] = ["Raymond", "Lulu", "Zaza", "Momo"];
const HOST: usize = 0;
const LULU: usize = 1;
const MOMO: usize = 3;

/// A step at a table. The difference between the two servers follows from each one's own chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A player writes drafts, unknown how often and what.
    Draft(usize),
    /// A player seals an answer, unknown which.
    Seal(usize),
    /// A player sets standing answers.
    Set(usize),
    /// A player takes back what is sealed.
    TakeBack(usize),
    Say(usize),
    Flicker(usize),
    Pause,
    Resync,
    Restart,
    /// Lulu leaves the seat or is sent away, and Momo sits down.
    Heir {
        kicked: bool,
    },
}

/// One of the two servers, with its players.
struct Side {
    server: Option<TestServer>,
    people: Vec<Player>,
    /// Chance of what the other server does not share.
    own: Seeded,
    plain: Plain,
}

fn below(chance: &mut Seeded, n: usize) -> usize {
    usize::from(chance.die(250)) % n.max(1)
}

fn of(ruleset: &str) -> (Settings, u8) {
    let scenario = match ruleset {
        "baston" => "SCN-00",
        "generik" => "duel_d_honneur",
        _ => "long",
    };
    let rules = systems::parse(ruleset).unwrap();
    let terms = [3, 2].into_iter().find_map(|seats| rules.usual(scenario, seats)).unwrap();
    let (seats, size) = (terms.seats, terms.size);
    let (ruleset, scenario, more) = (ruleset.to_owned(), scenario.to_owned(), None);
    (Settings { ruleset, scenario, seats, size, more, ..settings() }, seats)
}

fn read(payload: Option<&bagarre_protocol::payload::Payload>) -> Option<Value> {
    payload.map(|payload| payload.read().unwrap())
}

fn mine(player: &Player) -> Option<Value> {
    read(player.asking()?.mine.as_ref())
}

/// Whether what is asked is answered under seal.
fn is_sealed_question(ruleset: &str, ask: &Value) -> bool {
    ruleset == "toy" || ["plan", "rewrite", "champions"].iter().any(|kind| ask["ask"] == *kind)
}

/// Returns a game that stands at a question that all seats answer under seal, after some turns by default.
async fn opened(ruleset: &str, chance: &mut Seeded) -> (TestServer, Vec<String>, String) {
    let tune = |config: &mut bagarre_server::config::Config| {
        config.limits.grace = Duration::ZERO;
        (config.limits.rate, config.limits.burst) = (10_000, 10_000);
    };
    let server = TestServer::with(tune).await;
    let (settings, seats) = of(ruleset);
    let (host, invite) = server.host(PEOPLE[0], settings.clone()).await;
    let room = host.room.id.clone();
    let mut people = vec![host];
    for name in &PEOPLE[1..] {
        people.push(server.guest(name, &room, &invite).await);
    }
    let rules = systems::parse(ruleset).unwrap();
    let terms = rules.usual(&settings.scenario, seats).unwrap();
    for (seat, player) in (0..seats).zip(&mut people) {
        player.must(Action::Sit { seat: Seat(seat) }).await;
        player.must(Action::Bring { band: Some(rules.ready_band(&terms, Seat(seat)).into()) }).await;
    }
    people[HOST].must(Action::Start).await;
    for player in &mut people {
        player.until("the table", |player| player.table.is_some()).await;
    }
    let mut turns = below(chance, 2);
    loop {
        let mut moved = false;
        for player in &mut people {
            player.catch_up().await;
        }
        let open = read(people[HOST].asking().map(|asking| &asking.ask)).unwrap();
        if is_sealed_question(ruleset, &open) && (ruleset == "generik" || open["ask"] != "rewrite") {
            if turns == 0 || ruleset == "generik" {
                break;
            }
            turns -= 1;
        }
        for player in &mut people[..usize::from(seats)] {
            player.catch_up().await;
            let default = player.asking().and_then(|asking| read(asking.default.as_ref()));
            if let Some(default) = default.filter(|_| player.is_asked()) {
                let answer = player.command(&default).await;
                assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
                moved = true;
            }
        }
        assert!(moved, "nobody is asked");
    }
    (server, people.iter().map(|player| player.token.clone()).collect(), room)
}

impl Side {
    async fn new(server: TestServer, tokens: &[String], room: &str, own: u64) -> Self {
        let mut people = Vec::new();
        for token in tokens {
            people.push(Player::join(server.addr, token, room, None).await);
        }
        Self { server: Some(server), people, own: Seeded::from_number(own), plain: Plain::default() }
    }

    /// Returns an answer under seal of a seat that is asked for one. It is the player's own when that player is the one
    /// who listens.
    fn sealed(&mut self, who: usize, own: bool) -> Option<Value> {
        let player = &self.people[who];
        let ask = mine(player)?;
        let ruleset = player.room.settings.ruleset.clone();
        if !is_sealed_question(&ruleset, &ask) {
            return None;
        }
        if own {
            return read(player.asking()?.default.as_ref());
        }
        let chance = &mut self.own;
        Some(match ruleset.as_str() {
            "toy" => json!({ "bid": chance.die(6) }),
            "generik" => {
                let view = read(player.table.as_ref()?.view.as_ref())?;
                let seat = u64::from(player.seat().0);
                let list = view["figures"].as_array()?.iter().filter(|it| it["seat"] == seat);
                let figs: Vec<Value> = list.map(|it| it["fig"].clone()).collect();
                let default = read(player.asking()?.default.as_ref())?;
                json!({ "do": "champion", "question": default["question"], "fig": figs[below(chance, figs.len())] })
            }
            _ => {
                let sheets = ask["forms"].as_array()?.iter().map(|form| {
                    let steps = 1 + below(chance, 4);
                    let part = ["T", "TR", "J"][below(chance, 3)];
                    let orders = [format!("M{steps}/-"), "-/-".to_owned(), "-/-".to_owned()];
                    json!({ "who": form["who"], "orders": orders, "instructions": { "part": part } })
                });
                json!({ "do": "programme", "turn": ask["turn"], "sheets": sheets.collect::<Vec<_>>() })
            }
        })
    }

    fn standing(&mut self, ruleset: &str) -> Option<Value> {
        let chance = &mut self.own;
        let prefix = if ruleset == "generik" { "GEN-DEC" } else { "DEC" };
        let defaults: Vec<String> =
            (0..below(chance, 3)).map(|_| format!("{prefix}-{:02}", 15 + chance.die(5))).collect();
        match ruleset {
            "baston" => Some(json!({ "do": "stand", "standing": { "defaults": defaults } })),
            "generik" => {
                let pass = chance.die(2) == 1;
                Some(
                    json!({ "do": "stand", "standing": { "watches": [], "pass": pass, "defaults": defaults } }),
                )
            }
            _ => None,
        }
    }

    /// Does a step, if it can be done; what it does follows from the room, which is the same on both sides.
    async fn step(&mut self, step: Step, listens: usize) {
        let ruleset = self.people[HOST].room.settings.ruleset.clone();
        match step {
            Step::Draft(who) if who != listens => {
                for _ in 0..below(&mut self.own, 4) {
                    let draft = self.sealed(who, false);
                    let long = json!({ "do": "x".repeat(below(&mut self.own, 200)) });
                    let draft = if self.own.die(3) == 1 { Some(long) } else { draft };
                    self.people[who].draft(draft.as_ref()).await;
                }
            }
            Step::Seal(who) => {
                let waiting = self.people[HOST].asking().map_or(0, |asking| asking.seats.len());
                if waiting >= 2
                    && let Some(command) = self.sealed(who, who == listens)
                {
                    let answer = self.people[who].command(&command).await;
                    assert!(matches!(answer, Answer::Applied { .. }), "{command}: {answer:?}");
                }
            }
            Step::Set(who) if who != listens && self.people[who].you.seat.is_some() => {
                if let Some(command) = self.standing(&ruleset) {
                    let answer = self.people[who].command(&command).await;
                    assert!(matches!(answer, Answer::Applied { .. }), "{command}: {answer:?}");
                }
            }
            Step::TakeBack(who) if ruleset == "baston" => {
                let turn = self.people[who].entries.last().map(|entry| entry.turn);
                let turn = turn.or(self.people[who].table.as_ref().map(|table| table.turn));
                self.people[who].command(&json!({ "do": "withdraw", "turn": turn })).await;
            }
            Step::Say(who) => {
                self.people[who].say("allez").await;
            }
            Step::Flicker(who) => {
                let addr = self.people[who].addr();
                self.people[who].come_back(addr).await;
            }
            Step::Pause => {
                // Refused when the game has not moved on since the last pause.
                for action in [Action::Pause, Action::Resume] {
                    self.people[HOST].act(action).await;
                }
            }
            Step::Resync => {
                self.people[listens].send(&ClientMessage::Resync { entry: 0 }).await;
                self.people[listens].catch_up_unchecked().await;
            }
            Step::Restart => self.restart().await,
            Step::Heir { kicked } => self.hand_on(kicked).await,
            Step::Draft(_) | Step::Set(_) | Step::TakeBack(_) => {}
        }
    }

    async fn restart(&mut self) {
        let server = self.server.take().unwrap().restart().await;
        for player in &mut self.people {
            if player.closed.is_none() {
                player.come_back(server.addr).await;
            }
        }
        self.server = Some(server);
    }

    async fn hand_on(&mut self, kicked: bool) {
        if self.people[LULU].you.seat != Some(Seat(1)) || self.people[LULU].closed.is_some() {
            return;
        }
        if kicked {
            let guest = self.people[LULU].you.id;
            self.people[HOST].must(Action::Kick { guest }).await;
            self.people[LULU].until_closed().await;
        } else {
            self.people[LULU].must(Action::Stand).await;
            self.people[LULU].until("no seat", |lulu| lulu.you.seat.is_none()).await;
        }
        let momo = &mut self.people[MOMO];
        momo.until("a free seat", |momo| momo.room.seats[1].holder == Holder::Open).await;
        momo.must(Action::Sit { seat: Seat(1) }).await;
        momo.until("the seat", |momo| momo.you.seat == Some(Seat(1))).await;
    }

    /// Everything of a step has been told. What the one who listens got of it, with or without the news of who is there.
    async fn frames_of_step(&mut self, listens: usize, from: &mut usize, presence: bool) -> Vec<String> {
        // The room says how it stands to all clients: no news wait any more.
        self.people[HOST].must(Action::NewInvite).await;
        for player in &mut self.people {
            if player.closed.is_none() {
                player.catch_up().await;
            }
        }
        let frames = &self.people[listens].frames[*from..];
        let told = frames.iter().filter(|frame| presence || !frame.starts_with(r#"{"t":"presence""#));
        let told = told.map(|frame| self.plain.frame(frame)).collect();
        *from = self.people[listens].frames.len();
        told
    }
}

fn steps(chance: &mut Seeded, listens: usize, seats: usize) -> Vec<Step> {
    // The last player never seals, so that nothing is revealed.
    let writers: Vec<usize> = (0..seats - 1).collect();
    let mut list = Vec::new();
    for _ in 0..10 {
        let who = writers[below(chance, writers.len())];
        list.push(match chance.die(12) {
            1..=3 => Step::Draft(who),
            4..=5 => Step::Seal(who),
            6 => Step::Set(who),
            7 => Step::TakeBack(who),
            8 => Step::Say([HOST, MOMO][below(chance, 2)]),
            9 => Step::Flicker([listens, MOMO][below(chance, 2)]),
            10 => Step::Pause,
            11 => Step::Resync,
            _ => Step::Restart,
        });
    }
    if listens == MOMO {
        let at = 4 + below(chance, 4);
        list.insert(at, Step::Heir { kicked: chance.die(2) == 1 });
        list.truncate(at + 1);
        let after =
            [Step::Resync, Step::Flicker(MOMO), Step::TakeBack(MOMO), Step::Draft(HOST), Step::Restart];
        list.extend((0..4).map(|_| after[below(chance, after.len())]));
    }
    list
}

async fn shuffle(ruleset: &str, seed: u64) {
    let mut chance = Seeded::from_number(seed);
    let (server, tokens, room) = opened(ruleset, &mut chance).await;
    let seats = usize::from(of(ruleset).1);
    let listens = if seats > 2 && chance.die(3) == 1 { HOST } else { MOMO };
    let steps = steps(&mut chance, listens, seats.max(3));
    let (one, other) = server.fork().await;
    let (one, other) = tokio::join!(
        Side::new(one, &tokens, &room, 2 * seed),
        Side::new(other, &tokens, &room, 2 * seed + 1)
    );
    let (mut one, mut other) = (one, other);
    let (mut from, mut beside) = (0, 0);
    let entered = tokio::join!(
        one.frames_of_step(listens, &mut from, false),
        other.frames_of_step(listens, &mut beside, false)
    );
    assert_eq!(entered.0, entered.1, "{ruleset}, seed {seed}: the two copies differ");
    for (n, step) in steps.iter().enumerate() {
        tokio::join!(one.step(*step, listens), other.step(*step, listens));
        // When news gather, how many go together is a matter of time, not of what they are about; a draft makes none.
        let presence = matches!(step, Step::Draft(_));
        let (told, again) = tokio::join!(
            one.frames_of_step(listens, &mut from, presence),
            other.frames_of_step(listens, &mut beside, presence)
        );
        let so_far = &steps[..=n];
        for (told, again) in told.iter().zip(&again) {
            assert_eq!(told, again, "{ruleset}, seed {seed}: {} can tell after {so_far:?}", PEOPLE[listens]);
        }
        assert_eq!(told.len(), again.len(), "{ruleset}, seed {seed}: more is said after {so_far:?}");
    }
    assert_eq!(one.people[HOST].room.phase, Phase::Playing);
}

/// How many times longer than usual.
fn rounds() -> u64 {
    std::env::var("SECRECY_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

#[tokio::test]
async fn nobody_can_tell_two_games_of_the_toy_apart() {
    for seed in 0..8 * rounds() {
        Box::pin(shuffle("toy", seed)).await;
    }
}

#[tokio::test]
async fn nobody_can_tell_two_brawls_apart() {
    for seed in 100..100 + 4 * rounds() {
        Box::pin(shuffle("baston", seed)).await;
    }
}

#[tokio::test]
async fn nobody_can_tell_two_skirmishes_apart() {
    for seed in 200..200 + 4 * rounds() {
        Box::pin(shuffle("generik", seed)).await;
    }
}

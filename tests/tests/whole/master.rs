//! The seat of a game master at real tables of énergie and Celtiques: a bot keeps it, a person takes it in the middle
//! of a game, steps in, goes and comes back; and what players have sealed is hidden from the master as from all others.

use bagarre_protocol::fair::Maker;
use bagarre_protocol::game::Entry;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Holder, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::{Pace, Seat};
use bagarre_rules::gather::Terms;
use bagarre_rules::systems;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy;
use serde_json::Value;

/// The last of three seats.
const MASTER: Seat = Seat(2);

/// Two players together against opponents that a master may play.
struct Led {
    ruleset: &'static str,
    scenario: &'static str,
    size: u8,
    more: &'static str,
    /// What the master says first, and after coming back: words of what is offered.
    says: [&'static str; 2],
    /// Where a sealed answer says where the first hero begins, and where a view shows it.
    begins: [&'static str; 2],
}

const ENERGIE: Led = Led {
    ruleset: "energie",
    scenario: "libre",
    size: 0,
    more: r#"{"mj":true,"format":"coop2"}"#,
    says: ["\"boon\"", "\"boon\""],
    begins: ["/deploy/places/zones/0", "/scene/fighters/0/zone"],
};

const CELTIQUES: Led = Led {
    ruleset: "celtiques",
    scenario: "chemin",
    // With one a side a fight may be over before the test is.
    size: 2,
    more: r#"{"mj":true}"#,
    // An opponent that the master plays is asked of the master: it is waited for until the master is known to be away.
    says: ["\"play\"", "\"rule\""],
    begins: ["/plan/plan/places/0/1", "/scene/fighters/0/pose/at"],
};

impl Led {
    fn settings(&self, clocks: Clocks) -> Settings {
        Settings {
            ruleset: self.ruleset.to_owned(),
            scenario: self.scenario.to_owned(),
            seats: 3,
            size: self.size,
            more: Some(Payload::parse(self.more).unwrap()),
            clocks,
            ..toy::settings()
        }
    }

    /// Two players, a future master and a spectator: a game has begun, and a bot leads it.
    async fn table(&self, server: &TestServer, clocks: Clocks) -> LedTable {
        let (one, invite) = server.host("Raymond", self.settings(clocks)).await;
        let room = one.room.id.clone();
        let two = server.guest("Lulu", &room, &invite).await;
        let master = server.guest("Momo", &room, &invite).await;
        let watcher = server.guest("Zaza", &room, &invite).await;
        let mut table = LedTable { players: [one, two], master, watcher };
        let more = Some(serde_json::from_str(self.more).unwrap());
        let terms = Terms { scenario: self.scenario.to_owned(), seats: 3, size: self.size, more };
        let ruleset = systems::parse(self.ruleset).unwrap();
        for (seat, player) in (0..).map(Seat).zip(&mut table.players) {
            player.must(Action::Sit { seat }).await;
            player.must(Action::Bring { band: Some(ruleset.ready_band(&terms, seat).into()) }).await;
        }
        let bot = (*ruleset.bots().last().unwrap()).to_owned();
        table.players[0].must(Action::PutBot { seat: MASTER, bot }).await;
        table.players[0].must(Action::Start).await;
        for person in table.everybody() {
            person.until_phase(Phase::Playing).await;
            person.until("the table", |person| person.table.is_some()).await;
        }
        table
    }
}

struct LedTable {
    players: [Player; 2],
    master: Player,
    watcher: Player,
}

/// Returns what is offered to a player now, as JSON.
async fn offered(player: &mut Player) -> Vec<Value> {
    let options = player.options().await.unwrap_or_default();
    options.iter().map(|option| option.read().unwrap()).collect()
}

/// Gives the answer of an absent player for the seat that is asked. Returns whether it did: a clock may have been quicker.
async fn answer(player: &mut Player) -> bool {
    player.catch_up().await;
    let default = player.asking().filter(|_| player.is_asked()).and_then(|asking| asking.default.clone());
    let Some(default) = default else { return false };
    match player.command(&default.read().unwrap()).await {
        Answer::Applied { entry: Some(entry) } => {
            player.until_entry(entry).await;
            true
        }
        _ => false,
    }
}

impl LedTable {
    fn everybody(&mut self) -> impl Iterator<Item = &mut Player> {
        self.players.iter_mut().chain([&mut self.master, &mut self.watcher])
    }

    /// The game goes on by a question: a player who is here answers, or the clock does.
    async fn goes_on(&mut self) {
        let mut anybody = false;
        for player in self.players.iter_mut().chain([&mut self.master]) {
            anybody |= answer(player).await;
        }
        let [one, _] = &mut self.players;
        let last = one.last();
        if !anybody && one.room.phase == Phase::Playing && one.asking().is_some() {
            one.until("what a clock answers", |one| one.last() > last || one.room.phase != Phase::Playing)
                .await;
        }
        assert_eq!(one.room.phase, Phase::Playing, "the fight is not over before the test is");
    }

    async fn sits(&mut self) {
        self.master.must(Action::Sit { seat: MASTER }).await;
        self.master.until("his seat", |master| master.you.seat == Some(MASTER)).await;
        self.master.catch_up().await;
    }

    async fn stands(&mut self) {
        self.master.must(Action::Stand).await;
        self.master.until("no seat", |master| master.you.seat.is_none()).await;
        self.master.catch_up().await;
    }

    /// Waits until the sealed phase of all seats is over.
    async fn opened(&mut self) {
        for player in &mut self.players {
            player.until_asked().await;
            assert!(answer(player).await);
        }
    }

    /// The master says something as soon as it is possible: all are told, in an entry of its own.
    async fn steps_in(&mut self, word: &str) {
        let entry = loop {
            let said = offered(&mut self.master).await.into_iter().find(|it| it.to_string().contains(word));
            if let Some(said) = said
                && let Answer::Applied { entry } = self.master.command(&said).await
            {
                break entry.expect("an intervention is an entry");
            }
            self.goes_on().await;
        };
        let mut told = Vec::new();
        for person in self.everybody() {
            person.until_entry(entry).await;
            let found = person.entries.iter().find(|it| it.n == entry).expect("he was told");
            assert_eq!(found.author, Some(Maker::Player { seat: MASTER }));
            told.push(notices(std::slice::from_ref(found)));
        }
        // ENE-MJ-02, CEL-MJ-02.
        assert_eq!(told[0][0][0][0], "MJ-02", "{}", told[0]);
        assert!(told.iter().all(|it| *it == told[0]), "seats and spectators hear the same");
    }
}

fn notices(entries: &[Entry]) -> Value {
    entries.iter().flat_map(|entry| &entry.notices).map(|notice| notice.read::<Value>().unwrap()).collect()
}

fn view(player: &Player) -> Value {
    player.table.as_ref().unwrap().view.as_ref().unwrap().read().unwrap()
}

/// A bot keeps the seat; a person takes it, steps in, goes, and is back.
async fn comes_and_goes(led: &Led) {
    let server = TestServer::start().await;
    let mut table = Box::pin(led.table(&server, Clocks::Live { long: 3600, short: 2, quick: 2 })).await;
    assert!(matches!(table.master.room.seats[2].holder, Holder::Bot { .. }));
    table.opened().await;
    table.players[0].must(Action::RemoveBot { seat: MASTER }).await;
    table.sits().await;
    table.steps_in(led.says[0]).await;
    table.stands().await;
    // No player holds the seat: clocks and doctrine go on for it.
    let goal = table.players[0].last() + 16;
    let mut asked = false;
    while table.players[0].last() < goal {
        asked |= table.players[0].asking().is_some_and(|asking| asking.seats.contains(MASTER));
        table.goes_on().await;
    }
    assert!(asked, "something was asked of the empty seat, and the game went on");
    table.sits().await;
    table.steps_in(led.says[1]).await;
}

/// What the master knows once a player has sealed an answer, and where the first hero stands when all is opened.
async fn sealed(server: &TestServer, led: &Led, pick: impl Fn(&[Value]) -> Value) -> [Value; 4] {
    let mut table = Box::pin(led.table(server, toy::settings().clocks)).await;
    table.players[0].must(Action::RemoveBot { seat: MASTER }).await;
    table.sits().await;
    table.players[0].until_asked().await;
    let said = pick(&offered(&mut table.players[0]).await);
    let answer = table.players[0].command(&said).await;
    let Answer::Applied { entry: Some(entry) } = answer else { panic!("{answer:?}") };
    table.master.until_entry(entry).await;
    table.master.catch_up().await;
    let told = notices(&table.master.entries);
    assert!(table.master.entries.last().unwrap().seal.is_some(), "it is sealed");
    let offer = Value::from(offered(&mut table.master).await);
    // A fresh view of the same moment.
    table.stands().await;
    table.sits().await;
    let shown = view(&table.master);
    assert!(self::answer(&mut table.players[1]).await);
    let opened = table.players[1].last();
    table.master.until_entry(opened).await;
    table.stands().await;
    table.sits().await;
    let begins = view(&table.master).pointer(led.begins[1]).cloned().unwrap();
    [told, offer, shown, begins]
}

/// Two games that differ in what is sealed alone are the same to the master until it is opened.
async fn keeps_secrets(led: &Led) {
    let server = TestServer::start().await;
    let place = |said: &Value| said.pointer(led.begins[0]).cloned();
    let first = |options: &[Value]| options.iter().find(|it| place(it).is_some()).unwrap().clone();
    let other = |options: &[Value]| {
        let one = place(&first(options));
        options.iter().find(|it| place(it) != one).expect("another place").clone()
    };
    let [told, offer, shown, begins] = Box::pin(sealed(&server, led, first)).await;
    let [other_told, other_offer, other_shown, other_begins] = Box::pin(sealed(&server, led, other)).await;
    assert_ne!(begins, other_begins, "what was sealed made a difference");
    assert_eq!(told, other_told, "entries");
    assert_eq!(offer, other_offer, "what he may do");
    assert_eq!(shown, other_shown, "his view");
    let before = shown.pointer(led.begins[1]);
    assert_ne!(before, Some(&begins), "nor does he see the place itself");
}

#[tokio::test]
async fn a_referee_of_energie_comes_and_goes() {
    Box::pin(comes_and_goes(&ENERGIE)).await;
}

#[tokio::test]
async fn a_master_of_celtiques_comes_and_goes() {
    Box::pin(comes_and_goes(&CELTIQUES)).await;
}

#[tokio::test]
async fn what_is_sealed_in_energie_is_sealed_to_the_referee() {
    Box::pin(keeps_secrets(&ENERGIE)).await;
}

#[tokio::test]
async fn what_is_sealed_in_celtiques_is_sealed_to_the_master() {
    Box::pin(keeps_secrets(&Led { size: 1, ..CELTIQUES })).await;
}

/// Questions of one kind have times of their own, where the room leaves them to the rules (CEL-DEC-01, CEL-DEC-03).
#[tokio::test]
async fn the_clock_of_a_question_is_the_one_of_the_rules() {
    let server = TestServer::start().await;
    let mut table = Box::pin(CELTIQUES.table(&server, Clocks::Rules)).await;
    let clock = |table: &LedTable| table.watcher.asking().map(|asking| asking.clocks[0]);
    assert_eq!(clock(&table).map(|clock| (clock.pace, clock.total)), Some((Pace::Long(1), 90_000)));
    table.opened().await;
    let last = table.players[1].last();
    table.watcher.until_entry(last).await;
    assert_eq!(clock(&table).map(|clock| (clock.pace, clock.total)), Some((Pace::Quick, 15_000)));
}

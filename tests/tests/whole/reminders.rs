//! A player who is waited for is told outside of the game: by push, mail and webhook, at real receivers in this
//! process; once a move, and nothing that is sealed.

use std::sync::OnceLock;
use std::time::Duration;

use bagarre_protocol::room::{Action, Clocks, Settings};
use bagarre_rules::contract::Seat;
use bagarre_server::config::{Config, MailConfig};
use bagarre_server::store::reminders::Reminder;
use bagarre_server::world::World;
use bagarre_tests::logs;
use bagarre_tests::player::{NEWS_TIMEOUT, Player};
use bagarre_tests::postgres;
use bagarre_tests::receivers::{MailSink, Posted, Receiver};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, take_seat};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier as _;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::{Auth, decrypt};

/// The mail server; one for all tests, which tell their mails apart by the addressee.
static SMTP: OnceLock<std::net::SocketAddr> = OnceLock::new();

fn slow() -> Settings {
    Settings { clocks: Clocks::Slow { long: 48, quick: 24 }, ..settings() }
}

/// Where the mail of the test goes that compares ids.
static OTHER_SMTP: OnceLock<std::net::SocketAddr> = OnceLock::new();

fn mail_through(at: &std::net::SocketAddr) -> MailConfig {
    MailConfig { url: format!("smtp://{at}"), from: "Bagarre <bar@example.org>".to_owned() }
}

/// People are reminded at once, also those who have a page open.
fn eager(config: &mut Config) {
    config.private_targets = true;
    config.limits.remind_every = Duration::from_millis(30);
    config.limits.remind_after = Duration::ZERO;
    config.limits.remind_present = Duration::ZERO;
    config.mail = SMTP.get().map(mail_through);
}

/// A browser that subscribed to pushes.
struct Browser {
    key: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(seed: u8) -> Self {
        Self { key: SecretKey::from_slice(&[seed; 32]).unwrap(), auth: [seed; 16] }
    }

    fn subscription(&self, at: &Receiver, path: &str) -> Value {
        let public = self.key.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("http://{}/{path}", at.addr),
            "key": URL_SAFE_NO_PAD.encode(public.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    fn open(&self, posted: &Posted) -> Value {
        assert_eq!(posted.headers["content-encoding"], "aes128gcm");
        let auth = Auth::from(self.auth);
        let opened = decrypt(posted.body.clone(), &self.key, &auth).expect("it was meant for this browser");
        serde_json::from_slice(&opened).unwrap()
    }
}

/// The signature of a push is that of the key which the server tells browsers.
fn is_signed(posted: &Posted, origin: &str, key: &str) {
    let header = posted.headers["authorization"].strip_prefix("vapid t=").unwrap();
    let (token, by) = header.split_once(", k=").unwrap();
    assert_eq!(by, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(by).unwrap()).unwrap();
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    verifying.verify(signed.as_bytes(), &signature).unwrap();
    let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&claims).unwrap()["aud"], origin);
}

fn is_authentic(posted: &Posted, secret: &str) {
    let mut mac = Hmac::<Sha256>::new_from_slice(&hex::decode(secret).unwrap()).unwrap();
    mac.update(posted.headers["bagarre-timestamp"].as_bytes());
    mac.update(b".");
    mac.update(&posted.body);
    let expected = format!("v1={}", hex::encode(mac.finalize().into_bytes()));
    assert_eq!(posted.headers["bagarre-signature"], expected);
}

async fn ask(server: &TestServer, method: &str, path: &str, token: &str, body: Value) -> Value {
    let (status, answer) = server.ask(method, format!("/api/me/reach{path}"), token.to_owned(), body).await;
    assert!(matches!(status, 200 | 204), "{method} {path}: {status} {answer}");
    answer
}

async fn refused(server: &TestServer, method: &str, path: &str, token: &str, body: Value) -> String {
    let (status, answer) = server.ask(method, format!("/api/me/reach{path}"), token.to_owned(), body).await;
    assert!(status >= 400, "{method} {path}: {status}");
    answer["code"].as_str().unwrap_or_default().to_owned()
}

/// Gives an address, and the code that comes there.
async fn confirm_mail(server: &TestServer, mails: &mut MailSink, token: &str, address: &str) {
    ask(server, "PUT", "/mail", token, json!({ "address": address })).await;
    let mail = mails.next().await;
    assert!(mail.contains(&format!("RCPT TO:<{address}>")), "{mail}");
    let code = mail.lines().find_map(|line| line.split("code: ").nth(1)).expect("a code").trim();
    assert_eq!(
        refused(server, "POST", "/mail", token, json!({ "code": "00000000" })).await,
        "reach.mail.code"
    );
    assert_eq!(ask(server, "GET", "", token, Value::Null).await["mail"]["confirmed"], false);
    ask(server, "POST", "/mail", token, json!({ "code": code })).await;
    assert_eq!(ask(server, "GET", "", token, Value::Null).await["mail"]["confirmed"], true);
}

/// Waits until nothing is on its way any more.
async fn all_sent(server: &TestServer) {
    timeout(NEWS_TIMEOUT, async {
        let store = server.app.store();
        while !store.unreminded(i64::MAX, 1).await.unwrap().is_empty()
            || !store.reminders_due(i64::MAX, 1).await.unwrap().is_empty()
        {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("all is sent");
}

async fn plays(player: &mut Player, number: u8) {
    player.until_asked().await;
    let answer = player.command(&bid(number)).await;
    assert!(matches!(answer, bagarre_protocol::socket::Answer::Applied { .. }), "{answer:?}");
}

/// Two people with their seats; the first is the host, and may start.
async fn seated(server: &TestServer) -> (Player, Player) {
    let (mut one, invite) = server.host("Raymond", slow()).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    (one, two)
}

/// A game of days, whose players learn only outside of it that it is their turn.
async fn a_game_of_days(server: TestServer, mails: &mut MailSink) {
    let (mut pushes, mut hooks) = (Receiver::start().await, Receiver::start().await);
    let canary = "canari-scellé";
    let (mut one, mut two) = seated(&server).await;
    let browser = Browser::new(7);
    ask(&server, "PUT", "/push", &one.token, browser.subscription(&pushes, "one")).await;
    let url = format!("http://{}/hook", hooks.addr);
    let secret = ask(&server, "PUT", "/hook", &two.token, json!({ "url": url })).await;
    let secret = secret["secret"].as_str().unwrap().to_owned();
    confirm_mail(&server, mails, &format!("{}; lang=en", two.token), "lulu@example.org").await;
    let told = ask(&server, "GET", "", &one.token, Value::Null).await;
    assert_eq!((&told["pushed"], &told["others"]), (&json!(true), &json!(0)));
    let key = told["push_key"].as_str().unwrap().to_owned();
    one.must(Action::Start).await;
    for turn in 0..5 {
        let push = pushes.next().await;
        is_signed(&push, &format!("http://{}", pushes.addr), &key);
        assert_eq!((&*push.path, &*push.headers["urgency"]), ("/one", "high"));
        let said = browser.open(&push);
        assert_eq!(said["title"], "À vous de jouer\u{a0}: Chez Raymond");
        let link = format!("http://{}/t/{}", server.addr, one.room.id);
        assert_eq!(said["link"], link);
        let hook = hooks.next().await;
        is_authentic(&hook, &secret);
        let called: Value = serde_json::from_slice(&hook.body).unwrap();
        assert_eq!(
            (&called["kind"], &called["seat"], &called["player"], &called["link"]),
            (&json!("turn"), &json!(1), &json!("Lulu"), &json!(link))
        );
        let left = called["left"].as_i64().unwrap();
        assert!((23 * 3_600_000..=24 * 3_600_000).contains(&left), "{left}");
        let mail = mails.next().await;
        assert!(mail.contains("RCPT TO:<lulu@example.org>") && mail.contains(&two.room.id), "{mail}");
        // What one of them has sealed or drafted while the other is reminded is in nothing that is sent.
        two.draft(Some(&json!({ "bid": canary }))).await;
        for text in [said.to_string(), String::from_utf8(hook.body).unwrap(), mail] {
            assert!(!text.contains(canary) && !text.contains("bid"), "{text}");
        }
        plays(&mut one, 6 - turn).await;
        all_sent(&server).await;
        assert!(
            pushes.is_quiet() && hooks.is_quiet() && mails.is_quiet(),
            "who has played is not reminded, nor is anybody twice"
        );
        plays(&mut two, 3).await;
    }
    one.until_phase(bagarre_protocol::room::Phase::Finished).await;
    all_sent(&server).await;
    assert!(pushes.is_quiet() && hooks.is_quiet() && mails.is_quiet(), "nobody is reminded of what is over");
}

#[tokio::test]
async fn a_game_of_days_is_played_through_push_mail_and_webhook() {
    logs::gathered();
    let mut mails = MailSink::start().await;
    SMTP.set(mails.addr).expect("only here");
    a_game_of_days(TestServer::with(eager).await, &mut mails).await;
    let cluster = postgres::shared();
    a_game_of_days(TestServer::on_postgres_with(cluster.database(), eager).await, &mut mails).await;
}

#[tokio::test]
async fn a_restart_neither_loses_nor_repeats_a_reminder() {
    let mut hooks = Receiver::start().await;
    let server = TestServer::with(eager).await;
    let (mut one, two, _) = table(&server, slow()).await;
    let url = format!("http://{}/hook", hooks.addr);
    ask(&server, "PUT", "/hook", &two.token, json!({ "url": url })).await;
    hooks.next().await;
    // A server that ends before it has noted what it sent sends it again.
    all_sent(&server).await;
    let server = server.crash().await;
    all_sent(&server).await;
    assert!(hooks.is_quiet(), "not repeated");
    // The receiver is away when the next one is due, and the server dies with it waiting.
    hooks.answer(503);
    one.come_back(server.addr).await;
    let mut two = two;
    two.come_back(server.addr).await;
    plays(&mut one, 2).await;
    plays(&mut two, 2).await;
    hooks.next().await;
    let waits = async {
        loop {
            let due = server.app.store().reminders_due(i64::MAX, 9).await.unwrap();
            let noted = |one: &Reminder| one.channels.as_deref() == Some(&["hook".to_owned()]);
            if due.iter().any(|one| one.tries == 1 && noted(one)) {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(NEWS_TIMEOUT, waits).await.expect("it will be tried again");
    let server = server.crash().await;
    let due = server.app.store().reminders_due(i64::MAX, 9).await.unwrap();
    assert_eq!(
        (due.len(), due[0].tries, due[0].seat),
        (1, 1, Seat(1)),
        "in a minute, by the next server too"
    );
}

#[tokio::test]
async fn a_reminder_that_was_sent_and_not_noted_is_repeated_once_with_the_same_id() {
    let mut mails = MailSink::start().await;
    OTHER_SMTP.set(mails.addr).expect("only here");
    let server = TestServer::with(|config| {
        eager(config);
        config.mail = OTHER_SMTP.get().map(mail_through);
    })
    .await;
    let (mut one, mut two) = seated(&server).await;
    confirm_mail(&server, &mut mails, &format!("{}; lang=en", two.token), "lulu@example.org").await;
    one.must(Action::Start).await;
    let message_id = |mail: &str| {
        let line = mail.lines().find(|line| line.to_ascii_lowercase().starts_with("message-id:"));
        line.expect("a Message-ID").to_owned()
    };
    two.until_asked().await;
    let first = message_id(&mails.next().await);
    all_sent(&server).await;
    // The row as it stands where the server ended after it had sent, and before it had noted that.
    let (store, game) = (server.app.store(), two.table.as_ref().unwrap().game);
    let turn = store.turn(game, Seat(1), two.you.id).await.unwrap().unwrap();
    let cut_off = Reminder {
        game,
        seat: Seat(1),
        guest: two.you.id,
        entry: turn.entry,
        next: Some(0),
        tries: 1,
        channels: Some(vec!["sending".to_owned(), "mail".to_owned()]),
    };
    assert!(store.set_reminder(&cut_off, None).await.unwrap());
    assert_eq!(message_id(&mails.next().await), first);
    all_sent(&server).await;
    plays(&mut one, 2).await;
    plays(&mut two, 4).await;
    assert_ne!(message_id(&mails.next().await), first, "the next mail is of the next move");
}

/// Waits until a channel is what it should be.
async fn forgotten(server: &TestServer, token: &str, channel: &str, expected: &Value) {
    timeout(NEWS_TIMEOUT, async {
        while ask(server, "GET", "", token, Value::Null).await[channel] != *expected {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("forgotten");
}

#[tokio::test]
async fn a_subscription_that_is_gone_is_forgotten() {
    for status in [404, 410] {
        let mut pushes = Receiver::start().await;
        pushes.answer(status);
        let server = TestServer::with(eager).await;
        let (one, two, _) = table(&server, slow()).await;
        ask(&server, "PUT", "/push", &one.token, Browser::new(9).subscription(&pushes, "gone")).await;
        pushes.next().await;
        forgotten(&server, &one.token, "pushed", &json!(false)).await;
        let mut hooks = Receiver::start().await;
        hooks.answer(status);
        let url = format!("http://{}/hook", hooks.addr);
        ask(&server, "PUT", "/hook", &two.token, json!({ "url": url })).await;
        hooks.next().await;
        forgotten(&server, &two.token, "hook", &Value::Null).await;
    }
}

#[tokio::test]
async fn within_quiet_hours_nothing_is_sent() {
    let mut hooks = Receiver::start().await;
    let server = TestServer::with(eager).await;
    let (guest, token) = server.app.new_guest("Raymond").await.unwrap();
    // All day but for one minute that is half a day away.
    let minute = (World::system().now() / 60_000 % 1440) as u16;
    let quiet = json!({ "from": (minute + 721) % 1440, "to": (minute + 720) % 1440 });
    ask(&server, "PUT", "", &token.0, json!({ "zone": "UTC", "quiet": quiet })).await;
    let url = format!("http://{}/hook", hooks.addr);
    ask(&server, "PUT", "/hook", &token.0, json!({ "url": url })).await;
    let (room, invite) = server.app.open_room(&guest, slow()).await.unwrap();
    let mut one = Player::join(server.addr, &token.0, &room, None).await;
    let mut two = server.guest("Lulu", &room, &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    one.until_asked().await;
    let store = server.app.store();
    let put_off = async {
        loop {
            let due = store.reminders_due(i64::MAX, 9).await.unwrap();
            if let Some(next) = due.first().and_then(|reminder| reminder.next)
                && next > World::system().now() + 11 * 3_600_000
            {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(NEWS_TIMEOUT, put_off).await.expect("put off until they are over");
    assert!(hooks.is_quiet());
    for quiet in [json!({ "from": 0, "to": 1440 }), json!({ "from": 5, "to": 5 })] {
        let body = json!({ "zone": "UTC", "quiet": quiet });
        assert_eq!(refused(&server, "PUT", "", &token.0, body).await, "reach.hours");
    }
    let body = json!({ "zone": "Bar/Comptoir", "quiet": null });
    assert_eq!(refused(&server, "PUT", "", &token.0, body).await, "reach.hours");
}

#[tokio::test]
async fn a_page_that_reminds_is_the_only_one() {
    let mut hooks = Receiver::start().await;
    let server = TestServer::with(|config| {
        eager(config);
        config.limits.remind_present = Duration::from_hours(1);
    })
    .await;
    let (mut one, mut two, _) = table(&server, slow()).await;
    let url = format!("http://{}/hook", hooks.addr);
    ask(&server, "PUT", "/hook", &two.token, json!({ "url": url })).await;
    let game = two.table.as_ref().unwrap().game;
    let of = json!({ "game": game, "seat": 1 });
    assert_eq!(
        ask(&server, "POST", "/page", &two.token, of.clone()).await,
        true,
        "he has a page open: nothing was sent"
    );
    assert_eq!(ask(&server, "POST", "/page", &two.token, of.clone()).await, false);
    assert_eq!(ask(&server, "POST", "/page", &one.token, of.clone()).await, false, "not his seat");
    plays(&mut one, 1).await;
    plays(&mut two, 1).await;
    two.until_asked().await;
    drop(two);
    // Once the player has gone the next move reaches them; the first one never did.
    let called: Value = serde_json::from_slice(&hooks.next().await.body).unwrap();
    assert_eq!(called["seat"], 1);
    all_sent(&server).await;
    assert!(hooks.is_quiet());
}

#[tokio::test]
async fn strangers_addresses_are_judged_and_what_somebody_chose_goes_with_him() {
    let server = TestServer::start().await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    for (url, code) in [
        ("http://hooks.example/x", "reach.plain"),
        ("https://127.0.0.1/x", "reach.private"),
        ("https://[::1]/x", "reach.private"),
        ("https://169.254.169.254/latest", "reach.private"),
        ("https://me:secret@hooks.example/", "reach.address"),
        ("bistro", "reach.plain"),
        ("https://2130706433/x", "reach.private"),
        ("https://0x7f.1/x", "reach.private"),
        ("https://127.1/x", "reach.private"),
        ("https://localhost./x", "reach.private"),
        ("https://printer.local/x", "reach.private"),
        ("https://[::1%25lo]/x", "reach.address"),
    ] {
        assert_eq!(refused(&server, "PUT", "/hook", &token.0, json!({ "url": url })).await, code, "{url}");
    }
    assert_eq!(refused(&server, "PUT", "/mail", &token.0, json!({ "address": "a@b.c" })).await, "reach.mail");
    let key = json!({ "endpoint": "https://push.example/x", "key": "AAAA", "auth": "AAAA" });
    assert_eq!(refused(&server, "PUT", "/push", &token.0, key).await, "reach.key");
    let pushes = Receiver::start().await;
    let mut good = Browser::new(3).subscription(&pushes, "x");
    good["endpoint"] = json!("https://push.example/x");
    ask(&server, "PUT", "/push", &token.0, good).await;
    ask(&server, "PUT", "/hook", &token.0, json!({ "url": "https://hooks.example/x" })).await;
    assert_eq!(
        server
            .ask("POST", "/api/me/forget".to_owned(), token.0.clone(), json!({ "name": "Raymond" }))
            .await
            .0,
        204
    );
    timeout(NEWS_TIMEOUT, async {
        while !server.app.store().going(1).await.unwrap().is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("he goes");
    let mut file = server.database().await;
    for table in ["reaches", "pushes", "reminders"] {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let rows: i64 = sqlx::query_scalar(sql).fetch_one(&mut file).await.unwrap();
        assert_eq!(rows, 0, "{table}");
    }
}

#[tokio::test]
async fn links_lead_to_the_public_address_whatever_a_request_says() {
    // Without a public address there are none, and no mail is offered.
    let (mut pushes, mut hooks) = (Receiver::start().await, Receiver::start().await);
    let server = TestServer::with(|config| {
        eager(config);
        config.mail = None;
        config.hosts = "evil.example".parse().unwrap();
    })
    .await;
    let (mut one, two) = seated(&server).await;
    let browser = Browser::new(5);
    let put = async |path: &str, token: &str, body: Value| {
        let body = body.to_string();
        let mut stream = TcpStream::connect(server.addr).await.unwrap();
        let request = format!(
            "PUT /api/me/reach/{path} HTTP/1.0\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nCookie: bagarre={token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.0 20"), "{answer}");
    };
    put("push", &one.token, browser.subscription(&pushes, "one")).await;
    put("hook", &two.token, json!({ "url": format!("http://{}/hook", hooks.addr) })).await;
    assert_eq!(ask(&server, "GET", "", &one.token, Value::Null).await["mail_offered"], false);
    one.must(Action::Start).await;
    let said = browser.open(&pushes.next().await);
    assert_eq!(said["link"], format!("/t/{}", one.room.id));
    let called: Value = serde_json::from_slice(&hooks.next().await.body).unwrap();
    assert_eq!(called["link"], Value::Null);
    for text in [said.to_string(), called.to_string()] {
        assert!(!text.contains("evil.example"), "{text}");
    }
    let stored = server.stored_bytes();
    assert!(!stored.windows(12).any(|bytes| bytes == b"evil.example"), "it is not even kept");
}

//! Sockets: the door, the limits, readers that fall behind, coming back.

use std::time::Duration;

use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, ServerMessage, Since};
use bagarre_tests::logs;
use bagarre_tests::player::{Player, open};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, settings, table, take_seat, turn};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{Error, Message};
use uuid::Uuid;

fn status(refused: Result<bagarre_tests::player::Wire, Box<Error>>) -> u16 {
    match refused.map_err(|error| *error) {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("let in"),
    }
}

#[tokio::test]
async fn only_pages_of_ours_and_people_we_know_open_sockets() {
    let server = TestServer::start().await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    let own = format!("http://{}", server.addr);
    assert!(open(server.addr, &token.0, &own).await.is_ok());
    assert_eq!(status(open(server.addr, &token.0, "https://evil.example").await), 403);
    assert_eq!(status(open(server.addr, &token.0, "null").await), 403);
    assert_eq!(status(open(server.addr, &"0".repeat(64), &own).await), 401);
}

#[tokio::test]
async fn configured_origins_are_the_only_ones() {
    let server = TestServer::with(|config| config.public = "https://bagarre.example:443".parse().ok()).await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    assert!(open(server.addr, &token.0, "https://bagarre.example").await.is_ok());
    assert_eq!(status(open(server.addr, &token.0, &format!("http://{}", server.addr)).await), 403);
}

#[tokio::test]
async fn sockets_are_counted() {
    let server = TestServer::with(|config| config.limits.sockets = 1).await;
    let (first, _) = server.host("Raymond", settings()).await;
    let own = format!("http://{}", server.addr);
    assert_eq!(status(open(server.addr, &first.token, &own).await), 503);
    let token = first.vanish();
    while open(server.addr, &token, &own).await.is_err() {
        tokio::task::yield_now().await;
    }
}

async fn closing(wire: &mut bagarre_tests::player::Wire) -> (Option<Closing>, Option<u16>) {
    let (mut why, mut number) = (None, None);
    while let Some(Ok(message)) = wire.next().await {
        match message {
            Message::Text(text) => {
                if let Ok(ServerMessage::Closing { code, .. }) = serde_json::from_str(&text) {
                    why = Some(code);
                }
            }
            Message::Close(frame) => number = frame.map(|frame| frame.code.into()),
            _ => {}
        }
    }
    (why, number)
}

#[tokio::test]
async fn the_first_message_is_a_hello_of_this_protocol() {
    let server = TestServer::start().await;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    let own = format!("http://{}", server.addr);
    let first = [r#"{"t":"ping","n":1}"#, r#"{"t":"hello","protocol":0,"room":"abc"}"#, "bonjour", ""];
    for text in first {
        let mut wire = open(server.addr, &token.0, &own).await.unwrap();
        wire.send(Message::text(text)).await.unwrap();
        assert_eq!(closing(&mut wire).await, (Some(Closing::Hello), Some(4020)), "{text:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let (mut one, ..) = table(&server, settings()).await;
    for text in ["{", "[]", r#"{"t":"sing"}"#, r#"{"t":"ping","n":1,"x":2}"#] {
        one.send_text(text.to_owned()).await;
        let code = one
            .expect("a refusal", |message| match message {
                ServerMessage::Unreadable { refusal } => Some(refusal.code.clone()),
                _ => None,
            })
            .await;
        assert_eq!(code, "frame.unreadable");
    }
    assert!(matches!(one.command(&bid(1)).await, Answer::Applied { .. }));
}

#[tokio::test]
async fn too_much_is_too_much() {
    let server = TestServer::with(|config| {
        config.limits.payload = 1000;
        config.limits.rate = 20;
        config.limits.burst = 60;
    })
    .await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let long = serde_json::json!({ "bid": "x".repeat(2000) });
    let Answer::Refused { refusal } = one.command(&long).await else { panic!("taken") };
    assert_eq!(refusal.code, "payload.size");
    assert_eq!(one.draft(Some(&long)).await, (false, Some("payload.size".to_owned())));
    one.send_text("x".repeat(70_000)).await;
    assert_eq!(one.until_closed().await, Some(Closing::TooLarge));
    let mut n = 0;
    while n < 200 && two.offer(&ClientMessage::Ping { n }).await {
        n += 1;
    }
    assert_eq!(two.until_closed().await, Some(Closing::Rate));
}

#[tokio::test]
async fn a_newer_socket_of_a_person_replaces_the_older() {
    let server = TestServer::start().await;
    let (mut one, ..) = table(&server, settings()).await;
    let mut newer = Player::join(server.addr, &one.token, &one.room.id.clone(), None).await;
    assert_eq!(one.until_closed().await, Some(Closing::Replaced));
    assert!(matches!(newer.command(&bid(1)).await, Answer::Applied { .. }));
}

#[tokio::test]
async fn a_silent_socket_is_closed() {
    let server = TestServer::with(|config| {
        config.limits.ping = Duration::from_millis(100);
        config.limits.silence = Duration::from_millis(1500);
    })
    .await;
    let (mut one, ..) = table(&server, settings()).await;
    // A client that answers pings lives on.
    one.catch_up().await;
    let (_, token) = server.app.new_guest("Momo").await.unwrap();
    let mute = tokio::net::TcpStream::connect(server.addr).await.unwrap();
    let invite = one.you.invite.clone().unwrap();
    let mut mute = RawSocket::upgrade(mute, server.addr, &token.0).await;
    mute.hello(&one.room.id, &invite).await;
    one.until("somebody watches", |one| one.room.watchers == 1).await;
    one.until("and is gone", |one| one.room.watchers == 0).await;
    one.catch_up().await;
}

#[tokio::test]
async fn a_reader_that_falls_behind_is_cut_off_and_goes_on_where_it_was() {
    let server = TestServer::with(|config| {
        config.limits.queue_bytes = 4000;
        config.limits.rate = 100_000;
        config.limits.burst = 100_000;
    })
    .await;
    let (mut one, invite) = server.host("Raymond", settings()).await;
    take_seat(&mut one, 0).await;
    let (_, token) = server.app.new_guest("Momo").await.unwrap();
    let stream = tokio::net::TcpSocket::new_v4().unwrap();
    stream.set_recv_buffer_size(1024).unwrap();
    let stream = stream.connect(server.addr).await.unwrap();
    let mut slow = RawSocket::upgrade(stream, server.addr, &token.0).await;
    slow.hello(&one.room.id, &invite).await;
    one.until("somebody watches", |one| one.room.watchers == 1).await;
    // News fill the pipes of the reader who takes nothing, until its queue runs over and it is cut off.
    for told in 0..100 {
        one.must(Action::Bring { band: Some(band(&format!("motto {told}"))) }).await;
    }
    assert_eq!(slow.last_words().await, Some(4000));
    one.until("he is gone", |one| one.room.watchers == 0).await;
    let momo = Player::join(server.addr, &token.0, &one.room.id.clone(), None).await;
    assert_eq!(momo.room.watchers, 1, "and he is welcome again");
}

#[tokio::test]
async fn a_gap_is_filled() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    one.until_entry(2).await;
    let kept = one.entries.clone();
    one.entries.clear();
    one.send(&ClientMessage::Resync { entry: 0 }).await;
    one.until_entry(2).await;
    assert_eq!(one.entries[0], kept[0], "the same text again");
    one.send(&ClientMessage::Resync { entry: 99 }).await;
    one.until("a fresh view", |one| one.entries.is_empty()).await;
    assert_eq!(one.table.as_ref().unwrap().entry, 2);
}

#[tokio::test]
async fn who_comes_back_gets_the_tail_or_a_fresh_view() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    two.until_entry(2).await;
    let views = |player: &Player| player.frames.iter().filter(|frame| frame.contains(r#""view":{"#)).count();
    let before = views(&two);
    one.command(&bid(4)).await;
    two.come_back(server.addr).await;
    two.until_entry(3).await;
    assert_eq!(views(&two), before, "no view was sent");
    assert!(two.is_asked());
    let wrong = Since { game: Uuid::new_v4(), entry: 2, seat: two.you.seat, head: None };
    let fresh = Player::knock(server.addr, &two.token, &two.room.id, None, Some(wrong)).await.ok().unwrap();
    assert!(fresh.table.unwrap().view.is_some());
    let game = two.table.as_ref().unwrap().game;
    let spectator = Since { game, entry: 2, seat: None, head: None };
    let fresh =
        Player::knock(server.addr, &two.token, &two.room.id, None, Some(spectator)).await.ok().unwrap();
    assert!(fresh.table.unwrap().view.is_some(), "what was kept from the floor does not do for a seat");
}

#[tokio::test]
async fn a_stop_in_order_tells_everybody() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (app, left) = (server.app.clone(), tokio::spawn(async move { one.until_closed().await }));
    app.close().await;
    assert_eq!(two.until_closed().await, Some(Closing::Shutdown));
    assert_eq!(left.await.unwrap(), Some(Closing::Shutdown));
    let server = server.restart().await;
    let back = Player::join(server.addr, &two.token, &two.room.id, None).await;
    assert_eq!(back.room.phase, Phase::Playing);
}

/// A socket without a client behind it: it takes no frame and answers no ping.
struct RawSocket(tokio::net::TcpStream);

impl RawSocket {
    async fn upgrade(mut stream: tokio::net::TcpStream, addr: std::net::SocketAddr, token: &str) -> Self {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {addr}\r\nOrigin: http://{addr}\r\nCookie: bagarre={token}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self(stream)
    }

    async fn hello(&mut self, room: &str, invite: &str) {
        use tokio::io::AsyncWriteExt;
        let text = format!(r#"{{"t":"hello","protocol":2,"room":"{room}","invite":"{invite}","lang":"en"}}"#);
        let length = u16::try_from(text.len()).unwrap();
        // A masked text frame; a mask of zeros leaves the text as it is.
        let mut frame = vec![0x81];
        if length < 126 {
            frame.push(0x80 | u8::try_from(length).unwrap());
        } else {
            frame.push(0x80 | 0x7e);
            frame.extend(length.to_be_bytes());
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame).await.unwrap();
    }

    /// Reads everything that is left; the code of the close frame at its end.
    async fn last_words(&mut self) -> Option<u16> {
        use tokio::io::AsyncReadExt;
        let mut all = Vec::new();
        // A connection that is reset has no last words.
        let _ = self.0.read_to_end(&mut all).await;
        let tail = all.len().checked_sub(4)?;
        (all[tail..tail + 2] == [0x88, 2]).then(|| u16::from_be_bytes([all[tail + 2], all[tail + 3]]))
    }
}

#[tokio::test]
async fn a_request_for_a_socket_says_what_it_lacks() {
    logs::gathered();
    let server = TestServer::start().await;
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
    for (version, headers, missing) in [
        ("1.0", format!("Connection: close\r\n{key}"), "HTTP/1.1"),
        ("1.1", format!("Connection: close\r\n{key}"), "Upgrade: websocket"),
        ("1.1", format!("Connection: close\r\nUpgrade: websocket\r\n{key}"), "Connection: Upgrade"),
        ("1.1", "Connection: Upgrade, close\r\nUpgrade: WebSocket\r\n".to_owned(), "Sec-WebSocket-Key"),
    ] {
        for _ in 0..3 {
            let mut stream = tokio::net::TcpStream::connect(server.addr).await.unwrap();
            let request = format!(
                "GET /ws HTTP/{version}\r\nHost: {}\r\nAccept-Language: en\r\n{headers}\r\n",
                server.addr
            );
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            assert!(
                head.contains(" 426 ") && head.to_ascii_lowercase().contains("\r\nupgrade: websocket"),
                "{head}"
            );
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            assert_eq!(body["code"], "http.upgrade");
            assert!(body["words"].as_str().unwrap().contains(missing), "{missing}? {body}");
        }
    }
    let addr = server.addr;
    let (_, token) = server.app.new_guest("Raymond").await.unwrap();
    for _ in 0..3 {
        assert_eq!(status(open(addr, &token.0, "https://bagarre-proxy.example").await), 403);
    }
    let log = logs::gathered();
    let told = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    for missing in [
        "missing=\"HTTP/1.1\"",
        "missing=\"Upgrade: websocket\"",
        "missing=\"Connection: Upgrade\"",
        "bagarre-proxy.example",
    ] {
        assert_eq!(told(missing), 1, "{missing} is told once: {log}");
    }
    assert_eq!(told("missing=\"Sec-WebSocket-Key"), 0, "no browser asked for that");
}

//! Packed messages: a client that asks for them gets the same as all others, in fewer bytes, and nothing of other audiences.

use bagarre_protocol::room::Action;
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage};
use bagarre_tests::player::{NEWS_TIMEOUT, Player, Wire, open};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{settings, table, turn};
use flate2::{Decompress, FlushDecompress, Status};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// A client that can read packed messages.
struct Reader {
    wire: Wire,
    /// The entries that came, as text.
    entries: Vec<String>,
    /// With how many of them each packed message was packed.
    with: Vec<u8>,
    /// Bytes of entries, as they came and as text.
    bytes: (usize, usize),
    texts: usize,
}

impl Reader {
    async fn join(server: &TestServer, name: &str, room: &str, invite: &str, packed: bool) -> Self {
        let (_, token) = server.app.new_guest(name).await.unwrap();
        let mut wire = open(server.addr, &token.0, &format!("http://{}", server.addr)).await.unwrap();
        let hello = json!({"t": "hello", "protocol": 2, "room": room, "invite": invite, "packed": packed});
        wire.send(Message::text(hello.to_string())).await.unwrap();
        let mut reader = Self { wire, entries: Vec::new(), with: Vec::new(), bytes: (0, 0), texts: 0 };
        assert!(matches!(reader.next().await, ServerMessage::Welcome { .. }));
        reader
    }

    async fn say(&mut self, message: Value) {
        self.wire.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> ServerMessage {
        let (text, size) = loop {
            match timeout(NEWS_TIMEOUT, self.wire.next()).await.expect("something in time").unwrap().unwrap()
            {
                Message::Text(text) => {
                    self.texts += 1;
                    break (text.to_string(), text.len());
                }
                Message::Binary(packed) => break (self.unpack(&packed), packed.len()),
                Message::Close(why) => panic!("closed: {why:?}"),
                _ => {}
            }
        };
        let message = serde_json::from_str(&text).unwrap();
        if matches!(message, ServerMessage::Entries(_)) {
            self.bytes = (self.bytes.0 + size, self.bytes.1 + text.len());
            self.entries.push(text);
        }
        message
    }

    fn unpack(&mut self, packed: &[u8]) -> String {
        let with = usize::from(packed[0]);
        let before = self.entries[self.entries.len() - with..].concat();
        let mut unpacker = Decompress::new_with_window_bits(false, 15);
        if with > 0 {
            unpacker.set_dictionary(before.as_bytes()).unwrap();
        }
        let mut text = Vec::with_capacity(1 << 20);
        let done = unpacker.decompress_vec(&packed[1..], &mut text, FlushDecompress::Finish).unwrap();
        assert_eq!(done, Status::StreamEnd);
        self.with.push(packed[0]);
        String::from_utf8(text).unwrap()
    }

    async fn until_entry(&mut self, last: u32) {
        loop {
            if let ServerMessage::Entries(moment) = self.next().await
                && moment.entries.last().is_some_and(|entry| entry.n == last)
            {
                return;
            }
        }
    }
}

/// Returns the entries that a player got, as text.
fn entries(player: &Player) -> Vec<String> {
    let entry = |frame: &&String| frame.starts_with(r#"{"t":"entries""#);
    player.frames.iter().filter(entry).cloned().collect()
}

#[tokio::test]
async fn who_can_read_packed_messages_gets_the_same_in_fewer_bytes() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let room = one.room.id.clone();
    let mut watcher = server.guest("Momo", &room, &invite).await;
    let mut packed = Reader::join(&server, "Josette", &room, &invite, true).await;
    let mut plain = Reader::join(&server, "Marcel", &room, &invite, false).await;
    let mut last = 0;
    for _ in 0..4 {
        turn(&mut one, &mut two).await;
        last += 2;
    }
    watcher.until_entry(last).await;
    packed.until_entry(last).await;
    plain.until_entry(last).await;
    assert_eq!(packed.entries, entries(&watcher), "letter by letter");
    assert_eq!(plain.entries, packed.entries);
    assert!(plain.with.is_empty(), "nothing is packed for whoever has not asked for it");
    assert_eq!(packed.with.iter().max(), Some(&7), "with all that came before");
    assert!(packed.bytes.0 * 2 < packed.bytes.1, "{:?}", packed.bytes);
    assert!(packed.texts > 0, "what is short, and the welcome, stay text");
}

#[tokio::test]
async fn what_one_got_as_another_audience_unpacks_nothing() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let room = one.room.id.clone();
    let mut packed = Reader::join(&server, "Josette", &room, &invite, true).await;
    for _ in 0..3 {
        turn(&mut one, &mut two).await;
    }
    packed.until_entry(6).await;
    two.must(Action::Stand).await;
    let id = "6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c11";
    packed.say(json!({"t": "act", "id": id, "action": {"do": "sit", "seat": 1}})).await;
    while !matches!(packed.next().await, ServerMessage::Table(_)) {}
    packed.with.clear();
    one.until_asked().await;
    assert!(matches!(one.command(&bagarre_tests::toy::bid(3)).await, Answer::Applied { .. }));
    packed.until_entry(7).await;
    assert!(packed.with.iter().all(|with| *with == 0), "{:?}", packed.with);
    let id = "6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c12";
    packed.say(json!({"t": "command", "id": id, "command": bagarre_tests::toy::bid(3)})).await;
    packed.until_entry(8).await;
    assert_eq!(packed.with.last(), Some(&1), "with the entry that this seat got");
}

#[tokio::test]
async fn clients_send_nothing_packed() {
    let server = TestServer::start().await;
    let (one, _two, invite) = table(&server, settings()).await;
    let mut packed = Reader::join(&server, "Josette", &one.room.id, &invite, true).await;
    let bent = [vec![], vec![0], vec![9, 1, 2, 3], vec![0, 0xff, 0xff, 0xff, 0xff], vec![0; 60_000]];
    for bytes in bent {
        packed.wire.send(Message::binary(bytes)).await.unwrap();
        let code = loop {
            if let ServerMessage::Unreadable { refusal } = packed.next().await {
                break refusal.code;
            }
        };
        assert_eq!(code, "frame.unreadable");
    }
    let ping = serde_json::to_value(ClientMessage::Ping { n: 7 }).unwrap();
    packed.say(ping).await;
    while !matches!(packed.next().await, ServerMessage::Pong { n: 7, .. }) {}
}

//! The doors of the real program: what is logged at the finest level, and a crowd that never says what it wants.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

struct Served {
    child: Child,
    addr: SocketAddr,
    log: thread::JoinHandle<String>,
}

/// A server under a shell's limit of open files, with everything logged that can be.
fn serve(data: &Path, files: u32, log: &str) -> Served {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -n {files} && exec \"$0\" serve"), env!("CARGO_BIN_EXE_bagarre")]);
    for name in ["BAGARRE_ADMIN_ADDR", "BAGARRE_PUBLIC_URL"] {
        command.env_remove(name);
    }
    let mut child = command
        .env("BAGARRE_DATA", data)
        .env("BAGARRE_ADDR", "127.0.0.1:0")
        .env("DATABASE_URL", "")
        .env("BAGARRE_LOG", log)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let addr = host.parse().unwrap();
    let mut errors = child.stderr.take().unwrap();
    let log = thread::spawn(move || {
        let mut all = Vec::new();
        errors.read_to_end(&mut all).unwrap();
        String::from_utf8_lossy(&all).into_owned()
    });
    Served { child, addr, log }
}

impl Served {
    /// Ends the server; everything it logged.
    fn end(mut self) -> String {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        self.log.join().unwrap()
    }

    /// A request over a connection of its own; the whole answer.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

/// A socket of a room, in the plainest way.
struct Socket(TcpStream);

impl Socket {
    fn open(addr: SocketAddr, cookie: &str) -> Self {
        let mut stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(
            stream,
            "GET /ws HTTP/1.1\r\nHost: {addr}\r\nOrigin: http://{addr}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self(stream)
    }

    /// A masked text frame; a mask of zeros leaves the text as it is.
    fn say(&mut self, text: &str) {
        let mut frame = vec![0x81, 0x80 | 0x7e];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame).unwrap();
    }

    /// Reads until a text was told.
    fn until(&mut self, text: &str) {
        let (mut heard, mut some) = (Vec::new(), [0; 4096]);
        while !heard.windows(text.len()).any(|window| window == text.as_bytes()) {
            let size = self.0.read(&mut some).unwrap();
            assert!(size > 0, "{text}? {}", String::from_utf8_lossy(&heard));
            heard.extend(&some[..size]);
        }
    }
}

fn part<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split(before)
        .nth(1)
        .and_then(|rest| rest.split(after).next())
        .unwrap_or_else(|| panic!("{before}: {text}"))
}

const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn whatever_is_asked_of_the_log_it_holds_no_secret() {
    for level in [
        "trace",
        "trace,tungstenite=trace,hyper=trace,sqlx=trace,axum=trace",
        "bagarre=trace,log=trace,tungstenite=trace",
    ] {
        let data = tempfile::tempdir().unwrap();
        let served = serve(data.path(), 512, level);
        let entered = served.ask("POST", "/api/me", JSON, r#"{"name":"poulpe-nom"}"#);
        let secret = bagarre_tests::server::token_in(&entered).unwrap();
        let cookie = format!("bagarre={secret}");
        let headers = format!("Cookie: {cookie}\r\n{JSON}");
        let settings = r#"{"name":"poulpe-salle","ruleset":"baston","scenario":"SCN-00","seats":2,"characters":1,
            "clocks":{"kind":"rules"},"spectators":true,"spectator_delay":0,"listed":false}"#;
        let opened = served.ask("POST", "/api/rooms", &headers, settings);
        let (room, invite) = (part(&opened, r#""id":""#, "\""), part(&opened, r#""invite":""#, "\""));
        let link = served.ask("POST", "/api/me/links", &headers, "");
        let link = part(&link, r#""token":""#, "\"").to_owned();
        served.ask("POST", "/api/links", JSON, &format!(r#"{{"token":"{link}"}}"#));
        let mut socket = Socket::open(served.addr, &cookie);
        socket
            .say(&format!(r#"{{"t":"hello","protocol":2,"room":"{room}","invite":"{invite}","lang":"fr"}}"#));
        socket.until(r#""t":"welcome""#);
        let id = "0b8e2f0e-6f0e-4a53-9a53-5d0f6a1f0e11";
        socket.say(&format!(r#"{{"t":"chat","id":"{id}","text":"poulpe-parole"}}"#));
        socket.until("poulpe-parole");
        socket.say(r#"{"t":"draft","seq":1,"draft":{"x":"poulpe-brouillon"}}"#);
        socket.until(r#""t":"advice""#);
        socket.say(r#"{"t":"poulpe-illisible"}"#);
        socket.until("frame.unreadable");
        let log = served.end();
        for canary in ["poulpe", &secret, invite, &link] {
            let line = log.lines().find(|line| line.contains(canary));
            assert!(line.is_none(), "{level}: {canary} in {}", line.unwrap_or_default());
        }
    }
}

#[test]
fn heads_that_never_end_keep_nobody_out() {
    let data = tempfile::tempdir().unwrap();
    let served = serve(data.path(), 200, "warn");
    let mut crowd = Vec::new();
    for _ in 0..400 {
        let mut stream = TcpStream::connect(served.addr).unwrap();
        // A client that was sent away already can no longer be written to.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n");
        crowd.push(stream);
    }
    for _ in 0..20 {
        assert!(served.ask("GET", "/healthz", "", "").starts_with("HTTP/1.0 200"));
    }
    drop(crowd);
    served.end();
}

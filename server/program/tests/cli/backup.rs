use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::run;
use super::serve::{ask, get, post, serve};

#[test]
fn a_running_server_is_backed_up_and_read_back_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, file, rest) = (path("data"), path("bagarre.backup"), path("rest"));
    run(&["backup", &file, "--data", &data]).failed(2, "");
    let served = serve(data.as_ref());
    let entered = ask(&served.host, &post(&served.host, "/api/me", r#"{"name":"Zoé"}"#));
    let cookie = entered.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let made = run(&["backup", &file, "--data", &data]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside it");
    run(&["backup", &file, "--data", &data]).failed(2, "exists already");
    run(&["restore", &file, "--data", &data, "--force"]).failed(2, "at work");
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    let torn = path("torn");
    let whole = fs::read(&file).unwrap();
    fs::write(&torn, &whole[..whole.len() / 2]).unwrap();
    run(&["restore", &torn, "--data", &rest]).failed(2, "torn");
    assert!(!fs::exists(&rest).unwrap());
    refuses_bombs(&whole, &torn, &rest);
    let done = run(&["restore", &file, "--data", &rest]);
    assert_eq!(done.code, 0, "{}", done.err);
    let back = serve(rest.as_ref());
    let me = format!("GET /api/me HTTP/1.0\r\nHost: {}\r\nCookie: {cookie}\r\n\r\n", back.host);
    assert!(ask(&back.host, &me).contains("Zoé"));
}

/// Packs lines after the first line of a backup.
fn packed(whole: &[u8], lines: impl FnOnce(&mut GzEncoder<Vec<u8>>)) -> Vec<u8> {
    let mut head = String::new();
    BufReader::new(MultiGzDecoder::new(whole)).read_line(&mut head).unwrap();
    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    bomb.write_all(head.as_bytes()).unwrap();
    lines(&mut bomb);
    bomb.finish().unwrap()
}

/// Small files that unpack to more than fits into memory are refused as soon as they are too long.
fn refuses_bombs(whole: &[u8], file: &str, rest: &str) {
    let long = packed(whole, |bomb| (0..65).for_each(|_| bomb.write_all(&vec![b'x'; 1 << 20]).unwrap()));
    assert!(long.len() < 1 << 20, "{} bytes", long.len());
    fs::write(file, long).unwrap();
    run(&["restore", file, "--data", rest]).failed(2, "a line is longer than 67108864 bytes");
    let wide = packed(whole, |bomb| writeln!(bomb, "[{}1]", "1,".repeat(1_000_000)).unwrap());
    fs::write(file, wide).unwrap();
    run(&["restore", file, "--data", rest]).failed(2, "it holds more than 1000 values");
    let deep = packed(whole, |bomb| writeln!(bomb, "{}", "[".repeat(1_000_000)).unwrap());
    fs::write(file, deep).unwrap();
    run(&["restore", file, "--data", rest]).failed(2, "it is damaged");
    assert!(!fs::exists(rest).unwrap());
}

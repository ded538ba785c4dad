//! What the operator sets: what cannot be is named at start, and what is not set does nothing.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use bagarre_tests::postgres;
use sqlx::Connection as _;

use super::serve::{ask, get, post, serve_with};
use super::{Ran, bagarre, run};

/// A secret that is long enough.
const LONG: &str = "hunter2-hunter2-hunter2-hunter2-hunter2";

#[test]
fn what_cannot_be_is_named_at_start() {
    let data = tempfile::tempdir().unwrap();
    let mail = ("BAGARRE_SMTP_URL", "smtp://mail.example");
    let from = ("BAGARRE_MAIL_FROM", "b@mail.example");
    let public = ("BAGARRE_PUBLIC_URL", "https://bagarre.example");
    for (set, word) in [
        (vec![("BAGARRE_PUBLIC_URL", "bagarre.example")], "https://"),
        (vec![("BAGARRE_PUBLIC_URL", "https://bagarre.example/game")], "root"),
        (vec![("BAGARRE_PUBLIC_URL", "https://bagarre.example:0")], "port"),
        (vec![("BAGARRE_HOSTS", "http://bagarre.lan")], "BAGARRE_HOSTS|--hosts"),
        (vec![("BAGARRE_ADDR", "8080")], "127.0.0.1:8080"),
        (vec![("BAGARRE_ADMIN_ADDR", "hello")], "127.0.0.1:8080"),
        (vec![("BAGARRE_MAX_ROOMS", "0")], "--max-rooms"),
        (vec![("BAGARRE_HTTP_RATE", "fast")], "--http-rate"),
        (vec![("BAGARRE_TRUST_PROXY", "10.0.0.0/99")], "10.0.0.0/99"),
        (vec![("BAGARRE_LOG", "inof")], "BAGARRE_LOG"),
        (vec![("DATABASE_URL", "mysql://me:hunter2@db.example/bar")], "mysql: is not PostgreSQL"),
        (vec![("DATABASE_URL", "sqlite:///hunter2.db")], "BAGARRE_DATA"),
        (vec![("DATABASE_URL", "postgres://me:hunter2/s@db.example/bar")], "percent-encode"),
        (vec![("DATABASE_URL", "postgres://me:hunter2@a,b,c/bar?port=1,2")], "3 hosts and 2 values of port"),
        (vec![("BAGARRE_SECRET", "hunter2")], "at least 32"),
        (vec![("BAGARRE_CLUSTER_KEY", "hunter2")], "openssl rand -hex 32"),
        (vec![("BAGARRE_SECRET", LONG), ("BAGARRE_CLUSTER_KEY", LONG)], "not both"),
        (vec![("BAGARRE_CLUSTER", "yes")], "several servers need PostgreSQL"),
        (
            vec![("BAGARRE_NATS_URL", "nats://bagarre:hunter2@localhost:4222")],
            "several servers need PostgreSQL",
        ),
        (vec![mail], "BAGARRE_MAIL_FROM"),
        (vec![("BAGARRE_SMTP_URL", "http://u:hunter2@mail"), from, public], "BAGARRE_SMTP_URL"),
        (vec![mail, ("BAGARRE_MAIL_FROM", "nobody"), public], "BAGARRE_MAIL_FROM"),
        (vec![mail, from], "BAGARRE_PUBLIC_URL"),
    ] {
        let command = |set: &[(&str, &str)]| -> Ran {
            let mut command = bagarre();
            command.env("BAGARRE_DATA", data.path()).env("BAGARRE_ADDR", "127.0.0.1:0");
            command.envs(set.iter().copied()).arg("serve").output().unwrap().into()
        };
        let ran = command(&set);
        assert!(matches!(ran.code, 1 | 2), "{set:?}: {}{}", ran.out, ran.err);
        assert!(word.split('|').any(|word| ran.err.contains(word)), "{set:?}: {word}? {}", ran.err);
        assert!(!ran.err.contains("hunter2"), "{}", ran.err);
    }
}

#[test]
fn an_empty_variable_is_none_and_an_unknown_one_is_named() {
    let help = run(&["serve", "--help"]).out;
    let known: Vec<&str> =
        help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next()).collect();
    assert!(known.len() > 20, "{help}");
    let fixed = ["BAGARRE_ADDR", "BAGARRE_DATA"];
    let mut set: Vec<(&str, &str)> =
        known.iter().filter(|name| !fixed.contains(name)).map(|name| (*name, "")).collect();
    set.extend([("BAGARRE_MAX_ROOM", "5"), ("BAGARRE_ADDR", "localhost:0")]);
    let data = tempfile::tempdir().unwrap();
    let served = serve_with(data.path(), &set);
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    let log = served.log();
    assert!(log.contains("BAGARRE_MAX_ROOM\"") && log.contains("BAGARRE_MAX_ROOMS"), "{log}");
    for default in ["2000", "10000", "16384", "50", "120"] {
        assert!(help.contains(&format!("[default: {default}]")), "{default}: {help}");
    }
}

/// A user who is not the owner of what the test makes. Only root can become another user.
const STRANGER: &str = "65534";

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

/// The command as another user, where that can be.
fn as_stranger() -> Command {
    let program = env!("CARGO_BIN_EXE_bagarre");
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", STRANGER, "--regid", STRANGER, "--clear-groups", program]);
        command
    } else {
        Command::new(program)
    };
    for name in ["DATABASE_URL", "BAGARRE_ADMIN_ADDR", "BAGARRE_PUBLIC_URL"] {
        command.env_remove(name);
    }
    command
}

#[test]
fn a_secret_from_the_environment_is_in_no_line_that_the_server_writes() {
    for name in ["BAGARRE_SECRET", "BAGARRE_CLUSTER_KEY"] {
        let data = tempfile::tempdir().unwrap();
        let more = [("BAGARRE_ADMIN_ADDR", "127.0.0.1:0"), ("BAGARRE_LOG", "trace"), (name, LONG)];
        let served = serve_with(data.path(), &more);
        let operator = served.line();
        let entered = ask(&served.host, &post(&served.host, "/api/me", r#"{"name":"Zoé"}"#));
        assert!(entered.contains(" 20"), "{entered}");
        let shown = get(&operator, "/metrics");
        assert!(shown.contains("bagarre_commit_jobs"), "{shown}");
        let log = served.log();
        assert!(log.contains("store open"), "{log}");
        assert!(!log.contains("hunter2") && !shown.contains("hunter2"), "{name}");
        assert!(!data.path().join("secret.key").exists(), "{name}: it is shared");
        let token = fs::read_to_string(data.path().join("admin.token")).unwrap();
        assert_eq!(token.len(), 64, "{name}: `bagarre admin` finds its token");
    }
    let help = bagarre().args(["serve", "--help"]).env("BAGARRE_SECRET", LONG).output().unwrap();
    assert!(!String::from_utf8(help.stdout).unwrap().contains("hunter2"));
}

#[test]
fn a_folder_that_belongs_to_another_user_is_used_with_a_warning() {
    // A user who is not root cannot make such a folder, but one is always there: `/dev/shm`, which all users share.
    let parent = tempfile::tempdir().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let data = if is_root() {
        let data = parent.path().join("volume");
        fs::create_dir(&data).unwrap();
        fs::set_permissions(&data, fs::Permissions::from_mode(0o2770)).unwrap();
        std::os::unix::fs::chown(&data, Some(0), Some(65_534)).unwrap();
        data
    } else {
        Path::new("/dev/shm").to_owned()
    };
    let mut child = as_stranger()
        .args(["serve", "--addr", "127.0.0.1:0", "--data", data.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    let log = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(line.starts_with("Bagarre is open"), "{line}{log}");
    assert_eq!(log.matches("it belongs to another user").count(), 1, "{log}");
    assert!(log.contains(data.to_str().unwrap()), "{log}");
    let files = ["bagarre.db", "bagarre.db-wal", "bagarre.db-shm", "secret.key"];
    for file in files {
        let mode = fs::metadata(data.join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "what is written there is closed to others: {file}");
    }
    for file in files.into_iter().chain(["bagarre.lock"]) {
        fs::remove_file(data.join(file)).unwrap();
    }
}

#[test]
fn what_is_wrong_with_the_data_folder_is_told_with_its_path() {
    let parent = tempfile::tempdir().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let (file, foreign, empty) =
        (parent.path().join("file"), parent.path().join("foreign"), parent.path().join("empty"));
    fs::write(&file, "").unwrap();
    fs::create_dir(&foreign).unwrap();
    fs::set_permissions(&foreign, fs::Permissions::from_mode(0o555)).unwrap();
    fs::create_dir(&empty).unwrap();
    fs::write(empty.join("secret.key"), "").unwrap();
    let missing = parent.path().join("missing");
    let serve = |data: &Path| -> Ran {
        let mut command = if data == foreign { as_stranger() } else { bagarre() };
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        // A server that starts would not end.
        command.env("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none").output().unwrap().into()
    };
    for (data, word) in [
        (&file, "is a file where a folder has to be"),
        (&Path::new("/proc/bagarre").to_owned(), "cannot make the folder"),
    ] {
        let ran = serve(data);
        ran.failed(1, word);
        ran.failed(1, data.to_str().unwrap());
    }
    if is_root() {
        let ran = serve(&foreign);
        ran.failed(1, "cannot write in the folder");
        ran.failed(1, foreign.to_str().unwrap());
    }
    let ran: Ran = bagarre()
        .args(["serve", "--addr", "127.0.0.1:0", "--data", empty.to_str().unwrap()])
        .output()
        .unwrap()
        .into();
    assert_eq!(ran.code, 1, "{}", ran.err);
    let key = empty.join("secret.key").display().to_string();
    assert!(ran.err.contains(&key) && ran.err.contains("0 bytes where 32"), "{}", ran.err);
    let to = parent.path().join("x.backup").display().to_string();
    let ran = run(&["backup", &to, "--data", missing.to_str().unwrap()]);
    ran.failed(2, missing.to_str().unwrap());
    let ran = run(&["backup", "/nonexistent/x.backup", "--data", empty.to_str().unwrap()]);
    ran.failed(2, "/nonexistent/x.backup");
    let ran = run(&["restore", "/nonexistent/x.backup", "--data", empty.to_str().unwrap()]);
    ran.failed(2, "/nonexistent/x.backup");
}

/// Brings the tables of a database up to date, by an address and perhaps a password beside it.
fn migrate(url: &str, password: Option<&str>) -> Ran {
    let data = tempfile::tempdir().unwrap();
    let mut command = bagarre();
    command.env_remove("PGPASSWORD").env("DATABASE_URL", url).env("BAGARRE_DATA", data.path());
    command.envs(password.map(|password| ("PGPASSWORD", password))).arg("migrate").output().unwrap().into()
}

#[test]
fn the_usual_addresses_of_a_unix_socket_work() {
    let cluster = postgres::shared();
    let folder = cluster.folder().display();
    let name = || cluster.database().rsplit('/').next().unwrap().to_owned();
    for url in [
        format!("postgres://postgres:s%2Fcret@/{}?host={folder}", name()),
        format!("postgres://postgres@/{}?host={folder}", name()),
        format!("postgresql:///{}?host={folder}&user=postgres", name()),
        cluster.database(),
    ] {
        let ran = migrate(&url, None);
        assert_eq!(ran.code, 0, "{url}: {}", ran.err);
    }
}

#[test]
fn a_password_of_any_kind_stands_beside_the_address() {
    const PASSWORD: &str = "p/s#s?s:s@s%s $é";
    let cluster = postgres::shared();
    let url = cluster.database();
    let name = url.rsplit('/').next().unwrap();
    let rules = cluster.folder().join("data/pg_hba.conf");
    let kept = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, format!("local all guarded scram-sha-256\n{kept}")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut conn = sqlx::PgConnection::connect(&url).await.unwrap();
        for statement in [
            format!("CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'"),
            format!("ALTER DATABASE {name} OWNER TO guarded"),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut conn).await.unwrap();
        }
    });
    let url = format!("postgres://guarded@/{name}?host={}", cluster.folder().display());
    // The server reads its rules anew in its own time.
    while migrate(&url, Some("wrong")).code == 0 {
        std::thread::yield_now();
    }
    let ran = migrate(&url, Some(PASSWORD));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let encoded = PASSWORD.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let ran = migrate(&url.replacen("guarded@", &format!("guarded:{encoded}@"), 1), None);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

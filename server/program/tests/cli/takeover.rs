//! Two processes on the same data.

use std::path::Path;
use std::time::Duration;

use bagarre_tests::pgbouncer::PgBouncer;
use bagarre_tests::postgres;

use super::serve::{Served, get, launch, serve_with, start};
use super::{Ran, bagarre};

/// The data of a test: a folder, and a database or none.
struct Data {
    folder: tempfile::TempDir,
    url: String,
}

impl Data {
    fn on(url: String) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), url }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn serve(&self) -> Served {
        serve_with(self.path(), &[("DATABASE_URL", &self.url)])
    }

    /// A second server, which is to end by itself.
    fn second(&self, more: &[&str]) -> Ran {
        bagarre()
            .args(["serve", "--addr", "127.0.0.1:0"])
            .args(more)
            .env("BAGARRE_DATA", self.path())
            .env("DATABASE_URL", &self.url)
            .env("BAGARRE_LOG", "error")
            .output()
            .unwrap()
            .into()
    }
}

fn is_ready(server: &Served) {
    assert!(get(&server.host, "/readyz").starts_with("HTTP/1.0 200"));
}

/// Does something on each database, and through a pooler.
fn everywhere(test: impl Fn(&Data) + Sync) {
    let cluster = postgres::shared();
    let pooler = PgBouncer::start(&cluster, "session");
    let urls = [String::new(), cluster.database(), pooler.url(&cluster.database())];
    std::thread::scope(|scope| {
        for url in urls {
            scope.spawn(|| test(&Data::on(url)));
        }
    });
}

#[test]
fn a_second_process_refuses_to_start_and_names_the_first() {
    everywhere(|data| {
        let first = data.serve();
        let second = data.second(&[]);
        second.failed(1, "at work on this data");
        for word in [format!("process {}", first.child.id()), "--takeover".to_owned(), "since ".to_owned()] {
            assert!(second.err.contains(&word), "{word}: {}", second.err);
        }
        is_ready(&first);
        first.terminate();
    });
}

#[test]
fn a_process_that_was_killed_is_followed_by_the_next_one_without_a_failure() {
    everywhere(|data| {
        for _ in 0..2 {
            let mut first = data.serve();
            is_ready(&first);
            first.child.kill().unwrap();
            first.child.wait().unwrap();
            // Started once, as a service manager does: it waits and then serves.
            is_ready(&data.serve());
        }
    });
}

#[test]
fn a_process_that_ended_in_order_is_followed_at_once() {
    everywhere(|data| {
        let mut first = data.serve();
        first.terminate();
        assert_eq!(first.child.wait().unwrap().code(), Some(0));
        is_ready(&data.serve());
    });
}

#[test]
fn a_takeover_on_the_same_address_replaces_the_first_process() {
    everywhere(|data| {
        let mut first = data.serve();
        let mut command = bagarre();
        command.args(["serve", "--takeover", "--addr", &first.host]);
        let next = launch(command.env("BAGARRE_DATA", data.path()).env("DATABASE_URL", &data.url));
        let next = Served::of(next);
        assert_eq!(next.host, first.host);
        assert_eq!(first.child.wait().unwrap().code(), Some(0), "it was asked, and ended in order");
        is_ready(&next);
    });
}

#[test]
fn a_process_that_was_frozen_ends_when_another_has_taken_its_place() {
    everywhere(|data| {
        let mut first = serve_with(data.path(), &[("DATABASE_URL", &data.url)]);
        // In the middle of a write a frozen process keeps the database from all others, and the next server cannot start.
        let next = (0..10).find_map(|_| {
            first.signal("-STOP");
            let next = Served::try_of(start(data.path(), &[("DATABASE_URL", &data.url)]));
            first.signal("-CONT");
            next
        });
        let next = next.expect("one of the times the first process is frozen between two writes");
        // It ends by itself once it finds out: two servers never work on the same data.
        let status = first.ends_within(Duration::from_mins(1));
        assert_eq!(status.code(), Some(1), "it says that it did not end by itself");
        is_ready(&next);
    });
}

#[test]
fn a_pooler_that_loses_prepared_statements_is_one_line() {
    let cluster = postgres::shared();
    let pooler = PgBouncer::start(&cluster, "transaction");
    let data = Data::on(pooler.url(&cluster.database()));
    let ran = data.second(&[]);
    ran.failed(1, "PgBouncer before 1.21");
}

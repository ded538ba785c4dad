//! `bagarre serve --open`, with a program in the place of the browser.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::yield_now;

use tempfile::TempDir;

use super::bagarre;
use super::serve::{Served, get, launch};

/// A browser that writes the addresses it is asked to open into a file beside it.
struct Browser {
    folder: TempDir,
}

impl Browser {
    /// Makes one under the name of a program.
    fn named(name: &str) -> Self {
        let browser = Self { folder: tempfile::tempdir().unwrap() };
        let asked = browser.asked();
        // Half of an address is never read: the file appears whole.
        let script = format!("#!/bin/sh\necho \"$*\" >{0}.new\nmv {0}.new {0}\n", asked.display());
        let program = browser.program(name);
        fs::write(&program, script).unwrap();
        fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
        browser
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn asked(&self) -> PathBuf {
        self.folder.path().join("asked")
    }

    /// Returns what it was asked to open, as soon as it was.
    fn opened(&self) -> String {
        loop {
            match fs::read_to_string(self.asked()) {
                Ok(address) => return address.trim().to_owned(),
                Err(_) => yield_now(),
            }
        }
    }
}

fn serve(data: &Path, args: &[&str], prepare: impl FnOnce(&mut Command)) -> Served {
    let mut command = bagarre();
    command.arg("serve").args(["--addr", "127.0.0.1:0", "--data"]).arg(data).args(args);
    command.env_remove("BROWSER");
    prepare(&mut command);
    Served::of(launch(&mut command))
}

#[test]
fn the_browser_opens_the_home_page_once_the_server_answers() {
    let data = tempfile::tempdir().unwrap();
    let browser = Browser::named("browser");
    let served = serve(data.path(), &["--open"], |command| {
        command.env("BROWSER", browser.program("browser"));
    });
    assert_eq!(browser.opened(), format!("http://{}/", served.host));
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    assert!(!served.log().contains("WARN"), "{}", served.log());
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_browser_of_choice_the_desktop_opens_the_public_address() {
    let data = tempfile::tempdir().unwrap();
    let desktop = Browser::named("xdg-open");
    let _served = serve(data.path(), &["--open", "--public-url", "http://bagarre.example"], |command| {
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", desktop.folder.path().display()));
    });
    assert_eq!(desktop.opened(), "http://bagarre.example/");
}

#[test]
fn a_browser_that_does_not_start_is_a_warning_with_the_address() {
    let data = tempfile::tempdir().unwrap();
    let mut served = serve(data.path(), &["--open"], |command| {
        command.env("BROWSER", data.path().join("missing"));
    });
    let address = format!("http://{}/", served.host);
    while !served.log().contains("no browser could be opened") {
        yield_now();
    }
    let log = served.log();
    let warning = log.lines().find(|line| line.contains("no browser could be opened")).unwrap();
    assert!(warning.contains("WARN") && warning.contains(&address), "{warning}");
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}

#[test]
fn nothing_is_opened_unless_it_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    let browser = Browser::named("browser");
    let mut served = serve(data.path(), &[], |command| {
        command.env("BROWSER", browser.program("browser"));
    });
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    assert!(!browser.asked().exists());
}

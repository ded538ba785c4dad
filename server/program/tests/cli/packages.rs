//! Packs the program under test as `make dist` does, checks the packages with the tools of Debian and systemd, and serves from them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::Ran;
use super::serve::{Served, get, launch};

/// The units of the Debian package.
const UNITS: [&str; 3] = ["bagarre.service", "bagarre-backup.service", "bagarre-backup-daily.timer"];

/// The highest exposure of a service that is accepted, in tenths of systemd's scale from 0 to 10.
const EXPOSURE: &str = "15";

/// Runs a program that has to succeed.
fn must(command: &mut Command) -> String {
    let ran: Ran = command
        .output()
        .unwrap_or_else(|why| panic!("{command:?}: {why}; scripts/prepare installs it"))
        .into();
    assert_eq!(ran.code, 0, "{command:?}\n{}{}", ran.out, ran.err);
    ran.out
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The packages, and the files of the Debian one.
struct Packages {
    folder: TempDir,
    archive: PathBuf,
    package: PathBuf,
    root: PathBuf,
}

impl Packages {
    fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut dist = Command::new(repository().join("scripts/dist"));
        let (binary, fast) = (env!("CARGO_BIN_EXE_bagarre"), "1");
        must(dist.env("DIST_BINARY", binary).env("DIST_FOLDER", folder.path()).env("DIST_FAST", fast));
        let named = |end: &str| {
            let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
            files.into_iter().find(|path| path.to_str().unwrap().ends_with(end)).unwrap()
        };
        let (archive, package) = (named(".tar.zst"), named(".deb"));
        let root = folder.path().join("root");
        must(Command::new("dpkg-deb").arg("-x").args([&package, &root]));
        Self { folder, archive, package, root }
    }

    /// Returns the text of a file of the Debian package.
    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
    }

    fn unit(&self, name: &str) -> String {
        self.read(&format!("usr/lib/systemd/system/{name}"))
    }

    fn info(&self, args: &[&str]) -> String {
        must(Command::new("dpkg-deb").arg("-I").arg(&self.package).args(args))
    }
}

/// What a unit says after a key, in every line that begins with it.
fn values<'a>(unit: &'a str, key: &str) -> Vec<&'a str> {
    unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

#[test]
fn the_packages_are_whole_and_what_is_in_them_serves() {
    let packages = Packages::make();
    checksums_hold(&packages);
    the_debian_package_says_what_it_is(&packages);
    the_archive_holds_the_same(&packages);
    systemd_takes_the_units(&packages);
    the_program_serves_with_its_settings(&packages);
    let examples = packages.read("etc/bagarre/bagarre.env").replace("\n#", "\n");
    the_examples_of_settings_are_taken(&packages, &examples);
}

fn checksums_hold(packages: &Packages) {
    let folder = packages.folder.path();
    must(
        Command::new("sha256sum").args(["--check", "--strict", "--quiet", "SHA256SUMS"]).current_dir(folder),
    );
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let named: BTreeSet<_> = sums.lines().filter_map(|line| line.split("  ").nth(1)).collect();
    let made = [&packages.archive, &packages.package].map(|path| path.file_name().unwrap().to_str().unwrap());
    assert_eq!(named, made.into());
}

fn the_debian_package_says_what_it_is(packages: &Packages) {
    let control = packages.info(&["control"]);
    let architecture = must(Command::new("dpkg").arg("--print-architecture"));
    for line in [
        "Package: bagarre".to_owned(),
        format!("Version: {}-1", env!("CARGO_PKG_VERSION")),
        format!("Architecture: {}", architecture.trim()),
    ] {
        assert!(control.lines().any(|said| said == line), "{line}\n{control}");
    }
    let depends = control.lines().find(|line| line.starts_with("Depends: ")).unwrap();
    assert!(depends.contains("libc6 (>= 2.") && depends.contains("systemd"), "{depends}");
    assert_eq!(packages.info(&["conffiles"]).trim(), "/etc/bagarre/bagarre.env");
    let after = packages.info(&["postinst"]);
    for word in ["systemd-sysusers", "enable bagarre.service", "enable bagarre-backup-daily.timer"] {
        assert!(after.contains(word), "{word}\n{after}");
    }
    assert!(!after.contains("bagarre-backup.service"), "a backup waits for its time: {after}");
    let list = must(Command::new("dpkg-deb").arg("-c").arg(&packages.package));
    for (mode, path) in [
        ("-rwxr-xr-x", "./usr/bin/bagarre"),
        ("-rw-------", "./etc/bagarre/bagarre.env"),
        ("-rw-r--r--", "./usr/lib/sysusers.d/bagarre.conf"),
        ("-rw-r--r--", "./usr/share/man/man1/bagarre-serve.1.gz"),
        ("-rw-r--r--", "./usr/share/bash-completion/completions/bagarre"),
        ("-rw-r--r--", "./usr/share/zsh/vendor-completions/_bagarre"),
        ("-rw-r--r--", "./usr/share/fish/vendor_completions.d/bagarre.fish"),
        ("-rw-r--r--", "./usr/share/doc/bagarre/copyright"),
        ("-rw-r--r--", "./usr/share/doc/bagarre/docs/hosting.md"),
    ] {
        assert!(list.lines().any(|line| line.starts_with(mode) && line.ends_with(path)), "{path}\n{list}");
    }
    let owned = |line: &str| line.contains(" 0/0 ") || line.contains(" root/root ");
    assert!(list.lines().all(owned), "everything belongs to root\n{list}");
}

fn the_archive_holds_the_same(packages: &Packages) {
    let folder = packages.folder.path().join("archive");
    fs::create_dir(&folder).unwrap();
    must(Command::new("tar").arg("-xf").arg(&packages.archive).arg("-C").arg(&folder));
    let name = packages.archive.file_name().unwrap().to_str().unwrap().strip_suffix(".tar.zst").unwrap();
    assert!(name.starts_with(&format!("bagarre-{}-", env!("CARGO_PKG_VERSION"))), "{name}");
    let top = folder.join(name);
    for file in ["README.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "docs/hosting.md", "ops/alerts.yml"]
    {
        assert!(top.join(file).exists(), "{file}");
    }
    let same = [("bin/bagarre", "usr/bin/bagarre"), ("etc/bagarre/bagarre.env", "etc/bagarre/bagarre.env")];
    for (ours, theirs) in same {
        assert!(fs::read(top.join(ours)).unwrap() == fs::read(packages.root.join(theirs)).unwrap(), "{ours}");
    }
    for unit in UNITS {
        let ours = fs::read_to_string(top.join("lib/systemd/system").join(unit)).unwrap();
        assert_eq!(ours, packages.unit(unit), "{unit}");
    }
    let version = must(Command::new(top.join("bin/bagarre")).arg("--version"));
    assert_eq!(version.trim(), format!("bagarre {}", env!("CARGO_PKG_VERSION")));
}

fn systemd_takes_the_units(packages: &Packages) {
    // A root with the programs that the units name. Empty units with the names of the system's are enough.
    let root = packages.folder.path().join("system");
    let units = root.join("usr/lib/systemd/system");
    fs::create_dir_all(&units).unwrap();
    fs::create_dir_all(root.join("usr/bin")).unwrap();
    for name in ["bagarre", "sh", "find"] {
        let program = root.join("usr/bin").join(name);
        fs::write(&program, "").unwrap();
        must(Command::new("chmod").arg("755").arg(program));
    }
    for name in ["basic", "sysinit", "shutdown", "network-online", "multi-user", "timers"] {
        fs::write(units.join(format!("{name}.target")), format!("[Unit]\nDescription={name}\n")).unwrap();
    }
    for name in UNITS {
        let unit = packages.unit(name);
        fs::write(units.join(name), &unit).unwrap();
        for page in unit.split("man:").skip(1).filter_map(|rest| rest.split("(1)").next()) {
            let page = packages.root.join(format!("usr/share/man/man1/{page}.1.gz"));
            assert!(page.exists(), "{name} names {}", page.display());
        }
    }
    let systemd = |verb: &str| {
        let mut command = Command::new("systemd-analyze");
        command.arg(verb).arg(format!("--root={}", root.display()));
        command
    };
    let verified: Ran = systemd("verify").arg("--man=no").args(UNITS).output().unwrap().into();
    assert!(verified.code == 0 && verified.err.is_empty(), "{}", verified.err);
    for service in UNITS.iter().filter(|name| name.ends_with(".service")) {
        let exposure = format!("--threshold={EXPOSURE}");
        must(systemd("security").args(["--offline=true", "--no-pager", &exposure, service]));
    }
    let [server, backup] = [UNITS[0], UNITS[1]].map(|name| {
        let unit = packages.unit(name);
        let sandbox = unit.split_once("\nUMask=").unwrap().1.split("\n[Install]").next().unwrap().to_owned();
        sandbox.lines().filter(|line| line.contains('=')).map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(server, backup, "the two services run in the same sandbox");
}

/// The settings in the text of an environment file, read as systemd reads them.
fn settings(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).collect()
}

/// Starts the program of the Debian package as its unit does, but on free ports and with data of its own.
fn serve(packages: &Packages, data: &Path, environment: &str) -> Served {
    let mut command = Command::new(packages.root.join("usr/bin/bagarre"));
    command.arg("serve").env_clear().envs(settings(environment));
    command.env("BAGARRE_DATA", data).env("BAGARRE_ADDR", "127.0.0.1:0").env("BAGARRE_ADMIN_ADDR", "");
    Served::of(launch(&mut command))
}

fn ends_in_order(mut served: Served) {
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0), "{}", served.log());
    assert!(!served.log().contains("WARN"), "{}", served.log());
}

fn the_program_serves_with_its_settings(packages: &Packages) {
    let environment = packages.read("etc/bagarre/bagarre.env");
    assert_eq!(settings(&environment), [("BAGARRE_ADDR", "127.0.0.1:8080")]);
    let data = packages.folder.path().join("data");
    let served = serve(packages, &data, &environment);
    assert!(get(&served.host, "/healthz").starts_with("HTTP/1.0 200"));
    let home = get(&served.host, "/");
    assert!(home.starts_with("HTTP/1.0 200") && home.contains("<!doctype html>"), "{home}");
    let mapped = fs::read_to_string(format!("/proc/{}/maps", served.child.id())).unwrap();
    let open = mapped.lines().find(|line| line.split(' ').nth(1).is_some_and(|mode| mode.contains("wx")));
    assert_eq!(open, None, "MemoryDenyWriteExecute would refuse this memory");
    backs_up_and_forgets(packages, &data);
    ends_in_order(served);
}

/// Runs the commands of the backup service beside a running server.
fn backs_up_and_forgets(packages: &Packages, data: &Path) {
    let folder = packages.folder.path().join("backups");
    fs::create_dir(&folder).unwrap();
    let old = folder.join("bagarre-2020-01-01T04-30-00Z.backup");
    fs::write(&old, "").unwrap();
    must(Command::new("touch").arg("-d").arg("15 days ago").arg(&old));
    let kept = folder.join("bagarre-2020-01-02T04-30-00Z.backup");
    fs::write(&kept, "").unwrap();
    must(Command::new("touch").arg("-d").arg("13 days ago").arg(&kept));
    let unit = packages.unit("bagarre-backup.service");
    let defaults = values(&unit, "Environment").join(" ");
    let days = defaults.split("BACKUP_DAYS=").nth(1).unwrap();
    let path = format!("{}:{}", packages.root.join("usr/bin").display(), std::env::var("PATH").unwrap());
    for key in ["ExecStart", "ExecStartPost"] {
        let [line] = values(&unit, key)[..] else { panic!("{key} is there once: {unit}") };
        assert!(line.contains("/var/lib/bagarre-backups"), "{line}");
        // As systemd reads it.
        let line = line.replace("/var/lib/bagarre-backups", folder.to_str().unwrap());
        let line = line.replace("${BACKUP_DAYS}", days).replace("%%", "%").replace("$$", "$");
        must(
            Command::new("sh")
                .arg("-c")
                .arg(line)
                .env("PATH", &path)
                .env("BAGARRE_DATA", data)
                .env("DATABASE_URL", ""),
        );
    }
    let names = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let mut left = names.collect::<BTreeSet<_>>();
    assert!(left.remove(&kept) && !old.exists(), "{left:?}");
    let [new] = left.iter().collect::<Vec<_>>()[..] else { panic!("one new backup: {left:?}") };
    let restored = packages.folder.path().join("restored");
    let mut restore = Command::new(packages.root.join("usr/bin/bagarre"));
    must(
        restore
            .arg("restore")
            .arg(new)
            .arg("--data")
            .arg(&restored)
            .env("DATABASE_URL", "")
            .stdin(Stdio::null()),
    );
}

/// Every example of the environment file is a value that the server takes, and names a setting that it has.
fn the_examples_of_settings_are_taken(packages: &Packages, examples: &str) {
    // Several servers need the database that is left out.
    let elsewhere = [
        "DATABASE_URL=",
        "PGPASSWORD=",
        "BAGARRE_CLUSTER=",
        "BAGARRE_NATS_URL=",
        "OTEL_EXPORTER_OTLP_ENDPOINT=",
        "BAGARRE_LOG_FORMAT=",
    ];
    let lines = examples.lines().filter(|line| !elsewhere.iter().any(|name| line.starts_with(name)));
    // The server is found by what it prints of its address, which begins so.
    let taken = lines.collect::<Vec<_>>().join("\n").replace("URL=https://", "URL=http://");
    assert!(settings(&taken).iter().any(|(name, _)| *name == "BAGARRE_MAIL_FROM"), "{taken}");
    let data = packages.folder.path().join("examples");
    ends_in_order(serve(packages, &data, &taken));
}

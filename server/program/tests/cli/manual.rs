//! Manual pages and completions, as packages have them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::run;

/// Returns the subcommands that the help of a command lists.
fn subcommands(path: &[&str]) -> Vec<String> {
    let help = run(&[path, &["--help"]].concat()).out;
    let Some((_, list)) = help.split_once("Commands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty());
    // What a name means stands beside it; where that is long, the lines below it are indented further.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

/// Returns the name of the page of every command, as the help lists them.
fn pages() -> BTreeSet<String> {
    let mut pages = BTreeSet::from(["bagarre.1".to_owned()]);
    for name in subcommands(&[]) {
        pages.extend(subcommands(&[&name]).iter().map(|below| format!("bagarre-{name}-{below}.1")));
        pages.insert(format!("bagarre-{name}.1"));
    }
    pages
}

fn written(folder: &Path) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn every_subcommand_has_a_page_and_every_shell_completes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (pages, folder) = (pages(), folder.path());
    assert!(pages.contains("bagarre-serve.1") && pages.contains("bagarre-admin-drain.1"), "{pages:?}");
    let made = run(&["manual", folder.to_str().unwrap()]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(written(&folder.join("man")), pages);
    let serve = fs::read_to_string(folder.join("man/bagarre-serve.1")).unwrap();
    for word in ["\\-\\-public\\-url", "BAGARRE_PUBLIC_URL", "\\-\\-open"] {
        assert!(serve.contains(word), "{word} is not in the page of bagarre serve");
    }
    let completions = folder.join("completions");
    let files = ["bagarre.bash", "_bagarre", "bagarre.fish"];
    assert_eq!(written(&completions), files.map(str::to_owned).into());
    for file in files {
        let text = fs::read_to_string(completions.join(file)).unwrap();
        for name in pages.iter().filter_map(|page| page.strip_suffix(".1")?.strip_prefix("bagarre-")) {
            let last = name.strip_prefix("admin-").unwrap_or(name);
            assert!(text.contains(last), "{file} does not complete {name}");
        }
        assert!(!text.contains("manual"), "{file} offers what the help hides");
    }
    let read = Command::new("bash").arg("-n").arg(completions.join("bagarre.bash")).status().unwrap();
    assert!(read.success(), "Bash cannot read its completions");
}

#[test]
fn what_makes_packages_is_hidden_and_names_a_folder_that_it_cannot_make() {
    assert!(!run(&["--help"]).out.contains("manual"));
    let file = tempfile::NamedTempFile::new().unwrap();
    run(&["manual", file.path().to_str().unwrap()]).failed(1, "");
}

//! The variables that the command reads: empty ones count as not set, and unknown ones are named.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::{Command, CommandFactory as _};

use super::Cli;

/// What the names of all variables of ours begin with.
const PREFIX: &str = "BAGARRE_";

/// How alike two names are when one is proposed for the other.
const MIN_SIMILARITY: f64 = 0.85;

/// The command, which takes no value from a variable that is set to nothing: that is how configuration files say that there is none.
pub(super) fn without_empty(command: Command) -> Command {
    let empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| match arg.get_env() {
        Some(name) if empty(name) => arg.env(None::<&'static str>),
        _ => arg,
    });
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, without_empty))
}

/// The variables that a command and those below it read.
fn variables(command: &Command, found: &mut BTreeSet<String>) {
    let names = command.get_arguments().filter_map(|arg| arg.get_env()?.to_str());
    found.extend(names.map(str::to_owned));
    command.get_subcommands().for_each(|command| variables(command, found));
}

/// Names that begin like ours and are none, with what was probably meant.
fn unknown(known: &BTreeSet<String>, given: impl Iterator<Item = String>) -> Vec<(String, Option<String>)> {
    let foreign = given.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    let proposed = |name: &String| {
        let own = |name: &str| name.strip_prefix(PREFIX).unwrap_or_default().to_owned();
        let alike = known.iter().map(|known| (strsim::jaro_winkler(&own(known), &own(name)), known));
        let best = alike
            .filter(|(alike, _)| *alike >= MIN_SIMILARITY)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, known)| known.clone())
    };
    foreign.map(|name| (name.clone(), proposed(&name))).collect()
}

/// Names in the log every variable that begins like ours and is none. Their values are not shown.
pub(super) fn warn_of_unknown() {
    let mut known = BTreeSet::new();
    variables(&Cli::command(), &mut known);
    let given = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for (name, meant) in unknown(&known, given) {
        tracing::warn!(name, meant = meant.as_deref(), "there is no such setting: it does nothing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_variables_are_named_with_what_was_meant() {
        let mut known = BTreeSet::new();
        variables(&Cli::command(), &mut known);
        assert!(known.contains("BAGARRE_MAX_ROOMS") && known.contains("DATABASE_URL"));
        let given =
            ["BAGARRE_MAX_ROOM", "BAGARRE_PUBLIC_URL", "BAGARRE_TRUST_PROXIES", "BAGARRE_COLOUR", "HOME"];
        let found = unknown(&known, given.into_iter().map(str::to_owned));
        let meant = |name: &str, meant: Option<&str>| (name.to_owned(), meant.map(str::to_owned));
        assert_eq!(
            found,
            [
                meant("BAGARRE_MAX_ROOM", Some("BAGARRE_MAX_ROOMS")),
                meant("BAGARRE_TRUST_PROXIES", Some("BAGARRE_TRUST_PROXY")),
                meant("BAGARRE_COLOUR", None),
            ]
        );
    }
}

//! Finds exercises and their solutions, with the bots of each system.
//!
//! `cargo run --release -p bagarre-rules --features testkit --example exercises -- find RULESET GAMES FIRST`: plays games between bots
//! and stops at moments in which a goal is within reach that most tries miss; one line of JSON for each, with a solution.
//! `… -- pack RULESET`: writes the starts in `data/exercises.json` as patches of one another, after some were added in full.
//! `… -- pose RULESET [ID]`: makes the positions of a system's poses (`tests/poses.toml`), and chooses their dice.
//! `… -- solve [RULESET]`: finds solutions anew where those in `tests/exercises/` no longer hold, after a change of the rules.
//! `… -- rate [RULESET]`: how many tries out of two hundred reach each goal, and what doing nothing comes to.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "a tool of the makers")]

mod find;
mod pose;
mod solve;
mod tries;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["find", ruleset, games, first] => {
            find::find(ruleset, games.parse().unwrap(), first.parse().unwrap());
        }
        ["pack", ruleset] => pose::pack(ruleset),
        ["pose", ruleset] => pose::pose(ruleset, ""),
        ["pose", ruleset, only] => pose::pose(ruleset, only),
        ["solve"] => solve::solve(None),
        ["solve", ruleset] => solve::solve(Some(ruleset)),
        ["rate"] => solve::rates(None),
        ["rate", ruleset] => solve::rates(Some(ruleset)),
        _ => eprintln!(
            "exercises find RULESET GAMES FIRST | exercises pack RULESET | exercises pose RULESET [ID] | exercises solve [RULESET] | exercises rate [RULESET]"
        ),
    }
}

//! Finds exercises and their solutions, with the bots of each system.
//!
//! `cargo run --release -p bagarre-rules --features testkit --example exercises -- find RULESET GAMES FIRST`: plays games between bots
//! and stops at moments in which a goal is within reach that most tries miss; one line of JSON for each, with a solution.
//! `… -- solve`: finds solutions anew where those in `tests/exercises/` no longer hold, after a change of the rules.
//! `… -- rate`: how many tries out of two hundred reach each goal, and what doing nothing comes to.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "a tool of the makers")]

mod baston;
mod celtiques;
mod energie;
mod find;
mod generik;
mod solve;
mod tries;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["find", ruleset, games, first] => {
            find::find(ruleset, games.parse().unwrap(), first.parse().unwrap());
        }
        ["solve"] => solve::solve(),
        ["rate"] => solve::rates(),
        _ => eprintln!("exercises find RULESET GAMES FIRST | exercises solve | exercises rate"),
    }
}

//! Who wins: side against side in every scenario, and ready-made bands against each other, played by the better bot of each
//! system. Prints Markdown tables; the same numbers give the same tables on any machine.
//!
//! `cargo run --release -p bagarre-rules --example balance [-- GAMES [FIRST [RULESET]]]`: so many games a cell, whose seeds are
//! the numbers from `FIRST` on; `make balance` writes `docs/balance.md` with it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool of the makers")]

mod baston;
mod game;
mod generik;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).map_or(usual, |arg| arg.parse().unwrap());
    let (games, first) = (number(0, 400), number(1, 1_000_000));
    let wanted = |name: &str| args.get(2).is_none_or(|only| only == name);
    let mut out = String::new();
    if wanted("baston") {
        baston::tables(games, first, &mut out);
        out.push('\n');
    }
    if wanted("generik") {
        generik::tables(games, first, &mut out);
    }
    print!("{out}");
}

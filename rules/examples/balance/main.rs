//! The wins: side against side in every scenario, and ready-made bands against each other, played by the better bot of
//! each system. Prints Markdown tables; the same numbers give the same tables on any machine.
//!
//! `cargo run --release -p bagarre-rules --features testkit --example balance [-- GAMES [FIRST [RULESET]]]`: so many games a cell, whose seeds are
//! the numbers from `FIRST` on; `RULESET` is one system, or `beginner` for how good the beginner is; `make balance` writes `docs/balance.md` with it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool of the makers")]

mod beginner;

use bagarre_rules::conformance::TestKit;
use bagarre_rules::for_offered;

/// The tables of a system, where they are wanted.
fn tables<R: TestKit>(games: u64, first: u64, wanted: &dyn Fn(&str) -> bool, out: &mut String) {
    if wanted(R::ID) {
        part(out, |out| R::balance(games, first, out));
    }
}

/// Tables after a line that keeps them from those before.
fn part(out: &mut String, write: impl FnOnce(&mut String)) {
    if !out.is_empty() {
        out.push('\n');
    }
    write(out);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).map_or(usual, |arg| arg.parse().unwrap());
    let (games, first) = (number(0, 400), number(1, 1_000_000));
    let wanted = |name: &str| args.get(2).is_none_or(|only| only == name);
    let mut out = String::new();
    for_offered!(tables(games, first, &wanted, &mut out));
    if wanted("beginner") {
        part(&mut out, |out| beginner::table(games, first, out));
    }
    print!("{out}");
}

#[cfg(test)]
mod tests {
    use super::beginner;

    #[test]
    fn a_game_in_each_cell_fills_the_table() {
        let mut out = String::new();
        beginner::table(1, 5, &mut out);
        let cells = out.matches(" 100.0 % |").count() + out.matches(" 0.0 % |").count();
        assert!(cells > 0, "{out}");
    }
}

//! Who wins: side against side in every scenario, and ready-made bands against each other, played by the better bot of each
//! system. Prints Markdown tables; the same numbers give the same tables on any machine.
//!
//! `cargo run --release -p bagarre-rules --features testkit --example balance [-- GAMES [FIRST [RULESET]]]`: so many games a cell, whose seeds are
//! the numbers from `FIRST` on; `RULESET` is one system, or `beginner` for how good the beginner is; `make balance` writes `docs/balance.md` with it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool of the makers")]

mod baston;
mod beginner;
mod celtiques;
mod energie;
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
        out.push('\n');
    }
    if wanted("energie") {
        energie::tables(games, first, &mut out);
    }
    if wanted("celtiques") {
        out.push('\n');
        celtiques::tables(games, first, &mut out);
    }
    if wanted("beginner") {
        out.push('\n');
        beginner::table(games, first, &mut out);
    }
    print!("{out}");
}

#[cfg(test)]
mod tests {
    use bagarre_rules::generik::testkit::ids::Era;

    use super::{baston, beginner, celtiques, energie, generik};

    #[test]
    fn a_game_in_each_cell_fills_the_tables() {
        let mut out = String::new();
        baston::tables(1, 5, &mut out);
        generik::of_an_era(1, 5, Era::Ww2, &mut out);
        energie::tables(1, 5, &mut out);
        celtiques::tables(1, 5, &mut out);
        beginner::table(1, 5, &mut out);
        for wanted in [
            "SCN-03 The cash box",
            "4 a side",
            "| The Dockers | ",
            "| The Patrol | ",
            "| docks | ffa4 | ",
            "| haut_roi | 4 |",
        ] {
            assert!(out.contains(wanted), "{wanted}");
        }
        let cells = out.matches(" 100.0 % |").count() + out.matches(" 0.0 % |").count();
        assert!(cells > 90, "{cells} cells have a share");
    }
}

//! The rules of énergie, one file a chapter: moments of fights, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown, reason = "tests")]

mod acts;
mod ambush;
mod armoury;
mod bots;
mod campaign;
mod conformance;
mod creation;
mod damage;
mod defence;
mod doctrines;
mod ends;
mod harness;
mod maps;
mod moves;
mod opponents;
mod paces;
mod positions;
mod printed;
mod referee;
mod refusals;
mod rulings;
mod scenarios;
mod skills;
mod states;
mod strength;
mod tables;
mod threats;
mod turns;
mod vectors;
mod vehicles;
mod zones;

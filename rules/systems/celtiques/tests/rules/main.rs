//! The rules of Celtiques, one file a chapter: fighters on a map, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown, reason = "tests")]

mod ahead;
mod armoury;
mod blows;
mod charges;
mod conformance;
mod creation;
mod criticals;
mod data;
mod dice;
mod ends;
mod figures;
mod harness;
mod ladders;
mod maps;
mod master;
mod minds;
mod more;
mod moves;
mod order;
mod paces;
mod printed;
mod refusals;
mod rest;
mod ruled;
mod rulings;
mod sealed;
mod shots;
mod special;
mod strength;
mod sums;
mod threats;
mod vectors;
mod wins;
mod zones;

//! The rules of Celtiques, one file a chapter: fighters on a map, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown, reason = "tests")]

mod blows;
mod creation;
mod data;
mod ends;
mod figures;
mod harness;
mod minds;
mod more;
mod moves;
mod order;
mod rest;
mod rulings;
mod shots;
mod special;
mod vectors;

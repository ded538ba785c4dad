//! The rules of GeneriK, one file a chapter: given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

mod tables;
mod weapons;

//! What systems are made of: geometry on a plane and on hexagons, and outcomes.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

mod hex;
mod outcome;
mod plane;

//! The toy: what is generic over systems, seen on the smallest one.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

mod conformance;
mod json;

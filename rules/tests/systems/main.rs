//! What holds of every system, and of files that are kept of them.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

#[cfg(feature = "testkit")]
mod any;
#[cfg(feature = "testkit")]
mod balance;
#[cfg(feature = "testkit")]
mod conformance;
#[cfg(feature = "testkit")]
mod data;
#[cfg(feature = "testkit")]
mod exercises;
mod fields;
#[cfg(feature = "testkit")]
mod golden;
#[cfg(feature = "testkit")]
mod headlines;
#[cfg(feature = "testkit")]
mod proposals;
mod recorded;
mod scores;
#[cfg(all(feature = "schema", feature = "testkit"))]
mod texts;
mod tidy;
#[cfg(feature = "testkit")]
mod withdrawal;

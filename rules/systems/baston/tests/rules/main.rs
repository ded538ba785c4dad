//! The rules of Baston, one file a chapter: boards drawn as text, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, reason = "tests")]

mod bent;
mod blows;
mod board;
mod combat;
mod conformance;
mod creation;
mod crowd;
mod decisions;
mod destroy_rob_dress;
mod doors;
mod enumerated;
mod falls;
mod giving_up;
mod harness;
mod jostles;
mod jumps;
mod moves;
mod objects;
mod odds;
mod one_question;
mod overturn;
mod positions;
mod programmes;
mod properties;
mod push;
mod robots;
mod runs;
mod scenarios;
mod strength;
mod take_break;
mod threats;
mod throws;
mod told;
mod turns;
mod wounds;

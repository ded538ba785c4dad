//! The rules of Baston, one file a chapter: boards drawn as text, given dice, and what must come of them.

mod blows;
mod board;
mod combat;
mod creation;
mod decisions;
mod harness;
mod programmes;
mod scenarios;
mod turns;
mod wounds;

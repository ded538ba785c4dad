//! The plane of the kit: its maths against a slow reference, and what it says of shapes drawn here, without a system.
#![allow(clippy::cast_precision_loss, reason = "only angles are compared in floats, with a margin")]

mod board;
mod maths;
mod places;
mod sight;
mod tabletop;
mod ways;

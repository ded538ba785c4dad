//! The rules of GeneriK, one file a chapter: tables with figures, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown, reason = "tests")]

mod actions;
mod advice;
mod after_advice;
mod armoury;
mod audit_actions;
mod audit_input;
mod audit_nested;
mod audit_phases;
mod bands;
mod campaign;
mod campaign_end;
mod climbing;
mod close_combat;
#[cfg(feature = "testkit")]
mod conformance;
mod geometry;
mod hand;
mod harness;
mod interrupted;
mod knockdown;
mod lookouts;
mod lulls;
mod morale;
mod moves;
mod odds;
mod opportunity;
mod paths;
mod pushes;
mod questions;
mod ready;
mod robots;
mod routes;
mod scenarios;
mod setting_up;
mod shooting;
mod shown;
mod sight;
mod space_properties;
mod stage;
mod standing;
#[cfg(feature = "testkit")]
mod strength;
mod table;
mod tables;
mod terrain;
mod threats;
mod turns;
mod weapons;
mod wounds;

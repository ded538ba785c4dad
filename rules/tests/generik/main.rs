//! The rules of GeneriK, one file a chapter: tables with figures, given dice, and what must come of them.
#![allow(unreachable_pub, clippy::unwrap_used, clippy::doc_markdown, reason = "tests")]

mod actions;
mod armoury;
mod bands;
mod campaign;
mod climbing;
mod close_combat;
mod geometry;
mod harness;
mod homecoming;
mod interrupted;
mod knockdown;
mod morale;
mod moves;
mod odds;
mod opportunity;
mod paths;
mod pushes;
mod ready;
mod routes;
mod scenarios;
mod setting_up;
mod shooting;
mod shown;
mod sight;
mod space_properties;
mod stage;
mod standing;
mod table;
mod tables;
mod terrain;
mod turns;
mod weapons;
mod wounds;

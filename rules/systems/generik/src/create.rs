//! From a set-up to the first state.

use crate::space::board_of;
use std::sync::Arc;

use super::band::check_at;
use super::event::Unit;
use super::gathering::{check_named, check_options};
use super::placing;
use super::scene::{Figure, Force, PhaseNow, Scene, Stage, Status};
use super::setup::{Ground, Health, Setup};
use super::space::place;
use super::state::{Fixed, Profile, State};
use super::tables;
use crate::refusal::Illegal;
use bagarre_kit::contract::Seats;
use bagarre_kit::plane::Pt;
use bagarre_kit::procedure::Course;
use bagarre_kit::shared::Shared;
use bagarre_kit::tally::Tally;

/// Figures in one game: ids are small numbers.
const MAX_FIGURES: usize = 80;

/// A new game. Refuses a set-up that breaks the rules of bands, terrain or scenarios.
pub(super) fn create(setup: &Setup) -> Result<State, Illegal> {
    check(setup)?;
    let fixed = Fixed::new(Arc::new(setup.clone()));
    let members = setup.bands.iter().flat_map(|band| &band.members);
    let figures = fixed.profiles.iter().zip(members).map(|(profile, member)| Figure {
        seat: profile.seat,
        facing: Pt::new(0, 1),
        status: if member.health == Health::Out { Status::Home } else { Status::Waiting },
        wounded: member.health == Health::Wounded,
        charges: charges(profile),
        ..Figure::default()
    });
    let scene = Scene {
        stage: Stage::Scenario,
        scenario: setup.scenario,
        pieces_due: 0,
        pieces: Shared::default(),
        attacker: None,
        order: Shared::default(),
        turn: 0,
        phase: PhaseNow::default(),
        empty_run: 0,
        idle_turns: 0,
        turn_acted: false,
        figures: figures.collect(),
        forces: vec![Force::default(); setup.bands.len()].into(),
        markers: Vec::new(),
        control: None,
        sealed: Seats::NONE,
        after: Vec::new(),
        outcome: None,
    };
    Ok(State {
        fixed: Arc::new(fixed),
        board: Arc::new(board_of(&[])),
        missed: vec![0; setup.bands.len()],
        tally: Tally::default(),
        course: Course::new(scene, setup.bands.len() as u8, Unit::Begin),
    })
}

/// All weapons start loaded (GEN-STA-05, GEN-SET-09).
fn charges(profile: &Profile) -> [u8; 2] {
    let mut charges = [0; 2];
    for (charge, weapon) in charges.iter_mut().zip(&profile.weapons) {
        let row = tables::weapon(*weapon);
        *charge = if row.ranged() { row.charges } else { 0 };
    }
    charges
}

fn check(setup: &Setup) -> Result<(), Illegal> {
    let seats = setup.bands.len();
    if !(2..=4).contains(&seats) {
        return Err(Illegal::Seats);
    }
    if seats > 2 && placing::for_two(setup.scenario) {
        return Err(Illegal::SeatsScenario);
    }
    if usize::from(setup.youngest.0) >= seats {
        return Err(Illegal::Youngest);
    }
    if setup.bands.iter().map(|band| band.members.len()).sum::<usize>() > MAX_FIGURES {
        return Err(Illegal::Figures);
    }
    check_options(&setup.options)?;
    for band in &setup.bands {
        check_at(band, setup.era, &setup.options, setup.campaign)?;
    }
    match &setup.ground {
        Ground::Own(pieces) => Ok(place::own_table(pieces, setup.scenario)?),
        ground => check_named(ground, setup.era),
    }
}

//! The start of a game, as it is planned.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, Phase};
use bagarre_rules::contract::{Lang, Seat, Seats};
use bagarre_rules::systems;

use super::change::{Change, Then};
use super::drawing::Drawing;
use super::plan::Planner;
use super::trouble::Trouble;
use super::{founding, practice, refuse, settings};
use crate::store::{Holding, RoomRecord, SeatRecord, Write};

impl Planner<'_> {
    /// Plans the start of a game: bands are bound to it, and its dice are to be mixed.
    pub(super) fn begin(&self, youngest: Seat) -> Result<Change, Trouble> {
        let mut record = self.seating.in_phase(&[Phase::Lobby])?;
        if record.seats.iter().any(|seat| seat.holder == Holder::Open) {
            return Err(refuse::start_empty().into());
        }
        let mustered = match self.seating.camp() {
            Some(camp) => Some((camp, camp.ready(&record)?)),
            // Its campaign could not be read.
            None if record.campaign.is_some() => return Err(Trouble::Unsaved),
            None => None,
        };
        let unready = |(seat, held): (Seat, &SeatRecord)| !settings::is_ready(&record.settings, seat, held);
        if mustered.is_none() && (0u8..).map(Seat).zip(&record.seats).any(unready) {
            return Err(refuse::start_ready().into());
        }
        let ruleset = systems::parse(&record.settings.ruleset)?;
        let terms = settings::terms(&record.settings);
        let bands: Vec<Option<&str>> = match &mustered {
            Some((_, bands)) => bands.iter().map(|band| band.map(|band| band.band.text())).collect(),
            None => record.seats.iter().map(|seat| seat.band.as_ref().map(Payload::text)).collect(),
        };
        for (seat, band) in (0u8..).map(Seat).zip(&bands) {
            band.map(|band| ruleset.check_band(&terms, seat, band)).transpose()?;
        }
        let settings = &record.settings;
        let exercise = practice::setup(ruleset, settings, self.host_lang())?;
        // The dice of an exercise are not mixed: no player is asked for a number.
        let asked = if exercise.is_some() { Seats::NONE } else { self.people.seats_here(self.seating) };
        let setup = match exercise {
            Some(setup) => setup,
            None => ruleset.gather(&terms, &bands, youngest, self.host_lang())?,
        };
        let time = self.time();
        let game =
            founding::found(self.world(), (&record.id, settings), ruleset, &record.seats, setup, time)?;
        let drawing = Drawing::new(game.clone(), &record.seats, asked, self.shared.config.limits.draw);
        record.game = Some(game.id);
        record.phase = Phase::Playing;
        record.seats.iter_mut().for_each(|seat| seat.absent = false);
        let muster = mustered.map(|(camp, bands)| camp.muster(game.id, time.wall, &bands));
        let alarm = Write::Deadlines { game: game.id, rows: vec![Drawing::alarm(time.table)] };
        let mut also = vec![Write::Game(Box::new(game)), alarm];
        also.extend(muster);
        Ok(Change { record, also, then: Then::Begin(Box::new(drawing)) })
    }

    /// Returns the language the host reads, in which names are given where a game begins.
    fn host_lang(&self) -> Lang {
        self.people.lang_of(self.seating.record().host)
    }
}

/// Returns who holds the seats of a game that begins.
pub(super) fn holdings(record: &RoomRecord) -> Vec<Holding> {
    let seats = (0u8..).map(Seat).zip(&record.seats);
    let person = |(seat, held): (Seat, &SeatRecord)| match held.holder {
        Holder::Guest { id, .. } => Some(Holding { seat, entry: 0, guest: id }),
        Holder::Open | Holder::Bot { .. } => None,
    };
    seats.filter_map(person).collect()
}

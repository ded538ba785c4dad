//! The state of a room, as its sockets are told it.

use bagarre_protocol::room::{Holder, RoomState, SeatState, Sheet};
use bagarre_protocol::socket::{ServerMessage, You};
use bagarre_rules::contract::Seat;

use super::actor::Room;
use super::camp::Camp;
use super::invite::invitation;
use super::people::presence::Presence;
use super::practice::Practice;
use super::settings;
use crate::store::{RoomRecord, SeatRecord};

impl Room {
    /// Returns what a person is told of themselves.
    pub(super) fn you(&self, number: u64) -> Option<You> {
        let guest = self.people.guest(number)?;
        let seat = self.seating.seat_of(guest.id);
        let host = self.seating.record().host == guest.id;
        let band = seat.and_then(|seat| match self.seating.camp() {
            Some(camp) => Some(camp.band_at(self.seating.record(), seat)?.band.clone()),
            None => self.seating.seat(seat)?.band.clone(),
        });
        let invite = (host || seat.is_some()).then(|| {
            invitation(&self.shared.secret, &self.seating.record().id, self.seating.record().invite)
        });
        Some(You { id: guest.id, name: guest.name.clone(), seat, host, band, invite })
    }

    /// Returns the seats as all people in the room see them.
    pub(super) fn seat_states(&self) -> Vec<SeatState> {
        let sheet = |seat: Seat, absent: bool| {
            let Some(play) = self.game.play().filter(|play| play.outcome.is_none()) else {
                return Sheet::None;
            };
            if absent {
                Sheet::Absent
            } else if play.question.has_answered(seat) {
                Sheet::Confirmed
            } else {
                Sheet::None
            }
        };
        let time = self.time();
        let state = |(seat, record): (Seat, &SeatRecord)| SeatState {
            seat,
            holder: record.holder.clone(),
            ready: self.seating.is_ready(seat, record),
            online: match &record.holder {
                Holder::Open => false,
                Holder::Bot { .. } => true,
                Holder::Guest { id, .. } => self.people.online(*id),
            },
            sheet: sheet(seat, record.absent),
            kept: self
                .game
                .kept_until(seat, self.shared.config.limits.grace)
                .map(|until| time.to_wall(until)),
            band: self.seating.seat_band(seat),
        };
        (0u8..).map(Seat).zip(&self.seating.record().seats).map(state).collect()
    }

    /// Returns the state of the room that all its sockets are told.
    pub(super) fn room_state(&self) -> RoomState {
        let RoomRecord { id, host, phase, settings, game, .. } = self.seating.record();
        let (watching, watchers) = self.people.watching(&self.seating);
        RoomState {
            id: id.clone(),
            host: *host,
            phase: *phase,
            settings: settings.clone(),
            seats: self.seat_states(),
            roles: settings::roles(settings),
            watching,
            watchers,
            game: *game,
            draw: self.game.drawing().map(|draw| draw.shown(self.seating.held_seats())),
            past: self.seating.past().to_vec(),
            campaign: self.seating.camp().map(Camp::shown),
            pause: self.pause_state(),
            other_rules: self.game.other_rules().cloned(),
            exercise: self.game.play().and_then(|play| play.practice.as_ref()).map(Practice::shown),
        }
    }

    /// Sends the changed room to all sockets, and to each person what has changed for them.
    pub(super) fn tell_room(&mut self) {
        let room = self.room_state();
        self.people.set_presence(Presence {
            phase: room.phase,
            seats: room.seats.clone(),
            watching: room.watching.clone(),
            watchers: room.watchers,
        });
        self.people.broadcast(&ServerMessage::Room { room });
        let numbers: Vec<u64> = self.people.everybody().map(|(number, _)| number).collect();
        for number in numbers {
            if let Some(you) = self.you(number) {
                self.people.tell_you(number, you);
            }
        }
        self.summon_players();
    }

    /// Returns who is there and where the sheets stand.
    pub(super) fn presence(&self) -> Presence {
        let (watching, watchers) = self.people.watching(&self.seating);
        Presence { phase: self.seating.record().phase, seats: self.seat_states(), watching, watchers }
    }

    /// Sends a fresh view to one person.
    pub(super) fn show_table(&self, number: u64) {
        if let (Some(play), Some((_, key))) = (self.game.play(), self.who(number)) {
            self.people.send(number, &ServerMessage::Table(play.table(key, None, self.time())));
        }
    }
}

//! Changes of a room that are planned: they are made durable, and then what follows from them is done.

use bagarre_protocol::socket::{Closing, ServerMessage};
use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::actor::Room;
use super::drawing::Drawing;
use super::trouble::Trouble;
use crate::store::{RoomRecord, Write};

/// A change that is planned and not yet durable.
pub(super) struct Change {
    pub(super) record: RoomRecord,
    pub(super) also: Vec<Write>,
    pub(super) then: Then,
}

/// What follows once a change is durable.
pub(super) enum Then {
    Nothing,
    /// A seat is empty, or a bot's: these people get a fresh view.
    Vacated(Seat, Vec<Uuid>),
    /// A person has sat down during a game.
    Seated(Seat, Uuid),
    Begin(Box<Drawing>),
    Clear,
    Stop,
    Go,
    Dismiss(Uuid, Option<Seat>),
    PutAside,
}

impl Room {
    /// Makes a change durable. Returns what follows from it.
    pub(super) async fn carry_out(&mut self, change: Change) -> Result<Then, Trouble> {
        let Change { mut record, also, then } = change;
        record.touched = self.world().now();
        let mut job = vec![Write::Room(Box::new(record.clone()))];
        job.extend(also);
        self.write(job).await?;
        self.seating.set_record(record);
        Ok(then)
    }

    /// Does what follows from a change that is durable, and tells all sockets.
    pub(super) fn follow(&mut self, then: Then) {
        let mut fresh: Vec<Uuid> = Vec::new();
        match then {
            Then::Nothing => {}
            Then::Vacated(seat, people) => {
                self.game.free_seat(seat);
                self.game.clear_seat(seat);
                fresh = people;
            }
            Then::Seated(seat, guest) => {
                self.game.seat_player(seat, guest);
                fresh.push(guest);
            }
            Then::Begin(drawing) => {
                let players = self.seating.players().map(|(_, guest)| guest).collect();
                self.game.begin_drawing(*drawing, players);
            }
            Then::Clear => self.game.clear(),
            Then::PutAside => {
                self.game.give_up_rules();
                metrics::counter!("bagarre_quarantined_total").increment(1);
            }
            Then::Stop => self.game.stop_clocks(self.time().table),
            Then::Go => self.game.resume_clocks(self.time().table),
            Then::Dismiss(guest, seat) => {
                self.seating.kick(guest);
                self.people.dismiss(guest, Closing::Kicked);
                if let Some(seat) = seat {
                    self.game.clear_seat(seat);
                    if self.seating.during_a_game() {
                        let now = self.time().table;
                        self.game.keep_seat(seat, now);
                    }
                }
            }
        }
        self.clear_floor();
        self.tell_room();
        let people = self.people.everybody().filter(|(_, guest)| fresh.contains(&guest.id));
        let shown: Vec<u64> = people.map(|(number, _)| number).collect();
        for number in shown {
            self.show_table(number);
        }
        self.tell_clocks();
    }

    /// Closes the sockets of those who watch, while a game runs in a room without spectators.
    fn clear_floor(&mut self) {
        if !self.seating.record().settings.spectators && self.seating.during_a_game() {
            self.people.dismiss_watchers(&self.seating);
        }
    }

    /// Sends each socket the clocks of the open question.
    pub(super) fn tell_clocks(&self) {
        let Some(play) = self.game.play() else { return };
        for (number, guest) in self.people.everybody() {
            let asking = play.asking_for(self.seating.seat_of(guest.id), self.time());
            self.people.send(number, &ServerMessage::Clocks { asking });
        }
        if self.people.has_spectators_elsewhere() {
            let asking = play.asking_for(None, self.time());
            self.people.send_spectators(&ServerMessage::Clocks { asking });
        }
    }
}

//! Changes of a room that are thought out: they are made durable, and then what follows from them is done.

use bagarre_protocol::socket::{Closing, ServerMessage};
use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::actor::Room;
use super::drawing::Drawing;
use super::state::Trouble;
use crate::store::{Holding, RoomRecord, Write};

/// A change that is thought out and not yet durable.
pub(super) struct Change {
    pub(super) record: RoomRecord,
    pub(super) also: Vec<Write>,
    pub(super) then: Then,
}

/// What follows once it is.
pub(super) enum Then {
    Nothing,
    /// A seat is empty, or a bot's: these people get a fresh view.
    Vacated(Seat, Vec<Uuid>),
    /// Somebody sat down during a game.
    Seated(Seat, Uuid),
    Begin(Box<Drawing>),
    Clear,
    Stop,
    Go,
    Dismiss(Uuid, Option<Seat>),
    PutAside,
}

impl Room {
    pub(super) async fn carry_out(&mut self, change: Change) -> Result<Then, Trouble> {
        let Change { mut record, also, then } = change;
        record.touched = self.world().now();
        let mut job = vec![Write::Room(Box::new(record.clone()))];
        job.extend(also);
        self.write(job).await?;
        self.seating.set_record(record);
        Ok(then)
    }

    /// There is no game any more; its commands are not forgotten.
    pub(super) fn put_behind(&mut self) {
        if let Some(play) = self.play.take() {
            let mut commands: Vec<(Uuid, u32)> =
                play.commands.into_iter().map(|(id, (entry, _))| (id, entry)).collect();
            commands.sort_unstable_by_key(|(_, entry)| *entry);
            self.earlier.keep(commands);
        }
    }

    pub(super) fn follow(&mut self, then: Then) {
        let mut fresh: Vec<Uuid> = Vec::new();
        match then {
            Then::Nothing => {}
            Then::Vacated(seat, people) => {
                self.kept.free(seat);
                self.vacated(seat);
                fresh = people;
            }
            Then::Seated(seat, guest) => {
                self.kept.free(seat);
                self.played.insert(guest);
                self.bots.remove(&seat);
                if let Some(play) = &mut self.play {
                    play.sat_down(seat, guest);
                }
                fresh.push(guest);
            }
            Then::Begin(drawing) => self.begin_drawing(*drawing),
            Then::Clear => {
                self.put_behind();
                self.draw = None;
                self.other_rules = None;
                self.kept.free_all();
                self.bots.clear();
            }
            Then::PutAside => {
                self.other_rules = None;
                metrics::counter!("bagarre_quarantined_total").increment(1);
            }
            Then::Stop => {
                let now = self.time().table;
                if let Some(play) = &mut self.play {
                    play.question.pause(now);
                }
            }
            Then::Go => {
                let now = self.time().table;
                self.wishes.clear();
                if let Some(play) = &mut self.play {
                    play.question.resume(now);
                }
            }
            Then::Dismiss(guest, seat) => {
                self.seating.kick(guest);
                self.sockets.dismiss(guest, Closing::Kicked);
                if let Some(seat) = seat {
                    self.vacated(seat);
                    if self.seating.during_a_game() {
                        let now = self.time().table;
                        self.kept.lost(seat, now);
                    }
                }
            }
        }
        self.clear_floor();
        self.tell_room();
        let shown: Vec<u64> = self
            .sockets
            .iter()
            .filter(|(_, socket)| fresh.contains(&socket.guest.id))
            .map(|(number, _)| number)
            .collect();
        for number in shown {
            self.show_table(number);
        }
        self.tell_clocks();
    }

    fn begin_drawing(&mut self, drawing: Drawing) {
        self.put_behind();
        self.played = self.seating.players().map(|(_, guest)| guest).collect();
        self.draw = Some(drawing);
        self.bots.clear();
        self.kept.free_all();
    }

    /// A seat is no longer its player's, or its bot's.
    pub(super) fn vacated(&mut self, seat: Seat) {
        self.bots.remove(&seat);
        if let Some(play) = &mut self.play {
            play.vacated(seat);
        }
    }

    /// What a game writes when a seat changes hands: drafts die, and who sits down is remembered.
    pub(super) fn handed_on(&self, seat: Seat, to: Option<Uuid>) -> Vec<Write> {
        let Some(play) = self.play.as_ref().filter(|play| play.outcome.is_none()) else { return Vec::new() };
        let mut also = vec![Write::Draft { game: play.id, seat, draft: None, at: self.world().now() }];
        if let Some(guest) = to.filter(|guest| play.holders.get(&seat) != Some(guest)) {
            let holding = Holding { seat, entry: play.entry, guest };
            also.push(Write::Holding { game: play.id, holding });
        }
        also
    }

    /// While a game runs, a room without spectators has none.
    fn clear_floor(&mut self) {
        if self.seating.record().settings.spectators || !self.seating.during_a_game() {
            return;
        }
        let host = self.seating.record().host;
        let people = self.sockets.iter().map(|(_, socket)| socket.guest.id);
        let out: Vec<Uuid> =
            people.filter(|guest| *guest != host && self.seating.seat_of(*guest).is_none()).collect();
        for guest in out {
            self.sockets.dismiss(guest, Closing::Full);
        }
    }

    pub(super) fn tell_clocks(&self) {
        let Some(play) = &self.play else { return };
        for (number, socket) in self.sockets.iter() {
            let asking = play.asking_for(self.seating.seat_of(socket.guest.id), self.time());
            self.sockets.send(number, &ServerMessage::Clocks { asking });
        }
    }
}

//! What a socket does in the room before and between games.

use std::io;

use bagarre_protocol::room::{Action, Phase, RoomState};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Seat;
use bagarre_tests::chaos::ledger::Wrong;
use bagarre_tests::chaos::wishes;
use bagarre_tests::player::mix;

use super::{Socket, Stage};

impl Socket {
    pub(super) fn arrived(&mut self) {
        if let Some(joined) = self.joined.take() {
            // No other player waits for this one any more.
            let _ = joined.send(());
        }
    }

    pub(super) async fn room_changed(&mut self, room: RoomState) -> io::Result<()> {
        let Some(seat) = self.seat else {
            self.room = Some(room);
            return Ok(());
        };
        if room.phase == Phase::Quarantined {
            self.hall.wrong(Wrong::Broken, format!("the game of {} was put aside", room.id));
        }
        if let Some(message) = room.draw.as_ref().and_then(|draw| mix(draw, seat, &self.person.token)) {
            self.say(&message).await?;
        } else {
            let ready = room.phase == Phase::Lobby && room.seats.iter().all(|seat| seat.ready);
            if seat == Seat(0) && ready && room.draw.is_none() && self.acting.is_empty() {
                self.act(Action::Start).await?;
            }
        }
        self.room = Some(room);
        Ok(())
    }

    /// Called when an act that was asked of the room is done.
    pub(super) async fn acted(&mut self, answer: Answer) -> io::Result<()> {
        if !matches!(answer, Answer::Applied { .. }) {
            self.hall.wrong(Wrong::Broken, format!("{answer:?}"));
        }
        match (self.stage, self.seat, &self.room) {
            (Stage::Sitting, Some(seat), Some(room)) => {
                self.stage = Stage::Bringing;
                let band = wishes::band(room, seat);
                self.act(Action::Bring { band }).await?;
            }
            (Stage::Bringing, ..) => {
                self.stage = Stage::There;
                self.arrived();
            }
            _ => {}
        }
        Ok(())
    }
}

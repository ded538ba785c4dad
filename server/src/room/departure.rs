//! People who are deleted leave a room, and a room is closed.

use bagarre_protocol::room::{Holder, Phase};
use bagarre_protocol::socket::Closing;
use bagarre_rules::any::Refusal;
use uuid::Uuid;

use super::actor::Room;
use super::refuse;
use super::trouble::Trouble;
use crate::store::upkeep::UNNAMED;
use crate::store::{RoomRecord, SeatRecord, Write};

/// Returns a room without a person: the seat is deserted, and a room that this person hosted goes to the first heir, under another name. Without
/// an heir it is closed.
pub(super) fn without(record: &RoomRecord, guest: Uuid, mut heirs: impl Iterator<Item = Uuid>) -> RoomRecord {
    let mut record = record.clone();
    for seat in &mut record.seats {
        if matches!(seat.holder, Holder::Guest { id, .. } if id == guest) {
            *seat = SeatRecord { holder: Holder::Open, band: None, absent: false };
        }
    }
    if record.host == guest {
        UNNAMED.clone_into(&mut record.settings.name);
        let seated = record.seats.iter().find_map(|seat| match seat.holder {
            Holder::Guest { id, .. } => Some(id),
            Holder::Open | Holder::Bot { .. } => None,
        });
        if let Some(heir) = seated.or(heirs.find(|heir| *heir != guest)) {
            record.host = heir;
        } else {
            (record.phase, record.paused_until) = (Phase::Closed, None);
        }
    }
    record
}

/// Returns what is written at a moment (milliseconds since 1970) without waking a room that sleeps. A task that has read it meanwhile is fenced off.
pub(super) fn job_asleep(before: &RoomRecord, after: RoomRecord, why: &str, now: i64) -> Vec<Write> {
    let (room, from, epoch) = (before.id.clone(), before.epoch, before.epoch + 1);
    let mut all = vec![Write::ClaimEpoch { room, from, epoch, carry_over: None }];
    all.extend(job(before, &RoomRecord { epoch, ..after }, why, now));
    all
}

/// Returns what is written when a room becomes another: a game that runs in a closed room is put aside.
pub(super) fn job(before: &RoomRecord, after: &RoomRecord, why: &str, now: i64) -> Vec<Write> {
    let mut job = vec![Write::Room(Box::new(after.clone()))];
    let runs = matches!(before.phase, Phase::Playing | Phase::Paused);
    if let Some(game) = after.game.filter(|_| after.phase == Phase::Closed && runs) {
        job.push(Write::Quarantine { game, at: now, why: why.to_owned() });
    }
    job
}

impl Room {
    /// Removes a person who is deleted; the room may be closed by it.
    pub(super) async fn forget_person(&mut self, guest: Uuid) -> Result<(), Trouble> {
        let online = self.people.everybody().map(|(_, guest)| guest.id);
        let record = without(self.seating.record(), guest, online.chain(self.seating.members()));
        let seat = self.seating.seat_of(guest);
        let mut also = job(self.seating.record(), &record, "its host is gone", self.world().now());
        also.extend(seat.map(|seat| self.game.handover(seat, None, self.world().now())).unwrap_or_default());
        self.write(also).await?;
        self.seating.set_record(record);
        self.seating.forget_member(guest);
        self.people.forget_lines(guest);
        self.game.forget_names(guest);
        self.people.dismiss(guest, Closing::Denied);
        if let Some(seat) = seat {
            self.game.free_seat(seat);
            self.game.clear_seat(seat);
        }
        if self.seating.record().phase == Phase::Closed {
            self.seating.announce_campaign(&self.shared).await;
        } else {
            self.tell_room();
        }
        Ok(())
    }

    /// Returns whether a person may delete the room: its host, while nothing was ever played there.
    pub(super) fn may_delete(&self, guest: Uuid) -> Result<(), Refusal> {
        if self.seating.record().host != guest {
            return Err(refuse::not_host());
        }
        let begun = self.seating.record().game.is_some()
            || self.game.drawing().is_some()
            || !self.seating.past().is_empty();
        if self.seating.record().phase == Phase::Lobby && !begun { Ok(()) } else { Err(refuse::begun()) }
    }

    /// Closes the room for the operator or for its host: its game is put aside, and no person enters it any more.
    pub(super) async fn close(&mut self) -> Result<(), Trouble> {
        let record = RoomRecord {
            phase: Phase::Closed,
            paused_until: None,
            touched: self.world().now(),
            ..self.seating.record().clone()
        };
        self.write(job(self.seating.record(), &record, "closed by the operator", self.world().now())).await?;
        self.seating.set_record(record);
        self.seating.announce_campaign(&self.shared).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagarre_protocol::room::{Clocks, Settings};

    fn room(host: Uuid, seats: Vec<Holder>) -> RoomRecord {
        let settings = Settings {
            name: "Chez Raymond".to_owned(),
            ruleset: "baston".to_owned(),
            scenario: "SCN-00".to_owned(),
            seats: 2,
            size: 1,
            more: None,
            clocks: Clocks::Rules,
            spectators: true,
            spectator_delay: 0,
            listed: false,
            blind: false,
            exercise: None,
        };
        let seat = |holder| SeatRecord { holder, band: None, absent: true };
        RoomRecord {
            id: "a".to_owned(),
            host,
            phase: Phase::Playing,
            settings,
            invite: 0,
            game: Some(Uuid::from_u128(9)),
            campaign: None,
            created: 0,
            touched: 0,
            paused_until: None,
            paused_entry: None,
            seats: seats.into_iter().map(seat).collect(),
            epoch: 0,
        }
    }

    #[test]
    fn a_host_who_goes_leaves_the_room_to_whoever_sits_then_to_whoever_is_there() {
        let [host, other, third] = [1, 2, 3].map(Uuid::from_u128);
        let sits = |id| Holder::Guest { id, name: "x".to_owned() };
        let after = without(&room(host, vec![sits(host), sits(other)]), host, [third].into_iter());
        assert_eq!((after.host, &after.seats[0].holder), (other, &Holder::Open));
        assert_eq!(after.settings.name, UNNAMED);
        let before = room(host, vec![sits(host), Holder::Open]);
        assert_eq!(without(&before, host, [host, third].into_iter()).host, third);
        let alone = without(&before, host, [host].into_iter());
        assert_eq!(alone.phase, Phase::Closed);
        assert!(matches!(job(&before, &alone, "gone", 7)[..], [Write::Room(_), Write::Quarantine { .. }]));
        let guest = without(&room(host, vec![sits(host), sits(other)]), other, [].into_iter());
        assert_eq!((guest.host, guest.phase, &*guest.settings.name), (host, Phase::Playing, "Chez Raymond"));
        assert!(matches!(job(&before, &guest, "gone", 7)[..], [Write::Room(_)]));
    }
}

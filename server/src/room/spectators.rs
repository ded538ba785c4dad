//! Spectators at other servers. The room admits each of them and knows no more of them than what their server reports: how many they are, and the first names.
//! What spectators are told is sent to each server once. One that says something, or gets a seat, enters the room as a socket.

use bagarre_protocol::socket::{Closing, ServerMessage, You};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::actor::Room;
use super::message::{Admitted, Join, RemoteAdmitted, RemoteJoin, SpectatorNews};
use super::people::chat::Hearing;
use crate::link::queue::SpectatorOutbox;
use crate::link::wire::{Entrance, Snapshot};

impl Room {
    /// Admits a person at another server: as a spectator of that server where the person only watches, as a socket of the room otherwise.
    pub(super) async fn join_remote(&mut self, join: RemoteJoin) -> Result<RemoteAdmitted, Closing> {
        let RemoteJoin { join, spectators, number: socket, entrance } = join;
        if spectators.is_ended() {
            return Err(Closing::Elsewhere);
        }
        let guest = join.guest.id;
        if entrance != Entrance::Known {
            self.admit(guest, join.invite.as_deref()).await?;
        }
        // The store may have been asked meanwhile.
        if entrance != Entrance::New || !self.only_watches(guest) {
            let number = match entrance {
                Entrance::Promoted if self.seating.seat_of(guest).is_none() => self.enter_promoted(join)?,
                Entrance::New | Entrance::Known | Entrance::Promoted => {
                    let number = self.join(join).await?;
                    if entrance == Entrance::Promoted {
                        spectators.promote(socket);
                    }
                    number
                }
            };
            if entrance == Entrance::Promoted {
                self.people.note_promoted(spectators.link());
            }
            let inbox = self.inbox.sender().ok_or(Closing::Rebuilt)?;
            return Ok(RemoteAdmitted::Entered(Admitted { number, inbox }));
        }
        if self.may_be_fenced() {
            return Err(Closing::Away);
        }
        self.people.watch(&spectators, guest);
        self.people.note_watchers();
        Ok(RemoteAdmitted::Watching)
    }

    /// Lets a socket in that was a spectator until now. It is not welcomed: it knows what spectators know.
    fn enter_promoted(&mut self, join: Join) -> Result<u64, Closing> {
        if self.may_be_fenced() {
            return Err(Closing::Away);
        }
        let Join { guest, lang, outbox, .. } = join;
        let (number, known) = (self.shared.sockets.next(), spectator(guest.id, guest.name.clone()));
        outbox.promote();
        self.people.enter(number, guest, lang, outbox);
        self.people.set_you(number, known);
        if let Some(you) = self.you(number) {
            self.people.tell_you(number, you);
        }
        self.people.note_change();
        Ok(number)
    }

    /// Answers a request of another server to let a socket in. One that has ended meanwhile leaves again.
    pub(super) fn answer_remote_join(
        &mut self,
        reply: oneshot::Sender<Result<RemoteAdmitted, Closing>>,
        admitted: Result<RemoteAdmitted, Closing>,
    ) {
        if let Err(Ok(RemoteAdmitted::Entered(Admitted { number, .. }))) = reply.send(admitted) {
            self.remove_socket(number);
        }
    }

    /// Returns whether a person sees and reads what all spectators do: without a seat now and since the game began, and not the host.
    fn only_watches(&self, guest: Uuid) -> bool {
        self.seating.seat_of(guest).is_none()
            && self.seating.record().host != guest
            && !self.game.has_played(guest)
    }

    /// Takes news of the spectators of another server.
    pub(super) fn note_spectators(&mut self, outbox: &SpectatorOutbox, news: SpectatorNews) {
        let changed = match news {
            SpectatorNews::Count { count, admitted, promoted, names } => {
                self.people.count_spectators(outbox.link(), count, (admitted, promoted), names)
            }
            SpectatorNews::Gone => self.people.forget_spectators(outbox.link()),
            SpectatorNews::Snapshot => {
                self.send_snapshot(outbox);
                false
            }
        };
        if changed {
            self.people.note_watchers();
        }
    }

    /// Sends another server what spectators are told who come in now.
    fn send_snapshot(&mut self, outbox: &SpectatorOutbox) {
        if self.may_be_fenced() {
            return outbox.dismiss_all(Closing::Away);
        }
        let time = self.time();
        let table = self.game.play().map(|play| play.table(None, None, time));
        let hearing = Hearing::of_spectators(&self.seating, &self.game);
        let welcome = self.welcome(spectator(Uuid::nil(), String::new()), table, hearing, time);
        let away = self.pen.away_since().map(|since| ServerMessage::Away { since: Some(since) });
        let json = |message: &ServerMessage| serde_json::to_string(message).ok();
        let Some(welcome) = json(&welcome) else { return outbox.dismiss_all(Closing::Rebuilt) };
        outbox.send_snapshot(Snapshot { welcome, away: away.as_ref().and_then(json) });
        // Those who come in now are told it; the others are where they were told something else.
        self.people.compare_presence(&self.presence());
        self.people.note_watchers();
    }

    /// Sends spectators at other servers a fresh view.
    pub(super) fn show_spectators_the_table(&self) {
        if let Some(play) = self.game.play().filter(|_| self.people.has_spectators_elsewhere()) {
            self.people.send_spectators(&ServerMessage::Table(play.table(None, None, self.time())));
        }
    }

    /// Lets those of the spectators at other servers enter the room who hold a seat by now, or are the host.
    pub(super) fn summon_players(&self) {
        if self.people.has_spectators_elsewhere() {
            let players = self.seating.players().map(|(_, guest)| guest);
            let host = self.seating.record().host;
            players.chain([host]).for_each(|guest| self.people.summon(guest));
        }
    }
}

/// Returns what a spectator is told of themselves.
pub(crate) fn spectator(id: Uuid, name: String) -> You {
    You { id, name, seat: None, host: false, band: None, invite: None }
}

//! Actions of people in a room: they are planned, carried out and answered.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bagarre_protocol::room::Action;
use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::actor::Room;
use super::change::Then;
use super::refuse;
use super::trouble::Trouble;

impl Room {
    /// Does something in the room for the person behind a socket, and answers.
    pub(super) async fn act(&mut self, number: u64, id: Uuid, action: Action) -> Result<(), Trouble> {
        if self.repeat_answer(number, id) {
            return Ok(());
        }
        let Some((guest, key)) = self.who(number) else { return Ok(()) };
        self.mark_present(key);
        if action == Action::Resume && self.wish(guest) {
            self.answer(number, id, Ok(None))?;
            self.tell_room();
            return Ok(());
        }
        self.seating.refresh_camp(&self.shared).await;
        let youngest = self.youngest(&action).await;
        let planned = youngest.and_then(|youngest| self.planner().plan(guest, action, youngest));
        let done = match planned {
            Ok(change) => self.carry_out(change).await,
            Err(trouble) => Err(trouble),
        };
        match done {
            Ok(then) => {
                self.answer(number, id, Ok(None))?;
                match then {
                    Then::Begin(_) | Then::PutAside => self.seating.announce_campaign(&self.shared).await,
                    _ => self.seating.refresh_camp(&self.shared).await,
                }
                self.follow(then);
                Ok(())
            }
            // A set-up that the rules cannot start is refused; there is no game yet to put aside.
            Err(Trouble::Poisoned(why)) => {
                tracing::error!(room = %self.seating.record().id, why, "an action stumbled");
                self.answer(number, id, Err(refuse::fault().into()))
            }
            Err(trouble) => self.answer(number, id, Err(trouble)),
        }
    }

    /// Returns, for a start, the seat of the player whose account is the youngest; the first of several; `None` where no player is seated.
    async fn youngest(&mut self, action: &Action) -> Result<Seat, Trouble> {
        if !matches!(action, Action::Start) {
            return Ok(Seat::default());
        }
        let held: Vec<(Seat, Uuid)> = self.seating.players().collect();
        // Of those who are here it is known.
        let mut created: BTreeMap<Uuid, i64> =
            self.people.everybody().map(|(_, guest)| (guest.id, guest.created)).collect();
        let away: Vec<Uuid> =
            held.iter().map(|(_, guest)| *guest).filter(|guest| !created.contains_key(guest)).collect();
        let asked = self.shared.ask_store(self.shared.store.guests(&away)).await;
        created
            .extend(asked.map_err(|_| Trouble::Unsaved)?.into_iter().map(|guest| (guest.id, guest.created)));
        let youngest = held.iter().max_by_key(|(seat, id)| (created.get(id), Reverse(*seat)));
        Ok(youngest.map(|(seat, _)| *seat).unwrap_or_default())
    }
}

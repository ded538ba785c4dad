//! What a client wants next: to sit down, to begin, to answer, to talk.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Holder, Phase, RoomState, SeatState};
use bagarre_protocol::socket::ClientMessage;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Terms;
use bagarre_rules::systems;
use uuid::Uuid;

use super::client::{Client, Part};

/// What a client asks of its room.
fn act(action: Action) -> ClientMessage {
    ClientMessage::Act { id: Uuid::nil(), action }
}

impl Client {
    /// What needs no answer: a draft, a tail once more.
    pub(super) fn passing(&mut self) -> Option<ClientMessage> {
        if !matches!(self.part, Part::Player(_)) {
            return None;
        }
        let (_, entry) = self.game?;
        match self.chance.below(12) {
            0 => Some(ClientMessage::Resync { entry: entry.saturating_sub(self.chance.below(4) as u32) }),
            1 | 2 => Some(ClientMessage::Draft { seq: entry, draft: Some(self.answer()?) }),
            _ => None,
        }
    }

    /// Whether the table waits for the client: for an answer, or for what it alone does before and after a game.
    pub(super) fn is_awaited(&self) -> bool {
        let (Some(room), Some(you)) = (&self.room, &self.you) else { return false };
        match room.phase {
            Phase::Playing => self.asking.as_ref().is_some_and(|asking| asking.mine.is_some()),
            Phase::Lobby => {
                let is_ready = you.seat.is_some() && you.band.is_some();
                !is_ready || you.host && room.seats.iter().all(|seat| seat.ready)
            }
            Phase::Paused | Phase::Finished | Phase::Quarantined => you.host,
            Phase::Closed => false,
        }
    }

    /// Returns a new wish of the client.
    pub(super) fn wants(&mut self) -> Option<ClientMessage> {
        let restless = self.world.habits.restless;
        let room = self.room.clone()?;
        let you = self.you.clone()?;
        let host = match self.part {
            Part::Player(seat) | Part::Sleeper(seat) if !restless => seat == Seat(0),
            _ => you.host,
        };
        if host && let Some(action) = self.hosts(&room) {
            return Some(act(action));
        }
        if matches!(self.part, Part::Watcher) {
            return None;
        }
        match room.phase {
            Phase::Lobby if you.seat.is_none() => Some(act(Action::Sit { seat: self.place(&room)? })),
            Phase::Lobby if you.band.is_none() => {
                Some(act(Action::Bring { band: Some(band(&room, you.seat?)?) }))
            }
            Phase::Playing if !matches!(self.part, Part::Sleeper(_)) => self.plays(&room, you.seat),
            Phase::Paused if restless && you.seat.is_some() && self.chance.one_in(3) => {
                Some(act(Action::Resume))
            }
            _ => None,
        }
    }

    /// Returns what a host does with the table.
    fn hosts(&mut self, room: &RoomState) -> Option<Action> {
        match room.phase {
            Phase::Lobby if room.seats.iter().all(|seat| seat.ready) => Some(Action::Start),
            Phase::Lobby if self.world.habits.restless => {
                // A player does not come.
                let open = |seat: &&SeatState| matches!(seat.holder, Holder::Open);
                let seat = room.seats.iter().find(open)?.seat;
                self.chance.one_in(12).then(|| Action::PutBot { seat, bot: bot(room) })
            }
            Phase::Paused => Some(Action::Resume),
            Phase::Finished | Phase::Quarantined => Some(Action::Rematch),
            Phase::Playing if matches!(self.part, Part::Sleeper(_)) => None,
            Phase::Playing if self.chance.one_in(60) => Some(Action::Pause),
            Phase::Playing if self.world.habits.restless => self.meddles(room),
            Phase::Playing | Phase::Lobby | Phase::Closed => None,
        }
    }

    /// What a host does to others in the middle of a game.
    fn meddles(&mut self, room: &RoomState) -> Option<Action> {
        let seat = self.chance.one_of(&room.seats)?;
        match (self.chance.below(40), &seat.holder) {
            (0..4, Holder::Bot { .. }) => Some(Action::RemoveBot { seat: seat.seat }),
            (0..4, Holder::Open) | (0, Holder::Guest { .. }) => {
                Some(Action::PutBot { seat: seat.seat, bot: bot(room) })
            }
            (1, Holder::Guest { id, name }) if name.starts_with(ROVER) => Some(Action::Kick { guest: *id }),
            (2, Holder::Guest { id, .. }) => Some(Action::HandOver { guest: *id }),
            (3, Holder::Guest { .. }) => Some(Action::NewInvite),
            _ => None,
        }
    }

    /// Returns what a client does in a game.
    fn plays(&mut self, room: &RoomState, seat: Option<Seat>) -> Option<ClientMessage> {
        if self.chance.one_in(40) {
            let text = format!("line {}", self.chance.below(1000));
            return Some(ClientMessage::Chat { id: Uuid::nil(), text });
        }
        let Some(_) = seat else {
            return if self.world.habits.restless {
                Some(act(Action::Sit { seat: self.place(room)? }))
            } else {
                None
            };
        };
        let leaves = if self.part == Part::Rover { 20 } else { 150 };
        if self.world.habits.restless && self.chance.one_in(leaves) {
            return Some(act(Action::Stand));
        }
        let command = self.answer()?;
        Some(ClientMessage::Command { id: Uuid::nil(), command })
    }

    /// A seat to take: one's own, or one that is left.
    fn place(&mut self, room: &RoomState) -> Option<Seat> {
        if let Part::Player(seat) | Part::Sleeper(seat) = self.part {
            let held = room.seats.get(usize::from(seat.0)).map(|seat| &seat.holder);
            if matches!(held, Some(Holder::Open)) || !self.world.habits.restless {
                return Some(seat);
            }
        } else if room.phase == Phase::Lobby && !self.chance.one_in(8) {
            return None;
        }
        let open: Vec<Seat> = room
            .seats
            .iter()
            .filter(|seat| matches!(seat.holder, Holder::Open) && seat.kept.is_none())
            .map(|seat| seat.seat)
            .collect();
        self.chance.one_of(&open).copied()
    }

    /// Returns an answer to the open question: the default, or another one that the seat may give.
    fn answer(&mut self) -> Option<Payload> {
        let asking = self.asking.as_ref().filter(|asking| asking.mine.is_some())?;
        let default = asking.default.clone()?;
        if let Some(knows) = self.world.habits.knows.clone()
            && let (Some((game, entry)), Some(seat)) = (self.game, self.seat)
            && !self.chance.one_in(4)
        {
            return knows.answer(game, entry, seat, &mut self.chance).or(Some(default));
        }
        Some(default)
    }
}

/// How the name of a rover begins.
pub(crate) const ROVER: &str = "Rover";

/// A bot of the system.
fn bot(room: &RoomState) -> String {
    let bots = systems::parse(&room.settings.ruleset).map(|id| id.bots());
    bots.ok().and_then(|bots| bots.first().map(|bot| (*bot).to_owned())).unwrap_or_default()
}

/// The band that comes with the system.
pub fn band(room: &RoomState, seat: Seat) -> Option<Payload> {
    let settings = &room.settings;
    let ruleset = systems::parse(&settings.ruleset).ok()?;
    let terms = match settings.ruleset.as_str() {
        "generik" => ruleset.usual(&settings.scenario, settings.seats)?,
        _ => Terms {
            scenario: settings.scenario.clone(),
            seats: settings.seats,
            size: settings.size,
            more: None,
        },
    };
    Some(ruleset.ready_band(&terms, seat).into())
}

//! What a client wants next: to sit down, to begin, to answer, to talk.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, RoomState};
use bagarre_protocol::socket::ClientMessage;
use bagarre_rules::any::RulesetId;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Terms;
use uuid::Uuid;

use super::client::{Client, Part};

impl Client {
    /// What needs no answer: a draft, a tail once more.
    pub(super) fn passing(&mut self) -> Option<ClientMessage> {
        if !matches!(self.part, Part::Player(_)) {
            return None;
        }
        let (_, entry) = self.game?;
        match self.chance.below(12) {
            0 => Some(ClientMessage::Resync { entry: entry.saturating_sub(self.chance.below(4) as u32) }),
            1 | 2 => {
                let draft = self.asking.as_ref()?.default.clone()?;
                Some(ClientMessage::Draft { seq: entry, draft: Some(draft) })
            }
            _ => None,
        }
    }

    /// Something new that he wants.
    pub(super) fn wants(&mut self) -> Option<ClientMessage> {
        let (Part::Player(seat) | Part::Sleeper(seat)) = self.part else { return None };
        let host = seat == Seat(0);
        let you = self.you.as_ref()?;
        let room = self.room.as_ref()?;
        let act = |action| Some(ClientMessage::Act { id: Uuid::nil(), action });
        match room.phase {
            Phase::Lobby if you.seat != Some(seat) => act(Action::Sit { seat }),
            Phase::Lobby if you.band.is_none() => act(Action::Bring { band: Some(band(room, seat)?) }),
            Phase::Lobby if host && room.seats.iter().all(|seat| seat.ready) => act(Action::Start),
            Phase::Paused if host => act(Action::Resume),
            Phase::Finished | Phase::Quarantined if host => act(Action::Rematch),
            Phase::Playing if matches!(self.part, Part::Player(_)) => {
                if host && self.chance.one_in(60) {
                    return act(Action::Pause);
                }
                if self.chance.one_in(40) {
                    let text = format!("line {}", self.chance.below(1000));
                    return Some(ClientMessage::Chat { id: Uuid::nil(), text });
                }
                let asking = self.asking.as_ref().filter(|asking| asking.mine.is_some())?;
                let command = asking.default.clone()?;
                Some(ClientMessage::Command { id: Uuid::nil(), command })
            }
            _ => None,
        }
    }
}

/// The band that comes with the system.
fn band(room: &RoomState, seat: Seat) -> Option<Payload> {
    let settings = &room.settings;
    let ruleset = RulesetId::parse(&settings.ruleset).ok()?;
    let terms = match settings.ruleset.as_str() {
        "baston" => Terms {
            scenario: settings.scenario.clone(),
            seats: settings.seats,
            characters: settings.characters,
            more: None,
        },
        _ => ruleset.usual(&settings.scenario, settings.seats)?,
    };
    Some(ruleset.ready_band(&terms, seat).into())
}

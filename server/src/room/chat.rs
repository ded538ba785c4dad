//! What people say to each other in a room.

use std::collections::{BTreeMap, VecDeque};

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::{Channel, ChatLine};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use governor::Quota;
use uuid::Uuid;

use super::refuse;
use crate::rates::{self, One};

/// Lines that a room shows to whoever comes in.
pub(super) const SHOWN: u32 = 100;
/// Characters of a line.
const LONGEST: usize = 500;
/// Lines that one person may say in one go...
const LINES: u32 = 5;
/// ... and in a minute, on average.
const MINUTE: u32 = 30;

/// The chat of a room.
pub(super) struct Chat {
    lines: VecDeque<ChatLine>,
    said: BTreeMap<Uuid, One>,
}

impl Chat {
    pub(super) fn new(lines: Vec<ChatLine>) -> Self {
        Self { lines: lines.into(), said: BTreeMap::new() }
    }

    /// The line as it may be said: trimmed, with nothing hidden in it, of the right length, and not too soon after the
    /// last ones.
    pub(super) fn admit(&mut self, who: Uuid, text: &str) -> Result<String, Refusal> {
        let text = crate::text::line(text);
        if !(1..=LONGEST).contains(&text.chars().count()) {
            return Err(refuse::chat_length());
        }
        let said = self.said.entry(who).or_insert_with(|| rates::one(Quota::per_minute, MINUTE, LINES));
        said.check().map_err(|_| refuse::chat_rate())?;
        Ok(text)
    }

    pub(super) fn keep(&mut self, line: ChatLine) {
        self.lines.push_back(line);
        if self.lines.len() > SHOWN as usize {
            self.lines.pop_front();
        }
    }

    /// Drops what somebody said.
    pub(super) fn forget(&mut self, who: Uuid) {
        self.lines.retain(|line| line.from != who);
        self.said.remove(&who);
    }

    pub(super) fn heard_by(&self, hearing: Hearing) -> Vec<ChatLine> {
        self.lines.iter().filter(|line| hearing.hears(line.channel)).cloned().collect()
    }
}

/// Where somebody sits while people talk.
#[derive(Clone, Copy)]
pub(super) struct Hearing {
    pub(super) seat: Option<Seat>,
    pub(super) phase: Phase,
    /// Whether spectators see the game late.
    pub(super) late: bool,
}

impl Hearing {
    fn during_a_game(self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Paused)
    }

    /// Where this person is heard: while a game runs, those who watch talk among themselves.
    pub(super) fn channel(self) -> Channel {
        if self.seat.is_none() && self.during_a_game() { Channel::Floor } else { Channel::Room }
    }

    /// Whether this person hears a channel. Late spectators do not hear what players say of turns they have not seen.
    pub(super) fn hears(self, channel: Channel) -> bool {
        match channel {
            Channel::Room => self.seat.is_some() || !self.late || !self.during_a_game(),
            Channel::Floor => self.seat.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_person_is_heard_five_times_in_one_go_and_then_every_other_second() {
        let (mut chat, who, other) = (Chat::new(vec![]), Uuid::from_u128(1), Uuid::from_u128(2));
        for _ in 0..5 {
            assert_eq!(chat.admit(who, "  salut\u{7} ").as_deref(), Ok("salut"));
        }
        assert_eq!(chat.admit(who, "salut").unwrap_err().code, "chat.rate");
        assert!(chat.admit(other, "salut").is_ok());
        tokio::time::advance(std::time::Duration::from_millis(2001)).await;
        assert!(chat.admit(who, "salut").is_ok());
        assert_eq!(chat.admit(who, "salut").unwrap_err().code, "chat.rate");
        assert_eq!(chat.admit(other, " \n ").unwrap_err().code, "chat.length");
        assert_eq!(chat.admit(other, &"é".repeat(501)).unwrap_err().code, "chat.length");
        assert!(chat.admit(other, &"é".repeat(500)).is_ok());
    }

    #[test]
    fn who_watches_late_does_not_hear_the_players() {
        let hearing = |seat, phase, late| Hearing { seat, phase, late };
        let watcher = hearing(None, Phase::Playing, true);
        assert!(!watcher.hears(Channel::Room) && watcher.hears(Channel::Floor));
        assert_eq!(watcher.channel(), Channel::Floor);
        assert!(hearing(None, Phase::Playing, false).hears(Channel::Room));
        assert!(hearing(None, Phase::Finished, true).hears(Channel::Room));
        let player = hearing(Some(Seat(0)), Phase::Playing, true);
        assert!(player.hears(Channel::Room) && !player.hears(Channel::Floor));
        assert_eq!(player.channel(), Channel::Room);
    }
}

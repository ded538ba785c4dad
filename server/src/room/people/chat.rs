//! What people say to each other in a room.

use std::collections::VecDeque;

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::{Channel, ChatLine};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use governor::Quota;
use uuid::Uuid;

use crate::rates::{self, Each};
use crate::room::game::CurrentGame;
use crate::room::refuse;
use crate::room::seating::Seating;

/// Lines that a room shows to a person who comes in.
pub(in crate::room) const MAX_SHOWN_LINES: u32 = 100;
/// Characters of a line.
const MAX_LINE_LETTERS: usize = 500;
/// Lines that one person may say in one go...
const LINE_BURST: u32 = 5;
/// ... and in a minute, on average.
const LINES_PER_MINUTE: u32 = 30;

/// People whose counts are kept; past that, counts that are full again are dropped.
const MAX_KEPT_COUNTS: usize = 200;

/// The chat of a room.
pub(in crate::room) struct Chat {
    lines: VecDeque<ChatLine>,
    counts: Each<Uuid>,
}

impl Chat {
    /// Returns the chat of a room with its last lines.
    pub(in crate::room) fn new(lines: Vec<ChatLine>) -> Self {
        Self { lines: lines.into(), counts: rates::each(Quota::per_minute, LINES_PER_MINUTE, LINE_BURST) }
    }

    /// Returns a line as it may be said: trimmed, with nothing hidden in it, of the right length, and not too soon after the
    /// last ones.
    pub(in crate::room) fn admit(&mut self, who: Uuid, text: &str) -> Result<String, Refusal> {
        let text = crate::text::line(text);
        if !(1..=MAX_LINE_LETTERS).contains(&text.chars().count()) {
            return Err(refuse::chat_length());
        }
        if self.counts.len() > MAX_KEPT_COUNTS {
            self.counts.retain_recent();
            self.counts.shrink_to_fit();
        }
        self.counts.check_key(&who).map_err(|_| refuse::chat_rate())?;
        Ok(text)
    }

    /// Keeps a line, and drops the oldest one beyond the bound.
    pub(in crate::room) fn keep(&mut self, line: ChatLine) {
        self.lines.push_back(line);
        if self.lines.len() > MAX_SHOWN_LINES as usize {
            self.lines.pop_front();
        }
    }

    /// Drops the lines of a person.
    pub(in crate::room) fn forget(&mut self, who: Uuid) {
        self.lines.retain(|line| line.from != who);
    }

    /// Returns the lines that a person may read.
    pub(in crate::room) fn lines_for(&self, hearing: Hearing) -> Vec<ChatLine> {
        self.lines.iter().filter(|line| hearing.hears(line)).cloned().collect()
    }

    /// Returns the lines that a person may read now and could not read while `hearing`.
    pub(in crate::room) fn withheld_lines(&self, hearing: Hearing, now: Hearing) -> Vec<ChatLine> {
        let new = |line: &&ChatLine| now.hears(line) && !hearing.hears(line);
        self.lines.iter().filter(new).cloned().collect()
    }
}

/// Where a person sits while people talk.
#[derive(Clone, Copy)]
pub(in crate::room) struct Hearing {
    who: Uuid,
    seat: Option<Seat>,
    phase: Phase,
    /// Whether spectators see the game late.
    late: bool,
    /// Whether this person has held a seat since the game began.
    played: bool,
}

impl Hearing {
    /// Returns where a person sits in a room.
    pub(in crate::room) fn new(who: Uuid, seating: &Seating, game: &CurrentGame) -> Self {
        Self {
            who,
            seat: seating.seat_of(who),
            phase: seating.record().phase,
            late: seating.record().settings.spectator_delay > 0,
            played: game.has_played(who),
        }
    }

    /// Returns where all spectators sit who have held no seat since the game began.
    pub(in crate::room) fn of_spectators(seating: &Seating, game: &CurrentGame) -> Self {
        Self { seat: None, played: false, ..Self::new(Uuid::nil(), seating, game) }
    }

    /// Returns the same while a game goes on.
    pub(in crate::room) fn in_a_game(self) -> Self {
        Self { phase: Phase::Playing, ..self }
    }

    fn during_a_game(self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Paused)
    }

    /// Returns where this person is heard: while a game runs, those who watch talk among themselves.
    pub(in crate::room) fn channel(self) -> Channel {
        if self.seat.is_none() && self.during_a_game() { Channel::Floor } else { Channel::Room }
    }

    /// Returns whether this person may read a line. While a game goes on, late spectators do not read what players say of turns they have not
    /// seen, and a person who holds a seat or has held one reads nothing that spectators say: that person may sit down again. When the game is over
    /// all people read everything. A line does not tell which game it was said in, so those of earlier games wait as well.
    pub(in crate::room) fn hears(self, line: &ChatLine) -> bool {
        if !self.during_a_game() || line.from == self.who {
            return true;
        }
        match line.channel {
            Channel::Room => self.seat.is_some() || !self.late,
            Channel::Floor => self.seat.is_none() && !self.played,
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

    #[tokio::test(start_paused = true)]
    async fn counts_of_people_who_were_silent_for_a_while_are_dropped() {
        let mut chat = Chat::new(vec![]);
        for who in 0..5 * MAX_KEPT_COUNTS as u128 {
            chat.admit(Uuid::from_u128(who), "salut").unwrap();
            tokio::time::advance(std::time::Duration::from_millis(100)).await;
        }
        assert!(chat.counts.len() <= MAX_KEPT_COUNTS + 1, "{} are kept", chat.counts.len());
    }

    fn line(channel: Channel, from: Uuid) -> ChatLine {
        let (id, name, text) = (Uuid::from_u128(99), "Momo".to_owned(), "ah".to_owned());
        ChatLine { id, at: 0, channel, from, name, seat: None, text }
    }

    const WHO: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    fn hearing(seat: Option<Seat>, phase: Phase, late: bool, played: bool) -> Hearing {
        Hearing { who: WHO, seat, phase, late, played }
    }

    #[test]
    fn who_watches_late_does_not_hear_the_players() {
        let (room, floor) = (line(Channel::Room, OTHER), line(Channel::Floor, OTHER));
        let watcher = hearing(None, Phase::Playing, true, false);
        assert!(!watcher.hears(&room) && watcher.hears(&floor));
        assert_eq!(watcher.channel(), Channel::Floor);
        assert!(hearing(None, Phase::Playing, false, false).hears(&room));
        assert!(hearing(None, Phase::Finished, true, false).hears(&room));
        let player = hearing(Some(Seat(0)), Phase::Playing, true, true);
        assert!(player.hears(&room) && !player.hears(&floor));
        assert_eq!(player.channel(), Channel::Room);
    }

    #[test]
    fn whoever_has_played_hears_the_spectators_when_the_game_is_over() {
        let mut chat = Chat::new(vec![line(Channel::Floor, OTHER), line(Channel::Floor, WHO)]);
        chat.keep(line(Channel::Room, OTHER));
        for late in [false, true] {
            for phase in [Phase::Playing, Phase::Paused] {
                for seat in [None, Some(Seat(1))] {
                    let played = hearing(seat, phase, late, true);
                    assert!(!played.hears(&line(Channel::Floor, OTHER)), "{phase:?} {seat:?}");
                    assert!(played.hears(&line(Channel::Floor, WHO)), "what he wrote himself");
                    let over = hearing(seat, Phase::Finished, late, true);
                    let kept = chat.withheld_lines(played, over);
                    assert_eq!(kept.len(), if late && seat.is_none() { 2 } else { 1 });
                    assert_eq!(chat.lines_for(over).len(), 3);
                }
            }
        }
    }
}

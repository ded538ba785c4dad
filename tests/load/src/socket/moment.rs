//! Messages with entries: what is read of them, and how every entry is checked.

use std::io;

use bagarre_protocol::room::Action;
use bagarre_protocol::socket::ServerMessage;
use bagarre_rules::contract::{Seat, Seats};
use bagarre_tests::chaos::ledger::Wrong;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Socket;

/// How messages with entries begin on the wire.
pub(super) const ENTRIES: &str = r#"{"t":"entries","#;

/// The parts of a message with entries that are read: most of them are read by many sockets.
#[derive(Deserialize)]
struct Moment<'a> {
    #[serde(borrow)]
    entries: Vec<Entry<'a>>,
    still: Option<Still>,
    #[serde(borrow)]
    asking: Option<Asked<'a>>,
    outcome: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Still {
    seats: Seats,
}

#[derive(Deserialize)]
struct Entry<'a> {
    n: u32,
    turn: u32,
    #[serde(borrow)]
    notices: &'a RawValue,
    head: Option<&'a str>,
}

#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    mine: Option<&'a RawValue>,
    #[serde(borrow)]
    default: Option<&'a RawValue>,
}

impl Socket {
    pub(super) async fn entries(&mut self, frame: &str) -> io::Result<()> {
        let moment: Moment = match serde_json::from_str(frame) {
            Ok(moment) => moment,
            Err(why) => {
                self.hall.wrong(Wrong::Broken, format!("{why}: {frame}"));
                return Ok(());
            }
        };
        let over = moment.outcome.is_some();
        for (entry, left) in moment.entries.iter().zip((0..moment.entries.len()).rev()) {
            self.entry(entry, over && left == 0);
        }
        self.check_whole(frame);
        let Some((_, last, _)) = self.game else { return Ok(()) };
        if over {
            (self.question, self.sent) = (None, None);
            if self.seat == Some(Seat(0)) {
                self.act(Action::Rematch).await?;
            }
        } else if last >= self.answered {
            match (moment.still, moment.asking) {
                // An open question stays open.
                (Some(still), _) if self.seat.is_some_and(|seat| still.seats.contains(seat)) => {}
                (None, Some(asking)) => {
                    self.asked(asking.mine.map(RawValue::get), asking.default.map(RawValue::get));
                }
                _ => self.question = None,
            }
        }
        Ok(())
    }

    /// Checks an entry; `ends`: the game is over with it.
    fn entry(&mut self, entry: &Entry<'_>, ends: bool) {
        let Some((game, last, turn)) = self.game else { return };
        if entry.n != last + 1 {
            let what = if entry.n > last + 1 { Wrong::Lost } else { Wrong::Doubled };
            self.hall.wrong(what, format!("entry {} of {game} came after {last}", entry.n));
        }
        self.game = Some((game, entry.n, entry.turn));
        if let Some(head) = entry.head {
            self.hall.ledger.head(game, entry.n, head);
        }
        if self.seat.is_none() {
            self.table.shown_to_floor(&self.hall, game, entry.n, entry.notices.get());
        }
        // Before the first turn there may be questions too: where to stand.
        if ends || (entry.turn != turn && turn > 0) {
            self.turns += 1;
            self.since += 1;
            self.table.resolved(&self.hall, turn, self.seat == Some(Seat(0)));
        }
    }

    /// Compares everything that was shown with what others were, and in the end with the journal.
    fn check_whole(&mut self, frame: &str) {
        let Some((game, last, _)) = self.game.filter(|_| self.hall.thorough) else { return };
        let Ok(ServerMessage::Entries(moment)) = serde_json::from_str(frame) else { return };
        for entry in &moment.entries {
            self.hall.ledger.shown(game, self.seat, entry);
        }
        self.knows = moment.asking(self.knows.as_ref(), self.seat);
        if let Some(asking) = &self.knows {
            self.hall.ledger.asked(game, self.seat, last, asking);
        }
    }
}

//! What a reminder says: which game, whose move, how much time is left, where to go. Nothing else of a game reaches it.

use bagarre_rules::contract::Lang;
use bagarre_rules::systems;
use bagarre_rules::text::{Value, fill};
use serde::Serialize;

use crate::store::reminders::Turn;
use crate::words::reminder;

/// Everything that a reminder says, as a webhook gets it; a push gets the words too.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReminderContent {
    /// What it is about: always `turn`.
    kind: &'static str,
    /// Id of the room.
    room: String,
    /// What its host called it.
    name: String,
    /// The system.
    system: String,
    /// The seat that is asked.
    seat: u8,
    /// Nickname of the player who holds it.
    player: String,
    /// When the time is over, in milliseconds since 1970.
    deadline: i64,
    /// Milliseconds left.
    left: i64,
    /// Where to go; none where the server has no public address.
    link: Option<String>,
}

/// The words of a reminder in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ReminderWords {
    pub(super) title: String,
    pub(super) body: String,
}

impl ReminderContent {
    /// What is told of a turn.
    pub(super) fn new(turn: &Turn, player: &str, page: Option<&str>, deadline: i64, left: i64) -> Self {
        Self {
            kind: "turn",
            room: turn.room.clone(),
            name: turn.settings.name.clone(),
            system: turn.settings.ruleset.clone(),
            seat: turn.seat.0,
            player: player.to_owned(),
            deadline,
            left,
            link: page.map(|page| format!("{page}/t/{}", turn.room)),
        }
    }

    /// Where to go.
    pub(super) fn link(&self) -> Option<&str> {
        self.link.as_deref()
    }

    /// Where to go on the site that a browser subscribed at.
    pub(super) fn path(&self) -> String {
        format!("/t/{}", self.room)
    }

    /// In words.
    pub(super) fn say(&self, lang: Lang) -> ReminderWords {
        let system = systems::parse(&self.system);
        let system = system
            .map_or_else(|_| self.system.clone(), |id| id.presentation().card.name.in_lang(lang).to_owned());
        let (name, player) = (self.name.as_str().into(), self.player.as_str().into());
        let left = Value::Text(span(self.left, lang).into());
        let body = [("system", Value::Text(system.into())), ("player", player), ("left", left)];
        ReminderWords {
            title: fill(reminder::TITLE.in_lang(lang), lang, &[("name", name)]),
            body: fill(reminder::BODY.in_lang(lang), lang, &body),
        }
    }
}

/// A span in its two greatest units, rounded down.
fn span(millis: i64, lang: Lang) -> String {
    let minutes = millis.max(0) / 60_000;
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let day = reminder::DAY.in_lang(lang);
    match (days, hours, rest) {
        (0, 0, 0) => reminder::UNDER_A_MINUTE.in_lang(lang).to_owned(),
        (0, 0, rest) => format!("{rest}\u{a0}min"),
        (0, hours, 0) => format!("{hours}\u{a0}h"),
        (0, hours, rest) => format!("{hours}\u{a0}h\u{a0}{rest:02}"),
        (days, 0, _) => format!("{days}\u{a0}{day}"),
        (days, hours, _) => format!("{days}\u{a0}{day} {hours}\u{a0}h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_in_two_units() {
        for (minutes, fr, en) in [
            (0, "moins d’une minute", "less than a minute"),
            (59, "59\u{a0}min", "59\u{a0}min"),
            (60, "1\u{a0}h", "1\u{a0}h"),
            (125, "2\u{a0}h\u{a0}05", "2\u{a0}h\u{a0}05"),
            (1440, "1\u{a0}j", "1\u{a0}d"),
            (2 * 1440 + 200, "2\u{a0}j 3\u{a0}h", "2\u{a0}d 3\u{a0}h"),
        ] {
            let millis = minutes * 60_000 + 59_999;
            assert_eq!((&*span(millis, Lang::Fr), &*span(millis, Lang::En)), (fr, en));
        }
    }
}

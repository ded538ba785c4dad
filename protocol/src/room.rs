//! What all people in a room know of it.

use bagarre_kit::contract::{Outcome, Pace, Seat, Seats};
use bagarre_kit::exercise::Progress;
use bagarre_kit::gather::Role;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::fair::Draw;
use crate::payload::Payload;

/// What the host chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Name of the room, 1 to 60 characters.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 60)))]
    pub name: String,
    /// Id of the ruleset, such as `baston`.
    pub ruleset: String,
    /// Id of the scenario, from `GET /api/rulesets`.
    pub scenario: String,
    /// How many seats, within what the scenario allows.
    #[serde(deserialize_with = "crate::whole::read")]
    pub seats: u8,
    /// How many members each band brings, within what the scenario allows; 0 where it leaves no choice. Once written `characters`,
    /// which is still read.
    #[serde(alias = "characters", deserialize_with = "crate::whole::read")]
    pub size: u8,
    /// What only this system knows: era, terrain, switchable rulings; checked by the ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub more: Option<Payload>,
    /// The clocks.
    pub clocks: Clocks,
    /// Whether people who hold no seat may watch.
    pub spectators: bool,
    /// Spectators see this many resolved turns later than the players, 0 to 10.
    #[serde(deserialize_with = "crate::whole::read")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10)))]
    pub spectator_delay: u8,
    /// Shown in the public lobby; otherwise only the invitation opens the room.
    pub listed: bool,
    /// Sealed answers stay on the devices of their players until all have sealed; the server holds only digests. No bots,
    /// no drafts on the server; refused where the system asks for nothing sealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
    pub blind: bool,
    /// The exercise that is played here, from `GET /api/exercises`: games begin at its position, with its dice. Set by
    /// `POST /api/exercises`; no other request may choose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub exercise: Option<String>,
}

/// The longest slow clock, in hours.
pub const LONGEST_SLOW: u32 = 336;

/// How long players may think. No clock at all does not exist: no table can stall. What a room kept under older names, `plan`,
/// `rewrite` and `decision`, is still read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire]
pub enum Clocks {
    /// The seconds that the rules give.
    Rules,
    /// No hurry: each question may wait as long as in the slowest game. For games against bots.
    Untimed,
    /// A live game: seconds for each kind of question, 5 to 3600.
    Live {
        /// Seconds for a whole plan.
        #[serde(alias = "plan", deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        long: u32,
        /// Seconds for several decisions that hang together.
        #[serde(alias = "rewrite", deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        short: u32,
        /// Seconds for one decision.
        #[serde(alias = "decision", deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        quick: u32,
    },
    /// A live game with a reserve: seconds for each kind of question as in `live`, and a reserve of time for each seat, which runs once
    /// they are used up and goes on from where it was with the next question. A window and a step between two fights do not draw on it.
    Reserve {
        /// Seconds for a whole plan.
        #[serde(deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        long: u32,
        /// Seconds for several decisions that hang together.
        #[serde(deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        short: u32,
        /// Seconds for one decision.
        #[serde(deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 3600)))]
        quick: u32,
        /// Seconds in the reserve of each seat at the start; it never holds more. 10 to 3600.
        #[serde(deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 10, max = 3600)))]
        bank: u32,
        /// Seconds that each answer adds to it, 0 to 300; what the clock answers adds nothing.
        #[serde(deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 300)))]
        increment: u32,
    },
    /// A slow game: hours for each kind of question, 1 to 336.
    Slow {
        /// Hours for a plan, whole or in part, and for a step between two fights.
        #[serde(alias = "plan", deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 336)))]
        long: u32,
        /// Hours for one decision.
        #[serde(alias = "decision", deserialize_with = "crate::whole::read")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 336)))]
        quick: u32,
    },
}

/// The reserve of time that each seat has beside the time of a question, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// What it holds at the start, and at most.
    pub bank: i64,
    /// What each answer adds.
    pub increment: i64,
}

impl Clocks {
    /// The reserve of each seat; `None` where there is none.
    pub fn reserve(self) -> Option<Reserve> {
        match self {
            Self::Reserve { bank, increment, .. } => {
                Some(Reserve { bank: i64::from(bank) * 1000, increment: i64::from(increment) * 1000 })
            }
            Self::Rules | Self::Untimed | Self::Live { .. } | Self::Slow { .. } => None,
        }
    }

    /// The reserve that a question of this pace draws on.
    pub fn reserve_for(self, pace: Pace) -> Option<Reserve> {
        self.reserve().filter(|_| !matches!(pace, Pace::Window | Pace::Between))
    }

    /// Milliseconds for a question, where `rules` are the seconds that the ruleset gives.
    pub fn millis(self, pace: Pace, rules: u32) -> i64 {
        if self == Self::Untimed {
            return i64::from(LONGEST_SLOW) * 3_600_000;
        }
        let seconds = match (self, pace) {
            (Self::Rules | Self::Untimed, _) | (Self::Live { .. } | Self::Reserve { .. }, Pace::Between) => {
                rules
            }
            (Self::Live { quick, .. } | Self::Reserve { quick, .. }, Pace::Window) => rules.min(quick),
            (Self::Live { quick, .. } | Self::Reserve { quick, .. }, Pace::Quick) => quick,
            (Self::Live { short, .. } | Self::Reserve { short, .. }, Pace::Short) => short,
            (Self::Live { long, .. } | Self::Reserve { long, .. }, Pace::Long(_)) => long,
            (Self::Slow { quick, .. }, Pace::Window | Pace::Quick) => quick.saturating_mul(3600),
            (Self::Slow { long, .. }, Pace::Short | Pace::Long(_) | Pace::Between) => {
                long.saturating_mul(3600)
            }
        };
        i64::from(seconds) * 1000
    }
}

/// Where a room stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Phase {
    /// People take seats and bring what they play with.
    Lobby,
    /// A game runs.
    Playing,
    /// A game is stopped by the host for a while; its clocks stand still.
    Paused,
    /// The last game is over; the host may call a rematch.
    Finished,
    /// The game broke a law of the engine and was put aside; it is kept to be repaired.
    Quarantined,
    /// Closed for good: by the operator, or because no person was left to host it.
    Closed,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Holder {
    /// No person.
    Open,
    /// A person.
    Guest {
        /// Public id of the person; a name alone identifies no person.
        id: Uuid,
        /// Nickname.
        name: String,
    },
    /// A bot.
    Bot {
        /// Name of the bot, from `GET /api/rulesets`.
        bot: String,
    },
}

/// Where the sheet of a seat stands, on the question that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Sheet {
    /// Nothing is given, or nothing is asked. Whether anything is being written is its player's alone.
    #[default]
    None,
    /// Given. It can be taken back until the last one is given.
    Confirmed,
    /// The clock answered for this seat, and its player has not been heard since.
    Absent,
}

/// A seat: its public part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct SeatState {
    /// Its number.
    pub seat: Seat,
    /// Who holds it.
    pub holder: Holder,
    /// Before the start: whether what its player plays with has been brought.
    pub ready: bool,
    /// Whether its player is connected; a bot always is.
    pub online: bool,
    /// Where its sheet stands.
    pub sheet: Sheet,
    /// Its player lost it in the middle of a question: until when it is kept for that player, in milliseconds since
    /// 1970. It is free before that when the question turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub kept: Option<i64>,
    /// In a room of a campaign: the band it plays with, or would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub band: Option<SeatBand>,
}

/// A band of a campaign, at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct SeatBand {
    /// Its number in the campaign.
    pub n: u32,
    /// Its name.
    pub name: String,
}

/// The campaign that a room belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct RoomCampaign {
    /// Id, as in its address.
    pub id: String,
    /// Name.
    pub name: String,
    /// Whether it goes on: games may begin.
    pub open: bool,
}

/// A game of the room that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct PastGame {
    /// Id of the game: opens its replay.
    pub game: Uuid,
    /// When it ended, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended: i64,
}

/// The room as all people in it see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct RoomState {
    /// Id of the room, as in its address.
    pub id: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Where the room stands.
    pub phase: Phase,
    /// What the host chose.
    pub settings: Settings,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// What each seat is there for, in their order, `null` to play like the others; empty where all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Option<Role>>>"))]
    pub roles: Vec<Option<Role>>,
    /// Who watches, connected now; the first fifty.
    pub watching: Vec<Watcher>,
    /// How many watch in all.
    pub watchers: u32,
    /// The game that runs, or the last one.
    pub game: Option<Uuid>,
    /// The dice of the game are being mixed; its first entry follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub draw: Option<Draw>,
    /// Games that are over, oldest first.
    pub past: Vec<PastGame>,
    /// The campaign that its games belong to: bands come from there, and nothing can be brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub campaign: Option<RoomCampaign>,
    /// The pause, while the game is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pause: Option<Pause>,
    /// The game follows rules that this server does not have: it is stored unharmed and cannot be shown here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub other_rules: Option<OtherRules>,
    /// How the exercise of the room stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub exercise: Option<ExerciseState>,
}

/// How the exercise of a room stands. Its dice are those of the exercise: they fall the same at each try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct ExerciseState {
    /// The seat that plays it.
    pub seat: Seat,
    /// Whether its goal is reached.
    pub progress: Progress,
    /// The entry with which that was settled; `null` while it is open.
    pub entry: Option<u32>,
}

/// A pause, which ends by itself, or when all others at the table want to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Pause {
    /// When it ends by itself, in milliseconds since 1970 by the server's clock; `null` while nothing can be saved, and time
    /// stands still.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub until: Option<i64>,
    /// Seats whose players have asked to go on.
    pub wishes: Seats,
}

/// The rules that the game of a room follows, where the server has others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct OtherRules {
    /// Id of the ruleset.
    pub ruleset: String,
    /// The version that the game follows.
    pub needs: u16,
    /// The version that this server has; `null` when it does not have the ruleset at all.
    pub has: Option<u16>,
    /// How the game ended; `null` while it waits for a server that knows its rules.
    pub outcome: Option<Outcome>,
}

/// A spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Watcher {
    /// Public id of the person.
    pub id: Uuid,
    /// Nickname.
    pub name: String,
}

/// Something a person does in the room, outside the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    /// Take a free seat; a player who holds another one changes seats (before the start only).
    Sit {
        /// The seat.
        seat: Seat,
    },
    /// Leave one's seat and watch. During a game the seat is deserted.
    Stand,
    /// Before the start: bring what one plays with (in Baston, the band), checked by the ruleset; `null` takes it back. Refused
    /// in a campaign, where bands come from the campaign.
    Bring {
        /// The ruleset's type for it.
        band: Option<Payload>,
    },
    /// Host: choose anew, before the start. Seats that no longer exist are cleared; bands that no longer fit are taken back.
    Settings {
        /// All the settings.
        settings: Settings,
    },
    /// Host: start. Every seat must be held and ready; bots without a band get a ready-made one.
    Start,
    /// Host: send a person away. The invitation no longer opens the room for this person.
    Kick {
        /// Public id of the person.
        guest: Uuid,
    },
    /// Host: exchange two seats, before the start.
    Swap {
        /// One.
        a: Seat,
        /// The other.
        b: Seat,
    },
    /// Host: hand the room over to a person who is seated or watching.
    HandOver {
        /// Public id of the person.
        guest: Uuid,
    },
    /// Host: put a bot in a seat that is empty, deserted, or whose player is absent or has been away for a while. Refused where
    /// sheets are sealed blindly: the server would know the bot's.
    PutBot {
        /// The seat.
        seat: Seat,
        /// Name of the bot.
        bot: String,
    },
    /// Host: take a bot out of its seat.
    RemoveBot {
        /// The seat.
        seat: Seat,
    },
    /// Host: stop the clocks for a while (see `Pause`). Once only between two entries of the game.
    Pause,
    /// Host: let them run on. From another player it is a wish: when all who are connected wish it, they run on.
    Resume,
    /// Host: put a game aside whose rules this server does not have. It does not go on, here or elsewhere.
    PutAside,
    /// Host: back to the lobby after a game, with the same people and bands.
    Rematch,
    /// Host: void the invitation link; members stay.
    NewInvite,
    /// Leave one's seat for good: where the room lets bots play, one takes the seat over at once; otherwise the clock answers for it. A
    /// host who leaves hands the room to the next player.
    Leave,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]
mod tests {
    use super::*;

    #[test]
    fn what_a_room_kept_under_older_names_is_read() {
        let settings = r#"{"name":"Chez Lulu","ruleset":"baston","scenario":"SCN-00","seats":2,"characters":3,"clocks":
            {"kind":"live","plan":90,"rewrite":40,"decision":15},"spectators":true,"spectator_delay":0,"listed":false}"#;
        let read: Settings = serde_json::from_str(settings).unwrap();
        assert_eq!((read.size, read.clocks), (3, Clocks::Live { long: 90, short: 40, quick: 15 }));
        let slow: Clocks = serde_json::from_str(r#"{"kind":"slow","plan":24,"decision":12}"#).unwrap();
        assert_eq!(slow, Clocks::Slow { long: 24, quick: 12 });
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!((written["size"].as_u64(), written["clocks"]["long"].as_u64()), (Some(3), Some(90)));
        assert_eq!(serde_json::from_value::<Settings>(written).unwrap(), read);
    }

    #[test]
    fn a_reserve_stands_beside_the_seconds_of_each_question() {
        let text = r#"{"kind":"reserve","long":120,"short":60,"quick":30,"bank":300,"increment":10}"#;
        let clocks: Clocks = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&clocks).unwrap(), text);
        let paces = [Pace::Long(3), Pace::Short, Pace::Quick, Pace::Window, Pace::Between];
        assert_eq!(paces.map(|pace| clocks.millis(pace, 6)), [120_000, 60_000, 30_000, 6_000, 6_000]);
        let drawn =
            paces.map(|pace| clocks.reserve_for(pace).map(|reserve| (reserve.bank, reserve.increment)));
        let full = Some((300_000, 10_000));
        assert_eq!(drawn, [full, full, full, None, None]);
        let live = Clocks::Live { long: 90, short: 40, quick: 15 };
        assert!([Clocks::Rules, Clocks::Untimed, live].iter().all(|clocks| clocks.reserve().is_none()));
    }

    #[test]
    fn a_window_is_no_longer_than_the_rules_or_the_room_say() {
        let live = Clocks::Live { long: 90, short: 40, quick: 15 };
        assert_eq!([6, 60].map(|rules| live.millis(Pace::Window, rules)), [6_000, 15_000]);
        assert_eq!(Clocks::Rules.millis(Pace::Window, 6), 6_000);
        assert_eq!(Clocks::Slow { long: 24, quick: 12 }.millis(Pace::Window, 6), 12 * 3_600_000);
    }
}

//! The socket of a room: `GET /ws`, JSON text frames, one message each.

use bagarre_kit::contract::{Lang, Seat};
use bagarre_kit::presentation::Words;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::game::{Moment, Refusal, Table};
use crate::payload::Payload;
use crate::room::{Action, Phase, RoomState, SeatState, Watcher};

/// Version of this protocol; the client reloads itself when it differs.
pub const PROTOCOL: u16 = 2;

/// What the client had when it lost its socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Since {
    /// The game.
    pub game: Uuid,
    /// The last entry that was folded in.
    pub entry: u32,
    /// The seat its view was built for; `null` for a spectator's.
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub seat: Option<Seat>,
    /// The newest head of the chain that it knows. Where the journal holds another one, or none, the client gets a fresh view and
    /// `table.lost`. Older clients do not send it, older servers do not read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<KnownHead>,
}

/// A head of the chain, as it was told with an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KnownHead {
    /// The entry.
    pub entry: u32,
    /// The head after it, 64 hex digits.
    pub head: String,
}

/// From the client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub enum ClientMessage {
    /// The first message of a socket.
    Hello {
        /// Version of the protocol that the client speaks.
        protocol: u16,
        /// Id of the room.
        room: String,
        /// The invitation, for a person who is not yet a member of a private room.
        #[serde(default)]
        invite: Option<String>,
        /// What the client has, if it comes back.
        #[serde(default)]
        since: Option<Since>,
        /// Language of refusals.
        #[serde(default)]
        lang: Lang,
        /// Whether the client can read packed messages.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
        packed: bool,
    },
    /// An answer to the open question of the game.
    Command {
        /// Made by the client; the same id sent again gets its first answer again.
        id: Uuid,
        /// The ruleset's `Command`.
        command: Payload,
    },
    /// In a game of blind seals: seal the answer to the open question. The answer itself stays with its player.
    Seal {
        /// Made by the client; the same id sent again gets its first answer again.
        id: Uuid,
        /// Id of the game.
        game: Uuid,
        /// The question: `asking.blind.question`.
        question: u32,
        /// The digest of salt and answer, 64 hex digits.
        digest: String,
    },
    /// Take one's seal back, until all have sealed.
    Unseal {
        /// Made by the client; the same id sent again gets its first answer again.
        id: Uuid,
        /// Id of the game.
        game: Uuid,
        /// The question.
        question: u32,
    },
    /// All have sealed (`asking.blind.open`): here is what was sealed. Not acknowledged: `asking.blind.opened` shows it.
    Open {
        /// Id of the game.
        game: Uuid,
        /// The question.
        question: u32,
        /// 64 hex digits.
        salt: String,
        /// The ruleset's `Command`.
        sheet: Payload,
    },
    /// A draft of an answer, saved as it is written.
    Draft {
        /// Counts the drafts of this socket, so that an advice finds its draft.
        seq: u32,
        /// The ruleset's `Command`; `null` throws the draft away.
        draft: Option<Payload>,
    },
    /// What may be answered to the open question?
    Options {
        /// Comes back with the answer.
        seq: u32,
    },
    /// A gap was seen: send everything after this entry, or a fresh view.
    Resync {
        /// The last entry that was folded in.
        entry: u32,
    },
    /// Say something: to the room from a seat, to the other spectators from the floor.
    Chat {
        /// Made by the client.
        id: Uuid,
        /// 1 to 500 characters.
        text: String,
    },
    /// Do something in the room.
    Act {
        /// Made by the client.
        id: Uuid,
        /// What.
        action: Action,
    },
    /// The dice are being mixed: promise a number (`room.draw`).
    Promise {
        /// Id of the game.
        game: Uuid,
        /// The digest of the number, 64 hex digits.
        promise: String,
    },
    /// The dice are being mixed, and every promise is known: give the number.
    Nonce {
        /// Id of the game.
        game: Uuid,
        /// The number, 64 hex digits.
        nonce: String,
    },
    /// Everything up to an entry has been shown to the person. A client that tells it once is waited for: the time of a question begins when
    /// all of them who play have seen what led to it. Not acknowledged.
    Shown {
        /// Id of the game.
        game: Uuid,
        /// The last entry that was shown.
        entry: u32,
    },
    /// Another language for refusals.
    Lang {
        /// The language.
        lang: Lang,
    },
    /// A ping: the server answers.
    Ping {
        /// Comes back in the `pong`.
        n: u32,
    },
}

impl ClientMessage {
    /// Reads a message. Commands, which are most of them, are read in one go, without a tree of values in between.
    ///
    /// # Errors
    /// When the text is no message.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Read<'a> {
            t: &'a str,
            id: Uuid,
            #[serde(borrow)]
            command: &'a RawValue,
        }
        match serde_json::from_str(text) {
            Ok(Read { t: "command", id, command }) => {
                Ok(Self::Command { id, command: Payload::part(command) })
            }
            _ => serde_json::from_str(text),
        }
    }
}

/// Who you are in this room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct You {
    /// Your public id.
    pub id: Uuid,
    /// Your nickname.
    pub name: String,
    /// Your seat, if you hold one.
    pub seat: Option<Seat>,
    /// Whether you are the host.
    pub host: bool,
    /// The band you brought, before the start.
    pub band: Option<Payload>,
    /// The invitation of the room, for those who may pass it on (all who are seated, and the host).
    pub invite: Option<String>,
}

/// Who reads a line of chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Channel {
    /// All people in the room (spectators too, unless they see the game with a delay).
    Room,
    /// Spectators among themselves.
    Floor,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// Id of the line, as its writer made it.
    pub id: Uuid,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// Who reads it.
    pub channel: Channel,
    /// Public id of the writer.
    pub from: Uuid,
    /// Nickname of the writer.
    pub name: String,
    /// The seat the writer held.
    pub seat: Option<Seat>,
    /// The words.
    pub text: String,
}

/// What became of a command, an action or a line of chat. Never silence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Answer {
    /// Done, and durable.
    Applied {
        /// The entry it became; `null` for what is not in the journal of a game.
        entry: Option<u32>,
    },
    /// This id was answered before; here is that answer again.
    Duplicate {
        /// The first answer.
        first: Box<Answer>,
    },
    /// Refused; nothing changed.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// From the server to the client.
#[allow(clippy::large_enum_variant, reason = "built, written and dropped at once")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ServerMessage {
    /// Answers `hello`: everything there is to know now. Everything that happens afterwards follows.
    Welcome {
        /// Version of the protocol.
        protocol: u16,
        /// The server's clock, in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now: i64,
        /// Who you are here.
        you: You,
        /// The room.
        room: RoomState,
        /// The game, if one runs or has just ended.
        table: Option<Table>,
        /// The last lines of chat that you may read, oldest first.
        chat: Vec<ChatLine>,
    },
    /// New entries of the game: those of one moment.
    Entries(Moment),
    /// A fresh view of the game: at the start of a game, when a tail is too long, when you take a seat during a game.
    Table(Table),
    /// The clocks changed without an entry: pause, resume.
    Clocks {
        /// The question with its clocks.
        asking: Option<crate::game::Asking>,
    },
    /// What became of your message.
    Answer {
        /// The id you gave it.
        id: Uuid,
        /// What became of it.
        answer: Answer,
    },
    /// What the engine says of your draft.
    Advice {
        /// The number you gave the draft.
        seq: u32,
        /// Whether it is saved, durably. It is, even when it is not (yet) legal, so that nothing written is lost.
        saved: bool,
        /// The ruleset's `Advice`, when the draft can be read.
        advice: Option<Payload>,
        /// Why it would be refused as it stands.
        refusal: Option<Refusal>,
    },
    /// What you may answer to the open question.
    Options {
        /// The number you gave the question.
        seq: u32,
        /// Answers, each as the ruleset's `Command`: all of them, or a fair sample. Empty when nothing is asked of you.
        options: Vec<Payload>,
        /// Why there are none.
        refusal: Option<Refusal>,
    },
    /// Your own place in the room changed.
    You {
        /// Who you are here now.
        you: You,
    },
    /// The room changed.
    Room {
        /// The room.
        room: RoomState,
    },
    /// A person came, went, saved or confirmed.
    Presence {
        /// The phase.
        phase: Phase,
        /// The seats.
        seats: Vec<SeatState>,
        /// Who watches; the first fifty.
        watching: Vec<Watcher>,
        /// How many watch in all.
        watchers: u32,
    },
    /// A line of chat.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// Nothing can be written, or it can again. Meanwhile every clock stands still, and what has to be written is
    /// refused with `server.store`: send it again when this says that it is over.
    Away {
        /// Since when, in milliseconds since 1970; `null` when it is over.
        #[cfg_attr(feature = "ts", ts(type = "number | null"))]
        since: Option<i64>,
    },
    /// Answers `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
        /// The server's clock, in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now: i64,
    },
    /// What the operator announces to all players; `null` when it is over. Comes after `welcome` when something is announced.
    Announcement {
        /// The words, in both languages.
        words: Option<Words>,
    },
    /// A frame that could not be read, or that has no id and came out of place. The socket stays open.
    Unreadable {
        /// Why.
        refusal: Refusal,
    },
    /// The last message before the server closes the socket.
    Closing {
        /// Why.
        code: Closing,
        /// Words for the person.
        words: String,
        /// Come back after this many seconds at the earliest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        wait: Option<u32>,
    },
}

/// Why the server closes a socket. Each has its own WebSocket close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Closing {
    /// The server stops; come back in a moment.
    Shutdown,
    /// You fell behind; come back with what you have.
    Slow,
    /// Nothing was heard of you.
    Silent,
    /// You opened this room in another window.
    Replaced,
    /// The host sent you away.
    Kicked,
    /// Too many messages.
    Rate,
    /// The first message was not a `hello`, or spoke another protocol.
    Hello,
    /// No such room.
    Unknown,
    /// The room is private, and the invitation is missing or void.
    Denied,
    /// The room is full or takes no spectators.
    Full,
    /// The room was rebuilt after a fault; come back with what you have.
    Rebuilt,
    /// Too many rooms are awake; come back in a moment.
    Busy,
    /// The server cannot reach its database; come back in a moment.
    Away,
    /// Too many people are here at once; come back later.
    Crowded,
    /// Another server holds this room; come back, and perhaps to another one.
    Elsewhere,
    /// The game of this room needs rules that no server plays at the moment; come back later.
    Waiting,
    /// This browser was signed out by its owner.
    Revoked,
    /// A frame was larger than any message may be.
    TooLarge,
    /// The room is closed for good.
    Closed,
}

impl Closing {
    /// The WebSocket close code.
    pub const fn close_code(self) -> u16 {
        match self {
            Self::Shutdown => 1012,
            Self::Slow => 4000,
            Self::Silent => 4001,
            Self::Rebuilt => 4002,
            Self::Rate => 4003,
            Self::Busy => 4004,
            Self::Away => 4005,
            Self::Crowded => 4006,
            Self::Elsewhere => 4007,
            Self::Waiting => 4008,
            Self::Replaced => 4010,
            Self::Kicked => 4011,
            Self::Revoked => 4012,
            Self::Hello => 4020,
            Self::Unknown => 4021,
            Self::Denied => 4022,
            Self::Full => 4023,
            Self::TooLarge => 4024,
            Self::Closed => 4025,
        }
    }

    /// Whether the client should come back by itself.
    pub const fn come_back(self) -> bool {
        matches!(
            self,
            Self::Shutdown
                | Self::Slow
                | Self::Silent
                | Self::Rebuilt
                | Self::Rate
                | Self::Busy
                | Self::Away
                | Self::Crowded
                | Self::Elsewhere
                | Self::Waiting
        )
    }

    /// How many seconds to stay away at least, where that is not for the client to judge.
    pub const fn wait(self) -> Option<u32> {
        match self {
            Self::Busy | Self::Crowded => Some(10),
            Self::Waiting => Some(30),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_is_read_in_one_go_is_the_same_message() {
        let id = "6f0e0c5e-2b0f-4ad4-9a53-0d6f1c1d3c0a";
        for text in [
            format!(
                r#"{{"t":"command","id":"{id}","command":{{"o":[1,-2.5,"é\n",null,true],"t":"order"}}}}"#
            ),
            format!(r#"{{"command":[],"id":"{id}","t":"command"}}"#),
            format!(r#" {{ "t" : "comm\u0061nd" , "id" : "{id}" , "command" : 7 }} "#),
            r#"{"t":"ping","n":7}"#.to_owned(),
            r#"{"t":"draft","seq":1,"draft":null}"#.to_owned(),
        ] {
            let plain: ClientMessage = serde_json::from_str(&text).unwrap();
            assert_eq!(ClientMessage::read(&text).unwrap(), plain, "{text}");
        }
        for text in [
            format!(r#"{{"t":"command","id":"{id}"}}"#),
            format!(r#"{{"t":"command","id":"{id}","command":{{}},"more":1}}"#),
            format!(r#"{{"t":"command","id":"{id}","command":{{]}}"#),
            format!(r#"{{"t":"command","id":"{id}","command":1}} 2"#),
            r#"{"t":"command","id":"x","command":1}"#.to_owned(),
        ] {
            assert!(ClientMessage::read(&text).is_err(), "{text}");
        }
    }
}

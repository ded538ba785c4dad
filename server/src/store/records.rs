//! What is stored, as the server knows it.

use bagarre_protocol::fair::{Author, Blind, Given};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, Phase, Settings};
use bagarre_rules::contract::{Actor, Outcome, Seat};
use bagarre_rules::exercise::Staged;
use uuid::Uuid;

use crate::fair::{self, Genesis, Hidden, Link, Open, Rolls};

/// SHA-256 of a secret: what is stored in its place.
pub type Hash = [u8; 32];

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Public id.
    pub id: Uuid,
    /// Nickname.
    pub name: String,
    /// When the person came first, in milliseconds since 1970.
    pub created: i64,
}

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRecord {
    /// Its public id.
    pub id: String,
    /// Public id of the host.
    pub host: Uuid,
    /// Where it stands.
    pub phase: Phase,
    /// What the host chose.
    pub settings: Settings,
    /// Number of the invitation that is valid; the invitation itself is made from it and the server's secret.
    pub invite: i64,
    /// The game that runs, or the last one.
    pub game: Option<Uuid>,
    /// The campaign that its games belong to.
    pub campaign: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When anything last happened in it.
    pub touched: i64,
    /// When the pause of its game ends by itself, while it is paused.
    pub paused_until: Option<i64>,
    /// The entry at which its game was paused last.
    pub paused_entry: Option<u32>,
    /// Its seats, in order.
    pub seats: Vec<SeatRecord>,
    /// The epoch it is in. Each task of a room begins one with its first write ([`super::Write::ClaimEpoch`]), so that what another
    /// one sent is refused if it arrives late. A room that is stored is written in its epoch alone.
    pub epoch: i64,
}

impl RoomRecord {
    /// Moves the end of the pause by so many milliseconds, if there is one.
    pub(crate) fn move_pause(&mut self, by: i64) {
        self.paused_until = self.paused_until.map(|until| until + by);
    }
}

/// A seat as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRecord {
    /// Who holds it.
    pub holder: Holder,
    /// What its player plays with, brought before the start.
    pub band: Option<Payload>,
    /// The clock answered for it, and its player has not been heard since.
    pub absent: bool,
}

impl SeatRecord {
    /// An open seat.
    pub fn empty() -> Self {
        Self { holder: Holder::Open, band: None, absent: false }
    }

    /// A seat that a person holds, with nothing brought yet.
    pub fn of(guest: &Guest) -> Self {
        Self { holder: Holder::Guest { id: guest.id, name: guest.name.clone() }, ..Self::empty() }
    }

    /// The person who holds it.
    pub fn person(&self) -> Option<Uuid> {
        match self.holder {
            Holder::Guest { id, .. } => Some(id),
            Holder::Open | Holder::Bot { .. } => None,
        }
    }
}

/// A member of a room, or one who was sent away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Public id.
    pub guest: Uuid,
    /// Sent away by the host.
    pub kicked: bool,
}

/// Where the dice of a game come from, besides the server's secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// From nowhere else: a game of before the seats were asked. Its journal is no chain.
    Before,
    /// The seats are being asked; there is no entry yet.
    Asked,
    /// From what each seat gave.
    Drawn(Vec<Given>),
}

/// A game as it is stored. Holds the secret of its dice: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its id.
    pub id: Uuid,
    /// The room it is played in.
    pub room: String,
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u16,
    /// The scenario.
    pub scenario: String,
    /// Names of the seats; empty where one was taken out.
    pub players: Vec<String>,
    /// What the chain covers of names: first those of the seats, then those of people who sat down later. Nothing in games of
    /// before there was a chain.
    pub nameplates: Vec<Nameplate>,
    /// The ruleset's set-up.
    pub setup: Payload,
    /// The server's secret, from which the dice come.
    pub secret: [u8; 32],
    /// SHA-256 of the secret, in hex.
    pub commitment: String,
    /// What the dice come from besides.
    pub draw: Draw,
    /// Whether sealed answers stay with their players until all seats have sealed.
    pub blind: bool,
    /// When it started, in milliseconds since 1970.
    pub started: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it was put aside.
    pub quarantined: Option<String>,
}

impl GameRecord {
    /// What its chain begins with; `None` for one of before there was a chain, or that is not drawn yet.
    pub fn genesis(&self) -> Option<Genesis<'_>> {
        let Draw::Drawn(draw) = &self.draw else { return None };
        let seats = self.nameplates.iter().take(self.players.len());
        Some(Genesis {
            game: self.id,
            ruleset: &self.ruleset,
            version: self.version,
            scenario: &self.scenario,
            players: seats.map(|plate| plate.digest.as_str()).collect(),
            setup: &self.setup,
            started: self.started,
            commitment: &self.commitment,
            draw,
            blind: self.blind,
        })
    }

    /// The seed of the dice; `None` before the seats were asked, or when what they gave cannot be read.
    pub fn seed(&self) -> Option<[u8; 32]> {
        match &self.draw {
            Draw::Before => Some(self.secret),
            Draw::Asked => None,
            Draw::Drawn(given) => match Staged::read(self.setup.text()) {
                Some(staged) => Some(staged.seed()),
                None => Some(fair::seed(&self.secret, self.id, &fair::nonces(given)?)),
            },
        }
    }
}

impl std::fmt::Debug for GameRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRecord").field("id", &self.id).field("room", &self.room).finish_non_exhaustive()
    }
}

/// A name in the record of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Nameplate {
    /// Whose name it is, for people.
    pub guest: Option<Uuid>,
    /// What the chain covers, in hex.
    pub digest: String,
    /// The name, and the salt of its digest; nothing once it was taken out.
    pub name: Option<(String, [u8; 16])>,
}

impl Nameplate {
    /// The nameplate of a name.
    pub fn new(guest: Option<Uuid>, name: &str, salt: [u8; 16]) -> Self {
        let digest = hex::encode(fair::nameplate(&salt, name));
        Self { guest, digest, name: Some((name.to_owned(), salt)) }
    }

    /// As it is exported.
    pub fn shown(self) -> bagarre_protocol::fair::Nameplate {
        let (name, salt) = self.name.map(|(name, salt)| (name, hex::encode(salt))).unzip();
        bagarre_protocol::fair::Nameplate { digest: self.digest, name, salt }
    }
}

/// A row of the journal. Holds sealed commands: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalRow {
    /// The game.
    pub game: Uuid,
    /// The number of the entry, from 0.
    pub entry: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The actor; `None` for entry 0.
    pub actor: Option<Actor>,
    /// The client's id for the command.
    pub command_id: Option<Uuid>,
    /// The command, in normal form.
    pub command: Option<Payload>,
    /// The events, a JSON list.
    pub events: Payload,
    /// Dice drawn since the start of the game, after this entry.
    pub drawn: u64,
    /// The digest and the salt of a sealed command.
    pub seal: Option<(String, [u8; 16])>,
    /// What it says of a sheet that stays, or stayed, with its player.
    pub blind: Option<Blind>,
    /// What ties it to the row before; nothing in games of before there was a chain.
    pub link: Option<Link>,
}

/// Bytes of a row besides its texts, roughly: numbers, digests, keys of its indexes.
const ROW_BYTES: usize = 300;

impl JournalRow {
    /// How many bytes are written with it, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let text = |payload: &Payload| payload.text().len();
        // A sheet that was opened is written as a command as well, or stands here.
        let sheet = match &self.blind {
            Some(Blind::Opened { sheet, .. } | Blind::Refused { sheet, .. }) => {
                sheet.as_ref().map_or(0, text)
            }
            Some(Blind::Sealed { .. } | Blind::Withdrawn { .. } | Blind::Unopened { .. }) | None => 0,
        };
        ROW_BYTES + self.command.as_ref().map_or(0, text) + text(&self.events) + sheet
    }

    /// The head of the chain after it.
    fn head(&self, before: &Hash, outcome: Option<&Outcome>, link: &Link) -> Result<Hash, serde_json::Error> {
        let open = Open { n: self.entry, at: self.at, author: link.author.as_ref(), outcome };
        let hidden = Hidden {
            command: self.command.as_ref(),
            events: &self.events,
            rolls: &link.rolls,
            drawn: self.drawn,
            seal: self.seal.as_ref().map(|(digest, _)| digest.as_str()),
            blind: self.blind.as_ref(),
        };
        fair::head(before, open, &hidden, &link.salt)
    }

    /// The link of a new row to the head before it. With it the game ends in `outcome`, if in any.
    pub fn tied_to(
        &self,
        before: &Hash,
        outcome: Option<&Outcome>,
        author: Option<Author>,
        rolls: Rolls,
        salt: [u8; 16],
    ) -> Result<Link, serde_json::Error> {
        let link = Link { author, rolls, salt, head: [0; 32] };
        Ok(Link { head: self.head(before, outcome, &link)?, ..link })
    }

    /// Whether a stored row follows from the head before it; the new head if so.
    pub fn follows(&self, before: &Hash, outcome: Option<&Outcome>) -> Option<Hash> {
        let link = self.link.as_ref()?;
        self.head(before, outcome, link).ok().filter(|head| *head == link.head)
    }
}

impl std::fmt::Debug for JournalRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JournalRow")
            .field("game", &self.game)
            .field("entry", &self.entry)
            .finish_non_exhaustive()
    }
}

/// A person took a seat of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The seat.
    pub seat: Seat,
    /// The last entry before the person sat down.
    pub entry: u32,
    /// Public id of the person.
    pub guest: Uuid,
}

/// When a question was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The entry with which it was put.
    pub entry: u32,
    /// When that entry was made, in milliseconds since 1970.
    pub at: i64,
}

/// A clock as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadlineRow {
    /// The seat that thinks.
    pub seat: Seat,
    /// When its time is over, in the time of the tables ([`crate::clock`]).
    pub deadline: i64,
    /// Milliseconds the question was given.
    pub total: i64,
    /// Milliseconds left, while the game is paused.
    pub paused_left: Option<i64>,
    /// The question, while the answer of this seat is waited for.
    pub asked: Option<Asked>,
    /// Milliseconds in the reserve of the seat: when its clock began, where the clock draws on it; otherwise what is left. `None` where
    /// the reserve is untouched, and in rooms without one.
    pub bank: Option<i64>,
}

impl DeadlineRow {
    /// Moves the end of the clock by so many milliseconds, if it runs.
    pub(crate) fn move_by(&mut self, by: i64) {
        if self.paused_left.is_none() {
            self.deadline += by;
        }
    }
}

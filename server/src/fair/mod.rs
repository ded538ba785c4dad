//! What makes a game checkable: the seed of its dice, which no party chooses, and the chain of its journal. Every
//! digest is SHA-256 over parts that cannot be confused: a label, parts of fixed length, and at most one text at the
//! end. `PROTOCOL.md` tells the same for those who check without this program.

mod canonical;
pub mod sign;

pub use canonical::{canonical, canonical_text};

use bagarre_protocol::fair::{Author, Blind, Given};
use bagarre_protocol::game::Export;
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::{Outcome, Roll, Seat};
use bagarre_rules::dice::{Dice, DiceError, Faces, Seeded};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// A digest.
pub type Hash = [u8; 32];
/// The dice of an entry in order, as sides and face.
pub type Rolls = Vec<(u8, u8)>;

const NAME: &[u8] = b"bagarre name 1";
const PROMISE: &[u8] = b"bagarre nonce 1";
const SEED: &[u8] = b"bagarre seed 1";
const CHAIN: &[u8] = b"bagarre chain 1";
const ENTRY: &[u8] = b"bagarre entry 1";
const BLIND: &[u8] = b"bagarre blind 1";

/// What ties a row of the journal to the one before it. Holds the salt: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// Who made it; none for entry 0.
    pub author: Option<Author>,
    /// Every die of the entry.
    pub rolls: Rolls,
    /// Hides what the head covers until the game is over.
    pub salt: [u8; 16],
    /// The head of the chain after it.
    pub head: Hash,
}

/// Bytes of a fixed length from hex digits in lower case, which is how everything here is written.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    (hex::encode(bytes) == text).then_some(bytes)
}

/// What the chain covers of a name. Without the salt names cannot be told apart by trying them.
pub fn nameplate(salt: &[u8; 16], name: &str) -> Hash {
    Sha256::new().chain_update(NAME).chain_update(salt).chain_update(name.as_bytes()).finalize().into()
}

/// What a seat promises before it gives its number.
pub fn promise(game: Uuid, seat: Seat, nonce: &Hash) -> Hash {
    let promise = Sha256::new().chain_update(PROMISE).chain_update(game.as_bytes());
    promise.chain_update([seat.0]).chain_update(nonce).finalize().into()
}

/// What all audiences are told of a command that stays sealed: SHA-256 of the salt, then the command with sorted keys
/// and no blanks.
pub fn seal(salt: &[u8; 16], command: &str) -> Result<String, serde_json::Error> {
    Ok(hex::encode(Sha256::new().chain_update(salt).chain_update(canonical_text(command)?).finalize()))
}

/// What a seat seals in place of a sheet that stays with its player. `question` is the entry with which the question was put,
/// `sheet` the JSON of a command, however it is written.
pub fn blind(
    game: Uuid,
    question: u32,
    seat: Seat,
    salt: &Hash,
    sheet: &str,
) -> Result<Hash, serde_json::Error> {
    let sheet = canonical_text(sheet)?;
    let seal = Sha256::new().chain_update(BLIND).chain_update(game.as_bytes());
    let seal = seal.chain_update(question.to_be_bytes()).chain_update([seat.0]).chain_update(salt);
    Ok(seal.chain_update(sheet.as_bytes()).finalize().into())
}

/// The seed of the dice: the secret of the server, the game, and for each seat in order a 1 and its number, or a 0.
pub fn seed(secret: &Hash, game: Uuid, nonces: &[Option<Hash>]) -> Hash {
    let mut seed = Sha256::new().chain_update(SEED).chain_update(secret).chain_update(game.as_bytes());
    for nonce in nonces {
        match nonce {
            Some(nonce) => seed = seed.chain_update([1]).chain_update(nonce),
            None => seed = seed.chain_update([0]),
        }
    }
    seed.finalize().into()
}

/// The numbers of a draw; `None` when one cannot be read.
pub fn nonces(draw: &[Given]) -> Option<Vec<Option<Hash>>> {
    draw.iter()
        .map(|given| given.nonce.as_deref().map_or(Some(None), |nonce| unhex(nonce).map(Some)))
        .collect()
}

/// What the chain of a game begins with: everything that is settled before the first die.
#[derive(Clone, Debug, Serialize)]
pub struct Genesis<'a> {
    /// Id of the game.
    pub game: Uuid,
    /// The ruleset.
    pub ruleset: &'a str,
    /// Its version.
    pub version: u16,
    /// The scenario.
    pub scenario: &'a str,
    /// The digests of the names of the seats, in hex.
    pub players: Vec<&'a str>,
    /// The set-up, with every band.
    pub setup: &'a Payload,
    /// When it started, in milliseconds since 1970.
    pub started: i64,
    /// SHA-256 of the server's secret, in hex.
    pub commitment: &'a str,
    /// What the seats gave to the dice.
    pub draw: &'a [Given],
    /// Whether sealed answers stay with their players until all seats have sealed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blind: bool,
}

impl<'a> Genesis<'a> {
    /// That of an exported game, which was drawn like this.
    pub fn of_export(export: &'a Export, draw: &'a [Given]) -> Self {
        let names = export.nameplates.as_deref().unwrap_or_default();
        Self {
            game: export.game,
            ruleset: &export.ruleset,
            version: export.version,
            scenario: export.scenario.as_deref().unwrap_or_default(),
            players: names.iter().take(export.players.len()).map(|plate| plate.digest.as_str()).collect(),
            setup: &export.setup,
            started: export.started.unwrap_or_default(),
            commitment: &export.commitment,
            draw,
            blind: export.blind,
        }
    }

    /// The head before entry 0.
    pub fn head(&self) -> Result<Hash, serde_json::Error> {
        let text = canonical(self)?;
        Ok(Sha256::new().chain_update(CHAIN).chain_update(text.as_bytes()).finalize().into())
    }
}

/// What all audiences are told of an entry when it is made.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Open<'a> {
    /// Its number.
    pub n: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who made it.
    pub author: Option<&'a Author>,
    /// How the game ended with it, if it did.
    pub outcome: Option<&'a Outcome>,
}

/// What may have to stay hidden until the game is over.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Hidden<'a, E> {
    /// The command.
    pub command: Option<&'a Payload>,
    /// The events: a list.
    pub events: E,
    /// The dice.
    pub rolls: &'a [(u8, u8)],
    /// Dice drawn since the start of the game.
    pub drawn: u64,
    /// The digest of a sealed command.
    pub seal: Option<&'a str>,
    /// What it says of a sheet that stays, or stayed, with its player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blind: Option<&'a Blind>,
}

/// The head after an entry.
pub fn head<E: Serialize>(
    before: &Hash,
    open: Open<'_>,
    hidden: &Hidden<'_, E>,
    salt: &[u8; 16],
) -> Result<Hash, serde_json::Error> {
    let content = Sha256::new().chain_update(salt).chain_update(canonical(hidden)?.as_bytes()).finalize();
    let entry = Sha256::new().chain_update(ENTRY).chain_update(before).chain_update(content);
    Ok(entry.chain_update(canonical(&open)?.as_bytes()).finalize().into())
}

/// Seeded dice that note every face.
pub struct Noted {
    dice: Seeded,
    rolls: Rolls,
}

impl Noted {
    /// Dice of a seed, of which `drawn` have been used.
    pub fn new(seed: Hash, drawn: u64) -> Self {
        Self { dice: Seeded::new(seed, drawn), rolls: Vec::new() }
    }

    /// How many dice have been drawn since the start of the game, and those that were noted.
    pub fn done(self) -> (u64, Rolls) {
        (self.dice.drawn(), self.rolls)
    }
}

impl Dice for Noted {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let faces = self.dice.roll(roll)?;
        self.rolls.extend(faces.iter().map(|face| (roll.sides, *face)));
        Ok(faces)
    }

    fn die(&mut self, sides: u8) -> u8 {
        let face = self.dice.die(sides);
        self.rolls.push((sides, face));
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Uuid = Uuid::from_u128(7);

    #[test]
    fn a_seed_depends_on_every_part_and_on_which_seat_gave_what() {
        let (one, two) = ([1; 32], [2; 32]);
        let whole = seed(&one, GAME, &[Some(two), None]);
        assert_ne!(whole, seed(&two, GAME, &[Some(two), None]));
        assert_ne!(whole, seed(&one, Uuid::nil(), &[Some(two), None]));
        assert_ne!(whole, seed(&one, GAME, &[None, Some(two)]));
        assert_ne!(whole, seed(&one, GAME, &[Some(two)]));
        assert_ne!(whole, seed(&one, GAME, &[Some(two), Some([0; 32])]));
    }

    #[test]
    fn a_promise_cannot_be_copied_by_another_seat_or_for_another_game() {
        let number = [5; 32];
        assert_ne!(promise(GAME, Seat(0), &number), promise(GAME, Seat(1), &number));
        assert_ne!(promise(GAME, Seat(0), &number), promise(Uuid::nil(), Seat(0), &number));
    }

    #[test]
    fn a_blind_seal_names_game_question_seat_salt_and_sheet() {
        let (salt, sheet) = ([9; 32], r#"{"b": 1, "a": [2]}"#);
        let whole = blind(GAME, 5, Seat(1), &salt, sheet).unwrap();
        assert_eq!(
            whole,
            blind(GAME, 5, Seat(1), &salt, r#"{"a":[2],"b":1}"#).unwrap(),
            "however it is written"
        );
        let others = [
            blind(Uuid::nil(), 5, Seat(1), &salt, sheet),
            blind(GAME, 6, Seat(1), &salt, sheet),
            blind(GAME, 5, Seat(0), &salt, sheet),
            blind(GAME, 5, Seat(1), &[8; 32], sheet),
            blind(GAME, 5, Seat(1), &salt, r#"{"a":[2],"b":2}"#),
        ];
        assert!(others.into_iter().all(|other| other.unwrap() != whole));
        assert!(blind(GAME, 5, Seat(1), &salt, "{").is_err());
    }

    #[test]
    fn a_seal_does_not_depend_on_how_the_command_is_written() {
        let salt = [3; 16];
        let one = seal(&salt, r#"{"b": 1, "a": [2, 3]}"#).unwrap();
        assert_eq!(one, seal(&salt, r#"{"a":[2,3],"b":1}"#).unwrap());
        assert_eq!(
            one,
            hex::encode(Sha256::new().chain_update(salt).chain_update(r#"{"a":[2,3],"b":1}"#).finalize())
        );
        assert_ne!(one, seal(&[4; 16], r#"{"a":[2,3],"b":1}"#).unwrap());
        assert_ne!(one, seal(&salt, r#"{"a":[2,3],"b":2}"#).unwrap());
    }

    #[test]
    fn hex_is_written_in_one_way() {
        assert_eq!(unhex::<2>("0aff"), Some([10, 255]));
        assert_eq!((unhex::<2>("0AFF"), unhex::<2>("0aff0"), unhex::<2>("zz00")), (None, None, None));
    }

    #[test]
    fn a_head_hides_the_command_it_covers() {
        // A reader that knows everything but the salt cannot tell two sealed commands apart by trying them.
        let author = Author::Player { seat: Seat(0), nameplate: "00".to_owned() };
        let open = Open { n: 1, at: 5, author: Some(&author), outcome: None };
        let commands: Vec<Payload> =
            (1..=6).map(|bid| Payload::parse(format!(r#"{{"bid":{bid}}}"#)).unwrap()).collect();
        let tried = |command: &Payload, salt: &[u8; 16]| {
            let hidden = Hidden {
                command: Some(command),
                events: [0; 0],
                rolls: &[],
                drawn: 0,
                seal: None,
                blind: None,
            };
            head(&[0; 32], open, &hidden, salt).unwrap()
        };
        let published = tried(&commands[3], &[9; 16]);
        let guesses = commands.iter().map(|command| tried(command, &[0; 16]));
        assert!(guesses.into_iter().all(|guess| guess != published));
        assert_eq!(published, tried(&commands[3], &[9; 16]), "with the salt it can be checked");
        assert_ne!(published, tried(&commands[2], &[9; 16]));
    }

    #[test]
    fn noted_dice_are_the_seeded_ones() {
        let (mut noted, mut plain) = (Noted::new([3; 32], 2), Seeded::new([3; 32], 2));
        let faces = [noted.die(20), noted.die(8), noted.die(3)];
        assert_eq!(faces, [plain.die(20), plain.die(8), plain.die(3)]);
        assert_eq!(noted.done(), (5, vec![(20, faces[0]), (8, faces[1]), (3, faces[2])]));
    }
}

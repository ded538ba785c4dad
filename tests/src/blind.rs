//! What the client of a player does by itself where seals are blind: it keeps sheet and salt, sends their digest, and
//! opens when all seats have sealed.

use bagarre_protocol::fair::Sealing;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage};
use bagarre_rules::contract::Seat;
use bagarre_server::fair;
use serde_json::Value;
use uuid::Uuid;

use crate::player::Player;

/// A sheet on the device of its player.
#[derive(Clone, Debug)]
pub struct Device {
    /// The game.
    pub game: Uuid,
    /// The question it answers.
    pub question: u32,
    /// The seat it was sealed for.
    pub seat: Seat,
    /// The salt.
    pub salt: [u8; 32],
    /// The sheet.
    pub sheet: Value,
}

/// How the seals of the open question stand, as a player knows it.
pub fn sealing(player: &Player) -> Option<&Sealing> {
    player.asking()?.blind.as_ref()
}

/// Whether sheets are asked for.
pub fn is_open(player: &Player) -> bool {
    sealing(player).is_some_and(|sealing| sealing.open)
}

impl Device {
    /// Writes a sheet for the open question.
    pub fn write(player: &Player, sheet: &Value) -> Self {
        let game = player.table.as_ref().expect("a table").game;
        let question = sealing(player).expect("a question that is sealed blindly").question;
        let mut salt = [0; 32];
        salt[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        salt[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        Self { game, question, seat: player.seat(), salt, sheet: sheet.clone() }
    }

    /// The digest of it.
    pub fn digest(&self) -> String {
        let sheet = self.sheet.to_string();
        hex::encode(fair::blind(self.game, self.question, self.seat, &self.salt, &sheet).expect("JSON"))
    }

    /// What seals it, under an id.
    pub fn sealed_as(&self, id: Uuid) -> ClientMessage {
        ClientMessage::Seal { id, game: self.game, question: self.question, digest: self.digest() }
    }

    /// What opens it.
    pub fn opened(&self) -> ClientMessage {
        ClientMessage::Open {
            game: self.game,
            question: self.question,
            salt: hex::encode(self.salt),
            sheet: Payload::of(&self.sheet).expect("JSON"),
        }
    }

    /// Seals it.
    pub async fn seal(&self, player: &mut Player) -> Answer {
        let id = Uuid::new_v4();
        player.send(&self.sealed_as(id)).await;
        player.answer(id).await
    }

    /// Takes the seal back.
    pub async fn unseal(&self, player: &mut Player) -> Answer {
        let id = Uuid::new_v4();
        player.send(&ClientMessage::Unseal { id, game: self.game, question: self.question }).await;
        player.answer(id).await
    }

    /// Opens the sheet as soon as all seats have sealed.
    pub async fn open(&self, player: &mut Player) {
        player.until("everybody has sealed", is_open).await;
        player.send(&self.opened()).await;
    }
}

/// Seals a sheet for the question that is asked, or is about to be.
pub async fn seal(player: &mut Player, sheet: &Value) -> Device {
    player.until("a question", |player| player.is_asked() && sealing(player).is_some()).await;
    let device = Device::write(player, sheet);
    let answer = device.seal(player).await;
    assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
    device
}

/// The code with which something without an id was refused.
pub async fn unreadable(player: &mut Player) -> String {
    player
        .expect("a refusal", |message| match message {
            ServerMessage::Unreadable { refusal } => Some(refusal.code.clone()),
            _ => None,
        })
        .await
}

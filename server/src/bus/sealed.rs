//! What crosses the bus is sealed with AES-256-GCM (NIST SP 800-38D), so that nothing that listens to the bus reads it, and nothing that does not have the
//! secret of the servers speaks in their place.
//!
//! A message by itself is sealed with a key of all servers, a random nonce, and its subject as associated data. The messages of a link are sealed with a key
//! that both its ends have made for it, with their direction and number as the nonce, so that none can be repeated, left out or moved to another link.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes256Gcm, Nonce};
use uuid::Uuid;

use crate::secrets::{self, Secret, derive};
use crate::world::World;

/// Bytes of a nonce.
const NONCE_BYTES: usize = 12;

/// A number that one end of a link has drawn, so that the key of the link is a new one.
pub(crate) type Salt = [u8; 16];

/// The key that all servers on one database have. Never printed.
#[derive(Clone)]
pub(crate) struct ClusterKey(Secret);

impl ClusterKey {
    /// Makes the key from the secret that the servers share.
    pub(crate) fn new(secret: &Secret) -> Self {
        Self(derive(secret, "bagarre bus 1", &[]))
    }

    /// Returns the first word of every subject, which keeps the servers on one database apart from others on the same bus. It tells nothing of the key.
    pub(crate) fn prefix(&self) -> String {
        let name = derive(&self.0, "bagarre bus name 1", &[]);
        format!("bagarre-{}", hex::encode(&name[..6]))
    }

    /// Seals a message for one subject.
    pub(crate) fn seal(&self, subject: &str, text: &[u8], world: &World) -> Option<Vec<u8>> {
        secrets::seal(&self.0, subject.as_bytes(), text, world).ok()
    }

    /// Opens a message of one subject; `None` where it was not sealed for it by a server with this key.
    pub(crate) fn open(&self, subject: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        secrets::open(&self.0, subject.as_bytes(), sealed)
    }

    /// Makes both directions of a link: to send, and to receive. Each end passes what both have drawn, and which end it is.
    pub(crate) fn link(&self, link: &LinkTerms<'_>, end: LinkSide) -> (Sealer, Opener) {
        let LinkTerms { id, room, epoch, salts: [one, two] } = link;
        let about = [id.as_bytes(), &epoch.to_be_bytes()[..], one, two, room.as_bytes()];
        let cipher = Aes256Gcm::new(&derive(&self.0, "bagarre link 1", &about).into());
        let sender = Sealer { cipher: cipher.clone(), direction: end as u8, next: 1 };
        (sender, Opener { cipher, direction: 1 - end as u8, next: 1 })
    }
}

/// What the key of a link is made from, besides that of the servers.
pub(crate) struct LinkTerms<'a> {
    pub(crate) id: Uuid,
    pub(crate) room: &'a str,
    pub(crate) epoch: i64,
    /// What the server of the sockets has drawn, and what the one that holds the room has.
    pub(crate) salts: [Salt; 2],
}

/// An end of a link.
#[derive(Clone, Copy)]
pub(crate) enum LinkSide {
    /// The server of the sockets.
    Edge = 0,
    /// The server that holds the room.
    Owner = 1,
}

/// Seals the messages of one direction of a link.
pub(crate) struct Sealer {
    cipher: Aes256Gcm,
    direction: u8,
    next: u64,
}

/// Opens the messages of one direction of a link.
pub(crate) struct Opener {
    cipher: Aes256Gcm,
    direction: u8,
    next: u64,
}

fn numbered(direction: u8, number: u64) -> [u8; NONCE_BYTES] {
    let mut nonce = [0; NONCE_BYTES];
    nonce[0] = direction;
    nonce[4..].copy_from_slice(&number.to_be_bytes());
    nonce
}

impl Sealer {
    /// Seals the next message. Returns its number with it.
    pub(crate) fn seal(&mut self, text: &[u8]) -> Option<(u64, Vec<u8>)> {
        let number = self.next;
        self.next += 1;
        let sealed = self.cipher.encrypt(&Nonce::from(numbered(self.direction, number)), text).ok()?;
        Some((number, sealed))
    }
}

/// What a message of a link is to its receiver.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The next one.
    Next(Vec<u8>),
    /// One that was received before, or that the other end has not sealed: nothing.
    Stray,
    /// A later one: one before it was lost.
    Gap,
}

impl Opener {
    /// Takes a number for the next one without comparing it.
    #[cfg(feature = "testkit")]
    pub(crate) fn expect(&mut self, number: u64) {
        self.next = number;
    }

    /// Opens a message.
    pub(crate) fn open(&mut self, number: u64, sealed: &[u8]) -> Received {
        if number < self.next {
            return Received::Stray;
        }
        match self.cipher.decrypt(&Nonce::from(numbered(self.direction, number)), sealed) {
            Err(_) => Received::Stray,
            Ok(_) if number > self.next => Received::Gap,
            Ok(opened) => {
                self.next += 1;
                Received::Next(opened)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(key: &ClusterKey, terms: &LinkTerms<'_>) -> ((Sealer, Opener), (Sealer, Opener)) {
        (key.link(terms, LinkSide::Edge), key.link(terms, LinkSide::Owner))
    }

    fn terms(epoch: i64, salts: [Salt; 2]) -> LinkTerms<'static> {
        LinkTerms { id: Uuid::from_u128(7), room: "a-room", epoch, salts }
    }

    #[test]
    fn a_message_opens_for_its_subject_and_its_servers_alone() {
        let (world, key) = (World::system(), ClusterKey::new(&[1; 32]));
        let sealed = key.seal("a.b", b"sealed orders", &world).unwrap();
        assert_eq!(key.open("a.b", &sealed).unwrap(), b"sealed orders");
        assert!(!sealed.windows(6).any(|part| part == b"orders"));
        assert_ne!(sealed, key.seal("a.b", b"sealed orders", &world).unwrap(), "each has a nonce of its own");
        assert_eq!(key.open("a.c", &sealed), None);
        assert_eq!(ClusterKey::new(&[2; 32]).open("a.b", &sealed), None);
        let mut torn = sealed.clone();
        torn[20] ^= 1;
        for bad in [&torn[..], &sealed[..20], &[]] {
            assert_eq!(key.open("a.b", bad), None);
        }
        assert_ne!(key.prefix(), ClusterKey::new(&[2; 32]).prefix());
    }

    #[test]
    fn the_messages_of_a_link_open_in_order_once_and_in_their_direction() {
        let key = ClusterKey::new(&[1; 32]);
        let ((mut up, mut heard), (mut down, mut received)) = ends(&key, &terms(3, [[1; 16], [2; 16]]));
        let (one, sealed) = up.seal(b"one").unwrap();
        assert_eq!(received.open(one, &sealed), Received::Next(b"one".to_vec()));
        assert_eq!(received.open(one, &sealed), Received::Stray, "not twice");
        assert_eq!(heard.open(one, &sealed), Received::Stray, "not back to its sender");
        let (answer, said) = down.seal(b"two").unwrap();
        assert_eq!(heard.open(answer, &said), Received::Next(b"two".to_vec()));
        let (two, late) = up.seal(b"late").unwrap();
        let (three, sealed) = up.seal(b"three").unwrap();
        assert_eq!(received.open(2, &sealed), Received::Stray, "under another number");
        assert_eq!(received.open(9, &sealed), Received::Stray, "nor does a forged one break the link");
        assert_eq!(received.open(three, &sealed), Received::Gap);
        assert_eq!(received.open(two, &late), Received::Next(b"late".to_vec()));
    }

    #[test]
    fn a_link_has_a_key_of_its_own() {
        let key = ClusterKey::new(&[1; 32]);
        let ((mut up, _), _) = ends(&key, &terms(3, [[1; 16], [2; 16]]));
        let (number, sealed) = up.seal(b"one").unwrap();
        let others = [
            terms(4, [[1; 16], [2; 16]]),
            terms(3, [[1; 16], [3; 16]]),
            terms(3, [[2; 16], [1; 16]]),
            LinkTerms { room: "b-room", ..terms(3, [[1; 16], [2; 16]]) },
            LinkTerms { id: Uuid::from_u128(8), ..terms(3, [[1; 16], [2; 16]]) },
        ];
        for other in &others {
            let (_, (_, mut received)) = ends(&key, other);
            assert_eq!(received.open(number, &sealed), Received::Stray);
        }
    }
}

//! Names of rooms, campaigns and works, and invitations. An invitation is a keyed digest of the room and a number, so nothing secret is
//! stored with the room, and a new number voids the old link.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Crockford's letters: none that is taken for another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A name of as many letters, from random bytes.
pub(crate) fn letters<const N: usize>(random: [u8; N]) -> String {
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// Whether a text can be the name of a room or a campaign. What cannot is not asked for, and not logged.
pub(crate) fn is_room(name: &str) -> bool {
    is_name(name, 10)
}

/// Whether a text can be a name of so many letters.
pub(crate) fn is_name(name: &str, length: usize) -> bool {
    name.len() == length && name.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}

fn digest(secret: &[u8; 32], room: &str, number: i64) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(b"bagarre invitation\n");
    mac.update(room.as_bytes());
    mac.update(&number.to_le_bytes());
    Some(mac)
}

/// The invitation of a room: 32 hex digits.
pub(crate) fn invitation(secret: &[u8; 32], room: &str, number: i64) -> String {
    digest(secret, room, number)
        .map_or_else(String::new, |mac| hex::encode(&mac.finalize().into_bytes()[..16]))
}

/// Whether an invitation is that of the room, in constant time.
pub(super) fn fits(secret: &[u8; 32], room: &str, number: i64, given: &str) -> bool {
    let (Some(mac), Ok(given)) = (digest(secret, room, number), hex::decode(given)) else { return false };
    given.len() == 16 && mac.verify_truncated_left(&given).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_opens_one_room_until_the_next_number() {
        let secret = [7; 32];
        let link = invitation(&secret, "abc", 3);
        assert_eq!(link.len(), 32);
        assert!(fits(&secret, "abc", 3, &link));
        assert!(!fits(&secret, "abd", 3, &link));
        assert!(!fits(&secret, "abc", 4, &link));
        assert!(!fits(&[8; 32], "abc", 3, &link));
        assert!(!fits(&secret, "abc", 3, ""));
        assert!(!fits(&secret, "abc", 3, &link[..30]));
        assert!(!fits(&secret, "abc", 3, "pas une invitation"));
    }

    #[test]
    fn room_ids_are_plain_letters() {
        assert_eq!(letters([0, 1, 31, 32, 255, 10, 11, 12, 13, 14]), "01z0zabcde");
        assert!(is_room("01z0zabcde"));
        for no in ["", "01z0zabcd", "01z0zabcdef", "01Z0zabcde", "01z0zabcd\0", "01z0zabcé", "01z0zabcd\n"] {
            assert!(!is_room(no), "{no:?}");
        }
    }
}

//! How a browser is known: the cookie and the secret in it.

use sha2::{Digest, Sha256};

use crate::store::Hash;
use crate::world::World;

/// Name of the cookie by which every server knew a person up to version 0.1.0. Cookies know no port: servers on one host took it from
/// each other. It is still read where the own one is missing.
pub const OLD_COOKIE: &str = "bagarre";

/// Name of the cookie by which one server knows a person: the same after a restart, behind every proxy and from every backup.
pub(crate) fn cookie_name(secret: &[u8; 32]) -> String {
    let id = Sha256::new().chain_update(b"bagarre cookie\n").chain_update(secret).finalize();
    format!("{OLD_COOKIE}-{}", hex::encode(&id[..4]))
}

/// A secret that a browser keeps: 64 hex digits. Never printed; stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

impl Token {
    pub(crate) fn new(world: &World) -> Result<Self, getrandom::Error> {
        Ok(Self(hex::encode(world.random::<32>()?)))
    }

    /// What is stored in its place.
    pub fn hash(&self) -> Hash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_with_different_secrets_have_different_cookies() {
        let [one, two] = [cookie_name(&[1; 32]), cookie_name(&[2; 32])];
        assert_ne!(one, two);
        assert_eq!(one, cookie_name(&[1; 32]));
        let plain = |char: char| char.is_ascii_alphanumeric() || char == '-';
        assert!(one.starts_with("bagarre-") && one.chars().all(plain), "{one}");
    }
}

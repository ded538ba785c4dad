//! How a browser is known: the cookie and the secret in it.

use sha2::{Digest, Sha256};

use crate::store::Hash;
use crate::world::random;

/// Name of the cookie that knows a person.
pub const COOKIE: &str = "bagarre";

/// A secret that a browser keeps: 64 hex digits. Never printed; stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

impl Token {
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        Ok(Self(hex::encode(random::<32>()?)))
    }

    /// What is stored in its place.
    pub fn hash(&self) -> Hash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

//! The secrets of a server: one of 32 bytes that invitations, signatures, pushes and cookies are made from, and the token of the operator.
//! One process keeps them in its data folder. Several on the same database share them: they come from one secret in the environment of
//! each, or from the database, sealed with a key from there.

use std::io;
use std::path::Path;

use aes_gcm::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use crate::folder;
use crate::http::TOKEN;
use crate::store::{Store, StoreError};
use crate::world::World;

/// Bytes that a secret from the environment has at least.
const MIN_SECRET_BYTES: usize = 32;
/// The file of the secret in the data folder.
pub(crate) const FILE: &str = "secret.key";
/// The name of the secret in the database.
const NAME: &str = "server";
/// Bytes of a nonce.
const NONCE_BYTES: usize = 12;

/// The secret that everything else is made from.
pub(crate) type Secret = [u8; 32];

/// A secret as the operator has given it. Never printed.
#[derive(Clone)]
pub struct OperatorSecret(String);

impl std::fmt::Debug for OperatorSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OperatorSecret")
    }
}

impl OperatorSecret {
    /// Takes a secret from a variable. Fails where it is too short; says nothing of what it is.
    fn new(variable: &str, text: &str) -> Result<Self, SecretError> {
        let bytes = text.trim().len();
        if bytes < MIN_SECRET_BYTES {
            return Err(SecretError::Short(variable.to_owned(), bytes));
        }
        Ok(Self(text.trim().to_owned()))
    }

    /// A key for one purpose.
    fn derive(&self, label: &str) -> Secret {
        derive(self.0.as_bytes(), label, &[])
    }
}

/// Where the secrets of a server come from.
#[derive(Clone, Debug, Default)]
pub enum Secrets {
    /// From its data folder, where they are made when there are none.
    #[default]
    Folder,
    /// From one secret that all servers are given.
    Shared(OperatorSecret),
    /// From the database, sealed with a key that all servers are given.
    Sealed(OperatorSecret),
}

/// Why there are no secrets.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// A variable holds too little.
    #[error(
        "{0} has {1} bytes where at least 32 have to be: give all servers the same value, such as one that `openssl rand -hex 32` prints"
    )]
    Short(String, usize),
    /// Two sources at once.
    #[error("give BAGARRE_SECRET or BAGARRE_CLUSTER_KEY, not both")]
    Both,
    /// The database has a secret that was sealed with another key.
    #[error(
        "the secret in the database was sealed with another key: give the BAGARRE_CLUSTER_KEY that it was sealed with; where that is lost, \
         delete the rows of the table `secrets` for a new one, which voids invitations and changes the key that exports are signed with"
    )]
    OtherKey,
    /// The database has a sealed secret, and there is no key to it.
    #[error(
        "the servers on this database share a sealed secret: give this one their BAGARRE_CLUSTER_KEY too; where they are to share it no more, \
         delete the rows of the table `secrets`"
    )]
    NoKey,
    /// The data folder, or a file in it, cannot be used.
    #[error("the data folder cannot be used: {0}")]
    Folder(#[from] io::Error),
    /// The database could not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Secrets {
    /// Reads what the environment gives: `BAGARRE_SECRET`, `BAGARRE_CLUSTER_KEY`, or neither.
    pub fn read(secret: Option<String>, cluster_key: Option<String>) -> Result<Self, SecretError> {
        match (secret, cluster_key) {
            (None, None) => Ok(Self::Folder),
            (Some(secret), None) => Ok(Self::Shared(OperatorSecret::new("BAGARRE_SECRET", &secret)?)),
            (None, Some(key)) => Ok(Self::Sealed(OperatorSecret::new("BAGARRE_CLUSTER_KEY", &key)?)),
            (Some(_), Some(_)) => Err(SecretError::Both),
        }
    }

    /// The secret that comes from the environment alone, if it does.
    pub(crate) fn shared(&self) -> Option<Secret> {
        match self {
            Self::Shared(secret) => Some(secret.derive("bagarre secret 1")),
            Self::Folder | Self::Sealed(_) => None,
        }
    }

    /// The secret of this server, made when there is none.
    pub(crate) async fn secret(
        &self,
        store: &dyn Store,
        data: &Path,
        world: &World,
    ) -> Result<Secret, SecretError> {
        let stored = store.sealed(NAME).await?;
        match self {
            Self::Sealed(secret) => {
                let key = secret.derive("bagarre cluster key 1");
                if let Some(body) = stored {
                    return open_stored(&key, &body);
                }
                // One that this server had by itself stays good.
                let own = match read(data)? {
                    Some(own) => own,
                    None => world.random().map_err(io::Error::other)?,
                };
                // Another server may have been quicker.
                let sealed = seal(&key, NAME.as_bytes(), &own, world)?;
                open_stored(&key, &store.keep_sealed(NAME, &sealed).await?)
            }
            Self::Folder | Self::Shared(_) if stored.is_some() => Err(SecretError::NoKey),
            Self::Shared(secret) => Ok(secret.derive("bagarre secret 1")),
            Self::Folder => Ok(read_or_make(data, world)?),
        }
    }

    /// The token of the operator: 64 hex digits in a file for its owner alone, where `bagarre admin` reads it. Servers that share their
    /// secret share it, too.
    pub(crate) fn token(&self, secret: &Secret, data: &Path, world: &World) -> io::Result<String> {
        let file = data.join(TOKEN);
        let held = match std::fs::read_to_string(&file) {
            Ok(held) => Some(held.trim().to_owned()),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(folder::cannot("read", &file)(why)),
        };
        let token = match (self, held) {
            (Self::Folder, None) => hex::encode(world.random::<32>().map_err(io::Error::other)?),
            (Self::Folder, Some(held)) if held.len() == 64 => {
                folder::close_if_there(&file)?;
                return Ok(held);
            }
            (Self::Folder, Some(_)) => {
                let why = format!("{} does not hold a token: delete it for a new one", file.display());
                return Err(io::Error::other(why));
            }
            (Self::Shared(_) | Self::Sealed(_), held) => {
                let token = hex::encode(derive(secret, "bagarre admin token 1", &[]));
                if held.as_ref() == Some(&token) {
                    folder::close_if_there(&file)?;
                    return Ok(token);
                }
                std::fs::remove_file(&file).or_else(folder::if_missing)?;
                token
            }
        };
        folder::write_new(&file, token.as_bytes())?;
        Ok(token)
    }
}

/// The secret that was in a data folder before servers shared one, or that one of them has alone.
fn read(data: &Path) -> io::Result<Option<Secret>> {
    let file = data.join(FILE);
    match std::fs::read(&file) {
        Ok(bytes) => {
            folder::close_if_there(&file)?;
            let secret = bytes.try_into().map_err(|bytes: Vec<u8>| {
                io::Error::other(format!(
                    "{} holds {} bytes where 32 have to be: take it from a backup; where there is none, delete it for a new \
                     one, which voids invitations and changes the key that exports are signed with",
                    file.display(),
                    bytes.len()
                ))
            })?;
            Ok(Some(secret))
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(folder::cannot("read", &file)(why)),
    }
}

fn read_or_make(data: &Path, world: &World) -> io::Result<Secret> {
    if let Some(secret) = read(data)? {
        return Ok(secret);
    }
    let secret = world.random::<32>().map_err(io::Error::other)?;
    folder::write_new(&data.join(FILE), &secret)?;
    Ok(secret)
}

/// Returns the HMAC-SHA-256 (RFC 2104) of a label and of what the key is about, under the digest of `key`: one secret for each purpose.
pub(crate) fn derive(key: &[u8], label: &str, about: &[&[u8]]) -> Secret {
    let mut block = [0; 64];
    block[..32].copy_from_slice(&Sha256::digest(key));
    let mac = <Hmac<Sha256> as hmac::KeyInit>::new(&block.into()).chain_update(label);
    about.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into()
}

/// Seals a text with AES-256-GCM (NIST SP 800-38D) and a random nonce, which stands in front of it. It opens only for what it is about.
pub(crate) fn seal(key: &Secret, about: &[u8], text: &[u8], world: &World) -> io::Result<Vec<u8>> {
    let nonce = world.random::<NONCE_BYTES>().map_err(io::Error::other)?;
    let content = Payload { msg: text, aad: about };
    let sealed = Aes256Gcm::new(key.into()).encrypt(&Nonce::from(nonce), content);
    let sealed = sealed.map_err(|_| io::Error::other("a text could not be sealed"))?;
    Ok([&nonce[..], &sealed].concat())
}

/// Opens what [`seal`] has sealed; `None` where it was sealed with another key or about something else.
pub(crate) fn open(key: &Secret, about: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
    Aes256Gcm::new(key.into()).decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: about }).ok()
}

/// Opens the secret that is kept in the database.
fn open_stored(key: &Secret, body: &[u8]) -> Result<Secret, SecretError> {
    let secret = open(key, NAME.as_bytes(), body).and_then(|secret| secret.try_into().ok());
    secret.ok_or(SecretError::OtherKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_opens_with_its_key_and_with_no_other() {
        let sealed = seal(&[1; 32], NAME.as_bytes(), &[7; 32], &World::system()).unwrap();
        assert_eq!(open_stored(&[1; 32], &sealed).unwrap(), [7; 32]);
        assert_ne!(
            sealed,
            seal(&[1; 32], NAME.as_bytes(), &[7; 32], &World::system()).unwrap(),
            "each has a nonce of its own"
        );
        assert!(!sealed.windows(8).any(|part| part == [7; 8]));
        for (key, body) in [([2; 32], &sealed[..]), ([1; 32], &sealed[..40]), ([1; 32], &[][..])] {
            assert!(matches!(open_stored(&key, body), Err(SecretError::OtherKey)));
        }
        let mut torn = sealed;
        torn[20] ^= 1;
        assert!(matches!(open_stored(&[1; 32], &torn), Err(SecretError::OtherKey)));
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_what_to_do_and_without_what_it_is() {
        let (long, short) = (|| Some("hunter2-".repeat(4)), || Some("hunter2".to_owned()));
        for (secret, key, word) in [
            (short(), None, "BAGARRE_SECRET has 7 bytes where at least 32"),
            (None, short(), "BAGARRE_CLUSTER_KEY has 7 bytes"),
            (Some(format!("hunter2{}", " ".repeat(40))), None, "7 bytes"),
            (long(), long(), "not both"),
        ] {
            let why = Secrets::read(secret, key).unwrap_err().to_string();
            assert!(why.contains(word) && !why.contains("hunter2"), "{why}");
        }
        let read = Secrets::read(long(), None).unwrap();
        assert!(!format!("{read:?}").contains("hunter2"));
    }

    #[test]
    fn the_token_of_the_operator_is_kept_and_is_the_same_where_the_secret_is_shared() {
        let data = tempfile::tempdir().unwrap();
        let own = Secrets::Folder.token(&[1; 32], data.path(), &World::system()).unwrap();
        assert_eq!(own, Secrets::Folder.token(&[2; 32], data.path(), &World::system()).unwrap(), "it stays");
        let shared = Secrets::read(Some("s".repeat(32)), None).unwrap();
        let token = shared.token(&[1; 32], data.path(), &World::system()).unwrap();
        assert_eq!((token.len(), token == own), (64, false));
        assert_eq!(
            std::fs::read_to_string(data.path().join(TOKEN)).unwrap(),
            token,
            "where it is looked for"
        );
        let other = tempfile::tempdir().unwrap();
        assert_eq!(shared.token(&[1; 32], other.path(), &World::system()).unwrap(), token);
        assert_ne!(shared.token(&[2; 32], other.path(), &World::system()).unwrap(), token);
    }

    #[test]
    fn keys_differ_by_what_they_are_for() {
        let first = OperatorSecret::new("X", &"a".repeat(32)).unwrap();
        let other = OperatorSecret::new("X", &"b".repeat(32)).unwrap();
        let all = [first.derive("one"), first.derive("two"), other.derive("one"), other.derive("two")];
        assert!((0..4).all(|one| (0..one).all(|two| all[one] != all[two])));
    }
}

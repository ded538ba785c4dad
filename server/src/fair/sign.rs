//! Signatures of exported files: Ed25519, with a key made from the server's secret.

use bagarre_protocol::campaign::CampaignExport;
use bagarre_protocol::fair::PublicKey;
use bagarre_protocol::game::Export;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use super::unhex;

const LABEL: &[u8] = b"bagarre export key 1";
const FILE: &[u8] = b"bagarre export 1\n";

/// Signs what this server exports. Holds a secret: never printed.
#[derive(Clone)]
pub struct Signer(SigningKey);

impl Signer {
    /// The signer of a server, made from its secret.
    pub fn new(secret: &[u8; 32]) -> Self {
        let mut key = [0; 64];
        key[..32].copy_from_slice(secret);
        let made = Hmac::<Sha256>::new(&key.into()).chain_update(LABEL).finalize();
        Self(SigningKey::from_bytes(&made.into_bytes().into()))
    }

    /// The public key, 64 hex digits.
    pub fn key(&self) -> String {
        hex::encode(self.0.verifying_key().as_bytes())
    }

    /// The public key as it is published.
    pub fn public(&self) -> PublicKey {
        PublicKey { algorithm: "ed25519".to_owned(), key: self.key() }
    }

    /// Signs an exported game.
    pub fn game(&self, mut export: Export) -> Result<Export, serde_json::Error> {
        export.key = Some(self.key());
        export.signature = Some(self.sign(&serde_json::to_value(&export)?));
        Ok(export)
    }

    /// Signs an exported campaign.
    pub fn campaign(&self, mut export: CampaignExport) -> Result<CampaignExport, serde_json::Error> {
        export.key = Some(self.key());
        export.signature = Some(self.sign(&serde_json::to_value(&export)?));
        Ok(export)
    }

    /// The signature of a file, which holds everything but its `signature`.
    pub fn sign(&self, file: &Value) -> String {
        hex::encode(self.0.sign(&text(file)).to_bytes())
    }
}

/// What is signed: a label, then the file as canonical JSON without its `signature`.
fn text(file: &Value) -> Vec<u8> {
    let mut file = file.clone();
    if let Some(fields) = file.as_object_mut() {
        fields.remove("signature");
    }
    [FILE, file.to_string().as_bytes()].concat()
}

/// Whether a file is what the holder of a key signed.
pub fn holds(file: &Value, key: &str, signature: &str) -> bool {
    let key = unhex(key).and_then(|key| VerifyingKey::from_bytes(&key).ok());
    let signature = unhex(signature).map(|bytes| Signature::from_bytes(&bytes));
    key.zip(signature).is_some_and(|(key, signature)| key.verify_strict(&text(file), &signature).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_signature_covers_everything_but_itself() {
        let signer = Signer::new(&[7; 32]);
        let mut file = json!({ "b": [1, 2], "a": { "x": null }, "key": signer.key() });
        let signature = signer.sign(&file);
        assert!(holds(&file, &signer.key(), &signature));
        file["signature"] = json!(signature);
        assert!(holds(&file, &signer.key(), &signature));
        assert!(!holds(&file, &Signer::new(&[8; 32]).key(), &signature));
        file["a"]["x"] = json!(0);
        assert!(!holds(&file, &signer.key(), &signature));
        assert!(!holds(&file, "soup", &signature) && !holds(&file, &signer.key(), "soup"));
    }

    #[test]
    fn the_key_is_not_the_secret() {
        let signer = Signer::new(&[7; 32]);
        assert_ne!(signer.0.to_bytes(), [7; 32]);
        assert_eq!(signer.key(), Signer::new(&[7; 32]).key());
    }
}

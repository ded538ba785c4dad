//! The key that pushes are signed with (RFC 8292). It is made from the secret of the server, so that it comes with every backup.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use sha2::Sha256;

/// How long a signature is good for, in seconds: at most a day.
const SIGNATURE_LIFETIME_SECONDS: i64 = 12 * 3600;

/// Signs what is pushed. Never printed.
#[derive(Clone)]
pub(crate) struct Vapid {
    key: SigningKey,
}

impl Vapid {
    /// The key of a server, from its secret.
    pub(crate) fn new(secret: &[u8; 32]) -> Result<Self, p256::ecdsa::Error> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).map_err(|_| p256::ecdsa::Error::new())?;
        mac.update(b"bagarre vapid\n");
        // All but one of four billion digests are keys.
        Ok(Self { key: SigningKey::from_slice(&mac.finalize().into_bytes())? })
    }

    /// The public key as browsers want it.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// What a push service lets us in with: for its origin alone, with where to find us.
    pub(super) fn authorization(&self, audience: &str, subject: Option<&str>, now: i64) -> String {
        let mut claims =
            serde_json::json!({ "aud": audience, "exp": now / 1000 + SIGNATURE_LIFETIME_SECONDS });
        if let Some(subject) = subject {
            claims["sub"] = subject.into();
        }
        let head = URL_SAFE_NO_PAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public())
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    use super::*;

    #[test]
    fn whoever_has_the_public_key_can_check_what_was_signed() {
        let vapid = Vapid::new(&[7; 32]).unwrap();
        assert_eq!(vapid.public(), Vapid::new(&[7; 32]).unwrap().public());
        assert_ne!(vapid.public(), Vapid::new(&[8; 32]).unwrap().public());
        let header = vapid.authorization("https://push.example", Some("https://bagarre.example"), 5_000);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).unwrap()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 5 + SIGNATURE_LIFETIME_SECONDS);
    }
}

//! The devices of a person: browsers that keep a token, how they come and go.

use bagarre_protocol::http::Device;
use bagarre_protocol::socket::Closing;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::clock::DAY_MS;
use crate::clock::in_millis;
use crate::error::AppError;
use crate::gate::Key;
use crate::link::all::Broadcast;
use crate::room::letters;
use crate::store::devices::DeviceRecord;
use crate::store::{Guest, Hash};
use crate::tokens::Token;

/// How long a link to another device is valid, in milliseconds.
const LINK_LIFETIME_MS: i64 = 15 * 60 * 1000;

/// Letters in the name of a device.
pub(crate) const DEVICE_LETTERS: usize = 24;

/// What a device is called in addresses: nothing can be done with it but by its owner, and the token cannot be found from it.
fn name_of(token: &Hash) -> String {
    hex::encode(
        &Sha256::new().chain_update(b"bagarre device\n").chain_update(token).finalize()[..DEVICE_LETTERS / 2],
    )
}

/// What is stored in place of a code, however it was typed: letters that are taken for others are those.
fn recovery_hash(code: &str) -> Hash {
    let plain =
        code.chars().filter(char::is_ascii_alphanumeric).map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            letter => letter,
        });
    let plain: String = plain.collect();
    Sha256::new().chain_update(b"bagarre recovery\n").chain_update(plain).finalize().into()
}

impl App {
    /// The person that a browser keeps the token of.
    pub async fn guest(&self, token: &Token) -> Result<Option<Guest>, AppError> {
        self.guest_on(token, None).await
    }

    /// The person that a browser keeps the token of, while it has not been unused for too long. That it is used is noted once a day,
    /// and with it the kind of browser, if that is told.
    pub(crate) async fn guest_on(
        &self,
        token: &Token,
        agent: Option<&str>,
    ) -> Result<Option<Guest>, AppError> {
        let hash = token.hash();
        let Some((guest, device)) = self.store().guest_by_token(&hash).await? else { return Ok(None) };
        let (now, unused) = (self.world().now(), self.world().now() - device.used);
        if unused > in_millis(self.config().limits.forget_browser) {
            return Ok(None);
        }
        let unlabelled = device.label.is_empty() && agent.is_some();
        let label = agent.map_or(device.label, label);
        if (unused >= DAY_MS || (unlabelled && !label.is_empty()))
            && let Err(why) = self.store().use_token(&hash, now, &label).await
        {
            // It will be noted the next time.
            tracing::warn!(%why, "the use of a browser was not noted");
        }
        Ok(Some(guest))
    }

    /// This browser forgets the person; its sockets are closed.
    pub async fn forget(&self, token: &Token) -> Result<(), AppError> {
        self.drop_device(&token.hash()).await.map(|_| ())
    }

    /// The browsers of a person, last used first; `token` is that of the one that asks.
    pub async fn devices(&self, guest: &Guest, token: &Token) -> Result<Vec<Device>, AppError> {
        let (own, oldest) =
            (token.hash(), self.world().now() - in_millis(self.config().limits.forget_browser));
        let known = self.store().devices(guest.id).await?.into_iter().filter(|device| device.used >= oldest);
        let shown = |device: DeviceRecord| Device {
            id: name_of(&device.token),
            label: device.label,
            made: device.made,
            used: device.used,
            this: device.token == own,
        };
        Ok(known.map(shown).collect())
    }

    /// Signs out one browser of a person, by its name; its sockets are closed.
    pub async fn revoke(&self, guest: &Guest, device: &str) -> Result<(), AppError> {
        let devices = self.store().devices(guest.id).await?;
        let found = devices.iter().find(|one| name_of(&one.token) == device).ok_or(AppError::Missing)?;
        if self.drop_device(&found.token).await? { Ok(()) } else { Err(AppError::Missing) }
    }

    /// Signs out every browser of a person but the one that asks; their sockets are closed.
    pub async fn revoke_others(&self, guest: &Guest, token: &Token) -> Result<(), AppError> {
        let own = token.hash();
        for device in self.store().devices(guest.id).await? {
            if device.token != own {
                self.drop_device(&device.token).await?;
            }
        }
        Ok(())
    }

    /// The token goes first: who opens a socket at the same moment is refused, or found and cut.
    pub(crate) async fn drop_device(&self, token: &Hash) -> Result<bool, AppError> {
        let gone = self.store().drop_token(token).await?;
        self.gate().cut(Key::Browser(*token), Closing::Revoked);
        self.rooms().tell_others(Broadcast::SignedOut(*token)).await;
        Ok(gone)
    }

    /// Forgets the browsers that were not used for too long.
    pub(crate) async fn forget_unused(&self) -> Result<(), AppError> {
        let oldest = self.world().now() - in_millis(self.config().limits.forget_browser);
        let gone = self.store().drop_unused(oldest).await?;
        if gone > 0 {
            tracing::info!(gone, "browsers that nobody used were forgotten");
        }
        Ok(())
    }

    /// When the recovery code of a person was made, if there is one.
    pub(crate) async fn recovery(&self, guest: &Guest) -> Result<Option<i64>, AppError> {
        Ok(self.store().recovery(guest.id).await?)
    }

    /// Makes a recovery code, for a person who has lost all browsers; an earlier one is void. Five groups of four letters: a
    /// hundred bits.
    pub async fn make_recovery(&self, guest: &Guest) -> Result<String, AppError> {
        let code = letters::<20>(self.world().random()?);
        self.store().set_recovery(guest.id, Some(&recovery_hash(&code)), self.world().now()).await?;
        let groups: Vec<&str> = (0..5).map(|at| &code[4 * at..4 * at + 4]).collect();
        Ok(groups.join("-"))
    }

    /// No such code any more.
    pub(crate) async fn drop_recovery(&self, guest: &Guest) -> Result<(), AppError> {
        Ok(self.store().set_recovery(guest.id, None, self.world().now()).await?)
    }

    /// Recovers a person by the code. It stays good until another is made.
    pub async fn recover(&self, code: &str) -> Result<(Guest, Token), AppError> {
        let guest = self.store().guest_by_recovery(&recovery_hash(code)).await?.ok_or(AppError::Missing)?;
        let token = Token::new(self.world())?;
        self.store().add_token(guest.id, &token.hash(), self.world().now()).await?;
        Ok((guest, token))
    }

    /// A link that lets the same person in from another device: once, within a quarter of an hour.
    pub async fn device_link(&self, guest: &Guest) -> Result<Token, AppError> {
        let link = Token::new(self.world())?;
        self.store().add_link(guest.id, &link.hash(), self.world().now() + LINK_LIFETIME_MS).await?;
        Ok(link)
    }

    /// Uses a device link up.
    pub async fn redeem(&self, link: &Token) -> Result<(Guest, Token), AppError> {
        let guest =
            self.store().take_link(&link.hash(), self.world().now()).await?.ok_or(AppError::Missing)?;
        let token = Token::new(self.world())?;
        self.store().add_token(guest.id, &token.hash(), self.world().now()).await?;
        Ok((guest, token))
    }
}

/// The first that is named wins: many browsers name those whose pages they want to be shown.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: &[(&str, &str)] = &[
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The family of browser and of system that a `User-Agent` names. No version, no model: enough to tell one's phone from one's
/// computer, and nothing else.
pub(crate) fn label(agent: &str) -> String {
    let find = |list: &[(&str, &'static str)]| {
        list.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    [find(BROWSERS), find(SYSTEMS)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_tells_families_and_nothing_else() {
        for (agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox · Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            ("curl/8.5.0", ""),
            ("", ""),
        ] {
            assert_eq!(label(agent), expected, "{agent}");
        }
    }
}

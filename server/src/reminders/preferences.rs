//! How people choose to hear of their turns.

use std::net::IpAddr;

use bagarre_protocol::reach::{self, MailReach, Move, PushTo, Quiet, Rhythm};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lettre::Address;
use sha2::{Digest as _, Sha256};
use web_push_native::p256::PublicKey;

use super::outside::Unfit;
use super::{Reminding, Sent, quiet};
use crate::app::App;
use crate::error::AppError;
use crate::room::letters;
use crate::store::reminders::{Mail, PushRecord, Reach, Reminder};
use crate::store::{Guest, Hash};
use crate::tokens::Token;
use crate::words::reach as words;

/// How long a code is good for, in milliseconds, and how often a wrong one may be typed.
const CODE_LIFETIME_MS: i64 = 3_600_000;
const MAX_CODE_TRIES: u32 = 5;

/// Who asks: the language to answer in, and the address of the request.
pub(crate) struct Caller {
    pub(crate) lang: Lang,
    pub(crate) address: IpAddr,
}

fn digest(code: &str) -> Hash {
    Sha256::new().chain_update(b"bagarre mail\n").chain_update(code.trim().to_lowercase()).finalize().into()
}

impl App {
    async fn reach_of(&self, guest: &Guest, caller: &Caller) -> Result<Reach, AppError> {
        let Caller { lang, .. } = caller;
        let page = self.reminding().page.clone().unwrap_or_default();
        let known = self.store().reach(guest.id).await?;
        Ok(match known {
            Some(known) => Reach { lang: *lang, page, ..known },
            None => Reach {
                guest: guest.id,
                lang: *lang,
                zone: "UTC".to_owned(),
                quiet: None,
                page,
                mail: None,
                hook: None,
            },
        })
    }

    /// How a person is told of their turns; `token` is that of the browser that asks.
    pub(crate) async fn reach(&self, guest: &Guest, token: &Token) -> Result<reach::Reach, AppError> {
        let known = self.store().reach(guest.id).await?;
        let (hash, pushes) = (token.hash(), self.store().pushes(guest.id).await?);
        let pushed = pushes.iter().any(|push| push.token == hash);
        let quiet = known.as_ref().and_then(|reach| reach.quiet);
        Ok(reach::Reach {
            push_key: self.reminding().vapid.public(),
            pushed,
            others: (pushes.len() - usize::from(pushed)) as u32,
            mail_offered: self.reminding().mailer.is_some() && self.reminding().page.is_some(),
            rhythm: Rhythm {
                zone: known.as_ref().map_or_else(|| "UTC".to_owned(), |reach| reach.zone.clone()),
                quiet: quiet.map(|(from, to)| Quiet { from, to }),
            },
            hook: known.as_ref().and_then(|reach| reach.hook.as_ref()).map(|(url, _)| url.clone()),
            mail: known
                .and_then(|reach| reach.mail)
                .map(|mail| MailReach { address: mail.address, confirmed: mail.code.is_none() }),
        })
    }

    /// Sets the hours in which a person is told nothing.
    pub(crate) async fn set_rhythm(
        &self,
        guest: &Guest,
        caller: &Caller,
        rhythm: Rhythm,
    ) -> Result<(), AppError> {
        let day = |quiet: Quiet| {
            quiet.from < quiet::DAY_MINUTES && quiet.to < quiet::DAY_MINUTES && quiet.from != quiet.to
        };
        if !quiet::is_zone(&rhythm.zone) || !rhythm.quiet.is_none_or(day) {
            return Err(words::no_hours().into());
        }
        let quiet = rhythm.quiet.map(|quiet| (quiet.from, quiet.to));
        let reach = Reach { zone: rhythm.zone, quiet, ..self.reach_of(guest, caller).await? };
        Ok(self.store().set_reach(&reach).await?)
    }

    /// The browser that asks is pushed to.
    pub(crate) async fn set_push(
        &self,
        guest: &Guest,
        caller: &Caller,
        token: &Token,
        to: PushTo,
    ) -> Result<(), AppError> {
        self.reminding().outside.fit_now(&to.endpoint).await.map_err(unfit)?;
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let key = bytes(&to.key).filter(|key| key.len() == 65 && PublicKey::from_sec1_bytes(key).is_ok());
        let auth = bytes(&to.auth).and_then(|auth| auth.try_into().ok());
        let (public_key, auth) = key.zip(auth).ok_or_else(words::no_key)?;
        let reach = self.reach_of(guest, caller).await?;
        self.store().set_reach(&reach).await?;
        let push = PushRecord { token: token.hash(), endpoint: to.endpoint, public_key, auth };
        Ok(self.store().set_push(guest.id, &push).await?)
    }

    /// The browser that asks is no longer pushed to.
    pub(crate) async fn drop_push(&self, token: &Token) -> Result<(), AppError> {
        self.store().drop_push(&token.hash()).await?;
        Ok(())
    }

    /// Sends a code to an address; once it is typed, mail goes there.
    pub(crate) async fn set_mail(&self, guest: &Guest, caller: &Caller, to: &str) -> Result<(), AppError> {
        let Reminding { mailer, page, .. } = self.reminding();
        let (mailer, page) = mailer.as_ref().zip(page.as_deref()).ok_or_else(words::no_mail)?;
        let address: Address = to.trim().parse().map_err(|_| words::no_address())?;
        let (reach, now) = (self.reach_of(guest, caller).await?, self.world().now());
        if !self.reminding().codes.take(guest.id, caller.address, address.as_ref()) {
            return Err(words::too_soon().into());
        }
        let code = letters::<8>(self.world().random()?);
        let mail = Mail { address: address.to_string(), code: Some(digest(&code)), asked: now, tries: 0 };
        self.store().set_reach(&Reach { mail: Some(mail), ..reach }).await?;
        match mailer.confirm(address, &code, page, caller.lang).await {
            Sent::Done => Ok(()),
            Sent::Again | Sent::Never | Sent::Dead => Err(words::not_sent().into()),
        }
    }

    /// The code was typed.
    pub(crate) async fn confirm_mail(
        &self,
        guest: &Guest,
        caller: &Caller,
        code: &str,
    ) -> Result<(), AppError> {
        let reach = self.reach_of(guest, caller).await?;
        let Some(mail) = reach.mail.clone() else { return Err(AppError::Missing) };
        let Some(expected) = mail.code else { return Ok(()) };
        if mail.tries >= MAX_CODE_TRIES || self.world().now() - mail.asked >= CODE_LIFETIME_MS {
            return Err(words::wrong_code().into());
        }
        let right = expected == digest(code);
        let mail =
            Mail { code: Some(expected).filter(|_| !right), tries: mail.tries + u32::from(!right), ..mail };
        self.store().set_reach(&Reach { mail: Some(mail), ..reach }).await?;
        if right { Ok(()) } else { Err(words::wrong_code().into()) }
    }

    /// No mail any more.
    pub(crate) async fn drop_mail(&self, guest: &Guest, caller: &Caller) -> Result<(), AppError> {
        let reach = self.reach_of(guest, caller).await?;
        Ok(self.store().set_reach(&Reach { mail: None, ..reach }).await?)
    }

    /// A webhook is called from now on. Returns what it is signed with.
    pub(crate) async fn set_hook(
        &self,
        guest: &Guest,
        caller: &Caller,
        url: String,
    ) -> Result<String, AppError> {
        self.reminding().outside.fit_now(&url).await.map_err(unfit)?;
        let (reach, secret) = (self.reach_of(guest, caller).await?, self.world().random::<32>()?);
        self.store().set_reach(&Reach { hook: Some((url, secret)), ..reach }).await?;
        Ok(hex::encode(secret))
    }

    /// No webhook any more.
    pub(crate) async fn drop_hook(&self, guest: &Guest, caller: &Caller) -> Result<(), AppError> {
        let reach = self.reach_of(guest, caller).await?;
        Ok(self.store().set_reach(&Reach { hook: None, ..reach }).await?)
    }

    /// A page is about to remind a player of a move. Returns `false` when the player was reminded of it already, or the
    /// move is another player's now.
    pub(crate) async fn page_reminds(&self, guest: &Guest, of: Move) -> Result<bool, AppError> {
        let Move { game, seat } = of;
        let Some(turn) = self.store().turn(game, seat, guest.id).await? else { return Ok(false) };
        let done =
            Reminder { game, seat, guest: guest.id, entry: turn.entry, next: None, tries: 0, channels: None };
        Ok(self.store().remind(&done).await?)
    }
}

fn unfit(why: Unfit) -> Refusal {
    match why {
        Unfit::Unreadable => words::address(),
        Unfit::Plain => words::plain(),
        Unfit::Private => words::private(),
    }
}

//! Pushes and webhooks.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http_body_util::Full;
use hyper::{Request, StatusCode, header};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use web_push_native::{Auth, encrypt, p256::PublicKey};

use super::Sent;
use super::outside::Outside;
use super::vapid::Vapid;
use super::words::{ReminderContent, ReminderWords};
use crate::store::reminders::{PushRecord, Reminder};

/// How long a push service may keep a message for a browser that is away, in seconds: a day at most.
const MAX_PUSH_LIFETIME_SECONDS: i64 = 24 * 3600;
/// Messages are filled up to this length, so that none tells by its own what is in it.
const PADDED_MESSAGE_BYTES: usize = 1024;

/// What the answer of a receiver means.
fn judged(status: Option<StatusCode>) -> Sent {
    match status {
        Some(status) if status.is_success() => Sent::Done,
        Some(StatusCode::NOT_FOUND | StatusCode::GONE) => Sent::Dead,
        Some(StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT) | None => Sent::Again,
        Some(status) if status.is_server_error() => Sent::Again,
        Some(_) => Sent::Never,
    }
}

/// One name for a move: what is told of it again takes the place of what was told before.
pub(super) fn topic(reminder: &Reminder) -> String {
    let name = format!("{} {} {}", reminder.game, reminder.seat.0, reminder.entry);
    URL_SAFE_NO_PAD.encode(&Sha256::digest(name)[..24])
}

/// Pushes to a browser.
pub(super) async fn push(
    outside: &Outside,
    vapid: &Vapid,
    to: &PushRecord,
    (content, text, subject): (&ReminderContent, &ReminderWords, Option<&str>),
    (topic, left, now): (&str, i64, i64),
) -> Sent {
    let (Ok(uri), Ok(key)) = (outside.fit(&to.endpoint), PublicKey::from_sec1_bytes(&to.public_key)) else {
        return Sent::Dead;
    };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Sent::Dead };
    let link = content.link().map_or_else(|| content.path(), str::to_owned);
    let mut words = json!({ "title": text.title, "body": text.body, "link": link, "tag": topic }).to_string();
    words.extend(std::iter::repeat_n(' ', PADDED_MESSAGE_BYTES.saturating_sub(words.len())));
    let Ok(sealed) = encrypt(words.into_bytes(), &key, &Auth::from(to.auth)) else {
        return Sent::Dead;
    };
    let audience = format!("{scheme}://{authority}");
    let request = Request::post(uri)
        .header("TTL", (left / 1000).clamp(60, MAX_PUSH_LIFETIME_SECONDS))
        .header("Urgency", "high")
        .header("Topic", topic)
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::AUTHORIZATION, vapid.authorization(&audience, subject, now))
        .body(Full::new(Bytes::from(sealed)));
    let Ok(request) = request else { return Sent::Dead };
    judged(outside.ask(request).await)
}

/// What a webhook is signed with: HMAC-SHA-256 over the time, a dot and the body, in hex.
fn signature(secret: &[u8; 32], at: i64, body: &str) -> String {
    // A key of any length is taken.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else { return String::new() };
    mac.update(format!("{at}.{body}").as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// Calls a webhook.
pub(super) async fn hook(
    outside: &Outside,
    (url, secret): &(String, [u8; 32]),
    content: &ReminderContent,
    text: &ReminderWords,
    (topic, now): (&str, i64),
) -> Sent {
    let Ok(uri) = outside.fit(url) else { return Sent::Never };
    let Ok(serde_json::Value::Object(mut body)) = serde_json::to_value(content) else { return Sent::Never };
    let text = [Some(&*text.title), Some(&*text.body), content.link()];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
    body.insert("text".to_owned(), text.into());
    let (body, at) = (serde_json::Value::Object(body).to_string(), now / 1000);
    let request = Request::post(uri)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, concat!("Bagarre/", env!("CARGO_PKG_VERSION")))
        .header("Bagarre-Delivery", topic)
        .header("Bagarre-Timestamp", at)
        .header("Bagarre-Signature", format!("v1={}", signature(secret, at, &body)))
        .body(Full::new(Bytes::from(body)));
    let Ok(request) = request else { return Sent::Never };
    judged(outside.ask(request).await)
}

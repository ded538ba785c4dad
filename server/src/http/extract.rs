//! What handlers take out of a request.

use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum_extra::extract::CookieJar;
use bagarre_rules::any::RulesetId;
use bagarre_rules::systems;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::cookies::token;
use super::error::HttpError;
use crate::app::App;
use crate::devices::DEVICE_LETTERS;
use crate::room;
use crate::shelf::WORK_LETTERS;
use crate::store::Guest;

/// A JSON body; its rejection is a refusal like any other. To JSON Schema, in which the API is described, 2.0 is a whole number: so
/// it is here.
pub(crate) struct Body<T>(pub(crate) T);

/// The same JSON with whole numbers written without a fraction. Each byte is read a bounded number of times: what follows a dot is
/// copied or left out with it.
fn whole_numbers(json: &[u8]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(json.len());
    // Whether the number that is being read has a dot already.
    let (mut at, mut quoted, mut dotted) = (0, false, false);
    while let Some(&byte) = json.get(at) {
        let mut end = at + 1;
        match byte {
            b'"' => quoted = !quoted,
            // An escaped quote ends no text.
            b'\\' if quoted => end += 1,
            b'.' if !quoted && !dotted && whole.last().is_some_and(u8::is_ascii_digit) => {
                end += json[end..].iter().take_while(|&&byte| byte == b'0').count();
                let zeros = end > at + 1;
                let ends = !matches!(json.get(end), Some(b'0'..=b'9' | b'e' | b'E' | b'.'));
                if zeros && ends {
                    at = end;
                    continue;
                }
                dotted = true;
            }
            _ => {}
        }
        dotted &= byte == b'.' || byte.is_ascii_digit();
        let end = end.min(json.len());
        whole.extend_from_slice(&json[at..end]);
        at = end;
    }
    whole
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => HttpError::TooLarge,
            _ => HttpError::Body(rejection.body_text()),
        })?;
        let request = Request::from_parts(parts, whole_numbers(&bytes).into());
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(HttpError::MediaType),
            Err(rejection) => Err(HttpError::Body(rejection.body_text())),
        }
    }
}

/// What one part of a path names. What cannot be such a name is not found, and reaches no query and no log.
pub(crate) trait Named: Sized + Send {
    /// Reads the part.
    fn read(text: &str) -> Option<Self>;
}

/// The id of a room.
pub(crate) struct RoomId(pub(crate) String);

impl Named for RoomId {
    fn read(text: &str) -> Option<Self> {
        room::is_room(text).then(|| Self(text.to_owned()))
    }
}

/// The id of a campaign.
pub(crate) struct CampaignId(pub(crate) String);

impl Named for CampaignId {
    fn read(text: &str) -> Option<Self> {
        room::is_room(text).then(|| Self(text.to_owned()))
    }
}

/// The id of a work on the shelf.
pub(crate) struct WorkId(pub(crate) String);

impl Named for WorkId {
    fn read(text: &str) -> Option<Self> {
        room::is_name(text, WORK_LETTERS).then(|| Self(text.to_owned()))
    }
}

/// The name of a device.
pub(crate) struct DeviceName(pub(crate) String);

impl Named for DeviceName {
    fn read(text: &str) -> Option<Self> {
        room::is_name(text, DEVICE_LETTERS).then(|| Self(text.to_owned()))
    }
}

impl Named for RulesetId {
    fn read(text: &str) -> Option<Self> {
        systems::parse(text).ok()
    }
}

impl Named for Uuid {
    fn read(text: &str) -> Option<Self> {
        Self::parse_str(text).ok()
    }
}

/// The one variable part of a path.
pub(crate) struct Id<T>(pub(crate) T);

impl<T: Named, S: Send + Sync> FromRequestParts<S> for Id<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Path(text) =
            Path::<String>::from_request_parts(parts, state).await.map_err(|_| HttpError::Missing)?;
        T::read(&text).map(Self).ok_or(HttpError::Missing)
    }
}

/// The two variable parts of a path.
pub(crate) struct Ids<T, U>(pub(crate) T, pub(crate) U);

impl<T: Named, U: Named, S: Send + Sync> FromRequestParts<S> for Ids<T, U> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let read = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((one, two)) = read.map_err(|_| HttpError::Missing)?;
        T::read(&one).zip(U::read(&two)).map(|(one, two)| Self(one, two)).ok_or(HttpError::Missing)
    }
}

/// What this browser says of itself, if anything.
pub(crate) fn agent(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::USER_AGENT)?.to_str().ok()
}

/// The person that a browser names; refused when it names none.
pub(crate) struct Person(pub(crate) Guest);

impl FromRequestParts<App> for Person {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let MaybePerson(person) = MaybePerson::from_request_parts(parts, app).await?;
        person.map(Self).ok_or(HttpError::UnknownGuest)
    }
}

/// The person behind a browser, if one is known by it.
pub(crate) struct MaybePerson(pub(crate) Option<Guest>);

impl FromRequestParts<App> for MaybePerson {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        match token(app, &CookieJar::from_headers(&parts.headers)) {
            Some(token) => Ok(Self(app.guest_on(&token, agent(&parts.headers)).await?)),
            None => Ok(Self(None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::whole_numbers;

    #[test]
    fn whole_numbers_lose_their_fraction_and_nothing_else_changes() {
        for (given, expected) in [
            (r#"{"a":2.0,"b":[-1.000,0.0]}"#, r#"{"a":2,"b":[-1,0]}"#),
            (r#"{"a":2.05,"b":2.0e3,"c":20.10}"#, r#"{"a":2.05,"b":2.0e3,"c":20.10}"#),
            (r#"{"a 1.0":"2.0 \" 3.0","b":"\\"}"#, r#"{"a 1.0":"2.0 \" 3.0","b":"\\"}"#),
            (r#"[1.,.0,"1.0"#, r#"[1.,.0,"1.0"#),
            ("[1.0.0,1.0.5]", "[1.0.0,1.0.5]"),
            ("2.0", "2"),
            ("", ""),
            ("\"\\", "\"\\"),
        ] {
            assert_eq!(String::from_utf8(whole_numbers(given.as_bytes())).unwrap(), expected);
        }
    }
}

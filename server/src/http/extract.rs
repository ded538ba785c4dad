//! What handlers take out of a request.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;

use super::error::HttpError;
use crate::app::{App, COOKIE, Token};
use crate::store::Guest;

/// A JSON body; its rejection is a refusal like any other.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(HttpError::MediaType),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(HttpError::TooLarge),
            Err(rejection) => Err(HttpError::Body(rejection.body_text())),
        }
    }
}

/// The token that this browser keeps, if any.
pub(crate) fn token(jar: &CookieJar) -> Option<Token> {
    jar.get(COOKIE).map(|cookie| Token(cookie.value().to_owned()))
}

/// The person behind a browser; refused when nobody is known by it.
pub(crate) struct Person(pub(crate) Guest);

impl FromRequestParts<App> for Person {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let MaybePerson(person) = MaybePerson::from_request_parts(parts, app).await?;
        person.map(Self).ok_or(HttpError::Nobody)
    }
}

/// The person behind a browser, if one is known by it.
pub(crate) struct MaybePerson(pub(crate) Option<Guest>);

impl FromRequestParts<App> for MaybePerson {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        match token(&CookieJar::from_headers(&parts.headers)) {
            Some(token) => Ok(Self(app.guest(&token).await?)),
            None => Ok(Self(None)),
        }
    }
}

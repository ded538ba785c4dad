//! What goes wrong, as a response: a status, a dotted code, and words in the language of the person.

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bagarre_protocol::game;
use bagarre_rules::any::Refusal;

use super::lang::lang_of;
use crate::error::AppError;

/// Codes of refusals that tomorrow may no longer be made.
const LIMITS: [&str; 3] = ["room.limit", "campaign.limit", "reach.limit"];

/// Code of what would need rules that this build does not have.
const RULES: &str = "game.rules";

/// Why a request was not answered with what it asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// What was asked for breaks a rule.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such thing, or it is not for this person.
    #[error("not found")]
    Missing,
    /// The method is not one of the path's.
    #[error("method not allowed")]
    Method,
    /// Nobody is known by this browser.
    #[error("nobody is known by this browser")]
    Nobody,
    /// The request comes from another site.
    #[error("from another site")]
    Origin,
    /// The body is no JSON of the right shape.
    #[error("{0}")]
    Body(String),
    /// The body is no JSON by its own account.
    #[error("not JSON")]
    MediaType,
    /// The body is too large.
    #[error("too large")]
    TooLarge,
    /// Too many requests; come back in so many seconds.
    #[error("too many requests")]
    TooMany(u64),
    /// Took too long.
    #[error("took too long")]
    Slow,
    /// Not now: starting, stopping, or the database is away.
    #[error("not now")]
    Away,
    /// A fault of the server. Logged; the person only learns that it happened.
    #[error("{0}")]
    Fault(String),
}

impl From<AppError> for HttpError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Refused(refusal) => Self::Refused(refusal),
            AppError::Missing => Self::Missing,
            AppError::Store(_) | AppError::Write(_) | AppError::Held(_) | AppError::Superseded(_) => {
                tracing::error!(%error, "the store could not answer a request");
                Self::Away
            }
            AppError::Random(_) | AppError::Reminders(_) | AppError::Unreadable(_) => {
                Self::Fault(error.to_string())
            }
        }
    }
}

impl HttpError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Refused(refusal) if LIMITS.contains(&&*refusal.code) => StatusCode::TOO_MANY_REQUESTS,
            Self::Refused(refusal) if refusal.code == RULES => StatusCode::NOT_IMPLEMENTED,
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Missing => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Nobody => StatusCode::UNAUTHORIZED,
            Self::Origin => StatusCode::FORBIDDEN,
            Self::Body(_) => StatusCode::BAD_REQUEST,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::Away => StatusCode::SERVICE_UNAVAILABLE,
            Self::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn refusal(self) -> Refusal {
        let (code, fr, en) = match self {
            Self::Refused(refusal) => return refusal,
            Self::Body(why) => {
                return Refusal::plain(
                    "bad_json",
                    format!("La demande est illisible : {why}"),
                    format!("The request could not be read: {why}"),
                );
            }
            Self::Missing => (
                "http.not_found",
                "Il n'y a rien à cette adresse, ou ce n'est pas pour vous.",
                "There is nothing at this address, or it is not for you.",
            ),
            Self::Method => (
                "http.method",
                "Cette adresse ne s'utilise pas ainsi.",
                "This address is not used like that.",
            ),
            Self::Nobody => ("guest.unknown", "Choisissez d'abord un surnom.", "Choose a nickname first."),
            Self::Origin => (
                "http.origin",
                "Cette demande vient d'un autre site et n'a pas été suivie.",
                "This request comes from another site and was not followed.",
            ),
            Self::MediaType => (
                "http.media_type",
                "Il faut du JSON (content-type: application/json).",
                "This takes JSON (content-type: application/json).",
            ),
            Self::TooLarge => ("http.too_large", "C'est trop long.", "This is too long."),
            Self::TooMany(_) => {
                ("http.too_many", "Trop de demandes. Attendez un peu.", "Too many requests. Wait a little.")
            }
            Self::Slow => ("http.slow", "C'était trop long. Réessayez.", "That took too long. Try again."),
            Self::Away => (
                "http.away",
                "Le serveur n'est pas prêt. Réessayez dans un instant.",
                "The server is not ready. Try again in a moment.",
            ),
            Self::Fault(_) => (
                "http.fault",
                "Le serveur a trébuché. Rien n'a été perdu ; réessayez.",
                "The server stumbled. Nothing was lost; try again.",
            ),
        };
        Refusal::plain(code, fr, en)
    }
}

/// Both languages travel to [`speak`], which knows what the request asked for.
impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        if let Self::Fault(why) = &self {
            tracing::error!(%why, "a request failed");
        }
        let mut response = self.status().into_response();
        if let Self::TooMany(seconds) = self {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(self.refusal());
        response
    }
}

/// Writes refusals in the language of the request.
pub(crate) async fn speak(request: Request, next: Next) -> Response {
    let lang = lang_of(request.headers());
    let mut response = next.run(request).await;
    let Some(refusal) = response.extensions_mut().remove::<Refusal>() else { return response };
    let words = refusal.say(lang).to_owned();
    let body = game::Refusal { code: refusal.code.into_owned(), rule: refusal.rule, words };
    let (mut parts, _) = response.into_parts();
    let (spoken, body): (_, Body) = Json(body).into_response().into_parts();
    parts.headers.extend(spoken.headers);
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    Response::from_parts(parts, body)
}

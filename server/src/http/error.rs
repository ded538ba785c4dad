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
use crate::origin::Foreign;
use crate::words::http as words;

/// Codes of refusals that tomorrow may no longer be made.
const LIMITS: [&str; 4] = ["room.limit", "campaign.limit", "reach.limit", "quota.bytes"];

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
    /// This browser names no known person.
    #[error("nobody is known by this browser")]
    UnknownGuest,
    /// The request comes from another site.
    #[error("from another site")]
    Origin(Box<Foreign>),
    /// The request was sent to a host that this server does not answer to.
    #[error("to another host")]
    Host(String),
    /// A socket was asked for without what makes a request one for a socket.
    #[error("no request for a socket")]
    Upgrade(&'static str),
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
            AppError::Bus(_)
            | AppError::Random(_)
            | AppError::Secrets(_)
            | AppError::Reminders(_)
            | AppError::Unreadable(_) => Self::Fault(error.to_string()),
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
            Self::UnknownGuest => StatusCode::UNAUTHORIZED,
            Self::Origin(_) | Self::Host(_) => StatusCode::FORBIDDEN,
            Self::Upgrade(_) => StatusCode::UPGRADE_REQUIRED,
            Self::Body(_) => StatusCode::BAD_REQUEST,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::Away => StatusCode::SERVICE_UNAVAILABLE,
            Self::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(super) fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::Body(why) => words::bad_json(&why),
            Self::Origin(foreign) => origin_refusal(&foreign),
            Self::Host(host) => host_refusal(&host),
            Self::Upgrade(missing) => words::upgrade(missing),
            Self::Missing => words::missing(),
            Self::Method => words::method(),
            Self::UnknownGuest => words::unknown_guest(),
            Self::MediaType => words::media_type(),
            Self::TooLarge => words::too_large(),
            Self::TooMany(_) => words::too_many(),
            Self::Slow => words::slow(),
            Self::Away => words::away(),
            Self::Fault(_) => words::fault(),
        }
    }
}

/// Says which address is expected of a page.
fn origin_refusal(foreign: &Foreign) -> Refusal {
    let Foreign { origin, host, expected } = foreign;
    match (expected, origin, host) {
        (Some(expected), ..) => words::origin_elsewhere(expected),
        (None, Some(origin), Some(host)) => words::origin_behind(origin, host),
        (None, ..) => words::origin(),
    }
}

/// Says how the server can be made to answer to a name.
fn host_refusal(host: &str) -> Refusal {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if name.is_empty() { words::host() } else { words::host_unknown(name) }
}

/// Both languages travel to [`speak`], which knows what the request asked for.
impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        if let Self::Fault(why) = &self {
            tracing::error!(%why, "a request failed");
        }
        let mut response = self.status().into_response();
        if let Self::Upgrade(_) = self {
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
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

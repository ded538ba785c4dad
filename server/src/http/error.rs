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
    Nobody,
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
            AppError::Random(_) | AppError::Secrets(_) | AppError::Reminders(_) | AppError::Unreadable(_) => {
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
        let (code, fr, en) = match self {
            Self::Refused(refusal) => return refusal,
            Self::Body(why) => {
                return Refusal::plain(
                    "bad_json",
                    format!("La demande est illisible : {why}"),
                    format!("The request could not be read: {why}"),
                );
            }
            Self::Origin(foreign) => return origin_refusal(&foreign),
            Self::Host(host) => return host_refusal(&host),
            Self::Upgrade(missing) => {
                return Refusal::plain(
                    "http.upgrade",
                    format!(
                        "Ceci n’est pas une demande de WebSocket : il manque {missing}. Si un proxy est devant ce serveur, il doit passer les en-têtes Upgrade et Connection, par HTTP/1.1 (docs/hosting.md)."
                    ),
                    format!(
                        "This is no request for a WebSocket: {missing} is missing. A proxy in front of this server has to pass the headers Upgrade and Connection on, by HTTP/1.1 (docs/hosting.md)."
                    ),
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

/// Says which address is expected of a page.
fn origin_refusal(foreign: &Foreign) -> Refusal {
    let Foreign { origin, host, expected } = foreign;
    let (fr, en) = match (expected, origin, host) {
        (Some(expected), ..) => (
            format!(" L’adresse de ce serveur est {expected} : ouvrez-le là."),
            format!(" The address of this server is {expected}: open it there."),
        ),
        (None, Some(origin), Some(host)) => (
            format!(
                " Elle vient de {origin} et a été reçue pour {host}. Si c’est un même serveur derrière un proxy, \
                 qui le tient lui donne BAGARRE_PUBLIC_URL={origin}."
            ),
            format!(
                " It comes from {origin} and was received for {host}. If both are this server behind a proxy, \
                 whoever runs it sets BAGARRE_PUBLIC_URL={origin}."
            ),
        ),
        (None, ..) => Default::default(),
    };
    let fr = format!("Cette demande vient d'un autre site et n'a pas été suivie.{fr}");
    let en = format!("This request comes from another site and was not followed.{en}");
    Refusal::plain("http.origin", fr, en)
}

/// Says how the server can be made to answer to a name.
fn host_refusal(host: &str) -> Refusal {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if name.is_empty() {
        return Refusal::plain(
            "http.host",
            "Le nom d’hôte de cette demande est illisible.",
            "The host of this request cannot be read.",
        );
    }
    Refusal::plain(
        "http.host",
        format!(
            "Ce serveur ne répond pas au nom {name}. Ouvrez-le par son adresse IP ; ou qui le tient le relance avec \
             BAGARRE_HOSTS={name} ou, derrière un proxy, avec BAGARRE_PUBLIC_URL et l’adresse que tapent les joueurs."
        ),
        format!(
            "This server does not answer to the name {name}. Open it by its IP address; or whoever runs it starts it again with \
             BAGARRE_HOSTS={name} or, behind a proxy, with BAGARRE_PUBLIC_URL and the address that players type."
        ),
    )
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

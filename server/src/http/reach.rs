//! How the person hears of their turns.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use bagarre_protocol::reach::{HookSecret, HookTo, MailCode, MailTo, Move, PushTo, Reach, Rhythm};

use super::cookies::token;
use super::error::HttpError;
use super::extract::{Body, Person};
use super::lang::lang_of;
use super::security::NOBODY;
use crate::app::App;
use crate::gate;
use crate::reminders::Caller;
use crate::tokens::Token;

impl FromRequestParts<App> for Caller {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, HttpError> {
        let address = parts.extensions.get::<gate::Caller>().map_or(NOBODY, |caller| caller.0);
        Ok(Self { lang: lang_of(&parts.headers), address })
    }
}

/// The token of the browser that asks.
pub(crate) struct Browser(Token);

impl FromRequestParts<App> for Browser {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        token(app, &CookieJar::from_headers(&parts.headers)).map(Self).ok_or(HttpError::UnknownGuest)
    }
}

/// How the person hears of their turns.
pub(crate) async fn mine(
    State(app): State<App>,
    Person(guest): Person,
    Browser(token): Browser,
) -> Result<Json<Reach>, HttpError> {
    Ok(Json(app.reach(&guest, &token).await?))
}

/// When they hear nothing.
pub(crate) async fn set_rhythm(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
    Body(rhythm): Body<Rhythm>,
) -> Result<StatusCode, HttpError> {
    app.set_rhythm(&guest, &caller, rhythm).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// This browser is pushed to.
pub(crate) async fn set_push(
    State(app): State<App>,
    Person(guest): Person,
    Browser(token): Browser,
    caller: Caller,
    Body(to): Body<PushTo>,
) -> Result<StatusCode, HttpError> {
    app.set_push(&guest, &caller, &token, to).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// This browser is no longer pushed to.
pub(crate) async fn drop_push(
    State(app): State<App>,
    Person(_): Person,
    Browser(token): Browser,
) -> Result<StatusCode, HttpError> {
    app.drop_push(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a code to an address.
pub(crate) async fn set_mail(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
    Body(MailTo { address }): Body<MailTo>,
) -> Result<StatusCode, HttpError> {
    app.set_mail(&guest, &caller, &address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The code was typed.
pub(crate) async fn confirm_mail(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
    Body(MailCode { code }): Body<MailCode>,
) -> Result<StatusCode, HttpError> {
    app.confirm_mail(&guest, &caller, &code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// No mail any more.
pub(crate) async fn drop_mail(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
) -> Result<StatusCode, HttpError> {
    app.drop_mail(&guest, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A webhook is called.
pub(crate) async fn set_hook(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
    Body(HookTo { url }): Body<HookTo>,
) -> Result<Json<HookSecret>, HttpError> {
    Ok(Json(HookSecret { secret: app.set_hook(&guest, &caller, url).await? }))
}

/// No webhook any more.
pub(crate) async fn drop_hook(
    State(app): State<App>,
    Person(guest): Person,
    caller: Caller,
) -> Result<StatusCode, HttpError> {
    app.drop_hook(&guest, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An open page is about to remind its player of a move: whether it is to.
pub(crate) async fn remind(
    State(app): State<App>,
    Person(guest): Person,
    Body(of): Body<Move>,
) -> Result<Json<bool>, HttpError> {
    Ok(Json(app.page_reminds(&guest, of).await?))
}

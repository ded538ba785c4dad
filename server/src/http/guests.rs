//! People: a nickname and a cookie, nothing else.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::CookieJar;
use bagarre_protocol::http::{
    DeviceLink, Forget, Me, MyGame, Nickname, PlayedGame, Recovery, RecoveryCode, RoomCard,
};

use super::cookies;
use super::error::HttpError;
use super::extract::{Body, MaybePerson, Person, agent};
use crate::app::App;
use crate::room::card;
use crate::store::Guest;
use crate::tokens::Token;

/// The most rooms a list shows.
const MAX_LISTED_ROOMS: u32 = 100;
/// The most games that a person's list of games shows.
const MAX_LISTED_GAMES: u32 = 500;

fn me_of(guest: Guest) -> Json<Me> {
    Json(Me { id: guest.id, name: guest.name })
}

/// The person that this browser is known as; `null` for none. The cookie is set again: browsers keep none for longer than its days, however
/// often it is used.
pub(crate) async fn me(
    State(app): State<App>,
    MaybePerson(guest): MaybePerson,
    jar: CookieJar,
) -> (CookieJar, Json<Option<Me>>) {
    let jar = if guest.is_some() { cookies::renew(&app, jar) } else { jar };
    (jar, Json(guest.map(|guest| Me { id: guest.id, name: guest.name })))
}

/// Comes in under a nickname. A person who is known already is only renamed.
pub(crate) async fn enter(
    State(app): State<App>,
    MaybePerson(known): MaybePerson,
    jar: CookieJar,
    headers: HeaderMap,
    Body(Nickname { name }): Body<Nickname>,
) -> Result<(CookieJar, Json<Me>), HttpError> {
    if let Some(guest) = known {
        return Ok((jar, me_of(app.rename_guest(&guest, &name).await?)));
    }
    let (guest, jar) = come_in(&app, jar, &headers, &name).await?;
    Ok((jar, me_of(guest)))
}

/// A new person under a nickname, with the cookie that identifies the person again.
pub(super) async fn come_in(
    app: &App,
    jar: CookieJar,
    headers: &HeaderMap,
    name: &str,
) -> Result<(Guest, CookieJar), HttpError> {
    let (guest, token) = app.new_guest_on(name, agent(headers)).await?;
    Ok((guest, cookies::replaced(app, jar, &token).await?))
}

/// Takes another nickname.
pub(crate) async fn rename(
    State(app): State<App>,
    Person(guest): Person,
    Body(Nickname { name }): Body<Nickname>,
) -> Result<Json<Me>, HttpError> {
    Ok(me_of(app.rename_guest(&guest, &name).await?))
}

/// This browser forgets the person.
pub(crate) async fn leave(
    State(app): State<App>,
    jar: CookieJar,
) -> Result<(CookieJar, StatusCode), HttpError> {
    Ok((cookies::forgotten(&app, jar).await?, StatusCode::NO_CONTENT))
}

/// Forgets the person with everything about them.
pub(crate) async fn forget(
    State(app): State<App>,
    Person(guest): Person,
    jar: CookieJar,
    Body(Forget { name }): Body<Forget>,
) -> Result<(CookieJar, StatusCode), HttpError> {
    app.forget_person(&guest, &name).await?;
    Ok((cookies::forgotten(&app, jar).await?, StatusCode::NO_CONTENT))
}

/// Makes a link that lets the same person in from another device, once.
pub(crate) async fn device_link(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<(StatusCode, Json<DeviceLink>), HttpError> {
    let Token(token) = app.device_link(&guest).await?;
    Ok((StatusCode::CREATED, Json(DeviceLink { token })))
}

/// Uses such a link up: this browser becomes that person.
pub(crate) async fn use_device_link(
    State(app): State<App>,
    jar: CookieJar,
    Body(DeviceLink { token }): Body<DeviceLink>,
) -> Result<(CookieJar, Json<Me>), HttpError> {
    let (guest, token) = app.redeem(&Token(token)).await?;
    Ok((cookies::replaced(&app, jar, &token).await?, me_of(guest)))
}

/// Rooms the person is a member of, last touched first.
pub(crate) async fn rooms(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<Json<Vec<RoomCard>>, HttpError> {
    let rooms =
        app.store().rooms_of(guest.id, MAX_LISTED_ROOMS).await.map_err(crate::error::AppError::from)?;
    Ok(Json(rooms.into_iter().map(card).collect()))
}

/// Games of the person that are to come or run: those first that wait for them.
pub(crate) async fn games(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<Json<Vec<MyGame>>, HttpError> {
    Ok(Json(app.games_of(&guest).await?))
}

/// Games that the person has played to their end, last ended first.
pub(crate) async fn played(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<Json<Vec<PlayedGame>>, HttpError> {
    Ok(Json(app.store().played(guest.id, MAX_LISTED_GAMES).await.map_err(crate::error::AppError::from)?))
}

/// Whether the person has a code to come back with.
pub(crate) async fn recovery(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<Json<Recovery>, HttpError> {
    Ok(Json(Recovery { made: app.recovery(&guest).await? }))
}

/// Makes one; an earlier one is void.
pub(crate) async fn make_recovery(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<(StatusCode, Json<RecoveryCode>), HttpError> {
    Ok((StatusCode::CREATED, Json(RecoveryCode { code: app.make_recovery(&guest).await? })))
}

/// Voids it.
pub(crate) async fn drop_recovery(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<StatusCode, HttpError> {
    app.drop_recovery(&guest).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Comes back with such a code: this browser becomes that person.
pub(crate) async fn recover(
    State(app): State<App>,
    jar: CookieJar,
    Body(RecoveryCode { code }): Body<RecoveryCode>,
) -> Result<(CookieJar, Json<Me>), HttpError> {
    let (guest, token) = app.recover(&code).await?;
    Ok((cookies::replaced(&app, jar, &token).await?, me_of(guest)))
}

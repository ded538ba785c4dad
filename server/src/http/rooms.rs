//! Rooms from outside: opening one, and what the lobby lists. Everything inside a room goes over its socket.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::CookieJar;
use bagarre_protocol::http::{AtDoor, Invitation, Opened, QuickFight, RoomCard};
use bagarre_protocol::room::Settings;
use bagarre_rules::presentation::Words;

use super::error::HttpError;
use super::extract::{Body, Id, MaybePerson, Person, RoomId};
use super::guests;
use super::lang::lang_of;
use crate::app::App;
use crate::error::AppError;
use crate::fights::Chosen;
use crate::room::card;

/// The most rooms the lobby lists.
const MAX_LISTED_ROOMS: u32 = 100;

/// Rooms that their hosts listed, last touched first.
pub(crate) async fn listed(State(app): State<App>) -> Result<Json<Vec<RoomCard>>, HttpError> {
    let rooms = app.store().listed_rooms(MAX_LISTED_ROOMS).await.map_err(AppError::from)?;
    Ok(Json(rooms.into_iter().map(card).collect()))
}

/// What the operator announces to all players; `null` for nothing.
pub(crate) async fn announcement(State(app): State<App>) -> Json<Option<Words>> {
    Json(app.rooms().house().announcement())
}

/// Returns who invites to a room and what is played there, to a reader who may enter it. The invitation is in the body, so that it
/// stands in no address and no access log. A private room and one that does not exist are refused alike.
pub(crate) async fn door(
    State(app): State<App>,
    MaybePerson(reader): MaybePerson,
    Id(RoomId(room)): Id<RoomId>,
    Body(AtDoor { invite }): Body<AtDoor>,
) -> Result<Json<Invitation>, HttpError> {
    let reader = reader.map(|guest| guest.id);
    let found = app.rooms().invitation_of(&room, reader, invite.as_deref()).await.map_err(AppError::from)?;
    found.map(Json).ok_or(HttpError::Missing)
}

/// Opens a room, in whose first seat its host sits.
pub(crate) async fn open(
    State(app): State<App>,
    Person(host): Person,
    Body(settings): Body<Settings>,
) -> Result<(StatusCode, Json<Opened>), HttpError> {
    let (id, invite) = app.open_room(&host, settings).await?;
    Ok((StatusCode::CREATED, Json(Opened { id, invite })))
}

/// Opens a room for a fight against a bot at once. A browser without a person comes in under the nickname given.
pub(crate) async fn fight(
    State(app): State<App>,
    MaybePerson(known): MaybePerson,
    jar: CookieJar,
    headers: HeaderMap,
    Body(wanted): Body<QuickFight>,
) -> Result<(StatusCode, CookieJar, Json<Opened>), HttpError> {
    let chosen = Chosen::read(&wanted).map_err(AppError::from)?;
    let (host, jar) = match known {
        Some(host) => (host, jar),
        None => guests::come_in(&app, jar, &headers, &wanted.name.unwrap_or_default()).await?,
    };
    let (id, invite) = app.open_fight(&host, &chosen, lang_of(&headers)).await?;
    Ok((StatusCode::CREATED, jar, Json(Opened { id, invite })))
}

/// Deletes a room in which nothing was ever played.
pub(crate) async fn delete(
    State(app): State<App>,
    Person(host): Person,
    Id(RoomId(room)): Id<RoomId>,
) -> Result<StatusCode, HttpError> {
    app.delete_room(&host, &room).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Rooms from outside: opening one, and what the lobby lists. Everything inside a room goes over its socket.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagarre_protocol::http::{Opened, RoomCard};
use bagarre_protocol::room::Settings;
use bagarre_rules::presentation::Words;

use super::error::HttpError;
use super::extract::{Body, Id, Person, RoomId};
use crate::app::App;
use crate::error::AppError;
use crate::room::card;

/// The most rooms the lobby lists.
const LISTED: u32 = 100;

/// Rooms that their hosts listed, last touched first.
pub(crate) async fn listed(State(app): State<App>) -> Result<Json<Vec<RoomCard>>, HttpError> {
    let rooms = app.store().listed_rooms(LISTED).await.map_err(AppError::from)?;
    Ok(Json(rooms.into_iter().map(card).collect()))
}

/// What the operator announces to everybody; `null` for nothing.
pub(crate) async fn announcement(State(app): State<App>) -> Json<Option<Words>> {
    Json(app.rooms().house().announcement())
}

/// Opens a room. Its host holds no seat yet.
pub(crate) async fn open(
    State(app): State<App>,
    Person(host): Person,
    Body(settings): Body<Settings>,
) -> Result<(StatusCode, Json<Opened>), HttpError> {
    let (id, invite) = app.open_room(&host, settings).await?;
    Ok((StatusCode::CREATED, Json(Opened { id, invite })))
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

//! The shelf: bands and tables of one's own.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bagarre_protocol::campaign::{NewWork, Work, WorkCard};

use super::error::HttpError;
use super::extract::{Body, Id, MaybePerson, Person, WorkId};
use crate::app::App;

/// Puts own work on the shelf.
pub(crate) async fn add(
    State(app): State<App>,
    Person(owner): Person,
    Body(work): Body<NewWork>,
) -> Result<(StatusCode, Json<Work>), HttpError> {
    Ok((StatusCode::CREATED, Json(app.add_work(&owner, work).await?)))
}

/// Everything on one's own shelf, last written first.
pub(crate) async fn mine(
    State(app): State<App>,
    Person(owner): Person,
) -> Result<Json<Vec<WorkCard>>, HttpError> {
    Ok(Json(app.works_of(&owner).await?))
}

/// A work, for every person who has its address.
pub(crate) async fn one(
    State(app): State<App>,
    MaybePerson(reader): MaybePerson,
    Id(WorkId(id)): Id<WorkId>,
) -> Result<Json<Work>, HttpError> {
    Ok(Json(app.work(&id, reader.as_ref()).await?))
}

/// Writes own work again.
pub(crate) async fn write(
    State(app): State<App>,
    Person(owner): Person,
    Id(WorkId(id)): Id<WorkId>,
    Body(work): Body<NewWork>,
) -> Result<Json<Work>, HttpError> {
    Ok(Json(app.write_work(&owner, &id, work).await?))
}

/// Takes own work off the shelf.
pub(crate) async fn remove(
    State(app): State<App>,
    Person(owner): Person,
    Id(WorkId(id)): Id<WorkId>,
) -> Result<StatusCode, HttpError> {
    app.drop_work(&owner, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! The devices of the person: which browsers know them, and signing them out.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use bagarre_protocol::http::Device;

use super::cookies::token;
use super::error::HttpError;
use super::extract::{DeviceName, Id, Person};
use crate::app::App;

/// Every browser that knows the person, last used first.
pub(crate) async fn mine(
    State(app): State<App>,
    Person(guest): Person,
    jar: CookieJar,
) -> Result<Json<Vec<Device>>, HttpError> {
    let token = token(&app, &jar).ok_or(HttpError::UnknownGuest)?;
    Ok(Json(app.devices(&guest, &token).await?))
}

/// Signs one of them out.
pub(crate) async fn revoke(
    State(app): State<App>,
    Person(guest): Person,
    Id(DeviceName(device)): Id<DeviceName>,
) -> Result<StatusCode, HttpError> {
    app.revoke(&guest, &device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs all the others out.
pub(crate) async fn revoke_others(
    State(app): State<App>,
    Person(guest): Person,
    jar: CookieJar,
) -> Result<StatusCode, HttpError> {
    let token = token(&app, &jar).ok_or(HttpError::UnknownGuest)?;
    app.revoke_others(&guest, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

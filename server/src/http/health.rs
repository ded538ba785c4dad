//! For whoever watches over the server.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::error::HttpError;
use crate::app::App;
use crate::world::now;

/// The process runs.
pub(crate) async fn alive() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response()
}

/// The server can do its work: the database takes writes, and it is not stopping.
pub(crate) async fn ready(State(app): State<App>) -> Result<Response, HttpError> {
    if app.stop().is_cancelled() {
        return Err(HttpError::Away);
    }
    app.store().ping(now()).await.map_err(|error| {
        tracing::warn!(%error, "the database takes no writes");
        HttpError::Away
    })?;
    Ok(alive().await)
}

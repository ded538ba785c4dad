//! Finished games, by their link.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bagarre_protocol::fair::PublicKey;
use uuid::Uuid;

use super::client::likes_gzip;
use super::error::HttpError;
use super::extract::Id;
use crate::app::App;
use crate::room::archive;

/// A finished game does not change, and is shown as it was stored.
const CACHE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=600");

const JSON: (header::HeaderName, &str) = (header::CONTENT_TYPE, "application/json");

/// A finished game, to be watched again.
pub(crate) async fn replay(State(app): State<App>, Id(game): Id<Uuid>) -> Result<Response, HttpError> {
    let replay = archive::replay(app.store(), app.world(), game).await?;
    Ok(([CACHE, JSON], replay).into_response())
}

/// The key with which this server signs what it exports.
pub(crate) async fn key(State(app): State<App>) -> Json<PublicKey> {
    Json(app.signer().public())
}

/// A finished game as a file: enough to play it again and to check it for cheating.
pub(crate) async fn export(
    State(app): State<App>,
    Id(game): Id<Uuid>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let export = app.signed_export(game).await?;
    let name = format!("attachment; filename=\"bagarre-{game}.json\"");
    let disposition = [(header::CONTENT_DISPOSITION, name)];
    let varies = [(header::VARY, HeaderValue::from_static("accept-encoding"))];
    if likes_gzip(&headers) {
        let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        Ok(([CACHE, JSON], disposition, varies, coding, export.packed).into_response())
    } else {
        Ok(([CACHE, JSON], disposition, varies, export.text).into_response())
    }
}

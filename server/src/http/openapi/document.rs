//! `/api/openapi.json`: the description of the HTTP part.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::described;

/// Stands in the description for the name of the cookie, which each server has its own of.
pub(super) const COOKIE_PLACE: &str = "{cookie}";

/// The document before and behind the name of the cookie.
static DOCUMENT: LazyLock<(String, String)> = LazyLock::new(|| {
    let document = described::read(described::OPENAPI).unwrap_or_default();
    let (before, behind) = document.split_once(COOKIE_PLACE).unwrap_or((&document, ""));
    (before.to_owned(), behind.to_owned())
});

/// The description of the HTTP part (OpenAPI 3.1), with the name of this server's cookie.
pub(super) async fn document(State(app): State<App>) -> Response {
    let (before, behind) = &*DOCUMENT;
    let document = [before, app.cookie(), behind].concat();
    let headers = [(header::CACHE_CONTROL, "public, max-age=60"), (header::CONTENT_TYPE, "application/json")];
    (headers, document).into_response()
}

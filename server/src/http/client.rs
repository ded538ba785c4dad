//! The web client: inside a release binary, read from the disk by a debug one.

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::HttpError;

#[derive(RustEmbed)]
#[folder = "../web-client/dist/"]
#[allow_missing = true]
struct Files;

/// Vite puts a hash of their content into the names of what lies here.
const HASHED: &str = "assets/";

/// A file of the client, or its page for any address of its own.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || path == "ws" {
        return HttpError::Missing.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return HttpError::Method.into_response();
    }
    if let Some(file) = Files::get(path).filter(|_| !path.is_empty()) {
        return respond(path, file, &headers);
    }
    // A file that is gone is gone; anything else is an address of the client.
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with(HASHED) || last.contains('.') {
        return HttpError::Missing.into_response();
    }
    match Files::get("index.html") {
        Some(page) => respond("index.html", page, &headers),
        None => (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response(),
    }
}

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Bagarre</title>\
    <p>The web client has not been built: run <code>npm ci &amp;&amp; npm run build</code> in <code>web-client/</code>.</p>\n";

fn respond(path: &str, file: EmbeddedFile, request: &HeaderMap) -> Response {
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let caching = [(header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, tag.clone())];
    let known = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|line| line.split(',')).any(|one| one.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (caching, kind, file.data).into_response()
}

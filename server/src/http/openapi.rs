//! What the HTTP part can do: its routes, and their description.

#[cfg(feature = "schema")]
mod describe;
mod document;
mod operation;
mod operations;

use axum::Router;

pub(super) use operation::API;
use operations::operations;

use crate::app::App;

/// The description of all operations (OpenAPI 3.1), made from the wire types.
#[cfg(feature = "schema")]
pub(crate) fn describe() -> serde_json::Value {
    describe::build(&operations())
}

/// The routes below a prefix; with an empty one, those outside of [`API`].
pub(super) fn routes(prefix: &str) -> Router<App> {
    let below = |operation: &operation::Operation| operation.path.starts_with(API) != prefix.is_empty();
    operations().into_iter().filter(below).fold(Router::new(), |router, operation| {
        let path = operation.path.strip_prefix(prefix).unwrap_or(operation.path);
        router.route(path, operation.route)
    })
}

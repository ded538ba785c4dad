//! The built web client: embedded in a release build, read from the disk by a debug one.
//!
//! A crate of its own: the compiler needs `web-client/dist` for nothing else, so that it works on the rest beside npm.

use std::borrow::Cow;

use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../dist/"]
#[allow_missing = true]
struct Files;

/// Returns the paths of all files, as [`file()`] takes them.
pub fn paths() -> Vec<String> {
    Files::iter().map(Cow::into_owned).collect()
}

/// Returns the file at a path below `web-client/dist`.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    Files::get(path)
}

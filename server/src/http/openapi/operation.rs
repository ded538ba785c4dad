//! One way to use one path.

use axum::routing::{MethodFilter, MethodRouter};
use schemars::Schema;
use schemars::generate::SchemaGenerator;

use crate::app::App;

/// Where everything is that programs ask.
pub(crate) const API: &str = "/api";

/// The shape of a body.
pub(super) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// One way to use one path.
pub(super) struct Operation {
    pub(super) method: MethodFilter,
    /// With the prefix under which it is reached.
    pub(super) path: &'static str,
    /// What answers it.
    pub(super) route: fn(MethodFilter) -> MethodRouter<App>,
    pub(super) summary: &'static str,
    /// Only for a person that the cookie knows.
    pub(super) person: bool,
    pub(super) body: Option<Shape>,
    pub(super) status: u16,
    pub(super) answer: Option<Shape>,
    /// Statuses of refusals.
    pub(super) refusals: &'static [u16],
}

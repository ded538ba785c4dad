//! One way to use one path.

use axum::routing::{MethodFilter, MethodRouter};

use crate::app::App;

/// Where everything is that programs ask.
pub(crate) const API: &str = "/api";

/// The shape of a body. Only the description needs it: without the feature `schema` it is nothing.
#[cfg(feature = "schema")]
pub(super) type Shape = fn(&mut schemars::generate::SchemaGenerator) -> schemars::Schema;
#[cfg(not(feature = "schema"))]
pub(super) type Shape = ();

/// The shape of `T`.
#[cfg(feature = "schema")]
pub(super) const fn shape<T: schemars::JsonSchema>() -> Shape {
    |generator| generator.subschema_for::<T>()
}
#[cfg(not(feature = "schema"))]
pub(super) const fn shape<T>() -> Shape {}

/// One way to use one path.
#[cfg_attr(
    not(feature = "schema"),
    expect(dead_code, reason = "the router reads three fields, the description all")
)]
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

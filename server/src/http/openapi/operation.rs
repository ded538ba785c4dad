//! One way to use one path: its route, and what the description says of it.

use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};

use crate::app::App;

/// Where everything is that programs ask.
pub(crate) const API: &str = "/api";

/// The shape of a body. Only the description needs it: without the feature `schema` it is nothing.
#[cfg(feature = "schema")]
pub(super) type Shape = fn(&mut schemars::generate::SchemaGenerator) -> schemars::Schema;
#[cfg(not(feature = "schema"))]
pub(super) type Shape = ();

/// What has a [`Shape`].
#[cfg(feature = "schema")]
pub(super) trait Shaped: schemars::JsonSchema {
    /// Returns the shape of the type.
    fn shape() -> Shape {
        |generator| generator.subschema_for::<Self>()
    }
}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Shaped for T {}

/// What has a [`Shape`].
#[cfg(not(feature = "schema"))]
pub(super) trait Shaped {
    /// Returns the shape of the type.
    fn shape() -> Shape {}
}
#[cfg(not(feature = "schema"))]
impl<T> Shaped for T {}

/// One way to use one path.
#[cfg_attr(
    not(feature = "schema"),
    expect(dead_code, reason = "the router reads two fields, the description all others")
)]
pub(super) struct Operation {
    pub(super) method: MethodFilter,
    /// The path, with the prefix under which it is reached.
    pub(super) path: &'static str,
    /// The handler that answers it, for its method.
    pub(super) route: MethodRouter<App>,
    pub(super) summary: &'static str,
    /// Whether it is only for a person that the cookie knows.
    pub(super) person: bool,
    pub(super) body: Option<Shape>,
    pub(super) status: u16,
    pub(super) answer: Option<Shape>,
    /// Statuses of refusals.
    pub(super) refusals: Vec<u16>,
}

impl Operation {
    /// Returns an operation that takes no body and answers with a status alone. One whose path names something is refused with 404 where there
    /// is no such thing.
    fn new<H: Handler<T, App>, T: 'static>(
        method: MethodFilter,
        path: &'static str,
        handler: H,
        status: u16,
    ) -> Self {
        Self {
            method,
            path,
            route: on(method, handler),
            summary: "",
            person: false,
            body: None,
            status,
            answer: None,
            refusals: if path.contains('{') { vec![404] } else { Vec::new() },
        }
    }

    /// Sets the summary.
    pub(super) fn says(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// Asks for a person that the cookie knows; a request without one is refused with 401.
    pub(super) fn person(self) -> Self {
        Self { person: true, ..self }.refuses(&[401])
    }

    /// Sets the body; one of another shape is refused with 400.
    pub(super) fn takes<T: Shaped>(self) -> Self {
        Self { body: Some(T::shape()), ..self }.refuses(&[400])
    }

    /// Sets the body of the answer and its status.
    pub(super) fn answers<T: Shaped>(self, status: u16) -> Self {
        Self { answer: Some(T::shape()), status, ..self }
    }

    /// Adds statuses of refusals.
    pub(super) fn refuses(mut self, statuses: &[u16]) -> Self {
        self.refusals.extend(statuses);
        self
    }
}

/// Returns an operation that reads. Without a body its answer has the status 200.
pub(super) fn get<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Operation {
    Operation::new(MethodFilter::GET, path, handler, 200)
}

/// Returns an operation that adds or acts. Without a body its answer has the status 204, as for all that change something.
pub(super) fn post<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Operation {
    Operation::new(MethodFilter::POST, path, handler, 204)
}

/// Returns an operation that replaces.
pub(super) fn put<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Operation {
    Operation::new(MethodFilter::PUT, path, handler, 204)
}

/// Returns an operation that changes a part.
pub(super) fn patch<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Operation {
    Operation::new(MethodFilter::PATCH, path, handler, 204)
}

/// Returns an operation that removes.
pub(super) fn delete<H: Handler<T, App>, T: 'static>(path: &'static str, handler: H) -> Operation {
    Operation::new(MethodFilter::DELETE, path, handler, 204)
}

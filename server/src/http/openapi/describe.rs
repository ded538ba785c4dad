//! The description of operations (OpenAPI 3.1), made from the wire types.

use axum::routing::MethodFilter;
use bagarre_protocol::game::Refusal;
use bagarre_rules::systems;
use schemars::Schema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::document::COOKIE_PLACE;
use super::operation::{API, Operation};
use crate::devices::DEVICE_LETTERS;
use crate::shelf::WORK_LETTERS;

fn content(schema: &Schema) -> Value {
    json!({ "application/json": { "schema": schema } })
}

/// Statuses of refusals that any request may get.
fn usual(operation: &Operation) -> &'static [u16] {
    match (operation.path.starts_with(API), operation.method == MethodFilter::GET, operation.body) {
        (false, ..) => &[],
        (true, true, _) => &[408, 429, 503],
        (true, false, None) => &[403, 408, 429, 503],
        (true, false, Some(_)) => &[403, 408, 413, 415, 429, 503],
    }
}

fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The body is not of this shape. Nothing changed.",
        401 => "Nobody is known by this browser. Nothing changed.",
        403 => "The request comes from another site. Nothing changed.",
        404 => "There is no such thing, or it is not for this person.",
        408 => "It took too long.",
        413 => "The body is too long. Nothing changed.",
        415 => "The body is not JSON by its own account. Nothing changed.",
        429 => "Too many: requests from here, or things of this kind made today. Nothing changed.",
        501 => "This server no longer knows the rules of that game, and its replay was never stored.",
        503 => "Not now: starting, stopping, or the database is away.",
        _ => "Refused; nothing changed.",
    }
}

fn name_of_method(method: MethodFilter) -> &'static str {
    match method {
        MethodFilter::DELETE => "delete",
        MethodFilter::PATCH => "patch",
        MethodFilter::POST => "post",
        MethodFilter::PUT => "put",
        _ => "get",
    }
}

/// What a variable part of a path looks like. Anything else names nothing.
fn name_of(part: &str) -> Value {
    let letters = |count| json!({ "type": "string", "pattern": format!("^[0-9a-z]{{{count}}}$") });
    match part {
        "campaign" | "room" => letters(10),
        "work" => letters(WORK_LETTERS),
        "device" => letters(DEVICE_LETTERS),
        "ruleset" => {
            json!({ "type": "string", "enum": systems::ALL.iter().map(|id| id.name()).collect::<Vec<_>>() })
        }
        _ => json!({ "type": "string", "format": "uuid" }),
    }
}

fn describe(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    let mut done = json!({ "description": "Done." });
    if let Some(answer) = operation.answer {
        done["content"] = content(&answer(generator));
    }
    responses.insert(operation.status.to_string(), done);
    let refusal = generator.subschema_for::<Refusal>();
    for status in operation.refusals.iter().chain(usual(operation)) {
        let mut refused = json!({ "description": meaning(*status), "content": content(&refusal) });
        if *status == 429 {
            let seconds = json!({ "type": "integer", "minimum": 1 });
            refused["headers"] = json!({
                "retry-after": { "description": "Seconds to wait, where that helps.", "schema": seconds },
            });
        }
        responses.insert(status.to_string(), refused);
    }
    let names = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameters = names
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": name_of(name) }))
        .collect::<Vec<_>>();
    let mut described =
        json!({ "summary": operation.summary, "parameters": parameters, "responses": responses });
    if let Some(body) = operation.body {
        described["requestBody"] = json!({ "required": true, "content": content(&body(generator)) });
    }
    if operation.person {
        described["security"] = json!([{ "guest": [] }]);
    }
    described
}

/// The description of all operations.
pub(super) fn build(operations: &[Operation]) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[name_of_method(operation.method)] = describe(operation, &mut generator);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bagarre",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "People, rooms from outside, campaigns, the shelf, what can be played, finished games. Inside a room everything goes \
                over the WebSocket at /ws: see protocol/PROTOCOL.md.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "guest": { "type": "apiKey", "in": "cookie", "name": COOKIE_PLACE } },
        },
    })
}

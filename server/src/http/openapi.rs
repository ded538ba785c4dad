//! The description of the HTTP part, made from the wire types.

use std::sync::LazyLock;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagarre_protocol::campaign::{
    BringBand, Campaign, CampaignCard, CampaignExport, JoinCampaign, NewCampaign, NewCampaignGame, NewWork,
    Work, WorkCard,
};
use bagarre_protocol::game::{Export, Refusal, Replay};
use bagarre_protocol::http::{DeviceLink, Me, Nickname, Opened, RoomCard, RulesetInfo};
use bagarre_protocol::room::Settings;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

type Shape = fn(&mut SchemaGenerator) -> Schema;

/// One way to use one path.
struct Operation {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    /// Only for a person that the cookie knows.
    person: bool,
    body: Option<Shape>,
    status: u16,
    answer: Option<Shape>,
    /// Statuses of refusals.
    refusals: &'static [u16],
}

fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

const fn read(path: &'static str, summary: &'static str, answer: Shape) -> Operation {
    Operation {
        method: "get",
        path,
        summary,
        person: false,
        body: None,
        status: 200,
        answer: Some(answer),
        refusals: &[],
    }
}

/// Every operation, in the order of the document.
const OPERATIONS: &[Operation] = &[
    read("/api/me", "Who this browser is known as; null when nobody.", shape::<Option<Me>>),
    Operation {
        method: "post",
        body: Some(shape::<Nickname>),
        refusals: &[400, 422],
        ..read("/api/me", "Come in under a nickname. Sets the cookie.", shape::<Me>)
    },
    Operation {
        method: "patch",
        person: true,
        body: Some(shape::<Nickname>),
        refusals: &[400, 401, 422],
        ..read("/api/me", "Take another nickname.", shape::<Me>)
    },
    Operation {
        method: "delete",
        status: 204,
        answer: None,
        ..read("/api/me", "Let this browser forget the person.", shape::<Me>)
    },
    Operation {
        method: "post",
        person: true,
        status: 201,
        refusals: &[401],
        ..read(
            "/api/me/links",
            "Make a link that lets the same person in from another device, once, within a quarter of an hour.",
            shape::<DeviceLink>,
        )
    },
    Operation {
        method: "post",
        body: Some(shape::<DeviceLink>),
        refusals: &[400, 404],
        ..read("/api/links", "Use such a link up. Sets the cookie.", shape::<Me>)
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/rooms",
            "Rooms the person is a member of, last touched first.",
            shape::<Vec<RoomCard>>,
        )
    },
    read("/api/rulesets", "What can be played: scenarios, limits, bots.", shape::<Vec<RulesetInfo>>),
    Operation {
        refusals: &[404],
        ..read(
            "/api/rulesets/{ruleset}",
            "Everything shown of one ruleset before a game: also boards, equipment, ready-made bands.",
            shape::<Value>,
        )
    },
    read("/api/rooms", "Rooms that their hosts listed, last touched first.", shape::<Vec<RoomCard>>),
    Operation {
        method: "post",
        person: true,
        body: Some(shape::<Settings>),
        status: 201,
        refusals: &[400, 401, 422, 429],
        ..read("/api/rooms", "Open a room. Everything inside it goes over its socket.", shape::<Opened>)
    },
    Operation {
        method: "post",
        person: true,
        body: Some(shape::<NewCampaign>),
        status: 201,
        refusals: &[400, 401, 422, 429],
        ..read("/api/campaigns", "Open a campaign: bands go from game to game.", shape::<Opened>)
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/campaigns",
            "Campaigns the person takes part in, last opened first.",
            shape::<Vec<CampaignCard>>,
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/campaigns/{campaign}",
            "A campaign with standings and history, for whoever has its address. The invitation is there for those who \
             take part.",
            shape::<Campaign>,
        )
    },
    Operation {
        method: "post",
        person: true,
        body: Some(shape::<JoinCampaign>),
        refusals: &[400, 401, 404, 422],
        ..read("/api/campaigns/{campaign}/join", "Come in with the invitation.", shape::<Campaign>)
    },
    Operation {
        method: "put",
        person: true,
        body: Some(shape::<BringBand>),
        refusals: &[400, 401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/band",
            "Bring the band one plays with, while one has none, or one that has not played or is disbanded.",
            shape::<Campaign>,
        )
    },
    Operation {
        method: "post",
        person: true,
        body: Some(shape::<NewCampaignGame>),
        status: 201,
        refusals: &[400, 401, 404, 422, 429],
        ..read(
            "/api/campaigns/{campaign}/games",
            "Open a room for a game of the campaign. Bands come from the campaign.",
            shape::<Opened>,
        )
    },
    Operation {
        method: "post",
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/games/{game}/void",
            "Host: a game that is played will not count; its bands are free and as they were.",
            shape::<Campaign>,
        )
    },
    Operation {
        method: "delete",
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/members/{guest}",
            "Leave the campaign; its host sends somebody else away.",
            shape::<Campaign>,
        )
    },
    Operation {
        method: "post",
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/close",
            "Host: nobody joins and no game begins any more.",
            shape::<Campaign>,
        )
    },
    Operation {
        method: "post",
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/invite",
            "Host: void the invitation and make another.",
            shape::<Opened>,
        )
    },
    Operation {
        refusals: &[404],
        ..read("/api/campaigns/{campaign}/export", "The whole campaign as a file.", shape::<CampaignExport>)
    },
    Operation {
        method: "post",
        person: true,
        body: Some(shape::<NewWork>),
        status: 201,
        refusals: &[400, 401, 422],
        ..read("/api/shelf", "Put a band or a table of one's own on the shelf.", shape::<Work>)
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read("/api/shelf", "Everything on one's own shelf, last written first.", shape::<Vec<WorkCard>>)
    },
    Operation {
        refusals: &[404],
        ..read("/api/shelf/{work}", "Somebody's work, for whoever has its address.", shape::<Work>)
    },
    Operation {
        method: "put",
        person: true,
        body: Some(shape::<NewWork>),
        refusals: &[400, 401, 404, 422],
        ..read("/api/shelf/{work}", "Write own work again.", shape::<Work>)
    },
    Operation {
        method: "delete",
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404],
        ..read("/api/shelf/{work}", "Take own work off the shelf.", shape::<Work>)
    },
    Operation {
        refusals: &[404, 501],
        ..read("/api/games/{game}/replay", "A finished game, to be watched again.", shape::<Replay>)
    },
    Operation {
        refusals: &[404],
        ..read("/api/games/{game}/export", "A finished game, for `bagarre verify`.", shape::<Export>)
    },
    Operation { answer: None, ..read("/healthz", "The process runs.", shape::<Value>) },
    Operation {
        answer: None,
        refusals: &[503],
        ..read("/readyz", "The server can do its work.", shape::<Value>)
    },
    read("/api/openapi.json", "This document.", shape::<Value>),
];

fn content(schema: &Schema) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn describe(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    let mut done = json!({ "description": "Done." });
    if let Some(answer) = operation.answer {
        done["content"] = content(&answer(generator));
    }
    responses.insert(operation.status.to_string(), done);
    let refusal = generator.subschema_for::<Refusal>();
    for status in operation.refusals {
        responses.insert(
            status.to_string(),
            json!({ "description": "Refused; nothing changed.", "content": content(&refusal) }),
        );
    }
    let names = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameters = names
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
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

fn build() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation, &mut generator);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bagarre",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "People, rooms from outside, campaigns, the shelf, what can be played, finished games. Inside a room everything goes \
                over the WebSocket at /ws: see protocol/PROTOCOL.md. Any request may also be refused with 403 (another \
                site), 413 (too long), 429 (too many) or 503 (not now).",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "guest": { "type": "apiKey", "in": "cookie", "name": crate::app::COOKIE } },
        },
    })
}

static DOCUMENT: LazyLock<Value> = LazyLock::new(build);

/// The description of the HTTP part (OpenAPI 3.1).
pub(crate) async fn document() -> Response {
    ([(header::CACHE_CONTROL, "public, max-age=60")], Json(&*DOCUMENT)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refs<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => {
                into.extend(map.get("$ref").and_then(Value::as_str));
                map.values().for_each(|value| refs(value, into));
            }
            Value::Array(list) => list.iter().for_each(|value| refs(value, into)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = build();
        let mut found = Vec::new();
        refs(&document, &mut found);
        assert!(found.len() > 10);
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("references stay inside the document");
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
        }
    }
}

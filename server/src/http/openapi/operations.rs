//! Every operation of the HTTP part.

use bagarre_protocol::campaign::{
    BringBand, Campaign, CampaignCard, CampaignExport, JoinCampaign, NewCampaign, NewCampaignGame, NewWork,
    Work, WorkCard,
};
use bagarre_protocol::fair::PublicKey;
use bagarre_protocol::game::{Export, Replay};
use bagarre_protocol::http::{
    Device, DeviceLink, Forget, Me, Nickname, Opened, RoomCard, RulesetInfo, Unfinished,
};
use bagarre_protocol::room::Settings;
use bagarre_rules::appraisal::Appraisal;
use bagarre_rules::presentation::{Presentation, Words};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

pub(super) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// One way to use one path.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    /// Only for a person that the cookie knows.
    pub(super) person: bool,
    pub(super) body: Option<Shape>,
    pub(super) status: u16,
    pub(super) answer: Option<Shape>,
    /// Statuses of refusals.
    pub(super) refusals: &'static [u16],
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
pub(super) const OPERATIONS: &[Operation] = &[
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
        body: Some(shape::<Forget>),
        status: 204,
        answer: None,
        refusals: &[400, 401, 422],
        ..read(
            "/api/me/forget",
            "Forget the person with everything about him: name, browsers, chat, shelf, seats. Not to be undone.",
            shape::<Me>,
        )
    },
    read(
        "/api/announcement",
        "What the operator announces to everybody; null for nothing.",
        shape::<Option<Words>>,
    ),
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
        ..read("/api/me/devices", "The browsers that know the person, last used first.", shape::<Vec<Device>>)
    },
    Operation {
        method: "delete",
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read(
            "/api/me/devices",
            "Sign out every browser but this one. Their sockets are closed.",
            shape::<Device>,
        )
    },
    Operation {
        method: "delete",
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404],
        ..read("/api/me/devices/{device}", "Sign one browser out. Its sockets are closed.", shape::<Device>)
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
    Operation {
        refusals: &[404],
        ..read(
            "/api/rulesets/{ruleset}/presentation",
            "What one ruleset and its facts are called, how facts fold over a view, and what panels that know no ruleset draw.",
            shape::<Presentation>,
        )
    },
    Operation {
        method: "post",
        body: Some(shape::<Unfinished>),
        refusals: &[400, 404, 422],
        ..read(
            "/api/rulesets/{ruleset}/appraise",
            "What a band comes to, however unfinished: its price, everything that is wrong with it, what may be added.",
            shape::<Appraisal>,
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
    read("/api/key", "The key with which this server signs what it exports.", shape::<PublicKey>),
    Operation { answer: None, ..read("/healthz", "The process runs.", shape::<Value>) },
    Operation {
        answer: None,
        refusals: &[503],
        ..read("/readyz", "The server can do its work.", shape::<Value>)
    },
    read("/api/openapi.json", "This document.", shape::<Value>),
];

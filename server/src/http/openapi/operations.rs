//! Every operation of the HTTP part: the router is made of this list, and so is its description.
#![cfg_attr(not(feature = "schema"), allow(clippy::unit_arg, reason = "a shape is nothing there"))]

use axum::routing::{MethodFilter, MethodRouter, on};
use bagarre_protocol::campaign::{
    BringBand, Campaign, CampaignCard, CampaignExport, JoinCampaign, NewCampaign, NewCampaignGame, NewWork,
    Work, WorkCard,
};
use bagarre_protocol::fair::PublicKey;
use bagarre_protocol::game::{Export, Replay};
use bagarre_protocol::http::{
    AtDoor, ChosenExercise, Device, DeviceLink, ExerciseInfo, Forget, Invitation, Me, MyGame, Nickname,
    Opened, PlayedGame, QuickFight, Recovery, RecoveryCode, RoomCard, RulesetInfo, Unfinished,
};
use bagarre_protocol::reach::{HookSecret, HookTo, MailCode, MailTo, Move, PushTo, Reach, Rhythm};
use bagarre_protocol::room::Settings;
use bagarre_rules::appraisal::Appraisal;
use bagarre_rules::presentation::{Presentation, Words};
use serde_json::Value;

use super::document::document;
use super::operation::{Operation, Shape, shape};
use crate::app::App;
use crate::http::{campaigns, devices, exercises, games, guests, health, reach, rooms, rulesets, shelf};

const fn read(
    path: &'static str,
    route: fn(MethodFilter) -> MethodRouter<App>,
    summary: &'static str,
    answer: Shape,
) -> Operation {
    Operation {
        method: MethodFilter::GET,
        path,
        route,
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
    read(
        "/api/me",
        |by| on(by, guests::me),
        "Who this browser is known as; null when nobody.",
        shape::<Option<Me>>(),
    ),
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<Nickname>()),
        refusals: &[400, 422],
        ..read(
            "/api/me",
            |by| on(by, guests::enter),
            "Come in under a nickname. Sets the cookie.",
            shape::<Me>(),
        )
    },
    Operation {
        method: MethodFilter::PATCH,
        person: true,
        body: Some(shape::<Nickname>()),
        refusals: &[400, 401, 422],
        ..read("/api/me", |by| on(by, guests::rename), "Take another nickname.", shape::<Me>())
    },
    Operation {
        method: MethodFilter::DELETE,
        status: 204,
        answer: None,
        ..read("/api/me", |by| on(by, guests::leave), "Let this browser forget the person.", shape::<Me>())
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<Forget>()),
        status: 204,
        answer: None,
        refusals: &[400, 401, 422],
        ..read(
            "/api/me/forget",
            |by| on(by, guests::forget),
            "Forget the person with everything about them: name, browsers, chat, shelf, seats. Not to be undone.",
            shape::<Me>(),
        )
    },
    read(
        "/api/announcement",
        |by| on(by, rooms::announcement),
        "What the operator announces to everybody; null for nothing.",
        shape::<Option<Words>>(),
    ),
    Operation {
        method: MethodFilter::POST,
        person: true,
        status: 201,
        refusals: &[401],
        ..read(
            "/api/me/links",
            |by| on(by, guests::device_link),
            "Make a link that lets the same person in from another device, once, within a quarter of an hour.",
            shape::<DeviceLink>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<DeviceLink>()),
        refusals: &[400, 404],
        ..read(
            "/api/links",
            |by| on(by, guests::use_device_link),
            "Use such a link up. Sets the cookie.",
            shape::<Me>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/reach",
            |by| on(by, reach::mine),
            "How the person hears of their turns.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<Rhythm>()),
        status: 204,
        answer: None,
        refusals: &[400, 401, 422],
        ..read(
            "/api/me/reach",
            |by| on(by, reach::set_rhythm),
            "Choose the hours in which nothing is sent.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<PushTo>()),
        status: 204,
        answer: None,
        refusals: &[400, 401, 422],
        ..read(
            "/api/me/reach/push",
            |by| on(by, reach::set_push),
            "Have this browser pushed to.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read(
            "/api/me/reach/push",
            |by| on(by, reach::drop_push),
            "Have it pushed to no longer.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<MailTo>()),
        status: 204,
        answer: None,
        refusals: &[400, 401, 422, 429],
        ..read(
            "/api/me/reach/mail",
            |by| on(by, reach::set_mail),
            "Have a code sent to an address for mail.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<MailCode>()),
        status: 204,
        answer: None,
        refusals: &[400, 401, 404, 422],
        ..read(
            "/api/me/reach/mail",
            |by| on(by, reach::confirm_mail),
            "Give that code: from now on mail goes there.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read("/api/me/reach/mail", |by| on(by, reach::drop_mail), "Get no mail any more.", shape::<Reach>())
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<HookTo>()),
        refusals: &[400, 401, 422],
        ..read(
            "/api/me/reach/hook",
            |by| on(by, reach::set_hook),
            "Have a webhook called. The answer is what calls are signed with, told once.",
            shape::<HookSecret>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read(
            "/api/me/reach/hook",
            |by| on(by, reach::drop_hook),
            "Have none called any more.",
            shape::<Reach>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<Move>()),
        refusals: &[400, 401],
        ..read(
            "/api/me/reach/page",
            |by| on(by, reach::remind),
            "An open page asks whether it is to remind the player of a move: once, and not where anything else did.",
            shape::<bool>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/games",
            |by| on(by, guests::games),
            "Games of the person that are to come or run: those first that wait for them.",
            shape::<Vec<MyGame>>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/played",
            |by| on(by, guests::played),
            "Games that the person has played to their end, last ended first.",
            shape::<Vec<PlayedGame>>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/recovery",
            |by| on(by, guests::recovery),
            "Whether the person has a code to come back with.",
            shape::<Recovery>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        status: 201,
        refusals: &[401],
        ..read(
            "/api/me/recovery",
            |by| on(by, guests::make_recovery),
            "Make a code that the person comes back with after losing all browsers; an earlier one is void. Told once.",
            shape::<RecoveryCode>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read("/api/me/recovery", |by| on(by, guests::drop_recovery), "Void that code.", shape::<Recovery>())
    },
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<RecoveryCode>()),
        refusals: &[400, 404],
        ..read(
            "/api/recover",
            |by| on(by, guests::recover),
            "Come back with such a code. Sets the cookie.",
            shape::<Me>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/devices",
            |by| on(by, devices::mine),
            "The browsers that know the person, last used first.",
            shape::<Vec<Device>>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401],
        ..read(
            "/api/me/devices",
            |by| on(by, devices::revoke_others),
            "Sign out every browser but this one. Their sockets are closed.",
            shape::<Device>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404],
        ..read(
            "/api/me/devices/{device}",
            |by| on(by, devices::revoke),
            "Sign one browser out. Its sockets are closed.",
            shape::<Device>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/me/rooms",
            |by| on(by, guests::rooms),
            "Rooms the person is a member of, last touched first.",
            shape::<Vec<RoomCard>>(),
        )
    },
    read(
        "/api/rulesets",
        |by| on(by, rulesets::list),
        "What can be played: scenarios, limits, bots.",
        shape::<Vec<RulesetInfo>>(),
    ),
    Operation {
        refusals: &[404],
        ..read(
            "/api/rulesets/{ruleset}",
            |by| on(by, rulesets::one),
            "Everything shown of one ruleset before a game: also boards, equipment, ready-made bands.",
            shape::<Value>(),
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/rulesets/{ruleset}/presentation",
            |by| on(by, rulesets::presentation),
            "What one ruleset and its facts are called, how facts fold over a view, and what panels that know no ruleset draw.",
            shape::<Presentation>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<Unfinished>()),
        refusals: &[400, 404, 422],
        ..read(
            "/api/rulesets/{ruleset}/appraise",
            |by| on(by, rulesets::appraise),
            "What a band comes to, however unfinished: its price, everything that is wrong with it, what may be added.",
            shape::<Appraisal>(),
        )
    },
    read(
        "/api/rooms",
        |by| on(by, rooms::listed),
        "Rooms that their hosts listed, last touched first.",
        shape::<Vec<RoomCard>>(),
    ),
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<Settings>()),
        status: 201,
        refusals: &[400, 401, 422, 429],
        ..read(
            "/api/rooms",
            |by| on(by, rooms::open),
            "Open a room. Everything inside it goes over its socket.",
            shape::<Opened>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<AtDoor>()),
        refusals: &[400, 404],
        ..read(
            "/api/rooms/{room}/door",
            |by| on(by, rooms::door),
            "Who invites to a room and what is played there, for a reader with the invitation, a member, or anybody where it is listed.",
            shape::<Invitation>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404, 422],
        ..read(
            "/api/rooms/{room}",
            |by| on(by, rooms::delete),
            "Delete a room that one hosts and in which nothing was ever played.",
            shape::<Opened>(),
        )
    },
    read(
        "/api/exercises",
        |by| on(by, exercises::all),
        "Lessons and puzzles: positions with one goal each, from the easiest to the hardest.",
        shape::<Vec<ExerciseInfo>>(),
    ),
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<ChosenExercise>()),
        status: 201,
        refusals: &[400, 422, 429],
        ..read(
            "/api/exercises",
            |by| on(by, exercises::open),
            "Open a room for an exercise: its host sits, bots hold the other seats, and they may start. Sets the cookie.",
            shape::<Opened>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        body: Some(shape::<QuickFight>()),
        status: 201,
        refusals: &[400, 422, 429],
        ..read(
            "/api/fights",
            |by| on(by, rooms::fight),
            "Open a room for a fight against a bot at once: everybody sits and is ready, and its host may start. Sets the cookie.",
            shape::<Opened>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<NewCampaign>()),
        status: 201,
        refusals: &[400, 401, 422, 429],
        ..read(
            "/api/campaigns",
            |by| on(by, campaigns::open),
            "Open a campaign: bands go from game to game.",
            shape::<Opened>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/campaigns",
            |by| on(by, campaigns::mine),
            "Campaigns the person takes part in, last opened first.",
            shape::<Vec<CampaignCard>>(),
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/campaigns/{campaign}",
            |by| on(by, campaigns::one),
            "A campaign with standings and history, for whoever has its address. The invitation is there for those who \
             take part.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<JoinCampaign>()),
        refusals: &[400, 401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/join",
            |by| on(by, campaigns::join),
            "Come in with the invitation.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<BringBand>()),
        refusals: &[400, 401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/band",
            |by| on(by, campaigns::bring),
            "Bring the band one plays with, while one has none, or one that has not played or is disbanded.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<NewCampaignGame>()),
        status: 201,
        refusals: &[400, 401, 404, 422, 429],
        ..read(
            "/api/campaigns/{campaign}/games",
            |by| on(by, campaigns::play),
            "Open a room for a game of the campaign. Bands come from the campaign.",
            shape::<Opened>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/games/{game}/void",
            |by| on(by, campaigns::void),
            "Host: a game that is played will not count; its bands are free and as they were.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/members/{guest}",
            |by| on(by, campaigns::leave),
            "Leave the campaign; its host sends somebody else away.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/close",
            |by| on(by, campaigns::close),
            "Host: nobody joins and no game begins any more.",
            shape::<Campaign>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        refusals: &[401, 404, 422],
        ..read(
            "/api/campaigns/{campaign}/invite",
            |by| on(by, campaigns::renew),
            "Host: void the invitation and make another.",
            shape::<Opened>(),
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/campaigns/{campaign}/export",
            |by| on(by, campaigns::export),
            "The whole campaign as a file.",
            shape::<CampaignExport>(),
        )
    },
    Operation {
        method: MethodFilter::POST,
        person: true,
        body: Some(shape::<NewWork>()),
        status: 201,
        refusals: &[400, 401, 422],
        ..read(
            "/api/shelf",
            |by| on(by, shelf::add),
            "Put a band or a table of one's own on the shelf.",
            shape::<Work>(),
        )
    },
    Operation {
        person: true,
        refusals: &[401],
        ..read(
            "/api/shelf",
            |by| on(by, shelf::mine),
            "Everything on one's own shelf, last written first.",
            shape::<Vec<WorkCard>>(),
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/shelf/{work}",
            |by| on(by, shelf::one),
            "Somebody's work, for whoever has its address.",
            shape::<Work>(),
        )
    },
    Operation {
        method: MethodFilter::PUT,
        person: true,
        body: Some(shape::<NewWork>()),
        refusals: &[400, 401, 404, 422],
        ..read("/api/shelf/{work}", |by| on(by, shelf::write), "Write own work again.", shape::<Work>())
    },
    Operation {
        method: MethodFilter::DELETE,
        person: true,
        status: 204,
        answer: None,
        refusals: &[401, 404],
        ..read(
            "/api/shelf/{work}",
            |by| on(by, shelf::remove),
            "Take own work off the shelf.",
            shape::<Work>(),
        )
    },
    Operation {
        refusals: &[404, 501],
        ..read(
            "/api/games/{game}/replay",
            |by| on(by, games::replay),
            "A finished game, to be watched again.",
            shape::<Replay>(),
        )
    },
    Operation {
        refusals: &[404],
        ..read(
            "/api/games/{game}/export",
            |by| on(by, games::export),
            "A finished game, for `bagarre verify`.",
            shape::<Export>(),
        )
    },
    read(
        "/api/key",
        |by| on(by, games::key),
        "The key with which this server signs what it exports.",
        shape::<PublicKey>(),
    ),
    Operation {
        answer: None,
        ..read("/healthz", |by| on(by, health::alive), "The process runs.", shape::<Value>())
    },
    Operation {
        answer: None,
        refusals: &[503],
        ..read("/readyz", |by| on(by, health::ready), "The server can do its work.", shape::<Value>())
    },
    read("/api/openapi.json", |by| on(by, document), "This document.", shape::<Value>()),
];

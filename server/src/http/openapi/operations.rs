//! Every operation of the HTTP part: the router is made of this list, and so is its description.

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
use super::operation::{Operation, delete, get, patch, post, put};
use crate::http::{campaigns, devices, exercises, games, guests, health, reach, rooms, rulesets, shelf};

/// Returns every operation.
pub(super) fn operations() -> Vec<Operation> {
    let parts = [
        of_people(),
        of_browsers(),
        of_reach(),
        of_rulesets(),
        of_rooms(),
        of_campaigns(),
        of_shelf(),
        of_games(),
        of_server(),
    ];
    parts.into_iter().flatten().collect()
}

/// Returns the operations on people.
fn of_people() -> Vec<Operation> {
    vec![
        get("/api/me", guests::me)
            .says("Who this browser is known as; null when nobody.")
            .answers::<Option<Me>>(200),
        post("/api/me", guests::enter)
            .says("Come in under a nickname. Sets the cookie.")
            .takes::<Nickname>()
            .answers::<Me>(200)
            .refuses(&[422]),
        patch("/api/me", guests::rename)
            .says("Take another nickname.")
            .person()
            .takes::<Nickname>()
            .answers::<Me>(200)
            .refuses(&[422]),
        delete("/api/me", guests::leave).says("Let this browser forget the person."),
        post("/api/me/forget", guests::forget)
            .says(
                "Forget the person with everything about them: name, browsers, chat, shelf, seats. \
                 Not to be undone.",
            )
            .person()
            .takes::<Forget>()
            .refuses(&[422]),
        get("/api/me/games", guests::games)
            .says("Games of the person that are to come or run: those first that wait for them.")
            .person()
            .answers::<Vec<MyGame>>(200),
        get("/api/me/played", guests::played)
            .says("Games that the person has played to their end, last ended first.")
            .person()
            .answers::<Vec<PlayedGame>>(200),
        get("/api/me/rooms", guests::rooms)
            .says("Rooms the person is a member of, last touched first.")
            .person()
            .answers::<Vec<RoomCard>>(200),
    ]
}

/// Returns the operations on browsers that know a person, and on coming back without one.
fn of_browsers() -> Vec<Operation> {
    vec![
        post("/api/me/links", guests::device_link)
            .says(
                "Make a link that lets the same person in from another device, once, within a quarter \
                 of an hour.",
            )
            .person()
            .answers::<DeviceLink>(201),
        post("/api/links", guests::use_device_link)
            .says("Use such a link up. Sets the cookie.")
            .takes::<DeviceLink>()
            .answers::<Me>(200)
            .refuses(&[404]),
        get("/api/me/recovery", guests::recovery)
            .says("Whether the person has a code to come back with.")
            .person()
            .answers::<Recovery>(200),
        post("/api/me/recovery", guests::make_recovery)
            .says(
                "Make a code that the person comes back with after losing all browsers; an earlier \
                 one is void. Told once.",
            )
            .person()
            .answers::<RecoveryCode>(201),
        delete("/api/me/recovery", guests::drop_recovery).says("Void that code.").person(),
        post("/api/recover", guests::recover)
            .says("Come back with such a code. Sets the cookie.")
            .takes::<RecoveryCode>()
            .answers::<Me>(200)
            .refuses(&[404]),
        get("/api/me/devices", devices::mine)
            .says("The browsers that know the person, last used first.")
            .person()
            .answers::<Vec<Device>>(200),
        delete("/api/me/devices", devices::revoke_others)
            .says("Sign out every browser but this one. Their sockets are closed.")
            .person(),
        delete("/api/me/devices/{device}", devices::revoke)
            .says("Sign one browser out. Its sockets are closed.")
            .person(),
    ]
}

/// Returns the operations on how people are told of their turns.
fn of_reach() -> Vec<Operation> {
    vec![
        get("/api/me/reach", reach::mine)
            .says("How the person hears of their turns.")
            .person()
            .answers::<Reach>(200),
        put("/api/me/reach", reach::set_rhythm)
            .says("Choose the hours in which nothing is sent.")
            .person()
            .takes::<Rhythm>()
            .refuses(&[422]),
        put("/api/me/reach/push", reach::set_push)
            .says("Have this browser pushed to.")
            .person()
            .takes::<PushTo>()
            .refuses(&[422]),
        delete("/api/me/reach/push", reach::drop_push).says("Have it pushed to no longer.").person(),
        put("/api/me/reach/mail", reach::set_mail)
            .says("Have a code sent to an address for mail.")
            .person()
            .takes::<MailTo>()
            .refuses(&[422, 429]),
        post("/api/me/reach/mail", reach::confirm_mail)
            .says("Give that code: from now on mail goes there.")
            .person()
            .takes::<MailCode>()
            .refuses(&[404, 422]),
        delete("/api/me/reach/mail", reach::drop_mail).says("Get no mail any more.").person(),
        put("/api/me/reach/hook", reach::set_hook)
            .says("Have a webhook called. The answer is what calls are signed with, told once.")
            .person()
            .takes::<HookTo>()
            .answers::<HookSecret>(200)
            .refuses(&[422]),
        delete("/api/me/reach/hook", reach::drop_hook).says("Have none called any more.").person(),
        post("/api/me/reach/page", reach::remind)
            .says(
                "An open page asks whether it is to remind the player of a move: once, and not where \
                 anything else did.",
            )
            .person()
            .takes::<Move>()
            .answers::<bool>(200),
    ]
}

/// Returns the operations on what can be played.
fn of_rulesets() -> Vec<Operation> {
    vec![
        get("/api/rulesets", rulesets::list)
            .says("What can be played: scenarios, limits, bots.")
            .answers::<Vec<RulesetInfo>>(200),
        get("/api/rulesets/{ruleset}", rulesets::one)
            .says(
                "Everything shown of one ruleset before a game: also boards, equipment, ready-made \
                 bands.",
            )
            .answers::<Value>(200),
        get("/api/rulesets/{ruleset}/presentation", rulesets::presentation)
            .says(
                "What one ruleset and its facts are called, how facts fold over a view, and what \
                 panels that know no ruleset draw.",
            )
            .answers::<Presentation>(200),
        post("/api/rulesets/{ruleset}/appraise", rulesets::appraise)
            .says(
                "What a band comes to, however unfinished: its price, everything that is wrong with \
                 it, what may be added.",
            )
            .takes::<Unfinished>()
            .answers::<Appraisal>(200)
            .refuses(&[422]),
    ]
}

/// Returns the operations on rooms from outside.
fn of_rooms() -> Vec<Operation> {
    vec![
        get("/api/rooms", rooms::listed)
            .says("Rooms that their hosts listed, last touched first.")
            .answers::<Vec<RoomCard>>(200),
        post("/api/rooms", rooms::open)
            .says("Open a room. Everything inside it goes over its socket.")
            .person()
            .takes::<Settings>()
            .answers::<Opened>(201)
            .refuses(&[422, 429]),
        post("/api/rooms/{room}/door", rooms::door)
            .says(
                "Who invites to a room and what is played there, for a reader with the invitation, a \
                 member, or anybody where it is listed.",
            )
            .takes::<AtDoor>()
            .answers::<Invitation>(200),
        delete("/api/rooms/{room}", rooms::delete)
            .says("Delete a room that one hosts and in which nothing was ever played.")
            .person()
            .refuses(&[422]),
        get("/api/exercises", exercises::all)
            .says("Lessons and puzzles: positions with one goal each, from the easiest to the hardest.")
            .answers::<Vec<ExerciseInfo>>(200),
        post("/api/exercises", exercises::open)
            .says(
                "Open a room for an exercise: its host sits, bots hold the other seats, and they may \
                 start. Sets the cookie.",
            )
            .takes::<ChosenExercise>()
            .answers::<Opened>(201)
            .refuses(&[422, 429]),
        post("/api/fights", rooms::fight)
            .says(
                "Open a room for a fight against a bot at once: everybody sits and is ready, and its \
                 host may start. Sets the cookie.",
            )
            .takes::<QuickFight>()
            .answers::<Opened>(201)
            .refuses(&[422, 429]),
    ]
}

/// Returns the operations on campaigns.
fn of_campaigns() -> Vec<Operation> {
    vec![
        post("/api/campaigns", campaigns::open)
            .says("Open a campaign: bands go from game to game.")
            .person()
            .takes::<NewCampaign>()
            .answers::<Opened>(201)
            .refuses(&[422, 429]),
        get("/api/campaigns", campaigns::mine)
            .says("Campaigns the person takes part in, last opened first.")
            .person()
            .answers::<Vec<CampaignCard>>(200),
        get("/api/campaigns/{campaign}", campaigns::one)
            .says(
                "A campaign with standings and history, for whoever has its address. The invitation \
                 is there for those who take part.",
            )
            .answers::<Campaign>(200),
        post("/api/campaigns/{campaign}/join", campaigns::join)
            .says("Come in with the invitation.")
            .person()
            .takes::<JoinCampaign>()
            .answers::<Campaign>(200)
            .refuses(&[422]),
        put("/api/campaigns/{campaign}/band", campaigns::bring)
            .says(
                "Bring the band one plays with, while one has none, or one that has not played or is \
                 disbanded.",
            )
            .person()
            .takes::<BringBand>()
            .answers::<Campaign>(200)
            .refuses(&[422]),
        post("/api/campaigns/{campaign}/games", campaigns::play)
            .says("Open a room for a game of the campaign. Bands come from the campaign.")
            .person()
            .takes::<NewCampaignGame>()
            .answers::<Opened>(201)
            .refuses(&[422, 429]),
        post("/api/campaigns/{campaign}/games/{game}/void", campaigns::void)
            .says("Host: a game that is played will not count; its bands are free and as they were.")
            .person()
            .answers::<Campaign>(200)
            .refuses(&[422]),
        delete("/api/campaigns/{campaign}/members/{guest}", campaigns::leave)
            .says("Leave the campaign; its host sends somebody else away.")
            .person()
            .refuses(&[422]),
        post("/api/campaigns/{campaign}/close", campaigns::close)
            .says("Host: nobody joins and no game begins any more.")
            .person()
            .answers::<Campaign>(200)
            .refuses(&[422]),
        post("/api/campaigns/{campaign}/invite", campaigns::renew)
            .says("Host: void the invitation and make another.")
            .person()
            .answers::<Opened>(200)
            .refuses(&[422]),
        get("/api/campaigns/{campaign}/export", campaigns::export)
            .says("The whole campaign as a file.")
            .answers::<CampaignExport>(200),
    ]
}

/// Returns the operations on the shelf.
fn of_shelf() -> Vec<Operation> {
    vec![
        post("/api/shelf", shelf::add)
            .says("Put a band or a table of one's own on the shelf.")
            .person()
            .takes::<NewWork>()
            .answers::<Work>(201)
            .refuses(&[422]),
        get("/api/shelf", shelf::mine)
            .says("Everything on one's own shelf, last written first.")
            .person()
            .answers::<Vec<WorkCard>>(200),
        get("/api/shelf/{work}", shelf::one)
            .says("Somebody's work, for whoever has its address.")
            .answers::<Work>(200),
        put("/api/shelf/{work}", shelf::write)
            .says("Write own work again.")
            .person()
            .takes::<NewWork>()
            .answers::<Work>(200)
            .refuses(&[422]),
        delete("/api/shelf/{work}", shelf::remove).says("Take own work off the shelf.").person(),
    ]
}

/// Returns the operations on finished games.
fn of_games() -> Vec<Operation> {
    vec![
        get("/api/games/{game}/replay", games::replay)
            .says("A finished game, to be watched again.")
            .answers::<Replay>(200)
            .refuses(&[501]),
        get("/api/games/{game}/export", games::export)
            .says("A finished game, for `bagarre verify`.")
            .answers::<Export>(200),
        get("/api/key", games::key)
            .says("The key with which this server signs what it exports.")
            .answers::<PublicKey>(200),
    ]
}

/// Returns the operations on the server itself.
fn of_server() -> Vec<Operation> {
    vec![
        get("/api/announcement", rooms::announcement)
            .says("What the operator announces to everybody; null for nothing.")
            .answers::<Option<Words>>(200),
        get("/healthz", health::alive).says("The process runs."),
        get("/readyz", health::ready).says("The server can do its work.").refuses(&[503]),
        get("/api/openapi.json", document).says("This document.").answers::<Value>(200),
    ]
}

//! What the operator does to a running server, on a separate listener and with a token that only the operator can read.

use axum::extract::{Path as Named, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use bagarre_rules::presentation::Words;
use futures_util::future::join_all;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::error::{HttpError, speak};
use super::extract::Body;
use crate::app::App;
use crate::error::AppError;
use crate::house::House;
use crate::room::Report;
use crate::store::house::HouseChange;
use crate::store::nodes::NodeRecord;

/// The file of the token, in the data folder.
pub const TOKEN: &str = "admin.token";

/// Everything under `/admin`, for requests that carry the token.
pub(crate) fn routes(token: &str) -> Router<App> {
    let expected: [u8; 32] = Sha256::digest(token).into();
    Router::new()
        .route("/admin/nodes", get(nodes))
        .route("/admin/rooms", get(list))
        .route("/admin/rooms/{room}", get(inspect).delete(drop_room))
        .route("/admin/rooms/{room}/close", post(close))
        .route("/admin/games/{game}", get(game))
        .route("/admin/guests/{guest}", delete(forget))
        .route("/admin/announcement", get(announced).put(announce).delete(silence))
        .route("/admin/drain", post(drain).delete(undrain))
        .route("/admin/drain/all", post(drain_all))
        .route_layer(middleware::from_fn(move |request: Request, next: Next| guard(expected, request, next)))
        .layer(middleware::from_fn(speak))
}

/// Lets requests with the token pass. Hashes are compared, so that the time it takes tells nothing.
async fn guard(expected: [u8; 32], request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).map(Sha256::digest);
    if given.is_some_and(|given| given[..] == expected) {
        next.run(request).await
    } else {
        StatusCode::UNAUTHORIZED.into_response()
    }
}

/// The house at a glance.
#[derive(Serialize)]
struct Overview {
    draining: bool,
    announcement: Option<Words>,
    sockets: usize,
    /// Rooms that are awake.
    rooms: Vec<Report>,
}

async fn list(State(app): State<App>) -> Result<Response, HttpError> {
    let rooms = app.rooms().awake_rooms();
    let reports = join_all(rooms.iter().map(|room| app.rooms().report(room))).await;
    let rooms = reports.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>();
    let house = app.rooms().house();
    Ok(Json(Overview {
        draining: house.is_ending(),
        announcement: house.announcement(),
        sockets: app.open_sockets(),
        rooms: rooms.map_err(AppError::from)?,
    })
    .into_response())
}

/// A server that works on the data.
#[derive(Serialize)]
struct NodeReport {
    id: Uuid,
    /// Where it runs.
    address: String,
    /// The version of its program.
    version: String,
    /// When it began, in milliseconds since 1970 by the clock of the database.
    since: i64,
    /// How long its lease still runs, in milliseconds; below 0 since it has lapsed.
    lease_left_ms: i64,
    /// How many rooms it holds; nothing for a server that works alone, which holds all.
    rooms: Option<usize>,
    /// Whether it hands its rooms over.
    draining: bool,
}

/// The servers on the data, those first that began first.
async fn nodes(State(app): State<App>) -> Result<Response, HttpError> {
    let (records, now) = app.store().nodes().await.map_err(AppError::from)?;
    let mut reports = Vec::with_capacity(records.len());
    for node in records {
        let held = if node.alone { None } else { Some(app.store().held_rooms(node.id).await) };
        let rooms = held.transpose().map_err(AppError::from)?.map(|held| held.len());
        let lease_left_ms = node.until.saturating_sub(now);
        let NodeRecord { id, address, version, since, draining, .. } = node;
        reports.push(NodeReport { id, address, version, since, lease_left_ms, rooms, draining });
    }
    reports.sort_by_key(|node| (node.since, node.id));
    Ok(Json(json!({ "nodes": reports })).into_response())
}

async fn inspect(State(app): State<App>, Named(room): Named<String>) -> Result<Response, HttpError> {
    let report = app.rooms().report(&room).await.map_err(AppError::from)?;
    Ok(Json(report.ok_or(HttpError::Missing)?).into_response())
}

/// A game without its dice, its orders and its names.
async fn game(State(app): State<App>, Named(game): Named<Uuid>) -> Result<Json<Value>, HttpError> {
    let record = app.store().game(game).await.map_err(AppError::from)?.ok_or(HttpError::Missing)?;
    let entries = app.store().journal(game).await.map_err(AppError::from)?;
    Ok(Json(json!({
        "id": game,
        "room": record.room,
        "ruleset": record.ruleset,
        "version": record.version,
        "scenario": record.scenario,
        "seats": record.players.len(),
        "entries": entries.len(),
        "started": record.started,
        "last": entries.last().map(|entry| entry.at),
        "ended": record.ended,
        "quarantined": record.quarantined,
    })))
}

async fn close(State(app): State<App>, Named(room): Named<String>) -> Result<StatusCode, HttpError> {
    if app.rooms().close_room(&room).await? { Ok(StatusCode::NO_CONTENT) } else { Err(HttpError::Missing) }
}

/// Closes a room, and drops it with its games and its chat.
async fn drop_room(State(app): State<App>, Named(room): Named<String>) -> Result<StatusCode, HttpError> {
    app.drop_room(&room).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn forget(State(app): State<App>, Named(guest): Named<Uuid>) -> Result<StatusCode, HttpError> {
    if app.forget_by_id(guest).await? { Ok(StatusCode::NO_CONTENT) } else { Err(HttpError::Missing) }
}

async fn announced(State(app): State<App>) -> Json<Option<Words>> {
    Json(app.rooms().house().announcement())
}

/// Says something to all servers.
async fn change_house(app: &App, change: HouseChange) -> Result<StatusCode, HttpError> {
    app.rooms().change_house(&change).await.map_err(AppError::from)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn announce(State(app): State<App>, Body(words): Body<Words>) -> Result<StatusCode, HttpError> {
    House::check_announcement(&words)?;
    change_house(&app, HouseChange::Announcement(Some(words))).await
}

async fn silence(State(app): State<App>) -> Result<StatusCode, HttpError> {
    change_house(&app, HouseChange::Announcement(None)).await
}

/// How a server ends.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Draining {
    /// Its rooms are handed over to other servers.
    HandsOver,
    /// It takes nothing new, and ends when every room sleeps.
    Waits,
}

/// Lets this server end: it hands its rooms over where others can take them, and takes nothing new otherwise.
async fn drain(State(app): State<App>) -> Result<Json<Draining>, HttpError> {
    if app.hand_over().await.map_err(AppError::from)? {
        return Ok(Json(Draining::HandsOver));
    }
    app.rooms().house().drain(true);
    app.rooms().tell_announcement();
    Ok(Json(Draining::Waits))
}

/// No server takes anything new; each ends when every room sleeps.
async fn drain_all(State(app): State<App>) -> Result<StatusCode, HttpError> {
    change_house(&app, HouseChange::Draining(true)).await
}

/// Takes everything new again, at this server and at all others.
async fn undrain(State(app): State<App>) -> Result<StatusCode, HttpError> {
    app.cancel_hand_over().await;
    app.rooms().house().drain(false);
    change_house(&app, HouseChange::Draining(false)).await
}

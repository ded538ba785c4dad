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
use crate::house::last_orders;
use crate::link::all::Broadcast;
use crate::room::Report;

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
        draining: house.is_draining(),
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
}

/// The servers on the data, those first that began first.
async fn nodes(State(app): State<App>) -> Result<Response, HttpError> {
    let (records, now) = app.store().nodes().await.map_err(AppError::from)?;
    let mut reports = Vec::with_capacity(records.len());
    for node in records {
        let held = if node.alone { None } else { Some(app.store().held_rooms(node.id).await) };
        let rooms = held.transpose().map_err(AppError::from)?.map(|held| held.len());
        let lease_left_ms = node.until.saturating_sub(now);
        let (id, address, version, since) = (node.id, node.address, node.version, node.since);
        reports.push(NodeReport { id, address, version, since, lease_left_ms, rooms });
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

/// Announces something at this server, or nothing any more.
fn announce_here(app: &App, words: Option<Words>) -> Result<(), HttpError> {
    app.rooms().house().announce(words)?;
    app.rooms().tell_announcement();
    Ok(())
}

/// Announces something at all servers, or nothing any more.
async fn announce_everywhere(app: &App, words: Option<Words>) -> Result<StatusCode, HttpError> {
    announce_here(app, words.clone())?;
    app.rooms().tell_others(Broadcast::Announcement(words)).await;
    Ok(StatusCode::NO_CONTENT)
}

async fn announce(State(app): State<App>, Body(words): Body<Words>) -> Result<StatusCode, HttpError> {
    announce_everywhere(&app, Some(words)).await
}

async fn silence(State(app): State<App>) -> Result<StatusCode, HttpError> {
    announce_everywhere(&app, None).await
}

/// Takes nothing new; the server ends when every room sleeps. Other servers go on: their people are told nothing.
async fn drain(State(app): State<App>) -> Result<StatusCode, HttpError> {
    app.rooms().house().drain(true);
    announce_here(&app, Some(last_orders()))?;
    Ok(StatusCode::NO_CONTENT)
}

async fn undrain(State(app): State<App>) -> Result<StatusCode, HttpError> {
    app.rooms().house().drain(false);
    announce_here(&app, None)?;
    Ok(StatusCode::NO_CONTENT)
}

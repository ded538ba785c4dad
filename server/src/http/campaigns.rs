//! Campaigns. Their games are played in rooms like any other.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bagarre_protocol::campaign::{
    BringBand, Campaign, CampaignCard, JoinCampaign, NewCampaign, NewCampaignGame,
};
use bagarre_protocol::http::Opened;
use uuid::Uuid;

use super::error::HttpError;
use super::extract::{Body, CampaignId, Id, Ids, MaybePerson, Person};
use super::lang::lang_of;
use crate::app::App;
use crate::campaigns;
use crate::store::Guest;

async fn campaign(app: &App, id: &str, guest: &Guest) -> Result<Json<Campaign>, HttpError> {
    Ok(Json(app.campaign(id, Some(guest)).await?))
}

/// Opens a campaign.
pub(crate) async fn open(
    State(app): State<App>,
    Person(host): Person,
    Body(chosen): Body<NewCampaign>,
) -> Result<(StatusCode, Json<Opened>), HttpError> {
    let (id, invite) = app.open_campaign(&host, &chosen).await?;
    Ok((StatusCode::CREATED, Json(Opened { id, invite })))
}

/// Campaigns the person takes part in, last opened first.
pub(crate) async fn mine(
    State(app): State<App>,
    Person(guest): Person,
) -> Result<Json<Vec<CampaignCard>>, HttpError> {
    Ok(Json(app.campaigns_of(&guest).await?))
}

/// A campaign with its standings and its history, for every person who has its address.
pub(crate) async fn one(
    State(app): State<App>,
    MaybePerson(reader): MaybePerson,
    Id(CampaignId(id)): Id<CampaignId>,
) -> Result<Json<Campaign>, HttpError> {
    Ok(Json(app.campaign(&id, reader.as_ref()).await?))
}

/// Comes in with the invitation.
pub(crate) async fn join(
    State(app): State<App>,
    Person(guest): Person,
    Id(CampaignId(id)): Id<CampaignId>,
    Body(JoinCampaign { invite }): Body<JoinCampaign>,
) -> Result<Json<Campaign>, HttpError> {
    app.join_campaign(&id, &guest, &invite).await?;
    campaign(&app, &id, &guest).await
}

/// Brings the band with which the person plays.
pub(crate) async fn bring(
    State(app): State<App>,
    Person(guest): Person,
    Id(CampaignId(id)): Id<CampaignId>,
    headers: HeaderMap,
    Body(BringBand { band }): Body<BringBand>,
) -> Result<Json<Campaign>, HttpError> {
    app.bring_to_campaign(&id, &guest, &band, lang_of(&headers)).await?;
    campaign(&app, &id, &guest).await
}

/// Opens a room for a game of the campaign.
pub(crate) async fn play(
    State(app): State<App>,
    Person(guest): Person,
    Id(CampaignId(id)): Id<CampaignId>,
    Body(chosen): Body<NewCampaignGame>,
) -> Result<(StatusCode, Json<Opened>), HttpError> {
    let (id, invite) = app.open_campaign_game(&id, &guest, chosen).await?;
    Ok((StatusCode::CREATED, Json(Opened { id, invite })))
}

/// Declares that a game does not count.
pub(crate) async fn void(
    State(app): State<App>,
    Person(guest): Person,
    Ids(CampaignId(id), game): Ids<CampaignId, Uuid>,
) -> Result<Json<Campaign>, HttpError> {
    app.void_campaign_game(&id, &guest, game).await?;
    campaign(&app, &id, &guest).await
}

/// Closes the campaign.
pub(crate) async fn close(
    State(app): State<App>,
    Person(guest): Person,
    Id(CampaignId(id)): Id<CampaignId>,
) -> Result<Json<Campaign>, HttpError> {
    app.close_campaign(&id, &guest).await?;
    campaign(&app, &id, &guest).await
}

/// Voids the invitation and makes another.
pub(crate) async fn renew(
    State(app): State<App>,
    Person(guest): Person,
    Id(CampaignId(id)): Id<CampaignId>,
) -> Result<Json<Opened>, HttpError> {
    let invite = app.renew_campaign_invite(&id, &guest).await?;
    Ok(Json(Opened { id, invite }))
}

/// Leaves the campaign, or sends another person away from it.
pub(crate) async fn leave(
    State(app): State<App>,
    Person(guest): Person,
    Ids(CampaignId(id), out): Ids<CampaignId, Uuid>,
) -> Result<StatusCode, HttpError> {
    app.leave_campaign(&id, &guest, out).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The whole campaign as a file.
pub(crate) async fn export(
    State(app): State<App>,
    Id(CampaignId(id)): Id<CampaignId>,
) -> Result<Response, HttpError> {
    let export = campaigns::export(app.store(), app.signer(), &id, false).await?;
    let name = format!("attachment; filename=\"bagarre-campaign-{}.json\"", export.campaign.id);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(export)).into_response())
}

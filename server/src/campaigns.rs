//! Campaigns: who takes part, with which band, and the rooms of their games. What a game makes of a band is decided inside
//! the game and stored at its end; here it is only read.

use bagarre_protocol::campaign::{
    Campaign, CampaignBand, CampaignCard, CampaignExport, CampaignGame, CampaignMember, CampaignPhase,
    NewCampaign, NewCampaignGame,
};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Phase;
use bagarre_rules::any::RulesetId;
use bagarre_rules::contract::Lang;
use bagarre_rules::gather::{Record, Roster};
use bagarre_rules::systems;
use uuid::Uuid;

use crate::app::App;
use crate::clock::DAY_MS;
use crate::error::AppError;
use crate::fair::sign::Signer;
use crate::room::{self, archive, settings};
use crate::store::campaigns::{BandRecord, CampaignRecord, MemberRecord, Membership};
use crate::store::{Guest, SeatRecord, Store, StoreError};
use crate::words::campaign as refuse;

/// Version of the export.
const EXPORT_FORMAT: u16 = 2;
/// The most campaigns a list shows.
const MAX_LISTED_CAMPAIGNS: u32 = 100;
/// The most rooms of a campaign that are shown: those that were touched last.
const MAX_SHOWN_ROOMS: u32 = 50;

impl App {
    /// Opens a campaign; its host takes part. Returns its id and its invitation.
    pub async fn open_campaign(
        &self,
        host: &Guest,
        chosen: &NewCampaign,
    ) -> Result<(String, String), AppError> {
        let name = settings::name(&chosen.name).ok_or_else(refuse::name)?;
        let ruleset = systems::parse(&chosen.ruleset)?;
        if !ruleset.has_campaigns() {
            return Err(refuse::none().into());
        }
        self.rooms().house().may_begin()?;
        self.rooms().ledger().may_write(host.id)?;
        let opened = self.store().campaigns_opened(host.id, self.world().now() - DAY_MS).await?;
        if opened >= self.config().limits.campaigns_per_day {
            return Err(refuse::too_many().into());
        }
        let campaign = CampaignRecord {
            id: room::letters::<10>(self.world().random()?),
            host: host.id,
            name,
            ruleset: ruleset.name().to_owned(),
            phase: CampaignPhase::Open,
            invite: 0,
            created: self.world().now(),
            version: 0,
        };
        self.store().create_campaign(&campaign).await?;
        metrics::counter!("bagarre_campaigns_opened_total").increment(1);
        let invite = self.rooms().campaign_invitation(&campaign.id, campaign.invite);
        Ok((campaign.id, invite))
    }

    /// Campaigns a person takes part in, last opened first.
    pub async fn campaigns_of(&self, guest: &Guest) -> Result<Vec<CampaignCard>, AppError> {
        Ok(self.store().campaigns_of(guest.id, MAX_LISTED_CAMPAIGNS).await?)
    }

    /// A campaign, for every person who has its address; with its invitation, for those who take part.
    pub async fn campaign(&self, id: &str, reader: Option<&Guest>) -> Result<Campaign, AppError> {
        let record = self.store().campaign(id).await?.ok_or(AppError::Missing)?;
        let number = record.invite;
        let mut campaign = tell(self.store(), record).await?;
        let open = |room: &crate::store::RoomRecord| {
            matches!(room.phase, Phase::Lobby | Phase::Playing | Phase::Paused)
        };
        let rooms = self.store().campaign_rooms(id, MAX_SHOWN_ROOMS).await?;
        campaign.rooms = rooms
            .into_iter()
            .filter(open)
            .map(|one| room::card_for(one, reader.map(|reader| reader.id)))
            .collect();
        let here = |reader: &Guest| campaign.members.iter().any(|one| one.id == reader.id && one.here);
        if reader.is_some_and(here) {
            campaign.invite = Some(self.rooms().campaign_invitation(id, number));
        }
        Ok(campaign)
    }

    /// Lets a person in who has the invitation. A person who takes part already stays.
    pub async fn join_campaign(&self, id: &str, guest: &Guest, invite: &str) -> Result<(), AppError> {
        let campaign = self.store().campaign(id).await?.ok_or(AppError::Missing)?;
        let members = self.store().campaign_members(id).await?;
        match members.iter().find(|member| member.guest.id == guest.id).map(|member| member.membership) {
            Some(Membership::Here) => return Ok(()),
            Some(Membership::SentAway) => return Err(refuse::sent_away().into()),
            Some(Membership::Left) | None => {}
        }
        if !self.rooms().fits_campaign(id, campaign.invite, invite) {
            return Err(refuse::invite().into());
        }
        if campaign.phase != CampaignPhase::Open {
            return Err(refuse::closed().into());
        }
        let here = members.iter().filter(|member| member.membership == Membership::Here).count();
        if here >= self.config().limits.campaign_members {
            return Err(refuse::full().into());
        }
        self.store().set_campaign_member(id, guest.id, Membership::Here, self.world().now()).await?;
        self.rooms().campaign_changed(id).await;
        Ok(())
    }

    /// A person leaves, or is sent away by the host. The person's band stays in the history, and waits.
    pub async fn leave_campaign(&self, id: &str, by: &Guest, out: Uuid) -> Result<(), AppError> {
        let (campaign, members) = self.taking_part(id, by).await?;
        let membership = match (by.id == campaign.host, by.id == out) {
            (true, true) => return Err(refuse::host_stays().into()),
            (true, false) => Membership::SentAway,
            (false, true) => Membership::Left,
            (false, false) => return Err(refuse::not_host().into()),
        };
        if !members.iter().any(|member| member.guest.id == out) {
            return Err(AppError::Missing);
        }
        let bands = self.store().campaign_bands(id).await?;
        if bands.iter().any(|band| band.guest == out && band.game.is_some()) {
            return Err(refuse::band_busy().into());
        }
        self.store().set_campaign_member(id, out, membership, self.world().now()).await?;
        self.rooms().campaign_changed(id).await;
        Ok(())
    }

    /// The band with which a person plays, as the ruleset lets it in. Another one may come as long as it has not played,
    /// and when it is disbanded (GeneriK R-228). Ready-made names that another band of the campaign bears are replaced by other ones, in
    /// `lang`: bands of a campaign are public.
    pub async fn bring_to_campaign(
        &self,
        id: &str,
        guest: &Guest,
        band: &Payload,
        lang: Lang,
    ) -> Result<(), AppError> {
        let (campaign, _) = self.taking_part(id, guest).await?;
        if campaign.phase != CampaignPhase::Open {
            return Err(refuse::closed().into());
        }
        if band.text().len() > self.config().limits.payload {
            return Err(refuse::too_big().into());
        }
        let band = crate::text::checked(band)?;
        self.rooms().ledger().spend(guest.id, "bands", band.text().len())?;
        let ruleset = systems::parse(&campaign.ruleset)?;
        let band = ruleset.enlist(band.text())?;
        let bands = self.store().campaign_bands(id).await?;
        let replaced = |other: &&BandRecord| other.guest == guest.id && !other.disbanded;
        let others: Vec<&str> =
            bands.iter().filter(|other| !replaced(other)).map(|other| other.band.text()).collect();
        let band = ruleset.renamed(band.get(), lang, &others)?;
        if !self.store().bring_band(id, guest.id, &band.into()).await? {
            return Err(refuse::band_kept().into());
        }
        self.rooms().campaign_changed(id).await;
        Ok(())
    }

    /// Opens a room for a game of the campaign. Returns its id and its invitation.
    pub async fn open_campaign_game(
        &self,
        id: &str,
        host: &Guest,
        chosen: NewCampaignGame,
    ) -> Result<(String, String), AppError> {
        let (campaign, members) = self.taking_part(id, host).await?;
        if campaign.phase != CampaignPhase::Open {
            return Err(refuse::closed().into());
        }
        let NewCampaignGame { settings: wanted, players } = chosen;
        if wanted.ruleset != campaign.ruleset {
            return Err(refuse::ruleset().into());
        }
        let settings = settings::check(wanted, true, &self.config().limits)?;
        let twice = players.iter().enumerate().any(|(at, one)| players[..at].contains(one));
        if twice || players.len() > usize::from(settings.seats) {
            return Err(refuse::players().into());
        }
        let here = |id: &Uuid| {
            let member = members.iter().find(|one| one.guest.id == *id && one.membership == Membership::Here);
            member.map(|member| member.guest.clone()).ok_or_else(refuse::not_member)
        };
        let players = players.iter().map(here).collect::<Result<Vec<_>, _>>()?;
        self.may_open_room(host).await?;
        let seats = players.iter().map(SeatRecord::of).collect();
        self.rooms().open(host, settings, Some(id.to_owned()), seats).await
    }

    /// The host declares that a game which is played does not count: its bands are free, and as they were before it.
    pub async fn void_campaign_game(&self, id: &str, by: &Guest, game: Uuid) -> Result<(), AppError> {
        self.hosting(id, by).await?;
        if !self.store().void_campaign_game(id, game, self.world().now()).await? {
            return Err(refuse::not_playing().into());
        }
        self.rooms().campaign_changed(id).await;
        Ok(())
    }

    /// The host closes the campaign: no person joins and no game begins any more.
    pub async fn close_campaign(&self, id: &str, by: &Guest) -> Result<(), AppError> {
        self.hosting(id, by).await?;
        self.store().close_campaign(id).await?;
        self.rooms().campaign_changed(id).await;
        Ok(())
    }

    /// The host voids the invitation. Returns the next one.
    pub async fn renew_campaign_invite(&self, id: &str, by: &Guest) -> Result<String, AppError> {
        self.hosting(id, by).await?;
        let number = self.store().renew_campaign_invite(id).await?.ok_or(AppError::Missing)?;
        Ok(self.rooms().campaign_invitation(id, number))
    }

    async fn hosting(&self, id: &str, guest: &Guest) -> Result<CampaignRecord, AppError> {
        let campaign = self.store().campaign(id).await?.ok_or(AppError::Missing)?;
        if campaign.host == guest.id { Ok(campaign) } else { Err(refuse::not_host().into()) }
    }

    async fn taking_part(
        &self,
        id: &str,
        guest: &Guest,
    ) -> Result<(CampaignRecord, Vec<MemberRecord>), AppError> {
        let campaign = self.store().campaign(id).await?.ok_or(AppError::Missing)?;
        let members = self.store().campaign_members(id).await?;
        let here = |one: &MemberRecord| one.guest.id == guest.id && one.membership == Membership::Here;
        if members.iter().any(here) { Ok((campaign, members)) } else { Err(refuse::not_member().into()) }
    }
}

/// A campaign from the store, without its invitation and its open rooms.
async fn tell(store: &dyn Store, record: CampaignRecord) -> Result<Campaign, AppError> {
    let members = store.campaign_members(&record.id).await?;
    let bands = store.campaign_bands(&record.id).await?;
    let games = store.campaign_games(&record.id).await?;
    // A campaign outlives its rules: without them its bands have no names here, but their games are told.
    let ruleset = systems::parse(&record.ruleset).ok();
    let mut bands: Vec<CampaignBand> = bands.into_iter().map(|band| ranked(ruleset, band, &games)).collect();
    bands.sort_by_key(|band| {
        let rank = band.roster.worth.first().map_or(0, |tally| tally.n);
        (band.roster.disbanded, -i64::from(rank), -i64::from(band.won), band.n)
    });
    let member = |member: MemberRecord| CampaignMember {
        id: member.guest.id,
        name: member.guest.name,
        here: member.membership == Membership::Here,
    };
    Ok(Campaign {
        id: record.id,
        name: record.name,
        ruleset: record.ruleset,
        host: record.host,
        phase: record.phase,
        created: record.created,
        members: members.into_iter().map(member).collect(),
        bands,
        games,
        rooms: Vec::new(),
        invite: None,
    })
}

/// A band in the standings.
fn ranked(ruleset: Option<RulesetId>, band: BandRecord, games: &[CampaignGame]) -> CampaignBand {
    let read = ruleset.and_then(|ruleset| {
        let roster = ruleset.roster(band.band.text());
        roster
            .inspect_err(|why| tracing::error!(code = %why.code, "a band of a campaign cannot be read"))
            .ok()
    });
    let roster =
        read.unwrap_or_else(|| Roster { name: String::new(), disbanded: band.disbanded, worth: Vec::new() });
    let records = || -> Box<dyn Iterator<Item = &Record>> {
        let seats = games.iter().flat_map(|game| &game.seats).filter(|seat| seat.band == band.n);
        Box::new(seats.filter_map(|seat| seat.record.as_ref()))
    };
    let count = |won| records().filter(|record| record.won == won).count() as u32;
    let (won, lost, drawn) = (count(Some(true)), count(Some(false)), count(None));
    CampaignBand {
        n: band.n,
        player: band.guest,
        roster,
        games: won + lost + drawn,
        won,
        lost,
        points: records().map(|record| record.points).sum(),
        playing: band.game,
        band: band.band,
    }
}

/// A whole campaign as a signed file; with the games themselves when `matches`, each signed too.
pub async fn export(
    store: &dyn Store,
    signer: &Signer,
    id: &str,
    matches: bool,
) -> Result<CampaignExport, AppError> {
    let record = store.campaign(id).await?.ok_or(AppError::Missing)?;
    let campaign = tell(store, record).await?;
    let mut played = Vec::new();
    for game in campaign.games.iter().filter(|_| matches) {
        match archive::export(store, game.game).await {
            Ok(export) => {
                played.push(signer.game(export).map_err(|_| AppError::Unreadable(game.game))?);
            }
            // It is still played, or was put aside.
            Err(AppError::Missing) => {}
            Err(error) => return Err(error),
        }
    }
    let export =
        CampaignExport { format: EXPORT_FORMAT, campaign, matches: played, key: None, signature: None };
    signer.campaign(export).map_err(|why| StoreError::Row { table: "campaigns", why: why.to_string() }.into())
}

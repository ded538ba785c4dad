//! The queries of campaigns. Every change of one locks its row first, so that two changes at once queue.

use std::collections::BTreeMap;

use async_trait::async_trait;
use bagarre_protocol::campaign::{
    CampaignCard, CampaignGame, CampaignGamePhase, CampaignPhase, CampaignSeat,
};
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Record;
use sqlx::{Row as _, query};
use uuid::Uuid;

use super::fault::Fault;
use super::pools::{Sql, Transaction};
use super::read::{guest, room_records, rooms_with_seats};
use super::statement::{Query, Rows};
use super::value::{Conn, Row, bad, from_text, id, number, text};
use crate::store::campaigns::{
    BandRecord, CampaignGameEnd, CampaignRecord, Campaigns, MemberRecord, Membership, Muster,
};
use crate::store::error::{StoreError, WriteError};
use crate::store::records::RoomRecord;

fn campaign_record(row: &Row) -> Result<CampaignRecord, StoreError> {
    const T: &str = "campaigns";
    Ok(CampaignRecord {
        id: row.try_get("id")?,
        host: id(T, row.try_get("host")?)?,
        name: row.try_get("name")?,
        ruleset: row.try_get("ruleset")?,
        phase: from_text(T, row.try_get("phase")?)?,
        invite: row.try_get("invite")?,
        created: row.try_get("created")?,
        version: row.try_get("version")?,
    })
}

fn card(row: &Row) -> Result<CampaignCard, StoreError> {
    const T: &str = "campaigns";
    Ok(CampaignCard {
        id: row.try_get("id")?,
        host: id(T, row.try_get("host")?)?,
        name: row.try_get("name")?,
        ruleset: row.try_get("ruleset")?,
        phase: from_text(T, row.try_get("phase")?)?,
        created: row.try_get("created")?,
        members: number(T, row.try_get("members")?)?,
        games: number(T, row.try_get("games")?)?,
    })
}

fn band_record(row: &Row) -> Result<BandRecord, StoreError> {
    const T: &str = "campaign_bands";
    let game: Option<String> = row.try_get("game_id")?;
    Ok(BandRecord {
        n: number(T, row.try_get("n")?)?,
        guest: id(T, row.try_get("guest_id")?)?,
        band: Payload::parse(row.try_get::<String, _>("band")?).map_err(|why| bad(T, why))?,
        version: row.try_get("version")?,
        game: game.map(|game| id(T, &game)).transpose()?,
        disbanded: row.try_get::<i64, _>("disbanded")? != 0,
    })
}

fn game(row: &Row) -> Result<CampaignGame, StoreError> {
    const T: &str = "campaign_games";
    Ok(CampaignGame {
        game: id(T, row.try_get("game_id")?)?,
        room: row.try_get("room_id")?,
        scenario: row.try_get("scenario")?,
        phase: from_text(T, row.try_get("phase")?)?,
        started: row.try_get("started")?,
        ended: row.try_get("ended")?,
        seats: Vec::new(),
    })
}

fn seat(row: &Row) -> Result<(Uuid, CampaignSeat), StoreError> {
    const T: &str = "campaign_seats";
    let record: Option<String> = row.try_get("record")?;
    let record = record.map(|text| from_text::<Record>("campaign_records", &text)).transpose()?;
    let seat = Seat(number(T, row.try_get("seat")?)?);
    Ok((
        id(T, row.try_get("game_id")?)?,
        CampaignSeat { seat, band: number(T, row.try_get("band")?)?, record },
    ))
}

/// Locks the row of a campaign for a change, which raises its version. `false`: there is none in this phase.
async fn lock(conn: &mut Conn, campaign: &str, phase: Option<CampaignPhase>) -> Result<bool, sqlx::Error> {
    let sql = match phase {
        Some(_) => "UPDATE campaigns SET version = version + 1 WHERE id = $1 AND phase = $2",
        None => "UPDATE campaigns SET version = version + 1 WHERE id = $1",
    };
    let mut locked = query(sql).bind(campaign);
    if let Some(phase) = phase {
        locked = locked.bind(text(&phase)?);
    }
    Ok(locked.execute(conn).await?.rows_affected() == 1)
}

/// A game that is played becomes another. `false`: it was not.
async fn end(
    conn: &mut Conn,
    game: Uuid,
    campaign: &str,
    phase: CampaignGamePhase,
    at: i64,
) -> Result<bool, sqlx::Error> {
    let ended = query(
        "UPDATE campaign_games SET phase = $3, ended = $4 \
         WHERE game_id = $1 AND campaign_id = $2 AND phase = $5",
    )
    .bind(game.to_string())
    .bind(campaign)
    .bind(text(&phase)?)
    .bind(at)
    .bind(text(&CampaignGamePhase::Playing)?)
    .execute(&mut *conn)
    .await?;
    if ended.rows_affected() == 0 {
        return Ok(false);
    }
    query("UPDATE campaign_bands SET game_id = NULL WHERE game_id = $1")
        .bind(game.to_string())
        .execute(conn)
        .await?;
    Ok(true)
}

/// A game begins. Stale when the campaign or a band is no longer what the game was made from.
pub(super) async fn muster(conn: &mut Conn, muster: &Muster) -> Result<(), Fault> {
    if !lock(conn, &muster.campaign, Some(CampaignPhase::Open)).await? {
        return Err(Fault::Own(WriteError::Stale));
    }
    let game = muster.game.to_string();
    query("INSERT INTO campaign_games (game_id, campaign_id, phase, started) VALUES ($1, $2, $3, $4)")
        .bind(&game)
        .bind(&muster.campaign)
        .bind(text(&CampaignGamePhase::Playing)?)
        .bind(muster.at)
        .execute(&mut *conn)
        .await?;
    for (seat, band, version) in &muster.seats {
        query("INSERT INTO campaign_seats (game_id, seat, band) VALUES ($1, $2, $3)")
            .bind(&game)
            .bind(i64::from(seat.0))
            .bind(i64::from(*band))
            .execute(&mut *conn)
            .await?;
        let bound = query(
            "UPDATE campaign_bands SET game_id = $3 \
             WHERE campaign_id = $1 AND n = $2 AND version = $4 AND game_id IS NULL AND disbanded = 0",
        )
        .bind(&muster.campaign)
        .bind(i64::from(*band))
        .bind(&game)
        .bind(version)
        .execute(&mut *conn)
        .await?;
        if bound.rows_affected() != 1 {
            return Err(Fault::Own(WriteError::Stale));
        }
    }
    Ok(())
}

/// A game ends, and what came out of it is written down, unless it was declared void.
pub(super) async fn game_ends(conn: &mut Conn, over: &CampaignGameEnd) -> Result<(), sqlx::Error> {
    lock(conn, &over.campaign, None).await?;
    if !end(conn, over.game, &over.campaign, CampaignGamePhase::Counted, over.at).await? {
        return Ok(());
    }
    let game = over.game.to_string();
    for back in &over.seats {
        query("INSERT INTO campaign_records (campaign_id, game_id, seat, record) VALUES ($1, $2, $3, $4)")
            .bind(&over.campaign)
            .bind(&game)
            .bind(i64::from(back.seat.0))
            .bind(text(&back.record)?)
            .execute(&mut *conn)
            .await?;
        query(
            "UPDATE campaign_bands SET band = $4, disbanded = $5, version = version + 1 WHERE campaign_id = $1 \
             AND n = (SELECT band FROM campaign_seats WHERE game_id = $2 AND seat = $3)",
        )
        .bind(&over.campaign)
        .bind(&game)
        .bind(i64::from(back.seat.0))
        .bind(back.band.text())
        .bind(i64::from(back.disbanded))
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// A game is put aside: if it was one of a campaign, it does not count.
pub(super) async fn put_aside(conn: &mut Conn, game: Uuid, at: i64) -> Result<(), sqlx::Error> {
    let row = query("SELECT campaign_id FROM campaign_games WHERE game_id = $1")
        .bind(game.to_string())
        .fetch_optional(&mut *conn)
        .await?;
    if let Some(row) = row {
        let campaign: String = row.try_get("campaign_id")?;
        lock(conn, &campaign, None).await?;
        end(conn, game, &campaign, CampaignGamePhase::Void, at).await?;
    }
    Ok(())
}

static VERSIONS: Rows = Rows::new("SELECT id, version FROM campaigns WHERE id IN (", "?", ")");
const CARDS: &str = "SELECT c.id, c.host, c.name, c.ruleset, c.phase, c.created, \
    (SELECT COUNT(*) FROM campaign_members o WHERE o.campaign_id = c.id AND o.membership = $2) AS members, \
    (SELECT COUNT(*) FROM campaign_games p WHERE p.campaign_id = c.id AND p.phase = $3) AS games \
    FROM campaigns c JOIN campaign_members m ON m.campaign_id = c.id \
    WHERE m.guest_id = $1 AND m.membership = $2 ORDER BY c.created DESC, c.id LIMIT $4";
const ROOMS: &str = rooms_with_seats!("WHERE r.campaign_id = $1 ORDER BY r.touched DESC, r.id LIMIT $2");
const BANDS: &str = "SELECT n, guest_id, band, version, game_id, disbanded FROM campaign_bands \
    WHERE campaign_id = $1 ORDER BY n";
const GAMES: &str = "SELECT c.game_id, g.room_id, g.scenario, c.phase, c.started, c.ended FROM campaign_games c \
    JOIN games g ON g.id = c.game_id WHERE c.campaign_id = $1 ORDER BY c.started, c.game_id";
const SEATS: &str = "SELECT s.game_id, s.seat, s.band, r.record FROM campaign_seats s \
    JOIN campaign_games c ON c.game_id = s.game_id \
    LEFT JOIN campaign_records r ON r.campaign_id = c.campaign_id AND r.game_id = s.game_id AND r.seat = s.seat \
    WHERE c.campaign_id = $1 ORDER BY s.game_id, s.seat";
const REPLACE: &str = "UPDATE campaign_bands SET band = $3, version = version + 1 \
    WHERE campaign_id = $1 AND guest_id = $2 AND disbanded = 0 AND game_id IS NULL AND NOT EXISTS ( \
        SELECT 1 FROM campaign_seats s JOIN campaign_records r ON r.game_id = s.game_id AND r.seat = s.seat \
        WHERE r.campaign_id = campaign_bands.campaign_id AND s.band = campaign_bands.n)";
const BRING: &str = "INSERT INTO campaign_bands (campaign_id, n, guest_id, band, version, disbanded) \
    SELECT $1, (SELECT COALESCE(MAX(n) + 1, 0) FROM campaign_bands WHERE campaign_id = $1), $2, $3, 0, 0 \
    WHERE NOT EXISTS (SELECT 1 FROM campaign_bands WHERE campaign_id = $1 AND guest_id = $2 AND disbanded = 0)";

async fn set_member(
    conn: &mut Conn,
    campaign: &str,
    guest: Uuid,
    membership: Membership,
    at: i64,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO campaign_members (campaign_id, guest_id, membership, joined) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (campaign_id, guest_id) DO UPDATE SET membership = excluded.membership",
    )
    .bind(campaign)
    .bind(guest.to_string())
    .bind(text(&membership)?)
    .bind(at)
    .execute(conn)
    .await?;
    Ok(())
}

#[async_trait]
impl Campaigns for Sql {
    async fn create_campaign(&self, campaign: &CampaignRecord) -> Result<(), StoreError> {
        let mut tx = Transaction::begin(self).await?;
        query(
            "INSERT INTO campaigns (id, host, name, ruleset, phase, invite, created, version) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&campaign.id)
        .bind(campaign.host.to_string())
        .bind(&campaign.name)
        .bind(&campaign.ruleset)
        .bind(text(&campaign.phase)?)
        .bind(campaign.invite)
        .bind(campaign.created)
        .bind(campaign.version)
        .execute(&mut *tx)
        .await?;
        set_member(&mut tx, &campaign.id, campaign.host, Membership::Here, campaign.created).await?;
        tx.commit().await
    }

    async fn campaign(&self, id: &str) -> Result<Option<CampaignRecord>, StoreError> {
        let sql =
            "SELECT id, host, name, ruleset, phase, invite, created, version FROM campaigns WHERE id = $1";
        let row = query(sql).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(campaign_record).transpose()
    }

    async fn campaign_versions(&self, ids: &[String]) -> Result<Vec<(String, i64)>, StoreError> {
        let rows = VERSIONS.fetch(&self.pool, ids.to_vec(), Query::bind::<String>).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("version")?))).collect()
    }

    async fn campaigns_of(&self, guest: Uuid, limit: u32) -> Result<Vec<CampaignCard>, StoreError> {
        let rows = query(CARDS)
            .bind(guest.to_string())
            .bind(text(&Membership::Here)?)
            .bind(text(&CampaignGamePhase::Counted)?)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(card).collect()
    }

    async fn campaigns_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError> {
        let row = query("SELECT COUNT(*) AS campaigns FROM campaigns WHERE host = $1 AND created >= $2")
            .bind(guest.to_string())
            .bind(since)
            .fetch_one(&self.pool)
            .await?;
        number("campaigns", row.try_get("campaigns")?)
    }

    async fn close_campaign(&self, id: &str) -> Result<(), StoreError> {
        query("UPDATE campaigns SET phase = $2, version = version + 1 WHERE id = $1")
            .bind(id)
            .bind(text(&CampaignPhase::Closed)?)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn renew_campaign_invite(&self, id: &str) -> Result<Option<i64>, StoreError> {
        let row = query(
            "UPDATE campaigns SET invite = invite + 1, version = version + 1 WHERE id = $1 RETURNING invite",
        )
        .bind(id)
        .fetch_optional(&self.writer)
        .await?;
        Ok(row.map(|row| row.try_get("invite")).transpose()?)
    }

    async fn campaign_members(&self, id: &str) -> Result<Vec<MemberRecord>, StoreError> {
        let rows = query(
            "SELECT g.id, g.name, g.created, m.membership FROM campaign_members m \
             JOIN guests g ON g.id = m.guest_id WHERE m.campaign_id = $1 ORDER BY m.joined, g.id",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let member = |row: &Row| {
            let membership = from_text("campaign_members", row.try_get("membership")?)?;
            Ok(MemberRecord { guest: guest(row)?, membership })
        };
        rows.iter().map(member).collect()
    }

    async fn set_campaign_member(
        &self,
        id: &str,
        guest: Uuid,
        membership: Membership,
        at: i64,
    ) -> Result<(), StoreError> {
        let mut tx = Transaction::begin(self).await?;
        lock(&mut tx, id, None).await?;
        set_member(&mut tx, id, guest, membership, at).await?;
        tx.commit().await
    }

    async fn campaign_bands(&self, id: &str) -> Result<Vec<BandRecord>, StoreError> {
        let rows = query(BANDS).bind(id).fetch_all(&self.pool).await?;
        rows.iter().map(band_record).collect()
    }

    async fn bring_band(&self, id: &str, guest: Uuid, band: &Payload) -> Result<bool, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        if !lock(&mut tx, id, Some(CampaignPhase::Open)).await? {
            return Ok(false);
        }
        for sql in [REPLACE, BRING] {
            let done =
                query(sql).bind(id).bind(guest.to_string()).bind(band.text()).execute(&mut *tx).await?;
            if done.rows_affected() == 1 {
                tx.commit().await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn campaign_games(&self, id: &str) -> Result<Vec<CampaignGame>, StoreError> {
        let games = query(GAMES).bind(id).fetch_all(&self.pool).await?;
        let mut seats: BTreeMap<Uuid, Vec<CampaignSeat>> = BTreeMap::new();
        for row in query(SEATS).bind(id).fetch_all(&self.pool).await? {
            let (game, seat) = seat(&row)?;
            seats.entry(game).or_default().push(seat);
        }
        let with_seats = |row: &Row| {
            let mut game = game(row)?;
            game.seats = seats.remove(&game.game).unwrap_or_default();
            Ok(game)
        };
        games.iter().map(with_seats).collect()
    }

    async fn campaign_seats(&self, game: Uuid) -> Result<Vec<(Seat, u32)>, StoreError> {
        const T: &str = "campaign_seats";
        let rows = query("SELECT seat, band FROM campaign_seats WHERE game_id = $1 ORDER BY seat")
            .bind(game.to_string())
            .fetch_all(&self.pool)
            .await?;
        let seat = |row: &Row| Ok((Seat(number(T, row.try_get("seat")?)?), number(T, row.try_get("band")?)?));
        rows.iter().map(seat).collect()
    }

    async fn campaign_rooms(&self, id: &str, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let rows = query(ROOMS).bind(id).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        room_records(&rows)
    }

    async fn void_campaign_game(&self, id: &str, game: Uuid, at: i64) -> Result<bool, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        lock(&mut tx, id, None).await?;
        let void = end(&mut tx, game, id, CampaignGamePhase::Void, at).await?;
        tx.commit().await?;
        Ok(void)
    }
}

//! The queries of reminders.

use async_trait::async_trait;
use bagarre_rules::contract::Seat;
use sqlx::{Row as _, query};
use uuid::Uuid;

use super::pools::Sql;
use super::value::{Row, bytes, from_text, id, number, text};
use crate::store::clocks;
use crate::store::error::StoreError;
use crate::store::records::Hash;
use crate::store::reminders::{Mail, PushRecord, Reach, Reminder, Reminders, Turn};

/// Seats that people hold in games that are played, with the clocks of the game: more than those whose answer is waited for.
macro_rules! seats_with_clocks {
    ($columns:literal, $joins:literal, $which:literal) => {
        concat!(
            "SELECT c.game_id, c.asked_at, c.lost, c.body, s.seat, s.guest_id, r.id AS room_id, r.settings",
            $columns,
            " FROM clocks c JOIN games g ON g.id = c.game_id \
             JOIN rooms r ON r.id = g.room_id AND r.game_id = g.id AND r.phase = '\"playing\"' \
             JOIN seats s ON s.room_id = r.id AND s.guest_id IS NOT NULL ",
            $joins,
            " WHERE ",
            $which
        )
    };
}

const UNREMINDED: &str = seats_with_clocks!(
    ", m.entry AS reminded",
    "JOIN reaches p ON p.guest_id = s.guest_id \
     LEFT JOIN reminders m ON m.game_id = c.game_id AND m.seat = s.seat AND m.guest_id = s.guest_id",
    "c.asked_at <= $1 AND (c.asked_at, c.game_id, s.seat) > ($2, $3, $4) ORDER BY c.asked_at, c.game_id, s.seat LIMIT $5"
);
const TURN: &str = seats_with_clocks!("", "", "c.game_id = $1 AND s.seat = $2 AND s.guest_id = $3");
/// Seats that are read at once, where those are looked for who were not reminded.
const REMINDER_PAGE_ROWS: u32 = 256;

/// Returns the turn of a seat; `None` where its answer is not waited for, or where its clock stands still.
fn turn(row: &Row) -> Result<Option<Turn>, StoreError> {
    const T: &str = "clocks";
    let seat = Seat(number("seats", row.try_get("seat")?)?);
    let all = clocks::unpack(row.try_get("body")?, row.try_get("lost")?)?;
    let clock = all.into_iter().find(|clock| clock.seat == seat && clock.paused_left.is_none());
    let Some((clock, asked)) = clock.and_then(|clock| Some((clock, clock.asked?))) else { return Ok(None) };
    Ok(Some(Turn {
        game: id(T, row.try_get("game_id")?)?,
        seat,
        entry: asked.entry,
        at: asked.at,
        deadline: clock.deadline,
        guest: id("seats", row.try_get("guest_id")?)?,
        room: row.try_get("room_id")?,
        settings: from_text("rooms", row.try_get("settings")?)?,
    }))
}

fn reach(guest: Uuid, row: &Row) -> Result<Reach, StoreError> {
    const T: &str = "reaches";
    let minute = |column: &str| -> Result<Option<u16>, StoreError> {
        row.try_get::<Option<i64>, _>(column)?.map(|minute| number(T, minute)).transpose()
    };
    let secret = |column: &str| -> Result<Option<[u8; 32]>, StoreError> {
        row.try_get::<Option<Vec<u8>>, _>(column)?.map(|found| bytes(T, &found)).transpose()
    };
    let (mail, hook): (Option<String>, Option<String>) = (row.try_get("mail")?, row.try_get("hook")?);
    let mail = match mail {
        Some(address) => Some(Mail {
            address,
            code: secret("mail_code")?,
            asked: row.try_get("mail_asked")?,
            tries: number(T, row.try_get("mail_tries")?)?,
        }),
        None => None,
    };
    Ok(Reach {
        guest,
        lang: from_text(T, row.try_get("lang")?)?,
        zone: row.try_get("zone")?,
        quiet: minute("quiet_from")?.zip(minute("quiet_to")?),
        page: row.try_get("page")?,
        mail,
        hook: hook.zip(secret("hook_secret")?),
    })
}

fn push(row: &Row) -> Result<PushRecord, StoreError> {
    Ok(PushRecord {
        token: bytes("pushes", row.try_get("token")?)?,
        endpoint: row.try_get("endpoint")?,
        public_key: row.try_get("public_key")?,
        auth: bytes("pushes", row.try_get("auth")?)?,
    })
}

fn reminder(row: &Row) -> Result<Reminder, StoreError> {
    const T: &str = "reminders";
    let channels: Option<String> = row.try_get("channels")?;
    Ok(Reminder {
        game: id(T, row.try_get("game_id")?)?,
        seat: Seat(number(T, row.try_get("seat")?)?),
        guest: id(T, row.try_get("guest_id")?)?,
        entry: number(T, row.try_get("entry")?)?,
        next: row.try_get("next")?,
        tries: number(T, row.try_get("tries")?)?,
        channels: channels.map(|channels| from_text(T, &channels)).transpose()?,
    })
}

#[async_trait]
impl Reminders for Sql {
    async fn reach(&self, guest: Uuid) -> Result<Option<Reach>, StoreError> {
        let row = query(
            "SELECT lang, zone, quiet_from, quiet_to, page, mail, mail_code, mail_asked, mail_tries, hook, hook_secret \
             FROM reaches WHERE guest_id = $1",
        )
        .bind(guest.to_string())
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| reach(guest, &row)).transpose()
    }

    async fn set_reach(&self, reach: &Reach) -> Result<(), StoreError> {
        let (from, to) = reach.quiet.unzip();
        let (mail, hook) = (reach.mail.as_ref(), reach.hook.as_ref());
        query(
            "INSERT INTO reaches (guest_id, lang, zone, quiet_from, quiet_to, page, mail, mail_code, mail_asked, \
             mail_tries, hook, hook_secret) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             ON CONFLICT (guest_id) DO UPDATE SET lang = excluded.lang, zone = excluded.zone, \
             quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, page = excluded.page, \
             mail = excluded.mail, mail_code = excluded.mail_code, mail_asked = excluded.mail_asked, \
             mail_tries = excluded.mail_tries, hook = excluded.hook, hook_secret = excluded.hook_secret",
        )
        .bind(reach.guest.to_string())
        .bind(text(&reach.lang)?)
        .bind(&reach.zone)
        .bind(from.map(i64::from))
        .bind(to.map(i64::from))
        .bind(&reach.page)
        .bind(mail.map(|mail| mail.address.clone()))
        .bind(mail.and_then(|mail| mail.code).map(|code| code.to_vec()))
        .bind(mail.map_or(0, |mail| mail.asked))
        .bind(mail.map_or(0, |mail| i64::from(mail.tries)))
        .bind(hook.map(|(url, _)| url.clone()))
        .bind(hook.map(|(_, secret)| secret.to_vec()))
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn pushes(&self, guest: Uuid) -> Result<Vec<PushRecord>, StoreError> {
        let rows =
            query("SELECT token, endpoint, public_key, auth FROM pushes WHERE guest_id = $1 ORDER BY token")
                .bind(guest.to_string())
                .fetch_all(&self.pool)
                .await?;
        rows.iter().map(push).collect()
    }

    async fn set_push(&self, guest: Uuid, push: &PushRecord) -> Result<(), StoreError> {
        query(
            "INSERT INTO pushes (token, guest_id, endpoint, public_key, auth) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (token) DO UPDATE SET guest_id = excluded.guest_id, endpoint = excluded.endpoint, \
             public_key = excluded.public_key, auth = excluded.auth",
        )
        .bind(&push.token[..])
        .bind(guest.to_string())
        .bind(&push.endpoint)
        .bind(&push.public_key)
        .bind(&push.auth[..])
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn drop_push(&self, token: &Hash) -> Result<bool, StoreError> {
        let gone =
            query("DELETE FROM pushes WHERE token = $1").bind(&token[..]).execute(&self.writer).await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn unreminded(&self, before: i64, limit: u32) -> Result<Vec<Turn>, StoreError> {
        let (mut found, mut last) = (Vec::new(), (i64::MIN, String::new(), -1));
        loop {
            let (asked_at, game, seat): &(i64, String, i64) = &last;
            let page = query(UNREMINDED)
                .bind(before)
                .bind(asked_at)
                .bind(game)
                .bind(seat)
                .bind(i64::from(REMINDER_PAGE_ROWS));
            let rows = page.fetch_all(&self.pool).await?;
            for row in &rows {
                let reminded: Option<i64> = row.try_get("reminded")?;
                let news = turn(row)?.filter(|turn| turn.at <= before && reminded != Some(turn.entry.into()));
                found.extend(news);
            }
            match rows.last() {
                Some(row) if rows.len() == REMINDER_PAGE_ROWS as usize && found.len() < limit as usize => {
                    last = (row.try_get("asked_at")?, row.try_get("game_id")?, row.try_get("seat")?);
                }
                _ => break,
            }
        }
        found.sort_by_key(|turn: &Turn| (turn.at, turn.game, turn.seat));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn turn(&self, game: Uuid, seat: Seat, guest: Uuid) -> Result<Option<Turn>, StoreError> {
        let row = query(TURN)
            .bind(game.to_string())
            .bind(i64::from(seat.0))
            .bind(guest.to_string())
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| turn(&row)).transpose().map(Option::flatten)
    }

    async fn remind(&self, reminder: &Reminder) -> Result<bool, StoreError> {
        let begun = query(
            "INSERT INTO reminders (game_id, seat, guest_id, entry, next, tries, channels) VALUES ($1, $2, $3, $4, $5, 0, NULL) \
             ON CONFLICT (game_id, seat, guest_id) DO UPDATE SET entry = excluded.entry, next = excluded.next, tries = 0, \
             channels = NULL WHERE reminders.entry <> excluded.entry \
             OR (excluded.next IS NULL AND reminders.next IS NOT NULL AND reminders.channels IS NULL)",
        )
        .bind(reminder.game.to_string())
        .bind(i64::from(reminder.seat.0))
        .bind(reminder.guest.to_string())
        .bind(i64::from(reminder.entry))
        .bind(reminder.next)
        .execute(&self.writer)
        .await?;
        Ok(begun.rows_affected() == 1)
    }

    async fn set_reminder(&self, reminder: &Reminder, seen: Option<i64>) -> Result<bool, StoreError> {
        let channels = reminder.channels.as_ref().map(text).transpose()?;
        let set = query(
            "UPDATE reminders SET next = $5, tries = $6, channels = $7 \
             WHERE game_id = $1 AND seat = $2 AND guest_id = $3 AND entry = $4 AND COALESCE(next, -1) = $8",
        )
        .bind(reminder.game.to_string())
        .bind(i64::from(reminder.seat.0))
        .bind(reminder.guest.to_string())
        .bind(i64::from(reminder.entry))
        .bind(reminder.next)
        .bind(i64::from(reminder.tries))
        .bind(channels)
        .bind(seen.unwrap_or(-1))
        .execute(&self.writer)
        .await?;
        Ok(set.rows_affected() == 1)
    }

    async fn reminders_due(&self, now: i64, limit: u32) -> Result<Vec<Reminder>, StoreError> {
        let rows = query(
            "SELECT game_id, seat, guest_id, entry, next, tries, channels FROM reminders \
             WHERE next IS NOT NULL AND next <= $1 ORDER BY next LIMIT $2",
        )
        .bind(now)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(reminder).collect()
    }
}

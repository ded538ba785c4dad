//! Reminders: a player who is waited for is told through the channels of their choice, once a move. A task of its own
//! reads in the store whose turn it is, and notes there what it is about to send before it does; no room knows of it or
//! waits for it, and a restart forgets nothing.

mod channels;
mod codes;
pub(crate) mod mail;
pub(crate) mod outside;
mod preferences;
mod quiet;
pub(crate) mod vapid;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::Clocks;
use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::channels::topic;
use self::codes::Codes;
use self::mail::Mailer;
use self::outside::Outside;
pub(crate) use self::preferences::Caller;
use self::vapid::Vapid;
use self::words::ReminderContent;
use crate::clock::in_millis;
use crate::config::Config;
use crate::gate::Gate;
use crate::room::Rooms;
use crate::store::reminders::{Reach, Reminder, Turn};
use crate::store::{Store, StoreError};

/// Reminders that are looked at in one go.
const REMINDER_BATCH: u32 = 100;
/// Reminders that are sent at the same time.
const MAX_CONCURRENT_SENDINGS: usize = 8;
/// How long a reminder may be on its way before it is taken for cut off: a pass has ended by then.
const SENDING_TIMEOUT: Duration = Duration::from_mins(6);
/// How long one pass over all reminders may take: a database that says nothing any more would end all of them.
const PASS_TIMEOUT: Duration = Duration::from_mins(5);
/// How long is waited before it is tried again, in milliseconds; then no more.
const AGAIN: [i64; 3] = [60_000, 5 * 60_000, 30 * 60_000];

/// How sending came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Done,
    /// It may come through later.
    Again,
    /// It will not come through.
    Never,
    /// The receiver is gone.
    Dead,
}

impl Sent {
    const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Again => "again",
            Self::Never => "never",
            Self::Dead => "dead",
        }
    }
}

/// What reminders are sent with. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Reminding {
    pub(crate) config: Arc<Config>,
    pub(crate) outside: Outside,
    pub(crate) vapid: Vapid,
    pub(crate) mailer: Option<Mailer>,
    /// The public address, without a slash at its end. Links lead there and nowhere else: the host that a request names
    /// is chosen by its sender.
    pub(crate) page: Option<String>,
    /// Where push services find who runs this server: the public address, or a name that the operator has given.
    pub(crate) subject: Option<String>,
    codes: Arc<Codes>,
}

impl Reminding {
    pub(crate) fn new(config: Arc<Config>, secret: &[u8; 32]) -> std::io::Result<Self> {
        let page = config.public.as_ref().map(ToString::to_string);
        Ok(Self {
            outside: Outside::new(config.private_targets).map_err(std::io::Error::other)?,
            vapid: Vapid::new(secret).map_err(std::io::Error::other)?,
            page: page.clone(),
            subject: page.or_else(|| config.hosts.first().map(|name| format!("https://{name}"))),
            mailer: config.mail.as_ref().map(Mailer::new).transpose().map_err(std::io::Error::other)?,
            config,
            codes: Arc::default(),
        })
    }
}

/// The task that reminds people.
pub(crate) struct Task {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) gate: Gate,
    pub(crate) with: Reminding,
}

impl Task {
    /// Works until the server stops.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let passes = async {
            loop {
                let pass = timeout(PASS_TIMEOUT, self.pass()).await;
                if let Err(why) =
                    pass.unwrap_or_else(|_| Err(StoreError::Away("no answer to a pass".to_owned())))
                {
                    tracing::warn!(%why, "reminders will be tried again");
                }
                sleep(self.with.config.limits.remind_every).await;
            }
        };
        stop.run_until_cancelled(passes).await;
    }

    async fn pass(&self) -> Result<(), StoreError> {
        // While the clocks stand still no player can play.
        if !self.rooms.time().runs {
            return Ok(());
        }
        let now = self.with.config.world.now();
        let asked_before = now - in_millis(self.with.config.limits.remind_after);
        for turn in self.store.unreminded(asked_before, REMINDER_BATCH).await? {
            let Turn { game, seat, guest, entry, .. } = turn;
            let begun = Reminder { game, seat, guest, entry, next: Some(now), tries: 0, channels: None };
            self.store.remind(&begun).await?;
        }
        let due = self.store.reminders_due(now, REMINDER_BATCH).await?;
        let elsewhere = &self.elsewhere(&due).await;
        let work = stream::iter(due)
            .map(|reminder| self.go_on(reminder, elsewhere))
            .buffer_unordered(MAX_CONCURRENT_SENDINGS);
        work.fold(Ok(()), |done: Result<(), StoreError>, one| async move { done.and(one) }).await
    }

    /// Returns which of the people to remind have a socket open at another server, and how long ago each was last heard. Where that cannot be found out they
    /// are reminded.
    async fn elsewhere(&self, due: &[Reminder]) -> BTreeMap<Uuid, Duration> {
        let away: BTreeSet<Uuid> = due.iter().map(|reminder| reminder.guest).collect();
        let away: Vec<Uuid> = away.into_iter().filter(|guest| self.gate.heard_of(*guest).is_none()).collect();
        if away.is_empty() {
            return BTreeMap::new();
        }
        self.rooms.presence_elsewhere(away).await.unwrap_or_else(|why| {
            tracing::warn!(%why, "whether people are at other servers is not known");
            BTreeMap::new()
        })
    }

    /// Goes on with one reminder.
    async fn go_on(
        &self,
        reminder: Reminder,
        elsewhere: &BTreeMap<Uuid, Duration>,
    ) -> Result<(), StoreError> {
        let (seen, now) = (reminder.next, self.with.config.world.now());
        let Reminder { game, seat, guest, entry, .. } = reminder;
        let turn = self.store.turn(game, seat, guest).await?.filter(|turn| turn.entry == entry);
        // A player who leaves an exercise keeps no other waiting.
        let turn = turn.filter(|turn| turn.settings.exercise.is_none());
        let time = self.rooms.stored_time();
        let Some((turn, reach)) = turn
            .filter(|turn| turn.deadline > time.table && reminder.tries as usize <= AGAIN.len())
            .zip(self.store.reach(guest).await?)
        else {
            let done = Reminder { next: None, ..reminder };
            return self.store.set_reminder(&done, seen).await.map(drop);
        };
        let heard = self.gate.heard_of(guest).or_else(|| elsewhere.get(&guest).copied());
        if let Some(next) = self.not_yet(&turn, &reach, heard, now) {
            let later = Reminder { next: Some(next), ..reminder };
            return self.store.set_reminder(&later, seen).await.map(drop);
        }
        let (cut_off, channels) = match &reminder.channels {
            Some(left) => match left.split_first() {
                Some((first, left)) if first == SENDING => (true, left.to_vec()),
                _ => (false, left.clone()),
            },
            None => (false, self.channels(&turn, &reach).await?),
        };
        let tries = reminder.tries + 1;
        let claimed = claimed(&reminder, &channels, cut_off, now);
        if !self.store.set_reminder(&claimed, seen).await? {
            return Ok(());
        }
        let player = self.store.guests(&[guest]).await?.pop().map(|guest| guest.name).unwrap_or_default();
        let left = turn.deadline - time.table;
        let page = self.with.page.as_deref();
        let content = ReminderContent::new(&turn, &player, page, time.to_wall(turn.deadline), left);
        let mut again = Vec::new();
        for channel in channels {
            let sent = self.send(&channel, &reach, &claimed, &content, (left, now)).await?;
            let kind = if channel == MAIL {
                "mail"
            } else if channel == HOOK {
                "hook"
            } else {
                "push"
            };
            metrics::counter!("bagarre_reminders_total", "channel" => kind, "how" => sent.word())
                .increment(1);
            if sent == Sent::Again {
                again.push(channel);
            }
        }
        let wait = AGAIN.get(tries as usize - 1).filter(|_| !again.is_empty());
        let (seen, next) = (claimed.next, wait.map(|wait| now + wait));
        let channels = if next.is_some() { again } else { Vec::new() };
        let completed = Reminder { next, channels: Some(channels), ..claimed };
        self.store.set_reminder(&completed, seen).await.map(drop)
    }

    /// When it is looked at again, if the player must not be disturbed now, or sees the page. `heard`: how long ago the last was heard of a player who has
    /// a socket open.
    fn not_yet(&self, turn: &Turn, reach: &Reach, heard: Option<Duration>, now: i64) -> Option<i64> {
        if let Some(end) = reach.quiet.and_then(|hours| quiet::over(hours, &reach.zone, now)) {
            return Some(end);
        }
        let limits = &self.with.config.limits;
        // A player with a page open at a game of days may have left it open and gone to bed.
        let sees = !is_slow(turn) || now - turn.at < in_millis(limits.remind_present);
        // A socket of which nothing was heard for so long is about to be closed.
        let here = sees && heard.is_some_and(|heard| heard < limits.silence);
        here.then(|| now + in_millis(limits.remind_every))
    }

    /// The channels by which a player is told of a turn.
    async fn channels(&self, turn: &Turn, reach: &Reach) -> Result<Vec<String>, StoreError> {
        let pushes = self.store.pushes(turn.guest).await?;
        let mut channels: Vec<String> = pushes.iter().map(|push| hex::encode(push.token)).collect();
        // Who is called by mail comes too late for a game of minutes.
        if is_slow(turn) {
            let mail = reach.mail.as_ref().filter(|mail| mail.code.is_none() && self.with.mailer.is_some());
            channels.extend(mail.map(|_| MAIL.to_owned()));
            channels.extend(reach.hook.as_ref().map(|_| HOOK.to_owned()));
        }
        Ok(channels)
    }

    async fn send(
        &self,
        channel: &str,
        reach: &Reach,
        reminder: &Reminder,
        content: &ReminderContent,
        (left, now): (i64, i64),
    ) -> Result<Sent, StoreError> {
        let (text, topic) = (content.say(reach.lang), topic(reminder));
        let page = self.with.page.as_deref();
        let Reminding { outside, vapid, mailer, subject, .. } = &self.with;
        match (channel, &reach.mail, &reach.hook) {
            (MAIL, Some(mail), _) => {
                // Mail without a public address does not begin.
                let Some((mailer, page)) = mailer.as_ref().zip(page) else { return Ok(Sent::Never) };
                Ok(mailer.remind(&mail.address, content, (page, &topic), reach.lang).await)
            }
            (HOOK, _, Some(hook)) => {
                let sent = channels::hook(outside, hook, content, &text, (&topic, now)).await;
                if sent == Sent::Dead {
                    self.store.set_reach(&Reach { hook: None, ..reach.clone() }).await?;
                }
                Ok(sent)
            }
            (MAIL | HOOK, ..) => Ok(Sent::Never),
            (token, ..) => {
                let pushes = self.store.pushes(reach.guest).await?;
                let Some(to) = pushes.iter().find(|push| hex::encode(push.token) == token) else {
                    return Ok(Sent::Never);
                };
                let sent = channels::push(
                    outside,
                    vapid,
                    to,
                    (content, &text, subject.as_deref()),
                    (&topic, left, now),
                )
                .await;
                if sent == Sent::Dead {
                    self.store.drop_push(&to.token).await?;
                }
                Ok(sent)
            }
        }
    }
}

/// Returns a reminder as it is stored while it is sent. If the server ends before it has noted how that came out, the reminder is due again
/// once no server can still be sending it: it is sent once more, with the same id. One that was cut off before is not sent a third time.
fn claimed(reminder: &Reminder, channels: &[String], cut_off: bool, now: i64) -> Reminder {
    let tries = reminder.tries + 1;
    if cut_off || channels.is_empty() {
        return Reminder { next: None, tries, channels: Some(Vec::new()), ..reminder.clone() };
    }
    let sending = std::iter::once(SENDING.to_owned()).chain(channels.iter().cloned()).collect();
    Reminder {
        next: Some(now + in_millis(SENDING_TIMEOUT)),
        tries,
        channels: Some(sending),
        ..reminder.clone()
    }
}

/// Stands before the channels of a reminder that a server is sending.
const SENDING: &str = "sending";
const MAIL: &str = "mail";
const HOOK: &str = "hook";

/// Whether it is a turn of a game of days.
fn is_slow(turn: &Turn) -> bool {
    matches!(turn.settings.clocks, Clocks::Slow { .. })
}

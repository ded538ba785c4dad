//! What the server of spectators knows of a room that another server holds: what those are told who come in now, which the other server is asked for at most once
//! for all who wait, and the last entries, for those who missed some.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::game::Table;
use bagarre_protocol::socket::{KnownHead, ServerMessage, Since};
use serde::Deserialize;
use tokio::time::Instant;

use crate::frame::{Frame, Packing};
use crate::link::wire::Snapshot;
use crate::room::{Budget, MAX_TAIL_BYTES, spectator};
use crate::store::Guest;

/// How long it takes at least until another snapshot is asked for, while spectators come in all the time.
const SNAPSHOT_INTERVAL: Duration = Duration::from_millis(20);

/// A message with entries that spectators were told.
struct SentEntries {
    first: u32,
    last: u32,
    /// The head of the chain after the last of them.
    head: Option<String>,
    frame: Frame,
}

/// What is read of a message to all spectators.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Peeked {
    Entries {
        entries: Vec<EntryNumber>,
    },
    /// A view, from which on earlier entries are of no use.
    Table,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct EntryNumber {
    n: u32,
    #[serde(default)]
    head: Option<String>,
}

/// A snapshot, as long as nothing has been told since.
struct Fresh {
    welcome: ServerMessage,
    away: Option<Frame>,
    received: Instant,
    /// The view alone.
    table: OnceCell<Option<Frame>>,
}

/// What the spectators of a server in one room share, while a link stands.
pub(super) struct SpectatorCache {
    fresh: Option<Fresh>,
    /// When a snapshot is asked for.
    ask_at: Option<Instant>,
    /// It has been asked for and has not come yet.
    asked: bool,
    last_received: Option<Instant>,
    /// The last entries, without a gap.
    tail: VecDeque<SentEntries>,
    tail_bytes: usize,
    /// What the tails of this server may take together.
    budget: Arc<Budget>,
}

/// What a spectator is told who comes in.
#[derive(Debug, PartialEq)]
pub(super) enum Welcome {
    /// Frames, the welcome first.
    Frames(Vec<Frame>),
    /// What the client knows cannot be compared here: the room has to.
    AskRoom,
}

impl SpectatorCache {
    /// Returns a cache that knows nothing yet.
    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            fresh: None,
            ask_at: None,
            asked: false,
            last_received: None,
            tail: VecDeque::new(),
            tail_bytes: 0,
            budget: budget.clone(),
        }
    }

    /// Returns when a snapshot is to be asked for.
    pub(super) fn ask_at(&self) -> Option<Instant> {
        self.ask_at
    }

    /// Notes that a snapshot is asked for now.
    pub(super) fn note_asked(&mut self) {
        metrics::counter!("bagarre_link_snapshots_total").increment(1);
        (self.ask_at, self.asked) = (None, true);
    }

    /// Returns whether what is known is what those are told who come in now.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh.is_some()
    }

    /// Lets a snapshot be asked for, where none is known or on its way.
    pub(super) fn request(&mut self) {
        if self.fresh.is_none() && !self.asked {
            let earliest = self.last_received.map(|last| last + SNAPSHOT_INTERVAL);
            let now = Instant::now();
            self.ask_at.get_or_insert_with(|| earliest.map_or(now, |earliest| earliest.max(now)));
        }
    }

    /// Forgets what no spectator is told of any more.
    pub(super) fn clear(&mut self) {
        self.fresh = None;
        self.clear_tail();
    }

    /// Takes a snapshot. Returns `false` where it cannot be read.
    pub(super) fn take_snapshot(&mut self, snapshot: &Snapshot) -> bool {
        let Ok(welcome) = serde_json::from_str(&snapshot.welcome) else { return false };
        let away = snapshot.away.as_ref().map(|away| Frame::received(away.as_bytes(), Packing::Never));
        let received = Instant::now();
        self.fresh = Some(Fresh { welcome, away, received, table: OnceCell::new() });
        (self.asked, self.last_received) = (false, Some(received));
        true
    }

    /// Notes that all spectators are told something.
    pub(super) fn note_frame(&mut self, frame: &Frame) {
        self.fresh = None;
        let entries = match serde_json::from_slice(&frame.body()) {
            Ok(Peeked::Entries { entries }) => entries,
            Ok(Peeked::Other) => return,
            Ok(Peeked::Table) | Err(_) => return self.clear_tail(),
        };
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return };
        if self.tail.back().is_some_and(|before| before.last.checked_add(1) != Some(first.n)) {
            self.clear_tail();
        }
        let (first, last, head) = (first.n, last.n, last.head.clone());
        self.tail.push_back(SentEntries { first, last, head, frame: frame.clone() });
        self.set_tail_bytes(self.tail_bytes + frame.len());
        while (self.tail_bytes > MAX_TAIL_BYTES || self.budget.is_over())
            && let Some(old) = self.tail.pop_front()
        {
            self.set_tail_bytes(self.tail_bytes - old.frame.len());
        }
    }

    fn clear_tail(&mut self) {
        self.tail.clear();
        self.set_tail_bytes(0);
    }

    fn set_tail_bytes(&mut self, bytes: usize) {
        self.budget.change(std::mem::replace(&mut self.tail_bytes, bytes), bytes);
    }

    /// Returns the messages after an entry, where the tail has them all.
    pub(super) fn after(&self, entry: u32) -> Option<Vec<Frame>> {
        let start = self.tail.iter().position(|sent| entry.checked_add(1) == Some(sent.first))?;
        Some(self.tail.range(start..).map(|sent| sent.frame.clone()).collect())
    }

    /// Returns the view that the snapshot has; `None` where there is no game or no snapshot.
    pub(super) fn table(&self) -> Option<Frame> {
        let fresh = self.fresh.as_ref()?;
        let ServerMessage::Welcome { table, .. } = &fresh.welcome else { return None };
        fresh.table.get_or_init(|| Some(Frame::text(&ServerMessage::Table(table.clone()?)))).clone()
    }

    /// Returns what a spectator is told who comes in now and has what `since` says; nothing where there is no snapshot.
    pub(super) fn welcome(&self, guest: &Guest, since: Option<&Since>) -> Option<Welcome> {
        let fresh = self.fresh.as_ref()?;
        let ServerMessage::Welcome { protocol, now, room, table, chat, .. } = &fresh.welcome else {
            return None;
        };
        let (table, missed) = match (table, since) {
            (Some(table), Some(since)) => match self.resume(table, since) {
                Some((table, missed)) => (Some(table), missed),
                None => return Some(Welcome::AskRoom),
            },
            (table, _) => (table.clone(), Vec::new()),
        };
        let elapsed = i64::try_from(fresh.received.elapsed().as_millis()).unwrap_or(i64::MAX);
        let welcome = ServerMessage::Welcome {
            protocol: *protocol,
            now: now.saturating_add(elapsed),
            you: spectator(guest.id, guest.name.clone()),
            room: room.clone(),
            table,
            chat: chat.clone(),
        };
        let frames = [Frame::text(&welcome)].into_iter().chain(missed).chain(fresh.away.clone());
        Some(Welcome::Frames(frames.collect()))
    }

    /// Returns the table for a client that knows an earlier state, with the messages that it missed; `None` where the room has to compare.
    fn resume(&self, table: &Table, since: &Since) -> Option<(Table, Vec<Frame>)> {
        if since.game != table.game {
            return Some((table.clone(), Vec::new()));
        }
        if let Some(known) = &since.head
            && table.head.is_some()
            && self.head(table, known.entry)? != known.head
        {
            return Some((Table { lost: Some(known.entry), ..table.clone() }, Vec::new()));
        }
        let missed = if since.entry == table.entry { Some(Vec::new()) } else { self.after(since.entry) };
        let head = match &since.head {
            Some(KnownHead { entry, head }) if *entry == since.entry => Some(head.clone()),
            _ => self.head(table, since.entry),
        };
        Some(match missed.filter(|_| since.seat.is_none() && head.is_some() == table.head.is_some()) {
            Some(missed) => {
                let (view, scores, entry) = (None, None, since.entry);
                (Table { view, scores, entry, head, ..table.clone() }, missed)
            }
            None => (table.clone(), Vec::new()),
        })
    }

    /// Returns the head of the chain after an entry, where it is known here.
    fn head(&self, table: &Table, entry: u32) -> Option<String> {
        if entry == table.entry {
            return table.head.clone();
        }
        self.tail.iter().find(|sent| sent.last == entry)?.head.clone()
    }
}

impl Drop for SpectatorCache {
    fn drop(&mut self) {
        self.clear_tail();
    }
}

#[cfg(test)]
mod tests {
    use bagarre_protocol::game::{Entry, Moment};
    use bagarre_protocol::room::{Phase, RoomState};
    use bagarre_protocol::socket::PROTOCOL;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    const GAME: Uuid = Uuid::from_u128(7);

    fn guest() -> Guest {
        Guest { id: Uuid::from_u128(1), name: "Marcel".to_owned(), created: 0 }
    }

    fn head(entry: u32) -> String {
        format!("{entry:064x}")
    }

    fn table(entry: u32) -> Table {
        Table {
            game: GAME,
            ruleset: "toy".to_owned(),
            version: 1,
            commitment: String::new(),
            draw: None,
            blind: false,
            entry,
            head: Some(head(entry)),
            lost: None,
            turn: 1,
            view: Some(bagarre_protocol::payload::Payload::parse("{}").unwrap()),
            scores: None,
            asking: None,
            draft: None,
            outcome: None,
        }
    }

    fn room() -> RoomState {
        let settings = json!({
            "name": "Chez Raymond", "ruleset": "toy", "scenario": "long", "seats": 2, "size": 1, "clocks": { "kind": "rules" },
            "spectators": true, "spectator_delay": 0, "listed": true
        });
        RoomState {
            id: "abc".to_owned(),
            host: Uuid::nil(),
            phase: Phase::Playing,
            settings: serde_json::from_value(settings).unwrap(),
            seats: Vec::new(),
            roles: Vec::new(),
            watching: Vec::new(),
            watchers: 0,
            game: Some(GAME),
            draw: None,
            past: Vec::new(),
            campaign: None,
            pause: None,
            other_rules: None,
            exercise: None,
        }
    }

    fn snapshot(entry: u32) -> Snapshot {
        let you = spectator(Uuid::nil(), String::new());
        let (table, chat) = (Some(table(entry)), Vec::new());
        let welcome =
            ServerMessage::Welcome { protocol: PROTOCOL, now: 1_000, you, room: room(), table, chat };
        Snapshot { welcome: serde_json::to_string(&welcome).unwrap(), away: None }
    }

    fn cache() -> SpectatorCache {
        SpectatorCache::new(&Budget::new(1024 * 1024))
    }

    /// Entries of one moment, as all spectators get them.
    fn send_entries(cache: &mut SpectatorCache, entries: std::ops::RangeInclusive<u32>) {
        let entry = |n| Entry {
            n,
            at: 0,
            turn: 1,
            notices: Vec::new(),
            scores: None,
            seal: None,
            author: None,
            head: Some(head(n)),
            blind: None,
            lapsed: None,
        };
        let moment =
            Moment { entries: entries.map(entry).collect(), still: None, asking: None, outcome: None };
        let frame = Frame::text(&ServerMessage::Entries(moment));
        cache.note_frame(&frame);
    }

    fn since(entry: u32, known: Option<(u32, String)>) -> Since {
        let head = known.map(|(entry, head)| KnownHead { entry, head });
        Since { game: GAME, entry, seat: None, head }
    }

    /// The table of a welcome, and how many messages follow it.
    fn welcomed(cache: &SpectatorCache, since: Option<&Since>) -> Option<(Table, usize)> {
        let Welcome::Frames(frames) = cache.welcome(&guest(), since)? else { return None };
        let ServerMessage::Welcome { you, table, .. } = serde_json::from_slice(&frames[0].body()).unwrap()
        else {
            panic!("no welcome")
        };
        assert_eq!((you.id, &*you.name, you.seat), (guest().id, "Marcel", None));
        Some((table.unwrap(), frames.len() - 1))
    }

    #[tokio::test(start_paused = true)]
    async fn all_who_wait_are_served_by_one_snapshot() {
        let mut cache = cache();
        for _ in 0..10_000 {
            assert!(!cache.is_fresh());
            cache.request();
        }
        assert_eq!(cache.ask_at(), Some(Instant::now()));
        cache.note_asked();
        cache.request();
        assert!(!cache.is_fresh() && cache.ask_at().is_none(), "one is on its way");
        assert!(cache.take_snapshot(&snapshot(4)));
        assert!(cache.is_fresh());
        assert_eq!(welcomed(&cache, None), Some((table(4), 0)));
        assert!(cache.table().is_some());
        // What is said makes it stale; the next is asked for a moment later.
        send_entries(&mut cache, 5..=5);
        assert!(!cache.is_fresh() && cache.welcome(&guest(), None).is_none());
        cache.request();
        assert_eq!(cache.ask_at(), Some(Instant::now() + SNAPSHOT_INTERVAL));
        assert!(!cache.take_snapshot(&Snapshot { welcome: "{}".to_owned(), away: None }));
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_have_missed_something_get_it_from_the_tail() {
        let mut cache = cache();
        for entries in [5..=5, 6..=8, 9..=9] {
            send_entries(&mut cache, entries);
        }
        let count = |cache: &SpectatorCache, entry| cache.after(entry).map(|frames| frames.len());
        assert_eq!((count(&cache, 4), count(&cache, 5), count(&cache, 8)), (Some(3), Some(2), Some(1)));
        assert_eq!((count(&cache, 3), count(&cache, 6), count(&cache, 9)), (None, None, None));
        cache.note_asked();
        assert!(cache.take_snapshot(&snapshot(9)));
        // The head of what it knows is compared.
        let (resumed, missed) = welcomed(&cache, Some(&since(5, Some((5, head(5)))))).unwrap();
        assert_eq!((resumed.view, resumed.entry, resumed.head, missed), (None, 5, Some(head(5)), 2));
        let (lost, _) = welcomed(&cache, Some(&since(5, Some((5, head(99)))))).unwrap();
        assert_eq!((lost.lost, lost.entry, lost.view.is_some()), (Some(5), 9, true));
        let (same, missed) = welcomed(&cache, Some(&since(9, Some((9, head(9)))))).unwrap();
        assert_eq!((same.view, same.entry, missed), (None, 9, 0));
        // What is not known here only the room can compare.
        for entry in [2, 12] {
            let asks = cache.welcome(&guest(), Some(&since(entry, Some((entry, head(entry))))));
            assert_eq!(asks, Some(Welcome::AskRoom));
        }
        let other = Since { game: Uuid::from_u128(8), ..since(5, None) };
        assert_eq!(welcomed(&cache, Some(&other)), Some((table(9), 0)));
        // A gap, or another game: nothing before it is of use.
        send_entries(&mut cache, 11..=11);
        assert_eq!((count(&cache, 4), count(&cache, 10)), (None, Some(1)));
        let fresh = Frame::text(&ServerMessage::Table(table(0)));
        cache.note_frame(&fresh);
        assert_eq!(count(&cache, 10), None);
    }

    #[test]
    fn the_tail_is_bounded_by_itself_and_together_with_others() {
        let (budget, few) = (Budget::new(1024 * 1024), Budget::new(4 * 1024));
        let mut caches = [&budget, &few, &few].map(SpectatorCache::new);
        for entry in 1..2_000 {
            for cache in &mut caches {
                send_entries(cache, entry..=entry);
            }
        }
        for cache in &caches {
            assert_eq!(cache.tail_bytes, cache.tail.iter().map(|sent| sent.frame.len()).sum::<usize>());
        }
        let [alone, one, two] = caches;
        assert!(alone.tail_bytes <= MAX_TAIL_BYTES && alone.tail.len() > 10);
        assert!(one.tail_bytes + two.tail_bytes <= 4 * 1024 && !few.is_over());
        send_entries(&mut { one }, 2_000..=2_000);
        drop(two);
        assert_eq!(few.used(), 0, "all is given back");
    }
}

//! Rooms that several servers claim: the contract of every store, and that the suite finds a store which breaks it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::room::Phase;
use bagarre_rules::contract::Seat;
use bagarre_server::store::cluster::{Beat, Claimant, Claimed, Joining};
use bagarre_server::store::nodes::Node;
use bagarre_server::store::replays::Rules;
use bagarre_server::store::{
    Asked, DeadlineRow, Job, JournalRow, RoomRecord, Store, StoreError, Write, WriteError,
};
use bagarre_tests::chaos::between::{Between, Committed};
use bagarre_tests::memory::MemoryStore;
use bagarre_tests::stand_between;
use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::store::{Handle, TOY, contract, entry, game_in, room, write};

contract![
    of_many_claims_to_a_room_one_holds_it,
    a_room_that_is_held_is_claimed_by_its_holder_alone,
    a_frozen_owner_writes_nothing_after_its_lease,
    a_late_release_frees_nothing,
    a_server_whose_lease_has_lapsed_joins_as_another,
    a_room_waits_for_a_server_that_plays_its_rules,
    a_room_is_looked_for_at_its_holder_or_at_a_server_with_its_rules,
    rooms_that_are_due_are_claimed_once,
    a_claim_gives_a_room_the_time_that_it_lost,
    time_of_one_server_is_given_to_its_rooms_once,
    a_server_that_joins_others_credits_nothing,
    work_for_all_is_done_by_one,
    a_server_that_works_alone_and_several_keep_each_other_away,
];

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_hours(1);
/// A lease that lapses at once.
const SHORT: Duration = Duration::from_millis(1);

fn node(plays: &[Rules]) -> Node {
    let plays: Vec<(&str, u16)> = plays.iter().map(|rules| (rules.ruleset, rules.version)).collect();
    Node {
        id: Uuid::new_v4(),
        address: "here".to_owned(),
        plays: serde_json::to_string(&plays).unwrap(),
        version: "1".to_owned(),
    }
}

async fn join_as(store: &Handle, node: &Node, lease: Duration, known: &[Rules]) -> Option<Beat> {
    store.join(Joining { node, incarnation: 1, lost: 0, lease, known }).await.unwrap()
}

/// A server joins that plays the toy.
async fn joins(store: &Handle, lease: Duration) -> Uuid {
    let node = node(&TOY);
    join_as(store, &node, lease, &TOY).await.unwrap();
    node.id
}

/// Joins, and lets the lease lapse.
async fn joins_and_lapses(store: &Handle) -> Uuid {
    let node = joins(store, SHORT).await;
    lapse(store, node).await;
    node
}

async fn lapse(store: &Handle, node: Uuid) {
    let lapsed = async {
        loop {
            let (nodes, now) = store.nodes().await.unwrap();
            if nodes.iter().all(|one| one.id != node || one.until < now) {
                return;
            }
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_mins(1), lapsed).await.expect("time goes on");
}

async fn claim(store: &Handle, room: &str, node: Uuid) -> Claimed {
    store.claim_room(room, Claimant { node, lease: SHORT, known: Some(&TOY) }).await.unwrap()
}

fn in_epoch(room: &RoomRecord, epoch: i64, what: Write) -> Vec<Write> {
    vec![Write::Epoch { room: room.id.clone(), epoch }, what]
}

/// A room with a game of the toy that goes on, and whose only clock is over then.
async fn playing(store: &Handle, id: &str, due: i64) -> (RoomRecord, Uuid) {
    let mut room = room(store, id).await;
    let game = game_in(&room.id);
    (room.game, room.phase) = (Some(game.id), Phase::Playing);
    let clock = DeadlineRow {
        seat: Seat(0),
        deadline: due,
        total: 60,
        paused_left: None,
        asked: Some(Asked { entry: 0, at: 1 }),
        bank: None,
    };
    let rows = Write::Deadlines { game: game.id, rows: vec![clock] };
    let begun = Write::Entry(Arc::new(entry(&game, 0)));
    let (id, job) =
        (game.id, vec![Write::Room(Box::new(room.clone())), Write::Game(Box::new(game)), begun, rows]);
    write(store, job).await.unwrap();
    (room, id)
}

async fn due_of(store: &Handle, game: Uuid) -> i64 {
    store.deadlines(game).await.unwrap()[0].deadline
}

/// The time of the tables.
async fn table(store: &Handle, node: Uuid) -> i64 {
    let beat = store.beat_as(node, LONG).await.unwrap().unwrap();
    beat.now - beat.lost
}

async fn of_many_claims_to_a_room_one_holds_it(store: Handle) {
    let room = room(&store, "abc").await;
    let nodes = [
        joins(&store, LONG).await,
        joins(&store, LONG).await,
        joins(&store, LONG).await,
        joins(&store, LONG).await,
    ];
    let claims = join_all(nodes.iter().cycle().take(16).map(|node| claim(&store, &room.id, *node))).await;
    let winners: Vec<Uuid> = nodes
        .iter()
        .zip(0..)
        .filter(|(_, n)| claims.iter().skip(*n).step_by(4).any(|one| *one != Claimed::Elsewhere))
        .map(|(node, _)| *node)
        .collect();
    assert_eq!(winners.len(), 1, "{claims:?}");
    let held = store.held_rooms(winners[0]).await.unwrap();
    let epoch = store.room(&room.id).await.unwrap().unwrap().epoch;
    assert_eq!(held, [(room.id.clone(), epoch)]);
    // Each claim began an epoch of its own.
    let mut epochs: Vec<i64> = claims
        .iter()
        .filter_map(|one| if let Claimed::Held(epoch) = one { Some(*epoch) } else { None })
        .collect();
    epochs.sort_unstable();
    assert_eq!(epochs, (1..=epoch).collect::<Vec<_>>());
}

async fn a_room_that_is_held_is_claimed_by_its_holder_alone(store: Handle) {
    let room = room(&store, "abc").await;
    let (one, two) = (joins(&store, LONG).await, joins(&store, LONG).await);
    assert_eq!(claim(&store, "nowhere", one).await, Claimed::Missing);
    assert_eq!(claim(&store, &room.id, one).await, Claimed::Held(1));
    assert_eq!(claim(&store, &room.id, two).await, Claimed::Elsewhere, "a late claim");
    assert_eq!(claim(&store, &room.id, one).await, Claimed::Held(2), "a task that is rebuilt");
    let member = |epoch| {
        let member = bagarre_server::store::Member { guest: room.host, kicked: false };
        in_epoch(&room, epoch, Write::Member { room: room.id.clone(), member })
    };
    assert_eq!(write(&store, member(1)).await, Err(WriteError::Fenced), "the task before it");
    assert_eq!(write(&store, member(2)).await, Ok(()));
    store.release_room(&room.id, one, 2).await.unwrap();
    assert_eq!(claim(&store, &room.id, two).await, Claimed::Held(3));
    assert_eq!(write(&store, member(2)).await, Err(WriteError::Fenced), "epochs are compared with =");
    assert_eq!(write(&store, member(4)).await, Err(WriteError::Fenced));
    // A server that leaves frees what it holds at once.
    store.release(two).await.unwrap();
    assert_eq!(claim(&store, &room.id, one).await, Claimed::Held(4));
}

async fn a_frozen_owner_writes_nothing_after_its_lease(store: Handle) {
    let (room, game) = playing(&store, "abc", i64::MAX / 2).await;
    let row = |number| {
        Write::Entry(Arc::new(entry(
            &bagarre_server::store::GameRecord { id: game, ..game_in(&room.id) },
            number,
        )))
    };
    let owner = joins(&store, LONG).await;
    assert_eq!(claim(&store, &room.id, owner).await, Claimed::Held(1));
    assert_eq!(write(&store, in_epoch(&room, 1, row(1))).await, Ok(()));
    store.beat_as(owner, SHORT).await.unwrap().unwrap();
    lapse(&store, owner).await;
    // No other server has claimed the room, and nothing is written all the same: neither entries nor anything else.
    assert_eq!(write(&store, in_epoch(&room, 1, row(2))).await, Err(WriteError::Fenced));
    let clocks = Write::Deadlines { game, rows: Vec::new() };
    assert_eq!(write(&store, in_epoch(&room, 1, clocks)).await, Err(WriteError::Fenced));
    let next = joins(&store, LONG).await;
    assert_eq!(claim(&store, &room.id, next).await, Claimed::Held(2));
    assert_eq!(write(&store, in_epoch(&room, 1, row(2))).await, Err(WriteError::Fenced), "it thaws");
    assert_eq!(write(&store, in_epoch(&room, 2, row(2))).await, Ok(()));
    assert_eq!(store.last_entry(game).await.unwrap(), Some(2));
}

async fn a_late_release_frees_nothing(store: Handle) {
    let room = room(&store, "abc").await;
    let (one, two) = (joins(&store, LONG).await, joins(&store, LONG).await);
    assert_eq!(claim(&store, &room.id, one).await, Claimed::Held(1));
    assert_eq!(claim(&store, &room.id, one).await, Claimed::Held(2));
    // That of the task before, and that of a server which does not hold the room.
    store.release_room(&room.id, one, 1).await.unwrap();
    store.release_room(&room.id, two, 2).await.unwrap();
    assert_eq!(claim(&store, &room.id, two).await, Claimed::Elsewhere);
    store.release_room(&room.id, one, 2).await.unwrap();
    assert_eq!(claim(&store, &room.id, two).await, Claimed::Held(3));
    store.release_room(&room.id, one, 2).await.unwrap();
    assert_eq!(store.held_rooms(two).await.unwrap(), [(room.id, 3)]);
}

async fn a_server_whose_lease_has_lapsed_joins_as_another(store: Handle) {
    let (first, second) = (room(&store, "first").await, room(&store, "second").await);
    let (old, other) = (joins(&store, LONG).await, joins(&store, LONG).await);
    for room in [&first, &second] {
        assert_eq!(claim(&store, &room.id, old).await, Claimed::Held(1));
    }
    store.beat_as(old, SHORT).await.unwrap().unwrap();
    lapse(&store, old).await;
    assert_eq!(store.beat_as(old, LONG).await.unwrap(), None, "a lease that has lapsed is never renewed");
    assert_eq!(claim(&store, &first.id, old).await, Claimed::Elsewhere, "nor does it claim anything");
    let new = joins(&store, LONG).await;
    assert_eq!(claim(&store, &first.id, other).await, Claimed::Held(2));
    assert_eq!(claim(&store, &first.id, new).await, Claimed::Elsewhere, "what was claimed meanwhile stays");
    assert_eq!(claim(&store, &second.id, new).await, Claimed::Held(2));
    assert_eq!(store.beat_as(Uuid::new_v4(), LONG).await.unwrap(), None);
}

async fn a_room_waits_for_a_server_that_plays_its_rules(store: Handle) {
    let (room, _) = playing(&store, "abc", 1).await;
    let others = [Rules { ruleset: "toy", version: TOY[0].version + 1 }];
    let newer = node(&others);
    join_as(&store, &newer, LONG, &others).await.unwrap();
    let claimant = Claimant { node: newer.id, lease: SHORT, known: Some(&others) };
    assert_eq!(store.claim_room(&room.id, claimant).await.unwrap(), Claimed::OtherRules(false));
    assert!(store.claim_due(claimant, 9).await.unwrap().is_empty(), "its clock wakes it nowhere");
    let older = joins(&store, LONG).await;
    assert_eq!(store.claim_room(&room.id, claimant).await.unwrap(), Claimed::OtherRules(true));
    assert_eq!(claim(&store, &room.id, older).await, Claimed::Held(1));
    store.release_room(&room.id, older, 1).await.unwrap();
    let deletes = Claimant { known: None, ..claimant };
    assert_eq!(store.claim_room(&room.id, deletes).await.unwrap(), Claimed::Held(2), "to delete it");
}

async fn a_room_is_looked_for_at_its_holder_or_at_a_server_with_its_rules(store: Handle) {
    let (room, _) = playing(&store, "abc", i64::MAX / 2).await;
    let holder = async || store.room_holder(&room.id).await.unwrap();
    assert_eq!((holder().await, store.room_holder("nowhere").await.unwrap()), (None, None));
    let others = [Rules { ruleset: "toy", version: TOY[0].version + 1 }];
    join_as(&store, &node(&others), LONG, &others).await.unwrap();
    assert_eq!(holder().await, None, "none plays its rules");
    let one = joins(&store, LONG).await;
    assert_eq!(holder().await, Some(one), "the only one that does");
    let two = joins(&store, LONG).await;
    assert_eq!(claim(&store, &room.id, two).await, Claimed::Held(1));
    assert_eq!(holder().await, Some(two));
    store.beat_as(two, SHORT).await.unwrap().unwrap();
    lapse(&store, two).await;
    assert_eq!(holder().await, Some(one), "the lease of its holder has lapsed");
}

async fn rooms_that_are_due_are_claimed_once(store: Handle) {
    let mut due = Vec::new();
    for number in 0..12 {
        due.push(playing(&store, &format!("due {number}"), 100 + number).await.0.id);
    }
    let (held, _) = playing(&store, "held", 1).await;
    let (lapsed, _) = playing(&store, "lapsed", 2).await;
    playing(&store, "later", i64::MAX / 2).await;
    let owner = joins(&store, LONG).await;
    assert_eq!(claim(&store, &held.id, owner).await, Claimed::Held(1));
    let dead = joins(&store, LONG).await;
    assert_eq!(claim(&store, &lapsed.id, dead).await, Claimed::Held(1));
    store.beat_as(dead, SHORT).await.unwrap().unwrap();
    lapse(&store, dead).await;
    let nodes = [joins(&store, LONG).await, joins(&store, LONG).await, joins(&store, LONG).await];
    let mut claimed = Vec::new();
    loop {
        let claimant = |node: &Uuid| Claimant { node: *node, lease: SHORT, known: Some(&TOY) };
        let round = join_all(nodes.iter().map(|node| store.claim_due(claimant(node), 3))).await;
        let round: Vec<String> = round.into_iter().flat_map(Result::unwrap).collect();
        if round.is_empty() {
            break;
        }
        claimed.extend(round);
    }
    due.push(lapsed.id);
    due.sort();
    claimed.sort();
    assert_eq!(claimed, due, "each once; neither what is held nor what is due later");
}

async fn a_claim_gives_a_room_the_time_that_it_lost(store: Handle) {
    let watch = joins(&store, LONG).await;
    let now = table(&store, watch).await;
    // A room that slept: what its first clock is overdue.
    let (overdue, late) = playing(&store, "overdue", now - 10_000).await;
    let (asleep, early) = playing(&store, "asleep", now + 3_600_000).await;
    for room in [&overdue, &asleep] {
        assert!(matches!(claim(&store, &room.id, watch).await, Claimed::Held(1)));
    }
    let after = table(&store, watch).await;
    let due = due_of(&store, late).await;
    assert!((now..=after).contains(&due), "{now} {due} {after}");
    assert_eq!(due_of(&store, early).await, now + 3_600_000, "a room that sleeps loses nothing");
    // Its own claims give it nothing.
    assert!(matches!(claim(&store, &overdue.id, watch).await, Claimed::Held(2)));
    assert_eq!(due_of(&store, late).await, due);
    // A room whose server died: no socket could come to it while the lease ran.
    let dead = joins(&store, LONG).await;
    store.release_room(&asleep.id, watch, 1).await.unwrap();
    assert_eq!(claim(&store, &asleep.id, dead).await, Claimed::Held(2));
    store.beat_as(dead, SHORT).await.unwrap().unwrap();
    lapse(&store, dead).await;
    let lease = Duration::from_millis(2500);
    let claimant = Claimant { node: watch, lease, known: Some(&TOY) };
    assert_eq!(store.claim_room(&asleep.id, claimant).await.unwrap(), Claimed::Held(3));
    assert_eq!(due_of(&store, early).await, now + 3_602_500);
    let row = store.deadlines(early).await.unwrap()[0];
    assert_eq!((row.total, row.asked), (60, Some(Asked { entry: 0, at: 1 })));
    // A pause that was over meanwhile.
    let paused = RoomRecord { phase: Phase::Paused, paused_until: Some(now - 5_000), epoch: 2, ..overdue };
    write(&store, in_epoch(&paused, 2, Write::Room(Box::new(paused.clone())))).await.unwrap();
    store.release_room(&paused.id, watch, 2).await.unwrap();
    let other = joins(&store, LONG).await;
    assert_eq!(claim(&store, &paused.id, other).await, Claimed::Held(3));
    let until = store.room(&paused.id).await.unwrap().unwrap().paused_until.unwrap();
    assert!((now..=table(&store, watch).await).contains(&until));
}

async fn time_of_one_server_is_given_to_its_rooms_once(store: Handle) {
    let (mine, game) = playing(&store, "mine", 1_000_000).await;
    let (_, other) = playing(&store, "other", 1_000_000).await;
    let node = joins(&store, LONG).await;
    claim(&store, &mine.id, node).await;
    let due = due_of(&store, game).await;
    assert!(store.credit_node(node, 0, 700).await.unwrap());
    assert!(store.credit_node(node, 0, 700).await.unwrap(), "sent again");
    assert_eq!((due_of(&store, game).await, due_of(&store, other).await), (due + 700, 1_000_000));
    assert!(store.credit_node(node, 700, 1000).await.unwrap());
    assert_eq!(due_of(&store, game).await, due + 1000);
    store.beat_as(node, SHORT).await.unwrap().unwrap();
    lapse(&store, node).await;
    assert!(!store.credit_node(node, 1000, 2000).await.unwrap(), "a claim to its rooms gives the time");
    assert_eq!(due_of(&store, game).await, due + 1000);
}

async fn a_server_that_joins_others_credits_nothing(store: Handle) {
    let (_, game) = playing(&store, "abc", 1_000_000).await;
    let newer = [Rules { ruleset: "toy", version: TOY[0].version + 1 }];
    let first = node(&TOY);
    let before = join_as(&store, &first, LONG, &TOY).await.unwrap();
    let again = join_as(&store, &node(&TOY), LONG, &TOY).await.unwrap();
    assert_eq!((again.lost, due_of(&store, game).await), (before.lost, 1_000_000));
    // While others live, none plays the rules of the game.
    let watch = node(&newer);
    join_as(&store, &watch, LONG, &newer).await.unwrap();
    let (nodes, _) = store.nodes().await.unwrap();
    for one in nodes.iter().filter(|one| one.id != watch.id) {
        store.release(one.id).await.unwrap();
    }
    sleep(Duration::from_millis(20)).await;
    let third = join_as(&store, &node(&TOY), LONG, &TOY).await.unwrap();
    let due = due_of(&store, game).await;
    assert!(third.lost == before.lost && due >= 1_000_020, "{due}");
    // No server lived: that is lost time of all, once.
    for one in store.nodes().await.unwrap().0 {
        store.release(one.id).await.unwrap();
    }
    sleep(Duration::from_millis(20)).await;
    let fourth = join_as(&store, &node(&TOY), LONG, &TOY).await.unwrap();
    let fifth = join_as(&store, &node(&TOY), LONG, &TOY).await.unwrap();
    assert!(fourth.lost >= third.lost + 20, "{third:?} {fourth:?}");
    assert_eq!((fifth.lost, due_of(&store, game).await), (fourth.lost, due));
}

async fn work_for_all_is_done_by_one(store: Handle) {
    let (one, two) = (joins(&store, LONG).await, joins(&store, LONG).await);
    assert!(store.claim_task("upkeep", one, LONG).await.unwrap());
    assert!(!store.claim_task("upkeep", two, LONG).await.unwrap());
    assert!(store.claim_task("upkeep", one, SHORT).await.unwrap(), "it goes on");
    assert!(store.claim_task("replays", two, LONG).await.unwrap());
    let over = async {
        while !store.claim_task("upkeep", two, LONG).await.unwrap() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_mins(1), over).await.expect("its claim ends");
    // One that has died does nothing any more.
    store.release(two).await.unwrap();
    assert!(store.claim_task("upkeep", one, LONG).await.unwrap());
}

async fn a_server_that_works_alone_and_several_keep_each_other_away(store: Handle) {
    let alone = node(&TOY);
    assert!(store.claim(&alone, None, LONG).await.unwrap());
    assert!(store.holder().await.unwrap().unwrap().node.alone);
    assert_eq!(join_as(&store, &node(&TOY), LONG, &TOY).await, None);
    store.release(alone.id).await.unwrap();
    let room = room(&store, "abc").await;
    let one = joins(&store, LONG).await;
    claim(&store, &room.id, one).await;
    let holder = store.holder().await.unwrap().unwrap().node;
    assert_eq!((holder.id, holder.alone), (one, false), "a server that wants the data alone waits for it");
    store.release(one).await.unwrap();
    assert_eq!(store.holder().await.unwrap(), None);
    assert!(store.claim(&alone, None, LONG).await.unwrap());
    assert!(store.held_rooms(one).await.unwrap().is_empty(), "it holds every room");
    // One that has died loses its place to several.
    store.release(alone.id).await.unwrap();
    assert!(store.claim(&alone, None, SHORT).await.unwrap());
    lapse(&store, alone.id).await;
    joins_and_lapses(&store).await;
    assert_eq!(store.renew(alone.id, LONG).await.unwrap(), None);
}

/// Compares epochs with `<=`: a job of an epoch that is over is written in the one that is open.
struct AtMost(Arc<dyn Store>);

#[async_trait]
impl Between for AtMost {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.0.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        let mut jobs = jobs.to_vec();
        for write in jobs.iter_mut().flatten() {
            if let Write::Epoch { room, epoch } = write
                && let Some(open) = self.0.room(room).await?.map(|room| room.epoch)
                && *epoch <= open
            {
                *epoch = open;
            }
        }
        self.0.commit(&jobs).await
    }
}

stand_between!(AtMost);

#[tokio::test]
async fn a_store_that_compares_epochs_with_at_most_is_found() {
    let planted = || -> Handle { Arc::new(AtMost(Arc::new(MemoryStore::default()))) };
    let found = [
        tokio::spawn(a_room_that_is_held_is_claimed_by_its_holder_alone(planted())),
        tokio::spawn(a_frozen_owner_writes_nothing_after_its_lease(planted())),
    ];
    for one in found {
        assert!(one.await.is_err_and(|fall| fall.is_panic()));
    }
}

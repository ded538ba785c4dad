//! The contract of the store for campaigns and the shelf, on both databases.

use std::sync::Arc;

use bagarre_protocol::campaign::{CampaignGamePhase, CampaignPhase};
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::{Outcome, Seat, Seats};
use bagarre_rules::gather::{Record, WorkKind};
use bagarre_server::store::campaigns::{
    BandRecord, CampaignGameEnd, CampaignRecord, Membership, Muster, Return,
};
use bagarre_server::store::shelf::WorkRecord;
use bagarre_server::store::{GameRecord, Guest, Write, WriteError};
use futures_util::future::join_all;
use uuid::Uuid;

use super::store::{Handle, contract, entry, game_in, guest, room, write};

contract![
    people_come_and_go,
    one_band_for_each_player,
    bands_brought_at_once_get_numbers_of_their_own,
    a_game_binds_its_bands_and_is_counted_once,
    an_end_that_is_refused_counts_nothing,
    a_game_begins_with_the_bands_it_was_made_from,
    a_void_game_leaves_the_bands_as_they_were,
    each_change_of_a_campaign_raises_its_version,
    the_shelf_keeps_what_its_owner_writes,
];

const CAMPAIGN: &str = "c0mpa1gn00";

fn campaign_of(host: &Guest) -> CampaignRecord {
    CampaignRecord {
        id: CAMPAIGN.to_owned(),
        host: host.id,
        name: "L'été à Marseille".to_owned(),
        ruleset: "toy".to_owned(),
        phase: CampaignPhase::Open,
        invite: 0,
        created: 500,
        version: 0,
    }
}

fn band(text: &str) -> Payload {
    Payload::of(text).unwrap()
}

/// A campaign of two people with a band each, and the room they play in.
async fn pair(store: &Handle) -> (Guest, Guest) {
    let (one, two) = (guest(store, "Raymond").await, guest(store, "Lulu").await);
    store.create_campaign(&campaign_of(&one)).await.unwrap();
    store.set_campaign_member(CAMPAIGN, two.id, Membership::Here, 501).await.unwrap();
    assert!(store.bring_band(CAMPAIGN, one.id, &band("one")).await.unwrap());
    assert!(store.bring_band(CAMPAIGN, two.id, &band("two")).await.unwrap());
    room(store, "abc").await;
    (one, two)
}

async fn bands(store: &Handle) -> Vec<BandRecord> {
    store.campaign_bands(CAMPAIGN).await.unwrap()
}

fn begin(game: &GameRecord, seats: &[(u32, i64)]) -> Vec<Write> {
    let seats = (0u8..).map(Seat).zip(seats).map(|(seat, (n, version))| (seat, *n, *version)).collect();
    let muster = Muster { campaign: CAMPAIGN.to_owned(), game: game.id, at: 600, seats };
    vec![Write::Game(Box::new(game.clone())), Write::Entry(Arc::new(entry(game, 0))), Write::Muster(muster)]
}

fn game_end(game: &GameRecord, disbanded: bool) -> Write {
    let back = |seat: u8| Return {
        seat: Seat(seat),
        band: band(if seat == 0 { "one, older" } else { "two, older" }),
        disbanded: disbanded && seat == 1,
        record: Record { won: Some(seat == 0), points: 3, lines: Vec::new(), worth: Vec::new() },
    };
    let seats = vec![back(0), back(1)];
    Write::CampaignGameEnd(CampaignGameEnd { campaign: CAMPAIGN.to_owned(), game: game.id, at: 700, seats })
}

fn end(game: &GameRecord, number: u32, disbanded: bool) -> Vec<Write> {
    let outcome = Outcome::alone(Seats::one(Seat(0)), vec![3, 3], "turns");
    vec![
        Write::Entry(Arc::new(entry(game, number))),
        Write::Over { game: game.id, at: 700, outcome },
        game_end(game, disbanded),
    ]
}

async fn people_come_and_go(store: Handle) {
    let (one, two) = (guest(&store, "Raymond").await, guest(&store, "Lulu").await);
    let campaign = campaign_of(&one);
    store.create_campaign(&campaign).await.unwrap();
    assert_eq!(store.campaign(CAMPAIGN).await.unwrap().as_ref(), Some(&campaign));
    assert_eq!(store.campaign("nowhere").await.unwrap(), None);
    store.set_campaign_member(CAMPAIGN, two.id, Membership::Here, 501).await.unwrap();
    let members = store.campaign_members(CAMPAIGN).await.unwrap();
    assert_eq!(members.iter().map(|member| &*member.guest.name).collect::<Vec<_>>(), ["Raymond", "Lulu"]);
    let card = store.campaigns_of(two.id, 10).await.unwrap().remove(0);
    assert_eq!((&*card.id, card.members, card.games), (CAMPAIGN, 2, 0));
    store.set_campaign_member(CAMPAIGN, two.id, Membership::Left, 502).await.unwrap();
    assert!(store.campaigns_of(two.id, 10).await.unwrap().is_empty());
    let members = store.campaign_members(CAMPAIGN).await.unwrap();
    assert_eq!((members.len(), members[1].membership), (2, Membership::Left));
    assert_eq!(store.campaigns_opened(one.id, 500).await.unwrap(), 1);
    assert_eq!(store.campaigns_opened(one.id, 501).await.unwrap(), 0);
    assert_eq!(store.renew_campaign_invite(CAMPAIGN).await.unwrap(), Some(1));
    assert_eq!(store.renew_campaign_invite("n0where000").await.unwrap(), None, "what is missing is no fault");
    store.close_campaign(CAMPAIGN).await.unwrap();
    let closed = store.campaign(CAMPAIGN).await.unwrap().unwrap();
    assert_eq!((closed.invite, closed.phase), (1, CampaignPhase::Closed));
    assert!(!store.bring_band(CAMPAIGN, one.id, &band("late")).await.unwrap());
    let people = store.guests(&[two.id, Uuid::new_v4(), one.id]).await.unwrap();
    assert_eq!(people, [two, one]);
}

/// A server that compares versions reads again what another one has changed.
async fn each_change_of_a_campaign_raises_its_version(store: Handle) {
    async fn version(store: &Handle) -> i64 {
        let versions = store.campaign_versions(&[CAMPAIGN.to_owned(), "nowhere".to_owned()]).await.unwrap();
        let [(campaign, version)] = &versions[..] else { panic!("{versions:?}") };
        assert_eq!(campaign, CAMPAIGN);
        assert_eq!(store.campaign(CAMPAIGN).await.unwrap().unwrap().version, *version);
        *version
    }
    let (one, two) = pair(&store).await;
    let mut last = version(&store).await;
    let game = game_in("abc");
    let other = GameRecord { id: Uuid::from_u128(77), ..game.clone() };
    for change in 0..9 {
        match change {
            0 => assert!(store.bring_band(CAMPAIGN, one.id, &band("another")).await.unwrap()),
            1 => write(&store, begin(&game, &[(0, 1), (1, 0)])).await.unwrap(),
            2 => write(&store, end(&game, 1, false)).await.unwrap(),
            3 => write(&store, begin(&other, &[(0, 2), (1, 1)])).await.unwrap(),
            4 => assert!(store.void_campaign_game(CAMPAIGN, other.id, 800).await.unwrap()),
            5 => store.set_campaign_member(CAMPAIGN, two.id, Membership::Left, 801).await.unwrap(),
            6 => assert!(store.renew_campaign_invite(CAMPAIGN).await.unwrap().is_some()),
            7 => store.close_campaign(CAMPAIGN).await.unwrap(),
            _ => drop(store.leave_all(one.id).await.unwrap()),
        }
        let now = version(&store).await;
        assert!(now > last, "change {change}");
        last = now;
    }
    assert!(!store.bring_band(CAMPAIGN, one.id, &band("late")).await.unwrap());
    assert_eq!(version(&store).await, last, "nothing has changed");
    assert!(store.campaign_versions(&[]).await.unwrap().is_empty());
}

async fn one_band_for_each_player(store: Handle) {
    let (one, _) = pair(&store).await;
    assert!(store.bring_band(CAMPAIGN, one.id, &band("another")).await.unwrap(), "it has not played");
    let before = bands(&store).await;
    assert_eq!((before.len(), before[0].n, before[0].version), (2, 0, 1));
    assert_eq!(before[0].band, band("another"));
    let game = game_in("abc");
    write(&store, begin(&game, &[(0, 1), (1, 0)])).await.unwrap();
    assert!(!store.bring_band(CAMPAIGN, one.id, &band("no")).await.unwrap(), "it plays");
    write(&store, end(&game, 1, true)).await.unwrap();
    assert!(!store.bring_band(CAMPAIGN, one.id, &band("no")).await.unwrap(), "it has played");
    let two = bands(&store).await[1].guest;
    assert!(store.bring_band(CAMPAIGN, two, &band("anew")).await.unwrap(), "the old one is disbanded");
    let after = bands(&store).await;
    assert_eq!(
        after.iter().map(|band| (band.n, band.disbanded)).collect::<Vec<_>>(),
        [(0, false), (1, true), (2, false)]
    );
    assert_eq!(after[1].band, band("two, older"));
}

async fn bands_brought_at_once_get_numbers_of_their_own(store: Handle) {
    let host = guest(&store, "Raymond").await;
    store.create_campaign(&campaign_of(&host)).await.unwrap();
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(guest(&store, &format!("guest {number}")).await.id);
    }
    let text = band("x");
    let both = people.iter().chain(&people);
    let done = join_all(both.map(|id| store.bring_band(CAMPAIGN, *id, &text))).await;
    assert!(done.into_iter().all(|done| done.unwrap()));
    let bands = bands(&store).await;
    assert_eq!(bands.iter().map(|band| band.n).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
    assert!(bands.iter().all(|band| band.version == 1), "brought again, it took the place of the first");
}

async fn a_game_binds_its_bands_and_is_counted_once(store: Handle) {
    pair(&store).await;
    let game = game_in("abc");
    write(&store, begin(&game, &[(0, 0), (1, 0)])).await.unwrap();
    assert!(bands(&store).await.iter().all(|band| band.game == Some(game.id)));
    assert_eq!(store.campaign_seats(game.id).await.unwrap(), [(Seat(0), 0), (Seat(1), 1)]);
    let other = game_in("abc");
    assert_eq!(write(&store, begin(&other, &[(0, 0), (1, 0)])).await, Err(WriteError::Stale));
    assert!(store.game(other.id).await.unwrap().is_none(), "no half of it");
    write(&store, end(&game, 1, false)).await.unwrap();
    let once = (bands(&store).await, store.campaign_games(CAMPAIGN).await.unwrap());
    assert_eq!(write(&store, end(&game, 1, false)).await, Err(WriteError::Conflict));
    write(&store, vec![game_end(&game, true)]).await.unwrap();
    let twice = (bands(&store).await, store.campaign_games(CAMPAIGN).await.unwrap());
    assert_eq!(once, twice, "counted once");
    let (bands, games) = twice;
    assert!(bands.iter().all(|band| band.game.is_none() && band.version == 1));
    assert_eq!(bands[0].band, band("one, older"));
    assert_eq!((games[0].phase, games[0].ended), (CampaignGamePhase::Counted, Some(700)));
    let records: Vec<_> = games[0].seats.iter().map(|seat| seat.record.as_ref().unwrap().won).collect();
    assert_eq!(records, [Some(true), Some(false)]);
    assert_eq!(store.campaigns_of(bands[0].guest, 10).await.unwrap()[0].games, 1);
    write(&store, begin(&other, &[(0, 1), (1, 1)])).await.unwrap();
}

async fn an_end_that_is_refused_counts_nothing(store: Handle) {
    pair(&store).await;
    let game = game_in("abc");
    write(&store, begin(&game, &[(0, 0), (1, 0)])).await.unwrap();
    let before = bands(&store).await;
    // Another writer has written this entry: the whole job falls with it.
    assert_eq!(write(&store, end(&game, 0, false)).await, Err(WriteError::Conflict));
    assert_eq!(bands(&store).await, before);
    assert_eq!(store.campaign_games(CAMPAIGN).await.unwrap()[0].phase, CampaignGamePhase::Playing);
    assert_eq!(store.game(game.id).await.unwrap().unwrap().ended, None);
}

async fn a_game_begins_with_the_bands_it_was_made_from(store: Handle) {
    let (one, _) = pair(&store).await;
    let game = game_in("abc");
    assert!(store.bring_band(CAMPAIGN, one.id, &band("changed")).await.unwrap());
    assert_eq!(write(&store, begin(&game, &[(0, 0), (1, 0)])).await, Err(WriteError::Stale));
    assert!(bands(&store).await.iter().all(|band| band.game.is_none()));
    // Two games in one commit: the second finds the bands taken.
    let jobs = [begin(&game, &[(0, 1), (1, 0)]), begin(&game_in("abc"), &[(1, 0)])];
    assert_eq!(store.commit(&jobs).await.unwrap(), [Ok(()), Err(WriteError::Stale)]);
    store.close_campaign(CAMPAIGN).await.unwrap();
    write(&store, end(&game, 1, false)).await.unwrap();
    let next = begin(&game_in("abc"), &[(0, 2), (1, 1)]);
    assert_eq!(write(&store, next).await, Err(WriteError::Stale), "it is closed, and what ran was counted");
}

async fn a_void_game_leaves_the_bands_as_they_were(store: Handle) {
    pair(&store).await;
    let before = bands(&store).await;
    let game = game_in("abc");
    write(&store, begin(&game, &[(0, 0), (1, 0)])).await.unwrap();
    assert!(!store.void_campaign_game("elsewhere", game.id, 650).await.unwrap());
    assert!(store.void_campaign_game(CAMPAIGN, game.id, 650).await.unwrap());
    assert!(!store.void_campaign_game(CAMPAIGN, game.id, 651).await.unwrap(), "once");
    assert_eq!(bands(&store).await, before);
    write(&store, end(&game, 1, true)).await.unwrap();
    assert_eq!(bands(&store).await, before, "it ended, and does not count");
    let broken = game_in("abc");
    write(&store, begin(&broken, &[(0, 0), (1, 0)])).await.unwrap();
    write(&store, vec![Write::Quarantine { game: broken.id, at: 660, why: "broken".to_owned() }])
        .await
        .unwrap();
    assert_eq!(bands(&store).await, before);
    let games = store.campaign_games(CAMPAIGN).await.unwrap();
    assert!(games.iter().all(|game| game.phase == CampaignGamePhase::Void && game.ended.is_some()));
    assert!(games.iter().flat_map(|game| &game.seats).all(|seat| seat.record.is_none()));
}

async fn the_shelf_keeps_what_its_owner_writes(store: Handle) {
    let (one, two) = (guest(&store, "Raymond").await, guest(&store, "Lulu").await);
    let work = |id: &str, owner: &Guest| WorkRecord {
        id: id.to_owned(),
        owner: owner.id,
        by: owner.name.clone(),
        kind: WorkKind::Table,
        ruleset: "toy".to_owned(),
        name: "Le port".to_owned(),
        content: Payload::parse("[1,2]").unwrap(),
        created: 10,
        touched: 10,
    };
    assert!(store.add_work(&work("a", &one), 2).await.unwrap());
    assert!(store.add_work(&work("b", &one), 2).await.unwrap());
    assert!(!store.add_work(&work("c", &one), 2).await.unwrap(), "it is full");
    assert!(store.add_work(&work("d", &two), 2).await.unwrap());
    let again = WorkRecord { name: "Le quai".to_owned(), touched: 20, ..work("a", &one) };
    assert!(store.write_work(&again).await.unwrap());
    assert!(!store.write_work(&work("a", &two)).await.unwrap(), "somebody else's");
    assert_eq!(store.work("a").await.unwrap(), Some(again));
    let cards = store.works_of(one.id).await.unwrap();
    assert_eq!(cards.iter().map(|card| &*card.id).collect::<Vec<_>>(), ["a", "b"]);
    assert!(!store.drop_work("a", two.id).await.unwrap());
    assert!(store.drop_work("a", one.id).await.unwrap());
    assert_eq!(store.work("a").await.unwrap(), None);
    assert!(store.add_work(&work("c", &one), 2).await.unwrap(), "there is room again");
}

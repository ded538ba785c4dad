//! The checker of `make chaos` finds what it is there to find.

use std::sync::Arc;

use bagarre_protocol::game::Entry;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Seat;
use bagarre_server::store::Write;
use bagarre_tests::chaos::check::check;
use bagarre_tests::chaos::ledger::{Ledger, Wrong};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, turn};
use uuid::Uuid;

use super::store::{entry, game_in};

/// Returns what the checker finds wrong with what a client was told.
async fn found(server: &TestServer, tell: impl FnOnce(&Ledger)) -> Vec<Wrong> {
    let ledger = Ledger::default();
    tell(&ledger);
    check(&ledger, server.app.store()).await;
    ledger.state().wrong.keys().copied().collect()
}

#[tokio::test]
async fn the_checker_believes_the_truth_and_nothing_else() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let game = one.table.as_ref().unwrap().game;
    let id = Uuid::new_v4();
    one.until_asked().await;
    assert_eq!(one.command_as(id, &bid(2)).await, Answer::Applied { entry: Some(1) });
    two.until_asked().await;
    two.command(&bid(3)).await;
    turn(&mut one, &mut two).await;
    one.until_entry(4).await;
    let seen: Vec<Entry> = one.entries.clone();
    let show = |ledger: &Ledger, entry: &Entry| ledger.shown(game, Some(Seat(0)), entry);

    let truth = |ledger: &Ledger| {
        ledger.command(id, game, 1);
        ledger.command(id, game, 1);
        for entry in &seen {
            show(ledger, entry);
        }
    };
    assert_eq!(found(&server, truth).await, []);
    // Acknowledged, and not stored; or at another entry; or as two.
    assert_eq!(found(&server, |ledger| ledger.command(Uuid::new_v4(), game, 2)).await, [Wrong::Lost]);
    assert_eq!(found(&server, |ledger| ledger.command(id, game, 2)).await, [Wrong::Lost]);
    let twice = |ledger: &Ledger| {
        ledger.command(id, game, 2);
        ledger.command(id, game, 1);
    };
    assert_eq!(found(&server, twice).await, [Wrong::Doubled]);
    assert_eq!(found(&server, |ledger| ledger.line(Uuid::new_v4(), &one.room.id)).await, [Wrong::Lost]);
    // Said not to be saved, and stored.
    let denied = |ledger: &Ledger| {
        ledger.mark(&one.room.id, (Some(game), 1, one.room.phase));
        ledger.state().given_up.push(id);
    };
    assert_eq!(found(&server, denied).await, [Wrong::Belied]);
    // Shown, and not stored; or shown as another, at another time, with another seal, or in two ways.
    let another = |change: fn(&mut Entry)| {
        let mut entry = seen[1].clone();
        change(&mut entry);
        entry
    };
    let beyond = another(|entry| entry.n = 9);
    assert_eq!(found(&server, |ledger| show(ledger, &beyond)).await, [Wrong::Lost]);
    for change in [
        |entry: &mut Entry| entry.at += 1,
        |entry: &mut Entry| entry.seal = Some("ab".to_owned()),
        |entry: &mut Entry| entry.notices.push(Payload::parse("1").unwrap()),
    ] {
        let lie = another(change);
        assert_eq!(found(&server, |ledger| show(ledger, &lie)).await, [Wrong::Diverged]);
        let both = |ledger: &Ledger| {
            show(ledger, &lie);
            show(ledger, &seen[1]);
        };
        assert_eq!(found(&server, both).await, [Wrong::Diverged]);
    }
    // Written in two games.
    let mut other = game_in(&one.room.id);
    other.setup = server.app.store().game(game).await.unwrap().unwrap().setup;
    let mut again = entry(&other, 0);
    (again.command_id, again.events) = (Some(id), Payload::parse("[]").unwrap());
    let job = vec![Write::Game(Box::new(other.clone())), Write::Entry(Arc::new(again))];
    server.app.store().commit(&[job]).await.unwrap().remove(0).unwrap();
    let marked = |ledger: &Ledger| {
        ledger.command(id, game, 1);
        ledger.mark("elsewhere", (Some(other.id), 0, one.room.phase));
    };
    assert_eq!(found(&server, marked).await, [Wrong::Doubled]);
}

//! What spectators say while a game goes on: a present or former holder of a seat in it reads it when the game is over.

use bagarre_protocol::room::{Action, Holder, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage};
use bagarre_rules::contract::Seat;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{blind, settings, table, take_seat, turn};

/// Words that spectators say.
const FLOOR: [&str; 4] = ["il part à gauche", "il repart à gauche", "toujours à gauche", "à gauche encore"];

fn has_line(player: &Player, words: &str) -> bool {
    player.chat.iter().any(|line| line.text == words)
}

async fn says(player: &mut Player, words: &str) {
    assert_eq!(player.say(words).await, Answer::Applied { entry: None });
    player.until("his own words", |player| has_line(player, words)).await;
}

/// Checks that nothing that spectators say has come to the player, on any way.
async fn is_deaf(player: &mut Player) {
    player.catch_up().await;
    for words in FLOOR {
        assert!(!player.has_heard(words), "told to a player: {words}");
    }
}

async fn stands_up(player: &mut Player) {
    player.must(Action::Stand).await;
    player.until("no seat", |player| player.you.seat.is_none()).await;
}

async fn sits_down(player: &mut Player, seat: u8) {
    player.until("a free seat", |player| player.room.seats[usize::from(seat)].holder == Holder::Open).await;
    player.must(Action::Sit { seat: Seat(seat) }).await;
    player.until("the seat", |player| player.you.seat == Some(Seat(seat))).await;
}

/// A player stands up, listens to the spectators in every way there is, and sits down again; the game goes on to its end.
async fn stands_up_and_listens(settings: Settings) {
    let late = settings.spectator_delay > 0;
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings).await;
    let mut momo = server.guest("Momo", &one.room.id.clone(), &invite).await;
    says(&mut one, "entre nous").await;
    stands_up(&mut two).await;
    says(&mut momo, FLOOR[0]).await;
    is_deaf(&mut two).await;
    two.come_back(server.addr).await;
    two.send(&ClientMessage::Resync { entry: 0 }).await;
    is_deaf(&mut two).await;
    one.must(Action::Pause).await;
    says(&mut momo, FLOOR[1]).await;
    two.come_back(server.addr).await;
    is_deaf(&mut two).await;
    one.must(Action::Resume).await;
    // The room is built anew: who has held a seat is stored.
    let server = server.restart().await;
    for player in [&mut one, &mut two, &mut momo] {
        player.come_back(server.addr).await;
    }
    says(&mut momo, FLOOR[2]).await;
    // The player talks to the spectators, who hear it; the player reads the own words and none of theirs.
    says(&mut two, "je reviens").await;
    momo.until("the one who stands", |momo| has_line(momo, "je reviens")).await;
    is_deaf(&mut two).await;
    sits_down(&mut two, 1).await;
    says(&mut momo, FLOOR[3]).await;
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
        is_deaf(player).await;
    }
    assert_eq!(has_line(&momo, "entre nous"), !late);
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    // It is over: all of them read everything, without coming anew.
    for player in [&mut one, &mut two, &mut momo] {
        player.until_phase(Phase::Finished).await;
        for words in FLOOR.into_iter().chain(["entre nous"]) {
            player.until(words, |player| has_line(player, words)).await;
        }
    }
    let server = server.restart().await;
    two.chat.clear();
    two.come_back(server.addr).await;
    for words in FLOOR {
        assert!(has_line(&two, words), "lost: {words}");
    }
}

#[tokio::test]
async fn a_player_who_stands_up_reads_spectators_after_the_game() {
    stands_up_and_listens(settings()).await;
}

#[tokio::test]
async fn a_player_who_stands_up_reads_late_spectators_after_the_game() {
    stands_up_and_listens(Settings { spectator_delay: 2, ..settings() }).await;
}

#[tokio::test]
async fn a_seat_held_for_a_moment_counts_and_so_does_a_blind_game() {
    for settings in [settings(), blind()] {
        let server = TestServer::start().await;
        let (one, mut two, invite) = table(&server, settings).await;
        let room = one.room.id.clone();
        let mut momo = server.guest("Momo", &room, &invite).await;
        let mut zaza = server.guest("Zaza", &room, &invite).await;
        stands_up(&mut two).await;
        // Zaza watches until now, and takes the seat for a moment.
        says(&mut momo, "bonsoir").await;
        zaza.until("the spectators", |zaza| has_line(zaza, "bonsoir")).await;
        sits_down(&mut zaza, 1).await;
        stands_up(&mut zaza).await;
        says(&mut momo, FLOOR[0]).await;
        is_deaf(&mut zaza).await;
        let server = server.crash().await;
        for player in [&mut two, &mut momo, &mut zaza] {
            player.come_back(server.addr).await;
        }
        says(&mut momo, FLOOR[1]).await;
        for player in [&mut two, &mut zaza] {
            is_deaf(player).await;
        }
    }
}

#[tokio::test]
async fn who_leaves_for_good_reads_no_spectators_either() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut momo = server.guest("Momo", &one.room.id.clone(), &invite).await;
    // A bot plays on for the player; the host takes it out, and the player is back.
    two.must(Action::Leave).await;
    two.until("no seat", |two| two.you.seat.is_none()).await;
    says(&mut momo, FLOOR[0]).await;
    is_deaf(&mut two).await;
    one.must(Action::RemoveBot { seat: Seat(1) }).await;
    sits_down(&mut two, 1).await;
    two.come_back(server.addr).await;
    is_deaf(&mut two).await;
}

#[tokio::test]
async fn who_played_the_game_before_watches_the_next_one_like_everybody() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let room = one.room.id.clone();
    let (mut momo, mut zaza) =
        (server.guest("Momo", &room, &invite).await, server.guest("Zaza", &room, &invite).await);
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
    one.must(Action::Rematch).await;
    stands_up(&mut two).await;
    zaza.until_phase(Phase::Lobby).await;
    take_seat(&mut zaza, 1).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two, &mut momo, &mut zaza] {
        player
            .until("the next game", |player| {
                player.room.phase == Phase::Playing
                    && player.table.as_ref().is_some_and(|table| table.entry == 0)
            })
            .await;
    }
    says(&mut momo, FLOOR[0]).await;
    two.until("the spectators", |two| has_line(two, FLOOR[0])).await;
    for player in [&mut one, &mut zaza] {
        is_deaf(player).await;
    }
}

//! Games: commands, drafts, clocks, bots, spectators, archives.

use bagarre_protocol::game::Replay;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Holder, Phase, Settings, Sheet};
use bagarre_protocol::socket::{Answer, Channel, ClientMessage};
use bagarre_rules::any::AnyGame;
use bagarre_rules::contract::{Actor, Audience, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::systems;
use bagarre_server::error::AppError;
use bagarre_server::fair;
use bagarre_server::room::archive;
use bagarre_server::world::World;
use bagarre_tests::player::nonce;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, hurried, settings, table, take_seat, turn};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn a_game_from_the_link_to_the_end_and_again() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut three = server.guest("Momo", &one.room.id.clone(), &invite).await;
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    for player in [&mut one, &mut two, &mut three] {
        player.until_phase(Phase::Finished).await;
        assert_eq!(player.last(), 10, "five turns of two bids, after the start");
        assert!(player.outcome.is_some());
        assert!(player.asking().is_none());
    }
    assert_eq!(one.room.past.len(), 1);
    assert_eq!(code(&one.command(&bid(1)).await), "room.phase");
    one.must(Action::Rematch).await;
    two.until_phase(Phase::Lobby).await;
    assert!(two.room.seats.iter().all(|seat| seat.ready), "people and bands stay");
    one.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
    two.until_asked().await;
    assert_ne!(two.table.as_ref().unwrap().game, one.room.past[0].game);
    assert_eq!(two.table.as_ref().unwrap().entry, 0);
}

#[tokio::test]
async fn a_command_sent_again_gets_its_first_answer_again() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (id, bad) = (Uuid::new_v4(), Uuid::new_v4());
    let first = Answer::Applied { entry: Some(1) };
    assert_eq!(one.command_as(id, &bid(2)).await, first);
    assert_eq!(one.command_as(id, &bid(2)).await, Answer::Duplicate { first: Box::new(first.clone()) });
    assert_eq!(one.command_as(id, &bid(5)).await, Answer::Duplicate { first: Box::new(first.clone()) });
    let refused = one.command_as(bad, &bid(9)).await;
    assert_eq!(code(&refused), "toy.not_asked");
    assert_eq!(one.command_as(bad, &bid(9)).await, Answer::Duplicate { first: Box::new(refused) });
    assert_eq!(code(&two.command_as(id, &bid(4)).await), "command.id", "ids belong to who made them");
    two.catch_up().await;
    assert_eq!(two.last(), 1, "nothing was done twice");

    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(one.command_as(id, &bid(2)).await, Answer::Duplicate { first: Box::new(first) });
    assert_eq!(two.last(), 1);
}

#[tokio::test]
async fn refusals_name_code_rule_and_words_in_the_language_of_the_player() {
    let server = TestServer::start().await;
    let (mut one, ..) = table(&server, settings()).await;
    let Answer::Refused { refusal } = one.command(&bid(7)).await else { panic!("taken") };
    assert_eq!((refusal.code.as_str(), refusal.words.as_str()), ("toy.range", "a number is from 1 to 6"));
    assert_eq!(refusal.rule.unwrap().id(), "TOY-BID-01");
    one.send(&ClientMessage::Lang { lang: bagarre_rules::contract::Lang::Fr }).await;
    let Answer::Refused { refusal } = one.command(&bid(7)).await else { panic!("taken") };
    assert_eq!(refusal.words, "Un nombre va de 1 à 6.");
    assert_eq!(code(&one.command(&json!({ "dance": true })).await), "bad_json");
    assert_eq!(one.last(), 0);
}

#[tokio::test]
async fn a_draft_is_saved_for_its_writer_and_a_confirmed_sheet_is_told_to_all() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let sheet = |player: &bagarre_tests::player::Player, seat: usize| player.room.seats[seat].sheet;
    assert_eq!(one.draft(Some(&bid(9))).await, (true, Some("toy.range".to_owned())), "kept although illegal");
    assert_eq!(one.draft(Some(&bid(4))).await, (true, None));
    two.catch_up().await;
    assert_eq!(sheet(&two, 0), Sheet::None, "who writes is nobody's business");
    one.command(&bid(4)).await;
    two.until("confirmed", |two| two.room.seats[0].sheet == Sheet::Confirmed).await;
    assert_eq!(sheet(&two, 1), Sheet::None);
    two.command(&bid(1)).await;
    two.until("a new question", |two| two.room.seats[0].sheet == Sheet::None).await;
}

#[tokio::test]
async fn a_seat_may_ask_what_it_may_answer() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut three = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let all: Vec<_> = (1..=6).map(|number| Payload::of(&bid(number)).unwrap()).collect();
    assert_eq!(one.options().await, Ok(all.clone()));
    one.command(&bid(4)).await;
    assert_eq!(one.options().await, Ok(Vec::new()), "nothing is asked of it any more");
    assert_eq!(two.options().await, Ok(all));
    assert_eq!(three.options().await, Err("room.seat.none".to_owned()));
}

#[tokio::test]
async fn when_the_time_runs_out_the_draft_counts_or_else_the_default() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, Settings { scenario: "short".to_owned(), ..hurried() }).await;
    assert_eq!(one.draft(Some(&bid(6))).await, (true, None));
    one.until_phase(Phase::Finished).await;
    two.until_phase(Phase::Finished).await;
    let export = archive::export(server.app.store(), one.table.as_ref().unwrap().game).await.unwrap();
    let commands: Vec<_> =
        export.entries.iter().skip(1).map(|entry| (entry.by.unwrap(), entry.command.clone())).collect();
    let said = |seat, number: u8| {
        let command = bagarre_protocol::payload::Payload::of(&bid(number)).unwrap();
        (Actor::Clock(Seat(seat)), Some(command))
    };
    assert_eq!(commands, vec![said(0, 6), said(1, 1), said(0, 1), said(1, 1)]);
}

#[tokio::test]
async fn one_question_may_slip_past_whoever_is_here_and_two_do_not() {
    let server = TestServer::start().await;
    let (mut one, two, _) = table(&server, hurried()).await;
    one.until("that he is absent", |one| one.room.seats[1].sheet == Sheet::Absent).await;
    assert!(one.last() > 2, "a whole turn by the clock is not enough: {}", one.last());
    drop((one, two));
    // A player who is not connected is absent at once.
    let (mut one, two, _) = table(&server, hurried()).await;
    drop(two);
    one.until("that he is absent", |one| one.room.seats[1].sheet == Sheet::Absent).await;
    assert!(one.last() <= 3, "{}", one.last());
}

#[tokio::test]
async fn a_paused_game_waits_and_refuses() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    assert_eq!(code(&two.act(Action::Pause).await), "room.host");
    one.must(Action::Pause).await;
    two.until("stopped clocks", |two| {
        two.asking().is_some_and(|asking| asking.clocks.iter().all(|clock| clock.deadline.is_none()))
    })
    .await;
    assert_eq!(code(&two.command(&bid(1)).await), "room.paused");
    assert_eq!(two.draft(Some(&bid(2))).await, (true, None), "one may think");
    let server = server.restart().await;
    one.come_back(server.addr).await;
    assert_eq!(one.room.phase, Phase::Paused);
    let clock = one.asking().unwrap().clocks[0];
    assert!(clock.deadline.is_none() && clock.left > 3_500_000, "{clock:?}");
    two.come_back(server.addr).await;
    assert_eq!(two.table.as_ref().unwrap().draft.as_ref().unwrap().text(), r#"{"bid":2}"#);
    one.must(Action::Resume).await;
    two.until("clocks", |two| {
        two.asking().is_some_and(|asking| asking.clocks.iter().all(|clock| clock.deadline.is_some()))
    })
    .await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn bots_hold_any_seat() {
    let server = TestServer::start().await;
    let (mut host, _) = server.host("Raymond", settings()).await;
    host.must(Action::Stand).await;
    assert_eq!(
        code(&host.act(Action::PutBot { seat: Seat(0), bot: "hal".to_owned() }).await),
        "room.bot.unknown"
    );
    assert_eq!(code(&host.act(Action::Start).await), "room.start.empty");
    for seat in 0..2 {
        host.must(Action::PutBot { seat: Seat(seat), bot: "lucky".to_owned() }).await;
    }
    host.must(Action::Start).await;
    host.until_phase(Phase::Finished).await;
    assert_eq!(host.last(), 10);
}

#[tokio::test]
async fn a_person_plays_a_bot() {
    let server = TestServer::start().await;
    let (mut host, _) = server.host("Raymond", settings()).await;
    take_seat(&mut host, 1).await;
    host.must(Action::PutBot { seat: Seat(0), bot: "lucky".to_owned() }).await;
    host.must(Action::Start).await;
    for _ in 0..5 {
        host.play(&bid(3)).await;
    }
    host.until_phase(Phase::Finished).await;
}

#[tokio::test]
async fn a_bot_takes_a_deserted_seat_and_a_person_takes_it_back() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let bot = || Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() };
    assert_eq!(code(&one.act(bot()).await), "room.seat.held");
    two.must(Action::Stand).await;
    two.until("no seat", |two| two.you.seat.is_none()).await;
    one.must(bot()).await;
    one.command(&bid(1)).await;
    one.until_entry(2).await;
    assert_eq!(code(&two.act(Action::Sit { seat: Seat(1) }).await), "room.seat.taken");
    one.must(Action::RemoveBot { seat: Seat(1) }).await;
    two.must(Action::Sit { seat: Seat(1) }).await;
    one.command(&bid(1)).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn late_spectators_see_turns_late_and_the_end_at_once() {
    let server = TestServer::start().await;
    let late = Settings { spectator_delay: 2, ..settings() };
    let (mut one, mut two, invite) = table(&server, late).await;
    let room = one.room.id.clone();
    let mut watcher = server.guest("Momo", &room, &invite).await;
    assert_eq!(watcher.last(), 0);
    for _ in 0..3 {
        turn(&mut one, &mut two).await;
    }
    one.say("entre nous").await;
    watcher.say("entre spectateurs").await;
    watcher.until_entry(3).await;
    watcher.catch_up().await;
    assert_eq!(watcher.last(), 3, "turn 4 runs: entries up to turn 2 are shown");
    let mut newcomer = server.guest("Zaza", &room, &invite).await;
    assert_eq!(newcomer.table.as_ref().unwrap().entry, 3);
    assert_eq!(watcher.chat.len(), 1, "players' talk would give away what is not shown yet");

    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    watcher.come_back(server.addr).await;
    assert_eq!(watcher.last(), 3, "the delay outlives a restart");
    turn(&mut one, &mut two).await;
    watcher.until_entry(5).await;
    turn(&mut one, &mut two).await;
    watcher.until_entry(10).await;
    watcher.until_phase(Phase::Finished).await;
    newcomer.come_back(server.addr).await;
    newcomer.until_entry(10).await;
}

#[tokio::test]
async fn players_and_spectators_have_chats_of_their_own() {
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    one.say("à table").await;
    watcher.say("allez Lulu").await;
    two.until("the host's line", |two| two.chat.len() == 1).await;
    watcher.until("both lines", |watcher| watcher.chat.len() == 2).await;
    assert_eq!(watcher.chat[1].channel, Channel::Floor);
    two.catch_up().await;
    assert_eq!(two.chat.len(), 1, "the floor is not heard at the table");
    for _ in 0..4 {
        one.say("et encore").await;
    }
    assert_eq!(code(&one.say("de trop").await), "chat.rate");
    let server = server.restart().await;
    two.come_back(server.addr).await;
    let mut again = watcher;
    again.come_back(server.addr).await;
    assert_eq!(
        again.chat.iter().filter(|line| line.channel == Channel::Floor).count(),
        2,
        "heard, and told again"
    );
    assert!(two.chat.iter().all(|line| line.channel == Channel::Room));
}

#[tokio::test]
async fn nothing_hides_in_what_people_write() {
    let server = TestServer::start().await;
    let (mut host, invite) = server.host("Raymond", settings()).await;
    let mut lulu = server.guest("Lulu", &host.room.id.clone(), &invite).await;
    host.must(Action::Sit { seat: Seat(0) }).await;
    let hidden = Action::Bring { band: Some(band("co\u{200b}gne")) };
    assert_eq!(code(&host.act(hidden).await), "text.invisible");
    host.say("gagné\u{202e} eiv al ed").await;
    lulu.until("a line", |lulu| !lulu.chat.is_empty()).await;
    assert_eq!(lulu.chat[0].text, "gagné‹U+202E› eiv al ed");
}

#[tokio::test]
async fn a_finished_game_is_replayed_by_its_link_and_can_be_checked() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, Settings { scenario: "short".to_owned(), ..settings() }).await;
    let game = one.table.as_ref().unwrap().game;
    let commitment = one.table.as_ref().unwrap().commitment.clone();
    turn(&mut one, &mut two).await;
    assert!(matches!(archive::export(server.app.store(), game).await, Err(AppError::Missing)));
    assert!(matches!(
        archive::replay(server.app.store(), &World::system(), game).await,
        Err(AppError::Missing)
    ));
    turn(&mut one, &mut two).await;
    one.until_phase(Phase::Finished).await;

    let export = archive::export(server.app.store(), game).await.unwrap();
    let seed: [u8; 32] = hex::decode(&export.seed).unwrap().try_into().unwrap();
    let secret: [u8; 32] = hex::decode(export.secret.as_ref().unwrap()).unwrap().try_into().unwrap();
    assert_eq!(hex::encode(Sha256::digest(secret)), commitment);
    let given = [&one, &two].map(|player| Some(nonce(&player.token, game)));
    assert_eq!(seed, fair::seed(&secret, game, &given), "everybody's number is in the dice");
    let mut replayed =
        AnyGame::new(systems::parse("toy").unwrap(), export.version, export.setup.text()).unwrap();
    let mut dice = Seeded::new(seed, 0);
    for entry in &export.entries {
        let mut events = Vec::new();
        let mut sink = |moment: bagarre_rules::any::Moment<'_>| events.push(moment.event().get().to_owned());
        match (entry.by, &entry.command) {
            (Some(by), Some(command)) => {
                replayed.submit(by, command.text(), &mut dice, &mut sink).unwrap();
                let seal = entry.seal.as_ref().expect("a bid is sealed");
                let salt = hex::decode(&seal.salt).unwrap().try_into().unwrap();
                assert_eq!(bagarre_server::fair::seal(&salt, command.text()).unwrap(), seal.digest);
            }
            _ => replayed.advance(&mut dice, &mut sink).unwrap(),
        }
        assert_eq!(events, entry.events.iter().map(|event| event.text().to_owned()).collect::<Vec<_>>());
    }
    assert_eq!(replayed.outcome(), Some(export.outcome.clone()));
    assert!(
        one.entries
            .iter()
            .zip(&export.entries[1..])
            .all(|(shown, kept)| { shown.seal.as_ref() == kept.seal.as_ref().map(|seal| &seal.digest) })
    );

    let replay = archive::replay(server.app.store(), &World::system(), game).await.unwrap();
    let replay: Replay = serde_json::from_str(&replay).unwrap();
    assert_eq!(replay.entries.len(), 5);
    assert_eq!(replay.players, ["Raymond", "Lulu"]);
    assert_eq!(replay.outcome, export.outcome);
    let fresh = AnyGame::new(systems::parse("toy").unwrap(), replay.version, export.setup.text()).unwrap();
    let seen: Value = serde_json::from_str(fresh.view(Audience::Omniscient).get()).unwrap();
    assert_eq!(replay.view.read::<Value>().unwrap(), seen);
}

#[tokio::test]
async fn slow_clocks_count_hours() {
    let server = TestServer::start().await;
    let slow = Settings { clocks: Clocks::Slow { long: 24, quick: 48 }, ..settings() };
    let (one, ..) = table(&server, slow).await;
    let clock = one.asking().unwrap().clocks[0];
    assert_eq!(clock.total, 48 * 3600 * 1000);
    assert!(matches!(one.room.seats[1].holder, Holder::Guest { .. }));
}

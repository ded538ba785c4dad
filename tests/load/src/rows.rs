//! The measurements, row by row, on each database.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bagarre_protocol::socket::{ClientMessage, PROTOCOL};
use bagarre_rules::contract::Lang;
use bagarre_tests::chaos::door::{self, Tcp};
use bagarre_tests::chaos::report::Report;
use bagarre_tests::postgres::Cluster;
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

use crate::consult::Askers;
use crate::crowd::{Crowd, Game, Shape};
use crate::hall::{Counts, Hall, Pace};
use crate::meter::{cpu, quantile, resident};
use crate::several;
use crate::stage::{Database, END, Options, Stage};
use crate::table::SharedTable;

/// Before anything is measured, and before memory is read.
pub(crate) const WARM: Duration = Duration::from_secs(1);
/// Rooms that warm a server up before its memory is read.
const WARM_ROOMS: u32 = 20;

/// One figure: what it is, and what came out.
pub(crate) type Row = (String, f64);

/// Counts for a while.
pub(crate) async fn window(hall: &Hall, span: Duration) -> Duration {
    hall.latencies.lock().expect("nobody fell").clear();
    let counts = &hall.counts;
    for sum in [&counts.players, &counts.watchers] {
        for count in [&sum.frames, &sum.bytes, &sum.squeezed, &sum.of] {
            count.store(0, Ordering::Relaxed);
        }
    }
    counts.turns.store(0, Ordering::Relaxed);
    let begun = Instant::now();
    hall.recording.store(true, Ordering::Relaxed);
    sleep(span).await;
    hall.recording.store(false, Ordering::Relaxed);
    begun.elapsed()
}

/// Latencies of what was counted last, in milliseconds.
pub(crate) fn latency(hall: &Hall, share: f64) -> f64 {
    quantile(&mut hall.latencies.lock().expect("nobody fell"), share) / 1000.0
}

/// Everything that was begun is played to its end.
pub(crate) async fn rest(hall: &Hall, crowd: &Crowd) {
    hall.pace.send_replace(Pace::Rest);
    let turns = || crowd.tables.iter().map(|table| table.turns.load(Ordering::Relaxed)).sum::<u64>();
    let mut before = u64::MAX;
    while before != turns() {
        before = turns();
        sleep(WARM / 4).await;
    }
}

/// Rooms at saturation and at half of it.
async fn load(
    options: &Options,
    cluster: Option<&Cluster>,
    shape: Shape,
    name: &str,
    rows: &mut Vec<Row>,
) -> Outcome {
    let stage = Stage::start(options, cluster).await?;
    let hall = Arc::new(Hall::new(false, shape.watchers > 0 && shape.rooms > 1));
    let crowd = Crowd::come(hall.clone(), stage.running.addr, shape).await?;
    crowd.wait_for_games().await;
    let mut row = |what: String, value: f64| rows.push((format!("{name}: {what}"), value));
    let rate = saturation(options, &stage, &hall, &mut row).await;
    bytes(shape, &hall.counts, &mut row);
    rest(&hall, &crowd).await;
    if shape.rooms > 1 && rate > 0.0 {
        hall.pace.send_replace(Pace::Rate(Instant::now(), half(shape.rooms, rate)));
        sleep(WARM).await;
        let span = window(&hall, options.span()).await.as_secs_f64();
        row("half load: turns/s".to_owned(), count(&hall.counts.turns) / span);
        for (share, of) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
            row(format!("half load: {share} ms"), latency(&hall, of));
        }
        rest(&hall, &crowd).await;
    }
    crowd.leave().await;
    stage.end(&[hall]).await
}

pub(crate) fn count(count: &AtomicU64) -> f64 {
    count.load(Ordering::Relaxed) as f64
}

/// Every player answers at once. Returns the turns a second.
pub(crate) async fn saturation(
    options: &Options,
    stage: &Stage,
    hall: &Hall,
    row: &mut impl FnMut(String, f64),
) -> f64 {
    hall.pace.send_replace(Pace::Closed);
    sleep(WARM).await;
    let own = std::process::id();
    let (before, spent) = (stage.cpu(), cpu(own));
    let span = window(hall, options.span()).await.as_secs_f64();
    let (worked, generated) = (stage.cpu() - before, cpu(own) - spent);
    let turns = count(&hall.counts.turns);
    row("turns/s at saturation".to_owned(), turns / span);
    row("… p50 ms".to_owned(), latency(hall, 0.5));
    row("… server's cores busy".to_owned(), worked / span);
    row("… server CPU ms a turn".to_owned(), worked / turns.max(1.0) * 1000.0);
    row("… generator's cores busy".to_owned(), generated / span);
    turns / span
}

/// What a turn sends to each player and each spectator.
fn bytes(shape: Shape, counts: &Counts, row: &mut impl FnMut(String, f64)) {
    for (whose, sum, sockets) in
        [("player", &counts.players, u32::from(shape.seats)), ("spectator", &counts.watchers, shape.watchers)]
    {
        let each = count(&counts.turns) * f64::from(sockets);
        if each > 0.0 {
            row(format!("frames a turn to a {whose}"), count(&sum.frames) / each);
            row(format!("bytes a turn to a {whose}"), count(&sum.bytes) / each);
            if count(&sum.of) > 0.0 {
                let share = count(&sum.squeezed) / count(&sum.of);
                row(format!("… deflated with context, to a {whose}"), count(&sum.bytes) / each * share);
            }
        }
    }
}

fn quiet(rooms: u32) -> Shape {
    Shape { game: Game::Baston, rooms, seats: 4, watchers: 0 }
}

fn halls() -> [Arc<Hall>; 2] {
    [Arc::new(Hall::new(false, false)), Arc::new(Hall::new(false, false))]
}

/// Memory of rooms in which a game has begun and no player acts; how fast players come in.
async fn idle(options: &Options, cluster: Option<&Cluster>, rows: &mut Vec<Row>) -> Outcome {
    let stage = Stage::start(options, cluster).await?;
    let (addr, server) = (stage.running.addr, stage.running.process);
    let halls = halls();
    let warm = Crowd::come(halls[0].clone(), addr, quiet(WARM_ROOMS)).await?;
    warm.wait_for_games().await;
    sleep(WARM).await;
    let empty = resident(server);
    let crowd = Crowd::come(halls[1].clone(), addr, quiet(options.idle)).await?;
    crowd.wait_for_games().await;
    sleep(WARM).await;
    let each = (resident(server) - empty) / f64::from(options.idle);
    rows.push(("joins/s".to_owned(), crowd.sockets() as f64 / crowd.took.as_secs_f64()));
    rows.push(("KB of a room with four idle sockets".to_owned(), each));
    warm.leave().await;
    crowd.leave().await;
    stage.end(&halls).await
}

/// Memory of rooms in play, over rooms that have played as much before; how fast a room wakes.
async fn played(options: &Options, cluster: Option<&Cluster>, rows: &mut Vec<Row>) -> Outcome {
    let mut stage = Stage::start(options, cluster).await?;
    let play = async |hall: &Hall, crowd: &Crowd| {
        crowd.wait_for_games().await;
        hall.last_turn.store(options.turns, Ordering::Relaxed);
        hall.pace.send_replace(Pace::Closed);
        crowd
            .until("the turns are played", |table| table.turns.load(Ordering::Relaxed) >= options.turns)
            .await;
        rest(hall, crowd).await;
        sleep(WARM).await;
    };
    let (addr, server) = (stage.running.addr, stage.running.process);
    let halls = halls();
    let warm = Crowd::come(halls[0].clone(), addr, quiet(WARM_ROOMS)).await?;
    play(&halls[0], &warm).await;
    let empty = resident(server);
    let crowd = Crowd::come(halls[1].clone(), addr, quiet(options.idle)).await?;
    play(&halls[1], &crowd).await;
    let each = (resident(server) - empty) / f64::from(options.idle);
    rows.push((format!("KB of a room after {} turns", options.turns), each));
    let tables = crowd.tables.clone();
    warm.leave().await;
    crowd.leave().await;
    // Every room is asleep on a server that has just begun.
    if !stage.running.end(END).await {
        return Err("the server does not end".into());
    }
    stage.running = stage.program.start().await.ok_or("the server does not start")?;
    let mut asleep = Vec::new();
    let mut awake = Vec::new();
    for table in &tables {
        for times in [&mut asleep, &mut awake] {
            times.push(knock(&stage, table).await?.as_micros() as u32);
        }
    }
    rows.push((
        format!("waking a room of {} turns: hello to welcome ms", options.turns),
        quantile(&mut asleep, 0.5) / 1000.0,
    ));
    rows.push(("… awake".to_owned(), quantile(&mut awake, 0.5) / 1000.0));
    stage.end(&halls).await
}

/// Turns of others at half load, while no player consults the rules and while many do.
async fn consultations(options: &Options, cluster: Option<&Cluster>, rows: &mut Vec<Row>) -> Outcome {
    let stage = Stage::start(options, cluster).await?;
    let askers = Askers::come(stage.running.addr, options.askers).await?;
    let hall = Arc::new(Hall::new(false, false));
    let shape = Shape { game: Game::Baston, rooms: options.rooms, seats: 4, watchers: 0 };
    let crowd = Crowd::come(hall.clone(), stage.running.addr, shape).await?;
    crowd.wait_for_games().await;
    let span = options.span();
    hall.pace.send_replace(Pace::Closed);
    sleep(WARM).await;
    let took = window(&hall, span).await;
    rest(&hall, &crowd).await;
    let turns = count(&hall.counts.turns) / took.as_secs_f64();
    hall.pace.send_replace(Pace::Rate(Instant::now(), half(options.rooms, turns)));
    sleep(WARM).await;
    window(&hall, span).await;
    rows.push(("turns of others, p99 ms: nobody asks".to_owned(), latency(&hall, 0.99)));
    let asking = askers.ask();
    sleep(WARM).await;
    let before = asking.answers.load(Ordering::Relaxed);
    let took = window(&hall, span).await.as_secs_f64();
    let answers = (asking.answers.load(Ordering::Relaxed) - before) as f64 / took;
    rows.push((format!("… {} sockets ask all the time", options.askers), latency(&hall, 0.99)));
    rows.push(("… answers/s to them".to_owned(), answers));
    asking.end().await;
    rest(&hall, &crowd).await;
    crowd.leave().await;
    stage.end(&[hall]).await
}

/// The period of a table when all of them together play half of so many turns a second.
pub(crate) fn half(rooms: u32, turns: f64) -> Duration {
    Duration::from_secs_f64(f64::from(rooms) * 2.0 / turns.max(1.0))
}

/// From hello to welcome.
async fn knock(stage: &Stage, table: &SharedTable) -> Result<Duration, Box<dyn Error>> {
    let mut wire = door::socket(&Tcp, &table.host, stage.running.addr).await?;
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        room: table.opened.id.clone(),
        invite: None,
        since: None,
        lang: Lang::En,
        packed: false,
    };
    let begun = Instant::now();
    wire.send(Message::text(serde_json::to_string(&hello)?)).await?;
    let answer = loop {
        match wire.next().await.ok_or("the socket ends")?? {
            Message::Ping(_) => {}
            answer => break answer,
        }
    };
    let took = begun.elapsed();
    if !answer.to_text()?.starts_with(r#"{"t":"welcome""#) {
        return Err(format!("no welcome: {answer}").into());
    }
    wire.close(None).await?;
    Ok(took)
}

pub(crate) type Outcome = Result<Vec<Report>, Box<dyn Error>>;

/// All rows on one database, once.
async fn once(options: &Options, cluster: Option<&Cluster>) -> Result<(Vec<Row>, bool), Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut reports = Vec::new();
    let shape = |game, rooms, watchers| Shape { game, rooms, seats: 4, watchers };
    let (many, floor) = (options.watchers, options.floor);
    for (name, shape) in [
        (format!("no rules, {} rooms of 4", options.rooms), shape(Game::Toy, options.rooms, 0)),
        (format!("Baston, {} rooms of 4", options.rooms), shape(Game::Baston, options.rooms, 0)),
        (
            format!("Baston, {} rooms of 4 + {many}", options.watched),
            shape(Game::Baston, options.watched, many),
        ),
        (format!("Baston, 1 room of 4 + {floor}"), shape(Game::Baston, 1, floor)),
    ] {
        if name.contains(&options.row) && shape.rooms > 0 {
            reports.extend(load(options, cluster, shape, &name, &mut rows).await?);
        }
    }
    if "memory".contains(&options.row) && options.idle > 0 {
        reports.extend(idle(options, cluster, &mut rows).await?);
        reports.extend(played(options, cluster, &mut rows).await?);
    }
    if "consultations".contains(&options.row) && options.askers > 0 {
        reports.extend(consultations(options, cluster, &mut rows).await?);
    }
    if let Some(cluster) = cluster {
        reports.extend(several::measure(options, cluster, &mut rows).await?);
    }
    let clean = reports.iter().all(Report::clean);
    for report in reports.iter().filter(|report| !report.clean()) {
        println!("{report}");
    }
    Ok((rows, clean))
}

/// Measures everything on each database, and prints a table of medians with the lowest and the highest. `false`: something was
/// lost, doubled, or shown as it is not.
pub async fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    let mut clean = true;
    for database in [Database::Sqlite, Database::Postgres] {
        if options.only.is_some_and(|only| only != database) {
            continue;
        }
        let cluster = (database == Database::Postgres).then(Cluster::durable);
        let mut all: Vec<(String, Vec<f64>)> = Vec::new();
        for _ in 0..options.times {
            let (rows, good) = once(options, cluster.as_ref()).await?;
            clean &= good;
            for (name, value) in rows {
                match all.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, values)) => values.push(value),
                    None => all.push((name, vec![value])),
                }
            }
        }
        println!("\n| {database:?} | median | lowest | highest |\n| --- | --- | --- | --- |");
        for (name, mut values) in all {
            values.sort_by(f64::total_cmp);
            let at = |at: usize| shown(values[at]);
            println!("| {name} | {} | {} | {} |", at((values.len() - 1) / 2), at(0), at(values.len() - 1));
        }
    }
    println!(
        "\n{}",
        if clean { "nothing lost, doubled or out of order" } else { "SOMETHING IS WRONG: see above" }
    );
    Ok(clean)
}

/// Three digits that say something.
fn shown(value: f64) -> String {
    match value.abs() {
        0.0..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

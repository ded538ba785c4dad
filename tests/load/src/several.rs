//! Several servers with a bus: what a turn costs there, what the bus adds to it, and one room that very many watch.

use std::error::Error;
use std::sync::Arc;

use bagarre_tests::nats::Nats;
use bagarre_tests::postgres::Cluster;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use crate::crowd::{Crowd, Entrances, Game, Shape};
use crate::hall::{Hall, Pace};
use crate::meter::cpu;
use crate::rows::{Outcome, Row, WARM, count, half, latency, rest, saturation, window};
use crate::stage::{Options, Stage};

/// How many servers are measured, and whether there is a bus. One without is the reference.
const CLUSTERS: [(usize, bool); 4] = [(1, false), (1, true), (2, true), (3, true)];
/// Servers of the room that very many watch.
const FLOOR_SERVERS: usize = 3;

/// Measures all rows of several servers.
pub(crate) async fn measure(options: &Options, cluster: &Cluster, rows: &mut Vec<Row>) -> Outcome {
    let mut reports = Vec::new();
    for (servers, with_bus) in CLUSTERS {
        if name(servers, with_bus).contains(&options.row) {
            reports.extend(load(options, cluster, (servers, with_bus), rows).await?);
        }
    }
    if "players at another of two servers".contains(&options.row) {
        reports.extend(bus_latency(options, cluster, rows).await?);
    }
    if options.floor > 0 && floor_name(options).contains(&options.row) {
        reports.extend(floor(options, cluster, rows).await?);
    }
    Ok(reports)
}

fn name(servers: usize, with_bus: bool) -> String {
    let (plural, bus) = (if servers == 1 { "" } else { "s" }, if with_bus { "a bus" } else { "no bus" });
    format!("{servers} server{plural}, {bus}")
}

fn floor_name(options: &Options) -> String {
    format!("1 room of 4 + {} over {FLOOR_SERVERS} servers", options.floor)
}

/// Starts servers, with a bus between them where there is to be one.
async fn start(
    options: &Options,
    cluster: &Cluster,
    servers: usize,
    with_bus: bool,
) -> Result<(Stage, Option<Nats>), Box<dyn Error>> {
    let nats = if with_bus { Some(spawn_blocking(Nats::start).await?) } else { None };
    let url = nats.as_ref().map(Nats::url);
    Ok((Stage::start_several(options, Some(cluster), servers, url.as_deref()).await?, nats))
}

/// Measures saturation, and what NATS spends on it where there is one. Returns the turns a second.
async fn saturation_with(
    nats: Option<&Nats>,
    options: &Options,
    stage: &Stage,
    hall: &Hall,
    row: &mut impl FnMut(String, f64),
) -> f64 {
    let before = nats.map(|nats| cpu(nats.process()));
    let rate = saturation(options, stage, hall, row).await;
    if let Some((nats, before)) = nats.zip(before) {
        let spent = cpu(nats.process()) - before;
        row("… NATS CPU ms a turn".to_owned(), spent / count(&hall.counts.turns).max(1.0) * 1000.0);
    }
    rate
}

/// Rooms at saturation and at half of it, over so many servers that share the cores.
async fn load(
    options: &Options,
    cluster: &Cluster,
    (servers, with_bus): (usize, bool),
    rows: &mut Vec<Row>,
) -> Outcome {
    let (stage, nats) = start(options, cluster, servers, with_bus).await?;
    let hall = Arc::new(Hall::new(false, false));
    let shape = Shape { game: Game::Baston, rooms: options.rooms, seats: 4, watchers: 0 };
    let crowd = Crowd::come(hall.clone(), stage.addrs(), shape).await?;
    crowd.wait_for_games().await;
    let name = name(servers, with_bus);
    let mut row = |what: String, value: f64| rows.push((format!("{name}: {what}"), value));
    let rate = saturation_with(nats.as_ref(), options, &stage, &hall, &mut row).await;
    rest(&hall, &crowd).await;
    hall.pace.send_replace(Pace::Rate(Instant::now(), half(shape.rooms, rate)));
    sleep(WARM).await;
    window(&hall, options.span()).await;
    for (share, of) in [("p50", 0.5), ("p99", 0.99)] {
        row(format!("half load: {share} ms"), latency(&hall, of));
    }
    rest(&hall, &crowd).await;
    crowd.leave().await;
    stage.end(&[hall]).await
}

/// What a turn takes for players at the server that holds their room and for players at the other one, at the same rate, below half load.
async fn bus_latency(options: &Options, cluster: &Cluster, rows: &mut Vec<Row>) -> Outcome {
    let (stage, _nats) = start(options, cluster, 2, true).await?;
    let [holder, other] = stage.addrs()[..] else { return Err("two servers".into()) };
    let shape = Shape { game: Game::Baston, rooms: options.rooms / 4, seats: 4, watchers: 1 };
    let mut medians = Vec::new();
    let mut halls = Vec::new();
    for (name, players) in [("at the holder of their room", holder), ("at another server", other)] {
        let hall = Arc::new(Hall::new(false, false));
        let entrances = Entrances { servers: vec![players], holder: Some(holder) };
        let crowd = Crowd::come(hall.clone(), entrances, shape).await?;
        crowd.wait_for_games().await;
        hall.pace.send_replace(Pace::Rate(Instant::now(), options.bus_period()));
        sleep(WARM).await;
        window(&hall, options.span()).await;
        for (share, of) in [("p50", 0.5), ("p99", 0.99)] {
            rows.push((format!("players {name}: {share} ms"), latency(&hall, of)));
        }
        medians.push(latency(&hall, 0.5));
        rest(&hall, &crowd).await;
        crowd.leave().await;
        halls.push(hall);
    }
    rows.push(("… the bus adds, p50 ms".to_owned(), medians[1] - medians[0]));
    stage.end(&halls).await
}

/// One room that very many watch from three servers.
async fn floor(options: &Options, cluster: &Cluster, rows: &mut Vec<Row>) -> Outcome {
    let (stage, nats) = start(options, cluster, FLOOR_SERVERS, true).await?;
    let hall = Arc::new(Hall::new(false, false));
    let shape = Shape { game: Game::Baston, rooms: 1, seats: 4, watchers: options.floor };
    let crowd = Crowd::come(hall.clone(), stage.addrs(), shape).await?;
    crowd.wait_for_games().await;
    let name = floor_name(options);
    let mut row = |what: String, value: f64| rows.push((format!("{name}: {what}"), value));
    row("joins/s".to_owned(), crowd.sockets() as f64 / crowd.took.as_secs_f64());
    saturation_with(nats.as_ref(), options, &stage, &hall, &mut row).await;
    rest(&hall, &crowd).await;
    crowd.leave().await;
    stage.end(&[hall]).await
}

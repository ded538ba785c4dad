//! The contract of the bus, held by both its implementations.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::bus::local::LocalBus;
use bagarre_server::bus::nats::NatsBus;
use bagarre_server::bus::{Bus, BusError, MAX_MESSAGE_BYTES, Subscription};
use bagarre_tests::nats::{self, Nats};
use bagarre_tests::wait::until;
use bytes::Bytes;
use tokio::time::timeout;

/// How long a test waits for what must come.
const TIMEOUT: Duration = Duration::from_secs(30);

async fn next(messages: &mut Subscription) -> Bytes {
    timeout(TIMEOUT, messages.next()).await.expect("a message").expect("the bus stands").payload
}

/// Ends a subject: what was sent to it before has come by then.
async fn all(bus: &dyn Bus, subject: &str, messages: &mut Subscription) -> Vec<Bytes> {
    bus.publish(subject, Bytes::from_static(b"end")).await.unwrap();
    let mut before = Vec::new();
    loop {
        let message = next(messages).await;
        if message == "end" {
            return before;
        }
        before.push(message);
    }
}

/// Waits until the bus is reached, or is not.
async fn until_reached(bus: &dyn Bus, reached: bool) {
    until("the connection ends, and is made again", async || bus.is_reached() == reached).await;
}

/// Subjects of a test's own.
fn subject(name: &str) -> String {
    format!("test-{}.{name}", uuid::Uuid::new_v4())
}

async fn every_subscription_gets_each_message_in_order(one: &dyn Bus, two: &dyn Bus) {
    let subject = subject("a");
    let (mut here, mut there) =
        (one.subscribe(&subject).await.unwrap(), two.subscribe(&subject).await.unwrap());
    let sent: Vec<Bytes> = (0..500_u16).map(|n| Bytes::from(n.to_string())).collect();
    for message in &sent {
        one.publish(&subject, message.clone()).await.unwrap();
    }
    one.publish(&format!("{subject}.b"), Bytes::from_static(b"of another subject")).await.unwrap();
    assert_eq!(all(one, &subject, &mut here).await, sent);
    let mut came = Vec::new();
    while came.len() < sent.len() {
        came.push(next(&mut there).await);
    }
    assert_eq!(came, sent);
    // One that is dropped is gone.
    drop(there);
    one.publish(&subject, Bytes::from_static(b"more")).await.unwrap();
    assert_eq!(all(one, &subject, &mut here).await.last().unwrap(), "more");
}

async fn a_message_of_a_group_goes_to_one_of_it(one: &dyn Bus, two: &dyn Bus) {
    let subject = subject("work");
    let mut workers = Vec::new();
    for bus in [one, two, two] {
        workers.push(bus.queue(&subject, "workers").await.unwrap());
    }
    let mut watcher = one.subscribe(&subject).await.unwrap();
    for n in 0..60_u8 {
        one.publish(&subject, Bytes::from(vec![n])).await.unwrap();
    }
    assert_eq!(all(one, &subject, &mut watcher).await.len(), 60, "others get them all");
    let (mut seen, mut shares) = (BTreeSet::new(), [0; 3]);
    while seen.len() < 60 {
        for (share, worker) in shares.iter_mut().zip(&mut workers) {
            if let Ok(Some(message)) = timeout(Duration::from_millis(20), worker.next()).await
                && message.payload != "end"
            {
                assert!(seen.insert(message.payload), "twice");
                *share += 1;
            }
        }
    }
    assert!(shares.iter().all(|share| *share > 0), "{shares:?}");
}

async fn a_request_is_answered_once_or_not(one: &dyn Bus, two: Arc<dyn Bus>) {
    let subject = subject("ask");
    assert_eq!(one.request(&subject, Bytes::from_static(b"?")).await, Err(BusError::NoTaker));
    let mut asked = two.subscribe(&subject).await.unwrap();
    let other = two.clone();
    let answering = tokio::spawn(async move {
        while let Some(request) = asked.next().await {
            if request.payload != "silence" {
                let answer = Bytes::from([&request.payload[..], b"!"].concat());
                other.publish(&request.reply.unwrap(), answer).await.unwrap();
            }
        }
    });
    let one_by_one = ["a", "b"].map(|text| one.request(&subject, Bytes::from(text)));
    let [a, b] = one_by_one;
    let (a, b) = tokio::join!(a, b);
    assert_eq!((a.unwrap(), b.unwrap()), (Bytes::from("a!"), Bytes::from("b!")));
    assert_eq!(one.request(&subject, Bytes::from("silence")).await, Err(BusError::NoAnswer));
    answering.abort();
}

async fn a_message_that_is_too_long_is_refused(one: &dyn Bus) {
    let (subject, long) = (subject("long"), Bytes::from(vec![0; MAX_MESSAGE_BYTES + 1]));
    let mut messages = one.subscribe(&subject).await.unwrap();
    let too_long = Err(BusError::TooLong(long.len()));
    assert_eq!(one.publish(&subject, long.clone()).await, too_long);
    assert_eq!(one.request(&subject, long.clone()).await, too_long.map(|()| Bytes::new()));
    one.publish(&subject, long.slice(1..)).await.unwrap();
    assert_eq!(next(&mut messages).await.len(), MAX_MESSAGE_BYTES);
}

/// Messages that are not taken are dropped: the publisher does not wait, and what comes later arrives.
async fn a_reader_that_takes_nothing_holds_no_publisher_up(one: &dyn Bus, two: &dyn Bus) {
    let subject = subject("slow");
    let (mut slow, mut quick) =
        (two.subscribe(&subject).await.unwrap(), one.subscribe(&subject).await.unwrap());
    let many = 2 * bagarre_server::bus::SUBSCRIPTION_QUEUE_MESSAGES;
    for n in 0..many {
        one.publish(&subject, Bytes::from(n.to_string())).await.unwrap();
        next(&mut quick).await;
    }
    let first = next(&mut slow).await;
    assert_eq!(first, "0", "the oldest are kept");
}

async fn contract(one: Arc<dyn Bus>, two: Arc<dyn Bus>) {
    every_subscription_gets_each_message_in_order(&*one, &*two).await;
    a_message_of_a_group_goes_to_one_of_it(&*one, &*two).await;
    a_request_is_answered_once_or_not(&*one, two.clone()).await;
    a_message_that_is_too_long_is_refused(&*one).await;
    a_reader_that_takes_nothing_holds_no_publisher_up(&*one, &*two).await;
    let mut messages = one.subscribe(&subject("end")).await.unwrap();
    assert!(one.is_reached());
    one.close().await;
    assert_eq!(timeout(TIMEOUT, messages.next()).await.expect("it ends"), None);
    // That of another client goes on.
    let subject = subject("on");
    let mut others = two.subscribe(&subject).await.unwrap();
    two.publish(&subject, Bytes::from_static(b"on")).await.unwrap();
    assert_eq!(next(&mut others).await, "on");
}

#[tokio::test]
async fn a_bus_within_a_process_keeps_the_contract() {
    let bus = LocalBus::default();
    contract(Arc::new(bus.client()), Arc::new(bus)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_over_nats_keeps_the_contract() {
    let nats = nats::shared();
    let connect = async || Arc::new(NatsBus::connect(&nats.url(), "test").await.unwrap());
    contract(connect().await, connect().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_over_nats_says_that_it_is_away_and_comes_back() {
    let mut nats = Nats::start();
    let bus = NatsBus::connect(&nats.url(), "test").await.unwrap();
    let subject = subject("a");
    let mut messages = bus.subscribe(&subject).await.unwrap();
    nats.kill();
    until_reached(&bus, false).await;
    let away = bus.publish(&subject, Bytes::from_static(b"lost")).await;
    assert!(matches!(away, Err(BusError::Away(_))), "{away:?}");
    nats.resume();
    until_reached(&bus, true).await;
    // A subscription stands again, and what was lost stays so.
    bus.publish(&subject, Bytes::from_static(b"again")).await.unwrap();
    assert_eq!(next(&mut messages).await, "again");
}

#[tokio::test]
async fn an_address_of_nats_that_does_not_work_is_not_told() {
    let wrong = ["", "nats://hunter2 hunter2", "nats://bagarre:hunter2@127.0.0.1:1"];
    for url in wrong {
        let why = NatsBus::connect(url, "test").await.map(|_| ()).unwrap_err();
        assert!(matches!(why, BusError::Away(_)) && !why.to_string().contains("hunter2"), "{why}");
    }
    let nats = nats::shared();
    let intruder = nats.url().replace("hunter2", "hunter3");
    assert!(NatsBus::connect(&intruder, "test").await.is_err(), "the password counts");
}

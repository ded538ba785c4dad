//! The bus over a NATS server, or several of one cluster. Only its core is used: a NATS server keeps no message.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Message, RequestErrorKind, ServerAddr, Subscriber};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::StreamExt as _;
use percent_encoding::percent_decode_str;
use tokio::time::timeout;

use super::{
    Bus, BusError, Delivery, PUBLISH_TIMEOUT, REQUEST_TIMEOUT, SUBSCRIPTION_QUEUE_MESSAGES, Subscription,
    check_length,
};

/// How often the connection is probed while nothing is heard; two probes without an answer end it.
const PING_INTERVAL: Duration = Duration::from_millis(1500);
/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long to wait before the next attempt to connect, by the number of attempts before it, at most.
const RECONNECT_DELAY: Duration = Duration::from_millis(100);
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// Messages that may wait to be handed to the connection; further ones wait for [`PUBLISH_TIMEOUT`].
const SEND_QUEUE_MESSAGES: usize = 2048;
/// How long the last messages may take to be sent when the bus is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A bus over NATS.
pub struct NatsBus(Client);

impl NatsBus {
    /// Connects to the servers of a list, separated by commas, such as `nats://name:password@nats-1:4222,nats://…`, and fails where none answers.
    /// Once connected it reconnects by itself. `name` is shown to the operator of NATS.
    pub async fn connect(urls: &str, name: &str) -> Result<Self, BusError> {
        // The addresses hold passwords: what is wrong with them is not told.
        let invalid = |_| BusError::Away("its address is not one such as nats://host:4222".to_owned());
        let addresses: Vec<ServerAddr> =
            urls.split(',').map(|url| url.trim().parse()).collect::<Result<_, _>>().map_err(invalid)?;
        let options = credentials(ConnectOptions::new(), &addresses)
            .name(name)
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECT_TIMEOUT)
            .request_timeout(Some(REQUEST_TIMEOUT))
            .subscription_capacity(SUBSCRIPTION_QUEUE_MESSAGES)
            .client_capacity(SEND_QUEUE_MESSAGES)
            .reconnect_delay_callback(delay)
            .event_callback(|event| async move { note(&event) });
        options.connect(addresses).await.map(Self).map_err(|why| BusError::Away(why.kind().to_string()))
    }
}

/// Adds the name and the password of the first address that has them, or a name alone as a token: the client does not take them from addresses.
fn credentials(options: ConnectOptions, addresses: &[ServerAddr]) -> ConnectOptions {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut named = addresses.iter().filter_map(|address| Some((address.username()?, address.password())));
    match named.next() {
        Some((name, Some(password))) => options.user_and_password(decode(name), decode(password)),
        Some((token, None)) => options.token(decode(token)),
        None => options,
    }
}

impl NatsBus {
    /// Returns once the server has taken what was sent to it, which it does in order: a message to this client itself has come back. Flushing the connection would
    /// only hand it to the system, and other connections publish as soon as they are told of a subject.
    async fn settle(&self) -> Result<(), BusError> {
        let inbox = self.0.new_inbox();
        let mut echo = in_time(self.0.subscribe(inbox.clone())).await?;
        self.publish(&inbox, Bytes::new()).await?;
        match timeout(REQUEST_TIMEOUT, echo.next()).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(BusError::Away("it is closed".to_owned())),
            Err(_) => Err(BusError::NoAnswer),
        }
    }
}

fn delay(attempts: usize) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX).min(8);
    (RECONNECT_DELAY * 2_u32.pow(doublings)).min(MAX_RECONNECT_DELAY)
}

/// Logs and counts what happens to the connection.
fn note(event: &Event) {
    match event {
        Event::Connected => {
            metrics::gauge!("bagarre_bus_reached").set(1.0);
            tracing::info!("connected to the bus");
        }
        Event::Disconnected | Event::Closed => {
            metrics::gauge!("bagarre_bus_reached").set(0.0);
            tracing::warn!("the connection to the bus has ended; connecting again");
        }
        Event::SlowConsumer(_) => {
            metrics::counter!("bagarre_bus_dropped_total").increment(1);
        }
        Event::ServerError(why) => tracing::warn!(%why, "the bus reports an error"),
        Event::ClientError(why) => tracing::warn!(%why, "the bus cannot be reached"),
        Event::LameDuckMode | Event::Draining => {}
    }
}

fn messages(subscriber: Subscriber) -> Subscription {
    let delivery = |message: Message| Delivery {
        payload: message.payload,
        reply: message.reply.map(|subject| subject.to_string()),
    };
    Subscription::new(subscriber.map(delivery))
}

fn away(why: impl std::fmt::Display) -> BusError {
    BusError::Away(why.to_string())
}

/// Waits for the connection for [`PUBLISH_TIMEOUT`] at most.
async fn in_time<T, E: std::fmt::Display>(work: impl Future<Output = Result<T, E>>) -> Result<T, BusError> {
    match timeout(PUBLISH_TIMEOUT, work).await {
        Ok(done) => done.map_err(away),
        Err(_) => Err(BusError::Away("it takes no messages".to_owned())),
    }
}

#[async_trait]
impl Bus for NatsBus {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        check_length(&payload)?;
        if !self.is_reached() {
            // The client would keep it until it is connected again, when it is worth nothing any more.
            return Err(BusError::Away("it is not connected".to_owned()));
        }
        in_time(self.0.publish(subject.to_owned(), payload)).await
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, BusError> {
        check_length(&payload)?;
        match timeout(REQUEST_TIMEOUT, self.0.request(subject.to_owned(), payload)).await {
            Ok(Ok(answer)) => Ok(answer.payload),
            Ok(Err(why)) => Err(match why.kind() {
                RequestErrorKind::NoResponders => BusError::NoTaker,
                RequestErrorKind::TimedOut => BusError::NoAnswer,
                _ => away(why),
            }),
            Err(_) => Err(BusError::NoAnswer),
        }
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        let subscriber = in_time(self.0.subscribe(subject.to_owned())).await?;
        self.settle().await?;
        Ok(messages(subscriber))
    }

    async fn queue(&self, subject: &str, group: &str) -> Result<Subscription, BusError> {
        let subscriber = in_time(self.0.queue_subscribe(subject.to_owned(), group.to_owned())).await?;
        self.settle().await?;
        Ok(messages(subscriber))
    }

    fn is_reached(&self) -> bool {
        self.0.connection_state() == State::Connected
    }

    async fn close(&self) {
        // What cannot be sent any more was at most once anyway.
        let _ = timeout(CLOSE_TIMEOUT, self.0.drain()).await;
    }
}

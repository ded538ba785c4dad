//! How much of the server a person and an address may use. A person is counted by themselves and refused when their own count is
//! used up. An address is only a share: above it, requests of people wait in a bounded queue in which addresses take turns, so that a
//! club behind one address is served a little later and never refused. Requests without a known person are bounded by the address.

mod queue;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use governor::Quota;
use governor::clock::Clock as _;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::queue::FairQueue;
use super::cookies::token;
use super::error::HttpError;
use super::extract::agent;
use super::security::NOBODY;
use crate::app::App;
use crate::config::Limits;
use crate::gate::{Caller, household_of, site_of};
use crate::rates::{self, Each, Runtime};
use crate::tokens::Token;

/// As many households as a whole IPv6 /48 may use the server like one each.
const HOUSEHOLDS_PER_SITE: u32 = 4;
/// How long a request without a known person waits for the share of its address.
const STRANGER_QUEUE_TIMEOUT: Duration = Duration::from_secs(2);
/// Upper bound of the requests without a known person that wait for the share of one address.
const MAX_WAITING_STRANGERS: u32 = 64;
/// How long a request of a person waits in the queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
/// Requests, and requests that change something, of each of many.
struct Counts<K: std::hash::Hash + Eq + Clone> {
    all: Each<K>,
    changes: Each<K>,
}

impl<K: std::hash::Hash + Eq + Clone> Counts<K> {
    /// The limits of the configuration, so many times.
    fn new(limits: &Limits, times: u32) -> Self {
        let many = |n: u32| n.saturating_mul(times);
        Self {
            all: rates::each(Quota::per_second, many(limits.http_rate), many(limits.http_burst)),
            changes: rates::each(
                Quota::per_minute,
                many(limits.http_change_rate),
                many(limits.http_change_burst),
            ),
        }
    }

    /// Counts a request, or says how long to wait.
    fn take(&self, key: &K, change: bool) -> Result<(), Duration> {
        // Who has to wait for the one uses nothing of the other up, however often it is tried.
        let all = self.all.check_key(key);
        let taken = all.and_then(|()| if change { self.changes.check_key(key) } else { Ok(()) });
        taken.map_err(|not_until| not_until.wait_time_from(Runtime.now()))
    }

    fn tidy(&self) {
        for limiter in [&self.all, &self.changes] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// The counts of addresses: of a household, and of the IPv6 /48 that it belongs to.
struct Addresses {
    households: Counts<IpAddr>,
    sites: Counts<IpAddr>,
}

impl Addresses {
    fn new(limits: &Limits) -> Self {
        Self { households: Counts::new(limits, 1), sites: Counts::new(limits, HOUSEHOLDS_PER_SITE) }
    }

    fn take(&self, address: IpAddr, change: bool) -> Result<(), Duration> {
        self.households.take(&household_of(address), change)?;
        site_of(address).map_or(Ok(()), |site| self.sites.take(&IpAddr::V6(site), change))
    }

    fn tidy(&self) {
        self.households.tidy();
        self.sites.tidy();
    }
}

/// Who asks, as far as requests are counted.
#[derive(Clone, Copy, Debug)]
struct Asker {
    address: IpAddr,
    person: Option<Uuid>,
    /// Changes something.
    change: bool,
}

/// What a request shows before it is known who asks.
struct Seen {
    address: IpAddr,
    change: bool,
    token: Option<Token>,
    agent: Option<String>,
}

impl Seen {
    fn of(app: &App, request: &Request) -> Self {
        let Caller(address) = request.extensions().get().copied().unwrap_or(Caller(NOBODY));
        Self {
            address,
            change: !matches!(*request.method(), Method::GET | Method::HEAD),
            token: token(app, &CookieJar::from_headers(request.headers())),
            agent: agent(request.headers()).map(str::to_owned),
        }
    }
}

/// What people and addresses may use. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Shares(Arc<Inner>);

struct Inner {
    people: Counts<Uuid>,
    /// What people use, by their address.
    shares: Addresses,
    /// What requests without a known person use.
    strangers: Addresses,
    waiting_strangers: Mutex<BTreeMap<IpAddr, u32>>,
    queue: FairQueue,
    /// Between two requests that leave the queue.
    pace: Duration,
}

impl Shares {
    /// The limits of the configuration.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self(Arc::new(Inner {
            people: Counts::new(limits, 1),
            shares: Addresses::new(limits),
            strangers: Addresses::new(limits),
            waiting_strangers: Mutex::default(),
            queue: FairQueue::default(),
            pace: Duration::from_secs(1) / limits.http_spare_rate.max(1),
        }))
    }

    /// Forgets who has been quiet, now and then.
    pub(crate) fn tidy(&self) {
        self.0.people.tidy();
        self.0.shares.tidy();
        self.0.strangers.tidy();
    }

    /// Lets requests out of the queue, one after the other, until the server stops.
    pub(crate) async fn serve_queue(self, stop: CancellationToken) {
        let queue = &self.0.queue;
        while stop.run_until_cancelled(queue.arrival()).await.is_some() {
            while !stop.is_cancelled() && queue.let_one_go() {
                sleep(self.0.pace).await;
            }
        }
        // No request waits for a server that has stopped.
        queue.dismiss();
    }

    /// Returns once the request may be answered, or refuses it with how long to wait.
    async fn admit(&self, asker: Asker) -> Result<(), Duration> {
        let Asker { address, person, change } = asker;
        let Some(person) = person else { return self.admit_stranger(address, change).await };
        self.0.people.take(&person, change)?;
        if self.0.shares.take(address, change).is_ok() {
            return Ok(());
        }
        let lane = site_of(address).map_or_else(|| household_of(address), IpAddr::V6);
        let turn = self.0.queue.join(lane, person).ok_or(QUEUE_TIMEOUT)?;
        match timeout(QUEUE_TIMEOUT, turn).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(QUEUE_TIMEOUT),
        }
    }

    /// The same without a known person: never more than the share of the address, but a burst waits for a moment.
    async fn admit_stranger(&self, address: IpAddr, change: bool) -> Result<(), Duration> {
        let until = Instant::now() + STRANGER_QUEUE_TIMEOUT;
        let mut place = None;
        loop {
            let Err(wait) = self.0.strangers.take(address, change) else { return Ok(()) };
            if place.is_none() {
                place = self.wait_as_stranger(household_of(address));
            }
            if place.is_none() || Instant::now() + wait > until {
                return Err(wait);
            }
            sleep(wait.max(Duration::from_millis(1))).await;
        }
    }

    fn waiting_strangers(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        // Nothing under this lock can be left half done.
        self.0.waiting_strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_as_stranger(&self, household: IpAddr) -> Option<StrangerPlace> {
        let mut waiting = self.waiting_strangers();
        let count = waiting.entry(household).or_default();
        (*count < MAX_WAITING_STRANGERS).then(|| {
            *count += 1;
            StrangerPlace { shares: self.clone(), household }
        })
    }

    /// Counts a request. The person is the one that the cookie names and the store knows: an invented cookie names none. A
    /// browser that was signed out is still counted as its person.
    async fn count(&self, app: &App, seen: Seen) -> Result<(), Duration> {
        let Seen { address, change, token, agent } = seen;
        let asker = |person| Asker { address, person, change };
        let Some(token) = token else { return self.admit(asker(None)).await };
        // Of several requests that a page sends at once the first one asks, and the others wait for what it hears.
        let hash = token.hash();
        let known = timeout(QUEUE_TIMEOUT, app.browsers().get_value_or_guard_async(&hash)).await;
        let person = match known.map_err(|_| QUEUE_TIMEOUT)? {
            Ok(person) => person,
            Err(place) => {
                // The query that finds out whose browser this is counts as one of a stranger.
                self.admit_stranger(address, false).await?;
                match app.guest_on(&token, agent.as_deref()).await {
                    Ok(Some(guest)) => {
                        // It may have been put there meanwhile.
                        let _ = place.insert(guest.id);
                        guest.id
                    }
                    Ok(None) if change => {
                        drop(place);
                        return self.admit(asker(None)).await;
                    }
                    // The handler asks again, and tells what is wrong.
                    Ok(None) | Err(_) => return Ok(()),
                }
            }
        };
        app.rooms().ledger().heard_from(person, address);
        self.admit(asker(Some(person))).await
    }
}

/// A stranger that waits; the place is free again when this is dropped.
struct StrangerPlace {
    shares: Shares,
    household: IpAddr,
}

impl Drop for StrangerPlace {
    fn drop(&mut self) {
        let mut waiting = self.shares.waiting_strangers();
        if let Some(count) = waiting.get_mut(&self.household) {
            *count -= 1;
            if *count == 0 {
                waiting.remove(&self.household);
            }
        }
    }
}

/// Counts a request: it goes on, waits for its turn, or is refused.
pub(crate) async fn count(
    State((app, shares)): State<(App, Shares)>,
    request: Request,
    next: Next,
) -> Response {
    let seen = Seen::of(&app, &request);
    match shares.count(&app, seen).await {
        Ok(()) => next.run(request).await,
        Err(wait) => HttpError::TooMany(wait.as_secs() + 1).into_response(),
    }
}

#[cfg(test)]
mod tests;

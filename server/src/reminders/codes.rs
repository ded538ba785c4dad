//! How many codes the server sends by mail: by person, by address they ask from, by address the mail goes to, and in all. Kept in
//! memory alone: a restart forgets what was sent.

use std::net::IpAddr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::allowance::Allowance;
use crate::gate::household_of;
use crate::store::Hash;

const HOUR: Duration = Duration::from_hours(1);
/// Between two codes of one person, on average.
const CODE_INTERVAL: Duration = Duration::from_mins(1);
/// Codes an hour: of one person, from one address, to one mailbox, and in all.
const HOURLY_CODES_OF_PERSON: u64 = 10;
const HOURLY_CODES_FROM_ADDRESS: u64 = 60;
const HOURLY_CODES_TO_MAILBOX: u64 = 5;
const HOURLY_CODES_IN_ALL: u64 = 3000;
/// People, addresses and mailboxes that are remembered.
const MAX_KEYS: usize = 16_384;

/// Codes that were sent lately.
pub(super) struct Codes {
    last: Allowance<Uuid>,
    people: Allowance<Uuid>,
    addresses: Allowance<IpAddr>,
    mailboxes: Allowance<Hash>,
    all: Allowance<()>,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            last: Allowance::new(1, CODE_INTERVAL, MAX_KEYS),
            people: Allowance::new(HOURLY_CODES_OF_PERSON, HOUR, MAX_KEYS),
            addresses: Allowance::new(HOURLY_CODES_FROM_ADDRESS, HOUR, MAX_KEYS),
            mailboxes: Allowance::new(HOURLY_CODES_TO_MAILBOX, HOUR, MAX_KEYS),
            all: Allowance::new(HOURLY_CODES_IN_ALL, HOUR, 1),
        }
    }
}

impl Codes {
    /// Whether one more code may be sent; counts it. What is refused to one person costs no other person anything.
    pub(super) fn take(&self, person: Uuid, from: IpAddr, mailbox: &str) -> bool {
        let mailbox: Hash = Sha256::digest(mailbox.to_lowercase()).into();
        self.last.take(person, 1)
            && self.people.take(person, 1)
            && self.addresses.take(household_of(from), 1)
            && self.mailboxes.take(mailbox, 1)
            && self.all.take((), 1)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    #[tokio::test(start_paused = true)]
    async fn a_person_who_asks_without_end_stops_nobody_elses_mail() {
        let codes = Codes::default();
        let (greedy, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut sent = 0;
        for n in 0..60 * 60 {
            sent += u64::from(codes.take(greedy, HOME, &format!("{n}@mail.example")));
            advance(Duration::from_secs(1)).await;
        }
        assert!((HOURLY_CODES_OF_PERSON..=2 * HOURLY_CODES_OF_PERSON).contains(&sent), "{sent}");
        assert!(codes.take(other, HOME, "lulu@mail.example"));
        assert!(!codes.take(other, HOME, "lulu@mail.example"), "within a minute");
    }

    #[tokio::test(start_paused = true)]
    async fn guests_made_for_it_at_one_address_stop_nobody_elsewhere() {
        let codes = Codes::default();
        let sent =
            (0..2000).filter(|n| codes.take(Uuid::from_u128(*n), HOME, &format!("{n}@mail.example"))).count();
        assert_eq!(sent as u64, HOURLY_CODES_FROM_ADDRESS);
        assert!(codes.take(Uuid::from_u128(5000), IpAddr::from([10, 0, 0, 2]), "lulu@mail.example"));
    }

    #[tokio::test(start_paused = true)]
    async fn one_mailbox_gets_few_from_everywhere_together() {
        let codes = Codes::default();
        let sent = (0..200)
            .filter(|n| {
                codes.take(Uuid::from_u128(*n), IpAddr::from([10, 0, 1, *n as u8]), "Lulu@mail.example")
            })
            .count();
        assert_eq!(sent as u64, HOURLY_CODES_TO_MAILBOX);
        assert!(!codes.take(Uuid::from_u128(5000), HOME, "lulu@MAIL.example"));
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_sends_so_many_in_all() {
        let codes = Codes::default();
        let from = |n: u128| IpAddr::from([10, 1, (n / 256) as u8, (n % 256) as u8]);
        let sent = (0..5000)
            .filter(|n| codes.take(Uuid::from_u128(*n), from(*n), &format!("{n}@mail.example")))
            .count();
        assert_eq!(sent as u64, HOURLY_CODES_IN_ALL);
    }
}

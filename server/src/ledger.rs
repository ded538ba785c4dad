//! How many bytes people and addresses have had written today. Events, drafts, chat, bands and works count for who sent them; what a
//! bot or a clock plays counts for the host of the room. Kept in memory alone: a restart forgets what was used.

use std::net::IpAddr;
use std::time::Duration;

use bagarre_rules::any::Refusal;
use quick_cache::sync::Cache;
use uuid::Uuid;

use crate::allowance::Allowance;
use crate::config::Limits;
use crate::gate::household_of;
use crate::words::guest::too_many_bytes;

const DAY: Duration = Duration::from_hours(24);
/// People and addresses that are remembered.
const MAX_KEYS: usize = 16_384;

/// Bytes written, by person and by address.
pub(crate) struct Ledger {
    people: Allowance<Uuid>,
    addresses: Allowance<IpAddr>,
    /// From where each person was heard last.
    at: Cache<Uuid, IpAddr>,
}

impl Ledger {
    /// Nothing was written yet.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            people: Allowance::new(limits.bytes_per_person, DAY, MAX_KEYS),
            addresses: Allowance::new(limits.bytes_per_address, DAY, MAX_KEYS),
            at: Cache::new(MAX_KEYS),
        }
    }

    /// A person was heard from an address: what is written for them counts there as well.
    pub(crate) fn heard_from(&self, person: Uuid, address: IpAddr) {
        let household = household_of(address);
        if self.at.get(&person) != Some(household) {
            self.at.insert(person, household);
        }
    }

    /// Refuses a person who, or whose address, has had too much written.
    pub(crate) fn may_write(&self, person: Uuid) -> Result<(), Refusal> {
        let address = self.at.get(&person);
        let left = self.people.has_left(person) && address.is_none_or(|at| self.addresses.has_left(at));
        if left { Ok(()) } else { Err(too_many_bytes()) }
    }

    /// Refuses or notes what is about to be written for a person.
    pub(crate) fn spend(&self, person: Uuid, what: &'static str, bytes: usize) -> Result<(), Refusal> {
        self.may_write(person)?;
        self.charge(person, what, bytes);
        Ok(())
    }

    /// Notes what was written for a person; `what` it was is told in the metrics.
    pub(crate) fn charge(&self, person: Uuid, what: &'static str, bytes: usize) {
        self.people.charge(person, bytes as u64);
        if let Some(address) = self.at.get(&person) {
            self.addresses.charge(address, bytes as u64);
        }
        metrics::counter!("bagarre_written_bytes_total", "what" => what).increment(bytes as u64);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn bytes_count_for_the_person_and_for_the_address() {
        let limits = Limits { bytes_per_person: 1000, bytes_per_address: 2500, ..Limits::default() };
        let ledger = Ledger::new(&limits);
        let [one, two, three, far] = [1, 2, 3, 4].map(Uuid::from_u128);
        let (here, there) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for person in [one, two, three] {
            ledger.heard_from(person, here);
        }
        ledger.heard_from(far, there);
        ledger.charge(one, "events", 1000);
        assert_eq!(ledger.may_write(one).unwrap_err().code, "quota.bytes");
        assert!(ledger.may_write(two).is_ok());
        ledger.charge(two, "events", 900);
        ledger.charge(three, "events", 700);
        assert!(ledger.may_write(three).is_err(), "the address is used up");
        assert!(ledger.may_write(far).is_ok());
        ledger.heard_from(three, there);
        assert!(ledger.may_write(three).is_ok());
        advance(DAY / 2).await;
        assert!(ledger.may_write(one).is_ok());
    }
}

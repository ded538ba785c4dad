use super::*;
use crate::world::World;

fn limits() -> Limits {
    Limits {
        http_rate: 10,
        http_burst: 30,
        http_change_rate: 60,
        http_change_burst: 20,
        http_spare_rate: 20,
        ..Limits::default()
    }
}

fn shares(limits: &Limits) -> Shares {
    let shares = Shares::new(limits);
    tokio::spawn(shares.clone().serve_queue(CancellationToken::new()));
    shares
}

fn asker(address: &str, person: Option<Uuid>) -> Asker {
    Asker { address: address.parse().unwrap(), person, change: false }
}

/// How many of so many requests that come at once are answered, and after how long the last one was.
async fn answered(shares: &Shares, asker: Asker, count: usize) -> (usize, Duration) {
    let begun = Instant::now();
    let asked = (0..count).map(|_| async {
        let answered = shares.admit(asker).await.is_ok();
        answered.then(|| begun.elapsed())
    });
    let answered: Vec<_> = futures_util::future::join_all(asked).await.into_iter().flatten().collect();
    (answered.len(), answered.into_iter().max().unwrap_or_default())
}

#[tokio::test(start_paused = true)]
async fn strangers_get_the_share_of_their_address_and_no_more() {
    let shares = shares(&limits());
    // 30 at once, 10 a second for the two seconds that a burst may wait.
    let (one, _) = answered(&shares, asker("10.0.0.1", None), 500).await;
    assert!((45..=51).contains(&one), "{one}");
    let (mut all, begun) = (0, Instant::now());
    while begun.elapsed() < Duration::from_mins(1) {
        all += answered(&shares, asker("10.0.0.1", None), 100).await.0;
    }
    assert!(all <= 10 * 63, "{all}");
    let (other, _) = answered(&shares, asker("10.0.0.2", None), 30).await;
    assert_eq!(other, 30, "another address has its own share");
    assert!(shares.waiting_strangers().is_empty());
}

#[tokio::test(start_paused = true)]
async fn changes_that_wait_for_their_address_use_up_no_more_than_they_are() {
    let shares = shares(&limits());
    assert_eq!(answered(&shares, asker("10.0.0.1", None), 30).await.0, 30);
    let change = Asker { change: true, ..asker("10.0.0.1", None) };
    let (changes, last) = answered(&shares, change, 15).await;
    assert_eq!(changes, 15);
    assert!(last <= STRANGER_QUEUE_TIMEOUT, "{last:?}");
}

#[tokio::test(start_paused = true)]
async fn a_site_is_four_households_of_strangers() {
    let shares = shares(&Limits { http_burst: 2, http_rate: 1, ..limits() });
    let one = |household: u32| asker(&format!("2001:db8:1:{household}::1"), None);
    let take = |asker: Asker| shares.0.strangers.take(asker.address, false).is_ok();
    assert!(take(one(2)) && take(asker("2001:db8:1:2::7", None)));
    assert!(!take(asker("2001:db8:1:2::9", None)), "one household is one caller");
    assert_eq!((3..20).filter(|household| take(one(*household))).count(), 6);
    assert!(take(asker("2001:db8:2::1", None)) && take(asker("10.0.0.1", None)));
}

#[tokio::test(start_paused = true)]
async fn a_person_is_refused_by_the_own_count_and_nobody_else_is() {
    let shares = shares(&limits());
    let (greedy, other) = (World::system().new_id(), World::system().new_id());
    let (answered_to_greedy, _) = answered(&shares, asker("10.0.0.1", Some(greedy)), 500).await;
    assert_eq!(answered_to_greedy, 30);
    let (elsewhere, _) = answered(&shares, asker("10.0.0.2", Some(greedy)), 10).await;
    assert_eq!(elsewhere, 0, "a person is the same one from everywhere");
    let (answered_to_other, last) = answered(&shares, asker("10.0.0.1", Some(other)), 25).await;
    assert_eq!(answered_to_other, 25);
    assert!(last < Duration::from_secs(2), "{last:?}");
}

#[tokio::test(start_paused = true)]
async fn thirty_people_behind_one_address_wait_a_little_and_are_not_refused() {
    let shares = shares(&limits());
    let people: Vec<Uuid> = (0..30).map(|_| World::system().new_id()).collect();
    let asked = people.iter().map(|person| answered(&shares, asker("10.0.0.1", Some(*person)), 5));
    for (count, last) in futures_util::future::join_all(asked).await {
        assert_eq!(count, 5);
        assert!(last <= Duration::from_secs(7), "{last:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn addresses_take_turns_in_the_queue() {
    let shares = shares(&limits());
    // A crowd behind one address, each within the own count.
    let crowd: Vec<Uuid> = (0..20).map(|_| World::system().new_id()).collect();
    let crowded = crowd.iter().map(|person| answered(&shares, asker("10.0.0.1", Some(*person)), 9));
    let small = async {
        tokio::task::yield_now().await;
        // Two people use up their address's share, then go on.
        let (one, two) = (World::system().new_id(), World::system().new_id());
        let one = answered(&shares, asker("10.0.0.2", Some(one)), 30).await;
        (one, answered(&shares, asker("10.0.0.2", Some(two)), 10).await)
    };
    let (crowded, (one, two)) = tokio::join!(futures_util::future::join_all(crowded), small);
    assert_eq!((one.0, two.0), (30, 10));
    assert!(two.1 <= Duration::from_millis(1100), "every second turn is theirs: {:?}", two.1);
    assert!(crowded.iter().all(|(count, _)| *count == 9), "{crowded:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_than_so_long() {
    let address = IpAddr::from([10, 0, 0, 7]);
    let stuck = Shares::new(&limits());
    let person = World::system().new_id();
    stuck.0.shares.households.all.check_key_n(&address, 30.try_into().unwrap()).unwrap().unwrap();
    let begun = Instant::now();
    let waits = Asker { address, person: Some(person), change: false };
    assert!(stuck.admit(waits).await.is_err());
    assert_eq!(begun.elapsed(), QUEUE_TIMEOUT);
}

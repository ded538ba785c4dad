//! Who gives way, and who is counted under what.

use super::*;

fn gate(change: impl FnOnce(&mut Limits)) -> Gate {
    let mut limits = Limits::default();
    change(&mut limits);
    Gate::new(&limits)
}

fn at(address: &str) -> IpAddr {
    address.parse().unwrap()
}

fn gone(ticket: &Ticket) -> bool {
    ticket.0.cut.token.is_cancelled()
}

#[test]
fn the_one_that_waited_longest_gives_way_and_nobody_else() {
    let gate = gate(|limits| limits.connections = 3);
    let (one, two, three) = (gate.enter(None).unwrap(), gate.enter(None).unwrap(), gate.enter(None).unwrap());
    one.busy();
    let four = gate.enter(None).unwrap();
    assert_eq!([&one, &two, &three, &four].map(gone), [false, true, false, false]);
    one.waits();
    let five = gate.enter(None).unwrap();
    assert_eq!(
        [&one, &three, &four, &five].map(gone),
        [false, true, false, false],
        "it has only begun to wait"
    );
    for ticket in [&one, &four, &five] {
        ticket.busy();
    }
    assert_eq!(gate.enter(None).err(), Some(Full(Key::All)));
    drop(four);
    assert!(gate.enter(None).is_ok());
}

#[test]
fn a_full_address_makes_place_among_its_own() {
    let gate = gate(|limits| limits.connections_per_address = 2);
    let other = gate.enter(Some(at("10.0.0.2"))).unwrap();
    let mine: Vec<Ticket> = (0..4).map(|_| gate.enter(Some(at("10.0.0.1"))).unwrap()).collect();
    assert!(!gone(&other), "it waited longest, but elsewhere");
    assert_eq!(mine.iter().map(gone).collect::<Vec<_>>(), [true, true, false, false]);
    mine.iter().for_each(Ticket::busy);
    assert!(gate.enter(Some(at("::ffff:10.0.0.1"))).is_err(), "the same address in the other notation");
    assert!(gate.enter(Some(at("10.0.0.3"))).is_ok());
}

#[test]
fn six_is_counted_by_household_and_by_site() {
    let gate = gate(|limits| {
        limits.connections_per_address = 2;
        limits.connections_per_site = 5;
    });
    let mut held = Vec::new();
    for host in 1..=2 {
        held.push(gate.enter(Some(at(&format!("2001:db8:1:2::{host}")))).unwrap());
    }
    held.iter().for_each(Ticket::busy);
    assert!(gate.enter(Some(at("2001:db8:1:2::3"))).is_err(), "the /64 is full");
    for household in 3..=5 {
        held.push(gate.enter(Some(at(&format!("2001:db8:1:{household}::1")))).unwrap());
    }
    held.iter().for_each(Ticket::busy);
    let full = gate.enter(Some(at("2001:db8:1:99::1"))).err();
    assert!(matches!(full, Some(Full(Key::Site(_)))), "the /48 is full");
    assert!(gate.enter(Some(at("2001:db8:2:1::1"))).is_ok());
}

#[test]
fn behind_a_proxy_the_noted_address_counts() {
    let gate = gate(|limits| limits.connections_per_address = 1);
    let (one, two) = (gate.enter(None).unwrap(), gate.enter(None).unwrap());
    let (here, there) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
    for ticket in [&one, &two] {
        ticket.busy();
    }
    one.join_address(here).unwrap();
    one.join_address(here).unwrap();
    assert!(two.join_address(here).is_err());
    one.join_address(there).unwrap();
    assert!(two.join_address(here).is_ok(), "the connection carries another's requests now");
}

#[test]
fn sockets_are_counted_by_person_until_they_close() {
    let gate = gate(|limits| limits.sockets_per_person = 2);
    let person = Uuid::new_v4();
    let here = "10.0.0.1".parse().unwrap();
    let open = || {
        let ticket = gate.enter(Some(here)).unwrap();
        ticket.open_socket(person, here).map(|()| ticket)
    };
    let (one, two) = (open().unwrap(), open().unwrap());
    assert_eq!((gate.count(Key::Silent), gate.count(Key::SilentFrom(here))), (2, 2));
    one.said_hello();
    two.said_hello();
    assert_eq!((gate.count(Key::Silent), gate.count(Key::Person(person))), (0, 2));
    assert_eq!(open().err(), Some(Full(Key::Person(person))));
    drop(one);
    let three = open().unwrap();
    let four = open().unwrap();
    assert!(gone(&three) && !gone(&two) && !gone(&four), "the silent one gives way");
    gate.cut(Key::Person(person), Closing::Revoked);
    assert!(gone(&two) && gone(&four));
    drop((two, three, four));
    assert!(gate.book().groups.is_empty() && gate.book().visits.is_empty(), "nothing is left in the book");
}

#[tokio::test(start_paused = true)]
async fn it_is_known_when_the_last_was_heard_of_a_person() {
    let gate = gate(|_| {});
    let (person, address) = (Uuid::from_u128(1), at("192.0.2.1"));
    assert_eq!(gate.heard_of(person), None);
    let (one, two) = (gate.enter(None).unwrap(), gate.enter(None).unwrap());
    for ticket in [&one, &two] {
        ticket.open_socket(person, address).unwrap();
    }
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(gate.heard_of(person), Some(Duration::from_secs(30)));
    two.note_heard();
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(gate.heard_of(person), Some(Duration::from_secs(2)), "of the socket that said something last");
    drop(two);
    assert_eq!(gate.heard_of(person), Some(Duration::from_secs(32)));
    drop(one);
    assert_eq!(gate.heard_of(person), None);
}

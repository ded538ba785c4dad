//! The newest blow in a line, for whoever was away: told of recorded games, from their set-up and one entry at a time.

use bagarre_rules::baston::Baston;
use bagarre_rules::contract::{Actor, Audience, Next, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;
use bagarre_rules::generik::Generik;
use bagarre_rules::presentation::Words;
use bagarre_rules::systems;

/// The headlines of a game between two bots, with the names that everybody sees.
fn told<R: Gather>(
    scenario: &str,
    bot: &str,
    names: impl Fn(&R::View) -> Vec<String>,
) -> (Vec<Words>, Vec<String>) {
    let terms = R::usual(scenario, 2).unwrap();
    let bands = (0..2).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let setup = R::gather(&terms, bands, Seat(0)).unwrap();
    let mut state = R::new(&setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(5), Seeded::from_number(6));
    let mut bots: Vec<_> = (0..2).map(|_| R::bot(bot).unwrap()).collect();
    let ruleset = systems::parse(R::ID).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    let mut lines = Vec::new();
    advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    while let Next::Ask { seats, .. } = R::next(&state) {
        let seat = seats.iter().next().unwrap();
        let (view, ask) = (R::view(&state, Audience::Seat(seat)), R::ask_for(&state, seat).unwrap());
        let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        let mut entry = Vec::new();
        let mut keep = |_: &R::State, event: &R::Event| entry.push(event.clone());
        submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut keep).unwrap();
        let line = R::headline(&setup, &entry);
        assert_eq!(ruleset.headline(&text, &serde_json::to_string(&entry).unwrap()), line);
        lines.extend(line);
    }
    let names = names(&R::view(&state, Audience::Spectator));
    (lines, names)
}

fn are_told(lines: &[Words], names: &[String], some: &[&str]) {
    for line in lines {
        for text in [&line.fr, &line.en] {
            assert!(!text.contains('{') && names.iter().any(|name| text.contains(name)), "{text}");
        }
    }
    for words in some {
        assert!(lines.iter().any(|line| line.en.contains(words)), "{words}: {lines:?}");
    }
}

#[test]
fn blows_of_baston_are_told_by_name() {
    let names = |view: &<Baston as Ruleset>::View| view.fighters.iter().map(|one| one.name.clone()).collect();
    let (lines, names) = told::<Baston>("SCN-00", "brawler", names);
    are_told(&lines, &names, &[" hits ", " knocks "]);
}

#[test]
fn wounds_of_generik_are_told_by_name() {
    let names = |view: &<Generik as Ruleset>::View| {
        let members = view.setup.bands.iter().flat_map(|band| &band.members);
        members.map(|member| member.name.clone()).collect()
    };
    let (lines, names) = told::<Generik>("baston_generale", "skirmisher", names);
    are_told(&lines, &names, &[" wounds ", " out of action"]);
}

#[cfg(feature = "testkit")]
#[test]
fn blows_of_energie_are_told_by_name() {
    use bagarre_rules::energie::Energie;
    let names = |view: &<Energie as Ruleset>::View| {
        view.scene.fighters.iter().map(|one| one.sheet.name.clone()).collect()
    };
    let (lines, names) = told::<Energie>("entrepot", "daredevil", names);
    are_told(&lines, &names, &[" hits ", " out of action"]);
}

#[test]
fn what_cannot_be_read_is_no_headline() {
    let ruleset = systems::parse("baston").unwrap();
    for (setup, events) in [("{}", "[]"), ("", ""), ("{}", "[{}]"), ("null", "{")] {
        assert_eq!(ruleset.headline(setup, events), None);
    }
}

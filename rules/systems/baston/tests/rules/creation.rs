//! Chapters 1 to 3: characters, equipment, placement, ranks.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Choice, Command};
use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::{Dec, ItemKind, Who};
use bagarre_baston::testkit::scene::{Fate, Place};
use bagarre_baston::testkit::setup::{Band, Character, Options, Purchase, Setup};
use bagarre_baston::testkit::state::State;
use bagarre_baston::testkit::tables::{RowId, tables};
use bagarre_kit::appraisal::Appraisal;
use bagarre_kit::contract::{Actor, Audience, Lang, Next, Refuse, Rule, Ruleset, Seat};
use bagarre_kit::dice::{Dice, Scripted};
use bagarre_kit::gather::{Gather, Terms};

use super::harness::kind;

fn character(stats: [u8; 4], kit: &[&str]) -> Character {
    Character {
        name: "Dudule".to_owned(),
        strength: stats[0],
        dexterity: stats[1],
        speed: stats[2],
        constitution: stats[3],
        kit: kit.iter().map(|item| Purchase { item: kind(item), carried: false }).collect(),
        look: 0,
    }
}

fn setup(bands: Vec<Vec<Character>>) -> Setup {
    let bands = bands.into_iter().map(|characters| Band { name: "bande".to_owned(), characters }).collect();
    Setup { scenario: "SCN-00".to_owned(), board: None, turns: None, options: Options::default(), bands }
}

fn refusal(setup: &Setup) -> (&'static str, String) {
    let fault = Baston::new(setup).unwrap_err();
    (fault.code(), fault.rule().map_or_else(String::new, |rule| rule.id().to_owned()))
}

const EVEN: [u8; 4] = [4, 4, 4, 4];

/// BAS-SET-01.
#[test]
fn bas_set_01_two_to_six_players_with_one_to_four_characters() {
    let band = |n: usize| vec![character(EVEN, &[]); n];
    for (bands, code) in [
        (vec![band(2)], "baston.players"),
        (vec![band(1); 7], "baston.players"),
        (vec![band(1), band(5)], "baston.band.size"),
        (vec![band(1), band(0)], "baston.band.size"),
        (vec![band(3); 6], "baston.band.size"),
    ] {
        assert_eq!(refusal(&setup(bands)), (code, "BAS-SET-01".to_owned()));
    }
    for (players, most) in [(2, 4), (3, 4), (4, 3), (5, 2), (6, 2)] {
        assert!(Baston::new(&setup(vec![band(most); players])).is_ok(), "{players} players with {most}");
    }
    assert_eq!(Baston::usual("SCN-00", 2).unwrap().size, 2);
}

/// BAS-SET-02.
#[test]
fn bas_set_02_sixteen_points_each_from_one_to_seven() {
    let play =
        |stats: [u8; 4]| Baston::new(&setup(vec![vec![character(stats, &[])], vec![character(EVEN, &[])]]));
    assert!(play([4, 4, 4, 4]).is_ok());
    assert!(play([7, 7, 1, 1]).is_ok());
    for (stats, code) in [
        ([6, 4, 3, 2], "baston.character.sum"),
        ([8, 4, 2, 2], "baston.character.range"),
        ([0, 7, 7, 2], "baston.character.range"),
    ] {
        let fault = play(stats).unwrap_err();
        assert_eq!((fault.code(), fault.rule().unwrap().id()), (code, "BAS-SET-02"));
    }
    // characteristic_8 (RUL-08).
    let mut large = setup(vec![vec![character([8, 4, 2, 2], &[])], vec![character([2, 2, 4, 8], &[])]]);
    large.options.characteristic_8 = true;
    assert_eq!(Baston::new(&large).unwrap().fighters[1].points, [11, 12, 6, 4, 8]);
    // Letters are unique in the game.
    let state = Baston::new(&setup(vec![vec![character(EVEN, &[]); 2]; 2])).unwrap();
    assert_eq!(state.fighters.iter().map(|fighter| fighter.letter).collect::<String>(), "ABCD");
    let mut nameless = character(EVEN, &[]);
    nameless.name = " ".to_owned();
    assert_eq!(refusal(&setup(vec![vec![nameless], vec![character(EVEN, &[])]])).0, "baston.character.name");
}

/// BAS-SET-03.
#[test]
fn bas_set_03_com_is_half_of_for_and_dex_rounded_up() {
    for (stats, com) in [([5, 4, 4, 3], 5), ([4, 4, 4, 4], 4), ([7, 7, 1, 1], 7), ([1, 2, 7, 6], 2)] {
        let state =
            Baston::new(&setup(vec![vec![character(stats, &[])], vec![character(EVEN, &[])]])).unwrap();
        assert_eq!(state.fighters[0].com, com);
    }
}

/// BAS-SET-04.
#[test]
fn bas_set_04_damage_points_by_constitution() {
    let printed = [
        [6, 6, 3, 1, 4],
        [7, 7, 3, 2, 4],
        [8, 8, 4, 2, 4],
        [8, 9, 5, 2, 5],
        [9, 9, 5, 3, 6],
        [10, 10, 6, 3, 6],
        [10, 11, 6, 4, 7],
        [11, 12, 6, 4, 8],
    ];
    for (con, points) in (1..).zip(printed) {
        assert_eq!(tables().damage_points(con), Some(points), "CON {con}");
        assert_eq!(
            points.iter().map(|n| u32::from(*n)).sum::<u32>(),
            17 + 3 * u32::from(con),
            "CON {con}: total"
        );
    }
    assert_eq!(tables().damage_points(9), None);
}

/// BAS-EQP-01.
#[test]
fn bas_eqp_01_eight_points_of_equipment() {
    let buy =
        |kit: &[&str]| Baston::new(&setup(vec![vec![character(EVEN, kit)], vec![character(EVEN, &[])]]));
    for (item, cost) in [
        ("gilet", 1),
        ("blouson", 2),
        ("santiags", 2),
        ("casque", 4),
        ("matraque", 1),
        ("poing_americain", 2),
        ("chaine", 3),
        ("cran", 4),
        ("rasoir", 6),
    ] {
        assert_eq!(tables().item(kind(item)).cost, cost, "{item}");
    }
    assert_eq!(tables().budget(), 8);
    assert!(buy(&["rasoir", "blouson"]).is_ok());
    assert!(buy(&["cran", "cran"]).is_ok(), "weapons may be bought in several copies");
    let fault = buy(&["rasoir", "poing_americain", "matraque"]).unwrap_err();
    assert_eq!((fault.code(), fault.rule().unwrap().id()), ("baston.kit.budget", "BAS-EQP-01"));
}

/// BAS-EQP-03.
#[test]
fn bas_eqp_03_slots_and_what_is_worn() {
    let state = Baston::new(&setup(vec![
        vec![character(EVEN, &["casque", "blouson", "matraque", "matraque"])],
        vec![character(EVEN, &[])],
    ]))
    .unwrap();
    assert!(state.scene.wears(Who(0), ItemKind::Casque), "what is bought is worn");
    assert_eq!(state.scene.carried(Who(0)).count(), 2, "worn clothing takes no slot");
    let mut carried = character(EVEN, &["casque", "matraque"]);
    carried.kit[0].carried = true;
    let state = Baston::new(&setup(vec![vec![carried], vec![character(EVEN, &[])]])).unwrap();
    assert!(!state.scene.wears(Who(0), ItemKind::Casque));
    assert_eq!(state.scene.carried(Who(0)).count(), 2);
    let many = character(EVEN, &["matraque"; 7]);
    assert_eq!(
        refusal(&setup(vec![vec![many], vec![character(EVEN, &[])]])),
        ("baston.kit.slots", "BAS-EQP-03".to_owned())
    );
    let twice = character(EVEN, &["gilet", "gilet"]);
    assert_eq!(refusal(&setup(vec![vec![twice], vec![character(EVEN, &[])]])).0, "baston.kit.worn_twice");
}

/// BAS-EQP-05.
#[test]
fn bas_eqp_05_free_finds_are_not_for_sale() {
    for item in ["canette", "tesson", "chaise", "caisse"] {
        let found = setup(vec![vec![character(EVEN, &[item])], vec![character(EVEN, &[])]]);
        assert_eq!(refusal(&found), ("baston.kit.not_for_sale", "BAS-EQP-05".to_owned()));
    }
    assert_eq!(tables().item(ItemKind::Canette).throw_row, Some(RowId::LanCanette));
    assert_eq!(tables().item(ItemKind::Tesson).blow_row, Some(RowId::CpTesson));
}

/// Plays the set-up with given dice until a question that is not the facing, taking default facings.
fn set_up(setup: &Setup, dice: &str) -> (State, Vec<What>) {
    let mut state = Baston::new(setup).unwrap();
    let mut dice = Scripted::parse(dice).unwrap();
    let mut told = Vec::new();
    loop {
        let event = match Baston::next(&state) {
            Next::Do(event) => event,
            Next::Roll(roll) => {
                let faces = dice.roll(&roll).unwrap();
                Baston::rolled(&state, &roll, &faces)
            }
            Next::Ask { seats, .. } => {
                let seat = seats.iter().next().unwrap();
                let command = Baston::default_answer(&state, seat);
                if matches!(command, Command::Programme { .. }) {
                    break;
                }
                Baston::decide(&state, Actor::Seat(seat), &command).unwrap()
            }
            Next::Over(_) => break,
        };
        Baston::apply(&mut state, &event);
        told.extend(event.facts().iter().map(|fact| fact.what.clone()));
    }
    assert_eq!(dice.left(), 0, "dice are left over");
    (state, told)
}

/// BAS-RNK-01, BAS-RNK-02.
#[test]
fn bas_rnk_01_speed_then_dexterity_then_a_die() {
    let two = setup(vec![
        vec![character([4, 3, 5, 4], &[]), character([3, 4, 5, 4], &[])],
        vec![character([5, 1, 6, 4], &[])],
    ]);
    let (state, _) = set_up(&two, "20:15 20:1 20:1 20:1 20:1 20:3");
    let ranks: Vec<u8> = state.scene.figures.iter().map(|figure| figure.rank).collect();
    assert_eq!(ranks, [3, 2, 1], "C 1, B 2, A 3");
    // Three alike: a die of three, then one of two.
    let alike = setup(vec![vec![character(EVEN, &[]); 2], vec![character(EVEN, &[])]]);
    let (state, _) = set_up(&alike, "3:2 2:2 20:1 20:1 20:1 20:2 20:1 20:3");
    let ranks: Vec<u8> = state.scene.figures.iter().map(|figure| figure.rank).collect();
    assert_eq!(ranks, [3, 1, 2]);
}

/// BAS-SET-05.
#[test]
fn bas_set_05_placement_by_two_dice() {
    // B (faster) is placed first. [7, 4] holds a table: on top. [3, 14] is a pinball: both dice again.
    let game = setup(vec![vec![character([4, 4, 3, 5], &[])], vec![character([4, 4, 5, 3], &[])]]);
    let (state, told) = set_up(&game, "20:7 20:4 20:3 20:14 20:7 20:4 20:2 20:2");
    let (a, b) = (&state.scene.figures[0], &state.scene.figures[1]);
    assert_eq!((b.at.r, b.at.c, b.top, b.prone), (7, 4, true, false));
    // The same point again is taken: both dice again.
    assert_eq!((a.at.r, a.at.c, a.top), (2, 2, false));
    assert_eq!(told.iter().filter(|what| matches!(what, What::Drew { .. })).count(), 8);
    assert!(state.scene.figures.iter().all(|figure| figure.fate == Fate::In));
}

/// BAS-SET-06, DEC-01.
#[test]
fn bas_set_06_the_owner_chooses_the_facing() {
    let game = setup(vec![vec![character([4, 4, 3, 5], &[])], vec![character([4, 4, 5, 3], &[])]]);
    let (state, _) = set_up(&game, "20:10 20:10 20:1 20:1");
    assert_eq!(state.scene.figures[1].facing.number(), 1, "on the centre: north");
    assert_eq!(state.scene.figures[0].facing.number(), 4, "from the corner towards the centre: south-east");
    // Any facing may be chosen instead.
    let mut state = Baston::new(&game).unwrap();
    let mut dice = Scripted::parse("20:10 20:10").unwrap();
    bagarre_kit::contract::advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    let Some(bagarre_baston::testkit::command::Ask::Decide(question)) = Baston::ask_for(&state, Seat(1))
    else {
        panic!("no question")
    };
    assert_eq!(question.dec, Dec::Facing);
    let choice = Choice::Facing(7.try_into().unwrap());
    let command = Command::Answer { question: question.id, choice };
    assert!(Baston::decide(&state, Actor::Seat(Seat(0)), &command).is_err(), "not the other player");
    let event = Baston::decide(&state, Actor::Seat(Seat(1)), &command).unwrap();
    Baston::apply(&mut state, &event);
    assert_eq!(state.scene.figures[1].facing.number(), 7);
}

/// BAS-SET-05, DEC-02.
#[test]
fn bas_set_05_start_zones() {
    let terms = Baston::usual("SCN-01", 2).unwrap();
    let bands = (0..2).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    let game = Baston::gather(&terms, bands, Seat(0)).unwrap();
    let mut state = Baston::new(&game).unwrap();
    let mut dice = bagarre_kit::dice::Seeded::from_number(1);
    let mut asked = Vec::new();
    bagarre_kit::contract::advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    while let Next::Ask { seats, ask } = Baston::next(&state) {
        let bagarre_baston::testkit::command::Ask::Decide(question) = ask else { break };
        asked.push(question.dec);
        let seat = seats.iter().next().unwrap();
        let command = Baston::default_answer(&state, seat);
        bagarre_kit::contract::submit::<Baston>(
            &mut state,
            Actor::Seat(seat),
            &command,
            &mut dice,
            &mut |_, _| {},
        )
        .unwrap();
    }
    assert_eq!(asked.iter().filter(|dec| **dec == Dec::Start).count(), 4);
    let zone = |zone: &str| state.board.spec.start_zones[zone].points.clone();
    for who in state.scene.whos() {
        let points = if state.seat_of(who) == Seat(0) { zone("A") } else { zone("B") };
        assert!(points[..2].contains(&state.scene.figure(who).at), "the first free points");
    }
}

/// BAS-SET-07.
#[test]
fn bas_set_07_bottles_whole_and_openings_shut() {
    let state = Baston::new(&setup(vec![vec![character(EVEN, &[])]; 2])).unwrap();
    assert!(state.scene.doors.iter().all(|door| door.open == [false; 2] && !door.bolted && !door.destroyed));
    assert!(state.scene.windows.iter().all(|w| *w == bagarre_baston::testkit::scene::WindowState::Shut));
    let lying = |kind: ItemKind| {
        state
            .scene
            .items
            .iter()
            .filter(|item| item.kind == kind && matches!(item.place, Place::At(..)))
            .count()
    };
    assert_eq!((lying(ItemKind::Canette), lying(ItemKind::Tesson), lying(ItemKind::Chaise)), (14, 0, 14));
}

/// BAS-SET-08.
#[test]
fn bas_set_08_sheets_are_open() {
    let mut game = setup(vec![vec![character(EVEN, &["cran"])], vec![character([5, 5, 3, 3], &[])]]);
    game.bands[0].characters[0].name = "Riton".to_owned();
    let state = Baston::new(&game).unwrap();
    let other = Baston::view(&state, bagarre_kit::contract::Audience::Seat(Seat(1)));
    assert_eq!(other.fighters[0].name, "Riton");
    assert_eq!(other.fighters[0].stats, [4, 4, 4, 4, 4]);
    assert!(
        other.items.iter().any(|item| item.kind == ItemKind::Cran && item.place == Place::Carried(Who(0)))
    );
}

#[test]
fn ready_made_gangs_are_legal_in_every_scenario() {
    for scenario in Baston::scenarios() {
        for seats in 2..=6 {
            let Some(usual) = Baston::usual(&scenario, seats) else { continue };
            for characters in 1..=4 {
                let terms = bagarre_kit::gather::Terms { size: characters, ..usual.clone() };
                if Baston::check_terms(&terms).is_err() {
                    continue;
                }
                for seat in 0..seats {
                    let band = Baston::ready_band(&terms, Seat(seat));
                    Baston::check_band(&terms, Seat(seat), &band).unwrap();
                }
            }
        }
    }
}

#[test]
fn baston_has_no_options_beyond_its_terms_and_no_campaigns() {
    let usual = Baston::usual("SCN-00", 2).unwrap();
    let more = Some(serde_json::json!({ "era": "western" }));
    let terms = bagarre_kit::gather::Terms { more, ..usual.clone() };
    assert_eq!(Baston::check_terms(&terms).unwrap_err().code(), "baston.terms");
    let band = Baston::ready_band(&usual, Seat(0));
    assert_eq!(Baston::enlist(&band).unwrap(), None);
    assert_eq!(Baston::for_campaign(&usual), usual);
}

fn appraised(band: &Band, open: Option<u8>) -> Appraisal {
    let terms = Baston::usual("SCN-00", 2).unwrap();
    let appraisal = Baston::appraise(&terms, Seat(0), band, open).unwrap();
    let taken = Baston::check_band(&terms, Seat(0), band).is_ok();
    assert_eq!(appraisal.faults.is_empty(), taken, "{:?}", appraisal.faults);
    appraisal
}

/// The player who builds a band is told all faults at once, in both languages, with the rules.
#[test]
fn a_band_is_appraised_however_unfinished() {
    let unfinished = character([9, 4, 4, 4], &["casque", "casque", "chaise"]);
    let band = Band {
        name: " ".to_owned(),
        characters: vec![unfinished, Character { name: "Momo".to_owned(), ..character(EVEN, &[]) }],
    };
    let told = appraised(&band, None);
    let faults: Vec<_> =
        told.faults.iter().map(|it| (it.member, it.code.as_str(), it.rule.as_ref().map(Rule::id))).collect();
    assert_eq!(
        faults,
        [
            (None, "baston.band.name", None),
            (Some(0), "baston.character.range", Some("BAS-SET-02")),
            (Some(0), "baston.character.sum", Some("BAS-SET-02")),
            (Some(0), "baston.kit.worn_twice", Some("BAS-EQP-03")),
            (Some(0), "baston.kit.not_for_sale", Some("BAS-EQP-05")),
        ]
    );
    assert!(told.faults.iter().all(|fault| !fault.words.fr.is_empty() && !fault.words.en.is_empty()));
    let number = |member: usize, key: &str| {
        told.members[member].tallies.iter().find(|tally| tally.key == key).unwrap().n
    };
    assert_eq!((number(0, "points_left"), number(1, "points_left"), number(1, "COM")), (-5, 0, 4));
    assert_eq!(number(1, "J"), i32::from(tables().damage_points(4).unwrap()[4]));
    assert_eq!(told.offers, []);
}

/// Two characters of the same name cannot be told apart: the player who brings a band is asked to change one, and so is
/// the one who still writes it.
#[test]
fn names_tell_characters_apart() {
    let twins =
        Band { name: "bande".to_owned(), characters: vec![character(EVEN, &[]), character(EVEN, &[])] };
    let told = appraised(&twins, None);
    let faults: Vec<_> = told.faults.iter().map(|it| (it.member, it.code.as_str())).collect();
    assert_eq!(faults, [(Some(1), "baston.character.twin")]);
}

/// A band that is lent is taken as it is: it fits, and no name is lent twice.
#[test]
fn what_is_lent_may_be_brought() {
    let catalogue = serde_json::to_value(Baston::catalogue()).unwrap();
    let list = |key: &str| catalogue["lent"][key].as_array().unwrap().clone();
    for (key, most) in [("folk", 24), ("bands", 32)] {
        let names = list(key);
        assert!(names.iter().all(|name| name.as_str().unwrap().chars().count() <= most), "{key}");
        let different: std::collections::BTreeSet<_> = names.iter().map(|name| name.as_str()).collect();
        assert_eq!(different.len(), names.len(), "{key}");
    }
    let fresh: Character = serde_json::from_value(catalogue["fresh"].clone()).unwrap();
    let characters = vec![Character { name: "Momo".to_owned(), ..fresh }];
    assert_eq!(appraised(&Band { name: "bande".to_owned(), characters }, None).faults, []);
}

/// A purchase that is possible is listed with its price; one that is not says why (BAS-EQP-01, BAS-EQP-03).
#[test]
fn what_may_be_bought_is_offered() {
    let band = |kit: &[&str]| Band {
        name: "bande".to_owned(),
        characters: vec![character(EVEN, kit), Character { name: "Momo".to_owned(), ..character(EVEN, &[]) }],
    };
    let offers = |kit: &[&str]| appraised(&band(kit), Some(0)).offers;
    assert!(offers(&[]).iter().all(|offer| offer.price > 0 && offer.refused.is_none()));
    let place = |kit: &[&str], id: &str| {
        offers(kit).into_iter().find(|offer| offer.id == id).map(|offer| offer.place)
    };
    assert_eq!(place(&[], "gilet").as_deref(), Some("worn"));
    assert_eq!(place(&["gilet"], "gilet").as_deref(), Some("carried"), "only one is worn");
    assert_eq!(place(&[], "matraque").as_deref(), Some("carried"));
    assert!(offers(&[]).iter().all(|offer| offer.id != "chaise"), "it is found in the bar");
    let dear = ["chaine", "chaine"];
    let spent: i32 = appraised(&band(&dear), None).members[0].bill.iter().map(|line| line.paid).sum();
    for offer in offers(&dear) {
        let why = offer.refused.as_ref().map(|fault| (fault.member, fault.code.as_str()));
        let expected = (spent + offer.price > 8).then_some((Some(0), "baston.kit.budget"));
        assert_eq!(why, expected, "{}", offer.id);
    }
}

/// A game of SCN-05 up to its first sheet, without a question or a die but for the ranks.
fn nose_to_nose(size: u8, bands: impl Fn(u8) -> Band) -> State {
    let terms = Terms { size, ..Baston::usual("SCN-05", 2).unwrap() };
    let game = Baston::gather(&terms, (0..2).map(bands).collect(), Seat(0)).unwrap();
    let mut state = Baston::new(&game).unwrap();
    let mut dice = bagarre_kit::dice::Seeded::from_number(3);
    bagarre_kit::contract::advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    let Next::Ask { ask, .. } = Baston::next(&state) else { panic!("nothing is asked") };
    assert!(
        matches!(ask, bagarre_baston::testkit::command::Ask::Plan { turn: 1, .. }),
        "the first thing asked is a sheet"
    );
    state
}

#[test]
fn bas_set_09_everybody_starts_in_front_of_an_enemy() {
    for size in 1..=4 {
        let terms = Terms { size, ..Baston::usual("SCN-05", 2).unwrap() };
        let state = nose_to_nose(size, |seat| Baston::ready_band(&terms, Seat(seat)));
        assert_eq!(state.turns, 6);
        let whos: Vec<_> = state.scene.whos().collect();
        assert_eq!(whos.len(), 2 * usize::from(size));
        for who in &whos {
            let figure = state.scene.figure(*who);
            let ahead = figure.at.step(figure.facing);
            let foe = whos.iter().find(|other| state.scene.figure(**other).at == ahead).copied().unwrap();
            assert_ne!(state.seat_of(foe), state.seat_of(*who));
            assert!(!figure.top && !figure.prone);
        }
    }
}

#[test]
fn bots_bring_no_name_that_somebody_else_has() {
    let terms = Baston::usual("SCN-00", 6).unwrap();
    let mut bands: Vec<Band> = vec![Baston::ready_band(&terms, Seat(3)), Baston::ready_band(&terms, Seat(1))];
    bands[0].name = "Les Corbeaux".to_owned();
    bands[0].characters[0].name = " gros lulu".to_owned();
    for seat in 2..6 {
        let band = Baston::own_band(&terms, Seat(seat), 0, Lang::En, &bands);
        Baston::check_band(&terms, Seat(seat), &band).unwrap();
        let names = |band: &Band| -> Vec<String> {
            let all = band.characters.iter().map(|it| &it.name).chain([&band.name]);
            all.map(|name| name.trim().to_lowercase()).collect()
        };
        let taken: Vec<String> = bands.iter().flat_map(names).collect();
        assert!(names(&band).iter().all(|name| !taken.contains(name)), "{band:?} beside {taken:?}");
        bands.push(band);
    }
}

#[test]
fn twins_have_their_letters_behind_their_names_whoever_looks() {
    let terms = Baston::usual("SCN-05", 2).unwrap();
    let state = nose_to_nose(2, |_| Baston::ready_band(&terms, Seat(4)));
    for to in [Audience::Seat(Seat(0)), Audience::Seat(Seat(1)), Audience::Spectator] {
        let view = Baston::view(&state, to);
        let names: Vec<&str> = view.fighters.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Monsieur Paul (A)", "Ginette (B)", "Monsieur Paul (C)", "Ginette (D)"]);
        assert_eq!(view.bands[1].name, "Les Habitués (B)");
    }
}

#[test]
fn a_gang_that_another_seat_has_gets_other_names_and_typed_names_stay() {
    let terms = Baston::usual("SCN-00", 2).unwrap();
    let first = Baston::ready_band(&terms, Seat(0));
    let mut second = first.clone();
    second.characters[0].name = "Raoul".to_owned();
    let mut typed = first.clone();
    typed.characters[0].name = "raoul".to_owned();
    let band = Baston::renamed(second.clone(), Lang::Fr, &[first, typed]);
    Baston::check_band(&terms, Seat(1), &band).unwrap();
    let names: Vec<&str> = band.characters.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((&*band.name, names), ("Les Gars du Zinc", vec!["Raoul", "Momo la Pince"]));
    let named = |from: &Band| -> Vec<Character> {
        let all = band.characters.iter().zip(&from.characters);
        all.map(|(one, other)| Character { name: one.name.clone(), ..other.clone() }).collect()
    };
    assert_eq!(named(&second), band.characters, "all else stays");
    assert_eq!(Baston::renamed(band.clone(), Lang::Fr, &[second]).characters, band.characters);
}

//! Whole games of a campaign: set-up, a short fight, the steps after it, and the bands that come home (section 16).

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::Command;
use bagarre_generik::testkit::scene::Stage;
use bagarre_generik::testkit::setup::{Band, Health};
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Next, Outcome, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::{Dice, Seeded};
use bagarre_kit::gather::{Gather, Legacy, Terms};

/// The terms of a game of a campaign.
fn terms(scenario: &str) -> Terms {
    Generik::for_campaign(&Generik::usual(scenario, 2).unwrap())
}

/// Plays a game in which no player answers until the fight begins and `quitter` then gives up; choices after it are
/// made at random.
fn play(terms: &Terms, bands: Vec<Band>, quitter: Seat, dice: &mut Seeded) -> (State, Outcome) {
    let mut state = Generik::new(&Generik::gather(terms, bands, Seat(0)).unwrap()).unwrap();
    advance::<Generik>(&mut state, dice, &mut |_, _| {}).unwrap();
    let mut conceded = false;
    for _ in 0..5000 {
        let seat = match Generik::next(&state) {
            Next::Over(outcome) => return (state, outcome),
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            _ => panic!("the game is at rest"),
        };
        assert!([0, 1].iter().all(|other| Generik::after(&state, Seat(*other)).is_none()), "not over yet");
        let (seat, command) = if state.scene.stage == Stage::Fight && !conceded {
            conceded = true;
            (quitter, Command::Concede)
        } else if state.scene.stage == Stage::After {
            let mut legal = Vec::new();
            Generik::options(&state, seat, &mut |command| legal.push(command));
            // One choice in three is the usual one, so that shopping ends.
            let at = usize::from(dice.die(6) - 1) * 6 + usize::from(dice.die(6) - 1);
            let usual = Generik::default_answer(&state, seat);
            (seat, if dice.die(3) == 1 { usual } else { legal[at % legal.len()].clone() })
        } else {
            (seat, Generik::default_answer(&state, seat))
        };
        submit::<Generik>(&mut state, Actor::Seat(seat), &command, dice, &mut |_, _| {}).unwrap();
    }
    panic!("the game goes on and on");
}

/// Three games in a row, the loser changing: what comes out of one goes into the next.
#[test]
fn gen_cmp_01_to_08_bands_go_from_game_to_game() {
    for seed in 0..12 {
        let mut dice = Seeded::from_number(seed);
        let usual = Generik::usual("baston_generale", 2).unwrap();
        let ready = |seat| Generik::enlist(&Generik::ready_band(&usual, Seat(seat))).unwrap().unwrap();
        let mut bands = vec![ready(0), ready(1)];
        for (game, scenario) in ["baston_generale", "sortie", "hasard"].into_iter().enumerate() {
            let quitter = Seat((game % 2) as u8);
            let terms = terms(scenario);
            let (state, outcome) = play(&terms, bands.clone(), quitter, &mut dice);
            assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat(1 - quitter.0)], "GEN-ROU-05");
            let mut home = Vec::new();
            for seat in [Seat(0), Seat(1)] {
                let Legacy { band, record } = Generik::after(&state, seat).unwrap();
                assert_eq!(record.won, Some(seat != quitter));
                assert_eq!(record.points, outcome.scores[usize::from(seat.0)]);
                assert_eq!(record.worth, Generik::roster(&band).worth);
                let purse = band.purse.clone().unwrap();
                assert_eq!(usize::from(purse.games), game + 1);
                assert!(purse.treasury >= 0);
                home.push(band);
            }
            bands = home;
            if bands.iter().any(|band| Generik::roster(band).disbanded) {
                break;
            }
            for (n, band) in bands.iter().enumerate() {
                Generik::check_band(&terms, Seat(n as u8), band).unwrap();
            }
        }
    }
}

/// A single game leaves nothing behind.
#[test]
fn a_single_game_has_no_steps_after_it() {
    let usual = Generik::usual("baston_generale", 2).unwrap();
    let bands = vec![Generik::ready_band(&usual, Seat(0)), Generik::ready_band(&usual, Seat(1))];
    let (state, _) = play(&usual, bands, Seat(1), &mut Seeded::from_number(1));
    assert!(Generik::after(&state, Seat(0)).is_none());
}

/// A game that ends by agreement at the first question of a stage; the bands that come out of it.
fn agreed(bands: &[Band], stage: Stage) -> (State, Outcome) {
    let setup = Generik::gather(&terms("hasard"), bands.to_vec(), Seat(0)).unwrap();
    let mut state = Generik::new(&setup).unwrap();
    let mut dice = Seeded::from_number(7);
    advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let seat = match Generik::next(&state) {
            Next::Over(outcome) => return (state, outcome),
            Next::Ask { seats, .. } => seats.iter().next().unwrap(),
            _ => panic!("the game is at rest"),
        };
        if state.scene.stage == stage {
            for seat in [Seat(0), Seat(1)] {
                let offer = Command::Draw { offer: true };
                submit::<Generik>(&mut state, Actor::Seat(seat), &offer, &mut dice, &mut |_, _| {}).unwrap();
            }
        } else {
            let command = Generik::default_answer(&state, seat);
            submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
}

/// a draw that is agreed without a fight gives neither points nor money, and no step after it; the bands go home as
/// they came, the wounded still wounded.
#[test]
fn r_352_a_draw_without_a_fight_is_none() {
    let usual = Generik::usual("baston_generale", 2).unwrap();
    let mut bands: Vec<Band> = [Seat(0), Seat(1)]
        .map(|seat| Generik::enlist(&Generik::ready_band(&usual, seat)).unwrap().unwrap())
        .to_vec();
    bands[0].members[1].health = Health::Wounded;
    bands[1].members[2].health = Health::Out;
    for stage in [Stage::Terrain, Stage::Deployment, Stage::Fight] {
        let (state, outcome) = agreed(&bands, stage);
        assert_eq!((outcome.winners.len(), outcome.scores.as_slice()), (0, &[0, 0][..]), "{stage:?}");
        assert!(state.scene.after.is_empty() && state.scene.stage == Stage::Over);
        for (seat, before) in [Seat(0), Seat(1)].into_iter().zip(&bands) {
            let Legacy { band, record } = Generik::after(&state, seat).unwrap();
            let (purse, was) = (band.purse.clone().unwrap(), before.purse.clone().unwrap());
            assert_eq!((purse.treasury, purse.reputation), (was.treasury, was.reputation));
            assert_eq!((purse.games, band.members.clone()), (was.games + 1, before.members.clone()));
            assert_eq!((record.won, record.points, record.lines.len()), (None, 0, 0));
        }
    }
}

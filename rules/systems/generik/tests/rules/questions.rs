//! How often a player is asked in the phases of the opponent, and that the question comes where the answer could have
//! an effect.

use bagarre_generik::testkit::command::{Ao, Ask, Command, Draft, Lull, Stance, Standing, Watch};
use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::{Era, Fig};
use bagarre_generik::testkit::state::State;
use bagarre_generik::{Advice, Generik};
use bagarre_kit::contract::{Actor, Audience, Bot, Next, Refuse, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::Seeded;
use bagarre_kit::gather::{Gather, Terms};
use serde_json::json;

use super::stage::{Play, Start, go, run};
use super::tabletop::pt;

/// What a player is asked in the phases of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Asked {
    phases: u32,
    windows: u32,
    others: u32,
}

/// Two skirmishers, each with these standing answers.
fn count(terms: &Terms, seed: u64, standing: &Standing) -> Asked {
    let bands = (0..2).map(|seat| Generik::ready_band(terms, Seat(seat))).collect();
    let mut state = Generik::new(&Generik::gather(terms, bands, Seat(0)).unwrap()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
    let mut bots: Vec<Box<dyn Bot<Generik>>> = (0..2).map(|_| Generik::bot("skirmisher").unwrap()).collect();
    advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    for seat in [Seat(0), Seat(1)] {
        let stand = Command::Stand { standing: standing.clone() };
        submit::<Generik>(&mut state, Actor::Seat(seat), &stand, &mut dice, &mut |_, _| {}).unwrap();
    }
    let mut asked = Asked::default();
    while let Next::Ask { seats, ask } = Generik::next(&state) {
        let seat = seats.iter().next().unwrap();
        match &ask {
            Ask::React(_) => asked.windows += 1,
            Ask::Choose(question) if question.seat != state.scene.phase.seat => asked.others += 1,
            _ => {}
        }
        let view = Generik::view(&state, Audience::Seat(seat));
        let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
    asked.phases = state.scene.phase.number;
    asked
}

/// in the phases of the other a skirmisher is asked for less than half of the reactions it may give, and the games are
/// the same: it never gives one that it is not asked for. `cargo test -p bagarre-generik --all-features --test rules
/// reactions_are_asked -- --nocapture` prints the counts.
#[test]
fn reactions_are_asked_half_as_often() {
    let every = Standing { every: true, ..Standing::default() };
    let mut all = (0, 0);
    for (era, scenario) in [
        ("western", "baston_generale"),
        ("pirates", "tete_du_chef"),
        ("medieval", "sortie"),
        ("ww2", "ravioli"),
    ] {
        let mut terms = Generik::usual(scenario, 2).unwrap();
        terms.more = Some(json!({ "era": era }));
        let (mut before, mut after) = (Asked::default(), Asked::default());
        for seed in 0..12 {
            for (sum, standing) in [(&mut before, &every), (&mut after, &Standing::default())] {
                let asked = count(&terms, seed, standing);
                sum.phases += asked.phases;
                sum.windows += asked.windows;
                sum.others += asked.others;
            }
        }
        println!("{era} {scenario}: {before:?} -> {after:?}");
        assert_eq!((before.phases, before.others), (after.phases, after.others), "the same games");
        assert!(after.windows * 4 <= before.windows * 3, "{era} {scenario}: {before:?} -> {after:?}");

        all = (all.0 + before.windows, all.1 + after.windows);
    }
    println!("in all: {} -> {}", all.0, all.1);
    assert!(all.0 > 400 && all.1 * 2 <= all.0, "{all:?}");
}

/// Windows of games of bots that want every question, and how many of them leave nothing but passing.
fn windows(no_empty_windows: bool) -> (u32, u32) {
    let (mut all, mut empty) = (0, 0);
    for (seed, scenario) in (0..6).flat_map(|seed| ["baston_generale", "ravioli"].map(|it| (seed, it))) {
        let mut terms = Generik::usual(scenario, 2).unwrap();
        terms.more = Some(json!({ "era": "western" }));
        let bands = (0..2).map(|seat| Generik::ready_band(&terms, Seat(seat))).collect();
        let mut setup = Generik::gather(&terms, bands, Seat(0)).unwrap();
        assert!(setup.options.no_empty_windows, "on in new games");
        setup.options.no_empty_windows = no_empty_windows;
        let mut state = Generik::new(&setup).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
        let mut bot = Generik::bot("any").unwrap();
        advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        for seat in [Seat(0), Seat(1)] {
            let stand = Command::Stand { standing: Standing { every: true, ..Standing::default() } };
            submit::<Generik>(&mut state, Actor::Seat(seat), &stand, &mut dice, &mut |_, _| {}).unwrap();
        }
        while let Next::Ask { seats, ask } = Generik::next(&state) {
            let seat = seats.iter().next().unwrap();
            if matches!(ask, Ask::React(_)) {
                let Ok(Advice::Openings { openings, .. }) = Generik::advise(&state, seat, &Draft::Openings)
                else {
                    panic!("no openings")
                };
                let mut reacts = openings.iter().any(|one| one.snap.is_some() || one.cover.is_some());
                Generik::options(&state, seat, &mut |command| {
                    reacts |= matches!(command, Command::React { reaction: Some(_), .. });
                });
                all += 1;
                empty += u32::from(!reacts);
            }
            let view = Generik::view(&state, Audience::Seat(seat));
            let command = bot.answer(&view, &ask, seat, &mut chance);
            submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
    (all, empty)
}

/// a window that leaves nothing but passing does not open; it did in games that are older.
#[test]
fn r_360_no_window_opens_where_only_passing_is_legal() {
    let now = windows(true);
    assert!(now.0 > 0 && now.1 == 0, "{now:?}");
    // Bare hands, and bases all round: no step is legal, however short.
    let ring = [(6250, 8000), (6125, 8217), (5875, 8217), (5750, 8000), (5875, 7783), (6125, 7783)];
    let ring = (2..).zip(ring).map(|(n, (x, y))| format!("; b{n} {x},{y} down"));
    let hemmed_in = format!("a1 6000,3000 >n; b1 6000,8000 >s{}", ring.collect::<String>());
    let older = opens(&hemmed_in, Era::Western, false);
    assert!(older && !opens(&hemmed_in, Era::Western, true));
}

/// R-360, GEN-TER-09: a figure in full armour steps 5 cm, so that its window leaves a step.
#[test]
fn r_360_a_short_step_keeps_a_window_open() {
    let armoured = "a1 6000,3000 >n; b1 6000,8000 >s armure_complete";
    assert!([false, true].into_iter().all(|option| opens(armoured, Era::Medieval, option)));
}

/// Whether a window opens for seat 1, which wants every question, when `a1` runs.
fn opens(figures: &str, era: Era, no_empty_windows: bool) -> bool {
    let start = Start::new(figures).era(era);
    let mut play = start.options(|options| options.no_empty_windows = no_empty_windows).play();
    play.act(0, run(), &[]);
    matches!(play.ask(), Ask::React(_))
}

/// Whether a reaction is asked of seat 1 when `a1` goes somewhere, without standing answers.
fn asks(figures: &str, terrain: &str, to: bagarre_kit::plane::Pt) -> bool {
    let mut play = Start::new(figures).terrain(terrain).quiet();
    play.act(0, go(&[to], true), &[]);
    matches!(play.ask(), Ask::React(_))
}

/// a shot, cover that is not taken, a move into contact; else nothing is asked.
#[test]
fn r_353_no_question_without_an_answer_that_does_something() {
    let to = pt(6000, 6000);
    assert!(asks("a1 6000,3000 >n; b1 6000,8000 >s colt", "", to), "a shot");
    assert!(!asks("a1 6000,3000 >n; b1 6000,8000 >s", "", to), "bare hands, 20 cm away");
    assert!(!asks("a1 6000,3000 >n; b1 6000,8000 >s colt charges=0", "", to), "an empty gun");
    assert!(!asks("a1 6000,3000 >n; b1 6000,11500 >s colt", "", to), "too far for the gun");
    assert!(asks("a1 6000,3000 >n; b1 6000,7100 >s", "", to), "near enough to be run into");
    assert!(asks("a1 6000,3000 >n colt; b1 6000,8000 >s", "W-4 6000,7765", to), "a fence to get behind");
    assert!(!asks("a1 6000,3000 >n; b1 6000,8000 >s", "W-4 6000,7765", to), "a fence, and nobody who shoots");
}

/// A player who wants every question gets it, and a window that is asked of no seat leaves nothing but the move.
#[test]
fn r_353_every_question_on_demand() {
    let start = || Start::new("a1 6000,3000 >n; b1 6000,8000 >s");
    let mut every = start().play();
    every.act(0, run(), &[]);
    assert!(matches!(every.ask(), Ask::React(_)));
    let mut quiet = start().quiet();
    quiet.act(0, run(), &[]);
    assert_eq!((quiet.phase(), quiet.fig(0).at), (0, pt(6000, 6000)));
}

fn watch(stance: Stance) -> Watch {
    Watch { fig: None, against: None, within: None, at_least: None, stance }
}

fn reacted(play: &Play) -> Option<(u8, u8)> {
    play.facts.iter().find_map(|fact| match &fact.what {
        What::Reacts { fig, reaction, .. } => Some((fig.0, reaction.at)),
        _ => None,
    })
}

/// "Shoot at 40 % or better": a Colt wins 10 of 36 against one die at long range, beyond 20 cm, and 15 of 36 at short range.
/// At the first checkpoint where it is so, or not at all.
#[test]
fn gen_dec_15_shoots_when_the_odds_are_good_enough() {
    let shot_at = |at_least: Option<u8>| {
        let mut play = Start::new("a1 6000,3000 >n; b1 6000,7300 >s colt").quiet();
        let watches = vec![Watch { at_least, ..watch(Stance::Shoot) }];
        play.stand(1, Standing { watches, pass: true, ..Standing::default() });
        play.state.scene.figures[0].da = 2;
        let command = Command::Act { question: play.ask().id(), fig: Fig(0), what: run() };
        let mut facts = Vec::new();
        let mut sink = |_: &State, event: &bagarre_generik::Event| {
            facts.extend(event.facts().to_vec());
        };
        submit::<Generik>(
            &mut play.state,
            Actor::Seat(Seat(0)),
            &command,
            &mut Seeded::from_number(3),
            &mut sink,
        )
        .unwrap();
        play.facts = facts;
        reacted(&play).map(|(_, at)| 3000 + 100 * (i32::from(at) + 1))
    };
    assert_eq!(shot_at(None), Some(4100), "30 cm");
    assert_eq!(shot_at(Some(27)), Some(4100));
    assert_eq!(shot_at(Some(28)), Some(5100), "20 cm");
    assert_eq!(shot_at(Some(41)), Some(5100));
    assert_eq!(shot_at(Some(42)), None);
}

/// "Let the rest of this phase pass": the window that is open passes, and those after it, until the phase is over.
#[test]
fn gen_dec_15_the_rest_of_the_phase_passes() {
    let mut play = Start::new("a1 6000,3000 >n; a2 7000,3000 >n; b1 6000,8000 >s colt").quiet();
    play.act(0, run(), &[]);
    assert!(matches!(play.ask(), Ask::React(_)));
    let calm = Some(play.state.scene.phase.number);
    play.stand(1, Standing { calm, ..Standing::default() });
    assert_eq!((play.phase(), play.fig(0).at), (0, pt(6000, 6000)));
    play.act(1, go(&[pt(7000, 6000)], true), &[]);
    assert_eq!(play.phase(), 0, "not asked again");
    // In the next phase of that player it is over.
    play.state.scene.phase.number += 2;
    play.state.scene.figures[0].da = 2;
    play.act(0, go(&[pt(6000, 6500)], false), &[]);
    assert!(matches!(play.ask(), Ask::React(_)));
}

/// The panel of a window: every figure that may react with the best shot there is, at the best place, the best first.
#[test]
fn everybody_with_the_best_odds() {
    let mut play =
        Start::new("a1 6000,3000 >n; b1 6000,8800 >s; b2 6000,8500 >s colt; b3 6600,7000 >s colt").quiet();
    play.act(0, run(), &[]);
    let Ok(Advice::Openings { question, openings }) = Generik::advise(&play.state, Seat(1), &Draft::Openings)
    else {
        panic!("no openings")
    };
    assert_eq!(question, play.ask().id());
    let figs: Vec<u8> = openings.iter().map(|it| it.fig.0).collect();
    assert_eq!(figs, [3, 2, 1]);
    let best = openings[0].snap.as_ref().unwrap();
    assert!(openings[2].snap.is_none() && openings[2].cover.is_none());
    // Exactly what a try of that reaction says, and no other place is any better.
    let tried = |at: u8| {
        let reaction =
            bagarre_generik::testkit::command::Reaction { fig: Fig(3), at, ao: Ao::Shoot { weapon: 0 } };
        let draft = Draft::Try { command: Command::React { question, reaction: Some(reaction) } };
        match Generik::advise(&play.state, Seat(1), &draft) {
            Ok(Advice::Blow { blows }) => Some(blows[0].clone()),
            _ => None,
        }
    };
    assert_eq!(tried(best.reaction.at).as_ref(), Some(&best.blow));
    let chance = |at: u8| tried(at).map_or(0, |blow| blow.odds[0].win.per_mille());
    let all: Vec<u32> = (0..play.window().checkpoints.len() as u8).map(chance).collect();
    let most = *all.iter().max().unwrap();
    assert_eq!(all.iter().position(|it| *it == most), Some(usize::from(best.reaction.at)), "the earliest");
    // Fired in one go.
    play.react(best.reaction.clone(), &[6, 1, 5]);
    assert_eq!(reacted(&play), Some((3, best.reaction.at)));
    let other = Generik::advise(&play.state, Seat(0), &Draft::Openings).unwrap_err();
    assert_eq!(other.code(), "generik.ao.closed");
}

/// What others are told and see of a window that a stance let pass is the same for every stance.
#[test]
fn a_stance_shows_to_its_seat_alone() {
    let told = |standing: Standing| {
        let mut play = Start::new("a1 6000,3000 >n; b1 6000,8000 >s colt").quiet();
        play.stand(1, standing);
        let mut heard = Vec::new();
        let command = Command::Act { question: play.ask().id(), fig: Fig(0), what: run() };
        let mut sink = |after: &State, event: &bagarre_generik::Event| {
            for to in [Audience::Seat(Seat(0)), Audience::Spectator] {
                heard.push(serde_json::to_string(&Generik::notice(after, event, to)).unwrap());
            }
        };
        let mut dice = Seeded::from_number(1);
        submit::<Generik>(&mut play.state, Actor::Seat(Seat(0)), &command, &mut dice, &mut sink).unwrap();
        let view = serde_json::to_string(&Generik::view(&play.state, Audience::Seat(Seat(0)))).unwrap();
        (heard, view, serde_json::to_string(&play.ask()).unwrap())
    };
    let hold = Standing { watches: vec![watch(Stance::Pass)], ..Standing::default() };
    let pass = Standing { pass: true, ..Standing::default() };
    let picky = Watch { at_least: Some(90), ..watch(Stance::Shoot) };
    let picky = Standing { watches: vec![picky], pass: true, ..Standing::default() };
    let calm = Standing { calm: Some(1), ..Standing::default() };
    let lull = Standing { lull: Some(Lull::Turn(1)), ..Standing::default() };
    let first = told(hold);
    assert_eq!(told(pass), first);
    assert_eq!(told(picky), first);
    assert_eq!(told(calm), first);
    assert_eq!(told(lull), first);
}

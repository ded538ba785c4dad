//! Ends, breath, score, scenarios, opponents, the game master (CEL-FIN, CEL-SCN, CEL-OPP, CEL-DOC, CEL-MJ).

use bagarre_celtiques::testkit::command::{Act, Call, Choice, Command, Deed, Go, Order, Ruling};
use bagarre_celtiques::testkit::ids::{Foe, Who, Whos};
use bagarre_celtiques::testkit::scene::{Stage, Status};
use bagarre_celtiques::testkit::tables::Tier;
use bagarre_celtiques::{Ask, Celtiques};
use bagarre_kit::contract::{Next, Ruleset, Seat, Verdict};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, put};

fn outcome(field: &Field) -> bagarre_kit::contract::Outcome {
    match Celtiques::next(&field.state) {
        Next::Over(outcome) => outcome,
        _ => panic!("the fight goes on"),
    }
}

/// CEL-FIN-01, CEL-FIN-04: the last side wins.
#[test]
fn cel_fin_01_the_last_side_wins() {
    let mut field = Field::duel();
    field.edit(|scene| {
        scene.stage = Stage::Heads;
        scene.turn = 3;
        edit(scene, B).body.status = Status::Out;
        edit(scene, B).body.blessure = 5;
    });
    let outcome = outcome(&field);
    assert_eq!((outcome.verdict(Seat(0)), &*outcome.reason), (Verdict::Won, "last_side"));
    assert_eq!(outcome.scores, [3, -1]);
}

/// CEL-FIN-02, CEL-FIN-03, CEL-T40: breath runs short.
#[test]
fn cel_fin_02_breath_runs_short() {
    // CEL-R66.
    // CEL-T40: at the end of turn 8 the difficulty is 20.
    let breath = &bagarre_celtiques::testkit::tables::tables().breath;
    assert_eq!(breath.difficulty + breath.step * i16::from(8 - breath.from_turn), 20);
    let mut field = Field::duel();
    field.edit(|scene| {
        scene.stage = Stage::Announce;
        scene.turn = 12;
        for who in [A, B] {
            edit(scene, who).turn.announced = Some(0);
        }
    });
    field.play_on(|_| false);
    assert!(field.tells("CEL-FIN-02", "rolled"));
    assert!(["turns", "last_side", "both"].contains(&&*outcome(&field).reason));
}

/// CEL-SCN-01, CEL-SCN-02, CEL-SCN-04, CEL-SCN-05, CEL-SCN-06, CEL-SCN-07: every scenario comes to its end.
#[test]
fn cel_scn_01_every_scenario_comes_to_its_end() {
    for (scenario, seats) in [
        ("cercle", 2),
        ("gue", 2),
        ("chemin", 2),
        ("haut_roi", 2),
        ("sanglier", 2),
        ("etendard", 2),
        ("libre", 2),
    ] {
        let mut field = Field::made(scenario, seats, &Value::Null, |_| {});
        field.play_on(|_| false);
        let outcome = outcome(&field);
        assert_eq!(outcome.scores.len(), usize::from(seats), "{scenario}");
        let coop = field.state.fixed.setup.coop;
        assert_eq!(outcome.sides.len(), if coop { 1 } else { 2 }, "{scenario}");
    }
}

/// CEL-SCN-03, CEL-PRI-06, CEL-OPP-01: the ambush.
#[test]
fn cel_scn_03_the_ambush() {
    let field = Field::made("chemin", 3, &Value::Null, |_| {});
    let foes: Vec<_> = field.state.fixed.profiles.iter().filter_map(|it| it.foe).collect();
    let count = |foe: Foe| foes.iter().filter(|it| **it == foe).count();
    // CEL-R96: an archer against two heroes alone.
    assert_eq!((count(Foe::Levee), count(Foe::Guerrier), count(Foe::Archer)), (3, 3, 0));
    assert!(
        field.state.fixed.profiles.iter().filter(|it| it.seat.is_none()).all(|it| it.tier == Tier::Figurant)
    );
    // No phase of terror, and the heroes are surprised in the first segment.
    let mut field = field;
    field.play_on(|state| state.scene.turn == 1 && state.scene.segment == 1);
    assert!(field.of(A).beat.surprised && !field.of(bagarre_celtiques::testkit::ids::Who(3)).beat.surprised);
}

/// CEL-DOC-01, CEL-DOC-02: a fighter without a player acts by its doctrine.
#[test]
fn cel_doc_01_a_fighter_without_a_player_acts_by_its_doctrine() {
    let mut field = Field::made("haut_roi", 3, &Value::Null, |_| {});
    field.play_on(|state| state.scene.turn == 4 || state.scene.stage == Stage::Over);
    let acted = field.facts.iter().any(|fact| {
        matches!(&fact.what, bagarre_celtiques::testkit::event::What::Acts { who, .. } if field.state.fixed.profiles[usize::from(who.0)].seat.is_none())
    });
    assert!(acted);
}

/// CEL-MJ-01, CEL-MJ-06: the game master steps in before the dice.
#[test]
fn cel_mj_01_to_the_game_master_steps_in_before_the_dice() {
    let led = json!({ "mj": true, "options": { "fenetre": true } });
    let mut field = led_game(&led);
    let master = 2;
    let rule = |ruling| Command::Rule { ruling };
    assert_eq!(field.refused(0, &rule(Ruling::Reroll)), "celtiques.master");
    // CEL-MJ-04: Mode Survie is never made easier, nor harder than 25.
    assert_eq!(field.refused(master, &rule(Ruling::Survival(10))), "celtiques.master");
    assert_eq!(field.refused(master, &rule(Ruling::Survival(30))), "celtiques.master");
    field.says(master, &rule(Ruling::Survival(20)), "");
    assert!(field.tells("CEL-MJ-02", "spoke"));
    field.says(master, &rule(Ruling::Next(A, -5)), "");
    assert_eq!(field.refused(master, &rule(Ruling::Next(A, 6))), "celtiques.master");
    // CEL-MJ-05: two points for each hero; a levée costs one, and comes in at the gate.
    assert_eq!(field.state.scene.rulings.reserve, 4);
    field.says(master, &rule(Ruling::Summon(Foe::Levee, Hex::new(30, 8))), "");
    assert_eq!(field.state.scene.rulings.reserve, 3);
    assert_eq!(
        field.refused(master, &rule(Ruling::Summon(Foe::Brennos, Hex::new(30, 8)))),
        "celtiques.reserve"
    );
    assert_eq!(field.refused(master, &Command::Concede), "celtiques.concede");
}

/// CEL-SCN-05: the beast makes for the exit and not for the edge it came from.
#[test]
fn cel_scn_05_the_beast_makes_for_the_exit_and_not_for_the_edge_it_came_from() {
    let mut field = Field::made("sanglier", 2, &Value::Null, |_| {});
    let beast = Who(2);
    let from = field.of(beast).pose.at;
    field.play_on(|state| state.scene.turn == 2 || state.scene.stage == Stage::Over);
    let beast = field.of(beast);
    assert!(beast.body.status != Status::Fled && beast.pose.at.col < from.col, "{:?}", beast.pose);
}

/// CEL-MJ-02: at the window of a roll, what is set for that roll comes too late: the work would no longer come to the question.
#[test]
fn cel_mj_02_what_the_open_question_hangs_on_is_said_too_late() {
    let foe = Who(2);
    let led = json!({ "mj": true, "options": { "fenetre": true } });
    let mut field = led_game(&led).fighting(3, &[0, 0, 0], |scene| {
        put(scene, A, 8, 8);
        put(scene, B, 4, 8);
        put(scene, foe, 9, 8);
        for (one, at) in [(A, foe), (foe, A)] {
            edit(scene, one).ties.engaged = Whos::NONE.with(at);
            edit(scene, one).beat.held_off = Whos::NONE.with(at);
        }
        let leave = Go::Leave { acro: true, to: None };
        edit(scene, A).beat.order = Some(Order { go: Some(leave), ..Order::default() });
    });
    assert!(
        matches!(field.ask(), Ask::Choose(asked) if (asked.dec.n(), asked.seat, asked.who) == (29, Seat(2), A))
    );
    let next = |who: Who| Command::Rule { ruling: Ruling::Next(who, 2) };
    assert_eq!(field.refused(2, &next(A)), "celtiques.late");
    let mut offers = Vec::new();
    Celtiques::options(&field.state, Seat(2), &mut |command| offers.push(command));
    assert!(!offers.contains(&next(A)) && offers.contains(&next(B)));
    field.says(2, &next(B), "");
    assert_eq!(field.state.scene.rulings.next, [(B, 2)]);
}

fn led_game(more: &Value) -> Field {
    use bagarre_kit::gather::{Gather, Terms};
    let usual = Celtiques::usual("haut_roi", 2).unwrap();
    let terms = Terms { seats: 3, more: Some(more.clone()), ..usual };
    let bands = (0..3).map(|seat| Celtiques::ready_band(&terms, Seat(seat))).collect();
    let setup = Celtiques::gather(&terms, bands, Seat(0)).unwrap();
    let mut state = Celtiques::new(&setup).unwrap();
    bagarre_kit::contract::advance::<Celtiques>(
        &mut state,
        &mut bagarre_kit::dice::Scripted::default(),
        &mut |_, _| {},
    )
    .unwrap();
    Field { state, facts: Vec::new() }
}

/// CEL-PLY-08: a side concedes by the agreement of its seats.
#[test]
fn cel_ply_08_a_side_concedes_by_the_agreement_of_its_seats() {
    let mut field = Field::made("gue", 4, &Value::Null, |_| {});
    field.says(0, &Command::Concede, "");
    assert_eq!(field.state.scene.stage, Stage::Plan);
    field.says(2, &Command::Concede, "");
    let outcome = outcome(&field);
    assert_eq!((outcome.verdict(Seat(1)), outcome.verdict(Seat(0))), (Verdict::Won, Verdict::Lost));
}

/// CEL-PLY-08: a seat gives up while a batch, in which its own order has already changed its camp, waits for a dodge.
#[test]
fn cel_ply_08_who_gives_up_in_the_middle_of_work_changes_nothing_else_of_his_camp() {
    let (other, mate) = (Who(1), Who(2));
    let mut field = Field::made("gue", 4, &Value::Null, |_| {}).fighting(3, &[1, 1], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 4, 8);
        put(scene, mate, 6, 8);
        put(scene, other, 7, 8);
        put(scene, Who(3), 30, 8);
        for who in [A, other] {
            edit(scene, who).turn.reaction = 20;
        }
        for (one, at) in [(mate, other), (other, mate)] {
            edit(scene, one).ties.engaged = Whos::NONE.with(at);
            edit(scene, one).beat.held_off = Whos::NONE.with(at);
        }
    });
    let question = field.ask().id();
    let seal = |who: Who, deed: Deed| Command::Deeds { question, deeds: Sealed(vec![(who, deed)]) };
    let call = Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(mate)));
    field.says(0, &seal(A, call), "");
    field.says(1, &seal(other, Deed::blow(mate)), "5 5 4 4 6 6 5 5 5 4 4");
    assert!(field.state.scene.camps[0].bonus == 2 && field.state.work().is_some());
    assert!(matches!(field.ask(), Ask::Choose(asked) if (asked.dec.n(), asked.seat) == (10, Seat(2))));
    field.says(0, &Command::Concede, "");
    // Facts about the camp since the work began are no part of the scene that it began in: run again, it tells the same.
    let began = &field.state.work().unwrap().base.camps[0];
    assert_eq!((began.bonus, began.yielding.contains(Seat(0)), began.conceded), (0, true, false));
    field.choose(2, Choice::No, "2 2 1 1 6 6 5 5 5");
    let camp = &field.state.scene.camps[0];
    assert_eq!((camp.bonus, camp.yielding.contains(Seat(0)), field.state.scene.turn), (2, true, 1));
}

/// CEL-FIN-05, CEL-TET-05, CEL-TET-06, CEL-R90: heads and the dead of a campaign.
#[test]
fn cel_fin_05_heads_and_the_dead_of_a_campaign() {
    use bagarre_celtiques::testkit::scene::Trophy;
    use bagarre_kit::gather::Gather;
    let mut field = Field::made("cercle", 2, &serde_json::json!({ "campagne": true }), |setup| {
        setup["bands"][0]["heroes"][0]["trophies"] = serde_json::json!([1, 3]);
    });
    field.edit(|scene| {
        (scene.stage, scene.turn, scene.segment) = (Stage::Heads, 2, 3);
        let one = &mut scene.fighters[0];
        one.gear.heads += 2;
        let of = bagarre_celtiques::testkit::ids::Who(1);
        one.gear.trophies = vec![Trophy { of, days: Some(0) }, Trophy { of, days: Some(2) }];
        let other = &mut scene.fighters[1];
        (other.body.status, other.body.blessure, other.body.dead) = (Status::Out, 7, true);
    });
    let band = |seat| Celtiques::after(&field.state, Seat(seat)).unwrap().band;
    // One game less for those of before; a margin of 0 keeps to the end of the day.
    assert_eq!(band(0).heroes[0].trophies, [2, 2]);
    assert!(band(1).heroes[0].name.ends_with(" II") && band(1).heroes[0].blessure == 0);
}

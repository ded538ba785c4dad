//! Rules that need a table of their own: switches of the room, the game master's window, long actions, falls, batches.

use bagarre_celtiques::testkit::command::{
    Act, Blow, Call, Choice, Command, Deed, Go, Goal, Habit, March, Minor, Order, Ruling, Standing, Trick,
};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::falling;
use bagarre_celtiques::testkit::ids::{Task, Who, Whos};
use bagarre_celtiques::testkit::scene::{Labour, Posture, Stage, Status, Trophy};
use bagarre_celtiques::{Ask, Celtiques};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::gather::{Gather, Terms};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, heroes, put};

/// A duel of two heroes of the table with switches of the room.
fn with(options: &Value, pair: [usize; 2]) -> Field {
    Field::made("cercle", 2, &json!({ "options": options }), |setup| {
        let rows = heroes();
        for (seat, n) in pair.into_iter().enumerate() {
            setup["bands"][seat]["heroes"][0] = json!(rows[n]);
        }
    })
}

/// How often a kind of fact was told.
fn count_facts(field: &Field, kind: &str) -> usize {
    field.facts.iter().filter(|fact| json!(fact.what)["t"] == kind).count()
}

/// CEL-DCL-07, CEL-ACT-08, CEL-TER-11: a fighter that flees announces nothing.
#[test]
fn cel_dcl_07_a_fighter_that_flees_announces_nothing() {
    let mut field = Field::duel().fighting(3, &[1, 1], |scene| {
        (scene.stage, scene.segment, scene.order) = (Stage::Announce, 0, vec![B, A]);
        for who in [A, B] {
            (edit(scene, who).turn.announced, edit(scene, who).turn.slots) = (None, 0);
        }
        edit(scene, B).body.fleeing = true;
    });
    assert!(matches!(field.ask(), Ask::Choose(asked) if asked.who == A));
    field.choose(0, Choice::Actions(1), "");
    assert_eq!((field.of(B).turn.slots, field.of(A).turn.slots), (0, 1 << 3));
}

/// CEL-ARM-02, CEL-R78, CEL-SPE-03: the long weapon strikes first in a batch.
#[test]
fn cel_arm_02_the_long_weapon_strikes_first_in_a_batch() {
    let mut field = Field::pair(0, 4).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        // A dagger acts earlier, the sword is long: it comes first with its effects.
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (15, 18);
        edit(scene, B).gear.hand = Some(1);
    });
    let question = field.ask().id();
    let deeds = |who, at| Command::Deeds { question, deeds: Sealed(vec![(who, Deed::blow(at))]) };
    field.says(0, &deeds(A, B), "");
    // Four dice and 5 over B's défense: no dodge left to be offered than this one.
    field.says(1, &deeds(B, A), "6 6 6 5");
    assert!(matches!(field.facts.iter().find_map(|fact| match &fact.what {
        What::Strikes { who, .. } => Some(*who),
        _ => None,
    }), Some(who) if who == A));
    // The margin brings a die: 19 + 4 against 5: four levels; the critical says nothing to B's blow.
    field.choose(1, Choice::No, "5 5 5 4 1 1 1 1 1");
    assert!(field.of(B).wounded());
}

/// CEL-CMD-10: an echec critique of tactics frightens the men.
#[test]
fn cel_cmd_10_an_echec_critique_of_tactics_frightens_the_men() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        scene.camps[0].chief = Some(A);
        put(scene, A, 6, 8);
        put(scene, B, 4, 8);
    });
    let call = Deed::of(Act::Call(Call::Tactics(true), Whos::NONE.with(B)));
    // Command 12 + 5; Art de la guerre with ES 3: all low; courage of the man, CO 4: 7 against 15.
    field.act(0, call, "3 3 3 3 1 2 1 1 2 2 2");
    assert_eq!(field.of(B).body.fear, 2);
    assert!(field.tells("CEL-TER-06", "afraid"));
}

/// CEL-DEC-16, CEL-RES-01, CEL-RES-02, CEL-RES-03, CEL-RES-04, CEL-R94: held at bay.
#[test]
fn cel_dec_16_held_at_bay() {
    let hold = || {
        let mut field = with(&json!({ "respect": true }), [4, 0]).fighting(3, &[1, 1], |scene| {
            put(scene, A, 4, 7);
            put(scene, B, 9, 7);
        });
        // A sling at short range; the other accepts by default.
        field.act(0, Deed::of(Act::Bay(B)), "");
        assert_eq!(field.ask().seats().iter().next(), Some(Seat(1)));
        field
    };
    let mut field = hold();
    field.choose(1, Choice::Yes, "");
    assert!(field.of(B).ties.bay.contains(A));
    // CEL-RES-02: courage and Lames 5 against 15, at the moment of action: 14 keeps the fighter where it is.
    let run = Deed { go: Some(Go::March(March::walk(Goal::Who(A)))), ..Deed::of(Act::Pass) };
    field.act(1, run, "3 2 2 2");
    assert!(field.of(B).ties.bay.contains(A) && field.tells("CEL-RES-03", "skipped"));
    assert_eq!(field.of(B).pose.at, Hex::new(9, 7));
    // B breaks at once: 20 against 15, reaction 6 against 9: the holder shoots first, five better (CEL-RES-03).
    let mut field = hold();
    field.choose(1, Choice::No, "5 5 5 5 2 2 2 3 3 3 3 3 3 3 3 1 1 1 1 1 6 6 6");
    assert_eq!((count_facts(&field, "shoots"), field.of(B).ties.bay), (1, Whos::NONE));
    assert_eq!(field.rolled("shot").unwrap().1, 15 + 6 + 5);
}

/// CEL-DEC-19, CEL-DEC-24: orders are given by no other seat, and a fighter that stands to aim aims.
#[test]
fn cel_dec_19_no_other_seat_gives_orders_and_an_aiming_fighter_aims() {
    let mut field = Field::pair(4, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 4, 7);
        put(scene, B, 9, 7);
    });
    let usual = |field: &Field| match Celtiques::default_answer(&field.state, Seat(0)) {
        Command::Act { deed, .. } => deed.act,
        _ => panic!(),
    };
    assert!(matches!(usual(&field), Act::Shoot { at, .. } if at == B));
    let habits = vec![Habit { aim: true, ..Habit::none(A) }];
    field.says(0, &Command::Stand { standing: Standing { habits, ..Standing::default() } }, "");
    assert_eq!(usual(&field), Act::Aim(B));
    field.act(0, Deed::of(Act::Aim(B)), "");
    // CEL-TIR-14.
    assert_eq!(field.state.public().aimed_bonus(A, B, false), 2);
    let chief = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        scene.camps[0].chief = Some(A);
    });
    assert!(!matches!(usual(&chief), Act::Call(..)));
}

/// CEL-DEC-20: a long action goes on or stops when a turn begins.
#[test]
fn cel_dec_20_a_long_action_goes_on_or_stops_when_a_turn_begins() {
    let mut field = Field::duel().fighting(5, &[0, 0], |scene| {
        scene.stage = Stage::Dawn;
        edit(scene, A).mind.task = Some(Labour { task: Task::PremiersSoins, on: A, levels: 0 });
    });
    assert!(matches!(field.ask(), Ask::Choose(asked) if asked.dec.n() == 20));
    field.choose(0, Choice::No, "3 3 3 3 3 3 3");
    assert!(field.of(A).mind.task.is_none());
}

/// CEL-DEC-25, CEL-SPE-05, CEL-R46, CEL-R54, CEL-R30: the shield in a charge.
#[test]
fn cel_dec_25_the_shield_in_a_charge() {
    let mut field = Field::pair(0, 1).fighting(3, &[1, 0], |scene| {
        put(scene, A, 3, 7);
        put(scene, B, 7, 7);
    });
    let go = Some(Go::March(March { charge: true, ..March::walk(Goal::Hex(Hex::new(6, 7))) }));
    let bash = Blow { charge: true, trick: Some(Trick::Shield), ..Blow::at(B) };
    field.act(0, Deed { go, ..Deed::of(Act::Strike(bash)) }, "");
    // Fureur 4, four dice against 14: 20; FO 3, the shield and the charge: two levels of Fatigue put the target on the ground.
    field.choose(1, Choice::No, "4 4 4 4");
    assert_eq!(field.rolled("attack").unwrap().1, 20);
    field.choose(1, Choice::No, "3 3 3 2 2 2");
    // Nine of three dice, the large shield 2, the charge on foot 4.
    assert_eq!(field.rolled("damage").unwrap().1, 9 + 2 + 4);
    let (body, pose) = (&field.of(B).body, &field.of(B).pose);
    assert_eq!((body.blessure, body.fatigue, pose.posture), (0, 2, Posture::Fallen));
}

/// CEL-DEC-26, CEL-R100: ready made heroes come in the order in which they are dealt, else in that of the table; each side has those named
/// for it, whether one seat leads it or two.
#[test]
fn cel_dec_26_and_cel_r100_ready_made_heroes_come_in_the_order_in_which_they_are_dealt() {
    let names = |scenario: &str, seats: u8| -> Vec<String> {
        let terms = Celtiques::usual(scenario, seats).unwrap();
        let bands = (0..seats).map(|seat| Celtiques::ready_band(&terms, Seat(seat)));
        bands.flat_map(|band| band.heroes).map(|hero| hero.name).collect()
    };
    assert_eq!(names("gue", 2), ["Viridovix", "Drustan", "Litavis", "Nantosuelta"]);
    assert_eq!(names("gue", 4), ["Viridovix", "Litavis", "Drustan", "Nantosuelta"]);
    let public: Vec<_> =
        bagarre_celtiques::testkit::tables::tables().character.iter().map(|it| it.name.clone()).collect();
    assert_eq!(names("haut_roi", 2), public[..2]);
}

/// CEL-DEC-29, CEL-MJ-03, CEL-MJ-01, CEL-MJ-06: the window of the game master.
#[test]
fn cel_dec_29_the_window_of_the_game_master() {
    let mut field = Field::made("chemin", 2, &json!({ "mj": true, "options": { "fenetre": true } }), |_| {})
        .fighting(3, &[1, 0, 0], |scene| {
            engaged(scene);
            edit(scene, B).ties.attackers = Whos::NONE.with(A);
        });
    field.act(0, Deed::blow(B), "");
    // Before the dice of an attack: so much on the result, or surprise.
    let Ask::Choose(asked) = field.ask() else { panic!() };
    assert_eq!((asked.dec.n(), asked.seat, asked.default_choice()), (29, Seat(1), Choice::Shift(0)));
    assert!(asked.options.contains(&Choice::Shift(-5)) && asked.options.contains(&Choice::Surprise(true)));
    field.choose(1, Choice::Surprise(true), "1 1 1 2");
    assert!(field.of(B).beat.surprised || field.tells("CEL-PRI-06", "beat"));
    assert_eq!(field.rolled("attack").map(|it| it.1), Some(10));
}

/// CEL-DEG-04, CEL-R63, CEL-R41: a snap shot goes no farther than medium range.
#[test]
fn cel_deg_04_a_snap_shot_goes_no_farther_than_medium_range() {
    let far = |steps: i16| {
        Field::pair(3, 0).fighting(2, &[2, 0], |scene| {
            put(scene, A, 2, 7);
            put(scene, B, 2 + steps, 7);
        })
    };
    // Knives: FO 3: 3, 6, 12, 18 metres.
    let snap = Deed::of(Act::Shoot { at: B, with: 1, draw: true });
    assert_eq!(far(7).no_act(0, snap), "celtiques.shot");
    let mut field = far(6);
    field.act(0, snap, "3");
    // One action more at once, five less from the sheath, no aim (CEL-DEG-03).
    assert_eq!((field.rolled("shot").unwrap().1, field.of(A).turn.double), (3 + 3 - 5, 1));
    // CEL-DEG-01: drawing alone takes no action, and serves from the next segment.
    let mut field = far(6);
    field.act(0, Deed { minor: Some(Minor::Draw(1)), ..Deed::of(Act::Pass) }, "");
    assert_eq!(field.of(A).turn.undeclared, 0);
    assert_eq!(field.of(A).gear.hand, Some(1));
}

/// CEL-EMP-03, CEL-EMP-02, CEL-R23: a harpoon is pulled out.
#[test]
fn cel_emp_03_a_harpoon_is_pulled_out() {
    let mut field = Field::made("cercle", 2, &Value::Null, |setup| {
        setup["bands"][0]["heroes"][0]["weapons"] = json!(["harpon"]);
        setup["bands"][0]["heroes"][0]["skills"]["hast"] = json!(4);
        setup["bands"][0]["heroes"][0]["skills"]["lames"] = json!(0);
    })
    .fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).gear.stuck = Some(B);
    });
    // Hast 4 against 15; then FO 3 and 4 against EN 3: a damage roll of its own.
    field.act(0, Deed::of(Act::Pull), "4 4 4 3 3 3 3 2 2 2");
    assert_eq!((field.of(A).gear.stuck, field.of(B).body.blessure), (None, 2));
}

/// CEL-HEX-08, CEL-SPE-18: thrown as far as the way is free.
#[test]
fn cel_hex_08_thrown_as_far_as_the_way_is_free() {
    let mut field = Field::pair(2, 1).fighting(3, &[1, 0], |scene| {
        put(scene, A, 12, 7);
        put(scene, B, 13, 7);
        for (one, other) in [(A, B), (B, A)] {
            edit(scene, one).ties.engaged = Whos::NONE.with(other);
        }
        (edit(scene, A).ties.holds, edit(scene, B).ties.held) = (Some(B), Some(A));
        edit(scene, B).ties.entrave = 3;
    });
    // Away from who throws, two metres, stopped at nothing: out of the ring at that.
    field.act(0, Deed::of(Act::Hurl), "1 1 1 1 1 6 6 6");
    assert_eq!(field.of(B).pose.at, Hex::new(14, 7));
    assert_eq!(field.of(B).body.status, Status::Fled);
}

/// CEL-INN-02, CEL-INN-03: a fighter that acts sees less.
#[test]
fn cel_inn_02_a_fighter_that_acts_sees_less() {
    let look = |busy: bool| {
        let mut field =
            Field::made("libre", 2, &json!({ "arena": "bois" }), |_| {}).fighting(3, &[1, 0], |scene| {
                // Three hexagons of trees between them.
                put(scene, A, 2, 1);
                put(scene, B, 6, 1);
                edit(scene, A).beat.handled = busy;
            });
        field.act(0, Deed { minor: Some(Minor::Look(B)), ..Deed::of(Act::Pass) }, "6 5");
        field.rolled("look").unwrap().1
    };
    assert_eq!((look(false), look(true)), (11, 6));
}

/// CEL-LNG-03: a distance is shortened.
#[test]
fn cel_lng_03_a_distance_is_shortened() {
    let field =
        || with(&json!({ "longue_marche": true }), [0, 0]).fighting(3, &[1, 0], |scene| put(scene, B, 11, 9));
    let trek = Deed::of(Act::Trek(Hex::new(9, 7)));
    assert_eq!(Field::pair(0, 0).fighting(3, &[1, 0], |_| {}).no_act(0, trek), "celtiques.switch");
    let mut field = field();
    field.act(0, trek, "");
    // CEL-LNG-04: not in a fighting situation meanwhile.
    assert_eq!(field.state.public().defence(A, B, false), -10);
    field.play_on(|state| state.scene.turn == 2);
    assert_eq!((field.of(A).pose.at, field.of(A).body.fatigue), (Hex::new(9, 7), 1));
    assert!(field.tells("CEL-LNG-03", "moved") && field.of(A).mind.trek.is_none());
}

/// CEL-PRI-01: a fighter that has declared an action comes before one that has not.
#[test]
fn cel_pri_01_whoever_has_declared_an_action_comes_before_who_has_not() {
    let field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (5, 25);
        let go = Some(Go::March(March::walk(Goal::Who(A))));
        edit(scene, B).beat.order = Some(Order { go, ..Order::default() });
    });
    assert!(matches!(field.ask(), Ask::Act { who, .. } if who == A));
    assert_eq!(field.of(B).pose.at, Hex::new(11, 7));
}

/// CEL-PRI-03, CEL-R04: the game master orders another reaction roll.
#[test]
fn cel_pri_03_the_game_master_orders_another_reaction_roll() {
    let mut field =
        Field::made("chemin", 2, &json!({ "mj": true }), |_| {})
            .fighting(1, &[0, 0, 0], |scene| scene.stage = Stage::Orders);
    field.says(1, &Command::Rule { ruling: Ruling::Reroll }, "");
    let dice: usize = field
        .state
        .public()
        .able()
        .map(|who| usize::from(field.state.fixed.profiles[who.n()].attrs[7]))
        .sum();
    // Every fighter rolls when the next segment begins, and for it.
    field.orders(0, vec![], &"3 ".repeat(dice));
    assert!(field.tells("CEL-PRI-03", "rolled") && field.state.scene.segment == 2);
    assert_eq!(field.of(A).turn.reaction, 9);
}

/// CEL-SPE-13, CEL-CHV-04, CEL-TIR-06, CEL-R39, CEL-R80, CEL-R89, CEL-R93: a rider falls.
#[test]
fn cel_spe_13_a_rider_falls() {
    assert_eq!([0, 1, 2, 3, 9, 12].map(falling), [0, 3, 5, 10, 20, 20]);
    let mut field =
        with(&json!({ "montures": true }), [0, 0]).fighting(3, &[0, 0], |scene| scene.stage = Stage::Orders);
    let run = March {
        pace: bagarre_celtiques::testkit::command::Pace::Run,
        ..March::walk(Goal::Hex(Hex::new(5, 9)))
    };
    field.orders(0, vec![(A, Order { go: Some(Go::March(run)), ..Order::default() })], "");
    // CEL-COR-11: an échec critique; then EN 3 without the mail against 15 and 3 for each of two metres: missed by 15.
    field.orders(1, vec![], "1 2 1 1 2 2 2");
    let (body, gear) = (&field.of(A).body, &field.of(A).gear);
    assert_eq!((body.blessure, body.fatigue, gear.mounted), (2, 2, false));
    assert_eq!(field.of(A).pose.posture, Posture::Fallen);
}

/// CEL-SUR-04, CEL-MJ-04: no other fighter and no master forces or forbids survival.
#[test]
fn cel_sur_04_survival_is_neither_forced_nor_forbidden() {
    let field = Field::made("chemin", 2, &json!({ "mj": true }), |_| {})
        .fighting(2, &[0, 0, 0], |scene| scene.stage = Stage::Orders);
    for n in [14, 26] {
        assert_eq!(field.refused(1, &Command::Rule { ruling: Ruling::Survival(n) }), "celtiques.master");
    }
    assert_eq!(field.refused(0, &Command::Rule { ruling: Ruling::Survival(20) }), "celtiques.master");
}

/// CEL-UND-01, CEL-UND-02, CEL-UND-05: what is not declared costs dice to a floor.
#[test]
fn cel_und_01_what_is_not_declared_costs_dice_to_a_floor() {
    let mut field = Field::pair(0, 0).fighting(2, &[0, 0], |scene| scene.stage = Stage::Orders);
    let run = March {
        pace: bagarre_celtiques::testkit::command::Pace::Run,
        ..March::walk(Goal::Hex(Hex::new(6, 10)))
    };
    field.orders(0, vec![(A, Order { go: Some(Go::March(run)), ..Order::default() })], "");
    field.orders(1, vec![], "3 3 3");
    assert_eq!(field.of(A).turn.undeclared, 1);
    field.edit(|scene| edit(scene, A).turn.undeclared = 9);
    let dice = |who| {
        let sort = bagarre_celtiques::testkit::figures::Sort::Action;
        field.state.public().dice(who, bagarre_celtiques::testkit::ids::Attr::Ag, sort, None, 0)
    };
    // One die, and one for the point of confiance.
    assert_eq!((dice(A), dice(B)), (2, 4));
}

/// CEL-TET-03, CEL-TET-04, CEL-R65: a druid prepares a head and embalms it.
#[test]
fn cel_tet_03_a_druid_prepares_a_head_and_embalms_it() {
    let dead = Who(2);
    let mut field = Field::made("gue", 2, &Value::Null, |setup| {
        let rows = heroes();
        setup["bands"][0]["heroes"][1] = json!(rows[5]);
    })
    .fighting(5, &[0, 0, 0, 0], |scene| {
        scene.stage = Stage::Orders;
        put(scene, dead, 4, 6);
        put(scene, B, 4, 7);
        edit(scene, dead).body.status = Status::Out;
        edit(scene, dead).body.blessure = 5;
        edit(scene, dead).ties.beaten_by = Some(A);
        edit(scene, B).mind.task = Some(Labour { task: Task::PreparerTete, on: dead, levels: 0 });
    });
    field.orders(0, vec![], "");
    // Religion 4 and ES 4 against 15: 19; the head hangs at the belt of the one who won it.
    field.orders(1, vec![], "4 4 4 3 3 3 3 3 3 3 3 3 3");
    assert_eq!(field.of(A).gear.trophies, [Trophy { of: dead, days: Some(4) }]);
    assert!(field.of(dead).ties.beheaded && field.of(A).gear.heads == 1);
    let mut field = field.fighting(5, &[0, 0, 0, 0], |scene| {
        scene.stage = Stage::Orders;
        edit(scene, B).mind.task = Some(Labour { task: Task::Embaumer, on: dead, levels: 0 });
    });
    field.orders(0, vec![], "");
    field.orders(1, vec![], "4 4 4 3 3 3 3 3 3 3 3 3 3");
    assert_eq!(field.of(A).gear.trophies, [Trophy { of: dead, days: None }]);
}

/// CEL-SCN-07, CEL-DEC-31, CEL-R92: the objective of a free table takes the assent of most seats.
#[test]
fn cel_scn_07_the_objective_of_a_free_table_takes_the_assent_of_most_seats() {
    let mut field = Field::met();
    assert!(matches!(field.ask(), Ask::Choose(asked) if asked.dec.n() == 31 && asked.seat == Seat(0)));
    field.choose(0, Choice::Yes, "");
    field.choose(1, Choice::Yes, "");
    let outcome = field.state.scene.outcome.clone().unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.winners.contains(Seat(1))), ("objective", true));
}

/// CEL-MEL-02, CEL-R81: a fighter that does not expect a blow has minus ten.
#[test]
fn cel_mel_02_an_unexpected_blow_costs_ten() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, B).beat.surprised = true;
    });
    field.act(0, Deed::blow(B), "");
    field.choose(1, Choice::No, "1 1 1 3");
    assert!(field.facts.iter().any(|fact| matches!(fact.what, What::Strikes { defence: -10, .. })));
    // A dodge may still help.
    assert!(matches!(field.ask(), Ask::Choose(asked) if asked.dec.n() == 10));
}

/// CEL-ENG-05: an answer takes the place of what was sealed in the batch.
#[test]
fn cel_eng_05_an_answer_takes_the_place_of_what_was_sealed_in_the_batch() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 1], |scene| {
        engaged(scene);
        edit(scene, B).turn.reaction = 18;
    });
    let question = field.ask().id();
    let leave = Deed { go: Some(Go::Leave { acro: false, to: None }), ..Deed::of(Act::Pass) };
    field.says(0, &Command::Deeds { question, deeds: Sealed(vec![(A, leave)]) }, "");
    field.says(1, &Command::Deeds { question, deeds: Sealed(vec![(B, Deed::blow(A))]) }, "3 3 3 3");
    // 16 to break away; 20 + 5 + 5 pass, and the mail holds. B strikes once.
    field.choose(1, Choice::Strike(None), "5 5 5 5 1 1 1 1 6 6 6");
    assert_eq!(count_facts(&field, "strikes"), 1);
    assert!(field.of(A).ties.engaged.contains(B) && !field.of(A).wounded());
}

/// CEL-ARM-03: a fighter that drops its weapon on the way strikes with its fists.
#[test]
fn cel_arm_03_whoever_drops_its_weapon_on_the_way_strikes_with_its_fists() {
    let mut field = Field::pair(4, 1).fighting(3, &[1, 1], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
        edit(scene, A).gear.hand = Some(1);
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (20, 9);
    });
    field.act(0, Deed::blow(B), "");
    // CEL-DEC-30: the lance first; A does not dodge; three levels on a hit, and the critical makes A drop the dagger.
    assert!(matches!(field.ask(), Ask::Choose(asked) if asked.dec.n() == 30 && asked.who == B));
    field.choose(1, Choice::Yes, "4 4 4 4");
    // Three levels take two of A's dice; engaged now, A strikes with Fureur 0.
    field.choose(0, Choice::No, "3 3 3 2 1 1 1 1 2 2 1 3");
    assert_eq!(field.of(A).gear.hand, None);
    assert_eq!(field.rolled("attack").unwrap().1, 4);
}

/// CEL-PLY-05, CEL-R91: a seat orders a batch of its own as it likes.
#[test]
fn cel_ply_05_a_seat_orders_a_batch_of_its_own_as_it_likes() {
    let mut field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1, 1], |scene| {
        (edit(scene, A).turn.reaction, edit(scene, B).turn.reaction) = (20, 18);
    });
    let up = |field: &Field| match field.ask() {
        Ask::Act { who, .. } => who,
        _ => panic!(),
    };
    assert_eq!(up(&field), A);
    field.act(0, Deed::of(Act::Yield(B)), "");
    assert_eq!(up(&field), B);
    field.act(0, Deed::of(Act::Pass), "");
    assert_eq!(up(&field), A);
}

/// CEL-TER-13: a room may leave the phase de terreur out; then no seat is asked for a cry, and no fighter is afraid
/// before the first blow.
#[test]
fn cel_ter_13_a_room_may_leave_out_the_phase_of_terror() {
    use bagarre_kit::contract::{Actor, Next, advance, submit};
    use bagarre_kit::dice::Seeded;
    for (switch, wanted) in [(json!({ "sans_terreur": true }), 0), (json!({}), 2)] {
        let terms =
            Terms { more: Some(json!({ "options": switch })), ..Celtiques::usual("cercle", 2).unwrap() };
        let bands = (0..2).map(|seat| Celtiques::ready_band(&terms, Seat(seat))).collect();
        let setup = Celtiques::gather(&terms, bands, Seat(0)).unwrap();
        let mut state = Celtiques::new(&setup).unwrap();
        let mut dice = Seeded::from_number(3);
        advance::<Celtiques>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        let (mut plans, mut cries) = (0, 0);
        while let Next::Ask { seats, ask } = Celtiques::next(&state)
            && matches!(ask, Ask::Plan { .. } | Ask::Terror { .. })
        {
            plans += u8::from(matches!(ask, Ask::Plan { .. }));
            cries += u8::from(matches!(ask, Ask::Terror { .. }));
            let seat = seats.iter().next().unwrap();
            let command = Celtiques::default_answer(&state, seat);
            submit::<Celtiques>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
        // A fighter alone, who begins in one place only, has nothing to plan but what makes terror.
        assert_eq!((plans, cries), (wanted, wanted), "{switch}");
        if wanted == 0 {
            let public = state.public();
            assert!(public.whos().all(|who| public.of(who).able() && public.of(who).body.fear == 0));
        }
    }
}

/// CEL-PLY-07, CEL-R67, CEL-R85, CEL-R86, CEL-R87: standing orders keep a turn of melee short.
#[test]
fn cel_ply_07_standing_orders_keep_a_turn_of_melee_short() {
    // CEL-R85: at most six questions for a fighter in a turn of melee.
    let (mut asked, mut turns) = (0u32, 0u32);
    for seed in 0..8u64 {
        let terms = Celtiques::usual("cercle", 2).unwrap();
        let terms = Terms { more: Some(json!({ "options": { "consignes": true } })), ..terms };
        let bands = (0..2).map(|seat| Celtiques::ready_band(&terms, Seat(seat))).collect();
        let setup = Celtiques::gather(&terms, bands, Seat(0)).unwrap();
        let (questions, melees) = questions(&setup, seed);
        asked += questions;
        turns += melees;
    }
    assert!(turns > 20, "{turns} turns of melee");
    assert!(asked <= 6 * turns, "{asked} questions in {turns} turns of a fighter in melee");
    println!("{asked} questions in {turns} turns of a fighter in melee");
}

/// Questions put to fighters in the turns in which they fight hand to hand, and how many such turns there are.
fn questions(setup: &bagarre_celtiques::Setup, seed: u64) -> (u32, u32) {
    use bagarre_kit::contract::{Actor, Audience, Next, advance, submit};
    use bagarre_kit::dice::Seeded;
    let mut state = Celtiques::new(setup).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(seed + 100));
    let mut bots = [0, 1].map(|_| Celtiques::bot("champion").unwrap());
    advance::<Celtiques>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    let (mut asked, mut turns, mut turn) = (0, 0, [(0u8, 0u32, false); 2]);
    loop {
        for (n, count) in turn.iter_mut().enumerate() {
            if count.0 != state.scene.turn {
                (asked, turns) = if count.2 { (asked + count.1, turns + 1) } else { (asked, turns) };
                *count = (state.scene.turn, 0, false);
            }
            count.2 |= !state.scene.of(Who(n as u8)).ties.engaged.is_empty();
        }
        let Next::Ask { seats, .. } = Celtiques::next(&state) else { return (asked, turns) };
        let seat = seats.iter().next().unwrap();
        turn[usize::from(seat.0)].1 += 1;
        let ask = Celtiques::ask_for(&state, seat).unwrap();
        let view = Celtiques::view(&state, Audience::Seat(seat));
        let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
        submit::<Celtiques>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

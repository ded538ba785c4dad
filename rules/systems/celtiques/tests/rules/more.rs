//! What the other chapters leave: kinds of action, decisions and their defaults, mounts, criticals of every kind of roll.

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{Act, Blow, Call, Choice, Command, Deed, Go, Order, Trick};
use bagarre_celtiques::testkit::ids::{Attr, Cry, Skill, Special, Task, Who, Whos};
use bagarre_celtiques::testkit::scene::{Posture, Stage, Status};
use bagarre_celtiques::{Advice, Ask};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, engaged, put};

/// CEL-COR-01, CEL-COR-02: attributes and skills.
#[test]
fn cel_cor_01_attributes_and_skills() {
    assert_eq!((Attr::ALL.len(), Skill::ALL.len()), (8, 17));
    let rows = bagarre_celtiques::testkit::tables::tables();
    assert_eq!(rows.skill(Skill::Jet).attribute, Attr::Pe);
    assert_eq!(rows.skill(Skill::Fureur).social_attribute, Some(Attr::Pr));
}

/// CEL-COR-11: an echec critique of an attack takes the next action.
#[test]
fn cel_cor_11_an_echec_critique_of_an_attack_takes_the_next_action() {
    let mut field = Field::pair(0, 0).fighting(2, &[2, 0], engaged);
    field.act(0, Deed::blow(B), "1 2 1");
    assert_eq!(field.of(A).mind.lost, 1);
    assert!(field.tells("CEL-COR-08", "verdict"));
}

/// CEL-DEC-07, CEL-DEC-08, CEL-DEC-12: what an absent player does.
#[test]
fn cel_dec_07_what_an_absent_player_does() {
    let field = Field::pair(0, 0).fighting(3, &[1, 0], engaged);
    let Command::Act { deed, .. } = Celtiques::default_answer(&field.state, Seat(0)) else { panic!() };
    assert_eq!(deed, Deed::blow(B));
    let field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, A).mind.prepared = Some(bagarre_celtiques::testkit::scene::Prepared::Force);
    });
    let Command::Act { deed, .. } = Celtiques::default_answer(&field.state, Seat(0)) else { panic!() };
    assert!(matches!(deed.act, Act::Strike(Blow { trick: Some(Trick::Force), .. })));
}

/// CEL-DEC-18, CEL-DEC-23: an empty hand draws, and a fighter may give up.
#[test]
fn cel_dec_18_an_empty_hand_draws_and_a_fighter_may_give_up() {
    let mut field = Field::pair(2, 0).fighting(3, &[1, 0], |scene| edit(scene, A).gear.hand = None);
    let Command::Act { deed, .. } = Celtiques::default_answer(&field.state, Seat(0)) else { panic!() };
    assert!(matches!(deed.minor, Some(bagarre_celtiques::testkit::command::Minor::Draw(0))));
    field.act(0, Deed::of(Act::Surrender), "");
    assert_eq!((field.of(A).body.status, field.state.scene.stage), (Status::Surrendered, Stage::Over));
}

/// CEL-DEC-10, CEL-ESQ-07, CEL-COR-16: a stunned fighter does not dodge.
#[test]
fn cel_dec_10_a_stunned_fighter_does_not_dodge() {
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        (edit(scene, B).mind.lost, edit(scene, B).mind.stunned) = (2, true);
    });
    // Hit at once: no seat is asked.
    field.act(0, Deed::blow(B), "5 3 6 2 4 3 4 2 4 3");
    assert!(field.of(B).wounded());
}

/// CEL-ESQ-04, CEL-UND-06: one dodge for all attacks of a segment.
#[test]
fn cel_esq_04_one_dodge_for_all_attacks_of_a_segment() {
    // CEL-R56, CEL-R57.
    let mut field = Field::pair(0, 0).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        let dodge = bagarre_celtiques::testkit::scene::Dodge { total: 25, failed: false };
        edit(scene, B).beat.dodge = Some(dodge);
    });
    field.act(0, Deed::blow(B), "5 3 6 2");
    assert!(field.tells("CEL-ESQ-03", "verdict") && !field.of(B).wounded());
}

/// CEL-ESQ-06: an acrobatic dodge adds the level or costs a die.
#[test]
fn cel_esq_06_an_acrobatic_dodge_adds_the_level_or_costs_a_die() {
    let fight = || Field::pair(0, 3).fighting(3, &[1, 0], engaged);
    let acro = Choice::Dodge { acro: true, slot: false };
    let mut field = fight();
    field.act(0, Deed::blow(B), "5 3 6 2");
    // Five dice and 6 against 15: then Esquive 5 and Acrobatie 6.
    field.choose(1, acro, "3 3 3 3 3 3 3 3 3 3");
    assert_eq!(field.rolled("dodge").unwrap().1, 15 + 5 + 6);
    let mut field = fight();
    field.act(0, Deed::blow(B), "5 3 6 2");
    field.choose(1, acro, "1 1 2 2 2 6 6 6 6");
    assert_eq!(
        (field.rolled("dodge").unwrap().1, field.of(B).turn.unbalanced),
        (39, 1),
        "all sixes (CEL-COR-09)"
    );
}

/// CEL-PLY-06: the chances of a blow are told before it.
#[test]
fn cel_ply_06_the_chances_of_a_blow_are_told_before_it() {
    let field = Field::pair(0, 0).fighting(3, &[1, 0], engaged);
    let question = field.ask().id();
    let draft = Command::Act { question, deed: Deed::blow(B) };
    let Advice { dice, flat, against, chance, after_dodge, levels, .. } =
        Celtiques::advise(&field.state, Seat(0), &draft).unwrap();
    assert_eq!((dice, flat, against), (4, 5, 15));
    // Four dice above 10: 84 in a hundred.
    assert!(
        (8_300..=8_500).contains(&chance) && after_dodge < chance && levels > 50,
        "{chance} {after_dodge} {levels}"
    );
}

/// CEL-CHV-01, CEL-CHV-02, CEL-CHV-04: riders.
#[test]
fn cel_chv_01_riders() {
    // CEL-R75.
    let more = json!({ "options": { "montures": true } });
    let field = Field::made("cercle", 2, &more, |_| {}).fighting(3, &[1, 0], |scene| {
        engaged(scene);
        edit(scene, B).gear.mounted = false;
    });
    let public = field.state.public();
    // Neither of them rides well: no level counts.
    assert_eq!(field.state.fixed.profiles[0].level(Skill::Lames), 0);
    assert_eq!(public.situation(A, B), 3);
    let step = (Hex::new(6, 7), Hex::new(6, 8));
    assert_eq!(public.speed(A, step, bagarre_celtiques::testkit::figures::Gait::default()), Some(600));
}

/// CEL-CHV-03: the crew of a chariot does not strike.
#[test]
fn cel_chv_03_the_crew_of_a_chariot_does_not_strike() {
    let more = json!({ "options": { "chars": true } });
    let field = Field::made("cercle", 2, &more, |_| {}).fighting(3, &[1, 0], engaged);
    assert_eq!(field.no_act(0, Deed::blow(B)), "celtiques.weapon");
}

/// CEL-SPE-01, CEL-SPE-19: specialities and what goes together.
#[test]
fn cel_spe_01_specialities_and_what_goes_together() {
    let mut field = Field::pair(0, 1).fighting(3, &[1, 0], engaged);
    let both = Blow {
        zone: Some(bagarre_celtiques::testkit::ids::Zone::Tete),
        trick: Some(Trick::Trip),
        ..Blow::at(B)
    };
    assert_eq!(field.no_act(0, Deed::of(Act::Strike(both))), "celtiques.trick");
    let mut profile = field.state.fixed.profiles[0].clone();
    assert_eq!(profile.bonus(Some(Special::Tomber)), 0);
    profile.specialities.push(Special::Tomber);
    assert_eq!(profile.bonus(Some(Special::Tomber)), 1);
    field.act(0, Deed::of(Act::Pass), "");
}

/// CEL-MOV-10: a jump from a standing start.
#[test]
fn cel_mov_10_a_jump_from_a_standing_start() {
    let mut field = Field::pair(3, 0).fighting(3, &[1, 0], |_| {});
    let go = Some(Go::Jump { to: Hex::new(7, 7), acro: true, dodge: false });
    // Acrobatie 6 and 15: 21: 520 cm, half of it without a run-up: two hexagons.
    field.act(0, Deed { go, ..Deed::of(Act::Pass) }, "3 3 3 3 3");
    assert_eq!(field.of(A).pose.at, Hex::new(5, 7));
    assert!(field.tells("CEL-MOV-10", "moved"));
}

/// CEL-PLY-02, CEL-PLY-05, CEL-DEC-04: orders of s0 are sealed and shown together.
#[test]
fn cel_ply_02_orders_of_s0_are_sealed_and_shown_together() {
    let mut field = Field::duel().fighting(3, &[1, 1], |scene| scene.stage = Stage::Orders);
    assert!(matches!(field.ask(), Ask::Orders { .. }));
    let order = Order { minor: Some(bagarre_celtiques::testkit::command::Minor::Crouch), ..Order::default() };
    field.orders(0, vec![(A, order)], "");
    assert!(!field.tells("CEL-ALG-03", "ordered"));
    field.orders(1, vec![], "");
    assert!(field.tells("CEL-ALG-03", "ordered"));
    assert_eq!(field.of(A).pose.posture, Posture::Crouched);
}

/// CEL-TER-07, CEL-TER-09, CEL-TER-11, CEL-TER-12: fear that puts to flight.
#[test]
fn cel_ter_07_fear_that_puts_to_flight() {
    let mut field = Field::duel().fighting(2, &[0, 0], |scene| {
        scene.stage = Stage::Orders;
        edit(scene, B).body.fleeing = true;
    });
    // CEL-MEL-01: the défense of a fighter that flees is its legs.
    assert_eq!(field.state.public().defence(B, A, false), 3);
    let before = field.of(B).pose.at;
    field.orders(0, vec![], "");
    field.orders(1, vec![], "");
    assert!(field.of(B).pose.at != before && field.tells("CEL-MOV-01", "moved"));
    // CEL-TER-09, CEL-COR-17: a fainted fighter wakes lying, unarmed and afraid.
    let mut field = Field::duel();
    field.edit(|scene| {
        scene.stage = Stage::Terror;
        edit(scene, A).gear.paint = true;
    });
    let question = field.ask().id();
    field.says(0, &Command::Cries { question, cries: Sealed(vec![(A, Cry::Cri)]) }, "");
    // Paint adds one. Viridovix faints (CEL-TER-07) for three turns: his side has no other fighter.
    field.says(1, &Command::Cries { question, cries: Sealed(vec![]) }, "5 4 3 1 5 4 3 3 1 1 1 2 3 2 2 2");
    assert_eq!((field.of(B).body.status, field.of(B).body.until), (Status::Fainted, 4));
}

/// CEL-CMD-01, CEL-CMD-03, CEL-CMD-11, CEL-CMD-12: orders need a chief and a voice.
#[test]
fn cel_cmd_01_orders_need_a_chief_and_a_voice() {
    let four = |far: i16| {
        Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[1, 0, 0, 0], |scene| {
            scene.camps[0].chief = Some(A);
            put(scene, A, 0, 8);
            put(scene, Who(1), far, 8);
            edit(scene, Who(1)).body.blessure = 1;
            edit(scene, Who(1)).ties.commanded = false;
        })
    };
    let men = Whos::NONE.with(Who(1));
    assert_eq!(four(22).no_act(0, Deed::of(Act::Call(Call::Rally, men))), "celtiques.call");
    // CEL-CMD-11: courage 10 of the man; CEL-CMD-12: 30 for a level of Blessure is out of reach of these dice.
    let mut field = four(2);
    field.act(0, Deed::of(Act::Call(Call::Retake, men)), "6 6 5 4 4 4 4 3");
    assert!(field.of(Who(1)).ties.commanded);
    let mut field = four(2);
    field.act(0, Deed::of(Act::Call(Call::Galvanise(true), men)), "6 6 5 4 4 4 4 3");
    assert!(field.state.scene.camps[0].galvanised && field.of(Who(1)).body.blessure == 1);
}

/// CEL-TET-03, CEL-TET-04, CEL-TET-06: heads are for who has taken them.
#[test]
fn cel_tet_03_heads_are_for_who_has_taken_them() {
    let field = Field::duel().fighting(3, &[1, 0], |scene| {
        put(scene, A, 6, 7);
        put(scene, B, 7, 7);
    });
    for task in [Task::PrendreTete, Task::PreparerTete, Task::Embaumer] {
        assert_eq!(field.no_act(0, Deed::of(Act::Task(task, B))), "celtiques.task");
    }
}

/// CEL-SEG-01, CEL-ACT-01, CEL-ACT-02, CEL-ACT-03, CEL-ACT-04, CEL-ALG-02, CEL-DCL-02: a turn has five segments.
#[test]
fn cel_seg_01_a_turn_has_five_segments() {
    let mut field = Field::duel();
    field.play_on(|state| state.scene.turn == 2);
    let segments = field.facts.iter().filter_map(|fact| match fact.what {
        bagarre_celtiques::testkit::event::What::Segment { segment } if segment > 0 => Some(segment),
        _ => None,
    });
    assert_eq!(segments.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    // CEL-DCL-02: in ascending order of the reaction rolls.
    let order = &field.state.scene.order;
    let rolls: Vec<i16> = order.iter().map(|who| field.of(*who).turn.reaction).collect();
    assert!(rolls.is_sorted());
}

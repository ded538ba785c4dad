//! Refusals name the rule that says why: each reason of the table is provoked, and each rule is one of the catalogue.

use std::collections::BTreeSet;

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{
    Act, Blow, Call, Choice, Command, Deed, Go, Goal, Habit, Intention, March, Minor, Order, Pace, Plan,
    Preset, Ruling, Standing, Trick,
};
use bagarre_celtiques::testkit::ids::{Cry, Dec, Skill, Task, Team, Who, Whos, Zone};
use bagarre_celtiques::testkit::scene::{
    Dodge, Errand, Fighter, Labour, Posture, Scene, Stage, Status, Trophy,
};
use bagarre_celtiques::testkit::{reasoned, reasons};
use bagarre_kit::contract::{Actor, Refuse, Ruleset, Seat};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;
use serde_json::{Value, json};

use super::harness::{A, Field, edit, put};

/// The other fighter of the first seat, and the two of the second, where each seat leads two.
const M: Who = Who(1);
const V: Who = Who(2);
const W: Who = Who(3);

/// A refusal: its code, and the rule that it names.
type Why = (String, String);

/// A refusal that a position provokes, and what it has to be.
type Case = (Why, &'static str, &'static str);

fn why(field: &Field, seat: u8, command: &Command) -> Why {
    let no = Celtiques::decide(&field.state, Actor::Seat(Seat(seat)), command);
    let no = no.err().unwrap_or_else(|| panic!("it is not refused: {command:?}"));
    (no.code().to_owned(), no.rule().map_or_else(String::new, |rule| rule.id().to_owned()))
}

/// Ambiomaros and Viridovix against Drustan and Litavis at the ford; the first is asked for its deed.
fn four(change: impl FnOnce(&mut Scene)) -> Field {
    made(&Value::Null, |_| {}, change)
}

fn made(more: &Value, setup: impl FnOnce(&mut Value), change: impl FnOnce(&mut Scene)) -> Field {
    // Without armour there are points left for more weapons.
    let light = |bands: &mut Value| {
        bands["bands"][0]["heroes"][0]["armours"] = json!([]);
        bands["bands"][0]["heroes"][0]["shields"] = json!(["petit_bouclier"]);
        setup(bands);
    };
    Field::made("gue", 2, more, light).fighting(3, &[1, 0, 0, 0], |scene| {
        for (who, col, row) in [(A, 2, 8), (M, 2, 4), (V, 8, 8), (W, 8, 4)] {
            put(scene, who, col, row);
        }
        for who in [A, M, V, W] {
            edit(scene, who).beat.saw = [A, M, V, W].into_iter().filter(|it| *it != who).collect();
        }
        change(scene);
    })
}

/// The same, where the first fighter alone is changed.
fn first(change: impl FnOnce(&mut Fighter)) -> Field {
    four(|scene| change(edit(scene, A)))
}

/// The first fighter beside an enemy it is engaged with.
fn melee(change: impl FnOnce(&mut Scene)) -> Field {
    four(|scene| {
        put(scene, V, 3, 8);
        bind(scene);
        change(scene);
    })
}

fn bind(scene: &mut Scene) {
    edit(scene, A).ties.engaged = Whos::NONE.with(V);
    edit(scene, V).ties.engaged = Whos::NONE.with(A);
}

/// The first fighter is held by an enemy beside it.
fn held(scene: &mut Scene) {
    put(scene, V, 3, 8);
    edit(scene, A).ties.held = Some(V);
    edit(scene, V).ties.holds = Some(A);
}

fn deed(field: &Field, deed: Deed) -> Why {
    why(field, 0, &Command::Act { question: field.ask().id(), deed })
}

fn act(field: &Field, act: Act) -> Why {
    deed(field, Deed::of(act))
}

fn blow(field: &Field, blow: Blow) -> Why {
    act(field, Act::Strike(blow))
}

fn trick(field: &Field, trick: Trick) -> Why {
    blow(field, Blow { trick: Some(trick), ..Blow::at(V) })
}

fn go(field: &Field, go: Go) -> Why {
    deed(field, Deed { go: Some(go), ..Deed::of(Act::Pass) })
}

fn minor(field: &Field, minor: Minor) -> Why {
    deed(field, Deed { minor: Some(minor), ..Deed::of(Act::Pass) })
}

fn march(col: i16, row: i16) -> March {
    March::walk(Goal::Hex(Hex::new(col, row)))
}

/// Orders of S0 of the first seat.
fn order(change: impl FnOnce(&mut Scene), who: Who, order: Order) -> Why {
    let field = four(|scene| {
        scene.stage = Stage::Orders;
        change(scene);
    });
    let orders = Sealed(vec![(who, order)]);
    why(&field, 0, &Command::Orders { question: field.ask().id(), orders, quiet: false })
}

fn run(to: Goal) -> Go {
    Go::March(March { pace: Pace::Run, ..March::walk(to) })
}

fn moves() -> Vec<Case> {
    let there = || Go::March(march(3, 8));
    let zigzag = Go::March(March { pace: Pace::Zigzag, ..march(5, 8) });
    let jump = |col| Go::Jump { to: Hex::new(col, 8), acro: false, dodge: false };
    let leave = |to| Go::Leave { acro: false, to };
    let deep = four(|_| {}).state.fixed.board.all().find(|hex| !four(|_| {}).state.fixed.board.stands(*hex));
    let lying = |fighter: &mut Fighter| fighter.pose.posture = Posture::Fallen;
    let off = Hex::new(90, 90);
    let with_go = |act, go| Deed { go: Some(go), ..Deed::of(act) };
    let aim = with_go(Act::Aim(V), there());
    let moved = first(|it| it.beat.moved = true);
    let after = Deed { after: true, ..Deed::of(Act::Shoot { at: V, with: 0, draw: false }) };
    let stun = |scene: &mut Scene| (edit(scene, A).mind.stunned, edit(scene, A).mind.lost) = (true, 1);
    let running = Order { go: Some(run(Goal::Hex(Hex::new(5, 8)))), ..Order::default() };
    vec![
        (go(&moved, there()), "celtiques.move", "CEL-MOV-11"),
        (go(&melee(|_| {}), jump(4)), "celtiques.move", "CEL-MOV-11"),
        (deed(&four(|_| {}), after), "celtiques.move", "CEL-MOV-11"),
        (go(&first(|it| it.pose.rising = 1), there()), "celtiques.move", "CEL-MOV-09"),
        (go(&first(lying), jump(4)), "celtiques.move", "CEL-MOV-09"),
        (go(&first(lying), run(Goal::Who(V))), "celtiques.move", "CEL-MOV-09"),
        (go(&four(held), there()), "celtiques.move", "CEL-SPE-17"),
        (go(&first(|it| it.gear.stuck = Some(V)), there()), "celtiques.move", "CEL-EMP-05"),
        (go(&four(|_| {}), Go::March(March::walk(Goal::Hex(off)))), "celtiques.move", "CEL-HEX-01"),
        (
            go(&four(|_| {}), Go::Jump { to: deep.unwrap(), acro: false, dodge: false }),
            "celtiques.move",
            "CEL-HEX-05",
        ),
        (go(&first(|it| it.body.leg = true), run(Goal::Who(V))), "celtiques.move", "CEL-CRI-02"),
        (deed(&four(|_| {}), with_go(Act::Force, zigzag)), "celtiques.move", "CEL-MOV-08"),
        (deed(&first(|it| it.gear.hand = None), aim), "celtiques.move", "CEL-TIR-14"),
        (order(stun, A, running), "celtiques.move", "CEL-COR-16"),
        (go(&four(|_| {}), leave(None)), "celtiques.leave", "CEL-ENG-04"),
        (go(&four(|scene| (held(scene), bind(scene)).1), leave(None)), "celtiques.leave", "CEL-SPE-17"),
        (
            go(&melee(|scene| edit(scene, A).gear.stuck = Some(V)), leave(None)),
            "celtiques.leave",
            "CEL-EMP-05",
        ),
        (go(&melee(|_| {}), leave(Some(off))), "celtiques.leave", "CEL-HEX-01"),
        (go(&melee(|_| {}), Go::March(march(9, 8))), "celtiques.shift", "CEL-MOV-11"),
        (go(&four(|_| {}), Go::March(March::walk(Goal::Who(A)))), "celtiques.who", "CEL-PLY-03"),
        (go(&four(|_| {}), Go::March(March::walk(Goal::Who(Who(40))))), "celtiques.who", "CEL-PLY-01"),
    ]
}

fn small_acts() -> Vec<Case> {
    let two_hands = |setup: &mut Value| {
        setup["bands"][0]["heroes"][0]["weapons"] = json!(["epee", "grande_hache"]);
    };
    let low = |scene: &mut Scene| edit(scene, A).pose.posture = Posture::Fallen;
    let lies_held = four(|scene| (held(scene), low(scene)).1);
    let rise = |field: &Field| minor(field, Minor::Rise);
    let stuck = made(
        &Value::Null,
        |setup| setup["bands"][0]["heroes"][0]["weapons"] = json!(["epee", "couteau"]),
        |scene| {
            edit(scene, A).gear.stuck = Some(V);
        },
    );
    vec![
        (minor(&first(|it| it.gear.hand = None), Minor::Drop), "celtiques.minor", "CEL-INN-03"),
        (minor(&melee(|_| {}), Minor::Crouch), "celtiques.minor", "CEL-INN-03"),
        (minor(&four(|_| {}), Minor::Look(V)), "celtiques.minor", "CEL-INN-03"),
        (minor(&four(|_| {}), Minor::Pick(0)), "celtiques.minor", "CEL-UND-07"),
        (minor(&four(|_| {}), Minor::Mount), "celtiques.minor", "CEL-UND-07"),
        (rise(&four(|_| {})), "celtiques.minor", "CEL-MOV-09"),
        (rise(&melee(low)), "celtiques.minor", "CEL-SPE-14"),
        (rise(&lies_held), "celtiques.minor", "CEL-SPE-17"),
        (minor(&four(|_| {}), Minor::Release), "celtiques.minor", "CEL-SPE-17"),
        (minor(&four(|_| {}), Minor::Draw(9)), "celtiques.minor", "CEL-DEG-01"),
        (minor(&stuck, Minor::Draw(1)), "celtiques.minor", "CEL-EMP-05"),
        (minor(&made(&Value::Null, two_hands, |_| {}), Minor::Draw(1)), "celtiques.minor", "CEL-CRE-03"),
        (minor(&four(|_| {}), Minor::Standard), "celtiques.minor", "CEL-SCN-06"),
    ]
}

fn orders() -> Vec<Case> {
    let idle = Order::default();
    let dodge = Order { dodge: Some(false), ..idle };
    let stun = |scene: &mut Scene| (edit(scene, A).mind.stunned, edit(scene, A).mind.lost) = (true, 1);
    let dodged = |scene: &mut Scene| edit(scene, A).beat.dodge = Some(Dodge { total: 9, failed: false });
    let zigzag = Go::March(March { pace: Pace::Zigzag, ..march(5, 8) });
    let busy = |scene: &mut Scene| {
        edit(scene, A).mind.task = Some(Labour { task: Task::PremiersSoins, on: M, levels: 0 });
    };
    let out = |scene: &mut Scene| {
        edit(scene, A).body.status = Status::Out;
        edit(scene, A).body.blessure = 5;
    };
    let tried = |scene: &mut Scene| {
        edit(scene, A).turn.survival = bagarre_celtiques::testkit::scene::Survival::Tried;
    };
    let duel = |scene: &mut Scene| {
        (edit(scene, A).ties.duel, edit(scene, V).ties.duel) = (Some(V), Some(A));
    };
    vec![
        (order(out, A, idle), "celtiques.who", "CEL-COR-17"),
        (order(|scene| edit(scene, A).body.fleeing = true, A, idle), "celtiques.who", "CEL-TER-11"),
        (order(duel, A, idle), "celtiques.who", "CEL-R88"),
        (order(|_| {}, V, idle), "celtiques.who", "CEL-PLY-01"),
        (order(tried, A, Order { survive: true, ..idle }), "celtiques.survival", "CEL-SUR-06"),
        (order(busy, A, dodge), "celtiques.task", "CEL-LNG-04"),
        (order(stun, A, dodge), "celtiques.dodge", "CEL-COR-16"),
        (order(dodged, A, dodge), "celtiques.dodge", "CEL-UND-06"),
        (order(|_| {}, A, Order { go: Some(zigzag), ..dodge }), "celtiques.dodge", "CEL-MOV-08"),
    ]
}

fn blows() -> Vec<Case> {
    let plain = Blow::at(V);
    let gear = |weapons: Value| move |setup: &mut Value| setup["bands"][0]["heroes"][0]["weapons"] = weapons;
    let carried = |weapons: Value, scene: fn(&mut Scene)| {
        made(&Value::Null, gear(weapons), |it| {
            put(it, V, 3, 8);
            scene(it);
        })
    };
    let draw = |field: &Field, n| blow(field, Blow { draw: Some(n), ..plain });
    let axe = carried(json!(["hache"]), |_| {});
    let stuck = melee(|scene| {
        put(scene, W, 2, 7);
        edit(scene, A).gear.stuck = Some(V);
    });
    let nobody = first(|it| it.gear.hand = None);
    let respect = made(&json!({ "options": { "respect": true } }), |_| {}, |_| {});
    vec![
        (blow(&four(|_| {}), Blow::at(M)), "celtiques.target", "CEL-DEC-08"),
        (blow(&four(|_| {}), plain), "celtiques.target", "CEL-MEL-07"),
        (act(&respect, Act::Bay(M)), "celtiques.target", "CEL-RES-04"),
        (draw(&melee(|_| {}), 0), "celtiques.weapon", "CEL-DEG-02"),
        (draw(&carried(json!(["epee", "lance"]), |_| {}), 1), "celtiques.weapon", "CEL-DEG-03"),
        (
            draw(&carried(json!(["epee", "couteau"]), |it| edit(it, A).gear.stuck = Some(V)), 1),
            "celtiques.weapon",
            "CEL-EMP-05",
        ),
        (
            draw(&carried(json!(["epee", "couteau"]), |it| edit(it, A).body.arm = true), 1),
            "celtiques.weapon",
            "CEL-CRE-03",
        ),
        (blow(&stuck, Blow::at(W)), "celtiques.weapon", "CEL-EMP-05"),
        (blow(&axe, Blow { estoc: true, ..plain }), "celtiques.weapon", "CEL-EMP-01"),
        (act(&nobody, Act::Pull), "celtiques.weapon", "CEL-EMP-02"),
        (
            blow(&made(&json!({ "options": { "chars": true } }), |_| {}, |it| put(it, V, 3, 8)), plain),
            "celtiques.weapon",
            "CEL-CHV-03",
        ),
        (blow(&four(|_| {}), Blow::at(Who(99))), "celtiques.who", "CEL-PLY-01"),
    ]
}

fn special_blows() -> Vec<Case> {
    let near = || melee(|_| {});
    let plain = Blow::at(V);
    let low = melee(|scene| edit(scene, V).pose.posture = Posture::Fallen);
    let holds = melee(|scene| {
        (edit(scene, A).ties.holds, edit(scene, V).ties.held) = (Some(V), Some(A));
    });
    let useless = melee(|scene| {
        (edit(scene, A).body.arm, edit(scene, A).body.shield_arm, edit(scene, A).gear.shield) =
            (true, true, false);
    });
    let knife = made(
        &Value::Null,
        |setup| setup["bands"][0]["heroes"][0]["weapons"] = json!(["epee", "couteau"]),
        |scene| put(scene, V, 3, 8),
    );
    let stuck = melee(|scene| edit(scene, A).gear.stuck = Some(V));
    let torso = Some(Zone::Torse);
    vec![
        (trick(&near(), Trick::Shield), "celtiques.trick", "CEL-SPE-05"),
        (trick(&near(), Trick::Force), "celtiques.trick", "CEL-SPE-07"),
        (trick(&near(), Trick::Acrobatic), "celtiques.trick", "CEL-SPE-08"),
        (act(&near(), Act::Acrobatic(V)), "celtiques.trick", "CEL-SPE-08"),
        (trick(&low, Trick::Trip), "celtiques.trick", "CEL-SPE-09"),
        (trick(&useless, Trick::Seize), "celtiques.trick", "CEL-SPE-15"),
        (trick(&holds, Trick::Seize), "celtiques.trick", "CEL-SPE-17"),
        (
            blow(&near(), Blow { zone: torso, trick: Some(Trick::Trip), ..plain }),
            "celtiques.trick",
            "CEL-SPE-19",
        ),
        (blow(&near(), Blow { second: Some((0, V)), ..plain }), "celtiques.trick", "CEL-ACT-07"),
        (
            blow(&knife, Blow { draw: Some(1), trick: Some(Trick::Trip), ..plain }),
            "celtiques.trick",
            "CEL-DEG-02",
        ),
        (act(&stuck, Act::Force), "celtiques.trick", "CEL-EMP-05"),
        (act(&near(), Act::Escape { acro: false }), "celtiques.hold", "CEL-SPE-16"),
        (act(&near(), Act::Tighten), "celtiques.hold", "CEL-SPE-15"),
        (act(&holds, Act::Hurl), "celtiques.hold", "CEL-SPE-18"),
    ]
}

fn charges() -> Vec<Case> {
    let charge = |field: &Field, to: Option<March>, zone| {
        let blow = Blow { charge: true, zone, ..Blow::at(V) };
        deed(field, Deed { go: to.map(Go::March), ..Deed::of(Act::Strike(blow)) })
    };
    let open = || four(|scene| put(scene, V, 7, 8));
    let lies = four(|scene| {
        put(scene, V, 7, 8);
        edit(scene, A).pose.posture = Posture::Fallen;
    });
    let shift = melee(|_| {});
    let to = shift.state.public().shifts(A)[0];
    let far = four(|scene| {
        put(scene, V, 12, 8);
        edit(scene, A).turn.fast = None;
    });
    vec![
        (charge(&open(), None, None), "celtiques.charge", "CEL-SPE-04"),
        (charge(&open(), Some(march(5, 8)), Some(Zone::Torse)), "celtiques.charge", "CEL-SPE-19"),
        (charge(&open(), Some(march(3, 7)), None), "celtiques.charge", "CEL-HEX-07"),
        (charge(&far, Some(march(10, 8)), None), "celtiques.charge", "CEL-HEX-04"),
        (charge(&lies, Some(march(5, 8)), None), "celtiques.charge", "CEL-MOV-09"),
        (charge(&shift, Some(march(to.col, to.row)), None), "celtiques.charge", "CEL-MOV-11"),
    ]
}

fn shots() -> Vec<Case> {
    // A sling in hand, a javelin and a lance besides.
    let sling = |change: fn(&mut Scene)| {
        let setup = |setup: &mut Value| {
            setup["bands"][0]["heroes"][0]["weapons"] = json!(["fronde", "javelot", "lance"]);
            setup["bands"][0]["heroes"][0]["skills"]["jet"] = json!(3);
            setup["bands"][0]["heroes"][0]["skills"]["lames"] = json!(0);
        };
        made(&json!({ "options": { "duel": true } }), setup, change)
    };
    let shoot = |field: &Field, at, with, draw| act(field, Act::Shoot { at, with, draw });
    let plain = |field: &Field| shoot(field, V, 0, false);
    let friend = |scene: &mut Scene| put(scene, M, 3, 8);
    vec![
        (shoot(&sling(|_| {}), M, 0, false), "celtiques.shot", "CEL-DEC-24"),
        (shoot(&sling(|_| {}), V, 1, false), "celtiques.shot", "CEL-DEG-01"),
        (shoot(&sling(|_| {}), V, 0, true), "celtiques.shot", "CEL-DEG-02"),
        (
            shoot(&sling(|scene| edit(scene, A).gear.shield = false), V, 2, true),
            "celtiques.shot",
            "CEL-DEG-03",
        ),
        (shoot(&sling(|scene| put(scene, V, 20, 8)), V, 1, true), "celtiques.shot", "CEL-DEG-04"),
        (plain(&sling(|scene| edit(scene, A).gear.stuck = Some(V))), "celtiques.shot", "CEL-EMP-05"),
        (plain(&sling(|scene| edit(scene, A).gear.reload = 1)), "celtiques.shot", "CEL-TIR-15"),
        (shoot(&four(|_| {}), V, 0, false), "celtiques.shot", "CEL-TIR-02"),
        (
            plain(&sling(|scene| edit(scene, A).turn.scruples = Whos::NONE.with(V))),
            "celtiques.shot",
            "CEL-TIR-09",
        ),
        (plain(&sling(friend)), "celtiques.shot", "CEL-HEX-06"),
        (plain(&sling(held)), "celtiques.hold", "CEL-SPE-17"),
        (act(&sling(|_| {}), Act::Aim(M)), "celtiques.shot", "CEL-TIR-14"),
        (act(&sling(|_| {}), Act::Duel(M)), "celtiques.shot", "CEL-DUE-01"),
        (plain(&melee(|_| {})), "celtiques.engaged", "CEL-ENG-02"),
        (act(&four(|_| {}), Act::Yield(A)), "celtiques.yield", "CEL-PRI-05"),
    ]
}

fn calls_and_tasks() -> Vec<Case> {
    let led = |change: fn(&mut Scene)| {
        four(|scene| {
            scene.camps[0].chief = Some(A);
            change(scene);
        })
    };
    let call = |field: &Field, call, men: &[Who]| act(field, Act::Call(call, men.iter().copied().collect()));
    let none: &[Who] = &[];
    let unled = made(
        &Value::Null,
        |setup| setup["bands"][0]["heroes"][0]["skills"]["commandement"] = json!(0),
        |scene| scene.camps[0].chief = Some(A),
    );
    let silent =
        made(&Value::Null, |setup| setup["bands"][0]["heroes"][0]["skills"]["fureur"] = json!(0), |_| {});
    let jaw = |scene: &mut Scene| edit(scene, A).body.jaw = true;
    let task = |field: &Field, task, on| act(field, Act::Task(task, on));
    let priest = |change: fn(&mut Scene)| {
        let skills = |setup: &mut Value| {
            let own = &mut setup["bands"][0]["heroes"][0]["skills"];
            *own = json!({ "religion": 3, "plantes": 3, "fureur": 4 });
        };
        made(&json!({ "options": { "longue_marche": true } }), skills, |scene| {
            put(scene, V, 3, 8);
            change(scene);
        })
    };
    let full = |scene: &mut Scene| {
        edit(scene, A).gear.heads = 9;
        edit(scene, A).gear.trophies = vec![Trophy { of: W, days: None }; 9];
    };
    let moving = Deed { go: Some(Go::March(march(3, 7))), ..Deed::of(Act::Task(Task::PremiersSoins, M)) };
    let at = Hex::new(2, 8);
    vec![
        (call(&led(jaw), Call::Tactics(true), none), "celtiques.call", "CEL-CRI-02"),
        (call(&led(|_| {}), Call::Rally, &[V]), "celtiques.call", "CEL-CMD-01"),
        (call(&unled, Call::Tactics(true), none), "celtiques.call", "CEL-CMD-02"),
        (
            call(&led(|scene| scene.camps[0].chief = Some(M)), Call::Tactics(true), none),
            "celtiques.call",
            "CEL-CMD-04",
        ),
        (call(&led(|_| {}), Call::Rally, none), "celtiques.call", "CEL-CMD-07"),
        (call(&led(|_| {}), Call::Retake, none), "celtiques.call", "CEL-CMD-11"),
        (call(&led(|_| {}), Call::Galvanise(true), none), "celtiques.call", "CEL-CMD-12"),
        (call(&led(|_| {}), Call::TakeOver, none), "celtiques.call", "CEL-CMD-14"),
        (act(&silent, Act::Sing), "celtiques.call", "CEL-TER-09"),
        (task(&four(|_| {}), Task::PremiersSoins, V), "celtiques.task", "CEL-LNG-02"),
        (deed(&four(|_| {}), moving), "celtiques.task", "CEL-LNG-04"),
        (act(&priest(|_| {}), Act::Trek(at)), "celtiques.task", "CEL-LNG-03"),
        (task(&priest(full), Task::PrendreTete, V), "celtiques.task", "CEL-TET-02"),
        (task(&priest(|_| {}), Task::PrendreTete, V), "celtiques.task", "CEL-TET-05"),
        (task(&priest(|_| {}), Task::PreparerTete, V), "celtiques.task", "CEL-TET-03"),
        (task(&priest(|_| {}), Task::Embaumer, V), "celtiques.task", "CEL-TET-04"),
        (act(&four(|_| {}), Act::Trek(at)), "celtiques.switch", "CEL-LNG-03"),
        (act(&four(|_| {}), Act::Bay(V)), "celtiques.switch", "CEL-RES-04"),
        (act(&four(|_| {}), Act::Duel(V)), "celtiques.switch", "CEL-DUE-01"),
    ]
}

fn standing() -> Vec<Case> {
    let field = four(|_| {});
    let stand = |standing| why(&field, 0, &Command::Stand { standing });
    let habits = vec![Habit::none(V)];
    let presets = vec![Preset { who: V, turn: 1, actions: 1 }];
    let intentions = vec![Intention::of(V, 1, 3, Deed::of(Act::Pass))];
    vec![
        (stand(Standing { habits, ..Standing::default() }), "celtiques.standing", "CEL-PLY-07"),
        (stand(Standing { presets, ..Standing::default() }), "celtiques.standing", "CEL-PLY-10"),
        (stand(Standing { intentions, ..Standing::default() }), "celtiques.standing", "CEL-PLY-11"),
    ]
}

/// Commands that were not asked for: of a seat or a fighter that is not asked, and an answer to another question.
fn not_asked() -> Vec<Case> {
    let stage = |stage: Stage| four(move |scene| scene.stage = stage);
    let id = |field: &Field| field.ask().id();
    let plan = |question| Command::Plan { question, plan: Sealed(Plan::default()) };
    let cries = |question, list: Vec<(Who, Cry)>| Command::Cries { question, cries: Sealed(list) };
    let orders = |question| Command::Orders { question, orders: Sealed(Vec::new()), quiet: false };
    let deeds = |question, who, act| Command::Deeds { question, deeds: Sealed(vec![(who, Deed::of(act))]) };
    let pass = |question| Command::Act { question, deed: Deed::of(Act::Pass) };
    let mut planning = Field::made("gue", 2, &Value::Null, |_| {});
    let other_plan = why(&planning, 0, &pass(id(&planning)));
    planning.says(0, &plan(id(&planning)), "");
    let again_plan = why(&planning, 0, &plan(id(&planning)));
    let gone = why(&planning, 1, &Command::Withdraw { question: id(&planning) });
    planning.says(1, &plan(id(&planning)), "");
    let other_cry = why(&planning, 0, &pass(id(&planning)));
    let dumb = why(&planning, 0, &cries(id(&planning), vec![(A, Cry::Carnix)]));
    planning.says(0, &cries(id(&planning), Vec::new()), "");
    let again_cry = why(&planning, 0, &cries(id(&planning), Vec::new()));
    let mut sealing = stage(Stage::Orders);
    let other_order = why(&sealing, 0, &pass(id(&sealing)));
    sealing.says(0, &orders(id(&sealing)), "");
    let again_order = why(&sealing, 0, &orders(id(&sealing)));
    let mut batch = four(|scene| {
        for who in [A, V] {
            (edit(scene, who).turn.slots, edit(scene, who).turn.reaction) = (1 << 3, 15);
        }
    });
    let other_batch = why(&batch, 0, &pass(id(&batch)));
    let outside = why(&batch, 0, &deeds(id(&batch), M, Act::Pass));
    let yields = why(&batch, 0, &deeds(id(&batch), A, Act::Yield(V)));
    batch.says(0, &deeds(id(&batch), A, Act::Pass), "");
    let again_batch = why(&batch, 0, &deeds(id(&batch), A, Act::Pass));
    let alone = four(|_| {});
    vec![
        (other_plan, "celtiques.other", "CEL-DEC-01"),
        (again_plan, "celtiques.not_asked", "CEL-DEC-01"),
        (gone, "celtiques.not_asked", "CEL-PLY-02"),
        (other_cry, "celtiques.other", "CEL-DEC-02"),
        (dumb, "celtiques.cry", "CEL-TER-10"),
        (again_cry, "celtiques.not_asked", "CEL-DEC-02"),
        (other_order, "celtiques.other", "CEL-PLY-04"),
        (again_order, "celtiques.not_asked", "CEL-PLY-04"),
        (other_batch, "celtiques.other", "CEL-DEC-27"),
        (outside, "celtiques.who", "CEL-ALG-03"),
        (yields, "celtiques.yield", "CEL-PRI-05"),
        (again_batch, "celtiques.not_asked", "CEL-DEC-27"),
        (why(&alone, 1, &pass(id(&alone))), "celtiques.not_asked", "CEL-ALG-03"),
        (why(&alone, 0, &orders(id(&alone))), "celtiques.other", "CEL-ALG-03"),
    ]
}

fn rulings() -> Vec<Case> {
    let led = |change: fn(&mut Scene)| {
        Field::led("haut_roi", 2, &json!({}), |_| {}).fighting(0, &[], |scene| {
            (scene.stage, scene.segment) = (Stage::Announce, 0);
            scene.order = scene.whos().collect();
            for who in scene.whos() {
                (edit(scene, who).turn.announced, edit(scene, who).turn.slots) = (None, 0);
            }
            change(scene);
        })
    };
    let field = led(|_| {});
    let rule = |ruling| why(&field, 2, &Command::Rule { ruling });
    let errand = Errand { task: Task::PremiersSoins, skill: Skill::Soins, difficulty: 99, levels: 1 };
    let versus = Field::led("gue", 2, &json!({}), |_| {}).fighting(0, &[], |scene| {
        (scene.stage, scene.segment) = (Stage::Announce, 0);
        scene.order = scene.whos().collect();
        for who in scene.whos() {
            (edit(scene, who).turn.announced, edit(scene, who).turn.slots) = (None, 0);
        }
    });
    let twice = led(|scene| scene.rulings.reroll = true);
    let code = "celtiques.master";
    vec![
        (why(&field, 0, &Command::Rule { ruling: Ruling::Reroll }), code, "CEL-MJ-02"),
        (rule(Ruling::Next(A, 9)), code, "CEL-MJ-03"),
        (why(&versus, 2, &Command::Rule { ruling: Ruling::Next(A, 4) }), code, "CEL-MJ-06"),
        (rule(Ruling::Surprise(A, false)), code, "CEL-PRI-06"),
        (rule(Ruling::Sudden(99)), code, "CEL-UND-04"),
        (rule(Ruling::Survival(99)), code, "CEL-MJ-04"),
        (rule(Ruling::Embalming(99)), code, "CEL-TET-04"),
        (rule(Ruling::Innate(99)), code, "CEL-INN-02"),
        (rule(Ruling::Acrobatics(99)), code, "CEL-ESQ-06"),
        (rule(Ruling::Bay(99)), code, "CEL-RES-01"),
        (rule(Ruling::Crowd(99)), code, "CEL-TIR-10"),
        (rule(Ruling::Tactics(99)), code, "CEL-CMD-08"),
        (rule(Ruling::Songs(99)), code, "CEL-TER-09"),
        (rule(Ruling::EndBonus(Team::First)), code, "CEL-CMD-09"),
        (why(&twice, 2, &Command::Rule { ruling: Ruling::Reroll }), code, "CEL-PRI-03"),
        (rule(Ruling::Slow(Hex::new(5, 5), 60)), code, "CEL-MOV-04"),
        (rule(Ruling::Task(errand)), code, "CEL-LNG-02"),
        (rule(Ruling::Met(Team::First)), code, "CEL-SCN-07"),
        (rule(Ruling::Play(M, true)), code, "CEL-MJ-01"),
    ]
}

fn others() -> Vec<Case> {
    let terror = |change: fn(&mut Scene), cry| {
        let mut field = Field::made("gue", 2, &Value::Null, |_| {});
        field.edit(|scene| {
            scene.stage = Stage::Terror;
            change(scene);
        });
        let question = field.ask().id();
        why(&field, 0, &Command::Cries { question, cries: Sealed(vec![(A, cry)]) })
    };
    let jaw = |scene: &mut Scene| edit(scene, A).body.jaw = true;
    let out = |scene: &mut Scene| {
        (edit(scene, A).body.status, edit(scene, A).body.blessure) = (Status::Out, 5);
    };
    // A segment of the surprised: the second fighter of the first seat has a move, and no slot.
    let late = four(|scene| {
        for who in [A, V] {
            (edit(scene, who).turn.slots, edit(scene, who).beat.surprised) = (1 << 3, true);
        }
        for who in [A, M, V] {
            edit(scene, who).turn.reaction = 15;
        }
        let go = Some(Go::March(march(3, 4)));
        edit(scene, M).beat.order = Some(Order { go, ..Order::default() });
    });
    let question = late.ask().id();
    let deeds = Sealed(vec![(M, Deed::of(Act::Pass))]);
    let announcing = Field::made("gue", 2, &Value::Null, |_| {}).fighting(0, &[0; 4], |scene| {
        (scene.stage, scene.order) = (Stage::Announce, vec![A, V, M, W]);
        for who in [A, M, V, W] {
            edit(scene, who).turn.announced = None;
        }
    });
    let number = announcing.ask().id();
    let many = Command::Announce { question: number, actions: Sealed(vec![(A, 9)]) };
    let choice = |command: &Command, seat| why(&announcing, seat, command);
    let six = Command::Choose { question: number, choice: Choice::Actions(1) };
    vec![
        (terror(jaw, Cry::Cri), "celtiques.cry", "CEL-CRI-02"),
        (terror(out, Cry::Cri), "celtiques.cry", "CEL-COR-17"),
        (why(&late, 0, &Command::Deeds { question, deeds }), "celtiques.who", "CEL-DCL-04"),
        (choice(&many, 0), "celtiques.who", "CEL-PLY-10"),
        (choice(&six, 1), "celtiques.not_asked", "CEL-DCL-02"),
    ]
}

fn all() -> Vec<Case> {
    [
        moves(),
        small_acts(),
        orders(),
        blows(),
        special_blows(),
        charges(),
        shots(),
        calls_and_tasks(),
        standing(),
        not_asked(),
        rulings(),
        others(),
    ]
    .concat()
}

/// CEL-SPE-07, CEL-SPE-08, CEL-SPE-18, CEL-ALG-03: each refusal names the rule that says why, and each reason of the table is provoked.
#[test]
fn cel_spe_07_refusals_name_the_rule_that_says_why() {
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for ((code, rule), wanted, reason) in all() {
        if (code.as_str(), rule.as_str()) != (wanted, reason) {
            wrong.push(format!("{code} by {rule}, not {wanted} by {reason}"));
        }
        seen.insert((code, rule));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Short questions: `paces.rs` has one of each. Two are about bands and tables that are stored, and no answers to questions.
    let elsewhere = Dec::ALL.iter().map(|dec| dec.rule()).chain(["CEL-FIN-05", "CEL-PLY-09"]);
    let elsewhere: BTreeSet<_> = elsewhere.collect();
    for code in reasoned() {
        for rule in reasons(code).into_iter().filter(|rule| !elsewhere.contains(rule)) {
            assert!(seen.contains(&(code.to_owned(), rule.to_owned())), "nothing provokes {code} by {rule}");
        }
    }
}

/// Every rule that a refusal names is in the catalogue.
#[test]
fn refusals_name_rules_of_the_catalogue() {
    let book = include_str!("../../../../../docs/rules/celtiques.md");
    let starts = |line: &str, rule: &str| {
        let text = line.trim_start_matches(['|', '*', ' ']);
        text.strip_prefix(rule).is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    };
    let known = |rule: &str| book.lines().any(|line| starts(line, rule));
    let written = include_str!("../refusals.txt").lines().filter_map(|line| line.split('\t').nth(1));
    let written = written.filter(|rule| rule.starts_with("CEL-"));
    for rule in reasoned().into_iter().flat_map(reasons).chain(written) {
        assert!(known(rule), "{rule} is not in the catalogue");
    }
}

/// Every code whose rule hangs on what was wrong is in the table of reasons, and no other.
#[test]
fn refusals_whose_rule_hangs_on_what_was_wrong_have_their_reasons() {
    let written = include_str!("../refusals.txt").lines().filter(|line| line.split('\t').nth(1) == Some("*"));
    let written: BTreeSet<_> = written.filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(written, reasoned());
}

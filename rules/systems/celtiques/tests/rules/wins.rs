//! How each fight is won: draws, breath, and the victory of every scenario (CEL-FIN, CEL-SCN).

use bagarre_celtiques::Celtiques;
use bagarre_celtiques::testkit::command::{Act, Choice, Command, Deed, Go, Goal, March};
use bagarre_celtiques::testkit::event::What;
use bagarre_celtiques::testkit::ids::{Attr, Team, Who, Whos};
use bagarre_celtiques::testkit::scene::{Dodge, Scene, Stage, Status};
use bagarre_kit::contract::{Next, Outcome, Ruleset, Seat, Verdict};
use serde_json::{Value, json};

use super::harness::{A, B, Field, edit, put};

const C: Who = Who(2);
const D: Who = Who(3);

fn over(field: &Field) -> Option<Outcome> {
    match Celtiques::next(&field.state) {
        Next::Over(outcome) => Some(outcome),
        _ => None,
    }
}

/// Returns the seats that have won alone, and why; `None` while the fight goes on.
fn won(field: &Field) -> Option<(Vec<u8>, String)> {
    let outcome = over(field)?;
    Some((outcome.winners.iter().map(|seat| seat.0).collect(), outcome.reason))
}

fn out(scene: &mut Scene, who: Who) {
    let body = &mut edit(scene, who).body;
    (body.status, body.blessure) = (Status::Out, 5);
}

fn gone(scene: &mut Scene, who: Who, status: Status) {
    edit(scene, who).body.status = status;
}

/// The last orders of a turn; no action is declared. The breath and what comes after it are rolled with one face.
fn ends(mut field: Field, turn: u8, dice: &str, change: impl FnOnce(&mut Scene)) -> Field {
    field = field.fighting(5, &[], |scene| {
        (scene.stage, scene.turn) = (Stage::Orders, turn);
        change(scene);
    });
    let seats = field.ask().seats().iter().map(|seat| seat.0).collect::<Vec<_>>();
    for (n, seat) in seats.iter().enumerate() {
        let last = n + 1 == seats.len();
        field.orders(*seat, vec![], if last { dice } else { "" });
    }
    field
}

/// So many threes as the able fighters have dice of an attribute.
fn threes(field: &Field, attr: Attr) -> String {
    let profiles = &field.state.fixed.profiles;
    let dice = field.state.public().able().map(|who| usize::from(profiles[who.n()].attr(attr))).sum();
    "3 ".repeat(dice)
}

/// CEL-FIN-03, CEL-FIN-04: at the limit the score, then fewer levels lost; who are equal in both share the fight.
#[test]
fn cel_fin_03_equal_at_the_limit_is_a_draw() {
    let limit = |change: fn(&mut Scene)| ends(Field::pair(0, 0), 12, "3 3 3 3 3 3", change);
    // The breath of turn 12 takes a level of each (CEL-FIN-02).
    let draw = over(&limit(|_| {})).unwrap();
    assert_eq!([0, 1].map(|seat| draw.verdict(Seat(seat))), [Verdict::Shared; 2]);
    assert_eq!((&*draw.reason, &draw.scores[..]), ("turns", &[0, 0][..]));
    let hurt = limit(|scene| edit(scene, B).body.blessure = 1);
    assert_eq!(won(&hurt), Some((vec![0], "turns".into())));
    // CEL-CMD-12: a level that was lent is lost all the same.
    let lent = limit(|scene| edit(scene, A).body.lent = [0, 1]);
    assert_eq!(won(&lent), Some((vec![1], "turns".into())));
    // The score comes first: an enemy who is on the run is worth two.
    let ahead = limit(|scene| {
        (edit(scene, A).body.blessure, edit(scene, B).body.fleeing) = (1, true);
        put(scene, B, 6, 7);
    });
    assert_eq!(won(&ahead), Some((vec![0], "turns".into())));
}

/// CEL-FIN-02, CEL-COR-13: the last of both sides fall to one breath: who missed by least stays up, who missed alike are scored.
#[test]
fn cel_fin_02_one_breath_for_the_last_of_both_sides() {
    let tired = |dice: &str| {
        ends(Field::pair(0, 0), 6, dice, |scene| {
            for who in [A, B] {
                edit(scene, who).body.fatigue = 4;
            }
        })
    };
    // Two dice each against 10.
    let outcome = over(&tired("2 3 3 2")).unwrap();
    assert_eq!([0, 1].map(|seat| outcome.verdict(Seat(seat))), [Verdict::Shared; 2]);
    assert_eq!((&*outcome.reason, &outcome.scores[..]), ("both", &[2, 2][..]));
    assert_eq!(won(&tired("2 3 3 3")), Some((vec![1], "last_side".into())));
}

const OUT: Status = Status::Out;
const EXIT: Status = Status::Exited;
const FLED: Status = Status::Fled;

/// A fight in which these are so when a segment ends, the seats that have won by it, and why; nothing: it goes on.
type Row = (&'static str, &'static str, u8, &'static [(u8, Status)], &'static [u8], &'static str);

fn judged(rows: &[Row]) {
    for (name, scenario, seats, are, winners, why) in rows {
        let field = Field::made(scenario, *seats, &Value::Null, |_| {}).fighting(3, &[], |scene| {
            for (who, status) in *are {
                gone(scene, Who(*who), *status);
            }
        });
        let expected = (!why.is_empty()).then(|| (winners.to_vec(), (*why).to_owned()));
        assert_eq!(won(&field), expected, "{scenario}: {name}");
    }
}

/// CEL-SCN-02, CEL-SCN-06, CEL-FIN-01: one side of players against another: the last one wins.
#[test]
fn cel_scn_02_what_wins_against_a_side() {
    let surrendered = Status::Surrendered;
    judged(&[
        ("one of two down", "gue", 2, &[(2, OUT)], &[], ""),
        ("both of two down", "gue", 2, &[(2, OUT), (3, OUT)], &[0], "last_side"),
        ("both of the others", "gue", 2, &[(0, OUT), (1, OUT)], &[1], "last_side"),
        ("those with the standard near, down", "etendard", 2, &[(0, OUT), (1, FLED)], &[1], "last_side"),
    ]);
    let field = Field::made("gue", 2, &Value::Null, |_| {}).fighting(3, &[], |scene| {
        gone(scene, A, FLED);
        gone(scene, B, surrendered);
    });
    assert_eq!(won(&field), Some((vec![1], "last_side".into())));
}

/// CEL-SCN-01: out of the ring is out of the fight.
#[test]
fn cel_scn_01_out_of_the_ring_is_out_of_the_fight() {
    let field = Field::duel().fighting(3, &[], |scene| put(scene, A, 0, 7));
    assert_eq!((won(&field), field.of(A).body.status), (Some((vec![1], "last_side".into())), FLED));
}

/// CEL-SCN-03: more than half of the heroes off the far end, and the end when none is left on the road.
#[test]
fn cel_scn_03_what_wins_the_hollow_road() {
    judged(&[
        ("one of two off, the other down", "chemin", 2, &[(0, EXIT), (1, OUT)], &[], "exit"),
        ("both off", "chemin", 2, &[(0, EXIT), (1, EXIT)], &[0, 1], "exit"),
        (
            "two of three off, the third down",
            "chemin",
            3,
            &[(0, EXIT), (1, EXIT), (2, OUT)],
            &[0, 1, 2],
            "exit",
        ),
        ("two of three off, the third on his way", "chemin", 3, &[(0, EXIT), (1, EXIT)], &[], ""),
        ("one of three off, the others down", "chemin", 3, &[(0, EXIT), (1, OUT), (2, OUT)], &[], "exit"),
        ("back over ones own edge", "chemin", 1, &[(0, FLED)], &[], "exit"),
    ]);
}

/// CEL-SCN-04, CEL-SCN-05: the king or the beast down, and what loses.
#[test]
fn cel_scn_04_what_wins_against_a_boss() {
    judged(&[
        ("he is down", "haut_roi", 2, &[(2, OUT)], &[0, 1], "boss"),
        ("he is down, his guard up", "haut_roi", 3, &[(3, OUT)], &[0, 1, 2], "boss"),
        ("his guard down, he is up", "haut_roi", 3, &[(4, OUT)], &[], ""),
        ("the heroes down", "haut_roi", 2, &[(0, OUT), (1, OUT)], &[], "last_side"),
        ("down", "sanglier", 2, &[(2, OUT)], &[0, 1], "beast"),
        ("off by the west", "sanglier", 2, &[(2, EXIT)], &[], "escaped"),
        ("nobody stands", "sanglier", 2, &[(0, OUT), (1, OUT)], &[], "last_side"),
        ("one of two down", "sanglier", 4, &[(4, OUT)], &[], ""),
        ("both down", "sanglier", 4, &[(4, OUT), (5, OUT)], &[0, 1, 2, 3], "beast"),
        ("one down, the other off", "sanglier", 4, &[(4, OUT), (5, EXIT)], &[], "escaped"),
    ]);
}

/// CEL-SCN-03, CEL-SCN-04, CEL-SCN-05: the turn after which the heroes have lost, or have come through.
#[test]
fn cel_scn_03_the_last_turn() {
    let limit = |scenario: &str, seats: u8, turn: u8, change: fn(&mut Scene)| {
        let field = Field::made(scenario, seats, &Value::Null, |_| {});
        let mut able = field;
        able.edit(change);
        let dice = threes(&able, Attr::En);
        won(&ends(able, turn, &dice, |_| {}))
    };
    assert_eq!(limit("haut_roi", 2, 12, |_| {}), Some((vec![], "turns".into())));
    assert_eq!(limit("sanglier", 2, 12, |it| put(it, C, 20, 8)), Some((vec![], "turns".into())));
    // CEL-SCN-03: before the end of turn 9.
    let two = |it: &mut Scene| {
        gone(it, A, Status::Exited);
        gone(it, B, Status::Exited);
    };
    assert_eq!(limit("chemin", 3, 9, two), Some((vec![0, 1, 2], "exit".into())));
    assert_eq!(limit("chemin", 3, 9, |it| gone(it, A, Status::Exited)), Some((vec![], "exit".into())));
}

fn off() -> Deed {
    Deed { go: Some(Go::March(March::walk(Goal::Off))), ..Deed::of(Act::Pass) }
}

/// CEL-SCN-06, CEL-HEX-09: the standard is carried off ones own edge, and off no other.
#[test]
fn cel_scn_06_the_standard_is_carried_off_ones_own_edge() {
    let borne = |who: Who, col: i16| {
        let actions: Vec<u8> = (0..4).map(|n| u8::from(n == who.0)).collect();
        let mut field = Field::made("etendard", 2, &Value::Null, |_| {}).fighting(3, &actions, |scene| {
            scene.standard = None;
            put(scene, who, col, 12);
            edit(scene, who).gear.standard = true;
            edit(scene, who).gear.shield = false;
        });
        field.act(who.0 / 2, off(), "");
        field
    };
    let home = borne(A, 0);
    assert_eq!(won(&home), Some((vec![0], "standard".into())));
    // It wins, and is no points: CEL-FIN-04 counts enemies, heads and the points of the ford alone.
    assert_eq!(over(&home).unwrap().scores, [0, 0]);
    assert_eq!(won(&borne(C, 30)), Some((vec![1], "standard".into())));
    let wrong = borne(A, 30);
    assert!(won(&wrong).is_none() && wrong.of(A).gear.standard && wrong.of(A).able());
}

/// CEL-SCN-06: a fighter that leaves without the standard has fled.
#[test]
fn cel_scn_06_whoever_leaves_without_the_standard_has_fled() {
    let mut field =
        Field::made("etendard", 2, &Value::Null, |_| {}).fighting(3, &[1], |scene| put(scene, A, 0, 12));
    field.act(0, off(), "");
    assert_eq!((field.of(A).body.status, won(&field)), (Status::Fled, None));
}

/// CEL-SCN-03: off the far end, two points for each.
#[test]
fn cel_scn_03_a_hero_off_the_far_end_has_won_and_counts_two() {
    let mut field =
        Field::made("chemin", 1, &Value::Null, |_| {}).fighting(3, &[1], |scene| put(scene, A, 33, 6));
    field.act(0, off(), "");
    assert_eq!(field.of(A).body.status, Status::Exited);
    assert_eq!(won(&field), Some((vec![0], "exit".into())));
    assert_eq!(over(&field).unwrap().scores, [2]);
}

/// CEL-SCN-03: two sides of players: those in ambush win when the others do not come through; a figurant down would count one.
#[test]
fn cel_scn_03_two_sides_of_players_in_the_hollow_road() {
    let versus = json!({ "versus": true });
    let ended =
        |change: fn(&mut Scene)| won(&Field::made("chemin", 4, &versus, |_| {}).fighting(3, &[], change));
    let half = |it: &mut Scene| {
        gone(it, A, Status::Exited);
        out(it, C);
    };
    assert_eq!(ended(half), Some((vec![1, 3], "exit".into())));
    let both = |it: &mut Scene| {
        gone(it, A, Status::Exited);
        gone(it, C, Status::Exited);
    };
    assert_eq!(ended(both), Some((vec![0, 2], "exit".into())));
}

/// CEL-SCN-04, CEL-CMD-13: the king is struck down, the king's men roll courage, and the fight stops.
#[test]
fn cel_scn_04_the_king_is_struck_down() {
    let king = D;
    let mut field = Field::made("haut_roi", 3, &Value::Null, |_| {}).fighting(3, &[1], |scene| {
        scene.camps[1].chief = Some(king);
        put(scene, A, 9, 12);
        put(scene, king, 10, 12);
        for (one, other) in [(A, king), (king, A)] {
            edit(scene, one).ties.engaged = Whos::NONE.with(other);
            edit(scene, one).beat.held_off = Whos::NONE.with(other);
        }
        edit(scene, king).beat.dodge = Some(Dodge { total: 0, failed: false });
        edit(scene, king).body.blessure = 3;
    });
    // AG 4 and Lames 5: 26 against 14; four dice and 4 against EN 4 and 4: four levels; 2 and 4 is of no more matter. The guard, CO 3, against 15.
    field.act(0, Deed::blow(king), "6 5 5 5 6 6 6 6 1 1 1 2 1 1 5 5 4");
    assert_eq!(field.of(king).body.status, Status::Out);
    assert_eq!(field.of(Who(4)).body.fear, 1);
    // CEL-DEC-22: the boss was beaten in single combat.
    field.choose(0, Choice::No, "");
    assert_eq!(won(&field), Some((vec![0, 1, 2], "boss".into())));
}

/// CEL-SCN-05: the boar leaves by the west edge of its own accord.
#[test]
fn cel_scn_05_the_boar_leaves_by_the_west_edge() {
    let field = Field::made("sanglier", 2, &Value::Null, |_| {}).fighting(3, &[0, 0, 1], |scene| {
        put(scene, C, 0, 9);
        put(scene, A, 20, 8);
        put(scene, B, 22, 8);
    });
    assert_eq!(field.of(C).body.status, Status::Exited);
    assert_eq!(won(&field), Some((vec![], "escaped".into())));
}

/// CEL-SCN-02: from turn 3 two points at each end of turn for the side that stands on the ford alone.
#[test]
fn cel_scn_02_the_ford_counts_for_who_is_alone_on_it() {
    let points = |turn: u8, change: fn(&mut Scene)| {
        let mut field = Field::made("gue", 2, &Value::Null, |_| {});
        field.edit(change);
        let dice = threes(&field, Attr::Re);
        let field = ends(field, turn, &dice, |_| {});
        [0, 1].map(|side: usize| field.state.scene.camps[side].points)
    };
    let one = |it: &mut Scene| put(it, A, 16, 5);
    assert_eq!(points(2, one), [0, 0], "too early");
    assert_eq!(points(3, one), [2, 0]);
    assert_eq!(points(5, |it| put(it, D, 16, 6)), [0, 2]);
    let both = |it: &mut Scene| {
        put(it, A, 16, 5);
        put(it, C, 16, 6);
    };
    assert_eq!(points(3, both), [0, 0]);
    let dead = |it: &mut Scene| {
        put(it, A, 16, 5);
        put(it, C, 16, 6);
        out(it, C);
    };
    assert_eq!(points(3, dead), [2, 0], "who is down holds nothing");
}

/// CEL-SCN-02, CEL-FIN-03: they decide at the limit.
#[test]
fn cel_scn_02_the_ford_decides_at_the_limit() {
    let field = Field::made("gue", 2, &Value::Null, |_| {});
    let dice = threes(&field, Attr::En);
    let field = ends(field, 12, &dice, |scene| put(scene, C, 16, 5));
    assert_eq!(won(&field), Some((vec![1], "turns".into())));
    assert_eq!(over(&field).unwrap().scores, [0, 2]);
    assert!(
        field.facts.iter().any(|fact| matches!(fact.what, What::Score { side: Team::Second, points: 2 }))
    );
}

/// CEL-FIN-04: what each of them is worth.
#[test]
fn cel_fin_04_what_each_is_worth() {
    let scores = |scenario: &str, seats: u8, change: fn(&mut Scene)| {
        over(&Field::made(scenario, seats, &Value::Null, |_| {}).fighting(3, &[], change)).unwrap().scores
    };
    // One down and one fled; the chief of two counts five; heads one each; ones own cost one each.
    let plain = |it: &mut Scene| {
        out(it, C);
        gone(it, D, Status::Fled);
    };
    assert_eq!(scores("gue", 2, plain), [3 + 2, -2]);
    let chief = |it: &mut Scene| {
        it.camps[1].chief = Some(C);
        it.camps[0].heads = 1;
        out(it, C);
        gone(it, D, Status::Surrendered);
        out(it, A);
    };
    assert_eq!(scores("gue", 2, chief), [5 + 2 + 1 - 1, 3 - 2]);
    // A figurant counts one, a boss five.
    let ambush = |it: &mut Scene| {
        gone(it, A, Status::Exited);
        out(it, B);
    };
    assert_eq!(scores("chemin", 1, ambush), [2 + 1]);
    assert_eq!(scores("haut_roi", 2, |it| out(it, C)), [5, 5]);
    // The agreement of a side decides at once, independent of the score.
    let mut field = Field::duel();
    field.says(0, &Command::Concede, "");
    assert_eq!(won(&field), Some((vec![1], "conceded".into())));
}

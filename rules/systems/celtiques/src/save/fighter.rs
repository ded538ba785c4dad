//! Whether a fighter of a position is sound: its levels, what it has, how far it counts, and the fighters that it is bound to.

use bagarre_kit::faults::{Faults, FaultsOf};
use bagarre_kit::hex::Cube;

use crate::command::{Go, Goal, March, Minor, Order};
use crate::ids::{Who, Whos};
use crate::legal;
use crate::scene::{Fighter, Status};
use crate::state::{PublicState, State};
use crate::tables::tables;

/// Slots of the segments of a turn, by bit.
const SLOTS: u8 = 0b11_1110;
/// Totals of rolls and counts that go up and down.
const TOTALS: std::ops::RangeInclusive<i64> = -200..=200;
/// The longest way of a segment, in hexagons along an axis.
const MOST_STEPS: i16 = 400;

/// Checks a fighter of a state.
pub(super) fn check(state: &State, who: Who, faults: &mut Faults) {
    let mut faults = faults.of(format!("scene.fighters[{}]", who.0));
    check_place(state, who, &mut faults);
    check_body(state, who, &mut faults);
    check_gear(state, who, &mut faults);
    let fighter = state.scene.of(who);
    check_turn(fighter, &mut faults);
    check_mind(fighter, &mut faults);
    if names_known(state, fighter, &mut faults) {
        check_ties(state, who, &mut faults);
    }
}

fn check_place(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let (scene, board) = (&state.scene, &state.fixed.board);
    let fighter = scene.of(who);
    let at = fighter.pose.at;
    let stands = board.cell(at).is_some() && (!fighter.able() || board.stands(at));
    faults.ensure(stands, "pose.at", "a hexagon of the map on which it can stand (CEL-HEX-01)");
    let taken = |other: Who| other != who && scene.of(other).able() && scene.of(other).pose.at == at;
    let alone = !fighter.able() || !scene.whos().any(taken);
    faults.ensure(alone, "pose.at", "one able fighter to a hexagon (CEL-HEX-01)");
    faults.ensure_within("pose.rising", fighter.pose.rising, 0..=2, "CEL-MOV-09");
    let trek = fighter.mind.trek.is_none_or(|to| board.cell(to).is_some());
    faults.ensure(trek, "mind.trek", "a hexagon of the map (CEL-LNG-03)");
}

fn check_body(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let fighter = state.scene.of(who);
    let profile = &state.fixed.profiles[who.n()];
    let body = &fighter.body;
    faults.ensure_within("body.blessure", body.blessure, 0..=60, "CEL-COR-12");
    faults.ensure_within("body.fatigue", body.fatigue, 0..=99, "CEL-COR-12");
    let most = i64::from(tables().core.confiance_max);
    faults.ensure_within("body.confiance", body.confiance, 0..=most, "CEL-COR-10");
    faults.ensure_within("body.fear", body.fear, 0..=20, "CEL-TER-06");
    faults.ensure_each("body.lent", body.lent, |n| n <= 20, "at most 20 levels");
    let able = !fighter.able() || !PublicState::is_out(profile, fighter);
    faults.ensure(
        able,
        "body",
        "fewer levels than put it hors de combat, or a status that says so (CEL-COR-12)",
    );
    let waits = body.status != Status::Waiting || profile.seat.is_none() && state.fixed.setup.mj;
    faults.ensure(waits, "body.status", "only opponents of a game master’s reserve wait (CEL-MJ-05)");
}

fn check_gear(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let gear = &state.scene.of(who).gear;
    let profile = &state.fixed.profiles[who.n()];
    let holds = |n: Option<u8>| n.is_none_or(|n| legal::carries(state.public(), who, n));
    faults.ensure(holds(gear.hand), "gear.hand", "the place of a weapon that it carries (CEL-DEG-01)");
    faults.ensure(holds(gear.drawing), "gear.drawing", "the place of a weapon that it carries (CEL-DEG-01)");
    faults.ensure_within("gear.shot", gear.shot, 0..=99, "CEL-TIR-15");
    faults.ensure_within("gear.reload", gear.reload, 0..=9, "CEL-TIR-15");
    faults.ensure_within("gear.heads", gear.heads, 0..=9, "CEL-TET-01");
    faults.ensure_most("gear.trophies", gear.trophies.len(), 9);
    let gone = u32::from(gear.gone) >> profile.weapons.len() == 0;
    faults.ensure(gone, "gear.gone", "a bit for each of its weapons, and no other");
    let shield = !gear.shield || profile.shield.is_some();
    faults.ensure(shield, "gear.shield", "false where its sheet has no shield (CEL-CRE-03)");
    let mount = !gear.mounted || profile.horse || profile.chariot;
    faults.ensure(mount, "gear.mounted", "false where its sheet has no mount (CEL-CRE-03)");
    let stuck = gear.stuck.is_none() || gear.hand.is_some();
    faults.ensure(stuck, "gear.stuck", "only a weapon in hand is stuck (CEL-EMP-01)");
}

fn check_turn(fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    const RULE: &str = "CEL-ALG-02";
    let turn = &fighter.turn;
    faults.ensure_within("turn.announced", turn.announced.unwrap_or(0), 0..=5, "CEL-DCL-01");
    faults.ensure(turn.slots & !SLOTS == 0, "turn.slots", "bits 1 to 5, for the segments (CEL-DCL-01)");
    faults.ensure_within("turn.undeclared", turn.undeclared, 0..=20, RULE);
    faults.ensure_within("turn.unbalanced", turn.unbalanced, 0..=20, RULE);
    faults.ensure_within("turn.double", turn.double, 0..=20, RULE);
    faults.ensure_within("turn.dodges", turn.dodges, 0..=9, RULE);
    faults.ensure_within("turn.kept", turn.kept, 0..=6_000, "CEL-HEX-04");
    faults.ensure_within("turn.reaction", turn.reaction, TOTALS, RULE);
    faults.ensure_within("turn.rolled", turn.rolled.unwrap_or(0), TOTALS, RULE);
    faults.ensure_within("turn.fast", turn.fast.unwrap_or(0), TOTALS, RULE);
    let beat = &fighter.beat;
    faults.ensure_within("beat.dodge.total", beat.dodge.map_or(0, |dodge| dodge.total), TOTALS, RULE);
    faults.ensure_within("beat.falling", beat.falling, 0..=9, "CEL-TIR-06");
    faults.ensure(is_way(beat.way), "beat.way", "a way of a segment: x + y + z is 0 (CEL-HEX-02)");
}

fn check_mind(fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    const RULE: &str = "CEL-ALG-02";
    let mind = &fighter.mind;
    faults.ensure_within("mind.lost", mind.lost, 0..=20, RULE);
    faults.ensure_within("mind.lost_next", mind.lost_next, 0..=20, RULE);
    faults.ensure_within("mind.ordering", mind.ordering, 0..=40, "CEL-CMD-04");
    faults.ensure_within("mind.nerve", mind.nerve, TOTALS, "CEL-DUE-01");
    faults.ensure_within("mind.seconds", mind.seconds, 0..=99, "CEL-DUE-01");
    faults.ensure_within("mind.aim.segments", mind.aim.map_or(0, |aim| aim.segments), 0..=9, "CEL-TIR-14");
    faults.ensure_within("mind.task.levels", mind.task.map_or(0, |task| task.levels), 0..=60, "CEL-LNG-01");
    faults.ensure(is_way(mind.before), "mind.before", "a way of a segment: x + y + z is 0 (CEL-HEX-02)");
    faults.ensure_within("ties.entrave", fighter.ties.entrave, 0..=4, "CEL-SPE-15");
}

fn is_way(way: Cube) -> bool {
    way.x.abs() <= MOST_STEPS && way.y.abs() <= MOST_STEPS && way.x + way.y + way.z.clamp(-800, 800) == 0
}

/// Whether all fighters that it names are of the game; those that are not are faults.
fn names_known(state: &State, fighter: &Fighter, faults: &mut FaultsOf<'_>) -> bool {
    const EXPECTED: &str = "a fighter of the game";
    let known = |other: Who| other.n() < state.scene.fighters.len();
    let Fighter { gear, turn, beat, mind, ties, .. } = fighter;
    let sets: [(&str, Whos); 6] = [
        ("ties.engaged", ties.engaged),
        ("ties.attackers", ties.attackers),
        ("ties.bay", ties.bay),
        ("beat.saw", beat.saw),
        ("beat.held_off", beat.held_off),
        ("turn.scruples", turn.scruples),
    ];
    let single: [(&str, Option<Who>); 10] = [
        ("gear.stuck", gear.stuck),
        ("beat.yields", beat.yields),
        ("beat.charge", beat.charge),
        ("mind.hurt_by", mind.hurt_by),
        ("ties.holds", ties.holds),
        ("ties.held", ties.held),
        ("ties.duel", ties.duel),
        ("ties.beaten_by", ties.beaten_by),
        ("mind.aim.at", mind.aim.map(|aim| aim.at)),
        ("mind.task.on", mind.task.map(|task| task.on)),
    ];
    let mut all = true;
    for (field, sound) in sets
        .map(|(field, set)| (field, set.iter().all(known)))
        .into_iter()
        .chain(single.map(|(field, who)| (field, who.is_none_or(known))))
        .chain([
            ("gear.trophies", gear.trophies.iter().all(|head| known(head.of))),
            ("beat.order", beat.order.is_none_or(|order| order_names(&order, known))),
        ])
    {
        faults.ensure(sound, field, EXPECTED);
        all &= sound;
    }
    all
}

/// Bonds hold both ways (CEL-ENG-03, CEL-SPE-17).
fn check_ties(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let scene = &state.scene;
    let fighter = scene.of(who);
    let ties = &fighter.ties;
    let side = |it: Who| state.fixed.profiles[it.n()].side;
    let enemy = |other: Who| side(other) != side(who);
    let fights = |other: Who| enemy(other) && scene.of(other).able() && fighter.able();
    let engaged =
        ties.engaged.iter().all(|other| fights(other) && scene.of(other).ties.engaged.contains(who));
    faults.ensure(engaged, "ties.engaged", "able enemies that are engaged with it too (CEL-ENG-03)");
    let holds = ties.holds.is_none_or(|other| fights(other) && scene.of(other).ties.held == Some(who));
    faults.ensure(holds, "ties.holds", "an able enemy that it alone holds (CEL-SPE-17)");
    let held = ties.held.is_none_or(|other| scene.of(other).ties.holds == Some(who) && ties.holds.is_none());
    faults.ensure(held, "ties.held", "the fighter that holds it, while it holds none (CEL-SPE-17)");
    let duel = ties.duel.is_none_or(|other| fights(other) && scene.of(other).ties.duel == Some(who));
    faults.ensure(duel, "ties.duel", "an able enemy in the same duel (CEL-DUE-01)");
    let bay = ties.bay.iter().all(|other| enemy(other) && scene.of(other).able());
    faults.ensure(bay, "ties.bay", "able enemies (CEL-RES-04)");
    faults.ensure(fighter.gear.stuck.is_none_or(enemy), "gear.stuck", "an enemy (CEL-EMP-01)");
}

/// Whether an order names fighters of the game alone.
pub(super) fn order_names(order: &Order, known: impl Fn(Who) -> bool) -> bool {
    let go = !matches!(order.go, Some(Go::March(March { to: Goal::Who(at), .. })) if !known(at));
    let minor = !matches!(order.minor, Some(Minor::Look(at)) if !known(at));
    go && minor
}

//! Whether a character of a position is sound: its sheet, its counts and what it has.

use bagarre_kit::faults::{Faults, FaultsOf};

use crate::ids::{Weapon, Who};
use crate::legal::MOST_ARMS;
use crate::resolve::{self, LEAST_PE, MOST_COUNTED, MOST_POOL, MOST_TOKENS, joiner};
use crate::scene::{Fighter, Scene, Sheet, Status};
use crate::state::State;
use crate::tables::{opponent, tables, weapon};

/// Dice of an attribute that a position may state: more than any sheet has.
const MOST_DICE: i64 = 9;
/// PE that a position may state: more than any boss has.
const MOST_PE: i64 = 100;
/// Protection of an armour or a shield that a position may state.
const MOST_PROTECTION: i64 = 20;
/// Metres of an action on land that a position may state.
const MOST_METRES: i64 = 60;

/// Checks a character of a scene.
pub(super) fn check(state: &State, scene: &Scene, who: Who, fighter: &Fighter, faults: &mut Faults) {
    let mut faults = faults.of(format!("scene.fighters[{}]", who.0));
    match state.scene.fighters.get(who.n()) {
        Some(own) => check_sheet(&own.sheet, &fighter.sheet, &mut faults),
        None => check_joiner(state, fighter, &mut faults),
    }
    check_counts(scene, fighter, &mut faults);
    check_place(state, scene, fighter, &mut faults);
    check_gear(scene, who, fighter, &mut faults);
}

/// The identity of a character follows from the set-up; its abilities may be any that the rules can play.
fn check_sheet(own: &Sheet, given: &Sheet, faults: &mut FaultsOf<'_>) {
    let same = "as the set-up has it";
    faults.ensure(given.name == own.name, "sheet.name", format_args!("{:?}, {same}", own.name));
    faults.ensure(given.opponent == own.opponent, "sheet.opponent", same);
    faults.ensure(given.number == own.number, "sheet.number", format_args!("{}, {same}", own.number));
    faults.ensure(given.seat == own.seat, "sheet.seat", same);
    faults.ensure(given.member == own.member, "sheet.member", format_args!("{}, {same}", own.member));
    faults.ensure(given.side == own.side, "sheet.side", format_args!("{}, {same}", own.side));
    faults.ensure(given.tier == own.tier, "sheet.tier", same);
    faults.ensure(given.runner == own.runner, "sheet.runner", same);
    faults.ensure_within("sheet.physique", given.physique, 0..=MOST_DICE, "ENE-COR-01");
    faults.ensure_within("sheet.mental", given.mental, 0..=MOST_DICE, "ENE-COR-01");
    faults.ensure_within("sheet.pe_max", given.pe_max, 1..=MOST_PE, "ENE-COR-05");
    let once = |n: usize| !given.skills[..n].contains(&given.skills[n]);
    faults.ensure_each("sheet.skills", 0..given.skills.len(), once, "each maitrise once");
    let fp = |fp: &crate::setup::Fp| (1..=MOST_DICE).contains(&i64::from(fp.value));
    faults.ensure_each("sheet.fp", &given.fp, fp, "a value of 1 to 9 (ENE-COR-10)");
    faults.ensure_most("sheet.fp", given.fp.len(), crate::ids::Domain::ALL.len());
    faults.ensure_within("sheet.armour", given.armour, 0..=MOST_PROTECTION, "ENE-PRO-01");
    faults.ensure_within("sheet.shield", given.shield, 0..=MOST_PROTECTION, "ENE-PRO-04");
    faults.ensure_within("sheet.land", given.land, 1..=MOST_METRES, "ENE-COR-12");
    faults.ensure_within("sheet.wave_actions", given.wave_actions, 0..=2, "ENE-OPP-02");
}

/// Opponents may come later, as their tables have them (ENE-MJ-05).
fn check_joiner(state: &State, fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    let setup = &state.fixed.setup;
    faults.ensure(
        setup.format.coop(),
        "sheet",
        "a character of the set-up: only opponents come later (ENE-MJ-05)",
    );
    let row = fighter.sheet.opponent.map(opponent);
    faults.ensure(row.is_some(), "sheet.opponent", "an opponent (ENE-MJ-05)");
    let like = row.is_none_or(|row| {
        let sheet = resolve::sheet_of_opponent(row, setup.opponents_side(), fighter.sheet.number);
        *joiner(sheet, &row.weapons, None).sheet == *fighter.sheet
    });
    faults.ensure(like, "sheet", "that of the opponents' table (ENE-MJ-05)");
}

fn check_counts(scene: &Scene, fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    let known = |who: &Who| who.n() < scene.fighters.len();
    let most = i64::from(fighter.sheet.pe_max);
    faults.ensure_within("pe", fighter.pe, i64::from(LEAST_PE)..=most, "ENE-COR-05");
    let position = i64::from(tables().defence.total_req_bonus);
    faults.ensure_within("position", fighter.position, 0..=position, "ENE-DEF-01");
    faults.ensure_within("pool", fighter.pool, 0..=i64::from(MOST_POOL), "ENE-ACT-01");
    faults.ensure_within("prepared", fighter.prepared, 0..=2, "ENE-ACT-01");
    faults.ensure_within("numb", fighter.numb, 0..=2, "ENE-MAI-01");
    let down = i64::from(tables().time.critical_wake_turns);
    faults.ensure_within("slots_down", fighter.slots_down, 0..=down, "ENE-HEA-02");
    faults.ensure_within("worn", fighter.worn, 0..=9, "ENE-PRO-01");
    faults.ensure_within("fell", fighter.fell, 0..=i64::from(MOST_COUNTED), "ENE-FIN-05");
    if let Some(feint) = fighter.feint {
        faults.ensure(known(&feint.on), "feint.on", "a character of the game");
        faults.ensure_within("feint.left", feint.left, 0..=2, "ENE-MAI-01");
    }
    faults.ensure(fighter.shielded.as_ref().is_none_or(known), "shielded", "a character of the game");
    faults.ensure_most("tokens", fighter.tokens.len(), MOST_TOKENS);
    faults.ensure_each(
        "tokens",
        &fighter.tokens,
        |it| known(&it.from),
        "from a character of the game (ENE-AID-03)",
    );
    let sides = scene.points.len();
    let hurt = fighter.hurt_by.is_none_or(|side| usize::from(side) < sides);
    faults.ensure(hurt, "hurt_by", format_args!("a side of the game, of {sides}"));
    let once = |n: usize| n == 0 || fighter.sources[n - 1] < fighter.sources[n];
    faults.ensure_each("sources", 0..fighter.sources.len(), once, "each source once, in order (ENE-DOT-03)");
}

fn check_place(state: &State, scene: &Scene, fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    let map = state.fixed.setup.map();
    let zone = fighter.zone.is_none_or(|zone| zone.n() < map.places.len());
    faults.ensure(zone, "zone", "a zone of the map");
    let was = fighter.status == Status::In || fighter.zone.is_some();
    faults.ensure(was, "zone", "the zone in which it was when it left the fight");
    let cars = scene.vehicles.len();
    let aboard = fighter.aboard.is_none_or(|n| usize::from(n) < cars);
    faults.ensure(aboard, "aboard", format_args!("a vehicle of the game, of {cars}"));
    let begun = fighter.en_route.is_none_or(|on| {
        let from = fighter.zone.and_then(|zone| map.zones.beyond(on.link.0, zone.0));
        from.is_some() && on.metres < map.way(on.link).metres
    });
    faults.ensure(begun, "en_route", "fewer metres than a link of its zone has (ENE-MOV-08)");
}

fn check_gear(scene: &Scene, who: Who, fighter: &Fighter, faults: &mut FaultsOf<'_>) {
    let held = |n: usize| scene.fighters[..who.n()].iter().any(|it| it.items.contains(&(n as u8)));
    let item = |at: usize| {
        let n = usize::from(fighter.items[at]);
        let carried = scene.items.get(n).is_some_and(|it| it.zone.is_none()) && !held(n);
        carried && (at == 0 || fighter.items[at - 1] < fighter.items[at])
    };
    let things = "a thing of the game that lies nowhere and nobody else carries, in order";
    faults.ensure_each("items", 0..fighter.items.len(), item, things);
    faults.ensure_most("arms", fighter.arms.len(), MOST_ARMS + 4);
    let arm = |arm: &crate::scene::Arm| {
        let portable = !weapon(arm.weapon).mounted && (arm.weapon != Weapon::Mine || arm.gone);
        arm.shots <= 9 && (!arm.gone || !arm.held) && portable
    };
    faults.ensure_each(
        "arms",
        fighter.arms.iter(),
        arm,
        "a weapon that a character carries, with 9 shots at most",
    );
}

//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::Energie;
use super::command::Standing;
use super::create;
use super::event::Unit;
use super::ids::{Weapon, Who, Zone};
use super::legal::{self, MOST_ARMS};
use super::next;
use super::refusal::Illegal;
use super::resolve::{
    self, LEAST_PE, MOST_BOONS, MOST_COUNTED, MOST_FIGHTERS, MOST_LITTER, MOST_PENDING, MOST_POOL,
    MOST_TOKENS, joiner,
};
use super::scene::{Change, Fighter, Scene, Stage, Status};
use super::setup::Setup;
use super::state::{Frame, Inherited, State, Table, Wait};
use super::tables::{opponent, scenario, tables, weapon};
use super::{arena, placing};
use bagarre_kit::contract::{Outcome, Seat};
use bagarre_kit::procedure::{MOST_QUESTIONS, System, replays, settled};
use bagarre_kit::refusal::Refusal;

/// Any legal moment of a game: what FEN is to chess. It holds sealed places and hidden mines: for the referee of the house, tests
/// and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// What moves or changes.
    pub scene: Scene,
    /// Suspended work; left out, the next slot of the turn begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Mines that nobody has met, with their sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<(u8, Zone)>,
    /// Standing orders, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// Activations in a row that ran out, by seat.
    #[serde(default)]
    pub missed: Vec<u8>,
    /// What seats hold that their players may not read.
    #[serde(default, skip_serializing_if = "Inherited::is_empty")]
    pub inherited: Inherited,
}

/// The moment as text.
pub(super) fn position(state: &State) -> Position {
    Position {
        setup: (*state.fixed.setup).clone(),
        scene: state.scene.clone(),
        stack: Some(state.stack.clone()),
        mines: state.mines.clone(),
        standing: state.standing.clone(),
        questions: state.questions,
        missed: state.missed.clone(),
        inherited: state.inherited,
    }
}

/// A game from a moment. Every fault found is listed.
pub(super) fn load(position: &Position) -> Result<State, Illegal> {
    let mut state = create::create(&position.setup)?;
    let mut faults = Vec::new();
    check_sizes(&state, position, &mut faults);
    if faults.is_empty() {
        check_scene(&state, settled::<Energie>(&position.scene, position.stack.as_ref()), &mut faults);
    }
    if faults.is_empty() {
        // What is half-way in a piece of work must at least be in range.
        check_scene(&state, &position.scene, &mut faults);
    }
    if !faults.is_empty() {
        return Err(Refusal::Position(faults).into());
    }
    state.scene.clone_from(&position.scene);
    state.mines.clone_from(&position.mines);
    if !position.standing.is_empty() {
        state.standing.clone_from(&position.standing);
    }
    if !position.missed.is_empty() {
        state.missed.clone_from(&position.missed);
    }
    state.questions = position.questions;
    state.inherited = position.inherited;
    state.stack = position.stack.clone().unwrap_or_else(|| vec![frame_of(&state)]);
    check_stack(&state, &mut faults);
    if faults.is_empty() { Ok(state) } else { Err(Refusal::Position(faults).into()) }
}

/// What a moment written without suspended work goes on with.
fn frame_of(state: &State) -> Frame {
    match (state.scene.stage, state.scene.act) {
        (Stage::Fight, Some(act)) => next::acting(state, act.who),
        (Stage::Fight, None) if state.scene.turn > 0 => Frame::Todo(Unit::EndSlot(Who(0))),
        (Stage::Fight, None) => Frame::Todo(Unit::Pas),
        (Stage::After, _) => Frame::Wait(Wait::After),
        _ => Frame::Todo(Unit::Begin),
    }
}

fn check_sizes(state: &State, position: &Position, faults: &mut Vec<String>) {
    let (own, given) = (&state.scene, &position.scene);
    let seats = usize::from(state.seats());
    let mut same = |what: &str, own: usize, given: usize| {
        if own != given {
            faults.push(format!("{given} {what} where the set-up makes {own}"));
        }
    };
    same("zones", own.zones.len(), given.zones.len());
    same("links", own.links.len(), given.links.len());
    same("things", own.items.len(), given.items.len());
    same("vehicles", own.vehicles.len(), given.vehicles.len());
    same("consoles", own.consoles.len(), given.consoles.len());
    same("sides with points", own.points.len(), given.points.len());
    same("sides with interventions", own.meddled.len(), given.meddled.len());
    same("seats with days of rest", own.rests.len(), given.rests.len());
    same("lines of the danger", own.shifts.len(), given.shifts.len());
    same("lines of the danger", own.burnt.len(), given.burnt.len());
    if !position.standing.is_empty() {
        same("standing orders", seats, position.standing.len());
    }
    if !position.missed.is_empty() {
        same("counts of missed activations", seats, position.missed.len());
    }
    if given.fighters.len() < own.fighters.len() || given.fighters.len() > MOST_FIGHTERS {
        faults.push("the characters of the set-up are there, and no more than a game holds".to_owned());
    }
    if position.standing.iter().any(Standing::is_too_long) {
        faults.push("more than 16 standing orders".to_owned());
    }
    if position.questions > MOST_QUESTIONS {
        faults.push("more questions than a game can put".to_owned());
    }
    let zones = own.zones.len();
    let sides = position.setup.format.sides.len();
    let laid = |mine: &(u8, Zone)| usize::from(mine.0) < sides && mine.1.n() < zones;
    if !position.mines.iter().all(laid)
        || !position.mines.is_sorted()
        || position.mines.len() > 2 * MOST_FIGHTERS
    {
        faults.push("hidden mines are of players, on the map, in order (ENE-MAP-08)".to_owned());
    }
}

/// Notes a fault.
type Faults<'a> = &'a mut dyn FnMut(bool, &str);

/// Turn, order, points and what the referee has set.
fn check_course(setup: &Setup, scene: &Scene, ensure: Faults<'_>) {
    let map = arena::map(setup.arena());
    let (zones, links, known) = (map.places.len(), map.ways.len(), scene.fighters.len());
    let in_list = |who: &Who| who.n() < known;
    let zone = |zone: &Zone| zone.n() < zones;
    ensure(scene.turn <= scenario(setup.scenario).turn_limit, "the turn is one of the scenario (ENE-FIN-04)");
    ensure(
        usize::from(scene.pas) < setup.format.sides.len(),
        "the pas is held by a side of players (ENE-ORD-04)",
    );
    let once = (1..scene.order.len()).all(|n| !scene.order[..n].contains(&scene.order[n]));
    ensure(scene.order.iter().all(in_list) && once, "the order names characters once (ENE-ORD-05)");
    ensure(usize::from(scene.slot) <= scene.order.len(), "slots are counted in the order");
    let act = scene.act.is_none_or(|act| in_list(&act.who) && act.left <= tables().actions.per_activation);
    ensure(act, "the activation is somebody's, of two actions (ENE-ACT-01)");
    ensure(scene.points.iter().all(|it| it.unsigned_abs() <= MOST_COUNTED), "points add up");
    ensure(
        scene.reserve.unsigned_abs() <= MOST_COUNTED && scene.falls <= MOST_COUNTED,
        "the reserve adds up",
    );
    ensure(scene.shifts.iter().all(|it| it.abs() <= 1), "a line is shifted by one turn (ENE-MJ-04)");
    ensure(
        usize::from(scene.entry) <= map.entries.len() && scene.late.len() <= MOST_FIGHTERS,
        "entries are of the map",
    );
    let boon = |(who, boon): &(Who, super::scene::Boon)| {
        in_list(who) && resolve::check_boon(Table::new(setup, scene), None, *boon).is_ok()
    };
    ensure(
        scene.boons.len() <= MOST_BOONS && scene.boons.iter().all(boon),
        "what the referee set is within his limits",
    );
    let change = |change: &Change| match *change {
        Change::Dark(at, _) | Change::Smoke(at, _) | Change::Danger(at, _) => zone(&at),
        Change::Difficult(link, _) => link.n() < links,
        Change::Door(link, _) => link.n() < links && scene.links[link.n()].door.is_some(),
    };
    ensure(scene.pending.len() <= MOST_PENDING && scene.pending.iter().all(change), "changes are of the map");
}

/// Zones, links, things, seats and the end.
fn check_map(state: &State, scene: &Scene, ensure: Faults<'_>) {
    let setup = &state.fixed.setup;
    let map = arena::map(setup.arena());
    let (zones, known) = (map.places.len(), scene.fighters.len());
    let in_list = |who: &Who| who.n() < known;
    let zone = |zone: &Zone| zone.n() < zones;
    let doors = scene.links.iter().zip(&map.ways).all(|(now, way)| now.door.is_some() == way.door.is_some());
    ensure(doors, "doors are where the map has them (ENE-MAP-02)");
    let tidy = |now: &super::scene::ZoneNow| {
        now.dangers.len() <= 10
            && now.dangers.is_sorted()
            && now.weapons.len() <= MOST_LITTER
            && now.weapons.is_sorted()
    };
    ensure(scene.zones.iter().all(tidy), "what lies and burns in a zone is in order");
    ensure(scene.items.iter().all(|it| it.zone.as_ref().is_none_or(zone)), "things lie on the map");
    let car = |it: &super::scene::Vehicle| {
        let sound = it.weapon.is_none_or(|id| weapon(id).mounted) && it.driver.as_ref().is_none_or(in_list);
        zone(&it.zone)
            && sound
            && it.pe <= 100
            && it.pe > LEAST_PE
            && it.protection <= 20
            && it.fp <= 9
            && it.drives <= 100
    };
    ensure(scene.vehicles.iter().all(car), "vehicles stand on the map (ENE-VEH-01)");
    let seats = scene.sealed.iter().chain(scene.finished.iter()).all(|seat| seat.0 < state.seats());
    let patients = scene.treated.iter().chain(scene.sequels.iter().map(|(who, _)| who));
    let patients = patients.chain(&scene.dead).all(in_list) && scene.dead.len() <= known;
    let campaign = &tables().campaign;
    ensure(
        scene.rests.iter().all(|it| *it <= campaign.half_days),
        "days of rest are those between two fights",
    );
    let rate = |(_, rate): &(super::ids::Source, u8)| campaign.rates.contains(rate);
    let once = scene.rates.windows(2).all(|pair| pair[0].0 < pair[1].0);
    ensure(once && scene.rates.iter().all(rate), "what sources cost is as a referee may set it (ENE-MJ-06)");
    ensure(
        seats && patients && scene.sequels.iter().all(|(_, die)| (1..=6).contains(die)),
        "seats and patients are of the game",
    );
    ensure(scene.outcome.is_some() == (scene.stage >= Stage::After), "a fight that is over has an outcome");
    ensure(scene.outcome.as_ref().is_none_or(|it| fits(it, state.seats())), "the outcome is of other seats");
    ensure(
        scene.stage != Stage::After || setup.campaign,
        "only campaigns have steps after the fight (ENE-FIN-07)",
    );
    ensure(
        scene.stage != Stage::Fight || scene.fighters.iter().all(|it| it.zone.is_some()),
        "in a fight everybody stands somewhere",
    );
}

fn check_scene(state: &State, scene: &Scene, faults: &mut Vec<String>) {
    let setup = &state.fixed.setup;
    let map = arena::map(setup.arena());
    let (zones, links) = (map.places.len(), map.ways.len());
    let mut ensure = |so: bool, text: &str| {
        if !so {
            faults.push(text.to_owned());
        }
    };
    if scene.fighters.len() < state.scene.fighters.len()
        || scene.zones.len() != zones
        || scene.links.len() != links
    {
        ensure(false, "the scene is of another map");
        return;
    }
    check_course(setup, scene, &mut ensure);
    check_map(state, scene, &mut ensure);
    for (who, fighter) in scene.all() {
        check_fighter(state, scene, who, fighter, faults);
    }
}

/// Whether an outcome can be that of a game of so many seats.
fn fits(outcome: &Outcome, seats: u8) -> bool {
    let known = outcome
        .winners
        .iter()
        .chain(outcome.sides.iter().flat_map(|it| it.iter()))
        .all(|seat| seat.0 < seats);
    let twice =
        outcome.sides.iter().enumerate().any(|(n, side)| {
            side.iter().any(|seat| outcome.sides[..n].iter().any(|other| other.contains(seat)))
        });
    let aside = outcome.winners.iter().any(|seat| !outcome.sides.iter().any(|side| side.contains(seat)));
    known && !twice && !aside && outcome.scores.len() == usize::from(seats) && outcome.reason.len() <= 40
}

fn check_fighter(state: &State, scene: &Scene, who: Who, fighter: &Fighter, faults: &mut Vec<String>) {
    let map = arena::map(state.fixed.setup.arena());
    let known = scene.fighters.len();
    let mut ensure = |so: bool, text: &str| {
        if !so {
            faults.push(format!("character {}: {text}", who.0));
        }
    };
    if let Some(own) = state.scene.fighters.get(who.n()) {
        ensure(own.sheet == fighter.sheet, "it is somebody else");
    } else {
        let side = state.fixed.setup.opponents_side();
        let row = fighter.sheet.opponent.map(opponent);
        let like = row.is_some_and(|row| {
            let sheet = resolve::sheet_of_opponent(row, side, fighter.sheet.number);
            *joiner(sheet, &row.weapons, None).sheet == *fighter.sheet
        });
        ensure(like && state.fixed.setup.format.coop(), "only opponents come later (ENE-MJ-05)");
    }
    let in_list = |who: &Who| who.n() < known;
    ensure(fighter.zone.is_none_or(|zone| zone.n() < map.places.len()), "it is on the map");
    ensure(fighter.pe >= LEAST_PE && fighter.pe <= fighter.sheet.pe_max, "its PE are those of its sheet");
    ensure(
        fighter.position <= tables().defence.total_req_bonus && fighter.pool <= MOST_POOL,
        "its position is one of the rules",
    );
    ensure(
        fighter.prepared <= 2 && fighter.numb <= 2 && fighter.slots_down <= tables().time.critical_wake_turns,
        "its counts are those of the rules",
    );
    ensure(fighter.worn <= 9 && fighter.fell <= MOST_COUNTED, "its protection is one of the rules");
    ensure(fighter.feint.is_none_or(|it| in_list(&it.on) && it.left <= 2), "it feints somebody");
    ensure(fighter.shielded.as_ref().is_none_or(in_list), "somebody shields it");
    let tokens = fighter.tokens.len() <= MOST_TOKENS && fighter.tokens.iter().all(|it| in_list(&it.from));
    ensure(tokens, "its tokens are somebody's (ENE-AID-03)");
    let once = fighter.sources.windows(2).all(|pair| pair[0] < pair[1]);
    ensure(once, "no source twice (ENE-DOT-03)");
    let sides = scene.points.len();
    ensure(fighter.hurt_by.is_none_or(|side| usize::from(side) < sides), "a side hurt it");
    ensure(
        fighter.aboard.is_none_or(|n| usize::from(n) < scene.vehicles.len()),
        "it is in a vehicle of the game",
    );
    let begun = fighter.en_route.is_none_or(|on| {
        let from = fighter.zone.and_then(|zone| map.zones.beyond(on.link.0, zone.0));
        from.is_some() && on.metres < map.way(on.link).metres
    });
    ensure(begun, "it stands on a link of its zone (ENE-MOV-08)");
    let held = |n: usize| scene.fighters[..who.n()].iter().any(|it| it.items.contains(&(n as u8)));
    let items = fighter.items.iter().all(|item| {
        let n = usize::from(*item);
        scene.items.get(n).is_some_and(|it| it.zone.is_none()) && !held(n)
    });
    ensure(
        items && fighter.items.windows(2).all(|pair| pair[0] < pair[1]),
        "it carries things of the game, each once",
    );
    let arms = fighter.arms.len() <= MOST_ARMS + 4
        && fighter.arms.iter().all(|arm| arm.shots <= 9 && (!arm.gone || !arm.held))
        && !fighter
            .arms
            .iter()
            .any(|arm| weapon(arm.weapon).mounted || arm.weapon == Weapon::Mine && !arm.gone);
    ensure(arms, "its weapons are those that somebody carries");
    ensure(fighter.status == Status::In || fighter.zone.is_some(), "whoever left was somewhere");
}

/// The stack fits the scene: whoever waits for an answer waits for what the rules ask in that place.
fn check_stack(state: &State, faults: &mut Vec<String>) {
    if state.scene.stage == Stage::Over {
        if !state.stack.is_empty() {
            faults.push("a game that is over has nothing to go on with".to_owned());
        }
        return;
    }
    let sound = match &state.stack[..] {
        [frame] => frame_sound(state, frame),
        // A declaration of the referee is voted on while somebody acts (ENE-DEC-19).
        [below @ Frame::Wait(Wait::Act), top @ Frame::Work(work)] if work.unit == Unit::Met => {
            frame_sound(state, below) && frame_sound(state, top)
        }
        // A referee has his moment before a test of the steps after the fight.
        [below @ Frame::Wait(Wait::After), top @ Frame::Work(work)]
            if matches!(work.unit, Unit::After(..)) =>
        {
            frame_sound(state, below) && frame_sound(state, top)
        }
        _ => false,
    };
    if !sound {
        faults.push("the work under way does not fit the scene".to_owned());
    }
}

fn frame_sound(state: &State, frame: &Frame) -> bool {
    let scene = &state.scene;
    let setup = &state.fixed.setup;
    match frame {
        Frame::Todo(unit) => fits_unit(state, scene, unit),
        Frame::Work(work) => {
            Energie::alike(&work.base, scene)
                && fits_unit(state, &work.base, &work.unit)
                && replays(state, work)
        }
        Frame::Wait(Wait::Deploy(seals)) => {
            let placed = |(seat, places): (Seat, Option<&super::command::Places>)| {
                places.is_none_or(|it| placing::check(setup, seat, it).is_ok())
            };
            scene.stage == Stage::Deployment
                && seals.seats() == usize::from(setup.players())
                && seals.iter().any(|(_, places)| places.is_none())
                && seals.iter().all(placed)
        }
        Frame::Wait(Wait::Act) => {
            let acts = |act: super::scene::Turn| {
                !act.done
                    && act.left > 0
                    && scene.fighter(act.who).able()
                    && state.table().runner(act.who).is_some()
            };
            // A referee who leaves somebody to its doctrine in its slot is not asked any more.
            scene.stage == Stage::Fight && scene.turn > 0 && scene.act.is_some_and(acts)
        }
        Frame::Wait(Wait::Bring) => {
            scene.stage == Stage::Fight
                && setup.mj
                && setup.format.coop()
                && scene.act.is_none()
                && scene.turn > 0
        }
        Frame::Wait(Wait::After) => scene.stage == Stage::After && !next::unfinished(state).is_empty(),
    }
}

/// Whether a piece of work may begin in a scene.
fn fits_unit(state: &State, scene: &Scene, unit: &Unit) -> bool {
    let setup = &state.fixed.setup;
    let fight = scene.stage == Stage::Fight;
    let table = Table::new(setup, scene);
    let turn = scene.turn > 0 && scene.turn <= scenario(setup.scenario).turn_limit;
    match unit {
        Unit::Begin => scene.stage == Stage::Deployment && scene.turn == 0,
        Unit::Reveal(places) => {
            let sound = |(seat, it): (Seat, &super::command::Places)| {
                let mines = placing::usual(setup, seat).mines;
                placing::check(setup, seat, &super::command::Places { mines, zones: it.zones.clone() })
                    .is_ok()
                    && it.mines.is_empty()
            };
            scene.stage == Stage::Deployment
                && places.len() == usize::from(setup.players())
                && (0u8..).map(Seat).zip(places).all(sound)
        }
        Unit::Pas => fight && scene.turn == 0,
        Unit::Turn => fight && scene.act.is_none() && scene.turn < scenario(setup.scenario).turn_limit,
        Unit::Slot(who) => {
            let next = scene.order.get(usize::from(scene.slot)..).unwrap_or_default();
            fight && turn && scene.act.is_none() && next.contains(who) && scene.fighter(*who).in_play()
        }
        Unit::Act(who, act) => {
            fight && turn && who.n() < scene.fighters.len() && legal::check(table, *who, act).is_ok()
        }
        Unit::EndSlot(who) => fight && turn && who.n() < scene.fighters.len(),
        Unit::EndTurn | Unit::NextTurn => fight && turn && scene.act.is_none(),
        Unit::Bring(list) => {
            fight
                && turn
                && scene.act.is_none()
                && setup.format.coop()
                && resolve::check_bring(table, list).is_ok()
        }
        Unit::Met => fight && turn && setup.scenario == super::ids::Scenario::Libre,
        Unit::After(seat, after) => {
            scene.stage == Stage::After
                && next::players(state).contains(*seat)
                && !scene.finished.contains(*seat)
                && resolve::check_after(table, *seat, *after).is_ok()
        }
    }
}

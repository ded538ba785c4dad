//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::command::{Go, Goal, March, Minor, Order, Preset, Seal, Standing};
use super::event::Unit;
use super::ids::{MOST, Team, Who, Whos};
use super::refusal::Illegal;
use super::scene::{Fighter, Scene, Stage, Status};
use super::setup::Setup;
use super::state::{Frame, Inherited, Phase, State, Table};
use super::tables::tables;
use super::{Celtiques, create, decide, legal, next};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure::{MOST_QUESTIONS, System, replays, settled};
use bagarre_kit::refusal::Refusal;

/// Any legal moment of a game: what FEN is to chess. It holds what is sealed: for the referee, tests and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// What moves or changes.
    pub scene: Scene,
    /// Suspended work; left out, it is what the scene calls for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Standing orders, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// Questions that each seat let run out.
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
        standing: state.standing.clone(),
        questions: state.questions,
        missed: state.missed.clone(),
        inherited: state.inherited,
    }
}

type Faults = Vec<String>;

/// A game from a moment. Every fault found is listed.
pub(super) fn load(position: &Position) -> Result<State, Illegal> {
    let mut state = create::create(&position.setup)?;
    let mut faults = Vec::new();
    check_sizes(&state, position, &mut faults);
    if faults.is_empty() {
        state.scene.clone_from(settled::<Celtiques>(&position.scene, position.stack.as_ref()));
        check_scene(&state, &mut faults);
        state.scene.clone_from(&position.scene);
    }
    if !faults.is_empty() {
        return Err(Refusal::Position(faults).into());
    }
    if !position.standing.is_empty() {
        state.standing.clone_from(&position.standing);
    }
    if !position.missed.is_empty() {
        state.missed.clone_from(&position.missed);
    }
    state.questions = position.questions;
    state.inherited = position.inherited;
    state.course.stack = match &position.stack {
        Some(stack) => stack.clone(),
        None => next::due(&state).into_iter().collect(),
    };
    check_stack(&state, &mut faults);
    if faults.is_empty() { Ok(state) } else { Err(Refusal::Position(faults).into()) }
}

fn check_sizes(state: &State, position: &Position, faults: &mut Faults) {
    let given = &position.scene;
    let seats = usize::from(state.seats());
    let mut same = |what: &str, own: usize, given: usize| {
        if own != given {
            faults.push(format!("{given} {what} where the set-up makes {own}"));
        }
    };
    same("fighters", state.scene.fighters.len(), given.fighters.len());
    if !position.standing.is_empty() {
        same("standing orders", seats, position.standing.len());
    }
    if !position.missed.is_empty() {
        same("counts of missed questions", seats, position.missed.len());
    }
    let known = |who: Who| who.n() < state.scene.fighters.len();
    let sound = |standing: &Standing| {
        standing.habits.len() <= MOST
            && standing.habits.iter().all(|habit| known(habit.who) && marches(habit.march, known))
            && standing.presets.len() <= MOST
            && standing.presets.iter().all(|preset| known(preset.who) && preset.actions <= Preset::MOST)
            && standing.intentions.len() <= MOST * usize::from(Preset::MOST)
            && standing.intentions.iter().all(|it| known(it.who) && decide::may_intend(it))
    };
    if !position.standing.iter().all(sound) {
        faults.push("standing orders are for fighters of the game".to_owned());
    }
    if position.questions > MOST_QUESTIONS
        || position.missed.iter().any(|missed| *missed > super::apply::PATIENCE)
    {
        faults.push("more questions than a game can put".to_owned());
    }
    let bases = position.stack.iter().flatten().filter_map(|frame| match frame {
        Frame::Work(work) => Some(&work.base),
        _ => None,
    });
    for base in bases {
        if base.fighters.len() != state.scene.fighters.len() {
            faults.push("the work under way is of another game".to_owned());
        }
    }
}

fn marches(march: Option<(March, u8)>, known: impl Fn(Who) -> bool) -> bool {
    march.is_none_or(|(march, _)| !matches!(march.to, Goal::Who(at) if !known(at)))
}

fn check_scene(state: &State, faults: &mut Faults) {
    let scene = &state.scene;
    let known = |who: Who| who.n() < scene.fighters.len();
    let segments = match scene.stage {
        Stage::Plan | Stage::Terror => 0..=0,
        Stage::Announce => 0..=4,
        Stage::Orders | Stage::Act => 1..=5,
        _ => 0..=5,
    };
    let early = matches!(scene.stage, Stage::Plan | Stage::Terror);
    if scene.turn > 100
        || early != (scene.turn == 0) && scene.stage != Stage::Dawn && scene.stage < Stage::Heads
        || !segments.contains(&scene.segment)
    {
        faults.push("turns and segments are counted as far as a game can go (CEL-SEG-01)".to_owned());
    }
    if !scene.order.iter().copied().all(known) || scene.order.len() > MOST {
        faults.push("those who announce are of the game (CEL-DCL-02)".to_owned());
    }
    let seats: Seats = (0..state.seats()).map(Seat).collect();
    let within = |given: Seats| given.iter().all(|seat| seats.contains(seat));
    if !within(scene.quiet) || !within(scene.sealed) {
        faults.push("seats are of the game".to_owned());
    }
    check_camps(state, within, faults);
    check_rulings(state, faults);
    check_things(state, faults);
    check_outcome(state, seats, faults);
    for who in scene.whos() {
        check_fighter(state, who, faults);
    }
    if scene.stage == Stage::Act && faults.is_empty() {
        for side in Team::ALL {
            if !state.table().whos().any(|who| state.table().side(who) == side) {
                faults.push("two sides fight".to_owned());
            }
        }
    }
}

fn check_camps(state: &State, within: impl Fn(Seats) -> bool, faults: &mut Faults) {
    let scene = &state.scene;
    let known = |who: Who| who.n() < scene.fighters.len();
    let all = |whos: Whos| whos.iter().all(known);
    for (side, camp) in Team::ALL.into_iter().zip(&scene.camps) {
        let man = |who: Who| known(who) && state.fixed.profiles[who.n()].side == side;
        let sound = camp.chief.into_iter().chain(camp.successor).all(man)
            && all(camp.to)
            && (0..=60).contains(&camp.bonus)
            && camp.points.abs() <= 1_000
            && camp.heads <= 40
            && within(camp.yielding)
            && !(camp.conceded && scene.stage < Stage::Heads);
        if !sound {
            faults.push(format!(
                "side {}: its chief and its bonus are such as it can have (CEL-CMD)",
                side.n()
            ));
        }
    }
}

fn check_things(state: &State, faults: &mut Faults) {
    let scene = &state.scene;
    let board = &state.fixed.board;
    for thing in &scene.things {
        let weapons = state.fixed.profiles.get(thing.of.n()).map_or(0, |it| it.weapons.len());
        if usize::from(thing.n) >= weapons || board.cell(thing.at).is_none() {
            faults.push("what lies on the ground was somebody's (CEL-TIR-15)".to_owned());
        }
    }
    if scene.things.len() > 120 || scene.standard.is_some_and(|at| board.cell(at).is_none()) {
        faults.push("things lie on the map".to_owned());
    }
}

fn check_outcome(state: &State, seats: Seats, faults: &mut Faults) {
    let scene = &state.scene;
    if scene.outcome.is_some() != (scene.stage == Stage::Over) {
        faults.push("a fight that is over has an outcome".to_owned());
    }
    if let Some(outcome) = &scene.outcome {
        let fits = outcome
            .winners
            .iter()
            .chain(outcome.sides.iter().flat_map(|side| side.iter()))
            .all(|seat| seats.contains(seat));
        if !fits || outcome.scores.len() != usize::from(state.seats()) {
            faults.push("the outcome is of this game".to_owned());
        }
    }
}

fn check_rulings(state: &State, faults: &mut Faults) {
    let rulings = &state.scene.rulings;
    let known = |who: Who| who.n() < state.scene.fighters.len();
    let small = |n: Option<i16>| n.is_none_or(|n| (-30..=30).contains(&n));
    let sound = rulings.next.iter().all(|(who, n)| known(*who) && n.abs() <= 5)
        && rulings.next.len() <= 16
        && small(rulings.sudden)
        && small(rulings.survival)
        && small(rulings.innate)
        && small(rulings.acrobatics)
        && small(rulings.bay)
        && small(rulings.crowd)
        && small(rulings.embalming)
        && rulings.tasks.len() <= super::ids::Task::ALL.len()
        && rulings.tasks.iter().all(|it| (5..=30).contains(&it.difficulty) && (1..=10).contains(&it.levels))
        && rulings.tactics.abs() <= 5
        && rulings.songs.abs() <= 3
        && rulings.slow.len() <= 32
        && rulings.slow.iter().all(|(_, percent)| (25..=100).contains(percent))
        && rulings.reserve <= 99
        && rulings.summoned.len() <= MOST
        && rulings.summoned.iter().all(|(_, at)| state.fixed.board.cell(*at).is_some())
        && rulings.plays.iter().all(|who| known(who) && state.fixed.profiles[who.n()].seat.is_none());
    if !sound || rulings.used.iter().any(|n| *n > 250) {
        faults.push("what the game master has set is within his limits (CEL-MJ-02)".to_owned());
    }
}

fn check_fighter(state: &State, who: Who, faults: &mut Faults) {
    let scene = &state.scene;
    let fighter = scene.of(who);
    let profile = &state.fixed.profiles[who.n()];
    let mut fault = |text: &str| faults.push(format!("fighter {}: {text}", who.0));
    let board = &state.fixed.board;
    if fighter.mind.trek.is_some_and(|to| board.cell(to).is_none())
        || board.cell(fighter.pose.at).is_none()
        || fighter.able() && !board.stands(fighter.pose.at)
    {
        fault("it stands on the map (CEL-HEX-01)");
    }
    let shared = scene
        .whos()
        .any(|other| other != who && scene.of(other).able() && scene.of(other).pose.at == fighter.pose.at);
    if fighter.able() && shared {
        fault("one able fighter to a hexagon (CEL-HEX-01)");
    }
    let body = &fighter.body;
    let levels = body.blessure <= 60
        && body.fatigue <= 99
        && body.confiance <= tables().core.confiance_max
        && body.fear <= 20
        && body.lent.iter().all(|n| *n <= 20);
    if !levels || fighter.able() && Table::is_out(profile, fighter) || fighter.pose.rising > 2 {
        fault("its levels are those of somebody who stands (CEL-COR-12)");
    }
    if body.status == Status::Waiting && (profile.seat.is_some() || !state.fixed.setup.mj) {
        fault("only opponents of a reserve wait (CEL-MJ-05)");
    }
    let weapons = profile.weapons.len();
    let holds = |n: Option<u8>| n.is_none_or(|n| legal::carries(state.table(), who, n));
    let gear = &fighter.gear;
    if !holds(gear.hand)
        || !holds(gear.drawing)
        || gear.shot > 99
        || gear.reload > 9
        || gear.heads > 9
        || gear.trophies.len() > 9
        || u32::from(gear.gone) >> weapons != 0
    {
        fault("it holds what it has (CEL-DEG-01)");
    }
    if gear.shield && profile.shield.is_none()
        || gear.mounted && !(profile.horse || profile.chariot)
        || gear.stuck.is_some() && gear.hand.is_none()
    {
        fault("its shield, mount and weapon are its own (CEL-CRE-03)");
    }
    check_counts(fighter, &mut fault);
    check_names(state, who, &mut fault);
}

fn check_counts(fighter: &Fighter, fault: &mut impl FnMut(&str)) {
    let (turn, mind, ties) = (&fighter.turn, &fighter.mind, &fighter.ties);
    let small = |n: i16| (-200..=200).contains(&n);
    let counts = turn.announced.is_none_or(|n| n <= 5)
        && turn.slots & !0b11_1110 == 0
        && turn.undeclared <= 20
        && turn.unbalanced <= 20
        && turn.double <= 20
        && turn.dodges <= 9
        && turn.kept <= 6_000
        && small(turn.reaction)
        && turn.rolled.is_none_or(small)
        && turn.fast.is_none_or(small)
        && fighter.beat.dodge.is_none_or(|dodge| small(dodge.total))
        && mind.lost <= 20
        && mind.lost_next <= 20
        && mind.ordering <= 40
        && small(mind.nerve)
        && mind.seconds <= 99
        && fighter.beat.falling <= 9
        && mind.aim.is_none_or(|aim| aim.segments <= 9)
        && mind.task.is_none_or(|task| task.levels <= 60)
        && ties.entrave <= 4;
    let way = |way: bagarre_kit::hex::Cube| {
        way.x.abs() <= 400 && way.y.abs() <= 400 && way.x + way.y + way.z.clamp(-800, 800) == 0
    };
    if !counts || !way(fighter.beat.way) || !way(mind.before) {
        fault("it counts as far as a turn goes (CEL-ALG-02)");
    }
}

/// Whoever is named is of the game, and bonds hold both ways.
fn check_names(state: &State, who: Who, fault: &mut impl FnMut(&str)) {
    let scene = &state.scene;
    let fighter = scene.of(who);
    let known = |other: Who| other.n() < scene.fighters.len();
    let (gear, beat, mind, ties) = (&fighter.gear, &fighter.beat, &fighter.mind, &fighter.ties);
    let sets = [ties.engaged, ties.attackers, ties.bay, beat.saw, beat.held_off, fighter.turn.scruples];
    let one = [gear.stuck, beat.yields, mind.hurt_by, ties.holds, ties.held, ties.duel, ties.beaten_by];
    let aims = mind.aim.map(|aim| aim.at).into_iter().chain(mind.task.map(|task| task.on));
    let aims = aims.chain(gear.trophies.iter().map(|head| head.of));
    let named =
        sets.iter().all(|set| set.iter().all(known)) && one.into_iter().flatten().chain(aims).all(known);
    if !named || !beat.order.is_none_or(|order| order_names(&order, known)) {
        fault("whoever it names is of the game");
        return;
    }
    let side = |it: Who| state.fixed.profiles[it.n()].side;
    let able = |it: Who| scene.of(it).able();
    let engaged = ties.engaged.iter().all(|other| {
        side(other) != side(who) && able(other) && able(who) && scene.of(other).ties.engaged.contains(who)
    });
    let hold = ties.holds.is_none_or(|other| {
        scene.of(other).ties.held == Some(who) && able(who) && able(other) && side(other) != side(who)
    });
    let held = ties.held.is_none_or(|other| scene.of(other).ties.holds == Some(who));
    let stuck = gear.stuck.is_none_or(|other| side(other) != side(who));
    let bay = ties.bay.iter().all(|other| side(other) != side(who) && able(other));
    let duel = ties.duel.is_none_or(|other| {
        scene.of(other).ties.duel == Some(who) && able(who) && able(other) && side(other) != side(who)
    });
    if !(engaged && hold && held && stuck && bay && duel) || ties.holds.is_some() && ties.held.is_some() {
        fault("what binds two binds both (CEL-ENG-03, CEL-SPE-17)");
    }
}

fn order_names(order: &Order, known: impl Fn(Who) -> bool) -> bool {
    let go = !matches!(order.go, Some(Go::March(March { to: Goal::Who(at), .. })) if !known(at));
    let minor = !matches!(order.minor, Some(Minor::Look(at)) if !known(at));
    go && minor
}

/// The stack is what the scene calls for (see [`next::due`]), as far as it has come.
fn check_stack(state: &State, faults: &mut Faults) {
    if state.scene.stage == Stage::Over {
        if !state.stack.is_empty() {
            faults.push("a game that is over has nothing to go on with".to_owned());
        }
        return;
    }
    let [frame] = &state.stack[..] else {
        faults.push("one thing is under way at a time".to_owned());
        return;
    };
    let sound = match frame {
        Frame::Todo(unit) => begins(state, unit),
        Frame::Work(work) => {
            Celtiques::alike(&work.base, &state.scene)
                && begins(&at(state, &work.base), &work.unit)
                && replays(state, work)
        }
        Frame::Wait(wait) => waits(state, wait),
    };
    if !sound {
        faults.push("the work under way does not fit the scene".to_owned());
    }
}

fn at(state: &State, scene: &Scene) -> State {
    let mut state = state.clone();
    state.scene.clone_from(scene);
    state
}

fn waits(state: &State, wait: &super::state::Wait) -> bool {
    let asked = next::asked(state.table(), wait.phase);
    let called = matches!(next::due(state), Some(Frame::Wait(due)) if due.phase == wait.phase);
    let fits = |(seat, seal): (Seat, Option<&Seal>)| {
        seal.is_none_or(|seal| asked.contains(seat) && decide::seal_fits(state, seat, wait.phase, seal))
    };
    let sealed: Seats = wait.seals.iter().filter(|(_, seal)| seal.is_some()).map(|(seat, _)| seat).collect();
    called
        && wait.seals.seats() == usize::from(state.seats())
        && !wait.seals.missing(asked).is_empty()
        && wait.seals.iter().all(fits)
        && sealed == state.scene.sealed
}

/// Whether a piece of work is the one that the scene calls for; what was sealed for it is such as could be sealed.
fn begins(state: &State, unit: &Unit) -> bool {
    let table = state.table();
    let due = next::due(state);
    let phase = |phase: Phase| matches!(&due, Some(Frame::Wait(wait)) if wait.phase == phase);
    let known = |who: Who| who.n() < state.scene.fighters.len();
    let players = usize::from(state.fixed.setup.players());
    let seals = |list: &[Seal], phase: Phase| {
        let fits = |(seat, seal): (u8, &Seal)| {
            let none = matches!(seal, Seal::Cries(cries) if cries.is_empty());
            none || decide::seal_fits(state, Seat(seat), phase, seal)
        };
        list.len() == players && (0u8..).zip(list).all(fits)
    };
    match (unit, &due) {
        (Unit::Begin, _) => {
            state.scene.stage == Stage::Plan && state.scene.turn == 0 && state.scene.sealed.is_empty()
        }
        (Unit::Plans(list), _) => phase(Phase::Plan) && seals(list, Phase::Plan),
        (Unit::Terror(list), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Terror(_))));
            (phase(Phase::Terror) || todo) && seals(list, Phase::Terror)
        }
        (Unit::Orders(list, quiet), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Orders(..))));
            let seats = quiet.iter().all(|seat| seat.0 < state.seats());
            let once = list.iter().map(|(who, _)| *who).collect::<Whos>().len() as usize == list.len();
            (phase(Phase::Orders) || todo)
                && seats
                && once
                && list.iter().all(|(who, order)| known(*who) && order_names(order, known))
        }
        (Unit::Batch(list), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Batch(_))));
            let next::Batch::Many(whos) = next::batch(table) else { return false };
            let same = list.iter().map(|(who, _)| *who).collect::<Whos>() == whos
                && list.len() == usize::from(whos.len());
            let fits = |(who, deed): &(Who, super::command::Deed)| {
                let slot = table.of(*who).slot(table.scene.segment);
                let moves =
                    deed.go.is_none_or(|go| order_names(&Order { go: Some(go), ..Order::default() }, known));
                if slot {
                    legal::deed(table, *who, deed).is_ok()
                } else {
                    deed.act == super::command::Act::Pass && moves && deed.minor.is_none()
                }
            };
            (phase(Phase::Batch) || todo) && same && list.iter().all(fits)
        }
        (unit, Some(Frame::Todo(due))) => unit == due,
        _ => false,
    }
}

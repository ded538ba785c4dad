//! What a seat may answer: all of what can be listed, and a fair sample of places and paths.

use super::Generik;
use super::command::{Act, Ao, Ask, Blow, Charger, Command, Fire, Interrupted, Reaction, Resume, Window};
use super::ids::{Edge, Fig, Skill};
use super::legal;
use super::placing;
use super::scene::{Scene, Status, Step};
use super::setup::Placed;
use super::space::TABLE;
use super::state::{Sealed, State, Table};
use super::terrain;
use super::usual;
use bagarre_kit::contract::{Next, Ruleset, Seat};
use bagarre_kit::plane::Pt;

/// Eight directions of length about 100.
const WINDS: [Pt; 8] = [
    Pt::new(100, 0),
    Pt::new(71, 71),
    Pt::new(0, 100),
    Pt::new(-71, 71),
    Pt::new(-100, 0),
    Pt::new(-71, -71),
    Pt::new(0, -100),
    Pt::new(71, -71),
];

/// How long the steps of a reaction are that are offered, in hundreds: armour and rough ground shorten a step.
const STEPS: [i32; 3] = [9, 4, 1];

/// What a seat may answer now.
pub(super) fn options(state: &State, seat: Seat, each: &mut dyn FnMut(Command)) {
    let Next::Ask { seats, ask } = Generik::next(state) else { return };
    if !seats.contains(seat) {
        return Generik::withdrawal(state, seat).into_iter().for_each(each);
    }
    if let Ask::After { .. } = ask {
        let Some(after) = state.scene.after.get(usize::from(seat.0)) else { return };
        if after.step != Step::Done {
            let answered = after.answered;
            usual::choices(after, &state.fixed.setup.options, &mut |after| {
                each(Command::After { answered, after });
            });
        }
        return;
    }
    answers(state.table(), seat, &ask, each);
    if let Ask::Resume(rest) = &ask {
        other_paths(state, rest, each);
    }
}

/// Other paths of an interrupted move (GEN-AO-08).
fn other_paths(state: &State, rest: &Interrupted, each: &mut dyn FnMut(Command)) {
    let at = state.scene.figure(rest.fig).at;
    for wind in WINDS {
        let to = Pt::new(at.x + wind.x * 4, at.y + wind.y * 4);
        let resume = Resume::Path { path: vec![to], facing: None };
        if legal::rest(state.table(), rest, &resume, state.work().map(|work| &work.unit)).is_ok() {
            each(Command::Resume { question: rest.id, resume });
        }
    }
}

/// Answers to a question, from what is public.
pub(super) fn answers(table: Table<'_>, seat: Seat, ask: &Ask, each: &mut dyn FnMut(Command)) {
    let question = ask.id();
    match ask {
        Ask::Phase { may_rout, .. } => {
            for fig in table.scene.fielded(seat) {
                acts(table, seat, fig, &mut |what| each(Command::Act { question, fig, what }));
            }
            if !table.scene.phase.back.is_empty() {
                each(Command::TakeBack { question });
            }
            each(Command::End { question });
            if *may_rout {
                each(Command::Rout { question });
            }
        }
        Ask::React(window) => {
            each(Command::React { question, reaction: None });
            reactions(table, window, &mut |reaction| {
                each(Command::React { question, reaction: Some(reaction) });
            });
        }
        Ask::Resume(rest) => {
            for resume in [Resume::Stop, Resume::Declared] {
                if legal::rest(table, rest, &resume, None).is_ok() {
                    each(Command::Resume { question, resume });
                }
            }
        }
        Ask::Choose(choice) => {
            for choice in &choice.options {
                each(Command::Choose { question, choice: *choice });
            }
        }
        Ask::Terrain { .. } => terrain_spots(table, &mut |piece| each(Command::Place { question, piece })),
        Ask::Champions { .. } => {
            let own = |fig: &Fig| table.scene.figure(*fig).seat == seat;
            let waits = |fig: &Fig| table.scene.figure(*fig).status == Status::Waiting;
            for fig in table.scene.figs().filter(own).filter(waits) {
                each(Command::Champion { question, fig: Sealed(fig) });
            }
        }
        Ask::Marker { .. } => {
            for at in zone(table.scene, seat) {
                if placing::marker(table, seat, at).is_ok() {
                    each(Command::Mark { question, at });
                }
            }
        }
        Ask::Deploy { .. } => {
            for fig in table.scene.figs() {
                for at in zone(table.scene, seat) {
                    if placing::figure(table, seat, fig, at).is_ok() {
                        each(Command::Deploy { question, fig, at, facing: None });
                    }
                }
            }
        }
        Ask::After { .. } => {}
    }
}

/// Points of a zone, every 10 cm along its edge and two deep.
fn zone(scene: &Scene, seat: Seat) -> impl Iterator<Item = Pt> + use<> {
    let edge = placing::edge(scene, seat);
    (1..12).flat_map(move |n| {
        let along = n * 1000;
        [300, 800].map(|deep| match edge {
            Edge::S => Pt::new(along, deep),
            Edge::N => Pt::new(along, TABLE - deep),
            Edge::E => Pt::new(TABLE - deep, along),
            Edge::W => Pt::new(deep, along),
        })
    })
}

fn terrain_spots(table: Table<'_>, each: &mut dyn FnMut(Placed)) {
    for piece in terrain::set(table.fixed.setup.era) {
        for n in 0..25 {
            let at = Pt::new(1500 + n % 5 * 2250, 1500 + n / 5 * 2250);
            let placed = Placed { piece, at, turn: (n % 4 * 3) as u8 };
            if placing::piece(table, placed).is_ok() {
                each(placed);
            }
        }
    }
}

/// What a figure of the seat may do in the phase.
pub(super) fn acts(table: Table<'_>, seat: Seat, fig: Fig, each: &mut dyn FnMut(Act)) {
    let mut offer = |act: Act| {
        if legal::check(table, seat, fig, &act).is_ok() {
            each(act);
        }
    };
    let figure = *table.scene.figure(fig);
    if figure.down {
        offer(Act::StandUp { facing: None });
        offer(Act::Heroic);
        return;
    }
    for act in [
        Act::Heroic,
        Act::HeroicReload,
        Act::Drink,
        Act::Cover { facing: None },
        Act::Reload { all: true },
        Act::Reload { all: false },
    ] {
        offer(act);
    }
    for wind in WINDS {
        offer(Act::Pivot { facing: wind });
        offer(Act::Cover { facing: Some(wind) });
        for (n, run) in [(5, false), (9, false), (28, true), (14, true)] {
            let to = Pt::new(figure.at.x + wind.x * n, figure.at.y + wind.y * n);
            offer(Act::Move { path: vec![to], run, facing: None, exit: false });
            offer(Act::Move { path: vec![to], run, facing: None, exit: true });
        }
    }
    for climb in table.space().climbs_near(fig) {
        offer(Act::Climb { to: climb.to, facing: None });
    }
    for marker in 0..table.scene.markers.len() as u8 {
        offer(Act::Sack { marker });
    }
    for target in table.scene.figs().filter(|it| table.scene.figure(*it).on_table()) {
        aimed(table, fig, target, &mut offer);
    }
    for blow in [Blow::Normal, Blow::Powerful, Blow::Multi] {
        offer(Act::Attack { target: None, weapon: None, blow });
    }
    for wind in WINDS {
        offer(Act::Charge { moves: chargers(table, fig, wind) });
    }
}

/// Friends who may be sent in one direction, each judged after those before it (GEN-SKL-10).
fn chargers(table: Table<'_>, fig: Fig, wind: Pt) -> Vec<Charger> {
    let mut moves = Vec::new();
    if !table.profile(fig).has(Skill::Chargez) {
        return moves;
    }
    for friend in table.scene.fielded(table.scene.figure(fig).seat) {
        let at = table.scene.figure(friend).at;
        let to = Pt::new(at.x + wind.x * 9, at.y + wind.y * 9);
        moves.push(Charger { fig: friend, to, facing: None });
        if legal::charge(table, fig, &moves).is_err() {
            moves.pop();
        }
    }
    moves
}

/// Acts against, or with, another figure.
fn aimed(table: Table<'_>, fig: Fig, target: Fig, offer: &mut dyn FnMut(Act)) {
    let scene = table.scene;
    if target == fig {
        return;
    }
    if scene.figure(target).seat == scene.figure(fig).seat {
        if scene.figure(target).down {
            for wind in WINDS {
                let at = scene.figure(fig).at;
                let to = Pt::new(at.x + wind.x * 2, at.y + wind.y * 2);
                offer(Act::Drag { friend: target, to, facing: None });
            }
        }
        return;
    }
    for weapon in 0..table.profile(fig).weapons.len() as u8 {
        for fire in [Fire::Normal, Fire::Powerful, Fire::Multi, Fire::Volley] {
            offer(Act::Shoot { weapon, target, fire });
        }
    }
    for blow in [Blow::Normal, Blow::Powerful, Blow::Multi] {
        offer(Act::Attack { target: Some(target), weapon: None, blow });
    }
    offer(Act::Distract { target });
    offer(Act::Hook { target });
    offer(Act::Insult { target });
}

/// Whether something may be done in a window beside letting it pass: a shot, cover or a step at any of its places.
pub(super) fn may_react(table: Table<'_>, window: &Window) -> bool {
    window.reactors.iter().any(|reactor| {
        let fig = reactor.fig;
        let may = |reaction: &Reaction| legal::reaction(table, window, reaction).is_ok();
        // The faster test comes first: mostly there is a shot or a step.
        reactor.at.iter().any(|at| {
            shots(table, fig, *at).any(|shot| may(&shot))
                || STEPS.iter().any(|far| steps_of(table, fig, *at, *far).any(|step| may(&step)))
                || legal::opportune_cover(table, window, fig, *at).is_some()
        })
    })
}

/// Reactions in a window: shots, cover and a few steps.
fn reactions(table: Table<'_>, window: &Window, each: &mut dyn FnMut(Reaction)) {
    for reactor in &window.reactors {
        let fig = reactor.fig;
        for at in [reactor.at.first(), reactor.at.last()].into_iter().flatten().copied() {
            let cover = Reaction { fig, at, ao: Ao::Cover { facing: None } };
            let listed = shots(table, fig, at).chain([cover]);
            listed.filter(|it| legal::reaction(table, window, it).is_ok()).for_each(&mut *each);
            steps(table, window, fig, at).into_iter().for_each(&mut *each);
        }
    }
}

/// A shot of each weapon.
fn shots(table: Table<'_>, fig: Fig, at: u8) -> impl Iterator<Item = Reaction> {
    let weapons = table.profile(fig).weapons.len() as u8;
    (0..weapons).map(move |weapon| Reaction { fig, at, ao: Ao::Shoot { weapon } })
}

/// Steps in eight directions, as long as one of [`STEPS`]: the longest that is legal in any direction.
fn steps(table: Table<'_>, window: &Window, fig: Fig, at: u8) -> Vec<Reaction> {
    let legal = |far: i32| {
        let all = steps_of(table, fig, at, far);
        all.filter(|it| legal::reaction(table, window, it).is_ok()).collect::<Vec<_>>()
    };
    STEPS.into_iter().map(legal).find(|list| !list.is_empty()).unwrap_or_default()
}

/// Steps in eight directions that are so long.
fn steps_of(table: Table<'_>, fig: Fig, at: u8, far: i32) -> impl Iterator<Item = Reaction> {
    let from = table.scene.figure(fig).at;
    WINDS.into_iter().map(move |wind| {
        let to = Pt::new(from.x + wind.x * far, from.y + wind.y * far);
        Reaction { fig, at, ao: Ao::Move { path: vec![to], facing: None } }
    })
}

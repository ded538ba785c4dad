//! A naive way to play GeneriK.

use crate::Generik;
use crate::command::{Act, Ao, Ask, Blow, Command, Fire, Reaction, Window};
use crate::ids::Fig;
use crate::state::{State, Table};
use bagarre_kit::contract::{Ruleset, Seat};
use bagarre_kit::plane::{Pt, at, seglen};

use bagarre_kit::conformance::first;

/// Parts of the way to an enemy that are tried, in eighths: the longest first.
const PARTS: [i32; 5] = [8, 6, 4, 2, 1];
/// The longest way of a figure, in u.
const WALK: i32 = 2_000;

impl Generik {
    /// What a naive player says to what it is asked.
    pub(super) fn naive_answer(state: &State, seat: Seat) -> Command {
        let (id, heroic) = match Self::ask_for(state, seat) {
            Some(Ask::Phase { id, heroic, .. }) => (id, heroic),
            Some(Ask::React(window)) => return first::<Self>(state, seat, shots(&window)),
            _ => return Self::default_answer(state, seat),
        };
        let table = state.table();
        let own = table.scene.fielded(seat).filter(|fig| heroic.is_none_or(|hero| hero == *fig));
        let able: Vec<Fig> = own.filter(|fig| table.scene.figure(*fig).da > 0).collect();
        let acts = able.into_iter().flat_map(|fig| acts(table, fig).into_iter().map(move |what| (fig, what)));
        let commands = acts.map(|(fig, what)| Command::Act { question: id, fig, what });
        let end = [Command::End { question: id }];
        let commands: Vec<Command> = commands.chain(end).collect();
        first::<Self>(state, seat, commands)
    }
}

/// Returns every shot out of turn at the moving figure.
fn shots(window: &Window) -> impl Iterator<Item = Command> + use<> {
    let question = window.id;
    let mut list = Vec::new();
    for reactor in &window.reactors {
        for at in &reactor.at {
            list.extend([0, 1].map(|weapon| {
                let reaction = Reaction { fig: reactor.fig, at: *at, ao: Ao::Shoot { weapon } };
                Command::React { question, reaction: Some(reaction) }
            }));
        }
    }
    list.into_iter()
}

/// A blow, a shot, a loaded gun, the way to the nearest.
fn acts(table: Table<'_>, fig: Fig) -> Vec<Act> {
    let (own, space) = (table.scene.figure(fig), table.space());
    let mut enemies: Vec<Fig> = space.enemies(fig).map(|(enemy, _)| enemy).collect();
    enemies.sort_by_key(|it| (space.distance2(fig, *it), *it));
    let mut list = vec![Act::StandUp { facing: None }];
    for target in std::iter::once(None).chain(enemies.iter().copied().map(Some)) {
        list.push(Act::Attack { target, weapon: None, blow: Blow::Normal });
    }
    for target in enemies.iter().copied() {
        list.extend([0, 1].map(|weapon| Act::Shoot { weapon, target, fire: Fire::Normal }));
    }
    list.extend([false, true].map(|all| Act::Reload { all }));
    for target in enemies {
        let to = table.scene.figure(target).at;
        let whole = seglen(own.at, to);
        for part in PARTS {
            let far = whole.min(WALK) * part / 8;
            let end = at(own.at, to - own.at, far, whole.max(1));
            let facing = Some(to - end).filter(|it| *it != Pt::default());
            list.push(Act::Move { path: vec![end], run: false, facing, exit: false });
        }
    }
    list
}

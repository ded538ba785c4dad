//! The opponents that can strike a character or throw at it, from what stands on the board: no sheet is read, so
//! nothing sealed tells.

use super::ids::Who;
use super::resolve;
use super::scene::Figure;
use super::space::{Passage, Space, Step};
use super::state::State;
use bagarre_kit::contract::{Place, Threat, Threatened};
use bagarre_kit::grid::{Dir, Point};

/// Returns the characters that can strike another one hand to hand, from where they stand, after one step or after a
/// run straight ahead; or throw at it over the three points in front of them. Stunned ones threaten no character.
pub(super) fn threats(state: &State, about: Threatened) -> Option<Vec<Threat>> {
    let target = Who(about.who);
    state.scene.figures.get(target.i()).filter(|figure| figure.in_play())?;
    let asked = about.scene(state, |at| moved(state, target, at))?;
    let (state, scene) = (&*asked, &asked.scene);
    let foes = scene.whos().filter(|foe| {
        let figure = scene.figure(*foe);
        state.seat_of(*foe) != state.seat_of(target) && figure.in_play() && !figure.stunned()
    });
    Some(
        foes.filter_map(|foe| {
            let throws = resolve::throws_at(state, foe, target);
            let shares = throws.into_iter().map(|hit| (hit.n * 100 / hit.of.max(1)) as u8);
            Threat::of(foe.0, strikes(state, foe, target), shares)
        })
        .collect(),
    )
}

/// The state as if a character stood somewhere else, standing on furniture or crawled under it, and in no hold.
/// `None` where it cannot be.
fn moved(state: &State, who: Who, at: Place) -> Option<State> {
    let (space, figure) = (Space::new(&state.board, &state.scene), state.scene.figure(who));
    let at = Point::from(at.pair()?);
    let under = figure.prone && space.shelter_at(at).is_some();
    let top = if under { false } else { space.surface(at)? };
    state.scene.figure_at(at, top).is_none_or(|other| other == who).then_some(())?;
    let mut state = state.clone();
    for figure in &mut state.scene.figures {
        figure.holding = figure.holding.filter(|other| *other != who);
        figure.held_by = figure.held_by.filter(|other| *other != who);
    }
    let figure = &mut state.scene.figures[who.i()];
    (figure.at, figure.top, figure.holding, figure.held_by) = (at, top, None, None);
    Some(state)
}

/// Whether an enemy comes beside the target on its level, the line between them clear for a blow (BAS-CBT-01, BAS-CBT-02).
fn strikes(state: &State, foe: Who, target: Who) -> bool {
    let space = Space::new(&state.board, &state.scene);
    let figure = state.scene.figure(foe);
    let hits = |from: (Point, bool)| is_near(state, space, from, target);
    hits((figure.at, figure.top))
        || steps(space, figure).any(|step| is_free(state, step) && hits(step))
        || figure.stands() && runs(state, foe).into_iter().any(hits)
}

/// Returns where one step takes a figure on its level, walking or crawling (BAS-MOV-01, BAS-MOV-02).
fn steps(space: Space<'_>, figure: &Figure) -> impl Iterator<Item = (Point, bool)> {
    let passage = if figure.prone { Passage::Crawl } else { Passage::Walk };
    Dir::ALL.into_iter().filter_map(move |dir| match space.step(figure, dir, passage) {
        Step::Level { top } | Step::Corner { top } => Some((figure.at.step(dir), top)),
        Step::Down(_) => Some((figure.at.step(dir), false)),
        Step::Barred | Step::Off => None,
    })
}

/// Returns where a run straight ahead takes an enemy before a character is in the way (BAS-C-01, BAS-C-04).
fn runs(state: &State, foe: Who) -> Vec<(Point, bool)> {
    let (figure, most) = (state.scene.figure(foe), state.fighters[foe.i()].character.speed);
    let path = resolve::run_reach(state, foe, most).into_iter().map(|at| (at, figure.top));
    path.take_while(|at| is_free(state, *at)).collect()
}

fn is_free(state: &State, (at, top): (Point, bool)) -> bool {
    state.scene.figure_at(at, top).is_none()
}

/// Whether a blow from a place reaches a character beside it; one who is beside can turn to it.
fn is_near(state: &State, space: Space<'_>, (at, top): (Point, bool), target: Who) -> bool {
    let victim = state.scene.figure(target);
    let (mine, level) = (space.level_at(at, top), space.level(target));
    let step = state.setup.options.melee_one_step && mine.abs_diff(level) == 1;
    let dir = at.dir_to(victim.at).filter(|_| at.distance(victim.at) == 1);
    (mine == level || step) && dir.is_some_and(|dir| space.line_clear(at, dir, Passage::Blow))
}

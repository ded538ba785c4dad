//! Standing answers: what a seat has said in advance, so that play is not a chain of questions.

use super::command::{
    Act, Ao, Ask, Cause, Choice, Command, Lull, Reaction, Resume, Stance, Standing, Watch, Window,
};
use super::event::{Answer, Unit};
use super::ids::{Dec, Fig, Skill};
use super::space::near;
use super::state::{Input, State, Wait};
use super::{legal, odds, options};
use bagarre_kit::contract::Seat;

/// Whether a decision may be left to its default: none of the own phase, of the set-up or of the steps after the game.
const fn waivable(dec: Dec) -> bool {
    match dec {
        Dec::Opportunity
        | Dec::Rest
        | Dec::Defence
        | Dec::Designated
        | Dec::Melee
        | Dec::Moustache
        | Dec::Guard
        | Dec::Wound
        | Dec::Morale
        | Dec::Finish
        | Dec::FollowUp
        | Dec::NextTarget => true,
        Dec::Scenario
        | Dec::Terrain
        | Dec::Edge
        | Dec::Champion
        | Dec::Marker
        | Dec::Deployment
        | Dec::Phase
        | Dec::Rout
        | Dec::HeroicTry
        | Dec::HeroicAct
        | Dec::HeroicReload
        | Dec::Charge
        | Dec::Facing
        | Dec::Reload
        | Dec::Concede
        | Dec::Money
        | Dec::Reputation
        | Dec::Care
        | Dec::Pay
        | Dec::Purchases
        | Dec::Skill
        | Dec::Chief => false,
    }
}

/// The answer that a seat has given in advance to a question in the middle of an action, if it has.
pub(super) fn answer(state: &State, ask: &Ask) -> Option<(Seat, Answer)> {
    let of = |seat: Seat| state.standing.get(usize::from(seat.0));
    match ask {
        Ask::React(window) => react(state, of(window.seat)?, window).map(|input| (window.seat, input)),
        Ask::Resume(interrupted) => waives(of(interrupted.seat)?, Dec::Rest).then(|| {
            let resume = if interrupted.free { Resume::Declared } else { Resume::Stop };
            (interrupted.seat, Answer::Resume(resume))
        }),
        Ask::Choose(question) => waives(of(question.seat)?, question.dec)
            .then(|| (question.seat, Answer::Choice(question.default_choice()))),
        _ => None,
    }
}

fn waives(standing: &Standing, dec: Dec) -> bool {
    waivable(dec) && standing.defaults.contains(&dec)
}

/// The end of a phase in which nothing but a heroic try is left, where its seat has said so in advance.
pub(super) fn ended(state: &State, seat: Seat) -> Option<Command> {
    let Some(Wait::Phase) = state.wait() else { return None };
    let (table, phase) = (state.table(), &state.scene.phase);
    if phase.seat != seat || phase.heroic.is_some() || !state.standing.get(usize::from(seat.0))?.spent {
        return None;
    }
    let can_act = |fig: Fig| {
        let figure = table.scene.figure(fig);
        figure.da > 0 || figure.down && table.profile(fig).has(Skill::PoisSauteur)
    };
    let left = table.scene.fielded(seat).any(can_act);
    (!left).then_some(Command::End { question: state.questions + 1 })
}

/// Whether a seat lets every window pass for now, this one too.
fn lulled(state: &State, standing: &Standing, window: &Window) -> bool {
    let phase = standing.calm == Some(state.scene.phase.number);
    phase
        || standing.lull.is_some_and(|lull| match lull {
            Lull::Turn(turn) => turn == state.scene.turn,
            Lull::Threat => !threatens(state, window),
            Lull::Recalled => true,
        })
}

/// Whether the acting figure of a window shoots at a figure of its seat, or comes within reach of one.
fn threatens(state: &State, window: &Window) -> bool {
    match window.cause {
        Cause::Shot => aims_at(state, window.seat),
        Cause::Move | Cause::Climb => legal::comes_within_reach(state.table(), window),
    }
}

/// Whether the shot under way is aimed at a figure of a seat: the first target, or one that was named since (GEN-DEC-19, 28).
fn aims_at(state: &State, seat: Seat) -> bool {
    let Some(work) = state.work() else { return true };
    let Unit::Act(_, Act::Shoot { target, .. }) = &work.unit else { return true };
    let named = work.tape.iter().filter_map(|entry| match entry {
        Input::Answer(Answer::Choice(Choice::Figure(fig))) => Some(*fig),
        _ => None,
    });
    std::iter::once(*target).chain(named).any(|fig| state.scene.figure(fig).seat == seat)
}

/// What the watches answer to a window (GEN-DEC-15): checkpoint by checkpoint, at each the first watch that fits. `None`
/// when the seat is to be asked.
fn react(state: &State, standing: &Standing, window: &Window) -> Option<Answer> {
    let table = state.table();
    if lulled(state, standing, window) {
        return Some(Answer::React(None));
    }
    let mut out: Vec<Fig> = Vec::new();
    for (at, _) in (0u8..).zip(&window.checkpoints) {
        for watch in &standing.watches {
            for fig in fitting(state, watch, window, at) {
                if out.contains(&fig) {
                    continue;
                }
                if watch.stance == Stance::Pass {
                    out.push(fig);
                } else if let Some(ao) = act(state, watch, window, fig, at) {
                    return Some(Answer::React(Some(Reaction { fig, at, ao })));
                }
            }
        }
    }
    let nobody = window.reactors.iter().all(|reactor| out.contains(&reactor.fig));
    // a window in which nothing else may be done is no question, even for who is asked everything.
    let idle = || {
        !standing.every && !legal::tells(table, window)
            || table.options().no_empty_windows && !options::may_react(table, window)
    };
    (nobody || standing.pass || waives(standing, Dec::Opportunity) || idle()).then_some(Answer::React(None))
}

/// Figures of the window that a watch is for, at a checkpoint.
fn fitting(state: &State, watch: &Watch, window: &Window, at: u8) -> Vec<Fig> {
    let Some(place) = window.checkpoints.get(usize::from(at)) else { return Vec::new() };
    let against = watch.against.is_none_or(|fig| fig == window.actor);
    let fits = |fig: Fig| {
        watch.fig.is_none_or(|it| it == fig)
            && watch
                .within
                .is_none_or(|reach| near(state.scene.figure(fig).at, *place, reach.clamp(0, 30_000)))
    };
    let here =
        window.reactors.iter().filter(|reactor| against && reactor.at.contains(&at) && fits(reactor.fig));
    here.map(|reactor| reactor.fig).collect()
}

/// What a stance comes to at a checkpoint, if it is possible there.
fn act(state: &State, watch: &Watch, window: &Window, fig: Fig, at: u8) -> Option<Ao> {
    let allowed = |ao: &Ao| {
        let reaction = Reaction { fig, at, ao: ao.clone() };
        legal::reaction(state.table(), window, &reaction).is_ok()
    };
    match watch.stance {
        Stance::Pass => None,
        Stance::Shoot => {
            let loaded = |weapon: &u8| state.scene.figure(fig).charges[usize::from(*weapon)] > 0;
            let enough = |weapon: &u8| {
                watch.at_least.is_none_or(|percent| {
                    let chance = odds::snap_odds(state.table(), window, (fig, *weapon), at);
                    chance.is_some_and(|odds| odds.win.is_at_least(percent))
                })
            };
            let mut arms = (0..2).filter(loaded).filter(|weapon| allowed(&Ao::Shoot { weapon: *weapon }));
            arms.find(enough).map(|weapon| Ao::Shoot { weapon })
        }
        Stance::Cover => legal::opportune_cover(state.table(), window, fig, at),
    }
}

//! Suspended work of a position: nothing on a tape is played before it is known to answer what was asked, and run again from its
//! start the work comes to the scene and the need that are written.

use super::{Frame, Input, Need, System, Work, happened, run};

/// Inputs that one piece of work may have been given.
const LONGEST_TAPE: usize = 2000;

/// Questions of one game.
pub const MOST_QUESTIONS: u32 = 1_000_000_000;

/// The scene that must be sound in itself. Within a piece of work the rules may be half-way; that moment follows from the scene
/// the work began in (see [`replays`]).
pub fn settled<'a, P: System>(scene: &'a P::Scene, stack: Option<&'a Vec<Frame<P>>>) -> &'a P::Scene {
    match stack.and_then(|stack| stack.last()) {
        Some(Frame::Work(work)) if P::alike(&work.base, scene) => &work.base,
        _ => scene,
    }
}

/// Whether the work, run again, comes to where the state is.
pub fn replays<P: System>(state: &P::State, work: &Work<P>) -> bool {
    if !P::alike(&work.base, &state.scene) || work.tape.len() > LONGEST_TAPE || work.need == Need::Done {
        return false;
    }
    let mut scene = P::Scene::clone(&work.base);
    let mut told = 0;
    // The numbers of questions matter in the last run only: there they are compared.
    let answered = |n: usize| if n == work.tape.len() { state.questions } else { 0 };
    for n in 0..=work.tape.len() {
        let ran = run::<P>(state, &work.unit, &work.base, &work.tape[..n], answered(n), &mut |_| None);
        happened::<P>(&mut scene, ran.facts.get(told..).unwrap_or_default());
        told = ran.facts.len();
        match work.tape.get(n) {
            Some(input) if !suits(state, work, &ran.need, &scene, input) => return false,
            Some(_) => {}
            None => return ran.need == work.need && told == work.told as usize && scene == state.scene,
        }
    }
    false
}

/// Whether what is on a tape is what the work asked for there, in the scene it had come to.
fn suits<P: System>(
    state: &P::State,
    work: &Work<P>,
    need: &Need<P>,
    scene: &P::Scene,
    input: &Input<P>,
) -> bool {
    match (need, input) {
        (Need::Roll(roll), Input::Faces(faces)) => {
            faces.len() == usize::from(roll.count) && faces.iter().all(|face| (1..=roll.sides).contains(face))
        }
        (Need::Ask(question), Input::Answer(answer)) => P::suits(state, work, question, scene, answer),
        _ => false,
    }
}

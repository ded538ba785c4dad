//! A naive way to play énergie.

use crate::Energie;
use crate::command::{Act, Ask, Command};
use crate::ids::{Link, Who, Zone};
use crate::state::{PublicState, State};
use bagarre_kit::contract::{Ruleset, Seat};

use bagarre_kit::conformance::first;

impl Energie {
    /// What a naive player says to what it is asked.
    pub(super) fn naive_answer(state: &State, seat: Seat) -> Command {
        let Some(Ask::Act { who, .. }) = Self::ask_for(state, seat) else {
            return Self::default_answer(state, seat);
        };
        let mut acts = Vec::new();
        Self::options(state, seat, &mut |command| {
            if let Command::Act { question, act } = command {
                acts.push((question, act));
            }
        });
        // Up first; then the blow at the nearest enemy, then the way to it.
        let rank = |act: &Act| match act {
            Act::Stand => Some((0, 0)),
            Act::Attack { .. } => Some((1, 0)),
            Act::Move { path, leave: false } => Some((2, after(state.public(), who, path)?)),
            Act::Pass => Some((3, 0)),
            _ => None,
        };
        let mut ranked: Vec<_> =
            acts.into_iter().filter_map(|(question, act)| Some((rank(&act)?, question, act))).collect();
        ranked.sort_by_key(|(rank, ..)| *rank);
        first::<Self>(
            state,
            seat,
            ranked.into_iter().map(|(_, question, act)| Command::Act { question, act }),
        )
    }
}

/// Metres to the nearest enemy from where a path ends; nothing where it leads no nearer.
fn after(public: PublicState<'_>, who: Who, path: &[Link]) -> Option<u32> {
    let from = public.fighter(who).zone?;
    let to = path.iter().try_fold(from, |at, link| public.map.zones.beyond(link.0, at.0).map(Zone))?;
    let far = |from: Zone| {
        let ways =
            public.map.zones.ways(from.0, |link, _| Some(u32::from(public.map.way(Link(link)).metres)));
        let foes = public.scene.all().filter(|(foe, it)| it.able() && public.scene.enemies(who, *foe));
        foes.filter_map(|(_, it)| ways.cost(it.zone?.0)).min()
    };
    far(to).filter(|then| far(from).is_none_or(|now| *then < now))
}

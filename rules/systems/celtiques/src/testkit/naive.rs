//! A naive way to play Celtiques.

use crate::Celtiques;
use crate::command::{Act, Ask, Command, Deed, Go, Goal, March, Minor, Order};
use crate::ids::Who;
use crate::state::{PublicState, Sealed, State};
use bagarre_kit::contract::{Ruleset, Seat};

use bagarre_kit::conformance::first;

impl Celtiques {
    /// What a naive player says to what it is asked.
    pub(super) fn naive_answer(state: &State, seat: Seat) -> Command {
        let Some(ask) = Self::ask_for(state, seat) else { return Self::default_answer(state, seat) };
        let (public, question) = (state.public(), ask.id());
        match &ask {
            Ask::Act { who, .. } => {
                let deeds = deeds(public, *who).into_iter().map(|deed| Command::Act { question, deed });
                first::<Self>(state, seat, deeds)
            }
            Ask::Batch { whos, .. } => {
                let own = whos.iter().filter(|who| public.owner(*who) == Some(seat));
                let one = |(who, deed)| Command::Deeds { question, deeds: Sealed(vec![(who, deed)]) };
                let may = |who: Who| deeds(public, who).into_iter().map(move |deed| (who, deed));
                let may: Vec<Command> = own.flat_map(may).map(one).collect();
                first::<Self>(state, seat, may)
            }
            Ask::Orders { .. } => {
                let able = public.own(seat).filter(|who| public.of(*who).able());
                let orders = able.flat_map(|who| orders(public, who).into_iter().map(move |it| (who, it)));
                let orders =
                    orders.map(|it| Command::Orders { question, orders: Sealed(vec![it]), quiet: false });
                let orders: Vec<Command> = orders.collect();
                first::<Self>(state, seat, orders)
            }
            _ => Self::default_answer(state, seat),
        }
    }
}

fn nearest(public: PublicState<'_>, who: Who) -> Vec<Who> {
    let mut enemies: Vec<Who> = public.enemies(who).collect();
    enemies.sort_by_key(|it| (public.distance(who, *it), *it));
    enemies
}

/// A blow, a shot, the way to one.
fn deeds(public: PublicState<'_>, who: Who) -> Vec<Deed> {
    let enemies = nearest(public, who);
    let weapons = public.profile(who).weapons.len() as u8;
    let mut list: Vec<Deed> = enemies.iter().map(|at| Deed::blow(*at)).collect();
    let shots = |at: &Who| {
        let at = *at;
        (0..weapons).map(move |with| Deed::of(Act::Shoot { at, with, draw: false }))
    };
    list.extend(enemies.iter().flat_map(shots));
    if public.of(who).gear.hand.is_none() {
        let draw = |n| Deed { minor: Some(Minor::Draw(n)), ..Deed::of(Act::Pass) };
        list.extend((0..weapons).map(draw));
    }
    list.push(Deed { minor: Some(Minor::Rise), ..Deed::of(Act::Pass) });
    let march = |at: &Who| Deed { go: Some(Go::March(March::walk(Goal::Who(*at)))), ..Deed::of(Act::Pass) };
    list.extend(enemies.iter().map(march));
    list.push(Deed::of(Act::Pass));
    list
}

/// Up, and on.
fn orders(public: PublicState<'_>, who: Who) -> Vec<Order> {
    let mut list = vec![Order { minor: Some(Minor::Rise), ..Order::default() }];
    if public.of(who).ties.engaged.is_empty() {
        let march = |at: Who| Go::March(March::walk(Goal::Who(at)));
        list.extend(
            nearest(public, who).into_iter().map(|at| Order { go: Some(march(at)), ..Order::default() }),
        );
    }
    list
}

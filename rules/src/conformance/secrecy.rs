//! Nobody learns what others have sealed: two games that differ in one sealed command only look alike to everybody
//! else, until the rules reveal it.

use super::{Game, audiences, options, pick, text};
use crate::contract::{Actor, Audience, Next, Ruleset, Seat, Seats, submit};

/// A game after a sealed command, and what it told everybody on the way.
struct After<R: Ruleset> {
    state: R::State,
    told: Vec<(Audience, Option<R::Notice>)>,
}

impl<R: Ruleset> Game<R> {
    /// Holds two sealed commands of one seat against each other.
    pub(super) fn compare_secrets(&mut self, seats: Seats) {
        let Some(author) = seats.iter().next() else { return };
        let sealed: Vec<R::Command> =
            options::<R>(&self.state, author).into_iter().filter(|command| R::sealed(command)).collect();
        let (Some(one), Some(other)) =
            (pick(&mut self.chance, &sealed).cloned(), pick(&mut self.chance, &sealed).cloned())
        else {
            return;
        };
        if one == other || seats.len() < 2 {
            return;
        }
        let (one, other) = (self.after_sealed(author, &one), self.after_sealed(author, &other));
        self.report.secrets += 1;
        let alike = |same: bool, what: &str| {
            assert!(same, "seed {}: {what} tells what {author:?} has sealed", self.seed);
        };
        alike(one.told == other.told, "a notice");
        for to in audiences::<R>(&one.state) {
            if to != Audience::Seat(author) && to != Audience::Omniscient {
                alike(text(&R::view(&one.state, to)) == text(&R::view(&other.state, to)), "a view");
            }
        }
        let asked = |state: &R::State| match R::next(state) {
            Next::Ask { seats, ask } => Some((seats, ask)),
            _ => None,
        };
        alike(asked(&one.state) == asked(&other.state), "the open question");
        for seat in seats.iter().filter(|seat| *seat != author) {
            alike(R::ask_for(&one.state, seat) == R::ask_for(&other.state, seat), "a question");
            let default = R::default_answer(&one.state, seat);
            alike(default == R::default_answer(&other.state, seat), "a default answer");
            alike(R::pace(&one.state, seat) == R::pace(&other.state, seat), "a clock");
            let list = options::<R>(&one.state, seat);
            alike(list == options::<R>(&other.state, seat), "the list of options");
            for draft in pick(&mut self.chance, &list).into_iter().chain([&default]) {
                let draft = R::Draft::from(draft.clone());
                let advice = |state| R::advise(state, seat, &draft).ok();
                alike(advice(&one.state) == advice(&other.state), "advice");
            }
        }
    }

    fn after_sealed(&self, author: Seat, command: &R::Command) -> After<R> {
        let mut state = self.state.clone();
        let mut told = Vec::new();
        let done = submit::<R>(
            &mut state,
            Actor::Seat(author),
            command,
            &mut self.dice.clone(),
            &mut |after, event| {
                for to in audiences::<R>(after) {
                    if to != Audience::Seat(author) && to != Audience::Omniscient {
                        told.push((to, R::notice(after, event, to)));
                    }
                }
            },
        );
        if let Err(why) = done {
            panic!("seed {}: an option is refused: {why}\n{}", self.seed, text(command));
        }
        After { state, told }
    }
}

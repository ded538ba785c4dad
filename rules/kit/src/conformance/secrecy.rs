//! No audience learns what belongs to another: games that differ only in what an audience cannot see (sealed answers, standing answers,
//! and what the holder of a seat before it left there) look alike to it, byte for byte and in the same order, until
//! the rules reveal it.

use super::{Game, TestKit, audiences, options, pick, text};
use crate::contract::{Actor, Audience, Next, Place, Ruleset, Seat, Seats, Threatened, submit};
use crate::dice::Seeded;

/// Hidden acts tried at one question.
const ACTS: usize = 6;
/// Commands for which a game is played on beside the same game in other hands.
const ONWARD: usize = 8;
/// Characters whose threats are compared, where they stand and at a place; each system reads some of the places.
const THREATENED: [(u8, Place); 4] =
    [(0, Place::Zone(1)), (1, Place::At([4, 4])), (2, Place::At([9, 7])), (3, Place::At([6_000, 6_000]))];

/// A seat's act that others see only as having happened.
#[derive(Clone, Copy, Debug)]
enum Act {
    Seal,
    Set,
    TakeBack,
}

/// One of two games that differ in what an audience cannot see.
struct Twin<R: Ruleset> {
    state: R::State,
    dice: Seeded,
    /// What each audience got, in order.
    notices: Vec<(Audience, String)>,
}

impl<R: Ruleset> Clone for Twin<R> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), dice: self.dice.clone(), notices: self.notices.clone() }
    }
}

impl<R: Ruleset> Twin<R> {
    fn submit(&mut self, by: Actor, command: &R::Command) -> Vec<String> {
        let mut events = Vec::new();
        let sent = &mut self.notices;
        let done = submit::<R>(&mut self.state, by, command, &mut self.dice, &mut |after, event| {
            events.push(text(event));
            let notices =
                audiences::<R>(after).into_iter().map(|to| (to, text(&R::notice(after, event, to))));
            sent.extend(notices);
        });
        if let Err(why) = done {
            panic!("an option is refused: {why}\n{}", text(command));
        }
        events
    }

    fn notices_for(&self, to: Audience) -> impl Iterator<Item = &str> {
        self.notices.iter().filter(move |(whom, _)| *whom == to).map(|(_, notice)| notice.as_str())
    }

    fn asked(&self) -> Seats {
        match R::next(&self.state) {
            Next::Ask { seats, .. } => seats,
            _ => Seats::NONE,
        }
    }
}

impl<R: TestKit> Game<R> {
    /// Shuffles what is hidden at a question, and looks at it from everywhere.
    pub(super) fn compare_secrets(&mut self, seats: Seats) {
        let one = Twin { state: self.state.clone(), dice: self.dice.clone(), notices: Vec::new() };
        let (mut one, mut other) = (one.clone(), one);
        let every = audiences::<R>(&one.state);
        let to = *pick(&mut self.chance, &every[..every.len() - 1]).expect("somebody looks");
        let mut acts = Vec::new();
        for _ in 0..ACTS {
            acts.extend(self.hidden_act(&mut one, &mut other, to));
            self.alike(&one, &other, to, &acts);
        }
        if acts.is_empty() {
            return;
        }
        self.report.secrets += 1;
        // A person who sits down on another seat now finds nothing that tells the two games apart either.
        let is_told = |heir: Seat| {
            acts.iter().any(|(seat, act)| matches!(act, Act::Set) && R::shared(&self.state, *seat, heir))
        };
        let heirs = (0..R::seats(&self.state)).map(Seat);
        let heirs: Vec<Seat> = heirs.filter(|heir| to != Audience::Seat(*heir) && !is_told(*heir)).collect();
        for heir in heirs {
            let (mut one, mut other) = (one.clone(), other.clone());
            for twin in [&mut one, &mut other] {
                R::new_holder(&mut twin.state, heir);
                twin.notices.clear();
            }
            // The heir cannot see what the seat that looked on has done, and it did the same in both.
            self.alike(&one, &other, Audience::Seat(heir), &acts);
            self.take_turns(&mut one, &mut other, heir, &acts);
        }
        self.hands_do_not_matter(&one, seats);
    }

    /// One act of some seat in both games: the same of the seat that looks on, any of the others.
    fn hidden_act(&mut self, one: &mut Twin<R>, other: &mut Twin<R>, to: Audience) -> Option<(Seat, Act)> {
        let seats: Vec<Seat> = (0..R::seats(&self.state)).map(Seat).collect();
        let seat = *pick(&mut self.chance, &seats)?;
        let asked = one.asked();
        if asked.is_empty() {
            return None;
        }
        let act = if !asked.contains(seat) {
            Act::TakeBack
        } else if asked.len() >= 2 && pick(&mut self.chance, &[true, true, false])? == &true {
            Act::Seal
        } else {
            Act::Set
        };
        let act = if pick(&mut self.chance, &[0, 1, 2])? == &0 { Act::Set } else { act };
        let first = self.command_of(one, seat, act)?;
        let shared = match to {
            Audience::Seat(own) => own == seat || matches!(act, Act::Set) && R::shared(&one.state, seat, own),
            Audience::Spectator | Audience::Omniscient => false,
        };
        let second = if shared { first.clone() } else { self.command_of(other, seat, act)? };
        if matches!(act, Act::Seal) && !(R::sealed(&first) && R::sealed(&second)) {
            return None;
        }
        let (mut after, mut beside) = (one.clone(), other.clone());
        let events = [after.submit(Actor::Seat(seat), &first), beside.submit(Actor::Seat(seat), &second)];
        // A standing answer that answers what is open is an answer: it shows.
        if events.iter().any(|events| events.len() > 1) {
            return None;
        }
        (*one, *other) = (after, beside);
        Some((seat, act))
    }

    fn command_of(&mut self, twin: &Twin<R>, seat: Seat, act: Act) -> Option<R::Command> {
        match act {
            Act::Set => R::private(&twin.state, seat, &mut self.chance),
            Act::TakeBack => {
                let back = R::withdrawal(&twin.state, seat);
                let first = back.or_else(|| options::<R>(&twin.state, seat).into_iter().next());
                first.filter(|command| R::decide(&twin.state, Actor::Seat(seat), command).is_ok())
            }
            Act::Seal => {
                let mut list = options::<R>(&twin.state, seat);
                list.retain(R::sealed);
                pick(&mut self.chance, &list).cloned()
            }
        }
    }

    /// Two games are the same to an audience: everything that was told, and everything that can be looked at or asked for.
    fn alike(&mut self, one: &Twin<R>, other: &Twin<R>, to: Audience, acts: &[(Seat, Act)]) {
        let seed = self.seed;
        let same = |a: String, b: String, what: &str| {
            assert!(a == b, "seed {seed}: {what} tells {to:?} about {acts:?}:\n{a}\n{b}");
        };
        let notices = |twin: &Twin<R>| twin.notices_for(to).collect::<Vec<_>>().join("\n");
        same(notices(one), notices(other), "a notice");
        let view = |twin: &Twin<R>| text(&R::view(&twin.state, to));
        same(view(one), view(other), "a view");
        let open = |twin: &Twin<R>| match R::next(&twin.state) {
            Next::Ask { seats, ask } => text(&(seats, ask)),
            Next::Over(outcome) => text(&outcome),
            Next::Do(_) | Next::Roll(_) => String::new(),
        };
        same(open(one), open(other), "the open question");
        let Audience::Seat(seat) = to else { return };
        let question = |twin: &Twin<R>| text(&R::ask_for(&twin.state, seat));
        same(question(one), question(other), "a question");
        let pace = |twin: &Twin<R>| text(&(R::pace(&twin.state, seat), R::time(&twin.state, seat)));
        same(pace(one), pace(other), "a clock");
        let default = |twin: &Twin<R>| text(&R::default_answer(&twin.state, seat));
        same(default(one), default(other), "a default answer");
        let back = |twin: &Twin<R>| text(&R::withdrawal(&twin.state, seat));
        same(back(one), back(other), "what takes an answer back");
        let threats = |twin: &Twin<R>| {
            let asked = THREATENED.into_iter();
            let asked = asked.flat_map(|(who, at)| [Threatened::here(who), Threatened::there(who, at)]);
            let all = asked.map(|about| R::threats(&twin.state, about));
            text(&all.collect::<Vec<_>>())
        };
        same(threats(one), threats(other), "a threat");
        let list = |twin: &Twin<R>| options::<R>(&twin.state, seat);
        let (first, second) = (list(one), list(other));
        // Thousands of programmes: equal ones are written alike, so only those that differ are written.
        if first != second {
            same(text(&first), text(&second), "the list of options");
        }
        let default = R::default_answer(&one.state, seat);
        for command in pick(&mut self.chance, &first).into_iter().chain([&default]) {
            let draft = R::Draft::from(command.clone());
            let advice = |twin: &Twin<R>| match R::advise(&twin.state, seat, &draft) {
                Ok(advice) => text(&advice),
                Err(illegal) => illegal.to_string(),
            };
            same(advice(one), advice(other), "advice");
            let judged = |twin: &Twin<R>| match R::decide(&twin.state, Actor::Seat(seat), command) {
                Ok(_) => String::new(),
                Err(illegal) => illegal.to_string(),
            };
            same(judged(one), judged(other), "a refusal");
        }
    }

    /// A person who has sat down answers, takes back and sets like any other; still nothing shows.
    fn take_turns(&mut self, one: &mut Twin<R>, other: &mut Twin<R>, heir: Seat, acts: &[(Seat, Act)]) {
        for act in [Act::Seal, Act::TakeBack, Act::Set] {
            let asked = one.asked();
            let fits = match act {
                Act::Seal => asked.contains(heir) && asked.len() >= 2,
                Act::TakeBack => !asked.contains(heir),
                Act::Set => !asked.is_empty(),
            };
            let Some(command) = fits.then(|| self.command_of(one, heir, act)).flatten() else { continue };
            if matches!(act, Act::Seal) && !R::sealed(&command)
                || R::decide(&one.state, Actor::Seat(heir), &command).is_err()
            {
                continue;
            }
            let (mut after, mut beside) = (one.clone(), other.clone());
            let events = [&mut after, &mut beside].map(|twin| twin.submit(Actor::Seat(heir), &command).len());
            if events != [1, 1] {
                continue;
            }
            (*one, *other) = (after, beside);
            self.alike(one, other, Audience::Seat(heir), acts);
        }
    }

    /// A game goes on the same in whose hands ever its seats are.
    fn hands_do_not_matter(&mut self, one: &Twin<R>, seats: Seats) {
        let (mut own, mut handed) = (one.clone(), one.clone());
        for heir in seats.iter() {
            R::new_holder(&mut handed.state, heir);
        }
        for _ in 0..ONWARD {
            let Some(seat) = own.asked().iter().next() else { break };
            let by = Actor::Clock(seat);
            let (mine, his) = (R::default_answer(&own.state, seat), R::default_answer(&handed.state, seat));
            let (told, again) = (own.submit(by, &mine), handed.submit(by, &his));
            assert_eq!(told, again, "seed {}: another player of {seat:?} changes the game", self.seed);
        }
    }
}

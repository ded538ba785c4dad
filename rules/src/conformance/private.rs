//! What each system lets a seat say without being asked: in private at any time, for the suite to shuffle, and in the open.

use super::below;
use crate::any::toy::{Command, Toy};
use crate::baston::Baston;
use crate::baston::{command as baston, ids::Dec as BastonDec};
use crate::celtiques::Celtiques;
use crate::celtiques::command::{
    self as warriors, Act, Deed, Dodging, Goal, Habit, Intention, March, Pace, Preset, Standard,
};
use crate::celtiques::ids::Who as Warrior;
use crate::contract::{Ruleset, Seat};
use crate::dice::Dice;
use crate::energie::Energie;
use crate::energie::command::{self as energie, GuardWhen, ReactWhen, Second};
use crate::energie::ids::Who as Hero;
use crate::generik::Generik;
use crate::generik::command::{self as generik, Lull, Post, Stance, Watch};
use crate::generik::ids::{Dec, Fig};
use crate::kit::plane::Pt;

/// What a seat sets in private, besides what it seals.
pub trait Private: Ruleset {
    /// A command that tells nobody else anything, if the system has one; legal at any time before the end.
    fn private(state: &Self::State, seat: Seat, chance: &mut dyn Dice) -> Option<Self::Command>;

    /// Whether a seat is told what another sets so, as one of its side may be.
    fn shared(_state: &Self::State, _seat: Seat, _to: Seat) -> bool {
        false
    }

    /// A command that answers no question and that everybody hears of, and whose it is; now and then, if the system has one.
    fn unasked(_: &Self::State, _: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        None
    }
}

impl Private for Toy {
    fn private(_: &Self::State, _: Seat, _: &mut dyn Dice) -> Option<Self::Command> {
        None
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.foretells()?;
        (chance.die(3) == 1).then(|| (master, Command::Omen(chance.die(6))))
    }
}

impl Private for Baston {
    fn private(_: &Self::State, _: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let defaults = (0..below(chance, 5)).map(|_| BastonDec(chance.die(21))).collect();
        Some(baston::Command::Stand { standing: baston::Standing { defaults, ..Default::default() } })
    }
}

impl Private for Generik {
    fn private(state: &Self::State, _: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let figures = state.scene.figures.len();
        let mut watch = || Watch {
            fig: (chance.die(2) == 1).then(|| Fig(below(chance, figures) as u8)),
            against: (chance.die(3) == 1).then(|| Fig(below(chance, figures) as u8)),
            within: (chance.die(2) == 1).then(|| i32::from(chance.die(200)) * 20),
            at_least: (chance.die(2) == 1).then(|| chance.die(100)),
            stance: [Stance::Shoot, Stance::Cover, Stance::Pass][below(chance, 3)],
        };
        let watches = vec![watch(), watch()];
        let defaults = (0..below(chance, 4)).map(|_| Dec(14 + chance.die(14))).collect();
        let calm = (chance.die(3) == 1).then_some(state.scene.phase.number);
        let lull = match chance.die(6) {
            1 => Some(Lull::Turn(state.scene.turn)),
            2 => Some(Lull::Threat),
            3 => Some(Lull::Recalled),
            _ => None,
        };
        let spent = chance.die(3) == 1;
        let (pass, every) = (chance.die(2) == 1, chance.die(2) == 1);
        let posts = (chance.die(2) == 1).then(|| Post {
            fig: Fig(below(chance, figures) as u8),
            at: Pt::new(i32::from(chance.die(120)) * 100, i32::from(chance.die(10)) * 100),
            facing: None,
        });
        let posts = posts.into_iter().collect();
        let standing = generik::Standing { watches, pass, every, calm, lull, spent, defaults, posts };
        Some(generik::Command::Stand { standing })
    }
}

impl Private for Energie {
    fn private(state: &Self::State, seat: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let own = state.scene.all().filter(|(_, it)| it.sheet.seat == Some(seat)).map(|(who, _)| who);
        let own: Vec<Hero> = own.collect();
        let react = [ReactWhen::Ask, ReactWhen::Never, ReactWhen::Pe(4), ReactWhen::Percent(60)];
        let second = [Second::Ask, Second::Defend, Second::Roll, Second::Prepare];
        let orders = own.iter().map(|who| energie::Orders {
            who: *who,
            react: react[below(chance, 4)],
            guard: [GuardWhen::Ask, GuardWhen::Yes, GuardWhen::No][below(chance, 3)],
            second: second[below(chance, 4)],
        });
        let orders = orders.collect();
        let order = if chance.die(2) == 1 { own } else { Vec::new() };
        Some(energie::Command::Stand { standing: energie::Standing { orders, order } })
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.fixed.setup.master()?;
        if chance.die(9) > 1 {
            return None;
        }
        let mut list = Vec::new();
        Self::options(state, master, &mut |command| {
            if matches!(command, energie::Command::Meddle { .. }) {
                list.push(command);
            }
        });
        let n = below(chance, list.len());
        list.into_iter().nth(n).map(|command| (master, command))
    }
}

impl Private for Celtiques {
    fn private(state: &Self::State, seat: Seat, chance: &mut dyn Dice) -> Option<Self::Command> {
        let own = (0u8..).zip(&state.fixed.profiles).filter(|(_, profile)| profile.seat == Some(seat));
        let own: Vec<Warrior> = own.map(|(n, _)| Warrior(n)).collect();
        let fighters = state.fixed.profiles.len();
        let mut habit = |who: Warrior| Habit {
            dodge: [Dodging::Ask, Dodging::Never, Dodging::From(3), Dodging::While(2)][below(chance, 4)],
            slot: chance.die(2) == 1,
            survival: [Standard::No, Standard::Ask, Standard::Yes][below(chance, 3)],
            survive_at: (chance.die(3) == 1).then_some(2),
            refuse: [Standard::No, Standard::Ask, Standard::Yes][below(chance, 3)],
            march: (chance.die(2) == 1).then(|| {
                let to = Goal::Who(Warrior(below(chance, fighters) as u8));
                (March { pace: [Pace::Walk, Pace::Run][below(chance, 2)], ..March::walk(to) }, 0)
            }),
            ..Habit::none(who)
        };
        let habits = own.iter().copied().map(&mut habit).collect();
        let turn = state.scene.turn;
        let mut presets = Vec::new();
        let mut intentions = Vec::new();
        for who in own {
            if chance.die(2) == 1 {
                presets.push(Preset { who, turn, actions: below(chance, 6) as u8 });
            }
            for segment in 1..=5 {
                let at = Warrior(below(chance, fighters) as u8);
                let deed = [Deed::blow(at), Deed::of(Act::Pass), Deed::of(Act::Aim(at))][below(chance, 3)];
                if chance.die(2) == 1 {
                    intentions.push(Intention::of(who, turn, segment, deed));
                }
            }
        }
        let quiet = chance.die(2) == 1;
        Some(warriors::Command::Stand { standing: warriors::Standing { habits, quiet, presets, intentions } })
    }

    fn shared(state: &Self::State, seat: Seat, to: Seat) -> bool {
        state.fixed.setup.are_mates(seat, to)
    }

    fn unasked(state: &Self::State, chance: &mut dyn Dice) -> Option<(Seat, Self::Command)> {
        let master = state.fixed.setup.master().filter(|_| chance.die(4) == 1)?;
        let mut list = Vec::new();
        Self::options(state, master, &mut |command| {
            if matches!(command, warriors::Command::Rule { .. }) {
                list.push(command);
            }
        });
        let n = below(chance, list.len());
        list.into_iter().nth(n).map(|command| (master, command))
    }
}

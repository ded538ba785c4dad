//! The whole truth of a game.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Energie;
use super::arena::Map;
use super::command::Places;
use super::ids::{Skill, Who, Zone};
use super::scene::{Fighter, Scene};
use super::setup::{Options, Setup};
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure::{self, Course};
pub use bagarre_kit::procedure::{Inherited, Sealed, Seals};
use bagarre_kit::tally::Tally;

/// What never changes in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fixed {
    /// What the game started from.
    pub setup: Arc<Setup>,
}

/// All that is public of a game. The rules of actions read nothing else, so that players' tools, doctrines and bots can ask them.
#[derive(Clone, Copy, Debug)]
pub struct PublicState<'a> {
    /// What the game started from.
    pub setup: &'a Setup,
    /// The map.
    pub map: &'a Map,
    /// The state that moves or changes.
    pub scene: &'a Scene,
}

impl<'a> PublicState<'a> {
    /// Of a set-up and a scene.
    pub fn new(setup: &'a Setup, scene: &'a Scene) -> Self {
        Self { setup, map: setup.map(), scene }
    }

    /// Options of the room.
    pub fn options(self) -> &'a Options {
        &self.setup.options
    }

    /// A character.
    pub fn fighter(self, who: Who) -> &'a Fighter {
        self.scene.fighter(who)
    }

    /// Whether a character has a maitrise that is played (ENE-MAI-03).
    pub fn has(self, who: Who, skill: Skill) -> bool {
        self.setup.options.house_maitrises && self.fighter(who).sheet.has(skill)
    }

    /// The seat that chooses the acts of a character; `None`: its doctrine (ENE-PLY-02, ENE-MJ-01).
    pub fn runner(self, who: Who) -> Option<Seat> {
        let fighter = self.fighter(who);
        fighter.sheet.seat.or_else(|| self.setup.master().filter(|_| !fighter.left_alone))
    }
}

/// Suspended work.
pub type Frame = procedure::Frame<Energie>;
/// A piece of work under way.
pub type Work = procedure::Work<Energie>;
/// An entry of its tape.
pub type Input = procedure::Input<Energie>;

/// A question between pieces of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wait {
    /// Places are chosen in secret (ENE-DEC-16): what each player seat has sealed.
    Deploy(Seals<Places>),
    /// A character acts (ENE-DEC-02, 03).
    Act,
    /// The referee may bring opponents (ENE-MJ-05).
    Bring,
    /// The steps after the fight (ENE-FIN-07).
    After,
}

/// The whole truth of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What never changes.
    pub fixed: Fixed,
    /// Mines that no character has met, with their sides, sorted (ENE-MAP-08).
    pub mines: Vec<(u8, Zone)>,
    /// Activations in a row that ran out, by seat (ENE-PLY-08).
    pub missed: Vec<u8>,
    /// What the points were given for.
    pub tally: Tally,
    /// The state that moves or changes, suspended work and standing orders.
    pub course: Course<Energie>,
}

impl Deref for State {
    type Target = Course<Energie>;

    fn deref(&self) -> &Course<Energie> {
        &self.course
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Course<Energie> {
        &mut self.course
    }
}

impl State {
    /// All that is public.
    pub fn public(&self) -> PublicState<'_> {
        PublicState::new(&self.fixed.setup, &self.scene)
    }
}

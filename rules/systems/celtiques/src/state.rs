//! The whole truth of a game.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::Celtiques;
use super::board::Board;
use super::command::{Seal, data};
use super::ids::{Team, Who, Whos};
use super::profile::Profile;
use super::scene::Scene;
use super::setup::Setup;
use super::tables::tables;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure::{self, Course, Seals};
use serde::{Deserialize, Serialize};

pub use bagarre_kit::procedure::{Inherited, Sealed};

/// Suspended work.
pub type Frame = procedure::Frame<Celtiques>;
/// A piece of work under way.
pub type Work = procedure::Work<Celtiques>;

data! {
    /// A phase of seals between pieces of work.
    #[derive(Copy)]
    pub enum Phase {
        /// Plans (CEL-DEC-01).
        Plan,
        /// Terror (CEL-DEC-02).
        Terror,
        /// Orders of a segment (CEL-DEC-04).
        Orders,
        /// Deeds of a batch (CEL-DEC-27).
        Batch,
    }

    /// A question between pieces of work, with what has been sealed.
    pub struct Wait {
        /// The phase that is asked for.
        pub phase: Phase,
        /// The seals so far.
        pub seals: Seals<Seal>,
    }
}

/// What never changes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// The map.
    pub board: Board,
    /// Fighters by number.
    pub profiles: Vec<Profile>,
}

impl Fixed {
    /// Where a side begins: columns and rows, from and to. How far those who march have come hangs on how many they are (CEL-R96).
    pub fn zone(&self, side: Team) -> [i16; 4] {
        let zone = self.board.arena.deploy[side.n()];
        let marching = self.profiles.iter().filter(|it| it.side == Team::First && it.seat.is_some()).count();
        // It is told for the map of the scenario alone.
        let printed = side == Team::First && self.setup.map.is_none();
        let row = tables().scenario(self.setup.scenario).filter(|_| printed);
        let front = row.and_then(|row| row.front.iter().find(|it| usize::from(it.heroes) == marching));
        front.map_or(zone, |front| [front.cols[0], zone[1], front.cols[1], zone[3]])
    }
}

impl PartialEq for Fixed {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
    }
}

impl Hash for Fixed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.setup.hash(state);
    }
}

/// The whole truth of a game.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct State {
    /// What never changes.
    pub fixed: Arc<Fixed>,
    /// What the machine moves.
    pub course: Course<Celtiques>,
    /// Questions that each seat let run out (CEL-PLY-08).
    pub missed: Vec<u8>,
}

impl Deref for State {
    type Target = Course<Celtiques>;
    fn deref(&self) -> &Course<Celtiques> {
        &self.course
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Course<Celtiques> {
        &mut self.course
    }
}

impl State {
    /// All that is public.
    pub fn public(&self) -> PublicState<'_> {
        PublicState { fixed: &self.fixed, scene: &self.course.scene }
    }
}

/// All that is public, at one moment.
#[derive(Clone, Copy, Debug)]
pub struct PublicState<'a> {
    /// What never changes.
    pub fixed: &'a Fixed,
    /// The state that moves or changes.
    pub scene: &'a Scene,
}

impl<'a> PublicState<'a> {
    /// What never changes about a fighter.
    pub fn profile(self, who: Who) -> &'a Profile {
        &self.fixed.profiles[who.n()]
    }

    /// A fighter.
    pub fn of(self, who: Who) -> &'a super::scene::Fighter {
        self.scene.of(who)
    }

    /// The side of a fighter.
    pub fn side(self, who: Who) -> Team {
        self.profile(who).side
    }

    /// Returns the seat that decides for a fighter: its player, the game master if it is played so, or none (CEL-MJ-01).
    pub fn owner(self, who: Who) -> Option<Seat> {
        let master = self.fixed.setup.master().filter(|_| self.scene.rulings.plays.contains(who));
        self.profile(who).seat.or(master)
    }

    /// Returns all fighters.
    pub fn whos(self) -> impl Iterator<Item = Who> + use<'a> {
        self.scene.whos()
    }

    /// The able fighters.
    pub fn able(self) -> impl Iterator<Item = Who> + use<'a> {
        self.whos().filter(move |who| self.of(*who).able())
    }

    /// The able enemies of a fighter.
    pub fn enemies(self, who: Who) -> impl Iterator<Item = Who> + use<'a> {
        let side = self.side(who);
        self.able().filter(move |other| self.side(*other) != side)
    }

    /// The able friends of a fighter, itself left out.
    pub fn friends(self, who: Who) -> impl Iterator<Item = Who> + use<'a> {
        let side = self.side(who);
        self.able().filter(move |other| self.side(*other) == side && *other != who)
    }

    /// The fighters that a seat decides for.
    pub fn own(self, seat: Seat) -> impl Iterator<Item = Who> + use<'a> {
        self.whos().filter(move |who| self.owner(*who) == Some(seat))
    }

    /// Steps between two fighters.
    pub fn distance(self, a: Who, b: Who) -> u16 {
        self.of(a).pose.at.distance(self.of(b).pose.at)
    }

    /// Whether a fighter sees another (CEL-HEX-06).
    pub fn sees(self, a: Who, b: Who) -> bool {
        let board = &self.fixed.board;
        let (from, to) = (self.of(a).pose.at, self.of(b).pose.at);
        board.sees(from, to)
            || (self.of(a).beat.looked && self.of(a).beat.saw.contains(b) && board.behind_trees(from, to))
    }

    /// The able fighter in a hexagon.
    pub fn at(self, hex: bagarre_kit::hex::Hex) -> Option<Who> {
        self.able().find(|who| self.of(*who).pose.at == hex)
    }

    /// The fighters of a side that are still able, one bit each.
    pub fn standing(self, side: Team) -> Whos {
        self.able().filter(|who| self.side(*who) == side).collect()
    }
}

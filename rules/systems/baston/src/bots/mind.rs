//! What a bot has in mind at a question: who is where and who will be, what there is to go for and to hit with.

use std::cell::{Cell, RefCell};

use super::body::Row;
use super::map::{Field, Spot};
use super::sight::Sight;
use crate::ids::{ItemId, ItemKind, Who};
use crate::order::Blow;
use crate::scene::Layer;
use crate::view::View;
use bagarre_kit::contract::Seat;
use bagarre_kit::grid::{Dir, Point};

/// What a character goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// The enemy.
    Fight,
    /// A place; in hundredths of what an approach to the enemy is worth.
    Go(i32),
    /// Off the board.
    Leave,
    /// The telephone: stand there, face it, do nothing else (SCN-02).
    Call(Dir),
    /// A telephone to break: stand there and face it (SCN-02).
    Smash(Dir),
    /// An object on the ground there.
    Fetch,
}

/// The goals of a seat: an errand and a field of distances for each character.
#[derive(Default)]
pub(super) struct Goals<'m> {
    pub(super) fields: Vec<Field<'m>>,
    pub(super) errands: Vec<(Who, Errand, usize)>,
}

impl<'m> Goals<'m> {
    /// What a character goes for, and how far it is from a spot.
    pub(super) fn of(&self, who: Who) -> (Errand, Option<&Field<'m>>) {
        match self.errands.iter().find(|(other, ..)| *other == who) {
            Some((_, errand, field)) => (*errand, self.fields.get(*field)),
            None => (Errand::Fight, self.fields.first()),
        }
    }

    pub(super) fn give(&mut self, who: Who, errand: Errand, field: Field<'m>) {
        self.errands.push((who, errand, self.fields.len()));
        self.fields.push(field);
    }
}

/// What the character being planned has to hand, looked up once.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Hands {
    /// Kinds of the weapons that the character could hit or throw with.
    pub(super) weapons: Vec<ItemKind>,
    /// Objects carried, of six.
    pub(super) carried: usize,
    /// A chair among them (BAS-OBJ-05).
    pub(super) chair: bool,
    /// The cash box among them.
    pub(super) cash_box: bool,
    pub(super) blows: Vec<OwnBlow>,
    /// Kinds that the character may throw, with the cost of being without them. A knife is thrown only by a character
    /// that has another weapon to fight with.
    pub(super) throws: Vec<(ItemKind, i32)>,
}

/// A blow that a character can strike.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnBlow {
    pub(super) row: Row,
    pub(super) blow: Blow,
    /// The price, in points.
    pub(super) price: i32,
    /// Whether the character has to stand for it.
    pub(super) upright: bool,
}

/// An enemy as it is foreseen for each sequence of the turn.
pub(super) struct Foe {
    pub(super) who: Who,
    pub(super) spots: [Spot; 3],
    /// Levels of the surfaces there.
    pub(super) levels: [u8; 3],
    pub(super) facing: [Dir; 3],
    pub(super) stunned: [bool; 3],
    /// Percent.
    pub(super) sure: [i32; 3],
}

impl Foe {
    /// Whether the enemy is on a spot or beside it.
    pub(super) fn is_near(&self, spot: Spot, n: usize) -> bool {
        let at = self.spots[n].at;
        at.r.abs_diff(spot.at.r) <= 1 && at.c.abs_diff(spot.at.c) <= 1
    }
}

/// A weighed blow: worth in points, before doubts about where the target will be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    pub(super) points: i32,
    pub(super) blow: Option<Blow>,
}

/// Something on the board.
pub(super) type Lying = (ItemKind, Point, Layer);

/// One seat at one question.
pub(super) struct Play<'a> {
    pub(super) view: &'a View,
    pub(super) sight: &'a Sight,
    pub(super) seat: Seat,
    /// The most that chance adds to what a plan promises: a beginner's is far from 0.
    pub(super) blur: u8,
    /// How often in a hundred a sequence goes by without a thought of a second round: a beginner hesitates.
    pub(super) hesitation: u8,
    /// It does so in the sequence being planned.
    pub(super) hesitates: Cell<bool>,
    pub(super) foes: Vec<Foe>,
    /// Friends and where they will be: as planned, or where they are.
    pub(super) friends: Vec<(Who, [Spot; 3])>,
    pub(super) goals: Goals<'a>,
    /// Sequences of the turn that are over.
    pub(super) played: usize,
    /// What the character being planned has.
    pub(super) hands: Hands,
    /// The items that lie near the character.
    pub(super) lying: Vec<Lying>,
    /// What it pays to keep of that, by row, and where each row begins.
    pub(super) by_row: Vec<Lying>,
    pub(super) row_begins: Vec<usize>,
    /// The most that it pays to keep any of it.
    pub(super) most_gain: i32,
    /// Points that hold a chair.
    pub(super) chairs: Vec<Point>,
    /// It may pay to break a telephone (SCN-02).
    pub(super) smashes: bool,
    /// The cash box, where the scenario has one.
    pub(super) cash_box: Option<ItemId>,
    /// Worth of the best blow of the character being planned, by foe, sequence, side and aim.
    pub(super) known: RefCell<Vec<Option<Worth>>>,
}

//! What the answers to decisions mean. Each decision has its own type: what comes of it is matched on that, and no answer to
//! another decision can stand in its place. On the wire and in journals all of them are [`Choice`]s. What weighs the options of a
//! question reads them as that type too: it finds nothing in those that answer something else.

use crate::command::Choice;
use crate::ids::{ItemId, Part, Who};
use bagarre_kit::grid::{Dir, Point};

/// Whether something is done: a chair dropped (DEC-07), a door bolted (DEC-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assent {
    Yes,
    No,
}

impl From<Assent> for Choice {
    fn from(assent: Assent) -> Self {
        match assent {
            Assent::Yes => Self::Yes,
            Assent::No => Self::No,
        }
    }
}

/// Whether a character is struck (DEC-10, DEC-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mercy {
    Strike,
    Spare,
}

impl From<Mercy> for Choice {
    fn from(mercy: Mercy) -> Self {
        match mercy {
            Mercy::Strike => Self::Strike,
            Mercy::Spare => Self::Spare,
        }
    }
}

/// The object that is taken (DEC-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taking {
    Item(ItemId),
    Nothing,
}

impl From<Taking> for Choice {
    fn from(taking: Taking) -> Self {
        match taking {
            Taking::Item(item) => Self::Item(item),
            Taking::Nothing => Self::No,
        }
    }
}

/// What a blow is struck with (DEC-08): an object, or the bare fist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Armed(pub(crate) Option<ItemId>);

impl From<Armed> for Choice {
    fn from(Armed(item): Armed) -> Self {
        item.map_or(Self::Fist, Self::Item)
    }
}

/// What a blow is struck with, and where it goes (DEC-08 with DEC-11, RUL-110).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joint {
    pub(crate) armed: Armed,
    pub(crate) part: Part,
}

impl From<Joint> for Choice {
    fn from(Joint { armed: Armed(item), part }: Joint) -> Self {
        Self::Blow { item, part }
    }
}

/// The targets of the chain (DEC-09).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swing {
    /// One, by lot.
    Single,
    /// All but these.
    Several(Vec<Who>),
}

impl From<Swing> for Choice {
    fn from(swing: Swing) -> Self {
        match swing {
            Swing::Single => Self::Single,
            Swing::Several(spared) => Self::Several(spared),
        }
    }
}

/// The object that is thrown, and where (DEC-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Throwing {
    Throw { item: ItemId, aggressive: bool, to: Point },
    Nothing,
}

impl From<Throwing> for Choice {
    fn from(throwing: Throwing) -> Self {
        match throwing {
            Throwing::Throw { item, aggressive, to } => Self::Throw { item, aggressive, to },
            Throwing::Nothing => Self::No,
        }
    }
}

/// The element that is pushed (DEC-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pushing {
    /// The element in front.
    Element,
    /// The leaf of a door.
    Leaf(u8, u8),
}

impl From<Pushing> for Choice {
    fn from(pushing: Pushing) -> Self {
        match pushing {
            Pushing::Element => Self::Element,
            Pushing::Leaf(door, leaf) => Self::Leaf(door, leaf),
        }
    }
}

impl From<ItemId> for Choice {
    fn from(item: ItemId) -> Self {
        Self::Item(item)
    }
}

impl From<Who> for Choice {
    fn from(victim: Who) -> Self {
        Self::Victim(victim)
    }
}

impl From<Part> for Choice {
    fn from(part: Part) -> Self {
        Self::Part(part)
    }
}

impl From<Point> for Choice {
    fn from(start: Point) -> Self {
        Self::At(start)
    }
}

impl From<Dir> for Choice {
    fn from(facing: Dir) -> Self {
        Self::Facing(facing)
    }
}

impl Taking {
    /// An option of DEC-05.
    pub(crate) fn read(choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Item(item) => Some(Self::Item(*item)),
            Choice::No => Some(Self::Nothing),
            _ => None,
        }
    }
}

impl Armed {
    /// An option of DEC-08, where its place is asked too or not.
    pub(crate) fn read(choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Fist => Some(Self(None)),
            Choice::Item(item) => Some(Self(Some(*item))),
            Choice::Blow { item, .. } => Some(Self(*item)),
            _ => None,
        }
    }
}

impl Joint {
    /// An option of DEC-08 where its place is asked too.
    pub(crate) fn read(choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Blow { item, part } => Some(Self { armed: Armed(*item), part: *part }),
            _ => None,
        }
    }
}

impl Swing {
    /// An option of DEC-09.
    pub(crate) fn read(choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Single => Some(Self::Single),
            Choice::Several(spared) => Some(Self::Several(spared.clone())),
            _ => None,
        }
    }
}

impl Throwing {
    /// An option of DEC-12.
    pub(crate) fn read(choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Throw { item, aggressive, to } => {
                Some(Self::Throw { item: *item, aggressive: *aggressive, to: *to })
            }
            Choice::No => Some(Self::Nothing),
            _ => None,
        }
    }
}

/// An object among the options of DEC-06 or DEC-16.
pub(crate) fn item(choice: &Choice) -> Option<ItemId> {
    match choice {
        Choice::Item(item) => Some(*item),
        _ => None,
    }
}

/// An option of DEC-02.
pub(crate) fn start(choice: &Choice) -> Option<Point> {
    match choice {
        Choice::At(at) => Some(*at),
        _ => None,
    }
}

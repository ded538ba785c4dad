//! Orders as they are written on a sheet (BAS-PRG-02, 03, 04, 12).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::ids::OrderId;
use bagarre_kit::grid::Dir;

/// A turn of one eighth: `G` left, `D` right (BAS-PIV-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pivot {
    /// `G`, counter-clockwise.
    Left,
    /// `D`, clockwise.
    Right,
}

impl Pivot {
    /// Eighths of a turn, clockwise.
    pub const fn eighths(self) -> i8 {
        match self {
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}

/// What the first round of a sequence holds (BAS-PRG-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum R1 {
    /// `-`: rest, or aim before a blow or a throw.
    #[default]
    Rest,
    /// `Mx`: walk.
    Walk(Dir, Option<Pivot>),
    /// `Rx`: crawl.
    Crawl(Dir, Option<Pivot>),
    /// `Sx`: jump.
    Jump(Dir, Option<Pivot>),
    /// `F`: leap over the point ahead.
    Leap(Option<Pivot>),
    /// `Cn`: run `n` points.
    Run(u8, Option<Pivot>),
    /// `LEV`: stand up.
    Rise(Option<Pivot>),
    /// `TER`: lie down.
    LieDown(Option<Pivot>),
    /// `G` or `D` alone.
    Turn(Pivot),
    /// `Px`: face a direction.
    Face(Dir),
    /// `PRE` as the first half of a combination.
    Take,
    /// `BRI` as the first half of a combination.
    Break,
}

/// A blow (chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the codes of the rules")]
pub enum Blow {
    CB,
    CP,
    CS,
    CV,
    CJ,
    CT,
}

/// What the second round of a sequence holds (BAS-PRG-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum R2 {
    /// `-`: rest.
    #[default]
    Rest,
    /// A blow.
    Blow(Blow),
    /// `OUV`: open.
    Open,
    /// `FER`: shut.
    Shut,
    /// `PRE`: take.
    Take,
    /// `LAN`: throw.
    Throw,
    /// `BRI`: break a bottle.
    Break,
    /// `POU`: push, long.
    Push,
    /// `REN`: overturn, long.
    Overturn,
    /// `DES`: destroy, long.
    Destroy,
    /// `TAX`: rob, long.
    Rob,
    /// `MET`: dress, long.
    Dress,
}

/// The rest an order forces once it has begun (BAS-PRG-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum RestAfter {
    /// None.
    #[default]
    None,
    /// The second round of the same sequence (`F`).
    Round2,
    /// Both rounds of the next sequence (`C`, `TAX`, `MET`).
    NextSequence,
}

impl RestAfter {
    /// It forces none.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// One sequence: two rounds, written `M6G/CS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/", type = "string"))]
pub struct Sequence {
    /// First round.
    pub r1: R1,
    /// Second round.
    pub r2: R2,
}

impl R1 {
    /// The order of a code without parameter, its parameter and its pivot; `None` when they do not go together.
    pub fn of(head: &str, param: Option<u8>, pivot: Option<Pivot>) -> Option<Self> {
        let dir = param.and_then(Dir::from_number);
        Some(match (head, param, pivot) {
            ("-", None, None) => Self::Rest,
            ("M", Some(_), _) => Self::Walk(dir?, pivot),
            ("R", Some(_), _) => Self::Crawl(dir?, pivot),
            ("S", Some(_), _) => Self::Jump(dir?, pivot),
            ("F", None, _) => Self::Leap(pivot),
            ("C", Some(n), _) => Self::Run(n, pivot),
            ("LEV", None, _) => Self::Rise(pivot),
            ("TER", None, _) => Self::LieDown(pivot),
            ("G", None, None) => Self::Turn(Pivot::Left),
            ("D", None, None) => Self::Turn(Pivot::Right),
            ("P", Some(_), None) => Self::Face(dir?),
            ("PRE", None, None) => Self::Take,
            ("BRI", None, None) => Self::Break,
            _ => return None,
        })
    }

    /// Which order of the tables it is.
    pub const fn id(self) -> OrderId {
        match self {
            Self::Rest => OrderId::Rest,
            Self::Walk(..) => OrderId::Walk,
            Self::Crawl(..) => OrderId::Crawl,
            Self::Jump(..) => OrderId::Jump,
            Self::Leap(_) => OrderId::Leap,
            Self::Run(..) => OrderId::Run,
            Self::Rise(_) => OrderId::Rise,
            Self::LieDown(_) => OrderId::LieDown,
            Self::Turn(Pivot::Left) => OrderId::Left,
            Self::Turn(Pivot::Right) => OrderId::Right,
            Self::Face(_) => OrderId::Face,
            Self::Take => OrderId::Take,
            Self::Break => OrderId::Break,
        }
    }

    /// The code without parameter, such as `M`.
    pub const fn head(self) -> &'static str {
        self.id().id()
    }

    /// The turn written behind a movement (BAS-PRG-04).
    pub const fn suffix(self) -> Option<Pivot> {
        match self {
            Self::Walk(_, p)
            | Self::Crawl(_, p)
            | Self::Jump(_, p)
            | Self::Leap(p)
            | Self::Run(_, p)
            | Self::Rise(p)
            | Self::LieDown(p) => p,
            _ => None,
        }
    }

    /// Whether it is a displacement for a trip: M, S, F or C (BAS-CJ-01, RUL-52).
    pub const fn is_displacement(self) -> bool {
        matches!(self, Self::Walk(..) | Self::Jump(..) | Self::Leap(_) | Self::Run(..))
    }

    /// The rest it forces (BAS-PRG-07).
    pub const fn rest_after(self) -> RestAfter {
        match self {
            Self::Leap(_) => RestAfter::Round2,
            Self::Run(..) => RestAfter::NextSequence,
            _ => RestAfter::None,
        }
    }
}

impl R2 {
    /// Every second-round order.
    pub const ALL: [Self; 17] = [
        Self::Rest,
        Self::Blow(Blow::CB),
        Self::Blow(Blow::CP),
        Self::Blow(Blow::CS),
        Self::Blow(Blow::CV),
        Self::Blow(Blow::CJ),
        Self::Blow(Blow::CT),
        Self::Open,
        Self::Shut,
        Self::Take,
        Self::Throw,
        Self::Break,
        Self::Push,
        Self::Overturn,
        Self::Destroy,
        Self::Rob,
        Self::Dress,
    ];

    /// The order of a code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.code() == code)
    }

    /// Which order of the tables it is.
    pub const fn id(self) -> OrderId {
        match self {
            Self::Rest => OrderId::Rest,
            Self::Blow(Blow::CB) => OrderId::CB,
            Self::Blow(Blow::CP) => OrderId::CP,
            Self::Blow(Blow::CS) => OrderId::CS,
            Self::Blow(Blow::CV) => OrderId::CV,
            Self::Blow(Blow::CJ) => OrderId::CJ,
            Self::Blow(Blow::CT) => OrderId::CT,
            Self::Open => OrderId::Open,
            Self::Shut => OrderId::Shut,
            Self::Take => OrderId::Take,
            Self::Throw => OrderId::Throw,
            Self::Break => OrderId::Break,
            Self::Push => OrderId::Push,
            Self::Overturn => OrderId::Overturn,
            Self::Destroy => OrderId::Destroy,
            Self::Rob => OrderId::Rob,
            Self::Dress => OrderId::Dress,
        }
    }

    /// Its code.
    pub const fn code(self) -> &'static str {
        self.id().id()
    }

    /// Whether it is played in the long phase (BAS-EXE-04).
    pub const fn is_long(self) -> bool {
        matches!(self, Self::Push | Self::Overturn | Self::Destroy | Self::Rob | Self::Dress)
    }

    /// The rest it forces (BAS-PRG-07).
    pub const fn rest_after(self) -> RestAfter {
        if matches!(self, Self::Rob | Self::Dress) { RestAfter::NextSequence } else { RestAfter::None }
    }
}

impl Sequence {
    /// `-/-`.
    pub const REST: Self = Self { r1: R1::Rest, r2: R2::Rest };

    /// Whether both rounds rest.
    pub fn is_rest(self) -> bool {
        self == Self::REST
    }

    /// Whether the first round aims for the second: `-` before a blow or an aggressive throw (BAS-PRG-05).
    pub fn aims(self) -> bool {
        self.r1 == R1::Rest && matches!(self.r2, R2::Blow(_) | R2::Throw)
    }

    /// The rest owed in the next sequence once both rounds have begun.
    pub fn owes_next(self) -> bool {
        self.r1.rest_after() == RestAfter::NextSequence || self.r2.rest_after() == RestAfter::NextSequence
    }
}

impl fmt::Display for R1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.head())?;
        match self {
            Self::Walk(d, _) | Self::Crawl(d, _) | Self::Jump(d, _) | Self::Face(d) => {
                write!(f, "{}", d.number())?;
            }
            Self::Run(n, _) => write!(f, "{n}")?,
            _ => {}
        }
        match self.suffix() {
            Some(Pivot::Left) => f.write_str("G"),
            Some(Pivot::Right) => f.write_str("D"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.r1, self.r2.code())
    }
}

impl From<Sequence> for String {
    fn from(sequence: Sequence) -> Self {
        sequence.to_string()
    }
}

/// An order that the grammar does not know (BAS-PRG-12).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not an order of the grammar (BAS-PRG-12)")]
pub struct NotAnOrder(pub String);

fn parse_r1(text: &str) -> Option<R1> {
    let (head, rest) = ["LEV", "TER", "PRE", "BRI", "-", "M", "R", "S", "F", "C", "P", "G", "D"]
        .into_iter()
        .find_map(|head| text.strip_prefix(head).map(|rest| (head, rest)))?;
    let (digits, suffix) = rest.split_at(rest.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(rest.len()));
    let pivot = match suffix {
        "" => None,
        "G" => Some(Pivot::Left),
        "D" => Some(Pivot::Right),
        _ => return None,
    };
    let number =
        if digits.is_empty() { None } else { Some(digits.parse::<u8>().ok().filter(|_| digits.len() == 1)?) };
    R1::of(head, number, pivot)
}

impl FromStr for Sequence {
    type Err = NotAnOrder;
    fn from_str(text: &str) -> Result<Self, NotAnOrder> {
        let sequence =
            text.split_once('/').and_then(|(r1, r2)| Some(Self { r1: parse_r1(r1)?, r2: R2::of(r2)? }));
        // The echo is shortened: text that comes from outside may be long.
        sequence.ok_or_else(|| NotAnOrder(text.chars().take(24).collect()))
    }
}

impl TryFrom<String> for Sequence {
    type Error = NotAnOrder;
    fn try_from(text: String) -> Result<Self, NotAnOrder> {
        text.parse()
    }
}

//! Small identifiers, body parts and characteristics.

use serde::{Deserialize, Serialize};

/// A character, by its number in the game (0-based, in seat order then roster order).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Who(pub u8);

impl Who {
    /// As an index.
    pub const fn i(self) -> usize {
        self.0 as usize
    }
}

/// An object, by its number in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/", rename = "ItemId"))]
pub struct ItemId(pub u8);

/// A piece of furniture, by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct PieceId(pub u8);

bagarre_kit::numbers!(Who, ItemId, PieceId);
bagarre_kit::words!(Part, Part::ALL);

/// A characteristic, or the combat modifier COM (BAS-SET-02, 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
#[allow(missing_docs, reason = "the codes of the rules")]
pub enum Stat {
    For,
    Dex,
    Vit,
    Con,
    Com,
}

/// A part of the body (BAS-SET-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub enum Part {
    /// Head.
    T,
    /// Trunk.
    Tr,
    /// Right arm.
    Bd,
    /// Left arm.
    Bg,
    /// Both legs.
    J,
}

impl Part {
    /// The five parts, in the order of the tables.
    pub const ALL: [Self; 5] = [Self::T, Self::Tr, Self::Bd, Self::Bg, Self::J];

    /// As written.
    pub const fn id(self) -> &'static str {
        match self {
            Self::T => "T",
            Self::Tr => "TR",
            Self::Bd => "BD",
            Self::Bg => "BG",
            Self::J => "J",
        }
    }

    /// As an index into damage points.
    pub const fn i(self) -> usize {
        self as usize
    }
}

bagarre_kit::names! { "baston/";
    /// A kind of object (chapter 2, BAS-EQP-05); `caisse` is the cash box of SCN-03.
    ItemKind {
        Gilet = "gilet",
        Blouson = "blouson",
        Santiags = "santiags",
        Casque = "casque",
        Matraque = "matraque",
        PoingAmericain = "poing_americain",
        Chaine = "chaine",
        Cran = "cran",
        Rasoir = "rasoir",
        Canette = "canette",
        Tesson = "tesson",
        Chaise = "chaise",
        Caisse = "caisse",
    }
}

impl ItemKind {
    /// Whether it can be worn.
    pub const fn is_clothing(self) -> bool {
        matches!(self, Self::Gilet | Self::Blouson | Self::Santiags | Self::Casque)
    }

    /// Whether it is a bottle, whole or broken.
    pub const fn is_bottle(self) -> bool {
        matches!(self, Self::Canette | Self::Tesson)
    }
}

/// A row of the stun table (conventions, "Line A/B/C").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
#[allow(missing_docs, reason = "the letters of the table")]
pub enum StunLine {
    A,
    B,
    C,
}

/// An execution-time decision (section 18), written `DEC-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/", type = "string"))]
pub struct Dec(pub u8);

impl Dec {
    /// How many there are.
    pub const COUNT: usize = 21;
}

impl From<Dec> for String {
    fn from(dec: Dec) -> Self {
        format!("DEC-{:02}", dec.0)
    }
}

impl TryFrom<String> for Dec {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.strip_prefix("DEC-")
            .and_then(|n| n.parse().ok())
            .filter(|n| (1..=21).contains(n))
            .map(Self)
            .ok_or_else(|| "a decision is written DEC-01 to DEC-21".to_owned())
    }
}

/// A kind of furniture (the bar counter is terrain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
#[allow(missing_docs, reason = "the names of the data file")]
pub enum PieceKind {
    Table,
    Pinball,
    Babyfoot,
    Video,
}

impl PieceKind {
    /// Whether one can stand on it (BAS-POS-04).
    pub const fn stand_on(self) -> bool {
        matches!(self, Self::Table | Self::Babyfoot)
    }

    /// Whether one can crawl and lie under it (BAS-POS-04, BAS-R-01).
    pub const fn crawl_under(self) -> bool {
        !matches!(self, Self::Video)
    }
}

//! Small identifiers, body parts and characteristics.

use serde::{Deserialize, Serialize};

/// A character, by its number in the game (0-based, in seat order then roster order).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Who(pub u8);

impl Who {
    /// As an index.
    pub const fn i(self) -> usize {
        self.0 as usize
    }
}

/// An object, by its number in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/", rename = "ItemId")]
pub struct ItemId(pub u8);

/// A piece of furniture, by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct PieceId(pub u8);

bagarre_kit::numbers!(Who, ItemId, PieceId);
bagarre_kit::words!(Part, Part::ALL);

/// A characteristic, or the combat modifier COM (BAS-SET-02, 03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[bagarre_kit::wire(export_to = "baston/")]
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
#[bagarre_kit::wire(export_to = "baston/")]
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
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the letters of the table")]
pub enum StunLine {
    A,
    B,
    C,
}

bagarre_kit::names! { "baston/";
    /// An order of either round, written without its parameter (BAS-PRG-12).
    OrderId {
        Rest = "-",
        Walk = "M",
        Crawl = "R",
        Jump = "S",
        Leap = "F",
        Run = "C",
        Rise = "LEV",
        LieDown = "TER",
        Left = "G",
        Right = "D",
        Face = "P",
        CB = "CB",
        CP = "CP",
        CS = "CS",
        CV = "CV",
        CJ = "CJ",
        CT = "CT",
        Open = "OUV",
        Shut = "FER",
        Take = "PRE",
        Throw = "LAN",
        Break = "BRI",
        Push = "POU",
        Overturn = "REN",
        Destroy = "DES",
        Rob = "TAX",
        Dress = "MET",
    }

    /// An execution-time decision (section 18), written `DEC-08`.
    Dec {
        Facing = "DEC-01",
        Start = "DEC-02",
        Leaf = "DEC-03",
        Bolt = "DEC-04",
        Take = "DEC-05",
        Surplus = "DEC-06",
        Chair = "DEC-07",
        Weapon = "DEC-08",
        Chain = "DEC-09",
        Miss = "DEC-10",
        Location = "DEC-11",
        Throw = "DEC-12",
        Prone = "DEC-13",
        Destroy = "DEC-14",
        Tool = "DEC-15",
        Loot = "DEC-16",
        Dress = "DEC-17",
        Rewrite = "DEC-18",
        Drop = "DEC-19",
        Push = "DEC-20",
        Victim = "DEC-21",
    }
}

/// A kind of furniture (the bar counter is terrain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
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

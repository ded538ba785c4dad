//! Small identifiers: fighters, and the names of the tables.

use serde::{Deserialize, Serialize};

use bagarre_kit::fold::numbers;
use bagarre_kit::ids::bits;

/// A fighter, by its number in the game: the heroes in seat order, then the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Who(pub u8);

numbers!(Who);

impl Who {
    /// As an index.
    pub const fn n(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides of a game (CEL-PLY-01), written as 0 and 1: the heroes where they fight opponents are the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "u8", extend("maximum" = 1)))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "0 | 1", export_to = "celtiques/"))]
pub enum Team {
    /// The first side.
    #[default]
    First,
    /// The second side.
    Second,
}

impl Team {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// As an index.
    pub const fn n(self) -> usize {
        self as usize
    }

    /// The side it fights.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl bagarre_kit::fold::Index for Team {
    fn i(&self) -> usize {
        self.n()
    }
}

impl From<Team> for u8 {
    fn from(side: Team) -> Self {
        side as Self
    }
}

impl TryFrom<u8> for Team {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Self::ALL.get(usize::from(n)).copied().ok_or_else(|| format!("there is no side {n} (CEL-PLY-01)"))
    }
}

/// The most fighters of a game, those of the reserve included.
pub const MOST: usize = 16;

bits! {
    /// A set of fighters, written as a sorted list of numbers.
    #[serde(from = "Vec<Who>", into = "Vec<Who>")]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Who>"))]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Who>", export_to = "celtiques/"))]
    pub Whos of Who
}

bagarre_kit::names! { "celtiques/";
    /// An attribute (CEL-COR-01).
    Attr { Fo = "FO", Ag = "AG", En = "EN", Pe = "Pe", Es = "ES", Pr = "PR", Co = "CO", Re = "RE" }

    /// A skill (CEL-COR-02).
    Skill {
        Lames = "lames", Hast = "hast", HachesMasses = "haches_masses", Fureur = "fureur", Jet = "jet", Tir = "tir",
        Esquive = "esquive", Feinte = "feinte", Acrobatie = "acrobatie", Athletisme = "athletisme",
        Equitation = "equitation", Commandement = "commandement", ArtGuerre = "art_guerre", Soins = "soins",
        Plantes = "plantes", Religion = "religion", Vigilance = "vigilance",
    }

    /// A weapon, natural ones included.
    Weapon {
        MainsNues = "mains_nues", Couteau = "couteau", Poignard = "poignard", Epee = "epee", Lance = "lance",
        Epieu = "epieu", Javelot = "javelot", Harpon = "harpon", Hache = "hache", GrandeHache = "grande_hache",
        Masse = "masse", Matraque = "matraque", Baton = "baton", Pierre = "pierre", Fronde = "fronde", Arc = "arc",
        Crocs = "crocs", Defenses = "defenses",
    }

    /// A shield.
    Shield { Petit = "petit_bouclier", Grand = "grand_bouclier" }

    /// A piece of armour.
    Armour {
        Cuir = "cuir", Mailles = "mailles", Casque = "casque", Gorgerin = "gorgerin", Jambieres = "jambieres",
    }

    /// Something else that is carried.
    Item { Carnix = "carnix", Tete = "tete_ennemie" }

    /// A zone of the body (CEL-SPE-02).
    Zone {
        Torse = "torse", Jambe = "jambe", Bras = "bras", Pied = "pied", Main = "main", Tete = "tete",
        Gorge = "gorge", Oeil = "oeil",
    }

    /// How damage falls on the two tracks (CEL-DOM-04).
    Kind {
        MainPied = "main_pied", Contondante = "contondante", ContondanteDure = "contondante_dure", Taille = "taille",
        Estoc = "estoc",
    }

    /// A row of the table of moves (CEL-MOV-03).
    Ground {
        Plat = "plat", Accidente = "accidente", Descente = "escalier_descente", Montee = "escalier_montee",
        Baisse = "baisse", Echelle = "echelle", Ramper = "ramper", Foule = "foule", FouleDense = "foule_dense",
    }

    /// How large a target is (CEL-TIR-03).
    Size {
        Oeil = "oeil", Souris = "souris", Chat = "chat", Loup = "loup", Homme = "homme", Cheval = "cheval",
        Geant = "geant", Dragon = "dragon",
    }

    /// How terror is made (CEL-TER-01).
    Cry { Cri = "cri", Carnix = "carnix", Contorsions = "contorsions" }

    /// A task of a long action (CEL-LNG-02).
    Task {
        PremiersSoins = "premiers_soins", ArreterHemorragie = "arreter_hemorragie", EviterAmputation = "eviter_amputation",
        PrendreTete = "prendre_tete", PreparerTete = "preparer_tete", Embaumer = "embaumer", ForcerPorte = "forcer_porte",
    }

    /// A scenario (CEL-SCN).
    Scenario {
        Cercle = "cercle", Gue = "gue", Chemin = "chemin", HautRoi = "haut_roi", Sanglier = "sanglier",
        Etendard = "etendard", Libre = "libre",
    }

    /// A map.
    ArenaId { Cercle = "cercle", Gue = "gue", Chemin = "chemin", Tertre = "tertre", Bois = "bois" }

    /// An opponent (CEL-OPP).
    Foe {
        Levee = "levee", Guerrier = "guerrier", Archer = "archer", Frondeur = "frondeur", Chien = "chien",
        Brennos = "brennos", Sanglier = "sanglier",
    }

    /// How a fighter without a player plays (CEL-DOC).
    Doctrine { Guerrier = "guerrier", Tireur = "tireur", Meute = "meute", Chef = "chef", Bete = "bete" }

    /// A special blow of CEL-SPE, as a speciality names it (CEL-SPE-01).
    Special {
        Precision = "precision", Charge = "charge", Bouclier = "bouclier", Force = "force", Acrobatique = "acrobatique",
        Tomber = "tomber", Immobiliser = "immobiliser", Projeter = "projeter",
    }
}

/// Declares the decisions that are put as a question with a list of answers, by their numbers.
macro_rules! decisions {
    ($($(#[$about:meta])* $Member:ident = $n:literal, $rule:literal;)+) => {
        /// A decision of section E that is put as a question with a list of answers; written as the number of `CEL-DEC`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(with = "u8", extend("enum" = [$($n),+])))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "ts", ts(type = "3 | 5 | 9 | 10 | 11 | 16 | 17 | 20 | 22 | 29 | 30 | 31", export_to = "celtiques/"))]
        pub enum Dec { $($(#[$about])* $Member = $n),+ }

        impl Dec {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$Member),+];

            /// The rule that says who decides.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$Member => $rule),+ }
            }
        }
    };
}

decisions! {
    /// How many actions a fighter announces.
    Announce = 3, "CEL-DCL-02";
    /// Whether a fighter that is attacked goes into Mode Survie.
    Survive = 5, "CEL-DEC-05";
    /// Whether a fighter refuses to be engaged.
    Refuse = 9, "CEL-DEC-09";
    /// Whether and how a fighter dodges.
    Dodge = 10, "CEL-DEC-10";
    /// What an enemy answers to a dégagement.
    Answer = 11, "CEL-DEC-11";
    /// Whether a fighter accepts to be held at bay.
    Bay = 16, "CEL-DEC-16";
    /// Whether a fighter accepts a duel, or goes on with it.
    Duel = 17, "CEL-DEC-17";
    /// Whether a fighter goes on with a long action.
    GoOn = 20, "CEL-DEC-20";
    /// Whether a winner takes a head.
    Head = 22, "CEL-DEC-22";
    /// The window of the game master.
    Window = 29, "CEL-DEC-29";
    /// Whether the longer weapon strikes a comer first.
    StrikeFirst = 30, "CEL-DEC-30";
    /// Whether a seat agrees that the objective is met.
    Agree = 31, "CEL-DEC-31";
}

impl Dec {
    /// Its number.
    pub const fn n(self) -> u8 {
        self as u8
    }
}

impl From<Dec> for u8 {
    fn from(dec: Dec) -> Self {
        dec.n()
    }
}

impl TryFrom<u8> for Dec {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Self::ALL
            .iter()
            .copied()
            .find(|dec| dec.n() == n)
            .ok_or_else(|| format!("no question is put for CEL-DEC-{n:02}"))
    }
}

//! Small identifiers: fighters, and the names of the tables.

use serde::{Deserialize, Serialize};

use bagarre_kit::fold::numbers;

/// A fighter, by its number in the game: the heroes in seat order, then the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Who(pub u8);

numbers!(Who);

impl Who {
    /// As an index.
    pub const fn n(self) -> usize {
        self.0 as usize
    }
}

/// The most fighters of a game, those of the reserve included.
pub const MOST: usize = 16;

/// A set of fighters, written as a sorted list of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Who>", into = "Vec<Who>")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Who>"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Who>", export_to = "celtiques/"))]
pub struct Whos(u16);

impl Whos {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Whether somebody is in it.
    pub const fn has(self, who: Who) -> bool {
        who.0 < 16 && self.0 & (1 << who.0) != 0
    }

    /// With one more.
    pub const fn with(self, who: Who) -> Self {
        Self(self.0 | (1 << (who.0 & 15)))
    }

    /// With one less.
    pub const fn without(self, who: Who) -> Self {
        Self(self.0 & !(1 << (who.0 & 15)))
    }

    /// Whether nobody is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = Who> {
        (0..16).map(Who).filter(move |who| self.has(*who))
    }
}

impl From<Vec<Who>> for Whos {
    fn from(list: Vec<Who>) -> Self {
        list.into_iter().collect()
    }
}

impl From<Whos> for Vec<Who> {
    fn from(set: Whos) -> Self {
        set.iter().collect()
    }
}

impl FromIterator<Who> for Whos {
    fn from_iter<I: IntoIterator<Item = Who>>(list: I) -> Self {
        list.into_iter().filter(|who| who.0 < 16).fold(Self::NONE, Self::with)
    }
}

/// A closed list of names of the tables: an enumeration, its members in the order of the tables, and their ids there.
macro_rules! names {
    ($(#[$doc:meta])* $Name:ident { $($Member:ident = $id:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
        #[allow(missing_docs, reason = "the names of the tables")]
        pub enum $Name {
            $(#[serde(rename = $id)] $Member,)+
        }

        impl $Name {
            /// Every member, in the order of the tables.
            pub const ALL: &'static [Self] = &[$(Self::$Member),+];

            /// Its id in the data files.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$Member => $id,)+ }
            }

            /// As an index into [`Self::ALL`].
            pub const fn i(self) -> usize {
                self as usize
            }
        }
    };
}

names! {
    /// An attribute (CEL-COR-01).
    Attr { Fo = "FO", Ag = "AG", En = "EN", Pe = "Pe", Es = "ES", Pr = "PR", Co = "CO", Re = "RE" }
}

names! {
    /// A skill (CEL-COR-02).
    Skill {
        Lames = "lames", Hast = "hast", HachesMasses = "haches_masses", Fureur = "fureur", Jet = "jet", Tir = "tir",
        Esquive = "esquive", Feinte = "feinte", Acrobatie = "acrobatie", Athletisme = "athletisme",
        Equitation = "equitation", Commandement = "commandement", ArtGuerre = "art_guerre", Soins = "soins",
        Plantes = "plantes", Religion = "religion", Vigilance = "vigilance",
    }
}

names! {
    /// A weapon, natural ones included.
    Weapon {
        MainsNues = "mains_nues", Couteau = "couteau", Poignard = "poignard", Epee = "epee", Lance = "lance",
        Epieu = "epieu", Javelot = "javelot", Harpon = "harpon", Hache = "hache", GrandeHache = "grande_hache",
        Masse = "masse", Matraque = "matraque", Baton = "baton", Pierre = "pierre", Fronde = "fronde", Arc = "arc",
        Crocs = "crocs", Defenses = "defenses",
    }
}

names! {
    /// A shield.
    Shield { Petit = "petit_bouclier", Grand = "grand_bouclier" }
}

names! {
    /// A piece of armour.
    Armour {
        Cuir = "cuir", Mailles = "mailles", Casque = "casque", Gorgerin = "gorgerin", Jambieres = "jambieres",
    }
}

names! {
    /// Something else that is carried.
    Item { Carnix = "carnix", Tete = "tete_ennemie" }
}

names! {
    /// A zone of the body (CEL-SPE-02).
    Zone {
        Torse = "torse", Jambe = "jambe", Bras = "bras", Pied = "pied", Main = "main", Tete = "tete",
        Gorge = "gorge", Oeil = "oeil",
    }
}

names! {
    /// How damage falls on the two tracks (CEL-DOM-04).
    Kind {
        MainPied = "main_pied", Contondante = "contondante", ContondanteDure = "contondante_dure", Taille = "taille",
        Estoc = "estoc",
    }
}

names! {
    /// A row of the table of moves (CEL-MOV-03).
    Ground {
        Plat = "plat", Accidente = "accidente", Descente = "escalier_descente", Montee = "escalier_montee",
        Baisse = "baisse", Echelle = "echelle", Ramper = "ramper", Foule = "foule", FouleDense = "foule_dense",
    }
}

names! {
    /// How large a target is (CEL-TIR-03).
    Size {
        Oeil = "oeil", Souris = "souris", Chat = "chat", Loup = "loup", Homme = "homme", Cheval = "cheval",
        Geant = "geant", Dragon = "dragon",
    }
}

names! {
    /// How terror is made (CEL-TER-01).
    Cry { Cri = "cri", Carnix = "carnix", Contorsions = "contorsions" }
}

names! {
    /// A task of a long action (CEL-LNG-02).
    Task {
        PremiersSoins = "premiers_soins", ArreterHemorragie = "arreter_hemorragie", EviterAmputation = "eviter_amputation",
        PrendreTete = "prendre_tete", PreparerTete = "preparer_tete", Embaumer = "embaumer", ForcerPorte = "forcer_porte",
    }
}

names! {
    /// A scenario (CEL-SCN).
    Scenario {
        Cercle = "cercle", Gue = "gue", Chemin = "chemin", HautRoi = "haut_roi", Sanglier = "sanglier",
        Etendard = "etendard", Libre = "libre",
    }
}

names! {
    /// A map.
    ArenaId { Cercle = "cercle", Gue = "gue", Chemin = "chemin", Tertre = "tertre", Bois = "bois" }
}

names! {
    /// An opponent (CEL-OPP).
    Foe {
        Levee = "levee", Guerrier = "guerrier", Archer = "archer", Frondeur = "frondeur", Chien = "chien",
        Brennos = "brennos", Sanglier = "sanglier",
    }
}

names! {
    /// How a fighter without a player plays (CEL-DOC).
    Doctrine { Guerrier = "guerrier", Tireur = "tireur", Meute = "meute", Chef = "chef", Bete = "bete" }
}

names! {
    /// A special blow of CEL-SPE, as a speciality names it (CEL-SPE-01).
    Special {
        Precision = "precision", Charge = "charge", Bouclier = "bouclier", Force = "force", Acrobatique = "acrobatique",
        Tomber = "tomber", Immobiliser = "immobiliser", Projeter = "projeter",
    }
}

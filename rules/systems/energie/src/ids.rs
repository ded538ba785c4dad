//! Small identifiers: characters, zones and links go by their number, what the tables name by its name there, without the slips of the
//! text (ENE-R32).

use serde::{Deserialize, Serialize};

use bagarre_kit::fold::numbers;

/// A character of the game, by its number: heroes in seat order, then opponents as they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Who(pub u8);

/// A zone of the map, by its place in the table (ENE-MAP-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Zone(pub u8);

/// A link of the map, by its place in the table (ENE-MAP-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Link(pub u8);

numbers!(Who, Zone, Link);

impl Who {
    /// As a place in a list.
    pub const fn n(self) -> usize {
        self.0 as usize
    }
}

impl Zone {
    /// As a place in a list.
    pub const fn n(self) -> usize {
        self.0 as usize
    }
}

impl Link {
    /// As a place in a list.
    pub const fn n(self) -> usize {
        self.0 as usize
    }
}

bagarre_kit::names! { "energie/";
    /// The kind of a fighter (ENE-ORD-02), in the order in which equals act.
    Kind {
        Animal = "animal",
        Robot = "robot",
        NonHumain = "non_humain",
        Humain = "humain",
        Autre = "autre",
    }

    /// How much a fighter matters (ENE-COR-09).
    Tier {
        Figurant = "figurant",
        Heros = "heros",
        Boss = "boss",
    }

    /// Where a facteur de puissance counts (ENE-COR-10).
    Domain {
        Contact = "contact",
        Lancer = "lancer",
        Tir = "tir",
        Energie = "energie",
        Lourd = "lourd",
        Psychique = "psychique",
        Armure = "armure",
        Vehicule = "vehicule",
    }

    /// How a weapon is lost by a fumble (ENE-ATT-07).
    Class {
        Naturel = "naturel",
        Simple = "simple",
        Mecanique = "mecanique",
    }

    /// The ground of a link (ENE-MAP-02).
    Ground {
        Libre = "libre",
        Difficile = "difficile",
        Eau = "eau",
        EauDifficile = "eau_difficile",
        Vide = "vide",
    }

    /// A door (ENE-MAP-02).
    Door {
        Ouverte = "ouverte",
        Fermee = "fermee",
        Verrouillee = "verrouillee",
    }

    /// A weapon (ENE-DMG-01).
    Weapon {
        Poing = "poing",
        Pied = "pied",
        Improvisee = "improvisee",
        Tonfa = "tonfa",
        Taser = "taser",
        Arc = "arc",
        Couteau = "couteau",
        Dague = "dague",
        Baton = "baton",
        CranArret = "cran_arret",
        Rasoir = "rasoir",
        PistoletLeger = "pistolet_leger",
        Molotov = "molotov",
        Harpon = "harpon",
        Javelot = "javelot",
        Arbalete = "arbalete",
        Epee = "epee",
        Hache = "hache",
        Machette = "machette",
        Lance = "lance",
        Trident = "trident",
        GrosCalibre = "gros_calibre",
        PistoletMitrailleur = "pistolet_mitrailleur",
        Grenade = "grenade",
        FouetElectrique = "fouet_electrique",
        ExoPoing = "exo_poing",
        CanonScie = "canon_scie",
        FusilPompe = "fusil_pompe",
        FusilAssaut = "fusil_assaut",
        FusilSniper = "fusil_sniper",
        Mine = "mine",
        CanonMonte = "canon_monte",
        Missile = "missile",
        LaserMonte = "laser_monte",
        Torpille = "torpille",
        Griffes = "griffes",
        PetitesGriffes = "petites_griffes",
        LameBras = "lame_bras",
        Fouet = "fouet",
    }

    /// What hurts turn by turn (ENE-DOT-01).
    Source {
        FeuTorche = "feu_torche",
        Asphyxie = "asphyxie",
        Noyade = "noyade",
        Venin = "venin",
        FeuCamp = "feu_camp",
        JetAcide = "jet_acide",
        Poison = "poison",
        Lave = "lave",
        BainAcide = "bain_acide",
        PoisonVirulent = "poison_virulent",
    }

    /// What protects (ENE-PRO-02, ENE-R61).
    Protection {
        Gilet = "gilet",
        Cuir = "cuir",
        Maille = "maille",
        PetitBouclier = "petit_bouclier",
        Plaque = "plaque",
        GrandBouclier = "grand_bouclier",
        Combat = "combat",
        Blindage = "blindage",
        BlindageRobot = "blindage_robot",
        ArmureVivante = "armure_vivante",
    }

    /// A maitrise or a prodige (ENE-MAI-03).
    Skill {
        Charge = "charge",
        TireurElite = "tireur_elite",
        EsquiveFeline = "esquive_feline",
        GardeDuCorps = "garde_du_corps",
        Desarmement = "desarmement",
        Feinte = "feinte",
        Ralliement = "ralliement",
        PremiersSoins = "premiers_soins",
        Autoreparation = "autoreparation",
        OndeMentale = "onde_mentale",
        BouclierPsychique = "bouclier_psychique",
    }

    /// How an opponent acts that no player runs (ENE-DOC).
    Doctrine {
        Assaut = "assaut",
        Tireur = "tireur",
        Meute = "meute",
        Garde = "garde",
        Chef = "chef",
        Fuite = "fuite",
    }

    /// An opponent (ENE-OPP).
    Opponent {
        Suspect = "suspect",
        Voyou = "voyou",
        Docker = "docker",
        Garde = "garde",
        Molosse = "molosse",
        Drone = "drone",
        Requin = "requin",
        Tueuse = "tueuse",
        Sniper = "sniper",
        Colosse = "colosse",
        Entite = "entite",
    }

    /// A map (ENE-MAP).
    Arena {
        Entrepot = "entrepot",
        Docks = "docks",
        Col = "col",
        Chantier = "chantier",
        Recif = "recif",
        Ruelles = "ruelles",
    }

    /// A scenario (ENE-SCN).
    Scenario {
        Entrepot = "entrepot",
        Docks = "docks",
        Embuscade = "embuscade",
        Colosse = "colosse",
        Epave = "epave",
        Poursuite = "poursuite",
        Libre = "libre",
    }

    /// What a help is for (ENE-AID-04).
    Scope {
        Attaque = "attaque",
        Defense = "defense",
        Soin = "soin",
        Deplacement = "deplacement",
        Tout = "tout",
    }
}

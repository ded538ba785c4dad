//! Small identifiers: figures, skills, weapons, pieces of terrain, decisions.

use serde::{Deserialize, Serialize};

/// Figures go by their number in the game, in seat order then roster order (GEN-STA-01); edges of the table are given to the seats
/// in the order of `Edge::ALL` when more than two play (GEN-SET-06, R-031).
pub use bagarre_kit::plane::{Edge, Fig};

bagarre_kit::names! { "generik/";
    /// An era: a style, an armoury and a set of terrain.
    Era {
        Western = "western",
        Pirates = "pirates",
        Ww2 = "ww2",
        Medieval = "medieval",
    }

    /// A scenario (GEN-SCN), in the order of its die.
    Scenario {
        BastonGenerale = "baston_generale",
        TeteDuChef = "tete_du_chef",
        Ravioli = "ravioli",
        DuelDHonneur = "duel_d_honneur",
        Sortie = "sortie",
        Saccage = "saccage",
    }

    /// An action (GEN-ACT-01 to 21).
    ActKind {
        Shoot = "shoot",
        Move = "move",
        Run = "run",
        Climb = "climb",
        CcAttack = "cc_attack",
        TakeCover = "take_cover",
        Reload = "reload",
        PowerfulShot = "powerful_shot",
        PowerfulAttack = "powerful_attack",
        Drag = "drag",
        StandUp = "stand_up",
        SackObjective = "sack_objective",
        MultiShot = "multi_shot",
        MultiAttack = "multi_attack",
        PairVolley = "pair_volley",
        Distract = "distract",
        Hook = "hook",
        Drink = "drink",
        Charge = "charge",
        Insult = "insult",
        Pivot = "pivot",
    }

    /// A skill (GEN-SKL-01 to 21), in the order of its number.
    Skill {
        PiedsPlat = "pieds_plat",
        SangFroid = "sang_froid",
        SacAGnole = "sac_a_gnole",
        MemePasMal = "meme_pas_mal",
        PoisSauteur = "pois_sauteur",
        Boucher = "boucher",
        TirDElite = "tir_d_elite",
        ExpertCc = "expert_cc",
        Veinard = "veinard",
        Chargez = "chargez",
        HerosOuFou = "heros_ou_fou",
        MortVivant = "mort_vivant",
        GrosseMoustache = "grosse_moustache",
        TasDeMuscle = "tas_de_muscle",
        CoureurDesBois = "coureur_des_bois",
        Tremblote = "tremblote",
        PasTresFin = "pas_tres_fin",
        MauvaiseReputation = "mauvaise_reputation",
        PovrePtiteChose = "povre_ptite_chose",
        ProposOrduriers = "propos_orduriers",
        BigBoss = "big_boss",
    }

    /// A weapon or armour (GEN-WPN).
    Weapon {
        WCouteau = "w_couteau",
        WFusilDeChasse = "w_fusil_de_chasse",
        WWinchester = "w_winchester",
        WFusilABison = "w_fusil_a_bison",
        WColt = "w_colt",
        WDoubleColt = "w_double_colt",
        WColtLong = "w_colt_long",
        WDerringer = "w_derringer",
        WJeuDeCarte = "w_jeu_de_carte",
        PEpee = "p_epee",
        PDeuxMains = "p_deux_mains",
        PArmesDiverses = "p_armes_diverses",
        PDeuxArmes = "p_deux_armes",
        PCrochet = "p_crochet",
        PTromblon = "p_tromblon",
        PPistolet = "p_pistolet",
        PDeuxPistolets = "p_deux_pistolets",
        PFusil = "p_fusil",
        PCouteauDeLance = "p_couteau_de_lance",
        PPerroquet = "p_perroquet",
        SBaionnette = "s_baionnette",
        SFusil = "s_fusil",
        SPistoletMitrailleur = "s_pistolet_mitrailleur",
        SPistolet = "s_pistolet",
        SGrenade = "s_grenade",
        SMitrailleuseLegere = "s_mitrailleuse_legere",
        SMitrailleuseLourde = "s_mitrailleuse_lourde",
        SFusilDeSniper = "s_fusil_de_sniper",
        SMortierLeger = "s_mortier_leger",
        MEpee = "m_epee",
        MDeuxMains = "m_deux_mains",
        MArmesDiverses = "m_armes_diverses",
        MDeuxArmes = "m_deux_armes",
        MTromblon = "m_tromblon",
        MPistolet = "m_pistolet",
        MDeuxPistolets = "m_deux_pistolets",
        MFusil = "m_fusil",
        MCouteauDeLance = "m_couteau_de_lance",
        MArbalete = "m_arbalete",
        MArc = "m_arc",
        MBouclier = "m_bouclier",
        MArmureLegere = "m_armure_legere",
        MArmureComplete = "m_armure_complete",
    }

    /// A kind of terrain piece (section 23.1).
    Terrain {
        W1 = "W-1",
        W2 = "W-2",
        W3 = "W-3",
        W4 = "W-4",
        W5 = "W-5",
        W6 = "W-6",
        W7 = "W-7",
        W8 = "W-8",
        P1 = "P-1",
        P2 = "P-2",
        P3 = "P-3",
        P4 = "P-4",
        P5 = "P-5",
        P6 = "P-6",
        P7 = "P-7",
        P8 = "P-8",
        S1 = "S-1",
        S2 = "S-2",
        S3 = "S-3",
        S4 = "S-4",
        S5 = "S-5",
        S6 = "S-6",
        S7 = "S-7",
        S8 = "S-8",
        M1 = "M-1",
        M2 = "M-2",
        M3 = "M-3",
        M4 = "M-4",
        M5 = "M-5",
        M6 = "M-6",
        M7 = "M-7",
        M8 = "M-8",
    }
}

/// A decision (section 21), written `GEN-DEC-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/", type = "string"))]
pub struct Dec(pub u8);

impl From<Dec> for String {
    fn from(dec: Dec) -> Self {
        format!("GEN-DEC-{:02}", dec.0)
    }
}

impl TryFrom<String> for Dec {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.strip_prefix("GEN-DEC-")
            .and_then(|n| n.parse().ok())
            .filter(|n| matches!(n, 1..=6 | 10..=21 | 23..=26 | 28..=32 | 40..=46))
            .map(Self)
            .ok_or_else(|| "a decision is written GEN-DEC-01 to GEN-DEC-46".to_owned())
    }
}

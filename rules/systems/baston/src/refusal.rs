//! What Baston refuses: codes, rules and words.

use std::fmt::Display;
use std::sync::Arc;

use super::ids::{Dec, Who};
use super::library;
use super::state::Fighter;
use bagarre_kit::contract::{Lang, Refuse as _};
use bagarre_kit::refusal::{Both, InLang, refusals};

refusals! {
    /// A refused set-up, position or command.
    pub enum Illegal of "baston" {
        CharacterName = "baston.character.name", Some("BAS-SET-02"),
            "Chaque personnage a besoin d’un nom de 1 à 24 caractères.",
            "Each character needs a name of 1 to 24 characters.";
        CharacterRange { name: String, least: u8, most: u8 } = "baston.character.range", Some("BAS-SET-02"),
            "{name} : chaque caractéristique va de {least} à {most}.",
            "{name}: each characteristic goes from {least} to {most}.";
        CharacterSum { name: String, due: u8, sum: u16 } = "baston.character.sum", Some("BAS-SET-02"),
            "{name} : FOR + DEX + VIT + CON doit faire {due}, pas {sum}.",
            "{name}: STR + DEX + SPD + CON must make {due}, not {sum}.";
        KitNotForSale { name: String, item: Both } = "baston.kit.not_for_sale", Some("BAS-EQP-05"),
            "{name} : « {item} » ne s’achète pas, ça se trouve dans le bar.",
            "{name}: “{item}” is not for sale, it is found in the bar.";
        KitWornTwice { name: String, item: Both } = "baston.kit.worn_twice", Some("BAS-EQP-03"),
            "{name} : on ne porte sur soi qu’un seul « {item} » ; fais porter l’autre dans les mains.",
            "{name}: only one “{item}” can be worn; have the other one carried.";
        KitBudget { name: String, cost: u16, budget: u8 } = "baston.kit.budget", Some("BAS-EQP-01"),
            "{name} : l’équipement coûte {cost} points, pour {budget} au plus.",
            "{name}: the equipment costs {cost} points, out of {budget}.";
        KitSlots { name: String, most: usize } = "baston.kit.slots", Some("BAS-EQP-03"),
            "{name} : on transporte au plus {most} objets.",
            "{name}: at most {most} objects can be carried.";
        BandName = "baston.band.name", None,
            "La bande a besoin d’un nom de 1 à 32 caractères.",
            "The band needs a name of 1 to 32 characters.";
        BandSize { least: u8, most: u8, n: usize } = "baston.band.size", Some("BAS-SET-01"),
            "Une bande compte ici de {least} à {most} personnages, pas {n}.",
            "A band has {least} to {most} characters here, not {n}.";
        CharacterTwin { name: String } = "baston.character.twin", None,
            "{name} porte déjà le nom d’un autre : change-le.",
            "{name} has somebody else’s name: change it.";
        Board { faults: String } = "baston.board", None,
            "Ce plateau ne va pas :\n{faults}",
            "This board will not do:\n{faults}";
        ScenarioUnknown { known: Known } = "baston.scenario", None,
            "Scénario inconnu ; il y a {known}.",
            "Unknown scenario; there are {known}.";
        Players { scenario: Both, players: Players } = "baston.players", Some("BAS-SET-01"),
            "« {scenario} » se joue à {players}.",
            "“{scenario}” is played by {players}.";
        Turns = "baston.turns", Some("BAS-END-01"),
            "Une partie dure de 1 à 99 tours.",
            "A game lasts 1 to 99 turns.";
        BoardZone { zone: &'static str } = "baston.board.zone", None,
            "Ce plateau n’a pas la zone de départ {zone} que demande le scénario.",
            "This board has no start zone {zone}, which the scenario needs.";
        BoardSmall { r: u8, c: u8 } = "baston.board.small", None,
            "Ce plateau est trop petit pour le scénario : il lui faut le point [{r}, {c}].",
            "This board is too small for the scenario: it needs the point [{r}, {c}].";
        Standing = "baston.standing", None,
            "Il n’y a que 21 décisions.",
            "There are only 21 decisions.";
        Confirmed = "baston.confirmed", None,
            "Ta fiche est déjà confirmée ; reprends-la d’abord.",
            "Your sheet is confirmed already; take it back first.";
        Inherited = "baston.inherited", None,
            "Cette fiche a été scellée par qui tenait la place avant toi : elle vaut jusqu’à la révélation.",
            "This sheet was sealed by whoever held the seat before you: it stands until the reveal.";
        RewriteWho = "baston.rewrite.who", Some("BAS-RPG-02"),
            "On ne réécrit que pour qui vient d’être étourdi ou ceinturé, s’il lui reste une séquence à jouer.",
            "Only characters just stunned or held can be rewritten, if a sequence is left to play.";
        Drop = "baston.drop", Some("BAS-OBJ-02"),
            "Ce personnage ne porte pas cet objet.",
            "This character does not carry that object.";
        DropLater = "baston.drop.later", Some("BAS-OBJ-03"),
            "Il n’y a pas la place pour cette chaise ici ; écris plutôt une consigne pour la lâcher en jouant.",
            "There is no room for this chair here; write an instruction to drop it while playing instead.";
        Out = "baston.out", Some("RUL-109"),
            "Ta bande n’est plus dans la bagarre.",
            "Your band is no longer in the fight.";
        Terms = "baston.terms", None,
            "Baston n’a pas d’autres options.",
            "Baston has no further options.";
        Scenario = "baston.scenario", None,
            "Scénario inconnu.",
            "Unknown scenario.";
        TermsSize { least: u8, most: u8 } = "baston.band.size", Some("BAS-SET-01"),
            "Une bande compte ici de {least} à {most} personnages.",
            "A band has {least} to {most} characters here.";
        BandUnreadable { why: String } = "baston.band", None,
            "Bande illisible : {why}",
            "The band could not be read: {why}";
        Table = "baston.table", None,
            "Baston se joue au Troquet : on n’y dresse pas d’autre table.",
            "Baston is played in the Troquet: no other table is set up there.";
        OrderGrammar { text: String } = "baston.order.grammar", Some("BAS-PRG-12"),
            "« {text} » ne s’écrit pas ainsi : un ordre pour chaque manche, comme M6G/CS.",
            "“{text}” is no way to write it: one order for each round, like M6G/CS.";
        Instructions = "baston.instructions", Some("BAS-PRG-11"),
            "Les consignes nomment quelqu’un ou quelque chose qui n’existe pas.",
            "The instructions name somebody or something that does not exist.";
        ProgrammeWho = "baston.programme.who", Some("BAS-PRG-01"),
            "Une fiche par personnage à toi, et seulement pour ceux qui ont quelque chose à écrire.",
            "One sheet for each of your own characters, and only for those who have something to write.";
        Order { name: Named, sequence: usize, fault: OrderFault } = fault.code(), Some(fault.rule()),
            "{name}, séquence {sequence} : {fault}.",
            "{name}, sequence {sequence}: {fault}.";
    }
}

/// Returns every rule that a refusal of this code may name, where it hangs on the question; none for a code that has a rule of its own.
pub fn reasons(code: &str) -> Vec<&'static str> {
    // Sheets are rewritten in a window of their own.
    let asked = Dec::ALL.iter().filter(|dec| **dec != Dec::Rewrite).map(|dec| dec.id());
    match code {
        "baston.not_asked" => asked.chain(["BAS-PRG-10", "BAS-RPG-02"]).collect(),
        "baston.choice" => asked.filter(|rule| *rule != Dec::Drop.id()).collect(),
        _ => Vec::new(),
    }
}

impl Illegal {
    /// Whether the rule it names is one of those that its code may name (see [`reasons`]); a code that is not listed has a rule of its own.
    pub(crate) fn is_reasoned(&self) -> bool {
        let rules = reasons(self.code());
        rules.is_empty() || self.rule().is_some_and(|rule| rules.contains(&rule.id()))
    }
}

/// A character of the game that is printed by its name when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named(pub(super) Arc<[Fighter]>, pub(super) Who);

impl InLang for Named {
    fn in_lang(&self, _: Lang) -> impl Display + '_ {
        self.0[self.1.i()].character.name.as_str()
    }
}

/// With how many players a scenario of this id is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players(pub(super) &'static str);

impl InLang for Players {
    fn in_lang(&self, _: Lang) -> impl Display + '_ {
        let variants = library::scenario(self.0).map_or(&[][..], |scenario| &scenario.variants);
        variants.iter().map(|variant| variant.players.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// The scenarios there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known;

impl InLang for Known {
    fn in_lang(&self, _: Lang) -> impl Display + '_ {
        library::scenarios().iter().map(|scenario| scenario.id.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A fault of an order on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderFault {
    /// Its legs are gone.
    Legs,
    /// An arm is missing, or both.
    Arms {
        /// Whether one is left.
        left: bool,
    },
    /// Orders that do not go together.
    Combination,
    /// The low blow after anything but a rest.
    LowBlow,
    /// No rest where there has to be one.
    Rest,
    /// A run of a length that it cannot run.
    Run,
    /// A sequence that is lost to a stun.
    LockedStun {
        /// In a rewriting window, where such a sequence stays lost.
        rewriting: bool,
    },
    /// A sequence that is a forced rest.
    LockedRest,
}

impl OrderFault {
    #[cfg(test)]
    pub(super) const ALL: [Self; 10] = [
        Self::Legs,
        Self::Arms { left: true },
        Self::Arms { left: false },
        Self::Combination,
        Self::LowBlow,
        Self::Rest,
        Self::Run,
        Self::LockedStun { rewriting: false },
        Self::LockedStun { rewriting: true },
        Self::LockedRest,
    ];

    /// Stable dotted code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Legs => "baston.order.legs",
            Self::Arms { .. } => "baston.order.arms",
            Self::Combination => "baston.order.combination",
            Self::LowBlow => "baston.order.low_blow",
            Self::Rest => "baston.order.rest",
            Self::Run => "baston.order.run",
            Self::LockedStun { .. } => "baston.order.locked_stun",
            Self::LockedRest => "baston.order.locked_rest",
        }
    }

    /// The rule it is against.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Legs => "BAS-WND-03",
            Self::Arms { left: true } => "BAS-WND-05",
            Self::Arms { left: false } => "BAS-WND-07",
            Self::Combination => "BAS-PRG-03",
            Self::LowBlow => "BAS-PRG-06",
            Self::Rest | Self::LockedRest => "BAS-PRG-07",
            Self::Run => "BAS-PRG-08",
            Self::LockedStun { rewriting: false } => "BAS-PRG-09",
            Self::LockedStun { rewriting: true } => "BAS-RPG-01",
        }
    }
}

impl InLang for OrderFault {
    fn in_lang(&self, lang: Lang) -> impl Display + '_ {
        let both = match self {
            Self::Legs => Both("ses jambes sont hors d’usage", "the legs are gone"),
            Self::Arms { .. } => Both("il lui manque un bras pour ça", "an arm is missing for that"),
            Self::Combination => Both(
                "PRE et BRI à la première manche ne vont qu’avec PRE/LAN, PRE/CP, PRE/BRI ou BRI/CP",
                "take (PRE) and break (BRI) in round 1 only go as PRE/LAN, PRE/CP, PRE/BRI or BRI/CP",
            ),
            Self::LowBlow => {
                Both("CV demande un repos (-) à la première manche", "CV needs a rest (-) in round 1")
            }
            Self::Rest => Both("après cet ordre il faut du repos", "a rest must follow this order"),
            Self::Run => Both(
                "on court de 2 pas au moins, et de sa VIT au plus",
                "a run is 2 steps long at least, and SPD at most",
            ),
            Self::LockedStun { .. } => {
                Both("cette séquence est perdue, il est sonné", "this sequence is lost to a stun")
            }
            Self::LockedRest => Both("cette séquence est un repos obligé", "this sequence is a forced rest"),
        };
        both.in_lang(lang)
    }
}

#[cfg(test)]
mod tests {
    use super::{OrderFault, WRITTEN};
    use bagarre_kit::contract::Lang;
    use bagarre_kit::refusal::{InLang, Refusal, listed};
    use bagarre_kit::text::fill;

    #[test]
    fn every_code_with_its_rule_and_its_words() {
        let [_, _, fr, en] = WRITTEN[WRITTEN.len() - 1];
        let orders = OrderFault::ALL.map(|fault| {
            let words = |text: &str, lang| fill(text, lang, &[("fault", fault.value(lang))]);
            [fault.code().to_owned(), fault.rule().to_owned(), words(fr, Lang::Fr), words(en, Lang::En)]
        });
        let common = &[Refusal::NotAskedBy(""), Refusal::ChoiceBy("")];
        let list = listed("baston", &WRITTEN[..WRITTEN.len() - 1], common, orders);
        assert_eq!(list, include_str!("../tests/refusals.txt"));
    }
}

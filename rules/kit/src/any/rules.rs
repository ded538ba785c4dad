//! What a system answers without a game, behind JSON.

use std::marker::PhantomData;

use super::game::{Played, Plays};
use super::text::{illegal, json, read, read_band, read_command, read_draft, read_threats};
use super::{AnyBot, AnyGame, Json, Refusal, RulesetId};
use crate::appraisal::Appraisal;
use crate::contract::{Lang, Pace, Seat};
use crate::deals::deal;
use crate::exercise::{Exercise, Staged};
use crate::gather::{Gather, Role, Roster, Terms, WorkKind};
use crate::presentation::{Presentation, Words};

/// What a system answers without a game. Called on a [`RulesetId`].
pub trait Rules: Sync {
    /// Its short lower-case name, such as `baston`.
    fn name(&self) -> &'static str;
    /// The version of the rules that this build plays.
    fn version(&self) -> u16;
    /// The first version of which every exported game has a draw, a chain and salted names.
    fn chained_since(&self) -> u16;
    /// Seconds the rules give for a kind of question, unless the room says otherwise.
    fn seconds(&self, pace: Pace) -> u32;
    /// Names of the bots, from the simplest to the best.
    fn bots(&self) -> &'static [&'static str];
    /// A bot by name.
    fn bot(&self, name: &str) -> Option<AnyBot>;
    /// A new game from a set-up, or in the middle where it is that of an exercise: see [`AnyGame::new`].
    fn begin(&self, version: u16, setup: &str) -> Result<AnyGame, Refusal>;
    /// A game from any legal moment, validated like any input.
    fn begin_at(&self, position: &str) -> Result<AnyGame, Refusal>;
    /// Whether the content of a command must stay sealed until the rules reveal it.
    fn sealed(&self, command: &str) -> Result<bool, Refusal>;
    /// A command in its normal form, as the journal keeps it.
    fn normal(&self, command: &str) -> Result<Json, Refusal>;
    /// The command a draft stands for when the time runs out; `None` when it is only a question.
    fn kept(&self, draft: &str) -> Result<Option<Json>, Refusal>;
    /// Ids of the scenarios, the one to start with first.
    fn scenarios(&self) -> Vec<String>;
    /// What a player in a hurry would choose for a scenario with so many seats.
    fn usual(&self, scenario: &str, seats: u8) -> Option<Terms>;
    /// Everything a client shows before a game: scenarios, limits, boards, equipment, ready-made bands.
    fn catalogue(&self) -> Json;
    /// Positions with one goal each, from the easiest to the hardest.
    fn exercises(&self) -> &'static [Exercise];
    /// What the house shows of it where the client has no panel of its own.
    fn presentation(&self) -> &'static Presentation;
    /// The last thing in the events of a journal entry, a JSON list, that is worth a line to a player who was away. `None`: nothing
    /// of the kind, or a set-up or events that this build does not read.
    fn headline(&self, setup: &str, events: &str) -> Option<Words>;
    /// Whether a game can be made on these terms.
    fn check_terms(&self, terms: &Terms) -> Result<(), Refusal>;
    /// What a seat is there for on these terms; `None`: to play like the others.
    fn role(&self, terms: &Terms, seat: Seat) -> Option<Role>;
    /// Whether a game on these terms may ask for sealed answers.
    fn seals(&self, terms: &Terms) -> bool;
    /// Whether a seat may play with this band; the band comes back in its normal form.
    fn check_band(&self, terms: &Terms, seat: Seat, band: &str) -> Result<Json, Refusal>;
    /// What a band comes to, however unfinished, and what may be put into the member that is `open`.
    fn appraise(&self, terms: &Terms, seat: Seat, band: &str, open: Option<u8>)
    -> Result<Appraisal, Refusal>;
    /// A legal band for a player who brings none.
    fn ready_band(&self, terms: &Terms, seat: Seat) -> Json;
    /// A ready-made band of a seat's own, named in a language: no name in it is one of `others`.
    fn own_band(
        &self,
        terms: &Terms,
        seat: Seat,
        from: u8,
        lang: Lang,
        others: &[&str],
    ) -> Result<Json, Refusal>;
    /// Returns a band without the ready-made names that one of `others` bears: each is replaced by another one, in `lang`. Those of
    /// `others` that this build cannot read are left out.
    fn renamed(&self, band: &str, lang: Lang, others: &[&str]) -> Result<Json, Refusal>;
    /// The set-up of a game, for [`AnyGame::new`]: one band for each seat, in seat order; `None` takes a
    /// ready-made one of its own. New names are in `lang`: those of such bands, and those that replace ready-made names which the band
    /// of an earlier seat bears. `youngest` is the seat of the player whose account is the youngest.
    fn gather(
        &self,
        terms: &Terms,
        bands: &[Option<&str>],
        youngest: Seat,
        lang: Lang,
    ) -> Result<Json, Refusal>;
    /// Whether own work may be kept on the shelf; it comes back in its normal form.
    fn check_shelf(&self, kind: WorkKind, content: &str) -> Result<Json, Refusal>;
    /// Whether this system has campaigns. A ready-made band tells: the bands of a system with campaigns can be enlisted.
    fn has_campaigns(&self) -> bool;
    /// A band as it enters a campaign; the refusal of a system without campaigns is `campaign.none`.
    fn enlist(&self, band: &str) -> Result<Json, Refusal>;
    /// The same terms for a game inside a campaign.
    fn for_campaign(&self, terms: &Terms) -> Terms;
    /// Whether these terms are those of a game inside a campaign.
    fn in_campaign(&self, terms: &Terms) -> bool;
    /// A band of a campaign as standings show it.
    fn roster(&self, band: &str) -> Result<Roster, Refusal>;
    /// JSON Schema of what goes in and out: `setup`, `band`, `position`, `command`, `draft`, `event`,
    /// `ask`, `view`, `notice`, `advice`.
    #[cfg(feature = "schema")]
    fn schema(&self) -> serde_json::Value;
}

/// A system behind [`Rules`].
#[derive(Debug)]
pub struct Typed<R>(PhantomData<fn() -> R>);

impl<R> Typed<R> {
    /// The system.
    pub const NEW: Self = Self(PhantomData);
}

impl<R: Gather> Typed<R> {
    /// What the static that each system has of its rules holds.
    pub const RULES: &'static dyn Rules = &Self::NEW;
    /// The system as a value, for code that knows its type.
    pub const ID: RulesetId = RulesetId::new(&Self::RULES);
}

impl<R: Gather> Rules for Typed<R> {
    fn name(&self) -> &'static str {
        R::ID
    }

    fn version(&self) -> u16 {
        R::VERSION
    }

    fn chained_since(&self) -> u16 {
        R::CHAINED_SINCE
    }

    fn seconds(&self, pace: Pace) -> u32 {
        R::seconds(pace)
    }

    fn bots(&self) -> &'static [&'static str] {
        R::bots()
    }

    fn bot(&self, name: &str) -> Option<AnyBot> {
        R::bot(name).map(|bot| AnyBot(Box::new(Plays::<R>(bot))))
    }

    fn begin(&self, version: u16, setup: &str) -> Result<AnyGame, Refusal> {
        if version != R::VERSION {
            return Err(Refusal::version(R::ID, R::VERSION, version));
        }
        if let Some(staged) = Staged::read(setup) {
            return self.begin_at(staged.position.get());
        }
        let setup = read::<R::Setup>(setup, "Préparation", "set-up")?;
        let state = R::new(&setup).map_err(illegal)?;
        Ok(AnyGame(Box::new(Played::<R>::new(state))))
    }

    fn begin_at(&self, position: &str) -> Result<AnyGame, Refusal> {
        let position = read::<R::Position>(position, "Position", "position")?;
        let state = R::from_position(&position).map_err(illegal)?;
        Ok(AnyGame(Box::new(Played::<R>::new(state))))
    }

    fn sealed(&self, command: &str) -> Result<bool, Refusal> {
        read_command::<R>(command).map(|command| R::sealed(&command))
    }

    fn normal(&self, command: &str) -> Result<Json, Refusal> {
        read_command::<R>(command).map(|command| json(&command))
    }

    fn kept(&self, draft: &str) -> Result<Option<Json>, Refusal> {
        if read_threats(draft).is_some() {
            return Ok(None);
        }
        read_draft::<R>(draft).map(|draft| R::draft_command(&draft).map(|command| json(&command)))
    }

    fn scenarios(&self) -> Vec<String> {
        R::scenarios()
    }

    fn usual(&self, scenario: &str, seats: u8) -> Option<Terms> {
        R::usual(scenario, seats)
    }

    fn catalogue(&self) -> Json {
        json(&R::catalogue())
    }

    fn exercises(&self) -> &'static [Exercise] {
        R::exercises()
    }

    fn presentation(&self) -> &'static Presentation {
        R::presentation()
    }

    fn headline(&self, setup: &str, events: &str) -> Option<Words> {
        let events: Vec<R::Event> = serde_json::from_str(events).ok()?;
        let setup = serde_json::from_str(setup).ok()?;
        R::headline(&setup, &events)
    }

    fn check_terms(&self, terms: &Terms) -> Result<(), Refusal> {
        if terms.more.as_ref().is_some_and(|more| more.to_string().len() > Terms::MORE) {
            return Err(Refusal::plain(
                "terms.size",
                "Les options de la partie sont trop longues.",
                "The options of the game are too long.",
            ));
        }
        R::check_terms(terms).map_err(illegal)
    }

    fn role(&self, terms: &Terms, seat: Seat) -> Option<Role> {
        R::role(terms, seat)
    }

    fn seals(&self, terms: &Terms) -> bool {
        R::seals(terms)
    }

    fn check_band(&self, terms: &Terms, seat: Seat, band: &str) -> Result<Json, Refusal> {
        let band = read_band::<R>(band)?;
        R::check_band(terms, seat, &band).map_err(illegal)?;
        Ok(json(&band))
    }

    fn appraise(
        &self,
        terms: &Terms,
        seat: Seat,
        band: &str,
        open: Option<u8>,
    ) -> Result<Appraisal, Refusal> {
        R::appraise(terms, seat, &read_band::<R>(band)?, open).map_err(illegal)
    }

    fn ready_band(&self, terms: &Terms, seat: Seat) -> Json {
        json(&R::ready_band(terms, seat))
    }

    fn own_band(
        &self,
        terms: &Terms,
        seat: Seat,
        from: u8,
        lang: Lang,
        others: &[&str],
    ) -> Result<Json, Refusal> {
        let others = others.iter().map(|band| read_band::<R>(band)).collect::<Result<Vec<_>, _>>()?;
        Ok(json(&R::own_band(terms, seat, from, lang, &others)))
    }

    fn renamed(&self, band: &str, lang: Lang, others: &[&str]) -> Result<Json, Refusal> {
        let others: Vec<_> = others.iter().filter_map(|band| read_band::<R>(band).ok()).collect();
        Ok(json(&R::renamed(read_band::<R>(band)?, lang, &others)))
    }

    fn gather(
        &self,
        terms: &Terms,
        bands: &[Option<&str>],
        youngest: Seat,
        lang: Lang,
    ) -> Result<Json, Refusal> {
        let read = |band: Option<&str>| band.map(read_band::<R>).transpose();
        let brought = bands.iter().copied().map(read).collect::<Result<Vec<_>, _>>()?;
        let bands = deal::<R>(terms, brought, lang);
        let setup = R::gather(terms, bands, youngest).map_err(illegal)?;
        Ok(json(&setup))
    }

    fn check_shelf(&self, kind: WorkKind, content: &str) -> Result<Json, Refusal> {
        let content = read(content, "Contenu", "content")?;
        R::check_shelf(kind, &content).map(|content| json(&content)).map_err(illegal)
    }

    fn has_campaigns(&self) -> bool {
        let usual = |scenario: String| (1..=16).find_map(|seats| R::usual(&scenario, seats));
        let usual = R::scenarios().into_iter().find_map(usual);
        usual.is_some_and(|terms| !matches!(R::enlist(&R::ready_band(&terms, Seat(0))), Ok(None)))
    }

    fn enlist(&self, band: &str) -> Result<Json, Refusal> {
        let band = read_band::<R>(band)?;
        let none =
            || Refusal::plain("campaign.none", "Ce jeu n’a pas de campagnes.", "This game has no campaigns.");
        R::enlist(&band).map_err(illegal)?.map(|band| json(&band)).ok_or_else(none)
    }

    fn for_campaign(&self, terms: &Terms) -> Terms {
        R::for_campaign(terms)
    }

    fn in_campaign(&self, terms: &Terms) -> bool {
        R::in_campaign(terms)
    }

    fn roster(&self, band: &str) -> Result<Roster, Refusal> {
        read_band::<R>(band).map(|band| R::roster(&band))
    }

    #[cfg(feature = "schema")]
    fn schema(&self) -> serde_json::Value {
        serde_json::json!({
            "setup": schemars::schema_for!(R::Setup),
            "band": schemars::schema_for!(R::Band),
            "position": schemars::schema_for!(R::Position),
            "command": schemars::schema_for!(R::Command),
            "draft": schemars::schema_for!(R::Draft),
            "event": schemars::schema_for!(R::Event),
            "ask": schemars::schema_for!(R::Ask),
            "view": schemars::schema_for!(R::View),
            "notice": schemars::schema_for!(crate::notice::Notice<'static, R::Fact>),
            "advice": schemars::schema_for!(R::Advice),
        })
    }
}

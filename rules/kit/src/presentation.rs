//! What the house needs to show a system that it has no code for: names and texts, what facts are made of and how they fold,
//! and where in a view the things stand that its panels draw. Data only, the same for all; `GET
//! /api/rulesets/ID/presentation` serves it.
//!
//! Paths are names and numbers joined by dots, such as `scene.figures.0.at`; `*` stands for each place of a list. Texts hold
//! placeholders, which `fill.ts` and `phrase.ts` in `web-client/src/text` read and explain: `{turn}` is a path of what the text is about,
//! `{seat:player}` the player of a seat, `{face:die}` a die, `{n|one form|many forms}` a plural, `{ok?yes|no}` a choice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::contract::Lang;
use crate::fold::{FoldTable, Rows as _};
use crate::gather::Terms;
use crate::row::Stated;
use crate::text::{Value, fill};

/// Words in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Words {
    /// French.
    pub fr: String,
    /// English.
    pub en: String,
}

impl Words {
    /// The same in French and in English.
    pub fn new(fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self { fr: fr.into(), en: en.into() }
    }

    /// In a language.
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    /// The same with values in their places.
    #[must_use]
    pub fn filled(&self, values: &[(&str, Value<'_>)]) -> Self {
        Self::new(fill(&self.fr, Lang::Fr, values), fill(&self.en, Lang::En, values))
    }
}

/// How a system presents itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[bagarre_kit::wire]
pub struct Presentation {
    /// What it is called and what it is about.
    pub card: Card,
    /// How ids of its rules begin: rows of facts leave it out. From its code.
    pub rules: String,
    /// The names of the fields of each kind of fact, in the order of a row. From its code.
    pub rows: BTreeMap<String, Vec<String>>,
    /// How facts fold over a view. From its code.
    pub fold: FoldTable,
    /// Texts by key: `moment`, `fact.KIND` and, line by line as `label = value`, how it came about, `reckon.KIND`; `panel.KIND` and
    /// `heading.KIND` of the story; `ask.TAG`, `command.TAG`, `rule.ID`, and those that panels name. `reason.CODE` of the log. Of the end: `end.CODE`, and `end.CODE.won` and `end.CODE.lost` where
    /// these sides are told otherwise, about `winners` and `losers`, how many they are, `n` and `m`, and whether all stood together,
    /// `coop`; `burst.CODE`, a word for a reason or for how the losers are out; `score.CODE` of a part of a score; `countdown.CODE`,
    /// about `turns`.
    pub words: BTreeMap<String, Words>,
    /// What stands where.
    pub panels: Panels,
}

/// What the data file of a system says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    card: Card,
    words: BTreeMap<String, Words>,
    panels: Panels,
}

/// What a further data file says: words alone.
pub(crate) type FurtherWords = BTreeMap<String, Words>;

impl Presentation {
    /// Reads the data file of a system, and adds what follows from its code: its facts, and the table that folds them.
    ///
    /// # Panics
    /// When the file is wrong: it is part of the program, and every system's is read by a test.
    pub fn of<F: Stated>(text: &str, fold: &FoldTable) -> Self {
        let File { card, words, panels } =
            toml::from_str(text).unwrap_or_else(|why| panic!("the presentation of a system: {why}"));
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let rows = F::What::ROWS.iter().map(|&(kind, fields)| (kind.to_owned(), names(fields)));
        let (rules, rows) = (F::RULES.to_owned(), rows.collect());
        Self { card, rules, rows, fold: fold.clone(), words, panels }
    }

    /// The same with the words of a further data file.
    ///
    /// # Panics
    /// When the file is wrong, as in [`Presentation::of`].
    #[must_use]
    pub fn with_words(mut self, text: &str) -> Self {
        let more: FurtherWords =
            toml::from_str(text).unwrap_or_else(|why| panic!("the words of a system: {why}"));
        self.words.extend(more);
        self
    }

    /// A text in which only names are missing, each in the place that the text gives it, as `{who}`. `None`: there is no such text.
    pub fn naming(&self, key: &str, names: &[(&str, &str)]) -> Option<Words> {
        let words = self.words.get(key)?;
        let values: Vec<_> = names.iter().map(|&(place, name)| (place, name.into())).collect();
        Some(words.filled(&values))
    }
}

/// What a system and its scenarios are called, and what they are about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Card {
    /// Its name.
    pub name: Words,
    /// What it is about, in a sentence or two.
    pub about: Words,
    /// Its scenarios, by id; one that is not offered may be missing.
    #[serde(default)]
    pub scenarios: BTreeMap<String, ScenarioCard>,
    /// Its bots, by name. One that plays several systems is the same in each.
    pub bots: BTreeMap<String, BotCard>,
    /// The fight at once, against a bot; `None`: it offers none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub quick: Option<Quick>,
    /// What [`Terms::more`] of a new room starts with; `None`: nothing is chosen. A stored room without it has nothing chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub more: Option<Json>,
}

/// Who a bot is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct BotCard {
    /// What its kind is called, and so how well it plays.
    pub name: Words,
    /// How it plays, in a sentence.
    pub about: Words,
    /// How well, from 1. 0: it is not offered, and is known only for games it has played.
    pub level: u8,
    /// What it goes by at a table, by seat, so that two of a kind are told apart.
    pub people: Vec<String>,
}

/// A fight at once: the terms of a game against a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Quick {
    /// What to expect, in a line.
    pub about: Words,
    /// Id of the scenario.
    pub scenario: String,
    /// How many seats: one for a person, the others for bots.
    pub seats: u8,
    /// How many members each band brings, as in [`crate::gather::Terms`].
    pub size: u8,
    /// What only this system knows, as in [`crate::gather::Terms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub more: Option<Json>,
    /// The bot for a person who has never played.
    pub bot: String,
}

impl Quick {
    /// The terms of the game.
    pub fn terms(&self) -> Terms {
        Terms { scenario: self.scenario.clone(), seats: self.seats, size: self.size, more: self.more.clone() }
    }
}

/// What a scenario is called, and what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct ScenarioCard {
    /// Its name.
    pub name: Words,
    /// What one has to do to win, in a plain sentence.
    pub goal: Words,
    /// The most turns it takes; 0: until it is decided.
    #[serde(default)]
    pub turns: u8,
    /// About how many minutes it takes between people: the least and the most.
    pub minutes: [u8; 2],
    /// What it is about, in its own mood.
    pub about: Words,
}

/// What the panels of the house draw of a view, a fact, a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Panels {
    /// The turn a view stands in.
    pub turn: String,
    /// The name of the term ([`Terms::more`]) that gives the table one seat more, for a game master.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub led: Option<String>,
    /// Reasons of an outcome that are told by who is out of the fight and how: `out.CODE` of each side that has not won, with `who`
    /// and how many seats that is, `n`; `out.CODE.mine` for that side itself.
    #[serde(default)]
    pub outs: Vec<String>,
    /// Cards beside the board.
    #[serde(default)]
    pub cards: Vec<Cards>,
    /// What is fought on.
    #[serde(default)]
    pub board: Board,
    /// How much each kind of fact matters; one that is not named is plain and short.
    #[serde(default)]
    pub log: BTreeMap<String, Telling>,
    /// What things that facts name by their number are called, by kind: `{name:KIND:…}` in a text.
    #[serde(default)]
    pub names: BTreeMap<String, Naming>,
    /// What the ground of a point is, where the board is a drawn map: `{ground:PATH}` in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ground: Option<DrawnMap>,
    /// What there is to fill in for a command, by its tag. A command without a form is chosen from what the server lists.
    #[serde(default)]
    pub forms: BTreeMap<String, Vec<Field>>,
    /// What there is to fill in for a band; nothing where players bring none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub band: Option<Vec<Field>>,
}

/// A card for each place of a list of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Cards {
    /// The list, such as `scores.*`.
    pub each: String,
    /// Whose card it is.
    pub seat: Owner,
    /// The key of its title; `None`: the name of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub title: Option<String>,
    /// What stands on it.
    pub lines: Vec<CardLine>,
}

/// A value on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct CardLine {
    /// The key of its name.
    pub words: String,
    /// Its path from the place of the card; empty for the place itself.
    pub value: String,
    /// The most it can be, as a path in the same way: it is drawn as a bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub of: Option<String>,
}

/// To whom a place of a list belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Owner {
    /// To no seat.
    Nobody,
    /// To the seat of that number.
    Index,
    /// To the seat at a path from the place.
    At(String),
}

/// What is fought on. Other kinds, such as hexagons by column and row or a graph of zones, come as variants: a client that does not
/// know one yet shows the cards alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire]
pub enum Board {
    /// Nothing.
    #[default]
    None,
    /// Squares.
    Grid {
        /// How many beside each other.
        width: u16,
        /// How many below each other.
        height: u16,
        /// What stands on them; `at` gives column and row, counted from 0.
        pieces: Vec<Bases>,
    },
    /// A plane of whole units.
    Plane {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
        /// Lists of polygons.
        areas: Vec<Areas>,
        /// Lists of what stands there on round bases.
        bases: Vec<Bases>,
    },
}

/// A list of polygons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Areas {
    /// The list.
    pub each: String,
    /// The corners of one, from its place.
    pub points: String,
    /// The key of its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub words: Option<String>,
}

/// A list of what stands somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Bases {
    /// The list.
    pub each: String,
    /// Where one stands, from its place: a pair of numbers.
    pub at: Spot,
    /// The radius of its base, on a plane.
    pub radius: i32,
    /// Whose it is.
    pub seat: Owner,
    /// Where it looks, as a path to a pair of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<String>,
    /// The key of its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub words: Option<String>,
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Spot {
    /// At the pair of numbers at a path.
    At(String),
    /// As far along the row of its number as the number at a path says: a race.
    Along(String),
}

/// What things of a kind are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Naming {
    /// The list of the view in which they stand by their number; `*` for each place of a list of lists, `[seat]` for the place that
    /// what is told says.
    pub each: String,
    /// Where the number stands by which one is named, from its place; without it, it is the place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<String>,
    /// The key of the name of one.
    pub words: String,
    /// Whose one is: such things are the people of a story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Owner>,
    /// The letter of one, from its place; `#` is the letter of its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub letter: Option<String>,
}

/// A map of the view, drawn as text with a letter for the ground of each point. Row and column of a point count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct DrawnMap {
    /// The text.
    pub map: String,
    /// Point `n` of a row or a column stands at sign or line `apart * n - 1`, counted from 0.
    pub apart: u8,
    /// What belongs to each letter.
    pub kinds: String,
    /// What it is called, from the place of its letter.
    pub name: String,
}

/// How a kind of fact is told. What depends on the fact is a text without words, such as `{hit?loud|plain}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Telling {
    /// How much it matters.
    pub weight: Weight,
    /// How much it matters in a story, where that depends on the fact: `loud`, `plain` or `quiet`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub weigh: Option<String>,
    /// How long it is looked at, in milliseconds at usual speed; 0 passes with what comes next.
    pub beat: u16,
    /// How long, where that depends on the fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pace: Option<String>,
    /// What it sounds like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sound: Option<Sound>,
    /// What it sounds like, where that depends on the fact: the name of a sound, or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sounds: Option<String>,
    /// It belongs to a blow: who reads only of those reads it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub blow: bool,
    /// The dice that fell, where the words do not name them: `{face:die:20}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dice: Option<String>,
    /// Whether they fell well: `good`, `bad` or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub good: Option<String>,
    /// It begins a panel of the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opens: Option<Opening>,
}

/// A panel of a story, and what begins it. Its title is the word `panel.AS`, of the fact that began it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Opening {
    /// What kind of panel.
    #[serde(rename = "as")]
    pub kind: String,
    /// Whose, as a name in a text: `{name:who:who}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub of: Option<String>,
    /// The panel of the same kind, of the same one, that is open already will do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub once: bool,
    /// The fact is the heading, and no line: `large`, `small`, or `fleeting`, which is left out where nothing follows under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub heading: Option<String>,
}

/// How much a fact matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Weight {
    /// A headline.
    Loud,
    /// A plain event.
    Plain,
    /// Bookkeeping.
    Quiet,
}

/// What a fact sounds like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Sound {
    /// A blow that tells.
    Hit,
    /// A blow that does not.
    Miss,
    /// A figure or a thing falls.
    Fall,
    /// Dice.
    Dice,
    /// Glass breaks.
    Glass,
    /// A door.
    Door,
    /// A figure is out.
    Out,
    /// A turn begins.
    Bell,
}

/// A thing to fill in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct Field {
    /// Its name in what is sent; empty where the value stands alone.
    pub key: String,
    /// The key of its name.
    pub words: String,
    /// What goes into it.
    pub value: FieldKind,
}

/// What goes into a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire]
pub enum FieldKind {
    /// A whole number.
    Number {
        /// The least.
        least: i32,
        /// The most.
        most: i32,
    },
    /// A line of text.
    Text {
        /// The most characters.
        most: u16,
    },
    /// Yes or no.
    Toggle,
    /// One of several.
    Choice {
        /// The values.
        options: Vec<FieldOption>,
    },
}

/// A value to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire]
pub struct FieldOption {
    /// What is sent.
    pub value: String,
    /// The key of its name.
    pub words: String,
}

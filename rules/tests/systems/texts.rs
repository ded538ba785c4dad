//! Every placeholder of every text of every system names something that is there: a field of the fact, question or command that the
//! text is about, a place of the view, a kind of names, another text. The grammar is that of `web-client/src/text/phrase.ts`.

mod grammar;
mod shape;

use std::collections::BTreeSet;

use bagarre_rules::any::RulesetId;
use bagarre_rules::presentation::Presentation;
use bagarre_rules::systems;
use grammar::{Hole, Op, cut, holes};
use serde_json::Value;
use shape::Nodes;

/// What stands before a tag among the parts of a question or a command.
const TAGS: [&str; 4] = ["t", "do", "ask", "kind"];
/// Texts within texts go no deeper in the client either.
const DEEPEST: usize = 8;

/// What a text is about.
#[derive(Clone)]
struct About<'a> {
    /// Its fields; later ones come before earlier ones.
    scopes: Vec<Nodes<'a>>,
    /// The thing itself, where it stands in something else.
    value: Option<Nodes<'a>>,
    /// It is one of a list.
    listed: bool,
}

impl<'a> About<'a> {
    fn of(nodes: Nodes<'a>) -> Self {
        Self { scopes: vec![nodes], value: None, listed: false }
    }

    fn with(&self, nodes: Nodes<'a>, value: Option<Nodes<'a>>, listed: bool) -> Self {
        let mut about = self.clone();
        about.scopes.push(nodes);
        about.value = value.or(about.value);
        about.listed |= listed;
        about
    }

    fn mark(&self) -> Vec<usize> {
        self.scopes.iter().flat_map(Nodes::marks).collect()
    }
}

/// Reads the texts of a system.
struct Reader<'a> {
    shown: &'a Presentation,
    view: Nodes<'a>,
    /// The text under way.
    key: String,
    faults: BTreeSet<String>,
    seen: BTreeSet<(String, Vec<usize>)>,
    /// What texts ask about that is not there, and what is: a text that is told of several things may ask for what only some have.
    missing: BTreeSet<(String, String)>,
    there: BTreeSet<(String, String)>,
    placeholders: usize,
}

impl<'a> Reader<'a> {
    fn fault(&mut self, what: impl std::fmt::Display) {
        self.faults.insert(format!("{}: {what}", self.key));
    }

    /// A text by its key, about something, in both languages.
    fn word(&mut self, key: &str, about: &About<'a>, deep: usize) {
        if deep > DEEPEST || !self.seen.insert((key.to_owned(), about.mark())) {
            return;
        }
        let shown = self.shown;
        let Some(words) = shown.words.get(key) else {
            return self.fault(format!("there is no text `{key}`"));
        };
        let outer = std::mem::replace(&mut self.key, key.to_owned());
        for text in [&words.fr, &words.en] {
            self.text(text, about, deep);
        }
        self.key = outer;
    }

    fn text(&mut self, text: &str, about: &About<'a>, deep: usize) {
        for hole in holes(text) {
            self.placeholders += 1;
            let Hole { head, op, other, branches } = hole;
            let before = self.faults.clone();
            let value = self.value(&head, about, deep);
            if matches!(op, Op::Alone) {
                self.told_alone(&head, &value);
            }
            let asked = (self.key.clone(), head);
            let mut told = 0;
            match op {
                Op::Compared => drop(self.value(&other, about, deep)),
                Op::There if self.faults != before => {
                    self.faults = before;
                    self.missing.insert(asked);
                    told = 1;
                }
                Op::There => drop(self.there.insert(asked)),
                Op::Alone => {}
            }
            for branch in branches.into_iter().skip(told) {
                self.text(&branch, about, deep);
            }
        }
    }

    /// Finds numbers of things that have names: the text shows the number itself.
    fn told_alone(&mut self, head: &str, value: &Nodes<'a>) {
        let shown = self.shown;
        for kind in shown.panels.names.keys().filter(|kind| value.is_of_type(kind)) {
            self.fault(format!("`{{{head}}}` tells the number of a `{kind}`, not its name"));
        }
    }

    /// What an expression may be; nothing where that is a text or a number that was made.
    fn value(&mut self, expression: &str, about: &About<'a>, deep: usize) -> Nodes<'a> {
        let number = expression.strip_prefix('-').unwrap_or(expression);
        if expression.starts_with('\'')
            || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return Nodes::default();
        }
        let (made, rest) = cut(expression);
        match made {
            "" => return self.path(rest, about),
            "low" | "cap" | "of" => return self.value(rest, about, deep),
            "seat" | "sign" | "cm" => drop(self.value(rest, about, deep)),
            "ground" | "wind" => drop(self.path(rest, about)),
            "name" => {
                let (kind, rest) = cut(rest);
                if kind != "scenario" && !self.shown.panels.names.contains_key(kind) {
                    self.fault(format!("`{{{expression}}}`: nothing is called a `{kind}`"));
                }
                self.value(rest, about, deep);
            }
            "word" | "begin" => self.words(cut(rest), about, deep),
            "each" => {
                let (key, rest) = cut(rest);
                let items = self.value(rest, about, deep).step("*");
                self.word(key, &about.with(items, None, true), deep + 1);
            }
            "sum" | "gap" => rest.split(':').for_each(|one| drop(self.value(one, about, deep))),
            "aim" | "step" | "way" => {
                let (from, to) = cut(rest);
                self.path(from, about);
                self.path(to, about);
            }
            "face" => {
                let (path, sides) = rest.split_once(':').unwrap_or((rest, "6"));
                self.path(path, about);
                self.value(sides, about, deep);
            }
            _ => self.fault(format!("`{{{expression}}}`: nothing makes `{made}`")),
        }
        Nodes::default()
    }

    /// The texts that a value may lead to.
    fn words(&mut self, (prefix, expression): (&str, &str), about: &About<'a>, deep: usize) {
        // What a list names is told one by one.
        let value = self.value(expression, about, deep).or_items();
        let quoted = expression.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        if let Some(quoted) = quoted {
            return self.word(&format!("{prefix}.{quoted}"), about, deep + 1);
        }
        let shown = self.shown;
        let mut found = false;
        for key in shown.words.keys() {
            let tag = match key.strip_prefix(prefix) {
                Some("") => "",
                Some(rest) if rest.starts_with('.') => &rest[1..],
                _ => continue,
            };
            found = true;
            if !value.may_be_told(tag) {
                continue;
            }
            let bodies = value.tagged(tag, &TAGS);
            let inner = if bodies.is_empty() {
                about.clone()
            } else {
                let (fields, body) = bodies.parts();
                about.with(fields, None, false).with(body.clone(), Some(body), false)
            };
            self.word(key, &inner, deep + 1);
        }
        if !found {
            self.fault(format!("there is no text `{prefix}` nor any below it"));
        }
    }

    fn path(&mut self, path: &str, about: &About<'a>) -> Nodes<'a> {
        let mut whole = path.to_owned();
        while let Some(end) = whole.find(']') {
            let start = whole[..end].rfind('[').unwrap();
            let inner = whole[start + 1..end].to_owned();
            self.path(&inner, about);
            whole.replace_range(start..=end, ".*");
        }
        if let Some(rest) = whole.strip_prefix("view.") {
            let found = self.view.follow(rest);
            if found.is_empty() {
                self.fault(format!("`{{{path}}}` is nowhere in the view"));
            }
            return found;
        }
        let (head, rest) = whole.split_once('.').unwrap_or((&whole, ""));
        if let (Some(value), "value") = (&about.value, head) {
            return value.follow(rest);
        }
        let plain = head == "value" && about.scopes.iter().any(Nodes::is_plain);
        if plain || (head == "index" && about.listed) || head == "rule" {
            return Nodes::default();
        }
        // The client takes the innermost node that has the first part, independent of what comes after it.
        let within = about.scopes.iter().rev().find(|nodes| !nodes.step(head).is_empty());
        let found = within.map(|nodes| nodes.follow(&whole)).unwrap_or_default();
        if found.is_empty() {
            self.fault(format!("`{{{path}}}` is nothing that it is about"));
        }
        found
    }

    /// Facts: how they are told, reckoned, weighed and headed.
    fn facts(&mut self, event: &'a Value) {
        let shown = self.shown;
        for kind in shown.rows.keys() {
            let about = Nodes::variant(event, "t", kind);
            assert!(!about.is_empty(), "`{kind}` is in no schema");
            let about = About::of(about);
            for key in ["fact", "reckon"].map(|of| format!("{of}.{kind}")) {
                if shown.words.contains_key(&key) {
                    self.word(&key, &about, 0);
                }
            }
            let Some(log) = shown.panels.log.get(kind) else { continue };
            let log = serde_json::to_value(log).unwrap();
            let opens = ["of", "heading"].map(|part| log["opens"][part].as_str());
            let forms = ["good", "weigh", "dice", "sounds"].map(|part| log[part].as_str());
            for form in opens.into_iter().chain(forms).flatten() {
                self.key = format!("panels.log.{kind}");
                self.text(form, &about, 0);
            }
        }
        let told =
            shown.words.keys().filter_map(|key| key.strip_prefix("fact.").or(key.strip_prefix("reckon.")));
        for kind in told.chain(shown.panels.log.keys().map(String::as_str)) {
            if !shown.rows.contains_key(kind) {
                self.key = kind.to_owned();
                self.fault("no fact is of this kind");
            }
        }
    }

    /// Where the game stands, and what things in the view are called.
    fn view(&mut self) {
        let shown = self.shown;
        if shown.words.contains_key("moment") {
            self.word("moment", &About::of(self.view.clone()), 0);
        }
        for (kind, naming) in &shown.panels.names {
            self.key = format!("panels.names.{kind}");
            let each = naming.each.replace('[', ".").replace(']', "");
            let mut place = self.view.clone();
            for part in each.split('.') {
                let next = place.step(part);
                place = if next.is_empty() { place.step("*") } else { next };
            }
            if !each.ends_with('*') {
                place = place.step("*");
            }
            if place.is_empty() || naming.by.as_ref().is_some_and(|by| place.follow(by).is_empty()) {
                self.fault("what it names is not in the view");
            }
            self.word(&naming.words, &About::of(place), 0);
        }
    }

    /// Texts of the decisions that list their options: what a question that names one asks.
    fn decisions(&mut self, schema: &'a Value) {
        let shown = self.shown;
        let asked = |key: &&String| {
            key.split_once('.').is_some_and(|(of, _)| of == "dec") && key.rsplit('.').next() == Some("ask")
        };
        for key in shown.words.keys().filter(asked) {
            let question = Nodes::root(schema).tagged("choose", &TAGS);
            assert!(!question.is_empty(), "`{key}`: no question lists its options");
            self.word(key, &About::of(question.parts().1), 0);
        }
    }

    /// Texts about questions and commands, by their tags.
    fn tagged(&mut self, of: &str, schema: &'a Value) {
        let shown = self.shown;
        for key in shown.words.keys() {
            let Some(tag) = key.strip_prefix(of).and_then(|rest| rest.strip_prefix('.')) else { continue };
            let bodies = Nodes::root(schema).tagged(tag, &TAGS);
            if !bodies.is_empty() {
                self.word(key, &About::of(bodies.parts().1), 0);
            }
        }
    }
}

/// Returns the faults in the texts of a system, and how many placeholders they have.
fn read(shown: &Presentation, schema: &Value) -> (BTreeSet<String>, usize) {
    let view = Nodes::root(&schema["view"]);
    let (faults, seen) = (BTreeSet::new(), BTreeSet::new());
    let (missing, there) = (BTreeSet::new(), BTreeSet::new());
    let mut reader =
        Reader { shown, view, key: String::new(), faults, seen, missing, there, placeholders: 0 };
    reader.facts(&schema["event"]);
    reader.view();
    reader.tagged("ask", &schema["ask"]);
    reader.tagged("asked", &schema["ask"]);
    reader.decisions(&schema["ask"]);
    reader.tagged("lapse", &schema["ask"]);
    reader.tagged("command", &schema["command"]);
    for (key, head) in reader.missing.difference(&reader.there) {
        reader.faults.insert(format!("{key}: `{{{head}??…}}` is never there"));
    }
    (reader.faults, reader.placeholders)
}

#[test]
fn every_placeholder_names_something_that_is_there() {
    let mut all = Vec::new();
    for id in systems::EVERY {
        let (faults, placeholders) = read(id.presentation(), &id.schema());
        println!("{id}: {placeholders} placeholders");
        all.extend(faults.into_iter().map(|fault| format!("{id}: {fault}")));
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// The names of the questions of a system.
fn questions(id: RulesetId) -> BTreeSet<String> {
    let schema = id.schema();
    let options = schema["ask"]["oneOf"].as_array().cloned().unwrap_or_default();
    let name = |option: &Value| {
        let named = TAGS.iter().find_map(|tag| option["properties"][tag]["const"].as_str());
        let alone = option["required"].as_array().and_then(|required| required.first()?.as_str());
        named.or(alone).map(str::to_owned)
    };
    options.iter().filter_map(name).collect()
}

#[test]
fn who_waits_reads_what_is_decided_and_what_happens_when_the_time_runs_out() {
    for id in systems::ALL.iter().copied() {
        let (words, questions) = (&id.presentation().words, questions(id));
        assert!(questions.len() >= 3, "{id}: {questions:?}");
        for question in questions {
            for family in ["asked", "lapse"] {
                assert!(words.contains_key(&format!("{family}.{question}")), "{id}: {family}.{question}");
            }
        }
        for kind in ["long", "short", "quick"] {
            assert!(words.contains_key(&format!("clock.{kind}")), "{id}: clock.{kind}");
        }
    }
}

#[test]
fn what_is_nowhere_is_found() {
    let id = systems::CELTIQUES;
    let schema = id.schema();
    let bend = |key: &str, en: &str| {
        let mut shown = id.presentation().clone();
        shown.words.get_mut(key).unwrap().en = en.to_owned();
        read(&shown, &schema).0.into_iter().collect::<Vec<_>>()
    };
    let seized = "fact.seized";
    assert_eq!(bend(seized, "hold {hold}"), ["fact.seized: `{hold}` is nothing that it is about"]);
    assert_eq!(bend(seized, "{entrave.more}").len(), 1, "a number has no parts");
    assert_eq!(
        bend(seized, "{ok?{name:who:by}|{entrave>most?a|b}}").len(),
        2,
        "in conditions and what they are compared with"
    );
    assert_eq!(
        bend(seized, "{entrave?{name:hero:by}|}"),
        ["fact.seized: `{name:hero:by}`: nothing is called a `hero`"]
    );
    assert_eq!(bend(seized, "{word:soup:by}"), ["fact.seized: there is no text `soup` nor any below it"]);
    assert_eq!(
        bend(seized, "{view.soup[by].name}"),
        ["fact.seized: `{view.soup[by].name}` is nowhere in the view"]
    );
    assert_eq!(bend(seized, "{view.known[soup].seat}").len(), 1, "in brackets");
    assert_eq!(bend(seized, "{hold??{hold}|}"), ["fact.seized: `{hold??…}` is never there"]);
    assert_eq!(bend(seized, "{cook:by}"), ["fact.seized: `{cook:by}`: nothing makes `cook`"]);
    assert_eq!(bend(seized, "{by} holds"), ["fact.seized: `{by}` tells the number of a `who`, not its name"]);
    assert_eq!(bend(seized, "{name:who:by}: {entrave}"), [""; 0]);
}

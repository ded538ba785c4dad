//! What must be true in the end, and the story when it is not.

use std::fmt::Write as _;

use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::scene::{Fate, Place};
use bagarre_kit::grid::Point;

use super::play::Played;
use super::{kind, part_of, point};

impl Played {
    /// A character by letter.
    pub fn who(&self, letter: char) -> Who {
        self.letters[&letter]
    }

    /// Ids of the rules told, in order.
    pub fn rules(&self) -> Vec<&str> {
        self.facts.iter().map(|fact| fact.rule.id()).collect()
    }

    /// Fails if a rest was ever owed by a character.
    #[track_caller]
    pub fn never_owed(&self, letter: char) {
        let who = self.who(letter);
        let owed =
            self.has_fact(|what| matches!(what, What::Owes { who: other, owes: true } if *other == who));
        assert!(!owed, "{letter} owed a rest:\n{}", self.story());
    }

    /// Everything told, a line each.
    pub fn story(&self) -> String {
        self.facts.iter().fold(String::new(), |mut text, fact| {
            let _ = writeln!(text, "  {:<12} {:?}", fact.rule.id(), fact.what);
            text
        })
    }

    /// Whether a fact was told.
    pub fn has_fact(&self, test: impl Fn(&What) -> bool) -> bool {
        self.facts.iter().any(|fact| test(&fact.what))
    }

    pub(super) fn verify(&self, phrase: &str) -> Result<(), String> {
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let scene = &self.state.scene;
        let truth = match words.as_slice() {
            ["told", rule] => self.rules().contains(rule),
            ["untold", rule] => !self.rules().contains(rule),
            ["tells", rules @ ..] => {
                let mut told = self.facts.iter();
                rules.iter().all(|rule| told.any(|fact| fact.rule.id() == *rule))
            }
            ["asked", dec] => self.asked.iter().any(|asked| asked.id() == *dec),
            ["unasked", dec] => !self.asked.iter().any(|asked| asked.id() == *dec),
            ["glass", at] => scene.has_glass(point(at)),
            ["no", "glass", at] => !scene.has_glass(point(at)),
            ["lies", name, at] => scene.items.iter().any(|item| {
                item.kind == kind(name) && matches!(item.place, Place::At(p, _) if p == point(at))
            }),
            ["none", name] => {
                !scene.items.iter().any(|item| item.kind == kind(name) && matches!(item.place, Place::At(..)))
            }
            ["gone", name] => {
                scene.items.iter().any(|item| item.kind == kind(name) && item.place == Place::Gone)
            }
            ["piece", n, "gone"] => scene.pieces[n.parse::<usize>().unwrap()].gone,
            ["piece", n, "overturned"] => scene.pieces[n.parse::<usize>().unwrap()].overturned,
            ["piece", n, "upright"] => scene.pieces[n.parse::<usize>().unwrap()].is_upright(),
            ["piece", n, cells @ ..] => {
                let cells: Vec<Point> = cells.iter().map(|cell| point(cell)).collect();
                scene.pieces[n.parse::<usize>().unwrap()].cells.iter().collect::<Vec<_>>() == cells
            }
            ["leaf", n, state] => scene.doors[n.parse::<usize>().unwrap()].open[0] == (*state == "open"),
            ["door", n, "destroyed"] => scene.doors[n.parse::<usize>().unwrap()].destroyed,
            ["door", n, "bolted"] => scene.doors[n.parse::<usize>().unwrap()].bolted,
            ["window", n, state] => {
                format!("{:?}", scene.windows[n.parse::<usize>().unwrap()]).eq_ignore_ascii_case(state)
            }
            ["phone", n, "destroyed"] => scene.phones[n.parse::<usize>().unwrap()],
            ["panel", n, "destroyed"] => scene.panels[n.parse::<usize>().unwrap()],
            ["score", seat, points] => {
                scene.scores[seat.parse::<usize>().unwrap()] == points.parse::<i32>().unwrap()
            }
            [letter, rest @ ..] if letter.len() == 1 => {
                return self.verify_figure(phrase, letter.chars().next().unwrap(), rest);
            }
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase}")) }
    }

    fn verify_figure(&self, phrase: &str, letter: char, words: &[&str]) -> Result<(), String> {
        let who = self.who(letter);
        let scene = &self.state.scene;
        let figure = scene.figure(who);
        let truth = match words {
            ["at", at] => figure.at == point(at),
            ["faces", n] => figure.facing.number().to_string() == *n,
            ["prone"] => figure.prone,
            ["stands"] => !figure.prone,
            ["top"] => figure.top,
            ["ground"] => !figure.top,
            ["gained", n] => {
                let gained = self.facts.iter().map(|fact| match fact.what {
                    What::Stunned { who: own, gained, .. } if own == who => u32::from(gained),
                    _ => 0,
                });
                gained.sum::<u32>().to_string() == *n
            }
            ["stun", n] => figure.stun.to_string() == *n,
            ["out"] => figure.fate == Fate::Out,
            ["left"] => figure.fate == Fate::Left,
            ["in"] => figure.fate == Fate::In,
            ["owes"] => figure.owes,
            ["shaken"] => figure.shaken,
            ["working"] => figure.task.is_some(),
            ["idle"] => figure.task.is_none(),
            ["free"] => figure.held_by.is_none() && figure.holding.is_none(),
            ["holds", other] => figure.holding == Some(self.who(other.chars().next().unwrap())),
            ["carries", name] => scene.carried(who).any(|(_, carried)| carried == kind(name)),
            ["lacks", name] => !scene.carried(who).any(|(_, carried)| carried == kind(name)),
            ["wears", name] => scene.wears(who, kind(name)),
            ["bare", name] => !scene.wears(who, kind(name)),
            [part, n] if part_of(part).is_some() => {
                let left = figure.left[part_of(part).unwrap().i()];
                if left.to_string() != *n {
                    return Err(format!("not so: {phrase} (it is {left})"));
                }
                true
            }
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase} ({figure:?})")) }
    }
}

//! What must be true in the end, and the story when it is not.

use std::fmt::Write as _;

use bagarre_generik::testkit::event::What;
use bagarre_generik::testkit::ids::{Dec, Fig};
use bagarre_generik::testkit::scene::{Figure, Status};

use super::build::{fig, seat};
use super::play::Played;
use super::{facing, point};

impl Played {
    /// A figure by name.
    #[track_caller]
    pub fn fig(&self, name: &str) -> Fig {
        fig(&self.names, name)
    }

    /// A figure as it is in the end.
    #[track_caller]
    pub fn figure(&self, name: &str) -> &Figure {
        self.state.scene.figure(self.fig(name))
    }

    /// Ids of the rules told, in order.
    pub fn rules(&self) -> Vec<&str> {
        self.facts.iter().map(|fact| fact.rule.id()).collect()
    }

    /// Whether a rule decided something: of a fact, or of a modifier of its dice.
    pub fn mentions(&self, rule: &str) -> bool {
        self.facts.iter().any(|fact| {
            let modified = match &fact.what {
                What::Rolled { mods, .. } => mods.iter().any(|it| it.rule.id() == rule),
                _ => false,
            };
            modified || fact.rule.id() == rule
        })
    }

    /// Whether a fact was told.
    pub fn has_fact(&self, test: impl Fn(&What) -> bool) -> bool {
        self.facts.iter().any(|fact| test(&fact.what))
    }

    /// Everything told, a line each.
    pub fn story(&self) -> String {
        self.facts.iter().fold(String::new(), |mut text, fact| {
            let _ = writeln!(text, "  {:<12} {:?}", fact.rule.id(), fact.what);
            text
        })
    }

    /// Fails unless the case went through and every phrase is true.
    #[track_caller]
    pub fn holds(&self, expected: &str) -> &Self {
        let mut faults: Vec<String> = self.problem.iter().cloned().collect();
        let phrases = expected.split(';').map(str::trim).filter(|phrase| !phrase.is_empty());
        faults.extend(phrases.filter_map(|phrase| self.verify(phrase).err()));
        assert!(faults.is_empty(), "\n{}\n\nWhat happened:\n{}", faults.join("\n"), self.story());
        self
    }

    /// A phrase: `told RULE`, `untold RULE`, `tells RULE RULE …` (in this order), `asked 17`, `unasked 17`, `phase b`, `ended hurt`, `open`
    /// (the phase), `turn 2`, `over`, `playing`, `winner a`, `draw`, `reason rout`, `beaten b`, `barred a` (from heroic actions), `heroic a1`, or of a figure:
    /// `b1 da 0`, `down`, `up`, `wounded`, `well`, `on` (the table), `ooa`, `exited`, `routed`, `at x,y`, `z 600`, `faces n`, `cover`, `bare`, `charges 1,0`.
    pub fn verify(&self, phrase: &str) -> Result<(), String> {
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let scene = &self.state.scene;
        let letter = |text: &str| seat(text.chars().next().unwrap());
        let truth = match words.as_slice() {
            ["told", rule] => self.mentions(rule),
            ["untold", rule] => !self.mentions(rule),
            ["tells", rules @ ..] => {
                let mut told = self.facts.iter();
                rules.iter().all(|rule| told.any(|fact| fact.rule.id() == *rule))
            }
            ["asked", dec] => self.asked.contains(&decision(dec)),
            ["unasked", dec] => !self.asked.contains(&decision(dec)),
            ["phase", who] => scene.phase.seat == letter(who),
            ["ended", why] => self.has_fact(|what| match what {
                What::PhaseOver { why: told, .. } => format!("{told:?}").eq_ignore_ascii_case(why),
                _ => false,
            }),
            ["open"] => {
                !self.has_fact(|what| matches!(what, What::PhaseOver { .. })) && scene.outcome.is_none()
            }
            ["turn", n] => scene.turn.to_string() == *n,
            ["over"] => scene.outcome.is_some(),
            ["playing"] => scene.outcome.is_none(),
            ["winner", who] => scene
                .outcome
                .as_ref()
                .is_some_and(|it| it.winners.len() == 1 && it.winners.contains(letter(who))),
            ["draw"] => scene.outcome.as_ref().is_some_and(|it| it.winners.is_empty()),
            ["reason", why] => scene.outcome.as_ref().is_some_and(|it| it.reason == *why),
            ["beaten", who] => scene.force(letter(who)).beaten.is_some(),
            ["barred", who] => scene.force(letter(who)).heroic_locked,
            ["heroic", who] => scene.phase.heroic == Some(self.fig(who)),
            [name, rest @ ..] if self.names.iter().any(|it| it == name) => {
                return Self::verify_figure(phrase, self.figure(name), rest);
            }
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase}")) }
    }

    fn verify_figure(phrase: &str, figure: &Figure, words: &[&str]) -> Result<(), String> {
        let truth = match words {
            ["da", n] => figure.da.to_string() == *n,
            ["down"] => figure.down,
            ["up"] => figure.stands(),
            ["wounded"] => figure.wounded && figure.on_table(),
            ["well"] => !figure.wounded,
            ["on"] => figure.on_table(),
            ["ooa"] => figure.status == Status::Ooa,
            ["exited"] => figure.status == Status::Exited,
            ["routed"] => figure.status == Status::Routed,
            ["at", at] => figure.at == point(at),
            ["z", z] => figure.z.to_string() == *z,
            ["faces", to] => figure.facing == facing(to),
            ["cover"] => figure.in_cover,
            ["bare"] => !figure.in_cover,
            ["charges", list] => list.split(',').zip(figure.charges).all(|(n, own)| own.to_string() == n),
            _ => return Err(format!("“{phrase}” is not a phrase of the harness")),
        };
        if truth { Ok(()) } else { Err(format!("not so: {phrase} ({figure:?})")) }
    }
}

/// The decision with a number.
fn decision(number: &str) -> Dec {
    Dec::of(&format!("GEN-DEC-{number:0>2}")).unwrap_or_else(|| panic!("no decision {number}"))
}

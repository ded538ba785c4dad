//! Playing a case.

use bagarre_generik::testkit::ids::Dec;
use std::collections::VecDeque;

use bagarre_generik::Generik;
use bagarre_generik::testkit::command::{Ask, Choice, Command, Question};
use bagarre_generik::testkit::event::Fact;
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Next, Refuse, Roll, Ruleset, Seat};
use bagarre_kit::dice::{Dice, DiceError, Faces};

use super::{Case, acts};

/// What a case came to.
pub struct Played {
    /// The state in the end.
    pub state: State,
    /// Everything told.
    pub facts: Vec<Fact>,
    /// The decisions that were asked, in order; windows that were let pass unsaid are among them.
    pub asked: Vec<Dec>,
    /// Questions with options that were asked, in order.
    pub questions: Vec<Question>,
    pub(super) names: Vec<String>,
    pub(super) problem: Option<String>,
}

impl Played {
    /// What kept the case from going through; empty when nothing did.
    pub fn problem(&self) -> &str {
        self.problem.as_deref().unwrap_or_default()
    }
}

/// Dice that are fixed in advance, each for a purpose.
struct LabelledDice(VecDeque<(char, u8)>);

impl LabelledDice {
    fn parse(text: &str) -> Self {
        let dice = text.split_whitespace().flat_map(|word| {
            let purpose = word.chars().next().unwrap();
            word[1..].split(',').map(move |face| (purpose, face.parse().expect("a die is written A4")))
        });
        Self(dice.collect())
    }
}

fn purpose(label: &str) -> char {
    match label {
        "attack die" => 'A',
        "defence dice" => 'D',
        "wound die" => 'W',
        "heroic die" => 'H',
        "morale die" => 'M',
        _ => 'X',
    }
}

impl Dice for LabelledDice {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let wanted = purpose(&roll.what);
        let mut faces = Vec::new();
        for _ in 0..roll.count {
            match self.0.pop_front() {
                Some((given, face)) if given == wanted => faces.push(face),
                given => {
                    return Err(DiceError::Empty {
                        index: self.0.len(),
                        what: format!("{} wanted, given {given:?}", roll.what),
                        rule: roll.rule.id().to_owned(),
                        needs: roll.sides,
                    });
                }
            }
        }
        Ok(Faces::new(&faces))
    }

    fn die(&mut self, _sides: u8) -> u8 {
        1
    }
}

impl Case {
    /// The state the case begins in.
    #[track_caller]
    pub fn state(&self) -> State {
        Generik::from_position(&self.position()).unwrap_or_else(|fault| panic!("the position: {fault}"))
    }

    /// Plays the case with its dice.
    #[track_caller]
    pub fn play(&self) -> Played {
        let mut dice = LabelledDice::parse(&self.dice);
        let mut played = self.play_with(&mut dice);
        if played.problem.is_none() && !dice.0.is_empty() {
            played.problem = Some(format!("dice are left over: {:?}", dice.0));
        }
        played
    }

    /// Plays on from a state with the dice of the case, as far as they go: the state then.
    #[track_caller]
    pub fn play_on(&self, state: State) -> State {
        self.play_from(state, &mut LabelledDice::parse(&self.dice)).state
    }

    /// Plays the case with other dice.
    #[track_caller]
    pub fn play_with(&self, dice: &mut dyn Dice) -> Played {
        self.play_from(self.state(), dice)
    }

    /// Plays the case from a state that was built before.
    #[track_caller]
    pub fn play_from(&self, mut state: State, dice: &mut dyn Dice) -> Played {
        let mut played = Played {
            state: state.clone(),
            facts: Vec::new(),
            asked: Vec::new(),
            questions: Vec::new(),
            names: self.names(),
            problem: None,
        };
        let (mut acts, mut answers) = (self.acts.iter(), self.answers.iter().peekable());
        loop {
            let event = match Generik::next(&state) {
                Next::Over(_) => break,
                Next::Do(event) => event,
                Next::Roll(roll) => match dice.roll(&roll) {
                    Ok(faces) => Generik::rolled(&state, &roll, &faces),
                    Err(fault) => {
                        played.problem = Some(fault.to_string());
                        break;
                    }
                },
                Next::Ask { seats, ask } => {
                    let seat = seats.iter().next().expect("somebody is asked");
                    let command = match self.command(&ask, &mut acts, &mut answers, &mut played) {
                        Ok(Some(command)) => command,
                        Ok(None) => break,
                        Err(problem) => {
                            played.problem = Some(problem);
                            break;
                        }
                    };
                    match Generik::decide(&state, Actor::Seat(seat), &command) {
                        Ok(event) => event,
                        Err(refusal) => {
                            played.problem = Some(format!("refused: {refusal} ({command:?})"));
                            break;
                        }
                    }
                }
            };
            Generik::apply(&mut state, &event);
            played.facts.extend(event.facts().iter().cloned());
        }
        if played.problem.is_none() && (acts.len() > 0 || answers.len() > 0) {
            played.problem = Some(format!("{} acts and {} answers are left", acts.len(), answers.len()));
        }
        played.state = state;
        played
    }

    fn command(
        &self,
        ask: &Ask,
        acts: &mut std::slice::Iter<'_, String>,
        answers: &mut std::iter::Peekable<std::slice::Iter<'_, String>>,
        played: &mut Played,
    ) -> Result<Option<Command>, String> {
        let names = &played.names;
        let question = ask.id();
        Ok(match ask {
            Ask::Phase { .. } => acts.next().map(|text| acts::command(names, text, question)),
            Ask::React(_) => {
                played.asked.push(Dec::Opportunity);
                let said = answers.next_if(|text| text.starts_with("react") || *text == "pass");
                let reaction = said.and_then(|text| acts::reaction(names, text));
                Some(Command::React { question, reaction })
            }
            Ask::Resume(_) => {
                played.asked.push(Dec::Rest);
                let text = answers.next().ok_or_else(|| format!("unexpected question: {ask:?}"))?;
                Some(Command::Resume { question, resume: acts::resume(names, text) })
            }
            Ask::Choose(asked) => {
                played.asked.push(asked.dec);
                played.questions.push(asked.clone());
                let choice = match answers.next().map(String::as_str) {
                    Some("default") => asked.default_choice(),
                    Some(text) => acts::choice(names, text, &asked.options)
                        .ok_or_else(|| format!("“{text}” is not offered: {asked:?}"))?,
                    None if self.defaults => self.unsaid(asked),
                    None => return Err(format!("unexpected question: {asked:?}")),
                };
                Some(Command::Choose { question, choice })
            }
            _ => None,
        })
    }

    fn unsaid(&self, asked: &Question) -> Choice {
        let wanted = self.defends.filter(|_| asked.dec == Dec::Defence);
        let fits = |it: &&Choice| matches!(it, Choice::Defend { extra, .. } if Some(*extra) == wanted);
        asked.options.iter().find(fits).copied().unwrap_or_else(|| asked.default_choice())
    }

    /// Plays the case and compares.
    #[track_caller]
    pub fn check(self) -> Played {
        let played = self.play();
        played.holds(&self.expected);
        played
    }

    /// The code and the rule with which a command of the seat of the phase is refused at the start.
    #[track_caller]
    pub fn refused(&self, text: &str) -> (String, String) {
        let state = self.state();
        let command = acts::command(&self.names(), text, state.questions + 1);
        match Generik::decide(&state, Actor::Seat(Seat(self.phase)), &command) {
            Ok(_) => panic!("“{text}” is allowed"),
            Err(no) => (no.code().to_owned(), no.rule().map_or(String::new(), |rule| rule.id().to_owned())),
        }
    }

    /// Whether a command of the seat of the phase is allowed at the start.
    pub fn allows(&self, text: &str) -> bool {
        let state = self.state();
        let command = acts::command(&self.names(), text, state.questions + 1);
        Generik::decide(&state, Actor::Seat(Seat(self.phase)), &command).is_ok()
    }
}

//! Playing a case: dice, answers, programmes.

use std::collections::BTreeMap;

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Choice, Command, Sheet};
use bagarre_baston::testkit::event::{Fact, Unit};
use bagarre_baston::testkit::ids::{Dec, ItemId, Who};
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::state::{Frame, Sealed, State, Wait};
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat};
use bagarre_kit::dice::{Dice, Scripted};

use super::{Case, part_of, point};

/// What a case came to.
pub struct Played {
    /// The state in the end.
    pub state: State,
    /// Everything told.
    pub facts: Vec<Fact>,
    /// Decisions that were asked, in order.
    pub asked: Vec<Dec>,
    pub(super) letters: BTreeMap<char, Who>,
    pub(super) dice_left: usize,
    pub(super) problem: Option<String>,
}

impl Case {
    /// Plays the case.
    pub fn play(&self) -> Played {
        let letters = self.letters();
        let mut state =
            Baston::from_position(&self.position()).unwrap_or_else(|fault| panic!("the position: {fault}"));
        let mut dice = Scripted::parse(&self.dice).expect("dice are written sides:face");
        let mut answers = self.answers.iter();
        let mut played = Played {
            state: state.clone(),
            facts: Vec::new(),
            asked: Vec::new(),
            letters: letters.clone(),
            dice_left: 0,
            problem: None,
        };
        loop {
            if self.finished(&state) {
                break;
            }
            let event = match Baston::next(&state) {
                Next::Over(_) => break,
                Next::Do(event) => event,
                Next::Roll(roll) => match dice.roll(&roll) {
                    Ok(faces) => Baston::rolled(&state, &roll, &faces),
                    Err(fault) => {
                        played.problem = Some(fault.to_string());
                        break;
                    }
                },
                Next::Ask { seats, .. } => {
                    let seat = seats.iter().next().expect("somebody is asked");
                    match self.command(&state, seat, &letters, &mut answers, &mut played) {
                        Ok(command) => match Baston::decide(&state, Actor::Seat(seat), &command) {
                            Ok(event) => event,
                            Err(refusal) => {
                                played.problem = Some(format!("refused: {refusal}"));
                                break;
                            }
                        },
                        Err(problem) => {
                            played.problem = Some(problem);
                            break;
                        }
                    }
                }
            };
            Baston::apply(&mut state, &event);
            played.facts.extend_from_slice(event.facts());
        }
        if played.problem.is_none() && answers.len() > 0 {
            played.problem = Some(format!("{} answers are left", answers.len()));
        }
        played.dice_left = dice.left();
        played.state = state;
        played
    }

    fn finished(&self, state: &State) -> bool {
        match state.stack.last() {
            Some(Frame::Todo(Unit::Sequence) | Frame::Wait(Wait::Rewriting(_))) => {
                state.scene.sequence >= self.sequences
            }
            Some(Frame::Todo(Unit::EndTurn)) => !self.whole_turn,
            Some(Frame::Todo(Unit::Turn)) => true,
            _ => false,
        }
    }

    fn command(
        &self,
        state: &State,
        seat: Seat,
        letters: &BTreeMap<char, Who>,
        answers: &mut std::slice::Iter<'_, String>,
        played: &mut Played,
    ) -> Result<Command, String> {
        if let Some((_, question)) = state.question() {
            played.asked.push(question.dec);
            let choice = match answers.next() {
                Some(text) => choose(text, question.options.as_slice(), question.default, state, letters)
                    .ok_or_else(|| {
                        format!("“{text}” is not offered for {:?}: {:?}", question.dec, question.options)
                    })?,
                None if self.defaults => question.default_choice(),
                None => return Err(format!("unexpected question: {question:?}")),
            };
            return Ok(Command::Answer { question: question.id, choice });
        }
        if matches!(state.wait(), Some(Wait::Rewriting(_))) {
            return Ok(Baston::default_answer(state, seat));
        }
        Ok(self.programme(state, seat))
    }

    /// The programme of a seat: what the case orders.
    pub fn programme(&self, state: &State, seat: Seat) -> Command {
        let letters = self.letters();
        let sheets = letters
            .iter()
            .filter(|(_, who)| state.seat_of(**who) == seat && state.scene.figure(**who).in_play())
            .map(|(letter, who)| Sheet {
                who: *who,
                orders: self.orders.get(letter).copied().unwrap_or([Sequence::REST; 3]),
                instructions: self.instructions.get(letter).cloned().unwrap_or_default(),
            })
            .collect();
        Command::Programme { turn: state.scene.turn, sheets: Sealed(sheets) }
    }

    /// Plays the case and compares; leftover dice fail.
    #[track_caller]
    pub fn check(self) -> Played {
        let played = self.play();
        let mut faults: Vec<String> = played.problem.iter().cloned().collect();
        if played.dice_left > 0 {
            faults.push(format!("{} dice are left over", played.dice_left));
        }
        let phrases = self.expected.split(';').map(str::trim).filter(|phrase| !phrase.is_empty());
        faults.extend(phrases.filter_map(|phrase| played.verify(phrase).err()));
        assert!(faults.is_empty(), "\n{}\n\nWhat happened:\n{}", faults.join("\n"), played.story());
        played
    }
}

fn choose(
    text: &str,
    options: &[Choice],
    default: u16,
    state: &State,
    letters: &BTreeMap<char, Who>,
) -> Option<Choice> {
    let items = &state.scene.items;
    let is = |id: &ItemId, name: &str| items[usize::from(id.0)].kind.id() == name;
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted = |choice: &Choice| match (words.as_slice(), choice) {
        (["no"], Choice::No)
        | (["yes"], Choice::Yes)
        | (["fist"], Choice::Fist)
        | (["single"], Choice::Single)
        | (["strike"], Choice::Strike)
        | (["spare"], Choice::Spare)
        | (["element"], Choice::Element) => true,
        (["several", spared @ ..], Choice::Several(list)) => {
            let spared: Vec<Who> = spared.iter().map(|l| letters[&l.chars().next().unwrap()]).collect();
            *list == spared
        }
        (["facing", n], Choice::Facing(dir)) => dir.number().to_string() == *n,
        (["at", p], Choice::At(at)) => *at == point(p),
        (["victim", letter], Choice::Victim(who)) => letters[&letter.chars().next().unwrap()] == *who,
        (["throw", name, mode, p], Choice::Throw { item, aggressive, to }) => {
            is(item, name) && *aggressive == (*mode == "a") && *to == point(p)
        }
        (["window", n], Choice::Window(w)) => w.to_string() == *n,
        (["door", n], Choice::Door(d)) => d.to_string() == *n,
        (["leaf", d, l], Choice::Leaf(door, leaf)) => door.to_string() == *d && leaf.to_string() == *l,
        (["phone", n], Choice::Phone(phone)) => phone.to_string() == *n,
        (["panel", n], Choice::Panel(panel)) => panel.to_string() == *n,
        ([name, part], Choice::Blow { item, part: p }) => {
            item.map_or(*name == "fist", |id| is(&id, name)) && part_of(part) == Some(*p)
        }
        ([part], Choice::Part(p)) => part_of(part) == Some(*p),
        (["puton", name], Choice::PutOn(id))
        | (["takeoff", name], Choice::TakeOff(id))
        | ([name], Choice::Item(id)) => is(id, name),
        _ => false,
    };
    if text == "default" {
        return options.get(usize::from(default)).cloned();
    }
    options.iter().find(|choice| wanted(choice)).cloned()
}

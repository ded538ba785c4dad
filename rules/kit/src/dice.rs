//! Sources of chance. The rules never hold one: they ask, and the faces come back inside an event.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Deref;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::contract::rule::Rule;

/// The most dice one roll can hold.
pub const MAX_DICE: usize = 16;

/// Dice the state asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// How many dice, at most [`MAX_DICE`].
    pub count: u8,
    /// Faces of each die.
    pub sides: u8,
    /// The rule that asks for it.
    pub rule: Rule,
    /// A short English label, for error messages and reports.
    pub what: Cow<'static, str>,
}

/// The faces of one roll, each from 1. Written as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<u8>"))]
pub struct Faces {
    len: u8,
    faces: [u8; MAX_DICE],
}

impl Faces {
    /// Faces from a slice; what is beyond [`MAX_DICE`] is dropped.
    pub fn new(faces: &[u8]) -> Self {
        let mut out = Self { len: faces.len().min(MAX_DICE) as u8, faces: [0; MAX_DICE] };
        for (to, from) in out.faces.iter_mut().zip(faces) {
            *to = *from;
        }
        out
    }
}

impl Deref for Faces {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.faces[..self.len as usize]
    }
}

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Faces {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let faces = Vec::<u8>::deserialize(from)?;
        if faces.len() > MAX_DICE {
            return Err(D::Error::custom(format_args!("one throw has {MAX_DICE} dice at most")));
        }
        Ok(Self::new(&faces))
    }
}

/// Why dice could not answer. Only scripted dice fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// A die of another kind was queued.
    #[error("roll {index}: {what} ({rule}) needs 1d{needs}, but the next given die is a d{queued}")]
    Kind {
        /// Number of the roll, from 1.
        index: usize,
        /// What the roll is for.
        what: String,
        /// The rule that asks.
        rule: String,
        /// Sides asked for.
        needs: u8,
        /// Sides queued.
        queued: u8,
    },
    /// Nothing was left.
    #[error("roll {index}: {what} ({rule}) needs 1d{needs}, but no given die is left")]
    Empty {
        /// Number of the roll, from 1.
        index: usize,
        /// What the roll is for.
        what: String,
        /// The rule that asks.
        rule: String,
        /// Sides asked for.
        needs: u8,
    },
}

/// A source of dice.
pub trait Dice {
    /// The faces of one roll.
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError>;

    /// One die without a roll, for bots: uniform over `1..=sides`.
    fn die(&mut self, sides: u8) -> u8;
}

/// Words of the key stream that each die has to itself.
const WORDS: u64 = 4;

/// Dice from a secret seed: one `ChaCha20` key stream, of which die number `n` has words `4 n` and after. A die depends
/// on the seed and its number alone, so that a resumed game goes on where it was from a count, and a published seed
/// lets every reader check every face.
#[derive(Clone, Debug)]
pub struct Seeded {
    rng: ChaCha20Rng,
    drawn: u64,
}

impl Seeded {
    /// Dice of a seed, of which `drawn` have been used.
    pub fn new(seed: [u8; 32], drawn: u64) -> Self {
        let mut rng = ChaCha20Rng::from_seed(seed);
        if drawn > 0 {
            rng.set_word_pos(u128::from(drawn) * u128::from(WORDS));
        }
        Self { rng, drawn }
    }

    /// A seed from a number, for simulations and tests.
    pub fn from_number(number: u64) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Self::new(seed, 0)
    }

    /// How many dice have been drawn since the start of the game.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    #[inline(always)]
    fn draw(&mut self, sides: u8) -> u8 {
        let sides = u32::from(sides.max(1));
        self.drawn += 1;
        let [low, high] = [self.rng.next_u64(), self.rng.next_u64()];
        let words = [low, low >> 32, high, high >> 32].map(|word| word as u32);
        words.into_iter().find_map(|word| face(word, sides)).unwrap_or_else(|| self.draw_beyond(sides))
    }

    /// Returns the face of a die whose words were all refused: the words of the next ones decide, which stay theirs.
    #[cold]
    fn draw_beyond(&mut self, sides: u32) -> u8 {
        let face = loop {
            if let Some(face) = face(self.rng.next_u32(), sides) {
                break face;
            }
        };
        self.rng.set_word_pos(u128::from(self.drawn) * u128::from(WORDS));
        face
    }
}

/// Returns the face that a word gives; `None` for words beyond the last whole multiple of the sides, which would favour low faces.
#[inline(always)]
fn face(word: u32, sides: u32) -> Option<u8> {
    let low = word % sides;
    // The multiple of the sides that the word belongs to is whole.
    (word - low <= u32::MAX - sides).then_some(low as u8 + 1)
}

impl Dice for Seeded {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let mut faces = [0; MAX_DICE];
        let count = usize::from(roll.count).min(MAX_DICE);
        for face in &mut faces[..count] {
            *face = self.draw(roll.sides);
        }
        Ok(Faces::new(&faces[..count]))
    }

    fn die(&mut self, sides: u8) -> u8 {
        self.draw(sides)
    }
}

/// Given dice, in order. A test that uses them must check that they end empty.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    queue: VecDeque<(u8, u8)>,
    used: usize,
}

impl Scripted {
    /// Dice as `(sides, face)`.
    pub fn new(dice: impl IntoIterator<Item = (u8, u8)>) -> Self {
        Self { queue: dice.into_iter().collect(), used: 0 }
    }

    /// Dice written `8:3 20:15` (sides, face).
    pub fn parse(text: &str) -> Option<Self> {
        text.split_whitespace()
            .map(|die| {
                let (sides, face) = die.split_once(':')?;
                Some((sides.parse().ok()?, face.parse().ok()?))
            })
            .collect::<Option<Vec<_>>>()
            .map(Self::new)
    }

    /// How many dice are left.
    pub fn left(&self) -> usize {
        self.queue.len()
    }
}

impl Dice for Scripted {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let mut faces = Vec::with_capacity(usize::from(roll.count));
        for _ in 0..roll.count {
            self.used += 1;
            let (index, what, rule) = (self.used, roll.what.to_string(), roll.rule.id().to_owned());
            match self.queue.pop_front() {
                None => return Err(DiceError::Empty { index, what, rule, needs: roll.sides }),
                Some((given, _)) if given != roll.sides => {
                    return Err(DiceError::Kind { index, what, rule, needs: roll.sides, queued: given });
                }
                Some((_, face)) => faces.push(face.clamp(1, roll.sides)),
            }
        }
        Ok(Faces::new(&faces))
    }

    fn die(&mut self, sides: u8) -> u8 {
        self.queue.pop_front().map_or(1, |(_, face)| face.clamp(1, sides))
    }
}

/// Every combination of faces in turn: drive a game with it until [`Enumerating::advance`] says that all are done.
#[derive(Clone, Debug, Default)]
pub struct Enumerating {
    path: Vec<(u8, u8)>,
    at: usize,
}

impl Enumerating {
    /// Before the first combination.
    pub fn new() -> Self {
        Self::default()
    }

    /// The product of the sides met on this run: one over the probability of the combination.
    pub fn weight(&self) -> u64 {
        self.path[..self.at].iter().map(|(sides, _)| u64::from(*sides)).product()
    }

    /// Goes to the next combination; `false` when every one has been played.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.at);
        self.at = 0;
        while let Some((sides, face)) = self.path.pop() {
            if face < sides {
                self.path.push((sides, face + 1));
                return true;
            }
        }
        false
    }
}

impl Dice for Enumerating {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let mut faces = [0; MAX_DICE];
        let count = usize::from(roll.count).min(MAX_DICE);
        for face in &mut faces[..count] {
            *face = self.die(roll.sides);
        }
        Ok(Faces::new(&faces[..count]))
    }

    fn die(&mut self, sides: u8) -> u8 {
        if self.at == self.path.len() {
            self.path.push((sides, 1));
        }
        self.at += 1;
        self.path[self.at - 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beyond_the_last_whole_multiple_of_the_sides_are_refused() {
        for sides in 1..=u32::from(u8::MAX) {
            let whole = u32::MAX - u32::MAX % sides;
            assert_eq!(face(whole - 1, sides), Some(sides as u8));
            assert_eq!(face(0, sides), Some(1));
            for word in whole..=u32::MAX {
                assert_eq!(face(word, sides), None, "{word} of {sides} sides");
            }
        }
    }

    #[test]
    fn a_die_whose_words_are_all_refused_takes_those_of_the_next_and_leaves_them() {
        let mut whole = Seeded::from_number(7);
        let faces: Vec<u8> = (0..5).map(|_| whole.die(6)).collect();
        let mut dice = Seeded::from_number(7);
        assert_eq!(dice.die(6), faces[0]);
        // What `draw` does when the second die has no word of its own.
        dice.drawn += 1;
        dice.rng.set_word_pos(u128::from(dice.drawn) * u128::from(WORDS));
        assert_eq!(dice.draw_beyond(6), faces[2]);
        assert_eq!([dice.die(6), dice.die(6), dice.die(6)], faces[2..]);
    }
}

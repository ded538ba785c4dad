//! Bytes as a source of choices.

use crate::contract::Roll;
use crate::dice::{Dice, DiceError, Faces, MAX_DICE};

/// Choices from bytes.
pub(super) struct Bytes<'a> {
    data: &'a [u8],
    dry: u32,
}

impl<'a> Bytes<'a> {
    /// Choices from these bytes, in order.
    pub(super) const fn new(data: &'a [u8]) -> Self {
        Self { data, dry: 1 }
    }

    /// The next byte, while there are any.
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.data.split_first()?;
        self.data = rest;
        Some(*first)
    }

    /// A length, then so many bytes.
    pub(super) fn run(&mut self) -> &'a [u8] {
        let long = usize::from(self.byte().unwrap_or(0));
        let (run, rest) = self.data.split_at(long.min(self.data.len()));
        self.data = rest;
        run
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.data)
    }
}

impl Dice for Bytes<'_> {
    fn roll(&mut self, roll: &Roll) -> Result<Faces, DiceError> {
        let mut faces = [1; MAX_DICE];
        let count = usize::from(roll.count).min(MAX_DICE);
        for face in &mut faces[..count] {
            *face = self.die(roll.sides);
        }
        Ok(Faces::new(&faces[..count]))
    }

    fn die(&mut self, sides: u8) -> u8 {
        let byte = self.byte().unwrap_or_else(|| {
            // When they have run out, every choice still comes up.
            self.dry = self.dry.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (self.dry >> 16) as u8
        });
        byte % sides.max(1) + 1
    }
}

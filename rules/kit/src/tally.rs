//! What scenarios have given, so that a score can be explained.

use std::hash::{Hash, Hasher};

use crate::contract::scores::{ScorePart, Scoreboard};
use crate::contract::{Outcome, Rule};

/// The points that facts have given so far, by side, rule and code. A tally explains a score and decides nothing: it is no part of
/// a position, and states that differ in it alone are the same game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    parts: Vec<SidePoints>,
    /// The score with which the fight ended: what follows a fight, such as the care of the wounded, changes nothing of it.
    closed: Option<Scoreboard>,
}

/// Points given to a side for one thing, added up.
#[derive(Clone, Debug)]
struct SidePoints {
    side: u8,
    rule: Rule,
    code: String,
    n: i32,
}

impl PartialEq for Tally {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tally {}

impl Hash for Tally {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Tally {
    /// Adds points that a side was given.
    pub fn add(&mut self, side: u8, rule: &Rule, code: &str, n: i32) {
        let same = |it: &&mut SidePoints| it.side == side && it.rule == *rule && it.code == code;
        match self.parts.iter_mut().find(same) {
            Some(part) => part.n += n,
            None => self.parts.push(SidePoints { side, rule: rule.clone(), code: code.to_owned(), n }),
        }
    }

    /// Keeps the score with which the fight has ended.
    pub fn close(&mut self, board: Scoreboard) {
        self.closed = Some(board);
    }

    /// The score of a fight that is over as it was at its end; of another one, or of one loaded from a position, what `live` says.
    /// Where that is not the score of the outcome, the score is one part, `earlier`.
    pub fn board(
        &self,
        outcome: Option<&Outcome>,
        rule: &'static str,
        live: impl FnOnce() -> Scoreboard,
    ) -> Scoreboard {
        if let Some(board) = &self.closed {
            return board.clone();
        }
        let mut board = live();
        let Some(outcome) = outcome else { return board };
        board.countdown = None;
        for side in &mut board.sides {
            let told = side.seats.iter().next().and_then(|seat| outcome.scores.get(usize::from(seat.0)));
            if let Some(total) = told.filter(|total| **total != side.total) {
                (side.total, side.parts) = (*total, vec![ScorePart::new(rule, "earlier", *total)]);
                side.parts.retain(|part| part.n != 0);
            }
        }
        board
    }

    /// The parts of a side's points. Points given before the position that the game was loaded from are one part, `earlier`.
    pub fn parts(&self, side: u8, points: i32, rule: &'static str) -> Vec<ScorePart> {
        let own = self.parts.iter().filter(|it| it.side == side && it.n != 0);
        let mut parts: Vec<ScorePart> = own
            .map(|it| ScorePart { rule: it.rule.clone(), code: it.code.clone(), who: None, n: it.n })
            .collect();
        let told: i32 = parts.iter().map(|part| part.n).sum();
        if told != points {
            parts.push(ScorePart::new(rule, "earlier", points - told));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_and_what_was_not_told_is_one_part() {
        let rule = Rule::new("X-1");
        let mut tally = Tally::default();
        tally.add(0, &rule, "blow", 2);
        tally.add(0, &rule, "blow", 1);
        tally.add(1, &rule, "blow", 5);
        let parts = tally.parts(0, 7, "X-9");
        let told: Vec<_> = parts.iter().map(|part| (part.code.as_str(), part.n)).collect();
        assert_eq!(told, [("blow", 3), ("earlier", 4)]);
        assert_eq!(tally.parts(1, 5, "X-9").len(), 1);
        assert_eq!(tally, Tally::default(), "a tally is no part of the game");
    }
}

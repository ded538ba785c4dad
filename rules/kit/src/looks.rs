//! How a beginner chooses: by what looks best, with chance mixed in. Whole numbers only.

use crate::dice::Dice;

/// Things that a beginner may choose among, each with what it looks like. The greater the blur, the more often something is
/// chosen that only looks nearly as good as the best.
#[derive(Debug)]
pub struct Looks<T> {
    blur: u8,
    list: Vec<(i32, T)>,
}

impl<T> Looks<T> {
    /// Nothing to choose among yet; `blur` is the most that chance adds to a look. 0 adds nothing.
    pub fn new(blur: u8) -> Self {
        Self { blur, list: Vec::new() }
    }

    /// Adds a thing that looks so good.
    pub fn add(&mut self, dice: &mut dyn Dice, look: i32, thing: T) {
        let look = look + blurred(dice, self.blur);
        self.list.push((look, thing));
    }

    /// The best-looking thing that may be done; of equals, the one that was added first. What looks better is judged first, so that
    /// most things are never judged.
    pub fn best(mut self, may: impl Fn(&T) -> bool) -> Option<T> {
        self.list.sort_by_key(|(look, _)| std::cmp::Reverse(*look));
        self.list.into_iter().map(|(_, thing)| thing).find(|thing| may(thing))
    }
}

/// A number from 0 to `blur`, by chance; no die is thrown for 0.
pub fn blurred(dice: &mut dyn Dice, blur: u8) -> i32 {
    if blur == 0 { 0 } else { i32::from(dice.die(blur.saturating_add(1))) - 1 }
}

/// Whether something happens that happens so often in a hundred.
pub fn chance(dice: &mut dyn Dice, percent: u8) -> bool {
    dice.die(100) <= percent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Scripted, Seeded};

    #[test]
    fn without_blur_the_best_look_wins_and_no_die_is_thrown() {
        let mut dice = Scripted::default();
        let mut looks = Looks::new(0);
        for (look, thing) in [(3, "a"), (7, "b"), (7, "c"), (9, "barred")] {
            looks.add(&mut dice, look, thing);
        }
        assert_eq!(looks.best(|thing| *thing != "barred"), Some("b"));
        assert_eq!(Looks::<u8>::new(0).best(|_| true), None);
    }

    #[test]
    fn blur_lets_a_worse_look_win_now_and_then_but_never_one_that_is_too_far_behind() {
        let mut dice = Seeded::from_number(4);
        let mut won = [0; 3];
        for _ in 0..600 {
            let mut looks = Looks::new(20);
            for (thing, look) in [30, 20, 5].into_iter().enumerate() {
                looks.add(&mut dice, look, thing);
            }
            won[looks.best(|_| true).unwrap_or_default()] += 1;
        }
        assert!(won[0] > 3 * won[1] && won[1] > 30 && won[2] == 0, "{won:?}");
    }

    #[test]
    fn chance_is_a_share_of_a_hundred() {
        let mut dice = Seeded::from_number(9);
        let happened = (0..1_000).filter(|_| chance(&mut dice, 30)).count();
        assert!((250..350).contains(&happened), "{happened}");
        assert!(!chance(&mut dice, 0) && chance(&mut dice, 100));
    }
}

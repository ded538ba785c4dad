//! Which answer to a question is proposed. The numbers that are shown beside the answers decide, and nothing else.

/// An answer with the numbers shown beside it, each turned so that more is better for the player who answers. The first number
/// decides; each later one where those before it are level. An answer chosen so is dominated by no other.
pub type Weighed<T> = (T, Vec<i64>);

/// Returns the answer that is proposed. Where several have the same numbers as the best one, `usual` is proposed if it is one of
/// them, else nothing is; nothing is proposed either where all answers have the same numbers.
pub fn best<T: PartialEq>(answers: Vec<Weighed<T>>, usual: Option<&T>) -> Option<T> {
    let most = answers.iter().map(|(_, numbers)| numbers).max()?.clone();
    let all = answers.len();
    let mut top: Vec<T> =
        answers.into_iter().filter(|(_, numbers)| *numbers == most).map(|(answer, _)| answer).collect();
    match top.len() {
        many if many == all => None,
        1 => top.pop(),
        _ => top.into_iter().find(|answer| Some(answer) == usual),
    }
}

/// Returns a fraction in parts of a whole, rounded half up as clients show it.
pub fn rounded(n: u64, of: u64, parts: u64) -> i64 {
    let of = of.max(1);
    i64::try_from((2 * n * parts + of) / (2 * of)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{best, rounded};

    #[test]
    fn the_first_number_decides_then_the_next() {
        assert_eq!(best(vec![("a", vec![1, 9]), ("b", vec![2, 0])], None), Some("b"));
        assert_eq!(best(vec![("a", vec![2, 1]), ("b", vec![2, 0])], None), Some("a"));
    }

    #[test]
    fn nothing_is_proposed_where_the_numbers_do_not_tell() {
        assert_eq!(best::<&str>(Vec::new(), None), None);
        assert_eq!(best(vec![("a", vec![1])], Some(&"a")), None);
        assert_eq!(best(vec![("a", vec![1]), ("b", vec![1])], Some(&"b")), None);
        assert_eq!(best(vec![("a", vec![1]), ("b", vec![1]), ("c", vec![0])], None), None);
    }

    #[test]
    fn the_usual_answer_breaks_a_tie_of_the_best() {
        let tie = || vec![("a", vec![1]), ("b", vec![1]), ("c", vec![0])];
        assert_eq!(best(tie(), Some(&"b")), Some("b"));
        assert_eq!(best(tie(), Some(&"c")), None);
    }

    #[test]
    fn fractions_round_half_up() {
        assert_eq!(rounded(1, 4, 10), 3);
        assert_eq!(rounded(1, 3, 100), 33);
        assert_eq!(rounded(0, 0, 100), 0);
    }
}

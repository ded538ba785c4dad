//! What an outcome says to each seat.

use bagarre_kit::contract::{Outcome, Seat, Seats, Verdict};

fn seats(list: &[u8]) -> Seats {
    list.iter().copied().map(Seat).collect()
}

fn verdicts(winners: &[u8], sides: &[&[u8]]) -> Vec<Verdict> {
    let sides = sides.iter().map(|side| seats(side)).collect();
    let outcome = Outcome { sides, ..Outcome::alone(seats(winners), vec![0; 5], "turns") };
    (0..5).map(|seat| outcome.verdict(Seat(seat))).collect()
}

#[test]
fn everybody_for_himself() {
    use Verdict::{Lost, Shared, Won};
    assert_eq!(verdicts(&[1], &[]), [Lost, Won, Lost, Lost, Lost]);
    assert_eq!(verdicts(&[1, 3], &[]), [Lost, Shared, Lost, Shared, Lost]);
    assert_eq!(verdicts(&[], &[]), [Shared; 5]);
}

#[test]
fn sides_win_share_and_lose_together_and_a_game_master_does_neither() {
    use Verdict::{Aside, Lost, Shared, Won};
    let sides: [&[u8]; 2] = [&[0, 2], &[1, 3]];
    assert_eq!(verdicts(&[0, 2], &sides), [Won, Lost, Won, Lost, Aside]);
    assert_eq!(verdicts(&[0, 1, 2, 3], &sides), [Shared, Shared, Shared, Shared, Aside]);
    assert_eq!(verdicts(&[], &sides), [Shared, Shared, Shared, Shared, Aside]);
    assert_eq!(
        verdicts(&[0, 2], &[&[0, 2]]),
        [Won, Aside, Won, Aside, Aside],
        "won together against the game"
    );
    assert_eq!(verdicts(&[4], &[&[0, 1, 2, 3]])[..4], [Lost; 4]);
    assert_eq!(
        verdicts(&[], &[&[0, 1, 2, 3]]),
        [Lost, Lost, Lost, Lost, Aside],
        "lost together against the game"
    );
}

/// An outcome that was written without sides is read, and written again as it was.
#[test]
fn outcomes_of_old_are_read() {
    let old = r#"{"winners":[1],"scores":[3,5],"reason":"turns"}"#;
    let outcome: Outcome = serde_json::from_str(old).unwrap();
    assert_eq!(serde_json::to_string(&outcome).unwrap(), old);
    assert!(outcome.fits(2) && !outcome.fits(3));
}

//! Chapter 9: the procedure of a blow.

use super::harness::Case;

#[test]
fn bas_cbt_10_a_fist_from_the_front() {
    Case::new("A B", "A 0 >3 FOR5 DEX4; B 1 >7").orders("A G/CP").dice("8:4 20:9").expect("B TR 8").check();
}

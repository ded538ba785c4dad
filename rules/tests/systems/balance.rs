//! A new room of two sides is even between best bots, and deals what there is.

use bagarre_rules::conformance::{TestKit, dealt};

/// Deals name scenarios and ready-made bands that exist, each once at a table.
fn deals_what_there_is<R: TestKit>() {
    let Some((deals, ready)) = R::deals() else { return };
    for (scenario, format, sides) in deals.all() {
        let at = format!("{} {scenario} {format}", R::ID);
        assert!(R::scenarios().iter().any(|known| known == scenario), "{at}: no such scenario");
        let mut dealt: Vec<&String> = sides.iter().flatten().collect();
        assert!(sides.len() == 2 && dealt.iter().all(|id| ready.contains(&id.as_str())), "{at}: {dealt:?}");
        let named = dealt.len();
        dealt.sort();
        dealt.dedup();
        assert_eq!(dealt.len(), named, "{at} deals one twice");
    }
    assert!(deals.all().next().is_some(), "{} says whom it deals", R::ID);
}

#[test]
fn deals_name_what_is_ready() {
    bagarre_rules::for_offered!(deals_what_there_is());
}

fn is_even<R: TestKit>() {
    dealt::is_even::<R>(R::dealt_games());
}

/// RUL-111, R-363, ENE-R62, CEL-R100: `docs/balance.md` tells the shares of many more games; these tell that nothing is beyond 65:35.
#[test]
fn no_side_is_far_ahead_at_a_table_as_dealt() {
    bagarre_rules::for_offered!(is_even());
}

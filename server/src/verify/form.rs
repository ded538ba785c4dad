//! What an exported game must have, and how much of it is read.

use bagarre_protocol::game::Export;
use bagarre_rules::systems;

use super::report::Report;

/// JSON values in one file. A long game has about 30,000 of them.
pub(super) const MAX_VALUES: u32 = 2_000_000;
/// Dice in one game. A long game rolls some hundreds.
pub(super) const MAX_DICE: usize = 20_000;

/// Whether every exported game of these rules has a draw, a chain and salted names. Only versions that were played before there
/// was a chain are free of them: a ruleset that this build does not know is not.
fn must_be_chained(export: &Export) -> bool {
    systems::parse(&export.ruleset).map_or(true, |ruleset| export.version >= ruleset.chained_since())
}

/// Reports each part that the version of the game says must be there, and is not.
pub(super) fn complete(export: &Export, report: &mut Report) {
    if !must_be_chained(export) {
        return;
    }
    let parts = [
        ("draw", export.draw.is_none()),
        ("secret", export.secret.is_none()),
        ("nameplates", export.nameplates.is_none()),
        ("scenario", export.scenario.is_none()),
        ("started", export.started.is_none()),
    ];
    for (part, missing) in parts {
        if missing {
            report.first_wrong = Some(0);
            report.faults.push(format!(
                "entry 0: `{part}` is missing: every game of version {} of {} has it",
                export.version, export.ruleset
            ));
        }
    }
}

//! What the engine says of a draft: the tools of the table.

use serde::{Deserialize, Serialize};

use super::command::{Command, Draft};
use super::decide;
use super::legal;
use super::state::State;
use crate::contract::{Actor, Seat};
use crate::illegal::Illegal;

/// What the engine says of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "advice", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Advice {
    /// The command is legal; the DA it costs.
    Fine {
        /// DA.
        da: u8,
    },
}

/// What would come of a draft; a refusal says what stands in its way.
pub(super) fn advise(state: &State, seat: Seat, draft: &Draft) -> Result<Advice, Illegal> {
    match draft {
        Draft::Try { command: Command::Act { fig, what, .. } } => {
            legal::check(state.table(), seat, *fig, what).map(|da| Advice::Fine { da })
        }
        Draft::Try { command } => {
            decide::decide(state, Actor::Seat(seat), command).map(|_| Advice::Fine { da: 0 })
        }
        Draft::Look { .. } => Ok(Advice::Fine { da: 0 }),
    }
}

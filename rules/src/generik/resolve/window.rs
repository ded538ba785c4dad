use super::{Flow, Script};
use crate::generik::ids::Fig;

impl Script<'_> {
    pub(super) fn shot_window(&mut self, _actor: Fig) -> Flow {
        Ok(())
    }
}

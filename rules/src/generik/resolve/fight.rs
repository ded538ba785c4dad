use super::{Flow, Script};
use crate::generik::command::Blow;
use crate::generik::ids::Fig;

impl Script<'_> {
    pub(super) fn attack(
        &mut self,
        _fig: Fig,
        _target: Option<Fig>,
        _weapon: Option<u8>,
        _blow: Blow,
    ) -> Flow {
        Ok(())
    }
}

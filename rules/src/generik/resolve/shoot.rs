use super::{Flow, Script};
use crate::generik::command::Fire;
use crate::generik::ids::Fig;

impl Script<'_> {
    pub(super) fn shoot(&mut self, fig: Fig, _weapon: u8, _target: Fig, _fire: Fire) -> Flow {
        self.shot_window(fig)
    }

    pub(super) fn ao_shot(&mut self, _fig: Fig, _weapon: u8, _target: Fig) -> Flow {
        Ok(())
    }
}

use super::{Flow, Script};
use crate::generik::command::Charger;
use crate::generik::ids::Fig;
use crate::kit::plane::Pt;

impl Script<'_> {
    pub(super) fn walk(
        &mut self,
        _fig: Fig,
        _path: &[Pt],
        _run: bool,
        _facing: Option<Pt>,
        _exit: bool,
    ) -> Flow {
        Ok(())
    }

    pub(super) fn climb(&mut self, _fig: Fig, _to: Pt, _facing: Option<Pt>) -> Flow {
        Ok(())
    }

    pub(super) fn drag(&mut self, _fig: Fig, _friend: Fig, _to: Pt, _facing: Option<Pt>) -> Flow {
        Ok(())
    }

    pub(super) fn charge(&mut self, _fig: Fig, _moves: &[Charger]) -> Flow {
        Ok(())
    }

    pub(super) fn stumble(&mut self, _fig: Fig) -> Flow {
        Ok(())
    }
}

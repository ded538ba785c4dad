//! What a plan has found out about places, so as not to look twice.

use crate::order::R2;

/// Known values of places: numbers of [`super::mind::Play::stand`].
#[derive(Clone, Debug, Default)]
pub(super) struct Outlook {
    /// Which entry is that of a place, from 1; 0 for none yet.
    entry: Vec<u16>,
    found: Vec<(usize, Found)>,
}

/// Known values of one place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// The best second round there that needs no aim.
    pub(super) second: Option<(R2, i32)>,
    /// Its promise beyond its blows.
    pub(super) prospect: Option<i32>,
    /// The best blow there that needs no aim.
    pub(super) blow: Option<i32>,
}

impl Outlook {
    /// Forgets everything; there are so many places.
    pub(super) fn forget(&mut self, places: usize) {
        for (place, _) in self.found.drain(..) {
            self.entry[place] = 0;
        }
        self.entry.resize(places, 0);
    }

    /// Returns the known values of a place.
    pub(super) fn known(&self, place: usize) -> Found {
        let found = usize::from(self.entry[place]).checked_sub(1).map(|n| self.found[n].1);
        found.unwrap_or_default()
    }

    pub(super) fn of(&mut self, place: usize) -> &mut Found {
        if self.entry[place] == 0 {
            self.found.push((place, Found::default()));
            self.entry[place] = self.found.len() as u16;
        }
        &mut self.found[usize::from(self.entry[place]) - 1].1
    }
}

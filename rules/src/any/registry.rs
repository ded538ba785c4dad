//! The systems of this build: the only place that names them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

#[cfg(any(test, feature = "testkit"))]
use super::toy::Toy;
use super::{Refusal, Rules, Visit, rules::Typed};
use crate::baston::Baston;
use crate::celtiques::Celtiques;
use crate::energie::Energie;
use crate::generik::Generik;

/// A system of rules, chosen at run time. What it answers is told by [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulesetId {
    /// See [`crate::baston`].
    Baston,
    /// See [`crate::generik`].
    Generik,
    /// See [`crate::energie`].
    Energie,
    /// See [`crate::celtiques`].
    Celtiques,
    /// The system of the test kit.
    #[cfg(any(test, feature = "testkit"))]
    Toy,
}

impl RulesetId {
    /// Every system that is offered to players, in their order.
    pub const ALL: &'static [Self] = &[Self::Baston, Self::Generik, Self::Energie, Self::Celtiques];

    /// Every system that this build plays, offered or not.
    pub const EVERY: &'static [Self] = &[
        Self::Baston,
        Self::Generik,
        Self::Energie,
        Self::Celtiques,
        #[cfg(any(test, feature = "testkit"))]
        Self::Toy,
    ];

    /// Does typed work for this system.
    pub fn visit<V: Visit>(self, visitor: V) -> V::Out {
        match self {
            Self::Baston => visitor.visit::<Baston>(),
            Self::Generik => visitor.visit::<Generik>(),
            Self::Energie => visitor.visit::<Energie>(),
            Self::Celtiques => visitor.visit::<Celtiques>(),
            #[cfg(any(test, feature = "testkit"))]
            Self::Toy => visitor.visit::<Toy>(),
        }
    }

    fn rules(self) -> &'static dyn Rules {
        match self {
            Self::Baston => &Typed::<Baston> { id: Self::Baston, system: PhantomData },
            Self::Generik => &Typed::<Generik> { id: Self::Generik, system: PhantomData },
            Self::Energie => &Typed::<Energie> { id: Self::Energie, system: PhantomData },
            Self::Celtiques => &Typed::<Celtiques> { id: Self::Celtiques, system: PhantomData },
            #[cfg(any(test, feature = "testkit"))]
            Self::Toy => &Typed::<Toy> { id: Self::Toy, system: PhantomData },
        }
    }

    /// The system that plays this version of these rules; `None` when this build does not.
    pub fn pinned(name: &str, version: u16) -> Option<Self> {
        Self::EVERY.iter().copied().find(|id| id.name() == name && id.version() == version)
    }

    /// The system of a given name; the refusal lists the known ones.
    pub fn parse(name: &str) -> Result<Self, Refusal> {
        let found = Self::EVERY.iter().copied().find(|id| id.name() == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = Self::EVERY.iter().map(|id| id.name()).collect();
            Refusal::unknown_ruleset(name, &known)
        })
    }
}

impl Deref for RulesetId {
    type Target = dyn Rules;

    fn deref(&self) -> &(dyn Rules + 'static) {
        self.rules()
    }
}

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

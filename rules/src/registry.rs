//! What follows from the list of systems.

/// Makes of the list of systems what there is of each: the name of its crate in this one, and its place in `systems`. The first part
/// is offered to players, in their order; the second is for tests.
macro_rules! systems {
    (
        $dollar:tt
        offered { $($NAME:ident = $crate_name:ident as $module:ident, $System:ident;)+ }
        tested { $($TEST:ident = $test_crate:ident as $test_module:ident, $TestSystem:ident;)* }
    ) => {
        $(pub use $crate_name as $module;)+
        $(
            #[cfg(feature = "testkit")]
            pub use $test_crate as $test_module;
        )*

        /// The systems of this build: the only place that names them.
        pub mod systems {
            use bagarre_kit::any::{Refusal, RulesetId, Visit};

            $(
                #[doc = concat!("See [`crate::", stringify!($module), "`].")]
                pub const $NAME: RulesetId = RulesetId::new(&$crate_name::RULES);
            )+
            $(
                #[doc = concat!("See [`crate::", stringify!($test_module), "`].")]
                #[cfg(feature = "testkit")]
                pub const $TEST: RulesetId = RulesetId::new(&$test_crate::RULES);
            )*

            /// Every system that is offered to players, in their order.
            pub const ALL: &[RulesetId] = &[$($NAME),+];

            /// Every system that this build plays, offered or not.
            pub const EVERY: &[RulesetId] = &[$($NAME,)+ $(#[cfg(feature = "testkit")] $TEST,)*];

            /// Does typed work for a system.
            ///
            /// # Panics
            /// When the system is not one of [`EVERY`].
            pub fn visit<V: Visit>(system: RulesetId, visitor: V) -> V::Out {
                $(
                    if system == $NAME {
                        return visitor.visit::<$crate_name::$System>();
                    }
                )+
                $(
                    #[cfg(feature = "testkit")]
                    if system == $TEST {
                        return visitor.visit::<$test_crate::$TestSystem>();
                    }
                )*
                panic!("{system} is no system of this build")
            }

            /// The system that plays this version of these rules; `None` when this build does not.
            pub fn pinned(name: &str, version: u16) -> Option<RulesetId> {
                EVERY.iter().copied().find(|id| id.name() == name && id.version() == version)
            }

            /// The system of a given name; the refusal lists the known ones.
            pub fn parse(name: &str) -> Result<RulesetId, Refusal> {
                let found = EVERY.iter().copied().find(|id| id.name() == name);
                found.ok_or_else(|| {
                    let known: Vec<&str> = EVERY.iter().map(|id| id.name()).collect();
                    Refusal::unknown_ruleset(name, &known)
                })
            }

            /// Every system that this build plays, with what its tests know of it.
            #[cfg(feature = "testkit")]
            pub static TESTED: &[&&dyn bagarre_kit::conformance::Tested] =
                &[$(&$crate_name::testkit::TESTED,)+ $(&$test_crate::testkit::TESTED,)*];
        }

        /// Calls a function that is generic over the system for each system that is offered: `for_offered!(plays(1, 2))`.
        #[macro_export]
        macro_rules! for_offered {
            ($dollar work:ident $dollar arguments:tt $dollar ($dollar after:tt)*) => {
                $($dollar work::<$dollar crate::$module::$System> $dollar arguments $dollar ($dollar after)*;)+
            };
        }

        /// Calls a function that is generic over the system for each system that this build plays.
        #[macro_export]
        macro_rules! for_every {
            ($dollar work:ident $dollar arguments:tt) => {
                $($dollar work::<$dollar crate::$module::$System> $dollar arguments;)+
                $($dollar work::<$dollar crate::$test_module::$TestSystem> $dollar arguments;)*
            };
        }
    };
}
pub(crate) use systems;

//! The data files of the systems, embedded in the program.

/// Returns the text of a file in the `data` folder of the system that calls the macro, as `&'static str`. The text is embedded when the
/// system is compiled. A build with `testkit` can be given another text, see [`text`].
#[macro_export]
macro_rules! data {
    ($file:literal) => {
        $crate::data::text(env!("CARGO_PKG_NAME"), $file, include_str!(concat!("../data/", $file)))
    };
}

/// Returns the embedded text of a data file. In builds with `testkit` it returns the text of `PACKAGE/FILE` in the folder that
/// the variable `BAGARRE_CHANGED_DATA` names, where that file exists: `make mutate` plays with changed numbers without compiling each of them.
#[cfg_attr(
    not(feature = "testkit"),
    allow(unused_variables, reason = "only builds for tests read changed files")
)]
pub fn text(package: &str, file: &str, embedded: &'static str) -> &'static str {
    #[cfg(feature = "testkit")]
    if let Some(changed) = crate::conformance::changed_data(package, file) {
        return changed.leak();
    }
    embedded
}

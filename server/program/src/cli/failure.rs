//! How a command ends badly.

use std::io;

/// Why the command ends badly: one clear line, and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    pub(crate) line: String,
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
impl Failure {
    /// Something went wrong that is not the fault of the input.
    pub(crate) fn fault(line: impl ToString) -> Self {
        Self { code: 1, line: one_line(&line.to_string()) }
    }

    /// The input is bad.
    pub(crate) fn input(line: impl ToString) -> Self {
        Self { code: 2, line: one_line(&line.to_string()) }
    }

    /// Given dice do not answer what is asked of them.
    pub(crate) fn dice(line: impl ToString) -> Self {
        Self { code: 3, line: one_line(&line.to_string()) }
    }

    /// A script did not come out as it was written.
    pub(crate) fn strict(line: impl ToString) -> Self {
        Self { code: 4, line: one_line(&line.to_string()) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::fault(error)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Bugs that a test plants in a server on purpose, so that it can show that the simulation finds them. A server without the feature `testkit` has none of them.

/// A bug of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// A job is acknowledged before its fence is known: one that the fence refuses counts as written.
    AnswersBeforeFence,
    /// The edge of a link takes entries for what all its sockets may see: those of one seat reach every socket of the room at that server.
    SharesSeatEntries,
    /// The ends of a link do not compare the numbers of messages: one may be missing, come twice, or come too late.
    LinksWithoutNumbers,
}

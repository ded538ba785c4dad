//! Why something was not read or not written.

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer at all.
    #[error("the database does not answer: {0}")]
    Away(String),
    /// The database refused or is away.
    #[error("the database could not answer: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the tables could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A row does not hold what it should.
    #[error("a row of `{table}` cannot be read: {why}")]
    Row {
        /// The table.
        table: &'static str,
        /// What is wrong; never the content.
        why: String,
    },
    /// Whether it was committed is not known: it must be read before anything else is done.
    #[error("whether the database committed is not known: {0}")]
    Unknown(String),
    /// What had to be written before an answer could be given was not.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The data folder could not be made.
    #[error("the data folder could not be made: {0}")]
    Folder(#[from] std::io::Error),
}

/// Why one job of a group was not written. The others were.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A row with this key exists: another writer was here, or the same thing was sent twice.
    #[error("this was written already")]
    Conflict,
    /// The room is in another epoch than the task that wrote this: nothing of it was written, and the task has to end.
    #[error("another task of the room has begun since")]
    Fenced,
    /// What it builds on has changed.
    #[error("what this builds on has changed")]
    Stale,
    /// Nothing was written: the database refused or is away.
    #[error("the database could not write: {0}")]
    Failed(String),
    /// The database did not say whether it was written: only reading can tell.
    #[error("whether it was written is not known")]
    Unknown,
}

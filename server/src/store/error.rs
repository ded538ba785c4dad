//! Why something was not read or not written.

/// Tables that a newer program has made.
#[derive(Debug, PartialEq, Eq)]
pub struct Newer {
    /// The version of this program.
    pub own: &'static str,
    /// The last migration that this program knows.
    pub newest: i64,
    /// The last migration that the tables have seen.
    pub theirs: i64,
    /// The version of the program that brought them there; empty where it is not known.
    pub version: String,
    /// The oldest version that may run on them, where it is known.
    pub oldest: Option<String>,
}

impl std::fmt::Display for Newer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { own, newest, theirs, version, .. } = self;
        let version = if version.is_empty() { "a newer version" } else { version };
        write!(
            f,
            "this data was written by Bagarre {version} (tables {theirs}); this is Bagarre {own} (tables {newest})"
        )
    }
}

impl Newer {
    /// The oldest version that may run on them, as far as it is known.
    fn wanted(&self) -> &str {
        let known = |version: &&str| !version.is_empty();
        let oldest = self.oldest.as_deref().filter(known);
        oldest.or(Some(&*self.version).filter(known)).unwrap_or("the version that wrote it")
    }
}

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer at all.
    #[error("the database does not answer: {0}")]
    Away(String),
    /// The database refused or is away.
    #[error("the database could not answer: {0}")]
    Database(#[source] sqlx::Error),
    /// The tables could not be brought up to date.
    #[error("the tables could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A newer program has changed the tables, and older ones may not run on them.
    #[error("{0}, which is too old for it: run {wanted} or a newer one, or restore a backup made before the upgrade", wanted = .0.wanted())]
    Newer(Box<Newer>),
    /// Only an older program can make the replays of games that have ended.
    #[error(
        "finished games have no replay yet, and this program does not have their rules ({0}): start the program that they were played on \
         once more and stop it, which stores their replays, or start this one with --without-replays"
    )]
    LostReplays(String),
    /// The tables are not up to date, and a server works on them as they are.
    #[error("the tables are older than this program, and a server is at work on them: stop it first ({0})")]
    AtWork(String),
    /// Behind this address is a pooler that this program cannot work through.
    #[error(
        "behind this address is a connection pooler in transaction mode that loses prepared statements, such as PgBouncer before 1.21 or \
         one without max_prepared_statements: set pool_mode = session, use PgBouncer 1.21 or newer with max_prepared_statements = 200, or \
         give the address of PostgreSQL itself ({0})"
    )]
    Pooler(String),
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
    /// The address of the database cannot be used. Says nothing of what it holds.
    #[error("the address of the database (DATABASE_URL): {0}")]
    Address(String),
    /// The data folder, or a file in it, cannot be used.
    #[error("the data folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(why: sqlx::Error) -> Self {
        let code = why.as_database_error().and_then(sqlx::error::DatabaseError::code);
        // A prepared statement is there already, or is not there: nothing else than a pooler does that to a connection.
        if code.is_some_and(|code| matches!(&*code, "42P05" | "26000")) {
            return Self::Pooler(why.to_string());
        }
        Self::Database(why)
    }
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

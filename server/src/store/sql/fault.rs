//! What went wrong with a statement, and whose fault it is.

use sqlx::error::ErrorKind;

use crate::store::error::WriteError;

/// Why a statement of a job was not carried out.
pub(super) enum Fault {
    /// The job's own: the others of its group are not concerned.
    Own(WriteError),
    /// Nothing is known of the connection any more.
    Group(sqlx::Error),
}

impl From<sqlx::Error> for Fault {
    fn from(why: sqlx::Error) -> Self {
        match &why {
            sqlx::Error::Database(error) => match error.kind() {
                ErrorKind::UniqueViolation => Self::Own(WriteError::Conflict),
                // The job contradicts the tables, whichever connection carries it.
                ErrorKind::ForeignKeyViolation | ErrorKind::NotNullViolation | ErrorKind::CheckViolation => {
                    Self::Own(WriteError::Failed(error.message().to_owned()))
                }
                _ => Self::Group(why),
            },
            sqlx::Error::Encode(_) => Self::Own(WriteError::Failed(why.to_string())),
            _ => Self::Group(why),
        }
    }
}

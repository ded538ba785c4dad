//! The file of a backup: gzip around lines of JSON. The first says what it is and holds the keys; then each table, followed by its
//! rows; the last counts the rows and holds the SHA-256 of everything before it.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, ErrorKind, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::store::copy::{CopyError, Kind, Piece, Sink, Source, SqlTable, Value};
use crate::world::World;
use crate::{bounded, folder};

/// What the keys of a server end in; all that are in the data folder belong to a backup.
pub(super) const KEY: &str = "key";
/// The key that every data folder has, unless servers share a secret.
pub(super) use crate::secrets::FILE as SECRET;
/// The table of a secret that servers share.
const SEALED: &str = "secrets";
/// What a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Rows of all tables.
    pub rows: u64,
}

/// The longest line that is written and read, in bytes. The longest row, that of a replay, has some hundred KB.
const MAX_LINE_BYTES: u64 = 64 * 1024 * 1024;
/// JSON values in one line: the columns of a row, or a table with three for each of its columns.
const MAX_LINE_VALUES: u32 = 1000;
/// Version of this form.
const BACKUP_FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    bagarre_backup: u32,
    server: String,
    migration: i64,
    made: i64,
    keys: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    rows: u64,
    sha256: String,
}

/// A line after the first.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Row(Vec<Json>),
    Table(SqlTable),
    End(End),
}

fn broken(why: &str) -> CopyError {
    CopyError::Broken(format!("this backup cannot be used: {why}"))
}

/// Writes a backup.
pub(super) struct Writer {
    out: GzEncoder<BufWriter<File>>,
    digest: Sha256,
    keys: Vec<(String, Vec<u8>)>,
    contents: Contents,
    sealed: Sealed,
}

/// Whether there is a sealed secret among what passes.
#[derive(Default)]
struct Sealed {
    within: bool,
    found: bool,
}

impl Sealed {
    fn see(&mut self, piece: &Piece) {
        match piece {
            Piece::Table(table) => self.within = table.table == SEALED,
            Piece::Row(_) => self.found |= self.within,
        }
    }
}

impl Writer {
    /// A new file, for its owner alone.
    pub(super) fn create(file: &Path, keys: Vec<(String, Vec<u8>)>) -> io::Result<Self> {
        let out = BufWriter::new(
            folder::options().create_new(true).open(file).map_err(folder::cannot("make the file", file))?,
        );
        let contents = Contents { made: World::system().now(), rows: 0 };
        Ok(Self {
            out: GzEncoder::new(out, Compression::fast()),
            digest: Sha256::new(),
            keys,
            contents,
            sealed: Sealed::default(),
        })
    }

    /// Whether a sealed secret is in it.
    pub(super) fn has_sealed(&self) -> bool {
        self.sealed.found
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        if text.len() as u64 > MAX_LINE_BYTES {
            // It could not be read back.
            let why = format!("a row is longer than {MAX_LINE_BYTES} bytes: nothing is backed up");
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        self.digest.update(&text);
        self.out.write_all(&text)
    }

    /// Writes the last line, down to the disk.
    pub(super) fn finish(mut self) -> io::Result<Contents> {
        let sha256 = hex::encode(self.digest.clone().finalize());
        self.line(&End { rows: self.contents.rows, sha256 })?;
        let file = self.out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(self.contents)
    }
}

impl Sink for Writer {
    fn begin(&mut self, migration: i64) -> io::Result<()> {
        let head = Head {
            bagarre_backup: BACKUP_FORMAT,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            migration,
            made: self.contents.made,
            keys: self.keys.iter().map(|(name, key)| (name.clone(), hex::encode(key))).collect(),
        };
        self.line(&head)
    }

    fn piece(&mut self, piece: Piece) -> io::Result<()> {
        self.sealed.see(&piece);
        match piece {
            Piece::Table(table) => self.line(&table),
            Piece::Row(values) => {
                self.contents.rows += 1;
                let json = |value: Value| match value {
                    Value::Null => Json::Null,
                    Value::Text(text) => text.into(),
                    Value::Number(number) => number.into(),
                    Value::Bytes(bytes) => hex::encode(bytes).into(),
                };
                self.line(&values.into_iter().map(json).collect::<Vec<_>>())
            }
        }
    }
}

/// Reads a backup.
pub(super) struct Reader {
    lines: BufReader<MultiGzDecoder<BufReader<File>>>,
    digest: Sha256,
    table: Option<SqlTable>,
    rows: u64,
    migration: i64,
    made: i64,
    keys: Vec<(String, Vec<u8>)>,
}

impl Reader {
    /// Opens a backup at its first row.
    pub(super) fn open(file: &Path) -> Result<Self, CopyError> {
        let packed = BufReader::new(File::open(file).map_err(folder::cannot("read", file))?);
        let mut reader = Self {
            lines: BufReader::new(MultiGzDecoder::new(packed)),
            digest: Sha256::new(),
            table: None,
            rows: 0,
            migration: 0,
            made: 0,
            keys: Vec::new(),
        };
        let (_, text) = reader.line().map_err(|_| broken("it is no backup of Bagarre"))?;
        let head: Head = serde_json::from_str(&text).map_err(|_| broken("it is no backup of Bagarre"))?;
        if head.bagarre_backup != BACKUP_FORMAT {
            return Err(broken("its form is that of another version of the server"));
        }
        let bad_key = || broken("one of its keys cannot be read");
        for (name, key) in head.keys {
            let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
            if !plain || Path::new(&name).extension().is_none_or(|end| end != KEY) {
                return Err(bad_key());
            }
            reader.keys.push((name, hex::decode(key).map_err(|_| bad_key())?));
        }
        (reader.migration, reader.made) = (head.migration, head.made);
        Ok(reader)
    }

    /// Reads a backup from end to end.
    pub(super) fn check(file: &Path) -> Result<Contents, CopyError> {
        let mut reader = Self::open(file)?;
        let mut sealed = Sealed::default();
        while let Some(piece) = reader.next()? {
            sealed.see(&piece);
        }
        if !sealed.found && !reader.keys.iter().any(|(name, _)| name == SECRET) {
            return Err(broken("its secret key is missing"));
        }
        Ok(Contents { made: reader.made, rows: reader.rows })
    }

    /// The keys of the server.
    pub(super) fn keys(&self) -> &[(String, Vec<u8>)] {
        &self.keys
    }

    /// The next line, and the digest of those before it.
    fn line(&mut self) -> Result<(Sha256, String), CopyError> {
        let before = self.digest.clone();
        let text = bounded::line(&mut self.lines, MAX_LINE_BYTES).map_err(|why| match why.kind() {
            ErrorKind::UnexpectedEof => broken("it is torn: the file ends too early"),
            ErrorKind::FileTooLarge => {
                broken(&format!("a line is longer than {MAX_LINE_BYTES} bytes, longer than any row"))
            }
            _ => broken("it is damaged"),
        })?;
        if !text.ends_with('\n') {
            return Err(broken("it is torn: the file ends too early"));
        }
        bounded::values(&text, MAX_LINE_VALUES).map_err(|why| broken(&format!("it is damaged: {why}")))?;
        self.digest.update(&text);
        Ok((before, text))
    }

    fn row(&mut self, line: Vec<Json>) -> Result<Vec<Value>, CopyError> {
        let odd = || broken("a row does not fit its table");
        let columns = &self.table.as_ref().ok_or_else(odd)?.columns;
        if line.len() != columns.len() {
            return Err(odd());
        }
        self.rows += 1;
        let value = |(json, (_, kind)): (Json, &(String, Kind))| match (json, kind) {
            (Json::Null, _) => Ok(Value::Null),
            (Json::String(text), Kind::Text) => Ok(Value::Text(text)),
            (Json::String(text), Kind::Bytes) => hex::decode(text).map(Value::Bytes).map_err(|_| odd()),
            (Json::Number(number), Kind::Number) => number.as_i64().map(Value::Number).ok_or_else(odd),
            _ => Err(odd()),
        };
        line.into_iter().zip(columns).map(value).collect()
    }
}

impl Source for Reader {
    fn migration(&self) -> i64 {
        self.migration
    }

    fn next(&mut self) -> Result<Option<Piece>, CopyError> {
        let (before, text) = self.line()?;
        match serde_json::from_str(&text).map_err(|_| broken("it is damaged"))? {
            Line::Table(table) => {
                self.table = Some(table.clone());
                Ok(Some(Piece::Table(table)))
            }
            Line::Row(values) => Ok(Some(Piece::Row(self.row(values)?))),
            Line::End(end) => {
                if end.rows != self.rows || end.sha256 != hex::encode(before.finalize()) {
                    return Err(broken("it is damaged: what it holds is not what was written"));
                }
                if !self.lines.fill_buf().map_err(|_| broken("it is damaged"))?.is_empty() {
                    return Err(broken("something follows its end"));
                }
                Ok(None)
            }
        }
    }
}

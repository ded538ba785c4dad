//! The shelf: bands and tables of a person, checked by the ruleset, read by every person who has their address.

use bagarre_protocol::campaign::{NewWork, Work, WorkCard};
use bagarre_rules::systems;

use crate::app::App;
use crate::error::AppError;
use crate::room::{letters, settings};
use crate::store::Guest;
use crate::store::shelf::WorkRecord;
use crate::text;
use crate::words::shelf as refuse;

/// Letters in the id of a work: to know it is to be allowed to read the work.
pub(crate) const WORK_LETTERS: usize = 16;

impl App {
    /// Checks a work as it was sent, and makes a record of it.
    fn written(&self, owner: &Guest, id: String, work: NewWork) -> Result<WorkRecord, AppError> {
        let NewWork { kind, ruleset, name, content } = work;
        let name = settings::name(&name).ok_or_else(refuse::name)?;
        if content.text().len() > self.config().limits.payload {
            return Err(refuse::too_big().into());
        }
        let content = text::checked(&content)?;
        self.rooms().house().may_keep()?;
        self.rooms().ledger().spend(owner.id, "works", content.text().len())?;
        let ruleset = systems::parse(&ruleset)?;
        let content = ruleset.check_shelf(kind, content.text())?.into();
        let now = self.world().now();
        Ok(WorkRecord {
            id,
            owner: owner.id,
            by: owner.name.clone(),
            kind,
            ruleset: ruleset.name().to_owned(),
            name,
            content,
            created: now,
            touched: now,
        })
    }

    /// Puts own work on the shelf.
    pub async fn add_work(&self, owner: &Guest, work: NewWork) -> Result<Work, AppError> {
        let record = self.written(owner, letters::<WORK_LETTERS>(self.world().random()?), work)?;
        if !self.store().add_work(&record, self.config().limits.works).await? {
            return Err(refuse::full().into());
        }
        metrics::counter!("bagarre_works_total").increment(1);
        Ok(shown(record, Some(owner)))
    }

    /// Writes own work again.
    pub async fn write_work(&self, owner: &Guest, id: &str, work: NewWork) -> Result<Work, AppError> {
        let old = self.store().work(id).await?.filter(|old| old.owner == owner.id);
        let old = old.ok_or(AppError::Missing)?;
        if (old.kind, &old.ruleset) != (work.kind, &work.ruleset) {
            return Err(refuse::another().into());
        }
        let record = WorkRecord { created: old.created, ..self.written(owner, old.id, work)? };
        if !self.store().write_work(&record).await? {
            return Err(AppError::Missing);
        }
        Ok(shown(record, Some(owner)))
    }

    /// Takes own work off the shelf.
    pub async fn drop_work(&self, owner: &Guest, id: &str) -> Result<(), AppError> {
        if self.store().drop_work(id, owner.id).await? { Ok(()) } else { Err(AppError::Missing) }
    }

    /// A work, for every person who has its address.
    pub async fn work(&self, id: &str, reader: Option<&Guest>) -> Result<Work, AppError> {
        let record = self.store().work(id).await?.ok_or(AppError::Missing)?;
        Ok(shown(record, reader))
    }

    /// Every work on the shelf of a person, last written first.
    pub async fn works_of(&self, owner: &Guest) -> Result<Vec<WorkCard>, AppError> {
        Ok(self.store().works_of(owner.id).await?)
    }
}

fn shown(record: WorkRecord, reader: Option<&Guest>) -> Work {
    let WorkRecord { id, owner, by, kind, ruleset, name, content, touched, .. } = record;
    let mine = reader.is_some_and(|reader| reader.id == owner);
    Work { id, kind, ruleset, name, touched, by, mine, content }
}

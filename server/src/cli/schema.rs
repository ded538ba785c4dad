//! `bagarre schema`: JSON Schema of what goes in and out.

use std::io::{self, Write};

use bagarre_rules::any::RulesetId;
use serde_json::{Map, Value};

use super::failure::Failure;
use super::input::ruleset;

/// Print the JSON Schema of set-ups, commands, events and views.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this ruleset; all of them otherwise, by name.
    #[arg(long, value_parser = ruleset)]
    ruleset: Option<RulesetId>,
    /// Only this part, such as `command`.
    #[arg(long, requires = "ruleset")]
    part: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let schema = match args.ruleset {
        Some(id) => part(id.schema(), args.part.as_deref())?,
        None => {
            RulesetId::ALL.iter().map(|id| (id.name().to_owned(), id.schema())).collect::<Map<_, _>>().into()
        }
    };
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema).map_err(Failure::fault)?;
    writeln!(out)?;
    Ok(())
}

fn part(mut schema: Value, name: Option<&str>) -> Result<Value, Failure> {
    let Some(name) = name else { return Ok(schema) };
    let parts = schema.as_object().map(|it| it.keys().cloned().collect::<Vec<_>>().join(", "));
    match schema.get_mut(name) {
        Some(part) => Ok(part.take()),
        None => Err(Failure::input(format!("no part \"{name}\"; there are: {}", parts.unwrap_or_default()))),
    }
}

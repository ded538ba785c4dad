//! `bagarre schema`: JSON Schema of what goes in and out.

use std::io::{self, Write};

use bagarre_rules::any::RulesetId;
use bagarre_rules::systems;
use bagarre_server::described;
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
    let schema = if let Some(id) = args.ruleset {
        part(schema(id)?, args.part.as_deref())?
    } else {
        let all = systems::ALL.iter().map(|id| Ok((id.name().to_owned(), schema(*id)?)));
        Value::Object(all.collect::<Result<Map<_, _>, Failure>>()?)
    };
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema).map_err(Failure::fault)?;
    writeln!(out)?;
    Ok(())
}

fn schema(id: RulesetId) -> Result<Value, Failure> {
    let text = described::read(id.name())
        .ok_or_else(|| Failure::input(format!("{} is not described", id.name())))?;
    serde_json::from_str(&text).map_err(Failure::fault)
}

fn part(mut schema: Value, name: Option<&str>) -> Result<Value, Failure> {
    let Some(name) = name else { return Ok(schema) };
    let parts = schema.as_object().map(|it| it.keys().cloned().collect::<Vec<_>>().join(", "));
    match schema.get_mut(name) {
        Some(part) => Ok(part.take()),
        None => Err(Failure::input(format!("no part \"{name}\"; there are: {}", parts.unwrap_or_default()))),
    }
}

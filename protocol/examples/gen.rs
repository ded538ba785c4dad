//! Writes the TypeScript types of everything that crosses the wire: `gen [FOLDER]`, by default
//! `web-client/src/protocol`. The same types always give the same files.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use bagarre_protocol::{campaign, fair, game, http, reach, socket};
use bagarre_rules::gather::Gather;
use bagarre_rules::kit::types::Exported;
use bagarre_rules::presentation::Presentation;
use bagarre_rules::systems;
use serde_json::json;
use ts_rs::{Config, TS};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web-client/src/protocol"),
        PathBuf::from,
    );
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let config = Config::new().with_large_int("number").with_out_dir(&folder);
    common(&config)?;
    chained(&folder)?;
    each_system(&config, &folder)?;
    merge(&folder, None)?;
    merge(&folder.join("plane"), None)
}

/// What each system owns.
fn each_system(config: &Config, folder: &Path) -> Result<(), Box<dyn Error>> {
    bagarre_rules::for_offered!(system(config, folder)?);
    Ok(())
}

/// What no system owns.
fn common(config: &Config) -> Result<(), Box<dyn Error>> {
    socket::ClientMessage::export_all(config)?;
    socket::ServerMessage::export_all(config)?;
    game::Replay::export_all(config)?;
    game::Export::export_all(config)?;
    fair::PublicKey::export_all(config)?;
    http::Me::export_all(config)?;
    http::Nickname::export_all(config)?;
    http::DeviceLink::export_all(config)?;
    http::MyGame::export_all(config)?;
    http::PlayedGame::export_all(config)?;
    http::Recovery::export_all(config)?;
    http::RecoveryCode::export_all(config)?;
    reach::Reach::export_all(config)?;
    reach::PushTo::export_all(config)?;
    reach::MailTo::export_all(config)?;
    reach::MailCode::export_all(config)?;
    reach::HookTo::export_all(config)?;
    reach::HookSecret::export_all(config)?;
    reach::Move::export_all(config)?;
    http::Device::export_all(config)?;
    http::RoomCard::export_all(config)?;
    http::AtDoor::export_all(config)?;
    http::Invitation::export_all(config)?;
    http::Opened::export_all(config)?;
    http::QuickFight::export_all(config)?;
    http::ExerciseInfo::export_all(config)?;
    http::ChosenExercise::export_all(config)?;
    http::RulesetInfo::export_all(config)?;
    http::Unfinished::export_all(config)?;
    bagarre_rules::appraisal::Appraisal::export_all(config)?;
    bagarre_rules::contract::ThreatsDraft::export_all(config)?;
    bagarre_rules::contract::ThreatsAdvice::export_all(config)?;
    Presentation::export_all(config)?;
    campaign::NewCampaign::export_all(config)?;
    campaign::JoinCampaign::export_all(config)?;
    campaign::BringBand::export_all(config)?;
    campaign::NewCampaignGame::export_all(config)?;
    campaign::CampaignCard::export_all(config)?;
    campaign::CampaignExport::export_all(config)?;
    campaign::NewWork::export_all(config)?;
    campaign::WorkCard::export_all(config)?;
    campaign::Work::export_all(config)?;
    Ok(())
}

/// From which version on every game of each system has a draw, a chain and salted names: what the client's check asks for.
fn chained(folder: &Path) -> Result<(), Box<dyn Error>> {
    let since: BTreeMap<&str, u16> = systems::ALL.iter().map(|id| (id.name(), id.chained_since())).collect();
    Ok(fs::write(folder.join("chained.json"), line(&since)?)?)
}

/// What a system says, its catalogue, and how its facts are folded.
fn system<R: Gather + Exported>(config: &Config, folder: &Path) -> Result<(), Box<dyn Error>> {
    R::export(config)?;
    let folder = folder.join(R::ID);
    fs::write(folder.join("catalogue.json"), line(&R::catalogue())?)?;
    folding(R::presentation(), &folder)?;
    merge(&folder, R::HOUSE)
}

/// Returns data as one line of JSON.
fn line<T: serde::Serialize>(data: &T) -> Result<String, serde_json::Error> {
    Ok(format!("{}\n", serde_json::to_string(data)?))
}

/// What a client needs to fold facts of a system and to tell them, for its tests: players get it from the server.
fn folding(shown: &Presentation, folder: &Path) -> Result<(), Box<dyn Error>> {
    let panels = &shown.panels;
    let panels = json!({ "turn": panels.turn, "log": panels.log, "names": panels.names, "ground": panels.ground, "outs": panels.outs });
    let text = json!({ "rules": shown.rules, "rows": shown.rows, "fold": shown.fold, "words": shown.words, "panels": panels });
    Ok(fs::write(folder.join("folding.json"), line(&text)?)?)
}

/// Puts the types of a folder, each of which was exported to a file of its own, into one file, sorted by name, with the types of the house
/// that they are made of. Types of other folders are imported from the one file there.
fn merge(folder: &Path, of: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ts"));
    files.sort();
    let mut imported: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut types = String::new();
    for path in files {
        for line in fs::read_to_string(&path)?.lines() {
            if let Some((names, from)) = import(line) {
                if from != "." {
                    let known = imported.entry(from.to_owned()).or_default();
                    known.extend(names.split(',').map(|name| name.trim().to_owned()));
                }
            } else if !line.starts_with("// This file was generated by") {
                types += line;
                types.push('\n');
            }
        }
        fs::remove_file(path)?;
    }
    let mut text = "// Generated by `make gen`; do not edit.\n".to_owned();
    for (from, names) in imported {
        let names: Vec<String> = names.into_iter().collect();
        writeln!(text, "import type {{ {} }} from \"{from}\";", names.join(", "))?;
    }
    text += &shorten_comments(&types);
    if let Some(house) = of {
        writeln!(text, "\nexport type * from \"../{house}\";")?;
    }
    fs::write(folder.join("index.ts"), text)?;
    Ok(())
}

/// Returns types with comments of one line as the client writes them: `/** … */`, without a line for each end.
fn shorten_comments(types: &str) -> String {
    let lines: Vec<&str> = types.lines().collect();
    let (mut rest, mut text) = (&lines[..], String::with_capacity(types.len()));
    while let [line, after @ ..] = rest {
        if let ["/**", said, " */", after @ ..] = rest
            && let Some(said) = said.strip_prefix(" * ")
        {
            text.extend(["/** ", said, " */\n"]);
            rest = after;
        } else {
            text += line;
            text.push('\n');
            rest = after;
        }
    }
    text
}

/// Returns the names that a line imports, and the folder of the file that has them.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, file) = line.strip_prefix("import type { ")?.split_once(" } from \"")?;
    let (folder, _) = file.strip_suffix("\";")?.rsplit_once('/')?;
    Some((names, folder))
}

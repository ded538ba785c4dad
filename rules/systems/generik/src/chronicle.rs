//! What a game of a campaign leaves behind: the band, where it stands, and what history says of its members.

use std::collections::BTreeMap;

use super::aftermath;
use super::band::{band_cost, cost, disbanded};
use super::scene::{Aftermath, Survivor};
use super::setup::{Band, Health, Member};
use super::tables::{skills, weapons};
use super::words::words;
use bagarre_kit::appraisal::Tally;
use bagarre_kit::contract::Lang;
use bagarre_kit::gather::{Legacy, Record, RecordLine, Roster};
use bagarre_kit::presentation::Words;
use bagarre_kit::text::{Value, fill};

/// The numbers of a band, the one that ranks it first: reputation, value, treasury, figures, games played.
fn worth(band: &Band) -> Vec<Tally> {
    let purse = band.purse.clone().unwrap_or_default();
    let tally = |key: &str, n: i32| Tally { key: key.to_owned(), n };
    vec![
        tally("reputation", purse.reputation),
        tally("value", band_cost(band)),
        tally("treasury", purse.treasury),
        tally("members", band.members.len() as i32),
        tally("games", i32::from(purse.games)),
    ]
}

/// A band as standings show it.
pub fn roster(band: &Band) -> Roster {
    Roster { name: band.name.clone(), disbanded: disbanded(band), worth: worth(band) }
}

/// What a seat takes out of a game: `before` is the band it came with, `ended` how its members were when the fight was over,
/// `after` the steps once all are done.
pub fn legacy(
    before: &Band,
    ended: &[Health],
    after: &Aftermath,
    won: Option<bool>,
    points: i32,
) -> Legacy<Band> {
    let band = aftermath::band(after);
    let mut lines = Vec::new();
    for (n, (now, survivor)) in after.band.members.iter().zip(&after.members).enumerate() {
        let old = before.members.get(n).zip(ended.get(n).copied());
        for (code, number) in member_lines(old, now, *survivor) {
            lines.push(RecordLine { member: now.id, name: now.name.clone(), code, n: number });
        }
    }
    let record = Record { won, points, lines, worth: worth(&band) };
    Legacy { band, record }
}

/// What a seat takes out of a game that was no fight: the band as it came, one game older.
pub fn unfought(before: &Band) -> Legacy<Band> {
    let mut band = before.clone();
    if let Some(purse) = &mut band.purse {
        purse.games = purse.games.saturating_add(1);
    }
    let record = Record { won: None, points: 0, lines: Vec::new(), worth: worth(&band) };
    Legacy { band, record }
}

/// What became of one member: codes with their numbers, in the order in which it happened.
fn member_lines(old: Option<(&Member, Health)>, now: &Member, survivor: Survivor) -> Vec<(String, i32)> {
    let mut lines: Vec<(String, i32)> = Vec::new();
    let mut say = |code: &str| lines.push((code.to_owned(), 0));
    if let Some((old, ended)) = old {
        match (old.health, ended) {
            (Health::Out, _) => say("home"),
            (_, Health::Out) => say("felled"),
            (Health::Well, Health::Wounded) => say("hurt"),
            _ => {}
        }
        match (ended, survivor.health) {
            // who has been tried and is still out of action did not live.
            (Health::Out, Health::Out) if survivor.gone && survivor.tried => say("died"),
            (Health::Out, Health::Wounded) => say("mended"),
            (Health::Out | Health::Wounded, Health::Well) => say("healed"),
            _ => {}
        }
        if survivor.gone && !(survivor.tried && survivor.health == Health::Out) {
            say("left");
        }
        for dropped in old.weapons.iter().chain(&old.armour).filter(|it| !carries(now, **it)) {
            say(&format!("dropped.{}", dropped.id()));
        }
        for bought in now.weapons.iter().chain(&now.armour).filter(|it| !carries(old, **it)) {
            say(&format!("bought.{}", bought.id()));
        }
        for learnt in now.skills.iter().filter(|it| !old.skills.contains(it)) {
            say(&format!("learnt.{}", learnt.id()));
        }
        if now.chief && !old.chief {
            say("crowned");
        }
    } else {
        // A member that takes the lead at once was hired as a member all the same.
        lines.push(("hired".to_owned(), cost(&Member { chief: false, ..now.clone() })));
        if now.chief {
            lines.push(("crowned".to_owned(), 0));
        }
    }
    lines
}

fn carries(member: &Member, what: super::ids::Weapon) -> bool {
    member.weapons.contains(&what) || member.armour == Some(what)
}

/// The words of [`Tally::key`] and [`RecordLine::code`], in both languages.
pub fn catalogue_words() -> BTreeMap<String, Words> {
    let mut all = BTreeMap::new();
    for (key, template) in &words().campaign {
        let mut add = |id: &str, fr: &str, en: &str| {
            let what = |name| [("what", Value::from(name))];
            let filled =
                Words::new(fill(&template.fr, Lang::Fr, &what(fr)), fill(&template.en, Lang::En, &what(en)));
            all.insert(format!("{key}.{id}"), filled);
        };
        match key.as_str() {
            "learnt" => skills().iter().for_each(|row| add(row.id.id(), &row.fr, &row.en)),
            "bought" | "dropped" => weapons().iter().for_each(|row| add(row.id.id(), &row.fr, &row.en)),
            _ => {
                all.insert(key.clone(), template.clone());
            }
        }
    }
    all
}

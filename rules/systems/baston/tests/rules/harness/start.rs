//! From the list of figures to a position.

use std::collections::BTreeMap;

use bagarre_baston::Baston;
use bagarre_baston::testkit::board::BoardSpec;
use bagarre_baston::testkit::command::Standing;
use bagarre_baston::testkit::ids::{ItemKind, Who};
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Fate, Figure, Item, Phase, Place};
use bagarre_baston::testkit::setup::{Band, Character, Purchase, Setup};
use bagarre_kit::contract::Ruleset;
use bagarre_kit::grid::Dir;

use super::{Case, Fig, kind, part_of, point};

impl Case {
    fn setup(&self) -> Setup {
        let seats = self.figures.iter().map(|fig| fig.seat).max().unwrap_or(0) + 1;
        let bands = (0..seats)
            .map(|seat| Band {
                name: format!("seat {seat}"),
                characters: self.figures.iter().filter(|fig| fig.seat == seat).map(character).collect(),
            })
            .collect();
        let board: BoardSpec = serde_json::from_value(self.board.clone()).unwrap();
        Setup {
            scenario: self.scenario.clone(),
            board: Some(board),
            turns: None,
            options: self.options,
            bands,
        }
    }

    /// Characters are numbered by seat, then in the order of the list.
    pub(super) fn letters(&self) -> BTreeMap<char, Who> {
        let mut order: Vec<&Fig> = self.figures.iter().collect();
        order.sort_by_key(|fig| fig.seat);
        order.iter().enumerate().map(|(n, fig)| (fig.letter, Who(n as u8))).collect()
    }

    /// The position before anything is played.
    pub fn position(&self) -> Position {
        let setup = self.setup();
        let mut position = Baston::position(&Baston::new(&setup).unwrap_or_else(|fault| panic!("{fault}")));
        position.stack = None;
        let letters = self.letters();
        let scene = &mut position.scene;
        (scene.turn, scene.phase) = (1, Phase::Programming);
        for (kind, at, layer) in &self.items {
            scene.items.push(Item { kind: *kind, place: Place::At(*at, *layer) });
        }
        scene.glass = self.glass.clone().into();
        scene.glass.sort();
        for (rank, fig) in self.figures.iter().enumerate() {
            let who = letters[&fig.letter];
            for (kind, _) in fig.kit.iter().filter(|(kind, _)| found(*kind)) {
                scene.items.push(Item { kind: *kind, place: Place::Carried(who) });
            }
            let figure = &mut scene.figures[who.i()];
            figure.fate = Fate::In;
            figure.rank = rank as u8 + 1;
            figure.at = fig.at.or_else(|| self.cells.get(&fig.letter).copied()).unwrap_or_else(|| {
                panic!("{} is nowhere", fig.letter);
            });
            figure.facing = Dir::from_number(fig.facing).unwrap();
            for word in &fig.words {
                tune(figure, word, &letters);
            }
        }
        for fig in &self.figures {
            if let Some(held) = fig.words.iter().find_map(|word| word.strip_prefix("holds=")) {
                let (who, victim) = (letters[&fig.letter], letters[&held.chars().next().unwrap()]);
                position.scene.figures[who.i()].holding = Some(victim);
                position.scene.figures[victim.i()].held_by = Some(who);
            }
        }
        if !self.standing.is_empty() {
            position.standing[0] = Standing { defaults: self.standing.clone(), ..Standing::default() };
        }
        for change in &self.tweak {
            change(&mut position);
        }
        position
    }
}

pub(super) fn parse_figure(text: &str) -> Fig {
    let (before, kit) = match text.split_once('[') {
        Some((before, kit)) => (before.to_owned(), kit.trim_end_matches(']').to_owned()),
        None => (text.to_owned(), String::new()),
    };
    let mut words = before.split_whitespace();
    let letter = words.next().unwrap().chars().next().unwrap();
    let seat = words.next().unwrap().parse().unwrap_or_else(|_| panic!("{text}: letter, then seat"));
    let mut fig =
        Fig { letter, seat, facing: 1, at: None, stats: BTreeMap::new(), kit: Vec::new(), words: Vec::new() };
    for word in words {
        if let Some(facing) = word.strip_prefix('>') {
            fig.facing = facing.parse().unwrap();
        } else if let Some(at) = word.strip_prefix("at=") {
            fig.at = Some(point(at));
        } else if let Some(stat) =
            ["FOR", "DEX", "VIT", "CON"].into_iter().find(|stat| word.starts_with(stat))
        {
            fig.stats.insert(stat.to_owned(), word[3..].parse().unwrap());
        } else {
            fig.words.push(word.to_owned());
        }
    }
    fig.kit = kit
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| match name.split_once(':') {
            Some((name, _)) => (kind(name), true),
            None => (kind(name), false),
        })
        .collect();
    fig
}

/// Whether an item is not for sale: the harness puts it into the hands after the set-up.
fn found(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Chaise | ItemKind::Canette | ItemKind::Tesson | ItemKind::Caisse)
}

/// Characteristics that are not given share what is left of 16 points.
fn character(fig: &Fig) -> Character {
    let names = ["FOR", "DEX", "VIT", "CON"];
    let given: u8 = fig.stats.values().sum();
    let open: Vec<&str> = names.into_iter().filter(|name| !fig.stats.contains_key(*name)).collect();
    let mut left = 16_u8.checked_sub(given).unwrap_or_else(|| panic!("{}: more than 16 points", fig.letter));
    let mut stats = fig.stats.clone();
    for (n, name) in open.iter().enumerate() {
        let share = (left / (open.len() - n) as u8).clamp(1, 7);
        stats.insert((*name).to_owned(), share);
        left -= share.min(left);
    }
    let bought = fig.kit.iter().filter(|(kind, _)| !found(*kind));
    Character {
        name: fig.letter.to_string(),
        strength: stats["FOR"],
        dexterity: stats["DEX"],
        speed: stats["VIT"],
        constitution: stats["CON"],
        kit: bought.map(|(item, carried)| Purchase { item: *item, carried: *carried }).collect(),
        look: 0,
    }
}

fn tune(figure: &mut Figure, word: &str, _letters: &BTreeMap<char, Who>) {
    match word {
        "prone" => figure.prone = true,
        "top" => figure.top = true,
        "owes" => figure.owes = true,
        _ if word.starts_with("stun") => figure.stun = word[4..].parse().unwrap(),
        _ if word.starts_with("holds=") => {}
        _ => {
            let digits = word.find(|ch: char| ch.is_ascii_digit()).unwrap_or(word.len());
            let part =
                part_of(&word[..digits]).unwrap_or_else(|| panic!("{word} means nothing to the harness"));
            figure.left[part.i()] = word[digits..].parse().unwrap();
        }
    }
}

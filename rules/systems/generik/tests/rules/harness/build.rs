//! From text to a position.

use bagarre_generik::testkit::ids::{Edge, Era, Fig, Skill, Terrain, Weapon};
use bagarre_generik::testkit::save::Position;
use bagarre_generik::testkit::scene::{Figure, Force, PhaseNow, Scene, Stage, Status};
use bagarre_generik::testkit::setup::{Band, Ground, Health, Member, Placed, Setup};
use bagarre_generik::testkit::tables;
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::plane::Pt;

use super::{Case, facing, point};

/// A seat by letter.
pub fn seat(letter: char) -> Seat {
    assert!(('a'..='d').contains(&letter), "“{letter}” is no seat");
    Seat(letter as u8 - b'a')
}

/// A weapon by its id, with or without the prefix of the era.
pub fn weapon(era: Era, word: &str) -> Option<Weapon> {
    let prefix = match era {
        Era::Western => "w",
        Era::Pirates => "p",
        Era::Ww2 => "s",
        Era::Medieval => "m",
    };
    let long = format!("{prefix}_{word}");
    Weapon::ALL.iter().copied().find(|it| it.id() == word || it.id() == long)
}

struct Built {
    name: String,
    seat: Seat,
    member: Member,
    figure: Figure,
}

fn default_facing(seat: Seat) -> Pt {
    facing(["n", "s", "w", "e"][usize::from(seat.0)])
}

fn built(era: Era, text: &str) -> Built {
    let mut words = text.split_whitespace();
    let name = words.next().expect("a figure has a name").to_owned();
    let seat = seat(name.chars().next().unwrap());
    let at = point(words.next().unwrap_or_else(|| panic!("{name} needs a place")));
    let mut member = Member {
        id: name[1..].parse().unwrap_or_else(|_| panic!("“{name}” is not a1, b2 …")),
        name: name.clone(),
        chief: &name[1..] == "1",
        weapons: Vec::new(),
        armour: None,
        skills: Vec::new(),
        look: 0,
        health: Health::Well,
        founder: &name[1..] == "1",
    };
    let mut figure =
        Figure { seat, at, facing: default_facing(seat), status: Status::OnTable, ..Figure::default() };
    let (mut da, mut charges) = (None, None);
    for word in words {
        if let Some(weapon) = weapon(era, word) {
            if tables::weapon(weapon).armour() {
                member.armour = Some(weapon);
            } else {
                member.weapons.push(weapon);
            }
        } else if let Some(skill) = Skill::ALL.iter().find(|skill| skill.id() == word) {
            member.skills.push(*skill);
        } else if let Some(n) = word.strip_prefix("da=") {
            da = Some(n.parse().unwrap());
        } else if let Some(list) = word.strip_prefix("charges=") {
            charges = Some(list.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u8>>());
        } else if let Some(z) = word.strip_prefix("z=") {
            figure.z = z.parse().unwrap();
        } else if let Some(to) = word.strip_prefix('>') {
            figure.facing = facing(to);
        } else {
            mark(&mut figure, word);
        }
    }
    let full = member.weapons.iter().map(|it| tables::weapon(*it).charges);
    for (n, load) in full.enumerate() {
        figure.charges[n] = charges.as_ref().and_then(|it| it.get(n)).copied().unwrap_or(load);
    }
    let boss = u8::from(member.skills.contains(&Skill::BigBoss));
    figure.da = da.unwrap_or(if figure.wounded { 1 } else { 2 } + boss);
    Built { name, seat, member, figure }
}

fn mark(figure: &mut Figure, word: &str) {
    match word {
        "wounded" => figure.wounded = true,
        "down" => figure.down = true,
        "cover" => figure.in_cover = true,
        "ooa" => figure.status = Status::Ooa,
        "exited" => figure.status = Status::Exited,
        "tried" => figure.heroic_tried = true,
        "shield_used" => figure.shield_used = true,
        "moustache_used" => figure.moustache_used = true,
        "lucky_used" => figure.lucky_used = true,
        "flask_used" => figure.flask_used = true,
        "dim_rolled" => figure.dim_rolled = true,
        "distract_used" => figure.distract_used = true,
        "removed" => figure.da_removed = true,
        _ => panic!("“{word}” is no weapon, skill or state"),
    }
}

impl Case {
    fn built(&self) -> Vec<Built> {
        let texts = self.figures.split(';').map(str::trim).filter(|text| !text.is_empty());
        let mut all: Vec<Built> = texts.map(|text| built(self.era, text)).collect();
        for (n, corner) in [(0, "a1 300,300"), (1, "b1 11700,11700")] {
            if all.iter().all(|it| it.seat.0 != n) {
                all.push(built(self.era, corner));
            }
        }
        all.sort_by_key(|it| (it.seat, it.member.id));
        all
    }

    /// Names of the figures, by number.
    pub fn names(&self) -> Vec<String> {
        self.built().into_iter().map(|it| it.name).collect()
    }

    /// A figure by name.
    #[track_caller]
    pub fn fig(&self, name: &str) -> Fig {
        fig(&self.names(), name)
    }

    /// The moment.
    pub fn position(&self) -> Position {
        let built = self.built();
        let seats = built.iter().map(|it| it.seat.0 + 1).max().unwrap();
        let band = |n: u8| Band {
            name: format!("Band {n}"),
            era: self.era,
            members: built.iter().filter(|it| it.seat.0 == n).map(|it| it.member.clone()).collect(),
            purse: None,
        };
        let setup = Setup {
            era: self.era,
            scenario: Some(self.scenario),
            ground: Ground::Own(self.pieces()),
            options: self.options,
            campaign: false,
            close: false,
            youngest: Seat(0),
            bands: (0..seats).map(band).collect(),
        };
        let force = |n: u8| Force {
            initial_count: built.iter().filter(|it| it.seat.0 == n).count() as u8,
            edge: Some(Edge::ALL[usize::from(n)]),
            ..Force::default()
        };
        let scene = Scene {
            stage: Stage::Fight,
            scenario: Some(self.scenario),
            pieces_due: 0,
            pieces: self.pieces().into(),
            attacker: Some(Seat(0)),
            order: (0..seats).map(Seat).collect(),
            turn: 1,
            phase: PhaseNow { number: 1, seat: Seat(self.phase), ..PhaseNow::default() },
            empty_run: 0,
            idle_turns: 0,
            turn_acted: false,
            figures: built.iter().map(|it| it.figure).collect(),
            forces: (0..seats).map(force).collect(),
            markers: Vec::new(),
            control: None,
            sealed: Seats::NONE,
            after: Vec::new(),
            outcome: None,
        };
        let mut position = Position {
            setup,
            scene,
            stack: None,
            standing: Vec::new(),
            questions: 0,
            missed: Vec::new(),
            inherited: bagarre_generik::testkit::state::Inherited::default(),
        };
        for touch in &self.tweak {
            touch(&mut position);
        }
        position
    }

    fn pieces(&self) -> Vec<Placed> {
        let texts = self.terrain.split(';').map(str::trim).filter(|text| !text.is_empty());
        let piece = |text: &str| {
            let mut words = text.split_whitespace();
            let id = words.next().unwrap();
            let piece = Terrain::ALL.iter().copied().find(|it| it.id() == id);
            let at = point(words.next().unwrap());
            let degrees: u16 = words.next().map_or(0, |it| it.parse().unwrap());
            Placed { piece: piece.unwrap_or_else(|| panic!("no piece {id}")), at, turn: (degrees / 15) as u8 }
        };
        texts.map(piece).collect()
    }
}

/// A figure by name, among names by number.
#[track_caller]
pub fn fig(names: &[String], name: &str) -> Fig {
    let at = names.iter().position(|it| it == name);
    Fig(at.unwrap_or_else(|| panic!("no figure {name} among {names:?}")) as u8)
}

//! A new game: heroes, opponents, and where they stand (CEL-PLY-01, CEL-OPP, CEL-SCN).

use std::sync::Arc;

use super::board::{self, Board};
use super::command::{Dodging, Goal, Habit, March, Standard, Standing};
use super::event::Unit;
use super::hero;
use super::ids::{Foe, MOST, Scenario, Team, Who};
use super::profile::Profile;
use super::refusal::Illegal;
use super::scene::{Body, Fighter, Gear, Pose, Rulings, Scene, Status};
use super::setup::Setup;
use super::state::{Fixed, State};
use super::tables::{Flag, tables};
use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::hex::{Hex, Side};
use bagarre_kit::procedure::Course;
use bagarre_kit::refusal::Both;

/// The longest objective of a free table (CEL-SCN-07).
const MOST_LETTERS: usize = 120;

fn terms(fr: &'static str, en: &'static str) -> Illegal {
    Illegal::Terms { why: Both(fr, en) }
}

/// Opponents that a scenario brings against so many heroes (CEL-SCN, CEL-OPP-03).
pub(super) fn cast(setup: &Setup) -> Vec<Foe> {
    let heroes = setup.bands.iter().map(|band| band.heroes.len()).sum::<usize>().min(MOST) as u8;
    if !setup.coop {
        return Vec::new();
    }
    if setup.scenario == Scenario::Libre {
        return setup.adversaires.clone();
    }
    let Some(row) = tables().scenario(setup.scenario) else { return Vec::new() };
    let mut list = Vec::new();
    for cast in row.opponents.iter().filter(|cast| heroes >= cast.from_heroes) {
        let scaled = tables()
            .foe(cast.id)
            .scale
            .iter()
            .find(|scale| scale.heroes == heroes)
            .and_then(|scale| scale.count);
        let count = scaled.unwrap_or(cast.count) + cast.per_hero * heroes;
        list.extend((0..count).map(|_| cast.id));
    }
    for escort in row.escort.iter().filter(|escort| escort.heroes == heroes) {
        list.extend((0..escort.count).map(|_| escort.id));
    }
    list
}

/// Opponents that wait for a game master to call them (CEL-MJ-05).
fn reserve(setup: &Setup, board: &Board, taken: usize) -> Vec<Foe> {
    let open = !board.arena.entrees.is_empty();
    if !setup.mj || !setup.coop || !open {
        return Vec::new();
    }
    let all = [Foe::Levee, Foe::Guerrier, Foe::Archer, Foe::Chien, Foe::Frondeur, Foe::Levee];
    all.into_iter().take(MOST.saturating_sub(taken)).collect()
}

/// A game of a set-up; refuses one that breaks the rules of creation.
pub(super) fn create(setup: &Setup) -> Result<State, Illegal> {
    create_at(setup, "map")
}

/// A game of a set-up whose own map is called `map` in faults: the set-up may be part of a position.
pub(super) fn create_at(setup: &Setup, map: &str) -> Result<State, Illegal> {
    check(setup)?;
    let board = board_of(setup, map)?;
    let mut profiles = Vec::new();
    for (n, band) in (0u8..).zip(&setup.bands) {
        for (member, hero) in (0u8..).zip(&band.heroes) {
            let mut profile = Profile::of_hero(hero, Seat(n), member, setup.side(Seat(n)));
            profile.horse = setup.options.montures;
            profile.chariot = setup.options.chars && member == 0;
            profiles.push(profile);
        }
    }
    let heroes = profiles.len();
    let foes = cast(setup);
    let waiting = reserve(setup, &board, heroes + foes.len());
    let standing = heroes + foes.len();
    let all = foes.into_iter().chain(waiting).enumerate();
    profiles.extend(all.map(|(n, foe)| Profile::of_foe(foe, heroes as u8, Team::Second, n as u8)));
    let fixed = Fixed { setup: Arc::new(setup.clone()), board, profiles };
    let mut scene = Scene {
        fighters: fixed.profiles.iter().enumerate().map(|(n, it)| fighter(it, n < standing)).collect(),
        standard: if setup.scenario == Scenario::Etendard {
            fixed.board.arena.standard.map(Hex::from)
        } else {
            None
        },
        rulings: Rulings {
            reserve: if setup.mj { tables().reserve.per_hero * heroes as u8 } else { 0 },
            ..Rulings::default()
        },
        ..Scene::default()
    };
    place(&fixed, &mut scene);
    let seats = setup.seats();
    let mut course = Course::new(scene, seats, Unit::Begin);
    if setup.options.consignes {
        course.standing = (0..seats).map(|seat| sensible(&fixed, Seat(seat))).collect();
    }
    Ok(State { fixed: Arc::new(fixed), course, missed: vec![0; usize::from(seats)] })
}

/// The map of a set-up: its own, if it states one that can be played on.
fn board_of(setup: &Setup, part: &str) -> Result<Board, Illegal> {
    let Some(own) = &setup.map else { return Ok(Board::of(setup.arena)) };
    let mut faults = Faults::default();
    let board = board::check(setup, own, part, &mut faults);
    board.ok_or_else(|| Illegal::Map { faults: faults.to_string() })
}

/// Standing orders that serve a player without experience (CEL-PLY-07, CEL-R87): the first attack of a turn is dodged,
/// a fighter with a melee weapon lets itself be engaged and comes on, one that shoots aims and refuses; nothing else is
/// asked in a turn.
fn sensible(fixed: &Fixed, seat: Seat) -> Standing {
    let own = (0u8..).zip(&fixed.profiles).filter(|(_, profile)| profile.seat == Some(seat));
    let habit = |(n, profile): (u8, &Profile)| {
        let shoots = profile.weapon(Some(0)).is(Flag::Projectile);
        let enemy = fixed.profiles.iter().position(|other| other.side != profile.side);
        let march =
            enemy.filter(|_| !shoots).map(|at| (March::walk(Goal::Who(Who(at as u8))), profile.wounds));
        let refuse = if shoots { Standard::Yes } else { Standard::No };
        Habit { dodge: Dodging::While(0), refuse, aim: shoots, march, ..Habit::none(Who(n)) }
    };
    let habits: Vec<Habit> = own.map(habit).collect();
    let quiet = !habits.is_empty();
    Standing { habits, quiet, ..Standing::default() }
}

/// A fighter as it comes (CEL-DEG-01): the first weapon in hand, the shield on the arm.
fn fighter(profile: &Profile, there: bool) -> Fighter {
    let hand = (!profile.weapons.is_empty()).then_some(0);
    let two = hand.is_some_and(|_| profile.weapon(Some(0)).hands >= 2);
    Fighter {
        body: Body {
            status: if there { Status::Able } else { Status::Waiting },
            blessure: profile.wounds,
            confiance: profile.confiance,
            ..Body::default()
        },
        gear: Gear {
            hand,
            shield: profile.shield.is_some() && !two,
            heads: profile.heads,
            undressed: profile.undressed,
            mounted: profile.horse || profile.chariot,
            ..Gear::default()
        },
        ..Fighter::default()
    }
}

/// Sets where all fighters stand before a plan says otherwise.
fn place(fixed: &Fixed, scene: &mut Scene) {
    let mut taken: Vec<Hex> = Vec::new();
    for n in 0..scene.fighters.len() {
        let who = Who(n as u8);
        let profile = &fixed.profiles[n];
        let at = spot(fixed, profile, &taken);
        taken.push(at);
        let facing = if profile.side == Team::First { Side::E } else { Side::W };
        scene.fighters[who.n()].pose = Pose { at, facing, ..Pose::default() };
    }
}

/// Returns the place of one fighter: a boss at its own, its men on the free hexagons nearest to it, the others in their
/// zone from its middle on.
fn spot(fixed: &Fixed, profile: &Profile, taken: &[Hex]) -> Hex {
    let arena = &fixed.board.arena;
    let [c0, r0, c1, r1] = fixed.zone(profile.side);
    let king = fixed.setup.scenario == Scenario::HautRoi && profile.side == Team::Second;
    let boss = arena.boss_at.map(Hex::from).filter(|_| king);
    let middle = boss.unwrap_or_else(|| {
        let row = r0 + (r1 - r0) / 2;
        // At the front of the zone, in file or in line.
        let col = if profile.side == Team::First { c1 } else { c0 };
        Hex::new(col, row)
    });
    let zone = |hex: &Hex| (c0..=c1).contains(&hex.col) && (r0..=r1).contains(&hex.row);
    let shoots = profile.weapons.first().is_some_and(|weapon| tables().weapon(*weapon).is(Flag::Projectile));
    let free = |hex: &Hex| fixed.board.stands(*hex) && !taken.contains(hex) && !fixed.board.is_outside(*hex);
    let ambush = fixed.setup.scenario == Scenario::Chemin && profile.side == Team::Second;
    let spread = Hex::new(c0 + (c1 - c0) * (i16::from(profile.member) % 5) / 4, r1);
    let goal = if ambush { spread } else { middle };
    let far = |hex: &Hex| {
        let away = goal.distance(*hex);
        (if shoots { u16::MAX - away } else { away }, *hex)
    };
    let all = fixed.board.all().filter(free);
    let best = if boss.is_some() {
        all.min_by_key(|hex| (goal.distance(*hex), *hex))
    } else {
        all.filter(zone).min_by_key(far)
    };
    best.or_else(|| fixed.board.all().find(free)).unwrap_or(middle)
}

/// Whether a set-up can be played (CEL-PLY-01, CEL-CRE).
pub(super) fn check(setup: &Setup) -> Result<(), Illegal> {
    let players = setup.players();
    if players == 0 || players > 8 || setup.seats() < 1 {
        return Err(terms("de 1 à 8 places", "1 to 8 seats"));
    }
    let size = setup.bands[0].heroes.len();
    if setup.bands.iter().any(|band| band.heroes.len() != size) || !(1..=3).contains(&size) {
        return Err(terms(
            "chaque place mène de 1 à 3 combattants, autant que les autres",
            "each seat leads 1 to 3 fighters, as many as the others",
        ));
    }
    super::gathering::check_format(setup.scenario, setup.coop, players, size as u8)?;
    if let Some(row) = tables().scenario(setup.scenario)
        && row.arena != setup.arena
    {
        return Err(terms("ce scénario a sa carte", "this scenario has its own map"));
    }
    let worth: u32 = setup.adversaires.iter().map(|foe| u32::from(tables().foe(*foe).reserve)).sum();
    let heroes = u32::from(players) * size as u32;
    let free = setup.scenario == Scenario::Libre;
    let count = setup.adversaires.len();
    // CEL-SCN-07: at most 4 points of reserve for each hero.
    if !free && count > 0 || free && setup.coop && count == 0 || count > 10 || worth > 4 * heroes {
        return Err(terms(
            "au plus 4 points d’adversaires par héros, et sur table libre",
            "at most 4 points of opponents for each hero, on the free table",
        ));
    }
    let told = |text: &String| {
        (1..=MOST_LETTERS).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control)
    };
    if setup.objectif.as_ref().is_some_and(|text| !free || !told(text)) {
        return Err(terms(
            "un objectif s’écrit en 120 lettres au plus, pour la table libre",
            "an objective is written in at most 120 letters, for the free table",
        ));
    }
    if setup.options.tactique.len() > 8
        || setup.options.tactique.iter().any(|id| tables().tactics_modifier.iter().all(|row| row.id != *id))
    {
        return Err(terms("drapeau tactique inconnu", "unknown tactical flag"));
    }
    if heroes as usize + cast(setup).len() > MOST {
        return Err(terms("trop de combattants", "too many fighters"));
    }
    setup.bands.iter().try_for_each(|band| hero::check(band, setup.campagne))
}

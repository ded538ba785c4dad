//! From a set-up to the first state (chapters 1 and 2).

use std::sync::Arc;

use super::board::Board;
use super::event::Unit;
use super::ids::{ItemKind, Who};
use super::library;
use super::refusal::{Illegal, Known, Players};
use super::scene::{Figure, Item, Layer, Piece, Place, Scene};
use super::setup::{Band, Character, Options, Purchase, Setup};
use super::state::{Fighter, State};
use super::tables::{Characteristics, tables};
use bagarre_kit::appraisal::Faults;
use bagarre_kit::contract::Seat;
use bagarre_kit::grid::Point;
use bagarre_kit::procedure::Course;
use bagarre_kit::refusal::Both;
use bagarre_kit::tally::Tally;

/// The longest name of a character, in characters.
pub(super) const NAME_MOST: usize = 24;
/// The longest name of a band, in characters.
pub(super) const BAND_MOST: usize = 32;

fn name_ok(name: &str, most: usize) -> bool {
    !name.trim().is_empty() && name.chars().count() <= most && !name.chars().any(char::is_control)
}

/// Everything that is wrong with a character (BAS-SET-02, BAS-EQP-01, BAS-EQP-03).
fn character_faults(character: &Character, options: Options, faults: &mut Vec<Illegal>) {
    let name = &character.name;
    if !name_ok(name, NAME_MOST) {
        faults.push(Illegal::CharacterName);
    }
    let limits = tables().characteristics();
    let most = if options.characteristic_8 { limits.max_optional } else { limits.max };
    let stats = [character.strength, character.dexterity, character.speed, character.constitution];
    if stats.iter().any(|value| !(limits.min..=most).contains(value)) {
        faults.push(Illegal::CharacterRange { name: name.clone(), least: limits.min, most });
    }
    let sum: u16 = stats.iter().map(|value| u16::from(*value)).sum();
    let due = limits.points;
    if sum != u16::from(due) {
        faults.push(Illegal::CharacterSum { name: name.clone(), due, sum });
    }
    kit_faults(character, faults);
}

/// What the kit of a character costs.
pub(super) fn kit_cost(character: &Character) -> u16 {
    character.kit.iter().map(|purchase| u16::from(tables().item(purchase.item).cost)).sum()
}

/// Whether a purchase is worn, so that it takes no slot (BAS-EQP-03).
pub(super) fn is_worn(purchase: Purchase) -> bool {
    purchase.item.is_clothing() && !purchase.carried
}

fn kit_faults(character: &Character, faults: &mut Vec<Illegal>) {
    let name = &character.name;
    let mut worn: Vec<ItemKind> = Vec::new();
    for purchase in &character.kit {
        let row = tables().item(purchase.item);
        let item = Both(&row.fr, &row.en);
        if !row.sold() {
            faults.push(Illegal::KitNotForSale { name: name.clone(), item });
        } else if is_worn(*purchase) && worn.contains(&purchase.item) {
            faults.push(Illegal::KitWornTwice { name: name.clone(), item });
        } else if is_worn(*purchase) {
            worn.push(purchase.item);
        }
    }
    let (cost, budget) = (kit_cost(character), tables().budget());
    if cost > u16::from(budget) {
        faults.push(Illegal::KitBudget { name: name.clone(), cost, budget });
    }
    if character.kit.iter().filter(|purchase| !is_worn(**purchase)).count() > tables().slots() {
        faults.push(Illegal::KitSlots { name: name.clone(), most: tables().slots() });
    }
}

/// Everything that is wrong with a band alone: its name, its size, its characters (BAS-SET-01).
pub(super) fn band_faults(band: &Band, sizes: [u8; 3], options: Options) -> Faults<Illegal> {
    let mut faults = Vec::new();
    if !name_ok(&band.name, BAND_MOST) {
        faults.push((None, Illegal::BandName));
    }
    let [_, least, most] = sizes;
    let n = band.characters.len();
    if n < usize::from(least) || n > usize::from(most) {
        faults.push((None, Illegal::BandSize { least, most, n }));
    }
    for (at, character) in (0..).zip(&band.characters) {
        let mut own = Vec::new();
        character_faults(character, options, &mut own);
        faults.extend(own.into_iter().map(|fault| (Some(at), fault)));
    }
    faults
}

/// Returns the faults of an imported band: those above, and names that would not tell its characters apart.
pub(super) fn brought_faults(band: &Band, sizes: [u8; 3]) -> Faults<Illegal> {
    let mut faults = band_faults(band, sizes, Options::default());
    let twin = |at: usize| {
        let name = band.characters[at].name.trim();
        !name.is_empty() && band.characters[..at].iter().any(|other| other.name.trim() == name)
    };
    for at in (0..band.characters.len()).filter(|at| twin(*at)) {
        let name = band.characters[at].name.trim();
        faults.push((u8::try_from(at).ok(), Illegal::CharacterTwin { name: name.to_owned() }));
    }
    faults
}

/// Whether a band may play.
pub(super) fn check_band(band: &Band, sizes: [u8; 3], options: Options) -> Result<(), Illegal> {
    band_faults(band, sizes, options).into_iter().next().map_or(Ok(()), |(_, fault)| Err(fault))
}

fn board_of(setup: &Setup) -> Result<Arc<Board>, Illegal> {
    match &setup.board {
        None => Ok(library::troquet()),
        Some(spec) => Board::new(spec.clone()).map(Arc::new).map_err(|faults| Illegal::Board { faults }),
    }
}

/// The scenario of a set-up and who plays where in it.
fn variant_of(setup: &Setup) -> Result<(&'static library::Scenario, &'static library::Variant), Illegal> {
    let Some(scenario) = library::scenario(&setup.scenario) else {
        return Err(Illegal::ScenarioUnknown { known: Known });
    };
    let Some(variant) = scenario.variant(setup.bands.len()) else {
        return Err(Illegal::Players {
            scenario: Both(&scenario.fr, &scenario.en),
            players: Players(&scenario.id),
        });
    };
    Ok((scenario, variant))
}

/// Returns the state before the first event: everything is checked, no character is placed.
pub(super) fn create(setup: &Setup) -> Result<State, Illegal> {
    let (scenario, variant) = variant_of(setup)?;
    for band in &setup.bands {
        check_band(band, variant.size, setup.options)?;
    }
    if setup.turns.is_some_and(|turns| !(1..=99).contains(&turns)) {
        return Err(Illegal::Turns);
    }
    let board = board_of(setup)?;
    if let Some(zone) = variant
        .zones_of(setup.largest_band())
        .iter()
        .flatten()
        .find(|zone| !board.spec.start_zones.contains_key(*zone))
    {
        return Err(Illegal::BoardZone { zone });
    }
    let owner = scenario.owner.map(|owner| owner.at);
    if let Some(p) = scenario.loose.iter().map(|l| l.point).chain(owner).find(|p| !board.contains(*p)) {
        return Err(Illegal::BoardSmall { r: p.r, c: p.c });
    }
    let fighters = fighters(setup);
    let scene = scene(setup, scenario, &board, &fighters);
    Ok(State {
        turns: setup.turns.or(scenario.turns).unwrap_or_else(|| tables().turns()),
        sheets: vec![None; fighters.len()],
        course: Course::new(scene, setup.bands.len() as u8, Unit::Ranks),
        board,
        fighters: fighters.into(),
        setup: Arc::new(setup.clone()),
        tally: Tally::default(),
    })
}

fn fighters(setup: &Setup) -> Vec<Fighter> {
    let all =
        setup.bands.iter().enumerate().flat_map(|(seat, band)| {
            band.characters.iter().map(move |character| (Seat(seat as u8), character))
        });
    all.zip('A'..)
        .map(|((seat, character), letter)| Fighter {
            seat,
            letter,
            character: character.clone(),
            com: Characteristics::combat(character.strength, character.dexterity),
            points: tables().damage_points(character.constitution).unwrap_or_default(),
        })
        .collect()
}

fn figure(fighter: &Fighter) -> Figure {
    Figure {
        fate: super::scene::Fate::Waiting,
        rank: 0,
        at: Point::new(1, 1),
        facing: bagarre_kit::grid::Dir::N,
        prone: false,
        top: false,
        left: fighter.points,
        stun: 0,
        fresh: false,
        holding: None,
        held_by: None,
        orders: [super::order::Sequence::REST; 3],
        owes: false,
        resting: false,
        done: false,
        cancelled: [false; 2],
        shaken: false,
        queued: false,
        task: None,
        by: None,
    }
}

/// Everything the board starts with: bottles whole, openings shut unless the data says open (BAS-SET-07).
fn scene(setup: &Setup, scenario: &library::Scenario, board: &Board, fighters: &[Fighter]) -> Scene {
    let spec = &board.spec;
    let mut items = Vec::new();
    for (n, fighter) in fighters.iter().enumerate() {
        let who = Who(n as u8);
        for purchase in &fighter.character.kit {
            let place = if is_worn(*purchase) { Place::Worn(who) } else { Place::Carried(who) };
            items.push(Item { kind: purchase.item, place });
        }
    }
    if let Some(owner) = scenario.owner {
        items.push(Item { kind: owner.gift, place: Place::Carried(Who(0)) });
    }
    let at = |kind, point, layer| Item { kind, place: Place::At(point, layer) };
    items.extend(spec.chairs.points.iter().map(|p| at(ItemKind::Chaise, *p, Layer::Ground)));
    items.extend(spec.bottles.whole.iter().map(|b| at(ItemKind::Canette, b.point, b.layer)));
    items.extend(scenario.loose.iter().map(|l| at(l.item, l.point, l.layer)));
    // Their ids are bytes. At most 12 characters buy 8 objects each, and a board has 120 at most.
    debug_assert!(u8::try_from(items.len()).is_ok(), "{} objects", items.len());
    Scene {
        figures: fighters.iter().map(figure).collect(),
        items: items.into(),
        scores: vec![0; setup.bands.len()],
        ..as_built(board)
    }
}

/// Furniture and openings as the board has them, and nothing else.
pub(super) fn as_built(board: &Board) -> Scene {
    let spec = &board.spec;
    let pieces = spec.furniture.iter().filter_map(|piece| {
        let cells = super::scene::Cells::from_points(&piece.cells)?;
        Some(Piece { kind: piece.kind, cells, overturned: false, gone: false })
    });
    let doors = spec.doors.iter().map(|door| {
        let open = door.state.as_deref() == Some("open");
        super::scene::DoorState { open: [open, open && door.leaves.len() > 1], ..Default::default() }
    });
    Scene {
        pieces: pieces.collect(),
        doors: doors.collect(),
        windows: vec![super::scene::WindowState::Shut; spec.windows.len()].into(),
        panels: vec![false; board.panels().len()].into(),
        phones: vec![false; spec.phones.len()].into(),
        ..Scene::default()
    }
}

//! Pieces, layouts and their placement: GEN-TER, GEN-SETS, GEN-SET-03, 04, 08, GEN-SCN-60.

use bagarre_generik::testkit::ids::{Edge, Era, Fig, Scenario, Terrain};
use bagarre_generik::testkit::scene::Status;
use bagarre_generik::testkit::setup::Placed;
use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::board_of;
use bagarre_generik::testkit::space::place::{
    centre_spot, check_table, first_piece, inward, kept_table, may_place, own_table,
};
use bagarre_generik::testkit::space::{NoPiece, NoPlace, Obstacle, Space, TABLE, THIN};
use bagarre_generik::testkit::terrain;
use bagarre_kit::plane::{Motion, Poly, Pt, STEPS, Screen, Shelter};

use super::tabletop::{Tabletop, pt};

fn at(piece: Terrain, x: i32, y: i32, turn: u8) -> Placed {
    Placed { piece, at: pt(x, y), turn }
}

/// GEN-GEO-07: every piece stays convex in all 24 rotations.
#[test]
fn gen_geo_07_all_pieces_turn() {
    for piece in Terrain::ALL {
        for poly in &terrain::row(*piece).polys {
            for turn in 0..24 {
                let turned = poly.placed(turn, pt(6000, 6000));
                assert!(Poly::new(turned.vertices()).is_ok(), "{piece:?} {turn}");
            }
        }
    }
}

#[test]
fn gen_sets_01_pools_suffice() {
    for era in Era::ALL {
        let copies: u8 = terrain::set(*era).map(|piece| terrain::row(piece).copies).sum();
        assert!((10..=17).contains(&copies), "{era:?} {copies}");
        assert_eq!(terrain::set(*era).count(), 8);
    }
}

/// GEN-TER-01.
#[test]
fn gen_ter_01_rows() {
    let saloon = terrain::row(Terrain::W1);
    assert_eq!((saloon.height, saloon.motion, saloon.los), (1000, Motion::Solid, Screen::Solid));
    assert_eq!((saloon.cover, saloon.top, saloon.thin, saloon.copies), (Shelter::Edge, true, false, 1));
    let wood = terrain::row(Terrain::S8);
    assert_eq!((wood.motion, wood.los, wood.cover), (Motion::Difficult, Screen::Dense, Shelter::Inside));
    assert_eq!(terrain::row(Terrain::S1).polys.len(), 2);
    assert_eq!(terrain::row(Terrain::M8).polys.len(), 3);
    // GEN-TER-05, GEN-TER-07: nothing is higher than two action dice climb; GEN-GEO-14: what is thin can be vaulted.
    for piece in Terrain::ALL {
        let row = terrain::row(*piece);
        assert!(row.height <= 1000 && !row.fr.is_empty() && !row.en.is_empty());
        if row.thin {
            let poly = &row.polys[0];
            assert!(row.height <= 500 && poly.max().y - poly.min().y <= THIN, "{piece:?}");
        }
    }
}

/// Three tables or more for each era, dense, fit for every scenario, the same from opposite edges, and no two alike.
#[test]
fn gen_sets_02_ready_layouts() {
    for era in Era::ALL {
        let tables: Vec<_> = terrain::layouts_of(*era).collect();
        assert!(tables.len() >= 3, "{era:?}");
        for table in &tables {
            let pieces = &table.pieces;
            assert!((15..=25).contains(&pieces.len()), "{}: {} pieces", table.id, pieces.len());
            assert_eq!(kept_table(pieces, *era), Ok(()), "{}", table.id);
            for scenario in Scenario::ALL.iter().copied().map(Some).chain([None]) {
                assert_eq!(own_table(pieces, scenario), Ok(()), "{} {scenario:?}", table.id);
            }
            for piece in pieces {
                let across = Pt::new(TABLE - piece.at.x, TABLE - piece.at.y);
                let turn = (piece.turn + STEPS / 2) % STEPS;
                let twin = Placed { at: across, turn, ..*piece };
                assert!(pieces.contains(&twin), "{}: {piece:?} has no twin", table.id);
            }
        }
        for (n, table) in tables.iter().enumerate() {
            for other in &tables[..n] {
                let same = table.pieces.iter().filter(|piece| other.pieces.contains(piece)).count();
                assert!(same * 4 < table.pieces.len(), "{} and {} share {same}", table.id, other.id);
            }
        }
    }
}

#[test]
fn gen_set_03_spacing_copies_and_the_edge() {
    let cabin = at(Terrain::W2, 3000, 3000, 0);
    assert_eq!(
        may_place(&[cabin], at(Terrain::W2, 5000, 3000, 0), Era::Western, false),
        Ok(()),
        "exactly 10 cm"
    );
    assert_eq!(
        may_place(&[cabin], at(Terrain::W2, 4999, 3000, 0), Era::Western, false),
        Err(NoPlace::TooNear(0).into())
    );
    assert_eq!(
        may_place(&[cabin], at(Terrain::W2, 3000, 3000, 3), Era::Western, false),
        Err(NoPlace::TooNear(0).into())
    );
    assert_eq!(may_place(&[], at(Terrain::W2, 500, 400, 0), Era::Western, false), Ok(()));
    assert_eq!(
        may_place(&[], at(Terrain::W2, 499, 400, 0), Era::Western, false),
        Err(NoPlace::OffTable.into())
    );
    assert_eq!(
        may_place(&[], at(Terrain::W2, 500, 400, 6), Era::Western, false),
        Err(NoPlace::OffTable.into())
    );
    assert_eq!(
        may_place(&[], at(Terrain::W2, i32::MAX, i32::MIN, 5), Era::Western, false),
        Err(NoPlace::OffTable.into())
    );
    assert_eq!(may_place(&[], at(Terrain::W2, 500, 400, 24), Era::Western, false), Err(NoPlace::Turn.into()));
    assert_eq!(may_place(&[], cabin, Era::Pirates, false), Err(NoPiece::Era));
    let saloon = at(Terrain::W1, 3000, 3000, 0);
    assert_eq!(
        may_place(&[saloon], at(Terrain::W1, 9000, 9000, 0), Era::Western, false),
        Err(NoPiece::NoCopy)
    );
}

/// A piece that lies inside another is too near, though their borders are far apart.
#[test]
fn gen_set_03_inside_another_piece() {
    let (wood, stones) = (at(Terrain::M4, 6000, 6000, 0), at(Terrain::M8, 6000, 6000, 0));
    assert_eq!(may_place(&[wood], stones, Era::Medieval, false), Err(NoPlace::TooNear(0).into()));
    assert_eq!(may_place(&[stones], wood, Era::Medieval, false), Err(NoPlace::TooNear(0).into()));
    assert_eq!(check_table(&[wood, stones]), Err((1, NoPlace::Overlap(0).into())));
    assert_eq!(check_table(&[stones, wood]), Err((1, NoPlace::Overlap(0).into())));
}

#[test]
fn gen_set_04_centre() {
    assert_eq!(may_place(&[], at(Terrain::W2, 6000, 4599, 0), Era::Western, true), Ok(()));
    assert_eq!(
        may_place(&[], at(Terrain::W2, 6000, 4600, 0), Era::Western, true),
        Err(NoPlace::Centre.into()),
        "within 10 cm, bound included"
    );
    assert_eq!(
        may_place(&[], at(Terrain::W2, 6000, 6000, 0), Era::Western, true),
        Err(NoPlace::Centre.into())
    );
    assert_eq!(may_place(&[], at(Terrain::W2, 6000, 6000, 0), Era::Western, false), Ok(()));
}

/// A table that is kept on the shelf is of one era's set.
#[test]
fn r_237_kept_tables_are_of_one_set() {
    let (cabin, saloon) = (at(Terrain::W2, 3000, 3000, 0), at(Terrain::W1, 6000, 6000, 3));
    assert_eq!(kept_table(&[cabin, saloon], Era::Western), Ok(()));
    assert_eq!(kept_table(&[cabin, saloon], Era::Pirates), Err(NoPiece::Era));
    assert_eq!(kept_table(&[cabin, at(Terrain::P2, 9000, 9000, 0)], Era::Western), Err(NoPiece::Era));
    let saloons = [saloon, at(Terrain::W1, 2000, 9000, 0), at(Terrain::W1, 9000, 2000, 0)];
    assert_eq!(kept_table(&saloons[..2], Era::Western), Ok(()), "two boxes (R-355)");
    assert_eq!(kept_table(&saloons, Era::Western), Err(NoPiece::NoCopy));
    assert_eq!(
        kept_table(&[cabin, at(Terrain::W1, 3000, 3000, 0)], Era::Western),
        Err(NoPlace::Overlap(0).into())
    );
    assert_eq!(kept_table(&[at(Terrain::M3, 3000, 3000, 0); 41], Era::Medieval), Err(NoPiece::NoCopy));
}

#[test]
fn own_tables() {
    let walls = [at(Terrain::M3, 3000, 3000, 0), at(Terrain::M3, 4500, 3000, 0)];
    assert_eq!(check_table(&walls), Ok(()), "end to end is no overlap");
    let crossed = [walls[0], at(Terrain::M3, 3000, 3000, 6)];
    assert_eq!(check_table(&crossed), Err((1, NoPlace::Overlap(0).into())));
    assert_eq!(check_table(&[at(Terrain::M3, 100, 100, 0)]), Err((0, NoPlace::OffTable.into())));
    assert_eq!(check_table(&[walls[0]; 41]), Err((40, NoPiece::TooMany)));
    let middle = [at(Terrain::M3, 6000, 6500, 0)];
    assert_eq!(own_table(&middle, Some(Scenario::Saccage)), Ok(()));
    assert_eq!(own_table(&middle, Some(Scenario::Ravioli)), Err(NoPlace::Centre.into()), "GEN-SET-04");
    assert_eq!(own_table(&middle, None), Err(NoPlace::Centre.into()), "any scenario may come");
    assert_eq!(own_table(&crossed, None), Err(NoPlace::Overlap(0).into()));
}

#[test]
fn gen_dec_02_first_piece() {
    // Row 0 and the first rows are off the table for a saloon 12 cm deep: its first legal row is y = 1000.
    let first = first_piece(&[], Era::Western, false).unwrap();
    assert_eq!(first, at(Terrain::W1, 6000, 1000, 0));
    let second = first_piece(&[first], Era::Western, false).unwrap();
    assert_eq!((second.piece, second.at), (Terrain::W2, pt(3500, 500)), "the west before the east");
    for era in Era::ALL {
        let mut placed = Vec::new();
        while placed.len() < 10 {
            placed.push(first_piece(&placed, *era, true).unwrap());
        }
        assert_eq!(check_table(&placed), Ok(()));
    }
}

fn deploy(table: &Tabletop, edge: Edge, at: Pt) -> Result<i32, NoPlace> {
    table.space().may_deploy(Fig(0), edge, at)
}

#[test]
fn gen_set_08_deployment() {
    let mut table = Tabletop { board: board_of(&[at(Terrain::W2, 6000, 500, 0)]), ..Tabletop::default() };
    table.put(0, 6000, 6000);
    table.figures[0].status = Status::default();
    assert_eq!(deploy(&table, Edge::S, pt(3000, 875)), Ok(0));
    assert_eq!(deploy(&table, Edge::S, pt(3000, 876)), Err(NoPlace::Zone));
    assert_eq!(deploy(&table, Edge::S, pt(3000, 124)), Err(NoPlace::OffTable));
    assert_eq!(deploy(&table, Edge::N, pt(3000, TABLE - 875)), Ok(0));
    assert_eq!(deploy(&table, Edge::E, pt(TABLE - 875, 3000)), Ok(0));
    assert_eq!(deploy(&table, Edge::W, pt(876, 3000)), Err(NoPlace::Zone));
    assert_eq!(deploy(&table, Edge::S, pt(6000, 500)), Ok(500), "on a roof");
    assert_eq!(deploy(&table, Edge::S, pt(6600, 500)), Err(NoPlace::Blocked(Obstacle::Piece(0))));
    table.put(0, 3000, 500);
    let taken = NoPlace::Blocked(Obstacle::Figure(Fig(1)));
    assert_eq!(deploy(&table, Edge::S, pt(3000, 700)), Err(taken));
    table.mark(2000, 500);
    assert_eq!(deploy(&table, Edge::S, pt(2000, 700)), Err(NoPlace::Marker(0)));
}

#[test]
fn gen_dec_06_first_deployment() {
    let mut table = Tabletop::default();
    let mut spots = Vec::new();
    for _ in 0..40 {
        let fig = table.put(0, 0, 0);
        table.figures[fig.i()].status = Status::default();
        let (spot, z) = table.space().first_deployment(fig, Edge::N).unwrap();
        assert_eq!(table.space().may_deploy(fig, Edge::N, spot), Ok(z));
        table.figures.pop();
        table.stand(0, spot, z);
        spots.push(spot);
    }
    let north = TABLE - 500;
    assert_eq!(spots[..4], [pt(6000, north), pt(5500, north), pt(6500, north), pt(5000, north)]);
}

#[test]
fn gen_scn_60_markers() {
    let mut table = Tabletop { board: board_of(&[at(Terrain::W2, 4000, 500, 0)]), ..Tabletop::default() };
    let may = |table: &Tabletop, x: i32, y: i32| table.space().may_mark(Edge::S, pt(x, y));
    assert_eq!(may(&table, 8000, 875), Ok(()));
    assert_eq!(may(&table, 8000, 876), Err(NoPlace::Zone));
    assert_eq!(may(&table, 8000, 124), Err(NoPlace::OffTable));
    assert_eq!(may(&table, 4624, 500), Err(NoPlace::Terrain(0)));
    assert_eq!(may(&table, 4625, 500), Ok(()));
    assert_eq!(
        table.space().first_marker(Edge::S),
        Some(pt(8000, 500)),
        "a third of the edge is taken by a cabin"
    );
    assert_eq!(table.space().first_marker(Edge::N), Some(pt(4000, TABLE - 500)));
    table.mark(8000, 500);
    assert_eq!(may(&table, 6751, 500), Err(NoPlace::Marker(0)));
    assert_eq!(may(&table, 6750, 500), Ok(()));
    assert_eq!(table.space().first_marker(Edge::S), Some(pt(6000, 500)));
}

#[test]
fn gen_scn_40_champions_touch_at_the_centre() {
    assert_eq!((centre_spot(Edge::S), centre_spot(Edge::N)), (pt(6000, 5875), pt(6000, 6125)));
    assert_eq!((centre_spot(Edge::E), centre_spot(Edge::W)), (pt(6125, 6000), pt(5875, 6000)));
    let mut table = Tabletop::default();
    assert_eq!(Edge::ALL.map(inward), [pt(0, 1), pt(0, -1), pt(-1, 0), pt(1, 0)]);
    let (a, b) = (table.stand(0, centre_spot(Edge::S), 0), table.stand(1, centre_spot(Edge::N), 0));
    let space: Space<'_> = table.space();
    assert!(space.contact(a, b) && space.locked(a) && space.locked(b));
}

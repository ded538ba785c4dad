//! From the drawing to a board.

use bagarre_baston::testkit::ids::ItemKind;
use bagarre_baston::testkit::scene::Layer;
use bagarre_kit::grid::Point;
use serde_json::{Value, json};

use super::Case;
use super::start::parse_figure;

impl Case {
    pub(super) fn draw(&mut self, text: &str) {
        let mut lines: Vec<Vec<char>> =
            text.trim_matches('\n').lines().map(|line| line.chars().collect()).collect();
        // Edge lines may start with spaces: the indent is that of the point lines.
        let indent =
            lines.iter().step_by(2).map(|line| line.iter().take_while(|ch| **ch == ' ').count()).min();
        for line in &mut lines {
            line.drain(..indent.unwrap_or(0).min(line.len()));
        }
        let width = lines.iter().map(Vec::len).max().unwrap_or(1).div_ceil(2);
        let height = lines.len().div_ceil(2);
        let alone = self.figures.iter().map(|fig| fig.seat).all(|seat| seat == self.figures[0].seat);
        if alone {
            self.figures.push(parse_figure(&format!(
                "Z {} >1 at={},1",
                1 - self.figures[0].seat.min(1),
                height + 1
            )));
        }
        let rows = if alone { height + 1 } else { height };
        let at = |y: usize, x: usize| lines.get(y).and_then(|line| line.get(x)).copied();
        let mut map = vec![vec![' '; 2 * width + 1]; 2 * rows + 1];
        let mut pieces: Vec<(&str, Vec<Point>, char)> = Vec::new();
        let mut chairs = Vec::new();
        for r in 0..rows {
            for c in 0..width {
                let p = Point::new(r as u8 + 1, c as u8 + 1);
                let ch = if r < height { at(2 * r, 2 * c).unwrap_or('.') } else { '.' };
                let stage = r < height && at(2 * r, 2 * c + 1) == Some('_');
                let ground = if stage { 'E' } else { ground(ch) };
                match ch {
                    'T' | 'Q' | 'Y' | 'V' => add_cell(&mut pieces, ch, p),
                    'h' => chairs.push(json!([p.r, p.c])),
                    'o' => self.items.push((ItemKind::Canette, p, Layer::Ground)),
                    'x' => self.glass.push(p),
                    'A'..='G' => {
                        self.cells.insert(ch, p);
                    }
                    _ => {}
                }
                map[2 * r + 1][2 * c + 1] = ground;
                if r < height {
                    map[2 * r + 1][2 * c + 2] = edge(at(2 * r, 2 * c + 1));
                    map[2 * r + 2][2 * c + 1] = edge(at(2 * r + 1, 2 * c));
                }
                if alone && r + 1 == height {
                    map[2 * r + 2][2 * c + 1] = '-';
                }
            }
        }
        let map: Vec<String> = map.into_iter().map(|line| line.into_iter().collect()).collect();
        let furniture: Vec<Value> = pieces
            .iter()
            .enumerate()
            .map(|(n, (name, cells, _))| {
                let cells: Vec<_> = cells.iter().map(|p| json!([p.r, p.c])).collect();
                json!({ "id": format!("f{n}"), "kind": name, "cells": cells })
            })
            .collect();
        self.board = json!({
            "board": { "id": "test", "rows": rows, "cols": width, "map": map.join("\n") },
            "terrain": terrain(),
            "furniture": furniture,
            "chairs": { "points": chairs },
        });
    }
}

fn edge(ch: Option<char>) -> char {
    ch.filter(|ch| "|-DFP".contains(*ch)).unwrap_or(' ')
}

fn add_cell(pieces: &mut Vec<(&str, Vec<Point>, char)>, ch: char, p: Point) {
    let name = match ch {
        'T' => "table",
        'Q' => "pinball",
        'Y' => "babyfoot",
        _ => "video",
    };
    let room = if ch == 'V' { 1 } else { 2 };
    let beside = pieces.iter_mut().find(|(_, cells, mark)| {
        let near = cells.iter().any(|q| q.distance(p) == 1 && (q.r == p.r || q.c == p.c));
        *mark == ch && cells.len() < room && near
    });
    match beside {
        Some((_, cells, _)) => cells.push(p),
        None => pieces.push((name, vec![p], ch)),
    }
}

/// The kinds of ground of the drawing.
fn terrain() -> Value {
    let ground = |name: &str, level: u8, zone: &str| json!({ "name": name, "level": level, "zone": zone });
    json!({
                ".": ground("hall", 0, "inside"), "s": ground("sidewalk", 0, "street"),
                "E": ground("stage", 2, "inside"), "B": ground("bar_counter", 2, "inside"),
                "^": ground("stairs", 1, "inside"), "w": ground("wc", 0, "inside"),
                "b": ground("behind_bar", 0, "inside"),
    })
}

/// The map character of what is drawn on a point.
fn ground(ch: char) -> char {
    match ch {
        ',' => 's',
        '=' => 'E',
        '#' => 'B',
        '^' => '^',
        '~' => 'w',
        ':' => 'b',
        _ => '.',
    }
}

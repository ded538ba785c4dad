//! A map as data: what the tables hold of a map, and what a set-up may state as its own.

use serde::{Deserialize, Serialize};

use bagarre_kit::hex::Hex;

/// The ground that is fought for (CEL-SCN-02).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct ObjectiveData {
    /// Its letter.
    pub letter: char,
    /// The first turn at whose end it gives points.
    pub from_turn: u8,
    /// Points for the only side with able fighters on it.
    pub points: i32,
}

/// Where a side leaves the map without fleeing (CEL-SCN-03, CEL-SCN-05).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct ExitData {
    /// Its columns, from and to.
    pub cols: [i16; 2],
    /// Its rows, from and to.
    pub rows: [i16; 2],
}

impl ExitData {
    /// Whether a hexagon is in it.
    pub fn has(&self, hex: Hex) -> bool {
        let within = |[from, to]: [i16; 2], n: i16| (from..=to).contains(&n);
        within(self.cols, hex.col) && within(self.rows, hex.row)
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct MapData {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Columns.
    pub width: i16,
    /// Rows.
    pub height: i16,
    /// A row of letters for each row of hexagons (CEL-HEX-05).
    pub rows: Vec<String>,
    /// Where each side begins: column and row, from and to.
    pub deploy: [[i16; 4]; 2],
    /// Hexagons by which opponents of the reserve come in (CEL-MJ-05).
    #[serde(default)]
    pub entrees: Vec<[i16; 2]>,
    /// Letters that lie outside the fight (CEL-SCN-01).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub out_letters: String,
    /// The ground that is fought for (CEL-SCN-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub objective: Option<ObjectiveData>,
    /// Where those who march leave (CEL-SCN-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub exit_side0: Option<ExitData>,
    /// Where the beast leaves (CEL-SCN-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub exit_beast: Option<ExitData>,
    /// Where the standard stands (CEL-SCN-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standard: Option<[i16; 2]>,
    /// Where the boss stands (CEL-SCN-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub boss_at: Option<[i16; 2]>,
}

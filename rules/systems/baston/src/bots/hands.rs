//! What a character has to hand.

use super::body::row;
use super::mind::{Hands, OwnBlow, Play};
use crate::ids::{ItemKind, Who};
use crate::order::Blow;
use crate::tables::{RowId, tables};

impl Play<'_> {
    /// What a character has to hand.
    pub(super) fn hands_of(&self, who: Who) -> Hands {
        let scene = &self.sight.scene;
        let weapons: Vec<ItemKind> = self.sight.weapons(who).collect();
        let chair = scene.chair_of(who).is_some();
        let price = |kind: ItemKind| match kind {
            ItemKind::Chaise => (self.figure(who).arms() == 2).then_some(0),
            _ if chair => None,
            ItemKind::Canette => Some(2),
            ItemKind::Tesson => Some(6),
            ItemKind::Cran => Some(14),
            _ => None,
        };
        Hands {
            carried: scene.carried(who).count(),
            chair,
            cash_box: scene.carried(who).any(|(_, kind)| kind == ItemKind::Caisse),
            blows: self.blows_of(who, &weapons, chair),
            throws: weapons.iter().filter_map(|kind| Some((*kind, price(*kind)?))).collect(),
            weapons,
        }
    }

    /// Returns the blows of a character that carries these weapons, or a chair among them.
    fn blows_of(&self, who: Who, weapons: &[ItemKind], chair: bool) -> Vec<OwnBlow> {
        let (own, scene) = (self.figure(who), &self.sight.scene);
        let mut blows = Vec::with_capacity(weapons.len() + 3);
        let mut add = |id: RowId, blow: Blow, price: i32| {
            blows.push(OwnBlow { row: row(id), blow, price, upright: blow == Blow::CB });
        };
        if own.arms() > 0 {
            if !chair {
                add(RowId::CpNu, Blow::CP, 0);
            }
            for kind in weapons.iter().filter(|kind| !chair || **kind == ItemKind::Chaise) {
                if let Some(id) = tables().item(*kind).blow_row {
                    add(id, Blow::CP, 0);
                }
            }
        }
        if own.left[4] > 0 && !chair {
            let boots = scene.wears(who, ItemKind::Santiags);
            add(if boots { RowId::CsSantiags } else { RowId::CsBasket }, Blow::CS, 0);
            let helmet = scene.wears(who, ItemKind::Casque);
            add(if helmet { RowId::CbCasque } else { RowId::CbNu }, Blow::CB, if helmet { 0 } else { 3 });
        }
        blows
    }
}

//! Drop actions of cards.

use upcard_engine::MeldId;

use crate::drag::DragItem;
use crate::store::{App, Draft};

/// Handles a card dropped on a target of this kind and number.
pub(crate) fn handle_drop(app: App, what: DragItem, kind: &str, number: Option<u32>) {
    match (what, kind, number) {
        (DragItem::Hand(id), "hand", before) if before != Some(id) => app.arrange_hand(id, before),
        (DragItem::Hand(id), "slot" | "zone", Some(slot)) => {
            let mut ids = app.selected().get_untracked();
            if !ids.contains(&id) {
                ids = vec![id];
            }
            app.put(&ids, slot as usize);
        }
        (DragItem::Draft(id), "slot" | "zone", Some(slot)) => app.put(&[id], slot as usize),
        (DragItem::Draft(id), "hand", _) => app.remove_from_draft(id),
        (DragItem::Hand(id), "meld", Some(meld)) => {
            app.select(id);
            app.tap_meld(MeldId(meld as u16));
        }
        (DragItem::Hand(id), "discards", _) => {
            app.select(id);
            app.tap_discards();
        }
        (DragItem::Hand(id), "felt", _) => {
            // On the open felt: start a lay-down with it.
            let mut ids = app.selected().get_untracked();
            if !ids.contains(&id) {
                ids = vec![id];
            }
            if app.draft().with_untracked(|draft| *draft == Draft::None) {
                app.open_with(&ids);
            }
        }
        _ => {}
    }
}

//! What a card does where it is dropped.

use leptos::prelude::*;
use upcard_engine::MeldId;

use crate::drag::What;
use crate::store::{App, Panel};
use crate::{hand, panels};

/// A card was dropped on a place of this kind, with this number.
pub(crate) fn drop(app: App, what: What, kind: &str, number: Option<u32>) {
    match (what, kind, number) {
        (What::Hand(id), "hand", before) if before != Some(id) => hand::put(app, id, before),
        (What::Hand(id), "slot" | "zone", Some(slot)) => {
            let mut ids = app.selected.get_untracked();
            if !ids.contains(&id) {
                ids = vec![id];
            }
            panels::put(app, &ids, slot as usize);
        }
        (What::Draft(id), "slot" | "zone", Some(slot)) => panels::put(app, &[id], slot as usize),
        (What::Draft(id), "hand", _) => panels::back(app, id),
        (What::Hand(id), "meld", Some(meld)) => {
            app.selected.set(vec![id]);
            app.tap_meld(MeldId(meld as u16));
        }
        (What::Hand(id), "discards", _) => {
            app.selected.set(vec![id]);
            app.tap_discards();
        }
        (What::Hand(id), "felt", _) => {
            // On the open table: begin a lay-down with it.
            let mut ids = app.selected.get_untracked();
            if !ids.contains(&id) {
                ids = vec![id];
            }
            if app.panel.with_untracked(|panel| *panel == Panel::None) {
                panels::open_with(app, &ids);
            }
        }
        _ => {}
    }
}

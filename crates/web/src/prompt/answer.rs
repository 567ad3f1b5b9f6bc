//! What the answers of the prompt do.

use leptos::prelude::*;
use upcard_client::{ArrangeDraft, LayDownDraft};
use upcard_engine::Action;

use super::asked::Do;
use crate::store::{App, Panel};

/// Does what an answer of the prompt says.
pub(super) fn carry_out(app: App, does: Do) {
    app.notice.set(None);
    match does {
        Do::Act(action) => app.act(action),
        Do::Propose => {
            let hand = app.hand.with_untracked(|hand| hand.items().to_vec());
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| LayDownDraft::proposed(&v, &hand)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Down));
        }
        Do::OpenDown => open_down(app),
        Do::LayDown => {
            let action = app.panel.with_untracked(|panel| match panel {
                Panel::Down(draft) => {
                    app.session.with_untracked(|s| s.view().and_then(|v| draft.action(&v).ok()))
                }
                _ => None,
            });
            if let Some(action) = action {
                app.act(action);
            }
        }
        Do::OpenArrange => {
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| ArrangeDraft::new(&v, 1_000_000)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Arrange));
        }
        Do::Rearrange => {
            let action = app.panel.with_untracked(|panel| match panel {
                Panel::Arrange(draft) => {
                    app.session.with_untracked(|s| s.view().and_then(|v| draft.action(&v).ok()))
                }
                _ => None,
            });
            if let Some(action) = action {
                app.act(action);
            }
        }
        Do::ClosePanel => {
            app.panel.set(Panel::None);
            app.selected.set(Vec::new());
        }
        Do::Say(message) => app.send(message),
        Do::Show(overlay) => app.overlay.set(Some(overlay)),
        Do::PassDeal => {
            app.pass_deal.set(true);
            app.act(Action::Pass);
        }
        Do::Leave => app.leave(),
    }
}

/// Opens an empty lay-down; selected cards go into the first slot that they fit, else the first.
fn open_down(app: App) {
    let chosen = app.chosen();
    let draft = app.session.with_untracked(|s| {
        s.view().map(|v| {
            let empty = LayDownDraft::new(&v);
            let tries = (0..empty.slots.len()).map(|slot| {
                let mut draft = empty.clone();
                chosen.iter().for_each(|held| draft.put(*held, slot));
                draft
            });
            let fits =
                |draft: &LayDownDraft| draft.slots.iter().any(|slot| slot.meld(&v).is_some());
            let all: Vec<LayDownDraft> = tries.collect();
            all.iter().find(|d| fits(d)).or(all.first()).cloned().unwrap_or(empty)
        })
    });
    app.selected.set(Vec::new());
    app.panel.set(draft.map_or(Panel::None, Panel::Down));
}

//! What the answers of the prompt do.

use leptos::prelude::*;
use upcard_client::prompt::Does;
use upcard_client::wire::ClientMessage;
use upcard_client::{ArrangeDraft, LayDownDraft};
use upcard_engine::Action;

use crate::settings::Settings;
use crate::store::{App, Overlay, Panel};

/// Does what an answer of the prompt says.
pub(super) fn carry_out(app: App, does: Does) {
    app.notice.set(None);
    match does {
        Does::Act(action) | Does::LayDown(action) | Does::Rearrange(action) => app.act(action),
        Does::Propose { .. } => {
            let hand = app.hand.with_untracked(|hand| hand.items().to_vec());
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| LayDownDraft::proposed(&v, &hand)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Down));
        }
        Does::OpenLayDown | Does::MeldChosen => open_down(app),
        Does::OpenArrange => {
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| ArrangeDraft::new(&v, 1_000_000)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Arrange));
        }
        Does::Cancel => {
            app.panel.set(Panel::None);
            app.selected.set(Vec::new());
        }
        Does::TakeSeatBack => app.send(ClientMessage::TakeBack),
        Does::Sit => {
            let name = app.settings.with_untracked(Settings::name_or_guest);
            app.send(ClientMessage::Sit { seat: None, name });
        }
        Does::NextDeal => app.send(ClientMessage::Next),
        Does::ShowScores { .. } => app.overlay.set(Some(Overlay::Scores)),
        Does::PassDeal => {
            app.pass_deal.set(true);
            app.act(Action::Pass);
        }
        Does::Leave => app.overlay.set(Some(Overlay::Leave)),
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

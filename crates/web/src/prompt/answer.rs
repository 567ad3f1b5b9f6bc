//! What the answers of the prompt do.

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::prompt::Does;
use upcard_client::wire::ClientMessage;
use upcard_client::{ArrangeDraft, LayDownDraft, Purpose};
use upcard_engine::Action;

use crate::settings::Settings;
use crate::store::{App, Ask, Overlay, Panel};
use crate::text::{self, tr};

/// Does what an answer of the prompt says.
pub(crate) fn carry_out(app: App, does: Does) {
    app.notice.set(None);
    match does {
        Does::Act(action) => app.play_move(action),
        Does::LayDown(action) | Does::Rearrange(action) => app.act(action),
        Does::Propose { .. } => {
            let hand = app.hand.with_untracked(|hand| hand.items().to_vec());
            let draft = app.session.with_untracked(|s| {
                // What was put together before, where it can be laid down.
                let own = app.prepared.get_untracked();
                s.view().map(|v| {
                    if own.action(&v).is_ok() { own } else { LayDownDraft::proposed(&v, &hand) }
                })
            });
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Down));
        }
        Does::OpenEnding(_) | Does::OpenAnswer => {
            let hand = app.hand.with_untracked(|hand| hand.items().to_vec());
            let open =
                if does == Does::OpenAnswer { LayDownDraft::answer } else { LayDownDraft::ending };
            let draft = app.session.with_untracked(|s| s.view().map(|view| open(&view, &hand)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Down));
        }
        Does::OpenLayDown | Does::MeldChosen | Does::Prepare => open_down(app),
        Does::OpenArrange => {
            let draft =
                app.session.with_untracked(|s| s.view().map(|v| ArrangeDraft::new(&v, 1_000_000)));
            app.selected.set(Vec::new());
            app.panel.set(draft.map_or(Panel::None, Panel::Arrange));
        }
        Does::Drop(price) => {
            let answers = vec![(tr!("drop-yes"), Does::Act(Action::Drop), true)];
            app.ask.set(Some(Ask { question: tr!("drop-really", points = price), answers }));
        }
        Does::TakeDeep(card) => take_deep(app, card),
        Does::ChooseDeep => app.overlay.set(Some(Overlay::Discards)),
        Does::Cancel => close(app),
        Does::TakeSeatBack => app.send(ClientMessage::TakeBack),
        Does::Sit => {
            let name = app.settings.with_untracked(Settings::name_or_guest);
            app.send(ClientMessage::Sit { seat: None, name });
        }
        Does::NextDeal => app.send(ClientMessage::Next),
        Does::ShowScores { .. } => app.overlay.set(Some(Overlay::Scores)),
        Does::StandingAnswers => app.overlay.set(Some(Overlay::Comfort)),
        Does::Leave => app.overlay.set(Some(Overlay::Leave)),
    }
}

/// Asks whether to take the discards down to this card: how many come with it, and what it obliges to.
pub(crate) fn take_deep(app: App, card: Card) {
    let action = Action::TakeDeep(card);
    let judged = app.session.with_untracked(|s| {
        let view = s.view()?;
        let at = view.table.pile().rposition(|discard| discard == card)?;
        Some((view.table.discards().len() - at, view.judge(&action).map(|_| ())))
    });
    app.overlay.set(None);
    match judged {
        Some((1, Ok(()))) => app.play_move(Action::Take),
        Some((count, Ok(()))) => {
            let question = tr!("ask-deep", card = text::short(card), count = count);
            let answers = vec![(tr!("take-deep-yes"), Does::Act(action), true)];
            app.ask.set(Some(Ask { question, answers }));
        }
        Some((_, Err(refusal))) => app.refuse(upcard_rulebook::refusal_sentence(refusal)),
        None => {}
    }
}

/// Closes what is being put together. A lay-down is there again when it is opened again.
pub(super) fn close(app: App) {
    if let Panel::Down(draft) = app.panel.get_untracked()
        && draft.purpose == Purpose::LayDown
    {
        app.prepared.set(draft);
    }
    app.panel.set(Panel::None);
    app.selected.set(Vec::new());
}

/// Opens the lay-down that was put together last, or an empty one; selected cards go into the first
/// slot that they fit, else the first that is empty.
fn open_down(app: App) {
    let chosen = untrack(|| app.chosen());
    let kept = app.prepared.get_untracked();
    let draft = app
        .session
        .with_untracked(|s| s.view().map(|view| LayDownDraft::with_chosen(&view, &kept, &chosen)));
    app.selected.set(Vec::new());
    app.panel.set(draft.map_or(Panel::None, Panel::Down));
}

//! What is going on: the match on this device, and the tables of servers at which this browser has a seat; each with
//! whose turn it is.

use leptos::prelude::*;
use upcard_client::{Session, Visit};
use upcard_engine::Seat;

use crate::json::Json;
use crate::store::App;
use crate::text::tr;
use crate::{address, news, remote};

/// Where the match on this device stands: the game, the deal, whose turn it is.
pub(crate) fn standing(session: &Session) -> String {
    let name = session.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone());
    let deal = session.view.as_ref().map_or(0, |view| view.table.deals_begun());
    let turn = match &session.view {
        _ if session.asked() => tr!("turn-yours"),
        Some(view) if !view.table.waiting().is_empty() => {
            tr!("turn-others", names = news::names(session, view.table.waiting()))
        }
        _ => tr!("turn-next-deal"),
    };
    tr!("match-standing", game = name, deal = deal, turn = turn)
}

/// Whose turn it is at a table, as the server says it.
fn turn(about: &Json) -> String {
    let seated = about.list("seated");
    let name = |seat: usize| {
        let info = seated.get(seat).cloned().and_then(Json::of)?;
        let sitter = info.object("sitter")?;
        if let Some(person) = sitter.object("person") {
            return person.text("name");
        }
        let level = sitter.object("bot")?.text("level")?.parse().ok()?;
        Some(news::bot(level, Seat::at(seat)))
    };
    match about.text("stage").as_deref() {
        Some("seating") => return tr!("turn-seating"),
        Some("over") => return tr!("turn-over"),
        _ => {}
    }
    let Some(you) = about.object("you") else { return tr!("turn-watching") };
    let own = you.small("seat");
    let waiting: Vec<u8> =
        you.list("waiting").iter().filter_map(|n| n.as_f64()).map(|n| n as u8).collect();
    if waiting.iter().any(|seat| Some(*seat) == own) {
        return tr!("turn-yours");
    }
    let names: Vec<String> = waiting
        .iter()
        .map(|seat| name(usize::from(*seat)).unwrap_or_else(|| tr!("a-bot")))
        .collect();
    if names.is_empty() {
        tr!("turn-goes-on")
    } else {
        tr!("turn-others", names = news::listed(&names))
    }
}

/// A table of the server at which one has a seat.
pub(crate) fn table(app: App, visit: Visit) -> impl IntoView {
    let below = RwSignal::new(tr!("go-to-table-sub"));
    let mine = RwSignal::new(false);
    remote::about(&visit.id, move |about| {
        if let Some(about) = about {
            // The screen may be gone by now.
            let turn = turn(&about);
            let _ = mine.try_set(turn == tr!("turn-yours"));
            let _ = below.try_set(turn);
        }
    });
    let id = visit.id.clone();
    view! {
        <button class="btn big table-kept" class=("go", move || mine.get()) data-tap=format!("table {id}") on:click=move |_| { app.close_sheet(); address::go_to(app, &visit.id) }>
            <b>{tr!("go-to-table", game = visit.game)}</b><small aria-live="polite">{move || below.get()}</small></button>
    }
    .into_any()
}

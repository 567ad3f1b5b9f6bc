//! Matches in progress: the one on this device and the server tables where this browser has a seat, each with
//! whose turn it is.

use leptos::prelude::*;
use upcard_client::{Session, Visit};
use upcard_engine::Seat;

use crate::json::Json;
use crate::store::App;
use crate::text::tr;
use crate::{address, news, remote};

/// Describes the match on this device: game, deal, whose turn it is.
pub(crate) fn describe(session: &Session) -> String {
    let name = session.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone());
    let deal = session.view.as_ref().map_or(0, |view| view.table.deals_begun());
    let turn = match &session.view {
        _ if session.must_decide() => tr!("turn-yours"),
        Some(view) if !view.table.waiting().is_empty() => {
            tr!("turn-others", names = news::names(session, view.table.waiting()))
        }
        _ => tr!("turn-next-deal"),
    };
    tr!("match-standing", game = name, deal = deal, turn = turn)
}

/// Returns a seat's name from the server's data, and whether it is a person.
fn occupant(about: &Json, seat: usize) -> Option<(String, bool)> {
    let info = about.list("seated").get(seat).cloned().and_then(Json::of)?;
    let sitter = info.object("sitter")?;
    if let Some(person) = sitter.object("person") {
        return Some((person.text("name")?, true));
    }
    let level = sitter.object("bot")?.text("level")?.parse().ok()?;
    Some((news::bot(level, Seat::at(seat)), false))
}

/// Returns the other people at a table; the bots if there are none.
fn other_people(about: &Json) -> Vec<String> {
    let own = about.object("you").and_then(|you| you.small("seat")).map(usize::from);
    let others = (0..about.list("seated").len()).filter(|seat| Some(*seat) != own);
    let (people, bots): (Vec<_>, Vec<_>) =
        others.filter_map(|seat| occupant(about, seat)).partition(|(_, person)| *person);
    let company = if people.is_empty() { bots } else { people };
    company.into_iter().map(|(name, _)| name).collect()
}

/// Returns whose turn it is, from the server's data.
fn turn_text(about: &Json) -> String {
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
        .map(|seat| {
            occupant(about, usize::from(*seat)).map_or_else(|| tr!("a-bot"), |(name, _)| name)
        })
        .collect();
    if names.is_empty() {
        tr!("turn-goes-on")
    } else {
        tr!("turn-others", names = news::join(&names))
    }
}

/// A server table where the player has a seat.
pub(crate) fn table(app: App, visit: Visit) -> impl IntoView {
    let below = RwSignal::new(tr!("go-to-table-sub"));
    let mine = RwSignal::new(false);
    remote::fetch_table(&visit.id, move |about| {
        if let Some(about) = about {
            // The screen may be gone.
            let turn = turn_text(&about);
            let _ = mine.try_set(turn == tr!("turn-yours"));
            let company = other_people(&about);
            let _ = below.try_set(match company.is_empty() {
                true => turn,
                false => tr!("turn-at", turn = turn, names = news::join(&company)),
            });
        }
    });
    let id = visit.id.clone();
    view! {
        <button class="btn big table-kept" class=("go", move || mine.get()) data-tap=format!("table {id}") on:click=move |_| { app.close_sheet(); address::open_table(app, &visit.id) }>
            <b>{tr!("go-to-table", game = visit.game)}</b><small aria-live="polite">{move || below.get()}</small></button>
    }
    .into_any()
}

//! The second part of the program: the screens, sheets and panels that the
//! first turns with bots do not need.
//! It is a file of its own, and comes when the first of them is opened, or by itself a while after
//! the page stands.
#![allow(unsafe_code, reason = "the macro binds the two parts by functions of the C ABI")]

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::store::{App, Overlay};
use crate::text::tr;

/// How long after the page stands the second part comes by itself, in milliseconds.
const BY_ITSELF: u32 = 20_000;

/// What the second part draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Choosing a game, for a table with others (true) or alone.
    ChooseGame(bool),
    /// Setting up its table.
    SetUp(bool),
    /// The table before its match.
    Lobby,
    /// A lay-down, or what ends the deal, that is being put together.
    Down,
    /// A rearrangement that is being put together.
    Arrange,
    /// The pack, to be cut.
    Cut,
    /// A hand, to draw a card from.
    Pick,
    /// What a sheet over the screen holds.
    Sheet(Overlay),
}

/// How far the second part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Second {
    /// Nobody has asked for it.
    #[default]
    Unasked,
    /// It is on its way.
    Coming,
    /// It is there.
    There,
    /// It could not be had.
    Failed,
}

/// Draws a part. The macro makes it a future that loads the second part first.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn draw(part: Part) -> Result<AnyView, SplitLoaderError> {
    Ok(match part {
        Part::ChooseGame(friends) => view! { <crate::new_table::ChooseGame friends/> }.into_any(),
        Part::SetUp(friends) => view! { <crate::set_up::SetUpTable friends/> }.into_any(),
        Part::Lobby => view! { <crate::lobby::Lobby/> }.into_any(),
        Part::Down => view! { <crate::panels::DownPanel/> }.into_any(),
        Part::Arrange => view! { <crate::panels::ArrangePanel/> }.into_any(),
        Part::Cut => view! { <crate::panels::CutPanel/> }.into_any(),
        Part::Pick => view! { <crate::panels::PickPanel/> }.into_any(),
        Part::Sheet(overlay) => crate::overlays::body(overlay),
    })
}

/// Asks for the second part, unless it is there or on its way.
pub(crate) fn ask(app: App) {
    if matches!(app.second.get_untracked(), Second::Coming | Second::There) {
        return;
    }
    app.second.set(Second::Coming);
    leptos::task::spawn_local(async move {
        let loaded = load().await;
        app.second.set(if loaded.is_ok() { Second::There } else { Second::Failed });
    });
}

/// Lets the second part come by itself after a while.
pub(crate) fn comes_by_itself(app: App) {
    crate::browser::later(BY_ITSELF, move || {
        if app.second.get_untracked() == Second::Unasked {
            ask(app);
        }
    });
}

/// A part, as soon as it can be drawn.
pub(crate) fn part(app: App, part: Part) -> AnyView {
    // Not while something is being drawn that looks at the same signal.
    crate::browser::later(0, move || ask(app));
    let view = move || match app.second.get() {
        Second::There => match pin!(draw(part)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(view)) => view,
            Poll::Ready(Err(_)) | Poll::Pending => failed(app),
        },
        Second::Failed => failed(app),
        Second::Unasked | Second::Coming => {
            view! { <p class="loading" role="status">{tr!("loading")}</p> }.into_any()
        }
    };
    view.into_any()
}

fn failed(app: App) -> AnyView {
    view! {
        <p class="notice" role="alert">{tr!("part-failed")}</p>
        <button class="btn" on:click=move |_| ask(app)>{tr!("try-again")}</button>
    }
    .into_any()
}

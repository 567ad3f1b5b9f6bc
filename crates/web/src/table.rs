//! The table screen: its bar, the other seats, and the parts below.

use leptos::prelude::*;
use upcard_client::groups::is_hidden;
use upcard_client::status_line::{offer_position, shown};
use upcard_client::wire::Stage;
use upcard_client::wording;
use upcard_engine::Seat;
use upcard_engine::table::Down;

use crate::board::Board;
use crate::browser;
use crate::drag;
use crate::drop_actions::handle_drop;
use crate::hand::HandView;
use crate::lazy::{self, Bundle, LazyView, LoadState};
use crate::memo::memo;
use crate::news;
use crate::phrases::{OwnBubble, bubble};
use crate::prompt::Prompt;
use crate::seat_face::{self, Face};
use crate::sheets::{player_tag, seat_button};
use crate::store::{App, Overlay};
use crate::text::{self, Page, tr};

#[derive(Clone, Copy, PartialEq)]
enum TableView {
    /// The table on this device, before its first message.
    Loading,
    /// The lobby, before and after a match.
    Lobby,
    /// The curtain between people who share this device.
    Curtain,
    Table,
}

#[component]
pub(crate) fn TableScreen() -> impl IntoView {
    let app = App::get();
    if app.is_on_device() {
        // A guest of a server's table needs the connection first.
        browser::set_timeout(0, move || lazy::request(app.bundles(), Bundle::Felt));
    }
    lazy::prefetch_at_table(app.bundles());
    let middle = memo(move || {
        let (after, here) = (app.in_lobby().get(), app.is_on_device());
        let there = app.bundles().state(Bundle::Room).get() == LoadState::Loaded;
        let covered = app.is_curtain_down();
        app.session().with(|s| match s.stage {
            _ if covered => TableView::Curtain,
            Stage::Over if after || s.view.is_none() => TableView::Lobby,
            Stage::Over => TableView::Table,
            Stage::Playing if s.view.is_some() => TableView::Table,
            // A match on this device has no lobby and does not need the `Room` bundle. Of a server's table
            // nothing is known before its first message.
            _ if here || there && s.seated.is_empty() => TableView::Loading,
            _ => TableView::Lobby,
        })
    });
    let offline = move || (!app.online().get()).then(|| view! { <Offline/> });
    // Load the planner once there is a hand, after the connection.
    Effect::new(move |_| {
        if middle.get() == TableView::Table {
            app.load_planner();
        }
    });
    view! {
        {move || match middle.get() {
            TableView::Loading => view! {
                <div class="lobby">
                    <header class="bar">
                        <button class="ico" aria-label=tr!("back") on:click=move |_| app.go_home()>
                            <span class="i i-back" aria-hidden="true"></span></button>
                    </header>
                    <main>{lazy::placeholder(LoadState::Loading, || {})}</main>
                    {offline}
                </div>
            }.into_any(),
            TableView::Curtain => lazy::view(app.bundles(), LazyView::Curtain),
            TableView::Lobby => view! { {lazy::view(app.bundles(), LazyView::Lobby)}{offline} }.into_any(),
            TableView::Table => lazy::view(app.bundles(), LazyView::Felt),
        }}
    }
    .into_any()
}

/// Notice that the server cannot be reached.
#[component]
fn Offline() -> impl IntoView {
    view! { <p class="offline" role="status">{tr!("offline")}</p> }
}

/// The table during a match.
#[component]
pub(crate) fn Felt() -> impl IntoView {
    let app = App::get();
    drag::install(move |what, kind, number| handle_drop(app, what, kind, number));
    view! {
        <div class="table" class:beside=move || app.is_beside_large_screen()>
            <Bar/>
            {move || (!app.online().get()).then(|| view! { <Offline/> })}
            <Seats/>
            <Board/>
            <Prompt/>
            <HandView/>
            <OwnBubble/>
            {move || app.invite().with(Option::is_some).then(|| lazy::view(app.bundles(), LazyView::Strip))}
            <crate::coach::Coach/>
        </div>
    }
    .into_any()
}

#[component]
pub(crate) fn Bar() -> impl IntoView {
    let app = App::get();
    let title = move || {
        app.session()
            .with(|s| s.rules.as_ref().map_or_else(String::new, |r| r.set.catalogue.name.clone()))
    };
    let below = move || {
        app.session().with(|s| {
            let (Some(rules), Some(view)) = (&s.rules, &s.view) else { return String::new() };
            let table = &view.table;
            wording::table::bar(&Page, rules, table, news::player(s, table.dealer()))
        })
    };
    let talks = memo(move || {
        app.invite().with(Option::is_some)
            && app.session().with(|s| s.seat.is_some() && (s.phrases || s.host))
    });
    view! {
        <header class="bar">
            <button class="ico" aria-label=tr!("menu") title=tr!("menu") on:click=move |_| app.show(Overlay::Menu)>
                <span class="i i-menu" aria-hidden="true"></span>
            </button>
            <h1><b>{title}</b><small>{below}</small></h1>
            {move || talks.get().then(|| view! {
                <button class="ico" aria-label=tr!("say-something") title=tr!("say-something") on:click=move |_| app.show(Overlay::Phrases)>
                    <span class="i i-say" aria-hidden="true"></span>
                </button>
            })}
            <button class="ico" aria-label=tr!("rules") title=tr!("rules") on:click=move |_| app.show(Overlay::Rules)>
                <span class="i i-rules" aria-hidden="true"></span>
            </button>
            <button class="ico" aria-label=tr!("scores") title=tr!("scores") on:click=move |_| app.show(Overlay::Scores)>
                <span class="i i-scores" aria-hidden="true"></span>
            </button>
        </header>
    }
    .into_any()
}

/// Returns the other seats in turn order.
fn others(app: App) -> Vec<Seat> {
    app.session().with(|s| {
        let players = s.view.as_ref().map_or(0, |v| v.table.players());
        match s.seat {
            Some(me) if players > 0 => (1..players).map(|step| me.ahead(step, players)).collect(),
            _ => Seat::all(players).collect(),
        }
    })
}

#[component]
pub(crate) fn Seats() -> impl IntoView {
    let app = App::get();
    let seats = memo(move || others(app));
    // Scroll the current player into view.
    Effect::new(move |_| {
        let turn = app.session().with(|s| s.view.as_ref().map(|v| v.table.turn().seat));
        if let Some(seat) = turn {
            crate::browser::next_frame(move || {
                crate::layout::reveal(&format!("[data-spot=seat-{}]", seat.index()));
            });
        }
    });
    view! {
        <aside class="others" aria-label=tr!("seats-label")>
            <ul class="seats" class:many=move || seats.with(|s| s.len() > 4) tabindex="0">
                <For each=move || seats.get() key=|seat| *seat let:seat>
                    <SeatChip seat/>
                </For>
            </ul>
        </aside>
    }
    .into_any()
}

/// Content of a seat's chip, compared to redraw it only on changes.
#[derive(Clone, PartialEq)]
struct Chip {
    name: String,
    face: Face,
    count: u8,
    /// `None` in games without laying down.
    down: Option<bool>,
    turn: bool,
    asked: bool,
    /// Position among those asked, if they are asked in order.
    order: Option<usize>,
    score: i32,
    buys: Option<u8>,
    /// Value of its cards on the table, if they count and there are any.
    shown: Option<i32>,
    tag: Option<String>,
    dealer: bool,
    host: bool,
}

fn chip(app: App, seat: Seat) -> Option<Chip> {
    app.session().with(|s| {
        let (rules, view) = (s.rules.as_ref()?, s.view.as_ref()?);
        let table = &view.table;
        let state = table.seat(seat);
        let gone = wording::table::absence(&Page, table, seat);
        let tag = gone.or_else(|| player_tag(s.player(seat)));
        // Between deals it is nobody's turn, but a player may have a decision.
        let turn =
            table.turn().seat == seat && !table.phase().is_after_deal() && s.stage != Stage::Over;
        let asks = table.asks(seat) && s.stage != Stage::Over;
        Some(Chip {
            name: news::player(s, seat),
            face: Face::player(s, seat),
            count: state.count,
            down: (!is_hidden(rules)).then(|| state.opened(rules) != Down::No),
            turn,
            asked: asks && !turn,
            order: offer_position(s, seat),
            score: table.score(seat),
            buys: table.buys_left(rules, seat),
            shown: shown(rules, table, seat),
            tag,
            dealer: table.dealer() == seat,
            host: s.host_seat == Some(seat) && app.invite().with(Option::is_some),
        })
    })
}

#[component]
fn SeatChip(seat: Seat) -> impl IntoView {
    let app = App::get();
    let chip = memo(move || chip(app, seat));
    let look = move || {
        let chip = chip.get()?;
        let label = tr!(
            "seat-spoken",
            name = chip.name.clone(),
            count = chip.count,
            down = match chip.down {
                None => "none",
                Some(true) => "yes",
                Some(false) => "no",
            },
            turn = if chip.turn { "yes" } else { "no" },
            order = chip.order.unwrap_or(0) as i64,
            tag = chip.tag.clone().unwrap_or_default(),
            host = if chip.host { "yes" } else { "no" },
            tagged = if chip.tag.is_some() { "yes" } else { "no" },
            score = chip.score
        );
        Some(view! {
            <span class=seat_face::class(seat) class=("turning", chip.turn) aria-hidden="true">
                {chip.face.view()}<i>{chip.count}</i>
                {chip.dealer.then(|| view! { <em class="dealer">{tr!("tag-dealer-letter")}</em> })}
            </span>
            <span class="nm" aria-hidden="true">
                <span class="who">{chip.name.clone()}</span>{chip.host.then_some("♛\u{fe0e}")}
            </span>
            <span class="pts" aria-hidden="true">{text::number(chip.score.into())}<span class="unit">{tr!("points-unit")}</span></span>
            <span class="st" aria-hidden="true">
                {(chip.down == Some(true)).then(|| view! { <b class="down">{tr!("tag-down")}</b> })}
                {chip.buys.map(|n| view! {
                    <span class="long">{tr!("buys-left-short", count = n)}</span>
                    <span class="brief">{tr!("buys-brief", count = n)}</span>
                })}
                {chip.shown.map(|n| view! { <span>{tr!("shown-short", points = n)}</span> })}
                {chip.tag.clone().map(|tag| view! { <span class="tag">{tag}</span> })}
            </span>
            {chip.order.map(|place| view! { <span class="order" aria-hidden="true">{place}</span> })}
            <span class="sr">{label}</span>
        })
    };
    let class = move || {
        let (turn, asked) = chip.with(|c| c.as_ref().map_or((false, false), |c| (c.turn, c.asked)));
        format!("seat{}{}", if turn { " turn" } else { "" }, if asked { " asked" } else { "" })
    };
    view! { <li class=class data-spot=format!("seat-{}", seat.index())>{look}{bubble(app, seat)}{seat_button(app, seat)}</li> }
        .into_any()
}

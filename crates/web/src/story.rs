//! This deal, play by play: stepping back shows earlier positions without leaving the table.

use leptos::prelude::*;
use upcard_client::{announce, meld_cards};
use upcard_engine::Seat;
use upcard_engine::table::TableMeld;

use crate::card::{is_marked, named_html, wild_html};
use crate::memo::memo;
use crate::news;
use crate::store::App;
use crate::text::{self, tr};

/// The table after one play.
#[derive(Clone, PartialEq)]
struct TableAfter {
    sentence: String,
    melds: Vec<(Seat, String, Vec<TableMeld>)>,
    counts: Vec<(Seat, String, u8)>,
    upcard: String,
    stock: u16,
    hand: String,
}

fn table_after(app: App, play: usize) -> Option<TableAfter> {
    app.session().with(|s| {
        let rules = s.rules.as_ref()?;
        let (event, view) = s.story.at(play, rules)?;
        let table = &view.table;
        let first = s.seat.unwrap_or(Seat::at(0));
        let order: Vec<Seat> =
            (0..table.players()).map(|step| first.ahead(step, table.players())).collect();
        let melds = order.iter().filter_map(|seat| {
            let own: Vec<TableMeld> =
                table.melds().iter().filter(|m| m.owner == *seat).copied().collect();
            (!own.is_empty()).then(|| (*seat, news::name(s, *seat), own))
        });
        let counts = order
            .iter()
            .filter(|seat| Some(**seat) != s.seat)
            .map(|seat| (*seat, news::name(s, *seat), table.seat(*seat).count));
        Some(TableAfter {
            sentence: announce::event_line(s, event)
                .map_or_else(String::new, |line| news::announcement(s, &line)),
            melds: melds.collect(),
            counts: counts.collect(),
            upcard: table.upcard().map(|card| named_html(card, true)).unwrap_or_default(),
            stock: table.stock(),
            hand: view.hand.iter().map(|card| named_html(card, true)).collect(),
        })
    })
}

/// The deal's plays in order.
#[component]
pub(crate) fn Story() -> impl IntoView {
    let app = App::get();
    let plays = memo(move || app.session().with(|s| s.story.plays()));
    let last = plays.get_untracked().saturating_sub(1);
    let at = RwSignal::new(last);
    let is_last = memo(move || plays.get().saturating_sub(1) <= at.get());
    let then = memo(move || table_after(app, at.get()));
    let step = move |by: isize| {
        at.update(|at| {
            *at = at.saturating_add_signed(by).min(plays.get_untracked().saturating_sub(1))
        });
    };
    let key = move |event: web_sys::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => step(-1),
            "ArrowRight" => step(1),
            "Home" => at.set(0),
            "End" => step(isize::MAX),
            _ => return,
        }
        event.prevent_default();
    };
    let rules = app.session().with_untracked(|s| {
        s.rules.as_ref().zip(s.view.as_ref()).map(|(r, v)| v.table.deal_rules(r).melds)
    });
    let rules = rules.unwrap_or_default();
    view! {
        <div class="story" on:keydown=key>
            <div class="story-bar">
                <button class="btn" disabled=move || at.get() == 0 aria-label=tr!("story-back") on:click=move |_| step(-1)>"‹"</button>
                <p aria-live="polite"><b>{move || then.with(|t| t.as_ref().map_or_else(|| tr!("story-nothing"), |t| t.sentence.clone()))}</b>
                    <small>{move || tr!("story-place", number = (at.get() + 1).min(plays.get()), count = plays.get())}</small></p>
                <button class="btn" disabled=move || is_last.get() aria-label=tr!("story-on") on:click=move |_| step(1)>"›"</button>
            </div>
            {move || then.get().map(|t| view! {
                <div class="story-table">
                    <div class="story-piles">
                        <span class="upcard" inner_html=t.upcard></span>
                        <span>{tr!("stock-count", count = t.stock)}</span>
                        {t.counts.into_iter().map(|(seat, name, count)| view! {
                            <span class=format!("own av-{0} sh-{0}", seat.index())>{name}" "{count}</span>
                        }).collect_view()}
                    </div>
                    <div class="story-melds">
                        {t.melds.into_iter().map(|(seat, name, melds)| view! {
                            <section class="owner"><h3 class=format!("own av-{0} sh-{0}", seat.index())>{name}</h3>
                                <div class="row">{melds.into_iter().map(|m| {
                                    let cards = meld_cards(&m.meld, &rules);
                                    let faces: String = cards.iter().map(|(card, face)| wild_html(*card, true, *face, is_marked(*card, &rules))).collect();
                                    let names: Vec<String> = cards.iter().map(|(card, _)| text::spoken(*card)).collect();
                                    view! { <span class="meld" role="img" aria-label=names.join(", ") inner_html=faces></span> }
                                }).collect_view()}</div>
                            </section>
                        }).collect_view()}
                    </div>
                </div>
                {(!t.hand.is_empty()).then(|| view! { <div class="spreadout story-hand" role="group" aria-label=tr!("hand-label") inner_html=t.hand></div> })}
            })}
        </div>
    }
    .into_any()
}

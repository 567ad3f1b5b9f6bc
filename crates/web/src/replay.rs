//! Replay of a match by deal, turn and play, from one seat or with all hands open.

use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::{Replay, ReplayFault, ReplayLink, Session};
use upcard_engine::Seat;
use upcard_rulebook::{record_error, replay_error};

use crate::board::Board;
use crate::card::named_html;
use crate::hand::HandView;
use crate::lazy::LoadState;
use crate::memo::memo;
use crate::screens::ReplaySource;
use crate::seat_face;
use crate::store::App;
use crate::table::Seats;
use crate::text::tr;
use crate::{browser, news, rules_sheet};

/// Position in a replay: the play and the viewing seat.
#[derive(Clone, Copy)]
struct ReplayPosition {
    replay: StoredValue<Arc<Replay>>,
    at: RwSignal<usize>,
    /// `None` shows only the table.
    viewer: RwSignal<Option<Seat>>,
    open: RwSignal<bool>,
}

impl ReplayPosition {
    fn with<T>(self, look: impl FnOnce(&Replay) -> T) -> T {
        self.replay.with_value(|replay| look(replay))
    }

    fn last(self) -> usize {
        self.with(|replay| replay.moments().len() - 1)
    }

    fn go(self, at: usize) {
        self.at.set(at.min(self.last()));
    }

    fn step(self, by: isize) {
        self.go(self.at.get_untracked().saturating_add_signed(by));
    }

    fn next_turn(self) {
        self.go(self.with(|replay| replay.next_turn(self.at.get_untracked())));
    }

    fn previous_turn(self) {
        self.go(self.with(|replay| replay.previous_turn(self.at.get_untracked())));
    }

    fn deal(self) -> usize {
        let at = self.at.get();
        self.with(|replay| replay.moments()[at].deal)
    }
}

#[component]
pub(crate) fn ReplaySheet() -> impl IntoView {
    let app = App::get();
    let looked = app.replay_source().get_untracked();
    let read = RwSignal::new(None::<Result<StoredValue<Arc<Replay>>, String>>);
    let own = match &looked {
        Some(ReplaySource::Table(_, own) | ReplaySource::Record(_, own)) => *own,
        None => None,
    };
    let take = move |text: &str| {
        let found = Replay::read(app.library(), text).map(|replay| {
            // Local records use this name for players without one.
            let named = replay.seats().iter().position(|name| *name == tr!("you"));
            let own = own.or(named.map(Seat::at));
            replay.addressed_to(own)
        });
        let found = found.map(|replay| StoredValue::new(Arc::new(replay))).map_err(fault_text);
        let _ = read.try_set(Some(found));
    };
    // Errors in records are worded with the rule sheet texts.
    let begun = StoredValue::new(false);
    Effect::new(move |_| {
        let waits = !rules_sheet::ensure_texts(app)
            && matches!(app.sheet_texts().get(), LoadState::NotRequested | LoadState::Loading);
        if waits || begun.get_value() {
            return;
        }
        begun.set_value(true);
        match looked.clone() {
            Some(ReplaySource::Record(text, _)) if text.is_empty() => {
                read.set(Some(Err(tr!("replay-nothing"))));
            }
            Some(ReplaySource::Record(text, _)) => browser::set_timeout(0, move || take(&text)),
            Some(ReplaySource::Table(link, _)) => {
                browser::fetch_bytes(&link.record(), move |bytes| {
                    match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                        Some(text) => take(&text),
                        None => {
                            let _ = read.try_set(Some(Err(tr!("replay-missing"))));
                        }
                    }
                })
            }
            None => {}
        }
    });
    let looked = app.replay_source().get_untracked();
    move || {
        Some(match read.get() {
            None => view! { <p class="loading" role="status">{tr!("loading")}</p> }.into_any(),
            Some(Err(words)) => view! { <p class="notice" role="alert">{words}</p> }.into_any(),
            Some(Ok(replay)) => {
                let (at, viewer) = match &looked {
                    Some(ReplaySource::Table(link, _)) => (link.at, link.seat),
                    Some(ReplaySource::Record(_, seat)) => (0, *seat),
                    None => (0, None),
                };
                let players = replay.with_value(|replay| replay.seats().len() as u8);
                let viewer = viewer.filter(|seat| seat.is_of(players)).unwrap_or(Seat::at(0));
                let position = ReplayPosition {
                    replay,
                    at: RwSignal::new(0),
                    viewer: RwSignal::new(Some(viewer)),
                    open: RwSignal::new(false),
                };
                position.go(at);
                replay_view(app, position)
            }
        })
    }
}

/// Says why a record cannot be replayed.
fn fault_text(fault: ReplayFault) -> String {
    match fault {
        ReplayFault::TooLong => tr!("replay-long"),
        ReplayFault::Record(error) => tr!("replay-wrong", why = record_error(&error)),
        ReplayFault::Replay(error) => tr!("replay-wrong", why = replay_error(&error)),
        ReplayFault::Empty => tr!("replay-empty"),
    }
}

fn replay_view(app: App, position: ReplayPosition) -> AnyView {
    let session = move || {
        let (at, viewer) = (position.at.get(), position.viewer.get());
        position.with(|replay| replay.session(at, viewer))
    };
    let shown = app.with_session(untrack(session));
    // The components below show this match instead of the page's own.
    provide_context(shown);
    Effect::new(move |_| shown.show_session(session()));
    let sentence = memo(move || {
        let (at, viewer) = (position.at.get(), position.viewer.get());
        position.with(|replay| {
            let session = replay.session(at, viewer);
            let line = replay.line(at, &session);
            line.map(|line| news::announcement(&session, &line)).unwrap_or_default()
        })
    });
    let names: Vec<String> = untrack(move || {
        shown.session().with_untracked(|s: &Session| {
            Seat::all(s.seated.len() as u8).map(|seat| news::name(s, seat)).collect()
        })
    });
    let key = move |event: web_sys::KeyboardEvent| {
        let field = event
            .target()
            .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
        // Form fields use these keys themselves.
        if field.is_some_and(|field| matches!(field.tag_name().as_str(), "SELECT" | "INPUT")) {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" => position.step(-1),
            "ArrowRight" => position.step(1),
            "PageUp" => position.previous_turn(),
            "PageDown" => position.next_turn(),
            "Home" => position.go(0),
            "End" => position.go(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    };
    let game = position.with(|replay| replay.rules().set.catalogue.name.clone());
    // A replay's cards do nothing.
    let still = move |event: web_sys::MouseEvent| event.stop_propagation();
    view! {
        <div class="table replay" on:keydown=key>
            <div class="bar"><h1><b>{game}</b><small>{names.join(", ")}</small></h1></div>
            <div class="looked" on:click:capture=still on:pointerdown:capture=move |event| event.stop_propagation()>
                <Seats/>
                <Board/>
            </div>
            {controls(position, sentence, &names)}
            {move || if position.open.get() { hands(position, names.clone()) } else { view! {
                <div class="looked" on:click:capture=still on:pointerdown:capture=move |event| event.stop_propagation()><HandView/></div>
            }.into_any() }}
        </div>
        {log(position)}
    }
    .into_any()
}

/// The position, and controls to step forward and back.
fn controls(position: ReplayPosition, sentence: Memo<String>, names: &[String]) -> AnyView {
    let last = position.last();
    let is_first = move || position.at.get() == 0;
    let is_last = move || position.at.get() >= last;
    let deals = position.with(Replay::deals);
    let step = |id: &'static str,
                sign: &'static str,
                ends: Box<dyn Fn() -> bool + Send + Sync>,
                does: Box<dyn Fn() + Send + Sync>| {
        view! { <button class="btn" aria-label=tr!(id) title=tr!(id) disabled=ends on:click=move |_| does()>{sign}</button> }
    };
    let eyes = names.iter().cloned().enumerate().map(|(at, name)| {
        view! { <option value=at.to_string() selected=move || position.viewer.get() == Some(Seat::at(at))>{name}</option> }
    });
    view! {
        <section class="steps" aria-label=tr!("replay")>
            <p class="said" aria-live="polite"><b>{sentence}</b>
                <small>{move || tr!("replay-place", deal = position.deal(), deals = deals, number = position.at.get() + 1, count = last + 1)}</small></p>
            <div class="buttons">
                {step("replay-turn-back", "«", Box::new(is_first), Box::new(move || position.previous_turn()))}
                {step("replay-back", "‹", Box::new(is_first), Box::new(move || position.step(-1)))}
                <input type="range" min="0" max=last aria-label=tr!("replay-slider") prop:value=move || position.at.get().to_string()
                on:input=move |event| position.go(event_target_value(&event).parse().unwrap_or(0))/>
                {step("replay-on", "›", Box::new(is_last), Box::new(move || position.step(1)))}
                {step("replay-turn-on", "»", Box::new(is_last), Box::new(move || position.next_turn()))}
            </div>
            <div class="buttons">
                <select aria-label=tr!("replay-deal") on:change=move |event| {
                    let deal = event_target_value(&event).parse().unwrap_or(1);
                    position.go(position.with(|replay| replay.deal_start(deal)));
                }>{(1..=deals).map(|deal| view! {
                    <option value=deal.to_string() selected=move || position.deal() == deal>{tr!("cell-deal", deal = deal)}</option>
                }).collect_view()}</select>
                <select aria-label=tr!("replay-whose") on:change=move |event| {
                    position.viewer.set(event_target_value(&event).parse().ok().map(Seat::at));
                }>{eyes.collect_view()}</select>
                <button class="btn" aria-pressed=move || position.open.get().to_string()
                    on:click=move |_| position.open.update(|open| *open = !*open)>{tr!("replay-all-hands")}</button>
            </div>
        </section>
    }
    .into_any()
}

fn hands(position: ReplayPosition, names: Vec<String>) -> AnyView {
    let all = move || {
        let at = position.at.get();
        let hands = position.with(|replay| replay.hands(at));
        let each = hands.into_iter().zip(names.clone()).enumerate().map(|(seat, (hand, name))| {
            let cards: String = hand.iter().map(|card| named_html(card, true)).collect();
            let class = format!("own {}", seat_face::class(Seat::at(seat)).replacen("av ", "", 1));
            view! {
                <section class="owner"><h2 class=class>{name}</h2>
                    <div class="spreadout" inner_html=cards></div></section>
            }
        });
        each.collect_view()
    };
    view! { <div class="all-hands scroll" tabindex="0" role="region" aria-label=tr!("replay-all-hands")>{all}</div> }
        .into_any()
}

/// The deal's plays, to jump to one, and a link to this moment.
fn log(position: ReplayPosition) -> AnyView {
    let open = RwSignal::new(false);
    let deal = memo(move || position.deal());
    let lines =
        move || {
            let (deal, viewer) = (deal.get(), position.viewer.get());
            let words = position.with(|replay| {
                replay.lines(deal, viewer, |at, session, line| {
                    (at, line.map(|line| news::announcement(session, line)).unwrap_or_default())
                })
            });
            let each = words.into_iter().map(|(at, words)| view! {
            <li><button class="item" aria-current=move || (position.at.get() == at).to_string()
                on:click=move |_| position.go(at)>{words}</button></li>
        });
            each.collect_view()
        };
    let app = App::get();
    let link = move || match app.replay_source().get_untracked() {
        Some(ReplaySource::Table(link, _)) => Some(link),
        _ => None,
    };
    let copied = RwSignal::new("replay-link");
    view! {
        {link().map(|link| view! {
            <button class="btn" on:click=move |_| {
                let here = ReplayLink { at: position.at.get_untracked(), seat: position.viewer.get_untracked(), ..link.clone() };
                browser::copy(&format!("{}/{}", browser::origin(), here.fragment()), move |done| {
                    copied.set(if done { "copied" } else { "not-copied" });
                });
            }><span aria-live="polite">{move || tr!(copied.get())}</span></button>
        })}
        <button class="btn" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)>{tr!("replay-log")}</button>
        {move || open.get().then(|| view! { <ol class="log plays">{lines}</ol> })}
    }
    .into_any()
}

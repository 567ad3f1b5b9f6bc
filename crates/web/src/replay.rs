//! Replay of a match by deal, turn and play, from one seat or with all hands open.

use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::{Replay, ReplayFault, ReplayLink, Session};
use upcard_engine::Seat;
use upcard_rulebook::{record_error, replay_error};

use crate::board::Board;
use crate::card::named_html;
use crate::hand::HandView;
use crate::later::Second;
use crate::memo::memo;
use crate::screens::Looked;
use crate::seat_face;
use crate::store::App;
use crate::table::Seats;
use crate::text::tr;
use crate::{browser, news, rules_sheet};

/// Position in a replay: the play and the viewing seat.
#[derive(Clone, Copy)]
struct Looker {
    replay: StoredValue<Arc<Replay>>,
    at: RwSignal<usize>,
    /// `None` shows only the table.
    eye: RwSignal<Option<Seat>>,
    open: RwSignal<bool>,
}

impl Looker {
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

    fn turn_on(self) {
        self.go(self.with(|replay| replay.turn_on(self.at.get_untracked())));
    }

    fn turn_back(self) {
        self.go(self.with(|replay| replay.turn_back(self.at.get_untracked())));
    }

    fn deal(self) -> usize {
        let at = self.at.get();
        self.with(|replay| replay.moments()[at].deal)
    }
}

/// The replay sheet.
#[component]
pub(crate) fn ReplaySheet() -> impl IntoView {
    let app = App::get();
    let looked = app.looked().get_untracked();
    let read = RwSignal::new(None::<Result<StoredValue<Arc<Replay>>, String>>);
    let own = match &looked {
        Some(Looked::Table(_, own) | Looked::Record(_, own)) => *own,
        None => None,
    };
    let take = move |text: &str| {
        let found = Replay::read(app.library(), text).map(|replay| {
            // Local records use this name for players without one.
            let named = replay.seats().iter().position(|name| *name == tr!("you"));
            let own = own.or(named.map(Seat::at));
            replay.told_to(own)
        });
        let found = found.map(|replay| StoredValue::new(Arc::new(replay))).map_err(wrong);
        let _ = read.try_set(Some(found));
    };
    // Errors in records are worded with the rule sheet texts.
    let begun = StoredValue::new(false);
    Effect::new(move |_| {
        let waits = !rules_sheet::there(app)
            && matches!(app.sheet_texts().get(), Second::Unasked | Second::Coming);
        if waits || begun.get_value() {
            return;
        }
        begun.set_value(true);
        match looked.clone() {
            Some(Looked::Record(text, _)) if text.is_empty() => {
                read.set(Some(Err(tr!("replay-nothing"))));
            }
            Some(Looked::Record(text, _)) => browser::later(0, move || take(&text)),
            Some(Looked::Table(link, _)) => {
                browser::fetch(&link.record(), move |bytes| {
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
    let looked = app.looked().get_untracked();
    move || {
        Some(match read.get() {
            None => view! { <p class="loading" role="status">{tr!("loading")}</p> }.into_any(),
            Some(Err(words)) => view! { <p class="notice" role="alert">{words}</p> }.into_any(),
            Some(Ok(replay)) => {
                let (at, eye) = match &looked {
                    Some(Looked::Table(link, _)) => (link.at, link.seat),
                    Some(Looked::Record(_, seat)) => (0, *seat),
                    None => (0, None),
                };
                let players = replay.with_value(|replay| replay.seats().len() as u8);
                let eye = eye.filter(|seat| seat.is_of(players)).unwrap_or(Seat::at(0));
                let looker = Looker {
                    replay,
                    at: RwSignal::new(0),
                    eye: RwSignal::new(Some(eye)),
                    open: RwSignal::new(false),
                };
                looker.go(at);
                looking(app, looker)
            }
        })
    }
}

/// Says why a record cannot be replayed.
fn wrong(fault: ReplayFault) -> String {
    match fault {
        ReplayFault::Long => tr!("replay-long"),
        ReplayFault::Record(error) => tr!("replay-wrong", why = record_error(&error)),
        ReplayFault::Replay(error) => tr!("replay-wrong", why = replay_error(&error)),
        ReplayFault::Empty => tr!("replay-empty"),
    }
}

fn looking(app: App, looker: Looker) -> AnyView {
    let session = move || {
        let (at, eye) = (looker.at.get(), looker.eye.get());
        looker.with(|replay| replay.session(at, eye))
    };
    let shown = app.looking(untrack(session));
    // The components below show this match instead of the page's own.
    provide_context(shown);
    Effect::new(move |_| shown.look(session()));
    let sentence = memo(move || {
        let (at, eye) = (looker.at.get(), looker.eye.get());
        looker.with(|replay| {
            let session = replay.session(at, eye);
            let line = replay.line(at, &session);
            line.map(|line| news::words(&session, &line)).unwrap_or_default()
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
            "ArrowLeft" => looker.step(-1),
            "ArrowRight" => looker.step(1),
            "PageUp" => looker.turn_back(),
            "PageDown" => looker.turn_on(),
            "Home" => looker.go(0),
            "End" => looker.go(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    };
    let game = looker.with(|replay| replay.rules().set.catalogue.name.clone());
    // A replay's cards do nothing.
    let still = move |event: web_sys::MouseEvent| event.stop_propagation();
    view! {
        <div class="table replay" on:keydown=key>
            <div class="bar"><h1><b>{game}</b><small>{names.join(", ")}</small></h1></div>
            <div class="looked" on:click:capture=still on:pointerdown:capture=move |event| event.stop_propagation()>
                <Seats/>
                <Board/>
            </div>
            {controls(looker, sentence, &names)}
            {move || if looker.open.get() { hands(looker, names.clone()) } else { view! {
                <div class="looked" on:click:capture=still on:pointerdown:capture=move |event| event.stop_propagation()><HandView/></div>
            }.into_any() }}
        </div>
        {log(looker)}
    }
    .into_any()
}

/// The position, and controls to step forward and back.
fn controls(looker: Looker, sentence: Memo<String>, names: &[String]) -> AnyView {
    let last = looker.last();
    let is_first = move || looker.at.get() == 0;
    let is_last = move || looker.at.get() >= last;
    let deals = looker.with(Replay::deals);
    let step = |id: &'static str,
                sign: &'static str,
                ends: Box<dyn Fn() -> bool + Send + Sync>,
                does: Box<dyn Fn() + Send + Sync>| {
        view! { <button class="btn" aria-label=tr!(id) title=tr!(id) disabled=ends on:click=move |_| does()>{sign}</button> }
    };
    let eyes = names.iter().cloned().enumerate().map(|(at, name)| {
        view! { <option value=at.to_string() selected=move || looker.eye.get() == Some(Seat::at(at))>{name}</option> }
    });
    view! {
        <section class="steps" aria-label=tr!("replay")>
            <p class="said" aria-live="polite"><b>{sentence}</b>
                <small>{move || tr!("replay-place", deal = looker.deal(), deals = deals, number = looker.at.get() + 1, count = last + 1)}</small></p>
            <div class="buttons">
                {step("replay-turn-back", "«", Box::new(is_first), Box::new(move || looker.turn_back()))}
                {step("replay-back", "‹", Box::new(is_first), Box::new(move || looker.step(-1)))}
                <input type="range" min="0" max=last aria-label=tr!("replay-slider") prop:value=move || looker.at.get().to_string()
                on:input=move |event| looker.go(event_target_value(&event).parse().unwrap_or(0))/>
                {step("replay-on", "›", Box::new(is_last), Box::new(move || looker.step(1)))}
                {step("replay-turn-on", "»", Box::new(is_last), Box::new(move || looker.turn_on()))}
            </div>
            <div class="buttons">
                <select aria-label=tr!("replay-deal") on:change=move |event| {
                    let deal = event_target_value(&event).parse().unwrap_or(1);
                    looker.go(looker.with(|replay| replay.deal_start(deal)));
                }>{(1..=deals).map(|deal| view! {
                    <option value=deal.to_string() selected=move || looker.deal() == deal>{tr!("cell-deal", deal = deal)}</option>
                }).collect_view()}</select>
                <select aria-label=tr!("replay-whose") on:change=move |event| {
                    looker.eye.set(event_target_value(&event).parse().ok().map(Seat::at));
                }>{eyes.collect_view()}</select>
                <button class="btn" aria-pressed=move || looker.open.get().to_string()
                    on:click=move |_| looker.open.update(|open| *open = !*open)>{tr!("replay-all-hands")}</button>
            </div>
        </section>
    }
    .into_any()
}

fn hands(looker: Looker, names: Vec<String>) -> AnyView {
    let all = move || {
        let at = looker.at.get();
        let hands = looker.with(|replay| replay.hands(at));
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
fn log(looker: Looker) -> AnyView {
    let open = RwSignal::new(false);
    let deal = memo(move || looker.deal());
    let lines =
        move || {
            let (deal, eye) = (deal.get(), looker.eye.get());
            let words = looker.with(|replay| {
                replay.lines(deal, eye, |at, session, line| {
                    (at, line.map(|line| news::words(session, line)).unwrap_or_default())
                })
            });
            let each = words.into_iter().map(|(at, words)| view! {
            <li><button class="item" aria-current=move || (looker.at.get() == at).to_string()
                on:click=move |_| looker.go(at)>{words}</button></li>
        });
            each.collect_view()
        };
    let app = App::get();
    let link = move || match app.looked().get_untracked() {
        Some(Looked::Table(link, _)) => Some(link),
        _ => None,
    };
    let copied = RwSignal::new("replay-link");
    view! {
        {link().map(|link| view! {
            <button class="btn" on:click=move |_| {
                let here = ReplayLink { at: looker.at.get_untracked(), seat: looker.eye.get_untracked(), ..link.clone() };
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

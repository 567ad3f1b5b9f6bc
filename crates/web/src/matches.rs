//! *My games*: matches played on this device, and opening a record.

use leptos::prelude::*;
use upcard_client::following::Seen;
use upcard_client::{Played, ScoreSheet, Session};
use upcard_engine::Seat;
use wasm_bindgen::closure::Closure;

use crate::matches_kept::{self, all, forget, record_of};
use crate::regulars::{self, Gathering};
use crate::screens::{Looked, Overlay};
use crate::store::{App, waiting};
use crate::text::tr;
use crate::{begin, browser, figures, running, score_book, score_shared, unkept, visits};

/// Matches in progress: the one on this device, and server tables where this browser has a seat.
fn running_ones(app: App) -> Option<AnyView> {
    let here = app.can_go_on() && app.place().with_untracked(Option::is_none);
    let visits = visits::all();
    let tables: Vec<_> = visits.seated().cloned().collect();
    if !here && tables.is_empty() {
        return None;
    }
    let stands = RwSignal::new(tr!("go-on-sub"));
    if here {
        browser::later(0, move || {
            app.waiting_match(move |found: Result<Session, String>| {
                let words = match found {
                    Ok(session) => running::standing(&session),
                    Err(why) => why,
                };
                // The sheet may have been closed.
                let _ = stands.try_set(words);
            });
        });
    }
    Some(view! {
        <section class="list-of running"><h3>{tr!("matches-running")}</h3>
            {here.then(|| view! {
                <button class="btn big" on:click=move |_| { app.close_sheet(); begin::does(app, "go-on") }>
                    <b>{tr!("go-on")}</b><small>{move || stands.get()}</small></button>
            })}
            {tables.into_iter().map(|visit| running::table(app, visit)).collect_view()}
        </section>
    }
    .into_any())
}

/// Records the matches of this device's groups.
pub(crate) fn note_meetings(app: App) {
    regulars::note(app, all().iter().cloned().collect(), record_of);
}

/// The matches, or the page of a group.
#[component]
pub(crate) fn GamesSheet() -> impl IntoView {
    let gathering = Gathering::of(App::get(), all().iter().cloned().collect(), record_of);
    move || match gathering.opened() {
        Some(made) => view! { <regulars::Group on=gathering made/> }.into_any(),
        None => view! { <Matches gathering/> }.into_any(),
    }
}

/// A delete button that asks for confirmation first, as deletion is final.
fn deletes(label: String, asks: &'static str, does: impl Fn() + 'static) -> AnyView {
    let sure = RwSignal::new(false);
    view! {
        <button class=move || if sure.get() { "btn sure" } else { "ico" }
            aria-label=move || (!sure.get()).then(|| label.clone())
            on:click=move |_| if sure.get_untracked() { does() } else { sure.set(true) }>
            {move || match sure.get() {
                true => tr!(asks).into_any(),
                false => view! { <span class="i i-close" aria-hidden="true"></span> }.into_any(),
            }}</button>
    }
    .into_any()
}

/// The matches, and a record from a file.
#[component]
fn Matches(gathering: Gathering) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(all());
    // Includes matches that ended while nobody was connected. The sheet may be closed when they arrive.
    unkept::look(app, move || {
        let _ = known.try_set(all());
    });
    let game = RwSignal::new(None::<String>);
    let person = RwSignal::new(None::<String>);
    let list = Signal::derive(move || {
        known.with(|all| {
            let (game, person) = (game.get(), person.get());
            let (game, person) = all.still(game.as_deref(), person.as_deref());
            all.among(game, person).cloned().collect::<Vec<Played>>()
        })
    });
    let take = move |file: web_sys::File| {
        let look = Closure::once(move |read: wasm_bindgen::JsValue| {
            app.look_again(Looked::Record(read.as_string().unwrap_or_default().into(), None));
        });
        let _ = file.text().then(&look);
        look.forget();
    };
    let first = |files: Option<web_sys::FileList>| files.and_then(|files| files.get(0));
    let one = move |played: Played| {
        let (ended, seat) = (played.ended, played.seat);
        let date = browser::day(ended);
        let forgets = tr!("match-forget", game = played.game.clone(), date = date.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| {
                    // An unreadable record is reported there.
                    app.look_again(Looked::Record(record_of(ended).into(), Some(Seat::at(seat))));
                }><b>{played.game}</b><small>{date}" · "{played.result}</small></button>
                {deletes(forgets, "score-forget-sure", move || {
                    let mut all = all();
                    all.forget(ended);
                    forget(ended);
                    gathering.forget(ended);
                    matches_kept::store(&all);
                    known.set(all);
                })}
            </div>
        }
    };
    let waiting = RwSignal::new(waiting::all());
    waiting::find(move || {
        // The sheet may have been closed.
        let _ = waiting.try_set(waiting::all());
    });
    let goes_on = move |one: waiting::Waiting| {
        let number = one.number;
        let drops = tr!("match-drop", game = one.about.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| { app.close_sheet(); app.take_up(number) }>
                    <b>{one.about}</b><small>{tr!("go-on-sub")}</small></button>
                {deletes(drops, "score-forget-sure", move || {
                    waiting::forget(number);
                    waiting.set(waiting::all());
                })}
            </div>
        }
    };
    let choice = move |label: String, names: Vec<String>, chosen: RwSignal<Option<String>>| {
        view! {
            <label class="named">{label}
                <select on:change=move |event| {
                    let name = event_target_value(&event);
                    chosen.set(Some(name).filter(|name| !name.is_empty()));
                }>
                    <option value="">{tr!("matches-all")}</option>
                    {names.into_iter().map(|name| {
                        let own = chosen.with_untracked(|chosen| chosen.as_ref() == Some(&name));
                        view! { <option value=name.clone() selected=own>{name.clone()}</option> }
                    }).collect_view()}
                </select></label>
        }
        .into_any()
    };
    let choices = move || {
        known.with(|all| {
            let (games, people) = all.of_whom();
            let owned = |all: Vec<&str>| all.into_iter().map(str::to_owned).collect::<Vec<_>>();
            let games =
                (games.len() > 1).then(|| choice(tr!("matches-by-game"), owned(games), game));
            let people = (!people.is_empty())
                .then(|| choice(tr!("matches-by-people"), owned(people), person));
            view! { <div class="by">{games}{people}</div> }
        })
    };
    let scores = score_book::kept(&app.library());
    let scored = move |sheet: ScoreSheet| {
        let game = score_book::game_name(app, &sheet.house);
        let below = tr!(
            "matches-scored-sub",
            names = sheet.names.join(", "),
            deals = sheet.pad().deals().len()
        );
        view! {
            <button class="btn big" on:click=move |_| app.show(Overlay::Score)><b>{game}</b><small>{below}</small></button>
        }
    };
    let seen = RwSignal::new(score_shared::seen().iter().cloned().collect::<Vec<Seen>>());
    let followed = move |sheet: Seen| {
        let Seen { link, game, names } = sheet;
        let (id, drops) = (link.id.clone(), tr!("matches-followed-drop", game = game.clone()));
        let below = tr!("matches-followed", names = names.join(", "));
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| app.follow_sheet(link.clone())><b>{game}</b><small>{below}</small></button>
                {deletes(drops, "matches-followed-sure", move || {
                    score_shared::unsee(&id);
                    seen.update(|all| all.retain(|one| one.link.id != id));
                })}
            </div>
        }
    };
    view! {
        {running_ones(app)}
        {move || (!waiting.with(Vec::is_empty)).then(|| view! {
            <section class="list-of waiting"><h3>{tr!("matches-waiting")}</h3>
                {waiting.get().into_iter().map(goes_on).collect_view()}</section>
        })}
        {move || (!scores.is_empty() || !seen.with(Vec::is_empty)).then(|| view! {
            <section class="list-of scored"><h3>{tr!("matches-scored")}</h3>
                {scores.iter().cloned().map(scored).collect_view()}
                {seen.get().into_iter().map(followed).collect_view()}</section>
        })}
        <regulars::Groups on=gathering/>
        <h3>{tr!("matches-finished")}</h3>
        {choices}
        {move || list.with(Vec::is_empty).then(|| view! { <p>{tr!("matches-none")}</p> })}
        <div class="list-of">{move || list.get().into_iter().map(one).collect_view()}</div>
        <figures::FiguresOf matches=list record=record_of/>
        <section class="from-file"
            on:dragover=move |event| event.prevent_default()
            on:drop=move |event| {
                event.prevent_default();
                first(event.data_transfer().and_then(|all| all.files())).into_iter().for_each(take);
            }>
            <label class="named">{tr!("record-open")}
                <input type="file" id="record" accept=".upcard,text/plain" on:change=move |event| {
                    let input = event_target::<web_sys::HtmlInputElement>(&event);
                    first(input.files()).into_iter().for_each(take);
                }/></label>
            <p class="hint">{tr!("record-open-words")}</p>
        </section>
        <crate::luggage::Luggage/>
    }
    .into_any()
}

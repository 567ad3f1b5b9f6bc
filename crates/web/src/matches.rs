//! *My games*: matches played on this device, and opening a record.

use leptos::prelude::*;
use upcard_client::sheet_sync::OpenedSheet;
use upcard_client::{PlayedMatch, ScoreSheet, Session};
use upcard_engine::Seat;

use crate::backup::{chosen_file, dropped_file, read_file};
use crate::regulars::{self, GroupsData};
use crate::saved_matches::{self, all, delete, record};
use crate::screens::{Overlay, ReplaySource};
use crate::store::{App, waiting};
use crate::text::tr;
use crate::{
    browser, figures, match_saving, quick_start, running, score_book, score_shared, visits,
};

/// Matches in progress: the one on this device, and server tables where this browser has a seat.
fn running_matches(app: App) -> Option<AnyView> {
    let here = app.has_saved_match() && app.table_path().with_untracked(Option::is_none);
    let visits = visits::all();
    let tables: Vec<_> = visits.seated().cloned().collect();
    if !here && tables.is_empty() {
        return None;
    }
    let progress = RwSignal::new(tr!("go-on-sub"));
    if here {
        browser::set_timeout(0, move || {
            app.preview_saved_match(move |found: Result<Session, String>| {
                let words = match found {
                    Ok(session) => running::describe(&session),
                    Err(why) => why,
                };
                // The sheet may have been closed.
                let _ = progress.try_set(words);
            });
        });
    }
    Some(view! {
        <section class="list-of running"><h3>{tr!("matches-running")}</h3>
            {here.then(|| view! {
                <button class="btn big" on:click=move |_| { app.close_sheet(); quick_start::run_action(app, "go-on") }>
                    <b>{tr!("go-on")}</b><small>{move || progress.get()}</small></button>
            })}
            {tables.into_iter().map(|visit| running::table(app, visit)).collect_view()}
        </section>
    }
    .into_any())
}

/// Records the matches of this device's groups.
pub(crate) fn record_meetings(app: App) {
    regulars::record_meetings(app, all().iter().cloned().collect(), record);
}

/// The matches, or the page of a group.
#[component]
pub(crate) fn GamesSheet() -> impl IntoView {
    let groups_data = GroupsData::of(App::get(), all().iter().cloned().collect(), record);
    move || match groups_data.opened() {
        Some(made) => view! { <regulars::Group on=groups_data made/> }.into_any(),
        None => view! { <Matches groups_data/> }.into_any(),
    }
}

/// A delete button that asks for confirmation first, as deletion is final.
fn delete_button(label: String, asks: &'static str, does: impl Fn() + 'static) -> AnyView {
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
fn Matches(groups_data: GroupsData) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(all());
    // Includes matches that ended while nobody was connected. The sheet may be closed when they arrive.
    match_saving::fetch_missing(app, move || {
        let _ = known.try_set(all());
    });
    let game = RwSignal::new(None::<String>);
    let person = RwSignal::new(None::<String>);
    let list = Signal::derive(move || {
        known.with(|all| {
            let (game, person) = (game.get(), person.get());
            let (game, person) = all.valid_filters(game.as_deref(), person.as_deref());
            all.filtered(game, person).cloned().collect::<Vec<PlayedMatch>>()
        })
    });
    let take = move |file: web_sys::File| {
        let open = move |text: String| {
            app.open_replay(ReplaySource::Record(text.into(), None));
        };
        read_file(&file, Box::new(open));
    };
    let one = move |played: PlayedMatch| {
        let (ended, seat) = (played.ended, played.seat);
        let date = browser::format_date(ended);
        let forgets = tr!("match-forget", game = played.game.clone(), date = date.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| {
                    // An unreadable record is reported there.
                    app.open_replay(ReplaySource::Record(record(ended).into(), Some(Seat::at(seat))));
                }><b>{played.game}</b><small>{date}" · "{played.result}</small></button>
                {delete_button(forgets, "score-forget-sure", move || {
                    let mut all = all();
                    all.forget(ended);
                    delete(ended);
                    groups_data.forget(ended);
                    saved_matches::store(&all);
                    known.set(all);
                })}
            </div>
        }
    };
    let waiting = RwSignal::new(waiting::all());
    waiting::find_unlisted(move || {
        // The sheet may have been closed.
        let _ = waiting.try_set(waiting::all());
    });
    let goes_on = move |one: waiting::Waiting| {
        let number = one.number;
        let drops = tr!("match-drop", game = one.description.clone());
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| { app.close_sheet(); app.resume_waiting(number) }>
                    <b>{one.description}</b><small>{tr!("go-on-sub")}</small></button>
                {delete_button(drops, "score-forget-sure", move || {
                    waiting::delete(number);
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
            let (games, people) = all.games_and_people();
            let owned = |all: Vec<&str>| all.into_iter().map(str::to_owned).collect::<Vec<_>>();
            let games =
                (games.len() > 1).then(|| choice(tr!("matches-by-game"), owned(games), game));
            let people = (!people.is_empty())
                .then(|| choice(tr!("matches-by-people"), owned(people), person));
            view! { <div class="by">{games}{people}</div> }
        })
    };
    let scores = score_book::saved_sheets(&app.library());
    let scored = move |sheet: ScoreSheet| {
        let game = score_book::game_name(app, &sheet.house);
        let below = tr!(
            "matches-scored-sub",
            names = sheet.names.join(", "),
            deals = sheet.pad().deals().len()
        );
        view! {
            <button class="btn big" on:click=move |_| app.show(Overlay::HomeScore)><b>{game}</b><small>{below}</small></button>
        }
    };
    let seen =
        RwSignal::new(score_shared::opened_sheets().iter().cloned().collect::<Vec<OpenedSheet>>());
    let sharing = move |sheet: OpenedSheet| {
        let OpenedSheet { link, game, names } = sheet;
        let (id, drops) = (link.id.clone(), tr!("matches-followed-drop", game = game.clone()));
        let below = tr!("matches-followed", names = names.join(", "));
        view! {
            <div class="kept-match">
                <button class="btn big" on:click=move |_| app.open_shared_sheet(link.clone())><b>{game}</b><small>{below}</small></button>
                {delete_button(drops, "matches-followed-sure", move || {
                    score_shared::remove_opened(&id);
                    seen.update(|all| all.retain(|one| one.link.id != id));
                })}
            </div>
        }
    };
    view! {
        {running_matches(app)}
        {move || (!waiting.with(Vec::is_empty)).then(|| view! {
            <section class="list-of waiting"><h3>{tr!("matches-waiting")}</h3>
                {waiting.get().into_iter().map(goes_on).collect_view()}</section>
        })}
        {move || (!scores.is_empty() || !seen.with(Vec::is_empty)).then(|| view! {
            <section class="list-of scored"><h3>{tr!("matches-scored")}</h3>
                {scores.iter().cloned().map(scored).collect_view()}
                {seen.get().into_iter().map(sharing).collect_view()}</section>
        })}
        <regulars::Groups on=groups_data/>
        <h3>{tr!("matches-finished")}</h3>
        {choices}
        {move || list.with(Vec::is_empty).then(|| view! { <p>{tr!("matches-none")}</p> })}
        <div class="list-of">{move || list.get().into_iter().map(one).collect_view()}</div>
        <figures::FiguresOf matches=list record=record/>
        <section class="from-file"
            on:dragover=move |event| event.prevent_default()
            on:drop=move |event| {
                event.prevent_default();
                dropped_file(&event).into_iter().for_each(take);
            }>
            <label class="named">{tr!("record-open")}
                <input type="file" id="record" accept=".upcard,text/plain" on:change=move |event| {
                    chosen_file(&event).into_iter().for_each(take);
                }/></label>
            <p class="hint">{tr!("record-open-words")}</p>
        </section>
        <crate::backup::Backup/>
    }
    .into_any()
}

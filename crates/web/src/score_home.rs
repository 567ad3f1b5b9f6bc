//! Scores of games with real cards: stored sheets, and starting a new one.

use leptos::prelude::*;
use upcard_client::house_rules::HouseRules;
use upcard_client::sheet_sync::{OpenedSheet, SheetLink, SheetSync};
use upcard_client::{ScoreSheet, player_names};
use upcard_engine::Seat;

use crate::backup::{chosen_file, read_file};
use crate::browser;
use crate::controls::stepper;
use crate::house_storage::saved_rules;
use crate::score_book::{self, OpenSheet, game_name, save, saved_sheets};
use crate::score_shared;
use crate::score_sheet::Sheet;
use crate::store::App;
use crate::text::tr;

/// The home score: an open sheet, or the stored ones.
#[component]
pub(crate) fn HomeScore() -> impl IntoView {
    let app = App::get();
    let open = RwSignal::new(None::<OpenSheet>);
    // An opened sheet outlives the list.
    let owner = Owner::current();
    let opened = move |sheet: ScoreSheet| {
        let own = || OpenSheet::new(app, sheet);
        open.set(owner.as_ref().map(|owner| owner.with(own)));
        open.get_untracked().into_iter().for_each(OpenSheet::follow);
    };
    let owner = Owner::current();
    let on_fetched = move |sheet: ScoreSheet, following: SheetSync| {
        let others = || OpenSheet::from_link(app, sheet, following);
        open.set(owner.as_ref().map(|owner| owner.with(others)));
        open.get_untracked().into_iter().for_each(OpenSheet::follow);
    };
    let wrong = RwSignal::new(None::<&'static str>);
    if let Some(link) = app.take_sheet_link() {
        fetch_shared(app, link, on_fetched, wrong);
    }
    score_book::next(&app.library()).into_iter().for_each(&opened);
    let opened = StoredValue::new(opened);
    move || match open.get() {
        Some(sheet) => view! { <Sheet on=sheet close=move || open.set(None)/> }.into_any(),
        None => view! {
            {move || wrong.get().map(|id| view! { <p class="notice" role="alert">{tr!(id)}</p> })}
            <SavedSheets app open=move |sheet| opened.with_value(|open| open(sheet))/>
        }
        .into_any(),
    }
}

fn fetch_shared(
    app: App,
    link: SheetLink,
    on_fetched: impl FnOnce(ScoreSheet, SheetSync) + 'static,
    wrong: RwSignal<Option<&'static str>>,
) {
    browser::request("GET", &link.address(), &[], None, move |answer| {
        let text = (answer.status == 200).then_some(answer.text);
        let sheet = text.as_deref().map(|text| ScoreSheet::read(&app.library(), text));
        if answer.status == 404 {
            score_shared::remove_opened(&link.id);
        }
        let said = match (sheet, answer.version) {
            (Some(Some(sheet)), Some(version)) => {
                let (game, names) = (game_name(app, &sheet.house), sheet.names.clone());
                score_shared::add_opened(OpenedSheet { link: link.clone(), game, names });
                // Ignored if the sheet has been closed.
                if wrong.try_set(None).is_none() {
                    on_fetched(sheet, SheetSync::new(link, version));
                }
                return;
            }
            (Some(None), _) => "score-follow-unknown",
            _ if answer.status == 404 => "score-follow-ended",
            _ => "score-follow-not",
        };
        let _ = wrong.try_set(Some(said));
    });
}

/// The stored sheets, and a new one.
#[component]
fn SavedSheets(
    app: App,
    open: impl Fn(ScoreSheet) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let wrong = RwSignal::new(None::<String>);
    let take = move |text: String| match ScoreSheet::read(&app.library(), &text) {
        Some(sheet) => open(score_book::import(&app.library(), sheet)),
        None => wrong.set(Some(tr!("score-file-wrong"))),
    };
    let one = move |sheet: ScoreSheet| {
        let game = game_name(app, &sheet.house);
        let below = tr!(
            "score-kept-sub",
            names = sheet.names.join(", "),
            date = browser::format_date(sheet.begun),
            deals = sheet.pad().deals().len()
        );
        view! {
            <button class="btn big" on:click=move |_| open(sheet.clone())>
                <b>{game}</b><small>{below}</small></button>
        }
    };
    let sheets = saved_sheets(&app.library());
    view! {
        <div class="score-home">
            {(!sheets.is_empty()).then(|| view! {
                <section class="list-of"><h3>{tr!("score-kept")}</h3>{sheets.into_iter().map(one).collect_view()}</section>
            })}
            <NewSheet app open/>
            <section class="from-file">
                <label class="named">{tr!("score-file")}
                    <input type="file" accept=".txt,text/plain" on:change=move |event| {
                        chosen_file(&event).iter().for_each(|file| read_file(file, Box::new(take)));
                    }/></label>
                {move || wrong.get().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
            </section>
        </div>
    }
    .into_any()
}

/// Returns the games to choose from: the catalogue and this device's house rules.
fn games(app: App) -> Vec<(String, HouseRules)> {
    let library = app.library();
    let of = |id: &str| {
        let house = HouseRules::of(id);
        (game_name(app, &house), house)
    };
    let own: Vec<HouseRules> = saved_rules().iter().cloned().collect();
    let own = own.into_iter().map(|house| (house.name.clone(), house));
    own.chain(library.ids().map(of)).collect()
}

/// A new sheet: game and players.
#[component]
fn NewSheet(app: App, open: impl Fn(ScoreSheet) + Copy + Send + Sync + 'static) -> impl IntoView {
    let games = games(app);
    let last = app.settings().with_untracked(|s| s.game.clone());
    let chosen = games.iter().position(|(_, house)| house.changes.is_empty() && house.game == last);
    let chosen = RwSignal::new(chosen.unwrap_or(0));
    let bounds = {
        let games = games.clone();
        move |at: usize| {
            let set = games.get(at).and_then(|(_, house)| house.set(&app.library()).ok());
            set.map_or((2, 8), |set| (set.choices.players.min, set.choices.players.max))
        }
    };
    let within = RwSignal::new(bounds(chosen.get_untracked()));
    let players = RwSignal::new(4.clamp(within.get_untracked().0, within.get_untracked().1));
    let own = app.settings().with_untracked(|s| s.name.clone());
    let names = RwSignal::new(vec![own, String::new(), String::new(), String::new()]);
    let first = RwSignal::new(0usize);
    let wrong = RwSignal::new(None::<String>);
    let choose = move |at: usize| {
        chosen.set(at);
        let (least, most) = bounds(at);
        within.set((least, most));
        players.update(|players| *players = (*players).clamp(least, most));
    };
    let list = games.clone();
    let begin = move || {
        let Some((_, house)) = games.get(chosen.get_untracked()) else { return };
        let mut all = names.get_untracked();
        all.resize(usize::from(players.get_untracked()), String::new());
        let all = match player_names(&all, |at| tr!("score-player", number = at + 1)) {
            Ok(all) => all,
            Err(name) => return wrong.set(Some(tr!("names-same", name = name))),
        };
        let first = Seat::at(first.get_untracked().min(all.len() - 1));
        let begun = browser::now() as u64;
        match ScoreSheet::new(&app.library(), house.clone(), &all, first, begun) {
            Ok(sheet) => {
                save(&sheet);
                open(sheet);
            }
            Err(flaws) => wrong.set(Some(flaws.to_string())),
        }
    };
    let name = move |seat: usize| {
        view! {
            <label class="named">{tr!("score-player", number = seat + 1)}
                <input type="text" maxlength="24" autocomplete="off"
                    prop:value=move || names.with(|names| names.get(seat).cloned().unwrap_or_default())
                    on:input=move |event| names.update(|names| {
                        let most = names.len().max(seat + 1);
                        names.resize(most, String::new());
                        names[seat] = event_target_value(&event);
                    })/></label>
        }
    };
    view! {
        <form class="options score-begin" on:submit=move |event| { event.prevent_default(); begin() }>
            <h3>{tr!("score-new")}</h3>
            <label class="setting"><span>{tr!("game-choice")}</span>
                <select id="score-game" on:change=move |event| choose(event_target_value(&event).parse().unwrap_or(0))>
                    {list.into_iter().enumerate().map(|(at, (name, _))| view! {
                        <option value=at.to_string() selected=at == chosen.get_untracked()>{name}</option>
                    }).collect_view()}
                </select></label>
            {stepper("players", players, move || within.get())}
            {move || (0..usize::from(players.get())).map(name).collect_view()}
            <label class="setting"><span>{tr!("score-first-dealer")}</span>
                <select id="score-dealer" on:change=move |event| first.set(event_target_value(&event).parse().unwrap_or(0))>
                    {move || (0..usize::from(players.get())).map(|seat| {
                        let own = names.with(|names| names.get(seat).cloned().unwrap_or_default());
                        let own = if own.trim().is_empty() { tr!("score-player", number = seat + 1) } else { own };
                        view! { <option value=seat.to_string() selected=seat == first.get_untracked()>{own}</option> }
                    }).collect_view()}
                </select></label>
            {move || wrong.get().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
            <button class="btn go big" type="submit"><b>{tr!("score-begin")}</b></button>
        </form>
    }
    .into_any()
}

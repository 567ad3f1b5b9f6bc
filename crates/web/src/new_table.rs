//! Choosing a game, its variations, the seats and the bots.

use leptos::prelude::*;
use upcard_client::wire::{Level, SeatPlan, SetUp};
use upcard_engine::{Flaw, Library, Rules};

use crate::settings::Settings;
use crate::store::{App, Screen};
use crate::text::tr;
use crate::{home, remote, rules_sheet};

/// What a game's card shows.
#[derive(Clone)]
struct Game {
    id: String,
    name: String,
    origin: String,
    summary: String,
    players: (u8, u8),
    deals: usize,
    target: Option<u16>,
    variations: Vec<(String, String)>,
    reconstruction: bool,
}

fn games(library: &Library) -> Vec<Game> {
    library
        .ids()
        .filter_map(|id| {
            let set = library.select(id, &[]).ok()?;
            let c = &set.choices;
            let usual = 4.clamp(c.players.min, c.players.max);
            let rules = Rules::new(set.clone(), usual).ok();
            Some(Game {
                id: id.to_owned(),
                name: set.catalogue.name.clone(),
                origin: set.catalogue.origin.clone(),
                summary: set.catalogue.summary.clone(),
                players: (c.players.min, c.players.max),
                deals: rules.as_ref().map_or(0, |r| r.schedule.len()),
                target: rules.and_then(|r| r.target).map(|_| c.matching.target),
                variations: set
                    .variations
                    .iter()
                    .map(|v| (v.id.clone(), v.about.clone()))
                    .collect(),
                reconstruction: set.catalogue.reconstruction,
            })
        })
        .collect()
}

/// The screen; with friends or alone.
#[component]
pub(crate) fn NewTable(friends: bool) -> impl IntoView {
    let app = App::get();
    let library = app.library();
    let all = games(&library);
    let (last, players, level) =
        app.settings.with_untracked(|s| (s.game.clone(), s.players, s.level));
    let mut parts = last.split('+').map(str::to_owned);
    let chosen = RwSignal::new(parts.next().unwrap_or_default());
    let variations = RwSignal::new(parts.collect::<Vec<String>>());
    let players = RwSignal::new(players);
    let people = RwSignal::new(2u8);
    let level = RwSignal::new(level);
    let about = RwSignal::new(false);
    let game = {
        let all = all.clone();
        Memo::new(move |_| all.iter().position(|g| g.id == chosen.get()).unwrap_or(0))
    };
    let name = move || {
        let mut name = chosen.get();
        for v in variations.get() {
            name.push('+');
            name.push_str(&v);
        }
        name
    };
    let bounds = {
        let all = all.clone();
        Memo::new(move |_| all.get(game.get()).map_or((2, 8), |g| g.players))
    };
    let compiled = {
        let library = library.clone();
        Memo::new(move |_| {
            let wanted = players.get();
            library
                .select(&name(), &[])
                .and_then(|set| Rules::new(set, wanted))
                .map_err(|flaws| flaws.iter().map(Flaw::message).collect::<Vec<_>>().join(" "))
        })
    };
    let start = move |_| {
        if compiled.with_untracked(Result::is_err) {
            return;
        }
        let game = untrack(name);
        app.settings.update(|s| {
            s.game.clone_from(&game);
            s.players = players.get_untracked();
            s.level = level.get_untracked();
        });
        app.settings.with_untracked(Settings::save);
        let mut set_up: SetUp = home::alone(&game, players.get_untracked(), level.get_untracked());
        if friends {
            set_up.offer_seconds = SetUp::new("", Vec::new()).offer_seconds;
            for seat in set_up.seats.iter_mut().take(people.get_untracked() as usize) {
                *seat = SeatPlan::Person;
            }
            remote::make(app, set_up);
        } else {
            app.play(set_up);
        }
    };
    let card = {
        move |(index, g): (usize, Game)| {
            let id = g.id.clone();
            let length = match g.target {
                Some(target) => tr!("length-target", target = target),
                None => tr!("length-deals", deals = g.deals),
            };
            view! {
                <button class="game" aria-pressed=move || (game.get() == index).to_string()
                    on:click=move |_| {
                        chosen.set(id.clone());
                        variations.set(Vec::new());
                        about.set(false);
                        players.update(|n| *n = (*n).clamp(g.players.0, g.players.1));
                    }>
                    <b>{g.name.clone()}</b>
                    <small>{g.summary.clone()}</small>
                    <span class="facts">{tr!("players-range", min = g.players.0, max = g.players.1)}" · "{length}
                        {g.reconstruction.then(|| format!(" · {}", tr!("reconstruction")))}</span>
                    <span class="origin">{g.origin.clone()}</span>
                </button>
            }
        }
    };
    let options = {
        let all = all.clone();
        Memo::new(move |_| all.get(game.get()).map(|g| g.variations.clone()).unwrap_or_default())
    };
    view! {
        <div class="new">
            <header class="bar">
                <button class="ico" aria-label=tr!("back") on:click=move |_| app.screen.set(Screen::Home)>
                    <span class="i i-back" aria-hidden="true"></span></button>
                <h1><b>{if friends { tr!("invite-friends") } else { tr!("choose-game") }}</b></h1>
            </header>
            <main>
                <div class="games" role="group" aria-label=tr!("choose-game")>
                    {all.clone().into_iter().enumerate().map(card).collect_view()}
                </div>
                <div class="options">
                    <section>
                        <h2>{tr!("house-rules")}</h2>
                        {move || options.with(Vec::is_empty).then(|| view! { <p class="hint">{tr!("no-variations")}</p> })}
                        {move || options.get().into_iter().map(|(id, words)| {
                            let (a, b) = (id.clone(), id.clone());
                            view! {
                                <label class="switch">
                                    <input type="checkbox" prop:checked=move || variations.with(|v| v.contains(&a))
                                        on:change=move |_| variations.update(|v| match v.iter().position(|x| *x == b) {
                                            Some(at) => { v.remove(at); }
                                            None => v.push(b.clone()),
                                        })/>
                                    <span>{words}</span>
                                </label>
                            }
                        }).collect_view()}
                        <button class="btn" on:click=move |_| about.update(|a| *a = !*a)>{tr!("read-rules")}</button>
                    </section>
                    <section>
                        <h2>{tr!("seats")}</h2>
                        {stepper("players", players, move || bounds.get())}
                        {friends.then(|| stepper("people", people, move || (1, players.get())))}
                        <div class="setting" role="group" aria-label=tr!("bots-level")>
                            <span>{tr!("bots-level")}</span>
                            <div class="segments">
                                {Level::ALL.into_iter().skip(1).map(|l| view! {
                                    <button aria-pressed=move || (level.get() == l).to_string()
                                        on:click=move |_| level.set(l)>{tr!(&format!("level-{}", l.name()))}</button>
                                }).collect_view()}
                            </div>
                        </div>
                    </section>
                    {move || compiled.get().err().map(|flaws| view! { <p class="notice" role="alert">{flaws}</p> })}
                    {move || (about.get() && rules_sheet::there(app)).then(|| compiled.get().ok().map(|rules| rules_sheet::of(&rules)))}
                </div>
            </main>
            <footer>
                <button class="btn go big" disabled=move || compiled.with(Result::is_err) on:click=start>
                    <b>{if friends { tr!("make-table") } else { tr!("play") }}</b></button>
            </footer>
        </div>
    }
    .into_any()
}

/// A number with a button on either side.
fn stepper(
    label: &'static str,
    value: RwSignal<u8>,
    bounds: impl Fn() -> (u8, u8) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <div class="setting" role="group" aria-label=tr!(label)>
            <span>{tr!(label)}</span>
            <div class="stepper">
                <button aria-label=tr!("fewer") on:click=move |_| value.update(|n| *n = n.saturating_sub(1).max(bounds().0))>"−"</button>
                <output aria-live="polite">{move || value.get()}</output>
                <button aria-label=tr!("more") on:click=move |_| value.update(|n| *n = (*n + 1).min(bounds().1))>"+"</button>
            </div>
        </div>
    }
    .into_any()
}

//! Choosing a game and its variations.

use leptos::prelude::*;
use upcard_cards::{Contract, MeldKind};
use upcard_client::house_rules::HouseRules;
use upcard_client::{
    Difficulty, Family, GameFilter, Length, MainDifference, difficulty, main_difference, minutes,
};
use upcard_engine::{Library, Rules};
use upcard_rulebook::wilds_names;

use crate::controls::back_bar;
use crate::lazy::{self, LazyView};
use crate::memo::memo;
use crate::store::{App, Screen};
use crate::text::{self, sentences, tr};
use crate::{browser, news, rules_sheet};

/// Content of a game's card.
#[derive(Clone)]
struct Game {
    id: String,
    name: String,
    origin: String,
    summary: String,
    players: (u8, u8),
    length: Length,
    minutes: Option<u32>,
    difficulty: Difficulty,
    family: Family,
    /// Contracts of its deals, in order.
    contracts: Vec<Contract>,
    variations: Vec<(String, String)>,
    reconstruction: bool,
}

fn games(library: &Library, people: u8) -> Vec<Game> {
    library
        .ids()
        .filter_map(|id| {
            let set = library.select(id, &[]).ok()?;
            let c = &set.choices;
            let usual = set.usual_players();
            let rules = Rules::new(set.clone(), usual).ok()?;
            Some(Game {
                id: id.to_owned(),
                name: set.catalogue.name.clone(),
                origin: set.catalogue.origin.clone(),
                summary: set.catalogue.summary.clone(),
                players: (c.players.min, c.players.max),
                length: Length::of(&rules),
                minutes: minutes(&rules, people),
                difficulty: difficulty(&rules),
                family: Family::of(&rules),
                contracts: rules
                    .deals
                    .iter()
                    .map(|deal| deal.contract.clone())
                    .filter(|contract| !contract.is_empty())
                    .collect(),
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

/// Returns a game's rules (variations after `+`) for the usual number of players.
pub(crate) fn default_rules(library: &Library, game: &str) -> Result<Rules, String> {
    let set = library.select(game, &[]).map_err(sentences)?;
    let usual = set.usual_players();
    Rules::new(set, usual).map_err(sentences)
}

/// Returns the difference from the game played last, in a line: the most important one, and how many others.
fn difference(library: &Library, game: &str, last: &str) -> Option<String> {
    let (here, there) = (default_rules(library, game).ok()?, default_rules(library, last).ok()?);
    let count = upcard_rulebook::diff(&here, &there).differences.len();
    let name = there.set.catalogue.name.clone();
    Some(match main_difference(&here, &there) {
        None if count == 0 => tr!("differs-nothing", game = name),
        None => tr!("differs-many", game = name, count = count),
        Some(first) => {
            let more = match count {
                0 | 1 => "none",
                2..=9 => "few",
                _ => "many",
            };
            tr!("differs", game = name, what = difference_sentence(&first), more = more)
        }
    })
}

fn difference_sentence(difference: &MainDifference) -> String {
    let yes = |holds: bool| if holds { "yes" } else { "no" };
    match difference {
        MainDifference::Knocking(limit) => tr!("telling-knocking", limit = limit.unwrap_or(0)),
        MainDifference::Declaring => tr!("telling-declaring"),
        MainDifference::GoingOut => tr!("telling-going-out"),
        MainDifference::MeldsScore => tr!("telling-shown"),
        MainDifference::FreeMelds => tr!("telling-free"),
        MainDifference::Contracts(first, last) => {
            tr!("telling-contracts", first = text::contract(first), last = text::contract(last))
        }
        MainDifference::Elimination(points) => tr!("telling-elimination", points = *points),
        MainDifference::Chips(deals) => tr!("telling-chips", deals = *deals),
        MainDifference::Paid => tr!("telling-paid"),
        MainDifference::Target(points) => tr!("telling-target", points = *points),
        MainDifference::ThreeGames => tr!("telling-three-games"),
        MainDifference::KnockByUpcard(holds) => {
            tr!("telling-knock-by-upcard", holds = yes(*holds))
        }
        MainDifference::InParts(holds) => tr!("telling-in-parts", holds = yes(*holds)),
        MainDifference::Shanghai(holds) => tr!("telling-shanghai", holds = yes(*holds)),
        MainDifference::Cut(Some(points)) => tr!("telling-cut", points = *points),
        MainDifference::Cut(None) => tr!("telling-no-cut"),
        MainDifference::Rearranging(holds) => tr!("telling-rearranging", holds = yes(*holds)),
        MainDifference::WildRank => tr!("telling-wild-rank"),
        MainDifference::Wild(ranks, suits, jokers) => {
            let mut names = wilds_names(ranks.iter().copied(), *suits);
            if *jokers {
                names.push(tr!("telling-jokers"));
            }
            match names.as_slice() {
                [] => tr!("telling-nothing-wild"),
                names => text::capital(&tr!("telling-wild", cards = news::join(names))),
            }
        }
        MainDifference::Deals(deals, last) => {
            tr!("telling-deals", deals = *deals, last = text::contract(last))
        }
        MainDifference::MustLayDown(holds) => tr!("telling-duty", holds = yes(*holds)),
        MainDifference::Race => tr!("telling-race"),
        MainDifference::Buying(holds) => tr!("telling-buying", holds = yes(*holds)),
        MainDifference::StockOutEnds(holds) => tr!("telling-blocks", holds = yes(*holds)),
        MainDifference::Swapping(holds) => tr!("telling-swapping", holds = yes(*holds)),
        MainDifference::Packs(packs) => tr!("telling-packs", packs = *packs),
        MainDifference::Hand(cards) => tr!("telling-hand", cards = *cards),
    }
}

/// The games; the chosen one shows its variations.
#[component]
pub(crate) fn ChooseGame(friends: bool) -> impl IntoView {
    let app = App::get();
    let library = app.library();
    let all = games(&library, if friends { 4 } else { 1 });
    let (game, played) = app.settings().with_untracked(|s| (s.game.clone(), s.played));
    let before =
        app.chosen_rules().get_untracked().map_or_else(|| game.clone(), |rules| rules.game);
    // Before the first match there is nothing to compare with.
    let last = played.then_some(game);
    let mut parts = before.split('+').map(str::to_owned);
    let chosen = RwSignal::new(parts.next().unwrap_or_default());
    let variations = RwSignal::new(parts.collect::<Vec<String>>());
    let (about, reads) = (RwSignal::new(false), RwSignal::new(false));
    let name = move || {
        let mut name = chosen.get();
        for v in variations.get() {
            name.push('+');
            name.push_str(&v);
        }
        name
    };
    // Its card may be scrolled out of view.
    let title = {
        let names: Vec<_> = all.iter().map(|g| (g.id.clone(), g.name.clone())).collect();
        move || {
            let id = chosen.get();
            names.iter().find(|(own, _)| *own == id).map(|(_, name)| name.clone())
        }
    };
    let compiled = {
        let library = library.clone();
        memo(move || default_rules(&library, &name()))
    };
    let go = move |screen: Screen| {
        if compiled.with_untracked(Result::is_ok) {
            app.choose_rules(HouseRules::of(&untrack(name)));
            app.set_screen(screen);
        }
    };
    let next = move || go(Screen::SetUp(friends, false));
    let differences = RwSignal::new(vec![None::<String>; all.len()]);
    // Once the texts are loaded, compare the cards one by one, so that the page stays responsive.
    Effect::new({
        let (ids, library, last) = (
            all.iter().map(|g| g.id.clone()).collect::<Vec<_>>(),
            library.clone(),
            last.as_deref().and_then(|last| last.split('+').next()).map(str::to_owned),
        );
        move |_| {
            if rules_sheet::ensure_texts(app)
                && let Some(last) = &last
            {
                compare(differences, ids.clone(), library.clone(), last.clone(), 0);
            }
        }
    });
    let wish = RwSignal::new(GameFilter::default());
    let card = move |(index, g): (usize, Game)| {
        let (players, minutes, hard) = (g.players, g.minutes, g.difficulty);
        let fits = move || wish.get().matches(players, minutes, hard);
        let id = g.id.clone();
        let length = match g.length {
            Length::Out(limit) => tr!("length-out", limit = limit),
            Length::Target(target) => tr!("length-target", target = target),
            Length::Deals(deals) => tr!("length-deals", deals = deals),
        };
        let own = g.id.clone();
        let is_last = last.as_deref().and_then(|last| last.split('+').next()) == Some(&g.id);
        let pressed = memo(move || chosen.get() == own);
        let options = g.variations.clone();
        let people = match g.players {
            (least, most) if least == most => tr!("players-exactly", count = most),
            (least, most) => tr!("players-range", min = least, max = most),
        };
        view! {
            <button class="game" hidden=move || !fits() aria-pressed=move || pressed.get().to_string() aria-expanded=move || pressed.get().to_string()
                on:click=move |_| {
                    if chosen.get_untracked() != id {
                        chosen.set(id.clone());
                        variations.set(Vec::new());
                        about.set(false);
                    }
                }>
                <b>{g.name.clone()}</b>
                <span class="facts">
                    {g.minutes.map(|minutes| view! { <span>{tr!("minutes", minutes = minutes)}</span> })}
                    <span class=format!("level-{}", g.difficulty.word())>{tr!(&format!("difficulty-{}", g.difficulty.word()))}</span>
                    <span>{people}</span>
                    <span>{length}</span>
                    {g.reconstruction.then(|| view! { <span>{tr!("reconstruction")}</span> })}
                </span>
                <small>{g.summary.clone()}</small>
                {(!g.contracts.is_empty()).then(|| contract_pictures(&g.contracts))}
                {move || if is_last {
                    Some(tr!("played-last"))
                } else {
                    differences.with(|d| d.get(index).cloned().flatten())
                }.map(|line| view! { <span class="differs">{line}</span> })}
                <span class="origin">{g.origin.clone()}</span>
            </button>
            {move || (pressed.get() && fits()).then(|| view! {
                <section class="beneath">
                    <h2>{tr!("house-rules")}</h2>
                    {options.is_empty().then(|| view! { <p class="hint">{tr!("no-variations")}</p> })}
                    {options.iter().cloned().map(|(id, words)| {
                        let (a, b) = (id.clone(), id);
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
                    {move || compiled.get().err().map(|flaws| view! { <p class="notice" role="alert">{flaws}</p> })}
                    <div class="buttons wrap">
                        <button class="btn" aria-expanded=move || about.get().to_string()
                            on:click=move |_| about.update(|a| *a = !*a)>{tr!("read-rules")}</button>
                        <button class="btn" on:click=move |_| go(Screen::HouseEditor(friends))>{tr!("change-rules")}</button>
                    </div>
                    {move || about.get().then(|| rules_sheet::when_loaded(app, || {
                        compiled.get().ok().map(|rules| rules_sheet::sheet_of(&rules).into_any())
                    }))}
                </section>
            })}
        }
    };
    let every: Vec<_> = all.iter().map(|g| (g.players, g.minutes, g.difficulty)).collect();
    let fit_any = move || every.iter().any(|g| wish.get().matches(g.0, g.1, g.2));
    let numbered: Vec<(usize, Game)> = all.into_iter().enumerate().collect();
    let families = Family::ALL.map(|family| {
        let games: Vec<_> = numbered.iter().filter(|(_, g)| g.family == family).cloned().collect();
        (family, games)
    });
    view! {
        <div class="new">
            {back_bar(tr!("choose-game"), if friends { tr!("step-friends") } else { tr!("step-one") })}
            <main>
                {browser::stored(browser::HOUSE_RULES).map(|_| lazy::view(app.bundles(), LazyView::OwnGames))}
                {filter_buttons(wish)}
                {families.into_iter().map(|(family, games)| {
                    let each: Vec<_> = games.iter().map(|(_, g)| (g.players, g.minutes, g.difficulty)).collect();
                    let any = move || each.iter().any(|g| wish.get().matches(g.0, g.1, g.2));
                    view! {
                        <section hidden=move || !any()>
                            <h2 class="family">{tr!(&format!("family-{}", family.word()))}</h2>
                            <div class="games" role="group" aria-label=tr!(&format!("family-{}", family.word()))>
                                {games.into_iter().map(card.clone()).collect_view()}
                            </div>
                        </section>
                    }
                }).collect_view()}
                <p class="hint" hidden=fit_any>{tr!("wish-none")}</p>
                {friends.then(|| view! { <crate::server_games::ServerGames/> })}
                <details class="from-file" on:toggle=move |_| reads.set(true)>
                    <summary><h2>{tr!("from-file")}</h2></summary>
                    {move || reads.get().then(|| lazy::view(app.bundles(), LazyView::GameFile))}
                </details>
            </main>
            <footer>
                <button class="btn go big" disabled=move || compiled.with(Result::is_err) on:click=move |_| next()>
                    <b>{tr!("choose-seats")}</b><small>{title}</small></button>
            </footer>
        </div>
    }
    .into_any()
}

/// Draws a game's contracts: a set's cards side by side, a run's cards rising.
fn contract_pictures(contracts: &[Contract]) -> impl IntoView + use<> {
    let drawn = contracts.iter().map(|contract| {
        let melds = contract.elements.iter().map(|element| {
            let kind = if element.kind == MeldKind::Run { "run" } else { "set" };
            let cards: String = "<i></i>".repeat(element.size.into());
            format!("<span class='{kind}'>{cards}</span>")
        });
        format!("<span class='deal'>{}</span>", melds.collect::<String>())
    });
    let all: String = drawn.collect();
    view! { <span class="contracts" aria-hidden="true" inner_html=all></span> }.into_any()
}

/// Filters for the list of games.
fn filter_buttons(wish: RwSignal<GameFilter>) -> impl IntoView {
    let choice = |name: String, options: Vec<(String, String)>, set: fn(&mut GameFilter, &str)| {
        view! {
            <label class="wish"><span class="sr">{name}</span>
                <select on:change=move |event| wish.update(|wish| set(wish, &event_target_value(&event)))>
                    {options.into_iter().map(|(value, words)| view! { <option value=value>{words}</option> }).collect_view()}
                </select></label>
        }
    };
    let any = |words: String| (String::new(), words);
    let players = (2..=8).map(|n: u8| (n.to_string(), tr!("wish-players", count = n)));
    let minutes = [30, 60, 120].map(|n: u32| (n.to_string(), tr!("wish-minutes", minutes = n)));
    let levels = [Difficulty::Easy, Difficulty::Medium]
        .map(|level| (level.word().to_owned(), tr!(&format!("wish-{}", level.word()))));
    view! {
        <div class="wishes">
            {choice(tr!("people"), [any(tr!("wish-any-players"))].into_iter().chain(players).collect(), |wish, value| {
                wish.players = value.parse().ok();
            })}
            {choice(tr!("wish-time"), [any(tr!("wish-any-time"))].into_iter().chain(minutes).collect(), |wish, value| {
                wish.minutes = value.parse().ok();
            })}
            {choice(tr!("wish-difficulty"), [any(tr!("wish-any-difficulty"))].into_iter().chain(levels).collect(), |wish, value| {
                wish.difficulty = match value {
                    "easy" => Some(Difficulty::Easy),
                    "medium" => Some(Difficulty::Medium),
                    _ => None,
                };
            })}
        </div>
    }
}

/// Compares the games one by one with the game played last.
fn compare(
    differences: RwSignal<Vec<Option<String>>>,
    ids: Vec<String>,
    library: std::sync::Arc<Library>,
    last: String,
    at: usize,
) {
    browser::set_timeout(0, move || {
        let Some(id) = ids.get(at) else { return };
        let line = if *id == last { None } else { difference(&library, id, &last) };
        // The screen may be gone.
        let there = differences.try_update(|all| {
            if let Some(own) = all.get_mut(at) {
                *own = line;
            }
        });
        if there.is_some() {
            compare(differences, ids, library, last, at + 1);
        }
    });
}

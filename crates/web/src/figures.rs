//! What one's own matches on this device come to, game by game: drawn as a table, with bars where people would
//! rather look than read.

use leptos::prelude::*;
use upcard_client::{DealSum, Figures, MatchFigures, Played, Replay};
use upcard_engine::Seat;

use crate::browser;
use crate::memo::memo;
use crate::store::App;
use crate::text::{number, tr};

/// A match with its game and its figures, by the time when it ended.
type Known = (u64, String, MatchFigures);

/// The key of the figures of a match.
fn key(ended: u64) -> String {
    format!("upcard.figures.{ended}")
}

/// The figures of a match go with its record.
pub(crate) fn forget(ended: u64) {
    browser::forget(&key(ended));
}

/// The figures of this match: those that are kept, or else worked out from its record, and kept. The person
/// sits first at a table on this device.
fn figures(app: App, ended: u64, record: &str) -> Option<MatchFigures> {
    let kept = browser::stored(&key(ended));
    if let Some(kept) = kept.as_deref().and_then(MatchFigures::read) {
        return Some(kept);
    }
    let replay = Replay::read(app.library(), record).ok()?;
    let found = MatchFigures::of(&replay, Seat::at(0))?;
    browser::store(&key(ended), &found.text());
    Some(found)
}

/// All matches of this device, by game. Each is worked out for itself, so that the page answers meanwhile.
#[component]
pub(crate) fn FiguresOf(
    /// The matches, the latest first.
    matches: RwSignal<Vec<Played>>,
    /// The record of the match that ended then.
    record: fn(u64) -> String,
) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(Vec::<Known>::new());
    let chosen = RwSignal::new(None::<String>);
    let waiting = matches.get_untracked().into_iter().map(|played| (played.ended, played.game));
    work_out(app, waiting.collect(), record, known);
    let here = move || {
        let all = matches.get();
        let mut known = known.get();
        known.retain(|(ended, ..)| all.iter().any(|played| played.ended == *ended));
        known
    };
    let games = move || {
        let mut games = Vec::<String>::new();
        for (_, game, _) in here() {
            if !games.contains(&game) {
                games.push(game);
            }
        }
        games
    };
    let shown = memo(move || {
        let games = games();
        let game = chosen.get().filter(|game| games.contains(game));
        let game = game.or_else(|| games.first().cloned())?;
        let known = here();
        let own = known.iter().filter(|(_, of, _)| *of == game);
        let figures = Figures::of(own.map(|(_, _, figures)| figures));
        Some((game, games, figures))
    });
    let choice = move |name: String, own: bool| {
        let other = name.clone();
        view! {
            <button class="btn" aria-pressed=own.to_string() on:click=move |_| chosen.set(Some(other.clone()))>{name}</button>
        }
    };
    move || {
        shown.get().map(|(game, games, figures)| {
            view! {
                <section class="figures"><h3>{tr!("figures")}</h3>
                    {(games.len() > 1).then(|| view! {
                        <div class="buttons wrap" role="group" aria-label=tr!("figures")>
                            {games.into_iter().map(|name| { let own = name == game; choice(name, own) }).collect_view()}
                        </div>
                    })}
                    {drawn(&figures)}
                </section>
            }
        })
    }
}

/// Works out one match after the other.
fn work_out(
    app: App,
    mut waiting: Vec<(u64, String)>,
    record: fn(u64) -> String,
    known: RwSignal<Vec<Known>>,
) {
    if waiting.is_empty() {
        return;
    }
    let (ended, game) = waiting.remove(0);
    let found = figures(app, ended, &record(ended));
    browser::later(0, move || {
        let one = found.map(|found| (ended, game, found));
        // The sheet may be closed by now.
        if known.try_update(|known| known.extend(one)).is_some() {
            work_out(app, waiting, record, known);
        }
    });
}

/// A bar whose length is this share of the longest, with its number.
fn bar(value: f64, longest: f64, words: String) -> AnyView {
    let share = if longest > 0.0 { (value / longest).clamp(0.0, 1.0) * 100.0 } else { 0.0 };
    let width = format!("{}%", number(share as i64));
    view! { <div class="bar"><i style:width=width></i><span>{words}</span></div> }.into_any()
}

/// A mean to one decimal, from tenths.
fn mean(tenths: i64) -> String {
    let minus = if tenths < 0 { "\u{2212}" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    format!("{minus}{}.{}", number(whole), number(rest))
}

fn drawn(all: &Figures) -> AnyView {
    let together = all.together();
    let points = |deal: &DealSum| (deal.mean() * 10.0).round() as i64;
    let bought = |deal: &DealSum| i64::from(deal.bought) * 10 / i64::from(deal.played.max(1));
    let most = all.places.iter().copied().max().unwrap_or_default();
    let place = |(place, times): (usize, &u32)| {
        view! {
            <tr><th scope="row">{tr!("figures-place", place = place)}</th>
                <td>{bar(f64::from(*times), f64::from(most), number((*times).into()))}</td></tr>
        }
    };
    let longest = all.deals.iter().map(|deal| deal.mean().abs()).fold(0.0, f64::max);
    let buys = together.bought > 0;
    let deal = |(at, deal): (usize, &DealSum)| {
        view! {
            <tr><th scope="row">{number(at as i64)}</th>
                <td>{bar(deal.mean().abs(), longest, mean(points(deal)))}</td>
                <td>{number(deal.percent().into())}" %"</td>
                {buys.then(|| view! { <td>{mean(bought(deal))}</td> })}</tr>
        }
    };
    let turns = all.turns / u64::from(all.matches.max(1));
    let each = mean(points(&together));
    view! {
        <p>{tr!("figures-matches", count = all.matches, won = all.won, points = each, turns = turns)}</p>
        <table class="plot"><caption>{tr!("figures-places")}</caption>
            <tbody>{(1..).zip(&all.places).map(place).collect_view()}</tbody></table>
        <table class="plot"><caption>{tr!("figures-deals")}</caption>
            <thead><tr><th scope="col">{tr!("deal")}</th><th scope="col">{tr!("figures-points")}</th>
                <th scope="col">{tr!("figures-laid")}</th>
                {buys.then(|| view! { <th scope="col">{tr!("figures-bought")}</th> })}</tr></thead>
            <tbody>{(1..).zip(&all.deals).map(deal).collect_view()}</tbody></table>
    }
    .into_any()
}

//! Statistics of the player's matches on this device, by game: plots with their tables.

use leptos::prelude::*;
use upcard_client::{DealSum, Figures, MatchFigures, PlayedMatch, Replay};
use upcard_engine::Seat;

use crate::browser;
use crate::memo::memo;
use crate::store::App;
use crate::text::{number, tr};

/// A match: when it ended, its game, its statistics.
type MatchEntry = (u64, String, MatchFigures);

/// Storage key for a match's statistics.
fn key(ended: u64) -> String {
    format!("upcard.figures.{ended}")
}

pub(crate) fn delete(ended: u64) {
    browser::remove_stored(&key(ended));
}

/// Returns the statistics of a match for this seat: stored ones, or else computed from its record and stored.
fn figures(app: App, ended: u64, seat: Seat, record: &str) -> Option<MatchFigures> {
    let kept = browser::stored(&key(ended));
    if let Some(kept) = kept.as_deref().and_then(MatchFigures::read) {
        return Some(kept);
    }
    let replay = Replay::read(app.library(), record).ok()?;
    let found = MatchFigures::of(&replay, seat)?;
    browser::store(&key(ended), &found.text());
    Some(found)
}

/// All matches on this device, by game, computed one at a time to keep the page responsive.
#[component]
pub(crate) fn FiguresOf(
    /// Matches, latest first.
    matches: Signal<Vec<PlayedMatch>>,
    /// Returns the record of the match that ended at this time.
    record: fn(u64) -> String,
) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(Vec::<MatchEntry>::new());
    let chosen = RwSignal::new(None::<String>);
    let waiting = matches.get_untracked().into_iter();
    let waiting = waiting.map(|played| (played.ended, played.game, Seat::at(played.seat)));
    compute_next(app, waiting.collect(), record, known);
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
                    {statistics_view(&figures)}
                </section>
            }
        })
    }
}

/// Computes one match after another.
fn compute_next(
    app: App,
    mut waiting: Vec<(u64, String, Seat)>,
    record: fn(u64) -> String,
    known: RwSignal<Vec<MatchEntry>>,
) {
    if waiting.is_empty() {
        return;
    }
    let (ended, game, seat) = waiting.remove(0);
    let found = figures(app, ended, seat, &record(ended));
    browser::set_timeout(0, move || {
        let one = found.map(|found| (ended, game, found));
        // The sheet may have been closed.
        if known.try_update(|known| known.extend(one)).is_some() {
            compute_next(app, waiting, record, known);
        }
    });
}

/// A bar chart; the table below it has the same data.
fn plot(title: String, columns: &[Column]) -> AnyView {
    let (low, high) = columns.iter().fold((0.0_f64, 0.0_f64), |(low, high), column| {
        (low.min(column.value), high.max(column.value))
    });
    // If all values are 0, the bars are at the bottom.
    let high = if high > low { high } else { 1.0 };
    // As wide as its columns need, so that a single match is not a block.
    let width = (columns.len() as f64 * 44.0).clamp(110.0, 330.0);
    let (wide, tall) = (width / columns.len().max(1) as f64, 90.0 / (high - low));
    let nil = 16.0 + high * tall;
    let drawn = columns.iter().enumerate().map(|(at, column)| {
        let height = (column.value * tall).abs();
        let (middle, broad) = (wide * (at as f64 + 0.5), (wide * 0.7).min(30.0));
        let top = if column.value < 0.0 { nil } else { nil - height };
        view! {
            <g><rect x=format!("{:.1}", middle - broad / 2.0) y=format!("{top:.1}") width=format!("{broad:.1}") height=format!("{:.1}", height.max(1.0))></rect>
                <text x=format!("{middle:.1}") y=format!("{:.1}", top - 4.0)>{column.words.clone()}</text>
                <text x=format!("{middle:.1}") y="122">{column.name.clone()}</text></g>
        }
    });
    let named = title.clone();
    view! {
        <figure class="columns"><figcaption>{title}</figcaption>
            <svg viewBox=format!("0 0 {width} 126") width=width.to_string() role="img" aria-label=named.clone()><title>{named.clone()}</title>{drawn.collect_view()}</svg></figure>
    }
    .into_any()
}

/// A bar of the chart.
struct Column {
    name: String,
    value: f64,
    words: String,
}

/// Formats tenths with one decimal.
pub(crate) fn mean(tenths: i64) -> String {
    let minus = if tenths < 0 { "\u{2212}" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    format!("{minus}{}.{}", number(whole), number(rest))
}

fn statistics_view(all: &Figures) -> AnyView {
    let together = all.total();
    let points = |deal: &DealSum| (deal.mean() * 10.0).round() as i64;
    let bought = |deal: &DealSum| i64::from(deal.bought) * 10 / i64::from(deal.played.max(1));
    let place = |(place, times): (i64, &u32)| {
        view! {
            <tr><th scope="row">{tr!("figures-place", place = place)}</th><td>{number((*times).into())}</td></tr>
        }
    };
    let buys = together.bought > 0;
    // In games with knocking or declaring nobody lays down.
    let lays = together.laid > 0;
    let deal = |(at, deal): (i64, &DealSum)| {
        view! {
            <tr><th scope="row">{number(at)}</th>
                <td>{mean(points(deal))}</td>
                {lays.then(|| view! { <td>{number(deal.percent().into())}" %"</td> })}
                {buys.then(|| view! { <td>{mean(bought(deal))}</td> })}</tr>
        }
    };
    let by_deal = |value: &dyn Fn(&DealSum) -> f64, words: &dyn Fn(&DealSum) -> String| {
        let column = |(at, deal): (i64, &DealSum)| Column {
            name: number(at),
            value: value(deal),
            words: words(deal),
        };
        (1..).zip(&all.deals).map(column).collect::<Vec<Column>>()
    };
    let places = (1..).zip(&all.places).map(|(place, times): (i64, &u32)| Column {
        name: tr!("figures-place", place = place),
        value: f64::from(*times),
        words: number((*times).into()),
    });
    let places: Vec<Column> = places.collect();
    let scored = by_deal(&|deal| deal.mean(), &|deal| mean(points(deal)));
    let laid = by_deal(&|deal| f64::from(deal.percent()), &|deal| number(deal.percent().into()));
    let taken = by_deal(&|deal| bought(deal) as f64 / 10.0, &|deal| mean(bought(deal)));
    let turns = all.turns / u64::from(all.matches.max(1));
    let each = mean(points(&together));
    view! {
        <p>{tr!("figures-matches", count = all.matches, won = all.won, points = each, turns = turns)}</p>
        <div class="plots">
            {plot(tr!("figures-places"), &places)}
            {plot(tr!("figures-points"), &scored)}
            {lays.then(|| plot(tr!("figures-laid-percent"), &laid))}
            {buys.then(|| plot(tr!("figures-bought"), &taken))}
        </div>
        <details><summary>{tr!("figures-table")}</summary>
        <table class="plot"><caption>{tr!("figures-places")}</caption>
            <tbody>{(1..).zip(&all.places).map(place).collect_view()}</tbody></table>
        <table class="plot"><caption>{tr!("figures-deals")}</caption>
            <thead><tr><th scope="col">{tr!("deal")}</th><th scope="col">{tr!("figures-points")}</th>
                {lays.then(|| view! { <th scope="col">{tr!("figures-laid")}</th> })}
                {buys.then(|| view! { <th scope="col">{tr!("figures-bought")}</th> })}</tr></thead>
            <tbody>{(1..).zip(&all.deals).map(deal).collect_view()}</tbody></table></details>
    }
    .into_any()
}

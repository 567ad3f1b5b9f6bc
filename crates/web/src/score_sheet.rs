//! Score sheet for a game with real cards: deals, ranking, next deal.

use leptos::prelude::*;
use upcard_client::{ScoreSheet, UndoHistory};
use upcard_engine::Seat;
use upcard_engine::score_pad::Sheet as Counts;

use crate::browser;
use crate::house_storage::share_link;
use crate::memo::memo;
use crate::score_book::{OpenSheet, contract, delete, game_name};
use crate::score_curve::curve;
use crate::score_entry::Entry;
use crate::score_shared;
use crate::store::App;
use crate::text::{self, tr};

#[component]
pub(crate) fn Sheet(
    on: OpenSheet,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let app = App::get();
    // Each view starts at the top.
    Effect::new(move |_| {
        on.entering.track();
        browser::scroll_to_top("#sheet .body");
    });
    move || match on.entering.get() {
        Some(at) => view! { <Entry on at/> }.into_any(),
        None => view! { <SheetView app on close/> }.into_any(),
    }
}

fn next_deal_text(sheet: &ScoreSheet, counts: &Counts) -> Option<String> {
    let (rules, next) = (sheet.rules(), counts.next_deal.as_ref()?);
    let deal = rules.deal(next.deal);
    let own: Vec<String> = match &next.contracts[..] {
        [one, others @ ..] if others.iter().all(|other| other == one) => {
            contract(rules, *one).into_iter().collect()
        }
        all => (0..)
            .map(Seat::at)
            .zip(all)
            .filter_map(|(seat, deal)| {
                Some(format!("{} – {}", sheet.names[seat.index()], contract(rules, *deal)?))
            })
            .collect(),
    };
    let number = counts.rows.len() + 1;
    let mut words = vec![
        match &own[..] {
            [] => tr!("score-next", number = number),
            own => tr!("score-next-of", number = number, contract = own.join("; ")),
        },
        tr!("score-deals", name = sheet.names[next.dealer.index()].clone(), cards = deal.hand),
    ];
    if deal.buying {
        words.push(match deal.buy_limit {
            Some(most) => tr!("score-buys-each", count = most),
            None => tr!("score-buys-free"),
        });
    }
    let out = Seat::all(rules.players).filter(|seat| !next.playing.has(*seat));
    let out: Vec<String> = out.map(|seat| sheet.names[seat.index()].clone()).collect();
    if !out.is_empty() {
        words.push(tr!("score-out", names = out.join(", ")));
    }
    Some(words.join(" "))
}

/// With more deals than this the names are repeated below, as the head is scrolled away.
const REPEAT_NAMES_FROM: usize = 8;

/// The table of deals, with empty rows for those still to come if their number is fixed.
fn table(on: OpenSheet, sheet: &ScoreSheet, counts: &Counts) -> AnyView {
    let rules = sheet.rules().clone();
    let names = sheet.names.clone();
    let writes = on.sharing.writes();
    let row = |at: usize| {
        let row = &counts.rows[at];
        let points = row.points.iter().enumerate().map(|(seat, points)| {
            let won = row.winner == Some(Seat::at(seat));
            view! { <td class:out=won>{text::number((*points).into())}</td> }
        });
        view! {
            <tr><th scope="row">{writes.then(|| view! {
                    <button class="btn small" on:click=move |_| on.entering.set(Some(at))
                        aria-label=tr!("score-change", number = at + 1)>{at + 1}</button>
                })}
                    {(!writes).then(|| format!("{} ", at + 1))}<small>{contract(&rules, row.deal)}</small></th>
                {points.collect_view()}</tr>
        }
    };
    let begun = counts.rows.len();
    let left =
        if rules.target.is_none() && counts.next_deal.is_some() { rules.schedule.len() } else { 0 };
    let empty = (begun..left.max(begun)).map(|at| {
        view! {
            <tr class="to-come"><th scope="row">{at + 1}" "<small>{contract(&rules, rules.schedule[at])}</small></th>
                {names.iter().map(|_| view! { <td></td> }).collect_view()}</tr>
        }
    });
    let totals = counts.totals(rules.players);
    let chips = counts.rows.last().map(|row| row.chips.clone()).unwrap_or_default();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=tr!("scores")>
        <table class="scores kept-score">
            <thead><tr><th scope="col">{tr!("score-deal")}</th>
                {names.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect_view()}</tr></thead>
            <tbody>{(0..begun).map(row).collect_view()}{empty.collect_view()}</tbody>
            <tfoot>
                {(begun > REPEAT_NAMES_FROM).then(|| view! {
                    <tr class="again" aria-hidden="true"><th></th>
                        {names.iter().map(|name| view! { <th>{name.clone()}</th> }).collect_view()}</tr>
                })}
                <tr><th scope="row">{tr!("score-total")}</th>
                    {totals.iter().map(|total| view! { <td>{text::number((*total).into())}</td> }).collect_view()}</tr>
                {(!chips.is_empty()).then(|| view! {
                    <tr><th scope="row">{tr!("score-chips")}</th>
                        {chips.iter().map(|chips| view! { <td>{text::number((*chips).into())}</td> }).collect_view()}</tr>
                })}
            </tfoot>
        </table>
        </div>
    }
    .into_any()
}

/// The ranking or the winners, and the settlement.
fn ranking(sheet: &ScoreSheet, counts: &Counts) -> AnyView {
    let totals = counts.totals(sheet.rules().players);
    let settled = counts.finished.as_ref().map(|end| end.settlement.clone()).unwrap_or_default();
    let line = |(place, seat): (usize, Seat)| {
        let paid = settled
            .get(seat.index())
            .map(|amount| tr!("score-paid", amount = text::signed(*amount)));
        view! {
            <li value=place><b>{sheet.names[seat.index()].clone()}</b>" "
                {text::number(totals[seat.index()].into())}{paid.map(|paid| format!(" · {paid}"))}</li>
        }
    };
    view! {
        {(!counts.rows.is_empty()).then(|| view! {
            <section class="ranking"><h3>{if counts.finished.is_some() { tr!("score-final") } else { tr!("score-ranking") }}</h3>
                <ol>{sheet.places().into_iter().map(line).collect_view()}</ol>
                {(counts.kitty > 0).then(|| view! { <p>{tr!("score-kitty", count = counts.kitty)}</p> })}
            </section>
        })}
    }
    .into_any()
}

fn corrections(sheet: &ScoreSheet) -> AnyView {
    let line = |at: usize| {
        let change = &sheet.changes()[at];
        tr!(
            "score-corrected",
            number = change.deal + 1,
            name = sheet.names[change.seat.index()].clone(),
            before = text::number(change.before.into()),
            after = text::number(change.after.into())
        )
    };
    let lines: Vec<String> = (0..sheet.changes().len()).map(line).collect();
    view! {
        {(!lines.is_empty()).then(|| view! {
            <details class="corrections"><summary>{tr!("score-corrections", count = lines.len())}</summary>
                <ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul></details>
        })}
    }
    .into_any()
}

/// Sharing the sheet by link and QR code, with or without write access.
#[component]
fn Shared(app: App, on: OpenSheet) -> impl IntoView {
    let writes = on.sharing.lets_write;
    let link = memo(move || on.sharing.link());
    move || {
        let Some(link) = link.get() else {
            return view! {
                <div class="buttons wrap">
                    <button class="btn" on:click=move |_| on.sharing.begin(&on.sheet.with_untracked(ScoreSheet::text))>
                        {tr!("score-share")}</button>
                </div>
            }
            .into_any();
        };
        let address = format!("{}/{}", browser::origin(), link.fragment(writes.get()));
        let game = on.sheet.with_untracked(|sheet| game_name(app, &sheet.house));
        let text = tr!("score-share-text", game = game.clone());
        let hint = tr!(if writes.get() { "score-share-writes" } else { "score-share-reads" });
        view! {
            {share_link(address, game, text, tr!("score-share-qr"), hint)}
            <label class="switch">
                <input type="checkbox" prop:checked=move || writes.get()
                    on:change=move |event| writes.set(event_target_checked(&event))/>{tr!("score-share-may")}</label>
            <div class="buttons wrap">
                <button class="btn" on:click=move |_| on.sharing.end()>{tr!("score-share-end")}</button>
            </div>
        }
        .into_any()
    }
}

#[component]
fn SheetView(
    app: App,
    on: OpenSheet,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let sure = RwSignal::new(false);
    let name = move || on.sheet.with(|sheet| game_name(app, &sheet.house));
    let next = memo(move || {
        on.sheet.with(|sheet| sheet.sheet().next_deal.map(|_| sheet.pad().deals().len()))
    });
    let file = move |end: &str| format!("{}.{end}", tr!("score-file-name"));
    view! {
        <div class="score-home of-match">
            <h3 class="game-of">{name}</h3>
            {move || on.sheet.with(|sheet| {
                let counts = sheet.sheet();
                let totals: Vec<Vec<i32>> = counts.rows.iter().map(|row| row.totals.clone()).collect();
                view! {
                    <p class="next-deal" role="status">{next_deal_text(sheet, &counts).unwrap_or_else(|| tr!("score-over"))}</p>
                    {table(on, sheet, &counts)}
                    {ranking(sheet, &counts)}
                    {curve(&sheet.names, &totals, &tr!("score-curve"))}
                    {corrections(sheet)}
                }
            })}
            {move || on.sharing.notice.get().map(|said| view! { <p class="notice" role="status">{score_shared::notice_text(said)}</p> })}
            {move || on.save_failed.get().then(|| view! { <p class="notice" role="alert">{tr!("score-not-kept")}</p> })}
            {move || (!on.sharing.is_own() && on.sharing.link().is_some()).then(|| view! {
                <p class="hint">{tr!(if on.sharing.writes() { "score-writing" } else { "score-watching" })}</p>
            })}
            {move || next.get().filter(|_| on.sharing.writes()).map(|at| view! {
                <button class="btn go big" on:click=move |_| on.entering.set(Some(at))><b>{tr!("score-enter", number = at + 1)}</b></button>
            })}
            {on.sharing.is_own().then(|| view! { <Shared app on/> })}
            <div class="buttons wrap">
                <button class="btn" disabled=move || on.steps.with(UndoHistory::is_empty) on:click=move |_| on.undo()>{tr!("score-undo")}</button>
                <button class="btn" on:click=move |_| { let _ = browser::window().print(); }>{tr!("score-print")}</button>
                <button class="btn" on:click=move |_| browser::download(&file("csv"), &on.sheet.with_untracked(ScoreSheet::csv))>{tr!("score-csv")}</button>
                <button class="btn" on:click=move |_| browser::download(&file("txt"), &on.sheet.with_untracked(ScoreSheet::text))>{tr!("score-save")}</button>
                <button class="btn" on:click=move |_| close()>{tr!("score-others")}</button>
                {on.sharing.is_own().then(|| view! { <button class="btn" on:click=move |_| {
                    if sure.get_untracked() {
                        on.sharing.end();
                        delete(on.sheet.with_untracked(|sheet| sheet.begun));
                        close();
                    } else {
                        sure.set(true);
                    }
                }>{move || if sure.get() { tr!("score-forget-sure") } else { tr!("score-forget") }}</button> })}
            </div>
        </div>
    }
    .into_any()
}

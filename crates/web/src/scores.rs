//! The score sheet, between deals and after the match.

use leptos::prelude::*;
use upcard_cards::Cards;
use upcard_client::showdown::{ShownHand, rules_of, showdown};
use upcard_client::wire::{ClientMessage, DealRow, Stage};
use upcard_client::{Session, extra_row, standings, turning_points, wording};
use upcard_engine::choices::{Money, Tables, Winner};
use upcard_engine::table::{Phase, Table};
use upcard_engine::{DealRules, Rules, Seat, Seats};

use crate::card::named_html;
use crate::invite::Share;
use crate::memo::memo;
use crate::seat_face::{self, Face};
use crate::store::App;
use crate::text::{self, Page, tr};
use crate::{browser, lazy, match_saving, news, record, saved_matches};

/// Maximum number of turning points shown.
const MAX_TURNING_POINTS: usize = 3;

/// A sentence on the fairness of the deals, as an alert if something is wrong.
fn fairness((sentence, wrong): (String, bool)) -> impl IntoView {
    if wrong {
        view! { <p class="notice" role="alert">{sentence}</p> }.into_any()
    } else {
        view! { <p class="hint">{sentence}</p> }.into_any()
    }
}

/// Cards with their values below them.
fn valued(hand: &Cards, deal: &DealRules) -> String {
    hand.iter()
        .map(|card| {
            let value = deal.values[card.index()];
            format!("<span class='valued'>{}<small>{value}</small></span>", named_html(card, true))
        })
        .collect()
}

/// A hand by groups, ungrouped cards last with their values.
fn grouped(hand: &ShownHand, deal: &DealRules) -> String {
    let melds = hand.melds.iter().map(|meld| {
        let cards: String = meld.iter().map(|card| named_html(*card, true)).collect();
        format!("<span class='drawn'>{cards}</span>")
    });
    let mut all: String = melds.collect();
    if !hand.left.is_empty() {
        all.push_str(&format!("<span class='drawn loose'>{}</span>", valued(&hand.left, deal)));
    }
    if all.is_empty() { all } else { format!("<span class='shown'>{all}</span>") }
}

/// The totals of three games scored at once.
fn column_totals(session: &Session, rules: &Rules, table: &Table) -> Option<impl IntoView + use<>> {
    if rules.set.choices.matching.tables != Tables::Three {
        return None;
    }
    let row = |seat: Seat| {
        view! {
            <tr><th scope="row">{news::player(session, seat)}</th>
                {table.columns(seat).into_iter().map(|(points, boxes)| view! {
                    <td>{text::number(points.into())}<small>{tr!("boxes", count = boxes)}</small></td>
                }).collect_view()}
            </tr>
        }
    };
    Some(view! {
        <div class="scroll" tabindex="0" role="region" aria-label=tr!("three-games")>
        <table class="scores games">
            <thead><tr><th scope="col">{tr!("column-game")}</th>
                {(1..=3).map(|game| view! { <th scope="col">{game}</th> }).collect_view()}
            </tr></thead>
            <tbody>{Seat::all(table.players()).map(row).collect_view()}</tbody>
        </table>
        </div>
    })
}

/// Extra lines for matches with elimination, chips or a fixed number of buys: who is out, what each player
/// has left.
fn pool_lines(session: &Session, rules: &Rules, table: &Table) -> Option<impl IntoView + use<>> {
    let title = wording::scores::remaining_means_title(&Page, rules, table)?;
    let line = |seat: Seat| {
        let state = wording::scores::remaining_means(&Page, rules, table, seat);
        (!state.is_empty())
            .then(|| view! { <li><b>{news::player(session, seat)}</b>" "{state}</li> })
    };
    let seats: Vec<Seat> = Seat::all(table.players()).collect();
    Some(view! {
        <h3>{title}</h3><ul class="pool">{seats.into_iter().map(line).collect_view()}</ul>
    })
}

/// Each seat's remaining cards and their cost.
fn left_over(session: &Session, rules: &Rules, row: &DealRow) -> impl IntoView + use<> {
    let table = session.view.as_ref().map(|own| &own.table);
    let shown = table.and_then(|table| showdown(rules, table, row)).unwrap_or_default();
    let deal = table.map_or(rules.deal(row.deal), |table| rules_of(rules, table, row));
    let seat = |seat: Seat| {
        let i = seat.index();
        let cards = match shown.get(i) {
            Some(hand) => grouped(hand, deal),
            None => row.hands.get(i).map(|hand| valued(hand, deal)).unwrap_or_default(),
        };
        let left = shown.get(i).map(|hand| tr!("chip-left", points = hand.deadwood));
        let points = row.points.get(i).copied().unwrap_or(0);
        let paid = wording::scores::paid_for(&Page, rules, row, seat);
        let out = row.winner == Some(seat);
        view! {
            <div class="left-hand" class=("out", out)>
                <span class=seat_face::class(seat) aria-hidden="true">{Face::player(session, seat).view()}</span>
                <b>{news::player(session, seat)}{left.map(|left| view! { <small>" · "{left}</small> })}</b>
                <span class="pts">{text::signed(points.into())}{paid.map(|paid| view! { <small>" · "{paid}</small> })}</span>
                {if cards.is_empty() {
                    view! { <em>{tr!(if out { "went-out" } else { "nothing-left" })}</em> }.into_any()
                } else {
                    view! { <div class="row" inner_html=cards></div> }.into_any()
                }}
            </div>
        }
    };
    let seats = (0..row.points.len().max(row.hands.len())).map(Seat::at);
    view! { <div class="left-over">{seats.map(seat).collect_view()}</div> }.into_any()
}

fn ranking_list(session: &Session, rules: &Rules, table: &Table) -> impl IntoView + use<> {
    let money = rules.set.choices.settling.money != Money::None;
    let winner = rules.set.choices.matching.winner;
    let places = standings(rules, table);
    let place = |seat: Seat| {
        let i = seat.index();
        view! {
            <li class=("won", table.winners().has(seat))>
                <span class=seat_face::class(seat) aria-hidden="true">{Face::player(session, seat).view()}</span>
                <b>{news::player(session, seat)}</b>
                {table.winners().has(seat).then(|| view! {
                    <em class="winner"><span aria-hidden="true">"★ "</span>{tr!("standing-won")}</em>
                })}
                <span class="pts">
                    {match winner {
                        Winner::Chips => tr!("count-of-chips", count = table.chips(rules, seat)),
                        _ => tr!("points", points = table.scores()[i]),
                    }}
                    {money.then(|| table.settlement().get(i).map(|n| view! {
                        <span class="money" class=("loss", *n < 0)>{tr!("settles", amount = text::signed(*n), count = *n)}</span>
                    }))}
                </span>
            </li>
        }
    };
    view! { <ol class="standings">{places.into_iter().map(place).collect_view()}</ol> }.into_any()
}

/// The match's turning points, in sentences.
fn turning_point_list(session: &Session, rules: &Rules, table: &Table) -> impl IntoView + use<> {
    let points = turning_points(rules, table, &session.sheet, MAX_TURNING_POINTS);
    (!points.is_empty()).then(|| {
        view! {
            <section class="turns"><h3>{tr!("turning-points")}</h3>
                <ol>{points.iter().map(|point| view! { <li>{wording::scores::turn(&Page, session, point)}</li> }).collect_view()}</ol>
            </section>
        }
    })
}

fn deal_table(session: &Session, rules: &Rules, table: &Table) -> impl IntoView + use<> {
    let seats: Vec<Seat> = Seat::all(table.players()).collect();
    let over = table.phase() == Phase::MatchOver || session.stage == Stage::Over;
    let beside = extra_row(rules, table, &session.sheet, over);
    let line = |first: bool| {
        let (what, points) = beside.as_ref().filter(|(what, _)| what.is_above_deals() == first)?;
        Some(view! {
            <tr><th scope="row">{tr!(what.words())}</th>
                {points.iter().map(|n| view! { <td>{text::number((*n).into())}</td> }).collect_view()}</tr>
        })
    };
    let row = |(number, row): (usize, &DealRow)| {
        let words = text::deal_contract(rules, rules.deal(row.deal));
        view! {
            <tr><th scope="row">{number}" "<small>{words}</small></th>
                {row.points.iter().enumerate().map(|(i, n)| view! {
                    <td class=("out", row.winner == Some(Seat::at(i)))>{text::number((*n).into())}</td>
                }).collect_view()}
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=tr!("scores")>
        <table class="scores">
            <thead><tr><th scope="col">{tr!("deal")}</th>{seats.iter().map(|seat| view! { <th scope="col">{news::player(session, *seat)}</th> }).collect_view()}</tr></thead>
            <tbody>
                {line(true)}
                {(1..).zip(&session.sheet).map(row).collect_view()}
                {line(false)}
            </tbody>
            <tfoot><tr><th scope="row">{tr!("total")}</th>{seats.iter().map(|seat| view! { <td>{text::number(table.score(*seat).into())}</td> }).collect_view()}</tr></tfoot>
        </table>
        </div>
    }
    .into_any()
}

/// Returns the result in a line, for sharing.
fn result(session: &Session, rules: &Rules, table: &Table) -> String {
    tr!(
        "share-result",
        game = rules.set.catalogue.name.clone(),
        scores = saved_matches::points(session, table)
    )
}

/// The score sheet with the next steps.
#[component]
pub(crate) fn Scores() -> impl IntoView {
    let app = App::get();
    let over = memo(move || app.session().with(|s| s.stage == Stage::Over));
    let sheet = move || {
        app.session().with(|s| {
            let (rules, view) = (s.rules.as_ref()?, s.view.as_ref()?);
            let table = &view.table;
            let over = table.phase() == Phase::MatchOver || s.stage == Stage::Over;
            let between = matches!(table.phase(), Phase::DealOver { .. }) && !over;
            let last = s.sheet.last().filter(|_| between || over);
            let title = match table.winners() {
                _ if !over => last.map(|row| wording::scores::ended(&Page, s, row)),
                Seats::NONE => Some(tr!("news-ended")),
                winners => Some(news::winners(s, "match-won", winners)),
            };
            let seated = s.seat.is_some();
            let next = between.then(|| {
                let deal = rules.schedule.get(usize::from(table.deals_begun()))?;
                let contract = text::deal_contract(rules, rules.deal(*deal));
                (!contract.is_empty()).then(|| tr!("next-contract", contract = contract))
            });
            let fair = crate::fair::sentences(s, app.invite().get_untracked().is_none());
            let waits = seated && s.seat.and_then(|seat| s.seated.get(seat.index())).is_some_and(|info| info.ready);
            if over {
                // The match ended before this page was opened.
                browser::set_timeout(0, move || match_saving::save_finished(app));
            }
            Some(view! {
                {title.map(|title| view! { <p class="headline">{title}</p> })}
                {next.flatten().map(|next| view! { <p class="next">{next}</p> })}
                {over.then(|| ranking_list(s, rules, table))}
                {column_totals(s, rules, table)}
                {over.then(|| turning_point_list(s, rules, table))}
                {last.map(|row| view! {
                    {over.then(|| view! { <h3>{tr!("last-deal")}</h3><p>{wording::scores::ended(&Page, s, row)}</p> })}
                    {wording::scores::counted(&Page, s, rules, row).map(|words| view! { <p class="counted">{words}</p> })}
                    {left_over(s, rules, row)}
                })}
                {pool_lines(s, rules, table)}
                {deal_table(s, rules, table)}
                {fair.iter().cloned().map(fairness).collect_view()}
                {over.then_some(move || app.compared().get().map(fairness))}
                {over.then(|| {
                    let link = record::replay_link(app);
                    view! { <Share title=tr!("app-name") text=result(s, rules, table) link copy="copy-result"/> }
                })}
                {(between && seated).then(|| view! {
                    <button class="btn go wide" on:click=move |_| { app.close_sheet(); app.send(ClientMessage::Next) }>{tr!(if waits { "close" } else { "next-deal" })}</button>
                })}
                {over.then(|| view! {
                    <div class="buttons wrap">
                        <button class="btn" on:click=move |_| app.leave()>{tr!("leave")}</button>
                        <button class="btn" on:click=move |_| record::open_replay(app)>{tr!("look-again")}</button>
                        <button class="btn" on:click=move |_| record::save(app)>{tr!("save-record")}</button>
                        {seated.then(|| view! {
                            <button class="btn go" on:click=move |_| { app.close_sheet(); app.send(ClientMessage::Rematch) }>{tr!("rematch")}</button>
                        })}
                    </div>
                })}
            })
        })
    };
    view! { {sheet}{move || over.get().then(|| view! { {retention_notice(app)}<NewVersion/> })} }
}

/// Storage key for having shown this notice.
const NOTICE_KEY: &str = "upcard.week";

/// Says once how long this browser stores matches, and how to prevent their deletion.
fn retention_notice(app: App) -> Option<impl IntoView> {
    let was_shown = !app.is_on_device() || browser::stored(NOTICE_KEY).is_some();
    (!was_shown && browser::deletes_after_a_week()).then(|| {
        browser::store(NOTICE_KEY, "told");
        view! { <p class="notice" role="status">{tr!("keeps-a-week")}</p> }
    })
}

/// Announces a newer version of the page, only after a match.
#[component]
fn NewVersion() -> impl IntoView {
    let newer = RwSignal::new(false);
    lazy::check_outdated(move |old| {
        let _ = newer.try_set(old);
    });
    move || {
        newer.get().then(|| {
            view! {
                <p class="notice" role="status">{tr!("new-version")}</p>
                <button class="btn wide" on:click=move |_| browser::navigate(&browser::path())>{tr!("load-again")}</button>
            }
        })
    }
}

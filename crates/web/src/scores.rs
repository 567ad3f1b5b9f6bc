//! The score sheet, between deals and after the match.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Stage};
use upcard_engine::choices::{Money, Winner};
use upcard_engine::table::Phase;
use upcard_engine::{Seat, Seats};

use upcard_cards::ShortSort;

use crate::card::face_html;
use crate::news;
use crate::store::App;
use crate::text::{self, tr};

/// A sentence about the fairness of the deals, loud where something is wrong.
fn said((sentence, wrong): (String, bool)) -> impl IntoView {
    if wrong {
        view! { <p class="notice" role="alert">{sentence}</p> }.into_any()
    } else {
        view! { <p class="hint">{sentence}</p> }.into_any()
    }
}

/// The score sheet with what comes next.
#[component]
pub(crate) fn Scores() -> impl IntoView {
    let app = App::get();
    move || {
        app.session.with(|s| {
            let (rules, view) = (s.rules.as_ref()?, s.view.as_ref()?);
            let table = &view.table;
            let seats: Vec<Seat> = Seat::all(table.players).collect();
            let names: Vec<String> = seats.iter().map(|seat| news::name(s, *seat)).collect();
            let over = table.phase == Phase::MatchOver || s.stage == Stage::Over;
            let between = matches!(table.phase, Phase::DealOver { .. }) && !over;
            let money = rules.set.choices.settling.money != Money::None;
            let highest = rules.set.choices.matching.winner == Winner::Highest;
            let last = s.sheet.last().filter(|_| between || over).cloned();
            let ended = last.as_ref().map(|row| {
                let winner = row.winner.map(|w| news::name(s, w)).unwrap_or_default();
                let who = if row.winner.is_some() && row.winner == s.seat { "you" } else { "other" };
                tr!(news::ending(row.how), name = winner, who = who)
            });
            let title = match table.winners {
                _ if !over => ended,
                Seats::NONE => Some(tr!("news-ended")),
                winners => Some(news::won(s, "match-won", winners)),
            };
            let seated = s.seat.is_some();
            let mut places: Vec<Seat> = seats.clone();
            places.short_sort_by_key(|seat| {
                let score = table.scores[seat.index()];
                if highest { -score } else { score }
            });
            let next = (between).then(|| {
                let done = table.deals_begun as usize;
                rules.schedule.get(done).map(|deal| {
                    let contract = &rules.deals[*deal as usize].contract;
                    tr!("next-contract", contract = text::contract(contract))
                })
            }).flatten();
            let known: Vec<i32> = seats.iter().map(|seat| {
                table.scores[seat.index()] - s.sheet.iter().map(|row| row.points.get(seat.index()).copied().unwrap_or(0)).sum::<i32>()
            }).collect();
            let before = known.iter().any(|n| *n != 0);
            let fair = crate::fair::sentences(s, app.invite.get_untracked().is_none());
            Some(view! {
                {title.map(|title| view! { <p class="headline">{title}</p> })}
                {over.then(|| view! {
                    <ol class="standings">
                        {places.iter().map(|seat| {
                            let i = seat.index();
                            let won = table.winners.has(*seat);
                            view! {
                                <li class=("won", won)>
                                    <span class=format!("av av-{}", i % 8) aria-hidden="true">{names[i].chars().take(1).collect::<String>()}</span>
                                    <b>{names[i].clone()}</b>
                                    <span class="pts">{tr!("points", points = table.scores[i])}</span>
                                    {(money && over).then(|| table.settlement.get(i).map(|n| view! {
                                        <span class="money" class=("loss", *n < 0)>{tr!("settles", amount = format!("{n:+}"))}</span>
                                    }))}
                                </li>
                            }
                        }).collect_view()}
                    </ol>
                })}
                {last.map(|row| view! {
                    <div class="left-over">
                        {seats.iter().map(|seat| {
                            let i = seat.index();
                            let faces: String = row.hands.get(i).map(|h| h.iter().map(|c| face_html(Some(c), true)).collect()).unwrap_or_default();
                            let points = row.points.get(i).copied().unwrap_or(0);
                            view! {
                                <div class="left-hand"><b>{names[i].clone()}</b>
                                    <span class="pts">{format!("{points:+}")}</span>
                                    <div class="row" inner_html=if faces.is_empty() { format!("<em>{}</em>", tr!("nothing-left")) } else { faces }></div>
                                </div>
                            }
                        }).collect_view()}
                    </div>
                })}
                <div class="scroll" tabindex="0" role="region" aria-label=tr!("scores")>
                <table class="scores">
                    <thead><tr><th scope="col">{tr!("deal")}</th>{names.iter().map(|n| view! { <th scope="col">{n.clone()}</th> }).collect_view()}</tr></thead>
                    <tbody>
                        {before.then(|| view! { <tr><th scope="row">{tr!("deals-before")}</th>{known.iter().map(|n| view! { <td>{*n}</td> }).collect_view()}</tr> })}
                        {s.sheet.iter().map(|row| {
                            let deal = &rules.deal(row.deal);
                            let name = if deal.contract.is_empty() { String::from("•") } else { deal.contract.to_string() };
                            view! {
                                <tr><th scope="row" title=text::contract(&deal.contract)>{name}</th>
                                    {row.points.iter().enumerate().map(|(i, n)| view! {
                                        <td class=("out", row.winner == Some(Seat::at(i)))>{*n}</td>
                                    }).collect_view()}
                                </tr>
                            }
                        }).collect_view()}
                    </tbody>
                    <tfoot><tr><th scope="row">{tr!("total")}</th>{seats.iter().map(|seat| view! { <td>{table.scores[seat.index()]}</td> }).collect_view()}</tr></tfoot>
                </table>
                </div>
                {fair.iter().cloned().map(said).collect_view()}
                {over.then_some(move || app.compared.get().map(said))}
                {next.map(|next| view! { <p class="hint">{next}</p> })}
                {(between && seated).then(|| view! {
                    <button class="btn go wide" on:click=move |_| { app.overlay.set(None); app.send(ClientMessage::Next) }>{tr!("next-deal")}</button>
                })}
                {over.then(|| view! {
                    <div class="buttons wrap">
                        <button class="btn" on:click=move |_| app.leave()>{tr!("leave")}</button>
                        <button class="btn" on:click=move |_| app.save_record()>{tr!("save-record")}</button>
                        {seated.then(|| view! {
                            <button class="btn go" on:click=move |_| { app.overlay.set(None); app.send(ClientMessage::Rematch) }>{tr!("rematch")}</button>
                        })}
                    </div>
                })}
            })
        })
    }
}

//! The middle of the table: contract, melds, piles, and the lay-down or other draft in progress.

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::groups::{hidden_deal, is_hidden};
use upcard_client::wording::table::Chip;
use upcard_client::{Targets, meld_cards, melds_by_seat, wording};
use upcard_engine::choices::PileShown;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, MeldId};

use crate::card::{colour, drawing, face_html, is_marked, wild_html};
use crate::lazy::{self, LazyView};
use crate::memo::memo;
use crate::store::{App, Draft, Overlay};
use crate::text::{self, Page, tr};
use crate::{layout, news};

/// The middle of the table.
#[component]
pub(crate) fn Board() -> impl IntoView {
    let app = App::get();
    #[derive(PartialEq, Clone, Copy)]
    enum Middle {
        Melds,
        /// `true`: with the melds beside it, if they fit.
        Down(bool),
        Arrange,
        Cut,
        Pick,
    }
    let middle = memo(move || {
        let phase = app.with_view(|v| (v.table.phase(), v.table.asks(v.seat)));
        match phase {
            Some((Phase::Cut { .. }, true)) => return Middle::Cut,
            Some((Phase::Pick { .. }, true)) => return Middle::Pick,
            _ => {}
        }
        app.draft().with(|draft| match draft {
            Draft::None => Middle::Melds,
            Draft::Down(_) => Middle::Down(app.layout().get().roomy),
            Draft::Arrange(_) => Middle::Arrange,
        })
    });
    view! {
        <main class="felt" class=("both", move || matches!(middle.get(), Middle::Down(true)))>
            <ContractLine/>
            {move || match middle.get() {
                Middle::Melds => view! { <Melds/> }.into_any(),
                Middle::Down(false) => lazy::view(app.bundles(), LazyView::LayDown),
                Middle::Down(true) => view! { {lazy::view(app.bundles(), LazyView::LayDown)}<Melds/> }.into_any(),
                Middle::Arrange => lazy::view(app.bundles(), LazyView::Arrange),
                Middle::Cut => lazy::view(app.bundles(), LazyView::Cut),
                Middle::Pick => lazy::view(app.bundles(), LazyView::Pick),
            }}
            <Piles/>
            {move || app.toast().get().map(|text| view! { <p class="toast" aria-hidden="true">{text}</p> })}
            <p class="sr" aria-live="polite" role="status">
                {move || app.news().get()}
            </p>
        </main>
    }
    .into_any()
}

#[component]
fn ContractLine() -> impl IntoView {
    let app = App::get();
    let content = memo(move || {
        app.session().with(|s| {
            let (rules, own) = (s.rules.as_ref()?, s.view.as_ref()?);
            if let Some(mut hidden) = hidden_deal(s) {
                // While a lay-down is being composed, show its points.
                let put = |draft: &Draft| match draft {
                    Draft::Down(draft) => s.view().and_then(|view| draft.groups(&view)),
                    _ => None,
                };
                let put = app.draft().with(put);
                let put_together = put.is_some();
                hidden.own = put.or(hidden.own);
                let mut chips = wording::table::chips(&Page, s, &hidden);
                if !put_together && let Some(own) = &hidden.own {
                    // Use the colour of the same group in the hand, if it is planned there.
                    for chip in &mut chips {
                        let meld = chip.group.and_then(|at| own.melds.get(at));
                        chip.group = meld
                            .and_then(|meld| app.plan().with(|plan| plan.index_of(&meld.cards())));
                    }
                }
                let ends = hidden.own.is_some_and(|own| own.ends);
                return Some((chips, String::new(), Vec::new(), ends));
            }
            let seat = s.seat.unwrap_or(own.table.turn().seat);
            let state = own.table.seat(seat);
            let deal = &rules.deal(state.contract);
            let name = if is_hidden(rules) {
                tr!("contract-hidden")
            } else if deal.contract.is_empty() {
                wording::table::free_contract(&Page, rules, state)
            } else {
                text::capital(&text::deal_contract(rules, deal))
            };
            let filled =
                s.view().map(|v| app.plan().with(|plan| plan.progress(&v))).unwrap_or_default();
            let sizes: Vec<(u8, u8)> = deal
                .contract
                .elements
                .iter()
                .enumerate()
                .map(|(i, e)| (filled.get(i).copied().unwrap_or(0), e.size))
                .collect();
            // Without a contract there is nothing to lay down.
            let laid = state.down != Down::No && !sizes.is_empty();
            let spoken = if laid { tr!("contract-laid") } else { String::new() };
            let chips = vec![Chip { words: name, done: None, group: None }];
            Some((chips, spoken, sizes, state.down != Down::No))
        })
    });
    move || {
        content.get().map(|(chips, spoken, sizes, down)| {
            let ready = down && sizes.is_empty();
            let words = |chip: &Chip| match chip.done {
                Some(true) => format!("{} ✓", chip.words),
                _ => chip.words.clone(),
            };
            let name = match chips.as_slice() {
                [Chip { words, done: None, .. }] => view! { <b>{words.clone()}</b> }.into_any(),
                chips => chips.iter().map(|chip| view! {
                    <span class="counts" class=("done", chip.done == Some(true)) class=("open", chip.done == Some(false))
                        data-slot=chip.group.map(|group| (group % 4).to_string())>{words(chip)}</span>
                }).collect_view().into_any(),
            };
            view! {
                <button class="con" class=("ready", ready) aria-haspopup="dialog" on:click=move |_| app.show(Overlay::Contract)>
                    <span class="con-name">{name} <span class="con-done">{spoken}</span></span>
                    <span class="slots" class=("laid", down) aria-hidden="true">
                        {sizes.into_iter().enumerate().map(|(at, (filled, size))| view! {
                            <span class="slot" data-slot=(at % 4).to_string()>
                                {(0..size).map(|i| view! { <i class=("on", i < filled)></i> }).collect_view()}
                            </span>
                        }).collect_view()}
                    </span>
                </button>
            }
        })
    }
}

/// Returns a meld's card as read aloud, with the card it stands for.
fn accessible_name(card: Card, stands_for: Option<Card>) -> String {
    match stands_for {
        Some(face) => tr!("wild-as", card = text::spoken(card), face = text::spoken(face)),
        None => text::spoken(card),
    }
}

/// Names who laid off on another player's meld, in games where such cards score for whoever laid them off.
fn laid_off_by(app: App, meld: MeldId) -> Option<String> {
    app.session().with_untracked(|s| {
        let table = &s.view.as_ref()?.table;
        let of = table.additions().iter().filter(|addition| addition.meld == meld);
        let words: Vec<String> = of
            .map(|addition| {
                let name = news::name(s, addition.seat);
                let who = wording::news::who(s, addition.seat);
                tr!("added-by", card = text::card_text(addition.card), name = name, who = who)
            })
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    })
}

#[component]
fn Melds() -> impl IntoView {
    let app = App::get();
    let rows = memo(move || {
        app.session().with(|s| {
            let rows = melds_by_seat(s).into_iter();
            rows.map(|(seat, melds)| (seat, news::name(s, seat), melds)).collect::<Vec<_>>()
        })
    });
    let lit = memo(move || app.targets().with(Targets::melds));
    let crowded =
        move || rows.with(|rows| rows.iter().map(|(_, _, melds)| melds.len()).sum::<usize>() > 9);
    let below = RwSignal::new(0);
    let count = move || below.set(layout::hidden_melds());
    Effect::new(move |_| {
        rows.track();
        app.layout().track();
        crate::browser::next_frame(move || {
            layout::fit_melds();
            below.set(layout::hidden_melds());
        });
    });
    view! {
        {move || (below.get() > 0).then(|| view! {
            <button class="more" on:click=move |_| layout::scroll_melds()>{tr!("melds-below", count = below.get())}</button>
        })}
        <div class="melds" class:crowded=crowded data-drop="felt" on:scroll=move |_| count()>
            {move || rows.with(Vec::is_empty).then(|| view! { <p class="empty">{move || {
                let hidden = app.session().with(|s| s.rules.as_ref().is_some_and(|rules| is_hidden(rules)));
                tr!(if hidden { "contract-hidden" } else { "no-melds" })
            }}</p> })}
            {move || {
                let rules = app.session().with_untracked(|s| {
                    s.rules.as_ref().zip(s.view.as_ref()).map(|(r, v)| v.table.deal_rules(r).melds)
                }).unwrap_or_default();
                rows.get().into_iter().map(|(seat, name, melds)| view! {
                    <section class="owner">
                        <h2 class=format!("own av-{0} sh-{0}", seat.index())>{name}</h2>
                        <div class="row">
                            {melds.into_iter().map(|m| {
                                let id = m.id;
                                let cards = meld_cards(&m.meld, &rules);
                                let spoken = tr!(
                                    "meld-spoken",
                                    kind = upcard_rulebook::kind_name(m.meld.kind()),
                                    cards = cards.iter().map(|(card, face)| accessible_name(*card, *face)).collect::<Vec<_>>().join(", ")
                                );
                                let added = laid_off_by(app, id);
                                let faces: String = cards.iter().map(|(card, face)| wild_html(*card, true, *face, is_marked(*card, &rules))).collect();
                                view! {
                                    <button class="meld" class=("fit", move || lit.with(|l| l.contains(&id)))
                                        data-drop=format!("meld-{}", id.0) data-spot=format!("meld-{}", id.0)
                                        aria-label=spoken on:click=move |_| app.tap_meld(id) inner_html=faces></button>
                                    {added.map(|words| view! { <small class="added">{words}</small> })}
                                }
                            }).collect_view()}
                        </div>
                    </section>
                }).collect_view()
            }}
        </div>
    }
    .into_any()
}

#[component]
fn Piles() -> impl IntoView {
    let app = App::get();
    let state = memo(move || {
        app.session().with(|s| {
            let (rules, view) = (s.rules.as_ref()?, s.view.as_ref()?);
            let t = &view.table;
            let asked = s.must_decide();
            let turn = t.phase() == Phase::Draw && asked;
            let drawing = turn && s.view().is_some_and(|v| v.allows(&Action::Draw));
            let take = turn && s.view().is_some_and(|v| v.allows(&Action::Take));
            let offers = matches!(t.phase(), Phase::Offers { .. }) && asked;
            let playing = t.phase() == Phase::Play && asked;
            let spread = rules.set.choices.discarding.pile == PileShown::Spread;
            Some((
                t.upcard(),
                t.pile().collect::<Vec<Card>>(),
                t.stock(),
                drawing,
                take,
                offers,
                playing,
                spread,
                t.protected(),
            ))
        })
    });
    move || {
        state.get().map(|(upcard, discards, stock, drawing, take, offers, playing, spread, protected)| {
            let below = discards.len().saturating_sub(1);
            let up_class = format!("pile-card c {}", if upcard.is_some() { colour(upcard) } else { "hole" });
            let up = upcard.map(drawing_of).unwrap_or_default();
            let up_label = match upcard {
                Some(card) => tr!("upcard-spoken", card = text::spoken(card), below = below),
                None => tr!("upcard-none"),
            };
            let older: String = discards.iter().rev().skip(1).take(12).map(|c| face_html(Some(*c), true)).collect();
            view! {
                <div class="piles">
                    {(spread && below > 0).then(|| view! {
                        <button class="spread" aria-label=tr!("discards-spread") on:click=move |_| app.show(Overlay::Discards) inner_html=older></button>
                    })}
                    <div class="pile">
                        <button class="pile-button" class=("fit", drawing) data-spot="stock" data-drop="stock"
                            aria-label=tr!("stock-spoken", count = stock)
                            on:click=move |_| app.tap_stock()>
                            <span class="c back pile-card" inner_html=drawing_back()></span>
                        </button>
                        <span class="under">{tr!("stock-count", count = stock)}</span>
                    </div>
                    <div class="pile">
                        <button class="pile-button up" class=("fit", take || offers) class=("drop", playing)
                            data-spot="upcard" data-drop="discards" aria-label=up_label
                            on:click=move |_| app.tap_discards()>
                            <span class=up_class inner_html=up></span>
                        </button>
                        <button class="under link" on:click=move |_| app.show(Overlay::Discards)>
                            {if protected { tr!("upcard-protected") } else { tr!("discards-below", below = if upcard.is_some() { below as i64 } else { -1 }) }}
                        </button>
                    </div>
                </div>
            }
        })
    }
}

fn drawing_of(card: Card) -> String {
    drawing(Some(card), false)
}

fn drawing_back() -> String {
    drawing(None, false)
}

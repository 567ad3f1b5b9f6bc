//! Entering a deal with real cards: who went out, then what the others were left with, by a number pad that
//! moves on to the next player, or by cards.

use leptos::prelude::*;
use upcard_cards::{Card, Cards, RANKS, Rank};
use upcard_client::{EntryStep as Step, NumberInput, ScoreDraft, ScoreSheet};
use upcard_engine::choices::{WhatCounts, WildsPerDeal};
use upcard_engine::score_pad::{DealEntry, EntryFields, NextDeal, ScorePad};
use upcard_engine::table::Gone;
use upcard_engine::{DealRules, Seat, Seats};

use crate::card::face_html;
use crate::memo::memo;
use crate::score_book::{OpenSheet, contract};
use crate::text::{self, tr};

/// A number to enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    /// Value of the cards on the table.
    Shown(Seat),
    /// Value left in the hand.
    Hand(Seat),
}

impl Field {
    fn seat(self) -> Seat {
        let (Field::Shown(seat) | Field::Hand(seat)) = self;
        seat
    }
}

/// Returns the numbers to enter, in seat order; the winner's first if it counts.
fn fields(asked: &EntryFields, coming: &NextDeal, deal: &DealEntry) -> Vec<Field> {
    let mut fields = Vec::new();
    for seat in coming.playing.iter() {
        if asked.shown {
            fields.push(Field::Shown(seat));
        }
        let won = deal.winner == Some(seat);
        // A knocker has deadwood, except with gin.
        let counts = !won || (asked.gin && !deal.gin && !deal.big_gin);
        if counts && deal.seats[seat.index()].gone == Gone::No {
            fields.push(Field::Hand(seat));
        }
    }
    fields
}

/// Returns the score pad before the deal being entered or changed.
fn pad_before(sheet: &ScoreSheet, at: usize) -> ScorePad {
    let mut pad = sheet.pad().clone();
    while pad.deals().len() > at {
        pad.take_back();
    }
    pad
}

#[component]
pub(crate) fn Entry(on: OpenSheet, at: usize) -> impl IntoView {
    let sheet = on.sheet.get_untracked();
    let Some(coming) = pad_before(&sheet, at).sheet().next_deal else {
        on.leave();
        return ().into_any();
    };
    let asked = sheet.pad().entry_fields();
    let rules = sheet.rules().clone();
    let known = at < sheet.pad().deals().len();
    let draft = on.take_draft(at);
    let (began, first) = (sheet.draft(at), if known { Step::All } else { Step::Winner });
    let deal = RwSignal::new(draft.as_ref().map_or(&began, |draft| &draft.deal).clone());
    let was = StoredValue::new(sheet.pad().deals().get(at).cloned());
    let step = RwSignal::new(draft.as_ref().map_or(first, |draft| draft.step));
    let (typed, wild) = draft.map(|draft| (draft.typed, draft.wild)).unwrap_or_default();
    // The number being typed.
    let typed = RwSignal::new(typed);
    // The pad cannot know the turned-up wild rank, which has another value.
    let wild = RwSignal::new(wild);
    // Restored after a reload or after the sheet was closed.
    Effect::new(move |_| {
        let (deal, step, typed, wild) = (deal.get(), step.get(), typed.get(), wild.get());
        let entered = step != first || deal != began;
        let was = was.get_value();
        let draft = entered.then_some(ScoreDraft { at, was, deal, step, typed, wild });
        on.save_draft(draft.as_ref());
    });
    let go_to = move |to: Step| {
        typed.set(NumberInput::default());
        step.set(to);
    };
    let wrong = RwSignal::new(None::<String>);
    // The error is shown until the next change.
    Effect::new(move |_| {
        deal.track();
        wrong.set(None);
    });
    let enter = move || {
        let entered = was.with_value(|was| on.enter(at, was.as_ref(), deal.get_untracked()));
        wrong.set(entered.err());
    };
    let names = StoredValue::new(sheet.names.clone());
    let name = move |seat: Seat| names.with_value(|names| names[seat.index()].clone());
    let numbers = {
        let coming = coming.clone();
        memo(move || deal.with(|deal| fields(&asked, &coming, deal)))
    };
    // The restored number may not be needed any more.
    if matches!(step.get_untracked(), Step::Number(at) if at >= numbers.with_untracked(Vec::len)) {
        step.set(Step::All);
    }
    let go_on = move |from: usize| {
        go_to(if from < numbers.get_untracked().len() { Step::Number(from) } else { Step::All });
    };
    let won = move |winner: Option<Seat>, gin: bool, big_gin: bool| {
        deal.update(|deal| {
            deal.winner = winner;
            (deal.gin, deal.big_gin) = (gin, big_gin);
            if let Some(seat) = winner {
                let one = &mut deal.seats[seat.index()];
                (one.hand, one.gone) = (0, Gone::No);
            }
        });
        go_on(0);
    };
    let title = {
        let words =
            contract(&rules, coming.deal).map(|words| format!(": {words}")).unwrap_or_default();
        format!("{}{words}", tr!("score-enter", number = at + 1))
    };
    let turned = rules.set.choices.wilds.per_deal == WildsPerDeal::Turned;
    let playing: Vec<Seat> = coming.playing.iter().collect();
    let of = rules.clone();
    let index = coming.deal;
    let body = move || {
        match step.get() {
        Step::Winner => {
            let ways = move |seat: Seat| {
                let more = [(asked.gin, true, false, "score-gin"), (asked.big_gin, true, true, "score-big-gin")];
                let more = more.into_iter().filter(|(is, ..)| *is).map(move |(_, gin, big, words)| view! {
                    <button class="btn" on:click=move |_| won(Some(seat), gin, big)>{tr!(words)}</button>
                });
                view! {
                    <div class="goes-out"><button class="btn big" on:click=move |_| won(Some(seat), false, false)><b>{name(seat)}</b></button>
                        {more.collect_view()}</div>
                }
            };
            view! {
                <h3>{if asked.gin { tr!("score-who-knocked") } else { tr!("score-who-out") }}</h3>
                <div class="who-out">{playing.iter().copied().map(ways).collect_view()}
                    <button class="btn" on:click=move |_| won(None, false, false)>{tr!("score-nobody")}</button></div>
            }
            .into_any()
        }
        Step::Number(number) => match numbers.get_untracked().get(number) {
            Some(&field) => {
                let hidden = of.set.choices.scoring.what == WhatCounts::Deadwood;
                let words = match field {
                    Field::Shown(_) => tr!("score-shown"),
                    Field::Hand(_) if hidden => tr!("score-deadwood"),
                    Field::Hand(_) => tr!("score-left"),
                };
                let done = move |value: i32| {
                    deal.update(|deal| {
                        let one = &mut deal.seats[field.seat().index()];
                        match field {
                            Field::Shown(_) => one.shown = value,
                            Field::Hand(_) => one.hand = value,
                        }
                        one.written = None;
                    });
                    go_on(number + 1);
                };
                let count = move |cards: &Cards, deal: &DealRules| match field {
                    Field::Hand(_) if hidden => deal.deadwood(cards).points as i32,
                    _ => deal.points(cards),
                };
                let (rules, valued) = (of.clone(), of.clone());
                view! {
                    <h3>{name(field.seat())}</h3><p class="hint">{words}</p>
                    <Pad typed done count=move |cards: &Cards| count(cards, rules.deal_with(index, wild.get()))
                        faces=move || faces(valued.deal_with(index, wild.get()), hidden)
                        wild=turned.then_some(wild)/>
                }
                .into_any()
            }
            None => ().into_any(),
        },
        Step::All => view! { <Whole on at deal asked names=names again=move || step.set(Step::Winner) enter/> }.into_any(),
    }
    };
    view! {
        <div class="score-home entry">
            <p class="entry-of" role="status">{title}</p>
            {body}
            {move || wrong.get().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
            <div class="buttons">
                <button class="btn" on:click=move |_| match step.get_untracked() {
                    Step::Number(0) => go_to(Step::Winner),
                    Step::Number(number) => go_to(Step::Number(number - 1)),
                    // Numbers were entered one by one: back to the last.
                    Step::All if !known => go_to(match numbers.with_untracked(Vec::len) {
                        0 => Step::Winner,
                        all => Step::Number(all - 1),
                    }),
                    Step::Winner | Step::All => on.leave(),
                }>{tr!("back")}</button>
            </div>
        </div>
    }
    .into_any()
}

/// Returns the cards for counting: one per distinct value, or all suits if melds are to be found.
fn faces(deal: &DealRules, suits: bool) -> Vec<(Card, u8)> {
    let value = |card: Card| deal.values[card.index()];
    let all: Vec<Card> = Card::all().collect();
    let same = |card: &Card| {
        let others = all.iter().filter(|other| other.rank() == card.rank());
        others.into_iter().all(|other| value(*other) == value(*card))
    };
    let first = |card: &Card| all.iter().find(|other| other.rank() == card.rank()) == Some(card);
    let chosen = all.iter().filter(|card| suits || !same(card) || first(card));
    chosen.map(|card| (*card, value(*card))).collect()
}

/// Choice of the deal's wild rank.
fn turned_wild(wild: RwSignal<Option<Rank>>) -> impl IntoView {
    let chosen = move |event| {
        let value = event_target_value(&event);
        wild.set(RANKS.into_iter().find(|rank| rank.letter().to_string() == value));
    };
    let option = move |rank: Rank| {
        let own = wild.with_untracked(|wild| *wild == Some(rank));
        view! {
            <option value=rank.letter().to_string() selected=own>{upcard_rulebook::ranks_name(rank)}</option>
        }
    };
    view! {
        <label class="setting"><span>{tr!("score-wild")}</span>
            <select class="wild-rank" on:change=chosen>
                <option value="" selected=wild.with_untracked(Option::is_none)>{tr!("score-wild-none")}</option>
                {RANKS.into_iter().map(option).collect_view()}
            </select></label>
    }
}

/// Number input: by a pad, or by selecting cards.
#[component]
fn Pad(
    typed: RwSignal<NumberInput>,
    done: impl Fn(i32) + Copy + Send + Sync + 'static,
    count: impl Fn(&Cards) -> i32 + Clone + Send + Sync + 'static,
    faces: impl Fn() -> Vec<(Card, u8)> + Clone + Send + Sync + 'static,
    /// The deal's wild rank, if one is turned up.
    wild: Option<RwSignal<Option<Rank>>>,
) -> impl IntoView {
    let counting = memo(move || typed.with(|typed| typed.counting));
    let value = {
        let count = count.clone();
        memo(move || {
            typed.with(|typed| match typed.counting {
                true => count(&typed.cards.iter().copied().collect::<Cards>()),
                false => typed.digits.parse().unwrap_or(0),
            })
        })
    };
    let press = move |digit: char| typed.update(|typed| typed.press(digit));
    let drop_last = move || typed.update(NumberInput::drop_last);
    let key = move |event: leptos::ev::KeyboardEvent| {
        let key = event.key();
        let digit = key.chars().next().filter(|c| key.len() == 1 && c.is_ascii_digit());
        match (digit, key.as_str()) {
            (Some(digit), _) if !counting.get_untracked() => press(digit),
            (_, "Backspace") => drop_last(),
            (_, "Enter") => done(value.get_untracked()),
            _ => return,
        }
        event.prevent_default();
    };
    // Focus the pad for keyboard input.
    let pad = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(pad) = pad.get() {
            let _ = pad.focus();
        }
    });
    let digit = move |digit: char| {
        view! { <button class="btn" on:click=move |_| press(digit)>{digit}</button> }
    };
    let face = move |(card, value): (Card, u8)| {
        let label = tr!("score-card", card = text::spoken(card), points = value);
        view! {
            <button class="btn face" aria-label=label on:click=move |_| typed.update(|typed| typed.cards.push(card))>
                <span aria-hidden="true" inner_html=face_html(Some(card), true)></span><small aria-hidden="true">{value}</small></button>
        }
    };
    let chosen = move || typed.with(|typed| text::card_texts(typed.cards.iter().copied()));
    view! {
        <div class="pad" tabindex="-1" node_ref=pad on:keydown=key>
            <output class="sum" aria-live="polite">{move || text::number(value.get().into())}</output>
            {move || if counting.get() {
                let faces = faces.clone();
                view! {
                    {wild.map(turned_wild)}
                    <p class="chosen" aria-live="polite">{chosen}</p>
                    <div class="count-faces">{move || faces().into_iter().map(face).collect_view()}</div>
                    <div class="buttons"><button class="btn" on:click=move |_| drop_last()>{tr!("score-drop")}</button></div>
                }.into_any()
            } else {
                view! {
                    <div class="digits">{"123456789".chars().map(digit).collect_view()}
                        <button class="btn" aria-label=tr!("score-drop") on:click=move |_| drop_last()>"⌫"</button>
                        {digit('0')}
                        <button class="btn go" on:click=move |_| done(value.get_untracked())>{tr!("score-next-player")}</button></div>
                }.into_any()
            }}
            <div class="buttons">
                <button class="btn" aria-pressed=move || counting.get().to_string() on:click=move |_| typed.update(|typed| typed.counting = !typed.counting)>
                    {move || if counting.get() { tr!("score-type") } else { tr!("score-by-cards") }}</button>
                {move || counting.get().then(|| view! {
                    <button class="btn go" on:click=move |_| done(value.get_untracked())>{tr!("score-next-player")}</button>
                })}
            </div>
        </div>
    }
    .into_any()
}

/// Parses an integer as people and browsers write it: `12`, `-5`, `1e3`.
fn parse_integer(text: &str) -> Option<i32> {
    let number: f64 = text.trim().parse().ok()?;
    (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i32)
}

/// A deal's result: points of each player, who may rejoin, and with how many points.
type Row = (Vec<i32>, Seats, i32);

/// Review of a deal before it is entered, with further questions of the rules.
#[component]
fn Whole(
    on: OpenSheet,
    at: usize,
    deal: RwSignal<DealEntry>,
    asked: EntryFields,
    names: StoredValue<Vec<String>>,
    again: impl Fn() + Copy + Send + Sync + 'static,
    enter: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    // The result if it is entered.
    let row = Memo::new(move |before: Option<&Option<Row>>| {
        let mut pad = on.sheet.with(|sheet| pad_before(sheet, at));
        // Keep the previous result if the deal is invalid.
        if deal.with(|deal| pad.enter(at, deal.clone())).is_err() {
            return before.cloned().flatten();
        }
        pad.sheet().rows.get(at).map(|row| (row.points.clone(), row.may_rejoin, row.rejoin_total))
    });
    let flag = move |is: bool,
                     words: &'static str,
                     get: fn(&DealEntry) -> bool,
                     set: fn(&mut DealEntry, bool)| {
        is.then(|| view! {
            <label class="switch"><input type="checkbox" prop:checked=move || deal.with(get)
                on:change=move |event| deal.update(|deal| set(deal, event_target_checked(&event)))/><span>{tr!(words)}</span></label>
        })
    };
    let players = names.with_value(Vec::len);
    let line = move |at: usize| {
        let name = names.with_value(|names| names[at].clone());
        let seat = Seat::at(at);
        let mark =
            move |is: bool,
                  words: &'static str,
                  get: fn(&upcard_engine::score_pad::SeatEntry) -> bool,
                  set: fn(&mut upcard_engine::score_pad::SeatEntry, bool)| {
                is.then(|| view! {
                <label class="switch"><input type="checkbox" prop:checked=move || deal.with(|deal| get(&deal.seats[at]))
                    on:change=move |event| deal.update(|deal| set(&mut deal.seats[at], event_target_checked(&event)))/><span>{tr!(words)}</span></label>
            })
            };
        let points = move || {
            let written = deal.with(|deal| deal.seats[at].written);
            written.or_else(|| row.get().map(|(points, ..)| points[at]))
        };
        let text = move || points().map(|points| points.to_string()).unwrap_or_default();
        // The winner has played the deal to its end.
        let won = deal.with_untracked(|deal| deal.winner == Some(seat));
        let leaves = (!won && (asked.drops || asked.wrong)).then(|| {
            let gone = [
                (true, "in", Gone::No),
                (asked.drops, "first", Gone::DroppedFirst),
                (asked.drops, "middle", Gone::DroppedMiddle),
                (asked.wrong, "wrong", Gone::DeclaredWrong),
            ];
            let options = gone.into_iter().filter(|(is, ..)| *is);
            view! {
                <select aria-label=tr!("score-left-deal", name = name.clone()) on:change=move |event| {
                    let value = event_target_value(&event);
                    let chosen = gone.into_iter().find(|(_, id, _)| *id == value).map_or(Gone::No, |(.., gone)| gone);
                    deal.update(|deal| deal.seats[at].gone = chosen);
                }>{options.map(|(_, id, one)| view! {
                    <option value=id selected=deal.with_untracked(|deal| deal.seats[at].gone == one)>{tr!(&format!("score-gone-{id}"))}</option>
                }).collect_view()}</select>
            }
        });
        let back = move || {
            let (_, may, total) = row.get()?;
            may.has(seat).then(|| view! {
                <label class="switch"><input type="checkbox" prop:checked=move || deal.with(|deal| deal.seats[at].rejoins)
                    on:change=move |event| deal.update(|deal| deal.seats[at].rejoins = event_target_checked(&event))/>
                    <span>{tr!("score-rejoins", total = total)}</span></label>
            })
        };
        view! {
            <div class="entered" role="group" aria-label=name.clone()>
                <b>{name.clone()}</b>
                <input type="number" inputmode="numeric" aria-label=tr!("score-points-of", name = name.clone())
                    prop:value=text
                    on:input=move |event| {
                        // Save partial input as well.
                        if let Some(written) = parse_integer(&event_target_value(&event)) {
                            deal.update(|deal| deal.seats[at].written = Some(written));
                        }
                    }
                    on:change=move |event| {
                        let written = parse_integer(&event_target_value(&event));
                        deal.update(|deal| deal.seats[at].written = written);
                        // Replace invalid input with the valid value.
                        event_target::<web_sys::HtmlInputElement>(&event).set_value(&untrack(text));
                    }/>
                {leaves}
                {mark(asked.down, "score-down", |one| one.down, |one, on| one.down = on)}
                {mark(asked.no_turn && !won, "score-no-turn", |one| one.no_turn, |one, on| one.no_turn = on)}
                {asked.buys.then(|| view! {
                    <label class="buys">{tr!("score-buys")}<input type="number" inputmode="numeric" min="0" max="99"
                        prop:value=move || deal.with(|deal| deal.seats[at].buys.to_string())
                        on:change=move |event| {
                            let buys = event_target_value(&event).trim().parse().unwrap_or(0);
                            deal.update(|deal| deal.seats[at].buys = buys);
                        }/></label>
                })}
                {back}
            </div>
        }
    };
    view! {
        <div class="of-deal">
            {(0..players).map(line).collect_view()}
            {flag(asked.rummy, "score-rummy", |deal| deal.rummy, |deal, on| deal.rummy = on)}
            {flag(asked.first_lay, "score-first-lay", |deal| deal.first_lay, |deal, on| deal.first_lay = on)}
            {asked.besides.then(|| view! {
                <label class="buys">{tr!("score-besides")}<input type="number" inputmode="numeric" min="0" max="255"
                    prop:value=move || deal.with(|deal| deal.besides.to_string())
                    on:change=move |event| {
                        let besides = event_target_value(&event).trim().parse().unwrap_or(0);
                        deal.update(|deal| deal.besides = besides);
                    }/></label>
            })}
            {flag(asked.spade, "score-spade", |deal| deal.spade, |deal, on| deal.spade = on)}
            {flag(asked.shares, "score-shares", |deal| deal.shared, |deal, on| deal.shared = on)}
            <div class="buttons">
                <button class="btn" on:click=move |_| again()>{tr!("score-again")}</button>
                <button class="btn go" on:click=move |_| enter()>{tr!("score-enter-it")}</button>
            </div>
        </div>
    }
    .into_any()
}

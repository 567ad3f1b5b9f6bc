//! The values of one house rules choice: options, numbers, marks, contracts.

use leptos::prelude::*;
use upcard_cards::{Element, MeldKind, Rank};
use upcard_client::house_rules::{
    Cells, Kind, Mark, RulesEditor, cells, demands, element_sizes, elements, kind_of, kinds, marks,
    start_value, value_from_cells, value_from_elements, value_from_marks,
};
use upcard_engine::Value;
use upcard_engine::choices::Choice;
use upcard_rulebook::{contract_words, rank_name, value_label};

use crate::memo::memo;
use crate::text::tr;

/// A choice being edited.
#[derive(Clone, Copy)]
struct Field {
    editor: RwSignal<RulesEditor>,
    choice: &'static Choice,
    value: Memo<Value>,
}

impl Field {
    fn set(self, value: &Value) {
        self.editor.update(|editor| editor.set(self.choice.path, value));
    }

    fn kind(self) -> Option<Kind> {
        self.value.with(|value| kind_of(self.choice, value))
    }

    fn cells(self) -> Option<Cells> {
        let kind = self.kind()?;
        self.value.with(|value| self.editor.with(|e| cells(kind, value, e.choices())))
    }

    fn marks(self) -> Vec<Mark> {
        let Some(kind) = self.kind() else { return Vec::new() };
        let found = |value: &Value| self.editor.with(|e| marks(kind, value, e.choices()));
        self.value.with(found).unwrap_or_default()
    }

    fn deals(self) -> Vec<Vec<Element>> {
        let found = |value: &Value| {
            self.editor.with(|e| {
                let melds = &e.choices().melds;
                elements(value, melds.set_size, melds.run_size)
            })
        };
        self.value.with(found).unwrap_or_default()
    }

    /// Changes the contracts.
    fn deal(self, change: impl FnOnce(&mut Vec<Vec<Element>>)) {
        let mut deals = untrack(move || self.deals());
        change(&mut deals);
        self.set(&value_from_elements(&deals));
    }

    /// Changes a number of a row.
    fn cell(self, change: impl FnOnce(&mut Cells)) {
        if let (Some(kind), Some(mut cells)) = untrack(move || (self.kind(), self.cells())) {
            change(&mut cells);
            self.set(&value_from_cells(kind, &cells));
        }
    }
}

/// The options of a choice, the base game's marked, and the fields for the current kind of value.
pub(crate) fn values(editor: RwSignal<RulesEditor>, choice: &'static Choice) -> AnyView {
    let value = memo(move || editor.with(|e| choice.get(e.choices())));
    let field = Field { editor, choice, value };
    let own = editor.with_untracked(|e| choice.get(&e.base().choices));
    let game = editor.with_untracked(|e| e.base().catalogue.name.clone());
    let own_kind = kind_of(choice, &own);
    let own_words = value_label(choice.path, &own);
    let all = kinds(choice);
    let only = all.len() == 1;
    let kind = move |kind: Kind| {
        let words = match kind {
            Kind::Switch(yes) => value_label(choice.path, &Value::Bool(yes)),
            Kind::Word(word) => value_label(choice.path, &Value::Text(word.to_owned())),
            kind => tr!(&format!("kind-{}", kind.word().unwrap_or_default())),
        };
        let plain = matches!(kind, Kind::Switch(_) | Kind::Word(_));
        let is_own = plain && own_kind == Some(kind);
        let game = game.clone();
        view! {
            <button type="button" class="kind" aria-pressed=move || (field.kind() == Some(kind)).to_string()
                on:click=move |_| {
                    let value = editor.with_untracked(|e| start_value(choice, kind, e.choices()));
                    field.set(&value);
                }>
                <span>{words}</span>
                {is_own.then(|| view! { <small>{tr!("as-in", game = game)}</small> })}
            </button>
        }
    };
    let changed = memo(move || value.get() != own);
    view! {
        <div class="values">
            <p class="hint">{choice.meaning()}</p>
            {(!only).then(|| view! { <div class="kinds" role="group">{all.into_iter().map(kind).collect_view()}</div> })}
            {below(field)}
            {move || changed.get().then(|| view! {
                <button type="button" class="btn undo" on:click=move |_| editor.update(|e| e.undo(choice.path))>
                    {tr!("undo-choice", value = own_words.clone())}</button>
            })}
        </div>
    }
    .into_any()
}

/// The fields for the current kind of value, redrawn only if their structure changes.
fn below(field: Field) -> AnyView {
    let shape = memo(move || {
        let kind = field.kind();
        let names = field.cells().map(|cells| (cells.names, cells.grows));
        let marks: Vec<String> = field.marks().into_iter().map(|mark| mark.name).collect();
        let melds: Vec<Vec<MeldKind>> = match kind {
            Some(Kind::Contracts) => {
                field.deals().iter().map(|deal| deal.iter().map(|e| e.kind).collect()).collect()
            }
            _ => Vec::new(),
        };
        (kind.map(|kind| format!("{kind:?}")), names, marks, melds)
    });
    let view = move || {
        let (_, names, marks, melds) = shape.get();
        let kind = untrack(move || field.kind())?;
        Some(match (kind, names) {
            (Kind::Contracts, _) => contracts(field, melds),
            (_, Some((names, grows))) => row(field, kind, names, grows),
            _ if !marks.is_empty() => toggles(field, kind, marks),
            _ => return None,
        })
    };
    view.into_any()
}

/// A number field with minus and plus buttons.
fn number(
    label: String,
    now: impl Fn() -> i64 + Copy + Send + Sync + 'static,
    bounds: (i64, i64),
    set: impl Fn(i64) + Copy + Send + Sync + 'static,
) -> AnyView {
    let (least, most) = bounds;
    let step = move |by: i64| set((untrack(now) + by).clamp(least, most));
    let (fewer, more) =
        (tr!("one-fewer", what = label.clone()), tr!("one-more", what = label.clone()));
    view! {
        <div class="stepper">
            <button type="button" aria-label=fewer aria-disabled=move || (now() <= least).to_string()
                on:click=move |_| step(-1)>"−"</button>
            <input type="number" inputmode="numeric" min=least max=most aria-label=label prop:value=move || now().to_string()
                on:change=move |event| {
                    if let Ok(n) = event_target_value(&event).trim().parse::<i64>() {
                        set(n.clamp(least, most));
                    }
                }/>
            <button type="button" aria-label=more aria-disabled=move || (now() >= most).to_string()
                on:click=move |_| step(1)>"+"</button>
        </div>
    }
    .into_any()
}

/// Returns the label of a number in a row.
fn cell_name(kind: Kind, name: &str) -> String {
    match kind {
        Kind::EachDeal => tr!("cell-deal", deal = name.to_owned()),
        Kind::EachPlace => tr!("cell-place", place = name.to_owned()),
        Kind::EachSize => tr!("cell-players", players = name.to_owned()),
        Kind::Runs => tr!(&format!("cell-{name}")),
        _ => tr!("kind-number"),
    }
}

/// A row of numbers.
fn row(field: Field, kind: Kind, names: Vec<String>, grows: bool) -> AnyView {
    let (least, most) =
        untrack(move || field.cells()).map_or((0, 0), |cells| (cells.least, cells.most));
    let alone = names.len() == 1 && !grows;
    let one = move |(at, name): (usize, String)| {
        let words = cell_name(kind, &name);
        let now = move || field.cells().and_then(|c| c.numbers.get(at).copied()).unwrap_or(0);
        let set = move |n: i64| {
            field.cell(|cells| {
                if let Some(cell) = cells.numbers.get_mut(at) {
                    *cell = n;
                }
            });
        };
        view! {
            <div class="cell">
                {(!alone).then(|| view! { <span>{words.clone()}</span> })}
                {number(words, now, (least, most), set)}
            </div>
        }
    };
    let last = names.len();
    view! {
        <div class="cells">
            {names.into_iter().enumerate().map(one).collect_view()}
            {grows.then(|| view! {
                <div class="buttons wrap">
                    <button type="button" class="btn" on:click=move |_| field.cell(|cells| {
                        cells.names.push(String::new());
                        cells.numbers.push(cells.numbers.last().copied().unwrap_or(0));
                    })>{tr!("longer-row")}</button>
                    {(last > 1).then(|| view! {
                        <button type="button" class="btn" on:click=move |_| field.cell(|cells| {
                            cells.numbers.pop();
                        })>{tr!("shorter-row")}</button>
                    })}
                </div>
            })}
        </div>
    }
    .into_any()
}

/// Toggles for deals or ranks.
fn toggles(field: Field, kind: Kind, names: Vec<String>) -> AnyView {
    let one = move |(at, name): (usize, String)| {
        let rank = name.chars().next().and_then(Rank::from_letter).filter(|_| kind == Kind::Ranks);
        let label = match rank {
            Some(rank) => rank_name(rank),
            None => tr!("cell-deal", deal = name.clone()),
        };
        let shown = if kind == Kind::Ranks && name == "T" { "10".to_owned() } else { name };
        let on = move || field.marks().get(at).is_some_and(|mark| mark.on);
        view! {
            <button type="button" class="toggle" aria-label=label aria-pressed=move || on().to_string()
                on:click=move |_| {
                    let mut marks = untrack(move || field.marks());
                    if let Some(mark) = marks.get_mut(at) {
                        mark.on = !mark.on;
                    }
                    field.set(&value_from_marks(kind, &marks));
                }>{shown}</button>
        }
    };
    view! { <div class="toggles" role="group">{names.into_iter().enumerate().map(one).collect_view()}</div> }
        .into_any()
}

/// An extra demand on one meld of a contract, if there is a choice.
fn demand(
    field: Field,
    place: (usize, usize),
    kind: MeldKind,
    label: &str,
) -> Option<impl IntoView + use<>> {
    let all = demands(kind);
    let (deal, at) = place;
    let now = move || {
        let deals = field.deals();
        let element = deals.get(deal).and_then(|d| d.get(at)).copied();
        let found = |e: Element| all.iter().position(|&(_, p, s)| (p, s) == (e.purity, e.suits));
        element.and_then(found).unwrap_or(0)
    };
    let choose = move |place: usize| {
        field.deal(|deals| {
            let element = deals.get_mut(deal).and_then(|d| d.get_mut(at));
            if let (Some(element), Some(&(_, purity, suits))) = (element, all.get(place)) {
                (element.purity, element.suits) = (purity, suits);
            }
        });
    };
    let one = move |(place, (word, ..)): (usize, &(&str, _, _))| {
        view! { <option value=place prop:selected=move || now() == place>{tr!(&format!("demand-{word}"))}</option> }
    };
    let label = tr!("meld-demand", what = label.to_owned());
    (all.len() > 1).then(|| {
        view! {
            <select aria-label=label on:change=move |event| {
                if let Ok(place) = event_target_value(&event).parse() {
                    choose(place);
                }
            }>{all.iter().enumerate().map(one).collect_view()}</select>
        }
    })
}

/// The contracts by deal, each with its melds.
fn contracts(field: Field, melds: Vec<Vec<MeldKind>>) -> AnyView {
    let count = melds.len();
    let deal = move |(deal, melds): (usize, Vec<MeldKind>)| {
        let words = move || {
            let deals = field.deals();
            let mut contract = upcard_cards::Contract::default();
            for element in deals.get(deal).into_iter().flatten() {
                let _ = contract.elements.try_push(*element);
            }
            contract_words(&contract)
        };
        let full = melds.len() >= 8;
        let meld = move |(at, kind): (usize, MeldKind)| {
            let label = tr!(&format!("meld-{}", kind.word()));
            let size = move || {
                let deals = field.deals();
                deals.get(deal).and_then(|d| d.get(at)).map_or(0, |element| i64::from(element.size))
            };
            let set = move |n: i64| {
                field.deal(|deals| {
                    if let Some(element) = deals.get_mut(deal).and_then(|d| d.get_mut(at)) {
                        element.size = n as u8;
                    }
                });
            };
            let (least, most) = element_sizes(kind);
            let besides = demand(field, (deal, at), kind, &label);
            let remove = tr!("meld-away", what = label.clone());
            view! {
                <div class="cell">
                    <span>{label.clone()}</span>
                    {(least < most).then(|| number(label, size, (least.into(), most.into()), set))}
                    {besides}
                    <button type="button" class="ico" aria-label=remove on:click=move |_| field.deal(|deals| {
                        if let Some(deal) = deals.get_mut(deal) && at < deal.len() {
                            deal.remove(at);
                        }
                    })><span class="i i-close" aria-hidden="true"></span></button>
                </div>
            }
        };
        let add = move |kind: MeldKind| {
            let usual = move || {
                let (set, run) = field
                    .editor
                    .with_untracked(|e| (e.choices().melds.set_size, e.choices().melds.run_size));
                match kind {
                    MeldKind::Set => set,
                    MeldKind::Run => run,
                    MeldKind::Pair => 2,
                }
            };
            view! {
                <button type="button" class="btn" disabled=full on:click=move |_| field.deal(|deals| {
                    let element = Element::plain(kind, usual());
                    deals.get_mut(deal).into_iter().for_each(|deal| deal.push(element));
                })>{tr!(&format!("add-{}", kind.word()))}</button>
            }
        };
        view! {
            <details class="deal">
                <summary><b>{tr!("cell-deal", deal = deal + 1)}</b>" "<span>{words}</span></summary>
                {melds.into_iter().enumerate().map(meld).collect_view()}
                <div class="buttons wrap">{[MeldKind::Set, MeldKind::Run, MeldKind::Pair].map(add)}</div>
            </details>
        }
    };
    view! {
        <div class="cells">
            {melds.into_iter().enumerate().map(deal).collect_view()}
            <div class="buttons wrap">
                <button type="button" class="btn" on:click=move |_| field.deal(|deals| {
                    let next = deals.last().cloned();
                    deals.push(next.unwrap_or_else(|| vec![Element::plain(MeldKind::Set, 3); 2]));
                })>{tr!("add-deal")}</button>
                {(count > 0).then(|| view! {
                    <button type="button" class="btn" on:click=move |_| field.deal(|deals| { deals.pop(); })>{tr!("drop-deal")}</button>
                })}
            </div>
        </div>
    }
    .into_any()
}

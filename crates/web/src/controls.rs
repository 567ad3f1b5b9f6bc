//! Controls that several screens share.

use leptos::prelude::*;

use crate::browser;
use crate::text::tr;

/// A screen's top bar: a button back, the title, and a line below it.
pub(crate) fn back_bar(title: String, below: String) -> AnyView {
    view! {
        <header class="bar">
            <button class="ico" aria-label=tr!("back") on:click=move |_| browser::history_back()>
                <span class="i i-back" aria-hidden="true"></span></button>
            <h1><b>{title}</b><small>{below}</small></h1>
        </header>
    }
    .into_any()
}

/// A number with minus and plus buttons.
pub(crate) fn stepper(
    label: &'static str,
    value: RwSignal<u8>,
    bounds: impl Fn() -> (u8, u8) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <div class="setting" role="group" aria-label=tr!(label)>
            <span>{tr!(label)}</span>
            <div class="stepper">
                <button type="button" aria-label=tr!("fewer") aria-disabled=move || (value.get() <= bounds().0).to_string()
                    on:click=move |_| value.update(|n| *n = n.saturating_sub(1).max(bounds().0))>"−"</button>
                <output aria-live="polite">{move || value.get()}</output>
                <button type="button" aria-label=tr!("more") aria-disabled=move || (value.get() >= bounds().1).to_string()
                    on:click=move |_| value.update(|n| *n = (*n + 1).min(bounds().1))>"+"</button>
            </div>
        </div>
    }
    .into_any()
}

/// A segmented control.
pub(crate) fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    label: &'static str,
    all: Vec<(T, String)>,
    now: impl Fn() -> T + Copy + Send + Sync + 'static,
    choose: impl Fn(T) + Copy + 'static,
) -> impl IntoView {
    view! {
        <div class="setting" role="group" aria-label=tr!(label)>
            <span>{tr!(label)}</span>
            <div class="segments">
                {all.into_iter().map(|(value, words)| view! {
                    <button type="button" aria-pressed=move || (now() == value).to_string()
                        on:click=move |_| choose(value)>{words}</button>
                }).collect_view()}
            </div>
        </div>
    }
    .into_any()
}

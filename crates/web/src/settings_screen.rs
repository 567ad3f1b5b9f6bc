//! The settings sheet.

use leptos::prelude::*;
use upcard_client::Sort;
use upcard_client::wire::Pace;

use crate::browser;
use crate::settings::{Settings, Size, Theme};
use crate::sound::{self, Sound};
use crate::store::{App, Overlay};
use crate::text::tr;

/// A row of options.
fn row<T: Copy + PartialEq + Send + Sync + 'static>(
    app: App,
    label: &'static str,
    choices: Vec<(&'static str, T)>,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
) -> impl IntoView {
    view! {
        <div class="setting" role="group" aria-label=tr!(label)>
            <span>{tr!(label)}</span>
            <div class="segments">
                {choices.into_iter().map(|(id, value)| view! {
                    <button aria-pressed=move || (app.settings().with(get) == value).to_string()
                        on:click=move |_| {
                            app.change_settings(|s| set(s, value));
                        }>{tr!(id)}</button>
                }).collect_view()}
            </div>
        </div>
    }
    .into_any()
}

#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {
    let app = App::get();
    let yes_no = || vec![("on", true), ("off", false)];
    view! {
        <div class="settings">
            <label class="setting"><span>{tr!("your-name")}</span>
                <input type="text" maxlength="24" autocomplete="nickname" prop:value=move || app.settings().with(|s| s.name.clone())
                    on:change=move |event| {
                        app.change_settings(|s| s.name = event_target_value(&event));
                    }/>
            </label>
            {row(app, "setting-theme", vec![("theme-auto", Theme::Auto), ("theme-light", Theme::Light), ("theme-dark", Theme::Dark)], |s| s.theme, |s, v| s.theme = v)}
            {row(app, "setting-contrast", yes_no(), |s| s.contrast, |s, v| s.contrast = v)}
            {row(app, "setting-left", yes_no(), |s| s.left, |s, v| s.left = v)}
            {row(app, "setting-size", vec![("size-usual", Size::Usual), ("size-large", Size::Large), ("size-very-large", Size::VeryLarge)], |s| s.cards, |s, v| s.cards = v)}
            {row(app, "setting-colours", vec![("colours-four", true), ("colours-two", false)], |s| s.four_colours, |s, v| { s.four_colours = v; s.colours_offered = true })}
            {row(app, "setting-motion", yes_no(), |s| s.motion, |s, v| s.motion = v)}
            {row(app, "setting-sound", yes_no(), |s| s.sound, |s, v| {
                s.sound = v;
                if v {
                    // Plays a sample; browsers require a user gesture for the first sound.
                    sound::play(Sound::Turn);
                }
            })}
            {browser::can_vibrate().then(|| row(app, "setting-buzz", yes_no(), |s| s.buzz, |s, v| {
                s.buzz = v;
                if v {
                    browser::vibrate();
                }
            }))}
            {row(app, "setting-pace", vec![("pace-calm", Pace::Calm), ("pace-usual", Pace::Usual), ("pace-fast", Pace::Fast)], |s| s.pace, |s, v| s.pace = v)}
            {row(app, "setting-sort", Sort::ALL.iter().map(|sort| (match sort {
                Sort::Melds => "sort-melds", Sort::Suit => "sort-suit", Sort::Rank => "sort-rank", Sort::Mine => "sort-mine",
            }, *sort)).collect(), |s| s.sort, |s, v| s.sort = v)}
            {(!browser::is_secure()).then(|| view! { <p class="notice">{tr!("plain-line")}</p> })}
            <button class="btn" on:click=move |_| app.show(Overlay::Keys)>{tr!("keys")}</button>
        </div>
    }
    .into_any()
}

//! The page.

fn main() {
    use leptos::prelude::*;
    let (n, set) = signal(0);
    leptos::mount::mount_to_body(move || view! { <button on:click=move |_| set.update(|n| *n += 1)>{n}</button> });
}

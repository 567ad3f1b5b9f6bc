//! Line chart of totals by deal or by match.

use leptos::prelude::*;

/// Size of the drawing, in its own units.
const SIZE: (f64, f64) = (320.0, 140.0);

/// Dash patterns of the players' lines, so that colour is not the only difference.
const DASHES: [&str; 8] = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "4 1", "9 2 2 2 2 2"];

/// Returns the chart; each row has the totals of all names. `None` for fewer than two rows.
pub(crate) fn curve(names: &[String], rows: &[Vec<i32>], title: &str) -> Option<AnyView> {
    if rows.len() < 2 {
        return None;
    }
    let all = || rows.iter().flatten().copied().chain([0]);
    let (low, high) = (f64::from(all().min()?), f64::from(all().max()?));
    let (width, height) = SIZE;
    let across = width / rows.len() as f64;
    let level = |total: i32| height - (f64::from(total) - low) / (high - low).max(1.0) * height;
    let line = |seat: usize| {
        let mut points = format!("0,{:.1}", level(0));
        for (at, row) in (1..).zip(rows) {
            points.push_str(&format!(" {:.1},{:.1}", across * f64::from(at), level(row[seat])));
        }
        points
    };
    let lines = (0..names.len()).map(|seat| {
        view! { <polyline class=format!("av-{seat}") points=line(seat) stroke-dasharray=DASHES[seat % 8]></polyline> }
    });
    let legend = names.iter().enumerate().map(|(seat, name)| {
        view! {
            <li><svg viewBox="0 0 30 8" aria-hidden="true"><polyline class=format!("av-{seat}") points="0,4 30,4" stroke-dasharray=DASHES[seat % 8]></polyline></svg>{name.clone()}</li>
        }
    });
    let drawing = view! {
        <figure class="curve"><figcaption>{title.to_owned()}</figcaption>
            <svg viewBox=format!("-4 -4 {} {}", width + 8.0, height + 8.0) role="img" aria-label=title.to_owned()>{lines.collect_view()}</svg>
            <ul>{legend.collect_view()}</ul></figure>
    };
    Some(drawing.into_any())
}

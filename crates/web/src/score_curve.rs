//! The totals of a match, deal by deal, as lines.

use leptos::prelude::*;
use upcard_client::ScoreSheet;
use upcard_engine::score_pad::Sheet as Counts;

use crate::text::tr;

/// The size of the drawing, in its own units.
const SIZE: (f64, f64) = (320.0, 140.0);

/// How the lines of the players are drawn, beside their colours: nobody is told apart by colour alone.
const DASHES: [&str; 8] = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4", "4 1", "9 2 2 2 2 2"];

/// The lines; nothing before the second deal.
pub(crate) fn curve(sheet: &ScoreSheet, counts: &Counts) -> Option<AnyView> {
    if counts.rows.len() < 2 {
        return None;
    }
    let all = || counts.rows.iter().flat_map(|row| row.totals.iter().copied()).chain([0]);
    let (low, high) = (f64::from(all().min()?), f64::from(all().max()?));
    let (width, height) = SIZE;
    let across = width / counts.rows.len() as f64;
    let level = |total: i32| height - (f64::from(total) - low) / (high - low).max(1.0) * height;
    let line = |seat: usize| {
        let mut points = format!("0,{:.1}", level(0));
        for (at, row) in (1..).zip(&counts.rows) {
            points.push_str(&format!(
                " {:.1},{:.1}",
                across * f64::from(at),
                level(row.totals[seat])
            ));
        }
        points
    };
    let lines = (0..sheet.names.len()).map(|seat| {
        view! { <polyline class=format!("seat-{seat}") points=line(seat) stroke-dasharray=DASHES[seat % 8]></polyline> }
    });
    let legend = sheet.names.iter().enumerate().map(|(seat, name)| {
        view! {
            <li><svg viewBox="0 0 30 8" aria-hidden="true"><polyline class=format!("seat-{seat}") points="0,4 30,4" stroke-dasharray=DASHES[seat % 8]></polyline></svg>{name.clone()}</li>
        }
    });
    let drawing = view! {
        <figure class="curve"><figcaption>{tr!("score-curve")}</figcaption>
            <svg viewBox=format!("-4 -4 {} {}", width + 8.0, height + 8.0) role="img" aria-label=tr!("score-curve")>{lines.collect_view()}</svg>
            <ul>{legend.collect_view()}</ul></figure>
    };
    Some(drawing.into_any())
}

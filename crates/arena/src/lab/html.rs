//! The findings as an HTML page with plots.

use std::fmt::Write;

use plotters::prelude::*;

use super::finding::{DealFinding, FIGURES, Finding, applicable_figures};
use super::options::LabOptions;
use super::sums::Histogram;
use super::text::{or_dash, seat_name};
use crate::stats::Interval;

/// Error while drawing a chart.
pub type DrawError = Box<dyn std::error::Error + Send + Sync>;

const SIZE: (u32, u32) = (860, 380);

/// Style sheet: maps the plotting library's black and white to the colours of the light and dark themes.
const STYLE: &str = include_str!("page.css");

/// Renders one self-contained HTML file.
///
/// # Errors
/// A chart could not be drawn.
pub fn page(options: &LabOptions, findings: &[Finding]) -> Result<String, DrawError> {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\"><title>Upcard \
         laboratory</title><style>{STYLE}</style></head><body><main><h1>How rules change the game</h1>\n"
    );
    let least = findings.iter().map(|f| f.matches).min().unwrap_or(0);
    let cut = if least < options.shard_matches() { ", interrupted" } else { "" };
    let _ = writeln!(
        html,
        "<p>{least} matches of each rule set by bots of the level <b>{}</b>, seed {}{cut}. All rule \
         sets are played on the same seeds. Brackets and bars are 95 % intervals.</p>\n<ol \
         class=\"rules\">",
        options.level, options.seed
    );
    for (i, f) in findings.iter().enumerate() {
        let (key, name, players, deals) = (swatch(i), escape(&f.rules), f.players, f.deals);
        let _ =
            writeln!(html, "<li>{key} <code>{name}</code>, {players} players, {deals} deals</li>");
    }
    html.push_str("</ol>\n<h2>All deals</h2>\n");
    html.push_str(&figures_table(findings));
    let rounds = |f: &Finding| percentages(&f.rounds_spread);
    let downs = |f: &Finding| percentages(&f.down_spread);
    let lengths = line_chart(findings, "rounds until the deal is over", "% of deals", &rounds)?;
    let downs = line_chart(findings, "own turn of going down", "% of hands", &downs)?;
    let mut charts = vec![("How long deals last", lengths), ("When players go down", downs)];
    if findings.iter().any(|f| f.by_deal.len() > 1) {
        let rounds = |d: &DealFinding| d.figures.rounds;
        let points = |d: &DealFinding| d.figures.points;
        charts.push(("Length, deal by deal", by_deal_chart(findings, "rounds a deal", &rounds)?));
        charts.push(("Points, deal by deal", by_deal_chart(findings, "points a hand", &points)?));
    }
    charts.push(("Points by seat", seat_chart(findings)?));
    for (title, svg) in charts {
        let _ = write!(html, "<h2>{title}</h2>\n<figure>{}{svg}</figure>\n", legend(findings));
    }
    for (i, finding) in findings.iter().enumerate().filter(|(_, f)| !f.by_deal.is_empty()) {
        let (number, rules) = (i + 1, escape(&finding.rules));
        let _ = writeln!(html, "<h2>Deal by deal: {number}. <code>{rules}</code></h2>");
        html.push_str(&deals_table(finding));
    }
    html.push_str("</main></body></html>\n");
    Ok(html)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn swatch(i: usize) -> String {
    let RGBColor(r, g, b) = colour(i);
    format!(
        "<svg class=\"key\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"5\" \
         fill=\"#{r:02X}{g:02X}{b:02X}\"/></svg>"
    )
}

fn legend(findings: &[Finding]) -> String {
    let mut html = String::from("<figcaption>");
    for (i, finding) in findings.iter().enumerate() {
        let _ = write!(html, "<span>{} {}</span>", swatch(i), escape(&finding.rules));
    }
    html + "</figcaption>"
}

fn cell(html: &mut String, interval: &Interval, scale: f64) {
    if !interval.mean.is_finite() {
        html.push_str("<td>–</td>");
        return;
    }
    let text = interval.text(scale, 2);
    let (mean, ends) = text.split_once(' ').unwrap_or((&text, ""));
    let _ = write!(html, "<td>{mean} <small>{ends}</small></td>");
}

/// Renders the figures of all deals, then their differences from the first rule set.
fn figures_table(findings: &[Finding]) -> String {
    let mut html = String::new();
    let mut table =
        |findings: &[Finding], from: usize, of: &dyn Fn(&Finding, usize) -> Interval| {
            html.push_str("<div class=\"wide\"><table><thead><tr><th></th>");
            for i in from..from + findings.len() {
                let _ = write!(html, "<th>{} {i}</th>", swatch(i - 1));
            }
            html.push_str("</tr></thead><tbody>\n");
            let all = applicable_figures(findings)
                .into_iter()
                .map(|at| (1 + at, FIGURES[at].name, FIGURES[at].scale()));
            for (at, name, scale) in [(0, "rounds a match", 1.0)].into_iter().chain(all) {
                let _ = write!(html, "<tr><th>{name}</th>");
                findings.iter().for_each(|f| cell(&mut html, &of(f, at), scale));
                html.push_str("</tr>\n");
            }
            html.push_str("</tbody></table></div>\n");
            if from == 1 && findings.len() > 1 {
                html.push_str("<h2>Minus the first rule set, on the same seeds</h2>\n");
            }
        };
    table(findings, 1, &|f, at| match at {
        0 => f.rounds_a_match,
        _ => f.figures.to_array()[at - 1],
    });
    if findings.len() > 1 {
        table(&findings[1..], 2, &|f, at| match (at, f.rounds_a_match_less_first, f.less_first) {
            (0, Some(less), _) => less,
            (_, _, Some(less)) => less.to_array()[at - 1],
            _ => Interval::UNKNOWN,
        });
    }
    html
}

fn deals_table(finding: &Finding) -> String {
    let mut html =
        String::from("<div class=\"wide\"><table><thead><tr><th>deal</th><th>contract</th>");
    html.push_str("<th>rounds</th><th>half within</th><th>9 in 10 within</th>");
    let rows = applicable_figures(std::slice::from_ref(finding));
    for &at in &rows[1..] {
        let _ = write!(html, "<th>{}</th>", FIGURES[at].name);
    }
    html.push_str("</tr></thead><tbody>\n");
    for deal in &finding.by_deal {
        let _ = write!(html, "<tr><th>{}</th><td>{}</td>", deal.deal, escape(&deal.contract));
        let row = deal.figures.to_array();
        cell(&mut html, &row[0], 1.0);
        let (half, most) = (or_dash(deal.rounds_half), or_dash(deal.rounds_nine_in_ten));
        let _ = write!(html, "<td>{half}</td><td>{most}</td>");
        for &at in &rows[1..] {
            let _ = write!(html, "<td>{}</td>", row[at].mean_text(FIGURES[at].scale(), 2));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

fn percentages(spread: &Histogram) -> Vec<(f64, f64)> {
    let all = spread.total().max(1) as f64;
    spread.0.iter().enumerate().map(|(at, &n)| (at as f64, 100.0 * n as f64 / all)).collect()
}

fn colour(i: usize) -> RGBColor {
    // Colour-blind safe palette (Okabe and Ito).
    const COLOURS: [RGBColor; 6] = [
        RGBColor(0, 114, 178),
        RGBColor(230, 159, 0),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
        RGBColor(213, 94, 0),
        RGBColor(86, 180, 233),
    ];
    COLOURS[i % COLOURS.len()]
}

/// Axis labels and ranges of a chart.
struct Axes<'a> {
    x_label: &'a str,
    y_label: &'a str,
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
    /// Maximum number of labels on the axis, all whole numbers.
    labels: usize,
    name: &'a dyn Fn(f64) -> String,
}

/// Data series of one rule set: x and estimate.
type Points = Vec<(f64, Interval)>;

/// Draws each rule set's points, with error bars if an interval is known, connected by lines if `joined`.
fn chart(axes: &Axes<'_>, rows: &[Points], joined: bool) -> Result<String, DrawError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d(axes.x.clone(), axes.y.clone())?;
        let letters = ("sans-serif", 15).into_font();
        chart
            .configure_mesh()
            .x_desc(axes.x_label)
            .y_desc(axes.y_label)
            .x_labels(axes.labels)
            .x_label_formatter(&|x| (axes.name)(*x))
            .y_labels(8)
            .y_label_formatter(&|y| format!("{}", (y * 100.0).round() / 100.0))
            .label_style(letters.clone())
            .axis_desc_style(letters.clone())
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .disable_x_mesh()
            .draw()?;
        for (i, row) in rows.iter().enumerate() {
            let ink = colour(i);
            let known: Vec<_> = row.iter().filter(|(_, p)| p.mean.is_finite()).collect();
            let means = known.iter().map(|(x, p)| (*x, p.mean));
            if joined {
                let line = LineSeries::new(means, ink.stroke_width(2));
                chart.draw_series(line)?;
            } else {
                let dots = means.map(|at| Circle::new(at, 4, ink.filled()));
                chart.draw_series(dots)?;
            }
            let bounded = known.iter().filter(|(_, p)| p.low.is_finite() && p.high.is_finite());
            chart.draw_series(bounded.map(|(x, p)| {
                ErrorBar::new_vertical(*x, p.low, p.mean, p.high, ink.filled(), 8)
            }))?;
        }
        area.present()?;
    }
    Ok(svg)
}

fn line_chart(
    findings: &[Finding],
    x_label: &str,
    y_label: &str,
    points: &dyn Fn(&Finding) -> Vec<(f64, f64)>,
) -> Result<String, DrawError> {
    let all: Vec<Vec<(f64, f64)>> = findings.iter().map(points).collect();
    // Cut off the long tail of a few long deals, which would flatten the rest.
    let reach = |line: &Vec<(f64, f64)>| {
        let mut sum = 0.0;
        let end = line.iter().find(|(_, y)| {
            sum += y;
            sum > 99.5
        });
        end.map_or(1.0, |(x, _)| *x)
    };
    let right = all.iter().map(reach).fold(1.0, f64::max);
    let top = all.iter().flatten().map(|(_, y)| *y).fold(1.0, f64::max) * 1.1;
    let name = &|x| format!("{x:.0}");
    let axes = Axes { x_label, y_label, x: 0.0..right, y: 0.0..top, labels: 12, name };
    let rows: Vec<Points> = all
        .into_iter()
        .map(|line| {
            let shown = line.into_iter().filter(|(x, _)| *x <= right);
            shown.map(|(x, mean)| (x, Interval { mean, ..Interval::UNKNOWN })).collect()
        })
        .collect();
    chart(&axes, &rows, true)
}

/// Range of all interval ends, with a margin.
fn y_range(rows: &[Points]) -> std::ops::Range<f64> {
    let ends = |p: &Interval| [p.mean, p.low, p.high].into_iter().filter(|end| end.is_finite());
    let all = rows.iter().flatten().flat_map(|(_, p)| ends(p).collect::<Vec<_>>());
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = ((high - low) * 0.12).max(0.01);
    low - margin..high + margin
}

/// The points of each rule set, shifted so that the series do not overlap.
fn rows(findings: &[Finding], points: &dyn Fn(&Finding) -> Points) -> Vec<Points> {
    let row = |(i, finding): (usize, &Finding)| {
        let offset = (i as f64 - (findings.len() - 1) as f64 / 2.0) * 0.06;
        points(finding).into_iter().map(|(x, p)| (x + offset, p)).collect()
    };
    findings.iter().enumerate().map(row).collect()
}

fn by_deal_chart(
    findings: &[Finding],
    y_label: &str,
    figure: &dyn Fn(&DealFinding) -> Interval,
) -> Result<String, DrawError> {
    let points =
        |f: &Finding| f.by_deal.iter().map(|d| (d.deal as f64, figure(d))).collect::<Points>();
    let rows = rows(findings, &points);
    let most = findings.iter().flat_map(|f| &f.by_deal).map(|d| d.deal).max().unwrap_or(1);
    let span = y_range(&rows);
    let axes = Axes {
        x_label: "deal of the match",
        y_label,
        x: 0.5..most as f64 + 0.5,
        y: if span.start > 0.0 { 0.0..span.end } else { span },
        labels: most,
        name: &|x| format!("{x:.0}"),
    };
    chart(&axes, &rows, true)
}

fn seat_chart(findings: &[Finding]) -> Result<String, DrawError> {
    let most = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(1);
    let seats = || (1..).map(f64::from);
    let rows = rows(findings, &|f| seats().zip(f.points_by_seat.iter().copied()).collect());
    let axes = Axes {
        x_label: "seat, in the order of play; seat 1 is left of the dealer",
        y_label: "points a hand",
        x: 0.5..most as f64 + 0.5,
        y: y_range(&rows),
        labels: most,
        name: &|x| seat_name((x.round() as usize).saturating_sub(1), most),
    };
    chart(&axes, &rows, false)
}

//! The findings as one page with plots.

use std::fmt::Write;

use plotters::prelude::*;

use super::{Finding, table};

/// A chart could not be drawn.
type DrawError = Box<dyn std::error::Error + Send + Sync>;

const SIZE: (u32, u32) = (760, 340);

/// One HTML file, with nothing to be loaded from elsewhere.
///
/// # Errors
/// A chart that could not be drawn.
pub fn page(findings: &[Finding]) -> Result<String, DrawError> {
    let mut html = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Upcard laboratory</title>\
         <style>body{font:16px/1.5 system-ui,sans-serif;max-width:860px;margin:2rem auto;padding:0 1rem;\
         color:#222;background:#fff}svg{max-width:100%;height:auto}pre{overflow-x:auto;background:#f4f4f2;\
         padding:1rem}</style></head><body><h1>Upcard laboratory</h1>\n",
    );
    let rounds = |f: &Finding| shares(&f.rounds_spread, 0.0);
    let downs = |f: &Finding| shares(&f.down_spread, 1.0);
    let charts = [
        ("How long deals last", lines(findings, "rounds", "part of the deals", &rounds)?),
        (
            "When hands come down",
            lines(findings, "own turn", "part of the hands that come down", &downs)?,
        ),
        ("Points by seat", seats(findings)?),
    ];
    for (title, svg) in charts {
        let _ = write!(html, "<h2>{title}</h2>\n{svg}\n");
    }
    let _ =
        write!(html, "<h2>Numbers</h2>\n<pre>{}</pre>\n</body></html>\n", escape(&table(findings)));
    Ok(html)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A spread as parts of the whole.
fn shares(spread: &[u64], first: f64) -> Vec<(f64, f64)> {
    let all = spread.iter().sum::<u64>().max(1) as f64;
    spread.iter().enumerate().map(|(at, &n)| (at as f64 + first, n as f64 / all)).collect()
}

fn colour(i: usize) -> RGBColor {
    // Told apart also by those who do not see red and green (Okabe and Ito).
    const COLOURS: [RGBColor; 7] = [
        RGBColor(0, 114, 178),
        RGBColor(230, 159, 0),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
        RGBColor(213, 94, 0),
        RGBColor(86, 180, 233),
        RGBColor(60, 60, 60),
    ];
    COLOURS[i % COLOURS.len()]
}

fn lines(
    findings: &[Finding],
    across: &str,
    up: &str,
    points: &dyn Fn(&Finding) -> Vec<(f64, f64)>,
) -> Result<String, DrawError> {
    let mut svg = String::new();
    let all: Vec<Vec<(f64, f64)>> = findings.iter().map(points).collect();
    // The far tail of a few long deals would flatten all the rest.
    let reach = |line: &Vec<(f64, f64)>| {
        let mut sum = 0.0;
        let end = line.iter().find(|(_, y)| {
            sum += y;
            sum > 0.995
        });
        end.map_or(1.0, |(x, _)| *x)
    };
    let right = all.iter().map(reach).fold(1.0, f64::max);
    let top = all.iter().flatten().map(|(_, y)| *y).fold(0.01, f64::max) * 1.1;
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        chart.configure_mesh().x_desc(across).y_desc(up).light_line_style(WHITE).draw()?;
        for (i, line) in all.iter().enumerate() {
            let shown = line.iter().copied().filter(|(x, _)| *x <= right);
            chart
                .draw_series(LineSeries::new(shown, colour(i).stroke_width(2)))?
                .label(findings[i].rules.clone())
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour(i).stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.2))
            .draw()?;
        area.present()?;
    }
    Ok(svg)
}

fn seats(findings: &[Finding]) -> Result<String, DrawError> {
    let mut svg = String::new();
    let most = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(1);
    let ends = findings.iter().flat_map(|f| &f.points_by_seat).filter(|i| i.high.is_finite());
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(l, h), i| (l.min(i.low), h.max(i.high)));
    let (low, high) = if low < high { (low * 0.97, high * 1.03) } else { (0.0, 1.0) };
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(0.5..most as f64 + 0.5, low..high)?;
        chart
            .configure_mesh()
            .x_desc("seat of the deal (the dealer is last)")
            .y_desc("points a hand, with 95 % intervals")
            .x_labels(most)
            .light_line_style(WHITE)
            .draw()?;
        for (i, finding) in findings.iter().enumerate() {
            let shift = (i as f64 - (findings.len() - 1) as f64 / 2.0) * 0.08;
            let bars = finding.points_by_seat.iter().enumerate().map(|(place, p)| {
                let x = place as f64 + 1.0 + shift;
                ErrorBar::new_vertical(x, p.low, p.mean, p.high, colour(i).filled(), 8)
            });
            chart.draw_series(bars)?.label(finding.rules.clone()).legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 18, y)], colour(i).stroke_width(2))
            });
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.2))
            .draw()?;
        area.present()?;
    }
    Ok(svg)
}

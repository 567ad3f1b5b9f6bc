//! The findings as a table for the terminal and as CSV.

use std::fmt::Write;

use super::finding::{FIGURES, Figures, Finding, applicable_figures};
use crate::stats::Interval;

/// Width of a cell with an interval.
const CELL: usize = 24;

fn push_row(text: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    let cells: String = cells.map(|cell| format!("{cell:>CELL$}")).collect();
    let _ = writeln!(text, "{name:<28}{cells}");
}

/// Terminal table: a row per figure, a column per rule set.
#[must_use]
pub fn table(findings: &[Finding]) -> String {
    let mut text = String::from("means with 95 % intervals\n\n");
    for (i, f) in findings.iter().enumerate() {
        let Finding { rules, players, matches, deals, .. } = f;
        let number = i + 1;
        let _ = writeln!(
            text,
            "[{number}] {rules}: {players} players, {matches} matches, {deals} deals"
        );
    }
    text.push('\n');
    push_row(&mut text, "", (1..=findings.len()).map(|i| format!("[{i}]")));
    push_row(&mut text, "rounds a match", findings.iter().map(|f| f.rounds_a_match.text(1.0, 2)));
    for at in applicable_figures(findings) {
        let figure = &FIGURES[at];
        let cells = findings.iter().map(|f| f.figures.to_array()[at].text(figure.scale(), 2));
        push_row(&mut text, figure.name, cells);
    }
    let seats = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(0);
    let of = |list: &[Interval], seat: usize, scale| {
        list.get(seat).unwrap_or(&Interval::UNKNOWN).text(scale, 2)
    };
    for seat in 0..seats {
        let name = format!("points a hand, {}", seat_name(seat, seats));
        push_row(&mut text, &name, findings.iter().map(|f| of(&f.points_by_seat, seat, 1.0)));
    }
    for seat in 0..seats {
        let name = format!("deals won by {}, %", seat_name(seat, seats));
        push_row(&mut text, &name, findings.iter().map(|f| of(&f.wins_by_seat, seat, 100.0)));
    }
    if findings.len() > 1 {
        difference_table(&mut text, findings);
    }
    for (i, finding) in findings.iter().enumerate().filter(|(_, f)| !f.by_deal.is_empty()) {
        by_deal_table(&mut text, i + 1, finding);
    }
    text
}

/// Label of a seat; `seat 1` is the dealer's left neighbour.
pub(super) fn seat_name(seat: usize, seats: usize) -> String {
    if seat + 1 == seats { "dealer".to_owned() } else { format!("seat {}", seat + 1) }
}

/// A number of rounds; a dash if unknown.
pub(super) fn or_dash(rounds: Option<u32>) -> String {
    rounds.map_or("–".to_owned(), |rounds| rounds.to_string())
}

fn difference_table(text: &mut String, findings: &[Finding]) {
    text.push_str("\nminus [1], on the same deals:\n");
    push_row(text, "", (2..=findings.len()).map(|i| format!("[{i}]")));
    let rest = &findings[1..];
    let rounds = |f: &Finding| f.rounds_a_match_less_first.unwrap_or(Interval::UNKNOWN);
    push_row(text, "rounds a match", rest.iter().map(|f| rounds(f).text(1.0, 2)));
    let cell =
        |f: &Finding, at: usize| f.less_first.map_or(Interval::UNKNOWN, |l| l.to_array()[at]);
    let applies = |at: &usize| rest.iter().any(|f| !cell(f, *at).is_unknown());
    for at in applicable_figures(findings).into_iter().filter(applies) {
        let figure = &FIGURES[at];
        push_row(text, figure.name, rest.iter().map(|f| cell(f, at).text(figure.scale(), 2)));
    }
}

fn by_deal_table(text: &mut String, number: usize, finding: &Finding) {
    let _ = writeln!(text, "\n[{number}] deal by deal:");
    let width = finding.by_deal.iter().map(|d| d.contract.len()).max().unwrap_or(0).max(8);
    let _ = writeln!(
        text,
        "deal  {:<width$} {:>20}  half  9/10 down in never % at once %   buys blocked %   points",
        "contract", "rounds"
    );
    for deal in &finding.by_deal {
        let Figures { turns_to_go_down, never_down, out_at_once, buys, blocked, points, .. } =
            deal.figures;
        let _ = writeln!(
            text,
            "{:>4}  {:<width$} {:>20} {:>5} {:>5} {:>7} {:>7} {:>9} {:>6} {:>9} {:>8}",
            deal.deal,
            deal.contract,
            deal.figures.rounds.text(1.0, 2),
            or_dash(deal.rounds_half),
            or_dash(deal.rounds_nine_in_ten),
            turns_to_go_down.mean_text(1.0, 2),
            never_down.mean_text(100.0, 1),
            out_at_once.mean_text(100.0, 1),
            buys.mean_text(1.0, 2),
            blocked.mean_text(100.0, 2),
            points.mean_text(1.0, 1)
        );
    }
}

/// CSV with a header, and a line for each rule set (with `all` as its deal) and each of its deals. Unknown
/// values are empty.
#[must_use]
pub fn csv(findings: &[Finding]) -> String {
    let mut text = String::from("rules,players,deal,contract,matches,deals");
    let rows = applicable_figures(findings);
    for &at in &rows {
        let name = FIGURES[at].id;
        let _ = write!(text, ",{name},{name}_low,{name}_high");
    }
    let figures = |text: &mut String, figures: &Figures| {
        let all = figures.to_array();
        rows.iter().for_each(|&at| push_cells(text, Some(&all[at])));
    };
    text.push_str(",rounds_half,rounds_nine_in_ten");
    let seats = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(0);
    for name in ["points_seat", "won_by_seat"] {
        for seat in 1..=seats {
            let _ = write!(text, ",{name}_{seat},{name}_{seat}_low,{name}_{seat}_high");
        }
    }
    text.push_str(",rounds_a_match,rounds_a_match_low,rounds_a_match_high\n");
    for f in findings {
        let line = |text: &mut String, deal: &str, contract: &str, deals: u64| {
            let name = f.rules.replace('"', "\"\"");
            let _ =
                write!(text, "\"{name}\",{},{deal},{contract},{},{deals}", f.players, f.matches);
        };
        line(&mut text, "all", "", f.deals);
        figures(&mut text, &f.figures);
        let within = |rounds: Option<u32>| rounds.map_or(String::new(), |r| r.to_string());
        let quantile = |part| within(f.rounds_spread.quantile(part));
        let _ = write!(text, ",{},{}", quantile(0.5), quantile(0.9));
        for list in [&f.points_by_seat, &f.wins_by_seat] {
            (0..seats).for_each(|seat| push_cells(&mut text, list.get(seat)));
        }
        push_cells(&mut text, Some(&f.rounds_a_match));
        text.push('\n');
        for deal in &f.by_deal {
            line(&mut text, &deal.deal.to_string(), &deal.contract, deal.deals);
            figures(&mut text, &deal.figures);
            let _ =
                write!(text, ",{},{}", within(deal.rounds_half), within(deal.rounds_nine_in_ten));
            (0..=2 * seats).for_each(|_| push_cells(&mut text, None));
            text.push('\n');
        }
    }
    text
}

fn push_cells(text: &mut String, interval: Option<&Interval>) {
    let known = interval.copied().unwrap_or(Interval::UNKNOWN);
    for number in [known.mean, known.low, known.high] {
        if number.is_finite() {
            let _ = write!(text, ",{number:.5}");
        } else {
            text.push(',');
        }
    }
}

//! `upcard review`: the costliest decisions of a match, or the best action at one of them.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use upcard_arena::cli::Progress;
use upcard_bots::Budget;
use upcard_bots::hints::{Choice, Reasons, advise};
use upcard_bots::review::{Decision, Remark, review};
use upcard_engine::record::Record;
use upcard_engine::{Rules, View};

use crate::errors::error_text;
use crate::input::read_input;
use crate::out::{self, say};

/// `upcard review`.
#[derive(Args)]
pub(crate) struct Review {
    /// File of the record; `-` reads from standard input.
    file: PathBuf,
    /// Only the decisions of this seat, from 1
    #[arg(long)]
    seat: Option<u8>,
    /// Show the best action at this line of the record, and why
    #[arg(long)]
    line: Option<usize>,
    /// Maximum number of remarks
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// Playouts per decision
    #[arg(long, default_value_t = 120)]
    playouts: u32,
    /// Seed of the sampled worlds
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        let (name, text) = read_input(&self.file)?;
        let at = |message: &str| format!("{name}: {message}");
        let failed = |error: &(dyn Error + 'static)| at(&error_text(error));
        let record = Record::parse(&text).map_err(|error| failed(&error))?;
        let seats = record.seats.len();
        if let Some(seat) = self.seat.filter(|seat| !(1..=seats).contains(&usize::from(*seat))) {
            return Err(at(&format!("there is no seat {seat}, only 1 to {seats}")).into());
        }
        let rules = record.table_rules().map_err(|error| failed(&error))?;
        let mut decisions = Vec::new();
        record
            .replay(|step, _| {
                let Some((seat, action)) = step.action else { return };
                if self.seat.is_none_or(|wanted| wanted == seat.number()) {
                    let (view, action) = (step.before.own_view(Some(seat)), action.clone());
                    decisions.push(Decision { at: step.line.number, view, action });
                }
            })
            .map_err(|error| failed(&error))?;
        match self.line {
            Some(line) => {
                let found = decisions.iter().find(|decision| decision.at == line);
                let missing = || at(&format!("line {line} is not a reviewed decision"));
                self.advice(&rules, found.ok_or_else(missing)?);
            }
            None => self.remarks(&rules, &decisions),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Evaluates every decision, in small batches for the progress display. The remarks are the same as for a
    /// single batch.
    fn evaluate_in_batches(&self, rules: &Arc<Rules>, decisions: &[Decision]) -> Vec<Remark> {
        let (budget, most) = (Budget::Playouts(self.playouts), usize::from(self.most));
        let progress = Progress::new(decisions.len(), "decisions");
        let mut remarks = Vec::new();
        for some in decisions.chunks(8) {
            remarks.extend(review(rules, some, &budget, self.seed, most));
            progress.advance(some.len());
        }
        remarks.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        remarks.truncate(most);
        remarks
    }

    fn remarks(&self, rules: &Arc<Rules>, decisions: &[Decision]) {
        let remarks = self.evaluate_in_batches(rules, decisions);
        let each = remarks.iter().filter_map(|remark| {
            let decision = decisions.iter().find(|decision| decision.at == remark.at)?;
            Some((remark, decision.view.view(rules)?))
        });
        if self.json {
            let remarks: Vec<_> = each.map(|(remark, view)| remark_json(remark, &view)).collect();
            out::json("review", &json!({ "decisions": decisions.len(), "remarks": remarks }));
            return;
        }
        let summary = format!("{} decisions reviewed", decisions.len());
        if remarks.is_empty() {
            say!("{summary}; no play was clearly worse than another.\n");
            return;
        }
        let each: String = each.map(|(remark, view)| remark_line(remark, &view)).collect();
        say!("{summary}; these cost the most:\n\n{each}");
    }

    fn advice(&self, rules: &Arc<Rules>, decision: &Decision) {
        let Some(view) = decision.view.view(rules) else { return };
        let advice = advise(&view, &Budget::Playouts(self.playouts), self.seed);
        let (seat, deal) = (view.seat, view.table.deals_begun());
        if self.json {
            out::json(
                "review",
                &json!({
                    "line": decision.at,
                    "deal": deal,
                    "seat": seat.number(),
                    "hand": hand(&view),
                    "done": decision.action.to_string(),
                    "best": advice.best,
                    "others": advice.others,
                }),
            );
            return;
        }
        let others: String =
            advice.others.iter().map(|choice| candidate_line("or", choice, &view)).collect();
        say!(
            "line {}, deal {deal}, seat {seat}: {} was played\n  from {}\n{}{others}",
            decision.at,
            action_text(&decision.action.to_string(), &view),
            view.hand,
            candidate_line("best", &advice.best, &view),
        );
    }
}

/// Cards of the hand at a decision.
fn hand(view: &View<'_>) -> Vec<String> {
    view.hand.iter().map(|card| card.to_string()).collect()
}

/// Text of an action, with its card if the action does not name it.
fn action_text(action: &str, view: &View<'_>) -> String {
    match (action, view.table.upcard()) {
        ("take" | "buy" | "pass", Some(card)) => format!("{action} ({card})"),
        _ => action.to_owned(),
    }
}

fn remark_json(remark: &Remark, view: &View<'_>) -> Value {
    json!({
        "line": remark.at,
        "deal": remark.deal,
        "seat": remark.seat.number(),
        "hand": hand(view),
        "upcard": view.table.upcard().map(|card| card.to_string()),
        "done": remark.done,
        "better": remark.better,
        "cost": remark.cost,
        "error": remark.error,
        "reasons_done": remark.reasons_done,
        "reasons_better": remark.reasons_better,
    })
}

fn remark_line(remark: &Remark, view: &View<'_>) -> String {
    let (done, better) = (action_text(&remark.done, view), action_text(&remark.better, view));
    format!(
        "line {}, deal {}, seat {}: {done} cost {:.1} points (± {:.1}) against {better}\n  from {}\n  \
         {done}: {}\n  {better}: {}\n",
        remark.at,
        remark.deal,
        remark.seat,
        remark.cost,
        1.96 * remark.error,
        view.hand,
        reasons_text(&remark.reasons_done),
        reasons_text(&remark.reasons_better),
    )
}

fn candidate_line(word: &str, choice: &Choice, view: &View<'_>) -> String {
    let gain = match (choice.gain, choice.error) {
        (Some(gain), Some(error)) if error > 0.0 => {
            format!(", {gain:+.1} points (± {:.1}) against the first guess", 1.96 * error)
        }
        _ => String::new(),
    };
    format!(
        "  {word} {}: {}{gain}\n",
        action_text(&choice.action, view),
        reasons_text(&choice.reasons)
    )
}

/// Reasons for a choice, in words: distance, odds, points at risk.
fn reasons_text(reasons: &Reasons) -> String {
    let mut parts = Vec::new();
    match reasons.missing_after {
        Some(0) => parts.push("ready to go down".to_owned()),
        Some(missing) => {
            let cards = if missing == 1 { "1 card".to_owned() } else { format!("{missing} cards") };
            parts.push(format!("{cards} missing"));
            parts.push(format!("{} of {} unseen cards help", reasons.outs, reasons.unseen));
            parts.push(format!("{:.0} % to go down in time", 100.0 * reasons.in_time));
        }
        None => {}
    }
    let points = |number: i64| format!("{number} point{}", if number == 1 { "" } else { "s" });
    parts.push(format!("{} in hand", points(reasons.at_risk.into())));
    if reasons.danger >= 1.0 {
        let danger = points(reasons.danger.round() as i64);
        parts.push(format!("the card may be worth {danger} to others"));
    }
    parts.join(", ")
}

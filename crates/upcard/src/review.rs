//! `upcard review`: what a match cost, decision by decision, and what would be done at one of them.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use upcard_bots::Budget;
use upcard_bots::hints::{Choice, Reasons, advise};
use upcard_bots::review::{Decision, Remark, review};
use upcard_engine::Rules;
use upcard_engine::record::Record;

use crate::errors::words;
use crate::out::say;
use crate::records::text_of;

/// `upcard review`.
#[derive(Args)]
pub(crate) struct Review {
    /// The record's file; `-` reads from standard input.
    file: PathBuf,
    /// Only the decisions of this seat, from 1
    #[arg(long)]
    seat: Option<u8>,
    /// What would be done at this line of the record, and why
    #[arg(long)]
    line: Option<usize>,
    /// The most remarks
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// Playouts for each decision
    #[arg(long, default_value_t = 120)]
    playouts: u32,
    /// Decides what is imagined
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Review {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        let (name, text) = text_of(&self.file)?;
        let at = |message: &str| format!("{name}: {message}");
        let failed = |error: &(dyn Error + 'static)| at(&words(error));
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
        let words = match self.line {
            Some(line) => {
                let found = decisions.iter().find(|decision| decision.at == line);
                let missing = || at(&format!("line {line} is no decision that is looked at"));
                self.advice(&rules, found.ok_or_else(missing)?)
            }
            None => self.remarks(&rules, &decisions),
        };
        say!("{words}");
        Ok(ExitCode::SUCCESS)
    }

    fn remarks(&self, rules: &Arc<Rules>, decisions: &[Decision]) -> String {
        let budget = Budget::Playouts(self.playouts);
        let remarks = review(rules, decisions, &budget, self.seed, self.most.into());
        let looked = format!("{} decisions looked at", decisions.len());
        if remarks.is_empty() {
            return format!("{looked}; nothing was clearly worse than something else.\n");
        }
        let each: String = remarks.iter().map(remark_line).collect();
        format!("{looked}; these cost the most:\n\n{each}")
    }

    fn advice(&self, rules: &Arc<Rules>, decision: &Decision) -> String {
        let Some(view) = decision.view.view(rules) else { return String::new() };
        let advice = advise(&view, &Budget::Playouts(self.playouts), self.seed);
        let others: String = advice.others.iter().map(|choice| weighed("or", choice)).collect();
        format!(
            "line {}, deal {}, seat {}: {} was played\n{}{others}",
            decision.at,
            view.table.deals_begun(),
            view.seat,
            decision.action,
            weighed("best", &advice.best),
        )
    }
}

fn remark_line(remark: &Remark) -> String {
    format!(
        "line {}, deal {}, seat {}: {} cost {:.1} points (± {:.1}) beside {}\n  {}: {}\n  {}: {}\n",
        remark.at,
        remark.deal,
        remark.seat,
        remark.done,
        remark.cost,
        1.96 * remark.error,
        remark.better,
        remark.done,
        because(&remark.reasons_done),
        remark.better,
        because(&remark.reasons_better),
    )
}

fn weighed(word: &str, choice: &Choice) -> String {
    let gain = match (choice.gain, choice.error) {
        (Some(gain), Some(error)) if error > 0.0 => {
            format!(", {gain:+.1} points (± {:.1}) beside the first guess", 1.96 * error)
        }
        _ => String::new(),
    };
    format!("  {word} {}: {}{gain}\n", choice.action, because(&choice.reasons))
}

/// What a choice rests on, in words: distance, odds, points at risk.
fn because(reasons: &Reasons) -> String {
    let mut parts = Vec::new();
    match reasons.missing_after {
        Some(0) => parts.push("ready to lay down".to_owned()),
        Some(missing) => {
            let cards = if missing == 1 { "1 card".to_owned() } else { format!("{missing} cards") };
            parts.push(format!("{cards} missing"));
            parts.push(format!("{} of {} unseen cards help", reasons.outs, reasons.unseen));
            parts.push(format!("{:.0} % to lay down in time", 100.0 * reasons.in_time));
        }
        None => {}
    }
    parts.push(format!("{} points in hand", reasons.at_risk));
    if reasons.danger >= 1.0 {
        parts.push(format!("the card may be worth {:.0} points to others", reasons.danger));
    }
    parts.join(", ")
}

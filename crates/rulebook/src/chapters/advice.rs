//! Strategy advice from the sources, with the laboratory's measurements.

use upcard_cards::{MeldKind, SizeRule};
use upcard_engine::Rules;
use upcard_engine::choices::{Duty, LastCard, LayDownMode, PileShown};

use crate::page::Page;
use crate::words::{Args, has_message, plain, text};

pub(crate) struct Advice {
    /// Message name without the `tip-` prefix.
    name: &'static str,
    /// Clause of the source.
    clause: &'static str,
    /// Returns `true` if the advice is applicable under these rules.
    applies: fn(&Page<'_>) -> bool,
}

/// All advice, in the order of a deal.
pub(crate) const ADVICE: [Advice; 11] = [
    Advice {
        name: "lay-early",
        clause: "S001-59",
        applies: |page| {
            page.rules.has_contracts()
                && page.deals().len() > 1
                && page.c.laying_down.duty == Duty::Optional
        },
    },
    Advice { name: "keep-runs", clause: "BASIC-32", applies: |_| true },
    Advice {
        name: "save-wilds",
        clause: "S001-60",
        applies: |page| page.has_wilds() && !page.has_hidden_melds(),
    },
    Advice {
        name: "count",
        clause: "S001-58",
        applies: |page| page.c.discarding.pile == PileShown::Spread || page.c.drawing.deep,
    },
    Advice { name: "watch", clause: "BASIC-33", applies: |_| true },
    Advice { name: "buy-early", clause: "S001-57", applies: buys },
    Advice { name: "buy-blind", clause: "PROG-27", applies: buys },
    Advice { name: "shed-high", clause: "BASIC-31", applies: |_| true },
    Advice { name: "least", clause: "S002-53", applies: |_| true },
    Advice {
        name: "long-runs",
        clause: "BASIC-34",
        applies: |page| {
            let free = page.c.laying_down.mode == LayDownMode::Free;
            let runs = free || page.max_melds(MeldKind::Run) > 0;
            !page.has_hidden_melds() && runs && page.c.laying_down.runs == SizeRule::AtLeast
        },
    },
    Advice {
        name: "plan",
        clause: "S001-61",
        applies: |page| {
            !page.has_hidden_melds()
                && page.deals().iter().any(|deal| deal.last_card == LastCard::Forbidden)
        },
    },
];

/// Returns `true` if a buy comes with penalty cards.
fn buys(page: &Page<'_>) -> bool {
    page.deals().iter().any(|deal| deal.buying && deal.price_cards > 0)
}

/// Advice applicable under these rules: name and clause.
#[must_use]
pub fn advice(rules: &Rules) -> Vec<(&'static str, &'static str)> {
    let page = Page::new(rules);
    let those = ADVICE.iter().filter(|advice| (advice.applies)(&page));
    those.map(|advice| (advice.name, advice.clause)).collect()
}

/// Measurement of a piece of advice in an unmodified game.
struct Measurement {
    won: f64,
    low: f64,
    high: f64,
    matches: String,
}

impl Measurement {
    /// Parses the message that holds the figures: four numbers.
    fn of(name: &str, rules: &Rules) -> Option<Measurement> {
        let game = rules.set.id.split('+').next().unwrap_or_default();
        let id = format!("measured-{name}-{game}");
        let line = has_message(&id, None).then(|| plain(&id))?;
        let mut fields = line.split(' ');
        let mut number = || fields.next()?.parse::<f64>().ok();
        let (won, low, high) = (number()?, number()?, number()?);
        Some(Measurement { won, low, high, matches: fields.next()?.to_owned() })
    }

    fn verdict(&self) -> &'static str {
        match (self.low > 50.0, self.high < 50.0) {
            (true, _) => "helps",
            (_, true) => "harms",
            _ => "nothing",
        }
    }
}

pub(super) fn write(page: &mut Page<'_>) {
    let varied = page.rules.set.id.contains('+') || !page.rules.set.changed.is_empty();
    for (name, _) in advice(page.rules) {
        let id = format!("tip-{name}");
        let args = Args::new().with("tip", plain(&id));
        let Some(found) = Measurement::of(name, page.rules) else {
            page.sentence("tip-unmeasured", &[], args);
            continue;
        };
        let who = if has_message(&id, Some("who")) {
            text(&id, Some("who"), &Args::new())
        } else {
            plain("tip-novices")
        };
        let percent = |number: f64| format!("{number:.1}");
        let args = args
            .with("verdict", found.verdict())
            .with("who", who)
            .with("won", percent(found.won))
            .with("low", percent(found.low))
            .with("high", percent(found.high))
            .with("matches", found.matches.as_str())
            .with("varied", if varied { "yes" } else { "no" });
        page.sentence("tip-measured", &[], args);
    }
}

//! Builder for rule sheets, used by the chapters.

use upcard_cards::{MeldKind, ShortSort};
use upcard_engine::choices::{
    Choices, KnockLimit, LayDownMode, Money, WhoScores, WildsPerDeal, choice,
};
use upcard_engine::{DealRules, Direction, Rules, Value};

use crate::sheet::{Chapter, Example, Section, Sentence, Sheet, SizeTable};
use crate::words::{Args, message_id, plain, ranges, text};

/// A rule sheet under construction.
pub(crate) struct Page<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) c: &'a Choices,
    sections: Vec<Section>,
    /// Choices without effect at this table.
    pub(crate) idle: Vec<&'static str>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Page<'a> {
        let idle = rules.idle_choices();
        Page { rules, c: &rules.set.choices, sections: Vec::new(), idle }
    }

    /// Finishes the sheet, without empty sections.
    pub(crate) fn finish(mut self) -> Sheet {
        self.sections.retain(|section| !section.sentences.is_empty());
        Sheet {
            title: self.rules.set.catalogue.name.clone(),
            players: self.rules.players,
            sections: self.sections,
            idle: self.idle,
        }
    }

    /// Starts a section.
    pub(crate) fn open(&mut self, chapter: Chapter) {
        let calls = chapter == Chapter::Shanghai && !self.rules.has_contracts();
        let name = if calls { "calling" } else { chapter.slug() };
        let title = plain(&format!("section-{name}"));
        self.sections.push(Section { chapter, title, sentences: Vec::new(), table: None });
    }

    /// Adds a sentence tagged with these choices.
    pub(crate) fn sentence(&mut self, id: &str, choices: &[&'static str], args: Args) {
        self.push(text(id, None, &args), choices);
    }

    /// Adds the sentence for the value of a choice.
    pub(crate) fn choice(&mut self, path: &'static str) {
        self.choice_with(path, &[], Args::new());
    }

    /// The same with arguments, and with further choices as tags.
    pub(crate) fn choice_with(&mut self, path: &'static str, more: &[&'static str], args: Args) {
        self.choice_of(&message_id("rule", path), path, &[&[path], more].concat(), args);
    }

    /// The same from a given message.
    pub(crate) fn choice_as(&mut self, id: &str, path: &'static str, args: Args) {
        self.choice_of(id, path, &[path], args);
    }

    /// The same from a given message, tagged with these choices.
    pub(crate) fn choice_of(
        &mut self,
        id: &str,
        path: &'static str,
        choices: &[&'static str],
        args: Args,
    ) {
        let sentence = match choice(path).map(|choice| choice.get(self.c)) {
            Some(Value::Text(word)) => text(id, Some(&word), &args),
            Some(Value::Bool(yes)) => text(id, Some(if yes { "true" } else { "false" }), &args),
            Some(Value::Int(n)) => text(id, Some("number"), &args.with("n", n)),
            _ => text(id, Some("other"), &args),
        };
        self.push(sentence, choices);
    }

    /// Adds a finished sentence, unless all its choices are without effect here.
    pub(crate) fn push(&mut self, text: String, choices: &[&'static str]) {
        let counts = |path: &&&'static str| !self.idle.contains(path);
        let counted: Vec<&'static str> = choices.iter().filter(counts).copied().collect();
        if counted.is_empty() && !choices.is_empty() {
            return;
        }
        if let Some(section) = self.sections.last_mut() {
            let sentence = Sentence { text, choices: counted, examples: Vec::new() };
            section.sentences.push(sentence);
        }
    }

    /// Sets the table below the section's sentences.
    pub(crate) fn set_table(&mut self, table: Option<SizeTable>) {
        if let Some(section) = self.sections.last_mut() {
            section.table = table;
        }
    }

    /// Attaches an example to the last sentence.
    pub(crate) fn draw(&mut self, example: Option<Example>) {
        let last = self.sections.last_mut().and_then(|s| s.sentences.last_mut());
        if let (Some(example), Some(sentence)) = (example, last) {
            sentence.examples.push(example);
        }
    }

    /// The deals of a match in order, without duplicates.
    pub(crate) fn deals(&self) -> Vec<&'a DealRules> {
        if self.rules.schedule.is_empty() {
            return self.rules.deals.iter().collect();
        }
        let mut played = self.rules.schedule.clone();
        played.short_sort();
        played.dedup();
        played.iter().filter_map(|&i| self.rules.deals.get(i as usize)).collect()
    }

    /// Adds a sentence on the deals that satisfy a condition, if any.
    pub(crate) fn of_deals(
        &mut self,
        id: &str,
        choices: &[&'static str],
        holds: fn(&DealRules) -> bool,
    ) {
        let deals: Vec<u8> =
            self.deals().into_iter().filter(|deal| holds(deal)).map(|deal| deal.number).collect();
        if !deals.is_empty() {
            let args = Args::new().with("n", deals.len()).with("deals", ranges(&deals));
            self.sentence(id, choices, args);
        }
    }

    /// Arguments for the sides on which the next and the previous player sit.
    pub(crate) fn sides(&self) -> Args {
        let right = self.rules.set.catalogue.direction == Some(Direction::CounterClockwise);
        let (side, other) = if right { ("right", "left") } else { ("left", "right") };
        let word = |side: &str| plain(&format!("side-{side}"));
        Args::new().with("side", word(side)).with("other-side", word(other))
    }

    pub(crate) fn has_wilds(&self) -> bool {
        self.rules.pack.jokers() > 0
            || !self.c.pack.wild_ranks.is_empty()
            || self.c.wilds.per_deal != WildsPerDeal::None
    }

    pub(crate) fn has_knocking(&self) -> bool {
        self.c.knocking.limit != KnockLimit::None
    }

    /// Returns `true` if payments are made, after a deal or at the end.
    pub(crate) fn has_payments(&self) -> bool {
        self.c.settling.money != Money::None || self.c.scoring.who == WhoScores::Payments
    }

    /// Returns `true` if melds score for the player who laid them.
    pub(crate) fn scores_table_melds(&self) -> bool {
        self.c.scoring.who == WhoScores::ShownMinusHand
    }

    /// Returns `true` if melds stay in the hand, so that nothing is played to the table.
    pub(crate) fn has_hidden_melds(&self) -> bool {
        self.c.laying_down.mode == LayDownMode::Hidden
    }

    /// Largest number of melds of a kind in any contract.
    pub(crate) fn max_melds(&self, kind: MeldKind) -> usize {
        self.deals().iter().map(|deal| deal.contract.count(kind)).max().unwrap_or(0)
    }
}

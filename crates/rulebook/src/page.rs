//! A rule sheet while it is being written: where its chapters put their sentences.

use upcard_cards::{MeldKind, ShortSort};
use upcard_engine::choices::{Choices, KnockLimit, LayDownMode, Money, WhoScores, WildsPerDeal};
use upcard_engine::{DealRules, Direction, Rules, Value};

use crate::sheet::{Chapter, Example, Section, Sentence, Sheet, SizeTable};
use crate::words::{Args, id_of, plain, ranges, text};

/// A sheet that is being written.
pub(crate) struct Page<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) c: &'a Choices,
    sections: Vec<Section>,
    idle: Vec<&'static str>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Page<'a> {
        let idle = rules.idle_choices();
        Page { rules, c: &rules.set.choices, sections: Vec::new(), idle }
    }

    /// The choices that mean nothing at this table.
    pub(crate) fn idle(&self) -> &[&'static str] {
        &self.idle
    }

    /// The sheet with the sections that have something to say.
    pub(crate) fn close(mut self) -> Sheet {
        self.sections.retain(|section| !section.sentences.is_empty());
        Sheet {
            title: self.rules.set.catalogue.name.clone(),
            players: self.rules.players,
            sections: self.sections,
            idle: self.idle,
        }
    }

    /// Begins a section.
    pub(crate) fn open(&mut self, chapter: Chapter) {
        let calls = chapter == Chapter::Shanghai && !self.rules.has_contracts();
        let name = if calls { "calling" } else { chapter.slug() };
        let title = plain(&format!("section-{name}"));
        self.sections.push(Section { chapter, title, sentences: Vec::new(), table: None });
    }

    /// Adds a sentence that speaks of these choices.
    pub(crate) fn sentence(&mut self, id: &str, choices: &[&'static str], args: Args) {
        self.push(text(id, None, &args), choices);
    }

    /// Adds the sentence that the value of a choice has, by its word.
    pub(crate) fn choice(&mut self, path: &'static str) {
        self.choice_with(path, &[], Args::none());
    }

    /// The same with arguments, and with further choices that the sentence speaks of.
    pub(crate) fn choice_with(&mut self, path: &'static str, more: &[&'static str], args: Args) {
        let sentence = self.by_word(&id_of("rule", path), path, args);
        self.push(sentence, &[&[path], more].concat());
    }

    /// The same from a message of its own.
    pub(crate) fn choice_as(&mut self, id: &str, path: &'static str, args: Args) {
        let sentence = self.by_word(id, path, args);
        self.push(sentence, &[path]);
    }

    /// The same, where it speaks of these choices.
    pub(crate) fn choice_of(
        &mut self,
        id: &str,
        path: &'static str,
        choices: &[&'static str],
        args: Args,
    ) {
        let sentence = self.by_word(id, path, args);
        self.push(sentence, choices);
    }

    fn by_word(&self, id: &str, path: &str, args: Args) -> String {
        match upcard_engine::choices::choice(path).map(|choice| choice.get(self.c)) {
            Some(Value::Text(word)) => text(id, Some(&word), &args),
            Some(Value::Bool(yes)) => text(id, Some(if yes { "true" } else { "false" }), &args),
            Some(Value::Int(n)) => text(id, Some("number"), &args.with("n", n)),
            _ => text(id, Some("other"), &args),
        }
    }

    /// Adds a finished sentence, unless all choices that it speaks of mean nothing here.
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

    /// Sets a table below the section's sentences.
    pub(crate) fn set_table(&mut self, table: SizeTable) {
        if let Some(section) = self.sections.last_mut() {
            section.table = Some(table);
        }
    }

    /// Draws an example beside the last sentence.
    pub(crate) fn draw(&mut self, example: Option<Example>) {
        let last = self.sections.last_mut().and_then(|s| s.sentences.last_mut());
        if let (Some(example), Some(sentence)) = (example, last) {
            sentence.examples.push(example);
        }
    }

    /// The deals that come up in a match, in order, each once.
    pub(crate) fn deals(&self) -> Vec<&'a DealRules> {
        if self.rules.schedule.is_empty() {
            return self.rules.deals.iter().collect();
        }
        let mut played = self.rules.schedule.clone();
        played.short_sort();
        played.dedup();
        played.iter().filter_map(|&i| self.rules.deals.get(i as usize)).collect()
    }

    /// Adds a sentence on the deals of which this holds, where there are any.
    pub(crate) fn of_deals(
        &mut self,
        id: &str,
        choices: &[&'static str],
        holds: impl Fn(&DealRules) -> bool,
    ) {
        let deals: Vec<u8> =
            self.deals().into_iter().filter(|deal| holds(deal)).map(|deal| deal.number).collect();
        if !deals.is_empty() {
            let args = Args::none().with("n", deals.len()).with("deals", ranges(&deals));
            self.sentence(id, choices, args);
        }
    }

    /// The arguments of sentences that say where the next player sits, and where the one before.
    pub(crate) fn sides(&self) -> Args {
        let right = self.rules.set.catalogue.direction == Some(Direction::CounterClockwise);
        let (side, other) = if right { ("right", "left") } else { ("left", "right") };
        let word = |side: &str| plain(&format!("side-{side}"));
        Args::none().with("side", word(side)).with("other-side", word(other))
    }

    /// Are there wild cards at all?
    pub(crate) fn wilds(&self) -> bool {
        self.rules.pack.jokers() > 0
            || !self.c.pack.wild_ranks.is_empty()
            || self.c.wilds.per_deal != WildsPerDeal::None
    }

    pub(crate) fn knocks(&self) -> bool {
        self.c.knocking.limit != KnockLimit::None
    }

    /// Is anything paid, for a deal or at the end?
    pub(crate) fn pays(&self) -> bool {
        self.c.settling.money != Money::None || self.c.scoring.who == WhoScores::Payments
    }

    /// Do melds count for whoever laid them?
    pub(crate) fn shows(&self) -> bool {
        self.c.scoring.who == WhoScores::ShownMinusHand
    }

    /// Do melds stay in the hand, so that nothing is ever played to the table?
    pub(crate) fn hidden(&self) -> bool {
        self.c.laying_down.mode == LayDownMode::Hidden
    }

    /// How many melds of a kind the largest contract asks for.
    pub(crate) fn most_of(&self, kind: MeldKind) -> usize {
        self.deals().iter().map(|deal| deal.contract.count(kind)).max().unwrap_or(0)
    }
}

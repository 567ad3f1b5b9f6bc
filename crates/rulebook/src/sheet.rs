//! The rule sheet: sections of sentences, each with the choices it speaks of and drawn examples.

use serde::Serialize;
use upcard_cards::{Card, MeldKind, ShortSort};
use upcard_engine::choices::{Choices, KnockLimit, LayDownMode, WhoScores, WildsPerDeal};
use upcard_engine::{DealRules, Rules, Value};

use crate::chapters;
use crate::words::{Args, id_of, plain, text};

/// The sections of a rule sheet, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chapter {
    /// The game in short.
    Short,
    /// Players and cards.
    Players,
    /// The deal.
    Deal,
    /// Contracts.
    Contracts,
    /// Melds.
    Melds,
    /// Wild cards.
    Wilds,
    /// A turn.
    Turn,
    /// Buying.
    Buying,
    /// The Shanghai call.
    Shanghai,
    /// Laying down.
    LayingDown,
    /// Laying off.
    LayingOff,
    /// Rearranging.
    Rearranging,
    /// Taking wild cards.
    Swapping,
    /// Going out with a whole hand.
    Declaring,
    /// Leaving a deal.
    Dropping,
    /// Going out.
    GoingOut,
    /// The empty stock.
    StockOut,
    /// Scoring.
    Scoring,
    /// The match.
    Match,
    /// Money.
    Money,
    /// The footnote: choices that mean nothing here.
    Idle,
    /// How to play well.
    Advice,
}

impl Chapter {
    /// All sections, in their order.
    pub const ALL: [Chapter; 22] = [
        Chapter::Short,
        Chapter::Players,
        Chapter::Deal,
        Chapter::Contracts,
        Chapter::Melds,
        Chapter::Wilds,
        Chapter::Turn,
        Chapter::Buying,
        Chapter::Shanghai,
        Chapter::LayingDown,
        Chapter::LayingOff,
        Chapter::Rearranging,
        Chapter::Swapping,
        Chapter::Declaring,
        Chapter::Dropping,
        Chapter::GoingOut,
        Chapter::StockOut,
        Chapter::Scoring,
        Chapter::Match,
        Chapter::Money,
        Chapter::Idle,
        Chapter::Advice,
    ];

    /// Its name in addresses and message names.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Chapter::Short => "short",
            Chapter::Players => "players",
            Chapter::Deal => "deal",
            Chapter::Contracts => "contracts",
            Chapter::Melds => "melds",
            Chapter::Wilds => "wilds",
            Chapter::Turn => "turn",
            Chapter::Buying => "buying",
            Chapter::Shanghai => "shanghai",
            Chapter::LayingDown => "laying-down",
            Chapter::LayingOff => "laying-off",
            Chapter::Rearranging => "rearranging",
            Chapter::Swapping => "swapping",
            Chapter::Declaring => "declaring",
            Chapter::Dropping => "dropping",
            Chapter::GoingOut => "going-out",
            Chapter::StockOut => "stock-out",
            Chapter::Scoring => "scoring",
            Chapter::Match => "match",
            Chapter::Money => "money",
            Chapter::Idle => "idle",
            Chapter::Advice => "advice",
        }
    }
}

/// A rule sheet: the rules of one table in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sheet {
    /// The game's name.
    pub title: String,
    /// The number of players it is written for.
    pub players: u8,
    /// The sections that have something to say.
    pub sections: Vec<Section>,
    /// The choices that mean nothing here, which the last section lists.
    pub idle: Vec<&'static str>,
}

/// A section of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// Which.
    pub chapter: Chapter,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub sentences: Vec<Sentence>,
    /// What depends on the number of players, where anything can.
    pub table: Option<SizeTable>,
}

/// What depends on the number of players: a row for each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SizeTable {
    /// The columns' headings, the first that of the numbers of players.
    pub columns: Vec<String>,
    /// A cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// A sentence of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The paths of the choices that it speaks of.
    pub choices: Vec<&'static str>,
    /// Cards to draw beside it.
    pub examples: Vec<Example>,
}

/// Cards drawn as an example, with what they show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The melds to draw.
    pub melds: Vec<Drawn>,
    /// Are they legal under these rules?
    pub legal: bool,
    /// What is to be seen; empty where the sentence says it.
    pub caption: String,
}

/// A drawn meld.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Drawn {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// The cards, a run's in rising order.
    pub cards: Vec<Card>,
}

impl Sheet {
    /// All sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.sections.iter().flat_map(|section| &section.sentences)
    }
}

/// The rule sheet of these rules.
#[must_use]
pub fn sheet(rules: &Rules) -> Sheet {
    let mut page = Page::new(rules);
    for chapter in Chapter::ALL {
        page.open(chapter);
        chapters::write(chapter, &mut page);
    }
    page.sections.retain(|section| !section.sentences.is_empty());
    Sheet {
        title: rules.set.catalogue.name.clone(),
        players: rules.players,
        sections: page.sections,
        idle: page.idle,
    }
}

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

    fn open(&mut self, chapter: Chapter) {
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

    /// Are there wild cards at all?
    pub(crate) fn wilds(&self) -> bool {
        self.rules.pack.jokers() > 0
            || !self.c.pack.wild_ranks.is_empty()
            || self.c.wilds.per_deal != WildsPerDeal::None
    }

    /// Does one knock?
    pub(crate) fn knocks(&self) -> bool {
        self.c.knocking.limit != KnockLimit::None
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

//! Rules in plain words: rule sheets generated from rule sets, differences between games, refusals and
//! choices in words, and the text output on games for the command line and the docs.
//!
//! All texts come from the files under `locales/`; the code names no game. The legality of examples is always
//! the engine's verdict.
#![doc = include_str!("../README.md")]

mod catalogue;
mod chapters;
mod diff;
mod docs;
mod errors;
mod examples;
mod flaws;
mod glossary;
mod labels;
mod measurements;
mod names;
mod page;
mod refusals;
mod render;
mod sheet;
mod show;
mod words;

pub use catalogue::minutes;
pub use chapters::{advice, sheet};
pub use diff::{Diff, Difference, diff, differences};
pub use docs::{choices_markdown, game_markdown, pages};
pub use errors::{chance_error, record_error, replay_error, setup_error};
pub use flaws::{
    coded_sentence, flaw_line, flaw_lines, flaws_text, forms_words, plain_reason, reason_sentence,
};
pub use glossary::{Term, glossary_text, glossary_text_in, search_glossary};
pub use labels::{chapter_label, choice_label, value_label};
pub use measurements::measurement_texts;
pub use names::{
    card_name, contract_words, deal_words, kind_name, phase_words, rank_name, ranks_name,
    wilds_names,
};
pub use refusals::refusal_sentence;
pub use render::{diff_markdown, diff_text, sheet_markdown, sheet_text, sheet_text_in};
pub use sheet::{Chapter, Example, ExampleMeld, Section, Sentence, Sheet, SizeTable};
pub use show::{choices_json, choices_text, games_json, games_text, show_json, show_text};
pub use words::{load_flaw_texts, load_sheet_texts};

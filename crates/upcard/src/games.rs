//! Information on games: `games`, `show`, `rules`, `choices`, `words`, `score`.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use upcard_engine::{Library, Rules};
use upcard_rulebook as rulebook;

use crate::card_input;
use crate::out::{self, Outcome, say, say_line};
use crate::selection::Selection;

/// `upcard games`.
#[derive(Args)]
pub(crate) struct Games {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(&self) -> Outcome {
        let library = Library::standard()?;
        if self.json {
            out::json("games", &json!({ "games": rulebook::games_json(&library) }));
        } else {
            say!("{}", rulebook::games_text(&library));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard choices` and `upcard show`.
#[derive(Args)]
pub(crate) struct OneGame {
    #[command(flatten)]
    selection: Selection,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl OneGame {
    pub(crate) fn choices(&self) -> Outcome {
        let set = self.selection.rule_set()?;
        if self.json {
            let choices = rulebook::choices_json(&set.choices);
            out::json("choices", &json!({ "game": set.id, "choices": choices }));
        } else {
            say!("{}", rulebook::choices_text(&set));
        }
        Ok(ExitCode::SUCCESS)
    }

    pub(crate) fn show(&self) -> Outcome {
        let rules = self.selection.rules()?;
        if self.json {
            out::json("show", &rulebook::show_json(&rules));
        } else {
            say!("{}", rulebook::show_text(&rules));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard rules`.
#[derive(Args)]
pub(crate) struct RulesSheet {
    #[command(flatten)]
    selection: Selection,
    /// Print only the differences from this game.
    #[arg(long, value_name = "GAME")]
    diff: Option<String>,
    /// Print Markdown.
    #[arg(long)]
    markdown: bool,
    /// Print JSON: the sections with their sentences, and the choices behind each.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

impl RulesSheet {
    pub(crate) fn run(&self) -> Outcome {
        let rules = self.selection.rules()?;
        self.selection.check_every_table()?;
        let text = match &self.diff {
            Some(other) => {
                let other = Selection { game: other.clone(), sets: Vec::new(), players: None };
                let other = other.rule_set()?;
                let allowed = &other.choices.players;
                let players = match rules.players {
                    players if (allowed.min..=allowed.max).contains(&players) => players,
                    _ => other.usual_players(),
                };
                let diff = rulebook::diff(&rules, &Rules::new(other, players)?);
                if self.json {
                    upcard_arena::cli::json("rules", &diff)
                } else if self.markdown {
                    rulebook::diff_markdown(&diff)
                } else {
                    rulebook::diff_text(&diff)
                }
            }
            None => {
                let sheet = rulebook::sheet(&rules);
                if self.json {
                    upcard_arena::cli::json("rules", &sheet)
                } else if self.markdown {
                    rulebook::sheet_markdown(&sheet)
                } else {
                    rulebook::sheet_text(&sheet)
                }
            }
        };
        say!("{text}");
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard words`.
#[derive(Args)]
pub(crate) struct Words {
    /// Only entries that contain this: as the word, a synonym or in the definition.
    #[arg(value_name = "WORD")]
    query: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Words {
    pub(crate) fn run(&self) -> Outcome {
        let query = self.query.join(" ");
        if self.json {
            let each = |word: rulebook::Term| json!({ "name": word.name, "also": word.also, "meaning": word.meaning });
            let words: Vec<_> = rulebook::search_glossary(&query).into_iter().map(each).collect();
            out::json("words", &json!({ "words": words }));
        } else {
            say!("{}", rulebook::glossary_text(&query));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard score`.
#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    selection: Selection,
    /// The cards, as in 'JK AH 2C TC 9D 3S'.
    #[arg(required = true)]
    cards: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Score {
    pub(crate) fn run(&self) -> Outcome {
        let rules = self.selection.rules()?;
        let cards = card_input::cards(&self.cards.join(" "))?;
        if let Some((card, _)) =
            cards.iter_counts().find(|(card, count)| *count > rules.pack.count(*card))
        {
            let (has, players) = (rules.pack.count(card), rules.players);
            return Err(format!("{card}: the pack for {players} players has {has} of it").into());
        }
        let points = rules.points(&cards);
        if self.json {
            let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
            out::json("score", &json!({ "game": rules.set.id, "cards": cards, "points": points }));
        } else {
            say_line!("{points}");
        }
        Ok(ExitCode::SUCCESS)
    }
}

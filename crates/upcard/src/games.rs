//! What the games are: `games`, `show`, `rules`, `choices`, `score`, `deal`.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use upcard_cards::Cards;
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Library, Rules, Seat};
use upcard_rulebook as rulebook;

use crate::out::{self, say, say_line};
use crate::proof::count;
use crate::selection::Selection;
use crate::typed;

type Outcome = Result<ExitCode, Box<dyn Error>>;

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

/// `upcard choices`.
#[derive(Args)]
pub(crate) struct Choices {
    #[command(flatten)]
    selection: Selection,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Choices {
    pub(crate) fn run(&self) -> Outcome {
        let set = self.selection.rule_set()?;
        if self.json {
            let choices = rulebook::choices_json(&set.choices);
            out::json("choices", &json!({ "game": set.id, "choices": choices }));
        } else {
            say!("{}", rulebook::choices_text(&set));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard show`.
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    selection: Selection,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(crate) fn run(&self) -> Outcome {
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
    /// Say only how the game differs from this one.
    #[arg(long, value_name = "GAME")]
    diff: Option<String>,
    /// Print Markdown.
    #[arg(long)]
    markdown: bool,
    /// Print JSON: the sections with their sentences, and the choices that each speaks of.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

impl RulesSheet {
    pub(crate) fn run(&self) -> Outcome {
        let rules = self.selection.rules()?;
        self.selection.at_every_table()?;
        let text = match &self.diff {
            Some(other) => {
                let other = Selection { game: other.clone(), sets: Vec::new(), players: None }
                    .rule_set()?;
                let players = if (other.choices.players.min..=other.choices.players.max)
                    .contains(&rules.players)
                {
                    rules.players
                } else {
                    other.usual_players()
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
    /// Only words in which this occurs: the word, another for it, or what it means.
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
            let each = |word: rulebook::Word| json!({ "name": word.name, "also": word.also, "meaning": word.meaning });
            let words: Vec<_> = rulebook::words(&query).into_iter().map(each).collect();
            out::json("words", &json!({ "words": words }));
        } else {
            say!("{}", rulebook::words_text(&query));
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
        let cards = typed::cards(&self.cards.join(" "))?;
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

/// `upcard deal`.
#[derive(Args)]
pub(crate) struct Deal {
    #[command(flatten)]
    selection: Selection,
    /// The seed: the same number gives the same deal.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which deal of the match, from 1; in a match to a target any number.
    #[arg(long, default_value_t = 1)]
    deal: u8,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Deal {
    pub(crate) fn run(&self) -> Outcome {
        let mut rules = self.selection.rules()?;
        // A deal is shown without its cut, which a player makes.
        rules.set.choices.dealing.cut = upcard_engine::choices::Cut::None;
        let deals = rules.schedule.len();
        // A match to a target goes on until somebody has reached it, however many deals that takes.
        let endless = rules.target.is_some();
        let Some(deal) = upcard_engine::Deal::new(self.deal) else {
            return Err("--deal: deals count from 1".into());
        };
        if usize::from(self.deal) > deals && !endless {
            return Err(
                format!("--deal {}: the match has {}", self.deal, count(deals, "deal")).into()
            );
        }
        let at = usize::from(self.deal).min(deals) - 1;
        let contract = rules.schedule[at];
        let setup = upcard_engine::Setup { dealer: Seat::at(0), ..upcard_engine::Setup::default() };
        let rules = Arc::new(rules);
        let mut game =
            Game::set_up(rules.clone(), &setup, Chance::numbered(self.seed))?.starting_at(deal);
        let mut events = Vec::new();
        game.next_deal(&mut events);
        if self.json {
            out::json("deal", &dealt_json(&game, &events, contract));
            return Ok(ExitCode::SUCCESS);
        }
        say_line!("game {}", rules.set.id);
        say_line!("players {}", rules.players);
        say_line!("deal {}", contract + 1);
        if rules.has_contracts() {
            say_line!("# contract {}", rules.deals[usize::from(contract)].contract);
        }
        say_line!("dealer {}", game.table().dealer());
        for event in &events {
            if let Event::Dealt { hands, upcard, .. } = event {
                for (seat, hand) in hands.iter().enumerate() {
                    say_line!("seat {} hand {}", seat + 1, hand.unwrap_or(Cards::NONE));
                }
                if let Some(card) = upcard {
                    say_line!("discards {card}");
                }
            }
        }
        let stock: Vec<String> = game.stock().iter().rev().map(ToString::to_string).collect();
        say_line!("stock {}", stock.join(" "));
        say_line!("turn {} {}", game.table().turn().seat, phase(&game));
        Ok(ExitCode::SUCCESS)
    }
}

/// What the first seat is asked after the deal.
fn phase(game: &Game) -> &'static str {
    let window = matches!(game.table().phase(), upcard_engine::Phase::Offers { .. });
    if window { "offers" } else { "draw" }
}

/// A deal as data; seats and deals count from 1, the stock's first card is drawn first.
fn dealt_json(game: &Game, events: &[Event], contract: u8) -> Value {
    let list = |cards: &Cards| -> Vec<String> { cards.iter().map(|c| c.to_string()).collect() };
    let (mut hands, mut upcard) = (Vec::new(), None);
    for event in events {
        if let Event::Dealt { hands: dealt, upcard: turned, .. } = event {
            hands = dealt.iter().map(|hand| list(&hand.unwrap_or(Cards::NONE))).collect();
            upcard = turned.map(|card| card.to_string());
        }
    }
    let (table, rules) = (game.table(), game.rules());
    let has = rules.has_contracts();
    json!({
        "game": rules.set.id,
        "players": rules.players,
        "deal": contract + 1,
        "contract": has.then(|| rules.deals[usize::from(contract)].contract.to_string()),
        "dealer": table.dealer().number(),
        "hands": hands,
        "upcard": upcard,
        "stock": game.stock().iter().rev().map(ToString::to_string).collect::<Vec<_>>(),
        "turn": { "seat": table.turn().seat.number(), "phase": phase(game) },
    })
}

//! `upcard deal`: deals a hand and prints it as a scenario.

use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use upcard_cards::{Card, Cards};
use upcard_engine::chance::Chance;
use upcard_engine::choices::Cut;
use upcard_engine::{Game, Phase, Seat, Setup};

use crate::out::{self, say};
use crate::proof::count;
use crate::selection::Selection;

/// `upcard deal`.
#[derive(Args)]
pub(crate) struct Deal {
    #[command(flatten)]
    selection: Selection,
    /// Seed: the same number gives the same deal.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the deal in the match, from 1; up to 200 in a match to a target.
    #[arg(long, default_value_t = 1)]
    deal: u8,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Deal {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        // A scenario names its game in one word.
        if !self.json && self.selection.game.contains(|c: char| c.is_whitespace() || c == '#') {
            let game = &self.selection.game;
            return Err(format!("{game}: a scenario cannot refer to a file with this name").into());
        }
        let game = self.deal_cards()?;
        match self.json {
            true => out::json("deal", &self.data(&game)),
            false => say!("{}", self.scenario(&game)),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Deals the game; seat 1 is the dealer.
    fn deal_cards(&self) -> Result<Game, Box<dyn Error>> {
        let mut rules = self.selection.rules()?;
        // Skip the cut, which would be a player's decision.
        rules.set.choices.dealing.cut = Cut::None;
        let deals = rules.schedule.len();
        // A match to a target has no fixed number of deals.
        let endless = rules.target.is_some();
        let Some(deal) = upcard_engine::Deal::new(self.deal) else {
            return Err("--deal: deals count from 1".into());
        };
        if usize::from(self.deal) > deals && !endless {
            return Err(
                format!("--deal {}: the match has {}", self.deal, count(deals, "deal")).into()
            );
        }
        let setup = Setup { dealer: Seat::at(0), ..Setup::default() };
        let chance = Chance::numbered(self.seed);
        let mut game = Game::set_up(Arc::new(rules), &setup, chance)?.starting_at(deal);
        game.next_deal(&mut ());
        // Even a match to a target is limited to some number of deals.
        if game.table().phase().is_after_deal() {
            return Err(format!("--deal {}: no match has that many deals", self.deal).into());
        }
        Ok(game)
    }

    /// Number of the deal as in scenarios, and its contract, if any.
    fn number(&self, game: &Game) -> (u8, Option<String>) {
        let rules = game.rules();
        let at = usize::from(self.deal).min(rules.schedule.len()) - 1;
        let kind = rules.schedule[at];
        let contract = &rules.deals[usize::from(kind)].contract;
        // Without contracts, all deals have the same rules in most games.
        let same = !rules.has_contracts() && rules.deals.len() == 1;
        let number = if same { self.deal } else { kind + 1 };
        (number, rules.has_contracts().then(|| contract.to_string()))
    }

    fn scenario(&self, game: &Game) -> String {
        let (table, rules) = (game.table(), game.rules());
        let mut text = format!("game {}\n", self.selection.game);
        for (choice, value) in &self.selection.sets {
            let _ = writeln!(text, "set {choice}={value}");
        }
        let (number, contract) = self.number(game);
        let _ = writeln!(text, "players {}\ndeal {number}", rules.players);
        if let Some(contract) = contract {
            let _ = writeln!(text, "# contract {contract}");
        }
        let _ = writeln!(text, "dealer {}", table.dealer());
        for seat in Seat::all(rules.players) {
            let _ = writeln!(text, "seat {seat} hand {}", game.hand(seat));
        }
        if let Some(card) = table.wild_in_place(rules) {
            let _ = writeln!(text, "wild {card}");
        }
        if let Some(card) = table.upcard() {
            let _ = writeln!(text, "discards {card}");
        }
        // Jokers turned up before the wild card are in no pile.
        let only = if table.buried().is_empty() { "" } else { "only " };
        // A wild card under the stock has its own line.
        let mut stock = in_order(game);
        stock.truncate(stock.len() - usize::from(table.wild_under_stock(rules)));
        let _ = writeln!(text, "stock {only}{}", stock.join(" "));
        let _ = writeln!(text, "turn {} {}", table.turn().seat, phase(table.phase()));
        text
    }

    /// The deal as JSON; seats and deals count from 1, the stock lists its top card first.
    fn data(&self, game: &Game) -> Value {
        let list = |cards: &Cards| -> Vec<String> { cards.iter().map(|c| c.to_string()).collect() };
        let (table, rules) = (game.table(), game.rules());
        let (number, contract) = self.number(game);
        let card = |card: Option<Card>| card.map(|card| card.to_string());
        json!({
            "game": rules.set.id,
            "players": rules.players,
            "deal": number,
            "contract": contract,
            "dealer": table.dealer().number(),
            "hands": Seat::all(rules.players).map(|seat| list(game.hand(seat))).collect::<Vec<_>>(),
            "wild": card(table.wild_in_place(rules)),
            "upcard": card(table.upcard()),
            "stock": in_order(game),
            "turn": { "seat": table.turn().seat.number(), "phase": phase(table.phase()) },
        })
    }
}

/// The stock, top card first.
fn in_order(game: &Game) -> Vec<String> {
    game.stock().iter().rev().map(ToString::to_string).collect()
}

/// The first decision after the deal, as in scenarios.
fn phase(phase: Phase) -> &'static str {
    match phase {
        // The rules tell whether it is the first upcard.
        Phase::Offers { .. } | Phase::Upcard { .. } => "offers",
        Phase::Play => "play",
        Phase::Call { .. } => "call",
        Phase::Cut { .. } => "cut",
        _ => "draw",
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;
    use upcard_scenario::{parse, position_of};

    use super::*;

    /// Checks that the printed scenario reproduces the deal.
    fn assert_round_trip(game: &str, players: u8, sets: &[(&str, &str)], seed: u64, deal: u8) {
        let sets = sets
            .iter()
            .map(|(path, value)| ((*path).to_owned(), upcard_engine::Value::from_argument(value)));
        let selection =
            Selection { game: game.to_owned(), sets: sets.collect(), players: Some(players) };
        let wanted = Deal { selection, seed, deal, json: false };
        let dealt = wanted.deal_cards().unwrap();
        let text = wanted.scenario(&dealt);
        let library = Library::standard().unwrap();
        let scenario = &parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))[0];
        let back =
            position_of(scenario, &library).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let snapshot = |game: &Game| {
            let hands = Seat::all(players).map(|seat| *game.hand(seat)).collect::<Vec<_>>();
            let seat = game.to_act();
            let offered = seat.map(|seat| game.view(seat).offered(20));
            let (table, rules) = (game.table(), game.rules());
            let piles = (game.stock().to_vec(), table.upcard(), table.wild_in_place(rules));
            (hands, piles, seat, offered, table.phase(), table.turn().seat, table.deals_begun())
        };
        assert_eq!(snapshot(&dealt), snapshot(&back), "{text}");
    }

    #[test]
    fn a_printed_deal_reproduces_the_position() {
        let library = Library::standard().unwrap();
        for game in library.ids() {
            let players = library.select(game, &[]).unwrap().choices.players;
            for players in [players.min, players.max] {
                (1..4).for_each(|seed| assert_round_trip(game, players, &[], seed, 1));
            }
        }
        assert_round_trip("contract-rummy", 4, &[], 5, 7);
        assert_round_trip("gin", 2, &[], 5, 3);
        assert_round_trip("gin+eleven-cards", 2, &[], 5, 1);
        assert_round_trip("deals-rummy", 3, &[], 5, 6);
        assert_round_trip("kalooki", 4, &[("pack.packs", "half-plus-one")], 5, 1);
        for place in ["aside", "stock-bottom"] {
            let turned = [("wilds.turned-card", place)];
            (1..30).for_each(|seed| assert_round_trip("points-rummy", 2, &turned, seed, 1));
        }
    }
}

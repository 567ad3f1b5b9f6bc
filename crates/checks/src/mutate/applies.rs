//! Where a choice means nothing: what a rule set has not, cannot be changed in it.

use upcard_cards::{Contract, MeldKind};
use upcard_engine::choice_types::{MatchDeals, SomeDeals};
use upcard_engine::choices::{
    Chain, Choices, Cut, Dead, ExtraMelds, LayDownMode, LayOffNeeds, Money, StockOut, SwapWho,
};
use upcard_engine::{DealRules, RuleSet, Rules};

/// What a rule set has, as far as choices depend on it.
struct Facts<'a> {
    choices: &'a Choices,
    contracts: Vec<Contract>,
    jokers: bool,
}

impl Facts<'_> {
    fn new(choices: &Choices) -> Facts<'_> {
        let read = |text: &String| {
            Contract::parse(text, choices.melds.set_size, choices.melds.run_size).ok()
        };
        let players = choices.players.min..=choices.players.max;
        let jokers = |players| {
            let packs = choices.pack.packs.at(players).unwrap_or(0);
            choices.pack.jokers.at(players, packs).unwrap_or(0)
        };
        Facts {
            choices,
            contracts: choices.contracts.deals.0.iter().filter_map(read).collect(),
            jokers: players.map(jokers).any(|n| n > 0),
        }
    }

    fn wild_ranks(&self) -> bool {
        self.choices.pack.wild_ranks.0 != 0
    }

    fn wilds(&self) -> bool {
        self.jokers || self.wild_ranks()
    }

    /// The most melds of a kind in one contract.
    fn most(&self, kind: MeldKind) -> usize {
        self.contracts.iter().map(|c| c.count(kind)).max().unwrap_or(0)
    }

    fn free(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Free
    }

    /// May more melds be laid than the contract's?
    fn more_melds(&self) -> bool {
        self.free() || self.choices.laying_down.extra_melds == ExtraMelds::AfterContract
    }

    fn buying(&self) -> bool {
        self.choices.buying.deals != SomeDeals::None
    }

    fn new_stock(&self) -> bool {
        self.choices.stock_out.then == StockOut::Reshuffle
    }
}

/// The condition under which choices mean something.
type Condition = fn(&Facts<'_>) -> bool;

/// The conditions: the choices whose path is or begins with this, where it ends in a dot.
const CONDITIONS: &[(&str, Condition)] = &[
    ("dealing.cut-bonus", |f| f.choices.dealing.cut != Cut::None),
    ("melds.pair-grows", |f| f.most(MeldKind::Pair) > 0),
    ("wilds.", |f| f.wilds()),
    ("wilds.cap-scope", |f| f.choices.wilds.cap != upcard_cards::WildCap::None),
    ("wilds.natural-place", |f| f.wild_ranks()),
    ("wilds.in-pairs", |f| f.most(MeldKind::Pair) > 0),
    ("swapping.", |f| f.wilds()),
    ("swapping.where", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.from", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.freed", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.timing", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("laying-down.sets", |f| f.free() || f.most(MeldKind::Set) + f.most(MeldKind::Pair) > 0),
    ("laying-down.runs", |f| f.free() || f.most(MeldKind::Run) > 0),
    ("laying-down.extra-melds", |f| !f.free()),
    ("laying-down.melds-per-turn", |f| f.free()),
    ("laying-down.same-rank-sets", |f| f.more_melds() || f.most(MeldKind::Set) > 1),
    ("laying-down.same-suit-runs", |f| f.most(MeldKind::Run) > 1 && !f.free()),
    ("laying-down.runs-per-suit", |f| f.more_melds() || f.most(MeldKind::Run) > 1),
    ("laying-off.from", |f| f.choices.laying_off.needs != LayOffNeeds::None),
    ("rearranging.new-melds", rearranging),
    ("rearranging.wilds", |f| rearranging(f) && f.wilds()),
    // How much of the pile is shown is for those who draw it; no rule depends on it.
    ("discarding.pile", |_| false),
    ("buying.when", |f| f.buying()),
    ("buying.who", |f| f.buying()),
    ("buying.own-discard", |f| f.buying()),
    ("buying.priority", |f| f.buying()),
    ("buying.price.", |f| f.buying()),
    ("buying.limit.", |f| f.buying()),
    ("buying.limit.scope", |f| f.choices.buying.limit_per_deal.0.is_some()),
    ("buying.chain", |f| f.buying()),
    ("buying.dead", |f| f.buying() && f.choices.buying.chain == Chain::Dead),
    ("buying.then-draw", |f| f.buying()),
    ("shanghai.priority", |f| f.choices.shanghai.allowed),
    ("stock-out.reuse", |f| f.new_stock()),
    ("stock-out.shuffle", |f| f.new_stock()),
    ("stock-out.reshuffles", |f| f.new_stock()),
    ("stock-out.stalemate", |f| f.new_stock()),
    ("stock-out.block-at", |f| !f.new_stock()),
    ("scoring.joker", |f| f.jokers),
    ("scoring.wilds", |f| f.wild_ranks()),
    ("match.target", |f| f.choices.matching.deals == MatchDeals::Target),
    ("match.last-deal", |f| !f.contracts.is_empty()),
    ("match.advance", |f| !f.contracts.is_empty()),
    ("settling.places", |f| f.choices.settling.money == Money::Places),
    ("settling.kitty", |f| {
        f.choices.settling.money == Money::Places && f.choices.buying.price_pennies > 0
    }),
    ("settling.unit", |f| f.choices.settling.money != Money::None),
];

fn rearranging(facts: &Facts<'_>) -> bool {
    facts.choices.rearranging.allowed != upcard_engine::choices::Rearrange::Never
}

/// Does changing this choice so change anything in these rules?
pub(super) fn applies(path: &str, before: &RuleSet, after: &RuleSet) -> bool {
    let facts = Facts::new(&before.choices);
    let speaks_of = |of: &str| path == of || (of.ends_with('.') && path.starts_with(of));
    let held = CONDITIONS.iter().filter(|(of, _)| speaks_of(of)).all(|(_, holds)| holds(&facts));
    held && !without_effect(path, &facts, before, after)
}

/// Does this very value change nothing, although others would?
fn without_effect(path: &str, facts: &Facts<'_>, before: &RuleSet, after: &RuleSet) -> bool {
    match path {
        "laying-down.runs-per-suit" => {
            let limit = after.choices.laying_down.runs_per_suit.0;
            let most = facts.most(MeldKind::Run);
            !facts.more_melds()
                && limit.is_none_or(|n| n as usize >= most)
                && before.choices.laying_down.runs_per_suit.0.is_none_or(|n| n as usize >= most)
        }
        // A dead pile that stays dead matters for a new stock only.
        "buying.dead" => {
            let lasting = |set: &RuleSet| set.choices.buying.dead != Dead::ThisTurn;
            !facts.new_stock() && lasting(before) && lasting(after)
        }
        _ if path.starts_with("scoring.") => {
            same(before, after, |rules| rules.values.to_vec())
                && !matches!(path, "scoring.who" | "scoring.going-rummy")
        }
        "dealing.hand"
        | "contracts.deals"
        | "buying.deals"
        | "buying.price.cards"
        | "buying.limit.per-deal" => same(before, after, played),
        _ => false,
    }
}

/// Are the rules the same in this respect, for every number of players?
fn same<T: PartialEq>(before: &RuleSet, after: &RuleSet, of: fn(&Rules) -> T) -> bool {
    let at = |set: &RuleSet, players| Rules::new(set.clone(), players).ok().map(|r| of(&r));
    super::tables(before).all(|players| at(before, players) == at(after, players))
}

/// The deals of a match as they are played: the price of a buy counts where there are buys.
fn played(rules: &Rules) -> Vec<DealRules> {
    let schedule = rules.schedule.iter().filter_map(|&d| rules.deals.get(d as usize));
    let deals: Vec<&DealRules> =
        if rules.schedule.is_empty() { rules.deals.iter().collect() } else { schedule.collect() };
    let plain = |deal: &DealRules| {
        let mut deal = deal.clone();
        if !deal.buying {
            deal.price_cards = 0;
            deal.buy_limit = None;
        }
        deal
    };
    deals.into_iter().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_engine::choices::CHOICES;
    use upcard_engine::{Library, Value};

    #[test]
    fn every_condition_speaks_of_a_choice() {
        for (of, _) in CONDITIONS {
            let speaks = |path: &str| path == *of || (of.ends_with('.') && path.starts_with(of));
            assert!(CHOICES.iter().any(|choice| speaks(choice.path)), "{of}");
        }
    }

    fn applies_to(game: &str, path: &str, value: Value) -> bool {
        let library = Library::standard().unwrap();
        let before = library.select(game, &[]).unwrap();
        let after = library.select(game, &[(path.to_owned(), value)]).unwrap();
        applies(path, &before, &after)
    }

    #[test]
    fn what_a_game_has_not_cannot_be_changed_in_it() {
        let text = |word: &str| Value::Text(word.to_owned());
        // No contracts, no jokers, no buying.
        assert!(!applies_to("rummy", "buying.chain", text("dead")));
        assert!(!applies_to("rummy", "wilds.slide", text("run-end")));
        assert!(applies_to("rummy+jokers", "wilds.slide", text("run-end")));
        // The same points by another name.
        assert!(!applies_to("contract-rummy", "scoring.court", text("face")));
        assert!(applies_to("contract-rummy", "scoring.court", Value::Int(11)));
    }
}

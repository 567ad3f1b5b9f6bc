//! The show-down of a deal with hidden melds: everybody's hand in groups, and what was counted.

use upcard_cards::{Card, Cards};
use upcard_engine::choices::{LosersGrouping, WhatCounts, WhoScores};
use upcard_engine::{DealRules, Ending, Rules, Seat, Table};
use upcard_table::wire::DealRow;

use crate::groups::is_hidden;

/// A hand as it was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownHand {
    /// Whose.
    pub seat: Seat,
    /// Its melds; those of the knocker hold what was laid off on them.
    pub melds: Vec<Vec<Card>>,
    /// The cards in no meld.
    pub left: Cards,
    /// What those cost.
    pub deadwood: i32,
}

/// How a hand won by knocking was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Who scores.
    pub winner: Seat,
    /// How.
    pub how: Ending,
    /// By how much the deadwood differs.
    pub difference: i32,
    /// What comes to it: for gin, an undercut, boxes.
    pub bonus: i32,
    /// Counts it double?
    pub doubled: bool,
    /// All of it.
    pub points: i32,
}

/// The rules of the deal of this row, with the rank that was turned wild for it, which only the table knows on which
/// no other deal has begun since.
#[must_use]
pub fn rules_of<'a>(rules: &'a Rules, table: &Table, row: &DealRow) -> &'a DealRules {
    if table.phase().is_after_deal() { table.deal_rules(rules) } else { rules.deal(row.deal) }
}

/// Everybody's hand in groups, at the end of the deal of this row; none where the melds of the game
/// lie on the table anyhow. The table is as the deal left it.
#[must_use]
pub fn show_down(rules: &Rules, table: &Table, row: &DealRow) -> Option<Vec<ShownHand>> {
    let choices = &rules.set.choices.scoring;
    if !is_hidden(rules) || choices.what != WhatCounts::Deadwood {
        return None;
    }
    let deal = rules_of(rules, table, row);
    // What lies there in another deal was laid by nobody in this one.
    let after = table.phase().is_after_deal();
    let hand = |(seat, hand): (usize, &Cards)| {
        let seat = Seat::at(seat);
        let own = table.melds().iter().filter(|meld| after && meld.owner == seat);
        let mut melds: Vec<Vec<Card>> = own.map(|meld| meld.meld.spec().cards).collect();
        let grouped = if melds.is_empty() { deal.deadwood(hand) } else { Default::default() };
        let left = if melds.is_empty() { grouped.left } else { *hand };
        melds.extend(grouped.melds.iter().map(|meld| meld.spec().cards));
        // Groups that a player has made need not save all of their cards.
        let own_groups = choices.grouping == LosersGrouping::Own && row.winner != Some(seat);
        let deadwood = match own_groups {
            true => table.declared_cost(rules, seat, hand),
            false => deal.points(&left),
        };
        ShownHand { seat, melds, left, deadwood }
    };
    Some(row.hands.iter().enumerate().map(hand).collect())
}

/// How the points of a hand that was won by knocking came about; none for other deals.
#[must_use]
pub fn count(rules: &Rules, table: &Table, row: &DealRow) -> Option<Count> {
    let choices = &rules.set.choices.scoring;
    let winner = row.winner.filter(|_| choices.who == WhoScores::Difference)?;
    let deal = rules_of(rules, table, row);
    let deadwood: Vec<i32> = row.hands.iter().map(|hand| deal.points(hand)).collect();
    let difference = match deadwood.as_slice() {
        [one, two] => (one - two).abs(),
        _ => return None,
    };
    let points = row.points.get(winner.index()).copied()?;
    let spade = table.first_upcard().and_then(Card::suit) == Some(upcard_cards::Suit::Spades);
    let doubled = choices.spade_doubles && spade;
    let single = if doubled { points / 2 } else { points };
    Some(Count { winner, how: row.how, difference, bonus: single - difference, doubled, points })
}

//! Showdown of a deal with hidden melds: all hands in groups, and the scoring.

use upcard_cards::{Card, Cards};
use upcard_engine::choices::{LosersGrouping, WhatCounts, WhoScores};
use upcard_engine::{DealRules, Ending, Rules, Seat, Table};
use upcard_table::wire::DealRow;

use crate::groups::is_hidden;

/// A hand at the showdown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownHand {
    /// Seat.
    pub seat: Seat,
    /// Melds; those of the knocker include lay-offs.
    pub melds: Vec<Vec<Card>>,
    /// Deadwood: cards in no meld.
    pub left: Cards,
    /// Points of the deadwood.
    pub deadwood: i32,
}

/// Scoring of a hand won by knocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnockScore {
    /// Seat that scores.
    pub winner: Seat,
    /// Ending.
    pub how: Ending,
    /// Difference in deadwood.
    pub difference: i32,
    /// Bonus: for gin, an undercut, boxes.
    pub bonus: i32,
    /// `true` if the score is doubled.
    pub doubled: bool,
    /// Total.
    pub points: i32,
}

/// Rules of this row's deal, including its turned-up wild rank, which is known only until the next deal
/// begins.
#[must_use]
pub fn rules_of<'a>(rules: &'a Rules, table: &Table, row: &DealRow) -> &'a DealRules {
    if table.phase().is_after_deal() { table.deal_rules(rules) } else { rules.deal(row.deal) }
}

/// All hands in groups at the end of this row's deal; `None` in games with melds on the table. The table must
/// be in its state after the deal.
#[must_use]
pub fn showdown(rules: &Rules, table: &Table, row: &DealRow) -> Option<Vec<ShownHand>> {
    let choices = &rules.set.choices.scoring;
    if !is_hidden(rules) || choices.what != WhatCounts::Deadwood {
        return None;
    }
    let deal = rules_of(rules, table, row);
    // In another deal, the melds on the table do not belong to this row.
    let after = table.phase().is_after_deal();
    let hand = |(seat, hand): (usize, &Cards)| {
        let seat = Seat::at(seat);
        let own = table.melds().iter().filter(|meld| after && meld.owner == seat);
        let mut melds: Vec<Vec<Card>> = own.map(|meld| meld.meld.spec().cards).collect();
        let grouped = if melds.is_empty() { deal.deadwood(hand) } else { Default::default() };
        let left = if melds.is_empty() { grouped.left } else { *hand };
        melds.extend(grouped.melds.iter().map(|meld| meld.spec().cards));
        // Groups made by a player may leave cards that still count.
        let own_groups = choices.grouping == LosersGrouping::Own && row.winner != Some(seat);
        let deadwood = match own_groups {
            true => table.declared_cost(rules, seat, hand),
            false => deal.points(&left),
        };
        ShownHand { seat, melds, left, deadwood }
    };
    Some(row.hands.iter().enumerate().map(hand).collect())
}

/// Breakdown of the score of a hand won by knocking; `None` for other deals.
#[must_use]
pub fn knock_score(rules: &Rules, table: &Table, row: &DealRow) -> Option<KnockScore> {
    let choices = &rules.set.choices.scoring;
    let winner = row.winner.filter(|_| choices.who == WhoScores::Difference)?;
    let deal = rules_of(rules, table, row);
    let deadwood: Vec<i32> = row.hands.iter().map(|hand| deal.points(hand)).collect();
    let [one, two] = deadwood[..] else { return None };
    let difference = (one - two).abs();
    let points = row.points.get(winner.index()).copied()?;
    let spade = table.first_upcard().and_then(Card::suit) == Some(upcard_cards::Suit::Spades);
    let doubled = choices.spade_doubles && spade;
    let single = if doubled { points / 2 } else { points };
    let bonus = single - difference;
    Some(KnockScore { winner, how: row.how, difference, bonus, doubled, points })
}

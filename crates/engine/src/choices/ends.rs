//! The choices about the ends of deals and matches, scores and money that are one of a few words.

use crate::value::word_choice;

word_choice! {
    /// Which discards make the new stock.
    Reuse {
        /// All but the upcard.
        KeepTop = "keep-top",
        /// All.
        WholePile = "whole-pile",
        /// All, and the new stock's first card is turned up.
        NewUpcard = "new-upcard",
    }
}
word_choice! {
    /// When an empty stock blocks the deal.
    BlockAt {
        /// After the turn in which the last card was drawn.
        LastCard = "last-card",
        /// When a card is due that is not there.
        DrawDue = "draw-due",
    }
}
word_choice! {
    /// Who scores.
    WhoScores {
        /// Everybody scores what is left in hand, against them.
        Losers = "losers",
        /// The winner gains what the others hold.
        Winner = "winner",
        /// Whoever has less deadwood gains the difference.
        Difference = "difference",
        /// Everybody scores the cards that they have laid on the table, less those in hand.
        ShownMinusHand = "shown-minus-hand",
        /// Everybody scores what is left in hand, against them, and hands the winner a chip for each point.
        Chips = "chips",
        /// The winner of a deal scores what the others pay for how it was won, and they score it against
        /// them.
        Payments = "payments",
    }
}
word_choice! {
    /// Which cards of a hand count.
    WhatCounts {
        /// All.
        Hand = "hand",
        /// Those that stand in no meld, in the cheapest grouping.
        Deadwood = "deadwood",
    }
}
word_choice! {
    /// What going out with the whole hand at once does.
    GoingRummy {
        /// Nothing.
        None = "none",
        /// It doubles the deal.
        Double = "double",
    }
}
word_choice! {
    /// Which total wins.
    Winner {
        /// The lowest.
        Lowest = "lowest",
        /// The highest.
        Highest = "highest",
        /// The most chips.
        Chips = "chips",
    }
}
word_choice! {
    /// What a tie leads to.
    Ties {
        /// A shared win.
        Shared = "shared",
        /// The last deal again, three times at the most.
        Playoff = "playoff",
        /// A further deal of those alone who tie, and again if need be.
        Tied = "tied-only",
        /// A win for who has won more of the deals; shared where that is equal, too.
        DealsWon = "deals-won",
    }
}
word_choice! {
    /// What is special in the deal of the last contract.
    LastDeal {
        /// Nothing.
        AsOthers = "as-others",
        /// The whole hand goes down at once and ends the deal; no discard is needed.
        WholeHand = "whole-hand",
        /// The last card may not be discarded.
        NoFinalDiscard = "no-final-discard",
        /// Nobody discards at all.
        NoDiscard = "no-discard",
    }
}
word_choice! {
    /// Who moves on to the next contract.
    Advance {
        /// Everybody.
        Together = "together",
        /// Who has laid the present one.
        Individual = "individual",
    }
}
word_choice! {
    /// Money at the end.
    Money {
        /// None.
        None = "none",
        /// By places, and a kitty.
        Places = "places",
        /// The losers pay each deal's winner by the point.
        PerPoint = "per-point",
        /// The winner of the match collects the difference of the totals from each other.
        Difference = "difference",
        /// The entries of all are the winner's.
        Pool = "pool",
        /// What is paid deal by deal for how it was won, and nothing else.
        Payments = "payments",
    }
}
word_choice! {
    /// Who gets the kitty.
    Kitty {
        /// The winner.
        Winner = "winner",
        /// Two thirds the winner, one third the second.
        TwoThirds = "two-thirds",
    }
}

//! Choices with numbers, lists or tables besides words.

use upcard_cards::WildCap;

use super::define::{form_of, forms, near_forms, optional, read_form, read_forms, write_form};
use super::parts::{ByPlayers, Payload, others_optional, read_optional, write_optional};
use crate::value::{BadValue, ChoiceValue, Form, Value, wrong};

optional! {
    /// An optional limit.
    Limit(u8) = [Form::Number, Form::Synonyms("none", "any")], none tries [1, 2];
    /// Points of a card of a wild rank; `None` for those of its rank.
    WildPoints(u8) = [Form::Number, Form::Word("by-rank")], none tries [25];
    /// Bonus for a hand with all cards in melds and no discard, instead of gin; `None` if off.
    BigGin(u8) = [Form::Number, Form::Word("off")], none tries [31, 50];
    /// Points for a red ace, if they differ from those of a black ace.
    AceByColour(u8) = [Form::Word("none"), Form::WordWithNumber("red 1")], none tries [1];
    /// Points for a low ace in a run; `None` for the usual points.
    LowAce(u8) = [Form::Number, Form::Word("same")], none tries [1];
    /// Points for the queen of spades; `None` for those of any queen.
    QueenOfSpades(u8) = [Form::Number, Form::Word("court")], none tries [40];
    /// An optional total.
    Total(u16) = [Form::NumberTo(u16::MAX), Form::Word("none")], none tries [101];
}

forms! {
    /// Number of 52-card packs.
    Packs {
        Count(n: u8) = Form::Number, [], "Always this many.";
        HalfUp = "half-up", ["half-plus-one"], "Half the players, rounded up.";
        HalfPlusOne = "half-plus-one", ["half-up"], "Half the players, rounded down, plus one.";
        ByPlayers(table: ByPlayers) = Form::ByPlayers("{ \"2-4\" = 2, \"5-8\" = 3 }"), [], "By the number of players.";
    }
    /// Number of jokers.
    Jokers {
        Count(n: u8) = Form::Number, [], "Always this many.";
        TwoPerPack = "two-per-pack", ["players-less-one"], "Both of each pack.";
        PlayersLessOne = "players-less-one", ["two-per-pack"], "One fewer than there are players.";
        ByPlayers(table: ByPlayers) = Form::ByPlayers("{ \"2-4\" = 1, \"5-8\" = 2 }"), [], "By the number of players.";
    }
    /// Number of cards dealt to each seat.
    HandSize {
        Count(n: u8) = Form::Number, [], "Always this many.";
        ByDeal(list: Vec<u8>) = Form::NumberByDeal, [], "One number per deal.";
        ByPlayers(table: ByPlayers) = Form::ByPlayers("{ \"2\" = 10, \"3-4\" = 7 }"), [], "By the number of players.";
    }
    /// A number for all deals, or one per deal.
    PerDeal {
        Each(n: u8) = Form::Number, [], "The same in every deal.";
        List(list: Vec<u8>) = Form::NumberByDeal, [], "One number per deal.";
    }
    /// The deals that make up a match.
    MatchDeals {
        All = "all", [1, vec![2]], "One for each contract.";
        Target = "target", [1, 2], "Until somebody reaches the target.";
        LastPlayer = "last-player", [1, 2], "Until one player is left.";
        Count(n: u8) = Form::Number, ["target"], "This many.";
        List(list: Vec<u8>) = Form::DealNumbers, [], "These contracts, by their numbers from 1.";
        ByPlayers(table: ByPlayers) = Form::ByPlayers("{ \"2\" = 2, \"3-6\" = 6 }"), [], "As many as this table gives for the number of players.";
    }
    /// Maximum deadwood for a knock.
    #[derive(Copy)]
    KnockLimit {
        Points(n: u8) = Form::Number, ["upcard"], "With at most this many points.";
        Upcard = "upcard", [10, 5], "With at most the value of the first upcard.";
        None = "none", [10], "Nobody knocks.";
    }
    /// Consequence of an empty stock.
    #[derive(Copy)]
    StockOut {
        Reshuffle = "reshuffle", ["block", "void"], "A new stock from the discards.";
        Block = "block", ["reshuffle", "void"], "The end of the deal.";
        Void = "void", ["reshuffle", "block"], "A new stock from the discards; if there can be none, the deal is void and dealt again.";
        Wall(n: u8) = Form::WordWithNumber("wall 2"), ["reshuffle", "block", "void"], "This many cards stay in the stock; when the others are drawn, the deal is void and dealt again.";
    }
    /// Points of a card.
    #[derive(Copy)]
    Points {
        Value(n: u8) = Form::Number, ["face"], "This many points.";
        Face = "face", [25, 0], "Its face value: an ace 1, a court card 10.";
    }
    /// Points of a jack, queen or king.
    #[derive(Copy)]
    CourtPoints {
        Value(n: u8) = Form::Number, ["face"], "This many points.";
        Face = "face", [25, 0], "Ten points.";
        Rank = "rank", ["face"], "By rank: a jack 11, a queen 12, a king 13.";
    }
    /// Consequence of going out in the turn of the player's first lay-down.
    #[derive(Copy)]
    DownAndOut {
        None = "none", ["double-others", "minus 10"], "Nothing.";
        DoubleOthers = "double-others", ["none", "minus 10"], "The others pay double.";
        Minus(n: u8) = Form::WordWithNumber("minus 10"), ["none", "double-others"], "These points are taken off the player's total.";
    }
    /// Payments by place at the end.
    Places {
        DoubleRank = "double-rank", [vec![10, -1, -3, -6]], "Place k pays 2(k-1), the first receives the sum.";
        List(list: Vec<i64>) = Form::Amounts, ["double-rank"], "What each place receives, starting with the first.";
    }
}
read_forms! {
    WildCap {
        Count(n: u8) = Form::Number, ["none", "naturals", "fewer-than-naturals"];
        None = "none", ["naturals", "fewer-than-naturals", 1];
        Naturals = "naturals", ["none", "fewer-than-naturals", 1];
        FewerThanNaturals = "fewer-than-naturals", ["none", "naturals", 1];
        TwoNaturals = "two-naturals", ["none", "fewer-than-naturals", 1];
    }
}

impl Packs {
    /// Number of packs for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8) -> Option<u8> {
        match self {
            Packs::Count(n) => Some(*n),
            Packs::HalfUp => Some(players.div_ceil(2)),
            Packs::HalfPlusOne => Some(players / 2 + 1),
            Packs::ByPlayers(table) => table.at(players),
        }
    }
}

impl Jokers {
    /// Number of jokers for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8, packs: u8) -> Option<u8> {
        match self {
            Jokers::Count(n) => Some(*n),
            Jokers::TwoPerPack => packs.checked_mul(2),
            Jokers::PlayersLessOne => players.checked_sub(1),
            Jokers::ByPlayers(table) => table.at(players),
        }
    }
}

impl HandSize {
    /// Number of cards dealt in this deal (from 1) at a table of this size.
    #[must_use]
    pub fn at(&self, deal: u8, players: u8) -> Option<u8> {
        match self {
            HandSize::Count(n) => Some(*n),
            HandSize::ByDeal(list) => list.get(deal as usize - 1).copied(),
            HandSize::ByPlayers(table) => table.at(players),
        }
    }
}

impl PerDeal {
    /// Number for this deal, from 1.
    #[must_use]
    pub fn at(&self, deal: u8) -> Option<u8> {
        match self {
            PerDeal::Each(n) => Some(*n),
            PerDeal::List(list) => list.get(deal as usize - 1).copied(),
        }
    }
}

impl MatchDeals {
    /// Number of deals at a table of this size, if the choice is a number.
    #[must_use]
    pub fn number(&self, players: u8) -> Option<u8> {
        match self {
            MatchDeals::Count(n) => Some(*n),
            MatchDeals::ByPlayers(table) => table.at(players),
            _ => None,
        }
    }
}

impl Places {
    /// Units that each place receives, first place first.
    #[must_use]
    pub fn amounts(&self, players: usize) -> Vec<i64> {
        match self {
            Places::DoubleRank => {
                let mut all: Vec<i64> = (0..players as i64).map(|k| -2 * k).collect();
                if let Some(first) = all.first_mut() {
                    *first = (1..players as i64).map(|k| 2 * k).sum();
                }
                all
            }
            Places::List(list) => (0..players).map(|k| list.get(k).copied().unwrap_or(0)).collect(),
        }
    }
}

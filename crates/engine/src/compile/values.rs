//! Points of the cards in a hand.

use upcard_cards::{Card, Cards, Faces, Rank, Suit};

use crate::choices::{CourtPoints, Points, WhoScores};
use crate::ruleset::RuleSet;

/// Points of a court card with this position in the order of ranks.
fn court(points: CourtPoints, place: u8) -> Points {
    match points {
        CourtPoints::Value(n) => Points::Value(n),
        CourtPoints::Face => Points::Face,
        CourtPoints::Rank => Points::Value(place),
    }
}

/// Points of these cards, given those of each face.
pub(super) fn points(values: &[u8; Card::FACES], cards: &Cards) -> i32 {
    let each = |(card, n): (Card, u8)| i32::from(values[card.index()]) * i32::from(n);
    cards.iter_counts().map(each).sum()
}

/// Points of each face, indexed by [`Card::index`], with these faces wild.
pub(super) fn values(set: &RuleSet, wild_faces: Faces) -> [u8; Card::FACES] {
    let s = &set.choices.scoring;
    // If no points are scored, each card counts 1: the number of cards left over.
    if s.who == WhoScores::Payments && set.choices.laying_down.first_points == 0 {
        return [1; Card::FACES];
    }
    let mut values = [0; Card::FACES];
    for card in Card::all() {
        let Some(rank) = card.rank() else {
            values[card.index()] = s.joker;
            continue;
        };
        let index = rank.index() as u8;
        let (points, face) = match rank {
            Rank::ACE => (s.ace, 1),
            Rank::TWO => (s.two, 2),
            Rank::TEN => (s.ten, 10),
            _ if rank > Rank::TEN => (court(s.court, index + 1), 10),
            _ if index < 7 => (s.three_to_seven, index + 1),
            _ => (s.eight_nine, index + 1),
        };
        let by_rank = match points {
            Points::Face => face,
            Points::Value(n) => n,
        };
        let spade = card.suit() == Some(Suit::Spades);
        let queen = s.queen_of_spades.0.filter(|_| index == 11 && spade);
        let red = card.suit().is_some_and(Suit::is_red);
        let red_ace = s.ace_by_colour.0.filter(|_| red && rank == Rank::ACE);
        let wild = s.wilds.0.filter(|_| wild_faces.has(card));
        values[card.index()] = wild.or(red_ace).or(queen).unwrap_or(by_rank);
    }
    values
}

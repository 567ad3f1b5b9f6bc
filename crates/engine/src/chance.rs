//! Randomness: a seed for each deal, a documented shuffle, and a stream for each use.
//!
//! A deal's seed is the SHA-256 of the server's secret for that deal and the players' entropy, so that no
//! single party chooses a deal. The generator is ChaCha with 12 rounds; stream 0 shuffles the pack, stream 1
//! is the noise of a cut, stream 2 and streams from 100 choose a random dealer, streams from 1000 are the
//! reshuffles, streams from 2000 the blind picks. The shuffle is Fisher-Yates from the last card down, with
//! Lemire's unbiased bounded 32-bit numbers. Everything here is deterministic, given the secrets.

use std::collections::VecDeque;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use upcard_cards::{Card, Cards};

use crate::compile::Rules;
use crate::deal::Deal;
use crate::flaws::reasons;
pub use crate::rules::dealing::Dealt;
use crate::rules::dealing::deal_out;
use crate::seat::{Seat, Seats};

/// 32 secret bytes.
pub type Seed = [u8; 32];

/// Number of deals committed to at the start of a match without a fixed number of deals; each further deal is
/// committed to when the one before it ends.
const DEALS_AHEAD: usize = 30;

/// Number of playoffs committed to beyond the deals of a match.
const PLAYOFFS_AHEAD: usize = 3;

const PACK: u64 = 0;
const CUT: u64 = 1;
const DEALER: u64 = 2;
const DRAW: u64 = 100;
const RESHUFFLE: u64 = 1000;
const PICK: u64 = 2000;

/// A random outcome, drawn or scripted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The dealer, if chosen at random.
    Dealer(Seat),
    /// The cards drawn for the deal, by the drawing seats in order.
    Draw(Vec<Card>),
    /// The first cards of the pack, in dealing order.
    Pack(Vec<Card>),
    /// The first cards of a new stock, in drawing order.
    Reshuffle(Vec<Card>),
    /// The card of a blind pick.
    Blind(Card),
    /// Number of cards that a cut lifts.
    Cut(u16),
}

reasons! {
    /// A scripted outcome that is impossible.
    ChanceError:
    /// The card is not among those to be ordered.
    NoSuchCard { card: Card } = "chance.card",
    /// The number of cards in the draw for the deal is not the number of seats.
    Draw { seats: usize, cards: usize } = "chance.draw",
    /// The card is not in the caller's hand.
    NotInHand { card: Card } = "chance.hand",
}

/// Source of randomness of a match.
#[derive(Clone, Debug)]
#[must_use]
pub struct Chance {
    master: Seed,
    entropy: Seed,
    /// Known secrets of individual deals, for example of a finished match.
    secrets: Vec<(Deal, Seed)>,
    seed: Seed,
    reshuffles: u64,
    picks: u64,
    script: VecDeque<Outcome>,
    fault: Option<ChanceError>,
}

/// Master secret of a numbered match: the same number yields the same cards.
#[must_use]
pub fn numbered_secret(number: u64) -> Seed {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    secret
}

/// Derives the server's secret for a deal from the match's master secret.
#[must_use]
pub fn deal_secret(master: &Seed, deal: Deal) -> Seed {
    hash(&[b"upcard deal", master, &[deal.number()]])
}

/// Derives a deal's seed from the server's secret for it and the players' entropy.
#[must_use]
pub fn deal_seed(secret: &Seed, entropy: &Seed) -> Seed {
    hash(&[b"upcard seed", secret, entropy])
}

/// Commitment to a deal's secret, published before the deal.
#[must_use]
pub fn commitment(secret: &Seed) -> Seed {
    hash(&[b"upcard commitment", secret])
}

/// Commitments to a match's deals in order, published before the match. A match without a fixed number of
/// deals may exceed them.
#[must_use]
pub fn commitments(master: &Seed, rules: &Rules) -> Vec<Seed> {
    let deals = match rules.target {
        None => rules.schedule.len() + PLAYOFFS_AHEAD,
        Some(_) => DEALS_AHEAD,
    };
    Deal::all().take(deals).map(|deal| commitment(&deal_secret(master, deal))).collect()
}

/// Combines the players' entropy; zeros without any.
#[must_use]
pub fn combined_entropy(parts: &[Seed]) -> Seed {
    if parts.is_empty() {
        return [0; 32];
    }
    let mut all: Vec<&[u8]> = vec![b"upcard entropy"];
    all.extend(parts.iter().map(|part| part.as_slice()));
    hash(&all)
}

fn hash(parts: &[&[u8]]) -> Seed {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Returns a generator on one stream of a seed.
fn stream(seed: &Seed, stream: u64) -> ChaCha12Rng {
    let mut rng = ChaCha12Rng::from_seed(*seed);
    rng.set_stream(stream);
    rng
}

/// Returns a uniform random number below `bound` (Lemire's method).
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let mut draw = || u64::from(rng.next_u32()) * u64::from(bound);
    let mut product = draw();
    // The threshold is below the bound; computed only if it can matter.
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = draw();
        }
    }
    (product >> 32) as u32
}

/// Returns a uniformly random item; `None` if there are none.
pub fn pick<'a, T>(rng: &mut impl Rng, of: &'a [T]) -> Option<&'a T> {
    of.get(below(rng, of.len() as u32) as usize)
}

/// Fisher-Yates shuffle, from the last card down.
pub fn shuffle<T>(rng: &mut impl Rng, cards: &mut [T]) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// The shuffled pack of a deal, in dealing order.
#[must_use]
pub fn pack_order(seed: &Seed, pack: &Cards) -> Vec<Card> {
    // With the capacity preallocated; otherwise collecting takes as long as the shuffle.
    let mut cards = Vec::with_capacity(pack.len());
    for (card, count) in pack.iter_counts() {
        cards.extend(std::iter::repeat_n(card, usize::from(count)));
    }
    shuffle(&mut stream(seed, PACK), &mut cards);
    cards
}

/// Computes how a deal's seed deals the cards to the playing seats. `deal` is an index into the rules' deals,
/// `cut` the number of cards lifted by a cut. `None` if the rules have no such deal or seat.
#[must_use]
pub fn dealt(
    seed: &Seed,
    rules: &Rules,
    deal: u8,
    dealer: Seat,
    playing: Seats,
    cut: u16,
) -> Option<Dealt> {
    let known = usize::from(deal) < rules.deals.len() && dealer.is_of(rules.players);
    known.then(|| deal_out(rules, deal, dealer, playing, &pack_order(seed, &rules.pack), cut))
}

impl Chance {
    /// From the server's master secret and the players' entropy.
    pub fn new(master: Seed, entropy: Seed) -> Chance {
        Chance {
            master,
            entropy,
            secrets: Vec::new(),
            seed: [0; 32],
            reshuffles: 0,
            picks: 0,
            script: VecDeque::new(),
            fault: None,
        }
    }

    /// For a simulation, from a number.
    pub fn numbered(number: u64) -> Chance {
        Chance::new(numbered_secret(number), [0; 32])
    }

    /// From the secrets of individual deals and the players' entropy.
    pub fn revealed(secrets: Vec<(Deal, Seed)>, entropy: Seed) -> Chance {
        Chance { secrets, ..Chance::new([0; 32], entropy) }
    }

    /// Resets the state for a new deal.
    pub(crate) fn begin_deal(&mut self, deal: Deal) {
        let known = self.secrets.iter().find(|(number, _)| *number == deal);
        let secret = known.map_or_else(|| deal_secret(&self.master, deal), |(_, secret)| *secret);
        self.seed = deal_seed(&secret, &self.entropy);
        self.reshuffles = 0;
        self.picks = 0;
    }

    /// Appends scripted outcomes, which take precedence over random ones.
    pub fn scripted(mut self, script: impl IntoIterator<Item = Outcome>) -> Chance {
        self.script.extend(script);
        self
    }

    /// Appends a scripted outcome.
    pub fn expect(&mut self, outcome: Outcome) {
        self.script.push_back(outcome);
    }

    /// Error of the scripted outcomes, if any.
    #[must_use]
    pub fn fault(&self) -> Option<&ChanceError> {
        self.fault.as_ref()
    }

    /// Number of scripted outcomes not used yet.
    #[must_use]
    pub fn unused(&self) -> usize {
        self.script.len()
    }

    /// These cards first, in order, then the rest of the pool shuffled.
    fn order_pool(&mut self, pool: &[Card], first: &[Card], stream_id: u64) -> Vec<Card> {
        let mut pool = pool.to_vec();
        let mut order = Vec::with_capacity(pool.len());
        for card in first {
            match pool.iter().position(|c| c == card) {
                Some(at) => order.push(pool.remove(at)),
                None => self.fault = Some(ChanceError::NoSuchCard { card: *card }),
            }
        }
        shuffle(&mut stream(&self.seed, stream_id), &mut pool);
        order.extend(pool);
        order
    }

    /// Chooses the first dealer at random.
    pub(crate) fn dealer(&mut self, players: u8) -> Seat {
        let given = self.script.pop_front_if(|o| matches!(o, Outcome::Dealer(_)));
        if let Some(Outcome::Dealer(seat)) = given {
            return Seat::at(seat.index() % usize::from(players));
        }
        Seat::at(below(&mut stream(&self.seed, DEALER), u32::from(players)) as usize)
    }

    /// The cards of a draw for the deal; `round` counts redraws.
    pub(crate) fn draw(&mut self, pack: &Cards, seats: usize, round: u64) -> Vec<Card> {
        let given = self.script.pop_front_if(|o| matches!(o, Outcome::Draw(_)));
        if let Some(Outcome::Draw(cards)) = given {
            if cards.len() == seats {
                return cards;
            }
            self.fault = Some(ChanceError::Draw { seats, cards: cards.len() });
        }
        let mut cards: Vec<Card> = pack.iter().collect();
        shuffle(&mut stream(&self.seed, DRAW + round), &mut cards);
        cards.truncate(seats);
        cards
    }

    /// The deal's pack, in dealing order.
    pub(crate) fn pack(&mut self, pack: &Cards) -> Vec<Card> {
        match self.script.pop_front_if(|o| matches!(o, Outcome::Pack(_))) {
            Some(Outcome::Pack(first)) => {
                let all: Vec<Card> = pack.iter().collect();
                self.order_pool(&all, &first, PACK)
            }
            _ => pack_order(&self.seed, pack),
        }
    }

    /// Number of cards lifted by a cut that aims at this height in per mille. Adds noise, so that nobody can
    /// count cards, and leaves at least one card on either side.
    pub(crate) fn cut(&mut self, height: u16, size: usize) -> u16 {
        let given = self.script.pop_front_if(|o| matches!(o, Outcome::Cut(_)));
        if let Some(Outcome::Cut(at)) = given {
            return at.clamp(1, size as u16 - 1);
        }
        let aimed = i64::from(height) * size as i64 / 1000;
        let spread = (size as u32 / 12).max(2);
        let mut rng = stream(&self.seed, CUT);
        // The sum of two uniform numbers, so that small errors are likelier than large ones.
        let noise = i64::from(below(&mut rng, spread + 1)) + i64::from(below(&mut rng, spread + 1))
            - i64::from(spread);
        (aimed + noise).clamp(1, size as i64 - 1) as u16
    }

    /// The new stock made from these discards; the next card to be drawn is last.
    pub(crate) fn reshuffle(&mut self, discards: &[Card]) -> Vec<Card> {
        let first = match self.script.pop_front_if(|o| matches!(o, Outcome::Reshuffle(_))) {
            Some(Outcome::Reshuffle(cards)) => cards,
            _ => Vec::new(),
        };
        let stream_id = RESHUFFLE + self.reshuffles;
        self.reshuffles += 1;
        let mut order = self.order_pool(discards, &first, stream_id);
        order.reverse();
        order
    }

    /// The card at a position of a hidden hand, which lies in an order unknown to everyone.
    pub(crate) fn pick_blind(&mut self, hand: &Cards, place: u8) -> Option<Card> {
        let stream_id = PICK + self.picks;
        self.picks += 1;
        let given = self.script.pop_front_if(|o| matches!(o, Outcome::Blind(_)));
        if let Some(Outcome::Blind(card)) = given {
            if hand.has(card) {
                return Some(card);
            }
            self.fault = Some(ChanceError::NotInHand { card });
        }
        let mut cards: Vec<Card> = hand.iter().collect();
        shuffle(&mut stream(&self.seed, stream_id), &mut cards);
        cards.get(place as usize - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by an independent program, written from this module's documentation. If this changes, stored
    /// records no longer verify.
    #[test]
    fn shuffle_matches_the_documentation() {
        const ORDER: &str = "JK 5D 7S 3C JH JS TH QS TC 3H 8C KS 7D 6C 6D 5H QH 2H 3S AS JD 5S KC 4D \
                             4S 5C AC 3D TD TS QC 9D 6S 8D 7H 8H 7C 2D AH AD KD 9S 8S JC 6H 9C KH 2S \
                             4H QD 2C JK 4C 9H";
        let seed = deal_seed(&deal_secret(&[7; 32], Deal::FIRST), &[0; 32]);
        let mut rng = stream(&seed, PACK);
        let numbers: [u32; 4] = std::array::from_fn(|_| rng.next_u32());
        assert_eq!(numbers, [2_710_583_588, 317_963_040, 266_786_983, 122_177_838]);
        let order: Vec<String> =
            pack_order(&seed, &Cards::packs(1, 2)).iter().map(ToString::to_string).collect();
        assert_eq!(order.join(" "), ORDER);
    }

    /// Seeds that people have noted must keep their deals.
    #[test]
    fn numbered_secret_is_the_number() {
        let secret = numbered_secret(0x0102_0304_0506_0708);
        assert_eq!(secret[..8], [8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(secret[8..], [0; 24]);
        assert_eq!(Chance::numbered(7).master, numbered_secret(7));
    }

    #[test]
    fn uniform_numbers_cover_their_range() {
        let mut rng = stream(&[3; 32], 0);
        let mut seen = [false; 7];
        for _ in 0..500 {
            let place = below(&mut rng, 7) as usize;
            seen[place] = true;
        }
        assert!(seen.iter().all(|&s| s));
    }
}

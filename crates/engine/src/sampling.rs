//! Sampled worlds: full games consistent with a seat's view.

use rand_core::Rng;
use upcard_cards::{Card, Cards};

use crate::chance::{Chance, shuffle};
use crate::game::{Answer, Game};
use crate::seat::{MAX_PLAYERS, Seat};
use crate::table::Phase;
use crate::view::View;

impl View<'_> {
    /// Samples a game in which this seat has exactly this view: the hidden cards are dealt at random to the
    /// other hands and the stock. Secret answers already given are assumed to be passes. Plays of the current
    /// turn cannot be undone in it.
    #[must_use]
    pub fn sample_world(&self, rng: &mut impl Rng) -> Game {
        self.sample_world_by(rng, |_, _, _, _| {})
    }

    /// Like [`View::sample_world`], with a bias. The unseen cards are shuffled; then `deal` may reorder them for
    /// each other seat in turn. The last ones, as many as its count argument, go to that seat's hand.
    #[must_use]
    pub fn sample_world_by<R: Rng>(
        &self,
        rng: &mut R,
        mut deal: impl FnMut(&mut R, Seat, usize, &mut [Card]),
    ) -> Game {
        let players = self.table.players as usize;
        let mut unseen: Vec<Card> = self.unseen().iter().collect();
        shuffle(rng, &mut unseen);
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        for (seat, hand) in hands.iter_mut().enumerate().take(players) {
            if seat == self.seat.index() {
                *hand = *self.hand;
                continue;
            }
            *hand = self.known_of(Seat::at(seat));
            let missing = (self.table.seats[seat].count as usize).saturating_sub(hand.len());
            deal(rng, Seat::at(seat), missing.min(unseen.len()), &mut unseen);
            hand.extend((0..missing).map_while(|_| unseen.pop()));
        }
        let mut face_down = [None; MAX_PLAYERS];
        for seat in self.table.face_down.iter() {
            face_down[seat.index()] = unseen.pop();
        }
        unseen.extend(&self.table.known_stock);
        // Cards beyond the stock's size are out of play (in positions set up by hand).
        let under = self.table.wild.filter(|_| self.table.wild_under_stock(self.rules));
        let size = self.table.stock as usize - usize::from(under.is_some());
        let extra = unseen.len().saturating_sub(size);
        unseen.drain(..extra);
        if let Some(card) = under {
            unseen.insert(0, card);
        }
        let mut answers = [None; MAX_PLAYERS];
        if let Phase::Offers { answered, .. } | Phase::Call { answered, .. } = self.table.phase {
            for seat in answered.iter() {
                answers[seat.index()] = Some(Answer::Pass);
            }
        }
        let mut sightings: [Vec<(Seat, Card)>; MAX_PLAYERS] = Default::default();
        sightings[self.seat.index()] = self.sightings.to_vec();
        let mut master = [0; 32];
        rng.fill_bytes(&mut master);
        Game {
            rules: self.rules.clone(),
            table: self.table.clone(),
            hands,
            stock: unseen,
            answers,
            sightings,
            undo_stack: Vec::new(),
            allows_undo: false,
            face_down,
            chance: Chance::new(master, [0; 32]),
        }
    }
}

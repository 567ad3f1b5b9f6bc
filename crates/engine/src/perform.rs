//! Performs legal moves: emits the resulting events and random outcomes.

mod knocks;
mod leaving;

use upcard_cards::Card;

use crate::choices::{
    BuyWhen, Cut, ExtraCard, FirstDealer, OpeningUpcard, Priority, Reuse, SwapTiming, SwapWho,
    ThenDraw,
};
use crate::event::{Ending, Event, Sink};
use crate::game::{Answer, Game};
use crate::moves::{LayOff, Move};
use crate::position::{Board, Position};
use crate::refusal::Refusal;
use crate::rules::{
    buying, calling, dealing, declaring, game_totals, going_out, knocking, laying_off, match_end,
    scoring, settling, stock_out, swapping,
};
use crate::seat::{Seat, Seats};
use crate::table::{Drawn, Phase};

impl Game {
    /// Checks whether the next deal may begin.
    ///
    /// # Errors
    /// A deal is in progress, or the match is over.
    pub fn may_begin_deal(&self) -> Result<(), Refusal> {
        match self.table.phase {
            Phase::DealOver { .. } => Ok(()),
            Phase::MatchOver => Err(Refusal::MatchOver),
            Phase::Rejoin { .. } => Err(Refusal::BeforeRejoin),
            Phase::Split { .. } => Err(Refusal::BeforeSplit),
            _ => Err(Refusal::DealGoesOn),
        }
    }

    /// Begins the next deal. Does nothing during a deal or after the match.
    pub fn next_deal(&mut self, sink: &mut impl Sink) {
        if !matches!(self.table.phase, Phase::DealOver { .. }) {
            return;
        }
        let Some((deal, playoff)) = match_end::next_deal(&self.table, &self.rules) else { return };
        let Some(number) = self.table.coming_deal() else { return };
        self.chance.begin_deal(number);
        let dealer = if self.table.deals_begun == 0 {
            let how = self.rules.set.choices.dealing.first_dealer;
            self.find_dealer(how, Seats::all(self.table.players), sink)
        } else if match_end::has_toss(&self.table, &self.rules) {
            let playing = match_end::playing(&self.table, &self.rules, playoff);
            self.find_dealer(FirstDealer::Toss, playing, sink)
        } else {
            match_end::next_dealer(&self.table, &self.rules)
        };
        let contracts = match_end::contracts(&self.table, &self.rules, deal);
        self.emit(Event::DealBegan { deal, dealer, contracts, playoff }, sink);
        if self.rules.set.choices.dealing.cut == Cut::None {
            self.deal(0, sink);
        }
    }

    fn find_dealer(&mut self, how: FirstDealer, playing: Seats, sink: &mut impl Sink) -> Seat {
        let players = self.table.players;
        let mut draws = Vec::new();
        let dealer = match how {
            // The seat set by the choice, or by a set-up position.
            FirstDealer::Chosen => self.table.dealer,
            FirstDealer::Random => self.chance.dealer(players),
            FirstDealer::DrawHigh | FirstDealer::DrawLow | FirstDealer::Toss => {
                let mut seats: Vec<Seat> = playing.iter().collect();
                while seats.len() > 1 && draws.len() < 100 {
                    let pack = self.rules.pack;
                    let cards = self.chance.draw(&pack, seats.len(), draws.len() as u64);
                    let drawn: Vec<_> = seats.iter().copied().zip(cards.iter().copied()).collect();
                    seats = dealing::best_draws(how, &drawn);
                    draws.push(cards);
                }
                let best = seats.first().copied().unwrap_or_default();
                // The winner of a toss moves first.
                if how == FirstDealer::Toss {
                    best.previous_of(players, |seat| playing.has(seat))
                } else {
                    best
                }
            }
        };
        self.emit(Event::DealerFound { dealer, draws }, sink);
        dealer
    }

    /// Deals the pack after moving the first `cut` cards to the bottom.
    fn deal(&mut self, cut: u16, sink: &mut impl Sink) {
        let pack = self.rules.pack;
        let deck = self.chance.pack(&pack);
        let (deal, dealer) = (self.table.deal, self.table.dealer);
        let playing = self.table.in_deal();
        let dealt = dealing::deal_out(&self.rules, deal, dealer, playing, &deck, cut);
        let each = self.rules.deal(deal).hand;
        let event = Event::Dealt {
            deck: Some(deck),
            hands: dealt.hands.into_iter().map(Some).collect(),
            upcard: dealt.upcard,
            stock: dealt.stock.len() as u16,
            each,
        };
        self.stock = dealt.stock;
        self.emit(event, sink);
        if !dealt.wild.is_empty() {
            self.emit(Event::WildTurned { cards: dealt.wild }, sink);
        }
        let first = self.table.next_in(self.table.dealer);
        self.begin_turn(first, sink);
        let dealing = &self.rules.set.choices.dealing;
        if dealing.extra_card == ExtraCard::NonDealer {
            self.emit(Event::BeganWithoutDraw, sink);
        } else if dealing.opening_upcard == OpeningUpcard::Offered {
            self.emit(Event::UpcardOffered { seat: first }, sink);
        }
    }

    fn begin_turn(&mut self, seat: Seat, sink: &mut impl Sink) {
        self.emit_inline(Event::TurnBegan { seat }, sink);
        if self.rules.set.choices.buying.when == BuyWhen::BeforeDraw {
            self.offer(false, sink);
        }
    }

    /// Opens the offers if any seat may have the upcard.
    fn offer(&mut self, declared: bool, sink: &mut impl Sink) -> bool {
        let asked = buying::asked(&self.table, &self.rules);
        if !asked.is_empty() {
            self.emit_inline(Event::Offered { asked, declared }, sink);
        }
        !asked.is_empty()
    }

    /// Performs a move that [`crate::View::judge`] created for this seat and state.
    pub(crate) fn perform(&mut self, seat: Seat, play: Move, sink: &mut impl Sink) {
        match play {
            Move::Draw => self.draw(seat, sink),
            Move::Take if matches!(self.table.phase, Phase::Upcard { .. }) => {
                self.take_offered(seat, sink);
            }
            Move::Take => {
                if let Some(card) = self.table.upcard() {
                    let bought = buying::is_bought_in_turn(&self.table, &self.rules, seat);
                    self.emit_inline(Event::Took { seat, card }, sink);
                    if bought {
                        self.pay(seat, sink);
                    }
                }
            }
            Move::TakeDeep(cards) => self.emit(Event::TookDeep { seat, cards }, sink),
            Move::Buy if self.table.phase == Phase::Draw => {
                self.buy(seat, sink);
            }
            Move::Buy => self.answer_offer(seat, Answer::Buy, sink),
            Move::Pass => match self.table.phase {
                Phase::Offers { .. } => self.answer_offer(seat, Answer::Pass, sink),
                Phase::Call { .. } => self.answer_call(seat, Answer::Pass, sink),
                Phase::Claim { .. } => self.next_claim(seat, sink),
                Phase::Upcard { .. } => self.decline_offered(seat, sink),
                _ => {}
            },
            Move::Call { meld, end } => self.answer_call(seat, Answer::Call(meld, end), sink),
            Move::Pick(place) => self.pick(seat, place, sink),
            Move::Cut(height) => {
                let at = self.chance.cut(height, self.rules.pack_size);
                let bonus = dealing::cut_bonus(&self.rules, &self.table, at);
                self.emit(Event::WasCut { seat, at, bonus }, sink);
                self.deal(at, sink);
            }
            Move::Discard { card, shanghai } => {
                self.emit_inline(Event::Discarded { seat, card, protected: shanghai }, sink);
                if self.table.seats[seat.index()].count == 0 && self.table.went_out.is_none() {
                    self.end_deal(Some(seat), Ending::Discarded, sink);
                    return;
                }
                let calls = calling::allowed(&self.rules) && !shanghai;
                if calls && calling::fits_somewhere(&self.table, &self.rules, card) {
                    let asked = self.table.in_deal().without(seat);
                    self.emit(Event::CallOffered { asked }, sink);
                } else {
                    self.end_turn(sink);
                }
            }
            Move::Keep => {
                self.emit(Event::Kept { seat }, sink);
                self.end_turn(sink);
            }
            Move::Declare { melds, finish } => {
                self.emit(Event::Declared { seat, melds, finish }, sink);
                self.end_turn(sink);
            }
            Move::Knock { .. } | Move::Show { .. } => self.knock(seat, play, sink),
            Move::DeclareWrong { .. } | Move::Drop => self.leave_deal(seat, play, sink),
            Move::Rejoin(_) | Move::Split(_) => self.answer_between(seat, &play, sink),
            Move::Undo => self.undo(seat, sink),
            Move::Down { .. }
            | Move::Off(_)
            | Move::Slide { .. }
            | Move::Swap { .. }
            | Move::Arrange { .. } => self.play(seat, play, sink),
        }
    }

    /// The active seat draws, unless the upcard is offered to the others first.
    pub(crate) fn draw(&mut self, seat: Seat, sink: &mut impl Sink) {
        let after = self.rules.set.choices.buying.when == BuyWhen::AfterRefusal;
        if !(after && self.offer(true, sink)) {
            self.draw_card(seat, sink);
        }
    }

    fn play(&mut self, seat: Seat, play: Move, sink: &mut impl Sink) {
        if self.allows_undo && self.table.phase == Phase::Play {
            let board = Board::of(&self.table, seat).into_owned();
            self.undo_stack.push((board, self.hands[seat.index()]));
        }
        let id = |index: usize| self.table.melds[index].id;
        let event = match play {
            Move::Down { melds, remaining } => Event::LaidDown { seat, melds, remaining },
            Move::Off(LayOff { index, card, end, now }) => {
                Event::LaidOff { seat, meld: id(index), card, end, now }
            }
            Move::Slide { index, card, wild, to, now } => {
                Event::Slid { seat, meld: id(index), card, wild, to, now }
            }
            Move::Swap { index, card, wild, now } => {
                Event::Swapped { seat, meld: id(index), card, wild, now }
            }
            Move::Arrange { melds, next_meld, played } => {
                Event::Arranged { seat, melds, next_meld, played }
            }
            _ => return,
        };
        self.emit(event, sink);
        if self.table.phase == Phase::Play
            && let Some(how) = going_out::after_play(&self.table, &self.rules, seat)
        {
            // After a declaration an empty hand only ends the turn: other seats still have theirs.
            if self.table.went_out.is_some() {
                self.end_turn(sink);
            } else {
                self.end_deal(Some(seat), how, sink);
            }
        }
    }

    fn undo(&mut self, seat: Seat, sink: &mut impl Sink) {
        let Some((to, hand)) = self.undo_stack.pop() else { return };
        let now = self.hands[seat.index()];
        let back = hand.without(&now);
        let away = now.without(&hand);
        self.emit(Event::TookBack { seat, to: Box::new(to), back, away }, sink);
    }

    /// Makes sure that the stock has a card; `false` if the deal has ended instead.
    fn card_due(&mut self, sink: &mut impl Sink) -> bool {
        if !self.stock.is_empty() {
            return true;
        }
        match stock_out::remedy(&self.table, &self.rules) {
            stock_out::Remedy::End(how) => {
                self.end_deal(None, how, sink);
                false
            }
            stock_out::Remedy::Reuse(cards) => {
                let choices = &self.rules.set.choices.stock_out;
                let turned = !choices.shuffle;
                let mut stock = if turned {
                    // Turned over: the oldest discard is on top.
                    cards.iter().rev().copied().collect()
                } else {
                    self.chance.reshuffle(&cards)
                };
                let upcard = if choices.reuse == Reuse::NewUpcard { stock.pop() } else { None };
                let (size, used) = (stock.len() as u16, cards.len() as u16);
                let stock = Some(stock);
                self.emit(Event::Reshuffled { stock, size, used, turned, upcard }, sink);
                true
            }
        }
    }

    fn draw_card(&mut self, seat: Seat, sink: &mut impl Sink) {
        if self.card_due(sink) {
            let card = self.stock.last().copied();
            self.emit_inline(Event::Drew { seat, card }, sink);
        }
    }

    /// Takes the upcard and its price; `false` if that has ended the deal.
    fn buy(&mut self, seat: Seat, sink: &mut impl Sink) -> bool {
        let Some(card) = self.table.upcard() else { return true };
        let pennies = self.rules.set.choices.buying.price_pennies;
        self.emit(Event::Bought { seat, card, pennies }, sink);
        self.pay(seat, sink)
    }

    /// Takes the stock cards that come with a bought card; `false` if that has ended the deal.
    fn pay(&mut self, seat: Seat, sink: &mut impl Sink) -> bool {
        for _ in 0..self.table.deal_rules(&self.rules).price_cards {
            if !self.card_due(sink) {
                return false;
            }
            let card = self.stock.last().copied();
            self.emit(Event::Penalty { seat, card }, sink);
        }
        true
    }

    pub(crate) fn answer_offer(&mut self, seat: Seat, answer: Answer, sink: &mut impl Sink) {
        self.answers[seat.index()] = Some(answer);
        self.emit_inline(Event::Answered { seat, buy: Some(answer == Answer::Buy) }, sink);
        let race = self.rules.set.choices.buying.priority == Priority::Race;
        let declared = self.table.turn.declared;
        let active = self.table.turn.seat;
        let buyer = if race && answer == Answer::Buy {
            Some(seat)
        } else if !self.table.waiting().is_empty() {
            return;
        } else {
            let mut order = self.table.seats_after(active);
            order.find(|s| self.answers[s.index()] == Some(Answer::Buy))
        };
        match buyer {
            None => {
                self.emit_inline(Event::OffersClosed, sink);
                if declared {
                    self.draw_card(active, sink);
                }
            }
            Some(buyer) => {
                if !self.buy(buyer, sink) {
                    return;
                }
                let choices = &self.rules.set.choices.buying;
                match (choices.then_draw, choices.when) {
                    (ThenDraw::Normal, BuyWhen::AfterRefusal) => {}
                    (ThenDraw::Normal, BuyWhen::BeforeDraw) => {
                        self.offer(false, sink);
                    }
                    (ThenDraw::Stock, _) => {
                        if !self.offer(declared, sink) && declared {
                            self.draw_card(active, sink);
                        }
                    }
                }
            }
        }
    }

    fn answer_call(&mut self, seat: Seat, answer: Answer, sink: &mut impl Sink) {
        self.answers[seat.index()] = Some(answer);
        let call = match answer {
            Answer::Call(meld, end) => Some((meld, end)),
            Answer::Pass | Answer::Buy => None,
        };
        self.emit(Event::CallAnswered { seat, call: Some(call) }, sink);
        let race = self.rules.set.choices.shanghai.priority == Priority::Race;
        let caller = if race && call.is_some() {
            Some(seat)
        } else if !self.table.waiting().is_empty() {
            return;
        } else {
            let mut order = self.table.seats_after(self.table.turn.seat);
            order.find(|s| matches!(self.answers[s.index()], Some(Answer::Call(..))))
        };
        let fitted = caller.and_then(|caller| {
            let Some(Answer::Call(meld, end)) = self.answers[caller.index()] else { return None };
            let card = self.table.upcard()?;
            let (_, target) = self.table.meld(meld)?;
            let rules = &self.table.deal_rules(&self.rules).melds;
            let (_, now) = laying_off::placed(&target.meld, card, end, rules).ok()?;
            Some(Event::Called { seat: caller, meld, card, now })
        });
        match fitted {
            Some(event) => {
                self.emit(event, sink);
                // If the call costs nothing, it ends the turn.
                if !calling::costs_a_card(&self.rules) {
                    self.end_turn(sink);
                }
            }
            None => {
                self.emit(Event::CallsClosed, sink);
                self.end_turn(sink);
            }
        }
    }

    fn pick(&mut self, seat: Seat, place: u8, sink: &mut impl Sink) {
        let Phase::Pick { caller } = self.table.phase else { return };
        let hand = self.hands[caller.index()];
        let card: Option<Card> = self.chance.pick_blind(&hand, place);
        self.emit(Event::Picked { from: caller, to: seat, card }, sink);
        if self.table.seats[caller.index()].count == 0 {
            self.end_deal(Some(caller), Ending::CalledOut, sink);
        } else {
            self.end_turn(sink);
        }
    }

    /// Ends a turn after the discard and its consequences: starts the next turn, or ends the deal.
    fn end_turn(&mut self, sink: &mut impl Sink) {
        if declaring::ends_deal(&self.table, &self.rules) {
            self.end_declared(sink);
            return;
        }
        let had_it = matches!(self.table.turn.drawn, Drawn::Discards(_));
        if knocking::last_chance(&self.table, &self.rules) && !had_it {
            let next = self.table.next_in(self.table.turn.seat);
            self.emit(Event::TurnBegan { seat: next }, sink);
            self.emit(Event::UpcardOffered { seat: next }, sink);
            return;
        }
        if stock_out::blocks_after_turn(&self.table, &self.rules) {
            self.end_deal(None, Ending::StockOut, sink);
            return;
        }
        if stock_out::is_stalled(&self.table) {
            self.end_deal(None, Ending::Stalemate, sink);
            return;
        }
        self.next_claim(self.table.turn.seat, sink);
    }

    /// Offers a claim of wild cards to the next seat after this one, or starts the next turn.
    fn next_claim(&mut self, after: Seat, sink: &mut impl Sink) {
        let active = self.table.turn.seat;
        let choices = &self.rules.set.choices.swapping;
        if choices.timing == SwapTiming::Claims && choices.who != SwapWho::Nobody {
            let rules = &self.table.deal_rules(&self.rules).melds;
            let wilds = self.table.melds.iter().any(|m| m.meld.wilds_and_naturals(rules).0 > 0);
            let mut order = self.table.seats_after(after).take_while(|seat| *seat != active);
            let claims = |seat: &Seat| {
                let may_swap = || swapping::allowed(&Position::of(&self.view(*seat))).is_ok();
                self.table.is_in(*seat) && may_swap()
            };
            if wilds && let Some(seat) = order.find(claims) {
                self.emit(Event::ClaimOffered { seat }, sink);
                return;
            }
        }
        self.begin_turn(self.table.next_in(active), sink);
    }

    fn end_deal(&mut self, winner: Option<Seat>, how: Ending, sink: &mut impl Sink) {
        // Once a seat has declared, it wins the deal, however the deal ends.
        let hands = self.table.seated(&self.hands).to_vec();
        let knock = knocking::outcome(&self.table, &self.rules, &hands);
        let (winner, how) = match (knock, self.table.went_out) {
            (Some(outcome), _) => (Some(outcome.winner), outcome.how),
            (None, Some(first)) => (Some(first), Ending::Declared),
            (None, None) => (winner, stock_out::or_void(&self.rules, how)),
        };
        let (points, paid) = scoring::deal(&self.table, &self.rules, winner, how, &hands);
        self.emit(Event::DealEnded { winner, how, hands, points, paid }, sink);
        if match_end::next_deal(&self.table, &self.rules).is_none() {
            self.end_match(sink);
        } else {
            self.ask_between_deals(sink);
        }
    }

    fn end_match(&mut self, sink: &mut impl Sink) {
        let mut winners = match_end::winners(&self.table, &self.rules);
        if let Some(scores) = game_totals::totals(&self.table, &self.rules) {
            self.emit(Event::Totalled { scores }, sink);
            if game_totals::has_three_games(&self.rules) {
                winners = match_end::winners(&self.table, &self.rules);
            }
        }
        let settlement = settling::settle(&self.table, &self.rules);
        self.emit(Event::MatchEnded { winners, settlement }, sink);
    }
}

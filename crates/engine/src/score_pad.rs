//! Score pad: scores a match played with real cards, from the cards left in the hands.
//!
//! The pad does not track cards. For each deal the user enters who went out and the cost of each hand. The
//! rules provide dealer, contract, doublings, elimination and winners, with the same functions that score a
//! match at the table.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::apply;
use crate::choices::{Advance, DealShow, DownAndOut, GoingRummy, ManualSplit, Money, WhoScores};
use crate::compile::Rules;
use crate::event::{Ending, Event};
use crate::rules::{
    declaring, dropping, game_totals, knocking, match_end, pools, scoring, settling, stock_out,
};
use crate::seat::{Seat, Seats};
use crate::table::{Down, Gone, Phase, Table};

/// Maximum absolute value of a hand's cost and of manually entered points.
pub const MAX_POINTS: i32 = 100_000;

/// One player's result in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct SeatEntry {
    /// Cost of the cards left in hand; the deadwood in games with hidden melds.
    pub hand: i32,
    /// Value of the cards on the table, in games where that counts.
    pub shown: i32,
    /// Number of buys made.
    pub buys: u8,
    /// Whether the contract was laid.
    pub down: bool,
    /// Whether and how the player left the deal early.
    pub gone: Gone,
    /// Whether the player had no turn before the deal was over.
    pub no_turn: bool,
    /// Manually entered points, instead of those by the rules.
    pub written: Option<i32>,
    /// Whether the player rejoins the match, if possible.
    pub rejoins: bool,
}

/// Result of a deal as entered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct DealEntry {
    /// The player who went out, declared or knocked, if any.
    pub winner: Option<Seat>,
    /// Whether the knock was gin.
    pub gin: bool,
    /// Whether it was big gin, without a discard.
    pub big_gin: bool,
    /// Whether the first upcard was a spade.
    pub spade: bool,
    /// Whether the winner went out with the whole hand in one turn.
    pub rummy: bool,
    /// Whether the winner went out in the turn of the first lay-down.
    pub first_lay: bool,
    /// Extra units that each of the others pays the winner, besides those for going out, if the rules have
    /// them.
    pub besides: u8,
    /// Whether the remaining players agree to share the pool after this deal.
    pub shared: bool,
    /// The players, by seat.
    pub seats: Vec<SeatEntry>,
}

/// What the user must enter for a deal under these rules, besides the cost of the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EntryFields {
    /// Whether the cards on the table count.
    pub shown: bool,
    /// Whether buys cost pennies for the kitty.
    pub buys: bool,
    /// Whether it matters who has laid the contract.
    pub down: bool,
    /// Whether a player can drop.
    pub drops: bool,
    /// Whether a hand can be declared wrongly.
    pub wrong: bool,
    /// Whether it matters who had no turn.
    pub no_turn: bool,
    /// Whether there are knocks, which may be gin.
    pub gin: bool,
    /// Whether there is a bonus for big gin.
    pub big_gin: bool,
    /// Whether a spade doubles the deal.
    pub spade: bool,
    /// Whether it matters if the winner went out with the whole hand in one turn.
    pub rummy: bool,
    /// Whether going out in the turn of the first lay-down matters.
    pub first_lay: bool,
    /// Whether there are prices for cards in the winner's melds, and for going out early.
    pub besides: bool,
    /// Whether each player has a total of chips.
    pub chips: bool,
    /// Whether the pool can be shared by agreement.
    pub shares: bool,
}

/// Why a deal cannot be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PadError {
    /// Wrong number of players.
    Players,
    /// Unknown player, or one who was dealt no cards.
    NotPlaying(Seat),
    /// A number of this player is too large.
    TooMuch(Seat),
    /// The match was over before this deal.
    Over,
    /// There is no such deal yet.
    NoSuchDeal,
}

impl PadError {
    /// Short name, for texts.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            PadError::Players => "players",
            PadError::NotPlaying(_) => "not-playing",
            PadError::TooMuch(_) => "too-much",
            PadError::Over => "over",
            PadError::NoSuchDeal => "no-such-deal",
        }
    }
}

impl fmt::Display for PadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PadError::Players => write!(f, "the deal has a different number of players"),
            PadError::NotPlaying(seat) => write!(f, "seat {seat} is not in this deal"),
            PadError::TooMuch(seat) => {
                write!(f, "seat {seat}: expected numbers from -{MAX_POINTS} to {MAX_POINTS}")
            }
            PadError::Over => write!(f, "the match ended before this deal"),
            PadError::NoSuchDeal => write!(f, "earlier deals have not been entered yet"),
        }
    }
}

impl std::error::Error for PadError {}

/// A deal on the score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Index of the deal in the rules' deals.
    pub deal: u8,
    /// The dealer.
    pub dealer: Seat,
    /// Whether it was a playoff.
    pub playoff: bool,
    /// The winner.
    pub winner: Option<Seat>,
    /// How the deal ended.
    pub how: Ending,
    /// Points of each player.
    pub points: Vec<i32>,
    /// Units that each player received from the others for this deal (negative: paid).
    pub paid: Vec<i64>,
    /// Totals after the deal; rejoining players have the total with which they rejoined.
    pub totals: Vec<i32>,
    /// Chips after the deal; empty if there are none.
    pub chips: Vec<i32>,
    /// Players eliminated after the deal.
    pub out: Seats,
    /// Players who could rejoin after the deal.
    pub may_rejoin: Seats,
    /// The total with which they would rejoin.
    pub rejoin_total: i32,
}

/// The next deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextDeal {
    /// Index of the deal in the rules' deals.
    pub deal: u8,
    /// The dealer. If the dealer is drawn, the next player in turn.
    pub dealer: Seat,
    /// Seats that are dealt cards.
    pub playing: Seats,
    /// The contract of each seat, as an index into the rules' deals.
    pub contracts: Vec<u8>,
    /// Whether it is a playoff.
    pub playoff: bool,
}

/// The end of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The winners.
    pub winners: Seats,
    /// Final totals, with the bonuses of the end.
    pub totals: Vec<i32>,
    /// Amount that each player receives or pays; empty without money.
    pub settlement: Vec<i64>,
}

/// The computed score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The deals.
    pub rows: Vec<Row>,
    /// The next deal; `None` if the match is over.
    pub next_deal: Option<NextDeal>,
    /// The end; `None` while the match is in progress.
    pub finished: Option<Finished>,
    /// Pennies in the kitty.
    pub kitty: u32,
}

impl Sheet {
    /// Current totals.
    #[must_use]
    pub fn totals(&self, players: u8) -> Vec<i32> {
        let last = self.rows.last().map(|row| row.totals.clone());
        let finished = self.finished.as_ref().map(|end| end.totals.clone());
        finished.or(last).unwrap_or_else(|| vec![0; usize::from(players)])
    }
}

/// Score pad of a match.
#[derive(Clone, Debug)]
pub struct ScorePad {
    rules: Arc<Rules>,
    first: Seat,
    deals: Vec<DealEntry>,
}

impl ScorePad {
    /// Creates an empty pad; this seat deals first.
    #[must_use]
    pub fn new(rules: Arc<Rules>, first: Seat) -> ScorePad {
        let first = if first.is_of(rules.players) { first } else { Seat::at(0) };
        ScorePad { rules, first, deals: Vec::new() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The deals as entered.
    #[must_use]
    pub fn deals(&self) -> &[DealEntry] {
        &self.deals
    }

    /// What must be entered for each deal.
    #[must_use]
    pub fn entry_fields(&self) -> EntryFields {
        let c = &self.rules.set.choices;
        let s = &c.settling;
        let knocks = knocking::is_enabled(&self.rules);
        EntryFields {
            shown: c.scoring.who == WhoScores::ShownMinusHand,
            buys: c.buying.price_pennies > 0 && self.rules.deals.iter().any(|deal| deal.buying),
            down: self.rules.has_contracts() && c.matching.advance == Advance::Individual,
            drops: dropping::is_enabled(&self.rules),
            wrong: declaring::hidden(&self.rules) && !knocks && c.declaring.penalty > 0,
            no_turn: c.scoring.deal_show == DealShow::Half,
            gin: knocks,
            big_gin: knocks && c.knocking.big_gin.0.is_some(),
            spade: c.scoring.spade_doubles,
            rummy: c.scoring.going_rummy != GoingRummy::None
                || (s.money != Money::None && s.whole_hand > 0),
            first_lay: c.scoring.down_and_out != DownAndOut::None,
            besides: s.out > 0
                && [s.melded_wild, s.melded_joker, s.no_wilds, s.first_turn, s.undrawn, s.one_suit]
                    .iter()
                    .any(|price| *price > 0),
            chips: c.scoring.who == WhoScores::Chips,
            shares: c.pool.manual_split == ManualSplit::Agreed && pools::eliminates(&self.rules),
        }
    }

    /// Enters a deal, or corrects an earlier one. Later deals are scored again, and removed if the match now
    /// ends before them.
    ///
    /// # Errors
    /// Why the deal is invalid; the pad is unchanged.
    pub fn enter(&mut self, at: usize, deal: DealEntry) -> Result<(), PadError> {
        if at > self.deals.len() {
            return Err(PadError::NoSuchDeal);
        }
        self.check(at, &deal)?;
        match self.deals.get_mut(at) {
            Some(entered) => *entered = deal,
            None => self.deals.push(deal),
        }
        let stands = self.sheet().rows.len();
        self.deals.truncate(stands);
        Ok(())
    }

    /// Removes the last deal.
    pub fn take_back(&mut self) -> Option<DealEntry> {
        self.deals.pop()
    }

    fn check(&self, at: usize, deal: &DealEntry) -> Result<(), PadError> {
        if deal.seats.len() != usize::from(self.rules.players) {
            return Err(PadError::Players);
        }
        let before = ScorePad { deals: self.deals[..at].to_vec(), ..self.clone() };
        let next_deal = before.sheet().next_deal.ok_or(PadError::Over)?;
        if let Some(seat) = deal.winner.filter(|seat| !next_deal.playing.has(*seat)) {
            return Err(PadError::NotPlaying(seat));
        }
        for (seat, counted) in (0..).map(Seat::at).zip(&deal.seats) {
            let numbers = [Some(counted.hand), Some(counted.shown), counted.written];
            if numbers.into_iter().flatten().any(|n| !(-MAX_POINTS..=MAX_POINTS).contains(&n)) {
                return Err(PadError::TooMuch(seat));
            }
        }
        Ok(())
    }

    /// Computes the score sheet.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let rules = &*self.rules;
        let mut table = Table::new(rules.players);
        let mut rows = Vec::new();
        for count in &self.deals {
            let Some(next_deal) = self.next_deal(&table) else { break };
            rows.push(score_deal(&mut table, rules, &next_deal, count));
        }
        let next_deal = self.next_deal(&table);
        let finished = next_deal.is_none().then(|| finish(&mut table, rules));
        Sheet { rows, next_deal, finished, kitty: table.kitty }
    }

    /// The next deal of this table; `None` if the match is over.
    fn next_deal(&self, table: &Table) -> Option<NextDeal> {
        let rules = &*self.rules;
        let (deal, playoff) = match table.deals_begun {
            0 => (rules.schedule.first().copied()?, false),
            // More deals than a match can number.
            u8::MAX => return None,
            _ => match_end::next_deal(table, rules)?,
        };
        let dealer = match table.deals_begun {
            0 => self.first,
            _ => match_end::next_dealer(table, rules),
        };
        let playing = match_end::playing(table, rules, playoff);
        let contracts = match_end::contracts(table, rules, deal);
        Some(NextDeal { deal, dealer, playing, contracts, playoff })
    }
}

fn score_deal(table: &mut Table, rules: &Rules, next_deal: &NextDeal, count: &DealEntry) -> Row {
    let &NextDeal { deal, dealer, playoff, .. } = next_deal;
    let contracts = next_deal.contracts.clone();
    apply::table(table, rules, &Event::DealBegan { deal, dealer, contracts, playoff });
    for (seat, counted) in (0..).map(Seat::at).zip(&count.seats) {
        let state = &mut table.seats[seat.index()];
        if next_deal.playing.has(seat) {
            state.gone = counted.gone;
        }
        state.drew = !counted.no_turn;
        state.bought = counted.buys;
        let went_out = count.winner == Some(seat);
        state.down = if counted.down || went_out { Down::Earlier } else { Down::No };
        let pennies = u32::from(rules.set.choices.buying.price_pennies) * u32::from(counted.buys);
        table.kitty += pennies;
        table.pennies[seat.index()] += pennies;
    }
    let hand = |seat: Seat| count.seats[seat.index()].hand;
    let knock = count.winner.filter(|_| knocking::is_enabled(rules)).map(|knocker| {
        let knock = knocking::Knock {
            knocker,
            own: hand(knocker),
            other: hand(knocker.next(table.players)),
            gin: count.gin || count.big_gin,
            big: count.big_gin,
            spade: count.spade,
        };
        knocking::score_knock(&knock, table.players, rules)
    });
    let (winner, how) = match (&knock, count.winner) {
        (Some(knock), _) => (Some(knock.winner), knock.how),
        (None, Some(winner)) => (Some(winner), ending(table, rules)),
        (None, None) => (None, stock_out::or_void(rules, Ending::StockOut)),
    };
    let choices = &rules.set.choices.scoring;
    let finish = scoring::Finish {
        winner,
        how,
        besides: count.besides.into(),
        whole: count.rummy && winner.is_some(),
        first_lay: match winner {
            Some(_) if count.first_lay => choices.down_and_out,
            _ => DownAndOut::None,
        },
        knock,
    };
    let shown = |seat: Seat| count.seats[seat.index()].shown;
    let (mut points, paid) = scoring::of_costs(table, rules, &finish, hand, shown);
    for (points, counted) in points.iter_mut().zip(&count.seats) {
        *points = counted.written.unwrap_or(*points);
    }
    let hands = Vec::new();
    let (points_of, paid_of) = (points.clone(), paid.clone());
    apply::table(table, rules, &Event::DealEnded { winner, how, hands, points, paid });
    let (may_rejoin, rejoin_total) = (table.pool.may_rejoin, table.pool.rejoin_total);
    for seat in may_rejoin.iter() {
        let back = count.seats[seat.index()].rejoins;
        let total = back.then_some(rejoin_total);
        apply::table(table, rules, &Event::RejoinAnswered { seat, total });
    }
    if count.shared && pools::split_asked(table, rules).is_some() {
        for seat in table.in_match().iter() {
            apply::table(table, rules, &Event::SplitAnswered { seat, agrees: true });
        }
    }
    table.phase = Phase::DealOver { winner };
    Row {
        deal,
        dealer,
        playoff,
        winner,
        how,
        points: points_of,
        paid: paid_of,
        totals: table.seated(&table.scores).to_vec(),
        chips: match choices.who {
            WhoScores::Chips => Seat::all(table.players).map(|s| table.chips(rules, s)).collect(),
            _ => Vec::new(),
        },
        out: table.pool.out,
        may_rejoin,
        rejoin_total,
    }
}

/// How a deal with a winner ended, as far as a pad can know.
fn ending(table: &Table, rules: &Rules) -> Ending {
    if dropping::last_player(table).is_some() {
        Ending::LastPlayer
    } else if declaring::hidden(rules) {
        Ending::Declared
    } else {
        Ending::Played
    }
}

/// Ends a match after its last deal.
fn finish(table: &mut Table, rules: &Rules) -> Finished {
    let mut winners = match_end::winners(table, rules);
    if let Some(scores) = game_totals::totals(table, rules) {
        apply::table(table, rules, &Event::Totalled { scores });
        if game_totals::has_three_games(rules) {
            winners = match_end::winners(table, rules);
        }
    }
    let settlement = settling::settle(table, rules);
    Finished { winners, totals: table.seated(&table.scores).to_vec(), settlement }
}

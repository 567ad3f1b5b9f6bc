//! A score pad: the score of a match that is played with real cards, from what is left in the hands.
//!
//! The pad knows no cards. For each deal it is told who went out, and what each hand costs; who deals, what
//! the contract is, what counts double, who is out and who has won, it asks the rules, by the same
//! functions that score a match at the table.

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

/// The most that a hand may be said to cost, and the most that may be written by hand, either way.
pub const MOST_POINTS: i32 = 100_000;

/// How one player came out of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Counted {
    /// What is left in the hand costs so much; of games where melds stay hidden the deadwood.
    pub hand: i32,
    /// What lies on the table is worth so much, in games where that counts.
    pub shown: i32,
    /// Buys that were made.
    pub buys: u8,
    /// Was the contract laid?
    pub down: bool,
    /// Was the deal left before its end?
    pub gone: Gone,
    /// Had this player no turn before the deal was over?
    pub no_turn: bool,
    /// The points that were written instead of those that the rules give.
    pub written: Option<i32>,
    /// Does the player come back into the match, where that may be?
    pub rejoins: bool,
}

/// How a deal came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct DealCount {
    /// Who went out, declared or knocked; none where nobody did.
    pub winner: Option<Seat>,
    /// Was the knock gin?
    pub gin: bool,
    /// With all the cards, none of them thrown?
    pub big_gin: bool,
    /// Was the first upcard a spade?
    pub spade: bool,
    /// Did the winner go out with the whole hand in one turn?
    pub rummy: bool,
    /// Did the winner go out in the turn of the first lay-down?
    pub first_lay: bool,
    /// Units that each of the others pays the winner beside those for going out, where that is done.
    pub besides: u8,
    /// Do those who are left agree to share the pool after this deal?
    pub shared: bool,
    /// The players, by seat.
    pub seats: Vec<Counted>,
}

/// What a keeper is asked of a deal by these rules, beside what the hands cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Does what lies on the table count?
    pub shown: bool,
    /// Do buys cost pennies for the kitty?
    pub buys: bool,
    /// Does it matter who has laid the contract?
    pub down: bool,
    /// Can a player drop?
    pub drops: bool,
    /// Can a hand be declared wrongly?
    pub wrong: bool,
    /// Does it matter who had no turn?
    pub no_turn: bool,
    /// Is a knock asked about: gin or not?
    pub gin: bool,
    /// Is there a bonus for big gin?
    pub big_gin: bool,
    /// Does a spade double?
    pub spade: bool,
    /// Does it matter whether the winner went out with the whole hand in one turn?
    pub rummy: bool,
    /// Does going out in the turn of the first lay-down count?
    pub first_lay: bool,
    /// Are there prices for what the winner's melds hold, and for how soon it was?
    pub besides: bool,
    /// Does each player have a total of chips?
    pub chips: bool,
    /// Can the pool be shared by agreement?
    pub shares: bool,
}

/// A deal that cannot be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PadError {
    /// It is about another number of players than the match has.
    Players,
    /// There is no such player, or this one was dealt no cards.
    NotPlaying(Seat),
    /// This player's number is too large.
    TooMuch(Seat),
    /// The match was over before this deal.
    Over,
    /// There is no such deal yet.
    NoSuchDeal,
}

impl PadError {
    /// A short name, for texts.
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
            PadError::Players => write!(f, "the deal is about another number of players"),
            PadError::NotPlaying(seat) => write!(f, "seat {seat} has no part in this deal"),
            PadError::TooMuch(seat) => {
                write!(f, "seat {seat}: a number is above {MOST_POINTS} or below -{MOST_POINTS}")
            }
            PadError::Over => write!(f, "the match is over before this deal"),
            PadError::NoSuchDeal => write!(f, "the deals before this one are not entered yet"),
        }
    }
}

impl std::error::Error for PadError {}

/// A deal that is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The deal, as an index into the rules' deals.
    pub deal: u8,
    /// Who dealt.
    pub dealer: Seat,
    /// Was it a playoff?
    pub playoff: bool,
    /// Who won it.
    pub winner: Option<Seat>,
    /// How it ended.
    pub how: Ending,
    /// What each player scored.
    pub points: Vec<i32>,
    /// What each player was paid by the others for this deal, or paid them, below zero.
    pub paid: Vec<i64>,
    /// The totals after it; those who came back have the total with which they did.
    pub totals: Vec<i32>,
    /// The chips after it; empty where there are none.
    pub chips: Vec<i32>,
    /// Who is out of the match after it.
    pub out: Seats,
    /// Who could come back after it.
    pub may_rejoin: Seats,
    /// The total with which they would.
    pub rejoin_total: i32,
}

/// The deal that comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coming {
    /// The deal, as an index into the rules' deals.
    pub deal: u8,
    /// Who deals. Where lots are drawn for it, the next in turn.
    pub dealer: Seat,
    /// Who is dealt cards.
    pub playing: Seats,
    /// The contract of each seat, as an index into the rules' deals.
    pub contracts: Vec<u8>,
    /// Is it a playoff?
    pub playoff: bool,
}

/// The end of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Who has won.
    pub winners: Seats,
    /// The totals, with what the end adds.
    pub totals: Vec<i32>,
    /// What each player receives, or pays; empty where no money is played for.
    pub settlement: Vec<i64>,
}

/// What a pad comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The deals.
    pub rows: Vec<Row>,
    /// The next one; none when the match is over.
    pub coming: Option<Coming>,
    /// The end; none while the match goes on.
    pub finished: Option<Finished>,
    /// What is in the kitty.
    pub kitty: u32,
}

impl Sheet {
    /// The totals as they stand.
    #[must_use]
    pub fn totals(&self, players: u8) -> Vec<i32> {
        let last = self.rows.last().map(|row| row.totals.clone());
        let finished = self.finished.as_ref().map(|end| end.totals.clone());
        finished.or(last).unwrap_or_else(|| vec![0; usize::from(players)])
    }
}

/// The pad of a match.
#[derive(Clone, Debug)]
pub struct ScorePad {
    rules: Arc<Rules>,
    first: Seat,
    deals: Vec<DealCount>,
}

impl ScorePad {
    /// An empty pad; this seat deals first.
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

    /// The deals as they were entered.
    #[must_use]
    pub fn deals(&self) -> &[DealCount] {
        &self.deals
    }

    /// What the keeper is asked of each deal.
    #[must_use]
    pub fn asked(&self) -> Asked {
        let c = &self.rules.set.choices;
        let knocks = knocking::is_played(&self.rules);
        Asked {
            shown: c.scoring.who == WhoScores::ShownMinusHand,
            buys: c.buying.price_pennies > 0 && self.rules.deals.iter().any(|deal| deal.buying),
            down: self.rules.has_contracts() && c.matching.advance == Advance::Individual,
            drops: dropping::is_played(&self.rules),
            wrong: declaring::hidden(&self.rules) && !knocks && c.declaring.penalty > 0,
            no_turn: c.scoring.deal_show == DealShow::Half,
            gin: knocks,
            big_gin: knocks && c.knocking.big_gin.0.is_some(),
            spade: c.scoring.spade_doubles,
            rummy: c.scoring.going_rummy != GoingRummy::None
                || (c.settling.money != Money::None && c.settling.whole_hand > 0),
            first_lay: c.scoring.down_and_out != DownAndOut::None,
            besides: c.settling.out > 0
                && [
                    c.settling.melded_wild,
                    c.settling.melded_joker,
                    c.settling.no_wilds,
                    c.settling.first_turn,
                    c.settling.undrawn,
                    c.settling.one_suit,
                ]
                .iter()
                .any(|price| *price > 0),
            chips: c.scoring.who == WhoScores::Chips,
            shares: c.pool.manual_split == ManualSplit::Agreed && pools::eliminates(&self.rules),
        }
    }

    /// Enters a deal, or another reading of one that was entered before. Those after it are counted again;
    /// where a match is over sooner by it, they go.
    ///
    /// # Errors
    /// Why the deal cannot be as it is said to be; nothing has changed then.
    pub fn enter(&mut self, at: usize, deal: DealCount) -> Result<(), PadError> {
        if at > self.deals.len() {
            return Err(PadError::NoSuchDeal);
        }
        self.check(at, &deal)?;
        if at == self.deals.len() {
            self.deals.push(deal);
        } else {
            self.deals[at] = deal;
        }
        let stands = self.sheet().rows.len();
        self.deals.truncate(stands);
        Ok(())
    }

    /// Takes the last deal back.
    pub fn take_back(&mut self) -> Option<DealCount> {
        self.deals.pop()
    }

    fn check(&self, at: usize, deal: &DealCount) -> Result<(), PadError> {
        if deal.seats.len() != usize::from(self.rules.players) {
            return Err(PadError::Players);
        }
        let before = ScorePad { deals: self.deals[..at].to_vec(), ..self.clone() };
        let coming = before.sheet().coming.ok_or(PadError::Over)?;
        if let Some(seat) = deal.winner.filter(|seat| !coming.playing.has(*seat)) {
            return Err(PadError::NotPlaying(seat));
        }
        for (seat, counted) in (0..).map(Seat::at).zip(&deal.seats) {
            let numbers = [Some(counted.hand), Some(counted.shown), counted.written];
            if numbers.into_iter().flatten().any(|n| !(-MOST_POINTS..=MOST_POINTS).contains(&n)) {
                return Err(PadError::TooMuch(seat));
            }
        }
        Ok(())
    }

    /// All that the deals come to.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let rules = &*self.rules;
        let mut table = Table::new(rules.players);
        let mut rows = Vec::new();
        for count in &self.deals {
            let Some(coming) = self.coming(&table) else { break };
            rows.push(play(&mut table, rules, &coming, count));
        }
        let coming = self.coming(&table);
        let finished = coming.is_none().then(|| finish(&mut table, rules));
        Sheet { rows, coming, finished, kitty: table.kitty }
    }

    /// The deal that comes at this table; none where the match is over.
    fn coming(&self, table: &Table) -> Option<Coming> {
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
        Some(Coming { deal, dealer, playing, contracts, playoff })
    }
}

/// Carries out a deal.
fn play(table: &mut Table, rules: &Rules, coming: &Coming, count: &DealCount) -> Row {
    let &Coming { deal, dealer, playoff, .. } = coming;
    let contracts = coming.contracts.clone();
    apply::table(table, rules, &Event::DealBegan { deal, dealer, contracts, playoff });
    for (seat, counted) in (0..).map(Seat::at).zip(&count.seats) {
        let state = &mut table.seats[seat.index()];
        if coming.playing.has(seat) {
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
    let knock = count.winner.filter(|_| knocking::is_played(rules)).map(|knocker| {
        let knock = knocking::Knock {
            knocker,
            own: hand(knocker),
            other: hand(knocker.next(table.players)),
            gin: count.gin || count.big_gin,
            big: count.big_gin,
            spade: count.spade,
        };
        knocking::counted(&knock, table.players, rules)
    });
    let (winner, how) = match (&knock, count.winner) {
        (Some(knock), _) => (Some(knock.winner), knock.how),
        (None, Some(winner)) => (Some(winner), ending(table, rules)),
        (None, None) => (None, stock_out::annulled(rules, Ending::StockOut)),
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

/// How a deal ends that somebody wins, as far as a pad can know it.
fn ending(table: &Table, rules: &Rules) -> Ending {
    if dropping::last_player(table).is_some() {
        Ending::LastPlayer
    } else if declaring::hidden(rules) {
        Ending::Declared
    } else {
        Ending::Played
    }
}

/// The end of a match, whose last deal is counted.
fn finish(table: &mut Table, rules: &Rules) -> Finished {
    let mut winners = match_end::winners(table, rules);
    if let Some(scores) = game_totals::totals(table, rules) {
        apply::table(table, rules, &Event::Totalled { scores });
        if game_totals::three(rules) {
            winners = match_end::winners(table, rules);
        }
    }
    let settlement = match rules.set.choices.settling.money {
        Money::None => Vec::new(),
        _ => settling::settle(table, rules),
    };
    Finished { winners, totals: table.seated(&table.scores).to_vec(), settlement }
}

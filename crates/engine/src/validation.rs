//! Conversion of events and views between representations: converted to the serialized form before they are
//! stored or sent, and validated against the table's rules after they are read.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use upcard_cards::{Meld, MeldError, MeldRules, RawMeld, Stage};

use crate::compile::Rules;
use crate::event::Event;
use crate::position::Board;
use crate::representation::{Checked, Discarders, Raw, Representation};
use crate::seat::Seat;
use crate::table::{Phase, Table, TableMeld};
use crate::view::OwnView;

/// Why deserialized data cannot belong to a table with these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValidationError {
    /// A meld is illegal there.
    Meld(MeldError),
    /// The table has a different size, or an unknown deal.
    Table,
    /// The discards do not match their list of discarding seats.
    Discards,
    /// A seat does not exist at the table.
    Seat,
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValidationError::Meld(error) => write!(f, "illegal meld for this table: {error}"),
            ValidationError::Table => f.write_str("different table size or unknown deal"),
            ValidationError::Discards => f.write_str("discards do not match their list of seats"),
            ValidationError::Seat => f.write_str("a seat that the table does not have"),
        }
    }
}

impl std::error::Error for ValidationError {}

/// Rules for validating the melds on a table.
struct MeldValidator<'a>(Vec<&'a MeldRules>);

impl<'a> MeldValidator<'a> {
    /// The rules of all seats' contracts: seats may add to each other's melds, and rearrange them.
    fn of(
        table: &Table<impl Representation>,
        rules: &'a Rules,
    ) -> Result<MeldValidator<'a>, ValidationError> {
        if table.players != rules.players {
            return Err(ValidationError::Table);
        }
        let seats = table.seats.iter().take(usize::from(table.players));
        let mut deals: Vec<u8> = seats.map(|seat| seat.contract).collect();
        deals.insert(0, table.deal);
        deals.dedup();
        if deals.iter().any(|deal| usize::from(*deal) >= rules.deals.len()) {
            return Err(ValidationError::Table);
        }
        let melds = |deal| &rules.deal_with(deal, table.wild_rank).melds;
        Ok(MeldValidator(deals.into_iter().map(melds).collect()))
    }

    fn meld(&self, written: RawMeld, stage: Stage) -> Result<Meld, ValidationError> {
        let mut judged = self.0.iter().map(|rules| written.validate(rules, stage));
        let first = judged.next().unwrap_or(Err(MeldError::Unclear));
        first.or_else(|error| judged.find_map(Result::ok).ok_or(ValidationError::Meld(error)))
    }
}

fn to_raw(meld: Meld, _: Stage) -> Result<RawMeld, Infallible> {
    Ok(meld.into())
}

fn map_melds<M: Copy, N, E>(
    melds: &[M],
    meld: &mut impl FnMut(M, Stage) -> Result<N, E>,
) -> Result<Vec<N>, E> {
    melds.iter().map(|each| meld(*each, Stage::First)).collect()
}

fn map_table_melds<F: Representation, G: Representation, E>(
    melds: &[TableMeld<F>],
    meld: &mut impl FnMut(F::Meld, Stage) -> Result<G::Meld, E>,
) -> Result<Vec<TableMeld<G>>, E> {
    let each = |laid: &TableMeld<F>| {
        let now = meld(laid.meld, Stage::Later)?;
        Ok(TableMeld { id: laid.id, owner: laid.owner, meld: now })
    };
    melds.iter().map(each).collect()
}

impl<F: Representation> Board<'static, F> {
    fn map<G: Representation, E>(
        self,
        meld: &mut impl FnMut(F::Meld, Stage) -> Result<G::Meld, E>,
    ) -> Result<Board<'static, G>, E> {
        let Board { melds, next_meld, seat, turn, idle_reshuffles, idle_turns, additions } = self;
        let melds = Cow::Owned(map_table_melds(&melds, meld)?);
        Ok(Board { melds, next_meld, seat, turn, idle_reshuffles, idle_turns, additions })
    }
}

impl<F: Representation> Event<F> {
    /// Converts the melds of the event.
    fn map<G: Representation, E>(
        self,
        mut form: impl FnMut(F::Meld, Stage) -> Result<G::Meld, E>,
    ) -> Result<Event<G>, E> {
        Ok(match self {
            Event::LaidDown { seat, melds, remaining } => {
                Event::LaidDown { seat, melds: map_melds(&melds, &mut form)?, remaining }
            }
            Event::LaidOff { seat, meld, card, end, now } => {
                Event::LaidOff { seat, meld, card, end, now: form(now, Stage::Later)? }
            }
            Event::Slid { seat, meld, card, wild, to, now } => {
                Event::Slid { seat, meld, card, wild, to, now: form(now, Stage::Later)? }
            }
            Event::Swapped { seat, meld, card, wild, now } => {
                Event::Swapped { seat, meld, card, wild, now: form(now, Stage::Later)? }
            }
            Event::Arranged { seat, melds, next_meld, played } => Event::Arranged {
                seat,
                melds: map_table_melds(&melds, &mut form)?,
                next_meld,
                played,
            },
            Event::TookBack { seat, to, back, away } => {
                Event::TookBack { seat, to: Box::new(to.map(&mut form)?), back, away }
            }
            Event::Called { seat, meld, card, now } => {
                Event::Called { seat, meld, card, now: form(now, Stage::Later)? }
            }
            Event::Declared { seat, melds, finish } => {
                Event::Declared { seat, melds: map_melds(&melds, &mut form)?, finish }
            }
            Event::Knocked { seat, melds, discard, rest } => {
                Event::Knocked { seat, melds: map_melds(&melds, &mut form)?, discard, rest }
            }
            Event::Shown { seat, melds } => {
                Event::Shown { seat, melds: map_melds(&melds, &mut form)? }
            }
            // The other events contain no melds.
            Event::DealerFound { dealer, draws } => Event::DealerFound { dealer, draws },
            Event::DealBegan { deal, dealer, contracts, playoff } => {
                Event::DealBegan { deal, dealer, contracts, playoff }
            }
            Event::WasCut { seat, at, bonus } => Event::WasCut { seat, at, bonus },
            Event::Dealt { deck, hands, upcard, stock, each } => {
                Event::Dealt { deck, hands, upcard, stock, each }
            }
            Event::TurnBegan { seat } => Event::TurnBegan { seat },
            Event::Offered { asked, declared } => Event::Offered { asked, declared },
            Event::Answered { seat, buy } => Event::Answered { seat, buy },
            Event::OffersClosed => Event::OffersClosed,
            Event::Drew { seat, card } => Event::Drew { seat, card },
            Event::Took { seat, card } => Event::Took { seat, card },
            Event::Bought { seat, card, pennies } => Event::Bought { seat, card, pennies },
            Event::Penalty { seat, card } => Event::Penalty { seat, card },
            Event::Discarded { seat, card, protected } => {
                Event::Discarded { seat, card, protected }
            }
            Event::Kept { seat } => Event::Kept { seat },
            Event::CallOffered { asked } => Event::CallOffered { asked },
            Event::CallAnswered { seat, call } => Event::CallAnswered { seat, call },
            Event::CallsClosed => Event::CallsClosed,
            Event::Picked { from, to, card } => Event::Picked { from, to, card },
            Event::ClaimOffered { seat } => Event::ClaimOffered { seat },
            Event::Reshuffled { stock, size, used, turned, upcard } => {
                Event::Reshuffled { stock, size, used, turned, upcard }
            }
            Event::DealEnded { winner, how, hands, points, paid } => {
                Event::DealEnded { winner, how, hands, points, paid }
            }
            Event::MatchEnded { winners, settlement } => Event::MatchEnded { winners, settlement },
            Event::UpcardOffered { seat } => Event::UpcardOffered { seat },
            Event::UpcardDeclined => Event::UpcardDeclined,
            Event::BeganWithoutDraw => Event::BeganWithoutDraw,
            Event::Totalled { scores } => Event::Totalled { scores },
            Event::TookDeep { seat, cards } => Event::TookDeep { seat, cards },
            Event::WildTurned { cards } => Event::WildTurned { cards },
            Event::DeclaredWrong { seat, groups, finish, open } => {
                Event::DeclaredWrong { seat, groups, finish, open }
            }
            Event::Dropped { seat } => Event::Dropped { seat },
            Event::GroupsAsked { seat } => Event::GroupsAsked { seat },
            Event::RejoinOffered { seat } => Event::RejoinOffered { seat },
            Event::RejoinAnswered { seat, total } => Event::RejoinAnswered { seat, total },
            Event::SplitOffered { seat } => Event::SplitOffered { seat },
            Event::SplitAnswered { seat, agrees } => Event::SplitAnswered { seat, agrees },
            Event::BetweenDeals => Event::BetweenDeals,
        })
    }
}

impl From<Event> for Event<Raw> {
    fn from(event: Event) -> Event<Raw> {
        let Ok(event) = event.map(to_raw);
        event
    }
}

impl Event<Raw> {
    /// Validates the melds of a deserialized event against the rules.
    ///
    /// # Errors
    /// A meld is illegal there.
    pub fn validate(self, table: &Table, rules: &Rules) -> Result<Event, ValidationError> {
        let judge = MeldValidator::of(table, rules)?;
        self.map(|meld, stage| judge.meld(meld, stage))
    }
}

impl<F: Representation> Table<F> {
    /// Replaces the melds and discards of the table.
    fn with<G: Representation>(
        self,
        melds: Vec<TableMeld<G>>,
        discards: Vec<G::Discard>,
        discarders: G::Discarders,
    ) -> Table<G> {
        // Each remaining field is listed once; a missing field does not compile.
        macro_rules! kept {
            ($($field:ident)*) => {{
                let Table { $($field,)* melds: _, discards: _, discarders: _ } = self;
                Table { $($field,)* melds, discards, discarders }
            }};
        }
        kept! {
            players phase decision deals_begun deal dealer seats next_meld stock protected dead
            buried turn kitty pennies reshuffles idle_reshuffles idle_turns scores paid playoffs
            winners settlement known_stock went_out void_run voids first_upcard big_gin taken hands
            additions wild wild_rank face_down pool bought_before
        }
    }
}

/// All seats that a table refers to individually.
fn seats_of(table: &Table<impl Representation>) -> impl Iterator<Item = Seat> {
    let in_phase = match table.phase {
        Phase::DealOver { winner } => winner,
        Phase::Pick { caller: seat }
        | Phase::Cut { seat }
        | Phase::Claim { seat }
        | Phase::Upcard { seat }
        | Phase::Show { seat }
        | Phase::Rejoin { seat }
        | Phase::Split { seat } => Some(seat),
        Phase::MatchOver
        | Phase::Draw
        | Phase::Offers { .. }
        | Phase::Play
        | Phase::Call { .. } => None,
    };
    let turn = &table.turn;
    let may_be = [in_phase, turn.last_taker, turn.freed_of, table.went_out, table.pool.winner];
    let owners = table.melds.iter().map(|laid| laid.owner);
    let layers = table.additions.iter().map(|addition| addition.seat);
    let of_turn = [table.dealer, turn.seat].into_iter().chain(may_be.into_iter().flatten());
    of_turn.chain(owners).chain(layers)
}

impl From<OwnView> for OwnView<Raw> {
    fn from(view: OwnView) -> OwnView<Raw> {
        let OwnView { table, seat, hand, sightings } = view;
        let Ok(melds) = map_table_melds::<Checked, Raw, _>(&table.melds, &mut to_raw);
        let (discards, discarders) = (table.pile().collect(), Discarders::of(&table.discards));
        OwnView { table: table.with(melds, discards, discarders), seat, hand, sightings }
    }
}

impl OwnView<Raw> {
    /// Validates a deserialized view, including its melds, against the rules.
    ///
    /// # Errors
    /// It cannot belong to a table with these rules.
    pub fn validate(self, rules: &Rules) -> Result<OwnView, ValidationError> {
        let OwnView { table, seat, hand, sightings } = self;
        let judge = MeldValidator::of(&table, rules)?;
        let own = seat.into_iter().chain(sightings.iter().map(|(holder, _)| *holder));
        if !own.chain(seats_of(&table)).all(|seat| seat.is_of(rules.players)) {
            return Err(ValidationError::Seat);
        }
        let melds = map_table_melds(&table.melds, &mut |meld, stage| judge.meld(meld, stage))?;
        let discards = table.discarders.with(&table.discards, table.players);
        let discards = discards.ok_or(ValidationError::Discards)?;
        Ok(OwnView { table: table.with(melds, discards, ()), seat, hand, sightings })
    }
}

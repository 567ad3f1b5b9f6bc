//! The small line below the question: what there is to know before one answers.

use upcard_cards::{Card, Cards};
use upcard_engine::{Refusal, Seats, View};

pub use crate::groups::Answer as Answered;
use crate::{LayDownDraft, SlotError, SlotFault};

/// The small line below the question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Nothing.
    #[default]
    Nothing,
    /// What has happened last of what concerns this person.
    LastEvent,
    /// In the own turn others are asked first.
    OthersFirst,
    /// The own hand was dropped, since this many turns in a row were missed.
    Missed(u8),
    /// Nobody sees how high you cut.
    CutBlind,
    /// From the stock, or this upcard.
    DrawOrTake(Card),
    /// There is no upcard.
    NoUpcard,
    /// Why the obvious is not allowed.
    Refused(Refusal),
    /// What a purchase costs and who comes first.
    Terms(Terms),
    /// How to call.
    CallByMeld,
    /// The caller's hand lies face down.
    PickBlind,
    /// How to claim.
    ClaimHow,
    /// No card of the hand takes a wild's place.
    ClaimNothing,
    /// Select a card to discard.
    SelectDiscard,
    /// Select a card to lay off or to discard.
    SelectPlay,
    /// There is something to lay down; a card may be discarded all the same.
    OrDiscard,
    /// Something can be laid down, but it is better held.
    MayHold,
    /// The deal can be ended; a card may be discarded all the same.
    EndOrDiscard,
    /// The selected card may be discarded; it fits no meld.
    DiscardIt,
    /// The selected card may be discarded, or laid with others of the hand.
    DiscardOrGather,
    /// The selected card may be discarded, or go to a marked meld.
    DiscardOrMeld,
    /// The selected card may not be discarded but goes to a marked meld.
    TapMeld,
    /// Several cards: a meld of their own, or a marked meld.
    MeldOrTapMeld,
    /// Several cards: a meld of their own.
    MeldThem,
    /// Several cards that go nowhere together.
    SelectOne,
    /// The lay-down leaves these cards.
    Leaves(Cards),
    /// The lay-down of a deal's first melds, which must come to some points, leaves these cards.
    FirstLeaves {
        /// What the melds count.
        points: i32,
        /// The cards that stay in the hand.
        left: Cards,
    },
    /// What lies in the slots can be laid down in one's turn.
    Prepared,
    /// What the first melds of a deal count so far, and what they must come to.
    FirstPoints {
        /// Counted so far.
        points: i32,
        /// What they must come to.
        least: i32,
    },
    /// No slot holds a card.
    SlotsEmpty,
    /// What is wrong with this slot (from 0).
    Slot(usize, SlotFault),
    /// All melds are good.
    ArrangeGood,
    /// Nothing is changed yet.
    ArrangeNothing,
    /// A meld is not complete yet.
    ArrangeNoMeld,
    /// Cards of the table lie nowhere, or no card of the hand joins them.
    ArrangeLoose,
    /// Only for a knock may it be taken.
    TakeToKnock,
    /// What a knock comes to: the most deadwood allowed, and what an undercut earns the other.
    KnockScores {
        /// The most deadwood allowed.
        limit: i32,
        /// What an undercut earns.
        undercut: u8,
    },
    /// What gin comes to.
    GinScores(u8),
    /// Going out costs nothing; the others have another turn (true), or none.
    OutScores(bool),
    /// What each of the others pays for going out so, in units.
    OutCollects(i32),
    /// The best answer to the knock.
    BestAnswer(Answered),
    /// What the own hand costs after a declaration, grouped as cheaply as can be.
    GroupsCost(i32),
    /// What the own hand costs after a declaration in the groups that were put together, and at best.
    GroupedSo {
        /// In these groups.
        cost: i32,
        /// In the best ones.
        best: i32,
    },
    /// Whether coming back costs another entry.
    RejoinFee(bool),
    /// The pool is shared by the drops that each has left.
    SplitByDrops,
    /// This card was taken from the discards and has to be played.
    Owes(Card),
}

impl Detail {
    /// What is wrong with a draft of melds.
    pub(super) fn wrong(view: &View<'_>, draft: &LayDownDraft, error: SlotError) -> Detail {
        match error {
            SlotError::Refused(Refusal::DownFirstPoints) | SlotError::Empty
                if let Some(least) = view.first_points() =>
            {
                Detail::FirstPoints { points: draft.points(view), least }
            }
            SlotError::Empty => Detail::SlotsEmpty,
            SlotError::NoMeld(slot) => {
                let fault = draft.slots.get(slot).and_then(|slot| slot.fault(view));
                fault.map_or(Detail::Nothing, |fault| Detail::Slot(slot, fault))
            }
            SlotError::Refused(refusal) => Detail::Refused(refusal),
        }
    }
}

/// What a purchase costs, and who comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Cards that come with it from the stock.
    pub cards: u8,
    /// Pennies that it costs.
    pub pennies: u8,
    /// Buys that are left in this deal, where they are limited.
    pub buys_left: Option<u8>,
    /// The first to answer gets it.
    pub race: bool,
    /// The seats that are asked before.
    pub before: Seats,
}

//! The small line below the question: details for the decision.

use upcard_cards::{Card, Cards};
use upcard_engine::{Refusal, Seats, View};

pub use crate::groups::KnockAnswer as Answered;
use crate::{LayDownDraft, SlotError, SlotFault};

/// Small line below the question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Empty.
    #[default]
    Nothing,
    /// Latest event that concerns this person.
    LastEvent,
    /// In the player's turn, other players decide first.
    OthersFirst,
    /// The player's hand was dropped after this many missed turns in a row.
    Missed(u8),
    /// The others do not see how deep you cut.
    CutBlind,
    /// Draw from the stock or take this upcard.
    DrawOrTake(Card),
    /// There is no upcard.
    NoUpcard,
    /// Why the obvious action is not allowed.
    Refused(Refusal),
    /// Price and precedence of a buy.
    Terms(Terms),
    /// How to call.
    CallByMeld,
    /// The caller's hand is face down.
    PickBlind,
    /// How to claim.
    ClaimHow,
    /// No card of the hand can replace a wild card.
    ClaimNothing,
    /// Select a card to discard.
    SelectDiscard,
    /// Select a card to lay off or to discard.
    SelectPlay,
    /// Something can be laid down, or a card discarded.
    OrDiscard,
    /// Something can be laid down, but holding it is better.
    MayHold,
    /// The deal can be ended, or a card discarded.
    EndOrDiscard,
    /// The selected card can be discarded; it fits no meld.
    DiscardIt,
    /// The selected card can be discarded, or melded with others from the hand.
    DiscardOrGather,
    /// The selected card can be discarded, or laid off on a marked meld.
    DiscardOrMeld,
    /// The selected card cannot be discarded, but laid off on a marked meld.
    TapMeld,
    /// Several cards: a new meld, or lay-offs on a marked meld.
    MeldOrTapMeld,
    /// Several cards: a new meld.
    MeldThem,
    /// Several cards without a common target.
    SelectOne,
    /// Cards left in the hand after the lay-down.
    Leaves(Cards),
    /// The same for the first melds of a deal, which need a minimum of points.
    FirstLeaves {
        /// Points of the melds.
        points: i32,
        /// Cards left in the hand.
        left: Cards,
    },
    /// The draft can be laid down in the player's turn.
    Prepared,
    /// Points of the first melds of a deal so far, and the minimum.
    FirstPoints {
        /// Points so far.
        points: i32,
        /// Minimum.
        least: i32,
    },
    /// All slots are empty.
    SlotsEmpty,
    /// What is wrong with this slot (from 0).
    Slot(usize, SlotFault),
    /// All melds are valid.
    ArrangeGood,
    /// Nothing is changed yet.
    ArrangeNothing,
    /// A meld is incomplete.
    ArrangeNoMeld,
    /// Cards from the table are not in any meld, or no card from the hand is added.
    ArrangeLoose,
    /// The card may be taken only to knock.
    TakeToKnock,
    /// Stakes of a knock: maximum deadwood, and the bonus for an undercut.
    KnockScores {
        /// Maximum deadwood.
        limit: i32,
        /// Undercut bonus.
        undercut: u8,
    },
    /// Gin bonus.
    GinScores(u8),
    /// Going out costs nothing; `true` if the others have another turn.
    OutScores(bool),
    /// Payment of each opponent for going out this way, in units.
    OutCollects(i32),
    /// Best answer to the knock.
    BestAnswer(Answered),
    /// Cost of the player's hand after a declaration, with the best grouping.
    GroupsCost(i32),
    /// Cost of the player's hand after a declaration, as drafted and at best.
    GroupedSo {
        /// With the drafted groups.
        cost: i32,
        /// With the best groups.
        best: i32,
    },
    /// `true` if rejoining costs another entry fee.
    RejoinFee(bool),
    /// The pool is split by the number of drops that each player has left.
    SplitByDrops,
    /// This card was taken from the discard pile and must be played.
    Owes(Card),
}

impl Detail {
    /// Describes the error in a draft of melds.
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

/// Price of a buy, and precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Penalty cards from the stock.
    pub cards: u8,
    /// Price in pennies.
    pub pennies: u8,
    /// Buys left in this deal, if limited.
    pub buys_left: Option<u8>,
    /// `true` if the first to answer gets the card.
    pub race: bool,
    /// Seats with precedence.
    pub before: Seats,
}

//! Why an action is refused: one typed reason each, with a stable code.
//!
//! A code that says more behind a further dot is one of the kind before it: `turn.wrong-phase.draw` is
//! a `turn.wrong-phase`.

use std::fmt;

use upcard_cards::MeldError;

/// The chapter in which a meld was found wanting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeldPlace {
    /// While laying down.
    LayDown,
    /// While laying off or sliding.
    LayOff,
    /// While rearranging.
    Arrange,
    /// While swapping a wild.
    Swap,
    /// While declaring a hand.
    Declare,
    /// While knocking.
    Knock,
    /// While answering a knock.
    Show,
}

impl MeldPlace {
    /// All of them.
    pub const ALL: [MeldPlace; 7] = [
        MeldPlace::LayDown,
        MeldPlace::LayOff,
        MeldPlace::Arrange,
        MeldPlace::Swap,
        MeldPlace::Declare,
        MeldPlace::Knock,
        MeldPlace::Show,
    ];

    /// The chapter's part of a refusal's code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MeldPlace::LayDown => "lay-down",
            MeldPlace::LayOff => "lay-off",
            MeldPlace::Arrange => "arrange",
            MeldPlace::Swap => "swap",
            MeldPlace::Declare => "declare",
            MeldPlace::Knock => "knock",
            MeldPlace::Show => "show",
        }
    }
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)+) => {
        /// Why an action is refused. A refused action changes nothing.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Refusal {
            $($(#[$doc])* $name,)+
            /// A meld would not be legal.
            Meld(MeldPlace, MeldError),
        }

        impl Refusal {
            /// All refusals but those of melds.
            pub const ALL: &'static [Refusal] = &[$(Refusal::$name),+];

            /// The chapter and the reason, as in `lay-down.contract`.
            #[must_use]
            pub fn code(self) -> String {
                match self {
                    $(Refusal::$name => $code.to_owned(),)+
                    Refusal::Meld(place, error) => format!("{}.{}", place.code(), error.code()),
                }
            }
        }
    };
}

refusals! {
    /// This seat is not asked.
    NotYours = "turn.not-yours",
    /// No deal has begun.
    NotBegun = "turn.not-yours.not-begun",
    /// The deal is over, and the next one comes.
    BetweenDeals = "turn.not-yours.deal-over",
    /// The deal is over, and who is out is asked about coming back.
    BeforeRejoin = "turn.not-yours.rejoin",
    /// The deal is over, and the players are asked about sharing the pool.
    BeforeSplit = "turn.not-yours.split",
    /// This is not what is asked.
    WrongPhase = "turn.wrong-phase",
    /// A cut is asked for.
    AskedCut = "turn.wrong-phase.cut",
    /// A draw is asked for.
    AskedDraw = "turn.wrong-phase.draw",
    /// The plays and the end of a turn are asked for.
    AskedPlay = "turn.wrong-phase.play",
    /// An answer to an offer is asked for.
    AskedOffer = "turn.wrong-phase.offer",
    /// An answer is asked for, whether the discard is called.
    AskedCall = "turn.wrong-phase.call",
    /// A card is to be picked from a caller's hand.
    AskedPick = "turn.wrong-phase.pick",
    /// An answer is asked for, whether a wild is claimed.
    AskedClaim = "turn.wrong-phase.claim",
    /// An answer is asked for, whether the upcard is taken.
    AskedUpcard = "turn.wrong-phase.upcard",
    /// The hand is to be shown.
    AskedShow = "turn.wrong-phase.show",
    /// The deal is over, and an answer is asked for, whether the seat comes back.
    AskedRejoin = "turn.wrong-phase.rejoin",
    /// The deal is over, and an answer is asked for, whether the pool is shared.
    AskedSplit = "turn.wrong-phase.split",
    /// A deal is being played, and the next one comes after it.
    DealGoesOn = "turn.wrong-phase.deal",
    /// No legal end of the turn would be left.
    Unfinishable = "turn.unfinishable",
    /// It would be the last card, which must be discarded.
    LastCardDiscarded = "turn.unfinishable.last-card",
    /// It would empty the hand before the contract is laid.
    LastCardContract = "turn.unfinishable.contract",
    /// There is no upcard.
    TakeEmpty = "take.empty",
    /// Somebody bought in this turn: only the stock is left.
    TakeClosed = "take.closed",
    /// The pile is dead.
    TakeDead = "take.dead",
    /// The card was protected by a Shanghai call.
    TakeProtected = "take.protected",
    /// All have declined the first upcard.
    TakeDeclined = "take.declined",
    /// It may be taken only for a knock.
    TakeToKnock = "take.to-knock",
    /// Only the upcard is taken in this game.
    TakeNotDeep = "take.not-deep",
    /// There is no such discard.
    TakeNotThere = "take.not-there",
    /// The card could not be used in this turn.
    TakeNoUse = "take.no-use",
    /// The card that was taken must be used first.
    TakeUseFirst = "take.use-first",
    /// The card that was taken must go into a new meld.
    TakeNewMeld = "take.new-meld",
    /// Wilds are not taken from the discards.
    TakeWild = "take.wild",
    /// The upcard is bought, and nothing may be bought in this deal.
    TakeBought = "take.bought",
    /// Who is down draws from the stock.
    TakeAfterDown = "take.after-down",
    /// There is no card to draw, and the upcard may be taken.
    DrawBlocked = "draw.blocked",
    /// Nothing may be bought now.
    BuyNotNow = "buy.not-now",
    /// Nobody buys in this game.
    BuyNobody = "buy.not-now.nobody",
    /// Nobody buys in this deal.
    BuyNotInDeal = "buy.not-now.deal",
    /// Whose turn it is takes the upcard.
    BuyTakeIt = "buy.not-now.take-it",
    /// There is no upcard to buy.
    BuyEmpty = "buy.empty",
    /// All buys of this deal are used.
    BuyLimit = "buy.limit",
    /// The seat bought the card before this one.
    BuyTwiceRunning = "buy.twice-running",
    /// The seat threw this card itself.
    BuyOwnDiscard = "buy.own-discard",
    /// The card was protected by a Shanghai call.
    BuyProtected = "buy.protected",
    /// Who is down does not buy.
    BuyDown = "buy.down",
    /// Wilds are not bought from the discards.
    BuyWild = "buy.wild",
    /// The hand does not hold these cards.
    DownNotInHand = "lay-down.not-in-hand",
    /// The contract is down already.
    DownAlready = "lay-down.already-down",
    /// These are not the contract's melds.
    DownContract = "lay-down.contract",
    /// This is only a part of the contract.
    DownPart = "lay-down.part",
    /// A meld does not have exactly its size.
    DownSize = "lay-down.size",
    /// The whole hand must go down.
    DownWholeHand = "lay-down.whole-hand",
    /// The contract of this deal is laid only by who goes out in the same turn.
    DownSameTurn = "lay-down.same-turn",
    /// Two sets of one rank.
    DownSameRankSets = "lay-down.same-rank-sets",
    /// Two runs of one suit follow directly on each other.
    DownContiguous = "lay-down.contiguous",
    /// Two runs of one suit.
    DownSameSuit = "lay-down.same-suit",
    /// More runs of one suit than a player may lay.
    DownRunsPerSuit = "lay-down.runs-per-suit",
    /// More wilds than all melds of a first lay-down may hold.
    DownWildTotal = "lay-down.wild-total",
    /// A set of equal suits or with a wild, where the contract asks for a purer one.
    DownPurity = "lay-down.purity",
    /// The melds that a player lays first are worth too few points.
    DownFirstPoints = "lay-down.first-points",
    /// A wild that was taken goes into a run of the player from whose meld it came.
    DownFreedOwner = "lay-down.freed-owner",
    /// No melds beyond the contract.
    DownExtraMelds = "lay-down.extra-melds",
    /// More new melds than a turn allows.
    DownMeldsPerTurn = "lay-down.melds-per-turn",
    /// Melds come before lay-offs.
    DownOrder = "lay-down.order",
    /// Nothing is laid down.
    DownNothing = "lay-down.nothing",
    /// Melds stay in the hand.
    DownHidden = "lay-down.hidden",
    /// No hand is declared in this game.
    DeclareNotAllowed = "declare.not-allowed",
    /// The hand does not hold these cards.
    DeclareNotInHand = "declare.not-in-hand",
    /// Cards of the hand are in no meld.
    DeclareLeftOver = "declare.left-over",
    /// One card must be left to finish with.
    DeclareFinish = "declare.finish",
    /// No card is left to finish with: all belong in melds.
    DeclareNoFinish = "declare.no-finish",
    /// Too few of the groups are runs.
    DeclareSequences = "declare.sequences",
    /// Too few of the runs are pure.
    DeclarePure = "declare.pure",
    /// None of the runs is long enough.
    DeclareLong = "declare.long",
    /// None of the groups is a set.
    DeclareSet = "declare.set",
    /// Nobody leaves a deal in this game.
    DropNotAllowed = "drop.not-allowed",
    /// In a deal of two nobody leaves.
    DropTwoPlayers = "drop.two-players",
    /// Whoever has drawn plays the turn.
    DropAfterDraw = "drop.after-draw",
    /// Nobody knocks in this game.
    KnockNotAllowed = "knock.not-allowed",
    /// The hand does not hold these cards.
    KnockNotInHand = "knock.not-in-hand",
    /// A card must be thrown with the knock.
    KnockDiscard = "knock.discard",
    /// Without a discard all cards must stand in melds.
    KnockLeftOver = "knock.left-over",
    /// Too much deadwood.
    KnockTooMuch = "knock.too-much",
    /// The hand does not hold these cards.
    ShowNotInHand = "show.not-in-hand",
    /// Nothing is laid off against gin.
    OffGin = "lay-off.gin",
    /// There is no such meld.
    OffNoSuchMeld = "lay-off.no-such-meld",
    /// There is no meld at all yet.
    OffNoMelds = "lay-off.no-such-meld.none",
    /// There is none before somebody shows a hand.
    OffNothingShown = "lay-off.no-such-meld.none-shown",
    /// The hand does not hold this card.
    OffNotInHand = "lay-off.not-in-hand",
    /// The card does not fit there.
    OffDoesNotFit = "lay-off.does-not-fit",
    /// Nor does it, but a wild that stands there for the card makes room if it is said to which end.
    OffSlides = "lay-off.does-not-fit.slides",
    /// The same, to the low end alone.
    OffSlidesLow = "lay-off.does-not-fit.slides-low",
    /// The same, to the high end alone.
    OffSlidesHigh = "lay-off.does-not-fit.slides-high",
    /// It fits at both ends: which?
    OffWhichEnd = "lay-off.which-end",
    /// The own contract comes first.
    OffNeedsContract = "lay-off.needs-contract",
    /// A meld of one's own comes first.
    OffNeedsMeld = "lay-off.needs-meld",
    /// Only from the next turn on.
    OffNextTurn = "lay-off.next-turn",
    /// A wild that was taken goes into a run of the player from whose meld it came.
    OffFreedOwner = "lay-off.freed-owner",
    /// A wild that was taken goes into a new meld.
    OffFreedNew = "lay-off.freed-new-meld",
    /// Wilds do not slide in this game.
    OffSlide = "lay-off.slide",
    /// Only a wild at an end of its run slides, to the other end.
    OffSlideEnd = "lay-off.slide-end",
    /// What was declared is not added to.
    OffHidden = "lay-off.hidden",
    /// No wild there stands for this card.
    OffNoWild = "lay-off.no-wild",
    /// The run has no room at that end.
    OffNoRoom = "lay-off.no-room",
    /// Wilds are not taken in this game.
    SwapNotAllowed = "swap.not-allowed",
    /// There is no such meld.
    SwapNoSuchMeld = "swap.no-such-meld",
    /// The hand does not hold this card.
    SwapNotInHand = "swap.not-in-hand",
    /// Not from one's own meld.
    SwapOwnMeld = "swap.own-meld",
    /// Not from a meld of this kind.
    SwapKind = "swap.kind",
    /// The own contract comes first.
    SwapNeedsContract = "swap.needs-contract",
    /// Only from the next turn on.
    SwapNextTurn = "swap.next-turn",
    /// No wild there stands for this card.
    SwapNoWild = "swap.no-wild",
    /// Cards of all suits of the set must lie there before its wild is taken.
    SwapFullSet = "swap.full-set",
    /// A wild that was taken from another player's meld is played first.
    SwapFreedFirst = "swap.freed-first",
    /// Several wilds would do: which?
    SwapWhich = "swap.which",
    /// Melds are not rearranged in this game.
    ArrangeNotAllowed = "arrange.not-allowed",
    /// The own contract comes first.
    ArrangeNeedsContract = "arrange.needs-contract",
    /// Only from the next turn on.
    ArrangeNextTurn = "arrange.next-turn",
    /// There is no such meld.
    ArrangeNoSuchMeld = "arrange.no-such-meld",
    /// The cards do not add up to the table's and the hand's.
    ArrangeCards = "arrange.cards",
    /// No card of the hand is played.
    ArrangeFromHand = "arrange.from-hand",
    /// No new melds by rearranging.
    ArrangeNewMeld = "arrange.new-meld",
    /// Wilds stay what they are.
    ArrangeWildFixed = "arrange.wild-fixed",
    /// The hand does not hold this card.
    DiscardNotInHand = "discard.not-in-hand",
    /// The contract can be laid, so it must be.
    DiscardMustLayDown = "discard.must-lay-down",
    /// The card was taken from the discards in this turn.
    DiscardTakenCard = "discard.taken-card",
    /// The last card may not be discarded.
    DiscardLastCard = "discard.last-card",
    /// A wild that was taken must be played first.
    DiscardFreedWild = "discard.freed-wild",
    /// Wilds are not discarded.
    DiscardWild = "discard.wild",
    /// The hand may not be emptied before the contract is laid.
    DiscardContractUnmet = "discard.contract-unmet",
    /// The card was taken for a knock.
    DiscardMustKnock = "discard.must-knock",
    /// Nobody discards in this deal.
    DiscardNoDiscard = "discard.no-discard",
    /// The card fits no meld, so there is no Shanghai to call.
    DiscardFitsNowhere = "discard.fits-nowhere",
    /// There is no Shanghai in this game.
    DiscardNoShanghai = "discard.no-shanghai",
    /// A turn ends with a discard.
    KeepNotAllowed = "keep.not-allowed",
    /// A wild that was taken must be played first.
    KeepFreedWild = "keep.freed-wild",
    /// There is nothing to take back.
    UndoNothing = "undo.nothing",
    /// There is no such meld.
    CallNoSuchMeld = "call.no-such-meld",
    /// The card does not fit there.
    CallDoesNotFit = "call.does-not-fit",
    /// It fits at both ends: which?
    CallWhichEnd = "call.which-end",
    /// The caller's hand has no such card.
    PickRange = "pick.range",
    /// A cut is from 0 to 1000 per mille.
    CutRange = "cut.range",
    /// The match is over.
    MatchOver = "match.over",
}

impl Refusal {
    /// Every refusal there is, those of melds last.
    pub fn every() -> impl Iterator<Item = Refusal> {
        let melds = MeldPlace::ALL
            .into_iter()
            .flat_map(|place| MeldError::ALL.map(|error| Refusal::Meld(place, error)));
        Refusal::ALL.iter().copied().chain(melds)
    }

    /// Is it refused for the moment alone: is something else asked, or somebody else?
    #[must_use]
    pub fn is_untimely(self) -> bool {
        self.is_of_kind("turn.not-yours") || self.is_of_kind("turn.wrong-phase")
    }

    /// Is this its code, or the beginning of it up to a dot?
    #[must_use]
    pub fn is_of_kind(self, code: &str) -> bool {
        let own = self.code();
        own.strip_prefix(code).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// The refusal with this [`Refusal::code`]; none where this version knows no such code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Refusal> {
        Refusal::every().find(|refusal| refusal.code() == code)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_names_one_refusal() {
        assert_eq!(Refusal::every().count(), Refusal::ALL.len() + 119);
        for refusal in Refusal::every() {
            assert_eq!(Refusal::from_code(&refusal.code()), Some(refusal));
            assert!(refusal.is_of_kind(&refusal.code()));
        }
        assert!(Refusal::AskedDraw.is_of_kind("turn.wrong-phase"));
        assert!(!Refusal::AskedDraw.is_of_kind("turn.wrong"));
        assert!(Refusal::AskedDraw.is_untimely() && !Refusal::Unfinishable.is_untimely());
        assert_eq!(Refusal::from_code("lay-down.no-such-reason"), None);
    }
}

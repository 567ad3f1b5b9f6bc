//! Typed reasons for refusing an action, with stable codes.
//!
//! A code with a further dotted part is a special case of the shorter code: `turn.wrong-phase.draw` is a
//! `turn.wrong-phase`.

use std::fmt;

use upcard_cards::MeldError;

upcard_cards::coded! {
    /// The action in which a meld was illegal. The code is the first part of the refusal's code.
    MeldPlace:
    /// Laying down.
    LayDown = "lay-down",
    /// Laying off or sliding.
    LayOff = "lay-off",
    /// Rearranging.
    Arrange = "arrange",
    /// Swapping a wild card.
    Swap = "swap",
    /// Declaring a hand.
    Declare = "declare",
    /// Knocking.
    Knock = "knock",
    /// Answering a knock.
    Show = "show",
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
            /// All refusals except those of melds.
            pub const ALL: &'static [Refusal] = &[$(Refusal::$name),+];

            /// Code of place and reason, as in `lay-down.contract`.
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
    /// It is not this seat's decision.
    NotYours = "turn.not-yours",
    /// No deal has begun.
    NotBegun = "turn.not-yours.not-begun",
    /// The deal is over, and the next one has not begun.
    BetweenDeals = "turn.not-yours.deal-over",
    /// The deal is over, and an eliminated player may rejoin first.
    BeforeRejoin = "turn.not-yours.rejoin",
    /// The deal is over, and the players are deciding whether to share the pool.
    BeforeSplit = "turn.not-yours.split",
    /// A different action is expected.
    WrongPhase = "turn.wrong-phase",
    /// A cut is expected.
    AskedCut = "turn.wrong-phase.cut",
    /// A draw is expected.
    AskedDraw = "turn.wrong-phase.draw",
    /// Plays and the end of the turn are expected.
    AskedPlay = "turn.wrong-phase.play",
    /// An answer to an offer is expected.
    AskedOffer = "turn.wrong-phase.offer",
    /// An answer is expected whether to call the discard.
    AskedCall = "turn.wrong-phase.call",
    /// A pick from the caller's hand is expected.
    AskedPick = "turn.wrong-phase.pick",
    /// An answer is expected whether to claim a wild card.
    AskedClaim = "turn.wrong-phase.claim",
    /// An answer is expected whether to take the upcard.
    AskedUpcard = "turn.wrong-phase.upcard",
    /// The hand must be shown.
    AskedShow = "turn.wrong-phase.show",
    /// The deal is over, and an answer is expected whether to rejoin.
    AskedRejoin = "turn.wrong-phase.rejoin",
    /// The deal is over, and an answer is expected whether to share the pool.
    AskedSplit = "turn.wrong-phase.split",
    /// A deal is in progress.
    DealGoesOn = "turn.wrong-phase.deal",
    /// The turn could no longer be ended legally.
    Unfinishable = "turn.unfinishable",
    /// The last card must be discarded.
    LastCardDiscarded = "turn.unfinishable.last-card",
    /// The hand would be empty before the contract is laid down.
    LastCardContract = "turn.unfinishable.contract",
    /// There is no upcard.
    TakeEmpty = "take.empty",
    /// The upcard was bought in this turn: only the stock is left.
    TakeClosed = "take.closed",
    /// The discard pile is dead.
    TakeDead = "take.dead",
    /// The card was protected by a Shanghai call.
    TakeProtected = "take.protected",
    /// All have declined the first upcard.
    TakeDeclined = "take.declined",
    /// The card may only be taken to knock.
    TakeToKnock = "take.to-knock",
    /// Only the upcard may be taken in this game.
    TakeNotDeep = "take.not-deep",
    /// The discard pile has no such card.
    TakeNotThere = "take.not-there",
    /// The card could not be used in this turn.
    TakeNoUse = "take.no-use",
    /// The taken card must be used first.
    TakeUseFirst = "take.use-first",
    /// The taken card must go into a new meld.
    TakeNewMeld = "take.new-meld",
    /// Wild cards may not be taken from the discards.
    TakeWild = "take.wild",
    /// The upcard must be bought, but this deal has no buying.
    TakeBought = "take.bought",
    /// A player who is down must draw from the stock.
    TakeAfterDown = "take.after-down",
    /// The stock is empty, and the upcard may be taken.
    DrawBlocked = "draw.blocked",
    /// Buying is not possible now.
    BuyNotNow = "buy.not-now",
    /// This game has no buying.
    BuyNobody = "buy.not-now.nobody",
    /// This deal has no buying.
    BuyNotInDeal = "buy.not-now.deal",
    /// The active seat takes the upcard instead.
    BuyTakeIt = "buy.not-now.take-it",
    /// There is no upcard to buy.
    BuyEmpty = "buy.empty",
    /// All buys of this deal are used up.
    BuyLimit = "buy.limit",
    /// The seat bought the previous card.
    BuyTwiceRunning = "buy.twice-running",
    /// The seat discarded this card itself.
    BuyOwnDiscard = "buy.own-discard",
    /// The card was protected by a Shanghai call.
    BuyProtected = "buy.protected",
    /// A player who is down may not buy.
    BuyDown = "buy.down",
    /// Wild cards may not be bought.
    BuyWild = "buy.wild",
    /// The hand does not contain these cards.
    DownNotInHand = "lay-down.not-in-hand",
    /// The contract is already down.
    DownAlready = "lay-down.already-down",
    /// These are not the contract's melds.
    DownContract = "lay-down.contract",
    /// This is only a part of the contract.
    DownPart = "lay-down.part",
    /// A meld does not have exactly its size.
    DownSize = "lay-down.size",
    /// The whole hand must go down.
    DownWholeHand = "lay-down.whole-hand",
    /// The contract of this deal may be laid only when going out in the same turn.
    DownSameTurn = "lay-down.same-turn",
    /// Two sets of one rank.
    DownSameRankSets = "lay-down.same-rank-sets",
    /// Two consecutive runs of one suit.
    DownContiguous = "lay-down.contiguous",
    /// Two runs of one suit.
    DownSameSuit = "lay-down.same-suit",
    /// More runs of one suit than a player may lay.
    DownRunsPerSuit = "lay-down.runs-per-suit",
    /// More wild cards than a first lay-down may contain.
    DownWildTotal = "lay-down.wild-total",
    /// A set with duplicate suits or a wild card, where the contract forbids that.
    DownPurity = "lay-down.purity",
    /// The first melds are worth too few points.
    DownFirstPoints = "lay-down.first-points",
    /// A taken wild card must go into a run of the player from whose meld it was taken.
    DownFreedOwner = "lay-down.freed-owner",
    /// No melds beyond the contract are allowed.
    DownExtraMelds = "lay-down.extra-melds",
    /// More new melds than a turn allows.
    DownMeldsPerTurn = "lay-down.melds-per-turn",
    /// Melds must come before lay-offs.
    DownOrder = "lay-down.order",
    /// No melds given.
    DownNothing = "lay-down.nothing",
    /// Melds stay in the hand in this game.
    DownHidden = "lay-down.hidden",
    /// This game has no declaring.
    DeclareNotAllowed = "declare.not-allowed",
    /// The hand does not contain these cards.
    DeclareNotInHand = "declare.not-in-hand",
    /// Some cards of the hand are not in melds.
    DeclareLeftOver = "declare.left-over",
    /// One card must be left as the finishing discard.
    DeclareFinish = "declare.finish",
    /// No finishing discard: all cards must be in melds.
    DeclareNoFinish = "declare.no-finish",
    /// Too few of the groups are runs.
    DeclareSequences = "declare.sequences",
    /// Too few of the runs are pure.
    DeclarePure = "declare.pure",
    /// No run is long enough.
    DeclareLong = "declare.long",
    /// No group is a set.
    DeclareSet = "declare.set",
    /// This game has no dropping out.
    DropNotAllowed = "drop.not-allowed",
    /// No dropping out of a deal of two players.
    DropTwoPlayers = "drop.two-players",
    /// No dropping out after the draw.
    DropAfterDraw = "drop.after-draw",
    /// This game has no knocking.
    KnockNotAllowed = "knock.not-allowed",
    /// The hand does not contain these cards.
    KnockNotInHand = "knock.not-in-hand",
    /// A knock needs a discard.
    KnockDiscard = "knock.discard",
    /// Without a discard all cards must be in melds.
    KnockLeftOver = "knock.left-over",
    /// Too much deadwood.
    KnockTooMuch = "knock.too-much",
    /// The hand does not contain these cards.
    ShowNotInHand = "show.not-in-hand",
    /// No lay-offs against gin.
    OffGin = "lay-off.gin",
    /// No such meld.
    OffNoSuchMeld = "lay-off.no-such-meld",
    /// There are no melds yet.
    OffNoMelds = "lay-off.no-such-meld.none",
    /// There are no melds until a hand is shown.
    OffNothingShown = "lay-off.no-such-meld.none-shown",
    /// The hand does not contain this card.
    OffNotInHand = "lay-off.not-in-hand",
    /// The card does not fit there.
    OffDoesNotFit = "lay-off.does-not-fit",
    /// The card does not fit, but a wild card that stands for it could slide to a given end.
    OffSlides = "lay-off.does-not-fit.slides",
    /// Likewise, to the low end only.
    OffSlidesLow = "lay-off.does-not-fit.slides-low",
    /// Likewise, to the high end only.
    OffSlidesHigh = "lay-off.does-not-fit.slides-high",
    /// The card fits at both ends; the end is missing.
    OffWhichEnd = "lay-off.which-end",
    /// The player's own contract must be laid down first.
    OffNeedsContract = "lay-off.needs-contract",
    /// A meld of the player's own must be laid down first.
    OffNeedsMeld = "lay-off.needs-meld",
    /// Not before the next turn.
    OffNextTurn = "lay-off.next-turn",
    /// A taken wild card must go into a run of the player from whose meld it was taken.
    OffFreedOwner = "lay-off.freed-owner",
    /// A taken wild card must go into a new meld.
    OffFreedNew = "lay-off.freed-new-meld",
    /// This game has no sliding of wild cards.
    OffSlide = "lay-off.slide",
    /// Only a wild card at an end of its run slides, to the other end.
    OffSlideEnd = "lay-off.slide-end",
    /// No lay-offs on declared melds.
    OffHidden = "lay-off.hidden",
    /// No wild card there stands for this card.
    OffNoWild = "lay-off.no-wild",
    /// The run has no room at that end.
    OffNoRoom = "lay-off.no-room",
    /// This game has no swapping of wild cards.
    SwapNotAllowed = "swap.not-allowed",
    /// No such meld.
    SwapNoSuchMeld = "swap.no-such-meld",
    /// The hand does not contain this card.
    SwapNotInHand = "swap.not-in-hand",
    /// Not from the player's own meld.
    SwapOwnMeld = "swap.own-meld",
    /// Not from a meld of this kind.
    SwapKind = "swap.kind",
    /// The player's own contract must be laid down first.
    SwapNeedsContract = "swap.needs-contract",
    /// Not before the next turn.
    SwapNextTurn = "swap.next-turn",
    /// No wild card there stands for this card.
    SwapNoWild = "swap.no-wild",
    /// All suits of the set must be on the table before its wild card is taken.
    SwapFullSet = "swap.full-set",
    /// A wild card taken from another player's meld must be played first.
    SwapFreedFirst = "swap.freed-first",
    /// Several wild cards fit; the choice is missing.
    SwapWhich = "swap.which",
    /// This game has no rearranging.
    ArrangeNotAllowed = "arrange.not-allowed",
    /// The player's own contract must be laid down first.
    ArrangeNeedsContract = "arrange.needs-contract",
    /// Not before the next turn.
    ArrangeNextTurn = "arrange.next-turn",
    /// No such meld.
    ArrangeNoSuchMeld = "arrange.no-such-meld",
    /// The cards do not match those of table and hand.
    ArrangeCards = "arrange.cards",
    /// No card is played from the hand.
    ArrangeFromHand = "arrange.from-hand",
    /// Rearranging may not make new melds.
    ArrangeNewMeld = "arrange.new-meld",
    /// Wild cards must keep their meaning.
    ArrangeWildFixed = "arrange.wild-fixed",
    /// The hand does not contain this card.
    DiscardNotInHand = "discard.not-in-hand",
    /// The contract can be laid down, and must be.
    DiscardMustLayDown = "discard.must-lay-down",
    /// The card was taken from the discards in this turn.
    DiscardTakenCard = "discard.taken-card",
    /// The last card may not be discarded.
    DiscardLastCard = "discard.last-card",
    /// A taken wild card must be played first.
    DiscardFreedWild = "discard.freed-wild",
    /// Wild cards may not be discarded.
    DiscardWild = "discard.wild",
    /// The hand may not be emptied before the contract is laid down.
    DiscardContractUnmet = "discard.contract-unmet",
    /// The card was taken to knock.
    DiscardMustKnock = "discard.must-knock",
    /// This deal has no discards.
    DiscardNoDiscard = "discard.no-discard",
    /// The card fits no meld, so it cannot be called.
    DiscardFitsNowhere = "discard.fits-nowhere",
    /// This game has no Shanghai calls.
    DiscardNoShanghai = "discard.no-shanghai",
    /// A turn must end with a discard.
    KeepNotAllowed = "keep.not-allowed",
    /// A taken wild card must be played first.
    KeepFreedWild = "keep.freed-wild",
    /// There is nothing to undo.
    UndoNothing = "undo.nothing",
    /// No such meld.
    CallNoSuchMeld = "call.no-such-meld",
    /// The card does not fit there.
    CallDoesNotFit = "call.does-not-fit",
    /// The card fits at both ends; the end is missing.
    CallWhichEnd = "call.which-end",
    /// The caller's hand has no card at this position.
    PickRange = "pick.range",
    /// A cut must be from 0 to 1000 per mille.
    CutRange = "cut.range",
    /// The match is over.
    MatchOver = "match.over",
}

impl Refusal {
    /// Iterates over all refusals, those of melds last.
    pub fn every() -> impl Iterator<Item = Refusal> {
        let all = |place| MeldError::ALL.map(|error| Refusal::Meld(place, error));
        Refusal::ALL.iter().copied().chain(MeldPlace::ALL.into_iter().flat_map(all))
    }

    /// Returns `true` if it depends on the moment only: another action or another seat is expected.
    #[must_use]
    pub fn is_untimely(self) -> bool {
        self.is_of_kind("turn.not-yours") || self.is_of_kind("turn.wrong-phase")
    }

    /// Returns `true` if this is its code, or a dot-separated prefix of it.
    #[must_use]
    pub fn is_of_kind(self, code: &str) -> bool {
        let own = self.code();
        own.strip_prefix(code).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Returns the refusal with this [`Refusal::code`]; `None` for unknown codes.
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
    fn refusal_codes_are_unique() {
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

//! The choices that are one of a few words.

use crate::value::word_choice;

word_choice! {
    /// Whether the pack is cut before the deal.
    Cut {
        /// No cut.
        None = "none",
        /// The seat right of the dealer cuts without seeing a number.
        Blind = "blind",
    }
}
word_choice! {
    /// When a limit holds.
    CapScope {
        /// As a state, also after lay-offs.
        Always = "always",
        /// Only when the meld is first laid.
        First = "first",
    }
}
word_choice! {
    /// What a card of a wild rank is in its own place.
    NaturalPlace {
        /// A wild.
        Wild = "wild",
        /// A natural.
        Natural = "natural",
    }
}
word_choice! {
    /// Whether a wild may move when the natural is laid in its place.
    Slide {
        /// It may not.
        None = "none",
        /// To an end of the same run.
        RunEnd = "run-end",
    }
}
word_choice! {
    /// Who may take a wild by putting the natural in its place.
    SwapWho {
        /// Nobody.
        Nobody = "nobody",
        /// Everybody but the owner of the meld.
        Others = "others",
        /// Everybody.
        Anyone = "anyone",
    }
}
word_choice! {
    /// From which kinds of meld a wild may be taken.
    SwapWhere {
        /// Any meld.
        Any = "any",
        /// Runs only.
        Runs = "runs",
        /// Sets only.
        Sets = "sets",
    }
}
word_choice! {
    /// From when on a seat may take wilds.
    SwapFrom {
        /// Always.
        AnyTime = "any-time",
        /// Once its contract is down, in the same turn too.
        Contract = "contract",
        /// From the turn after its contract on.
        NextTurn = "next-turn",
    }
}
word_choice! {
    /// What becomes of a wild that was taken.
    Freed {
        /// It goes to the hand.
        Hand = "hand",
        /// It must be played in the same turn.
        PlayNow = "play-now",
        /// It must be played in the same turn, into a run of the player from whose meld it was taken.
        OwnerRun = "owner-run",
        /// It must be played in the same turn, in a new meld.
        NewMeld = "new-meld",
    }
}
word_choice! {
    /// When wilds are taken.
    SwapTiming {
        /// In the own turn.
        OwnTurn = "own-turn",
        /// After each turn too: seats that are down may claim, in turn order.
        Claims = "claims",
    }
}
word_choice! {
    /// How melds come to the table.
    LayDownMode {
        /// The whole contract in one turn.
        AtOnce = "at-once",
        /// The contract in parts.
        Piecemeal = "piecemeal",
        /// Any melds at any time.
        Free = "free",
        /// They stay in the hand until somebody ends the deal.
        Hidden = "hidden",
    }
}
word_choice! {
    /// Whether a deal has a wild rank of its own.
    WildsPerDeal {
        /// It has none.
        None = "none",
        /// The rank with the number of cards that are dealt: a jack for 11, a king for 13.
        HandSize = "hand-size",
        /// The rank of a card that is turned up after the deal.
        Turned = "turned",
    }
}
word_choice! {
    /// Whether a hand may be declared, and with which cards.
    Declares {
        /// It may not.
        None = "none",
        /// With all its cards in melds.
        WholeHand = "whole-hand",
        /// With all its cards but one in melds; that one is thrown.
        AllButDiscard = "all-but-discard",
    }
}
word_choice! {
    /// What the others may still do when a hand was declared.
    LastTurns {
        /// Nothing: the deal is over.
        None = "none",
        /// Each has one more turn.
        OneEach = "one-each",
    }
}
word_choice! {
    /// Whether one must lay down when one can.
    Duty {
        /// One may.
        Optional = "optional",
        /// One must: no discard before it.
        Compulsory = "compulsory",
    }
}
word_choice! {
    /// Melds beyond the contract.
    ExtraMelds {
        /// None.
        None = "none",
        /// Any number, once the contract is down.
        AfterContract = "after-contract",
    }
}
word_choice! {
    /// What a seat needs before it may lay off.
    LayOffNeeds {
        /// Nothing.
        None = "none",
        /// A meld of its own.
        OwnMeld = "own-meld",
        /// Its contract.
        Contract = "contract",
    }
}
word_choice! {
    /// From which turn on something is allowed.
    FromTurn {
        /// In the turn of the contract too.
        SameTurn = "same-turn",
        /// From the next turn on.
        NextTurn = "next-turn",
    }
}
word_choice! {
    /// Whether cards may be laid off in the last turns, on the melds that were declared.
    LastLayOffs {
        /// They may not.
        None = "none",
        /// By a player who has laid a meld of the own in that turn; melds may be laid for it.
        OwnMeld = "own-meld",
    }
}
word_choice! {
    /// Whether the table's melds may be rearranged.
    Rearrange {
        /// Never.
        Never = "never",
        /// In the turn of the contract too.
        SameTurn = "same-turn",
        /// From the turn after the contract on.
        NextTurn = "next-turn",
    }
}
word_choice! {
    /// What wilds are after a rearrangement.
    RearrangeWilds {
        /// What their new places say.
        Free = "free",
        /// What they were.
        Fixed = "fixed",
    }
}
word_choice! {
    /// The order of plays in a turn.
    TurnOrder {
        /// Any.
        Free = "free",
        /// Melds before lay-offs.
        Strict = "strict",
    }
}
word_choice! {
    /// Whether something may be done.
    May {
        /// It may.
        Allowed = "allowed",
        /// It may not.
        Refused = "refused",
    }
}
word_choice! {
    /// What is shown of the discards.
    PileShown {
        /// The upcard.
        Top = "top",
        /// All of them.
        Spread = "spread",
    }
}
word_choice! {
    /// When the others are offered the upcard.
    BuyWhen {
        /// Before the active seat draws.
        BeforeDraw = "before-draw",
        /// After the active seat has declined it.
        AfterRefusal = "after-refusal",
    }
}
word_choice! {
    /// Who may buy.
    BuyWho {
        /// Everybody but the active seat.
        Others = "others",
        /// The active seat too, in its own turn.
        Everyone = "everyone",
    }
}
word_choice! {
    /// Who comes first among several.
    Priority {
        /// The nearest in turn.
        TurnOrder = "turn-order",
        /// The first to say so.
        Race = "race",
    }
}
word_choice! {
    /// Whose buys a limit counts.
    LimitScope {
        /// Each seat's own.
        Player = "player",
        /// All seats' together.
        Table = "table",
    }
}
word_choice! {
    /// What becomes of the next discard after a buy.
    Chain {
        /// It is not on offer in this turn.
        Closed = "closed",
        /// The rest of the pile is dead.
        Dead = "dead",
        /// On offer to all but the seat that bought last.
        AnotherPlayer = "another-player",
        /// On offer to all.
        Anyone = "anyone",
    }
}
word_choice! {
    /// How long a dead pile is dead.
    Dead {
        /// Until it is shuffled into a new stock.
        UntilReshuffle = "until-reshuffle",
        /// For this turn.
        ThisTurn = "this-turn",
        /// For good: it is not shuffled in either.
        ForGood = "for-good",
    }
}
word_choice! {
    /// What the active seat may draw after a buy.
    ThenDraw {
        /// From the stock only.
        Stock = "stock",
        /// As usual: it chooses again.
        Normal = "normal",
    }
}
word_choice! {
    /// How the last card of a hand may go.
    LastCard {
        /// By a discard only.
        Required = "required",
        /// By a discard or a play.
        Optional = "optional",
        /// By a play only.
        Forbidden = "forbidden",
    }
}
word_choice! {
    /// When a deal ends.
    DealEnds {
        /// When a hand is empty.
        HandEmpty = "hand-empty",
        /// When somebody has laid the whole contract.
        ContractComplete = "contract-complete",
    }
}
word_choice! {
    /// What may be done with the discard that leaves the wall of the stock.
    LastDiscard {
        /// Nothing: the deal is over.
        Off = "off",
        /// The other player may take it, if it lets him knock.
        MayKnock = "may-knock",
    }
}
word_choice! {
    /// Who deals next.
    NextDealer {
        /// The player to the dealer's left.
        Clockwise = "clockwise",
        /// The two players in turn.
        Alternate = "alternate",
        /// Who won the deal.
        Winner = "winner",
        /// Who lost the deal.
        Loser = "loser",
        /// A toss before each deal: who wins it moves first.
        Toss = "toss",
    }
}
word_choice! {
    /// What is done with the first upcard.
    OpeningUpcard {
        /// The first player may take it, as any other.
        Normal = "normal",
        /// It is offered to all in turn, the dealer last; whoever takes it plays the first turn.
        Offered = "offered",
    }
}
word_choice! {
    /// Who is dealt one card more.
    ExtraCard {
        /// Nobody.
        None = "none",
        /// The player who begins, and who then begins without drawing.
        NonDealer = "non-dealer",
    }
}
word_choice! {
    /// What an ace turned up allows, where the first upcard sets the limit.
    AceUpcard {
        /// Only gin.
        GinOnly = "gin-only",
        /// A knock with one point.
        One = "one",
    }
}
word_choice! {
    /// Whose grouping of a hand counts.
    Groups {
        /// The player's own.
        AsShown = "as-shown",
        /// The one that leaves the fewest points.
        Best = "best",
    }
}
word_choice! {
    /// Who finds the answer to a knock.
    Defence {
        /// The defender; the best, if he says nothing.
        Own = "own",
        /// Always the best.
        Best = "best",
    }
}
word_choice! {
    /// What may be laid off after a knock.
    KnockLayOff {
        /// Nothing.
        None = "none",
        /// The defender's cards on the knocker's melds, unless it is gin.
        DefenderOnKnocker = "defender-on-knocker",
    }
}
word_choice! {
    /// What equal deadwood is.
    KnockTie {
        /// An undercut.
        Undercut = "undercut",
        /// The knocker's hand, with nothing.
        Knocker = "knocker",
    }
}
word_choice! {
    /// When the boxes for won hands are counted.
    BoxWhen {
        /// After the end of the game.
        AtEnd = "at-end",
        /// At once: they help to reach the target.
        AtOnce = "at-once",
    }
}
word_choice! {
    /// What a winner earns whose opponent has won no hand.
    Shutout {
        /// Nothing more.
        None = "none",
        /// The points of his hands count double.
        DoublePoints = "double-points",
        /// His whole total counts double.
        DoubleAll = "double-all",
        /// A hundred points more.
        PlusHundred = "plus-100",
    }
}
word_choice! {
    /// How many games are scored at once.
    Tables {
        /// One.
        One = "one",
        /// Three: a first won hand counts in the first, a second in two, the others in all.
        Three = "three",
    }
}

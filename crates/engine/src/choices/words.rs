//! The choices that are one of a few words.

use super::define::words;
use crate::value::{BadValue, ChoiceValue, Form, Value, wrong};

words! {
    /// How the first dealer is found.
    FirstDealer {
        Random = "random", "By chance.";
        DrawHigh = "draw-high", "Each seat draws a card, the highest deals (ace high).";
        DrawLow = "draw-low", "Each seat draws a card, the lowest deals (ace low, a joker highest).";
        Toss = "toss", "Each seat draws a card, the highest (ace high, spades before hearts, diamonds and clubs) moves first, and the seat before it deals.";
        Chosen = "chosen", "Somebody volunteers: seat 1, unless the match names another.";
    }
    /// Who deals next.
    NextDealer {
        Clockwise = "clockwise", "The next player in turn.";
        Alternate = "alternate", "The two players in turn.";
        Winner = "winner", "Who won the deal.";
        Loser = "loser", "Who lost the deal.";
        Toss = "toss", "A toss before each deal: who wins it moves first.";
    }
    /// What is done with the first upcard.
    OpeningUpcard {
        Normal = "normal", "The first player may take it, as any other.";
        Offered = "offered", "It is offered to all in turn, the dealer last; whoever takes it plays the first turn.";
    }
    /// Who is dealt one card more.
    ExtraCard {
        None = "none", "Nobody.";
        NonDealer = "non-dealer", "The player who begins, and who then begins without drawing.";
    }
    /// Whether the pack is cut before the deal.
    Cut {
        None = "none", "No cut.";
        Blind = "blind", "The seat right of the dealer cuts without seeing a number.";
    }
    /// Which kinds of melds there are.
    MeldKinds {
        Both = "both", "Sets and runs.";
        RunsOnly = "runs-only", "Runs.";
        SetsOnly = "sets-only", "Sets.";
    }
    /// Which suits the cards of a set have.
    SetSuits {
        Any = "any", "Any.";
        ClosedThree = "closed-three", "Three, of which further cards are, too.";
    }
    /// Whether a deal has a wild rank of its own.
    WildsPerDeal {
        None = "none", "It has none.";
        HandSize = "hand-size", "The rank with the number of cards that are dealt: a jack for 11, a king for 13.";
        Turned = "turned", "The rank of a card that is turned up after the deal.";
    }
    /// What a joker means that is turned up for the wild rank.
    TurnedJoker {
        Aces = "aces", "Aces are wild.";
        None = "none", "No rank is wild.";
        Again = "again", "Another card is turned up.";
    }
    /// Where the card lies that was turned up for the wild rank.
    TurnedCard {
        Aside = "aside", "Aside, out of play for the deal.";
        StockBottom = "stock-bottom", "Face up under the stock, as its last card.";
    }
    /// In which melds wild cards may stand.
    WildsWhere {
        Everywhere = "everywhere", "In any.";
        RunsOnly = "runs-only", "In runs only.";
    }
    /// When a limit holds.
    CapScope {
        Always = "always", "As a state, also after lay-offs.";
        First = "first", "Only when the meld is first laid.";
    }
    /// In which suits the wild ranks are wild.
    WildSuits {
        All = "all", "In all of them.";
        Red = "red", "In diamonds and hearts.";
        Black = "black", "In clubs and spades.";
    }
    /// What a card of a wild rank is in its own place.
    NaturalPlace {
        Wild = "wild", "A wild.";
        Natural = "natural", "A natural.";
    }
    /// Whether a wild may move when the natural is laid in its place.
    Slide {
        None = "none", "It may not.";
        RunEnd = "run-end", "To an end of the same run.";
        EndToEnd = "end-to-end", "From an end of the run to the other one.";
    }
    /// Who may take a wild by putting the natural in its place.
    SwapWho {
        Nobody = "nobody", "Nobody.";
        Others = "others", "Everybody but the owner of the meld.";
        Anyone = "anyone", "Everybody.";
    }
    /// From which kinds of meld a wild may be taken.
    SwapWhere {
        Any = "any", "Any meld.";
        Runs = "runs", "Runs only.";
        Sets = "sets", "Sets only.";
    }
    /// From when on a seat may take wilds.
    SwapFrom {
        AnyTime = "any-time", "Always.";
        Contract = "contract", "Once its contract is down, in the same turn too.";
        NextTurn = "next-turn", "From the turn after its contract on.";
    }
    /// What becomes of a wild that was taken.
    Freed {
        Hand = "hand", "It goes to the hand.";
        PlayNow = "play-now", "It must be played in the same turn.";
        OwnerRun = "owner-run", "It must be played in the same turn, into a run of the player from whose meld it was taken.";
        NewMeld = "new-meld", "It must be played in the same turn, in a new meld.";
    }
    /// When wilds are taken.
    SwapTiming {
        OwnTurn = "own-turn", "In the own turn.";
        Claims = "claims", "After each turn too: seats that are down may claim, in turn order.";
    }
    /// How melds come to the table.
    LayDownMode {
        AtOnce = "at-once", "The whole contract in one turn.";
        Piecemeal = "piecemeal", "The contract in parts.";
        Free = "free", "Any melds at any time.";
        Hidden = "hidden", "They stay in the hand until somebody ends the deal.";
    }
    /// Whether one must lay down when one can.
    Duty {
        Optional = "optional", "One may.";
        Compulsory = "compulsory", "One must: no discard before it.";
    }
    /// Melds beyond the contract.
    ExtraMelds {
        None = "none", "None.";
        AfterContract = "after-contract", "Any number, once the contract is down.";
    }
    /// Whether a hand may be declared, and with which cards.
    Declares {
        None = "none", "It may not.";
        WholeHand = "whole-hand", "With all its cards in melds.";
        AllButDiscard = "all-but-discard", "With all its cards but one in melds; that one is thrown.";
    }
    /// Whose grouping of a hand counts.
    Groups {
        AsShown = "as-shown", "The player's own.";
        Best = "best", "The one that leaves the fewest points.";
    }
    /// What a declaration leads to that is wrong.
    WrongDeclaration {
        Refused = "refused", "It is refused.";
        Penalty = "penalty", "It stands, costs points, and ends the deal for the player.";
    }
    /// Where the card goes with which a hand is declared.
    FinishCard {
        Pile = "pile", "On the discards.";
        FaceDown = "face-down", "Face down, out of play.";
    }
    /// What the others may still do when a hand was declared.
    LastTurns {
        None = "none", "Nothing: the deal is over.";
        OneEach = "one-each", "Each has one more turn.";
    }
    /// What an ace turned up allows, where the first upcard sets the limit.
    AceUpcard {
        GinOnly = "gin-only", "Only gin.";
        One = "one", "A knock with one point.";
    }
    /// Who finds the answer to a knock.
    Defence {
        Own = "own", "The defender; the best, if he says nothing.";
        Best = "best", "Always the best.";
    }
    /// What may be laid off after a knock.
    KnockLayOff {
        None = "none", "Nothing.";
        DefenderOnKnocker = "defender-on-knocker", "The defender's cards on the knocker's melds, unless it is gin.";
    }
    /// What equal deadwood is.
    KnockTie {
        Undercut = "undercut", "An undercut.";
        Knocker = "knocker", "The knocker's hand, with nothing.";
    }
    /// When a player may drop.
    DropWhen {
        BeforeDraw = "before-draw", "In the own turn, instead of drawing.";
        OwnTurn = "own-turn", "At any moment of the own turn.";
        AnyTime = "any-time", "In the others' turns, too.";
    }
    /// What a seat needs before it may lay off.
    LayOffNeeds {
        None = "none", "Nothing.";
        OwnMeld = "own-meld", "A meld of its own.";
        Contract = "contract", "Its contract.";
    }
    /// From which turn on something is allowed.
    FromTurn {
        SameTurn = "same-turn", "In the turn of the contract too.";
        NextTurn = "next-turn", "From the next turn on.";
    }
    /// Whether cards may be laid off in the last turns, on the melds that were declared.
    LastLayOffs {
        None = "none", "They may not.";
        OwnMeld = "own-meld", "By a player who has laid a meld of the own in that turn; melds may be laid for it.";
    }
    /// Whether the table's melds may be rearranged.
    Rearrange {
        Never = "never", "Never.";
        SameTurn = "same-turn", "In the turn of the contract too.";
        NextTurn = "next-turn", "From the turn after the contract on.";
    }
    /// What wilds are after a rearrangement.
    RearrangeWilds {
        Free = "free", "What their new places say.";
        Fixed = "fixed", "What they were.";
    }
    /// When a card that was taken to be used has to be used.
    DeepUse {
        FirstPlay = "first-play", "In the first play of the turn.";
        ThisTurn = "this-turn", "In the turn.";
    }
    /// Whether the upcard has to be used in the turn in which it is taken.
    TopUse {
        Free = "free", "It has not.";
        MustMeld = "must-meld", "In a new meld.";
        MustUse = "must-use", "In a new meld or as a lay-off.";
    }
    /// Whether a wild card that was discarded may be taken.
    DiscardedWilds {
        Allowed = "allowed", "As any other card.";
        OpeningOnly = "opening-only", "Only the first upcard of the deal, by the first player.";
        Never = "never", "Never.";
    }
    /// What the upcard costs in the own turn.
    DiscardPrice {
        Free = "free", "Nothing.";
        Bought = "bought", "It is bought as out of turn, but for the first one of a deal, which is free for who begins.";
    }
    /// What a player who is down may draw.
    AfterDown {
        Both = "both", "What others may.";
        StockOnly = "stock-only", "From the stock only.";
    }
    /// The order of plays in a turn.
    TurnOrder {
        Free = "free", "Any.";
        Strict = "strict", "Melds before lay-offs.";
    }
    /// Whether something may be done.
    May {
        Allowed = "allowed", "It may.";
        Refused = "refused", "It may not.";
    }
    /// What is shown of the discards.
    PileShown {
        Top = "top", "The upcard.";
        Spread = "spread", "All of them.";
    }
    /// Whether a wild card may be discarded.
    WildDiscards {
        Allowed = "allowed", "As any other card.";
        Refused = "refused", "Never: who holds nothing else ends the turn without a discard.";
        OnlyWildsLeft = "only-wilds-left", "By who holds nothing else.";
    }
    /// When the others are offered the upcard.
    BuyWhen {
        BeforeDraw = "before-draw", "Before the active seat draws.";
        AfterRefusal = "after-refusal", "After the active seat has declined it.";
    }
    /// Who may buy.
    BuyWho {
        Others = "others", "Everybody but the active seat.";
        Everyone = "everyone", "The active seat too, in its own turn.";
    }
    /// How long a player may buy.
    BuyUntil {
        Deal = "deal", "As long as the deal goes on.";
        OwnContract = "own-contract", "Until the own contract is laid.";
    }
    /// Who comes first among several.
    Priority {
        TurnOrder = "turn-order", "The nearest in turn.";
        Race = "race", "The first to say so.";
    }
    /// Whose buys a limit counts.
    LimitScope {
        Player = "player", "Each seat's own.";
        Table = "table", "All seats' together.";
    }
    /// What becomes of the next discard after a buy.
    Chain {
        Closed = "closed", "It is not on offer in this turn.";
        Dead = "dead", "The rest of the pile is dead.";
        AnotherPlayer = "another-player", "On offer to all but the seat that bought last.";
        Anyone = "anyone", "On offer to all.";
    }
    /// How long a dead pile is dead.
    Dead {
        UntilReshuffle = "until-reshuffle", "Until it is shuffled into a new stock.";
        ThisTurn = "this-turn", "For this turn.";
        ForGood = "for-good", "For good: it is not shuffled in either.";
    }
    /// What the active seat may draw after a buy.
    ThenDraw {
        Stock = "stock", "From the stock only.";
        Normal = "normal", "As usual: it chooses again.";
    }
    /// What a call costs the caller.
    CallPrice {
        BlindCard = "blind-card", "Whoever threw the card draws a blind one from the caller's hand. One may call it oneself while throwing it, which protects it.";
        Nothing = "none", "Nothing. Nobody can protect a discard.";
    }
    /// How the last card of a hand may go.
    LastCard {
        Required = "required", "By a discard only.";
        Optional = "optional", "By a discard or a play.";
        Forbidden = "forbidden", "By a play only.";
    }
    /// When a deal ends.
    DealEnds {
        HandEmpty = "hand-empty", "When a hand is empty.";
        ContractComplete = "contract-complete", "When somebody has laid the whole contract.";
    }
    /// Which discards make the new stock.
    Reuse {
        KeepTop = "keep-top", "All but the upcard.";
        WholePile = "whole-pile", "All.";
        NewUpcard = "new-upcard", "All, and the new stock's first card is turned up.";
    }
    /// When an empty stock blocks the deal.
    BlockAt {
        LastCard = "last-card", "After the turn in which the last card was drawn.";
        DrawDue = "draw-due", "When a card is due that is not there.";
    }
    /// What may be done with the discard that leaves the wall of the stock.
    LastDiscard {
        Off = "off", "Nothing: the deal is over.";
        MayKnock = "may-knock", "The other player may take it, if it lets him knock.";
    }
    /// Who scores.
    WhoScores {
        Losers = "losers", "Everybody scores what is left in hand, against them.";
        Winner = "winner", "The winner gains what the others hold.";
        Difference = "difference", "Whoever has less deadwood gains the difference.";
        ShownMinusHand = "shown-minus-hand", "Everybody scores the cards that they have laid on the table, less those in hand.";
        Chips = "chips", "Everybody scores what is left in hand, against them, and hands the winner a chip for each point.";
        Payments = "payments", "The winner of a deal scores what the others pay for how it was won, and they score it against them.";
    }
    /// Which cards of a hand count.
    WhatCounts {
        Hand = "hand", "All.";
        Deadwood = "deadwood", "Those that stand in no meld, in the cheapest grouping.";
    }
    /// Whose grouping of a loser's hand counts.
    LosersGrouping {
        Best = "best", "The cheapest there is.";
        Own = "own", "The player's own.";
    }
    /// What a hand costs that has a pure sequence and too few sequences.
    OneLifeCosts {
        All = "all", "All its cards.";
        Outside = "outside", "The cards outside the pure sequence.";
    }
    /// What a player pays who had no turn before the declaration.
    DealShow {
        Full = "full", "All.";
        Half = "half", "Half, rounded up.";
    }
    /// What is special about the points of a match's last deal.
    LastDealPoints {
        Off = "off", "Nothing.";
        Double = "double", "They count double.";
    }
    /// What going out with the whole hand at once does.
    GoingRummy {
        None = "none", "Nothing.";
        Double = "double", "It doubles the deal.";
    }
    /// What a wild card in a meld counts.
    MeldedWild {
        Own = "own", "What it counts in the hand.";
        AsCard = "as-card", "What the card counts that it stands for.";
    }
    /// Which total wins.
    Winner {
        Lowest = "lowest", "The lowest.";
        Highest = "highest", "The highest.";
        Chips = "chips", "The most chips.";
    }
    /// What a tie leads to.
    Ties {
        Shared = "shared", "A shared win.";
        Playoff = "playoff", "The last deal again, three times at the most.";
        Tied = "tied-only", "A further deal of those alone who tie, and again if need be.";
        DealsWon = "deals-won", "A win for who has won more of the deals; shared where that is equal, too.";
    }
    /// What is special in the deal of the last contract.
    LastDeal {
        AsOthers = "as-others", "Nothing.";
        WholeHand = "whole-hand", "The whole hand goes down at once and ends the deal; no discard is needed.";
        NoFinalDiscard = "no-final-discard", "The last card may not be discarded.";
        NoDiscard = "no-discard", "Nobody discards at all.";
    }
    /// Who moves on to the next contract.
    Advance {
        Together = "together", "Everybody.";
        Individual = "individual", "Who has laid the present one.";
    }
    /// When the boxes for won hands are counted.
    BoxWhen {
        AtEnd = "at-end", "After the end of the game.";
        AtOnce = "at-once", "At once: they help to reach the target.";
    }
    /// What a winner earns whose opponent has won no hand.
    Shutout {
        None = "none", "Nothing more.";
        DoublePoints = "double-points", "The points of his hands count double.";
        DoubleAll = "double-all", "His whole total counts double.";
        PlusHundred = "plus-100", "A hundred points more.";
    }
    /// How many games are scored at once.
    Tables {
        One = "one", "One.";
        Three = "three", "Three: a first won hand counts in the first, a second in two, the others in all.";
    }
    /// With which total a player comes back.
    RejoinAt {
        HighestPlusOne = "highest+1", "With one point more than the highest remaining total.";
        Highest = "highest", "With the highest remaining total.";
    }
    /// When a pool is shared without being asked for.
    AutoSplit {
        Off = "off", "Never.";
        NoDrops = "no-drops", "When nobody who is left can pay for a first drop and stay in.";
        From80 = "from-80", "When a first drop would take everybody who is left to the limit or to one point below it.";
    }
    /// Whether players may agree to share a pool.
    ManualSplit {
        Off = "off", "No.";
        Agreed = "agreed", "If all who are left agree.";
    }
    /// Money at the end.
    Money {
        None = "none", "None.";
        Places = "places", "By places, and a kitty.";
        PerPoint = "per-point", "The losers pay each deal's winner by the point.";
        Difference = "difference", "The winner of the match collects the difference of the totals from each other.";
        Pool = "pool", "The entries of all are the winner's.";
        Payments = "payments", "What is paid deal by deal for how it was won, and nothing else.";
    }
    /// Who gets the kitty.
    Kitty {
        Winner = "winner", "The winner.";
        TwoThirds = "two-thirds", "Two thirds the winner, one third the second.";
    }
}

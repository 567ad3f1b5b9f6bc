//! Choices with a few words as values.

use super::define::words;
use crate::value::{BadValue, ChoiceValue, Form, Value, wrong};

words! {
    /// How the first dealer is chosen.
    FirstDealer {
        Random = "random", "At random.";
        DrawHigh = "draw-high", "Each seat draws a card, the highest deals (ace high).";
        DrawLow = "draw-low", "Each seat draws a card, the lowest deals (ace low, a joker highest).";
        Toss = "toss", "Each seat draws a card, the highest (ace high, spades before hearts, diamonds and clubs) moves first, and the seat before it deals.";
        Chosen = "chosen", "Somebody volunteers: seat 1, unless the match names another.";
    }
    /// Who deals the next deal.
    NextDealer {
        Clockwise = "clockwise", "The next player in turn.";
        Alternate = "alternate", "The two players in turn.";
        Winner = "winner", "The winner of the deal.";
        Loser = "loser", "The loser of the deal.";
        Toss = "toss", "A toss before each deal: the winner moves first.";
    }
    /// Treatment of the first upcard.
    OpeningUpcard {
        Normal = "normal", "The first player may take it like any other.";
        Offered = "offered", "It is offered to all in turn, the dealer last; the player who takes it plays the first turn.";
    }
    /// Who is dealt an extra card.
    ExtraCard {
        None = "none", "Nobody.";
        NonDealer = "non-dealer", "The first player, who then begins without drawing.";
    }
    /// Whether the pack is cut before the deal.
    Cut {
        None = "none", "No cut.";
        Blind = "blind", "The seat to the dealer's right cuts blind.";
    }
    /// Kinds of melds in the game.
    MeldKinds {
        Both = "both", "Sets and runs.";
        RunsOnly = "runs-only", "Runs.";
        SetsOnly = "sets-only", "Sets.";
    }
    /// Suits of the cards of a set.
    SetSuits {
        Any = "any", "Any.";
        ClosedThree = "closed-three", "Exactly three; added cards must match one of them.";
    }
    /// Whether each deal has its own wild rank.
    WildsPerDeal {
        None = "none", "No wild rank per deal.";
        HandSize = "hand-size", "The rank equal to the number of cards dealt: a jack for 11, a king for 13.";
        Turned = "turned", "The rank of a card turned up after the deal.";
    }
    /// Effect of a joker turned up for the wild rank.
    TurnedJoker {
        Aces = "aces", "Aces are wild.";
        None = "none", "No rank is wild.";
        Again = "again", "Another card is turned up.";
    }
    /// Place of the card turned up for the wild rank.
    TurnedCard {
        Aside = "aside", "Aside, out of play for the deal.";
        StockBottom = "stock-bottom", "Face up under the stock, as its last card.";
    }
    /// Melds in which wild cards are allowed.
    WildsWhere {
        Everywhere = "everywhere", "In any meld.";
        RunsOnly = "runs-only", "In runs only.";
    }
    /// When a cap applies.
    CapScope {
        Always = "always", "Always, even after lay-offs.";
        First = "first", "Only when the meld is first laid.";
    }
    /// Suits in which the wild ranks are wild.
    WildSuits {
        All = "all", "In all of them.";
        Red = "red", "In diamonds and hearts.";
        Black = "black", "In clubs and spades.";
    }
    /// Status of a card of a wild rank in its own place.
    NaturalPlace {
        Wild = "wild", "Wild.";
        Natural = "natural", "Natural.";
    }
    /// Whether a wild card moves when the natural is put in its place.
    Slide {
        None = "none", "It may not.";
        RunEnd = "run-end", "To an end of the same run.";
        EndToEnd = "end-to-end", "From one end of the run to the other.";
    }
    /// Who may take a wild card by putting the natural in its place.
    SwapWho {
        Nobody = "nobody", "Nobody.";
        Others = "others", "Everybody but the owner of the meld.";
        Anyone = "anyone", "Everybody.";
    }
    /// Kinds of melds from which a wild card may be taken.
    SwapWhere {
        Any = "any", "Any meld.";
        Runs = "runs", "Runs only.";
        Sets = "sets", "Sets only.";
    }
    /// When a seat may start taking wild cards.
    SwapFrom {
        AnyTime = "any-time", "Always.";
        Contract = "contract", "Once its contract is down, in the same turn too.";
        NextTurn = "next-turn", "From the turn after its contract.";
    }
    /// Use of a wild card that was taken.
    Freed {
        Hand = "hand", "It goes to the hand.";
        PlayNow = "play-now", "It must be played in the same turn.";
        OwnerRun = "owner-run", "It must be played in the same turn, into a run of the player from whose meld it was taken.";
        NewMeld = "new-meld", "It must be played in the same turn, in a new meld.";
    }
    /// When wild cards may be taken.
    SwapTiming {
        OwnTurn = "own-turn", "In the player's own turn.";
        Claims = "claims", "After each turn too: seats that are down may claim, in turn order.";
    }
    /// How melds are laid down.
    LayDownMode {
        AtOnce = "at-once", "The whole contract in one turn.";
        Piecemeal = "piecemeal", "The contract in parts.";
        Free = "free", "Any melds at any time.";
        Hidden = "hidden", "They stay in the hand until somebody ends the deal.";
    }
    /// Whether a player who can lay down must do so.
    Duty {
        Optional = "optional", "May.";
        Compulsory = "compulsory", "Must, before discarding.";
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
        AllButDiscard = "all-but-discard", "With all its cards but one in melds; that one is discarded.";
    }
    /// Which grouping of a hand counts.
    Groups {
        AsShown = "as-shown", "The player's own.";
        Best = "best", "The one that leaves the fewest points.";
    }
    /// Consequence of a wrong declaration.
    WrongDeclaration {
        Refused = "refused", "It is refused.";
        Penalty = "penalty", "It costs points and puts the player out of the deal.";
    }
    /// Where the finishing card of a declaration goes.
    FinishCard {
        Pile = "pile", "On the discard pile.";
        FaceDown = "face-down", "Face down, out of play.";
    }
    /// What the others may still do after a declaration.
    LastTurns {
        None = "none", "Nothing: the deal is over.";
        OneEach = "one-each", "Each has one more turn.";
    }
    /// Effect of an ace as the first upcard, if the upcard sets the limit.
    AceUpcard {
        GinOnly = "gin-only", "Only gin.";
        One = "one", "A knock with one point.";
    }
    /// Who finds the defender's answer to a knock.
    Defence {
        Own = "own", "The defender; the best if they do not choose.";
        Best = "best", "Always the best.";
    }
    /// Lay-offs allowed after a knock.
    KnockLayOff {
        None = "none", "Nothing.";
        DefenderOnKnocker = "defender-on-knocker", "The defender's cards on the knocker's melds, unless it is gin.";
    }
    /// Result of equal deadwood.
    KnockTie {
        Undercut = "undercut", "An undercut.";
        Knocker = "knocker", "A win for the knocker, without points.";
    }
    /// When a player may drop out of the deal.
    DropWhen {
        BeforeDraw = "before-draw", "In the player's own turn, instead of drawing.";
        OwnTurn = "own-turn", "At any time in the player's own turn.";
        AnyTime = "any-time", "At any time, even in the others' turns.";
    }
    /// What a seat needs before it may lay off.
    LayOffNeeds {
        None = "none", "Nothing.";
        OwnMeld = "own-meld", "A meld of its own.";
        Contract = "contract", "Its contract.";
    }
    /// The turn from which something is allowed.
    FromTurn {
        SameTurn = "same-turn", "In the turn of the contract too.";
        NextTurn = "next-turn", "From the next turn.";
    }
    /// Whether cards may be laid off on the declared melds in the last turns.
    LastLayOffs {
        None = "none", "No lay-offs.";
        OwnMeld = "own-meld", "By a player who has laid their own meld in that turn, which is allowed.";
    }
    /// Whether the melds on the table may be rearranged.
    Rearrange {
        Never = "never", "Never.";
        SameTurn = "same-turn", "In the turn of the contract too.";
        NextTurn = "next-turn", "From the turn after the contract.";
    }
    /// What wild cards stand for after a rearrangement.
    RearrangeWilds {
        Free = "free", "As their new places show.";
        Fixed = "fixed", "As before.";
    }
    /// When a card taken for use must be used.
    DeepUse {
        FirstPlay = "first-play", "In the first play of the turn.";
        ThisTurn = "this-turn", "In any play before the discard.";
    }
    /// Whether the upcard must be used in the turn in which it is taken.
    TopUse {
        Free = "free", "No.";
        MustMeld = "must-meld", "In a new meld.";
        MustUse = "must-use", "In a new meld or as a lay-off.";
    }
    /// Whether a discarded wild card may be taken.
    DiscardedWilds {
        Allowed = "allowed", "As any other card.";
        OpeningOnly = "opening-only", "Only the first upcard of the deal, by the first player.";
        Never = "never", "Never.";
    }
    /// Price of the upcard in the player's own turn.
    DiscardPrice {
        Free = "free", "Nothing.";
        Bought = "bought", "It must be bought, except the first one of a deal, which is free for the first player.";
    }
    /// Draws allowed for a player who is down.
    AfterDown {
        Both = "both", "As before.";
        StockOnly = "stock-only", "From the stock only.";
    }
    /// Order of plays in a turn.
    TurnOrder {
        Free = "free", "Any.";
        Strict = "strict", "Melds before lay-offs.";
    }
    /// Whether an action is allowed.
    May {
        Allowed = "allowed", "It may.";
        Refused = "refused", "It may not.";
    }
    /// Visible part of the discard pile.
    PileShown {
        Top = "top", "The upcard.";
        Spread = "spread", "All of them.";
    }
    /// Whether a wild card may be discarded.
    WildDiscards {
        Allowed = "allowed", "As any other card.";
        Refused = "refused", "Never: a player with nothing else ends the turn without a discard.";
        OnlyWildsLeft = "only-wilds-left", "Only by a player with nothing else.";
    }
    /// When the upcard is offered to the others.
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
        Deal = "deal", "Until the deal ends.";
        OwnContract = "own-contract", "Until the player's contract is laid.";
    }
    /// Priority among several claimants.
    Priority {
        TurnOrder = "turn-order", "The next in turn.";
        Race = "race", "The fastest.";
    }
    /// Scope of a limit on buys.
    LimitScope {
        Player = "player", "Each seat's own.";
        Table = "table", "All seats' together.";
    }
    /// What happens to the next discard after a buy.
    Chain {
        Closed = "closed", "It is not on offer in this turn.";
        Dead = "dead", "The rest of the pile is dead.";
        AnotherPlayer = "another-player", "On offer to all but the seat that bought last.";
        Anyone = "anyone", "On offer to all.";
    }
    /// How long a dead pile stays dead.
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
    /// Price of a Shanghai call.
    CallPrice {
        BlindCard = "blind-card", "The player who discarded the card draws one unseen from the caller's hand. Calling it while discarding it protects it.";
        Nothing = "none", "Nothing. Nobody can protect a discard.";
    }
    /// How the last card of a hand may be played.
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
    /// Discards that form the new stock.
    Reuse {
        KeepTop = "keep-top", "All but the upcard.";
        WholePile = "whole-pile", "All.";
        NewUpcard = "new-upcard", "All, and the new stock's first card is turned up.";
    }
    /// When an empty stock blocks the deal.
    BlockAt {
        LastCard = "last-card", "After the turn in which the last card was drawn.";
        DrawDue = "draw-due", "When a card must be drawn and none is left.";
    }
    /// What may be done with the discard that leaves only the wall in the stock.
    LastDiscard {
        Off = "off", "Nothing: the deal is over.";
        MayKnock = "may-knock", "The other player may take it to knock.";
    }
    /// Who scores.
    WhoScores {
        Losers = "losers", "Everybody scores the cards left in hand as penalty points.";
        Winner = "winner", "The winner scores what the others hold.";
        Difference = "difference", "The player with less deadwood scores the difference.";
        ShownMinusHand = "shown-minus-hand", "Everybody scores their cards on the table, minus those in hand.";
        Chips = "chips", "Everybody scores the cards left in hand as penalty points, and pays the winner a chip for each point.";
        Payments = "payments", "The winner of a deal scores what the others pay for how it was won, and they lose it.";
    }
    /// Cards of a hand that count.
    WhatCounts {
        Hand = "hand", "All.";
        Deadwood = "deadwood", "Only deadwood, in the cheapest grouping.";
    }
    /// Which grouping of a loser's hand counts.
    LosersGrouping {
        Best = "best", "The cheapest.";
        Own = "own", "The player's own.";
    }
    /// Penalty cards of a hand with a pure sequence but too few sequences.
    OneLifeCosts {
        All = "all", "All its cards.";
        Outside = "outside", "The cards outside the pure sequence.";
    }
    /// Points of a player who had no turn before the declaration.
    DealShow {
        Full = "full", "All.";
        Half = "half", "Half, rounded up.";
    }
    /// Special scoring of a match's last deal.
    LastDealPoints {
        Off = "off", "Nothing.";
        Double = "double", "They count double.";
    }
    /// Effect of going out with the whole hand at once.
    GoingRummy {
        None = "none", "Nothing.";
        Double = "double", "It doubles the deal.";
    }
    /// Value of a wild card in a meld.
    MeldedWild {
        Own = "own", "What it counts in the hand.";
        AsCard = "as-card", "What the card it stands for counts.";
    }
    /// Which total wins.
    Winner {
        Lowest = "lowest", "The lowest.";
        Highest = "highest", "The highest.";
        Chips = "chips", "The most chips.";
    }
    /// Resolution of ties.
    Ties {
        Shared = "shared", "A shared win.";
        Playoff = "playoff", "The last deal again, three times at the most.";
        Tied = "tied-only", "Another deal for the tied players only, repeated if necessary.";
        DealsWon = "deals-won", "A win for the player with more deals won; shared if that is equal too.";
    }
    /// Special rule for the deal of the last contract.
    LastDeal {
        AsOthers = "as-others", "Nothing.";
        WholeHand = "whole-hand", "The whole hand goes down at once and ends the deal; no discard is needed.";
        NoFinalDiscard = "no-final-discard", "The last card may not be discarded.";
        NoDiscard = "no-discard", "Nobody discards at all.";
    }
    /// Who advances to the next contract.
    Advance {
        Together = "together", "Everybody.";
        Individual = "individual", "Players who have laid the current one.";
    }
    /// When the boxes for won hands are counted.
    BoxWhen {
        AtEnd = "at-end", "After the end of the game.";
        AtOnce = "at-once", "At once: they help to reach the target.";
    }
    /// Bonus for a winner whose opponent has won no hand.
    Shutout {
        None = "none", "No bonus.";
        DoublePoints = "double-points", "The points of the winner's hands count double.";
        DoubleAll = "double-all", "The winner's whole total counts double.";
        PlusHundred = "plus-100", "A hundred points more.";
    }
    /// Number of games scored at once.
    Tables {
        One = "one", "One.";
        Three = "three", "Three: a first won hand counts in the first, a second in two, the others in all.";
    }
    /// Total with which a player rejoins.
    RejoinAt {
        HighestPlusOne = "highest+1", "With one point more than the highest remaining total.";
        Highest = "highest", "With the highest remaining total.";
    }
    /// When a pool is shared automatically.
    AutoSplit {
        Off = "off", "Never.";
        NoDrops = "no-drops", "When no player left can afford a first drop and stay in.";
        From80 = "from-80", "When a first drop would take every player left to the limit or one point below it.";
    }
    /// Whether players may agree to share a pool.
    ManualSplit {
        Off = "off", "No.";
        Agreed = "agreed", "If all players left agree.";
    }
    /// Money at the end.
    Money {
        None = "none", "None.";
        Places = "places", "By place, with a kitty.";
        PerPoint = "per-point", "The losers pay each deal's winner per point.";
        Difference = "difference", "The winner of the match collects the difference in totals from each of the others.";
        Pool = "pool", "All entries go to the winner.";
        Payments = "payments", "Only payments deal by deal for how it was won.";
    }
    /// Who gets the kitty.
    Kitty {
        Winner = "winner", "The winner.";
        TwoThirds = "two-thirds", "Two thirds to the winner, one third to the second.";
    }
}

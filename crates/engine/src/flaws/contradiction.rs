//! Contradictions between choices, or with the number of players.
//!
//! A new contradiction needs a row here, a condition in `compile/`, and a sentence in the rulebook's
//! `flaws.ftl`, under the code with hyphens for dots.

use super::{Quoted, reasons};

reasons! {
    /// A contradiction between choices or with the number of players, listed under the choice that should
    /// change.
    Contradiction:
    /// The minimum number of players exceeds the maximum, or a limit is out of range.
    Players { most: usize } = "players.range",
    /// The game does not support this number of players.
    PlayersCount { players: u8, fewest: u8, most: u8 } = "players.count",
    /// No packs or too many packs.
    Packs { players: u8 } = "pack.packs",
    /// Too many jokers.
    Jokers { players: u8, most: u8 } = "pack.jokers",
    /// Too many wild ranks.
    WildRanks = "pack.wild-ranks",
    /// Not enough cards for the deal.
    DealtCards { deal: u8, dealt: usize, pack: usize } = "dealing.pack",
    /// The hand size is zero.
    DealtNone { deal: u8 } = "dealing.none",
    /// The number of cards dealt at a time is zero.
    DealtAtATime = "dealing.at-a-time",
    /// A list needs one entry per deal.
    EntriesOfDeals { path: &'static str, deals: usize } = "deals.entries",
    /// A list needs one entry per contract.
    EntriesOfContracts { path: &'static str, contracts: usize } = "contracts.entries",
    /// The first seat can only be set if the first dealer volunteers.
    FirstSeatChosen = "dealing.first-seat-chosen",
    /// The first dealer's seat does not exist.
    FirstSeat { players: u8 } = "dealing.first-seat",
    /// There is a bonus for the cut, but no cut.
    CutBonus = "dealing.cut-bonus",
    /// The bonus for the cut deducts points, which requires that the lowest total wins.
    CutBonusLowest = "dealing.cut-bonus-lowest",
    /// The wall or the hands are so large that nobody can draw.
    DealtWall { deal: u8, stock: usize, wall: u8 } = "dealing.wall",
    /// Offering the opening upcard requires knocking.
    OpeningNeedsKnocking = "dealing.opening-knocking",
    /// The opening upcard is offered, but none is turned up.
    OpeningNeedsUpcard = "dealing.opening-upcard",
    /// An extra card requires knocking and no upcard.
    ExtraCard = "dealing.extra-card",
    /// With more than two players there is no unique loser to deal.
    LoserDeals = "dealing.loser",
    /// Too many contracts.
    Contracts { most: usize } = "contracts.number",
    /// A deal of a game with contracts has none.
    ContractMissing { deal: u8 } = "contracts.missing",
    /// A contract cannot be parsed with the meld sizes of this game.
    Contract { deal: u8, column: usize, expected: &'static str, found: Quoted } = "contracts.text",
    /// A contract has more runs than a player may lay.
    ContractRuns { deal: u8, runs: usize, most: usize } = "contracts.runs",
    /// A contract has more sets than there are ranks for them.
    ContractSets { deal: u8, sets: usize, ranks: usize } = "contracts.sets",
    /// A contract has a pure set, but a wild card may be natural in its own place.
    ContractPurity { deal: u8 } = "contracts.purity",
    /// A mixed run is not its contract's only meld, or is shorter than the hand.
    ContractMixed { deal: u8, most: u8 } = "contracts.mixed",
    /// A mixed run requires laying down at once, and the same contract for all.
    ContractMixedMode { deal: u8 } = "contracts.mixed-mode",
    /// A contract needs more cards than the pack has.
    ContractPack { deal: u8, cards: usize, pack: usize } = "contracts.pack",
    /// A contract needs more cards than a hand can have.
    ContractHand { deal: u8, cards: usize, most: usize } = "contracts.hand",
    /// A contract and the following discard need more cards than a hand can have.
    ContractDiscard { deal: u8, cards: usize, most: usize } = "contracts.hand-discard",
    /// Contracts have sets, but the game has none.
    MeldKinds = "melds.kinds",
    /// Contracts have runs, but the game has none.
    MeldKindsRuns = "melds.kinds-runs",
    /// Games with sets only require melds on the table and no rearranging.
    MeldKindsTable = "melds.kinds-table",
    /// The minimum size of sets is too small.
    MeldSetSize = "melds.set-size",
    /// The maximum size of sets is below the minimum.
    MeldSetMax = "melds.set-max",
    /// Sets of exactly three suits require free melds and no rearranging.
    MeldSetSuits = "melds.set-suits",
    /// No set can be as large as the contract requires.
    MeldSetCards { deal: u8, size: u8 } = "melds.set-cards",
    /// The minimum length of runs is out of range.
    MeldRunSize = "melds.run-size",
    /// The maximum length of runs is below the minimum, or too large.
    MeldRunMax = "melds.run-max",
    /// No run can be as long as the contract requires.
    MeldRunCards { deal: u8, size: u8 } = "melds.run-cards",
    /// Melds of wild cards only would break the cap on wild cards.
    WildsOnly = "wilds.only",
    /// A total of wild cards requires a contract that is laid down at once.
    WildsFirstLay = "wilds.first-lay-total",
    /// The distance required between wild cards is too large.
    WildsApart { most: u8 } = "wilds.apart",
    /// Keeping wild cards apart requires contracts (or at most one wild card per meld) and no rearranging.
    WildsApartContracts = "wilds.apart-contracts",
    /// A minimum of naturals in sets requires contracts and no rearranging.
    WildsSetNaturals = "wilds.set-naturals",
    /// Excluding wild cards from sets requires melds on the table, no rearranging and no melds of wild cards
    /// only.
    WildsWhere = "wilds.where",
    /// A cap for runs alone requires hidden melds.
    WildsCapIn = "wilds.cap-in",
    /// Moving a wild card to its owner's run requires swaps in the player's own turn and no rearranging.
    SwappingOwnerRun = "swapping.owner-run",
    /// Moving a wild card into a new meld requires swaps in the player's own turn and no rearranging.
    SwappingNewMeld = "swapping.new-meld",
    /// No rank corresponds to the number of cards dealt.
    WildsHandSize { deal: u8, hand: u8 } = "wilds.hand-size",
    /// Games without contracts require free or hidden melds.
    LayingDownMode = "laying-down.mode",
    /// Games with contracts cannot have hidden melds.
    LayingDownHidden = "laying-down.hidden",
    /// Compulsory laying down conflicts with free or hidden melds.
    LayingDownDuty = "laying-down.duty",
    /// The limit of melds per turn is zero.
    MeldsPerTurn = "laying-down.melds-per-turn",
    /// The limit of runs per suit is zero.
    RunsPerSuit = "laying-down.runs-per-suit",
    /// Minimum points of a first lay-down require free melds.
    FirstPoints = "laying-down.first-points",
    /// Declaring requires hidden melds.
    DeclaringNeedsHidden = "declaring.hidden",
    /// Melds are hidden, but nobody can end the deal.
    DeclaringNobody = "declaring.nobody",
    /// Requirements of a declared hand, but no declaring.
    DeclaringNeeds = "declaring.needs",
    /// More pure sequences than sequences required.
    DeclaringPure = "declaring.pure",
    /// Too many sequences required.
    DeclaringSequences { most: usize } = "declaring.sequences",
    /// The long sequence is too long, or no sequences are required.
    DeclaringLong = "declaring.long",
    /// At most one set can be required, together with sequences, and only if there are sets.
    DeclaringSets = "declaring.sets",
    /// The hand is too small for the required sequences.
    DeclaringRuns { deal: u8, hand: u8 } = "declaring.runs",
    /// Declaring before a draw, but no declaring.
    DeclaringUndrawn = "declaring.undrawn",
    /// A rule for wrong declarations, but no declaring.
    DeclaringWrong = "declaring.wrong",
    /// Dropping out requires declaring.
    DroppingDeclared = "dropping.declared",
    /// The limit of missed turns is zero.
    DroppingMissed = "dropping.missed-turns",
    /// Buying the upcard in one's own turn requires buying by others, and no taking from deep in the pile.
    DrawingBought = "drawing.bought",
    /// Games with knocking cannot restrict drawing discarded wild cards.
    DrawingKnocking = "drawing.knocking",
    /// Last turns, but no declaring.
    LastTurns = "declaring.last-turns",
    /// Lay-offs in last turns, but there are no last turns.
    LastLayOffs = "laying-off.last-turns",
    /// Lay-offs in last turns conflict with requirements of a declared hand and with losers grouping their
    /// own hands.
    LastLayOffsGroups = "laying-off.last-turns-groups",
    /// Knocking requires hidden melds and no declaring.
    KnockingHidden = "knocking.hidden",
    /// Knocking requires exactly two players.
    KnockingPlayers = "knocking.players",
    /// The upcard sets the knocking limit, but none is turned up.
    KnockingUpcard = "knocking.upcard",
    /// Knocking requires that deadwood counts and the highest total wins.
    KnockingScoring = "knocking.scoring",
    /// Laying off requires a contract, but there are none.
    LayingOffNeeds = "laying-off.needs",
    /// Hidden melds cannot be rearranged.
    RearrangingHidden = "rearranging.hidden",
    /// Wild cards cannot be taken from hidden melds.
    SwappingHidden = "swapping.hidden",
    /// Shanghai calls require melds on the table.
    ShanghaiHidden = "shanghai.hidden",
    /// Buying is allowed in a deal that does not exist.
    BuyingDeals = "buying.deals",
    /// Buying conflicts with knocking.
    BuyingKnocking = "buying.knocking",
    /// Buying is allowed, but the limit is zero.
    BuyingLimit { deal: u8 } = "buying.limit",
    /// With this pack and buying, a hand could exceed the maximum size.
    BuyingPack { pack: usize, most: usize } = "buying.pack",
    /// Discards cannot be used on the table if melds are hidden.
    DrawingHidden { path: &'static str } = "drawing.hidden",
    /// With hidden melds, any card may finish a hand.
    DiscardingHidden = "discarding.hidden",
    /// Taking from deep in the discard pile requires all discards to be visible.
    DrawingPile = "drawing.pile",
    /// With this pack and discards taken together, a hand could exceed the maximum size.
    DrawingPack { pack: usize, most: usize } = "drawing.pack",
    /// No contract that could end the deal.
    GoingOutEnds = "going-out.ends",
    /// Laying down only when going out requires a contract laid at once, deals that end with an empty hand,
    /// no rearranging in that turn, and existing deals.
    GoingOutSameTurn = "going-out.same-turn",
    /// A limit of reshuffles, but an empty stock blocks the deal.
    StockBlocks = "stock-out.blocks",
    /// A stock that is only turned over, but an empty stock blocks the deal.
    StockShuffle = "stock-out.shuffle",
    /// The limit of reshuffles is zero, which another choice expresses.
    StockReshuffles = "stock-out.reshuffles",
    /// The limit of reshuffles without a card to the table is out of range.
    StockStalemate { most: u8 } = "stock-out.stalemate",
    /// A wall requires knocking.
    StockWall = "stock-out.wall",
    /// Reshuffling rules conflict with a wall.
    StockWallReshuffles = "stock-out.wall-reshuffles",
    /// A rule for the last discard requires a wall.
    StockLastDiscard = "stock-out.last-discard",
    /// The winner of a deal gains points, so the highest total must win.
    WinnerHighest = "match.winner",
    /// Scoring the difference of deadwood requires knocking, and vice versa.
    ScoringDifference = "scoring.difference",
    /// Scoring deadwood requires hidden melds.
    ScoringDeadwood = "scoring.deadwood",
    /// Hidden melds cannot score.
    ScoringShownHidden = "scoring.shown-hidden",
    /// Melds score points, so the highest total must win.
    ScoringShownHighest = "scoring.shown-winner",
    /// Deducting points requires that the lowest total wins.
    ScoringDownAndOut = "scoring.down-and-out",
    /// Nobody lays down with hidden melds.
    ScoringDownAndOutHidden = "scoring.down-and-out-hidden",
    /// Rearranged melds do not track who laid a card.
    ScoringShownRearranged = "scoring.shown-rearranged",
    /// With hidden melds every hand goes out at once.
    ScoringGoingRummy = "scoring.going-rummy",
    /// Losers' own grouping requires declaring and that deadwood counts.
    ScoringGrouping = "scoring.grouping",
    /// The maximum points of a deal are zero, or below the minimum.
    ScoringCap = "scoring.cap",
    /// A price or a penalty exceeds the maximum points of a deal.
    ScoringCapPrice { path: &'static str, price: u8, cap: u8 } = "scoring.cap-price",
    /// The first upcard may double the deal, but none is turned up.
    SpadeDoublesUpcard = "scoring.spade-doubles",
    /// The last deal is not known in advance.
    ScoringLastDeal = "scoring.last-deal",
    /// Playing until one player is left requires elimination.
    MatchLastPlayer = "match.last-player",
    /// Elimination requires a match that lasts until one player is left.
    MatchEliminate = "match.eliminate",
    /// Elimination requires penalty points, with the lowest total winning.
    MatchEliminateScoring = "match.eliminate-scoring",
    /// Winning by chips requires scoring with chips.
    MatchWinnerChips = "match.winner-chips",
    /// Scoring with chips counts points against players.
    MatchChipsHighest = "match.chips-highest",
    /// Ending early requires a known bound on the points to come.
    MatchEarlyEnd = "match.early-end",
    /// The table gives no number of deals for this many players.
    MatchDealsPlayers { players: u8 } = "match.deals-players",
    /// Rejoining players would be eliminated at once.
    PoolRejoin { most: u16 } = "pool.rejoin-limit",
    /// Nobody is eliminated, so nobody can rejoin.
    PoolRejoinNobody = "pool.rejoin-nobody",
    /// Sharing a pool requires elimination and a price for dropping.
    PoolSplit = "pool.split",
    /// Games without contracts need a number of deals or a target.
    MatchDealsAll = "match.deals-all",
    /// The number of deals is out of range.
    MatchDealsCount { most: usize } = "match.deals-count",
    /// The number of deals is zero, or more than there are.
    MatchDealsOfDeals { most: usize } = "match.deals-deals",
    /// The number of deals is zero, or more than there are contracts.
    MatchDealsOfContracts { most: usize } = "match.deals-contracts",
    /// The deal numbers are not ascending, or do not exist.
    MatchDealsList { most: usize } = "match.deals-list",
    /// The target is zero.
    MatchTarget = "match.target",
    /// Laying down the whole hand requires laying down at once.
    MatchLastDeal = "match.last-deal",
    /// With a wild rank per deal, all players must play the same deal.
    MatchAdvance = "match.advance",
    /// Scoring three games requires knocking.
    MatchTables = "match.tables",
    /// Scoring three games requires a target.
    MatchTablesTarget = "match.tables-target",
    /// Pennies are paid into a kitty that is not paid out.
    SettlingKitty = "settling.kitty",
    /// The money unit is zero.
    SettlingUnit = "settling.unit",
    /// A fee, but no money.
    SettlingFee = "settling.fee",
    /// Payments are scored, so the highest total must win.
    ScoringPayments = "scoring.payments",
    /// The payment for going out is zero.
    SettlingPayments = "settling.payments",
    /// Payments are scored and paid, and other money is paid as well.
    SettlingMoneyScored = "settling.money-scored",
    /// Money consists of the scored payments, but these are not paid.
    SettlingScored = "settling.scored",
    /// The entry to the pool is zero.
    SettlingEntry = "settling.entry",
    /// With knocking, money is settled by the difference.
    SettlingKnocking = "settling.knocking",
    /// The list of payments by place is for another number of players.
    SettlingPlaces { players: u8, places: usize } = "settling.places",
    /// The payments by place do not add up to zero.
    SettlingSum { sum: i64 } = "settling.sum",
}
